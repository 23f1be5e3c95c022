"""What a player's page says in words, wherever it is shown."""

from typing import Final

from scorer.stats.describe.phrases import CHANCE, INTERVAL, WON
from scorer.stats.describe.statistic_tables import Page
from scorer.text.numbers import PLUS_MINUS, Counting, Row

RUNS: Final = {"win": "won", "loss": "lost"}


def record_words(page: Page, units: Counting) -> dict[str, str]:
    """The highest and the lowest of what the games have, by name: `best match`: `+31 on 2026-02-03, Gelso 4`."""
    row, called = page.tables["records"][0], "caller" in page.head.has
    slams = [row[f"slams_{how}"] for how in ("made", "defended", "suffered")]

    def where(which: str, amount: str) -> str:
        return f"{amount} on {row[f'{which}_on']}, {row[f'{which}_match']}"

    lines = {"highest bid made": row["highest_bid_made"] or "none"} if called else {}
    runs = [(f"{row[f'{which}_streak']} {word}", run_by_chance(row, which)) for which, word in RUNS.items()]
    lines["longest streaks"] = ", ".join(f"{run} ({likely})" if likely else run for run, likely in runs)
    if row.get("biggest_win"):
        lines["biggest win"] = where("biggest_win", units.total(row["biggest_win"]))
    if row.get("highest_count"):
        lines["highest count"] = where("highest_count", str(row["highest_count"]))
    lines["best match"] = where("best", units.total(row["best_units"]))
    lines["worst match"] = where("worst", units.total(row["worst_units"]))
    if called or any(slams):
        lines["slams"] = "{} made, {} defended, {} suffered".format(*slams)
    lines["penalties"] = str(row["penalties"])
    return lines


def page_legend(*, called: bool, met: bool) -> str:
    """What the columns of a player's page mean.

    `called`: where the player's bids stand beside those of the league; `met`: where others do, with and against whom.
    """
    made = "; made: of the contracts made or failed" if called else ""
    league = "The league is everybody, the player too. " if called else ""
    sides = "with, against: on the same side, on the other. " if met else ""
    of_deals = "Units by role, with and against are" if met else "Units by role are"
    return f"won: {WON}{made}. {INTERVAL} {league}{PLUS_MINUS}: {CHANCE}. {sides}{of_deals} those of deals alone."


def run_by_chance(row: Row, which: str) -> str:
    """Beside the longest run of deals, by a word of RUNS: what chance alone would make of it; of few deals nothing."""
    likely = row[f"{which}_by_chance"]
    return "" if likely is None else f"by chance about {likely}"

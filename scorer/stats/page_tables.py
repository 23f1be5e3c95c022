"""How the tables of a player's page are made, and those of two players; and what a page says in words."""

from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.bidding import bands_begin, compared
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.descriptions import described
from scorer.stats.evenings import evenings, head_to_head, meetings
from scorer.stats.phrases import CHANCE, INTERVAL, WON
from scorer.stats.players import companions, records, roles
from scorer.stats.standings import match_units
from scorer.stats.tables import Page
from scorer.text.numbers import PLUS_MINUS, Counting, Row

RUNS: Final = {"win": "won", "loss": "lost"}


def roles_made(frames: Frames, player: str, _: Choice) -> Any:
    """The roles of one player."""
    return roles(frames.payouts).loc[lambda table: table[PLAYER] == player]


def compared_made(frames: Frames, player: str, _: Choice) -> Any:
    """The bids of one player beside those of everybody together."""
    return compared(frames.deals, player, bands_begin(frames))


def records_made(frames: Frames, player: str, _: Choice) -> Any:
    """The highest and the lowest of one player."""
    return records(frames.matches, frames.deals, frames.payouts, player, frames.penalized)


def companions_made(frames: Frames, player: str, choice: Choice) -> Any:
    """With and against whom one player played."""
    return companions(frames.payouts, player, min_deals=described("page/companions").fewest(choice))


def matches_made(frames: Frames, player: str, _: Choice) -> Any:
    """The matches of one player, with their names."""
    everybody = match_units(frames.payouts)
    own = everybody[everybody[PLAYER] == player]
    names = dict(zip(frames.matches["match_id"].tolist(), frames.matches["match"].tolist(), strict=True))
    return own.assign(match=[names[match_id] for match_id in own["match_id"].tolist()])


def evenings_made(frames: Frames, player: str, _: Any) -> Any:
    """The evenings of one player."""
    return evenings(frames.payouts).loc[lambda table: table[PLAYER] == player]


def meetings_made(frames: Frames, player: str, other: str) -> Any:
    """The evenings of two players."""
    return meetings(frames.payouts, player, other)


def head_to_head_made(frames: Frames, player: str, other: str) -> Any:
    """How one player fared beside another."""
    return head_to_head(frames.payouts, player, other)


def record_words(page: Page, units: Counting) -> dict[str, str]:
    """The highest and the lowest of what the games have, by name: `best match`: `+31 on 2026-02-03, Gelso 4`."""
    row, called = page.tables["records"][0], "caller" in page.head.has
    slams = [row[f"slams_{how}"] for how in ("made", "defended", "suffered")]

    def where(which: str, amount: str) -> str:
        """How much, when and in which match."""
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

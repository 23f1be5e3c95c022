"""What a player's page says in words, wherever it is shown."""

from scorer.stats.tables import Page
from scorer.text.numbers import Counting


def record_words(page: Page, units: Counting) -> dict[str, str]:
    """The highest and the lowest of what the games have, by name: `best match`: `+31 on 2026-02-03, Gelso 4`."""
    row, called = page.tables["records"][0], "caller" in page.head.has
    slams = [row[f"slams_{how}"] for how in ("made", "defended", "suffered")]

    def where(which: str, amount: str) -> str:
        """How much, when and in which match."""
        return f"{amount} on {row[f'{which}_on']}, {row[f'{which}_match']}"

    lines = {"highest bid made": row["highest_bid_made"] or "none"} if called else {}
    lines["longest streaks"] = f"{row['win_streak']} won, {row['loss_streak']} lost"
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

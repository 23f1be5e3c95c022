"""How the rating and the test of it are made, and what they say."""

from statistics import median
from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.held_out import better_words, nothing_to_tell
from scorer.stats.paper_sheets import paper_sheets
from scorer.stats.rating import rating, rating_test
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import CERTAIN, Rows, percent
from scorer.text.sentences import listed

NOT_TOLD: Final = "No difference between these players can be told yet: chance alone explains what each of them got."
FORETELLS_NOTHING: Final = (
    "The ratings of this league foretell nothing yet: matches that were left out went as well with all players alike, "
    "so that nobody is said to be the best."
)
_ways = {
    "equal": "everybody alike",
    "means": "plain means",
    "shrunken": "shrunken means",
    "rating": "the rating",
}


def rating_made(frames: Frames, choice: Choice) -> Any:
    """The rating of a choice."""
    return rating(frames.payouts, paper_sheets(frames), min_deals=choice.min_deals or 0)


def foretold_made(frames: Frames, _: Choice) -> Any:
    """How far off the rating is, and what is simpler."""
    return rating_test(frames.payouts, paper_sheets(frames))


def who_is_best(rows: Rows) -> str:
    """Who is most likely the best, or that nothing can be told; and what chance alone would do to equals."""
    if len(rows) < 2:  # noqa: PLR2004
        return ""
    equals = len(_often(rows)) if len(_often(rows)) > 1 else len(rows)
    errors = [row["plain_error"] for row in rows if row["plain_error"] is not None]
    moved = f"; chance alone commonly moves their plain means by {median(errors):.2f}" if errors else ""
    return f"{_first(rows)} Of {equals} equals each would be the best with 1 in {equals}{moved}."


def _often(rows: Rows) -> Rows:
    """Those of so many deals and paper sheets that they can be named the best: of few deals the best may be a guest."""
    return [row for row in rows if row["deals"] + row["sheets"] >= MIN_DEALS]


def _first(rows: Rows) -> str:
    """The best of several, or all who are level as the best, where there is one to name."""
    if not rows[0]["foretells"]:
        return FORETELLS_NOTHING
    if not rows[0]["told"]:
        return NOT_TOLD
    often = _often(rows)
    if not often:
        return f"Nobody has {MIN_DEALS} deals yet: so few tell nobody to be the best."
    if len(often) == 1:
        return f"{often[0][PLAYER]} alone has {MIN_DEALS} deals yet: there is nobody to be better than."
    of = f"these {len(rows)}" if len(often) == len(rows) else f"the {len(often)} with {MIN_DEALS} deals or more"
    most = max(row["best"] for row in often)
    level = [row[PLAYER] for row in often if row["best"] > most - CERTAIN]
    if len(level) > 1:
        return f"{listed(level)} are level as the best of {of}, with {percent(most)} each."
    return f"{level[0]} is the best of {of} with {percent(most)}."


def which_foretells(rows: Rows) -> str:
    """Which way told most."""
    if rows[0]["miss"] is None:
        return nothing_to_tell(rows)
    nearest = _ways[min(rows, key=lambda row: row["miss"])["told_by"]]
    beside = better_words(rows[-1], "The rating is", "taking everybody for alike", "mean squares")
    return f"Nearest to what was got: {nearest}. {beside}"

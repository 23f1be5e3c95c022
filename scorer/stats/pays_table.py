"""How it is made which bids pay, and whether that foretells; and what both say."""

from functools import partial
from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.by_chance import ONE_IN, about
from scorer.stats.columns import Choice
from scorer.stats.held_out import better_words, nothing_to_tell
from scorer.stats.paying import NO, TOO_FEW, UNSURE, YES, pays, pays_test
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import Rows
from scorer.text.sentences import counted, listed, plural

NOTHING_CALLED: Final = "Nobody has called here yet."
_ways = {
    "league": "the rate of all",
    "own rate": "the own rate of each",
    "shrunken": "the own rate of each, drawn towards all",
}


def pays_made(frames: Frames, choice: Choice, *, banded: bool = False) -> Any:
    """What each bid, or band of bids, pays."""
    return pays(frames, banded=banded, measure=choice.measure)


def pays_test_made(frames: Frames, _: Choice, *, banded: bool = False) -> Any:
    """Whether the chances of bids, or of bands, foretell."""
    return pays_test(frames, banded=banded)


paying_bands_made = partial(pays_made, banded=True)
paying_bands_test_made = partial(pays_test_made, banded=True)


def which_bids_pay(rows: Rows, row: str = "bid") -> str:
    """Which bids or bands pay, which do not, of which too few were called, and how many would look so by chance."""
    if not rows:
        return NOTHING_CALLED
    by_word = {word: [str(each[row]) for each in rows if each["pays"] == word] for word in (YES, NO, UNSURE, TOO_FEW)}
    judged = len(rows) - len(by_word[TOO_FEW])
    if not judged:
        return f"None has {MIN_DEALS} contracts yet: whether it pays cannot be told."
    sentences = []
    if pay := by_word[YES]:
        sentences.append(f"{listed(pay)} {plural(len(pay), 'pays', 'pay')}.")
    if cost := by_word[NO]:
        sentences.append(f"{listed(cost)} {plural(len(cost), 'does', 'do')} not pay.")
    if unsure := by_word[UNSURE]:
        sentences.append(f"Of {listed(unsure)} it cannot be told yet.")
    if seldom := by_word[TOO_FEW]:
        verb = plural(len(seldom), "has", "have")
        sentences.append(f"{counted(len(seldom), row)} {verb} fewer than {MIN_DEALS} contracts: too few to tell.")
    if pay or cost:
        by_chance = f"{about(judged / ONE_IN)} of {counted(judged, row)}"
        sentences.append(f"If all only broke even, chance alone would make {by_chance} look so on average.")
    return " ".join(sentences)


which_bands_pay = partial(which_bids_pay, row="band")


def which_is_nearest(rows: Rows) -> str:
    """Which way was nearest, and whether shrunken rates beat the rate of all by more than chance."""
    if rows[0]["brier"] is None:
        return nothing_to_tell(rows)
    nearest = _ways[min(rows, key=lambda row: row["brier"])["told_by"]]
    beside = better_words(rows[-1], "Own rates drawn towards all are", "the rate of all", "Brier scores")
    return f"Nearest to what came: {nearest}. {beside}"

"""What a statistic is of and how it is shown, out of the options: read before the scorebook is opened."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from scorer import scorebook
from scorer.cli.options import FORMATS, MEASURES, ORDERS
from scorer.errors import NotFoundError, RefusedError
from scorer.match.names import fold
from scorer.match.parsing import read_choice, read_date, read_within

if TYPE_CHECKING:
    from sqlmodel import Session

    from scorer.frames import Frames

MOST_DEALS: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The options of a statistic as typed; empty: not said."""

    league: str = ""
    first: str = ""
    last: str = ""
    variant: str = ""
    match: str = ""
    measure: str = ""
    min_deals: str = ""
    order: str = ""
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The options, read. `min_deals` None for the statistic's own; `everything` when no match is left out."""

    words: Words
    first: date | None
    last: date | None
    measure: str
    min_deals: int | None
    order: str
    shape: str

    @property
    def everything(self) -> bool:
        """Whether all matches are meant."""
        words = self.words
        return not any(word.strip() for word in (words.league, words.first, words.last, words.variant, words.match))


def read_words(words: Words) -> Asked:
    """Read the options; raises UnreadableError or RefusedError naming the option and what may be said."""
    first, last = _day("--from", words.first), _day("--to", words.last)
    if first and last and first > last:
        raise RefusedError(f"--from {first} is after --to {last}: no day lies between them")
    return Asked(
        words=words,
        first=first,
        last=last,
        measure=_one_of("--measure", words.measure, MEASURES),
        min_deals=read_within(words.min_deals, "--min-deals", 0, MOST_DEALS) if words.min_deals.strip() else None,
        order=_one_of("--order", words.order, ORDERS),
        shape=_one_of("--format", words.shape, FORMATS),
    )


def _one_of(option: str, word: str, choices: tuple[str, ...]) -> str:
    """One of a few words; the first where nothing is said."""
    return read_choice(word, option, choices) if word.strip() else choices[0]


def _day(option: str, text: str) -> date | None:
    """A day; None where nothing is said."""
    return read_date(text, option) if text.strip() else None


def read_frames(session: "Session", asked: Asked) -> "tuple[Frames, str]":
    """The frames of what the options choose, and the name of the match where one is chosen.

    Raises NotFoundError for a league, a variant or a match that is not there.
    """
    from scorer.frames import Selection, read

    words = asked.words
    match = scorebook.find_match(session, words.match) if words.match.strip() else None
    if match and words.league.strip() and fold(words.league) != fold(match.league):
        scorebook.find_league(session, words.league)
        raise NotFoundError(f"{match.name} (match {match.id}) was played in league {match.league}: leave out --league")
    match_id = match.id if match else None
    frames = read(session, Selection(words.league.strip(), asked.first, asked.last, words.variant.strip(), match_id))
    return frames, f"{match.name} (match {match.id})" if match else ""

"""What a line says of the sides of its deal: their counts, their bonuses, who has won and how that was decided."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from scorer.exchange.variants_in import OUTCOME_WORDS, SLAMS, TIMES, VariantReader, Wrong, reader
from scorer.exchange.writing import unguarded
from scorer.match.names import shown
from scorer.match.parsing import MOST_COUNT
from scorer.rules.cards import numbers_text, read_number
from scorer.rules.deal import letters
from scorer.rules.errors import UnreadableError
from scorer.rules.judge import MOST_KNOWN, FactError
from scorer.rules.kinds import EVEN, MADE, SAID, WON
from scorer.rules.sides import sides_of
from scorer.rules.sides_judge import JudgedSides, SidesFacts, SidesJudge

_BETWEEN = re.compile(r"\s*(?:[-\u2013/:;,]|\bto\b|\ba\b|\s)\s*", re.IGNORECASE)  # `74 46`, `74-46`, `74 to 46`
# What is said of the deal beside who sat there: sides, counts, bonuses, winners, decided, outcome, slam, times.
Cells = tuple[str, ...]


class JudgedCells(NamedTuple):
    """A deal as its cells tell it, with the counts and bonuses as they are kept, and its factor."""

    deal: JudgedSides
    counts: str | None
    bonuses: str | None
    times: int

    @property
    def why(self) -> str:
        """What its units follow from: `74 to 46`, `won by B, times 2`."""
        how = f"won by {self.deal.winners}" if self.deal.winners else EVEN
        said = [self.counts.replace(" ", " to ")] if self.counts else []
        times = [f"times {self.times}"] if self.times > 1 else []
        return ", ".join([*said, how, *["slam"] * self.deal.slam, *times])


class SidesReader:
    """Reads the deals of a game without a caller; all that was judged so far is remembered."""

    def __init__(self, of: VariantReader) -> None:
        self._variant = of.variant
        self._judge = SidesJudge(of.variant)
        self.judged = lru_cache(MOST_KNOWN)(self._judged)
        self.letters = lru_cache(MOST_KNOWN)(self._letters)
        self._decided = reader("decided", self._how)

    def _letters(self, seated: int, out: int | None) -> str:
        """The side of every seat at a table of so many, by its letter."""
        seats = tuple("1234567"[:seated])
        return letters(seats, sides_of(tuple(seat for seat in seats if seat != str(out)), self._variant.made_by))

    def _judged(self, cells: Cells, seated: int, out: int | None, carry: int, *, exact: bool) -> JudgedCells | Wrong:
        """The deal that these cells tell; `carry` counts where that of times is empty, `exact`: a deal as it was kept.

        Winners are letters by now, those of a deal with counts as those of others.
        """
        sides, winners = (unguarded(cell).strip() for cell in (cells[0], cells[3]))
        facts = [COUNTS(cells[1]), BONUSES(cells[2]), self._decided(cells[4]), _ENDS(cells[5]), SLAMS(cells[6])]
        times = TIMES(cells[7])
        if wrong := [fact for fact in (*facts, times) if isinstance(fact, FactError)]:
            return Wrong(tuple(wrong))
        counts, bonuses, decided, outcome, slam = facts
        said = SidesFacts(seated, out, sides, counts, bonuses, winners, decided, outcome or "", slam, times or carry)
        try:
            deal = self._judge.deal(said)
        except FactError as error:
            return Wrong((error,))
        taken = self._variant.ending.taken
        if deal.decided == SAID and taken is not None and not exact:
            to = f"missing: {self._variant.title} is played to {taken} card points"
            return Wrong((FactError("counts", f"{to}; say the counts, as in 74 46"),))
        kept = bonuses if any(bonuses or ()) else None
        return JudgedCells(deal, numbers_text(counts), numbers_text(kept), said.times)

    def _how(self, cell: str) -> str:
        """How a deal was decided, in a word of ours; raises UnreadableError."""
        words = ["cards", SAID, *(self._variant.events or {})]
        if cell.casefold() not in ["", *words]:
            raise UnreadableError(f"'{shown(cell)}': say {', '.join(words[:-1])} or {words[-1]}")
        return cell.casefold()


def _numbers(cell: str) -> tuple[int, ...] | None:
    """What each side has, in the order of the letters; None for an empty cell. Raises UnreadableError."""
    if not cell:
        return None
    found = [read_number(part) for part in _BETWEEN.split(cell)]
    numbers = tuple(number for number in found if number is not None)
    if len(numbers) < len(found) or max(numbers) > MOST_COUNT:
        raise UnreadableError(f"'{shown(cell)}': say what each side has, as in 74 46")
    return numbers


def _ended(cell: str) -> str | None:
    """Won or even, in English and Italian; None for an empty cell. Raises UnreadableError."""
    word = OUTCOME_WORDS.get(cell.casefold()) if cell else None
    if cell and (word not in {MADE, EVEN} or cell.casefold() == MADE):
        raise UnreadableError(f"'{shown(cell)}': nobody calls here; say {WON} or {EVEN}, and who in winners")
    return WON if word == MADE else word


COUNTS = lru_cache(MOST_KNOWN)(reader("counts", _numbers))
BONUSES = lru_cache(MOST_KNOWN)(reader("bonuses", _numbers))
_ENDS = lru_cache(MOST_KNOWN)(reader("outcome", _ended))


def not_of(cells: Mapping[str, str], variant: str, *, called: bool) -> list[FactError]:
    """The cells by column that a deal of this variant has not: those of sides where somebody calls, and the reverse."""
    if called:
        how = dict.fromkeys(cells, f"in {variant} somebody calls, and the sides follow from that: leave it empty")
    else:
        how = dict.fromkeys(cells, f"nobody calls in {variant}: leave it empty")
        how["card_points"] = f"nobody calls in {variant}: what each side has stands in counts, as in 74 46"
    return [FactError(column, how[column]) for column, cell in cells.items() if cell.strip()]

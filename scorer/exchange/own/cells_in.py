"""The content of a cell, remembered for most repeat, or its fault as a value, which is worded anew each time."""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from scorer.exchange.csv_writer import unguarded
from scorer.language import N_, _
from scorer.match.names import fold, plays_alone, shown
from scorer.match.parsing import (
    MOST_COUNT,
    WHOLE,
    clean_note,
    read_choice,
    read_count,
    read_deals_of_sheet,
    read_result,
    read_times,
    read_within,
)
from scorer.match.table_words import NO, NOBODY_WORDS, YES
from scorer.rules.cards import numbers_text, read_number
from scorer.rules.deal_facts import FactError, Units
from scorer.rules.errors import ScorerError, UnreadableError
from scorer.rules.judge import MOST_KNOWN
from scorer.rules.kinds import DEAL, EVEN, EVEN_WORDS, FAILED, KINDS, MADE, WON
from scorer.rules.kinds import OUTCOME_WORDS as TABLE_WORDS

HIGHEST = 999_999_999
# Words of Italian, English and Spanish notebooks; what they say of the calling side.
_IN_CELLS = {MADE: "v w fatta riuscita", FAILED: "p l fallita"}  # besides what is said at a table
OUTCOME_WORDS = {
    word: outcome
    for said in (TABLE_WORDS, EVEN_WORDS, _IN_CELLS)
    for outcome, words in said.items()
    for word in (outcome, *words.split())
    if word not in NOBODY_WORDS
}
_YES, _NO = YES | {"x", "\u2713", "true", "vero", "verdadero"}, NO | {"-", "false", "falso"}
# `71`, `71 p.`, `71 punti`, and `71,0` of a spreadsheet; and both counts, `74-46`.
_COUNTED = re.compile(r"(\d{1,3})(?:[.,]0+)?\s*(?:p|pt|pts|punti|points)?\.?", re.IGNORECASE)
_BOTH = re.compile(r"(\d{1,3})\s*[-\u2013:]\s*(\d{1,3})")
_BETWEEN = re.compile(r"\s*(?:[-\u2013/:;,]|\bto\b|\ba\b|\s)\s*", re.IGNORECASE)  # `74 46`, `74-46`, `74 to 46`


class Wrong(tuple[FactError, ...]):
    """The faults of some cells of a line, as a value."""

    __slots__ = ()


def read_cell(fact: str, read: Callable[[str], Any], cell: str) -> Any:
    """What a cell holds without its guard; what cannot be read is a FactError, as a value."""
    return _or_fault(fact, lambda text: read(unguarded(text).strip()), cell)


def _or_fault(fact: str, read: Callable[[str], Any], cell: str) -> Any:
    try:
        return read(cell)
    except ScorerError as error:
        return FactError(fact, str(error))


def reader(fact: str, read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Reads a cell as read_cell does, and remembers what it holds."""
    return partial(_or_fault, fact, lru_cache(MOST_KNOWN)(lambda cell: read(unguarded(cell).strip())))


def optional(fact: str, read: Callable[[str], Any], empty: Any = None) -> Callable[[str], Any]:
    """Reads a cell that may be left empty, and is `empty` then."""
    return reader(fact, lambda cell: read(cell) if cell else empty)


@lru_cache(MOST_KNOWN)
def is_alone(cell: str) -> bool:
    """Whether a cell says that the caller had no partner."""
    return plays_alone(unguarded(cell))


def read_yes(text: str) -> bool | None:
    """Read `yes` or `no`, in English, Italian or Spanish; None for an empty cell."""
    word = fold(text)
    if word not in _YES | _NO | {""}:
        raise UnreadableError(_("'{cell}': say yes or no", cell=text))
    return None if not word else word in _YES


def _count(cell: str) -> int | None:
    text = cell
    if counted := _COUNTED.fullmatch(cell):
        text = counted[1]
    elif both := _BOTH.fullmatch(cell):
        text = f"{both[1]}/{both[2]}"
    try:
        result = read_result(text)
    except UnreadableError:
        template = N_("'{cell}' is no count: say a count, or leave it empty and say made or failed in outcome")
        raise UnreadableError(_(template, cell=shown(cell))) from None
    if result.outcome:
        template = N_("'{cell}' is an outcome: say a count, or leave it empty and say made or failed in outcome")
        raise UnreadableError(_(template, cell=cell))
    return result.card_points


def _with_bonuses(cell: str) -> int:
    """A count that may have bonuses in it."""
    counted = _COUNTED.fullmatch(cell)
    return read_count(counted[1] if counted else cell)


def _outcome(cell: str) -> str:
    if cell.casefold() not in OUTCOME_WORDS:
        raise UnreadableError(_("'{cell}': say made, failed or even", cell=shown(cell)))
    return OUTCOME_WORDS[cell.casefold()]


def read_units(cells: tuple[str, ...]) -> Units | Wrong:
    """The units of all seven seats, None where nothing stands."""
    try:
        return _units(cells)
    except ScorerError:
        wrong = []
    for seat, cell in enumerate(cells, 1):
        try:
            _units((cell,))
        except ScorerError as error:
            wrong.append(FactError(f"units{seat}", str(error)))
    return Wrong(wrong)


@lru_cache(MOST_KNOWN)
def _units(cells: tuple[str, ...]) -> Units:
    """The units in these cells; raises UnreadableError."""
    written = [WHOLE.sub("", cell.strip().removeprefix("+")) for cell in cells]
    return tuple(read_within(digits, "units", -HIGHEST, HIGHEST) if digits else None for digits in written)


def _numbers(cell: str) -> str | None:
    """The numbers of the sides as they are kept, in the order of their letters; raises UnreadableError."""
    read = [read_number(part) for part in _BETWEEN.split(cell)]
    numbers = tuple(number for number in read if number is not None)
    if len(numbers) < len(read) or max(numbers) > MOST_COUNT:
        raise UnreadableError(_("'{cell}': say what each side has, as in 74 46", cell=shown(cell)))
    return numbers_text(numbers)


def _ended(cell: str) -> str:
    """Won or even, in English and Italian; raises UnreadableError."""
    word = OUTCOME_WORDS.get(cell.casefold())
    if word not in {MADE, EVEN} or cell.casefold() == MADE:
        template = N_("'{cell}': nobody calls here; say won or even, and who in winners")
        raise UnreadableError(_(template, cell=shown(cell)))
    return WON if word == MADE else EVEN


# Those of every record
KIND = optional("kind", lambda cell: read_choice(cell, "kind", KINDS), DEAL)
NUMBER = optional("number", lambda cell: read_within(cell, "number", 1, HIGHEST))
NOTE = reader("note", clean_note)
# Those of a deal; of one with a caller, then of one without
COUNT = optional("card_points", _count)
COUNT_WITH_BONUSES = optional("card_points", _with_bonuses)
BONUS = optional("bonuses", lambda cell: str(read_within(cell, "bonuses", 0, MOST_COUNT)))
ENDS = optional("outcome", _outcome)
SLAMS = reader("slam", read_yes)
TIMES = optional("times", read_times)
COUNTS = optional("counts", _numbers)
BONUSES = optional("bonuses", _numbers)
ENDS_OF_SIDES = optional("outcome", _ended)
# That of a paper sheet
DEALS_OF_SHEET = optional("deals", read_deals_of_sheet)

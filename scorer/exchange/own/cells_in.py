"""The content of a cell, or its fault, as a value: both are remembered, for most cells repeat."""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from scorer.exchange.csv_writer import unguarded
from scorer.match.names import fold, plays_alone, shown
from scorer.match.parsing import MOST_COUNT, clean_note, read_choice, read_count, read_result, read_times, read_within
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
A_COUNT = "say a count, or leave it empty and say made or failed in outcome"
_YES, _NO = YES | {"x", "\u2713", "true", "vero", "verdadero"}, NO | {"-", "false", "falso"}
# `71`, `71 p.`, `71 punti`, and `71,0` of a spreadsheet; and both counts, `74-46`.
_COUNTED = re.compile(r"(\d{1,3})(?:[.,]0+)?\s*(?:p|pt|pts|punti|points)?\.?", re.IGNORECASE)
_BOTH = re.compile(r"(\d{1,3})\s*[-\u2013:]\s*(\d{1,3})")
_WHOLE = re.compile(r"(?<=\d)[.,]00?$")  # `2,0` is how a spreadsheet may write 2; `2.000` may be 2000
_BETWEEN = re.compile(r"\s*(?:[-\u2013/:;,]|\bto\b|\ba\b|\s)\s*", re.IGNORECASE)  # `74 46`, `74-46`, `74 to 46`


class Wrong(tuple[FactError, ...]):
    """The fault of some cells of a line, as a value that is remembered like a right one."""

    __slots__ = ()


def read_cell(fact: str, read: Callable[[str], Any], cell: str) -> Any:
    """What a cell holds without its guard; what cannot be read is a FactError, as a value."""
    try:
        return read(unguarded(cell).strip())
    except ScorerError as error:
        return FactError(fact, str(error))


def reader(fact: str, read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Reads a cell as read_cell does, and remembers it."""
    return lru_cache(MOST_KNOWN)(partial(read_cell, fact, read))


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
        raise UnreadableError(f"'{text}': say yes or no")
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
        raise UnreadableError(f"'{shown(cell)}' is no count: {A_COUNT}") from None
    if result.outcome:
        raise UnreadableError(f"'{cell}' is an outcome: {A_COUNT}")
    return result.card_points


def _with_bonuses(cell: str) -> int:
    """A count that may have bonuses in it."""
    counted = _COUNTED.fullmatch(cell)
    return read_count(counted[1] if counted else cell)


def _outcome(cell: str) -> str:
    if cell.casefold() not in OUTCOME_WORDS:
        raise UnreadableError(f"'{shown(cell)}': say made, failed or even")
    return OUTCOME_WORDS[cell.casefold()]


@lru_cache(MOST_KNOWN)
def read_units(cells: tuple[str, ...]) -> Units | Wrong:
    """The units of all seven seats, None where nothing stands."""
    units: list[int | None] = []
    wrong = []
    for seat, cell in enumerate(cells, 1):
        try:
            digits = _WHOLE.sub("", cell.strip().removeprefix("+"))
            units.append(read_within(digits, "units", -HIGHEST, HIGHEST) if digits else None)
        except ScorerError as error:
            wrong.append(FactError(f"units{seat}", str(error)))
    return Wrong(wrong) if wrong else tuple(units)


def _numbers(cell: str) -> str | None:
    """The numbers of the sides as they are kept, in the order of their letters; raises UnreadableError."""
    read = [read_number(part) for part in _BETWEEN.split(cell)]
    numbers = tuple(number for number in read if number is not None)
    if len(numbers) < len(read) or max(numbers) > MOST_COUNT:
        raise UnreadableError(f"'{shown(cell)}': say what each side has, as in 74 46")
    return numbers_text(numbers)


def _ended(cell: str) -> str:
    """Won or even, in English and Italian; raises UnreadableError."""
    word = OUTCOME_WORDS.get(cell.casefold())
    if word not in {MADE, EVEN} or cell.casefold() == MADE:
        raise UnreadableError(f"'{shown(cell)}': nobody calls here; say {WON} or {EVEN}, and who in winners")
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

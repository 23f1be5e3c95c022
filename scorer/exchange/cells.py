"""What stands in single cells: days, yes and no, texts, the names of players."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from scorer.errors import NotFoundError
from scorer.exchange.faults import Notices
from scorer.exchange.writing import unguarded
from scorer.match.names import clean_player, find, fold, mixed_scripts, near_duplicates, printable, shown
from scorer.rules.errors import ScorerError, UnreadableError
from scorer.rules.judge import MOST_KNOWN, FactError

MOST_NEW_PLAYERS = 5_000
_ISO = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})([/.])(\d{1,2})\2(\d{4})", re.ASCII)
EARLIEST_YEAR, LATEST_YEAR = 1900, 2100
_YES, _NO = ("yes", "y", "sì", "si", "si\u0300"), ("no", "n")


def read_day(text: str, *, any_year: bool = False) -> tuple[date, bool]:
    """Read `2026-11-03`, or day first `3/11/2026` and `03.11.2026`, and whether it was day first.

    A year that no evening was played in is a slip, unless `any_year`.
    """
    word = unguarded(text).strip()
    if not word:
        raise UnreadableError("missing: say 2026-01-13 or 13/1/2026")
    said = _DAY_FIRST.fullmatch(word)
    if not said and not _ISO.fullmatch(word):
        raise UnreadableError(f"'{shown(text)}' is not a date: say 2026-01-13 or 13/1/2026")
    try:
        on = date(int(said[4]), int(said[3]), int(said[1])) if said else date.fromisoformat(word)
    except ValueError as error:
        raise UnreadableError(f"'{text}' is no day: {error}") from error
    if not (any_year or EARLIEST_YEAR <= on.year <= LATEST_YEAR):
        raise UnreadableError(f"'{text}': the year is not within {EARLIEST_YEAR} to {LATEST_YEAR}")
    return on, bool(said)


def read_yes(text: str) -> bool | None:
    """Read `yes` or `no`, in English or Italian; None for an empty cell."""
    word = text.strip().casefold()
    if word not in (*_YES, *_NO, ""):
        raise UnreadableError(f"'{text}': say yes or no")
    return None if not word else word in _YES


@dataclass(frozen=True, slots=True)
class Seats:
    """The players of a line in playing order; `at` is the seat number by the cells as they are written."""

    names: tuple[str, ...]
    at: dict[str, int]


class Players:
    """The players that a file names: known ones by their folded name, new ones as they come."""

    def __init__(self, known: Mapping[str, str], notices: Notices) -> None:
        self.new: list[str] = []
        self._known = dict(known)
        self._notices = notices
        self._names = lru_cache(MOST_KNOWN)(self._name)
        self._slips: dict[str, list[str]] | None = None
        self._pairs: list[tuple[str, str]] = []
        self._seen: Counter[tuple[str, ...]] = Counter()
        self.seats = lru_cache(MOST_KNOWN)(self._seats)

    def count(self, seats: Seats) -> None:
        """Note that these players sit in one more record."""
        self._seen[seats.names] += 1

    def tell_slips(self) -> None:
        """Say which new names may be slips of the pen: what the scorebook has stays, else what stands more often."""
        records: Counter[str] = Counter()
        for names, times in self._seen.items() if self._pairs else ():
            records.update(dict.fromkeys(names, times))
        for name, other in self._pairs:
            apart = f"{other} and {name} are one slip of the pen apart"
            if any(name in names and other in names for names in self._seen):
                self._notices.add(f"{apart}, and sit at one table: they are taken for two people")
                continue
            gone, stays = (other, name) if other in self.new and records[other] < records[name] else (name, other)
            if other in self.new and records[other] == records[name]:
                self._notices.add(f"{apart}; if they are one person: scorer player merge")
            else:
                new = f"{gone} is new" if stays not in self.new else f"{gone} and {stays} are new"
                self._notices.add(f'{new}; if it is {stays}: scorer player merge "{gone}" "{stays}"')

    def name(self, cell: str) -> str:
        """The name that a cell means, remembered where it is new; raises ScorerError for what is no name."""
        name = self._names(cell)
        if isinstance(name, FactError):
            raise name
        return name

    def meant(self, cell: str) -> str | None:
        """The player whom a cell names; None for one that no seat and no scorebook has."""
        return self._known.get(fold(unguarded(cell)))

    def _name(self, cell: str) -> str | FactError:
        """The name that a cell means, or what is wrong with it."""
        try:
            name = clean_player(unguarded(cell))
        except ScorerError as error:
            return FactError("", str(error))
        key = fold(name)
        if key not in self._known:
            if len(self.new) == MOST_NEW_PLAYERS:
                return FactError("", f"more than {MOST_NEW_PLAYERS:,} new players; is it the right column?")
            self._warn(name, key)
            self._known[key] = name
            self.new.append(name)
        return self._known[key]

    def _seats(self, cells: tuple[str, ...]) -> "Seats | tuple[FactError, ...]":
        """The seats of a line, out of its seven cells; or what is wrong with them."""
        said = [cell for cell in cells if cell.strip()]
        wrong = []
        names: list[str] = []
        for seat, cell in enumerate(cells[: len(said)], 1):
            name = self._names(cell) if cell.strip() else FactError("", f"nobody sits here, and after it {said[-1]}")
            if isinstance(name, FactError):
                wrong.append(FactError(f"seat{seat}", str(name)))
            elif name in names:
                wrong.append(FactError(f"seat{seat}", f"{name} sits in seat {names.index(name) + 1} already"))
            else:
                names.append(name)
        if not wrong and len(names) < 3:  # noqa: PLR2004 - a caller, a partner, a defender
            few = f"{len(names)} players: 3 to 7 sit at a table" if names else "missing: 3 to 7 players sit at a table"
            wrong = [FactError("seat1", few)]
        return tuple(wrong) or Seats(tuple(names), {cell: at for at, cell in enumerate(cells[: len(said)], 1)})

    def _warn(self, name: str, key: str) -> None:
        """Say which known names a new one may be a slip of the pen for."""
        if self._slips is None:
            self._slips = {}
            for known, shown in self._known.items():
                self._remember(known, shown)
        near = {other for slip in _slips(key) for other in self._slips.get(slip, ())}
        self._pairs += [(name, other) for other in near_duplicates(name, sorted(near))]
        if mixed_scripts(name):
            self._notices.add(f"{name} mixes two alphabets: some letters may only look right")
        self._remember(key, name)

    def _remember(self, key: str, name: str) -> None:
        assert self._slips is not None
        for slip in _slips(key):
            self._slips.setdefault(slip, []).append(name)


def _slips(key: str) -> set[str]:
    """The name and the name without one letter: two names that are one slip apart share one of these."""
    return {key, *(key[:at] + key[at + 1 :] for at in range(len(key)))}


def not_seated(cell: str, names: Sequence[str]) -> str:
    """That nobody of this name sits there, and who may be meant."""
    said = printable(unguarded(cell).strip())
    try:
        hint = f" (did you mean {find(cell, names)}?)"
    except NotFoundError as error:
        hint = f" ({str(error).rpartition(' (')[2]}" if str(error).endswith("?)") else ""
    return f"'{said}' does not sit in this line: {', '.join(names)}{hint}"

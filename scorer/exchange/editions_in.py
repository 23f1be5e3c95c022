"""What became of the records of a match, out of the last columns of the lossless form."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

from scorer.exchange.deals_in import DealLines
from scorer.exchange.faults import Faults
from scorer.exchange.matches_in import Place
from scorer.exchange.people_in import Merged
from scorer.exchange.writing import unguarded
from scorer.match.parsing import clean_note, read_choice, read_within
from scorer.rules.errors import ScorerError, UnreadableError
from scorer.rules.kinds import DEAL, OUTSIDE, REDEALS
from scorer.scorebook.incoming import Line, Making

T = TypeVar("T")
COLUMNS = ("status", "replaces", "reason", "recorded_at")
STATUSES = ("live", "edited", "undone", "voided")
REPLACING = {"edited": "edit", "undone": "undo"}
VOIDING = {"voided": "void", "undone": "undo"}
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_NUMBER, _KIND, _NOTE = 0, 1, 13


def read_moment(cell: str) -> str:
    """A moment as it is stored, in UTC: `2026-11-20T21:30:00.000000Z`; raises UnreadableError."""
    try:
        if _MOMENT.fullmatch(cell):
            datetime.fromisoformat(cell)
            return cell
    except ValueError:
        pass
    raise UnreadableError(f"'{cell}' is no moment in UTC such as 2026-11-20T21:30:00.000000Z")


@dataclass(frozen=True, slots=True)
class Fate:
    """What the last columns of a line say; `replaces` counts the editions of the same number from 1."""

    at_line: int
    status: str
    replaces: int | None
    reason: str
    recorded_at: str


class EditionLines:
    """The records of the lossless form, a match at a time."""

    def __init__(self, lines: DealLines, faults: Faults, merged: Merged) -> None:
        self.live_deals: Counter[Place] = Counter()
        self._lines = lines
        self._clash = merged.clash
        self._faults = faults
        self._columns = itemgetter(*(lines.at[name] for name in COLUMNS))

    def matches(self) -> Iterator[tuple[Place, list[Line], list[Making]]]:
        """Each match with its records and how each was made; the lines of a match have to stand together."""
        over: set[int] = set()
        for place, together in groupby(self._lines.lines(), key=itemgetter(2)):
            lines, fates = [], []
            for at_line, cells, _, line in together:
                if id(place) in over:
                    self._blame(at_line, f"the lines of {place.arrival.name} do not stand together", "match")
                lines.append(line)
                fates.append(self._fate(at_line, self._columns(cells)))
                if fates[-1].status == "live":
                    self.live_deals[place] += line[0][_KIND] == DEAL
                    if clash := self._clash(line[1]):
                        self._blame(at_line, clash, "seat1")
            over.add(id(place))
            yield place, lines, self._made(lines, fates)

    def _blame(self, line: int, message: str, column: str) -> None:
        """Note a fault of an earlier line than the one that is being read."""
        here, self._faults.line = self._faults.line, line
        self._faults.add(message, column)
        self._faults.line = here

    def _fate(self, line: int, cells: Sequence[str]) -> Fate:
        """What became of the record of a line, out of its last columns."""

        def read(at: int, reader: Callable[[str], T], empty: T) -> T:
            """What a cell says; its complaint becomes a fault."""
            try:
                return reader(unguarded(cells[at]).strip())
            except ScorerError as error:
                self._blame(line, str(error), COLUMNS[at])
                return empty

        return Fate(
            line,
            status=read(0, lambda cell: read_choice(cell, "status", STATUSES), "live"),
            replaces=read(1, lambda cell: read_within(cell, "replaces", 1, 1_000_000) if cell else None, None),
            reason=read(2, clean_note, ""),
            recorded_at=read(3, read_moment, ""),
        )

    def _made(self, lines: Sequence[Line], fates: Sequence[Fate]) -> list[Making]:
        """How each record was made, and by what struck out where no other took its place."""
        numbers: dict[int, list[int]] = {}
        instead: dict[int, int] = {}  # what was replaced, and by what
        for at, (line, fate) in enumerate(zip(lines, fates, strict=True)):
            same = numbers.setdefault(line[0][_NUMBER], [])
            if fate.replaces is not None:
                before = same[fate.replaces - 1] if fate.replaces <= len(same) else None
                if before is None or before in instead or fates[before].status not in REPLACING:
                    wrong = f"no edited or undone edition {fate.replaces} of number {line[0][_NUMBER]} stands before it"
                    self._blame(fate.at_line, wrong, "replaces")
                else:
                    instead[before] = at
            same.append(at)
        replaced = {by: before for before, by in instead.items()}
        self._check(numbers, fates, instead)
        return [self._making(at, lines[at], fates, instead, replaced) for at in range(len(lines))]

    def _check(self, numbers: Mapping[int, Sequence[int]], fates: Sequence[Fate], instead: Mapping[int, int]) -> None:
        """Of each number one record may be live, and what was edited needs what replaces it."""
        for number, same in numbers.items():
            live = [at for at in same if fates[at].status == "live"]
            for at in live[1:]:
                self._blame(fates[at].at_line, f"number {number} is live twice in one match", "status")
            for at in same:
                if fates[at].status == "edited" and at not in instead:
                    self._blame(fates[at].at_line, "it was edited, and no line of its number replaces it", "status")

    def _making(
        self, at: int, line: Line, fates: Sequence[Fate], instead: Mapping[int, int], replaced: Mapping[int, int]
    ) -> Making:
        """How the record at this place was made, and by what struck out."""
        fate = fates[at]
        before = replaced.get(at)
        if before is not None:
            action, reason = REPLACING[fates[before].status], fates[before].reason
        else:
            action = "redeal" if line[0][_KIND] in REDEALS else line[0][_KIND]
            reason = line[0][_NOTE] if line[0][_KIND] in OUTSIDE else ""
        voiding = VOIDING.get(fate.status, "") if at not in instead else ""
        return Making(action, fate.recorded_at, reason, before, voiding, fate.reason)

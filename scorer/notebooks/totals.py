"""Rows that add others up, known by their figures and not by the word beside them.

A sum may be a deal of its own by chance, and it matters for the sums below whether it is. So the lines are read in
every way that is possible, and what the later sums do not rule out is asked.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add, sub

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import Faults
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed, signed
from scorer.match.names import shown
from scorer.notebooks.table import NO_TOTALS, DoubtfulTableError, Line, TableReading, Wishes, in_words

FEWEST_ADDED = 2  # lines that a sum adds up
NEVER = 1 << 30  # as many lines no table has
MOST_READINGS = 64  # after which the table has to say more
READINGS_NAMED = 4
# What a line can be that adds up others: a total by its figures, or by what stands beside them; its own; either
SURE, STRANGE, OWN, EITHER = "a total", "nothing else", "a line of its own", "either"
Sums = tuple[int, ...]


@dataclass(slots=True)
class _Sums:
    """One way to read the lines so far: which are totals, and what the others add up to.

    `begins` are the sums before a stretch of lines that a total may add up, with how many lines they are; `evening`
    is the same of the present evening. `top` are the units of a first line that adds up all below it.
    """

    sums: Sums
    begins: dict[Sums, int]
    evening: tuple[Sums, int]
    rows: int = 0
    totals: tuple[int, ...] = ()
    last: Sums = ()
    top: Sums = ()

    def adds_up(self, units: Sums, fewest: int, fewest_of_evening: int) -> bool:
        """Whether these units are the sum of so many lines up to here, or of more; of so many of this evening."""
        before = tuple(map(sub, self.sums, units))
        if before in self.begins and self.rows - self.begins[before] >= fewest:
            return True
        sums, rows = self.evening
        return sums == before and self.rows - rows >= fewest_of_evening

    def difference(self, line: Line, players: Sequence[str]) -> tuple[str, int, int] | None:
        """The player of whom a line that says it is a total has another number than the lines, with both; or None."""
        stretches = [tuple(map(sub, self.sums, begin)) for begin in (*self.begins, self.evening[0])]
        differences = []
        for added in (*stretches, *filter(None, [self.last])):
            at = dict(zip(players, added, strict=True))
            found = [(name, number, at[name]) for name, number in line.numbers.items() if at.get(name, 0) != number]
            if not found:
                return None
            differences.append(found)
        return min(differences, key=len)[0]

    def add(self, units: Sums) -> None:
        self.sums = tuple(map(add, self.sums, units))
        self.last = units
        self.rows += 1

    def leave_out(self, number: int) -> None:
        self.totals += (number,)
        self.begins.setdefault(self.sums, self.rows)

    def copy(self) -> "_Sums":
        return replace(self, begins=dict(self.begins))


def possible_totals(lines: Sequence[Line], players: Sequence[str]) -> set[int]:
    """The numbers of the lines that add others up, or say so, whatever else they could be."""
    readings = _Reader(players, lambda _line: EITHER, None, Faults()).readings(lines)
    return {number for reading in readings for number in reading.totals}


def totals_of(
    lines: Sequence[Line], players: Sequence[str], kind: Callable[[Line], str], wishes: Wishes, faults: Faults
) -> set[int]:
    """The numbers of the lines that are totals, by what `kind` says that a line can be.

    Notes a fault for a line that says it is a total and is none. Raises DoubtfulTableError where a total may be a line
    of its own, and RefusedError where what `wishes` say of totals is not so.
    """
    labels = {line.number for line in lines if line.label}
    before = _Reader(players, kind, wishes, Faults())
    before.readings(lines)
    reader = _Reader(players, kind, wishes, faults, fewest_of_evening=1 if before.sure or labels else FEWEST_ADDED)
    readings = reader.readings(lines)
    ways = [[number for number in reading.totals if number not in labels] for reading in readings]
    known = labels.union(*ways)
    certain, doubtful = (numbers - known for numbers in _totals_as_played(lines, players, kind))
    ways = [[*way, *sorted(certain)] for way in ways]
    if doubtful:
        ways += [[*way, *sorted(doubtful)] for way in ways]
    possible, sure = {number for way in ways for number in way}, reader.sure | certain
    if strange := sorted(wishes.total_lines() - possible - labels):
        template = N_("--totals {number}: {line} is no row with units")
        if any(line.number == strange[0] for line in lines):
            template = N_("--totals {number}: {line} is not the sum of other lines")
        raise RefusedError(_(template, number=strange[0], line=faults.word.of(strange[0])))
    if wishes.totals:
        fitting = [way for way in ways if {*way} - sure == wishes.total_lines() - sure - labels]
        if not fitting:
            able = reduce(
                lambda names, last: _("{names} or {last}", names=names, last=last),
                (f"--totals {_word(way)}" for way in ways),
            )
            template = N_("--totals {typed}: the other sums do not fit; say {ways}")
            raise RefusedError(_(template, typed=wishes.totals, ways=able))
        return {*fitting[0], *labels}
    if len(ways) > 1:
        raise _doubt(ways, sorted(possible - {number for number in sure if all(number in way for way in ways)}), faults)
    return {*ways[0], *labels}


class _Reader:
    """Reads lines in every way that is possible; `sure` are the numbers of those that add up others and are no more.

    `fewest_of_evening` is how many lines the total of an evening adds up: one, where the table is known to have totals.
    """

    def __init__(
        self,
        players: Sequence[str],
        kind: Callable[[Line], str],
        wishes: Wishes | None,
        faults: Faults,
        fewest_of_evening: int = FEWEST_ADDED,
    ) -> None:
        self._players, self._kind, self._wishes, self._faults = players, kind, wishes, faults
        self._all_readable = True
        self._fewest_of_evening = fewest_of_evening
        self.sure: set[int] = set()

    def readings(self, lines: Sequence[Line]) -> list[_Sums]:
        """Every way to read the lines in which the sums that can be nothing else are sums."""
        zero: Sums = (0,) * len(self._players)
        self._all_readable = all(len(line.numbers) == len(line.units) for line in lines if not line.label)
        readings = [_Sums(zero, {zero: 0}, (zero, 0))]
        first = next((line for line in lines if not line.label), None)
        headings = []  # totals above the first line
        evenings = [*_evenings(lines)]
        for at, line in enumerate(lines):
            if line.label and not readings[0].rows:
                headings.append(line)
            elif line.label:
                readings = self._labelled(line, readings)
            elif line is first:
                readings = self._first(line, readings[0])
            else:
                begins = evenings[at] != evenings[at - 1]
                ends_evening = begins or evenings[at + 2 : at + 3] != [evenings[at]]
                readings = self._unlabelled(line, readings, begins_evening=begins, ends_evening=ends_evening)
        for line in headings:
            self._labelled(line, [replace(reading, begins={zero: 0}, last=()) for reading in readings])
        return self._of_whole(readings, first)

    def _units(self, line: Line) -> Sums:
        numbers = line.numbers
        return tuple(numbers.get(name, 0) for name in self._players)

    def _labelled(self, line: Line, readings: list[_Sums]) -> list[_Sums]:
        """The readings in which a line that says it is a total is one; notes a fault where it is one in none."""
        differences = [reading.difference(line, self._players) for reading in readings]
        agreeing = [reading for reading, found in zip(readings, differences, strict=True) if not found]
        if differences[0] and not agreeing and self._all_readable:  # what cannot be read is refused itself
            name, here, due = differences[0]
            self._faults.line = line.number
            template = N_(
                "'{label}' has {here} here, and the lines that it adds up have {due}: "
                "put right which of them is wrong, or delete the row"
            )
            self._faults.add(_(template, label=shown(line.label), here=signed(here), due=signed(due)), name)
        for reading in agreeing or readings:
            reading.leave_out(line.number)
        return agreeing or readings

    def _first(self, line: Line, reading: _Sums) -> list[_Sums]:
        """The readings with the first line, which may be the total of all below it."""
        units, above = self._units(line), reading.copy()
        reading.add(units)
        if not any(units) or self._kind(line) == OWN:
            return [reading]
        above.top = units
        above.leave_out(line.number)
        return [reading, above]

    def _unlabelled(
        self, line: Line, readings: list[_Sums], *, begins_evening: bool, ends_evening: bool
    ) -> list[_Sums]:
        """The readings with this line, which is a total where it adds up others, unless it can only be its own."""
        units = self._units(line)
        readable = any(units) and len(line.numbers) == len(line.units)
        kind = self._kind(line) if readable else OWN
        fewest = 1 if kind == STRANGE else FEWEST_ADDED
        of_evening = min(fewest, self._fewest_of_evening) if ends_evening else NEVER
        adding = [reading for reading in readings if kind != OWN and reading.adds_up(units, fewest, of_evening)]
        left = [reading.copy() for reading in adding]
        for reading in left:
            reading.leave_out(line.number)
        if not all(reading.top for reading in adding) and kind in {SURE, STRANGE}:
            self.sure.add(line.number)
            return left
        for reading in readings:
            if begins_evening:
                reading.evening = (reading.sums, reading.rows)
            reading.add(units)
        if len(readings) + len(left) <= MOST_READINGS:
            return readings + left
        if self._wishes is None:
            return left
        if not self._wishes.totals:
            template = N_(
                "{line}: too many rows may be totals, or count: "
                "--totals says which lines are totals, as in 5,9, or none"
            )
            raise RefusedError(_(template, line=self._faults.word.of(line.number)))
        return left if line.number in self._wishes.total_lines() else readings

    def _of_whole(self, readings: list[_Sums], first: Line | None) -> list[_Sums]:
        """The readings in which a first line that is taken for the total of all below it is that.

        Raises RefusedError where the other totals fit only with a first line that is left out, and is no such total.
        """
        above = [r for r in readings if r.top and r.top == r.sums and r.rows >= FEWEST_ADDED]
        if first and above and self._kind(first) in {SURE, STRANGE}:
            self.sure.add(first.number)
            return above
        possible = [reading for reading in readings if not reading.top] + above
        if first and not possible:
            template = N_(
                "{line}: the totals of this table fit only without this row, which is not the sum of all rows below "
                "it: put right which of them is wrong, or delete the row"
            )
            raise RefusedError(_(template, line=self._faults.word.of(first.number)))
        return possible


def _evenings(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """The evening of each line; a line with a word in place of its day belongs to the evening above."""
    evening = ("", "")
    for line in lines:
        if not line.label and any(map(str.isdecimal, line.cells.get("on", "0"))):
            evening = line.evening
        yield evening


def _totals_as_played(
    lines: Sequence[Line], players: Sequence[str], kind: Callable[[Line], str]
) -> tuple[set[int], set[int]]:
    """The numbers of the lines that add up others by their days, or from below: those that are no more, and those
    that could be lines of their own.
    """
    reader = _Reader(players, kind, None, Faults())
    orders = (_by_day(lines), lines[::-1])
    found = {number for order in orders for reading in reader.readings(order) for number in reading.totals}
    return found & reader.sure, found - reader.sure


def _by_day(lines: Sequence[Line]) -> list[Line]:
    """The lines from the oldest day on, for a total may add up what stands below it."""
    days = [day for day, _match in _evenings(lines)]
    return [lines[at] for at in sorted(range(len(lines)), key=days.__getitem__)]


def _doubt(ways: Sequence[Sequence[int]], asked: Sequence[int], faults: Faults) -> DoubtfulTableError:
    """The question which of these lines are totals."""
    ways = sorted(ways, key=len, reverse=True)
    readings = []
    for way in ways if len(ways) <= READINGS_NAMED else (ways[0], ways[-1]):
        totals = listed([str(number) for number in asked if number in way])
        meaning = _("without {lines}", lines=totals) if totals else _("with it")
        readings.append(TableReading("totals", _word(way), meaning))
    template = N_(
        "{lines}: this adds up other lines, and could be a deal or an evening of its own; the table counts {ways}: "
        "say which"
    )
    lines = faults.word.of(listed([*map(str, asked)]))
    return DoubtfulTableError(_(template, lines=lines, ways=in_words(readings)), readings)


def _word(way: Sequence[int]) -> str:
    return ",".join(map(str, sorted(way))) or NO_TOTALS

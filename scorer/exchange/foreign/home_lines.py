"""The lines of a home table: their facts under our names, the units of the players, the dates as we write them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from scorer.exchange.csv_reader import Faults, Notices, no_names, whole
from scorer.exchange.foreign import column_and_cell_words as words
from scorer.exchange.foreign import money
from scorer.exchange.foreign.briscolone import GAME_COLUMNS
from scorer.exchange.foreign.date_order import check_years, is_serial, out_of_order_words, settled_days
from scorer.exchange.foreign.header import columns_of, header_at, padded, ranking_at
from scorer.exchange.foreign.table import DAY_FIRST, Grid, Row, Wishes
from scorer.exchange.foreign.transposed import KEPT_DOWN
from scorer.exchange.own.deals_csv import COLUMNS, SEAT_COLUMNS, UNITS_COLUMNS
from scorer.exchange.own.deals_in import TOTALS
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import fold, shown

LINES_NAMED = 30
HEAD: Final = {*KEPT_DOWN, "note"}


@dataclass(slots=True)
class Line:
    """A line below the header: its cells by our columns, and the units of who has a number there, as typed."""

    number: int
    cells: dict[str, str]
    units: dict[str, str] = field(default_factory=dict)
    own_day: bool = True

    @property
    def evening(self) -> tuple[str, str]:
        """The day and the match of the line."""
        return self.cells.get("on", ""), self.cells.get("match", "")

    @property
    def numbers(self) -> dict[str, int]:
        """The units that are whole numbers."""
        return {name: number for name, text in self.units.items() if (number := whole(text)) is not None}

    @property
    def total(self) -> int:
        """The sum of the units; 0 where one is no whole number, which is refused elsewhere."""
        numbers = self.numbers
        return sum(numbers.values()) if len(numbers) == len(self.units) else 0


class HomeLines:
    """The lines of a home table, and what its columns are.

    `names` are those of the columns as the file has them, `facts` and `players` the places of what they are.
    Raises FaultyFileError for a header that cannot be understood, DoubtfulTableError for dates and columns in doubt.
    """

    def __init__(self, grid: Grid, wishes: Wishes, faults: Faults, notices: Notices) -> None:
        self._faults, self._notices = faults, notices
        faults.word = grid.word
        for notice in grid.notices:
            notices.add(notice)
        if grid.unread:
            notices.add(f"the sheet {grid.sheet} is read; not read: {', '.join(grid.unread)} (--sheet NAME takes one)")
        begin = header_at(grid.rows)
        faults.line, names = grid.rows[begin or 0]
        if begin is None:
            faults.add(no_names([fold(cell) for cell in names], COLUMNS))
            raise faults.error()
        self.names, below = self._without_ranking(names, grid.rows[begin + 1 :])
        ignored = {fold(name) for name in wishes.ignore}
        numbers = [
            at
            for at, name in enumerate(self.names)
            if not (words.meaning(name) or words.is_sum(name)) and fold(name) not in ignored
        ]
        if wishes.unit_value:
            cents = money.unit_value_cents(wishes.unit_value)
            below = money.in_units(below, numbers, cents, self.names, faults)
            notices.add(f"amounts of money are read as units of {cents / 100:.2f} each")
        else:
            money.check_no_money(below, numbers, self.names, faults)
        sorted_out = columns_of(self.names, below, wishes, faults)
        faults.check()
        self.facts, self.players = sorted_out.facts, sorted_out.players
        if sorted_out.away:
            notices.add(f"left away as no player: {', '.join(sorted_out.away)}")
        self.is_game = {fold(name) for name in GAME_COLUMNS[1:]} <= {fold(name) for name in self.names}
        self.lines = list(self._lines_of(below))
        self._fill_down()
        self._by_seats()
        self._settle((DAY_FIRST, *wishes.dates) if self.is_game else wishes.dates)

    def _without_ranking(self, names: list[str], below: Sequence[Row]) -> tuple[list[str], list[Row]]:
        """The table alone, where a ranking of its players stands beside it."""
        width = max([len(names), *(len(cells) for _line, cells in below)])
        wide = padded(names, width)
        at = ranking_at(wide, [padded(cells, width) for _line, cells in below])
        if at is None:
            return names, [(line, padded(cells, len(names))) for line, cells in below]
        columns = ", ".join(filter(None, wide[at:]))
        what = f"left away: {columns}" if columns else f"the columns from {at + 1} on are left away"
        self._notices.add(f"a ranking stands beside the table; {what}")
        return wide[:at], [(line, padded(cells, width)[:at]) for line, cells in below if any(cells[:at])]

    def _lines_of(self, below: Sequence[Row]) -> Iterator[Line]:
        """The lines that say something of a deal or an evening; of the others it is said which they are."""
        skipped: dict[str, list[int]] = {"a row of totals": [], "no deal": []}
        absent: Counter[str] = Counter()
        for number, row in below:
            cells = {column: row[at] for column, at in self.facts.items() if row[at]}
            given = {name: row[at] for name, at in self.players.items()}
            units = {name: cell for name, cell in given.items() if cell.casefold() not in words.ABSENT}
            if not any(row) or row == self.names:
                continue
            if cells.get("match", "").isdecimal():
                cells["match"] = f"{self.names[self.facts['match']]} {cells['match']}"
            filled = [c for c in row if c != cells.get("note") or ("on" not in cells and c.casefold() in TOTALS)]
            if "bid" not in cells and any(map(words.says_total, filled)):
                skipped["a row of totals"].append(number)
            elif (self.players and all(text.endswith("%") for text in units.values())) or not (cells or units):
                skipped["no deal"].append(number)
            else:
                absent.update(cell for cell in given.values() if cell.casefold() in words.ABSENT_WORDS)
                yield Line(number, cells, units)
        for what in filter(skipped.get, skipped):
            where = [*map(str, skipped[what][:LINES_NAMED]), *(["..."] if skipped[what][LINES_NAMED:] else [])]
            self._notices.add(f"{self._faults.word} {', '.join(where)}: {what}, left away")
        if absent:
            written = listed([f"'{shown(word)}'" for word in absent])
            empty = "1 cell" if absent.total() == 1 else f"{absent.total()} cells"
            self._notices.add(f"{empty} with {written}: who was not there")

    def _fill_down(self) -> None:
        """Say in every line what merged cells left out."""
        above: dict[str, str] = {}
        filled: Counter[str] = Counter()
        for line in self.lines:
            line.own_day = "on" in line.cells
            if line.own_day and line.cells["on"] != above.get("on"):
                above.pop("match", None)
            for column in KEPT_DOWN if self.players or not line.cells.keys() <= set(UNITS_COLUMNS) else ():
                if column in line.cells:
                    above[column] = line.cells[column]
                elif column in above:
                    line.cells[column] = above[column]
                    filled[column] += 1
        for column, times in filled.items():
            cells = "1 empty cell" if times == 1 else f"{times} empty cells"
            self._notices.add(f"{cells} of {self.names[self.facts[column]]}: what stands above is meant")

    def _by_seats(self) -> None:
        """Turn columns of seats and units without a caller into columns of players."""
        if "caller" in self.facts or not {"seat1", "units1"} <= self.facts.keys() or "kind" in self.facts:
            return
        for line in self.lines:
            seats, units = ([line.cells.pop(c, "") for c in columns] for columns in (SEAT_COLUMNS, UNITS_COLUMNS))
            line.units = {name: got or "0" for name, got in zip(seats, units, strict=True) if name}
        self.facts = {name: at for name, at in self.facts.items() if name not in {*SEAT_COLUMNS, *UNITS_COLUMNS}}
        self.players = dict.fromkeys((name for line in self.lines for name in line.units), 0)

    def _settle(self, wanted: Sequence[str]) -> None:
        """Read the dates, in the order that is wanted or that they show themselves."""
        if "on" not in self.facts:
            return
        where = f"{self._faults.word} {{}}, column {self.names[self.facts['on']]}"
        cells = [(where.format(line.number), line.cells["on"]) for line in self.lines if "on" in line.cells]
        days, order = settled_days(cells, wanted)
        check_years(days, {cell: place for place, cell in reversed(cells)}, wanted)
        example = next((cell for _line, cell in cells if cell in days and days[cell].isoformat() != cell), "")
        if order and example:
            self._notices.add(f"dates are read {order.replace('-', ' ')}: {example} is {days[example]}")
        elif example and is_serial(example):
            self._notices.add(f"dates are days as a spreadsheet counts them: {example} is {days[example]}")
        if notice := out_of_order_words([(place, days[cell]) for place, cell in cells if cell in days]):
            self._notices.add(notice)
        for line in self.lines:
            if day := days.get(line.cells.get("on", "")):
                line.cells["on"] = day.isoformat()

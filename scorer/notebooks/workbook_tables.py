"""The tables of a workbook's sheets one below the other; what no sheet says, its name may say: the day."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import Notices
from scorer.exchange.own.deals_csv import COLUMNS
from scorer.language import N_, _
from scorer.match.names import printable
from scorer.notebooks.date_order import check_years, settled_days
from scorer.notebooks.dates_without_year import with_years
from scorer.notebooks.home_tables import HomeTable
from scorer.notebooks.running_totals import gains_of_evenings
from scorer.notebooks.table import EVENINGS, Grid, Line, Wishes, sums_of


def days_of_names(grids: Sequence[Grid], wishes: Wishes, notices: Notices) -> dict[str, str]:
    """The days that the names of sheets say, written as ours; raises DoubtfulTableError as dates of cells do."""
    titles = [(_("sheet {name}", name=printable(grid.sheet)), grid.sheet) for grid in grids if grid.sheet]
    cells = with_years(titles, wishes, notices.add)
    dated = [(place, cell) for (place, _title), cell in zip(titles, cells, strict=True)]
    days, _order = settled_days(dated, wishes.dates)
    check_years(days, {cell: place for place, cell in dated}, wishes.dates)
    named = {title: days[cell] for (_place, title), (_same, cell) in zip(titles, dated, strict=True) if cell in days}
    for title, day in [*named.items()][:1]:
        notices.add(_("the name of a sheet is its date: {name} is {day}", name=title, day=day))
    return {title: day.isoformat() for title, day in named.items()}


class WorkbookTables:
    """The tables of several sheets, or of one whose name is its day, as a DealsTable; `days` by the place of a table.

    Raises RefusedError for running totals in several sheets, and for a sheet that adds others up.
    """

    def __init__(self, tables: Sequence[HomeTable], days: Mapping[int, str], wishes: Wishes) -> None:
        self._tables, self._days = tables, days
        columns = {column for table in tables for column in table.header} | ({"on"} if days else set())
        self.header = [column for column in COLUMNS if column in columns]
        self.columns = {column: at for at, column in enumerate(self.header)}
        self.form = EVENINGS if all(table.form == EVENINGS for table in tables) else tables[0].form
        self.is_running = any(table.is_running for table in tables)
        if len(tables) > 1:
            self._check_no_standings(wishes)
            self._check_no_sums()

    def _check_no_standings(self, wishes: Wishes) -> None:
        """Refuse standings: nothing says whether they go on from sheet to sheet, or begin anew in each."""
        if self.form == EVENINGS and not self.is_running:
            gains_of_evenings([line for table in self._tables for line in table.lines], wishes, is_repeated=False)
        for table in self._tables:
            if table.is_running:
                template = N_(
                    "{sheet} has running totals; whether they go on from sheet to sheet or begin anew is not to be "
                    "seen: put the lines of all sheets on one"
                )
                raise RefusedError(_(template, sheet=table.word.in_sheet))

    def _check_no_sums(self) -> None:
        """Refuse a sheet with a line that is, or adds up, what stands in another one."""
        for (at, table), (other_at, other) in permutations(enumerate(self._tables), 2):
            evenings = dict.fromkeys(line.evening for line in other.lines)
            groups = [other.lines, *([line for line in other.lines if line.evening == evening] for evening in evenings)]
            sums = {(_units(lines), len(lines) > 1 or self._day(other_at, lines[0])) for lines in groups if lines}
            for line in table.lines:
                units = _units([line])
                if units and not sums.isdisjoint({(units, True), (units, self._day(at, line))}):
                    template = N_(
                        "{line} is, or adds up, what {sheet} has: name the sheets that count, as in "
                        "--sheet January,February"
                    )
                    raise RefusedError(_(template, line=table.word.of(line.number), sheet=other.word.in_sheet))

    def _day(self, at: int, line: Line) -> str:
        return line.cells.get("on", self._days.get(at, ""))

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """The lines of all sheets as records of ours."""
        for at, table in enumerate(self._tables):
            for number, row in table.rows():
                cells = dict(zip(table.header, row, strict=True))
                if "on" not in cells:
                    cells["on"] = self._days.get(at, "")
                yield number, [cells.get(column, "") for column in self.header]

    def understood(self) -> list[str]:
        """The reading of each table, in lines for a person to check."""
        heads = [f"{table.word.in_sheet}:" if table.word.sheet else "" for table in self._tables]
        both = zip(heads, self._tables, strict=True)
        return [line for head, table in both for line in [*filter(None, [head]), *table.understood()]]


def _units(lines: Iterable[Line]) -> frozenset[tuple[str, int]]:
    """What these lines brought together, to whom they brought anything."""
    return frozenset((name, number) for name, number in sums_of(lines).items() if number)

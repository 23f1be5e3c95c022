"""A file of any kind as a table of deals: one with our columns as it is, a table of somebody else by what is wished."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from scorer.errors import FaultyFileError, RefusedError
from scorer.exchange.csv_reader import Faults, Notices
from scorer.exchange.file_in import FileToOpen, Opened, lacking
from scorer.language import N_, _
from scorer.match.names import printable
from scorer.notebooks.file_kinds import foreign, read_grids
from scorer.notebooks.home_tables import HomeTable
from scorer.notebooks.money import unit_value_cents
from scorer.notebooks.needed_options import NeededOptions
from scorer.notebooks.table import EVENINGS, NO_WISHES, AskedTableError, Grid, Wishes
from scorer.notebooks.workbook_tables import WorkbookTables, days_of_names


def any_table(opening: FileToOpen, wishes: Wishes) -> Opened:
    """The table in a file; raises AskedTableError for one of which more has to be said, with all that has to be."""
    forced = replace(wishes, encoding="") != NO_WISHES
    file, contents, endless = foreign(opening.file, opening.notices, wishes.encoding, forced=forced)
    if contents is None:
        return opening.own(file, endless=endless)
    if wishes.unit_value:
        opening.matches.money = {"unit_value_cents": unit_value_cents(wishes.unit_value)}
    grids = read_grids(contents, opening.faults, wishes.sheet)

    def look(wished: Wishes) -> Sequence[str]:
        """What the header lacks by such wishes."""
        quiet = opening._replace(faults=Faults(), notices=Notices())
        return lacking(_table(grids, quiet, wished).columns, opening.constants)

    try:
        table = _table(grids, opening, wishes)
    except AskedTableError as doubt:
        raise doubt.with_needed(NeededOptions(look).beside(doubt, wishes)) from None
    return Opened(table, table.understood, table.form == EVENINGS, table.is_running)


def _table(grids: Sequence[Grid], opening: FileToOpen, wishes: Wishes) -> HomeTable | WorkbookTables:
    """The tables of somebody else as one."""
    tables = []
    for grid in grids:
        with _named(grid, [other.sheet for other in grids if other is not grid]):
            tables.append(
                HomeTable(grid, wishes, opening.constants, opening.matches.reader, opening.faults, opening.notices)
            )
    days = _days(grids, tables, opening.constants, wishes, opening.notices)
    for table in tables if opening.is_written and not wishes.form else ():
        table.check_known()
    return WorkbookTables(tables, days, wishes) if days or len(tables) > 1 else tables[0]


def _days(
    grids: Sequence[Grid], tables: Sequence[HomeTable], constants: Mapping[str, str], wishes: Wishes, notices: Notices
) -> dict[int, str]:
    """The days of the sheets that say theirs in their names alone, by their place."""
    undated = {at: grid for at, grid in enumerate(grids) if "on" not in {*tables[at].columns, *constants}}
    names = days_of_names([*undated.values()], wishes, notices)
    return {at: names[grid.sheet] for at, grid in undated.items() if grid.sheet in names}


@contextmanager
def _named(grid: Grid, others: Sequence[str]) -> Iterator[None]:
    """Say which of several sheets is refused, where that is not said already, and what takes the others in."""
    try:
        yield
    except RefusedError as error:
        if not others or isinstance(error, FaultyFileError) or str(error).startswith(grid.word.in_sheet):
            raise
        template = N_('{sheet}: {fault}; --sheet "{others}" leaves it out')
        facts = {"sheet": grid.word.in_sheet, "fault": error, "others": ",".join(others)}
        raise RefusedError(printable(_(template, **facts))) from error

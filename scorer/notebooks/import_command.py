"""`scorer import` of tables of any kind, as CSV, as a spreadsheet or of another program; of our own files too."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated

import typer

from scorer.cli import complete
from scorer.cli.context import Settings, choose, confirm, notice
from scorer.cli.import_command import (
    DealsOption,
    DryRunOption,
    LeagueOption,
    MatchOption,
    OnOption,
    OpensTable,
    PlayersOption,
    Read,
    TwiceOption,
    VariantOption,
    import_file,
    look,
    settled,
    written_or_asked,
)
from scorer.cli.options import argument, option
from scorer.exchange.file_in import Arrived, Defaults
from scorer.language import _
from scorer.language.lists_numbers_dates import capitalised
from scorer.notebooks.home_file import any_table
from scorer.notebooks.table import NO_WISHES, DoubtfulTableError, TableReading, UnknownTableError, Wishes

app = typer.Typer()

WhatArgument = Annotated[
    str, argument("FILE|DIR|-", "A CSV or .xlsx file, a folder of export all, or - for stdin.", complete.files)
]
FormOption = Annotated[
    str,
    option(
        "--as",
        "FORM",
        "What a table of your own is: wide (a column for each player), evenings or deals.",
        complete.one_of(("wide", "evenings", "deals")),
    ),
]
DatesOption = Annotated[
    str,
    option(
        "--dates",
        "HOW",
        "How its dates are written: day-first or month-first; swapped where a spreadsheet took the month for the "
        "day, else as-is; any-year for one far back or to come; calendar where they change at midnight, evening where "
        "a time after midnight stands under the day of its evening. Several with commas.",
        complete.one_of(("day-first", "month-first", "swapped", "as-is", "any-year", "calendar", "evening")),
    ),
]
OrderOption = Annotated[
    str,
    option(
        "--order",
        "ORDER",
        "Which deal stands first: newest-first or oldest-first; by-time goes by the clock.",
        complete.one_of(("newest-first", "oldest-first", "by-time")),
    ),
]
UnitsOption = Annotated[
    str,
    option(
        "--units",
        "WHAT",
        "What its numbers are: gained in their line, or running (the standing after it).",
        complete.one_of(("gained", "running")),
    ),
]
UnitValueOption = Annotated[
    str, option("--unit-value", "MONEY", "What a unit is worth, where amounts of money stand: 0.50.")
]
ResidualOption = Annotated[
    str, option("--residual", "TEXT", "Why the units of an evening do not sum to 0: takes them as they are.")
]
IgnoreOption = Annotated[list[str] | None, option("--ignore", "COLUMN", "A column to leave away; may be said again.")]
KeepOption = Annotated[
    list[str] | None,
    option("--keep", "COLUMN", "A column that is a player, whatever it looks like; may be said again."),
]
ZoneOption = Annotated[
    str,
    option(
        "--zone",
        "ZONE",
        "By whose clock times are read that have a time zone: here (this computer's), as-written, or Europe/Rome.",
        complete.one_of(("here", "as-written")),
    ),
]
TotalsOption = Annotated[
    str,
    option("--totals", "LINES", "Which lines add others up, where they could be deals of their own: 5,9, or none."),
]
YearOption = Annotated[
    str,
    option(
        "--year", "YEAR", "The year of the first date, where dates have none; it turns where the order of rows says so."
    ),
]
EncodingOption = Annotated[
    str,
    option(
        "--encoding",
        "NAME",
        "How the letters of a file that is not UTF-8 are read: cp1252, cp1250, mac_roman or another.",
        complete.one_of(("cp1252", "cp1250", "mac_roman")),
    ),
]
SheetOption = Annotated[
    str,
    option("--sheet", "NAME", "The sheet of an Excel file, several with commas, or all; else the first with a table."),
]


@app.command("import")
def import_(
    ctx: typer.Context,
    file: WhatArgument,
    *,
    dry_run: DryRunOption = False,
    match: MatchOption = "",
    on: OnOption = "",
    variant: VariantOption = "",
    league: LeagueOption = "",
    players: PlayersOption = "",
    deals: DealsOption = "",
    form: FormOption = "",
    dates: DatesOption = "",
    order: OrderOption = "",
    units: UnitsOption = "",
    ignore: IgnoreOption = None,
    keep: KeepOption = None,
    sheet: SheetOption = "",
    unit_value: UnitValueOption = "",
    residual: ResidualOption = "",
    totals: TotalsOption = "",
    zone: ZoneOption = "",
    year: YearOption = "",
    encoding: EncodingOption = "",
    twice: TwiceOption = False,
) -> None:
    """Take in deals that were kept elsewhere: all of a file, or nothing while anything in it is wrong.

    A line needs caller, bid, partner, and card_points or outcome; the other columns of export deals may stand there.
    What stands in no column can be said for all lines. Units that are given are checked. undo takes the import back.
    Tables of your own are understood too, as CSV or .xlsx.

    Example: scorer import notebook.csv --match Notebook --on 2025-12-05 --players "Anna,Bruno,Carla,Dario,Elena"
    """
    defaults = Defaults(match=match, on=on, variant=variant, league=league, players=players, deals=deals)
    words = {"form": form, "order": order, "units": units, "sheet": sheet, "unit_value": unit_value}
    words |= {"residual": residual, "totals": totals, "zone": zone, "encoding": encoding, "year": year}
    wishes = _wishes(words, dates, ignore, keep)
    table, write = partial(any_table, wishes=wishes), partial(_asked, wishes=wishes)
    has_options = defaults != Defaults() or wishes != NO_WISHES
    import_file(ctx, file, defaults, table, write, dry_run=dry_run, twice=twice, has_options=has_options)


def _wishes(words: Mapping[str, str], dates: str, ignore: list[str] | None, keep: list[str] | None) -> Wishes:
    """The options about a foreign table, read: choices in any case, other texts as they are."""
    texts = {name: text.strip() for name, text in words.items()}
    choices = {name: texts[name].casefold() for name in ("form", "order", "units")}
    of_dates = tuple(word.strip() for word in dates.casefold().split(",") if word.strip())
    return Wishes(**texts | choices, dates=of_dates, ignore=tuple(ignore or ()), keep=tuple(keep or ()))


def _asked(shared: Settings, read: Read, table: OpensTable, source: str, wishes: Wishes) -> Arrived:
    """Read and write; on a terminal what only a person can say of a table is asked for first."""
    try:
        return written_or_asked(shared, read, table, source)
    except DoubtfulTableError as doubt:
        if not shared.may_ask:
            raise
        notice(doubt.question)
        wishes = wishes.with_reading(_answered(doubt.readings))
        return _asked(shared, read, partial(any_table, wishes=wishes), source, wishes)
    except UnknownTableError as unknown:
        if not (shared.may_ask or shared.yes):
            raise
        table = partial(any_table, wishes=wishes.with_reading(unknown.readings[0]))
    quiet, asking = partial(read, asking=False), read.keywords["asking"]
    read, looked = settled(shared, quiet, lambda settled_read: look(shared.book, settled_read, table))
    notice(*looked.understood, *looked.notices)
    if not shared.yes:
        confirm(_("Take it in so?"), or_abort=True)
    arrived = written_or_asked(shared, partial(read, asking=asking), table, source)
    return replace(arrived, notices=tuple(line for line in arrived.notices if line not in looked.notices))


def _answered(readings: Sequence[TableReading]) -> TableReading:
    """In which of these ways a table is to be read, as somebody says."""
    if len(readings) == 1:
        confirm(_("{reading}?", reading=capitalised(readings[0].meaning)), or_abort=True)
        return readings[0]
    chosen = choose(_("Which is right?"), {number: reading.meaning for number, reading in enumerate(readings, 1)})
    return readings[chosen - 1]

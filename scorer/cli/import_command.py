"""`scorer import`: deals from a table of any kind, or a whole scorebook from a folder of `export all`."""

import gc
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from scorer.cli import complete
from scorer.cli.context import Settings, book, choose, confirm, notice, say, settings
from scorer.cli.options import argument, day_option, flag, option
from scorer.cli.unsent_entries import import_unsent, is_unsent
from scorer.errors import ClosedStreamError, FaultyFileError, NotFoundError, RefusedError
from scorer.language import _, counts, ngettext
from scorer.language.lists_numbers_dates import abridged
from scorer.match.names import printable

if TYPE_CHECKING:
    from scorer.exchange.file_in import Arrived, Defaults, Progress
    from scorer.notebooks.table import Reading, Wishes
    from scorer.scorebook import Book
    from scorer.scorebook.import_writing import Known, Writer

app = typer.Typer()
Read = partial["Arrived"]  # of _read: by wishes, what is known, and a writer or None; `twice` may be said again

STDIN = "-"
LISTED = 8
WORTH_A_BAR = 10_000_000  # bytes: about a second

WhatArgument = Annotated[
    str, argument("FILE|DIR|-", "A CSV or .xlsx file, a folder of export all, or - for stdin.", complete.files)
]
DryRunOption = Annotated[bool, flag("--dry-run", "Say what would be imported, and write nothing.")]
MatchOption = Annotated[str, option("--match", "NAME", "The match of all lines, where the file has no such column.")]
OnOption = Annotated[str, day_option("--on", "The day of all lines, as in 2026-11-20 or 20/11/2026.")]
VariantOption = Annotated[str, option("--variant", "NAME", "The payout table of all lines.", complete.variants)]
LeagueOption = Annotated[str, option("--league", "NAME", "The league of all lines.")]
PlayersOption = Annotated[
    str, option("--players", "NAMES", "Who sat there in all lines, in playing order, with commas.")
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
TwiceOption = Annotated[
    bool, flag("--twice", "Take in evenings too that are there already, by their players, day and units.")
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
    Tables of your own are understood too, as CSV or .xlsx; so is the text of what a phone could not send.

    Example: scorer import notebook.csv --match Notebook --on 2025-12-05 --players "Anna,Bruno,Carla,Dario,Elena"
    """
    from scorer.exchange.file_in import Defaults
    from scorer.notebooks.table import NO_WISHES

    defaults = Defaults(match=match, on=on, variant=variant, league=league, players=players)
    shared, path, source = settings(ctx), Path(file), source_of(file)
    words = {"form": form, "order": order, "units": units, "sheet": sheet, "unit_value": unit_value}
    words |= {"residual": residual, "totals": totals, "zone": zone, "encoding": encoding, "year": year}
    wishes = _wishes(words, dates, ignore, keep)
    has_options = defaults != Defaults() or wishes != NO_WISHES
    if is_unsent(file):
        import_unsent(shared, partial(opened, file), source, has_options=has_options or dry_run or twice)
        return
    if file != STDIN and path.is_dir() and has_options:
        raise RefusedError(f"{file} is a folder, which says everything itself: leave the options away")
    _take_in(ctx, file, partial(_read, file, defaults, twice=twice), wishes, dry_run=dry_run)


def _take_in(ctx: typer.Context, file: str, read: Read, wishes: "Wishes", *, dry_run: bool) -> None:
    """Read and write, or only look, and say what arrived; `read` lacks the bar that shows how far it is."""
    shared, source = settings(ctx), source_of(file)
    with _bar(Path(file)) as progress:
        read = partial(read, progress)
        arrived = _look(book(ctx), read, wishes) if dry_run else _asked(shared, read, wishes, source)
    notice(*(arrived.understood if dry_run else ()), *arrived.notices)
    say(_summary(arrived, source, "" if dry_run else shared.undo_words()))


def _wishes(words: Mapping[str, str], dates: str, ignore: list[str] | None, keep: list[str] | None) -> "Wishes":
    """The options about a foreign table, read: choices in any case, other texts as they are."""
    from scorer.notebooks.table import Wishes

    texts = {name: text.strip() for name, text in words.items()}
    choices = {name: texts[name].casefold() for name in ("form", "order", "units")}
    of_dates = tuple(word.strip() for word in dates.casefold().split(",") if word.strip())
    return Wishes(**texts | choices, dates=of_dates, ignore=tuple(ignore or ()), keep=tuple(keep or ()))


def _read(
    name: str,
    defaults: "Defaults",
    progress: "Progress | None",
    wishes: "Wishes",
    known: "Known",
    writer: "Writer | None",
    *,
    twice: bool,
) -> "Arrived":
    """Read the folder of this name, or the file by what is wished of it; write what is in it if there is a writer."""
    from scorer.exchange.file_in import take_file
    from scorer.exchange.own.folder_in import take_folder

    if name != STDIN and Path(name).is_dir():
        return take_folder(Path(name), known, writer, progress, twice=twice)
    with opened(name) as lines:
        return take_file(lines, defaults, known, writer, progress, wishes, twice=twice)


def _asked(shared: Settings, read: Read, wishes: "Wishes", source: str) -> "Arrived":
    """Read and write; on a terminal what only a person can say of a table is asked for first."""
    from scorer.exchange.own.doubled import TwiceError
    from scorer.notebooks.table import DoubtfulTableError, UnknownTableError

    try:
        return _take(shared.book, read, wishes, source)
    except TwiceError as there:
        return _asked(shared, _once_more(shared, read, there), wishes, source)
    except DoubtfulTableError as doubt:
        if not shared.may_ask:
            raise
        notice(doubt.question)
        return _asked(shared, read, wishes.with_reading(_answered(doubt.readings)), source)
    except UnknownTableError as unknown:
        if not (shared.may_ask or shared.yes):
            raise
        wishes = wishes.with_reading(unknown.readings[0])
    try:
        looked = _look(shared.book, read, wishes)
    except TwiceError as there:
        read = _once_more(shared, read, there)
        looked = _look(shared.book, read, wishes)
    notice(*looked.understood, *looked.notices)
    if not shared.yes:
        confirm("Take it in so?", or_abort=True)
    taken = _take(shared.book, read, wishes, source)
    return replace(taken, notices=tuple(line for line in taken.notices if line not in looked.notices))


def _once_more(shared: Settings, read: Read, there: FaultyFileError) -> Read:
    """How evenings are read that are there already, where somebody on a terminal wants them a second time."""
    if not shared.may_ask:
        raise there
    notice(*there.faults)
    confirm("Take them in a second time?", or_abort=True)
    return partial(read, twice=True)


def _answered(readings: "Sequence[Reading]") -> "Reading":
    """In which of these ways a table is to be read, as somebody says."""
    if len(readings) == 1:
        confirm(f"{readings[0].meaning.capitalize()}?", or_abort=True)
        return readings[0]
    chosen = choose("Which is right?", {number: reading.meaning for number, reading in enumerate(readings, 1)})
    return readings[chosen - 1]


def _look(open_book: "Book", read: Read, wishes: "Wishes") -> "Arrived":
    """Read everything and write nothing."""
    from scorer.scorebook.import_writing import Known, known
    from scorer.scorebook.new_scorebook import is_missing

    if is_missing(open_book):
        return read(wishes, Known(), None)
    with open_book.reading() as transaction:
        return read(wishes, known(transaction), None)


def _take(open_book: "Book", read: Read, wishes: "Wishes", source: str) -> "Arrived":
    """Read and write, in one transaction."""
    from scorer.scorebook.import_writing import Writer, known
    from scorer.scorebook.new_scorebook import founding

    gc.disable()  # an import makes no circles, and looking for them costs a twelfth of its time
    try:
        with founding(open_book) as transaction:
            writer = Writer(transaction)
            arrived = read(wishes, known(transaction), writer)
            writer.close(source)
        return arrived
    finally:
        gc.enable()


def source_of(name: str) -> str:
    """The name of a file, or stdin, as it is kept with what came out of it; raises RefusedError for no name at all."""
    if not name.strip():
        raise RefusedError("there is no name: name a file or a folder, or - for standard input")
    return "stdin" if name == STDIN else printable(Path(name).name)


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """A file to read, or standard input; raises NotFoundError or RefusedError."""
    if name == STDIN:
        if sys.stdin is None:
            raise ClosedStreamError(_("standard input is closed: there is nothing to read"))
        Settings.input_was_read = True
        yield getattr(sys.stdin, "buffer", None) or BytesIO(sys.stdin.read().encode("utf-8", "surrogateescape"))
        return
    try:
        with Path(name).open("rb") as file:
            yield file
    except FileNotFoundError:
        raise NotFoundError(_("{file}: there is no such file", file=name)) from None
    except (OSError, ValueError) as error:
        raise RefusedError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}") from error


@contextmanager
def _bar(path: Path) -> Iterator["Progress | None"]:
    """A progress bar on a terminal, where there is more than about a second of work."""
    inside = sorted(path.glob("*.csv")) if path.is_dir() else [path]
    size = sum(file.stat().st_size for file in inside if file.is_file())
    if size < WORTH_A_BAR or not sys.stderr.isatty():
        yield None
        return
    with typer.progressbar(length=size, file=sys.stderr, label="Importing") as bar:
        yield lambda done: bar.update(done - bar.pos)


def _summary(arrived: "Arrived", source: str, undo: str) -> str:
    """`Imported 312 records of 12 matches from deals.csv; 8 new players (Anna, Bruno, ...)`, and `undo` takes it back.

    Where `undo` is empty, it would be imported, and is not.
    """
    records, matches = counts.records(arrived.records), counts.matches(arrived.matches)
    parts = [_("{records} of {matches} from {source}", records=records, matches=matches, source=source)]
    if names := arrived.players:
        first = _first(names)
        parts.append(ngettext("{count} new player ({names})", "{count} new players ({names})", len(names), names=first))
    if names := arrived.leagues:
        first = _first(names)
        parts.append(ngettext("{count} new league ({names})", "{count} new leagues ({names})", len(names), names=first))
    if not undo:
        return _("Would import {records}. Nothing was written.", records="; ".join(parts))
    return _("Imported {records}. {undo} takes it back.", records="; ".join(parts), undo=undo)


def _first(names: Sequence[str]) -> str:
    """The first names of many."""
    return ", ".join(abridged(names, LISTED))

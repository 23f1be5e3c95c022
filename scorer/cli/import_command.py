"""`scorer import`: deals from a file with our columns, or a whole scorebook from a folder of `export all`."""

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import typer

from scorer import wings
from scorer.cli import complete
from scorer.cli.context import Settings, ask, book, confirm, notice, say, settings
from scorer.cli.options import argument, day_option, filled, flag, option
from scorer.errors import ClosedStreamError, FaultyFileError, NotFoundError, RefusedError
from scorer.exchange.file_in import (
    Arrived,
    Defaults,
    FileToOpen,
    Opened,
    ShowsProgress,
    UnknownDealsError,
    own_table,
    take_file,
)
from scorer.exchange.own.doubled import TwiceError
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import abridged
from scorer.match.names import printable
from scorer.match.parsing import read_deals_of_sheet
from scorer.rules.errors import UnreadableError, advice
from scorer.scorebook import Book
from scorer.scorebook.import_writing import Known, Writer, known
from scorer.scorebook.new_scorebook import founding, is_missing

app = typer.Typer()
OpensTable = Callable[[FileToOpen], Opened]  # how a file is read
Read = partial[Arrived]  # of _read: by that, what is known, and a writer or None; its keywords may be said again
Write = Callable[[Settings, Read, OpensTable, str], Arrived]  # with the name of the file

STDIN = "-"
UNKNOWN = N_("not known")
LISTED = 8
WORTH_A_BAR = 10_000_000  # bytes: about a second
LOOKED_AT: Final = 512  # bytes in which a file begins: a messenger may have put blank lines before it

WhatArgument = Annotated[
    str, argument("FILE|DIR|-", "A CSV file, a folder of export all, or - for stdin.", complete.files)
]
DryRunOption = Annotated[bool, flag("--dry-run", "Say what would be imported, and write nothing.")]
MatchOption = Annotated[str, option("--match", "NAME", "The match of all lines, where the file has no such column.")]
OnOption = Annotated[str, day_option("--on", "The day of all lines, as in 2026-11-20 or 20/11/2026.")]
VariantOption = Annotated[str, option("--variant", "NAME", "The payout table of all lines.", complete.variants)]
LeagueOption = Annotated[str, option("--league", "NAME", "The league of all lines.")]
PlayersOption = Annotated[
    str, option("--players", "NAMES", "Who sat there in all lines, in playing order, with commas.")
]
DealsOption = Annotated[
    str, filled("--deals", "N", "How many deals each paper sheet holds, where the file has no such column.")
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
    deals: DealsOption = "",
    twice: TwiceOption = False,
) -> None:
    """Take in deals that were kept elsewhere: all of a file, or nothing while anything in it is wrong.

    A line needs caller, bid, partner, and card_points or outcome; the other columns of export deals may stand there.
    What stands in no column can be said for all lines. Units that are given are checked. undo takes the import back.

    Example: scorer import notebook.csv --match Notebook --on 2025-12-05 --players "Anna,Bruno,Carla,Dario,Elena"
    """
    defaults = Defaults(match=match, on=on, variant=variant, league=league, players=players, deals=deals)
    has_options = defaults != Defaults()
    import_file(
        ctx, file, defaults, _own_table, written_or_asked, dry_run=dry_run, twice=twice, has_options=has_options
    )


def _own_table(opening: FileToOpen) -> Opened:
    """The table of a file that has our columns; of any other it is said which wing may read it."""
    try:
        return own_table(opening)
    except FaultyFileError as foreign:
        if wing := wings.absent_with("import"):
            foreign.advices += (advice("other_tables", wing=wing),)
        raise


def import_file(
    ctx: typer.Context,
    file: str,
    defaults: Defaults,
    table: OpensTable,
    write: Write,
    *,
    dry_run: bool,
    twice: bool,
    has_options: bool,
) -> None:
    """Read it and `write` what is in it, or only look at it as a `table` is read, and say what arrived."""
    shared, path, source = settings(ctx), Path(file), source_of(file)
    if wing := _wing_of(file):
        if not wings.WINGS[wing].is_there:
            facts = {"file": source, "wing": wing}
            raise RefusedError(
                _("{file} is for the wing {wing}, which is not installed", **facts), advice("whole_program")
            )
        wings.needed("take_in")(shared, source, partial(opened, file), has_options=has_options or dry_run or twice)
        return
    if file != STDIN and path.is_dir() and has_options:
        template = N_("{file} is a folder, which says everything itself: leave the options away")
        raise RefusedError(_(template, file=file))
    with _bar(path) as progress:
        can_be_read_again = file != STDIN and path.is_file()
        asking = shared.may_confirm and can_be_read_again and not (dry_run or defaults.deals)
        read = partial(_read, file, defaults, progress, twice=twice, asking=asking)
        arrived = look(book(ctx), read, table) if dry_run else write(shared, read, table, source)
    notice(*(arrived.understood if dry_run else ()), *arrived.notices)
    say(_summary(arrived, source, "" if dry_run else shared.undo_words()))


def _wing_of(name: str) -> str:
    """The wing whose file this is, by how it begins, or standard input for `-`; "" for none. Nothing is consumed."""
    begins = b""
    if name == STDIN:
        stdin = getattr(sys.stdin, "buffer", None)
        begins = stdin.peek(LOOKED_AT)[:LOOKED_AT] if isinstance(stdin, BufferedReader) else b""
    else:
        with suppress(OSError, ValueError):  # whoever reads the file says what is wrong with it
            if Path(name).is_file():  # what was read of a named pipe would be gone
                with Path(name).open("rb") as file:
                    begins = file.read(LOOKED_AT)
    text = begins.decode("utf-8-sig", "replace").lstrip()
    return next((wing for wing, brings in wings.WINGS.items() if brings.begins and text.startswith(brings.begins)), "")


def _read(
    name: str,
    defaults: Defaults,
    progress: ShowsProgress | None,
    table: OpensTable,
    known: Known,
    writer: Writer | None,
    *,
    twice: bool,
    asking: bool,
    deals: str = "",
) -> Arrived:
    """Read the folder of this name, or the file as a `table`; write what is in it if there is a writer.

    `asking`: somebody can be asked how many `deals` paper sheets hold.
    """
    if name != STDIN and Path(name).is_dir():
        from scorer.exchange.own.folder_in import take_folder

        return take_folder(Path(name), known, writer, progress, twice=twice)
    with opened(name) as lines:
        if deals:
            defaults = replace(defaults, deals=deals)
        return take_file(lines, defaults, known, writer, progress, table, twice=twice, asking=asking)


def written_or_asked(shared: Settings, read: Read, table: OpensTable, source: str) -> Arrived:
    """Read and write; on a terminal somebody is asked about evenings that are there already, and about paper sheets."""
    return settled(shared, read, lambda settled_read: written(shared.book, settled_read, table, source))[1]


def settled(shared: Settings, read: Read, do: Callable[[Read], Arrived]) -> tuple[Read, Arrived]:
    """What comes of reading, and how it is read, once somebody on a terminal has answered what is asked of a file."""
    while True:
        try:
            return read, do(read)
        except TwiceError as there:
            if not shared.may_confirm:  # --yes does not say that it shall come in twice: --twice does
                raise
            notice(*there.faults)
            confirm(_("Take them in a second time?"), or_abort=True)
            read = partial(read, twice=True)
        except UnknownDealsError as unknown:
            read = partial(read, asking=False, deals=_deals_of(unknown.sheets))


def _deals_of(sheets: int) -> str:
    """How many deals each of these paper sheets holds, as somebody says; "" where nobody knows."""
    question = ngettext(
        "{count} paper sheet: how many deals it holds, where somebody knows",
        "{count} paper sheets: how many deals each holds, where somebody knows",
        sheets,
    )
    nobody_knows = _(UNKNOWN)
    while (typed := ask(question, nobody_knows).strip()) != nobody_knows:
        try:
            return str(read_deals_of_sheet(typed))
        except UnreadableError as error:
            notice(str(error))
    return ""


def look(open_book: Book, read: Read, table: OpensTable) -> Arrived:
    """Read everything and write nothing."""
    if is_missing(open_book):
        return read(table, Known(), None)
    with open_book.reading() as transaction:
        return read(table, known(transaction), None)


def written(open_book: Book, read: Read, table: OpensTable, source: str) -> Arrived:
    """Read and write, in one transaction."""
    gc.disable()  # an import makes no circles, and looking for them costs a twelfth of its time
    try:
        with founding(open_book) as transaction:
            writer = Writer(transaction)
            arrived = read(table, known(transaction), writer)
            writer.close(source)
        return arrived
    finally:
        gc.enable()


def source_of(name: str) -> str:
    """The name of a file, or stdin, as it is kept with what came out of it; raises RefusedError for no name at all."""
    if not name.strip():
        raise RefusedError(_("there is no name: name a file or a folder, or - for standard input"))
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
        reason = getattr(error, "strerror", None) or error
        raise RefusedError(_("{file} cannot be read: {reason}", file=name, reason=reason)) from error


@contextmanager
def _bar(path: Path) -> Iterator[ShowsProgress | None]:
    """A progress bar on a terminal, where there is more than about a second of work."""
    inside = sorted(path.glob("*.csv")) if path.is_dir() else [path]
    size = sum(file.stat().st_size for file in inside if file.is_file())
    if size < WORTH_A_BAR or not sys.stderr.isatty():
        yield None
        return
    with typer.progressbar(length=size, file=sys.stderr, label="Importing") as bar:
        yield lambda done: bar.update(done - bar.pos)


def _summary(arrived: Arrived, source: str, undo: str) -> str:
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

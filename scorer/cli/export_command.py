"""`scorer export`: records and statistics as CSV, one file or the whole scorebook as a folder."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Annotated, Final, TextIO

import typer

from scorer import scorebook
from scorer.atomic_file import whole_text
from scorer.cli import complete
from scorer.cli.context import book, notice, output, settings
from scorer.cli.options import ForceOption, argument, option
from scorer.cli.progress import working
from scorer.cli.statistics_options import takes
from scorer.errors import RefusedError
from scorer.exchange import csv_writer
from scorer.exchange.own import deals_csv, excel_safe_cells, folder_out, matches_csv, payouts_csv
from scorer.exchange.statistics.options import TypedOptions, read_options
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either
from scorer.match.parsing import read_choice
from scorer.stats.describe import commands

if TYPE_CHECKING:
    from scorer.exchange.csv_writer import FlatTable
    from scorer.exchange.statistics.options import ReadOptions
    from scorer.scorebook import Book
    from scorer.scorebook.transaction import Transaction

app = typer.Typer()

RECORDED: Final = ("deals", "payouts", "matches")
STATISTICS: Final = tuple(commands.with_line("exported = true"))
ALL: Final = "all"
STDOUT: Final = "-"
PAGE_ENDINGS: Final = (".html", ".htm")
DESK_LEFT_OUT: Final = N_(
    "left out: the desk of the tournaments (entries, draws, paper results, cuts); their matches are there."
    " scorer backup FILE keeps everything"
)
IN_MEMORY: Final = 4_000_000  # bytes of an answer that are kept off the disk

WhatArgument = Annotated[
    str,
    argument(
        "WHAT",
        "deals, payouts, matches, bids, pairs, players, standings, or all: a folder of everything.",
        complete.one_of((*RECORDED, *STATISTICS, ALL)),
    ),
]
OutOption = Annotated[str, option("--out", "FILE", "Where to; all needs a folder. - is stdout.", complete.files)]
PageOption = Annotated[str, option("--out", "FILE.html", "Where to; - is stdout.", complete.files)]
ExcelOption = Annotated[
    str, option("--excel", "it|en", "What Excel opens right in Italy, or in England.", complete.one_of(("it", "en")))
]


@app.command()
@takes("league", "first", "last", "variant", "measure", "min_deals")
def export(
    ctx: typer.Context,
    what: WhatArgument,
    *,
    out: OutOption = STDOUT,
    excel: ExcelOption = "",
    force: ForceOption = False,
    typed: TypedOptions,
) -> None:
    """Write a CSV file: UTF-8, commas, ISO dates, plain numbers. import reads deals back, and the folder of all.

    all --out DIR is the whole scorebook: what was edited, undone or voided too, players, leagues, matches, variants.
    Of a tournament it holds the matches and not the desk; backup keeps both.
    --variant, --measure and --min-deals are for the statistics. With --excel a bid such as 2/71 is written 71, which
    Excel makes no date of; import reads the same bid. A cell that a spreadsheet would run begins with '.

    Example: scorer export deals --out season.csv
    """
    kind = read_choice(what, _("to export"), (*RECORDED, *STATISTICS, ALL))
    more = {"--variant": typed["variant"], "--measure": typed["measure"], "--min-deals": typed["min_deals"]}
    chosen = {"--excel": excel, "--league": typed["league"], "--from": typed["first"], "--to": typed["last"]}
    options = more if kind in RECORDED else chosen | more if kind == ALL else {}
    for name, text in options.items():
        if text:
            if kind == ALL:
                raise RefusedError(_("export all takes no {option}: it writes the whole scorebook", option=name))
            template = N_("export {kind} takes no {option}: it writes every record of the matches meant")
            raise RefusedError(_(template, kind=kind, option=name))
    asked = read_options(typed, settings(ctx).now())
    if kind == ALL:
        _export_all(book(ctx), out, force=force)
    else:
        _export_one(book(ctx), kind, asked, out, excel, force=force)


def _export_all(open_book: "Book", out: str, *, force: bool) -> None:
    """Write the whole scorebook as a folder."""
    from scorer.scorebook.many_matches import variant_texts

    if out == STDOUT:
        raise RefusedError(_("export all writes a folder: say --out DIR"))

    with working(_("Exporting")), open_book.reading() as transaction:
        folder_out.write_folder(Path(out), _all_tables(transaction), variant_texts(transaction), force=force)
        if scorebook.has_tournaments(transaction):
            notice(_(DESK_LEFT_OUT))


def _all_tables(transaction: "Transaction") -> Iterator[tuple[str, "FlatTable"]]:
    """The tables of a whole scorebook by the names of their files, each read when its turn comes."""
    from scorer.frames import read
    from scorer.stats.describe.statistic_tables import flat_tables

    yield from folder_out.kept_tables(transaction)
    frames = read(transaction)
    for name, what in folder_out.derived_files().items():
        yield name, flat_tables(frames, what)


def _export_one(open_book: "Book", what: str, asked: "ReadOptions", out: str, excel: str, *, force: bool) -> None:
    """Write one table as a file, or to stdout."""
    country = csv_writer.check_excel(excel)
    table = _recorded if what in RECORDED else _statistic
    with (
        destination(out, open_book, force=force) as file,
        working(_("Exporting")),
        open_book.reading() as transaction,
    ):
        header, cells = table(transaction, what, asked)
        if country:
            cells = excel_safe_cells.for_excel(header, cells)
        csv_writer.write_csv(file, header, cells, excel=country)


def _recorded(transaction: "Transaction", what: str, asked: "ReadOptions") -> "FlatTable":
    """A table of recorded facts: deals, payouts or matches."""
    from scorer.scorebook import many_matches

    chosen = many_matches.heads(transaction, asked.league, asked.first, asked.last)
    if what == "matches":
        return matches_csv.matches_table(many_matches.standing(transaction, chosen))
    records = many_matches.records(transaction, chosen)
    if what == "deals":
        return deals_csv.deals_table(
            many_matches.recorded(transaction, chosen),
            records,
            sides=many_matches.has(transaction, chosen, "sides"),
            sheets=many_matches.has(transaction, chosen, "deals"),
        )
    return payouts_csv.PAYOUTS, payouts_csv.payout_rows(records)


def _statistic(transaction: "Transaction", what: str, asked: "ReadOptions") -> "FlatTable":
    """A table of a statistic."""
    from scorer.exchange.statistics.answers import read_frames
    from scorer.stats.describe.columns import MakingOptions
    from scorer.stats.describe.statistic_tables import flat_tables

    frames, _match = read_frames(transaction, asked)
    return flat_tables(frames, what, MakingOptions(asked.measure, asked.min_deals))


def check_page(out: str) -> None:
    """Raise RefusedError for a page that would not be named as one."""
    if out != STDOUT and Path(out).suffix.lower() not in PAGE_ENDINGS:
        raise RefusedError(
            _("'{file}': a page is a file that ends in {endings}", file=out, endings=either(PAGE_ENDINGS))
        )


@contextmanager
def destination(out: str, open_book: "Book", *, force: bool, shared: bool = False) -> Iterator[TextIO]:
    """Where the text goes, whole or not at all, and never in place of the scorebook.

    A file to be `shared` is not its owner's alone. What goes to stdout is kept until the block ends: while somebody
    leafs through it, others can record.
    """
    if out != STDOUT:
        from scorer.scorebook.backups import check_two_files

        check_two_files(open_book, Path(out))
        with whole_text(Path(out), force=force, shared=shared) as file:
            yield file
        return

    stream = output()
    with SpooledTemporaryFile(IN_MEMORY) as kept, TextIOWrapper(kept, encoding="utf-8", newline="") as file:
        yield file
        file.flush()
        kept.seek(0)
        if isinstance(stream, TextIOWrapper):  # the same bytes whatever the terminal's encoding
            stream.flush()
            shutil.copyfileobj(kept, stream.buffer)
            stream.buffer.flush()
        else:
            stream.write(kept.read().decode())

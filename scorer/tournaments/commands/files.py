"""The tournament in files: as CSV, and as pages of HTML for paper and for the wall."""

from contextlib import suppress
from datetime import datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from scorer import wings
from scorer.atomic_file import check_folder, make_folder
from scorer.cli import complete
from scorer.cli.context import is_typed, notice, settings
from scorer.cli.export_command import STDOUT, ExcelOption, OutOption, check_page, destination
from scorer.cli.options import ForceOption, HostOption, PortOption, argument, check_alone, flag, goes_with, option
from scorer.errors import RefusedError
from scorer.exchange.csv_writer import check_excel, write_csv
from scorer.language import N_, _
from scorer.match.parsing import read_choice, read_within
from scorer.rule_files import VARIANTS
from scorer.scorebook import match_by_id, match_uid
from scorer.scorebook.transaction import Transaction
from scorer.tournaments.commands.options import RoundOption, TournamentOption, book, looked_at, read_round
from scorer.tournaments.keeping import Tournament, find_tournament, round_of
from scorer.tournaments.seating import LARGEST, SMALLEST
from scorer.tournaments.shown import tables
from scorer.tournaments.shown.tables import Grid

if TYPE_CHECKING:
    from scorer.phones.commands.phone_codes import Reached

app = typer.Typer()

EXPORTS_OF_ROUNDS: Final = ("seating", "results")
EXPORTS: Final = ("entries", *EXPORTS_OF_ROUNDS, "standings", "classification")
ALL: Final = "all"


@app.command()
def export(
    ctx: typer.Context,
    what: Annotated[
        str,
        argument(
            "WHAT",
            "entries, seating, results, standings, classification, or all: a folder of them.",
            complete.one_of((*EXPORTS, ALL)),
        ),
    ],
    *,
    number: Annotated[str, option("--round", "N", "One round; else every one.")] = "",
    out: OutOption = STDOUT,
    excel: ExcelOption = "",
    force: ForceOption = False,
    tournament: TournamentOption = "",
) -> None:
    """Write the tournament as CSV. Seating and results are of every round, or of one with --round.

    enter --from reads the entries back, result --from the results.

    Example: scorer tournament export results --out results.csv
    """
    kind = read_choice(what, _("to export"), (*EXPORTS, ALL))
    country = check_excel(excel)
    if number.strip() and kind not in (*EXPORTS_OF_ROUNDS, ALL):
        raise goes_with("--round", *EXPORTS_OF_ROUNDS, ALL)
    if kind == ALL:
        _check_folder(out, "export")
    wanted, current = read_round(number), looked_at(ctx, tournament)
    files = {str(Path(out) / f"{name}.csv"): name for name in EXPORTS} if kind == ALL else {out: kind}
    _make_folder(kind, out)
    for path, export_kind in files.items():
        with destination(path, book(ctx), force=force) as file:
            grid = _grid(current, export_kind, wanted)
            write_csv(file, grid.columns, grid.rows, excel=country)
    if kind == ALL:
        notice(f"{out}: {', '.join(Path(path).name for path in files)}")


def _check_folder(out: str, command: str) -> None:
    """Raise RefusedError for what is no folder, and cannot become one."""
    if out == STDOUT:
        raise RefusedError(_("{command} writes a folder: say --out DIR", command=f"{command} {ALL}"))
    if Path(out).exists() and not Path(out).is_dir():
        raise RefusedError(_("{path} is no folder, and {command} writes one", path=out, command=f"{command} {ALL}"))


def _make_folder(kind: str, out: str) -> None:
    """Make the folder that all goes into; why it cannot be made is said when the first file is written."""
    if kind == ALL:
        check_folder(Path(out).absolute(), Path(out))
        with suppress(OSError):
            make_folder(Path(out))


def _grid(tournament: Tournament, what: str, number: int | None) -> Grid:
    """What a file of the tournament holds."""
    if what == "entries":
        return tables.entries(tournament)
    if what == "standings":
        return tables.standing(tournament)
    if what == "classification":
        return tables.final_classification(tournament)
    rounds = tournament.progress.rounds if number is None else [round_of(tournament, number)]
    return tables.seating(tournament, rounds) if what == "seating" else tables.results(tournament, rounds)


SHEETS: Final = "sheets"
PAGES_OF_ROUNDS: Final = ("seating", SHEETS, "standings", "clock")
OF_A_ROUND: Final = ("seating", SHEETS)  # and of nothing else
PAGES: Final = ("seating", SHEETS, "standings", "classification", "podium", "clock")

WhatArgument = Annotated[
    str,
    argument(
        "WHAT",
        "seating, sheets, standings, classification, podium, clock, or all: a folder of them.",
        complete.one_of((*PAGES, ALL)),
    ),
]
GAME_HELP = N_("The game of the blank sheet, shipped or a file; else one with a called partner.")
PAGE_HELP = N_("Where to; all needs a folder. - is stdout.")


@app.command("print")
def print_(
    ctx: typer.Context,
    what: WhatArgument,
    *,
    number: RoundOption = "",
    blank: Annotated[str, option("--blank", "N", "sheets: one with no names on it, for a table of N.")] = "",
    variant: Annotated[str, option("--variant", "NAME", GAME_HELP, complete.variants)] = "",
    codes: Annotated[bool, flag("--codes", "sheets: with a code at each table, for a phone to record there.")] = False,
    host: HostOption = "",
    port: PortOption = "",
    out: Annotated[str, option("--out", "FILE.html", PAGE_HELP, complete.files)] = STDOUT,
    force: ForceOption = False,
    tournament: TournamentOption = "",
) -> None:
    """Write a page to print on A4, or to show on a wall: HTML that needs nothing but a browser.

    seating is a sheet by table and a list by name, sheets the score sheets of a round with its names on them. Standings
    with --round are those of its stage. The clock counts down by itself, from when round --start started it. A page
    stays as it was written: write it again after a change. That needs no --force where the file is this same page of
    the same tournament, and nobody changed it since. all --out DIR writes every page there is by now. A code is good
    for one table, until the end of the day after the tournament's.

    Example: scorer tournament print all --out wall
    """
    kind = read_choice(what, _("to print"), (*PAGES, ALL))
    if kind == ALL:
        _check_folder(out, "print")
    else:
        check_page(out)
    whose: tuple[str, ...] = ()
    printed = _codes_wanted(ctx, kind, codes=codes, host=host, port=port)
    if blank.strip():
        named = is_typed(ctx, "tournament")
        check_alone(blank=True, codes=codes, round=bool(number.strip()), tournament=named)
        pages = {kind: _blank(kind, blank, variant)}
    elif variant.strip():
        raise goes_with("--variant", "--blank")
    else:
        pages, whose = _pages(ctx, tournament, kind, number, printed)
    files = {str(Path(out) / f"{page_kind}.html") if kind == ALL else out: page_kind for page_kind in pages}
    _make_folder(kind, out)
    _write(ctx, files, pages, whose, force=force, shared=not codes)
    _say_where(kind, out, [Path(path).name for path in files])


def _say_where(kind: str, out: str, names: list[str]) -> None:
    """Say what was written, and what to do with it."""
    if kind == ALL:
        files = ", ".join(names)
        notice(_("{folder}: {files}; open them in a browser, and print them from there", folder=out, files=files))
    elif out != STDOUT:
        notice(_("{path}: open it in a browser, and print it from there", path=out))


def _pages(
    ctx: typer.Context, tournament: str, kind: str, typed: str, printed: "Reached | None"
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The pages of a tournament by their kind, every one that there is by now for all; and whose they are."""
    if typed.strip() and kind not in (*PAGES_OF_ROUNDS, ALL):
        raise goes_with("--round", *PAGES_OF_ROUNDS, ALL)
    number = read_round(typed)
    with book(ctx).reading() as transaction:
        current = find_tournament(transaction, tournament)
        drawn = bool(current.progress.rounds) or number is not None
        there = [page_kind for page_kind in PAGES if drawn or page_kind not in OF_A_ROUND]
        kinds = there if kind == ALL else [kind]
        drawings = _drawings(ctx, transaction, current, number, printed) if printed else {}
        pages = {page_kind: _page(transaction, current, page_kind, number, drawings) for page_kind in kinds}
    notice(*current.notices)
    return pages, (current.name, current.on.isoformat(), str(current.seed))


def _write(
    ctx: typer.Context,
    kinds: dict[str, str],
    pages: dict[str, str],
    whose: tuple[str, ...],
    *,
    force: bool,
    shared: bool,
) -> None:
    """Write each page to where it goes, or none where something else is in the way of one.

    Those that are not `shared` are their owner's alone.
    """
    from scorer.tournaments.paper.marked_pages import is_unchanged, marked

    again = {path: path != STDOUT and is_unchanged(Path(path), kind, *whose) for path, kind in kinds.items()}
    for path, kind in kinds.items():
        if path != STDOUT and Path(path).is_file() and not (force or again[path]):
            raise RefusedError(
                _("{path} is there already, and not what print {kind} wrote; --force replaces it", path=path, kind=kind)
            )
    for path, kind in kinds.items():
        if again[path] and not shared:
            Path(path).chmod(0o600)  # what takes its place keeps it
        with destination(path, book(ctx), force=force or again[path], shared=shared) as file:
            file.write(marked(pages[kind], kind, *whose))


def _blank(what: str, size: str, variant: str) -> str:
    """A score sheet without names, for which no scorebook is needed."""
    from scorer.tournaments.paper.blank_sheets import blank_page

    if what != SHEETS:
        raise goes_with("--blank", SHEETS)
    if not variant.strip():
        return blank_page(read_within(size, "--blank", SMALLEST, LARGEST))
    game = VARIANTS.load(VARIANTS.meant(variant))
    fewest, most = game.player_counts[0], game.player_counts[-1] + 1  # one more can rest
    return blank_page(read_within(size, "--blank", fewest, most), game)


def _codes_wanted(ctx: typer.Context, kind: str, *, codes: bool, host: str, port: str) -> "Reached | None":
    """How phones reach this machine, where codes are to be printed; raises RefusedError where they cannot be."""
    if not codes:
        if typed := [f"--{name}" for name in ("host", "port") if is_typed(ctx, name)]:
            raise goes_with(typed[0], "--codes")
        return None
    if kind not in (SHEETS, ALL):
        raise goes_with("--codes", SHEETS, ALL)
    if not wings.WINGS["phones"].is_there:
        raise RefusedError(_("--codes are for phones, and the wing phones is not installed here: leave --codes away"))
    from scorer.phones.commands.access import reach

    reached = reach(host, port)
    if not reached.addresses:
        raise RefusedError(
            _("no phone can come: this machine is in no network; --host says by which address it will be")
        )
    return reached


def _drawings(
    ctx: typer.Context, transaction: Transaction, tournament: Tournament, number: int | None, reached: "Reached"
) -> dict[int, str]:
    """The drawing of the code of each table of a round that is drawn, by the number of the table."""
    from scorer.phones.access import Key, match_grant
    from scorer.phones.codes import page_address, svg

    if not tournament.progress.rounds and number is None:
        return {}
    shared = settings(ctx)
    key, now = Key.beside(shared.book.where), shared.now().astimezone()
    last = max(now, datetime.combine(tournament.on, time()).astimezone())
    drawings = {}
    announced = round_of(tournament, number)
    for table in announced.tables:
        match = match_by_id(transaction, tournament.matches[announced.number, table.number])
        token = key.token(match_grant(match_uid(transaction, match), last))
        drawings[table.number] = svg(page_address(reached.best, reached.port, token))
    return drawings


def _page(
    transaction: Transaction, tournament: Tournament, what: str, number: int | None, drawings: dict[int, str]
) -> str:
    """A page of a tournament; score sheets are those of the variant of its matches, with `drawings` by table."""
    from scorer.tournaments.paper import blank_sheets, seating_and_clock, standing_pages

    if what == "classification":
        return standing_pages.classification_page(tournament)
    if what == "podium":
        return standing_pages.podium_page(tournament)
    if what == "standings":
        return standing_pages.standings_page(tournament, None if number is None else round_of(tournament, number).stage)
    if what == "clock":
        there = bool(tournament.progress.rounds) or number is not None
        return seating_and_clock.clock_page(tournament, round_of(tournament, number) if there else None)
    announced = round_of(tournament, number)
    if what == "seating":
        return seating_and_clock.seating_page(tournament, announced)
    match = match_by_id(transaction, tournament.matches[announced.number, announced.tables[0].number])
    return blank_sheets.round_sheets_page(tournament, announced, match.variant, match.ending, drawings)

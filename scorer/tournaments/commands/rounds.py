"""Rounds drawn and drawn again, looked at, and timed; who sits where now; the results of the tables."""

from collections.abc import Mapping
from typing import Annotated

import typer

from scorer import scorebook
from scorer.cli import complete
from scorer.cli.advice import notice_lines
from scorer.cli.context import error_words, notice, or_early, say, settings
from scorer.cli.options import argument, check_alone, day_option, empty_option, filled, flag, option
from scorer.errors import RefusedError
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import signed
from scorer.match.days import read_date
from scorer.match.names import find, printable
from scorer.match.parsing import as_in, read_within
from scorer.rules.errors import Notice, ScorerError, UnreadableError, advice, advised
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import next_deal_words, running_words
from scorer.tournaments.commands.options import (
    EntrantArgument,
    RoundOption,
    SeedOption,
    TournamentOption,
    WhyOption,
    book,
    change_tournament,
    changing,
    looked_at,
    read_round,
    read_seed,
    read_table,
)
from scorer.tournaments.commands.typed_values import read_along, read_tally, read_won
from scorer.tournaments.keeping import (
    MOST_MINUTES,
    DeskChange,
    Drawn,
    PaperSheet,
    Tournament,
    announce,
    announce_again,
    close_table,
    find_tournament,
    give_extra,
    pause_clock,
    record_sheet,
    round_of,
    seats,
    start_clock,
    to_fill_in,
)
from scorer.tournaments.shown.words import heading, resting_lines, round_lines, seating_lines, uneven_lines

app = typer.Typer()

ON_HELP = N_(
    "The day, as in 2026-11-20 or 20/11/2026; else that of the round before, or of the tournament for the first."
)
OnOption = Annotated[str, day_option("--on", ON_HELP)]


@app.command()
def draw(ctx: typer.Context, *, on: OnOption = "", seed: SeedOption = "", tournament: TournamentOption = "") -> None:
    """Draw the next round and announce it. Every table becomes a match that anybody can record, deal by deal.

    The seed is shown: with it, and the same names, anybody can draw the round again.
    """
    _drawn(ctx, tournament, on, seed, again=False)


@app.command()
def redraw(ctx: typer.Context, *, on: OnOption = "", seed: SeedOption = "", tournament: TournamentOption = "") -> None:
    """Draw the last round once more, with who is there now. Refused once anything was recorded in it.

    undo brings the draw before back.
    """
    _drawn(ctx, tournament, on, seed, again=True)


def _drawn(ctx: typer.Context, tournament: str, on: str, seed: str, *, again: bool) -> None:
    day, chosen_seed = read_date(on) if on.strip() else None, read_seed(seed)
    with changing(ctx, tournament) as (transaction, current):
        done: Drawn = (announce_again if again else announce)(transaction, current, day, chosen_seed)
        last = None if again or settings(ctx).yes else current.last_round
        if last and not any(table.lines or table.over for table in last.tables):  # else two organisers draw two rounds
            raise RefusedError(
                _("round {round} is drawn, and nothing is recorded in it", round=last.number),
                advice("tournament_draw_all_the_same", round=last.number + 1),
            )
    say_drawn(ctx, done, said_day=again or day is not None)


def say_drawn(ctx: typer.Context, done: Drawn, *, said_day: bool) -> None:
    """Say who sits where in a round, and what there is to know and to do."""
    say("\n".join([*seating_lines(done.tournament, done.round), *uneven_lines(done.tournament)]))
    notices: list[Notice] = []
    if not said_day and done.on != settings(ctx).today:
        other_day = _("round {round} is of {day}", round=done.round.number, day=done.on)
        notices.append(advised(other_day, advice("tournament_redraw_on")))
    notices += done.tournament.notices
    if done.tournament.format.stages[done.round.stage].minutes:
        notices.append(advised("", advice("tournament_clock_start")))
    notices += [
        _("round {round} still has tables without a result", round=announced.number)
        for announced in done.tournament.progress.rounds[:-1]
        if not announced.over
    ]
    notice(*notices, advised("", advice("tournament_tables")))


@app.command()
def swap(
    ctx: typer.Context,
    first: EntrantArgument,
    second: EntrantArgument,
    *,
    number: RoundOption = "",
    tournament: TournamentOption = "",
) -> None:
    """Let two sit in each other's seats, at two tables or at one; who swaps with somebody who rests, rests.

    Before anything is recorded at their tables. After it, scorer reassign puts what is recorded to who was there,
    at both tables; scorer seats seats people elsewhere from now on: what they make at any table is their own.

    Example: scorer tournament swap Elena Bruno
    """
    change_tournament(ctx, tournament, seats.swap, first, second, read_round(number))


@app.command("round")
def round_(
    ctx: typer.Context,
    number: Annotated[str, argument("[N]", "Which one; else the last that was drawn.")] = "",
    *,
    start: Annotated[bool, flag("--start", "Start its clock, or let it go on.")] = False,
    pause: Annotated[bool, typer.Option("--pause", "--stop", help="Stop its clock; --start lets it go on.")] = False,
    minutes: Annotated[str, option("--minutes", "N", "How long the clock runs, where the format is not right.")] = "",
    extra: Annotated[str, option("--extra", "TABLE=N", "So many minutes more for one table; 0 takes them away.")] = "",
    tournament: TournamentOption = "",
) -> None:
    """Show a round: each table with its units so far, which are over, and what is left on the clock.

    --start starts the clock of the last round, --pause stops it and --start lets it go on; --minutes gives one that
    runs another length. --extra 3=5 gives table 3 five minutes more than the others, in all.

    Examples: scorer tournament round --start | scorer tournament round --extra 3=5
    """
    other_length, more = bool(minutes.strip()), bool(extra.strip())
    check_alone(start=start, pause=pause, extra=more, minutes=other_length and not start)
    if start or pause or more or other_length:
        if number.strip():
            raise RefusedError(_("the clock is that of the last round: leave the number away"))
        length = read_within(minutes, "--minutes", 1, MOST_MINUTES) if minutes.strip() else None
        table_and_minutes = _read_extra(extra) if extra.strip() else None
        with changing(ctx, tournament) as (transaction, current):
            if pause:
                pause_clock(transaction, current)
            elif table_and_minutes:
                give_extra(transaction, current, *table_and_minutes)
            else:
                start_clock(transaction, current, length)
    current = looked_at(ctx, tournament)
    say("\n".join(notice_lines(round_lines(current, round_of(current, read_round(number)), book(ctx).now()))))
    notice(*current.notices)


def _read_extra(text: str) -> tuple[int, int]:
    """Read `3=5`: the table, and the minutes that it has more; raises ScorerError."""
    table, equals, minutes = text.partition("=")
    if not equals:
        raise as_in("--extra", text, "3=5")
    return read_table(table), read_within(minutes, "--extra", 0, MOST_MINUTES)


@app.command()
def tables(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Say who sits where now, who deals, and the number to record each table with.

    Example: scorer deal anna 2/71 elena 74 --match 12
    """
    lines = []
    with book(ctx).reading() as transaction:
        current = find_tournament(transaction, tournament)
        last = round_of(current)
        for announced in current.progress.rounds:
            tables = [table for table in announced.tables if announced is last or not table.over]
            lines += [heading(current, announced)] if tables else []
            for table in tables:
                match = scorebook.match_by_id(transaction, current.matches[announced.number, table.number])
                sheet = scorebook.sheet_of(transaction, match)
                units = running_words(sheet.running) if sheet.records else ", ".join(sheet.seats)
                at = {"table": table.number, "match": match.id}
                if table.over:
                    lines.append(_("Table {table} is over: scorer sheet {match} shows it", **at))
                    lines.append(f"  {units}")
                else:
                    lines.append(_("Table {table}: scorer deal ... --match {match}", **at))
                    lines.append(f"  {units}; {next_deal_words(sheet)}")
            lines += resting_lines(current, announced) if tables else []
    say("\n".join(lines))


UNITS_HELP = N_("Final units by seat, as on the sheet: 12,-3,... Or Anna=12,Bruno=-3,...")
DEALS_HELP = N_("Deals played: 4,2,... by seat, Anna=4,Bruno=2,... or one for all.")
RESIDUAL_HELP = N_("Why the units do not sum to zero: takes the sheet as it is.")
FILE_HELP = N_("A CSV file of paper sheets, or - for stdin: all or nothing.")


@app.command(context_settings={"ignore_unknown_options": True})  # who sits first may have lost
def result(
    ctx: typer.Context,
    table: Annotated[str, argument("[TABLE]", "The number of the table.")] = "",
    units: Annotated[list[str] | None, argument("[UNITS]", UNITS_HELP)] = None,
    *,
    number: RoundOption = "",
    deals: Annotated[str, option("--deals", "COUNTS", DEALS_HELP)] = "",
    won: Annotated[str, option("--won", "COUNTS", "Deals won, with whichever side; as --deals.")] = "",
    called: Annotated[str, option("--called", "COUNTS", "Times caller, solo too; as --deals.")] = "",
    made: Annotated[str, option("--made", "COUNTS", "Contracts made as caller; as --deals.")] = "",
    residual: Annotated[str, option("--residual", "TEXT", RESIDUAL_HELP)] = "",
    reason: WhyOption = "",
    file: Annotated[str, filled("--from", "FILE", FILE_HELP, complete.files)] = "",
    tournament: TournamentOption = "",
) -> None:
    """Record a table from its paper sheet, or put its sheet right; without UNITS, close a table kept deal by deal.

    Units alone stand in the order of the seats, which is that of the sheet, and what was understood is said. Cells of a
    spreadsheet may be pasted. On a terminal, a table of which nothing is recorded is asked for, seat by seat.

    A correction may come at any time: everything after it is reckoned again, and what it would have changed in a
    seating already announced is said. A table is closed before its agreed end only with scorer --yes.

    A table of two pairs is said as the deals that they have won, 3-1, in the order of the pairs; or as the units that
    each of a pair has, 2,-2.

    A file has the columns round, table, player, units, and may have deals, won, called, made, and residual: why the
    units of that table do not sum to zero. Without a header its lines are player and units, and may begin with table,
    or with round and table; with TABLE, units alone will do.

    Examples: scorer tournament result 3 12,-3,-3,-3,-3 | scorer tournament result 3 "Anna=12,Bruno=-3,..."
    """
    counts = {"deals": deals, "won": won, "called": called, "made": made}
    at, of_round = read_table(table) if table else None, read_round(number)
    typed = _typed(units or [], residual)
    if file:
        if residual:
            raise RefusedError(_("with --from the column residual says which table does not sum to zero, and why"))
        if typed or any(counts.values()):
            raise RefusedError(_("with --from the file says the units and what the sheet counts: leave them away"))
        change_tournament(ctx, tournament, _from_file, file, reason, (of_round, at))
        return
    if at is None:
        raise RefusedError(_("say which table"), advice("tournament_result_units_or_file"))
    if typed := typed or _asked(ctx, tournament, at, of_round, any_sum=bool(residual)):
        change_tournament(ctx, tournament, record_sheet, _paper(typed, counts, residual), at, of_round, reason=reason)
    elif any(counts.values()) or residual or reason:
        raise RefusedError(
            _("--deals, --won, --called, --made, --residual and --reason belong to a paper sheet: say its units too")
        )
    else:
        words = f"tournament result {at} --round {of_round}" if of_round else f"tournament result {at}"
        or_early(
            settings(ctx), words, lambda yes: change_tournament(ctx, tournament, close_table, at, of_round, early=yes)
        )


def _typed(units: list[str], residual: str) -> str:
    """The units as typed, in one word or several; raises ScorerError where an option was meant, or forgot its text."""
    if residual.strip().startswith("--"):
        raise empty_option("--residual")
    if wrong := next((word for word in units if word.startswith("--")), ""):
        raise UnreadableError(
            _("there is no option {option}", option=printable(wrong)), advice("tournament_result_help")
        )
    return " ".join(units)


def _asked(ctx: typer.Context, tournament: str, table: int, number: int | None, *, any_sum: bool) -> str:
    """The units of a table, asked for in the order of its seats, and again until they sum to zero.

    An answer may be the units of all, or of somebody by name, as pasted cells are. Nothing is asked, and "" given,
    where nobody can answer, or the table has deals or a sheet already.
    """
    if not settings(ctx).may_ask:
        return ""
    with book(ctx).reading() as transaction:
        names = to_fill_in(transaction, find_tournament(transaction, tournament), table, number)
    if names:
        notice(_("The units at table {table}, seat by seat, or of all at once:", table=table))
    before: dict[str, int] = {}
    units: dict[str, int] = {}
    while missing := [name for name in names if name not in units]:
        answer: str = typer.prompt(missing[0], default=before.get(missing[0]), err=True, type=str)
        if read_won(answer):
            return answer
        try:
            typed = read_along(answer)
            if isinstance(typed, Mapping):
                units |= {find(name, names): figure for name, figure in typed.items()}
            elif len(typed) == 1:
                units[missing[0]] = typed[0]
            elif len(typed) == len(names):
                units = dict(zip(names, typed, strict=True))
            else:
                facts = {"numbers": len(typed), "seats": len(names), "players": ", ".join(names)}
                notice(_("{numbers} numbers for the {seats} seats: {players}", **facts))
        except ScorerError as error:
            notice(error_words(error))
        left = sum(units.values())
        if len(units) == len(names) and left and not any_sum:
            notice(_left_over_words(left))
            before, units = units, {}
    return ",".join(str(units[name]) for name in names)


def _left_over_words(left: int) -> str:
    """That the units typed at a table do not sum to zero."""
    return ngettext(
        "{units} unit is left over; count again. Enter leaves a number as it is.",
        "{units} units are left over; count again. Enter leaves a number as it is.",
        left,
        units=signed(left),
    )


def _paper(units: str, counts: dict[str, str], residual: str) -> PaperSheet:
    """A paper sheet as it was typed."""
    tallies = {column: read_tally(text, f"--{column}") for column, text in counts.items() if text.strip()}
    if won := read_won(units):
        return PaperSheet(tallies=tallies, residual=residual, won=won)
    return PaperSheet(read_along(units), tallies, residual)


def _from_file(
    transaction: Transaction, tournament: Tournament, name: str, reason: str, place: tuple[int | None, int | None]
) -> DeskChange:
    """Record every sheet of a file, or none; `place` is the round and the table that were said, where they were."""
    from scorer.cli.import_command import opened, source_of
    from scorer.tournaments.exchange.tournament_in import record_file

    with opened(name) as file:
        return record_file(transaction, tournament, file, source_of(name), reason, place)

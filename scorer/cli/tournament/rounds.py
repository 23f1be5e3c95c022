"""Rounds drawn and drawn again, looked at, and timed; who sits where now."""

from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli.context import book, notice, settings
from scorer.cli.tournament.options import (
    EntrantArgument,
    OnOption,
    RoundOption,
    SeedOption,
    TournamentOption,
    at_the_desk,
    changing,
    looked_at,
    read_round,
    read_seed,
)

if TYPE_CHECKING:
    from scorer.scorebook.tournament import Drawn, Tournament

app = typer.Typer()


@app.command()
def draw(ctx: typer.Context, *, on: OnOption = "", seed: SeedOption = "", tournament: TournamentOption = "") -> None:
    """Draw the next round and announce it. Every table becomes a match that anybody can record, deal by deal.

    The seed is shown: with it, and the same names, anybody can draw the round again.
    """
    _drawn(ctx, tournament, on, seed, again=False)


@app.command()
def redraw(ctx: typer.Context, *, on: OnOption = "", seed: SeedOption = "", tournament: TournamentOption = "") -> None:
    """Draw the last round once more, with who is there now. Refused once anything was recorded in it."""
    _drawn(ctx, tournament, on, seed, again=True)


def _drawn(ctx: typer.Context, tournament: str, on: str, seed: str, *, again: bool) -> None:
    from scorer.cli.tournament.seats import seating_lines, uneven_lines
    from scorer.match.parsing import read_date
    from scorer.scorebook.tournament import announce, announce_again

    day, said = read_date(on, today=settings(ctx).today), read_seed(seed)
    with changing(ctx, tournament) as (session, found):
        done: Drawn = (announce_again if again else announce)(session, found, day, said)
        if not again and not settings(ctx).yes:
            _check_begun(found)
    typer.echo("\n".join([*seating_lines(done.tournament, done.round), *uneven_lines(done.tournament)]))
    notice(*_afterwards(done))


def _check_begun(tournament: "Tournament") -> None:
    """Raise RefusedError where nothing is recorded in the present round: two organisers would draw two rounds."""
    from scorer.errors import RefusedError

    last = tournament.last_round
    if last and not any(table.lines or table.over for table in last.tables):
        nothing = f"round {last.number} is drawn, and nothing is recorded in it"
        raise RefusedError(f"{nothing}; scorer --yes tournament draw draws round {last.number + 1} all the same")


def _afterwards(done: "Drawn") -> list[str]:
    """What to do now."""
    stage = done.tournament.format.stages[done.round.stage]
    clock = ["scorer tournament round --start starts its clock"] if stage.minutes else []
    earlier = [each for each in done.tournament.progress.rounds[:-1] if not each.over]
    clock += [f"round {each.number} still has tables without a result" for each in earlier]
    return [*clock, "scorer tournament tables says how each table is recorded"]


@app.command()
def swap(
    ctx: typer.Context,
    one: EntrantArgument,
    other: EntrantArgument,
    *,
    number: RoundOption = "",
    tournament: TournamentOption = "",
) -> None:
    """Let two sit in each other's seats, at two tables or at one; who swaps with somebody who rests, rests.

    Before anything is recorded at their tables. After it, scorer seats seats people elsewhere: what they made, and what
    they make at any table of the round, is their own.

    Example: scorer tournament swap Elena Bruno
    """
    from scorer.scorebook import tournament as desk

    of = read_round(number)
    at_the_desk(ctx, tournament, lambda session, found: desk.swap(session, found, one, other, of))


@app.command("round")
def round_(
    ctx: typer.Context,
    number: Annotated[str, typer.Argument(metavar="[N]", help="Which one; else the last that was drawn.")] = "",
    *,
    start: Annotated[bool, typer.Option("--start", help="Start its clock.")] = False,
    minutes: Annotated[
        str, typer.Option("--minutes", metavar="N", help="How long the clock runs, where the format is not right.")
    ] = "",
    tournament: TournamentOption = "",
) -> None:
    """Show a round: each table with its units so far, which are over, and what is left on the clock.

    --start starts the clock of the last round; --minutes gives one that runs another length.
    """
    from scorer.cli.tournament.seats import round_lines
    from scorer.errors import RefusedError
    from scorer.scorebook.tournament import round_of

    if start or minutes.strip():
        if number.strip():
            raise RefusedError("the clock is that of the last round: leave the number away")
        _start_clock(ctx, tournament, minutes)
    found = looked_at(ctx, tournament)
    typer.echo("\n".join(round_lines(found, round_of(found, read_round(number)), book(ctx).now())))
    notice(*found.notices)


def _start_clock(ctx: typer.Context, tournament: str, minutes: str) -> None:
    from scorer.match.parsing import read_within
    from scorer.scorebook.tournament import MOST_MINUTES, start_clock

    length = read_within(minutes, "--minutes", 1, MOST_MINUTES) if minutes.strip() else None
    with changing(ctx, tournament) as (session, found):
        start_clock(session, found, length)


@app.command()
def tables(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Say who sits where now, who deals, and the number to record each table with.

    Example: scorer deal anna 2/71 elena 74 --match 12
    """
    from scorer import scorebook
    from scorer.cli.tournament.seats import table_lines
    from scorer.scorebook.tournament import find_tournament, round_of

    lines = []
    with book(ctx).reading() as session:
        found = find_tournament(session, tournament)
        last = round_of(found)
        for each in found.progress.rounds:
            tables = [table for table in each.tables if each is last or not table.over]
            matches = [scorebook.match_by_id(session, found.matches[each.number, table.number]) for table in tables]
            sheets = [scorebook.sheet_of(session, match) for match in matches]
            lines += table_lines(found, each, tables, sheets)
    typer.echo("\n".join(lines))

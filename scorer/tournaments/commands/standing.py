"""Standings, who goes on, play-offs, and the organiser's penalties."""

from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli.context import notice, say, settings, with_reason
from scorer.cli.options import FormatOption, ReasonOption, argument, check_alone, flag, goes_with, option
from scorer.errors import RefusedError
from scorer.exchange import FORMATS
from scorer.language import N_, _, ngettext
from scorer.match.parsing import read_choice
from scorer.rules.errors import advice, advised
from scorer.scorebook.transaction import Transaction
from scorer.tournaments.commands.options import (
    EntrantArgument,
    NamesArgument,
    TournamentOption,
    WhyOption,
    between_commas,
    book,
    change_tournament,
    changing,
)
from scorer.tournaments.commands.rounds import say_drawn
from scorer.tournaments.keeping import (
    Tournament,
    announce_cut,
    announce_cut_again,
    decisions,
    find_tournament,
    individual_lines,
)
from scorer.tournaments.keeping.decisions import Announced
from scorer.tournaments.text.desk_words import answer_words
from scorer.tournaments.text.tournament_words import reason_words

if TYPE_CHECKING:
    from scorer.tournaments.shown.tables import Grid

app = typer.Typer()

USUAL_REASONS = (N_("came late"), N_("slow play"), N_("talked at the table"), N_("ruling"))


@app.command()
def standings(
    ctx: typer.Context,
    *,
    stage: Annotated[str, option("--stage", "NAME|N", "The stage, by name or number; else the present one.")] = "",
    final: Annotated[bool, flag("--final", "Everybody's place over all stages.")] = False,
    individuals: Annotated[
        bool, flag("--individuals", "The players by units, whichever team they played for.")
    ] = False,
    format_: FormatOption = "table",
    tournament: TournamentOption = "",
) -> None:
    """Show who is where: the total, each round, and what decided the place where the total did not.

    Tables that are not over count with what they have.
    """
    from scorer.cli.statistics import write_out
    from scorer.exchange.csv_writer import csv_text
    from scorer.tournaments.commands.typed_values import json_text, placed

    check_alone(stage=bool(stage.strip()), final=final, individuals=individuals)
    how = read_choice(format_, "--format", FORMATS)
    with book(ctx).reading() as transaction:
        current = find_tournament(transaction, tournament)
        heading, grid = _grid(transaction, current, stage, final=final, individuals=individuals)
    if how == "table":
        table = placed(grid) if grid.rows else _("Nobody has entered yet.")
        say(f"{heading}\n{table}")
        notice(*current.notices)
        return
    write_out(json_text(grid) if how == "json" else csv_text(grid.columns, grid.rows))


def _grid(
    transaction: Transaction, tournament: Tournament, stage: str, *, final: bool, individuals: bool
) -> "tuple[str, Grid]":
    """The table that is asked for, and its heading."""
    from scorer.tournaments.commands.typed_values import read_stage
    from scorer.tournaments.shown.places import classification_words
    from scorer.tournaments.shown.tables import final_classification, players_standing, standing
    from scorer.tournaments.shown.words import stage_words

    if individuals:
        grid = players_standing(tournament, individual_lines(transaction, tournament))
        return _("{tournament}, players", tournament=tournament.name), grid
    if final:
        return f"{tournament.name}, {classification_words(tournament)}", final_classification(tournament)
    at = read_stage(tournament, stage)
    words = stage_words(tournament) if at == tournament.stage_at else _(tournament.format.stages[at].name)
    return f"{tournament.name}, {words}", standing(tournament, at)


@app.command()
def cut(
    ctx: typer.Context,
    *,
    again: Annotated[bool, flag("--again", "Announce anew who goes on, after a correction or a withdrawal.")] = False,
    keep: Annotated[bool, flag("--keep", "Let stand who was announced, though others would by now.")] = False,
    reason: WhyOption = "",
    tournament: TournamentOption = "",
) -> None:
    """Announce who goes on from the stage that is over, and why. Says who has to play off where a tie is in the way.

    --again says who goes on instead of whom, and draws the round again that is drawn already; undo takes both back.
    Refused once anything is recorded in it.
    """
    check_alone(again=again, keep=keep)
    if reason.strip() and not keep:
        raise goes_with("--reason", "--keep")
    if keep:
        change_tournament(ctx, tournament, decisions.keep_cut, reason)
        return
    with changing(ctx, tournament) as (transaction, before):
        done = (announce_cut_again if again else announce_cut)(transaction, before)
    _say_cut(ctx, before, done, again=again)


def _say_cut(ctx: typer.Context, before: Tournament, done: Announced, *, again: bool) -> None:
    """Say who goes on and why, and who sits where, where the round was drawn again."""
    if again:
        say(answer_words(done.deed))
    else:
        goes_on = ngettext(
            "The stage {stage} is over. {count} goes on to {next_stage}:",
            "The stage {stage} is over. {count} go on to {next_stage}:",
            len(done.result.through),
            stage=_(before.stage.name),
            next_stage=_(done.tournament.stage.name),
        )
        say(goes_on)
    for place, number in enumerate(done.result.through, 1):
        why = reason_words(done.result.reasons[number])
        say(f"{place:>3}  {before.name_of(number)}: {why}")
    if done.drawn:
        say("")
        say_drawn(ctx, done.drawn, said_day=True)
    else:
        notice(advised("", advice("tournament_draw_seats")))


@app.command("play-off")
def play_off(
    ctx: typer.Context,
    names: NamesArgument = None,
    *,
    by_lot: Annotated[bool, flag("--by-lot", "None is played: the lot decides.")] = False,
    tournament: TournamentOption = "",
) -> None:
    """Write down how a play-off ended, best first, everybody once.

    Example: scorer tournament play-off Carla,Anna
    """
    named = between_commas(names)
    if bool(named) == by_lot:
        raise RefusedError(_("say how the play-off ended, best first"), advice("tournament_play_off_as_in"))
    change_tournament(ctx, tournament, decisions.play_off, named)


@app.command(context_settings={"ignore_unknown_options": True})  # what is below zero gets an answer of ours
def penalty(
    ctx: typer.Context,
    entrant: EntrantArgument,
    amount: Annotated[str, argument("AMOUNT", "What it takes from the total: 3, or 0.5.")],
    *,
    reason: ReasonOption = "",
    tournament: TournamentOption = "",
) -> None:
    """Take something from an entrant's total in the stage that is played: units, or placement points where these count.

    A penalty at a table, which the others there may get, is one of its match: scorer penalty PLAYER UNITS --match N.
    Either is taken back by undo.
    """
    from scorer.tournaments.commands.typed_values import read_amount

    taken = read_amount(amount)
    with_reason(
        settings(ctx),
        reason,
        USUAL_REASONS,
        lambda why: change_tournament(ctx, tournament, decisions.penalise, entrant, taken, why),
    )

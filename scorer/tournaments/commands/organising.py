"""A tournament opened, looked at, closed, reopened and dropped; its steps told, taken back and done again."""

import sys
from collections.abc import Collection, Iterator
from secrets import randbelow
from typing import Annotated

import typer

from scorer.cli import complete
from scorer.cli.advice import advice_words, notice_lines, with_advice
from scorer.cli.context import confirm, notice, say, settings
from scorer.cli.layout import fits, table, width, wrapped
from scorer.cli.options import argument, day_option, option
from scorer.cli.score_sheet import history as history_lines
from scorer.errors import RefusedError
from scorer.language import N_, _, counts, in_context, numeric_day
from scorer.language.lists_numbers_dates import listed
from scorer.match.days import read_date
from scorer.match.parsing import read_within
from scorer.rule_files import VARIANTS
from scorer.rules.errors import advice
from scorer.scorebook.new_scorebook import founding
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import step_sentence
from scorer.tournaments.commands.options import SeedOption, TournamentOption, book, changing, looked_at, read_seed
from scorer.tournaments.commands.typed_values import placed, read_placement
from scorer.tournaments.keeping import (
    NewTournament,
    Tournament,
    check_new,
    conclude,
    do_again,
    find_tournament,
    new_notices,
    open_tournament,
    resume,
    reversal_notices,
    take_back,
    tournament_history,
    tournaments,
)
from scorer.tournaments.keeping.history import drop as drop_tournament
from scorer.tournaments.rules import Action, classification, next_action
from scorer.tournaments.rules.format import MOST_ROUNDS, FormatSettings
from scorer.tournaments.shown.tables import final_classification, podium
from scorer.tournaments.shown.words import entered_words, next_advice, next_words, people_lines, stage_words
from scorer.tournaments.text.rule_files import FORMATS

app = typer.Typer()
steps = typer.Typer()

CHOSEN_BELOW = 1_000_000
ALONE = {  # advice that is a command and nothing else
    "tournament_next_cut",
    "tournament_draw",
    "tournament_enter_names",
    "tournament_next_finish",
    "tournament_next_result",
    "tournament_next_result_of_round",
}
MOST_STEPS = 1_000_000
HOW_HELP = N_("How it is played: scorer format list.")
FormatOption = Annotated[str, option("--format", "NAME", HOW_HELP, complete.of_files("formats"), show_default=False)]
PLACEMENT_HELP = N_("Placement points by size of table: 5=10,7,4,2,0; 6=12,9,6,4,2,0.")
VARIANT_HELP = N_("The payout table; else the format's.")
ODD_HELP = N_("What the odd player of a table of duels does: against all, or resting.")
LEAGUE_HELP = N_("The league that its matches count for; else one of its own name.")


@app.command()
def new(
    ctx: typer.Context,
    name: Annotated[str, argument("NAME", "What to call the tournament.")],
    how: FormatOption,
    *,
    on: Annotated[str, day_option("--on", "The day, as in 2026-11-20 or 20/11/2026; else today.")] = "",
    rounds: Annotated[str, option("--rounds", "N", "How many rounds, where the format leaves it open.")] = "",
    placement: Annotated[str, option("--placement", "TABLE", PLACEMENT_HELP)] = "",
    variant: Annotated[str, option("--variant", "NAME", VARIANT_HELP, complete.variants)] = "",
    odd: Annotated[str, option("--odd", "HOW", ODD_HELP)] = "",
    league: Annotated[str, option("--league", "NAME", LEAGUE_HELP, complete.leagues)] = "",
    seed: SeedOption = "",
) -> None:
    """Open a tournament. A copy of its format and of its payout table is frozen into it.

    Every draw follows from the seed, so that anybody can draw it again; without --seed one is chosen and shown.

    Example: scorer tournament new Natale --format scighera
    """
    typed_seed = read_seed(seed)
    opened = NewTournament(
        name=name,
        format=FORMATS.meant(how),
        on=read_date(on, today=settings(ctx).today),
        seed=randbelow(CHOSEN_BELOW) if typed_seed is None else typed_seed,
        league=league,
        settings=FormatSettings(
            rounds=read_within(rounds, "--rounds", 1, MOST_ROUNDS) if rounds.strip() else None,
            placement=read_placement(placement),
            variant=VARIANTS.meant(variant).strip() or None,
            odd=odd.strip().casefold() or None,
        ),
    )
    check_new(opened)
    with founding(book(ctx)) as transaction:
        tournament = open_tournament(transaction, opened)
    say(_("Opened {tournament}.", tournament=title(tournament)), _format_line(tournament))


def title(tournament: Tournament) -> str:
    """`Natale (tournament 1), 2026-12-05, league Natale`."""
    facts = {"tournament": tournament.name, "number": tournament.id, "day": tournament.on, "league": tournament.league}
    return _("{tournament} (tournament {number}), {day}, league {league}", **facts)


def _format_line(tournament: Tournament) -> str:
    """The format, the payout table and the seed of a tournament."""
    facts = {"format": tournament.format.name, "title": _(tournament.format.title), "variant": tournament.variant}
    return _("Format {format} ({title}), payout table {variant}, seed {seed}.", **facts, seed=tournament.seed)


@app.command("list")
def list_tournaments(ctx: typer.Context) -> None:
    """List the tournaments, the oldest first, and how far each has got."""
    with book(ctx).reading() as transaction:
        listed_tournaments = tournaments(transaction)
    heads = ["", _("tournament"), _("on"), _("format"), _("entrants"), _("state")]
    rows, lines = [heads], []
    for tournament in listed_tournaments:
        state = in_context("tournament", "finished") if tournament.finished else stage_words(tournament)
        name, on, form, staying = (
            tournament.name,
            numeric_day(tournament.on),
            tournament.format.name,
            tournament.progress.staying,
        )
        rows.append([str(tournament.id), name, on, form, str(staying), state])
        lines.append(f"{tournament.id}  {name}, {on}, {form}, {counts.entrants(staying)}; {state}")
    if not listed_tournaments:
        opens = " ".join(["scorer tournament new", _("NAME"), "--format scighera"])
        say(_("There is no tournament; {command} opens one.", command=opens))
        return
    listing = table(rows, left=6)
    say(listing if fits(listing, width(sys.stdout)) else "\n".join(lines))


@app.command()
def show(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Say where the tournament stands, and what comes next with the command that does it."""
    current = looked_at(ctx, tournament)
    say("\n".join(standing_lines(current)))
    notice(*current.notices)


def standing_lines(tournament: Tournament) -> list[str]:
    """The state of a tournament, a line for each fact."""
    staying = tournament.progress.staying
    gone = len(tournament.progress.entrants) - staying
    entered = entered_words(tournament, staying)
    return [
        title(tournament),
        _format_line(tournament),
        _("{entrants}, {gone} withdrew.", entrants=entered, gone=gone) if gone else f"{entered}.",
        *map(wrapped, people_lines(tournament)),
        f"{stage_words(tournament)}.",
        next_line(tournament),
    ]


def evening_of_tournaments(transaction: Transaction) -> Iterator[tuple[str, Collection[int]]]:
    """Where each tournament stands that is not finished, and the matches that are its tables."""
    for tournament in tournaments(transaction):
        if not tournament.finished:
            yield "\n".join(standing_lines(tournament)), tournament.matches.values()


def next_line(tournament: Tournament) -> str:
    """What comes next, with the command that does it."""
    return _("Next: {ahead}", ahead=_next_step(tournament))


def _next_step(tournament: Tournament) -> str:
    """The next thing to do, with its command behind it."""
    words, advice = next_words(tournament), next_advice(tournament)
    if advice.code not in ALONE:
        return with_advice(words, [advice])
    return f"{words}: {advice_words(advice)}"


@app.command()
def finish(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Close the tournament: the podium and the whole classification. Before its end only with scorer --yes."""
    _confirm_early(ctx, looked_at(ctx, tournament))
    with changing(ctx, tournament) as (transaction, tournament_meant):
        done = conclude(transaction, tournament_meant).tournament
    say(_("{tournament} is finished.", tournament=done.name))
    steps = enumerate(podium(classification(done.format, done.progress)), 1)
    say("\n".join(f"{place}  {listed([done.name_of(line.entrant) for line in step])}" for place, step in steps if step))
    say(f"\n{placed(final_classification(done))}")


def _confirm_early(ctx: typer.Context, tournament: Tournament) -> None:
    """Ask, or refuse, where a tournament is to be closed that is not over."""
    if tournament.finished or next_action(tournament.format, tournament.progress) == Action.FINISH:
        return
    step = _next_step(tournament)
    early = _("{tournament} is not over. Next: {step}", tournament=tournament.name, step=step)
    if settings(ctx).may_confirm:
        confirm("\n".join([early, _("Finish it all the same?")]), or_abort=True)
    elif not settings(ctx).yes:
        raise RefusedError(early, advice("tournament_finish_early"))


@app.command()
def reopen(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Go on with a finished tournament."""
    with changing(ctx, tournament) as (transaction, current):
        resume(transaction, current)
    say(_("{tournament} goes on.", tournament=current.name))


@app.command()
def drop(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Take a tournament back that has not begun: nothing stands of it but that it was opened."""
    with changing(ctx, tournament) as (transaction, current):
        drop_tournament(transaction, current)
    say(_("{tournament} is dropped.", tournament=current.name))


@steps.command()
def history(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Everything that was done at the desk: when, why, and what was taken back. Deals stand in scorer history.

    Each step has its number, with which undo --step takes it back.
    """
    with book(ctx).reading() as transaction:
        steps = tournament_history(transaction, find_tournament(transaction, tournament))
    say(history_lines(steps, None, numbered=True))


@steps.command()
def undo(
    ctx: typer.Context,
    *,
    step: Annotated[str, option("--step", "N", "The step of this number in tournament history; else the last.")] = "",
    tournament: TournamentOption = "",
) -> None:
    """Take back what was done last at the desk: a result, a draw, an entry. What was recorded at a table stays.

    With --step any other step, as long as no later one depends on it: none that could not have been done without it.

    Example: scorer tournament undo --step 12
    """
    _go(ctx, tournament, "undo", read_within(step, "--step", 1, MOST_STEPS) if step.strip() else None)


@steps.command()
def redo(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Do again what was undone last at the desk."""
    _go(ctx, tournament, "redo")


def _go(ctx: typer.Context, tournament: str, action: str, place: int | None = None) -> None:
    """Take a step back or do one again, and say so; what it changes, and what comes next."""
    with changing(ctx, tournament) as (transaction, current):
        done = take_back(transaction, current, place) if action == "undo" else do_again(transaction, current)
        back = "tournament_redo_takes_that_back" if action == "undo" else "tournament_undo_takes_that_back"
        notices = reversal_notices(transaction, current, done, advice(back))
    step = step_sentence(done, None)
    say(_("Undone: {step}", step=step) if action == "undo" else _("Done again: {step}", step=step))
    after = looked_at(ctx, current.name)
    notice(*dict.fromkeys(notice_lines((*notices, *new_notices(current, after)))))
    say(next_line(after))

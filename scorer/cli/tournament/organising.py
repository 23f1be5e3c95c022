"""A tournament opened, looked at, closed, reopened and dropped; its steps told, taken back and done again."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli import complete
from scorer.cli.context import book, confirm, notice, say, settings
from scorer.cli.tournament.options import SeedOption, TournamentOption, changing, looked_at, option, read_seed
from scorer.language import counts
from scorer.language.forms import listed

if TYPE_CHECKING:
    from scorer.scorebook.tournament import Tournament

app = typer.Typer()
steps = typer.Typer()

CHOSEN_BELOW = 1_000_000
MOST_STEPS = 1_000_000
HOW_HELP = "How it is played: scorer format list."
FormatOption = Annotated[str, option("--format", "FORMAT", HOW_HELP, complete.formats, show_default=False)]
PLACEMENT_HELP = "Placement points by size of table: 5=10,7,4,2,0; 6=12,9,6,4,2,0."
VARIANT_HELP = "The payout table; else the format's."
ODD_HELP = "What the odd player of a table of duels does: against all, or resting."
LEAGUE_HELP = "The league that its matches count for; else one of its own name."


@app.command()
def new(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call the tournament.")],
    how: FormatOption,
    *,
    on: Annotated[str, option("--on", "DATE", "The day, as in 2026-11-20; else today.")] = "",
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
    from secrets import randbelow

    from scorer.cli.tournament.typed_values import read_placement
    from scorer.match.parsing import read_date, read_within
    from scorer.rule_files import FORMATS, VARIANTS
    from scorer.rules.tournament.format import MOST_ROUNDS, FormatSettings
    from scorer.scorebook.founding import founding
    from scorer.scorebook.tournament import NewTournament, check_new, open_tournament

    said = read_seed(seed)
    opened = NewTournament(
        name=name,
        format=FORMATS.meant(how),
        on=read_date(on, today=settings(ctx).today),
        seed=randbelow(CHOSEN_BELOW) if said is None else said,
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
    say(f"Opened {title(tournament)}.\n{_format_line(tournament)}")


def title(tournament: "Tournament") -> str:
    """`Natale (tournament 1), 2026-12-05, league Natale`."""
    return f"{tournament.name} (tournament {tournament.id}), {tournament.on}, league {tournament.league}"


def _format_line(tournament: "Tournament") -> str:
    chosen = tournament.format
    return f"Format {chosen.name} ({chosen.title}), payout table {tournament.variant}, seed {tournament.seed}."


@app.command("list")
def list_tournaments(ctx: typer.Context) -> None:
    """List the tournaments, the oldest first, and how far each has got."""
    from scorer.cli.layout import fits, table, width
    from scorer.scorebook.tournament import tournaments
    from scorer.tournament.words import stage_words

    with book(ctx).reading() as transaction:
        found = tournaments(transaction)
    rows, lines = [["", "tournament", "on", "format", "entrants", "state"]], []
    for each in found:
        state = "finished" if each.finished else stage_words(each)
        staying = each.progress.staying
        rows.append([str(each.id), each.name, str(each.on), each.format.name, str(staying), state])
        facts = f"{each.name}, {each.on}, {each.format.name}, {counts.entrants(staying)}; {state}"
        lines.append(f"{each.id}  {facts}")
    none = "There is no tournament; scorer tournament new NAME --format scighera opens one."
    shown = table(rows, left=6)
    say((shown if fits(shown, width(sys.stdout)) else "\n".join(lines)) if found else none)


@app.command()
def show(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Say where the tournament stands, and what comes next with the command that does it."""
    found = looked_at(ctx, tournament)
    say("\n".join(standing_lines(found)))
    notice(*found.notices)


def standing_lines(tournament: "Tournament") -> list[str]:
    """Where a tournament stands, a line each."""
    from scorer.cli.layout import wrapped
    from scorer.tournament.words import entered_words, next_words, people_lines, stage_words

    staying = tournament.progress.staying
    gone = len(tournament.progress.entrants) - staying
    entered = entered_words(tournament, staying)
    return [
        title(tournament),
        _format_line(tournament),
        f"{entered}{f', {gone} withdrew' if gone else ''}.",
        *map(wrapped, people_lines(tournament)),
        f"{stage_words(tournament)}.",
        f"Next: {next_words(tournament, commands=True)}",
    ]


@app.command()
def finish(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Close the tournament: the podium and the whole classification. Before its end only with scorer --yes."""
    from scorer.cli.tournament.typed_values import placed
    from scorer.rules.tournament import classification
    from scorer.scorebook.tournament import conclude
    from scorer.tournament.tables import final_classification, podium

    _confirm_early(ctx, looked_at(ctx, tournament))
    with changing(ctx, tournament) as (transaction, found):
        done = conclude(transaction, found)
    say(f"{done.name} is finished.")
    steps = enumerate(podium(classification(done.format, done.progress)), 1)
    say("\n".join(f"{place}  {listed([done.name_of(line.entrant) for line in step])}" for place, step in steps if step))
    say(f"\n{placed(final_classification(done))}")


def _confirm_early(ctx: typer.Context, tournament: "Tournament") -> None:
    """Ask, or refuse, where a tournament is to be closed that is not over."""
    from scorer.errors import RefusedError
    from scorer.rules.tournament import Action, next_action
    from scorer.tournament.words import next_words

    if tournament.finished or next_action(tournament.format, tournament.progress) == Action.FINISH:
        return
    early = f"{tournament.name} is not over. Next: {next_words(tournament, commands=True)}"
    if settings(ctx).may_confirm:
        confirm(f"{early}\nFinish it all the same?", or_abort=True)
    elif not settings(ctx).yes:
        raise RefusedError(f"{early}; scorer --yes tournament finish closes it all the same")


@app.command()
def reopen(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Go on with a finished tournament."""
    from scorer.scorebook.tournament import resume

    with changing(ctx, tournament) as (transaction, found):
        done = resume(transaction, found)
    say(f"{done.name} goes on.")


@app.command()
def drop(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Take a tournament back that has not begun: nothing stands of it but that it was opened."""
    from scorer.scorebook.tournament import history

    with changing(ctx, tournament) as (transaction, found):
        history.drop(transaction, found)
    say(f"{found.name} is dropped.")


@steps.command()
def history(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Everything that was done at the desk: when, why, and what was taken back. Deals stand in scorer history.

    Each step has its number, with which undo --step takes it back.
    """
    from scorer.cli.render import history as told
    from scorer.scorebook.tournament import find_tournament, tournament_history

    with book(ctx).reading() as transaction:
        steps = tournament_history(transaction, find_tournament(transaction, tournament))
    say(told(steps, None, numbered=True))


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
    from scorer.match.parsing import read_within

    _go(ctx, tournament, "undo", read_within(step, "--step", 1, MOST_STEPS) if step.strip() else None)


@steps.command()
def redo(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Do again what was undone last at the desk."""
    _go(ctx, tournament, "redo")


def _go(ctx: typer.Context, tournament: str, action: str, place: int | None = None) -> None:
    from scorer.scorebook.tournament import do_again, said_of_reversed, said_since, take_back
    from scorer.text.sentences import step_sentence
    from scorer.tournament.words import next_words

    with changing(ctx, tournament) as (transaction, found):
        done = take_back(transaction, found, place) if action == "undo" else do_again(transaction, found)
        back = "scorer tournament redo" if action == "undo" else "scorer tournament undo"
        said = said_of_reversed(transaction, found, done, back)
    say(f"{'Undone' if action == 'undo' else 'Done again'}: {step_sentence(done, None)}")
    after = looked_at(ctx, found.name)
    notice(*dict.fromkeys((*said, *said_since(found, after))))
    say(f"Next: {next_words(after, commands=True)}")

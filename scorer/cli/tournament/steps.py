"""What was done at the desk: the history, taken back, done again."""

import typer

from scorer.cli.context import book, notice
from scorer.cli.tournament.options import TournamentOption, changing, looked_at, said_since

app = typer.Typer()


@app.command()
def history(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Everything that was done at the desk: when, why, and what was taken back. Deals stand in scorer history."""
    from scorer.cli.render import history as told
    from scorer.scorebook.tournament import find_tournament, tournament_history

    with book(ctx).reading() as session:
        steps = tournament_history(session, find_tournament(session, tournament))
    typer.echo(told(steps, None))


@app.command()
def undo(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Take back what was done last at the desk: a result, a draw, an entry. What was recorded at a table stays."""
    _go(ctx, tournament, "undo")


@app.command()
def redo(ctx: typer.Context, tournament: TournamentOption = "") -> None:
    """Do again what was undone last at the desk."""
    _go(ctx, tournament, "redo")


def _go(ctx: typer.Context, tournament: str, action: str) -> None:
    from scorer.cli.tournament.words import next_words
    from scorer.scorebook.tournament import do_again, said_of_reversed, take_back
    from scorer.text.sentences import step_sentence

    with changing(ctx, tournament) as (session, found):
        done = (take_back if action == "undo" else do_again)(session, found)
        back = "scorer tournament redo" if action == "undo" else "scorer tournament undo"
        said = said_of_reversed(session, found, done, back)
    typer.echo(f"{'Undone' if action == 'undo' else 'Done again'}: {step_sentence(done, None)}")
    after = looked_at(ctx, found.name)
    notice(*dict.fromkeys((*said, *said_since(found, after))))
    typer.echo(f"Next: {next_words(after)}")

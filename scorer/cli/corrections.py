"""Putting things right: undo, redo, void, edit, history."""

from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli.context import MatchOption, ReasonOption, book, notice, settings
from scorer.cli.options import (
    BidOption,
    CalledOption,
    CallerOption,
    DealtOption,
    NoteOption,
    PartnerOption,
    RestedOption,
    SlamOption,
)

if TYPE_CHECKING:
    from sqlmodel import Session

    from scorer.scorebook import Recorded
    from scorer.values import Match, Record

app = typer.Typer()

NumberArgument = Annotated[str, typer.Argument(metavar="NUMBER", help="The number of the record on the sheet.")]
StepsArgument = Annotated[str, typer.Argument(metavar="N", help="How many steps.")]


@app.command()
def undo(ctx: typer.Context, steps: StepsArgument = "1", match: MatchOption = "") -> None:
    """Take back the last step, or the last N: a deal, a call, a change of seats. redo brings it back."""
    _go(ctx, "undo", steps, match)


@app.command()
def redo(ctx: typer.Context, steps: StepsArgument = "1", match: MatchOption = "") -> None:
    """Do again what was undone last."""
    _go(ctx, "redo", steps, match)


def _go(ctx: typer.Context, action: str, steps: str, match: str) -> None:
    from scorer import scorebook
    from scorer.cli import render
    from scorer.sentences import step_sentence
    from scorer.words import read_within

    count = read_within(steps, "steps", 1, 1000)
    with book(ctx).writing() as session:
        found = _match_or_none(session, match, action)
        done = (scorebook.undo if action == "undo" else scorebook.redo)(session, found, count)
        touched = next((step.match_id for step in done if step.match_id), found.id if found else None)
        after = scorebook.existing(session, touched) if touched else None
        sheet = scorebook.sheet_of(session, after) if after else None
        notices = announced_since(session, touched)
    for step in done:
        typer.echo(f"{'Undone' if action == 'undo' else 'Done again'}: {step_sentence(step, after or found)}")
    notice(*notices)
    if sheet:
        render.running(sheet)


def announced_since(session: "Session", match_id: int | None) -> tuple[str, ...]:
    """What a correction changes of what was announced in a tournament, where there is one."""
    from scorer import scorebook

    if not match_id or not scorebook.has_tournaments(session):  # or else nothing more is loaded
        return ()
    from scorer.scorebook.desk import said_after

    return said_after(session, match_id)


def _match_or_none(session: "Session", match: str, action: str = "") -> "Match | None":
    """The match meant, the last one when none is open.

    None where there is none at all, where it was undone, or where what `action` reverses concerns the whole scorebook.
    """
    from scorer import scorebook
    from scorer.errors import NotFoundError

    try:
        return scorebook.find_match(session, match, last=True)
    except NotFoundError:
        if action and not match and scorebook.concerns_all(session, action):
            return None
        if (match and not match.isdecimal()) or scorebook.matches(session):
            raise
        return None


@app.command()
def void(ctx: typer.Context, number: NumberArgument, reason: ReasonOption = "", match: MatchOption = "") -> None:
    """Strike a record out. It stays in the history, its number is not used again, later records do not change."""
    from scorer import scorebook
    from scorer.cli import render
    from scorer.sentences import doubled_words, record_sentence

    with book(ctx).writing() as session:
        found = scorebook.find_match(session, match, last=True)
        done, doubled = scorebook.void(session, found, scorebook.read_record_number(number), reason)
        notices = announced_since(session, found.id)
    typer.echo(f"Voided {done.record.number}: {record_sentence(done.record, found.variant)}")
    notice(*filter(None, [doubled_words(doubled)]), *notices)
    render.running(done.sheet)


@app.command()
def edit(
    ctx: typer.Context,
    number: NumberArgument,
    caller: CallerOption = "",
    bid: BidOption = "",
    called: CalledOption = None,
    partner: PartnerOption = "",
    result: Annotated[str, typer.Option("--result", metavar="RESULT", help="74, 74/46, made or failed.")] = "",
    slam: SlamOption = None,
    dealer: DealtOption = "",
    out: RestedOption = "",
    times: Annotated[str, typer.Option("--times", metavar="N", help="What the deal counted.")] = "",
    note: NoteOption = None,
    reason: ReasonOption = "",
    match: MatchOption = "",
) -> None:
    """Put a recorded deal right: what is not said stays. It keeps its number, and the old one stays in the history.

    Example: scorer edit 3 --partner dario --reason "it was Dario who held the two"
    """
    from scorer import scorebook
    from scorer.cli import render
    from scorer.cli.asking import or_ask
    from scorer.sentences import difference_words, record_sentence
    from scorer.words import DealWords, named_players

    def put_right(words: "DealWords") -> "tuple[Recorded, Record, tuple[str, ...]]":
        """One transaction."""
        with book(ctx).writing() as session:
            found = scorebook.find_match(session, match, named_players(words), last=True)
            asked = scorebook.read_record_number(number)
            done, old = scorebook.edit(session, found, asked, words, reason, asking=settings(ctx).may_confirm)
            return done, old, announced_since(session, found.id)

    words = DealWords(
        caller=caller, bid=bid, partner=partner, result=result, called=called, slam=slam,
        dealer=dealer, out=out, times=times, note=note,
    )  # fmt: skip
    done, old, announced = or_ask(words, put_right)
    notice(*done.notices, *announced)
    typer.echo(f"Edited {number}: {difference_words(old, done.record)}")
    typer.echo(f"{number}: {record_sentence(done.record, done.sheet.match.variant)}")
    render.running(done.sheet)


@app.command()
def history(ctx: typer.Context, match: MatchOption = "") -> None:
    """Every step of the match: what was done, when and why, and what was taken back."""
    from scorer import scorebook
    from scorer.cli import render

    with book(ctx).reading() as session:
        found = _match_or_none(session, match)
        steps = scorebook.history(session, found.id if found else None)
    typer.echo(render.history(steps, found))

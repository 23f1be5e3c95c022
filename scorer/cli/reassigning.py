"""Putting deals to who was really there: reassign."""

from typing import TYPE_CHECKING, Annotated

import typer

from scorer import scorebook, wings
from scorer.cli import complete, score_sheet
from scorer.cli.advice import match_option, notice_lines
from scorer.cli.context import WouldDo, book, notice, say, settings
from scorer.cli.options import MatchOption, argument, filled, flag, option
from scorer.language import _
from scorer.language.lists_numbers_dates import capitalised

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorer.match.facts import Match
    from scorer.scorebook import Reassigned, Span
    from scorer.scorebook.transaction import Transaction

app = typer.Typer()


@app.command()
def reassign(
    ctx: typer.Context,
    people: Annotated[
        list[str],
        argument(
            "WRITTEN=REAL", "Who is written, and who it was: Anna=Bruno. Several with commas.", complete.who_was_there
        ),
    ],
    *,
    first: Annotated[str, filled("--from", "N", "The first record that was not theirs.")] = "",
    last: Annotated[str, filled("--to", "N", "The last one; else all that follow.")] = "",
    this_table: Annotated[
        bool, flag("--this-table", "In a tournament: not the other table, though the other one is there too.")
    ] = False,
    reason: Annotated[
        str, option("--reason", "TEXT", "Why; without it, only what would change.", complete.reasons)
    ] = "",
    match: MatchOption = "",
) -> None:
    """Put records to who was really there, as deals of Bruno's that were Anna's; undo takes it back.

    Without --from and --to the whole match, and who sits there now. Paper sheets, redeals, penalties go along; each
    record keeps its number and what it counts. Two who both sat at the table are exchanged.

    In a tournament, two who sat at each other's tables are put right at both; --this-table says that the other one came
    over from there. Without --reason it only says what would change.

    Example: scorer reassign "Anna=Bruno" --from 4 --reason "they had changed seats"
    """
    shared, span = settings(ctx), scorebook.read_span(first, last)
    why = "" if shared.looks_ahead else reason.strip()
    with book(ctx).writing() if why else book(ctx).reading() as transaction:
        meant = scorebook.find_match(transaction, match, last=True)
        done, undo = _done(transaction, meant, ",".join(people), span, why, this_table=this_table)
        if shared.looks_ahead and reason.strip():
            raise WouldDo(f"{done.what}\n{scorebook.units_words(done.changes)}")
        advised = [line for change in done.changes for line in scorebook.correction_notices(transaction, change.match)]
    notice(*dict.fromkeys(notice_lines((*done.notices, *(advised if why else ())))))
    _say_done(done, undo)


def _done(
    transaction: "Transaction", match: "Match", people: str, span: "Span", reason: str, *, this_table: bool
) -> "tuple[Reassigned, str]":
    """Do it, or only look where no reason is given; returns the change and the command that takes it back."""
    undo = "scorer undo" + match_option(scorebook.needed_number(transaction, match))
    if scorebook.of_tournament(transaction, match.id):
        reassign: Callable[..., tuple[Reassigned, str] | None] = wings.needed("reassign_at_tables")
        if at_tables := reassign(transaction, match, people, span, reason, this_table=this_table):
            return at_tables
    if reason.strip():
        return scorebook.reassign(transaction, match, people, span, reason), undo
    return scorebook.reassigned(transaction, match, people, span), ""


def _say_done(done: "Reassigned", undo: str) -> None:
    """What was done, and what everybody has by it; `undo` takes it back, "" where nothing is changed yet."""
    say(f"{capitalised(done.what)}.", f"{scorebook.units_words(done.changes)}.")
    for change in done.changes:
        match, seats = change.match, ", ".join(change.after.seats)
        if change.left and not match.sitting.finished:
            notice(
                _(
                    "{match}: at the table stay {players}, who have changed seats since; "
                    "scorer seats NAMES --match {number} seats others",
                    match=match.name,
                    players=seats,
                    number=match.id,
                )
            )
        elif change.after.seats != change.before.seats and not match.sitting.finished:
            say(_("{match}: at the table now {players}.", match=match.name, players=seats))
    if not undo:
        say(_("Nothing is changed yet; with --reason TEXT it is."))
        return
    notice(_("{command} takes it back", command=undo))
    for change in done.changes:
        say(*([f"{change.match.name}:"] if len(done.changes) > 1 else []), score_sheet.running_table(change.after))

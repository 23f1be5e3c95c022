"""Rulings: units taken outside a deal (penalty), units set by ruling (adjust)."""

from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli import complete
from scorer.cli.context import MatchOption, ReasonOption, book, notice
from scorer.cli.corrections import announced_since
from scorer.cli.options import OutOption

if TYPE_CHECKING:
    from sqlmodel import Session

    from scorer.match.values import Match

app = typer.Typer()


@app.command(context_settings={"ignore_unknown_options": True})
def penalty(
    ctx: typer.Context,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Who pays.", autocompletion=complete.seated)],
    units: Annotated[str, typer.Argument(metavar="UNITS", help="How many units the player loses.")],
    to: Annotated[str, typer.Option("--to", metavar="others|nobody", help="Who gets them.")] = "others",
    out: OutOption = "",
    reason: ReasonOption = "",
    match: MatchOption = "",
) -> None:
    """Take units from a player who erred; the others of the next deal share them, or nobody gets them.

    At a table of a tournament it counts besides the paper sheet, and may come before it or after it.
    """
    from scorer import scorebook
    from scorer.cli import render
    from scorer.match.parsing import MOST_UNITS, read_choice, read_within

    lost = read_within(units, "units", 1, MOST_UNITS)
    payee = read_choice(to, "--to", ("others", "nobody"))
    with book(ctx).writing(words=(match, "penalty", player, units, to, out, reason)) as session:
        found = scorebook.find_match(session, match, [player, *filter(None, [out])])
        late = _may_come_late(session, found)
        done = scorebook.record_penalty(session, found, player, lost, payee, reason, out, even_finished=late)
        notices = announced_since(session, found.id) if late else ()
    render.recorded(done)
    notice(*notices)


@app.command()
def adjust(
    ctx: typer.Context,
    units: Annotated[str, typer.Argument(metavar="UNITS", help='Units by player: "Anna=-3,Bruno=1".')],
    reason: ReasonOption = "",
    match: MatchOption = "",
) -> None:
    """Set units by ruling: opening balances, a correction that no deal explains."""
    from scorer import scorebook
    from scorer.cli import render
    from scorer.match.parsing import read_units

    changes = read_units(units)
    with book(ctx).writing(words=(match, "adjust", units, reason)) as session:
        found = scorebook.find_match(session, match, list(changes))
        late = _may_come_late(session, found)
        done = scorebook.record_adjustment(session, found, changes, reason, even_finished=late)
        notices = announced_since(session, found.id) if late else ()
    render.recorded(done)
    notice(*notices)


def _may_come_late(session: "Session", match: "Match") -> bool:
    """Whether a ruling may come though the match is finished: at a table of a tournament, which counts it besides."""
    from scorer import scorebook

    if not (match.sitting.finished and scorebook.of_tournament(session, match)):
        return False
    from scorer.scorebook.tournament import check_goes_on

    check_goes_on(session, match.id)
    return True

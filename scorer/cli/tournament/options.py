"""What the commands of tournaments share: which tournament is meant, and options that several of them have."""

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Concatenate, ParamSpec

import typer

from scorer.cli import complete
from scorer.cli.context import book, notice, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlmodel import Session

    from scorer.scorebook.tournament import Entered, Tournament

P = ParamSpec("P")
TournamentOption = Annotated[
    str,
    typer.Option(
        "--tournament",
        metavar="NAME",
        envvar="SCORER_TOURNAMENT",
        help="The tournament, by number or name; else the one that is going on.",
        show_envvar=True,
        autocompletion=complete.tournaments,
    ),
]
RoundOption = Annotated[str, typer.Option("--round", metavar="N", help="The round; else the last that was drawn.")]
OnOption = Annotated[str, typer.Option("--on", metavar="DATE", help="The day, as in 2026-11-20; else today.")]
ROUND_ON_HELP = "The day, as in 2026-11-20; else that of the round before, or of the tournament before the first round."
RoundOnOption = Annotated[str, typer.Option("--on", metavar="DATE", help=ROUND_ON_HELP)]
SeedOption = Annotated[str, typer.Option("--seed", metavar="N", help="The seed to draw from; else one is chosen.")]
WhyOption = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; kept in the history.")]
ENTRANT_HELP = "An entrant, by name or its first letters."
EntrantArgument = Annotated[str, typer.Argument(metavar="ENTRANT", help=ENTRANT_HELP, autocompletion=complete.players)]
NamesArgument = Annotated[
    list[str] | None, typer.Argument(metavar="NAMES", help="Entrants, with commas.", autocompletion=complete.players)
]


def between_commas(words: list[str] | str | None) -> list[str]:
    """The names between commas, semicolons or line ends, of one word or of several that a shell took apart."""
    text = words if isinstance(words, str) else " ".join(words or [])
    return [name.strip() for name in re.split(r"[,;\n]", text) if name.strip()]


def read_round(text: str) -> int | None:
    """The number of a round, `2` or `R2`; None for nothing said."""
    from scorer.match.parsing import read_within

    return read_within(text.strip().casefold().removeprefix("r"), "round", 1, 1000) if text.strip() else None


def read_table(text: str) -> int:
    """The number of a table, `3` or `T3`."""
    from scorer.match.parsing import read_within

    return read_within(text.strip().casefold().removeprefix("t"), "table", 1, 1000)


def read_seed(text: str) -> int | None:
    """A seed; None for nothing said."""
    from scorer.match.parsing import read_within
    from scorer.scorebook.tournament import HIGHEST_SEED

    return read_within(text, "seed", 0, HIGHEST_SEED) if text.strip() else None


def looked_at(ctx: typer.Context, wanted: str) -> "Tournament":
    """The tournament meant, read."""
    from scorer.scorebook.tournament import find_tournament

    with book(ctx).reading() as session:
        return find_tournament(session, wanted)


@contextmanager
def changing(ctx: typer.Context, wanted: str) -> "Iterator[tuple[Session, Tournament]]":
    """One transaction, and the tournament meant."""
    from scorer.scorebook.tournament import find_tournament

    with book(ctx).writing() as session:
        yield session, find_tournament(session, wanted)


def change_tournament(
    ctx: typer.Context,
    wanted: str,
    do: "Callable[Concatenate[Session, Tournament, P], Entered]",
    *args: P.args,
    **more: P.kwargs,
) -> None:
    """Do something to the tournament meant, in one transaction, and say what was done."""
    from scorer.exchange.reading import Notices
    from scorer.scorebook.tournament import said_since

    with changing(ctx, wanted) as (session, found):
        done = do(session, found, *args, **more)
    told = Notices()
    for line in dict.fromkeys((*done.notices, *said_since(found, done.tournament))):
        told.add(line)
    notice(*told.told())
    say(f"{done.what[:1].upper()}{done.what[1:]}.")

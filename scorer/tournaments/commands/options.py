"""Shared by the commands of tournaments: the tournament that is meant, and common options."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Concatenate, ParamSpec

import typer

from scorer.cli import complete, context
from scorer.cli.advice import notice_lines
from scorer.cli.context import notice, say
from scorer.cli.options import argument, option
from scorer.exchange.csv_reader import Notices
from scorer.language import N_, _
from scorer.match.parsing import read_within
from scorer.scorebook import Book
from scorer.scorebook.transaction import Transaction
from scorer.tournaments.keeping import HIGHEST_SEED, DeskChange, Tournament, find_tournament, new_notices
from scorer.tournaments.text.desk_words import answer_words

P = ParamSpec("P")


TOURNAMENT_HELP = N_("The tournament, by number or name; else the one that is going on.")
TournamentOption = Annotated[
    str,
    option("--tournament", "NAME", TOURNAMENT_HELP, complete.of_scorebook("TOURNAMENTS"), envvar="SCORER_TOURNAMENT"),
]
RoundOption = Annotated[str, option("--round", "N", "The round; else the last that was drawn.")]
SeedOption = Annotated[str, option("--seed", "N", "The seed to draw from; else one is chosen.")]
WhyOption = Annotated[str, option("--reason", "TEXT", "Why; kept in the history.")]
ENTRANT_HELP = N_("An entrant, by name or its first letters.")
EntrantArgument = Annotated[str, argument("ENTRANT", ENTRANT_HELP, complete.players)]
NamesArgument = Annotated[list[str] | None, argument("NAMES", "Entrants, with commas.", complete.players)]


def book(ctx: typer.Context) -> Book:
    """The scorebook of this run; who has none yet is told how to begin one with a tournament."""
    opened = context.book(ctx)
    opened.begun_by = "scorebook_tournament"
    return opened


def between_commas(words: list[str] | str | None) -> list[str]:
    """The names between commas, semicolons or line ends, of one word or of several that a shell took apart."""
    text = words if isinstance(words, str) else " ".join(words or [])
    return [name.strip() for name in re.split(r"[,;\n]", text) if name.strip()]


def read_round(text: str) -> int | None:
    """The number of a round, `2` or `R2`; None for nothing said."""
    return read_within(text.strip().casefold().removeprefix("r"), _("round"), 1, 1000) if text.strip() else None


def read_table(text: str) -> int:
    """The number of a table, `3` or `T3`."""
    return read_within(text.strip().casefold().removeprefix("t"), _("table"), 1, 1000)


def read_seed(text: str) -> int | None:
    """A seed; None for nothing said."""
    return read_within(text, _("seed"), 0, HIGHEST_SEED) if text.strip() else None


def looked_at(ctx: typer.Context, wanted: str) -> Tournament:
    """The tournament meant, read."""
    with book(ctx).reading() as transaction:
        return find_tournament(transaction, wanted)


@contextmanager
def changing(ctx: typer.Context, wanted: str) -> Iterator[tuple[Transaction, Tournament]]:
    """One transaction, and the tournament meant."""
    with book(ctx).writing() as transaction:
        yield transaction, find_tournament(transaction, wanted)


def change_tournament(
    ctx: typer.Context,
    wanted: str,
    do: Callable[Concatenate[Transaction, Tournament, P], DeskChange],
    *args: P.args,
    **more: P.kwargs,
) -> None:
    """Do something to the tournament meant, in one transaction, and say what was done."""
    with changing(ctx, wanted) as (transaction, current):
        done = do(transaction, current, *args, **more)
    notices = Notices()
    for line in dict.fromkeys(notice_lines((*done.notices, *new_notices(current, done.tournament)))):
        notices.add(line)
    notice(*notices.all_lines())
    say(answer_words(done.deed))

"""The standings as they would be under another payout table, for programs and people."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorer.exchange.csv_writer import FlatTable
from scorer.exchange.statistics.answers import about_table, read_frames
from scorer.exchange.statistics.options import ReadOptions, TypedOptions, language_of
from scorer.frames.recounting import other_table, redeals
from scorer.insight.recount import Recount, flat_recounts, plain_recounts, recounts
from scorer.rules.variant import Variant
from scorer.scorebook import Book
from scorer.stats.describe.commands import Command


class Recounts(NamedTuple):
    """So many `played` deals of what is `chosen` recounted under another table; or what cannot be and is `left_out`."""

    chosen: ReadOptions
    played: int
    match: str
    other: Variant
    leagues: Sequence[Recount]
    left_out: bool

    def flat(self) -> FlatTable:
        """All leagues below one header."""
        return flat_recounts(self.leagues, self.other, left_out=self.left_out)

    def plain(self) -> list[dict[str, Any]]:
        """A table for each league and payout table."""
        tables = plain_recounts(self.leagues, left_out=self.left_out)
        return [{**about_table(head), "under": self.other.name, **more} for head, more in tables]


def recount(book: Book, _declared: Command, asked: ReadOptions, typed: TypedOptions) -> Recounts:
    """What is chosen under the payout table that is named; `variant` is the other one, and `played` chooses."""
    chosen = replace(asked, variant=typed.get("played", "").strip())
    with book.reading() as transaction:
        frames, match = read_frames(transaction, chosen)
        other, redealt = other_table(typed["variant"], frames), redeals(transaction)
    with language_of(asked.shape):
        leagues = recounts(frames, other, redealt)
    return Recounts(chosen, len(frames.deals), match, other, leagues, bool(typed.get("left_out")))

"""The standings as they would be under another payout table, for programs and people."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorer.exchange.csv_writer import FlatTable
from scorer.exchange.statistics.answers import about_table, read_frames
from scorer.exchange.statistics.options import ReadOptions, TypedOptions, language_of
from scorer.frames import redeals
from scorer.insight.recount import Recount, flat_recounts, recounts
from scorer.insight.recounting import other_table
from scorer.rules.recount import REASONS
from scorer.rules.variant import Variant
from scorer.scorebook import Book
from scorer.stats.describe.commands import Command
from scorer.stats.describe.statistic_tables import Section


class Recounts(NamedTuple):
    """So many `played` deals of what is `chosen` recounted under another table; or what cannot be.

    `name` is that of the statistic.
    """

    chosen: ReadOptions
    played: int
    match: str
    other: Variant
    leagues: Sequence[Recount]
    name: str

    @property
    def sections(self) -> list[Section]:
        """What is asked for, of each league and payout table."""
        return [league.left_out if self.name == "left_out" else league.standings for league in self.leagues]

    def flat(self) -> FlatTable:
        """All leagues below one header."""
        return flat_recounts(self.name, self.sections, self.other)

    def plain(self) -> list[dict[str, Any]]:
        """A table for each league and payout table: how many deals are recounted, how many are not and why."""
        return [
            {
                **about_table(league.standings.head),
                "under": self.other.name,
                "recounted": league.standings.head.deals - sum(league.reasons.values()),
                "not_recounted": [{"why": REASONS[why], "deals": number} for why, number in league.reasons.items()],
                "paper_sheets": league.sheets,
                "verdict": league.standings.verdict.whole,
                "rows": section.rows,
            }
            for league, section in zip(self.leagues, self.sections, strict=True)
        ]


def recount(book: Book, declared: Command, asked: ReadOptions, typed: TypedOptions) -> Recounts:
    """What is chosen under the payout table that is named; `variant` is the other one, and `played` chooses."""
    chosen = replace(asked, variant=typed.get("played", "").strip())
    with book.reading() as transaction:
        frames, match = read_frames(transaction, chosen)
        other, redealt = other_table(typed["variant"], frames), redeals(transaction)
    with language_of(asked.shape):
        leagues = recounts(frames, other, redealt)
    name = "left_out" if typed.get("left_out") else declared.name
    return Recounts(chosen, len(frames.deals), match, other, leagues, name)

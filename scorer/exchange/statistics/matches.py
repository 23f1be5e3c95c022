"""The matches that are chosen, for programs, and as rows for people: each with who leads it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorer.exchange.csv_writer import FlatTable
from scorer.exchange.own.matches_csv import MATCHES, match_rows
from scorer.exchange.statistics.answers import about_table, read_frames
from scorer.exchange.statistics.options import ReadOptions, TypedOptions
from scorer.frames import whole
from scorer.scorebook import Book
from scorer.scorebook.many_matches import MatchState, heads, standing
from scorer.stats.describe.commands import Command
from scorer.stats.describe.statistic_tables import Head, Leaders, head, leads, with_leaders
from scorer.text.numbers import UNITS, Cell, Row

COLUMNS = (*MATCHES, "leader", "units", "match_id")


class Matches(NamedTuple):
    """The matches by league and in the order in which they were played, the leagues that they are of, who leads."""

    matches: Sequence[MatchState]
    leagues: Sequence[Head]
    leaders: Mapping[int, Leaders]

    def rows(self) -> list[Row]:
        """The rows of their table for people."""
        return with_leaders((match.shown for match in self.matches), self.leaders)

    def _cells(self) -> list[list[Cell]]:
        rows = []
        for match, row in zip(self.matches, match_rows(self.matches), strict=True):
            lead = self.leaders.get(match.head.id)
            rows.append([*row, ", ".join(lead.players) if lead else "", lead.units if lead else None, match.head.id])
        return rows

    def flat(self) -> FlatTable:
        """All of them below one header."""
        return COLUMNS, self._cells()

    def plain(self) -> list[dict[str, Any]]:
        """A table for each league."""
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in self._cells()]
        of_league = [[row for row in rows if row["league"] == about.league] for about in self.leagues]
        return [{**about_table(about), "rows": own} for about, own in zip(self.leagues, of_league, strict=True)]


def matches(book: Book, _declared: Command, asked: ReadOptions, _typed: TypedOptions) -> Matches:
    """The matches that are chosen."""
    with book.reading() as transaction:
        frames, _match = read_frames(transaction, asked)
        chosen = {match: number for number, match in enumerate(frames.matches["match_id"].tolist())}
        standings = list(standing(transaction, [match for match in heads(transaction) if match.id in chosen]))
    standings.sort(key=lambda match: (match.head.league, chosen[match.head.id]))
    return Matches(standings, [head(part, UNITS) for part in whole(frames)], leads(frames))

"""The ranking across tournaments and seasons on a day, for programs and people."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from scorer.exchange.csv_writer import FlatTable
from scorer.exchange.statistics.options import ReadOptions, TypedOptions
from scorer.frames import read
from scorer.match.days import read_date
from scorer.scorebook import Book
from scorer.stats.describe.commands import Command
from scorer.stats.describe.verdicts import Verdict
from scorer.text.numbers import Row
from scorer.tournaments.keeping.ranking_events import played, tournament_events
from scorer.tournaments.rules.ranking import Placed, Ranking
from scorer.tournaments.stats.ranking import (
    NAME_IN_FILES,
    EventName,
    Lot,
    by_lot,
    event_words,
    flat,
    places,
    ranking_places,
    shares,
    verdict,
)
from scorer.tournaments.text.rule_files import RANKINGS, USUAL_RANKING


class Ranked(NamedTuple):
    """Everybody's place on a `day` by these `rules`, and what chance would do; or what each of the `events` gives."""

    ranked: Sequence[Placed]
    rules: Ranking
    day: date
    lot: Lot
    events: bool

    def rows(self, name: EventName = event_words) -> list[Row]:
        """The rows of its table, an event by its `name`."""
        return shares(self.ranked, name) if self.events else places(self.ranked, self.lot, name)

    def verdict(self) -> Verdict:
        """Who leads."""
        return verdict(self.ranked, self.day, self.lot)

    def flat(self) -> FlatTable:
        """Its table below a header."""
        return flat(self.ranked, self.rules, self.day, self.lot, events=self.events)

    def plain(self) -> dict[str, Any]:
        """Its table with what it is of."""
        about = {"ranking": self.rules.name, "title": self.rules.title, "as_of": self.day}
        return {**about, "verdict": self.verdict().whole, "rows": self.rows(NAME_IN_FILES)}


def ranking(book: Book, _declared: Command, _asked: ReadOptions, typed: TypedOptions) -> Ranked:
    """The ranking that is named, on the day that is said, else today."""
    on, name = typed.get("on", ""), typed.get("ranking")
    day = read_date(on, "--on") if on.strip() else book.now().astimezone().date()
    rules = RANKINGS.load(RANKINGS.meant(USUAL_RANKING if name is None else name.strip()))
    with book.reading() as transaction:
        frames, tournaments = read(transaction), played(transaction)
    ranked = ranking_places(frames, tournament_events(tournaments, rules), tournaments.matches, rules, day)
    return Ranked(ranked, rules, day, by_lot(ranked, rules, day), bool(typed.get("events")))

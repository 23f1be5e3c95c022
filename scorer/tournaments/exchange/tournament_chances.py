"""The chances of a tournament that is under way, for programs and people: `scorer chances --tournament`."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from scorer.errors import RefusedError
from scorer.exchange.csv_writer import FlatTable
from scorer.frames import Frames, read
from scorer.language import _
from scorer.rules.variant import Variant
from scorer.scorebook import Book
from scorer.stats.describe.columns import Listing
from scorer.stats.describe.statistic_files import listing_of
from scorer.stats.describe.verdicts import Verdict
from scorer.text.numbers import Row
from scorer.tournaments.keeping import Tournament, find_tournament, variant_of
from scorer.tournaments.rules import Action, next_action
from scorer.tournaments.stats.format_trial import why_not
from scorer.tournaments.stats.tournament_end import TournamentEnd, tournament_end, under_way

ITS_COLUMNS: Final = {"tournament": "tournament", "tournament_id": "id"}  # in CSV, with their keys in JSON


class TournamentChances(NamedTuple):
    """The chances of a tournament; `about` is what they are of, `heading` the same in words."""

    about: dict[str, Any]
    heading: str
    end: TournamentEnd

    @property
    def statistic(self) -> Listing:
        """What its table is."""
        return listing_of("tournament_chances")

    @property
    def rows(self) -> Sequence[Row]:
        """Its table."""
        return self.end.rows

    @property
    def verdict(self) -> Verdict:
        """Who is first in the end."""
        return self.end.verdict

    def flat(self) -> FlatTable:
        """The table below a header, with the tournament in each row."""
        its = [self.about[key] for key in ITS_COLUMNS.values()]
        return [*ITS_COLUMNS, *self.statistic.names], [[*its, *row.values()] for row in self.rows]

    def plain(self) -> list[dict[str, Any]]:
        """The table with what it is about."""
        return [{**self.about, "verdict": self.verdict.whole, "rows": self.rows}]


def tournament_chances(book: Book, name: str) -> TournamentChances:
    """The chances of the tournament of this number or name; raises RefusedError where there are none."""
    with book.reading() as transaction:
        tournament = find_tournament(transaction, name)
        variant = variant_of(transaction, tournament)
        frames = read(transaction)
    return chances_of(tournament, variant, frames)


def chances_of(tournament: Tournament, variant: Variant, frames: Frames) -> TournamentChances:
    """The chances of a tournament with this payout table, with the frames of its scorebook; raises RefusedError."""
    form, progress = tournament.format, tournament.progress
    if tournament.finished or next_action(form, progress) is Action.FINISH:
        raise RefusedError(_("{tournament} is over: nothing is left to chance", tournament=tournament.name))
    if why := why_not(form, variant, progress.staying):
        raise RefusedError(_("{tournament} cannot be played on: {why}", tournament=tournament.name, why=why))
    people = {number: entrant.present for number, entrant in tournament.entrants.items()}
    names = {number: tournament.name_of(number) for number in tournament.entrants}
    tried = under_way(form, max(variant.player_counts), progress)
    end = tournament_end(tried, progress, tournament.matches.values(), people, names, frames)
    about = {
        "tournament": tournament.name, "id": tournament.id, "league": tournament.league, "on": tournament.on,
        "format": form.name, "variant": tournament.variant, "stage": tournament.stage.name,
        "rounds_drawn": len(progress.rounds), "times": end.times,
    }  # fmt: skip
    facts = {"tournament": tournament.name, "format": form.title, "stage": tournament.stage.name, "times": end.times}
    heading = _("{tournament}, {format}, {stage}: its rest played {times} times.", **facts)
    return TournamentChances(about, heading, end)


CHANCES: Final = {"tournament": tournament_chances}

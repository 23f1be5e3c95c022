"""The chances of a tournament that is under way, for programs and people: `scorer chances --tournament`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorer.errors import RefusedError
from scorer.exchange.csv_writer import FlatTable
from scorer.frames import Frames, read
from scorer.insight.forecast.strengths_before import strengths_before
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.rules.variant import Variant
from scorer.scorebook import Book
from scorer.stats.describe.columns import Listing
from scorer.stats.describe.statistic_files import listing_of
from scorer.stats.describe.verdicts import Verdict
from scorer.text.numbers import Row
from scorer.tournaments.keeping import Tournament, find_tournament, variant_of
from scorer.tournaments.keeping.rounds import few_words
from scorer.tournaments.rules import Action, Format, Progress, current_stage, next_action, rounds_left, to_be_played
from scorer.tournaments.rules.certainty import certain
from scorer.tournaments.stats.format_trial import why_not
from scorer.tournaments.stats.tournament_end import still_in, tournament_end, under_way

ITS_COLUMNS: Final = {"tournament": "tournament", "tournament_id": "id"}  # in CSV, with their keys in JSON


class TournamentChances(NamedTuple):
    """The chances of a tournament; `about` is what they are of, `heading` the same in words."""

    about: dict[str, Any]
    heading: str
    statistic: Listing
    rows: Sequence[Row]
    verdict: Verdict

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
    return chances_of(tournament, to_be_played(tournament.format, tournament.progress), variant, frames)


def chances_of(tournament: Tournament, progress: Progress, variant: Variant, frames: Frames) -> TournamentChances:
    """The chances of a tournament that is played on from there with this payout table; raises RefusedError.

    `frames` are those of its scorebook. A round that it has and `progress` has not is drawn again.
    """
    form = tournament.format
    if tournament.finished or next_action(form, progress) is Action.FINISH:
        raise RefusedError(_("{tournament} is over: nothing is left to chance", tournament=tournament.name))
    if why := why_not(form, variant, progress.staying) or few_words(replace(tournament, progress=progress)):
        raise RefusedError(_("{tournament} cannot be played on: {why}", tournament=tournament.name, why=why))
    people = {number: entrant.present for number, entrant in tournament.entrants.items()}
    names = {number: tournament.name_of(number) for number in tournament.entrants}
    tried = under_way(form, max(variant.player_counts), progress)
    before = strengths_before(frames, tournament.matches.values())
    rows, verdict = tournament_end(tried, progress, people, names, before)
    about = {
        "tournament": tournament.name, "id": tournament.id, "format": form.name, "stage": tournament.stage.name,
        "rounds_drawn": len(tournament.progress.rounds), "times": tried.times,
    }  # fmt: skip
    heading = _("{tournament}, {stage}: its rest played {times} times.", **about | {"stage": _(tournament.stage.name)})
    verdict = verdict.followed_by(_last_round_words(tournament, progress))
    if _may_meet(form, progress):
        verdict = verdict.followed_by(_("Who is kept apart meets where no other seating is found, as in the final."))
    return TournamentChances(about, heading, listing_of("tournament_chances"), rows, verdict)


def _may_meet(form: Format, progress: Progress) -> bool:
    """Whether two who are kept apart are both in a round that is still to be seated."""
    stage, there = current_stage(form, progress), still_in(form, progress)
    left = [rounds_left(form, progress, at) for at in range(stage, len(form.stages))]
    if not left[0]:
        there -= certain(form, progress).out
    return any(left) and any(pair <= there for pair in progress.apart)


def _last_round_words(tournament: Tournament, progress: Progress) -> str:
    """How the last round counts where somebody who has a seat in it withdrew; "" where nobody did."""
    last = tournament.last_round
    if last is None:
        return ""
    if last.number > len(progress.rounds):
        return _("Round {round} counts as drawn again, with who is there now.", round=last.number)
    empty = [tournament.name_of(number) for number in progress.rounds[-1].missing if number not in last.missing]
    template = N_("{players} withdrew: the seat in round {round} is empty.")
    return _(template, players=listed(empty), round=last.number) if empty else ""


CHANCES: Final = {"tournament": tournament_chances}

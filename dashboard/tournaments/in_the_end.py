"""Who wins a tournament in the end, folded away on its page; drawn when somebody asks, anew once another table ends."""

from typing import TYPE_CHECKING

from dashboard import data
from dashboard.look import markup, safe_text
from dashboard.page import skeleton, tables
from dashboard.tournaments import reading
from scorer.frames import Selection
from scorer.language import LANGUAGE, _
from scorer.rules.errors import ScorerError
from scorer.stats.describe.columns import PLAYER
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.rules import to_be_played
from scorer.tournaments.rules.certainty import with_tables_over

if TYPE_CHECKING:
    from scorer.tournaments.exchange.tournament_chances import TournamentChances


def in_the_end(tournament: Tournament) -> None:
    """Who may win it, and who goes on at the next cut, by the tables that are over."""
    if tournament.finished:
        return
    if fold := markup.unfolded(_("Who wins in the end?"), "in the end"):
        with fold:
            try:
                chances = _chances(tournament)
            except ScorerError as error:
                markup.small(safe_text.sentence(str(error)))
                return
            rows, listing = chances.rows, chances.statistic
            markup.small(safe_text.sentence(chances.verdict.whole, [row[PLAYER] for row in rows]))
            tables.shown(rows, listing.on_dashboard, alt=_("Who wins in the end?"), units=tables.counting())
            skeleton.legend(listing, rows)
            markup.small(_("By the tables that are over; drawn anew once another one ends."))


def _chances(tournament: Tournament) -> "TournamentChances":
    """Its chances, kept until a table ends or something is done at the desk."""
    from scorer.tournaments.exchange.tournament_chances import chances_of  # noqa: PLC0415 - with both wings alone

    progress = with_tables_over(to_be_played(tournament.format, tournament.progress))
    question = "in the end", tournament.id, len(tournament.progress.rounds), progress, LANGUAGE.get().name
    frames, variant = data.frames_now(Selection()), reading.variant_now(tournament)
    return data.lasting(question, lambda: chances_of(tournament, progress, variant, frames))

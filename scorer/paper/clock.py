"""The countdown of a round by the clock, for the wall: a page whose own small script counts, without any network."""

from datetime import UTC
from typing import Final

from scorer.paper.page import page
from scorer.rules.tournament import PlayedRound
from scorer.scorebook.tournament import MOST_MINUTES, Tournament
from scorer.text.sentences import counted
from scorer.text.tournament_words import AT_THE_BELL_WITH_REASON

USUAL_MINUTES: Final = 60


def clock_page(tournament: Tournament, announced: PlayedRound | None) -> str:
    """The minutes left of a round; where its clock has not started, says so and offers one for this screen alone.

    The end of a clock stands in the page as a moment that is the same everywhere; the script says it as of the place.
    """
    stage = tournament.format.stages[announced.stage] if announced else None
    clock = tournament.clocks.get(announced.number) if announced else None
    minutes = stage.minutes if stage else None
    ends = clock.ends_at.astimezone(UTC) if clock else None
    if clock:
        said = f"{counted(clock.minutes, 'minute')}, until {ends:%H:%M} UTC"
    elif announced is None:
        said = "A clock for this screen:"
    elif minutes:
        said = f"The clock of round {announced.number} has not started"
    else:
        said = f"Round {announced.number} is played by deals, not by the clock"
    return page(
        "clock",
        f"{tournament.name} - clock",
        script=True,
        tournament=tournament,
        announced=announced,
        stage=stage,
        ends=ends,
        said=said,
        minutes=minutes or USUAL_MINUTES,
        most=MOST_MINUTES,
        bell=AT_THE_BELL_WITH_REASON[stage.bell] if stage and (clock or minutes) else None,
    )

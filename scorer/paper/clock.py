"""The countdown of a round by the clock, for the wall: a page whose own small script counts, without any network."""

from datetime import UTC
from typing import Final

from scorer.paper.heads import head
from scorer.paper.markup import Markup, tag
from scorer.paper.page import page
from scorer.rules.tournament import PlayedRound
from scorer.scorebook.tournament import MOST_MINUTES, Clock, Tournament
from scorer.text.sentences import counted

USUAL_MINUTES: Final = 60
_AT_THE_BELL: Final = {
    "finish the deal": "At the bell: finish the deal in hand, then stop",
    "finish the round of deals": "At the bell: finish the round of deals, so that everybody has dealt as often",
    "stop at once": "At the bell: stop at once; the deal in hand does not count",
}


def clock_page(tournament: Tournament, announced: PlayedRound | None) -> str:
    """The minutes left of a round; where its clock has not started, says so and offers one for this screen alone."""
    if announced is None:
        top, told, clock, minutes = head(tournament, "No round is drawn yet"), None, None, None
    else:
        stage = tournament.format.stages[announced.stage]
        top = head(tournament, f"Round {announced.number}", stage.name)
        clock, minutes = tournament.clocks.get(announced.number), stage.minutes
        told = _AT_THE_BELL[stage.bell] if clock or minutes else None
    state = _running(clock) if clock else _waiting(announced, minutes)
    bell = tag("p", told, klass="bell") if told else None
    section = tag("section", top, state, bell)
    return page(f"{tournament.name} - clock", section, style="clock.css", script="clock.js")


def _running(clock: Clock) -> Markup:
    """The clock of the round: its end stands in the page, as a moment that is the same everywhere."""
    ends = clock.ends_at.astimezone(UTC)
    said = f"{counted(clock.minutes, 'minute')}, until {ends:%H:%M} UTC"  # the script puts the time of the place there
    face = tag("p", f"{ends:%H:%M}", id="left", role="timer")
    return tag(
        "div", face, tag("p", said, id="until"), klass="clock", id="clock", data_ends=f"{ends:%Y-%m-%dT%H:%M:%SZ}"
    )


def _waiting(announced: PlayedRound | None, minutes: int | None) -> Markup:
    """No clock yet: what there is to say of it, and a button that starts one on this screen."""
    if announced is None:
        said = "A clock for this screen:"
    elif minutes:
        said = f"The clock of round {announced.number} has not started"
    else:
        said = f"Round {announced.number} is played by deals, not by the clock"
    field = tag("input", id="minutes", type="number", min=1, max=MOST_MINUTES, value=minutes or USUAL_MINUTES)
    label = tag("label", field, " minutes")
    start = tag("button", "Start here", type="button", id="start")
    everybody = "; scorer tournament round --start starts the one of everybody" if announced else ""
    note = tag("small", f"On this screen only{everybody}")
    form = tag("div", label, start, note, klass="start", id="form")
    face = tag("p", "", id="left", role="timer", hidden="")
    return tag("div", tag("p", said, id="until"), face, form, klass="clock", id="clock")

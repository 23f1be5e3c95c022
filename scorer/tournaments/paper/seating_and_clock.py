"""The pages of a round: who sits where, and the countdown of its clock.

The clock is counted by the small script of its page, without any network.
"""

from datetime import UTC
from functools import partial
from typing import Final

from scorer.language import _, counts
from scorer.match.names import alphabetical
from scorer.text.numbers import countdown
from scorer.tournaments.keeping import MOST_MINUTES, Tournament, outdated_words
from scorer.tournaments.paper import page
from scorer.tournaments.rules import PlayedRound
from scorer.tournaments.shown.tables import seated
from scorer.tournaments.shown.words import drawn_words, stopped_words
from scorer.tournaments.text.tournament_words import AT_THE_BELL_WITH_REASON, ODD_PLAYER

NAMES_ON_A_PAGE: Final = 50
_FITTING: Final = (17, 28)  # letters of a name in the list; a longer one is written smaller, and then in two lines
USUAL: Final = 5  # players of a deal
USUAL_MINUTES: Final = 60  # of a round
_HIGH: Final = 212  # millimetres of a sheet below its head, with some to spare for wide letters
_TWO_ACROSS: Final = 12  # so many tables stand in two columns, more in three
_BESIDE: Final = 2.4  # lines that a table takes besides its seats: its number, and the room below
_LINE: Final = 0.45  # millimetres of a line for each of the point sizes of its letters


def seating_page(tournament: Tournament, announced: PlayedRound) -> str:
    """Who sits where in a round: a sheet by table, then sheets by name, fifty on each, the last as full as the first.

    One sheet of paper holds the tables of up to a hundred players, in letters that fill it.
    """
    stage = tournament.format.stages[announced.stage]
    across = 2 if len(announced.tables) <= _TWO_ACROSS else 3
    lines = max((len(table.seats) + 1.2 * len(table.duels) for table in announced.tables), default=0) + _BESIDE
    down = -(-len(announced.tables) // across)
    places = sorted(seated(tournament, announced), key=lambda place: alphabetical(place.name))
    sheets = max(-(-len(places) // NAMES_ON_A_PAGE), 1)
    names = -(-len(places) // sheets)
    return page(
        "seating",
        _("{tournament} - Round {number}: seating", tournament=tournament.name, number=announced.number),
        tournament=tournament,
        announced=announced,
        stage=stage,
        across=across,
        letters=min(max(_HIGH / (max(down, 1) * lines * _LINE), 9), 18),
        usual=USUAL,
        fitting=_FITTING,
        odd=ODD_PLAYER[stage.odd],
        name_of=partial(tournament.name_of, round_number=announced.number),
        people_of=partial(tournament.people_of, round_number=announced.number),
        resting=sorted(
            (tournament.name_of(number, announced.number) for number in announced.resting), key=alphabetical
        ),
        drawn=drawn_words(tournament, announced),
        outdated=outdated_words(tournament, (announced.stage - 1,)),
        parts=[places[at * names : (at + 1) * names] for at in range(sheets)],
        line=min(_HIGH / max(-(-names // 2), 1), 10),  # millimetres, in two columns
        initial=initial,
    )


def initial(name: str) -> str:
    """The first written letter of a name, as a list says where it begins."""
    return next((letter for letter in name if letter.isalnum()), name[:1]).upper()


def clock_page(tournament: Tournament, announced: PlayedRound | None) -> str:
    """The minutes left of a round; where its clock has not started, says so and offers one for this screen alone.

    The end of a clock stands in the page in UTC; the script shows it in the time zone of the screen.
    """
    stage = tournament.format.stages[announced.stage] if announced else None
    clock = tournament.clocks.get(announced.number) if announced else None
    minutes = stage.minutes if stage else None
    ends = clock.ends_at.astimezone(UTC) if clock and not clock.paused_at else None
    if clock and clock.paused_at:
        state = stopped_words(countdown(clock.left(clock.paused_at)))
    elif clock:
        state = _("{minutes}, until {time} UTC", minutes=counts.minutes(clock.minutes), time=f"{ends:%H:%M}")
    elif announced is None:
        state = _("A clock for this screen:")
    elif minutes:
        state = _("The clock of round {number} has not started", number=announced.number)
    else:
        state = _("Round {number} is played by deals, not by the clock", number=announced.number)
    extra = [
        _("Table {table}: {minutes} more", table=table, minutes=counts.minutes(more))
        for table, more in sorted(clock.extra.items() if clock else ())
    ]
    return page(
        "clock",
        _("{tournament} - clock", tournament=tournament.name),
        script=True,
        tournament=tournament,
        announced=announced,
        stage=stage,
        ends=ends,
        stopped=bool(clock and clock.paused_at),
        extra=extra,
        state=state,
        minutes=minutes or USUAL_MINUTES,
        most=MOST_MINUTES,
        bell=_(AT_THE_BELL_WITH_REASON[stage.bell]) if stage and (clock or minutes) else None,
    )

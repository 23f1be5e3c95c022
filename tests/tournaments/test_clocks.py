"""The clock of a round: it pauses and goes on, and a table has more time than the others."""

from datetime import datetime, timedelta

from scorer.cli.advice import notice_lines
from scorer.rules.errors import ScorerError
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.shown.words import clock_lines
from tests.tournaments.playing import Day, OpenDay, refused


def at(day: Day, moment: datetime) -> None:
    """What is done from now on is done at this moment."""
    day.book.now = lambda: moment


def test_a_clock_pauses_and_goes_on(drawn_day: OpenDay) -> None:
    day = drawn_day("scighera", 10)  # rounds of sixty minutes
    nine = datetime(2026, 11, 20, 21).astimezone()
    at(day, nine)
    with refused("the clock of round 1 has not started; scorer tournament round --start starts its clock"):
        day.do(tournaments.pause_clock)
    day.do(tournaments.start_clock)
    with refused("runs already"):
        day.do(tournaments.start_clock)
    at(day, nine + timedelta(minutes=20))
    day.do(tournaments.pause_clock)
    with refused("is stopped already; scorer tournament round --start lets it go on"):
        day.do(tournaments.pause_clock)
    late = nine + timedelta(hours=3)
    stopped = "The clock is stopped with 40:00 left; scorer tournament round --start lets it go on"
    assert notice_lines(clock_lines(day.now.clocks[1], late)) == [stopped]
    at(day, nine + timedelta(minutes=35))  # a quarter of an hour stood still
    day.do(tournaments.start_clock)
    assert day.now.clocks[1].ends_at == nine + timedelta(minutes=60 + 15)
    day.do(tournaments.give_extra, 2, 5)
    assert clock_lines(day.now.clocks[1], late) == [
        "Clock: the bell rang at 22:15.",
        "Table 2: 5 minutes more, until 22:20.",
    ]
    at(day, nine + timedelta(minutes=78))  # the bell rang, and table 2 plays on
    day.do(tournaments.pause_clock)
    at(day, nine + timedelta(minutes=90))
    day.do(tournaments.start_clock, 70)  # another length keeps what stood still, and the extra time
    day.do(tournaments.start_clock)
    assert day.now.clocks[1].ends_at == nine + timedelta(minutes=70 + 15 + 12)
    assert day.now.clocks[1].extra == {2: 5}
    day.do(tournaments.give_extra, 2, 0)
    assert day.now.clocks[1].extra == {}
    for why, minutes in (("table 1 of round 1 has none", 0), ("no table 9", 5)):
        with refused(why, ScorerError):
            day.do(tournaments.give_extra, 9 if minutes else 1, minutes)
    at(day, nine + timedelta(hours=2))
    with refused("the bell of round 1 rang already"):
        day.do(tournaments.pause_clock)
    assert day.faults() == []
    for _ in ("no more time for table 2", "the clock goes on", "seventy minutes"):
        day.do(tournaments.take_back)
    assert day.now.clocks[1].paused_at == nine + timedelta(minutes=78)


def test_a_table_that_is_over_gets_no_more_time(drawn_day: OpenDay) -> None:
    day = drawn_day("scighera", 10)
    day.do(tournaments.start_clock)
    day.do(tournaments.record_sheet, tournaments.PaperSheet((4, 0, 0, 0, -4)), 1)
    with refused("table 1 of round 1 is over"):
        day.do(tournaments.give_extra, 1, 5)

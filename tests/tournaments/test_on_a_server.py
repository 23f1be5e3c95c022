"""A whole tournament on a real PostgreSQL server, beside the same one in a file."""

from random import Random

from scorer.tournaments import keeping as tournaments
from tests.tournaments.inventing import by_names, invented
from tests.tournaments.playing import Day, OpenDay, people


def evening(day: Day) -> Day:
    """An evening of the Scighera with ten, with something of everything."""
    day.enter(people(10))
    day.do(tournaments.keep_apart, people(12)[:2])
    day.draw()
    day.do(tournaments.announce_again, day.now.on)
    seats = day.seats(1)
    day.deal_by_deal(1, invented(Random(1), seats, 4))
    day.do(tournaments.substitute, day.seats(2)[0], "Zoe Z", "called away")
    day.paper(2, by_names(1, day.seats(2)))
    day.paper(2, by_names(2, day.seats(2)), reason="another sheet")
    day.do(tournaments.withdraw, seats[3])
    day.do(tournaments.penalise, seats[0], 1, "spoke")
    day.do(tournaments.take_back)
    day.do(tournaments.do_again)
    day.play_on(by_names)
    return day


def test_a_tournament_on_a_server_is_the_one_in_a_file(open_day: OpenDay, database: str) -> None:
    there, here = evening(Day(database, "scighera")), evening(open_day("scighera"))
    assert there.faults() == []
    assert there.history() == here.history()
    assert there.classified() == here.classified()
    assert there.now.progress == here.now.progress
    there.book.close()

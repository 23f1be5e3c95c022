"""The evening of the club La Scighera: fifty players, two rounds of an hour, the best five play the final."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import play_off_due
from tests.tournaments.inventing import Sheet
from tests.tournaments.playing import Day, OpenDay, people, places


def points(sheet: Sheet) -> dict[str, Fraction]:
    """5-4-3-2-1 and nothing for a sixth; who ties shares what their places give together."""
    given = {}
    for name, line in sheet.items():
        above = sum(other.units > line.units for other in sheet.values())
        level = sum(other.units == line.units for other in sheet.values())
        given[name] = Fraction(sum(5 - at for at in range(above, above + level)), level)
    return given


def qualified(day: Day, names: Sequence[str]) -> dict[str, tuple[Fraction, int, int]]:
    """Everybody's placement points, units and deals won in both rounds together; who was absent got nothing."""
    keys = {}
    for name in names:
        sheets = [sheet for (number, _), sheet in day.typed.items() if number <= 2 and name in sheet]
        lines = [sheet[name] for sheet in sheets]
        total = sum((points(sheet)[name] for sheet in sheets), Fraction(0))
        keys[name] = (total, sum(line.units for line in lines), sum(line.won for line in lines))
    return keys


def settled(day: Day, keys: Mapping[str, Any], line: int) -> dict[str, tuple[Any, int]]:
    """The keys, with the order of a play-off where some tie for the last place above the line: by name, to have one."""
    ordered = sorted(keys, key=lambda name: keys[name], reverse=True)
    tied = sorted(name for name in keys if keys[ordered[line - 1]] == keys[ordered[line]] == keys[name])
    if tied:
        assert sorted(map(day.entry, play_off_due(day.now.format, day.now.progress))) == tied
        day.do(tournaments.play_off, tied)
    return {name: (key, -tied.index(name) if name in tied else 0) for name, key in keys.items()}


def best_five(keys: Mapping[str, Any]) -> list[str]:
    """The finalists."""
    return sorted(keys, key=lambda name: keys[name], reverse=True)[:5]


def test_an_evening_of_fifty_from_the_entries_to_the_podium(open_day: OpenDay) -> None:
    day, random, names = open_day("scighera", seed=1120), Random(1), people(50)
    day.enter(names)
    day.draw()
    assert [len(seats) for seats in day.tables()] == [5] * 10
    day.do(tournaments.start_clock)
    day.play(random, by_deals={3, 7, 10})

    gone, late = day.seats(4)[0], day.seats(5)[0]  # one goes home, for another somebody else comes
    day.do(tournaments.withdraw, gone, "the last train")
    day.do(tournaments.substitute, late, "Zoe Z")
    day.draw()
    assert sorted(map(len, day.tables())) == [5] * 5 + [6] * 4  # 49
    assert gone not in day.seated()
    day.play(random, by_deals={1, 9})

    wrong = {name: day.round(1)[name] for name in day.seats(2, 1)}  # a table had copied two lines the wrong way round
    one, other = sorted(wrong, key=lambda name: wrong[name].units)[::4]
    before = day.tables()
    day.paper(2, wrong | {one: wrong[other], other: wrong[one]}, 1, reason="two lines were mixed up")
    assert (day.tables(), day.noticed) == (before, [])  # the seating does not rest on results: nothing to say

    keys = settled(day, qualified(day, names), 5)
    through = best_five(keys)
    day.do(tournaments.announce_cut)
    day.draw()
    assert sorted(day.tables()[0]) == sorted(through)
    day.play(random, by_deals={1})
    podium = settled(day, {name: (line.units, line.won) for name, line in day.round(3).items()}, 1)
    day.do(tournaments.conclude)
    others = {name: key for name, key in keys.items() if name not in through}
    assert day.classified() == places(podium) + places(others, above=5)
    assert day.history()[:4] == [
        "tournament Day opened", "entered 50 players", "round 1 drawn with seed 1121: 10 tables",
        "clock of round 1: 60 minutes",
    ]  # fmt: skip
    assert day.history()[-1] == "Day finished"

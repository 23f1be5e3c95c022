"""The evening of the club La Scighera: fifty players, two rounds of an hour, the best five play the final."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from scorer.errors import RefusedError
from scorer.rules.tournament import Action, next_action, play_off_due
from scorer.scorebook import tournament as tournaments
from tests.tournaments.inventing import Sheet, Typed, invented, summed
from tests.tournaments.playing import QUICK, Day, OpenDay, Places, people, places
from tests.tournaments.test_undo import there_and_back

NOBODY = Typed(0)


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
    assert (day.tables(), day.said) == (before, [])  # the seating does not rest on results: nothing to say

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


FIRST, SECOND, OTHERS = 12, 4, (0, -6, -10, 0)  # units of a sheet, by place; they sum to zero


def sheet_of(order: Sequence[str]) -> Sheet:
    """A paper sheet on which a table finished in this order; the better won more deals."""
    units = (FIRST, SECOND, *OTHERS)[: len(order)]
    return {name: Typed(got, won=6 - at) for at, (name, got) in enumerate(zip(order, units, strict=True))}


def tied_for_the_fifth_place(day: Day) -> tuple[list[str], list[str]]:
    """Four who won both tables, and two with a first and a second place and the very same units and deals won."""
    day.enter(people(50))
    day.draw()
    for at, seats in enumerate(day.tables(), 1):
        day.paper(at, sheet_of(seats), say=["won"])
    winners = {seats[0] for seats in day.tables()}
    best: list[str] = []
    tied: list[str] = []
    day.draw()
    for at, seats in enumerate(day.tables(), 1):
        here = [name for name in seats if name in winners]
        rest = [name for name in seats if name not in winners]
        first = here.pop(0) if here and len(best) < 4 else rest.pop(0)
        second = here.pop(0) if here and len(tied) < 2 else rest.pop(0)
        best += [first] * (first in winners)
        tied += [second] * (second in winners)
        day.paper(at, sheet_of([first, second, *here, *rest]), say=["won"])
    # 5 + 5 points; 5 + 4 with 12 + 4 units and 6 + 5 deals won; nobody else has more than 4 + 5 with 4 + 12 and 5 + 6
    assert (len(best), len(tied)) == (4, 2)
    return best, sorted(tied)


def sharing_the_fifth(day: Day, tied: Sequence[str]) -> list[str]:
    """Who has 9 points, 16 units and 11 deals won: they share the fifth place."""
    keys = qualified(day, people(50))
    level = (Fraction(9), 16, 11)
    assert {keys[name] for name in tied} == {level}
    found = sorted(name for name, key in keys.items() if key == level)
    assert sum(key > level for key in keys.values()) == 4
    return found


def test_a_tie_at_the_cut_goes_down_to_a_play_off(open_day: OpenDay) -> None:
    day = open_day("scighera")
    best, two = tied_for_the_fifth_place(day)
    tied = sharing_the_fifth(day, two)
    assert next_action(day.now.format, day.now.progress) is Action.PLAY_OFF
    assert sorted(map(day.entry, play_off_due(day.now.format, day.now.progress))) == tied
    with pytest.raises(RefusedError, match="tie at the cut: play it off"):
        day.do(tournaments.announce_cut)

    order = [tied[1], tied[0], *tied[2:]]
    day.do(tournaments.play_off, order)
    day.do(tournaments.announce_cut)
    assert sorted(map(day.entry, day.now.progress.cuts[0].through)) == sorted([*best, tied[1]])
    # the best four tie with 10 points, 24 units, 12 deals won and need not be told apart; tied[0] has the sixth place
    keys = {name: (key, -order.index(name) if name in order else 0) for name, key in qualified(day, people(50)).items()}
    final: Places = [(1, name) for name in sorted(best)] + [(5, tied[1])]  # not played yet: all of them at 0
    assert sorted(name for _, name in final) == sorted(name for _, name in day.classified()[:5])
    others = {name: key for name, key in keys.items() if name not in {*best, tied[1]}}
    assert day.classified()[5:] == places(others, above=5)
    assert day.classified()[5] == (6, tied[0])


def test_where_no_play_off_is_played_the_lot_decides_and_anybody_can_draw_it_again(open_day: OpenDay) -> None:
    day = open_day("scighera", seed=2026)
    best, two = tied_for_the_fifth_place(day)
    tied = sharing_the_fifth(day, two)
    day.do(tournaments.play_off, [])
    assert day.history()[-1].startswith("no play-off in Qualification: the lot decides for ")
    day.do(tournaments.announce_cut)
    drawn = sorted(tied, key=lambda name: sha256(f"2026:{name}".encode()).hexdigest())
    assert sorted(map(day.entry, day.now.progress.cuts[0].through)) == sorted([*best, drawn[0]])
    assert [name for _, name in day.classified()[5 : 4 + len(tied)]] == drawn[1:]


def test_a_tie_for_the_first_place_of_the_final_is_played_off(open_day: OpenDay) -> None:
    day, names = open_day("scighera"), people(5)
    day.enter(names)
    for _ in range(2):
        day.draw()
        day.play(Random(4))
    day.do(tournaments.announce_cut)
    day.draw()
    a, b, c, d, e = day.seats(1)
    day.paper(1, {a: Typed(5, won=7), b: Typed(5, won=7), c: Typed(0), d: Typed(-5, won=1), e: Typed(-5, won=1)},
              say=["won"])  # fmt: skip
    assert next_action(day.now.format, day.now.progress) is Action.PLAY_OFF
    day.do(tournaments.play_off, [b, a])
    assert next_action(day.now.format, day.now.progress) is Action.FINISH
    # the tie of the last two decides nothing, and stays
    assert day.classified() == [(1, b), (2, a), (3, c), *[(4, name) for name in sorted([d, e])]]


def test_with_nineteen_one_rests_in_each_round_and_gets_the_mean_of_it(open_day: OpenDay) -> None:
    day, random, names = open_day("scighera"), Random(5), people(19)
    day.enter(names)
    resting = []
    for number in (1, 2):
        day.draw()
        day.play(random)
        resting += [day.entry(each) for each in tournaments.round_of(day.now, number).resting]
    assert len(set(resting)) == 2
    keys = qualified(day, names)
    for name in resting:  # 18 at three sixes: 3 x (5 + 4 + 3 + 2 + 1) points for 18 players
        total, units, won = keys[name]
        keys[name] = (total + Fraction(45, 18), units, won)
    assert day.classified() == places(settled(day, keys, 5))


def test_a_correction_after_the_cut_says_who_would_have_gone_on(open_day: OpenDay) -> None:
    day, random = open_day("scighera"), Random(8)
    day.enter(people(20))
    for _ in range(2):
        day.draw()
        day.play(random)
    through = best_five(settled(day, qualified(day, people(20)), 5))
    day.do(tournaments.announce_cut)
    last = through[-1]
    table = next(at for at, seats in enumerate(day.tables(), 1) if last in seats)
    sheet = day.typed[2, table]
    top, low = max(sheet, key=lambda name: sheet[name].units), min(sheet, key=lambda name: sheet[name].units)
    swap = {last: sheet[low], low: sheet[last]} if last != low else {last: sheet[top], top: sheet[last]}
    day.paper(table, sheet | swap, 2, reason="read wrongly")
    now = best_five(qualified(day, people(20)))
    assert last not in now
    newcomer = next(name for name in now if name not in through)
    said = f"by now {newcomer} goes on to Final instead of {last}; the announcement stays until scorer tournament cut"
    assert day.now.notices == (f"{said} --again",)  # said before the final is drawn ...
    assert {day.entry(number) for number in day.now.progress.cuts[0].through} == set(through)  # ... and not redone
    day.draw()
    assert sorted(day.tables()[0]) == sorted(through)
    there_and_back(day, lambda: day.do(tournaments.announce_cut_again, QUICK))
    assert set(day.tables()[0]) == set(now)
    assert list(day.now.notices) == []
    day.do(tournaments.take_back)
    assert summed(day.seats(1), invented(random, day.seats(1))).keys() == set(through)

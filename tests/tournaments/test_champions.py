"""Champions: direct entrants and a preliminary, semi-finals as numbers need, the firsts, seconds and best thirds."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from random import Random

import pytest

from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import Action, next_action
from tests.tournaments.inventing import Sheet, Typed, invented, summed
from tests.tournaments.playing import Day, OpenDay, people, places


def inside(line: Typed) -> tuple[int, int, int]:
    """What decides inside a table: units, deals won, times caller."""
    return line.units, line.won, line.called


def across(line: Typed) -> tuple[Fraction, int, int]:
    """What decides between tables: units per deal, then the same."""
    return Fraction(line.units, line.deals), line.won, line.called


def going_on(tables: Sequence[Sheet], count: int) -> list[str]:
    """All firsts, all seconds and so on as long as there is room for all of them; of the next place, the best."""
    orders = [sorted(sheet, key=lambda name, at=sheet: inside(at[name]), reverse=True) for sheet in tables]  # type: ignore[misc]
    lines = {name: line for sheet in tables for name, line in sheet.items()}
    through: list[str] = []
    for place in range(6):
        level = [order[place] for order in orders if len(order) > place]
        level.sort(key=lambda name: across(lines[name]), reverse=True)
        room = count - len(through)
        if 0 < room < len(level):
            assert across(lines[level[room - 1]]) > across(lines[level[room]])
        through += level[: max(room, 0)]
    return through


def play(day: Day, random: Random, by_deals: Collection[int] = (), deals: int = 0) -> None:
    """Play the last round so that no two tie, which would have to be played off."""
    seen: set[object] = set()
    for at, seats in enumerate(day.tables(), 1):
        hands = invented(random, seats, deals)
        while len(seen | {across(line) for line in summed(seats, hands).values()}) < len(seen) + len(seats):
            hands = invented(random, seats, deals)
        seen |= {across(line) for line in summed(seats, hands).values()}
        if at in by_deals:
            day.deal_by_deal(at, hands)
        else:
            day.paper(at, summed(seats, hands))


def sheets(day: Day, number: int) -> list[Sheet]:
    """What was typed in a round, by table."""
    return [sheet for (each, _), sheet in sorted(day.typed.items()) if each == number]


def ranked(typed: Mapping[str, Typed], names: Sequence[str]) -> dict[str, tuple[int, int, int]]:
    """Keys for the standing of a stage of one round."""
    return {name: inside(typed[name]) for name in names}


def test_a_day_of_23_with_five_direct_entrants(open_day: OpenDay) -> None:
    day, random, names = open_day("champions", seed=23), Random(2), people(23)
    direct, others = names[:5], names[5:]
    day.enter(direct, direct=True)
    day.enter(others)
    day.draw()
    assert [len(seats) for seats in day.tables()] == [6, 6, 6]
    assert day.seated() == set(others)
    play(day, random, by_deals={2})
    # ten places in two semi-finals, five are taken: the three firsts and the best two of the three seconds
    first = going_on(sheets(day, 1), 5)
    day.do(tournaments.announce_cut)
    assert [day.entry(number) for number in day.now.progress.cuts[0].through] == first

    day.draw()
    assert [len(seats) for seats in day.tables()] == [5, 5]
    assert day.seated() == {*direct, *first}
    play(day, random, by_deals={1})
    second = going_on(sheets(day, 2), 5)  # the first two of each and the best third
    day.do(tournaments.announce_cut)
    assert [day.entry(number) for number in day.now.progress.cuts[1].through] == second

    day.draw()
    day.do(tournaments.substitute, second[4], "Zoe Z", "called to work")  # plays the final for the best third
    play(day, random, by_deals={1}, deals=20)
    assert next_action(day.now.format, day.now.progress) is Action.FINISH
    day.do(tournaments.conclude)
    out_of_semi = [name for name in [*direct, *first] if name not in second]
    out_at_once = [name for name in others if name not in first]
    assert day.classified() == [
        *places(ranked(day.round(3), second)),
        *places(ranked(day.round(2), out_of_semi), above=5),
        *places(ranked(day.round(1), out_at_once), above=10),
    ]


@pytest.mark.parametrize(
    ("players", "direct", "preliminary", "places_left", "semis"),
    [
        (23, 5, [6, 6, 6], 5, [5, 5]),
        (23, 8, [5, 5, 5], 7, [5, 5, 5]),  # two places for three tables: a third semi-final
        (23, 12, [5, 6], 3, [5, 5, 5]),  # none at all: the same
        (23, 17, [6], 3, [5, 5, 5, 5]),  # 15 would leave none, as 17 sit there already
        (10, 5, [], 5, [5, 5]),  # ten places for ten: no preliminary
        (12, 10, [], 2, [6, 6]),
    ],
)
def test_as_many_semi_finals_as_the_numbers_need(
    open_day: OpenDay, players: int, direct: int, preliminary: list[int], places_left: int, semis: list[int]
) -> None:
    day, random, names = open_day("champions"), Random(players * 100 + direct + 1), people(players)
    day.enter(names[:direct], direct=True)
    day.enter(names[direct:])
    through = names[direct:]
    if preliminary:
        day.draw()
        assert [len(seats) for seats in day.tables()] == preliminary
        play(day, random)
        through = going_on(sheets(day, 1), places_left)
        assert len(through) == places_left
    assert next_action(day.now.format, day.now.progress) is Action.CUT
    day.do(tournaments.announce_cut)
    day.draw()
    assert [len(seats) for seats in day.tables()] == semis
    assert day.seated() == {*names[:direct], *through}
    play(day, random)
    number = len(day.now.progress.rounds)
    final = going_on(sheets(day, number), 5)
    day.do(tournaments.announce_cut)
    day.draw()
    assert day.seated() == set(final)


def test_a_finalist_who_goes_home_leaves_the_place_to_the_next(open_day: OpenDay) -> None:
    day, random = open_day("champions"), Random(6)
    day.enter(people(10))
    day.do(tournaments.announce_cut)
    day.draw()
    play(day, random)
    before = going_on(sheets(day, 1), 5)
    day.do(tournaments.announce_cut)
    day.do(tournaments.take_back)  # the cut, before anybody is seated by it
    day.do(tournaments.withdraw, before[0])
    day.do(tournaments.announce_cut)
    left = [{name: line for name, line in sheet.items() if name != before[0]} for sheet in sheets(day, 1)]
    day.draw()
    assert day.seated() == set(going_on(left, 5))

"""Draws: anybody can draw them again, and who entered first means nothing."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import FormatSettings, draw
from tests.tournaments.inventing import by_names
from tests.tournaments.playing import ON, QUICK, Day, OpenDay, people
from tests.tournaments.small_tournaments import GROUPS


def seatings(day: Day) -> list[list[list[str]]]:
    """Every round by names."""
    numbers = range(1, len(day.now.progress.rounds) + 1)
    return [[day.seats(table.number, at) for table in tournaments.round_of(day.now, at).tables] for at in numbers]


def resting(day: Day) -> list[set[str]]:
    """Who rested in each round."""
    return [set(map(day.entry, each.resting)) for each in day.now.progress.rounds]


def entries(count: int, *, direct: int = 0, team: bool = False) -> list[tournaments.TypedEntry]:
    """So many entries, the first of them direct, or teams of three."""
    names = people(count)
    return [
        tournaments.TypedEntry(name, members=tuple(f"{name}{at}" for at in "123") if team else (), direct=at < direct)
        for at, name in enumerate(names)
    ]


POINTS = tuple(map(Fraction, (12, 8, 6, 4, 3, 0)))
FORMATS = [
    ("scighera", entries(13), {}),  # one rests in each round
    ("ten-deals-placement", entries(11),
     {"settings": FormatSettings(rounds=2, placement={5: POINTS[:5], 6: POINTS})}),
    ("champions", entries(16, direct=4), {}),
    ("duels", entries(11), {"settings": FormatSettings(rounds=2)}),
    ("by-place", entries(11), {"settings": FormatSettings(rounds=2)}),
    ("marathon", entries(5, team=True), {}),
]  # fmt: skip


@pytest.mark.parametrize(("form", "entered", "words"), FORMATS)
def test_who_entered_first_changes_nothing(
    open_day: OpenDay, form: str, entered: list[tournaments.TypedEntry], words: dict[str, Any]
) -> None:
    days = []
    shuffled = Random(1).sample(entered, len(entered))
    for order in (entered, shuffled):
        day = open_day(form, seed=42, **words)
        day.do(tournaments.enter, order[:7])
        day.do(tournaments.enter, order[7:])
        day.play_on(by_names)
        days.append((seatings(day), resting(day), day.classified()))
    assert days[0] == days[1]


def test_a_round_is_drawn_again_by_anybody_from_its_seed_and_the_names(open_day: OpenDay, drawn_day: OpenDay) -> None:
    day = open_day("scighera", seed=1120)
    day.enter(people(16))
    day.do(tournaments.keep_apart, ["Anna A", "Bruno A", "Carla A"])
    for _ in range(2):
        day.draw()
        day.play(Random(1))
    seeds = [each.seed for each in day.now.progress.rounds]
    assert [f"round {at} drawn with seed {1120 + at}: 3 tables" in day.history() for at in (1, 2)] == [True, True]
    again = open_day("scighera", seed=0)  # somebody else's scorebook, with a seed and results of its own
    again.enter(reversed(people(16)))
    again.do(tournaments.keep_apart, ["Carla A", "Bruno A", "Anna A"])
    for seed in seeds:
        again.draw(seed=seed)
        again.play(Random(2))
    assert seatings(again) == seatings(day)
    other = drawn_day("scighera", 16, seed=1)
    assert seatings(other) != seatings(day)[:1]


def test_who_enters_after_a_draw_changes_nothing_about_it(drawn_day: OpenDay) -> None:
    day = drawn_day("ten-deals", 20, seed=5)
    first = day.now.progress.rounds[0]
    day.enter(people(23)[20:])
    again = draw(day.now.format, replace(day.now.progress, rounds=()), first.seed)
    assert again == first
    day.do(tournaments.announce_again, day.now.on, None, QUICK)  # unless it is drawn again
    assert day.seated() == set(people(23))
    day.do(tournaments.take_back)  # the draw before is back, without the three
    assert day.now.progress.rounds == (first,)
    day.do(tournaments.do_again)
    assert day.seated() == set(people(23))
    assert day.faults() == []


def test_who_withdrew_while_they_rested_is_not_in_the_round_when_it_is_drawn_again(open_day: OpenDay) -> None:
    day = open_day("ten-deals")
    day.enter(people(19))  # 3 x 6, and one rests
    day.draw()
    (resting,) = map(day.entry, day.last.resting)
    day.do(tournaments.withdraw, resting)
    day.do(tournaments.announce_again, None, None, QUICK)
    assert day.seated() == set(people(19)) - {resting}
    assert day.last.resting == ()


def test_a_round_is_of_the_day_of_the_one_before_unless_another_is_said(open_day: OpenDay) -> None:
    day = open_day("ten-deals")
    day.enter(people(5))
    said = (None, None, ON + timedelta(days=1), None)  # an evening, and two rounds of another day
    days = [day.do(tournaments.announce, each, None, QUICK).on for each in said]
    days.append(day.do(tournaments.announce_again, None, None, QUICK).on)
    assert [(each - ON).days for each in days] == [0, 0, 1, 1, 1]


def test_a_round_drawn_again_has_no_clock_until_one_is_started(drawn_day: OpenDay) -> None:
    day = drawn_day("scighera", 10)
    day.do(tournaments.start_clock)
    day.do(tournaments.announce_again, day.now.on, None, QUICK)
    assert day.now.clocks == {}
    assert day.faults() == []
    day.do(tournaments.take_back)
    assert list(day.now.clocks) == [1]  # that of the draw before runs on
    day.do(tournaments.do_again)
    day.do(tournaments.start_clock)
    assert list(day.now.clocks) == [1]
    assert day.faults() == []


def test_groups_stay_among_themselves_whoever_entered_first(open_day: OpenDay, tmp_path: Path) -> None:
    path = tmp_path / "groups.toml"
    path.write_text(GROUPS, encoding="utf-8")
    group = {name: "NESW"[at % 4] for at, name in enumerate(people(22))}  # 6, 6, 5, 5
    days = []
    for names in (people(22), people(22)[::-1]):
        day = open_day(str(path), seed=3)
        day.do(tournaments.enter, [tournaments.TypedEntry(name, group=group[name]) for name in names])
        day.play_on(by_names)
        days.append((seatings(day), day.classified()))
    assert days[0] == days[1]
    for each in days[0][0]:
        assert sorted({group[name] for name in seats} for seats in each) == [{"E"}, {"N"}, {"S"}, {"W"}]

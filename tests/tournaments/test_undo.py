"""Everything that is done at the desk can be taken back and done again, and is told in the history."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from scorer import scorebook
from scorer.errors import NotFoundError, RefusedError
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import FormatSettings
from tests.tournaments.inventing import Typed, invented
from tests.tournaments.playing import ON, Day, OpenDay, people, refused


def state(day: Day) -> tuple[Any, ...]:
    """Everything that can be seen of a tournament and of its matches, but how many steps there were."""
    with day.book.reading() as transaction:
        tables = [
            (match.name, match.sitting, scorebook.sheet_of(transaction, match).running)
            for each in sorted(day.now.matches.values())
            if (match := scorebook.existing(transaction, each))
        ]
        return replace(day.now, last_step=0), tuple(map(str, tables)), day.classified()


def there_and_back(day: Day, deed: Callable[[], Any]) -> None:
    """Do something, take it back and do it again: each time everything is as it was."""
    before = state(day)
    deed()
    after = state(day)
    assert after != before
    day.do(tournaments.take_back)
    assert state(day) == before
    day.do(tournaments.do_again)
    assert state(day) == after


def sheet(day: Day, table: int, units: tuple[int, ...], **words: Any) -> None:
    """Type in a paper sheet of the last round; who ties for its first place won as many deals."""
    seats, most = day.seats(table), max(units)
    typed = {
        name: Typed(got, won=9 if got == most else at) for at, (name, got) in enumerate(zip(seats, units, strict=True))
    }
    day.paper(table, typed, say=["won"], **words)


def test_every_kind_of_step_can_be_taken_back_and_done_again(open_day: OpenDay) -> None:
    day = open_day("scighera")
    names = people(11)
    steps: list[Callable[[], Any]] = [
        lambda: day.enter(names),
        lambda: day.do(tournaments.keep_apart, names[:2]),
        lambda: day.do(tournaments.keep_apart, names[:2], together=True),
        lambda: day.do(tournaments.withdraw, names[10]),
        lambda: day.do(tournaments.bring_back, names[10]),
        lambda: day.do(tournaments.withdraw, names[10], "gone for good"),
        day.draw,
        lambda: day.do(tournaments.start_clock),
        lambda: sheet(day, 1, (6, 2, 0, -3, -5)),
        lambda: sheet(day, 1, (6, 2, 0, -5, -3), reason="two lines mixed up"),
        lambda: day.do(tournaments.substitute, day.seats(2)[0], "Zoe Z", "called away"),
        lambda: sheet(day, 2, (6, 2, 0, -3, -5)),
        lambda: day.do(tournaments.penalise, names[0], Fraction(1, 2), "late"),
        day.draw,
        lambda: sheet(day, 1, (6, 2, 0, -3, -5)),
        lambda: sheet(day, 2, (4, 2, 0, -3, -3)),
        lambda: day.do(tournaments.announce_cut),
        day.draw,
        lambda: sheet(day, 1, (9, 9, 0, -7, -11)),
        lambda: day.do(tournaments.play_off, day.seats(1)[1::-1]),
        lambda: sheet(day, 1, (9, 9, 9, -7, -20), reason="read again"),
        lambda: day.do(tournaments.play_off, []),
        lambda: day.do(tournaments.conclude),
        lambda: day.do(tournaments.resume),
    ]
    for step in steps:
        there_and_back(day, step)
    assert len(day.history()) == len(steps) + 1  # and opened


def stage_played(open_day: OpenDay) -> Day:
    """Opened 1, entered 2 and 3, gone 4, drawn 5, sheets 6 and 7, a penalty 8, announced 9, drawn 10."""
    day = open_day("scighera", settings=FormatSettings(rounds=1))
    day.enter(people(10))
    day.enter(["Zoe Z"])
    day.do(tournaments.withdraw, "Zoe Z")
    day.draw()
    sheet(day, 1, (6, 2, 0, -3, -5))
    sheet(day, 2, (5, 3, 1, -4, -5))
    day.do(tournaments.penalise, day.seats(1)[4], 2, "late")
    day.do(tournaments.announce_cut)
    day.draw()
    return day


def test_a_step_on_which_nothing_depends_is_taken_back_by_itself_and_every_other_stays(open_day: OpenDay) -> None:
    day = stage_played(open_day)
    before = state(day)
    free = []
    for place in range(2, 11):
        with suppress(RefusedError):
            day.do(tournaments.take_back, place)
            free.append(place)
            assert day.faults() == []
            day.do(tournaments.do_again)
        assert state(day) == before, place
    assert free == [4, 8, 10]  # who withdrew may not have; a penalty may not have been; the final is not begun


def test_the_steps_that_depend_on_one_are_named(open_day: OpenDay) -> None:
    day = stage_played(open_day)
    for place, depending in {
        2: "step 5 .*, step 6 .*, step 7 .* and 3 more depend on it; scorer tournament undo --step 10 takes the last",
        3: "step 4 .* depends on it; scorer tournament undo --step 4 takes that back first",
        5: "step 6 .*, step 7 .*, step 9 .* and 1 more depend on it",  # the penalty, 8, is of no round
        6: "step 9 .* and step 10 .* depend on it",
        9: "step 10 .* depends on it",
    }.items():
        with refused(rf"step {place} \(.*\) stays: {depending}"):
            day.do(tournaments.take_back, place)
    day.do(tournaments.take_back, 4)
    day.do(tournaments.take_back, 3)  # the entry of who was never seated, once nothing is done to it
    for place, why in {3: "step 3 .* is taken back already", 1: "step 1 opened Day; scorer tournament drop"}.items():
        with refused(why):
            day.do(tournaments.take_back, place)
    with refused("no step 11 of Day, which has 10 steps; scorer tournament history shows the steps", NotFoundError):
        day.do(tournaments.take_back, 11)
    day.enter(["Yara Y"])
    assert [number for number, each in day.now.entrants.items() if each.name == "Yara Y"] == [11]
    assert day.faults() == []


def test_an_announcement_depends_on_the_entries_that_it_names(open_day: OpenDay) -> None:
    day = open_day("champions")
    day.enter(["Zoe Z"], direct=True)
    day.do(tournaments.announce_cut)  # of a preliminary without entrants nobody goes on
    day.enter(["Anna A"])  # step 4
    day.do(tournaments.announce_cut_again)
    with refused(r"step 4 .* stays: step 5 \(announced anew: Anna A goes on to .* too\)"):
        day.do(tournaments.take_back, 4)


def test_a_sheet_put_right_twice_and_two_who_swapped_are_taken_back_last_first(drawn_day: OpenDay) -> None:
    day = drawn_day()
    here, there = day.seats(1), day.seats(2)
    day.do(tournaments.swap, here[0], there[0])  # 4
    day.do(tournaments.swap, here[1], here[2])  # 5, at one of their tables
    day.do(tournaments.swap, there[3], there[4])  # 6, at the other
    with refused(r"step 4 .* stays: step 5"):
        day.do(tournaments.take_back, 4)
    day.do(tournaments.take_back, 5)
    assert day.tables() == [[there[0], *here[1:]], [here[0], *there[1:3], there[4], there[3]]]
    sheet(day, 1, (6, 2, 0, -3, -5))  # 7
    sheet(day, 1, (6, 3, 0, -4, -5))  # 8
    with refused(r"step 7 .* stays: step 8"):
        day.do(tournaments.take_back, 7)
    sheet(day, 2, (6, 2, 0, -3, -5))  # 9
    day.do(tournaments.take_back, 8)
    assert [line.units for line in day.last.tables[0].lines] == [6, 2, 0, -3, -5]
    assert day.faults() == []


def test_a_round_seated_by_place_depends_on_the_results_before_it(drawn_day: OpenDay) -> None:
    day = drawn_day("by-place", 10)
    for table in (1, 2):
        day.paper(table, dict(zip(day.seats(table), map(Typed, (8, 4, 0, -4, -8)), strict=True)), say=[])
    day.draw()  # step 6
    with refused(r"step 4 \(table 1 of round 1 by its paper sheet\) stays: step 6"):
        day.do(tournaments.take_back, 4)
    day.do(tournaments.take_back)
    day.do(tournaments.take_back, 4)
    assert [table.over for table in day.last.tables] == [False, True]


def test_everything_is_taken_back_to_the_beginning_and_done_again_to_the_end_twice(open_day: OpenDay) -> None:
    day = open_day("by-place")
    states = [state(day)]
    for deed in (lambda: day.enter(people(5)), day.draw, lambda: day.paper(1, dict.fromkeys(day.seats(1), Typed(0)))):
        deed()
        states.append(state(day))
    for _ in range(2):
        for earlier in reversed(states[:-1]):
            day.do(tournaments.take_back)
            assert state(day) == earlier
        with refused("nothing to undo at Day; scorer tournament drop", NotFoundError):
            day.do(tournaments.take_back)
        for later in states[1:]:
            day.do(tournaments.do_again)
            assert state(day) == later
    with refused("nothing to redo at Day", NotFoundError):
        day.do(tournaments.do_again)


def test_a_table_that_was_closed_is_opened_again_and_goes_on(drawn_day: OpenDay) -> None:
    day = drawn_day("ten-deals", 5)
    hands = invented(Random(1), day.seats(1))
    day.deal_by_deal(1, hands[:9], close=False)
    there_and_back(day, lambda: day.do(tournaments.close_table, 1, early=True))  # after 9 of 10 deals
    day.do(tournaments.take_back)
    day.deal_by_deal(1, hands[9:])
    assert day.history()[-2:] == ["table 1 of round 1 is over after 9 of 10 deals", "table 1 of round 1 is over"]
    assert day.last.over


def test_a_draw_is_not_taken_back_under_who_plays(drawn_day: OpenDay) -> None:
    day = drawn_day()
    day.deal_by_deal(2, invented(Random(1), day.seats(2), 1), close=False)
    before = state(day)
    for deed, words in ((tournaments.take_back, ()), (tournaments.announce_again, (ON,))):
        with refused("came in with the draw and was changed since"):
            day.do(deed, *words)
        assert state(day) == before
    day.undo(2)
    day.do(tournaments.take_back)
    assert day.now.last_round is None


def test_after_the_end_nothing_is_done_until_it_is_reopened(open_day: OpenDay) -> None:
    day = open_day("elite-2024")
    day.enter(people(6))
    day.play_on(lambda _, seats: {name: Typed(10 - 5 * at, won=6 - at) for at, name in enumerate(seats)})
    for deed in (
        lambda: day.enter(["Zoe Z"]),
        day.draw,
        lambda: day.do(tournaments.penalise, "Anna A", 1, "late"),
        lambda: sheet(day, 1, (4, 3, 0, -3, -4)),
    ):
        with refused("Day is finished; scorer tournament reopen"):
            deed()
    day.do(tournaments.resume)
    day.do(tournaments.penalise, "Anna A", 1, "late")

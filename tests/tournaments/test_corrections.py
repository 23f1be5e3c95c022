"""Corrections: of deals and sheets, long after, by the desk or by those at the table."""

from pathlib import Path
from random import Random

from scorer import scorebook
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import FormatSettings
from tests.tournaments.inventing import Hand, Typed
from tests.tournaments.playing import Day, OpenDay, people, refused


def test_a_penalty_at_a_table_counts_there_and_is_no_deal(drawn_day: OpenDay) -> None:
    day = drawn_day("ten-deals", 5, settings=FormatSettings(rounds=1))
    seats = day.seats(1)
    day.deal_by_deal(1, [Hand(seats[0], seats[1])] * 3, close=False)
    with day.at(1, 1) as (transaction, match):  # loses 4, and the others get 1 each
        scorebook.record_penalty(transaction, match, seats[0], 4, "others", "a false claim")
    day.do(tournaments.close_table, 1, early=True)
    lines = day.last.tables[0].lines
    # 3 x 2 - 4, 3 x 1 + 1, 3 x -1 + 1
    assert [line.units for line in lines] == [2, 4, -2, -2, -2]
    assert [(line.deals, line.won) for line in lines] == [(3, 3), (3, 3), (3, 0), (3, 0), (3, 0)]
    assert lines[0].running == (2, 4, 6, 2)


def test_a_sheet_taken_back_at_its_table_is_taken_back_at_the_desk(drawn_day: OpenDay) -> None:
    day = drawn_day()
    first = dict(zip(day.seats(1), map(Typed, (6, 2, 0, -3, -5)), strict=True))
    day.paper(1, first, say=[])
    second = dict(zip(day.seats(2), map(Typed, (4, 3, 0, -3, -4)), strict=True))
    day.paper(2, second, say=[])
    day.undo(1)
    assert [table.over for table in day.last.tables] == [False, True]
    day.paper(1, first, say=[])
    day.do(tournaments.take_back)
    day.do(tournaments.take_back)  # what is left at the desk: the other sheet
    assert [table.over for table in day.last.tables] == [False, False]
    assert day.faults() == []


def test_a_substitute_for_who_did_not_show_up_comes_before_any_withdrawal(drawn_day: OpenDay) -> None:
    day = drawn_day()
    gone = day.seats(1)[3]
    day.do(tournaments.withdraw, gone, "does not show up")
    assert f"scorer tournament enter {gone}, then scorer tournament substitute {gone} NEWCOMER" in day.noticed[0]
    with refused(f"{gone} has withdrawn: nobody plays for them; scorer tournament enter"):
        day.do(tournaments.substitute, gone, "Zoe Z")
    day.do(tournaments.take_back)
    day.do(tournaments.substitute, gone, "Zoe Z")
    day.play(Random(1))
    day.draw()
    assert gone in day.seated()
    assert day.now.name_of(tournaments.find_entrant(day.now, "Zoe Z").number) == f"Zoe Z (for {gone})"


def test_who_sits_there_without_being_entered_is_told(drawn_day: OpenDay) -> None:
    day = drawn_day("ten-deals", 5)
    seats = day.seats(1)
    with day.at(1, 1) as (transaction, match):  # two whom nobody entered sit down, by `scorer seats`
        scorebook.change_seats(transaction, match, ["Xeno", "Yuri", *seats[2:]], None)
        scorebook.record_deal(transaction, scorebook.match_by_id(transaction, match.id), Hand("Xeno", "Yuri").words())
    told = "round 1, table 1: {} got units for nobody; scorer tournament substitute says for whom"
    assert list(day.notices) == [told.format("Xeno"), told.format("Yuri")]
    assert [line.units for line in day.last.tables[0].lines] == [0, 0, -1, -1, -1]
    day.do(tournaments.substitute, seats[0], "Xeno")
    assert list(day.notices) == []  # the other can only be the other
    assert [line.units for line in day.last.tables[0].lines] == [2, 1, -1, -1, -1]


def test_two_tournaments_in_one_scorebook_leave_each_other_alone(open_day: OpenDay, tmp_path: Path) -> None:
    day = open_day("ten-deals")
    other = Day(day.where, "by-place", name="Other", seed=9)
    day.enter(people(10))
    other.enter(people(5))
    day.draw()
    other.draw()
    day.play(Random(1))
    with day.book.writing() as transaction:
        tournaments.take_back(transaction, other.now)
    other.refresh()
    day.refresh()
    assert (other.now.last_round, len(other.now.progress.entrants)) == (None, 5)
    assert day.now.last_round is not None
    assert day.now.last_round.over
    assert day.faults() == []
    other.book.close()


def test_a_corrected_sheet_keeps_what_was_said_of_it_before(open_day: OpenDay) -> None:
    day = open_day("ten-deals", settings=FormatSettings(rounds=2))
    day.enter(people(5))
    for number in (1, 2):
        day.draw()
        day.play(Random(number))
    seats, before = day.seats(1, 1), day.typed[1, 1]
    raised = {seats[0]: before[seats[0]].units + 1, seats[1]: before[seats[1]].units - 1}
    units = {name: line.units for name, line in before.items()} | raised
    day.do(tournaments.record_sheet, tournaments.PaperSheet(units), 1, 1)
    lines = {day.entry(line.entrant): line for line in tournaments.round_of(day.now, 1).tables[0].lines}
    assert {name: line.units for name, line in lines.items()} == units
    assert {name: (line.won, line.called, line.made) for name, line in lines.items()} == {
        name: (line.won, line.called, line.made) for name, line in before.items()
    }

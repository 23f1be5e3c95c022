"""Late entries, withdrawals, substitutes, pairs kept apart; and results that contradict themselves."""

from random import Random

from scorer import scorebook
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import Line
from tests.tournaments.inventing import Typed, invented, summed
from tests.tournaments.playing import Day, OpenDay, people, refused


def line(day: Day, name: str, number: int = 1) -> Line:
    """What the program has of somebody in a round."""
    tables = tournaments.round_of(day.now, number).tables
    return next(each for table in tables for each in table.lines if day.entry(each.entrant) == name)


def test_a_substitute_in_the_middle_of_a_table_goes_on_from_there(drawn_day: OpenDay) -> None:
    day = drawn_day()
    seats = day.seats(1)
    who = seats[2]
    hands = invented(Random(3), seats)
    day.deal_by_deal(1, hands[:6], close=False)
    day.do(tournaments.substitute, who, "Zoe Z", "called away")
    assert day.history()[-1] == f"Zoe Z plays for {who}, at table 1 from now on"
    day.deal_by_deal(1, hands[6:])
    both = summed(seats, hands)
    day.typed[1, 1] = both
    for name, expected in both.items():  # the deals of both are those of the entry
        found = line(day, name)
        assert (found.units, found.deals, found.won, found.called, found.made, found.running) == (
            expected.units, expected.deals, expected.won, expected.called, expected.made, expected.running,
        )  # fmt: skip
    with day.book.reading() as transaction:
        persons = {name for name, _, _ in tournaments.individual_lines(transaction, day.now)}
    assert {who, "Zoe Z"} < persons
    day.play(Random(4))
    day.draw()
    assert day.now.name_of(tournaments.find_entrant(day.now, who).number) == f"Zoe Z (for {who})"
    assert who in day.seated()


def test_who_went_home_may_come_back_for_somebody_else_and_the_past_keeps_its_players(drawn_day: OpenDay) -> None:
    day = drawn_day()
    gone, other = day.seats(1)[0], day.seats(1)[1]
    sheet = dict(zip(day.seats(1), map(Typed, (9, -4, -2, -2, -1)), strict=True))
    day.paper(1, sheet, say=[])
    day.play(Random(1))
    day.do(tournaments.withdraw, gone)
    day.do(tournaments.substitute, other, gone)
    assert [line(day, name).units for name in (gone, other)] == [9, -4]
    corrected = sheet | {gone: Typed(8), other: Typed(-3)}
    day.paper(1, corrected, 1, say=[])
    assert [line(day, name).units for name in (gone, other)] == [8, -3]
    assert tournaments.find_entrant(day.now, gone).name == gone
    day.draw()
    assert (other in day.seated(), gone in day.seated()) == (True, False)
    with refused(f"{gone} plays for {other} by now"):
        day.do(tournaments.bring_back, gone)


def test_a_substitute_sits_in_one_seat_only(drawn_day: OpenDay) -> None:
    day = drawn_day()
    one, other = day.seats(1)[0], day.seats(2)[0]
    day.do(tournaments.substitute, one, "Zoe Z")
    with refused(f"Zoe Z belongs to the entry {one}, which plays on"):
        day.do(tournaments.substitute, other, "Zoe Z")
    with day.at(2) as (transaction, match):  # sits down at table 2 without a word at the desk
        scorebook.change_seats(transaction, match, ["Yuri Y", *day.seats(2)[1:]], None)
    with refused(r"Yuri Y sits at table 2 already; scorer seats NAMES --match 2 changes who sits there"):
        day.do(tournaments.substitute, one, "Yuri Y")
    day.do(tournaments.substitute, other, "Yuri Y")  # says for whom
    day.do(tournaments.substitute, day.seats(2)[1], one)  # whose own entry somebody else plays
    assert day.noticed == []
    day.do(tournaments.withdraw, other)
    with refused("has withdrawn already"):
        day.do(tournaments.withdraw, other)


def test_who_cannot_be_kept_apart_is_told_by_name(open_day: OpenDay) -> None:
    day = open_day("ten-deals")
    day.enter(people(10))
    with refused("at least two different"):
        day.do(tournaments.keep_apart, ["Anna A", "anna a"])
    day.do(tournaments.keep_apart, people(10)[:3])  # three, at two tables
    told = (
        "no seating keeps Anna A from Bruno A, Anna A from Carla A, Bruno A from Carla A: let some of them meet again"
    )
    with refused(told):
        day.draw()
    day.do(tournaments.keep_apart, people(10)[1:3], together=True)
    day.draw()
    assert not {"Bruno A", "Carla A"} & set(next(seats for seats in day.tables() if "Anna A" in seats))


def test_a_sheet_that_contradicts_itself_is_refused(drawn_day: OpenDay) -> None:
    day = drawn_day()
    for wrong, words in (
        (Typed(0, won=11), "won 11 is more than deals 10"),
        (Typed(0, won=3, called=2, made=3), "made 3 is more than called 2"),
        (Typed(0, won=1, called=2, made=2), "made 2 is more than won 1"),
        (Typed(0, won=-1), "won -1 cannot be"),
        (Typed(200_000), "at most 100,000"),
    ):
        with refused(words):
            day.paper(1, dict.fromkeys(day.seats(1), Typed(0)) | {day.seats(1)[3]: wrong})
        assert day.last.tables[0].lines == ()


def counts(day: Day, **tallies: list[int]) -> tournaments.PaperSheet:
    """A sheet of table 1 on which nobody has units, with these tallies along the seats."""
    seats = day.seats(1)
    said = {what: dict(zip(seats, numbers, strict=True)) for what, numbers in tallies.items()}
    return tournaments.PaperSheet(dict.fromkeys(seats, 0), said)


def test_tallies_that_cannot_be_together_are_refused(drawn_day: OpenDay) -> None:
    # ten deals of five: in each somebody calls, and at most four of the five win
    day = drawn_day()
    with refused("won adds up to 41; in 10 deals it is 40 at most, for never do all win"):
        day.do(tournaments.record_sheet, counts(day, won=[9, 8, 8, 8, 8]), 1)
    with refused("called adds up to 11; 10 deals cannot have so many callers"):
        day.do(tournaments.record_sheet, counts(day, called=[3, 2, 2, 2, 2]), 1)
    nobody_played = tournaments.PaperSheet(
        dict(zip(day.seats(1), (4, -1, -1, -1, -1), strict=True)), {"deals": dict.fromkeys(day.seats(1), 0)}
    )
    with refused("deals 0 cannot be, somebody has units"):
        day.do(tournaments.record_sheet, nobody_played, 1)
    day.do(tournaments.record_sheet, counts(day, won=[8, 8, 8, 8, 8], called=[2, 2, 2, 2, 2]), 1)


def test_a_correction_keeps_the_deals_said_before_and_contradicts_none_of_its_tallies(drawn_day: OpenDay) -> None:
    day = drawn_day()
    day.do(tournaments.record_sheet, counts(day, deals=[8] * 5, won=[6, 6, 6, 6, 6]), 1)
    day.do(tournaments.record_sheet, counts(day, called=[2, 2, 2, 2, 0]), 1)
    assert [(each.deals, each.won) for each in day.last.tables[0].lines] == [(8, 6)] * 5
    with refused("won 6 is more than deals 5"):
        day.do(tournaments.record_sheet, counts(day, deals=[5] * 5), 1)


def test_at_a_six_where_one_rests_twelve_deals_have_twelve_callers(drawn_day: OpenDay) -> None:
    # everybody plays ten of the twelve: 6 x 10 = 60 = 12 x 5; at most 4 win each, 48
    day = drawn_day("ten-deals", 6)
    with refused("won adds up to 49; in 12 deals it is 48 at most"):
        day.do(tournaments.record_sheet, counts(day, won=[9, 8, 8, 8, 8, 8]), 1)
    with refused("called adds up to 13; 12 deals cannot have so many callers"):
        day.do(tournaments.record_sheet, counts(day, called=[3, 2, 2, 2, 2, 2]), 1)
    day.do(tournaments.record_sheet, counts(day, won=[8] * 6, called=[2] * 6), 1)


def test_rests_and_redeals_give_the_last_tie_break_no_step_of_their_own(drawn_day: OpenDay) -> None:
    day = drawn_day("ten-deals", 6)
    seats = day.seats(1)
    hands = invented(Random(2), seats)
    day.deal_by_deal(1, hands[:7], close=False)
    with day.at(1) as (transaction, match):
        scorebook.record_redeal(transaction, match, "passed-out")
    day.deal_by_deal(1, hands[7:])
    for name, expected in summed(seats, hands).items():
        assert line(day, name).running == expected.running
        assert len(expected.running) == 10  # twelve deals, of which everybody rests in two

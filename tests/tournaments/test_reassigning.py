"""Who was really there, at the tables of a tournament: two who sat at each other's tables, sheets and pairs too."""

from scorer import scorebook
from scorer.scorebook.changes_since import changes_since
from scorer.text.step_words import step_words
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import standings
from tests.tournaments.inventing import Typed
from tests.tournaments.playing import Day, OpenDay, refused
from tests.tournaments.test_pairs import opened
from tests.tournaments.test_seats import line, new_player, replaced, solo, two_tables, units


def reassign(day: Day, table: int, text: str, span: scorebook.Span | None = None, *, this_table: bool = False) -> str:
    """Put the records of a table of the last round to others; returns what was done."""
    with day.at(table) as (transaction, match):
        where = (transaction, day.now, match, text, span or scorebook.Span(), "they had not looked")
        done = tournaments.reassign_at_tables(*where, this_table=this_table)
    return done.what


def test_two_who_sat_at_each_others_tables_are_put_right_at_both_in_one_step(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    one, other = here[0], there[2]
    for table, caller in ((1, one), (1, here[1]), (2, there[0])):
        solo(day, table, caller)  # 8 for the caller, -2 for each of the others
    before = units(day)
    assert (before[one], before[other]) == (6, -2)
    with refused(f'scorer reassign "{one}={other}" --match 1 puts it to them at both tables'):
        day.do(tournaments.swap, one, other)
    told = reassign(day, 1, f"{one}={other}")
    assert told == f"{one} and {other} are exchanged in R1 T1 (1 to 2) and R1 T2 (1)"
    assert units(day) == before | {one: -2, other: 6}
    assert day.tables() == [replaced(here, one, other), replaced(there, other, one)]
    assert (line(day, one).deals, line(day, other).deals) == (1, 2)
    assert day.faults() == []
    day.do(tournaments.take_back)
    assert (units(day), day.tables()) == (before, [here, there])
    day.do(tournaments.do_again)
    assert units(day)[other] == 6
    with day.book.reading() as transaction:
        for match in (1, 2):
            assert told in [step_words(step.detail) for step in scorebook.history(transaction, match)]


def test_a_copy_learns_of_what_was_put_right_at_two_tables_once(drawn_day: OpenDay) -> None:
    """The deals were made at their tables, and struck out by a step that names no match: both lead to them."""
    day = drawn_day()
    one, other = day.seats(1)[0], day.seats(2)[2]
    for table, caller in ((1, one), (2, day.seats(2)[0])):
        solo(day, table, caller)
    reassign(day, 1, f"{one}={other}")
    with day.book.reading() as transaction:
        steps = changes_since(transaction, 0, "").steps
    made = [[(edition.match, edition.number) for edition in step.records] for step in steps]
    struck_out = [[(edition.match, edition.number) for edition in step.struck_out] for step in steps]
    assert made[-3:] == [[(1, 1)], [(2, 1)], [(1, 1), (2, 1)]]
    assert struck_out[-3:] == [[], [], [(1, 1), (2, 1)]]


def test_two_pairs_who_sat_at_each_others_tables_left_two_of_them_at_both(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    (one, two), (other, another) = here[:2], there[:2]
    for table, caller in ((1, one), (1, two), (2, other)):
        solo(day, table, caller)  # 8 for the caller, -2 for each of the others
    before = units(day)
    assert [before[who] for who in (one, two, other, another)] == [8 - 2, -2 + 8, 8, -2]
    reassign(day, 1, f"{one}={other},{two}={another}")
    assert units(day) == before | {one: 8, two: -2, other: 6, another: 6}
    assert [line(day, who).deals for who in (one, two, other, another)] == [1, 1, 2, 2]
    assert day.tables() == [
        replaced(replaced(here, one, other), two, another),
        replaced(replaced(there, other, one), another, two),
    ]
    assert day.faults() == []
    day.do(tournaments.take_back)
    assert (units(day), day.tables()) == (before, [here, there])


def test_one_of_a_chain_came_from_another_table(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    one, two, other = here[0], here[1], there[0]
    solo(day, 1, one)
    solo(day, 2, other)
    reassign(day, 1, f"{one}={two},{two}={other}")  # so the other table's was the first one's
    assert [units(day)[who] for who in (one, two, other)] == [8, 8, -2]
    assert list(map(set, day.tables())) == [{two, other, *here[2:]}, {one, *there[1:]}]
    assert day.faults() == []


def test_a_withdrawn_player_won_by_who_was_put_to_their_deals(drawn_day: OpenDay) -> None:
    day = drawn_day()
    gone, caller = day.seats(1)[:2]
    solo(day, 1, caller)
    day.do(tournaments.withdraw, gone)
    guest = new_player(day)
    with refused(f"{guest} would sit for {gone}, who has withdrawn: .*; --to 1 puts only"):
        reassign(day, 1, f"{gone}={guest}")
    reassign(day, 1, f"{gone}={guest}", scorebook.Span(last=1))  # what was, was; nobody plays on for them
    assert day.seats(1)[0] == gone


def test_it_is_not_done_again_over_a_deal_that_was_taken_back_since(drawn_day: OpenDay) -> None:
    day = drawn_day()
    one, other = day.seats(1)[0], day.seats(2)[2]
    solo(day, 1, one)
    solo(day, 2, other)
    reassign(day, 1, f"{one}={other}")
    with refused("this was done at the desk of Day"):
        day.undo(1)
    day.do(tournaments.take_back)
    day.undo(1)
    with refused("R1 T1 was changed since at its table"):
        day.do(tournaments.do_again)
    assert day.faults() == []


def test_who_came_over_in_the_middle_of_a_round_says_this_table(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    one, other = here[0], there[2]
    solo(day, 1, one)
    solo(day, 1, one)
    solo(day, 2, other)
    second = scorebook.Span(first=2)
    with refused(f"{other} is at R1 T2 in the same round; .*--this-table puts only those of"):
        reassign(day, 1, f"{one}={other}", second)
    reassign(day, 1, f"{one}={other}", second, this_table=True)
    assert (units(day)[one], units(day)[other]) == (8, 16)  # the first deal; the second, and the own table


def test_a_paper_sheet_counts_for_who_was_there(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    one, other = here[0], there[0]
    day.paper(
        1, dict(zip(here, (Typed(9, won=6), Typed(1), Typed(-2), Typed(-3), Typed(-5)), strict=True)), say=["won"]
    )
    day.paper(
        2, dict(zip(there, (Typed(4, won=4), Typed(3), Typed(2), Typed(-4), Typed(-5)), strict=True)), say=["won"]
    )
    lines = line(day, one), line(day, other)
    assert [(each.units, each.won) for each in lines] == [(9, 6), (4, 4)]
    reassign(day, 1, f"{one}={other}")
    assert [(line(day, each).units, line(day, each).won) for each in (one, other)] == [(4, 4), (9, 6)]
    assert day.faults() == []
    day.do(tournaments.take_back)
    assert (line(day, one), line(day, other)) == lines
    reassign(day, 1, f"{one}={here[1]}")  # two at one table
    assert [(line(day, each).units, line(day, each).won) for each in here[:2]] == [(1, 0), (9, 6)]
    day.undo(1)  # a step of that table too
    assert line(day, one) == lines[0]


def test_a_stand_in_who_was_not_written_plays_for_the_seat(drawn_day: OpenDay) -> None:
    day = drawn_day()
    late = day.seats(1)[0]
    solo(day, 1, late)
    reassign(day, 1, f"{late}={new_player(day)}")
    rows = standings(day.now.format, day.now.progress)
    assert [day.entry(row.entrant) for row in rows if row.units == 8] == [late]
    with day.book.reading() as transaction:
        assert ("Zoe Z", 8, 1) in tournaments.individual_lines(transaction, day.now)


def test_partners_of_a_pair_stay_opposite_each_other(open_day: OpenDay) -> None:
    day = opened(open_day, 2)
    day.draw()
    day.do(tournaments.record_sheet, tournaments.PaperSheet(won=(3, 1)), 1)
    with day.book.reading() as transaction:
        one, other, *_ = scorebook.match_by_id(transaction, 1).sitting.seats
    with refused("would be partners, and play for"):
        reassign(day, 1, f"{one}={other}")
    assert [each.units for each in day.last.tables[0].lines] == [2, -2]

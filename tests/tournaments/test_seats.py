"""Who sits for whom: people carry their units with them, stand-ins are without an entry, two swap seats."""

from collections.abc import Sequence

from scorer import scorebook
from scorer.cli.advice import notice_lines
from scorer.errors import NotFoundError
from scorer.match.deal_options import DealWords
from scorer.rules.errors import advice
from scorer.scorebook.seats import known_or_new
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.keeping.paper_sheets import find_seats
from scorer.tournaments.keeping.snapshot import round_table
from scorer.tournaments.rules import FormatSettings, Line, seating_changed, standings
from scorer.tournaments.text.desk_words import answer_words
from tests.tournaments.inventing import Typed
from tests.tournaments.playing import QUICK, Day, OpenDay, refused


def two_tables(drawn_day: OpenDay) -> tuple[Day, list[str], list[str]]:
    """Ten players at two tables, and who was drawn at the one and at the other."""
    day = drawn_day()
    return day, day.seats(1), day.seats(2)


def sit(day: Day, table: int, names: Sequence[str]) -> tuple[str, ...]:
    """Seat these at a table of the last round, as those at it do; returns what the command line says of it."""
    with day.at(table) as (transaction, match):
        before = match.sitting.seats
        scorebook.change_seats(transaction, match, names, None)
        return tuple(notice_lines(tournaments.seating_notices(transaction, match.id, before)))


def solo(day: Day, table: int, caller: str) -> None:
    """One deal at a table of the last round: `caller` makes 71 alone, which gives 8, and takes 2 from each."""
    with day.at(table) as (transaction, match):
        scorebook.record_deal(transaction, match, DealWords(caller=caller, bid="71", partner="solo", result="80"))


def units(day: Day) -> dict[str, int]:
    """The units of everybody who has any."""
    rows = standings(day.now.format, day.now.progress)
    return {day.entry(row.entrant): row.units for row in rows if row.units}


def line(day: Day, name: str) -> Line:
    """What the program has of somebody in the last round."""
    lines = [line for table in day.last.tables for line in table.lines]
    (found,) = [each for each in lines if day.entry(each.entrant) == name]
    return found


def new_player(day: Day) -> str:
    """Somebody without an entry."""
    with day.book.writing() as transaction:
        known_or_new(transaction, ["Zoe Z"], together_with=())
    return "Zoe Z"


def replaced(names: Sequence[str], gone: str, there: str) -> list[str]:
    """The names with one for another."""
    return [there if name == gone else name for name in names]


def test_two_who_sit_at_each_others_tables_keep_their_own_units(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    elena, bruno = here[0], there[2]
    assert sit(day, 1, replaced(here, elena, bruno)) == (
        f"{bruno} was drawn at table 2: what {bruno} makes stays {bruno}'s own, at this table too",
        f"{bruno} sits at table 2 too; scorer seats NAMES --match 2 changes who sits there",
    )
    sit(day, 2, replaced(there, bruno, elena))
    solo(day, 1, bruno)
    assert units(day) == {bruno: 8, **dict.fromkeys(here[1:], -2)}
    solo(day, 2, elena)
    solo(day, 2, elena)
    others = [name for name in there if name != bruno]
    assert units(day) == {bruno: 8, elena: 16, **dict.fromkeys(here[1:], -2), **dict.fromkeys(others, -4)}
    # they have met those with whom they sat: in the seating, for the tie-breaks and for the next draw
    assert day.tables() == [replaced(here, elena, bruno), replaced(there, bruno, elena)]
    assert (line(day, elena).deals, line(day, elena).running) == (2, (8, 16))
    assert day.notices == ()
    assert day.faults() == []


def test_a_paper_sheet_of_those_who_sit_there_is_theirs(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    elena, bruno = here[0], there[2]
    sit(day, 1, replaced(here, elena, bruno))
    sit(day, 2, replaced(there, bruno, elena))
    day.paper(1, dict(zip(replaced(here, elena, bruno), map(Typed, (9, 1, -2, -3, -5)), strict=True)), say=[])
    day.paper(2, dict(zip(replaced(there, bruno, elena), map(Typed, (4, 3, 2, -4, -5)), strict=True)), say=[])
    assert (units(day)[bruno], units(day)[elena]) == (9, 2)


def test_who_changes_the_table_in_the_middle_of_a_round_has_what_both_gave(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    elena, bruno = here[0], there[2]
    solo(day, 1, elena)
    solo(day, 2, bruno)
    sit(day, 1, replaced(here, elena, bruno))
    sit(day, 2, replaced(there, bruno, elena))
    solo(day, 1, bruno)
    solo(day, 2, here[0])
    assert (units(day)[elena], units(day)[bruno]) == (16, 16)  # 8 at each
    assert line(day, elena) == Line(line(day, elena).entrant, 16, 2, 2, 2, 2, (8, 16))
    assert day.tables() == [here, there]


def test_what_is_made_at_another_table_counts_before_the_own_one_begins(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    elena = here[0]
    solo(day, 2, there[0])
    sit(day, 2, replaced(there, there[1], elena))  # whose own seat waits at table 1; there[1] made -2 already
    solo(day, 2, elena)
    rows = {day.entry(row.entrant): row.units for row in standings(day.now.format, day.now.progress)}
    assert (rows[elena], rows[there[0]], rows[there[1]]) == (8, 6, -2)
    assert sum(rows.values()) == 0
    assert not day.last.tables[0].lines


def test_who_takes_the_seat_of_somebody_who_did_not_come_is_nobody_elses_stand_in(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    moved, missing = here[0], there[0]
    sit(day, 2, replaced(there, missing, moved))
    solo(day, 2, moved)
    assert units(day) == {moved: 8, **dict.fromkeys(there[1:], -2)}
    assert day.tables() == [replaced(here, moved, missing), replaced(there, missing, moved)]
    sit(day, 1, replaced(here, moved, new_player(day)))  # a stand-in for the seat that is left
    solo(day, 1, "Zoe Z")
    assert units(day)[missing] == 8


def test_a_stranger_in_the_seat_of_who_sits_elsewhere_plays_for_nobody(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    elena, bruno = here[0], there[2]
    solo(day, 1, elena)
    solo(day, 2, there[0])
    sit(day, 2, replaced(there, bruno, elena))
    notices = sit(day, 1, replaced(here, elena, new_player(day)))
    assert notices == ("Zoe Z plays for nobody here; scorer tournament substitute says for whom",)
    solo(day, 1, "Zoe Z")
    assert units(day)[elena] == 8
    sits = replaced(here, elena, "Zoe Z")
    with refused(f"'{elena}' .*at table 1 of round 1", NotFoundError):
        find_seats(round_table(day.now, 1, 1), sits, elena)
    nobodys = "round 1, table 1: Zoe Z got units for nobody; scorer tournament substitute says for whom"
    assert day.notices == (nobodys,)


def moved(undo: str, gone: str, to: str) -> str:
    """What is said where the 8 units that a stand-in made go from one entrant to another."""
    units = f"{gone} has 0 (had +8) and {to} has +8 (had 0)"
    return (
        f"this changes who has the units that are recorded in round 1: {units}; {undo} takes that back; "
        f"then scorer tournament substitute {gone} NAME keeps what NAME made for {gone}"
    )


def test_units_that_a_stand_in_made_do_not_go_to_another_in_silence(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    late, missing = here[0], there[0]
    sit(day, 1, replaced(here, late, new_player(day)))
    solo(day, 1, "Zoe Z")
    assert units(day)[late] == 8
    own = f"{late} was drawn at table 1: what {late} makes stays {late}'s own, at this table too"
    undo = f"scorer undo --match {day.now.matches[1, 2]}"
    assert sit(day, 2, replaced(there, missing, late)) == (own, moved(undo, late, missing))
    assert units(day)[missing] == 8
    day.undo(2)
    day.do(tournaments.substitute, late, "Zoe Z")
    assert day.noticed == []
    sit(day, 2, replaced(there, missing, late))
    assert units(day)[late] == 8


def test_a_substitute_who_played_for_another_takes_the_units_along_and_it_is_said(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    late, missing = here[0], there[0]
    sit(day, 2, replaced(there, missing, late))
    sit(day, 1, replaced(here, late, new_player(day)))
    solo(day, 1, "Zoe Z")
    assert units(day)[missing] == 8
    sit(day, 1, replaced(here, late, missing))
    day.do(tournaments.substitute, late, "Zoe Z")
    assert day.noticed == [moved("scorer tournament undo", missing, late)]
    assert units(day)[late] == 8
    with day.book.writing() as transaction:
        before, done = day.now, tournaments.take_back(transaction, day.now)
        back = advice("tournament_redo_takes_that_back")
        notices = tournaments.reversal_notices(transaction, before, done, back)
    assert notice_lines(notices) == [moved("scorer tournament redo", late, missing)]


def test_it_is_said_for_whom_somebody_sits_and_where_that_one_was_drawn(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    late, missing = here[0], there[0]
    sit(day, 2, replaced(there, missing, late))
    notices = sit(day, 1, replaced(here, late, new_player(day)))
    assert notices == (
        f"Zoe Z sits for {missing}, drawn at table 2: what Zoe Z makes is {missing}'s, at this table too",
    )


def marathon(open_day: OpenDay) -> Day:
    """Five teams of three, seated with the first of each."""
    day = open_day("marathon")
    for team in "VWXYZ":
        day.do(tournaments.enter, [tournaments.TypedEntry(f"Team {team}", (f"A {team}", f"B {team}", f"C {team}"))])
    day.draw()
    return day


def test_a_team_has_one_seat_at_a_table(open_day: OpenDay) -> None:
    day = marathon(open_day)
    first, second, *others = [f"A {name[-1]}" for name in day.seats(1)]
    both = [first, first.replace("A", "B"), *others]
    with refused(r"A . and B . both play for Team ., which has one seat"):
        sit(day, 1, both)
    assert sit(day, 1, replaced([first, second, *others], first, first.replace("A", "C"))) == ()
    with day.at(1) as (transaction, match):  # as it may stand in a scorebook of before
        scorebook.change_seats(transaction, match, both, None)
    solo(day, 1, both[1])
    assert units(day) == dict.fromkeys([f"Team {name[-1]}" for name in (first, *others)], -2)
    assert day.notices == (
        f"round 1, table 1: {both[1]} got units for nobody; somebody else has the one seat of their entry",
    )


def test_two_swap_seats_before_a_card_is_played(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    one, other = here[0], there[2]
    day.do(tournaments.swap, one, other)
    assert day.tables() == [replaced(here, one, other), replaced(there, other, one)]
    assert [list(day.sitting(table).seats) for table in (1, 2)] == day.tables()
    assert day.sitting(1).first_dealer == other
    solo(day, 1, other)
    with refused("something is recorded at table 1 of round 1; where it was the other who"):
        day.do(tournaments.swap, one, other)
    assert units(day)[other] == 8
    day.do(tournaments.take_back)  # the swap: what was played stays with those who played it
    assert units(day)[other] == 8
    assert day.faults() == []


def test_a_swap_is_taken_back_and_done_again(drawn_day: OpenDay) -> None:
    day = drawn_day()
    drawn = day.tables()
    day.do(tournaments.swap, drawn[0][1], drawn[0][3])  # at one table
    swapped = day.tables()
    assert swapped[0] == [drawn[0][at] for at in (0, 3, 2, 1, 4)]
    assert day.history()[-1] == f"{drawn[0][1]} and {drawn[0][3]} swap seats in round 1, at table 1"
    day.do(tournaments.take_back)
    assert day.tables() == drawn
    day.do(tournaments.do_again)
    assert day.tables() == swapped
    day.do(tournaments.announce_again, day.now.on, None, QUICK)
    again = day.tables()
    day.do(tournaments.swap, again[0][0], again[1][0])
    assert day.tables() != again
    assert day.faults() == []


def test_who_rests_sits_for_whom_they_swap_with(drawn_day: OpenDay) -> None:
    day = drawn_day("scighera", 19, settings=FormatSettings(rounds=2))
    (resting,) = map(day.entry, day.last.resting)
    gone = day.seats(1)[0]
    day.do(tournaments.swap, gone, resting)
    assert [day.entry(each) for each in day.last.resting] == [gone]
    assert resting in day.seats(1)


def test_a_swap_that_makes_no_sense_is_refused(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    day.do(tournaments.keep_apart, [here[0], there[1]])
    day.enter(["Zoe Z"])
    for one, other, why in (
        (here[0], here[0], "is named twice"),
        (here[0], "Zoe Z", "Zoe Z is not in round 1 of Day"),
        (here[0], there[0], f"{min(here[0], there[1])} and {max(here[0], there[1])} are kept apart"),
    ):
        with refused(why):
            day.do(tournaments.swap, one, other)
    day.do(tournaments.withdraw, here[0])
    with refused(f"{here[0]} has withdrawn; scorer tournament redraw"):
        day.do(tournaments.swap, here[0], there[0])
    assert day.tables() == [here, there]


def test_a_swap_is_nothing_that_a_correction_changed(drawn_day: OpenDay) -> None:
    day = drawn_day("by-place", 10, settings=FormatSettings(rounds=2))
    for table in (1, 2):
        day.paper(table, dict(zip(day.seats(table), map(Typed, (8, 4, 0, -4, -8)), strict=True)), say=[])
    day.draw()
    day.do(tournaments.swap, day.seats(1)[0], day.seats(2)[0])
    assert seating_changed(day.now.format, day.now.progress, 2) == ()


def final_drawn(drawn_day: OpenDay) -> Day:
    """A final of five of six. Who is knocked out is the last of the table of the first round."""
    day = drawn_day("scighera", 6, settings=FormatSettings(rounds=1))
    day.paper(1, dict(zip(day.seats(1), map(Typed, (5, 4, 1, -1, -3, -6)), strict=True)), say=[])
    day.do(tournaments.announce_cut)
    day.draw()
    return day


def final_begun(drawn_day: OpenDay) -> Day:
    """The same with one deal: the first at the table made 71 alone."""
    day = final_drawn(drawn_day)
    solo(day, 1, day.seats(1)[0])
    return day


def test_nobody_plays_for_a_finalist_who_withdrew(drawn_day: OpenDay) -> None:
    day = final_begun(drawn_day)
    finalists, out = day.seats(1), day.seats(1, 1)[5]
    gone = finalists[3]
    day.do(tournaments.withdraw, gone)
    for name in (out, new_player(day)):
        nobody = f"{name} would sit for {gone}, who has withdrawn: nobody plays for them"
        with refused(f"{nobody}; scorer tournament enter {gone}, then scorer tournament substitute {gone} {name}"):
            sit(day, 1, replaced(finalists, gone, name))
    with refused(f"{out} did not go on to Final"):
        sit(day, 1, [*finalists, out])
    assert units(day) == {finalists[0]: 8, **dict.fromkeys(finalists[1:], -2)}


def test_who_is_out_plays_in_a_running_final_for_whom_the_desk_says(drawn_day: OpenDay) -> None:
    day = final_begun(drawn_day)
    finalists, out = day.seats(1), day.seats(1, 1)[5]
    leaving = finalists[3]
    says = f"scorer tournament substitute {leaving} {out} says for whom {out} plays"
    with refused(f"{out} did not go on to Final; {says}"):
        sit(day, 1, replaced(finalists, leaving, out))
    day.do(tournaments.substitute, leaving, out)
    solo(day, 1, out)  # -2 of before, and 8
    others = [name for name in finalists[1:] if name != leaving]
    assert units(day) == {finalists[0]: 6, leaving: 6, **dict.fromkeys(others, -4)}
    assert out not in [day.entry(row.entrant) for row in standings(day.now.format, day.now.progress)]
    with refused(f"{out} belongs to the entry {leaving}, which plays on"):
        day.do(tournaments.substitute, finalists[0], out)


def test_who_is_entered_and_not_in_the_round_is_seated_at_the_desk(drawn_day: OpenDay) -> None:
    day = drawn_day()
    day.enter(["Zeno"])
    with refused("Zeno, who is not in round 1; scorer tournament enter Zeno --table 1 seats"):
        sit(day, 1, ["Zeno", *day.seats(1)[1:]])


def test_nobody_who_never_sat_in_the_final_is_its_champion(drawn_day: OpenDay) -> None:
    """Dario withdraws, Carla follows, Dario plays all the same: +4 were nobody's, and Carla was first with 0."""
    day = final_drawn(drawn_day)
    gone = day.seats(1)[3]
    assert "follows into Final" in answer_words(day.do(tournaments.withdraw, gone).deed)
    solo(day, 1, gone)
    assert f"{gone} withdrew before round 2, and is on the sheet of table 1" in day.notices
    followed = f"{gone} withdrew before round 2, somebody followed, and {gone} is on the sheet of table 1 of round 2; "
    with refused(followed):
        day.paper(1, dict(zip(day.seats(1), map(Typed, (-2, -2, -2, 8, -2)), strict=True)), say=[])
    out = "tournament redraw seats them, once scorer undo --match 2 took back"
    with refused(f"{followed}.*{out}"):
        day.do(tournaments.close_table, 1)
    day.do(tournaments.take_back)  # the other way out
    assert day.do(tournaments.close_table, 1).notices == ()
    assert units(day)[gone] == 8


def test_who_withdrew_in_the_middle_of_a_final_and_sat_to_its_end_is_named(drawn_day: OpenDay) -> None:
    day = final_begun(drawn_day)
    gone = day.seats(1)[3]
    day.do(tournaments.withdraw, gone)
    solo(day, 1, gone)
    assert f"{gone} withdrew in round 2, and {gone} sat there to the end" in day.do(tournaments.close_table, 1).notices


def test_a_stand_in_sits_at_one_table_and_keeps_the_entry_from_withdrawing(drawn_day: OpenDay) -> None:
    day, here, there = two_tables(drawn_day)
    sit(day, 1, [new_player(day), *here[1:]])
    with refused(r"Zoe Z sits at table 1 already; scorer seats NAMES --match 1 changes who sits there"):
        sit(day, 2, ["Zoe Z", *there[1:]])
    with refused(f"Zoe Z sits for {here[0]}, who stays in by that; .*substitute {here[0]} Z"):
        day.do(tournaments.withdraw, here[0])


def test_before_a_final_has_begun_the_first_reserve_follows_and_nobody_sits_down_instead(drawn_day: OpenDay) -> None:
    day = final_drawn(drawn_day)
    out = day.seats(1, 1)[5]
    with refused(f"{out} did not go on to Final; scorer tournament withdraw lets"):
        sit(day, 1, [out, *day.seats(1)[1:]])


def test_a_substitute_takes_the_seat_of_a_stand_in_whom_nobody_named(drawn_day: OpenDay) -> None:
    day = drawn_day()
    here = day.seats(1)
    sit(day, 1, [new_player(day), *here[1:]])
    solo(day, 1, "Zoe Z")
    day.do(tournaments.substitute, here[0], "Yuri Y")
    assert day.sitting(1).seats == ("Yuri Y", *here[1:])
    assert units(day)[here[0]] == 8
    assert day.faults() == []

"""Everything that an organiser does wrong in a hurry: one clear line, and nothing is lost."""

import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.running import answer, refused

FIVE = "Anna,Bruno,Carla,Dario,Elena"
SHEET = "Anna=4,Bruno=-1,Carla=-1,Dario=-1,Elena=-1"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Environment = Callable[[], dict[str, str]]
REFUSED, NOT_FOUND, TROUBLE, USAGE = 3, 4, 5, 2
TEN = "Anna,Bruno,Carla,Dario,Elena,Fabio,Gina,Hans,Ines,Jan"
DAY = "--on 2026-12-05"


def tables(text: str) -> list[list[str]]:
    """Who sits at each table of a round as it was announced."""
    return [line.split(": ")[1].split(", ") for line in text.splitlines() if line.startswith("Table")]


def sheet(names: list[str], *units: int) -> str:
    return ",".join(f"{name}={won}" for name, won in zip(names, units, strict=True))


@pytest.fixture
def drawn(ok: Ok) -> list[list[str]]:
    """Ten players under ten-deals, the first round drawn: who sits where."""
    ok(f"tournament new Natale --format ten-deals --seed 7 {DAY}")
    ok(f"tournament enter {TEN}")
    return tables(ok(f"tournament draw {DAY}"))


def test_without_a_tournament_everything_says_how_to_open_one(ok: Ok, say: Say) -> None:
    ok("league add Circolo")
    assert ok("tournament list").startswith("There is no tournament; scorer tournament new")
    for words in ("show", "draw", "enter Anna", "result 1", "standings", "undo", "drop"):
        refused(say(f"tournament {words}"), NOT_FOUND, "there is no tournament; scorer tournament new NAME")


def test_names_and_formats_that_cannot_be(ok: Ok, say: Say) -> None:
    assert say("tournament new Natale").returncode == USAGE  # no format
    refused(say("tournament new Natale --format scigera"), NOT_FOUND, "no format is called 'scigera'", "scighera")
    refused(say("tournament new 12 --format scighera"), REFUSED, "a bare number")
    refused(say("tournament new Natale --format scighera --seed x"), REFUSED, "seed 'x': say a whole number")
    refused(say("tournament new Natale --format scighera --on Friday"), REFUSED, "say year, month and day")
    refused(say("tournament new Natale --format scighera --variant nope"), NOT_FOUND, "no variant is called 'nope'")
    refused(say("tournament new Natale --format scighera --odd resting"), REFUSED, "has no duels")
    ok("tournament new Natale --format scighera")
    refused(say("tournament new NATALE --format scighera"), REFUSED, "there is a tournament 'NATALE' already")


def test_several_going_on_have_to_be_told_apart(ok: Ok, say: Say) -> None:
    ok("tournament new Natale --format scighera")
    ok("tournament new Pasqua --format scighera")
    refused(say("tournament show"), NOT_FOUND, "several tournaments are going on (1 Natale, 2 Pasqua)", "--tournament")
    refused(
        say("tournament show --tournament Ferragosto"), NOT_FOUND, "no tournament 'Ferragosto'", "1 Natale, 2 Pasqua"
    )
    assert ok("tournament show --tournament 2").startswith("Pasqua (tournament 2)")
    assert ok("tournament drop --tournament pasqua") == "Pasqua is dropped.\n"
    assert ok("tournament show").startswith("Natale (tournament 1)")
    ok("tournament new Pasqua --format scighera")  # the name is free again


def test_entering_somebody_twice_or_somebody_who_is_no_name(ok: Ok, say: Say) -> None:
    ok("tournament new Natale --format scighera")
    refused(say("tournament enter"), REFUSED, "say who enters")
    ok("tournament enter Anna,Bruno")
    refused(say("tournament enter Carla,ANNA"), REFUSED, "Anna is entered already")
    refused(say("tournament enter Carla,Carla"), REFUSED, "Carla is entered already")
    refused(say("tournament enter solo"), REFUSED, "'solo' cannot be a player's name")
    refused(say("tournament enter Red --members A,B,C"), REFUSED, "is played by single players, not by teams")
    assert "2 entrants." in ok("tournament show")
    said = say(["tournament", "enter", 'Max "the ace",O\'Hara'])
    assert (said.returncode, said.stdout) == (0, "Entered 2 players.\n")
    assert ok("tournament export entries").splitlines()[3:] == [
        '"Max ""the ace""","Max ""the ace""",,no,1,',
        "O'Hara,O'Hara,,no,1,",
    ]


def test_a_draw_that_comes_too_early_or_too_late(ok: Ok, say: Say) -> None:
    ok(f"tournament new Posto --format by-place --rounds 2 --seed 1 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario")
    refused(say("tournament draw"), REFUSED, "4 can be seated; the smallest table needs 5")
    refused(say("tournament redraw"), NOT_FOUND, "no round is drawn yet")
    ok("tournament enter Elena")
    (names,) = tables(ok(f"tournament draw {DAY}"))
    early = say(f"tournament draw {DAY}")
    refused(early, REFUSED, "round 2 is seated by place: it waits for round 1, table 1")
    ok(["tournament", "result", "1", sheet(names, 4, 0, 0, 0, -4)])
    ok(f"tournament draw {DAY}")
    refused(say("tournament draw"), REFUSED, "every round of Rounds, the last stage, is drawn")


def test_a_finalist_who_withdraws_is_followed_by_the_first_reserve(ok: Ok, say: Say) -> None:
    ok(f"tournament new Natale --format scighera --rounds 1 --seed 7 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena,Fabio")
    (names,) = tables(ok(f"tournament draw {DAY}"))
    ok(["tournament", "result", "1", sheet(names, 8, 4, 2, 0, -4, -10)])
    ok("tournament cut")
    follows = f"{names[0]} withdrew before round 2; {names[5]} follows into Final"
    assert ok(["tournament", "withdraw", names[0]]) == f"{follows}.\n"
    assert "Next: round 2, Final: scorer tournament draw" in ok("tournament show")
    (final,) = tables(ok(f"tournament draw {DAY}"))
    assert sorted(final) == sorted(names[1:])
    rows = ok("tournament standings --final").splitlines()
    assert rows[7].split()[:3] == ["6", names[0], "5"]  # after the five of the final, with the 5 of the round
    few = "Final: 4 can be seated; the smallest table needs 5; scorer tournament enter NAME brings back who withdrew"
    gone = say(["tournament", "withdraw", final[0]])  # and nobody is left who could follow
    assert gone.stdout == f"{final[0]} withdrew before round 2.\n"
    assert f"{final[0]} is announced at table 1 of round 2: for somebody in their place, scorer" in gone.stderr
    assert "redraw" not in gone.stderr  # it cannot seat four
    refused(say("tournament redraw"), REFUSED, few)
    ok("tournament undo")
    ok("tournament undo")
    ok(["tournament", "withdraw", final[0]])
    assert f"Next: {few}, scorer tournament cut --again lets others go on" in ok("tournament show")
    # who comes back would have the place again, and is told how; what was announced stays until then
    back = say(["tournament", "enter", names[0]])
    assert f"{names[0]} goes on to Final instead of {final[0]}" in ok("tournament cut --again")
    assert "the announcement stays until scorer tournament cut --again" in back.stderr


@pytest.fixture
def announced(ok: Ok) -> list[str]:
    """A round of six of whom the wrong five go on to the final, which is drawn; the six as they sat.

    By `RIGHT` the fifth and not the sixth goes on.
    """
    ok(f"tournament new Natale --format scighera --rounds 1 --seed 7 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena,Fabio")
    (names,) = tables(ok(f"tournament draw {DAY}"))
    ok(["tournament", "result", "1", sheet(names, 8, 4, 2, 0, -10, -4)])
    ok("tournament cut")
    ok(f"tournament draw {DAY}")
    return names


RIGHT = (8, 4, 2, 0, -4, -10)


def corrected(names: list[str]) -> list[str]:
    """The command that puts the sheet of the round right."""
    return ["tournament", "result", "1", sheet(names, *RIGHT), "--round", "1"]


def test_a_cut_is_announced_anew_only_where_somebody_else_goes_on(announced: list[str], ok: Ok, say: Say) -> None:
    refused(say("tournament cut --again"), REFUSED, "nothing changes: who goes on to Final is as it was announced")
    refused(say("tournament cut --keep"), REFUSED, "nobody else would go on by now")
    refused(say("tournament cut --again --keep"), REFUSED, "say one of them")
    refused(say("tournament cut --again --reason x"), REFUSED, "--reason belongs to --keep")
    for _ in range(2):
        ok("tournament undo")  # the draw and the cut
    refused(say("tournament cut --again"), REFUSED, "nobody was announced to go on yet; scorer tournament cut")


def test_after_a_correction_everything_says_who_would_go_on(announced: list[str], ok: Ok, say: Say) -> None:
    instead = f"{announced[4]} goes on to Final instead of {announced[5]}"
    stays = f"by now {instead}; the announcement stays until scorer tournament cut --again\n"
    assert stays in say(corrected(announced)).stderr
    for words in ("show", "round", "standings", "print podium", "print seating"):
        assert stays in say(f"tournament {words}").stderr, words
    for page in ("standings", "seating"):  # on paper without the command
        assert f"By now {instead}; the announcement stays." in ok(f"tournament print {page}"), page


def test_after_a_correction_the_cut_is_announced_anew_in_one_step(announced: list[str], ok: Ok, say: Say) -> None:
    final = tables(ok("tournament round"))
    ok(corrected(announced))
    again = ok("tournament cut --again")
    instead = f"{announced[4]} goes on to Final instead of {announced[5]}"
    assert again.startswith(f"Announced anew: {instead}.\n  1  {announced[0]}: among the best 5\n")
    assert sorted(tables(again)[0]) == sorted(announced[:5])  # the final is drawn again with it
    assert say("tournament show").stderr == ""
    assert f"by now {instead}" in say("tournament undo").stderr
    assert tables(ok("tournament round")) == final
    assert ok("check") == ""


def test_once_the_final_is_played_the_organiser_may_let_it_stand(announced: list[str], ok: Ok, say: Say) -> None:
    ok(corrected(announced))
    ok(["tournament", "result", "1", sheet(tables(ok("tournament round"))[0], 4, 0, 0, 0, -4)])
    instead = f"{announced[4]} goes on to Final instead of {announced[5]}"
    played = f"round 2 of Final is drawn and played: {instead} only without it"
    refused(say("tournament cut --again"), REFUSED, played, "scorer tournament cut --keep lets the announcement stand")
    assert "for Final has begun: scorer tournament cut --keep says that it shall" in say("tournament show").stderr
    assert ok("tournament cut --keep --reason 'nobody minds'") == "Who was announced for Final stays.\n"
    assert say("tournament show").stderr == ""
    assert ok("tournament history").splitlines()[-1].endswith("who was announced for Final stays (nobody minds)")
    # and that holds for who would go on as it is, not for whom another correction brings
    ok(["tournament", "result", "1", sheet(announced, 8, 4, 2, -10, -4, 0), "--round", "1"])
    assert f"by now {announced[4]} goes on to Final instead of {announced[3]}" in say("tournament show").stderr
    assert ok("check") == ""


def test_who_ties_for_the_place_after_a_correction_plays_it_off(ok: Ok, say: Say) -> None:
    ok(f"tournament new Natale --format scighera --rounds 1 --seed 7 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena,Fabio")
    (names,) = tables(ok(f"tournament draw {DAY}"))
    ok(["tournament", "result", "1", sheet(names, 8, 4, 2, 0, -6, -8)])
    ok("tournament cut")
    ok(f"tournament draw {DAY}")
    fifth, sixth = sorted(names[4:])
    tie = f"by now {fifth} and {sixth} tie for who goes on to Final: scorer tournament play-off NAMES"
    assert tie in say(["tournament", "result", "1", sheet(names, 8, 4, 2, 0, -7, -7), "--round", "1"]).stderr
    refused(say("tournament cut --again"), REFUSED, f"{fifth} and {sixth} tie at the cut: play it off")
    assert ok(["tournament", "play-off", f"{names[5]},{names[4]}"]) == (
        f"Play-off in Qualification: {names[5]}, {names[4]}.\n"
    )
    again = ok("tournament cut --again")
    assert f"Announced anew: {names[5]} goes on to Final instead of {names[4]}" in again
    # the same tie once the final is played: nobody plays off for a place in it any more
    ok("tournament undo")
    ok("tournament undo")
    ok(["tournament", "result", "1", sheet(tables(ok("tournament round"))[0], 4, 0, 0, 0, -4)])
    refused(say(["tournament", "play-off", f"{names[5]},{names[4]}"]), REFUSED, "no play-off is due in Final")
    begun = f"{fifth} and {sixth} tie for who goes on to Final; the announcement stays, for Final has begun: scorer"
    assert f"by now {begun} tournament cut --keep" in say("tournament show").stderr


def test_a_draw_that_does_not_wait_says_what_is_missing(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    ok(["tournament", "result", "1", sheet(drawn[0], 4, 0, 0, 0, -4)])
    second = say(f"tournament draw {DAY}")
    assert "round 1 still has tables without a result" in second.stderr
    assert "the result of table 2 of round 1: scorer tournament result 2 UNITS,... --round 1" in ok("tournament show")
    assert ok("tournament tables").count("--match 2\n") == 1


def test_sheets_that_cannot_be(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    a, b, c, d, e = drawn[0]
    cases = {
        sheet(drawn[0], 4, 0, 0, 0, -3): "table 1 of round 1 does not sum to zero: +1 unit is left over",
        sheet([a, b, c, d], 4, 0, 0, -4): f"table 1 of round 1: no units for {e}; say 0 where there are none",
        f"{sheet([a, b, c, d], 4, 0, 0, -4)},{a}=0": f"'{a}' is named twice",
        f"{a}=4,{b}": f"'{b}' alone: say whose units they are and how many",
        f"{a}=x": "units 'x': say a whole number",
    }
    for units, words in cases.items():
        refused(say(["tournament", "result", "1", units]), REFUSED, words)
    other = say(["tournament", "result", "1", sheet([a, b, c, d, drawn[1][0]], 4, 0, 0, 0, -4)])
    refused(other, NOT_FOUND, f"'{drawn[1][0]}' is not at table 1 of round 1: {', '.join(drawn[0])}")
    refused(say("tournament result 3"), NOT_FOUND, "no table 3 in round 1: there are 2")
    refused(say("tournament result 1 --round 4"), NOT_FOUND, "no round 4 of Natale: there are 1")
    refused(say("tournament result"), REFUSED, "say which table")
    refused(say("tournament result 1"), REFUSED, "nothing is recorded at table 1 of round 1")
    for option in ("--won 3", "--residual lost", "--reason late"):
        refused(say(f"tournament result 1 {option}"), REFUSED, "belong to a paper sheet: say its units too")
    seats = f"5 seats of table 1 of round 1, which are {', '.join(drawn[0])}"
    refused(say("tournament result 1 7,9,-3,-13"), REFUSED, f"4 numbers for the {seats}")
    refused(say("tournament result 1 -7 9 -3 1 0 0"), REFUSED, f"6 numbers for the {seats}")
    refused(say("tournament result 1 -7,9,-3,1,1"), REFUSED, "does not sum to zero: +1 unit is left over")
    refused(say("tournament result 1 -7,9,-3,1,0 --won 3,2"), REFUSED, f"2 numbers for the {seats}")
    refused(say(f"tournament result 1 {a},4,{b}"), REFUSED, "are no units of a table: say 7,9,-3,-4,-9 in the order")
    refused(say("tournament result 1 ,,"), REFUSED, "',,' are no units of a table")
    refused(say(f"tournament result 1 {a},4,{a},-4"), REFUSED, f"'{a}' is named twice")
    refused(say("tournament result 1 --wun 3 -7,9,-3,1,0"), REFUSED, "there is no option --wun")
    good = sheet(drawn[0], 4, 0, 0, 0, -4)
    refused(say(["tournament", "result", "1", good, "--won", f"{a}=11"]), REFUSED, f"{a}: won 11 is more than deals 10")
    refused(
        say(["tournament", "result", "1", good, "--called", "1", "--made", "2"]),
        REFUSED,
        "made 2 is more than called 1",
    )
    assert "0 of 2 tables over" in ok("tournament show")


def test_units_by_seat_are_refused_where_the_order_of_the_seats_was_changed(
    drawn: list[list[str]], ok: Ok, say: Say
) -> None:
    # the sheet was printed with the first seat first; now another sits there, and the numbers could be anybody's
    ok(f"seats {','.join(reversed(drawn[0]))} --match 1")
    changed = f"who sits in which seat of table 1 of round 1 was changed: say the names, {drawn[0][4]}=12,..."
    refused(say("tournament result 1 4,1,0,-1,-4"), REFUSED, changed)
    ok(["tournament", "result", "1", sheet(drawn[0], 4, 1, 0, -1, -4)])


def test_a_residual_has_its_reason_and_is_shown_wherever_the_sheet_is(
    drawn: list[list[str]], ok: Ok, say: Say, tmp_path: Path
) -> None:
    nbl = sheet(drawn[0], 14, 5, 5, -5, -15)  # 14 + 5 + 5 - 5 - 15 = +4
    told = "table 1 of round 1 does not sum to zero: +4 units are left over; count again, or say why: --residual TEXT"
    refused(say(["tournament", "result", "1", nbl]), REFUSED, told)
    refused(say(["tournament", "result", "1", nbl, "--residual", " "]), REFUSED, told)
    bare = say(["tournament", "result", "1", nbl, "--residual", "--reason", "late"])
    refused(bare, REFUSED, "--residual says why the units do not sum to zero: --residual TEXT")
    even = say(["tournament", "result", "1", sheet(drawn[0], 4, 0, 0, 0, -4), "--residual", "lost"])
    refused(even, REFUSED, "table 1 of round 1 sums to zero: there is no residual to give a reason for")
    whole = say("tournament result --from x.csv --residual lost")
    refused(whole, REFUSED, "with --from the column residual says which table does not sum to zero, and why")
    typed = ok(["tournament", "result", "1", nbl, "--residual", "the sheet was lost"])
    assert typed == "Table 1 of round 1 by its paper sheet, a residual of +4: the sheet was lost.\n"
    left = "Round 1, table 1: the paper sheet leaves a residual of +4 (the sheet was lost)"
    assert ok("tournament round").splitlines()[2] == "  a residual of +4 (the sheet was lost)"
    assert [ok(f"tournament standings {which}").splitlines()[-1] for which in ("", "--final")] == [left, left]
    assert left in ok("tournament print standings")
    assert left in ok("tournament print classification")
    assert typed.lower().strip(".\n") in ok("tournament history").lower()
    assert "1  sheet  residual of +4 " in ok("sheet 1")
    assert "1: a residual of +4: the sheet was lost" in ok("sheet 1").splitlines()
    assert ok("sheet 1 --plain").splitlines()[1].endswith(f"{drawn[0][4]} -15; a residual of +4")
    checked = say("check")
    assert (checked.returncode, checked.stdout) == (0, "")
    assert checked.stderr == "R1 T1 (match 1), 2026-12-05, record 1 (sheet): a residual of +4: the sheet was lost\n"
    # deals.csv has the reason in its note, and goes round with the same bytes
    exported = ok("export deals")
    (tmp_path / "deals.csv").write_text(exported, encoding="utf-8")
    other = str(tmp_path / "other.db")
    done = say(["import", str(tmp_path / "deals.csv")], db=other)
    assert "line 2: the units of this sheet leave a residual of +4: the sheet was lost" in done.stderr
    assert ok("export deals", db=other) == exported


def test_a_table_is_closed_before_its_agreed_deals_only_on_purpose(
    drawn: list[list[str]], ok: Ok, say: Say, scorer: Say, environment: Environment
) -> None:
    a, b = drawn[0][:2]
    for _ in range(3):
        ok(f"deal {a} A {b} 70 --match 1")
    ok(f"call {a} K --match 1")
    early = "3 of 10 deals are played"
    refused(
        say("tournament result 1"),
        REFUSED,
        f"{early} at table 1 of round 1; scorer --yes tournament result 1 closes it all the same",
    )
    refused(say('finish "R1 T1"'), REFUSED, f'{early} in R1 T1; scorer --yes finish "R1 T1" closes it all the same')
    code, shown = answer(environment, ["tournament", "result", "1"], [("Close it all the same?", "n")])
    assert (code, early in shown) == (1, True)
    assert "0 of 2 tables over" in ok("tournament show")
    done = scorer("--yes tournament result 1")
    assert done.stdout == "Table 1 of round 1 is over after 3 of 10 deals.\n"
    assert done.stderr == f"the call of {a} (K) is dropped\n"
    ok("tournament undo")
    assert ", after 3 of 10 deals." in scorer("--yes finish 1").stdout
    assert "match finished after 3 of 10 deals" in ok("history --match 1")


def test_a_penalty_counts_besides_the_sheet_whichever_came_first(
    drawn: list[list[str]], ok: Ok, say: Say, tmp_path: Path
) -> None:
    # +4 -1 -1 -1 -1 on both sheets; a penalty of 4 gives the others 1 each: everybody has 0
    units = (4, -1, -1, -1, -1)
    ok(f'penalty {drawn[0][0]} 4 --match "R1 T1" --reason late')
    refused(say("tournament result 1"), REFUSED, "no deal is recorded at table 1 of round 1, only penalty 1; say its")
    after = say(["tournament", "result", "1", sheet(drawn[0], *units)])
    besides = "penalty 1 is counted besides the sheet, whose units have to leave it out"
    assert after.stderr == f"table 1 of round 1: {besides}\n"
    ok(["tournament", "result", "2", sheet(drawn[1], *units)])
    assert ok(f'penalty {drawn[1][0]} 4 --match "R1 T2" --reason late').endswith("The match is finished.\n")
    lines = ok("tournament round").splitlines()[1:]
    for names, line, why in zip(drawn, lines[::2], lines[1::2], strict=True):
        assert line.endswith(", over: " + ", ".join(f"{name} 0" for name in names))
        assert why == f"  penalty, {names[0]} -4, " + ", ".join(f"{name} +1" for name in names[1:]) + " (late)"
    # a sheet put right keeps its number and leaves the penalty alone: 5 - 4, -2 + 1
    for table, number in ((1, 2), (2, 1)):
        names = drawn[table - 1]
        ok(["tournament", "result", str(table), sheet(names, 5, -2, -1, -1, -1)])
        assert f"{names[0]} +1, {names[1]} -1, {names[2]} 0" in ok("tournament round")
        kinds = {row.split()[1]: row.split()[0] for row in ok(f"sheet {table}").splitlines() if "  " in row[:4]}
        assert kinds["sheet"] == str(number)
    ok(f"adjust {drawn[1][0]}=1,{drawn[1][1]}=-1 --match 2 --reason ruling")
    assert f"{drawn[1][0]} +2, {drawn[1][1]} -2" in ok("tournament round")
    ok("undo --match 2")
    ok("void 2 --match 2 --reason 'not late at all'")
    assert f"{drawn[1][0]} +5, {drawn[1][1]} -2" in ok("tournament round")
    assert ok("check") == ""
    ok(f"export all --out {tmp_path / 'one'}")
    ok(f"import {tmp_path / 'one'}", db=str(tmp_path / "other.db"))
    ok(f"export all --out {tmp_path / 'two'}", db=str(tmp_path / "other.db"))
    assert (tmp_path / "one" / "deals.csv").read_bytes() == (tmp_path / "two" / "deals.csv").read_bytes()


def test_a_sheet_struck_out_leaves_a_table_without_a_result(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    ok(["tournament", "result", "1", sheet(drawn[0], 4, -1, -1, -1, -1)])
    refused(say("reopen 1"), REFUSED, "R1 T1 has its paper sheet, which scorer tournament result puts right")
    struck = say("void 1 --match 1 --reason 'that of another day'")
    assert struck.stderr == "table 1 of round 1 has no result any more; scorer tournament result gives it one\n"
    assert "0 of 2 tables over" in ok("tournament show")
    ok("reopen 1")
    ok(f"deal {drawn[0][0]} A {drawn[0][1]} 70 --match 1")
    deals = say(["tournament", "result", "1", sheet(drawn[0], 4, -1, -1, -1, -1)])
    refused(deals, REFUSED, "is kept deal by deal (1 record)", "scorer void NUMBER --match 1")
    ok("void 2 --match 1 --reason 'it is on paper'")
    ok(["tournament", "result", "1", sheet(drawn[0], 4, -1, -1, -1, -1)])
    assert "1 of 2 tables over" in ok("tournament show")


def test_a_sheet_does_not_come_back_among_what_was_recorded_since(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    ok(["tournament", "result", "1", sheet(drawn[0], 4, -1, -1, -1, -1)])
    ok("tournament undo")
    ok(f"penalty {drawn[0][0]} 4 --match 1 --reason late")
    refused(say("tournament redo"), REFUSED, "R1 T1 (match 1) was changed since; scorer undo --match 1 takes that back")
    ok("undo --match 1")
    ok("tournament redo")
    assert f"{drawn[0][0]} +4" in ok("tournament round")


def test_a_penalty_at_a_table_waits_for_a_tournament_that_is_finished(
    drawn: list[list[str]], ok: Ok, say: Say, scorer: Say
) -> None:
    ok(["tournament", "result", "1", sheet(drawn[0], 4, -1, -1, -1, -1)])
    scorer("--yes tournament finish")
    assert "Natale finished before its end" in ok("tournament history")
    late = say(f"penalty {drawn[0][0]} 4 --match 1 --reason late")
    refused(late, REFUSED, "Natale is finished; scorer tournament reopen goes on with it")
    ok("tournament reopen")
    ok(f"penalty {drawn[0][0]} 4 --match 1 --reason late")


def test_a_result_twice_changes_nothing_and_another_one_puts_it_right(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    good = sheet(drawn[0], 4, 0, 0, 0, -4)
    ok(["tournament", "result", "1", good, "--won", "2"])
    refused(say(["tournament", "result", "1", good]), REFUSED, "nothing changes at table 1 of round 1")
    refused(say(["tournament", "result", "1", good, "--won", "2"]), REFUSED, "nothing changes")
    assert ok(["tournament", "result", "1", good, "--called", "1"]) == "Table 1 of round 1 put right.\n"
    rows = ok("tournament export results").splitlines()
    assert rows[1] == f"1,1,1,{drawn[0][0]},4,10,2,1,,4"  # what the second sheet says nothing of stays
    assert ok("tournament undo").startswith("Undone: table 1 of round 1 put right\n")
    assert ok("tournament export results").splitlines()[1] == f"1,1,1,{drawn[0][0]},4,10,2,,,4"


def test_a_correction_says_what_would_have_been_seated_otherwise(ok: Ok, say: Say) -> None:
    ok(f"tournament new Posto --format by-place --rounds 2 --seed 1 {DAY}")
    ok(f"tournament enter {TEN}")
    first = tables(ok(f"tournament draw {DAY}"))
    ok(["tournament", "result", "1", sheet(first[0], 9, 8, 7, 6, -30)])
    ok(["tournament", "result", "2", sheet(first[1], 5, 4, 3, 2, -14)])
    second = tables(ok(f"tournament draw {DAY}"))
    a, x = first[0][3], first[1][0]  # 6 and 5 units: fourth and fifth, both at the first table now
    assert sorted(second[0]) == sorted([*first[0][:4], x])
    corrected = say(["tournament", "result", "1", sheet(first[0], 9, 8, 7, -6, -18), "--round", "1"])
    assert corrected.stdout == "Table 1 of round 1 put right.\n"
    # 9 8 7 | 5 4 at the first table by now
    assert f"announced round 2 stays: {a} table 1, by now table 2\n" in corrected.stderr
    assert f"announced round 2 stays: {first[1][1]} table 2, by now table 1\n" in corrected.stderr
    assert tables(ok("tournament round 2")) == second  # said, not redone


def test_a_round_is_drawn_again_until_something_is_recorded(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    again = ok(f"tournament redraw {DAY}")
    assert "drawn with seed 1008" in again  # 7 + the first round, and a thousand for the second draw of it
    seats = tables(again)
    ok(f"deal {seats[0][0]} K {seats[0][1]} 70 --match 3")
    late = say("tournament redraw")
    refused(late, REFUSED, "R1 T1 (match 3) came in with the draw and was changed since; scorer undo --match 3")
    refused(say("tournament undo"), REFUSED, "R1 T1 (match 3) came in with the draw and was changed since")
    ok("undo --match 3")
    ok("tournament undo")  # the draw before
    assert tables(ok("tournament round")) == drawn
    ok(f"deal {drawn[0][0]} K {drawn[0][1]} 70 --match 1")
    refused(say("tournament redo"), REFUSED, "R1 T1 (match 1) came in with the draw and was changed since")
    ok("undo --match 1")
    assert ok("tournament redo").startswith("Done again: round 1 drawn again with seed 1008: 2 tables\n")
    assert tables(ok("tournament round")) == seats
    ok(["tournament", "result", "1", sheet(seats[0], 4, 0, 0, 0, -4)])
    advice = "R1 T1 (match 3) came in with the draw and was changed since; scorer tournament undo --step 5 takes"
    refused(say("tournament redraw"), REFUSED, advice)  # opened, entered, drawn, drawn again, the result


def test_substitutes_and_withdrawals(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    a, b = drawn[0][:2]
    refused(say(f"tournament substitute {a} {b}"), REFUSED, f"{b} belongs to the entry {b}, which plays on")
    refused(say(f"tournament substitute {a} {a}"), REFUSED, f"{a} plays for that entry already")
    refused(say("tournament substitute Nobody Zoe"), NOT_FOUND, "'Nobody' is not an entrant of Natale")
    assert ok(f"tournament substitute {a} Zoe --reason ill") == f"Zoe plays for {a}, at table 1 from now on.\n"
    assert f"Table 1 (match 1), nothing recorded: Zoe (for {a}), {b}" in ok("tournament round")
    ok(["tournament", "result", "1", sheet(["Zoe", *drawn[0][1:]], 4, 0, 0, 0, -4)])
    assert f"Zoe (for {a}) +4" in ok("tournament round")
    gone = say(f"tournament withdraw {b}")
    assert gone.stdout == f"{b} withdrew before round 2.\n"
    refused(say(f"tournament withdraw {b}"), REFUSED, f"{b} has withdrawn already")
    assert "9 entrants, 1 withdrew." in ok("tournament show")
    refused(say(f"tournament enter Max,{b}"), REFUSED, f"{b} has withdrawn; scorer tournament enter brings them back")
    assert ok(f"tournament enter {b}") == f"{b} came back.\n"
    refused(say(f"tournament enter {b}"), REFUSED, f"{b} is entered already")


def test_a_penalty_is_taken_from_who_plays_in_the_stage(ok: Ok, say: Say) -> None:
    # direct entrants are not in the preliminary: taken from a total that they do not have it would be lost
    ok(f"tournament new Coppa --format champions --seed 7 {DAY}")
    ok("tournament enter Ada,Bice,Ciro --direct")
    ok(f"tournament enter {TEN},Karl,Lea")
    ok(f"tournament draw {DAY}")
    done = say("tournament penalty Ada 2 --reason late")
    refused(done, REFUSED, "Ada does not play in Preliminary: there is no total to take it from")
    assert ok("tournament penalty Anna 2 --reason late") == "Anna loses 2 units in Preliminary.\n"


def test_a_reason_is_one_line(drawn: list[list[str]], say: Say) -> None:
    for words in (["withdraw", "Anna"], ["substitute", "Anna", "Zoe"], ["penalty", "Anna", "1"]):
        done = say(["tournament", *words, "--reason", "one\ntwo"])
        refused(done, REFUSED, "a note is one line without control characters")


def test_who_is_seated_and_goes_is_named(drawn: list[list[str]], say: Say) -> None:
    gone = say(f"tournament withdraw {drawn[1][0]}")
    assert gone.returncode == 0
    assert f"{drawn[1][0]} is announced at table 2 of round 1: scorer tournament redraw seats" in gone.stderr


def test_a_pair_is_kept_apart(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    a, b = drawn[0][:2]
    refused(say(f"tournament keep-apart {a}"), REFUSED, "name at least two different entrants")
    assert ok(f"tournament keep-apart {a},{b}") == f"{a} and {b} are kept apart.\n"
    again = tables(ok(f"tournament redraw {DAY}"))
    assert not any({a, b} <= set(names) for names in again)
    assert ok(f"tournament keep-apart {a},{b} --together") == f"{a} and {b} may meet again.\n"


def test_a_cut_with_a_tie_waits_for_a_play_off(ok: Ok, say: Say) -> None:
    ok(f"tournament new Natale --format scighera --rounds 1 --seed 7 {DAY}")
    ok(f"tournament enter {TEN}")
    first = tables(ok(f"tournament draw {DAY}"))
    refused(say("tournament cut"), REFUSED, "Qualification is not over: no result of table 1 of round 1 and table 2")
    for number, names in enumerate(first, 1):
        ok(["tournament", "result", str(number), sheet(names, 8, 4, 0, -4, -8)])
    # 5 5 4 4 3 3: the third of each table has 3 placement points and 0 units
    one, other = sorted([first[0][2], first[1][2]])
    assert f"Next: {one} and {other} tie and play off" in ok("tournament show")
    refused(say("tournament cut"), REFUSED, f"{one} and {other} tie at the cut: play it off")
    ok(f"tournament play-off {other},{one}")
    through = ok("tournament cut").splitlines()
    assert through[0] == "The stage Qualification is over. 5 go on to Final:"
    assert through[5] == f"  5  {other}: among the best 5"
    refused(say("tournament cut"), REFUSED, "the stage Final is the last: nobody is cut")


def test_a_step_too_far(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    refused(say("tournament drop"), REFUSED, "Natale has begun; scorer tournament undo takes its steps back")
    ok("tournament undo")
    ok("tournament undo")
    refused(say("tournament undo"), NOT_FOUND, "nothing to undo at Natale; scorer tournament drop takes")
    ok("tournament redo")
    ok("tournament redo")
    refused(say("tournament redo"), NOT_FOUND, "nothing to redo at Natale")
    history = ok("tournament history").splitlines()
    assert [re.sub(r"  \S+ \S+  ", ": ", line) for line in history] == [
        "1: tournament Natale opened",
        "2: entered 10 players",
        "3: round 1 drawn with seed 8: 2 tables",
    ]


def test_views_that_contradict_each_other(drawn: list[list[str]], say: Say) -> None:
    refused(say("tournament standings --final --individuals"), REFUSED, "say one of them")
    refused(say("tournament standings --format xml"), REFUSED, "table, csv or json")
    refused(say("tournament standings --stage Final"), NOT_FOUND, "'Final' is not a stage of ten-deals: Rounds")
    refused(say("tournament round 9"), NOT_FOUND, "no round 9 of Natale")
    refused(say("tournament round x"), REFUSED, "round 'x'")


def test_formats_are_listed_shown_checked_and_added(ok: Ok, say: Say, tmp_path: object) -> None:
    told = "Scighera: 3 rounds in 2 stages; counted in placement points and units"
    assert f"scighera             {told}\n" in ok("format list")
    assert ok("format show scighera").startswith("scighera: Scighera\n")
    assert ok("format check scighera") == "scighera is sound: 2 stages, 3 rounds\n"
    assert "the organiser has to say the placement points" in ok("format check ten-deals-placement")
    own = ok("format show ten-deals --toml")
    path = f"{tmp_path}/mine.toml"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 - a text path is what a person types
        file.write(own)
    assert ok(["format", "add", path]) == "mine: added; scorer tournament new NAME --format uses it\n"
    assert "mine                 Ten deals a round: 4 rounds; counted in units (yours)\n" in ok("format list")
    with open(path, "a", encoding="utf-8") as file:  # noqa: PTH123 - same
        file.write("colour = 1\n[[stages]]\nname = 'x'\nyields = 'beans'\n")
    wrong = say(["format", "check", path])
    assert wrong.returncode == REFUSED
    assert "beans" in wrong.stderr
    assert "Traceback" not in wrong.stderr
    assert say("format show nope").returncode == NOT_FOUND


@pytest.mark.parametrize(
    ("correction", "said"),
    [
        ("edit 1 --result 60 --reason recount", "{0} table 1, by now table 2"),
        ("void 1 --reason 'not theirs'", "by now"),
    ],
)
def test_a_deal_put_right_says_what_it_would_have_changed_in_the_next_seating(
    ok: Ok, say: Say, scorer: Say, correction: str, said: str
) -> None:
    ok(f"tournament new Scala --format by-place --rounds 2 --seed 3 {DAY}")
    ok(f"tournament enter {TEN}")
    first, other = tables(ok(f"tournament draw {DAY}"))
    # who calls is +4 and sits at table 1 next, the other four are -1; one of them then loses 2, and is still the best
    for match, seats in ((1, first), (2, other)):
        ok(f"deal {seats[0]} K solo 61 --match {match}")
        if match == 1:
            ok(f"deal {first[0]} K {first[1]} 60 --match 1")
        assert scorer(f"--yes finish {match}").returncode == 0
    ok(f"tournament draw {DAY}")
    done = say(f"{correction} --match 1")
    assert done.returncode == 0, done.stderr
    assert "announced round 2 stays: " in done.stderr
    assert said.format(first[0]) in done.stderr


@pytest.fixture
def five_drawn(ok: Ok) -> None:
    """Five players under ten-deals, one table, the first round drawn."""
    ok(f"tournament new Natale --format ten-deals --seed 1 {DAY}")
    ok(f"tournament enter {FIVE}")
    ok(f"tournament draw {DAY}")


def test_two_entrants_are_two_people_and_cannot_be_merged(ok: Ok, say: Say) -> None:
    ok(f"tournament new Natale --format ten-deals --seed 1 {DAY}")
    ok(f"tournament enter {FIVE}")
    refused(
        say("player merge Anna Bruno"), REFUSED, "Anna and Bruno play for two entries of Natale: they are two people"
    )
    assert ok("check") == ""


def test_a_substitute_is_nobody_who_has_an_entry(ok: Ok, say: Say, five_drawn: None) -> None:
    ok("tournament result 1 " + SHEET)
    ok("tournament substitute Anna Nuova")
    refused(say("player merge Nuova Bruno"), REFUSED, "two entries of Natale")
    ok("player merge Nuova Anna")  # she came back under another name
    assert ok("check") == ""


def test_a_member_of_one_team_is_none_of_another(ok: Ok, say: Say) -> None:
    ok(f"tournament new Ore --format marathon --seed 1 {DAY}")
    ok("tournament enter Lions --members A,B,C")
    ok("tournament enter Bears --members D,E,F")
    refused(say("player merge A D"), REFUSED, "A and D play for two entries of Ore")


def test_who_sat_there_stays_in_the_round_where_they_sat(ok: Ok, five_drawn: None) -> None:
    ok("tournament result 1 " + SHEET)
    ok("tournament substitute Anna Nora")
    assert "Anna +4" in ok("tournament round 1")
    assert ",Anna,4," in ok("tournament export results")
    assert "Nora (for Anna)" not in ok("tournament export seating")
    ok(f"tournament draw {DAY}")
    assert "Nora (for Anna)" in ok("tournament round 2")
    assert "Nora (for Anna)" in ok("tournament standings")


def test_a_substitute_who_sits_down_while_a_round_is_played_sits_in_it(ok: Ok, five_drawn: None) -> None:
    ok("tournament substitute Anna Nora")
    assert "Nora (for Anna)" in ok("tournament round 1")
    assert "Nora" in ok("sheet 1")


def test_a_second_draw_is_refused_while_nothing_is_recorded(ok: Ok, say: Say, scorer: Say, five_drawn: None) -> None:
    refused(say(f"tournament draw {DAY}"), REFUSED, "round 1 is drawn, and nothing is recorded in it", "scorer --yes")
    assert "round 1 of 4, 0 of 1 table over" in ok("tournament show")
    assert scorer(f"--yes tournament draw {DAY}").returncode == 0
    assert "round 2 of 4" in ok("tournament show")


def test_a_sheet_put_right_says_what_it_was(ok: Ok, say: Say, five_drawn: None) -> None:
    ok("tournament result 1 " + SHEET)
    refused(say("tournament result 1"), REFUSED, "is over already; say its units to put its sheet right")
    done = say("tournament result 1 Anna=2,Bruno=1,Carla=-1,Dario=-1,Elena=-1")
    assert done.returncode == 0
    assert "table 1 of round 1 was " in done.stderr
    assert "Anna +4" in done.stderr


def test_the_advice_before_a_redraw_counts_the_steps_at_the_table(ok: Ok, say: Say, five_drawn: None) -> None:
    seats = ok("tournament tables").splitlines()[2].strip().split(";")[0].split(", ")
    ok(f"deal {seats[0]} 2/71 {seats[1]} 74 --match 1")
    refused(say(f"tournament redraw {DAY}"), REFUSED, "changed since; scorer undo --match 1 takes that back first")
    ok(f"deal {seats[1]} 2/71 {seats[0]} 74 --match 1")
    ok("undo --match 1")
    ok(f"deal {seats[1]} 2/72 {seats[0]} 74 --match 1")
    ok(f"deal {seats[2]} 2/71 {seats[0]} 74 --match 1")
    # three deals stand; the one that was undone is no step to take back
    refused(say(f"tournament redraw {DAY}"), REFUSED, "changed since; scorer undo 3 --match 1 takes that back first")
    ok("undo 3 --match 1")
    ok(f"tournament redraw {DAY}")


def test_what_was_done_to_everybody_since_is_counted_as_undo_takes_it_back(ok: Ok, say: Say, five_drawn: None) -> None:
    seats = ok("tournament tables").splitlines()[2].strip().split(";")[0].split(", ")
    ok(f"deal {seats[0]} 2/71 {seats[1]} 74 --match 1")
    ok("player rename Anna Annarella")  # a step of the whole scorebook, later than the deal
    refused(say(f"tournament redraw {DAY}"), REFUSED, "scorer undo 2 --match 1 takes that back first")
    ok("undo 2 --match 1")
    ok(f"tournament redraw {DAY}")


@pytest.mark.parametrize("words", ["show", "draw", "standings", "enter Anna", "export entries", "print seating"])
def test_without_a_scorebook_the_desk_says_how_a_tournament_makes_one(say: Say, book_path: Path, words: str) -> None:
    new = "scorer tournament new NAME --format scighera makes one"
    refused(say(f"tournament {words}"), TROUBLE, f"no scorebook at {book_path}; {new}")
    assert not book_path.exists()
    refused(say("standings"), TROUBLE, f"no scorebook at {book_path}; scorer start makes one")
    book_path.write_bytes(b"")
    refused(say(f"tournament {words}"), TROUBLE, f"{book_path} is empty: no scorebook yet; {new} of it")
    refused(say("standings"), TROUBLE, f"{book_path} is empty: no scorebook yet; scorer start makes one of it")


def test_a_stage_whose_name_is_a_plural_is_over_all_the_same(ok: Ok, say: Say) -> None:
    ok(f"tournament new Natale --format ten-deals --rounds 1 --seed 1 {DAY}")
    ok(f"tournament enter {FIVE}")
    ok(f"tournament draw {DAY}")
    ok("tournament result 1 " + SHEET)
    assert "Next: the stage Rounds is over; the podium: scorer tournament finish" in ok("tournament show")
    refused(say("tournament cut"), REFUSED, "the stage Rounds is the last: nobody is cut")


def test_who_comes_back_to_their_own_entry_plays_again(ok: Ok, five_drawn: None) -> None:
    ok("tournament result 1 " + SHEET)
    assert ok("tournament substitute Anna Nora") == "Nora plays for Anna.\n"
    assert ok("tournament substitute Nora Anna") == "Anna plays again.\n"
    ok(f"tournament draw {DAY}")
    assert ok("tournament substitute Anna Nora") == "Nora plays for Anna, at table 1 from now on.\n"
    assert ok("tournament substitute Anna Anna") == "Anna plays again, at table 1 from now on.\n"


def test_who_enters_and_who_substitutes_is_found_by_first_letters_and_nobody_is_taken_for_a_namesake(
    ok: Ok, say: Say
) -> None:
    ok(["start", "Friday", "--players", "Anna,Bruno,Corrado Dall'Aglio,Gemma Elia,Elena"])
    ok("finish")
    ok(f"tournament new Natale --format ten-deals --seed 1 {DAY}")
    entered = say("tournament enter anna,br,Gemma,Manlio,Pia,Quinto")
    assert entered.stderr.splitlines() == [
        "'br' is Bruno, 'Gemma' is Gemma Elia; a new player of such a name is \"=br\"",
        "Manlio, Pia and Quinto are new",
    ]
    again = say("tournament enter gem")
    assert (again.returncode, "'gem' is Gemma Elia, who is entered already" in again.stderr) == (3, True)
    assert say(["tournament", "substitute", "Manlio", "Corrado"]).stdout == "Corrado Dall'Aglio plays for Manlio.\n"
    ok("tournament undo")
    assert say(["tournament", "substitute", "Manlio", "=Corrado"]).stderr.splitlines() == [
        'Corrado is new; if it is Corrado Dall\'Aglio: scorer player merge "Corrado" "Corrado Dall\'Aglio"'
    ]
    taken = say("tournament substitute Pia gemm")
    assert (taken.returncode, "who plays in the tournament already" in taken.stderr) == (3, True)
    ok("tournament withdraw quinto")
    assert ok("tournament enter quin") == "Quinto came back.\n"


def test_names_in_a_file_of_entries_are_whole(ok: Ok, say: Say, tmp_path: Path) -> None:
    ok(["start", "Friday", "--players", "Anna,Bruno,Corrado Dall'Aglio,Gemma Elia,Elena"])
    ok(f"tournament new Natale --format ten-deals --seed 1 {DAY}")
    (tmp_path / "entries.csv").write_text("player\nGemma\nanna\n")
    said = say(f"tournament enter --from {tmp_path / 'entries.csv'}").stderr
    assert said == 'Gemma is new; if it is Gemma Elia: scorer player merge "Gemma" "Gemma Elia"\n'


def test_names_that_differ_only_in_their_number_are_no_slips(ok: Ok, say: Say, tmp_path: Path) -> None:
    ok(f"tournament new Natale --format ten-deals --seed 1 {DAY}")
    (tmp_path / "entries.csv").write_text("player\n" + "\n".join(f"P{number:02}" for number in range(1, 28)))
    entered = say(f"tournament enter --from {tmp_path / 'entries.csv'}")
    assert (entered.stdout, entered.stderr) == ("Entered 27 players from entries.csv.\n", "")
    ok("tournament enter Bice")
    near = say("tournament enter 'B1ce,Ada 2,Ada 3,Adda 3'").stderr  # a 1 for an i, and a letter more, are slips
    assert near.splitlines() == [
        "Ada 2 and Ada 3 are new",
        "B1ce is new beside Bice: they are taken for two people",
        "Adda 3 is new beside Ada 3: they are taken for two people",
    ]


def test_a_minus_that_a_telephone_writes_is_one(ok: Ok, say: Say, tmp_path: Path, five_drawn: None) -> None:
    minus = SHEET.replace("-", "\u2212")
    assert ok(f"tournament result 1 {minus}") == "Table 1 of round 1 by its paper sheet.\n"
    assert "Bruno -1" in ok("tournament round 1")
    ok(f"tournament draw {DAY}")
    lines = [f"2,1,{said.replace('=', ',')}" for said in minus.split(",")]
    (tmp_path / "sheets.csv").write_text("\n".join(["round,table,player,units", *lines]), encoding="utf-8")
    ok(f"tournament result --from {tmp_path / 'sheets.csv'}")
    assert "Bruno -1" in ok("tournament round 2")
    refused(say("tournament result \u22122"), REFUSED, "table '\u22122': say a whole number from 1 to 1000")


def test_who_comes_late_is_seated_as_the_sixth_at_a_table_of_five(ok: Ok, say: Say) -> None:
    ok(f"tournament new Natale --format scighera --seed 7 {DAY}")
    ok(f"tournament enter {TEN}")
    refused(say("tournament enter Zoe --table 1"), NOT_FOUND, "no round 1 of Natale: none is drawn yet")
    first, second = tables(ok(f"tournament draw {DAY}"))
    ok(f"deal {first[0]} K {first[1]} 70 --match 1")
    assert ok("tournament enter Zoe --table 1") == "Zoe sits at table 1 of round 1, as the sixth.\n"
    shown = ok("tournament round")
    assert (tables(shown)[1], "seats changed since" in shown) == (second, True)
    assert f"{first[2]} -1 (1), {first[3]} -1 (1), {first[4]} -1 (1), Zoe 0 (3)\n" in shown  # 5-4-3, (2 + 1 + 0) / 3
    ok(f"deal {first[2]} K Zoe 70 --match 1")  # the second of the table deals, and rests
    refused(say("tournament undo"), REFUSED, "R1 T1 (match 1) was changed since; scorer undo --match 1 takes that back")
    six = sheet([*second, "Yara"], 5, 3, 1, -1, -3, -5)
    already = "Zoe sits at table 1 of round 1 already; scorer tournament swap moves who sits in a round"
    refused(say("tournament enter Zoe --table 2"), REFUSED, already)
    assert ok("tournament enter Yara --table 2 --group x").startswith("Yara sits at table 2")
    for wrong, why in (
        ("Xeno --table 1", "table 1 of round 1 has 6; scighera has tables of 5 and 6"),
        ("Xeno,Ivo --table 1", "--table seats one player: name one"),
    ):
        refused(say(f"tournament enter {wrong}"), REFUSED, why)
    ok(["tournament", "result", "2", six])
    refused(say("tournament enter Xeno --table 2"), REFUSED, "table 2 of round 1 is over; without --table they can be")
    assert "Came late: Zoe (round 1), Yara (round 1).\n" in ok("tournament show")
    ok("tournament withdraw Yara")
    ok("tournament enter Xeno")
    shown = ok("tournament show")
    assert "Came late: Zoe (round 1), Xeno (round 2).\nWithdrew: Yara (before round 2).\n" in shown
    # who rests may sit down, and who came back; everything is taken back and done again
    for _ in range(3):
        ok("tournament undo")
    assert tables(ok("tournament round"))[1] == [*second, "Yara"]
    assert "Undone: Yara sits at table 2 of round 1, as the sixth" in ok("tournament undo")
    assert tables(ok("tournament round"))[1] == second
    ok("tournament redo")
    assert tables(ok("tournament round"))[1] == [*second, "Yara"]
    assert ok("check") == ""


def test_a_step_on_which_others_at_the_desk_and_at_the_table_depend_stays(ok: Ok, say: Say) -> None:
    ok(f"tournament new Natale --format scighera --seed 7 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena,Fabio")
    ok("tournament enter Gina,Hugo,Ines,Livia")
    second = tables(ok(f"tournament draw {DAY}"))[1]
    ok("tournament enter Zoe --table 2")
    there = [*second[1:], "Zoe"]
    ok(["seats", ",".join(there), "--match", "2"])
    ok("tournament result 2 3,2,1,-1,-5")
    stays = (
        "step 5 (Zoe sits at table 2 of round 1, as the sixth) stays: step 6 (table 2 of round 1 by its paper sheet)"
    )
    refused(say("tournament undo --step 5"), REFUSED, f"{stays} depends on it; scorer tournament undo --step 6 takes")
    ok("tournament undo --step 6")
    refused(say("tournament undo --step 5"), REFUSED, "R1 T2 (match 2) was changed since; scorer undo --match 2 takes")
    ok("undo --match 2")
    ok("tournament undo --step 5")
    assert tables(ok("tournament round"))[1] == second


def test_a_sixth_changes_the_agreed_deals_of_a_table_that_has_not_begun(
    drawn: list[list[str]], ok: Ok, say: Say
) -> None:
    ok(f"deal {drawn[1][0]} K {drawn[1][1]} 70 --match 2")
    begun = "table 2 of round 1 has begun, and everybody there plays an agreed number of deals; without --table they"
    refused(say("tournament enter Zoe --table 2"), REFUSED, begun)
    ok("tournament enter Zoe --table 1")
    assert "12 deals left" in ok("sheet --match 3")  # of which everybody plays ten
    ok(["tournament", "result", "1", sheet([*drawn[0], "Zoe"], 4, 0, 0, 0, -4, 0)])
    assert f"1,1,1,{drawn[0][0]},4,10," in ok("tournament export results")
    history = [line[:3].strip() for line in ok("tournament history").splitlines()]
    assert history == ["1", "2", "3", "4", "5"]
    stays = (
        "step 4 (Zoe sits at table 1 of round 1, as the sixth) stays: step 5 (table 1 of round 1 by its paper sheet)"
    )
    refused(say("tournament undo --step 4"), REFUSED, stays)
    ok("tournament undo")
    ok("tournament undo --step 4")
    assert tables(ok("tournament round"))[0] == drawn[0]
    assert ok("check") == ""


def test_who_does_not_come_stands_in_show(ok: Ok) -> None:
    ok(f"tournament new Natale --format ten-deals --seed 7 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena,Fabio")
    (names,) = tables(ok(f"tournament draw {DAY}"))
    ok(["seats", ",".join(names[:5]), "--match", "1"])
    assert f"6 entrants.\nDid not come: {names[5]} (table 1 of round 1).\n" in ok("tournament show")
    ok(["seats", ",".join(names), "--match", "1"])
    assert "Did not come" not in ok("tournament show")


def test_who_does_not_come_is_absent_and_the_others_are_a_table_of_five(ok: Ok, say: Say, tmp_path: Path) -> None:
    # 5-4-3-2-1 for the five who sat, and not 5-4-3-2-0 with 3 for a seat in which nobody sat
    ok(f"tournament new Natale --format scighera --seed 7 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena,Fabio")
    (names,) = tables(ok(f"tournament draw {DAY}"))
    five, missing = [*names[:3], *names[4:]], names[3]
    ok("tournament round --start")
    gone = say(f"tournament withdraw {missing}")
    assert "redraw seats the round without them, or scorer seats NAMES --match 1 seats those" in gone.stderr
    hint = f"no units for {missing}; say 0 where there are none; for who did not come, first scorer seats NAMES --match"
    refused(say(["tournament", "result", "1", sheet(five, 6, 3, -1, -3, -5)]), REFUSED, hint)
    typed = say("tournament result 1 6,3,-1,0,-3,-5").stderr  # as the sixth of a table, fourth of it
    assert f"{missing} withdrew before round 1, and is on the sheet of table 1\n" in typed
    ok("tournament undo")
    ok(["seats", ",".join(five), "--match", "1"])
    order = say("tournament result 1 6,3,-1,-3,-5")
    assert order.stderr.startswith(
        ", ".join(f"{name}={units}" for name, units in zip(five, (6, 3, -1, -3, -5), strict=True))
    )
    got = [line.split()[:5] for line in ok("tournament standings").splitlines()[2:]]
    want = [(5, "+6"), (4, "+3"), (3, "-1"), (2, "-3"), (1, "-5")]
    assert got == [
        [str(at), name, str(points), units, str(points)]
        for at, (name, (points, units)) in enumerate(zip(five, want, strict=True), 1)
    ]
    assert f"{five[4]} -5 (1); without {missing}" in ok("tournament round")
    ok(f"tournament print seating --out {tmp_path / 'seating.html'}")
    page = (tmp_path / "seating.html").read_text(encoding="utf-8")
    assert "did not come" in page
    assert "the dealer rests" not in page
    form = ok("tournament export results")
    assert f"1,1,4,{missing},,,,,,\n" in form
    assert "1 as before" in say("tournament result --from -", stdin=form).stdout
    assert ok("check") == ""


def test_who_does_not_come_gets_the_lowest_units_where_the_format_says_so(ok: Ok) -> None:
    # the lowest of the round is -4: not 0, which would be second
    ok(f"tournament new Natale --format ten-deals --seed 7 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena,Fabio")
    (names,) = tables(ok(f"tournament draw {DAY}"))
    ok(["seats", ",".join(names[:5]), "--match", "1"])
    ok("tournament result 1 7,-1,-1,-1,-4")
    last = [line.split()[1:4] for line in ok("tournament standings").splitlines()[6:8]]
    assert sorted(last) == [[name, "-4", "-4"] for name in sorted(names[4:])]

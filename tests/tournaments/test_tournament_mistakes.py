"""Everything that an organiser does wrong in a hurry: one clear line, and nothing is lost."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.running import refused
from tests.tournaments.desk import (
    DAY,
    FIVE,
    NOT_FOUND,
    REFUSED,
    SIX,
    TEN,
    TROUBLE,
    USAGE,
    Ok,
    Say,
    opened,
    result,
    sheet,
    tables,
)

Asked = Callable[..., tuple[int, str]]

SHEET = "Anna=4,Bruno=-1,Carla=-1,Dario=-1,Elena=-1"


@pytest.fixture
def drawn(ok: Ok) -> list[list[str]]:
    """Ten players under ten-deals, the first round drawn: who sits where."""
    return opened(ok)


@pytest.fixture
def five_drawn(ok: Ok) -> list[str]:
    """Five players under ten-deals, one table, the first round drawn."""
    return opened(ok, names=FIVE, options="--seed 1")[0]


def test_without_a_tournament_everything_says_how_to_open_one(ok: Ok, say: Say) -> None:
    ok("league add Circolo")
    assert ok("tournament list").startswith("There is no tournament; scorer tournament new")
    for words in ("show", "draw", "enter Anna", "result 1", "standings", "undo", "drop"):
        refused(say(f"tournament {words}"), NOT_FOUND, "there is no tournament; scorer tournament new NAME")


def test_without_a_scorebook_the_desk_says_how_a_tournament_makes_one(say: Say, book_path: Path) -> None:
    new = "scorer tournament new NAME --format scighera makes one"
    for kept, why in ((None, f"no scorebook at {book_path};"), (b"", f"{book_path} is empty: no scorebook yet;")):
        if kept is not None:
            book_path.write_bytes(kept)
        for words in ("show", "enter Anna", "print seating"):
            refused(say(f"tournament {words}"), TROUBLE, f"{why} {new}")
        refused(say("standings"), TROUBLE, f"{why} scorer start makes one")
        assert book_path.exists() == (kept is not None)


# What is typed at the desk of ten who are drawn under ten-deals, the code, what is said; {a} and {b} sit at table 1.
SEATS = "5 seats of table 1 of round 1, which are {seats}"
MISTAKES: tuple[tuple[str, int, str], ...] = (
    ("new Pasqua --format scigera", NOT_FOUND, "no format is called 'scigera'; did you mean scighera?"),
    ("new Pasqua --format scighera --variant nope", NOT_FOUND, "no variant is called 'nope'"),
    ("new Pasqua --format scighera --league Nessuna", NOT_FOUND, "no league 'Nessuna'"),
    ("new 12 --format scighera", REFUSED, "a bare number"),
    ("new Pasqua --format scighera --seed x", REFUSED, "seed 'x': say a whole number"),
    ("new Pasqua --format scighera --on Friday", REFUSED, "say year, month and day"),
    ("new Pasqua --format scighera --odd resting", REFUSED, "has no duels"),
    ("new Pasqua --format scighera --rounds 0", REFUSED, "--rounds '0': say a whole number from 1 to 100"),
    ("new NATALE --format scighera", REFUSED, "there is a tournament 'NATALE' already"),
    ("new Pasqua --format ten-deals-placement", REFUSED, "leaves open the placement points at tables of 5 and 6"),
    ("new Pasqua --format ten-deals-placement --placement 5=10", REFUSED, " for a table of 5; say 5 of them"),
    ("new Pasqua --format ten-deals-placement --placement 10,7", REFUSED, "'10,7': say it as in 5=10,7,4,2,0"),
    ("enter", REFUSED, "say who enters"),
    ("enter Max,ANNA", REFUSED, "Anna is entered already"),
    ("enter Max,Max", REFUSED, "Max is entered already"),
    ("enter solo", REFUSED, "'solo' cannot be a player's name"),
    ("enter Red --members A,B,C", REFUSED, "is played by single players, not by teams"),
    ("enter Max+Gino", REFUSED, "is played by single players; with a comma between them they enter, Max,Gino"),
    ("enter 'Max & Gino'", REFUSED, "with a comma between them they enter, Max,Gino"),
    ("enter Max/Gino", REFUSED, "with a comma between them they enter, Max,Gino"),
    ("enter Max --table 3", NOT_FOUND, "no table 3 in round 1: there are 2"),
    ("enter Max --from x.csv", REFUSED, "say who enters: names with commas between them, or --from FILE"),
    ("enter --from x.csv --group A", REFUSED, "--from and --group do not go together"),
    ("enter --from nowhere.csv", NOT_FOUND, "nowhere.csv"),
    ("substitute Nobody Zoe", NOT_FOUND, "'Nobody' is not an entrant of Natale"),
    ("draw", REFUSED, "round 1 is drawn, and nothing is recorded in it; scorer --yes"),
    ("drop", REFUSED, "Natale has begun; scorer tournament undo takes its steps back"),
    ("redo", NOT_FOUND, "nothing to redo at Natale"),
    ("result", REFUSED, "say which table"),
    ("result 3", NOT_FOUND, "no table 3 in round 1: there are 2"),
    ("result 1 --round 4", NOT_FOUND, "no round 4 of Natale: there is 1"),
    ("result \u22122", REFUSED, "table '\u22122': say a whole number from 1 to 1000"),
    ("result 1", REFUSED, "nothing is recorded at table 1 of round 1"),
    ("result 1 --won 3", REFUSED, "belong to a paper sheet: say its units too"),
    ("result 1 --reason late", REFUSED, "belong to a paper sheet: say its units too"),
    ("result 1 {a}=4,{b}=0,{a}=0", REFUSED, "'{a}' is named twice"),
    ("result 1 {a},4,{a},-4", REFUSED, "'{a}' is named twice"),
    ("result 1 {a}=4,{b}", REFUSED, "'{b}' alone: say whose units they are and how many"),
    ("result 1 {a}=x", REFUSED, "units 'x': say a whole number"),
    ("result 1 {a},4,{b}", REFUSED, "are no units of a table: say 7,9,-3,-4,-9 in the order"),
    ("result 1 ,,", REFUSED, "',,' are no units of a table"),
    ("result 1 7,9,-3,-13", REFUSED, f"4 numbers for the {SEATS}"),
    ("result 1 -7 9 -3 1 0 0", REFUSED, f"6 numbers for the {SEATS}"),
    ("result 1 -7,9,-3,1,0 --won 3,2", REFUSED, f"2 numbers for the {SEATS}"),
    ("result 1 --wun 3 -7,9,-3,1,0", REFUSED, "there is no option --wun"),
    ("result 1 4,0,0,0,-4 --called 1 --made 2", REFUSED, "made 2 is more than called 1"),
    ("result 1 3-1", REFUSED, "3-1: no two sides play at table 1 of round 1; say its units in the order of its seats"),
    ("result 1 4,1,0,-1,-4 --from x.csv", REFUSED, "leave them away"),
    ("result --from nowhere.csv", NOT_FOUND, "nowhere.csv"),
    ("result 1 -7,9,-3,1,1", REFUSED, "+1 unit is left over; count again; or say why: --residual TEXT"),
    ("result 1 -7,9,-3,1,1 --residual ' '", REFUSED, "does not sum to zero: +1 unit is left over"),
    ("result 1 -7,9,-3,1,1 --residual --reason x", REFUSED, "--residual is empty: say something behind it"),
    ("result 1 -7,9,-3,1,0 --residual x", REFUSED, "table 1 of round 1 sums to zero: there is no residual"),
    ("result --from x.csv --residual x", REFUSED, "with --from the column residual says which table"),
    ("standings --final --individuals", REFUSED, "--final and --individuals do not go together"),
    ("standings --format xml", REFUSED, "table, csv or json"),
    ("standings --stage Final", NOT_FOUND, "'Final' is not a stage of ten-deals: Rounds"),
    ("cut --again --keep", REFUSED, "--again and --keep do not go together"),
    ("cut --again --reason x", REFUSED, "--reason goes with --keep alone"),
    ("round 9", NOT_FOUND, "no round 9 of Natale"),
    ("round x", REFUSED, "round 'x'"),
    ("round 1 --start", REFUSED, "leave the number away"),
    ("round --start --stop", REFUSED, "--start and --pause do not go together"),
    ("round --extra 5", REFUSED, "--extra '5': say it as in 3=5"),
    ("penalty anna 0.5", REFUSED, "a penalty needs a reason"),
    ("penalty anna half --reason late", REFUSED, "amount 'half': say what is taken away, as in 3 or 0.5"),
    ("penalty anna -3 --reason late", REFUSED, "amount '-3'"),
    *((f"{words} --reason 'one\ntwo'", REFUSED, "a note is one line without control characters")
      for words in ("withdraw Anna", "substitute Anna Zoe", "penalty Anna 1")),
    ("export all", REFUSED, "say --out DIR"),
    ("export entries --round 1", REFUSED, "--round goes with seating, results or all alone"),
    ("export points", REFUSED, "to export 'points'"),
)  # fmt: skip


def test_a_mistake_at_the_desk_gets_one_line_and_changes_nothing(
    drawn: list[list[str]], ok: Ok, say: Say, book_path: Path
) -> None:
    facts = {"a": drawn[0][0], "b": drawn[0][1], "seats": ", ".join(drawn[0])}
    kept = book_path.read_bytes()
    for words, code, said in MISTAKES:
        refused(say(f"tournament {words.format(**facts)}"), code, said.format(**facts))
        assert book_path.read_bytes() == kept, words
    assert say("tournament new Pasqua").returncode == USAGE  # no format
    assert say(f"--yes tournament draw {DAY}").returncode == 0
    assert "round 2 of 4" in ok("tournament show")


def test_several_going_on_have_to_be_told_apart(ok: Ok, say: Say) -> None:
    ok("tournament new Natale --format scighera")
    ok("tournament new Pasqua --format scighera")
    refused(say("tournament show"), NOT_FOUND, "several tournaments are going on (1 Natale, 2 Pasqua)", "--tournament")
    nowhere = say("tournament show --tournament Ferragosto")
    refused(nowhere, NOT_FOUND, "no tournament 'Ferragosto'", "1 Natale, 2 Pasqua")
    assert ok("tournament show --tournament 2").startswith("Pasqua (tournament 2)")
    assert ok("tournament drop --tournament pas") == "Pasqua is dropped.\n"
    assert ok("tournament show").startswith("Natale (tournament 1)")
    ok("tournament new Pasqua --format scighera")  # the name is free again
    for name in ("Pasqua", "Natale"):
        say(f"--yes tournament finish --tournament {name}")
    assert ok("tournament show").startswith("Pasqua")  # none is going on: the last
    ok("tournament new Pasquetta --format scighera")
    refused(say("tournament show --tournament pasqu"), NOT_FOUND, "tournament 'pasqu' could be Pasqua or Pasquetta")


def test_a_draw_that_comes_too_early_or_too_late(ok: Ok, say: Say) -> None:
    ok(f"tournament new Posto --format by-place --rounds 2 --seed 1 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario")
    refused(say("tournament draw"), REFUSED, "4 can be seated; the smallest table needs 5")
    refused(say("tournament redraw"), NOT_FOUND, "no round is drawn yet")
    ok("tournament enter Elena")
    (names,) = tables(ok(f"tournament draw {DAY}"))
    refused(say(f"tournament draw {DAY}"), REFUSED, "round 2 is seated by place: it waits for round 1, table 1")
    ok(result(1, names, 4, 0, 0, 0, -4))
    ok(f"tournament draw {DAY}")
    refused(say("tournament draw"), REFUSED, "every round of Rounds, the last stage, is drawn")


def test_a_finalist_who_withdraws_is_followed_by_the_first_reserve(ok: Ok, say: Say) -> None:
    (names,) = opened(ok, "scighera", SIX, "--rounds 1 --seed 7")
    ok(result(1, names, 8, 4, 2, 0, -4, -10))
    ok("tournament cut")
    follows = f"{names[0]} withdrew before round 2; {names[5]} follows into Final"
    assert ok(["tournament", "withdraw", names[0]]) == f"{follows}.\n"
    (final,) = tables(ok(f"tournament draw {DAY}"))
    assert sorted(final) == sorted(names[1:])
    few = "Final: 4 can be seated; the smallest table needs 5; scorer tournament enter NAME brings back who withdrew"
    gone = say(["tournament", "withdraw", final[0]])  # and nobody is left who could follow
    assert gone.stdout == f"{final[0]} withdrew before round 2.\n"
    assert f"{final[0]} is announced at table 1 of round 2; for somebody in their place, scorer" in gone.stderr
    assert "redraw" not in gone.stderr  # it cannot seat four
    refused(say("tournament redraw"), REFUSED, few)
    # who comes back would have the place again, and is told how; what was announced stays until then
    stays = "the announcement stays; scorer tournament cut --again announces it anew"
    assert stays in say(["tournament", "enter", names[0]]).stderr


@pytest.fixture
def announced(ok: Ok) -> list[str]:
    """A round of six of whom the wrong five go on to the final, which is drawn; the six as they sat.

    By `RIGHT` the fifth and not the sixth goes on.
    """
    (names,) = opened(ok, "scighera", SIX, "--rounds 1 --seed 7")
    ok(result(1, names, 8, 4, 2, 0, -10, -4))
    ok("tournament cut")
    ok(f"tournament draw {DAY}")
    return names


RIGHT = (8, 4, 2, 0, -4, -10)


def test_a_cut_is_announced_anew_only_where_somebody_else_goes_on(announced: list[str], ok: Ok, say: Say) -> None:
    refused(say("tournament cut --again"), REFUSED, "nothing changes: who goes on to Final is as it was announced")
    refused(say("tournament cut --keep"), REFUSED, "nobody else would go on by now")
    for _ in range(2):
        ok("tournament undo")  # the draw and the cut
    refused(say("tournament cut --again"), REFUSED, "nobody was announced to go on yet; scorer tournament cut")


def test_after_a_correction_everything_says_who_would_go_on_until_it_is_announced_anew(
    announced: list[str], ok: Ok, say: Say
) -> None:
    instead = f"{announced[4]} goes on to Final instead of {announced[5]}"
    stays = f"by now {instead}; the announcement stays; scorer tournament cut --again announces it anew\n"
    assert stays in say([*result(1, announced, *RIGHT), "--round", "1"]).stderr
    for words in ("show", "round", "standings", "print podium", "print seating"):
        assert stays in say(f"tournament {words}").stderr, words
    for page in ("standings", "seating"):  # on paper without the command
        assert f"Note: by now {instead}; the announcement stays." in ok(f"tournament print {page}"), page
    again = ok("tournament cut --again")
    assert again.startswith(f"Announced anew: {instead}.\n  1  {announced[0]}: among the best 5\n")
    assert sorted(tables(again)[0]) == sorted(announced[:5])  # the final is drawn again with it
    assert say("tournament show").stderr == ""
    assert stays in say("tournament undo").stderr
    assert "by now" not in say("tournament redo").stderr


def test_once_the_final_is_played_the_organiser_may_let_it_stand(announced: list[str], ok: Ok, say: Say) -> None:
    ok([*result(1, announced, *RIGHT), "--round", "1"])
    ok(result(1, tables(ok("tournament round"))[0], 4, 0, 0, 0, -4))
    instead = f"{announced[4]} goes on to Final instead of {announced[5]}"
    played = f"round 2 of Final is drawn and played: {instead} only without it"
    refused(say("tournament cut --again"), REFUSED, played, "scorer tournament cut --keep lets the announcement stand")
    assert (
        "for Final has begun; scorer tournament cut --keep lets the announcement stand" in say("tournament show").stderr
    )
    assert ok("tournament cut --keep --reason 'nobody minds'") == "Who was announced for Final stays.\n"
    assert say("tournament show").stderr == ""
    assert ok("tournament history").splitlines()[-1].endswith("who was announced for Final stays (nobody minds)")
    # and that holds for who would go on as it is, not for whom another correction brings
    ok([*result(1, announced, 8, 4, 2, -10, -4, 0), "--round", "1"])
    assert f"by now {announced[4]} goes on to Final instead of {announced[3]}" in say("tournament show").stderr
    assert ok("check") == ""


def test_who_ties_for_the_place_after_a_correction_plays_it_off(ok: Ok, say: Say) -> None:
    (names,) = opened(ok, "scighera", SIX, "--rounds 1 --seed 7")
    ok(result(1, names, 8, 4, 2, 0, -6, -8))
    ok("tournament cut")
    ok(f"tournament draw {DAY}")
    fifth, sixth = sorted(names[4:])
    tie = f"by now {fifth} and {sixth} tie for who goes on to Final; scorer tournament play-off NAMES"
    assert tie in say([*result(1, names, 8, 4, 2, 0, -7, -7), "--round", "1"]).stderr
    refused(say("tournament cut --again"), REFUSED, f"{fifth} and {sixth} tie at the cut; play it off")
    ok(["tournament", "play-off", f"{names[5]},{names[4]}"])
    assert f"Announced anew: {names[5]} goes on to Final instead of {names[4]}" in ok("tournament cut --again")
    # the same tie once the final is played: nobody plays off for a place in it any more
    ok("tournament undo")
    ok("tournament undo")
    ok(result(1, tables(ok("tournament round"))[0], 4, 0, 0, 0, -4))
    refused(say(["tournament", "play-off", f"{names[5]},{names[4]}"]), REFUSED, "no play-off is due in Final")
    begun = f"{fifth} and {sixth} tie for who goes on to Final; the announcement stays, for Final has begun; scorer"
    assert f"by now {begun} tournament cut --keep" in say("tournament show").stderr


def test_a_cut_waits_for_every_result_and_is_none_in_the_last_stage(ok: Ok, say: Say) -> None:
    first = opened(ok, "scighera", options="--rounds 1 --seed 7")
    refused(say("tournament cut"), REFUSED, "Qualification is not over: no result of table 1 of round 1 and table 2")
    for table, names in enumerate(first, 1):
        ok(result(table, names, 8, 4, 0, -4, -8))
    # 5 5 4 4 3 3: the third of each table has 3 placement points and 0 units
    one, other = sorted([first[0][2], first[1][2]])
    refused(say("tournament cut"), REFUSED, f"{one} and {other} tie at the cut; play it off")
    ok(f"tournament play-off {other},{one}")
    assert ok("tournament cut").splitlines()[5] == f"  5  {other}: among the best 5"
    refused(say("tournament cut"), REFUSED, "the stage Final is the last: nobody is cut")


def test_units_by_seat_are_refused_where_the_order_of_the_seats_was_changed(
    drawn: list[list[str]], ok: Ok, say: Say
) -> None:
    # the sheet was printed with the first seat first; now another sits there, and the numbers could be anybody's
    ok(f"seats {','.join(reversed(drawn[0]))} --match 1")
    changed = f"who sits in which seat of table 1 of round 1 was changed: say the names, {drawn[0][4]}=12,..."
    refused(say("tournament result 1 4,1,0,-1,-4"), REFUSED, changed)
    ok(result(1, drawn[0], 4, 1, 0, -1, -4))


def test_a_residual_has_its_reason_and_is_shown_wherever_the_sheet_is(
    drawn: list[list[str]], ok: Ok, say: Say, tmp_path: Path
) -> None:
    nbl = result(1, drawn[0], 14, 5, 5, -5, -15)  # 14 + 5 + 5 - 5 - 15 = +4
    typed = ok([*nbl, "--residual", "the sheet was lost"])
    assert typed == "Table 1 of round 1 by its paper sheet, a residual of +4: the sheet was lost.\n"
    left = "Round 1, table 1: the paper sheet leaves a residual of +4 (the sheet was lost)."
    assert ok("tournament round").splitlines()[2] == "  a residual of +4 (the sheet was lost)"
    assert [ok(f"tournament standings {which}").splitlines()[-1] for which in ("", "--final")] == [left, left]
    assert [left in ok(f"tournament print {page}") for page in ("standings", "classification")] == [True, True]
    assert "1: a residual of +4: the sheet was lost" in ok("sheet 1").splitlines()
    assert ok("sheet 1 --plain").splitlines()[1].endswith(f"{drawn[0][4]} -15; a residual of +4")
    checked = say("check")
    assert (checked.returncode, checked.stdout) == (0, "")
    assert checked.stderr == "R1 T1 (match 1), 2026-12-05, record 1 (sheet): a residual of +4: the sheet was lost\n"
    # deals.csv has the reason in its note, and goes round with the same bytes
    exported, other = ok("export deals"), str(tmp_path / "other.db")
    (tmp_path / "deals.csv").write_text(exported, encoding="utf-8")
    done = say(["import", str(tmp_path / "deals.csv")], db=other)
    assert "line 2: the units of this sheet leave a residual of +4: the sheet was lost" in done.stderr
    assert ok("export deals", db=other) == exported
    ok(result(1, drawn[0], 14, 5, 5, -5, -19))  # counted again
    assert "residual" not in ok("tournament round") + ok("sheet 1 --plain")


def test_a_table_is_closed_before_its_agreed_deals_only_on_purpose(
    drawn: list[list[str]], ok: Ok, say: Say, asked: Asked
) -> None:
    a, b = drawn[0][:2]
    for _ in range(3):
        ok(f"deal {a} A {b} 70 --match 1")
    ok(f"call {a} K --match 1")
    early, same = "3 of 10 deals are played", "scorer --yes tournament result 1 closes it all the same"
    refused(say("tournament result 1"), REFUSED, f"{early} at table 1 of round 1; {same}")
    refused(say('finish "R1 T1"'), REFUSED, f'{early} in R1 T1; scorer --yes finish "R1 T1" closes it all the same')
    code, shown = asked(["tournament", "result", "1"], [("Close it all the same?", "n")])
    assert (code, early in shown) == (1, True)
    done = say("--yes tournament result 1")
    assert done.stdout == "Table 1 of round 1 is over after 3 of 10 deals.\n"
    assert done.stderr == f"the call of {a} (K) is dropped\n"
    ok("tournament undo")
    assert ", after 3 of 10 deals." in say("--yes finish 1").stdout


def test_a_penalty_counts_besides_the_sheet_whichever_came_first(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    # +4 -1 -1 -1 -1 on both sheets; a penalty of 4 gives the others 1 each: everybody has 0
    units = (4, -1, -1, -1, -1)
    ok(f'penalty {drawn[0][0]} 4 --match "R1 T1" --reason late')
    refused(say("tournament result 1"), REFUSED, "no deal is recorded at table 1 of round 1, only penalty 1; say its")
    besides = "penalty 1 is counted besides the sheet, whose units have to leave it out"
    assert say(result(1, drawn[0], *units)).stderr == f"table 1 of round 1: {besides}\n"
    ok(result(2, drawn[1], *units))
    assert ok(f'penalty {drawn[1][0]} 4 --match "R1 T2" --reason late').endswith("The match is finished.\n")
    lines = ok("tournament round").splitlines()[1:]
    for names, line, why in zip(drawn, lines[::2], lines[1::2], strict=True):
        assert line.endswith(", over: " + ", ".join(f"{name} 0" for name in names))
        assert why == f"  penalty, {names[0]} -4, " + ", ".join(f"{name} +1" for name in names[1:]) + " (late)"
    for table, names in enumerate(drawn, 1):  # a sheet put right leaves the penalty alone: 5 - 4, -2 + 1
        ok(result(table, names, 5, -2, -1, -1, -1))
        assert f"{names[0]} +1, {names[1]} -1, {names[2]} 0" in ok("tournament round")
    ok("void 2 --match 2 --reason 'not late at all'")
    assert f"{drawn[1][0]} +5, {drawn[1][1]} -2" in ok("tournament round")
    assert ok("check") == ""


def test_a_result_twice_changes_nothing_and_another_one_puts_it_right(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    good = result(1, drawn[0], 4, 0, 0, 0, -4)
    ok([*good, "--won", "2"])
    refused(say("tournament result 1"), REFUSED, "is over already; say its units to put its sheet right")
    refused(say(good), REFUSED, "nothing changes at table 1 of round 1")
    refused(say("reopen 1"), REFUSED, "R1 T1 has its paper sheet; scorer tournament result puts it right")
    assert "the result of table 2 of round 1: scorer tournament result 2 UNITS,..." in ok("tournament show")
    right = say([*good, "--called", "1", "--reason", "found later"])
    assert right.stdout == "Table 1 of round 1 put right.\n"
    assert right.stderr.startswith("table 1 of round 1 was ")
    assert ok("tournament history").endswith("table 1 of round 1 put right (found later)\n")
    rows = ok("tournament export results").splitlines()
    assert rows[1] == f"1,1,1,{drawn[0][0]},4,10,2,1,,4"  # what the second sheet says nothing of stays
    assert ok("tournament undo").startswith("Undone: table 1 of round 1 put right\n")
    struck = say("void 1 --match 1 --reason 'that of another day'")
    assert struck.stderr == "table 1 of round 1 has no result any more; scorer tournament result gives it one\n"
    assert "round 1 still has tables without a result" in say(f"--yes tournament draw {DAY}").stderr


def test_what_is_in_the_way_of_a_redraw_is_named_with_the_command_that_takes_it_back(
    five_drawn: list[str], ok: Ok, say: Say
) -> None:
    a, b, c, *_ = five_drawn
    came = "R1 T1 (match 1) came in with the draw and was changed since; scorer"
    ok(f"tournament redraw {DAY}")
    ok("tournament undo")  # the draw before
    assert tables(ok("tournament round")) == [five_drawn]
    ok(f"deal {a} 2/71 {b} 74 --match 1")
    for words in ("redraw", "undo", "redo"):
        refused(say(f"tournament {words}"), REFUSED, f"{came} undo --match 1 takes that back first")
    ok(f"deal {b} 2/71 {a} 74 --match 1")
    ok("undo --match 1")
    ok(f"deal {c} 2/72 {a} 74 --match 1")  # two deals stand; the one that was undone is no step to take back
    ok("player rename Anna Annarella")  # a step of the whole scorebook, which undo --match leaves alone
    refused(say("tournament redraw"), REFUSED, f"{came} undo 2 --match 1 takes")
    ok("undo 2 --match 1")
    refused(say("undo"), NOT_FOUND, "R1 T1 is open, and this was not done there: ", "player Anna renamed Annarella")
    assert say("--yes undo").returncode == 0
    ok(result(1, five_drawn, 4, 0, 0, 0, -4))
    refused(say("tournament redraw"), REFUSED, f"{came} tournament undo --step 5 takes")  # opened, entered, drawn twice
    assert [re.sub(r"  \S+ \S+  ", ": ", line) for line in ok("tournament history").splitlines()[:3]] == [
        "1: tournament Natale opened",
        "2: entered 5 players",
        "3: round 1 drawn with seed 2: 1 table",
    ]


def test_substitutes_and_withdrawals(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    a, b = drawn[0][:2]
    assert ok(f"tournament substitute {a} Zoe --reason ill") == f"Zoe plays for {a}, at table 1 from now on.\n"
    assert f"Table 1 (match 1), not begun: Zoe (for {a}), {b}" in ok("tournament round")
    refused(say(f"tournament substitute {drawn[1][0]} Zoe"), REFUSED, f"Zoe belongs to the entry {a}, which plays on")
    assert ok(f"tournament substitute Zoe {a}") == f"{a} plays again, at table 1 from now on.\n"
    ok(result(1, drawn[0], 4, 0, 0, 0, -4))
    assert ok(f"tournament substitute {a} Zoe") == f"Zoe plays for {a}.\n"
    assert f"{a} +4" in ok("tournament round")  # who sat there
    assert f",{a},4," in ok("tournament export results")
    assert f"Zoe (for {a})" in ok("tournament standings")
    assert ok(f"tournament withdraw {b}") == f"{b} withdrew before round 2.\n"
    assert "9 players, 1 withdrew." in ok("tournament show")
    refused(say(f"tournament enter Max,{b}"), REFUSED, f"{b} has withdrawn; scorer tournament enter brings them back")
    assert ok(f"tournament enter {b}") == f"{b} came back.\n"
    c, d = drawn[1][:2]
    assert ok(f"tournament keep-apart {c},{d}") == f"{c} and {d} are kept apart.\n"
    assert ok(f"tournament keep-apart {c},{d} --together") == f"{c} and {d} may meet again.\n"


def test_a_stranger_at_another_table_substitutes_nobody_whose_seat_is_empty(ok: Ok, say: Say) -> None:
    six, five = sorted(opened(ok, "scighera", f"{TEN},Karl"), key=len, reverse=True)
    six_at, five_at = (1, 2) if ok("tournament round").splitlines()[1].count(",") == 6 else (2, 1)
    ok(["seats", ",".join(six[1:]), "--match", str(six_at)])  # the first did not come
    ok(["seats", ",".join(["=Zoe", *five[1:]]), "--match", str(five_at)])
    refused(say(f"tournament substitute {six[0]} =Zoe"), REFUSED, f"Zoe sits at table {five_at} already")
    ok(["seats", ",".join(five), "--match", str(five_at)])
    assert f"Zoe plays for {six[0]}" in ok(f"tournament substitute {six[0]} =Zoe")


def test_a_penalty_is_taken_from_who_plays_in_the_stage(ok: Ok, say: Say) -> None:
    # direct entrants are not in the preliminary: taken from a total that they do not have it would be lost
    ok(f"tournament new Coppa --format champions --seed 7 {DAY}")
    ok("tournament enter Ada,Bice,Ciro --direct")
    ok(f"tournament enter {TEN},Karl,Lea")
    ok(f"tournament draw {DAY}")
    done = say("tournament penalty Ada 2 --reason late")
    refused(done, REFUSED, "Ada does not play in Preliminary: there is no total to take it from")
    assert ok("tournament penalty Anna 2 --reason late") == "Anna loses 2 units in Preliminary.\n"


def test_formats_are_listed_shown_checked_and_added(ok: Ok, say: Say, tmp_path: Path) -> None:
    told = "Scighera: 3 rounds in 2 stages; counted in placement points and units"
    assert f"scighera             {told}\n" in ok("format list")
    assert ok("format check scighera") == "scighera is sound: 2 stages, 3 rounds\n"
    assert "the organiser has to say the placement points" in ok("format check ten-deals-placement")
    own, path = ok("format show ten-deals --toml"), tmp_path / "mine.toml"
    path.write_text(own, encoding="utf-8")
    assert ok(["format", "add", str(path)]) == "mine: added; scorer tournament new NAME --format uses it\n"
    assert "mine                 Ten deals a round: 4 rounds; counted in units (yours)\n" in ok("format list")
    path.write_text(f"{own}colour = 1\n[[stages]]\nname = 'x'\nyields = 'beans'\n", encoding="utf-8")
    wrong = say(["format", "check", str(path)])
    assert (wrong.returncode, "beans" in wrong.stderr) == (REFUSED, True)
    assert say("format show nope").returncode == NOT_FOUND


def test_two_entrants_are_two_people_and_cannot_be_merged(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    two = "Anna and Bruno play for two entries of Natale: they are two people"
    refused(say("player merge Anna Bruno"), REFUSED, two)
    ok("tournament substitute Anna Nuova")
    refused(say("player merge Nuova Bruno"), REFUSED, "two entries of Natale")
    ok("player merge Nuova Anna")  # she came back under another name
    assert ok("check") == ""
    ok(f"tournament new Ore --format marathon --seed 1 {DAY}")
    ok("tournament enter Lions --members Ugo,Vera,Walter --tournament Ore")
    ok("tournament enter Bears --members Xeno,Yara,Zoe --tournament Ore")
    refused(say("player merge Ugo Xeno"), REFUSED, "Ugo and Xeno play for two entries of Ore")


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
    refused(say("tournament enter gem"), REFUSED, "'gem' is Gemma Elia, who is entered already")
    assert ok(["tournament", "substitute", "Manlio", "Corrado"]) == "Corrado Dall'Aglio plays for Manlio.\n"
    ok("tournament undo")
    assert say(["tournament", "substitute", "Manlio", "=Corrado"]).stderr.splitlines() == [
        'Corrado is new; if it is Corrado Dall\'Aglio: scorer player merge "Corrado" "Corrado Dall\'Aglio"'
    ]
    refused(say("tournament substitute Pia gemm"), REFUSED, "who plays in the tournament already")
    ok("tournament withdraw quinto")
    assert ok("tournament enter quin") == "Quinto came back.\n"


def test_names_in_a_file_are_whole_and_those_that_differ_only_in_their_number_are_no_slips(ok: Ok, say: Say) -> None:
    ok(["start", "Friday", "--players", "Anna,Bruno,Corrado,Gemma Elia,Elena"])
    ok(f"tournament new Natale --format ten-deals --seed 1 {DAY}")
    names = "\n".join(["player", "Gemma", *(f"P{number:02}" for number in range(1, 28))])
    entered = say("tournament enter --from -", stdin=names)
    said = '27 players are new\nGemma is new; if it is Gemma Elia: scorer player merge "Gemma" "Gemma Elia"\n'
    assert (entered.stdout, entered.stderr) == ("Entered 28 players from stdin.\n", said)
    ok("tournament enter Bice")
    near = say("tournament enter 'B1ce,Ada 2,Ada 3,Adda 3'").stderr  # a 1 for an i, and a letter more, are slips
    assert near.splitlines() == [
        "Ada 2 and Ada 3 are new",
        "B1ce is new beside Bice: they are taken for two people",
        "Adda 3 is new beside Ada 3: they are taken for two people",
    ]


def test_a_minus_that_a_telephone_writes_is_one(five_drawn: list[str], ok: Ok, say: Say) -> None:
    minus = SHEET.replace("-", "\u2212")
    ok(f"tournament result 1 {minus}")
    assert "Bruno -1" in ok("tournament round 1")
    ok(f"tournament draw {DAY}")
    lines = [f"1,{said.replace('=', ',')}" for said in minus.split(",")]
    ok("tournament result --from -", stdin="\n".join(["table,player,units", *lines]))  # of the last round
    assert "Bruno -1" in ok("tournament round 2")


def test_a_sheet_holds_the_deals_that_are_agreed_or_said_and_is_put_right_at_the_desk(
    five_drawn: list[str], ok: Ok, say: Say
) -> None:
    for words, deals in (("", "10"), (" --deals 8", "8"), (" --deals Anna=9,Bruno=8,Carla=8,Dario=8,Elena=8", "")):
        ok(f"tournament result 1 {SHEET}{words}")
        assert ok("export deals").rstrip("\n").rpartition(",")[2] == deals  # "": not all played as many
    refused(say("edit 1 --deals 9 --match 'R1 T1' --reason counted"), 3, "what it holds is put right at the desk")


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
    already = "Zoe sits at table 1 of round 1 already; scorer tournament swap moves who sits in a round"
    refused(say("tournament enter Zoe --table 2"), REFUSED, already)
    ok(f"deal {first[2]} K Zoe 70 --match 1")  # the second of the table deals, and rests
    refused(say("tournament undo"), REFUSED, "R1 T1 (match 1) was changed since; scorer undo --match 1 takes that back")
    ok("tournament enter Yara --table 2 --group x")
    for wrong, why in (
        ("Xeno --table 1", "table 1 of round 1 has 6; scighera has tables of 5 and 6"),
        ("Xeno,Ivo --table 1", "--table is of one entrant: 2 are named"),
    ):
        refused(say(f"tournament enter {wrong}"), REFUSED, why)
    ok(result(2, [*second, "Yara"], 5, 3, 1, -1, -3, -5))
    refused(say("tournament enter Xeno --table 2"), REFUSED, "table 2 of round 1 is over; without --table they can be")
    stays = "step 5 (Yara sits at table 2 of round 1, as the sixth) stays: step 6"
    refused(say("tournament undo --step 5"), REFUSED, stays, "depends on it; scorer tournament undo --step 6 takes")
    ok("tournament withdraw Yara")
    ok("tournament enter Xeno")
    came = "Came late: Zoe (round 1), Xeno (round 2).\nWithdrew: Yara (before round 2).\n"
    assert came in ok("tournament show")
    for _ in range(3):
        ok("tournament undo")
    assert "Undone: Yara sits at table 2 of round 1, as the sixth" in ok("tournament undo")
    assert tables(ok("tournament round"))[1] == second
    assert ok("check") == ""


def test_a_sixth_changes_the_agreed_deals_of_a_table_that_has_not_begun(
    drawn: list[list[str]], ok: Ok, say: Say
) -> None:
    ok(f"deal {drawn[1][0]} K {drawn[1][1]} 70 --match 2")
    begun = "table 2 of round 1 has begun, and everybody there plays an agreed number of deals; without --table they"
    refused(say("tournament enter Zoe --table 2"), REFUSED, begun)
    ok("tournament enter Zoe --table 1")
    assert "12 deals left" in ok("sheet --match 3")  # of which everybody plays ten
    ok(result(1, [*drawn[0], "Zoe"], 4, 0, 0, 0, -4, 0))
    assert f"1,1,1,{drawn[0][0]},4,10," in ok("tournament export results")


def test_who_does_not_come_is_absent_and_the_others_are_a_table_of_five(ok: Ok, say: Say) -> None:
    # 5-4-3-2-1 for the five who sat, and not 5-4-3-2-0 with 3 for a seat in which nobody sat
    (names,) = opened(ok, "scighera", SIX)
    five, missing, units = [*names[:3], *names[4:]], names[3], (6, 3, -1, -3, -5)
    gone = say(f"tournament withdraw {missing}")
    assert "redraw seats the round anew, as things stand now; scorer seats NAMES --match 1 changes" in gone.stderr
    hint = f"no units for {missing}; say 0 where there are none; for who did not come, first scorer seats NAMES --match"
    refused(say(result(1, five, *units)), REFUSED, hint)
    typed = say("tournament result 1 6,3,-1,0,-3,-5").stderr  # as the sixth of a table, fourth of it
    assert f"{missing} withdrew before round 1, and is on the sheet of table 1\n" in typed
    ok("tournament undo")
    ok(["seats", ",".join(five), "--match", "1"])
    assert f"Did not come: {missing} (table 1 of round 1).\n" in ok("tournament show")
    order = say("tournament result 1 6,3,-1,-3,-5")
    assert order.stderr.startswith(sheet(five, *units).replace(",", ", "))
    got = [line.split()[1:5] for line in ok("tournament standings").splitlines()[2:]]
    assert got == [[name, str(5 - at), f"{units[at]:+}", str(5 - at)] for at, name in enumerate(five)]
    assert f"{five[4]} -5 (1); without {missing}" in ok("tournament round")
    page = ok("tournament print seating")
    assert ("did not come" in page, "the dealer rests" in page) == (True, False)
    form = ok("tournament export results")
    assert f"1,1,4,{missing},,,,,,\n" in form
    assert "1 as before" in say("tournament result --from -", stdin=form).stdout
    assert ok("check") == ""


def test_a_deal_put_right_says_what_it_would_have_changed_in_the_next_seating(ok: Ok, say: Say) -> None:
    first, other = opened(ok, "by-place", options="--rounds 2 --seed 3")
    # who calls is +4 and sits at table 1 next, the other four are -1; one of them then loses 2, and is still the best
    for match, seats in ((1, first), (2, other)):
        ok(f"deal {seats[0]} K solo 61 --match {match}")
        if match == 1:
            ok(f"deal {first[0]} K {first[1]} 60 --match 1")
        assert say(f"--yes finish {match}").returncode == 0
    ok(f"tournament draw {DAY}")
    done = say("edit 1 --result 60 --reason recount --match 1")
    assert f"announced round 2 stays: {first[0]} table 1, by now table 2" in done.stderr

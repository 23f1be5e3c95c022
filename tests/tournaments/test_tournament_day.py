"""A day at the desk on the command line: from the entries to the podium, with numbers worked by hand."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.running import refused
from tests.tournaments.desk import DAY, FIVE, NOT_FOUND, REFUSED, TEN, Ok, Say, opened, result, sheet, tables
from tests.tournaments.small_tournaments import GROUPS

Asked = Callable[..., tuple[int, str]]


@pytest.fixture
def natale(ok: Ok) -> None:
    """A tournament of ten by the format scighera, nothing drawn."""
    ok(f"tournament new Natale --format scighera --seed 7 {DAY}")
    ok(f"tournament enter {TEN}")


def final(ok: Ok) -> list[str]:
    """Five whose final under scighera is drawn, as they sit."""
    (names,) = opened(ok, "scighera", FIVE, "--rounds 1 --seed 1")
    ok(result(1, names, 8, 4, 0, -4, -8))
    ok("tournament cut")
    return tables(ok(f"tournament draw {DAY}"))[0]


def test_a_draw_says_what_it_cannot_share_out(ok: Ok, tmp_path: Path) -> None:
    # a group of five and one of six: whoever is in the second sits at a six in every round
    (tmp_path / "groups.toml").write_text(GROUPS, encoding="utf-8")
    ok(f"tournament new Natale --format {tmp_path / 'groups.toml'} --seed 7 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena --group north")
    ok("tournament enter Fabio,Gina,Hans,Ines,Jan,Luca --group south")
    assert "shared out" not in ok("tournament draw --on 2026-12-05")
    ok(["deal", "anna", "A", "bruno", "70", "--match", "R1 T1"])
    second = ok("tournament draw --on 2026-12-06").splitlines()
    assert second[-1] == "Tables of 6 are not shared out evenly: 6 entrants sat at one 2 times, 5 never."


def test_the_whole_day(natale: None, ok: Ok, say: Say) -> None:
    rounds = (9, 4, 0, -4, -9), (8, 3, 1, -5, -7)
    gave: dict[str, tuple[int, int]] = dict.fromkeys(TEN.split(","), (0, 0))
    for units in rounds:
        for number, names in enumerate(tables(ok(f"tournament draw {DAY}")), 1):
            ok(["tournament", "result", f"T{number}", sheet(names, *units)])
            for name, points, got in zip(names, (5, 4, 3, 2, 1), units, strict=True):  # placement points at each table
                gave[name] = gave[name][0] + points, gave[name][1] + got
    shown = json.loads(ok("tournament standings --format json"))
    assert [(line["total"], line["units"]) for line in shown] == sorted(gave.values(), reverse=True)
    cut = say("tournament cut")
    if cut.returncode:  # who ties at the fifth place plays it off
        tied = cut.stderr.removeprefix("scorer: ").split(" tie ")[0].replace(" and ", ", ").split(", ")
        ok(["tournament", "play-off", ",".join(tied)])
        cut = say("tournament cut")
    assert cut.stdout.startswith("The stage Qualification is over. 5 go on to Final:\n  1  ")
    (last,) = tables(ok(f"tournament draw {DAY}"))
    ok(result(1, last, -1, 6, 2, -3, -4))
    by_number, by_name = (
        {ok(f"tournament standings --stage {at}") for at in pair} for pair in (("1", "2"), ("Qualification", "Final"))
    )
    assert by_number == by_name
    done = ok("tournament finish").splitlines()
    assert done[:4] == ["Natale is finished.", f"1  {last[1]}", f"2  {last[2]}", f"3  {last[0]}"]
    assert [line[0].isdigit() for line in done[6:16]] == [True] * 10
    assert done[16].startswith("Passed over")  # the sheets say no deals won
    assert ok("tournament list").splitlines()[1].endswith("finished")
    assert ok("check") == ""


def test_units_are_typed_by_seat_or_by_name_or_pasted(natale: None, ok: Ok, say: Say) -> None:
    seats = tables(ok(f"tournament draw {DAY}"))[0]
    units = (-4, 9, 0, -2, -3)
    by_seat = ", ".join(f"{name}={won}" for name, won in zip(seats, units, strict=True))
    for typed in (
        ["-4,9,0,-2,-3"],
        ["-4", "9", "0", "-2", "-3"],
        ["-4\t+9\t0\t\N{MINUS SIGN}2\t-3\n"],
        ["-4; 9; 0; -2; -3"],
        ["{}=-4,{}=9,{}=0,{}=-2,{}=-3"],
        ["{}\t-4\n{}\t9\n{}\t0\n{}\t-2\n{}\t-3\n"],
        ["{} -4, {} 9, {} 0, {} -2, {} -3"],
    ):
        done = say(["tournament", "result", "1", *(word.format(*seats) for word in typed), "--won", "1,4,3,2,2"])
        assert (done.returncode, done.stdout) == (0, "Table 1 of round 1 by its paper sheet.\n"), done.stderr
        assert done.stderr == ("" if "{" in typed[0] else f"{by_seat}\n")
        exported = [line.split(",") for line in ok("tournament export results --round 1").splitlines()[1:6]]
        assert [(cells[3], int(cells[4]), cells[6]) for cells in exported] == list(
            zip(seats, units, "14322", strict=True)
        )
        ok("tournament undo")


def test_a_table_is_asked_for_seat_by_seat_until_it_sums_to_zero(natale: None, ok: Ok, asked: Asked) -> None:
    one, two = tables(ok(f"tournament draw {DAY}"))
    units = ["-4", "nine", "+9", "0", "-2", "-2"]  # +1 is left over: the last was -3
    seats = [f"{name}: " for name in (one[0], one[1], *one[1:])]
    again = [f"{name} [{said}]" for name, said in zip(one, (-4, 9, 0, -2, -2), strict=True)]
    answers = [*zip(seats, units, strict=True), *zip(again, ["", "", "", "", "-3"], strict=True)]
    code, shown = asked(["tournament", "result", "1"], answers)
    assert code == 0, shown
    assert "'nine' are no units of a table: say 7,9,-3,-4,-9 in the order of the seats" in shown
    assert "+1 unit is left over; count again. Enter leaves a number as it is." in shown
    assert f"{one[0]}=-4, {one[1]}=9, {one[2]}=0, {one[3]}=-2, {one[4]}=-3\nTable 1 of round 1" in shown
    pasted = [(f"{two[0]}: ", f"{two[1]} 1"), (f"{two[0]}: ", "4 1 0"), (f"{two[0]}: ", "4 1 0 -1 -4")]
    code, shown = asked(["tournament", "result", "2"], pasted)
    assert f"3 numbers for the 5 seats: {', '.join(two)}" in shown
    assert (code, f"{two[0]}=4, {two[1]}=1" in shown) == (0, True), shown


def test_a_table_is_recorded_deal_by_deal_as_any_match(natale: None, ok: Ok, say: Say) -> None:
    drawn = tables(ok(f"tournament draw {DAY}"))
    a, b, *others = drawn[1]
    assert f"Table 2: scorer deal ... --match 2\n  {', '.join(drawn[1])}; {a} deals\n" in ok("tournament tables")
    ok(f"deal {a} K {b} 70 --match 2")
    # scighera: u = 1 at 70: the caller +2, the partner +1, the others -1 each
    assert f"Table 2 (match 2), 1 deal so far: {a} +2 (5), {b} +1 (4), {others[0]} -1" in ok("tournament round")
    paper = say(result(2, drawn[1], 0, 0, 0, 0, 0))
    refused(paper, REFUSED, "table 2 of round 1 is kept deal by deal (1 record); scorer sheet 2 shows it")
    assert ok("tournament result 2") == "Table 2 of round 1 is over.\n"
    refused(say("tournament result 2"), REFUSED, "table 2 of round 1 is over already")
    assert ok("tournament undo").startswith("Undone: table 2 of round 1 is over\n")


def test_a_clock_is_started_stopped_and_given_another_length(natale: None, ok: Ok, say: Say) -> None:
    refused(say("tournament round --start"), NOT_FOUND, "no round is drawn yet")
    ok(f"tournament draw {DAY}")
    assert re.search(r"Clock: (60:00|59:5\d) left, the bell rings at \d\d:\d\d\.", ok("tournament round --start"))
    again = "the clock of round 1 runs already; --minutes N gives it another length"
    refused(say("tournament round --start"), REFUSED, again)
    assert "Clock: 4" in ok("tournament round --minutes 45")
    assert "Table 1: 5 minutes more, until " in ok("tournament round --extra 1=5")
    assert "The clock is stopped with " in ok("tournament round --stop")
    page = ok("tournament print clock")
    assert ("<p>The clock is stopped with " in page, "Table 1: 5 minutes more" in page) == (True, True)


def test_standings_as_csv_and_with_what_decided(natale: None, ok: Ok) -> None:
    (a, b, c, d, e), other = tables(ok(f"tournament draw {DAY}"))
    ok(result(1, [a, b, c, d, e], 5, 4, 0, -4, -5))
    ok(result(2, other, 9, 3, 0, -3, -9))
    lines = ok("tournament standings --format csv").splitlines()
    assert lines[0] == "place,entrant,total,units,deals,round 1,carried,penalty,decided by,passed over"
    assert lines[1] == f"1,{other[0]},5,9,,5,0,0,,"  # 5 placement points like a, and 9 units to 5
    assert lines[2] == f"2,{a},5,5,,5,0,0,units,"
    assert lines[3:5] == [f"3,{b},4,4,,4,0,0,,", f"4,{other[1]},4,3,,4,0,0,units,"]
    one, two = sorted((c, other[2]))  # 3 and no units each, and no sheet says who won more deals
    assert lines[5:7] == [f"5,{one},3,0,,3,0,0,,deals won", f"5,{two},3,0,,3,0,0,shared,deals won"]


def test_tie_breaks_that_were_passed_over_are_named_with_every_standing(ok: Ok) -> None:
    # nobody says how many deals Bruno won, so that nothing splits him from Anna; Dario won one more than Elena
    ok(f"tournament new Posto --format by-place --rounds 1 --seed 1 {DAY}")
    ok(f"tournament enter {FIVE}")
    ok(f"tournament draw {DAY}")
    ok(["tournament", "result", "1", "Anna=1,Bruno=1,Carla=0,Dario=-1,Elena=-1", "--won", "Anna=3,Dario=2,Elena=1"])
    names = ["deals won", "times caller", "highest running units", "running units backwards"]
    both = [f"{name} (Anna and Bruno)" for name in names]
    told = (
        f"Passed over, because a sheet does not say it or not all of them met: {', '.join(both[:-1])} and {both[-1]}."
    )
    assert ok("tournament standings").replace("\n", " ").endswith(f"{told} ")
    rows = json.loads(ok("tournament standings --format json"))
    assert [row["passed over"] for row in rows] == [", ".join(names)] * 2 + [""] * 3
    assert [row["decided by"] for row in rows[1:]] == ["shared", "", "", "deals won"]
    header = ok("tournament export classification").splitlines()[0]
    assert header == "place,entrant,total,units,deals,decided by,passed over"
    assert told in ok("tournament finish").replace("\n", " ")


def test_a_standing_with_a_carried_total_says_what_its_tie_breaks_count(ok: Ok) -> None:
    # Anna 10 + 7 and Bruno 7 + 10 placement points, with 7 and 8 units; nobody has any of the last match yet
    ok(f"tournament new Gruppo --format elite-2024 --seed 1 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena,Fabio")
    ok(f"tournament draw {DAY}")  # Dario rests
    ok("tournament result 1 Anna=6,Bruno=3,Carla=0,Fabio=-4,Elena=-5")
    ok(f"tournament draw {DAY}")  # Elena rests
    ok("tournament result 1 Bruno=5,Anna=1,Carla=0,Dario=-2,Fabio=-4")
    counts = "What decided counts those stages too; units and deals are of one stage."
    note = f"Carried: the total of the stages before, which goes on counting. {counts}"
    assert note not in ok("tournament standings").replace("\n", " ")
    ok("tournament cut")
    lines = ok("tournament standings").splitlines()
    assert [line.split() for line in lines[2:4]] == [["1", "Bruno", "17", "17"], ["2", "Anna", "17", "17", "units"]]
    assert " ".join(lines[-2:]) == note
    ok(f"tournament draw {DAY}")  # on paper stands the stage that is drawn
    assert note in ok("tournament print standings")


def test_a_penalty_is_taken_from_the_total_and_taken_back(natale: None, ok: Ok) -> None:
    ok(f"tournament draw {DAY}")
    assert ok("tournament penalty anna 0,5 --reason late") == "Anna loses 0.5 placement points in Qualification.\n"
    (anna,) = [line for line in json.loads(ok("tournament standings --format json")) if line["entrant"] == "Anna"]
    assert (anna["total"], anna["penalty"]) == (-0.5, 0.5)
    assert "Anna loses 0.5 placement points in Qualification (late)" in ok("tournament history")
    assert ok("tournament undo").startswith("Undone: Anna loses 0.5 placement points in Qualification\n")
    assert {line["total"] for line in json.loads(ok("tournament standings --format json"))} == {0}


def test_a_tournament_is_closed_before_its_end_only_with_yes(natale: None, ok: Ok, say: Say) -> None:
    a, b, c, d, e = tables(ok(f"tournament draw {DAY}"))[0]
    ok(result(1, [a, b, c, d, e], 5, 5, 0, -4, -6))
    # two share the first and the second place: (5 + 4) / 2 each
    over = f"Table 1 (match 1), over: {a} +5 (4.5), {b} +5 (4.5), {c} 0 (3), {d} -4 (2), {e} -6 (1)"
    assert ok("tournament round").splitlines()[1] == over
    refused(say("tournament finish"), REFUSED, "Natale is not over. Next: the result", "scorer --yes tournament finish")
    assert say("--yes tournament finish").stdout.startswith("Natale is finished.\n1  ")
    for words in ("tournament enter Zoe", f"penalty {a} 4 --match 1 --reason late"):
        refused(say(words), REFUSED, "Natale is finished; scorer tournament reopen goes on with it")
    assert "Natale finished before its end" in ok("tournament history")
    assert ok("tournament reopen") == "Natale goes on.\n"
    ok("tournament enter Zoe")


def test_a_tie_for_the_first_place_is_played_off(ok: Ok, say: Say) -> None:
    a, b, *others = final(ok)
    refused(say("tournament play-off --by-lot"), REFUSED, "no result of table 1 of round 2")
    ok(result(1, [a, b, *others], 6, 6, -4, -4, -4))
    one, other = sorted([a, b])
    assert f"Next: {one} and {other} tie and play off" in ok("tournament show")
    refused(say("tournament finish"), REFUSED, f"{one} and {other} tie and play off")
    refused(say("tournament play-off"), REFUSED, "best first", "--by-lot")
    refused(say(f"tournament play-off {a}"), REFUSED, f"{one} and {other} tie and play off", "everybody once")
    assert ok("tournament play-off --by-lot") == f"No play-off in Final: the lot decides for {one} and {other}.\n"
    ok("tournament undo")
    ok(f"tournament play-off {other},{one}")
    decided = "that tie in Final is decided already; scorer tournament undo"
    refused(say(f"tournament play-off {one},{other}"), REFUSED, decided)
    lines = ok("tournament finish").splitlines()
    assert lines[1:3] == [f"1  {other}", f"2  {one}"]
    assert lines[7].split() == ["2", one, "6", "+6", "play-off"]


def test_a_play_off_that_a_correction_overtook_is_said_wherever_the_standing_is(ok: Ok, say: Say) -> None:
    seats = final(ok)
    ok(result(1, seats, 6, 6, -4, -4, -4))
    ok(f"tournament play-off {seats[1]},{seats[0]}")
    lapsed = f"the play-off in Final ({seats[1]}, {seats[0]}) lapsed: they do not tie for a place that it has to decide"
    assert f"{lapsed}\n" in say(result(1, seats, 7, 5, -4, -4, -4)).stderr
    for words in ("show", "standings", "round", "print standings"):
        assert lapsed in say(f"tournament {words}").stderr, words
    for page in ("standings", "classification"):
        assert f"<p>Note: {lapsed}.</p>" in re.sub("</?bdi>", "", ok(f"tournament print {page}"))
    assert lapsed not in say("tournament undo").stderr
    assert lapsed in say("tournament redo").stderr


def test_a_swap_of_seats_is_seen_wherever_the_round_is(natale: None, ok: Ok, say: Say) -> None:
    (here, there) = tables(ok(f"tournament draw {DAY}"))
    one, other = here[1], there[0]
    done = say(f"tournament swap {one} {other}")
    assert done.stdout == (
        f"{one} and {other} swap seats in round 1: {one} sits at table 2 and {other} sits at table 1.\n"
    )
    assert "scorer tournament print writes the seating and the score sheets again" in done.stderr
    swapped = [[here[0], other, *here[2:]], [one, *there[1:]]]
    shown = ok("tournament round")
    assert (tables(shown), "seed 8, seats changed since\n" in shown) == (swapped, True)
    assert [row.split(",")[3] for row in ok("tournament export seating").splitlines()[1:]] == [*swapped[0], *swapped[1]]
    assert "; seats changed since." in ok("tournament print seating")
    said = say(["seats", ",".join([here[1], *here[2:], here[0]]), "--match", "R1 T1"]).stderr
    assert said == f"{one} sits at table 2 too; scorer seats NAMES --match 2 changes who sits there\n"


def test_duels_are_named_at_each_table(ok: Ok) -> None:
    ok(f"tournament new Stagione --format duels --seed 3 --rounds 2 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena")
    lines = ok(f"tournament draw {DAY}").splitlines()
    assert re.fullmatch(r"  duels: \w+ - \w+, \w+ - \w+, \w+ against all", lines[3])
    header, *seats = [line.split(",") for line in ok("tournament export seating").splitlines()]
    assert header == ["round", "table", "seat", "player", "duel"]
    pairs = [" - ".join((cells[3], cells[4])) for cells in seats if cells[4]]
    assert len(pairs) == 4  # each duel from both sides
    assert all(pair in lines[3] or " - ".join(reversed(pair.split(" - "))) in lines[3] for pair in pairs)
    assert [cells[3] for cells in seats if not cells[4]] == re.findall(r"(\w+) against all", lines[3])
    form = "".join(f"{','.join(cells)},{won}\n" for cells, won in zip(seats, (4, 1, 0, -1, -4), strict=True))
    filled = f"{','.join(header)},units\n{form}"  # a seating with the units written in is a file of results
    assert ok("tournament result --from -", stdin=filled) == "1 table by paper sheet from stdin.\n"


def test_what_the_organiser_says_instead_of_the_format(ok: Ok) -> None:
    ok("league add Circolo")
    said = '--placement "5=10,7,4,2,0;6=12,9,6,4,2,0" --rounds 3 --variant buio --league circolo'
    assert "league Circolo." in ok(f"tournament new Lungo --format ten-deals-placement {said}")
    assert "Rounds: no round drawn yet of 3." in ok("tournament show")


def test_two_tournaments_of_a_league_play_on_one_day(ok: Ok, say: Say) -> None:
    ok("league add Circolo")
    for name in ("Mattina", "Sera"):
        ok(f"tournament new {name} --format ten-deals --seed 1 --league Circolo {DAY}")
        ok(f"tournament enter Anna,Bruno,Carla,Dario,Elena --tournament {name}")
        ok(f"tournament draw {DAY} --tournament {name}")
    assert [line.split("  ")[2] for line in ok("matches").splitlines()[2:]] == ["R1 T1", "Sera R1 T1"]
    ok("tournament undo --tournament Mattina")  # the tables of an evening are called in one way, whoever is beside it
    assert say(f"--yes tournament draw {DAY} --tournament Sera").returncode == 0
    assert [line.split("  ")[2] for line in ok("matches").splitlines()[2:]] == ["Sera R1 T1", "Sera R2 T1"]
    ok("tournament redo --tournament Mattina")
    both = "1 R1 T1 (2026-12-05, Circolo), 2 Sera R1 T1 (2026-12-05, Circolo)"
    refused(say(["deal", "anna", "A", "solo", "80", "--match", "r1 t1"]), NOT_FOUND, both)
    assert "Anna +4" in ok(["deal", "anna", "A", "solo", "80", "--match", "sera r1 t1"])
    ok("tournament result 1 --tournament Mattina Anna=4,Bruno=-1,Carla=-1,Dario=-1,Elena=-1")
    refused(say(["sheet", "R1 T1"]), NOT_FOUND, both)  # one of them is open, and not the one that is called so
    assert ok("check") == ""


def test_exports(natale: None, ok: Ok, say: Say, tmp_path: Path) -> None:
    drawn = tables(ok(f"tournament draw {DAY}"))
    assert ok("tournament export entries").splitlines()[:2] == [
        "entrant,members,group,direct,joined,left",
        "Anna,Anna,,no,1,",
    ]
    assert ok("tournament export results --round 1").splitlines()[1] == f"1,1,1,{drawn[0][0]},,,,,,"
    folder = tmp_path / "natale"
    ok(["tournament", "export", "all", "--out", str(folder)])
    files = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert sorted(files) == ["classification.csv", "entries.csv", "results.csv", "seating.csv", "standings.csv"]
    for name, text in files.items():
        assert text == ok(f"tournament export {name.removesuffix('.csv')}")
    assert files["seating.csv"].startswith(f"round,table,seat,player\n1,1,1,{drawn[0][0]}\n")
    again = say(["tournament", "export", "all", "--out", str(folder)])
    refused(again, REFUSED, "is there already; --force replaces it")
    assert ok("tournament export entries --excel it").startswith("\ufeffentrant;members;")


def test_a_marathon_has_a_standing_of_its_players(ok: Ok) -> None:
    ok(f"tournament new Notte --format marathon --seed 1 {DAY}")
    for team in range(1, 6):
        ok(["tournament", "enter", f"Team {team}", "--members", ",".join(f"{name} {team}" for name in ("A", "B", "C"))])
    ok(f"tournament draw {DAY}")
    ok("deal 'A 1' 71 'A 2' 71 --match 1")  # buio: u = 2 at 71: caller +4, partner +2, the others -2 each
    ok("seats 'B 1,A 2,A 3,A 4,A 5' --match 1")
    ok("deal 'B 1' 61 solo 50 --match 1")  # u = 1, alone and failed: -4, the others +1 each
    ok("tournament result 1")
    lines = json.loads(ok("tournament standings --individuals --format json"))
    assert [(line["place"], line["player"], line["units"], line["deals"]) for line in lines] == [
        (None, "A 1", 4, 1),
        (None, "A 2", 3, 2),
        (None, "A 3", -1, 2),
        (None, "A 4", -1, 2),
        (None, "A 5", -1, 2),
        (None, "B 1", -4, 1),
    ]  # fmt: skip - fifty deals are needed for a place
    teams = json.loads(ok("tournament standings --format json"))
    assert [(line["entrant"], line["units"]) for line in teams][:2] == [("Team 2", 3), ("Team 1", 0)]

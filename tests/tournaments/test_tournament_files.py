"""Entries and results out of CSV files: all or nothing, every fault with its line and column."""

from pathlib import Path

import pytest

from scorer.tournaments.commands.files import EXPORTS, PAGES
from tests.language.test_pseudo_helps import names_all
from tests.tournaments.desk import DAY, REFUSED, TEN, Ok, Say, tables

SIZE = 5
HOW = "count again, or say why in the column residual"


@pytest.fixture
def natale(ok: Ok) -> None:
    """A tournament under ten-deals that nobody has entered."""
    ok(f"tournament new Natale --format ten-deals --seed 7 {DAY}")


@pytest.fixture
def drawn(natale: None, ok: Ok) -> list[list[str]]:
    """Ten players, the first round drawn."""
    ok(f"tournament enter {TEN}")
    return tables(ok(f"tournament draw {DAY}"))


def faults(say: Say, words: str, stdin: str) -> list[str]:
    """The faults of a file that is refused whole."""
    done = say(words, stdin=stdin)
    assert (done.returncode, done.stdout) == (REFUSED, ""), done.stderr
    return done.stderr.removeprefix("scorer: ").splitlines()


ENTER = "tournament enter --from -"
RESULT = "tournament result --from -"


def test_entries_come_from_a_file(natale: None, ok: Ok, tmp_path: Path) -> None:
    path = tmp_path / "entries.csv"
    path.write_text('player,group,direct\nAnna,A,yes\n"O\'Hara ""the ace""",B,\n\'=Bruno,,no\n', encoding="utf-8")
    assert ok(["tournament", "enter", "--from", str(path)]) == "Entered 3 players from entries.csv.\n"
    assert ok("tournament export entries").splitlines()[1:] == [
        "'=Bruno,'=Bruno,,no,1,",
        "Anna,Anna,A,yes,1,",
        '"O\'Hara ""the ace""","O\'Hara ""the ace""",B,no,1,',
    ]


def test_a_list_of_names_without_a_header_is_entered(natale: None, ok: Ok, say: Say) -> None:
    done = say(ENTER, stdin="Anna Rossi\n\nTea\nBruno\n")
    assert done.stdout == "Entered 3 players from stdin.\n"
    assert done.stderr == "stdin has no header: its first entry is Anna Rossi\n"
    ok(f"tournament new Notte --format marathon --seed 1 {DAY}")
    teams = "Red\tAnna Rossi\tTea\tBruno\nBlue\tDario\tElena\tFabio\n"
    assert ok(f"{ENTER} --tournament Notte", stdin=teams) == "Entered 2 teams from stdin.\n"


def test_exported_entries_are_entered_in_another_tournament(drawn: list[list[str]], ok: Ok) -> None:
    exported = ok("tournament export entries")
    ok(f"tournament new Pasqua --format ten-deals --seed 7 {DAY}")
    assert ok(f"{ENTER} --tournament Pasqua", stdin=exported) == "Entered 10 players from stdin.\n"
    assert ok("tournament export entries --tournament Pasqua") == exported


def test_every_fault_of_the_entries_is_listed_and_nobody_enters(natale: None, ok: Ok, say: Say) -> None:
    ok("tournament enter Zoe")
    text = "player,group,direct\nAnna,,maybe\nsolo,,\n,A,\nanna,,\nZOE,,\nBruno\n"
    assert faults(say, ENTER, text) == [
        "line 2, column direct: 'maybe': say yes or no",
        "line 3, column player: 'solo' cannot be a player's name: solo, nobody, pot and the comma mean something",
        "line 4, column player: missing: who enters?",
        "line 5, column player: anna stands in line 2 already",
        "line 6, column player: ZOE is entered already",
        "line 7: 1 cells, too few: the header has 3 columns",
    ]
    assert "1 player." in ok("tournament show")


def test_a_file_that_is_none_is_refused_in_words(natale: None, say: Say) -> None:
    for text, fault in (
        ("", "the file is empty: a line with the names of the columns comes first"),
        ("player\n", "there is not one entry below the header"),
        ("group,direct\nA,yes\n", "line 1: there is no column player"),
        ("player,age\nAnna,7\n", "line 1, column age: there is no such column; the columns are player, or team and"),
        ("Names\tAge\nCarla\t7\n", "line 1, column age: there is no such column"),
        ("Dario\nsolo\n", "line 2, column player: 'solo' cannot be"),
        ("team,player1,player2,player3\nRed,A,B,C\n", "line 1: there is no column player"),
        ("age,town\n7,Rome\n", "line 1: these are no names of columns: age, town; known are player, team"),
        ('player\n"Anna\n', "line 2, column player: a quotation mark is not closed"),
    ):
        assert faults(say, ENTER, text)[0].startswith(fault)


def test_teams_come_with_their_members(ok: Ok, say: Say) -> None:
    ok(f"tournament new Notte --format marathon --seed 1 {DAY}")
    header = "team,player1,player2,player3\n"
    assert faults(say, ENTER, f"{header}Red,Anna,Bruno,\nBlue,Dario,Elena,Anna\n") == [
        "line 2, column team: 2 members; a team of marathon has 3",
        "line 3, column player3: Anna stands in line 2 already",
    ]
    assert faults(say, ENTER, "player\nAnna\n") == ["line 1: there is no column team (this format is played by teams)"]
    assert ok(ENTER, stdin=f"{header}Red,Anna,Bruno,Carla\n") == "Entered 1 team from stdin.\n"
    assert ok("tournament export entries").splitlines()[1] == 'Red,"Anna, Bruno, Carla",,no,1,'


def test_results_of_many_tables_come_from_the_exported_file(drawn: list[list[str]], ok: Ok) -> None:
    lines = ok("tournament export results --round 1").splitlines()
    units = (8, 4, 0, -4, -8)
    filled = [lines[0]]
    for at, line in enumerate(lines[1:]):
        cells = line.split(",")
        cells[4], cells[6] = str(units[at % SIZE]), "3"
        filled.append(",".join(cells))
    first_only = "\n".join([*filled[:6], *lines[6:]]) + "\n"
    assert ok(RESULT, stdin=first_only) == "1 table by paper sheet, 1 without units yet from stdin.\n"
    everything = "\n".join(filled) + "\n"
    assert ok(RESULT, stdin=everything) == "1 table by paper sheet, 1 as before from stdin.\n"
    assert ok(RESULT, stdin=everything) == "No table recorded, 2 as before from stdin.\n"
    exported = ok("tournament export results").splitlines()
    assert exported[1] == f"1,1,1,{drawn[0][0]},8,10,3,,,8"
    assert "2 of 2 tables over" in ok("tournament show")


def test_results_are_pasted_without_a_header(drawn: list[list[str]], ok: Ok) -> None:
    units = (8, 4, 0, -4, -8)
    for option, line in (
        ("", "{name}\t{units}"),  # who sits where is known
        ("", "{table},{name},{units}"),
        ("", "1;{table};{name};{units}"),
        ("--round 1", "{name}\t{units}"),
    ):
        text = "".join(
            line.format(table=at, name=name, units=won) + "\n"
            for at, seats in enumerate(drawn, 1)
            for name, won in zip(seats, units, strict=True)
        )
        assert ok(f"{RESULT} {option}", stdin=text) == "2 tables by paper sheet from stdin.\n"
        exported = ok("tournament export results").splitlines()[1:]
        assert [row.split(",")[4] for row in exported] == list(map(str, units)) * 2
        for _table in drawn:
            ok("tournament undo")


def test_the_units_of_a_table_are_pasted_as_a_column_or_as_a_row(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    done = say("tournament result 2 --from -", stdin="8\n4\n0\n-4\n-8\n")
    assert done.stdout == "1 table by paper sheet from stdin.\n"
    a, b, c, d, e = drawn[1]
    assert done.stderr == f"{a}=8, {b}=4, {c}=0, {d}=-4, {e}=-8\n"
    assert ok("tournament result 1 --from -", stdin="8\t4\t0\t-4\t-8\n") == "1 table by paper sheet from stdin.\n"
    nameless = say(RESULT, stdin="8\n4\n0\n-4\n-8\n")
    assert (nameless.returncode, "say of which table" in nameless.stderr) == (REFUSED, True)
    assert faults(say, "tournament result 1 --from -", "table,player,units\n2,Anna,3\n") == [
        "line 2, column table: 2 stands here, and TABLE says 1"
    ]
    assert faults(say, RESULT, "Anna\t4\nNobody\t-4\n")[0].startswith("line 2, column player: 'Nobody' is not in")


def test_every_fault_of_the_results_is_listed_and_nothing_is_recorded(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    (a, b, c, d, e), (f, g, h, i, j) = drawn
    text = "round,table,player,units,won\n"
    text += f"1,1,{a},4,\n1,1,{b},0,\n1,1,{c},0,\n1,1,{d},0,\n1,1,{e},-3,\n"
    text += f"1,2,{f},x,\n1,2,{g},0,11\n1,2,{a},0,\n1,2,{g},0,\n1,7,{h},0,\n9,1,{i},0,\n1,2,{j},,\n"
    assert faults(say, RESULT, text) == [
        "line 7, column units: units 'x': say a whole number from -1000000 to 1000000",
        f"line 9, column player: '{a}' is not at table 2 of round 1: {f}, {g}, {h}, {i}, {j}",
        f"line 10, column player: {g} stands in line 8 already",
        "line 11, column table: no table 7 in round 1: there are 2",
        "line 12, column round: no round 9 of Natale: there is 1",
        f"line 2: table 1 of round 1 does not sum to zero: +1 unit is left over; {HOW}",
    ]
    missing = text.splitlines()[:5]  # one is not there, and another has no units
    assert faults(say, RESULT, "\n".join(missing)) == [
        f"line 2: table 1 of round 1: no units for {e}; say 0 where there are none"
    ]
    missing[3] = f"1,1,{c},,"
    assert faults(say, RESULT, "\n".join(missing)) == [
        f"line 4, column units: no units for {c}; say 0 where there are none"
    ]
    assert "0 of 2 tables over" in ok("tournament show")


def test_a_residual_holds_for_the_table_of_the_file_that_says_why(drawn: list[list[str]], ok: Ok, say: Say) -> None:
    # 14 + 5 + 5 - 5 - 15 = +4 at table 1; 4 - 1 - 1 - 1 - 2 = -1 at table 2
    lines = ["table,player,units,residual"]
    lines += [f"1,{name},{units}," for name, units in zip(drawn[0], (14, 5, 5, -5, -15), strict=True)]
    lines += [f"2,{name},{units}," for name, units in zip(drawn[1], (4, -1, -1, -1, -2), strict=True)]
    lines[3] += "nobody knows"
    fault = f"line 7: table 2 of round 1 does not sum to zero: -1 unit is left over; {HOW}"
    assert faults(say, RESULT, "\n".join(lines) + "\n") == [fault]
    lines[1] += "somebody knows"
    two = "line 4, column residual: another line of this table says 'somebody knows'"
    assert faults(say, RESULT, "\n".join(lines) + "\n") == [two, fault]
    lines[1] = lines[1].removesuffix("somebody knows")
    lines[10] = f"2,{drawn[1][4]},-1,"
    assert ok(RESULT, stdin="\n".join(lines) + "\n") == "2 tables by paper sheet from stdin.\n"
    exported = ok("tournament export results")
    assert exported.splitlines()[0] == "round,table,seat,player,units,deals,won,called,made,yield,residual"
    assert exported.splitlines()[5:7] == [
        f"1,1,5,{drawn[0][4]},-15,10,,,,-15,nobody knows",
        f"1,2,1,{drawn[1][0]},4,10,,,,4,",
    ]
    assert ok(RESULT, stdin=exported) == "No table recorded, 2 as before from stdin.\n"
    counted = exported.replace(",-15,10", ",-19,10")
    zero = "line 2: table 1 of round 1 sums to zero: there is no residual to give a reason for"
    assert faults(say, RESULT, counted) == [zero]


def test_an_exported_sheet_beside_which_a_penalty_counts_comes_back_as_it_was(
    drawn: list[list[str]], ok: Ok, say: Say
) -> None:
    a, b = drawn[0][:2]
    ok(f"penalty {a} 4 --match 1 --reason late")
    form = ok("tournament export results")
    assert form.splitlines()[1] == f"1,1,1,{a},,,,,,"  # a penalty is no result: the form is still to be filled in
    filled = form.replace(",,,,,,", ",0,,,,,")
    assert ok(RESULT, stdin=filled) == "2 tables by paper sheet from stdin.\n"
    exported = ok("tournament export results")
    assert exported.splitlines()[:3] == [
        "round,table,seat,player,units,deals,won,called,made,yield,sheet",
        f"1,1,1,{a},-4,10,,,,-4,0",
        f"1,1,2,{b},1,10,,,,1,0",
    ]
    assert ok(RESULT, stdin=exported) == "No table recorded, 2 as before from stdin.\n"
    raised = exported.replace(f"{a},-4,", f"{a},-3,")
    assert faults(say, RESULT, raised)[0] == "line 2, column units: 0 on the sheet and -4 besides make -4, not -3"


def test_helps_name_all_that_can_be_written() -> None:
    assert names_all("tournament export", EXPORTS)
    assert names_all("tournament print", PAGES)

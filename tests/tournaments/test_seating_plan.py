"""`scorer seating`: a schedule for anybody, without a scorebook."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from tests.tournaments.desk import Ok, Say


def test_what_is_known_of_fewer_repeats_is_said(ok: Ok) -> None:
    ten = ok("seating 10 3 --seed 1").replace("\n", " ")
    assert "up to 3 times: 24 repeats, counting any two rounds that a pair has in common." in ten
    assert "It is proven that fewer are impossible." in ten
    assert "are proven to be needed." in ok("seating 9 4 --seed 1").replace("\n", " ")
    assert "Whether fewer are possible is open." in ok("seating 30 7 --seed 1").replace("\n", " ")


def test_what_sharing_out_the_larger_tables_costs_is_said(ok: Ok) -> None:
    # the six of a six sit at five fives, so that two meet again, four times; four of the fives send five to four sixes
    two = ok("seating 49 2 --seed 1").replace("\n", " ")
    assert "8 pairs meet twice. It is proven that fewer are impossible. That holds where the larger tables" in two
    assert "Some sit at a larger table once more often than others." in two


def test_who_rests_is_said(ok: Ok) -> None:
    said = ok("seating 14 3 --seed 5")
    assert len(re.findall(r"^resting  +\d+  +\d+$", said, flags=re.MULTILINE)) == 3
    assert "Everybody rests 0 or 1 times." in said
    assert "Everybody rests once." in ok("seating 7 7 --seed 5")
    assert "rests" not in ok("seating 10 2 --seed 5")
    for pairs, seated, resting in (
        ("8 2 --seed 4", range(1, 7), [["", ""]] * 2),
        (f"2 --pairs {PAIRS} --seed 2", range(1, 5), [["", ""]] * 2),
    ):
        rows = list(csv.reader(io.StringIO(ok(f"seating {pairs} --format csv"))))
        assert rows[0] == ["round", "table", "seat", "player"]
        for number in ("1", "2"):
            mine = [row for row in rows[1:] if row[0] == number and row[1] != "2"]
            assert [row[1:3] for row in mine] == [["1", str(seat)] for seat in seated] + resting
            assert len({row[3] for row in mine}) == len(mine)


def test_the_table_fits_eighty_columns(ok: Ok) -> None:
    for words in ("seating 1000 1 --sizes 8", "seating 14 8", "seating 31 2 --apart 1-2,3-4,5-6"):
        assert max(map(len, ok(words).splitlines())) <= 80


def test_the_json_says_everything(ok: Ok) -> None:
    told = json.loads(ok("seating 27 2 --seed 4 --apart 9-4 --format json"))
    assert {key: told[key] for key in ("players", "rounds", "sizes", "seed", "apart", "fewest_clashes")} == {
        "players": 27, "rounds": 2, "sizes": [5, 6], "seed": 4, "apart": [[4, 9]], "fewest_clashes": 12,
    }  # fmt: skip
    # the six of each six sit at three fives, three pairs; four of each five at two sixes, two pairs: 2 x 3 + 3 x 2
    assert told["figures"]["clashes"] == 12
    assert told["figures"]["larger"] == 1
    assert told["figures"]["apart"] == 0
    assert [each["round"] for each in told["seating"]] == [1, 2]
    assert [len(table) for table in told["seating"][0]["tables"]] == [5, 5, 5, 6, 6]
    assert told["seating"][0]["resting"] == []


def test_the_command_that_is_shown_has_every_option_and_gives_the_same(ok: Ok) -> None:
    first = ok("seating 21 2 --sizes 4,5 --apart 3-7,4-9")
    shown = re.search(r"^The same for anybody: scorer (seating 21 2 --.*)$", first, flags=re.MULTILINE)
    assert shown
    assert re.fullmatch(r"seating 21 2 --sizes 4,5 --apart 3-7,4-9 --seed \d+", shown[1])
    assert ok(shown[1]) == first
    for line in first.splitlines():
        seats = line.split()[2:]
        assert not {"3", "7"} <= set(seats)
        assert not {"4", "9"} <= set(seats)


def test_tables_of_four_with_partners_who_are_others_in_each_round(ok: Ok) -> None:
    lines = ok("seating 4 3 --table 4 --seed 1").splitlines()
    tables = [line.split()[2:] for line in lines if line.startswith("table")]
    couples = [frozenset(couple) for table in tables for couple in (table[::2], table[1::2])]
    assert len(set(couples)) == 6  # all that four players can make
    assert lines[9:] == [
        "Seats in playing order; seats 1 and 3 are partners, and 2 and 4; the first of",
        "each table deals first.",
        "Nobody has the same partner twice.",
        "6 pairs meet more than once, up to 3 times: 18 repeats, counting any two rounds",
        "that a pair has in common. It is proven that fewer are impossible.",
        "Some deal first once more often than others.",
        "The same for anybody: scorer seating 4 3 --table 4 --seed 1",
    ]


def test_who_has_a_partner_again_is_said(ok: Ok) -> None:
    # two couples in each of five rounds, and six pairs of players
    said = ok("seating 4 5 --table 4 --seed 1").replace("\n", " ")
    assert "4 pairs of players are partners more than once, 2 times at most. It is proven that fewer are" in said
    told = json.loads(ok("seating 4 5 --table 4 --seed 1 --format json"))
    assert (told["sizes"], told["partners_again"]) == ([4], 4)


PAIRS = "Anna+Bruno,Carla+Dario,Elena+Franco,Gina+Hugo,Irene+Luca"


def test_pairs_that_stay_together(ok: Ok) -> None:
    lines = ok(f"seating 5 --table 4 --pairs {PAIRS} --seed 2").splitlines()
    assert lines[:4] == ["Round 1", "table 1  Irene+Luca - Anna+Bruno", "table 2  Elena+Franco - Carla+Dario",
                         "resting  Gina+Hugo"]  # fmt: skip
    assert lines[-6:] == [
        "The first pair of a table has seats 1 and 3, the other 2 and 4; the first named",
        "deals first.",
        "No two pairs meet twice.",
        "Every pair deals first equally often.",
        "Every pair rests once.",
        f"The same for anybody: scorer seating 5 --table 4 --pairs {PAIRS} --seed 2",
    ]
    again = ok(f"seating 6 --pairs {PAIRS} --seed 2").splitlines()
    assert "Two pairs meet at most 2 times. It is proven that fewer are impossible." in again
    rows = list(csv.reader(io.StringIO(ok(f"seating 5 --pairs {PAIRS} --seed 2 --format csv"))))
    assert [row[3] for row in rows[1:5]] == ["Irene", "Anna", "Luca", "Bruno"]  # partners sit opposite


@pytest.mark.parametrize("text", ["Ada,Bice\nCarlo,Dora\n", "player1;player2\nAda;Bice\nCarlo;Dora\n"])
def test_pairs_of_a_file(ok: Ok, tmp_path: Path, text: str) -> None:
    file = tmp_path / "my pairs.csv"
    file.write_text(text, encoding="utf-8")
    said = ok(f"seating 1 --pairs '{file}' --seed 1")
    assert "Ada+Bice" in said
    assert "Carlo+Dora" in said
    assert f"scorer seating 1 --table 4 --pairs '{file}' --seed 1" in said
    told = json.loads(ok(f"seating 4 1 --pairs '{file}' --seed 1 --format json"))
    assert (told["players"], told["pairs"]) == (4, [["Ada", "Bice"], ["Carlo", "Dora"]])


def test_every_fault_of_a_file_of_pairs_is_listed(say: Say, tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    file.write_text("Ada,Bice\nCarlo,\nsolo,Dora,Elio\nsolo,Fosca\n", encoding="utf-8")
    done = say(f"seating 1 --pairs '{file}'")
    assert done.returncode == 3
    assert done.stderr == (
        "scorer: line 2, column player2: a name is missing\n"
        "line 3: 3 cells, too many: the header has 2 columns\n"
        "line 4, column player1: 'solo' cannot be a player's name: solo, nobody, pot and the comma mean something\n"
    )


def test_what_cannot_be_is_refused(say: Say) -> None:
    for words, said in (
        ("ten 3", "PLAYERS 'ten': say a whole number from 5 to 1000"),
        ("4 3", "PLAYERS '4': say a whole number from 5 to 1000"),
        ("10000 3", "PLAYERS '10000': say a whole number from 5 to 1000"),
        ("10 0", "ROUNDS '0': say a whole number from 1 to 50"),
        ("10 51", "ROUNDS '51': say a whole number from 1 to 50"),
        ("10 2 --seed -1", "--seed '-1': say a whole number from 0 to 999999999"),
        ("10 2 --format xml", "--format 'xml': say table, csv or json"),
        ("10 2 --sizes 5,9", "--sizes '9': say a whole number from 3 to 8"),
        ("10 2 --sizes ,", "--sizes '': say a whole number from 3 to 8"),
        ("10", "say PLAYERS and ROUNDS: scorer seating 25 6"),
        ("10 2 3", "say PLAYERS and ROUNDS: scorer seating 25 6"),
        ("10 2 --table 5", "--table '5': partners sit at tables of 4; --sizes seats any others"),
        ("10 2 --table 4 --sizes 4", "--sizes and --table do not go together: leave one of them out"),
        ("3 2 --table 4", "PLAYERS '3': say a whole number from 4 to 1000"),
        ("2 --pairs A+B", "1 pair: say 2 to 500"),
        ("2 --pairs A+B,C", "--pairs 'C': say it as in Anna+Bruno,Carla+Dario"),
        ("2 --pairs A+B,C+a", "A is named twice: everybody is of one pair"),
        ("6 2 --pairs A+B,C+D", "PLAYERS '6': 2 pairs are 4 players; with --pairs say the rounds alone"),
        ("4 2 1 --pairs A+B,C+D", "say how many rounds: scorer seating 5 --pairs Anna+Bruno,Carla+Dario"),
        ("2 --pairs A+B,C+D --apart 1-2", "--apart and --pairs do not go together: leave one of them out"),
        ("2 --pairs A+B,C+D --sizes 4", "--sizes and --pairs do not go together: leave one of them out"),
        ("10 2 --apart 3", "--apart '3': say it as in 3-7,4-9"),
        ("10 2 --apart 3-x", "--apart 'x': say a whole number from 1 to 1000"),
        ("10 2 --apart 3-3", "3: two different players are kept apart"),
        ("10 2 --apart 3-11", "3-11 to keep apart: there is no player 11 among 10"),
        ("10 2 --apart 1-2,2-3,1-3", "players 1, 2 and 3 cannot all be kept apart: there are 2 tables"),
    ):
        done = say(f"seating {words}")
        assert (done.returncode, done.stderr, done.stdout) == (3, f"scorer: {said}\n", "")

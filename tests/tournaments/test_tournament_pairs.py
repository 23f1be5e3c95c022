"""A tournament of pairs at its desk: how pairs enter, how a table of theirs is said, what is printed and exported."""

import re
from collections.abc import Callable

import pytest

from tests.tournaments.desk import REFUSED, Ok, Say

Asked = Callable[..., tuple[int, str]]

FOUR = "Anna+Bruno,Carla+Dario,Elena+Franco,Gina+Hugo"
DRAWN = ["Table 1 (match 1): Anna+Bruno - Carla+Dario", "Table 2 (match 2): Gina+Hugo - Elena+Franco"]


@pytest.fixture
def natale(ok: Ok) -> None:
    """A tournament that nobody has entered."""
    ok("tournament new Natale --format brisca-pairs --on 2026-11-20 --seed 88 --rounds 3")


@pytest.fixture
def drawn(natale: None, ok: Ok) -> list[str]:
    """Four pairs, the first round drawn: the lines of its tables."""
    ok(f"tournament enter {FOUR}")
    return [line for line in ok("tournament draw --on 2026-11-20").splitlines() if line.startswith("Table")]


def refused(say: Say, words: str, **more: str) -> str:
    """What is said of a command that is refused, and writes nothing."""
    done = say(words, **more)
    assert (done.returncode, done.stdout) == (REFUSED, ""), done.stderr
    return done.stderr.removeprefix("scorer: ").strip()


def test_pairs_enter_by_name_or_with_a_name_of_their_own(natale: None, ok: Ok, say: Say) -> None:
    assert ok("tournament enter Anna+Bruno,Carla+Dario") == "Entered 2 pairs.\n"
    assert ok("tournament enter Lions --members Elena,Franco") == "Entered 1 pair.\n"
    done = say("tournament enter --from -", stdin="Pia,Remo\n")
    assert (done.stdout, "its first entry is Pia+Remo" in done.stderr) == ("Entered 1 pair from stdin.\n", True)
    assert "4 pairs.\n" in ok("tournament show")
    assert ok("tournament export entries").splitlines()[1:] == [
        'Anna+Bruno,"Anna, Bruno",,no,1,', 'Carla+Dario,"Carla, Dario",,no,1,', 'Lions,"Elena, Franco",,no,1,',
        'Pia+Remo,"Pia, Remo",,no,1,',
    ]  # fmt: skip
    two = "a team of brisca-pairs has 2: name a pair as Anna+Bruno, with a comma between two pairs"
    for words, said in (
        ("Gina", f"Gina: 0 members; {two}"),
        ("Gina+", f"Gina: 1 member; {two}"),
        ("Gina+Hugo Ugo+Ines", f"Gina+Hugo Ugo+Ines: 3 members; {two}"),
        ("Gina+Dario", "Dario is entered already"),
    ):
        assert refused(say, f"tournament enter {words}") == said


def test_every_fault_of_a_file_of_pairs_is_named(natale: None, say: Say) -> None:
    text = "player1,player2\nAnna,Bruno\nCarla,\nAnna,Dario\nElena,solo\n"
    assert refused(say, "tournament enter --from -", stdin=text).splitlines() == [
        "line 3, column player1: 1 member; a team of brisca-pairs has 2",
        "line 4, column player1: Anna stands in line 2 already",
        "line 5, column player2: 'solo' cannot be a player's name: solo, nobody, pot and the comma mean something",
    ]
    said = refused(say, "tournament enter --from -", stdin="player\nAnna\n")
    assert said == "line 1: there are no columns player1 and player2, for a pair in each line"


def test_who_withdraws_is_told_how_the_pair_plays_on(drawn: list[str], say: Say) -> None:
    said = say("tournament withdraw Hugo").stderr
    assert "Gina+Hugo is announced at table 2 of round 1; scorer tournament redraw seats the round anew" in said
    assert "scorer tournament enter Gina+Hugo, then scorer tournament substitute Hugo NEWCOMER" in said


def test_a_pair_that_comes_late_waits_for_the_next_round(drawn: list[str], say: Say) -> None:
    said = refused(say, "tournament enter Ivo+Lea --table 1")
    assert said.startswith("only a single player can be seated at a table; scorer tournament substitute")


def test_a_fourth_round_of_four_pairs_meets_again(ok: Ok) -> None:
    ok("tournament new Natale --format brisca-pairs --on 2026-11-20 --seed 5 --rounds 4")
    ok(f"tournament enter {FOUR}")
    for _ in range(3):
        assert "meet again" not in ok("tournament draw --on 2026-11-20")
        ok("tournament result 1 3-0")
        ok("tournament result 2 3-0")
    said = ok("tournament draw --on 2026-11-20")
    again = re.findall(r"^Table (\d): (\S+) and (\S+) meet again, after round (\d)\.$", said, flags=re.MULTILINE)
    assert [table for table, *_ in again] == ["1", "2"]


def test_the_form_of_the_results_is_filled_in_and_comes_back(drawn: list[str], ok: Ok, say: Say) -> None:
    form = ok("tournament export results").splitlines()
    assert form[1:] == ["1,1,1,Anna+Bruno,,,,,,", "1,1,2,Carla+Dario,,,,,,",
                        "1,2,1,Gina+Hugo,,,,,,", "1,2,2,Elena+Franco,,,,,,"]  # fmt: skip
    filled = [line.replace(",,,,,,", f",{units},4,{won},,,") for line, units, won in
              zip(form[1:], (2, -2, -1, 1), (3, 1, 1, 3), strict=True)]  # fmt: skip
    done = say("tournament result --from -", stdin="\n".join([form[0], *filled]))
    assert done.stdout == "2 tables by paper sheet from stdin.\n"
    written = ok("tournament export results")
    assert written.splitlines()[1:3] == ["1,1,1,Anna+Bruno,2,4,3,,,1", "1,1,2,Carla+Dario,-2,4,1,,,0"]
    assert say("tournament result --from -", stdin=written).stdout == "No table recorded, 2 as before from stdin.\n"
    plain = say("tournament result --from -", stdin="Anna+Bruno,3\nCarla+Dario,-3\n")
    assert plain.stdout == "1 table by paper sheet from stdin.\n"


def test_the_seats_of_partners_stay_opposite(drawn: list[str], ok: Ok, say: Say) -> None:
    said = refused(say, 'seats "Anna,Bruno,Carla,Dario" --match "R1 T1"')
    assert said == "Anna and Carla would be partners, and play for Anna+Bruno and Carla+Dario: partners sit opposite"
    away = say('seats "Anna,Carla,Hugo,Dario" --match "R1 T1"').stderr  # of the pair at table 2
    assert away.startswith("Hugo plays for nobody here; scorer tournament substitute says for whom\n")
    ok('seats "Carla,Anna,Dario,Bruno" --match "R1 T1"')
    ok('deal carla 74 --match "R1 T1"')
    assert "Table 1 (match 1), 1 deal so far: Anna+Bruno -1, Carla+Dario +1\n" in ok("tournament round")
    # three deals won are the match, and no side wins a fourth
    won = "table 2 of round 1 is played until one side has won 3 deals"
    assert refused(say, "tournament result 2 4-0").startswith(f"4-0: {won}")
    assert refused(say, "tournament result 2 2-1").startswith(f"2-1: {won}")


def test_a_table_is_asked_for_by_pairs(drawn: list[str], asked: Asked) -> None:
    code, shown = asked(["tournament", "result", "1"], [("Anna+Bruno", "2"), ("Carla+Dario", "-2")])
    assert code == 0, shown
    assert "Anna+Bruno=2, Carla+Dario=-2" in shown
    code, shown = asked(["tournament", "result", "2"], [("Gina+Hugo", "1-3")])
    assert (code, "Gina+Hugo=-2, Elena+Franco=2" in shown) == (0, True), shown

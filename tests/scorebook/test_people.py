"""Who is who: names that are the same, names that are nearly, renaming, merging, hiding."""

from pathlib import Path

import pytest

from scorer.errors import NotFoundError
from scorer.match.names import find, near_duplicates
from scorer.scorebook.people import read_unit_value
from tests.fixtures import FIVE, Environment, Ok, ReadSheet, Say
from tests.running import answer, refused


def test_a_name_in_another_spelling_is_the_same_player(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok(["start", "Two", "--players", "ANNA,  brunó ,Zoë,Dario,Elena"])
    assert sheet("Two").seats == ("Anna", "Bruno", "Zoë", "Dario", "Elena")
    ok(["start", "Three", "--players", "Anna,Bruno,Zoe\u0308,Dario,Elena"])
    assert ok("player list").split() == ["Anna", "Bruno", "Carla", "Dario", "Elena", "Zoë"]


@pytest.mark.parametrize(
    ("name", "second"),
    [
        ("Dario", "Mario"), ("Nora", "Dora"), ("Gino", "Pino"), ("Anna", "Hanna"), ("Carlo", "Carla"),
        ("Marta", "Maria"), ("Marco", "Mario"), ("Daniele", "Daniela"), ("Mario Rossi", "Dario Rossi"),
        ("Luca", "Lucas B"), ("Mario Rossi", "Maria Rossi"), ("Al", "Ale"), ("P01", "P02"), ("Ada 2", "Ada 3"),
    ],
)  # fmt: skip
def test_two_common_names_are_no_slip_of_the_pen(name: str, second: str) -> None:
    assert near_duplicates(name, [second]) == near_duplicates(second, [name]) == []


@pytest.mark.parametrize(
    ("name", "second"),
    [
        ("Giusepe", "Giuseppe"), ("Ana", "Anna"), ("Elna", "Elena"), ("Zoar", "Zora"), ("Mari o", "Mario"),
        ("Gian-Luca", "Gianluca"), ("DallAglio", "Dall'Aglio"), ("Giovenni", "Giovanni"), ("B1ce", "Bice"),
        ("Mrio Rossi", "Mario Rossi"), ("Adda 3", "Ada 3"),
    ],
)  # fmt: skip
def test_a_typing_error_in_a_name_is_a_slip_of_the_pen(name: str, second: str) -> None:
    assert near_duplicates(name, [second]) == [second]
    assert near_duplicates(second, [name]) == [name]


@pytest.mark.parametrize(
    "typed", ["ann,BRU,car,dar,ele", "anna bruno carla dario elena", "ann bru car dar ele", "Anna,Bruno,Carla,Dario,El"]
)
def test_who_sits_down_is_named_by_first_letters_with_or_without_commas(
    typed: str, friday: None, say: Say, sheet: ReadSheet
) -> None:
    done = say(["start", "Two", "--players", typed, "--on", "2026-11-20"])
    assert done.returncode == 0
    assert sheet("Two").seats == tuple(FIVE.split(","))
    assert ("'El' is Elena; a new player of such a name is \"=El\"" in done.stderr) == typed.endswith(",El")
    assert " new\n" not in done.stderr


def test_an_equals_sign_before_a_name_is_not_dropped_in_silence(friday: None, say: Say) -> None:
    started = say(["start", "Sums", "--players", "=1+1,=Bru,=Anna,Dario,Elena"])  # Anna is known, and Bru is not Bruno
    assert "'=1+1' is 1+1: = before a name only says that nobody else is meant\n" in started.stderr
    assert "'=Bru'" not in started.stderr
    assert ": 1+1, Bru, Anna, Dario, Elena." in started.stdout


def test_a_known_name_of_several_words_needs_no_comma(friday: None, ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok(["start", "Two", "--players", "Gina Lollo,Bruno,Carla,Dario,Elena"])
    ok(["start", "Three", "--players", "Bruno Gina Lollo Carla Dario Elena"])
    assert sheet("Three").seats == ("Bruno", "Gina Lollo", "Carla", "Dario", "Elena")
    ok("seats Gina Lollo Bruno Carla Dario Elena --match Three")
    assert sheet("Three").seats[0] == "Gina Lollo"
    # with a Gina and a Gina Lollo, these may be five people or six
    ok(["start", "Four", "--players", "=Gina,Bruno,Carla,Dario,Elena"])
    refused(say(["start", "Five", "--players", "Bruno Gina Lollo Carla Dario Elena"]), 3, "'Gina Lollo'", "put commas")


def test_a_comma_that_is_missing_is_missed(friday: None, say: Say) -> None:
    refused(say(["start", "Two", "--players", "Anna Bruno,Carla,Dario,Elena,Fabio"]), 3, "'Anna Bruno'", "put commas")


def test_letters_that_two_names_begin_with_are_refused_and_nobody_new_is_made(ok: Ok, say: Say) -> None:
    ok("start Friday --players Bruno,Brunella,Carla,Dario,Elena")
    refused(say("seats Bru,Carla,Dario,Elena,Fabio"), 4, "'Bru' could be Brunella or Bruno", '"=Bru" for somebody new')
    assert "Bru\n" not in ok("player list")


def test_an_equals_sign_before_a_name_makes_somebody_new_who_is_told_apart(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok("start Friday --players Bruno,Brunella,Carla,Dario,Elena")
    notices = say("seats =Bru,Carla,Dario,Elena,Brunella").stderr
    assert notices.splitlines() == [
        'Bru is new; if it is Bruno: scorer player merge "Bru" "Bruno"',
        "Bru is new beside Brunella: they are taken for two people",
    ]
    assert sheet().seats[0] == "Bru"
    ok("seats bru,Carla,Dario,Elena,brune")  # an exact name goes before a longer one
    assert sheet().seats == ("Bru", "Carla", "Dario", "Elena", "Brunella")


def test_who_is_new_is_said_unless_everybody_is(say: Say) -> None:
    assert say(f"start Friday --players {FIVE} --on 2026-11-20").stderr == ""
    for _ in range(2):  # who was there by an undone step alone is new again
        assert say("seats Anna,Bruno,Carla,Gina,hugo").stderr == "Gina and hugo are new\n"
        assert say("undo").returncode == 0
    assert say("seats Anna,Bruno,Carla,Gina,Hugo").stderr == "Gina and Hugo are new\n"


def test_a_number_is_no_beginning_of_a_longer_one(ok: Ok, sheet: ReadSheet) -> None:
    ok("start Friday --players P10,P11,P2,P3,P4")
    ok("seats P1,P11,P2,P3,P4")
    assert sheet().seats[0] == "P1"


def test_an_undone_start_leaves_no_spelling_behind_and_no_name(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok("start Friday --players anna,brnuo,carla,dario,elena")
    ok("undo")
    done = say("start Friday --players Anna,Brunilde,Carla,Dario,Elena")
    assert sheet().seats == ("Anna", "Brunilde", "Carla", "Dario", "Elena")
    ok("seats ann,bru,car,dar,ele")  # and not brnuo
    ok("seats -Brunilde +brn")  # who is nobody's first letters
    assert sheet().seats[1] == "brn"
    assert "brnuo" not in done.stderr
    assert "'br' could be Brunilde or brn:" in say("player rename br Bice").stderr  # and not brnuo
    assert "Brunilde is now" in ok("player rename bru Bruna")


def test_a_name_with_its_words_turned_round_is_pointed_out(ok: Ok, say: Say) -> None:
    ok("start Friday --players 'Anna Rossi,Bruno,Carla,Dario,Elena'")
    notices = say("seats 'Rossi Anna,Bruno,Carla,Dario,Elena'").stderr
    assert 'Rossi Anna is new; if it is Anna Rossi: scorer player merge "Rossi Anna" "Anna Rossi"' in notices


def test_a_spelling_that_was_played_with_stays(ok: Ok, scorer: Say, sheet: ReadSheet) -> None:
    ok("start Friday --players anna,bruno,carla,dario,elena")
    ok("start Second --players Anna,Bruno,Carla,Dario,Elena")
    assert sheet("Second").seats == ("anna", "bruno", "carla", "dario", "elena")
    assert scorer("--yes undo --match Friday").returncode == 0
    assert scorer("--yes undo --match Second").returncode == 0
    ok("start Third --players Anna,Bruno,Carla,Dario,Gina")  # nothing of the others stands
    assert sheet("Third").seats == ("Anna", "Bruno", "Carla", "Dario", "Gina")


def test_mixed_alphabets_are_warned_about(say: Say) -> None:
    done = say(["start", "Two", "--players", "\u0410nna,Bruno,Carla,Dario,Elena"])  # a Cyrillic A
    assert done.returncode == 0
    assert "mixes two alphabets" in done.stderr


@pytest.mark.parametrize(
    ("typed", "meant"), [("a", "Anna"), ("ANNA", "Anna"), ("brú", "Bruno"), ("o'neill", "Zoë O'Neill")]
)
def test_a_player_is_found_by_the_beginning_of_any_word(ok: Ok, sheet: ReadSheet, typed: str, meant: str) -> None:
    ok(["start", "Friday", "--players", "Anna,Bruno,Carla,Dario,Zoë O'Neill"])
    ok(["deal", typed, "K", "carla", "61"])
    assert sheet().records[0].caller == meant


def test_a_rename_reaches_the_past_and_may_change_only_the_writing(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("deal anna K elena 61")
    assert ok("player rename anna Annalisa") == "Anna is now Annalisa.\n"
    assert sheet().running["Annalisa"] == 2
    assert "Annalisa called the king" in ok("sheet --plain")
    ok("player rename annalisa ANNALISA")
    assert "ANNALISA" in sheet().seats


def test_a_merge_makes_two_names_one_person(friday: None, ok: Ok, scorer: Say, sheet: ReadSheet) -> None:
    ok("deal anna K elena 61")
    ok("finish")
    ok("start Saturday --players Annina,Bruno,Carla,Dario,Elena --on 2026-11-21")
    ok("deal annina K elena 61")
    ok("player merge Annina Anna")
    assert sheet("Saturday").running["Anna"] == 2
    assert ["1", "Anna", "+4", "+2.00", "2", "2", "1", "-"] in [
        line.split() for line in ok("standings --sure").splitlines()
    ]
    assert "Annina" not in ok("player list")
    assert scorer("--yes undo").stdout == "Undone: player Annina merged into Anna\n"
    assert "Annina" in ok("player list")
    assert scorer("--yes redo").returncode == 0
    ok("start Sunday --players Annina,Bruno,Carla,Dario,Elena --on 2026-11-22")
    assert sheet("Sunday").seats[0] == "Anna"  # the old name still leads to her


def test_a_merge_of_two_who_sat_at_one_table_is_refused(friday: None, say: Say, ok: Ok) -> None:
    ok("deal anna K elena 61")
    ok("seats Fabio,Bruno,Carla,Dario,Elena")
    assert say("player merge fabio bruno").returncode == 3
    assert say("player merge anna elena").returncode == 3  # they met in a deal


def test_a_hidden_player_leaves_the_list_and_keeps_the_standings(friday: None, ok: Ok) -> None:
    ok("deal anna K elena 61")
    ok("player hide anna")
    assert "Anna" not in ok("player list")
    assert "Anna" in ok("player list --hidden")
    assert "Anna" in ok("standings")
    ok("player hide anna --show")
    assert "Anna" in ok("player list")


def test_two_players_became_one_without_a_question(ok: Ok, environment: Environment) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("start Saturday --players Annina,Fabio,Gina,Hans,Ines")
    merge = ["player", "merge", "annina", "anna"]
    question = "Is annina really anna, in every match?"
    code, shown = answer(environment, merge, [(question, "n")])
    assert code == 1, shown
    assert "Annina" in ok("player list")
    code, shown = answer(environment, merge, [(question, "y")])
    assert code == 0, shown
    assert "Annina" not in ok("player list")
    code, shown = answer(environment, ["undo"], [("Take that back?", "y")])
    assert (code, "  player Annina merged into Anna\n" in shown) == (0, True), shown
    code, shown = answer(environment, ["--yes", *merge], [])
    assert (code, question in shown) == (0, False), shown
    assert "Annina is Anna from now on" in shown


def test_what_is_done_again_under_a_merge_put_one_person_into_two_seats(ok: Ok, say: Say, scorer: Say) -> None:
    ok("start Kitchen --players Anna,Bruno,Carla,Dario,Gina --on 2026-01-02")
    ok("start Garden --players Anna,Bruno,Carla,Elena,Ferro --on 2026-01-01")
    ok("seats Anna,Bruno,Carla,Dario,Elena --match Garden")
    ok("player merge ferro elena")
    words = "two would sit at one table who are both Elena, by a merge: they are two people"
    refused(say("undo --match Garden"), 3, words)  # Elena and Ferro would sit side by side again
    assert scorer("--yes undo 2").returncode == 0
    assert scorer("--yes redo 2").returncode == 0
    assert "Elena" in ok("finish Garden")


NORDIC = (
    "Łukasz",
    "Đorđe",
    "Øyvind",
    "Weiß",
    "Æsa",
    "Þóra",
    "I\N{LATIN SMALL LETTER S WITH CEDILLA}\N{LATIN SMALL LETTER DOTLESS I}l",
)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("luk", "Łukasz"),
        ("dord", "Đorđe"),
        ("oy", "Øyvind"),
        ("weiss", "Weiß"),
        ("aes", "Æsa"),
        ("thor", "Þóra"),
        ("isi", NORDIC[-1]),
    ],
)
def test_a_name_is_found_by_the_letters_of_any_keyboard(typed: str, found: str) -> None:
    assert find(typed, NORDIC) == found


def test_luk_is_lukas_or_lukasz_with_a_stroke_and_nobody_guesses() -> None:
    with pytest.raises(NotFoundError, match="could be Łukasz or Lukas"):
        find("luk", ["Łukasz", "Lukas"])
    assert find("łuk", ["Łukasz", "Lukas"]) == "Łukasz"
    assert find("lukasz", ["Łukasz", "Lukasz"]) == "Lukasz"
    assert find("lukasz", ["Łukasz", "Lukaszewski"]) == "Łukasz"


def test_lukasz_with_a_stroke_is_found_by_typing_and_never_taken_for_one_without_by_a_file(
    ok: Ok, say: Say, tmp_path: Path
) -> None:
    ok("start Friday --players Łukasz,Bruno,Carla,Dario,Elena")
    typed = say("start Sunday --players Lukasz,Bruno,Carla,Dario,Zoe")
    assert "'Lukasz' is Łukasz; a new player of such a name is \"=Lukasz\"" in typed.stderr
    file = tmp_path / "other.csv"
    file.write_text(
        "match,on,variant,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5\n"
        "M,2026-01-01,chiamata,Lukasz,K,Bruno,70,Lukasz,Bruno,Carla,Dario,Elena\n"
    )
    came = say(f"import {file}")
    assert 'Lukasz is new; if it is Łukasz: scorer player merge "Lukasz" "Łukasz"' in came.stderr
    everybody = ["Bruno", "Carla", "Dario", "Elena", "Lukasz", "Łukasz", "Zoe"]  # Ł stands among L
    assert ok("player list").split() == everybody


def test_no_end_was_taken_and_no_money_was_not() -> None:
    assert [read_unit_value(text) for text in ("none", " None ", "0", "0,5")] == [0, 0, 0, 50]

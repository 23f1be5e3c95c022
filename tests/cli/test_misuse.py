"""Command lines that are none: one line of ours with exit code 2, and what is refused though it looks like words."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import psycopg
import pytest

from scorer.cli.app import command
from tests.running import refused

Say = Callable[..., CompletedProcess[str]]
Ok = Callable[..., str]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("standings anna", "'anna' is too much; scorer standings --help says what it takes"),
        ("standings --nope", "no option --nope (did you mean --force, --order or --to?); scorer standings --help"),
        ("--nope", "there is no option --nope (did you mean --no-input?); scorer --help"),
        ("penalty anna --units 3", "'3' is too much; scorer penalty --help"),
        ("bids --format", "--format needs a word behind it; scorer bids --help"),
        ("sheet --plain=3", "--plain takes no word behind it; scorer sheet --help"),
        ("frobnicate", "there is no command 'frobnicate'; scorer --help"),
        ("standigns", "there is no command 'standigns' (did you mean 'standings'"),
        ("deal", "scorer deal CALLER BID PARTNER RESULT; where nobody calls: scorer deal PLAYER COUNT"),
        ("sheet A --match B", "'A' and --match 'B': say one match, once"),
    ],
)
def test_misuse_of_the_command_line_is_one_line_and_no_box(words: str, said: str, friday: None, say: Say) -> None:
    refused(say(words), 2, said)


def test_a_group_alone_still_shows_its_help(say: Say) -> None:
    done = say("league")
    assert (done.returncode, "Usage: scorer league" in done.stdout + done.stderr) == (2, True)


def test_a_mark_is_no_longer_than_anybody_writes_one(friday: None, say: Say) -> None:
    refused(say(["deal", "anna", "K", "elena", "61", "--id", "x" * 2000]), 3, "2000 characters", "at most 100")


BELLS = (
    ["deal", "an\ana", "K", "elena", "61"], ["deal", "anna", "K", "elena", "ma\ade"], ["call", "an\ana", "K"],
    ["penalty", "an\ana", "4", "--reason", "x"], ["redeal", "mis\adeal"], ["seats", "+Gi\ano", "-Anna"],
    ["deal", "anna", "K", "elena", "61", "--dealer", "an\ana"], ["deal", "anna", "K", "elena", "61", "--id", "\a7"],
)  # fmt: skip


def test_a_bell_in_a_word_is_named_and_not_passed_over(friday: None, say: Say) -> None:
    for words in BELLS:
        refused(say(words), 3, "\\u0007", "U+0007 is a control character")


def test_a_bid_of_another_game_is_no_question_of_how_many_words(friday: None, say: Say) -> None:
    refused(say("deal anna carichi 74"), 3, "'carichi' is not a bid", "62 to 120")
    refused(say("deal anna K 74"), 3, "'anna K 74' is 3 words")


GAMES = {
    "chiamata": ("Lea,Mario,Ugo,Dora,Zoe Neri", "deal lea K 74", 'CALLER BID PARTNER RESULT (lea 2/71 "zoe neri" 74)'),
    "punti": ("Lea,Mario,Ugo,Dora,Zoe", "deal lea 71 74", "(lea 71 zoe 74)"),
    "rematada": ("Lea,Mario,Ugo", "deal lea 74", "CALLER BID COUNT (lea 110 125)"),
    "cinquecento": ("Lea,Mario", "deal lea 124", "--bonus lea=40,mario=20"),
}


@pytest.mark.parametrize("game", GAMES)
def test_an_example_in_a_refusal_names_who_sits_there(game: str, ok: Ok, say: Say) -> None:
    seats, words, example = GAMES[game]
    ok(["start", "Friday", "--players", seats, "--variant", game])
    refused(say(words), 3, example)


def test_nobody_new_is_called_as_a_result_is(friday: None, ok: Ok, say: Say) -> None:
    taken = "cannot be a new player's name"
    for name in ("won", "pari", "nessuno", "killed", "-", "in mano"):
        refused(say(["start", "Two", "--players", f"Anna,Bruno,Carla,Dario,{name}"]), 3, taken)
    refused(say(["seats", "Anna,Bruno,Carla,Dario,Made"]), 3, taken)
    refused(say(["player", "rename", "Anna", "none"]), 3, taken)


def test_the_events_of_all_shipped_games_are_no_names() -> None:
    from scorer.match.table_words import RESULT_WORDS
    from scorer.rule_files import VARIANTS

    for name in VARIANTS.names():
        variant = VARIANTS.from_text(*VARIANTS.read_text(name))
        assert set(variant.events or {}) <= RESULT_WORDS


NO_UTF8 = "\udcff"  # the byte FF, as Python takes it from a command line
AT_A_TABLE = {
    "deal": ["anna", "K", "elena", "61"],
    "start": ["Saturday", "--players", "Anna,Bruno,Carla,Dario,Elena"],
    "penalty": ["anna", "4"],
    "adjust": ["anna=3,bruno=-3"],
    "seats": ["+Gina", "-Anna"],
    "edit": ["1"],
    "void": ["1"],
    "standings": [],
    "matches": [],
    "import": ["deals.csv"],
}


def text_options(name: str) -> list[str]:
    root: Any = command()
    return [
        param.opts[0]
        for param in root.get_command(None, name).params
        if param.param_type_name == "option" and not param.is_flag
    ]


def test_a_byte_that_is_not_utf8_in_an_option_was_a_fault_of_the_program(
    friday: None, ok: Ok, say: Say, book_path: Path
) -> None:
    ok("deal anna K elena 61")
    before, tried = book_path.read_bytes(), 0
    for name, words in AT_A_TABLE.items():
        for option in text_options(name):
            done = say([name, *words, option, NO_UTF8])
            assert done.returncode in {3, 4}, (name, option)
            assert (done.stderr.startswith("scorer: "), done.stderr.count("\n")) == (True, 1), done.stderr
            tried += 1
    assert book_path.read_bytes() == before
    assert tried > 40


def test_a_mark_with_a_byte_that_is_not_utf8_was_a_fault_of_the_program(friday: None, say: Say) -> None:
    line = ["deal", "anna", "K", "elena", "61", "--id", NO_UTF8]
    refused(say(line), 3, "--id '\\udcff': U+DCFF is a control character")


def test_a_league_that_nobody_made_offered_the_table_of_last_time_of_no_league(friday: None, say: Say) -> None:
    refused(say("start Saturday --league gelso"), 4, "no league 'gelso': there is main; scorer league add makes one")


def test_the_path_of_a_scorebook_was_called_no_address(friday: None, say: Say, book_path: Path) -> None:
    odd = str(book_path.parent / f"{NO_UTF8}.db")
    words = "\\udcff.db' has a byte that is not UTF-8: type it again, or give the file another name"
    for line in ("matches", f"start Friday --players {','.join('ABCDE')}"):
        refused(say(line, db=odd), 3, words)
    for command_line in (["backup", odd], ["restore", odd], ["demo", "--keep", odd]):
        refused(say(command_line), 3, words)
    assert [path.name for path in book_path.parent.iterdir()] == [book_path.name]


def test_a_file_whose_name_is_not_utf8_is_taken_in_and_its_name_spelled_out(
    friday: None, ok: Ok, tmp_path: Path
) -> None:
    ok("deal anna K elena 61")
    odd, other = str(tmp_path / f"{NO_UTF8}.csv"), str(tmp_path / "other.db")
    ok(["export", "deals", "--out", odd])
    assert "Imported 1 record of 1 match from \\udcff.csv" in ok(["import", odd], db=other)
    assert "\\udcff.csv" in ok("history", db=other)


EMPTY = {
    "start Saturday --players Anna,Bruno,Carla,Dario,Elena": ["--on"],
    "import deals.csv": ["--on", "--deals"],
    "standings": ["--from", "--to"],
    "export deals": ["--from"],
    "reassign anna bruno": ["--from", "--to"],
    "db upgrade": ["--to"],
    "league add Gelso": ["--unit-value"],
}


def test_an_empty_day_was_taken_for_today(friday: None, say: Say, book_path: Path) -> None:
    before = book_path.read_bytes()
    for line, options in EMPTY.items():
        for option in options:
            words = f"{option} is empty: say something behind it, or leave it out"
            refused(say([*line.split(), option, ""]), 3, words)
    assert book_path.read_bytes() == before


def test_a_limit_of_the_address_was_said_to_be_sixty_seconds(database: str, ok: Ok, say: Say) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena", db=database)
    hurried = f"{database}&options=-c%20statement_timeout%3D1"  # a millisecond
    with psycopg.connect(database) as other:
        other.execute('LOCK TABLE "match" IN ACCESS EXCLUSIVE MODE')  # nothing answers within it
        done = say("sheet", db=hurried)
    refused(done, 5, "took longer to answer than it may, and was stopped; nothing was recorded")


def test_an_address_whose_password_has_signs_got_no_hint_of_how_they_are_written(say: Say) -> None:
    done = say("matches", db="postgresql://weird:p@:/?#@host/db")
    refused(done, 5, "postgresql://weird:***@host/db is not an address", "@ is written %40, : %3A, / %2F, ? %3F, # %23")


def test_an_empty_fact_of_an_edit_was_left_out_unnoticed(friday: None, ok: Ok, say: Say) -> None:
    ok("deal anna K elena 61")
    for option in ("--times", "--result"):
        words = f"{option} is empty: say something behind it, or leave it out"
        refused(say(["edit", "1", option, "", "--note", "late", "--reason", "ruling"]), 3, words)
    assert "(late)" not in ok("sheet --plain")

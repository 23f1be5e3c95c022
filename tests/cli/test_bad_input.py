"""Bad input: the right exit code, one clear line that names what is wrong, no traceback, and nothing written."""

import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from contextvars import copy_context
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from scorer.atomic_file import MAKES_FOLDERS
from scorer.rule_files import VARIANTS
from tests.mounting import read_only, small_disk
from tests.running import refused

STEPS = "SELECT id, action FROM step ORDER BY id"
AskRows = Callable[[str], list[tuple[Any, ...]]]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
SIX = FIVE + ",Fabio"
DEAL = "deal anna K elena 61"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Words = str | Sequence[str]
USAGE, REFUSED, NOT_FOUND, TROUBLE, NEWER = 2, 3, 4, 5, 6

ESC = "\x1b[2J"
RIGHT_TO_LEFT = "\u202e"


def start(players: str = FIVE, *more: str, name: str = "Second") -> list[str]:
    return ["start", name, "--players", players, *more]


def with_name(name: str) -> list[str]:
    return start(f"{name},Bruno,Carla,Dario,Elena")


# What is typed at an open match of Anna, Bruno, Carla, Dario and Elena under chiamata, with deals 1 (Anna, K, Elena,
# 61), 2 (a penalty) and 3 (passed out); the exit code; what the one line on stderr has to say.
AT_THE_TABLE: dict[str, tuple[Words, int, Sequence[str]]] = {
    # names
    "an unknown player": ("deal gina K elena 61", NOT_FOUND, ["'gina'", "Anna, Bruno, Carla, Dario, Elena"]),
    "a misspelled player": ("deal brnuo K elena 61", NOT_FOUND, ["'brnuo'", "did you mean Bruno?"]),
    "an empty caller": (["deal", "", "K", "elena", "61"], REFUSED, ["caller"]),
    "an empty partner": (["deal", "anna", "K", "", "61"], NOT_FOUND, ["''"]),
    "a name with a newline": (["deal", "x\ny", "K", "elena", "61"], REFUSED, ["\\u000a"]),
    "a control character among too few words": (["deal", "anna", "K", "el\x1bena"], REFUSED, ["type the word again"]),
    "the caller as partner": ("deal anna K anna 61", REFUSED, ["Anna", "solo"]),
    "an unknown dealer": (DEAL + " --dealer gina", NOT_FOUND, ["'gina'"]),
    "somebody rests of five": (DEAL + " --out bruno", REFUSED, ["5 players", "Bruno"]),
    # counts
    "1 card point": ("deal anna K elena 1", REFUSED, ["1 card points", "no set of cards makes 1 or 119"]),
    "-5 card points": (["deal", "--", "anna", "K", "elena", "-5"], REFUSED, ["'-5'", "74/46"]),
    "a count with a decimal": ("deal anna K elena 74.5", REFUSED, ["'74.5'"]),
    "two counts that make 118": ("deal anna K elena 74/44", REFUSED, ["74/44", "118", "120"]),
    "caller and partner with 121": ("deal anna K elena 60+61", REFUSED, ["121", "0 to 120"]),
    "both sides where caller and partner are meant": ("deal anna K elena 74+46", REFUSED, ["120", "74/46"]),
    "a partner's count without one": ("deal anna K solo 31+43", REFUSED, ["31+43", "Anna played alone"]),
    "a partner of two words": ("deal anna K elena rossi 74", REFUSED, ["5 words", "goes in quotes"]),
    "no partner behind a bid of two words": ("deal anna 2 71 74", REFUSED, ["'anna 2/71 74' is 3 words"]),
    "a redeal by one letter that two begin with": ("redeal p", REFUSED, ["'p'", "passed-out, thrown-in"]),
    # bids
    "a bare 61": ("deal anna 61 elena 74", REFUSED, ["61", "which card"]),
    "a called card that is no card": (DEAL + " --called 'the big one'", REFUSED, ["the big one"]),
    "another card than the bid": (DEAL + " --called '2 coins'", REFUSED, ["2 coins", "K"]),
    # slam, times, words
    "a slam with 74": ("deal anna K elena 74 --slam", REFUSED, ["slam", "74", "120"]),
    "times 0": (DEAL + " --times 0", REFUSED, ["times '0'", "1 to 1024"]),
    "three words": ("deal anna K elena", REFUSED, ["3 words", "CALLER BID PARTNER RESULT"]),
    "five words": (DEAL + " 62", REFUSED, ["5 words"]),
    "two words without a call": ("deal elena 61", REFUSED, ["no call is pending"]),
    "a note of 501 characters": ([*DEAL.split(), "--note", "x" * 501], REFUSED, ["500", "501"]),
    "a note over two lines": ([*DEAL.split(), "--note", "x\ny"], REFUSED, ["\\u000a", "one line"]),
    "an unknown redeal": ("redeal rained-off", REFUSED, ["'rained-off'", "passed-out", "annulled"]),
    # penalties and adjustments
    "a penalty that cannot be shared": ("penalty anna 3 --reason x", REFUSED, ["3 units", "4 players", "--to nobody"]),
    "a penalty of 0": ("penalty anna 0 --reason x", REFUSED, ["units '0'", "1 to 1000000"]),
    "a huge penalty": (f"penalty anna {10**30} --reason x", REFUSED, ["1000000"]),
    "a penalty to the bank": ("penalty anna 4 --to bank --reason x", REFUSED, ["'bank'", "others or nobody"]),
    "a penalty without a reason": ("penalty anna 4", REFUSED, ["reason"]),
    "an unreadable adjustment": ("adjust Anna --reason x", REFUSED, ["'Anna'", "as in Anna=+3"]),
    "a huge adjustment": (f"adjust Anna={10**18} --reason x", REFUSED, ["1000000"]),
    "an adjustment twice": ("adjust Anna=1,Anna=2 --reason x", REFUSED, ["'Anna'", "twice"]),
    "an adjustment twice, spelled apart": ("adjust Anna=1,ANNA=2 --reason x", REFUSED, ["Anna", "twice"]),
    # corrections
    "an edit without a reason": ("edit 1 --result 60", REFUSED, ["reason", "--reason TEXT"]),
    "an edit of a penalty": ("edit 2 --note x --reason y", REFUSED, ["penalty 2 is not a deal", "void"]),
    "an edit of a redeal to a deal": ("edit 3 --result 60 --reason y", REFUSED, ["3 is a redeal"]),
    "an edit of no record": ("edit 9 --result 60 --reason y", NOT_FOUND, ["no record 9", "1 to 3"]),
    "an edit of record 0": ("edit 0 --result 60 --reason y", REFUSED, ["number of a record '0'", "from 1"]),
    "undo of 0 steps": ("undo 0", REFUSED, ["steps '0'", "1 to 1000"]),
    "undo of all steps and one": ("undo 5", NOT_FOUND, ["only 4 steps"]),
    "redo of nothing": ("redo", NOT_FOUND, ["nothing to redo"]),
    # matches, seats
    "reopen an open match": ("reopen Friday", REFUSED, ["Friday", "open"]),
    "reopen when none is finished": ("reopen", NOT_FOUND, ["no match is finished"]),
    "seats for two": ("seats Anna,Bruno", REFUSED, ["2 players", "played by 5"]),
    # starting
    "control characters in a name": (with_name("An\x07na"), REFUSED, ["\\u0007", "U+0007"]),
    "a name that turns the line round": (with_name(f"{RIGHT_TO_LEFT}anna"), REFUSED, ["\\u202e"]),
    "a name of 41 characters": (with_name("A" * 41), REFUSED, ["41 characters", "40"]),
    "solo as a name": (with_name("Solo"), REFUSED, ["'Solo'", "solo"]),
    "a name twice": (start("Anna,Bruno,Carla,Dario,ANNA"), REFUSED, ["is named twice"]),
    "seven under chiamata": (start(f"{SIX},Gina"), REFUSED, ["7 players", "5"]),
    "no players": (start(""), REFUSED, ["0 players", "2 to 7"]),
    "four under monte": (start("Anna,Bruno,Carla,Dario", "--variant", "monte"), REFUSED, ["4 players", "5 or 6"]),
    "a dealer who is not there": (start(FIVE, "--dealer", "gina"), NOT_FOUND, ["'gina'"]),
    "a variant that four begin like": (
        start(FIVE, "--variant", "b"),
        NOT_FOUND,
        ["briscolone, brisk or buio"],
    ),
    "an unknown variant": (start(FIVE, "--variant", "chiamatta"), NOT_FOUND, ["'chiamatta'", "chiamata"]),
    "an unknown league": (start(FIVE, "--league", "B"), NOT_FOUND, ["'B'", "main"]),
    "no match name": (start(name="  "), REFUSED, ["match name '  ': it has no visible"]),
    "a match named by a number": (start(name="12"), REFUSED, ["'12'"]),
    "a match name that is taken": (start(FIVE, "--on", "2026-11-20", name="FRIDAY"), REFUSED, ["FRIDAY", "2026-11-20"]),
    "a date that is none": (start(FIVE, "--on", "2026-02-30"), REFUSED, ["'2026-02-30'"]),
    "an end that is none": (start(FIVE, "--until", "dawn"), REFUSED, ["'dawn'", "deals:20"]),
    "an end with an unknown tail": (start(FIVE, "--until", "deals:3+beer"), REFUSED, ["+beer"]),
    "a unit value in words": (start(FIVE, "--unit-value", "cheap"), REFUSED, ["'cheap'", "0.50"]),
    "a huge unit value": (start(FIVE, "--unit-value", "99999999999"), REFUSED, ["'99999999999'"]),
    "a unit value of half a cent": (start(FIVE, "--unit-value", "0.005"), REFUSED, ["'0.005'"]),
    # leagues and players
    "a league that is there already": ("league add MAIN", REFUSED, ["MAIN"]),
    "standings of an unknown league": ("standings --league B", NOT_FOUND, ["'B'"]),
    "rename to a name that is taken": ("player rename anna bruno", REFUSED, ["'bruno'", "taken"]),
    "rename to the same but for a blank": (["player", "rename", "anna", "Anna "], REFUSED, ["nothing changes"]),
    "rename an unknown league": ("league rename B C", NOT_FOUND, ["'B'"]),
    "rename with a comma": ("player rename anna A,B", REFUSED, ["'A,B'", "comma"]),
    "merge two who met": ("player merge anna bruno", REFUSED, ["Anna", "Bruno"]),
    "merge one with themselves": ("player merge anna anna", REFUSED, ["Anna"]),
    "hide an unknown player": ("player hide gina", NOT_FOUND, ["'gina'"]),
    "check a missing variant file": ("variant check none.toml", NOT_FOUND, ["none.toml"]),
    "show the dashboard to everybody": ("dashboard --host 0.0.0.0", REFUSED, ["--token auto"]),
}


def content(path: Path) -> dict[str, list[Any]]:
    """Every row of every table."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: connection.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables}


def one_line(done: CompletedProcess[str], code: int, *says: str) -> None:
    """The exit code, and one line on stderr that says all this; nothing dangerous, no traceback."""
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert re.fullmatch(r"scorer: [^\n]+\n", done.stderr), done.stderr
    assert "Traceback" not in done.stderr
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", done.stderr)
    for words in says:
        assert words in done.stderr, done.stderr


@pytest.mark.parametrize(("words", "code", "says"), AT_THE_TABLE.values(), ids=AT_THE_TABLE)
def test_bad_input_is_refused_in_one_line(
    table: None, say: Say, book_path: Path, words: Words, code: int, says: Sequence[str]
) -> None:
    before = content(book_path)
    one_line(say(words), code, *says)
    assert content(book_path) == before


UNDER_A_VARIANT: dict[str, tuple[str, str, str, int, Sequence[str]]] = {
    "uncounted under monte": ("monte", SIX, "deal anna 61 elena made", REFUSED, ["'made'", "120"]),
    "five for a game of six": ("six-for-stakes", SIX, "seats " + FIVE, REFUSED, ["5 players", "6"]),
    "the dealer who rests as caller": ("chiamata", SIX, "deal anna K elena 61", REFUSED, ["Anna rests"]),
    "the dealer who rests as partner": ("chiamata", SIX, "deal elena K anna 61", REFUSED, ["Anna rests"]),
    "who rests by --out as caller": ("chiamata", SIX, "deal bruno K elena 61 --out bruno", REFUSED, ["Bruno rests"]),
    "who rests as a call": ("chiamata", SIX, "call anna K", REFUSED, ["Anna rests"]),
    "a letter that two share": ("chiamata", "Carla,Carlo,Dario,Elena,Anna", "deal carl K elena 61", NOT_FOUND, [
        "'carl'", "Carla or Carlo",
    ]),
}  # fmt: skip


@pytest.mark.parametrize(("variant", "players", "words", "code", "says"), UNDER_A_VARIANT.values(), ids=UNDER_A_VARIANT)
def test_what_a_variant_does_not_know_is_refused_in_one_line(
    ok: Ok, say: Say, book_path: Path, variant: str, players: str, words: str, code: int, says: Sequence[str]
) -> None:
    ok(f"start Friday --players {players} --variant {variant}")
    before = content(book_path)
    one_line(say(words), code, *says)
    assert content(book_path) == before


FINISHED = [DEAL, "redeal misdeal", "penalty anna 4 --reason x", "adjust Anna=1 --reason x", "call anna K", "finish"]


@pytest.mark.parametrize("words", FINISHED)
def test_a_finished_match_takes_no_more(friday: None, ok: Ok, say: Say, book_path: Path, words: str) -> None:
    ok("finish")
    before = content(book_path)
    where = words + (" Friday" if words == "finish" else " --match Friday")
    one_line(say(where), REFUSED, "Friday is finished", "scorer reopen 1")
    if words != "finish":
        one_line(say(words), NOT_FOUND, "no match is open")
    assert content(book_path) == before


READING = [
    *("sheet", "sheet --plain", "settle", "explain 1", "history", "league list", "player list", []),
    *("standings", "bids", "players", "players anna", "pairs", "matches", "matches --format csv"),
]
CHANGING = [DEAL, "undo", "redo", "edit 1 --reason x", "void 1 --reason x", "finish", "reopen", "call anna K"]


def test_a_missing_scorebook_is_trouble_and_no_file_is_made(say: Say, book_path: Path) -> None:
    for words in (*READING, *CHANGING, "pad", "player hide anna", "seats --out anna"):
        one_line(say(words), TROUBLE, "no scorebook", str(book_path))
        assert not book_path.exists(), words


def test_a_refused_start_makes_no_file(say: Say, book_path: Path) -> None:
    starts = [words for name, (words, _, _) in AT_THE_TABLE.items() if words[0] == "start" and "taken" not in name]
    assert len(starts) > 15
    for words in starts:
        done = say(words)
        assert done.returncode in {REFUSED, NOT_FOUND, TROUBLE}, words
        assert done.stderr.count("\n") == 1
        assert list(book_path.parent.glob("evening.db*")) == []


# Files


def database_of(statement: str) -> Callable[[Path], object]:
    """What makes a database of somebody else."""

    def make(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)

    return make


NO_SCOREBOOKS: dict[str, Callable[[Path], object]] = {
    "a directory": Path.mkdir,
    "a text file": lambda path: path.write_text("Anna +4\n" * 500, encoding="utf-8"),
    "a short text file": lambda path: path.write_text("x", encoding="utf-8"),
    "a foreign database": database_of("CREATE TABLE cookies (id INTEGER)"),
    "a database with a table of our name": database_of("CREATE TABLE record (id INTEGER)"),
}


@pytest.mark.parametrize("kind", NO_SCOREBOOKS)
def test_what_is_no_scorebook_is_left_as_it_is(say: Say, book_path: Path, kind: str) -> None:
    NO_SCOREBOOKS[kind](book_path)
    before = None if book_path.is_dir() else book_path.read_bytes()
    for words in ("sheet", f"start Friday --players {FIVE}", DEAL):
        one_line(say(words), TROUBLE, str(book_path))
        assert (None if book_path.is_dir() else book_path.read_bytes()) == before, words


def test_a_truncated_scorebook_is_trouble(table: None, say: Say, book_path: Path) -> None:
    whole = book_path.read_bytes()
    for size in (1, 100, 4096, len(whole) - 4096):
        book_path.write_bytes(whole[:size])
        one_line(say("sheet"), TROUBLE, str(book_path))
        one_line(say(DEAL), TROUBLE, str(book_path))
        assert book_path.read_bytes() == whole[:size]


def test_a_damaged_scorebook_is_trouble_or_unharmed(table: None, say: Say, ok: Ok, book_path: Path) -> None:
    whole, sound = book_path.read_bytes(), ok("sheet --plain")
    way_out = "is damaged; restore a backup; where none has it, scorer db salvage FILE --to NEW"  # needs no backup
    troubled, advised = 0, 0
    for at in range(0, len(whole), max(1, len(whole) // 24)):
        book_path.write_bytes(whole[:at] + bytes(byte ^ 0xFF for byte in whole[at : at + 512]) + whole[at + 512 :])
        done = say("sheet --plain")
        assert done.returncode in {0, NOT_FOUND, TROUBLE}
        if done.returncode:
            one_line(done, done.returncode)
        if done.returncode == TROUBLE:
            assert str(book_path) in done.stderr
            troubled += 1
            advised += way_out in done.stderr
        elif done.stdout != sound:  # only a full check can see this damage, and it does
            assert integrity(book_path) != [("ok",)], f"byte {at}"
    assert troubled > 2
    assert advised > 0


def integrity(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        try:
            return connection.execute("PRAGMA integrity_check").fetchall()
        except sqlite3.DatabaseError as error:
            return [str(error)]


def test_a_folder_that_cannot_be_made_is_trouble(say: Say, tmp_path: Path) -> None:
    def start_with_mkdir() -> CompletedProcess[str]:
        MAKES_FOLDERS.set(True)
        return say(start(), db="/proc/none/evening.db")

    (tmp_path / "file").write_text("x", encoding="utf-8")
    one_line(say(start(), db=f"{tmp_path}/file/evening.db"), TROUBLE, f"{tmp_path}/file/evening.db")
    one_line(say("sheet", db=f"{tmp_path}/file/evening.db"), TROUBLE)
    one_line(say("sheet", db="/proc/none/evening.db"), TROUBLE, "/proc/none/evening.db")
    one_line(say(start(), db="/proc/none/evening.db"), REFUSED, "/proc/none is not there", "scorer --mkdir")
    one_line(copy_context().run(start_with_mkdir), TROUBLE, "/proc/none/evening.db")


@pytest.mark.parametrize("where", ["a\0b.db", "evening\x1b[2J.db", "x" * 300, "new\nline/evening.db"])
def test_a_hostile_path_is_told_safely(say: Say, tmp_path: Path, where: str) -> None:
    one_line(say("sheet", db=f"{tmp_path}/{where}"), TROUBLE)


def test_an_address_that_leads_nowhere_is_trouble(say: Say) -> None:
    for address in ("postgresql://127.0.0.1:1/none", "postgresql://", "://", "postgresql://h:port/x", "mysql://h/x"):
        one_line(say("sheet", db=address), TROUBLE)
    one_line(say(f"start Friday --players {FIVE}", db="postgresql://127.0.0.1:1/none"), TROUBLE)


def test_a_read_only_scorebook_can_be_read_and_not_written(table: None, say: Say, ok: Ok, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    shutil.copy(tmp_path / "evening.db", folder / "evening.db")
    where, before = str(folder / "evening.db"), content(folder / "evening.db")
    with read_only(folder):
        assert "Friday" in ok("sheet", db=where)
        for words in (DEAL, "undo", "finish", start(), "league add B"):
            one_line(say(words, db=where), TROUBLE, where, "read-only")
        one_line(say(start(), db=f"{folder}/new.db"), TROUBLE, f"{folder}/new.db")
    assert content(folder / "evening.db") == before


def test_a_full_disk_is_trouble_and_loses_nothing(say: Say, ok: Ok, tmp_path: Path) -> None:
    small = tmp_path / "small"
    with small_disk(small, "200k"):
        where = str(small / "evening.db")
        ok(f"start Friday --players {FIVE}", db=where)
        recorded = 0
        while (done := say([*DEAL.split(), "--note", "ü" * 500], db=where)).returncode == 0:
            recorded += 1
            assert recorded < 2000
        one_line(done, TROUBLE, where, "full")
        said = ok("sheet --plain", db=where)
        assert f"\n{recorded}. Anna" in said
        assert f"\n{recorded + 1}. " not in said
        with closing(sqlite3.connect(where)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("line", [start(), "league add Casa"])
def test_a_full_disk_was_left_with_an_empty_scorebook(line: str | list[str], say: Say, tmp_path: Path) -> None:
    small = tmp_path / "small"
    with small_disk(small, "16k"):
        one_line(say(line, db=str(small / "evening.db")), TROUBLE, "full")
        assert not (small / "evening.db").exists()


def test_a_full_disk_was_trouble_for_a_backup_alone(table: None, say: Say, tmp_path: Path) -> None:
    small = tmp_path / "small"
    with small_disk(small, "4k"):  # a page, and no file that is larger
        for line in ("backup {}/copy.db", "report --out {}/season.html", "standings --image {}/table.png",
                     "sheet --image {}/sheet.svg", "export all --out {}/all"):  # fmt: skip
            one_line(say(line.format(small)), TROUBLE, str(small))
            assert list(small.iterdir()) == []


# Variant files


SOUND = VARIANTS.read_text("chiamata")[1]
BROKEN = {
    "no TOML": "title = ",
    "an unknown key": f'colour = "red"\n{SOUND}',
    "a residual": SOUND.replace("solo = { caller = 4", "solo = { caller = 3"),
    "binary": f"\0{SOUND}",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_variant_is_refused_with_its_file_and_nothing_is_added(
    table: None, say: Say, tmp_path: Path, book_path: Path, kind: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(BROKEN[kind], encoding="utf-8")
    before = content(book_path)
    edit = ["match", "edit", "Friday", "--reason", "x", "--variant", str(path)]
    for words in (["variant", "check", str(path)], ["variant", "add", str(path)], start(FIVE, *edit[-2:]), edit):
        done = say(words)
        assert (done.returncode, done.stdout) == (REFUSED, ""), done.stderr
        assert done.stderr.startswith(f"scorer: {path}: ")
        assert "Traceback" not in done.stderr
    assert not (tmp_path / "variants").exists()
    assert content(book_path) == before


# The real program


def test_the_real_program_ends_the_same_way_and_debug_shows_where_an_error_arose(table: None, scorer: Say) -> None:
    one_line(scorer("deal anna K elena 119"), REFUSED, "119")
    assert "Traceback" in scorer("--debug deal anna K elena 119").stderr


def test_an_address_of_sqlite_made_a_file_of_its_own(say: Say, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    for words in ("sheet", f"start Friday --players {FIVE}", "league add B"):
        for address in (f"sqlite:///{tmp_path}/new.db", "sqlite://"):
            refused(say(words, db=address), 5, "is not an address this program can open")
    assert sorted(tmp_path.iterdir()) == before


LONG = (
    "deal {} K elena 61", "deal anna {} elena 61", "deal anna K elena {}", "{0} {0}", "deal anna K elena 61 --{}",
    "sheet {}", "void {} --reason r", "undo {}", "redeal {}", "penalty anna {} --reason r", "variant show {}",
    "adjust {} --reason r", "start New --players {}", "standings --league {}", "call anna {}", "edit {} --reason r",
)  # fmt: skip


def test_a_word_of_5000_characters_filled_the_terminal(friday: None, say: Say, rows: AskRows) -> None:
    steps = rows(STEPS)
    for words in LONG:
        done = say(words.format("x" * 5000))
        assert done.returncode in {USAGE, REFUSED, NOT_FOUND}, words
        if done.returncode != USAGE:  # typer's own words of usage are not ours
            assert done.stderr.count("\n") == 1, words
            assert len(done.stderr) < 420, words
    assert rows(STEPS) == steps


@pytest.mark.skipif(sys.platform == "win32", reason="Windows reads TZ in its own way")
@pytest.mark.parametrize("zone", ["UTC+25", "UTC0SUMMER-25"])
def test_a_time_zone_that_cannot_be_was_a_fault_of_the_program(
    friday: None, scorer: Callable[..., CompletedProcess[str]], book_path: Path, zone: str
) -> None:
    before = book_path.read_bytes()
    refused(scorer(DEAL, TZ=zone), USAGE, f"TZ '{zone}' names no time zone that can be")
    assert book_path.read_bytes() == before
    assert scorer(DEAL, TZ="UTC+23").returncode == 0  # so far behind no place is, and days can be reckoned

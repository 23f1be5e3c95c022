"""Tab in a real bash: what it puts on the line is the player who was meant, and runs nothing."""

import io
import os
import pty
import select
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from scorer.cli.app import main
from scorer.cli.context import Settings
from tests.running import run

ROOT = Path(__file__).parents[2]
SECONDS = 60.0  # machines are busy with other things
SETUP = r"""
PS1='> '; cd here; set +o history; bind 'set bell-style none'
. ../completion.bash
bind -x '"\C-x\C-l": printf "%s" "$READLINE_LINE" > ../line.new; mv ../line.new ../line'
PROMPT_COMMAND='echo $? > ../ended.new; mv ../ended.new ../ended'
"""
# Five at each of two tables, and what is typed of each name before Tab.
HOSTILE = (
    {"Zoë O'Neill": "Z", "a$(touch x)": "a", "b`touch y`": "b\\`", "semi;colon": "se", "*": "*"},
    {"Anna Maria": "A", "x&touch z": "x", 'say "hi"': "s", "~": "\\~", "Bob": "b"},
)

pytestmark = [
    pytest.mark.skipif(not shutil.which("bash") and "CI" not in os.environ, reason="bash is not installed"),
    pytest.mark.xdist_group("alone"),
]


@pytest.fixture(scope="module")
def completion() -> str:
    """What `eval "$(_SCORER_COMPLETE=source_bash scorer)"` would give bash, asked for once."""
    told = subprocess.run(
        [sys.executable, "-m", "scorer"],
        env=os.environ | {"_SCORER_COMPLETE": "source_bash", "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return told.stdout


@pytest.fixture
def places(tmp_path: Path, completion: str) -> Callable[[], dict[str, str]]:
    """A folder with a `scorer` on the PATH, an empty folder to work in, and the environment that knows them."""
    for folder in ("bin", "here"):
        (tmp_path / folder).mkdir()
    (tmp_path / "completion.bash").write_text(completion)
    command = tmp_path / "bin" / "scorer"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m scorer "$@"\n')
    command.chmod(0o755)
    return lambda: {
        **os.environ,
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "SCORER_DB": str(tmp_path / "evening.db"),
        "INPUTRC": os.devnull,
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }


@pytest.fixture
def command(places: Callable[[], dict[str, str]]) -> Callable[..., str]:
    """Run scorer with these words inside this process; it has to succeed."""

    def call(*words: str) -> str:
        shared = Settings(db=places()["SCORER_DB"])
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()):
            code = run(words, shared)
        shared.book.close()
        assert code == 0
        return out.getvalue()

    return call


@pytest.fixture
def keyboard(places: Callable[[], dict[str, str]], tmp_path: Path) -> Iterator[Callable[[str, str], str]]:
    """Type keys into an interactive bash, and wait for the file that tells what came of them."""
    screen, far_end = pty.openpty()
    call = ["bash", "--norc", "--noprofile", "-i"]
    process = subprocess.Popen(
        call, env=places(), cwd=tmp_path, stdin=far_end, stdout=far_end, stderr=far_end, start_new_session=True
    )
    os.close(far_end)

    def keys(typed: str, answer: str) -> str:
        file = tmp_path / answer
        file.unlink(missing_ok=True)
        os.write(screen, typed.encode())
        seen = b""
        until = time.monotonic() + SECONDS
        while not file.exists():
            assert time.monotonic() < until, f"nothing came of {typed!r}: {seen.decode()}"
            if select.select([screen], [], [], 0.02)[0]:
                seen += os.read(screen, 4096)
        return file.read_text()

    for line in SETUP.strip().splitlines():
        keys(f"{line}\recho > {tmp_path}/ready\r", "ready")
    yield keys
    process.kill()
    process.wait()
    os.close(screen)


@pytest.fixture
def replies(
    places: Callable[[], dict[str, str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[list[str], str]]:
    """What bash gets for the last of these words, asked as its script does, and what was said on stderr meanwhile."""

    def ask(*words: str, **env: str) -> tuple[list[str], str]:
        asks = {"_SCORER_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
        with monkeypatch.context() as here:
            here.setattr("sys.argv", ["scorer"])
            here.setattr("sys.meta_path", [*sys.meta_path])  # a process that completes a word loads late, others do not
            for name, text in {"SCORER_DB": places()["SCORER_DB"], **asks, **env}.items():
                here.setenv(name, text)
            with pytest.raises(SystemExit):
                main()
        shown = capsys.readouterr()
        return [line for line in shown.out.splitlines() if line], shown.err

    return ask


@pytest.fixture
def friday(command: Callable[..., str]) -> None:
    command("start", "Friday", "--players", "Anna,Bruno,Carla,Dario,Elena")


def asked(tmp_path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(tmp_path / "evening.db")) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("table", HOSTILE, ids=["first", "second"])
def test_names_completed_from_a_first_letter_record_those_players_and_run_nothing(
    table: dict[str, str], command: Callable[..., str], keyboard: Callable[[str, str], str], tmp_path: Path
) -> None:
    command("start", "Friday", "--players", ",".join(table))
    one, two, three, four, five = table
    for caller, partner in ((one, two), (three, four), (five, one)):
        line = keyboard(f"scorer deal {table[caller]}\t2/71 {table[partner]}\t74\x18\x0c", "line")
        assert shlex.split(line) == ["scorer", "deal", caller, "2/71", partner, "74"]
        assert keyboard("\r", "ended").strip() == "0"
    recorded = asked(
        tmp_path,
        "SELECT c.name, p.name FROM record, player c, player p"
        " WHERE c.id = CASE caller WHEN 1 THEN seat1 WHEN 3 THEN seat3 ELSE seat5 END"
        " AND p.id = CASE partner WHEN 2 THEN seat2 WHEN 4 THEN seat4 ELSE seat1 END ORDER BY number",
    )
    assert recorded == [(one, two), (three, four), (five, one)]
    assert not list((tmp_path / "here").iterdir())


@pytest.mark.usefixtures("friday")
def test_each_place_of_a_deal_offers_what_belongs_there(replies: Callable[..., tuple[list[str], str]]) -> None:
    assert replies("scorer", "deal", "")[0] == ["Anna", "Bruno", "Carla", "Dario", "Elena"]
    assert replies("scorer", "deal", "anna", "")[0] == list("A3KQJ76542")
    assert replies("scorer", "deal", "anna", "2/7")[0] == [f"2/{points}" for points in range(70, 80)]
    assert replies("scorer", "deal", "anna", "2/71", "")[0] == ["Anna", "Bruno", "Carla", "Dario", "Elena", "solo"]
    assert replies("scorer", "deal", "anna", "2/71", "s")[0] == ["solo"]
    assert replies("scorer", "deal", "anna", "2/71", "elena", "")[0] == ["made", "failed"]


@pytest.mark.usefixtures("friday", "italian")
def test_bids_are_offered_as_the_language_shows_them(replies: Callable[..., tuple[list[str], str]]) -> None:
    assert replies("scorer", "deal", "anna", "")[0] == list("A3RCF76542")


def test_where_nobody_calls_names_and_the_words_for_who_won_are_offered(
    command: Callable[..., str], replies: Callable[..., tuple[list[str], str]]
) -> None:
    command("start", "Pairs", "--players", "Anna,Bruno,Carla,Dario", "--variant", "muerte-al-tres")
    everything = ["Anna", "Bruno", "Carla", "Dario", "won", "even", "killed"]
    assert replies("scorer", "deal", "")[0] == replies("scorer", "deal", "anna", "")[0] == everything
    assert replies("scorer", "deal", "killed", "b")[0] == ["Bruno"]
    assert replies("scorer", "deal", "anna", "60", "--more-cards", "c")[0] == ["Carla"]
    command("finish")
    command("start", "Trio", "--players", "Elena,Fabio,Gina", "--variant", "rematada")
    assert replies("scorer", "deal", "")[0] == ["Elena", "Fabio", "Gina"]
    assert replies("scorer", "deal", "elena", "11")[0] == [str(bid) for bid in range(110, 120)]
    assert replies("scorer", "deal", "elena", "110", "")[0] == []  # the count: nobody has a partner


@pytest.mark.usefixtures("friday")
def test_a_command_is_completed_and_files_are_offered_where_a_file_is_named_and_nowhere_else(
    keyboard: Callable[[str, str], str], tmp_path: Path
) -> None:
    (tmp_path / "here" / "zebra.csv").touch()
    assert keyboard("scorer stan\t\x18\x0c", "line") == "scorer standings "
    assert keyboard("\x15scorer import z\t\x18\x0c", "line") == "scorer import zebra.csv "
    for line in ("scorer deal z", "scorer start Friday --variant z"):
        assert keyboard(f"\x15{line}\t\x18\x0c", "line") == line


def test_zsh_is_told_where_files_are_wanted(places: Callable[[], dict[str, str]], tmp_path: Path) -> None:
    def told(line: str) -> str:
        env = places() | {"_SCORER_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line}
        call = [sys.executable, "-m", "scorer"]
        return subprocess.run(call, env=env, capture_output=True, text=True, check=True).stdout.strip()

    assert told("scorer import ") == "_files"
    assert told("scorer deal ") == ":"  # there is no scorebook
    assert '"misdeal"' in told("scorer redeal m")


@pytest.mark.usefixtures("friday")
def test_an_open_match_is_offered_and_a_finished_one_is_not(
    command: Callable[..., str], replies: Callable[..., tuple[list[str], str]]
) -> None:
    command("start", "Late night", "--players", "Fabio,Gina,Hugo,Ida,Luca")
    assert replies("scorer", "deal", "--match", "")[0] == ["Friday", "Late\\ night"]
    assert replies("scorer", "sheet", "late")[0] == ["Late\\ night"]
    command("finish", "Friday")
    assert replies("scorer", "deal", "--match", "")[0] == ["Late\\ night"]
    assert replies("scorer", "sheet", "")[0] == ["Late\\ night"]
    assert replies("scorer", "sheet", "fri")[0] == ["Friday"]  # once something is typed


@pytest.mark.usefixtures("friday")
def test_the_options_of_the_results_offer_what_there_is(
    command: Callable[..., str], replies: Callable[..., tuple[list[str], str]]
) -> None:
    command("league", "add", "Lega")
    command("finish", "Friday")
    command("start", "Saturday", "--players", "Anna,Bruno,Carla,Dario,Elena", "--variant", "brisk")
    assert replies("scorer", "standings", "--league", "")[0] == ["Lega", "main"]
    assert replies("scorer", "bids", "--variant", "")[0] == ["brisk", "chiamata"]
    assert replies("scorer", "pairs", "--match", "")[0] == ["Friday", "Saturday"]
    assert replies("scorer", "players", "ca")[0] == ["Carla"]
    assert replies("scorer", "players", "--measure", "")[0] == ["units", "base", "plain", "money"]
    assert replies("scorer", "standings", "--order", "p")[0] == ["per-deal", "per-match"]
    assert replies("scorer", "matches", "--format", "")[0] == ["table", "csv", "json"]


@pytest.mark.usefixtures("friday")
def test_the_scorebook_named_on_the_line_is_the_one_that_is_asked(
    replies: Callable[..., tuple[list[str], str]], tmp_path: Path
) -> None:
    path = str(tmp_path / "evening.db")
    assert replies("scorer", "--db", path, "deal", "a", SCORER_DB="nowhere.db") == (["Anna"], "")


def test_from_no_sound_scorebook_nothing_is_offered_and_nothing_said(
    command: Callable[..., str], replies: Callable[..., tuple[list[str], str]], tmp_path: Path
) -> None:
    book = tmp_path / "evening.db"
    assert replies("scorer", "deal", "a") == ([], "")
    assert not book.exists()
    for content in (b"", b"not a database at all " * 99, b"SQLite format 3\0" + b"\xff" * 4000):
        book.write_bytes(content)
        assert replies("scorer", "deal", "a") == ([], "")
        assert book.read_bytes() == content
    book.unlink()
    command("start", "Friday", "--players", "Anna,Bruno,Carla,Dario,Elena")
    with closing(sqlite3.connect(book)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert replies("scorer", "deal", "a") == ([], "")
    with closing(sqlite3.connect(book)) as connection, connection:
        connection.execute("UPDATE variant SET text = 'title = '")  # of a damaged one no bid
    assert replies("scorer", "deal", "anna", "") == ([], "")

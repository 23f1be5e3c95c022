"""Briscola pazza is a name of Briscola Chiamata and of Gingo: asked at a terminal, elsewhere refused with both."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from tests.running import recorded, refused

Asked = Callable[..., tuple[int, str]]

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Rows = Callable[[str], list[tuple[Any, ...]]]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
LINES = (
    "on,seat1,seat2,seat3,seat4,seat5,caller,bid,partner,card_points{more}\n2026-11-13,{five},Anna,80,Bruno,60{value}\n"
)
BOOK: list[bytes] = []


@pytest.fixture(autouse=True)
def _played(book_path: Path) -> None:
    if not BOOK:
        BOOK.append(recorded(book_path, [f"start Friday --players {FIVE} --variant brisk", "deal anna 2/80 bruno 60"]))
    book_path.write_bytes(BOOK[0])


def table(path: Path, more: str = "", value: str = "") -> str:
    """A file of one deal, with one column more."""
    path.write_text(LINES.format(five=FIVE, more=more, value=value), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "words",
    [
        "start 'briscola pazza' --players Fabio,Gina,Hugo,Ines,Lia --variant 'briscola pazza'",
        "start Monday --players Fabio,Gina,Hugo,Ines,Lia '--variant=Chiamata Pazza'",
        "league add Club --variant briscola-pazza",
        "import {file} --match Old --variant 'briscola pazza'",
        "match edit Friday --variant 'briscola pazza'",
        "variant show 'briscola pazza'",
        "variant check 'briscola pazza'",
    ],
)
def test_elsewhere_it_is_refused_with_a_command_for_either_game(
    words: str, say: Say, tmp_path: Path, book_path: Path
) -> None:
    line = words.format(file=table(tmp_path / "old.csv"))
    done = say(line)
    refused(done, 4, "is a name of two games, Briscola Chiamata and Gingo: say scorer ")
    assert book_path.read_bytes() == BOOK[0]
    commands = done.stderr.removesuffix("\n").split(": say ")[1].split(" or ")
    assert [command.replace("gingo", "chiamata") for command in commands] == [commands[0]] * 2
    for command in commands:
        book_path.write_bytes(BOOK[0])
        program, *typed = shlex.split(command)
        assert (program, say(typed).returncode) == ("scorer", 0), command


def test_in_a_file_it_is_refused_with_the_line_and_what_to_write_there(say: Say, tmp_path: Path) -> None:
    file = table(tmp_path / "old.csv", ",variant", ",briscola pazza")
    say_one = (
        "line 2, column variant: 'briscola pazza' is a name of two games: say chiamata (Briscola Chiamata) or gingo"
    )
    refused(say(f"import {file} --match Old"), 3, say_one)


@pytest.mark.xdist_group("alone")
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such terminal")
@pytest.mark.parametrize(("number", "name"), [("1", "chiamata"), ("2", "gingo")])
def test_at_a_terminal_it_is_asked_which_of_the_two_is_meant(number: str, name: str, rows: Rows, asked: Asked) -> None:
    words = ["start", "briscola pazza", "--players", "Fabio,Gina,Hugo,Ines,Lia", "--variant", "briscola pazza"]
    code, screen = asked(words, [("its number", "3"), ("its number", number)])
    assert code == 0, screen
    assert "'briscola pazza' is a name of two games:\n  1  Briscola Chiamata (chiamata)\n  2  Gingo (gingo)\n" in screen
    assert "'3' is none of 1, 2" in screen
    (match,) = rows(
        'SELECT "match".name, variant.name FROM "match" JOIN variant ON digest = variant WHERE "match".id = 2'
    )
    assert match == ("briscola pazza", name)

"""What is asked at a table, shown while a line is typed, and answered to a browser, in the language of accents."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dashboard.serving.server import PAGES
from scorer.cli.app import command
from scorer.cli.context import Settings
from scorer.cli.typed_line import preview
from scorer.match.sheet import Sheet
from tests.language.test_pseudo_refusals import KNOWN
from tests.plain_words import WORD, names_in, nothing_plain, plain_words
from tests.running import answer
from tests.servers import fetch, free_port, variables, wait_for

Ok = Callable[..., str]
Environment = Callable[[], dict[str, str]]

ASKED = [  # variant, what is typed, and the answers to the questions; what is wrong is asked for again
    ("scighera", "deal", ["zed", "anna", "nine", "K", "anna", "bruno", "121", "74"]),
    ("scighera", "deal bruno 2 solo 120", ["y"]),
    ("brisca", "deal", ["zed", "anna", "x", "74"]),
    ("brisca", "deal anna 60", ["zed", "nobody"]),
    ("cinquecento-pairs", "deal", ["anna", "900", "90", "x", "20", "0"]),
    ("scighera", "void 1", ["9", "2"]),
    ("scighera", "penalty anna 4", ["sang"]),
]
TYPED = [
    "", "a", "an", "anna", "anna ", "anna K", "anna K ", "anna K bru", "anna K bruno", "anna K bruno 74",
    "anna K bruno 121", "anna K anna 74", "zed", "anna 9", "anna 2 71", "anna K solo 120", "anna K bruno 74 --slam",
    "call anna K", "redeal", "redeal misdeal", "undo", "undo 1", "edit 1 --result 60", "edit 9", "void 1", "void 9",
    "penalty anna 4", "penalty zed 4", "seats +Zoe", "seats -anna", "finish", "sheet", "pay", "nonsense", "'",
    "help", "deal --help", "edit 1 --nonsense", "anna K bruno 74 anna", "redo", "explain 1", "#1",
]  # fmt: skip


@pytest.mark.usefixtures("accented")
@pytest.mark.parametrize(("variant", "line", "answers"), ASKED, ids=[f"{asked[0]} {asked[1]}" for asked in ASKED])
def test_what_is_asked_at_a_table_is_marked(
    variant: str, line: str, answers: list[str], ok: Ok, environment: Environment, book_path: Path
) -> None:
    players = "Anna,Bruno,Carla,Dario,Elena" if variant == "scighera" else "Anna,Bruno,Carla,Dario"
    ok(f"start Friday --players {players} --variant {variant}")
    if variant == "scighera":
        ok("deal anna 2 bruno 74")
    code, shown = answer(environment, line.split(), [(": ", text) for text in answers])
    assert code == 0, shown
    assert set(shown) - set(map(chr, range(128))), shown  # accents: it does speak that language
    known = KNOWN | names_in(book_path) | {word for text in [line, *answers] for word in WORD.findall(text)}
    nothing_plain([f"{words}: {shown}" for words in [plain_words(shown, known)] if words])


@pytest.mark.usefixtures("accented")
@pytest.mark.parametrize("variant", ["scighera", "brisca"])
def test_what_the_pad_shows_of_a_line_is_marked(
    variant: str, ok: Ok, book_path: Path, sheet: Callable[..., Sheet]
) -> None:
    players = "Anna,Bruno,Carla,Dario" + ",Elena" * (variant == "scighera")
    ok(f"start Friday --players {players} --variant {variant} --until deals:9")
    ok("deal anna 2 bruno 74" if variant == "scighera" else "deal anna 74")
    shared, table = Settings(db=str(book_path), root=command()), sheet()
    known = KNOWN | names_in(book_path) | {"lost"}  # as it is typed
    plain, accents = [], set()
    for typed in TYPED:
        shown = preview(shared, table, typed, 60)
        accents |= set(shown) - set(map(chr, range(128)))
        if words := plain_words(shown, known | {*WORD.findall(typed)}):
            plain.append(f"{typed!r}: {words}: {shown}")
    shared.book.close()
    assert len(accents) > 20  # of the letters of that language: it does speak
    nothing_plain(plain)


def test_what_the_server_answers_in_plain_text_is_marked(tmp_path: Path, accents: Path) -> None:
    port = free_port()
    environment = variables(tmp_path, port, token="asecret8") | {"SCORER_LANG": str(accents)}
    with subprocess.Popen([sys.executable, "-m", "dashboard"], env=environment, stdin=subprocess.PIPE) as server:
        wait_for(port)
        asked = {
            "no token": ("/", "GET", {}),
            "another host": ("/", "GET", {"Host": "example.org/x"}),
            "not to read": ("/", "POST", {}),
            "no page": ("/nowhere", "GET", {"Cookie": f"scorer_dashboard_{port}=asecret8"}),
        }
        answers = {name: fetch(port, path, method, **headers) for name, (path, method, headers) in asked.items()}
        assert server.stdin is not None
        server.stdin.close()
    shown = {name: body.decode() for name, (_answer, body) in answers.items()}
    assert [answer.status for answer, _body in answers.values()] == [401, 403, 405, 404], shown
    nothing_plain([f"{name}: {text}" for name, text in shown.items() if plain_words(text, PAGES)])

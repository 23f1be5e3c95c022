"""What is asked at a table, shown while a line is typed, and answered to a browser, in the language of accents."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Scope

from dashboard.pages import PAGES
from dashboard.serving.server import Addresses, Gate
from scorer.cli.app import command
from scorer.cli.context import Settings
from scorer.cli.typed_line import preview
from scorer.dashboard_address import Listening, cookie_name
from scorer.match.sheet import Sheet
from tests.language.test_pseudo_refusals import KNOWN
from tests.plain_words import WORD, names_in, nothing_plain, plain_words

Ok = Callable[..., str]

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
    variant: str, line: str, answers: list[str], ok: Ok, asked: Callable[..., tuple[int, str]], book_path: Path
) -> None:
    players = "Anna,Bruno,Carla,Dario,Elena" if variant == "scighera" else "Anna,Bruno,Carla,Dario"
    ok(f"start Friday --players {players} --variant {variant}")
    if variant == "scighera":
        ok("deal anna 2 bruno 74")
    code, shown = asked(line, [(": ", text) for text in answers])
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


async def plain_answer(path: str, method: str, host: str, cookie: str) -> tuple[int, str]:
    """The status and the text of what the dashboard answers to a request that it does not let pass."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    listening = Listening(token="asecret8")
    head = [(b"host", host.encode()), (b"cookie", f"{cookie_name(listening.port)}={cookie}".encode())]
    scope: Scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": head}
    await Gate(Addresses(PlainTextResponse("let in")), listening)(scope, receive, send)
    return sent[0]["status"], sent[1]["body"].decode()


@pytest.mark.usefixtures("accented")
def test_what_the_server_answers_in_plain_text_is_marked() -> None:
    here, known = "127.0.0.1:8501", "asecret8"
    requests = {
        "no token": ("/", "GET", here, ""),
        "another host": ("/", "GET", "example.org/x", known),
        "not to read": ("/", "POST", here, known),
        "no page": ("/nowhere", "GET", here, known),
    }
    answers = {name: asyncio.run(plain_answer(*request)) for name, request in requests.items()}
    assert [status for status, _text in answers.values()] == [401, 403, 405, 404], answers
    nothing_plain([f"{name}: {text}" for name, (_status, text) in answers.items() if plain_words(text, PAGES)])

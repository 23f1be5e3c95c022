"""Every attack of the list gets what it gets, and the scorebook is as it was."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from scorer import connections
from scorer.cli.context import Settings
from scorer.phones.description import description
from tests.phones.attacks import ATTACKS, RECORDED, Attack
from tests.phones.clients import Phone, code, grant, match_uid, serving
from tests.running import run, split
from tests.servers import knock

FIVE = "Anna,Bruno,Carla,Dario,Elena"
TABLES = (
    f"start Friday --players {FIVE}",
    "start Sunday --players Franco,Gina,Ivo,Lia,Mara",
    'league add "Lega Nord"',
    f'start Theirs --players {FIVE} --league "Lega Nord"',
    f"start Old --players {FIVE} --on 2026-01-01",
)


class Tables:
    """Four tables that are attacked: where their server listens, and the codes of everybody who attacks."""

    def __init__(self, port: int, book: Path) -> None:
        self.port, self.book = port, book
        friday, sunday = (match_uid(book, name) for name in ("Friday", "Sunday"))
        reading = grant(book, "match", friday, may_record=False)
        good = grant(book, "match", friday)
        _words, uid, signed = good.split(".")
        longest = grant(book, "match", friday, left=timedelta(days=300)).split(".")[0]
        self.tokens = {
            "nobody": "",
            "Friday": good,
            "Sunday": grant(book, "match", sunday),
            "looking on": reading,
            "evening": grant(book, "evening", "1"),
            "evening looked on": grant(book, "evening", "1", may_record=False),
            "organiser": grant(book, "all", ""),
            "expired": grant(book, "match", friday, left=-timedelta(minutes=2)),
            "other key": grant(book.with_name("other.db"), "match", friday),
            "cut": good[:-1],
            "longer": good + "A",
            "altered to record": "mw" + reading[2:],
            "altered to last": f"{longest}.{uid}.{signed}",
            "altered to all": f"a{good[1:]}",
            "spliced": ".".join([*grant(book, "match", sunday).split(".")[:2], signed]),
            "long": good + "A" * 5_000,
            "endless": good + "A" * 20_000,
            "strange": "mwé.½.ß",
        }

    def sends(self, attack: Attack) -> tuple[int, Any]:
        """The status and the JSON, or the bytes, that an attack gets; no status where nothing is answered."""
        words = attack.sent.replace(b"PORT", b"%d" % self.port)
        token = self.tokens[attack.who].encode("latin-1")
        words = words.replace(
            b"Authorization: Bearer TOKEN\r\n", b"Authorization: Bearer %s\r\n" % token if token else b""
        )
        words = words.replace(b"FRIDAY", self.tokens["Friday"].encode())
        with knock(self.port, words) as asked, closing(asked.makefile("rb")) as answer:
            return _read(answer, with_body=not attack.sent.startswith(b"HEAD"))


def _read(answer: Any, *, with_body: bool) -> tuple[int, Any]:
    try:
        first = answer.readline()
        if not first:
            return 0, b""
        headers = dict(line.lower().split(b": ", 1) for line in iter(answer.readline, b"\r\n"))
        body = answer.read(int(headers.get(b"content-length", 0))) if with_body else b""
    except ConnectionResetError:
        return 0, b""
    is_json = headers.get(b"content-type", b"").startswith((b"application/json", b"application/problem+json"))
    return int(first.split()[1]), json.loads(body or b"{}") if is_json else body


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """Friday with a recorded deal, Sunday, a table of another league, and one of long ago."""
    book = tmp_path_factory.mktemp("attacked") / "book.db"
    shared = Settings(db=str(book), no_input=True)
    assert not any(run(split(line), shared) for line in TABLES)
    shared.book.close()
    with pytest.MonkeyPatch.context() as patched, serving(book) as port:
        patched.setattr(connections, "REQUEST_SECONDS", 1)
        tables = Tables(port, book)
        assert Phone(port, tables.tokens["Friday"]).post("deal", **RECORDED)[0] == 200
        yield tables


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.what)
def test_an_attack_gets_what_the_list_says_and_leaves_the_scorebook_as_it_was(tables: Tables, attack: Attack) -> None:
    before = tables.book.read_bytes()
    status, answer = tables.sends(attack)
    said = answer.get("code", "") if isinstance(answer, dict) else ""
    assert (status, said) == (attack.status, attack.code)
    assert tables.book.read_bytes() == before, "the scorebook was changed"


ADDRESSES = [(path, way.upper()) for path, ways in description()["paths"].items() for way in ways]
FOR_EVERYBODY = {"/api/openapi.json", "/api/words"}
JSON = {"content-type": "application/json"}


def test_every_address_is_for_those_alone_whose_code_says_so(tables: Tables) -> None:
    before = tables.book.read_bytes()
    nobody, viewer, friday = (Phone(tables.port, tables.tokens[who]) for who in ("nobody", "looking on", "Friday"))
    for path, way in ADDRESSES:
        facts = b'{"match": 2, "deal": {}}' if path == "/api/preview" else b'{"id": "x", "match": 2}'
        body, head = (facts, JSON) if way == "POST" else (None, {})
        there = path if way == "POST" else f"{path}?match=2"
        evil = nobody.ask(way, path, body, head | {"origin": "http://evil.example"})
        assert code(evil) == (403, "other_origin"), path
        if path in FOR_EVERYBODY:
            continue
        assert code(nobody.ask(way, path, body, head)) == (401, "no_token"), path
        if path != "/api/stream":  # which is that of its own table, and does not end
            assert code(friday.ask(way, there, body, head)) == (403, "not_yours"), path  # Sunday's, or of all matches
        if way == "POST" and path != "/api/preview":
            assert code(viewer.ask(way, path, b'{"id": "x"}', head)) == (403, "not_yours"), path
    assert tables.book.read_bytes() == before


def test_every_address_that_takes_a_body_takes_json_alone_and_not_too_much(tables: Tables) -> None:
    before = tables.book.read_bytes()
    sunday = Phone(tables.port, tables.tokens["Sunday"])
    for path in [path for path, way in ADDRESSES if way == "POST"]:
        for body, head, refusal in (
            (b'{"id": "x"}', {"content-type": "text/plain"}, (415, "no_json")),
            (b'{"id": "x"}', {}, (415, "no_json")),
            (b" " * 40_000, JSON, (413, "too_large")),
            (b'{"id": "x"', JSON, (400, "unreadable")),
        ):
            assert code(sunday.ask("POST", path, body, head)) == refusal, (path, body[:30])
    assert tables.book.read_bytes() == before

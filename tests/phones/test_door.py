"""Codes and the key behind them, and what every answer tells a browser; who is refused stands in attacks.py."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.requests import Request

from scorer.phones.access import ANOTHER_DEVICE, Key
from scorer.phones.api import Api
from scorer.phones.errors import NotYoursError
from scorer.scorebook import Book
from tests.phones.clients import Phone, code, grant, match_uid, serving

Ok = Callable[..., str]
HOSTILE = ("<script>alert(1)</script>", "{0.__class__}", "@HYPERLINK(1)", "&lt;img src=x&gt;", "'; DROP TABLE x")


def test_a_token_with_another_letter_is_nobodys(phone: Phone, book_path: Path) -> None:
    for at in (0, 1, 5, 12, -1):
        letters = list(phone.token)
        letters[at] = "r" if letters[at] != "r" else "e"
        assert code(Phone(phone.port, "".join(letters)).get("/api/table")) == (401, "no_token"), at
    viewer = Phone(phone.port, grant(book_path, "match", match_uid(book_path, "Friday"), may_record=False))
    status, table = viewer.get("/api/table")
    assert (status, table["may_record"]) == (200, False)


def test_another_key_ends_all_codes(phone: Phone, book_path: Path) -> None:
    (book_path.parent / f"{book_path.name}.key").unlink()
    assert code(phone.get("/api/table")) == (401, "no_token")
    new = Phone(phone.port, grant(book_path, "match", match_uid(book_path, "Friday")))  # with a key that is made now
    assert (code(phone.get("/api/table")), new.get("/api/table")[0]) == ((401, "no_token"), 200)


def test_answers_keep_a_browser_from_reaching_outside(phone: Phone) -> None:
    heads = phone.heads("/")
    assert "default-src 'self'" in heads["content-security-policy"]
    assert (heads["referrer-policy"], heads["x-frame-options"]) == ("no-referrer", "DENY")


def test_a_strangers_host_makes_the_server_ask_nobody_for_the_names_of_its_machine(
    book_path: Path, friday: None
) -> None:
    asked: list[str] = []

    def names() -> list[str]:  # where a system takes 2 s to say them, ten such requests made a phone wait for 20 s
        asked.append("the system")
        return ["127.0.0.1", "Gelso.local"]

    with serving(book_path, names=names) as port:
        anybody = Phone(port)
        strangers = [code(anybody.get("/api/table", host="evil.example")) for _request in range(10)]
        assert strangers == [(421, "other_host")] * 10
        assert code(anybody.get("/api/table", host="gelso.LOCAL")) == (401, "no_token")
    assert asked == ["the system"]


def test_a_league_that_was_renamed_keeps_the_codes_of_its_evening(port: int, book_path: Path, ok: Ok) -> None:
    phone = Phone(port, grant(book_path, "evening", "1"))
    ok("start Today --players Anna,Bruno,Carla,Dario,Elena")
    ok("league rename main Casa")
    assert phone.get("/api/evening")[1]["league"] == "Casa"
    assert phone.get("/api/table?match=2")[0] == 200


def test_a_hostile_name_is_a_name_and_nothing_else(phone: Phone, ok: Ok) -> None:
    seats = list(HOSTILE)
    status, done = phone.post("seats", id="a", players=seats)
    assert (status, done["table"]["seats"]) == (200, seats)  # letter by letter; the page writes them as text
    status, done = phone.post("deal", id="b", by="<b>Anna</b>", deal={
        "caller": HOSTILE[0], "bid": "K", "partner": HOSTILE[1], "result": "made"})  # fmt: skip
    sentence = done["table"]["records"][0]["sentence"]
    assert sentence.startswith(f"{HOSTILE[0]} called the king with {HOSTILE[1]} and made it")
    ok("check")


def test_the_code_that_may_do_everything_is_taken_from_this_machine_unless_it_was_given_to_another(
    book_path: Path, friday: None
) -> None:
    api = Api(Book(str(book_path)), Key.beside(str(book_path)))

    def request(address: str, subject: str = "") -> Request:
        head = [(b"authorization", f"Bearer {grant(book_path, 'all', subject)}".encode())]
        return Request({"type": "http", "headers": head, "client": (address, 50_000)})

    assert api.grant(request("127.0.0.1")).scope == "all"
    for subject in ("", "another"):
        with pytest.raises(NotYoursError):
            api.grant(request("192.168.1.7", subject))
    assert api.grant(request("192.168.1.7", ANOTHER_DEVICE)).scope == "all"

"""Who comes in: tokens, hosts, origins, bodies; each refusal with its status and its code."""

from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection

import pytest
from starlette.requests import Request

from scorer.scorebook import Book
from scorer.serve.access import ANOTHER_DEVICE, Key
from scorer.serve.api import Api
from scorer.serve.errors import NotYoursError
from tests.phones import Phone, grant, match_uid

Ok = Callable[..., str]
DEAL = {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "made"}
JSON = {"content-type": "application/json"}


def code(answer: tuple[int, object]) -> tuple[int, str]:
    status, body = answer
    assert isinstance(body, dict)
    return status, body["error"]["code"]


def test_nobody_reads_or_records_without_a_token(port: int) -> None:
    nobody = Phone(port)
    assert code(nobody.get("/api/table")) == (401, "no_token")
    assert code(nobody.post("deal", id="a", deal=DEAL)) == (401, "no_token")


@pytest.mark.parametrize("at", [0, 1, 5, 12, -1])
def test_a_token_with_another_letter_is_nobodys(phone: Phone, at: int) -> None:
    letters = list(phone.token)
    letters[at] = "r" if letters[at] != "r" else "e"
    assert code(Phone(phone.port, "".join(letters)).get("/api/table")) == (401, "no_token")


def test_a_token_of_another_scorebook_is_nobodys(phone: Phone, tmp_path: Path, book_path: Path) -> None:
    other = grant(tmp_path / "other.db", "match", match_uid(book_path, "Friday"))
    assert code(Phone(phone.port, other).get("/api/table")) == (401, "no_token")


def test_a_token_ends(phone: Phone, book_path: Path) -> None:
    old = grant(book_path, "match", match_uid(book_path, "Friday"), left=-timedelta(minutes=2))
    assert code(Phone(phone.port, old).get("/api/table")) == (401, "expired")


def test_a_token_is_good_for_its_own_match_alone(phone: Phone, other_match: str) -> None:
    assert code(phone.get("/api/table?match=2")) == (403, "not_yours")
    assert code(phone.post("deal", id="a", match=2, deal=DEAL)) == (403, "not_yours")
    assert code(phone.get("/api/evening")) == (403, "not_yours")
    assert code(phone.post("start", id="a", name="Mine", players=["Anna", "Bruno"])) == (403, "not_yours")


def test_a_token_of_an_evening_is_good_for_its_league_alone(port: int, book_path: Path, ok: Ok) -> None:
    ok('league add "Lega Nord"')
    ok('start Theirs --players Franco,Gina,Ivo,Lia,Mara --league "Lega Nord"')
    ok("start Old --players Franco,Gina,Ivo,Lia,Mara --on 2026-01-01")
    phone = Phone(port, grant(book_path, "evening", "1"))
    assert [code(phone.get(f"/api/table?match={number}")) for number in (2, 3)] == [(403, "not_yours")] * 2


def test_who_looks_on_records_nothing(port: int, book_path: Path) -> None:
    viewer = Phone(port, grant(book_path, "match", match_uid(book_path, "Friday"), may_record=False))
    status, table = viewer.get("/api/table")
    assert (status, table["may_record"]) == (200, False)
    for verb in ("deal", "call", "redeal", "penalty", "undo", "edit", "void", "seats", "finish", "reopen", "start"):
        assert code(viewer.post(verb, id="a", deal=DEAL)) == (403, "not_yours"), verb


def test_the_key_is_nobody_elses_to_read(phone: Phone, book_path: Path) -> None:
    assert (book_path.parent / f"{book_path.name}.key").stat().st_mode & 0o777 == 0o600


def test_another_key_ends_all_codes(phone: Phone, book_path: Path) -> None:
    (book_path.parent / f"{book_path.name}.key").unlink()
    assert code(phone.get("/api/table")) == (401, "no_token")
    new = Phone(phone.port, grant(book_path, "match", match_uid(book_path, "Friday")))  # with a key that is made now
    assert (code(phone.get("/api/table")), new.get("/api/table")[0]) == ((401, "no_token"), 200)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"host": ""}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": "//["}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
    ],
)
def test_a_page_of_another_site_gets_nothing(phone: Phone, headers: dict[str, str], status: int) -> None:
    assert phone.ask("POST", "/api/deal", b"{}", JSON | headers)[0] == status


@pytest.mark.parametrize(
    ("body", "status", "why"),
    [
        (b"", 400, "unreadable"),
        (b"[]", 400, "unreadable"),
        (b"{" * 20_000, 400, "unreadable"),
        (b'{"id": "a", "deal": []}', 400, "unreadable"),
        (b'{"id": "a", "deal": {"caller": 7}}', 400, "unreadable"),
        (b'{"id": "a", "deal": {"strange": "x"}}', 400, "unreadable"),
        (b'{"deal": {"caller": "Anna", "bid": "K", "partner": "solo", "result": "61"}}', 400, "unreadable"),
        (b'{"id": "a", "deal": {"caller": "Zeno", "bid": "K", "partner": "solo", "result": "61"}}', 404, "not_found"),
        (b'{"id": "a", "deal": {"caller": "Anna", "bid": "K", "partner": "solo", "result": "119"}}', 422, "refused"),
        (b'{"id": "a", "deal": {"caller": "An\\u0000na", "bid": "K", "partner": "solo"}}', 422, "refused"),
        (b'{"match": {"a": 1}}', 403, "not_yours"),
        (b'{"id": "a", "deal": {"\\ud800": 1}}', 400, "unreadable"),
        (b'{"id": "a", "deal": {"bid": "\\ud800"}}', 400, "unreadable"),
        (b'{"id": "a", "deal": {"slam": "no"}}', 400, "unreadable"),
        (b'{"id": "a", "deal": {"bonus": {}}}', 400, "unreadable"),
        (b'{"id": "a", "deal": {"result": 0}}', 400, "unreadable"),
        (b'{"id": "a", "deal": {}, "stands_on": NaN}', 400, "unreadable"),
        (b" " * 40_000, 413, "too_large"),
    ],
)
def test_a_body_that_makes_no_sense_is_refused_and_nothing_is_written(
    phone: Phone, body: bytes, status: int, why: str
) -> None:
    assert code(phone.ask("POST", "/api/deal", body, JSON)) == (status, why)
    assert phone.get("/api/table")[1]["records"] == []


def test_answers_keep_a_browser_from_reaching_outside(phone: Phone) -> None:
    with closing(HTTPConnection("127.0.0.1", phone.port, timeout=20)) as asked:
        asked.request("GET", "/")
        answer = asked.getresponse()
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert (answer.headers["referrer-policy"], answer.headers["x-frame-options"]) == ("no-referrer", "DENY")


def test_a_path_leads_nowhere_else(phone: Phone) -> None:
    for path in ("/static/../api.py", "/static/x/table.html", "/..%2f..%2fetc/passwd", "/api/", "/api/nothing"):
        assert phone.get(path)[0] == 404, path


def test_a_key_file_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "book.db.key").write_text("short\n")
    with pytest.raises(Exception, match=r"book\.db\.key.*no key"):
        Key.beside(str(tmp_path / "book.db"))


def test_a_league_that_was_renamed_keeps_the_codes_of_its_evening(port: int, book_path: Path, ok: Ok) -> None:
    phone = Phone(port, grant(book_path, "evening", "1"))
    ok("start Today --players Anna,Bruno,Carla,Dario,Elena")
    ok("league rename main Casa")
    assert phone.get("/api/evening")[1]["league"] == "Casa"
    assert phone.get("/api/table?match=2")[0] == 200


def test_what_is_read_is_asked_for_without_a_body_and_by_get_alone(phone: Phone) -> None:
    assert code(phone.ask("GET", "/api/stream", b"x" * 100, {})) == (400, "unreadable")
    with closing(HTTPConnection("127.0.0.1", phone.port, timeout=20)) as asked:
        asked.request("HEAD", "/api/stream", headers={"authorization": f"Bearer {phone.token}"})
        assert asked.getresponse().status == 405


def test_a_body_that_does_not_end_is_told_so(phone: Phone) -> None:
    head = f"POST /api/deal HTTP/1.1\r\nHost: 127.0.0.1:{phone.port}\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {phone.token}\r\nTransfer-Encoding: chunked\r\n\r\n"
    with closing(create_connection(("127.0.0.1", phone.port), timeout=20)) as asked:
        asked.sendall(head.encode() + b"8100\r\n" + b" " * 0x8100)  # 33,024 bytes of 32,768, and no end
        assert asked.recv(100).startswith(b"HTTP/1.1 408 ")


def test_the_code_that_may_do_everything_is_taken_from_this_machine_unless_it_was_given_to_another(
    book_path: Path, friday: None
) -> None:
    api = Api(Book(str(book_path)), Key.beside(str(book_path)))

    def asked(address: str, of: str = "") -> Request:
        head = [(b"authorization", f"Bearer {grant(book_path, 'all', of)}".encode())]
        return Request({"type": "http", "headers": head, "client": (address, 50_000)})

    assert api._grant(asked("127.0.0.1")).scope == "all"
    for of in ("", "another"):
        with pytest.raises(NotYoursError):
            api._grant(asked("192.168.1.7", of))
    assert api._grant(asked("192.168.1.7", ANOTHER_DEVICE)).scope == "all"

"""Who sends half a request keeps nobody out, and a page that listens is neither cut short nor one of too many."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from scorer import connections
from scorer.phones import live
from tests.phones.clients import Phone, grant, match_uid
from tests.phones.test_live import listening, next_revision
from tests.servers import HALF, is_closed, knock, many_files

HEAD = b"POST /api/deal HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
BODIES = (
    b"Content-Length: 99\r\n\r\n{",
    b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    b"Expect: 100-continue\r\nContent-Length: 99\r\n\r\n",
)
DEAL = {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "made"}
HELD = 600


def halves(token: str) -> list[bytes]:
    """Half of a request in each way in which it can be half, with the token and without it."""
    return [
        *HALF[:4],
        *(HEAD + by + half for half in BODIES for by in (b"", f"Authorization: Bearer {token}\r\n".encode())),
    ]


def test_a_deal_is_recorded_and_heard_of_while_hundreds_of_requests_are_half_sent(phone: Phone) -> None:
    half = halves(phone.token)
    with many_files(), listening(phone) as page, ExitStack() as held:
        before = next_revision(page)
        for number in range(HELD):
            held.enter_context(knock(phone.port, half[number % len(half)]))
        status, done = phone.post("deal", id="a", deal=DEAL)
        assert (status, done.get("code")) == (200, None)
        assert next_revision(page) != before


def test_half_a_body_is_waited_for_as_little_as_half_a_head(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.3)
    with ExitStack() as held:
        sent = [held.enter_context(knock(phone.port, half)) for half in halves(phone.token)]
        assert [is_closed(connection, 5) for connection in sent] == [True] * len(sent)
    assert phone.get("/api/table")[1]["records"] == []


def test_a_page_listens_for_longer_than_any_answer_takes(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.05)
    with listening(phone) as page:
        before = next_revision(page)
        for number in range(3):  # each takes a look of the watcher, 0.3 s
            phone.post("deal", id=f"a{number}", deal=DEAL)
            seen, before = before, next_revision(page)
            assert before != seen


def test_the_oldest_page_of_an_address_gives_way_to_one_too_many(
    port: int, book_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_STREAMS", 2)
    viewer = Phone(port, grant(book_path, "match", match_uid(book_path, "Friday"), may_record=False))
    with ExitStack() as pages:
        first, second = (pages.enter_context(listening(viewer)) for _page in range(2))
        before = {next_revision(first), next_revision(second)}
        third = pages.enter_context(listening(viewer))
        assert first.read().count(b"data:") == 0  # to its end
        assert {next_revision(third)} == before
        recorder = Phone(port, grant(book_path, "match", match_uid(book_path, "Friday")))
        recorder.post("deal", id="a", deal=DEAL)
        assert not before & {next_revision(second), next_revision(third)}

"""How often a phone may record, and how often wrong codes are looked at, before it is told to wait."""

import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from itertools import count
from pathlib import Path

from tests.phones import Phone, grant

QUEUE = 60  # entries of a phone that was without the network for hours
DEAL = {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "made"}


def until_too_many(ask: Callable[[], tuple[int, dict[str, object]]]) -> tuple[int, float]:
    """How many times something was answered until it was too much, and the seconds that this took."""
    began = time.monotonic()
    for answered in count():
        status, answer = ask()
        if status == 429:
            assert answer["code"] == "too_many"
            return answered, time.monotonic() - began
    raise AssertionError


def test_a_phone_records_a_hundred_and_twenty_entries_at_once_and_then_two_a_second(
    phone: Phone, other_match: str, book_path: Path
) -> None:
    answered, seconds = until_too_many(lambda: phone.post("deal"))  # without an id: refused, and counted
    assert QUEUE < 120 <= answered <= 121 + 2 * seconds
    assert phone.get("/api/table")[0] == 200
    sunday = Phone(phone.port, grant(book_path, "match", other_match))
    assert sunday.post("redeal", id="a", kind="passed-out")[0] == 200
    with closing(HTTPConnection("127.0.0.1", phone.port, timeout=20)) as connection:
        head = {"content-type": "application/json", "authorization": f"Bearer {phone.token}"}
        status = 0
        while status != 429:  # on a slow machine two a second are let pass meanwhile
            connection.request("POST", "/api/deal", b"{}", head)
            answer = connection.getresponse()
            answer.read()
            status = answer.status
        assert answer.headers["retry-after"] == "1"
    entry = {"id": "a", "deal": DEAL}
    until = time.monotonic() + 5
    while (status := phone.post("deal", **entry)[0]) == 429 and time.monotonic() < until:
        time.sleep(0.1)
    assert status == 200


def test_wrong_codes_are_told_to_wait_and_shut_nobody_out(phone: Phone) -> None:
    guessing = Phone(phone.port, f"{phone.token[:-1]}-")
    answered, seconds = until_too_many(lambda: guessing.get("/api/table"))
    assert 60 <= answered <= 61 + seconds
    assert phone.get("/api/table")[0] == 200  # from the same address

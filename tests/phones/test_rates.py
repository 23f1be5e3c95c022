"""How often a phone may record, and how often wrong codes are looked at, before it is told to wait."""

import json
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from itertools import count
from pathlib import Path

from tests.phones.clients import Phone, grant

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


def test_an_evening_begins_twelve_matches_an_hour_and_the_desk_as_many_as_it_likes(
    port: int, book_path: Path, rows: Callable[[str], list[tuple[object, ...]]]
) -> None:
    # a code of an evening made 130 matches with 650 new players in twelve seconds
    phone = Phone(port, grant(book_path, "evening", "1"))
    players = ["Anna", "Bruno", "Carla", "Dario", "Elena"]
    for number in range(12):
        assert phone.post("start", id=f"m{number}", players=players)[0] == 200
    assert phone.post("start", id="m0", players=players)[0] == 200  # begun already: sent again as its answer was lost
    before = rows('SELECT count(*) FROM "match"')
    status, refused = phone.post("start", id="m12", players=players)
    assert (status, refused["code"]) == (429, "too_many")
    assert refused["detail"] == (
        "this code has begun 12 matches within an hour, and that is all: wait 60 minutes, or start it at the machine"
        " with scorer start"
    )
    assert 3500 < refused["seconds"] <= 3600
    assert rows('SELECT count(*) FROM "match"') == before == [(13,)]  # Friday, and these
    assert Phone(port, grant(book_path, "all", "")).post("start", id="m12", players=players)[0] == 200


def test_a_code_brings_thirty_new_names_an_hour(
    phone: Phone, book_path: Path, rows: Callable[[str], list[tuple[object, ...]]]
) -> None:
    evening = Phone(phone.port, grant(book_path, "evening", "1"))
    for table in range(6):  # of five each
        assert evening.post("start", id=f"t{table}", players=[f"T{table} {seat}" for seat in "abcde"])[0] == 200
    seated = [f"T0 {seat}" for seat in "abcd"]
    number = evening.get("/api/evening")[1]["open"][1]["match"]
    before = rows("SELECT count(*) FROM player")
    with closing(HTTPConnection("127.0.0.1", phone.port, timeout=20)) as connection:
        head = {"content-type": "application/json", "authorization": f"Bearer {evening.token}"}
        body = json.dumps({"id": "s1", "match": number, "players": [*seated, "Zeno"]})
        connection.request("POST", "/api/seats", body, head)
        answered = connection.getresponse()
        assert (answered.status, 3500 < int(answered.headers["retry-after"]) <= 3600) == (429, True)
    status, answer = evening.post("start", id="t6", players=[*seated, "Zeno"])
    assert (status, "30 new names" in answer["detail"]) == (429, True)
    assert rows("SELECT count(*) FROM player") == before == [(35,)]  # five on Friday, thirty since
    assert evening.post("seats", id="s2", match=number, players=[*seated, "Anna"])[0] == 200  # she is known
    assert phone.post("seats", id="s3", players=["Zeno", "Bruno", "Carla", "Dario", "Elena"])[0] == 200  # another code

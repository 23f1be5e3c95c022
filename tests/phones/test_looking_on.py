"""The code for looking on: there where phones are listened to beside the dashboard, and never one that records."""

from base64 import b64decode
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from dashboard import data
from dashboard.phones import looking_on
from scorer.dashboard_address import PHONES
from scorer.phones.access import Key, match_grant
from scorer.phones.codes import page_address, svg
from tests.phones.clients import match_uid


def code() -> str:
    """The code of the newest match, as the pages show it."""
    return str(looking_on.code(data.matches_now()[0]))


@pytest.fixture(autouse=True)
def _this_scorebook(book_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The dashboard reads the scorebook of the test."""
    monkeypatch.setenv("SCORER_DB", str(book_path))
    data.forget()
    yield
    data.forget()


@pytest.fixture
def key(friday: None, book_path: Path) -> Key:
    """The key that `scorer serve` has made."""
    return Key.beside(str(book_path))


def test_an_open_match_has_a_code_that_looks_on_and_a_new_one_once_it_is_withdrawn(
    key: Key, book_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PHONES, "192.168.7.20:8502")

    def expected() -> str:
        today = datetime.now().astimezone()
        token = key.token(match_grant(match_uid(book_path, "Friday"), today, may_record=False))
        assert token.startswith("mr")
        return svg(page_address("192.168.7.20", 8502, token))

    for _withdrawn in range(2):
        picture = code().partition("base64,")[2].partition("'")[0]
        assert b64decode(picture).decode() == expected()
        assert "Scan to look on" in code()
        key.withdraw("everything", datetime.now().astimezone())
        assert picture not in code()


@pytest.mark.parametrize("phones", ["", "127.0.0.1:8502"])
def test_there_is_none_where_no_phone_can_come(key: Key, monkeypatch: pytest.MonkeyPatch, phones: str) -> None:
    monkeypatch.setenv(PHONES, phones)
    assert code() == ""


def test_a_match_that_is_over_has_none(key: Key, ok: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PHONES, "192.168.7.20:8502")
    ok("finish Friday")
    assert code() == ""


def test_whoever_looks_makes_no_key(friday: None, book_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PHONES, "192.168.7.20:8502")
    assert code() == ""
    assert not Path(f"{book_path}.key").exists()


def test_a_key_that_cannot_be_read_costs_the_code_alone(key: Key, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PHONES, "192.168.7.20:8502")
    key.path.write_text("none\n", encoding="ascii")
    assert code() == ""

"""The codes on the score sheets of a round: one a table, for its match alone, beside its round, table and names."""

import re
from datetime import datetime, time
from pathlib import Path
from typing import Any

import pytest

from scorer.phones.access import Key, match_grant
from scorer.phones.codes import page_address, svg
from scorer.scorebook import Book
from tests.fixtures import Ok, Say
from tests.phones.clients import match_uid
from tests.tournaments.printing import DAY, drawn, names, opened

SHEETS = ["tournament", "print", "sheets"]


@pytest.fixture
def coppa(book: Book) -> None:
    """A Scighera of ten, whose first round is drawn: two tables of five."""
    drawn(book, opened(book, "scighera", names(10)))


def test_each_table_has_the_code_of_its_match_and_its_page_is_its_owners_alone(
    coppa: None, ok: Ok, book_path: Path, tmp_path: Path, press: Any
) -> None:
    path = tmp_path / "sheets.html"
    ok([*SHEETS, "--out", str(path)])  # for everybody to read, as yet
    assert 'class="code"' not in path.read_text(encoding="utf-8")
    ok([*SHEETS, "--codes", "--host", "club.local", "--port", "8600", "--out", str(path)])
    assert path.stat().st_mode & 0o777 == 0o600
    page = path.read_text(encoding="utf-8")
    found = re.findall(r'<div class="code"><p><b>(.+?)</b><span>(.+?)</span>.+?</p>(<svg .+?</svg>)', page)
    last = max(datetime.now().astimezone(), datetime.combine(DAY, time()).astimezone())
    for number, (title, seats, drawing) in enumerate(found, 1):
        assert (title, seats.count("<bdi>")) == (f"Round 1, table {number}", 5)
        token = Key.beside(str(book_path)).token(match_grant(match_uid(book_path, str(number)), last))
        assert token.startswith("mw")  # it records, in one match
        assert drawing == svg(page_address("club.local", 8600, token))
    assert (len(found), press.sheets(page)) == (2, 2)


REFUSED = {
    "seating --codes": "--codes goes with sheets or all alone: say that too, or leave it out",
    "sheets --host club.local": "--host goes with --codes alone",
    "sheets --port 8600": "--port goes with --codes alone",
    "sheets --codes --port 0": "--port '0': say a whole number from 1 to 65535",
    "sheets --codes --host 127.0.0.1": "no phone can come: this machine is in no network",
    "sheets --blank 5 --codes --host club.local": "--blank and --codes do not go together",
}


def test_codes_that_make_no_sense_are_refused(coppa: None, say: Say, book_path: Path) -> None:
    for words, complaint in REFUSED.items():
        done = say(f"tournament print {words}")
        assert (done.returncode, done.stdout) == (3, "")
        assert done.stderr.startswith(f"scorer: {complaint}")
    assert not Path(f"{book_path}.key").exists()

"""Another file takes the place of a scorebook that is open: it is said, and nothing is written into either."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorer.errors import DatabaseTroubleError, ReplacedError
from scorer.scorebook import Book, add_league
from scorer.scorebook.new_scorebook import founding

Ok = Callable[..., str]
REPLACED = "was replaced: another file has its place now; nothing was recorded. Begin again, and look what is in it"


def deals(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("SELECT count(*) FROM record").fetchone()[0]
        return found


def put_in_place(fridays: dict[str, bytes], path: Path) -> Path:
    """Let a Friday with three records take the place of the file; where the old one is kept."""
    kept = path.with_name("old.db")
    kept.hardlink_to(path)
    new = path.with_name("new.db")
    new.write_bytes(fridays["begun"])
    new.replace(path)
    return kept


def test_an_open_scorebook_that_was_replaced_is_neither_read_nor_written(
    friday: None, fridays: dict[str, bytes], book_path: Path, book: Book
) -> None:
    with book.reading():
        pass
    with book.writing():
        pass
    old = put_in_place(fridays, book_path)
    for _ in range(2):
        with pytest.raises(ReplacedError, match=REPLACED), book.reading():
            pytest.fail("read")
        with pytest.raises(ReplacedError, match=REPLACED), book.writing():
            pytest.fail("written")
    assert (deals(old), deals(book_path)) == (0, 3)
    book.close()  # whoever begins again has the new one
    with book.writing() as transaction:
        assert transaction.value("SELECT count(*) FROM record") == 3


def write_and_replace(fridays: dict[str, bytes], book: Book, *, first: bool) -> Path:
    """Add a league to the scorebook, whose file is replaced meanwhile: `first`, or before it is committed."""
    with book.writing() as transaction:
        kept = put_in_place(fridays, Path(book.where)) if first else None
        add_league(transaction, "Lega", "chiamata", 0, "EUR")
        return kept or put_in_place(fridays, Path(book.where))


@pytest.mark.parametrize("first", [True, False])
def test_a_file_replaced_while_it_is_written_takes_nothing(
    friday: None, fridays: dict[str, bytes], book_path: Path, book: Book, first: bool
) -> None:
    with pytest.raises(ReplacedError, match="was replaced"):
        write_and_replace(fridays, book, first=first)
    for path in (book_path, book_path.with_name("old.db")):
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT count(*) FROM league WHERE name = 'Lega'").fetchone() == (0,)


def test_a_restored_file_is_another_one(friday: None, fridays: dict[str, bytes], book_path: Path, book: Book) -> None:
    with book.reading():
        pass
    book_path.rename(book_path.with_name("old.db"))
    with pytest.raises(DatabaseTroubleError, match="no scorebook at"), book.writing():
        pytest.fail("written")
    book_path.write_bytes(fridays["begun"])
    with pytest.raises(ReplacedError, match=REPLACED), book.writing():
        pytest.fail("written")


def test_a_scorebook_that_this_program_founds_is_no_other_one(book_path: Path, book: Book) -> None:
    book_path.touch()
    with pytest.raises(DatabaseTroubleError, match="is empty"), book.reading():
        pytest.fail("read")
    with founding(book):
        pass
    with book.writing():
        pass
    book_path.unlink()  # and one that is gone may be made again
    with book.writing(make=True):
        pass
    assert deals(book_path) == 0


def pad_said(meanwhile: Callable[[], object], lines: str, path: Path, environment: dict[str, str]) -> str:
    """What a pad says of `lines`, typed after a first deal is recorded and `meanwhile` is done; it ends with code 5."""
    with subprocess.Popen(
        [sys.executable, "-m", "scorer", "pad"], env=environment, text=True, bufsize=1,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as pad:  # fmt: skip
        assert pad.stdin is not None
        pad.stdin.write("anna K elena 61\n")
        until = time.monotonic() + 60
        while not deals(path):
            assert time.monotonic() < until
            time.sleep(0.05)
        meanwhile()
        _, said = pad.communicate(lines, timeout=60)
    assert pad.returncode == 5
    return said


def test_a_pad_whose_file_is_replaced_says_so_and_ends(
    friday: None, fridays: dict[str, bytes], book_path: Path, environment: Callable[[], dict[str, str]]
) -> None:
    lines = "bruno K dario 61\nanna K elena 61\n"
    said = pad_said(lambda: put_in_place(fridays, book_path), lines, book_path, environment())
    assert said.startswith(f"scorer: {book_path} {REPLACED}\nscorer: stopped at line 2: bruno K dario 61")
    assert (deals(book_path.with_name("old.db")), deals(book_path)) == (1, 3)


def test_a_pad_does_not_go_on_in_the_scorebook_that_was_restored_under_it(
    friday: None, ok: Callable[..., str], book_path: Path, tmp_path: Path, environment: Callable[[], dict[str, str]]
) -> None:
    """Both have a match 1 with the same players: the deal went into the other one without a word."""
    other = tmp_path / "other.db"
    ok("start Other --players Anna,Bruno,Carla,Dario,Elena", db=str(other))
    said = pad_said(lambda: ok(f"restore {other} --force"), "bruno K dario 61\n", book_path, environment())
    assert said.startswith(
        "scorer: the scorebook was replaced: match 1 is another one now (Other); nothing was recorded"
    )
    assert deals(book_path) == 0

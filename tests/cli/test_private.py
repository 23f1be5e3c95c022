"""What scorer makes is its owner's alone, pages and pictures apart; what it writes over keeps its permissions."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.older import make_older

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files have no such permissions there")
FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]


@pytest.fixture(autouse=True)
def _a_careless_umask() -> object:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(*paths: Path) -> set[str]:
    return {f"{path.stat().st_mode & 0o777:o}" for path in paths}


def test_a_new_scorebook_and_its_journal_are_its_owners_alone(ok: Ok, book_path: Path) -> None:
    from scorer.scorebook import Book

    ok(f"start Friday --players {FIVE}")
    assert modes(book_path) == {"600"}
    book = Book(str(book_path))
    with book.writing() as transaction:
        transaction.run("UPDATE league SET currency = 'CHF'")
        assert modes(Path(f"{book_path}-journal")) == {"600"}
    book.close()


def test_a_scorebook_that_a_group_shares_stays_shared(friday: None, ok: Ok, book_path: Path, tmp_path: Path) -> None:
    book_path.chmod(0o660)
    ok("deal anna K elena 61")
    ok(f"backup {tmp_path / 'copy.db'}")
    ok(f"restore {tmp_path / 'copy.db'} --force")
    assert modes(book_path) == {"660"}
    assert modes(tmp_path / "copy.db") == {"600"}
    book_path.write_bytes(book_path.read_bytes()[:5000])  # damaged: it goes aside, and a new file comes
    ok(f"restore {tmp_path / 'copy.db'} --force")
    assert modes(book_path, Path(f"{book_path}.before-restore.2")) == {"660"}


def test_backups_restored_scorebooks_and_exports_are_their_owners_alone(friday: None, ok: Ok, tmp_path: Path) -> None:
    ok("deal anna K elena 61")
    ok(f"backup {tmp_path / 'copy.db'}")
    ok(f"restore {tmp_path / 'copy.db'}", db=str(tmp_path / "again.db"))
    ok(f"export deals --out {tmp_path / 'deals.csv'}")
    ok(f"export standings --excel it --out {tmp_path / 'standings.csv'}")
    ok(f"demo --keep {tmp_path / 'demo.db'}")
    files = [tmp_path / name for name in ("copy.db", "again.db", "deals.csv", "standings.csv", "demo.db")]
    assert modes(*files) == {"600"}
    whole = tmp_path / "season"
    ok(f"export all --out {whole}")
    assert modes(whole, whole / "variants") == {"700"}
    assert modes(*(path for path in whole.rglob("*") if path.is_file())) == {"600"}
    ok(f"import {whole}", db=str(tmp_path / "imported.db"))
    assert modes(tmp_path / "imported.db") == {"600"}


def test_pictures_that_are_made_to_be_shared_follow_the_umask(friday: None, ok: Ok, tmp_path: Path) -> None:
    ok("deal anna K elena 61")
    picture = tmp_path / "friday.svg"
    ok(f"sheet Friday --image {picture}")
    assert modes(picture) == {"644"}  # they were 600: no server and nobody else could read them


def test_the_almanac_of_a_season_was_for_everybody_to_read(friday: None, ok: Ok, tmp_path: Path) -> None:
    ok("deal anna K elena 61")
    almanac = tmp_path / "season.html"
    ok(f"report --out {almanac}")
    assert modes(almanac) == {"600"}
    almanac.chmod(0o644)  # who wants to show it says so, and it stays
    ok(f"report --force --out {almanac}")
    assert modes(almanac) == {"644"}


def test_a_mistyped_folder_is_refused_by_all_that_write_one_file(
    friday: None, ok: Ok, say: Say, tmp_path: Path
) -> None:
    ok("deal anna K elena 61")
    gone = tmp_path / "saeson"
    for command in ("report --out {}.html", "sheet --image {}.png", "export deals --out {}.csv", "backup {}.db",
                    "demo --keep {}.db"):  # fmt: skip
        done = say(command.format(gone / "x"))
        assert done.returncode == 3
        assert f"the folder {gone} is not there; make it, or name another" in done.stderr
    assert not gone.exists()


def test_what_is_written_over_keeps_its_permissions(friday: None, ok: Ok, tmp_path: Path) -> None:
    file, whole = tmp_path / "deals.csv", tmp_path / "season"
    for command in (f"export deals --out {file}", f"export all --out {whole}"):
        ok(command)
    file.chmod(0o640)
    whole.chmod(0o750)
    (whole / "deals.csv").chmod(0o640)
    for command in (f"export deals --force --out {file}", f"export all --force --out {whole}"):
        ok(command)
    assert modes(file, whole / "deals.csv") == {"640"}
    assert modes(whole) == {"750"}
    assert modes(whole / "matches.csv") == {"600"}


def test_the_copy_that_an_upgrade_keeps_has_the_permissions_of_the_scorebook(
    friday: None, ok: Ok, book_path: Path, tmp_path: Path
) -> None:
    aside = Path(f"{book_path}.0002.bak")
    for mode in (0o600, 0o660):
        make_older(book_path, "0002")
        book_path.chmod(mode)
        ok("deal anna K elena 61")
        assert modes(aside) == {f"{mode:o}"}

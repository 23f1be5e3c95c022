"""`scorer tournament print`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.scorebook import Book
from tests.fixtures import Say
from tests.paper_pages import read
from tests.tournaments.printing import by_number, drawn, names, opened, played

PRINT = "tournament print"


@pytest.fixture
def evening(book: Book) -> None:
    """The first round of a Scighera of ten, with its results."""
    played(book, drawn(book, opened(book, "scighera", names(10))), by_number(4, 1, 0, -1, -4))


TITLES = {
    "seating": "Round 1", "sheets": "Round 1, table 1", "standings": "Standings: Qualification",
    "classification": "Classification, not final", "podium": "Podium", "clock": "Round 1",
}  # fmt: skip


def test_a_page_goes_to_stdout(evening: None, ok: Callable[..., str]) -> None:
    for what, title in TITLES.items():
        page = ok(f"{PRINT} {what} --tournament Coppa")
        assert page.startswith("<!DOCTYPE html>\n")
        assert read(page.removeprefix("<!DOCTYPE html>")).texts("h1")[0] == title


def test_a_page_goes_to_a_file_that_is_not_replaced_unasked(evening: None, say: Say, tmp_path: Path) -> None:
    path = tmp_path / "podium.html"
    done = say([*PRINT.split(), "podium", "--out", str(path)])
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{path}: open it in a browser, and print it from there\n"
    again = say([*PRINT.split(), "clock", "--out", str(path)])
    there = f"scorer: {path} is there already, and not what print clock wrote; --force replaces it\n"
    assert (again.returncode, again.stderr) == (3, there)
    assert "Podium" in path.read_text(encoding="utf-8")
    assert say([*PRINT.split(), "clock", "--out", str(path), "--force"]).returncode == 0
    assert "Podium" not in path.read_text(encoding="utf-8")


def test_every_page_goes_into_a_folder_and_is_written_again_as_things_stand(
    evening: None, book: Book, say: Say, ok: Callable[..., str], tmp_path: Path
) -> None:
    folder = tmp_path / "wall"
    every = [f"{what}.html" for what in ("seating", "sheets", "standings", "classification", "podium", "clock")]
    done = say([*PRINT.split(), "all", "--out", str(folder)])
    told = f"{folder}: {', '.join(every)}; open them in a browser, and print them from there\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "", told)
    ok("tournament draw --on 2026-11-20")
    assert say([*PRINT.split(), "all", "--out", str(folder)]).returncode == 0
    assert sorted(each.name for each in folder.iterdir()) == sorted(every)
    assert "Round 2" in (folder / "seating.html").read_text(encoding="utf-8")
    assert say([*PRINT.split(), "all", "--round", "1", "--out", str(folder)]).returncode == 0
    assert "Round 1" in (folder / "seating.html").read_text(encoding="utf-8")


def test_a_page_that_somebody_changed_or_of_another_tournament_is_not_replaced_unasked(
    evening: None, book: Book, say: Say, tmp_path: Path
) -> None:
    folder = tmp_path / "wall"
    written = [*PRINT.split(), "all", "--tournament", "Coppa", "--out", str(folder)]
    assert say(written).returncode == 0
    podium, before = folder / "podium.html", (folder / "seating.html").stat().st_mtime_ns
    podium.write_text(podium.read_text(encoding="utf-8").replace("Podium", "Winners"), encoding="utf-8")
    changed = f"scorer: {podium} is there already, and not what print podium wrote; --force replaces it\n"
    assert (done := say(written)).returncode == 3
    assert done.stderr == changed
    assert (folder / "seating.html").stat().st_mtime_ns == before  # of the others none is written either
    assert say([*written, "--force"]).returncode == 0
    opened(book, "scighera", ["Anna", "Bruno", "Carla", "Dario", "Elena"], "Natale")
    other = say([*PRINT.split(), "podium", "--tournament", "Natale", "--out", str(podium)])
    assert (other.returncode, other.stderr) == (3, changed)
    into = say([*PRINT.split(), "all", "--tournament", "Coppa", "--out", str(podium)])
    assert (into.returncode, into.stderr) == (3, f"scorer: {podium} is no folder, and print all writes one\n")


def test_the_scorebook_is_not_written_over(evening: None, say: Say, book_path: Path) -> None:
    page = book_path.with_name("podium.html")
    page.symlink_to(book_path)
    done = say([*PRINT.split(), "podium", "--out", str(page), "--force"])
    assert (done.returncode, done.stderr) == (3, f"scorer: {page} is the scorebook itself; name another file\n")
    named = say([*PRINT.split(), "podium", "--out", str(book_path), "--force"])
    assert (named.returncode, named.stderr) == (
        3,
        f"scorer: '{book_path}': a page is a file that ends in .html or .htm\n",
    )


def test_a_blank_sheet_needs_no_scorebook_and_makes_none(ok: Callable[..., str], book_path: Path) -> None:
    assert len(read(ok(f"{PRINT} sheets --blank 6")).rows()) == 12
    two = read(ok(f"{PRINT} sheets --blank 2 --variant scoperta"))
    assert two.texts("p.below") == ["Briscola scoperta. Played to 3 deals won."]
    assert not book_path.exists()


REFUSED = {
    "sheets --blank 9": "--blank '9': say a whole number from 3 to 8",
    "sheets --blank five": "--blank 'five': say a whole number from 3 to 8",
    "seating --blank 5": "--blank goes with sheets alone: say that too, or leave it out",
    "sheets --blank 5 --round 1": "--blank and --round do not go together: leave one of them out",
    "sheets --blank 5 --tournament x": "--blank and --tournament do not go together: leave one of them out",
    "sheets --blank 1 --variant scoperta": "--blank '1': say a whole number from 2 to 3",
    "sheets --blank 6 --variant brisca": "--blank '6': say a whole number from 4 to 5",
    "sheets --variant brisca": "--variant goes with --blank alone: say that too, or leave it out",
    "all": "print all writes a folder: say --out DIR",
    "podium --round 1":
        "--round goes with seating, sheets, standings, clock or all alone: say that too, or leave it out",
    "seating --round 3": "no round 3 of Coppa: there is 1",
}  # fmt: skip


def test_what_cannot_be_printed_is_said(evening: None, say: Say) -> None:
    for words, complaint in REFUSED.items():
        done = say(f"{PRINT} {words}")
        code = 4 if complaint.startswith("no round") else 3
        assert (done.returncode, done.stdout, done.stderr) == (code, "", f"scorer: {complaint}\n")


def test_a_word_that_is_no_page_is_refused(evening: None, say: Say) -> None:
    done = say(f"{PRINT} money")
    assert done.returncode == 3
    assert "seating, sheets, standings, classification, podium, clock or all" in done.stderr


def test_before_the_first_draw_there_is_no_seating_but_a_clock(book: Book, say: Say, tmp_path: Path) -> None:
    opened(book, "scighera", names(5))
    assert (done := say(f"{PRINT} seating")).returncode == 4, done
    assert say(f"{PRINT} clock").returncode == 0
    assert say(f"{PRINT} podium").returncode == 0
    done = say([*PRINT.split(), "all", "--out", str(tmp_path / "wall")])
    assert "wall: standings.html, classification.html, podium.html, clock.html; open" in done.stderr

"""`scorer import` of text that is not UTF-8: whose names are which letters is asked where that is not sure."""

import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet

Asked = Callable[..., tuple[int, str]]

Say = Callable[..., CompletedProcess[str]]
Match = Callable[..., Sheet]
Csv = Callable[..., str]


def with_names(*names: str, units: str = "5;-3;-2") -> tuple[str, str]:
    """An evening of Anna and two of these names."""
    return ";".join(("Data", "Anna", *names)), f"2026-01-16;{units}"


def test_a_file_in_windows_1250_is_asked_by_the_names_that_differ(
    say: Say, csv: Csv, sheet: Match, book_path: Path
) -> None:
    file = csv(*with_names("Kovačič", "Šime"), encoding="cp1250")
    refused = say(f"import {file} --as evenings")
    assert refused.returncode == 3
    assert refused.stderr == (
        "scorer: the file is not UTF-8, and its letters can be read in several ways: Kovaèiè by Windows-1252 "
        "(--encoding cp1252) or Kovačič by Windows-1250 (--encoding cp1250): say which\n"
    )  # Š is the same in both, and a Mac would have a letter of mathematics in its place
    assert not book_path.exists()
    done = say(f"import {file} --as evenings --encoding cp1250")
    assert done.stderr == "the file is read as Windows-1250\n"
    assert sheet("1").records[0].payouts == {"Anna": 5, "Kovačič": -3, "Šime": -2}


@pytest.mark.parametrize(
    ("names", "encoding", "name"),
    [
        (("Jürgen", "José"), "cp1252", "Windows-1252"),  # ü and é are the same in Windows-1250; a Mac says JosÈ
        (("Jürgen", "José"), "mac_roman", "Mac OS Roman"),  # Windows has controls there
        (("José", "ANDRÉ"), "mac_roman", "Mac OS Roman"),  # DOS says JosÄ
    ],
)
def test_letters_that_make_sense_in_one_way_are_not_asked_for(
    names: tuple[str, str], encoding: str, name: str, say: Say, csv: Csv, sheet: Match
) -> None:
    done = say(f"import {csv(*with_names(*names), encoding=encoding)} --as evenings")
    assert done.stderr == f"the file is not UTF-8; it is read as {name}, where it says {names[0]}\n"
    assert [*sheet("1").records[0].payouts] == ["Anna", *names]


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman"])
def test_amounts_and_known_columns_show_whose_letters_they_are(encoding: str, say: Say, csv: Csv) -> None:
    euros = csv(*with_names("Bruno", "Carla", units="1,50 €;-1 €;-0,50 €"), encoding=encoding)
    assert "--unit-value" in say(f"import {euros} --as evenings").stderr  # Ä and Û are no money
    form = csv("Data;Com'è andata?;Chi ha chiamato?", "16/01/2026;vinta;Niccolò", encoding=encoding)
    assert "no column bid" in say(f"import {form}").stderr


def test_a_letter_of_dos_came_in_as_that_of_a_mac(say: Say, csv: Csv, sheet: Match) -> None:
    file = csv(*with_names("Nicolò", "Bruno"), encoding="cp850")  # Windows has a bullet there
    refused = say(f"import {file} --as evenings")
    assert "Nicolï by Mac OS Roman (--encoding mac_roman) or Nicolò by DOS (850) (--encoding cp850)" in refused.stderr
    say(f"import {file} --as evenings --encoding cp850")
    assert [*sheet("1").records[0].payouts] == ["Anna", "Nicolò", "Bruno"]


def test_an_encoding_that_cannot_be_is_refused(say: Say, csv: Csv, book_path: Path) -> None:
    windows, ours = csv(*with_names("Kovačič", "Bruno"), encoding="cp1250"), csv("Data;Jürgen", "x", name="ours.csv")
    unknown = "say cp1252 (Windows, Western), cp1250 (Windows, Central European), mac_roman or utf-8"
    for file, said, answered in (
        (windows, "utf-8", "line 1: this is no text in utf-8: leave --encoding away, or say another"),
        (windows, "hex", f"--encoding hex: {unknown}"),
        (ours, "cp1252", "--encoding cp1252: the file is UTF-8, which says so itself: leave it away"),
    ):
        refused = say(f"import {file} --as evenings --encoding {said}")
        assert (refused.returncode, refused.stderr) == (3, f"scorer: {answered}\n")
    assert not book_path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such terminal")
def test_on_a_terminal_the_words_are_chosen(csv: Csv, asked: Asked) -> None:
    file = csv(*with_names("Kovačič", "Šime"), encoding="cp1250")
    answers = [("Which is right?", "2"), ("Take it in so?", "y")]
    code, screen = asked(["import", file], answers)
    assert (code, "(Anna, Kovačič, Šime)" in screen) == (0, True), screen

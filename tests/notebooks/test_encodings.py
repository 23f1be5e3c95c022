"""Text that is not UTF-8: whose names are which letters is asked where that is not sure."""

from collections.abc import Callable

import pytest

from scorer.match.sheet import Sheet
from tests.fixtures import Ok
from tests.imports import Csv, Importer

AS = "--as evenings"


def with_names(*names: str, units: str = "5;-3;-2") -> tuple[str, str]:
    """An evening of Anna and two of these names."""
    return ";".join(("Data", "Anna", *names)), f"2026-01-16;{units}"


@pytest.mark.parametrize(
    ("encoding", "names", "ways"),
    [
        # Š is the same in both, and a Mac would have a letter of mathematics in its place
        ("cp1250", ["Kovačič", "Šime"],
         "Kovaèiè by Windows-1252 (--encoding cp1252) or Kovačič by Windows-1250 (--encoding cp1250): say which\n"),
        # Windows has a bullet there
        ("cp850", ["Nicolò", "Bruno"],
         "Nicolï by Mac OS Roman (--encoding mac_roman) or Nicolò by DOS (850) (--encoding cp850): say which\n"),
    ],
)  # fmt: skip
def test_a_name_that_may_be_two_is_asked_for_and_was_once_taken_for_the_other(
    encoding: str, names: list[str], ways: str, csv: Csv, importer: Importer, ok: Ok, sheet: Callable[..., Sheet]
) -> None:
    file = csv(*with_names(*names), encoding=encoding)
    importer.refused(file, AS, f"the file is not UTF-8, and its letters can be read in several ways: {ways}")
    importer.came(file, f"{AS} --encoding {encoding}", "the file is read as ")
    ok(f"import {file} {AS} --encoding {encoding}")
    assert sheet("1").records[0].payouts == {"Anna": 5, names[0]: -3, names[1]: -2}


@pytest.mark.parametrize(
    ("names", "encoding", "name"),
    [
        (("Jürgen", "José"), "cp1252", "Windows-1252"),  # ü and é are the same in Windows-1250; a Mac says JosÈ
        (("Jürgen", "José"), "mac_roman", "Mac OS Roman"),  # Windows has controls there
        (("José", "ANDRÉ"), "mac_roman", "Mac OS Roman"),  # DOS says JosÄ
    ],
)
def test_letters_that_make_sense_in_one_way_are_not_asked_for(
    names: tuple[str, str], encoding: str, name: str, csv: Csv, importer: Importer
) -> None:
    says = f"the file is not UTF-8; it is read as {name}, where it says {names[0]}\n"
    importer.came(csv(*with_names(*names), encoding=encoding), AS, says)


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman"])
def test_amounts_and_known_columns_show_whose_letters_they_are(encoding: str, csv: Csv, importer: Importer) -> None:
    euros = csv(*with_names("Bruno", "Carla", units="1,50 €;-1 €;-0,50 €"), encoding=encoding)
    importer.refused(euros, AS, "--unit-value")  # Ä and Û are no money
    form = csv("Data;Com'è andata?;Chi ha chiamato?", "16/01/2026;vinta;Niccolò", encoding=encoding)
    importer.refused(form, "", "no column bid")


def test_an_encoding_that_cannot_be_is_refused(csv: Csv, importer: Importer) -> None:
    windows, ours = csv(*with_names("Kovačič", "Bruno"), encoding="cp1250"), csv("Data;Jürgen", "x", name="ours.csv")
    unknown = "say cp1252 (Windows, Western), cp1250 (Windows, Central European), mac_roman or utf-8"
    for file, encoding, answer in (
        (windows, "utf-8", "line 1: this is no text in utf-8: leave --encoding away, or say another"),
        (windows, "hex", f"--encoding hex: {unknown}"),
        (ours, "cp1252", "--encoding cp1252: the file is UTF-8, which says so itself: leave it away"),
    ):
        assert importer.refused(file, f"{AS} --encoding {encoding}") == [answer]


def test_on_a_terminal_the_words_are_chosen(csv: Csv, asked: Callable[..., tuple[int, str]]) -> None:
    file = csv(*with_names("Kovačič", "Šime"), encoding="cp1250")
    code, screen = asked(["import", file], [("Which is right?", "2"), ("Take it in so?", "y"), ("how many deals", "")])
    assert (code, "(Anna, Kovačič, Šime)" in screen) == (0, True), screen

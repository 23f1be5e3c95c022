"""Formats are found, read and kept as variants are, in folders of their own."""

from pathlib import Path

import pytest

from scorer.errors import NotFoundError, RefusedError
from scorer.rule_files import VARIANTS
from scorer.tournaments.rules.errors import FormatError
from scorer.tournaments.text.rule_files import FORMATS

SHIPPED = [
    *("brisca-pairs", "by-place", "champions", "duels", "elite-2024", "marathon", "scighera", "ten-deals"),
    "ten-deals-placement",
]
CLUB = """\
title = "Mine"
source = "our club"
[[stages]]
name = "Rounds"
rounds = 3
deals = { 5 = 10, 6 = 12 }
seating = "lot"
yields = "units"
"""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    return path


def test_nine_formats_are_shipped_and_each_says_where_it_comes_from() -> None:
    assert FORMATS.names() == dict.fromkeys(SHIPPED, "shipped")
    forms = [FORMATS.load(name) for name in SHIPPED]
    assert [form.name for form in forms] == SHIPPED
    assert all(form.source for form in forms)


def test_an_added_format_is_found_by_its_name_in_a_folder_of_its_own(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert FORMATS.add(str(club)) == "club"
    assert FORMATS.names()["club"] == "yours"
    assert FORMATS.load("club").stages[0].rounds == 3
    assert [path.name for path in (tmp_path / "formats").iterdir()] == ["club.toml"]
    with pytest.raises(RefusedError, match="you have a format called club already"):
        FORMATS.add(str(club))
    monkeypatch.delenv("SCORER_FORMATS")
    assert FORMATS.folder().parts[-2:] == ("scorer", "formats")


def test_a_name_that_is_read_names_its_file_in_every_fault(club: Path, tmp_path: Path) -> None:
    FORMATS.add(str(club))
    (tmp_path / "formats" / "club.toml").write_text("title = ", encoding="utf-8")
    with pytest.raises(FormatError, match=r"^club\.toml: not a TOML file: Invalid value \(at line 1, column 9"):
        FORMATS.load("club")


def test_variants_and_formats_of_the_same_name_do_not_meet() -> None:
    # scighera is both
    assert FORMATS.load("scighera").variant == "scighera"
    assert VARIANTS.load("scighera").player_counts == (5,)


@pytest.mark.parametrize("word", ["Briscola-Pazza", "briscola a chiamata pazza"])
def test_a_name_of_two_games_is_no_format(word: str) -> None:
    with pytest.raises(NotFoundError, match="no format is called"):
        FORMATS.load(word)

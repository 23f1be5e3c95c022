"""Which payout table a label in a file means: the user's own, one frozen edition of several, or none that is here."""

import hashlib
from pathlib import Path

import pytest

from scorer.rule_files import VARIANTS
from tests.fixtures import FIVE, Ok
from tests.imports import Csv, Importer

HEAD = "match,on,variant,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
OLD = VARIANTS.read_text("chiamata")[1]
NEW = OLD.replace("u = 1\n", "u = 7\n", 1)
assert NEW != OLD


def label(text: str) -> str:
    """The variant `mine` with this text, as a file calls an edition."""
    return f"mine@{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def deal(variant: str, match: str = "M") -> tuple[str, str]:
    """A file with one deal under the variant of this label."""
    return HEAD, f"{match},2026-11-20,{variant},Anna,K,Elena,61,{FIVE}"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A variant of the user's own, a copy of chiamata."""
    folder = tmp_path / "variants"
    folder.mkdir()
    (folder / "mine.toml").write_text(OLD, encoding="utf-8")
    return folder / "mine.toml"


def test_a_variant_of_ones_own_goes_by_its_name_and_by_the_edition_that_the_file_has(
    mine: Path, csv: Csv, importer: Importer
) -> None:
    for name in ("mine", label(OLD)):
        assert importer.came(csv(*deal(name))) == {"2026-11-20": ["2 -1 -1 -1 1"]}
    missing = f"no edition {label(NEW)} of mine is known here; scorer variant add mine.toml"
    importer.refused(csv(*deal(label(NEW))), "", missing)
    mine.write_text(OLD.replace("caller = 2", "caller = 3", 1), encoding="utf-8")  # which leaves a rest
    assert importer.refused(csv(*deal("mine")))[0].startswith("line 2, column variant: mine: shares: 5 players")


def test_an_edition_that_only_the_scorebook_has(mine: Path, csv: Csv, ok: Ok) -> None:
    ok(["import", csv(*deal("mine"))])
    mine.write_text(NEW, encoding="utf-8")
    ok(["import", csv(*deal(label(NEW), "New"))])
    assert "Anna +14" in ok("sheet New --plain")  # u 7: the caller gets twice that
    ok(["import", csv(*deal(label(OLD), "Old")), "--twice"])
    assert "Anna +2" in ok("sheet Old --plain")


def test_the_only_edition_of_a_name_that_has_no_file_any_more(mine: Path, csv: Csv, ok: Ok) -> None:
    ok(["import", csv(*deal("mine"))])
    mine.unlink()
    ok(["import", csv(*deal("mine", "Again")), "--twice"])
    assert "Anna +2" in ok("sheet Again --plain")

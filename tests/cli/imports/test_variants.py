"""Which payout table a label in a file means: the user's own, one frozen edition of several, or none that is here."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.rule_files import VARIANTS

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
HEAD = "match,on,variant,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5,units1"
OLD = VARIANTS.read_text("chiamata")[1]
NEW = OLD.replace("u = 1\n", "u = 7\n", 1)
assert NEW != OLD


def label(text: str) -> str:
    return f"mine@{hashlib.sha256(text.encode()).hexdigest()[:8]}"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A variant of the user's own, a copy of chiamata."""
    folder = tmp_path / "variants"
    folder.mkdir()
    (folder / "mine.toml").write_text(OLD, encoding="utf-8")
    return folder / "mine.toml"


@pytest.fixture
def deal(tmp_path: Path) -> Callable[[str], str]:
    """A file with one deal under the variant of this label, in a match called after it; Anna gets what u says."""

    def write(variant: str, units: str = "") -> str:
        path = tmp_path / "deals.csv"
        path.write_text(f"{HEAD}\nOf {variant},2026-11-20,{variant},Anna,K,Elena,61,{FIVE},{units}\n", encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize("name", ["mine", label(OLD)])
def test_a_variant_of_ones_own_goes_by_its_name_and_by_the_edition_that_the_file_has(
    name: str, mine: Path, deal: Callable[[str], str], ok: Ok
) -> None:
    ok(["import", deal(name)])
    assert "Anna +2" in ok("sheet --plain")


def test_an_edition_that_only_the_scorebook_has(mine: Path, deal: Callable[[str], str], ok: Ok) -> None:
    ok(["import", deal("mine")])
    mine.write_text(NEW, encoding="utf-8")
    ok(["import", deal(label(NEW))])
    assert "Anna +14" in ok(f"sheet 'Of {label(NEW)}' --plain")  # u 7: the caller gets twice that
    ok(["import", deal(label(OLD)), "--twice"])
    assert "Anna +2" in ok(f"sheet 'Of {label(OLD)}' --plain")


def test_the_only_edition_of_a_name_that_has_no_file_any_more(mine: Path, deal: Callable[[str], str], ok: Ok) -> None:
    ok(["import", deal("mine")])
    mine.unlink()
    path = deal("mine")
    Path(path).write_text(Path(path).read_text(encoding="utf-8").replace("Of mine", "Again"), encoding="utf-8")
    ok(["import", path, "--twice"])
    assert "Anna +2" in ok("sheet Again --plain")


def test_an_edition_that_is_nowhere(mine: Path, deal: Callable[[str], str], say: Say) -> None:
    refused = say(["import", deal(label(NEW))])
    assert refused.returncode == 3
    assert f"no edition {label(NEW)} of mine is known here; scorer variant add mine.toml" in refused.stderr


def test_a_variant_that_leaves_a_rest_is_refused(mine: Path, deal: Callable[[str], str], say: Say) -> None:
    mine.write_text(OLD.replace("caller = 2", "caller = 3", 1), encoding="utf-8")
    refused = say(["import", deal("mine")])
    assert refused.returncode == 3
    assert refused.stderr.startswith("scorer: line 2, column variant: mine: shares: 5 players")

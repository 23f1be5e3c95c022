"""The sample tournament: the same from its script, and played to the podium by the demo."""

import csv
from pathlib import Path

from scorer.cli.demo import commands
from tests.fixtures import Ok
from tests.folders import same
from tests.samples import made_again


def test_the_script_makes_the_same_bytes_again(tmp_path: Path) -> None:
    made_again("make_tournament.py", tmp_path / "again")
    same(tmp_path / "again", commands("tournament").parent)


def test_the_demo_that_is_kept_has_a_tournament_played_to_the_podium(ok: Ok, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.db")
    ok(["demo", "--keep", kept])
    told = ok("tournament show", db=kept)
    assert "Coppa del Gelso" in told
    assert "20 players" in told
    rows = list(csv.DictReader(ok("tournament standings --final --format csv", db=kept).splitlines()))
    assert [int(row["place"]) for row in rows] == list(range(1, 21))
    # the first two of the final are level in units and in deals won
    assert [(row["entrant"], row["total"], row["decided by"]) for row in rows[:2]] == [
        ("Adele", "7", ""), ("Elvira", "7", "play-off"),
    ]  # fmt: skip
    assert "Fosco: penalty of 1 placement point" in ok("tournament standings --final", db=kept)
    assert "Last night" in ok("", db=kept)  # the evening that goes on is the one of the club

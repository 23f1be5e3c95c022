"""Tournaments in a scorebook that was damaged: each is taken out whole, with all its matches, or not at all."""

from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.cli.context import Settings
from tests.running import run

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
SOME, TROUBLE = 1, 5


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo: 32 matches, nine of them of a tournament, on some 60 pages."""
    path = tmp_path_factory.mktemp("season") / "season.db"
    with redirect_stdout(StringIO()):
        assert run(["demo", "--keep", str(path)], Settings(no_input=True)) == 0
    return path


def test_a_tournament_is_taken_with_its_matches(season: Path, ok: Ok, say: Say, tmp_path: Path) -> None:
    done = say(f"db salvage {season} --to {tmp_path}/new.db")
    assert (done.returncode, done.stdout) == (0, "")
    assert f"{tmp_path}/new.db: 32 matches with 422 deals, taken out of {season}\n" in done.stderr
    assert "not gone over" not in done.stderr
    standings = "tournament standings --final"
    assert ok(standings, db=f"{tmp_path}/new.db") == ok(standings, db=str(season))


def test_a_file_that_was_cut_gives_what_is_before_the_cut(season: Path, say: Say, ok: Ok, tmp_path: Path) -> None:
    """The last page, with steps of the final, is not there; the first 20 do not name the matches."""
    cut, new = tmp_path / "cut.db", f"{tmp_path}/new.db"
    cut.write_bytes(season.read_bytes()[:-4000])
    done = say(f"db salvage {cut} --to {new}")
    assert done.returncode == SOME
    assert done.stdout == (
        "not taken: Coppa del Gelso (tournament 1), 2026-05-30 with 9 matches: what was done in it cannot all be read\n"
    )
    assert f"{new}: 23 matches with 411 deals, taken out of {cut}\n" in done.stderr
    assert ok("check", db=new) == ""
    cut.write_bytes(season.read_bytes()[: 20 * 4096])
    done = say(f"db salvage {cut} --to {tmp_path}/none.db")
    assert done.returncode == TROUBLE
    assert done.stdout.count("not taken: ") == 34  # some variants and the id of the scorebook besides
    assert "not taken: match 32: its name and its day cannot be read\n" in done.stdout
    assert f"no whole match can be taken out of {cut}; nothing was written" in done.stderr
    assert not (tmp_path / "none.db").exists()

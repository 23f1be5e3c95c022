"""A folder that is not there: a slip in a path made folders and an empty scorebook, in which the evening then was."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]


@pytest.mark.parametrize(
    "line",
    [f"start Friday --players {FIVE}", "league add Club", "tournament new Natale --format scighera",
     "player rename Anna Ann", "standings", "settle", "check", "import -"],
)  # fmt: skip
def test_a_slip_in_the_path_of_a_scorebook_makes_no_folder(line: str, say: Say, tmp_path: Path) -> None:
    refused = say(line, db=f"{tmp_path}/saeson/book.db")
    assert (refused.returncode, refused.stdout) in {(3, ""), (5, "")}
    assert not (tmp_path / "saeson").exists()
    if "start" in line:
        assert refused.stderr == (
            f"scorer: {tmp_path}/saeson/book.db: the folder {tmp_path}/saeson is not there; make it, or name another;"
            " scorer --mkdir before the command makes it\n"
        )


def test_mkdir_makes_the_folders_of_a_scorebook_and_of_what_is_written(
    environment: Callable[[], dict[str, str]], tmp_path: Path
) -> None:
    for line in (
        f"start Friday --players {FIVE}",
        "deal anna K elena 61",
        f"sheet --image {tmp_path}/pictures/friday.svg",
        f"export all --out {tmp_path}/copies/all",
        f"backup {tmp_path}/backups/book.db",
    ):
        words = ["--mkdir", "--db", f"{tmp_path}/seasons/2026/book.db", *line.split()]
        subprocess.run([sys.executable, "-m", "scorer", *words], env=environment(), check=True)
    for path in ("pictures/friday.svg", "copies/all/deals.csv", "backups/book.db"):
        assert (tmp_path / path).is_file()


@pytest.mark.parametrize(
    "words", ["sheet --image {}", "export deals --out {}", "export all --out {}", "backup {}", "report --out {}"]
)
def test_what_is_written_into_a_folder_that_is_not_there_names_the_way_out(
    words: str, friday: None, ok: Ok, say: Say, tmp_path: Path
) -> None:
    ok("deal anna K elena 61")
    refused = say(words.format(f"{tmp_path}/saeson/{'season.html' if 'report' in words else 'new.svg'}"))
    assert refused.returncode == 3
    assert "saeson is not there; make it, or name another; scorer --mkdir before the command makes it" in refused.stderr
    assert not (tmp_path / "saeson").exists()


@pytest.mark.parametrize(
    "line", ["standings", "settle", "settle --season 2026", "sheet", "history", "check", "player list", ""]
)
def test_a_command_that_reads_makes_no_scorebook(line: str, say: Say, tmp_path: Path) -> None:
    say(line, db=f"{tmp_path}/book.db")
    assert list(tmp_path.glob("book*")) == []

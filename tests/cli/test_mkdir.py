"""A folder that is not there: a slip in a path made folders and an empty scorebook, in which the evening then was."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]


LINES = (
    f"start Friday --players {FIVE}", "league add Club",
    "player rename Anna Ann", "standings", "settle", "check", "import -",
)  # fmt: skip


def test_a_slip_in_the_path_of_a_scorebook_makes_no_folder(say: Say, tmp_path: Path) -> None:
    for line in LINES:
        refused = say(line, db=f"{tmp_path}/saeson/book.db")
        assert (refused.returncode, refused.stdout) in {(3, ""), (5, "")}, line
        assert not (tmp_path / "saeson").exists()
    assert say(LINES[0], db=f"{tmp_path}/saeson/book.db").stderr == (
        f"scorer: {tmp_path}/saeson/book.db: the folder {tmp_path}/saeson is not there; make it, or name another;"
        " scorer --mkdir before the command makes it\n"
    )


def test_mkdir_makes_the_folders_of_a_scorebook_and_of_what_is_written(
    environment: Callable[[], dict[str, str]], tmp_path: Path
) -> None:
    for line in (
        f"start Friday --players {FIVE}",
        f"export all --out {tmp_path}/copies/all",
        f"backup {tmp_path}/backups/book.db",
    ):
        words = ["--mkdir", "--db", f"{tmp_path}/seasons/2026/book.db", *line.split()]
        subprocess.run([sys.executable, "-m", "scorer", *words], env=environment(), check=True)
    for path in ("seasons/2026/book.db", "copies/all/deals.csv", "backups/book.db"):
        assert (tmp_path / path).is_file()


def test_what_is_written_into_a_folder_that_is_not_there_names_the_way_out(
    friday: None, ok: Ok, say: Say, tmp_path: Path
) -> None:
    ok("deal anna K elena 61")
    new = f"{tmp_path}/saeson/new"
    for words in (
        f"sheet --image {new}.svg", f"export deals --out {new}.csv", f"export all --out {new}", f"backup {new}.db",
        f"report --out {new}.html",
    ):  # fmt: skip
        refused = say(words)
        assert refused.returncode == 3
        advice = "saeson is not there; make it, or name another; scorer --mkdir before the command makes it"
        assert advice in refused.stderr, words
        assert not (tmp_path / "saeson").exists()

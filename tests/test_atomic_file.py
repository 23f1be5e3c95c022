"""A file is there whole or not at all."""

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from scorer.atomic_file import whole_path, whole_text
from scorer.errors import RefusedError, UnwritableError
from scorer.rules.errors import advice

ROOT = Path(__file__).parents[1]


def test_a_file_takes_its_place_when_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "standings.csv"
    with whole_text(path) as file:
        file.write("città\n")
        assert not path.exists()
    assert path.read_bytes() == "città\n".encode()
    assert [found.name for found in path.parent.iterdir()] == ["standings.csv"]


def test_no_folder_is_made_for_a_file_whose_folder_was_mistyped(tmp_path: Path) -> None:
    path = tmp_path / "saeson" / "standings.csv"
    with pytest.raises(RefusedError, match="saeson is not there; make it, or name another"), whole_text(path):
        pass
    assert not path.parent.exists()


def test_what_goes_wrong_half_way_leaves_nothing_and_spares_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "standings.csv"
    path.write_text("old", encoding="utf-8")

    def half() -> None:
        with whole_text(path, force=True) as file:
            file.write("half")
            raise KeyError

    with pytest.raises(KeyError):
        half()
    assert path.read_text(encoding="utf-8") == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["standings.csv"]


def test_a_file_that_is_there_is_replaced_only_when_forced(tmp_path: Path) -> None:
    path = tmp_path / "standings.csv"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(RefusedError, match="is there already") as refused, whole_text(path):
        pass
    assert refused.value.advices == (advice("file_replace"),)
    with whole_text(path, force=True) as file:
        file.write("new")
    assert path.read_text(encoding="utf-8") == "new"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="is a folder"), whole_path(tmp_path, force=True):
        pass


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    below = tmp_path / "file" / "x"
    below.parent.touch()
    with pytest.raises(UnwritableError, match="cannot be written: Not a directory"), whole_text(below):
        pass


@pytest.mark.parametrize("force", [False, True])
def test_a_device_a_pipe_and_a_socket_are_never_replaced(tmp_path: Path, *, force: bool) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "null").symlink_to("/dev/null")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        for name in ("pipe", "null", "socket"):
            with pytest.raises(RefusedError, match="is no regular file"), whole_text(tmp_path / name, force=force):
                pass
    assert sorted(found.name for found in tmp_path.iterdir()) == ["null", "pipe", "socket"]
    assert (tmp_path / "pipe").is_fifo()
    assert Path("/dev/null").is_char_device()


def test_of_a_link_the_file_is_written_that_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "season").mkdir()
    target, link = tmp_path / "season" / "standings.csv", tmp_path / "link.csv"
    link.symlink_to(target)
    with whole_text(link) as file:  # it leads to nothing yet
        file.write("first")
    with pytest.raises(RefusedError, match="is there already"), whole_text(link):
        pass
    with whole_text(link, force=True) as file:
        file.write("second")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "second"
    assert [found.name for found in target.parent.iterdir()] == ["standings.csv"]


def test_links_in_a_circle_are_told(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(RefusedError, match="cannot be written"), whole_text(tmp_path / "a", force=True):
        pass


KILLED = """
import os, signal, sys
from pathlib import Path
from typing import Any
from scorer.atomic_file import whole_text
with whole_text(Path(sys.argv[1])) as file:
    file.write("half")
    print("writing", flush=True)
    if sys.argv[2] == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")
def test_what_a_killed_run_left_is_removed_by_the_next_and_what_a_running_one_writes_is_not(tmp_path: Path) -> None:
    running = [sys.executable, "-c", KILLED, str(tmp_path / "running.csv"), "waits"]
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "killed.csv"), "killed"], check=False, cwd=ROOT)
    (left,) = tmp_path.iterdir()
    assert (left / "new").is_file()
    (tmp_path / ".scorer.conf").mkdir()  # somebody else's, by its name
    (tmp_path / ".scorer.settings").write_text("same")
    with subprocess.Popen(running, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as writes:
        assert writes.stdout is not None
        assert writes.stdout.readline() == b"writing\n"
        assert not left.exists()
        with whole_text(tmp_path / "mine.csv") as file:
            file.write("mine")
        writes.communicate(b"")
    assert (tmp_path / "running.csv").read_text(encoding="utf-8") == "half"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".scorer.conf", ".scorer.settings", "mine.csv", "running.csv",
    ]  # fmt: skip


def test_a_folder_that_another_run_swept_away_before_it_was_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    make = tempfile.mkdtemp

    def swept_once(**how: Any) -> str:
        made.append(make(**how))
        if len(made) == 1:
            Path(made[0]).rmdir()
        return made[-1]

    monkeypatch.setattr(tempfile, "mkdtemp", swept_once)
    with whole_text(tmp_path / "mine.csv") as file:
        file.write("mine")
    assert len(made) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mine.csv"]

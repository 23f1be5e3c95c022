"""Folders of files, compared to the byte."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, by its path there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def same(one: Path, other: Path) -> None:
    """Assert that two folders have the same files, line by line, so that a difference can be read."""
    before, after = files(one), files(other)
    assert before.keys() == after.keys()
    for name, contents in before.items():
        assert after[name].decode().splitlines(keepends=True) == contents.decode().splitlines(keepends=True), name


def made_again(script: str, kept: Path, again: Path) -> None:
    """Assert that a script of the sample data makes the same files as are kept."""
    call = [sys.executable, str(ROOT / "sample_data" / script), str(again)]
    made = subprocess.run(call, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    same(again, kept)

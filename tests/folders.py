"""Folders of files, compared to the byte."""

from pathlib import Path


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, by its path there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def same(one: Path, other: Path) -> None:
    """Assert that two folders have the same files, line by line, so that a difference can be read."""
    before, after = files(one), files(other)
    assert before.keys() == after.keys()
    for name, contents in before.items():
        assert after[name].decode().splitlines(keepends=True) == contents.decode().splitlines(keepends=True), name

"""Files that are there whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from scorer.errors import RefusedError


@contextmanager
def whole_text(path: Path, *, force: bool = False) -> Iterator[TextIO]:
    """A UTF-8 text file to write: it takes its place when the block ends well, and leaves nothing otherwise.

    Raises RefusedError for a file that is there already (unless `force`), for what is no regular file, and for a folder
    that cannot be written to. Of a link the file is written that it leads to.
    """
    with whole_path(path, force=force) as beside, beside.open("w", encoding="utf-8", newline="") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def whole_path(path: Path, *, force: bool = False) -> Iterator[Path]:
    """The path of an empty file in the same folder that takes the place of `path` when the block ends well."""
    try:
        target = _target(path, force=force)
        beside = _empty_beside(target)
        try:
            yield beside
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise RefusedError(f"{path} cannot be written: {error.strerror or error}") from error


def _target(path: Path, *, force: bool) -> Path:
    """The file that `path` leads to; raises RefusedError for one that is not to be written."""
    try:
        target = path.resolve()
    except RuntimeError as error:  # so Python 3.11 and 3.12 say
        raise RefusedError(f"{path} cannot be written: its links lead in a circle") from error
    if target.is_dir():
        raise RefusedError(f"{path} is a folder; name a file")
    if target.exists() and not target.is_file():
        raise RefusedError(f"{path} is no regular file, and none takes its place; name another")
    if target.exists() and not force:
        raise RefusedError(f"{path} is there already; --force replaces it")
    return target


def _empty_beside(path: Path) -> Path:
    """A new empty file in the folder of `path`, which is made where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    os.close(handle)
    allow_as_usual(Path(name))
    return Path(name)


def allow_as_usual(path: Path) -> None:
    """Give a file that was made for its owner alone the permissions of any new file."""
    umask = os.umask(0)
    os.umask(umask)
    path.chmod(0o666 & ~umask)

"""Files that are there whole or not at all, and mostly for their owner alone: they hold people's names and money."""

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TextIO

from scorer.errors import RefusedError, UnwritableError
from scorer.language import _
from scorer.rules.errors import advice

try:
    import fcntl
except ImportError:  # Windows knows no such locks: what a kill leaves stays there
    fcntl = None  # type: ignore[assignment]

PREFIX = ".scorer."
MAKES_FOLDERS: ContextVar[bool] = ContextVar("MAKES_FOLDERS", default=False)  # whether a command was told to
_OURS = re.compile(re.escape(PREFIX) + "[a-z0-9_]{8}")
_TO_SYNC = os.O_RDWR if os.name == "nt" else os.O_RDONLY  # Windows syncs only what it may write
_KNOWS_NO_SYNC = {errno.EINVAL, errno.ENOTSUP}  # so some network folders answer


@contextmanager
def whole_text(path: Path, *, force: bool = False, shared: bool = False) -> Iterator[TextIO]:
    """A UTF-8 text file to write: it takes its place when the block ends well, and leaves nothing otherwise.

    Raises RefusedError for a file that is there already (unless `force`), for what is no regular file, and for a folder
    that is not there; UnwritableError where the system does not write it. Of a link the file is written that it leads
    to.
    """
    with whole_path(path, force=force, shared=shared) as new, new.open("w", encoding="utf-8", newline="") as file:
        yield file


@contextmanager
def whole_path(path: Path, *, force: bool = False, shared: bool = False) -> Iterator[Path]:
    """The path of an empty file that takes the place of `path` when the block ends well.

    A new file is its owner's alone, one that is made to be `shared` as the umask has it; one that replaces another has
    the permissions that somebody gave to that.
    """
    try:
        target = _target(path, force=force)
        with folder_beside(target) as folder:
            new = folder / "new"
            new.touch(mode=0o666 if shared else 0o600)
            yield new
            if target.exists():
                copy_permissions(target, new)
            take_place(new, target)
    except OSError as error:
        reason = error.strerror or error
        raise UnwritableError(_("{path} cannot be written: {reason}", path=path, reason=reason)) from error


def _target(path: Path, *, force: bool) -> Path:
    """The file that `path` leads to; raises RefusedError for one that is not to be written."""
    try:
        target = path.resolve()
    except RuntimeError as error:  # so Python 3.11 and 3.12 say
        raise RefusedError(_("{path} cannot be written: its links lead in a circle", path=path)) from error
    check_folder(target, path)
    if target.is_dir():
        raise RefusedError(_("{path} is a folder; name a file", path=path))
    if target.exists() and not target.is_file():
        raise RefusedError(_("{path} is no regular file, and none takes its place; name another", path=path))
    if target.exists() and not force:
        raise RefusedError(_("{path} is there already", path=path), advice("file_replace"))
    return target


def check_folder(target: Path, named: Path) -> None:
    """Raise RefusedError where the folder of what is to be written, as it was named, is not there.

    Where folders may be made it is made instead.
    """
    if target.parent.exists():
        return
    if not MAKES_FOLDERS.get():  # a slip of the pen more often than a wish
        sentence = _(
            "{path}: the folder {folder} is not there; make it, or name another", path=named, folder=named.parent
        )
        raise RefusedError(sentence, advice("folder_make"))
    make_folder(target.parent)


@contextmanager
def folder_beside(path: Path) -> Iterator[Path]:
    """A folder of ours beside `path`, for a file that is to take its place; it goes away with the block.

    Folders of killed runs go away too. A run holds the lock of its folder until it ends, also by a kill.
    """
    _sweep(path.parent)
    folder, lock = _locked_folder(path.parent)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _locked_folder(parent: Path) -> tuple[Path, int | None]:
    """A new folder and the handle that holds its lock; None where folders cannot be locked, and none is swept."""
    while True:
        folder = Path(tempfile.mkdtemp(dir=parent, prefix=PREFIX))
        lock = _lock(folder)
        if folder.exists():
            return folder, lock
        if lock is not None:  # another run swept it away before it was locked
            os.close(lock)


def _lock(folder: Path, *, wait: bool = True) -> int | None:
    """A handle that holds the lock of a folder; None where somebody else does, it is gone, or none can be locked."""
    if fcntl is None:
        return None
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # another run swept it away
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def _sweep(parent: Path) -> None:
    """Remove the folders of ours that nobody holds."""
    with suppress(OSError):
        for left in (entry for entry in parent.iterdir() if _OURS.fullmatch(entry.name) and entry.is_dir()):
            lock = _lock(left, wait=False)
            if lock is not None:
                shutil.rmtree(left, ignore_errors=True)
                os.close(lock)


def take_place(new: Path, path: Path) -> None:
    """Put the file or the folder `new` at `path`. Once this returns, a power cut finds it there, and whole.

    Its contents are synced before it gets the name, the folder around it afterwards.
    """
    for inside in (*new.rglob("*"), new):
        sync(inside)
    move(new, path)


def move(path: Path, to: Path) -> None:
    """Give a file or a folder another name, also after a power cut."""
    path.replace(to)
    sync(to.parent)


def make_folder(path: Path) -> None:
    """Make a folder where there is none, with those above it; a power cut takes none of them away again."""
    missing = [folder for folder in (path, *path.parents) if not folder.is_dir()]
    path.mkdir(parents=True, exist_ok=True)
    for folder in missing:
        sync(folder.parent)


def sync(path: Path) -> bool:
    """Have the bytes of a file, or the names in a folder, survive a power cut; False where no system can."""
    try:
        handle = os.open(path, _TO_SYNC)
    except PermissionError:  # Windows opens no folder; elsewhere one may be written to and not read
        if path.is_dir():
            return False
        raise
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _KNOWS_NO_SYNC:
            raise
        return False
    finally:
        os.close(handle)
    return True


def copy_permissions(path: Path, new: Path) -> None:
    """Give `new`, and all that is in it, the permissions of the file or folder whose place it takes."""
    for old in (path, *(path.rglob("*") if path.is_dir() else ())):
        twin = new / old.relative_to(path)
        if twin.exists():
            shutil.copymode(old, twin)

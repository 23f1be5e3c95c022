"""Turns: each writer of a scorebook file waits until the writers before it have written.

SQLite's own lock is asked for again and again: of eight busy writers on a slow disk it refused a fifth. Here the system
keeps a queue, at the folder of the file: nothing has to be made or left there, and it ends with whoever held it, be it
by a kill. It is a courtesy between programs, and no more: where it cannot be had, or not in time, SQLite decides alone.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, RLock, Thread

try:
    import fcntl
except ImportError:  # Windows knows no such locks
    fcntl = None  # type: ignore[assignment]

PATIENCE_SECONDS = 30
QUIET_SECONDS = 1  # of waiting, before anybody is told
READINGS = 5
OURSELVES, SOMEBODY = "ourselves", "somebody"


class _Folder:
    """A folder that this program writes in: one thread at a time, which may ask for its turn again."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.depth = 0


_folders: dict[tuple[int, int], _Folder] = {}


@contextmanager
def turn(path: str, waits: Callable[[str], None]) -> Iterator[str]:
    """Hold the turn to write to the file at `path`, by whatever link it is named.

    Gives who has it where the turn did not come in time: the number of its process, or OURSELVES or SOMEBODY; else
    nothing. `waits` gets the same once the wait is long.
    """
    handle = None  # on the folder that the file is really in, where there is one and folders can be locked
    if fcntl is not None:
        with suppress(OSError, ValueError):
            handle = os.open(Path(os.path.realpath(path)).parent, os.O_RDONLY)
    if handle is None:
        yield ""
        return
    try:
        status = os.fstat(handle)
        folder = _folders.setdefault((status.st_dev, status.st_ino), _Folder())
        if not folder.lock.acquire(timeout=PATIENCE_SECONDS):
            yield OURSELVES
            return
        try:
            folder.depth += 1
            yield _wait(handle, status.st_ino, waits) if folder.depth == 1 else ""
        finally:
            folder.depth -= 1
            folder.lock.release()
    finally:
        os.close(handle)  # which ends the turn


def _wait(handle: int, inode: int, waits: Callable[[str], None]) -> str:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pass
    except OSError:  # a network folder that keeps no locks
        return ""
    else:
        return ""
    taken = Event()
    # A thread, for nothing else ends such a wait: on time, and at Ctrl-C.
    Thread(target=_queue_up, args=(os.dup(handle), taken), daemon=True).start()
    if taken.wait(QUIET_SECONDS):
        return ""
    waits(_holder(inode))
    return "" if taken.wait(PATIENCE_SECONDS - QUIET_SECONDS) else _holder(inode)


def _queue_up(handle: int, taken: Event) -> None:
    """Wait for the lock without end. The caller may be gone by then: the last handle that closes releases the lock."""
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
    finally:
        taken.set()
        os.close(handle)


def _holder(inode: int) -> str:
    """The number of the process that has the lock of a folder, or SOMEBODY where the system does not say it.

    A list of locks that changes while it is read may lack some: it is read more than once.
    """
    # 7: FLOCK ADVISORY WRITE 4711 08:01:1234 0 EOF; one that waits has -> behind 7:
    locked = re.compile(rf"^\d+: FLOCK +ADVISORY +WRITE +([1-9]\d*) \w+:\w+:{inode} ", re.MULTILINE)
    with suppress(OSError):
        for _reading in range(READINGS):
            if holder := locked.search(Path("/proc/locks").read_text(encoding="ascii")):
                return holder[1]
    return SOMEBODY

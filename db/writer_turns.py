"""Turns: each writer of a scorebook file waits until the writers before it have written.

SQLite's own lock is asked for again and again: of eight busy writers on a slow disk it refused a fifth. Here each takes
a number, and waits for the one before, at a small file beside the scorebook, FILE-turn, which stays. A kill frees the
turn. Only who may write the scorebook may open that file, so that nobody else can hold it. It is a courtesy between
programs, and no more: where it cannot be had, or not in time, SQLite decides alone.
"""

import os
import stat
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread, local

try:
    import fcntl
except ImportError:  # Windows knows no such locks
    fcntl = None  # type: ignore[assignment]

SUFFIX = "-turn"
PATIENCE_SECONDS = 30
QUIET_SECONDS = 1  # of waiting, before anybody is told
MOST_REPLACED = 3  # times that another file takes the place of the one that is locked, before it is given up
OURSELVES, SOMEBODY = "ourselves", "somebody"
# The bytes of FILE-turn that are locked: for a moment by whoever takes a number, by whoever writes, and from there on
# by the owner of each number, until it has written.
_NUMBERING, _TURN, _NUMBERS = 0, 1, 2
# Its text: the number that was given last, and the process that had the turn last.
_TEXT, _WIDE = b"%20d", 20
_LAST_NUMBER, _WRITER = 0, _WIDE
_MOST = 2**40  # numbers, before they begin again
# The queues whose turn a thread has, by device and inode: it may ask again.
_thread = local()


@contextmanager
def turn(path: str, waits: Callable[[str], None]) -> Iterator[str]:
    """Hold the turn to write to the file at `path`, by whatever link it is named.

    Gives who has it where the turn did not come in time: the number of its process, or OURSELVES or SOMEBODY; else
    nothing. `waits` gets the same once the wait is long.
    """
    with ExitStack() as until_written:
        yield _take(path, waits, until_written) if fcntl is not None else ""


def _take(path: str, waits: Callable[[str], None], until_written: ExitStack) -> str:
    """Take the turn: at FILE-turn, or at the folder while there is no file. Returns who has it, if it does not come."""
    held = _thread.__dict__.setdefault("held", set())
    for _file in range(MOST_REPLACED):
        try:
            file = os.path.realpath(path)
            name = f"{file}{SUFFIX}" if os.path.exists(file) else os.path.dirname(file)  # noqa: PTH110, PTH120 - texts
            handle = _opened(name)
        except (OSError, ValueError):  # no such folder, no name, no room, no right
            return ""
        until_written.callback(os.close, handle)  # which ends the turn
        status = os.fstat(handle)
        queue = status.st_dev, status.st_ino
        if queue in held:
            return ""
        writer = _wait(handle, waits)
        with suppress(OSError):
            if writer or os.path.samestat(os.stat(name), status):  # noqa: PTH116 - a text
                held.add(queue)
                until_written.callback(held.discard, queue)
                return writer
    return ""


def _opened(name: str) -> int:
    """A handle on FILE-turn, made where it is missing, or on a folder; raises OSError where neither can be had."""
    if os.path.isdir(name):  # noqa: PTH112 - a text
        return os.open(name, os.O_RDONLY)
    file = name.removesuffix(SUFFIX)
    if not os.access(file, os.W_OK):
        raise PermissionError(file)
    handle = os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    try:
        _give_rights(handle, os.stat(file))  # noqa: PTH116 - a text
    except BaseException:
        os.close(handle)
        raise
    return handle


def _give_rights(handle: int, file: os.stat_result) -> None:
    """Let exactly those who may write the file open its FILE-turn, as far as this program may say so.

    Raises PermissionError for one that somebody else put there, who could hold it, and for what holds more than it.
    """
    writers = file.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    mode = writers | writers << 1  # who may write may read it too
    queue = os.fstat(handle)
    if queue.st_nlink != 1 or queue.st_size > 2 * _WIDE:  # another file, which numbers would spoil
        raise PermissionError(handle)
    if (queue.st_uid, queue.st_gid, stat.S_IMODE(queue.st_mode)) == (file.st_uid, file.st_gid, mode):
        return
    if not _is_of_writers(queue, file):  # also before root gives it to the owner: who has it open may hold it still
        raise PermissionError(handle)
    for owner, group in ((file.st_uid, -1), (-1, file.st_gid)):
        with suppress(PermissionError):
            os.fchown(handle, owner, group)
    queue = os.fstat(handle)
    if queue.st_gid != file.st_gid:
        mode &= ~stat.S_IRWXG
    with suppress(PermissionError):
        os.fchmod(handle, mode)


def _is_of_writers(queue: os.stat_result, file: os.stat_result) -> bool:
    """Whether the owner of a FILE-turn may write the file: its owner, root, we ourselves, or one of its group."""
    if queue.st_uid in {file.st_uid, 0, os.geteuid()} or file.st_mode & stat.S_IWOTH:
        return True
    return bool(file.st_mode & stat.S_IWGRP) and queue.st_gid == file.st_gid


def _wait(handle: int, waits: Callable[[str], None]) -> str:
    """Wait for the turn; returns who has it where it did not come in time."""
    number = 0
    try:
        number = _own_number(handle, wait=False)
        _come_up(handle, number, wait=False)
    except BlockingIOError:
        pass
    except OSError:  # a network folder that keeps no locks, or a full disk
        return ""
    else:
        return ""
    came = Event()
    # A thread, for nothing else ends such a wait: on time, and at Ctrl-C.
    Thread(target=_queue_up, args=(os.dup(handle), number, came), daemon=True).start()
    if came.wait(QUIET_SECONDS):
        return ""
    waits(_writer(handle))
    return "" if came.wait(PATIENCE_SECONDS - QUIET_SECONDS) else _writer(handle)


def _queue_up(handle: int, number: int, came: Event) -> None:
    """Wait for the turn without end. The caller may be gone by then: the last handle that closes ends the turn."""
    try:
        with suppress(OSError):
            _come_up(handle, number or _own_number(handle, wait=True), wait=True)
    finally:
        came.set()
        os.close(handle)


def _own_number(handle: int, *, wait: bool) -> int:
    """The next number of the queue, which belongs to this handle until it is closed.

    0 where none are kept: at a folder, and where locks of bytes belong to a process as a whole.
    """
    if not hasattr(fcntl, "F_OFD_SETLK") or not stat.S_ISREG(os.fstat(handle).st_mode):
        return 0
    _lock(handle, _NUMBERING, wait=wait)
    try:
        number = _number_at(handle, _LAST_NUMBER) % _MOST + 1
        os.pwrite(handle, _TEXT % number, _LAST_NUMBER)
        _lock(handle, _NUMBERS + number, wait=wait)
    finally:
        _lock(handle, _NUMBERING, fcntl.F_UNLCK, wait=False)
    return number


def _come_up(handle: int, number: int, *, wait: bool) -> None:
    """Have the turn once the number before was left, by whoever had it or by a kill."""
    if not number:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        return
    _lock(handle, _NUMBERS + number - 1, wait=wait)
    _lock(handle, _TURN, wait=wait)
    os.pwrite(handle, _TEXT % os.getpid(), _WRITER)


def _lock(handle: int, byte: int, kind: int = fcntl.F_WRLCK if fcntl else 0, *, wait: bool) -> None:
    """Lock a byte, or let go of it; raises BlockingIOError where another handle has it and nobody is to `wait`."""
    command = fcntl.F_OFD_SETLKW if wait else fcntl.F_OFD_SETLK
    fcntl.fcntl(handle, command, struct.pack("hhqqi4x", kind, os.SEEK_SET, byte, 1, 0))


def _number_at(handle: int, place: int) -> int:
    """A number in the text of FILE-turn; 0 where there is none."""
    text = os.pread(handle, _WIDE, place).strip()
    return int(text) if text.isdigit() else 0


def _writer(handle: int) -> str:
    """The number of the process that has the turn, or OURSELVES; SOMEBODY where that is not known."""
    process = 0
    with suppress(OSError):  # a folder
        process = _number_at(handle, _WRITER)
    return OURSELVES if process == os.getpid() else str(process or SOMEBODY)

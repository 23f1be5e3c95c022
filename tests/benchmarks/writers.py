"""How fair turns are when many write to one file: the slowest deal by the median, the last writer by the first."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from statistics import median

from tests.benchmarks.comparing import Measurement, Taken
from tests.running import recorded

WRITERS, DEALS = 64, 20
Waits = list[list[float]]  # of each writer those of its deals
AIM, LAST_AIM = 3, 1.3
START = "start Friday --players Anna,Bruno,Carla,Dario,Elena"
# A process that records without a pause once it is told to, and prints what each took; `nothing` only has its turn.
WRITER = """
import sys, time
from db.writer_turns import turn
from scorer.scorebook import Book, find_match, record_penalty

path, what, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
book = Book(path)

def record():
    with book.writing() as transaction:
        record_penalty(transaction, find_match(transaction, ""), "Anna", 4, "others", "late")

def nothing():
    with turn(path, lambda _writer: None):
        time.sleep(0.004)

write = {"record": record, "nothing": nothing}[what]
write()
print("ready", flush=True)
sys.stdin.readline()
for _deal in range(count):
    began = time.perf_counter()
    write()
    print(1000 * (time.perf_counter() - began))
"""


def measurements(folder: Path) -> Iterator[Measurement]:
    """The slowest against the median, of turns alone and of deals."""
    for what, words in (("nothing", "a turn of 4 ms"), ("record", "a penalty")):
        of = f"{words}, {WRITERS} writers without a pause"
        waits = cache(partial(all_waits, folder, what))
        yield Measurement(
            f"{of}: the slowest of {WRITERS * DEALS:,}", "the median of them", partial(slowest, waits), AIM
        )
        yield Measurement(f"{of}: the writer who is through last", "the first", partial(last, waits), LAST_AIM)


def slowest(waits: Callable[[], Waits]) -> Taken:
    """Milliseconds of the slowest deal and of the median."""
    every = [wait for of_writer in waits() for wait in of_writer]
    return max(every), median(every)


def last(waits: Callable[[], Waits]) -> Taken:
    """Milliseconds of the writer who took longest for all of its deals, and of the one who was quickest."""
    of_writers = [sum(of_writer) for of_writer in waits()]
    return max(of_writers), min(of_writers)


def all_waits(folder: Path, what: str) -> Waits:
    """Milliseconds of each deal of each writer; raises SystemExit where one was refused."""
    path = folder / f"{what}.db"
    recorded(path, [START])
    command = [sys.executable, "-c", WRITER, str(path), what, str(DEALS)]
    pipe = subprocess.PIPE
    writers = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) for _ in range(WRITERS)]
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.readline()
    time.sleep(1)  # all of them are ready, and none has anything to do
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    waits = [[float(line) for line in writer.communicate()[0].split()] for writer in writers]
    if any(writer.returncode for writer in writers):
        raise SystemExit("a writer was refused")
    return waits

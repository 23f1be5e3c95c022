"""How fair the turns of many writers to one scorebook are: what the slowest of all deals waited, beside the median."""

import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from tests.benchmarks.comparing import Measurement, Taken
from tests.running import recorded

WRITERS, DEALS = 64, 20
AIM = 3
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
        yield Measurement(
            f"{words}, of {WRITERS} writers without a pause, the slowest of {WRITERS * DEALS:,}",
            "the median of them",
            partial(taken, folder, what),
            AIM,
        )


def taken(folder: Path, what: str) -> Taken:
    """Milliseconds of the slowest and of the median; raises SystemExit where a writer was refused."""
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
    waits = [float(line) for writer in writers for line in writer.communicate()[0].split()]
    if len(waits) < WRITERS * DEALS or any(writer.returncode for writer in writers):
        raise SystemExit("a writer was refused")
    return max(waits), median(waits)

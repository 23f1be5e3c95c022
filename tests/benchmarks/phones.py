"""Phones at ten tables, against the server as it is started: what a deal waits for its answer, and who looks on.

What is recorded is counted afterwards: each deal once.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from signal import SIGTERM
from statistics import median, quantiles
from threading import Barrier, Thread
from typing import Final, NamedTuple

from scorer import scorebook
from scorer.cli.context import Settings
from scorer.scorebook import Book
from tests.benchmarks.comparing import Measurement, Taken, by_itself, milliseconds
from tests.benchmarks.evening import OURS, environment, silently
from tests.phones.clients import Phone, grant, match_uid
from tests.servers import free_port

TABLES: Final = 10
A_SECOND, SECONDS = 2, 60  # deals, at all tables together; for how long
BURSTS: Final = 12  # of a deal at each table at once
VIEWERS: Final = 40
LOOKED_ON, LOOKED_ON_SECONDS = 6, 5  # deals at the table that they see, and the seconds from one to the next
# Median and p99, in bare transactions. Ten at once take turns: half of them wait for five others, the last for nine.
AIMS: Final = {"paced": (15, 30), "bursts": (75, 150)}
SLOW_AIMS: Final = {"paced": (1.2, 2.5), "bursts": (6.5, 13)}
DEAL: Final = {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "made"}
SLOW_DISK_MS: Final = 30
SLOW: Final = (
    "strace", "-f", "--seccomp-bpf", "-qq", "-o", os.devnull, "-e", "trace=fsync,fdatasync",
    "-e", f"inject=fsync,fdatasync:delay_exit={SLOW_DISK_MS * 1000}",
)  # fmt: skip
BARE: Final = """
import sys
from pathlib import Path
from tests.benchmarks.comparing import milliseconds
from tests.benchmarks.evening import bare_scorebook, bare_transaction
once = bare_transaction(bare_scorebook(Path(sys.argv[1])))
print(*(milliseconds(once) for _ in range(50)))
"""


class Serving(NamedTuple):
    """A server that runs, its scorebook, and the phone of each table."""

    process: int
    book: Path
    phones: list[Phone]
    viewer: Phone


@contextmanager
def serving(book: Path, before: tuple[str, ...] = ()) -> Iterator[Serving]:
    """`scorer serve` of ten tables, as it is started; `before` stands before its words."""
    shared, port = Settings(db=str(book), no_input=True), free_port()
    names = [f"Table{number}" for number in range(TABLES)]
    for name in names:
        silently(["start", name, "--players", "Anna,Bruno,Carla,Dario,Elena"], shared)
    phones = [Phone(port, grant(book, "match", match_uid(book, name))) for name in names]
    viewer = Phone(port, grant(book, "match", match_uid(book, names[0]), may_record=False))
    words = ["--db", str(book), "serve", "--no-dashboard", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        [*before, sys.executable, *OURS, *words], env=environment(), stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(OSError):
                phones[0].get("/api/table")
                break
            time.sleep(0.1)
        server = int(children(process.pid)[0]) if before else process.pid
        yield Serving(server, book, phones, viewer)
        os.kill(server, SIGTERM)


def record(phone: Phone, name: str) -> float:
    """Milliseconds until a deal is answered, which it is by being recorded."""

    def once() -> None:
        status, answer = phone.post("deal", id=name, deal=DEAL)
        assert status == 200, answer

    return milliseconds(once)


def paced(served: Serving) -> list[float]:
    """Milliseconds of each deal, two a second, the tables in turns; each is sent when its time comes."""
    began, count = time.monotonic(), A_SECOND * SECONDS
    with ThreadPoolExecutor(TABLES) as hands:

        def sent(number: int) -> float:
            time.sleep(max(0, began + number / A_SECOND - time.monotonic()))
            return record(served.phones[number % TABLES], f"paced{number}")

        return list(hands.map(sent, range(count)))


def bursts(served: Serving) -> list[float]:
    """Milliseconds of each deal where all tables send one at the same moment, again and again."""
    together = Barrier(TABLES)
    with ThreadPoolExecutor(TABLES) as hands:

        def sent(table: int, burst: int) -> float:
            together.wait()
            return record(served.phones[table], f"burst{burst}")

        return [
            taken
            for burst in range(BURSTS)
            for taken in hands.map(partial(sent, burst=burst), range(TABLES))
        ]  # fmt: skip


def bare_commits(path: Path, before: tuple[str, ...]) -> list[float]:
    """Milliseconds of each of fifty bare transactions, one after the other, in a process of its own."""
    command = [*before, sys.executable, "-c", BARE, str(path)]
    ended = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    return [float(line) for line in ended.stdout.split()]


class Waits(NamedTuple):
    """Milliseconds of deals two a second, of deals in bursts, and of bare transactions on the same disk."""

    paced: list[float]
    bursts: list[float]
    bare: list[float]


def waits(folder: Path, before: tuple[str, ...] = ()) -> Waits:
    """What everybody waited; raises SystemExit where a deal is lost or stands there twice."""
    own = Path(tempfile.mkdtemp(dir=folder))
    with serving(own / "book.db", before) as served:
        bare = bare_commits(own / "before.db", before)
        found = Waits(paced(served), bursts(served), bare + bare_commits(own / "after.db", before))
    expected = [A_SECOND * SECONDS // TABLES + BURSTS] * TABLES
    if (there := recorded(served.book)) != expected:
        raise SystemExit(f"deals at the tables: {there}, sent: {expected}")
    return found


def recorded(book: Path) -> list[int]:
    """How many deals each table has."""
    with closing(Book(str(book))) as opened, opened.reading() as transaction:
        return [len(scorebook.sheet_of(transaction, match).records) for match in scorebook.matches(transaction)]


class Page(Thread):
    """A phone that looks on: it listens, and asks for the table whenever something changed."""

    def __init__(self, viewer: Phone) -> None:
        super().__init__(daemon=True)
        self._viewer = viewer
        self.seen: dict[int, float] = {}  # the moment at which the page had so many deals

    def run(self) -> None:
        """Listen until the server ends."""
        with suppress(OSError, HTTPException), closing(HTTPConnection("127.0.0.1", self._viewer.port)) as asked:
            asked.request("GET", "/api/stream", headers={"authorization": f"Bearer {self._viewer.token}"})
            for line in asked.getresponse():
                if line.startswith(b"data:"):
                    self.seen.setdefault(len(self._viewer.get("/api/table")[1]["records"]), time.monotonic())


def looking_on(folder: Path) -> tuple[float, float]:
    """The share of a core that the server computes for all who look on, and the seconds until the last has a deal."""
    with serving(Path(tempfile.mkdtemp(dir=folder)) / "book.db") as served:
        pages = [Page(served.viewer) for _ in range(VIEWERS)]
        for page in pages:
            page.start()
        all_have(pages, 0)
        began, before = time.monotonic(), computed(served.process)
        slowest = 0.0
        for number in range(1, LOOKED_ON + 1):
            sent = time.monotonic()
            record(served.phones[0], f"looked{number}")
            slowest = max(slowest, all_have(pages, number) - sent)
            time.sleep(max(0, sent + LOOKED_ON_SECONDS - time.monotonic()))
        return (computed(served.process) - before) / (1000 * (time.monotonic() - began)), slowest


def all_have(pages: list[Page], deals: int) -> float:
    """The moment at which the last of the pages had so many deals."""
    until = time.monotonic() + 60
    while not all(deals in page.seen for page in pages):
        if time.monotonic() > until:
            raise SystemExit(f"{sum(deals not in page.seen for page in pages)} pages never had deal {deals}")
        time.sleep(0.01)
    return max(page.seen[deals] for page in pages)


def children(process: int) -> list[str]:
    """The numbers of the processes that a process started."""
    return Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()


def computed(process: int) -> float:
    """Milliseconds that a process and its threads have computed so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def p99(taken: list[float]) -> float:
    """What all but one in a hundred stay below."""
    return quantiles(taken, n=100, method="inclusive")[98]


def measurements(folder: Path) -> Iterator[Measurement]:
    """The waits on this disk and on a slow one, and what those who look on cost."""
    slow = f", on a disk that takes {SLOW_DISK_MS} ms to sync"
    for disk, before, aims in (("", (), AIMS), (slow, SLOW, SLOW_AIMS)):
        if before and not shutil.which(before[0]):
            continue
        taken = cache(partial(waits, folder, before))
        for what, kind in (
            (f"a deal, two a second at {TABLES} tables", "paced"), (f"a deal of {TABLES} at once", "bursts"),
        ):  # fmt: skip
            for measure, aim in ((median, aims[kind][0]), (p99, aims[kind][1])):
                yield Measurement(
                    f"{what}, {measure.__name__}{disk}", "a bare sqlite3 transaction with the same pragmas",
                    partial(compared, taken, kind, measure), aim,
                )  # fmt: skip
    look = cache(partial(looking_on, folder))
    yield Measurement(
        f"{VIEWERS} phones that look on, a deal every {LOOKED_ON_SECONDS} s", "a core", lambda: (look()[0], 1.0), 0.1
    )
    yield Measurement("the same, until the last of them shows a deal", "", by_itself(lambda: look()[1]), 1, "s")


def compared(taken: Callable[[], Waits], kind: str, measure: Callable[[list[float]], float]) -> Taken:
    """A measure of the waits of a kind, and of bare transactions."""
    found = taken()
    return measure(getattr(found, kind)), measure(found.bare)

"""`make bench`: how long the table waits, against bare programs, interleaved in one run. Nothing is asserted."""

import contextlib
import io
import os
import shlex
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from scorer.cli import pad
from scorer.cli.context import Settings
from tests.running import run

REPOSITORY = Path(__file__).parents[2]
BARE = Path(__file__).parent / "bare"
DEALS = 20
START = 'start Friday --players "Anna,Bruno,Carla,Dario,Elena" --on 2026-11-20 --unit-value 0.50'
DEAL = ["deal", "anna", "2/71", "elena", "74"]
ROW = "CREATE TABLE deal (id INTEGER PRIMARY KEY, caller TEXT, bid TEXT, partner TEXT, card_points INTEGER)"
STEP = "CREATE TABLE step (id INTEGER PRIMARY KEY, at TEXT, action TEXT)"
PRAGMAS = ("busy_timeout=5000", "journal_mode=DELETE", "synchronous=EXTRA", "foreign_keys=ON")


def scorebook(path: Path) -> Settings:
    """A scorebook with an open match of twenty deals."""
    shared = Settings(db=str(path), no_input=True)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        codes = [run(shlex.split(START), shared), *(run(DEAL, shared) for _ in range(DEALS))]
    assert not any(codes)
    return shared


def bare_scorebook(path: Path) -> sqlite3.Connection:
    """A file with a table of deals and one of steps, opened as a scorebook is."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in (*(f"PRAGMA {pragma}" for pragma in PRAGMAS), ROW, STEP):
        connection.execute(statement)
    return connection


def environment(**more: str) -> dict[str, str]:
    """The environment of a command: byte code is kept, as in an ordinary installation."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": str(REPOSITORY), "TERM": "xterm"} | more


def process(*words: str, **more: str) -> Callable[[], None]:
    """Run Python with these words as a process of its own, and see that it ends well."""
    command, variables = [sys.executable, *words], environment(**more)
    done = subprocess.CompletedProcess[bytes]

    def once() -> None:
        ended: done = subprocess.run(command, env=variables, capture_output=True, check=False, stdin=subprocess.DEVNULL)
        if ended.returncode or not ended.stdout:
            raise SystemExit(f"{shlex.join(command)} ended with {ended.returncode}: {ended.stderr.decode()}")

    return once


def completing(line: str, variable: str) -> dict[str, str]:
    """The variables by which bash asks for what can follow on a line."""
    return {variable: "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}


def pad_deal(shared: Settings, *, again: bool) -> Callable[[], None]:
    """What the pad does on Enter: record the deal and show it; with `again`, read the match for the next line too."""
    from scorer.cli.pad_screen import _now

    os.environ["SCORER_MATCH"] = "1"

    def once() -> None:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            code = pad.enter(shared, shlex.join(DEAL[1:]))
        assert code == 0
        assert not again or _now(shared, 1)[0].records

    return once


def bare_transaction(connection: sqlite3.Connection) -> Callable[[], None]:
    """One row of a deal and one of a step, in one transaction of the standard library's driver."""

    def once() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO step (at, action) VALUES ('2026-11-20T21:30:00Z', 'deal')")
        connection.execute("INSERT INTO deal (caller, bid, partner, card_points) VALUES ('Anna', '2/71', 'Elena', 74)")
        connection.execute("COMMIT")

    return once


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is measured, against what, how often, and the ratio that is aimed at."""

    what: str
    ours: Callable[[], None]
    baseline: Callable[[], None]
    rounds: int
    aim: float


def comparisons(folder: Path) -> list[Comparison]:
    """The waits of an evening: a command, its help, a Tab, a line on the pad."""
    book, bare, pad_book, again_book = (folder / f"{name}.db" for name in ("evening", "bare", "pad", "again"))
    scorebook(book).book.close()
    bare_row = bare_scorebook(bare)
    bare_row.execute("INSERT INTO deal VALUES (1, 'Anna', '2', 'Elena', 74)")
    bare_row.close()
    record, helped = str(BARE / "record.py"), str(BARE / "helped.py")
    ours = ("-m", "scorer")
    asked = completing(f"scorer --db {book} deal a", "_SCORER_COMPLETE")
    choice = completing("bare m", "_BARE_COMPLETE")
    return [
        Comparison(
            "scorer deal, whole process / typer and sqlmodel committing a row",
            process(*ours, "--db", str(book), *DEAL),
            process(record, str(bare), *DEAL[1:]),
            rounds=25,
            aim=1.25,
        ),
        Comparison(
            "scorer --help / a typer app of one command",
            process(*ours, "--help"),
            process(helped, "--help"),
            rounds=25,
            aim=2,
        ),
        Comparison(
            "completion of a player's name / of a typer choice",
            process(*ours, **asked),
            process(helped, **choice),
            rounds=25,
            aim=2,
        ),
        Comparison(
            "a deal in the pad, until it is shown / a bare sqlite3 transaction",
            pad_deal(scorebook(pad_book), again=False),
            bare_transaction(bare_scorebook(folder / "shown.db")),
            rounds=40,
            aim=5,
        ),
        Comparison(
            "a deal in the pad, until the next prompt / a bare transaction",
            pad_deal(scorebook(again_book), again=True),
            bare_transaction(bare_scorebook(folder / "rows.db")),
            rounds=40,
            aim=5,
        ),
    ]


def measured(comparison: Comparison) -> tuple[float, float]:
    """The medians of both sides in milliseconds, taken in turns after one round to warm up."""
    sides = (comparison.ours, comparison.baseline)
    rounds = [[_milliseconds(side) for side in sides] for _ in range(comparison.rounds + 1)][1:]
    ours, baseline = (median(times) for times in zip(*rounds, strict=True))
    return ours, baseline


def _milliseconds(once: Callable[[], None]) -> float:
    began = perf_counter()
    once()
    return (perf_counter() - began) * 1000


def main() -> None:
    """Measure and print a line each; words on the command line choose the comparisons that contain them."""
    chosen = sys.argv[1:]
    print(f"{'':66}{'ours ms':>9}{'bare ms':>9}{'ratio':>7}{'aim':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for comparison in comparisons(Path(folder)):
            if chosen and not any(word in comparison.what for word in chosen):
                continue
            ours, baseline = measured(comparison)
            print(f"{comparison.what:66}{ours:9.1f}{baseline:9.1f}{ours / baseline:7.2f}{comparison.aim:6}", flush=True)


main()

"""How long the table waits: a command, its help, a Tab, a line on the pad; beside bare programs."""

import contextlib
import io
import os
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from scorer.cli import pad
from scorer.cli.context import Settings
from scorer.scorebook import match_by_id
from tests.benchmarks.comparing import Measurement, in_turns
from tests.running import run

REPOSITORY = Path(__file__).parents[2]
BARE = Path(__file__).parent / "bare"
DEALS = 20
START = 'start Friday --players "Anna,Bruno,Carla,Dario,Elena" --on 2026-11-20 --unit-value 0.50'
DEAL = ["deal", "anna", "2/71", "elena", "74"]
BARE_APP = "a script of typer and sqlmodel that commits a row"
PASS = "Python that prints an empty line"
ENTRANTS = ",".join(f"Player{number}" for number in range(1, 11))
OURS = ("-m", "scorer")
ROW = "CREATE TABLE deal (id INTEGER PRIMARY KEY, caller TEXT, bid TEXT, partner TEXT, card_points INTEGER)"
STEP = "CREATE TABLE step (id INTEGER PRIMARY KEY, at TEXT, action TEXT)"
PRAGMAS = ("busy_timeout=5000", "journal_mode=DELETE", "synchronous=EXTRA", "foreign_keys=ON")


def scorebook(where: Path | str) -> Settings:
    """A scorebook with an open match of twenty deals, in a file or at an address."""
    shared = Settings(db=str(where), no_input=True)
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

    def once() -> None:
        ended = subprocess.run(command, env=variables, capture_output=True, check=False, stdin=subprocess.DEVNULL)
        if ended.returncode or not ended.stdout:
            raise SystemExit(f"{shlex.join(command)} ended with {ended.returncode}: {ended.stderr.decode()}")

    return once


def completing(line: str, variable: str) -> dict[str, str]:
    """The variables by which bash asks for what can follow on a line."""
    return {variable: "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}


def pad_deal(shared: Settings, *, again: bool) -> Callable[[], None]:
    """What the pad does on Enter: record the deal and show it; with `again`, read the match for the next line too."""
    from scorer.cli.pad_screen import match_now

    with shared.book.reading() as transaction:
        shared.keep_pad_on(match_by_id(transaction, 1))

    def once() -> None:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            code = pad.enter(shared, shlex.join(DEAL[1:]))
        assert code == 0
        now = match_now(shared, 1) if again else None
        assert not again or (now and now[0].records)

    return once


def bare_transaction(connection: sqlite3.Connection) -> Callable[[], None]:
    """One row of a deal and one of a step, in one transaction of the standard library's driver."""

    def once() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO step (at, action) VALUES ('2026-11-20T21:30:00Z', 'deal')")
        connection.execute("INSERT INTO deal (caller, bid, partner, card_points) VALUES ('Anna', '2/71', 'Elena', 74)")
        connection.execute("COMMIT")

    return once


def of_the_evening(folder: Path, book: Path) -> list[tuple[str, Callable[[], None], Callable[[], None]]]:
    """The commands that a table waits for, each with what has to be done before it, in a process of its own."""
    taken_back, desk = scorebook(folder / "undo.db"), Settings(db=str(folder / "desk.db"), no_input=True)
    for line in ("tournament new Day --format scighera", f"tournament enter {ENTRANTS}", "tournament draw"):
        silently(shlex.split(line), desk)
    numbers = count(1)

    def started() -> list[str]:
        return shlex.split(f"--db {book} {START}".replace("Friday", f"Day{next(numbers)}"))

    def settled() -> list[str]:
        number = next(numbers)
        return [*shlex.split(f"--db {desk.db} tournament result 1"), f"{4 * number}{f',-{number}' * 4}"]

    return [
        ("deal", process(*OURS, "--db", str(book), *DEAL), nothing),
        ("sheet", process(*OURS, "--db", str(book), "sheet", "1"), nothing),
        ("undo", process(*OURS, "--db", taken_back.db, "undo"), lambda: silently(DEAL, taken_back)),
        ("start", anew(started), nothing),
        ("tournament result", anew(settled), nothing),
    ]


def anew(words: Callable[[], list[str]]) -> Callable[[], None]:
    """Run the program with other words each time."""

    def once() -> None:
        process(*OURS, *words())()

    return once


def nothing() -> None:
    """What has to be done before most commands."""


def silently(words: list[str], shared: Settings) -> None:
    """Run a command line in this process; nobody sees what it says."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert run(words, shared) == 0
    shared.book.close()


def measurements(folder: Path) -> list[Measurement]:
    """The waits of an evening: a command, its help, a Tab, a line on the pad."""
    book, bare, pad_book, again_book = (folder / f"{name}.db" for name in ("evening", "bare", "pad", "again"))
    scorebook(book).book.close()
    bare_row = bare_scorebook(bare)
    bare_row.execute("INSERT INTO deal VALUES (1, 'Anna', '2', 'Elena', 74)")
    bare_row.close()
    recording, nothing_done = process(str(BARE / "record.py"), str(bare), *DEAL[1:]), process("-c", "print()")
    asked = completing(f"scorer --db {book} deal a", "_SCORER_COMPLETE")
    shown, again = pad_deal(scorebook(pad_book), again=False), pad_deal(scorebook(again_book), again=True)
    rows = [bare_transaction(bare_scorebook(folder / name)) for name in ("shown.db", "rows.db")]
    deal = process(*OURS, "--db", str(book), *DEAL, "--match", "Friday")
    return [
        *(
            Measurement(f"`scorer {what}`, the whole process", BARE_APP, in_turns(once, recording, 15, before), 0.4)
            for what, once, before in of_the_evening(folder, book)
        ),
        *(
            Measurement(what, PASS, in_turns(once, nothing_done, 25), aim)
            for what, once, aim in (
                ("`scorer deal`, the whole process", deal, 12),
                ("`scorer --help`", process(*OURS, "--help"), 8),
                ("completion of a player's name", process(*OURS, **asked), 8),
            )
        ),
        Measurement(
            "a deal in the pad, from Enter until it is committed and shown",
            "a bare sqlite3 transaction with the same pragmas",
            in_turns(shown, rows[0], 40),
            5,
        ),
        Measurement(
            "the same, until the next prompt has read the match again", "the same", in_turns(again, rows[1], 40), 5
        ),
    ]

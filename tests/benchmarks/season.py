"""A big season: a scorebook of as many deals as one likes, and how long it takes to read, check and import."""

import csv
import io
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, redirect_stderr, redirect_stdout
from datetime import date, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from db.laws import SEAT_NUMBERS
from scorer import frames, scorebook
from scorer.cli.context import Settings
from scorer.exchange.csv_writer import write_csv
from scorer.exchange.own.deals_csv import EDITIONS, SEAT_COLUMNS, SIDES
from scorer.exchange.own.folder_out import LEAGUES, PLAYERS
from scorer.exchange.own.matches_csv import MATCHES
from scorer.rule_files import VARIANTS
from scorer.rules.cards import HALF, REACHABLE, TOTAL_CARD_POINTS
from scorer.rules.kinds import MOVES_UNITS
from scorer.rules.variant import Variant
from scorer.text.numbers import Cell
from tests import all_stats as stats
from tests.benchmarks.comparing import Measurement, in_turns
from tests.running import run

PLAYED = ("chiamata", "brisk", "punti")
FIRST_NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena")
DEALS_A_MATCH = 25
SEATED = 5  # who play a deal; a sixth at the table rests
PAIRED = 4  # who play a deal of pairs
SEATS = ", ".join(f"seat{seat}" for seat in SEAT_NUMBERS)
AT = "2026-01-09T21:30:00.000000Z"
Row = dict[str, Cell]
MONEY: Row = {"unit_value_cents": 50, "currency": "EUR"}


def big_scorebook(where: Path | str, deals: int, played: Sequence[str] = PLAYED, players: int = 40) -> None:
    """Make a scorebook of so many live deals, and some redeals, penalties and edits among them; always the same.

    Tables of five and six, or of four where nobody calls, a match of 25 deals an evening. `players`: a multiple of 5.
    """
    chance, matches = Random(deals), list[Row]()
    people = [f"{first}{last}" for first in FIRST_NAMES for last in range(1, players // len(FIRST_NAMES) + 1)]

    def records() -> Iterator[Row]:
        variants = [VARIANTS.from_text(*VARIANTS.read_text(name)) for name in played]
        for evening, begun in enumerate(range(0, deals, DEALS_A_MATCH)):
            variant = variants[evening % len(variants)]
            seats = chance.sample(people, SEATED + evening % 2 if variant.has_auction else PAIRED)
            match: Row = {
                "league": "main",
                "match": f"Evening {evening}",
                "on": date(2000, 1, 7) + timedelta(days=evening),
                "variant": played[evening % len(played)],
                **dict(zip(SEAT_COLUMNS, seats, strict=False)),
            }
            matches.append(match | {"state": "finished", "started_at": AT, **MONEY})
            for row in _records(variant, seats, min(DEALS_A_MATCH, deals - begun), chance):
                yield {"status": "live", "recorded_at": AT, **match, **row}

    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        _write(Path(folder, "deals.csv"), (*EDITIONS, *SIDES), records())
        _write(Path(folder, "matches.csv"), MATCHES, matches)
        _write(Path(folder, "players.csv"), PLAYERS, ({"player": name, "hidden": False} for name in people))
        _write(Path(folder, "leagues.csv"), LEAGUES, [{"league": "main", "variant": "chiamata", **MONEY}])
        shared = Settings(db=str(where), no_input=True)
        assert run(["import", folder], shared) == 0
        shared.book.close()


def _write(path: Path, columns: Sequence[str], rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        write_csv(file, columns, ([row.get(column) for column in columns] for row in rows))


def _records(variant: Variant, seats: Sequence[str], deals: int, chance: Random) -> Iterator[Row]:
    """What a match is made of: deals, sometimes a redeal or a penalty before one, or an edition that was struck out."""
    numbers = count(1)
    for deal in range(deals):
        happened, dealer = chance.random(), seats[deal % len(seats)]
        rests = dealer if variant.has_auction and len(seats) > SEATED else None
        playing = [seat for seat in seats if seat != rests]
        if happened < 0.03:
            yield {"number": next(numbers), "kind": "misdeal", "dealer": dealer, "out": rests}
        elif happened < 0.04:
            units = {"units1": -3, "units2": 1, "units3": 1, "units4": 1}
            yield {"number": next(numbers), "kind": "penalty", "note": "late", **units}
        row: Row = {"number": next(numbers), "kind": "deal", "dealer": dealer, "out": rests, "slam": False}
        if happened > 0.99:
            yield row | _facts(variant, playing, chance) | {"status": "edited"}
            row["replaces"] = 1
        yield row | _facts(variant, playing, chance)


def _facts(variant: Variant, playing: Sequence[str], chance: Random) -> Row:
    """The facts of a deal; of pairs the counts."""
    if not variant.has_auction:
        won = chance.choice([points for points in REACHABLE if points != HALF])
        return {"counts": f"{won} {TOTAL_CARD_POINTS - won}"}
    caller, partner = chance.sample(playing, 2)
    bids = variant.auction.bids
    bid = bids[int(len(bids) * chance.random() ** 3)]
    facts: Row = {"caller": caller, "bid": str(bid), "partner": "solo" if chance.random() < 0.02 else partner}
    counted = chance.random() > 0.03 or bid.target == TOTAL_CARD_POINTS  # who makes 120 has been counted
    result: Row = {"card_points": chance.randrange(20, 111)} if counted else {"outcome": "made"}
    return facts | result | {"times": 2 if chance.random() < 0.03 else 1}


LIVE = f"voided_by IS NULL AND kind IN {MOVES_UNITS}"
FACTS = "id, match_id, number, kind, dealer, caller, partner, bid, target, card_points, outcome, slam, times"
ROWS = f"SELECT {FACTS}, {SEATS}, {SEATS.replace('seat', 'units')} FROM record WHERE {LIVE}"
EACH_SEAT = (f"SELECT seat{seat} AS player, units{seat} AS units FROM record WHERE {LIVE}" for seat in SEAT_NUMBERS)
SUM = f"SELECT player, sum(units) FROM ({' UNION ALL '.join(EACH_SEAT)}) WHERE units IS NOT NULL GROUP BY player"
EVERY_ROW = "SELECT * FROM record"


OF_READY_FRAMES: dict[str, Callable[[Any], Any]] = {  # statistics by their commands
    "standings": stats.standings,
    "rating": stats.rating,
    "pairs --beyond": stats.synergy,
    "luck": stats.decomposition,
    "bids --pays": stats.pays,
    "calls": stats.calls,
    "records": stats.all_time,
    "records --awards": stats.awards,
}


def measurements(folder: Path, deals: int) -> list[Measurement]:
    """Frames, standings, `check` and import of a season of so many deals, against the least that each could cost."""
    path, file, pairs_path = folder / "season.db", folder / "deals.csv", folder / "pairs.db"
    big_scorebook(path, deals)
    export_deals(path, file)
    big_scorebook(pairs_path, deals, ("brisca",))
    bare, pairs = sqlite3.connect(path), sqlite3.connect(pairs_path)
    for connection in (bare, pairs):
        connection.execute("PRAGMA query_only=ON")
    rounds = 9 if deals <= 100_000 else 3
    columns = _asked(bare, ROWS)
    columns_of_pairs = _asked(pairs, ROWS.replace(FACTS, f"{FACTS}, {', '.join(SIDES)}"))
    frames_read = frames_of(path)
    return [
        Measurement(
            "both frames, read and built", "`fetchall` of the same columns", in_turns(frames_read, columns, rounds), 1.5
        ),
        Measurement(
            "both frames of a season of pairs, `brisca`",
            "`fetchall` of the same columns and those of sides",
            in_turns(frames_of(pairs_path), columns_of_pairs, rounds),
            1.5,
        ),
        Measurement(
            "`standings` in process", "the same sum in SQL", in_turns(_standings(path), _asked(bare, SUM), rounds), 3
        ),
        *(
            Measurement(
                f"`{name}` of ready frames", "both frames", in_turns(_of_frames(path, made), frames_read, rounds), 2
            )
            for name, made in OF_READY_FRAMES.items()
        ),
        Measurement("`check`", "`fetchall` of every record", in_turns(check(path), _asked(bare, EVERY_ROW), 3), 5),
        Measurement(
            "`import` into a new scorebook",
            "a `csv.reader` pass over the file",
            in_turns(import_of(file, partial(new_file, folder)), csv_pass(file), 3),
            20,
        ),
    ]


def _asked(bare: sqlite3.Connection, query: str) -> Callable[[], None]:
    def once() -> None:
        assert bare.execute(query).fetchall()

    return once


def frames_of(path: Path | str) -> Callable[[], None]:
    """Read and build both frames of everything."""
    book = scorebook.Book(str(path))

    def once() -> None:
        with book.reading() as transaction:
            read = frames.read(transaction)
        assert len(read.payouts) > len(read.deals)

    return once


def _standings(path: Path) -> Callable[[], None]:
    book = scorebook.Book(str(path))

    def once() -> None:
        with book.reading() as transaction:
            read = frames.read(transaction)
        assert len(stats.standings(read))

    return once


def _of_frames(path: Path, made: Callable[[Any], Any]) -> Callable[[], None]:
    book = scorebook.Book(str(path))
    with book.reading() as transaction:
        ready = frames.read(transaction)
    assert len(ready.payouts) > len(ready.deals)

    def once() -> None:
        assert len(made(ready))

    return once


def command(path: Path, *words: str) -> Callable[[], None]:
    """A command that prints what it makes."""
    shared = Settings(db=str(path), no_input=True)

    def once() -> None:
        with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()):
            assert run(words, shared) == 0
        assert printed.getvalue()

    return once


def check(path: Path | str) -> Callable[[], None]:
    """Check a scorebook that is right."""
    shared = Settings(db=str(path), no_input=True)

    def once() -> None:
        with redirect_stdout(io.StringIO()) as said:
            assert run(["check"], shared) == 0
        assert not said.getvalue()

    return once


def export_deals(path: Path, file: Path) -> None:
    """Write the deals of a scorebook into a file, as `import` reads them."""
    shared = Settings(db=str(path), no_input=True)
    with redirect_stdout(io.StringIO()):
        assert run(["export", "deals", "--out", str(file)], shared) == 0
    shared.book.close()


@contextmanager
def new_file(folder: Path) -> Iterator[str]:
    """A place for a new scorebook, which is deleted afterwards."""
    path = folder / "imported.db"
    yield str(path)
    path.unlink()


def import_of(file: Path, new_place: Callable[[], AbstractContextManager[str]]) -> Callable[[], None]:
    """Import a file into a new scorebook each time."""

    def once() -> None:
        with new_place() as where, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            shared = Settings(db=where, no_input=True)
            assert run(["import", str(file)], shared) == 0
            shared.book.close()

    return once


def csv_pass(file: Path) -> Callable[[], None]:
    """Go over the lines of a file as the standard library reads them."""

    def once() -> None:
        with file.open(encoding="utf-8", newline="") as lines:
            assert sum(1 for _ in csv.reader(lines))

    return once

"""A big season: a scorebook of as many deals as one likes, and how long it takes to read, check and import."""

import csv
import io
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from db.columns import SEAT_NUMBERS
from scorer import frames, scorebook
from scorer.cli.context import Settings
from scorer.match.names import fold
from scorer.rule_files import VARIANTS, digest
from scorer.rules.cards import HALF, REACHABLE, TOTAL_CARD_POINTS
from scorer.rules.deal import Deal, Result, outcome_of, reckon
from scorer.rules.kinds import MOVES_UNITS, Outcome
from scorer.rules.variant import Variant
from scorer.scorebook.rows import RECORD
from tests import all_stats as stats
from tests.benchmarks.comparing import Comparison
from tests.running import run

PLAYED = ("chiamata", "brisk", "punti")
PLAYERS = [f"{first}{last}" for first in ("Anna", "Bruno", "Carla", "Dario", "Elena") for last in range(1, 9)]
DEALS_A_MATCH = 25
SEATED = 5  # who play a deal; a sixth at the table rests
PAIRED = 4  # who play a deal of pairs
COLUMNS = [column.name for column in RECORD.c if column.name != "id"]
SEATS = ", ".join(f"seat{seat}" for seat in SEAT_NUMBERS)
AT = "2026-01-09T21:30:00.000000Z"


def big_scorebook(path: Path, deals: int, played: Sequence[str] = PLAYED) -> None:
    """Write a scorebook of so many live deals, and some redeals, penalties and voided rows among them; always the same.

    40 players, tables of five and six, or of four where nobody calls, a match of some 25 deals an evening.
    """
    book = scorebook.Book(str(path))
    with book.writing(make=True) as session:
        scorebook.add_league(session, "Lega", "chiamata", 0, "EUR")
    book.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("BEGIN")
        season = _Season(connection, Random(deals), played)
        season.people()
        for evening in range(-(-deals // DEALS_A_MATCH)):
            season.match(evening, min(DEALS_A_MATCH, deals - evening * DEALS_A_MATCH))
        season.write()
        connection.execute("COMMIT")


@cache
def _variant(name: str) -> Variant:
    return VARIANTS.from_text(*VARIANTS.read_text(name))


@cache
def _shares(name: str, deal: Deal) -> tuple[Outcome, int, int, int]:
    """The outcome, and the units of caller, partner and defender, of a deal of C, P and three D."""
    reckoning = reckon(deal, _variant(name))
    return reckoning.outcome, reckoning.units["C"], reckoning.units["P"], reckoning.units["D1"]


@dataclass
class _Table:
    """An evening's table: ids of players by seat."""

    match_id: int
    variant: str
    seats: list[int]


class _Season:
    """Rows in the making."""

    def __init__(self, connection: sqlite3.Connection, chance: Random, played: Sequence[str]) -> None:
        self.connection, self.chance, self.played = connection, chance, played
        (self.last_step,) = connection.execute("SELECT max(id) FROM step").fetchone()
        self.rows: dict[str, list[tuple[Any, ...]]] = {"match": [], "step": [], "sitting": [], "record": []}

    def people(self) -> None:
        """The players, and the variants frozen."""
        run = self.connection.executemany
        run(
            "INSERT INTO player VALUES (?, ?, ?, 0, NULL)",
            [(at, name, fold(name)) for at, name in enumerate(PLAYERS, 1)],
        )
        texts = [(name, VARIANTS.read_text(name)[1]) for name in self.played]
        run("INSERT INTO variant VALUES (?, ?, ?)", [(digest(text), name, text) for name, text in texts])

    def match(self, evening: int, deals: int) -> None:
        """A match of so many deals."""
        name = self.played[evening % len(self.played)]
        seated = SEATED + evening % 2 if _variant(name).has_auction else PAIRED
        seats = self.chance.sample(range(1, len(PLAYERS) + 1), seated)
        table = _Table(evening + 1, name, seats)
        on = date(2000, 1, 7) + timedelta(days=evening)
        key = digest(VARIANTS.read_text(name)[1])
        self.rows["match"].append((table.match_id, 1, f"Evening {evening}", on.isoformat(), key, 50, "EUR", ""))
        start = self.step("start", table.match_id)
        self.rows["sitting"].append((table.match_id, *_seven(seats), 1, 1, start))
        numbers = count(1)
        for deal in range(deals):
            for row in self.records(table, deal, numbers):
                self.rows["record"].append(tuple(row.get(column) for column in COLUMNS))
        if len(self.rows["record"]) > 10_000:
            self.write()

    def step(self, action: str, match_id: int) -> int:
        """A step of a match; its id."""
        self.last_step += 1
        self.rows["step"].append((self.last_step, AT, action, match_id, "", ""))
        return int(self.last_step)

    def records(self, table: _Table, deal: int, numbers: Iterator[int]) -> Iterator[dict[str, Any]]:
        """The rows that a deal leaves: itself, sometimes a redeal or a penalty before it, or an edition struck out."""
        happened = self.chance.random()
        if happened < 0.03:
            dealer = deal % len(table.seats) + 1
            resting = dealer if len(table.seats) > SEATED else None
            yield self.row(table, "passed-out", next(numbers), action="redeal", dealer=dealer, resting=resting)
        elif happened < 0.04:
            others = range(2, min(len(table.seats), SEATED) + 1)
            units = {"units1": -len(others), **{f"units{seat}": 1 for seat in others}}
            yield self.row(table, "penalty", next(numbers)) | {"note": "late", **units}
        number = next(numbers)
        if happened <= 0.99:
            yield self.deal(table, deal, number)
            return
        voided = self.deal(table, deal, number)
        edited = self.deal(table, deal, number, action="edit")
        yield from (voided | {"voided_by": edited["made_by"]}, edited)

    def row(self, table: _Table, kind: str, number: int, *, action: str = "", **more: Any) -> dict[str, Any]:
        """A row, with the step that makes it; of its kind, unless another `action` is given."""
        seats = {f"seat{seat}": player for seat, player in enumerate(table.seats, 1)}
        step = self.step(action or kind, table.match_id)
        fixed = {"match_id": table.match_id, "number": number, "kind": kind, "made_by": step}
        return {"slam": 0, "times": 1, "note": ""} | fixed | seats | more

    def deal(self, table: _Table, deal: int, number: int, *, action: str = "deal") -> dict[str, Any]:
        """The row of a deal."""
        variant, chance = _variant(table.variant), self.chance
        dealer = deal % len(table.seats) + 1
        if not variant.has_auction:
            return self.of_pairs(table, dealer, number, action)
        playing = [seat for seat in range(1, len(table.seats) + 1) if len(table.seats) == SEATED or seat != dealer]
        caller, partner = chance.sample(playing, 2)
        bids = variant.auction.bids
        bid = bids[int(len(bids) * chance.random() ** 3)]
        counted = chance.random() > 0.03 or bid.target == TOTAL_CARD_POINTS  # who makes 120 has been counted
        result = Result(chance.randrange(20, 111)) if counted else Result(None, Outcome.MADE)
        solo, times = chance.random() < 0.02, 2 if chance.random() < 0.03 else 1
        # Units depend on the outcome alone: ask the rules once for each kind of deal.
        outcome = outcome_of(bid, result, variant)
        plain = Result(60) if outcome is Outcome.EVEN else Result(None, outcome)
        facts = Deal(players=("C", "P", "D1", "D2", "D3"), caller="C", partner=None if solo else "P", bid=bid,
                     result=plain, times=times)  # fmt: skip
        _, won, helped, paid = _shares(table.variant, facts)
        units = {caller: won, partner: helped}
        return self.row(
            table, "deal", number, action=action, dealer=dealer,
            resting=dealer if len(playing) < len(table.seats) else None,
            caller=caller, partner=None if solo else partner, bid=str(bid), target=bid.target,
            card_points=result.card_points, outcome=str(outcome), times=times,
            **{f"units{seat}": units.get(seat, paid) for seat in playing},
        )  # fmt: skip

    def of_pairs(self, table: _Table, dealer: int, number: int, action: str) -> dict[str, Any]:
        """The row of a deal of two pairs, each win worth one unit."""
        count = self.chance.choice([count for count in REACHABLE if count != HALF])
        paid = 1 if count > HALF else -1
        return self.row(
            table, "deal", number, action=action, dealer=dealer, sides="ABAB", outcome="won",
            counts=f"{count} {TOTAL_CARD_POINTS - count}", winners="A" if paid > 0 else "B",
            units1=paid, units2=-paid, units3=paid, units4=-paid,
        )  # fmt: skip

    def write(self) -> None:
        """Put the rows into the file."""
        columns = {
            "match": 'id, league_id, name, "on", variant, unit_value_cents, currency, until',
            "step": "id, at, action, match_id, reason, detail",
            "sitting": f"match_id, {SEATS}, first_dealer, finished, made_by",
            "record": ", ".join(COLUMNS),
        }
        for table, rows in self.rows.items():
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                self.connection.executemany(f'INSERT INTO "{table}" ({columns[table]}) VALUES ({marks})', rows)
                rows.clear()


def _seven(seats: list[int]) -> list[int | None]:
    return [*seats, *[None] * (len(SEAT_NUMBERS) - len(seats))]


LIVE = f"voided_by IS NULL AND kind IN {MOVES_UNITS}"
FACTS = "id, match_id, number, kind, dealer, caller, partner, bid, target, card_points, outcome, slam, times"
SIDES = "sides, counts, bonuses, winners, decided"
ROWS = f"SELECT {FACTS}, {SEATS}, {SEATS.replace('seat', 'units')} FROM record WHERE {LIVE}"
EACH_SEAT = (f"SELECT seat{seat} AS player, units{seat} AS units FROM record WHERE {LIVE}" for seat in SEAT_NUMBERS)
SUM = f"SELECT player, sum(units) FROM ({' UNION ALL '.join(EACH_SEAT)}) WHERE units IS NOT NULL GROUP BY player"
EVERY_ROW = "SELECT * FROM record"


OF_READY_FRAMES: dict[str, Callable[[Any], Any]] = {  # statistics by their commands
    "standings": stats.standings,
    "rating": stats.rating,
    "rating --test": stats.rating_test,
    "pairs --beyond": stats.beyond,
    "luck": stats.luck,
    "bids --pays": stats.pays,
    "calls": stats.calls,
    "records": stats.all_time,
    "records --awards": stats.awards,
}


def comparisons(folder: Path, deals: int) -> list[Comparison]:
    """Frames, standings, `check` and import of a season of so many deals, beside the least that each could cost."""
    path, file = folder / "season.db", folder / "deals.csv"
    big_scorebook(path, deals)
    _exported(path, file)
    bare, pairs = sqlite3.connect(path), sqlite3.connect(folder / "pairs.db")
    big_scorebook(folder / "pairs.db", deals, ("brisca",))
    for connection in (bare, pairs):
        connection.execute("PRAGMA query_only=ON")
    of_pairs = ROWS.replace(FACTS, f"{FACTS}, {SIDES}")
    rounds = 9 if deals <= 100_000 else 3
    return [
        Comparison("frames / fetchall of the same columns", _frames(path), _asked(bare, ROWS), rounds, 1),
        Comparison(
            "frames of pairs / fetchall of the same columns",
            _frames(folder / "pairs.db"),
            _asked(pairs, of_pairs),
            rounds,
            1.5,
        ),
        Comparison("standings in process / the same sum in SQL", _standings(path), _asked(bare, SUM), rounds, 2),
        *(
            Comparison(f"{name} of ready frames / the frames", _of_frames(path, made), _frames(path), rounds, 2)
            for name, made in OF_READY_FRAMES.items()
        ),
        Comparison("check / fetchall of every record", _check(path), _asked(bare, EVERY_ROW), 3, 4),
        Comparison("import / a csv.reader pass over the file", _import(file, folder), _csv_pass(file), 3, 16),
    ]


def _asked(bare: sqlite3.Connection, query: str) -> Callable[[], None]:
    def once() -> None:
        assert bare.execute(query).fetchall()

    return once


def _frames(path: Path) -> Callable[[], None]:
    book = scorebook.Book(str(path))

    def once() -> None:
        with book.reading() as session:
            read = frames.read(session)
        assert len(read.payouts) > len(read.deals)

    return once


def _standings(path: Path) -> Callable[[], None]:
    book = scorebook.Book(str(path))

    def once() -> None:
        with book.reading() as session:
            read = frames.read(session)
        assert len(stats.standings(read))

    return once


def _of_frames(path: Path, made: Callable[[Any], Any]) -> Callable[[], None]:
    book = scorebook.Book(str(path))
    with book.reading() as session:
        ready = frames.read(session)
    assert len(ready.payouts) > len(ready.deals)

    def once() -> None:
        assert len(made(ready))

    return once


def _check(path: Path) -> Callable[[], None]:
    shared = Settings(db=str(path), no_input=True)

    def once() -> None:
        with redirect_stdout(io.StringIO()) as said:
            assert run(["check"], shared) == 0
        assert not said.getvalue()

    return once


def _exported(path: Path, file: Path) -> None:
    shared = Settings(db=str(path), no_input=True)
    with redirect_stdout(io.StringIO()):
        assert run(["export", "deals", "--out", str(file)], shared) == 0
    shared.book.close()


def _import(file: Path, folder: Path) -> Callable[[], None]:
    numbers = count(1)

    def once() -> None:
        path = folder / f"imported{next(numbers)}.db"
        shared = Settings(db=str(path), no_input=True)
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            assert run(["import", str(file)], shared) == 0
        shared.book.close()
        path.unlink()

    return once


def _csv_pass(file: Path) -> Callable[[], None]:
    def once() -> None:
        with file.open(encoding="utf-8", newline="") as lines:
            assert sum(1 for _ in csv.reader(lines))

    return once

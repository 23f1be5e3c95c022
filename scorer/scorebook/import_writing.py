"""What a file holds becomes rows: matches that come in as values, written in batches and in one transaction."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from functools import partial
from itertools import count
from json import dumps
from typing import Any, NamedTuple

from db.cells import moment_text
from db.connection import BATCH
from db.tables import TABLES
from scorer.match.facts import League, Sitting
from scorer.match.names import fold
from scorer.match.settlement import Payment
from scorer.rules.deal_facts import Facts, Units
from scorer.scorebook import rows
from scorer.scorebook.former_variants import MATCH, VARIANT, variant_names
from scorer.scorebook.payments import payment_cells
from scorer.scorebook.people import MAIN_LEAGUE
from scorer.scorebook.record_law import SEAT_COLUMNS
from scorer.scorebook.same_evenings import PlayedMatch, played_between
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import EXISTING, IMPORT, PAYMENT, set_detail
from scorer.scorebook.variant_labels import variant_labels
from scorer.text.step_words import did

# Rows are written as tuples of these columns, tables first that others refer to.
COLUMNS = {
    table: TABLES[table].columns
    for table in ("player", "variant", "league", "match", "step", "payment", "record", "sitting")
}
Cells = tuple[Any, ...]


class FileRecord(NamedTuple):
    """A record as a line of a file has it: the players at the table, seven units, the facts, roles as seat numbers."""

    seats: tuple[str, ...]
    units: Units
    number: int
    kind: str
    facts: Facts
    dealer: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Frozen:
    """A variant as it is frozen into a match."""

    name: str
    text: str
    digest: str


@dataclass(frozen=True)
class Known:
    """What a scorebook holds that an import must know: players by folded name, leagues, matches, frozen variants.

    `merged` are the folded names of players who are read as somebody else. `matches` are league, day and folded name;
    `played` says what those brought that were played from a day to another. `variants` and their `labels` are by
    digest.
    """

    players: Mapping[str, str] = field(default_factory=dict)
    merged: Mapping[str, str] = field(default_factory=dict)
    leagues: Mapping[str, League] = field(default_factory=dict)
    matches: frozenset[tuple[str, date, str]] = frozenset()
    variants: Mapping[str, Frozen] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    played: Callable[[date, date], Sequence[PlayedMatch]] = lambda _first, _last: ()

    @property
    def main(self) -> str:
        """The league that is meant where none is named."""
        oldest = min(self.leagues.values(), key=lambda league: league.id, default=None)
        return oldest.name if oldest else MAIN_LEAGUE


@dataclass(slots=True, eq=False)
class Arrival:
    """A match that comes in. `sitting` None: it is over, and the seats are those of its last record.

    `agreed` are terms by name; money that is not in them is the league's. `started_at` empty: now. `order`: its place
    among the matches of its day as they were started, from 1; 0 where the file does not say.
    """

    league: str
    name: str
    on: date
    variant: Frozen
    agreed: Mapping[str, Any]
    started_at: str = ""
    order: int = 0
    sitting: Sitting | None = None
    records: int = 0
    seats: tuple[str, ...] = ()
    ids: Cells = ()
    id: int = 0
    start: int = 0


@dataclass(frozen=True, slots=True)
class Making:
    """How a record of the lossless form was made and struck out; `replaces` is the place of another in its match.

    `at` is a moment as it is stored. `voiding` empty: it lives, or what replaces it struck it out; else "void" or
    "undo", with the reason. `variant` is the one that it was recorded under, None where that tells nothing.
    """

    action: str
    at: str
    reason: str = ""
    replaces: int | None = None
    voiding: str = ""
    why: str = ""
    variant: Frozen | None = None


def known(transaction: Transaction) -> Known:
    """What the scorebook holds."""
    names = rows.player_names(transaction)
    players = transaction.rows(rows.PLAYERS)
    frozen = transaction.rows(rows.VARIANTS_FROZEN)
    return Known(
        players={row.key: row.name for row in players},
        merged={row.key: names[row.id] for row in players if names[row.id] != row.name},
        leagues={fold(league.name): league for league in rows.leagues(transaction)},
        matches=frozenset((row.key, row.on, fold(row.name)) for row in transaction.rows(EXISTING)),
        variants={row.digest: Frozen(row.name, row.text, row.digest) for row in frozen},
        labels=variant_labels(transaction),
        played=partial(played_between, transaction),
    )


class Writer:
    """Writes an import into a transaction; `close` ends it with its one step."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._now = moment_text(transaction.now())
        self._players = {row.name: row.id for row in transaction.rows(rows.PLAYERS)}
        self._leagues = {fold(league.name): league for league in rows.leagues(transaction)}
        self._digests = set(transaction.values("SELECT digest FROM variant"))
        self._ids = {table: _ids(transaction, table) for table in COLUMNS if table != "variant"}
        self._seats: dict[tuple[str, ...], Cells] = {}
        self._arrivals: list[Arrival] = []
        self._payments: list[tuple[Payment, Sequence[Arrival]]] = []
        self._new: dict[str, list[Cells]] = {table: [] for table in COLUMNS}

    def league(self, league: League) -> None:
        """Make a league, which gets an id of its own, unless there is one of this name."""
        if fold(league.name) not in self._leagues:
            made = league._replace(id=next(self._ids["league"]))
            self._leagues[fold(made.name)] = made
            self._add("league", **made._asdict(), key=fold(made.name), removed=0)

    def player(self, name: str, *, hidden: bool = False) -> int:
        """The id of a player, made where there is none of this name."""
        if name not in self._players:
            self._players[name] = next(self._ids["player"])
            self._add(
                "player", id=self._players[name], name=name, key=fold(name), hidden=int(hidden), uid=rows.new_uid()
            )
        return int(self._players[name])

    def merge(self, names: Mapping[str, str]) -> None:
        """Read new players as others; `names` gives by each name the one that it is read as."""
        self._flush()
        for name, into in names.items():
            rows.set_columns(self._transaction, "player", self._players[name], {"merged_into": self._players[into]})

    def variant(self, frozen: Frozen) -> None:
        """Keep the text of a variant."""
        if frozen.digest not in self._digests:
            self._digests.add(frozen.digest)
            self._add("variant", digest=frozen.digest, name=frozen.name, text=frozen.text)

    def match(self, arrival: Arrival) -> None:
        """Make a match, in a league that is there by now."""
        self.variant(arrival.variant)
        league = self._leagues[fold(arrival.league)]
        arrival.id = next(self._ids["match"])
        self._add(
            "match",
            id=arrival.id,
            league_id=league.id,
            name=arrival.name,
            on=arrival.on.isoformat(),
            variant=arrival.variant.digest,
            uid=rows.new_uid(),
            **asdict(league.terms(arrival.agreed)),
        )
        arrival.start = self._step("start", arrival.started_at or self._now, arrival.id)
        self._arrivals.append(arrival)

    def record(self, arrival: Arrival, record: FileRecord, maker: int = 0, voider: int | None = None) -> None:
        """Write a record with the steps that made it and struck it out; `maker` 0: the match made it as it came in."""
        if not arrival.id:
            self.match(arrival)
        if record.seats is not arrival.seats:  # mostly they are those of the record before
            arrival.seats = record.seats
            arrival.ids = self._seats.get(record.seats) or self._seat(record.seats)
        new, facts = self._new["record"], record.facts
        begin = next(self._ids["record"]), arrival.id, record.number, record.kind, record.dealer
        how = *facts[1:9], int(bool(facts.slam)), facts.times, record.note  # by place: quickly
        row = (*begin, *how, maker or arrival.start, voider, *arrival.ids, *record.units)
        new.append(row if facts.sides is None and facts.deals is None else (*row, *facts[11:]))
        if len(new) >= BATCH:
            self._flush()

    def editions(self, arrival: Arrival, records: Sequence[FileRecord], made: Sequence[Making]) -> None:
        """Write the records of a match with the steps that made them and struck them out.

        What replaces another comes after it, even where the clock was put back between the two. Where the variant is
        another than before, the step comes first that put the match under it.
        """
        moments: list[str] = []
        for making in made:
            moments.append(making.at if making.replaces is None else max(making.at, moments[making.replaces]))
        order = sorted(range(len(made)), key=lambda at: (moments[at], at))
        makers = [0] * len(made)
        voiders: list[int | None] = [None] * len(made)
        under = next((making.variant for at in order if (making := made[at]).variant), arrival.variant)
        for at in order:
            making = made[at]
            under = self._put_under(arrival, making.at, under, making.variant or under)
            makers[at] = self._step(making.action, making.at, arrival.id, making.reason)
            if making.voiding:
                voiders[at] = self._step(making.voiding, making.at, arrival.id, making.why)
        self._put_under(arrival, max(moments, default=""), under, arrival.variant)
        for at, making in enumerate(made):
            if making.replaces is not None:
                voiders[making.replaces] = makers[at]
        for record, maker, voider in zip(records, makers, voiders, strict=True):
            self.record(arrival, record, maker, voider)

    def payment(self, payment: Payment, covered: Sequence[Arrival]) -> None:
        """Keep what was paid for these matches, which are there by now."""
        self._payments.append((payment, covered))

    def _put_under(self, arrival: Arrival, at: str, before: Frozen, after: Frozen) -> Frozen:
        """Write the step that put a match under another variant, where it is another; returns what it is under now."""
        if before != after:
            cells = {"table": MATCH, "id": arrival.id, "before": {VARIANT: before.digest}}
            names = variant_names(before.name, before.digest, after.name, after.digest)
            detail = {**did("match_edited", changes={VARIANT: names}), **cells, "after": {VARIANT: after.digest}}
            self._step(MATCH, at, arrival.id, detail=dumps(detail, ensure_ascii=False))
        return after

    def _seat(self, seats: tuple[str, ...]) -> Cells:
        """The ids of these players, seven wide."""
        if len(self._seats) > 50 * BATCH:
            self._seats.clear()
        ids = (*map(self.player, seats), *[None] * (7 - len(seats)))
        self._seats[seats] = ids
        return ids

    def _step(
        self, action: str, at: str, match_id: int | None, reason: str = "", detail: str = "", mark: str | None = None
    ) -> int:
        step = next(self._ids["step"])
        cells = {"match_id": match_id, "reason": reason, "detail": detail, "client_id": mark}
        self._add("step", id=step, at=at, action=action, **cells)
        return step

    def _add(self, table: str, **cells: Any) -> None:
        """Keep a row to be written: its cells by column, the others empty."""
        self._new[table].append(tuple(map(cells.get, COLUMNS[table])))

    def close(self, source: str) -> None:
        """End the import: the step that can be undone, and in its name the tables of all matches."""
        records = sum(arrival.records for arrival in self._arrivals)
        brought = did("imported", records=records, matches=len(self._arrivals), source=source)
        entry, self._transaction.entry = self._transaction.entry, None
        mark = entry.client_id if entry else None
        step = self._step(IMPORT, self._now, None, detail=dumps(brought, ensure_ascii=False), mark=mark)
        if mark:
            self._transaction.proof = (step, mark)
        for arrival in self._arrivals:
            self._sit(arrival, step)
        for payment, covered in self._payments:
            made = replace(payment, matches=frozenset(arrival.id for arrival in covered))
            cells = payment_cells(made, self._players)
            self._add(PAYMENT, id=next(self._ids[PAYMENT]), **cells, made_by=step)
        self._flush()
        for arrival in self._arrivals:
            set_detail(self._transaction, arrival.start, did("came_in", records=arrival.records))
        rows.forget_players(self._transaction)

    def _sit(self, arrival: Arrival, step: int) -> None:
        """The table of a match as it stands."""
        now = arrival.sitting or Sitting(arrival.seats, arrival.seats[0], finished=True)
        call = now.call
        self._add(
            "sitting",
            id=next(self._ids["sitting"]),
            match_id=arrival.id,
            **dict(zip(SEAT_COLUMNS, self._seat(now.seats), strict=True)),
            resting=rows.seat_of(now.seats, now.out),
            first_dealer=rows.seat_of(now.seats, now.first_dealer),
            finished=int(now.finished),
            call_caller=rows.seat_of(now.seats, call.caller) if call else None,
            call_bid=call.bid if call else None,
            call_called=call.called if call else None,
            made_by=step,
        )

    def _flush(self) -> None:
        """Write the rows that wait, those first that others refer to.

        The last columns are left out where no row has them: binding five a row is a twentieth of an import.
        """
        for table, waiting in self._new.items():
            if not waiting:
                continue
            width = max(map(len, waiting))
            if width > min(map(len, waiting)):
                waiting[:] = [(*row, *[None] * (width - len(row))) for row in waiting]
            self._transaction.write_rows(table, COLUMNS[table][:width], waiting)
            waiting.clear()


def _ids(transaction: Transaction, table: str) -> Iterator[int]:
    """Free ids of a table, as many as are wanted; looked for when the first is."""
    yield from count((transaction.value(f'SELECT max(id) FROM "{table}"') or 0) + 1)

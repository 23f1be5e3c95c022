"""The lossless form: a folder of `export all`, read back to the last voided row."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote

from scorer.errors import NotFoundError, RefusedError
from scorer.exchange.csv_reader import MOST_LINES, CsvReading, Faults, Notices
from scorer.exchange.csv_writer import guarded, unguarded
from scorer.exchange.file_in import Arrived, ShowsProgress, arrived
from scorer.exchange.own.cells_in import Wrong, read_yes
from scorer.exchange.own.deals_csv import EDITIONS, OF_SHEET, ORDER, SEAT_COLUMNS, SIDES
from scorer.exchange.own.deals_in import DealLines, match_of
from scorer.exchange.own.doubled import check_new
from scorer.exchange.own.folder_out import (
    DEALS_FILE,
    LEAGUES,
    LEAGUES_FILE,
    MATCHES_FILE,
    PAYMENTS_FILE,
    PLAYERS,
    PLAYERS_FILE,
    SUFFIX,
    VARIANTS_FOLDER,
)
from scorer.exchange.own.matches_csv import LATER, MATCHES, TERMS, read_cents
from scorer.exchange.own.matches_in import FileMatch, FileMatches, read_order
from scorer.exchange.own.names_in import Players, Seats, not_seated
from scorer.exchange.own.payments_csv import PAID, PAYMENTS
from scorer.exchange.own.variants_in import Variants
from scorer.language import N_, _, counts, ngettext
from scorer.match.days import read_date
from scorer.match.facts import Call, League, Sitting, Terms
from scorer.match.names import clean, clean_player, end_of_merges, fold, shown
from scorer.match.parsing import clean_note, read_choice, read_within
from scorer.match.settlement import Payment
from scorer.rule_files import VARIANTS
from scorer.rules.bid import read_bid
from scorer.rules.cards import read_card
from scorer.rules.errors import ScorerError, UnreadableError
from scorer.rules.fewest_transfers import POT
from scorer.rules.judge import MOST_KNOWN
from scorer.rules.kinds import DEAL, OUTSIDE, REDEALS
from scorer.scorebook.import_writing import Arrival, FileRecord, Frozen, Known, Making, Writer
from scorer.scorebook.people import read_currency

CellsByColumn = Mapping[str, str]
T = TypeVar("T")
COLUMNS = ("status", "replaces", "reason", "recorded_at")
STATUSES = ("live", "edited", "undone", "voided")
REPLACING = {"edited": "edit", "undone": "undo"}
VOIDING = {"voided": "void", "undone": "undo"}
MOST_PAID = 10**18  # cents: more than all records of a scorebook come to, and a row holds it
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


@dataclass
class Folder:
    """A folder while it is read."""

    path: Path
    known: Known
    progress: ShowsProgress | None = None
    faults: Faults = field(default_factory=Faults)
    notices: Notices = field(default_factory=Notices)
    done: int = 0

    @contextmanager
    def reading(self, name: str, columns: Sequence[str], *optional: str) -> Iterator[CsvReading]:
        """The file of this name, which has to have all of these columns; raises FaultyFileError."""
        self.faults.file, self.faults.line = name, 0
        before = self.done

        def progress(done: int) -> None:
            """Count the bytes of the files before, too."""
            self.done = before + done
            if self.progress:
                self.progress(self.done)

        with (self.path / name).open("rb") as file:
            reading = CsvReading(file, (*columns, *optional), self.faults, progress, endless=True)
            for missing in [column for column in columns if column not in reading.columns]:
                self.faults.add(_("there is no column {name}", name=missing))
            self.faults.check()
            yield reading

    def rows(self, name: str, columns: Sequence[str], *optional: str) -> Iterator[CellsByColumn]:
        """The lines of a small file, cells by column, without the guard."""
        with self.reading(name, columns, *optional) as reading:
            for line, cells in reading.rows():
                self.faults.line = line
                yield {column: unguarded(cell).strip() for column, cell in zip(reading.header, cells, strict=True)}

    def cell(self, row: CellsByColumn, column: str, read: Callable[[str], T], empty: T) -> T:
        """The content of a cell; a refusal becomes a fault."""
        with self.faults.noted(column):
            return read(row[column])
        return empty


class Merged:
    """Merged players: `readings` is for own names the name each is read as, in the scorebook and the file together."""

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.readings = readings
        self.clash = lru_cache(MOST_KNOWN)(self._clash)

    def _clash(self, names: tuple[str, ...]) -> str:
        """The fault that two at this table are one player by a merge; "" where all are different."""
        seen: dict[str, str] = {}
        for name in names:
            reading = self.readings.get(name, name)
            if reading in seen:
                gone, stays = sorted((seen[reading], name), key=lambda who: who == reading)
                if stays == reading:
                    clash = N_(
                        "{gone} and {stays} sit at one table here, and {gone} is merged into {stays}: "
                        "they are two people"
                    )
                else:
                    clash = N_(
                        "{gone} and {stays} sit at one table here, and both are merged into {person}: "
                        "they are two people"
                    )
                return _(clash, gone=gone, stays=stays, person=reading)
            seen[reading] = name
        return ""


def take_folder(
    path: Path,
    known: Known,
    writer: Writer | None = None,
    progress: ShowsProgress | None = None,
    *,
    twice: bool = False,
) -> Arrived:
    """Read a folder of `export all`, and give what it holds to `writer` where there is one.

    Raises FaultyFileError with everything that is wrong, each with the file, RefusedError for another folder, and
    TwiceError for matches that are there already, unless they shall come in `twice`.
    """
    needed = (DEALS_FILE, MATCHES_FILE, PLAYERS_FILE, LEAGUES_FILE)
    if missing := [name for name in needed if not (path / name).exists()]:
        template = N_("{path} has no {files}: it is not a folder of scorer export all")
        raise RefusedError(_(template, path=path, files=", ".join(missing)))
    there = [name for name in (*needed, PAYMENTS_FILE) if (path / name).exists()]
    if strange := [name for name in there if not (path / name).is_file()]:
        template = N_("{path} is no regular file: an export has nothing else")
        raise RefusedError(_(template, path=f"{path}/{strange[0]}"))
    folder = Folder(path, known, progress)
    variants = _variants(folder, writer)
    players, merged = _players(folder, writer)
    matches = FileMatches(known, variants, folder.faults, folder.notices, any_year=True, twice=twice)
    _leagues(folder, matches, writer)
    arrivals = [match.arrival for match in _matches(folder, matches, players, merged)]
    folder.faults.check()
    if writer:
        for arrival in sorted(arrivals, key=lambda arrival_: (arrival_.on, arrival_.order, arrival_.started_at)):
            writer.match(arrival)
    matches.closed = True
    records = _deals(folder, matches, players, merged, writer)
    if PAYMENTS_FILE in there:
        _payments(folder, matches, players, merged, writer)
    if not twice:
        for sentence in check_new([*matches.found.values()], known, folder.faults, merged.readings):
            folder.notices.add(sentence)
    folder.faults.check()
    return arrived(records, matches, players, folder.notices)


def _variants(folder: Folder, writer: Writer | None) -> Variants:
    """The frozen variants: every file has to be sound, used or not."""
    texts = {}
    for file in sorted((folder.path / VARIANTS_FOLDER).glob(f"*{SUFFIX}")):
        folder.faults.file = f"{VARIANTS_FOLDER}/{file.name}"
        if not file.is_file():
            folder.faults.add(_("this is no regular file: an export has nothing else"))
            continue
        with folder.faults.noted():
            texts[unquote(file.stem)] = VARIANTS.read_text(str(file))[1]
    variants = Variants(folder.known, texts)
    for label in texts:
        folder.faults.file = f"{VARIANTS_FOLDER}/{label}{SUFFIX}"
        with folder.faults.noted():
            frozen = variants.reader(label).frozen
            if writer:
                writer.variant(frozen)
    folder.faults.check()
    return variants


def _players(folder: Folder, writer: Writer | None) -> tuple[Players, Merged]:
    """Everybody, under their own names; who is new here is hidden and merged as in the file."""
    players = Players(folder.known.players, folder.notices if folder.known.players else Notices())
    merges: dict[str, str] = {}
    kept: dict[str, str] = {}
    seen: set[str] = set()
    for row in folder.rows(PLAYERS_FILE, PLAYERS):
        name = folder.cell(row, "player", lambda cell: players.name(guarded(cell)), "")  # which takes a guard off
        hidden = folder.cell(row, "hidden", read_yes, None)
        into = folder.cell(row, "merged_into", lambda cell: clean_player(cell) if cell else "", "")
        if name in seen:
            folder.faults.add(_("{name} stands twice", name=name), "player")
        seen.add(name)
        if name not in players.new:
            kept[name] = into
            continue
        if writer and not folder.faults.count:
            writer.player(name, hidden=bool(hidden))
        if into:
            merges[name] = into
    merged_into = {name: players.meant(guarded(into)) for name, into in merges.items()}
    for name, into in merges.items():
        if end_of_merges(merged_into, name) in merged_into:  # in a circle, or somebody who is not there
            folder.faults.line = 0
            template = N_("{name} is merged into {into}, who is no player of their own")
            folder.faults.add(_(template, name=name, into=into), "merged_into")
    folder.faults.check()
    if writer:
        writer.merge({name: str(into) for name, into in merged_into.items()})
    return players, Merged(_readings(folder, players, merged_into, kept))


def _readings(
    folder: Folder, players: Players, merged_into: Mapping[str, str | None], kept: Mapping[str, str]
) -> Mapping[str, str]:
    """The name that each player is read as; a notice for each player whom scorebook and file merge differently."""
    known = folder.known
    readings = {known.players[key]: into for key, into in known.merged.items()}
    for name in merged_into:
        end = end_of_merges(merged_into, name)
        readings[name] = readings.get(end, end)
    for name, into in kept.items():
        here, there = readings.get(name, name), players.meant(guarded(into)) or into
        if into and here != readings.get(there, there):
            template = N_("{file} merges {name} into {there}, and that is not done: {name} stays merged into {here}")
            if here == name:
                template = N_(
                    "{file} merges {name} into {there}, and that is not done: {name} stays a player of their own"
                )
            folder.notices.add(_(template, file=PLAYERS_FILE, name=name, there=there, here=here))
        elif name and not into and here != name:
            template = N_("{file} has {name} as a player of their own; here {name} stays merged into {here}")
            folder.notices.add(_(template, file=PLAYERS_FILE, name=name, here=here))
    return readings


def _leagues(folder: Folder, matches: FileMatches, writer: Writer | None) -> None:
    """The leagues: each is remembered and written, unless the scorebook has it."""
    seen: set[str] = set()
    for row in folder.rows(LEAGUES_FILE, LEAGUES):
        name = folder.cell(row, "league", lambda cell: clean(cell, "league name"), "")
        if name and fold(name) in seen:
            folder.faults.add(_("{name} stands twice", name=name), "league")
        seen.add(fold(name))
        cents = folder.cell(row, "unit_value_cents", read_cents, 0)
        currency = folder.cell(row, "currency", read_currency, "EUR")
        if there := folder.known.leagues.get(fold(name)):
            kept = (there.variant, there.unit_value_cents, there.currency)
            for what, here, listed_value in zip(LEAGUES[1:], kept, (row["variant"], cents, currency), strict=True):
                if here != listed_value:
                    keeps = _("league {league} keeps its {column} {here}; {file} says {there}", league=there.name,
                              column=what, here=here, file=LEAGUES_FILE, there=shown(str(listed_value)))  # fmt: skip
                    folder.notices.add(keeps)
            continue
        variant = _league_variant(folder, matches.variants, row)
        matches.new_leagues[fold(name)] = League(0, name, variant, cents, currency)
        if writer and not folder.faults.count:
            writer.league(matches.new_leagues[fold(name)])


def _league_variant(folder: Folder, variants: Variants, row: CellsByColumn) -> str:
    """The variant of a league by its name; one that is nowhere is no fault, as long as nothing was played under it."""
    variant = row["variant"]
    if not variant:
        folder.faults.add(_("missing: the variant that its matches are played under"), "variant")
    elif not variants.knows(variant):
        try:
            return variants.reader(variant).frozen.name
        except NotFoundError as error:
            if not VARIANTS.can_be_called(variant):
                folder.faults.add(str(error), "variant")
            else:
                template = N_(
                    "league {league} is played under {variant}, which is not known here: "
                    "scorer variant add {variant}.toml brings it here"
                )
                folder.notices.add(_(template, league=shown(row["league"]), variant=variant))
        except ScorerError as error:
            folder.faults.add(str(error), "variant")
    return variant


def _matches(folder: Folder, matches: FileMatches, players: Players, merged: Merged) -> Iterator[FileMatch]:
    leagues = {*folder.known.leagues, *matches.new_leagues}
    for row in folder.rows(MATCHES_FILE, [column for column in MATCHES if column not in LATER], *LATER, ORDER):
        before = len(matches.found)
        # Both take a guard off, which these cells have no more: a player may be called '=.
        head = tuple(guarded(row[column]) for column in ("league", "match", "on", "variant"))
        match = matches.of_head(head)
        seats = players.seats(tuple(guarded(row[column]) for column in SEAT_COLUMNS))
        if isinstance(match, Wrong) or isinstance(seats, Wrong):
            for part in (match, seats):
                for fault in part if isinstance(part, Wrong) else ():
                    folder.faults.add(str(fault), fault.fact)
            continue
        if len(matches.found) == before:
            folder.faults.add(_("{name} stands twice", name=match.arrival.name), "match")
        if fold(match.arrival.league) not in leagues:
            template = N_("league {league} is not in {file}")
            folder.faults.add(_(template, league=match.arrival.league, file=LEAGUES_FILE), "league")
        if clash := merged.clash(seats.names):
            folder.faults.add(clash, "seat1")
        match.typed_at = folder.faults.line
        _settings(folder, row, match)
        match.arrival.sitting = _sitting(folder, row, match, seats)
        yield match


def _settings(folder: Folder, row: CellsByColumn, match: FileMatch) -> None:
    arrival = match.arrival
    match.stated_deals = folder.cell(
        row, "deals", lambda cell: read_within(cell, "deals", 0, MOST_LINES) if cell else None, None
    )
    readers = {**TERMS, **{term: read for term, read in LATER.items() if term in row}}
    arrival.agreed = {term: folder.cell(row, term, read, getattr(Terms(), term)) for term, read in readers.items()}
    arrival.started_at = folder.cell(row, "started_at", read_moment, "")
    if ORDER in row:
        arrival.order = folder.cell(row, ORDER, read_order, 0)


def _sitting(folder: Folder, row: CellsByColumn, match: FileMatch, seats: Seats) -> Sitting:
    """The table of a match as its line has it."""

    def seated(cell: str) -> str | None:
        """The player of this name at the table; None for an empty cell."""
        if cell and fold(cell) not in {fold(name) for name in seats.names}:
            raise UnreadableError(not_seated(cell, seats.names))
        return next((name for name in seats.names if fold(name) == fold(cell)), None)

    auction = match.reader.variant.auction
    caller = folder.cell(row, "call_caller", seated, None)
    bid = folder.cell(row, "call_bid", lambda cell: str(read_bid(cell, auction)), "") if caller else ""
    card = row["call_called"]
    called = folder.cell(row, "call_called", lambda cell: str(read_card(cell, auction.pack)), "") if card else None
    state = folder.cell(row, "state", lambda cell: read_choice(cell, "state", ("open", "finished")), "")
    return Sitting(
        seats=seats.names,
        first_dealer=folder.cell(row, "dealer", seated, None) or seats.names[0],
        out=folder.cell(row, "out", seated, None),
        finished=state == "finished",
        call=Call(caller, bid, called) if caller else None,
    )


def _payments(folder: Folder, matches: FileMatches, players: Players, merged: Merged, writer: Writer | None) -> None:
    """What was paid: a line for each match of a payment, of which the first says what was paid."""
    paid: dict[str, tuple[Payment, list[Arrival]]] = {}
    for row in folder.rows(PAYMENTS_FILE, PAYMENTS):
        number = row["payment"]
        if number not in paid:
            paid[number] = _payment(folder, row, players, merged), []
        elif any(row[column] for column in PAID):
            folder.faults.add(_("payment {number} is said in an earlier line", number=number), PAID[0])
        paid[number][1].extend(_covered(folder, row, matches))
    if writer and not folder.faults.count:
        for payment, covered in paid.values():
            writer.payment(payment, covered)


def _payment(folder: Folder, row: CellsByColumn, players: Players, merged: Merged) -> Payment:
    """What was paid, without its matches."""

    def somebody(cell: str) -> str:
        """A player who is in the file; or the pot."""
        if (name := POT if cell == POT else players.meant(guarded(cell))) is None:
            raise UnreadableError(_("'{cell}' is not in {file}", cell=shown(cell), file=PLAYERS_FILE))
        return name

    payer, payee = (folder.cell(row, column, somebody, "") for column in ("payer", "payee"))
    if payer and merged.readings.get(payer, payer) == merged.readings.get(payee, payee):
        template = N_("{payer} cannot pay {payee}: they are one person")
        folder.faults.add(_(template, payer=payer, payee=payee), "payee")
    return Payment(
        payer,
        payee,
        folder.cell(row, "cents", lambda cell: read_within(cell, "cents", 1, MOST_PAID), 1),
        folder.cell(row, "currency", read_currency, ""),
        folder.cell(row, "paid_on", lambda cell: read_date(cell, "paid_on"), date.min),
        frozenset(),
    )


def _covered(folder: Folder, row: CellsByColumn, matches: FileMatches) -> list[Arrival]:
    """The match of a line of a payment; none, and a fault, where it is not in the file."""
    day = folder.cell(row, "on", lambda cell: read_date(cell, "on"), date.min)
    match = matches.found.get((fold(row["league"]), day, fold(row["match"])))
    if match is None:
        template = N_("{match} on {day} is not in {file}")
        folder.faults.add(_(template, match=shown(row["match"]), day=row["on"], file=MATCHES_FILE), "match")
    return [match.arrival] if match else []


def _deals(folder: Folder, matches: FileMatches, players: Players, merged: Merged, writer: Writer | None) -> int:
    """Every record ever written, a match at a time; how many there are."""
    records = 0
    with folder.reading(DEALS_FILE, EDITIONS, *SIDES, OF_SHEET) as reading:
        lines = DealLines(reading, matches, players, folder.faults, folder.notices, constants={}, exact=True)
        editions = EditionLines(lines, folder.faults, merged)
        for match, kept, made in editions.matches():
            records += len(kept)
            if writer and not folder.faults.count:
                writer.editions(match.arrival, kept, made)
    if not folder.faults.count:
        folder.faults.file = MATCHES_FILE
        for match in matches.found.values():
            came = editions.live_deals[match]
            if match.stated_deals not in (None, came):
                folder.faults.line = match.typed_at
                fault = ngettext(
                    "{match} has {deals} here, and {count} that is live in {file}",
                    "{match} has {deals} here, and {count} that are live in {file}",
                    came,
                    match=match.arrival.name,
                    deals=counts.deals(match.stated_deals or 0),
                    file=DEALS_FILE,
                )
                folder.faults.add(fault, "deals")
    return records


def read_moment(cell: str) -> str:
    """A moment as it is stored, in UTC: `2026-11-20T21:30:00.000000Z`; raises UnreadableError."""
    try:
        if _MOMENT.fullmatch(cell):
            datetime.fromisoformat(cell)
            return cell
    except ValueError:
        pass
    raise UnreadableError(_("'{cell}' is no moment in UTC such as 2026-11-20T21:30:00.000000Z", cell=cell))


@dataclass(slots=True)
class Fate:
    """What the last columns of a line say; `replaces` counts the editions of the same number from 1.

    `before` is the place in the match of the record that it replaces, and `is_replaced` whether another replaces it.
    `variant` is the one that it was recorded under.
    """

    at_line: int
    status: str
    replaces: int | None
    reason: str
    recorded_at: str
    before: int | None = None
    is_replaced: bool = False
    variant: Frozen | None = None


class EditionLines:
    """The records of the lossless form, a match at a time."""

    def __init__(self, lines: DealLines, faults: Faults, merged: Merged) -> None:
        self.live_deals: Counter[FileMatch] = Counter()
        self._lines = lines
        self._clash = merged.clash
        self._faults = faults
        self._columns = itemgetter(*(lines.at[name] for name in COLUMNS))

    def matches(self) -> Iterator[tuple[FileMatch, list[FileRecord], list[Making]]]:
        """Each match with its records and how each was made; the lines of a match have to stand together."""
        over: set[int] = set()
        for match, together in groupby(self._lines.records(), key=match_of):
            lines, fates = [], []
            for at_line, cells, then, line in together:
                if id(match) in over:
                    apart = _("the lines of {match} do not stand together", match=match.arrival.name)
                    self._blame(at_line, apart, "match")
                fate = self._fate(at_line, self._columns(cells))
                fate.variant = then.reader.frozen
                lines.append(line)
                fates.append(fate)
                if fate.status == "live":
                    if then is not match:
                        template = N_("it is live, and its match is under {variant} in {file}")
                        wrong = _(template, variant=match.reader.frozen.name, file=MATCHES_FILE)
                        self._blame(at_line, wrong, "variant")
                    self.live_deals[match] += line.kind == DEAL
                    match.count(line)
                    if clash := self._clash(line.seats):
                        self._blame(at_line, clash, "seat1")
            over.add(id(match))
            yield match, lines, [*self._made(lines, fates)]

    def _blame(self, line: int, message: str, column: str) -> None:
        """Note a fault of an earlier line than the one that is being read."""
        here, self._faults.line = self._faults.line, line
        self._faults.add(message, column)
        self._faults.line = here

    def _fate(self, line: int, cells: Sequence[str]) -> Fate:
        """What became of the record of a line, out of its last columns."""

        def read(at: int, reader: Callable[[str], T], empty: T) -> T:
            """The content of a cell; a refusal becomes a fault."""
            try:
                return reader(unguarded(cells[at]).strip())
            except ScorerError as error:
                self._blame(line, str(error), COLUMNS[at])
                return empty

        return Fate(
            line,
            status=read(0, lambda cell: read_choice(cell, "status", STATUSES), "live"),
            replaces=read(1, lambda cell: read_within(cell, "replaces", 1, 1_000_000) if cell else None, None),
            reason=read(2, clean_note, ""),
            recorded_at=read(3, read_moment, ""),
        )

    def _made(self, lines: Sequence[FileRecord], fates: Sequence[Fate]) -> Iterator[Making]:
        """How each record was made, and by what struck out where no other took its place."""
        numbers: dict[int, list[int]] = {}
        for at, (line, fate) in enumerate(zip(lines, fates, strict=True)):
            same = numbers.setdefault(line.number, [])
            if fate.replaces is not None:
                before = same[fate.replaces - 1] if fate.replaces <= len(same) else None
                if before is None or fates[before].is_replaced or fates[before].status not in REPLACING:
                    template = N_("no edited or undone edition {edition} of number {number} stands before it")
                    wrong = _(template, edition=fate.replaces, number=line.number)
                    self._blame(fate.at_line, wrong, "replaces")
                else:
                    fate.before, fates[before].is_replaced = before, True
            same.append(at)
        for number, same in numbers.items():
            for at in [at for at in same if fates[at].status == "live"][1:]:
                twice = _("number {number} is live twice in one match", number=number)
                self._blame(fates[at].at_line, twice, "status")
            for at in same:
                if fates[at].status == "edited" and not fates[at].is_replaced:
                    unreplaced = _("it was edited, and no line of its number replaces it")
                    self._blame(fates[at].at_line, unreplaced, "status")
        for line, fate in zip(lines, fates, strict=True):
            if fate.before is not None:
                action, reason = REPLACING[fates[fate.before].status], fates[fate.before].reason
            else:
                action = "redeal" if line.kind in REDEALS else line.kind
                reason = line.note if line.kind in OUTSIDE else ""
            voiding = "" if fate.is_replaced else VOIDING.get(fate.status, "")
            # A redeal that stands says nothing of the variant that it was recorded under: no variant writes it anew.
            variant = fate.variant if line.kind == DEAL or fate.status != "live" else None
            yield Making(action, fate.recorded_at, reason, fate.before, voiding, fate.reason, variant)

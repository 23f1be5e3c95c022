"""The lossless form: a folder of `export all`, read back to the last voided row."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from scorer.errors import RefusedError
from scorer.exchange.cells import Players, Seats, not_seated
from scorer.exchange.deals_in import DealLines
from scorer.exchange.deals_out import EDITIONS, MATCHES, ORDER, SEAT_COLUMNS
from scorer.exchange.editions_in import EditionLines, read_moment
from scorer.exchange.file_in import Arrived, Told, arrived
from scorer.exchange.folder import Folder, Row
from scorer.exchange.folder_out import (
    DEALS_FILE,
    LEAGUES_FILE,
    MATCHES_FILE,
    PLAYERS_FILE,
    SUFFIX,
    VARIANTS_FOLDER,
)
from scorer.exchange.matches_in import Place, Places, read_order
from scorer.exchange.people_in import Merged, read_cents, take_leagues, take_players
from scorer.exchange.reading import MOST_LINES
from scorer.exchange.variants_in import Variants, Wrong
from scorer.match.names import fold
from scorer.match.parsing import read_choice, read_within
from scorer.match.values import Call, Sitting
from scorer.rule_files import VARIANTS
from scorer.rules.bid import read_bid
from scorer.rules.cards import read_card
from scorer.rules.ending import read_ending
from scorer.rules.errors import ScorerError, UnreadableError
from scorer.scorebook.importing import Writer
from scorer.scorebook.incoming import Known
from scorer.scorebook.people import read_currency
from scorer.text.sentences import counted


def take_folder(path: Path, known: Known, writer: Writer | None = None, told: Told | None = None) -> Arrived:
    """Read a folder of `export all`, and give what it holds to `writer` where there is one.

    Raises FaultyFileError with everything that is wrong, each with the file, and RefusedError for another folder.
    """
    _check_files(path)
    folder = Folder(path, known, told)
    variants = _variants(folder, writer)
    players, merged = take_players(folder, writer)
    places = Places(known, variants, folder.faults, folder.notices, any_year=True)
    take_leagues(folder, places, writer)
    arrivals = [place.arrival for place in _matches(folder, places, players, merged)]
    folder.faults.check()
    if writer:
        for arrival in sorted(arrivals, key=lambda each: (each.on, each.order, each.started_at)):
            writer.match(arrival)
    places.closed = True
    records = _deals(folder, places, players, merged, writer)
    folder.faults.check()
    return arrived(records, places, players, folder.notices)


def _check_files(path: Path) -> None:
    """Raise RefusedError for a folder without the four files; a pipe or a device could be read without end."""
    needed = (DEALS_FILE, MATCHES_FILE, PLAYERS_FILE, LEAGUES_FILE)
    if missing := [name for name in needed if not (path / name).exists()]:
        raise RefusedError(f"{path} has no {', '.join(missing)}: it is not a folder of scorer export all")
    if strange := [name for name in needed if not (path / name).is_file()]:
        raise RefusedError(f"{path}/{strange[0]} is no regular file: an export has nothing else")


def _variants(folder: Folder, writer: Writer | None) -> Variants:
    """The frozen variants: every file has to be sound, used or not."""
    texts = {}
    for file in sorted((folder.path / VARIANTS_FOLDER).glob(f"*{SUFFIX}")):
        folder.faults.file = f"{VARIANTS_FOLDER}/{file.name}"
        if not file.is_file():
            folder.faults.add("this is no regular file: an export has nothing else")
            continue
        try:
            texts[unquote(file.stem)] = VARIANTS.read_text(str(file))[1]
        except ScorerError as error:
            folder.faults.add(str(error))
    variants = Variants(folder.known, texts)
    for label in texts:
        folder.faults.file = f"{VARIANTS_FOLDER}/{label}{SUFFIX}"
        try:
            frozen = variants.ruling(label).frozen
        except ScorerError as error:
            folder.faults.add(str(error))
        else:
            if writer:
                writer.variant(frozen)
    folder.faults.check()
    return variants


def _matches(folder: Folder, places: Places, players: Players, merged: Merged) -> Iterator[Place]:
    """The matches with their settings and tables."""
    leagues = {*folder.known.leagues, *places.new_leagues}
    for row in folder.rows(MATCHES_FILE, MATCHES, ORDER):
        before = len(places.found)
        place = places.of_head((row["league"], row["match"], row["on"], row["variant"]))
        seats = players.seats(tuple(row[column] for column in SEAT_COLUMNS))
        wrong_place = place.faults if isinstance(place, Wrong) else ()
        wrong_seats = seats if isinstance(seats, tuple) else ()
        for fault in (*wrong_place, *wrong_seats):
            folder.faults.add(str(fault), fault.fact)
        if isinstance(place, Wrong) or isinstance(seats, tuple):
            continue
        if len(places.found) == before:
            folder.faults.add(f"{place.arrival.name} stands twice", "match")
        if fold(place.arrival.league) not in leagues:
            folder.faults.add(f"league {place.arrival.league} is not in {LEAGUES_FILE}", "league")
        if clash := merged.clash(seats.names):
            folder.faults.add(clash, "seat1")
        place.said_at = folder.faults.line
        _settings(folder, row, place)
        place.arrival.sitting = _sitting(folder, row, place, seats)
        yield place


def _settings(folder: Folder, row: Row, place: Place) -> None:
    """What was agreed for a match, and when it was started."""
    arrival = place.arrival
    place.said_deals = folder.cell(row, "deals", lambda cell: _deals_said(cell) if cell else None, None)
    arrival.until = folder.cell(row, "until", lambda cell: str(read_ending(cell)) if cell else "", "")
    arrival.unit_value_cents = folder.cell(row, "unit_value_cents", read_cents, 0)
    arrival.currency = folder.cell(row, "currency", read_currency, "EUR")
    arrival.started_at = folder.cell(row, "started_at", read_moment, "")
    if ORDER in row:
        arrival.order = folder.cell(row, ORDER, read_order, 0)


def _deals_said(cell: str) -> int:
    return read_within(cell, "deals", 0, MOST_LINES)


def _sitting(folder: Folder, row: Row, place: Place, seats: Seats) -> Sitting:
    """The table of a match as it stands."""

    def seated(cell: str) -> str | None:
        """The player of this name at the table; None for an empty cell."""
        if cell and fold(cell) not in {fold(name) for name in seats.names}:
            raise UnreadableError(not_seated(cell, seats.names))
        return next((name for name in seats.names if fold(name) == fold(cell)), None)

    auction = place.ruling.variant.auction
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


def _deals(folder: Folder, places: Places, players: Players, merged: Merged, writer: Writer | None) -> int:
    """Every record ever written, a match at a time; how many there are."""
    records = 0
    with folder.reading(DEALS_FILE, EDITIONS) as reading:
        lines = DealLines(reading, places, players, folder.faults, folder.notices, constants={}, exact=True)
        editions = EditionLines(lines, folder.faults, merged)
        for place, kept, made in editions.matches():
            records += len(kept)
            if writer and not folder.faults.count:
                writer.editions(place.arrival, kept, made)
    if not folder.faults.count:
        folder.faults.file = MATCHES_FILE
        for place in places.found.values():
            _check_count(folder, place, editions.live_deals[place])
    return records


def _check_count(folder: Folder, place: Place, came: int) -> None:
    """A fault where a match has other deals than it says, as when its file was cut off."""
    if place.said_deals not in (None, came):
        folder.faults.line = place.said_at
        said = f"{place.arrival.name} has {counted(place.said_deals or 0, 'deal')} here"
        folder.faults.add(f"{said}, and {came} that {'is' if came == 1 else 'are'} live in {DEALS_FILE}", "deals")

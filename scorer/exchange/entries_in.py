"""The entries of a tournament out of a CSV file: all of them, or none while anything in it is wrong."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, Final

from scorer.errors import FaultyFileError
from scorer.exchange.cells import read_yes
from scorer.exchange.faults import Faults
from scorer.exchange.reading import CsvReading
from scorer.exchange.writing import unguarded
from scorer.match.names import clean, clean_player, fold
from scorer.rules.errors import ScorerError
from scorer.scorebook.tournament import Entered, Entry, Tournament, enter, said_twice, taken

if TYPE_CHECKING:
    from sqlmodel import Session

MEMBERS: Final = tuple(f"player{number}" for number in range(1, 10))
EXPORTED: Final = ("entrant", "members", "joined", "left")
COLUMNS: Final = ("player", "team", *MEMBERS, "group", "direct", *EXPORTED)
HINT: Final = "the columns are player, or team and player1, player2 ...; and group, direct"


def enter_file(session: "Session", tournament: Tournament, file: BinaryIO, source: str) -> Entered:
    """Enter everybody in the file; raises FaultyFileError with everything that is wrong, by line and column."""
    faults = Faults()
    entries = list(_entries(CsvReading(file, COLUMNS, faults, hint=HINT), tournament, faults))
    faults.check()
    if not entries:
        raise FaultyFileError(["there is not one entry below the header"])
    done = enter(session, tournament, entries)
    return replace(done, what=f"{done.what} from {source}")


def _entries(reading: CsvReading, tournament: Tournament, faults: Faults) -> Iterator[Entry]:
    """The entries of the sound lines; what is wrong with the others is noted."""
    name_column = _check_header(reading.columns, tournament, faults)
    seen: dict[str, int] = {}
    there = taken(tournament)
    for line, cells in reading.rows():
        faults.line = line
        row = {column: unguarded(cells[at]).strip() for column, at in reading.columns.items()}
        before = faults.count
        entry = _entry(row, name_column, tournament, faults)
        for column, name in _names(entry, row, name_column):
            _check_once(column, name, seen, there, tournament, faults)
        if faults.count == before:
            yield entry


def _check_header(columns: Mapping[str, int], tournament: Tournament, faults: Faults) -> str:
    """The column with the name of the entry; raises FaultyFileError for a header that is not enough."""
    wanted = "team" if tournament.format.team_size > 1 else "player"
    if "entrant" in columns:
        return "entrant"
    if wanted not in columns:
        other = " (this format is played by teams)" if wanted == "team" else ""
        faults.add(f"there is no column {wanted}{other}")
    if wanted == "player" and (wrong := next((each for each in ("team", "player1") if each in columns), "")):
        faults.add(f"{tournament.format.name} is played by single players", wrong)
    faults.check()
    return wanted


def _entry(row: Mapping[str, str], name_column: str, tournament: Tournament, faults: Faults) -> Entry:
    """What a line says; what is wrong with its cells is noted."""
    size = tournament.format.team_size
    members = _members(row) if size > 1 else []
    for column, name in [(name_column, row[name_column]), *members]:
        try:
            (clean_player if size == 1 or column != name_column else clean)(name)
        except ScorerError as error:
            faults.add(str(error) if name else "missing: who enters?", column)
    if size > 1 and len(members) != size:
        faults.add(f"{len(members)} members; a team of {tournament.format.name} has {size}", name_column)
    direct: bool | None = None
    try:
        direct = read_yes(row.get("direct", ""))
    except ScorerError as error:
        faults.add(str(error), "direct")
    return Entry(row[name_column], tuple(name for _, name in members), _group(row, faults), bool(direct))


def _group(row: Mapping[str, str], faults: Faults) -> str:
    """The group of a line, empty for none."""
    group = row.get("group", "")
    try:
        return clean(group, "group") if group else ""
    except ScorerError as error:
        faults.add(str(error), "group")
        return ""


def _members(row: Mapping[str, str]) -> list[tuple[str, str]]:
    """The members of a team, each with its column."""
    listed = [("members", name.strip()) for name in row.get("members", "").split(",") if name.strip()]
    return listed or [(column, row[column]) for column in MEMBERS if row.get(column)]


def _names(entry: Entry, row: Mapping[str, str], name_column: str) -> Sequence[tuple[str, str]]:
    """Every name that a line enters, with its column."""
    return [(name_column, entry.name), *(_members(row) if entry.members else [])]


def _check_once(
    column: str, name: str, seen: dict[str, int], there: set[str], tournament: Tournament, faults: Faults
) -> None:
    """Note a fault for who is entered already, here or at the desk."""
    key = fold(name)
    if not key:
        return
    if key in there:
        faults.add(said_twice(tournament, name), column)
    elif key in seen:
        faults.add(f"{name} stands in line {seen[key]} already", column)
    seen.setdefault(key, faults.line)

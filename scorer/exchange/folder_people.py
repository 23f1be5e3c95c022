"""A folder of `export all` while it is read, and its players and leagues: who is read as whom, what was agreed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from scorer.errors import NotFoundError
from scorer.exchange.cells_in import read_yes
from scorer.exchange.file_in import Told
from scorer.exchange.folder_out import LEAGUES, LEAGUES_FILE, PLAYERS, PLAYERS_FILE
from scorer.exchange.matches_in import FileMatches
from scorer.exchange.names_in import Players
from scorer.exchange.reading import CsvReading, Faults, Notices
from scorer.exchange.variants_in import Variants
from scorer.exchange.writing import guarded, unguarded
from scorer.match.names import clean, clean_player, end_of_merges, fold, shown
from scorer.match.parsing import read_within
from scorer.match.values import League
from scorer.rule_files import VARIANTS
from scorer.rules.errors import ScorerError
from scorer.rules.judge import MOST_KNOWN
from scorer.scorebook.importing import Known, Writer
from scorer.scorebook.people import MOST_CENTS, read_currency

T = TypeVar("T")
Row = Mapping[str, str]


@dataclass
class Folder:
    """A folder while it is read."""

    path: Path
    known: Known
    told: Told | None = None
    faults: Faults = field(default_factory=Faults)
    notices: Notices = field(default_factory=Notices)
    done: int = 0

    @contextmanager
    def reading(self, name: str, columns: Sequence[str], *optional: str) -> Iterator[CsvReading]:
        """The file of this name, which has to have all of these columns; raises FaultyFileError."""
        self.faults.file, self.faults.line = name, 0
        before = self.done

        def told(done: int) -> None:
            self.done = before + done
            if self.told:
                self.told(self.done)

        with (self.path / name).open("rb") as file:
            reading = CsvReading(file, (*columns, *optional), self.faults, told, endless=True)
            for missing in [column for column in columns if column not in reading.columns]:
                self.faults.add(f"there is no column {missing}")
            self.faults.check()
            yield reading

    def rows(self, name: str, columns: Sequence[str], *optional: str) -> Iterator[Row]:
        """The lines of a small file, cells by column, without the guard."""
        with self.reading(name, columns, *optional) as reading:
            for line, cells in reading.rows():
                self.faults.line = line
                yield {column: unguarded(cell).strip() for column, cell in zip(reading.header, cells, strict=True)}

    def cell(self, row: Row, column: str, read: Callable[[str], T], empty: T) -> T:
        """What a cell says; its complaint becomes a fault."""
        try:
            return read(row[column])
        except ScorerError as error:
            self.faults.add(str(error), column)
            return empty


class Merged:
    """Who is read as whom, by their own names, in the scorebook and in the file together."""

    def __init__(self, readings: Mapping[str, str]) -> None:
        self._readings = readings
        self.clash = lru_cache(MOST_KNOWN)(self._clash)

    def _clash(self, names: tuple[str, ...]) -> str:
        """That two at this table are one player by a merge, in words; empty where all are different."""
        seen: dict[str, str] = {}
        for name in names:
            one = self._readings.get(name, name)
            if one in seen:
                gone, stays = sorted((seen[one], name), key=lambda who: who == one)
                merged = f"{gone} is merged into {stays}" if stays == one else f"both are merged into {one}"
                return f"{gone} and {stays} sit at one table here, and {merged}: they are two people"
            seen[one] = name
        return ""


def take_players(folder: Folder, writer: Writer | None) -> tuple[Players, Merged]:
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
            folder.faults.add(f"{name} stands twice", "player")
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
            folder.faults.add(f"{name} is merged into {into}, who is no player of their own", "merged_into")
    folder.faults.check()
    if writer:
        writer.merge({name: str(into) for name, into in merged_into.items()})
    return players, Merged(_readings(folder, players, merged_into, kept))


def _readings(
    folder: Folder, players: Players, merged_into: Mapping[str, str | None], kept: Mapping[str, str]
) -> Mapping[str, str]:
    """Whom everybody is read as; a notice for each player of the scorebook who is merged otherwise in the file."""
    known = folder.known
    readings = {known.players[key]: into for key, into in known.merged.items()}
    for name in merged_into:
        end = end_of_merges(merged_into, name)
        readings[name] = readings.get(end, end)
    for name, into in kept.items():
        here, there = readings.get(name, name), players.meant(guarded(into)) or into
        if into and here != readings.get(there, there):
            folder.notices.add(f"{PLAYERS_FILE} merges {name} into {there}, and that is not done: {_stays(name, here)}")
        elif name and not into and here != name:
            folder.notices.add(f"{PLAYERS_FILE} has {name} as a player of their own; here {_stays(name, here)}")
    return readings


def _stays(name: str, here: str) -> str:
    return f"{name} stays merged into {here}" if here != name else f"{name} stays a player of their own"


def take_leagues(folder: Folder, matches: FileMatches, writer: Writer | None) -> None:
    """The leagues: each is remembered and written, unless the scorebook has it."""
    seen: set[str] = set()
    for row in folder.rows(LEAGUES_FILE, LEAGUES):
        name = folder.cell(row, "league", lambda cell: clean(cell, "league name"), "")
        if name and fold(name) in seen:
            folder.faults.add(f"{name} stands twice", "league")
        seen.add(fold(name))
        cents = folder.cell(row, "unit_value_cents", read_cents, 0)
        currency = folder.cell(row, "currency", read_currency, "EUR")
        if there := folder.known.leagues.get(fold(name)):
            kept = (there.variant, there.unit_value_cents, there.currency)
            for what, here, other in zip(LEAGUES[1:], kept, (row["variant"], cents, currency), strict=True):
                if here != other:
                    says = f"{LEAGUES_FILE} says {shown(str(other))}"
                    folder.notices.add(f"league {there.name} keeps its {what} {here}; {says}")
            continue
        variant = _league_variant(folder, matches.variants, row)
        matches.new_leagues[fold(name)] = League(0, name, variant, cents, currency)
        if writer and not folder.faults.count:
            writer.league(name, variant, cents, currency)


def _league_variant(folder: Folder, variants: Variants, row: Row) -> str:
    """The variant of a league by its name; one that is nowhere is no fault, as long as nothing was played under it."""
    said = row["variant"]
    if not said:
        folder.faults.add("missing: the variant that its matches are played under", "variant")
    elif not variants.knows(said):
        try:
            return variants.reader(said).frozen.name
        except NotFoundError as error:
            if not VARIANTS.can_be_called(said):
                folder.faults.add(str(error), "variant")
            else:
                how = f"scorer variant add {said}.toml brings it here"
                folder.notices.add(
                    f"league {shown(row['league'])} is played under {said}, which is not known here: {how}"
                )
        except ScorerError as error:
            folder.faults.add(str(error), "variant")
    return said


def read_cents(cell: str) -> int:
    """Money per unit in integer cents; raises UnreadableError."""
    return read_within(cell, "unit_value_cents", 0, MOST_CENTS)

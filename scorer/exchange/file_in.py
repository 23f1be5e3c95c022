"""One file of deals: what its header must have, what options say for all its lines, and what comes out of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import BinaryIO, NamedTuple

from scorer.errors import FaultyFileError
from scorer.exchange.csv_reader import LARGEST_FILE, CsvReading, Faults, Notices
from scorer.exchange.csv_writer import guarded
from scorer.exchange.own.beginning import beginning
from scorer.exchange.own.deals_csv import COLUMNS, DEALS, EDITIONS, OF_SHEET, ORDER, SEAT_COLUMNS
from scorer.exchange.own.deals_in import DealLines, DealsTable
from scorer.exchange.own.doubled import ONWARDS, THE_OTHERS, check_new
from scorer.exchange.own.matches_in import FileMatch, FileMatches, read_order
from scorer.exchange.own.names_in import Players
from scorer.exchange.own.variants_in import Variants
from scorer.language import N_, _, ngettext
from scorer.match.days import read_date
from scorer.match.names import clean, clean_player, fold
from scorer.match.parsing import read_deals_of_sheet
from scorer.rules.errors import ScorerError
from scorer.scorebook.import_writing import Arrival, FileRecord, Known, Writer
from scorer.scorebook.opening import read_match_name
from scorer.scorebook.people import is_main
from scorer.scorebook.seats import different

FOLDER_ONLY = EDITIONS[len(DEALS) :]
ShowsProgress = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Defaults:
    """The options that fill columns which a file lacks, as typed; "" is not said."""

    match: str = ""
    on: str = ""
    variant: str = ""
    league: str = ""
    players: str = ""
    deals: str = ""

    def cells(self, variants: Variants) -> dict[str, str]:
        """The cells by column; raises ScorerError for what cannot be read."""
        typed = {field.name: getattr(self, field.name).strip() for field in fields(self) if field.name != "players"}
        if self.match:
            read_match_name(typed["match"])
        if self.on:
            typed["on"] = f"{read_date(typed['on'], '--on')}"
        if self.variant:
            variants.reader(typed["variant"])
        if self.deals:
            read_deals_of_sheet(typed["deals"])
        if self.league:
            clean(typed["league"], "league name")
        names = [clean_player(name) for name in self.players.split(",")] if self.players.strip() else []
        seats = different(names) if names else ()
        typed |= dict(zip(SEAT_COLUMNS, seats, strict=False))
        return {column: guarded(cell) for column, cell in typed.items() if cell}


class UnknownDealsError(FaultyFileError):
    """Paper sheets that do not say how many deals they hold, in a file of which somebody can be asked."""

    def __init__(self, sheets: int) -> None:
        self.sheets = sheets
        words = ngettext(
            "{count} paper sheet does not say how many deals it holds",
            "{count} paper sheets do not say how many deals they hold",
            sheets,
        )
        super().__init__([words])


@dataclass(frozen=True, slots=True)
class Arrived:
    """The result of an import."""

    records: int
    matches: int
    players: tuple[str, ...]
    leagues: tuple[str, ...]
    notices: tuple[str, ...]
    understood: tuple[str, ...] = ()


class Opened(NamedTuple):
    """The table in a file; what was `understood` of it is asked for when all of it was read.

    `of_evenings`: a line is a whole evening. `is_running`: its units were running totals.
    """

    table: DealsTable
    understood: Callable[[], Sequence[str]] = tuple
    of_evenings: bool = False
    is_running: bool = False


class FileToOpen(NamedTuple):
    """A file to be opened: its bytes, the cells that options say for all lines, and where its lines go.

    `is_written`: it comes in, and is not only looked at.
    """

    file: BinaryIO
    constants: Mapping[str, str]
    matches: FileMatches
    faults: Faults
    notices: Notices
    progress: ShowsProgress | None
    is_written: bool

    def own(self, file: BinaryIO, *, endless: bool) -> Opened:
        """The table of a file with our columns."""
        return Opened(CsvReading(file, COLUMNS, self.faults, self.progress, others=FOLDER_ONLY, endless=endless))


def own_table(opening: FileToOpen) -> Opened:
    """The table of a file that has our columns; raises RefusedError for one too large that is no export."""
    begin = beginning(opening.file)
    if not begin.is_export:
        begin.check_size(LARGEST_FILE)
    return opening.own(begin.file, endless=begin.is_export)


def take_file(
    file: BinaryIO,
    defaults: Defaults,
    known: Known,
    writer: Writer | None = None,
    progress: ShowsProgress | None = None,
    opened: Callable[[FileToOpen], Opened] = own_table,
    *,
    twice: bool = False,
    asking: bool = False,
) -> Arrived:
    """Read the deals of a file, and give them to `writer` where there is one; `progress` hears how many bytes are read.

    Raises FaultyFileError with everything that is wrong, other ScorerErrors for what is wrong with `defaults`, what
    `opened` raises for a table that it cannot read, TwiceError for evenings that are there already, unless they shall
    come in `twice`, and, where somebody can be asked, UnknownDealsError for paper sheets of unknown deals.
    """
    faults, notices = Faults(), Notices()
    matches = FileMatches(known, Variants(known), faults, notices, twice=twice)
    players = Players({**known.players, **known.merged}, notices)
    constants = defaults.cells(matches.variants)
    there = opened(FileToOpen(file, constants, matches, faults, notices, progress, is_written=writer is not None))
    _check_header(there.table.columns, constants, faults)
    lines = DealLines(there.table, matches, players, faults, notices, constants=constants)
    order_at, records, kept = there.table.columns.get(ORDER), 0, []
    for _line, cells, match, line in lines.records():
        records += 1
        match.count(line)
        if order_at is not None:
            _take_order(cells[order_at], match, faults)
        if writer and not faults.count:
            if match.arrival.order:  # written when all are known
                kept.append((match.arrival, line))
            else:
                _write(writer, matches, match.arrival, line)
    if not twice:
        found, others = [*matches.found.values()], ONWARDS if there.is_running else THE_OTHERS
        for sentence in check_new(found, known, faults, evening_a_line=there.of_evenings, the_others=others):
            notices.add(sentence)
    _check_sheets(lines, constants, faults, asking=asking)
    for arrival, line in sorted(kept, key=lambda kept_match: (kept_match[0].on, kept_match[0].order)):
        assert writer
        _write(writer, matches, arrival, line)
    if not records:
        raise FaultyFileError([_("there is not one record below the header")])
    return replace(arrived(records, matches, players, notices), understood=tuple(there.understood()))


def _check_sheets(lines: DealLines, constants: Mapping[str, str], faults: Faults, *, asking: bool) -> None:
    """Raise FaultyFileError for all faults, and UnknownDealsError where somebody can be asked about paper sheets."""
    if OF_SHEET in constants and not lines.sheets:
        faults.add(_("--deals {typed}: there is no paper sheet in it", typed=constants[OF_SHEET]))
    faults.check()
    if asking and lines.of_unknown_deals and OF_SHEET not in lines.at:
        raise UnknownDealsError(lines.of_unknown_deals)


def _take_order(cell: str, match: FileMatch, faults: Faults) -> None:
    """Note the place of a match among those of its day, which the first of its lines says."""
    try:
        order = read_order(cell)
    except ScorerError as error:
        faults.add(str(error), ORDER)
        return
    if match.arrival.records == 1:
        match.arrival.order = order
    elif order not in {0, match.arrival.order}:
        earlier, name = match.arrival.order, match.arrival.name
        if earlier:
            template = N_("{order} here and {earlier} in the first line of {match}: a match has one")
        else:
            template = N_("{order} here and nothing in the first line of {match}: a match has one")
        faults.add(_(template, order=order, earlier=earlier, match=name), ORDER)


def _write(writer: Writer, matches: FileMatches, arrival: Arrival, line: FileRecord) -> None:
    """Write a record, and before the first of a league that league."""
    if not arrival.id and (new := matches.new_leagues.get(fold(arrival.league))):
        writer.league(new)
    writer.record(arrival, line)


def arrived(records: int, matches: FileMatches, players: Players, notices: Notices) -> Arrived:
    """The result, from those who kept count."""
    players.notice_slips()
    leagues = tuple(league.name for league in matches.new_leagues.values() if not is_main(league.name))
    return Arrived(records, len(matches.found), tuple(players.new), leagues, tuple(notices.all_lines()))


def _check_header(columns: Mapping[str, int], constants: Mapping[str, str], faults: Faults) -> None:
    """Raise FaultyFileError for a header that is not enough, or says what an option says too."""
    if extra := [column for column in FOLDER_ONLY if column in columns]:
        faults.add(_("this is part of a folder (export all): name the folder and not the file"), extra[0])
    for column in constants:
        if column in columns:
            option = "players" if column in SEAT_COLUMNS else column
            faults.add(_("it is in the file, and --{option} says it too: leave one away", option=option), column)
            if option == "players":
                break
    for sentence in lacking(columns, constants):
        faults.add(sentence)
    faults.check()


def lacking(columns: Mapping[str, int], constants: Mapping[str, str]) -> list[str]:
    """The columns that must be there and are not, each with what replaces it."""
    have = {*columns, *constants}
    # A file with kinds may hold no deal
    without_caller = {"kind", "counts", "winners"} & columns.keys()
    facts = {
        ("caller",): N_("there is no column caller; a game without a caller has counts, or winners"),
        ("bid",): N_("there is no column bid"),
        ("partner",): N_("there is no column partner"),
        ("card_points", "outcome"): N_("there is no column card_points or outcome"),
    }
    needed = ({} if without_caller else facts) | {
        ("match",): N_("there is no column match; --match NAME says it for all lines"),
        ("on",): N_("there is no column on; --on DATE says it for all lines"),
        ("seat1",): N_('there is no column seat1; --players "Anna,Bruno,..." says who sat there in all lines'),
    }
    return [_(sentence) for names, sentence in needed.items() if have.isdisjoint(names)]

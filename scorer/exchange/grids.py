"""A table as somebody else made it, as rows of text: CSV of any kind, an Excel sheet, the JSON of Briscolone.

And what the names of its columns and its cells can mean.
"""

import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO
from itertools import pairwise
from typing import Any, BinaryIO, Final

from scorer.errors import RefusedError
from scorer.exchange.deals_in import TOTALS
from scorer.exchange.deals_out import COLUMNS, EDITIONS, ORDER, SEAT_COLUMNS, UNITS_COLUMNS
from scorer.exchange.matches_in import DATE_ORDERS, settled_days
from scorer.exchange.reading import BLOCK, MOST_COLUMNS, NUMBER, CsvRows, Faults, no_such_column, says_something
from scorer.match.names import fold, printable, shown

LARGEST_TABLE = 5_000_000
LARGEST_UNPACKED = 100_000_000
MOST_ROWS = 100_000
NAMES_OF_A_TABLE = 3
ROWS_LOOKED_AT = 30
WORKBOOK = b"PK\x03\x04"
HOW_XLSX = 'Excel files need openpyxl: pip install "chiamata[xlsx]", or save the sheet as "CSV UTF-8"'
GAME = "briscolone"  # the variant of the program that exports GAME_COLUMNS
GAME_COLUMNS = ("Raggio", "Data", "Chiamante", "Socio", "Tipo", "Soglia", "Cappotto", "Esito")
WIDE, EVENINGS, A_DEAL_A_LINE = FORMS = ("wide", "evenings", "deals")
CARD, RESULT, TYPE, THRESHOLD = "card", "result", "type", "threshold"  # what they are depends on the others

_WORDS: Final[Mapping[str, str]] = {
    "on": "data, date, giorno, day, quando, data partita, data serata",
    "match": "partita, serata, evening, game night, raggio, lap, nome partita",
    "league": "lega, campionato",
    "variant": "variante, regole, rules",
    "number": "n, n., nr, nr., num, no., #, numero, n. mano, mano, smazzata, giro, hand, deal, progressivo",
    "dealer": "mazziere, cartaro, chi dà le carte, dà le carte",
    "out": "riposa, riposo, chi riposa, fuori, resting, sitting out, sits out",
    "caller": "chiamante, chi chiama, chiama, giaguaro, dichiarante, comandante, declarer, bidder",
    "bid": "chiamata, dichiarazione, asta, contract",
    CARD: "carta, carta chiamata, card, called card",
    "partner": "socio, con, with, compagno, compagna, chiamato, amico, alleato, mate",
    "card_points": "punti, punti fatti, punti presi, punti chiamante, card points, points, count",
    "outcome": "esito, vinta, vinta/persa, vince/perde, v/p, won/lost, w/l, won, made",
    RESULT: "risultato, result",
    "winners": "vincitori, vincitore, chi ha vinto, winner",
    "counts": "conteggi",
    "slam": "cappotto",
    "times": "raddoppio",
    "note": "nota, notes, commento, commenti, osservazioni, comment, comments, remarks",
    TYPE: "tipo, tipo chiamata",
    THRESHOLD: "soglia, threshold",
    **{seat: f"posto {seat[-1]}, giocatore {seat[-1]}, player {seat[-1]}" for seat in SEAT_COLUMNS},
    **{units: f"punti {units[-1]}" for units in UNITS_COLUMNS},
}
MEANT = {fold(word): column for column, words in _WORDS.items() for word in words.split(", ")}
MEANT |= {name: name for name in COLUMNS}
MEANS = {
    "media", "medie", "average", "mean", "posizione", "classifica",
    "percentuale", "%", "presenze", "presenti", "vittorie", "attendance",
}  # fmt: skip
SUMS = TOTALS | MEANS | {
    "check", "controllo", "verifica", "differenza", "anno", "year",
    "settimana", "week", "mese", "euro", "quota", "spesa",
}  # fmt: skip
NO_UNITS = "card points stand in a column counts (74 46), who has won in winners, who sat there in seat1, seat2 ..."
ABSENT = {"", "-", "--", "\u2013", "\u2014", "x", "/", ".", "nd", "n.d.", "n/a", "assente", "ass", "absent"}
_BEGINS_A_NUMBER = re.compile(r"[+\-\u2212]?\d").match
SEAT = re.compile(r"(seat|units)\d+")
SAYS = {
    WIDE: "A column for each player, a deal a line",
    EVENINGS: "A column for each player, an evening a line",
    A_DEAL_A_LINE: "A deal a line",
}
MEANING: Final[Mapping[str, str]] = {
    "league": "the league", "match": "the match", "on": "the date", "variant": "the payout table",
    "number": "the number of the deal", "kind": "the kind of record", "dealer": "who dealt", "out": "who rested",
    "caller": "who called", "bid": "the bid", "called": "the card called", "partner": "the partner",
    "card_points": "the card points", "outcome": "the outcome", "slam": "the slam", "times": "the factor",
    "sides": "the sides", "counts": "the counts of the sides", "bonuses": "their bonuses",
    "winners": "who has won", "decided": "how it was decided", "note": "a note", ORDER: "the order of the matches",
    RESULT: "the result", TYPE: "the kind of bid", THRESHOLD: "the card points bid",
    **{seat: f"seat {seat[-1]}" for seat in SEAT_COLUMNS}, **{units: f"units {units[-1]}" for units in UNITS_COLUMNS},
}  # fmt: skip
Row = tuple[int, list[str]]


class UnknownTableError(RefusedError):
    """A table that was understood, but not by the names of its columns: `form` is what it is taken for."""

    def __init__(self, form: str, message: str) -> None:
        self.form = form
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is said of a table that is not ours: its form, the order in its dates, columns to leave away, the sheet."""

    form: str = ""
    dates: str = ""
    ignore: tuple[str, ...] = ()
    sheet: str = ""

    def __post_init__(self) -> None:
        for option, said, words in (("as", self.form, FORMS), ("dates", self.dates, DATE_ORDERS)):
            if said and said not in words:
                raise RefusedError(f"--{option} {shown(said)}: say {', '.join(words[:-1])} or {words[-1]}")


NO_WISHES: Final = Wishes()


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells, each with the number a person finds it by; `word` is what such a row is called there.

    `before` are units that players had before the first row, by name; `sheet` is the name of a workbook's sheet, and
    `unread` are the sheets that might have been meant as well.
    """

    rows: list[tuple[int, list[str]]]
    word: str = "line"
    sheet: str = ""
    before: Mapping[str, int] | None = None
    unread: tuple[str, ...] = ()


class _Again:
    """A file of which the beginning was read already."""

    def __init__(self, begin: bytes, file: BinaryIO) -> None:
        self._begin = BytesIO(begin)
        self._file = file

    def read(self, size: int) -> bytes:
        """The next bytes, first those that were read already."""
        return self._begin.read(size) or self._file.read(size)


def foreign(file: BinaryIO, *, forced: bool) -> tuple[BinaryIO, bytes | None]:
    """The file, to be read from its beginning; and its contents where it is no table of our own columns, or `forced`.

    A table with our columns is foreign too where its dates are not written as ours, or left out below one another.
    """
    begin = file.read(BLOCK)
    again: Any = _Again(begin, file)
    # What begins nothing that a table can be; who reads it on says what it is.
    broken = not begin.startswith(WORKBOOK) and (not begin.strip(b" ,;\t\r\n\xef\xbb\xbf") or b"\0" in begin)
    if broken or (_is_ours(begin) and not forced):
        return again, None
    contents = begin + again.read(0) + file.read(LARGEST_TABLE - len(begin) + 1)
    if len(contents) > LARGEST_TABLE:
        if _is_ours(begin):
            return _Again(contents, file), None  # type: ignore[return-value]
        raise RefusedError(f"more than {LARGEST_TABLE // 1_000_000} MB; import it in parts")
    return again, contents


def _is_ours(begin: bytes) -> bool:
    """Whether a file begins with our columns, and with dates as we write them."""
    lines = begin.decode("utf-8-sig", "replace").split("\n")
    first = next((at for at, line in enumerate(lines) if says_something(line, at)), 0)
    separator = ";" if lines[first].count(";") > lines[first].count(",") else ","
    names = [name.strip(' "\r').casefold() for name in lines[first].split(separator)]
    if not set(names) <= {*EDITIONS, *COLUMNS, ""} or not any(names):
        return False
    if "on" not in names:
        return True
    whole = lines if len(begin) < BLOCK else lines[:-1]
    found = (line.split(separator) for line in whole[first + 1 :] if '"' not in line)
    said = [cells[names.index("on")].strip() for cells in found if len(cells) >= len(names)]
    return all(len(cell) == len("2026-11-20") and cell[4] == cell[7] == "-" for cell in said)


def read_grid(contents: bytes, faults: Faults, sheet: str = "") -> Grid:
    """The table in these bytes; raises FaultyFileError or RefusedError for what is none."""
    if contents.startswith(WORKBOOK):
        return _workbook(contents, sheet)
    if sheet:
        raise RefusedError("--sheet: only an Excel file has sheets")
    if contents.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
        return _briscolone(contents)
    lines = contents.decode("utf-8-sig", "replace").split("\n")[:ROWS_LOOKED_AT]
    having = {apart: sum(apart in line for line in lines) for apart in "\t;,"}
    rows = CsvRows(BytesIO(contents), faults, apart=max(having, key=lambda apart: having[apart])).cells()
    return Grid([(line, [" ".join(cell.split()) for cell in cells]) for line, cells in rows])


def _workbook(contents: bytes, wanted: str) -> Grid:
    """A sheet of an Excel file: the one of this name, else the first with a table."""
    try:
        import openpyxl  # noqa: PLC0415 - an extra, and slow to load
    except ImportError as error:
        raise RefusedError(HOW_XLSX) from error
    try:
        with zipfile.ZipFile(BytesIO(contents)) as packed:
            names = set(packed.namelist())
            unpacked = sum(part.file_size for part in packed.infolist())
        if unpacked > LARGEST_UNPACKED:
            raise RefusedError(f"unpacked it has more than {LARGEST_UNPACKED // 1_000_000} MB; save the sheet as CSV")
        if "xl/workbook.xml" not in names:
            what = "a LibreOffice document" if "mimetype" in names else "a compressed folder"
            raise RefusedError(f"this is {what}: save it as .xlsx, or as 'CSV UTF-8'")
        counted, typed = (openpyxl.load_workbook(BytesIO(contents), True, data_only=only) for only in (True, False))
        return _sheet(counted, typed, wanted)
    except RefusedError:
        raise
    except Exception as error:  # a damaged workbook fails in as many ways as it has parts
        raise RefusedError(f"this Excel file cannot be read ({printable(str(error))}): save it again") from error


def _sheet(counted: Any, typed: Any, wanted: str) -> Grid:
    """The sheet meant, with its cells as text, from a workbook by its results and by its formulas."""
    titles = [sheet.title for sheet in counted.worksheets]
    chosen = [title for title in titles if title.casefold() == wanted.casefold()] if wanted else titles
    if not chosen:
        raise RefusedError(f"there is no sheet {printable(wanted)}: the file has {printable(', '.join(titles))}")
    found = {title: list(_filled(counted[title], typed[title])) for title in chosen}
    tables = [title for title, rows in found.items() if len(rows) > 1 and header_at(rows) is not None]
    title = next(iter(tables or [title for title, rows in found.items() if len(rows) > 1 or wanted]), "")
    if not title:
        raise RefusedError("no sheet of this file has a table")
    return Grid(found[title], "row", title, unread=tuple(tables[1:]))


def _filled(counted: Any, typed: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows of a sheet that are not empty, by their numbers; raises RefusedError for a sheet without an end.

    A formula that no program ever counted stands there as it is typed: its cell is not an empty one.
    """
    rows = []
    for sheet in (counted, typed):
        sheet.reset_dimensions()  # what a file says of them need not be true
        rows.append(sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS + 1))
    for number, (results, formulas) in enumerate(zip(*rows, strict=True), 1):
        cells = [
            _text(result.value) or _uncounted(result, typed) for result, typed in zip(results, formulas, strict=True)
        ]
        while cells and not cells[-1]:
            cells.pop()
        if number > MOST_ROWS or len(cells) > MOST_COLUMNS:
            raise RefusedError(f"the sheet is too large: at most {MOST_ROWS:,} rows and {MOST_COLUMNS} columns")
        if cells:
            yield number, cells


def _uncounted(result: Any, typed: Any) -> str:
    """The formula of a cell that has no result; a result that is an empty text is one."""
    if typed.data_type != "f" or result.data_type == "str":
        return ""
    return typed.value if isinstance(typed.value, str) else "=..."


def _text(value: Any) -> str:
    """A cell of a workbook as it would stand in a CSV."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else " ".join(str(value).split())


def _briscolone(contents: bytes) -> Grid:
    """The JSON of Briscolone as the table that the same program writes for Excel; its newest deal comes first."""
    try:
        told = json.loads(contents)
        people = {str(one["id"]): str(one["name"]).strip() for one in told["players"]}
        games = [_game(game, people) for game in told["allGames"]]
        before = {str(one["name"]).strip(): int(_text(one.get("storiciPunti") or 0)) for one in told["players"]}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise RefusedError("this JSON is not what Briscolone exports: it has players and allGames") from error
    if len(set(people.values())) < len(people):
        raise RefusedError("two players of this file have the same name: give one of them another in Briscolone")
    header = [*GAME_COLUMNS, *people.values()]
    return Grid([(0, header), *enumerate(games, 1)], "deal", before={name: had for name, had in before.items() if had})


def _game(game: Mapping[str, Any], people: Mapping[str, str]) -> list[str]:
    """A deal of Briscolone under its columns."""
    units = {str(player): _text(given) for player, given in (game.get("pm") or {}).items()}
    if strange := [player for player, got in units.items() if player not in people and got not in {"", "0"}]:
        raise RefusedError(f"a deal has units of {shown(strange[0])}, who is none of the players of this file")
    facts: Iterable[Any] = (
        game.get("raggio"),
        game.get("date"),
        people.get(str(game.get("callerId"))),
        people.get(str(game.get("partnerId"))),
        game.get("callType"),
        game.get("soglia") or 61,
        bool(game.get("cappotto")),
        "vince" if game.get("callerWon") else "perde",
    )
    return [*map(_text, facts), *(units.get(player, "") for player in people)]


def header_at(rows: Sequence[Row]) -> int | None:
    """Which row has the names of the columns: that with most names we know, else one with names above numbers."""
    looked = [cells for _, cells in rows[:ROWS_LOOKED_AT]]
    known = [sum(fold(cell) in MEANT for cell in cells) * (not any(map(_BEGINS_A_NUMBER, cells))) for cells in looked]
    if any(known):
        return max(range(len(looked)), key=lambda at: (known[at], sum(map(bool, looked[at])), -at))
    for at, (cells, below) in enumerate(pairwise(looked)):
        numbers = [bool(NUMBER.fullmatch(cell)) for cell in below]
        names = [bool(cell) and not NUMBER.fullmatch(cell) for cell in cells]
        if sum(map(min, names, numbers)) >= NAMES_OF_A_TABLE and not any(
            map(min, map(bool, cells), [not n for n in names])
        ):
            return at
    return None


def columns_of(
    names: Sequence[str], below: Sequence[Row], ignore: Sequence[str], faults: Faults
) -> tuple[dict[str, int], dict[str, int], list[str]]:
    """Which column is which fact, which is which player, and which are left away; faults are noted."""
    facts, players, away = dict[str, int](), dict[str, int](), list[str]()
    if strange := [name for name in ignore if fold(name) not in map(fold, names)]:
        raise RefusedError(f"--ignore {shown(strange[0])}: the columns are {', '.join(filter(None, names))}")
    if len(names) > MOST_COLUMNS:
        faults.add(f"{len(names)} columns: there are at most {MOST_COLUMNS}")
    meant = {MEANT.get(fold(name)) for name in names}
    seated, dated = "seat1" in meant, "on" in meant
    for at, name in enumerate(names[:MOST_COLUMNS]):
        said = [cells[at] for _, cells in below if at < len(cells) and cells[at].casefold() not in ABSENT]
        column = MEANT.get(fold(name), "")
        if not dated and column in {"", "match"} and _are_days(said):
            column, dated = "on", True
        elif said and not name and [*map(str, range(1, len(said) + 1))] == said:
            column = "number"
        numbers = sum(NUMBER.fullmatch(cell) is not None for cell in said)
        if fold(name) in map(fold, ignore) or not (column or said) or (not column and fold(name) in SUMS):
            away += [name] if name else []
        elif column in facts or fold(name) in map(fold, players):
            faults.add("the name stands twice in the header", name or f"{at + 1}")
        elif column:
            facts[column] = at
        elif not name:
            faults.add('it has no name; --ignore "" leaves away what has none', f"{at + 1}")
        elif 2 * numbers > len(said) and not seated and not SEAT.fullmatch(fold(name)) and any(map(str.isalpha, name)):
            players[name] = at
        else:
            faults.add(_strange(name, said), name)
    if CARD in facts:
        facts["called" if {"bid", THRESHOLD} & facts.keys() else "bid"] = facts.pop(CARD)
    header = faults.line
    for faults.line, cells in below:
        if any(cells[len(names) :]):
            faults.add(f"{len(cells)} cells, too many: the header has {len(names)} columns")
    faults.line = header
    return facts, players, away


def _strange(name: str, cells: Sequence[str]) -> str:
    """Why a column is neither a fact nor a player: a formula without a result, a word among numbers, its name."""
    word = next((cell for cell in cells if not NUMBER.fullmatch(cell)), "")
    if formula := next((cell for cell in cells if cell.startswith("=")), ""):
        return f"the formula {shown(formula)} has no result: open the file in a spreadsheet program and save it there"
    hint = f'--ignore "{name}" leaves it away'
    if word and (any(map(NUMBER.fullmatch, cells)) or any(map(str.isdecimal, word))):
        return f"'{shown(word)}' is no number; {hint}"
    return no_such_column(fold(name), list(MEANT), hint)


def _are_days(cells: Sequence[str]) -> bool:
    """Whether most of these cells are dates, in one of the ways to read them."""
    found = (settled_days((("", cell) for cell in cells), order)[0] for order in DATE_ORDERS)
    return any(2 * sum(cell in days for cell in cells) > len(cells) for days in found)


def says_total(cell: str) -> bool:
    """Whether a cell says that its row adds others up."""
    word = cell.casefold().strip(" :.=")
    return word in TOTALS or word.partition(" ")[0] in {"totale", "totali", "total", "totals", *MEANS}


def row_as_text(cells: Mapping[str, str]) -> str:
    """A row of our columns as it is shown before it is taken in."""
    said = ("on", "kind", "caller", "bid", "partner", "card_points", "counts", "winners", "outcome")
    facts = [cells.get(column, "") for column in said]
    given = [(cells.get(seat, ""), cells.get(got, "")) for seat, got in zip(SEAT_COLUMNS, UNITS_COLUMNS, strict=True)]
    named = [f"{name} {got}".strip() for name, got in given if name]
    return "; ".join(filter(None, [" ".join(filter(None, facts)), ", ".join(named)]))

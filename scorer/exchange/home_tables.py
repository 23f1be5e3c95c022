"""Tables as people keep them at home, turned into our columns: other names and dates, a column for each player.

What a line says is found out by the rules of the variant: units that one deal alone pays are that deal, others are
kept as what each player got.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from scorer.errors import RefusedError
from scorer.exchange.deals_in import A_TOTAL
from scorer.exchange.deals_out import DEALS, ORDER, SEAT_COLUMNS, UNITS_COLUMNS
from scorer.exchange.grids import (
    A_DEAL_A_LINE,
    ABSENT,
    EVENINGS,
    GAME_COLUMNS,
    MEANING,
    RESULT,
    ROWS_LOOKED_AT,
    SAYS,
    THRESHOLD,
    TYPE,
    WIDE,
    Grid,
    Row,
    UnknownTableError,
    Wishes,
    columns_of,
    header_at,
    plain_number,
    row_as_text,
    says_total,
    whole,
)
from scorer.exchange.matches_in import DAY_FIRST, settled_days
from scorer.exchange.names_in import FEWEST_SEATED, MOST_SEATED, tables_of
from scorer.exchange.reading import Faults, Notices, no_names
from scorer.exchange.variants_in import OUTCOME_WORDS, VariantReader
from scorer.exchange.writing import unguarded
from scorer.match.names import fold
from scorer.rules.bid import LOWEST_TARGET
from scorer.rules.cards import read_number
from scorer.rules.errors import ScorerError
from scorer.rules.judge import Reading
from scorer.rules.kinds import ADJUSTMENT, DEAL, SHEET, SOLO
from scorer.text.numbers import signed
from scorer.text.sentences import counted

GAME = "briscolone"  # the variant of the program that exports GAME_COLUMNS
EVENING, BEFORE = "Evening", "Before"
ROWS_SHOWN, ROWS_SUMMED = 3, 3
KEPT_DOWN = ("on", "match", "league", "variant")  # of which an empty cell means the one above


@dataclass(slots=True)
class _Line:
    """A line below the header: its cells by our columns, and the units of who has a number there, as typed."""

    number: int
    cells: dict[str, str]
    units: dict[str, str] = field(default_factory=dict)
    own_day: bool = True


class HomeTable:
    """A home table as a DealsTable. `form` is what its lines are; `is_known` where its columns say that themselves.

    `constants` are the columns that options say for all lines; `reader` finds a variant by its label and its league's.
    Raises FaultyFileError for a header that cannot be understood, AmbiguousDatesError for dates.
    """

    def __init__(
        self,
        grid: Grid,
        wishes: Wishes,
        constants: Mapping[str, str],
        reader: Callable[[str, str], VariantReader],
        faults: Faults,
        notices: Notices,
    ) -> None:
        self._constants, self._reader, self._faults, self._notices = constants, reader, faults, notices
        faults.word = grid.word
        begin = header_at(grid.rows)
        faults.line, self._names = grid.rows[begin or 0]
        if begin is None:
            faults.add(no_names([fold(cell) for cell in self._names], (*DEALS, ORDER)))
            raise faults.error()
        below = grid.rows[begin + 1 :]
        self._facts, self._players, self._away = columns_of(self._names, below, wishes.ignore, faults)
        faults.check()
        self.is_game = {fold(name) for name in GAME_COLUMNS[1:]} <= {fold(name) for name in self._names}
        self._lines = self._filled_down(list(self._said(below)))
        self._order = self._settle(DAY_FIRST if self.is_game else wishes.dates)
        self.form = wishes.form or self._found_form()
        self.is_known = self.form == A_DEAL_A_LINE
        if not (self.is_known or self._players):
            raise RefusedError(f"--as {self.form}: there is no column of numbers that could be a player")
        if self.is_game:
            self._by_laps(grid.before or {})
        self._named = {column: self._names[at] for column, at in self._facts.items()}
        self.header = self._header()
        self.columns = {column: at for at, column in enumerate(self.header)}
        self._taken: list[tuple[int, dict[str, str]]] = []
        self._found: list[str] = []  # bids that no cell says

    def _said(self, below: Sequence[Row]) -> Iterator[_Line]:
        """The lines that say something of a deal or an evening; of the others it is said which they are."""
        skipped: dict[str, list[int]] = {"a row of totals": [], "no deal": []}
        for number, found in below:
            cells = {column: found[at] for column, at in self._facts.items() if at < len(found) and found[at]}
            units = {
                name: found[at]
                for name, at in self._players.items()
                if at < len(found) and found[at].casefold() not in ABSENT
            }
            if not any(found) or found == self._names:
                continue
            if "bid" not in cells and any(map(says_total, found)):
                skipped["a row of totals"].append(number)
            elif (self._players and not units) or not (cells or units):
                skipped["no deal"].append(number)
            else:
                yield _Line(number, cells, units)
        for what, numbers in skipped.items():
            if numbers:
                where = ", ".join(map(str, numbers[:ROWS_LOOKED_AT])) + ", ..." * (len(numbers) > ROWS_LOOKED_AT)
                self._notices.add(f"{self._faults.word} {where}: {what}, left away")

    def _filled_down(self, lines: Sequence[_Line]) -> list[_Line]:
        """The lines with what merged cells left out, and without sums that do not say that they are some."""
        above: dict[str, str] = {}
        filled: Counter[str] = Counter()
        kept: list[_Line] = []
        for at, line in enumerate(lines):
            line.own_day = "on" in line.cells
            last = at + 1 == len(lines) or "on" in lines[at + 1].cells
            if "on" in above and not line.own_day and last and _sums_up(line, kept):
                self._notices.add(f"{self._faults.word} {line.number}: the sums of those above, left away")
                continue
            if line.own_day and line.cells["on"] != above.get("on"):
                above.pop("match", None)
            for column in KEPT_DOWN if self._players or not _only_units(line) else ():
                if column in line.cells:
                    above[column] = line.cells[column]
                elif column in above:
                    line.cells[column] = above[column]
                    filled[column] += 1
            kept.append(line)
        for column, times in filled.items():
            cells = f"{counted(times, 'empty cell')} of {self._names[self._facts[column]]}"
            self._notices.add(f"{cells}: what stands above is meant")
        return kept

    def _settle(self, wanted: str) -> str:
        """Read the dates, in the order that is wanted or that they show themselves; which it was."""
        where = f"{self._faults.word} {{}}, column {self._names[self._facts['on']]}" if "on" in self._facts else ""
        said = [(where.format(line.number), line.cells["on"]) for line in self._lines if "on" in line.cells]
        days, order = settled_days(said, wanted)
        example = next((cell for _, cell in said if cell in days and days[cell].isoformat() != cell), "")
        if order and example:
            self._notices.add(f"dates are read {order.replace('-', ' ')}: {example} is {days[example]}")
        for line in self._lines:
            if day := days.get(line.cells.get("on", "")):
                line.cells["on"] = day.isoformat()
        return order

    def _found_form(self) -> str:
        """What the lines are: with columns of players, deals where one deal alone pays most of them, else evenings."""
        if not self._players or {"caller", "partner", "bid"} <= self._facts.keys() or self.is_game:
            return A_DEAL_A_LINE
        lines = self._lines
        evenings = Counter((line.cells.get("on"), line.cells.get("match")) for line in lines)
        deals = sum(self._reading(line) is not None for line in lines)
        return EVENINGS if 2 * deals < len(lines) or 1 < len(lines) == len(evenings) else WIDE

    def _by_laps(self, before: Mapping[str, int]) -> None:
        """Order the deals of Briscolone, whose newest comes first; a lap is a match, on the day of its first deal."""
        lines = self._lines[::-1]
        lines.sort(key=lambda line: line.cells.get("on", ""))
        begun: dict[str, str] = {}
        for line in lines:
            on = line.cells.get("on", "")
            first = begun.setdefault(line.cells["match"], on) if "match" in line.cells else on
            if first != on:
                line.cells |= {"on": first, "note": on}
        units = {name: str(had) for name, had in before.items()}
        others = [name for name in self._players if name not in units]
        units |= dict.fromkeys(others[: max(0, FEWEST_SEATED - len(units))], "0")
        if before and lines:
            day = date.fromisoformat(lines[0].cells["on"]) - timedelta(1)
            cells = {"on": day.isoformat(), "match": BEFORE, "kind": ADJUSTMENT, "note": "units from before"}
            lines.insert(0, _Line(0, cells, units))
        self._lines = lines

    def _header(self) -> list[str]:
        """Our columns that the rows have."""
        found = {column for column in self._facts if column in {*DEALS, ORDER}}
        if RESULT in self._facts:
            found |= {"card_points", "outcome"}
        if {TYPE, THRESHOLD} & self._facts.keys():
            found |= {"bid", "partner"}
        if self._players:
            found = found - {"number"} | {"kind", "caller", "bid", "partner", "card_points", "outcome", "slam", "times"}
            found |= {"out", "note", *SEAT_COLUMNS, *UNITS_COLUMNS}
        if not all(fold(name) in DEALS for name in self._names) and "match" not in self._constants:
            found.add("match")
        if self.is_game and "variant" not in self._constants:
            found.add("variant")
        return [column for column in (*DEALS, ORDER) if column in found]

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """The lines as records of ours; an evening of more than seven is several."""
        for line in self._lines:
            self._faults.line, self._faults.names = line.number, self._named
            if not self._players and _only_units(line):
                self._faults.add(A_TOTAL)
                continue
            for cells in self._records(line):
                players = {cell: column for column, cell in cells.items() if column in SEAT_COLUMNS}
                at = {f"{word}{column[-1]}": name for name, column in players.items() for word in ("seat", "units")}
                self._faults.names = self._named | (at if self._players else {})
                self._taken.append((line.number, cells))
                yield line.number, [cells.get(column, "") for column in self.header]
        if self._found:
            found, lowest = counted(len(self._found), "deal"), ", ".join(dict.fromkeys(self._found))
            self._notices.add(f"{found} without a bid: kept with the lowest one that pays so ({lowest})")

    def refuse(self) -> None:
        """Raise UnknownTableError: before such a table is written somebody has to say that it is one."""
        what = f"this looks like {SAYS[self.form].lower()}, with the players {', '.join(self._players)}"
        raise UnknownTableError(self.form, f"{what}: --dry-run shows how it is read, --as {self.form} takes it in so")

    def understood(self) -> list[str]:
        """What was understood of the table, in lines to be read before it is taken in."""
        names = [f"{self._names[at] or f'column {at + 1}'} is {MEANING[column]}" for column, at in self._facts.items()]
        kinds = Counter(cells.get("kind", DEAL) for _, cells in self._taken)
        days = sorted({line.cells.get("on", "") for line in self._lines} - {""})
        told = {
            "columns": "; ".join(names),
            "players": ", ".join(self._players),
            "left away": ", ".join(self._away),
            "dates": " to ".join(dict.fromkeys(days[:1] + days[-1:])),
        }
        what = " and ".join(counted(times, kind) for kind, times in kinds.items())
        first = [f"{self._faults.word} {number}: {row_as_text(cells)}" for number, cells in self._taken[:ROWS_SHOWN]]
        return [f"{SAYS[self.form]}: {what}", *(f"{head}: {said}" for head, said in told.items() if said), *first]

    def _records(self, line: _Line) -> list[dict[str, str]]:
        """The records of a line."""
        cells = self._plain(line)
        if "match" in self.header:
            cells.setdefault("match", EVENING)
        if not self._players:
            return [cells]
        seats = dict(zip(SEAT_COLUMNS, line.units, strict=False))
        units = dict(zip(UNITS_COLUMNS, map(plain_number, line.units.values()), strict=False))
        facts = {"caller", "bid", "partner"} <= cells.keys() and bool({"outcome", "card_points"} & cells.keys())
        if cells.get("kind", DEAL) != DEAL:
            return self._sheets(line, cells)
        if self.form != EVENINGS and facts:
            return [{**cells, **seats, **units}]
        if self.form != EVENINGS and (found := self._reading(line)):
            self._found += [] if "bid" in cells else [found["bid"]]
            return [found]
        return self._sheets(line, cells | {"kind": SHEET})

    def _plain(self, line: _Line) -> dict[str, str]:
        """The cells of a line, those that are not ours turned into ours."""
        cells = {column: cell for column, cell in line.cells.items() if column in DEALS or column == ORDER}
        if self.is_game:
            cells.setdefault("variant", GAME)
        if result := line.cells.get(RESULT):
            is_outcome = result.casefold() in OUTCOME_WORDS and "outcome" not in cells
            cells.setdefault("outcome" if is_outcome else "card_points", result)
        kind, target = fold(line.cells.get(TYPE, "")), read_number(line.cells.get(THRESHOLD, ""))
        if kind == "import":  # the program that wrote it had guessed what it says
            return {column: cells[column] for column in cells.keys() & {"match", "on", "variant", "league", "note"}}
        if kind in {"mano", "in mano", "carichi"}:
            cells.setdefault("partner", SOLO)
        if target:
            cells.setdefault("bid", self._lowest(line, target) if target <= LOWEST_TARGET else str(target))
        if kind == "carichi":
            cells["bid"] = kind if not target or target <= LOWEST_TARGET else f"{kind}/{target}"
        return cells

    def _lowest(self, line: _Line, target: int) -> str:
        """The lowest bid of the variant, where a table says only that it was 61."""
        variant = self._variant(line)
        return str(variant.variant.auction.bids[0]) if variant else str(target)

    def _variant(self, line: _Line) -> VariantReader | None:
        """The variant of a line; None where there is none of this name, which is told elsewhere."""
        label, league = (line.cells.get(c) or unguarded(self._constants.get(c, "")) for c in ("variant", "league"))
        try:
            return self._reader(label or GAME * self.is_game, league)
        except ScorerError:
            return None

    def _reading(self, line: _Line) -> dict[str, str] | None:
        """The deal that alone pays the units of a line; who has 0 may have rested, or may not have been there."""
        variant = self._variant(line)
        given = {name: whole(text) for name, text in line.units.items()}
        units = {name: number for name, number in given.items() if number is not None}
        playing = {name: number for name, number in units.items() if number}
        if variant is None or len(units) < len(given):
            return None
        cells = self._plain(line)
        for there in (units, playing):
            if found := variant.reading(cells, there):
                rests = len(units) == len(there) + 1 and len(units) <= MOST_SEATED
                return self._deal(cells, units if rests else there, there, found)
        return None

    def _deal(
        self, cells: Mapping[str, str], seated: Mapping[str, int], playing: Mapping[str, int], found: Reading
    ) -> dict[str, str]:
        """A deal that was found out, as cells."""
        names = list(playing)
        deal = {
            "kind": DEAL,
            "caller": names[found.caller - 1],
            "partner": names[found.partner - 1] if found.partner else SOLO,
            "bid": found.bid,
            "slam": "yes" if found.slam else "no",
            "times": "1",
            "out": next((name for name in seated if name not in playing), ""),
        }
        said = {column: cell for column, cell in cells.items() if column not in {"caller", "partner"}}
        if "card_points" not in said:
            deal["outcome"] = found.outcome
        seats = dict(zip(SEAT_COLUMNS, seated, strict=False))
        units = {f"units{n}": str(playing[name]) for n, name in enumerate(seated, 1) if name in playing}
        return deal | said | seats | units | {"match": cells.get("match", EVENING)}

    def _sheets(self, line: _Line, cells: Mapping[str, str]) -> list[dict[str, str]]:
        """What each player got, as a record, or as several where more than seven have a number."""
        word, given = self._faults.word, {name: whole(text) for name, text in line.units.items()}
        units = {name: number or 0 for name, number in given.items()}
        many, total = len(units) > MOST_SEATED, sum(units.values()) if None not in given.values() else 0
        if self.form != EVENINGS and cells["kind"] == SHEET and (many or total):
            wrong = f"{len(units)} players have units" if many else f"these units sum to {signed(total)}"
            how = "seven sit at a table" if many else "those of a deal sum to 0"
            self._faults.add(f"{wrong}: {how}; --as evenings keeps every line as the units of an evening")
            return []
        tables = tables_of(units)
        records = []
        for number, table in enumerate(tables, 1):
            part = f", part {number} of {len(tables)}" * (len(tables) > 1)
            kept = {
                column: cells[column] for column in cells.keys() & {"match", "on", "variant", "league", "kind", "note"}
            }
            kept.setdefault("note", f"{word} {line.number} of the table{part}")
            kept |= dict(zip(SEAT_COLUMNS, table, strict=False))
            records.append(kept | {f"units{n}": plain_number(line.units[name]) for n, name in enumerate(table, 1)})
        return records


def _only_units(line: _Line) -> bool:
    """Whether nothing but units stands in a line."""
    return bool(line.cells) and line.cells.keys() <= set(UNITS_COLUMNS)


def _sums_up(line: _Line, above: Sequence[_Line]) -> bool:
    """Whether a line without a day of its own holds the sums of those above, or of those of its day."""
    if line.cells:
        return False
    since = next((at for at in range(len(above) - 1, -1, -1) if above[at].own_day), 0)
    for lines in (above, above[since:]):
        sums: Counter[str] = Counter()
        for each in lines:
            sums.update({name: whole(text) or 0 for name, text in each.units.items()})
        if len(lines) >= ROWS_SUMMED and all(sums[name] == (whole(text) or 0) for name, text in line.units.items()):
            return True
    return False

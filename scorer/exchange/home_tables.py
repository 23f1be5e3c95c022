"""Tables as people keep them at home, turned into our columns: other names and dates, a column for each player.

Units that one deal alone pays by the rules of the variant are that deal; others are kept as what each player got.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from scorer.errors import RefusedError
from scorer.exchange import cells_in, grids
from scorer.exchange.deals_in import A_TOTAL, TOTALS
from scorer.exchange.deals_out import COLUMNS, SEAT_COLUMNS, UNITS_COLUMNS
from scorer.exchange.grids import Grid, Row, UnknownTableError, Wishes
from scorer.exchange.matches_in import DAY_FIRST, is_day, settled_days
from scorer.exchange.names_in import tables_of
from scorer.exchange.reading import (
    ROWS_SUMMED,
    Faults,
    Notices,
    adding_up,
    check_players,
    gained,
    no_names,
    plain_number,
    whole,
)
from scorer.exchange.variants_in import VariantReader
from scorer.exchange.writing import unguarded
from scorer.match.names import fold
from scorer.rules.bid import LOWEST_TARGET
from scorer.rules.cards import read_number
from scorer.rules.errors import ScorerError
from scorer.rules.judge import Reading
from scorer.rules.kinds import ADJUSTMENT, DEAL, SHEET, SOLO
from scorer.scorebook.seats import FEWEST_WITH_CALLER, MAX_SEATS
from scorer.text.numbers import signed
from scorer.text.sentences import counted

EVENING, BEFORE = "Evening", "Before"
ROWS_SHOWN, LINES_NAMED = 3, 30
KEPT_DOWN = ("on", "match", "league", "variant")  # of which an empty cell means the one above
HEAD = {*KEPT_DOWN, "note"}


@dataclass(slots=True)
class _Line:
    """A line below the header: its cells by our columns, and the units of who has a number there, as typed."""

    number: int
    cells: dict[str, str]
    units: dict[str, str] = field(default_factory=dict)
    own_day: bool = True

    @property
    def evening(self) -> tuple[str, str]:
        """Which day and match it is of."""
        return self.cells.get("on", ""), self.cells.get("match", "")


class HomeTable:
    """A home table as a DealsTable. `form` is what its lines are.

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
        if grid.unread:
            notices.add(f"the sheet {grid.sheet} is read; not read: {', '.join(grid.unread)} (--sheet NAME takes one)")
        begin = grids.header_at(grid.rows)
        faults.line, self._names = grid.rows[begin or 0]
        if begin is None:
            faults.add(no_names([fold(cell) for cell in self._names], COLUMNS))
            raise faults.error()
        below = grid.rows[begin + 1 :]
        self._facts, self._players, self._away = grids.columns_of(self._names, below, wishes.ignore, faults)
        faults.check()
        self.is_game = {fold(name) for name in grids.GAME_COLUMNS[1:]} <= {fold(name) for name in self._names}
        self._lines = list(self._said(below))
        check_players([line.units for line in self._lines], faults)
        self._fill_down()
        self._by_seats()
        self._settle(DAY_FIRST if self.is_game else wishes.dates)
        self.form = wishes.form or self._found_form()
        self._is_known = self.form == grids.A_DEAL_A_LINE
        self._plain_units()
        if not (self._is_known or self._players):
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
                if at < len(found) and found[at].casefold() not in grids.ABSENT
            }
            if not any(found) or found == self._names:
                continue
            if cells.get("match", "").isdecimal():
                cells["match"] = f"{self._names[self._facts['match']]} {cells['match']}"
            said = [c for c in found if c != cells.get("note") or ("on" not in cells and c.casefold() in TOTALS)]
            if "bid" not in cells and any(map(grids.says_total, said)):
                skipped["a row of totals"].append(number)
            elif (self._players and all(text.endswith("%") for text in units.values())) or not (cells or units):
                skipped["no deal"].append(number)
            else:
                yield _Line(number, cells, units)
        for what in filter(skipped.get, skipped):
            where = [*map(str, skipped[what][:LINES_NAMED]), *(["..."] if skipped[what][LINES_NAMED:] else [])]
            self._notices.add(f"{self._faults.word} {', '.join(where)}: {what}, left away")

    def _fill_down(self) -> None:
        """Say in every line what merged cells left out."""
        above: dict[str, str] = {}
        filled: Counter[str] = Counter()
        for line in self._lines:
            line.own_day = "on" in line.cells
            if line.own_day and line.cells["on"] != above.get("on"):
                above.pop("match", None)
            for column in KEPT_DOWN if self._players or not line.cells.keys() <= set(UNITS_COLUMNS) else ():
                if column in line.cells:
                    above[column] = line.cells[column]
                elif column in above:
                    line.cells[column] = above[column]
                    filled[column] += 1
        for column, times in filled.items():
            cells = f"{counted(times, 'empty cell')} of {self._names[self._facts[column]]}"
            self._notices.add(f"{cells}: what stands above is meant")

    def _plain_units(self) -> None:
        """Take running totals for what was gained, and leave away sums where one of them could be nothing else."""
        lines, said = self._lines, [(line.evening, line.units) for line in self._lines]
        if self.form == grids.WIDE and (gains := self._gains()):
            self._lines = gains
            self._notices.add("running totals: what was gained since the line above counts")
            return
        lasts = set({evening: at for at, (evening, _) in enumerate(said)}.values())
        found = adding_up(said, lambda at: self._may_add_up(lines[at], is_last=at in lasts))
        sure = (rows >= ROWS_SUMMED and not lines[at].own_day for at, rows in found.items())
        if any(sure) or any(self._reading(lines[at]) is None for at in found):
            numbers = ", ".join(str(lines[at].number) for at in found)
            self._notices.add(f"{self._faults.word} {numbers}: the sums of those above, left away")
            self._lines = [line for at, line in enumerate(lines) if at not in found]

    def _may_add_up(self, line: _Line, *, is_last: bool) -> bool:
        """Whether nothing in a line is against its being sums: an evening has its day, a deal is not the last line."""
        against = self.is_game or not line.cells.keys() <= HEAD or (line.own_day and self.form == grids.EVENINGS)
        return not against and (is_last or self._reading(line) is None)

    def _settle(self, wanted: str) -> None:
        """Read the dates, in the order that is wanted or that they show themselves."""
        where = f"{self._faults.word} {{}}, column {self._names[self._facts['on']]}" if "on" in self._facts else ""
        said = [(where.format(line.number), line.cells["on"]) for line in self._lines if "on" in line.cells]
        days, order = settled_days(said, wanted)
        example = next((cell for _, cell in said if cell in days and days[cell].isoformat() != cell), "")
        if order and example:
            self._notices.add(f"dates are read {order.replace('-', ' ')}: {example} is {days[example]}")
        for line in self._lines:
            if day := days.get(line.cells.get("on", "")):
                line.cells["on"] = day.isoformat()

    def _found_form(self) -> str:
        """What the lines are: with columns of players, deals where one alone pays most of them, else evenings."""
        if not self._players or {"caller", "partner", "bid"} <= self._facts.keys() or self.is_game:
            return grids.A_DEAL_A_LINE
        evenings, lines = {line.evening for line in self._lines}, len(self._lines)
        alone = 1 < lines == len(evenings) or 2 * self._deals(self._lines) < lines
        return grids.EVENINGS if alone and not self._gains() else grids.WIDE

    def _by_seats(self) -> None:
        """Where seats and units have columns and no call has, take those who sit there for columns of players."""
        if "caller" in self._facts or not {"seat1", "units1"} <= self._facts.keys() or "kind" in self._facts:
            return
        for line in self._lines:
            seats, units = ([line.cells.pop(c, "") for c in columns] for columns in (SEAT_COLUMNS, UNITS_COLUMNS))
            line.units = {name: got or "0" for name, got in zip(seats, units, strict=True) if name}
        self._facts = {name: at for name, at in self._facts.items() if name not in {*SEAT_COLUMNS, *UNITS_COLUMNS}}
        self._players = dict.fromkeys((name for line in self._lines for name in line.units), 0)

    def _deals(self, lines: Sequence[_Line]) -> int:
        """How many of these lines are deals by their units."""
        return sum(self._reading(line) is not None for line in lines)

    def _gains(self) -> list[_Line]:
        """The lines with what was gained since the one above, in an evening or at all, where more are deals so."""
        most, best = self._deals(self._lines), list[_Line]()
        for anew in (True, False) if most < len(self._lines) else ():
            units = gained([(line.evening, line.units) for line in self._lines], anew=anew)
            gains = [replace(line, units=each) for line, each in zip(self._lines, units, strict=True)]
            if (deals := self._deals(gains)) > most:
                most, best = deals, gains
        return best

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
        units |= dict.fromkeys(others[: max(0, FEWEST_WITH_CALLER - len(units))], "0")
        if before and lines and is_day(begin := lines[0].cells.get("on", "")):
            day = date.fromisoformat(begin) - timedelta(1)
            cells = {"on": day.isoformat(), "match": BEFORE, "kind": ADJUSTMENT, "note": "units from before"}
            lines.insert(0, _Line(0, cells, units))
        self._lines = lines

    def _header(self) -> list[str]:
        """Our columns that the rows have."""
        found = {column for column in self._facts if column in COLUMNS}
        if grids.RESULT in self._facts:
            found |= {"card_points", "outcome"}
        if {grids.TYPE, grids.THRESHOLD} & self._facts.keys():
            found |= {"bid", "partner"}
        if self._players:
            found = found - {"number"} | {"kind", "caller", "bid", "partner", "card_points", "outcome", "slam", "times"}
            found |= {"out", "note", *SEAT_COLUMNS, *UNITS_COLUMNS}
        if not all(fold(name) in COLUMNS for name in self._names) and "match" not in self._constants:
            found.add("match")
        if self.is_game and "variant" not in self._constants:
            found.add("variant")
        return [column for column in COLUMNS if column in found]

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """The lines as records of ours; an evening of more than seven is several."""
        for line in self._lines:
            self._faults.line, self._faults.names = line.number, self._named
            if not self._players and line.cells.keys() <= set(UNITS_COLUMNS):
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

    def check_known(self) -> None:
        """Raise UnknownTableError where the columns do not say what the table is: then somebody has to."""
        if not self._is_known:
            what = f"this looks like {grids.SAYS[self.form].lower()}, with the players {', '.join(self._players)}"
            how = f"--dry-run shows how it is read, --as {self.form} takes it in so"
            raise UnknownTableError(self.form, f"{what}: {how}")

    def understood(self) -> list[str]:
        """What was understood of the table, in lines to be read before it is taken in."""
        names = [f"{self._names[at] or at + 1} is {grids.MEANING[column]}" for column, at in self._facts.items()]
        kinds = Counter(cells.get("kind", DEAL) for _, cells in self._taken)
        days = sorted({line.cells.get("on", "") for line in self._lines} - {""})
        told = {
            "columns": "; ".join(names),
            "players": ", ".join(self._players),
            "left away": ", ".join(self._away),
            "dates": " to ".join(dict.fromkeys(days[:1] + days[-1:])),
        }
        word, what = self._faults.word, " and ".join(counted(times, kind) for kind, times in kinds.items())
        return [
            f"{grids.SAYS[self.form]}: {what}",
            *(f"{head}: {said}" for head, said in told.items() if said),
            *(f"{word} {number}: {grids.row_as_text(cells)}" for number, cells in self._taken[:ROWS_SHOWN]),
        ]

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
        if self.form != grids.EVENINGS and facts:
            return [{**cells, **seats, **units}]
        if self.form != grids.EVENINGS and (found := self._reading(line)):
            self._found += [] if "bid" in cells else [found["bid"]]
            return [found]
        return self._sheets(line, cells | {"kind": SHEET})

    def _plain(self, line: _Line) -> dict[str, str]:
        """The cells of a line, those that are not ours turned into ours."""
        cells = {column: cell for column, cell in line.cells.items() if column in COLUMNS}
        if self.is_game:
            cells.setdefault("variant", grids.GAME)
        if result := line.cells.get(grids.RESULT):
            is_outcome = result.casefold() in cells_in.OUTCOME_WORDS and "outcome" not in cells
            cells.setdefault("outcome" if is_outcome else "card_points", result)
        kind, target = fold(line.cells.get(grids.TYPE, "")), read_number(line.cells.get(grids.THRESHOLD, ""))
        if kind == "import":  # the program that wrote it had guessed what it says
            return {column: cells[column] for column in cells.keys() & HEAD}
        if kind in {"mano", "in mano", "carichi"}:
            cells.setdefault("partner", SOLO)
        if target:
            variant = self._variant(line) if target <= LOWEST_TARGET else None  # which card was called is not said
            cells.setdefault("bid", str(variant.variant.auction.bids[0] if variant else target))
        if kind == "carichi":
            cells["bid"] = kind if not target or target <= LOWEST_TARGET else f"{kind}/{target}"
        return cells

    def _variant(self, line: _Line) -> VariantReader | None:
        """The variant of a line; None where there is none of this name, which is told elsewhere."""
        label, league = (line.cells.get(c) or unguarded(self._constants.get(c, "")) for c in ("variant", "league"))
        try:
            return self._reader(label or grids.GAME * self.is_game, league)
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
                rests = len(units) == len(there) + 1 and len(units) <= MAX_SEATS
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
        total = sum(units.values()) if None not in given.values() else 0
        sums = f"these units sum to {signed(total)}: those of a deal sum to 0" * bool(total)
        if total and cells["kind"] == SHEET and (variant := self._variant(line)) and not variant.has_caller:
            self._faults.add(f"these sum to {signed(total)}, and units to 0: {grids.NO_UNITS}")
            return []
        many = f"{len(units)} players have units: seven sit at a table" * (len(units) > MAX_SEATS)
        other = "no deal that is what else stands in this line pays these units" * ("caller" in cells)
        if self.form != grids.EVENINGS and cells["kind"] == SHEET and (wrong := many or sums or other):
            self._faults.add(f"{wrong}; --as evenings keeps every line as the units of an evening")
            return []
        tables, records = tables_of(units), []
        for number, table in enumerate(tables, 1):
            part = f", part {number} of {len(tables)}" * (len(tables) > 1)
            kept = {column: cells[column] for column in cells.keys() & {*HEAD, "kind"}}
            kept.setdefault("note", f"{word} {line.number} of the table{part}")
            got = [plain_number(line.units[name]) for name in table]
            records.append(
                kept | dict(zip(SEAT_COLUMNS, table, strict=False)) | dict(zip(UNITS_COLUMNS, got, strict=False))
            )
        return records

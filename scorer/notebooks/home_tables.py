"""Tables as people keep them at home, turned into our columns: other names and dates, a column for each player.

Units that one deal alone pays by the rules of the variant are that deal; others are kept as what each player got.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import combinations, pairwise

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import Faults, Notices, plain_number
from scorer.exchange.csv_writer import unguarded
from scorer.exchange.own import cells_in
from scorer.exchange.own.cells_in import is_alone
from scorer.exchange.own.deals_csv import COLUMNS, OF_SHEET, SEAT_COLUMNS, UNITS_COLUMNS
from scorer.exchange.own.deals_in import A_TOTAL
from scorer.exchange.own.variants_in import VariantReader
from scorer.language import N_, _, counts, kept_day, ngettext
from scorer.language.lists_numbers_dates import listed, signed
from scorer.match.names import fold, printable, shown
from scorer.match.parsing import WHOLE
from scorer.notebooks import column_and_cell_words as words
from scorer.notebooks import doubtful_columns, left_out
from scorer.notebooks.briscolone import GAME
from scorer.notebooks.clock import TIME
from scorer.notebooks.date_order import is_day
from scorer.notebooks.home_lines import HEAD, HomeLines, has_no_time
from scorer.notebooks.running_totals import (
    check_not_running,
    gains_of_deals,
    gains_of_evenings,
    in_order,
    who_moved,
)
from scorer.notebooks.table import (
    A_DEAL_A_LINE,
    BY_TIME,
    EVENINGS,
    NO_TOTALS,
    RUNNING,
    WIDE,
    DoubtfulTableError,
    Grid,
    Line,
    TableReading,
    UnknownTableError,
    Wishes,
    in_words,
    sums_of,
)
from scorer.notebooks.totals import EITHER, OWN, STRANGE, SURE, totals_of
from scorer.rules.bid import LOWEST_TARGET
from scorer.rules.cards import read_number
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import ADJUSTMENT, DEAL, SHEET, SOLO
from scorer.scorebook.seats import FEWEST_WITH_CALLER, MAX_SEATS

EVENING, BEFORE = "Evening", "Before"
ROWS_SHOWN = 3
SHOWN = ("on", "kind", "caller", "bid", "partner", "card_points", "counts", "winners", "outcome")  # of each

USUAL = ("number", "dealer", "caller", TIME)  # what may stand beside the units of every line
FEW = 3  # lines of which one without a day may be the second of an evening
NAMES_BESIDE = ("caller", "partner", "dealer", "out")


class HomeTable:
    """A home table as a DealsTable. `form` is what its lines are; `is_running`: they were running totals.
    `lines` are those that come in, and `word` is what one is called in the file.

    `constants` are the columns that options say for all lines; `reader` finds a variant by its label and its league's.
    Raises FaultyFileError for a header that cannot be understood, DoubtfulTableError for what can be read in two ways.
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
        self._wishes, self.word = wishes, grid.word
        home = HomeLines(grid, wishes, faults, notices, says_seats="seat1" in constants)
        self._names, self._facts, self._players = home.names, home.facts, home.players
        self._left_out, self._is_game = home.left_out, home.is_game
        self._all_lines = home.lines
        self.lines = [line for line in home.lines if line.number not in home.possible_totals]
        doubtful_columns.check_columns(self.lines, [*self._players], wishes, faults)
        self.form = wishes.form or self._found_form()
        self.is_running = False
        if self.form != A_DEAL_A_LINE and not self._players:
            template = N_("--as {form}: there is no column of numbers that could be a player")
            raise RefusedError(_(template, form=self.form))
        if self._is_game:
            self.lines = [line for line in self._all_lines if not line.label]
            self._leave_totals_out({line.number for line in self._all_lines if line.label})
            self._by_laps(grid.before or {})
        else:
            self._settle_units()
            variant = self._variant(self.lines[0]) if self.lines else None
            called = variant is None or variant.has_caller  # lines of other games are refused in their own words
            if self.form == EVENINGS and called and not wishes.residual:
                doubtful_columns.check_sums(self.lines, [*self._players], faults)
        self._notice_order()
        self._named = {column: self._names[at] for column, at in self._facts.items()}
        self.header = self._header()
        self.columns = {column: at for at, column in enumerate(self.header)}
        self._taken: list[tuple[int, dict[str, str]]] = []
        self._found: list[str] = []  # bids that no cell says

    def _settle_units(self) -> None:
        """Take running totals for what was gained, leave out the lines that add up others, order deals from the oldest.

        Lines which may be sums have no voice before that is settled.
        """
        unlabelled = [line for line in self._all_lines if not line.label]
        all_are_deals = self._deals(self.lines) == len(self.lines) and self._wishes.units != RUNNING
        gains: list[Line] = []
        may_be_standings = self.form == EVENINGS
        if self.form == WIDE and all_are_deals:
            check_not_running(self.lines, self._wishes, self._deals)
        elif self.form == WIDE:
            gains = gains_of_deals(unlabelled, self._wishes, self._deals)
            are_few = 2 * self._deals(self.lines) < len(self.lines)
            may_be_standings = are_few or self._wishes.units == RUNNING
        sums = sums_of(self.lines)
        labelled = [line.numbers for line in self._all_lines if line.label]  # they say that they are totals
        add_up = any(total.items() <= sums.items() and not _repeats(total, self.lines) for total in labelled)
        if not gains and may_be_standings and (self._wishes.units or not add_up):
            lines = unlabelled if self._wishes.units == RUNNING else self.lines
            is_repeated = any(line.label and _repeats(line.numbers, lines) for line in self._all_lines)
            gains = gains_of_evenings(lines, self._wishes, is_repeated=is_repeated)
        if gains:
            self._settle_gains(gains)
            return
        totals = totals_of(self._all_lines, [*self._players], self._kind, self._wishes, self._faults)
        self._faults.check()
        self._leave_totals_out(totals)
        self.lines = [line for line in self._all_lines if line.number not in totals]
        self._check_beside(self.lines)
        if self.form != EVENINGS:
            self.lines = in_order(self.lines, self._wishes)

    def _settle_gains(self, gains: Sequence[Line]) -> None:
        """Take what was gained in each line; leave out those that say a standing once more."""
        self._check_labelled(gains)
        repeated = self._repeated_standings(gains)
        gains = [line for line in gains if line.number not in repeated]
        self._check_no_total_runs(gains)
        self._check_beside(gains)
        self.lines, self.is_running = gains, True
        self._leave_totals_out({line.number for line in self._all_lines if line.label} | repeated)
        template, kept = N_("running totals: what was gained since the line before counts"), list[str]()
        if self.form == EVENINGS:
            self.lines = [*map(who_moved, gains)]
            kept = [str(after.number) for before, after in zip(gains, self.lines, strict=True) if before is after]
            template = N_(
                "running totals: what was gained since the line before counts; "
                "who stays at the same units was not there"
            )
        if kept:
            template = N_(
                "running totals: what was gained since the line before counts; who stays at the same units was not "
                "there, but where fewer than three move all were ({lines})"
            )
        self._notices.add(_(template, lines=self.word.of(listed(kept))))

    def _repeated_standings(self, gains: Sequence[Line]) -> set[int]:
        """The lines after which all stand as before, and that are no evenings; raises DoubtfulTableError for others."""
        still = [line for line in gains if not any(line.numbers.values())]
        totals = self._wishes.total_lines()
        if strange := totals.difference(line.number for line in still):
            template = N_("--totals {number}: the units are running totals, of which {line} adds up none")
            raise RefusedError(_(template, number=min(strange), line=self.word.of(min(strange))))
        undated = {line.number for line in still if "on" in self._facts and not line.own_day}
        asked = [str(line.number) for line in still if line.number not in undated]
        if asked and not self._wishes.totals:
            readings = (
                TableReading("totals", ",".join(asked), _("a standing said once more, and left out")),
                TableReading("totals", NO_TOTALS, _("played, and nobody moved")),
            )
            template = N_("{lines}: all stand as before, and this is {ways}: say which")
            question = _(template, lines=self.word.of(listed(asked)), ways=in_words(readings))
            raise DoubtfulTableError(question, readings)
        return totals | undated

    def _check_beside(self, lines: Sequence[Line]) -> None:
        """Refuse a row that lacks a day, a number or a time that the others have: it may say something of them."""
        usual = _usual(lines)
        undated = [line for line in lines if not line.own_day]
        only_the_last = len(lines) > FEW and undated == [lines[-1]]
        each_has_its_day = only_the_last or (self.form == EVENINGS and "match" not in self._facts)
        for line in lines:
            lacking = usual - line.cells.keys()
            if "on" in self._facts and each_has_its_day and not line.own_day:
                lacking = {"on"}
            if lacking:
                head = self._names[min(self._facts[fact] for fact in lacking)]
                template = N_(
                    "{line}: this row has nothing under {column}, where the others have; if this row adds others up "
                    "or says something of them, delete it, else put it right"
                )
                raise RefusedError(_(template, line=self.word.of(line.number), column=shown(head)))

    def _notice_order(self) -> None:
        """Say where lines come in another order than the file has them, by the clock."""
        timed = [line.number for line in self.lines if line.clock is not None]
        moved = next(((later, earlier) for earlier, later in pairwise(timed) if later < earlier), None)
        if moved and self._wishes.order in {"", BY_TIME}:
            template = N_("deals come in the order of the clock: {earlier} before {later}")
            self._notices.add(_(template, earlier=self.word.of(moved[1]), later=self.word.of(moved[0])))

    def _check_no_total_runs(self, gains: Sequence[Line]) -> None:
        """Refuse running totals of deals with a row after which units moved as no deal moves them."""
        for line in gains if self.form == WIDE else ():
            if any(line.numbers.values()) and not (line.total or self._reading(line)):  # a sum has words of its own
                template = N_(
                    "{line}: these are running totals, and what was gained since the line before is no deal; if this "
                    "row adds others up or says something of them, delete it, else put it right"
                )
                raise RefusedError(_(template, line=self.word.of(line.number)))

    def _check_labelled(self, gains: Sequence[Line]) -> None:
        """Refuse a row that says it is a total, and neither repeats a running total nor adds up what was gained."""
        standings = [line for line in self._all_lines if not line.label]
        newest, gained = standings[-1].numbers, sums_of(gains)
        for total in self._all_lines:
            wrong = [name for name, number in total.numbers.items() if newest.get(name, 0) != number]
            is_right = _repeats(total.numbers, standings) or total.numbers.items() <= gained.items()
            if total.label and wrong and not is_right:
                template = N_(
                    "{line}: '{label}' has {here} for {player}, and the last running total is {due}: "
                    "put right which of them is wrong, or delete the row"
                )
                units = {"here": signed(total.numbers[wrong[0]]), "due": signed(newest.get(wrong[0], 0))}
                facts = {"line": self.word.of(total.number), "label": shown(total.label), "player": shown(wrong[0])}
                raise RefusedError(_(template, **facts, **units))

    def _leave_totals_out(self, numbers: Iterable[int]) -> None:
        rule = left_out.NOTHING_ELSE if self._wishes.totals.casefold() == NO_TOTALS else left_out.TOTALS
        for number in numbers:
            self._left_out.row(rule, number)

    def _kind(self, line: Line) -> str:
        """What a line can be that adds up others by its figures."""
        if self._is_strange(line):
            return STRANGE
        if self.form == EVENINGS:
            return EITHER if line.own_day or "on" not in self._facts else SURE
        if self.form == A_DEAL_A_LINE:
            return OWN if "caller" in line.cells else STRANGE
        if not self._reading(line):
            return SURE
        return OWN if "caller" in line.cells else EITHER

    def _is_strange(self, line: Line) -> bool:
        """Whether what stands beside the units of a line is not what stands there in a deal or an evening."""
        cells, others = line.cells, [other for other in self.lines if other is not line]
        counted = 2 * sum(_is_counted(other.cells.get("match", "")) for other in others) > len(others)
        return bool(
            _usual(others) - cells.keys() - {TIME}
            or has_no_time(line)
            or not all(self._is_name(cells[column]) for column in NAMES_BESIDE if column in cells)
            or not _is_number(cells.get("number", "1"))
            or not is_day(cells.get("on", "2026-01-01"))
            or ("match" in self._facts and counted and not _is_counted(cells.get("match", "")))
        )

    def _is_name(self, cell: str) -> bool:
        """Whether a cell names a player of the table, or says that there is none."""
        return fold(cell) in map(fold, self._players) or is_alone(cell) or cell.casefold() in words.ABSENT

    def _found_form(self) -> str:
        """The form of the lines: with columns of players, deals where one alone pays most of them, else evenings."""
        if not self._players or {"caller", "partner", "bid"} <= self._facts.keys() or self._is_game:
            return A_DEAL_A_LINE
        evenings, lines = {line.evening for line in self.lines}, len(self.lines)
        alone = 1 < lines == len(evenings) or 2 * self._deals(self.lines) < lines
        if alone and not gains_of_deals(self.lines, self._wishes, self._deals):
            return EVENINGS
        return WIDE

    def _deals(self, lines: Sequence[Line]) -> int:
        """How many of these lines are deals by their units."""
        return sum(self._reading(line) is not None for line in lines)

    def _by_laps(self, before: Mapping[str, int]) -> None:
        """Order the deals of Briscolone, whose newest comes first; a lap is a match, on the day of its first deal."""
        lines = self.lines[::-1]
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
        begin = lines[0].cells.get("on", "") if lines else ""
        if before and is_day(begin):
            day = date.fromisoformat(begin) - timedelta(1)
            cells = {"on": day.isoformat(), "match": BEFORE, "kind": ADJUSTMENT, "note": "units from before"}
            lines.insert(0, Line(0, cells, units))
        self.lines = lines

    def _header(self) -> list[str]:
        """The columns of ours that the rows have, in their order."""
        header = {column for column in self._facts if column in COLUMNS}
        if words.RESULT in self._facts:
            header |= {"card_points", "outcome"}
        if {words.TYPE, words.THRESHOLD} & self._facts.keys():
            header |= {"bid", "partner"}
        if self._players:
            header.discard("number")
            header |= {"kind", "caller", "bid", "partner", "card_points", "outcome", "slam", "times", "out", "note"}
            header |= {*SEAT_COLUMNS, *UNITS_COLUMNS}
        if not all(fold(name) in COLUMNS for name in self._names) and "match" not in self._constants:
            header.add("match")
        if self._is_game and "variant" not in self._constants:
            header.add("variant")
        return [column for column in COLUMNS if column in header]

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """The lines as records of ours; an evening of more than seven is several."""
        self._faults.word = self.word
        for line in self.lines:
            self._faults.line, self._faults.names = line.number, self._named
            if not self._players and line.cells.keys() <= set(UNITS_COLUMNS):
                self._faults.add(_(A_TOTAL))
                continue
            for cells in self._records(line):
                players = {cell: column for column, cell in cells.items() if column in SEAT_COLUMNS}
                at = {f"{word}{column[-1]}": name for name, column in players.items() for word in ("seat", "units")}
                self._faults.names = self._named | (at if self._players else {})
                self._taken.append((line.number, cells))
                yield line.number, [cells.get(column, "") for column in self.header]
        if sentence := self._left_out.sentence():
            self._notices.lines.insert(0, printable(sentence))
        if self._found:
            template = N_("{deals} without a bid: kept with the lowest one that pays so ({bids})")
            bids = ", ".join(dict.fromkeys(self._found))
            self._notices.add(_(template, deals=counts.deals(len(self._found)), bids=bids))

    def check_known(self) -> None:
        """Raise UnknownTableError where the columns do not say what the table is: then somebody has to."""
        if self.form != A_DEAL_A_LINE:
            what = _(words.LOOKS[self.form], players=", ".join(self._players))
            template = N_("{what}: --dry-run shows how it is read, --as {form} takes it in so")
            raise UnknownTableError(_(template, what=what, form=self.form), [TableReading("form", self.form, what)])

    def understood(self) -> list[str]:
        """The reading of the table, in lines for a person to check before it is taken in."""
        names = [
            _("{column} is {meaning}", column=self._names[at] or at + 1, meaning=words.meaning_in_words(column))
            for column, at in self._facts.items()
        ]
        kinds = Counter(cells.get("kind", DEAL) for _line, cells in self._taken)
        days = sorted({line.cells.get("on", "") for line in self.lines} - {""})
        lines = [_(words.SAYS[self.form], records=listed([_counted(*both) for both in kinds.items()]))]
        if names:
            lines.append(_("columns: {columns}", columns="; ".join(names)))
        if self._players:
            lines.append(_("players: {players}", players=", ".join(self._players)))
        if days:
            template = N_("dates: {first}") if days[0] == days[-1] else N_("dates: {first} to {last}")
            lines.append(_(template, first=kept_day(days[0]), last=kept_day(days[-1])))
        rows = [f"{self.word.of(number)}: {_row_as_text(cells)}" for number, cells in self._taken[:ROWS_SHOWN]]
        return lines + rows

    def _records(self, line: Line) -> list[dict[str, str]]:
        self._check_understood(line)
        cells = self._plain(line)
        if "match" in self.header:
            cells.setdefault("match", EVENING)
        if not self._players:
            return [cells]
        kind = cells.get("kind", DEAL)
        if kind == DEAL and self.form != EVENINGS:
            if {"caller", "bid", "partner"} <= cells.keys() and {"outcome", "card_points"} & cells.keys():
                at_the_table = line.units
                if len(at_the_table) > MAX_SEATS:  # who has 0 was not there
                    at_the_table = {name: text for name, text in line.units.items() if line.numbers.get(name) != 0}
                if len(at_the_table) > MAX_SEATS:
                    template = N_("{count} players have units: {most} sit at a table")
                    self._faults.add(_(template, count=len(at_the_table), most=MAX_SEATS))
                return [cells | _seated({name: plain_number(text) for name, text in at_the_table.items()})]
            if deal := self._reading(line):
                if "bid" not in cells:
                    self._found.append(deal["bid"])
                return [deal]
        if kind == DEAL:
            cells["kind"] = SHEET
        for column in cells.keys() - {*HEAD, "kind", "number", OF_SHEET}:
            self._left_out.column(left_out.NO_FACT_OF_A_SHEET, self._named.get(column, column))
        return self._sheets(line, cells)

    def _check_understood(self, line: Line) -> None:
        """Note the cells of a line of which nothing is made, and that say something nobody knows."""
        cells = line.cells
        if self._players and not _is_number(cells.get("number", "1")):
            template = N_("'{cell}' is no number of a deal; if this row adds others up, its sums are not theirs")
            self._faults.add(_(template, cell=shown(cells["number"])), "number")
        for column in ("dealer", "out") if self._players else ():
            if column in cells and not self._is_name(cells[column]):
                template = N_("'{cell}' is none of the players; if this row adds others up, its sums are not theirs")
                self._faults.add(_(template, cell=shown(cells[column])), column)
        if words.THRESHOLD in cells and read_number(cells[words.THRESHOLD]) is None:
            template = N_("'{cell}' is no count of card points")
            self._faults.add(_(template, cell=shown(cells[words.THRESHOLD])), words.THRESHOLD)
        if fold(cells.get(words.TYPE, "")) not in words.TYPES:
            template = N_("'{cell}' is no kind of bid: {known}")
            known = ", ".join(filter(None, words.TYPES))
            self._faults.add(_(template, cell=shown(cells[words.TYPE]), known=known), words.TYPE)

    def _plain(self, line: Line) -> dict[str, str]:
        """The cells of a line, those that are not ours turned into ours."""
        cells = {column: cell for column, cell in line.cells.items() if column in COLUMNS}
        if self._is_game:
            cells.setdefault("variant", GAME)
        if result := line.cells.get(words.RESULT):
            is_outcome = result.casefold() in cells_in.OUTCOME_WORDS and "outcome" not in cells
            cells.setdefault("outcome" if is_outcome else "card_points", result)
        kind = fold(line.cells.get(words.TYPE, ""))
        target = read_number(line.cells.get(words.THRESHOLD, ""))
        if kind == "import":  # the program that wrote it had guessed what it says
            return {column: cells[column] for column in cells.keys() & HEAD}
        if kind in words.TYPES_ALONE:
            cells.setdefault("partner", SOLO)
        if target:
            variant = self._variant(line) if target <= LOWEST_TARGET else None  # which card was called is not said
            cells.setdefault("bid", str(variant.variant.auction.bids[0] if variant else target))
        if kind == "carichi":
            cells["bid"] = kind if not target or target <= LOWEST_TARGET else f"{kind}/{target}"
        return cells

    def _variant(self, line: Line) -> VariantReader | None:
        """The variant of a line; None where there is none of this name, which is told elsewhere."""
        label, league = (line.cells.get(c) or unguarded(self._constants.get(c, "")) for c in ("variant", "league"))
        try:
            return self._reader(label or (GAME if self._is_game else ""), league)
        except ScorerError:
            return None

    def _reading(self, line: Line) -> dict[str, str] | None:
        """The deal that alone pays the units of a line; who has 0 may have rested, or may not have been there."""
        variant, units = self._variant(line), line.numbers
        if variant is None or len(units) < len(line.units):
            return None
        cells, playing = self._plain(line), units
        facts = variant.reading(cells, playing)
        if not facts:
            playing = {name: number for name, number in units.items() if number}
            facts = variant.reading(cells, playing)
        if not facts:
            return None
        rests = len(units) == len(playing) + 1 and len(units) <= MAX_SEATS
        names, seated = list(playing), list(units if rests else playing)
        deal = {
            "match": EVENING,
            "kind": DEAL,
            "caller": names[facts.caller - 1],
            "partner": names[facts.partner - 1] if facts.partner else SOLO,
            "bid": facts.bid,
            "slam": "yes" if facts.slam else "no",
            "times": "1",
            "out": next((name for name in seated if name not in playing), ""),
        }
        if "card_points" not in cells:
            deal["outcome"] = facts.outcome
        kept = {column: cell for column, cell in cells.items() if column not in {"caller", "partner"}}
        return deal | kept | _seated({name: str(playing[name]) if name in playing else "" for name in seated})

    def _sheets(self, line: Line, cells: Mapping[str, str]) -> list[dict[str, str]]:
        """The units of an evening as a record, or as several where more than seven players have a number."""
        if cells["kind"] == SHEET and (why := self._no_sheet(line, cells)):
            self._faults.add(why)
            return []
        tables, records = _tables(dict.fromkeys(line.units, 0) | line.numbers), []
        for number, table in enumerate(tables, 1):
            note = f"{self.word.stored(line.number)} of the table"
            if len(tables) > 1:
                note += f", part {number} of {len(tables)}"
            if sum(line.numbers.values()):
                note += f": {self._wishes.residual}"
            kept = {column: cells[column] for column in cells.keys() & {*HEAD, "kind", OF_SHEET}}
            kept.setdefault("note", note)
            records.append(kept | _seated({name: plain_number(line.units[name]) for name in table}))
        return records

    def _no_sheet(self, line: Line, cells: Mapping[str, str]) -> str:
        """Why the units of a line cannot be kept as a sheet; empty where they can."""
        if line.total and (variant := self._variant(line)) and not variant.has_caller:
            template = N_(
                "these sum to {total}, and units to 0: card points stand in a column counts (74 46), "
                "who has won in winners, who sat there in seat1, seat2 ..."
            )
            return _(template, total=signed(line.total))
        if self.form == EVENINGS:
            return ""
        if len(line.units) > MAX_SEATS:
            template = N_(
                "{count} players have units: seven sit at a table; "
                "--as evenings keeps every line as the units of an evening"
            )
            return _(template, count=len(line.units))
        if line.total:
            return doubtful_columns.sum_words(line, [*self._players])
        if "caller" in cells:
            return _(
                "no deal that is what else stands in this line pays these units; "
                "--as evenings keeps every line as the units of an evening"
            )
        return ""


def _usual(lines: Sequence[Line]) -> set[str]:
    """What most of these lines have beside their units."""
    return {fact for fact in USUAL if 2 * sum(fact in line.cells for line in lines) > len(lines)}


def _counted(kind: str, count: int) -> str:
    """`12 deals`, `3 sheets`."""
    if kind == DEAL:
        return counts.deals(count)
    if kind == SHEET:
        return ngettext("{count} sheet", "{count} sheets", count)
    return _("{count} {kind}", count=count, kind=_(kind))


def _is_number(cell: str) -> bool:
    """Whether a cell can number a deal: `3`, `3.`, `#3`, `Mano 3`."""
    return bool(re.fullmatch(r"(\w+\.? )?#?\d{1,6}[.)\u00b0\u00aa\u00ba]?", cell))


def _repeats(numbers: Mapping[str, int], lines: Iterable[Line]) -> bool:
    """Whether these are the numbers of one of the lines."""
    return any(numbers.items() <= line.numbers.items() for line in lines)


def _is_counted(match: str) -> bool:
    """Whether the name of a match ends in a number: Partita 3."""
    return match.rpartition(" ")[2].isdecimal()


def _seated(units: Mapping[str, str]) -> dict[str, str]:
    """The cells that say who sits where and what each got, of a table of at most seven."""
    return {**dict(zip(SEAT_COLUMNS, units, strict=False)), **dict(zip(UNITS_COLUMNS, units.values(), strict=False))}


def _tables(units: Mapping[str, int]) -> list[list[str]]:
    """The players by tables of at most seven: of two tables each one's units sum to zero where that can be."""
    names = list(units)
    if len(names) <= MAX_SEATS:
        return [names]
    if len(names) <= 2 * MAX_SEATS:
        for size in range(len(names) // 2, max(FEWEST_WITH_CALLER, len(names) - MAX_SEATS) - 1, -1):
            for table in combinations(names, size):
                if sum(units[name] for name in table) == 0:
                    return [list(table), [name for name in names if name not in table]]
    tables = -(-len(names) // MAX_SEATS)
    return [names[at::tables] for at in range(tables)]


def _row_as_text(cells: Mapping[str, str]) -> str:
    """A row of our columns as it is shown before it is taken in."""
    in_words = {"on": kept_day, "kind": _, "outcome": _}
    held = read_number(WHOLE.sub("", cells.get(OF_SHEET, "")))
    facts = [in_words.get(column, str)(cells.get(column, "")) for column in SHOWN]
    facts.append(counts.deals(held) if held else "")
    units = [(cells.get(seat, ""), cells.get(got, "")) for seat, got in zip(SEAT_COLUMNS, UNITS_COLUMNS, strict=True)]
    named = [f"{name} {got}".strip() for name, got in units if name]
    return "; ".join(filter(None, [" ".join(filter(None, facts)), ", ".join(named)]))

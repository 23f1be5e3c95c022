"""The lines of a home table: their facts under our names, the units of the players, the dates as we write them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Final

from scorer.exchange.csv_reader import Faults, Notices, no_names
from scorer.exchange.own.deals_csv import COLUMNS, SEAT_COLUMNS, UNITS_COLUMNS
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import listed, number
from scorer.match.names import fold, shown
from scorer.notebooks import column_and_cell_words as words
from scorer.notebooks import left_out, money
from scorer.notebooks.briscolone import GAME_COLUMNS
from scorer.notebooks.clock import TIME, Clock, begins_a_day, time_in
from scorer.notebooks.date_order import check_years, is_serial, out_of_order_words, settled_days
from scorer.notebooks.dates_without_year import with_years
from scorer.notebooks.header import (
    OF_NAMES,
    check_no_winners_list,
    columns_of,
    has_figures,
    header_at,
    padded,
    ranking_at,
)
from scorer.notebooks.table import DAY_FIRST, RUNNING, DoubtfulTableError, Grid, Line, NumberedRow, Wishes
from scorer.notebooks.totals import possible_totals
from scorer.notebooks.transposed import KEPT_DOWN

HEAD: Final = {*KEPT_DOWN, "note"}


class HomeLines:
    """The lines of a home table, and what its columns are.

    `names` are those of the columns as the file has them, `facts` and `players` the places of what they are.
    `says_seats`: an option says who sat there.
    Raises FaultyFileError for a header that cannot be understood, DoubtfulTableError for dates and columns in doubt.
    """

    def __init__(
        self, grid: Grid, wishes: Wishes, faults: Faults, notices: Notices, *, says_seats: bool = False
    ) -> None:
        self._faults, self._notices = faults, notices
        self.left_out = left_out.LeftOut(grid.word)
        faults.word = grid.word
        for notice in grid.notices:
            notices.add(notice)
        if grid.unread:
            template = N_("the sheet {name} is read; not read: {others} (--sheet NAME takes one)")
            notices.add(_(template, name=grid.sheet, others=", ".join(grid.unread)))
        begin = header_at(grid.rows)
        faults.line, names = grid.rows[begin or 0]
        if begin is None:
            faults.add(no_names([fold(cell) for cell in names], COLUMNS))
            raise faults.error()
        self._leave_titles_out(grid.rows[:begin])
        self.names, below = self._without_ranking(names, grid.rows[begin + 1 :])
        self._labels: dict[int, str] = {}
        below = list(self._without_means(below))
        below = self._in_units(below, wishes)
        counting = [row for row in below if row[0] not in self._labels]
        if not says_seats:
            check_no_winners_list(self.names, counting)
        sorted_out = columns_of(self.names, counting, wishes, faults)
        faults.check()
        self.facts, self.players = sorted_out.facts, sorted_out.players
        for name, rule in sorted_out.away.items():
            self.left_out.column(rule, name)
        self.is_game = {fold(name) for name in GAME_COLUMNS[1:]} <= {fold(name) for name in self.names}
        self.lines = list(self._lines_of(below))
        self._set_years(wishes)
        self._fill_down()
        self._by_seats()
        arithmetic = wishes.units != RUNNING and not self.is_game
        lines = self.lines if arithmetic else [line for line in self.lines if line.label]
        self.possible_totals = possible_totals(lines, [*self.players])
        self._set_clock(self._days((DAY_FIRST, *wishes.dates) if self.is_game else wishes.dates), wishes)

    def _in_units(self, below: list[NumberedRow], wishes: Wishes) -> list[NumberedRow]:
        """The rows with whole units, where amounts of money stood; refuses money of which nothing is said."""
        ignored = {fold(name) for name in wishes.ignore}
        numbers = [
            at
            for at, name in enumerate(self.names)
            if not (words.meaning(name) or words.is_sum(name)) and fold(name) not in ignored
        ]
        if not wishes.unit_value:
            counting = [row for row in below if row[0] not in self._labels and self._is_understood(row)]
            money.check_no_money(counting, numbers, self.names, self._faults)
            return below
        cents = money.unit_value_cents(wishes.unit_value)
        template = N_("amounts of money are read as units of {unit} each, in the currency of the league")
        self._notices.add(_(template, unit=number(cents / 100, 2)))
        return money.in_units(below, numbers, cents, self.names, self._faults)

    def _leave_titles_out(self, above: Sequence[NumberedRow]) -> None:
        """Leave out what stands above the names of the columns; what may be a line of the table is a fault."""
        for at, row in above:
            if any(map(words.says_total, row)):
                self.left_out.row(left_out.TOTALS, at)
            elif has_figures(row):
                names, self._faults.line = self._faults.line, at
                template = N_("this row stands above the names of the columns ({line}): put it below, or delete it")
                self._faults.add(_(template, line=names))
                self._faults.line = names
            elif any(row):
                self.left_out.row(left_out.TITLE, at)

    def _without_ranking(self, names: list[str], below: Sequence[NumberedRow]) -> tuple[list[str], list[NumberedRow]]:
        """The table alone, where a ranking of its players stands beside it."""
        width = max([len(names), *(len(cells) for _line, cells in below)])
        wide = padded(names, width)
        at = ranking_at(wide, [padded(cells, width) for _line, cells in below])
        if at is None:
            return names, [(line, padded(cells, len(names))) for line, cells in below]
        columns = ", ".join(filter(None, wide[at:]))
        template = N_("a ranking stands beside the table; the columns from {place} on are left away")
        if columns:
            template = N_("a ranking stands beside the table; left away: {columns}")
        self._notices.add(_(template, place=at + 1, columns=columns))
        return wide[:at], [(line, padded(cells, width)[:at]) for line, cells in below if any(cells[:at])]

    def _without_means(self, below: Sequence[NumberedRow]) -> Iterator[NumberedRow]:
        """The rows but for means, counts, percentages and names; it keeps what the label of a row of totals is."""
        for at, row in below:
            rule, label = self._said_by(row)
            if rule == left_out.TOTALS:
                self._labels[at] = label
            elif rule:
                self.left_out.row(rule, at)
                continue
            if any(row):
                yield at, row

    def _said_by(self, row: Sequence[str]) -> tuple[str, str]:
        """The rule by which a row is none of the table, or adds others up, with the word that says so."""
        if row == self.names:
            return left_out.NAMES_AGAIN, ""
        meant = [words.meaning(name) for name in self.names]
        cells = [(column, cell) for column, cell in zip(meant, row, strict=False) if cell]
        figures = [cell for column, cell in cells if not column and any(map(str.isdecimal, cell))]
        if figures and all(cell.endswith("%") for cell in figures):
            return left_out.PERCENTAGES, ""
        if any(column in words.WON_BY for column, _cell in cells):
            return "", ""
        dated = any(column == "on" or words.DATE.match(cell) for column, cell in cells)
        players = {fold(name) for name in self.names if not (words.meaning(name) or words.is_sum(name))}
        for column, cell in cells:
            in_a_dated_line = dated and (not column or column == "note")
            is_remark = column == "note" and not words.is_total(cell)
            if in_a_dated_line or is_remark or fold(cell) in players:
                continue
            if words.says_mean(cell, is_name=column in OF_NAMES or bool(words.SEAT.fullmatch(column))):
                return left_out.MEANS, cell
            if words.says_total(cell):
                return left_out.TOTALS, cell
        return "", ""

    def _is_understood(self, row: NumberedRow) -> bool:
        """Whether the date and the number of a row can be what they should; what is refused has no voice."""
        cells = [(words.meaning(name), cell) for name, cell in zip(self.names, row[1], strict=False) if cell]
        return all(any(map(str.isdecimal, cell)) for column, cell in cells if column in {"on", "number"})

    def _lines_of(self, below: Sequence[NumberedRow]) -> Iterator[Line]:
        """The lines that say something of a deal or an evening; of the others it is said which they are."""
        absent: Counter[str] = Counter()
        for at_row, row in below:
            cells = {column: row[at] for column, at in self.facts.items() if row[at]}
            given = {name: row[at] for name, at in self.players.items()}
            units = {name: cell for name, cell in given.items() if cell.casefold() not in words.ABSENT}
            if cells.get("match", "").isdecimal():
                cells["match"] = f"{self.names[self.facts['match']]} {cells['match']}"
            if cells or units:
                absent.update(cell for cell in given.values() if cell.casefold() in words.ABSENT_WORDS)
                yield Line(at_row, cells, units, label=self._labels.get(at_row, ""))
            else:
                self.left_out.row(left_out.TOTALS if at_row in self._labels else left_out.NOTHING, at_row)
        if absent:
            written = listed([f"'{shown(word)}'" for word in absent])
            notice = ngettext(
                "{count} cell with {words}: who was not there",
                "{count} cells with {words}: who was not there",
                absent.total(),
                words=written,
            )
            self._notices.add(notice)

    def _fill_down(self) -> None:
        """Say in every line what merged cells left out."""
        above: dict[str, str] = {}
        filled: Counter[str] = Counter()
        for line in self.lines:
            line.own_day = "on" in line.cells
            if line.label or not any(map(str.isdecimal, line.cells.get("on", "0"))):
                continue  # a word in place of the day is nobody's day below
            if line.own_day and begins_a_day(line, above.get("on", "")):
                above.pop("match", None)
            for column in KEPT_DOWN if self.players or not line.cells.keys() <= set(UNITS_COLUMNS) else ():
                if column in line.cells:
                    above[column] = line.cells[column]
                elif column in above:
                    line.cells[column] = above[column]
                    filled[column] += 1
        for column, times in filled.items():
            notice = ngettext(
                "{count} empty cell of {column}: what stands above is meant",
                "{count} empty cells of {column}: what stands above is meant",
                times,
                column=self.names[self.facts[column]],
            )
            self._notices.add(notice)

    def _by_seats(self) -> None:
        """Turn columns of seats and units without a caller into columns of players."""
        if "caller" in self.facts or not {"seat1", "units1"} <= self.facts.keys() or "kind" in self.facts:
            return
        for line in self.lines:
            seats, units = ([line.cells.pop(c, "") for c in columns] for columns in (SEAT_COLUMNS, UNITS_COLUMNS))
            line.units = {name: got or "0" for name, got in zip(seats, units, strict=True) if name}
            self._faults.line = line.number
            for at, (name, got) in enumerate(zip(seats, units, strict=True)):
                column = self.names[self.facts.get(SEAT_COLUMNS[at], -1)]
                if got and not name and not line.label:
                    self._faults.add(_("'{cell}' without a player", cell=shown(got)), column)
                elif name in filter(None, seats[:at]):
                    self._faults.add(_("{name} stands twice in this line", name=shown(name)), column)
        self._faults.check()
        self.facts = {name: at for name, at in self.facts.items() if name not in {*SEAT_COLUMNS, *UNITS_COLUMNS}}
        self.players = dict.fromkeys((name for line in self.lines for name in line.units), 0)

    def _set_years(self, wishes: Wishes) -> None:
        """Complete the dates that have no year."""
        dated = [line for line in self.lines if "on" in line.cells]
        cells = [(self._faults.place(line.number), line.cells["on"]) for line in dated]
        for line, cell in zip(dated, with_years(cells, wishes, self._notices.add), strict=True):
            line.cells["on"] = cell

    def _days(self, wanted: Sequence[str]) -> dict[str, date]:
        """The days of the cells of dates, in the order that is wanted or that they show themselves."""
        if "on" not in self.facts:
            return {}
        column = self.names[self.facts["on"]]
        dated = [line for line in self.lines if "on" in line.cells and line.number not in self.possible_totals]
        cells = [(self._faults.place(line.number, column), line.cells["on"]) for line in dated]
        days, order = settled_days(cells, wanted)
        check_years(days, {cell: place for place, cell in reversed(cells)}, wanted)
        example = next((cell for _line, cell in cells if cell in days and days[cell].isoformat() != cell), "")
        template = N_("dates are read month first: {text} is {day}")
        if order == DAY_FIRST:
            template = N_("dates are read day first: {text} is {day}")
        if not order:
            template = N_("dates are days as a spreadsheet counts them: {text} is {day}")
        if example and (order or is_serial(example)):
            self._notices.add(_(template, text=example, day=days[example]))
        if notice := out_of_order_words([(place, days[cell]) for place, cell in cells if cell in days]):
            self._notices.add(notice)
        for line in self.lines:
            if line.number in self.possible_totals and not line.label:  # read as the others are, and asked for nothing
                with suppress(DoubtfulTableError):
                    days |= settled_days([("", line.cells.get("on", ""))], (order, *wanted))[0]
        return days

    def _set_clock(self, days: Mapping[str, date], wishes: Wishes) -> None:
        """Write every day as we do: that of the evening, where a line says when it was played."""
        column = self.facts.get(TIME, self.facts.get("on"))
        if column is not None:
            name = self.names[column]
            lines = [line for line in self.lines if not (line.number in self.possible_totals and has_no_time(line))]
            Clock(wishes, lambda line: self._faults.place(line.number, name), self._notices.add).set(lines, days)
        for line in self.lines:
            if line.clock is None and (day := days.get(line.cells.get("on", ""))):
                line.cells["on"] = day.isoformat()


def has_no_time(line: Line) -> bool:
    """Whether something else stands in place of the time, as a word beside a sum."""
    return TIME in line.cells and time_in(line.cells[TIME], alone=True) is None

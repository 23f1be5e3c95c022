"""The header of a foreign table: which row it is, which column is which fact, which is a player, which is neither."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import (
    MOST_COLUMNS,
    NUMBER,
    TOO_MANY_CELLS,
    Faults,
    no_such_column,
    too_many_columns,
    whole,
)
from scorer.language import N_, _
from scorer.match.names import fold, shown
from scorer.notebooks import left_out
from scorer.notebooks.clock import TIME
from scorer.notebooks.column_and_cell_words import (
    ABSENT,
    CARD,
    DATE,
    MEANT,
    PLACES,
    PLAYER,
    SEAT,
    THRESHOLD,
    is_sum,
    meaning,
)
from scorer.notebooks.date_order import most_days
from scorer.notebooks.money import is_money
from scorer.notebooks.table import NumberedRow, Wishes

NAMES_OF_A_TABLE = 3
ROWS_LOOKED_AT = 30
FEWEST_RANKED = 3
FEWEST_FIGURES = 2
FEWEST_PLAYERS_BESIDE = 2  # columns of players, beside which a column of words has none
FEWEST_BEHIND_A_GAP = 2  # names that make a ranking where an empty column parts it from the table
_BEGINS_A_NUMBER = re.compile(r"[+\-\u2212]?\d").match
# Columns in which names of players stand that have columns of their own, too
OF_NAMES: Final = {"caller", "partner", "dealer", "out", "winners", "note", "match"}
IN_ROWS = N_("players stand in rows here: give each a column of their own, and each evening a line")


@dataclass(slots=True)
class HeaderColumns:
    """The places of the facts, by our names, and of the players, by theirs.

    `away` are the rules by which other columns are left out, by their names.
    """

    facts: dict[str, int] = field(default_factory=dict)
    players: dict[str, int] = field(default_factory=dict)
    away: dict[str, str] = field(default_factory=dict)


def header_at(rows: Sequence[NumberedRow]) -> int | None:
    """The row of the column names: that with most names we know, else one with names above numbers."""
    looked = [cells for _line, cells in rows[:ROWS_LOOKED_AT]]
    known = [0 if any(map(_BEGINS_A_NUMBER, cells)) else sum(bool(meaning(cell)) for cell in cells) for cells in looked]
    if any(known):
        return max(range(len(looked)), key=lambda at: (known[at], sum(map(bool, looked[at])), -at))
    for at, (cells, below) in enumerate(pairwise(looked)):
        if any(cell and NUMBER.fullmatch(cell) for cell in cells):
            continue
        columns = [(name, cell) for name, cell in zip(cells, below, strict=False) if name]
        if sum(bool(NUMBER.fullmatch(cell)) or is_money(cell) for _line, cell in columns) >= NAMES_OF_A_TABLE:
            return at
    return None


def has_figures(cells: Sequence[str]) -> bool:
    """Whether a row above the names of the columns looks like a line of the table, and not like a title."""
    return sum(bool(NUMBER.fullmatch(cell) or DATE.match(cell)) for cell in cells) >= FEWEST_FIGURES


def padded(cells: list[str], width: int) -> list[str]:
    """A row with empty cells at its end, as many as it lacks."""
    return cells + [""] * (width - len(cells))


def ranking_at(names: Sequence[str], rows: Sequence[Sequence[str]]) -> int | None:
    """Where a ranking beside the table begins: names of columns to its left, each once. All rows are as wide.

    Numbers stand beside the names, or an empty column parts the ranking from the table.
    """
    columns = [*zip(*rows, strict=True), ()] if rows else [()] * (len(names) + 1)
    for at, name in enumerate(names):
        left = {fold(name_before) for name_before in names[:at] if name_before}
        ranked = [fold(cell) for cell in columns[at] if cell]
        if meaning(name) in OF_NAMES or SEAT.fullmatch(meaning(name)) or not set(ranked) <= left:
            continue
        if len(ranked) < FEWEST_BEHIND_A_GAP or len(ranked) != len(set(ranked)):
            continue
        begin = _ranking_begins(at, names, columns)
        behind_a_gap = not any([names[begin], *columns[begin]])
        numbers = [number for cell, number in zip(columns[at], columns[at + 1], strict=False) if cell]
        has_numbers = len(ranked) >= FEWEST_RANKED and numbers and all(map(NUMBER.fullmatch, numbers))
        if behind_a_gap or has_numbers:
            return begin
    return None


def _ranking_begins(at: int, names: Sequence[str], columns: Sequence[Sequence[str]]) -> int:
    """Where the ranking begins whose players stand in column `at`: behind an empty column the table ends."""
    ranked = {fold(cell) for cell in columns[at]}
    while at > 1 and fold(names[at - 1]) not in ranked - {""}:
        cells = [cell for cell in columns[at - 1] if cell]
        if not _are_places(cells) and not is_sum(names[at - 1]):
            break
        at -= 1
        if not (names[at] or cells):
            break
    return at


def _are_places(cells: Sequence[str]) -> bool:
    """Whether these cells count from 1 on; no cells do."""
    return list(cells) == [str(place) for place in range(1, len(cells) + 1)]


def columns_of(names: Sequence[str], below: Sequence[NumberedRow], wishes: Wishes, faults: Faults) -> HeaderColumns:
    """The meaning of each column; notes faults. Raises DoubtfulTableError for a header that can be read in two ways."""
    sorted_out = HeaderColumns()
    _check_wished(names, wishes)
    kept = {fold(name) for name in wishes.keep}
    meant = {meaning(name) for name in names}
    seated, dated = "seat1" in meant, "on" in meant
    for at, name in enumerate(names[:MOST_COLUMNS]):
        filled = [(line, cells[at]) for line, cells in below if cells[at].casefold() not in ABSENT]
        column = "" if fold(name) in kept else meaning(name)
        words = [cell for _line, cell in filled]
        if not dated and column in {"", "match", PLAYER, TIME} and 2 * most_days(words) > len(words):
            column, dated = "on", True
        elif filled and not name and _are_places(words):
            column = "number"
        numbers = sum(NUMBER.fullmatch(cell) is not None for _line, cell in filled)
        is_player = (
            2 * numbers > len(filled)
            and not seated
            and not SEAT.fullmatch(fold(name))
            and bool(re.search(r"[^\W\d]", name))
        )
        if rule := _rule_that_leaves_out(name, column, wishes, is_empty=not filled):
            if name or any(cells[at] for _line, cells in below):
                sorted_out.away[name or f"{at + 1}"] = rule
        elif column in sorted_out.facts or fold(name) in map(fold, sorted_out.players):
            faults.add(_("the name stands twice in the header"), name or f"{at + 1}")
        elif column and column != PLAYER:
            sorted_out.facts[column] = at
        elif not name:
            _add_nameless(at, names, below, faults)
        elif is_player or fold(name) in kept:
            sorted_out.players[name] = at
        else:
            _add_strange(name, filled, faults, players=len(sorted_out.players))
    if CARD in sorted_out.facts:
        sorted_out.facts["called" if {"bid", THRESHOLD} & sorted_out.facts.keys() else "bid"] = sorted_out.facts.pop(
            CARD
        )
    _add_too_many(names, below, faults)
    return sorted_out


def check_no_winners_list(names: Sequence[str], below: Sequence[NumberedRow]) -> None:
    """Raise RefusedError for a list of who won, where nothing says what anybody won or who else sat there."""
    places = [name for name in names if meaning(name) == "winners" or fold(name).strip(" .") in PLACES]
    says_more = any(meaning(name) in {"caller", "counts", "seat1", PLAYER} for name in names)
    others = [at for at, name in enumerate(names) if not meaning(name)]
    if places and not says_more and not any(at < len(row) and whole(row[at]) for _line, row in below for at in others):
        template = N_(
            "this is a list of winners (column {columns}): it does not say how many units they won, nor who "
            "lost. Give each player a column with their units of each evening; or, where a line is a deal of a game "
            'without a caller, say who sat there: --players "Anna,Bruno,..." or columns seat1, seat2 ...'
        )
        raise RefusedError(_(template, columns=", ".join(places)))


def _rule_that_leaves_out(name: str, column: str, wishes: Wishes, *, is_empty: bool) -> str:
    """The rule by which a column is left out; "" for one that comes in. `column` is what its name means."""
    if fold(name) in map(fold, wishes.ignore):
        return left_out.IGNORED
    if not column and is_sum(name) and fold(name) not in map(fold, wishes.keep):
        return left_out.A_CHECK
    return left_out.EMPTY if is_empty and not column else ""


def _add_nameless(at: int, names: Sequence[str], below: Sequence[NumberedRow], faults: Faults) -> None:
    """Note that a column has no name; it may be a player's where the others do not sum to zero without it."""
    others = [place for place in range(at) if names[place] and not meaning(names[place])]
    sums = [sum(whole(cells[place]) or 0 for place in others) for _line, cells in below]
    template = N_('it has no name; --ignore "" leaves away what has none')
    if any(sums):
        template = N_("it has no name; give it one, if it is a player")
    faults.add(_(template), f"{at + 1}")


def _check_wished(names: Sequence[str], wishes: Wishes) -> None:
    """Raise RefusedError for a column that is to be left away or kept, and is not there."""
    for option, wished in (("--ignore", wishes.ignore), ("--keep", wishes.keep)):
        if strange := [name for name in wished if fold(name) not in map(fold, names)]:
            columns = ", ".join(filter(None, names))
            template = N_("{option} {typed}: the columns are {columns}")
            raise RefusedError(_(template, option=option, typed=shown(strange[0]), columns=columns))


def _add_too_many(names: Sequence[str], below: Sequence[NumberedRow], faults: Faults) -> None:
    """Note what is too wide: the header, and lines that are wider than it."""
    if len(names) > MOST_COLUMNS:
        faults.add(too_many_columns(len(names)))
    header = faults.line
    for faults.line, cells in below:
        if any(cells[len(names) :]):
            faults.add(_(TOO_MANY_CELLS, cells=len(cells), columns=len(names)))
    faults.line = header


def _add_strange(name: str, cells: Sequence[tuple[int, str]], faults: Faults, *, players: int) -> None:
    """Note why a column is neither a fact nor a player: at the cell that is no number, else at its name.

    `players` is how many columns of players stand to its left: with none of them the names may stand in this one, and
    nothing is said that would leave it away. Nor is it where its name is a day.
    """
    header = faults.line
    formula = next((cell for _line, cell in cells if cell.startswith("=")), "")
    line, word = next(((line, cell) for line, cell in cells if not NUMBER.fullmatch(cell)), (header, ""))
    has_figures = any(any(map(str.isdecimal, cell)) for _line, cell in cells)
    if formula:
        template = N_("the formula {formula} has no result: open the file in a spreadsheet program and save it there")
        why = _(template, formula=shown(formula))
    elif most_days([name]):
        why = _("this name is a day: {what}", what=_(IN_ROWS))
    elif word and has_figures:
        faults.line = line
        template = N_(
            "'{cell}' is no number: write it as 3 or -3; "
            "who was not there has an empty cell, -, x, a, ass., assente, np or riposo"
        )
        why = _(template, cell=shown(word))
    elif meaning(name) == PLAYER:
        template = N_('names stand in this column beside columns of players: --ignore "{column}" leaves it away')
        why = _(template, column=name) if players >= FEWEST_PLAYERS_BESIDE else _(IN_ROWS)
    elif players < FEWEST_PLAYERS_BESIDE and not has_figures:
        why = no_such_column(fold(name), list(MEANT), N_('if the players stand in it, call it "Player"'))
    else:
        template = N_('--ignore "{column}" leaves it away')
        if has_figures:
            template = N_('--ignore "{column}" leaves it away, --keep "{column}" makes it a player')
        why = no_such_column(fold(name), list(MEANT), _(template, column=name))
    faults.add(why, name)
    faults.line = header

"""Tables of ours, as HTML: their names are links, their heads sort them by links, their first column stays in sight.

For what is read most: standings, players, matches, the score sheet. Every other table is Streamlit's.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import streamlit as st
from markupsafe import Markup

from dashboard.address import links
from dashboard.look import markup
from dashboard.page.sortable_tables import Row, page_of
from scorer.stats.describe.columns import Column
from scorer.text.numbers import Counting

SORT: Final = "sort"  # in the address: the column that sorts, behind a minus with the largest first
MOST: Final = 500  # rows: a browser lays out a table as a whole


class Cell(NamedTuple):
    """A cell: its words or a drawing, where they lead ("" nowhere), and how it looks."""

    words: str | Markup
    address: str = ""
    style: str = ""


class Head(NamedTuple):
    """The head of a column: the address that sorts by it, which way it is sorted now ("" not), and what it means."""

    words: str
    address: str
    sorted_now: str
    help: str
    in_words: bool
    pinned: bool


Drawn = Callable[[Row], str | Markup]
OfCell = Callable[[Row, str], str]  # by the row and the name of the column
AS_WORDS: Final[Mapping[str, Drawn]] = {}  # no column is drawn


def nothing(_row: Row, _column: str) -> str:
    """No style, and no address."""
    return ""


def shown(
    rows: Sequence[Row], columns: Sequence[Column], *, alt: str, units: Counting, alone: bool = False,
    drawn: Mapping[str, Drawn] = AS_WORDS, styled: OfCell = nothing, leading: OfCell = nothing,
) -> None:  # fmt: skip
    """A table of these rows, sorted as the address says; `alone`: nobody ever has a partner there.

    `drawn` makes the cells of a column in another way than its words; `styled` gives the style of a cell, and `leading`
    the address to which it leads where that is no page of its player, match or variant; both by row and column.
    """
    sure = units.style.sure
    kept = [column for column in columns if column.is_shown(rows, alone=alone, sure=sure)]
    by, backwards = _sorting(kept)
    order = _sorted(rows, by, backwards=backwards) if by else list(rows)
    keys = [column for column in kept if column.pinned]
    pinned = next((column for column in keys if column.in_words), keys[0] if keys else None)
    heads = [_head(column, units, by, backwards=backwards, pinned=column is pinned) for column in kept]
    cells = [[_cell(row, column, units, drawn, styled, leading) for column in kept] for row in order[:MOST]]
    st.html(markup.html("table", "table", alt, heads, cells, len(rows)))


def bars(units: Sequence[float], words: str) -> Markup:
    """A bar for each of these units, up or down, the longest for the largest; a screen reader gets the words."""
    largest = max(map(abs, units), default=0) or 1
    return markup.html("table", "bars", [round(number / largest, 2) for number in units], words)


def _sorting(columns: Sequence[Column]) -> tuple[Column | None, bool]:
    """The column that sorts the table, None for none, and whether its largest cells come first."""
    name = st.query_params.get(SORT, "")
    by = next((column for column in columns if column.name == name.lstrip("-")), None)
    return by, name.startswith("-")


def _sorted(rows: Sequence[Row], by: Column, *, backwards: bool) -> list[Row]:
    """The rows in the order of a column; rows without a cell there come last, whichever way."""
    there = [row for row in rows if row[by.name] is not None]
    there.sort(key=lambda row: str(row[by.name]).casefold() if by.in_words else row[by.name], reverse=backwards)
    return [*there, *(row for row in rows if row[by.name] is None)]


def _head(column: Column, units: Counting, by: Column | None, *, backwards: bool, pinned: bool) -> Head:
    """The head of a column; chosen for the first time it sorts names and places upwards, figures downwards."""
    is_sorted = by is column
    turned = not backwards if is_sorted else not column.in_words and not column.pinned
    address = links.here(**{SORT: f"{'-' if turned else ''}{column.name}"})
    way = ("descending" if backwards else "ascending") if is_sorted else ""
    meaning = column.help(sure=units.style.sure)
    return Head(column.head(units.currency), address, way, meaning, column.in_words, pinned)


def _cell(
    row: Row, column: Column, units: Counting, drawn: Mapping[str, Drawn], styled: OfCell, leading: OfCell
) -> Cell:
    words = drawn[column.name](row) if column.name in drawn else column.written(row, units)
    address = leading(row, column.name)
    if not address and (page := page_of(row, column)):
        address = links.address(*page)
    return Cell(words, address, styled(row, column.name))

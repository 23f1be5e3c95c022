"""Tables as HTML: their names are links, their heads sort them by links, their first column stays in sight.

What sorts a table stands in the address of the page: it sorts every table of the page that has this column. Below them
stand what their columns mean, and the same figures as a CSV.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import streamlit as st
from markupsafe import Markup

from dashboard import data
from dashboard.address import links
from dashboard.address.filters import SORT
from dashboard.look import markup
from scorer.exchange.csv_writer import csv_text
from scorer.language import _
from scorer.match.names import alphabetical
from scorer.rules.cards import ITALIAN_PACK
from scorer.stats.describe.columns import PLAYER, Column
from scorer.stats.models.intervals import Z
from scorer.text import numbers
from scorer.text.numbers import SCREEN, SURE_SCREEN, Counting, Row

CLEAR: Final = {True, "yes", "no"}  # what a column says where another one is beyond what chance alone does
MOST: Final = 500  # rows: a browser lays out a table as a whole


def counting(currency: str = "", *, sure: bool = False, pack: Sequence[str] = ITALIAN_PACK) -> Counting:
    """How a screen writes figures: units as money of a `currency`; how `sure` they are where somebody asks for that.

    Bids are written as those of a `pack`.
    """
    return Counting(currency, SURE_SCREEN if sure else SCREEN, pack)


COUNTING: Final = counting()


class Bar(NamedTuple):
    """The bar of a cell, in hundredths of its width: where 0, the figure and its mark are, and what is likely."""

    zero: float
    figure: float
    mark: float | None
    likely: Sequence[float]
    is_clear: bool


class HtmlCell(NamedTuple):
    """A cell: its words or a drawing, where they lead ("" nowhere), how it looks, and its bar."""

    words: str | Markup
    address: str = ""
    style: str = ""
    bar: Bar | None = None


class ColumnHead(NamedTuple):
    """The head of a column: the address that sorts by it, which way it is sorted now ("" not), and what it means."""

    words: str
    address: str
    sorted_now: str
    help: str
    in_words: bool
    pinned: bool


DrawsCell = Callable[[Row], str | Markup]
OfCell = Callable[[Row, str], str]  # by the row and the name of the column
AS_WORDS: Final[Mapping[str, DrawsCell]] = {}  # no column is drawn


def nothing(_row: Row, _column: str) -> str:
    """No style, and no address."""
    return ""


def shown(
    rows: Sequence[Row], columns: Sequence[Column], *, alt: str, units: Counting = COUNTING, alone: bool = False,
    drawn: Mapping[str, DrawsCell] = AS_WORDS, styled: OfCell = nothing, leading: OfCell = nothing,
) -> None:  # fmt: skip
    """A table of these rows, sorted as the address says; `alone`: nobody ever has a partner there.

    `drawn` makes the cells of a column in another way than its words; `styled` gives the style of a cell, and `leading`
    the address to which it leads where that is no page of its player, match or variant; both by row and column.
    """
    sure = units.style.sure
    kept = [column for column in columns if column.is_shown(rows, alone=alone, sure=sure)]
    sorting = st.query_params.get(SORT, "")
    by = next((column for column in kept if column.name == sorting.lstrip("-")), None)
    backwards = sorting.startswith("-")  # the largest cells come first
    order = _sorted(rows, by, backwards=backwards) if by else list(rows)
    keys = [column for column in kept if column.pinned]
    pinned = next((column for column in keys if column.in_words), keys[0] if keys else None)
    heads = [_head(column, units, by, backwards=backwards, pinned=column is pinned) for column in kept]
    seen = order[:MOST]
    cells = [[_cell(row, column, units, drawn, styled, leading) for column in kept] for row in seen]
    for at, column in enumerate(kept):
        if column.bar:
            for row, bar in zip(cells, _bars(seen, column, sure=sure), strict=True):
                row[at] = row[at]._replace(bar=bar)
    st.html(markup.html("table", "table", alt, heads, cells, len(rows)))


def bars(units: Sequence[float], words: str) -> Markup:
    """A bar for each of these units, up or down, the longest for the largest; a screen reader gets the words."""
    largest = max(map(abs, units), default=0) or 1
    return markup.html("table", "bars", [round(number / largest, 2) for number in units], words)


def _bars(rows: Sequence[Row], column: Column, *, sure: bool) -> list[Bar | None]:
    """The bars of a column, of one scale for all rows; if `sure` with what is likely; None where there is no figure.

    The interval of a few deals does not make all bars small: the scale ends at twice the largest figure.
    """
    if column.form == "distance":  # which has no side
        rows = [row | {column.name: None if row[column.name] is None else abs(row[column.name])} for row in rows]
    likely = [_likely(row, column) if sure else [] for row in rows]
    figures = [row.get(name) for row in rows for name in (column.name, column.mark)]
    reached: list[float] = [0.0, *(figure for figure in figures if figure is not None)]
    furthest = 2 * max(map(abs, reached))
    reached += [min(max(end, -furthest), furthest) for ends in likely for end in ends]
    low, high = min(reached), max(reached)

    def place(figure: float) -> float:
        return round(100 * (figure - low) / (high - low or 1), 1)

    def bar(row: Row, ends: Sequence[float]) -> Bar:
        mark = row.get(column.mark)
        marked = None if mark is None else place(mark)
        return Bar(place(0), place(row[column.name]), marked, list(map(place, ends)), row.get(column.clear) in CLEAR)

    return [None if row[column.name] is None else bar(row, ends) for row, ends in zip(rows, likely, strict=True)]


def _likely(row: Row, column: Column) -> list[float]:
    """The ends of the 95 % interval of a figure; empty where it has none."""
    figure, error = row[column.name], row.get(column.error)
    if column.ends:
        return [row[end] for end in column.ends if row[end] is not None]
    return [] if figure is None or error is None else [figure - Z * error, figure + Z * error]


def _sorted(rows: Sequence[Row], by: Column, *, backwards: bool) -> list[Row]:
    """The rows in the order of a column; rows without a cell there come last, whichever way."""
    there = [row for row in rows if row[by.name] is not None]
    there.sort(key=lambda row: alphabetical(str(row[by.name])) if by.in_words else row[by.name], reverse=backwards)
    return [*there, *(row for row in rows if row[by.name] is None)]


def _head(column: Column, units: Counting, by: Column | None, *, backwards: bool, pinned: bool) -> ColumnHead:
    """The head of a column; chosen for the first time it sorts names and places upwards, figures downwards."""
    is_sorted = by is column
    turned = not backwards if is_sorted else not column.in_words and not column.pinned
    address = links.here(**{SORT: f"{'-' if turned else ''}{column.name}"})
    way = ("descending" if backwards else "ascending") if is_sorted else ""
    meaning = column.help(sure=units.style.sure)
    return ColumnHead(column.head(units.currency), address, way, meaning, column.in_words, pinned)


def _cell(
    row: Row, column: Column, units: Counting, drawn: Mapping[str, DrawsCell], styled: OfCell, leading: OfCell
) -> HtmlCell:
    words = drawn[column.name](row) if column.name in drawn else column.written(row, units)
    return HtmlCell(words, leading(row, column.name) or _own_page(row, column), styled(row, column.name))


def _own_page(row: Row, column: Column) -> str:
    """The address of the page of the player, match or variant in a cell; empty where it has none."""
    cell, match_id = row[column.name], row.get("match_id", row.get("id"))
    if column.form == PLAYER and cell in data.players_now():
        return links.address("players", {"player": str(cell)})
    if column.form == "match" and cell and match_id:
        return links.address("matches", {"match": str(match_id)})
    if column.form == "variant":
        return links.address("variants", {"variant": str(row.get("variant_id", cell))})
    return ""


def meanings(
    rows: Sequence[Row], columns: Sequence[Column], key: str, *, alone: bool = False, sure: bool = False,
    currency: str = "",
) -> None:  # fmt: skip
    """What many columns mean, a line each, folded away: on a phone no mouse shows the help of a head."""
    if fold := markup.unfolded(_("what the columns mean"), key, compact=True):
        with fold:
            markup.meanings(meant(rows, columns, alone=alone, sure=sure, currency=currency))


def meant(
    rows: Sequence[Row], columns: Sequence[Column], *, alone: bool = False, sure: bool = False, currency: str = ""
) -> list[tuple[str, str]]:
    """The heads of the columns that a table of these rows shows, each with what it means where it does not say so."""
    kept = [column for column in columns if column.is_shown(rows, alone=alone, sure=sure)] if rows else []
    means = [(column, meaning) for column in kept if (meaning := column.help(sure=sure))]
    marks = {column.mark for column in kept}
    return [
        (column.head(currency), _("{meaning}: the mark at a bar", meaning=meaning) if column.name in marks else meaning)
        for column, meaning in means
    ]


Made = tuple[Sequence[str], Iterable[Sequence[numbers.Cell]]]


def csv_button(name: str, make: Callable[[], Made]) -> None:
    """A button that brings a CSV, made when somebody asks for it, by the one writer of every CSV."""
    file, icon = f"{name}.csv", ":material/download:"
    st.download_button(
        file, lambda: csv_text(*make()), file, "text/csv", key=f"csv_{name}", on_click="ignore", icon=icon
    )

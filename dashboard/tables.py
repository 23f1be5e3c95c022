"""Tables that people sort: each column sorted by its cells and told in words; and the same figures as a CSV."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from dashboard import data, links, markup, safe_text, theme
from scorer.exchange.writing import csv_text
from scorer.stats.columns import Column
from scorer.text.numbers import SCREEN, Cell, Counting

ALL_AT_ONCE: Final = 30  # rows that are shown without scrolling
MEASURED: Final = 10  # rows by which the browser sets the width of a column
ON_PAPER: Final = 250  # rows that are printed: more are for the CSV
WORDS: Final = {"text", "date"}
SHARES: Final = {"percent", "rate"}
DECIMALS: Final = {"distance": 1} | dict.fromkeys(SHARES, 0)  # two of all others, as `Column.written` writes them
PEOPLE: Final = {"player", "other", "caller", "partner", "leader"}
MATCHES: Final = {"id", "match"}
Row = Mapping[str, Any]


def shown(
    rows: Sequence[Row], columns: Sequence[Column], key: str, *, alt: str, currency: str = "", alone: bool = False,
    paint: Callable[[Styler], None] | None = None, pick: Callable[[Row], None] | None = None,
    widths: Mapping[str, int] | None = None,
) -> None:  # fmt: skip
    """A table of these rows; units are cents where there is a `currency`; `alone`: nobody ever has a partner there.

    Sorted by its numbers on a screen, where only what is in sight is drawn; as a whole on paper and for who listens.
    `paint` gives cells more colours; `pick` is called with the row in which a cell is chosen that leads nowhere;
    `widths` are those of columns, in pixels, that shall not be as wide as their words.
    """
    units, widths = Counting(currency, SCREEN), widths or {}
    kept = [column for column in columns if column.stands(rows, alone=alone)]
    table = pd.DataFrame({column.name: _cells(rows, column, currency) for column in kept})
    written = {column.name: [column.written(row, units) for row in rows] for column in kept}
    words: dict[Any, Any] = {name: _in_turn(cells) for name, cells in written.items()}
    config = {one.name: _config(one, currency, table[one.name], widths.get(one.name)) for one in kept}
    height: Any = "content" if len(rows) <= ALL_AT_ONCE else 620
    leading = [column for column in kept if any(_leads(row, column) for row in rows)]
    styled = Styler(table, uuid="own").format(words)
    for column in leading:
        colour = theme.link_colour(st.context.theme.type, pinned=column.pinned)
        styled.set_properties(subset=[column.name], color=colour)
    if paint:
        paint(styled)
    on_select: Any = _picking(rows, [column.name for column in leading], key, pick) if pick else None
    chosen: Any = st.dataframe(
        styled, height=height, hide_index=True, column_config=config, key=key, placeholder=SCREEN.nothing, alt=alt,
        on_select=on_select or ("rerun" if leading else "ignore"), selection_mode="single-cell",
    )  # fmt: skip
    heads = [(column.title_in(currency, column.title), column.form in WORDS) for column in kept]
    markup.on_paper(alt, heads, list(zip(*written.values(), strict=True))[:ON_PAPER], len(rows))
    for at, name in chosen["selection"]["cells"] if leading else ():
        if target := next((_leads(rows[at], column) for column in leading if column.name == name), None):
            links.go(*target)


def _picking(rows: Sequence[Row], leading: Sequence[str], key: str, pick: Callable[[Row], None]) -> Callable[[], None]:
    """What happens when a cell is chosen: only then, for what is chosen remains so."""

    def picked() -> None:
        for at, name in st.session_state[key]["selection"]["cells"]:
            if name not in leading:
                pick(rows[at])

    return picked


def _leads(row: Row, column: Column) -> tuple[str, links.Query] | None:
    """The page of what a cell names: a player, a match, a variant; None where it has none."""
    cell = row[column.name]
    if column.name in PEOPLE:
        return ("players", {"player": str(cell)}) if cell in data.players_now() else None
    match_id = row.get("match_id", row.get("id"))
    if column.name in MATCHES and cell and match_id:
        return "matches", {"match": str(match_id)}
    return ("variants", {"variant": str(row.get("variant_id", cell))}) if column.name == "variant" else None


def _cells(rows: Sequence[Row], column: Column, currency: str) -> "pd.Series[Any]":
    """What a column is sorted by: its numbers, in money or percent and with no more decimals than are shown.

    A cell that is read aloud or copied tells this number, not the words in its place: 0.28, not 0.2781954887218045.
    """
    cells = [row[column.name] for row in rows]
    if column.form in WORDS:  # plain objects: Streamlit writes into a copy, cell after cell
        return pd.Series([cell if cell is None else str(cell) for cell in cells], dtype="object")
    in_cents = column.form == "money" or (currency and column.form in {"units", "mean"})
    by = 100 if column.form in SHARES else 0.01 if in_cents else 1
    shown = (by * pd.Series(cells, dtype="float64")).round(DECIMALS.get(column.form, 2))
    return shown.abs() if column.form == "distance" else shown


def _in_turn(words: Iterable[str]) -> Callable[[object], str]:
    """The words of a column, cell after cell from above, whatever the cell."""
    turn = iter(words)
    return lambda _: next(turn)


def _config(column: Column, currency: str, cells: "pd.Series[Any]", wide: int | None) -> Any:
    """The head of a column: words of ours, or the name of a player, which a head shows as text.

    The browser measures the first rows alone: where more are pinned, we say how wide the words are.
    """
    kind = st.column_config.TextColumn if column.form in WORDS else st.column_config.NumberColumn
    title = column.title_in(currency, column.title)
    longest = max(map(safe_text.columns, [title, *cells])) if column.form in WORDS and column.pinned else 0
    width = 20 + 8 * longest if longest and len(cells) > MEASURED else None
    return kind(title, help=column.help or None, pinned=column.pinned or None, width=wide or width)


Made = tuple[Sequence[str], Iterable[Sequence[Cell]]]


def csv_button(name: str, make: Callable[[], Made]) -> None:
    """A button that brings a CSV, made when it is asked for; by the one writer of every CSV."""
    st.download_button(
        f"{name}.csv", lambda: csv_text(*make()), f"{name}.csv", "text/csv", key=f"csv_{name}", on_click="ignore",
        icon=":material/download:",
    )  # fmt: skip

"""Tables that people sort: each column is sorted by its cells and shows words; and the same figures as a CSV."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from dashboard import data
from dashboard.address import links
from dashboard.look import markup, safe_text, theme
from scorer.exchange.csv_writer import csv_text
from scorer.language import _
from scorer.stats.describe.columns import Column
from scorer.text.numbers import SCREEN, SURE_SCREEN, Cell, Counting

ALL_AT_ONCE: Final = 30  # rows that are shown without scrolling
OF_ONE, OF_TWO = 20, 14  # letters of names before the figures of a row, of one or of two, with which a phone has room
ON_PAPER: Final = 250  # rows that are printed: more are for the CSV
SENTENCE, LETTER, LINE = 250, 7, 21  # pixels: a column of sentences beside labels in half a page, a letter, a line
EDGES: Final = 18  # pixels of a cell, beside its letters
LONG: Final = 16  # letters of a cell for which a column may have no room
WRAPPING, MOST_LINES = 66, 5  # pixels of a row from which on Streamlit breaks words into lines; more are cut
SHARES: Final = {"percent", "chance", "rate", "ahead"}
DECIMALS: Final = {"distance": 1} | dict.fromkeys(SHARES, 0)  # two of all others, as `Column.written` writes them
PEOPLE: Final = {"player", "other", "caller", "partner", "leader"}
MATCHES: Final = {"id", "match"}
Row = Mapping[str, Any]


def shown(
    rows: Sequence[Row], columns: Sequence[Column], key: str, *, alt: str, currency: str = "", alone: bool = False,
    sure: bool = False, more: Sequence[Column] = (), wrapped: str = "",
) -> None:  # fmt: skip
    """A table of these rows; units are cents where there is a `currency`; `alone`: nobody ever has a partner there.

    A screen sorts it by its numbers and draws only the rows in sight; paper and a screen reader get the whole.
    It has errors and intervals where somebody asks how `sure` it is. `more` columns are folded away below the table: a
    screen has no room for them. The sentences of the `wrapped` column stand in several lines.
    """
    units = Counting(currency, SURE_SCREEN if sure else SCREEN)
    kept, behind = (
        [column for column in some if column.is_shown(rows, alone=alone, sure=sure)] for some in (columns, more)
    )
    if len(behind) == 1:
        kept, behind = [*kept, *behind], []
    table = pd.DataFrame({column.name: _cells(rows, column, currency) for column in kept})
    written = {column.name: [column.written(row, units) for row in rows] for column in (*kept, *behind)}
    keys = [column.name for column in kept if column.pinned and column.in_words]
    short = written | {name: _cut(written[name], OF_ONE if len(keys) == 1 else OF_TWO) for name in keys}
    words: dict[Any, Any] = {column.name: _in_turn(short[column.name]) for column in kept}
    pinned = {column.name for column in kept if column.pinned} - {*keys[1:]}  # two would leave a phone no room
    config = {
        column.name: _config(
            column, units, short[column.name], pinned=column.name in pinned, wide=column.name == wrapped
        )
        for column in kept
    }
    height: Any = "content" if len(rows) <= ALL_AT_ONCE else 620
    leading = [column for column in kept if any(page_of(row, column) for row in rows)]
    styled = Styler(table, uuid="own").format(words)
    for column in leading:
        colour = theme.link_colour(st.context.theme.type, pinned=column.name in pinned)
        styled.set_properties(subset=[column.name], color=colour)
    on_select: Any = _following(rows, leading, key) if leading else "ignore"
    st.dataframe(
        styled, height=height, hide_index=True, column_config=config, key=key, placeholder=SCREEN.nothing, alt=alt,
        on_select=on_select, selection_mode="single-cell", row_height=_tall(written.get(wrapped, ())),
    )  # fmt: skip
    heads = [(column.head(currency), column.in_words) for column in (*kept, *behind)]
    markup.on_paper(alt, heads, list(zip(*written.values(), strict=True))[:ON_PAPER], len(rows))
    if behind:
        names = [column for column in kept if column.name in keys]
        _folded_away(rows, names, behind, key, currency=currency, alone=alone, sure=sure)


def _pixels(cells: Sequence[str]) -> int:
    """How wide a column has to be for every one of these cells."""
    return EDGES + LETTER * max(map(safe_text.columns, cells))


def _tall(sentences: Iterable[str]) -> int | None:
    """The height in pixels of rows that hold these sentences in lines; None where every sentence fits into one line."""
    lines = max((-(-safe_text.columns(words) * LETTER // SENTENCE) for words in sentences), default=1)
    return max(WRAPPING, LINE * min(lines, MOST_LINES)) if lines > 1 else None


def _folded_away(
    rows: Sequence[Row], names: Sequence[Column], behind: Sequence[Column], key: str, *, currency: str, alone: bool,
    sure: bool,
) -> None:  # fmt: skip
    """The columns for which there was no room, behind the names of the rows; made when somebody asks for them."""
    titles = ", ".join(column.head() for column in behind)
    words = _("more columns: {columns}", columns=titles)
    if fold := markup.unfolded(words, f"{key}_more", compact=True):
        with fold:
            shown(rows, (*names, *behind), f"{key}_behind", alt=words, currency=currency, alone=alone, sure=sure)


def meanings(
    rows: Sequence[Row], columns: Sequence[Column], key: str, *, alone: bool = False, sure: bool = False
) -> None:
    """What many columns mean, a line each, folded away: on a phone no mouse shows the help of a head."""
    if fold := markup.unfolded(_("what the columns mean"), key, compact=True):
        with fold:
            markup.meanings(meant(rows, columns, alone=alone, sure=sure))


def meant(
    rows: Sequence[Row], columns: Sequence[Column], *, alone: bool = False, sure: bool = False
) -> list[tuple[str, str]]:
    """The heads of the columns that a table of these rows shows, each with what it means where it does not say so."""
    kept = [column for column in columns if column.is_shown(rows, alone=alone, sure=sure)] if rows else []
    meanings = [(column.head(), column.help(sure=sure)) for column in kept]
    return [(head, meaning) for head, meaning in meanings if meaning]


def _following(rows: Sequence[Row], leading: Sequence[Column], key: str) -> Callable[[], None]:
    """What goes to the page of a chosen cell; only then, for a chosen cell stays chosen."""
    columns = {column.name: column for column in leading}

    def follow() -> None:
        for at, name in st.session_state[key]["selection"]["cells"]:
            if target := page_of(rows[at], columns[name]) if name in columns else None:
                links.go(*target)

    return follow


def page_of(row: Row, column: Column) -> tuple[str, links.Query] | None:
    """The page that a cell leads to, of its player, match or variant; None where it leads nowhere."""
    cell = row[column.name]
    if column.name in PEOPLE:
        return ("players", {"player": str(cell)}) if cell in data.players_now() else None
    match_id = row.get("match_id", row.get("id"))
    if column.name in MATCHES and cell and match_id:
        return "matches", {"match": str(match_id)}
    return ("variants", {"variant": str(row.get("variant_id", cell))}) if column.name == "variant" else None


def _cells(rows: Sequence[Row], column: Column, currency: str) -> "pd.Series[Any]":
    """The cells by which a column is sorted: its numbers, in money or percent, with as many decimals as it shows.

    A screen reader and a copy get this number, not the words in its place: 0.28, not 0.2781954887218045. A code among
    the texts is the word that is shown for it.
    """
    cells = [row[column.name] for row in rows]
    if column.in_words:  # plain objects: Streamlit writes into a copy, cell after cell
        texts = [None if row[column.name] is None else column.written(row, Counting()) for row in rows]
        return pd.Series(texts, dtype="object")
    in_cents = column.form == "money" or (currency and column.in_units)
    by = 100 if column.form in SHARES else 0.01 if in_cents else 1
    shown = (by * pd.Series(cells, dtype="float64")).round(DECIMALS.get(column.form, 2))
    return shown.abs() if column.form == "distance" else shown


def _in_turn(words: Iterable[str]) -> Callable[[object], str]:
    """The words of a column, cell after cell from above, whatever the cell."""
    turn = iter(words)
    return lambda _cell: next(turn)


def _cut(cells: Sequence[str], width: int) -> list[str]:
    """Names in few letters, each different from the others; a copy of a cell and paper have the whole name."""
    names = list(dict.fromkeys(cells))
    short = dict(zip(names, safe_text.shorts(names, width), strict=True))
    return [short[cell] for cell in cells]


def _config(column: Column, units: Counting, cells: Sequence[str], *, pinned: bool, wide: bool) -> Any:
    """The head of a column: words of ours, or the name of a player, which a head shows as text.

    Keys and long words get their width in pixels from us: the browser measures the first rows alone, and it unpins all
    pinned columns where they take more than three fifths of a table.
    """
    kind = st.column_config.TextColumn if column.in_words else st.column_config.NumberColumn
    title = column.head(units.currency)
    width = SENTENCE if wide else _width(column, [title, *cells])
    return kind(title, help=column.help(sure=units.style.sure) or None, pinned=pinned or None, width=width)


def _width(column: Column, cells: Sequence[str]) -> int | None:
    """The pixels of a key, or of long words; None where the browser may measure the column itself."""
    pixels = _pixels(cells)
    if column.pinned:
        return pixels
    is_long = column.in_words and pixels > EDGES + LETTER * LONG
    return min(pixels, SENTENCE) if is_long else None


Made = tuple[Sequence[str], Iterable[Sequence[Cell]]]


def csv_button(name: str, make: Callable[[], Made]) -> None:
    """A button that brings a CSV, made when somebody asks for it, by the one writer of every CSV."""
    file, icon = f"{name}.csv", ":material/download:"
    st.download_button(
        file, lambda: csv_text(*make()), file, "text/csv", key=f"csv_{name}", on_click="ignore", icon=icon
    )

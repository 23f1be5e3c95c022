"""Tables that people sort: each column with its words and its form; and the same figures as a CSV."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any, Final

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from dashboard import texts
from scorer.exchange.writing import Cell, write_csv
from scorer.text.numbers import Counting, decimals, percent

ALL_AT_ONCE: Final = 30  # rows that are shown without scrolling
MEASURED: Final = 10  # rows by which the browser sets the width of a column
NOTHING: Final = "\N{EN DASH}"
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """How a column of a statistic is shown: sorted by its cells, and told in words by its `form`, one of FORMS.

    `pinned` ones stay in sight; `rare` ones are left out where every cell is 0 or missing; `ends` are the columns of
    the interval of a rate.
    """

    name: str
    label: str
    form: str = "text"
    about: str = ""
    pinned: bool = False
    rare: bool = False
    ends: tuple[str, str] = ("low", "high")


def _rate_words(row: Row, column: Column, _units: Counting) -> str:
    """`62 % (45 to 77)`."""
    low, high = (100 * row[end] for end in column.ends)
    return f"{percent(row[column.name])} ({low:.0f} to {high:.0f})"


def _moved(row: Row, column: Column, _units: Counting) -> str:
    places = row[column.name]
    return f"{'up' if places > 0 else 'down'} {abs(places):.0f}" if places else "="


FORMS: Final[dict[str, Callable[[Row, Column, Counting], str]]] = {
    "text": lambda row, column, _: str(row[column.name]),
    "date": lambda row, column, _: str(row[column.name]),
    "count": lambda row, column, _: f"{row[column.name]:,}",
    "units": lambda row, column, units: units.total(row[column.name]),
    "mean": lambda row, column, units: units.mean(row[column.name]),
    "money": lambda row, column, _: decimals(row[column.name] / 100),
    "percent": lambda row, column, _: percent(row[column.name]),
    "decimal": lambda row, column, _: decimals(row[column.name], 1),
    "rate": _rate_words,
    "times": lambda row, column, _: f"\N{MULTIPLICATION SIGN} {row[column.name]}",
    "moved": _moved,
}
SIGNED: Final = {"units", "mean", "money", "decimal"}
WORDS: Final = {"text", "date"}


def shown(rows: Sequence[Row], columns: Sequence[Column], key: str, *, alt: str, currency: str = "") -> None:
    """A table of these rows; units are cents where there is a `currency`."""
    kept = [column for column in columns if not column.rare or any(row[column.name] for row in rows)]
    table = pd.DataFrame({column.name: _cells(rows, column) for column in kept})
    told: dict[Any, Any] = {column.name: _teller(rows, column, Counting(currency)) for column in kept}
    config = {column.name: _config(column, currency, table[column.name]) for column in kept}
    height: Any = "content" if len(rows) <= ALL_AT_ONCE else 620
    st.dataframe(
        Styler(table, uuid="own").format(told), height=height, hide_index=True, column_config=config, key=key,
        placeholder=NOTHING, alt=alt,
    )  # fmt: skip


def _cells(rows: Sequence[Row], column: Column) -> "pd.Series[Any]":
    """What a column is sorted by."""
    cells = [row[column.name] for row in rows]
    if column.form in WORDS:  # plain objects: Streamlit writes into a copy, cell after cell
        return pd.Series([cell if cell is None else str(cell) for cell in cells], dtype="object")
    return pd.Series(cells, dtype="float64")


def _teller(rows: Sequence[Row], column: Column, units: Counting) -> Callable[[object], str]:
    """The words of a column, cell after cell from above."""
    words = iter([_words(row, column, units) for row in rows])
    return lambda _: next(words)


def _words(row: Row, column: Column, units: Counting) -> str:
    if row[column.name] is None:
        return NOTHING
    words = FORMS[column.form](row, column, units)
    return words.replace("-", texts.MINUS) if column.form in SIGNED else words


def _config(column: Column, currency: str, cells: "pd.Series[Any]") -> Any:
    """The head of a column: words of ours, or the name of a player, which a head shows as text.

    The browser measures the first rows alone: where more are pinned, we say how wide the words are.
    """
    kind = st.column_config.TextColumn if column.form in WORDS else st.column_config.NumberColumn
    label = column.label.replace("units", currency) if currency and column.form == "units" else column.label
    longest = max(map(texts.columns, [label, *cells])) if column.form in WORDS and column.pinned else 0
    width = 20 + 8 * longest if longest and len(cells) > MEASURED else None
    return kind(label, help=column.about or None, pinned=column.pinned or None, width=width)


Made = tuple[Sequence[str], Iterable[Sequence[Cell]]]


def csv_button(name: str, make: Callable[[], Made]) -> None:
    """A button that brings a CSV, made when it is asked for; by the one writer of every CSV."""
    st.download_button(
        f"{name}.csv", lambda: csv_text(*make()), f"{name}.csv", "text/csv", key=f"csv_{name}", on_click="ignore",
        icon=":material/download:",
    )  # fmt: skip


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV as text."""
    file = StringIO()
    write_csv(file, header, rows)
    return file.getvalue()


_MADE = "of the contracts made or failed, even ones left out"
_WON = "of the deals that one side won"
_SURE = "in brackets the 95 % interval: the true rate may well be anywhere in it"


def _rate(name: str, label: str, ends: tuple[str, str], about: str) -> Column:
    """A rate with its interval."""
    return Column(name, label, "rate", f"{about}; {_SURE}", ends=ends)


STANDINGS: Final = (
    Column("place", "place", "count", pinned=True),
    Column("player", "player", pinned=True),
    Column("units", "units", "units", "penalties, adjustments and paper sheets included"),
    Column("units_per_deal", "per deal", "mean", "deals alone"),
    Column("deals", "deals", "count"),
    Column("matches", "matches", "count"),
    Column("change", "moved", "moved", "places up or down since before the newest day", rare=True),
    Column("called", "called", "count"),
    _rate("call_rate", "called %", ("call_low", "call_high"), "of the deals played"),
    _rate("success_rate", "made %", ("success_low", "success_high"), _MADE),
    Column("solo", "solo", "count", "called and played alone", rare=True),
    Column("slams_made", "slams", "count", "made by the player's calling side", rare=True),
    Column("slams_defended", "defended", "count", "slams as a defender", rare=True),
    Column("slams_suffered", "suffered", "count", "slams of the other side", rare=True),
    Column("penalties", "penalties", "count", rare=True),
)  # fmt: skip


def bids(what: str) -> tuple[Column, ...]:
    """The columns of a table of bids, or of bands."""
    return (
        Column(what, what, pinned=True),
        Column("called", "called", "count"),
        Column("share", "of all", "percent"),
        Column("made", "made", "count"),
        Column("failed", "failed", "count"),
        Column("even", "even", "count", rare=True),
        _rate("rate", "made %", ("low", "high"), _MADE),
        Column("margin_made", "made by", "decimal", "mean card points above the target, of counted deals"),
        Column("margin_failed", "failed by", "decimal", "mean card points below the target, of counted deals"),
        Column("units_caller", "caller gets", "mean", "mean units of the caller"),
    )


ALL_UNITS: Final = "penalties, adjustments and paper sheets included, which belong to no role"
OVERVIEW: Final = (
    Column("player", "player", pinned=True),
    Column("deals", "deals", "count"),
    Column("units", "units", "units", ALL_UNITS),
    Column("units_per_deal", "per deal", "mean", "deals alone"),
    _rate("call_rate", "called %", ("call_low", "call_high"), "of the deals played"),
    *(
        column
        for role in ("caller", "partner", "defender")
        for column in (
            Column(f"{role}_deals", f"{role}: deals", "count"),
            _rate(f"{role}_rate", f"won as {role}", (f"{role}_low", f"{role}_high"), _WON),
        )
    ),
)
ROLES: Final = (
    Column("role", "role", pinned=True),
    Column("deals", "deals", "count"),
    Column("wins", "won", "count"),
    Column("losses", "lost", "count"),
    Column("even", "even", "count", rare=True),
    _rate("win_rate", "won %", ("low", "high"), _WON),
    Column("units", "units", "units", "deals alone: penalties, adjustments and paper sheets belong to no role"),
    Column("units_per_deal", "per deal", "mean"),
)
COMPARED: Final = (
    Column("band", "bid", pinned=True),
    Column("called", "called", "count"),
    Column("share", "of own", "percent"),
    Column("league_share", "league", "percent", "how often everybody together calls it"),
    _rate("rate", "made %", ("low", "high"), _MADE),
    _rate("league_rate", "league made %", ("league_low", "league_high"), _MADE),
)
COMPANIONS: Final = (
    Column("other", "player", pinned=True),
    *(
        column
        for side in ("with", "against")
        for column in (
            Column(f"{side}_deals", f"deals {side}", "count"),
            _rate(f"{side}_rate", f"won {side}", (f"{side}_low", f"{side}_high"), _WON),
            Column(f"{side}_units", f"units {side}", "units"),
        )
    ),
)
EVENINGS: Final = (
    Column("on", "on", "date", pinned=True),
    Column("match", "match"),
    Column("units", "units", "units"),
    Column("running", "running", "units"),
)
PAIRS: Final = (
    Column("caller", "caller", pinned=True),
    Column("partner", "partner", pinned=True),
    Column("deals", "deals", "count"),
    Column("made", "made", "count"),
    Column("failed", "failed", "count"),
    Column("even", "even", "count", rare=True),
    _rate("rate", "made %", ("low", "high"), _MADE),
    Column("units", "units", "units", "of both together"),
    Column("units_per_deal", "per deal", "mean"),
)

"""Filters in the address: a link shows the same page. What it asks for and is not here, is said and left out.

The address alone decides; a widget shows what it says, and writes into it. From page to page the filters are kept.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeVar

import streamlit as st

from dashboard import data, safe_text
from scorer.frames import Selection
from scorer.match.values import Match
from scorer.stats.columns import Choice
from scorer.text.numbers import MEASURES, ORDERS

T = TypeVar("T")
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2999, 12, 31)
MOST_DEALS: Final = 1_000_000
SHARED: Final = ("league", "variant", "from", "to", "measure", "order", "min_deals")
KEPT, PAGE = "filters kept", "page of the filters"
COUNTED: Final = (
    "units: as they are, a section for each variant. base: units / stake, so that every deal weighs the same. "
    "plain: units without what redeals doubled. money: by the unit value."
)
NOT_HERE: Final = 'What "{key}" in the address asks for is not here: it is left out.'
YES_OR_NO: Final = dict.fromkeys(("1", "yes", "true", "on"), True) | dict.fromkeys(("0", "no", "false", "off"), False)
WORDS: Final = {"from": "first day", "to": "last day", "min_deals": "minimum of deals"}
BACKWARDS: Final = "The first day is after the last: no day lies between them."


@dataclass(frozen=True, slots=True)
class Filters:
    """What a page is of: which matches, and how their statistics are made."""

    selection: Selection
    choice: Choice

    @property
    def everything(self) -> bool:
        """Whether no match is left out."""
        return self.selection == Selection()


def sidebar(page: str, *more: str) -> Filters:
    """The filters of a page, beside it: league, variant and days, and `more`: "measure", "order", "min_deals".

    Those of the page before come along, unless the address came with its own.
    """
    if st.session_state.get(PAGE) not in {None, page} and not any(key in st.query_params for key in SHARED):
        st.query_params.update(st.session_state.get(KEPT, {}))
    st.session_state[PAGE] = page
    league = one_of("league", [league.name for league in data.leagues_now()], nothing="every league", beside=True)
    variant = one_of("variant", variants_now(), nothing="every variant", beside=True)
    first, last = _day("from"), _day("to")
    measure = one_of("measure", MEASURES, about=COUNTED, beside=True) if "measure" in more else None
    order = one_of("order", ORDERS, beside=True) if "order" in more else None
    fewest = _fewest() if "min_deals" in more else None
    st.session_state[KEPT] = {key: st.query_params[key] for key in SHARED if key in st.query_params}
    if first and last and first > last:
        st.info(BACKWARDS)
    selection = Selection(league or "", first, last, variant or "")
    return Filters(selection, Choice(measure or MEASURES[0], fewest, order or ORDERS[0]))


def variants_now() -> list[str]:
    """The labels of the variants that were played."""
    return [str(label) for label in data.frames_now(Selection()).matches["variant"].cat.categories]


def one_of(
    key: str, options: Sequence[str], *, nothing: str = "", about: str | None = None, beside: bool = False
) -> str | None:
    """One of some texts, the first unless `nothing` says what none of them means; `beside` the page."""
    usual = None if nothing or not options else options[0]
    state = _told(key, lambda text: text if text in options else None, usual)
    chosen = (st.sidebar if beside else st).selectbox(
        key, options, index=None if nothing else 0, placeholder=nothing or "none", help=about, key=state,
        on_change=_write, args=(key, usual),
    )  # fmt: skip
    return chosen if chosen in options else usual


def segments(key: str, options: Mapping[str, str], about: str, usual: str = "") -> str:
    """One of these words, the `usual` one or the first unless the address says another, from a row of buttons.

    `options` are what each is called.
    """
    usual = usual or next(iter(options))
    state = _told(key, lambda text: text if text in options else None, usual)
    chosen = st.segmented_control(
        about, list(options), format_func=lambda word: safe_text.label(options.get(word, word)), required=True,
        key=state, label_visibility="collapsed", on_change=_write, args=(key, usual),
    )  # fmt: skip
    return str(chosen) if chosen in options else usual


def match(matches: Sequence[Match]) -> Match:
    """One of these matches by its id, the first unless the address says another; of one there is no choice."""
    told = {str(match.id): match for match in matches}
    usual = next(iter(told))
    state = _told("match", lambda text: text if text in told else None, usual)
    if len(told) == 1:
        return told[usual]
    chosen = st.selectbox(
        "match", list(told), format_func=lambda key: f"{key}: {told[key].name}, {told[key].on}" if key in told else key,
        key=state, on_change=_write, args=("match", None),
    )  # fmt: skip
    return told.get(str(chosen), told[usual])


def switch(key: str, label: str) -> bool:
    """Yes or no; `1` in the address for yes, or a word for it."""
    state = _told(key, lambda text: YES_OR_NO.get(text.casefold()), usual=False)
    return st.toggle(label, key=state, on_change=_write, args=(key, False))


def _told(key: str, read: Callable[[str], T | None], usual: T | None) -> str:
    """Give the widget of a filter what the address says, and return the widget's key.

    `read` gives None for what is not here: then the widget shows what is `usual`, and a notice says so.
    """
    asked = st.query_params.get(key)
    found = read(asked) if asked else usual
    if asked and found is None:
        st.info(NOT_HERE.format(key=key))
    state = f"filter {key}"
    st.session_state[state] = usual if found is None else found
    return state


def _write(key: str, usual: object) -> None:
    """Put what a widget shows into the address; what is usual needs no words."""
    chosen = st.session_state[f"filter {key}"]
    if chosen in {None, usual}:
        st.query_params.pop(key, None)
    else:
        st.query_params[key] = str(int(chosen) if isinstance(chosen, bool) else chosen)


def _day(key: str) -> date | None:
    day = st.sidebar.date_input(
        WORDS[key], value=None, min_value=FIRST_DAY, max_value=LAST_DAY, format="YYYY-MM-DD",
        key=_told(key, _read_day, None), on_change=_write, args=(key, None),
    )  # fmt: skip
    return day if isinstance(day, date) else None


def _read_day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if FIRST_DAY <= day <= LAST_DAY else None


def _fewest() -> int | None:
    fewest = st.sidebar.number_input(
        WORDS["min_deals"], 0, MOST_DEALS, value=None, step=1, placeholder="as usual",
        key=_told("min_deals", _read_number, None), on_change=_write, args=("min_deals", None),
    )  # fmt: skip
    return None if fewest is None else int(fewest)


def _read_number(text: str) -> int | None:
    readable = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_DEALS))
    return int(text) if readable and int(text) <= MOST_DEALS else None

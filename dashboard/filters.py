"""What a page is of, in its address: a link shows the same page. What it asks for and is not here, is said.

The address alone decides; a widget shows what it says, and writes into it. What is chosen is kept from page to page.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeVar

import streamlit as st

from dashboard import data, markup, safe_text
from scorer.frames import Selection
from scorer.match.names import fold, meant_by
from scorer.match.values import Match
from scorer.stats.columns import Choice
from scorer.text.numbers import MEASURES, ORDERS, UNITS

T = TypeVar("T")
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2999, 12, 31)
MOST_DEALS: Final = 1_000_000
SHARED: Final = ("league", "variant", "from", "to", "measure", "order", "min_deals")
KEPT, PAGE, NOTICES = "filters kept", "page of the filters", "notices of the filters"
ALL: Final = "all"
SIDE_BY_SIDE: Final = 6  # choices that stand beside each other; more are a list
COUNTED: Final = (
    "units: as they are, each variant by itself. base: units / stake, so that every deal weighs the same. "
    "plain: units without what redeals doubled. money: by the unit value."
)
YES_OR_NO: Final = dict.fromkeys(("1", "yes", "true", "on"), True) | dict.fromkeys(("0", "no", "false", "off"), False)
WORDS: Final = {
    "from": "first day", "to": "last day", "min_deals": "minimum of deals", "other": "player", "big": "choice",
    "each": "choice", "show": "part of this page", "on": "day", "under": "payout table",
}  # fmt: skip
IN_ORDER_OF: Final = dict(zip(ORDERS, ("units", "units per deal", "units per match"), strict=True))
BACKWARDS: Final = "The first day is after the last: no day lies between them."


@dataclass(frozen=True, slots=True)
class Filters:
    """What a page is of: which matches, and how their statistics are made."""

    selection: Selection
    choice: Choice


def subject(page: str, *own: str, together: bool = False) -> Filters:
    """The league and the variant of a page, at its top: the busiest, or what the address says, which may be all.

    With the days; and with the measure where that is among the page's `own` words in the address. Where the variants
    are looked at `together`, every variant is what an address without a choice shows.
    """
    along(page, *own)
    with st.container(horizontal=True, vertical_alignment="center", key="subject"):
        league = one_of("league", _busiest(data.played_now(), 0), all_of="every league", change=_write_league)
        here = Counter({key: deals for key, deals in data.played_now().items() if not league or key[0] == league})
        variant = one_of(
            "variant", _busiest(here, 1), all_of="every variant", names=data.titles_now(), all_first=together
        )
        nothing = None, None, MEASURES[0]  # where nothing was ever played there is nothing to choose
        first, last, measure = _when_and_how(with_measure="measure" in own) if here else nothing
    keep()
    if first and last and first > last:
        markup.notice(BACKWARDS)
    return Filters(Selection(league, first, last, variant), Choice(measure))


def notices_here() -> None:
    """Have what is asked for and not there said here, wherever its widget stands: that may be folded away."""
    st.session_state[NOTICES] = st.container()


def along(page: str, *own: str) -> None:
    """What was chosen on the page before comes along, unless the address came with a choice of its own.

    Words in the address that are neither shared by pages nor the page's `own` leave it.
    """
    for key in set(st.query_params) - {*SHARED, *own}:
        del st.query_params[key]
    if st.session_state.get(PAGE) not in {None, page} and not any(key in st.query_params for key in SHARED):
        st.query_params.update(st.session_state.get(KEPT, {}))
    st.session_state[PAGE] = page


def keep() -> None:
    """Remember what is chosen for the next page."""
    st.session_state[KEPT] = {key: st.query_params[key] for key in SHARED if key in st.query_params}


def _busiest(played: Mapping[tuple[str, str], int], which: int) -> list[str]:
    """Leagues (0) or variants (1), that with the most deals first."""
    deals: Counter[str] = Counter()
    for key, count in played.items():
        deals[key[which]] += count
    return sorted(deals, key=lambda name: (-deals[name], name))


def one_of(
    key: str, options: Sequence[str], *, all_of: str = "", all_first: bool = False,
    names: Mapping[str, str] | None = None, change: Callable[[str, object], None] | None = None, label: str = "",
    usual: str = "",
) -> str:  # fmt: skip
    """One of some texts, the `usual` one or the first unless the address says another; of one there is no choice.

    "" where all are chosen, which `all_of` offers in these words, or there are none; `all_first`: unless the address
    says another. `names` are the words for them.
    """
    every = next(word for word in (ALL, "*", "**") if word not in options)  # a league may be called "all"
    offered = [*options, every] if all_of and len(options) > 1 else list(options)
    if not offered:
        return ""
    words = {option: option for option in options} | dict(names or {}) | {every: all_of}
    usual = every if all_first and every in offered else usual or offered[0]
    parts = offered if key == "show" else ()  # what other words stand for, their buttons say
    state = _from_address(key, lambda text: _meant(text, offered), usual, words[usual], options, parts)
    if len(offered) == 1:
        return offered[0]
    how: dict[str, Any] = {
        "key": state, "on_change": change or _write, "args": (key, usual),
        "label_visibility": "visible" if label else "collapsed",
    }  # fmt: skip
    title = label or WORDS.get(key, key)
    if len(offered) > SIDE_BY_SIDE:
        chosen = st.selectbox(title, offered, format_func=lambda one: words.get(one, one), **how)
    else:  # which reads Markdown
        shown = {option: safe_text.label(word) for option, word in words.items()}
        chosen = st.segmented_control(title, offered, format_func=lambda one: shown.get(one, one), required=True, **how)
    chosen = chosen if chosen in offered else usual
    return "" if chosen == every else chosen


def _meant(text: str, offered: Sequence[str]) -> str | None:
    """The option that is meant, by name or by its beginning where that is of one alone; None for none or several."""
    found = meant_by(text, offered)
    return found[0] if len(found) == 1 else None


def somebody(key: str, options: Sequence[str], nothing: str) -> str | None:
    """One of these people, in any case of letters, or nobody: `nothing` says so."""
    folded = {fold(option): option for option in options}
    state = _from_address(key, lambda text: folded.get(fold(text)), None, nothing)
    if not options:
        return None
    chosen = st.selectbox(
        WORDS.get(key, key), options, index=None, placeholder=nothing, key=state, label_visibility="collapsed",
        on_change=_write, args=(key, None),
    )  # fmt: skip
    return chosen if chosen in options else None


def several(key: str, options: Sequence[str], usual: Sequence[str], label: str) -> list[str]:
    """Some of these people, the `usual` ones unless the address names others with commas between, in any case.

    Where all are usual, nobody is chosen.
    """
    folded = {fold(option): option for option in options}
    asked = {fold(name): name for name in st.query_params.get(key, "").split(",") if name.strip()}
    for name in (name for place, name in asked.items() if place not in folded):
        markup.notice(f"No player '{safe_text.short(name, 40)}' here.")
    shown = [] if set(usual) == set(options) else list(usual)
    state = f"filter {key}"
    st.session_state[state] = [folded[place] for place in asked if place in folded] or shown
    chosen = st.multiselect(
        label, options, key=state, placeholder="everybody", filter_mode="contains", on_change=_write_several,
        args=(key, shown),
    )  # fmt: skip
    return chosen or list(usual)


def match(matches: Sequence[Match]) -> Match:
    """One of these matches by its id, the first unless the address says another; of one there is no choice.

    Their days are told where they differ.
    """
    by_id = {str(match.id): match for match in matches}
    several = len({match.on for match in matches}) > 1
    names = {key: f"{one.name}, {one.on}" if several else one.name for key, one in by_id.items()}
    return by_id[one_of("match", list(by_id), names=names, change=_write_match)]


def _write_match(key: str, usual: object) -> None:
    """What is chosen, for a match: the deals of another one are others."""
    _write(key, usual)
    st.query_params.pop("deal", None)


def switch(key: str, label: str) -> bool:
    """Yes or no; `1` in the address for yes, or a word for it."""
    state = _from_address(key, lambda text: YES_OR_NO.get(text.casefold()), usual=False, shown="no")
    return st.toggle(label, key=state, on_change=_write, args=(key, False))


def day(key: str, usual: date, label: str) -> date:
    """A day, the `usual` one unless the address says another."""
    state = _from_address(key, read_day, usual, str(usual))
    chosen = st.date_input(
        label, min_value=FIRST_DAY, max_value=LAST_DAY, format="YYYY-MM-DD", key=state, on_change=_write,
        args=(key, usual), width=200,
    )  # fmt: skip
    return chosen if isinstance(chosen, date) else usual


def order() -> str:
    """By what the standings are in order."""
    return one_of("order", ORDERS, names=IN_ORDER_OF, label="in order of")


def fewest(usual: int, of: str = "deals") -> int:
    """The fewest deals of what is listed, `usual` unless another number is chosen."""
    state = _from_address("min_deals", _read_number, None, str(usual))
    chosen = st.number_input(
        f"at least so many {of}", 0, MOST_DEALS, value=None, step=1, placeholder=str(usual), key=state,
        on_change=_write, args=("min_deals", None), width=200,
    )  # fmt: skip
    keep()
    return usual if chosen is None else int(chosen)


def _from_address(
    key: str,
    read: Callable[[str], T | None],
    usual: T | None,
    shown: str,
    options: Sequence[str] = (),
    parts: Sequence[str] = (),
) -> str:
    """Give the widget of a filter what the address says, and return the widget's key.

    `read` gives None for what is not here: then the widget shows what is `usual`, in words `shown`, and a notice
    says so, and which of the `options` it could be, or which `parts` there are.
    """
    asked = st.query_params.get(key)
    found = read(asked) if asked else usual
    if asked and found is None:
        with st.session_state.get(NOTICES) or st.container():
            what, asked_for = WORDS.get(key, key), safe_text.short(asked, 40)
            several = " or ".join(safe_text.shorts(meant_by(asked, options), 40))
            told = f"The {what} '{asked_for}' could be {several}" if several else f"No {what} '{asked_for}'"
            others = f" There are: {', '.join(parts)}." if parts else ""
            markup.notice(f"{told}; showing {shown}.{others}")
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


def _write_several(key: str, usual: Sequence[str]) -> None:
    """The same for several: no name holds a comma."""
    chosen = st.session_state[f"filter {key}"]
    if not chosen or set(chosen) == set(usual):
        st.query_params.pop(key, None)
    else:
        st.query_params[key] = ",".join(chosen)


def _write_league(key: str, usual: object) -> None:
    """The same for a league, whose variants are others."""
    _write(key, usual)
    st.query_params.pop("variant", None)


def _when_and_how(*, with_measure: bool) -> tuple[date | None, date | None, str]:
    """The first and the last day, None for no end, and how units are counted, behind a button that says them."""
    states = {key: _from_address(key, read_day, None, "every day") for key in ("from", "to")}
    first, last = (st.session_state[state] for state in states.values())
    label = f"{first or 'start'} to {last or 'today'}" if first or last else "all days"
    measure = _from_address("measure", lambda text: text if text in MEASURES else None, UNITS, UNITS)
    if with_measure and st.session_state[measure] != UNITS:
        label += f", in {st.session_state[measure]}"
    with st.popover(label, icon=":material/calendar_month:"):
        for key, state in states.items():
            st.date_input(
                WORDS[key], value=None, min_value=FIRST_DAY, max_value=LAST_DAY, format="YYYY-MM-DD", key=state,
                on_change=_write, args=(key, None),
            )  # fmt: skip
        if not with_measure:
            return first, last, UNITS
        chosen = st.selectbox(
            "counted in", MEASURES, key=measure, on_change=_write, args=("measure", UNITS), help=COUNTED
        )
    return first, last, chosen if chosen in MEASURES else UNITS


def read_day(text: str) -> date | None:
    """A day as an address says it; None for what is none."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if FIRST_DAY <= day <= LAST_DAY else None


def _read_number(text: str) -> int | None:
    readable = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_DEALS))
    return int(text) if readable and int(text) <= MOST_DEALS else None

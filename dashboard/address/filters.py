"""The choices of a page (league, variant, days, player and so on), which stand in its address.

The address alone decides: a widget that is `_bound` to a parameter is set to the choice in the address before it is
drawn, and writes into the address when somebody changes it. So a link shows the same page to everybody. An address may
have a choice in any case of letters and by its beginning; a choice that does not exist gets a sentence on the page.
Streamlit's own `bind="query-params"` does none of that: docs/decisions.md says what was tried.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeVar

import streamlit as st

from dashboard import data
from dashboard.look import markup, safe_text
from scorer.frames import Selection
from scorer.language import N_, _, catalogues, numeric_day
from scorer.language.lists_numbers_dates import either
from scorer.match.facts import Match
from scorer.match.names import fold, meant_by
from scorer.stats.describe.columns import MakingOptions
from scorer.text.numbers import BASE, MEASURES, MONEY, ORDERS, PLAIN, UNITS
from scorer.wings import there

T = TypeVar("T")
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2999, 12, 31)
MOST_DEALS: Final = 1_000_000
LANGUAGE: Final = "lang"
SHARED: Final = ("league", "variant", "from", "to", "measure", "order", "min_deals", "sure", LANGUAGE)
SORT: Final = "sort"  # the column that sorts tables, behind a minus with the largest first; of every page
KEPT, PAGE, NOTICES = "filters kept", "page of the filters", "notices of the filters"
ALL: Final = "all"
SIDE_BY_SIDE: Final = 6  # choices that stand beside each other; more are a list
COUNTED: Final = N_(
    "units: as they are, each variant by itself. base: units / stake, so that every deal weighs the same. "
    "plain: units without what redeals doubled. money: by the unit value."
)
MEASURE_WORDS: Final = {UNITS: N_("units"), BASE: N_("base"), PLAIN: N_("plain"), MONEY: N_("money")}
YES_OR_NO: Final = dict.fromkeys(("1", "yes", "true", "on"), True) | dict.fromkeys(("0", "no", "false", "off"), False)
LABELS: Final = {  # of the parameters, as a widget is read aloud
    "league": N_("league"),
    "variant": N_("variant"),
    "match": N_("match"),
    "player": N_("player"),
    "other": N_("player"),
    "from": N_("first day"),
    "to": N_("last day"),
    "on": N_("day"),
    "measure": N_("measure"),
    "min_deals": N_("minimum of deals"),
    "order": N_("order"),
    "lines": N_("lines"),
    "under": N_("payout table"),
    "show": N_("part of this page"),
    LANGUAGE: N_("language"),
    **{name: label for wing in there() for name, label in wing.parameters.items()},
}
CHOICE: Final = N_("choice")
NOT_HERE: Final = N_("No {what} '{name}'; showing {shown}.")  # where the address names something that does not exist
SEVERAL: Final = N_("'{name}' could be {options}; showing {shown}.")
IN_ORDER_OF: Final = dict(zip(ORDERS, (N_("units"), N_("units per deal"), N_("units per match")), strict=True))


@dataclass(frozen=True, slots=True)
class Filters:
    """The matches that a page shows, how their statistics are made, and whether the page says how sure these are.

    `row` is the room for more choices beside those of the subject.
    """

    selection: Selection
    choice: MakingOptions
    sure: bool = False
    row: Any = None


def subject(page: str, *own: str, together: bool = False) -> Filters:
    """The row of choices of a page: league, variant and days, the busiest or those in the address, and its `own` ones.

    The measure and *how sure?* are asked where they are among the page's `own` parameters. On a page that looks at the
    variants `together`, an address without a choice shows every variant.
    """
    bring_along(page, *own)
    with st.container(horizontal=True, vertical_alignment="center", key="subject"):
        league = one_of(
            "league", _busiest(data.played_now(), 0), all_of=_("every league"), drops="variant", as_list=True
        )
        here = Counter({key: deals for key, deals in data.played_now().items() if not league or key[0] == league})
        variant = one_of(
            "variant",
            _busiest(here, 1),
            all_of=_("every variant"),
            names=data.titles_now(),
            all_first=together,
            as_list=True,
        )
        nothing = None, None, MEASURES[0]  # where nothing was ever played there is nothing to choose
        first, last, measure = _when_and_how(with_measure="measure" in own) if here else nothing
        row = st.container(horizontal=True, vertical_alignment="center", width="content", key="own choices")
        sure = "sure" in own and bool(here) and switch("sure", _("how sure?"))
    keep()
    if first and last and first > last:
        markup.notice(_("The first day is after the last: no day lies between them."))
    return Filters(Selection(league, first, last, variant), MakingOptions(measure), sure, row)


def language() -> None:
    """The choice among the languages that are spoken whole, each by its own name; none where there is one alone.

    A wall has none: nobody stands at it.
    """
    if yes_or_no(st.query_params.get("big", "")):
        return
    called = catalogues.whole()
    spoken = catalogues.current()
    one_of(LANGUAGE, [*called], names=called, usual=spoken if spoken in called else "", as_list=True)


def notices_here() -> None:
    """Show the notices about the address here, wherever the widget stands: that may be folded away."""
    st.session_state[NOTICES] = st.container()


def bring_along(page: str, *own: str) -> None:
    """Put what was chosen on the page before into the address, unless the address came with a choice of its own.

    Parameters that are neither shared by pages nor the page's `own` leave the address.
    """
    for key in set(st.query_params) - {*SHARED, SORT, *own}:
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
    key: str,
    options: Sequence[str],
    *,
    all_of: str = "",
    all_first: bool = False,
    names: Mapping[str, str] | None = None,
    label: str = "",
    usual: str = "",
    drops: str = "",
    as_list: bool = False,
) -> str:
    """One of some options: the one in the address, else the `usual` one, else the first; one option needs no widget.

    `all_of` are the words for choosing all of them at once, for which "" is returned; with `all_first` that is the
    usual choice. "" also where there are no options. `names` are the words in place of options. A change of this
    choice takes the parameter that it `drops` out of the address. Many options are a list, or few ones `as_list`.
    """
    every = next(word for word in (ALL, "*", "**") if word not in options)  # a league may be called "all"
    offered = [*options, every] if all_of and len(options) > 1 else list(options)
    if not offered:
        return ""
    words = {option: option for option in options} | dict(names or {}) | {every: all_of}
    usual = every if all_first and every in offered else usual or offered[0]
    bound = _bound(key, lambda text: meant(text, offered), usual, words[usual], options, drops)
    if len(offered) == 1:
        return offered[0]
    title = label or _(LABELS.get(key, CHOICE))
    bound["label_visibility"] = "visible" if label else "collapsed"
    if as_list or len(offered) > SIDE_BY_SIDE:
        bound["width"] = _wide(words.values()) if as_list else "stretch"
        chosen = st.selectbox(title, offered, format_func=lambda option: words.get(option, option), **bound)
    else:
        labels = {option: safe_text.label(word) for option, word in words.items()}  # these are read as Markdown
        chosen = st.segmented_control(
            title, offered, format_func=lambda option: labels.get(option, option), required=True, **bound
        )
    chosen = chosen if chosen in offered else usual
    return "" if chosen == every else chosen


def _wide(words: Iterable[str]) -> int:
    """The pixels of a list in which the longest of these words can be read, within reason."""
    return min(max(64 + 8 * safe_text.columns(word) for word in words), 224)


def meant(text: str, offered: Sequence[str]) -> str | None:
    """The option with this name, or the only one with this beginning; None for none or several."""
    meant = meant_by(text, offered)
    return meant[0] if len(meant) == 1 else None


def player(
    key: str, options: Sequence[str], nothing: str, *, invitation: str = "", as_list: bool = False
) -> str | None:
    """One of these people, in any case of letters, or None: the widget says `nothing` then, or an `invitation`.

    As a list it is as wide as its words.
    """
    folded = {fold(option): option for option in options}
    bound = _bound(key, lambda text: folded.get(fold(text)), None, nothing)
    if not options:
        return None
    shown = invitation or nothing
    chosen = st.selectbox(
        _(LABELS.get(key, CHOICE)),
        options,
        index=None,
        placeholder=shown,
        label_visibility="collapsed",
        width=_wide([shown, *options]) if as_list else "stretch",
        **bound,
    )
    return chosen if chosen in options else None


def several(key: str, options: Sequence[str], usual: Sequence[str], label: str) -> list[str]:
    """Some of these people, the `usual` ones unless the address names others with commas between, in any case.

    Where all are usual, nobody is chosen.
    """
    folded = {fold(option): option for option in options}
    wanted = {fold(name): name for name in st.query_params.get(key, "").split(",") if name.strip()}
    for place, name in wanted.items():
        if place not in folded:
            markup.notice(_("No player '{name}' here.", name=safe_text.short(name, 40)))
    shown = [] if set(usual) == set(options) else list(usual)
    state = f"filter {key}"
    st.session_state[state] = [folded[place] for place in wanted if place in folded] or shown
    chosen = st.multiselect(
        label,
        options,
        key=state,
        placeholder=_("everybody"),
        filter_mode="contains",
        on_change=_write_several,
        args=(key, shown),
    )
    return chosen or list(usual)


def match(matches: Sequence[Match]) -> Match:
    """One of these matches: the one with the id in the address, else the first; named with days where these differ."""
    by_id = {str(match.id): match for match in matches}
    names = {key: match.name for key, match in by_id.items()}
    if len({match.on for match in matches}) > 1:
        names = {key: f"{match.name}, {numeric_day(match.on)}" for key, match in by_id.items()}
    return by_id[one_of("match", list(by_id), names=names, drops="deal")]


def switch(key: str, label: str) -> bool:
    """Yes or no; `1` in the address for yes, or a word for it."""
    return st.toggle(label, **_bound(key, yes_or_no, usual=False, usual_words=_("no")))


def yes_or_no(text: str) -> bool | None:
    """What a word of an address means; None for another one."""
    return YES_OR_NO.get(text.casefold())


def day(key: str, usual: date, label: str) -> date:
    """A day, the `usual` one unless the address says another."""
    chosen = st.date_input(label, width=200, **_days(), **_bound(key, read_day, usual, str(usual)))
    return chosen if isinstance(chosen, date) else usual


def _days() -> dict[str, Any]:
    """Which days a field takes; it has the day first in languages that write it so."""
    in_order = numeric_day(LAST_DAY) == LAST_DAY.isoformat()
    return {"min_value": FIRST_DAY, "max_value": LAST_DAY, "format": "YYYY-MM-DD" if in_order else "DD/MM/YYYY"}


def fewest(usual: int, label: str = "") -> int:
    """The fewest deals of whatever a page lists, `usual` unless another number is chosen."""
    bound = _bound("min_deals", _read_number, None, str(usual))
    chosen = st.number_input(
        label or _("at least so many deals"),
        0,
        MOST_DEALS,
        value=None,
        step=1,
        placeholder=str(usual),
        width=200,
        **bound,
    )
    keep()
    return usual if chosen is None else int(chosen)


def named(key: str, there: Sequence[str], instead: str) -> str:
    """The one of these that the address names, where no widget shows it; "" for all of them, and where it names none.

    `instead` are the words for the choice that is shown where it names one that is not there.
    """
    return asked(key, lambda text: "" if text == ALL else meant(text, there), "", instead, there)


def asked(key: str, read: Callable[[str], T | None], usual: T, usual_words: str, options: Sequence[str] = ()) -> T:
    """The choice in the address, as `read` reads it, or the `usual` one.

    Where `read` gives None, a notice says that there is no such choice, or which of the `options` could be meant.
    """
    text = st.query_params.get(key)
    choice = read(text) if text else usual
    if text and choice is None:
        with st.session_state.get(NOTICES) or st.container():
            markup.notice(_not_here(key, text, usual_words, options))
    return usual if choice is None else choice


def _bound(
    key: str,
    read: Callable[[str], T | None],
    usual: T | None,
    usual_words: str,
    options: Sequence[str] = (),
    drops: str = "",
) -> dict[str, Any]:
    """The arguments of a widget that shows a parameter of the address and writes into it, as `asked` has it."""
    state = f"filter {key}"
    st.session_state[state] = asked(key, read, usual, usual_words, options)
    return {"key": state, "on_change": _write, "args": (key, usual, drops)}


def _not_here(key: str, text: str, usual_words: str, options: Sequence[str]) -> str:
    """That there is no such choice, or several are meant, and what the page shows; the parts of a page by name.

    Other choices stand on their buttons.
    """
    facts = {"name": safe_text.short(text, 40), "shown": usual_words}
    if meant := safe_text.shorts(meant_by(text, options), 40):
        return _(SEVERAL, **facts, options=either(meant))
    words = _(NOT_HERE, **facts, what=_(LABELS.get(key, CHOICE)))
    if key == "show":
        return " ".join([words, _("There are: {parts}.", parts=", ".join(options))])
    return words


def _write(key: str, usual: object, drops: str = "") -> None:
    """Put the choice of a widget into the address; the usual one leaves it, so does the parameter that it `drops`."""
    chosen = st.session_state[f"filter {key}"]
    if chosen in {None, usual}:
        st.query_params.pop(key, None)
    else:
        st.query_params[key] = str(int(chosen) if isinstance(chosen, bool) else chosen)
    if drops:
        st.query_params.pop(drops, None)


def _write_several(key: str, usual: Sequence[str]) -> None:
    """The same for several: no name holds a comma."""
    chosen = st.session_state[f"filter {key}"]
    if not chosen or set(chosen) == set(usual):
        st.query_params.pop(key, None)
    else:
        st.query_params[key] = ",".join(chosen)


def _when_and_how(*, with_measure: bool) -> tuple[date | None, date | None, str]:
    """The first and the last day, None for no end, and the measure of units, behind a button that says them."""
    days = {key: _bound(key, read_day, None, _("every day")) for key in ("from", "to")}
    first, last = (st.session_state[bound["key"]] for bound in days.values())
    measures = _bound("measure", lambda text: text if text in MEASURES else None, UNITS, _(MEASURE_WORDS[UNITS]))
    measure = st.session_state[measures["key"]]
    label = _from_to(first, last)
    if with_measure and measure != UNITS:
        label = _("{days}, in {measure}", days=label, measure=_(MEASURE_WORDS[measure]))
    with st.popover(label, icon=":material/calendar_month:"):
        for key, bound in days.items():
            st.date_input(_(LABELS[key]), value=None, **_days(), **bound)
        if not with_measure:
            return first, last, UNITS
        chosen = st.selectbox(
            _("counted in"),
            MEASURES,
            format_func=lambda option: _(MEASURE_WORDS[option]),
            help=_(COUNTED),
            **measures,
        )
    return first, last, chosen if chosen in MEASURES else UNITS


def _from_to(first: date | None, last: date | None) -> str:
    """`2026-01-01 to 2026-12-31`, in words where there is no end."""
    if first and last:
        return _("{first} to {last}", first=first, last=last)
    if first:
        return _("{first} to today", first=first)
    return _("start to {last}", last=last) if last else _("all days")


def read_day(text: str) -> date | None:
    """The day of a text in an address; None where it is no day, or far outside of all matches."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if FIRST_DAY <= day <= LAST_DAY else None


def _read_number(text: str) -> int | None:
    readable = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_DEALS))
    return int(text) if readable and int(text) <= MOST_DEALS else None

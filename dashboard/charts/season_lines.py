"""Lines: units and places as they ran over a season; each line named at its end, a few of them in colour."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import BARE, COUNT, Numbers, clauses, small, ticks
from dashboard.charts.shapes import nothing
from dashboard.look import safe_text, theme
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import number, short_day, short_day_of_year, short_month
from scorer.stats.models.arrays import Floats
from scorer.text.numbers import SCREEN, Counting

NAMED: Final = 40  # lines that get their name at the end; beyond, those at the top and at the bottom
NAME: Final = 12
TIE: Final = 20  # pixels between the end of a line and its name
HEIGHT, GAP, LETTERS = 340, 18, 14  # pixels: of the part that is drawn, of the height of a name, of its letters
WIDTH: Final = 2.2  # pixels of a line
CROWD: Final = 12  # lines that are drawn thinner
NAME_OF_LINE: Final = "<b>%{fullData.name}</b>"  # in a template of Plotly
NO_MORE: Final = "<extra></extra>"  # Plotly names the line once more beside what a mark says
UNSEEN: Final = {  # marks that are not drawn: a line without any cannot be clicked on
    "mode": "lines+markers",
    "marker": {"size": 4, "opacity": 0, "maxdisplayed": 1},
}
AFTER_OTHERS: Final = 2000  # where the usual rank of a trace is 1000
BEHIND: Final = "rgba(128,128,128,0.65)"  # of lines that only show where the others ran
MOST_WORDS: Final = 2000  # names of evenings in a chart
TICKS, TICKS_OF_YEARS = 4, 3  # days below a chart, for which a phone has room: `3 Nov`, `Nov 2025`
FEW_RECORDS: Final = 40
BEFORE: Final = N_("before the first")
EVENINGS, RECORDS = N_("evenings"), N_("deals and other records")  # what lies along a chart
MOST_ON_A_LINE = 500
MOST_BYTES = 90_000  # of a chart, before they are written as text
WHOLE, BROKEN = 8, 10  # bytes of a place with its units and their change: whole numbers, floats
FEW_LINES: Final = 8  # up to so many all have a colour: beyond, colours begin to look alike
FIRST: Final = 5  # places in colour where there are more


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A line, whose it is, and what stands behind the name at its end."""

    player: str
    trace: go.Scatter
    end: str


def style(player: str, everybody: Sequence[str], *, marks: bool) -> dict[str, Any]:
    """The look of the line of a player: solid, for dots mean absence; in a crowd its name tells, not its colour."""
    return {
        "name": safe_text.plain(safe_text.isolated(player)),
        "mode": "lines+markers" if marks else "lines",
        "line": {"color": theme.colour(player, everybody), "width": WIDTH},
        "marker": {"size": 1.5 * WIDTH + 2},
    }


def look(player: str, everybody: Sequence[str], chosen: Sequence[str], *, few: bool) -> dict[str, Any]:
    """The look of a line among many: in colour where its player is `chosen`, with marks at `few` places; else grey."""
    if player not in chosen:
        name, line = safe_text.plain(safe_text.isolated(player)), {"color": BEHIND, "width": 1}
        return {"name": name, "legendrank": AFTER_OTHERS, "line": line, **UNSEEN}
    look = style(player, everybody, marks=few)
    return look if few else look | UNSEEN


def drawn(
    question: str,
    lines: Sequence[SeasonLine],
    axes: dict[str, Any],
    *,
    behind: Sequence[go.Scatter] = (),
    **layout: Any,
) -> go.Figure:
    """The lines with their names at their ends, none over another: the chart is taller where many lines end.

    The lines `behind` have no names.
    """
    named = sorted(lines, key=lambda line: float(line.trace.y[-1]))
    if len(named) > NAMED:
        named = named[: NAMED // 2] + named[-NAMED // 2 :]
        layout["note"] = _("named: the {number} at either end; point at a line to see whose it is", number=NAMED // 2)
    if len(lines) > CROWD:
        for line in lines:
            line.trace.line.width = 1.3
    height = max(HEIGHT, (len(named) + 1) * GAP)
    traces = [*behind, *(line.trace for line in lines)]
    heights = np.concatenate([[0.0], *(trace.y for trace in traces)])
    heights = heights[~np.isnan(heights)]
    low, high = float(heights.min()), float(heights.max())
    air = 0.04 * (high - low) or 1
    span = axes["yaxis"].setdefault("range", [low - air, high + air])
    axes["yaxis"] = ticks(heights, most=8) | axes["yaxis"]
    end = max(int(trace.x[-1]) for trace in traces)
    labels, room = names_at_ends(named, span, height, end)
    start = min(int(trace.x[0]) for trace in traces)
    axes["xaxis"] |= {"range": [min(start - 0.015 * end, end - 1), end * 1.015]}
    fixed: dict[str, Any] = {"height": height, "annotations": labels, "margin": {"r": room}, "hovermode": "closest"}
    return theme.chart(question, traces=traces, **(fixed | axes | layout))


def names_at_ends(
    lines: Sequence[SeasonLine], span: Sequence[float], height: int, end: int | None = None
) -> tuple[list[dict[str, Any]], int]:
    """The names behind the end of the lines, tied to them in their colours; and the pixels that they need.

    `span` is what the axis shows from the bottom to the top, `height` its pixels. The names stand at `end` along the
    other axis, or each where its line ends; a line of nobody has only its figure.
    """
    last = [int(np.flatnonzero(~np.isnan(line.trace.y))[-1]) for line in lines]
    ends = [float(line.trace.y[at]) for line, at in zip(lines, last, strict=True)]
    wanted = (np.array(ends) - span[0]) * height / (span[1] - span[0])
    heights = apart(wanted, GAP, GAP / 2, height - GAP / 2)
    names = safe_text.people([line.player for line in lines], NAME)
    texts = [f"{safe_text.isolated(name)} {line.end}".lstrip() for name, line in zip(names, lines, strict=True)]
    labels = []
    for line, label, at, units, up, wish in zip(lines, texts, last, ends, wanted, heights, strict=True):
        text = {"text": safe_text.plain(label), "xanchor": "left", "align": "left", "font": {"size": LETTERS}}
        place = {"x": int(line.trace.x[at]) if end is None else end, "y": units, "ax": TIE, "ay": float(up - wish)}
        tie = {"showarrow": True, "arrowhead": 0, "arrowwidth": 1.5, "arrowcolor": line.trace.line.color}
        labels.append(text | place | tie)
    return labels, TIE + 8 + round(max(map(safe_text.columns, texts)) * LETTERS * 0.58)


def apart(wanted: Floats, gap: float, low: float, high: float) -> Floats:
    """Heights as near as possible to those wanted, in their order, `gap` apart, between `low` and `high`; in pixels.

    Labels that would touch spread around their middle; where they do not all fit, they go beyond `high`.
    """
    order = np.argsort(wanted, kind="stable")
    steps = np.arange(len(wanted)) * gap
    # The nearest line that never falls: means of stretches, by the max-min formula.
    sums = np.concatenate([[0], np.cumsum(wanted[order] - steps)])
    first, last = np.indices((len(wanted), len(wanted)))
    means = np.where(last >= first, (sums[last + 1] - sums[first]) / np.maximum(last - first + 1, 1), np.inf)
    lowest = np.minimum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
    flat = np.maximum.accumulate(np.where(last >= first, lowest, -np.inf), axis=0).diagonal()
    heights = np.empty(len(wanted))
    heights[order] = np.maximum(np.minimum(flat, high - steps[-1:]), low) + steps
    return heights


def evening_lines(
    running: pd.DataFrame,
    names: Mapping[Any, str],
    everybody: Sequence[str],
    players: Sequence[str],
    shown: Sequence[str] = (),
    *,
    currency: str = "",
    matches: Mapping[Any, int] | None = None,
) -> go.Figure:
    """Running units after each evening, from `stats.running_by_evening`, of players in the order of their places.

    The players `shown` are in colour, the others grey; where none is chosen, all of a few, or the first few places.
    `names` are the matches by day, `matches` their ids: a mark leads to the match of its day, where that had only one,
    else to its player.
    """
    question, counting = _("Who is ahead, evening by evening?"), Counting(currency, SCREEN)
    units = {player: running[player].to_numpy(np.float64) for player in players if player in running.columns}
    if not units:
        return nothing(question)
    chosen = [player for player in in_colour(players, shown) if player in units]
    keep, few = most(len(units), running.to_numpy()), len(running) <= FEW_RECORDS
    evenings = evening_words(running.index, names)
    ends = {player: float(line[~np.isnan(line)][-1]) for player, line in units.items()}
    colour, grey, leading = [], [], []
    for player, line in units.items():
        words = evenings if player in chosen or running.size <= MOST_WORDS else ()
        trace = _line(player, line / counting.scale, keep, words, counting.title, whole=not currency)
        trace.update(look(player, everybody, chosen, few=few))
        if player in chosen:
            trace.ids = _leads_to(trace, running.index, matches or {})
            leading += [_beginning([trace]), *_absent(trace, len(running), interrupted=few)]
            colour.append(SeasonLine(player, trace, counting.total(ends[player])))
        else:
            grey.append(trace)
    axes = {"xaxis": time_axis(running.index.to_numpy(), _(EVENINGS)), "yaxis": {"title": {"text": counting.title}}}
    others = _("grey: {others}; point at a line to see whose it is", others=counts.others(len(grey))) if grey else ""
    note = clauses(others, _("dotted: absent") if any(trace.line.dash == "dot" for trace in leading) else "")
    behind = [*([_beginning(grey)] if grey else []), *grey, *leading]
    return with_places(drawn(question, colour, axes, behind=behind, note=note), evenings)


def in_colour(players: Sequence[str], shown: Sequence[str]) -> list[str]:
    """The players whose lines have a colour: those `shown`, else all of a few, else the first."""
    chosen = [player for player in shown if player in players]
    return chosen or list(players if len(players) <= FEW_LINES else players[:FIRST])


def with_places(chart: go.Figure, evenings: Sequence[str]) -> go.Figure:
    """The chart with the names of its places, for its table."""
    return chart.update_layout(meta=chart.layout.meta | {"places": [_(BEFORE), *evenings]}) if evenings else chart


def _at_places(evenings: Sequence[str], kept: Numbers) -> tuple[str, list[str] | None]:
    """Plotly's template for the place of a mark, and its texts for the places kept, where the evenings have words."""
    if not evenings:
        return _("evening {number}", number="%{x:,d}"), None
    words = [_(BEFORE), *evenings]
    return "%{text}", [words[place] for place in kept.tolist()]


def _line(player: str, units: Floats, keep: int, evenings: Sequence[str], unit: str, *, whole: bool) -> go.Scatter:
    """The line of a player through the places where they were; units that may be `whole` numbers have no decimals."""
    there = np.flatnonzero(~np.isnan(units))
    at, heights = there + 1, units[there]
    if whole and (heights == np.round(heights)).all():
        heights = heights.astype(np.int64)
    kept = thinned(heights, keep)
    changes = np.diff(heights, prepend=0)[kept]  # as words: a number in a template would have a hyphen for its minus
    decimals = 2 if heights.dtype.kind == "f" else 0
    place, text = _at_places(evenings, at[kept])
    return go.Scatter(
        x=small(at[kept]),
        y=small(heights[kept]),
        yhoverformat="+,.2f" if decimals else "+,d",  # an axis writes a true minus, a template a hyphen
        customdata=[_change(change, decimals) for change in changes.tolist()],
        hovertemplate=safe_text.BREAK.join(
            [
                _("{player} {total} {units}", player=NAME_OF_LINE, total="%{y}", units=unit),
                _("{evening}: {change}", evening=place, change="%{customdata}"),
            ]
        )
        + NO_MORE,
        text=text,
        meta=links.to("players", player=player),
    )


def _leads_to(line: go.Scatter, days: pd.Index, matches: Mapping[Any, int]) -> list[str] | None:
    """Where the marks of a line lead: to the match of the day, or to the player; None where no day has its match."""
    if not matches:
        return None
    of_days = [matches.get(days[at - 1]) for at in line.x.tolist()]
    return [links.to("matches", match=match) if match else line.meta for match in of_days]


def _change(units: float, decimals: int) -> str:
    """What an evening brought, with its sign, that of 0 too: `+12`."""
    sign = SCREEN.minus if units < 0 else "+"
    return f"{sign}{number(abs(units), decimals, thousands=True)}"


def _beginning(lines: Sequence[go.Scatter]) -> go.Scatter:
    """The lines that lead up to the first places of lines of one look: from 0 at the place before."""
    path: list[tuple[float, float]] = []
    for line in lines:
        x, y = int(line.x[0]), line.y[0]
        path += [(x - 1, 0), (x, y), (x, np.nan)]
    return _leading(path, lines[0].line.color, lines[0].line.width)


def _leading(path: Sequence[tuple[float, float]], colour: str, width: float, dash: str = "solid") -> go.Scatter:
    """A line that joins places and has no figures of its own."""
    x, y = np.array(path, np.float32).T
    line = {"color": colour, "width": width, "dash": dash}
    return go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", name="")


def _absent(trace: go.Scatter, end: int, *, interrupted: bool) -> list[go.Scatter]:
    """Dotted lines over the places where a player was absent: to the `end`, and within a line that is `interrupted`.

    The trace itself gets a gap there.
    """
    x, y = trace.x.astype(np.int64), trace.y.astype(np.float32)
    after = np.flatnonzero(np.diff(x) > 1) + 1 if interrupted else np.array([], np.int64)
    over = [place for at in after.tolist() for place in ((x[at - 1], y[at - 1]), (x[at], y[at]), (x[at], np.nan))]
    if x[-1] < end:
        over += [(x[-1], y[-1]), (end, y[-1])]
    if len(after):
        trace.update(x=np.insert(x, after, x[after]), y=np.insert(y, after, np.nan))
        for words in ("customdata", "text", "ids"):
            if trace[words] is not None:
                trace[words] = np.insert(np.array(trace[words], object), after, "").tolist()
    return [_leading(over, trace.line.color, 1.2, "dot")] if over else []


def most(lines: int, units: Numbers) -> int:
    """How many places each of so many lines may keep."""
    bytes_a_place = BROKEN if units.dtype.kind == "f" else WHOLE
    return max(60, min(MOST_ON_A_LINE, MOST_BYTES // (bytes_a_place * max(lines, 1))))


def thinned(line: Numbers, keep: int) -> Numbers:
    """The indices of a line that are drawn, at most `keep`: first, last, the lowest and the highest of each stretch."""
    if len(line) <= keep:
        return np.arange(len(line))
    size = -(-len(line) // ((keep - 2) // 2))
    stretches = np.pad(line, (0, -len(line) % size), mode="edge").reshape(-1, size)
    starts = np.arange(len(stretches)) * size
    extremes = [starts + stretches.argmin(axis=1), starts + stretches.argmax(axis=1)]
    return np.unique(np.concatenate([[0, len(line) - 1], *extremes]))


def place_changes(
    running: pd.DataFrame,
    names: Mapping[Any, str],
    everybody: Sequence[str],
    players: Sequence[str],
    shown: Sequence[str] = (),
    *,
    matches: Mapping[Any, int] | None = None,
) -> go.Figure:
    """The place of every player after each evening, as in `evening_lines`; a line begins with its first evening.

    A dot marks an evening at which the player was present: the place changes in absence too.
    """
    question = _("Who overtook whom, evening by evening?")
    if not len(running):
        return nothing(question)
    chosen, keep = in_colour(players, shown), most(running.shape[1], running.to_numpy())
    table = running.ffill().rank(axis=1, method="min", ascending=False)
    note = ngettext("the last {count} evening", "the last {count} evenings", keep) if len(table) > keep else ""
    there, table = running.notna().tail(keep).to_numpy(), table.tail(keep)
    evenings = evening_words(table.index, names)
    colour: list[SeasonLine] = []
    grey: list[go.Scatter] = []
    for at, player in enumerate(map(str, table.columns)):
        words = evenings if player in chosen or table.size <= MOST_WORDS else ()
        style = look(player, everybody, chosen, few=len(table) <= FEW_RECORDS)
        places = table[player].to_numpy()
        trace = _place_line(player, places, there[:, at], words, style)
        if player in chosen:
            trace.ids = _leads_to(trace, table.index, matches or {})
            colour.append(SeasonLine(player, trace, number(places[-1])))
        else:
            grey.append(trace)
    count = table.shape[1]
    scale = {"range": [count + 0.5, 0.5], "dtick": max(1, count // 10), "tick0": 1, "zeroline": False}
    titled = {"title": {"text": _("place")}, theme.FORM: COUNT}
    axes = {"xaxis": time_axis(table.index.to_numpy(), _(EVENINGS)), "yaxis": scale | titled}
    return with_places(drawn(question, colour, axes, behind=grey, note=note), evenings)


def _place_line(
    player: str, places: Floats, was_there: Numbers, evenings: Sequence[str], style: Mapping[str, Any]
) -> go.Scatter:
    """The places of a player, from the first evening on, with no dot where others changed them."""
    known = np.flatnonzero(~np.isnan(places))
    place, text = _at_places(evenings, known + 1)
    trace = go.Scatter(
        x=small(known + 1),
        y=small(places[known].astype(np.int64)),
        customdata=["" if there else _(", absent") for there in was_there[known].tolist()],
        hovertemplate=safe_text.BREAK.join(
            [_("{player} place {place}", player=NAME_OF_LINE, place="%{y:d}"), f"{place}%{{customdata}}"]
        )
        + NO_MORE,
        text=text,
        meta=links.to("players", player=player),
        **style,
    )
    if not was_there[known].all() and "opacity" not in style["marker"]:
        dots = np.where(was_there[known], style["marker"]["size"], 0)
        trace.marker.update(size=dots, opacity=1, line_width=0)  # as where all are of one size
    return trace


def evenings_words(count: int) -> str:
    """`1 evening`, `12 evenings`."""
    return ngettext("{count} evening", "{count} evenings", count)


def evening_words(index: pd.Index, names: Mapping[Any, str]) -> list[str]:
    """Day and match of each evening, where they are few enough to be sent."""
    if len(index) > MOST_WORDS:
        return []
    days = [(day, names.get(day, "")) for day in index.get_level_values("on")]
    return [safe_text.plain(", ".join(filter(None, [short_day(day), safe_text.isolated(name)]))) for day, name in days]


def time_axis(days: Numbers, title: str) -> dict[str, Any]:
    """The axis of records or evenings, with the day of a few of them where it begins."""
    of_years = len(np.unique(days.astype("datetime64[Y]"))) > 1
    ticks_there = min(TICKS_OF_YEARS if of_years else TICKS, len(days))
    begins = 1 + np.flatnonzero(np.diff(days.astype("datetime64[D]").astype(np.int64), prepend=-1))
    evenly = np.linspace(1, len(days), ticks_there)
    at = begins[np.unique(np.abs(begins - evenly[:, np.newaxis]).argmin(axis=1))]
    on: list[date] = [days[place - 1].astype("datetime64[D]").item() for place in at.tolist()]
    shown = [(day.year, day.month) if of_years else (day.month, day.day) for day in on]
    once = [place for place, tick in enumerate(shown) if tick not in shown[:place]]
    return {
        "title": {"text": title},
        "tickvals": at[once],
        "ticktext": [short_month(on[place]) if of_years else short_day_of_year(on[place]) for place in once],
        "autotickangles": [0, 90],  # where a phone has no room for days beside each other
        "automargin": True,
        **BARE,
    }

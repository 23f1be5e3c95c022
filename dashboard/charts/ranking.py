"""Where players stand: by their ratings, in a ranking across events, and under another payout table."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    BARE,
    BASE_A_DEAL,
    POINTS,
    Floats,
    Rows,
    frame,
    hover,
    likely,
    numbers,
    records,
    sized,
    unit_axis,
)
from dashboard.charts.season_lines import (
    EQUALS,
    EVENINGS,
    FEW_RECORDS,
    GAP,
    HEIGHT,
    LETTERS,
    NAMED,
    Line,
    drawn,
    evening_words,
    in_colour,
    look,
    names_at_ends,
    style,
    time_axis,
    with_places,
)
from dashboard.charts.shapes import bar_rows, bars, dot_rows, dots, nothing, of_players
from dashboard.look import safe_text, theme
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import number, short_day
from scorer.rules.ranking import Placed
from scorer.stats.models.exchangeable import NEGLIGIBLE
from scorer.stats.rating import NO_DIFFERENCE
from scorer.text.numbers import SCREEN, Counting, Row, chance, plain
from scorer.text.sentences import names_or_count

SHOWN: Final = 20  # players; the others are in the table
EVENTS: Final = 5  # with a pattern each; the others together
OTHERS: Final = N_("other events")
NO_EVENT: Final = N_(
    "No event counts here yet: a tournament does once it is finished, a season of deals once it is over."
)
SURE: Final = N_("95 % intervals (deals)")
DEALS: Final = N_("in brackets the deals")


def ratings(rows: Rows, everybody: Sequence[str], *, verdict: str = "", sure: bool = True) -> go.Figure:
    """The rating of every player, the best first, with its interval if `sure`; from `stats.rating`.

    The `verdict` is a sentence on all rows together; without one the answer says who is in front.
    """
    table, question = frame(rows), _("Who plays better?")
    if table.empty:
        return nothing(question)
    names, counting = table["player"].tolist(), Counting(style=SCREEN)
    mean, low, high = (numbers(table, column) for column in ("rating", "low", "high"))
    if not sure:
        low = high = mean
    played = (table["deals"] + table["sheets"]).tolist()
    hovers = [
        hover(*_rated(row, counting, sure=sure), _best(row["best"], deals) if sure else counts.deals(deals))
        for row, deals in zip(records(table), played, strict=True)
    ]
    air = 0.08 * float(high.max() - low.min()) or 1.0
    ends = min(float(low.min()), 0.0) - air, max(float(high.max()), 0.0) + air
    answer = verdict or _("{player} is in front with {rating}.", player=names[0], rating=counting.mean(mean[0]))
    return dot_rows(
        question,
        sized(safe_text.people(names), table["deals"].tolist()),
        [dots(mean, low, high, hovers, sure=sure, **of_players(names, everybody))],
        unit_axis(_(BASE_A_DEAL), ends),
        answer=safe_text.sentence(answer, names),
        note=_(SURE if sure else DEALS),
        marks=[(0, _("average"), "dash")],
        ends=ends,
    )


def _rated(row: Row, counting: Counting, *, sure: bool) -> list[str]:
    """The rating of a row, and the ends of its interval if `sure`, in words."""
    facts = {"player": row["player"], "rating": counting.mean(row["rating"]), "units": _(BASE_A_DEAL)}
    rated = _("{player}: {rating} {units}", **facts)
    return [rated, likely(counting.mean(row["low"]), counting.mean(row["high"]))] if sure else [rated]


def _best(best: float | None, played: int) -> str:
    """How likely a player is the best, where that is known, and the number of deals."""
    deals = counts.deals(played)
    if best is None or isnan(best):
        return deals
    return _("the best of them with {chance}; {deals}", chance=chance(best), deals=deals)


def rating_lines(
    curve: pd.DataFrame,
    everybody: Sequence[str],
    players: Sequence[str],
    shown: Sequence[str] = (),
    *,
    names: Mapping[Any, str] | None = None,
    sure: bool = True,
) -> go.Figure:
    """The ratings evening by evening, from `stats.rating_curve`, of players in the order of their places.

    `names` are the matches by day; with the intervals, and since when two lie apart, if `sure`.
    """
    question = _("How did the ratings go?")
    days = np.unique(curve["on"].to_numpy())
    if curve.empty:
        return nothing(question)
    chosen, counting = in_colour(players, shown), Counting(style=SCREEN)
    colour, grey = [], []
    for player in players:
        own = curve[curve["player"] == player]
        trace = go.Scatter(
            x=np.searchsorted(days, own["on"].to_numpy()) + 1,
            y=own["rating"].to_numpy(np.float32),
            hovertext=[
                hover(*_rated(row, counting, sure=sure), _("after {day}", day=row["on"].date())) for row in records(own)
            ],
            hoverinfo="text",
            meta=links.to("players", player=player),
            **look(player, everybody, chosen, few=len(days) <= FEW_RECORDS),
        )
        if player in chosen:
            colour.append(Line(player, trace, counting.mean(float(own["rating"].iloc[-1]))))
        else:
            grey.append(trace)
    axes = {"xaxis": time_axis(days, _(EVENINGS)), "yaxis": {"title": {"text": _(BASE_A_DEAL)}}}
    apart = _significant_since(curve) if sure else ""
    answer = safe_text.sentence(f"{_rose_and_fell(curve)} {apart}".strip(), everybody)
    course = drawn(question, colour, axes, behind=grey, answer=answer, note=_("each from the deals until then"))
    return with_places(course, evening_words(pd.DatetimeIndex(days, name="on"), names or {}))


def _rose_and_fell(curve: pd.DataFrame) -> str:
    """Whose rating rose and whose fell most, from the first evening of each to the last, to two decimals."""
    of_each = curve.groupby("player", sort=False)
    change = (of_each["rating"].last() - of_each["rating"].first()).round(2)
    begun = {day.date() for day in of_each["on"].first()}
    highest, lowest = change.max(), change.min()
    rose = fell = ""
    if highest > 0:
        players = change.index[change == highest].tolist()
        facts = {"players": names_or_count(players, EQUALS), "units": number(highest, 2)}
        rose = ngettext(
            "{players} rose most, by {units}", "{players} rose most, by {units} each", len(players), **facts
        )
    if lowest < 0:
        players = change.index[change == lowest].tolist()
        facts = {"players": names_or_count(players, EQUALS), "units": number(-lowest, 2)}
        fell = ngettext(
            "{players} fell most, by {units}", "{players} fell most, by {units} each", len(players), **facts
        )
    moved = rose or fell or _("no rating has moved")
    if rose and fell:
        moved = _("{player_rose}, and {player_fell}", player_rose=rose, player_fell=fell)
    if len(begun) == 1:
        return _("Since {day}, {moved}.", day=short_day(begun.pop()), moved=moved)
    return _("Since the first evening of each, {moved}.", moved=moved)


def _significant_since(curve: pd.DataFrame) -> str:
    """Whose interval lies above whose at the end, and since when; or that all still overlap."""
    if len(set(curve["player"])) == 1:
        return ""
    days = [of_day.set_index("player") for _day, of_day in curve.groupby("on")]
    if not days[-1]["significant"].all():
        return _(NO_DIFFERENCE)
    above, below = str(days[-1]["low"].idxmax()), str(days[-1]["high"].idxmin())
    if not _is_above(days[-1], above, below):
        return _("All 95 % intervals still overlap: they do not show who plays better.")
    since = days[-1]["on"].iloc[0]
    for day in reversed(days):
        if not {above, below} <= set(day.index) or not _is_above(day, above, below):
            break
        since = day["on"].iloc[0]
    facts = {"player": above, "below": below, "day": short_day(since.date())}
    return _("The 95 % interval of {player} has been above that of {below} since {day}.", **facts)


def _is_above(day: pd.DataFrame, player: str, below: str) -> bool:
    """Whether the interval of a player lies above that of another, on a day; `day` has a row for each player."""
    return float(day["low"][player]) > float(day["high"][below]) + NEGLIGIBLE


def ranking_bars(ranking: Sequence[Placed], verdict: str = "") -> go.Figure:
    """The first in the ranking with the ranking points of each event; the events that gave most have patterns.

    The `verdict` is a sentence on the ranking.
    """
    question = _("Where are the points from?")
    top = [placed for placed in ranking[:SHOWN] if placed.ranking_points]
    if not top:
        return nothing(question, _(NO_EVENT))
    hovers = []
    gives: dict[str, Floats] = {}
    for at, placed in enumerate(top):
        lines = [_("{player}: {points} ranking points", player=placed.player, points=plain(placed.ranking_points))]
        for share in placed.shares:
            if share.counts:
                gives.setdefault(share.event.name, np.zeros(len(top)))[at] = float(share.worth)
                facts = {"event": share.event.name, "points": plain(share.worth), "place": share.place}
                lines.append(_("{event}: {points}, place {place} of {players}", **facts, players=share.event.field))
        hovers.append(hover(*lines))
    most = sorted(gives, key=lambda name: (-gives[name].sum(), name))
    kept = most if len(most) <= EVENTS + 1 else most[:EVENTS]
    names, points = [*kept], [gives[name] for name in kept]
    if remaining := most[len(kept) :]:
        names.append(_(OTHERS))
        points.append(np.sum([gives[name] for name in remaining], axis=0))
    between = {"color": theme.PAGE, "width": 2}  # it parts the parts of a bar, which are greys
    series = [
        bars(given, hovers, colour, name=safe_text.plain(name), shape=shape, marker_line=between)
        for given, name, (colour, shape) in zip(points, safe_text.shorts(names, 32), theme.EVENTS, strict=False)
    ]
    players = [placed.player for placed in top]
    note = ""
    if len(ranking) > len(top):
        note = _("the first {number} of {players}", number=len(top), players=len(ranking))
    answer, title = safe_text.sentence(verdict, players), _("ranking points")
    return bar_rows(question, players, series, title, barmode="stack", answer=answer, note=note, form=POINTS)


def places_there(rows: Rows, everybody: Sequence[str], title: str) -> go.Figure:
    """The place of each player as played and under the table of this title, a line between; from `stats.recount`.

    Where not all players have room for a name, only those who are in colour in other figures.
    """
    table, question = frame(rows), _("Who would stand where under {variant}?", variant=title)
    if table.empty:
        return nothing(question)
    players, counting, count = table["player"].tolist(), Counting(style=SCREEN), len(table)
    chosen = players if count <= NAMED else in_colour(players, ())
    left, right = [], []
    for row in records(table[table["player"].isin(chosen)]):
        player, places = str(row["player"]), [row["played_place"], row["place"]]
        before, after = (counting.total(row[name]) for name in ("played_units", "units"))
        line = go.Scatter(
            x=[0, 1],
            y=places,
            hovertext=[_under_both(row, before, after, title)] * 2,
            hoverinfo="text",
            meta=links.to("players", player=player),
            **style(player, everybody, marks=True),
        )
        right.append(Line(player, line, after))
        left.append(Line(player, go.Scatter(x=[0], y=places[:1], line=line.line), before))
    span, height = [count + 0.5, 0.5], max(HEIGHT, (len(chosen) + 1) * GAP)
    behind, room_left = names_at_ends(left, span, height)
    ahead, room_right = names_at_ends(right, span, height)
    mirrored = [label | {"ax": -label["ax"], "xanchor": "right", "align": "right"} for label in behind]
    under = safe_text.plain(_("under {variant}", variant=safe_text.short(title)))
    ends = {"tickvals": [0, 1], "ticktext": [_("as played"), under]}
    return theme.figure(
        question,
        height=height,
        answer=_who_would_lead(table, players),
        traces=[line.trace for line in right],
        xaxis={"title": {"text": _("place and units of the same deals")}, "range": [-0.01, 1.01]} | ends | BARE,
        yaxis={"range": span, "showticklabels": False, "automargin": False} | BARE,
        annotations=[*mirrored, *ahead],
        margin={"l": room_left + LETTERS, "r": room_right},
        hovermode="closest",
    )


def _under_both(row: Row, before: str, after: str, title: str) -> str:
    """The words at the line of a player: places and units as played, and under the table of this title."""
    facts = {"player": row["player"], "played_place": row["played_place"], "place": row["place"], "variant": title}
    return hover(
        _("{player}: place {played_place} as played, {place} under {variant}", **facts),
        _("{played_units} units as played, {units} under {variant}", played_units=before, units=after, variant=title),
    )


def _who_would_lead(table: pd.DataFrame, players: Sequence[str]) -> str:
    """Who would lead, and who would rise most."""
    first = table["player"][table["place"] == 1].tolist()
    most = int(table["moved"].max())
    rise = _("Nobody would rise.")
    if most > 0:
        rose = table["player"][table["moved"] == most].tolist()
        rise = _("{players} would rise most, by {places}.", players=names_or_count(rose), places=counts.places(most))
    lead = _("{players} would lead.", players=names_or_count(first))
    return safe_text.sentence(f"{lead} {rise}", players)

"""Callers: how often players call and win, what they make of their bids, and what they leave on the table."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    AHEAD,
    PERCENT,
    Rows,
    contracts,
    counted_deals,
    frame,
    hover,
    made_of,
    moved_by_chance,
    numbers,
    one_sentence,
    percent_axis,
    percents,
    rate_columns,
    rate_of,
    records,
    sized,
)
from dashboard.charts.shapes import APART, SECOND, bar_rows, bars, dot_rows, dots, nothing, of_players, rate_dots
from dashboard.look import safe_text, theme
from dashboard.look.safe_text import sentence
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.stats.caller_skill import AS_CHANCE, BEYOND_CHANCE
from scorer.stats.describe.chance_sentences import unusual_words
from scorer.stats.models.intervals import Z
from scorer.stats.models.multiple_testing import outside_known_rate
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import SCREEN, SURE_SCREEN, Counting, Style, ahead, percent
from scorer.text.sentences import first_few

NAME: Final = 20  # letters of a name in a question
CALLS, WINS = "calls", "wins"  # which rate of everybody a figure shows
NEVER_CALLED: Final = N_("No deal called here yet.")
CALLED_OF_BOTH: Final = N_("(deals called: the player / the league)")
LOW_HIGH: Final = (  # the side, its name in the legend, its words at a bar, its look
    (
        "low",
        N_("by calling too low"),
        N_("{player}: {mean} {units} a deal by calling too low"),
        theme.PALETTE[3],
        "",
    ),
    (
        "high",
        N_("by calling too high"),
        N_("{player}: {mean} {units} a deal by calling too high"),
        theme.FAILED,
        "/",
    ),
)
ROLE_RATES: Final = {
    "caller": N_("{share} as caller with a partner"),
    "solo": N_("{share} as caller alone"),
    "partner": N_("{share} as partner"),
    "defender": N_("{share} as defender"),
}
ROLE_WORDS: Final = {
    "caller": N_("caller, with a partner"),
    "solo": N_("caller, alone"),
    "partner": N_("partner"),
    "defender": N_("defender"),
    "side": N_("nobody called"),
    "all": N_("all deals"),
}


def role_rates(
    rows: Rows, player: str, everybody: Sequence[str], *, currency: str = "", sure: bool = True
) -> go.Figure:
    """How often a player wins in each role; from the rows of `stats.roles` of that player."""
    table, question = frame(rows), _("How often does {player} win, and how?", player=safe_text.short(player, NAME))
    if table.empty or not table["deals"].any():
        return nothing(question)
    table, counting = table[table["deals"] > 0].reset_index(drop=True), Counting(currency, SCREEN)
    table = table.assign(decided=table["wins"] + table["losses"])
    roles = [_(ROLE_WORDS[role]) for role in table["role"].tolist()]
    hovers = [
        hover(
            _("{player}, {role}: {deals}", player=player, role=role, deals=counts.deals(row["deals"])),
            _won(row["wins"], row["decided"], rate_of(row, "win_rate", sure=sure)),
            counting.with_unit(row["units"]),
        )
        for role, row in zip(roles, records(table), strict=True)
    ]
    marker = {"color": theme.colour(player, everybody)}
    series = rate_dots(table, ("win_rate", "low", "high"), hovers, marker=marker, sure=sure)
    labels, answer = sized(roles, table["decided"]), sentence(_wins(table, player, sure=sure), [player])
    return dot_rows(question, labels, [series], _("% of deals won"), answer=answer, wide=30)


def _won(wins: int, decided: int, rate: str) -> str:
    """`won 3 of 4: 75 % (30 to 95)`."""
    return _("won {wins} of {decided}: {rate}", wins=wins, decided=decided, rate=rate)


def _wins(table: pd.DataFrame, player: str, *, sure: bool) -> str:
    """How often a player wins, in all and in each role; nothing where nothing was decided."""
    won = {row["role"]: row for row in records(table) if row["win_rate"] >= 0}
    if "all" not in won:
        return ""
    rate, decided = won["all"]["win_rate"], won["all"]["decided"]
    by_role = [
        _(template, share=percent(won[role]["win_rate"])) for role, template in ROLE_RATES.items() if role in won
    ]
    wins = _("{player} wins {share} of deals", player=player, share=percent(rate))
    if by_role:
        wins = _("{player} wins {share} of deals: {roles}", player=player, share=percent(rate), roles=listed(by_role))
    return one_sentence(wins, moved_by_chance(rate, [decided]) if sure else "")


def call_rates(rows: Rows, player: str, everybody: Sequence[str], *, sure: bool = True) -> go.Figure:
    """How often everybody calls, the one player with a larger dot; from `stats.overview` or `stats.standings`."""
    question = _("Who calls how often?")
    if player:
        question = _("Does {player} call more than others?", player=safe_text.short(player, NAME))
    table = frame(rows)
    if table.empty or not table["deals"].any():
        return nothing(question)
    table = table.assign(deals=table["deals"] - table["side_deals"])
    table = table[table["deals"] > 0].sort_values(["call_rate", "player"], ascending=[False, True], ignore_index=True)
    if table.empty:
        return nothing(question, _(NEVER_CALLED))
    columns = ("call_rate", "call_low", "call_high")
    hovers = [
        hover(
            row["player"],
            _(
                "called {called} of {deals}: {rate}",
                called=row["called"],
                deals=counts.deals(row["deals"]),
                rate=rate_of(row, *columns, sure=sure),
            ),
        )
        for row in records(table)
    ]
    highest = percents(table, "call_high" if sure else "call_rate")  # low for everybody: no empty half of a figure
    high = float(np.nanmax(highest, initial=0))
    span = [-1, min(102, 5 * np.ceil(high / 5) + 2)]
    axis = percent_axis(_("% of deals called")) | {"range": span, "dtick": None, "nticks": 6}
    table = table.assign(times=table["called"], sample=table["deals"])
    return _rates_of_all(question, table, columns, hovers, player, everybody, CALLS, axis, sure=sure)


def win_rates(rows: Rows, player: str, everybody: Sequence[str], *, sure: bool = True) -> go.Figure:
    """How often everybody wins where nobody calls; from `stats.overview` or `stats.standings`, as `call_rates`."""
    question = _("Who wins how often?")
    if player:
        question = _("Does {player} win more than others?", player=safe_text.short(player, NAME))
    table = frame(rows)
    if table.empty or not table["side_decided"].any():
        return nothing(question)
    table = table[table["side_decided"] > 0].sort_values(
        ["side_rate", "player"], ascending=[False, True], ignore_index=True
    )
    columns = rate_columns("side_")
    hovers = []
    for row in records(table):
        even = row["side_deals"] - row["side_decided"]
        won = _won(row["side_wins"], row["side_decided"], rate_of(row, *columns, sure=sure))
        hovers.append(hover(row["player"], won, _("{deals} even", deals=counts.deals(even)) if even else ""))
    table = table.assign(times=table["side_wins"], sample=table["side_decided"])
    return _rates_of_all(question, table, columns, hovers, player, everybody, WINS, _("% of deals won"), sure=sure)


def _rates_of_all(
    question: str,
    table: pd.DataFrame,
    columns: tuple[str, str, str],
    hovers: Sequence[str],
    player: str,
    everybody: Sequence[str],
    kind: str,
    axis: str | dict[str, Any],
    *,
    sure: bool,
) -> go.Figure:
    """The rates of everybody, columns `times` of `sample`, and that of the league; the dot of the player is larger.

    The `kind` is CALLS or WINS.
    """
    names, samples = table["player"].tolist(), table["sample"].tolist()
    sizes = [15 if name == player else 9 for name in names]
    series = rate_dots(table, columns, hovers, sure=sure, **of_players(names, everybody, size=sizes))
    league = float(table["times"].sum() / table["sample"].sum())
    shares = table[columns[0]].tolist()
    if player in names:
        at = names.index(player)
        moved = moved_by_chance(league, [samples[at]]) if sure else ""
        answer = one_sentence(_of_league(kind, player, shares[at], league), moved)
    else:
        answer = _most_and_least(kind, names, shares, league, samples, sure=sure)
    return dot_rows(
        question,
        sized(safe_text.people(names), samples),
        [series],
        axis,
        answer=sentence(answer, names),
        marks=[(100 * league, _("league {share}", share=percent(league)), "dot")],
    )


def _of_league(kind: str, player: str, share: float, league: float) -> str:
    """How often a player calls or wins, and how often the league does, a clause."""
    facts = {"player": player, "share": percent(share), "league": percent(league)}
    if kind == CALLS:
        return _("{player} calls {share} of deals; league {league}", **facts)
    return _("{player} wins {share} of deals; league {league}", **facts)


def _most_and_least(
    kind: str, names: Sequence[str], shares: Sequence[float], league: float, samples: Sequence[int], *, sure: bool
) -> str:
    """Who calls or wins most and least often, and what chance alone does where it is `sure`; the most often first.

    Chance alone moves the rate of a player as far as a standard deviation from that of the league, and does not move
    the league's: so many call, or win, in every deal.
    """
    facts = {"share": percent(shares[0]), "league": percent(league)}
    if len(names) == 1:
        return one_sentence(_of_league(kind, names[0], shares[0], league))
    if len(set(shares)) == 1 and kind == CALLS:
        return _("Everybody calls {share} of deals; league {league}.", **facts)
    if len(set(shares)) == 1:
        return _("Everybody wins {share} of deals; league {league}.", **facts)
    most, least = ([name for name, share in zip(names, shares, strict=True) if share == shares[at]] for at in (0, -1))
    facts |= {"most": first_few(most), "least": first_few(least), "least_share": percent(shares[-1])}
    if kind == CALLS:
        ends = ngettext(
            "{most} calls most often, {share}, {least} least often, {least_share}; league {league}.",
            "{most} call most often, {share}, {least} least often, {least_share}; league {league}.",
            len(most),
            **facts,
        )
    else:
        ends = ngettext(
            "{most} wins most often, {share}, {least} least often, {least_share}; league {league}.",
            "{most} win most often, {share}, {least} least often, {least_share}; league {league}.",
            len(most),
            **facts,
        )
    if not sure:
        return ends
    outside = outside_known_rate(np.rint(np.array(shares) * samples).astype(np.int64), np.array(samples), league)
    column = _("called %") if kind == CALLS else _("won %")
    return f"{ends} {unusual_words(outside, counts.players(len(names)), column)}"


def compared_rates(
    rows: Rows, player: str, everybody: Sequence[str], *, others: float | None = None, sure: bool = True
) -> go.Figure:
    """How often a player makes each band, and how often the league does; from `stats.compared`.

    `others` is how often all others make the same bids, from `stats.calls`; without it the answer has the league's.
    """
    table, name = frame(rows), safe_text.short(player, 16)
    question = _("Does {player} make more of the same bids?", player=name)
    if table.empty or not table["called"].any():
        return nothing(question, _(NEVER_CALLED))
    own, league = {"color": theme.colour(player, everybody)}, _("league")
    series = [
        rate_dots(
            table,
            rate_columns(prefix),
            _band_words(table, who, prefix, sure=sure),
            marker=marker,
            shift=shift,
            sure=sure,
            name=_legend(who),
        )
        for who, prefix, shift, marker in ((player, "", -APART, own), (league, "league_", APART, SECOND))
    ]
    labels = sized(table["band"].tolist(), table["called"], table["league_called"])
    answer, note = _of_the_same(table, player, others), _(CALLED_OF_BOTH)
    if sure:
        note = _("(deals called: player / league), 95 % intervals")
    return dot_rows(question, labels, series, _("% of contracts made"), answer=answer, note=note)


def _of_the_same(table: pd.DataFrame, player: str, others: float | None) -> str:
    """How many contracts a player makes, and how many others make of the same bids, or the league does."""
    decided = table["made"] + table["failed"]
    there = (decided > 0).to_numpy()
    if not there.any():
        return ""
    sample, made = int(decided.sum()), int(table["made"].sum())
    facts = {"player": player, "share": percent(made / sample), "contracts": contracts(sample)}
    if others is None:
        league = float((decided * table["league_rate"])[there].sum()) / sample
        words = _(
            "{player} makes {share} of {contracts}; at the league's rates of the same bids it would be {league}.",
            **facts,
            league=percent(league),
        )
    else:
        words = _(
            "{player} makes {share} of {contracts}; others would make about {others} of the same bids.",
            **facts,
            others=percent(others),
        )
    return sentence(words, [player])


def compared_shares(rows: Rows, player: str, everybody: Sequence[str], *, sure: bool = True) -> go.Figure:
    """Which bands a player calls, and which the league does, as shares of deals called; from `stats.compared`."""
    table, name = frame(rows), safe_text.short(player, NAME)
    question = _("Which bids does {player} call?", player=name)
    if table.empty or not table["called"].any():
        return nothing(question, _(NEVER_CALLED))
    own, of_league = theme.colour(player, everybody), _("league")
    series = [
        bars(
            percents(table, f"{prefix}share"),
            _band_words(table, who, prefix, sure=sure),
            colour,
            shape=shape,
            name=_legend(who),
        )
        for who, prefix, colour, shape in ((player, "", own, ""), (of_league, "league_", theme.GREY, "/"))
    ]
    most = table.iloc[int(table["called"].to_numpy().argmax())]
    often = _(
        "{player} calls {band} most often: {share} of all own calls; league {league}",
        player=player,
        band=most["band"],
        share=percent(most["share"]),
        league=percent(most["league_share"]),
    )
    moved = moved_by_chance(most["league_share"], [int(table["called"].sum())], counts.calls) if sure else ""
    labels = sized(table["band"].tolist(), table["called"], table["league_called"])
    return bar_rows(
        question,
        labels,
        series,
        _("% of deals called"),
        barmode="group",
        answer=sentence(one_sentence(often, moved), [player]),
        note=_(CALLED_OF_BOTH),
        form=PERCENT,
    )


def _legend(name: str) -> str:
    """The name of a series in a legend."""
    return safe_text.plain(safe_text.short(name))


def _band_words(table: pd.DataFrame, who: str, prefix: str, *, sure: bool) -> list[str]:
    """The words at each band: how often a player or the league called it, how often they made it."""
    return [
        hover(
            _("{player}, {band}", player=who, band=row["band"]),
            _("called {called}, {share} of all", called=row[f"{prefix}called"], share=percent(row[f"{prefix}share"])),
            made_of(row, prefix, sure=sure),
        )
        for row in records(table)
    ]


def same_bids(rows: Rows, everybody: Sequence[str], *, verdict: str = "", sure: bool = True) -> go.Figure:
    """How many more contracts each makes than the others would of the same bids, from `stats.calls`.

    With intervals, and with which differences are more than chance, if `sure`.
    """
    table, question = frame(rows), _("Who makes more of the same bids?")
    if table.empty:
        return nothing(question)
    table = table[table["ahead"].notna()].reset_index(drop=True)
    if table.empty:
        return nothing(question, _("Nobody else has called the same bids yet."))
    names, by, off = table["player"].tolist(), percents(table, "ahead"), Z * percents(table, "ahead_error")
    low, high = (np.maximum(by - off, -100), np.minimum(by + off, 100)) if sure else (by, by)
    style = SURE_SCREEN if sure else SCREEN
    hovers = [
        hover(
            _("{player}: {ahead}", player=row["player"], ahead=ahead(row["ahead"], row["ahead_error"], style)),
            _("{made}, others {share}", made=made_of(row, sure=sure), share=percent(row["expected"])),
            _(BEYOND_CHANCE if row["significant"] else AS_CHANCE) if sure else "",
        )
        for row in records(table)
    ]
    reach = 1.08 * float(max(high.max(), -low.min(), 1))
    scale = {"range": [-reach, reach], "zeroline": False, "nticks": 6}
    return dot_rows(
        question,
        sized(safe_text.people(names), table["made"] + table["failed"]),
        [dots(by, low, high, hovers, sure=sure, **of_players(names, everybody))],
        {"title": {"text": _("% more than others")}, theme.FORM: AHEAD} | scale,
        answer=sentence(f"{_most_and_fewest(table, names, style)} {verdict}".strip(), names),
        note=_("95 % intervals (contracts)") if sure else _("in brackets the contracts"),
        marks=[(0, _("as others"), "dash")],
        ends=(-reach, reach),
    )


def _most_and_fewest(table: pd.DataFrame, names: Sequence[str], style: Style) -> str:
    """Who makes most and fewest more, of those with ten contracts: of fewer it would be chance that is named."""
    often = np.flatnonzero((table["made"] + table["failed"]).to_numpy() >= MIN_DEALS)
    callers = [
        f"{names[at]} ({ahead(table['ahead'][at], table['ahead_error'][at], style)})"
        for at in often[np.argsort(-table["ahead"].to_numpy()[often], kind="stable")].tolist()
    ]
    match len(callers):
        case 0:
            return _("Nobody has {minimum} contracts: of fewer it is mostly chance.", minimum=MIN_DEALS)
        case 1:
            return _("{player} beside what others make of them.", player=callers[0])
    facts = {"minimum": MIN_DEALS, "most": callers[0], "fewest": callers[-1]}
    return _("Of those with {minimum} contracts or more, most: {most}; fewest: {fewest}.", **facts)


def left_on_the_table(rows: Rows, *, currency: str = "") -> go.Figure:
    """The units that callers leave on the table a counted deal, by calling too low and too high; from `stats.calls`."""
    table, question = frame(rows), _("What is left on the table?")
    if table.empty or not table["counted"].any():
        return nothing(question, _("No counted deal here: what was left needs the card points."))
    table, counting = table[table["counted"] > 0].reset_index(drop=True), Counting(currency, SCREEN)
    if not table["left"].any():
        deals = counted_deals(int(table["counted"].sum()))
        return nothing(question, _("Nothing was left on the table in {deals}.", deals=deals))
    names = table["player"].tolist()
    ids = [links.to("players", player=name) for name in names]
    series = []
    for side, legend, template, colour, shape in LOW_HIGH:
        hovers = [
            hover(
                _(
                    template,
                    player=row["player"],
                    mean=counting.mean(row[f"left_{side}"]),
                    units=counting.title,
                ),
                _("{number} of {deals}", number=row[f"too_{side}"], deals=counted_deals(row["counted"])),
            )
            for row in records(table)
        ]
        lengths = numbers(table, f"left_{side}") / counting.scale
        series.append(bars(lengths, hovers, colour, name=_(legend), shape=shape, ids=ids))
    labels = sized(safe_text.people(names), table["counted"])
    return bar_rows(
        question,
        labels,
        series,
        _("{units} a deal", units=counting.title),
        barmode="stack",
        answer=_left_in_all(table, counting),
        note=_("in brackets the counted deals"),
    )


def _left_in_all(table: pd.DataFrame, counting: Counting) -> str:
    """The mean units that all callers leave on the table, and how much of them by calling too low."""
    samples = table["counted"].to_numpy()
    whole, low, high = (
        float((numbers(table, name) * samples).sum() / samples.sum()) for name in ("left", "left_low", "left_high")
    )
    facts = {"mean": counting.mean_size(whole), "units": counting.title}
    if not (low and high):
        return _("Callers leave {mean} {units} a counted deal on the table, as one knows afterwards.", **facts)
    return _(
        "Callers leave {mean} {units} a counted deal on the table, as one knows afterwards: {low} of it by calling too "
        "low, the rest by calling too high.",
        **facts,
        low=counting.mean_size(low),
    )

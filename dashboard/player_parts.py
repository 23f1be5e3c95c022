"""What the page of a player shows: who that is at the top, and one subject at a time below."""

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from dashboard import charts, data, filters, links, markup, page, safe_text, tables, theme
from dashboard.charts.base import BASE_A_DEAL, day_words
from dashboard.charts.beyond import MADE_OF
from dashboard.charts.player import evening_word
from dashboard.form import LAST, evening_by_chance
from dashboard.markup import Tile, marked
from dashboard.player_calls import roles_there
from dashboard.player_shown import Shown, head, rows_of, standing_of, title
from scorer.frames import Part, Selection, measured
from scorer.stats.beyond import MEASURED
from scorer.stats.columns import Column, a_key
from scorer.stats.descriptions import described
from scorer.stats.evenings import running_of
from scorer.stats.luck import luck as parts_of_units
from scorer.stats.page_words import RUNS, run_by_chance
from scorer.stats.phrases import ONLY_UNITS
from scorer.stats.players import MET
from scorer.stats.tables import STAKE, has
from scorer.stats.tallies import is_one_of
from scorer.text.numbers import SCREEN, UNITS, Counting, Row
from scorer.text.sentences import counted, listed

LUCK: Final = described("luck")
STANDINGS: Final = described("standings")
RATING: Final = described("rating")
COMPANIONS: Final = described("page/companions")
EVENINGS: Final = described("evenings")
MATCHES_OF: Final = described("page/matches")
RECORDS: Final = described("page/records")
ROLES_OF: Final = described("page/roles")

EVENING: Final = "An evening is a day with all its matches: won with units above zero, lost below, level at zero."
RECORDED: Final = ("best", "worst", "biggest_win", "highest_count")  # in a match
ICONS: Final = {
    "won": ":material/trending_up:",
    "lost": ":material/trending_down:",
    "level": ":material/trending_flat:",
}


# --- at the top ----------------------------------------------------------------------------------------------------


def top(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """Who it is: place and units, and the form where they are of one table; else a row for each table."""
    (player,) = people
    markup.heading(player)
    if len(sections) > 1:
        each_table(people, sections)
        return
    (shown,) = sections
    page.heading(shown.about, alone=True)
    latest = rows_of(EVENINGS, shown, player)
    if not latest:
        markup.tiles(_place(player, shown))
        return
    left, right = st.columns([2, 3], gap="medium")
    with left:
        markup.tiles(_place(player, shown))
        lately = latest[: -LAST - 1 : -1]
        those = f"The last {len(lately)} evenings, the newest first." if len(lately) > 1 else "One evening."
        markup.small(" ".join(filter(None, [those, EVENING, _of_an_evening(player, shown)])))
        with st.container(horizontal=True, gap="small", key="lately"):
            for one in lately:
                word = evening_word(one["units"])
                said = f"{word} {shown.counting.total(one['units'])}, {day_words(one['on'])}"
                links.link(said, "matches", {"match": str(one["match_id"])}, icon=ICONS[word])
    with right:
        drawn = charts.form(latest, player, data.players_now(), currency=shown.about.currency)
        shown.chart(drawn, "form")


def _of_an_evening(player: str, shown: Shown) -> str:
    """How far chance alone moves an evening of as many deals as the player's have on average; of few deals nothing."""
    row, _ = standing_of(player, shown.part)
    moved = evening_by_chance(shown.part.frames, [row]).get(player)
    return "" if moved is None else f"Chance alone commonly moves one by about {shown.counting.off(moved)}."


def _place(player: str, shown: Shown) -> list[Tile]:
    """The place of a player and the units, as tiles."""
    row, of = standing_of(player, shown.part)
    counting, colour = shown.counting, theme.colour(player, data.players_now())
    played = counted(row["matches"], "match", "matches")
    if row["deals"]:
        mean = counting.mean(row["units_per_deal"], row["per_deal_error"])
        played = f"{mean} per deal, {counted(row['deals'], 'deal')}"
    return [
        Tile("place", str(row["place"]), f"of {of}{could_be(row, shown)}", colour),
        Tile(counting.title, counting.total(row["units"]), played, colour),
        *([_rating(player, shown.part)] if row["deals"] and shown.about.measure == UNITS else []),
    ]


def could_be(row: Row, shown: Shown) -> str:
    """Which places chance alone leaves possible; of who is alone, or on paper sheets alone, none are told."""
    ends = row["place_first"], row["place_last"]
    return f", could be {STANDINGS['place_first'].written(row, shown.counting)} by chance" if ends[0] < ends[1] else ""


def _rating(player: str, part: Part) -> Tile:
    """The rating of a player in a section, and its place; or that it tells nobody from anybody yet."""
    rows = data.rows((part.frames, "rating"), lambda: RATING.make(measured(part.frames, RATING.measure)))
    row = next(row for row in rows if row["player"] == player)
    sure = row["told"] and row["foretells"]
    words = f"place {row['place']} of {len(rows)}" if sure else "no difference can be told yet"
    counting = Counting(style=SCREEN)
    figure, low, high = (counting.mean(row[name]) for name in ("rating", "low", "high"))
    address = links.address("rating", {"variant": part.variants[0] if len(part.variants) == 1 else filters.ALL})
    below = f"{low} to {high} {BASE_A_DEAL}, {marked(words, address)}"
    return Tile("rating", figure, below, theme.colour(player, data.players_now()))


def each_table(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """Place and units of some players in each of several tables, and links to these."""
    rows = []
    for shown in sections:
        row: Row = {"where": title(shown.about)}
        for at, player in enumerate(people):
            standing, of = standing_of(player, shown.part)
            row |= standing | {f"place{at}": f"{standing['place']} of {of}", f"units{at}": standing["units"]}
        rows.append(row)
    columns = [a_key("where", "variant", "the variant")]
    for at, name in enumerate(people if len(people) > 1 else [""]):
        columns.append(Column(f"place{at}", f"{name} place".strip()))
        columns.append(Column(f"units{at}", f"{name} units".strip(), "units"))
    if len(people) == 1:
        columns += [STANDINGS["units_per_deal"], STANDINGS["deals"]]
    tables.shown(rows, columns, "each_table", alt="Each variant", currency=sections[0].about.currency)
    asked = dict(zip(("player", "other"), people, strict=False))
    ways = []
    for shown in sections:
        if len(shown.about.variants) == 1:
            there = {"league": shown.about.league, "variant": shown.about.variants[0], "show": "units"}
            ways.append((title(shown.about), "players", asked | there))
    links.row(ways, "tables")


def nowhere(players: Sequence[str]) -> None:
    """What stands in the place of players without a record in the selection: where they have one."""
    everything = data.frames_now(Selection()).payouts
    mine = everything[is_one_of(everything["player"], *players)]
    who = listed(list(map(safe_text.isolated, players)))
    if mine.empty:
        markup.notice(f"{who}: no deal is recorded yet.")
        return
    markup.notice(f"{who}: no deal in this selection. There are some here:")
    titles, several = data.titles_now(), len({league for league, _ in data.played_now()}) > 1
    found = mine.groupby(["player", "league", "variant"], observed=True)["match_id"].nunique().reset_index()
    most_first = found.sort_values("match_id", ascending=False, kind="stable")
    ways = []
    for player, league, variant, matches in most_first.itertuples(index=False):
        where = f"{titles[variant]} · {league}" if several else titles[variant]
        whose = f": {safe_text.isolated(player)}" if len(players) > 1 else ""
        words = f"{where}, {counted(matches, 'match', 'matches')}{whose}"
        there = {"player": player, "league": league, "variant": variant, "from": "", "to": ""}
        ways.append((words, "players", there))
    links.row(ways, "elsewhere")


# --- one subject at a time -------------------------------------------------------------------------------------------


def units(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """Units as they ran, and by role; of several tables there is no more to say than at the top."""
    (player,) = people
    if len(sections) > 1:
        return
    (shown,) = sections
    running_units(people, shown)
    if rows := roles_there(player, shown):
        st.markdown("**Units by role**")
        columns = [ROLES_OF[name] for name in ("role", "deals", "units", "units_per_deal")]
        shown.table(rows, columns, "Units by role")
        shown.meanings(rows, columns, "Units by role")
        total = standing_of(player, shown.part)[0]["units"]
        if rest := total - sum(row["units"] for row in rows if row["role"] == "all"):
            told = f"{shown.counting.total(rest)} from penalties, adjustments and paper sheets"
            markup.small(f"Besides, {told}: {shown.counting.said(total)} in all.")
    luck(player, shown)


def luck(player: str, shown: Shown) -> None:
    """What the units of a player are made of."""
    frames, measure = shown.part.frames, shown.about.measure
    rows = data.rows((frames, "luck", measure), lambda: parts_of_units(frames, measure))
    row = next(row for row in rows if row["player"] == player)
    if row["deals"]:
        drawn = charts.units_made_of(row, data.players_now(), currency=shown.about.currency)
        shown.chart(drawn, "luck")
        page.legend(LUCK, [row], MADE_OF)


def running_units(people: Sequence[str], shown: Shown) -> None:
    """The chart of running units, of one player or of two since they met."""
    payouts, question = shown.part.frames.payouts, (shown.part.frames, "running", tuple(people))
    running = data.made(question, lambda: running_of(payouts, people))
    shown.chart(charts.player_units(running, data.players_now(), currency=shown.about.currency), "lines")


def with_whom(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """How a player fares with and against each other."""
    (player,) = people
    for shown in sections:
        head(shown)
        if not (rows := rows_of(COMPANIONS, shown, player)):
            markup.small(ONLY_UNITS)
            continue
        if shown.alone:
            fewest, money = COMPANIONS.fewest(shown.choice), shown.about.currency
            drawn = charts.companion_rates(rows, player, data.players_now(), fewest=fewest, currency=money)
            shown.chart(drawn, "companions")
            met = page.pairs_beyond(shown.part, 1)
            page.figures(shown.about, {f"beyond {side}": charts.beyond_foretold(met, side, player) for side in MET})
            markup.small(f"{MEASURED} {STAKE}")
        shown.table(rows, shown.columns(COMPANIONS), COMPANIONS.title)
        shown.meanings(rows, shown.columns(COMPANIONS), COMPANIONS.title)


def matches(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """The matches of a player, the newest first; of several tables in one, without what cannot run on."""
    (player,) = people
    rows = [row | {"where": title(shown.about)} for shown in sections for row in rows_of(MATCHES_OF, shown, player)]
    newest = sorted(rows, key=lambda row: (row["on"], row["match_id"]), reverse=True)
    columns = list(MATCHES_OF.on_dashboard)
    if len(sections) > 1:
        columns[-1] = Column("where", "variant")
    sections[0].table(newest, columns, MATCHES_OF.title)


def records(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """The highest and the lowest of a player, each with its match."""
    (player,) = people
    if len(sections) > 1:
        markup.small("Records are of one variant: choose one of them.")
        return
    (shown,) = sections
    row, colour = rows_of(RECORDS, shown, player)[0], theme.colour(player, data.players_now())
    named = shown.part.frames.matches[["match", "on", "match_id"]].itertuples(index=False)
    ids = {(str(name), on.date()): match_id for name, on, match_id in named}
    leading = {}
    for which in RECORDED:
        if name := row.get(f"{which}_match"):
            leading[f"{which}_match"] = links.match(ids[name, row[f"{which}_on"]], name)
    markup.tiles(Tile(*card, colour) for card in cards(row | leading, shown))


def cards(row: Row, shown: Shown) -> list[tuple[str, str, str]]:
    """The records in words: what it is, the figure, and when; of callers and of slams where there are any."""
    called = has(shown.part, "caller")
    slams = called or row["slams_made"] or row["slams_suffered"]
    defended = f"{row['slams_defended']} more as a defender" if row["slams_defended"] else ""
    total = shown.counting.total
    found = (
        called and ("highest bid made", row["highest_bid_made"] or "none", ""),
        ("best match", total(row["best_units"]), _when(row, "best")),
        ("worst match", total(row["worst_units"]), _when(row, "worst")),
        *((f"{word} in a row", str(row[f"{which}_streak"]), run_by_chance(row, which)) for which, word in RUNS.items()),
        row.get("biggest_win") and ("most in a deal", total(row["biggest_win"]), _when(row, "biggest_win")),
        row.get("highest_count") and ("highest count", str(row["highest_count"]), _when(row, "highest_count")),
        slams and ("slams made", str(row["slams_made"]), defended),
        slams and ("slams suffered", str(row["slams_suffered"]), ""),
        row["penalties"] and ("penalties", str(row["penalties"]), ""),
    )
    return [card for card in found if card]


def _when(row: Row, which: str) -> str:
    """The day and the match of a record."""
    on: Any = row[f"{which}_on"]
    return f"{day_words(on)}, {row[f'{which}_match']}" if row[f"{which}_match"] else ""

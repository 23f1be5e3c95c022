"""The page of a player: who that is at the top, and one subject at a time below."""

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.charts.base import BASE_A_DEAL, day_words
from dashboard.charts.player import evening_word
from dashboard.charts.synergy import MADE_OF
from dashboard.look import markup, safe_text, theme
from dashboard.look.markup import Tile, marked
from dashboard.page import skeleton, sortable_tables
from dashboard.page.skeleton import Section
from dashboard.player.form import LAST, evening_by_chance
from scorer.frames import Selection, measured
from scorer.language import _, counts
from scorer.language.forms import listed
from scorer.match.names import fold
from scorer.rules.kinds import DEAL_ROLES, SIDE
from scorer.stats.caller_skill import AS_CHANCE, BEYOND_CHANCE, BOTH, HIGH, LOW, calls
from scorer.stats.describe.columns import PLAYER, Column, Statistic, a_key
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.player_page import IN_A_ROW, run_by_chance
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import STAKE, Page
from scorer.stats.evenings import running_of
from scorer.stats.models.arrays import is_one_of
from scorer.stats.players import MET
from scorer.stats.synergy import MEASURED
from scorer.stats.tally import CONTRACT_ROLES
from scorer.text.numbers import PLUS_MINUS, SCREEN, UNITS, Counting, Row, ahead, percent
from scorer.text.sentences import counted

COMPANIONS: Final = described("page/companions")
COMPARED: Final = described("page/compared")
EVENINGS: Final = described("evenings")
LUCK: Final = described("luck")
MATCHES_OF: Final = described("page/matches")
OVERVIEW: Final = described("overview")
RATING: Final = described("rating")
RECORDS: Final = described("page/records")
ROLES_OF: Final = described("page/roles")
STANDINGS: Final = described("standings")

NEVER_ADDED: Final = "Units of different variants are never added up: choose one to see them."
EVENING: Final = "An evening is a day with all its matches: won with units above zero, lost below, level at zero."
OF_ONE_VARIANT: Final = "Records are of one variant: choose one of them."
RECORDED: Final = ("best", "worst", "biggest_win", "highest_count")  # in a match
KINDS: Final = ((LOW, "too_low", "calls too low"), (HIGH, "too_high", "calls too high"))
ICONS: Final = {
    "won": ":material/trending_up:",
    "lost": ":material/trending_down:",
    "level": ":material/trending_flat:",
}


def is_in(player: str, section: Section) -> bool:
    """Whether a player has a record there."""
    return bool(is_one_of(section.frames.payouts["player"], player).any())


def rows_of(statistic: Statistic, section: Section, player: str) -> list[Row]:
    """The rows of a statistic of a player's page."""
    frames, choice = section.frames, section.choice
    return data.rows((frames, statistic.name, player, choice), lambda: statistic.make(frames, player, choice=choice))


def standing_of(player: str, section: Section) -> tuple[Row, int]:
    """The row of a player in the standings of a section, and how many have a place there."""
    rows = data.rows((section.frames, "places"), lambda: STANDINGS.make(section.frames))
    return next(row for row in rows if row["player"] == player), len(rows)


def title(section: Section) -> str:
    """What a section is of, in as few words as tell it from the others."""
    if fold(st.query_params.get("league", "")) == filters.ALL:
        return f"{section.titles} · {section.about.league}"
    return section.titles


def head(section: Section) -> None:
    """Of which variants a part of the page is, where its top does not say it: of several, alone or together."""
    about = section.about
    if section.pooled:
        if not section.alone:
            markup.heading(about.league)
        together = counted(len(about.variants), "variant")
        markup.small(f"{together} together, {counts.deals(about.deals)}, {about.days}. {NEVER_ADDED}")
    elif not section.alone:
        section.heading()


def top(people: Sequence[str], sections: Sequence[Section]) -> None:
    """Who it is: place and units, and the form where they are of one table; else a row for each table."""
    (player,) = people
    markup.heading(player)
    if len(sections) > 1:
        each_table(people, sections)
        return
    (section,) = sections
    section.heading()
    latest = rows_of(EVENINGS, section, player)
    if not latest:
        markup.tiles(_place(player, section))
        return
    left, right = st.columns([2, 3], gap="medium")
    with left:
        markup.tiles(_place(player, section))
        lately = latest[: -LAST - 1 : -1]
        those = f"The last {len(lately)} evenings, the newest first." if len(lately) > 1 else "One evening."
        markup.small(" ".join(filter(None, [those, EVENING, _of_an_evening(player, section)])))
        with st.container(horizontal=True, gap="small", key="lately"):
            for one in lately:
                word = evening_word(one["units"])
                said = f"{word} {section.counting.total(one['units'])}, {day_words(one['on'])}"
                links.link(said, "matches", {"match": str(one["match_id"])}, icon=ICONS[word])
    with right:
        drawn = charts.form(latest, player, data.players_now(), currency=section.about.currency)
        section.chart(drawn, "form")


def _of_an_evening(player: str, section: Section) -> str:
    """How far chance alone moves an evening of as many deals as the player's have on average; of few deals nothing."""
    row, _ = standing_of(player, section)
    moved = evening_by_chance(section.frames, [row]).get(player)
    return "" if moved is None else f"Chance alone commonly moves one by about {section.counting.off(moved)}."


def _place(player: str, section: Section) -> list[Tile]:
    """The place of a player and the units, as tiles."""
    row, of = standing_of(player, section)
    counting, colour = section.counting, theme.colour(player, data.players_now())
    played = counts.matches(row["matches"])
    if row["deals"]:
        mean = counting.mean(row["units_per_deal"], row["per_deal_error"])
        played = f"{mean} per deal, {counts.deals(row['deals'])}"
    return [
        Tile("place", str(row["place"]), f"of {of}{could_be(row, section)}", colour),
        Tile(counting.title, counting.total(row["units"]), played, colour),
        *([_rating(player, section)] if row["deals"] and section.about.measure == UNITS else []),
    ]


def could_be(row: Row, section: Section) -> str:
    """Which places chance alone leaves possible; of who is alone, or on paper sheets alone, none are told."""
    if row["place_first"] == row["place_last"]:
        return ""
    return f", could be {STANDINGS['place_first'].written(row, section.counting)} by chance"


def _rating(player: str, section: Section) -> Tile:
    """The rating of a player in a section, and its place; or that it tells nobody from anybody yet."""
    frames = section.frames
    rows = data.rows((frames, "rating"), lambda: RATING.make(measured(frames, RATING.measure)))
    row = next(row for row in rows if row["player"] == player)
    sure = row["significant"] and row["predictive"]
    words = f"place {row['place']} of {len(rows)}" if sure else "no difference can be told yet"
    counting = Counting(style=SCREEN)
    figure, low, high = (counting.mean(row[name]) for name in ("rating", "low", "high"))
    address = links.address("rating", {"variant": section.variant})
    below = f"{low} to {high} {BASE_A_DEAL}, {marked(words, address)}"
    return Tile("rating", figure, below, theme.colour(player, data.players_now()))


def each_table(people: Sequence[str], sections: Sequence[Section]) -> None:
    """Place and units of some players in each of several tables, and links to these."""
    rows = []
    for section in sections:
        row: Row = {"where": title(section)}
        for at, player in enumerate(people):
            standing, of = standing_of(player, section)
            row |= standing | {f"place{at}": f"{standing['place']} of {of}", f"units{at}": standing["units"]}
        rows.append(row)
    columns = [a_key("where", "variant", "the variant")]
    for at, name in enumerate(people if len(people) > 1 else [""]):
        columns.append(Column(f"place{at}", f"{name} place".strip()))
        columns.append(Column(f"units{at}", f"{name} {sections[0].counting.title}".strip(), "units"))
    if len(people) == 1:
        columns += [STANDINGS["units_per_deal"], STANDINGS["deals"]]
    sortable_tables.shown(rows, columns, "each_table", alt="Each variant", currency=sections[0].about.currency)
    asked = dict(zip(("player", "other"), people, strict=False))
    ways = []
    for section in sections:
        if len(section.about.variants) == 1:
            there = {"league": section.about.league, "variant": section.about.variants[0], "show": "units"}
            ways.append((title(section), "players", asked | there))
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
        words = f"{where}, {counts.matches(matches)}{whose}"
        there = {"player": player, "league": league, "variant": variant, "from": "", "to": ""}
        ways.append((words, "players", there))
    links.row(ways, "elsewhere")


def units(people: Sequence[str], sections: Sequence[Section]) -> None:
    """Units as they ran, and by role; of several tables there is no more to say than at the top."""
    (player,) = people
    if len(sections) > 1:
        return
    (section,) = sections
    running_units(people, section)
    if rows := roles_there(player, section):
        st.markdown("**Units by role**")
        columns = [ROLES_OF[name] for name in ("role", "deals", "units", "units_per_deal")]
        section.table(rows, columns, "Units by role")
        section.meanings(rows, columns, "Units by role")
        total = standing_of(player, section)[0]["units"]
        in_deals = sum(row["units"] for row in rows if row["role"] == "all")
        if rest := total - in_deals:
            told = f"{section.counting.total(rest)} from penalties, adjustments and paper sheets"
            markup.small(f"Besides, {told}: {section.counting.said(total)} in all.")
    luck(player, section)


def luck(player: str, section: Section) -> None:
    """What the units of a player are made of."""
    row = next(row for row in skeleton.parts_of_units(section) if row["player"] == player)
    if row["deals"]:
        drawn = charts.units_made_of(row, data.players_now(), currency=section.about.currency)
        section.chart(drawn, "luck")
        skeleton.legend(LUCK, [row], MADE_OF)


def running_units(people: Sequence[str], section: Section) -> None:
    """The chart of running units, of one player or of two since they met."""
    payouts, question = section.frames.payouts, (section.frames, "running", tuple(people))
    running = data.made(question, lambda: running_of(payouts, people))
    section.chart(charts.player_units(running, data.players_now(), currency=section.about.currency), "lines")


def with_whom(people: Sequence[str], sections: Sequence[Section]) -> None:
    """How a player fares with and against each other."""
    (player,) = people
    for section in sections:
        head(section)
        if not (rows := rows_of(COMPANIONS, section, player)):
            markup.small(ONLY_UNITS)
            continue
        if section.alone:
            fewest, money = COMPANIONS.fewest(section.choice), section.about.currency
            drawn = charts.companion_rates(rows, player, data.players_now(), fewest=fewest, currency=money)
            section.chart(drawn, "companions")
            met = skeleton.pairs_beyond(section.frames, 1)
            section.figures({f"beyond {side}": charts.beyond_foretold(met, side, player) for side in MET})
            markup.small(f"{MEASURED} {STAKE}")
        section.table(rows, section.columns(COMPANIONS), COMPANIONS.title)
        section.meanings(rows, section.columns(COMPANIONS), COMPANIONS.title)


def matches(people: Sequence[str], sections: Sequence[Section]) -> None:
    """The matches of a player, the newest first; of several tables in one, without what cannot run on."""
    (player,) = people
    rows = [row | {"where": title(section)} for section in sections for row in rows_of(MATCHES_OF, section, player)]
    newest = sorted(rows, key=lambda row: (row["on"], row["match_id"]), reverse=True)
    columns = list(MATCHES_OF.on_dashboard)
    if len(sections) > 1:
        columns.remove(MATCHES_OF["running"])
        columns.append(Column("where", "variant"))
    sections[0].table(newest, columns, MATCHES_OF.title)


def records(people: Sequence[str], sections: Sequence[Section]) -> None:
    """The highest and the lowest of a player, each with its match."""
    (player,) = people
    if len(sections) > 1:
        markup.small(OF_ONE_VARIANT)
        return
    (section,) = sections
    row, colour = rows_of(RECORDS, section, player)[0], theme.colour(player, data.players_now())
    named = section.frames.matches[["match", "on", "match_id"]].itertuples(index=False)
    ids = {(str(name), on.date()): match_id for name, on, match_id in named}
    leading = {}
    for which in RECORDED:
        if name := row.get(f"{which}_match"):
            leading[f"{which}_match"] = links.match(ids[name, row[f"{which}_on"]], name)
    markup.tiles(Tile(*card, colour) for card in cards(row | leading, section))


def cards(row: Row, section: Section) -> list[tuple[str, str, str]]:
    """The records in words: what it is, the figure, and when; of callers and of slams where there are any."""
    called, total = section.has("caller"), section.counting.total
    found = [("highest bid made", row["highest_bid_made"] or "none", "")] if called else []
    found += [(f"{which} match", total(row[f"{which}_units"]), _when(row, which)) for which in ("best", "worst")]
    for run, title in IN_A_ROW.items():
        found.append((_(title), str(row[f"{run}_streak"]), run_by_chance(row, run)))
    if row.get("biggest_win"):
        found.append(("most in a deal", total(row["biggest_win"]), _when(row, "biggest_win")))
    if row.get("highest_count"):
        found.append(("highest count", str(row["highest_count"]), _when(row, "highest_count")))
    if called or row["slams_made"] or row["slams_suffered"]:
        defended = f"{row['slams_defended']} more as a defender" if row["slams_defended"] else ""
        found.append(("slams made", str(row["slams_made"]), defended))
        found.append(("slams suffered", str(row["slams_suffered"]), ""))
    if row["penalties"]:
        found.append(("penalties", str(row["penalties"]), ""))
    return found


def _when(row: Row, which: str) -> str:
    """The day and the match of a record."""
    on: Any = row[f"{which}_on"]
    return f"{day_words(on)}, {row[f'{which}_match']}" if row[f"{which}_match"] else ""


def has_callers(people: Sequence[str], section: Section) -> bool:
    """Whether somebody called in a deal that one of these people played there; of who has none, whether one calls."""
    payouts = section.frames.payouts
    held = set(payouts["role"][is_one_of(payouts["player"], *people)])
    return bool(held & set(CONTRACT_ROLES)) or (section.has("caller") and SIDE not in held)


def calling(people: Sequence[str], sections: Sequence[Section]) -> None:
    """How often a player calls and wins, and which bids, beside everybody together."""
    (player,) = people
    for section in sections:
        head(section)
        if not (roles := roles_there(player, section)):
            markup.small(ONLY_UNITS)
            continue
        if tiles := caller_tiles(player, section):
            markup.tiles(tiles)
        if section.alone:
            section.figures(_calling_figures(player, section, roles))
        st.markdown(f"**{ROLES_OF.title}**")
        section.table(roles, section.columns(ROLES_OF), ROLES_OF.title)
        section.meanings(roles, section.columns(ROLES_OF), ROLES_OF.title)
        if called_there(roles) and (rows := rows_of(COMPARED, section, player)):
            st.markdown(f"**{COMPARED.title}**")
            section.table(rows, COMPARED.on_dashboard, COMPARED.title)


def roles_there(player: str, section: Section) -> list[Row]:
    """The roles of a player, those that there are in the games played."""
    rows = Page(section.about, player, {"roles": rows_of(ROLES_OF, section, player)}).shown("roles")
    return rows if called_there(rows) else in_all(rows)


def in_all(roles: Sequence[Row]) -> list[Row]:
    """The row of all deals, which is that of the only role where nobody called."""
    return [row for row in roles if row["role"] not in DEAL_ROLES]


def called_there(roles: Sequence[Row]) -> bool:
    """Whether somebody called in any deal of a player, of whom these are the roles."""
    return any(row["deals"] for row in roles if row["role"] in CONTRACT_ROLES)


def _calling_figures(player: str, section: Section, roles: Sequence[Row]) -> dict[str, Any]:
    """The charts of calls by their names on the page."""
    everybody, table = data.players_now(), OVERVIEW.make(section.frames)
    drawn = {}
    if called_there(roles):
        compared, money = rows_of(COMPARED, section, player), section.about.currency
        expected = callers(section).get(player, {}).get("expected")
        drawn = {
            "calls": charts.call_rates(table, player, everybody),
            "roles": charts.role_rates(roles, player, everybody, currency=money),
            "shares": charts.compared_shares(compared, player, everybody),
            "made": charts.compared_rates(compared, player, everybody, others=expected),
        }
    if any(row["deals"] for row in rows_of(ROLES_OF, section, player) if row["role"] == SIDE):
        drawn["wins"] = charts.win_rates(table, player, everybody)
    return drawn


def callers(section: Section) -> dict[str, Row]:
    """Everybody who called there, by name."""
    rows = data.rows((section.frames, "calling"), lambda: calls(section.frames))
    return {row[PLAYER]: row for row in rows}


def caller_tiles(player: str, section: Section) -> list[Tile]:
    """The tiles of a player who called there; none of who did not."""
    found = callers(section)
    if player not in found:
        return []
    row, rows = found[player], list(found.values())
    colour, tiles = theme.colour(player, data.players_now()), []
    if row["ahead"] is not None:
        told = BEYOND_CHANCE if row["significant"] else AS_CHANCE
        below = f"{PLUS_MINUS}{100 * row['ahead_error']:.0f} beside what others make of them: {told}"
        tiles.append(Tile("contracts made of the same bids", ahead(row["ahead"], style=SCREEN), below, colour))
    if row["counted"]:
        address = links.address("bids", {"variant": section.variant, "show": "left"})
        tiles += [
            Tile(title, f"{row[name]} of {row['counted']}", marked(_beside(row, rows, name, word), address), colour)
            for word, name, title in KINDS
        ]
    return tiles


def _beside(row: Row, rows: Sequence[Row], name: str, word: str) -> str:
    """How often the others do so, and whether the player does it more often than chance has it."""
    times, of = (sum(one[what] for one in rows) - row[what] for what in (name, "counted"))
    told = "more often, beyond chance" if row["bias"] in {word, BOTH} else "no more often than chance has it"
    return f"counted deals, others {percent(times / of)}: {told}" if of else "counted deals"

"""The page of a player: who that is at the top, and one subject at a time below."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

import streamlit as st

from dashboard import charts, data
from dashboard.address import links
from dashboard.charts.player import LAST, WON, evening_outcome
from dashboard.charts.season_lines import evenings_words
from dashboard.look import markup, safe_text, theme
from dashboard.look.markup import Tile, marked
from dashboard.page import tables
from dashboard.page.skeleton import PageSection
from dashboard.player.form import evening_by_chance
from scorer import wings
from scorer.frames import Selection
from scorer.language import N_, _, counts, in_context, ngettext
from scorer.language.lists_numbers_dates import listed, number, short_day
from scorer.rules.cards import bid_shown
from scorer.rules.kinds import DEAL_ROLES, SIDE
from scorer.stats.describe.columns import PLAYER, Column, Statistic
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.player_page import run_by_chance
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import PlayerFigures, has_more_than_deals, plain_rows
from scorer.stats.evenings import running_of
from scorer.stats.models.arrays import is_one_of
from scorer.stats.tally import CONTRACT_ROLES
from scorer.text.lead_words import lead_of
from scorer.text.numbers import Row, percent

COMPANIONS: Final = described("page/companions")
COMPARED: Final = described("page/compared")
EVENINGS: Final = described("evenings")
MATCHES_OF: Final = described("page/matches")
OVERVIEW: Final = described("overview")
RECORDS: Final = described("page/records")
ROLES_OF: Final = described("page/roles")
STANDINGS: Final = described("standings")

NEVER_ADDED: Final = N_("Units of different variants are never added up: choose one to see them.")
OF_DEALS: Final = N_("Of deals alone: penalties, adjustments and paper sheets are left out.")
OF_ONE_VARIANT: Final = N_("Records are of one variant: choose one of them.")
CALLED_AND_WON: Final = ("player", "side_rate", "call_rate", "caller_rate")
RECORDED: Final = ("best", "worst", "biggest_win", "highest_count")  # in a match
MATCHES: Final = {"best": N_("best match"), "worst": N_("worst match")}
RUNS: Final = {"win": N_("won in a row"), "loss": N_("lost in a row")}
RATES: Final = (  # of the standings: their tile, and what they are of
    ("call_rate", N_("called"), N_("of {deals}")),
    ("success_rate", N_("made"), N_("of {count} called")),
    ("side_rate", N_("deals won"), N_("of {deals}")),
)


def is_in(player: str, section: PageSection) -> bool:
    """Whether a player has a record there."""
    return bool(is_one_of(section.frames.payouts["player"], player).any())


def rows_of(statistic: Statistic, section: PageSection, player: str) -> list[Row]:
    """The rows of a statistic of a player's page."""
    frames, choice = section.frames, section.choice
    return data.rows((frames, statistic.name, player, choice), lambda: statistic.make(frames, player, choice=choice))


def standing_of(player: str, section: PageSection) -> tuple[Row, int]:
    """The row of a player in the standings of a section, and how many have a place there."""
    rows = data.rows((section.frames, "places"), lambda: STANDINGS.make(section.frames))
    return next(row for row in rows if row["player"] == player), len(rows)


def title(section: PageSection) -> str:
    """The variants of a section, and its league where the page is of several leagues."""
    return f"{section.titles} · {section.about.league}" if section.every_league else section.titles


def head(section: PageSection) -> None:
    """The variants of a part of the page, where the top of the page does not name them."""
    about = section.about
    if section.pooled:
        if not section.is_only:
            markup.heading(about.league)
        together = ngettext(
            "{count} variant together, {deals}, {days}.",
            "{count} variants together, {deals}, {days}.",
            len(about.variants),
            deals=counts.deals(about.deals),
            days=about.days,
        )
        markup.small(f"{together} {_(NEVER_ADDED)}")
    elif not section.is_only:
        section.heading()


def top(player: str, sections: Sequence[PageSection]) -> None:
    """The tiles, and the evenings; of several tables a row for each."""
    if len(sections) > 1:
        each_table([player], sections)
        return
    (section,) = sections
    row, players = standing_of(player, section)
    section.heading()
    markup.tiles(tiles(row, players, section))
    beside_each_other = [how_evenings_went, *wings.brought("player: evenings")]
    for place, show in zip(st.columns(len(beside_each_other), gap="medium"), beside_each_other, strict=True):
        with place:
            show(player, section)


def how_evenings_went(player: str, section: PageSection) -> None:
    """The units of each evening; to who asks how sure it is, how far chance alone moves one."""
    if not (evenings := rows_of(EVENINGS, section, player)):
        return
    moved = None
    if section.sure:
        moved = evening_by_chance(section.frames, [standing_of(player, section)[0]]).get(player)
    drawn = charts.evening_bars(evenings, player, currency=section.about.currency, by_chance=moved)
    ends = [evening_outcome(evening["units"]) for evening in evenings[-LAST:]]
    won = _("{won} of {evenings} won.", won=ends.count(WON), evenings=evenings_words(len(ends)))
    section.chart(drawn, "evenings", won)


def tiles(row: Row, players: int, section: PageSection) -> list[Tile]:
    """The place of a player, the units, how often called and made or won; of the row in the standings."""
    counting, player = section.counting, row[PLAYER]
    colour, deals = theme.colour(player, data.players_now()), counts.deals(row["deals"])
    place = _("of {players}", players=players)
    if section.sure and (possible := possible_places(row, section)):
        place = _("of {players}, could be {places} by chance", players=players, places=possible)
    made = [
        (_("place"), str(row["place"]), place),
        (counting.title, counting.total(row["units"]), counts.matches(row["matches"])),
    ]
    if row["deals"]:
        below = ", ".join(filter(None, [counting.mean_error(row["per_deal_error"]), deals]))
        made.append((_("per deal"), counting.mean(row["units_per_deal"]), below))
    made += [rate_tile(row, name, title, whole, section) for name, title, whole in RATES if row[name] is not None]
    return [*(Tile(*tile, colour) for tile in made), *chain(*wings.answers("player: tiles", player, section))]


def rate_tile(row: Row, name: str, title: str, whole: str, section: PageSection) -> tuple[str, str, str]:
    """A rate of a player in the standings, and of how many it is; with its interval for who asks how sure it is."""
    column = STANDINGS[name]
    count = column.whole(row)
    below = _(whole, count=count, deals=counts.deals(count))
    if section.sure:
        low, high = (number(100 * row[end]) for end in column.ends)
        below = _("{cases}, likely {low} to {high}", cases=below, low=low, high=high)
    return in_context("head", title), percent(row[name]), below


def possible_places(row: Row, section: PageSection) -> str:
    """Which places chance alone leaves possible, `2 to 5`; empty for a player alone or on paper sheets alone."""
    if row["place_first"] == row["place_last"]:
        return ""
    return STANDINGS["place_first"].written(row, section.counting)


def each_table(people: Sequence[str], sections: Sequence[PageSection]) -> None:
    """Place and units of some players in each of several tables, which lead to them there."""
    rows, asked = [], dict(zip(("player", "other"), people, strict=False))
    for section in sections:
        row: Row = {"where": title(section), "address": ""}
        if len(section.about.variants) == 1:
            there = {"league": section.about.league, "variant": section.about.variants[0], "show": "units"}
            row["address"] = links.address("players", asked | there)
        for at, player in enumerate(people):
            standing, players = standing_of(player, section)
            place = _("{place} of {players}", place=standing["place"], players=players)
            row |= standing | {f"place{at}": place, f"units{at}": standing["units"]}
        rows.append(row)
    columns = [Column("where", N_("variant"), pinned=True)]
    if len(people) == 1:
        columns += [Column("place0", N_("place")), Column("units0", N_("{units}"), "units")]
        columns += [STANDINGS["units_per_deal"], STANDINGS["deals"]]
    else:
        for at, player in enumerate(people):
            columns.append(Column(f"place{at}", _("{player} place", player=player), as_written=True))
            units_title = _("{player} {units}", player=player, units=sections[0].counting.title)
            columns.append(Column(f"units{at}", units_title, "units", as_written=True))

    def there_alone(row: Mapping[str, Any], column: str) -> str:
        """The address of the players in one of these tables."""
        return str(row["address"]) if column == "where" else ""

    tables.shown(rows, columns, alt=_("Each variant"), units=sections[0].counting, leading=there_alone)


def nowhere(players: Sequence[str]) -> None:
    """What stands in the place of players without a record in the selection: where they have one."""
    everything = data.frames_now(Selection()).payouts
    mine = everything[is_one_of(everything["player"], *players)]
    who = listed(list(map(safe_text.isolated, players)))
    if mine.empty:
        markup.notice(_("{players}: no deal is recorded yet.", players=who))
        return
    markup.notice(_("{players}: no deal in this selection. There are some here:", players=who))
    titles, several = data.titles_now(), len({key[0] for key in data.played_now()}) > 1  # leagues
    played = mine.groupby(["player", "league", "variant"], observed=True)["match_id"].nunique().reset_index()
    most_first = played.sort_values("match_id", ascending=False, kind="stable")
    ways = []
    for player, league, variant, matches in most_first.itertuples(index=False):
        where = f"{titles[variant]} · {league}" if several else titles[variant]
        whose = f": {safe_text.isolated(player)}" if len(players) > 1 else ""
        words = f"{where}, {counts.matches(matches)}{whose}"
        there = {"player": player, "league": league, "variant": variant, "from": "", "to": ""}
        ways.append((words, "players", there))
    links.row(ways, "elsewhere")


def units(player: str, sections: Sequence[PageSection]) -> None:
    """Units as they ran, and by role; of several tables there is no more to say than at the top."""
    if len(sections) > 1:
        return
    (section,) = sections
    running_units([player], section)
    if rows := roles_there(player, section):
        columns = [ROLES_OF[name] for name in ("role", "deals", "even", "win_rate", "units", "units_per_deal")]
        titled(rows, columns, _("Units by role"), section)
        if has_more_than_deals([row | {"units": row["total"]} for row in rows], sure=True):
            markup.small(_(OF_DEALS))


def running_units(people: Sequence[str], section: PageSection) -> None:
    """The chart of running units, of one player or of two since they met."""
    payouts, question = section.frames.payouts, (section.frames, "running", tuple(people))
    running = data.made(question, lambda: running_of(payouts, people))
    everybody, money = data.players_now(), section.about.currency
    drawn = charts.player_units(running, everybody, currency=money, sure=section.sure)
    last = {player: float(running[player].dropna().iloc[-1]) for player in people} if len(running) else {}
    total = section.counting.total
    alt = lead_of(last, last, total, section.counting.size).words() or ", ".join(map(total, last.values()))
    section.chart(drawn, "lines", alt=alt)


def with_whom(player: str, sections: Sequence[PageSection]) -> None:
    """How a player fares with and against each other."""
    for section in sections:
        head(section)
        if not (rows := rows_of(COMPANIONS, section, player)):
            markup.small(_(ONLY_UNITS))
            continue
        section.table(rows, section.columns(COMPANIONS), _(COMPANIONS.title))
        wings.answers("player: with", player, section)


def matches(player: str, sections: Sequence[PageSection]) -> None:
    """The matches of a player, the newest first; of several tables in one, without what cannot run on."""
    rows = [row | {"where": title(section)} for section in sections for row in rows_of(MATCHES_OF, section, player)]
    newest = data.latest_first(rows)
    columns = list(MATCHES_OF.on_dashboard)
    if len(sections) > 1:
        columns.remove(MATCHES_OF["running"])
        columns.append(Column("where", N_("variant")))
    units = sections[0].counting

    def own_evening(row: Mapping[str, Any], column: str) -> str:
        """The address of the player's evening in a match."""
        asked = {"match": str(row["match_id"]), "player": player}
        return links.address("matches", asked) if column == "match" else ""

    tables.shown(newest, columns, alt=_(MATCHES_OF.title), units=units, leading=own_evening)


def records(player: str, sections: Sequence[PageSection]) -> None:
    """The highest and the lowest of a player, each with its match."""
    if len(sections) > 1:
        markup.small(_(OF_ONE_VARIANT))
        return
    (section,) = sections
    row, colour = rows_of(RECORDS, section, player)[0], theme.colour(player, data.players_now())
    named = section.frames.matches[["match", "on", "match_id"]].itertuples(index=False)
    ids = {(str(name), on.date()): match_id for name, on, match_id in named}
    leading = {}
    for which in RECORDED:
        if name := row.get(f"{which}_match"):
            asked = {"match": str(ids[name, row[f"{which}_on"]]), "player": player}
            leading[f"{which}_match"] = marked(name, links.address("matches", asked))
    markup.tiles(Tile(*card, colour) for card in cards(row | leading, section))


def cards(row: Row, section: PageSection) -> list[tuple[str, str, str]]:
    """The records in words: title, figure, and when; bids where somebody calls, slams where there are any."""
    called, total = section.has("caller"), section.counting.total
    highest = bid_shown(row["highest_bid_made"], section.about.pack)
    records = [(_("highest bid made"), highest or _("none"), "")] if called else []
    records += [(_(title), total(row[f"{which}_units"]), _when(row, which)) for which, title in MATCHES.items()]
    for which, title in RUNS.items():
        records.append((_(title), str(row[f"{which}_streak"]), run_by_chance(row, which) if section.sure else ""))
    if row.get("biggest_win"):
        records.append((_("most in a deal"), total(row["biggest_win"]), _when(row, "biggest_win")))
    if row.get("highest_count"):
        records.append((_("highest count"), str(row["highest_count"]), _when(row, "highest_count")))
    if called or row["slams_made"] or row["slams_suffered"]:
        defended = _("{number} more as a defender", number=row["slams_defended"]) if row["slams_defended"] else ""
        records.append((_("slams made"), str(row["slams_made"]), defended))
        records.append((_("slams suffered"), str(row["slams_suffered"]), ""))
    if row["penalties"]:
        records.append((_("penalties"), str(row["penalties"]), ""))
    return records


def _when(row: Row, which: str) -> str:
    """The day and the match of a record."""
    on: Any = row[f"{which}_on"]
    return f"{short_day(on)}, {row[f'{which}_match']}" if row[f"{which}_match"] else ""


def has_callers(people: Sequence[str], section: PageSection) -> bool:
    """Whether somebody called in a deal of these people there; where they played none, whether one calls there."""
    payouts = section.frames.payouts
    held = set(payouts["role"][is_one_of(payouts["player"], *people)])
    return bool(held & set(CONTRACT_ROLES)) or (section.has("caller") and SIDE not in held)


def calling(player: str, sections: Sequence[PageSection]) -> None:
    """How often a player calls and wins, and which bids, beside everybody together."""
    for section in sections:
        head(section)
        if not (roles := roles_there(player, section)):
            markup.small(_(ONLY_UNITS))
            continue
        wings.answers("player: calling", player, section)
        if section.is_only:
            everybody = plain_rows(OVERVIEW.make(section.frames))
            titled(everybody, list(map(OVERVIEW.__getitem__, CALLED_AND_WON)), _("Called and won"), section)
        titled(roles, section.columns(ROLES_OF), _(ROLES_OF.title), section)
        if called_there(roles) and (rows := rows_of(COMPARED, section, player)):
            titled(rows, COMPARED.on_dashboard, _(COMPARED.title), section)


def titled(rows: Sequence[Row], columns: Sequence[Column], title: str, section: PageSection) -> None:
    """A table under its title."""
    st.markdown(f"**{title}**")
    section.table(rows, columns, title)


def roles_there(player: str, section: PageSection) -> list[Row]:
    """The rows of a player's roles, of the roles that the games have."""
    rows = PlayerFigures(section.about, player, {"roles": rows_of(ROLES_OF, section, player)}).shown("roles")
    return rows if called_there(rows) else in_all(rows)


def in_all(roles: Sequence[Row]) -> list[Row]:
    """The row of all deals alone: where nobody called, the only role repeats it."""
    return [row for row in roles if row["role"] not in DEAL_ROLES]


def called_there(roles: Sequence[Row]) -> bool:
    """Whether somebody called in any deal of the player who has these roles."""
    return any(row["deals"] for row in roles if row["role"] in CONTRACT_ROLES)

"""Every match, newest first; or one: its result, story and sheet, who pays whom, each deal explained, corrections."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st
from markupsafe import Markup

from dashboard import data
from dashboard.address import filters, links
from dashboard.look import markup, safe_text
from dashboard.match import lines, score_sheet, summary
from dashboard.page import skeleton, tables
from scorer import wings
from scorer.exchange.own.deals_csv import match_table
from scorer.exchange.own.matches_csv import matches_table
from scorer.frames import Frames, Selection
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import either, listed
from scorer.match.names import fold
from scorer.scorebook.many_matches import MatchState
from scorer.stats.describe.columns import PLAYER, Column
from scorer.stats.describe.statistic_files import listing_of
from scorer.stats.describe.statistic_tables import Leaders, leads, plain_rows, with_leaders
from scorer.stats.standings import match_units
from scorer.text.numbers import SCREEN, Counting, Row

MATCHES: Final = listing_of("matches")
EVERYBODY: Final = Column(
    "ends", N_("everybody"), "units", N_("a bar for the units of each player in it, the most first; sorted by the most")
)
COLUMNS: Final = (  # a phone shows the first
    *(MATCHES[name] for name in ("on", "match", "leader", "units")),
    EVERYBODY,
    *(MATCHES[name] for name in ("league", "variant", "deals")),
)
WIDE: Final = 220  # pixels of the choice of a player
MOST_NAMED: Final = 3  # who won most matches; where more have won as many, none is worth a sentence


def asked() -> MatchState | None:
    """The match that the address asks for; None for the list of them."""
    number = st.query_params.get("match", "")
    match = next((match for match in data.standing_now() if str(match.head.id) == number), None)
    if number and not match:
        markup.notice(_("No match '{match}'; showing the list.", match=safe_text.short(number, 40)))
    return match


def every_match() -> None:
    """The matches of what is chosen, or those of one player among them."""
    chosen = skeleton.subject(_("Matches"), "matches", "player", together=True)
    frames = data.frames_now(chosen.selection)
    ends = units_by_match(frames)
    inside = set(frames.matches["match_id"].tolist())
    standing = {match.head.id: match for match in data.standing_now() if match.head.id in inside}
    with chosen.row:
        there = {player for match in standing.values() for player in players_of(match, ends)}
        player = filters.player("player", [name for name in data.players_now() if name in there], _("everybody"))
    matches = [standing[match.id] for match in data.matches_now() if match.id in inside]
    matches = [match for match in matches if player in {None, *players_of(match, ends)}]
    if not matches:
        skeleton.nothing_here()
        return
    leaders = leads(frames)
    ended = [match for match in matches if match.match.sitting.finished and match.head.id in leaders]
    decided = [match.head.id for match in ended if len(leaders[match.head.id].players) < len(ends[match.head.id])]
    won = Counter(winner for match_id in decided for winner in leaders[match_id].players)
    sat = Counter(name for match in ended for name in {*players_of(match, ends)})
    markup.answer(won_words(won, sat, player), order_words(matches))
    table(matches, leaders, ends, {"league"} if chosen.selection.league else set())
    kinds, hidden = chosen_by(chosen.selection), len(data.standing_now()) - len(matches)
    if kinds and hidden and not player:
        markup.small(
            ngettext(
                "{count} more match is not in this list: of another {kind}.",
                "{count} more matches are not in this list: of another {kind}.",
                hidden,
                kind=either(kinds),
            )
        )
    tables.csv_button("matches", lambda: matches_table(standing.values()))


def chosen_by(selection: Selection) -> list[str]:
    """By what the matches of a selection are chosen, in words."""
    by = {_("league"): selection.league, _("variant"): selection.variant, _("day"): selection.first or selection.last}
    return [words for words, chosen in by.items() if chosen]


def units_by_match(frames: Frames) -> dict[int, dict[str, float]]:
    """The units of everybody in each match, the most first."""
    ends: dict[int, dict[str, float]] = {}
    for row in sorted(plain_rows(match_units(frames.payouts)), key=lambda row: -row["units"]):
        ends.setdefault(row["match_id"], {})[row[PLAYER]] = row["units"]
    return ends


def players_of(standing: MatchState, ends: Mapping[int, Mapping[str, float]]) -> list[str]:
    """Who sits in a match, or sat there and got something."""
    return [*ends.get(standing.head.id, ()), *standing.match.sitting.seats]


def won_words(won: Mapping[str, int], sat: Mapping[str, int], player: str | None) -> str:
    """Who won most of the finished matches, in how many each `sat`; or how many the player won; empty of none."""
    if player and player in sat:
        matches = counts.matches(sat[player])
        return _(
            "{player} won {number} of {matches}.",
            player=links.named(player),
            number=won.get(player, 0),
            matches=matches,
        )
    most = max(won.values(), default=0)
    who = sorted(name for name, number in won.items() if number == most)
    if not who or len(who) > MOST_NAMED:
        return ""
    if len(who) > 1:
        return _(
            "{players} won most: {matches} each.",
            players=listed([*map(links.named, who)]),
            matches=counts.matches(most),
        )
    return _(
        "{player} won most: {number} of {matches}.",
        player=links.named(who[0]),
        number=most,
        matches=counts.matches(sat[who[0]]),
    )


def table(
    matches: Sequence[MatchState],
    leaders: Mapping[int, Leaders],
    ends: Mapping[int, Mapping[str, float]],
    known: set[str],
) -> None:
    """A row a match; a column that is `known`, or a variant that would be the same in each, is left out."""
    rows, shown = with_leaders((match.shown for match in matches), leaders), []
    for match, row in zip(matches, rows, strict=True):
        units = ends.get(row["id"], {})
        titled = {"variant": _(match.match.variant.title), "variant_id": row["variant"]}
        drawn = {"lead": leaders.get(row["id"]), "everybody": units, "ends": max(units.values(), default=None)}
        shown.append({**row, **titled, **drawn})
    same = {"variant"} if len({row["variant"] for row in shown}) == 1 < len(shown) else set()
    columns = [column for column in COLUMNS if column.name not in known | same]
    cells = {"match": name_and_state, "leader": leaders_of, "ends": bars}
    with st.container(key="matches_list"):
        tables.shown(shown, columns, alt=_("Matches"), drawn=cells)


def leaders_of(row: Row) -> str | Markup:
    """Who leads a match, or won it: one, partners, or a few who are level, each with a link; more are counted."""
    lead: Leaders | None = row["lead"]
    if lead is None or len(lead.players) == 1 or (len(lead.players) > MOST_NAMED and not lead.partners):
        return row["leader"] or SCREEN.nothing
    names = [links.named(player) for player in lead.players]
    return markup.leading("+".join(names) if lead.partners else listed(names))


def name_and_state(row: Row) -> str | Markup:
    """The name of a match; marked where it is open."""
    return row["match"] if row["state"] == "finished" else markup.html("table", "with_state", row["match"], _("open"))


def bars(row: Row) -> str | Markup:
    """The units of everybody in a match as bars."""
    units: Mapping[str, float] = row["everybody"]
    words = [f"{player} {Counting(style=SCREEN).total(number)}" for player, number in units.items()]
    return tables.bars(list(units.values()), ", ".join(words))


def order_words(matches: Sequence[MatchState]) -> str:
    """How many matches there are, and which are first."""
    in_all = counts.matches(len(matches))
    if len(matches) == 1:
        return ""
    if len({match.match.sitting.finished for match in matches}) > 1:
        return _("{matches}, open ones first, then the newest.", matches=in_all)
    return _("{matches}, the newest first.", matches=in_all)


def one_match(standing: MatchState) -> None:
    """A match, from its result to its corrections; or the evening of a player in it."""
    head, match, sheet = standing.head, standing.match, data.sheet_now(standing.head.id)
    top = skeleton.top()
    notice_of_absent(sheet.players)
    with st.container(horizontal=True, vertical_alignment="center", key="subject"):
        with st.container(width=WIDE):
            player = filters.player("player", sheet.players, _("everybody"))
        sure = filters.switch("sure", _("how sure?"))
    with top:
        skeleton.title(safe_text.isolated(player or ""), safe_text.isolated(head.match), summary.day_of(match))
    if player:
        summary.answer_of_player(sheet, player, "matches")
    else:
        summary.answer(sheet, sure=sure)
    state = _("finished") if match.sitting.finished else _("open")
    variant = links.variant(head.variant, _(match.variant.title))
    markup.small(" · ".join([variant, head.league, counts.deals(standing.deals), state, *neighbours(standing)]))
    summary.tiles(sheet, data.players_now())
    lines.chart(head.id, player, sure=sure)
    if not player:
        summary.course_of(sheet, "matches")
    score_sheet.shown(sheet, "matches", player=player)
    with st.container(horizontal=True):
        tables.csv_button("deals", lambda: match_table(head, sheet.records))
        summary.picture_button(sheet)
    st.subheader(_("Who pays whom"), anchor=False)
    summary.settlement([sheet])
    wings.answers("match: folds", head.id, sure=sure)
    summary.explained(sheet, "matches")
    summary.history(data.history_now(head.id), match)


def notice_of_absent(players: Sequence[str]) -> None:
    """Where the address asks for somebody who is not among the players of a match: say so, and show it of everybody."""
    asked_for = fold(st.query_params.get("player", ""))
    name = next((name for name in data.players_now() if fold(name) == asked_for), "")
    if name and name not in players:
        del st.query_params["player"]
        there = listed(list(map(safe_text.isolated, players)))
        markup.notice(_("{player} is not in this match: {players}.", player=safe_text.isolated(name), players=there))


def neighbours(standing: MatchState) -> list[str]:
    """Links from a match: to the one before it, to the one after it, and to the list as it was chosen."""
    of_league = [match for match in data.standing_now() if match.head.league == standing.head.league]
    numbers = data.order_now()
    order = sorted(of_league, key=lambda match: numbers.get(match.head.id, -1))
    at = [match.head.id for match in order].index(standing.head.id)  # it may have got a deal since
    ways = [f"{word}: {links.match(match.head.id, match.head.match)}" for word, match in links.neighbours(order, at)]
    return [*ways, markup.marked(_("All matches"), links.address("matches", st.session_state.get(filters.KEPT, {})))]


if match := asked():
    one_match(match)
else:
    every_match()

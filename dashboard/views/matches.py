"""Every match, newest first; or one: its result, story and sheet, who pays whom, each deal explained, corrections."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.look import markup, safe_text
from dashboard.match import score_sheet, summary, win_probability
from dashboard.page import skeleton, sortable_tables
from scorer.exchange.own.deals_csv import match_table
from scorer.exchange.own.matches_csv import matches_table
from scorer.language import _, counts, ngettext
from scorer.scorebook.export_reading import Standing
from scorer.stats.describe.statistic_files import listing_of
from scorer.stats.describe.statistic_tables import leads, with_leaders

MATCHES: Final = listing_of("matches")


def asked() -> Standing | None:
    """The match that the address asks for; None for the list of them."""
    number = st.query_params.get("match", "")
    match = next((match for match in data.standing_now() if str(match.head.id) == number), None)
    if number and not match:
        markup.notice(_("No match '{match}'; showing the list.", match=safe_text.short(number, 40)))
    return match


def listed() -> None:
    """The matches of what is chosen."""
    chosen = filters.subject("matches")
    frames = data.frames_now(chosen.selection)
    inside = set(frames.matches["match_id"].tolist())
    standing = {match.head.id: match for match in data.standing_now() if match.head.id in inside}
    matches = [standing[match.id] for match in data.matches_now() if match.id in inside]
    if not matches:
        skeleton.nothing_here()
        return
    variants = {data.titles_now()[match.head.variant] for match in matches}
    every = {"variant": variants, "league": {match.head.league for match in matches}}
    shared = {column: names.pop() for column, names in every.items() if len(names) == 1}
    markup.small(" · ".join([*shared.values(), order_words(matches)]))
    if hidden := len(data.standing_now()) - len(matches):
        markup.small(
            ngettext(
                "{count} more match is not in this list: of another league, variant or day.",
                "{count} more matches are not in this list: of another league, variant or day.",
                hidden,
            )
        )
    titles = {match.head.id: match.match.variant.title for match in matches}
    rows = [
        row | {"variant": titles[row["id"]], "variant_id": row["variant"]}
        for row in with_leaders((match.shown for match in matches), leads(frames))
    ]
    columns = [column for column in MATCHES.on_dashboard if column.name not in shared]
    sortable_tables.shown(rows, columns, "matches", alt=_("Matches"))
    sortable_tables.csv_button("matches", lambda: matches_table(standing.values()))


def order_words(matches: Sequence[Standing]) -> str:
    """How many matches there are, and which are first."""
    in_all = counts.matches(len(matches))
    if len(matches) == 1:
        return _("1 match.")
    if len({match.match.sitting.finished for match in matches}) > 1:
        return _("{matches}, open ones first, then the newest. A name leads to its match.", matches=in_all)
    return _("{matches}, the newest first. A name leads to its match.", matches=in_all)


def one_match(standing: Standing) -> None:
    """A match, from its result to its corrections."""
    head, match = standing.head, standing.match
    sheet = data.sheet_now(head.id)
    neighbours(standing)
    markup.heading(head.match)
    state = _("finished") if match.sitting.finished else _("open")
    variant = links.variant(head.variant, match.variant.title)
    markup.small(" · ".join([str(head.on), variant, head.league, counts.deals(standing.deals), state]))
    summary.tiles(sheet, data.players_now())
    player = filters.somebody("player", sheet.players, _("the evening of ..."))
    if player:
        summary.course_of_player(sheet, player, "matches")
    else:
        summary.course_of(sheet, "matches")
    lines = charts.tonight_lines(sheet, data.players_now(), player)
    skeleton.chart(lines, "lines", subject=summary.subject(match))
    win_probability.shown(head.id)
    st.subheader(_("Score sheet"), anchor=False)
    score_sheet.shown(sheet, "matches", player=player)
    with st.container(horizontal=True):
        sortable_tables.csv_button("deals", lambda: match_table(head, sheet.records))
        summary.picture_button(sheet)
    st.subheader(_("Who pays whom"), anchor=False)
    summary.settlement([sheet])
    summary.explained(sheet, "matches")
    summary.history(data.history_now(head.id), match)


def neighbours(standing: Standing) -> None:
    """Links from a match: to the list as it was chosen, to the match before it and to the one after it."""
    of_league = [match for match in data.standing_now() if match.head.league == standing.head.league]
    order = sorted(of_league, key=lambda match: (match.match.on, match.head.id))
    at = [match.head.id for match in order].index(standing.head.id)  # it may have got a deal since
    ways = [(_("All matches"), "matches", st.session_state.get(filters.KEPT, {}))]
    for word, match in links.neighbours(order, at):
        ways.append((f"{word}: {match.head.match}", "matches", {"match": str(match.head.id)}))
    links.row(ways, "beside")


skeleton.begin(_("Matches"))
if match := asked():
    one_match(match)
else:
    listed()

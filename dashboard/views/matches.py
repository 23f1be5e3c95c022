"""Every match, newest first; or one: its result, story and sheet, who pays whom, each deal explained, corrections."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.look import markup, safe_text
from dashboard.match import score_sheet, summary, win_probability
from dashboard.page import skeleton, sortable_tables
from scorer.exchange.own.csv_columns import match_table, matches_table
from scorer.language import counts
from scorer.scorebook.exporting import Standing
from scorer.stats.describe.statistic_files import listing_of
from scorer.stats.describe.statistic_tables import leads, with_leaders
from scorer.text.sentences import counted, plural

MATCHES: Final = listing_of("matches")


def asked() -> Standing | None:
    """The match that the address asks for; None for the list of them."""
    number = st.query_params.get("match", "")
    found = next((told for told in data.standing_now() if str(told.head.id) == number), None)
    if number and not found:
        markup.notice(f"No match '{safe_text.short(number, 40)}'; showing the list.")
    return found


def listed() -> None:
    """The matches of what is chosen."""
    chosen = filters.subject("matches")
    frames = data.frames_now(chosen.selection)
    inside = set(frames.matches["match_id"].tolist())
    standing = {told.head.id: told for told in data.standing_now() if told.head.id in inside}
    found = [standing[match.id] for match in data.matches_now() if match.id in inside]
    if not found:
        skeleton.nothing_here()
        return
    variants = {data.titles_now()[told.head.variant] for told in found}
    every = {"variant": variants, "league": {told.head.league for told in found}}
    alike = {what: names.pop() for what, names in every.items() if len(names) == 1}
    markup.small(" · ".join([*alike.values(), in_order(found)]))
    if hidden := len(data.standing_now()) - len(found):
        verb = plural(hidden, "is", "are")
        markup.small(f"{counted(hidden, 'more match')} {verb} not in this list: of another league, variant or day.")
    titles = {told.head.id: told.match.variant.title for told in found}
    rows = [
        row | {"variant": titles[row["id"]], "variant_id": row["variant"]}
        for row in with_leaders((match.shown for match in found), leads(frames))
    ]
    columns = [column for column in MATCHES.on_dashboard if column.name not in alike]
    sortable_tables.shown(rows, columns, "matches", alt="Matches")
    sortable_tables.csv_button("matches", lambda: matches_table(standing.values()))


def in_order(found: Sequence[Standing]) -> str:
    """How many matches there are, and which are first."""
    finished = {told.match.sitting.finished for told in found}
    first = "open ones first, then the newest" if len(finished) > 1 else "the newest first"
    return f"{counts.matches(len(found))}, {first}. A name leads to its match." if len(found) > 1 else "1 match."


def one(told: Standing) -> None:
    """A match, from its result to its corrections."""
    sheet = data.sheet_now(told.head.id)
    beside(told)
    markup.heading(told.head.match)
    state = "finished" if told.match.sitting.finished else "open"
    variant = links.variant(told.head.variant, told.match.variant.title)
    markup.small(f"{told.head.on} · {variant} · {told.head.league} · {counts.deals(told.deals)} · {state}")
    summary.tiles(sheet, data.players_now())
    summary.course_of(sheet, "matches")
    skeleton.chart(charts.tonight_lines(sheet, data.players_now()), "lines", of=summary.subject(told.match))
    win_probability.shown(told.head.id)
    st.subheader("Score sheet", anchor=False)
    score_sheet.shown(sheet, "matches")
    with st.container(horizontal=True):
        sortable_tables.csv_button("deals", lambda: match_table(told.head, sheet.records))
        summary.picture_button(sheet)
    st.subheader("Who pays whom", anchor=False)
    summary.settlement([sheet])
    summary.explained(sheet, "matches")
    summary.history(data.history_now(told.head.id), told.match)


def beside(told: Standing) -> None:
    """Ways from a match: the list as it was chosen, the match before it and the one after it."""
    of_league = [one for one in data.standing_now() if one.head.league == told.head.league]
    order = sorted(of_league, key=lambda one: (one.match.on, one.head.id))
    at = [one.head.id for one in order].index(told.head.id)  # it may have got a deal since
    ways = [("All matches", "matches", st.session_state.get(filters.KEPT, {}))]
    for word, match in links.beside(order, at):
        ways.append((f"{word}: {match.head.match}", "matches", {"match": str(match.head.id)}))
    links.row(ways, "beside")


skeleton.begin("Matches")
if match := asked():
    one(match)
else:
    listed()

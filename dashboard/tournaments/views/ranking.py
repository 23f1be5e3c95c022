"""The ranking across tournaments and seasons on a day, by the rules of a file; what each event gave each player."""

from datetime import date, datetime

import streamlit as st

from dashboard import data
from dashboard.address import filters, links
from dashboard.look import markup
from dashboard.page import skeleton, tables
from dashboard.tournaments import reading
from scorer.frames import Selection
from scorer.language import _
from scorer.rules.errors import ScorerError
from scorer.stats.describe.statistic_files import listing_of
from scorer.tournaments.keeping.ranking_events import tournament_events
from scorer.tournaments.rules.ranking import Placed, Ranking
from scorer.tournaments.stats.ranking import by_lot, flat, lead, places, ranking_places, shares, verdict
from scorer.tournaments.text.ranking_page import page as rule_page
from scorer.tournaments.text.ranking_page import summary
from scorer.tournaments.text.rule_files import RANKINGS, USUAL_RANKING


def readable_rankings() -> dict[str, Ranking]:
    """The rankings that can be read, by name, the usual one first."""
    readable = {}
    for name in sorted(RANKINGS.names(), key=lambda name: (name != USUAL_RANKING, name)):
        try:
            readable[name] = RANKINGS.load(name)
        except ScorerError as error:
            markup.notice(str(error))
    return readable


def everybody_placed(rules: Ranking, on: date) -> list[Placed]:
    """Everybody's place on this day."""
    frames, played = data.frames_now(Selection()), reading.played_tournaments_now()
    return data.made(
        ("ranking", frames, repr(rules), on),
        lambda: ranking_places(frames, tournament_events(played, rules), played.matches, rules, on),
    )


def shown(placed: list[Placed], rules: Ranking, on: date, *, sure: bool) -> None:
    """Who leads, the places, and what every event gave."""
    lot = data.made(("by lot", data.frames_now(Selection()), repr(rules), on), lambda: by_lot(placed, rules, on))
    words, about = verdict(placed, on, lot), _("On {day}: {rules}.", day=on, rules=summary(rules))
    markup.answer(lead(placed).words(links.listed) or words.brief, f"{words.background} {about}" if sure else about)
    if not placed:
        return
    rows, listing = places(placed, lot), listing_of("ranking")
    counting = tables.counting(sure=sure)
    tables.shown(rows, listing.on_dashboard, alt=_("Ranking"), units=counting)
    tables.meanings(rows, listing.on_dashboard, "places meanings", sure=sure)
    if fold := markup.unfolded(_("What did every event give?"), "shares"):
        with fold:
            events, columns = shares(placed), listing_of("ranking_events").on_dashboard
            tables.shown(events, columns, alt=_("Events of the ranking"), units=counting)
            skeleton.legend(listing_of("ranking_events"), events, sure=sure)
    tables.csv_button("ranking", lambda: flat(placed, rules, on, lot))


top = skeleton.top()
filters.bring_along("ranking", "ranking", "on", "sure")
nothing = not reading.played_tournaments_now().tournaments and not any(data.played_now().values())
rankings = {} if nothing else readable_rankings()
chosen, sure, day = "", False, datetime.now().astimezone().date()
if rankings:
    with st.container(horizontal=True, vertical_alignment="bottom", key="subject"):
        titles = {name: _(rules.title) for name, rules in rankings.items()}
        chosen = filters.one_of("ranking", list(rankings), names=titles, as_list=True)
        day = filters.day("on", day, _("day"))
        sure = filters.switch("sure", _("how sure?"))
with top:
    skeleton.title(_("Ranking"), _(rankings[chosen].title) if chosen else "")
if nothing:
    skeleton.how_to_start()
if chosen:
    shown(everybody_placed(rankings[chosen], day), rankings[chosen], day, sure=sure)
    if fold := markup.unfolded(_("How is it counted?"), "rules"):
        with fold:
            st.code(rule_page(rankings[chosen]), language=None)

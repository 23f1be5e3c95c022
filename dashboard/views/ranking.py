"""The ranking across tournaments and seasons on a day, by the rules of a file; what each event gave each player."""

from datetime import date, datetime

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters
from dashboard.look import markup
from dashboard.page import skeleton, sortable_tables
from scorer.frames import Selection
from scorer.language import _
from scorer.rule_files import RANKINGS, USUAL_RANKING
from scorer.rules.errors import ScorerError
from scorer.rules.ranking import Placed, Ranking
from scorer.scorebook.tournament.ranking_events import tournament_events
from scorer.stats.describe.statistic_files import listing_of
from scorer.stats.ranking import by_lot, flat, places, ranking_places, shares, verdict
from scorer.text.ranking_page import page as rule_page
from scorer.text.ranking_page import summary


def there_are() -> dict[str, Ranking]:
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
    frames, played = data.frames_now(Selection()), data.played_tournaments_now()
    return data.made(
        ("ranking", frames, repr(rules), on),
        lambda: ranking_places(frames, tournament_events(played, rules), played.matches, rules, on),
    )


def shown(placed: list[Placed], rules: Ranking, on: date) -> None:
    """Who leads, the figure, the places, and what every event gave."""
    lot = data.made(("by lot", data.frames_now(Selection()), repr(rules), on), lambda: by_lot(placed, rules, on))
    leader = verdict(placed, on, lot).whole
    markup.small(_("On {day}: {rules}.", day=on, rules=summary(rules)))
    if not placed:
        st.text(leader)
        return
    skeleton.chart(charts.ranking_bars(placed, leader), "ranking_bars", subject=f"{rules.title}, {on}")
    rows = places(placed, lot)
    sortable_tables.shown(rows, listing_of("ranking").on_dashboard, "places", alt=_("Ranking"))
    skeleton.legend(listing_of("ranking"), rows)
    if fold := markup.unfolded(_("What every event gave"), "shares"):
        with fold:
            events, columns = shares(placed), listing_of("ranking_events").on_dashboard
            sortable_tables.shown(events, columns, "events", alt=_("Events of the ranking"))
            skeleton.legend(listing_of("ranking_events"), events)
    sortable_tables.csv_button("ranking", lambda: flat(placed, rules, on, lot))


skeleton.begin(_("Ranking"))
filters.along("ranking", "ranking", "on")
nothing = not data.played_tournaments_now().tournaments and not any(data.played_now().values())
rankings = {} if nothing else there_are()
if nothing:
    skeleton.how_to_start()
if chosen := filters.one_of("ranking", list(rankings), names={name: rules.title for name, rules in rankings.items()}):
    day = filters.day("on", datetime.now().astimezone().date(), _("on"))
    shown(everybody_placed(rankings[chosen], day), rankings[chosen], day)
    if fold := markup.unfolded(_("Its rules"), "rules"):
        with fold:
            st.code(rule_page(rankings[chosen]), language=None)

"""Variants: the rules of one that was played, frozen when it was first played; the busiest of the league first."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import streamlit as st
from markupsafe import Markup

from dashboard import data
from dashboard.address import filters, links
from dashboard.look import markup, safe_text
from dashboard.page import skeleton
from scorer.frames import Selection
from scorer.language import _, counts
from scorer.rules.variant import Variant
from scorer.text import variant_rules
from scorer.text.variant_differences import unlike_namesakes
from scorer.text.variant_page import proof

ADDRESS: Final = re.compile(r"(https?://\S*[^\s.,;:)'\"])")


def busiest() -> list[str]:
    """The variants that were played, that with the most deals in the league of the address first."""
    leagues = list(dict.fromkeys(league for league, _variant in data.played_now()))
    league = filters.named("league", leagues, _("every league"))
    here, everywhere = Counter[str](), Counter[str]()
    for (of_league, variant), deals in data.played_now().items():
        everywhere[variant] += deals
        here[variant] += deals if of_league == league else 0
    return sorted(everywhere, key=lambda variant: (-here[variant], -everywhere[variant], variant))


def rules(label: str, variant: Variant) -> None:
    """The game in a sentence, how often it was played, and its rules."""
    standing = [match for match in data.standing_now() if match.head.variant == label]
    about = {"league": filters.ALL, "variant": label}
    standings = _("the standings")  # outside of the sentence, where translators' tools find it
    played = _(
        "Played in {matches}: {deals}, {standings}.",
        matches=markup.marked(counts.matches(len(standing)), links.address("matches", about)),
        deals=counts.deals(sum(match.deals for match in standing)),
        standings=markup.marked(standings, links.address("standings", about)),
    )
    st.html(markup.html("variant", "game", variant_rules.game(variant), played))
    if unlike := unlike_namesakes([label], data.frames_now(Selection()).columns.variants):
        markup.small(unlike)
    st.html(
        markup.html(
            "variant",
            "page",
            Markup().join(units(variant)),
            [*variant_rules.made_by(variant), *variant_rules.slam_rules(variant), *variant_rules.end_rules(variant)],
            list(variant_rules.redeals(variant)),
            list(variant_rules.carry_rules(variant)),
            [safe_text.sentence(paragraph) for paragraph in variant_rules.paragraphs(_(variant.notes))],
            ADDRESS.split(_(variant.source)),
            proof(variant),
        )
    )


def units(variant: Variant) -> Iterator[Markup]:
    """The tables of what everybody gets; where counts decide, the sentence that says how."""
    if variant.has_auction:
        for players in variant.player_counts:
            for table in variant_rules.bid_tables(variant, players):
                yield markup.html("variant", "bid_table", table)
    elif variant.win.worth == "margin":
        yield markup.html("variant", "margin", _(variant_rules.MARGIN))
    else:
        for win in variant_rules.win_tables(variant):
            yield markup.html("variant", "win_table", win)


top = skeleton.top()
filters.bring_along("variants")
if st.query_params.get("variant") == filters.ALL:  # of another page: here it is one
    del st.query_params["variant"]
names = data.titles_now()
with st.container(key="subject"):
    chosen = filters.one_of("variant", busiest(), names=names, as_list=True)
with top:
    skeleton.title(names[chosen] if chosen else _("Variants"))
if chosen:
    rules(chosen, next(match.match.variant for match in data.standing_now() if match.head.variant == chosen))
else:
    skeleton.how_to_start()

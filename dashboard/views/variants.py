"""A payout table in force: frozen when it was first played, printed as a rule page prints it; and which others are."""

from collections import Counter

import streamlit as st

from dashboard import data
from dashboard.address import filters, links
from dashboard.look import markup
from dashboard.page import skeleton
from scorer.language import counts
from scorer.rules.variant import Variant
from scorer.text.variant_page import page as rule_page
from scorer.text.variant_page import proof


def rules(label: str, variant: Variant, played: int) -> None:
    """One table, and how often it was played, with the ways to what was played by it."""
    markup.heading(data.titles_now()[label])
    markup.small(f"{label}, played in {counts.matches(played)}")
    about = {"league": filters.ALL, "variant": label}
    links.row([("matches", "matches", about), ("standings", "standings", about)], "played")
    st.code(rule_page(variant), language=None)
    markup.small(proof(variant))


skeleton.begin("Variants")
standing = data.standing_now()
played = Counter(each.head.variant for each in standing)
variants = {each.head.variant: each.match.variant for each in standing}
filters.along("variants")
if st.query_params.get("variant") == filters.ALL:  # of another page: here it is one
    del st.query_params["variant"]
if chosen := filters.one_of("variant", [label for label, _ in played.most_common()], names=data.titles_now()):
    rules(chosen, variants[chosen], played[chosen])
if others := [label for label, _ in played.most_common() if label != chosen]:
    markup.small("Others that were played:")
    titles = data.titles_now()
    links.row([(titles[label], "variants", {"variant": label}) for label in others], "others")
if not played:
    skeleton.how_to_start()

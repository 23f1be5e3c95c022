"""Variants: the rules of one that was played, frozen when it was first played; and links to the others."""

from collections import Counter

import streamlit as st

from dashboard import data
from dashboard.address import filters, links
from dashboard.look import markup
from dashboard.page import skeleton
from scorer.language import _, counts
from scorer.rules.variant import Variant
from scorer.text.variant_page import page as rule_page
from scorer.text.variant_page import proof


def rules(label: str, variant: Variant, played: int) -> None:
    """The rules of a variant, how often it was played, and links to its matches and standings."""
    markup.heading(data.titles_now()[label])
    markup.small(_("{variant}, played in {matches}", variant=label, matches=counts.matches(played)))
    about = {"league": filters.ALL, "variant": label}
    links.row([(_("matches"), "matches", about), (_("standings"), "standings", about)], "played")
    st.code(rule_page(variant), language=None)
    markup.small(proof(variant))


skeleton.begin(_("Variants"))
matches = data.standing_now()
played = Counter(match.head.variant for match in matches)
variants = {match.head.variant: match.match.variant for match in matches}
filters.along("variants")
if st.query_params.get("variant") == filters.ALL:  # of another page: here it is one
    del st.query_params["variant"]
if chosen := filters.one_of("variant", [label for label, _count in played.most_common()], names=data.titles_now()):
    rules(chosen, variants[chosen], played[chosen])
if others := [label for label, _count in played.most_common() if label != chosen]:
    markup.small(_("Others that were played:"))
    titles = data.titles_now()
    links.row([(titles[label], "variants", {"variant": label}) for label in others], "others")
if not played:
    skeleton.how_to_start()

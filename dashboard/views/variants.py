"""The payout tables in force: frozen when they were first played, printed as a rule page prints them."""

from collections import Counter

import streamlit as st

from dashboard import data, markup, page
from scorer.rules.variant import Variant
from scorer.text.sentences import counted
from scorer.text.variant_page import page as rule_page
from scorer.text.variant_page import proof


def rules(label: str, variant: Variant, played: int) -> None:
    """One table, and how often it was played."""
    markup.heading(variant.title)
    markup.small(f"{label}, played in {counted(played, 'match', 'matches')}")
    st.code(rule_page(variant), language=None)
    markup.small(proof(variant))


page.begin("Variants")
standing = data.standing_now()
played = Counter(told.head.variant for told in standing)
variants = {told.head.variant: told.match.variant for told in standing}
for label, count in played.most_common():
    rules(label, variants[label], count)
if not played:
    page.how_to_start()

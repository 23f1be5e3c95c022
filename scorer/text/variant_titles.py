"""The titles of payout tables in the language that is spoken; those of a house are as the house wrote them."""

from typing import Final

from scorer.language import N_, _
from scorer.rules.variant import Variant

TITLES: Final = (  # of shipped tables, where another language has words of its own
    N_("Brisca, double above a hundred"),
    N_("Brisca in threes"),
    N_("Briscola in pairs"),
    N_("Cinquecento in pairs"),
    N_("Mexican Brisca"),
    N_("Mexican Brisca in pairs"),
    N_("Muerte al Tres, each alone"),
    N_("Brisca rematada by the count"),
    N_("Six for stakes"),
    N_("Briscola Chiamata with tens"),
)


def variant_title(variant: Variant) -> str:
    """`Briscola in pairs`, in Italian `Briscola a coppie`."""
    return _(variant.title)

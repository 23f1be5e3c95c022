"""Clauses that several statistics share; the files in statistics/ name them in capitals, in braces."""

from typing import Final

from scorer.language import N_, _
from scorer.stats.models.covariance import FEWEST
from scorer.stats.tally import MIN_DEALS

ONE_EVENING: Final = N_("Of one evening good form cannot be told from playing well.")
CHANCE: Final = N_("luck alone shifts this figure by about so much")
CHANCE_AND_TWICE: Final = N_(  # of four deals it takes 3.2 times as much, by Student's t of three degrees; of ten 2.3
    "luck alone shifts this figure by about so much; the true value is almost surely within twice that; below ten "
    "deals look no further"
)
HOW_FAR: Final = N_(
    "how far off it may be; the true value is almost surely within twice that; below ten deals look no further"
)
INTERVAL: Final = N_(
    "In brackets the 95 % interval: the true rate may well be anywhere in it; of twenty such intervals chance alone "
    "makes one miss it."
)
BETTER_CARDS: Final = N_("Better cards bid higher: it is not what a higher bid would bring with the same cards.")
NOBODY_KNOWS: Final = N_(
    "Everybody leaves some, for nobody knows the count beforehand. The auction ended where it ended: whether others "
    "would have gone higher nobody knows, and another card called may be another partner."
)
NO_PENALTIES: Final = N_("Units per deal are of deals alone, without penalties, adjustments and paper sheets.")
NOTHING_CALLED: Final = N_("Nobody has called here yet.")
ONLY_UNITS: Final = N_(
    "No deal is recorded here, only units: a paper sheet does not tell who called, or played with whom."
)
PHRASES: Final = {
    "CHANCE": CHANCE,
    "CHANCE_AND_TWICE": CHANCE_AND_TWICE,
    "HOW_FAR": HOW_FAR,
    "HOW_FAR_IF_KNOWN": N_(
        "how far off it may be; the true value is almost surely within twice that; below ten deals look no further; "
        "none where the deals do not tell"
    ),
    "AS_FAR": N_(
        "how far off it may be, as far as the chance is; the true value is almost surely within about twice that"
    ),
    "TWO_OF_THREE": N_("in two of three evenings the units at the end are that near"),
    "SURE": N_(
        "in brackets the 95 % interval: the true rate may well be anywhere in it; of twenty such intervals chance "
        "alone makes one miss it"
    ),
    "INTERVAL": INTERVAL,
    "WON": N_("of the deals that somebody won"),
    "DECIDED": N_("of the contracts made or failed, even ones left out"),
    "PLAYED": N_("of the deals played in which somebody called"),
    "BETTER_CARDS": BETTER_CARDS,
    "NOBODY_KNOWS": NOBODY_KNOWS,
}
NUMBERS: Final = {"MIN_DEALS": MIN_DEALS, "FEWEST": FEWEST}


def filled(text: str, **fields: object) -> str:
    """A text of a statistic in the language in force, with its phrases, its numbers and these fields in braces."""
    if "{" not in text:
        return _(text)
    return _(text, **NUMBERS, **{name: _(phrase) for name, phrase in PHRASES.items()}, **fields)

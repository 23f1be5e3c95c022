"""What several statistics say in the same words; the files in statistics/ name it in capitals, in braces."""

from typing import Final

from scorer.stats.models.covariance import FEWEST
from scorer.stats.tally import MIN_DEALS

CHANCE: Final = "by about this much chance alone moves such a mean up or down"
NOTHING_CALLED: Final = "Nobody has called here yet."
IN_TURN: Final = "Every match is left out in turn and told from the others."  # whether something foretells
ONLY_UNITS: Final = "No deal is recorded here, only units: a paper sheet does not tell who called, or played with whom."
TWICE: Final = (  # of what a standard error says: of four it takes 3.2 times as much, of ten 2.3
    "twice as much either way is the 95 % interval from about ten deals or matches on; of fewer it takes more"
)
HOW_FAR: Final = f"how far off it may be; {TWICE}"
SURE: Final = (
    "in brackets the 95 % interval: the true rate may well be anywhere in it; of twenty such intervals chance alone "
    "makes one miss it"
)
INTERVAL: Final = f"{SURE.capitalize()}."
WON: Final = "of the deals that somebody won"
BETTER_CARDS: Final = "Better cards bid higher: it is not what a higher bid would bring with the same cards."
NOBODY_KNOWS: Final = (
    "Everybody leaves some, for nobody knows the count beforehand. The auction ended where it ended: whether others "
    "would have gone higher nobody knows, and another card called may be another partner."
)
PHRASES: Final = {
    "CHANCE": CHANCE,
    "TWICE": TWICE,
    "HOW_FAR": HOW_FAR,
    "AS_FAR": f"how far off it may be, as far as the chance is; about {TWICE}",
    "INTERVAL": INTERVAL,
    "IN_TURN": IN_TURN,
    "WON": WON,
    "DECIDED": "of the contracts made or failed, even ones left out",
    "PLAYED": "of the deals played in which somebody called",
    "BETTER_CARDS": BETTER_CARDS,
    "NOBODY_KNOWS": NOBODY_KNOWS,
    "MIN_DEALS": str(MIN_DEALS),
    "FEWEST": str(FEWEST),
}

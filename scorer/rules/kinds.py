"""The words for what is recorded, each with its one home: kinds of records, outcomes of contracts, roles of players.

Their order here is the order in which they are listed. The database keeps its own spelling in its laws (`db.laws`),
and a test says that both are equal.
"""

from enum import StrEnum
from typing import Final

from scorer.language import N_, _

DEAL: Final = "deal"
REDEALS: Final = ("passed-out", "thrown-in", "misdeal", "annulled")  # cards that were dealt and not played
PASSED_OUT: Final = REDEALS[0]
PLAYED_OR_REDEALT: Final = (DEAL, *REDEALS)
# Records outside the dealing: their units are the record, and their note is the reason.
PENALTY, ADJUSTMENT = RULINGS = ("penalty", "adjustment")
OTHERS, NOBODY = PAYEES = ("others", "nobody")  # who gets what a penalty takes
SHEET: Final = "sheet"
OUTSIDE: Final = (*RULINGS, SHEET)
WITH_RESIDUAL: Final = (ADJUSTMENT, SHEET)  # should sum to zero; what they leave otherwise is said
MOVES_UNITS: Final = (DEAL, *OUTSIDE)
KINDS: Final = (*PLAYED_OR_REDEALT, *OUTSIDE)


class Outcome(StrEnum):
    """How a deal ended: a contract is made or fails; without one a side has won; nobody wins or loses an even deal."""

    MADE = "made"
    FAILED = "failed"
    EVEN = "even"
    WON = "won"


MADE, FAILED, EVEN, WON = OUTCOMES = tuple(map(str, Outcome))
CONTRACT_OUTCOMES: Final = (MADE, FAILED, EVEN)
# What else is said at a table, in English, Italian and Spanish.
OUTCOME_WORDS: Final = {
    MADE: "makes won wins win vinta vinto vince vincono ganada ganado gana ganan",
    FAILED: "fails lost loses loss persa perso perde perdono perdida perdido pierde pierden",
}
EVEN_WORDS: Final = {EVEN: "equal tie tied draw patta pari empatada empatado empate nobody none nessuno nadie"}

# What decides a deal of a shipped game at once.
EVENT_WORDS: Final = {N_("killed"): "kills uccisa ucciso uccide ammazzata ammazzato muerte"}

# How a deal of sides was decided where the counts did not: nobody counted, equal counts; else the word of an event.
SAID, CARDS = "said", "cards"

# A caller without a partner plays solo, and has this role alone. In a deal without a caller all have the last one.
CALLER, PARTNER, SOLO, DEFENDER, SIDE = DEAL_ROLES = ("caller", "partner", "solo", "defender", "side")
CALLING: Final = (CALLER, PARTNER, SOLO)
CALLED: Final = (CALLER, SOLO)  # who won the auction
ROLES: Final = (*DEAL_ROLES, *OUTSIDE)  # outside deals the role is the kind of the record
# Each side of a deal has a letter, as many as can sit at a table.
SIDE_LETTERS, RESTS = "ABCDEFG", "."


def event_shown(event: object) -> str:
    """The word for what decides a deal at once, as it is typed; a game of somebody's own has its own word."""
    return _(str(event)) if event in EVENT_WORDS else str(event)

"""`python -m tests.benchmarks format-trial [TOURNAMENTS]`: tournaments by the model beside tournaments with hands.

How often the best wins, reaches the final and comes among five, by `scorer format try` and of tables that are played
with hands (`tests.tournaments.known_hands`), with standard errors; by the true spread of the players, and by what the
rating makes of a league of theirs.
"""

from functools import partial
from itertools import product

import numpy as np

from scorer.insight.spread import spread_of
from scorer.rule_files import VARIANTS
from scorer.tournaments.stats.format_trial import (
    Drawn,
    DrawPlayers,
    Found,
    Timetable,
    first_rounds,
    normal_players,
    trial,
)
from scorer.tournaments.text.rule_files import FORMATS
from tests.known_leagues import BIDS, frames_of
from tests.tournaments.known_hands import SEATED, Dealt, Ints, People, Truth, at_tables, dealt, people, truth

TRIED = ("by-place", "ten-deals", "scighera", "champions", "duels")
ENTRANTS = (20, 50, 60)
CROWD = 600
TOURNAMENTS = 2_000
OF_LEAGUE = 12  # players, of 600 deals each
MINUTES = 5


def with_hands(known: People, means: np.ndarray, entrants: int) -> DrawPlayers:
    """Draws entrants from a crowd; the best is who truly gets most."""

    def drawn(lots: np.random.Generator) -> Drawn:
        chosen = lots.permutation(len(means))[:entrants]
        entered = People(known.skill[chosen], known.bold[chosen])
        return int(means[chosen].argmax()) + 1, partial(at_tables, lots, entered)

    return drawn


def trials(names: tuple[str, ...], entrants: int, players: DrawPlayers, times: int) -> dict[str, Found]:
    """Each format tried so often."""
    found = {}
    for name in names:
        form = FORMATS.load(name)
        timetable = Timetable(form, max(VARIANTS.load(form.variant).player_counts), MINUTES)
        found[name] = trial(timetable, entrants, players, times, 1, first_rounds(form, entrants, 1))
    return found


def league(known: People, seed: int, players: int, deals: int) -> Dealt | None:
    """What the rating says."""


def show(times: int = TOURNAMENTS) -> None:
    """Print a line each."""
    lots = np.random.default_rng(7)
    known = people(lots, CROWD)
    true = truth(lots, known)
    print(f"true: skill {true.skill:.3f}, chance {true.chance:.3f}", flush=True)
    for entrants in ENTRANTS:
        model = trials(TRIED, entrants, normal_players(entrants, true.skill, true.chance), times)
        hands = trials(TRIED, entrants, with_hands(known, true.means, entrants), times)
        for name in TRIED:
            pairs = zip(
                *((found.means[at], found.errors[at]) for found in (model[name], hands[name]) for at in range(3)),
                strict=True,
            )
            print(name)

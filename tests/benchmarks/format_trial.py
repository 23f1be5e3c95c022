"""`python -m tests.benchmarks format-trial [TOURNAMENTS]`: tournaments by the model beside tournaments with hands.

How often the best wins, reaches the final and comes among five, by the model of `scorer format try` and where tables
are played with hands (`tests.tournaments.known_hands`), each with its standard error; and what the rating makes of the
spread of such players, of leagues of theirs.
"""

from collections.abc import Mapping
from functools import partial

import numpy as np

from scorer.frames import Frames
from scorer.insight.spread import spread_of
from scorer.rule_files import VARIANTS
from scorer.tournaments.stats.format_trial import DrawPlayers, Found, PlayTable, Tried, normal_players, trial
from scorer.tournaments.text.rule_files import FORMATS
from tests.known_leagues import AN_EVENING, BIDS, frames_of
from tests.tournaments.known_hands import SEATED, Floats, People, Truth, at_table, dealt, people, truth

TRIED = ("by-place", "ten-deals", "scighera", "champions", "duels")
FIGURES = ("wins", "final", "first five")
ENTRANTS = (20, 50, 60)
CROWD = 600
BOLDNESS = (0.6, 0.2)  # of it, in steps of a hand's strength
TOURNAMENTS = 1_000
LEAGUES, PLAYERS, DEALS = 40, 12, 1_500  # 625 deals each


def with_hands(known: People, means: Floats, entrants: int) -> DrawPlayers:
    """Draws entrants from a crowd; the best is who truly gets most."""

    def drawn(lots: np.random.Generator) -> tuple[int, PlayTable]:
        chosen = lots.permutation(len(means))[:entrants]
        entered = People(known.skill[chosen], known.bold[chosen])
        return int(means[chosen].argmax()) + 1, partial(at_table, lots, entered)

    return drawn


def trials(entrants: int, players: DrawPlayers, times: int, names: tuple[str, ...] = TRIED) -> Mapping[str, Found]:
    """Each format tried so often, as it is played."""
    found = {}
    for name in names:
        form = FORMATS.load(name)
        most = max(VARIANTS.load(form.variant).player_counts)
        found[name] = trial(Tried(form, most, entrants, deals=40, minutes=5, times=times, seed=1, known={}), players)
    return found


def league(lots: np.random.Generator, known: People, deals: int) -> Frames:
    """A league of these players, in evenings of five at a table."""
    players = len(known.skill)
    tables = np.array([lots.permutation(players)[:SEATED] for _evening in range(deals // AN_EVENING)])
    seats = tables[np.arange(deals) // AN_EVENING]
    came_to = dealt(lots, known, seats)
    bid = np.where(came_to.target > 61, BIDS.index("2/62") + np.minimum(came_to.target, 91) - 62, 0)
    names = [f"P{number:03d}" for number in range(players)]
    return frames_of(names, seats, came_to.caller, came_to.partner, came_to.made, bid=bid)


def show(times: int = TOURNAMENTS) -> None:
    """Print a line each, of a crowd that is bold and of one that is hardly."""
    for boldness in BOLDNESS:
        lots = np.random.default_rng(7)
        known = people(lots, CROWD, boldness)
        true = truth(lots, known)
        skew = ((true.means - true.means.mean()) ** 3).mean() / true.skill**3
        print(f"boldness {boldness}: skill {true.skill:.3f}, chance {true.chance:.3f}, skewness {skew:.2f}", flush=True)
        show_ratings(lots, known)
        for entrants in ENTRANTS:
            show_trials(entrants, known, true, times)


def show_ratings(lots: np.random.Generator, known: People) -> None:
    """What the rating makes of leagues of some of them."""
    found = []
    for _league in range(LEAGUES):
        chosen = lots.permutation(CROWD)[:PLAYERS]
        some = People(known.skill[chosen], known.bold[chosen])
        found.append(spread_of(league(lots, some, DEALS)) or (0.0, 0.0, False))
    skills, chances, _significant = zip(*found, strict=True)
    quartiles = ", ".join(f"{skill:.3f}" for skill in np.percentile(skills, [25, 50, 75]))
    print(
        f"by the rating of {LEAGUES} leagues: skill {quartiles} (quartiles), chance {np.mean(chances):.3f}", flush=True
    )


def show_trials(entrants: int, known: People, true: Truth, times: int) -> None:
    """Each format by the model and with hands, and the standard error of the difference."""
    model = trials(entrants, normal_players(entrants, true.skill, true.chance), times)
    hands = trials(entrants, with_hands(known, true.means, entrants), times)
    for name in TRIED:
        line = [f"{entrants} {name:10}"]
        for column, figure in enumerate(FIGURES):
            by_model, by_hands = (found[name].got[:, column] for found in (model, hands))
            error = np.sqrt((by_model.var() + by_hands.var()) / times)
            line.append(f"{figure} {by_model.mean():.3f} {by_hands.mean():.3f} \N{PLUS-MINUS SIGN}{error:.3f}")
        print("  ".join(line), flush=True)

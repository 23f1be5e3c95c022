"""Tables of five played with hands: forty cards dealt, the boldest estimate calls, the cards and the skill decide.

Nothing here is of the model of `scorer format try`. What is true of a player is the mean of a long simulation.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
SEATED, SUITS, RANKS, IN_HAND = 5, 4, 10, 8
# From the ace down to the two: what a card is worth as a trump, and beside the trumps
AS_TRUMP: Final = np.array([3.0, 2.6, 2.0, 1.8, 1.6, 1.2, 1.1, 1.0, 0.9, 0.8])
BESIDE: Final = np.array([1.2, 0.8, 0.3, 0.2, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0])
HALF, MOST = 60, 120  # card points
PRESSED: Final = 8.8  # the strength of the second-best hand above which bids go up to card points
AN_ESTIMATE: Final = 8.0  # card points of the bid for each step of strength above that
ALONE: Final = 11.5  # a hand so strong calls a card of its own
LONG: Final = 20_000


class People(NamedTuple):
    """Players by their `skill` at play and at estimating, and how `bold` they call; both (players,)."""

    skill: Floats
    bold: Floats


def people(lots: np.random.Generator, count: int, boldness: float = 0.6) -> People:
    """So many players; `boldness` is how far they differ in what they add to a hand before they call."""
    return People(lots.standard_normal(count), boldness * lots.standard_normal(count))


class Dealt(NamedTuple):
    """What deals came to: the seats of caller and partner, -1 alone, the `target`, whether it was made; (deals,)."""

    caller: Ints
    partner: Ints
    target: Ints
    made: Flags

    @property
    def units(self) -> Floats:
        """What each seat got, (deals, seats): a unit for each ten of the target above 60, as chiamata pays."""
        row, shares = np.arange(len(self.caller)), np.full((len(self.caller), SEATED), -1.0)
        shares[row, self.caller] = np.where(self.partner >= 0, 2, 4)
        with_partner = self.partner >= 0
        shares[row[with_partner], self.partner[with_partner]] = 1
        worth = -(-(self.target - HALF) // 10)
        return np.asarray(shares * (worth * np.where(self.made, 1, -1))[:, None])


def dealt(lots: np.random.Generator, known: People, seats: Ints) -> Dealt:
    """Deals of the players at these seats, (deals, SEATED)."""
    deals, row = len(seats), np.arange(len(seats))
    order = lots.random((deals, SUITS * RANKS)).argsort(axis=1)
    owner = np.empty_like(order)
    owner[row[:, None], order] = np.arange(SUITS * RANKS) // IN_HAND
    holds = (owner.reshape(deals, SUITS, RANKS)[:, None] == np.arange(SEATED)[:, None, None]).astype(np.float64)
    trumps, beside = holds @ AS_TRUMP, holds @ BESIDE
    strength = trumps + beside.sum(axis=2, keepdims=True) - beside  # (deals, seats, suits)
    skill, bold = known.skill[seats], known.bold[seats]
    seen = strength.max(axis=2) + bold + np.exp(-0.3 * skill) * lots.standard_normal((deals, SEATED))
    caller = seen.argmax(axis=1)
    suit = strength[row, caller].argmax(axis=1)
    missing = holds[row, caller, suit] == 0
    partner = owner.reshape(deals, SUITS, RANKS)[row, suit, missing.argmax(axis=1)]  # who has the highest missing trump
    partner = np.where(seen[row, caller] > ALONE, -1, partner)
    second = np.sort(seen, axis=1)[:, -2]
    target = np.clip(np.rint(HALF + 1 + AN_ESTIMATE * np.maximum(second - PRESSED, 0)), HALF + 1, 100).astype(np.int64)
    calls = np.arange(SEATED) == caller[:, None]
    calls |= np.arange(SEATED) == partner[:, None]
    in_suit = strength[row, :, suit]
    ours, all_cards = (in_suit * calls).sum(axis=1), in_suit.sum(axis=1)
    ahead = (skill * calls).sum(axis=1) / calls.sum(axis=1) - (skill * ~calls).sum(axis=1) / (~calls).sum(axis=1)
    points = HALF + 150 * (ours / all_cards - 0.55) + 6 * ahead + 9 * lots.standard_normal(deals)
    return Dealt(caller, partner, target, np.rint(np.clip(points, 0, MOST)) >= target)


class Truth(NamedTuple):
    """What each player gets a deal with any others, (players,); the deviations of their `skill` and of `chance`."""

    means: Floats
    skill: float
    chance: float


def truth(lots: np.random.Generator, known: People, deals: int = LONG) -> Truth:
    """The mean of so many deals of each player, smoothed: a cubic in skill and boldness."""
    players = len(known.skill)
    total, count, square, all_deals = np.zeros(players), np.zeros(players), 0.0, 0
    while count.min() < deals:
        seats = lots.permuted(np.tile(np.arange(players // SEATED * SEATED), (50, 1)), axis=1).reshape(-1, SEATED)
        units = dealt(lots, known, seats).units
        total += np.bincount(seats.ravel(), units.ravel(), players)
        count += np.bincount(seats.ravel(), minlength=players)
        square, all_deals = square + (units**2).sum(), all_deals + units.size
    powers = [known.skill**a * known.bold**b for a in range(4) for b in range(4 - a)]
    design = np.stack(powers, axis=1)
    means = design @ np.linalg.lstsq(design, total / count, rcond=None)[0]
    return Truth(means, float(means.std()), float(np.sqrt(square / all_deals - means.var())))


def at_table(lots: np.random.Generator, known: People, entrants: Ints, deals: int) -> Floats:
    """Units after so many deals of each, (seats,), of entrants from 1 at a table; of six one rests by turns.

    Any other number of them, in a play-off, has a deal by skill and luck alone.
    """
    size = len(entrants)
    if size not in {SEATED, SEATED + 1}:
        return np.asarray(lots.standard_normal(size) + 0.2 * known.skill[entrants - 1])
    numbers = range(deals * size // SEATED)
    seats = np.array([[at for at in range(size) if size == SEATED or at != deal % size] for deal in numbers])
    units = dealt(lots, known, entrants[seats] - 1).units
    return np.bincount(seats.ravel(), units.ravel(), size).astype(np.float64)

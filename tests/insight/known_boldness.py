"""Leagues in which the highest hand plus own boldness calls, and what a player then truly gets a deal.

Nothing here is of the statistics: what is true of a player is the mean of a long simulation of the same league.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from scorer.frames import Frames
from tests.known_leagues import ALONE, AN_EVENING, SEATED, frames_of

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
LONG: Final = 20_000  # deals of the simulation that says what is true
USUAL_HAND: Final = 1.1  # of the caller, in standard deviations of a hand


class World(NamedTuple):
    """What a league is like; a hand has a standard deviation of 1, and so have boldness and the like, in hands.

    `skill` is the standard deviation of what a player adds to a side, `boldness` that of what is added to a hand before
    calling, `follows` how much of the boldness goes with the skill. `overbids` is added to the boldness of one player.
    `drift` is how far a skill has come by the end of a season; `at_home` of the evenings are played among one clique.
    """

    skill: float = 0.0
    boldness: float = 0.0
    follows: float = 0.0
    overbids: float = 0.0
    drift: float = 0.0
    at_home: float = 0.0


WORLDS: Final = {
    "equals": World(),
    "no boldness": World(skill=0.1),
    "boldness of a quarter of a hand": World(boldness=0.25),
    "boldness of half a hand": World(boldness=0.5),
    "boldness and skill": World(skill=0.1, boldness=0.5),
    "strong players call more": World(skill=0.15, boldness=0.5, follows=1.0),
    "one over-bids": World(skill=0.05, overbids=1.0),
    "skills drift": World(skill=0.1, boldness=0.25, drift=0.15),
    "cliques": World(skill=0.1, boldness=0.25, at_home=0.8),
}


class League(NamedTuple):
    """Deals at a stake of 1, and what each player truly gets a deal at the tables of this league, by number."""

    frames: Frames
    truth: Floats


class Players(NamedTuple):
    """`skill` at the start of the season, (players,), its `drift` by evening, (evenings, players), and `bold`ness."""

    skill: Floats
    drift: Floats
    bold: Floats


def league(seed: int, world: World, deals: int, players: int = 10) -> League:
    """A league of so many deals, in evenings of five."""
    drawn = np.random.default_rng(seed)
    evenings = -(-deals // AN_EVENING)
    known = _players(drawn, world, players, evenings)
    at = np.arange(deals) // AN_EVENING
    seats = _tables(drawn, evenings, players, world.at_home)[at]
    _expected, role, made = played(drawn, known, seats, at)
    partner = np.where((role == 1).any(axis=1), (role == 1).argmax(axis=1), -1)
    names = [f"P{number:03d}" for number in range(players)]
    frames = frames_of(names, seats, (role == 0).argmax(axis=1), partner, made)
    return League(frames, _truth(drawn, known, players, evenings))


def _players(drawn: np.random.Generator, world: World, players: int, evenings: int) -> Players:
    strength = drawn.standard_normal(players)
    bold = world.follows * strength + np.sqrt(1 - world.follows**2) * drawn.standard_normal(players)
    bold *= world.boldness
    bold[0] += world.overbids
    steps = drawn.standard_normal((evenings, players)) / np.sqrt(evenings)
    return Players(world.skill * strength, world.drift * steps.cumsum(axis=0), bold)


def _tables(drawn: np.random.Generator, evenings: int, players: int, at_home: float) -> Ints:
    """The players at the table of each evening, (evenings, SEATED): five of all, or of one half of them."""
    order = drawn.permuted(np.tile(np.arange(players), (evenings, 1)), axis=1)
    home = drawn.random(evenings) < at_home
    half = drawn.integers(0, 2, evenings)
    of_clique = (order % 2 == half[:, None]) & home[:, None]
    first = np.argsort(~of_clique, axis=1, kind="stable")
    return np.take_along_axis(order, first, axis=1)[:, :SEATED]


def played(drawn: np.random.Generator, known: Players, seats: Ints, evening: Ints) -> tuple[Floats, Ints, Flags]:
    """The expected units and the roles (0 the caller, 2 a defender), both (deals, seats), and whether each is made."""
    deals = len(seats)
    hands = drawn.standard_normal((deals, SEATED))
    caller = (hands + known.bold[seats]).argmax(axis=1)
    alone = drawn.random(deals) < ALONE
    partner = (caller + drawn.integers(1, SEATED, deals)) % SEATED
    row, role = np.arange(deals), np.full((deals, SEATED), 2)
    role[row[~alone], partner[~alone]] = 1
    role[row, caller] = 0
    calls = role < 2
    strength = known.skill[seats] + known.drift[evening[:, None], seats]
    ahead = (strength * calls).sum(axis=1) / calls.sum(axis=1) - (strength * ~calls).sum(axis=1) / (~calls).sum(axis=1)
    odds = 0.2 + 1.2 * (hands[row, caller] - USUAL_HAND) + 2 * ahead
    chance = 1 / (1 + np.exp(-odds))
    made = drawn.random(deals) < chance
    shares = np.where(calls, np.where(role == 0, np.where(alone, 4, 2)[:, None], 1), -1)
    return shares * (2 * chance - 1)[:, None], role, made


def _truth(drawn: np.random.Generator, known: Players, players: int, evenings: int) -> Floats:
    """Units a deal of each player over the season with any four of the others, (players,), by a long simulation."""
    seats = _tables(drawn, LONG, players, 0)
    expected, _role, _made = played(drawn, known, seats, drawn.integers(0, evenings, LONG))
    return np.asarray(np.bincount(seats.ravel(), expected.ravel()) / np.bincount(seats.ravel()))

"""Leagues in which the true strength of each player is drawn beforehand, to compare the rating with."""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.stats.models.arrays import Floats
from tests.known_leagues import ALONE, AN_EVENING, SEATED, frames_of


class League(NamedTuple):
    """Deals at a stake of 1, skill, (players, roles), and the expected units of each deal and seat, (deals, seats)."""

    frames: Frames
    skill: Floats
    expected: Floats

    @property
    def truth(self) -> "pd.Series[float]":
        """The true ratings by name, by the wing that rates; callers are drawn by lot: there is no own choice."""
        from scorer.insight.models.seat_payouts import base_payouts, role_results, seats_of
        from scorer.insight.plus_minus import contrasts_with_others

        seats = seats_of(base_payouts(self.frames))
        deals, held = role_results(seats), np.bincount(seats.role[seats.role >= 0])
        present = np.isin([f"P{number:03d}" for number in range(len(self.skill))], deals.players)  # who sat at a table
        brought = self.skill[present] @ (deals.unit_factor * held[held > 0] / held.sum())
        return pd.Series(contrasts_with_others(deals.deals) @ brought, index=deals.players)


def league(seed: int, players: int, deals: int, reach: float, friends: Floats | None = None) -> League:
    """A league of so many deals, in evenings of five; `reach` is the standard deviation of the players' effects.

    `friends`, (players, players), says by how much a side is stronger when both players are on it.
    """
    drawn = np.random.default_rng(seed)
    skill = reach * np.sqrt(0.5) * (drawn.standard_normal((players, 1)) + drawn.standard_normal((players, 3)))
    evenings = -(-deals // AN_EVENING)
    tables = np.array([drawn.permutation(players)[:SEATED] for _ in range(evenings)])
    seats = tables[np.arange(deals) // AN_EVENING]
    order = drawn.permuted(np.tile(np.arange(SEATED), (deals, 1)), axis=1)
    alone = drawn.random(deals) < ALONE
    role = np.full((deals, SEATED), 2)  # caller, partner, defender
    role[np.arange(deals), order[:, 0]] = 0
    role[np.flatnonzero(~alone), order[~alone, 1]] = 1
    calls = role < 2
    strength = skill[seats, role]
    ahead = (strength * calls).sum(axis=1) / calls.sum(axis=1) - (strength * ~calls).sum(axis=1) / (~calls).sum(axis=1)
    if friends is not None:
        for left, right in combinations(range(SEATED), 2):
            together = np.where(calls[:, left] == calls[:, right], friends[seats[:, left], seats[:, right]], 0)
            ahead = ahead + np.where(calls[:, left], together, -together)
    chance = np.clip((1 + np.where(alone, -0.1, 0.1) + ahead) / 2, 0, 1)
    made = drawn.random(deals) < chance
    names = [f"P{number:03d}" for number in range(players)]
    frames = frames_of(names, seats, order[:, 0], np.where(alone, -1, order[:, 1]), made)
    shares = frames.columns.units * np.where(made, 1, -1)[:, None]
    return League(frames, skill, shares * (2 * chance - 1)[:, None])

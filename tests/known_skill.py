"""Leagues whose players are as strong as was drawn beforehand: what the rating says of them can be held against it."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from scorer.rules.kinds import CALLER, DEFENDER, FAILED, MADE, OUTCOMES, PARTNER, ROLES, SIDE_LETTERS, SOLO
from scorer.stats.rating import in_seats
from scorer.stats.seats import seen
from scorer.stats.tallies import Floats

SEATED = 5
AN_EVENING = 25  # deals
ALONE = 0.1  # of the callers call their own card


class League(NamedTuple):
    """The payouts in base units, and what each player truly has: the rating by name, the deviation in each role."""

    payouts: pd.DataFrame
    truth: "pd.Series[float]"
    skill: Floats


def league(seed: int, players: int, deals: int, reach: float, friends: Floats | None = None) -> League:
    """A league of so many deals, in evenings of five; `reach` is the standard deviation of the players' deviations.

    `friends` says for every two by how much their side is stronger when both are on it.
    """
    drawn = np.random.default_rng(seed)
    skill = reach * np.sqrt(0.5) * (drawn.standard_normal((players, 1)) + drawn.standard_normal((players, 3)))
    evenings = -(-deals // AN_EVENING)
    tables = np.array([drawn.permutation(players)[:SEATED] for _ in range(evenings)])
    evening = np.arange(deals) // AN_EVENING
    seats = tables[evening]
    order = drawn.permuted(np.tile(np.arange(SEATED), (deals, 1)), axis=1)
    alone = drawn.random(deals) < ALONE
    role = np.full((deals, SEATED), 2)  # caller, partner, defender
    role[np.arange(deals), order[:, 0]] = 0
    role[np.flatnonzero(~alone), order[~alone, 1]] = 1
    calls = role < 2
    strength = skill[seats, role]
    ahead = (strength * calls).sum(axis=1) / calls.sum(axis=1) - (strength * ~calls).sum(axis=1) / (~calls).sum(axis=1)
    if friends is not None:
        for one, two in combinations(range(SEATED), 2):
            together = np.where(calls[:, one] == calls[:, two], friends[seats[:, one], seats[:, two]], 0)
            ahead = ahead + np.where(calls[:, one], together, -together)
    likely = np.clip((1 + np.where(alone, -0.1, 0.1) + ahead) / 2, 0, 1)
    made = drawn.random(deals) < likely
    shares = np.where(calls, np.where(role == 0, np.where(alone, 4, 2)[:, None], 1), -1)
    units = shares * np.where(made, 1.0, -1.0)[:, None]
    names = [f"P{number:03d}" for number in range(players)]
    words = np.where(role == 0, np.where(alone, SOLO, CALLER)[:, None], np.where(role == 1, PARTNER, DEFENDER))
    day = np.datetime64("2026-01-01", "s") + evening * np.timedelta64(86400, "s")
    frame = pd.DataFrame({
        "deal_id": np.repeat(np.arange(deals) + 1, SEATED),
        "on": np.repeat(day, SEATED),
        "match_id": np.repeat(evening + 1, SEATED),
        "number": np.repeat(np.arange(deals) % AN_EVENING + 1, SEATED),
        "variant": _words(["chiamata"] * (deals * SEATED), ["chiamata"]),
        "player": _words(np.array(names)[seats].ravel(), names),
        "role": _words(words.ravel(), sorted(ROLES)),
        "outcome": _words(np.repeat(np.where(made, MADE, FAILED), SEATED), sorted(OUTCOMES)),
        "units": units.ravel(),
        "expected": (shares * (2 * likely - 1)[:, None]).ravel(),  # of players as strong as these
        "won": units.ravel() > 0,
        "side": _words(np.where(calls, "A", "B").ravel(), SIDE_LETTERS),
        "slam": False,
    })  # fmt: skip
    return League(frame, _truth(frame, skill), skill)


def _truth(payouts: pd.DataFrame, skill: Floats) -> "pd.Series[float]":
    """The ratings of players whose deviations are known: callers are drawn by lot, so that there is no own choice."""
    of = seen(payouts)
    return pd.Series(in_seats(of, skill.ravel()), index=of.players)[of.deals > 0]


def _words(cells: Any, known: Iterable[str]) -> Any:
    """A column of these words, all of the known ones among its categories."""
    return pd.Categorical(cells, categories=pd.Index(list(known), dtype="str"))

"""Leagues drawn evening by evening, as arrays and without a scorebook, in which what is true of everybody is known.

Nothing here is of the program. The highest hand calls, somebody else has the called card, and the hands and the
strengths of both sides decide. Strengths are in expected results of a side: of two sides alike, +0.1 wins 55 of 100.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
SEATED: Final = 5
FRIENDS: Final = 2
CALLER, PARTNER, DEFENDER = range(3)
ROLES: Final = ("caller", "partner", "defender")
ALONE: Final = 0.1  # of the callers call a card of their own
EVEN: Final = 0.04  # of the deals are even: the next one counts twice where even deals are carried
USUAL_HAND: Final = 1.16  # the highest of five hands
OF_HANDS: Final = 0.2  # what a hand above it brings the caller's side
OF_STRENGTH: Final = (1 - EVEN) * ((1 - ALONE) * 0.5 + ALONE)  # units a deal that 1 of strength brings, over all roles


class World(NamedTuple):
    """What a league is like: `players`, how many `evenings`, with how many `deals` at each of the `tables`.

    Standard deviations: of `skill`; of how far it has moved by `drift` after a hundred evenings; of the `form` of an
    evening. `tilt`: what ten units behind on
    the evening cost. `friends`: what the first two players bring a side that they are both on; `apart`: by how much
    the first is stronger than average and the second weaker. `cliques`: the share of
    the evenings at which one half of the players is among itself. `unequal`: how unequally often players come.
    `on_paper`: the share of the evenings of which sheets alone are left, and of these `said` that of those that say how
    many deals they hold. `carry`: even deals double the next one.
    """

    players: int = 10
    evenings: int = 20
    deals: int = 25
    skill: float = 0.0
    drift: float = 0.0
    form: float = 0.0
    tilt: float = 0.0
    friends: float = 0.0
    apart: float = 0.0
    cliques: float = 0.0
    unequal: float = 0.0
    on_paper: float = 0.0
    said: float = 0.0
    carry: bool = False
    tables: int = 1


class Drawn(NamedTuple):
    """The deals of a league, evening by evening and table by table.

    Shape (deals, seats): `player`, `role`, `units` (units / stake). Shape (deals,): `evening`, `table`, `stake`. Shape
    (evenings,): `on_paper`, of which sheets alone are left, and `said`, whose sheets say how many deals they hold.
    `truth`, (players,): expected units a deal against company of average strength, in form as on average, on the last
    evening.
    """

    player: Ints
    role: Ints
    units: Floats
    evening: Ints
    table: Ints
    stake: Floats
    on_paper: Flags
    said: Flags
    truth: Floats

    @property
    def players(self) -> list[str]:
        """The names of the players, in their order."""
        return [f"P{number:03d}" for number in range(len(self.truth))]


def draw(seed: int, world: World) -> Drawn:
    """A league of this world."""
    drawn = np.random.default_rng(seed)
    skill = world.skill * drawn.standard_normal(world.players)
    skill[:2] += world.apart, -world.apart
    seats = _tables(drawn, world)
    evening = np.repeat(np.arange(world.evenings), world.tables)
    form = world.form * drawn.standard_normal((world.evenings, world.players))
    steps = world.drift / 10 * np.random.default_rng([seed, 1]).standard_normal((world.evenings, world.players))
    skills = skill + steps.cumsum(axis=0)
    strength = (skills + form)[evening[:, None], seats]
    are_friends = seats < 2  # the first two players
    running, times = np.zeros(seats.shape), np.ones(len(seats))
    played = []
    for _deal in range(world.deals):
        behind = np.maximum(-running, 0) / 10
        role, base = _deal_results(drawn, strength - world.tilt * behind, are_friends, world.friends)
        stake = times * (1 + drawn.integers(0, 3, len(seats)))
        running += base * stake[:, None]
        times = np.where((base == 0).all(axis=1), 2 * times, 1) if world.carry else times
        played.append((role, base, stake))
    role, units, stake = (np.stack(part, axis=1) for part in zip(*played, strict=True))
    flat = (len(seats) * world.deals, SEATED)
    of_table = np.repeat(np.arange(len(seats)), world.deals)
    others = (skills[-1].sum() - skills[-1]) / (world.players - 1)
    dealt = round(world.evenings * (1 - world.on_paper))
    unsaid = round((world.evenings - dealt) * (1 - world.said))
    return Drawn(
        seats[of_table],
        role.reshape(flat),
        units.reshape(flat).astype(np.float64),
        evening[of_table],
        of_table,
        stake.reshape(-1).astype(np.float64),
        np.arange(world.evenings) >= dealt,
        np.arange(world.evenings) >= dealt + unsaid,
        OF_STRENGTH * (skills[-1] - others),
    )


def payouts(league: Drawn) -> pd.DataFrame:
    """What the errors of standings are made of: a row for each seat of each deal, in units."""
    deal, role = np.repeat(np.arange(len(league.player)), SEATED), league.role.ravel()
    return pd.DataFrame(
        {
            "deal_id": deal,
            "match_id": league.evening[deal],
            "on": day_of(league.evening[deal]),
            "player": pd.Categorical.from_codes(league.player.ravel(), pd.Index(league.players)),
            "role": pd.Categorical.from_codes(role, pd.Index(ROLES)),
            "side": pd.Categorical.from_codes((role == DEFENDER).astype(np.int64), pd.Index(["a", "b"])),
            "units": (league.units * league.stake[:, None]).ravel().astype(np.int64),
        }
    )


def day_of(evening: Ints) -> "np.ndarray[tuple[int], np.dtype[np.datetime64]]":
    """The day of each evening."""
    return np.datetime64("2026-01-01", "s") + evening * np.timedelta64(86400, "s")


def _tables(drawn: np.random.Generator, world: World) -> Ints:
    """Who sits at each table, (evenings x tables, seats): everybody once an evening."""
    half = np.arange(world.players) < world.players // 2
    tables = []
    for _evening in range(world.evenings):
        keen = drawn.exponential(size=world.players) * np.exp(world.unequal * np.linspace(-1, 1, world.players))
        if drawn.random() < world.cliques:
            keen[half == (drawn.random() < 0.5)] += 1e6
        tables.append(np.argsort(keen)[: SEATED * world.tables].reshape(world.tables, SEATED))
    return np.concatenate(tables)


def _deal_results(drawn: np.random.Generator, strength: Floats, are_friends: Flags, bring: float) -> tuple[Ints, Ints]:
    """The role of each seat, and what it gets at a stake of 1, both (tables, seats)."""
    rows = np.arange(len(strength))
    hands = drawn.standard_normal(strength.shape)
    caller = hands.argmax(axis=1)
    partner = (caller + 1 + drawn.integers(0, SEATED - 1, len(rows))) % SEATED
    alone = drawn.random(len(rows)) < ALONE
    role = np.full(strength.shape, DEFENDER)
    role[rows[~alone], partner[~alone]] = PARTNER
    role[rows, caller] = CALLER
    calls = role != DEFENDER
    side, others = ((strength * on).sum(axis=1) / on.sum(axis=1) for on in (calls, ~calls))
    of_callers, of_defenders = ((are_friends & on).sum(axis=1) == FRIENDS for on in (calls, ~calls))
    friends = bring * (of_callers.astype(np.float64) - of_defenders)
    ahead = side - others + friends + OF_HANDS * (hands[rows, caller] - USUAL_HAND)
    made = drawn.random(len(rows)) < np.clip((1 + ahead) / 2, 0.02, 0.98)
    shares = np.where(role == CALLER, np.where(alone, 4, 2)[:, None], np.where(role == PARTNER, 1, -1))
    even = drawn.random(len(rows)) < EVEN
    return role, shares * (np.where(made, 1, -1) * ~even)[:, None]

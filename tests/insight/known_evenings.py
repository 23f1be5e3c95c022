"""Seasons whose evenings can be forecast: hands, boldness, drifting skill, form of the evening. No statistic of ours.

The highest hand plus its player's boldness calls, and bids the higher the better it looks; what a side can adds to it.
"""

from datetime import UTC
from typing import Final, NamedTuple

import numpy as np

from scorer.frames import Frames
from scorer.frames.record_columns import OUTCOME_WORDS, Flags
from scorer.match.facts import Match, Record, Sitting, Terms
from scorer.match.sheet import Sheet
from scorer.rules.ending import read_ending
from scorer.rules.kinds import DEAL
from scorer.stats.models.arrays import Floats
from tests.known_leagues import ALONE, AN_EVENING, BIDS, GAME, SEATED, frames_of

PLAYERS: Final = 8
USUAL_HAND: Final = 1.1  # of who calls, in standard deviations of a hand


class World(NamedTuple):
    """What a season is like: standard deviations over players, in hands.

    `skill` is what a player adds to a side, `boldness` what is added to a hand before calling and bidding. By `drift` a
    skill has moved after a hundred evenings; `form` is that of one evening. One player `overbids`. Matches are played
    `to` so many units, else for AN_EVENING deals.
    """

    skill: float = 0.0
    boldness: float = 0.0
    overbids: float = 0.0
    drift: float = 0.0
    form: float = 0.0
    to: int = 0


WORLDS: Final = {
    "equals": World(),
    "skill": World(skill=0.15),
    "boldness": World(boldness=0.4),
    "boldness and skill": World(skill=0.15, boldness=0.4),
    "one over-bids": World(skill=0.1, overbids=1.0),
    "form of the evening": World(skill=0.1, form=0.15),
    "little drift": World(skill=0.15, boldness=0.2, drift=0.1),
    "strong drift": World(skill=0.15, boldness=0.2, drift=0.6),
    "a race": World(skill=0.15, boldness=0.4, to=20),
}


def season(seed: int, world: World, evenings: int) -> tuple[Frames, list[Sheet]]:
    """The frames of a season of one match an evening, and the sheets of its matches, finished."""
    drawn, names = np.random.default_rng(seed), [f"P{number}" for number in range(PLAYERS)]
    bold = world.boldness * drawn.standard_normal(PLAYERS)
    bold[0] += world.overbids
    steps = world.drift / 10 * drawn.standard_normal((evenings, PLAYERS))
    skill = world.skill * drawn.standard_normal(PLAYERS) + steps.cumsum(axis=0)
    skill = skill + world.form * drawn.standard_normal((evenings, PLAYERS))
    tables = np.array([drawn.permutation(PLAYERS)[:SEATED] for _ in range(evenings)])
    evening = np.repeat(np.arange(evenings), AN_EVENING)
    seats, deals = tables[evening], len(evening)
    strong: Floats = skill[evening[:, None], seats]
    hands = drawn.standard_normal((deals, SEATED))
    caller, row = (hands + bold[seats]).argmax(axis=1), np.arange(deals)
    alone = drawn.random(deals) < ALONE
    partner = np.where(alone, -1, (caller + drawn.integers(1, SEATED, deals)) % SEATED)
    calling = (np.arange(SEATED) == caller[:, None]) | (np.arange(SEATED) == partner[:, None])
    of_callers, of_others = ((strong * side).sum(axis=1) / side.sum(axis=1) for side in (calling, ~calling))
    looks = hands[row, caller] + bold[seats[row, caller]] + 0.5 * drawn.standard_normal(deals)
    bid = np.clip(np.floor(14 * (looks - 0.2)), 0, len(BIDS) - 1).astype(np.int64)
    odds = 0.4 + 1.2 * (hands[row, caller] - USUAL_HAND) - 0.03 * (bid - 10) + 2 * (of_callers - of_others)
    made = drawn.random(deals) < 1 / (1 + np.exp(-odds))
    frames = frames_of(names, seats, caller, partner, made, bid=bid)
    if world.to:
        frames = Frames(frames.matches, frames.columns.taken(_until(world.to, frames)))
    return frames, _sheets(frames, world)


def _until(most: int, frames: Frames) -> Flags:
    """Which deals are played until somebody has so many units in the match."""
    columns, played = frames.columns, []
    for match in range(int(columns.match.max()) + 1):
        rows, has = columns.match == match, np.zeros(PLAYERS + 1)
        for seats, units in zip(columns.seats[rows], columns.units[rows], strict=True):
            played.append(has.max() < most)
            has[seats] += units
    return np.array(played)


def _sheets(frames: Frames, world: World) -> list[Sheet]:
    """The matches of the frames, and their records: as many as were played until the end."""
    columns, game = frames.columns, frames.columns.variants[GAME]
    ending = read_ending(f"units:{world.to}") if world.to else read_ending(f"deals:{AN_EVENING}")
    names = np.array(["", *columns.names.values()])
    sheets = []
    for match in range(int(columns.match.max()) + 1):
        rows = np.flatnonzero(columns.match == match)
        records = []
        for number, row in enumerate(rows, 1):
            seats = tuple(names[columns.seats[row]].tolist())
            records.append(Record(
                number, DEAL, seats, tuple(columns.units[row].tolist()), dealer=seats[(number - 1) % SEATED],
                caller=seats[columns.caller[row] - 1],
                partner=seats[columns.partner[row] - 1] if columns.partner[row] else None,
                bid=columns.bids[columns.bid[row]], target=int(columns.target[row]),
                outcome=OUTCOME_WORDS[columns.outcome[row]], id=int(columns.deal_id[row]),
            ))  # fmt: skip
        on = frames.matches["on"].iloc[match]
        sitting = Sitting(records[0].seats, records[0].seats[0], finished=True)
        sheets.append(Sheet(
            Match(match + 1, "Lega", f"Evening {match + 1}", on.date(), on.to_pydatetime().replace(tzinfo=UTC), game,
                  "d", Terms(), ending, sitting),
            tuple(records),
        ))  # fmt: skip
    return sheets

"""Leagues in which the chance of each bid, and who calls how, were chosen beforehand."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from scorer.frames import Frames
from scorer.frames.building import matches_frame
from scorer.frames.columns import KIND_CODES, OUTCOME_CODES, Columns
from scorer.rule_files import VARIANTS
from scorer.rules.ending import OPEN_END
from scorer.rules.kinds import DEAL, FAILED, MADE
from scorer.stats.tallies import Floats

GAME: Final = "chiamata"
SEATED: Final = 5
EIGHT: Final = tuple(f"P{number}" for number in range(8))
AN_EVENING: Final = 25  # deals
ALONE: Final = 0.1
BIDS: Final = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2", *(f"2/{target}" for target in range(62, 92)))


def league_of_bids(
    seed: int, deals: int, chance: Floats, *, names: Sequence[str] = EIGHT, ahead: Sequence[float] = (),
    lower: Sequence[int] = (),
) -> Frames:  # fmt: skip
    """A league of so many deals in which each of BIDS is made with its `chance`, whoever calls it.

    But some players, the first ones, make more of any bid by what `ahead` says, and reach so many card points more than
    others do where they make it, by `lower`: they call too low. How often a bid is called falls along the auction.
    """
    drawn, players = np.random.default_rng(seed), len(names)
    game = VARIANTS.from_text(*VARIANTS.read_text(GAME))
    of_bid = {str(bid): bid for bid in game.auction.bids}
    often = np.exp(-np.arange(len(BIDS)) / 12)
    bid = drawn.choice(len(BIDS), deals, p=often / often.sum())
    evening = np.arange(deals) // AN_EVENING
    tables = np.array([drawn.permutation(players)[:SEATED] for _ in range(int(evening[-1]) + 1)])
    seats = tables[evening] + 1
    order = drawn.permuted(np.tile(np.arange(SEATED), (deals, 1)), axis=1) + 1
    caller, alone = order[:, 0], drawn.random(deals) < ALONE
    partner = np.where(alone, 0, order[:, 1])
    who = np.take_along_axis(seats, caller[:, None] - 1, axis=1)[:, 0] - 1
    better, more = (np.array([*some, *[0] * (players - len(some))], np.float64) for some in (ahead, lower))
    made = drawn.random(deals) < np.clip(chance[bid] + better[who], 0, 1)
    target = np.array([of_bid[word].target for word in BIDS])[bid]
    by = drawn.exponential(9, deals)
    above, below = target + (by + more[who]).astype(np.int64), target - 1 - by.astype(np.int64)
    count = np.where(made, np.minimum(above, 118), np.maximum(below, 2))
    shares = np.full((deals, SEATED), -1)
    shares[np.arange(deals), caller - 1] = np.where(alone, 4, 2)
    with_one = np.flatnonzero(~alone)
    shares[with_one, partner[with_one] - 1] = 1
    worth = np.array([game.u(of_bid[word]) for word in BIDS])[bid]
    units = shares * (worth * np.where(made, 1, -1))[:, None]
    days = np.datetime64("2026-01-01", "s") + np.arange(len(tables)) * np.timedelta64(86400, "s")
    matches = matches_frame(
        [(at + 1, "Lega", f"Evening {at + 1}", day, "d", 0, "EUR", True, "") for at, day in enumerate(days)],
        {"d": GAME},
        {"d": OPEN_END},
        np.zeros(len(tables), bool),
    )
    nothing = np.zeros(deals, np.int64)
    return Frames(
        matches,
        Columns(
            deal_id=np.arange(deals) + 1,
            match=evening,
            number=np.arange(deals) % AN_EVENING + 1,
            kind=np.full(deals, KIND_CODES[DEAL]),
            dealer=nothing + 1,
            caller=caller,
            partner=partner,
            bid=bid,
            target=target,
            card_points=count,
            outcome=np.where(made, OUTCOME_CODES[MADE], OUTCOME_CODES[FAILED]),
            slam=np.zeros(deals, bool),
            times=nothing + 1,
            seats=seats,
            units=units,
            recorded=units,
            paid=np.ones((deals, SEATED), bool),
            telling=nothing - 1,
            bids=BIDS,
            tellings=(),
            variants={GAME: game},
            names=dict(enumerate(names, 1)),
        ),
    )


def chances_of(seed: int) -> Floats:
    """Chances of BIDS: all the same, falling, in waves, with a step from ranks to card points, or each by itself."""
    drawn, along = np.random.default_rng(seed), np.arange(len(BIDS)) / len(BIDS)
    apart = (
        np.zeros(len(BIDS)),
        -drawn.uniform(0.5, 2.5) * along,
        drawn.uniform(0.3, 0.8) * np.sin(6 * along + drawn.uniform(0, 6)),
        np.where(along < 0.25, 0.0, -drawn.uniform(0.2, 1.0)),
        drawn.normal(0, drawn.uniform(0.1, 0.6), len(BIDS)),
    )
    odds = drawn.uniform(0.0, 0.7) + apart[seed % len(apart)]
    return np.asarray(1 / (1 + np.exp(-odds)))

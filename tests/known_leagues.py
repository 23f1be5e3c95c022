"""Frames of leagues that were drawn beforehand, without a scorebook: evenings of five under chiamata."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from scorer.frames import Frames
from scorer.frames.building import matches_frame
from scorer.frames.record_columns import KIND_CODES, OUTCOME_CODES, Columns, Flags, Ints
from scorer.rule_files import VARIANTS
from scorer.rules.ending import OPEN_END
from scorer.rules.kinds import DEAL, FAILED, MADE

GAME: Final = "chiamata"
SEATED: Final = 5
AN_EVENING: Final = 25  # deals
ALONE: Final = 0.1  # of the callers call their own card
BIDS: Final = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2", *(f"2/{target}" for target in range(62, 92)))


def frames_of(
    names: Sequence[str], seats: Ints, caller: Ints, partner: Ints, made: Flags, *,
    bid: Ints | None = None, count: Ints | None = None, stake: int = 0,
) -> Frames:  # fmt: skip
    """The frames of deals: who of the `names` sits in each of five seats, the seats of caller and partner, -1 alone.

    `bid` is a place in BIDS, else the lowest; `count` the card points, else nobody counted; `stake` is that of all
    deals, else that of their bids.
    """
    deals, row = len(seats), np.arange(len(seats))
    bid = np.zeros(deals, np.int64) if bid is None else bid
    evening, with_partner = row // AN_EVENING, np.flatnonzero(partner >= 0)
    game = VARIANTS.from_text(*VARIANTS.read_text(GAME))
    by_word = {str(legal): legal for legal in game.auction.bids}
    bids = [by_word[word] for word in BIDS]
    shares = np.full((deals, SEATED), -1)
    shares[row, caller] = np.where(partner >= 0, 2, 4)
    shares[with_partner, partner[with_partner]] = 1
    worth = np.array([stake or game.u(legal) for legal in bids])[bid]
    units = shares * (worth * np.where(made, 1, -1))[:, None]
    days = np.datetime64("2026-01-01", "s") + np.arange(evening[-1] + 1 if deals else 0) * np.timedelta64(1, "D")
    matches = matches_frame(
        [(at + 1, "Lega", f"Evening {at + 1}", day, "d", 0, "EUR", True, "") for at, day in enumerate(days)],
        {"d": GAME},
        {"d": OPEN_END},
        np.zeros(len(days), bool),
    )
    nothing = np.zeros(deals, np.int64)
    return Frames(
        matches,
        Columns(
            deal_id=row + 1,
            match=evening,
            number=row % AN_EVENING + 1,
            kind=np.full(deals, KIND_CODES[DEAL]),
            dealer=nothing + 1,
            caller=caller + 1,
            partner=partner + 1,
            bid=bid,
            target=np.array([legal.target for legal in bids])[bid],
            card_points=nothing - 1 if count is None else count,
            outcome=np.where(made, OUTCOME_CODES[MADE], OUTCOME_CODES[FAILED]),
            slam=np.zeros(deals, bool),
            times=nothing + 1,
            deals=nothing,
            seats=seats + 1,
            units=units,
            recorded=units,
            paid=np.ones((deals, SEATED), bool),
            side_fact=nothing - 1,
            bids=BIDS,
            side_facts=(),
            variants={GAME: game},
            names=dict(enumerate(names, 1)),
        ),
    )

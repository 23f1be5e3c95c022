"""Paper sheets as observations of who plays better: the units of an evening, of nobody knows how many deals."""

import numpy as np
import pandas as pd

from scorer.frames import Frames, base_units
from scorer.frames.columns import Ints
from scorer.rules.kinds import DEAL_ROLES, SHEET
from scorer.stats.plus_minus import Observations
from scorer.stats.seats import NOBODY
from scorer.stats.tallies import Floats, codes, is_one_of, runs, words


def paper_sheets(frames: Frames) -> Observations:
    """The paper sheets of frames, however these are measured; of the players of their payouts.

    A sheet counts as as many deals of its variant, or else of all, as its units vary by. Where there is no deal at all
    it counts as one, and base units are the units of a sheet; sheets of a variant that vary more weigh less.
    """
    payouts, recorded = frames.payouts, frames.columns.recorded[frames.columns.paid].astype(np.float64)
    rows = np.flatnonzero(is_one_of(payouts["role"], SHEET))
    record, begins = runs(payouts["deal_id"].to_numpy()[rows])
    seat = np.arange(len(rows)) - begins[record]
    shape = len(begins), int(seat.max(initial=0)) + 1
    player, units = np.full(shape, NOBODY, np.int32), np.zeros(shape)
    player[record, seat], units[record, seat] = codes(payouts["player"])[rows], recorded[rows]
    variant = codes(payouts["variant"])[rows][begins]
    fixed = np.array([frames.columns.variants[label].fixed_partners for label in words(payouts["variant"])], bool)
    seats = np.broadcast_to(np.arange(shape[1]), shape)
    letter = np.where(fixed[variant][:, None], seats % 2, seats)
    scales = _scales(payouts, recorded, rows)
    deals, stake, noise = (np.array(column) for column in zip(*scales, strict=True)) if scales else np.zeros((3, 0))
    return Observations(
        players=words(payouts["player"]),
        player=player,
        side=np.where(player == NOBODY, NOBODY, letter).astype(np.int8),
        apart=~fixed[variant],
        units=units / stake[variant][:, None],
        deals=deals[variant],
        noise=noise[variant],
        match=payouts["match_id"].to_numpy()[rows][begins],
        day=payouts["on"].to_numpy()[rows][begins],
    )


def _scales(payouts: pd.DataFrame, recorded: Floats, sheets: Ints) -> list[tuple[float, float, float]]:
    """What a paper sheet of each variant is in deals: how many deals, the stake of one, the noise of all."""
    variant, stake = codes(payouts["variant"]), payouts["stake"].to_numpy()
    played = is_one_of(payouts["role"], *DEAL_ROLES) & (stake > 0)
    of_all = _mean_square(recorded[sheets])
    found = []
    for at in range(len(words(payouts["variant"]))):
        square = _mean_square(recorded[sheets[variant[sheets] == at]])
        own = played & (variant == at)
        deals = own if own.any() else played
        if not deals.any():
            found.append((1.0, 1.0, square / of_all or 1.0))
            continue
        of_deal, usual = _mean_square(recorded[deals]), float(stake[deals].mean())
        of_base = _mean_square(base_units(recorded[deals], stake[deals]))
        many = max(square / of_deal, 1.0)
        found.append((many, usual, many * of_deal / (usual**2 * of_base)))
    return found


def _mean_square(units: Floats) -> float:
    """The mean square of units; 1 where nothing was won or lost."""
    return float((units**2).sum() / max(len(units), 1)) or 1.0

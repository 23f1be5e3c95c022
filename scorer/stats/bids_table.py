"""How the tables of bids and of bands of them are made."""

from typing import Any

from scorer.frames import Frames
from scorer.stats.bidding import bands, bands_begin, bids
from scorer.stats.columns import Choice


def bids_made(frames: Frames, _: Choice) -> Any:
    """Every bid."""
    return bids(frames.deals, frames.payouts)


def bands_made(frames: Frames, _: Choice) -> Any:
    """Every band of bids."""
    return bands(frames.deals, frames.payouts, bands_begin(frames))

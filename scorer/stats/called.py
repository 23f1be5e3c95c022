"""The deals in which somebody called, row by row with the columns that they come from, and grouped by what was bid."""

from typing import NamedTuple, Self

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.columns import Ints
from scorer.rules.kinds import FAILED, MADE
from scorer.stats.bidding import bands_begin, by_band, with_a_caller
from scorer.stats.tallies import Floats, codes, is_one_of, ratio, words
from scorer.text.numbers import MONEY


class Called(NamedTuple):
    """These deals, and the group of each: its bid, or its band. `names` are the groups that were called at all.

    `rows` are those of the columns, in the same order as `deals`. `named_bids` is by the categories of the deals' bids
    the name of a named bid, raised or not, and nothing for ranks and card points.
    """

    what: str
    deals: pd.DataFrame
    rows: Ints
    group: Ints
    names: list[str]
    named_bids: list[str]

    @classmethod
    def of(cls, frames: Frames, *, banded: bool = False) -> Self:
        """Those of some frames."""
        deals, columns = with_a_caller(frames.deals), frames.columns
        bid, bids = codes(deals["bid"]), words(deals["bid"])
        of_bid = {str(one): one.name or "" for game in columns.variants.values() for one in game.auction.bids}
        named = [of_bid.get(word, "") for word in bids]
        group, names = by_band(deals, bands_begin(frames)) if banded else (bid, bids)
        there = np.bincount(group, minlength=len(names)) > 0
        return cls(
            "band" if banded else "bid", deals, np.flatnonzero(columns.is_deal & (columns.caller > 0)),
            (np.cumsum(there) - 1)[group], [names[at] for at in np.flatnonzero(there).tolist()], named,
        )  # fmt: skip

    @property
    def size(self) -> int:
        """How many groups there are."""
        return len(self.names)

    def ended(self, *outcomes: str) -> Ints:
        """How many deals of each group ended so."""
        return np.bincount(self.group[is_one_of(self.deals["outcome"], *outcomes)], minlength=self.size)

    def contracts_of(self, whose: Ints, many: int) -> tuple[Ints, Ints]:
        """Contracts made, and made or failed, by the number of whose they are, of so many, and by group."""
        place, size = whose * self.size + self.group, many * self.size
        made, failed = (
            np.bincount(place[is_one_of(self.deals["outcome"], ended)], minlength=size).reshape(many, self.size)
            for ended in (MADE, FAILED)
        )
        return made, made + failed

    def mean(self, figures: Floats) -> Floats:
        """The mean of a figure of each deal, by group; deals where it is NaN are left out."""
        there = ~np.isnan(figures)
        group = self.group[there]
        return ratio(np.bincount(group, figures[there], self.size), np.bincount(group, minlength=self.size))

    def unit_worth(self, frames: Frames, measure: str) -> Floats:
        """What a unit is worth in each of these deals: cents in money, else 1."""
        if measure != MONEY:
            return np.ones(len(self.rows))
        return np.asarray(frames.matches["unit_value_cents"].to_numpy()[frames.columns.match[self.rows]], np.float64)

"""Bids: how often they were called, how they ended, and by how much; the deals in which somebody called, by bid."""

from typing import NamedTuple, Self

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.columns import Ints
from scorer.rules.bid import LOWEST_TARGET
from scorer.rules.cards import RANKS
from scorer.rules.kinds import CALLED, CONTRACT_OUTCOMES, FAILED, MADE
from scorer.stats.tallies import (
    Floats,
    coded,
    codes,
    is_one_of,
    mean_error,
    mean_interval,
    rate_columns,
    ratio,
    texts,
    words,
)
from scorer.text.numbers import MONEY


def bids(frames: Frames) -> pd.DataFrame:
    """One row per bid that was called, in the order of the auction.

    Margins are mean card points minus target, of the contracts of which somebody counted. The ends of `units_caller`
    are those of its 95 % interval (`mean_interval`), `error` is its standard error.
    """
    deals = with_a_caller(frames.deals)
    return _table("bid", codes(deals["bid"]), words(deals["bid"]), deals, frames.payouts)


def bands(frames: Frames) -> pd.DataFrame:
    """The columns of `bids` by band: bids in card points by tens ("61-70"), ranks and named bids by themselves."""
    deals = with_a_caller(frames.deals)
    group, names = by_band(deals, bands_begin(frames))
    return _table("band", group, names, deals, frames.payouts)


def compared(frames: Frames, player: str) -> pd.DataFrame:
    """One row per band that anybody called: how `player` called it, beside everybody together, the player included."""
    deals = with_a_caller(frames.deals)
    group, names = by_band(deals, bands_begin(frames))
    everybody = _calls(group, deals["outcome"], len(names))
    own = is_one_of(deals["caller"], player)
    mine = _calls(group[own], deals["outcome"][own], len(names))
    wanted = ("called", "share", "made", "failed", "rate", "low", "high")
    columns = {name: mine[name] for name in wanted} | {f"league_{name}": everybody[name] for name in wanted}
    return _occurring({"band": texts(names), **columns}, everybody["called"])


def band(bid: str, begin: int = LOWEST_TARGET) -> str:
    """The band of a bid as written: `71` and `2/71` are in "71-80"; a rank, a named bid or a raised one is its own."""
    rank, _, target = bid.rpartition("/")
    if rank not in {"", *RANKS} or not target.isdecimal() or int(target) < begin:
        return bid
    low = begin + (int(target) - begin) // 10 * 10
    return f"{low}-{low + 9}"


def bands_begin(frames: Frames) -> int:
    """Where the first band begins: at 61 card points; where every bid is a count with bonuses, at the lowest one."""
    played = [frames.columns.variants[label] for label in frames.matches["variant"].cat.categories]
    auctions = [variant.auction for variant in played if variant.has_auction]
    return min((each.lowest if each.with_bonuses else LOWEST_TARGET for each in auctions), default=LOWEST_TARGET)


def with_a_caller(deals: pd.DataFrame) -> pd.DataFrame:
    """The deals in which somebody called."""
    return deals[codes(deals["bid"]) >= 0]


def by_band(deals: pd.DataFrame, begin: int) -> tuple[Ints, list[str]]:
    """The band of each deal by its place, and the bands in the order of the auction."""
    of_bid = [band(bid, begin) for bid in words(deals["bid"])]
    names = list(dict.fromkeys(of_bid))
    place = np.array([*(names.index(name) for name in of_bid), 0], np.int64)
    return place[codes(deals["bid"])], names


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


def _table(what: str, group: Ints, names: list[str], deals: pd.DataFrame, payouts: pd.DataFrame) -> pd.DataFrame:
    """A row per group, its name in the column `what`; `group` is the place of each deal among `names`."""
    size = len(names)
    calls = _calls(group, deals["outcome"], size)
    counted = deals["card_points"].to_numpy() >= 0
    margin = deals["margin"].to_numpy()
    ended = {outcome: counted & is_one_of(deals["outcome"], outcome) for outcome in (MADE, FAILED)}
    counts = {f"counted_{outcome}": np.bincount(group[rows], minlength=size) for outcome, rows in ended.items()}
    margins = {
        f"margin_{outcome}": ratio(np.bincount(group[rows], margin[rows], size), counts[f"counted_{outcome}"])
        for outcome, rows in ended.items()
    }
    callers = payouts[is_one_of(payouts["role"], *CALLED)]
    units_of = pd.Series(callers["units"].to_numpy(), index=callers["deal_id"].to_numpy())
    gained = units_of.reindex(deals["deal_id"].to_numpy()).to_numpy(np.float64)
    sums = np.bincount(group, gained, size), np.bincount(group, gained * gained, size)
    low, high = mean_interval(*sums, calls["called"])
    units = {"units_caller": ratio(sums[0], calls["called"]), "units_low": low, "units_high": high}
    units["error"] = mean_error(*sums, calls["called"])
    return _occurring({what: texts(names), **calls, **margins, **counts, **units}, calls["called"])


def _calls(group: Ints, outcome: "pd.Series[str]", size: int) -> dict[str, Ints | Floats]:
    ended = group * len(CONTRACT_OUTCOMES) + coded(outcome, CONTRACT_OUTCOMES)
    counts = np.bincount(ended, minlength=size * len(CONTRACT_OUTCOMES)).reshape(size, len(CONTRACT_OUTCOMES))
    made, failed, even = counts.T
    called = counts.sum(axis=1)
    return {
        "called": called,
        "share": ratio(called, called.sum()),
        "made": made,
        "failed": failed,
        "even": even,
        **rate_columns(made, made + failed),
    }


def _occurring(columns: dict[str, object], called: Ints | Floats) -> pd.DataFrame:
    """The rows that were called at all."""
    return pd.DataFrame(columns)[called > 0].reset_index(drop=True)

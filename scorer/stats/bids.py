"""Bids: how often they were called, how they ended, and by which margin; and the called deals, grouped by bid."""

from typing import NamedTuple, Self

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Ints
from scorer.language import _, ngettext
from scorer.rules.bid import LOWEST_TARGET
from scorer.rules.cards import RANKS
from scorer.rules.kinds import EVEN, FAILED, MADE
from scorer.stats.describe.chance_sentences import unusual_words
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats, categories, codes, is_one_of, ratio, text_column
from scorer.stats.models.intervals import mean_error, mean_interval, rate_columns
from scorer.stats.models.multiple_testing import outside_common_rate
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import MONEY, Rows, percent


def bids(frames: Frames) -> pd.DataFrame:
    """One row per bid that was called, in the order of the auction.

    Margins are mean card points minus target, of contracts whose card points somebody counted. `units_low` and
    `units_high` are the 95 % interval of `units_caller` (`mean_interval`), `error` is its standard error.
    """
    return _table(Called.of(frames), frames)


def bands(frames: Frames) -> pd.DataFrame:
    """The columns of `bids` by band: bids in card points by tens ("61-70"), ranks and named bids by themselves."""
    return _table(Called.of(frames, banded=True), frames)


def contracts_made(rows: Rows) -> Verdict:
    """How many of all contracts are made; whole with how many bids or bands chance alone makes unusual in that."""
    made, failed = (np.array([row[name] for row in rows], np.int64) for name in ("made", "failed"))
    decided = made + failed
    whole, enough = int(decided.sum()), decided >= MIN_DEALS
    if not whole:
        return Verdict()
    share = percent(made.sum() / whole)
    brief = ngettext(
        "{share} of {count} contract is made.", "{share} of {count} contracts are made.", whole, share=share
    )
    if not enough.any():
        return Verdict.plain(brief)
    judged = _("{count} with {deals} contracts or more", count=int(enough.sum()), deals=MIN_DEALS)
    unusual = unusual_words(outside_common_rate(made, decided, enough), judged, _("made %"))
    return Verdict(brief, f"{brief} {unusual}", unusual)


def half_within(frames: Frames) -> str:
    """Within how many points, bonuses included where they count, half of the contracts end; empty of fewer than two."""
    counted = frames.deals[frames.deals["card_points"] >= 0]
    if len(counted) < 2:  # noqa: PLR2004
        return ""
    median = round(counted["margin"].abs().median())
    return ngettext(
        "Half of the contracts ended within {count} point of the target.",
        "Half of the contracts ended within {count} points of the target.",
        median,
    )


def compared(frames: Frames, player: str) -> pd.DataFrame:
    """One row per band that anybody called: the calls of `player`, beside those of everybody, the player included."""
    called = Called.of(frames, banded=True)
    own = is_one_of(called.deals["caller"], player)
    mine = called._replace(deals=called.deals[own], rows=called.rows[own], group=called.group[own])
    wanted = ("called", "share", "made", "failed", "rate", "low", "high")
    of_all, of_mine = called.calls(), mine.calls()
    columns = {name: of_mine[name] for name in wanted} | {f"league_{name}": of_all[name] for name in wanted}
    return pd.DataFrame({"band": text_column(called.names), **columns})


def band(bid: str, begin: int = LOWEST_TARGET) -> str:
    """The band of a bid: "71-80" of `71` and `2/71`; a rank, a named bid or a raised one is a band by itself."""
    rank, _slash, target = bid.rpartition("/")
    if rank not in {"", *RANKS} or not target.isdecimal() or int(target) < begin:
        return bid
    low = begin + (int(target) - begin) // 10 * 10
    return f"{low}-{low + 9}"


def _bands_begin(frames: Frames) -> int:
    """The card points at which the first band begins: 61, or the lowest bid where every bid is a count with bonuses."""
    played = [frames.columns.variants[label] for label in frames.matches["variant"].cat.categories]
    auctions = [variant.auction for variant in played if variant.has_auction]
    return min(
        (auction.lowest if auction.with_bonuses else LOWEST_TARGET for auction in auctions), default=LOWEST_TARGET
    )


class Called(NamedTuple):
    """The deals in which somebody called, in groups by bid or by band (`what`).

    `rows` are the rows of the deals in `Frames.columns`, `group` is the index of each deal's group in `names`.
    """

    what: str
    deals: pd.DataFrame
    rows: Ints
    group: Ints
    names: list[str]

    @classmethod
    def of(cls, frames: Frames, *, banded: bool = False) -> Self:
        """The called deals of some frames, the groups in the order of the auction."""
        deals, columns = frames.deals, frames.columns
        deals = deals[codes(deals["bid"]) >= 0]
        of_bid = categories(deals["bid"])
        if banded:
            begin = _bands_begin(frames)
            of_bid = [band(bid, begin) for bid in of_bid]
        names = list(dict.fromkeys(of_bid))
        group = np.array([names.index(name) for name in of_bid], np.int64)[codes(deals["bid"])]
        rows = np.flatnonzero(columns.is_deal & (columns.caller > 0))
        return cls("band" if banded else "bid", deals, rows, group, names)

    @property
    def size(self) -> int:
        """How many groups there are."""
        return len(self.names)

    def ended(self, *outcomes: str) -> Ints:
        """The number of deals with these outcomes, an entry a group."""
        return np.bincount(self.group[is_one_of(self.deals["outcome"], *outcomes)], minlength=self.size)

    def calls(self) -> dict[str, Ints | Floats]:
        """The columns of calls and outcomes, an entry a group."""
        made, failed, even = (self.ended(outcome) for outcome in (MADE, FAILED, EVEN))
        called = made + failed + even
        return {
            "called": called,
            "share": ratio(called, called.sum()),
            "made": made,
            "failed": failed,
            "even": even,
            **rate_columns(made, made + failed),
        }

    def contracts_of(self, owner: Ints, owners: int) -> tuple[Ints, Ints]:
        """Contracts made, and contracts made or failed: a row an owner (a player, a fold), a column a group.

        `owner` is the number of each deal's owner, of so many `owners`.
        """
        place, size = owner * self.size + self.group, owners * self.size
        made, failed = (
            np.bincount(place[is_one_of(self.deals["outcome"], outcome)], minlength=size).reshape(owners, self.size)
            for outcome in (MADE, FAILED)
        )
        return made, made + failed

    def mean(self, figures: Floats) -> Floats:
        """The mean of a figure of the deals, an entry a group; deals where the figure is NaN are left out."""
        there = ~np.isnan(figures)
        group = self.group[there]
        return ratio(np.bincount(group, figures[there], self.size), np.bincount(group, minlength=self.size))

    def unit_worth(self, frames: Frames, measure: str) -> Floats:
        """The worth of a unit in each deal: cents in money, else 1."""
        if measure != MONEY:
            return np.ones(len(self.rows))
        return np.asarray(frames.matches["unit_value_cents"].to_numpy()[frames.columns.match[self.rows]], np.float64)


def _table(called: Called, frames: Frames) -> pd.DataFrame:
    """A row per group."""
    calls, deals, columns = called.calls(), called.deals, frames.columns
    margins, counts = {}, {}
    for outcome in (MADE, FAILED):
        rows = (deals["card_points"].to_numpy() >= 0) & is_one_of(deals["outcome"], outcome)
        counts[f"counted_{outcome}"] = np.bincount(called.group[rows], minlength=called.size)
        margins[f"margin_{outcome}"] = called.mean(np.where(rows, deals["margin"], np.nan))
    gained = columns.at(columns.units, columns.caller)[called.rows].astype(np.float64)
    sums = np.bincount(called.group, gained, called.size), np.bincount(called.group, gained * gained, called.size)
    low, high = mean_interval(*sums, calls["called"])
    units = {"units_caller": ratio(sums[0], calls["called"]), "units_low": low, "units_high": high}
    units["error"] = mean_error(*sums, calls["called"])
    return pd.DataFrame({called.what: text_column(called.names), **calls, **margins, **counts, **units})

"""The frames, built from columns of numbers when first asked for; measured, and cut into what may be summed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.errors import DamagedError, RefusedError
from scorer.frames.payout_columns import of_codes, payout_frame, taken
from scorer.frames.record_columns import (
    OUTCOME_CODES,
    OUTCOME_WORDS,
    Columns,
    Flags,
    Ints,
    Numbers,
)
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.rules.cards import ITALIAN_PACK, is_french
from scorer.rules.ending import Ending, read_agreed
from scorer.rules.errors import ScorerError, advice
from scorer.rules.kinds import FAILED
from scorer.rules.variant import ON_PAPER, Variant, on_paper
from scorer.text.numbers import BASE, MEASURES, PLAIN, UNITS

ABOVE_ALL = 2**24  # more units, deals or card points than anybody has in one match


@dataclass(frozen=True, eq=False)
class Frames:
    """A selection as frames: `matches`, `deals` and `payouts`, rows in the order of matches, number, seat.

    matches: `match_id, league, match, on, variant, unit_value_cents, currency, finished, race, led_by`, matches without
    deals too; `race` is how much they were played to, 0 where nothing was agreed that can be reached, or a paper sheet
    does not tell how far it was; `led_by` says of what, and what the lead is judged by where there is no race: "units",
    "won" (deals won), "taken" (counts added up), "paper" (`paper_points`), or several, each where those before it are
    equal.
    Categories of text are sorted and those that occur: of leagues, variants and matches among the matches, of players
    in the payouts or as dealers. The words of kind, role and outcome are always all there.
    """

    matches: pd.DataFrame
    columns: Columns

    @property
    def pack(self) -> Sequence[str]:
        """The pack by which bids are shown: of several games one with the letters that all of them read."""
        labels = self.matches["variant"].cat.categories
        games = [self.columns.variants[label] for label in labels]
        auctions = [game.auction for game in games if game.has_auction]
        return next((auction.pack for auction in auctions if is_french(auction.pack)), ITALIAN_PACK)

    @cached_property
    def deals(self) -> pd.DataFrame:
        """A row per deal. `stake` is what one defender pays or gets, `partner` missing in a solo deal.

        Without a caller `caller` is missing, `target` is 0, and `stake` what a winner gets from each losing side. Where
        nobody counted, `card_points` is -1 and `margin` 0. The categories of `bid` stand in the order of the auction:
        ranks in calling order, then card points, then named bids. Of several variants the one with most matches here
        decides, of equals the first by name; a bid that it does not have takes its place from the next variant.
        """
        columns, rows = self.columns, np.flatnonzero(self.columns.is_deal)
        bid, bids = self._bids_in_order(columns.bid[rows])
        card_points, target, match = columns.card_points[rows], columns.target[rows], columns.match[rows]
        who = {
            role: columns.at(columns.seats, getattr(columns, role))[rows] for role in ("dealer", "caller", "partner")
        }
        of_match = ("league", "match", "match_id", "on", "variant")
        return pd.DataFrame(
            {
                "deal_id": columns.deal_id[rows],
                **{name: taken(self.matches[name], match) for name in of_match},
                "number": columns.number[rows],
                **{role: of_codes(columns.player_codes[player], columns.players) for role, player in who.items()},
                "solo": (columns.partner[rows] == 0) & (columns.caller[rows] > 0),
                "bid": of_codes(bid, bids),
                "target": target,
                "card_points": card_points,
                "margin": np.where(card_points >= 0, card_points - target, 0),
                "outcome": of_codes(columns.outcome[rows], OUTCOME_WORDS),
                "slam": columns.slam[rows],
                "times": columns.times[rows],
                "stake": columns.stake[rows],
            },
            copy=False,
        )

    @cached_property
    def payouts(self) -> pd.DataFrame:
        """A row per player with units. `role` is that in the deal, or the kind of a record outside deals.

        `outcome` is missing outside deals, `target` and `stake` 0 there. `won`: with the side that won the contract
        (made: the calling side; failed: the defenders; even: nobody), or, without a caller, with a side that won.
        `side` is the letter of the player's side: of a contract A calls, B defends. `count` is what that side has,
        bonuses included, in a deal without a caller: -1 elsewhere, and where nobody counted.
        """
        return payout_frame(self.matches, self.columns)

    @cached_property
    def lead(self) -> Ints:
        """What each row of the payouts counts for the lead in its match, however `units` are measured.

        Units as they were recorded, deals won at their worth, or counts, as `led_by` says; of several the first weighs
        more than all the others can. Where a slam has won the match, nothing else does.
        """
        recorded = np.asarray(self.columns.recorded[self.columns.paid], np.int64)
        orders = self.matches["led_by"]
        at_once = [label for label, rules in self.columns.variants.items() if rules.slam and rules.slam.wins_match]
        if set(orders.cat.categories) <= {"units"} and not at_once:
            return recorded
        tallies = {
            "units": recorded,
            "won": deals_won(self.payouts, self.columns.variants),
            "taken": np.maximum(self.payouts["count"].to_numpy(), 0),
            "paper": self.paper_points,
        }
        order_of = orders.cat.codes.to_numpy()[self.columns.match[np.nonzero(self.columns.paid)[0]]]
        lead = np.zeros(len(recorded), np.int64)
        for code, order in enumerate(orders.cat.categories):
            mine = order_of == code
            for tally in order.split():
                lead[mine] = lead[mine] * ABOVE_ALL + tallies[tally][mine]
        if not at_once:
            return lead
        payouts = self.payouts  # of the slams of a match the last has won it
        slams = payouts["number"].where(payouts["slam"] & payouts["variant"].isin(at_once))
        last = slams.groupby(payouts["match_id"]).transform("max")
        return np.where(last.isna(), lead, ABOVE_ALL * (payouts["won"] & (payouts["number"] == last)))

    @cached_property
    def paper_points(self) -> Ints:
        """The card points that each row of the payouts is on paper, however `units` are measured; 0 where none are.

        They are written of contracts and of counts in the variants of which `Win.worth` is one of ON_PAPER.
        """
        columns, labels = self.columns, self.matches["variant"].cat
        written = np.array([columns.variants[label].win.worth in ON_PAPER for label in labels.categories], bool)
        writes = written[labels.codes.to_numpy()][columns.match] & columns.is_deal
        if not writes.any():
            return np.zeros(int(columns.paid.sum()), np.int64)
        row = np.nonzero(columns.paid)[0]
        least = np.where(columns.paid, columns.recorded, ABOVE_ALL).min(axis=1)
        failed = columns.outcome == OUTCOME_CODES[FAILED]
        lacks = np.where(failed, (columns.target - columns.card_points) * columns.times, 0)
        of_contract = on_paper(columns.recorded[columns.paid], least[row], columns.paid.sum(axis=1)[row], lacks[row])
        count = np.maximum(self.payouts["count"].to_numpy(), 0)
        return np.where(writes[row], np.where(columns.caller[row] > 0, of_contract, count), 0)

    def _bids_in_order(self, bid: Ints) -> tuple[Ints, list[str]]:
        """These bids, each as its place among those of them that the variants of these matches have, and those in the
        order of the auction; -1 for none.
        """
        matches = self.matches["variant"].value_counts()
        most_first = sorted(matches.index, key=lambda variant: (-matches[variant], variant))
        order: dict[str, tuple[int, int, bool]] = {}
        for variant in reversed(most_first):  # the one with most matches has the last word
            for place, (word, possible) in enumerate(self.columns.variants[variant].auction.written.items()):
                if possible.name:
                    order[word] = 2, place, False
                elif word == possible.rank:
                    order[word] = 0, place, False
                else:
                    order[word] = 1, possible.target, not possible.rank  # 2/71 before 71
        met = np.bincount(bid + 1, minlength=len(self.columns.bids) + 1)[1:].tolist()
        there = [word for word, count in zip(self.columns.bids, met, strict=True) if count and word in order]
        bids = sorted(there, key=order.__getitem__)
        place_of = {word: place for place, word in enumerate(bids)}
        return np.array([*(place_of.get(word, -1) for word in self.columns.bids), -1])[bid], bids


def matches_frame(
    rows: Sequence[Sequence[Any]], labels: Mapping[str, str], usual: Mapping[str, Ending], on_paper: Flags
) -> pd.DataFrame:
    """The frame of matches, from rows of id, league, name, on, digest, cents, currency, finished, end, in order.

    `usual` are the ends of the variants by their digests: without a race they say what the lead is judged by. Those
    `on_paper` have a paper sheet, which has units: nobody knows what was won or taken there.
    Raises DamagedError for what is no day, or no end.
    """
    columns = zip(*rows, strict=True) if rows else [()] * 9
    ids, leagues, names, days, digests, cents, currencies, finished, untils = columns
    ends = list(zip(untils, digests, on_paper.tolist(), strict=True))
    try:
        on = np.array(days, "datetime64[s]")
        agreed = {end: read_agreed(end[0], usual[end[1]]) for end in set(ends)}
    except (ValueError, ScorerError) as error:
        raise DamagedError from error
    if np.isnat(on).any():
        raise DamagedError
    races, led_by = {}, {}
    for end, agreed_end in agreed.items():
        ending = agreed_end.on_paper() if end[2] else agreed_end
        races[end], led_by[end] = ending.race[1] if ending.race else 0, " ".join(ending.judged_by)
    return pd.DataFrame(
        {
            "match_id": np.array(ids, np.int64),
            "league": _of_texts(leagues),
            "match": _of_texts(names),
            "on": on,
            "variant": _of_texts(list(map(labels.__getitem__, digests))),
            "unit_value_cents": np.array(cents, np.int64),
            "currency": _of_texts(currencies),
            "finished": np.array(finished, bool),
            "race": np.array([races[end] for end in ends], np.int64),
            "led_by": _of_texts([led_by[end] for end in ends]),
        }
    )


def _of_texts(texts: Sequence[str]) -> Any:
    words = sorted(set(texts))
    place = {word: code for code, word in enumerate(words)}
    return of_codes(np.fromiter(map(place.__getitem__, texts), np.int64, len(texts)), words)


def kept(frames: Frames, matches: Flags) -> Frames:
    """The frames of some of the matches alone."""
    if matches.all():
        return frames
    row_of = np.where(matches, np.cumsum(matches) - 1, -1)
    columns = frames.columns.taken(matches[frames.columns.match])
    smaller = frames.matches[matches].reset_index(drop=True)
    for name in smaller.select_dtypes("category"):
        smaller[name] = smaller[name].cat.remove_unused_categories()
    return Frames(smaller, replace(columns, match=row_of[columns.match]))


@dataclass(frozen=True, slots=True)
class Part:
    """What one table may hold: a league, the labels of its variants in order, and the frames of those matches.

    Of money, `worthless` matches of the league are missing, for a unit is worth nothing in them; the first part names
    the leagues that are `unpaid`: none of their matches has a unit value, so that they have no part.
    """

    league: str
    variants: tuple[str, ...]
    frames: Frames
    worthless: int = 0
    unpaid: tuple[str, ...] = ()


def measured(frames: Frames, measure: str) -> Frames:
    """The frames with `units` counted another way; `stake` stays as it was recorded.

    "units" as they are; "base" units / stake (floats; 0 for even deals and for what is no deal); "plain" units /
    times; "money" in cents, by each match's unit value, of those matches alone that have one. Raises RefusedError for
    money where no match has a unit value or several currencies meet, and for any other word.
    """
    if measure not in MEASURES:
        raise RefusedError(_("'{typed}' is not a measure: say {measures}", typed=measure, measures=", ".join(MEASURES)))
    columns = frames.columns
    if measure == BASE:
        return replace(frames, columns=replace(columns, units=base_units(columns.units, columns.stake[:, None])))
    if measure == PLAIN:
        return replace(frames, columns=replace(columns, units=columns.units // columns.times[:, None]))
    return frames if measure == UNITS else _in_money(frames)


def deals_won(payouts: pd.DataFrame, variants: Mapping[str, Variant]) -> Ints:
    """What each row of the payouts counts in a race for deals won; `variants` by their labels."""
    won = payouts["won"].to_numpy().astype(np.int64)
    for label in payouts["variant"].cat.categories:
        win = variants[label].win
        if win.above is not None:
            above = (payouts["variant"] == label) & (payouts["count"] > win.above)
            won[above] *= win.above_deals
    return won


def base_units(units: Numbers, stake: Ints) -> npt.NDArray[np.float64]:
    """Units / stake; 0 where nothing was at stake."""
    base = np.zeros(units.shape)
    np.divide(units, stake, out=base, where=stake > 0)
    return base


def _in_money(frames: Frames) -> Frames:
    matches = frames.matches
    has_value = matches["unit_value_cents"].to_numpy() > 0
    currencies = sorted(matches["currency"][has_value].unique())
    if len(currencies) > 1:
        template = N_("money in {currencies} cannot be added up: choose a league or a match")
        raise RefusedError(_(template, currencies=listed(currencies)))
    if len(matches) and not currencies:
        raise RefusedError(_("no match here has a unit value"), advice("unit_value"))
    paid = kept(frames, has_value)
    cents: Ints = paid.matches["unit_value_cents"].to_numpy()[paid.columns.match]
    return replace(paid, columns=replace(paid.columns, units=paid.columns.units * cents[:, None]))


def of_variants(frames: Frames, wanted: Callable[[Variant], bool]) -> Frames:
    """The frames of the matches alone whose variant is wanted."""
    variants = frames.matches["variant"].cat.categories
    chosen = [label for label in variants if wanted(frames.columns.variants[label])]
    return kept(frames, frames.matches["variant"].isin(chosen).to_numpy())


def parts(frames: Frames) -> list[Part]:
    """The frames cut so that units may be summed: a part per league and variant, both in order of their names."""
    leagues, variants = frames.matches["league"], frames.matches["variant"]
    return [
        Part(league, (variant,), kept(frames, ((leagues == league) & (variants == variant)).to_numpy()))
        for league, variant in sorted(set(zip(leagues, variants, strict=True)))
    ]


def whole(frames: Frames) -> list[Part]:
    """A part per league, in order, its variants together: for measured frames."""
    leagues = frames.matches["league"]
    cut = [(league, kept(frames, (leagues == league).to_numpy())) for league in sorted(set(leagues))]
    return [Part(league, tuple(inside.matches["variant"].cat.categories), inside) for league, inside in cut]

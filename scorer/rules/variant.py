"""A variant: everything that decides a payout, as values. Read from a mapping by variant_reading.py."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple, TypeVar

from scorer.language import N_, _, in_context
from scorer.language.lists_numbers_dates import either
from scorer.rules.bid import Auction, Bid
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.ending import OPEN_END, Ending
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import DEAL, EVEN, Outcome

Player = TypeVar("Player", bound=Hashable)  # a name, or the number of a seat


class Shares(NamedTuple):
    """Units per stake of 1 for each role; positive means received. A solo caller has no partner: 0."""

    caller: int
    partner: int
    defender: int

    def scaled(self, by: int) -> "Shares":
        """Every share, `by` times."""
        return Shares(self.caller * by, self.partner * by, self.defender * by)

    def among(self, playing: Iterable[Player], caller: Player, partner: Player | None) -> dict[Player, int]:
        """The units of each player; whoever is neither caller nor partner (None: solo) defends."""
        share = {caller: self.caller} if partner is None else {caller: self.caller, partner: self.partner}
        return {player: share.get(player, self.defender) for player in playing}


NO_SHARES = Shares(0, 0, 0)


@dataclass(frozen=True, slots=True)
class TableShares:
    """The shares of one number of players. `failed` None mirrors `made`; solo None: solo is not played.

    `made` None: nobody ever has a partner.
    """

    made: Shares | None
    solo: Shares | None = None
    failed: Shares | None = None
    solo_failed: Shares | None = None

    def shares(self, outcome: Outcome, *, solo: bool) -> Shares | None:
        """The shares that a contract with this outcome is paid by; None where solo, or a partner, is not played."""
        made, failed = (self.solo, self.solo_failed) if solo else (self.made, self.failed)
        if made is None or outcome is Outcome.MADE:
            return made
        return NO_SHARES if outcome is Outcome.EVEN else failed or made.scaled(-1)


@dataclass(frozen=True, slots=True)
class Band:
    """From this place in the order of bids on, until the next band, each defender's `u` units; `label` as written."""

    place: int
    u: int
    label: str


@dataclass(frozen=True, slots=True)
class Slam:
    """What a slam is and does: u x `factor` + `add`, or (`wins_match`) it ends the match.

    By "tricks" one side takes every trick and the table says so; by "card points" it takes all 120, and the count
    says so. `side` "calling": the defenders' slam pays nothing more.
    """

    by: Literal["tricks", "card points"]
    side: Literal["both", "calling"] = "both"
    factor: int = 1
    add: int = 0
    wins_match: bool = False

    def counts_for(self, outcome: Outcome) -> bool:
        """Whether the side that won a contract with this outcome can have a slam."""
        return outcome is Outcome.MADE or (outcome is Outcome.FAILED and self.side == "both")

    def shown_by(self, card_points: int | None) -> bool:
        """Whether this many card points of the calling side are a slam, by the count alone."""
        return card_points == TOTAL_CARD_POINTS or (card_points == 0 and self.side == "both")


@dataclass(frozen=True, slots=True)
class After:
    """What a redeal or an even deal leaves: a factor for the next deal, and who deals it."""

    factor: int = 1
    same_dealer: bool = True


MadeBy = Literal["auction", "alternate seats", "each alone"]
BID_OR_SHORTFALL: Final = "bid or shortfall"
_NOT_COUNTED: Final = {
    "taken": N_(
        "until 'taken:{taken}': in {variant} only the calling side is counted; "
        "say won:3, units:15, deals:20 or time:23:30"
    ),
    "paper": N_(
        "until 'paper:{paper}': in {variant} nobody writes card points on paper; "
        "say won:3, units:15, deals:20 or time:23:30"
    ),
}
BY_COUNT: Final = ("count", BID_OR_SHORTFALL)  # what a contract is worth where no band says so, see Variant.worth
ON_PAPER: Final = ("margin", BID_OR_SHORTFALL)  # players write card points: units are the differences of that paper


class Win(NamedTuple):
    """Who wins a deal, and what that is worth.

    `by` "contract" of an auction; the "most" card points; "at most" `limit` of them. `tie` of the most: nobody wins
    ("even"), the side with "more cards", or it is "shared". `worth` in units: as the "bid" has it, "flat" `u`, the
    "margin" of the counts, the "count" of the caller, the "bid or shortfall". A win with more than `above` (None: no
    such limit) is worth `above_u`, and `above_deals` of the deals won that a match is played to.
    """

    by: Literal["contract", "most", "at most"] = "contract"
    limit: int = 0
    tie: Literal["even", "more cards", "shared"] = "even"
    worth: Literal["bid", "flat", "margin", "count", "bid or shortfall"] = "bid"
    u: int = 1
    above: int | None = None
    above_u: int = 1
    above_deals: int = 1

    def deals_won(self, count: int) -> int:
        """What a win with this count is worth where a match is played to deals won."""
        return self.above_deals if self.above is not None and count > self.above else 1

    def needs_count(self, outcome: Outcome) -> bool:
        """Whether a contract with this outcome is paid by the count of the calling side."""
        return self.worth == "count" or (self.worth == BID_OR_SHORTFALL and outcome is Outcome.FAILED)

    @property
    def uncounted(self) -> list[Outcome]:
        """The outcomes of a contract that it is enough to say."""
        return [outcome for outcome in (Outcome.MADE, Outcome.FAILED) if not self.needs_count(outcome)]


class Bonus(NamedTuple):
    """What cards of one suit taken together, or the last trick, add to a side's count, `most` times in a deal.

    `cards` are their ranks, `values` what these count: who has the bonus has their card points too.
    """

    name: str
    amount: int
    most: int
    cards: tuple[str, ...] = ()
    values: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """Its name in the language."""
        return in_context("bonus", self.name)


CONTRACT = Win()


def on_paper(units: Any, least: Any, players: Any, lacks: Any) -> Any:
    """The card points that a player of a contract writes, by their units; whole numbers, or arrays of them.

    Units are the differences of that paper times the number of players. Whoever has the `least` units of the deal
    writes nothing where it is made, and where it fails what the contract `lacks`, below zero.
    """
    return (units - least) // players - lacks


@dataclass(frozen=True)
class Variant:
    """A named payout table with its auction, slam, redeal and end rules; proven zero-sum when read.

    `shares` by number of players. `after` by redeal kind, and "even". `cap` limits the carry (None: no limit);
    with `accumulates` factors multiply, else only the latest counts.

    Where no auction makes the sides, `auction` has no bids, and `numbers` are those of players. `events` decide a
    deal at once, by their word, with what happened. `trumps` are the suits that are trumps by turns, empty: any.
    `alone`: a caller never has a partner.
    """

    name: str
    title: str
    source: str
    auction: Auction
    bands: tuple[Band, ...]
    shares: Mapping[int, TableShares]
    slam: Slam | None = None
    even_at_60: bool = False
    after: Mapping[str, After] | None = None
    accumulates: bool = True
    cap: int | None = None
    ending: Ending = OPEN_END
    notes: str = ""
    made_by: MadeBy = "auction"
    numbers: tuple[int, ...] = ()
    win: Win = CONTRACT
    bonuses: tuple[Bonus, ...] = ()
    events: Mapping[str, str] | None = None
    trumps: tuple[str, ...] = ()
    alone: bool = False
    card_values: Mapping[str, int] | None = None
    one_more_rests: bool = True

    @cached_property
    def meaning(self) -> "Variant":
        """The variant without its prose: what it pays, what may be recorded, when a match ends, and who plays it."""
        return replace(self, title="", source="", notes="")

    @cached_property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that can play a deal, ascending."""
        return tuple(sorted(self.shares or self.numbers))

    def seats(self, players: int) -> bool:
        """Whether so many can sit at a table: all of them play, or one more rests."""
        return players in self.player_counts or (self.one_more_rests and players - 1 in self.player_counts)

    @property
    def has_auction(self) -> bool:
        """Whether somebody calls; else the seats make the sides."""
        return self.made_by == "auction"

    @property
    def fixed_partners(self) -> bool:
        """Whether the seats make partners."""
        return self.made_by == "alternate seats"

    @cached_property
    def most_counted(self) -> int:
        """The most that one side can have: all card points and every bonus."""
        return TOTAL_CARD_POINTS + sum(bonus.amount * bonus.most for bonus in self.bonuses)

    def band(self, bid: Bid) -> Band | None:
        """The band that a bid falls into; None for a named bid, which has a u of its own, and where counts decide."""
        place = self.auction.place[bid]
        return None if bid.name or not self.bands else [band for band in self.bands if band.place <= place][-1]

    def u(self, bid: Bid) -> int:
        """Units that one defender of a plain partnered deal pays or gets for this bid, before slam and carry."""
        return self._u[bid]

    @cached_property
    def _u(self) -> dict[Bid, int]:
        starts = dict(map(attrgetter("place", "u"), self.bands))
        by_bid, u = {}, 0
        for bid, place in self.auction.place.items():
            by_bid[bid] = u = starts.get(place, u)
        for named in self.auction.named:
            by_bid[named.bid] = named.u
        return by_bid

    def check_players(self, players: int) -> None:
        """Raise IllegalDealError where so many do not play a deal of this variant."""
        if players not in self.player_counts:
            numbers = either([str(count) for count in self.player_counts])
            facts = {"players": players, "variant": self.name, "numbers": numbers}
            raise IllegalDealError(_("{players} players: {variant} is played by {numbers}", **facts))

    def check_ending(self, ending: Ending) -> None:
        """Raise IllegalDealError for an end that no match of this game reaches."""
        by, agreed = ending.race or ("", 0)
        if not self.has_tally(by):
            raise IllegalDealError(_(_NOT_COUNTED[by], **{by: agreed}, variant=_(self.title)))

    def has_tally(self, tally: str) -> bool:
        """Whether this is counted here: card points are added up only of sides, and on paper where they are written."""
        return {"taken": not self.has_auction, "paper": self.win.worth in ON_PAPER}.get(tally, True)

    def after_kind(self, kind: str) -> After:
        """What a redeal of this kind, or an "even" deal, leaves behind."""
        return (self.after or {}).get(kind, After(same_dealer=kind not in {DEAL, EVEN}))

    def worth(self, bid: Bid, *, slam: bool, count: int | None = None) -> int:
        """U of the band, or by the `count` of the calling side, then the slam; before shares and carry.

        "Bid or shortfall": a contract that is made is worth its bid; one that fails what its side lacks of the bid and
        what the others took, which together are the bid and all card points less twice the count.
        """
        if self.win.worth == "bid":
            u = self.u(bid)
        elif self.win.worth == "count":
            u = count or 0
        else:
            failed = count is not None and count < bid.target
            u = bid.target + TOTAL_CARD_POINTS - 2 * (count or 0) if failed else bid.target
        return self.after_slam(u, slam=slam)

    def after_slam(self, u: int, *, slam: bool) -> int:
        """U as a slam changes it; u itself without one."""
        return u * self.slam.factor + self.slam.add if slam and self.slam else u

    def before_slam(self, worth: int) -> int:
        """The u that a slam made this worth of, where nobody calls."""
        return (worth - self.slam.add) // self.slam.factor if self.slam else worth

    def plain_win(self, players: int) -> int:
        """Units of a caller who makes the lowest call: alone, or with a partner where that pays more.

        Without an auction, the units of a player who wins a deal alone; 0 where these follow from the counts.
        """
        if not self.has_auction:
            if self.win.worth != "flat":
                return 0
            return self.win.u * (players - 1 if self.made_by == "each alone" else 1)
        table = self.shares[players]
        won = (table.shares(Outcome.MADE, solo=solo) or NO_SHARES for solo in (False, True))
        lowest = (self.worth(bid, slam=False, count=bid.target) for bid in self.auction.bids)
        return max(shares.caller for shares in won) * min(lowest)

    @cached_property
    def break_even(self) -> Fraction | None:
        """How often a caller has to make the contract to get nothing on average, slams apart.

        None where this differs with the number of players, or between a partner and none, or where the count decides.
        """
        rates = set()
        for table, solo in product(self.shares.values(), (False, True)):
            made, failed = (table.shares(outcome, solo=solo) for outcome in (Outcome.MADE, Outcome.FAILED))
            if made and failed:
                rates.add(Fraction(-failed.caller, made.caller - failed.caller))
        return rates.pop() if len(rates) == 1 and self.win.worth == "bid" else None

"""Bids: what can win an auction, in which order, and how a bid is written and read."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from operator import attrgetter

from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either
from scorer.rules.cards import (
    ITALIAN_PACK,
    TOTAL_CARD_POINTS,
    Card,
    bid_shown,
    card_shown,
    rank_shown,
    ranks_shown,
    read_number,
    read_rank,
    without_small_words,
)
from scorer.rules.errors import IllegalDealError, UnreadableError

LOWEST_TARGET = 61
_IN_WORDS = re.compile(r"(\S+?)(?:(?:\s+(?:at|a))?\s+|\s*[/-]\s*)(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Bid:
    """A won auction: the rank called, the card points promised, or a named bid of the variant.

    `target` is what the calling side must reach, 61 to 120; a bid of a rank promises 61. `raised`: a named bid called
    at more card points than it promises by itself.
    """

    target: int = LOWEST_TARGET
    rank: str | None = None
    name: str | None = None
    raised: bool = False

    def __str__(self) -> str:
        if self.name:
            return f"{self.name}/{self.target}" if self.raised else self.name
        if not self.rank:
            return str(self.target)
        return self.rank if self.target == LOWEST_TARGET else f"{self.rank}/{self.target}"


@dataclass(frozen=True, slots=True)
class NamedBid:
    """A bid with a name of its own, played alone: `u` units from each defender, times the solo shares.

    A bid that can be called at several targets stands once for each of them, `raised` from the second on.
    """

    name: str
    u: int
    target: int = LOWEST_TARGET
    raised: bool = False

    @property
    def bid(self) -> Bid:
        """The bid as it wins an auction."""
        return Bid(self.target, name=self.name, raised=self.raised)


@dataclass(frozen=True)
class Auction:
    """Which bids are legal and in which order.

    With `by_rank` the ranks come first, in calling order, each promising 61; the last of them may then be raised
    by card points from `lowest` to `highest`. Without it every bid is in card points.
    `called` is the rank that is always called (Subito al Due), `solo_from` the lowest target that may be
    played alone (None: any). `with_bonuses`: a bid in card points is a count, with the bonuses that there are.
    """

    by_rank: bool
    lowest: int
    highest: int = TOTAL_CARD_POINTS
    step: int = 1
    ranks: tuple[str, ...] = ITALIAN_PACK
    pack: tuple[str, ...] = ITALIAN_PACK
    called: str | None = None
    solo_from: int | None = None
    named: tuple[NamedBid, ...] = ()
    with_bonuses: bool = False

    @cached_property
    def bids(self) -> tuple[Bid, ...]:
        """Every legal bid, lowest first; named bids last."""
        by_rank = map(Bid, repeat(LOWEST_TARGET), self.ranks if self.by_rank else ())
        by_card_points = map(Bid, range(self.lowest, self.highest + 1, self.step), repeat(self.raised))
        return (*by_rank, *by_card_points, *map(attrgetter("bid"), self.named))

    @cached_property
    def place(self) -> dict[Bid, int]:
        """The place of each legal bid in the order of the auction, 0 for the lowest."""
        return dict(zip(self.bids, range(len(self.bids)), strict=True))

    @cached_property
    def written(self) -> dict[str, Bid]:
        """Each legal bid by how a record has it."""
        return {str(bid): bid for bid in self.bids}

    @property
    def raised(self) -> str | None:
        """The rank that bids in card points raise: the last one of a rank auction, else None."""
        return self.ranks[-1] if self.by_rank else None

    def check(self, bid: Bid) -> None:
        """Raise IllegalDealError unless `bid` is legal here."""
        if bid in self.place:
            return
        shown = bid_shown(bid, self.pack)
        if bid.target > self.highest:
            fault = _("bid {bid}: the highest bid here is {highest}", bid=shown, highest=self.highest)
        elif bid.target < self.lowest and not bid.rank:
            template = (
                N_("bid {bid}: the lowest bid in card points and bonuses is {lowest}")
                if self.with_bonuses
                else N_("bid {bid}: the lowest bid in card points is {lowest}")
            )
            fault = _(template, bid=shown, lowest=self.lowest)
        elif self.step > 1 and self.lowest <= bid.target:
            fault = _(
                "bid {bid}: bids go from {lowest} in steps of {step}", bid=shown, lowest=self.lowest, step=self.step
            )
        else:
            fault = _("bid {bid}: not a bid of this variant; it has {bids}", bid=shown, bids=self.describe())
        raise IllegalDealError(fault)

    def check_called(self, bid: Bid, card: Card) -> None:
        """Raise IllegalDealError unless a caller who won with `bid` may call `card`.

        After a bid of the last rank a caller who holds that card may call a higher one instead.
        """
        if card.rank not in self.pack:
            shown, ranks = card_shown(card, self.pack), ranks_shown(self.pack, self.pack)
            raise IllegalDealError(_("called {card}: this pack has {ranks}", card=shown, ranks=ranks))
        bound = self.called or (bid.rank if bid.rank != self.raised else None)
        if bound and card.rank != bound:
            shown, rank = card_shown(card, self.pack), rank_shown(bound, self.pack)
            raise IllegalDealError(_("called {card}: here the {rank} is called, of any suit", card=shown, rank=rank))

    def describe(self) -> str:
        """The legal bids in words, for messages: `A 3 K ... 2, then 62 to 120`."""
        bids = self._in_card_points()
        if self.by_rank:
            bids = _("{ranks}, then {card_points}", ranks=ranks_shown(self.ranks, self.pack), card_points=bids)
        return "; ".join([bids, *(str(named.bid) for named in self.named)])

    def _in_card_points(self) -> str:
        if self.step > 1 and self.with_bonuses:
            template = N_("{lowest} to {highest} card points and bonuses in steps of {step}")
        elif self.step > 1:
            template = N_("{lowest} to {highest} card points in steps of {step}")
        elif self.with_bonuses:
            template = N_("{lowest} to {highest} card points and bonuses")
        else:
            template = N_("{lowest} to {highest} card points")
        return _(template, lowest=self.lowest, highest=self.highest, step=self.step)


def read_bid(text: str, auction: Auction) -> Bid:
    """Read a bid as said at the table: `K`, `re`, `71`, `2/71`, `2 71`, `the two at 71`, `l'asso`, or a named bid.

    Raises UnreadableError for words that are no bid, IllegalDealError for a bid that this auction does not have.
    """
    if text in auction.written:
        return auction.written[text]
    word = without_small_words(text)
    if in_words := _IN_WORDS.fullmatch(word) if " " in word or "-" in word else None:
        word = f"{in_words[1]}/{in_words[2]}"
    bid = _named(word, auction) or _with_rank(word, auction) or _in_card_points(word, auction)
    if bid is None:
        raise UnreadableError(_("'{typed}' is not a bid; here it is {bids}", typed=text, bids=auction.describe()))
    auction.check(bid)
    return bid


def _named(word: str, auction: Auction) -> Bid | None:
    """`carichi`, or `carichi/71` where it is called at several targets; the lowest of them may be said too."""
    name, slash, target = word.partition("/")
    same_name = [named for named in auction.named if named.name.casefold() == name.casefold()]
    if not same_name or not slash:
        return same_name[0].bid if same_name else None
    promised = read_number(target)
    at_target = [named.bid for named in same_name if named.target == promised]
    if not at_target:
        targets = either([str(named.target) for named in same_name])
        raise IllegalDealError(
            _("bid {bid}: {name} is called at {targets}", bid=word, name=same_name[0].name, targets=targets)
        )
    return at_target[0]


def _with_rank(word: str, auction: Auction) -> Bid | None:
    """`K`, `2` or `2/71`; a rank always called may be said too (`2/71` in Subito al Due)."""
    rank_word, slash, target = word.partition("/")
    promised = read_number(target) if slash else LOWEST_TARGET
    if not auction.by_rank and not slash and rank_word.isdecimal():
        return None
    rank = read_rank(rank_word, auction.pack)
    if rank is None:
        return None
    if promised is None:
        raise UnreadableError(
            _(
                "'{typed}' is not a bid; after the stroke stand card points, as in {rank}/71",
                typed=word,
                rank=rank_shown(rank, auction.pack),
            )
        )
    if not auction.by_rank and not (slash and rank == auction.called):
        raise IllegalDealError(_("bid {bid}: here bids are {bids}, not cards", bid=word, bids=auction.describe()))
    if slash and auction.by_rank and rank != auction.raised:
        raised = ranks_shown(auction.ranks[-1:], auction.pack)
        raise IllegalDealError(_("bid {bid}: only the {rank} is raised by card points", bid=word, rank=raised))
    # S4 starts the raises at 60; 60 and 61 promise no more than the rank alone.
    if auction.by_rank and promised in {LOWEST_TARGET - 1, LOWEST_TARGET}:
        return Bid(rank=rank)
    return Bid(promised, rank if auction.by_rank else None)


def _in_card_points(word: str, auction: Auction) -> Bid | None:
    target = read_number(word)
    if target is None:
        return None
    if auction.by_rank and target in {LOWEST_TARGET - 1, LOWEST_TARGET}:
        raise UnreadableError(
            _("bid {bid}: which card was called? Say {ranks}", bid=word, ranks=ranks_shown(auction.ranks, auction.pack))
        )
    return Bid(target, auction.raised)

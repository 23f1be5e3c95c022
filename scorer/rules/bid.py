"""What won the auction, how it is written, and the auction that it comes from."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from operator import attrgetter

from scorer.rules.cards import ITALIAN_PACK, TOTAL_CARD_POINTS, Card, read_number, read_rank
from scorer.rules.errors import IllegalDealError, UnreadableError

LOWEST_TARGET = 61
_IN_WORDS = re.compile(r"(?:the\s+|il\s+)?(\S+?)(?:(?:\s+(?:at|a))?\s+|\s*[/-]\s*)(\d+)", re.IGNORECASE)


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

    One that is called at several targets stands here once for each, `raised` from the second on.
    """

    name: str
    u: int
    target: int = LOWEST_TARGET
    raised: bool = False

    @property
    def bid(self) -> Bid:
        """The bid that it is."""
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

    @property
    def raised(self) -> str | None:
        """The rank that bids in card points go with: the last one of a rank auction, else None."""
        return self.ranks[-1] if self.by_rank else None

    def check(self, bid: Bid) -> None:
        """Raise IllegalDealError unless `bid` is legal here."""
        if bid in self.place:
            return
        if bid.target > self.highest:
            raise IllegalDealError(f"bid {bid}: the highest bid here is {self.highest}")
        if bid.target < self.lowest and not bid.rank:
            raise IllegalDealError(f"bid {bid}: the lowest bid in {self._counts} is {self.lowest}")
        if self.step > 1 and self.lowest <= bid.target:
            raise IllegalDealError(f"bid {bid}: bids go from {self.lowest} in steps of {self.step}")
        raise IllegalDealError(f"bid {bid}: not a bid of this variant; it has {self.describe()}")

    def check_called(self, bid: Bid, card: Card) -> None:
        """Raise IllegalDealError unless a caller who won with `bid` may call `card`.

        After a bid of the last rank a caller who holds that card may call a higher one instead.
        """
        if card.rank not in self.pack:
            raise IllegalDealError(f"called {card}: this pack has {' '.join(self.pack)}")
        bound = self.called or (bid.rank if bid.rank != self.raised else None)
        if bound and card.rank != bound:
            raise IllegalDealError(f"called {card}: here the {bound} is called, of any suit")

    def describe(self) -> str:
        """The legal bids in words, for messages: `A 3 K ... 2, then 62 to 120`."""
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        card_points = f"{self.lowest} to {self.highest} {self._counts}{steps}"
        words = f"{' '.join(self.ranks)}, then {card_points}" if self.by_rank else card_points
        return "; ".join([words, *(str(named.bid) for named in self.named)])

    @property
    def _counts(self) -> str:
        return "card points and bonuses" if self.with_bonuses else "card points"


def read_bid(text: str, auction: Auction) -> Bid:
    """Read a bid as said at the table: `K`, `re`, `71`, `2/71`, `2 71`, `the two at 71`, or a named bid.

    Raises UnreadableError for words that are no bid, IllegalDealError for a bid that this auction does not have.
    """
    word = text.strip()
    if in_words := _IN_WORDS.fullmatch(word) if " " in word or "-" in word else None:
        word = f"{in_words[1]}/{in_words[2]}"
    bid = _named(word, auction) or _with_rank(word, auction) or _in_card_points(word, auction)
    if bid is None:
        raise UnreadableError(f"'{text}' is not a bid; here it is {auction.describe()}")
    auction.check(bid)
    return bid


def _named(word: str, auction: Auction) -> Bid | None:
    """`carichi`, or `carichi/71` where it is called at several targets; the lowest of them may be said too."""
    name, slash, target = word.partition("/")
    found = [named for named in auction.named if named.name.casefold() == name.casefold()]
    if not found or not slash:
        return found[0].bid if found else None
    promised = read_number(target)
    at_target = [named.bid for named in found if named.target == promised]
    if not at_target:
        *lower, highest = (str(named.target) for named in found)
        targets = f"{', '.join(lower)} or {highest}" if lower else highest
        raise IllegalDealError(f"bid {word}: {found[0].name} is called at {targets}")
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
        raise UnreadableError(f"'{word}' is not a bid; after the stroke stand card points, as in {rank}/71")
    if not auction.by_rank and not (slash and rank == auction.called):
        raise IllegalDealError(f"bid {word}: here bids are {auction.describe()}, not cards")
    if slash and auction.by_rank and rank != auction.raised:
        raise IllegalDealError(f"bid {word}: only the {auction.raised} is raised by card points")
    # S4 starts the raises at 60; 60 and 61 promise no more than the rank alone.
    if auction.by_rank and promised in {LOWEST_TARGET - 1, LOWEST_TARGET}:
        return Bid(rank=rank)
    return Bid(promised, rank if auction.by_rank else None)


def _in_card_points(word: str, auction: Auction) -> Bid | None:
    target = read_number(word)
    if target is None:
        return None
    if auction.by_rank and target in {LOWEST_TARGET - 1, LOWEST_TARGET}:
        raise UnreadableError(f"bid {word}: which card was called? Say {' '.join(auction.ranks)}")
    return Bid(target, auction.raised)

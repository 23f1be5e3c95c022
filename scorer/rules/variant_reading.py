"""From a mapping (a TOML file, read elsewhere) to a Variant: every fault is collected, and listed with its key."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any, Literal

from scorer.language import N_, _
from scorer.rules.bid import LOWEST_TARGET, Auction, NamedBid
from scorer.rules.cards import ITALIAN_PACK, RANKS, TOTAL_CARD_POINTS, read_rank
from scorer.rules.ending import OPEN_END, RACES, Ending, read_ending
from scorer.rules.errors import UnreadableError, VariantError
from scorer.rules.kinds import EVEN, FAILED, MADE, REDEALS, Outcome
from scorer.rules.reader import LARGEST, MISSING, Reader
from scorer.rules.variant import BID_OR_SHORTFALL, BY_COUNT, NO_SHARES, After, Band, Shares, Slam, TableShares, Variant

FEWEST_PLAYERS = 3  # a caller, a partner, a defender
MOST_PLAYERS = 7
SIDES_KEYS = {"sides", "win", "bonuses", "events", "trumps", "card_points"}  # sides_reading.py reads them
NO_AUCTION = Auction(by_rank=False, lowest=LOWEST_TARGET, highest=LOWEST_TARGET - 1)  # without a bid


def parse_variant(name: str, mapping: Mapping[str, Any], *, proven: bool = False) -> Variant:
    """Read a variant from its mapping and prove it: raises VariantError with every fault that was found.

    The keys are described in docs/variants.md. A table that leaves a residual in any legal deal is refused. One that
    was `proven` before it was kept is only read.
    """
    top = Reader(mapping)
    variant = _variant(name, top)
    if not proven:
        _check_whole(top, variant)
    if top.faults:
        raise VariantError(name, top.faults)
    return variant


def _variant(name: str, top: Reader) -> Variant:
    """The variant that the keys describe; faults of single keys are in the reader."""
    pack = _ranks(top, "pack", ITALIAN_PACK, RANKS)
    of_sides: dict[str, Any] = {}
    if SIDES_KEYS & top.mapping.keys():
        from scorer.rules.sides_reading import read_of_sides  # noqa: PLC0415 - most variants have none of them

        of_sides = read_of_sides(top, pack)
    top.taken |= SIDES_KEYS
    called: dict[str, Any] = {"auction": replace(NO_AUCTION, pack=pack), "bands": (), "shares": {}}
    if of_sides.get("made_by", "auction") == "auction":
        most = TOTAL_CARD_POINTS + sum(bonus.amount * bonus.most for bonus in of_sides.get("bonuses", ()))
        called = _called(top, pack, most, alone=of_sides.get("alone", False))
    carry = top.table("carry")
    accumulates, cap = carry.take("accumulates", bool, True), carry.number("cap", None, 2, LARGEST)
    carry.done()
    variant = Variant(
        name=name,
        title=top.prose("title", MISSING),
        source=top.prose("source", MISSING),
        notes=top.prose("notes", ""),
        **called,
        slam=_slam(top),
        after=_after(top.table("after")),
        accumulates=accumulates,
        cap=cap,
        ending=_ending(top.table("end")),
        one_more_rests=top.choice("one_more", "rests", ("rests", "refused")) == "rests",
        **of_sides,
    )
    top.done()
    return variant


def _called(top: Reader, pack: tuple[str, ...], most: int, *, alone: bool) -> dict[str, Any]:
    """What a game with an auction has: the auction, what bids are worth, the shares, and what 60 of 61 is."""
    auction = _auction(top, pack, most)
    by_count = top.table("win").mapping.get("worth") in BY_COUNT
    if by_count and "bands" in top.mapping:
        top.fault("bands", _("bid and count say themselves here what a contract is worth"))
    return {
        "auction": auction,
        "bands": () if by_count else _bands(top, auction),
        "shares": _shares(top.table("shares"), alone=alone),
        "even_at_60": top.choice("at_60", "fails", ("fails", "even")) == EVEN,
    }


def _check_whole(top: Reader, variant: Variant) -> None:
    """Faults that only show when the parts are put together; the proof comes last, of a variant without faults."""
    from scorer.rules.proof import residuals  # noqa: PLC0415 - what is proven already needs neither
    from scorer.rules.sides_reading import check_sides  # noqa: PLC0415

    check_sides(top, variant)
    if variant.has_auction:
        _check_auction(top, variant)
    if not top.faults:
        for line in residuals(variant):
            top.fault("shares" if variant.has_auction else "sides", line)


def _check_auction(top: Reader, variant: Variant) -> None:
    """Faults of keys that have to fit the auction."""
    if EVEN in (variant.after or {}) and not variant.even_at_60:
        top.fault("after.even", _("no deal is even here; set at_60 = 'even', or drop this table"))
    if variant.even_at_60 and all(bid.target > LOWEST_TARGET for bid in variant.auction.bids):
        top.fault("at_60", _("no bid here promises 61, so that none is even at 60"))
    needs_solo = variant.auction.named or variant.auction.solo_from or variant.alone
    if needs_solo and not all(table.solo for table in variant.shares.values()):
        top.fault("shares", _("solo bids need solo shares for every number of players"))
    if variant.win.worth == BID_OR_SHORTFALL:
        _check_differences(top, variant)


def _check_differences(top: Reader, variant: Variant) -> None:
    """Faults of shares that are not the differences of what players write on paper, times the number of players."""
    for (players, table), solo, outcome in product(variant.shares.items(), (False, True), (MADE, FAILED)):
        if shares := table.shares(Outcome(outcome), solo=solo):
            calling = shares[:1] if solo else shares[:2]
            above = {share - shares.defender for share in calling}
            if any(units % players for units in above) or (outcome == FAILED and above != {-players}):
                template = N_(
                    "{players} players, {outcome}: caller and partner have {players} units per u less than a "
                    "defender where the contract fails, and a multiple of {players} more where it is made"
                )
                top.fault("shares", _(template, players=players, outcome=_(outcome)))


def _auction(top: Reader, pack: tuple[str, ...], most: int) -> Auction:
    read = top.table("auction")
    by = read.choice("by", MISSING, ("rank", "card points"))
    ranks = _ranks(read, "ranks", pack, pack)
    by_rank = by == "rank"
    lowest = read.number("lowest", LOWEST_TARGET + by_rank, LOWEST_TARGET + by_rank, most)
    highest = read.number("highest", most, lowest, most)
    auction = Auction(
        by_rank=by_rank,
        lowest=lowest,
        highest=highest,
        step=read.number("step", 1, 1, TOTAL_CARD_POINTS),
        ranks=ranks,
        pack=pack,
        called=read.choice("called", None, pack),
        solo_from=read.number("solo_from", None, LOWEST_TARGET, highest),
        named=tuple(_named(top.table("named"), pack)),
        with_bonuses=most > TOTAL_CARD_POINTS,
    )
    if by == "card points" and "ranks" in read.mapping:
        read.fault("ranks", _("an auction by card points has no ranks"))
    if by_rank and "called" in read.mapping:
        read.fault("called", _("in an auction by rank the bid says which card is called"))
    read.done()
    return auction


def _ranks(read: Reader, key: str, default: tuple[str, ...], known: Collection[str]) -> tuple[str, ...]:
    """A list of ranks written as one text, `"A 3 K Q J 7 6 5 4 2"`; an empty or unknown one is a fault."""
    ranks = tuple(read.take(key, str, " ".join(default)).split())
    if not ranks or len(set(ranks)) < len(ranks) or not set(ranks).issubset(known):
        read.fault(
            key, _("{ranks!r} must be different ranks out of {known}", ranks=" ".join(ranks), known=" ".join(known))
        )
        return default
    return ranks


def _named(named: Reader, pack: tuple[str, ...]) -> Iterator[NamedBid]:
    for name, read in named.tables():
        u = read.number("u", MISSING, 1, LARGEST)
        target = read.number("target", LOWEST_TARGET, LOWEST_TARGET, TOTAL_CARD_POINTS)
        raised = read.table("raised")
        higher = {str(at): at for at in range(target + 1, TOTAL_CARD_POINTS + 1)}
        for key in sorted(raised.mapping.keys() - higher.keys()):
            raised.fault(
                key, _("must be card points above {target}, at most {total}", target=target, total=TOTAL_CARD_POINTS)
            )
        worth = {key: raised.number(key, MISSING, 1, LARGEST) for key in higher if key in raised.mapping}
        if not _is_free_name(name, pack):
            named.fault(name, _("a bid's name is letters and hyphens, and not a card's name"))
        read.done()
        if MISSING not in (u, *worth.values()):
            yield NamedBid(name, u, target)
            yield from (NamedBid(name, worth[key], higher[key], raised=True) for key in worth)


def _is_free_name(name: str, pack: tuple[str, ...]) -> bool:
    try:
        return name.replace("-", "").isalpha() and read_rank(name, pack) is None
    except UnreadableError:
        return False


def _bands(top: Reader, auction: Auction) -> tuple[Band, ...]:
    """The bands, each from the first bid that it names or passes; they rise and leave no bid without a u."""
    bands: list[Band] = []
    for read in top.listed("bands", _("no bid has a u; write at least one [[bands]] with from and u")):
        start, u = read.mapping.get("from"), read.number("u", MISSING, 1, LARGEST)
        place = _band_place(read, auction)
        read.done()
        if place is None or u is MISSING:
            continue
        if not bands and place > 0:
            read.fault(
                "from", _("the bids below {bid}, from {lowest} on, have no u", bid=start, lowest=auction.bids[0])
            )
        if bands and place <= bands[-1].place:
            read.fault(
                "from", _("{bid} must stand above {label}, the band before it", bid=start, label=bands[-1].label)
            )
        bands.append(Band(place, u, str(start)))
    return tuple(bands)


def _band_place(read: Reader, auction: Auction) -> int | None:
    """Where a band starts in the order of bids: a rank's own place, or the first bid of so many card points."""
    start = (
        read.take("from", str, MISSING)
        if isinstance(read.mapping.get("from"), str)
        else read.number("from", MISSING, LOWEST_TARGET, TOTAL_CARD_POINTS)
    )
    if start is MISSING:
        return None
    if isinstance(start, int) and start < auction.bids[0].target:
        read.fault("from", _("{bid} is below the lowest bid, {lowest}", bid=start, lowest=auction.bids[0]))
    for bid, place in auction.place.items():
        if not bid.name and (bid.rank == start if isinstance(start, str) else bid.target >= start):
            return place
    read.fault("from", _("no bid of this auction is {bid} or above", bid=start))
    return None


def _shares(shares: Reader, *, alone: bool) -> dict[int, TableShares]:
    by_players = {}
    for key, read in shares.tables():
        if key not in map(str, range(FEWEST_PLAYERS, MOST_PLAYERS + 1)):
            shares.fault(
                key, _("must be a number of players, {fewest} to {most}", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
            )
            continue
        by_players[int(key)] = TableShares(
            made=None if alone else _share(read, "made", solo=False) or NO_SHARES,
            solo=_share(read, "solo", solo=True),
            failed=None if alone else _share(read, "failed", solo=False),
            solo_failed=_share(read, "solo_failed", solo=True),
        )
        if "made" not in read.mapping and not alone:
            read.fault("made", _("is missing"))
        if "solo_failed" in read.mapping and "solo" not in read.mapping:
            read.fault("solo_failed", _("without solo"))
        read.done()
    if not by_players:
        missing = _("no number of players has shares; write a table [shares.5]")
        shares.faults.append(f"shares: {missing}")
    return by_players


def _share(read: Reader, key: str, *, solo: bool) -> Shares | None:
    """Shares per stake of 1. The sign of the defenders' share says who won: they pay when the contract is made."""
    table = read.table(key)
    if key not in read.mapping:
        return None
    caller = table.number("caller", MISSING, -LARGEST, LARGEST)
    partner = 0 if solo else table.number("partner", MISSING, -LARGEST, LARGEST)
    low, high = (1, LARGEST) if "failed" in key else (-LARGEST, -1)
    defender = table.number("defender", MISSING, low, high)
    table.done()
    return None if MISSING in (caller, partner, defender) else Shares(caller, partner, defender)


def _slam(top: Reader) -> Slam | None:
    read = top.table("slam")
    if "slam" not in top.mapping:
        return None
    by: Literal["tricks", "card points"] = read.choice("by", MISSING, ("tricks", "card points"))
    slam = Slam(
        by=by,
        side=read.choice("side", "both", ("both", "calling")),
        factor=read.number("factor", 1, 2, LARGEST),
        add=read.number("add", 0, 1, LARGEST),
        wins_match=read.take("wins_match", bool, False),
    )
    if ("factor" in read.mapping) + ("add" in read.mapping) + slam.wins_match != 1:
        read.fault("factor", _("a slam has either a factor or something to add, or it wins the match"))
    read.done()
    return slam


def _after(after: Reader) -> dict[str, After]:
    by_kind = {}
    for kind, read in after.tables():
        if kind not in (*REDEALS, EVEN):
            after.fault(kind, _("is not known here (known: {words})", words=", ".join((*REDEALS, EVEN))))
            continue
        dealer = read.choice("dealer", "next" if kind == EVEN else "same", ("same", "next"))
        by_kind[kind] = After(read.number("factor", 1, 1, LARGEST), same_dealer=dealer == "same")
        read.done()
    return by_kind


def _ending(read: Reader) -> Ending:
    play_on = read.choice("ties", "shared", ("shared", "play on")) == "play on"
    until = read.take("until", str, "")
    first = tuple(read.take("first", str, "units").split())
    if not first or not set(first) <= set(RACES):
        read.fault("first", _("{words!r} must be of {known}", words=" ".join(first), known=", ".join(RACES)))
        first = ("units",)
    read.done()
    if not until:
        return Ending(play_on=play_on, first=first)
    return read.attempt("until", lambda: read_ending(until, play_on=play_on, first=first), OPEN_END)

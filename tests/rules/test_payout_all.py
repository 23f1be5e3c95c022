"""Every legal deal of every shipped variant with an auction, enumerated; nothing is drawn at random.

Payouts depend on roles, so that one caller and one partner stand for all in the long walk over bids, results and
slams; that any caller and any partner get the same as those two is walked apart.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pytest

from scorer.rules.bid import Bid
from scorer.rules.deal import Deal, Result, outcome_of, reckon
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import Outcome
from scorer.rules.variant import Variant
from scorer.rules.variant_reading import parse_variant

SEATS = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
FILES = sorted((Path(__file__).parents[2] / "scorer" / "variants").glob("*.toml"))
READ = [parse_variant(path.stem, tomllib.loads(path.read_text(encoding="utf-8"))) for path in FILES]
SHIPPED = [variant for variant in READ if variant.bands and not variant.bonuses]  # others: test_other_games, test_gingo
COUNTS = [count for count in range(121) if count not in {1, 119}]
WORDS = [Result(outcome=Outcome.MADE), Result(outcome=Outcome.FAILED)]
AT_TABLE = [(variant, players) for variant in SHIPPED for players in variant.player_counts]
TABLES = pytest.mark.parametrize(("variant", "players"), AT_TABLE, ids=lambda part: getattr(part, "name", part))


def bids(variant: Variant, *, solo: bool) -> list[Bid]:
    """The bids that may be played so: named ones alone only, others from `solo_from` on."""
    lowest = variant.auction.solo_from or 0
    return [
        bid
        for bid in variant.auction.bids
        if (bid.name and solo) or (not bid.name and (not solo or bid.target >= lowest))
    ]


def slams(bid: Bid, result: Result, variant: Variant) -> list[bool]:
    """The slams that this count allows: by tricks both at 0 and 120, by card points exactly what the count says."""
    slam = variant.slam
    if slam is None:
        return [False]
    made = result.card_points is not None and result.card_points >= bid.target
    won = made or result.outcome is Outcome.MADE
    everything = result.card_points in {0, 120} or result.outcome is not None
    possible = everything and (won or slam.side == "both")
    if not possible:
        return [False]
    return [False, True] if slam.by == "tricks" or result.outcome else [True]


def deals(variant: Variant, players: int, partner: str | None) -> Iterator[Deal]:
    """Each bid with each count at which something changes, and with each word."""
    for bid in bids(variant, solo=partner is None):
        edges = {0, 2, 59, 60, 61, bid.target - 1, bid.target, 118, 120} - {119}
        for result in [*map(Result, sorted(edges)), *WORDS]:
            for slam in slams(bid, result, variant):
                yield Deal(players=SEATS[:players], caller="Anna", partner=partner, bid=bid, result=result, slam=slam)


def test_thirteen_variants_are_walked() -> None:
    assert len(SHIPPED) == 13


@TABLES
@pytest.mark.parametrize("partner", ["Bruno", None], ids=["partnered", "solo"])
def test_every_legal_deal_sums_to_zero_and_is_u_then_slam_then_share(
    variant: Variant, players: int, partner: str | None
) -> None:
    table = variant.shares[players]
    walked = 0
    for deal in deals(variant, players, partner):
        reckoning = reckon(deal, variant)
        shares = table.shares(reckoning.outcome, solo=partner is None)
        worth = variant.u(deal.bid)
        if deal.slam and variant.slam:
            worth = worth * variant.slam.factor + variant.slam.add
        assert shares is not None
        assert sum(reckoning.units.values()) == 0
        assert reckoning.units["Anna"] == worth * shares.caller
        assert reckoning.units["Bruno"] == worth * (shares.partner if partner else shares.defender)
        assert {reckoning.units[player] for player in deal.players if player not in {deal.caller, deal.partner}} == {
            worth * shares.defender
        }
        assert reckoning.stake == abs(worth * shares.defender)
        thrice = reckon(replace(deal, times=3), variant)
        assert thrice.units == {who: won * 3 for who, won in reckoning.units.items()}
        assert thrice.stake == reckoning.stake * 3
        walked += 1
    # each bid meets seven counts and two words at least, slams besides
    assert walked >= len(bids(variant, solo=partner is None)) * 9


@TABLES
def test_every_caller_and_partner_gets_what_their_role_gets(variant: Variant, players: int) -> None:
    seats = SEATS[:players]
    for bid, result in product(variant.auction.bids[::10], (*WORDS, Result(60))):
        for solo in {alone for alone in (False, True) if bid in bids(variant, solo=alone)}:
            like, *others = (
                (deal, reckon(deal, variant).units)
                for caller, partner in permutations(seats, 2)
                for deal in [
                    Deal(players=seats, caller=caller, partner=None if solo else partner, bid=bid, result=result)
                ]
            )
            for deal, won in others:
                for at, role in enumerate((deal.caller, deal.partner)):
                    assert role is None or won[role] == like[1][seats[at]]
                defenders = {won[player] for player in seats if player not in {deal.caller, deal.partner}}
                assert defenders == {like[1][seats[-1]]}


@pytest.mark.parametrize("variant", SHIPPED, ids=lambda variant: variant.name)
def test_every_count_makes_or_fails_every_bid(variant: Variant) -> None:
    for bid in variant.auction.bids:
        for count in COUNTS:
            outcome = outcome_of(bid, Result(count), variant)
            even = variant.even_at_60 and bid.target == 61 and count == 60
            assert outcome is (Outcome.MADE if count >= bid.target else Outcome.EVEN if even else Outcome.FAILED)


@TABLES
def test_a_slam_that_the_count_or_the_variant_contradicts_is_refused(variant: Variant, players: int) -> None:
    for partner in ("Bruno", None):
        for bid in bids(variant, solo=partner is None):
            for count in (0, 120):
                for slam in {False, True} - set(slams(bid, Result(count), variant)):
                    seats, result = SEATS[:players], Result(count)
                    deal = Deal(players=seats, caller="Anna", partner=partner, bid=bid, result=result, slam=slam)
                    with pytest.raises(IllegalDealError, match="slam"):
                        reckon(deal, variant)

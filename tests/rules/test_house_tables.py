"""Tables as houses write them, each from a file without a line of code; the numbers are worked by hand."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorer.rules.bid import read_bid
from scorer.rules.carry import carry
from scorer.rules.deal import Deal, Result, outcome_of, reckon
from scorer.rules.ending import End, Ending
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import Outcome
from scorer.rules.sides import SidesDeal, reckon_sides, sides_of, slam_by_counts
from scorer.rules.variant import Variant
from scorer.rules.variant_reading import parse_variant

SEATS = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")


def house(name: str) -> Variant:
    path = Path(__file__).parent / "house" / f"{name}.toml"
    return parse_variant(name, tomllib.loads(path.read_text(encoding="utf-8")))


MONTE = house("monte-from-seventy")
CARICHI = house("carichi")
TWO = house("the-two")
SLAM = house("pairs-with-slam")
EVERY_TRICK = house("every-trick")
FOUR_SUITS = house("four-suits")


def units(
    variant: Variant,
    bid: str,
    count: int,
    *,
    players: int = 5,
    solo: bool = False,
    slam: bool = False,
    times: int = 1,
) -> tuple[int, ...]:
    """Units of caller, partner (where there is one) and one defender."""
    deal = Deal(
        players=SEATS[:players],
        caller="Bruno",
        partner=None if solo else "Dario",
        bid=read_bid(bid, variant.auction),
        result=Result(count),
        slam=slam,
        times=times,
    )
    won = reckon(deal, variant).units
    assert sum(won.values()) == 0
    (defender,) = {won[player] for player in deal.players if player not in {deal.caller, deal.partner}}
    return (*(won[player] for player in (deal.caller, deal.partner) if player), defender)


SIX, ALONE, SLAMS = {"players": 6}, {"solo": True}, {"slam": True}
# Bids, the card points of the calling side, what else there was: units of caller, partner and each other; or, alone, of
# caller and each other.
WRITTEN: dict[str, list[tuple[str, int, dict[str, Any], tuple[int, ...]]]] = {
    # Col Monte for five and six, from 70 by fives; who fails pays for the partner too, and alone as much as is won
    "monte-from-seventy": [
        ("70 90", 118, {}, (2, 1, -1)), ("95 110", 118, {}, (4, 2, -2)), ("115", 118, {}, (8, 4, -4)),
        ("70 90", 118, SIX, (2, 2, -1)), ("95 110", 118, SIX, (4, 4, -2)), ("115", 118, SIX, (8, 8, -4)),
        ("70 90", 62, {}, (-3, 0, 1)), ("95", 62, {}, (-6, 0, 2)), ("115 120", 62, {}, (-12, 0, 4)),
        ("70 90", 62, SIX, (-4, 0, 1)), ("95", 62, SIX, (-8, 0, 2)), ("115 120", 62, SIX, (-16, 0, 4)),
        ("70", 70, ALONE, (4, -1)), ("70", 68, ALONE, (-4, 1)), ("115", 62, ALONE | SIX, (-20, 4)),
        # all 120 double, for the calling side alone
        ("70", 120, SLAMS, (4, 2, -2)), ("120", 120, SLAMS, (16, 8, -8)), ("70", 0, {}, (-3, 0, 1)),
    ],
    # ranks, then 62 to 115; carichi 8 / -2; the slam adds 2 to u; 60 of 61 is even
    "carichi": [
        ("A 2 2/69", 117, {}, (2, 1, -1)), ("2/70 2/79", 117, {}, (4, 2, -2)), ("2/80 2/89", 117, {}, (6, 3, -3)),
        ("2/90 2/115", 117, {}, (8, 4, -4)), ("2/70 2/79", 40, {}, (-4, -2, 2)), ("2/90", 40, {}, (-8, -4, 4)),
        ("carichi", 61, ALONE, (8, -2)), ("carichi", 59, ALONE, (-8, 2)),
        # u 1 + 2 = 3; u 4 + 2 = 6; carichi's u 2 + 2 = 4, four times; and four times 3 after two redeals
        ("A", 120, SLAMS, (6, 3, -3)), ("2/90", 120, SLAMS, (12, 6, -6)), ("carichi", 120, SLAMS | ALONE, (16, -4)),
        ("A", 0, SLAMS, (-6, -3, 3)), ("A", 120, SLAMS | {"times": 4}, (24, 12, -12)),
        ("A", 60, {}, (0, 0, 0)), ("A", 59, {}, (-2, -1, 1)), ("2/62", 60, {}, (-2, -1, 1)),
        ("2/62", 61, {}, (-2, -1, 1)),
    ],
    # A to 4 pay 1, a two 2, a two at 71 or above 3; solo 8 / -2
    "the-two": [
        ("A 4", 120, {}, (2, 1, -1)), ("2 2/62 2/70", 120, {}, (4, 2, -2)), ("2/71 2/120", 120, {}, (6, 3, -3)),
        ("A 4", 120, ALONE, (8, -2)), ("2 2/70", 120, ALONE, (16, -4)), ("2/71 2/120", 120, ALONE, (24, -6)),
        ("A 4", 50, ALONE, (-8, 2)), ("2/71", 50, ALONE, (-24, 6)),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_a_house_pays_what_it_writes_down(name: str) -> None:
    for bids, count, facts, numbers in WRITTEN[name]:
        for bid in bids.split():
            assert units(house(name), bid, count, **facts) == numbers, (bid, count, facts)


def test_what_a_house_does_not_play_is_refused() -> None:
    for variant, bid, count, facts, words in (
        (MONTE, "70", 0, SLAMS, "monte-from-seventy has no slam by the defenders"),
        (MONTE, "70", 120, {}, "no slam with 120 card points"),
        (CARICHI, "carichi", 61, {}, "carichi is played alone, against all: the partner is 'solo'"),
    ):
        with pytest.raises(IllegalDealError, match=words):
            units(variant, bid, count, **facts)


def test_carichi_is_even_at_60_and_the_carry_doubles_to_four() -> None:
    assert outcome_of(read_bid("2", CARICHI.auction), Result(60), CARICHI) is Outcome.EVEN
    assert [carry([("passed-out", 1)] * count, CARICHI) for count in range(5)] == [1, 2, 4, 4, 4]
    assert carry([("passed-out", 1), ("even", 2)], CARICHI) == 4


def test_the_two_ends_at_21_with_the_round_finished() -> None:
    assert TWO.ending == Ending(race=("units", 21), finish_round=True)


# 4. Pairs and threes with a slam that doubles, by card points; 5. every trick wins the match; 6. four trumps in turn


def among(variant: Variant, players: int, *counts: int, **facts: Any) -> list[int]:
    """Units of everybody, in playing order."""
    seats = SEATS[:players]
    deal = SidesDeal(sides=sides_of(seats, variant.made_by), counts=counts or None, **facts)
    won = reckon_sides(deal, variant).units
    assert sum(won.values()) == 0
    return [won[player] for player in seats]


def test_pairs_and_threes_play_for_two_units_and_four_with_a_slam() -> None:
    assert among(SLAM, 4, 74, 46) == [2, -2, 2, -2]
    assert among(SLAM, 6, 46, 74) == [-2, 2, -2, 2, -2, 2]
    assert among(SLAM, 4, 0, 120, slam=True) == [-4, 4, -4, 4]
    assert among(SLAM, 6, 120, 0, slam=True, times=2) == [8, -8, 8, -8, 8, -8]
    assert among(SLAM, 4, 60, 60, winners=(1,), decided="cards") == [-2, 2, -2, 2]
    assert slam_by_counts((120, 0), SLAM) is True
    for counts, slam, message in (
        ((120, 0), False, "no slam with 120 to 0: here all 120 of one side are a slam"),
        ((118, 2), True, "slam with 118 to 2: who takes every trick has all 120 card points"),
    ):
        with pytest.raises(IllegalDealError, match=message):
            among(SLAM, 4, *counts, slam=slam)
    with pytest.raises(IllegalDealError, match="'won' is not enough: Our pairs pays a slam for all 120 card points"):
        among(SLAM, 4, winners=(0,), decided="said")


def test_who_takes_every_trick_gets_no_more_units_but_the_match() -> None:
    assert EVERY_TRICK.slam is not None
    assert EVERY_TRICK.slam.wins_match
    assert among(EVERY_TRICK, 3, 120, 0, 0, slam=True) == [2, -1, -1]
    assert among(EVERY_TRICK, 3, 120, 0, 0) == [2, -1, -1]  # the others had tricks without card points
    assert among(EVERY_TRICK, 2, slam=True, winners=(1,), decided="said") == [-1, 1]
    assert slam_by_counts((120, 0), EVERY_TRICK) is None  # the table says
    assert str(End("slam", 1, 2, ("Anna",))) == "Anna took every trick"


def test_four_deals_with_four_trumps_go_by_deals_won_and_then_by_card_points() -> None:
    assert FOUR_SUITS.trumps == ("coins", "cups", "swords", "clubs")
    ours, theirs = ("Anna", "Carla"), ("Bruno", "Dario")

    def end(deals: int, won: tuple[int, int], taken: tuple[int, int]) -> End | None:
        tallies = {
            tally: dict.fromkeys(ours, mine) | dict.fromkeys(theirs, yours)
            for tally, (mine, yours) in {"units": (0, 0), "won": won, "taken": taken}.items()
        }
        return FOUR_SUITS.ending.end(deals, tallies, sides=(ours, theirs), bell_rung=False)

    assert end(3, (3, 0), (250, 110)) is None
    assert end(4, (3, 1), (230, 250)) == End("deals", 4, 4, ours)
    assert end(4, (2, 2), (230, 250)) == End("deals", 4, 4, theirs)
    assert end(4, (2, 2), (240, 240)) == End("deals", 4, 4, ("Anna", "Carla", "Bruno", "Dario"), waits_for="tie")


def test_regional_cards_move_what_a_bonus_holds_and_no_payout() -> None:
    # A King and a Horse: 4 + 3 in Lombardy, where the Seven has the Three's 10; 4 + 2 in Tuscany
    for name, holds, values in (
        ("lombardy", 7, {"A": 11, "7": 10, "K": 4, "Q": 3, "J": 2}),
        ("tuscany", 6, {"A": 11, "3": 10, "K": 4, "Q": 2, "J": 3}),
    ):
        variant = house(name)
        assert variant.card_values == values
        assert among(variant, 2, 94, 46, bonuses=(20, 0)) == [48, -48]
        assert among(variant, 2, holds + 20, 120 - holds, bonuses=(20, 0)) == [2 * holds - 100, 100 - 2 * holds]
        with pytest.raises(IllegalDealError, match=f"bonus 20 with 5 card points: the cards for it have {holds}"):
            among(variant, 2, 25, 115, bonuses=(20, 0))

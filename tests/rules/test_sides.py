"""Deals of sides under variants of one's own: slams, margins, and every deal that cannot have happened."""

from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.bonuses import check_named
from scorer.rules.deal import letters
from scorer.rules.errors import IllegalDealError, UndecidedError, UnsaidError, advice
from scorer.rules.kinds import Outcome
from scorer.rules.proof import residuals
from scorer.rules.sides import (
    SidesDeal,
    needs_counts,
    reckon_sides,
    sides_of,
    slam_by_counts,
    why_counted,
)
from scorer.rules.variant import Bonus, Variant
from scorer.rules.variant_reading import parse_variant

PAIRS = (("Anna", "Carla"), ("Bruno", "Dario"))
TWO = (("Anna",), ("Bruno",))
THREE = (("Anna",), ("Bruno",), ("Carla",))
MARRIAGES = {"trump-pair": {"amount": 40, "cards": "K Q"}, "pair": {"amount": 20, "most": 3, "cards": "K Q"}}


def read(win: dict[str, Any] | None = None, sides: dict[str, Any] | None = None, **more: Any) -> Variant:
    """Pairs of four, most card points win; the rest as changed."""
    return parse_variant(
        "ours",
        {
            "title": "Ours",
            "source": "a test",
            "sides": sides or {"made_by": "alternate seats", "players": [4]},
            "win": {"by": "most"} | (win or {}),
            **more,
        },
    )


def alone(*players: int, **more: Any) -> Variant:
    return read(sides={"made_by": "each alone", "players": list(players)}, **more)


def deal(*counts: int, sides: tuple[tuple[str, ...], ...] = PAIRS, **facts: Any) -> SidesDeal:
    return SidesDeal(sides=sides, counts=counts or None, **facts)


def refusal(variant: Variant, *counts: int, **facts: Any) -> str:
    with pytest.raises(IllegalDealError) as error:
        reckon_sides(deal(*counts, **facts), variant)
    return str(error.value)


PLAIN = read()
CARDS = read({"tie": "more cards"})
MARGIN = read({"worth": "margin"}, bonuses=MARRIAGES)
HUNDRED = read({"above": {"card_points": 100, "u": 2}})
BY_TRICKS = read(slam={"by": "tricks", "factor": 2})
BY_COUNT = read(slam={"by": "card points", "factor": 2})
FIRST: dict[str, Any] = {"winners": (0,)}
BESIDE = "more cards, and bonuses, are said beside the counts: give these too"


def test_seats_make_the_sides_in_playing_order() -> None:
    assert sides_of(("Dario", "Anna", "Bruno", "Carla"), "alternate seats") == (("Dario", "Bruno"), ("Anna", "Carla"))
    assert sides_of(("Dario", "Anna"), "each alone") == (("Dario",), ("Anna",))


def test_the_sides_are_kept_as_a_letter_for_each_seat() -> None:
    assert letters(("Anna", "Bruno", "Carla", "Dario"), PAIRS) == "ABAB"
    # Dario rests, and the deal begins with Bruno
    assert letters(("Anna", "Bruno", "Carla", "Dario"), (("Bruno",), ("Carla",), ("Anna",))) == "CAB."


def test_what_only_the_table_can_say_is_advised() -> None:
    with pytest.raises(UnsaidError) as unsaid:
        reckon_sides(deal(124, 56), MARGIN)
    assert unsaid.value.advices == (advice("bonuses", example="anna=40,bruno=20"),)
    with pytest.raises(UndecidedError) as undecided:
        reckon_sides(deal(60, 60), CARDS)
    assert undecided.value.advices == (advice("more_cards"),)


def test_every_way_to_win_sums_to_zero() -> None:
    assert [list(residuals(variant)) for variant in (PLAIN, alone(2, 3, 4, 5, 6))] == [[], []]
    # three against two, which no file can say: three get 1 and two pay 1
    assert list(residuals(replace(PLAIN, numbers=(5,)))) == [
        "5 players, sides (0,) win: a residual of +1 units per u",
        "5 players, sides (1,) win: a residual of -1 units per u",
    ]


def test_a_reckoning_shows_its_steps() -> None:
    # u 3, the slam 6, and three losers pay 6 each, twice
    variant = alone(4, win={"u": 3}, slam={"by": "tricks", "factor": 2})
    four = (*THREE, ("Dario",))
    reckoned = reckon_sides(deal(0, 120, 0, 0, sides=four, slam=True, times=2), variant)
    assert (reckoned.winners, reckoned.u, reckoned.worth, reckoned.deals_won) == ((1,), 3, 6, 1)
    assert reckoned.units == {"Anna": -12, "Bruno": 36, "Carla": -12, "Dario": -12}
    assert reckoned.outcome is Outcome.WON


def test_more_than_a_limit_is_worth_more() -> None:
    assert [reckon_sides(deal(count, 120 - count), HUNDRED).u for count in (61, 100, 101, 120)] == [1, 1, 2, 2]
    assert reckon_sides(deal(101, 19), HUNDRED).deals_won == 1  # not said otherwise
    thrice = read({"above": {"card_points": 100, "u": 2, "deals_won": 3}})
    assert [reckon_sides(deal(count, 120 - count), thrice).deals_won for count in (61, 100, 101)] == [1, 1, 3]


def test_bonuses_of_one_amount_are_limited_together_and_a_sum_of_others_is_pointed_to() -> None:
    one_amount = (Bonus("trump-pair", 20, 1), Bonus("pair", 20, 3))
    check_named((20, 20, 20, 20), one_amount)
    with pytest.raises(IllegalDealError, match=r"^5 bonuses of 20 \(trump-pair or pair\): a deal has at most 4$"):
        check_named((20,) * 5, one_amount)
    with pytest.raises(IllegalDealError, match=r"at most one; of several others say 20\+20\+20$"):
        check_named((60, 60), (Bonus("all", 60, 1), Bonus("pair", 20, 3), Bonus("last", 30, 1)))


@pytest.mark.parametrize(
    ("card_points", "by_tricks", "by_count"),
    [((120, 0), None, True), ((0, 120), None, True), ((118, 2), False, False), (None, None, None)],
)
def test_whether_the_counts_show_a_slam(
    card_points: tuple[int, ...] | None, by_tricks: bool | None, by_count: bool | None
) -> None:
    assert slam_by_counts(card_points, BY_TRICKS) is by_tricks
    assert slam_by_counts(card_points, BY_COUNT) is by_count
    assert slam_by_counts(card_points, PLAIN) is False


def test_a_slam_doubles_for_the_side_that_has_it() -> None:
    for variant in (BY_TRICKS, BY_COUNT):
        assert reckon_sides(deal(0, 120, slam=True), variant).units["Bruno"] == 2
    assert reckon_sides(deal(120, 0), BY_TRICKS).units["Anna"] == 1  # the others had empty tricks
    assert reckon_sides(deal(slam=True, decided="said", **FIRST), BY_TRICKS).units["Anna"] == 2
    # 120 card points and a pair: the count is 140, and all card points are there
    both = read(bonuses=MARRIAGES, slam={"by": "card points", "add": 3})
    assert reckon_sides(deal(140, 0, bonuses=(20, 0), slam=True), both).units["Anna"] == 4


def test_why_a_count_is_needed() -> None:
    assert not needs_counts(PLAIN)
    assert all(map(needs_counts, (MARGIN, HUNDRED, BY_COUNT)))
    assert [why_counted(variant) for variant in (MARGIN, HUNDRED, BY_COUNT)] == [
        "Ours pays by the margin",
        "a win with more than 100 counts for more in Ours",
        "Ours pays a slam for all 120 card points",
    ]


@pytest.mark.parametrize(
    ("variant", "counts", "facts", "message"),
    [
        # how many play, and how often it counts
        (PLAIN, (74, 46), {"sides": TWO}, "2 players: ours is played by 4"),
        (alone(2, 3), (60, 60, 0, 0), {"sides": (*THREE, ("Dario",))}, "4 players: ours is played by 2 or 3"),
        (PLAIN, (74, 46), {"times": 0}, "times 0: a deal counts 1 to 1024 times"),
        (PLAIN, (74, 46), {"times": 1025}, "times 1025: a deal counts 1 to 1024 times"),
        # what is said
        (PLAIN, (), {}, "a result is either the counts of the sides, or who won and why"),
        (PLAIN, (74, 46), {"decided": "said"}, "a result is either the counts of the sides, or who won and why"),
        (PLAIN, (74, 46), {**FIRST, "decided": "said"}, "'said' and counts: one of them is the result"),
        (CARDS, (), {**FIRST, "decided": "cards"}, BESIDE),
        (MARGIN, (), {**FIRST, "decided": "said", "bonuses": (40, 0)}, BESIDE),
        (PLAIN, (), {"winners": (2,), "decided": "said"}, "who won is said once for each of the sides that did"),
        (PLAIN, (), {"winners": (0, 0), "decided": "said"}, "who won is said once for each of the sides that did"),
        (PLAIN, (74,), {}, "1 counts for 2 sides: each has one"),
        (MARGIN, (124, 56), {"bonuses": (40,)}, "1 counts for 2 sides: each has one"),
        # counts that no cards make
        (PLAIN, (74, 47), {}, "74 to 47: 121 together, a deal has 120 card points; count again"),
        (PLAIN, (121, -1), {}, "121 to -1: a side has 0 to 120 card points; count again"),
        (PLAIN, (1, 119), {}, "1 to 119: no set of cards makes 1; count again"),
        (alone(3), (50, 40, 20), {"sides": THREE},
         "50 to 40 to 20: 110 together, a deal has 120 card points; count again"),
        (alone(3), (60, 59, 1), {"sides": THREE}, "60 to 59 to 1: no set of cards makes 1; count again"),
        # bonuses that do not stand together
        (PLAIN, (94, 46), {"bonuses": (20, 0)}, "bonus 20: there are no bonuses in this game"),
        (MARGIN, (124, 56), {}, "124 to 56: 180 together, a deal has 120 card points"),
        (MARGIN, (180, 40), {}, "180 to 40: 220 together, a deal has 120 card points"),
        (MARGIN, (180, 41), {}, "180 to 41: 221 together, a deal has 120 card points; count again"),
        (MARGIN, (124, 46), {"bonuses": (40, 20)},
         "124 to 46: 170 together, a deal has 120 card points and here 60 of bonuses; count again"),
        (MARGIN, (110, 20), {"bonuses": (10, 0)},
         "bonus 10: one side cannot have that; there are 40 (trump-pair), 20 (pair)"),
        (MARGIN, (150, 90), {"bonuses": (60, 60)},
         "bonuses 60 and 60 cannot stand together: a deal has 1 of 40, 3 of 20"),
        (MARGIN, (160, 80), {"bonuses": (80, 40)},
         "bonuses 80 and 40 cannot stand together: a deal has 1 of 40, 3 of 20"),
        (MARGIN, (26, 114), {"bonuses": (20, 0)}, "bonus 20 with 6 card points: the cards for it have 7; count again"),
        # a King and Knight are 7, and nothing makes the 1 beside them
        (MARGIN, (28, 112), {"bonuses": (20, 0)}, "bonus 20 with 8 card points: no cards make both; count again"),
        # the 3 beside a pair of 7 would be a Knight, and all four are held by pairs
        (MARGIN, (30, 190), {"bonuses": (20, 80)},
         "bonus 20 and 80 with 10 to 110 card points: no cards make all of it; count again"),
        # ties, and what decides them
        (CARDS, (60, 60), {}, "60 to 60: the side with more cards wins"),
        (CARDS, (74, 46), {**FIRST, "decided": "cards"}, "74 to 46: more cards decide only at equal counts"),
        (PLAIN, (60, 60), {**FIRST, "decided": "cards"}, "60 to 60: more cards decide nothing in Ours"),
        (CARDS, (60, 60), {"winners": (0, 1), "decided": "cards"}, "more cards: one side has them, or nobody"),
        # nobody counted
        (MARGIN, (), {**FIRST, "decided": "said"}, "'won' is not enough: Ours pays by the margin; give the count"),
        (MARGIN, (), {"winners": (), "decided": "said"},
         "'even' is not enough: Ours pays by the margin; give the count"),
        (HUNDRED, (), {**FIRST, "decided": "said"},
         "'won' is not enough: a win with more than 100 counts for more in Ours; give the count"),
        (BY_COUNT, (), {**FIRST, "decided": "said"},
         "'won' is not enough: Ours pays a slam for all 120 card points; give the count"),
        (alone(3), (), {"sides": THREE, "winners": (0, 1), "decided": "said"}, "2 winners: one side wins in Ours"),
        (alone(3, win={"tie": "shared"}), (), {"sides": THREE, "winners": (0, 1, 2), "decided": "said"},
         "all 3 sides have won: then the deal is even, say even"),
        (PLAIN, (), {**FIRST, "decided": "killed"}, "'killed' is not known in Ours"),
        (read(events={"killed": "it was"}), (), {"winners": (), "decided": "killed"},
         "'killed' is of one side: say which"),
        # slams
        (PLAIN, (120, 0), {"slam": True}, "slam: ours has no slam"),
        (BY_TRICKS, (74, 46), {"slam": True}, "slam with 74 to 46: who takes every trick has all 120 card points"),
        (BY_TRICKS, (), {"winners": (), "decided": "said", "slam": True},
         "slam with even: who takes every trick has all 120 card points"),
        (BY_COUNT, (120, 0), {}, "no slam with 120 to 0: here all 120 of one side are a slam"),
    ],
)  # fmt: skip
def test_a_deal_that_cannot_have_happened_is_refused(
    variant: Variant, counts: tuple[int, ...], facts: dict[str, Any], message: str
) -> None:
    assert refusal(variant, *counts, **facts) == message

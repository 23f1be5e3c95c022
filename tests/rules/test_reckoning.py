"""From a deal to its payouts: what a variant refuses, the steps of a reckoning, slams by tricks and by count."""

from typing import Any

import pytest

from scorer.rules.bid import Bid
from scorer.rules.cards import Card
from scorer.rules.deal import Deal, Result, counted, decided_slam, reckon
from scorer.rules.errors import IllegalDealError, advice
from scorer.rules.kinds import Outcome
from scorer.rules.variant import Shares, Variant
from scorer.rules.variant_reading import parse_variant

FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
MADE = {"caller": 2, "partner": 1, "defender": -1}
SOLO = {"caller": 4, "defender": -1}


def read(**changes: Any) -> Variant:
    """A bid of any rank pays 2, 1, -1; the rest as changed."""
    plain = {
        "title": "Plain",
        "source": "a test",
        "auction": {"by": "rank"},
        "bands": [{"from": "A", "u": 1}],
        "shares": {"5": {"made": MADE}},
    }
    return parse_variant("plain", plain | changes)


def deal(bid: Bid, result: Result, **changes: Any) -> Deal:
    facts: dict[str, Any] = {"players": FIVE, "caller": "Anna", "partner": "Bruno", "bid": bid, "result": result}
    return Deal(**facts | changes)


def refusal(faulty: Deal, variant: Variant) -> str:
    with pytest.raises(IllegalDealError) as error:
        reckon(faulty, variant)
    return str(error.value)


ACE = Bid(rank="A")


def test_a_deal_that_the_variant_does_not_know_is_refused() -> None:
    variant = read()
    six = deal(ACE, Result(74), players=(*FIVE, "Fabio"))
    assert refusal(six, variant) == "6 players: plain is played by 5"
    for plain in (variant, read(at_60="even")):  # nor is it even at 60
        assert refusal(deal(ACE, Result(60), partner=None), plain) == "solo at A: solo is not played in this variant"
    assert refusal(deal(ACE, Result(120), slam=True), variant) == "slam: plain has no slam"
    assert refusal(deal(Bid(121, "2"), Result(120)), variant) == "bid 2/121: the highest bid here is 120"
    both = read(shares={"5": {"made": MADE}, "6": {"made": {"caller": 2, "partner": 2, "defender": -1}}})
    assert refusal(deal(ACE, Result(74), players=FIVE[:4]), both) == "4 players: plain is played by 5 or 6"


def test_solo_is_played_from_the_lowest_bid_for_it_on() -> None:
    variant = read(auction={"by": "rank", "solo_from": 80}, shares={"5": {"made": MADE, "solo": SOLO}})
    assert refusal(deal(Bid(79, "2"), Result(81), partner=None), variant) == (
        "solo at 2/79: solo is played only from 80 on"
    )
    assert reckon(deal(Bid(80, "2"), Result(81), partner=None), variant).units["Anna"] == 4


def test_a_named_bid_is_played_alone_below_the_lowest_solo_too() -> None:
    named = {
        "auction": {"by": "rank", "solo_from": 80},
        "named": {"a-carichi": {"u": 3}},
        "shares": {"5": {"made": MADE, "solo": SOLO}},
    }
    variant = read(**named)
    carichi = Bid(name="a-carichi")
    assert reckon(deal(carichi, Result(61), partner=None), variant).units["Anna"] == 12
    assert (
        refusal(deal(carichi, Result(61)), variant) == "a-carichi is played alone, against all: the partner is 'solo'"
    )


def test_a_reckoning_shows_its_steps() -> None:
    variant = read(slam={"by": "tricks", "factor": 2}, bands=[{"from": "A", "u": 3}])
    reckoning = reckon(deal(ACE, Result(120), slam=True, times=4), variant)
    # u 3, slam 6, a defender pays 6, four times 24
    assert (reckoning.outcome, reckoning.u, reckoning.worth, reckoning.stake) == (Outcome.MADE, 3, 6, 24)
    assert reckoning.shares == Shares(2, 1, -1)
    assert reckoning.units == {"Anna": 48, "Bruno": 24, "Carla": -24, "Dario": -24, "Elena": -24}


def test_the_called_card_is_checked_with_the_deal() -> None:
    assert reckon(deal(ACE, Result(74), called=Card("A", "cups")), read()).units["Anna"] == 2
    assert refusal(deal(ACE, Result(74), called=Card("3", "cups")), read()) == (
        "called 3 cups: here the A is called, of any suit"
    )


TRICKS = read(slam={"by": "tricks", "factor": 2})
TRICKS_CALLING = read(slam={"by": "tricks", "side": "calling", "factor": 2})
COUNT = read(slam={"by": "card points", "factor": 2})
COUNT_CALLING = read(slam={"by": "card points", "side": "calling", "factor": 2})
MADE_WORD, FAILED_WORD = Result(outcome=Outcome.MADE), Result(outcome=Outcome.FAILED)


@pytest.mark.parametrize(
    ("variant", "result", "shown"),
    [
        (read(), Result(120), False),
        (read(), MADE_WORD, False),
        (TRICKS, Result(74), False),
        (TRICKS, Result(120), "only the table can say"),
        (TRICKS, Result(0), "only the table can say"),
        (TRICKS, MADE_WORD, False),
        (TRICKS_CALLING, Result(120), "only the table can say"),
        (TRICKS_CALLING, Result(0), False),
        (COUNT, Result(120), True),
        (COUNT, Result(0), True),
        (COUNT, Result(74), False),
        (COUNT, MADE_WORD, "give the count"),
        (COUNT, FAILED_WORD, "give the count"),
        (COUNT_CALLING, Result(120), True),
        (COUNT_CALLING, Result(0), False),
        (COUNT_CALLING, MADE_WORD, "give the count"),
        (COUNT_CALLING, FAILED_WORD, False),
    ],
)
def test_whether_the_count_shows_a_slam(variant: Variant, result: Result, shown: bool | str) -> None:
    if shown == "give the count":
        with pytest.raises(
            IllegalDealError, match=r"is not enough: Plain pays a slam for all 120 card points$"
        ) as error:
            decided_slam(None, result, variant)
        assert error.value.advices == (advice("count_or_slam"),)
    else:
        assert decided_slam(None, result, variant) == (shown is True, shown == "only the table can say")


def test_a_made_bid_of_all_card_points_has_been_counted() -> None:
    assert counted(MADE_WORD, Bid(120, "2")) == Result(120)
    assert counted(FAILED_WORD, Bid(120, "2")) == FAILED_WORD
    assert counted(MADE_WORD, Bid(119, "2")) == MADE_WORD


@pytest.mark.parametrize(
    ("variant", "result", "slam", "message"),
    [
        (COUNT, Result(120), False, "no slam with 120 card points: here all 120 of one side are a slam"),
        (COUNT_CALLING, Result(0), True, "slam: plain has no slam by the defenders"),
        (TRICKS_CALLING, FAILED_WORD, True, "slam: plain has no slam by the defenders"),
        (read(), MADE_WORD, True, "slam: plain has no slam"),
    ],
)
def test_a_slam_against_the_count_or_the_variant_is_refused(
    variant: Variant, result: Result, slam: bool, message: str
) -> None:
    assert refusal(deal(ACE, result, slam=slam), variant) == message

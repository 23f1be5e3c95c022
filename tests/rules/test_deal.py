from typing import Any

import pytest

from scorer.rules.bid import Bid
from scorer.rules.deal import Deal, Result
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import Outcome

FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")


def deal(**changes: Any) -> Deal:
    """Anna calls the king, Bruno is her partner, they take 74."""
    facts: dict[str, Any] = {
        "players": FIVE,
        "caller": "Anna",
        "partner": "Bruno",
        "bid": Bid(rank="K"),
        "result": Result(74),
    }
    return Deal(**facts | changes)


def test_an_ordinary_deal_counts_once_and_is_no_slam() -> None:
    assert deal(times=1024).times == 1024
    assert (deal().times, deal().slam, deal().called, deal().card_points) == (1, False, None, 74)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"caller": "Zoe"}, "Zoe does not play this deal; Anna, Bruno, Carla, Dario, Elena do"),
        ({"partner": "Zoe"}, "Zoe does not play this deal; Anna, Bruno, Carla, Dario, Elena do"),
        ({"partner": "Anna"}, "Anna cannot be their own partner; if they held the called card, say solo"),
        ({"players": ("Anna", "Bruno", "Anna")}, "Anna, Bruno, Anna: a player sits in one seat only"),
        ({"times": 0}, "times 0: a deal counts 1 to 1024 times"),
        ({"times": 1025}, "times 1025: a deal counts 1 to 1024 times"),
        ({"slam": True}, "slam with 74 card points: who takes every trick has all 120"),
        ({"slam": True, "result": Result(2)}, "slam with 2 card points: who takes every trick has all 120"),
    ],
)
def test_a_deal_that_cannot_have_happened_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(IllegalDealError) as error:
        deal(**changes)
    assert str(error.value) == message


def test_a_result_is_a_count_or_a_word() -> None:
    assert [str(Result(74)), str(Result(0)), str(Result(outcome=Outcome.FAILED))] == ["74", "0", "failed"]


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({}, "a result is either the card points of the calling side, or made or failed"),
        ({"card_points": 119}, "119 card points: no set of cards makes 1 or 119; count again"),
        ({"card_points": 121}, "121 card points: a deal has 0 to 120"),
        ({"outcome": Outcome.EVEN}, "an even deal has 60 card points: give the count"),
    ],
)
def test_a_result_that_says_nothing_or_too_much_is_refused(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(IllegalDealError) as error:
        Result(**facts)
    assert str(error.value) == message

from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.carry import carry
from scorer.rules.errors import IllegalDealError
from scorer.rules.rotation import next_dealer, resting
from scorer.rules.variant import After, Variant
from scorer.rules.variant_reading import parse_variant

FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
SIX = (*FIVE, "Fabio")


def test_the_deal_passes_to_the_next_seat_or_stays() -> None:
    assert [next_dealer(FIVE, FIVE, dealer, again=False) for dealer in FIVE] == [*FIVE[1:], "Anna"]
    assert [next_dealer(FIVE, FIVE, dealer, again=True) for dealer in FIVE] == [*FIVE]


@pytest.mark.parametrize(
    ("seats", "dealer", "away", "next_one", "again"),
    [
        # who is away is passed over
        (FIVE, "Anna", "Bruno", "Carla", "Anna"),
        (FIVE, "Carla", "Carla", "Dario", "Dario"),
        (FIVE, "Dario", "Elena", "Anna", "Dario"),
        # when the dealer has left, the deal goes on from their old seat
        (("Anna", "Bruno", "Dario", "Elena"), "Carla", None, "Dario", "Dario"),
        # Carla and Dario left, Zoe came: from Carla's seat on, Elena is the next of old
        (("Anna", "Bruno", "Zoe", "Elena"), "Carla", None, "Elena", "Elena"),
        # nobody of old is left: the first seat that is present
        (("Zoe", "Yuri"), "Carla", "Zoe", "Yuri", "Yuri"),
        # Anna and Bruno changed seats after Anna's deal: Carla sits next to Anna now
        (("Bruno", "Anna", "Carla", "Dario", "Elena"), "Anna", None, "Carla", "Anna"),
        # Fabio sat down next to Elena, who dealt
        (SIX, "Elena", None, "Fabio", "Elena"),
        # a substitute takes the turn of the seat: Fabio and Gina took those of Anna and Bruno
        (("Fabio", "Gina", "Carla", "Dario", "Elena"), "Anna", None, "Gina", "Fabio"),
    ],
)
def test_who_deals_after_seats_changed(
    seats: tuple[str, ...], dealer: str, away: str | None, next_one: str, again: str
) -> None:
    assert next_dealer(seats, FIVE, dealer, again=False, away=away) == next_one
    assert next_dealer(seats, FIVE, dealer, again=True, away=away) == again


@pytest.mark.parametrize(
    ("seats", "counts", "out", "rests"),
    [
        (FIVE, (5,), None, None),
        (SIX, (5,), None, "Anna"),
        (SIX, (5,), "Dario", "Dario"),
        (SIX, (5, 6), None, None),
        (SIX, (5, 6), "Dario", "Dario"),
        (("1", "2", "3", "4", "5", "6", "7"), (5, 6), None, "Anna"),
    ],
)
def test_the_dealer_rests_where_one_sits_too_many(
    seats: tuple[str, ...], counts: tuple[int, ...], out: str | None, rests: str | None
) -> None:
    assert resting(seats, variant(shares=dict.fromkeys(counts)), "Anna", out) == rests


@pytest.mark.parametrize(
    ("seats", "counts", "out", "message"),
    [
        (FIVE[:4], (5,), None, "4 players at the table: this variant is played by 5"),
        (FIVE, (6, 5), "Anna", "5 players at the table while Anna rests: this variant is played by 5 or 6"),
        ((*SIX, "Gina"), (5,), None, "7 players at the table: this variant is played by 5; one may rest"),
    ],
)
def test_a_table_that_cannot_play_is_told_so(
    seats: tuple[str, ...], counts: tuple[int, ...], out: str | None, message: str
) -> None:
    with pytest.raises(IllegalDealError) as error:
        resting(seats, variant(shares=dict.fromkeys(counts)), "Bruno", out)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("seats", "out", "message"),
    [
        (SIX, None, "6 players at the table: this variant is played by 5, and nobody rests"),
        (FIVE, "Anna", "5 players at the table while Anna rests: this variant is played by 5"),
        (FIVE[:4], None, "4 players at the table: this variant is played by 5"),
    ],
)
def test_where_nobody_rests_no_more_sit_at_a_table_than_play(
    seats: tuple[str, ...], out: str | None, message: str
) -> None:
    alone = variant(one_more_rests=False)
    assert resting(FIVE, alone, "Anna") is None
    assert [size for size in range(3, 8) if alone.seats(size)] == [5]
    with pytest.raises(IllegalDealError) as error:
        resting(seats, alone, "Bruno", out)
    assert str(error.value) == message


def variant(**changes: Any) -> Variant:
    """Even deals, passed-out and thrown-in hands double the next deal; a misdeal leaves nothing."""
    base = parse_variant(
        "doubling",
        {
            "title": "Doubling",
            "source": "a test",
            "at_60": "even",
            "auction": {"by": "rank"},
            "bands": [{"from": "A", "u": 1}],
            "shares": {"5": {"made": {"caller": 2, "partner": 1, "defender": -1}}},
            "after": {kind: {"factor": 2} for kind in ("even", "passed-out", "thrown-in")},
        },
    )
    return replace(base, **changes)


@pytest.mark.parametrize(
    ("past", "pending"),
    [
        ([], 1),
        ([("deal", 1)], 1),
        ([("passed-out", 1)], 2),
        ([("passed-out", 1), ("thrown-in", 1)], 4),
        ([("passed-out", 1), ("deal", 2)], 1),
        # a redeal that leaves nothing hands the carry on
        ([("passed-out", 1), ("misdeal", 1)], 2),
        # an even deal that counted twice leaves four
        ([("even", 1)], 2),
        # its own times count, whatever stood before it: a table may say --times
        ([("even", 4)], 8),
        ([("passed-out", 1), ("even", 2)], 4),
        ([("passed-out", 1), ("even", 2), ("deal", 4)], 1),
    ],
)
def test_factors_multiply_until_a_deal_uses_them_up(past: list[tuple[str, int]], pending: int) -> None:
    assert carry(past, variant()) == pending


def test_a_cap_stops_the_carry() -> None:
    past = [("passed-out", 1)] * 3
    assert carry(past[:1], variant(cap=4)) == 2
    assert carry(past, variant(cap=4)) == 4
    assert carry([("passed-out", 1)], variant(cap=2, after={"passed-out": After(3)})) == 2


def test_without_a_cap_the_carry_stops_at_1024() -> None:
    # 2 to the 10th is 1024; the 11th redeal in a row doubles no more
    assert carry([("passed-out", 1)] * 10, variant()) == 1024
    assert carry([("passed-out", 1)] * 11, variant()) == 1024


def test_without_accumulating_only_the_latest_factor_counts() -> None:
    latest = variant(accumulates=False, after={"passed-out": After(2), "thrown-in": After(3)})
    assert carry([("passed-out", 1)] * 3, latest) == 2
    assert carry([("passed-out", 1), ("thrown-in", 1)], latest) == 3
    assert carry([("thrown-in", 1), ("misdeal", 1)], latest) == 3
    assert carry([("thrown-in", 1)], replace(latest, cap=2)) == 2


def test_an_even_deal_that_leaves_nothing_uses_the_carry_up() -> None:
    plain = variant(after={"passed-out": After(2)})
    assert carry([("passed-out", 1), ("even", 2)], plain) == 1


def test_after_a_played_deal_the_deal_moves_on_and_after_a_redeal_it_stays() -> None:
    plain = variant(after={})
    assert [plain.after_kind(kind) for kind in ("deal", "even")] == [After(1, same_dealer=False)] * 2
    assert plain.after_kind("misdeal") == After(1, same_dealer=True)

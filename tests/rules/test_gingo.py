"""Gingo: what a contract pays is the differences of what players write on paper, times five.

Source: the regulation of the Federazione Italiana del Giuoco del Gingo, as docs/rules.md has it.
"""

import tomllib
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from scorer.match.facts import Record
from scorer.rules.bid import Bid
from scorer.rules.deal import Deal, Result, reckon
from scorer.rules.ending import read_ending
from scorer.rules.errors import IllegalDealError, VariantError
from scorer.rules.kinds import Outcome
from scorer.rules.variant import Variant
from scorer.rules.variant_reading import parse_variant
from tests.changing import unnoticed

FILE = Path(__file__).parents[2] / "scorer" / "variants" / "gingo.toml"
MAPPING = tomllib.loads(FILE.read_text(encoding="utf-8"))
GINGO = parse_variant("gingo", MAPPING)
SEATS = ("Anna", "Bruno", "Carla", "Dario", "Elena")
COUNTS = [count for count in range(121) if count not in {1, 119}]

# By bid D and card points M: u; units of caller and partner, each other; of a caller alone, each other. Made: u = D,
# +3u and -2u, alone +8u and -2u. Failed: u = D + 120 - 2M, -3u and +2u, alone -4u and +u.
BY_HAND = {
    (61, 0): (181, (-543, 362), (-724, 181)),
    (61, 59): (63, (-189, 126), (-252, 63)),
    (61, 60): (61, (-183, 122), (-244, 61)),
    (61, 61): (61, (183, -122), (488, -122)),
    (61, 120): (61, (183, -122), (488, -122)),
    (80, 0): (200, (-600, 400), (-800, 200)),
    (80, 60): (80, (-240, 160), (-320, 80)),
    (80, 78): (44, (-132, 88), (-176, 44)),
    (80, 80): (80, (240, -160), (640, -160)),
    (80, 120): (80, (240, -160), (640, -160)),
    (120, 0): (240, (-720, 480), (-960, 240)),
    (120, 60): (120, (-360, 240), (-480, 120)),
    (120, 118): (4, (-12, 8), (-16, 4)),
    (120, 120): (120, (360, -240), (960, -240)),
}


def contract(bid: int, result: Result, caller: str = "Carla", partner: str | None = "Anna", **facts: Any) -> Deal:
    return Deal(players=SEATS, caller=caller, partner=partner, bid=Bid(bid), result=result, **facts)


def written(bid: int, count: int, caller: str, partner: str | None) -> dict[str, int]:
    """What players write by the regulation: what is won is doubled alone, what is lost is not."""
    if count >= bid:
        own, others = (bid if partner else 2 * bid), 0
    else:
        own, others = -(bid - count), 120 - count
    return {player: own if player in (caller, partner) else others for player in SEATS}


@pytest.mark.parametrize(("bid", "count"), BY_HAND)
def test_the_units_of_a_contract(bid: int, count: int) -> None:
    u, (calling, others), (alone, each) = BY_HAND[bid, count]
    with_partner = reckon(contract(bid, Result(count)), GINGO)
    assert (with_partner.u, with_partner.worth) == (u, u)
    assert with_partner.units == {"Anna": calling, "Bruno": others, "Carla": calling, "Dario": others, "Elena": others}
    solo = reckon(contract(bid, Result(count), partner=None), GINGO).units
    assert solo == {"Anna": each, "Bruno": each, "Carla": alone, "Dario": each, "Elena": each}


@pytest.mark.parametrize("partnered", [True, False], ids=["with a partner", "alone"])
def test_units_are_five_times_the_differences_of_the_paper(partnered: bool) -> None:
    """Every bid, every count, and at some of them every two players; five times the paper's sum is shared by five."""
    pairs = list(permutations(SEATS, 2)) if partnered else [(caller, None) for caller in SEATS]
    for bid, count in product(range(61, 121), COUNTS):
        for caller, partner in pairs if count in {0, 60, 120} else pairs[:1]:
            paper = written(bid, count, caller, partner)
            units = reckon(contract(bid, Result(count), caller, partner), GINGO).units
            assert units == {player: 5 * paper[player] - sum(paper.values()) for player in SEATS}
            assert sum(units.values()) == 0
            assert on_paper(bid, count, caller, partner, units) == paper


def on_paper(bid: int, count: int, caller: str, partner: str | None, units: dict[str, int]) -> dict[str, int]:
    """What the record of such a deal counts on paper."""
    record = Record(
        1, "deal", SEATS, tuple(units[player] for player in SEATS), caller=caller, partner=partner, target=bid,
        card_points=count, outcome="made" if count >= bid else "failed",
    )  # fmt: skip
    return record.counts_for("paper", GINGO.win)


def test_only_a_failed_contract_needs_its_count() -> None:
    assert reckon(contract(80, Result(outcome=Outcome.MADE)), GINGO).units["Carla"] == 240
    with pytest.raises(IllegalDealError) as refused:
        reckon(contract(80, Result(outcome=Outcome.FAILED)), GINGO)
    said = "'failed' is not enough: Gingo pays what a failed contract lacks; give the card points"
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"slam": True, "result": Result(120)}, "Gingo has no slam|gingo has no slam"),
        ({"bid": Bid(60)}, "60"),
        ({"bid": Bid(121)}, "121"),
        ({"players": (*SEATS, "Fabio")}, "6 players: gingo is played by 5"),
        ({"players": SEATS[:4]}, "4 players: gingo is played by 5"),
    ],
)
def test_a_deal_that_gingo_does_not_have_is_refused(facts: dict[str, Any], words: str) -> None:
    known = {"players": SEATS, "caller": "Carla", "partner": "Anna", "bid": Bid(80), "result": Result(60)}
    with pytest.raises(IllegalDealError, match=words):
        reckon(Deal(**{**known, **facts}), GINGO)


@pytest.mark.parametrize(
    ("table", "faulty"),
    [
        # less than five apart; and no sum of zero
        ({"failed": {"caller": -2, "partner": -2, "defender": 2}}, "failed"),
        ({"failed": {"caller": -6, "partner": -6, "defender": 4}}, "failed"),  # paid double: 10 apart
        ({"solo_failed": {"caller": -8, "defender": 2}}, "failed"),  # doubled alone, which only a win is
        ({"made": {"caller": 2, "partner": 1, "defender": -1}}, "made"),
    ],
)
def test_shares_that_are_not_the_differences_of_the_paper_are_a_fault(table: dict[str, Any], faulty: str) -> None:
    shares = {"5": {**MAPPING["shares"]["5"], **table}}
    with pytest.raises(VariantError) as refused:
        parse_variant("gingo", {**MAPPING, "shares": shares})
    fault = f"shares: 5 players, {faulty}: caller and partner have 5 units per u less than a defender"
    assert fault in str(refused.value)


def test_where_nobody_writes_card_points_no_match_is_played_for_them() -> None:
    punti = parse_variant("punti", tomllib.loads((FILE.parent / "punti.toml").read_text(encoding="utf-8")))
    GINGO.check_ending(read_ending("paper:1000"))
    with pytest.raises(IllegalDealError, match="until 'paper:1000': in Chiamata a Punti nobody writes card points"):
        punti.check_ending(read_ending("paper:1000"))
    for key, value in (("until", "paper:500"), ("first", "paper")):
        mapping = {**tomllib.loads((FILE.parent / "punti.toml").read_text(encoding="utf-8")), "end": {key: value}}
        with pytest.raises(VariantError, match=rf"end\.{key}: nobody writes card points on paper here"):
            parse_variant("punti", mapping)


def test_a_change_of_any_value_of_the_file_is_refused_or_noticed() -> None:
    def check(variant: Variant) -> None:
        for (bid, count), (_u, (calling, others), (alone, each)) in BY_HAND.items():
            assert list(reckon(contract(bid, Result(count)), variant).units.values()) == [
                calling, others, calling, others, others,
            ]  # fmt: skip
            solo = reckon(contract(bid, Result(count), partner=None), variant).units
            assert (solo["Carla"], solo["Anna"]) == (alone, each)
        assert variant.auction.describe() == "61 to 120 card points"
        assert (variant.slam, variant.even_at_60, variant.auction.called, variant.alone) == (None, False, None, False)
        assert not variant.one_more_rests
        assert " ".join(variant.auction.pack) == "A 3 K Q J 7 6 5 4 2"
        assert all(variant.after_kind(kind).factor == 1 for kind in ("passed-out", "thrown-in", "misdeal"))
        assert variant.after_kind("passed-out").same_dealer
        assert (str(variant.ending), variant.ending.first) == ("", ("paper",))

    words = ["fails", "even", "rank", "card points", "bid", "count", "same", "next", "units", "won", "rests", "refused"]
    assert unnoticed("gingo", MAPPING, words, check) == []

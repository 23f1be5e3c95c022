"""The way to the units, reckoned again from the record, is the way to the units that it has."""

from dataclasses import replace

import pytest

from scorer.match.parsing import contract_example
from scorer.rule_files import VARIANTS
from tests.fixtures import FIVE, Ok, ReadSheet


@pytest.mark.parametrize(
    ("variant", "lines", "explanation"),
    [
        (
            "chiamata",
            # u = 2, slam x 2 = 4, triple: 12 a defender, alone 4 times that: 48
            ["deal anna 2/71 solo 120 --slam --times 3"],
            [
                "target   71 card points; 120 card points: made",
                "bid      2/71: u = 2 (bids from 71 on)",
                "slam     2 x 2 = 4",
                "shares   caller +4, solo, defenders -1 each",
                "carry    counts triple; each defender's stake is 12",
                "units    Anna +48, Bruno -12, Carla -12, Dario -12, Elena -12; they sum to 0",
            ],
        ),
        (
            "chiamata",
            # u = 1, failed: every sign turned round
            ["deal bruno K carla failed"],
            [
                "target   61 card points; nobody counted: failed",
                "bid      K: u = 1 (bids from A on)",
                "shares   caller -2, partner -1, defenders +1 each",
                "units    Anna +1, Bruno -2, Carla -1, Dario +1, Elena +1; they sum to 0",
            ],
        ),
        (
            "brisk",
            # two redeals: 2 x 2; u = 1, so 4 a defender
            ["redeal passed-out", "redeal passed-out", "deal anna K elena 62"],
            [
                "target   61 card points; 62 card points: made",
                "bid      K: u = 1 (bids from A on)",
                "shares   caller +2, partner +1, defenders -1 each",
                "carry    counts 4 times; each defender's stake is 4",
                "units    Anna +8, Bruno -4, Carla -4, Dario -4, Elena +4; they sum to 0",
            ],
        ),
        (
            "brisk",
            # 60 card points of 61: even
            ["redeal passed-out", "deal anna K elena 60"],
            [
                "target   61 card points; 60 card points: even",
                "bid      K: u = 1 (bids from A on)",
                "shares   caller 0, partner 0, defenders 0 each",
                "carry    counts double; each defender's stake is 0",
                "units    Anna 0, Bruno 0, Carla 0, Dario 0, Elena 0; they sum to 0",
            ],
        ),
    ],
)
def test_explain_went_another_way_than_the_payouts(
    ok: Ok, sheet: ReadSheet, variant: str, lines: list[str], explanation: list[str]
) -> None:
    ok(f"start Friday --players {FIVE} --variant {variant}")
    for line in lines:
        recorded = ok(line)
    number = len(lines)
    explained = ok(f"explain {number}").splitlines()
    assert explained[1:] == explanation
    assert f"{number}: {explained[0]}" == recorded.splitlines()[0]
    paid = ", ".join(f"{player} {units:+d}" if units else f"{player} 0" for player, units in sheet().running.items())
    assert f"units    {paid}; they sum to 0" == explanation[-1]


def test_the_example_of_a_deal_has_a_bid_of_71_or_the_highest_below_it() -> None:
    chiamata, seats = VARIANTS.load("chiamata"), FIVE.split(",")
    assert contract_example(seats, chiamata) == "anna 2/71 elena 74"
    low = replace(chiamata, auction=replace(chiamata.auction, highest=68))
    assert contract_example(seats, low) == "anna 2/68 elena 71"

"""The payouts of every shipped variant with a called partner, each number written out by hand from its rule page.

The checks take a variant, so that the last test can change every value of every shipped file, one at a time, and see
each change refused or noticed.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scorer.rules.bid import read_bid
from scorer.rules.cards import Card
from scorer.rules.carry import carry
from scorer.rules.deal import Deal, Result, decided_slam, outcome_of, reckon
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import Outcome
from scorer.rules.variant import Variant
from scorer.rules.variant_reading import parse_variant
from tests.changing import unnoticed

FILES = sorted((Path(__file__).parents[2] / "scorer" / "variants").glob("*.toml"))
TEXTS = {path: path.read_text(encoding="utf-8") for path in FILES}
SHIPPED = {path.stem: path for path, text in TEXTS.items() if "[sides]" not in text and "[win]" not in text}
SEATS = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")

RANKS = "A 3 K Q J 7 6 5 4 2, then 62 to 120 card points"
FROM_61 = "61 to 120 card points"
ITALIAN = "A 3 K Q J 7 6 5 4 2"

# Bids at both sides of every edge: units of caller, partner, each defender; then of a solo caller and each defender.
Rows = dict[str, tuple[int, ...]]
BASE: Rows = {
    "A 3 K Q J 7 6 5 4 2 2/62 2/70": (2, 1, -1, 4, -1),
    "2/71 2/80": (4, 2, -2, 8, -2),
    "2/81 2/90": (6, 3, -3, 12, -3),
    "2/91 2/100": (8, 4, -4, 16, -4),
    "2/101 2/120": (10, 5, -5, 20, -5),
}
BASE_IN_CARD_POINTS: Rows = {
    "61 62 70": (2, 1, -1, 4, -1),
    "71 80": (4, 2, -2, 8, -2),
    "81 90": (6, 3, -3, 12, -3),
    "91 100": (8, 4, -4, 16, -4),
    "101 120": (10, 5, -5, 20, -5),
}
BASE_SLAMS: Rows = {"A": (4, 2, -2, 8, -2), "2/71": (8, 4, -4, 16, -4), "2/120": (20, 10, -10, 40, -10)}
BASE_SLAMS_IN_CARD_POINTS: Rows = {"61": (4, 2, -2, 8, -2), "71": (8, 4, -4, 16, -4), "120": (20, 10, -10, 40, -10)}


@dataclass(frozen=True, kw_only=True)
class Page:
    """What the rule page of one variant says. `slam` is what it is taken by and for whom; None: there is none."""

    bids: str
    rows: dict[int, Rows]
    slam: tuple[str, str] | None = ("tricks", "both")
    slams: dict[int, Rows] = field(default_factory=dict)
    pack: str = ITALIAN
    called: str | None = None
    solo_from: str | None = None
    even: bool = False
    left: dict[str, tuple[int, str]] = field(default_factory=dict)
    after_three: int = 1
    end: str = ""


PAGES = {
    "chiamata": Page(bids=RANKS, rows={5: BASE}, slams={5: BASE_SLAMS}),
    "subito-al-due": Page(
        bids=FROM_61, rows={5: BASE_IN_CARD_POINTS}, slams={5: BASE_SLAMS_IN_CARD_POINTS}, called="2"
    ),
    "buio": Page(bids=FROM_61, rows={5: BASE_IN_CARD_POINTS}, slams={5: BASE_SLAMS_IN_CARD_POINTS}, called="2"),
    "punti": Page(bids=FROM_61, rows={5: BASE_IN_CARD_POINTS}, slams={5: BASE_SLAMS_IN_CARD_POINTS}),
    "monte": Page(
        bids=FROM_61,
        rows={
            5: {"61 70 71 90": (2, 1, -1, 4, -1), "91 101 120": (4, 2, -2, 8, -2)},
            6: {"61 70 71 90": (2, 2, -1, 5, -1), "91 101 120": (4, 4, -2, 10, -2)},
        },
        slam=("card points", "both"),
        slams={
            5: {"61": (4, 2, -2, 8, -2), "91": (8, 4, -4, 16, -4), "120": (8, 4, -4, 16, -4)},
            6: {"61": (4, 4, -2, 10, -2), "91": (8, 8, -4, 20, -4)},
        },
    ),
    "bastarda": Page(bids=FROM_61, rows={5: {"61 71 91 120": (2, 1, -1, 4, -1)}}, slam=None, end="units:15, play on"),
    "tens": Page(
        bids="A 10 K Q J 6 5 4 3 2, then 62 to 120 card points",
        rows={5: {"A 10 K Q J 6 5 4 3 2 2/62 2/70": (2, 1, -1, 4, -1), **dict(list(BASE.items())[1:])}},
        slam=None,
        pack="A 10 K Q J 6 5 4 3 2",
    ),
    "brisk": Page(
        bids=RANKS,
        rows={
            5: {
                **dict(list(BASE.items())[:4]),
                "2/101 2/110": (10, 5, -5, 20, -5),
                "2/111 2/120": (12, 6, -6, 24, -6),
            }
        },
        slam=("card points", "calling"),
        slams={5: {"A": (4, 2, -2, 8, -2), "2/101": (20, 10, -10, 40, -10), "2/111": (24, 12, -12, 48, -12)}},
        even=True,
        left={"even": (2, "next"), "passed-out": (2, "next"), "thrown-in": (2, "same")},
        after_three=8,
    ),
    "scighera": Page(
        bids=RANKS,
        rows={
            5: {
                "A 2 2/62 2/70": (2, 1, -1, 4, -1),
                "2/71 2/80": (4, 2, -2, 8, -2),
                "2/81 2/101 2/120": (6, 3, -3, 12, -3),
            }
        },
        slams={5: {"2": (4, 2, -2, 8, -2), "2/71": (8, 4, -4, 16, -4), "2/81": (12, 6, -6, 24, -6)}},
        left={"thrown-in": (2, "same")},
        after_three=8,
    ),
    "briscolone": Page(
        bids=f"{RANKS}; carichi; carichi/71; carichi/81",
        rows={
            5: {
                "A 2 2/62 2/70": (2, 1, -1, 4, -1),
                "2/71 2/80": (4, 2, -2, 8, -2),
                "2/81 2/101 2/120": (6, 3, -3, 12, -3),
                "carichi": (4, -1),
                "carichi/71": (8, -2),
                "carichi/81": (12, -3),
            }
        },
        slams={
            5: {
                "2": (4, 2, -2, 8, -2),
                "2/81": (12, 6, -6, 24, -6),
                "carichi": (8, -2),
                "carichi/71": (16, -4),
                "carichi/81": (24, -6),
            }
        },
        end="units:15, play on",
    ),
    "chiamadue": Page(
        bids=RANKS,
        rows={
            5: {
                "A 2 2/62 2/69": (2, 1, -1, 4, -1),
                "2/70 2/71 2/79": (4, 2, -2, 8, -2),
                "2/80 2/81 2/120": (6, 3, -3, 12, -3),
            }
        },
        slams={5: {"2": (6, 3, -3, 12, -3), "2/70": (8, 4, -4, 16, -4), "2/80": (10, 5, -5, 20, -5)}},
    ),
    "six-for-stakes": Page(
        bids="81 to 120 card points",
        rows={
            6: {
                "81 90": (3, 1, -1),
                "91 100": (6, 2, -2),
                "101 117": (9, 3, -3),
                "118 120": (12, 4, -4, 20, -4),
            }
        },
        slams={6: {"81": (6, 2, -2), "117": (18, 6, -6), "118": (24, 8, -8, 40, -8)}},
        solo_from="from 118 on",
    ),
    "carte": Page(
        bids=f"{RANKS}; carichi",
        rows={5: {"A 2 2/62 2/71 2/91 2/120": (2, 1, -1, 4, -1), "carichi": (4, -1)}},
        slam=("card points", "both"),
        slams={5: {"A": (4, 2, -2, 8, -2), "2/120": (4, 2, -2, 8, -2), "carichi": (8, -2)}},
        end="units:11, play on",
    ),
}


def mapping_of(name: str) -> dict[str, Any]:
    return tomllib.loads(SHIPPED[name].read_text(encoding="utf-8"))


def shipped(name: str) -> Variant:
    return parse_variant(name, mapping_of(name))


def deal(
    variant: Variant, bid: str, result: Result, *, players: int = 5, solo: bool = False, slam: bool = False
) -> Deal:
    """Carla calls, Anna is her partner."""
    return Deal(
        players=SEATS[:players],
        caller="Carla",
        partner=None if solo else "Anna",
        bid=read_bid(bid, variant.auction),
        result=result,
        slam=slam,
    )


def units(deal: Deal, variant: Variant) -> tuple[int, ...]:
    """Units of caller, partner (where there is one) and each defender; refuses defenders who differ."""
    won = reckon(deal, variant).units
    assert sum(won.values()) == 0
    (defender,) = {won[player] for player in deal.players if player not in {deal.caller, deal.partner}}
    return (*(won[player] for player in (deal.caller, deal.partner) if player), defender)


def turned_round(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(-number for number in numbers)


def split(numbers: tuple[int, ...]) -> dict[bool, tuple[int, ...]]:
    """The hand-written numbers by solo: five are both, three are partnered only, two are solo only."""
    return {alone: part for alone, part in ((False, numbers[:-2]), (True, numbers[-2:])) if len(numbers) == 5} or {
        len(numbers) == 2: numbers
    }


def check_rows(variant: Variant, page: Page) -> None:
    """Each bid made at its target and failed one below, partnered and solo; a way not printed is refused."""
    assert sorted(variant.shares) == sorted(page.rows)
    for players, rows in page.rows.items():
        for bids, numbers in rows.items():
            for bid in bids.split():
                check_bid(variant, bid, players, split(numbers))


def check_bid(variant: Variant, bid: str, players: int, ways: dict[bool, tuple[int, ...]]) -> None:
    target = read_bid(bid, variant.auction).target
    promised = bid.removeprefix("2/").removeprefix("carichi/")
    assert target == (int(promised) if len(promised) > 1 and promised.isdecimal() and promised != "10" else 61)
    below = {120: 118, 61: 59}.get(target, target - 1)
    slam_at_target = target == 120 and decided_slam(None, Result(120), variant)[0]
    for solo in (False, True):
        if solo not in ways:
            with pytest.raises(IllegalDealError):
                units(deal(variant, bid, Result(target), players=players, solo=solo), variant)
            continue
        if not slam_at_target:
            assert units(deal(variant, bid, Result(target), players=players, solo=solo), variant) == ways[solo]
        uncounted = deal(variant, bid, Result(outcome=Outcome.MADE), players=players, solo=solo)
        assert units(uncounted, variant) == ways[solo]
        failed = deal(variant, bid, Result(below), players=players, solo=solo)
        assert units(failed, variant) == turned_round(ways[solo])


def check_slams(variant: Variant, page: Page) -> None:
    """Slams of both sides at each bid written out, and what is no slam."""
    assert (variant.slam and (variant.slam.by, variant.slam.side)) == page.slam
    for players, rows in page.slams.items():
        for bid, numbers in rows.items():
            for solo, expected in split(numbers).items():
                made = deal(variant, bid, Result(120), players=players, solo=solo, slam=True)
                assert units(made, variant) == expected
                failed = deal(variant, bid, Result(0), players=players, solo=solo, slam=True)
                if page.slam == ("card points", "calling"):
                    with pytest.raises(IllegalDealError):
                        units(failed, variant)
                else:
                    assert units(failed, variant) == turned_round(expected)


def check_auction(variant: Variant, page: Page) -> None:
    """The legal bids in order, the pack, the card that is called, who may play alone."""
    auction = variant.auction
    assert auction.describe() == page.bids
    assert " ".join(auction.pack) == page.pack
    highest = auction.bids[-1 - len(auction.named)]
    for rank in page.pack.split():
        if page.called in {None, rank}:
            auction.check_called(highest if highest.rank in {None, rank} else auction.bids[-1], Card(rank, "coins"))
        else:
            with pytest.raises(IllegalDealError):
                auction.check_called(highest, Card(rank, "coins"))
    assert (f"from {auction.solo_from} on" if auction.solo_from else None) == page.solo_from


def check_rest(variant: Variant, page: Page) -> None:
    """60 of 61, what redeals leave and who deals after them, and the end of the match."""
    lowest = str(variant.auction.bids[0])
    outcome = outcome_of(variant.auction.bids[0], Result(60), variant)
    assert outcome is (Outcome.EVEN if page.even else Outcome.FAILED), lowest
    for kind in ("passed-out", "thrown-in", "misdeal", "annulled", "even"):
        after = variant.after_kind(kind)
        default = (1, "next" if kind == "even" else "same")
        assert (after.factor, "same" if after.same_dealer else "next") == page.left.get(kind, default), kind
        assert carry([(kind, 1)], variant) == page.left.get(kind, default)[0]
    assert carry([("thrown-in", 1)] * 3, variant) == page.after_three
    assert carry([("thrown-in", 1)] * 6, variant) == page.after_three**2
    assert f"{variant.ending}{', play on' * variant.ending.play_on}" == page.end


CHECKS = (check_rows, check_slams, check_auction, check_rest)


def test_every_shipped_variant_has_its_page_here() -> None:
    assert sorted(SHIPPED) == sorted(PAGES)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_shipped_variant_pays_what_its_rule_page_says(name: str, check: Any) -> None:
    check(shipped(name), PAGES[name])


WORDS = [
    *("fails", "even", "rank", "card points", "tricks", "both", "calling", "same", "next", "play on", "shared"),
    *("A", "3", "2", ITALIAN, "units:14", "units:12", "deals:15"),
]


@pytest.mark.parametrize("name", PAGES)
def test_a_change_of_any_value_of_a_shipped_file_is_refused_or_noticed(name: str) -> None:
    def check(variant: Variant) -> None:
        for law in CHECKS:
            law(variant, PAGES[name])

    assert unnoticed(name, mapping_of(name), WORDS, check) == []

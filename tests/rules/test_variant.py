"""What makes a variant file wrong: every fault with its key, all of them together."""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from scorer.rule_files import VARIANTS
from scorer.rules.bid import Auction, NamedBid
from scorer.rules.ending import HINT, OPEN_END, Ending
from scorer.rules.errors import VariantError
from scorer.rules.variant import After, Band, Shares, Slam, TableShares, Variant
from scorer.rules.variant_reading import parse_variant

ONE_OF_THREE = "slam.factor: a slam has either a factor or something to add, or it wins the match"
MADE = {"caller": 2, "partner": 1, "defender": -1}
SOLO = {"caller": 4, "defender": -1}


def plain(**changes: Any) -> dict[str, Any]:
    """The smallest sound variant, with top-level keys changed; None strikes one out."""
    mapping = {
        "title": "Plain",
        "source": "a test",
        "auction": {"by": "rank"},
        "bands": [{"from": "A", "u": 1}],
        "shares": {"5": {"made": MADE}},
    } | changes
    return {key: value for key, value in mapping.items() if value is not None}


def faults(**changes: Any) -> list[str]:
    with pytest.raises(VariantError) as error:
        parse_variant("plain", plain(**changes))
    assert str(error.value) == "\n".join(f"plain: {fault}" for fault in error.value.faults)
    return list(error.value.faults)


def read(**changes: Any) -> Variant:
    return parse_variant("plain", plain(**changes))


def shares(made: dict[str, int] = MADE, **more: dict[str, int]) -> dict[str, Any]:
    return {"5": {"made": made, **more}}


def test_the_smallest_variant_and_every_default() -> None:
    assert read() == Variant(
        name="plain",
        title="Plain",
        source="a test",
        auction=Auction(by_rank=True, lowest=62, highest=120, step=1),
        bands=(Band(0, 1, "A"),),
        shares={5: TableShares(Shares(2, 1, -1))},
        slam=None,
        even_at_60=False,
        after={},
        accumulates=True,
        cap=None,
        ending=OPEN_END,
        notes="",
    )


LARGEST = """
notes = "As told.\\nTwice."
pack = "A 10 K Q J 6 5 4 3 2"
at_60 = "even"
auction = { by = "rank", ranks = "A 10 K 2", lowest = 65, highest = 115, step = 5, solo_from = 70 }
bands = [{ from = "A", u = 1 }, { from = "2", u = 2 }, { from = 71, u = 1000 }]
shares.5.made = { caller = 2, partner = 1, defender = -1 }
shares.5.failed = { caller = -3, partner = 0, defender = 1 }
shares.5.solo = { caller = 4, defender = -1 }
shares.5.solo_failed = { caller = -8, defender = 2 }
slam = { by = "card points", side = "calling", add = 2 }
named.carichi = { u = 2, target = 70 }
after = { even = { factor = 2, dealer = "same" }, misdeal = { dealer = "next" } }
carry = { accumulates = false, cap = 4 }
end = { until = "deals:20+round", ties = "play on" }
"""


def test_the_largest_variant_and_every_key() -> None:
    variant = read(**tomllib.loads(LARGEST))
    assert variant == Variant(
        name="plain",
        title="Plain",
        source="a test",
        notes="As told.\nTwice.",
        auction=Auction(
            by_rank=True,
            lowest=65,
            highest=115,
            step=5,
            ranks=("A", "10", "K", "2"),
            pack=("A", "10", "K", "Q", "J", "6", "5", "4", "3", "2"),
            solo_from=70,
            named=(NamedBid("carichi", 2, 70),),
        ),
        # four ranks, then 65, 70: 75 is the first bid of at least 71
        bands=(Band(0, 1, "A"), Band(3, 2, "2"), Band(6, 1000, "71")),
        shares={5: TableShares(Shares(2, 1, -1), Shares(4, 0, -1), Shares(-3, 0, 1), Shares(-8, 0, 2))},
        slam=Slam("card points", "calling", add=2),
        even_at_60=True,
        after={"even": After(2, same_dealer=True), "misdeal": After(1, same_dealer=False)},
        accumulates=False,
        cap=4,
        ending=Ending(deals=20, finish_round=True, play_on=True),
    )


def test_a_named_bid_has_a_u_for_each_target_at_which_it_is_called() -> None:
    raised = {"81": 3, "71": 2}
    variant = read(named={"carichi": {"u": 1, "raised": raised}}, shares=shares(solo=SOLO))
    carichi = [bid for bid in variant.auction.bids if bid.name]
    assert [(str(bid), bid.target, variant.u(bid)) for bid in carichi] == [
        ("carichi", 61, 1), ("carichi/71", 71, 2), ("carichi/81", 81, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "players", "units"),
    [
        ("chiamata", 5, 4),  # alone at u 1
        ("brisca", 4, 1),
        ("briscola", 5, 4),  # alone against four
        ("cinquecento-pairs", 4, 0),  # the counts decide
    ],
)
def test_what_a_plain_win_pays_its_winner(name: str, players: int, units: int) -> None:
    assert VARIANTS.load(name).plain_win(players) == units


def test_a_named_bid_is_in_no_band() -> None:
    variant = VARIANTS.load("briscolone")
    assert {bid.name for bid in variant.auction.bids if variant.band(bid) is None} == {"carichi"}
    assert not any(bid.name for bid in variant.auction.bids if variant.band(bid))


def test_defaults_of_a_slam_a_named_bid_and_an_end() -> None:
    variant = read(
        slam={"by": "tricks", "factor": 2},
        named={"carichi": {"u": 1}},
        shares=shares(solo=SOLO),
        after={"even": {}, "passed-out": {}},
        at_60="even",
        end={"ties": "play on"},
    )
    assert variant.slam == Slam("tricks", "both", factor=2, add=0)
    assert variant.auction.named == (NamedBid("carichi", 1, 61),)
    assert variant.after == {"even": After(1, same_dealer=False), "passed-out": After(1, same_dealer=True)}
    assert variant.ending == Ending(play_on=True)
    assert read(end={}).ending == OPEN_END
    by_card_points = read(auction={"by": "card points", "called": "2"}, bands=[{"from": 61, "u": 1}])
    assert by_card_points.auction == Auction(by_rank=False, lowest=61, called="2")
    assert read(end={"until": "units:15"}).ending == Ending(race=("units", 15))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('title = " "', "title: is empty"),
        ('title = "\\u001b[2J"', "title: has a character that cannot be printed"),
        ("auction = {}", "auction.by: is missing"),
        ("shares.5 = {}", "shares.5.made: is missing"),
        ("shares.5.made = { caller = 2, partner = 1 }", "shares.5.made.defender: is missing"),
        ("slam.factor = 2", "slam.by: is missing"),
        ('slam.by = "tricks"', ONE_OF_THREE),
        ('slam = { by = "tricks", factor = 2, add = 2 }', ONE_OF_THREE),
        ("shares.5.solo = { caller = 4, defender = -1, partner = 0 }",
         "shares.5.solo.partner: is not known here (known: caller, defender)"),
        ("after.all-passed = {}",
         "after.all-passed: is not known here (known: passed-out, thrown-in, misdeal, annulled, even)"),
        ("title = 3", "title: 3 must be text"),
        ('auction = { by = "rank", lowest = true }', "auction.lowest: true must be a whole number"),
        ("carry.accumulates = 1", "carry.accumulates: 1 must be true or false"),
        ('bands = ["A"]', "bands.1: must be a table"),
        ("bands = [{ from = 71.5, u = 1 }]", "bands.1.from: 71.5 must be a whole number"),
        ('auction.by = "cards"', "auction.by: 'cards' must be one of 'rank', 'card points'"),
        ('auction = { by = "rank", lowest = 61 }', "auction.lowest: 61 must be 62 to 120"),
        ('auction = { by = "card points", lowest = 60 }', "auction.lowest: 60 must be 61 to 120"),
        ('auction = { by = "rank", lowest = 80, highest = 79 }', "auction.highest: 79 must be 80 to 120"),
        ('auction = { by = "rank", highest = 121 }', "auction.highest: 121 must be 62 to 120"),
        ('auction = { by = "rank", step = 0 }', "auction.step: 0 must be 1 to 120"),
        ('auction = { by = "rank", solo_from = 60 }', "auction.solo_from: 60 must be 61 to 120"),
        ('auction = { by = "rank", highest = 99, solo_from = 100 }', "auction.solo_from: 100 must be 61 to 99"),
        ('bands = [{ from = "A", u = 0 }]', "bands.1.u: 0 must be 1 to 1000"),
        ("bands = [{ from = 60, u = 1 }]", "bands.1.from: 60 must be 61 to 120"),
        ("shares.5.made = { caller = 2, partner = 1, defender = 0 }", "shares.5.made.defender: 0 must be -1000 to -1"),
        ("shares.5.made = { caller = 1001, partner = 1, defender = -1 }",
         "shares.5.made.caller: 1001 must be -1000 to 1000"),
        ("shares.5.failed.defender = -1", "shares.5.failed.defender: -1 must be 1 to 1000"),
        ("shares.5.solo_failed = { caller = 4, defender = -1 }",
         "shares.5.solo_failed.defender: -1 must be 1 to 1000"),
        ("shares.8 = {}", "shares.8: must be a number of players, 3 to 7"),
        ("shares.05 = {}", "shares.05: must be a number of players, 3 to 7"),
        ('slam = { by = "points", factor = 2 }', "slam.by: 'points' must be one of 'tricks', 'card points'"),
        ('slam = { by = "tricks", side = "defenders" }', "slam.side: 'defenders' must be one of 'both', 'calling'"),
        ('slam = { by = "tricks", factor = 1 }', "slam.factor: 1 must be 2 to 1000"),
        ('slam = { by = "tricks", add = 0 }', "slam.add: 0 must be 1 to 1000"),
        ('at_60 = "draw"', "at_60: 'draw' must be one of 'fails', 'even'"),
        ('end.ties = "split"', "end.ties: 'split' must be one of 'shared', 'play on'"),
        ("after.misdeal.factor = 0", "after.misdeal.factor: 0 must be 1 to 1000"),
        ('after.misdeal.dealer = "left"', "after.misdeal.dealer: 'left' must be one of 'same', 'next'"),
        ("carry.cap = 1", "carry.cap: 1 must be 2 to 1000"),
        ("named.carichi = { u = 1, target = 60 }", "named.carichi.target: 60 must be 61 to 120"),
        ("named.carichi = { u = 1, target = 70, raised = { 70 = 2 } }",
         "named.carichi.raised.70: must be card points above 70, at most 120"),
        ('named.carichi = { u = 1, target = 70, raised = { "+71" = 2 } }',
         "named.carichi.raised.+71: must be card points above 70, at most 120"),
        ("named.carichi = { u = 1, raised = { 71 = 0 } }", "named.carichi.raised.71: 0 must be 1 to 1000"),
        ("named.carichi.u = 0", "named.carichi.u: 0 must be 1 to 1000"),
        ("named.carichi = {}", "named.carichi.u: is missing"),
        ('pack = "A 3 3"', "pack: 'A 3 3' must be different ranks out of A 3 K Q J 10 9 8 7 6 5 4 2"),
        ('pack = "A 1"', "pack: 'A 1' must be different ranks out of A 3 K Q J 10 9 8 7 6 5 4 2"),
        ('auction = { by = "rank", ranks = "A 10" }',
         "auction.ranks: 'A 10' must be different ranks out of A 3 K Q J 7 6 5 4 2"),
        ('auction = { by = "card points", ranks = "A 2" }\nbands = [{ from = 61, u = 1 }]',
         "auction.ranks: an auction by card points has no ranks"),
        ('auction = { by = "rank", called = "2" }',
         "auction.called: in an auction by rank the bid says which card is called"),
        ('auction = { by = "card points", called = "8" }\nbands = [{ from = 61, u = 1 }]',
         "auction.called: '8' must be one of 'A', '3', 'K', 'Q', 'J', '7', '6', '5', '4', '2'"),
        ('bands = [{ from = "3", u = 1 }]', "bands.1.from: the bids below 3, from A on, have no u"),
        ('bands = [{ from = "A", u = 1 }, { from = "A", u = 2 }]',
         "bands.2.from: A must stand above A, the band before it"),
        ('bands = [{ from = "A", u = 1 }, { from = "8", u = 2 }]',
         "bands.2.from: no bid of this auction is 8 or above"),
        ('auction = { by = "card points", lowest = 70 }\nbands = [{ from = 61, u = 1 }]',
         "bands.1.from: 61 is below the lowest bid, 70"),
        ("bands = [{ u = 1 }]", "bands.1.from: is missing"),
        ('bands = [{ from = "A" }]', "bands.1.u: is missing"),
        ("shares.5.solo_failed = { caller = -4, defender = 1 }", "shares.5.solo_failed: without solo"),
        ("named.carichi.u = 1", "shares: solo bids need solo shares for every number of players"),
        ('auction = { by = "rank", solo_from = 80 }', "shares: solo bids need solo shares for every number of players"),
        ("named.donna.u = 1", "named.donna: a bid's name is letters and hyphens, and not a card's name"),
        ('named."a 2".u = 1', "named.a 2: a bid's name is letters and hyphens, and not a card's name"),
        ("after.even.factor = 2", "after.even: no deal is even here; set at_60 = 'even', or drop this table"),
        ('at_60 = "even"\nauction = { by = "card points", lowest = 62 }\nbands = [{ from = 62, u = 1 }]',
         "at_60: no bid here promises 61, so that none is even at 60"),
        ('end.until = "hours:3"',
         f"end.until: until 'hours:3': 'hours:3' cannot be read; {HINT}"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_key(text: str, fault: str) -> None:
    assert fault in faults(**tomllib.loads(text))


def tables(mapping: Any, *path: str) -> Iterator[tuple[str, ...]]:
    """The tables in a file, each by the keys that lead to it; the first is the file itself."""
    yield path
    for key, value in mapping.items():
        below = {f"{key}.{at}": each for at, each in enumerate(value, 1)} if isinstance(value, list) else {key: value}
        for name, each in below.items():
            if isinstance(each, dict):
                yield from tables(each, *path, *name.split("."))


def with_an_unknown_key(mapping: Any, path: tuple[str, ...]) -> dict[str, Any]:
    """The file with the key `x` in one of its tables."""
    mapping = deepcopy(mapping)
    place = mapping
    for key in path:
        place = place[int(key) - 1 if isinstance(place, list) else key]
    place["x"] = {}
    return dict(mapping)


def test_a_key_that_a_table_does_not_know_is_refused_in_every_table_of_a_file() -> None:
    largest = plain(**tomllib.loads(LARGEST))
    known = [path for path in tables(largest) if path not in {("shares",), ("named",)}]
    assert len(known) == 17
    for path in known:
        (fault,) = faults(**with_an_unknown_key(largest, path))
        assert fault.startswith(f"{'.'.join((*path, 'x'))}: is not known here (known: ")


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "x\x00"},
        {"bands": [{"from": "A", "u": 0}]},
        {"auction": {"by": "rank", "called": "2"}},
        {"end": {"until": "hours:3"}},
        {"shares": shares(solo_failed={"caller": -4, "defender": 1})},
        {"named": {"a 2": {"u": 1}}, "shares": shares(solo=SOLO)},
    ],
)
def test_one_fault_is_said_once(changes: dict[str, Any]) -> None:
    assert len(faults(**changes)) == 1


def test_all_faults_are_listed_together() -> None:
    assert faults(
        title=None,
        colour="red",
        auction={"by": "rank", "lowest": 5},
        bands=[{"from": "A", "u": 0}],
        shares={"5": {"made": {"caller": 2, "partner": 1}}},
        slam={"by": "tricks"},
    ) == [
        "auction.lowest: 5 must be 62 to 120",
        "bands.1.u: 0 must be 1 to 1000",
        "shares.5.made.defender: is missing",
        "title: is missing",
        ONE_OF_THREE,
        (
            "colour: is not known here (known: after, at_60, auction, bands, bonuses, card_points, carry, end, events, "
            "named, notes, one_more, pack, shares, sides, slam, source, title, trumps, win)"
        ),
    ]


def test_a_band_after_a_broken_one_is_still_read() -> None:
    assert faults(bands=["A", {"from": "A", "u": 1}, {"from": "8", "u": 2}]) == [
        "bands.1: must be a table",
        "bands.3.from: no bid of this auction is 8 or above",
    ]
    assert faults(bands=[{"from": "A", "u": 0}, {"from": "8", "u": 2}]) == [
        "bands.1.u: 0 must be 1 to 1000",
        "bands.2.from: no bid of this auction is 8 or above",
    ]
    assert faults(shares={"2": {}, "6": {"made": MADE, "x": 1}}) == [
        "shares.2: must be a number of players, 3 to 7",
        "shares.6.x: is not known here (known: failed, made, solo, solo_failed)",
    ]
    assert faults(after={"x": {}, "misdeal": {"factor": 0}}) == [
        "after.x: is not known here (known: passed-out, thrown-in, misdeal, annulled, even)",
        "after.misdeal.factor: 0 must be 1 to 1000",
    ]


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        # 3 + 1 - 3 leaves 1, times u 2
        (shares({"caller": 3, "partner": 1, "defender": -1}),
         "made, bid A: a residual of +2 units (caller +3, partner +1, defenders -1 each, times 2)"),
        (shares(failed={"caller": -3, "partner": -1, "defender": 1}),
         "failed, bid A: a residual of -2 units (caller -3, partner -1, defenders +1 each, times 2)"),
        (shares(solo={"caller": 5, "defender": -1}),
         "solo, made, bid A: a residual of +2 units (caller +5, partner 0, defenders -1 each, times 2)"),
        (shares(solo=SOLO, solo_failed={"caller": -8, "defender": 1}),
         "solo, failed, bid A: a residual of -8 units (caller -8, partner 0, defenders +1 each, times 2)"),
    ],
)  # fmt: skip
def test_a_table_that_does_not_balance_is_refused_with_its_residual(table: dict[str, Any], fault: str) -> None:
    assert f"shares: 5 players, {fault}" in faults(shares=table, bands=[{"from": "A", "u": 2}])


def test_every_number_of_players_is_proven() -> None:
    # among six the same shares leave 2 + 1 - 4
    assert faults(shares={"5": {"made": MADE}, "6": {"made": MADE}}) == [
        "shares: 6 players, made, bid A: a residual of -1 units (caller +2, partner +1, defenders -1 each, times 1)",
        "shares: 6 players, failed, bid A: a residual of +1 units (caller -2, partner -1, defenders +1 each, times 1)",
    ]
    assert read(shares={"3": {"made": {"caller": 1, "partner": 0, "defender": -1}}}).player_counts == (3,)
    seven = {"caller": 3, "partner": 2, "defender": -1}
    assert read(shares={"7": {"made": seven}, "5": {"made": MADE}}).player_counts == (5, 7)


def test_a_residual_is_looked_for_only_in_a_whole_table() -> None:
    (fault,) = faults(shares=shares({"caller": 3, "partner": 1, "defender": -1}), colour="red")
    assert fault.startswith("colour: is not known here")


def test_a_call_pays_from_half_on_where_failing_mirrors_making() -> None:
    # chiamata: +2 or -2 with a partner, +4 or -4 alone; rematada-points pays by the counts
    assert VARIANTS.load("chiamata").break_even == Fraction(1, 2)
    assert VARIANTS.load("rematada-points").break_even is None

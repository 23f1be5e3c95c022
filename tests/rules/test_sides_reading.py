"""The keys of a variant file that are of the games of sides: what they mean, and every fault with its key."""

import tomllib
from typing import Any

import pytest

from scorer.rules.bid import Auction
from scorer.rules.ending import HINT, Ending
from scorer.rules.errors import VariantError
from scorer.rules.variant import After, Bonus, Shares, Slam, TableShares, Variant, Win
from scorer.rules.variant_reading import parse_variant
from tests.rules.test_variant import tables, with_an_unknown_key

MADE = {"caller": 2, "partner": 1, "defender": -1}
WITH_AUCTION = {
    "title": "Plain",
    "source": "a test",
    "auction": {"by": "rank"},
    "bands": [{"from": "A", "u": 1}],
    "shares": {"5": {"made": MADE}},
}
ONE_OF_THREE = "slam.factor: a slam has either a factor or something to add, or it wins the match"

KING_AND_HORSE = {"amount": 20, "cards": "K Q"}


def of_sides(**changes: Any) -> dict[str, Any]:
    """The smallest sound game of sides, with top-level keys changed; None strikes one out."""
    mapping = {
        "title": "Pairs",
        "source": "a test",
        "sides": {"made_by": "alternate seats", "players": [4]},
        "win": {"by": "most"},
    } | changes
    return {key: value for key, value in mapping.items() if value is not None}


def faults_of_sides(**changes: Any) -> list[str]:
    with pytest.raises(VariantError) as error:
        parse_variant("pairs", of_sides(**changes))
    return list(error.value.faults)


def alone(*players: Any, **more: Any) -> dict[str, Any]:
    return {"made_by": "each alone", "players": list(players), **more}


def test_the_smallest_game_of_sides_and_every_default() -> None:
    variant = parse_variant("pairs", of_sides())
    assert variant == Variant(
        name="pairs",
        title="Pairs",
        source="a test",
        auction=Auction(by_rank=False, lowest=61, highest=60),
        bands=(),
        shares={},
        after={},
        made_by="alternate seats",
        numbers=(4,),
        win=Win(by="most", tie="even", worth="flat", u=1),
    )
    assert (variant.auction.bids, variant.has_auction, variant.player_counts) == ((), False, (4,))
    assert variant.after_kind("even") == After(1, same_dealer=False)


LARGEST = """
notes = "As told."
pack = "A 7 K Q J 6 5 4 3 2"
sides = { made_by = "alternate seats", players = [6, 4] }
win = { by = "most", tie = "more cards", u = 2, above = { card_points = 90, u = 5, deals_won = 3 } }
bonuses.trump-pair = { amount = 40, cards = "K Q" }
bonuses.last = { amount = 10, most = 2 }
events.three-killed = "the Ace took the Seven"
slam = { by = "tricks", wins_match = true }
trumps = "Denari coppe swords clubs"
card_points = { A = 11, 7 = 10, K = 4, Q = 3, J = 2 }
after = { even = { factor = 2, dealer = "same" }, misdeal = {} }
carry.cap = 4
end = { until = "won:3,deals:9", ties = "play on", first = "won taken units" }
"""


def test_the_largest_game_of_sides_and_every_key() -> None:
    assert parse_variant("pairs", of_sides(**tomllib.loads(LARGEST))) == Variant(
        name="pairs",
        title="Pairs",
        source="a test",
        notes="As told.",
        auction=Auction(by_rank=False, lowest=61, highest=60, pack=tuple("A7KQJ65432")),
        bands=(),
        shares={},
        made_by="alternate seats",
        numbers=(4, 6),
        win=Win(by="most", tie="more cards", worth="flat", u=2, above=90, above_u=5, above_deals=3),
        bonuses=(Bonus("trump-pair", 40, 1, ("K", "Q"), (4, 3)), Bonus("last", 10, 2)),
        events={"three-killed": "the Ace took the Seven"},
        slam=Slam("tricks", wins_match=True),
        trumps=("coins", "cups", "swords", "clubs"),
        card_values={"A": 11, "7": 10, "K": 4, "Q": 3, "J": 2},
        after={"even": After(2, same_dealer=True), "misdeal": After(1, same_dealer=True)},
        cap=4,
        ending=Ending(deals=9, race=("won", 3), play_on=True, first=("won", "taken", "units")),
    )


def test_what_a_win_is_where_the_file_says_little() -> None:
    def win(**keys: Any) -> Win:
        return parse_variant("pairs", of_sides(win=keys)).win

    assert win(by="at most", limit=11) == Win(by="at most", limit=11, tie="even", worth="flat", u=1)
    assert win(by="most", worth="margin") == Win(by="most", tie="even", worth="margin", u=1)
    above = {"card_points": 60, "u": 2}
    assert win(by="most", above=above) == Win(by="most", worth="flat", above=60, above_u=2, above_deals=1)


def test_a_key_that_a_table_does_not_know_is_refused_in_every_table_of_a_file() -> None:
    largest = of_sides(**tomllib.loads(LARGEST))
    known = [path for path in tables(largest) if path not in {("bonuses",), ("events",), ("card_points",)}]
    assert len(known) == 12
    for path in known:
        first, *_others = faults_of_sides(**with_an_unknown_key(largest, path))
        assert first.startswith(f"{'.'.join((*path, 'x'))}: is not known here (known: "), path


def test_the_cards_of_a_bonus_count_as_the_file_says() -> None:
    # in parts of Tuscany the Horse counts 2 and the Jack 3
    tuscan = of_sides(
        card_points={"A": 11, "3": 10, "K": 4, "J": 3, "Q": 2}, bonuses={"pair": KING_AND_HORSE, "low": {"amount": 1}}
    )
    assert [bonus.values for bonus in parse_variant("pairs", tuscan).bonuses] == [(4, 2), ()]
    # a card that counts nothing may be of a bonus too
    seven = parse_variant("pairs", of_sides(bonuses={"pair": {"amount": 20, "cards": "K 7"}}))
    assert seven.bonuses == (Bonus("pair", 20, 1, ("K", "7"), (4,)),)


def test_a_caller_may_always_be_alone() -> None:
    rematada = {
        "title": "Alone",
        "source": "a test",
        "sides": {"partner": "never"},
        "auction": {"by": "card points", "lowest": 100},
        "win": {"by": "contract", "worth": "count"},
        "shares": {"3": {"solo": {"caller": 2, "defender": -1}}},
        "bonuses": {"pair": KING_AND_HORSE, "last": {"amount": 10}},
    }
    variant = parse_variant("alone", rematada)
    assert (variant.made_by, variant.alone, variant.bands) == ("auction", True, ())
    assert variant.shares == {3: TableShares(None, Shares(2, 0, -1))}
    assert (variant.auction.highest, variant.most_counted) == (150, 150)  # 120, a pair and the last trick
    assert variant.win == Win(by="contract", worth="count")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('sides = { made_by = "pairs", players = [4] }',
         "sides.made_by: 'pairs' must be one of 'auction', 'alternate seats', 'each alone'"),
        ('sides.made_by = "each alone"', "sides.players: is missing"),
        ('sides = { made_by = "each alone", players = [] }',
         "sides.players: [] must be numbers of players out of 2, 3, 4, 5, 6"),
        ('sides = { made_by = "each alone", players = [1, 2] }',
         "sides.players: [1, 2] must be numbers of players out of 2, 3, 4, 5, 6"),
        ('sides = { made_by = "alternate seats", players = [5] }',
         "sides.players: [5] must be numbers of players out of 4, 6"),
        ('sides = { made_by = "each alone", players = [4], partner = "never" }',
         "sides.partner: is not known here (known: made_by, players)"),
        ('auction.by = "rank"', "auction: is of games with an auction; here sides are made by alternate seats"),
        ('shares = {}\nsides = { made_by = "each alone", players = [5] }',
         "shares: is of games with an auction; here sides are made by each alone"),
        *((f"{key} = {{}}", f"{key}: is of games with an auction; here sides are made by alternate seats")
          for key in ("bands", "named", "at_60")),
        ("after.passed-out = {}", "after.passed-out: nobody passes without an auction"),
        ('slam = { by = "tricks", side = "calling", factor = 2 }',
         "slam.side: there is no calling side without an auction"),
        ('win.by = "at most"', "win.limit: is missing"),
        ('win = { by = "at most", limit = -1 }', "win.limit: -1 must be 0 to 119"),
        ('win = { by = "at most", limit = 11, tie = "even" }',
         "win.tie: is not known here (known: above, by, limit, u, worth)"),
        ('win = { by = "most", limit = 11 }', "win.limit: is not known here (known: above, by, tie, u, worth)"),
        ('win = { by = "most", worth = "margin", u = 1 }', "win.u: is not known here (known: above, by, tie, worth)"),
        ('win.by = "contract"', "win.by: 'contract' must be one of 'most', 'at most'"),
        ('win = { by = "most", tie = "redealt" }', "win.tie: 'redealt' must be one of 'even', 'more cards', 'shared'"),
        ('win = { by = "most", worth = "count" }', "win.worth: 'count' must be one of 'flat', 'margin'"),
        ('win = { by = "most", u = 0 }', "win.u: 0 must be 1 to 1000"),
        ('win = { by = "at most", limit = 11, worth = "margin" }',
         "win.worth: the margin is that of the most card points"),
        ('win = { by = "most", above = { u = 2 } }', "win.above.card_points: is missing"),
        ('win = { by = "most", above = { card_points = 59, u = 2 } }', "win.above.card_points: 59 must be 60 to 119"),
        ('win = { by = "most", above = { card_points = 160, u = 2 } }\nbonuses.pair = { amount = 20, most = 2 }',
         "win.above.card_points: 160 must be 60 to 159"),
        ('win = { by = "most", above = { card_points = 100, u = 2, deals_won = 0 } }',
         "win.above.deals_won: 0 must be 1 to 1000"),
        ('win = { by = "most", worth = "margin", above = { card_points = 100, u = 2 } }',
         "win.above: is of a flat win by the most card points"),
        ('win = { by = "at most", limit = 11, above = { card_points = 100, u = 2 } }',
         "win.above: is of a flat win by the most card points"),
        ('win = { by = "most", worth = "margin" }\nsides = { made_by = "each alone", players = [2, 3] }',
         "win.worth: the margin is that of two sides that are counted: no events, and two players alone"),
        ('win = { by = "most", worth = "margin" }\nevents.killed = "it was"',
         "win.worth: the margin is that of two sides that are counted: no events, and two players alone"),
        ('win = { by = "most", tie = "more cards" }\nsides = { made_by = "each alone", players = [2] }',
         "win.tie: more cards decide between two sides for a flat win: sides.made_by = 'alternate seats'"),
        ('win = { by = "most", tie = "more cards", worth = "margin" }',
         "win.tie: more cards decide between two sides for a flat win: sides.made_by = 'alternate seats'"),
        ("bonuses.pair.amount = 0", "bonuses.pair.amount: 0 must be 1 to 1000"),
        ("bonuses.pair = { amount = 20, most = 0 }", "bonuses.pair.most: 0 must be 1 to 4"),
        ('bonuses.pair = { amount = 20, cards = "K 8" }',
         "bonuses.pair.cards: '8' is no rank of this pack: A 3 K Q J 7 6 5 4 2"),
        ('bonuses."a pair".amount = 20', "bonuses.a pair: the name of a bonus is letters and hyphens"),
        ("bonuses.pair = { amount = 28, most = 4 }",
         "bonuses: one side could have 232; a count goes up to 230, bonuses included"),
        ('events.Killed = "it was"', "events.Killed: the word for an event is small letters and hyphens"),
        ('events.won = "it was"', "events.won: begins like 'won', another word of a deal"),
        ('bonuses.pair = { amount = 20, cards = "K K" }',
         "bonuses.pair.cards: names a rank twice; these are cards of one suit"),
        *((f'events.{word} = "it was"', f"events.{word}: begins like '{word}', another word of a deal")
          for word in ("even", "made", "failed", "said", "cards", "slam", "solo", "nobody")),
        ('events.persa = "lost"', "events.persa: begins like 'persa', another word of a deal"),
        ('events.w = "it was"', "events.w: begins like 'won', another word of a deal"),
        ('events.wonder = "so"', "events.wonder: begins like 'won', another word of a deal"),
        ('pack = "A 3 K Q 7 6"', "pack: has no J: then a deal has not 120 card points"),
        ('trumps = "coins cups stars"',
         "trumps: 'coins cups stars' must be different suits: coins cups swords clubs, or French ones"),
        ("card_points.A = 11", "card_points: must give 11, 10, 4, 3, 2 to five ranks of the pack"),
        ("card_points = { A = 11, 3 = 10, K = 4, Q = 3, J = 3 }",
         "card_points: must give 11, 10, 4, 3, 2 to five ranks of the pack"),
        ("card_points = { A = 11, 10 = 10, K = 4, Q = 3, J = 2 }",
         "card_points: must give 11, 10, 4, 3, 2 to five ranks of the pack"),
        ("card_points.A = 0", "card_points.A: 0 must be 1 to 120"),
        ('slam = { by = "tricks", wins_match = true, factor = 2 }', ONE_OF_THREE),
        ('slam = { by = "tricks", wins_match = false }', ONE_OF_THREE),
        ('slam = { by = "tricks", factor = 2 }\nwin = { by = "at most", limit = 11 }',
         "slam: who takes every trick has not won here"),
        ('end.first = "wins"', "end.first: 'wins' must be of units, won, taken, paper"),
        ('end.first = ""', "end.first: '' must be of units, won, taken, paper"),
    ],
)  # fmt: skip
def test_a_fault_of_a_game_of_sides_is_named_with_its_key(text: str, fault: str) -> None:
    assert fault in faults_of_sides(**tomllib.loads(text))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('sides.partner = "always"', "sides.partner: 'always' must be one of 'called', 'never'"),
        ("sides.players = [5]", "sides.players: is not known here (known: made_by, partner)"),
        ('sides.partner = "never"', "shares.5.made: is not known here (known: solo, solo_failed)"),
        ('sides.partner = "never"\nshares.3 = {}', "shares: solo bids need solo shares for every number of players"),
        ('win.by = "most"', "win.by: 'most' must be one of 'contract'"),
        ('win.worth = "flat"', "win.worth: 'flat' must be one of 'bid', 'count', 'bid or shortfall'"),
        ('win.worth = "count"', "bands: bid and count say themselves here what a contract is worth"),
        ('win.tie = "even"', "win.tie: is not known here (known: by, worth)"),
        ('bonuses.low.amount = 1\nsides.partner = "never"', "bonuses: in an auction a bonus is 2 or more"),
        ('events.killed = "it was"', "events: is of games without an auction"),
        ('trumps = "coins"', "trumps: is of games without an auction"),
        ('slam = { by = "tricks", wins_match = true }', "slam.wins_match: is of games without an auction"),
        ('slam = { by = "tricks", factor = 2 }\nbonuses.pair = { amount = 20, cards = "K Q" }',
         "slam: the count of a caller does not show it"),
        ('end.until = "taken:500"', "end.until: card points are added up only where no auction makes the sides"),
        ('end.first = "taken"', "end.first: card points are added up only where no auction makes the sides"),
    ],
)  # fmt: skip
def test_a_key_that_an_auction_does_not_have_is_a_fault(text: str, fault: str) -> None:
    with pytest.raises(VariantError) as error:
        parse_variant("plain", WITH_AUCTION | tomllib.loads(text))
    assert fault in error.value.faults


def test_one_fault_of_a_game_of_sides_is_said_once() -> None:
    # a way of making sides that is not known: what would be missing in an auction is not asked for
    assert len(faults_of_sides(sides={"made_by": "pairs", "players": [4]})) == 1
    unknown = {"sides": {"made_by": "pairs"}}
    with pytest.raises(VariantError) as error:
        parse_variant("plain", WITH_AUCTION | unknown)
    assert len(error.value.faults) == 1  # there is an auction
    assert faults_of_sides(**unknown, bands=[])[1:] == [
        "sides.players: is missing", "bands: is of games with an auction; here sides are made by each alone",
    ]  # fmt: skip
    assert "auction.by: is missing" in faults_of_sides(sides={})
    assert len(faults_of_sides(sides={"made_by": "each alone"})) == 1
    assert len(faults_of_sides(win={"by": "at most"})) == 1
    assert len(faults_of_sides(events={"killed 3": "it was"})) == 1


def test_all_faults_of_a_game_of_sides_are_listed_together() -> None:
    assert faults_of_sides(
        title=None,
        auction={"by": "rank"},
        sides={"made_by": "each alone", "players": [9]},
        win={"by": "at most", "limit": 300, "worth": "margin"},
        bonuses={"pair": {"amount": 0}},
        events={"won": ""},
        trumps="moons",
        end={"first": "wins", "until": "x"},
    ) == [
        "sides.players: [9] must be numbers of players out of 2, 3, 4, 5, 6",
        "auction: is of games with an auction; here sides are made by each alone",
        "bonuses.pair.amount: 0 must be 1 to 1000",
        "win.limit: 300 must be 0 to 119",
        "win.worth: the margin is that of the most card points",
        "events.won: begins like 'won', another word of a deal",
        "events.won: is empty",
        "trumps: 'moons' must be different suits: coins cups swords clubs, or French ones",
        "title: is missing",
        "end.first: 'wins' must be of units, won, taken, paper",
        f"end.until: until 'x': 'x' cannot be read; {HINT}",
    ]

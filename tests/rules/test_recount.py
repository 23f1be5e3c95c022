"""One deal under another payout table: what its facts tell there, and what they do not."""

from dataclasses import replace
from itertools import product

import pytest

from scorer.rule_files import VARIANTS
from scorer.rules.bid import read_bid
from scorer.rules.deal import Deal, Reckoning, Result, reckon
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import CARDS, SAID, Outcome
from scorer.rules.recount import Obstacle, counterpart, leaves, recounted, recounted_sides
from scorer.rules.sides import SidesDeal, SidesReckoning, reckon_sides
from scorer.rules.variant import Variant

EVERY = {name: VARIANTS.load(name) for name in VARIANTS.names() if VARIANTS.shipped(name)}
CALLED = {name: variant for name, variant in EVERY.items() if variant.has_auction}
FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
SAID_MADE, SAID_FAILED = Result(outcome=Outcome.MADE), Result(outcome=Outcome.FAILED)


def deal(bid: str, game: str, result: Result, partner: str | None = "Bruno", *, slam: bool = False) -> Deal:
    won = read_bid(bid, EVERY[game].auction)
    return Deal(players=FIVE, caller="Anna", partner=partner, bid=won, result=result, slam=slam)


def under(
    there: str, here: str, bid: str, result: int | Result, partner: str | None = "Bruno", *, slam: bool = False
) -> object:
    """What Anna gets under the other table, or why nobody can say."""
    known = result if isinstance(result, Result) else Result(result)
    answer = recounted(deal(bid, here, known, partner, slam=slam), EVERY[here], EVERY[there])
    return answer.units["Anna"] if isinstance(answer, Reckoning) else answer


def test_the_same_call_pays_by_the_band_of_the_other_table() -> None:
    # 2/81 made: u is 3 in chiamata and in Brisk, 1 in Bastarda; ChiamaDue has 3 from 80 on
    assert under("bastarda", "chiamata", "2/81", 85) == 2
    assert under("chiamadue", "chiamata", "2/70", 70) == 4  # u 2 from 70 on, where the base table has 1
    assert under("brisk", "chiamata", "2/111", 111) == 12  # u 6 from 111 on, 5 in the base table
    assert under("scighera", "chiamata", "2/111", 80) == -6  # u 3 from 81 on
    assert under("chiamata", "brisk", "K", 30, None) == -4


@pytest.mark.parametrize(
    ("bid", "here", "there", "expected"),
    [
        ("K", "chiamata", "punti", "61"),  # a rank promises 61
        ("2/74", "chiamata", "punti", "74"),
        ("74", "punti", "chiamata", "2/74"),  # above 61 the last rank goes with it
        ("61", "punti", "chiamata", "A"),  # any rank: all pay alike
        ("61", "subito-al-due", "chiamata", "2"),  # which this game always calls
        ("10", "tens", "chiamata", None),  # no such card in the pack
        ("61", "punti", "six-for-stakes", None),  # bids begin at 81
        ("carichi/71", "briscolone", "chiamata", None),
        ("carichi/71", "briscolone", "briscolone", "carichi/71"),
    ],
)
def test_a_bid_has_a_counterpart_or_none(bid: str, here: str, there: str, expected: str | None) -> None:
    answer = counterpart(read_bid(bid, EVERY[here].auction), EVERY[here], EVERY[there])
    assert (str(answer) if answer else None) == expected


def test_sixty_of_61_is_even_where_the_other_table_says_so() -> None:
    assert under("brisk", "chiamata", "K", 60) == 0
    assert under("chiamata", "brisk", "K", 60) == -2
    # failed, and nobody counted: it may have been 60
    assert under("brisk", "chiamata", "K", SAID_FAILED) is Obstacle.COUNT
    # a slam by all tricks was never asked for
    assert under("chiamadue", "bastarda", "61", SAID_FAILED) is Obstacle.COUNT


def test_a_slam_is_recounted_only_where_somebody_knows_it() -> None:
    # all tricks are all card points: Brisk pays them; 120 card points are not yet all tricks
    assert under("brisk", "chiamata", "K", SAID_MADE, slam=True) == 4
    assert under("brisk", "chiamata", "K", 120) == 4
    assert under("chiamata", "brisk", "K", 120, slam=True) is Obstacle.TRICKS
    assert under("chiamata", "brisk", "K", SAID_MADE) == 2  # Brisk asked: it was not 120, so not all tricks either
    assert under("brisk", "chiamata", "K", SAID_MADE) is Obstacle.COUNT  # not all tricks, but maybe 120
    assert under("chiamata", "brisk", "K", SAID_FAILED) is Obstacle.COUNT  # of the defenders' slam Brisk knows nothing
    assert under("chiamata", "tens", "K", 120) is Obstacle.TRICKS  # no slam there: nobody asked
    assert under("chiamata", "tens", "K", 119 - 1) == 2


def test_who_plays_is_what_the_other_table_allows() -> None:
    assert under("six-for-stakes", "chiamata", "2/118", 118, None) is Obstacle.PLAYERS
    assert under("briscola", "chiamata", "K", 70) is Obstacle.CALLER
    assert under("rematada", "chiamata", "2/110", 118) is Obstacle.BID  # counts with bonuses


def every_deal(variant: Variant) -> list[Deal]:
    """Deals of every bid, legal or not, counted and not, with a partner and alone, a slam and none."""
    counts = [Result(count, with_bonuses=bool(variant.bonuses)) for count in (0, 45, 60, 61, 85, 110, 120)]
    results = [
        *counts,
        *(Result(outcome=said, with_bonuses=bool(variant.bonuses)) for said in (Outcome.MADE, Outcome.FAILED)),
    ]
    bids = variant.auction.bids[:: max(1, len(variant.auction.bids) // 8)]
    deals = []
    for players, bid, result, partner, slam in product(
        variant.player_counts, bids, results, ("2", None), (False, True)
    ):
        try:
            legal = Deal(
                players=tuple("1234567"[:players]), caller="1", partner=partner, bid=bid, result=result, slam=slam
            )
            reckon(legal, variant)
        except IllegalDealError:
            continue
        deals.append(legal)
    return deals


def test_under_its_own_table_a_deal_stays_what_it_was() -> None:
    for variant in CALLED.values():
        for played in every_deal(variant):
            again = recounted(played, variant, variant)
            assert isinstance(again, Reckoning)
            assert replace(again, deal=played) == reckon(played, variant)


def test_no_deal_of_any_game_is_too_much_for_another() -> None:
    seen = set()
    for here in CALLED.values():
        for played, there in product(every_deal(here)[::47], EVERY.values()):
            answer = recounted(played, here, there)
            seen.add(answer if isinstance(answer, Obstacle) else "recounted")
            assert leaves(answer) in {"deal", "even", None}
            if isinstance(answer, Reckoning):
                assert sum(answer.units.values()) == 0
    assert Obstacle.NONE not in seen
    assert {"recounted", Obstacle.BID, Obstacle.PLAYERS, Obstacle.COUNT, Obstacle.TRICKS, Obstacle.CALLER} <= seen


PAIRS = (("A", "C"), ("B", "D"))


def sides(here: str, there: str, played: SidesDeal) -> object:
    """What A gets under the other game, or why nobody can say."""
    answer = recounted_sides(played, "ABCD"[: len(played.players)], EVERY[here], EVERY[there])
    return answer.units["A"] if isinstance(answer, SidesReckoning) else answer


def test_counts_decide_again_where_nobody_calls() -> None:
    counted = SidesDeal(sides=PAIRS, counts=(110, 10))
    assert sides("brisca", "brisca-hundred", counted) == 2  # more than 100 counts twice
    assert sides("brisca", "mexican-pairs", counted) == -1  # at most 11 wins there
    assert sides("brisca", "briscola", counted) is Obstacle.SIDES  # each alone
    assert sides("brisca", "cinquecento-pairs", counted) is Obstacle.BONUSES  # of which nobody took note
    with_bonus = SidesDeal(sides=PAIRS, counts=(90, 50), bonuses=(20, 0))
    assert sides("cinquecento-pairs", "brisca", with_bonus) == 1  # 70 : 50
    assert sides("cinquecento-pairs", "cinquecento-pairs", with_bonus) == 40  # bonuses go along
    equal = SidesDeal(sides=PAIRS, counts=(60, 60))
    assert sides("briscola-pairs", "brisca", equal) is Obstacle.CARDS  # who had more cards was never asked
    assert sides("brisca", "briscola-pairs", SidesDeal(sides=PAIRS, counts=(60, 60), winners=(0,), decided=CARDS)) == 0
    assert sides("brisca", "chiamata", equal) is Obstacle.CALLER


def test_who_won_is_taken_over_where_the_same_wins() -> None:
    won = SidesDeal(sides=PAIRS, winners=(1,), decided=SAID)
    assert sides("brisca", "brisca-threes", won) is Obstacle.PLAYERS
    assert sides("brisca", "brisca-hundred", won) is Obstacle.COUNT  # it may have been more than 100
    assert sides("brisca", "mexican-pairs", won) is Obstacle.COUNT
    killed = SidesDeal(sides=PAIRS, winners=(0,), decided="killed")
    assert sides("muerte-al-tres", "briscola-pairs", killed) is Obstacle.EVENT
    assert sides("muerte-al-tres", "briscola-pairs", won) == -1
    # no slam where only the count would show one, which nobody made
    there = replace(EVERY["muerte-al-tres"], slam=EVERY["brisk"].slam)
    assert recounted_sides(killed, "ABCD", EVERY["muerte-al-tres"], there) is Obstacle.COUNT


def test_a_slam_of_sides_is_recounted_only_where_somebody_knows_it() -> None:
    plain = EVERY["brisca"]  # a win is 1; a slam doubles it
    by_count, by_tricks = (replace(plain, slam=EVERY[name].slam) for name in ("brisk", "chiamata"))
    elsewhere = replace(by_tricks, name="elsewhere")

    def pays(here: Variant, there: Variant, counts: tuple[int, int], *, slam: bool = False) -> object:
        answer = recounted_sides(SidesDeal(sides=PAIRS, counts=counts, slam=slam), "ABCD", here, there)
        return answer.units["A"] if isinstance(answer, SidesReckoning) else answer

    assert pays(plain, by_count, (118, 2)) == 1
    assert pays(plain, by_count, (120, 0)) == 2
    assert pays(by_tricks, by_count, (120, 0)) == 2  # not all tricks, and yet all card points
    assert pays(by_tricks, elsewhere, (120, 0)) == 1
    assert pays(by_tricks, elsewhere, (120, 0), slam=True) == 2
    assert pays(plain, by_tricks, (118, 2)) == 1
    assert pays(plain, by_tricks, (120, 0)) is Obstacle.TRICKS  # nobody asked
    assert pays(by_count, by_tricks, (120, 0), slam=True) is Obstacle.TRICKS


def test_a_deal_of_sides_stays_what_it_was_under_its_own_rules() -> None:
    for variant in (
        known for known in EVERY.values() if not known.has_auction and 2 in known.player_counts and not known.bonuses
    ):
        for counts in ((120, 0), (75, 45), (60, 60), (11, 109)):
            played = SidesDeal(sides=(("A",), ("B",)), counts=counts)
            assert recounted_sides(played, "AB", variant, variant) == reckon_sides(played, variant)

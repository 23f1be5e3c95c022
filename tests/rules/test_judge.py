"""The one judge: what it gives is what the rules say, and a refusal names the fact."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rule_files import VARIANTS
from scorer.rules.deal import Deal, Result, reckon
from scorer.rules.deal_facts import FactError, Facts, Judged
from scorer.rules.deals_by_units import KnownFacts, Reading, UnitsReader
from scorer.rules.errors import IllegalDealError
from scorer.rules.judge import Judge, units_along
from scorer.rules.kinds import Outcome
from scorer.rules.variant import BY_COUNT, Shares

READ = {name: VARIANTS.load(name) for name, whose in VARIANTS.names().items() if whose == "shipped"}
JUDGES = {name: Judge(variant) for name, variant in READ.items() if variant.has_auction and not variant.alone}
READERS = {name: UnitsReader(judge.variant) for name, judge in JUDGES.items()}
BY_BID = [name for name, judge in JUDGES.items() if judge.variant.win.worth not in BY_COUNT]


def judged(
    judge: Judge,
    bid: str,
    called: str | None,
    card_points: int | None,
    outcome: str | None,
    slam: bool | None,
    times: int,
    players: int,
    solo: bool,
) -> Judged:
    """The deal of so many players, of whom the first calls and the second helps, unless the caller is alone."""
    facts = Facts(players, None, 1, None if solo else 2, bid, None, called, card_points, outcome, slam, times)
    return judge.deal(facts)


def test_a_deal_by_hand() -> None:
    # 2/71 made with 74 under chiamata: u 2, so the caller +4, the partner +2, defenders -2
    assert judged(JUDGES["chiamata"], "due/71", "2 denari", 74, None, None, 1, 5, False) == Judged(
        Facts(5, None, 1, 2, "2/71", 71, "2 coins", 74, "made", False, 1),
        Shares(caller=4, partner=2, defender=-2),
    )


def test_who_sits_where_is_not_in_a_way_and_is_in_the_units() -> None:
    # Carla in seat 3 calls with seat 6 of six, of whom seat 2 rests: the same way as 1 with 2 of five
    judge = JUDGES["chiamata"]
    facts = Facts(6, 2, 3, 6, "2/71", 71, None, 74, "made", False, 1)
    assert facts.wherever_they_sit() == facts._replace(seated=5, out=None, caller=1, partner=2)
    paid = judge.deal(facts.wherever_they_sit()).paid
    assert paid is not None
    assert units_along(6, 2, 3, 6, paid) == (-2, None, 4, -2, -2, 2, None)


@settings(max_examples=100)
@given(st.data(), st.sampled_from(sorted(JUDGES)), st.integers(0, 120), st.booleans(), st.booleans(), st.integers(1, 8))
def test_a_deal_is_judged_as_the_rules_reckon_it(
    data: st.DataObject, name: str, card_points: int, solo: bool, counted: bool, times: int
) -> None:
    judge = JUDGES[name]
    bid = data.draw(st.sampled_from(judge.variant.auction.bids))
    players = data.draw(st.sampled_from(judge.variant.player_counts))
    outcome = data.draw(st.sampled_from(["made", "failed"]))
    count, uncounted, slam = (card_points, None, None) if counted else (None, outcome, False)
    try:
        deal = judged(judge, str(bid), None, count, uncounted, slam, times, players, solo)
    except FactError as error:
        if error.fact not in {"card_points", "partner", "slam"}:  # the bid, the times, the players are legal
            raise
        return
    seats, kept = tuple("ABCDEFG"[:players]), deal.facts
    result = Result(kept.card_points) if kept.card_points is not None else Result(outcome=Outcome(outcome))
    partner, slam = None if solo else "A", bool(kept.slam)
    by_hand = Deal(players=seats, caller="B", partner=partner, bid=bid, result=result, slam=slam, times=times)
    reckoned = reckon(by_hand, judge.variant)
    assert deal.paid is not None
    assert reckoned.units["B"] == deal.paid.caller
    assert reckoned.units["C"] == deal.paid.defender
    assert reckoned.units["A"] == (deal.paid.defender if solo else deal.paid.partner)
    assert reckoned.outcome == kept.outcome
    assert judge.deal(kept)._replace(unsure=deal.unsure) == deal


FACTS = ("K", None, 74, None, None, 1, 5, False)


@pytest.mark.parametrize(
    ("at", "wrong", "fact"),
    [
        (0, "X", "bid"),
        (0, "2/121", "bid"),
        (1, "3 coins", "called"),
        (2, 119, "card_points"),
        (3, "failed", "outcome"),
        (4, True, "slam"),
        (5, 1025, "times"),
        (6, 4, "seat"),
    ],
)
def test_a_refusal_names_the_fact_every_time(at: int, wrong: object, fact: str) -> None:
    facts = list(FACTS)
    facts[at] = wrong  # type: ignore[call-overload]
    for _ in range(2):
        with pytest.raises(FactError) as refused:
            judged(JUDGES["chiamata"], *facts)  # type: ignore[arg-type]
        assert refused.value.fact == fact


def test_units_say_who_called_with_whom_and_how_it_ended() -> None:
    chiamata = READERS["chiamata"]
    # +4 / +2 / -2: u 2, which the two at 71 pays, and a slam at any bid below too: the plain one is meant
    assert chiamata.reading((4, -2, -2, -2, 2)) == Reading(1, 5, "made", "2/71", slam=False)
    # a lost 4u alone: the caller -4, the others +1 each
    assert chiamata.reading((1, 1, -4, 1, 1)) == Reading(3, None, "failed", "A", slam=False)
    # +20 / +10 / -10: only a slam at u 5 pays that
    assert chiamata.reading((20, 10, -10, -10, -10)) == Reading(1, 2, "made", "2/101", slam=True)
    assert chiamata.reading((-2, 12, 6, -6, -10)) is None  # the sum is 0, and no deal pays this
    assert chiamata.reading((0, 0, 0, 0, 0)) is None
    assert chiamata.reading((5, -1, -1, -1, -1, -1)) is None  # six do not play it


def test_what_is_told_of_a_deal_narrows_its_readings() -> None:
    # col Monte for six: caller and partner get the same, so only who called tells them apart
    monte, six = READERS["monte"], (-1, 2, -1, -1, 2, -1)
    assert monte.reading(six) is None
    assert monte.reading(six, KnownFacts(caller=5)) == Reading(5, 2, "made", "61", slam=False)
    chiamata, made = READERS["chiamata"], (4, -2, -2, -2, 2)
    assert chiamata.reading(made, KnownFacts(slam=True)) == Reading(1, 5, "made", "A", slam=True)
    assert chiamata.reading(made, KnownFacts(target=75)) == Reading(1, 5, "made", "2/75", slam=False)
    assert chiamata.reading(made, KnownFacts(caller=2)) is None
    assert chiamata.reading(made, KnownFacts(alone=True)) is None
    assert chiamata.reading((1, 1, -4, 1, 1), KnownFacts(alone=False)) is None


@pytest.mark.parametrize("name", BY_BID)
def test_every_payment_among_five_has_one_reading(name: str) -> None:
    variant = READ[name]
    for bid, solo, made in product(variant.auction.bids, (False, True), (True, False)):
        result = Result(outcome=Outcome.MADE if made else Outcome.FAILED)
        deal = Deal(players=tuple("12345"), caller="4", partner=None if solo else "2", bid=bid, result=result)
        try:
            units = reckon(deal, variant).units
        except IllegalDealError:
            continue
        read = READERS[name].reading(tuple(units[player] for player in "12345"))
        assert read is not None
        assert (read.caller, read.partner, read.outcome) == (4, None if solo else 2, str(result))


REMATADA = {name: Judge(READ[name]) for name in ("rematada", "rematada-points")}


def test_a_caller_who_is_always_alone_is_judged_by_the_count_with_bonuses() -> None:
    # 125 at a bid of 110: made for 2 and -1, or for 4 and -2 times the count
    flat, by_count = REMATADA["rematada"], REMATADA["rematada-points"]
    deal = judged(flat, "110", None, 125, None, None, 1, 3, True)
    assert (deal.facts.outcome, deal.facts.card_points, deal.paid) == ("made", 125, Shares(2, 0, -1))
    counted = judged(by_count, "110", None, 125, "made", None, 2, 3, True)
    assert (counted.facts.outcome, counted.paid) == ("made", Shares(1000, 0, -500))
    assert judged(flat, "230", None, 228, None, None, 1, 3, True).paid == Shares(-2, 0, 1)
    assert judged(flat, "120", None, None, "made", None, 1, 3, True).facts.card_points is None
    assert UnitsReader(flat.variant).reading((-1, 2, -1)) == Reading(2, None, "made", "100", slam=False)
    assert UnitsReader(by_count.variant).reading((-250, 500, -250)) is None  # 4 x 125 may be any bid up to 125

"""What is recorded is what is read, for the deals that are not like the others."""

import pytest

from scorer.match.facts import Record
from tests.fixtures import FIVE, Ok, ReadSheet, Say

SIX = FIVE + ",Fabio"


def last(sheet: ReadSheet) -> Record:
    return sheet().records[-1]


def test_every_fact_of_a_deal_is_kept(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("deal anna 2/71 elena 74 --called '2 coins' --note 'a fine one'")
    read = last(sheet)
    facts = (read.number, read.kind, read.dealer, read.out, read.caller, read.partner, read.bid, read.target)
    assert facts == (1, "deal", "Anna", None, "Anna", "Elena", "2/71", 71)
    result = (read.called, read.card_points, read.outcome, read.slam, read.times, read.note, read.voided_by)
    assert result == ("2 coins", 74, "made", False, 1, "a fine one", None)
    # 71 is in the band of u = 2: caller 2 x 2, partner 1 x 2, three defenders -2 each
    assert read.payouts == {"Anna": 4, "Bruno": -2, "Carla": -2, "Dario": -2, "Elena": 2}


def test_a_named_bid_is_kept_with_the_target_that_it_was_called_at(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Friday --players {FIVE} --variant briscolone")
    assert "Dario called carichi at 81; the result is open" in ok("call dario CARICHI/81")
    assert "Dario called carichi at 81 alone and failed with 80: Dario -12" in ok("deal solo 80")
    assert (last(sheet).bid, last(sheet).target) == ("carichi/81", 81)
    ok("edit 1 --bid carichi/71 --reason misheard")
    assert (last(sheet).bid, last(sheet).target) == ("carichi/71", 71)
    # u = 2 at 71, solo 4 : -1
    assert last(sheet).payouts == {"Anna": -2, "Bruno": -2, "Carla": -2, "Dario": 8, "Elena": -2}


def test_with_six_at_the_table_who_rests_gets_nothing_of_a_penalty(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Six --players {SIX} --dealer Carla")
    ok("penalty anna 4 --reason 'spoke'")
    assert last(sheet).payouts == {"Anna": -4, "Bruno": 1, "Dario": 1, "Elena": 1, "Fabio": 1}


@pytest.mark.parametrize(("anna", "residual"), [(-3, "-2: it goes to the pot"), (2, "+3: the pot pays it")])
def test_an_adjustment_may_leave_a_residual(friday: None, say: Say, sheet: ReadSheet, anna: int, residual: str) -> None:
    done = say(f"adjust 'Anna={anna},Bruno=+1' --reason 'from last week'")
    assert last(sheet).payouts == {"Anna": anna, "Bruno": 1}
    assert f"these units leave a residual of {residual} in the settlement" in done.stderr


def test_an_adjustment_reaches_those_who_left(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("deal anna K elena 61")
    ok("seats Anna,Bruno,Carla,Dario,Fabio")
    ok("adjust 'Elena=-1,Fabio=1' --reason 'he sat in for her'")
    assert last(sheet).payouts == {"Elena": -1, "Fabio": 1}
    assert sheet().running["Elena"] == 0  # partner +1, then -1


def test_names_come_back_as_they_were_written(ok: Ok, sheet: ReadSheet) -> None:
    ok(["start", "Übungs-Abend", "--players", "Zoë O'Neill, 'Ndrangheta,  a$(touch x),大輔,Łukasz de la Torre"])
    assert sheet().seats == ("Zoë O'Neill", "'Ndrangheta", "a$(touch x)", "大輔", "Łukasz de la Torre")
    assert sheet().match.name == "Übungs-Abend"
    ok(["deal", "zoe", "K", "大", "61"])
    assert (last(sheet).caller, last(sheet).partner) == ("Zoë O'Neill", "大輔")


def test_every_fact_of_a_deal_of_sides_is_kept(ok: Ok, sheet: ReadSheet) -> None:
    ok("start Five --players Anna,Bruno,Carla,Dario,Elena --variant cinquecento-pairs")
    # Anna deals and rests; Bruno and Dario have 124, 40 of it bonuses, Carla and Elena 56 with 20: the margin is 68
    ok("deal bruno 124 --bonus bruno=40,carla=20 --note warm")
    read = last(sheet)
    assert (read.kind, read.dealer, read.out, read.sides) == ("deal", "Anna", "Anna", ".ABAB")
    assert (read.counts, read.bonuses, read.winners, read.decided) == ((124, 56), (40, 20), "A", None)
    assert (read.outcome, read.times, read.note, read.result) == ("won", 1, "warm", "124/56")
    assert (read.caller, read.partner, read.bid, read.target, read.called, read.card_points) == (None,) * 6
    assert read.payouts == {"Bruno": 68, "Carla": -68, "Dario": 68, "Elena": -68}
    assert read.by_side == (("Bruno", "Dario"), ("Carla", "Elena"))


def test_a_count_against_two_keeps_bid_count_and_sides(ok: Ok, sheet: ReadSheet) -> None:
    ok("start Three --players Anna,Bruno,Carla --variant rematada")
    ok("deal bruno 110 125 --bonus 20")
    read = last(sheet)
    assert (read.caller, read.partner, read.bid, read.target, read.card_points) == ("Bruno", None, "110", 110, 125)
    assert (read.sides, read.counts, read.bonuses, read.winners, read.outcome) == ("BAB", None, (20,), None, "made")
    assert read.payouts == {"Anna": -1, "Bruno": 2, "Carla": -1}
    assert read.by_side == (("Bruno",), ("Anna", "Carla"))

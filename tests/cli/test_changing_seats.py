"""Who sits there and who rests: changes that leave nobody, a rest that ends, a slip that moves nothing on."""

from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet
from tests.running import refused

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
ReadSheet = Callable[..., Sheet]
SIX = "Anna,Bruno,Carla,Dario,Elena,Fabio"


@pytest.mark.parametrize(("words", "left"), [("-Lea -Mario", "nobody"), ("-Lea", "only Mario")])
def test_a_table_that_everybody_leaves_is_not_said_to_stay_as_it_is(words: str, left: str, ok: Ok, say: Say) -> None:
    ok("start Zoff --players Lea,Mario --variant scoperta")
    played = "Briscola scoperta is played by 2"
    refused(say(f"seats {words}"), 3, f"{left} would be left at the table, {played}", "scorer finish 1 closes it")
    assert "At the table: Lea, Mario." in ok("seats")


def test_names_between_semicolons_are_players_and_semicolons_no_part_of_them(ok: Ok, say: Say) -> None:
    """`Anna;` and `Bruno;` were five new players, and `Gino; Hugo` one."""
    assert ": Anna, Bruno, Carla, Dario, Elena." in ok(["start", "S", "--players", "Anna; Bruno; Carla; Dario; Elena"])
    assert "At the table: Anna, Bruno, Carla, Dario, Fabio." in ok(["seats", "Anna; Bruno; Carla; Dario; Fabio"])
    refused(say(["seats", "+Gino; Hugo"]), 3, "'Hugo' has no sign beside names that have one: say +Hugo or -Hugo")
    assert "At the table: Anna, Bruno, Carla, Dario, Gino." in ok(["seats", "-Fabio; +Gino"])


def test_a_rest_ends_by_a_word_that_is_named_where_it_begins(ok: Ok, say: Say) -> None:
    ok(f"start Six --players {SIX}")
    begun = say("seats --out fabio")
    assert "Fabio rests until this changes; scorer seats --out nobody ends it" in begun.stderr
    assert "Next: Anna deals, Fabio rests" in begun.stdout
    assert "Next: Anna deals and rests" in ok("seats --out nobody")
    refused(say(["seats", "--out", ""]), 3, "say who rests, or nobody")


def test_a_rest_that_was_said_of_the_dealer_by_mistake_moves_no_deal_on(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Six --players {SIX}")
    assert "Next: Bruno deals, Anna rests" in ok("seats --out anna")
    assert "Next: Anna deals, Fabio rests" in ok("seats --out fabio")  # as the right word at once leaves it
    ok("seats --out anna")
    assert "Next: Anna deals and rests" in ok("seats --out nobody")


def test_a_dealer_who_was_sent_away_by_mistake_deals_when_the_table_is_put_right(ok: Ok) -> None:
    ok(f"start Six --players {SIX}")
    assert "Next: Bruno deals" in ok("seats -Anna")
    assert "Next: Anna deals and rests" in ok(f"seats {SIX}")
    assert "Next: Hugo deals and rests" in ok("seats -Anna +Hugo")  # who has the seat of the first dealer


def test_nobody_rests_in_a_deal_only_where_all_can_play(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok(f"start Monte --players {SIX} --variant monte --dealer Bruno")
    ok("seats --out fabio")  # six or five play col Monte: five while Fabio rests
    ok("deal bruno 61 anna 61 --out nobody")
    assert (sheet().deals[0].out, len(sheet().deals[0].payouts)) == (None, 6)
    ok("edit 1 --out fabio --reason 'he did rest'")
    ok("edit 1 --out none --reason 'he did not'")
    assert sheet().deals[0].out is None
    ok(f"start Six --players {SIX}")
    refused(say("deal bruno K anna 61 --out nobody --match Six"), 3, "6 sit there, 5 play: one rests, say who")

"""Deals keep the carry that they were played for; a correction before them names them, and carry counts them again."""

from pathlib import Path

import pytest

from scorer.match.sheet import Sheet
from tests.fixtures import FIVE, Ok, ReadSheet, Say

# Under Brisk: 1 all passed; 2 even, x2; 3 even, x4; 4 Carla makes 2/62 with Dario, x8: Carla +16, Dario +8, others -8
CHAIN = ("redeal passed-out", "deal anna K bruno 60", "deal bruno A solo 60", "deal carla 2/62 dario 70")
AGAIN = "stay as recorded; scorer carry --reason TEXT counts again\n"


@pytest.fixture(scope="module")
def made() -> list[bytes]:
    """The scorebook of the chain, once it was made."""
    return []


@pytest.fixture
def chain(ok: Ok, made: list[bytes], book_path: Path) -> None:
    """A match called Brisk with the four records of CHAIN."""
    if not made:
        for line in (f"start Brisk --players {FIVE} --variant brisk", *CHAIN):
            ok(line)
        made.append(book_path.read_bytes())
    book_path.write_bytes(made[0])


def times(sheet: Sheet) -> list[int]:
    return [deal.times for deal in sheet.deals]


def test_an_edit_of_an_even_deal_names_every_deal_of_the_chain(chain: None, say: Say, sheet: ReadSheet) -> None:
    notices = say("edit 2 --result 70 --reason recounted").stderr
    # 2 is no longer even and leaves nothing: 3 would count once, and being even leaves x2 to 4
    assert (
        notices
        == f"deals 3 (counts 4 times, would count once now) and 4 (counts 8 times, would count double now) {AGAIN}"
    )
    assert times(sheet()) == [2, 4, 8]


@pytest.mark.parametrize(
    ("before", "correction", "named"),
    [
        # 60 at a target of 61 is even, at 71 it is failed
        ((), "edit 3 --bid 2/71 --partner carla --reason x", "deal 4 (counts 8 times, would count once now)"),
        # what an even deal counts goes on to the next
        ((), "edit 4 --result 60 --bid 2/61 --reason x", ""),  # the next deal counts 16 times, and none is recorded
        (("deal elena K anna 70",), "edit 4 --bid K --result 60 --reason x", "deal 5 (counts once, would count 16 "),
        ((), "edit 1 --note x --reason x", ""),
        (("penalty anna 4 --reason late", "deal elena K anna 70"), "void 5 --reason x", ""),
        (("edit 2 --result 70 --reason x", "undo"), "redo", "deals 3 (counts 4 times, would count once now) and 4 "),
        (("void 1 --reason x",), "void 4 --reason x", ""),  # 2 and 3 were named before, and nothing moved them
        (("void 1 --reason x",), "void 2 --reason x", "deals 3 (counts 4 times, would count once now) and 4 "),
        (("void 1 --reason x", "carry --reason x"), "undo", "deals 2 (counts double, would count once now), 3 "),
    ],
)
def test_a_correction_names_the_deals_whose_carry_it_moved(
    before: tuple[str, ...], correction: str, named: str, chain: None, say: Say, ok: Ok
) -> None:
    for line in before:
        ok(line)
    corrected = say(correction)
    assert corrected.returncode == 0
    assert corrected.stderr.startswith(named)
    assert bool(corrected.stderr) == bool(named)


def test_a_factor_that_was_said_is_named_by_no_correction_and_left_alone(say: Say, ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Brisk --players {FIVE} --variant brisk")
    ok("redeal passed-out")
    ok("deal anna K bruno 60 --times 3")  # the carry is 2; even, so it leaves 6
    ok("deal bruno A solo 70")
    assert say("void 1 --reason x").stderr == ""
    assert ok("carry") == (
        "Every deal counts what the deals before it leave.\n"
        "Deal 2 counts triple where the carry before it is 1: it was said with --times, or came in so, and stays.\n"
    )
    refused = say("carry --reason x")
    assert (refused.returncode, refused.stderr) == (
        3,
        "scorer: nothing to count again: every deal counts what the deals before it leave\n",
    )
    assert times(sheet()) == [3, 6]


def test_carry_counts_the_whole_chain_again_in_one_step(chain: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("edit 2 --result 70 --reason recounted")  # x2: Anna +4, Bruno +2, the others -2
    lines = "3: times 4 -> 1, nobody pays", "4: times 8 -> 2, Anna -8 -> -2, Bruno -8 -> -2, Carla +16 -> +4, "
    shown = ok("carry")
    assert all(line in shown for line in lines)
    assert shown.endswith("Nothing is changed yet; scorer carry --reason TEXT counts them so.\n")
    assert times(sheet()) == [2, 4, 8]
    done = ok("carry --reason 'deal two was not even'")
    assert all(f"Counted again {line}" in done for line in lines)
    assert times(sheet()) == [2, 1, 2]
    assert sheet().running == {"Anna": 2, "Bruno": 0, "Carla": 2, "Dario": 0, "Elena": -4}
    assert "counted again 3: times 4 -> 1, nobody pays; 4: times 8 -> 2" in ok("history")
    assert "(deal two was not even)" in ok("history")
    ok("check")
    assert ok("carry") == "Every deal counts what the deals before it leave.\n"
    ok("undo")
    assert times(sheet()) == [2, 4, 8]
    ok("redo")
    assert times(sheet()) == [2, 1, 2]


def test_the_cap_of_a_variant_is_followed_through(say: Say, ok: Ok, sheet: ReadSheet) -> None:
    ok(["variant", "add", str(Path(__file__).parents[1] / "rules" / "house" / "carichi.toml")])
    ok(f"start Capped --players {FIVE} --variant carichi")
    for _ in range(3):
        ok("redeal passed-out")  # 2, 4, and never more than 4
    ok("deal anna K bruno 60")  # even, x4, and leaves 4
    ok("deal bruno A carla 70")
    assert say("void 1 --reason x").stderr == ""  # two redeals leave 4 as well
    notices = say("void 2 --reason x").stderr  # one leaves 2, and the even deal doubles that
    assert notices.startswith("deal 4 (counts 4 times, would count double now) stays as recorded; ")
    ok("carry --reason x")
    assert times(sheet()) == [2, 4]


def test_the_advice_names_the_match_where_another_would_be_found(chain: None, say: Say, ok: Ok) -> None:
    ok(f"start Garden --players {FIVE} --on 2026-11-20")
    notices = say("void 1 --reason x --match Brisk").stderr
    assert "scorer carry --reason TEXT --match 1 counts again" in notices
    assert "Counted again 4: times 8 -> 4" in ok("carry --reason x --match 1")


def test_the_pad_counts_again_as_the_command_does(chain: None, say: Say, sheet: ReadSheet) -> None:
    done = say("pad", "void 1 --reason x\ncarry\ncarry --reason x\n")
    assert done.returncode == 0
    assert AGAIN in done.stderr
    assert times(sheet()) == [1, 2, 4]

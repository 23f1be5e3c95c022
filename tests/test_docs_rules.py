"""docs/variants.md lists every shipped variant and describes every key that one may have."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scorer.rule_files import VARIANTS
from scorer.rules.bid import read_bid
from scorer.rules.deal import Deal, Result, reckon
from scorer.rules.errors import VariantError
from scorer.rules.kinds import REDEALS
from scorer.rules.sides import SidesDeal, reckon_sides
from scorer.rules.variant import Slam, Variant
from scorer.rules.variant_reading import parse_variant
from scorer.text import variant_page
from tests.rule_pages import rows_of_shipped

ROOT = Path(__file__).parents[1]
OF_VARIANTS = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")


def test_every_shipped_variant_has_a_row_with_what_list_prints_and_a_remark() -> None:
    described = rows_of_shipped(OF_VARIANTS)
    assert sorted(described) == sorted(path.stem for path in (ROOT / "scorer" / "variants").glob("*.toml"))
    for name, row in described.items():
        listed, remark = row.split(" | ")
        shipped = VARIANTS.load(name)
        assert listed == f"{shipped.title}: {variant_page.summary(shipped)}"
        assert remark


def known_keys(mapping: Mapping[str, object]) -> set[str]:
    """The keys that the parser lists when it meets one that it does not know."""
    with pytest.raises(VariantError) as error:
        parse_variant("probe", mapping)
    lists = re.findall(r"strange: is not known here \(known: (.+)\)", str(error.value))
    return {key for keys in lists for key in keys.split(", ")}


STRANGE = {"strange": 1}
EVERYWHERE = {
    **STRANGE,
    "auction": STRANGE,
    "bands": [STRANGE],
    "shares": {"5": {**STRANGE, "made": STRANGE, "solo": STRANGE}},
    "named": {"carichi": STRANGE},
    "slam": STRANGE,
    "after": {"misdeal": STRANGE},
    "carry": STRANGE,
    "end": STRANGE,
    "sides": STRANGE,
    "win": STRANGE,
    "bonuses": {"pair": STRANGE},
}
OF_SIDES: dict[str, object] = {
    "sides": {"made_by": "each alone", **STRANGE},
    "win": {"by": "most", "above": STRANGE, **STRANGE},
}
AT_MOST: dict[str, object] = {"sides": {"made_by": "each alone"}, "win": {"by": "at most", **STRANGE}}


def test_every_key_of_a_variant_is_described() -> None:
    keys = known_keys(EVERYWHERE) | known_keys(OF_SIDES) | known_keys(AT_MOST)
    assert {"title", "solo_from", "u", "defender", "target", "factor", "dealer", "cap", "ties"} <= keys
    assert {"made_by", "players", "limit", "tie", "deals_won", "most", "trumps", "wins_match", "first"} <= keys
    tables = {"auction", "bands", "shares", "named", "slam", "after", "carry", "end"}
    tables |= {"sides", "win", "above", "bonuses", "events"}
    described = set(re.findall(r"^\| `(\w+)` \|", OF_VARIANTS.split("## The shipped ")[0], flags=re.MULTILINE))
    roles = {"caller", "partner", "defender"}  # partner is a key of [sides] too, and has its row
    assert keys - tables - roles == described - roles
    assert all(f"`{role}`" in OF_VARIANTS for role in roles)
    assert all(re.search(rf"`\[\[?(win\.)?{table}[\].]", OF_VARIANTS) for table in (*tables, "card_points"))


def examples() -> list[Variant]:
    """Each example of the other games: the first is a whole file, the others stand in it in place of its tables."""
    _, of_sides = OF_VARIANTS.split("## Games without a called partner\n")
    whole, *parts = map(tomllib.loads, re.findall(r"^```toml\n(.*?)^```$", of_sides, flags=re.MULTILINE | re.DOTALL))
    named = {key: whole[key] for key in ("title", "source")}
    read = [parse_variant("ours", whole)]
    return [*read, *(parse_variant("ours", (named if "auction" in part else whole) | part) for part in parts)]


def test_the_examples_of_the_other_games_are_played() -> None:
    brisca, hundred, race, rematada, gingo, killed, mexican, slam, turns, lombardy = examples()
    pairs = (("Anna", "Carla"), ("Bruno", "Dario"))

    def units(variant: Variant, *counts: int, **facts: Any) -> list[int]:
        sides = pairs if variant.made_by == "alternate seats" else tuple((name,) for name in "ABCD"[: len(counts)])
        return list(reckon_sides(SidesDeal(sides=sides, counts=counts or None, **facts), variant).units.values())

    assert units(brisca, 74, 46) == [1, 1, -1, -1]
    assert units(brisca, 60, 60, winners=(1,), decided="cards") == [-1, -1, 1, 1]
    assert units(hundred, 101, 19) == [2, 2, -2, -2]
    assert units(hundred, 100, 20) == [1, 1, -1, -1]
    assert hundred.ending.won == 3
    # 84 and a trump pair of 40 to 36 and another pair of 20: 124 to 56
    assert units(race, 124, 56, bonuses=(40, 20)) == [68, -68]
    assert race.ending.taken == 500
    # three of those who play alone bid: a count of 120, and 10 for the last trick, are bid and made
    bid = read_bid("130", rematada.auction)
    deal = Deal(players=("A", "B", "C"), caller="A", partner=None, bid=bid, result=Result(130, with_bonuses=True))
    assert reckon(deal, rematada).units == {"A": 520, "B": -260, "C": -260}
    shipped = VARIANTS.load("gingo")
    assert (gingo.win, gingo.shares, gingo.ending) == (shipped.win, shipped.shares, shipped.ending)
    assert units(killed, winners=(0,), decided="killed") == [1, 1, -1, -1]
    assert units(mexican, 8, 70, 42) == [2, -1, -1]
    assert units(mexican, 4, 11, 70, 35) == [2, 2, -2, -2]
    assert (slam.slam, slam.slam and slam.slam.wins_match) == (Slam("tricks", wins_match=True), True)
    assert turns.trumps == ("coins", "cups", "swords", "clubs")
    assert (turns.ending.deals, turns.ending.first) == (4, ("won", "taken"))
    assert lombardy.card_values == {"A": 11, "7": 10, "K": 4, "Q": 3, "J": 2}


def test_gingo_pays_the_units_that_are_described() -> None:
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert "made, u = D: caller and partner +3u, the others -2u; alone +8u and -2u" in rules
    assert "failed, u = D + 120 - 2M: caller and partner -3u, the others +2u; alone -4u and +u" in rules
    gingo = VARIANTS.load("gingo")

    def units(partner: str | None, count: int) -> dict[str, int]:
        bid = read_bid("80", gingo.auction)
        deal = Deal(players=tuple("ABCDE"), caller="A", partner=partner, bid=bid, result=Result(count))
        return dict(reckon(deal, gingo).units)

    # made at 80: 240 and -160, alone 640; failed with 60: u = 80 + 120 - 120 = 80
    assert units("B", 80) == {"A": 240, "B": 240, "C": -160, "D": -160, "E": -160}
    assert units(None, 80) == {"A": 640, "B": -160, "C": -160, "D": -160, "E": -160}
    assert units("B", 60) == {"A": -240, "B": -240, "C": 160, "D": 160, "E": 160}
    assert units(None, 60) == {"A": -320, "B": 80, "C": 80, "D": 80, "E": 80}


def test_every_kind_of_redeal_is_described() -> None:
    assert all(f"`[after.{kind}]`" in OF_VARIANTS for kind in (*REDEALS, "even"))


def test_the_house_rule_of_the_page_is_sound() -> None:
    # the two lines that the page tells to change stand in the file that it starts from
    _, text = VARIANTS.read_text("chiamata")
    assert text.count("from = 71") == text.count('side = "both"') == 1
    changed = text.replace("from = 71", "from = 70").replace('side = "both"', 'side = "calling"')
    variant = VARIANTS.from_text("mine", changed)
    assert variant.slam is not None
    assert (variant.bands[1].label, variant.slam.side) == ("70", "calling")

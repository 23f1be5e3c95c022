"""What works for phones once docs/recipes.md was followed; tests/test_recipes.py runs it in the copy."""

import json
from collections.abc import Callable
from pathlib import Path

from scorer.match.sheet import Sheet
from scorer.phones.description import description
from scorer.phones.payout_table import payout_table
from tests.phones.clients import Phone, grant, serving
from tests.recipes.played import start_late_slam

Ok = Callable[..., str]


def test_the_statistic_is_a_resource(friday: None, ok: Ok, book_path: Path) -> None:
    for caller in ("anna", "bruno", "anna"):
        ok(f"deal {caller} K elena 74")
    with serving(book_path) as port:
        answer = Phone(port, grant(book_path, "all", "")).get("/api/statistics/droughts?league=main")
    assert answer == (200, json.loads(ok("droughts --league main --format json")))
    assert "/api/statistics/droughts" in description()["paths"]


def test_the_page_looks_up_what_the_house_rule_pays(ok: Ok, tmp_path: Path, sheet: Callable[..., Sheet]) -> None:
    """2 is a bid of 61 at u = 1, 2/81 is at u = 3, and its slam counts double: caller +2u, partner +u, others -u."""
    start_late_slam(ok, tmp_path)
    paid = payout_table(sheet())
    assert paid
    brings = [paid["bids"][bid]["partner"]["counts"][-1] for bid in ("2", "2/81")]
    assert brings == [(120, [2, 1, -1]), (120, [12, 6, -6])]

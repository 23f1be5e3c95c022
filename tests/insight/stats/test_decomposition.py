"""What units are made of: an evening worked by hand, and leagues in which the play of everybody is known."""

import csv
import io
import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd
import pytest

from scorer.frames import MEASURES, Frames, measured
from scorer.insight.decomposition import PARTS, TOO_FEW, decomposed
from scorer.insight.models.seat_payouts import base_payouts, seats_of
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.text.numbers import Counting
from tests import all_stats as stats
from tests.figures import figures
from tests.insight.stats.test_rating import two_alone
from tests.known_skill import league

LUCK: Final = described("luck")

Ok = Callable[..., str]
Read = Callable[..., Frames]
Play = Callable[..., Frames]


def adds_up(table: pd.DataFrame) -> bool:
    return bool((table[list(PARTS)].sum(axis=1) == table["units"]).all())


@pytest.mark.usefixtures("the_evening")
@pytest.mark.parametrize("measure", MEASURES)
def test_the_parts_of_an_evening_add_up_however_they_are_counted(read: Read, measure: str) -> None:
    frames = measured(read(), measure)
    table = stats.decomposition(frames, measure)
    assert adds_up(table)
    standing = stats.standings(frames)
    assert figures(table, "player", "units", "deals") == figures(standing, "player", "units", "deals")


@pytest.mark.usefixtures("the_evening")
def test_slams_carries_and_what_is_outside_are_known_to_the_last_unit(read: Read) -> None:
    """Deal 4, at stake 2 x 2, and deal 7, at 1 x 2, were doubled; deal 10 was a slam at stake 4 x 2 (conftest.py)."""
    table = stats.decomposition(read()).set_index("player")
    # deal 4: Anna called 2/81 (u 3), Bruno the partner; +12, +6 and -6 each, of which half by the carry
    # deal 7: Elena alone with 2 (u 1): +8 and -2 each, of which half; Fabio rested
    assert table["carry"].to_dict() == {
        "Anna": 6 - 1, "Bruno": 3 - 1, "Carla": -3 - 1, "Dario": -1, "Elena": -3 + 4, "Fabio": -3,
    }  # fmt: skip
    # deal 10: Elena called 2/100 (u 4) with Fabio: a slam doubles it: +16, +8 and -8 each, half of it; Carla rested
    assert table["slams"].to_dict() == {"Anna": -4, "Bruno": -4, "Carla": 0, "Dario": -4, "Elena": 8, "Fabio": 4}
    outside = table["rulings_and_sheets"].to_dict()
    assert outside["Carla"] == -4  # the penalty; who deals next rests and gets nothing of it
    assert sum(outside.values()) == 0


def test_a_slam_that_adds_is_taken_away_too(play: Play) -> None:
    frames = play(
        "start Friday --players Anna,Bruno,Carla,Dario,Elena --variant chiamadue",
        "deal anna A bruno 120 --slam",  # u 1, and 2 more: 3; the caller gets 6, the partner 3
    )
    table = stats.decomposition(frames).set_index("player")
    assert table["units"].to_dict() == {"Anna": 6, "Bruno": 3, "Carla": -3, "Dario": -3, "Elena": -3}
    assert table["slams"].to_dict() == {"Anna": 4, "Bruno": 2, "Carla": -2, "Dario": -2, "Elena": -2}


def test_what_the_role_alone_brings_is_a_part(play: Play) -> None:
    """Everybody calls a deal of the lowest stake, makes it with the next as partner: callers get 2, partners 1."""
    five = ["Anna", "Bruno", "Carla", "Dario", "Elena"]
    rounds = [f"deal {caller} A {partner} 70" for caller, partner in zip(five, [*five[1:], five[0]], strict=True)]
    frames = play(f"start Friday --players {','.join(five)} --variant chiamata", *rounds, "deal Anna A Bruno 70")
    table = stats.decomposition(frames).set_index("player")
    # five rounds are level for everybody; the sixth is the role's alone, since every contract is made
    assert table["units"].to_dict() == {"Anna": 2, "Bruno": 1, "Carla": -1, "Dario": -1, "Elena": -1}
    assert table["roles"].to_dict() == table["units"].to_dict()
    assert not table[["play", "company", "cards"]].any(axis=None)
    assert table["cards_error"].isna().all()  # nothing ever went otherwise


def test_one_against_one_is_the_formula_worked_by_hand(ok: Ok, read: Read) -> None:
    ok("start Duel --players Anna,Bruno --variant briscola")
    for won in (True, True, True, False) * 10:  # Anna wins thirty of forty
        ok(f"deal Anna {70 if won else 50} Bruno {50 if won else 70}")
    table = stats.decomposition(read()).set_index("player")
    rated, error, _ = two_alone(30, 10)  # a deal, beside the other
    anna = table.loc["Anna"]
    assert anna["units"] == 20
    assert anna["play"] == anna["in_sides"] == round(40 * rated)
    assert anna["company"] == 0  # the play of both is of one beside the other
    assert anna["cards"] == 20 - anna["play"]
    assert anna["roles"] == 0
    assert anna["play_error"] == pytest.approx(40 * error)
    noise = 1 - 0.5 * rated  # of 1 and -1: what the mean of 0.5 explains of it, as far as it is kept
    assert anna["cards_error"] == pytest.approx((40 * noise) ** 0.5)


def test_units_without_a_deal_are_outside(ok: Ok, read: Read) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena")
    assert stats.decomposition(read()).empty
    ok("penalty Anna 4 --reason late")
    table = stats.decomposition(read())
    assert adds_up(table)
    assert (table["rulings_and_sheets"] == table["units"]).all()
    assert table[["play_error", "cards_error"]].isna().all(axis=None)
    rows = plain_rows(table)
    assert LUCK.verdict(rows).whole == ONLY_UNITS  # and no play of 0, as if that had been found
    named = ("play", "company", "cards", "rulings_and_sheets")
    assert [name for name in named if LUCK[name].is_shown(rows)] == ["rulings_and_sheets"]
    printed = " ".join(ok("luck").split())
    assert ONLY_UNITS in printed
    assert "company" not in printed
    assert LUCK.verdict([]).whole == ""


def test_of_too_few_deals_no_play_says_how_sure_it_is(play: Play) -> None:
    frames = play("start Friday --players Anna,Bruno,Carla,Dario,Elena --variant chiamata", "deal anna 2/71 elena 74")
    rows = plain_rows(stats.decomposition(frames))
    assert LUCK.verdict(rows).whole == TOO_FEW
    assert {LUCK["play"].written(row, Counting()) for row in rows} == {"0"}  # it was 0 ±0.2 of who defended
    assert {row["as_defender_error"] for row in rows} == {None}


def test_csv_and_json_add_up_to_the_last_digit(ok: Ok, tmp_path: Path) -> None:
    demo = str(tmp_path / "demo.db")
    ok(f"demo --keep {demo}")
    rows = list(csv.DictReader(io.StringIO(ok("luck --format csv", db=demo))))
    assert len(rows) > 20
    assert all(sum(Decimal(row[part]) for part in PARTS) == Decimal(row["units"]) for row in rows)
    tables = json.loads(ok('luck --format json --measure money --league "Circolo del Gelso"', db=demo))
    assert all(sum(row[part] for part in PARTS) == row["units"] for table in tables for row in table["rows"])


@pytest.fixture(scope="module")
def known() -> pd.DataFrame:
    """Play, cards and their errors of leagues, beside the `true` play of everybody."""
    tables = []
    for seed, reach in enumerate(np.linspace(0.05, 0.3, 40).tolist()):
        drawn = league(500 + seed, 10, 300 * (1 + seed % 3), reach)
        got, player = drawn.frames.payouts["units"], drawn.frames.payouts["player"].cat.codes
        parts = decomposed(seats_of(base_payouts(drawn.frames)), got.to_numpy())
        true = drawn.truth.to_numpy() * np.bincount(player)  # at a stake of 1; the caller is drawn by lot
        units, expected = (np.bincount(player, of_seats) for of_seats in (got, drawn.expected.ravel()))
        cards = units - parts.play - parts.company - parts.by_role
        tables.append(pd.DataFrame({"true": true, "play": parts.play, "error": parts.error,
                                   "cards": cards, "chance": parts.cards_error, "luck": units - expected}))  # fmt: skip
    return pd.concat(tables)


def test_play_is_what_is_true_on_average_and_as_far_off_as_it_says(known: pd.DataFrame) -> None:
    slope = float((known["true"] * known["play"]).sum() / (known["play"] ** 2).sum())
    assert 0.85 <= slope <= 1.15  # of +10 play, 10 are play on average
    off = (known["true"] - known["play"]).abs() / known["error"]
    assert 0.88 <= (off < 1.96).mean() <= 0.98  # those of the rating of the same leagues hold it in 92 of 100 too
    assert ((known["true"] - known["play"]) ** 2).sum() < (known["true"] ** 2).sum()


def test_cards_are_the_luck_that_there_was_on_average_and_chance_is_how_far_it_went(known: pd.DataFrame) -> None:
    assert 0.85 <= ((known["luck"] / known["chance"]) ** 2).mean() <= 1.15
    slope = float((known["luck"] * known["cards"]).sum() / (known["cards"] ** 2).sum())
    assert 0.85 <= slope <= 1.2
    assert abs(known["cards"].sum()) < 1e-6 * known["cards"].abs().sum()  # what one wins by them others lose

"""The table of what the next deal brings, held against the reading and reckoning of every single deal."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from scorer.match.deal_options import DealWords
from scorer.match.deal_reading import read_deal
from scorer.match.facts import Match, Sitting, Terms
from scorer.match.sheet import Sheet
from scorer.phones.payout_table import payout_table
from scorer.rule_files import VARIANTS
from scorer.rules.ending import OPEN_END
from scorer.rules.errors import ScorerError, UndecidedError, UnsaidError
from tests.phones.clients import Phone, grant

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
CALLED = [name for name in VARIANTS.names() if VARIANTS.load(name).has_auction]
OF_SIDES = [name for name in VARIANTS.names() if not VARIANTS.load(name).has_auction]


def sheet(variant: str, players: int) -> Sheet:
    seats = NAMES[:players]
    match = Match(
        id=1, league="main", name="Friday", on=date(2026, 11, 20), started_at=datetime(2026, 11, 20, 20, tzinfo=UTC),
        variant=VARIANTS.load(variant), digest="0" * 64, terms=Terms(""), ending=OPEN_END,
        sitting=Sitting(seats, "Anna"),
    )  # fmt: skip
    return Sheet(match, ())


def read(at: Sheet, words: DealWords, *shown: str) -> list[Any]:
    """What the engine says of a deal: the units of these players, or its question, or that it refuses."""
    try:
        deal = read_deal(words, at)
    except UndecidedError:
        return ["asks_more_cards"]
    except UnsaidError:
        return ["asks_bonuses"]
    except ScorerError:
        return ["refused"]
    units = [deal.reckoning.units[player] for player in shown]
    if deal.slam_unclear:
        return ["asks_slam", units]
    return units


def looked_up(counts: list[tuple[int, list[Any]]], count: int) -> list[Any]:
    return [way for first, way in counts if first <= count][-1]


@pytest.mark.parametrize("variant", [name for name in CALLED if VARIANTS.load(name).win.worth == "bid"])
def test_every_count_of_a_called_deal_brings_what_the_table_says(variant: str) -> None:
    rules = VARIANTS.load(variant)
    at = sheet(variant, max(rules.player_counts))
    table = payout_table(at)
    assert table is not None
    bids = list(rules.auction.bids)
    caller, partner, other = at.seats[1], at.seats[2], at.seats[3 % len(at.seats)]
    for bid in {bids[0], *bids[:: max(1, len(bids) // 3)], *bids[-2:]}:
        for way, with_whom in (("alone", "solo"), ("partner", partner)):
            ways = table["bids"][str(bid)][way]
            for result in ("made", "failed", *map(str, range(rules.most_counted + 1))):
                words = DealWords(caller=caller, bid=str(bid), partner=with_whom, result=result)
                found = looked_up(ways["counts"], int(result)) if result.isdecimal() else ways[result]
                seen = [caller, *([partner] if way == "partner" else []), other]
                plain = [*found[:1], *([] if way == "alone" else found[1:2]), *found[2:]]
                if found[0] == "asks_slam":
                    no = found[2]
                    plain = ["asks_slam", no if way == "partner" else [no[0], no[2]]]
                    yes = read(at, replace(words, slam=True), *seen)
                    assert (found[1] if way == "partner" else [found[1][0], found[1][2]]) == yes
                elif isinstance(found[0], str):
                    plain = found
                assert plain == read(at, words, *seen), (str(bid), way, result)


@pytest.mark.parametrize("variant", OF_SIDES)
def test_every_count_of_two_sides_brings_what_the_table_says(variant: str) -> None:
    rules = VARIANTS.load(variant)
    for players in rules.player_counts:
        at = sheet(variant, players)
        table = payout_table(at)
        if len(at.sides) != 2:
            assert table is None
            continue
        assert table is not None
        for place, side in enumerate(at.sides):
            seen = side[0], at.sides[1 - place][0]
            for count in range(rules.most_counted + 1):
                words = DealWords(sides=(f"{side[0]}={count}",))
                assert looked_up(table["sides"][place]["counts"], count) == read(at, words, *seen), (players, count)
            assert table["sides"][place]["won"] == read(at, DealWords(sides=(side[0], "won")), *seen)


@pytest.mark.parametrize(("variant", "players"), [("rematada-points", 3), ("gingo", 5)])
def test_where_every_count_is_paid_for_itself_there_is_no_table(variant: str, players: int) -> None:
    assert payout_table(sheet(variant, players)) is None


def test_the_payouts_of_a_plain_evening_worked_by_hand() -> None:
    # 1 for each defender at the two of 61 to 70; the caller has 2, alone 4; a slam doubles
    table = payout_table(sheet("chiamata", 5))
    assert table is not None
    assert table["bids"]["2"]["partner"] == {
        "made": [2, 1, -1],
        "failed": [-2, -1, 1],
        "counts": [
            (0, ["asks_slam", [-4, -2, 2], [-2, -1, 1], "0"]),
            (1, ["refused"]),
            (2, [-2, -1, 1]),
            (61, [2, 1, -1]),
            (119, ["refused"]),
            (120, ["asks_slam", [4, 2, -2], [2, 1, -1], "120"]),
        ],
    }
    assert table["bids"]["2"]["alone"]["made"] == [4, 0, -1]


def test_a_carry_makes_other_payouts(port: int, book_path: Path, ok: Callable[..., str]) -> None:
    # cards thrown in double the next deal of scighera: at the king each defender pays 2 instead of 1
    ok("start Carry --players Anna,Bruno,Carla,Dario,Elena --variant scighera")
    phone = Phone(port, grant(book_path, "all", ""))
    plain, key = phone.get("/api/payouts?match=2")[1], phone.get("/api/table?match=2")[1]["payouts"]
    done = phone.post("redeal", id="a1", match=2, kind="thrown-in")[1]
    doubled = phone.get("/api/payouts?match=2")[1]
    assert (plain["key"], doubled["key"]) == (key, done["table"]["payouts"])
    assert plain["bids"]["K"]["partner"]["made"] == [2, 1, -1]
    assert doubled["bids"]["K"]["partner"]["made"] == [4, 2, -2]

"""Figures of deals without a caller, worked by hand: frames, standings, players, pairs, matches, races.

`brisca`: two pairs; more than 60 wins 1 unit, at 60 : 60 the side with more cards. Anna and Carla play Bruno and Dario.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.frames import Frames, measured
from tests.figures import figures

Ok = Callable[..., str]
Read = Callable[..., Frames]
Play = Callable[..., Frames]
Say = Callable[..., CompletedProcess[str]]
FOUR = "Anna,Bruno,Carla,Dario"
BRISCA = (
    f"start Friday --players {FOUR} --variant brisca --on 2026-11-20",
    "deal anna 74",  # 1: 74 to 46: Anna and Carla
    "deal bruno 61",  # 2: 61 to 59: Bruno and Dario
    "deal anna 60 --more-cards bruno",  # 3: Bruno and Dario, who have more cards
    "deal anna 60 --more-cards nobody",  # 4: even
    "deal bruno won",  # 5: Bruno and Dario; nobody counted
    "deal anna 101",  # 6: 101 to 19: Anna and Carla
)


def evening(variant: str, players: str, *lines: str, on: str = "2026-11-20", name: str = "Friday") -> tuple[str, ...]:
    """A match from its start to its end."""
    return (f"start {name} --players {players} --variant {variant} --on {on}", *lines, "finish")


# The frames


def test_a_deal_without_a_caller_is_a_row_whose_caller_bid_and_card_points_are_missing(play: Play) -> None:
    frames = play(*BRISCA)
    nobody = (None, None, None, False, 0, -1, 0)
    missing = ("caller", "partner", "bid", "solo", "target", "card_points", "margin")
    assert figures(frames.deals, "number", "outcome", "stake", *missing) == [
        (1, "won", 1, *nobody),
        (2, "won", 1, *nobody),
        (3, "won", 1, *nobody),
        (4, "even", 0, *nobody),
        (5, "won", 1, *nobody),
        (6, "won", 1, *nobody),
    ]
    assert set(frames.payouts["role"]) == {"side"}
    carla = frames.payouts[frames.payouts["player"] == "Carla"]
    assert figures(carla, "number", "side", "count", "units", "won") == [
        (1, "A", 74, 1, True),
        (2, "A", 59, -1, False),
        (3, "A", 60, -1, False),
        (4, "A", 60, 0, False),
        (5, "A", -1, -1, False),
        (6, "A", 101, 1, True),
    ]
    assert figures(frames.payouts[frames.payouts["number"] == 2], "player", "side", "count", "won") == [
        ("Anna", "A", 59, False), ("Bruno", "B", 61, True), ("Carla", "A", 59, False), ("Dario", "B", 61, True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "players", "deal", "stake", "units"),
    [
        # two of four share the win: each winner gets 2 x 1, each loser pays 2
        ("briscola", FOUR, "anna=50 bruno=50 carla=20 dario=0", 1, [2, 2, -2, -2]),
        # one wins against three
        ("briscola", FOUR, "anna=60 bruno=50 carla=10 dario=0", 1, [3, -1, -1, -1]),
        # one of three has more than 11: both others get 1 from it
        ("mexican", "Anna,Bruno,Carla", "anna=0 bruno=11 carla=109", 1, [1, 1, -2]),
        # more than 100 counts two; a factor of 3 beside it
        ("brisca-hundred", FOUR, "anna 101", 2, [2, -2, 2, -2]),
        ("brisca-hundred", FOUR, "anna 101 --times 3", 6, [6, -6, 6, -6]),
        # the margin of 124 and 56
        ("cinquecento", "Anna,Bruno", "anna 124 --bonus anna=40,bruno=20", 68, [68, -68]),
        ("muerte-al-tres", FOUR, "killed dario", 1, [-1, 1, -1, 1]),
    ],
)
def test_the_stake_is_what_a_winner_gets_from_each_losing_side(
    play: Play, variant: str, players: str, deal: str, stake: int, units: list[int]
) -> None:
    frames = play(f"start Friday --players {players} --variant {variant}", f"deal {deal}")
    assert frames.deals["stake"].tolist() == [stake]
    assert frames.payouts["units"].tolist() == units
    assert measured(frames, "base").payouts["units"].tolist() == [got / stake for got in units]


def test_a_declarer_alone_has_a_count_up_to_230_and_plays_against_one_side(play: Play) -> None:
    three = "start Friday --players Anna,Bruno,Carla --variant rematada-points"
    frames = play(three, "deal anna 110 230", "deal bruno 230 100")
    # the declarer gets 4 x 230, and pays 2 x 100
    assert figures(frames.deals, "caller", "solo", "bid", "target", "card_points", "margin", "outcome", "stake") == [
        ("Anna", True, "110", 110, 230, 120, "made", 460),
        ("Bruno", True, "230", 230, 100, -130, "failed", 100),
    ]
    assert figures(frames.payouts, "player", "role", "side", "count", "units", "won") == [
        ("Anna", "solo", "A", -1, 920, True), ("Bruno", "defender", "B", -1, -460, False),
        ("Carla", "defender", "B", -1, -460, False), ("Anna", "defender", "B", -1, 100, True),
        ("Bruno", "solo", "A", -1, -200, False), ("Carla", "defender", "B", -1, 100, True),
    ]  # fmt: skip


def test_the_side_of_a_called_deal_is_that_of_the_contract(play: Play) -> None:
    frames = play("deal bruno K carla 75", "penalty carla 4 --reason late")
    # of six Anna deals and rests; Elena, who deals next, is not paid of the penalty
    assert figures(frames.payouts, "player", "side", "count") == [
        ("Bruno", "A", -1), ("Carla", "A", -1), ("Dario", "B", -1), ("Elena", "B", -1), ("Fabio", "B", -1),
        *((player, None, -1) for player in ("Anna", "Carla", "Dario", "Elena", "Fabio")),
    ]  # fmt: skip


def test_the_matches_say_what_their_lead_is_judged_by(play: Play, ok: Ok, read: Read) -> None:
    play(*evening("brisca", FOUR))
    for line in (
        *evening("cinquecento", "Anna,Bruno", name="Two"),
        *evening("muerte-al-tres", FOUR, name="Three"),
        *evening("brisca --until deals:6", FOUR, name="Four"),
        *evening("brisca --until units:5", FOUR, name="Five"),
    ):
        ok(line)
    assert figures(read().matches, "match", "race", "led_by") == [
        ("Friday", 3, "won"), ("Two", 500, "taken"), ("Three", 0, "units"), ("Four", 0, "units"), ("Five", 5, "units"),
    ]  # fmt: skip


DEAL = "WHERE kind = 'deal' AND number = 1"  # Anna and Carla 74 to 46
CHANGES = {
    "units of one player": f"UPDATE record SET units1 = 2, units3 = 0 {DEAL}",
    "twice the units": f"UPDATE record SET units1 = 2, units2 = -2, units3 = 2, units4 = -2 {DEAL}",
    "the other side": f"UPDATE record SET units1 = -1, units2 = 1, units3 = -1, units4 = 1, winners = 'B' {DEAL}",
    "other winners": f"UPDATE record SET winners = 'B' {DEAL}",
    "no winners": f"UPDATE record SET winners = NULL {DEAL}",
    "no outcome": f"UPDATE record SET outcome = NULL {DEAL}",
    "an outcome of contracts": f"UPDATE record SET outcome = 'made' {DEAL}",
    "even": f"UPDATE record SET outcome = 'even' {DEAL}",
    "sides by halves": f"UPDATE record SET sides = 'AABB' {DEAL}",
    "sides the other way round": f"UPDATE record SET sides = 'BABA', counts = '46 74', winners = 'B' {DEAL}",
    "a side that is none": f"UPDATE record SET sides = 'AXAB' {DEAL}",
    "a seat too few": f"UPDATE record SET sides = 'ABA' {DEAL}",
    "no sides": f"UPDATE record SET sides = NULL {DEAL}",
    "counts the other way round": f"UPDATE record SET counts = '46 74' {DEAL}",
    "counts that make no deal": f"UPDATE record SET counts = '74 47' {DEAL}",
    "a count that no cards make": f"UPDATE record SET counts = '119 1' {DEAL}",
    "counts that are no numbers": f"UPDATE record SET counts = '74 4x' {DEAL}",
    "a comma": f"UPDATE record SET counts = '74,46' {DEAL}",
    "no counts": f"UPDATE record SET counts = NULL {DEAL}",
    "bonuses": f"UPDATE record SET bonuses = '40 0' {DEAL}",
    "a reason beside the counts": f"UPDATE record SET decided = 'cards' {DEAL}",
    "an event": f"UPDATE record SET decided = 'killed', counts = NULL {DEAL}",
    "a slam": f"UPDATE record SET slam = 1 {DEAL}",
    "a factor": f"UPDATE record SET times = 2 {DEAL}",
    "a caller": f"UPDATE record SET caller = 1 {DEAL}",
    "a caller with a bid": f"UPDATE record SET caller = 1, bid = 'K', target = 61 {DEAL}",
    "a partner": f"UPDATE record SET partner = 2 {DEAL}",
    "a target": f"UPDATE record SET target = 61 {DEAL}",
    "card points": f"UPDATE record SET card_points = 74 {DEAL}",
    "another variant": "UPDATE match SET variant = (SELECT digest FROM variant WHERE name = 'chiamata')",
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_deal_of_sides_that_was_changed_is_told_and_not_summed(ok: Ok, say: Say, book_path: Path, kind: str) -> None:
    for line in (f"start Old --players {FOUR},Elena --variant chiamata", "finish", *BRISCA[:2]):
        ok(line)
    change(book_path, CHANGES[kind])
    told = say("standings")
    assert (told.returncode, told.stdout) == (5, "")
    assert "is damaged: run scorer check" in told.stderr


@pytest.mark.parametrize(
    "kind",
    [
        "units1 = 230, units2 = -115, units3 = -115",  # half of what is due
        "card_points = 129",
        "card_points = 231",
        "card_points = 109",
        "outcome = 'failed', card_points = NULL",
        "target = 100",
        "bid = '100'",
        "sides = 'BAB'",
        "sides = NULL",
        "bonuses = '15'",
        "bonuses = '20 10'",
        "counts = '120'",
        "winners = 'A'",
        "decided = 'said'",
        "partner = 2",
    ],
)
def test_a_declarers_deal_that_was_changed_is_told_and_not_summed(ok: Ok, say: Say, book_path: Path, kind: str) -> None:
    ok("start Friday --players Anna,Bruno,Carla --variant rematada-points")
    ok("deal anna 110 130 --bonus 10")  # +520, -260 each
    assert ok("standings --format csv").splitlines()[1].split(",")[3] == "Anna"
    change(book_path, f"UPDATE record SET {kind} {DEAL}")
    told = say("standings")
    assert (told.returncode, told.stdout) == (5, "")


def change(path: Path, statement: str) -> None:
    """Change a row past the program and past the laws of the database."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        assert connection.execute(statement).rowcount

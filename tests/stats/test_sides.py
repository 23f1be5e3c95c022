"""Figures of deals without a caller, worked by hand: frames, standings, players, pairs, matches, races.

`brisca`: two pairs; more than 60 wins 1 unit, at 60 : 60 the side with more cards. Anna and Carla play Bruno and Dario.
"""

import csv
import io
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from scorer.frames import Frames, measured
from scorer.stats.describe.statistic_tables import leads, sections
from tests import core_stats as stats
from tests.figures import figures
from tests.fixtures import Ok, Say

Read = Callable[..., Frames]
Play = Callable[..., Frames]
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
    missing = ("caller", "partner", "bid", "solo", "target", "card_points", "margin")
    assert set(figures(frames.deals, *missing)) == {(None, None, None, False, 0, -1, 0)}
    ended = [("won", 1), ("won", 1), ("won", 1), ("even", 0), ("won", 1), ("won", 1)]
    assert figures(frames.deals, "outcome", "stake") == ended
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


MIXED = """league,match,on,variant,number,kind,note,seat1,seat2,seat3,seat4,units1,units2,units3,units4,winners
main,Mixed,2026-02-02,brisca,1,sheet,paper,Anna,Bruno,Carla,Dario,2,-2,2,-2,
main,Mixed,2026-02-02,brisca,2,deal,,Anna,Bruno,Carla,Dario,,,,,B
main,Mixed,2026-02-02,brisca,3,deal,,Anna,Bruno,Carla,Dario,,,,,B
main,Mixed,2026-02-02,brisca,4,deal,,Anna,Bruno,Carla,Dario,,,,,B
main,Paper,2026-02-03,brisca,1,sheet,paper,Anna,Bruno,Carla,Dario,4,-4,4,-4,
"""


def test_a_race_with_a_paper_sheet_is_judged_by_units_since_nobody_knows_what_was_won_on_it(
    ok: Ok, read: Read, tmp_path: Path
) -> None:
    # Mixed: +2 on paper, then three deals of 1 lost: Anna and Carla -1, Bruno and Dario +1; played to won:3
    (tmp_path / "mixed.csv").write_text(MIXED)
    ok(f"import {tmp_path / 'mixed.csv'}")
    frames = read()
    assert figures(frames.matches, "match", "race", "led_by") == [("Mixed", 0, "units"), ("Paper", 0, "units")]
    assert [(lead.leader, lead.units) for lead in leads(frames).values()] == [("Bruno+Dario", 1), ("Anna+Carla", 4)]
    assert "by 2 units" in ok("records")  # the closest finish
    ok("reopen Mixed")
    assert "\n   won" not in ok("sheet Paper")  # a row of what each won
    assert ok("finish").splitlines()[1:] == ["Bruno  +1", "Dario  +1", "Anna   -1", "Carla  -1"]


# One evening of brisca: six deals, one of them even. A: Anna and Carla, who won 1 and 6; B: Bruno and Dario, 2, 3, 5

# 95 % Wilson intervals, of 2 in 5 and so on
R = {
    (0, 1): (0.0, 0.0, 0.7935), (1, 1): (1.0, 0.2065, 1.0), (1, 2): (0.5, 0.0945, 0.9055),
    (2, 5): (0.4, 0.1176, 0.7693), (3, 5): (0.6, 0.2307, 0.8824),
}  # fmt: skip


def test_the_standings_of_pairs_have_the_deals_won_and_no_callers(play: Play) -> None:
    table = stats.standings(play(*BRISCA))
    sides = ("side_deals", "side_wins", "side_decided", "side_rate", "side_low", "side_high")
    assert figures(table, "place", "player", "deals", "units", "units_per_deal", *sides) == [
        (1, "Bruno", 6, 1, 0.1667, 6, 3, 5, *R[3, 5]),
        (1, "Dario", 6, 1, 0.1667, 6, 3, 5, *R[3, 5]),
        (3, "Anna", 6, -1, -0.1667, 6, 2, 5, *R[2, 5]),
        (3, "Carla", 6, -1, -0.1667, 6, 2, 5, *R[2, 5]),
    ]
    calls = ("called", "call_rate", "made", "failed", "success_rate", "solo")
    assert set(figures(table, *calls)) == {(0, None, 0, 0, None, 0)}


def test_fixed_pairs_have_met_with_and_against(play: Play) -> None:
    frames = play(*BRISCA)
    # Anna is the first by name of all she met; of Bruno and Carla it is Bruno, who won 3 of the 5
    assert figures(
        stats.met(frames, min_deals=6).drop(columns=["error", "rate_if_equal", "unusual", "unusual_by_chance"])
    ) == [
        ("Anna", "with", "Carla", 6, 2, 3, 1, *R[2, 5], -1, -0.1667),
        ("Bruno", "with", "Dario", 6, 3, 2, 1, *R[3, 5], 1, 0.1667),
        ("Anna", "against", "Bruno", 6, 2, 3, 1, *R[2, 5], -1, -0.1667),
        ("Anna", "against", "Dario", 6, 2, 3, 1, *R[2, 5], -1, -0.1667),
        ("Bruno", "against", "Carla", 6, 3, 2, 1, *R[3, 5], 1, 0.1667),
        ("Carla", "against", "Dario", 6, 2, 3, 1, *R[2, 5], -1, -0.1667),
    ]
    assert stats.met(frames, min_deals=7).empty
    won = figures(stats.companions(frames, "Dario", min_deals=1), "other", "with_wins", "against_wins")
    assert won == [("Anna", 0, 3), ("Bruno", 3, 0), ("Carla", 0, 3)]


def test_the_records_of_a_player_on_a_side(play: Play) -> None:
    frames = play(*BRISCA)
    columns = ("win_streak", "loss_streak", "biggest_win", "highest_count", "highest_count_match", "highest_count_on")
    # Anna: won, lost, lost, even, lost, won; nobody counted the fifth
    assert figures(stats.records(frames, "Anna"), *columns) == [(1, 2, 1, 101, "Friday", "2026-11-20")]


# Other games


def test_a_declarer_wins_a_deal_and_so_do_both_others_where_the_contract_failed(play: Play) -> None:
    # rematada: made +2 / -1 / -1, failed -2 / +1 / +1
    deals = ("anna 110 125", "bruno 100 99", "anna 120 made")
    frames = play(*evening("rematada", "Anna,Bruno,Carla", *(f"deal {words}" for words in deals)))
    # of made contracts one deal won for the declarer, of failed ones one for each of the others
    won = stats.match_units(frames.payouts.assign(units=frames.lead))
    assert figures(won, "player", "units") == [("Anna", 3), ("Bruno", 0), ("Carla", 1)]
    assert stats.met(frames, min_deals=1).empty
    # the lowest bid is 100: there the bands begin
    (bands,) = sections(frames, "bands")
    assert [(row["band"], row["called"]) for row in bands.rows] == [("100-109", 1), ("110-119", 1), ("120-129", 1)]


def test_where_a_caller_is_always_alone_nothing_of_partners_is_shown(play: Play, ok: Ok) -> None:
    play(*evening("rematada", "Anna,Bruno,Carla", "deal anna 110 125", "deal bruno 100 99"))
    assert "partner" not in ok("players")
    assert "as caller" in ok("players")
    assert "solo" not in ok("standings")
    # files keep their columns and rows
    rows = csv_rows(ok("players anna --format csv"))
    assert [row["role"] for row in rows] == ["caller", "partner", "solo", "defender", "all"]
    assert [row["solo"] for row in csv_rows(ok("standings --format csv"))] == ["1", "0", "1"]


def test_a_pair_leads_together_on_paper_and_nobody_knows_who_sat_with_whom(
    ok: Ok, on_paper: Callable[..., None]
) -> None:
    on_paper(FOUR, (3, -3, 3, -3), variant="brisca")
    assert "Anna+Carla     +3" in ok("matches")
    # the sheet has units and no deals won: the match is won by the units, and nobody can say that 3 deals were reached
    won = {row["player"]: (row["matches_won"], row["races"]) for row in csv_rows(ok("standings --format csv"))}
    assert won == {"Anna": ("1", "0"), "Bruno": ("0", "0"), "Carla": ("1", "0"), "Dario": ("0", "0")}
    assert ok("pairs").splitlines() == [
        "League main, brisca, 0 deals, 2026-01-01",
        "No deal is recorded here, only units: a paper sheet does not tell who called, or",
        "played with whom.",
    ]
    told = ok("players anna")
    assert "caller" not in told
    assert "highest bid" not in told


def test_of_a_lead_by_several_the_next_decides_where_the_first_is_equal(tmp_path: Path, ok: Ok, read: Read) -> None:
    own = tmp_path / "four.toml"
    text = (files("scorer") / "variants" / "brisca.toml").read_text(encoding="utf-8")
    own.write_text(text.replace('until = "won:3"', 'until = "deals:4"\nfirst = "won taken"'), encoding="utf-8")
    ok(["variant", "add", str(own)])
    # two deals each, and in card points 61 + 61 + 20 + 30 = 172 to 59 + 59 + 100 + 90 = 308
    for line in evening("four", FOUR, "deal anna 61", "deal anna 61", "deal bruno 100", "deal bruno 90"):
        ok(line)
    frames = read()
    assert figures(frames.matches, "race", "led_by") == [(0, "won taken")]
    won = figures(stats.standings(frames), "player", "matches_won", "races")
    assert won == [("Anna", 0, 0), ("Bruno", 1, 0), ("Carla", 0, 0), ("Dario", 1, 0)]


def test_a_match_is_won_by_the_slam_that_wins_it_whoever_had_won_more_deals(tmp_path: Path, ok: Ok, read: Read) -> None:
    own = tmp_path / "capote.toml"
    text = (files("scorer") / "variants" / "briscola.toml").read_text(encoding="utf-8")
    own.write_text(f'{text}\n[slam]\nby = "tricks"\nwins_match = true\n', encoding="utf-8")
    ok(["variant", "add", str(own)])
    # Anna has won two deals of three, one of them by a slam, but the last slam is Bruno's; the other match has no slam
    deals = ("deal anna 120 --slam", "deal anna 74", "deal bruno 120 --slam")
    for line in (*evening("capote", "Anna,Bruno", *deals), *evening("briscola", "Anna,Bruno", *deals[1:2], name="Two")):
        ok(line)
    frames = read()
    assert [lead.players for lead in leads(frames).values()] == [("Bruno",), ("Anna",)]
    won = stats.standings(frames)
    # the race of the first was won by the slam; the other was finished before anybody had won three deals
    assert figures(won, "player", "matches_won", "races", "races_won") == [("Anna", 1, 1, 0), ("Bruno", 1, 1, 1)]
    assert "Total: Bruno -1, Anna +1" in ok("sheet Friday --plain")


# An evening with several games, as the commands show it

SEVERAL = (
    *BRISCA,
    "finish",
    *evening("scoperta", "Anna,Bruno", "deal anna 61", name="Two"),
    *evening("rematada", "Carla,Dario,Elena", "deal carla 110 125", name="Three"),
    *evening("chiamata", f"{FOUR},Elena", "deal anna K elena 61", name="Five"),
)


@pytest.fixture
def several(ok: Ok) -> None:
    for line in SEVERAL:
        ok(line)


@pytest.mark.usefixtures("several")
def test_a_season_of_several_games_is_never_summed_unless_asked_for(ok: Ok, say: Say) -> None:
    said = say("standings")
    heads = [line for line in said.stdout.splitlines() if line.startswith("League")]
    assert heads == [
        f"League main, {game}, 2026-11-20"
        for game in ("brisca, 6 deals", "chiamata, 1 deal", "rematada, 1 deal", "scoperta, 1 deal")
    ]
    assert "--measure base, plain or money puts them in one table" in said.stderr
    # Anna -1 at brisca, +1 at scoperta, +2 at chiamata; called 1 of 1; won 2 of 5 and 1 of 1 where nobody calls
    (row,) = [row for row in csv_rows(ok("standings --format csv --measure base")) if row["player"] == "Anna"]
    assert (row["units"], row["deals"], row["called"], row["call_rate"]) == ("2", "8", "1", "1")
    assert (row["side_deals"], row["side_wins"], row["side_decided"]) == ("7", "3", "6")
    shown = ok("standings --measure base")
    assert re.search(r"^\d +Anna +\+2 .* 50 % of 6 +100 % of 1 +100 % of 1$", shown, re.MULTILINE)


@pytest.mark.usefixtures("several")
def test_where_nobody_calls_the_commands_of_callers_say_so_in_a_line(ok: Ok) -> None:
    assert ok("bids --variant brisca") == "Nobody calls in brisca: see scorer standings.\n"
    assert ok("bids --bands --variant scoperta") == "Nobody calls in scoperta: see scorer standings.\n"
    assert ok("bids").splitlines()[-1] == "Nobody calls in brisca and scoperta: see scorer standings."
    assert ok("pairs --variant rematada") == "Nobody has a partner in rematada: see scorer standings.\n"
    assert ok("bids --variant brisca --format json") == "[]\n"
    (header,) = ok("bids --variant brisca --format csv").splitlines()
    assert header.startswith("league,variant,bid,called,share,")
    told = ok("players anna --variant brisca")
    assert "highest bid" not in told
    assert "highest count     101 on 2026-11-20, Friday" in told
    for command in ("standings", "players", "players anna"):
        assert "called" not in ok(f"{command} --variant brisca"), command


@pytest.mark.usefixtures("several")
def test_of_the_roles_those_are_shown_that_a_game_has(ok: Ok) -> None:
    def shown(game: str) -> list[str]:
        rows = ok(f"players carla --variant {game}").split("By role\n")[1].split("\n\n")[0].splitlines()
        return [row.split()[0] for row in rows]

    assert shown("rematada") == ["role", "solo", "defender", "all"]
    assert shown("chiamata") == ["role", "caller", "partner", "solo", "defender", "all"]
    assert shown("brisca") == ["role", "all"]


def test_partners_who_lead_are_named_and_no_others_who_are_level(play: Play) -> None:
    # Anna and Carla win the one deal of the first match; in the other both pairs win one, and all four have 0
    pairs = evening("brisca", FOUR, "deal anna 74")
    level = evening("brisca", FOUR, "deal anna 74 --match Level", "deal bruno 74 --match Level", name="Level")
    assert [lead.leader for lead in leads(play(*pairs, *level)).values()] == ["Anna+Carla", "4 tied"]


@pytest.mark.usefixtures("several")
def test_columns_of_sides_are_in_files_only_where_a_deal_has_no_caller(ok: Ok) -> None:
    for command in ("standings", "pairs", "bids"):
        header = ok(f"{command} --format csv --variant chiamata").splitlines()[0]
        assert {*header.split(",")}.isdisjoint({"side_deals", "side_rate", "met", "other", "wins"})
    told = csv_rows(ok("pairs --format csv --min-deals 1"))
    called = [row for row in told if row["variant"] == "chiamata"]
    assert [(row["caller"], row["partner"], row["deals"], row["met"]) for row in called] == [("Anna", "Elena", "1", "")]
    brisca = [row for row in told if row["variant"] == "brisca"]
    assert [(row["caller"], row["player"], row["met"], row["other"], row["wins"]) for row in brisca][:2] == [
        ("", "Anna", "with", "Carla", "2"), ("", "Bruno", "with", "Dario", "3"),
    ]  # fmt: skip


def csv_rows(text: str) -> list[dict[str, str]]:
    """The rows of a CSV."""
    return list(csv.DictReader(io.StringIO(text)))

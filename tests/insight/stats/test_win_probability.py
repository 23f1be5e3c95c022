"""The chances of a match: worked by hand, held against the truth of leagues that are known, never looking ahead."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
import pandas as pd
import pytest

from scorer import scorebook
from scorer.frames import Frames
from scorer.frames import read as read_frames
from scorer.insight.forecast.deal_history import LEVEL, LOSES, WINS, Deals
from scorer.insight.forecast.deal_model import DealModel, Past
from scorer.insight.forecast.deals_to_play import as_it_ended, as_of, remaining
from scorer.insight.forecast.monte_carlo import match_ends
from scorer.insight.forecast.win_probability import CurvePoints, end_words, since_when_likely
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS
from scorer.rules.ending import Ending, read_ending
from scorer.scorebook import Book
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.text.numbers import Counting
from tests import all_stats as stats
from tests.benchmarks import held_out
from tests.fixtures import FIVE, Ok
from tests.running import recorded

CHANCES: Final = described("chances")

Now = Callable[..., tuple[Frames, Sheet]]
OFF = 0.033  # four times what 4,000 evenings leave of a chance of one half
MADE, FAILED = [2, 1, -1], [-2, -1, 1]  # of caller, partner and each defender


@pytest.fixture
def now(book_path: Path) -> Now:
    """The frames of the scorebook and a match of it, by its number."""

    def call(match: int = 1) -> tuple[Frames, Sheet]:
        with opened(book_path) as (frames, sheets):
            return frames, next(sheet for sheet in sheets if sheet.match.id == match)

    return call


@contextmanager
def opened(path: Path) -> Iterator[tuple[Frames, list[Sheet]]]:
    """The frames of a scorebook and all of its matches."""
    book = Book(str(path))
    with book.reading() as transaction:
        yield (
            read_frames(transaction),
            [scorebook.sheet_of(transaction, match) for match in scorebook.matches(transaction)],
        )
    book.close()


def win_chances(frames: Frames, sheet: Sheet, deals: int | None = None) -> pd.DataFrame:
    """The chances of a match, by player."""
    return stats.win_probabilities(frames, remaining(sheet, datetime.now(UTC), deals)).set_index("player")


def verdict(table: pd.DataFrame) -> str:
    """What the chances together say."""
    return CHANCES.verdict(plain_rows(table.reset_index())).whole


def certain(sheet: Sheet, frames: Frames, rows: Sequence[tuple[list[int], int, float]]) -> DealModel:
    """The model in which all are as strong, and deals pay these units so often."""
    model = Past(frames, sheet.match, sheet.players).model(0, 5)
    units, ended, share = (np.array(column) for column in zip(*rows, strict=True))
    zeros = np.zeros(len(rows), np.int64)
    solo = units[:, 1] == 0
    paid = np.stack([units, units > 0, np.zeros_like(units), np.zeros_like(units)], axis=1)
    deals = Deals(paid, ended, solo, zeros > 0, zeros + 1, zeros, zeros + 5, share * 1.0)
    by_ending = np.bincount(ended, share, 3)
    return model.of_equals()._replace(
        deals=deals, cumulative=np.cumsum(share), ending_weights=np.concatenate([[0.0], np.cumsum(by_ending)]),
        ending_rows=np.searchsorted(ended, np.arange(4)),
        made=(1e9 * by_ending[WINS] + 1e-3, 1e9 * by_ending[LOSES] + 1e-3),
    )  # fmt: skip


def of_units(model: DealModel, sheet: Sheet, ending: str, count: int = 50) -> dict[str, set[int]]:
    """What everybody may have at the end."""
    ended = Sheet(replace(sheet.match, ending=read_ending(ending)), sheet.records)
    units = match_ends(ended, model, count).units
    return {player: set(mine.tolist()) for player, mine in zip(sheet.players, units, strict=True)}


def test_one_deal_left_is_the_sum_worked_by_hand(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata --until deals:2")
    ok("deal bruno A carla 70")  # Bruno +2, Carla +1, the others -1
    ok("call anna A")
    frames, sheet = now()
    model = certain(sheet, frames, [(MADE, WINS, 0.6), (FAILED, LOSES, 0.4)])
    ended = match_ends(sheet, model)
    first = {
        player: float(np.mean((place == 1) / sharing))
        for player, place, sharing in zip(sheet.players, ended.place, ended.sharing, strict=True)
    }
    # Anna calls, each of four is her partner as often. Made (0.6), Anna +1: with Bruno he has 3 and wins; with Carla
    # she has 2 and wins; with Dario or Elena Anna and Bruno share with 1. Failed (0.4), Anna -3: with Bruno he has 1,
    # Carla 2 wins; else Bruno wins with 3.
    bruno = 0.6 * (1 / 4 + 2 / 4 / 2) + 0.4 * 3 / 4
    carla = 0.6 * 1 / 4 + 0.4 * 1 / 4
    wanted = {"Anna": 0.6 * 2 / 4 / 2, "Bruno": bruno, "Carla": carla, "Dario": 0.0, "Elena": 0.0}
    assert sum(wanted.values()) == pytest.approx(1)
    assert first == pytest.approx(wanted, abs=OFF)


def test_a_match_goes_on_to_its_end_and_no_further(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata")
    frames, sheet = now()
    model = certain(sheet, frames, [([4, 4, 4], WINS, 1.0)])  # always made: +4 a deal, whoever calls
    assert of_units(model, sheet, "deals:3")["Anna"] == {12}
    assert of_units(model, sheet, "units:10")["Anna"] == {12}  # 4, 8, 12
    assert of_units(model, sheet, "units:10,deals:2")["Anna"] == {8}
    assert of_units(model, sheet, "won:3")["Anna"] == {12}
    assert of_units(model, sheet, "deals:1+round")["Anna"] == {20}  # everybody deals once
    assert of_units(model, sheet, "units:21+round")["Anna"] == {40}  # reached in the second round
    assert of_units(model, sheet, "deals:3")["Elena"] == {12}


def test_a_carry_counts_in_the_next_deal_alone(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE} --variant brisk")
    for _ in range(2):
        ok("redeal passed-out")  # the next deal counts four times
    frames, sheet = now()
    model = certain(sheet, frames, [([4, 4, 4], WINS, 1.0)])
    assert sheet.carry == 4
    assert of_units(model, sheet, "deals:2")["Anna"] == {4 * 4 + 4}


def test_an_even_deal_doubles_the_next_one(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE} --variant brisk")
    frames, sheet = now()
    model = certain(sheet, frames, [([4, 4, 4], WINS, 0.5), ([0, 0, 0], LEVEL, 0.5)])
    # two deals: neither even 4 + 4, the first even 8, the second even 4, both 0
    assert of_units(model, sheet, "deals:2", 300)["Anna"] == {8, 4, 0}


def test_which_deal_of_two_sides_is_drawn_does_not_hang_on_whether_it_is_even(ok: Ok, now: Now) -> None:
    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant cinquecento-pairs --until deals:9")
    frames, sheet = now()
    model = certain(sheet, frames, [([1, -1], WINS, 0.25), ([7, -7], WINS, 0.25), ([0, 0], LEVEL, 0.5)])
    one_deal = Sheet(replace(sheet.match, ending=read_ending("deals:1")), sheet.records)
    # one draw for both would give the half of the won deals that is drawn last, 7, to every deal that is not even
    assert {*match_ends(one_deal, model, 300).units[0].tolist()} == {-7, -1, 0, 1, 7}


def test_a_call_whose_result_is_open_is_the_next_deal(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata")
    ok("call elena 2/71")  # u = 2
    frames, sheet = now()
    model = certain(sheet, frames, [([4, 0, 4], WINS, 1.0)])  # always alone; all others pay everybody 4
    units = of_units(model, sheet, "deals:1", 300)
    assert units["Elena"] == {8, -8}  # made or failed; that anything fails is never thought impossible
    assert units["Anna"] == units["Bruno"] == {-2, 2}
    assert of_units(model, sheet, "deals:2", 300)["Elena"] == {8 + 4, -8 + 4}


def test_what_is_decided_is_certain(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata --until units:2")
    ok("deal anna A bruno 70")
    table = win_chances(*now())
    assert table["chance"].to_dict() == {"Anna": 1, "Bruno": 0, "Carla": 0, "Dario": 0, "Elena": 0}
    assert table["error"].tolist() == [0] * 5
    assert table.loc["Bruno", "place_2"] == 1
    assert table.loc[["Carla", "Dario", "Elena"], "place_4"].tolist() == pytest.approx([1 / 3] * 3)
    assert verdict(table) == "Nothing is left to play: Anna has won."


def test_equals_have_equal_chances_and_every_place_somebody(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata --until deals:20")
    frames, sheet = now()
    table = win_chances(frames, sheet)
    assert table["chance"].tolist() == pytest.approx([0.2] * 5)  # equals, however the draws fell
    assert table[["chance", *(f"place_{at}" for at in range(2, 6))]].sum().tolist() == pytest.approx([1] * 5)
    assert table["place_6"].isna().all()
    assert CHANCES.names == list(table.reset_index()[CHANCES.names].columns)
    assert table["expected"].tolist() == pytest.approx([0] * 5)
    assert table.equals(win_chances(frames, sheet))  # always the same draws
    assert verdict(table) == "All are as likely to win, 20 % each: nothing that is known tells them apart."
    ok("deal anna A bruno 70")  # of three nothing else is known than that they defended
    table = win_chances(*now())
    assert len({*table.loc[["Carla", "Dario", "Elena"], "chance"]}) == 1
    assert len({*table["chance"]}) == 3
    assert verdict(table).endswith(" If all were equal, it would be 24 % and 22 %.")
    ok("call carla A")  # now two defended, and are not said to call
    table = win_chances(*now())
    carla, dario, elena = table.loc[["Carla", "Dario", "Elena"], "chance"].tolist()
    assert dario == elena != carla


def test_of_players_with_equal_chances_the_first_by_seat_was_named_alone(ok: Ok, now: Now) -> None:
    """Four led after a failed solo, and three of them won with 23 %; of three defenders one was third."""

    def said() -> str:
        return CHANCES.verdict(plain_rows(win_chances(*now()).reset_index())).brief

    ok(f"start Friday --players {FIVE} --variant chiamata --until deals:6")
    ok("deal carla K solo 58")  # 1 unit from each: Carla -4, the others +1
    assert re.fullmatch(r"Anna wins with (\d+ %), Bruno with \1, Dario with \1, Elena with \1\.", said())
    ok("undo")
    ok("deal anna K elena 74")  # Anna +2, Elena +1, three with -1 each
    assert re.fullmatch(r"Anna wins with \d+ %, Elena with \d+ %\.", said())


def test_who_deals_and_rests_as_often_has_an_equal_chance(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE},Fabio --variant chiamata")
    frames, sheet = now()
    assert len({*win_chances(frames, sheet, 12)["chance"]}) == 1
    ten = win_chances(frames, sheet, 10)["chance"]  # the first four rest twice, the other two once
    assert [len({*ten[some]}) for some in (["Anna", "Bruno", "Carla", "Dario"], ["Elena", "Fabio"])] == [1, 1]
    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant briscola-pairs --until won:3")
    frames, sheet = now(2)
    assert win_chances(frames, sheet)["chance"].tolist() == [0.5, 0.5]


def test_nothing_is_impossible_while_a_deal_is_left(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata --until deals:21")
    for _ in range(20):
        ok("deal anna A solo 70")  # +4, the others -1: she is 100 ahead
    rows = plain_rows(win_chances(*now()).reset_index())
    assert [CHANCES["chance"].written(row, Counting()) for row in rows] == [">99 %", *["<1 %"] * 4]
    assert sum(row["chance"] for row in rows) == pytest.approx(1)
    ok("deal anna A solo 70")
    rows = plain_rows(win_chances(*now()).reset_index())
    assert [CHANCES["chance"].written(row, Counting()) for row in rows] == ["100 %", *["0 %"] * 4]


def test_one_deal_does_not_turn_two_deals_won_by_partners_who_are_one(ok: Ok, now: Now) -> None:
    # "Anna+Carla win with >99 %, Bruno+Dario with <1 %", of what cannot be
    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant brisca --until won:3")
    for _ in range(2):
        ok("deal anna 70")
    table = win_chances(*now())
    assert verdict(table).startswith("Anna+Carla win with ")
    assert table["reached"].tolist() == [2, 0]
    # they need one of three and are as strong: 7 of 8, a little more for who has won twice
    assert 0.84 < float(table["chance"]["Anna+Carla"]) < 0.96
    assert table[["chance", "place_2"]].sum().tolist() == pytest.approx([1, 1])
    assert win_chances(*now(), deals=1)["chance"].tolist() == [1, 0]
    level = win_chances(*now(), deals=2)["chance"]  # two deals bring the others level
    assert 0 < level["Bruno+Dario"] < 0.5
    assert level.sum() == pytest.approx(1)
    rows = plain_rows(stats.win_probabilities(now()[0], remaining(now()[1], datetime.now(UTC), 1)))
    assert [CHANCES["chance"].written(row, Counting()) for row in rows] == ["100 %", "0 %"]


def test_every_shipped_game_can_be_predicted_with_nobody_and_with_somebody_resting(ok: Ok, book_path: Path) -> None:
    matches = []
    for name in VARIANTS.names():
        variant = VARIANTS.load(name)
        most = max(variant.player_counts)
        for size in {most, min(most + variant.one_more_rests, 7)}:
            ok(f"start {name}-{size} --players {','.join('ABCDEFG'[:size])} --variant {name} --until deals:3")
            matches.append((name, size))
    with opened(book_path) as (frames, sheets):
        for sheet, (name, size) in zip(sheets, matches, strict=True):
            playing = len(sheet.seats) - (sheet.resting() is not None)
            ended = match_ends(sheet, Past(frames, sheet.match, sheet.players).model(0, playing), 50)
            assert (1 / ended.sharing)[ended.place == 1].sum() == pytest.approx(50), name
            in_pairs = not sheet.match.variant.has_auction and sheet.match.variant.fixed_partners and playing == size
            assert len(ended.units) == (2 if in_pairs else size), name
            assert ended.units.any(), name


def test_nothing_of_what_came_later_is_in_a_forecast(ok: Ok, now: Now) -> None:
    ok(f"start Before --players {FIVE} --variant chiamata --on 2026-11-19 --until deals:3")
    deals = ["anna A bruno 70", "bruno 2/71 carla 60", "carla K anna 65", "anna 2/81 elena 90", "elena 2 solo 50"]
    for deal in deals[:3]:
        ok(f"deal {deal} --match Before")
    ok("finish Before")
    ok(f"start Friday --players {FIVE} --variant chiamata --on 2026-11-20 --until deals:12")
    for deal in deals:
        ok(f"deal {deal} --match Friday")
    frames, sheet = now(2)
    then = stats.win_probability_curve(frames, sheet)
    for deal in deals[::-1]:
        ok(f"deal {deal} --match Friday")
    ok(f"start Later --players {FIVE} --variant chiamata --on 2026-11-20")
    ok(f"start Tomorrow --players {FIVE} --variant chiamata --on 2026-11-21")
    for deal in deals:
        ok(f"deal {deal} --match Later")
        ok(f"deal {deal} --match Tomorrow")
    frames, sheet = now(2)
    known: CurvePoints = {}
    later = stats.win_probability_curve(frames, sheet, known)
    known_then = then[then["number"] < 5].reset_index(drop=True)  # its last moment is played more often
    pd.testing.assert_frame_equal(known_then, later[later["number"] < 5].reset_index(drop=True))
    assert later.equals(stats.win_probability_curve(frames, sheet, known))
    assert len(known) == 11
    ok("call anna A --match Friday")  # moves the last moment alone
    frames, sheet = now(2)
    called = stats.win_probability_curve(frames, sheet, known)
    assert called[called["number"] < 10].equals(later[later["number"] < 10])
    assert not called.equals(later)
    first = win_chances(*now(2))["before"]
    assert first.to_dict() == pytest.approx(later[later["number"] == 0].set_index("player")["chance"].to_dict())


def test_a_penalty_parts_no_pair_in_a_race_for_deals_won(ok: Ok, now: Now) -> None:
    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant brisca --until won:3")
    ok("deal anna 74")
    before = win_chances(*now())
    ok("penalty anna 9 --reason phone")
    table = win_chances(*now())
    assert table["members"].to_dict() == {"Anna+Carla": 2, "Bruno+Dario": 2}
    assert table["chance"].to_dict() == pytest.approx(before["chance"].to_dict(), abs=OFF)
    assert table["before"].tolist() == pytest.approx([0.5, 0.5])
    assert table["units"].isna().tolist() == [True, False]  # -8 and +4; the others +2 each
    for _ in range(2):
        ok("deal anna 74")
    assert verdict(win_chances(*now())) == "Nothing is left to play: Anna+Carla have won."


def test_partners_of_whom_one_was_fined_had_a_part_of_what_their_side_had_before(ok: Ok, now: Now) -> None:
    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant brisca --until deals:4")
    ok("deal anna 74")
    ok("penalty anna 3 --reason phone")  # in a match by units they differ
    table = win_chances(*now())
    assert table["members"].to_dict() == {"Carla": 1, "Bruno+Dario": 2, "Anna": 1}
    assert table["before"].to_dict() == pytest.approx({"Carla": 0.25, "Bruno+Dario": 0.5, "Anna": 0.25})
    assert table["chance_if_equal"].sum() == pytest.approx(1)


def test_a_match_as_it_was_has_those_at_the_table_who_sat_there(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata --until deals:4")
    ok("deal anna A bruno 70")
    ok(f"seats {FIVE},Fabio")
    ok("deal anna A fabio 70")
    frames, sheet = now()
    assert as_of(sheet, 0).players == tuple(FIVE.split(","))
    assert as_of(sheet, 1).players == (*FIVE.split(","), "Fabio")
    assert [as_of(sheet, at).next_dealer for at in (0, 1)] == [sheet.records[at].dealer for at in (0, 1)]
    curve = stats.win_probability_curve(frames, sheet)
    assert curve[curve["player"] == "Fabio"]["number"].tolist() == [1, 2]
    table = win_chances(frames, sheet)
    assert np.isnan(float(table["before"]["Fabio"]))
    assert table["chance"].sum() == pytest.approx(1)


def test_to_a_bell_it_is_as_many_deals_as_the_pace_makes(ok: Ok, now: Now) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata")
    for _ in range(4):
        ok("deal anna A bruno 70")
    _, sheet = now()
    started, on = datetime(2026, 11, 20, 20, 0, tzinfo=UTC), date(2026, 11, 20)

    def to(ending: Ending, minutes: int) -> tuple[str, int | None, float]:
        match = replace(sheet.match, started_at=started, ending=ending, on=on)
        asked = remaining(Sheet(match, sheet.records), started + timedelta(minutes=minutes))
        return asked.by, asked.left, asked.minutes

    # at 20:40 four deals took ten minutes each: in the 50 until 21:30 five are played, and the one that is dealt then
    assert to(Ending(bell="21:30"), 40) == ("bell", 6, 10)
    assert to(Ending(bell="21:30", deals=7), 40) == ("agreed", 3, 10)
    assert to(Ending(bell="21:30"), 95) == ("bell", 0, 95 / 4)
    # four deals a minute after the start were written down afterwards: then it is 7 minutes a deal, 89 of them left
    assert to(Ending(bell="21:30"), 1) == ("bell", 13, 7)
    assert to(Ending(deals=7), 40) == ("agreed", 3, 0)
    assert to(Ending(), 40) == ("round", 5, 0)
    open_end = remaining(sheet, started)
    assert end_words(open_end) == "no end was agreed: after a round, 5 more deals"
    assert end_words(remaining(sheet, started, 3)) == "after 3 more deals"
    on = date(2026, 11, 19)  # what is written on another day is past the bell of its own, or of the night after it
    assert [to(Ending(bell=bell), 40)[1] for bell in ("21:30", "02:00")] == [0, 0]


def test_who_makes_it_more_often_wins_as_often_as_that_brings(ok: Ok, now: Now, tmp_path: Path) -> None:
    # All call as often; Anna makes 4 of 5, each other makes one half
    drawn, names = Random(5), FIVE.split(",")

    def deal() -> tuple[int, int, bool]:
        caller, partner = drawn.sample(range(5), 2)
        return caller, partner, drawn.random() < (0.8 if caller == 0 else 0.5)

    lines = []
    for at in range(800):
        caller, partner, made = deal()
        on = f"2026-01-{1 + at // 40:02d}"
        lines.append([f"Past {on}", on, names[caller], "A", names[partner], 70 if made else 50, *names])
    ok(f"import {written(tmp_path, lines)}")
    ok(f"start Friday --players {FIVE} --variant chiamata --on 2026-11-20 --until deals:8")
    frames, sheet = now(max(1, 800 // 40 + 1))
    table = win_chances(frames, sheet)
    won = np.zeros(5)
    for _ in range(3000):
        units = np.zeros(5)
        for _ in range(8):
            caller, partner, made = deal()
            share = -np.ones(5)
            share[caller], share[partner] = 2, 1
            units += share if made else -share
        first = units == units.max()
        won += first / first.sum()
    assert table.loc["Anna", "chance"] == pytest.approx(won[0] / 3000, abs=0.07)
    assert table.loc[names[1:], "chance"].tolist() == pytest.approx([won[1:].mean() / 3000] * 4, abs=0.05)


def written(folder: Path, deals: Iterable[Sequence[object]]) -> Path:
    """A file of deals of chiamata: match, day, caller, bid, partner, card points, and the five who sat there."""
    path = folder / "deals.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        seats = [f"seat{at}" for at in range(1, 6)]
        writer.writerow(["variant", "match", "on", "caller", "bid", "partner", "card_points", *seats])
        writer.writerows(["chiamata", *deal] for deal in deals)
    return path


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """The forecasts of an invented league: sixty evenings of twelve deals, five of eight players, who differ."""
    drawn, folder = Random(11), tmp_path_factory.mktemp("league")
    players = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo"]
    skill = dict(zip(players, (0.25, 0.15, 0.1, 0.0, 0.0, -0.1, -0.15, -0.25), strict=True))
    lines: list[list[object]] = []
    for evening in range(60):
        seats = drawn.sample(players, 5)
        on = f"2026-{1 + evening // 28:02d}-{1 + evening % 28:02d}"
        for _ in range(12):
            caller, partner = drawn.sample(seats, 2)
            bid, target = drawn.choice([("A", 61), ("2", 61), ("2/71", 71), ("2/81", 81)])
            made = drawn.random() < 0.55 + skill[caller]
            count = target if made else 50
            lines.append([f"E{evening}", on, caller, bid, partner, count, *seats])
    path = folder / "book.db"
    recorded(path, [f"import {written(folder, lines)}"])  # what is brought in is finished
    with opened(path) as (frames, sheets):
        return held_out.forecasts(frames, sheets)


def test_what_is_said_comes_true_as_often(replayed: pd.DataFrame) -> None:
    held = held_out.calibration(replayed)
    assert held["forecasts"].sum() == len(replayed) == 60 * 4 * 5
    inside = (held["low"] <= held["forecast"]) & (held["forecast"] <= held["high"])
    assert inside.mean() >= 0.8  # each is wrong in one of twenty
    likely = replayed[replayed["chance"].between(0.55, 0.85)]
    assert likely["outcome"].mean() == pytest.approx(likely["chance"].mean(), abs=0.1)
    brier = held_out.brier_scores(replayed).set_index("model")["brier"]
    assert brier["chances"] < min(brier["equal"], brier["leader"])


def test_ranges_and_scores_are_sums_worked_by_hand() -> None:
    forecasts = pd.DataFrame({
        "match_id": [1, 1, 2, 2], "player": ["Anna", "Bruno", "Anna", "Bruno"], "after": 0,
        "chance": [0.7, 0.3, 0.7, 0.3], "outcome": [1.0, 0.0, 0.5, 0.5], "equal": 0.5, "leader": [1.0, 0.0, 0.0, 1.0],
    })  # fmt: skip
    held = held_out.calibration(forecasts)
    assert held[["forecast_from", "forecast_to", "forecast", "outcome", "forecasts"]].to_numpy().tolist() == [
        [0.25, 0.35, pytest.approx(0.3), 0.25, 2], [0.65, 0.75, pytest.approx(0.7), 0.75, 2]
    ]  # fmt: skip
    scores = held_out.brier_scores(forecasts).set_index("model")
    # equal: .25 .25 0 0; leader: 0 0 .25 .25; chances: .09 .09 .04 .04
    assert scores["brier"].to_dict() == pytest.approx({"equal": 0.125, "leader": 0.125, "chances": 0.065})
    assert scores.loc["chances", "relative_score"] == pytest.approx(0.52)
    # nearer by .5 - .18 in the one match, by 0 - .08 in the other: of four .06; √(2 x .08) / 4
    assert [scores[figure].iloc[2] for figure in ("improvement", "error")] == pytest.approx([0.06, 0.1])


def test_a_match_of_paper_or_of_few_deals_is_not_told_again(on_paper: Callable[..., None], now: Now) -> None:
    on_paper(FIVE, (11, -14, -3, 9, -3))
    frames, sheet = now()
    forecasts = held_out.forecasts(frames, [sheet])
    assert forecasts.empty
    assert held_out.calibration(forecasts).empty
    assert held_out.brier_scores(forecasts)["brier"].isna().all()
    curve = stats.win_probability_curve(frames, as_it_ended(sheet))
    assert curve[curve["number"] == 1].set_index("player")["chance"].to_dict()["Anna"] == 1


def test_before_strengths_are_known_chances_were_other_ones_than_of_equals(ok: Ok, now: Now) -> None:
    ok("start Race --players Ada,Bea --variant scoperta --until won:3")
    assert win_chances(*now())["chance_if_equal"].tolist() == pytest.approx([0.5, 0.5])
    ok("deal Ada 80")
    # two more of at most four deals: 1 less none of four (1/16) and one of four (4/16) are 11 of 16
    table = win_chances(*now())
    assert table["chance"].tolist() == table["chance_if_equal"].tolist()  # they were 0.6947 and 0.6977
    assert table["chance"].tolist() == pytest.approx([11 / 16, 5 / 16], abs=OFF)
    assert verdict(table).endswith(" If all were equal, it would be 70 % and 30 %.")  # of 4,000 draws
    ok("deal Ada 40")
    ok("deal Ada 80")
    # 2 to 1, and still nobody knows much: one of at most two deals, 3 of 4, and never less than that
    assert win_chances(*now())["chance"].iloc[0] > 3 / 4 - OFF


def test_a_winner_is_said_to_have_been_likely_since_after_the_last_record_at_which_half_was_not_passed() -> None:
    def curve(*chances: float) -> pd.DataFrame:
        """Anna's chances after the records 0, 1, 2, 4 and 5; four others share the rest."""
        rows = [(number, player, share if player == "Anna" else (1 - share) / 4)
                for number, share in zip((0, 1, 2, 4, 5), chances, strict=True)
                for player in ("Anna", "Bruno", "Carla", "Dario", "Elena")]  # fmt: skip
        return pd.DataFrame(rows, columns=["number", "player", "chance"])

    late = since_when_likely(curve(0.2, 0.6, 0.5, 0.55, 0.75))  # 50 % after record 2, above it from record 4 on
    assert late.brief == "Anna won; more likely than not after record 4."
    assert late.whole == f"{late.brief} At the beginning it was 20 %, with 20 % if all played equally well."
    always = since_when_likely(curve(0.6, 0.6, 0.7, 0.8, 1.0))
    assert always.brief == "Anna won, and was more likely than not to win from the beginning."
    level = since_when_likely(curve(*[0.2] * 5))
    assert level.brief == level.whole == "Anna, Bruno, Carla, Dario and Elena share the first place."

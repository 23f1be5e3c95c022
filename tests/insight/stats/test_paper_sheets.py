"""Leagues of paper sheets have a rating: beside deals a sheet is as many of them as its units make likely."""

from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from sqlite3 import connect
from typing import Final

import numpy as np
import pytest

from scorer.frames import Frames
from scorer.insight.models.seat_payouts import base_payouts, seats_of
from scorer.insight.plus_minus import Observations, fit_plus_minus
from scorer.insight.rating import fold_sums, forecast_losses
from scorer.insight.sheets_among_deals import doubted_deals, observations_of, sheet_observations
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import DEALS_OF_SHEETS, SHEETS_ALONE, WITH_SHEETS
from tests import all_stats as stats
from tests.benchmarks.coverage import observations
from tests.benchmarks.drawn_evenings import World, draw
from tests.benchmarks.held_out import PREDICTIONS_OF_UNITS

RATING: Final = described("rating")

Ok = Callable[..., str]
Read = Callable[..., Frames]
OnPaper = Callable[..., None]
CLUB, SESSIONS, SEATED = 60, 1900, 5  # a real club
OF_SESSION, OF_SKILL = 11.9, 1.1  # standard deviations of a player's units in a session, and of their skills


def club(seed: int) -> tuple[Observations, np.ndarray]:
    """The sessions of a club, and the skill of everybody, in units a session."""
    drawn = np.random.default_rng(seed)
    skill = OF_SKILL * drawn.standard_normal(CLUB)
    player = drawn.permuted(np.tile(np.arange(CLUB), (SESSIONS, 1)), axis=1)[:, :SEATED]
    cards = drawn.standard_normal((SESSIONS, SEATED))
    contrast = skill[player] - (skill[player].sum(axis=1, keepdims=True) - skill[player]) / (SEATED - 1)
    # what one gets others lose: of five a fifth of the variance is taken away
    units = contrast + OF_SESSION * np.sqrt(5 / 4) * (cards - cards.mean(axis=1, keepdims=True))
    ones, at = np.ones(SESSIONS), np.arange(SESSIONS)
    day = np.datetime64("2026-01-01", "s") + at * np.timedelta64(86400, "s")
    side = np.tile(np.arange(SEATED), (SESSIONS, 1)).astype(np.int8)
    names = [f"P{number:02d}" for number in range(CLUB)]
    return Observations(names, player.astype(np.int32), side, ones > 0, units, ones, ones, ones, at, day), skill


def test_sessions_of_a_real_club_are_told_better_than_with_all_alike_and_than_by_raw_means() -> None:
    missed = dict.fromkeys(("equal", "means", "rating"), 0.0)
    held = []
    for seed in range(6):
        observations, skill = club(seed)
        out = forecast_losses(observations, fold_sums(observations), PREDICTIONS_OF_UNITS)
        for way in missed:
            missed[way] += float(out[way].sum())
        rated = fit_plus_minus(observations)
        true = skill - (skill.sum() - skill) / (CLUB - 1)
        held.append((rated.low <= true) & (true <= rated.high))
    assert missed["rating"] <= 0.996 * missed["equal"]  # of 1.1² / 11.9² = 0.9 % there is, most of what can be told
    assert missed["rating"] < missed["means"]
    assert 0.92 <= np.mean(held) <= 0.98  # of 360, a standard deviation is 1.1 %


EVENINGS = [(12, -3, -3, -3, -3), (8, 4, -4, -4, -4), (10, 0, 0, -5, -5), (6, 6, -4, -4, -4)]


def test_a_league_of_paper_sheets_has_a_rating_in_units_a_sheet(ok: Ok, read: Read, on_paper: OnPaper) -> None:
    on_paper("Ada,Bea,Cia,Dea,Eva", *EVENINGS)
    table = RATING.make(read())
    ada = table.set_index("player").loc["Ada"]
    assert (ada["deals"], ada["sheets"], ada["units_per_deal"]) == (0, 4, 9)  # (12 + 8 + 10 + 6) / 4
    assert 0 < ada["rating"] < 9  # drawn towards 0: no raw mean is the best guess
    assert np.isnan(ada["defender"])
    assert SHEETS_ALONE in " ".join(ok("rating").split())


def test_sheets_and_deals_are_rated_together(ok: Ok, read: Read, on_paper: OnPaper) -> None:
    on_paper("Ada,Bea,Cia,Dea,Eva", *EVENINGS)
    ok("start Friday --players Ada,Bea,Cia,Dea,Eva --variant chiamata --on 2026-02-01")
    for result in (70, 50, 70, 70):
        ok(f"deal Bea A Cia {result}")
    frames = read()
    assert sheet_observations(frames).noise.tolist() == [1] * 4  # every stake is 1
    table = RATING.make(frames).set_index("player")
    assert table["deals"].tolist() == [4] * 5
    assert table["sheets"].tolist() == [4] * 5
    assert table["rating"].idxmax() == "Ada"  # of the sheets; of the deals alone it is Bea
    assert stats.rating(read(first=date(2026, 2, 1)))["player"].iloc[0] == "Bea"
    assert WITH_SHEETS in " ".join(ok("rating").split())


def test_sheets_alone_that_say_their_deals_have_a_rating_in_units_a_deal(ok: Ok, read: Read, on_paper: OnPaper) -> None:
    on_paper("Ada,Bea,Cia,Dea,Eva", *EVENINGS, deals=10)
    ada = RATING.make(read()).set_index("player").loc["Ada"]
    assert (ada["deals"], ada["sheets"], ada["units_per_deal"]) == (0, 4, 0.9)  # (12 + 8 + 10 + 6) / (4 x 10)
    assert DEALS_OF_SHEETS in " ".join(ok("rating").split())


def test_a_sheet_counts_as_the_deals_that_it_says_beside_others_that_say_nothing(
    ok: Ok, read: Read, on_paper: OnPaper
) -> None:
    on_paper("Ada,Bea,Cia,Dea,Eva", *EVENINGS)
    ok("start Friday --players Ada,Bea,Cia,Dea,Eva --variant chiamata --on 2026-02-01")
    for result in (70, 50, 70, 70):
        ok(f"deal Bea A Cia {result}")
    ok("edit 1 --deals 30 --match 'Paper 2' --reason counted")
    ok("import - --deals 30", f"match,on,variant,kind,note,{','.join(f'seat{at},units{at}' for at in range(1, 7))}\n"
       "Six,2026-01-20,chiamata,sheet,paper,Ada,9,Bea,-3,Cia,-3,Dea,-3,Eva,-2,Flo,2\n")  # fmt: skip
    frames = read()
    deals = observations_of(seats_of(base_payouts(frames)), frames).deals
    assert deals[:4].tolist() == [1] * 4
    guessed = deals[4]
    assert guessed not in {1, 30}
    # of six at the table one rests: each has 25 of the 30 deals
    assert deals[4:].tolist() == pytest.approx([guessed, 30, guessed, guessed, 25])


@pytest.mark.parametrize("deals", [25, 60])
def test_a_sheet_counted_as_more_deals_where_players_are_of_different_strength(deals: int) -> None:
    # Of sixty deals it counted as 197: its mean square has the deals, and the strengths times the deals besides.
    held, counted = [], []
    for seed in range(8):
        league = draw(seed, World(players=8, evenings=32, deals=deals, skill=0.3, on_paper=0.8))
        mixed = observations(league)
        rated = fit_plus_minus(mixed)
        counted.append(mixed.deals[-1])
        held += ((rated.low <= league.truth) & (league.truth <= rated.high)).tolist()
    assert np.mean(counted) == pytest.approx(deals, rel=0.12)  # one is off by 12 % commonly, eight by 4 %
    assert sum(held) >= 55  # of 64, of which 95 % are 61: fewer once in five hundred times


def test_form_made_sheets_count_too_much_and_intervals_wide_until_they_say_their_deals() -> None:
    # Two of twelve evenings are deals: form of three card points makes sheets of sixty deals count as some ninety.
    world = World(players=8, evenings=12, deals=60, skill=0.2, form=0.3, on_paper=0.8)
    held, widths, counted = [], [], []
    for seed in range(8):
        for said in (0.0, 1.0):
            league = draw(seed, world._replace(said=said))
            mixed = observations(league)
            rated = fit_plus_minus(mixed)
            counted.append(mixed.deals[-1])
            widths.append((rated.high - rated.low).mean())
            held.append(((rated.low <= league.truth) & (league.truth <= rated.high)).sum())
    assert counted[1::2] == [60] * 8
    assert np.mean(counted[::2]) > 70
    assert sum(held[1::2]) >= 55  # of 64, of which 95 % are 61
    assert np.mean(widths[1::2]) < np.mean(widths[::2]) / 2


@pytest.mark.parametrize("says", [0.1, 1, 10])
def test_sheets_that_say_ten_times_too_few_deals_or_too_many_are_doubted(says: float) -> None:
    doubted = []
    for seed in range(4):
        league = draw(seed, World(players=8, evenings=12, deals=60, skill=0.2, form=0.3, on_paper=0.8, said=1))
        mixed = observations(league, says)
        said = np.full(league.on_paper.sum(), round(60 * says))
        doubted.append(doubted_deals(said, mixed, fit_plus_minus(mixed)))
    assert doubted == [[] if says == 1 else [round(60 * says)]] * 4


def test_a_doubted_number_of_deals_is_said_below_the_rating(ok: Ok, on_paper: OnPaper) -> None:
    on_paper(
        "Ada,Bea,Cia,Dea,Eva", *[(units[0] * 40, *(unit * 40 for unit in units[1:])) for units in EVENINGS], deals=12
    )
    ok("start Friday --players Ada,Bea,Cia,Dea,Eva --variant chiamata --on 2026-02-01")
    for result in (70, 50, 70, 70):
        ok(f"deal Bea A Cia {result}")
    said = " ".join(ok("rating").split())
    assert "Paper 1: the paper says 12 deals, which its units or the other evenings speak against" in said
    assert "scorer edit 1 --match 1 --deals N puts it right. 3 more sheets are doubted (scorer rating --sure)." in said


def test_one_sheet_of_a_thousand_deals_emptied_the_rating_and_was_not_doubted(
    ok: Ok, read: Read, on_paper: OnPaper
) -> None:
    on_paper("Ada,Bea,Cia,Dea,Eva", *EVENINGS)
    for number in (1, 2, 3):
        ok(f"edit 1 --match 'Paper {number}' --deals 25 --reason counted")
    before = RATING.make(read())["rating"].tolist()
    ok("edit 1 --match 'Paper 4' --deals 250 --reason counted")  # three evenings of 25 are 75, and some hold 100
    table = RATING.make(read())
    assert table["rating"].tolist() == before  # it says nothing
    assert table["doubted_deals"].tolist() == [250] * 5
    said = "Paper 4: the paper says 250 deals, which its units or the other evenings speak against; scorer edit 1"
    assert said in " ".join(ok("rating").split())
    ok("edit 1 --match 'Paper 3' --deals 250 --reason counted")
    assert RATING.make(read())["doubted_others"].tolist() == [1] * 5
    assert "1 more sheet is doubted" in " ".join(ok("rating").split())
    ok("edit 1 --match 'Paper 3' --deals 25 --reason counted")
    ok("edit 1 --match 'Paper 4' --deals 100 --reason counted")
    assert RATING.make(read())["doubted_deals"].tolist() == [0] * 5


def test_of_sheets_that_say_their_deals_nobody_was_said_to_have_ten(ok: Ok, read: Read, on_paper: OnPaper) -> None:
    on_paper("Ada,Bea,Cia,Dea,Eva", *EVENINGS, deals=25)
    assert RATING.make(read())["counted"].tolist() == [100] * 5
    ok("undo")
    on_paper("Ada,Bea,Cia,Dea,Eva", *EVENINGS)
    assert RATING.make(read())["counted"].tolist() == [4] * 5


def test_a_recorded_number_of_deals_that_cannot_make_the_units_is_doubted_and_says_nothing(
    ok: Ok, read: Read, on_paper: OnPaper, book_path: Path
) -> None:
    on_paper("Ada,Bea,Cia,Dea,Eva", (81, -21, -20, -20, -20), *EVENINGS)
    before = RATING.make(read())["rating"].tolist()
    with closing(connect(book_path)) as book, book:  # as an older program took it in
        book.execute("UPDATE record SET deals = 2 WHERE match_id = 1")
    table = RATING.make(read())
    assert table["rating"].tolist() == before
    assert (table["doubted_deals"][0], table["doubted_match"][0], table["doubted_others"][0]) == (2, "Paper 1", 0)

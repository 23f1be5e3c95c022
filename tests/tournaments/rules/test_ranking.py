"""A ranking across events, worked by hand: ties, weights, windows, fading, the best of several; and bad files."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from scorer.tournaments.rules.errors import RankingError
from scorer.tournaments.rules.ranking import Event, EventRule, Placed, Ranking, after_months, age_in_months, places_of
from scorer.tournaments.text.rule_files import RANKINGS

ON = date(2026, 11, 22)
WINDOWS = "one of 'everything', 'calendar year', 'last 3 events'"
KNOWN = "best, events, fading, months, notes, ranking_points, source, ties, title, window"
CLUB = """\
title = "Club"
source = "made up for this test"
months = 12
best = 2
fading = [{ from = 3, keep = 75 }, { from = 6, keep = 50 }]
[ranking_points]
places = [10, 6, 4]
behind = 1
[[events]]
kind = "tournament"
name = "Coppa*"
weight = 2
[[events]]
kind = "tournament"
league = "Lega"
weight = 0.5
[[events]]
kind = "season"
"""


def ranking(text: str = CLUB, **changes: str) -> Ranking:
    """The ranking of a text, some lines of it changed."""
    for old, new in changes.items():
        assert f"\n{old} =" in text
        lines = [new if line.startswith(f"{old} =") else line for line in text.splitlines()]
        text = "\n".join(lines)
    return RANKINGS.from_text("club", text)


def event(
    rules: Ranking, *places: int | tuple[int, str], name: str = "Coppa", ended: date = ON, league: str = "Lega"
) -> Event:
    """A tournament of Anna, Bruno, Carla, ... with these places, or of teams written with +."""
    names = ("Anna", "Bruno", "Carla", "Dario", "Elena")
    at = [
        (entry, (names[n],)) if isinstance(entry, int) else (entry[0], tuple(entry[1].split("+")))
        for n, entry in enumerate(places)
    ]
    rule = rules.rule_for("tournament", league, name)
    assert rule
    return Event("tournament", name, league, ended, tuple(at), rule)


def placed_rows(placed: list[Placed]) -> list[tuple[int, str, Any]]:
    return [(row.place, row.player, row.ranking_points) for row in placed]


def test_a_place_gives_those_of_the_list_and_those_of_the_entrants_behind_and_ties_share() -> None:
    rules = ranking()
    # five entrants, weight 2: first 10 + 4 behind = 14; 2 and 3 share (6 + 3) and (4 + 2): 7.5 each; 4: 1; 5: 0
    assert placed_rows(places_of(rules, [event(rules, 1, 2, 2, 4, 5)], ON)) == [
        (1, "Anna", 28), (2, "Bruno", 15), (2, "Carla", 15), (4, "Dario", 2), (5, "Elena", 0)
    ]  # fmt: skip
    # three share the first place: (14 + 9 + 6) / 3, which no decimals tell
    assert placed_rows(places_of(rules, [event(rules, 1, 1, 1, 4, 5)], ON))[0] == (1, "Anna", Fraction(58, 3))


def test_older_events_fade_and_leave_the_window_to_the_day() -> None:
    rules = ranking()
    expected = {
        date(2026, 8, 23): 28, date(2026, 8, 22): 21, date(2026, 5, 23): 21, date(2026, 5, 22): 14,
        date(2025, 11, 23): 14, date(2025, 11, 22): None, date(2026, 11, 23): None,
    }  # fmt: skip
    for ended, points in expected.items():
        placed = places_of(rules, [event(rules, 1, 2, 3, 4, 5, ended=ended)], ON)
        assert (placed[0].ranking_points if placed else None) == points, ended


def test_months_end_where_a_month_has_no_such_day() -> None:
    assert after_months(date(2026, 1, 31), 1) == date(2026, 2, 28)
    assert after_months(date(2026, 11, 30), 3) == date(2027, 2, 28)
    assert [age_in_months(date(2026, 1, 31), date(2026, 2, day)) for day in (27, 28)] == [0, 1]
    assert age_in_months(ON, ON) == 0


def test_the_best_of_each_player_count_whatever_is_newest() -> None:
    rules = ranking()
    events = [
        event(rules, 3, 1, 2, 4, 5, ended=date(2026, 11, 1)),  # Anna (4 + 2) x 2 = 12
        event(rules, 1, 2, 3, 4, 5, name="Sera", ended=date(2026, 10, 1)),  # 14 x 1/2 = 7
        event(rules, 1, 2, 3, 4, 5, ended=date(2026, 1, 1)),  # 14 x 2 x 50 % = 14
    ]
    anna = next(row for row in places_of(rules, events, ON) if row.player == "Anna")
    assert anna.ranking_points == 26
    assert anna.counting == 2
    shares: list[tuple[Any, bool]] = [(share.worth, share.counts) for share in anna.shares]
    assert shares == [(14, True), (12, True), (7, False)]
    # with three that count Bruno is first: 14 x 2, 9 x 2 x 50 % and 9 x 1/2, where Anna has 26 + 7
    assert placed_rows(places_of(ranking(best="best = 3"), events, ON))[:2] == [
        (1, "Bruno", Fraction("41.5")), (2, "Anna", 33)
    ]  # fmt: skip


def test_of_the_last_three_championships_equals_are_parted_by_their_best_place_and_then_by_its_year() -> None:
    gingo = RANKINGS.load("gingo-agp")  # 15, 12, 10, 8, 6 ...
    in_2023, in_2024, in_2025, in_2026 = (date(year, 10, 18) for year in (2023, 2024, 2025, 2026))
    events = [
        event(gingo, 5, 4, 3, 2, 1, name="Mondiale 2023", ended=in_2023),  # the fourth: it counts no more
        event(gingo, 1, 2, 3, 5, 4, name="Mondiale 2024", ended=in_2024),
        event(gingo, (3, "Anna"), (1, "Bruno"), (2, "Carla"), name="Mondiale 2025", ended=in_2025),
        event(gingo, (3, "Bruno"), (2, "Anna"), (1, "Carla"), name="Mondiale 2026", ended=in_2026),
    ]
    # Anna 15 + 10 + 12, Bruno 12 + 15 + 10, Carla 10 + 12 + 15: all have been first, Carla last; Elena 8, Dario 6
    assert placed_rows(places_of(gingo, events, ON)) == [
        (1, "Carla", 37), (2, "Bruno", 37), (3, "Anna", 37), (4, "Elena", 8), (5, "Dario", 6)
    ]  # fmt: skip
    assert gingo.rule_for("tournament", "main", "Torneo 2026") is None
    shared = RANKINGS.from_text("agp", RANKINGS.read_text("gingo-agp")[1].replace('"best place"', '"shared"'))
    assert [row.place for row in places_of(shared, events, ON)] == [1, 1, 1, 4, 5]
    # the day before, those of 2023 to 2025: Bruno 8 + 12 + 15, Carla 10 + 10 + 12, Anna 6 + 15 + 10
    before = placed_rows(places_of(gingo, events, date(2026, 10, 17)))
    assert before[:3] == [(1, "Bruno", 35), (2, "Carla", 32), (3, "Anna", 31)]


def test_who_has_as_good_a_best_place_of_the_same_day_shares_a_place() -> None:
    gingo = RANKINGS.load("gingo-agp")
    events = [event(gingo, 1, 1, 3, 4, 5, name="Mondiale 2026")]  # (15 + 12) / 2 each
    assert placed_rows(places_of(gingo, events, ON))[:3] == [
        (1, "Anna", Fraction(27, 2)), (1, "Bruno", Fraction(27, 2)), (3, "Carla", 10)
    ]  # fmt: skip


def test_the_first_rule_that_fits_says_the_weight_and_without_one_an_event_does_not_count() -> None:
    rules = ranking()
    weights = {
        ("COPPA d'inverno", "Elsewhere"): 2, ("Sera", "lega"): Fraction(1, 2), ("Sera", "Elsewhere"): None
    }  # fmt: skip
    for (name, league), weight in weights.items():
        rule = rules.rule_for("tournament", league, name)
        assert (rule.weight if rule else None) == weight
    assert rules.rule_for("season", "Elsewhere") == EventRule("season")


def test_a_rule_is_read_with_everything_that_its_file_says() -> None:
    rule = """weight = 0.01
    span = "month"
    order = "per-match"
    measure = "plain"
    min_deals = 10
    min_entrants = 4"""
    rules = ranking(CLUB.replace('kind = "season"\n', f'kind = "season"\n{rule}\n'))
    assert rules.rules[2] == EventRule(
        "season", weight=Fraction(1, 100), span="month", order="per-match", measure="plain",
        min_deals=10, min_entrants=4,
    )  # fmt: skip


def test_each_of_a_team_has_its_place_and_a_small_field_does_not_count() -> None:
    rules = ranking()
    teams = event(rules, (1, "Anna+Bruno"), (2, "Carla+Dario"), (3, "Elena+Anna"))
    # three teams: 10 + 2, 6 + 1, 4, times 2; of her two places Anna has the better one
    assert placed_rows(places_of(rules, [teams], ON)) == [
        (1, "Anna", 24), (1, "Bruno", 24), (3, "Carla", 14), (3, "Dario", 14), (5, "Elena", 8)
    ]  # fmt: skip
    assert places_of(rules, [event(rules, 1)], ON) == []


def test_a_calendar_year_and_everything_are_windows_too() -> None:
    year = ranking(months='window = "calendar year"', best="")
    days = [date(2026, 1, 1), date(2025, 12, 31), date(2020, 1, 1)]
    assert places_of(year, [event(year, 1, 2, ended=day) for day in days], ON)[0].counting == 1
    ever = ranking(months='window = "everything"', best="")
    assert places_of(ever, [event(ever, 1, 2, ended=day) for day in days], ON)[0].counting == 3


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"months": ""},
         ["months: is missing: how far back it goes; or window = 'everything', 'calendar year' or 'last 3 events'"]),
        ({"months": "months = 121"}, ["months: 121 must be 1 to 120"]),
        ({"best": "best = 0"}, ["best: 0 must be 1 to 1000"]),
        ({"best": 'window = "everything"'}, ["window: 'everything' and months = 12: leave one of them out"]),
        ({"months": 'window = "last 0 events"'},
         [f"window: 'last 0 events' must be {WINDOWS}"]),
        ({"months": 'window = "last events"'}, [f"window: 'last events' must be {WINDOWS}"]),
        ({"best": 'ties = "by lot"'}, ["ties: 'by lot' must be one of 'shared', 'best place'"]),
        ({"places": "places = [4, 6]"},
         ["ranking_points.places: a lower place has more ranking points than the one above it"]),
        ({"behind": "behind = -1"}, ["ranking_points.behind: ranking points are not negative"]),
        ({"places": "", "behind": ""},
         ["ranking_points.places: no place has ranking points: list those of the first places, or say behind = 1"]),
        ({"fading": "fading = [{ from = 6, keep = 50 }, { from = 3, keep = 40 }]"},
         ["fading: from 3 months stands after from 6: the ages ascend"]),
        ({"fading": "fading = [{ from = 3, keep = 50 }, { from = 6, keep = 60 }]"},
         ["fading: 60 percent from 6 months on, after 50: an older event never keeps more"]),
        ({"places": 'places = [10, "a", -3]'},
         ["ranking_points.places: 'a' must be a number, at most 1000",
          "ranking_points.places: ranking points are not negative"]),
        ({"places": 'places = "ten"', "behind": ""}, ["ranking_points.places: 'ten' must be a list"]),
        ({"fading": "fading = [{ from = 6, keep = 150 }, { from = 3, keep = 40 }]"},
         ["fading.1.keep: 150 must be 0 to 100", "fading: from 3 months stands after from 6: the ages ascend"]),
        ({"fading": "fading = [{ from = 3 }]"}, ["fading.1.keep: is missing"]),
        ({"fading": "fading = [3, 6]"},
         [f"fading.{n}: must be a table, as in {{ from = 6, keep = 50 }}" for n in (1, 2)]),
        ({"name": 'span = "year"'}, ["events.1.span: a tournament has none; it is of seasons"]),
        *(({"weight": f"weight = {weight}"},
           [f"events.{n}.weight: {weight}: at least 0.01; leave out the events that are to give nothing"
            for n in (1, 2)])
          for weight in ("0", "0.009")),  # with 0 everybody led with 0 ranking points
        ({"weight": 'weight = "much"'}, [f"events.{n}.weight: 'much' must be a number, at most 1000" for n in (1, 2)]),
        ({"kind": 'kind = "cup"'},
         [f"events.{n}.kind: 'cup' must be one of 'tournament', 'season'" for n in (1, 2, 3)]),
        ({"kind": 'kind = "season"'}, ["events.1.name: a season has the name of its league; say league"]),
        ({"source": "colour = 1"}, ["source: is missing", f"colour: is not known here (known: {KNOWN})"]),
    ],
)  # fmt: skip
def test_every_fault_of_a_file_is_told_with_its_key(changes: dict[str, Any], faults: list[str]) -> None:
    with pytest.raises(RankingError) as error:
        ranking(CLUB.replace('title = "Club"', '\ntitle = "Club"'), **changes)
    assert list(error.value.faults) == faults


def test_a_file_without_events_and_one_that_is_no_toml_are_refused() -> None:
    with pytest.raises(RankingError, match=r"club: events: no event counts; write at least one \[\[events\]\]"):
        ranking(CLUB.partition("[[events]]")[0])
    with pytest.raises(RankingError, match=r"club: not a TOML file: .*line 2"):
        RANKINGS.from_text("club", 'title = "Club"\nsource = \n')

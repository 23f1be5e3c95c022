"""The columns and dtypes of every frame and statistic: the same when there is nothing, and on a server."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pandas as pd
import pytest

from scorer.frames import Frames, measured
from scorer.stats.describe.columns import MakingOptions, Statistic
from tests import core_stats as stats
from tests.figures import figures
from tests.fixtures import Ok
from tests.statistic_columns import MADE

Read = Callable[..., Frames]
FAR = date(2100, 1, 1)
MATCHES = {
    "match_id": "int64", "league": "words", "match": "words", "on": "datetime64[s]", "variant": "words",
    "unit_value_cents": "int64", "currency": "words", "finished": "bool", "race": "int64",
    "led_by": "words",
}  # fmt: skip
DEALS = {
    "deal_id": "int64", "league": "words", "match": "words", "match_id": "int64", "on": "datetime64[s]",
    "variant": "words", "number": "int64", "dealer": "words", "caller": "words", "partner": "words", "solo": "bool",
    "bid": "words", "target": "int64", "card_points": "int64", "margin": "int64", "outcome": "words", "slam": "bool",
    "times": "int64", "stake": "int64",
}  # fmt: skip
PAYOUTS = {
    "deal_id": "int64", "league": "words", "match_id": "int64", "on": "datetime64[s]", "variant": "words",
    "number": "int64", "kind": "words", "player": "words", "role": "words", "outcome": "words", "target": "int64",
    "slam": "bool", "times": "int64", "stake": "int64", "units": "int64", "won": "bool",
    "side": "words", "count": "int64",
}  # fmt: skip
ALL = MakingOptions(min_deals=1)
ONE_ROW_OF_NOTHING = {"records", "head_to_head"}  # of a player
EVENING = (
    "start Friday --players Anna,Bruno,Carla,Dario,Elena,Fabio --variant brisk --on 2026-11-20 --unit-value 0.50",
    "deal bruno K carla 75",
    "deal anna 2/71 carla 70",
    "redeal passed-out",
    "deal anna K solo 75",
    "deal bruno K fabio made --no-slam",
    "penalty carla 4 --reason late",
    "void 1 --reason misread",
    "adjust Anna=-7,Bruno=7 --reason ruling",
    "start Saturday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-21",
    "deal anna 2/120 elena 120 --slam --match Saturday",
    "start Sunday --players Anna,Bruno --variant cinquecento --on 2026-11-22",
    "deal anna 124 --bonus anna=40,bruno=20 --match Sunday",
    "start Monday --players Anna,Bruno,Carla --variant rematada --on 2026-11-23",
    "deal bruno 110 125 --bonus 10 --match Monday",
    "player rename elena 'Élena II'",
)


def dtypes(frame: pd.DataFrame) -> dict[str, str]:
    """The dtype of each column; "words" for a categorical of text without order."""
    return {str(name): _dtype(dtype) for name, dtype in frame.dtypes.items()}


def _dtype(dtype: object) -> str:
    if isinstance(dtype, pd.CategoricalDtype):
        assert dtype.categories.dtype == "str"
        assert not dtype.ordered
        return "words"
    return str(dtype)


def check_frames(frames: Frames) -> None:
    assert [dtypes(frames.matches), dtypes(frames.deals), dtypes(frames.payouts)] == [MATCHES, DEALS, PAYOUTS]


def test_the_frames_have_these_columns_full_and_empty(the_evening: None, read: Read) -> None:
    assert len(read().payouts) == 55
    check_frames(read())
    assert len(read(first=FAR).matches) == 0
    check_frames(read(first=FAR))


@pytest.mark.parametrize("measure", ["base", "plain", "money"])
def test_a_measure_changes_the_units_alone(the_evening: None, read: Read, measure: str) -> None:
    expected = PAYOUTS | {"units": "float64" if measure == "base" else "int64"}
    for frames in (read(), read(first=FAR)):
        counted = measured(frames, measure)
        assert (dtypes(counted.deals), dtypes(counted.payouts)) == (DEALS, expected)
        pd.testing.assert_frame_equal(counted.deals, frames.deals)
        pd.testing.assert_frame_equal(
            counted.payouts.drop(columns="units"), frames.payouts.drop(columns="units"), check_exact=True
        )


@pytest.mark.parametrize(("one", "of"), MADE, ids=lambda one: getattr(one, "about", ""))
def test_a_statistic_of_nothing_has_the_same_columns(
    the_evening: None, read: Read, one: Statistic, of: tuple[str, ...]
) -> None:
    for measure in ("units", "base"):
        full, empty = (one.make(measured(read(**some), measure), *of, choice=ALL) for some in ({}, {"first": FAR}))
        assert (len(full) > 0) == (one.name != "met")  # somebody called in every deal
        assert len(empty) == (bool(of) and one.name in ONE_ROW_OF_NOTHING)
        assert dtypes(empty) == dtypes(full)
        assert set(dtypes(full).values()) <= {"int64", "float64", "bool", "str", "datetime64[s]"}


@pytest.mark.parametrize(("statistic", "kind"), [(stats.running, "int64"), (stats.running_by_evening, "float64")])
def test_running_units_of_nothing(
    the_evening: None, read: Read, statistic: Callable[[pd.DataFrame], pd.DataFrame], kind: str
) -> None:
    full, empty = statistic(read().payouts), statistic(read(first=FAR).payouts)
    assert empty.shape == (0, 0)
    assert empty.index.to_frame().dtypes.to_dict() == full.index.to_frame().dtypes.to_dict()
    assert set(dtypes(full).values()) == {kind}


def test_frames_are_not_changed_by_statistics(the_evening: None, read: Read) -> None:
    frames, untouched = read(), read()
    for one, of in MADE:
        one.make(frames, *of)
    pd.testing.assert_frame_equal(frames.deals, untouched.deals)
    pd.testing.assert_frame_equal(frames.payouts, untouched.payouts)


def test_a_server_gives_the_frames_of_a_file(ok: Ok, read: Read, database: str, tmp_path: Path) -> None:
    for line in EVENING:
        ok(line)
        ok(line, db=database)
    for selection in ({}, {"variant": "brisk"}, {"first": date(2026, 11, 21)}, {"league": "main"}, {"match_id": 2}):
        here, there = read(**selection), read(database, **selection)
        assert len(here.deals) > 0
        check_frames(there)
        pd.testing.assert_frame_equal(there.matches, here.matches)
        pd.testing.assert_frame_equal(there.deals, here.deals)
        pd.testing.assert_frame_equal(there.payouts, here.payouts)
    check_frames(read(database, first=FAR))
    # deal 2 of Friday failed at stake 2: -4; deal 4 alone at stake 1, doubled: 8; Carla's penalty 1; the ruling -7
    # (deal 5 Anna plays as a defender: -1); Saturday: stake 5, slam 10, caller 20; Sunday 124 to 56;
    # Monday a contract made against her
    anna = dict(figures(stats.standings(read(database)), "player", "units"))["Anna"]
    assert anna == -4 + 8 - 1 + 1 - 7 + 20 + 68 - 1

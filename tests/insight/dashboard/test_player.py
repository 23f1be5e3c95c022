"""What insight adds to the page of a player: how they call, their rating, what their units are made of."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.looking import column, leading, seen, tables, written

Ok = Callable[..., str]


def players(show: str = "", **address: str) -> AppTest:
    """The page of the sample league."""
    return seen("players", **({"show": show} if show else {}), **address)


@pytest.mark.usefixtures("sample")
def test_who_calls_too_low_or_too_high_is_told_beside_the_others(ok: Ok) -> None:
    told = json.loads(ok("calls --variant chiamata --format json"))[0]["rows"]
    adele = next(row for row in told if row["player"] == "Adele")
    assert "no more often than chance has it" not in written(players("calling", player="Adele", variant="chiamata"))
    app = players("calling", player="Adele", variant="chiamata", sure="1")
    for figure in (f"+{100 * adele['ahead']:.0f} %", f"{adele['too_low']} of {adele['counted']}"):
        assert f"<div class='figure'>{figure}</div>" in written(app)
    low, counted = (sum(row[name] for row in told) - adele[name] for name in ("too_low", "counted"))
    words = f"counted deals, others {100 * low / counted:.0f} %: no more often than chance has it"
    assert dict(leading(app))[words] == "/bids?variant=chiamata&sure=1&show=left"
    assert "beside what others make of them: chance alone does as much, all players taken together" in written(app)


@pytest.mark.usefixtures("sample")
def test_a_rating_of_0_stood_beside_the_place() -> None:
    # nobody can be told from anybody else by it: to who asks how sure that is it says nothing either
    for app in (players(player="Adele"), players(player="Adele", sure="1")):
        assert "rating" not in written(app)


@pytest.mark.usefixtures("sample")
def test_the_parts_of_units_are_the_whole_beside_the_evenings_of_every_subject() -> None:
    app = players(player="Furio")  # +6 in all
    assert sum(cell for cell in column(app, "units", 0) if isinstance(cell, float)) == 6
    assert len(tables(players("records", player="Adele"))) == 1

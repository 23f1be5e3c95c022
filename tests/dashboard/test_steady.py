"""Charts keep their place when their numbers change, by a seam of ours that is needed as long as this says so."""

from typing import Any

import pytest
from streamlit.elements import plotly_chart
from streamlit.testing.v1 import AppTest

from dashboard import steady
from dashboard.steady import keep_charts


def a_page(number: int) -> None:
    """A chart with a key, of one number."""
    import plotly.graph_objects as go
    import streamlit as st

    st.plotly_chart(go.Figure(go.Bar(x=[number])), key="lines")


def told_by(number: int) -> str:
    """What the browser tells the chart of this number by."""
    (chart,) = AppTest.from_function(a_page, args=(number,), default_timeout=60).run().get("plotly_chart")
    return str(chart.proto.id)


@pytest.fixture
def as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit without our seam."""
    from streamlit.elements.lib.utils import compute_and_register_element_id

    monkeypatch.setattr(plotly_chart, "compute_and_register_element_id", compute_and_register_element_id)


@pytest.mark.usefixtures("as_it_comes")
def test_streamlit_alone_takes_a_chart_with_new_numbers_for_another_one() -> None:
    assert told_by(1) != told_by(2), "Streamlit keeps charts with a key by itself: dashboard/steady.py may go"


@pytest.mark.usefixtures("as_it_comes")
def test_with_the_seam_a_chart_is_told_by_its_key() -> None:
    keep_charts()
    assert told_by(1) == told_by(2)
    assert "lines" in told_by(1)


@pytest.mark.usefixtures("as_it_comes")
def test_the_seam_is_made_once() -> None:
    keep_charts()
    seam: Any = plotly_chart
    once = seam.compute_and_register_element_id
    keep_charts()
    assert seam.compute_and_register_element_id is once


def test_the_script_that_draws_charts_is_mended_in_three_places_and_nowhere_else() -> None:
    script = steady.script()
    assert script, "the script is another one now: mend dashboard/steady.py, or charts blink when a deal comes"
    before, after = script.read_bytes(), steady.mended(script.read_bytes())
    assert abs(len(before) - len(after)) < 40
    assert after[:1000] == before[:1000]
    assert after.count(b"$is=>$is.layout===") == 1  # what was drawn is the newest only if nothing newer is waiting
    assert steady.mended(after) == b""  # what is not as Streamlit has it is left alone


@pytest.mark.usefixtures("as_it_comes")
def test_where_the_script_cannot_be_mended_charts_are_drawn_anew_rather_than_kept_as_they_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(steady, "script", lambda: None)
    keep_charts()
    assert told_by(1) != told_by(2)

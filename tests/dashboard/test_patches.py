"""Charts keep their place when their numbers change, by a patch that is needed as long as this says so."""

from typing import Any

import pytest
from streamlit.elements import plotly_chart
from streamlit.testing.v1 import AppTest

from dashboard.serving import patches
from dashboard.serving.patches import charts, held_port, index_page
from dashboard.serving.patches.charts import identify_by_key


def a_page(number: int) -> None:
    """A chart with a key, of one number."""
    import plotly.graph_objects as go
    import streamlit as st

    st.plotly_chart(go.Figure(go.Bar(x=[number])), key="lines")


def identity(number: int) -> str:
    """By what the browser knows the chart of this number."""
    (chart,) = AppTest.from_function(a_page, args=(number,), default_timeout=60).run().get("plotly_chart")
    return str(chart.proto.id)


@pytest.fixture
def as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit without the patch."""
    from streamlit.elements.lib.utils import compute_and_register_element_id

    monkeypatch.setattr(plotly_chart, "compute_and_register_element_id", compute_and_register_element_id)


@pytest.mark.usefixtures("as_it_comes")
def test_streamlit_alone_takes_a_chart_with_new_numbers_for_another_one() -> None:
    assert identity(1) != identity(2), (
        "Streamlit keeps charts with a key by itself: dashboard/serving/patches/charts.py may go"
    )


@pytest.mark.usefixtures("as_it_comes")
def test_patched_a_chart_is_known_by_its_key() -> None:
    identify_by_key()
    assert identity(1) == identity(2)
    assert "lines" in identity(1)


@pytest.mark.usefixtures("as_it_comes")
def test_the_patch_is_made_once() -> None:
    identify_by_key()
    patched: Any = plotly_chart
    once = patched.compute_and_register_element_id
    identify_by_key()
    assert patched.compute_and_register_element_id is once


def test_the_script_that_draws_charts_is_patched_in_two_places_and_nowhere_else() -> None:
    script = charts.script()
    assert script, "the script is another one now: see dashboard/patches, or charts blink when a deal comes"
    before, after = script.read_bytes(), charts.patched(script.read_bytes())
    assert abs(len(before) - len(after)) < 40
    assert after[:1000] == before[:1000]
    assert after.count(b"$is=>$is.layout===") == 1  # what was drawn is the newest only if nothing newer is waiting
    assert charts.patched(after) == b""  # what is not as Streamlit has it is left alone


def test_nothing_is_missing_here() -> None:
    assert patches.missing() == []


@pytest.mark.usefixtures("as_it_comes")
def test_where_streamlit_cannot_be_patched_it_runs_as_it_comes_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(charts, "script", lambda: None)
    monkeypatch.setattr(index_page, "HEAD", b"<no such head>")
    monkeypatch.setattr(held_port, "BIND", "no_such_function")
    identify_by_key()
    assert identity(1) != identity(2)
    assert index_page.document.__wrapped__() == (index_page.STATIC / "index.html").read_bytes()
    without = patches.missing()
    assert [sentence.partition(":")[0] for sentence in without] == [
        "charts are drawn anew when a deal comes", "the browser's way back may need two steps",
        "another program may take the port while this starts",
    ]  # fmt: skip

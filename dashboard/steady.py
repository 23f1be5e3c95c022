"""Charts that stay where they are when their numbers change, until Streamlit keeps them by itself."""

from typing import Any

from streamlit.elements import plotly_chart


def keep_charts() -> None:
    """Have Streamlit tell a chart with a key by that key alone.

    It makes the identity of a chart of all its numbers, even where it has a key, so that the browser takes a chart
    with new numbers for another one: it removes the old one and draws from nothing. Tables, and every other element
    with a key, are told by the key already. tests/dashboard/test_steady.py says when this may go.
    """
    charts: Any = plotly_chart
    made = charts.compute_and_register_element_id
    if made.__module__ == __name__:
        return

    def by_key(kind: str, **facts: Any) -> str:
        return str(made(kind, **facts | {"key_as_main_identity": facts["user_key"] is not None}))

    charts.compute_and_register_element_id = by_key

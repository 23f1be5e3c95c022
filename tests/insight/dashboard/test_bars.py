"""Bars in the tables of insight."""

import re

import pytest

from tests.bars import SEASON, hold_bars, written_with_links
from tests.looking import look, seen

WITH_BARS: list[tuple[str, dict[str, str], int]] = [  # a page and how many of its columns have bars
    ("bids", {}, 2), ("bids", {"sure": "1", "each": "1"}, 3), ("bids", {"show": "left", "sure": "1"}, 2),
    ("players", {"player": "Adele", "show": "calling"}, 5), ("pairs", {"sure": "1"}, 1), ("rating", {}, 1),
]  # fmt: skip


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(("page", "address", "columns"), WITH_BARS)
def test_a_bar_is_as_long_as_the_figure_in_its_cell_says(page: str, address: dict[str, str], columns: int) -> None:
    hold_bars(seen(page, **SEASON, **address), columns)


@pytest.mark.usefixtures("sample")
def test_what_pays_has_a_bar_in_colour_and_of_what_it_cannot_be_told_none_has() -> None:
    # only the six pays, with +0.79; of all others it is unsure or too few, whatever their bars say
    html = written_with_links(look("bids", **SEASON))
    of_rows = re.findall("<tr>.*?</tr>", html, re.DOTALL)
    coloured = [row for row in of_rows if "class='won'" in row or "class='lost'" in row]
    assert [(">yes<" in row, "+0.79" in row, row.count("class='won'")) for row in coloured] == [(True, True, 1)]

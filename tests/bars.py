"""Bars in the cells of tables: what they are drawn of, and whether each is as long as its figure says."""

import re
from typing import Any

import pytest

SEASON = {"league": "Circolo del Gelso", "variant": "chiamata"}
PIECES = re.compile(r"<(i|s|b)(?: class='(?:won|lost)')? style='left: ([-\d.]+)%(?:; width: ([\d.]+)%)?'")
NUMBER = re.compile(r"[+\N{MINUS SIGN}]?[\d.]+")


def written_with_links(app: Any) -> str:
    """All HTML of ours as it is."""
    return "\n".join(one.proto.body for one in app.get("html"))


def bars_of(html: str) -> list[list[tuple[str, ...]]]:
    """The pieces of every bar: tag, where it begins, its width."""
    return [PIECES.findall(bar.partition("</span>")[0]) for bar in html.split("<span class='bar'")[1:]]


def number_of(cell: str) -> tuple[float, float]:
    """The size of the number with which the words of a cell begin, and how far from it the figure may be."""
    found = NUMBER.search(re.sub("<[^>]*>", "", cell.partition("<span class='bar'")[0]))
    assert found, cell
    digits = found[0].lstrip("+\N{MINUS SIGN}")
    return float(digits), 0.5 / 10 ** len(digits.partition(".")[2])


def hold_bars(app: Any, columns: int) -> None:
    """So many columns of a page have bars, each as long as the figure in its cell says."""
    drawn = []
    for table in re.findall("<table>.*?</table>", written_with_links(app), re.DOTALL):
        of_rows = [
            re.findall("<td.*?</td>", row, re.DOTALL) for row in re.findall("<tr>.*?</tr>", table, re.DOTALL)[1:]
        ]
        drawn += [cells for cells in zip(*of_rows, strict=True) if any("class='bar'" in cell for cell in cells)]
    assert len(drawn) == columns
    for cells in drawn:
        bars = [(number_of(cell), float(bars_of(cell)[0][0][2])) for cell in cells if "class='bar'" in cell]
        (figure, off), longest = max(bars)
        for (number, own_off), length in bars:
            assert length == pytest.approx(longest * number / figure, abs=(off + own_off) * longest / figure + 0.1)

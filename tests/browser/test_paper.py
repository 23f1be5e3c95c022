"""On paper, as the browser itself prints it and poppler reads it back: every word, row, bar, dot, line stands whole."""

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from dashboard.look.theme import UNSEEN
from tests.browser.conftest import Show
from tests.browsing import PHONE, VIEWS, Chart, Window
from tests.fixtures import Ok
from tests.whole_house import needs

pytestmark = [
    pytest.mark.skipif(
        not shutil.which("pdftotext") and os.environ.get("CI") != "true", reason="poppler-utils is not installed"
    ),
]

ASKED: Final[dict[str, dict[str, object]]] = {"matches": {"match": 7}, "players": {"player": "Furio"}}
MARGIN: Final = 12 / 25.4 * 72  # points: 12 mm
SHARP: Final = 2  # dots of the picture to a point
LONG_PAGES: Final = ("bids", "matches", "pairs", "players", "ranking", "rating", "standings")
LINES: Final = {"standings": 8, "matches": 7}  # each with a name and units at its end
WORD: Final = re.compile(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>')
SHEET: Final = re.compile(r'<page width="(.*?)" height="(.*?)">(.*?)</page>', flags=re.DOTALL)
AT_AN_END: Final = re.compile(r"\w+ [+\u2212]\d+")
WIDTHS: Final = """() => [...document.querySelectorAll('.main-svg')].map(
  one => [one.getAttribute('viewBox'), one.getBoundingClientRect().width === one.closest(
    '[data-testid=stPlotlyChart]').getBoundingClientRect().width])"""
CELLS: Final = """() => [...document.querySelectorAll('.rows bdi')].map(
  one => one.textContent.replace(one.querySelector('.unseen')?.textContent ?? '', ''))"""
Dot = tuple[int, ...]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Word:
    """A word on paper: on which sheet, and its left, top, right and bottom end in points."""

    sheet: int
    box: Box
    text: str

    @property
    def letters(self) -> tuple[float, float]:
        """Where its letters begin and end: above and below them a box has room."""
        _left, top, _right, bottom = self.box
        room = (bottom - top) / 4
        return top + room, bottom - room


@dataclass(frozen=True, slots=True)
class Picture:
    """A sheet in dots: their red, green and blue, from left to right, then from top to bottom."""

    width: int
    dots: bytes

    def line(self, down: int, begin: int, end: int) -> list[Dot]:
        """The dots of a line, so far down, from one place to another."""
        at = 3 * self.width * down
        return list(zip(*[iter(self.dots[at + 3 * begin : at + 3 * end])] * 3, strict=True))


@dataclass(frozen=True, slots=True)
class Printed:
    """Sheets of paper: how wide and high they are, what can be read on them, and a picture of each."""

    width: float
    height: float
    words: list[Word]
    pictures: list[Picture]

    def of_figure(self, chart: Chart, label: str) -> tuple[Word, Word]:
        """The first and the last of these words, which stand behind the question that a figure answers."""
        texts = [word.text for word in self.words]
        question, words = chart.question.split(), label.split()
        begin = _place(texts, question[:2], 0)
        at = _place(texts, words, begin)
        return self.words[at], self.words[at + len(words) - 1]

    def mark(self, chart: Chart, label: str, is_of_it: Callable[[Dot], bool], gap: int = 0) -> tuple[int, int]:
        """Where the longest mark of a row begins and ends, on the line through the middle of its label.

        Within it a `gap` of so many dots is part of it.
        """
        _first, last = self.of_figure(chart, label)
        _left, top, right, bottom = (round(SHARP * end) for end in last.box)
        picture = self.pictures[last.sheet]
        line = picture.line((top + bottom) // 2, right + 2, picture.width)
        marks = [(0, 0)]
        for at in (at for at, dot in enumerate(line, right + 2) if is_of_it(dot)):
            begin, end = marks[-1]
            marks += [(begin, at + 1) if at <= end + gap else (at, at + 1)]
        longest = max(marks, key=lambda mark: mark[1] - mark[0])
        assert longest != marks[0], f"{label}: no mark on paper"
        return longest

    def inside(self) -> bool:
        """Whether every word stands between the margins."""
        return all(
            word.box[0] >= MARGIN - 1
            and word.box[2] <= self.width - MARGIN + 1
            and word.letters[0] >= MARGIN - 1
            and word.letters[1] <= self.height - MARGIN + 1
            for word in self.words
        )

    def lines(self) -> list[tuple[int, str]]:
        """What stands beside each other, from the left, with its sheet; from the first line to the last."""
        lines: list[list[Word]] = []
        for word in sorted(self.words, key=lambda word: (word.sheet, word.box[1])):
            before = lines[-1][0] if lines else word
            if lines and word.sheet == before.sheet and word.box[1] < (before.box[1] + before.box[3]) / 2:
                lines[-1].append(word)
            else:
                lines.append([word])
        across = [sorted(line, key=lambda word: word.box[0]) for line in lines]
        return [(line[0].sheet, " ".join(word.text for word in line)) for line in across]


def _place(texts: Sequence[str], words: Sequence[str], begin: int) -> int:
    """Where these words stand behind each other, from `begin` on."""
    return next(at for at in range(begin, len(texts)) if texts[at : at + len(words)] == list(words))


def printed(window: Window, folder: Path, paper: str = "A4") -> Printed:
    """The page of this window as Chromium's own print puts it on paper, read back from the PDF."""
    file = folder / "page.pdf"
    window.page.pdf(path=file, format=paper)
    text = subprocess.run(["pdftotext", "-bbox", file, "-"], check=True, capture_output=True, encoding="utf-8").stdout
    sheets = SHEET.findall(text)
    words = [
        Word(at, (float(left), float(top), float(right), float(bottom)), written)
        for at, (_width, _height, words) in enumerate(sheets)
        for left, top, right, bottom, written in WORD.findall(words)
    ]
    subprocess.run(["pdftoppm", "-r", str(72 * SHARP), file, folder / "sheet"], check=True)
    width, height, _words = sheets[0]
    return Printed(float(width), float(height), words, [_picture(path) for path in sorted(folder.glob("sheet*.ppm"))])


def _picture(path: Path) -> Picture:
    """The dots of a portable pixmap."""
    _kind, size, _most, dots = path.read_bytes().split(b"\n", 3)
    return Picture(int(size.split()[0]), dots)


def has_colour(colour: str, dot: Dot) -> bool:
    """Whether a dot has this colour."""
    return all(abs(int(colour[1 + 2 * at :][:2], 16) - share) < 8 for at, share in enumerate(dot))


def marks(paper: Printed, chart: Chart) -> list[tuple[int, int]]:
    """Where the mark of each row of a figure begins and ends."""
    colour = chart.traces[0]["colour"]
    colours = [colour] * len(chart.rows) if isinstance(colour, str) else colour
    rows = zip(chart.rows, colours, strict=True)
    return [paper.mark(chart, label, partial(has_colour, its)) for label, its in rows]


def overlap(one: Word, other: Word) -> bool:
    """Whether the letters of two words lie on each other."""
    tops, bottoms = zip(one.letters, other.letters, strict=True)
    across = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
    return one.sheet == other.sheet and across > 1 and min(bottoms) - max(tops) > 1


def lines_that_end(paper: Printed, charts: Sequence[Chart]) -> int:
    """How many lines go on to where the name stands, in the colour of the player: once they all ended in March."""
    ends = [(chart, words) for chart in charts for words in chart.words if AT_AN_END.fullmatch(words)]
    for chart, words in ends:
        name, _units = paper.of_figure(chart, words)
        left, top, _right, bottom = (round(SHARP * end) for end in name.box)
        before = [dot for down in range(top, bottom) for dot in paper.pictures[name.sheet].line(down, left - 12, left)]
        assert any(has_colour(chart.of(words.split()[0])["colour"], dot) for dot in before), words
    return len(ends)


@pytest.mark.parametrize("page", sorted({*LONG_PAGES} & {*VIEWS}))
def test_every_word_of_a_page_stands_whole_on_paper(page: str, league: Window, tmp_path: Path) -> None:
    """Those of figures, which were cut at the edge, and those of every row, on which lay "Who pays whom"."""
    league.go(page, **ASKED.get(page, {}))
    drawn = [words for chart in league.charts() for words in chart.words if not words.startswith(UNSEEN)]
    cells = league.page.evaluate(CELLS)
    paper = printed(league, tmp_path)
    assert paper.inside()
    assert [(one.text, other.text) for one, other in combinations(paper.words, 2) if overlap(one, other)] == []
    missing = Counter(" ".join(drawn + cells).split()) - Counter(word.text for word in paper.words)
    assert missing <= Counter(["units", "deals"])  # which stand upright beside an axis
    assert lines_that_end(paper, league.charts()) == LINES.get(page, 0)


@needs("notebooks")
def test_every_row_of_a_season_of_two_hundred_matches_is_whole_and_under_its_heads(
    show: Show, ok: Ok, tmp_path: Path
) -> None:
    """It is 8,000 dots high and scrolls within the page: on paper it goes on from sheet to sheet, each row on one."""
    season, names = str(tmp_path / "season.db"), ("Anna", "Bruno", "Carla", "Dario", "Elena")
    days = [date(2025, 9, 1) + timedelta(days=at) for at in range(200)]
    units = [[4 * at, at, -at, -at, -3 * at] for at in range(1, 201)]
    rows = [",".join(map(str, (day, *gained))) for day, gained in zip(days, units, strict=True)]
    home = tmp_path / "home.csv"
    home.write_text("\n".join([f"on,{','.join(names)}", *rows]) + "\n", encoding="utf-8")
    ok(f"import {home} --as evenings --units gained --totals none", db=season)
    paper = printed(show(Path(season), "matches"), tmp_path)
    assert paper.inside()
    lines = paper.lines()
    first = [f"{day} Evening Anna +{gained[0]} 0" for day, gained in zip(days, units, strict=True)]
    assert [line for _sheet, line in lines if line.startswith("202")] == first[::-1]
    heads = [sheet for sheet, line in lines if line == "on match first units everybody deals"]
    assert heads == sorted({sheet for sheet, _line in lines}) == list(range(7))


def test_on_paper_there_was_a_bar_for_the_bad_pairs_alone(league: Window, tmp_path: Path) -> None:
    """Five bars, each as long as its units say: to the right what is above 0, to the left what is below."""
    league.go("players", player="Furio", variant="chiamata")
    chart = league.charts()[0]
    bars = marks(printed(league, tmp_path), chart)
    units = chart.traces[0]["x"]
    assert units == [13, 11, -4, 22, -36]
    zero = bars[0][0]
    a_unit = (bars[0][1] - zero) / units[0]
    for bar, wanted in zip(bars, units, strict=True):
        assert bar == pytest.approx(sorted((zero, zero + a_unit * wanted)), abs=2)


def test_after_printing_the_screen_is_as_it_was(league: Window, tmp_path: Path) -> None:
    """Also when the window gets smaller later, and on a phone that prints."""
    league.go("bids", show="called")
    whole = [[None, True] for _svg in league.page.evaluate(WIDTHS)]
    assert whole
    league.becomes(lambda: league.page.evaluate(WIDTHS), whole)
    printed(league, tmp_path)
    league.becomes(lambda: league.page.evaluate(WIDTHS), whole)
    league.page.set_viewport_size(PHONE)
    league.becomes(lambda: league.page.evaluate(WIDTHS), whole)
    assert printed(league, tmp_path).inside()


def test_on_small_paper_a_figure_is_smaller_and_whole(league: Window, tmp_path: Path) -> None:
    """A5 is narrower than what is drawn for A4."""
    league.go("players", player="Furio", variant="chiamata")
    chart = league.charts()[0]
    paper = printed(league, tmp_path, "A5")
    assert paper.width == pytest.approx(420, abs=1)
    assert paper.inside()
    assert len(marks(paper, chart)) == 5

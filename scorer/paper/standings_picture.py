"""Standings as a picture to send: a row a player, in the columns that fit on paper."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from scorer.language import _
from scorer.paper.picture import (
    EDGE,
    GAP,
    INK,
    LARGE,
    LEADS,
    MOST,
    PAD,
    ROW,
    RULE,
    SMALL,
    SOFT,
    USUAL,
    Box,
    Words,
    colour_of,
    drawn,
    wide,
)
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import Section
from scorer.stats.standings import left_out_words
from scorer.text.numbers import SCREEN, Counting

NARROWEST: Final = 560  # pixels: room for a heading above a table of few columns
LETTER: Final = 0.62  # the width of a letter in a sentence, as a share of its size


class DrawnColumn(NamedTuple):
    """A column of the picture, up to `end` in pixels: its head and its cells in words, which begin or end at `at`."""

    head: str
    cells: Sequence[str]
    colours: Sequence[str]
    at: float
    anchor: str
    end: float

    def words(self, text: str, y: float, size: int = USUAL, colour: str = INK) -> Words:
        """Words in this column: names begin where it begins, numbers end where it ends."""
        return Words(self.at, y, text, size, colour, self.anchor)


def standings_picture(sections: Sequence[Section], match: str = "") -> str:
    """SVG of standings, a table for each league and variant; of a long one the first places alone."""
    tables = [_drawn_columns(section) for section in sections]
    right = max(EDGE + NARROWEST, *(columns[-1].end + PAD for columns in tables))
    parts: list[Words | Box] = [Words(EDGE, 50, _("Standings"), LARGE)]
    y = 50
    for section, columns in zip(sections, tables, strict=True):
        for line in _folded(section.head.lines(match), USUAL, right):
            y += 26
            parts.append(Words(EDGE, y, line, USUAL, SOFT))
        y += 44
        parts += [column.words(column.head, y - 8, SMALL, SOFT) for column in columns]
        first_of_some = {row["place"] for row in section.rows} > {1}
        for at, row in enumerate(section.rows[:MOST]):
            parts.append(Box(EDGE, y, right - EDGE, 1, RULE))
            if row["place"] == 1 and first_of_some:
                parts.append(Box(EDGE, y + 1, right - EDGE, ROW - 1, LEADS))
            parts += [column.words(column.cells[at], y + 21, colour=column.colours[at]) for column in columns]
            y += ROW
        parts.append(Box(EDGE, y, right - EDGE, 1, RULE))
        for line in _folded(_notes(section), SMALL, right):
            y += 20
            parts.append(Words(EDGE, y, line, SMALL, SOFT))
        y += 20
    return drawn(parts, "; ".join(section.head.lines(match)[0] for section in sections), right, y - 20)


def _drawn_columns(section: Section) -> list[DrawnColumn]:
    """The columns of paper that say anything of these rows, one right of the other."""
    listing, rows = described("standings"), section.rows[:MOST]
    units, columns, x = Counting(section.head.currency, SCREEN), list[DrawnColumn](), float(EDGE + PAD)
    for column in map(listing.__getitem__, listing.paper):
        if column.is_shown(section.rows, alone=section.head.alone, sure=False):
            head, cells = column.head(section.head.currency), [column.written(row, units) for row in rows]
            has_sign = column.form in {"units", "mean"}
            colours = [colour_of(row[column.name] or 0) if has_sign else INK for row in rows]
            end = x + max([wide(head, SMALL), *map(wide, cells)])
            line = (x, "start") if column.in_words else (end, "end")
            columns.append(DrawnColumn(head, cells, colours, *line, end))
            x = end + GAP
    return columns


def _notes(section: Section) -> Iterator[str]:
    """What the rows together say, and who is not among them."""
    yield section.verdict.brief
    yield section.head.for_nothing
    yield section.only_units
    if section.left_out:
        yield left_out_words(section.left_out, section.fewest, section.fewest_matches)
    if len(section.rows) > MOST:
        yield _("Of {players} players the first {shown} are shown.", players=len(section.rows), shown=MOST)


def _folded(texts: Sequence[str] | Iterator[str], size: int, right: float) -> Iterator[str]:
    """Texts in lines that end about where the tables do."""
    for text in texts:
        yield from wrap(text, round((right - EDGE) / size / LETTER))

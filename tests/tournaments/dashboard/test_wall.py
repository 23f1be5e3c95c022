"""Tournaments on the wall: every table and everybody in turn, before or behind what else an evening has."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.plain_pages import plain_on_wall
from tests.plain_words import nothing_plain
from tests.tournaments import walls
from tests.tournaments.playing import people
from tests.walls import slides


def test_every_table_of_a_tournament_and_everybody_in_its_standing_come_in_turn(book_path: Path) -> None:
    # 65 players at 13 tables: 2 slides of tables; at most 15 lines, so 5 of the standing
    walls.tournament(book_path, 65, form="ten-deals")
    there = slides("tournament")
    assert len(there) == 5
    for table in range(1, 14):
        assert any(f"<b>Table {table}</b>" in slide for slide in there[:2])
    for name in people(65):
        assert sum(f"<td class=\"who\"><bdi class='ends'><span>{name}</span>" in slide for slide in there) == 1
    assert len(slides(rotate="20")) == 4 + 5  # of the evening: 65 players of the league at 20 on a slide come first
    first = slides("tournament", rotate="20")
    assert (len(first), "<b>Table 1</b>" in first[0]) == (5 + 4, True)


@pytest.mark.parametrize("over", [False, True])
def test_the_wall_is_marked(book_path: Path, shown: Callable[[Path], None], *, over: bool) -> None:
    walls.tournament(book_path, 10 if over else 11, over=over)
    shown(book_path)
    nothing_plain(line for page in ("tonight", "tournament") for line in plain_on_wall(book_path, page))

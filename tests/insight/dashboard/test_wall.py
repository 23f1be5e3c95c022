"""The chances to win on the wall: beside everybody, and on a slide of their own."""

import re
from pathlib import Path

from tests import walls
from tests.looking import look, written
from tests.walls import slides

FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")


def test_everybodys_chance_to_win_is_said_and_has_a_slide_where_the_wall_rotates(book_path: Path) -> None:
    walls.matches(book_path, [FIVE], deals=4)
    (alone,) = slides()
    wins = [int(share) for share in re.findall(r"wins with (\d+) %(?:, |<)", alone)]
    assert (len(wins), 97 <= sum(wins) <= 103) == (5, True)  # each rounded
    assert "if all were equal" not in alone
    _, told, _ = slides(rotate="20")
    assert "Who wins tonight?" in told
    assert "No end was agreed: after a round, 5 more deals." in told
    assert sorted(map(int, re.findall(r"<div class='figure'>(\d+) %</div>", told))) == sorted(wins)
    assert told.count("<polyline") == 5


def test_chances_are_left_out_of_the_wall_where_the_address_says_so(book_path: Path) -> None:
    walls.matches(book_path, [FIVE], deals=4)
    alone, standing = slides(rotate="20", chances="0")  # the match, and the standings of its league
    assert "wins with" not in alone
    assert "last " in alone
    assert "Who wins tonight?" not in standing
    app = look("tonight", big="1", chances="maybe")
    assert "No choice 'maybe'; showing the chances." in written(app)

"""What takes turns on a wall, and whom it shows: everybody, whatever the address asks for."""

import re
from collections.abc import Callable
from pathlib import Path

from dashboard.wall.slides import shared, side_by_side
from tests import walls
from tests.invented import HOSTILE
from tests.looking import look, written
from tests.walls import shown, slides

Ok = Callable[..., str]
FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
SIX = ("Fabio", "Gina", "Hugo", "Ida", "Lea", "Mino")


def test_what_does_not_fit_is_shared_out_evenly() -> None:
    assert shared("abcdefg", 3) == ["ab", "cde", "fg"]
    assert shared("abc", 3) == ["abc"]
    assert shared("", 3) == [""]
    assert side_by_side("abc", "xy") == [("a", "x"), ("b", "y"), ("c", "x")]


def test_three_open_matches_are_two_slides_and_everybody_is_on_one(book_path: Path) -> None:
    tables = [FIVE, SIX, ("Nora", "Olga", "Pino", "Rosa", "Sara")]
    walls.matches(book_path, tables, deals=1)
    there = slides(chances="0")
    assert len(there) == 2
    for at, names in zip((0, 0, 1), tables, strict=True):
        assert [shown(name, there) for name in names] == [[at]] * len(names)
    (second,) = slides(match="2", chances="0")
    assert shown("Fabio", [second]) == [0]


def test_a_place_stands_beside_a_name_from_right_to_left_and_not_in_it(book_path: Path) -> None:
    walls.matches(book_path, [("שרה", *FIVE[1:])], deals=0)
    assert "<span class='place'>1</span><bdi class='ends'><span>שרה</span></bdi>" in slides()[0]


def test_a_race_shows_what_it_is_played_to_and_not_units(ok: Ok) -> None:
    # won:3, at 40 a deal as it is: each has won one
    ok("start Race --players Anna,Bruno --variant briscola --until won:3 --on 2026-11-20")
    ok("deal anna 70")
    ok("deal bruno 80")
    (slide,) = slides()
    assert slide.count("<div class='figure'>1</div>") == 2
    assert "won 1 of 3" in slide


def test_rotating_shows_the_standings_of_the_busiest_variant_or_of_that_in_the_address(book_path: Path) -> None:
    walls.matches(book_path, [FIVE, (*SIX, "Nora"), SIX], deals=2)  # 4 deals of chiamata, 2 of six-for-stakes
    *_, standing = slides(rotate="20", chances="0")
    assert "Briscola Chiamata · main" in standing
    assert "4 deals" in standing
    assert shown("Nora", [standing]) == []
    assert shown("Nora", [slides(rotate="20", variant="six-for-stakes", chances="0")[-1]]) == [0]


def test_the_wall_said_what_chance_alone_does_where_nobody_asked_how_sure_it_is(book_path: Path) -> None:
    """Off is off, after every look at the scorebook too, and so are the chances; who asks for them has them."""
    walls.matches(book_path, [FIVE], deals=4)
    app = look("tonight", big="1", rotate="20", chances="0")
    for _again in range(2):
        app.run()
        page = written(app) + "".join(one.value for one in app.markdown)
        assert "Nobody can be told apart yet: this may be luck." in page
        assert not re.search("chance alone|wins with|Who wins tonight", page)
    assert "No two of these players can be told apart yet: chance alone" in slides(rotate="20", sure="1")[-1]


def test_standings_on_a_wall_are_of_the_days_in_the_address(book_path: Path) -> None:
    walls.matches(book_path, [FIVE], deals=2)
    rotating = {"rotate": "20", "chances": "0"}
    _match, standing = slides(**rotating, **{"from": str(walls.ON), "to": str(walls.ON)})
    assert "2 deals" in standing
    app = look("tonight", big="1", **rotating, **{"from": "2030-01-01", "to": "soon"})
    assert "Nothing was played in the league, variant and days of the address" in written(app)
    assert "No last day 'soon'; showing every day." in written(app)
    assert "turn-of-" not in written(app)  # the match alone


def test_standings_too_long_for_a_slide_go_on_on_the_next(book_path: Path) -> None:
    # 5 tables of 5: 25 players, at most 20 on a slide, so 12 and 13
    names = [f"{first} {last}" for first in FIVE for last in "ABCDE"]
    walls.matches(book_path, [names[at : at + 5] for at in range(0, 25, 5)], deals=1)
    there = slides(rotate="20", chances="0")[3:]  # behind the matches, two at a time
    assert len(there) == 2
    assert [len(shown(name, there)) for name in names] == [1] * 25
    assert "places 1 to " in there[0]
    assert "of 25 players" in there[1]


def test_a_rotation_that_cannot_be_is_said(book_path: Path) -> None:
    walls.matches(book_path, [FIVE], deals=1)
    app = look("tonight", big="1")
    for text in ("4", "601", "fast", "20.5"):
        app.query_params["rotate"] = text
        told = written(app.run())
        assert f"rotate={text} in the address is not a whole number of seconds from 5 to 600" in told
        assert "turn-of-" not in told  # the only slide stays
    assert "animation: turn-of-2 60s step-end infinite" in written(look("tonight", big="1", rotate="30", chances="0"))


def test_what_the_address_names_and_is_not_there_is_said(book_path: Path) -> None:
    walls.matches(book_path, [FIVE], deals=1)
    told = written(look("tonight", big="1", rotate="20", variant="zzz", league="none", match="9"))
    assert "No variant 'zzz'; showing every variant." in told
    assert "No league 'none'; showing every league." in told
    assert "No match '9'; showing every match." in told


def test_hostile_names_are_text_on_a_wall(book_path: Path) -> None:
    names = [name for name in HOSTILE if name not in {"NaN", "None", "007", "-1"}]
    walls.matches(book_path, [names[at : at + 5] for at in range(0, 30, 5)], deals=1)
    there = slides(rotate="20")
    assert not any("\n" in slide for slide in there)  # after an empty line Markdown would begin
    for slide in there:
        assert "<script" not in slide
        assert "<img" not in slide
        assert "<a " not in slide

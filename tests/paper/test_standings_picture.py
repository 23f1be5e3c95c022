"""The standings as a picture and as text for a chat: what stands there, what is left out, what is refused."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from scorer.paper.picture import LEADS, MOST, ZOOM, png
from tests.fixtures import FIVE, Ok, Say
from tests.paper.test_picture import opened, texts
from tests.running import refused


@pytest.fixture
def friday(ok: Ok) -> None:
    """A deal each of 2/71 (u = 2) made with 74 and of J (u = 1) failed with 58."""
    ok(f"start Friday --players {FIVE} --on 2026-11-20 --unit-value 0.50")
    ok("deal anna 2/71 elena 74")
    ok("deal bruno J carla 58")
    ok("finish")


@pytest.fixture
def picture(ok: Ok, tmp_path: Path) -> Callable[..., str]:
    """The SVG of standings with these options."""

    def drawn(options: str = "") -> str:
        ok(f"standings {options} --image {tmp_path}/standings.svg --force")
        return (tmp_path / "standings.svg").read_text(encoding="utf-8")

    return drawn


def test_a_picture_of_standings_has_what_the_table_has(friday: None, picture: Callable[..., str]) -> None:
    # Anna +4 +1, Elena +2 +1, Dario -2 +1, Carla -2 -1, Bruno -2 -2; in two deals of one match
    svg = picture()
    found = texts(svg)
    assert found[:2] == ["Standings", "League main, chiamata, 2 deals, 2026-11-20"]
    assert found[2:11] == [
        *("place", "player", "units", "per deal", "deals", "matches", "matches won", "called %", "made %")
    ]
    rows = [found[at : at + 9] for at in range(11, 56, 9)]
    assert [row[:4] for row in rows] == [
        ["1", "Anna", "+5", "+2.50"], ["2", "Elena", "+3", "+1.50"], ["3", "Dario", "−1", "−0.50"],  # noqa: RUF001
        ["4", "Carla", "−3", "−1.50"], ["5", "Bruno", "−4", "−2.00"],  # noqa: RUF001
    ]  # fmt: skip
    assert rows[0][4:] == ["2", "1", "1", "50 %", "100 % of 1"]
    assert found[56:] == ["Nobody can be told apart yet: this may be luck."]
    assert svg.count(LEADS) == 1


def test_a_picture_of_money_says_of_which_and_whom_it_leaves_out(
    friday: None, ok: Ok, picture: Callable[..., str]
) -> None:
    ok(f"start Saturday --players {FIVE.replace('Elena', 'Fabio')} --on 2026-11-21 --unit-value 0")
    ok("deal fabio A anna 70")
    found = texts(picture("--measure money"))
    assert "Counted in EUR: units x unit value." in found
    assert "+2.50" in found  # five units of 0.50
    assert "1 match without a unit value is left out." in found
    assert "5 players with fewer than 3 deals are left out." in texts(picture("--min-deals 3 --match Friday"))


def test_payout_tables_stand_below_each_other_and_level_players_have_no_leader(
    friday: None, ok: Ok, picture: Callable[..., str]
) -> None:
    ok("start Coins --variant scoperta --players Gina,Hugo --on 2026-11-22")
    ok("deal gina=60 hugo=60")
    svg = picture()
    heads = [text for text in texts(svg) if text.startswith("League ")]
    assert heads == ["League main, chiamata, 2 deals, 2026-11-20", "League main, scoperta, 1 deal, 2026-11-22"]
    assert svg.count(LEADS) == 1  # Anna; Gina and Hugo have 0 each


def test_of_many_players_the_first_are_drawn_within_the_edges(
    ok: Ok, picture: Callable[..., str], tmp_path: Path
) -> None:
    names = [f"WMWMWMWMWMWMWMWMWMWMWMWMWMWM {number}" for number in range(MOST + 5)]
    lines = ["league,match,on,variant,kind,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"]
    for at in range(0, len(names), 5):
        seats = names[at : at + 5]
        lines.append(f"Lega,M{at},2026-01-02,chiamata,deal,{seats[0]},A,{seats[1]},70,{','.join(seats)}")
    (tmp_path / "deals.csv").write_text("\n".join(lines))
    ok(f"import {tmp_path}/deals.csv")
    svg = picture()
    assert f"Of {MOST + 5} players the first {MOST} are shown." in texts(svg)
    assert sum(text.startswith("WMWM") for text in texts(svg)) == MOST
    drawn = opened(png(svg))
    found = ImageChops.difference(drawn, Image.new("RGB", drawn.size, drawn.getpixel((0, 0)))).getbbox()
    width, height = (float(size) * ZOOM for size in re.findall(r'(?:width|height)="(\d+)"', svg)[:2])
    assert found
    assert found[0] > 10 * ZOOM
    assert found[2] < width - 10 * ZOOM
    assert found[3] < height - 5 * ZOOM


def test_standings_to_paste_are_a_line_a_player(friday: None, ok: Ok) -> None:
    lines = [
        "League main, chiamata, 2 deals, 2026-11-20",
        "1. Anna +5 units (2 deals, 1 match)",
        "2. Elena +3 units (2 deals, 1 match)",
        "3. Dario -1 unit (2 deals, 1 match)",
    ]
    assert ok("standings --plain").splitlines()[:4] == lines
    money = ok("standings --plain --measure money --order per-deal --min-deals 0").splitlines()
    assert money[1:3] == ["Counted in EUR: units x unit value.", "1. Anna +1.25 per deal (2 deals, 1 match)"]
    assert "5 players with fewer than 3 deals are left out" in ok("standings --plain --min-deals 3")


def test_who_has_units_without_a_deal_has_no_empty_brackets_behind_them(ok: Ok, picture: Callable[..., str]) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok("adjust Anna=+4,Bruno=-4 --reason paper")
    assert "\n1. Anna +4 units\n2. Bruno" in ok("standings --plain")
    words = "No deal is recorded here, only units: a paper sheet does not tell who called, or played with whom."
    assert words in ok("standings --plain --order per-deal")
    assert words in " ".join(texts(picture("--order per-deal")))


REFUSED = {
    "--plain --image a.png": "--plain and --image do not go together: leave one of them out",
    "--plain --short": "--plain and --short do not go together",
    "--image a.png --gaps": "--image and --gaps do not go together",
    "--plain --sure": "--plain and --sure do not go together",
    "--image a.png --legend": "--image and --legend do not go together",
    "--image a.png --format csv": "--image is of the table; --format csv has every column",
    "--image a.jpg": "'a.jpg': a picture is a file that ends in .png or .svg",
    "--force": "--force goes with --image alone: say that too, or leave it out",
}


def test_what_does_not_go_with_a_picture_is_refused(friday: None, say: Say) -> None:
    for options, sentence in REFUSED.items():
        refused(say(f"standings {options}"), 3, sentence)


def test_a_picture_of_nothing_is_none_and_one_in_no_folder_is_refused(
    friday: None, say: Say, ok: Ok, tmp_path: Path
) -> None:
    refused(
        say(f"standings --to 2020-01-01 --image {tmp_path}/a.png"), 4, "nothing was played to 2020-01-01", "no picture"
    )
    refused(say(f"standings --image {tmp_path}/saeson/a.png"), 3, "saeson is not there", "scorer --mkdir before")
    assert list(tmp_path.glob("*.png")) == []
    assert ok("standings --plain --to 2020-01-01") == "No deal here: nothing was played to 2020-01-01.\n"

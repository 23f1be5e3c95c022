"""The score sheet as a picture: what stands on it, and that there is ink for it."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from subprocess import CompletedProcess
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops

from scorer.match.settlement import settle
from scorer.match.sheet import Sheet
from scorer.paper.picture import MOST, ZOOM, png, sheet_picture, wide
from tests.running import refused

FIVE = "Ángela,Bruno,Carla,Dario,Elena"
Play = Callable[..., Sheet]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def play(ok: Callable[..., str], sheet: Callable[..., Sheet]) -> Callable[..., Sheet]:
    """Start a match, say commands, and have its sheet."""

    def played(*commands: str, players: str = FIVE, name: str = "Friday") -> Sheet:
        ok(["start", name, "--players", players, "--on", "2026-11-20"])
        for command in commands:
            ok(command)
        return sheet()

    return played


def picture_of(sheet: Sheet) -> str:
    """The picture of a match for which nobody paid."""
    return sheet_picture(sheet, settle([sheet]))


def texts(svg: str) -> list[str]:
    return [str(each.text) for each in ET.fromstring(svg).iter(f"{SVG}text") if each.text]


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def drawn(text: str) -> Image.Image:
    """A word alone on a white picture."""
    word = f'<text x="5" y="20" font-size="16" font-family="DejaVu Sans">{text}</text>'
    white = '<rect width="300" height="30" fill="#fff"/>'
    return opened(png(f'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="30">{white}{word}</svg>'))


def ink(picture: Image.Image) -> tuple[int, int, int, int] | None:
    """Where there is any."""
    return ImageChops.invert(picture).getbbox()


@pytest.mark.parametrize("letter", ["−", "♠", "♤", "✓", "✗", "±", "à", "ò", "Ł", "ß", "Ω", "Ж", "י"])  # noqa: RUF001
def test_there_is_ink_for_every_letter_and_not_the_box_of_a_missing_one(letter: str) -> None:
    box = drawn("\ue000")  # nobody's letter
    assert ink(drawn(" ")) is None
    assert ink(drawn(letter))
    assert ImageChops.difference(drawn(letter), box).getbbox()


def test_an_accent_is_more_ink_than_the_letter_below_it() -> None:
    plain, accent = ink(drawn("e")), ink(drawn("è"))
    assert plain
    assert accent
    assert accent[1] < plain[1]


@pytest.mark.parametrize("text", ["Wwwwwwww", "−378", "Mmmm", "(100 0)", "♠♤ 2/101", "Illicit", "MAIUSCOLE", "gjpqy"])  # noqa: RUF001
def test_room_is_left_for_as_much_as_a_text_needs(text: str) -> None:
    found = ink(drawn(text))
    assert found
    assert found[2] / ZOOM - 5 <= wide(text) <= 1.9 * (found[2] / ZOOM - 5)


def test_a_picture_has_the_units_the_marks_and_what_each_deal_brought(play: Play) -> None:
    # 2/71 counts u = 2: caller +4, partner +2, the others -2; J failed, u = 1: -2, -1, the others +1
    svg = picture_of(play("deal ángela 2/71 elena 74", "deal bruno J carla 58"))
    found = texts(svg)
    assert found[:2] == ["Friday", "2026-11-20, Briscola Chiamata, main, 2 deals so far"]
    assert found[2:12] == ["Ángela", "+5", "Bruno", "−4", "Carla", "−3", "Dario", "−1", "Elena", "+3"]  # noqa: RUF001
    assert found[12:14] == ["bid", "result"]
    assert found[14:30] == [
        *("1", "2/71", "74 ✓", "+4", "♠", "+4", "−2", "−2", "−2", "−2", "−2", "−2", "+2", "♤", "+2"),  # noqa: RUF001
        "2",
    ]
    assert "J" in found
    assert "58 ✗" in found


def test_a_finished_match_says_who_pays_whom_and_who_leads(play: Play) -> None:
    svg = picture_of(play("deal ángela 2/71 elena 74", "finish"))
    assert texts(svg)[-4:] == [
        "♠ caller, ♤ partner. Small: what the deal brought.",
        "Bruno pays Elena 2 units", "Carla pays Ángela 2 units", "Dario pays Ángela 2 units",
    ]  # fmt: skip
    assert svg.count("#f5ecc8") == 1


def test_nobody_leads_before_the_first_deal(play: Play) -> None:
    svg = picture_of(play())
    assert "#f5ecc8" not in svg
    assert "0 deals so far" in texts(svg)[1]


def test_of_a_long_match_the_newest_lines_are_shown_with_units_of_all(play: Play) -> None:
    one = play("deal ángela 2/71 elena 74")
    many = replace(one, records=tuple(replace(one.records[0], number=number) for number in range(1, MOST + 6)))
    found = texts(picture_of(many))
    assert "1" not in found[14:20]
    assert found[14] == "6"
    assert "+260" in found  # 65 deals of +4
    assert f"Of {MOST + 5} lines the last {MOST} are shown; the units are of all." in found


def test_names_are_text_and_no_part_of_the_picture(play: Play) -> None:
    sheet = play(players="<b>&\"',Bruno,Carla,Dario,Elena", name="</svg><script>")
    svg = picture_of(sheet)
    assert texts(svg)[0] == "</svg><script>"
    assert "<script>" not in svg
    assert "<b>&\"'" in texts(svg)


def test_names_from_right_to_left_leave_the_units_behind_them_in_their_place(play: Play) -> None:
    sheet = play("deal יעל 2/71 elena 74", "finish", players="יעל,Bruno,Carla,Dario,Elena")
    assert "Dario pays \u2068יעל\u2069 2 units" in texts(picture_of(sheet))  # noqa: RUF001


def test_nothing_stands_beyond_the_edges(play: Play) -> None:
    long = "W1,WWWWWWWWWWWW Maestro,MMMMMMMMMMMM Maestra,m1,Ł"
    sheet = play("adjust w1=+1000,m1=-1000 --reason bet", players=long, name="WMWMWMWMWM WMWMWMWMWM WMWMWMWMWM WMWMWMW")
    svg = picture_of(sheet)
    picture = opened(png(svg))
    paper = picture.getpixel((0, 0))
    empty = Image.new("RGB", picture.size, paper)
    found = ImageChops.difference(picture, empty).getbbox()
    width, height = (float(size) * ZOOM for size in re.findall(r'(?:width|height)="(\d+)"', svg)[:2])
    assert found
    assert found[0] > 10 * ZOOM
    assert found[2] < width - 10 * ZOOM
    assert found[3] < height - 5 * ZOOM


def test_the_sheet_is_written_as_what_the_ending_of_its_name_says(
    play: Play, ok: Callable[..., str], tmp_path: Path
) -> None:
    shown = picture_of(play("deal ángela 2/71 elena 74"))
    for name in ("sheet.svg", "sheet.PNG"):
        told = ok(["sheet", "--image", str(tmp_path / name)])
        assert told.replace("\n", " ").strip().endswith("the sheet of Friday (match 1) as a picture.")
    assert (tmp_path / "sheet.svg").read_text(encoding="utf-8") == shown
    assert (tmp_path / "sheet.PNG").read_bytes() == png(shown)


def test_letters_of_other_fonts_are_pointed_out(
    play: Play, say: Callable[..., CompletedProcess[str]], tmp_path: Path
) -> None:
    play(players="李小龙,Bruno,Carla,Dario,Elena")
    assert (
        "some letters come from the fonts of this computer" in say(["sheet", "--image", str(tmp_path / "a.png")]).stderr
    )
    assert say(["sheet", "--image", str(tmp_path / "a.svg")]).stderr == ""


def test_a_picture_that_cannot_be_written_is_refused_and_nothing_is_replaced(
    play: Play, say: Callable[..., CompletedProcess[str]], tmp_path: Path, book_path: Path
) -> None:
    play()
    mine = tmp_path / "mine.png"
    mine.write_text("mine")
    refused(say(["sheet", "--image", str(mine)]), 3, "mine.png is there already", "--force")
    refused(say(["sheet", "--image", str(tmp_path / "sheet.jpg")]), 3, "sheet.jpg", ".png or .svg")
    refused(say(["sheet", "--image", "-"]), 3, ".png or .svg")
    refused(say(["sheet", "--plain", "--image", str(mine)]), 3, "--plain and --image")
    refused(say(["sheet", "--force"]), 3, "--force goes with --image alone")
    refused(say(["sheet", "--image", str(mine / "sheet.png")]), 5, "cannot be written")
    assert mine.read_text() == "mine"
    assert say(["sheet", "--image", str(mine), "--force"]).returncode == 0
    assert mine.read_bytes()[1:4] == b"PNG"


def test_a_player_whose_first_word_our_font_has_not_is_called_by_the_next(play: Play) -> None:
    # the column was headed by an empty box, though Bär could be written
    players = "\U0001f43b Bär,\U0001f577 Spin,山田 Taro,\U0001f600,Elena \U0001f600"
    svg = picture_of(play("deal Bär A Taro 70", players=players))
    heads = [text for text in texts(svg) if text in {"Bär", "Spin", "Taro", "\U0001f600", "Elena"}]
    assert heads == ["Bär", "Spin", "Taro", "\U0001f600", "Elena"]


def test_two_who_would_then_have_one_name_keep_their_own(play: Play) -> None:
    svg = picture_of(play(players="\U0001f43b Bär,\U0001f98a Bär,Carla,Dario,Elena"))
    assert {"\U0001f43b", "\U0001f98a"} <= {*texts(svg)}

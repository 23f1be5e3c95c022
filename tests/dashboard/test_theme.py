"""Colours that everybody can tell apart, in both themes, and charts that keep to a phone."""

from collections.abc import Sequence
from gettext import NullTranslations
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from dashboard.look import theme
from dashboard.serving import server
from scorer.language import LANGUAGE, Language

Colours = npt.NDArray[np.float64]
PAGES = ("#FFFFFF", "#171614")  # by day and by night
# Machado, Oliveira and Fernandes 2009, severity 1: what people without one kind of cone see, and people with all.
VISIONS = {
    "all": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def light(colour: str) -> Colours:
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.asarray(np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4))


def contrast(one: str, other: str) -> float:
    dark, bright = sorted(float(light(colour) @ XYZ[1]) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def oklab(parts: Colours) -> Colours:
    """Ottosson's OKLab, times 100: 2 is what an eye just tells apart."""
    cones = np.array([[0.4122215, 0.5363325, 0.0514460], [0.2119035, 0.6806995, 0.1073970],
                      [0.0883025, 0.2817188, 0.6299787]]) @ np.clip(parts, 0, 1)  # fmt: skip
    axes = np.array([[0.2104543, 0.7936178, -0.0040720], [1.9779985, -2.4285922, 0.4505937],
                     [0.0259040, 0.7827718, -0.8086758]])  # fmt: skip
    return np.asarray(100 * axes @ np.cbrt(cones))


def nearest(colours: Sequence[str], vision: Colours) -> float:
    seen = [oklab(vision @ light(colour)) for colour in colours]
    return min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2))


@pytest.mark.parametrize("vision", VISIONS)
def test_twenty_colours_are_apart_for_every_kind_of_eyes(vision: str) -> None:
    apart = {6: 9, 8: 7.9, 12: 6.4, 20: 4.9}  # the more there are, the nearer
    assert {many: nearest(theme.PALETTE[:many], VISIONS[vision]) > least for many, least in apart.items()} == (
        dict.fromkeys(apart, True)
    )
    assert len(set(theme.PALETTE)) == 20


def test_at_one_table_everybody_has_another_colour_and_their_own_where_that_is_free() -> None:
    everybody = [f"P{at:02}" for at in range(44)]
    table = ("P41", "P01", "P21", "P05", "guest")  # 41, 21 and 1 have one colour, which stays with who came first
    given = theme.at_table(table, everybody)
    free = [colour for place, colour in enumerate(theme.PALETTE) if place not in {1, 5}]
    own = {"P01": theme.PALETTE[1], "P05": theme.PALETTE[5], "P21": free[0], "P41": free[1], "guest": theme.GREY}
    assert given == own


@pytest.mark.parametrize("vision", VISIONS)
def test_how_a_contract_ended_is_seen_by_every_kind_of_eyes(vision: str) -> None:
    assert nearest([theme.MADE, theme.FAILED, theme.EVEN], VISIONS[vision]) > 9
    assert nearest([theme.HEAT[0][1], theme.HEAT[1][1], theme.HEAT[2][1]], VISIONS[vision]) > 18


@pytest.mark.parametrize("page", PAGES)
def test_every_mark_stands_out_from_the_page_by_day_and_by_night(page: str) -> None:
    marks = [*theme.PALETTE, theme.MADE, theme.FAILED, theme.EVEN, theme.GREY, theme.STRONGER]
    assert min(contrast(colour, page) for colour in marks) > 3
    assert min(contrast(end, page) for end in (theme.HEAT[0][1], theme.HEAT[2][1])) > 3


def test_numbers_can_be_read_on_the_colours_of_rates() -> None:
    assert min(contrast(theme.ON_HEAT, colour) for _, colour in theme.HEAT) > 4.5


@pytest.mark.parametrize(("mode", "page"), [("light", "#FFFFFF"), ("dark", "#171614")])
def test_words_of_both_themes_can_be_read(mode: str, page: str) -> None:
    def mixed(colour: str, share: float) -> str:
        """A colour of which so much is seen, and the page through it."""
        parts = ([int(one[at : at + 2], 16) for at in (1, 3, 5)] for one in (colour, page))
        return "#" + "".join(
            f"{round(share * own + (1 - share) * under):02X}" for own, under in zip(*parts, strict=True)
        )

    words = server.LOOK[f"theme.{mode}.textColor"]
    assert contrast(mixed(words, 0.6), page) > 4.5  # as Streamlit shows captions and placeholders
    assert contrast(server.LOOK[f"theme.{mode}.linkColor"], page) > 4.5
    assert contrast(server.LOOK[f"theme.{mode}.borderColor"], page) > 3


def test_a_player_keeps_the_colour_when_others_are_left_out() -> None:
    everybody = ["Anna", "Bruno", "Carla"]
    assert [theme.colour(player, everybody) for player in ("Carla", "Anna")] == ["#A84669", "#2A54EE"]
    assert theme.colour("Nobody", everybody) == theme.GREY


def test_a_picture_is_named_after_the_question() -> None:
    chart = theme.chart("Who is ahead?", height=200)
    assert theme.settings(chart)["toImageButtonOptions"]["filename"] == "who-is-ahead"
    assert theme.shown(chart)["alt"] == "Who is ahead?"
    assert theme.question_of(theme.chart("Is <b> & $x$ ahead?", height=200)) == "Is <b> & $x$ ahead?"


def test_a_long_question_gets_the_room_that_it_needs() -> None:
    one, two = (theme.chart("Who is ahead? " * times, height=200) for times in (1, 4))
    assert two.layout.title.text.count("<br>") == 1
    assert two.layout.height == one.layout.height + theme.LINE


def test_nothing_is_drawn_behind_and_no_letter_is_black_or_white() -> None:
    sent = theme.chart("Who is ahead?", height=200).to_json()
    assert sent.count('"rgba(0,0,0,0)"') == 2
    sent = sent.replace(theme.WORDS, "of the theme")
    assert not any(word in sent.casefold() for word in ('"black"', '"white"', "#000", "#fff"))


def test_decimals_and_thousands_are_written_as_the_language_does() -> None:
    assert theme.chart("Who?", height=100).layout.separators == ".,"
    token = LANGUAGE.set(Language("it", Examples()))
    try:
        assert theme.chart("Who?", height=100).layout.separators == ",."
    finally:
        LANGUAGE.reset(token)


class Examples(NullTranslations):
    """A language that writes one and a half as `1,5`, and has no other words."""

    def gettext(self, message: str) -> str:
        return {"0.5": "0,5", "1,000": "1.000"}.get(message, message)

    def info(self) -> dict[str, str]:
        return {}


def test_the_titles_of_axes_are_text() -> None:
    chart = theme.chart("?", height=200, xaxis={"title": {"text": "% that <b>Anna</b> won"}})
    assert chart.layout.xaxis.title.text == "% that &lt;b&gt;Anna&lt;/b&gt; won"


def test_a_kept_picture_says_of_what_it_is() -> None:
    chart = theme.chart("Who is ahead?", height=200)
    height, margin = chart.layout.height, chart.layout.margin.b
    for _ in range(2):  # the chart of a page that is shown again
        theme.signed(chart, "<Lega> · 2026-01-16 to 2026-06-19")
    (of,) = chart.layout.annotations
    assert of.text == theme.UNSEEN + "&lt;Lega&gt; · 2026-01-16 to 2026-06-19"
    assert (chart.layout.height - height, chart.layout.margin.b - margin) == (theme.SIGNED, theme.SIGNED)
    long = theme.signed(theme.chart("?", height=200), "Briscola Chiamata " * 5)
    assert long.layout.height == height + 2 * theme.SIGNED


def test_what_is_sent_of_a_chart_is_made_once_and_is_what_plotly_sends() -> None:
    drawn = theme.chart("Who leads?", height=100, traces=[{"type": "bar", "x": np.arange(3), "y": np.arange(3)}])
    before = drawn.to_dict()
    assert drawn.to_dict() is not before
    sent = drawn.settled().to_dict()
    assert sent == before
    assert theme.signed(drawn, "Friday").settled().to_dict() is sent  # others may be sending it


def test_charts_side_by_side_begin_to_draw_at_one_height() -> None:
    # a line of words above the one, none above the other: both have its 20 pixels, and are as much higher
    below, high = (theme.chart("Who?", height=100, margin={"t": room}) for room in (20, 0))
    theme.align([below, high])
    assert below.layout.margin.t == high.layout.margin.t
    assert below.layout.height == high.layout.height
    legend, without = (theme.chart("Who?", height=100, margin={"b": room}) for room in (84, 56))
    theme.align([legend, without])  # and 28 pixels of a legend below
    assert (legend.layout.margin.b, without.layout.margin.b) == (84, 84)
    assert legend.layout.height == without.layout.height
    shown, other = theme.chart("Who?", height=100, margin={"t": 5}).settled(), theme.chart("Who?", height=100)
    height = other.layout.height
    theme.align([other, shown])
    assert other.layout.height == height  # nobody changes what viewers share

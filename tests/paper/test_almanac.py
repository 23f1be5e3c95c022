"""The almanac: a season of each league on a page that needs nothing but itself."""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scorer.frames import Frames, read
from scorer.match.days import read_season
from scorer.paper.almanac import COMPANIONS, NIGHTS, STEPS, almanac, drawn_places
from scorer.rules.errors import UnreadableError
from scorer.scorebook import Book
from tests.fixtures import Ok, Say
from tests.paper_pages import Element
from tests.paper_pages import read as taken_apart
from tests.running import recorded, refused

AnnasCompanions = Callable[[Sequence[int]], tuple[list[str], str]]
SEASON = Path(__file__).parents[2] / "sample_data" / "season"


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The almanac of the sample season."""
    path = tmp_path_factory.mktemp("almanac") / "season.db"
    recorded(path, [["import", str(SEASON)]])
    return almanac(frames_of(path), "Gelso 2026")


def frames_of(book_path: Path) -> Frames:
    with Book(str(book_path)).reading() as transaction:
        return read(transaction)


def opened(page: str) -> Element:
    return taken_apart(page.removeprefix("<!DOCTYPE html>"))


def table(section: Element, title: str) -> Element:
    """The table below this title, or whose first column has it."""
    tables = section.all("div.table")
    return next(one for one in tables if title in one.texts("h2") + one.texts("h3") + one.texts("th")[:1])


def test_a_season_has_its_story_its_tables_its_nights_and_a_page_of_everybody(season: str) -> None:
    page = opened(season)
    (league,) = page.all("article.league")
    assert league.all("header")[0].texts("h1") == ["Circolo del Gelso"]
    seasons, people = league.all("section.season"), league.all("section.person")
    games = [section.texts("h1")[0] for section in seasons]
    assert games == ["Briscola Chiamata", "Brisk", "Briscola col Monte"]  # most deals first
    everybody = ["Adele", "Berto", "Cesira", "Duilio", "Elvira", "Furio", "Ginevra", "Oreste"]
    assert [person.texts("h1")[0] for person in people] == everybody
    chiamata = seasons[0]
    assert chiamata.texts("p.answer") == ["Adele won with +49, 24 ahead of Duilio."]
    assert chiamata.texts("p.caveat") == ["Nobody can be told apart yet: this may be luck."]
    story = chiamata.all("p.story")[0].texts("span")
    assert story[:3] == [
        "Adele led from the first evening to the last.",
        "Adele won most matches, 3.",
        "Adele had the greatest evening, +38 units on 16 January.",
    ]
    assert "Adele came back from 11 units behind Furio to win Terrace on 5 June." in story
    assert table(chiamata, "Standings").rows()[0] == [
        "1",
        "Adele",
        "+49",
        "+0.28",
        "133",
        "6",
        "3",
        "21 %",
        "75 % of 28",
    ]
    nights = chiamata.all("div.nights")[0].all("figure")
    assert len(nights) == 7  # six of deals, one on paper
    assert nights[0].texts("figcaption") == ["Opening night2026-01-16, Adele +38"]
    assert len(nights[0].all("polyline")) == 5
    furio = next(person for person in people if person.texts("h1") == ["Furio"])
    assert furio.texts("h2") == games
    assert "2/101" in furio.text
    assert [row[0] for row in table(furio, "role").rows()] == ["caller", "partner", "solo", "defender", "all"]


def test_how_sure_it_is_and_what_the_words_mean_stands_once_at_the_end(season: str) -> None:
    page = opened(season)
    (league,), (sure, words) = page.all("article.league"), page.all("article.end")
    assert "±" not in league.text
    assert "chance" not in league.text
    assert sure.texts("h1") == ["How sure is this?"]
    assert table(sure, "Standings").rows()[0] == ["1", "Adele", "+0.28 ±0.22", "75 % (57 to 87) of 28"]
    assert table(sure, "Records").rows()[2] == ["greatest evening", "Adele", "+38 units", "+24"]
    assert words.texts("h1") == ["What the words mean"]
    assert words.texts("b")[:3] == ["Standings", "Bids", "Callers and partners"]
    assert page.text.count("In brackets the 95 % interval") == 1


def test_the_lead_of_a_season_is_told_by_evening(ok: Ok, book_path: Path) -> None:
    # Anna has +2, 0, +2, +4 after the evenings, Carla -1, +3, +2, +1: Anna leads, Carla, both, Anna
    deals = ["anna 2 bruno 70", "carla 2/71 dario 90", "anna 2 bruno 70", "anna 2 bruno 70"]
    for night, deal in enumerate(deals, 1):
        ok(f"start N{night} --on 2026-01-0{night} --players Anna,Bruno,Carla,Dario,Elena --variant chiamata")
        ok(f"deal {deal}")
        ok("finish")
    page = opened(almanac(frames_of(book_path), ""))
    assert page.texts("p.answer") == ["Anna won with +4, 3 ahead of Bruno and Carla."]
    assert page.all("p.story")[0].texts("span")[:2] == [
        "Anna led after 2 of 4 evenings, Carla after 1, Anna and Carla after 1. The lead changed 3 times.",
        "Anna took it only on the last evening, 4 January.",
    ]


def test_a_season_of_twelve_evenings_takes_nine_sheets_and_fits_a_phone(season: str, press: Any) -> None:
    assert press.sheets(season) <= 9
    overflow = "document.documentElement.scrollWidth - innerWidth"
    phone = {"width": 390, "height": 844}
    assert press.look(season, lambda opened: opened.evaluate(overflow), viewport=phone) == 0


def test_a_page_of_few_deals_explains_no_table_that_is_not_there(ok: Ok, book_path: Path) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena --variant chiamata")
    for _ in range(3):
        ok("deal anna K bruno 61")
    written = almanac(frames_of(book_path), "Friday")
    assert "Units by role are those of deals alone." in written
    assert "with, against:" not in written  # that takes ten deals of two
    for _ in range(7):
        ok("deal anna K bruno 61")
    assert "with, against: on the same side" in almanac(frames_of(book_path), "Friday")


def test_the_line_of_a_night_ends_where_its_player_does(season: str) -> None:
    # Opening night ended Adele +38, Duilio +19, Cesira -5, Berto -16, Furio -36, and was never wider but at the end,
    # but for Adele: she had +41. So a unit is 480 / (41 + 36) high: she ends 3 units below the top, Furio at the
    # bottom.
    (night,) = [one for one in opened(season).all("figure") if "Opening night" in one.text]
    *others, leader = (line.attributes for line in night.all("polyline"))
    ends = [float(str(line["points"]).rpartition(",")[2]) for line in (*others, leader)]
    assert leader["class"] == "first"
    assert ends[-1] == round(3 * 480 / 77)
    assert max(ends) == 480
    assert all(str(line["points"]).startswith("0,") for line in others)


def test_of_many_matches_the_newest_are_drawn_and_the_page_says_so(ok: Ok, book_path: Path, tmp_path: Path) -> None:
    lines = ["match,on,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"]
    lines += [f"n{at},2026-{1 + at // 28:02d}-{1 + at % 28:02d},a,2/71,b,80,a,b,c,d,e" for at in range(NIGHTS + 3)]
    file = tmp_path / "many.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    ok(["import", str(file), "--variant", "chiamata"])
    with Book(str(book_path)).reading() as transaction:
        page = opened(almanac(read(transaction), ""))
    assert f"The newest {NIGHTS}; 3 older are not drawn." in page.text


@pytest.fixture
def annas_companions(ok: Ok, book_path: Path, tmp_path: Path) -> AnnasCompanions:
    """Reads the first column of Anna's companions, and what stands below, after evenings of so many deals.

    Each evening Anna calls with four people whom she meets on no other one: with p1, against q1, r1 and s1; and so on.
    """

    def written(evenings: Sequence[int]) -> tuple[list[str], str]:
        lines = ["match,on,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"]
        for at, deals in enumerate(evenings, 1):
            lines += [f"n{at},2026-01-{at:02d},Anna,2/71,p{at},80,Anna,p{at},q{at},r{at},s{at}"] * deals
        file = tmp_path / "evenings.csv"
        file.write_text("\n".join(lines), encoding="utf-8")
        ok(["import", str(file), "--variant", "chiamata"])
        people = opened(almanac(frames_of(book_path), "")).all("section.person")
        companions = table(next(person for person in people if person.texts("h1") == ["Anna"]), "player")
        return [row[0] for row in companions.rows()], "".join(companions.texts("p.note"))

    return written


def test_forty_companions_are_shown_and_whom_one_hardly_met_is_not(annas_companions: AnnasCompanions) -> None:
    # ten evenings of ten deals: 40 met in ten; an evening of nine deals: four more met in nine
    shown, below = annas_companions([10] * 10 + [9])
    assert len(shown) == COMPANIONS == 40
    assert not {"p11", "q11", "r11", "s11"} & {*shown}
    assert below == ""


def test_of_many_companions_those_met_most_are_shown_and_the_page_says_so(annas_companions: AnnasCompanions) -> None:
    # 4 met in 30 deals, 36 in eleven, 4 in ten, 4 in nine: the fortieth was met in eleven, and eight in fewer
    shown, below = annas_companions([10, 9, *[11] * 9, 30])
    assert len(shown) == 40
    assert shown == sorted(shown)
    assert {name[1:] for name in shown} == {str(evening) for evening in range(3, 13)}
    assert below == "8 players are left out: fewer than 11 deals with, and fewer than 11 against."


def test_companions_met_as_often_as_the_last_one_shown_are_shown_too(annas_companions: AnnasCompanions) -> None:
    # 44 met in eleven deals, so the fortieth was met in no more than the last; four met in nine are none of many
    shown, below = annas_companions([11] * 11 + [9])
    assert len(shown) == 44
    assert below == ""


def test_a_long_line_keeps_its_ends_and_the_lowest_and_the_highest_of_each_part() -> None:
    assert [*drawn_places([0, 3, 1, 2])] == [0, 1, 2, 3]
    # of 6,000 places, which rise by 1 each, every 100 are a part: its lowest is the first of them, its highest the last
    rising = list(range(6000))
    assert drawn_places(rising)[:4] == [0, 99, 100, 199]
    # one place between two others is all there is of a peak, and of a hollow
    for peak in (50, -50):
        line = [0.0] * 6000
        line[3456] = peak
        places = drawn_places(line)
        assert 3456 in places
        assert {places[0], places[-1]} == {0, 5999}
        assert len(places) <= STEPS + 2


def test_every_cell_stands_below_its_head_in_words_to_the_left(season: str) -> None:
    # the classes of a table say which of its columns are in words, and which of those follow one of numbers
    page = opened(season)
    standings, records = (table(page, title).all("table")[0] for title in ("Standings", "Records"))
    assert standings.classes == ["g2"]  # place, player, units
    assert records.texts("th") == ["record", "player", "how much", "by chance"]
    assert records.classes == ["w1", "w2"]
    for one in page.all("table"):
        assert {len(row) for row in one.rows()} == {len(one.texts("th"))}
    drawn = {name for one in page.all("table") for name in one.classes}
    style = page.texts("style")[0]
    assert [name for name in drawn if f".{name} tr" not in style] == []


def test_names_are_text_and_nothing_is_asked_for_from_anywhere(ok: Ok, book_path: Path) -> None:
    ok(["start", "<b>&", "--players", "<script>alert(1)</script>,Bruno,Carla,Dario,Elena"])
    ok("deal bruno 2/71 carla 80")
    with Book(str(book_path)).reading() as transaction:
        page = almanac(read(transaction), "</title><b>")
    assert "<script>" not in page
    assert "</title><b>" not in page
    assert "<script>alert(1)</script>" in opened(page).texts("h1")


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("2026", date(2026, 1, 1), date(2026, 12, 31)),
        ("2025/26", date(2025, 9, 1), date(2026, 8, 31)),
        ("2025-2026", date(2025, 9, 1), date(2026, 8, 31)),
        ("1999/00", date(1999, 9, 1), date(2000, 8, 31)),
    ],
)
def test_a_season_is_a_year_or_goes_from_september_to_august(said: str, first: date, last: date) -> None:
    assert read_season(said) == (first, last)


@pytest.mark.parametrize("said", ["26", "2026/26", "2026/28", "2026/2027/28", "0999", "9999", "spring", "2026 27"])
def test_what_is_no_season_is_refused_with_what_may_be_said(said: str) -> None:
    with pytest.raises(UnreadableError, match="say a year, 2026, or two that follow, 2025/26"):
        read_season(said)


def test_the_command_writes_the_season_that_is_asked_for(ok: Ok, say: Say, tmp_path: Path) -> None:
    ok(["import", str(SEASON)])
    file = tmp_path / "season.html"
    done = say(["report", "--season", "2025/26", "--variant", "brisk", "--out", str(file)])
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{file}: open it in a browser, and print it from there\n"
    page = opened(file.read_text(encoding="utf-8"))
    assert page.texts("title") == ["Circolo del Gelso, 2026-02-13 to 2026-05-08"]
    assert ok("report --variant brisk --season 2026") == file.read_text(encoding="utf-8")
    refused(say(["report", "--out", str(file)]), 3, "season.html is there already", "--force")
    refused(say("report --season 2026 --today"), 3, "--season and --today")
    refused(
        say("report --season 2026/27 --league Circolo"), 4,
        "nothing was played in what the options choose: there is no almanac of that",
    )  # fmt: skip
    refused(say("report --season spring"), 3, "no season")
    refused(say("report --league Nowhere"), 4, "Nowhere")

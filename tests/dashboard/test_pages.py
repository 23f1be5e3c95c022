"""Every page in this process: what it shows is what the commands say, of any scorebook and whoever sits in it."""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import data, pages
from dashboard.match.score_sheet import GAINED, LOST
from dashboard.page import tables as page_tables
from scorer.scorebook.last_steps import Revision, newest_steps
from scorer.scorebook.transaction import Transaction
from scorer.text.numbers import MINUS, SCREEN, Counting
from tests.looking import (
    buttons_of,
    column,
    leading,
    leads,
    look,
    names_of_columns,
    questions,
    rows,
    said,
    seen,
    tables,
    title_of,
    written,
)
from tests.page_figures import (
    AHEAD,
    LEAGUE,
    OF_ONE,
    SURE,
    Figures,
    hold_against_command,
    hold_that_chance_is_asked_for,
)

PAGES = ("tonight", *(page for page in sorted(pages.PAGES) if page not in {"tonight", "tournament"}))
Ok = Callable[..., str]


def units_of(row: Mapping[str, Any], currency: str = "") -> str:
    """The units of a row of a command as a table of a page has them, cents where they are money."""
    return Counting(currency, SCREEN).total(row["units"])


# --- the sample league ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("sample")
def test_the_evening_of_a_player_says_what_the_command_says(ok: Ok) -> None:
    app = seen("matches", match="7", player="berto")
    page = re.sub(r"<[^>]*>", "", written(app)).replace("\N{MINUS SIGN}", "-")
    sentences = ok("sheet 7 --player berto --plain").splitlines()[1:4]
    assert sentences[:2] == [
        "Deal 12 and deal 25 cost Berto 2 units each, deal 18 brought 8 units.",
        "Berto ended with +15, in place 1 of 7 since deal 2.",
    ]
    assert [sentence for sentence in sentences if sentence not in page] == []
    assert ("bold: Berto" in page, "bold: the caller" in page) == (True, False)
    assert "bold: the caller" in written(seen("matches", match="7"))
    explained = seen("matches", match="7", player="Berto", deal="3")
    assert [one.proto.query_string for one in explained.get("page_link")][-3:] == [
        "match=7&player=Berto&deal=2", "match=7&player=Berto&deal=4", "match=7&player=Berto"
    ]  # fmt: skip
    assert title_of(app) == "Berto, Seven at the monte, 10 April"
    absent = seen("matches", match="12", player="duilio")
    assert "Duilio is not in this match: Cesira, Oreste, Furio, Elvira and Adele." in written(absent)
    assert "player" not in absent.query_params


CALLED = {"show": "called"}
AS_CALLED = ("How often is a bid made?", "How close were the contracts?")
FIGURES: dict[str, Figures] = {
    "the standings": Figures(
        "standings", SURE, "", 0, "standings --variant chiamata",
        "place player units units_per_deal deals call_rate success_rate", (AHEAD,),
    ),
    "the standings per deal": Figures(
        "standings", SURE | {"order": "per-deal", "min_deals": "84"}, "", 0,
        "standings --order per-deal --min-deals 84 --variant chiamata", "place player units_per_deal deals", (AHEAD,),
    ),
    "the standings of all variants by a measure": Figures(
        "standings", SURE | {"variant": "all", "measure": "base", "order": "per-deal", "min_deals": "100"}, "", 0,
        f"standings --league {LEAGUE} --measure base --order per-deal --min-deals 100",
        "place player units_per_deal deals", (AHEAD,),
    ),
    "bids in bands": Figures(
        "bids", CALLED, "", 0, "bids --bands --variant chiamata", "band called made rate units_caller", AS_CALLED,
    ),
    "each bid": Figures(
        "bids", CALLED | {"each": "1"}, "", 0, "bids --variant chiamata", "bid called made rate units_caller",
        AS_CALLED,
    ),
    "records": Figures(
        "records", SURE, f"as a table{OF_ONE}", 0, "records --variant chiamata", "record player match other", (),
    ),
    "every two players": Figures(
        "standings", {}, f"gaps{OF_ONE}", 1, "standings --gaps --variant chiamata",
        "player other gap more_needed", (AHEAD,),
    ),
}  # fmt: skip


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("held", FIGURES.values(), ids=FIGURES)
def test_a_page_shows_the_figures_of_its_command(ok: Ok, held: Figures) -> None:
    hold_against_command(ok, held)


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("page", PAGES)
def test_a_minus_is_a_minus_wherever_units_stand(page: str) -> None:
    app = seen(page)
    shown = re.sub("<style>.*?</style>", "", written(app), flags=re.DOTALL) + "\n".join(one.value for one in app.code)
    assert not re.search(r" -\d", shown)
    assert page in {"bids", "records", "ranking", "variants"} or re.search(f"{MINUS}\\d", shown)


@pytest.mark.usefixtures("sample")
def test_sentences_about_figures_that_only_pages_have() -> None:
    # won in a row, lost, greatest, darkest, biggest deal, highest bid, slams (two have one), finish, comeback: Adele 4
    records = written(seen("records"))
    assert "Adele holds 4 of 9 records." in records
    assert "greatest evening" in records
    assert "<div class='figure'>+38</div>" in records
    assert "<div class='figure'>+38</div>" not in written(seen("records", variant="all"))


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(("page", "address"), [("bids", CALLED), ("records", {})])
def test_who_does_not_ask_how_sure_it_is_reads_of_no_chance_and_no_error(page: str, address: dict[str, str]) -> None:
    hold_that_chance_is_asked_for(page, "chance", address)


def test_chance_stands_beside_no_record_where_there_is_not_enough_to_tell(ok: Ok) -> None:
    # five results are too few to tell a run, of which 50 are enough
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena --variant chiamata")
    ok("deal anna A bruno 70")
    few = written(look("records", sure="1"))
    assert "by chance" not in few


@pytest.mark.usefixtures("sample")
def test_the_matches_are_listed_newest_first_and_none_is_shown_below_them(ok: Ok) -> None:
    app = seen("matches")  # of every variant
    told = json.loads(ok(f"matches --league {LEAGUE} --format json"))[0]["rows"][::-1]  # the open one is the last
    shown = rows(app)
    assert [row["match"] for row in shown] == ["Last night open", *(row["match"] for row in told[1:])]
    assert [row["deals"] for row in shown] == [str(row["deals"]) for row in told]
    assert [row["first"] for row in shown] == [row["leader"].replace(", ", " and ") for row in told]
    assert {row["variant"] for row in shown} == {"Briscola Chiamata", "Brisk", "Briscola col Monte"}
    assert questions(app) == []
    # Adele won 1, 4 and 11, Berto 5 and 7, Furio 2; 8 is a tie of two, Berto one of them
    assert "Adele and Berto won most: 3 matches each." in written(app)
    assert "12 matches, open ones first, then the newest." in written(app)
    ends = f"Furio +13, Oreste +12, Cesira {MINUS}6, Elvira {MINUS}7, Adele {MINUS}12"
    assert f"aria-label='{ends}'" in written(app)
    assert "variant" not in rows(seen("matches", variant="chiamata"))[0]  # each row would say the same again


@pytest.mark.usefixtures("sample")
def test_the_matches_of_a_player_are_those_in_which_they_sat(ok: Ok) -> None:
    told = [row["match"] for row in json.loads(ok("players Oreste --variant chiamata --format json"))[0]["matches"]]
    app = seen("matches", player="oreste", variant="chiamata")
    assert [row["match"].removesuffix(" open") for row in rows(app)] == told[::-1]
    assert f"Oreste won 1 of {len(told) - 1} matches." in written(app)  # of the finished ones; shared with Berto


def test_matches_won_are_out_of_the_finished_ones_in_which_one_sat(ok: Ok) -> None:
    # One: Anna makes it, +2; Two, without Anna: Bruno; Three is still played
    four = "Bruno,Carla,Dario,Elena"
    for name, first, caller in (("One", "Anna", "anna"), ("Two", "Zoe", "bruno"), ("Three", "Anna", "carla")):
        ok(f"start {name} --players {first},{four} --on 2026-11-01")
        ok(f"deal {caller} K elena 70")
        if name != "Three":
            ok("finish")
    assert {row["player"]: row["matches won"] for row in rows(look("standings"))} == {
        "Elena": "0 of 2", "Carla": "0 of 2", "Bruno": "1 of 2", "Anna": "1 of 1", "Dario": "0 of 2", "Zoe": "0 of 1",
    }  # fmt: skip
    assert "Anna won 1 of 1 match." in written(look("matches", player="Anna"))
    assert "Anna and Bruno won most: 1 match each." in written(look("matches"))


def test_a_match_in_which_all_ended_level_was_won_by_everybody_on_its_page_and_by_nobody_in_the_standings(
    ok: Ok,
) -> None:
    for name, counts in (("Even", "anna=60 bruno=60"), ("Odd", "anna=61 bruno=59")):
        ok(f"start {name} --variant scoperta --players Anna,Bruno --on 2026-11-01")
        ok(f"deal {counts}")
        ok("finish")
    assert {row["player"]: row["matches won"] for row in rows(look("standings"))} == {
        "Anna": "1 of 2",
        "Bruno": "0 of 2",
    }
    assert "Anna won most: 1 of 2 matches." in written(look("matches"))
    assert "Bruno won 0 of 2 matches." in written(look("matches", player="Bruno"))


def test_a_match_that_is_over_does_not_say_twice_that_it_is(ok: Ok) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena --until deals:1")
    ok("deal anna K elena 61")
    ok("deal bruno K elena 61")
    text = written(look("tonight"))
    assert "2 deals are played, 1 more than the 1 agreed" in text
    assert "Carla deals<" in text


@pytest.mark.usefixtures("sample")
def test_a_match_is_shown_by_its_number_whatever_its_variant(ok: Ok) -> None:
    # 2: thirty deals; Furio +22, Berto +10
    app = seen("matches", match="2")
    assert "<h1 class='title-of-page'><bdi>Six chairs, 30 January</bdi></h1>" in written(app)
    about = ("Briscola Chiamata", "Circolo del Gelso", "30 deals", "finished")
    assert " \N{MIDDLE DOT} ".join(about) in written(app)
    assert "Furio won with +22, 12 ahead of Berto." in written(app)
    assert "Furio led after 29 of 30 deals, Adele after 1;" in written(app)
    lines = ok("settle 2").split("\n\n")[1].split("\n")
    assert "\n".join(line for line in lines if " pays " in line) in written(app)
    assert len(rows(app)) == ok("sheet 2 --plain").count("\n") - 2
    assert ["u = " in written(one) for one in (app, seen("matches", "explained", match="2"))] == [False, True]
    assert "Corrections" in said(app)
    assert "Corrections" not in said(seen("matches", match="4"))  # there is none
    assert "Brisk rules" in written(seen("matches", match="3"))  # another variant than the busiest


def test_a_deal_that_comes_while_a_match_is_shown_does_not_end_in_a_traceback(
    ok: Ok, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena")
    now, answers = data.standing_now, iter([data.standing_now()])  # the first question is answered as it was
    ok("deal anna K elena 61")
    monkeypatch.setattr(data, "standing_now", lambda: next(answers, None) or now())
    app = look("matches", match="1")
    assert not app.exception
    assert "All matches" in [words for words, _ in leading(app)]


@pytest.mark.usefixtures("sample")
def test_a_run_looks_at_the_scorebook_once_and_is_shown_even_where_every_look_finds_something_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[Revision] = []

    def noted(transaction: Transaction) -> Revision:
        looks.append(newest_steps(transaction))
        return looks[-1]

    def always_another(_transaction: Transaction) -> Revision:
        looks.append(())
        return ((len(looks), ""),)

    app = look("bids", variant="chiamata", **CALLED)
    monkeypatch.setattr(data, "newest_steps", noted)
    assert len(app.run().get("plotly_chart")) == 2
    assert len(looks) == 1
    monkeypatch.setattr(data, "newest_steps", always_another)
    assert len(look("bids", variant="chiamata", **CALLED).get("plotly_chart")) == 2


@pytest.mark.usefixtures("sample")
def test_from_a_match_lead_links_to_the_matches_beside_it_its_variant_its_players_and_its_deals() -> None:
    # Furio led after 29 of 30 deals, Adele after 1; for good with deal 3, the biggest was 7
    app = seen("matches", match="2")
    found = leading(app)
    furio, adele, berto = ((name, f"/players?player={name}") for name in ("Furio", "Adele", "Berto"))
    deals = [(number, f"/matches?match=2&deal={number}") for number in ("3", "7")]
    assert found[:6] == [
        furio, berto,  # Furio won with +22, 12 ahead of Berto
        ("Briscola Chiamata", "/variants?variant=chiamata"), ("Opening night", "/matches?match=1"),
        ("Brisk rules", "/matches?match=3"), ("All matches", "/matches"),
    ]  # fmt: skip
    assert [name for name, _ in found[6:12]] == ["Furio", "Berto", "Ginevra", "Adele", "Elvira", "Oreste"]
    assert found[12:17] == [furio, adele, furio, *deals]
    caller = ("Elvira", "/players?player=Elvira")
    assert (("2 \N{CHECK MARK}", "/matches?match=2&deal=2") in found, caller in found[20:]) == (True, True)
    chosen = seen("matches", match="2", league="Circolo del Gelso")
    assert ("Furio", "/players?league=Circolo%20del%20Gelso&player=Furio") in leading(chosen)


def test_matches_of_a_day_are_shown_as_they_were_played(ok: Ok) -> None:
    for name in ("One", "Two", "Three"):
        for line in (f"start {name} --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-20", "deal anna K elena 61"):
            ok(line)
        ok("finish")
    ok("match edit Three --before One --reason first")
    assert [at.id for at in data.matches_now()] == [2, 1, 3]  # the newest first
    beside = [where for _, where in leading(look("matches", match="1")) if "match=" in where and "deal" not in where]
    assert beside[:2] == ["/matches?match=3", "/matches?match=2"]  # the one before, the one after


def test_a_name_is_a_link_where_a_sentence_means_it_and_nowhere_else(ok: Ok) -> None:
    # names that are words of the sentence, and the beginning of another name
    ok(["start", "Words", "--players", "led,Ann,Ann Lee,deal 1,the others", "--on", "2026-11-20"])
    ok(["deal", "Ann", "2/71", "led", "74", "--note", "the others led; Ann Lee, deal 1"])
    html = [one.proto.body for one in look("tonight").get("html")]
    story = [body for body in html if "class='story'" in body]
    ann, led, first = ("Ann", "/players?player=Ann"), ("led", "/players?player=led"), ("1", "/?match=1&deal=1")
    # Deal 1 Ann called the two at 71 with led and made 74: Ann +4, led +2, the others -2 each (the others led; ...)
    # Next Ann deals
    assert leads(story[0])[:5] == [first, ann, led, ann, led]
    assert [words for words, _ in leads(story[0])[5:]] == ["Ann"]
    (answer,) = [body for body in html if "class='answer'" in body]
    assert leads(answer)[:2] == [ann, led]  # Ann leads with +4, 2 ahead of led


@pytest.mark.usefixtures("sample")
def test_a_match_that_is_not_there_is_said_above_the_list() -> None:
    app = seen("matches", match="99")
    assert "No match '99'; showing the list." in written(app)
    assert len(rows(app)) == 12


@pytest.mark.usefixtures("sample")
def test_a_deal_has_an_address_of_its_own_that_explains_and_marks_it() -> None:
    # deal 7: the two at 101, made: u = 5, Furio +10, Ginevra +5, the others -5
    app = seen("matches", match="2", deal="7")
    told = written(app).partition("Deal 7")[2]
    assert ">Furio called the two at 101" in told
    assert "2/101: u = 5" in told
    beside = [one.proto.label.replace("\\", "") for one in app.get("page_link")][-3:]
    assert beside == ["Previous: 6", "Next: 8", "Close"]
    assert "No deal '70' in this match." in written(seen("matches", match="2", deal="70"))


@pytest.mark.usefixtures("sample")
def test_the_longest_run_of_a_sheet_is_in_words_and_a_paper_sheet_is_called_one() -> None:
    text = written(seen("matches", match="4"))  # a paper sheet alone
    assert "Adele won with +11, 2 ahead of Elvira." in text
    assert "led after" not in text
    assert "\N{WHITE SQUARE} a paper sheet" in text


@pytest.mark.usefixtures("sample")
def test_a_variant_is_a_sentence_tables_and_notes_and_the_others_are_in_a_list(ok: Ok) -> None:
    # 177 deals of Chiamata, 92 of Brisk, 59 of col Monte
    titles = {"chiamata": "Briscola Chiamata", "brisk": "Brisk", "monte": "Briscola col Monte"}
    for address, name in (({}, "chiamata"), ({"variant": "brisk"}, "brisk"), ({"variant": "all"}, "chiamata")):
        app = seen("variants", **address)
        assert title_of(app) == titles[name]
        assert app.selectbox[0].options == list(titles.values())
        (matches, where), _standings = leading(app)
        played = Counter(row["variant"] for row in json.loads(ok("matches --format json"))[0]["rows"])[name]
        assert (matches, parse_qs(where.partition("?")[2])) == (
            f"{played} matches", {"league": ["all"], "variant": [name]}
        )  # fmt: skip
    page = written(seen("variants"))
    sentence = (
        "5 players: whoever wins the auction calls a card, its holder is the secret partner, "
        "and both play against all others."
    )
    assert f"<div class='answer'><bdi>{sentence}</bdi></div>" in page
    # the stake of 71 to 80 is 2: the caller gets twice that and the partner once, a solo caller from each of four
    cells = "".join(f"<td>{cell}</td>" for cell in ("2", "+4", "+2", f"{MINUS}2", "+8", f"{MINUS}2"))
    assert f"<tr><th scope='row'>71 to 80</th>{cells}</tr>" in page
    assert "<th scope='row'>Slam</th><td><bdi>one side takes every trick; u times 2, before the shares</bdi>" in page
    after = "<td>the same dealer</td><td>the next deal counts as ever</td>"
    assert f"<th scope='row'>After all passed</th>{after}" in page
    assert "120 card points alone are none: the other side may hold tricks without card points.</bdi></p>" in page


def test_the_page_opens_on_what_the_league_plays_most_and_links_a_source(ok: Ok, tmp_path: Path) -> None:
    ok("league add Casa")
    mine = tmp_path / "kitchen.toml"
    mine.write_text(
        ok("variant show briscola --toml").replace('source = "', 'source = "https://example.org/rules?a=1&b=2, '),
        encoding="utf-8",
    )
    ok(f"start One --players Anna,Bruno --variant {mine} --league Casa")
    ok("deal anna 70")
    ok("finish")
    ok("start Two --players Anna,Bruno,Carla,Dario,Elena --variant chiamata --league main")
    for _deal in range(2):
        ok("deal anna 2 elena 74")
    assert title_of(look("variants")) == "Briscola Chiamata"  # two deals of three
    app = look("variants", league="Casa")
    assert title_of(app) == "Briscola"
    address = "https://example.org/rules?a=1&b=2"
    assert f"<a class='leads' href='{address}' rel='noreferrer'>{address}</a>, " in written(app)
    assert f"<th scope='row'>3</th><td>2</td><td>+1</td><td>{MINUS}2</td>" in written(app)  # two winners of three


@pytest.mark.usefixtures("sample")
def test_what_is_shown_can_be_had_as_csv() -> None:
    buttons = {page: buttons_of(page) for page in pages.OURS if page != "bids"}
    assert buttons == {
        "tonight": ["Picture to send"], "standings": ["Print the season", "standings.csv"],
        "players": ["players.csv"], "matches": ["matches.csv"], "variants": [], "records": ["records.csv"],
    }  # fmt: skip
    assert buttons_of("bids", **CALLED) == ["bands.csv"]
    assert buttons_of("matches", match="2") == ["deals.csv", "Picture to send"]


# --- the evening ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("table")
def test_tonight_shows_the_open_match(ok: Ok) -> None:
    # Friday: Anna called the king with Elena, 61 made: +2, +1, -1 each; then Anna lost 4 to the others; then a redeal
    ok("call bruno 2/71")
    app = look("tonight")
    text = written(app)
    assert "Friday" in text
    assert "1. <bdi>" not in text
    assert "<div class='figure'>\N{MINUS SIGN}2</div>" in text  # Anna: 2 - 4
    assert "<div class='figure'>+2</div>" in text  # Elena: 1 + 1
    assert "Bruno called the two at 71; the result is open" in text
    assert "All passed: nobody pays" in text
    shown = rows(app)
    marks = ("\N{WHITE DIAMOND}", "\N{MULTIPLICATION SIGN}", "\N{CHECK MARK}")
    assert [row["#"] for row in shown] == [f"{number} {mark}" for number, mark in zip((3, 2, 1), marks, strict=True)]
    assert [row["Anna"] for row in shown] == [f"{MINUS}2", f"{MINUS}2 {MINUS}4", "+2 +2"]


def test_tonight_says_who_is_close_to_the_end_of_a_race(ok: Ok) -> None:
    ok("start Race --players Anna,Bruno,Carla,Dario,Elena --until units:6")
    ok("deal anna K elena 61")  # Anna +2: 4 more are one plain deal
    text = written(look("tonight"))
    assert "Bruno deals" in text
    assert "Close to 6 units: Anna needs 4 more." in text


@pytest.mark.usefixtures("table")
def test_when_nothing_is_open_the_last_evening_is_settled(ok: Ok) -> None:
    ok("finish")
    app = look("tonight")
    assert "finished" in written(app)
    assert "deals" not in written(app).partition("<style>")[0]
    # Anna -2, Bruno, Carla, Dario 0, Elena +2
    assert ">Anna pays Elena 2 units<" in written(app)


@pytest.mark.usefixtures("table")
def test_corrections_say_what_and_why(ok: Ok) -> None:
    ok("void 1 --reason 'the wrong caller'")
    ok("undo")
    app = look("matches", match="1")
    (at,) = [at for at in range(len(tables(app))) if "why" in names_of_columns(app, at)]
    assert column(app, "why", at) == ["the wrong caller", ""]
    assert str(column(app, "what", at)[0]).startswith("voided 1: Anna called the king")
    assert column(app, "state", at) == ["undone", ""]


# --- little, or nothing --------------------------------------------------------------------------------------------


def test_every_page_of_an_empty_scorebook_says_how_to_start(ok: Ok, book_path: Path) -> None:
    ok("league add Lega")
    for page in PAGES:
        app = look(page)
        assert "No deal is recorded yet." in said(app), page
        # its two commands wrote into another book, the usual one
        assert [line.startswith(f"scorer --db {book_path} ") for line in app.code[0].value.splitlines()] == [True, True]
        assert app.code[1].value == "scorer --db FILE dashboard"
        assert f"This is the scorebook {book_path}." in "\n".join(said(app))
        there = [len(app.get(kind)) for kind in ("plotly_chart", "popover", "selectbox", "button_group")]
        assert there == [0, 1, 1, 0], page  # the link and the language alone


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("page", ["standings", "bids", "players", "matches"])
def test_filters_that_leave_nothing_say_so(page: str) -> None:
    assert written(look(page, **{"from": "2030-01-01"})).count("Nothing was played in this selection.") == 1


@pytest.mark.usefixtures("sample")
def test_units_that_no_deal_brought_are_explained_where_per_deal_or_roles_leave_them_out() -> None:
    everybody = written(seen("players", variant="chiamata"))  # Berto has -14 units, and +0.04 a deal
    assert "Units per deal are of deals alone, without penalties, adjustments and paper sheets." in everybody
    left_out = "Of deals alone: penalties, adjustments and paper sheets are left out."
    # Furio has +6, of which +5 are of deals: 135 x 0.037; all of the -11 of Ginevra are: 107 x -0.1028
    shown = [written(seen("players", variant="chiamata", player=name)) for name in ("Furio", "Ginevra")]
    assert [left_out in words for words in shown] == [True, False]


@pytest.mark.usefixtures("sample")
def test_the_deal_of_an_open_call_is_no_next_one() -> None:
    words = written(seen("tonight"))
    assert words.index("the result is open") < words.index("this deal") < words.index("deals; 4 deals left")


@pytest.mark.usefixtures("sample")
def test_matches_that_are_not_in_the_list_are_counted() -> None:
    hidden = len(rows(seen("matches"))) - len(rows(seen("matches", variant="chiamata")))
    words = f"{hidden} more matches are not in this list: of another league or variant."
    every_day = f"{hidden} more matches are not in this list: of another league, variant or day."
    assert every_day in written(seen("matches", variant="chiamata", **{"from": "2000-01-01"}))
    assert [words in written(seen("matches", variant=variant)) for variant in ("chiamata", "all")] == [True, False]


def test_the_score_sheet_says_who_rests_what_a_deal_brought_and_how_often_it_counts(ok: Ok) -> None:
    ok("start Six --players Anna,Bruno,Carla,Dario,Elena,Fabio --variant brisk --on 2026-11-20")
    ok("deal bruno A carla 60")  # Anna deals and rests; even: the next one counts twice
    ok("deal dario K elena 75")  # Bruno rests; twice 2, 1 and -1
    app = look("matches", match="1")
    even, made = rows(app)
    players = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
    assert [name for name in players if not even[name]] == ["Anna"]
    assert [name for name in players if not made[name]] == ["Bruno"]
    assert (even["counts"], made["counts"]) == (SCREEN.nothing, "\N{MULTIPLICATION SIGN} 2")
    (table,) = [one.proto.body for one in app.get("html") if "<caption class='unseen'>Score sheet" in one.proto.body]
    cells = re.findall(r"<td[^>]*>", table.split("<tr>")[-1])[1:7]
    shades = [re.search(r"background-color: (.*?)'", cell) for cell in cells]
    bold = f"{GAINED}; font-weight: bold"
    assert [shade and shade[1] for shade in shades] == [LOST, None, LOST, bold, GAINED, LOST]


@pytest.mark.usefixtures("friday")
def test_leagues_whose_names_are_alike_are_shown_below_each_other(ok: Ok) -> None:
    # by a measure x is of brisk and chiamata, x_brisk of chiamata
    for at, (league, variant) in enumerate([("x", "chiamata"), ("x", "brisk"), ("x_brisk", "chiamata")]):
        if at != 1:
            ok(f"league add {league}")
        ok(f"start Night{at} --league {league} --variant {variant} --players Anna,Bruno,Carla,Dario,Elena")
        ok(f"deal anna K elena 61 --match Night{at}")
    for page in ("standings", "bids", "players"):
        app = look(page, league="all", variant="all", measure="base", min_deals="1")
        assert len(tables(app)) >= 2


@pytest.mark.usefixtures("table")
def test_money_where_no_unit_has_a_worth_is_explained() -> None:
    for page in ("standings", "bids", "players"):
        assert any(
            "no match here has a unit value" in line for line in said(look(page, measure="money", player="Anna"))
        )


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("page", "explained"), [("standings", ("last five", "per deal", "defended", "suffered")),
                            ("players", ("per deal", "won as partner")),
                            ("bids", ("made %", "made by", "failed by", "caller gets"))],
)  # fmt: skip
def test_what_columns_mean_is_told_without_a_mouse(page: str, explained: tuple[str, ...]) -> None:
    meanings = f"{page.capitalize()} meanings{OF_ONE}"
    told = written(seen(page, meanings, **SURE | ({} if page != "bids" else CALLED)))
    assert {*re.findall("<dt>(.*?):</dt>", told)} >= {*explained}
    assert "the true value is almost surely within twice that" in told
    assert "in brackets the 95 % interval" in told


@pytest.mark.usefixtures("sample")
def test_the_stake_is_explained_where_units_are_counted_in_it() -> None:
    said = "The stake is what one defender pays, or without a caller what a winner gets from each losing side."
    assert said not in written(seen("standings"))
    for page in ("standings", "players"):
        assert said in written(seen(page, measure="base")), page


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("choice", [{"order": "per-deal"}, {"min_deals": "105"}])
def test_places_that_are_not_those_of_the_table_are_not_drawn(choice: dict[str, str]) -> None:
    ran = seen("standings", lines="places")
    assert questions(ran)[0] == "Who overtook whom, evening by evening?"
    assert "Adele has led since " in written(ran)
    app = seen("standings", lines="places", **choice)
    assert questions(app)[0] == "Who is ahead, evening by evening?"
    assert "has led since" not in written(app)
    assert "No lines 'places'; showing units." in written(app)


@pytest.mark.usefixtures("sample")
def test_who_is_left_out_is_told_by_what_is_missing() -> None:
    told = written(seen("standings", order="per-match", variant="monte"))
    # two matches at most there
    assert "8 players with fewer than 3 matches are left out." in told
    told = written(seen("standings", order="per-match", min_deals="20", variant="brisk"))
    assert "with fewer than 20 deals or 3 matches are left out." in told
    per_deal = written(seen("standings", sure="1", order="per-deal", min_deals="84"))  # Duilio has 83
    assert "1 player with fewer than 84 deals is left out." in per_deal


@pytest.mark.usefixtures("sample")
def test_form_is_the_last_five_evenings_of_each_player(ok: Ok) -> None:
    (page,) = json.loads(ok("players Adele --variant chiamata --format json"))
    last = [Counting(style=SCREEN).total(row["units"]) for row in page["matches"]][-5:]
    bars = re.findall(r"<span class='bars'.*?</span>", written(seen("standings")))
    assert f"aria-label='{', '.join(last)}'" in bars[0]  # Adele leads
    assert "class" not in page_tables.bars([0], "0").partition("<i")[2]  # neither good nor bad
    assert [bar.count("class='won'") + bar.count("class='lost'") for bar in bars] == [5, 4, 5, 4, 4, 5, 5, 5]


def test_surnames_were_cut_where_there_was_room(ok: Ok) -> None:
    """At the heads of a sheet, where words stand below each other, and at the ends of lines."""
    long = ["Giovanna Ferrari", "Giovanna Fontana", "Bartolomeo Rossi", "Anna Bianchi", "Wolfeschlegelstein"]
    ok(f'start Long --players "{",".join(long)}" --on 2026-11-20')
    ok('deal "Giovanna Ferrari" K "Anna Bianchi" 70')
    match = look("matches", match="1")
    assert list(rows(match)[0])[1:6] == [*long[:4], "Wolfeschl…"]
    (chart,) = (json.loads(one.proto.spec)["layout"] for one in match.get("plotly_chart"))
    ends = [one["text"].rpartition(" ")[0] for one in chart["annotations"] if one.get("arrowcolor")]
    brief = ["Giovanna Fe.", "Giovanna Fo.", "Bartolomeo", "Anna Bianchi", "Wolfeschleg…"]
    assert sorted(ends) == sorted(brief)


@pytest.mark.usefixtures("sample")
def test_who_shall_be_in_colour_stands_in_the_address() -> None:
    def coloured(app: AppTest) -> list[str]:
        lines = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
        return [line["name"] for line in lines if line["name"] and line["line"]["width"] > 1]

    app = look("standings", show="berto,ADELE,Zeno")
    assert coloured(app) == ["Adele", "Berto"]
    assert app.multiselect[0].value == ["Berto", "Adele"]
    assert "No player 'Zeno' here." in written(app)
    app.multiselect[0].set_value(["Furio"]).run()
    assert (app.query_params["show"], coloured(app)) == ("Furio", ["Furio"])
    app.multiselect[0].set_value([]).run()
    assert "show" not in app.query_params
    assert len(coloured(app)) == 8


@pytest.mark.usefixtures("sample")
def test_of_several_variants_there_are_tables_each_with_a_link_to_it_alone(ok: Ok) -> None:
    app = seen("standings", variant="all")
    assert (questions(app), len(tables(app))) == ([], 3)
    links = [(one.proto.label, one.proto.query_string) for one in app.get("page_link")]
    assert [label for label, _ in links] == [  # the most played first
        f"{title} alone\\, with charts" for title in ("Briscola Chiamata", "Brisk", "Briscola col Monte")
    ]
    assert "variant=brisk" in links[1][1]
    brisk = json.loads(ok("standings --variant brisk --format json"))[0]["rows"]
    assert [row["units"] for row in rows(app, 1)] == [units_of(row) for row in brisk]
    bids = seen("bids", variant="all")
    assert (questions(bids), len(tables(bids))) == ([], 3)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(("page", "asked"), [("tonight", {}), ("matches", {"match": "1", "lines": "chances"})])
def test_a_picture_of_the_lines_that_is_kept_says_of_which_match_they_are(page: str, asked: dict[str, str]) -> None:
    (drawn,) = (json.loads(one.proto.spec) for one in look(page, **asked).get("plotly_chart"))
    told = " ".join(one["text"].replace("<br>", " ") for one in drawn["layout"]["annotations"])
    assert "Friday · 2026-11-20 · Briscola Chiamata · main" in told


# --- what whoever keeps the books of a club asks of a season --------------------------------------------------------


def test_a_season_says_who_owes_whom_and_what_was_corrected(ok: Ok) -> None:
    # at 0.50 EUR a unit: Anna +4 and Elena +2 of the first deal, made by 2/71; the others -2 each, that is 1.00 EUR
    ok('start Friday --players "Anna,Bruno,Carla,Dario,Elena" --unit-value 0.50 --on 2026-11-20')
    ok("deal anna 2/71 elena 72")
    ok('edit 1 --result 74 --reason "counted again"')
    app = look("standings")
    assert "counted again" not in written(app)
    app.session_state["who owes whom"] = app.session_state["what was corrected"] = True
    app.run()
    assert [part for part in ("Bruno pays Anna 1.00 EUR", "Carla", "Dario") if part not in written(app)] == []
    ok("--yes settle --season 2026 --paid bruno")
    app.run()
    due = ("Bruno paid Anna 1.00 EUR on ", "Carla pays", "Dario pays")
    assert [part for part in due if part not in written(app)] == []
    assert "Bruno pays" not in written(app)
    assert (column(app, "match", -1), column(app, "why", -1)) == (["Friday"], ["counted again"])
    assert [button.proto.label for button in app.get("download_button")] == ["Print the season", "standings.csv"]
    ok("match edit --currency CHF --reason 'in Bern'")
    app.run()
    assert "and Friday (match 1) counts in CHF by now." in written(app)


# --- what stands on a page stands there once, and is true of what it stands beside ----------------------------------

"""What insight shows on its pages and on those of the core: it is what the commands say, and stands there once."""

import json
import re
from collections.abc import Callable

import pytest

from dashboard.look import theme
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
    ALL,
    BRISK,
    CHIAMATA,
    LEAGUE,
    OF_ONE,
    SURE,
    Figures,
    cells,
    hold_against_command,
    hold_that_chance_is_asked_for,
)

Ok = Callable[..., str]
DAY = "2026-02-13"
LEFT = SURE | {"variant": "brisk", "show": "left", "measure": "base"}
ONE_DAY = BRISK | {"from": DAY, "to": DAY}
BEYOND = "player met other deals units_per_deal expected beyond shrunken"
FIGURES: dict[str, Figures] = {
    "what bands pay": Figures("bids", SURE, "", 0, "bids --pays --bands --variant chiamata", "band pays", ()),
    "what each bid pays": Figures(
        "bids", SURE | {"each": "1"}, "", 0, "bids --pays --variant chiamata", "bid pays", (),
    ),
    "what callers leave": Figures(
        "bids", LEFT, "", 1, "calls --variant brisk --measure base", "player counted left too_low bias", (),
    ),
    "the rating of all variants": Figures(
        "rating", SURE | {"show": "Adele"}, "", 0, "rating", "player rating deals shrunken defender",
        ("How did the ratings go?",),
    ),
    "the rating of an evening": Figures(  # of one point no curve
        "rating", ONE_DAY, "", 0, f"rating --variant brisk --from {DAY} --to {DAY}", "player", (),
    ),
    "awards": Figures(
        "records", SURE, f"awards as a table{ALL}", 0, f"records --awards --league {LEAGUE}", "player", (),
    ),
    "what units are made of": Figures(
        "standings", SURE, f"luck{OF_ONE}", 1, "luck --variant chiamata",
        "player units play rulings_and_sheets", (AHEAD,),
    ),
    "who comes first in the end": Figures(
        "standings", SURE | {"variant": "chiamata"}, f"in the end{OF_ONE}", 1,
        "chances --season --variant chiamata", "player units expected low high", (AHEAD,),
    ),
    "standings under another payout table": Figures(
        "standings", SURE | {"under": "brisk"}, "", 1, "recount --variant brisk --played chiamata",
        "place player units played_place played_units difference", (AHEAD,),
    ),
    "two players of every variant": Figures(
        "pairs", SURE, f"every{ALL}", 1, f"pairs --beyond --league {LEAGUE}", BEYOND, (),
    ),
    "two players of one variant, predicted in stakes": Figures(
        "pairs", SURE | BRISK | {"measure": "money"}, "every/brisk/Circolo del Gelso", 1,
        "pairs --beyond --variant brisk", BEYOND, (),
    ),
    "callers and partners": Figures(
        "pairs", CHIAMATA | {"min_deals": "5", "player": "Furio", "show": "rates"}, "", 1,
        "pairs --variant chiamata --min-deals 5", "caller partner deals rate units",
        ("Who makes it with whom?",),
    ),
}  # fmt: skip


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("held", FIGURES.values(), ids=FIGURES)
def test_a_page_shows_the_figures_of_its_command(ok: Ok, held: Figures) -> None:
    hold_against_command(ok, held)


@pytest.mark.usefixtures("sample")
def test_a_row_of_what_units_are_made_of_added_up_to_59_instead_of_49() -> None:
    """Sums and their parts stood beside each other; now what is done in each role has a table of its own."""
    app = seen("standings", f"luck{OF_ONE}", variant="chiamata")
    for row in rows(app, 1):
        whole, *parts = (int(cell.replace("\N{MINUS SIGN}", "-")) for head, cell in row.items() if head != "player")
        assert list(row)[1] == "units"
        assert sum(parts) == whole, row
    assert rows(app, 1)[0]["units"] == "+49"
    assert list(rows(app, 2)[0]) == ["player", "as caller", "as partner", "as defender"]


@pytest.mark.usefixtures("sample")
def test_sentences_about_figures_that_only_pages_have(ok: Ok) -> None:
    assert "drawn from two evenings on: so far there is one" in written(seen("rating", show="Adele", **ONE_DAY))
    first = written(seen("rating", **CHIAMATA))
    assert "Adele leads with a rating of +0.06, 0.03 ahead of Duilio." in first
    assert "This may be luck." in first
    assert "best" not in names_of_columns(seen("rating", sure="1"))  # the ratings predict nothing
    assert "makes most of what is called, drawn towards all; all together 58 %" in written(seen("records"))
    assert len(tables(seen("records", variant="all"))) == 3  # three variants; the awards are of all of them
    assert "No payout table 'nix'; showing as played." in written(seen("standings", under="nix"))
    assert "of one league and one variant alone" in written(seen("standings", under="brisk", variant="all"))
    pairs = seen("pairs", f"fares{OF_ONE}", variant="chiamata", min_deals="5", player="Furio", show="rates", sure="1")
    (told,) = json.loads(ok("pairs --variant chiamata --min-deals 5 --format json"))
    chance = " ".join(told["verdict"].partition(". ")[2].split())  # of the pairs that are listed: everywhere the same
    assert chance.startswith(
        "Of 12 pairs chance alone makes about 0.6 unusual (outside 95 of 100 cases in the column made %)"
    )
    assert chance in written(pairs)
    few = 51 - len(told["rows"])
    assert f"{few} pairs with fewer than 5 deals together: not shown." in written(pairs)
    furio = json.loads(ok("players Furio --variant chiamata --format json"))[0]["companions"]
    assert column(pairs, "with_deals", 2) == [row["with_deals"] for row in furio]


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("page", ["bids", "pairs", "rating"])
def test_who_does_not_ask_how_sure_it_is_reads_of_no_chance_and_no_error(page: str) -> None:
    hold_that_chance_is_asked_for(page, "chance", {})


@pytest.mark.usefixtures("sample")
def test_how_two_do_together_is_a_sentence_that_leads_to_both() -> None:
    everybody = seen("pairs")
    assert "No pair can be told from the others yet" in written(everybody)
    got = [cell for cell in column(everybody, "beyond") if isinstance(cell, float)]
    assert got == sorted(got, reverse=True)
    assert len(got) == len(rows(everybody))
    assert {*column(everybody, "met")} == {"with"}
    app = seen("pairs", player="Adele", other="Duilio")
    assert title_of(app) == "Adele and Duilio, Circolo del Gelso"
    # 40 deals on one side, 59 on two; six contracts, of which they made five
    assert (
        "Adele and Duilio get 0.52 a deal more together than expected, in 40 deals. As caller and partner they made "
        "5 of 6. Against each other Adele gets 0.33 a deal more than expected, in 59 deals."
    ) in written(app)
    assert ("Adele and Duilio", "/players?player=Adele&other=Duilio") in leading(app)


@pytest.mark.usefixtures("sample")
def test_who_stands_first_beyond_what_is_expected_is_said_only_where_it_is_so() -> None:
    first, got = "the player named first got more than expected", "got: units / stake a deal"
    every, of_one = seen("pairs", f"every{ALL}"), seen("pairs", f"every{ALL}", player="Adele")
    assert {*column(of_one, "player")} == {"Adele"}  # the chosen player is always first
    assert [first in written(app) for app in (every, of_one)] == [True, False]
    her = {"player": "Adele", "show": "with", "variant": "chiamata"}
    on_her_page = written(seen("players", **her))
    assert [words in on_her_page for words in (first, got)] == [False, False]  # figures alone, no such table
    surely = written(seen("players", f"beyond{OF_ONE}", **her, **SURE))
    assert "In units at stake 1: what two get beyond what is expected of their roles" in surely


def test_the_chances_are_those_of_the_command_and_follow_each_deal(ok: Ok) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena --until deals:3 --on 2026-11-20")
    app = look("tonight")
    assert "All are as likely to win, 20 % each: nothing that is known tells them apart." in written(app)
    assert questions(app) == ["Who is ahead, deal by deal?"]
    ok("deal anna 2/71 elena 74")
    verdict = json.loads(ok("chances --format json"))[0]["verdict"]
    brief, before, equal = verdict.partition(" Before")[0], "Before the first deal", "If all were equal"
    assert [words in written(app.run()) for words in (brief, before, equal)] == [True, False, False]
    sure = look("tonight", sure="1", lines="chances")
    assert verdict.removeprefix(brief).strip() in written(sure)
    assert questions(sure) == ["Who wins tonight?"]
    for _ in range(2):
        ok("deal carla 2 dario 40")
    assert "Nothing is left to play: Anna has won." in written(app.run())
    ok("finish")
    app = look("matches", match="1", lines="chances")
    assert questions(app) == ["Who wins, and since when was it likely?"]
    assert "Nothing is left" not in written(app)


@pytest.mark.usefixtures("sample")
def test_pairs_are_of_all_variants_by_rates_alone_and_say_so(ok: Ok) -> None:
    app = seen("pairs", show="rates", sure="1")
    rows = json.loads(ok("pairs --measure base --format json"))[0]["rows"]
    for name in ("caller", "partner", "deals", "likely_rate"):
        assert column(app, name, 1) == cells(name, rows), name
    assert not {"units", "units_per_deal"} & set(names_of_columns(app, 1))
    assert "Rates of all these variants together; for units choose a variant, or how they are counted." in written(app)
    assert not [one for one in app.segmented_control if one.key == "filter show"]  # nothing but rates
    told = json.loads(app.get("plotly_chart")[0].proto.spec)["data"][2]["hovertext"]
    assert not [one for one in told if "units" in one]
    one = seen("pairs", variant="brisk", show="units")
    assert questions(one) == ["Who wins what with whom?"]
    assert "Rates of all" not in written(one)


@pytest.mark.usefixtures("sample")
def test_a_minimum_that_nobody_reaches_is_named_once() -> None:
    beyond = seen("pairs", min_deals="99999")
    few = "have fewer than 99,999 deals with or against each other: none is shown."
    assert ["No deal yet" in written(beyond), few in said(beyond)[0], questions(beyond)] == [False, True, []]
    app = seen("pairs", variant="chiamata", min_deals="99999", show="rates")
    assert said(app)[1:] == ["All 51 pairs have fewer than 99,999 deals together: none is shown."]
    assert "not shown" not in written(app)
    assert questions(app) == ["Who makes it with whom?"]  # of which every pair is
    assert tables(app) == []


@pytest.mark.usefixtures("sample")
def test_the_tiles_of_pairs_were_green_and_orange_under_this_may_be_luck() -> None:
    page = written(seen("pairs"))
    assert "this may be luck" in page
    assert re.findall(r"--own: (#\w+)", page) == [theme.GREY] * 3


@pytest.mark.usefixtures("table")
def test_that_nothing_can_be_told_of_a_bid_is_said_once() -> None:
    assert written(look("bids", sure="1")).count("None has 10 contracts yet") == 1


@pytest.mark.usefixtures("sample")
def test_pairs_that_are_not_all_there_are_say_so_and_what_they_are_is_said_once() -> None:
    app = look("pairs", league="Circolo del Gelso")
    assert "Of 28 pairs those furthest off." in written(app)  # eight players
    app.session_state["every/brisk+chiamata+monte/Circolo del Gelso"] = True
    app.run()
    assert written(app).count("what two get beyond what is expected of their roles") == 1


def test_no_award_is_said_where_nobody_has_enough_deals(ok: Ok) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena --variant chiamata")
    ok("deal anna A bruno 70")
    assert "No award yet: nobody has 10 deals of a kind." in written(look("records", sure="1"))


def test_a_name_is_a_link_in_the_sentence_of_the_chances_too(ok: Ok) -> None:
    ok(["start", "Words", "--players", "led,Ann,Ann Lee,deal 1,the others", "--on", "2026-11-20"])
    ok(["deal", "Ann", "2/71", "led", "74"])
    (answer,) = [one.proto.body for one in look("tonight").get("html") if "class='answer'" in one.proto.body]
    ann, led = ("Ann", "/players?player=Ann"), ("led", "/players?player=led")
    assert leads(answer)[:4] == [ann, led, ann, led]  # Ann leads with +4, 2 ahead of led. Ann wins with 35 %, led with


@pytest.mark.usefixtures("friday")
def test_above_pairs_stands_what_the_terminal_says_of_those_that_are_listed(ok: Ok) -> None:
    # by a measure x is of brisk and chiamata, x_brisk of chiamata
    for at, (league, variant) in enumerate([("x", "chiamata"), ("x", "brisk"), ("x_brisk", "chiamata")]):
        if at != 1:
            ok(f"league add {league}")
        ok(f"start Night{at} --league {league} --variant {variant} --players Anna,Bruno,Carla,Dario,Elena")
        ok(f"deal anna K elena 61 --match Night{at}")
    every = {"league": "all", "variant": "all", "measure": "base"}
    assert len(tables(look("pairs", **every, min_deals="1"))) >= 2
    for partner in ("bruno", "bruno", "carla"):  # of two pairs, not of Carla's one deal too
        ok(f"deal anna K {partner} 50 --match Night0")
    told = [table.get("verdict") for table in json.loads(ok("pairs --measure base --min-deals 2 --format json"))]
    (verdict,) = filter(None, told)
    assert verdict.startswith("Together they made 50 %. Of 2 pairs chance alone")
    assert verdict in written(look("pairs", **every, min_deals="2", sure="1"))


@pytest.mark.usefixtures("table")
def test_pairs_of_nothing_and_of_money_without_a_worth_say_so() -> None:
    assert written(look("pairs", **{"from": "2030-01-01"})).count("Nothing was played in this selection.") == 1
    assert any("no match here has a unit value" in line for line in said(look("pairs", measure="money", player="Anna")))


@pytest.mark.usefixtures("sample")
def test_the_stake_is_explained_where_ratings_are_counted_in_it() -> None:
    stake = "The stake is what one defender pays, or without a caller what a winner gets from each losing side."
    assert stake in written(seen("rating"))


@pytest.mark.usefixtures("sample")
def test_what_is_shown_can_be_had_as_csv() -> None:
    assert {page: buttons_of(page) for page in ("bids", "pairs", "rating")} == {
        "bids": ["paying_bands.csv"], "pairs": ["beyond.csv", "pairs.csv"], "rating": ["rating.csv"],
    }  # fmt: skip

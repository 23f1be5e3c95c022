"""The games without a caller on every page: what each side took, who won, with whom; nothing about callers."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import charts, data, pages
from dashboard.pages import file_of
from scorer.cli.demo import games as sample_games
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS, digest
from tests.looking import column, look, questions, rows, seen, tables, written
from tests.running import recorded

FOUR = "start Friday --players Anna,Bruno,Carla,Dario --on 2026-11-20"
NOBODY_CALLS = "Nobody calls in the games that are chosen here: they have no bids."
MINUS = "\N{MINUS SIGN}"
Ok = Callable[..., str]


@pytest.fixture(scope="session")
def games_night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.db"
    recorded(path, [["import", str(sample_games())]])
    return path


@pytest.fixture
def own_sample(games_night: Path, book_path: Path) -> None:
    """The league of the games night, laid on this test's table."""
    book_path.write_bytes(games_night.read_bytes())


@pytest.fixture
def sample(own_sample: None, games_night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The league of the games night that all tests look at."""
    monkeypatch.setenv("SCORER_DB", str(games_night))


def tiles(app: AppTest) -> list[tuple[str, str, str]]:
    """Who, with which figure, and what is told below it."""
    found = re.findall(
        r"<div class='who'[^>]*><bdi[^>]*>(.*?)</bdi></div>\s*<div class='figure'>(.*?)</div>"
        r"(?:\s*<div class='more'><bdi>(.*?)</bdi></div>)?",
        written(app),
    )
    return [(who, figure, more) for who, figure, more in found]


def show_of(app: AppTest) -> list[str]:
    """The subjects that are offered."""
    return list(app.segmented_control(key="filter show").options)


# --- statistics ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("sample")
def test_the_standings_speak_of_no_caller(ok: Ok) -> None:
    app = seen("standings", variant="brisca", sort="place")
    told = json.loads(ok("standings --variant brisca --format json"))[0]["rows"]
    shown = rows(app)
    assert [row["player"] for row in shown] == [row["player"] for row in told]
    assert [row["deals won %"].partition(" %")[0] for row in shown] == [f"{100 * row['side_rate']:.0f}" for row in told]
    assert not {"called", "called %", "made %", "solo"} & set(shown[0])


@pytest.mark.usefixtures("sample")
def test_where_somebody_calls_alone_the_callers_are_there() -> None:
    assert "called %" in rows(seen("players", variant="rematada"))[0]
    bids = seen("bids", variant="rematada", show="called")
    titles = [json.loads(one.proto.spec)["layout"]["xaxis"]["title"]["text"] for one in bids.get("plotly_chart")]
    assert titles == ["% of contracts made", "card points and bonuses above or below the target"]


@pytest.mark.usefixtures("sample")
def test_bids_say_in_one_sentence_that_nobody_calls() -> None:
    app = seen("bids", variant="brisca")
    assert (questions(app), len(tables(app)), app.text[-1].value) == ([], 0, NOBODY_CALLS)
    assert app.get("download_button") == []


def test_the_page_of_bids_is_offered_where_somebody_calls(ok: Ok) -> None:
    ok("league add Lega")
    assert data.somebody_calls()  # whoever begins may call
    ok(f"{FOUR} --variant brisca")
    assert not data.somebody_calls()
    ok("start Other --players Anna,Bruno,Carla --variant rematada")
    assert data.somebody_calls()


@pytest.mark.usefixtures("sample")
def test_a_player_is_shown_without_what_callers_have() -> None:
    found = {show: seen("players", player="Nives", variant="cinquecento-pairs", show=show)
             for show in ("units", "calling", "with", "records")}  # fmt: skip
    evening = "How did the evening go?"
    assert list(map(questions, found.values())) == [
        [evening, "How did the units of Nives run?"], [evening], [evening], [evening],
    ]  # fmt: skip
    assert [who for who, *_ in tiles(found["records"])] == [
        "place", "units", "per deal", "deals won", "best match", "worst match", "won in a row", "lost in a row",
        "most in a deal", "highest count",
    ]  # fmt: skip
    assert list(rows(found["calling"], -2)[0]) == ["player", "deals won %"]
    assert "deals won %" in rows(seen("players", variant="brisca"))[0]
    assert show_of(found["calling"]) == ["Units", "Winning", "With and against", "Records", "Matches"]


@pytest.mark.usefixtures("sample")
def test_who_never_had_a_caller_is_shown_without_callers_in_a_league_that_has_them() -> None:
    tullio = seen("players", player="Tullio", show="calling", variant="all")  # his 32 deals are all without a caller
    assert questions(tullio) == []
    assert column(tullio, "role", -1) == ["all"]
    both = seen("players", player="Tullio", other="Berto", show="calling", variant="brisca")
    assert list(rows(both)[0])[-1] == "deals won %"
    assert show_of(both) == ["Head to head", "Winning", "Records", "Evenings"]
    mixed = seen("players", player="Tullio", other="Nives", show="calling", variant="all")  # Nives called
    assert "called %" in rows(mixed, 1)[0]


# --- a match -------------------------------------------------------------------------------------------------------


def test_the_sheet_has_what_each_side_took_and_who_won(ok: Ok) -> None:
    ok(f"{FOUR} --variant brisca")
    for line in ("deal anna 74", "deal bruno 60 --more-cards bruno", "deal anna won", "redeal misdeal"):
        ok(line)
    sheet = rows(look("matches", match="1"))
    assert [row["result"] for row in sheet] == [
        "Anna + Carla won", "Bruno + Dario won, more cards", "Anna + Carla won, uncounted", "misdeal",
    ]  # fmt: skip
    took = [(row["Anna + Carla took"], row["Bruno + Dario took"]) for row in sheet[:2]]
    assert took == [("74", "46"), ("60", "60")]
    assert [row["Anna"] for row in sheet] == ["+1 +1", f"0 {MINUS}1", "+1 +1", "+1"]
    heads = ["#", "Anna", "Bruno", "Carla", "Dario", "result", "Anna + Carla took"]
    assert list(sheet[0])[:7] == heads  # a phone shows five
    assert not {"bid", "caller", "partner"} & set(sheet[0])


def test_where_partners_change_the_sheet_says_in_words_what_they_took(ok: Ok) -> None:
    # the dealer rests: of Anna, Bruno, Carla, Dario, Elena first Bruno and Dario play together, then Anna and Dario
    ok("start Five --players Anna,Bruno,Carla,Dario,Elena --variant brisca")
    ok("deal bruno 80")
    ok("deal dario 70")
    assert [row["card points"] for row in rows(look("matches", match="1"))] == [
        "Bruno + Dario 80, Carla + Elena 40", "Anna + Dario 70, Carla + Elena 50",
    ]  # fmt: skip


def test_bonuses_stand_beside_the_counts(ok: Ok) -> None:
    ok("start Two --players Anna,Bruno --variant cinquecento")
    ok("deal anna 124 --bonus anna=40,bruno=20")
    (row,) = rows(look("matches", match="1"))
    assert [row[head] for head in ("Anna took", "Bruno took", "bonuses")] == ["124", "56", "Anna 40, Bruno 20"]


def test_who_leads_is_told_by_what_is_played_to(ok: Ok) -> None:
    # Anna and Carla won a deal, +1 each; then Anna paid 3: both still lead by the deals won, and Carla has more units
    ok(f"{FOUR} --variant brisca")
    ok("deal anna 74")
    ok("penalty anna 3 --reason late")
    assert tiles(look("tonight")) == [
        ("1. Carla", "+2", "won 1 of 3 · last +1"),
        ("1. Anna", "\N{MINUS SIGN}2", "won 1 of 3 · last \N{MINUS SIGN}3"),
        ("3. Bruno", "0", "won 0 of 3 · last +1 · deals"),
        ("3. Dario", "0", "won 0 of 3 · last +1"),
    ]


def test_page_sheet_and_standings_have_the_same_card_points_on_paper(ok: Ok) -> None:
    # 80 made: Anna and Bruno 80. 80 failed with 60: Bruno and Carla -20, the others 120 - 60 = 60 each.
    # Units are five times that, less the 300 of all; the penalty leaves Anna -50, behind Bruno, and nothing on paper
    ok("start Gingo --players Anna,Bruno,Carla,Dario,Elena --variant gingo --until paper:200")
    for line in ("deal anna 80 bruno made", "deal bruno 80 carla 60", "penalty anna 450 --to nobody --reason late"):
        ok(line)
    on_paper = {"Anna": 140, "Bruno": 60, "Carla": -20, "Dario": 60, "Elena": 60}
    tonight = look("tonight")
    assert tiles(tonight) == [
        ("1. Anna", f"{MINUS}50", f"on paper 140 of 200 · last {MINUS}450"),
        ("2. Bruno", "0", "on paper 60 of 200"),
        ("2. Dario", "0", "on paper 60 of 200"),
        ("2. Elena", "0", "on paper 60 of 200"),
        ("5. Carla", f"{MINUS}400", f"on paper {MINUS}20 of 200 · deals"),
    ]
    figure = json.loads(tonight.get("plotly_chart")[0].proto.spec)
    assert figure["layout"]["yaxis"]["title"]["text"] == "on paper"
    ends = {label["text"] for label in figure["layout"]["annotations"]}
    assert {"Anna 140", f"Carla {MINUS}20"} <= ends
    assert "On paper: Anna 140, Bruno 60, Carla -20, Dario 60, Elena 60" in ok("sheet --plain")
    told = json.loads(ok("standings --format json"))[0]["rows"]
    assert {row["player"]: row["paper_points"] for row in told} == on_paper
    standings = look("standings")
    shown = zip(column(standings, "player"), column(standings, "paper_points"), strict=True)
    assert dict(shown) == on_paper


def test_tonight_says_whose_turn_it_is_to_be_trumps(ok: Ok, tmp_path: Path) -> None:
    text = ok("variant show brisca --toml").replace('"won:3"', '"deals:4"')
    path = tmp_path / "turns.toml"
    path.write_text('trumps = "coins cups swords clubs"\n' + text, encoding="utf-8")
    ok([*FOUR.split(), "--variant", str(path)])
    ok("deal anna 74")
    app = look("tonight")
    assert "cups are trumps" in written(app)
    assert [row["trumps"] for row in rows(app)] == ["coins"]


def test_partners_are_one_line_until_one_of_them_loses_units_alone(ok: Ok, sheet: Callable[..., Sheet]) -> None:
    ok(f"{FOUR} --variant brisca")
    ok("deal anna 74")

    def lines() -> list[tuple[str, int]]:
        figure = charts.tonight_lines(sheet(), ["Anna", "Bruno", "Carla", "Dario"])
        return [(trace.name, trace.y[-1]) for trace in figure.data[1:]]

    assert lines() == [("Anna + Carla", 1), ("Bruno + Dario", -1)]
    ok("penalty anna 3 --reason late")
    assert lines() == [("Carla", 2), ("Bruno + Dario", 0), ("Anna", -2)]


# --- little --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "deal"),
    [
        (f"{FOUR} --variant brisca", "deal anna 74"),
        ("start Three --players Anna,Bruno,Carla --variant mexican", "deal anna=0 bruno=60 carla=60"),
        ("start Alone --players Anna,Bruno,Carla --variant rematada", "deal anna 110 125"),
    ],
)
def test_a_scorebook_of_one_game_is_shown_on_every_page(start: str, deal: str, ok: Ok) -> None:
    ok(start)
    app = look("standings", player="Anna", min_deals="1")
    ok(deal)
    for page in pages.OURS:
        app.switch_page(str(file_of(page)))
        app.query_params["player"] = "Anna"
        app.run()
        assert [one.message for one in app.exception] == [], page


@pytest.mark.usefixtures("own_sample")
def test_several_games_are_one_table_by_a_measure_alone(ok: Ok) -> None:
    ok("start Called --players Anna,Bruno,Carla,Dario,Elena --league 'Games night' --variant chiamata")
    ok("deal anna K elena 61")
    app = look("standings", league="all", variant="all")  # nine games of the night, and this one
    folds = [fold.label for fold in app.expander if " · " in fold.label]  # of sections
    assert (written(app).count("class='rows'"), len(folds)) == (4, 6)  # the least played wait until they are opened
    for page in ("standings", "bids", "players"):
        app = look(page, variant="all", measure="base", player="Anna", min_deals="1")
        assert "Brisca, Brisca, double above a hundred, Briscola, Briscola Chiamata" in written(app), page


# --- one name, several meanings --------------------------------------------------------------------------------------


def test_texts_of_one_meaning_are_one_variant_and_another_meaning_is_told_apart_in_words(
    tmp_path: Path, ok: Ok
) -> None:
    text = VARIANTS.read_text("brisca")[1]
    for match, edition in (("Old", f"# older\n{text}"), ("New", text), ("Short", text.replace("won:3", "won:2"))):
        (tmp_path / "brisca.toml").write_text(edition, encoding="utf-8")
        ok(f"{FOUR.replace('Friday', match)} --variant {tmp_path}/brisca.toml")
        ok(f"deal anna 74 --match {match}")
    label = f"brisca@{digest(edition)[:8]}"
    words = f"{label} differs from brisca. End: 2 deals won, not 3 deals won."
    assert [written(app).count(words) for app in (look("standings"), look("standings", variant=label))] == [1, 1]
    assert data.played_now() == {("main", "brisca"): 2, ("main", label): 1}
    assert data.titles_now() == {"brisca": "Brisca (brisca)", label: f"Brisca ({label})"}
    assert words in written(look("variants", variant=label))
    assert "differs" not in written(look("variants", variant="brisca"))

"""The page of players: everybody, one at a time by subjects, and two beside each other."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from scorer.text.numbers import SURE_SCREEN, Counting
from tests.looking import column, leading, look, names_of_columns, notices, questions, rows, seen, tables, written

MINUS = "\N{MINUS SIGN}"
FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]


def ways(app: AppTest) -> list[tuple[str, str]]:
    """The links in the page: words without the marks of Markdown, and where they lead."""
    found = [(one.proto.label.replace("\\", ""), one.proto) for one in app.get("page_link")]
    return [(words, f"{proto.page}?{proto.query_string}") for words, proto in found]


def players(show: str = "", **address: str) -> AppTest:
    """The page of the sample league."""
    return seen("players", **({"show": show} if show else {}), **address)


def told_of(ok: Ok, player: str, more: str = "--variant chiamata") -> dict[str, Any]:
    """What the command says of a player."""
    told: dict[str, Any] = json.loads(ok(f"players {player} {more} --format json"))[0]
    return told


# --- everybody -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("sample")
def test_everybody_is_compared_where_no_player_is_chosen(ok: Ok) -> None:
    app = players(variant="brisk")
    told = json.loads(ok("players --variant brisk --format json"))[0]["rows"]
    assert [(row["player"], row["deals"]) for row in rows(app)] == [
        (row["player"], str(row["deals"])) for row in told if row["role"] == "all"
    ]
    assert ("Furio", "/players?variant=brisk&player=Furio") in leading(app)
    assert (questions(app), ways(app)) == ([], [])
    everywhere = players(variant="all")
    assert ([len(rows(everywhere, table)) for table in range(3)], questions(everywhere)) == ([8, 8, 8], [])


@pytest.mark.usefixtures("sample")
def test_the_page_of_everybody_says_who_calls_most_and_who_makes_most_of_it() -> None:
    # chiamata: Furio called 59 of 135; Adele made 21 of 28, Duilio 9 of 12; Cesira called only 5, and made 3
    app = players()
    assert "<h1 class='title-of-page'><bdi>Players, Circolo del Gelso</bdi></h1>" in written(app)
    assert "Most calls: Furio (44 %). Most of them made: Adele and Duilio (75 %)." in written(app)
    furio = next(row for row in rows(app) if row["player"] == "Furio")
    assert (furio["called %"], furio["won as caller"], furio["won as defender"]) == ("44 %", "56 % of 59", "45 % of 56")
    assert "chance" not in written(app)
    sure = players(sure="1")
    assert next(row for row in rows(sure) if row["player"] == "Furio")["won as caller"] == "56 % (43 to 68) of 59"


# --- one player ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("sample")
def test_a_player_is_a_place_units_and_calls_and_the_evenings_in_any_case_of_letters() -> None:
    # chiamata: 135 deals of Furio, +6 in all, third of eight; his evenings in it: -36, +22, -4, +11, +13
    app = players(player="fUrIo")
    text = written(app)
    assert "<h1 class='title-of-page'><bdi>Furio, Circolo del Gelso</bdi></h1>" in text
    assert re.findall(r"class='who' title='(.*?)'.*?figure'>(.*?)<.*?<bdi>(.*?)</bdi>", text, re.DOTALL) == [
        ("place", "3", "of 8"), ("units", "+6", "5 matches"), ("per deal", "+0.04", "135 deals"),
        ("called", "44 %", "of 135 deals"), ("made", "56 %", "of 59 called"),
    ]  # fmt: skip
    assert column(app, "units", -1)[-1] == 5  # in all roles; +1 more is a ruling, which the figure has
    assert questions(app) == ["How did the evenings go?", "How did the units of Furio run?"]
    (bars,) = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
    assert bars["text"] == ["+13", "+11", f"{MINUS}4", "+22", f"{MINUS}36"]
    assert bars["ids"] == [f"matches?match={match}&player=Furio" for match in (12, 11, 5, 2, 1)]
    assert ways(app) == [("All players", "players?")]
    assert not re.search("chance|\N{PLUS-MINUS SIGN}|likely", text)


@pytest.mark.usefixtures("sample")
def test_a_player_is_as_sure_as_somebody_asks() -> None:
    text = written(players(player="Furio", sure="1"))
    # 0.27 with every deal for itself, 0.33 with good and bad evenings; 135 x 0.33 by the root of five evenings is 20
    evening = "Chance alone commonly moves one by about 20."
    for words in ("of 8, could be 1 to 8 by chance", "\N{PLUS-MINUS SIGN}0.33, 135 deals", "likely 43 to 68", evening):
        assert words in text


@pytest.mark.usefixtures("sample")
def test_a_player_has_one_subject_at_a_time(ok: Ok) -> None:
    told = told_of(ok, "Adele")
    units = players(player="Adele")
    assert column(units, "units", -1) == [row["units"] for row in told["roles"]]
    matches = players("matches", player="Adele")
    assert [row["match"] for row in rows(matches, -1)] == [row["match"] for row in told["matches"]][::-1]
    assert ("Last night", "/matches?match=12&player=Adele") in leading(matches)
    records = players("records", player="Adele")
    assert told["records"]["highest_bid_made"] in written(records)
    best = told["records"]["best_match"]
    worst = told["records"]["worst_match"]
    assert [words for words, _ in leading(records)[-2:]] == [best, worst]
    assert all(re.match(r"/matches\?match=\d+&player=Adele", address) for _, address in leading(records)[-2:])
    assert [len(tables(app)) - len(tables(records)) for app in (units, matches)] == [1, 1]


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("query", [{"player": "Adele"}, {"player": "Adele", "other": "Furio"}])
def test_a_tab_of_a_player_changed_the_variant_the_answer_and_the_tiles(query: dict[str, str]) -> None:
    tops = set()
    for show in ("units", "calling", "records", "matches", *(() if "other" in query else ("with",))):
        app = seen("players", show=show, **query)
        parts = [re.sub("href='[^']*'", "", one.proto.body) for one in app.get("html")]
        at = next(at for at, part in enumerate(parts) if "class='tiles'" in part)
        tops.add((app.selectbox(key="filter variant").value, *parts[: at + 1]))
    ((variant, *_),) = tops
    assert variant == "chiamata"


@pytest.mark.usefixtures("sample")
def test_what_needs_no_units_is_of_all_variants_together_where_all_are_chosen(ok: Ok) -> None:
    together = told_of(ok, "Adele", '--league "Circolo del Gelso" --measure base')
    calling = players("calling", player="Adele", variant="all")
    assert "3 variants together, 328 deals" in written(calling)
    assert [row["units"] for row in rows(calling)] == ["+49", "+10", "+11"]  # never added up
    assert column(calling, "wins", 2) == [row["wins"] for row in together["roles"]]
    assert column(calling, "called", 3) == [row["called"] for row in together["compared"]]
    assert not any({"units", "units_per_deal"} & set(names_of_columns(calling, table)) for table in (1, 2, 3))
    met = players("with", player="Adele", variant="all")
    assert column(met, "with_deals", 1) == [row["with_deals"] for row in together["companions"]]
    assert "with_units" not in names_of_columns(met, 1)
    alone = players("with", player="Adele", variant="chiamata")
    assert column(alone, "with_units", -1) == [row["with_units"] for row in told_of(ok, "Adele")["companions"]]
    assert "variants together" not in written(alone)


@pytest.mark.usefixtures("sample")
def test_of_all_variants_there_is_a_table_with_ways_to_each_and_no_chart() -> None:
    app = players("matches", player="Furio", variant="all")
    assert questions(app) == []
    assert [row["variant"] for row in rows(app)] == ["Briscola Chiamata", "Brisk", "Briscola col Monte"]
    assert [(row["place"], row["units"]) for row in rows(app)] == [
        ("3 of 8", "+6"), ("8 of 8", f"{MINUS}68"), ("8 of 8", f"{MINUS}31"),
    ]  # fmt: skip
    assert ("Brisk", "/players?variant=brisk&player=Furio&league=Circolo%20del%20Gelso&show=units") in leading(app)
    assert len(rows(app, 1)) == 10
    # two: chiamata as above; brisk -14:10; monte -7:7 and -24:4
    both = players(player="Furio", other="Adele", variant="all")
    assert questions(both) == []
    assert [column(both, name, 1) for name in ("evenings", "ahead", "behind")] == [[5, 1, 2], [2, 0, 0], [3, 1, 2]]
    evenings = players("matches", player="Furio", other="Adele", variant="all")
    assert rows(evenings, 1)[-1]["variant"] == "Briscola Chiamata"


@pytest.mark.usefixtures("own_sample")
def test_a_player_without_a_deal_in_the_selection_has_ways_to_where_there_are_some(ok: Ok) -> None:
    ok(f"start Lega --league main --players {FIVE} --on 2026-11-20")
    app = look("players", player="Anna")
    assert notices(app) == ["Anna: no deal is recorded yet."]
    ok("deal anna K elena 61 --match Lega")
    app = look("players", player="Anna")
    assert notices(app) == ["Anna: no deal in this selection. There are some here:"]
    way = "players?player=Anna&league=main&variant=chiamata"
    assert ways(app)[-1] == ("Briscola Chiamata · main, 1 match", way)
    # the day of the only match since then was without him
    app = look("players", player="Duilio", **{"from": "2026-06-10"})
    assert ("Briscola Chiamata · Circolo del Gelso, 4 matches",
            "players?player=Duilio&league=Circolo+del+Gelso&variant=chiamata") in ways(app)  # fmt: skip


def test_a_player_of_paper_sheets_alone_has_no_roles(ok: Ok, tmp_path: Path) -> None:
    path = tmp_path / "paper.csv"
    header = "league,match,on,variant,kind,seat1,seat2,seat3,seat4,seat5,units1,units2,units3,units4,units5,note"
    path.write_text(f"{header}\nOther,Paper,2026-11-01,chiamata,sheet,{FIVE},4,-4,0,0,0,paper\n", encoding="utf-8")
    ok(["import", str(path)])
    app = look("players", player="Anna", league="Other")
    assert tables(app) == []
    assert "1 match" in written(app)
    assert "only units" in written(look("players", show="calling", player="Anna", league="Other"))


@pytest.mark.usefixtures("sample")
def test_two_players_were_judged_alone_where_the_standings_take_all_pairs_together(ok: Ok) -> None:
    (told,) = json.loads(ok("standings --gaps --order per-deal --variant chiamata --format json"))
    (row,) = (one for one in told["rows"] if {one["player"], one["other"]} == {"Adele", "Furio"})
    gap, more = Counting(style=SURE_SCREEN).mean(row["gap"], row["error"]), f"{row['more_needed']:,}"
    assert (len(told["rows"]), row["player"], row["significant"]) == (28, "Adele", False)
    assert (
        f"Per deal Adele is in front of Furio by {gap}: of 28 pairs chance alone may make such a gap. "
        f"{more} more evenings of both would tell, if it goes on so."
    ) in written(players(player="Adele", other="Furio", sure="1"))
    assert "chance" not in written(players(player="Adele", other="Furio"))


@pytest.mark.usefixtures("sample")
def test_who_or_what_is_unknown_is_said() -> None:
    assert questions(players(other="Furio"))[-1] == "How did the units of Furio run?"
    assert notices(players(player="Adele", other="Nessuno")) == ["No player 'Nessuno'; showing nobody."]
    assert notices(players("tables", player="Adele")) == [
        "No part of this page 'tables'; showing Units. There are: units, calling, with, records, matches."
    ]


# --- two players ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("sample")
def test_two_players_are_one_chart_and_what_they_did_to_one_another() -> None:
    # Furio and Adele: their five evenings went -36:38, 22:-4, -4:4, 11:12, 13:-12
    app = players(player="Furio", other="adele")
    assert questions(app) == ["Furio or Adele: who is ahead?"]
    text = written(app)
    assert "<h1 class='title-of-page'><bdi>Furio and Adele, Circolo del Gelso</bdi></h1>" in text
    assert "Adele leads with +49, 43 ahead of Furio. Together they won 60 % of 40 deals." in text  # +49 and +6
    for words in ("evenings ahead of 5", "deals on the same side", ">40<", "Furio +8, Adele +10", ">81<",
                  "deals on different sides", f"Furio {MINUS}10, Adele +24", "to Adele, deal 15 of"):  # fmt: skip
        assert words in text
    assert leading(app)[3:5] == [("Furio", "/players?player=Furio"), ("Adele", "/players?player=Adele")]
    assert ("deal 15 of Late train, 13 Mar 2026", "/matches?match=5&deal=15") in leading(app)
    met = players("matches", player="Furio", other="Adele")
    assert [[row[name] for row in rows(met)] for name in ("Furio", "Adele", "Furio ahead by")] == [
        ["+13", "+11", f"{MINUS}4", "+22", f"{MINUS}36"], [f"{MINUS}12", "+12", "+4", f"{MINUS}4", "+38"],
        ["+25", f"{MINUS}1", f"{MINUS}8", "+26", f"{MINUS}74"],
    ]  # fmt: skip


@pytest.mark.usefixtures("sample")
def test_two_players_call_and_win_in_one_table() -> None:
    app = players("calling", player="Furio", other="Adele")
    assert questions(app) == []
    assert column(app, "player") == ["Adele", "Furio"]
    assert {"called %", "won as caller", "won as partner", "won as defender"} <= {*rows(app)[0]}
    records = players("records", player="Furio", other="Adele")
    assert column(records, "what")[0] == "highest bid made"


@pytest.mark.usefixtures("sample")
def test_a_second_player_leaves_what_is_of_one_alone() -> None:
    app = players("with", player="Furio", other="Adele")
    assert "show" not in app.query_params
    assert notices(app) == []


def test_a_slam_as_a_defender_is_told_as_one_more_than_those_made(ok: Ok) -> None:
    # Bruno called alone twice: one slam against him, one of his. The three others defended both: made 0, defended 1
    ok(f"start Slams --league main --players {FIVE} --variant chiamata")
    ok("deal bruno K solo 0 --slam --match Slams")
    ok("deal bruno K solo 120 --slam --match Slams")
    (row,) = [one for one in json.loads(ok("standings --league main --match Slams --format json"))[0]["rows"]
              if one["player"] == "Anna"]  # fmt: skip
    assert (row["slams_made"], row["slams_defended"], row["slams_suffered"]) == (0, 1, 1)
    tiles = written(look("players", show="records", player="Anna", league="main", variant="chiamata"))
    assert re.search("slams made.*?>0<.*?>1 more as a defender<", tiles, re.DOTALL)
    his = look("players", show="records", player="Bruno", league="main", variant="chiamata", other="Anna")
    slams = column(his, "what").index("slams made")
    assert [column(his, name)[slams] for name in ("one", "two")] == ["1", "0 (1 more as a defender)"]


@pytest.mark.usefixtures("own_sample")
def test_of_two_who_never_met_and_of_who_never_called_nothing_is_compared(ok: Ok) -> None:
    ok(f"start Own --league 'Circolo del Gelso' --players {FIVE} --on 2026-11-20")
    ok("deal anna K elena 61 --match Own")
    app = look("players", player="Furio", other="Anna")
    assert "Furio and Anna never played on one evening here." in written(app)
    assert questions(app) == []
    calling = look("players", show="calling", player="Bruno", variant="chiamata")  # who has never called
    assert "counted deals" not in written(calling)

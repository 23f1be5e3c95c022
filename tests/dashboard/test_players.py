"""The page of players: everybody, one at a time by subjects, and two beside each other."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from scorer.text.numbers import SURE_SCREEN, Counting
from tests.looking import column, leading, look, notices, questions, written

pytestmark = pytest.mark.usefixtures("sample")
MINUS = "\N{MINUS SIGN}"
FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]


def ways(app: AppTest) -> list[tuple[str, str]]:
    """The links in the page: words without the marks of Markdown, and where they lead."""
    found = [(one.proto.label.replace("\\", ""), one.proto) for one in app.get("page_link")]
    return [(words, f"{proto.page}?{proto.query_string}") for words, proto in found]


def players(show: str = "", **address: str) -> AppTest:
    return look("players", **({"show": show} if show else {}), **address)


def told_of(ok: Ok, player: str, more: str = "--variant chiamata") -> dict[str, Any]:
    """What the command says of a player."""
    told: dict[str, Any] = json.loads(ok(f"players {player} {more} --format json"))[0]
    return told


# --- everybody -----------------------------------------------------------------------------------------------------


def test_everybody_is_compared_where_no_player_is_chosen(ok: Ok) -> None:
    app = players(variant="brisk")
    rows = json.loads(ok("players --variant brisk --format json"))[0]["rows"]
    assert column(app, "player") == [row["player"] for row in rows if row["role"] == "all"]
    assert column(app, "deals") == [row["deals"] for row in rows if row["role"] == "all"]
    assert questions(app) == ["Who calls how often?"]
    assert ways(app) == []
    everywhere = players(variant="all")
    assert (len(everywhere.dataframe), questions(everywhere)) == (3, [])


# --- one player ----------------------------------------------------------------------------------------------------


def test_who_calls_too_low_or_too_high_is_told_beside_the_others(ok: Ok) -> None:
    told = json.loads(ok("calls --variant chiamata --format json"))[0]["rows"]
    adele = next(row for row in told if row["player"] == "Adele")
    app = players("calling", player="Adele", variant="chiamata")
    for figure in (f"+{100 * adele['ahead']:.0f} %", f"{adele['too_low']} of {adele['counted']}"):
        assert f"<div class='figure'>{figure}</div>" in written(app)
    low, counted = (sum(row[name] for row in told) - adele[name] for name in ("too_low", "counted"))
    words = f"counted deals, others {100 * low / counted:.0f} %: no more often than chance has it"
    assert dict(leading(app))[words] == "/bids?variant=chiamata&show=left"
    assert "beside what others make of them: chance alone does as much, all players taken together" in written(app)
    answers = " ".join(json.loads(one.proto.spec)["layout"]["meta"]["answer"] for one in app.get("plotly_chart"))
    assert f"others would make about {100 * adele['expected']:.0f} % of the same bids" in answers
    ok("start Late --league 'Circolo del Gelso' --players 'Gino,Furio,Adele,Berto,Cesira' --on 2026-06-20")
    ok("deal adele A gino 61 --match Late")
    assert "counted deals" not in written(players("calling", player="Gino", variant="chiamata"))  # who has never called


def test_the_rating_stands_beside_the_place_and_leads_to_the_page_of_all(ok: Ok) -> None:
    told = json.loads(ok("rating --variant chiamata --format json"))[0]["rows"]
    adele = next(row for row in told if row["player"] == "Adele")
    app = players(player="Adele")
    assert f"<div class='figure'>{Counting(style=SURE_SCREEN).mean(adele['rating'])}</div>" in written(app)
    assert (
        dict(leading(app))["no difference can be told yet"] == "/rating?variant=chiamata"
    )  # the busiest league needs no word


def test_a_player_is_a_name_a_place_and_the_last_evenings_in_any_case_of_letters() -> None:
    # chiamata: 135 deals of Furio, +6 in all, third of eight; his evenings in it: -36, +22, -4, +11, +13
    app = players(player="fUrIo")
    text = written(app)
    assert "<h2 class='named'><bdi>Furio</bdi></h2>" in text
    mean, place = "+0.04 \N{PLUS-MINUS SIGN}0.27 per deal, 135 deals", "of 8, could be 1 to 8 by chance"
    # 135 x 0.27 by the root of five evenings is 16
    evening = "Chance alone commonly moves one by about 16."
    for words in ("<div class='figure'>3</div>", place, "<div class='figure'>+6</div>", mean, evening):
        assert words in text
    assert column(app, "units")[-1] == 5  # in all roles
    assert "Besides, +1 from penalties, adjustments and paper sheets: +6 units in all." in text
    assert questions(app) == [
        "How did the last 5 evenings go?", "How did the units of Furio run?", "What are the units of Furio made of?",
    ]  # fmt: skip
    assert ways(app) == [
        ("All players", "players?"),
        ("won +13, 19 Jun 2026", "matches?match=12&player=Furio"),
        ("won +11, 5 Jun 2026", "matches?match=11&player=Furio"),
        (f"lost {MINUS}4, 13 Mar 2026", "matches?match=5&player=Furio"),
        ("won +22, 30 Jan 2026", "matches?match=2&player=Furio"),
        (f"lost {MINUS}36, 16 Jan 2026", "matches?match=1&player=Furio"),
    ]
    assert "won with units above zero, lost below, level at zero" in text
    assert "rulings and sheets: penalties, adjustments and paper sheets" in text
    assert "as caller and so on" not in text  # the chart has no roles


def test_a_player_has_one_subject_at_a_time(ok: Ok) -> None:
    told = told_of(ok, "Adele")
    units = players(player="Adele")
    assert column(units, "units") == [row["units"] for row in told["roles"]]
    matches = players("matches", player="Adele")
    assert column(matches, "units") == [row["units"] for row in told["matches"]][::-1]
    records = players("records", player="Adele")
    assert told["records"]["highest_bid_made"] in written(records)
    best = told["records"]["best_match"]
    assert [words for words, _ in leading(records)[2:]] == [best, told["records"]["worst_match"]]
    assert all(address.startswith("/matches?match=") for _, address in leading(records)[2:])
    assert [len(app.dataframe) for app in (units, matches, records)] == [1, 1, 0]


def test_what_needs_no_units_is_of_all_variants_together_unless_one_is_chosen(ok: Ok) -> None:
    together = told_of(ok, "Adele", '--league "Circolo del Gelso" --measure base')
    calling = players("calling", player="Adele")
    assert "3 variants together, 328 deals" in written(calling)
    variants, roles, bids = (one.value for one in calling.dataframe)
    assert list(variants["units0"]) == [49, 10, 11]  # never added up
    assert list(roles["wins"]) == [row["wins"] for row in together["roles"]]
    assert list(bids["called"]) == [row["called"] for row in together["compared"]]
    assert not {"units", "units_per_deal"} & set(roles)
    met = players("with", player="Adele")
    assert column(met, "with_deals", 1) == [row["with_deals"] for row in together["companions"]]
    assert "with_units" not in met.dataframe[1].value
    alone = players("with", player="Adele", variant="chiamata")
    assert column(alone, "with_units") == [row["with_units"] for row in told_of(ok, "Adele")["companions"]]
    assert "variants together" not in written(alone)


def test_of_all_variants_there_is_a_table_with_ways_to_each_and_no_chart() -> None:
    app = players("matches", player="Furio", variant="all")
    assert questions(app) == []
    assert column(app, "where") == ["Briscola Chiamata", "Brisk", "Briscola col Monte"]
    assert [column(app, name) for name in ("place0", "units0")] == [["3 of 8", "8 of 8", "8 of 8"], [6, -68, -31]]
    assert ("Brisk", "players?variant=brisk&player=Furio&league=Circolo+del+Gelso&show=units") in ways(app)
    assert len(column(app, "match", 1)) == 10
    # two: chiamata as above; brisk -14:10; monte -7:7 and -24:4
    both = players(player="Furio", other="Adele", variant="all")
    assert questions(both) == []
    assert [column(both, name, 1) for name in ("evenings", "ahead", "behind")] == [[5, 1, 2], [2, 0, 0], [3, 1, 2]]
    evenings = players("matches", player="Furio", other="Adele", variant="all")
    assert column(evenings, "where", 1)[-1] == "Briscola Chiamata"


def test_a_player_without_a_deal_in_the_selection_has_ways_to_where_there_are_some(ok: Ok) -> None:
    ok(f"start Lega --league main --players {FIVE} --on 2026-11-20")
    app = players(player="Anna")
    assert notices(app) == ["Anna: no deal is recorded yet."]
    ok("deal anna K elena 61 --match Lega")
    app = players(player="Anna")
    assert notices(app) == ["Anna: no deal in this selection. There are some here:"]
    way = "players?player=Anna&league=main&variant=chiamata"
    assert ways(app)[-1] == ("Briscola Chiamata · main, 1 match", way)
    app = players(player="Duilio", **{"from": "2026-06-10"})  # the day of the only match since then was without him
    assert ("Briscola Chiamata · Circolo del Gelso, 4 matches",
            "players?player=Duilio&league=Circolo+del+Gelso&variant=chiamata") in ways(app)  # fmt: skip


def test_a_player_of_paper_sheets_alone_has_no_roles(ok: Ok, tmp_path: Path) -> None:
    path = tmp_path / "paper.csv"
    header = "league,match,on,variant,kind,seat1,seat2,seat3,seat4,seat5,units1,units2,units3,units4,units5,note"
    path.write_text(f"{header}\nOther,Paper,2026-11-01,chiamata,sheet,{FIVE},4,-4,0,0,0,paper\n", encoding="utf-8")
    ok(["import", str(path)])
    app = players(player="Anna", league="Other")
    assert len(app.dataframe) == 0
    assert "1 match" in written(app)
    assert "only units" in written(players("calling", player="Anna", league="Other"))


def test_two_players_were_judged_alone_where_the_standings_take_all_pairs_together(ok: Ok) -> None:
    (told,) = json.loads(ok("standings --gaps --order per-deal --variant chiamata --format json"))
    (row,) = (one for one in told["rows"] if {one["player"], one["other"]} == {"Adele", "Furio"})
    gap, more = Counting(style=SURE_SCREEN).mean(row["gap"], row["error"]), f"{row['more_needed']:,}"
    assert (len(told["rows"]), row["player"], row["significant"]) == (28, "Adele", False)
    assert (
        f"Per deal Adele is in front of Furio by {gap}: chance alone may make such a gap, all 28 pairs of this table "
        f"taken together. {more} more deals of both would tell, if it goes on so."
    ) in written(players(player="Adele", other="Furio"))


def test_who_or_what_is_unknown_is_said() -> None:
    assert questions(players(other="Furio"))[1] == "How did the units of Furio run?"
    assert notices(players(player="Adele", other="Nessuno")) == ["No player 'Nessuno'; showing nobody else."]
    assert notices(players("tables", player="Adele")) == [
        "No part of this page 'tables'; showing Units. There are: units, calling, with, records, matches."
    ]


# --- two players ---------------------------------------------------------------------------------------------------


def test_two_players_are_one_figure_and_what_they_did_to_one_another() -> None:
    # Furio and Adele: their five evenings went -36:38, 22:-4, -4:4, 11:12, 13:-12
    app = players(player="Furio", other="adele")
    assert questions(app) == ["Furio or Adele: who is ahead?"]
    text = written(app)
    for words in ("evenings ahead, of 5 that both played", "deals on the same side", ">40<", "Furio +8, Adele +10",
                  "deals on different sides", ">81<", f"Furio {MINUS}10, Adele +24",
                  "to Adele, 13 Mar 2026; one deal is mostly chance"):  # fmt: skip
        assert words in text
    assert leading(app)[1:3] == [("Furio", "/players?player=Furio"), ("Adele", "/players?player=Adele")]
    assert ways(app)[-1] == ("The biggest swing: deal 15 of Late train", "matches?match=5&deal=15")
    met = players("matches", player="Furio", other="Adele")
    assert [column(met, name) for name in ("units", "other_units", "ahead")] == [
        [13, 11, -4, 22, -36], [-12, 12, 4, -4, 38], [25, -1, -8, 26, -74],
    ]  # fmt: skip


def test_two_players_call_and_win_in_one_figure_of_each_question() -> None:
    app = players("calling", player="Furio", other="Adele")
    assert questions(app) == [
        "Furio or Adele: who calls more, who wins more?", "Furio or Adele: who makes more of the same bids?",
    ]  # fmt: skip
    assert column(app, "player", 1) == ["Adele", "Furio"]
    records = players("records", player="Furio", other="Adele")
    assert column(records, "what")[0] == "highest bid made"


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
    tiles = written(players("records", player="Anna", league="main", variant="chiamata"))
    assert re.search("slams made.*?>0<.*?>1 more as a defender<", tiles, re.DOTALL)
    his = players("records", player="Bruno", league="main", variant="chiamata", other="Anna")
    slams = column(his, "what").index("slams made")
    assert [column(his, name)[slams] for name in ("one", "two")] == ["1", "0 (1 more as a defender)"]


def test_two_players_who_never_met_are_said_so(ok: Ok) -> None:
    ok(f"start Own --league 'Circolo del Gelso' --players {FIVE} --on 2026-11-20")
    ok("deal anna K elena 61 --match Own")
    app = players(player="Furio", other="Anna")
    assert "Furio and Anna never played on one evening here." in written(app)
    assert questions(app) == []

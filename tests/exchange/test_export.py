"""The files to the byte: every kind of record, what was struck out, names that a spreadsheet would run."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.fixtures import FIVE, Ok

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")

DEALS = (
    "league,match,on,variant,number,kind,dealer,out,caller,bid,called,partner,card_points,outcome,slam,times,note,"
    "seat1,seat2,seat3,seat4,seat5,seat6,seat7,units1,units2,units3,units4,units5,units6,units7"
)
FRIDAY = "main,Friday,2026-11-20,chiamata"
SEATS = "Anna,Bruno,Carla,Dario,Elena,,"


def lines(text: str) -> list[str]:
    """The lines below the header, moments as AT."""
    return [MOMENT.sub("AT", line) for line in text.split("\n")[1:-1]]


@pytest.fixture
def evening(friday: None, ok: Ok, book_path: Path) -> None:
    """Every kind of record."""
    ok("deal bruno 2/71 elena 74 --called '2 coins' --note 'well, played'")
    for kind in ("passed-out", "thrown-in", "misdeal", "annulled"):
        ok(f"redeal {kind}")
    ok("penalty carla 4 --reason late")
    ok("penalty carla 3 --to nobody --reason 'late again'")
    ok("adjust Anna=-3,Bruno=3 --reason ruling")
    ok("deal dario K solo 58 --times 2")
    ok("deal anna A carla made")
    with closing(sqlite3.connect(book_path)) as connection:  # no command of the evening writes a sheet
        connection.execute(
            "INSERT INTO record (match_id, number, kind, slam, times, note, made_by,"
            " seat1, seat2, seat3, seat4, seat5, units1, units2, units3, units4, units5)"
            " VALUES (1, 11, 'sheet', 0, 1, 'paper of May', 1, 1, 2, 3, 4, 5, 7, -2, -5, 0, 0)"
        )
        connection.commit()


def test_the_deals_of_an_evening_to_the_byte(evening: None, ok: Ok) -> None:
    # deal 1: 2/71 is u = 2: +4, +2, -2 each; deal 9: K alone fails at u = 1, double: -8, +2 each;
    # deal 10: an ace made, not counted: +2, +1, -1 each. The dealer stays after a redeal and goes on after a deal.
    assert (
        ok("export deals")
        == f"""{DEALS}
{FRIDAY},1,deal,Anna,,Bruno,2/71,2 coins,Elena,74,made,no,1,"well, played",{SEATS},-2,4,-2,-2,2,,
{FRIDAY},2,passed-out,Bruno,,,,,,,,,,,{SEATS},,,,,,,
{FRIDAY},3,thrown-in,Bruno,,,,,,,,,,,{SEATS},,,,,,,
{FRIDAY},4,misdeal,Bruno,,,,,,,,,,,{SEATS},,,,,,,
{FRIDAY},5,annulled,Bruno,,,,,,,,,,,{SEATS},,,,,,,
{FRIDAY},6,penalty,,,,,,,,,,,late,{SEATS},1,1,-4,1,1,,
{FRIDAY},7,penalty,,,,,,,,,,,late again,{SEATS},,,-3,,,,
{FRIDAY},8,adjustment,,,,,,,,,,,ruling,{SEATS},-3,3,,,,,
{FRIDAY},9,deal,Bruno,,Dario,K,,solo,58,failed,no,2,,{SEATS},2,2,2,-8,2,,
{FRIDAY},10,deal,Carla,,Anna,A,,Carla,,made,no,1,,{SEATS},2,-1,1,-1,-1,,
{FRIDAY},11,sheet,,,,,,,,,,,paper of May,{SEATS},7,-2,-5,0,0,,
"""
    )


def test_the_payouts_of_an_evening(evening: None, ok: Ok) -> None:
    friday = "main,Friday,2026-11-20"
    said = ok("export payouts")
    assert said.startswith("league,match,on,number,kind,player,role,units\n")
    found = lines(said)
    assert found[:5] == [
        f"{friday},1,deal,Anna,defender,-2",
        f"{friday},1,deal,Bruno,caller,4",
        f"{friday},1,deal,Carla,defender,-2",
        f"{friday},1,deal,Dario,defender,-2",
        f"{friday},1,deal,Elena,partner,2",
    ]
    assert f"{friday},9,deal,Dario,solo,-8" in found
    assert [line for line in found if ",7," in line] == [f"{friday},7,penalty,Carla,penalty,-3"]
    assert [line for line in found if ",8," in line] == [
        f"{friday},8,adjustment,Anna,adjustment,-3",
        f"{friday},8,adjustment,Bruno,adjustment,3",
    ]
    assert f"{friday},11,sheet,Dario,sheet,0" in found
    assert not [line for line in found if "passed-out" in line]


def test_who_rests_stands_in_out_and_has_no_units(friday: None, ok: Ok) -> None:
    ok(f"seats {FIVE},Fabio")
    ok("deal bruno 2 elena 74")
    ok("redeal passed-out")
    # six at a table of five: Anna deals and rests, then Bruno does
    assert lines(ok("export deals")) == [
        f"{FRIDAY},1,deal,Anna,Anna,Bruno,2,,Elena,74,made,no,1,,{FIVE},Fabio,,,2,-1,-1,1,-1,",
        f"{FRIDAY},2,passed-out,Bruno,Bruno,,,,,,,,,,{FIVE},Fabio,,,,,,,,",
    ]


def test_every_edition_of_a_record_and_what_became_of_it(friday: None, ok: Ok, tmp_path: Path) -> None:
    ok("deal bruno K elena 61")
    ok("edit 1 --result 60 --reason recount")
    ok("undo")
    ok("redo")
    ok("deal anna A carla made")
    ok("void 2 --reason 'wrong table'")
    ok("deal carla 3 dario failed")
    ok("undo")
    ok("redeal misdeal")
    ok(f"export all --out {tmp_path}/all")
    text = (tmp_path / "all" / "deals.csv").read_text(encoding="utf-8")
    assert text.startswith(f"{DEALS},status,replaces,reason,recorded_at\n")
    made = f"{FRIDAY},1,deal,Anna,,Bruno,K,,Elena,61,made,no,1,,{SEATS},-1,2,-1,-1,1,,"
    failed = f"{FRIDAY},1,deal,Anna,,Bruno,K,,Elena,60,failed,no,1,,{SEATS},1,-2,1,1,-1,,"
    assert lines(text) == [
        f"{made},edited,,recount,AT",
        f"{failed},undone,1,,AT",  # the edit was undone, which wrote the first again in its place
        f"{made},edited,2,recount,AT",  # and done again, for the reason of old
        f"{failed},live,3,,AT",
        f"{FRIDAY},2,deal,Bruno,,Anna,A,,Carla,,made,no,1,,{SEATS},2,-1,1,-1,-1,,,voided,,wrong table,AT",
        f"{FRIDAY},3,deal,Bruno,,Carla,3,,Dario,,failed,no,1,,{SEATS},1,1,-2,-1,1,,,undone,,,AT",
        f"{FRIDAY},3,misdeal,Bruno,,,,,,,,,,,{SEATS},,,,,,,,live,,,AT",
    ]


def test_the_moments_are_those_of_the_steps(table: None, ok: Ok, tmp_path: Path, rows: Callable[..., list]) -> None:  # type: ignore[type-arg]
    ok(f"export all --out {tmp_path}/all")
    text = (tmp_path / "all" / "deals.csv").read_text(encoding="utf-8")
    kept = rows("SELECT step.at FROM record JOIN step ON step.id = record.made_by ORDER BY record.number")
    assert [line.rsplit(",", 1)[1] for line in text.splitlines()[1:]] == [at for (at,) in kept]


def test_matches_with_their_state_the_next_dealer_and_the_pending_call(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20 --unit-value 0.50 --until deals:20+round")
    ok("deal bruno K elena 61")
    ok("call carla 2/82 --called '2 cups'")
    ok(f"start Thursday --players {FIVE},Fabio --on 2026-11-19 --variant brisk --currency CHF --dealer Carla")
    ok("deal anna K elena 61 --match Thursday")
    ok("finish Thursday")
    said = ok("export matches")
    assert said.split("\n")[0] == (
        "league,match,on,variant,deals,state,until,unit_value_cents,currency,started_at,"
        "dealer,out,call_caller,call_bid,call_called,seat1,seat2,seat3,seat4,seat5,seat6,seat7"
    )
    # Anna dealt the one deal of Friday, Carla that of Thursday: the next seat deals
    assert lines(said) == [
        f"main,Thursday,2026-11-19,brisk,1,finished,,0,CHF,AT,Dario,,,,,{FIVE},Fabio,",
        f"main,Friday,2026-11-20,chiamata,1,open,deals:20+round,50,EUR,AT,Bruno,,Carla,2/82,2 cups,{SEATS}",
    ]


def test_the_order_is_league_day_name_number_whatever_was_recorded_first_and_is_read_at_once(
    ok: Ok, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("scorer.scorebook.many_matches.BLOCK", 2)
    ok("league add Alfa")
    for name, options in (("Zeta", ""), ("Omega", "--league Alfa"), ("Eta b", ""), ("Ypsilon", "--on 2026-11-19")):
        ok(f"start '{name}' --players {FIVE} {options or '--on 2026-11-20'}")
        ok(f"deal bruno K elena 61 --match '{name}'")
    ok("deal anna K elena 61 --match Zeta")
    ok("edit 1 --result 60 --reason recount --match Zeta")
    found = [line.split(",")[:5] for line in lines(ok("export deals"))]
    assert [(cells[0], cells[1], cells[4]) for cells in found] == [
        ("Alfa", "Omega", "1"), ("main", "Ypsilon", "1"), ("main", "Eta b", "1"), ("main", "Zeta", "1"),
        ("main", "Zeta", "2"),
    ]  # fmt: skip
    assert [line.split(",")[1] for line in lines(ok("export matches"))] == ["Omega", "Ypsilon", "Eta b", "Zeta"]
    ok(f"export all --out {tmp_path}/all")
    kept = [line.split(",") for line in lines((tmp_path / "all" / "deals.csv").read_text(encoding="utf-8"))]
    assert [(cells[1], cells[-4]) for cells in kept] == [
        ("Omega", "live"), ("Ypsilon", "live"), ("Eta b", "live"), ("Zeta", "edited"), ("Zeta", "live"),
        ("Zeta", "live"),
    ]  # fmt: skip


def test_excel_in_italy_and_in_england(friday: None, ok: Ok) -> None:
    ok("deal bruno 2/71 elena 74 --note 'brava; bene'")
    ok("deal bruno 2 elena 74")
    ok("call anna 2/82")
    bare = ok("export deals").replace(",2/71,", ",71,")
    assert ok("export deals --excel en") == "\ufeff" + bare.replace("\n", "\r\n")
    italian = "\ufeff" + bare.replace(",", ";").replace("brava; bene", '"brava; bene"').replace("\n", "\r\n")
    assert ok("export deals --excel it") == italian
    # units per deal: Bruno +4 and +2 of two deals
    assert ";Bruno;" in ok("export standings --excel it")
    assert ";0,5;" in ok("export bids --excel it")
    assert ",0.5," in ok("export bids --excel en")
    assert "2/71" not in ok("export bids --excel en")
    assert ";Anna;82;" in ok("export matches --excel it")


def test_a_merged_player_is_read_as_the_other_and_kept_apart_in_the_whole(ok: Ok, tmp_path: Path) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok("deal bruno K elena 61")
    ok("finish")
    ok("start Saturday --players Annina,Bruno,Carla,Dario,Elena --on 2026-11-21")
    ok("player merge Annina Anna")
    ok("player hide Carla")
    assert [line.split(",")[17] for line in lines(ok("export deals"))] == ["Anna"]
    assert lines(ok("export matches"))[1].endswith(",AT,Anna,,,,," + SEATS)
    ok(f"export all --out {tmp_path}/all")
    kept = (tmp_path / "all" / "matches.csv").read_text(encoding="utf-8")
    assert lines(kept)[1].endswith(",AT,Annina,,,,,Annina,Bruno,Carla,Dario,Elena,,")
    assert lines((tmp_path / "all" / "players.csv").read_text(encoding="utf-8")) == [
        "Anna,no,",
        "Annina,no,Anna",
        "Bruno,no,",
        "Carla,yes,",
        "Dario,no,",
        "Elena,no,",
    ]


def test_the_leagues_stand_in_the_order_of_their_making_since_the_first_is_the_default(ok: Ok, tmp_path: Path) -> None:
    ok("league add Alfa --variant brisk --unit-value 0.25 --currency CHF")
    ok(f"export all --out {tmp_path}/all")
    text = (tmp_path / "all" / "leagues.csv").read_text(encoding="utf-8")
    assert text == "league,variant,unit_value_cents,currency\nmain,chiamata,0,EUR\nAlfa,brisk,25,CHF\n"


def test_a_match_whose_start_was_undone_is_in_no_file(friday: None, ok: Ok, tmp_path: Path) -> None:
    ok("deal bruno K elena 61")
    ok("undo 2")
    assert lines(ok("export deals")) == []
    assert lines(ok("export matches")) == []
    assert lines(ok("export payouts")) == []
    ok(f"export all --out {tmp_path}/all")
    assert lines((tmp_path / "all" / "deals.csv").read_text(encoding="utf-8")) == []

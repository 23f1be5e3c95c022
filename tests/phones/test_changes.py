"""What changed since a step, for whoever keeps a copy; and the marks by which an answer is known to be the same."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorer.scorebook import changes_since
from tests.phones.clients import Phone, code, grant

DEAL = {"caller": "Anna", "bid": "2/71", "partner": "Elena", "result": "74"}


@pytest.fixture
def organiser(port: int, book_path: Path) -> Phone:
    """A program with the code that may do everything."""
    return Phone(port, grant(book_path, "all", ""))


def changes(organiser: Phone, since: int, state: str = "") -> dict[str, Any]:
    status, answer = organiser.get(f"/api/changes?since={since}&state={state}")
    assert status == 200, answer
    return dict(answer)


def test_a_copy_learns_which_records_came_were_corrected_and_struck_out(organiser: Phone) -> None:
    before = changes(organiser, 0)
    for verb, body in (
        ("deal", {"deal": DEAL}),
        ("edit", {"number": 1, "edition": 1, "deal": {"result": "75"}, "reason": "recount"}),
        ("void", {"number": 1, "edition": 2, "reason": "twice"}),
        ("undo", {"step": before["newest"] + 3}),
    ):
        assert organiser.post(verb, id=verb, match=1, by="Bruno", **body)[0] == 200
    after = changes(organiser, before["next"], before["state"])
    first, second, third = ({"match": 1, "number": 1, "edition": edition} for edition in (1, 2, 3))
    assert [(step["action"], step["by"], step["records"], step["struck_out"]) for step in after["changes"]] == [
        ("deal", "Bruno", [first], []),
        ("edit", "Bruno", [second], [first]),
        ("void", "Bruno", [], [second]),
        ("undo", "Bruno", [third], []),
    ]
    assert all(step["matches"] == [1] for step in after["changes"])
    assert (after["newest"], after["next"], after["more"]) == (before["newest"] + 4, before["newest"] + 4, False)
    assert changes(organiser, after["next"], after["state"])["changes"] == []


def test_many_steps_come_in_parts_that_lack_none(
    organiser: Phone, ok: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ok("seats Carla Anna Bruno Dario Elena")
    ok("player rename Elena Elisa")
    whole = changes(organiser, 0)
    assert (len(whole["changes"]), whole["more"]) == (whole["newest"], False)
    limit = changes_since._SINCE.replace(str(changes_since.MOST_STEPS), "1")
    monkeypatch.setattr(changes_since, "_SINCE", limit)
    parts, asked = [], changes(organiser, 0)
    while asked["more"]:
        parts += asked["changes"]
        asked = changes(organiser, asked["next"], asked["state"])
    assert parts + asked["changes"] == whole["changes"]


def test_the_records_of_each_step_are_those_of_the_whole_table(
    organiser: Phone, ok: Callable[..., str], book_path: Path, tmp_path: Path
) -> None:
    # By match where a step names one, in all matches where it is an import, or what takes one back and does it again.
    for words in ("deal anna 2/71 elena 74", "edit 1 --result 75 --reason recount", "deal anna 2/71 elena 70"):
        ok(words)
    ok("void 1 --reason twice")
    home = tmp_path / "home.csv"
    home.write_text("on,Franco,Gina,Ivo,Lia,Mara\n2026-10-02,4,1,-1,-2,-2\n2026-10-09,2,1,-1,-1,-1\n", encoding="utf-8")
    ok(f"import {home} --as evenings --units gained")
    ok("--yes undo")
    ok("--yes redo")
    ok("undo --match Friday")
    with closing(sqlite3.connect(book_path)) as plain:
        rows = plain.execute("SELECT id, made_by, voided_by FROM record ORDER BY id").fetchall()
    steps = changes(organiser, 0)["changes"]
    assert sum(len(step["records"]) for step in steps) == len(rows) == 6
    assert [step["matches"] for step in steps[-4:]] == [[2, 3], [2, 3], [2, 3], [1]]
    for step in steps:
        number = step["step"]
        assert [made["edition"] for made in step["records"]] == [row[0] for row in rows if row[1] == number]
        assert [struck["edition"] for struck in step["struck_out"]] == [row[0] for row in rows if row[2] == number]


@pytest.mark.parametrize("table", ["record", "sitting"])
def test_what_changed_at_a_table_is_found_without_reading_all_matches(
    book_path: Path, friday: None, table: str
) -> None:
    # With 20,000 deals the 200 newest steps took 55 ms, and take 10.
    statement = changes_since._TOUCHED.format(columns="id", table=table, at=" AND match_id IN :matches")
    for parameter in (":matches", ":steps"):
        statement = statement.replace(parameter, "(1, 2)")
    with closing(sqlite3.connect(book_path)) as plain:
        plan = [row[3] for row in plain.execute(f"EXPLAIN QUERY PLAN {statement}")]
    assert {f"SEARCH {table} USING INDEX ix_{table}_{rows} (match_id=?)" for rows in ("live", "voided")} <= {*plan}


def test_what_this_scorebook_never_had_is_refused(organiser: Phone) -> None:
    newest = changes(organiser, 0)["newest"]
    status, refused = organiser.get(f"/api/changes?since={newest + 1}")
    assert (status, refused["code"]) == (409, "other_book")
    assert refused["detail"].startswith(f"step {newest + 1} is not in this scorebook, whose newest is {newest}")
    assert code(organiser.get(f"/api/changes?since={newest}&state=7c1e0b52a9d46f3810e2")) == (409, "other_book")
    for typed in ("", "?since=-1", "?since=now"):
        assert organiser.get(f"/api/changes{typed}")[1]["detail"] == "'since' is a whole number"
    # changes came though the state was of another scorebook, and of another tournament than was meant
    for asked in ("changes?since=0&sate=7c1e0b52a9d46f3810e2", "tournament?turnament=Natale"):
        status, refused = organiser.get(f"/api/{asked}")
        assert (status, refused["code"], "is no part of" in refused["detail"]) == (400, "unreadable", True)


def test_an_answer_that_is_known_is_not_sent_again_be_its_mark_weak_or_among_others(organiser: Phone) -> None:
    paths = [*(f"/api/{name}?match=1" for name in ("table", "records", "settlement")), "/api/evening"]
    marks = {path: organiser.heads(path)["etag"] for path in paths}
    for path, mark in marks.items():
        for known in (mark, f"W/{mark}", f'"another", W/{mark}'):
            assert organiser.get(path, if_none_match=known) == (304, b"")
            assert organiser.heads(path, if_none_match=known)["etag"] == mark
        assert organiser.get(path, if_none_match='"another"')[0] == 200
    italian = Phone(organiser.port, organiser.token, "it")  # in another language it is another answer
    assert italian.get(paths[0], if_none_match=marks[paths[0]])[0] == 200
    organiser.post("deal", id="a1", match=1, deal=DEAL)
    assert organiser.post("finish", id="a2", match=1)[0] == 200
    for path, mark in marks.items():
        assert organiser.get(path, if_none_match=mark)[0] == 200


def test_a_tournament_is_read_with_its_standing_and_its_tables(organiser: Phone, ok: Callable[..., str]) -> None:
    assert organiser.get("/api/tournaments") == (200, [])
    ok("tournament new Natale --format scighera --on 2026-12-20 --seed 1")
    ok("tournament enter Adele,Berto,Cesira,Duilio,Elvira,Furio,Ginevra,Oreste,Amos,Bruna")
    ok("tournament draw")
    (line,) = organiser.get("/api/tournaments")[1]
    assert (line["tournament"], line["name"], line["entrants"], line["drawn"]) == (1, "Natale", 10, 1)
    status, natale = organiser.get("/api/tournament?tournament=Natale")
    assert status == 200
    (round_,) = natale["rounds"]
    assert sorted(seat["entrant"] for table in round_["tables"] for seat in table["seats"]) == sorted(
        ["Adele", "Berto", "Cesira", "Duilio", "Elvira", "Furio", "Ginevra", "Oreste", "Amos", "Bruna"]
    )
    seats = [seat["entrant"] for seat in round_["tables"][0]["seats"]]
    units = dict(zip(seats, (8, 1, -2, -3, -4), strict=True))
    ok(f"tournament result 1 {','.join(f'{name}={amount}' for name, amount in units.items())} --deals 5")
    after = organiser.get("/api/tournament")[1]
    table = after["rounds"][0]["tables"][0]
    assert (table["over"], {seat["entrant"]: seat["units"] for seat in table["seats"]}) == (True, units)
    assert {place["entrant"]: place["units"] for place in after["stages"][0]["standing"] if place["deals"]} == units
    assert organiser.get("/api/tournament?tournament=7")[1]["code"] == "not_found"

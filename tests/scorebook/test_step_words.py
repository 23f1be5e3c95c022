"""A step keeps what it did as a code with facts, and is worded when it is shown; older texts are shown as they are."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorer.text.step_words import STEP_WORDS, did, step_words
from tests.fixtures import FIVE, AskRows, Ok

WORDED: dict[str, tuple[dict[str, Any], str]] = {
    "a league": (did("league_added", league="Gelso"), "league Gelso added"),
    "a player": (did("player_merged", player="Bru", into="Bruno"), "player Bru merged into Bruno"),
    "deals left": (did("match_finished_early", played=1, agreed=20), "match finished after 1 of 20 deals"),
    "a round begun": (
        did("match_finished_early", played=7),
        "match finished after 7 deals, before the end of the round of deals",
    ),
    "a race in units": (did("match_finished_early", race=["units", 15]), "match finished before anybody had 15 units"),
    "a race in card points": (
        did("match_finished_early", race=["taken", 500]),
        "match finished before anybody had 500 card points",
    ),
    "seats": (did("seated", players=["Anna", "Bruno"], resting=None), "at the table: Anna, Bruno"),
    "a rest": (did("seated", players=["Anna", "Bruno"], resting="Anna"), "at the table: Anna, Bruno; Anna rests"),
    "an import": (did("imported", records=1, matches=2, source="a.csv"), "imported 1 record of 2 matches from a.csv"),
    "an exchange": (
        did(
            "reassigned",
            people={"Anna": "Bruno", "Bruno": "Anna"},
            matches=[{"match": "Friday", "first": 1, "last": 9, "records": 4, "gaps": True}, {"match": "Sunday"}],
        ),
        "Anna and Bruno are exchanged in Friday (4 records of 1 to 9) and Sunday (nothing recorded)",
    ),
    "deals of another": (
        did(
            "reassigned",
            people={"Anna": "Zoe"},
            matches=[{"match": "Friday", "first": 3, "last": 3, "records": 1, "gaps": False}],
        ),
        "in Friday (3) what was Anna's is Zoe's",
    ),
    "an older program": ({"what": "league Gelso added, in old words"}, "league Gelso added, in old words"),
    "a newer program": (did("league_painted", league="Gelso"), ""),
    "facts that a hand changed": (did("league_added"), ""),
    "nothing": ({}, ""),
}


@pytest.mark.parametrize("case", WORDED)
def test_a_step_is_worded_from_what_it_keeps(case: str) -> None:
    detail, words = WORDED[case]
    assert step_words(json.loads(json.dumps(detail))) == words


def test_the_scorebook_keeps_codes_and_no_sentences(ok: Ok, rows: AskRows) -> None:
    ok("league add Gelso")
    ok(f"start Friday --players {FIVE} --until deals:5")
    ok("deal anna 2/71 elena 74")
    ok("seats Anna,Bruno,Carla,Dario,Zoe")
    ok("finish")
    ok("player rename anna Annalisa")
    details = [json.loads(row[0]) for row in rows("SELECT detail FROM step WHERE detail != '' ORDER BY id")]
    assert [detail.get("did", {}).get("code") for detail in details] == [
        "league_added", "seated", "match_finished_early", "player_renamed",
    ]  # fmt: skip
    assert all(detail["did"]["code"] in STEP_WORDS and "what" not in detail for detail in details)


def test_the_words_of_an_older_program_are_shown_as_they_are(ok: Ok, book_path: Path) -> None:
    ok(f"start Friday --players {FIVE} --until deals:5")
    ok("deal anna 2/71 elena 74")
    ok("finish")
    assert "match finished after 1 of 5 deals" in ok("history")
    with closing(sqlite3.connect(book_path)) as connection, connection:
        old = json.dumps({"what": "match finished too early, as it was said then"})
        connection.execute("UPDATE step SET detail = ? WHERE action = 'finish'", [old])
    assert "match finished too early, as it was said then" in ok("history")
    assert ok("undo").startswith("Undone: match finished too early, as it was said then")

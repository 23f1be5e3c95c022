"""What was changed past the program is not summed in silence: standings and sheet say so, and check names it."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
TROUBLE, FAULTS = 5, 1
# deal 1: Anna at K with Elena, 61: u = 1: Anna +2, Elena +1, Bruno, Carla, Dario -1. 2: Anna's penalty; 3: a redeal.
DEAL = "WHERE kind = 'deal'"
CHANGES = {
    "units that sum to one": f"UPDATE record SET units1 = 3 {DEAL}",
    "defenders with different units": f"UPDATE record SET units2 = -2, units3 = 0 {DEAL}",
    "a count below the target": f"UPDATE record SET card_points = 60 {DEAL}",
    "a count that no cards make": f"UPDATE record SET card_points = 125 {DEAL}",
    "a count that misses a card of one": f"UPDATE record SET card_points = 119 {DEAL}",
    "another partner": f"UPDATE record SET partner = 2 {DEAL}",
    "no partner": f"UPDATE record SET partner = NULL {DEAL}",
    "no caller": f"UPDATE record SET caller = NULL {DEAL}",
    "a kind that is none": f"UPDATE record SET kind = 'dxal' {DEAL}",
    "a player who is not there": f"UPDATE record SET seat3 = 99 {DEAL}",
    "a player below nobody": f"UPDATE record SET seat3 = -1 {DEAL}",
    "a player beyond memory": f"UPDATE record SET seat3 = 1000000000000 {DEAL}",
    "a target of 59": f"UPDATE record SET target = 59 {DEAL}",
    "a frozen variant that is another": "UPDATE variant SET text = replace(text, 'u = 1', 'u = 2')",
}
OF_STANDINGS = {  # what is seen with the variant, or among all
    "another outcome": f"UPDATE record SET outcome = 'failed', card_points = NULL {DEAL}",
    "twice the units": f"UPDATE record SET units1=4, units2=-2, units3=-2, units4=-2, units5=2 {DEAL}",
    "another bid": f"UPDATE record SET bid = '2/70', target = 61 {DEAL}",
    "a bid that is none": f"UPDATE record SET bid = 'KK' {DEAL}",
    "a factor": f"UPDATE record SET times = 2 {DEAL}",
    "a penalty that wins": "UPDATE record SET units1 = 9 WHERE kind = 'penalty'",
}


@pytest.mark.parametrize("kind", [*CHANGES, *OF_STANDINGS])
def test_changed_records_are_told_and_not_summed(table: None, book_path: Path, say: Say, kind: str) -> None:
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        assert connection.execute((CHANGES | OF_STANDINGS)[kind]).rowcount
    exported = ["export deals"] if "record" in CHANGES.get(kind, "") else []  # which names a variant, and is not by it
    for command in (
        "standings",
        *exported,
        *(["sheet", "settle", "deal anna K elena 61"] if kind in CHANGES else []),
    ):
        told = say(command)
        assert (told.returncode, told.stdout) == (TROUBLE, ""), command
        assert "is damaged: run scorer check, which names what is wrong; a backup has it right\n" in told.stderr
    assert say("check").returncode == FAULTS


# Anna and Carla took 74 to 46: +1 -1 +1 -1
OF_SIDES = {
    "a side that is paid in two ways": "units2 = -2, units4 = 0",
    "units that sum to one": "units1 = 2, units3 = 2, units2 = 0, units4 = 0",
    "winners who pay": "winners = 'B'",
    "winners of no side": "winners = 'AC'",
    "nobody who wins": "winners = NULL",
    "an even deal with units": "outcome = 'even', winners = NULL",
    "a won deal without units": "units1 = 0, units2 = 0, units3 = 0, units4 = 0",
    "a contract that nobody called": "outcome = 'made', winners = NULL",
    "who plays without units": "units1 = NULL, units2 = NULL",
    "who rests with units": "sides = '.BAB', units3 = 1",
    "one side": "sides = 'AAAA'",
    "a letter too few": "sides = 'ABA'",
    "an eighth side": "sides = 'AHAH'",
    "three counts": "counts = '74 40 6'",
    "counts that are none": "counts = '74 many'",
    "neither sides nor caller": "sides = NULL",
    "a redeal with sides": "kind = 'misdeal'",
}
# Elena called 110 against Fabio and Gina and had 125: +2 -1 -1
OF_ONE_AGAINST_TWO = {
    "a partner": "partner = 2",
    "a count below the target": "card_points = 109",
    "more than there is": "card_points = 231",
    "a bid of more than there is": "target = 231",
    "a caller on the side of another": "sides = 'AAB', units1 = 1, units2 = 1, units3 = -2",
    "winners": "winners = 'A'",
    "an outcome of other games": "outcome = 'won'",
    "an even deal with units": "outcome = 'even', card_points = NULL",
    "two sides against the caller": "sides = 'ABC'",
}


@pytest.mark.parametrize(
    ("match", "change"),
    [
        *(("Pairs", change) for change in OF_SIDES.values()),
        *(("Alone", change) for change in OF_ONE_AGAINST_TWO.values()),
    ],
    ids=[*OF_SIDES, *OF_ONE_AGAINST_TWO],
)
def test_a_changed_deal_of_sides_is_told_too(book_path: Path, ok: Ok, say: Say, match: str, change: str) -> None:
    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant brisca")
    ok("deal anna 74")
    ok("start Alone --players Elena,Fabio,Gina --variant rematada")
    ok("deal elena 110 125 --match Alone")
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        where = "(SELECT id FROM match WHERE name = ?)"
        assert connection.execute(f"UPDATE record SET {change} WHERE match_id = {where}", [match]).rowcount
    for command in (f"sheet {match}", f"settle {match}", f"redeal misdeal --match {match}"):
        told = say(command)
        assert (told.returncode, told.stdout) == (TROUBLE, ""), command
        assert "is damaged: run scorer check, which names what is wrong; a backup has it right\n" in told.stderr
    assert say("check").returncode == FAULTS


def test_merges_in_a_circle_are_told_and_nothing_is_summed(table: None, book_path: Path, ok: Ok, say: Say) -> None:
    # Fabio is merged into Gino, and then by hand Gino into Fabio: neither is anybody
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        for name, other in (("Fabio", "1"), ("Gino", "(SELECT id FROM player WHERE name = 'Fabio')")):
            connection.execute(f"INSERT INTO player (name, key, hidden, merged_into) VALUES (?, ?, 0, {other})",
                               (name, name.casefold()))  # fmt: skip
        connection.execute("UPDATE player SET merged_into = (SELECT id FROM player WHERE name = 'Gino')"
                           " WHERE name = 'Fabio'")  # fmt: skip
    told = say("standings")
    assert (told.returncode, told.stdout) == (TROUBLE, "")
    assert "is damaged: run scorer check" in told.stderr
    assert "its merges run in a circle" in say("check").stdout


def test_a_run_ends_that_meets_damage(table: None, book_path: Path, environment: Callable[[], dict[str, str]]) -> None:
    """Also where it is told from within what tells of damage: the error is not its own cause, which has no end."""
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE record SET units2 = -2, units3 = 0 {DEAL}")
    words = [sys.executable, "-m", "scorer", "standings"]
    told = subprocess.run(words, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, told.stdout) == (TROUBLE, "")
    assert "is damaged" in told.stderr


def test_an_index_that_lost_a_record_changes_no_standings(table: None, book_path: Path, ok: Ok) -> None:
    """An index is a second writing of the same: where all is read, the rows themselves are."""
    before = ok("standings")
    data = book_path.read_bytes()
    with closing(sqlite3.connect(book_path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_record_live'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    emptied = bytearray(data)
    emptied[(page - 1) * size + 3 : (page - 1) * size + 5] = b"\0\0"  # so many entries
    book_path.write_bytes(emptied)
    assert ok("standings") == before

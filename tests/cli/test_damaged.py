"""What was changed past the program is not summed in silence: standings and sheet say so, and check names it."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.running import recorded

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
TROUBLE, FAULTS = 5, 1
# deal 1: Anna at K with Elena, 61: u = 1: Anna +2, Elena +1, Bruno, Carla, Dario -1. 2: Anna's penalty; 3: a redeal.
DEAL = "WHERE kind = 'deal'"
CHANGES = {
    "units": f"UPDATE record SET units1=4, units2=-2, units3=-2, units4=-2, units5=2 {DEAL}",
    "a frozen variant": "UPDATE variant SET text = replace(text, 'u = 1', 'u = 2')",
}


@pytest.mark.parametrize("kind", CHANGES)
def test_changed_records_are_told_and_not_summed(table: None, book_path: Path, say: Say, kind: str) -> None:
    """By each kind of command; tests/cli/test_check.py has each kind of change."""
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        assert connection.execute(CHANGES[kind]).rowcount
    for command in ("standings", "export deals", "sheet", "settle", "deal anna K elena 61"):
        told = say(command)
        assert (told.returncode, told.stdout) == (TROUBLE, ""), command
        assert "is damaged; a backup has it right; scorer check names what is wrong\n" in told.stderr
    assert say("check").returncode == FAULTS


@pytest.mark.parametrize("match", [99, 0])
def test_a_deal_of_no_match_is_not_left_out_of_the_standings_in_silence(
    table: None, book_path: Path, say: Say, match: int
) -> None:
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE record SET match_id = ? {DEAL}", (match,))
    for command in ("standings", "players", "export standings", "export deals", "sheet", "settle"):
        told = say(command)
        assert (told.returncode, told.stdout) == (TROUBLE, ""), command
    assert "deal 1: its match_id is no match that is there" in say("check").stdout


STRUCK_OUT = ("outcome = NULL", "kind = 'dxal'", "units1 = 3", "counts = 'x'")


@pytest.mark.parametrize("damage", STRUCK_OUT)
def test_a_struck_out_deal_that_is_damaged_is_not_explained(
    table: None, book_path: Path, ok: Ok, say: Say, damage: str
) -> None:
    ok("void 1 --reason wrong")
    assert "It was voided" in ok("explain 1")
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        connection.execute(f"UPDATE record SET {damage} {DEAL}")
    for command in ("explain 1", "edit 1 --bid A --reason slip"):
        told = say(command)
        assert (told.returncode, told.stdout) == (TROUBLE, ""), command
        assert "is damaged; a backup has it right; scorer check names what is wrong\n" in told.stderr
    assert say("check").returncode == FAULTS


def test_merges_in_a_circle_are_told_and_nothing_is_summed(table: None, book_path: Path, ok: Ok, say: Say) -> None:
    # Fabio is merged into Gino, and then by hand Gino into Fabio: neither is anybody
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        for name, other in (("Fabio", "1"), ("Gino", "(SELECT id FROM player WHERE name = 'Fabio')")):
            connection.execute(
                "INSERT INTO player (name, key, uid, hidden, merged_into)"
                f" VALUES (?, ?, hex(randomblob(10)), 0, {other})",
                (name, name.casefold()),
            )
        connection.execute("UPDATE player SET merged_into = (SELECT id FROM player WHERE name = 'Gino')"
                           " WHERE name = 'Fabio'")  # fmt: skip
    told = say("standings")
    assert (told.returncode, told.stdout) == (TROUBLE, "")
    assert "is damaged; a backup has it right; scorer check" in told.stderr
    assert "its merges run in a circle" in say("check").stdout


def test_a_run_ends_that_meets_damage(table: None, book_path: Path, environment: Callable[[], dict[str, str]]) -> None:
    """Also where it is told from within what tells of damage: the error is not its own cause, which has no end."""
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE record SET units2 = -2, units3 = 0 {DEAL}")
    words = [sys.executable, "-m", "scorer", "standings"]
    told = subprocess.run(words, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, told.stdout) == (TROUBLE, "")
    assert "is damaged" in told.stderr


# Of a club's season in which every table and index has pages enough: 80 deals of 4 matches.
HEADER = "league,match,on,variant,number,kind,caller,bid,partner,card_points,note,seat1,seat2,seat3,seat4,seat5\n"
LINE = "main,{match},2026-11-20,chiamata,{number},deal,Anna,K,Elena,61,{note},Anna,Bruno,Carla,Dario,Elena\n"
READERS = ("standings", "standings --measure plain", "standings --league main", "matches", "export payouts", "sheet D",
           "settle D", "scorer")  # fmt: skip


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Four matches of twenty deals each, every deal with a step of its own but the first."""
    folder = tmp_path_factory.mktemp("season")
    lines = [LINE.format(match=match, number=number, note="x" * 200) for match in "ABCD" for number in range(1, 21)]
    (folder / "deals.csv").write_text(HEADER + "".join(lines), encoding="utf-8")
    return recorded(folder / "season.db", [f"import {folder / 'deals.csv'}", "reopen D", "deal anna K elena 61"])


class Pages:
    """The pages of a scorebook file, to be damaged."""

    def __init__(self, path: Path) -> None:
        self.path, self.data = path, bytearray(path.read_bytes())
        with closing(sqlite3.connect(path)) as connection:
            self.roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_master"))
            (self.size,) = connection.execute("PRAGMA page_size").fetchone()

    def number(self, name: str, at: int, length: int) -> int:
        """A number in the root page of a table or an index."""
        return int.from_bytes(self.data[self._place(self.roots[name])][at : at + length], "big")

    def exchange(self, page: int, other: int) -> None:
        first, second = self._place(page), self._place(other)
        self.data[first], self.data[second] = self.data[second], self.data[first]
        self.path.write_bytes(self.data)

    def lose_an_entry(self, name: str) -> None:
        """One byte: how many entries the root page has, one less."""
        at = self._place(self.roots[name]).start + ENTRIES
        self.data[at + 1] -= 1
        self.path.write_bytes(self.data)

    def _place(self, page: int) -> slice:
        return slice((page - 1) * self.size, page * self.size)


ENTRIES, LAST_BELOW = 3, 8  # where a page says how many entries it has, and which page is the last one below it


def test_pages_that_changed_places_took_deals_away_and_nothing_was_said(
    season: bytes, book_path: Path, say: Say
) -> None:
    """Standings were of 20 deals instead of 81: the root of the table was where its last leaf had been."""
    for name in ("record", "ix_record_live"):
        book_path.write_bytes(season)
        pages = Pages(book_path)
        pages.exchange(pages.roots[name], pages.number(name, LAST_BELOW, 4))
        tells_damage(say, READERS)


@pytest.mark.parametrize("index", ["ix_sitting_live", "ix_record_live", "ix_step_match_id", "variant"])
def test_one_byte_of_an_index_dropped_a_match_and_nothing_was_said(
    season: bytes, book_path: Path, say: Say, index: str
) -> None:
    book_path.write_bytes(season)
    Pages(book_path).lose_an_entry(index)
    tells_damage(say, ["history --match D"] if index == "ix_step_match_id" else READERS)


def test_a_step_whose_record_is_gone_from_table_and_index_is_told(season: bytes, book_path: Path, say: Say) -> None:
    """As where a copy of the file was made while somebody recorded: the pages of the records were the older ones."""
    book_path.write_bytes(season)
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM record WHERE id = (SELECT max(id) FROM record)")
    tells_damage(say, READERS)


def tells_damage(say: Say, commands: Iterable[str]) -> None:
    for command in commands:
        told = say(command.removeprefix("scorer"))
        assert (told.returncode, told.stdout) == (TROUBLE, ""), command
        assert "is damaged" in told.stderr, command
    assert say("check").returncode in {FAULTS, TROUBLE}  # the latter where it cannot be read at all


def changed(book_path: Path, change: str) -> None:
    """Carry out a change past the program and past the laws of the tables."""
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        assert connection.execute(change).rowcount == 1


SUMMED = ("standings", "players", "records", "bids", "pairs")
RECORDING = "deal anna K elena 61"


def table_alone(book_path: Path, column: str, value: str) -> None:
    """Change a cell of the last deal, 21 of match 4, in the table, and leave the index as it was."""
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        (law,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'ix_record_live'").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_record_live'").fetchone()
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'ix_record_live'")
        connection.execute("PRAGMA writable_schema=RESET")
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        assert connection.execute(f"UPDATE record SET {column} = {value} WHERE number = 21").rowcount == 1
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute(
            "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql)"
            " VALUES ('index', 'ix_record_live', 'record', ?, ?)",
            (root, law),
        )


@pytest.mark.parametrize(
    ("column", "value"), [("match_id", "68"), ("match_id", "3"), ("voided_by", "0"), ("number", "85")]
)
def test_a_bit_that_moved_a_deal_elsewhere_took_it_out_of_the_standings_and_nothing_was_said(
    season: bytes, book_path: Path, say: Say, column: str, value: str
) -> None:
    """The sheet finds a deal by the index, which had it still; the standings read the table, and left it out.

    Match 4 with the bit of 64 is match 68, which nobody played; in match 3 no deal is number 21; step 0 would have
    struck the deal out; number 21 with the bit of 64 is 85.
    """
    book_path.write_bytes(season)
    table_alone(book_path, column, value)
    tells_damage(say, SUMMED)
    tells_damage(say, ["standings --league main", "standings --from 2026-11-01"])


# What was done to Friday, and where nothing was said of it.
SILENT: dict[str, tuple[str, Iterable[str]]] = {
    "a bit that seated Carla in Bruno's seat too paid him twice": (
        f"UPDATE record SET seat3 = seat2 {DEAL}", [*SUMMED, "export deals", "sheet"]
    ),
    "a penalty of a player in two seats lost what the other seat had": (
        "UPDATE record SET seat3 = seat1 WHERE kind = 'penalty'", ["standings", "sheet", "settle", "export deals"]
    ),
    "a dealer where nobody sits": (f"UPDATE record SET dealer = 6 {DEAL}", ["sheet", "export deals", RECORDING]),
    "who rests where nobody sits": (f"UPDATE record SET resting = 7 {DEAL}", ["sheet", "settle", RECORDING]),
    "who rests and has played": (f"UPDATE record SET resting = 2 {DEAL}", ["sheet", "settle", RECORDING]),
    "a letter of a kind took a deal off the list of matches": (
        f"UPDATE record SET kind = 'dual' {DEAL}", ["matches", "export matches"]
    ),
    "a player in two seats of a table was listed twice": (
        "UPDATE sitting SET seat3 = seat2", ["matches", "export matches", "sheet", ""]
    ),
    "times that no deal counts were exported": (f"UPDATE record SET times = 0 {DEAL}", ["export deals"]),
    "a moment that is none": (
        "UPDATE step SET at = '2026-11-20T21:3p:00.000000Z' WHERE id = 2", ["history"]
    ),
    **{
        f"the day {day!r}": (f"UPDATE match SET \"on\" = '{day}'", ["matches", "export deals", "standings", "sheet"])
        for day in ("2026-11-32", "2026-1p-20", "\x12026-11-20", "")
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", SILENT)
def test_what_was_passed_over_in_silence_is_told(table: None, book_path: Path, say: Say, kind: str) -> None:
    change, commands = SILENT[kind]
    changed(book_path, change)
    tells_damage(say, commands)


def test_who_rests_no_more_was_left_without_units_and_nothing_was_said(book_path: Path, ok: Ok, say: Say) -> None:
    ok("start Six --players Anna,Bruno,Carla,Dario,Elena,Fabio --dealer Fabio")
    ok("deal anna K elena 61 --out Fabio")
    changed(book_path, f"UPDATE record SET resting = NULL {DEAL}")
    tells_damage(say, ["sheet", "export deals"])

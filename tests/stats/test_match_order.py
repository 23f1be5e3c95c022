"""Which match of a day was played first: every figure that goes by it, and whatever was changed taken back."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest

from scorer.frames import Frames, read
from scorer.scorebook import Book, last_match
from scorer.stats.standings import running
from tests.fixtures import FIVE, Ok, Say
from tests.folders import same

Rows = Callable[[str], list[tuple[Any, ...]]]


@pytest.fixture(autouse=True)
def _evening(ok: Ok) -> None:
    begin(ok)


def begin(ok: Ok, db: str = "") -> None:
    """Anna wins the deal of One, loses that of Two and wins that of Three: +2, -2, +2."""
    for name, card_points in (("One", 61), ("Two", 50), ("Three", 61)):
        for line in (f"start {name} --players {FIVE} --on 2026-11-20", f"deal anna K elena {card_points}", "finish"):
            ok(line, db=db)


def order(ok: Ok, db: str = "") -> list[str]:
    lines = (line.split() for line in ok("matches", db=db).splitlines())
    return [cells[2] for cells in lines if cells and cells[0].isdecimal()]


def test_a_match_that_was_typed_too_late_broke_a_streak_that_it_came_after(
    ok: Ok, book_path: Path, database: str
) -> None:
    begin(ok, database)
    for db in (str(book_path), database):
        with closing(Book(db)) as book:

            def frames(book: Book = book) -> Frames:
                with book.reading() as transaction:
                    return read(transaction)

            def figures(book: Book = book, db: str = db) -> tuple[Any, ...]:
                with book.reading() as transaction:
                    last = last_match(transaction)
                table = running(frames().payouts)["Anna"]
                (streaks,) = (line for line in ok("players anna", db=db).splitlines() if "streaks" in line)
                played = table.index.get_level_values("match_id").tolist()
                return order(ok, db), played, table.tolist(), streaks.split("  ")[-1].strip(), last and last.id

            # +2, then -2 of it, and +2: won, lost, won
            as_started = ["One", "Two", "Three"], [1, 2, 3], [2, 0, 2], "1 won, 1 lost", 3
            # +2, +2, and -2 of it: won twice, then lost
            put_right = ["One", "Three", "Two"], [1, 3, 2], [2, 4, 2], "2 won, 1 lost", 2
            assert figures() == as_started
            done = ok("match edit Two --after Three --reason misread", db=db)
            assert done.splitlines()[0] == "Two: number within the day 2 -> 3"
            assert figures() == put_right
            words = "match put right: number within the day 2 -> 3 (misread)"
            assert ok("history Two", db=db).splitlines()[-1].endswith(words)
            ok("undo", db=db)
            assert figures() == as_started
            ok("redo", db=db)
            assert figures() == put_right
            ok(f"start Four --players {FIVE} --on 2026-11-20", db=db)  # it comes last
            assert order(ok, db) == ["One", "Three", "Two", "Four"]
            assert ok("check", db=db) == ""


def test_a_place_among_the_matches_of_another_day(ok: Ok, say: Say, rows: Rows) -> None:
    ok("league add Casa")
    ok(f"start Early --players {FIVE} --on 2026-11-19 --league Casa")
    told = say("match edit Two --on 2026-11-19").stderr
    assert told == "of 2 matches on 2026-11-19 it is number 1; --before MATCH or --after MATCH puts it elsewhere\n"
    done = ok("match edit Two --on 2026-11-19 --after early --reason misread")  # of whichever league
    assert done.splitlines()[0] == "Two: day 2026-11-20 -> 2026-11-19"  # and number 2 of either day
    assert rows('SELECT id, "on", place FROM "match" ORDER BY id') == [
        (1, "2026-11-20", None), (2, "2026-11-19", 4), (3, "2026-11-20", None), (4, "2026-11-19", 2),
    ]  # fmt: skip
    ok("match edit Two --on 2026-11-20 --reason misread")  # where it was started
    assert order(ok) == ["Early", "One", "Two", "Three"]
    assert rows('SELECT place FROM "match" WHERE id = 2') == [(None,)]
    ok("--yes undo 2")
    assert rows('SELECT id FROM "match" WHERE place IS NOT NULL OR ("on" <> \'2026-11-20\') <> (id = 4)') == []
    assert ok("check") == ""


def test_a_name_means_the_match_of_that_day(ok: Ok) -> None:
    ok(f"start One --players {FIVE} --on 2026-11-21")
    ok("match edit Two --before ONE --reason misread")
    assert order(ok) == ["Two", "One", "Three", "One"]


def test_what_moved_a_match_later_is_taken_back_first(ok: Ok, say: Say, rows: Rows) -> None:
    ok("match edit Three --before One --reason first")
    ok("match edit One --after Two --reason last")
    refused = say("undo --match Three")
    sentence = "scorer: One (match 1) stands elsewhere among the matches of its day by now; "
    assert (refused.returncode, refused.stderr) == (3, f"{sentence}scorer undo --match 1 takes that back first\n")
    assert order(ok) == ["Three", "Two", "One"]
    ok("undo --match 1")
    ok("undo --match Three")
    assert order(ok) == ["One", "Two", "Three"]
    again = "scorer --yes redo, without a match, does it again once nothing newer is undone"
    refused = say("redo --match One")
    assert (refused.returncode, refused.stderr) == (3, f"{sentence}{again}\n")
    ok("redo")
    ok("redo")
    assert order(ok) == ["Three", "Two", "One"]
    ok("match edit Two --on 2026-11-21 --reason misread")  # which takes its place with it
    assert "undo --match 2 takes that back first" in say("undo --match One").stderr
    ok("--yes undo 3")
    assert rows('SELECT count(*) FROM "match" WHERE place IS NOT NULL') == [(0,)]
    assert ok("check") == ""


def test_an_export_keeps_the_order_of_a_day(ok: Ok, tmp_path: Path) -> None:
    one, two, deals = tmp_path / "one", tmp_path / "two", tmp_path / "deals.csv"
    ok(f"export all --out {tmp_path}/unmoved")
    assert "match_order" not in (tmp_path / "unmoved" / "matches.csv").read_text(encoding="utf-8")
    ok("match edit Three --before One --reason first")
    ok(f"export all --out {one}")
    ok(f"export deals --out {deals}")
    for file in (one, deals):
        db = str(tmp_path / f"{file.name}.db")
        ok(f"import {file}", db=db)
        assert order(ok, db) == ["Three", "One", "Two"]
        assert ok("export deals", db=db) == ok("export deals")
    ok(f"export all --out {two}", db=str(tmp_path / "one.db"))
    same(one, two)
    ok("match edit Three --after Two --reason last")
    ok(f"export all --out {tmp_path}/back")
    same(tmp_path / "unmoved", tmp_path / "back")


def test_restore_and_salvage_know_the_order_of_a_day(ok: Ok, say: Say, book_path: Path, tmp_path: Path) -> None:
    ok(f"backup {tmp_path / 'copy.db'}")
    ok("match edit Two --before One --reason first")
    ok("match edit Three --before One --reason second")
    assert order(ok) == ["Two", "Three", "One"]
    assert "order within the day" in say(f"restore {tmp_path / 'copy.db'}").stderr
    ok(f"db salvage {book_path} --to {tmp_path / 'whole.db'}")
    assert order(ok, str(tmp_path / "whole.db")) == ["Two", "Three", "One"]
    with closing(connect(book_path)) as connection, connection:
        # Three is lost, with the step that moved One further back for its sake.
        for table in ("record", "sitting", "step", '"match"'):
            connection.execute(f"DELETE FROM {table} WHERE {'id' if 'match' in table else 'match_id'} = 3")
    assert say(f"db salvage {book_path} --to {tmp_path / 'two.db'}").stderr.startswith("ids are given without a gap")
    assert order(ok, str(tmp_path / "two.db")) == ["Two", "One"]
    assert ok("check", db=str(tmp_path / "two.db")) == ""
    refused = say("undo --match Two", db=str(tmp_path / "two.db"))
    assert refused.stderr == "scorer: One (match 1) stands elsewhere among the matches of its day by now\n"


def test_check_finds_a_place_that_no_step_gave(ok: Ok, say: Say, book_path: Path) -> None:
    ok("match edit Two --before One --reason first")
    ok("match edit Three --before One --reason second")
    with closing(connect(book_path)) as connection, connection:
        connection.execute('UPDATE "match" SET place = 7 WHERE id = 1')
    assert say("check").stdout == "One (match 1), 2026-11-20: its place is '7', step 11 made it '3'\n"

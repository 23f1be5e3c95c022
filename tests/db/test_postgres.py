"""One evening on a real PostgreSQL server, by the same commands, beside the same evening in a file."""

import re
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest

from db.schema import REVISIONS
from scorer.errors import GivenUpError
from scorer.match.sheet import Sheet
from scorer.scorebook import Book, find_match, finish_match
from tests.fixtures import FIVE, Environment, Ok, Say

EVENING = (
    f"start Friday --players {FIVE} --on 2026-11-20 --unit-value 0.50 --until deals:6",
    "deal anna 2/71 elena 74 --called '2 coins' --note 'well played'",
    "deal bruno K solo 58",
    "call carla 2/82",
    "deal solo 85",
    "redeal passed-out",
    "penalty dario 4 --reason 'spoke'",
    "penalty dario 3 --to nobody --reason 'spoke again'",
    "adjust 'Anna=-3,Bruno=3' --reason ruling",
    "edit 2 --partner dario --reason 'it was Dario'",
    "undo",
    "redo",
    "void 1 --reason 'wrong table'",
    "undo 2",
    f"seats {FIVE},Fabio",
    "deal fabio A bruno made --out carla",
    "deal anna 2 fabio 120 --slam --times 2",
    "history",
    "sheet",
    "sheet --plain",
    "explain 9",
    "settle",
    "standings",
    "standings --measure base --format csv",
    "bids --bands",
    "players",
    "players anna --format json",
    "pairs --min-deals 1",
    "matches",
    "player rename anna Annalisa",
    "player list",
    "finish",
    "reopen",
    "undo 2",
    "league list",
)


def without_times(text: str) -> str:
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d  ", "", text)


def test_an_evening_on_a_server_is_the_evening_in_a_file(say: Say, database: str, sheet: Callable[..., Sheet]) -> None:
    for line in EVENING:
        in_file, on_server = say(line), say(line, db=database)
        assert (in_file.returncode, in_file.stderr) == (0, in_file.stderr), line
        assert without_times(on_server.stdout) == without_times(in_file.stdout), line
        assert (on_server.returncode, on_server.stderr) == (0, in_file.stderr), line
    mine, theirs = sheet(), sheet(where=database)
    assert theirs.running == mine.running
    assert theirs.records == mine.records
    # deal 1 Anna +4, Elena +2, -2; deal 2 Bruno -4, +1; deal 3 Carla alone at u = 3: +12, -3;
    # the penalties -4, +1 and -3, the ruling -3 +3;
    # deal 8 Fabio +2, Bruno +1, the others -1, Carla rests;
    # deal 9 (u = 1, slam 2, double: 4) Anna +8, Fabio +4, -4, Elena rests
    assert mine.running["Carla"] == -2 + 1 + 12 + 1 - 4


def test_a_folder_of_other_games_goes_through_a_server_byte_for_byte(ok: Ok, database: str, tmp_path: Path) -> None:
    games = Path(__file__).parents[2] / "sample_data" / "games"
    ok(f"import {games}", db=database)
    ok(f"export all --out {tmp_path / 'games'}", db=database)
    for file in ("deals.csv", "matches.csv", "players.csv"):
        assert (tmp_path / "games" / file).read_bytes() == (games / file).read_bytes(), file


def test_an_empty_database_is_no_scorebook_for_a_reader_and_becomes_one_for_a_writer(say: Say, database: str) -> None:
    refused = say("sheet", db=database)
    assert (refused.returncode, "is empty" in refused.stderr) == (5, True)
    assert say(f"start Friday --players {FIVE}", db=database).returncode == 0
    assert say("sheet", db=database).returncode == 0


def test_a_database_of_another_program_is_refused(say: Say, database: str) -> None:
    import psycopg

    with psycopg.connect(database) as connection:
        connection.execute("CREATE TABLE cookies (id INTEGER)")
    for command in ("sheet", f"start Friday --players {FIVE}"):
        refused = say(command, db=database)
        assert (refused.returncode, "not a scorebook" in refused.stderr) == (5, True)


def test_a_reader_cannot_write_on_a_server_either(say: Say, database: str) -> None:
    from scorer.errors import DatabaseTroubleError

    say(f"start Friday --players {FIVE}", db=database)
    book = Book(database)
    with pytest.raises(DatabaseTroubleError, match="read-only"), book.reading() as transaction:
        transaction.run("DELETE FROM sitting")
    book.close()


def process(database: str, environment: Environment, line: str) -> subprocess.Popen[str]:
    """A command line that runs in a process of its own."""
    words, pipe = [sys.executable, "-m", "scorer", "--db", database, *shlex.split(line)], subprocess.PIPE
    return subprocess.Popen(words, env=environment(), text=True, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe)


def all_at_once(database: str, environment: Environment, *lines: str, typed: str = "") -> None:
    """Run these command lines at the same moment, each in a process of its own; none of them is refused.

    Each gets what is `typed`, which has to fit into a pipe.
    """
    started = [process(database, environment, line) for line in lines]
    for running in started:
        assert running.stdin is not None
        running.stdin.write(typed)
        running.stdin.flush()
    said = [running.communicate(timeout=60)[1] for running in started]
    assert [running.returncode for running in started] == [0] * len(lines), said


def test_six_processes_record_at_once_and_every_deal_has_its_own_number(
    database: str, ok: Ok, environment: Environment
) -> None:
    """They wait for each other, whatever isolation the server sets by itself."""
    ok(f"start Friday --players {FIVE}", db=database)
    strict = f"{database}&options=-cdefault_transaction_isolation%3Dserializable"
    all_at_once(strict, environment, *["deal anna K elena 61"] * 6)
    assert "Anna   +12" in ok("settle", db=database)


def test_two_who_start_with_the_same_new_players_at_once_are_both_taken(
    database: str, ok: Ok, environment: Environment
) -> None:
    """The second finds there whom the first brought in."""
    ok("league add Other", db=database)
    all_at_once(database, environment, *(f"start Table{table} --players {FIVE}" for table in range(4)))
    assert ok("player list", db=database).split() == FIVE.split(",")


def test_four_who_make_one_scorebook_at_once_on_a_server_that_is_strict_by_itself_are_all_taken(
    database: str, ok: Ok, environment: Environment
) -> None:
    """Who waits for the others' tables sees them, whatever isolation the server sets."""
    strict = f"{database}&options=-cdefault_transaction_isolation%3Dserializable"
    all_at_once(strict, environment, *(f"league add League{number}" for number in range(4)))
    assert ok("league list", db=database).count("League") == 4


def test_who_writes_to_a_server_waits_for_the_writer_before_and_sees_what_that_one_did(
    database: str, ok: Ok, environment: Environment
) -> None:
    """Two laptops that did the same at once both succeeded: two matches of a name, one player at two seats."""
    ok(f"start Friday --players {FIVE} --on 2026-11-20", db=database)
    ok("start Saturday --players Fabio,Gina,Hans,Ines,Jan --on 2026-11-21", db=database)
    start = f"start Sunday --players {FIVE} --on 2026-11-22"
    for first, second, refused in (
        (start, start, "there is a match"),
        ("player rename hans Kurt", "player rename hans Kaspar", "'hans'"),
        ("player merge gina anna", "seats +Gina --match Friday", "Anna is named twice"),
        ("seats Anna,Bruno,Carla,Dario,Zita --match Friday", "deal anna K zita 61 --match Friday", ""),
    ):
        with closing(Book(database)) as book, book.writing():  # holds both back until they wait, in this order
            mine = process(database, environment, first)
            wait_for_writers(database, 1)
            theirs = process(database, environment, second)
            wait_for_writers(database, 2)
        my_words, their_words = (running.communicate(timeout=60)[1] for running in (mine, theirs))
        assert mine.returncode == 0, my_words
        assert (theirs.returncode == 0, refused in their_words) == (not refused, True), their_words
        assert ok("check", db=database) == ""


def wait_for_writers(database: str, count: int) -> None:
    """Return when so many wait for their turn to write."""
    import psycopg

    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    with psycopg.connect(database, autocommit=True) as connection:
        while connection.execute(waiting).fetchone() != (count,):
            sleep(0.02)


def test_a_restore_that_is_waited_for_leaves_another_book_and_no_damage(
    database: str, ok: Ok, environment: Environment, tmp_path: Path
) -> None:
    ok(f"start Friday --players {FIVE}", db=database)
    ok(f"backup {tmp_path / 'friday.db'}", db=database)
    with closing(Book(database)) as book, book.writing() as held:
        held.run("DELETE FROM book")
        held.run("INSERT INTO book (uid) VALUES ('another')")
        waiting = process(database, environment, "deal anna K elena 61")
        wait_for_writers(database, 1)
    assert waiting.communicate(timeout=60)[1] == ""
    assert waiting.returncode == 0


def test_a_book_without_its_row_is_damaged_and_a_restore_is_the_way_out(
    database: str, book_path: Path, ok: Ok, say: Say, tmp_path: Path
) -> None:
    """Writers would have nothing to wait at; in a file phones could not tell which scorebook it is."""
    import psycopg

    words = "is damaged: it does not say which scorebook it is; nothing was recorded. Restore a backup, or salvage"
    for where in (str(book_path), database):
        ok(f"start Friday --players {FIVE}", db=where)
        ok(f"backup {tmp_path / 'friday.db'} --force", db=where)
        if where == database:
            with psycopg.connect(where) as server:
                server.execute("DELETE FROM book")
        else:
            with closing(sqlite3.connect(where, isolation_level=None)) as file:
                file.execute("DELETE FROM book")
        refused = say("deal anna K elena 61", db=where)
        assert (refused.returncode, words in refused.stderr) == (5, True)
        checked = "the table book, which says which scorebook this is, has 0 rows instead of one\n"
        assert (say("check", db=where).stdout, say("settle", db=where).returncode) == (checked, 0)
        ok(f"restore {tmp_path / 'friday.db'} --force", db=where)
        ok("deal anna K elena 61", db=where)


def test_what_another_program_made_at_the_same_moment_is_not_recorded_and_said_again(database: str, ok: Ok) -> None:
    """A number that is taken meanwhile (23505), and two who wait for each other (40P01)."""
    import psycopg

    ok(f"start Friday --players {FIVE}", db=database)
    step = "INSERT INTO step SELECT max(id) + 1, max(at), 'finish', 1, '', NULL, NULL, '', NULL, NULL FROM step"
    words = "at the same moment; nothing was recorded, say it again"
    with closing(Book(database)) as book, psycopg.connect(database) as other:
        other.execute(step)

        def finish() -> None:
            with book.writing() as transaction:
                finish_match(transaction, find_match(transaction))

        with ThreadPoolExecutor(1) as writer:
            taken = writer.submit(finish)
            wait_for_writers(database, 1)
            other.commit()
            with pytest.raises(GivenUpError, match=words):
                taken.result()
            other.execute("SET deadlock_timeout = '1min'")  # the other one is to find out, and to be ended
            other.execute("LOCK TABLE step IN SHARE MODE")
            locked = writer.submit(finish)
            wait_for_writers(database, 1)
            other.execute("SELECT FROM book FOR UPDATE")
            with pytest.raises(GivenUpError, match=words):
                locked.result()
        other.rollback()
        finish()


@pytest.mark.parametrize("isolation", ["repeatable read", "serializable"])
def test_a_role_whose_isolation_is_strict_records_behind_who_changed_the_row_that_it_waits_for(
    isolation: str, database: str, ok: Ok, environment: Environment
) -> None:
    """In a transaction of that isolation the server gives up whoever waited: 40001, as for the plain one here."""
    import psycopg

    ok(f"start Friday --players {FIVE}", db=database)
    role = f"strict_{isolation[:4]}"
    with psycopg.connect(database, autocommit=True) as server:
        server.execute(f"CREATE ROLE {role} SUPERUSER LOGIN".encode())
        server.execute(f"ALTER ROLE {role} SET default_transaction_isolation = '{isolation}'".encode())
    strict = database.replace("//postgres:", f"//{role}:")
    try:
        with psycopg.connect(strict) as first, psycopg.connect(strict) as plain:
            assert first.execute("SHOW transaction_isolation").fetchone() == (isolation,)
            plain.execute("SELECT uid FROM book")
            first.execute("UPDATE book SET uid = uid")
            mine = process(strict, environment, "deal anna K elena 61")
            wait_for_writers(database, 1)
            first.commit()
            with pytest.raises(psycopg.errors.SerializationFailure):
                plain.execute("SELECT FROM book FOR NO KEY UPDATE")
        assert mine.communicate(timeout=60)[1] == ""
        assert mine.returncode == 0
        assert "Anna   +2" in ok("settle", db=strict)
    finally:
        with psycopg.connect(database, autocommit=True) as server:
            server.execute(f"DROP ROLE {role}".encode())


def test_a_program_of_an_older_schema_is_shut_out_of_a_server(database: str, ok: Ok, say: Say) -> None:
    """One that knows the advisory lock alone would not wait for others."""
    import psycopg

    ok(f"start Friday --players {FIVE}", db=database)
    newer = f"{int(REVISIONS[-1]) + 1:04}"  # to a program with that schema, this one is an older one
    with psycopg.connect(database, autocommit=True) as server:
        server.execute("UPDATE alembic_version SET version_num = %s", [newer])
        server.execute("CREATE TABLE payments (id INTEGER)")
        for command in ("deal anna K elena 61", "db upgrade", f"start Monday --players {FIVE}", "settle"):
            refused = say(command, db=database)
            assert (refused.returncode, "install the newer program" in refused.stderr) == (6, True)
        assert server.execute("SELECT count(*) FROM record").fetchall() == [(0,)]


def test_what_is_refused_uses_up_no_number_of_a_match_on_a_server_either(
    database: str, say: Say, ok: Ok, tmp_path: Path
) -> None:
    """An import took five hundred numbers, and the next match was 503."""
    columns = "match,on,variant,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
    good, bad = (tmp_path / name for name in ("good.csv", "bad.csv"))
    good.write_text(f"{columns}\nOld,2026-01-09,chiamata,Anna,2,Bruno,70,{FIVE}\n", encoding="utf-8")
    bad.write_text(f"{columns}\nNew,2026-01-10,chiamata,Anna,2,Bruno,170,{FIVE}\n", encoding="utf-8")
    for where in (database, str(tmp_path / "same.db")):
        ok(f"start M1 --players {FIVE}", db=where)
        ok(f"import {good}", db=where)  # match 2
        assert say(f"import {bad}", db=where).returncode != 0
        assert "match 3" in ok(f"start M3 --players {FIVE}", db=where)


def test_what_acts_on_the_tables_of_a_server_is_named_and_not_recorded_under(say: Say, ok: Ok, database: str) -> None:
    import psycopg

    ok(f"start Friday --players {FIVE}", db=database)
    assert ok("check", db=database) == ""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION falsify() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN new.units1 = -new.units1; RETURN new; END $$"
        )
        for statement, words, records in (
            ("CREATE TABLE cookies (id INTEGER)", "there is a table cookies, which is not scorer's", True),
            (
                "ALTER TABLE record DROP CONSTRAINT ck_record_target",
                "the constraint ck_record_target of record is missing",
                False,
            ),
            (
                "CREATE TRIGGER falsify BEFORE INSERT ON record FOR EACH ROW EXECUTE FUNCTION falsify()",
                "there is a trigger falsify on record, which is not scorer's",
                False,
            ),
        ):
            connection.execute(statement)
            assert words in say("check", db=database).stdout.splitlines()
            assert say("redeal passed-out", db=database).returncode == (0 if records else 5)
    assert len(say("check", db=database).stdout.splitlines()) == 3

"""What the tables are made of, a revision each: what is not so is named, and how a library writes it down is not."""

import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from db.database import open_database
from db.digests import DIGESTS, NEWEST_TEXT
from db.migrating import migrate
from db.older_schema import upgrade
from db.schema import REVISIONS, differences, foreign_doings, text_digest, tokens
from scorer.errors import DatabaseTroubleError
from scorer.scorebook import Book, find_match, record_penalty
from scorer.scorebook.database_errors import misfit_words
from tests.benchmarks.trace import traced
from tests.fixtures import FIVE, Ok, Say
from tests.schemas import made_on

DEAL = "deal anna K elena 61"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_digests_are_those_of_databases_of_each_revision(
    kind: str, book_path: Path, request: pytest.FixtureRequest
) -> None:
    where = str(book_path) if kind == "sqlite" else request.getfixturevalue("database")
    assert made_on(where) == DIGESTS[kind], "python -m tests.schemas writes them, where a revision is new"


def test_sql_is_the_same_however_it_is_written_but_for_its_texts() -> None:
    written = "CONSTRAINT ck CHECK (\n\tnote <> 'A b' -- why\n)"
    assert tokens(written) == ["constraint", "ck", "check", "(", "note", "<>", "'A b'", ")"]
    assert tokens("""constraint "ck"  Check(`note`<>'A b'/* why */)""") == tokens(written)
    for other in ("constraint ck check (note <> 'a b')", "constraint ck check (note <> 'A  b')", "constraint ck"):
        assert tokens(other) != tokens(written)


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        for statement in statements:
            connection.execute(statement)


def test_a_newer_library_that_writes_the_same_tables_otherwise_keeps_nobody_from_recording(
    friday: None, book_path: Path, ok: Ok
) -> None:
    blanks = "replace(replace(sql, '(match_id', '( \"match_id\"'), ' IS ', ' is ')"
    change(
        book_path, f"UPDATE sqlite_master SET sql = {blanks}", "CREATE TABLE _litestream_seq (id INTEGER)", "ANALYZE"
    )
    ok(DEAL)
    assert ok("check") == ""


LAW = "replace(sql, 'BETWEEN 61 AND 230', 'BETWEEN 1 AND 230')"
FALSIFY = "CREATE TRIGGER falsify AFTER INSERT ON record BEGIN UPDATE record SET units1 = -units1; END"
PUT_IN = f"INSERT INTO sqlite_master VALUES ('trigger', 'falsify', 'record', 0, '{FALSIFY}')"
TRIGGER = "there is a trigger falsify on record, which is not scorer's"
NO_LONGER_THE_NEWEST = {
    PUT_IN: TRIGGER,
    "DROP INDEX ix_step_match_id": "the index ix_step_match_id is missing",
    f"UPDATE sqlite_master SET sql = {LAW} WHERE name = 'record'":
        "the constraint ck_record_target of record is not as scorer makes it; it says: check ( target between 1",
    "UPDATE sqlite_master SET sql = replace(sql, ', ', ',') WHERE name = 'payment'": "",
}  # fmt: skip


@pytest.mark.parametrize("schema", REVISIONS)
def test_a_file_of_each_revision_has_the_newest_text_once_it_is_upgraded_and_any_other_is_taken_apart(
    schema: str, tmp_path: Path
) -> None:
    made = tmp_path / "made.db"
    database = open_database(str(made), write=True)
    with database.begun() as connection:
        migrate(connection, schema)
    upgrade(database, keep_old=False)
    with database.connection() as connection:
        connection.run("CREATE TABLE _litestream_seq (id INTEGER)")
        assert text_digest(connection) == NEWEST_TEXT, "python -m tests.schemas writes it"
        assert differences(connection) == []
        before_a_write, _ = traced(partial(foreign_doings, connection))
        assert tokens.__code__ not in before_a_write
    database.close()
    for statement, words in NO_LONGER_THE_NEWEST.items():
        altered = Path(shutil.copy(made, tmp_path / "altered.db"))
        change(altered, statement)
        with closing(open_database(str(altered), write=False)) as other, other.connection() as connection:
            found = [misfit_words(misfit)[: len(words)] for misfit in foreign_doings(connection)]
        assert found == ([words] if words else []), statement


def test_a_trigger_that_is_put_in_past_sqlite_while_a_scorebook_is_open_is_not_recorded_under(
    friday: None, book_path: Path, book: Book
) -> None:
    """The connection that stays open does not know of it; the next one would."""
    with book.writing() as transaction:
        record_penalty(transaction, find_match(transaction), "Anna", 4, "others", "late")
    change(book_path, PUT_IN)
    with pytest.raises(DatabaseTroubleError, match=TRIGGER), book.writing():
        pass


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_this_machine_makes_of_the_migrations_is_right_whatever_was_written_down(
    kind: str, ok: Ok, book_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = str(book_path) if kind == "sqlite" else request.getfixturevalue("database")
    ok(f"start Friday --players {FIVE}", db=where)
    monkeypatch.setitem(DIGESTS[kind]["0003"], "table record", "of another library")
    monkeypatch.setattr("db.schema.NEWEST_TEXT", "of another library")
    ok(DEAL, db=where)
    assert ok("check", db=where) == ""


SLAM = "CONSTRAINT ck_record_slam CHECK (slam IN (0, 1)), "
TARGET = "the constraint ck_record_target of record is not as scorer makes it"


@pytest.mark.parametrize(
    ("law", "other", "words"),
    [
        ("BETWEEN 61 AND 230", "BETWEEN 1 AND 230", TARGET),
        (SLAM, "", "the constraint ck_record_slam of record is missing"),
        ("decided TEXT", "decided TEXT, kept_by TEXT", "there is a column kept_by on record, which is not scorer's"),
        ("STRICT", "", "the table record is not as scorer makes it; it says: nothing"),
    ],
)
def test_a_law_that_was_altered_in_a_file_is_named_and_not_recorded_under(
    friday: None, book_path: Path, say: Say, law: str, other: str, words: str
) -> None:
    with closing(sqlite3.connect(book_path)) as connection:
        (made,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'record'").fetchone()
    altered = " ".join(made.split()).replace(law, other)
    change(book_path, "UPDATE sqlite_master SET sql = '{}' WHERE name = 'record'".format(altered.replace("'", "''")))
    assert [line for line in say("check").stdout.splitlines() if line.startswith(words)]
    refused = say(DEAL)
    assert (refused.returncode, words in refused.stderr) == (5, True)


def test_an_index_that_is_no_longer_unique_is_named_and_not_recorded_under(
    friday: None, book_path: Path, say: Say
) -> None:
    change(book_path, "DROP INDEX ix_record_live", "CREATE INDEX ix_record_live ON record (match_id, number)")
    words = "the index ix_record_live is not as scorer makes it; it says: create index ix_record_live on record"
    assert say("check").stdout.startswith(words)
    assert words in say(DEAL).stderr


NOT_VALID = "ADD CONSTRAINT ck_record_target CHECK (target BETWEEN 61 AND 230 AND (sides IS NOT NULL OR target <= 120))"
ON_A_SERVER = {
    "ALTER TABLE record DROP CONSTRAINT ck_record_zero_sum, ADD CONSTRAINT ck_record_zero_sum CHECK (true)":
        "the constraint ck_record_zero_sum of record is not as scorer makes it; it says: check ( true )",
    f"ALTER TABLE record DROP CONSTRAINT ck_record_target, {NOT_VALID} NOT VALID":
        "the constraint ck_record_target of record is not as scorer makes it; it says:",
    "ALTER TABLE sitting DISABLE TRIGGER ALL":
        "the constraint fk_sitting_made_by of sitting is not as scorer makes it; it says:",
    "ALTER TABLE record ALTER COLUMN times DROP NOT NULL":
        "the column times of record is not as scorer makes it; it says: bigint",
    "ALTER TABLE record ALTER COLUMN slam SET DEFAULT 1":
        "the column slam of record is not as scorer makes it; it says: integer not null default 1",
    "ALTER TABLE step ADD COLUMN kept_by text": "there is a column kept_by on step, which is not scorer's",
    "DROP INDEX ix_record_live; CREATE INDEX ix_record_live ON record (match_id, number)":
        "the index ix_record_live is not as scorer makes it; it says: using btree ( match_id , number )",
    "ALTER TABLE record SET UNLOGGED": "the table record is not as scorer makes it; it says: unlogged",
    "CREATE TABLE elsewhere () INHERITS (player)": "the table player is not as scorer makes it; it says: inherits",
}  # fmt: skip


def test_a_server_that_was_restored_from_a_dump_is_recorded_in(ok: Ok, database: str) -> None:
    """A dump has the laws as the server writes them, and the server writes them otherwise once it has read that."""
    import psycopg

    ok(f"start Friday --players {FIVE}", db=database)
    laws = "SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c'"
    laws += " AND conname LIKE 'ck\\_%%' ORDER BY 2"
    with psycopg.connect(database) as connection:
        before = connection.execute(laws.encode()).fetchall()
        for table, name, law in before:
            again = f"ALTER TABLE {table} DROP CONSTRAINT {name}, ADD CONSTRAINT {name} {law}"
            connection.execute(again.encode())
        changed = {name for (_, name, law), (*_, now) in zip(before, connection.execute(laws.encode()), strict=True)
                   if law != now}  # fmt: skip
    assert "ck_record_target" in changed
    assert "ck_record_zero_sum" not in changed
    ok(DEAL, db=database)
    assert ok("check", db=database) == ""


def test_laws_on_a_server_are_compared_by_what_they_say_and_not_recorded_under(say: Say, ok: Ok, database: str) -> None:
    import psycopg

    ok(f"start Friday --players {FIVE}", db=database)
    with psycopg.connect(database) as connection:
        for number, (statement, words) in enumerate(ON_A_SERVER.items()):
            connection.execute(statement)  # several at once make no difference
            connection.commit()
            assert any(line.startswith(words) for line in say("check", db=database).stdout.splitlines()), statement
            if not number:
                refused = say(DEAL, db=database)
                assert (refused.returncode, words in refused.stderr) == (5, True)
        assert connection.execute("SELECT count(*) FROM record").fetchone() == (0,)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_program_that_was_open_during_an_upgrade_records_nothing_after_it(kind: str) -> None:
    # On a server other programs may have tables beside ours: a new one alone would not keep the older program out.
    known: dict[str, str] = {}
    for revision, changed in DIGESTS[kind].items():
        assert not known or known.keys() & changed.keys(), revision
        known |= changed

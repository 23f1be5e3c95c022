"""Where a scorebook is: addresses as they are written elsewhere, passwords that are not told, roles that only read."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from db.address import is_url
from tests.fixtures import FIVE, Ok, Say

SECRET = "s3cr3t"
FORBIDDEN = "may only be read by this role; nothing was recorded. Name a role that may write, or ask who keeps it"
READ_ONLY = "is read-only: a standby, or set so by who keeps the server; nothing was recorded"


def words_of(database: str, **more: str) -> str:
    """The address of a test's database as libpq writes it."""
    url = urlsplit(database)
    words = {"host": parse_qs(url.query)["host"][0], "user": url.username or "", "dbname": url.path[1:], **more}
    return " ".join(f"{word}='{value}'" for word, value in words.items())


def test_postgres_and_the_words_of_libpq_are_addresses(say: Say, ok: Ok, database: str) -> None:
    words = words_of(database)
    ok(f"start Friday --players {FIVE}", db=words)
    ok("deal anna K elena 61", db=database.replace("postgresql://", "postgres://"))
    assert ok("sheet", db=words) == ok("sheet", db=database)
    assert ok("db path", db=f"{words} password = 'a b'") == f"{words} password = ***\n"
    assert ok("check", db=f"{words} connect_timeout=3") == ""


@pytest.mark.parametrize(
    "address",
    [
        f"host=127.0.0.1 port=1 dbname=none password={SECRET}",
        f"host=127.0.0.1 port=1 dbname=none password = '{SECRET} x\\'{SECRET}' sslpassword={SECRET}",
        f"host=127.0.0.1 password='{SECRET}''{SECRET}' port=1",
        f"host=127.0.0.1 password={SECRET} {SECRET}",
        f"host=127.0.0.1 password='{SECRET}",
        f"hots=127.0.0.1 PASSWORD={SECRET}",
        f"password={SECRET} host=127.0.0.1 port=1 application_name=https://club.example",
        f"dbname=postgres://anna:{SECRET}@127.0.0.1:1/none",
        f"postgres://anna:{SECRET}@127.0.0.1:1/none?sslpassword={SECRET}",
        f"postgresql//anna:{SECRET}@127.0.0.1/none",
        f"postgresql:/anna:{SECRET}@127.0.0.1/none",
        f"dbname=none passwd={SECRET}",
        f"postgresql://anna:a/{SECRET}@127.0.0.1:1/none",
        f"postgresql://anna:a@{SECRET}@127.0.0.1:1/none",
        f"postgresql://anna@127.0.0.1:1/none?connect_timeout=1&password={SECRET}&sslmode=disable",
        f"oracle://anna:{SECRET}@127.0.0.1/none",
        f"nonsense://anna:{SECRET}@[127.0.0.1/none",
        f"postgresql://anna:{SECRET}@127.0.0.1:port/none",
    ],
)
def test_a_password_is_not_told_however_the_address_is_written(say: Say, address: str, tmp_path: Path) -> None:
    for command in ("sheet", f"start Friday --players {FIVE}", "db path", f"restore {tmp_path / 'none.db'}"):
        said = say(command, db=address)
        assert said.returncode == (0 if command == "db path" else 5)
        assert SECRET not in said.stdout + said.stderr
        assert "***" in said.stdout + said.stderr or command.startswith("restore")


def test_nor_where_an_address_is_named_as_a_file_by_mistake(friday: None, say: Say) -> None:
    for address in (f"host=127.0.0.1 password='{SECRET} {SECRET}' dbname=x", f"postgres://anna:{SECRET}@127.0.0.1/x"):
        for command in ("backup", "restore", "import"):
            said = say([command, address])
            assert said.returncode != 0
            assert SECRET not in said.stdout + said.stderr
            assert "***" in said.stderr


def test_a_file_may_have_a_strange_name(ok: Ok, tmp_path: Path) -> None:
    for name in ("season=2026.db", "host.db", f"{tmp_path}/a host=b.db", "./host=x.db", "C:\\a host=b.db"):
        assert not is_url(name)
    ok(f"start Friday --players {FIVE}", db=f"{tmp_path}/our password=book.db")
    assert (tmp_path / "our password=book.db").exists()


@pytest.fixture
def roles(database: str) -> Iterator[dict[str, str]]:
    """Addresses of a database with a Friday in it: of a role with SELECT only, and of one that is set to read only."""
    with psycopg.connect(database, autocommit=True) as connection:
        for role in ("selecting", "frozen"):
            connection.execute(f"CREATE ROLE {role} LOGIN")
            connection.execute(f"ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO {role}")
        connection.execute("ALTER DEFAULT PRIVILEGES REVOKE INSERT, UPDATE, DELETE ON TABLES FROM selecting")
        connection.execute("ALTER ROLE frozen SET default_transaction_read_only = on")
        yield {role: words_of(database, user=role) for role in ("selecting", "frozen")}
        for role in ("selecting", "frozen"):
            connection.execute(f"DROP OWNED BY {role}")
            connection.execute(f"DROP ROLE {role}")


def test_a_role_that_only_reads_is_answered_in_our_words_and_nothing_else_is_blamed(
    say: Say, ok: Ok, database: str, roles: dict[str, str], tmp_path: Path
) -> None:
    ok(f"start Friday --players {FIVE}", db=database)
    ok(f"start Saturday --players {FIVE}")
    ok(f"backup {tmp_path / 'file.db'}")
    deals = tmp_path / "deals.csv"
    deals.write_text("match,on,caller,bid,partner,outcome\nSunday,2026-11-22,Anna,K,Elena,made\n")
    imported = f"import {deals} --players {FIVE}"
    for role, words in (("selecting", FORBIDDEN), ("frozen", READ_ONLY)):
        for command in ("sheet", "standings", "check", f"backup {tmp_path / role}.db"):
            assert ok(command, db=roles[role]) == ok(command.replace(f"{role}.db", "all.db --force"), db=database)
        restored = f"restore {tmp_path / 'file.db'} --force"
        more = [imported] if role == "selecting" else []  # the other one may not use the sequences either
        for command in ("deal anna K elena 61", "undo", "league add Lega", restored, *more):
            refused = say(command, db=roles[role])
            assert (refused.returncode, refused.stderr) == (5, f"scorer: {roles[role]} {words}\n"), command
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("REVOKE SELECT ON player FROM selecting")
    refused = say(f"backup {tmp_path / 'selecting.db'} --force", db=roles["selecting"])
    assert refused.stderr.startswith(f"scorer: {roles['selecting']} may not be read by this role; ask who keeps it")


@pytest.mark.parametrize("colon", ["", ":"])
def test_an_address_with_a_sign_too_few_makes_no_scorebook_in_a_folder(
    colon: str, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = say(f"start Friday --players {FIVE}", db=f"postgresql{colon}/" + ("" if colon else "/") + "anna:x@h/club")
    assert "is not an address this program can open" in refused.stderr
    assert [*tmp_path.rglob("club")] == []


def test_an_address_without_its_slashes_shows_no_password(say: Say) -> None:
    refused = say("sheet", db="postgres:anna:sEcRet1@h/club")
    assert "is not an address this program can open" in refused.stderr
    assert "sEcRet1" not in refused.stderr


@pytest.mark.parametrize("name", ["full_house", "readonly", "locked"])
def test_the_name_of_a_database_was_taken_for_what_sqlite_says(server: str, say: Say, name: str) -> None:
    refused = say("sheet", db=server.replace("/postgres?", f"/{name}?"))
    assert refused.returncode == 5
    assert f'database "{name}" does not exist' in refused.stderr


def test_a_schema_that_is_not_there_is_no_empty_scorebook(database: str, say: Say) -> None:
    for line in ("sheet", f"start Friday --players {FIVE}"):
        refused = say(line, db=f"{database}&options=-csearch_path%3Dgelso")
        assert (refused.returncode, "has no schema gelso that this role may use" in refused.stderr) == (5, True)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN2"])
def test_names_are_kept_in_a_database_of_other_letters(server: str, say: Say, ok: Ok, encoding: str) -> None:
    """Without a locale a server makes databases that know no letters; its driver then gave bytes."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(
            f"CREATE DATABASE letters TEMPLATE template0 ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C'"
        )
    where = server.replace("/postgres?", "/letters?")
    try:
        ok("start Friday --players Čarla,Bruno,Dário,Elena,Fabio", db=where)
        assert ok("player list", db=where).split() == ["Bruno", "Čarla", "Dário", "Elena", "Fabio"]
        refused = say("player rename bruno 松本", db=where)
        assert (refused.returncode, refused.stdout) == (
            (0, "Bruno is now 松本.\n") if encoding == "SQL_ASCII" else (5, "")
        )
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("DROP DATABASE letters WITH (FORCE)")

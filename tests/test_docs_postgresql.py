"""docs/postgresql.md, played on a server of Debian's PostgreSQL, and what it promises beside its commands.

What needs neither TLS nor passwords is tried on the server that every machine has.
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from subprocess import CompletedProcess

import psycopg
import pytest

from db.database import open_database
from db.migrating import migrate
from db.schema import REVISIONS
from tests import pages
from tests.db.test_lost_line import Proxy
from tests.debian_server import PAGE, DebianServer, binaries, debian_server, played
from tests.running import refused
from tests.servers import free_port
from tests.whole_house import whole_house

TEXT = PAGE.read_text(encoding="utf-8")
FIVE = "Anna,Bruno,Carla,Dario,Elena"
DEAL = "deal anna 2/71 elena 74"
TROUBLE = 5
SECRET = "s3cr3t"
URL = "postgresql://gelso@scores.example/clubs?sslmode=verify-full"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]


@pytest.fixture(scope="module")
def debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[DebianServer, str]]:
    """The server after all that the page does, and the page as it was played."""
    if not (bin_path := binaries()):
        assert "CI" not in os.environ, "CI installs Debian's packages postgresql and openssl"
        pytest.skip("Debian's packages postgresql and openssl are not here")
    with debian_server(bin_path) as server:
        yield server, played(server, tmp_path_factory.mktemp("laptop"))


@pytest.fixture
def laptop(debian: tuple[DebianServer, str], monkeypatch: pytest.MonkeyPatch) -> DebianServer:
    """The server, in the environment of a laptop that can reach it."""
    for name, text in debian[0].environment.items():
        monkeypatch.setenv(name, text)
    return debian[0]


def sql(server: DebianServer, statement: str) -> str:
    """What the superuser of the server is answered."""
    words = ["sudo", "-u", "postgres", "psql", "-qAt", "clubs", "-c", statement]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def addresses() -> list[str]:
    """The addresses that the page says are the same."""
    section = TEXT.split("## Addresses")[1].split("\n\n")[2]
    return re.findall(r"^\| `(.+?)` \|", section, flags=re.MULTILINE)


@whole_house
def test_the_page_is_what_a_real_server_answers(debian: tuple[DebianServer, str]) -> None:
    assert debian[1].splitlines() == TEXT.splitlines(), "python -m tests.debian_server writes it again"


def test_the_other_pages_are_played_without_a_server() -> None:
    assert PAGE.name == pages.ON_A_SERVER
    assert PAGE not in pages.pages()


@pytest.mark.parametrize("address", addresses())
def test_every_address_of_the_page_is_the_same_scorebook(address: str, laptop: DebianServer, ok: Ok) -> None:
    assert "Circolo del Gelso" in ok("league list", db=address)
    assert ok("history --match Saturday", db=address) == ok("history --match Saturday", db="service=gelso")


def test_the_page_names_five_addresses() -> None:
    assert len(addresses()) == 5


def test_a_schema_with_capitals_and_a_blank_is_named_as_the_page_says(
    laptop: DebianServer, ok: Ok, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sql(laptop, 'CREATE SCHEMA IF NOT EXISTS "Il Gelso" AUTHORIZATION gelso')
    quoted = re.findall(r"`(options=\S*Il\S* ?Gelso\S*)`", " ".join(TEXT.split()))
    assert len(quoted) == 3
    in_file, in_url, in_words = quoted
    service = tmp_path / "services"
    service.write_text(f"[gelso]\nhost=scores.example\ndbname=clubs\nuser=gelso\nsslmode=verify-full\n{in_file}\n")
    ok("league add Prova", db=f"{URL}&{in_url}")
    assert "Prova" in ok("league list", db=f"service=gelso {in_words}")
    assert "Prova" not in ok("league list", db="service=gelso")
    monkeypatch.setenv("PGSERVICEFILE", str(service))
    assert "Prova" in ok("league list", db="service=gelso")


def test_a_club_can_read_no_table_of_another(laptop: DebianServer, say: Say) -> None:
    tables = sql(laptop, "SELECT tablename FROM pg_tables WHERE schemaname = 'gelso' ORDER BY 1").split()
    assert {"alembic_version", "match", "player", "record"} < {*tables}
    address = "host=scores.example dbname=clubs user=pinguino password=neve sslmode=verify-full"
    with psycopg.connect(address, autocommit=True) as connection:
        for table in tables:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(f'SELECT * FROM gelso."{table}"'.encode())
    for command in ("sheet", DEAL, "undo"):
        looked = say(command, db=f"{address} options=-csearch_path=gelso")
        refused(looked, TROUBLE, "has no schema gelso that this role may use")


def test_a_password_is_found_wherever_the_page_says(
    laptop: DebianServer, ok: Ok, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGSSLROOTCERT", f"{laptop.environment['HOME']}/.postgresql/root.crt")
    monkeypatch.setenv("HOME", str(tmp_path))
    passwords, service = tmp_path / "passwords", tmp_path / ".pg_service.conf"
    passwords.write_text("scores.example:*:clubs:gelso:sotto il gelso\n")
    passwords.chmod(0o600)
    service.write_text("[gelso]\nhost=scores.example\ndbname=clubs\nuser=gelso\npassword=sotto il gelso\n")
    ok("league list", db="service=gelso")
    ok("league list", db=URL.replace("gelso@", "gelso:sotto%20il%20gelso@"))
    ok("league list", db="host=scores.example dbname=clubs user=gelso password='sotto il gelso'")
    with monkeypatch.context() as patch:
        patch.setenv("PGPASSFILE", str(passwords))
        ok("league list", db=URL)
    with monkeypatch.context() as patch:
        patch.setenv("PGPASSWORD", "sotto il gelso")
        ok("league list", db=URL)
    passwords.rename(tmp_path / ".pgpass")
    ok("league list", db=URL)


@pytest.mark.parametrize("where", ["pgpass", "passfile", "service", "variable", "address", "words"])
def test_a_wrong_password_is_not_shown_wherever_it_stands(
    where: str, laptop: DebianServer, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGSSLROOTCERT", f"{laptop.environment['HOME']}/.postgresql/root.crt")
    monkeypatch.setenv("HOME", str(tmp_path))
    line, service = f"*:*:*:*:{SECRET}\n", "[gelso]\nhost=scores.example\ndbname=clubs\nuser=gelso\n"
    for name, text in {
        ".pgpass": line if where == "pgpass" else "",
        "passwords": line,
        ".pg_service.conf": service + (f"password={SECRET}\n" if where == "service" else ""),
    }.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o600)
    if where == "passfile":
        monkeypatch.setenv("PGPASSFILE", str(tmp_path / "passwords"))
    if where == "variable":
        monkeypatch.setenv("PGPASSWORD", SECRET)
    asked = {"address": URL.replace("gelso@", f"gelso:{SECRET}@"), "words": f"service=gelso password={SECRET}"}
    address = asked.get(where, "service=gelso")
    for command in ("sheet", DEAL, "check", f"backup {tmp_path}/x.db"):
        failed = say(command, db=address)
        refused(failed, TROUBLE, "password authentication failed")
        assert SECRET not in failed.stderr


def test_a_password_file_that_others_may_read_is_ignored(
    laptop: DebianServer, say: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    readable = tmp_path / "passwords"
    readable.write_text("*:*:*:*:sotto il gelso\n")
    readable.chmod(0o644)
    monkeypatch.setenv("PGPASSFILE", str(readable))
    refused(say("sheet", db="service=gelso"), TROUBLE, "no password supplied")
    assert "has group or world access" in capfd.readouterr().err  # libpq says so itself


def test_nobody_but_the_server_of_that_name_and_certificate_is_spoken_to(
    laptop: DebianServer, say: Say, ok: Ok, tmp_path: Path
) -> None:
    subject = ["-subj", "/CN=scores.example", "-addext", "subjectAltName=DNS:scores.example"]
    key = ["-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-keyout", str(tmp_path / "key")]
    made = ["openssl", "req", "-new", "-x509", *key, *subject, "-out", str(tmp_path / "other.crt")]
    subprocess.run(made, check=True, capture_output=True)
    refused(say("league list", db="service=gelso host=other.example"), TROUBLE, "other.example")
    forged = say("league list", db=f"service=gelso sslrootcert={tmp_path / 'other.crt'}")
    refused(forged, TROUBLE, "certificate verify failed")
    refused(say("league list", db="service=gelso sslmode=disable"), TROUBLE, "no encryption")
    ok("league list", db="service=gelso sslmode=require")


def test_who_reads_reads_also_what_pg_restore_made_anew(laptop: DebianServer, ok: Ok, say: Say) -> None:
    wall = "service=gelso user=wall options=-csearch_path=gelso"
    assert ok("sheet Saturday", db=wall) == ok("sheet Saturday", db="service=gelso")
    assert ok("check", db=wall) == ""
    refused(say("--yes undo", db=wall), TROUBLE, "may only be read by this role")


WALL = "service=gelso user=wall options=-csearch_path=gelso"
ROWS = ("UPDATE", "NO KEY UPDATE", "SHARE", "KEY SHARE")
TABLES = ("ROW SHARE", "ROW EXCLUSIVE", "SHARE", "SHARE ROW EXCLUSIVE", "ACCESS EXCLUSIVE")


def test_a_role_that_reads_stopped_a_club_by_an_advisory_lock(laptop: DebianServer, ok: Ok) -> None:
    """Whatever the wall may do, it does: the club records, and waits for no lock longer than half a second."""
    ok(f"start Besieged --players {FIVE}", db="service=gelso")
    besieged = "service=gelso options=-clock_timeout=500"
    taken = "SELECT pg_advisory_lock({}, (to_regclass('step')::oid)::int), pg_advisory_lock({})"
    with psycopg.connect(WALL, autocommit=True) as wall:
        for refused_to in (
            *(f"SELECT FROM book FOR {lock}" for lock in ROWS),
            *(f"LOCK TABLE {table} IN {lock} MODE" for table in ("book", "record") for lock in TABLES),
            *("DELETE FROM book", "ALTER ROLE wall CONNECTION LIMIT 99", "CREATE INDEX ours ON book (uid)"),
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                wall.execute(f"BEGIN; {refused_to}".encode())
            wall.execute("ROLLBACK")
        wall.execute(taken.format(0x5C04E5, 0x5C04E4).encode())  # the writers' lock of old, and the upgrade's
        wall.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")  # and it stays idle within it
        for table in ("book", "step", "record", "alembic_version"):
            wall.execute(f"LOCK TABLE {table} IN ACCESS SHARE MODE; SELECT * FROM {table}".encode())
        ok(f"{DEAL} --match Besieged", db=besieged)
        ok("db upgrade", db=besieged)
        with ExitStack() as others:
            for _other in range(9):  # of ten
                others.enter_context(psycopg.connect(WALL))
            with pytest.raises(psycopg.OperationalError, match="too many connections"):
                psycopg.connect(WALL)
            ok(f"{DEAL} --match Besieged", db=besieged)
    assert re.search(r"^Anna +\+8$", ok("settle Besieged", db="service=gelso"), flags=re.MULTILINE)


def test_a_restart_of_the_server_loses_nothing_that_was_confirmed(laptop: DebianServer, ok: Ok) -> None:
    ok(f"start Restart --players {FIVE}", db="service=gelso")
    ok(f"{DEAL} --match Restart", db="service=gelso")
    subprocess.run(["sudo", "systemctl", "restart", "postgresql"], check=True)
    ok(f"{DEAL} --match Restart", db="service=gelso")
    # twice u = 2: the caller +4, the partner +2
    assert re.search(r"^Anna +\+8$", ok("settle Restart", db="service=gelso"), flags=re.MULTILINE)


def test_a_standby_answers_and_refuses_to_record(laptop: DebianServer, ok: Ok, say: Say) -> None:
    data, port = laptop.folder / "standby", free_port()
    laptop.run("pg_basebackup", "--pgdata", data, "--write-recovery-conf", "--checkpoint=fast")
    laptop.do("start", data, port)
    try:
        standby = f"service=gelso port={port}"
        assert ok("sheet Saturday", db=standby) == ok("sheet Saturday", db="service=gelso")
        refused(say("league add Lega", db=standby), TROUBLE, "is read-only: a standby")
    finally:
        laptop.do("stop", data, port)


def test_a_line_that_breaks_before_the_answer_is_answered_as_the_page_shows(database: str, ok: Ok, say: Say) -> None:
    ok(f"start Friday --players {FIVE}", db=database)
    block = TEXT.split("```text\n$ scorer --db service=gelso deal")[1].split("```")[0]
    shown = re.findall(r"^scorer: .*$", block, flags=re.MULTILINE)
    proxy = Proxy(database)
    proxy.cuts = "sent"
    said = [say(DEAL, db=proxy.address).stderr.replace(proxy.address, "service=gelso").rstrip() for _ in range(2)]
    proxy.close()
    assert said == shown


@pytest.fixture
def roles(database: str) -> Iterator[dict[str, str]]:
    """Addresses of an empty database with the schema of a club: of its role, a member, and who only records."""
    name = f"club{os.getpid()}"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {name} LOGIN".encode())
        connection.execute(f"CREATE SCHEMA AUTHORIZATION {name}".encode())
        connection.execute(f"CREATE ROLE {name}_anna LOGIN IN ROLE {name}".encode())
        connection.execute(f"ALTER ROLE {name}_anna SET role = {name}".encode())
        connection.execute(f"CREATE ROLE {name}_scribe LOGIN".encode())
        connection.execute(f"GRANT USAGE ON SCHEMA {name} TO {name}_scribe".encode())
        for what, on in (("SELECT, INSERT, UPDATE", "TABLES"), ("USAGE", "SEQUENCES")):
            line = f"ALTER DEFAULT PRIVILEGES FOR ROLE {name} IN SCHEMA {name} GRANT {what} ON {on} TO {name}_scribe"
            connection.execute(line.encode())
        addresses = {role: database.replace("postgres:@", f"{role}@") for role in (name, f"{name}_anna")}
        scribe = database.replace("postgres:@", f"{name}_scribe@") + f"&options=-csearch_path%3D{name}"
        yield dict(zip(("club", "anna", "scribe"), [*addresses.values(), scribe], strict=True))
        connection.execute(f"DROP SCHEMA {name} CASCADE".encode())
        for role in (f"{name}_scribe", f"{name}_anna", name):
            connection.execute(f"DROP OWNED BY {role}".encode())
            connection.execute(f"DROP ROLE {role}".encode())


def test_only_who_owns_the_tables_upgrades_them(roles: dict[str, str], ok: Ok, say: Say) -> None:
    older = open_database(roles["club"], write=True)
    with older.begun() as connection:
        migrate(connection, REVISIONS[-2])
    older.close()
    for role in ("club", "scribe"):
        refused(say("standings", db=roles[role]), TROUBLE, f"has the older schema {REVISIONS[-2]}", "scorer db upgrade")
    refused(say("db upgrade", db=roles["scribe"]), TROUBLE, "by the role that owns its tables")
    assert f"from schema {REVISIONS[-2]} to {REVISIONS[-1]}" in ok("db upgrade", db=roles["anna"])
    ok(f"start Friday --players {FIVE}", db=roles["club"])
    ok(DEAL, db=roles["scribe"])
    ok(DEAL, db=roles["anna"])
    assert ok("check", db=roles["club"]) == ""


def test_what_a_login_of_the_club_makes_belongs_to_the_club(
    roles: dict[str, str], ok: Ok, say: Say, tmp_path: Path, database: str
) -> None:
    ok(f"start Friday --players {FIVE}", db=roles["anna"])
    with psycopg.connect(database) as connection:
        owners = connection.execute("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname ~ '^club'").fetchall()
    assert owners == [(f"club{os.getpid()}",)]
    ok(f"backup {tmp_path}/copy.db", db=roles["anna"])
    ok(f"restore {tmp_path}/copy.db --force", db=roles["club"])
    refused(say(f"restore {tmp_path}/copy.db --force", db=roles["scribe"]), TROUBLE, "may only be read by this role")


def test_tables_of_another_role_are_given_back_to_the_club(
    roles: dict[str, str], ok: Ok, say: Say, database: str
) -> None:
    name = f"club{os.getpid()}"
    ok(f"start Friday --players {FIVE}", db=f"{roles['anna']}&options=-crole%3Dnone%20-csearch_path%3D{name}")
    refused(say("db upgrade", db=roles["club"]), TROUBLE, "may not be read by this role")
    with psycopg.connect(database) as connection:
        connection.execute(f"REASSIGN OWNED BY {name}_anna TO {name}".encode())
    ok(DEAL, db=roles["club"])
    ok(DEAL, db=roles["anna"])
    assert ok("check", db=roles["club"]) == ""

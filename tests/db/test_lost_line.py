"""A server that does not answer: while connecting, behind somebody's lock, and after COMMIT was sent."""

import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from db.connection import Connection, LineBrokeError
from db.database import open_database
from scorer.errors import DatabaseTroubleError
from scorer.match.sheet import Sheet
from scorer.scorebook import Book, add_league, leagues
from tests.fixtures import FIVE, Ok, Say
from tests.whole_house import has_command

pytestmark = pytest.mark.xdist_group("alone")

DEAL = "deal anna 2/71 elena 74"
TROUBLE = 5
PAGE = Path(__file__).parents[2] / "docs/exactly-once.md"
WRITING = re.findall("^scorer (.+)$", PAGE.read_text(encoding="utf-8").split("```sh")[1].split("```")[0], re.MULTILINE)
OTHER = """league,match,on,variant,number,kind,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5
main,One,2026-10-01,chiamata,1,deal,Ines,K,Jan,61,Hans,Ines,Jan,Lea,Max
main,Two,2026-10-02,chiamata,1,deal,Ines,K,Jan,61,Kurt,Ines,Jan,Lea,Max
"""
UNKNOWN = "the line to the server broke when the answer was due: this may be recorded, or not."


class Proxy:
    """Stands before a server on 127.0.0.1. With `cuts`, it cuts the line after the next COMMIT of something written:
    `sent`, when the server has carried it out and before its answer; `unsent`, before the server gets it. The next line
    is refused, so that nobody can look what is there; unless it `lets_look`.
    """

    lets_look = False
    refuses = False

    def __init__(self, database: str) -> None:
        asked = urlsplit(database)
        folder = parse_qs(asked.query).get("host", [asked.hostname or ""])[0]
        self._target = (f"{folder}/.s.PGSQL.{asked.port or 5432}", folder.startswith("/"), asked)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.cuts = ""
        self.was_cut = threading.Event()  # and what it did to the server is done
        port = self._listening.getsockname()[1]
        self.address = f"postgresql://{asked.username}@127.0.0.1:{port}{asked.path}?sslmode=disable&gssencmode=disable"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=self._pass_on, args=(self._listening.accept()[0],), daemon=True).start()

    def _server(self) -> socket.socket:
        path, is_path, asked = self._target
        if not is_path:
            return socket.create_connection((asked.hostname, asked.port))
        server = socket.socket(socket.AF_UNIX)
        server.connect(path)
        return server

    def _pass_on(self, client: socket.socket) -> None:
        if self.refuses:
            self.refuses = False
            client.close()
            return
        with client, self._server() as server:
            back = threading.Thread(target=self._answers, args=(server, client), daemon=True)
            back.start()
            written = False
            with suppress(OSError):
                while sent := client.recv(65536):
                    written = written or b"INSERT" in sent or b"COPY" in sent
                    if self.cuts and written and sent.startswith(b"Q") and b"COMMIT" in sent:
                        cut, self.cuts, self.refuses = self.cuts, "", not self.lets_look
                        client.shutdown(socket.SHUT_RDWR)
                        if cut == "sent":
                            server.sendall(sent)
                            time.sleep(0.3)
                        self.was_cut.set()
                        break
                    server.sendall(sent)
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)

    @staticmethod
    def _answers(server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while answer := server.recv(65536):
                client.sendall(answer)

    def close(self) -> None:
        self._listening.close()


@pytest.fixture
def proxy(database: str, ok: Ok) -> Iterator[Proxy]:
    ok(f"start Friday --players {FIVE} --on 2026-11-20", db=database)
    standing = Proxy(database)
    yield standing
    standing.close()


def test_a_deal_that_was_recorded_without_an_answer_and_is_typed_again_is_one_deal(
    proxy: Proxy, say: Say, sheet: Callable[..., Sheet]
) -> None:
    proxy.cuts = "sent"
    lost = say(DEAL, db=proxy.address)
    assert lost.returncode == TROUBLE
    assert lost.stderr.rstrip().endswith(f"{UNKNOWN} Say the same again: it is recorded once only")
    again = say(DEAL, db=proxy.address)
    assert (again.returncode, again.stdout) == (0, "")
    assert again.stderr == (
        "scorer: already recorded as deal 1 of Friday; nothing was written twice."
        " If this is another one, say it once more\n"
    )
    assert [record.number for record in sheet(where=proxy.address).records] == [1]
    assert say(DEAL, db=proxy.address).returncode == 0  # the same again is another deal now
    assert say(DEAL, db=proxy.address).returncode == 0
    assert [record.number for record in sheet(where=proxy.address).records] == [1, 2, 3]


def test_a_deal_that_was_not_recorded_and_is_typed_again_is_one_deal(
    proxy: Proxy, say: Say, sheet: Callable[..., Sheet]
) -> None:
    proxy.cuts = "unsent"
    lost = say(DEAL, db=proxy.address)
    assert (lost.returncode, UNKNOWN in lost.stderr) == (TROUBLE, True)
    assert say(DEAL, db=proxy.address).stderr == ""
    assert say(DEAL, db=proxy.address).stderr == ""
    assert [record.number for record in sheet(where=proxy.address).records] == [1, 2]


def test_who_records_something_else_has_seen_what_stands_and_the_same_words_are_a_deal_of_their_own(
    proxy: Proxy, say: Say, sheet: Callable[..., Sheet]
) -> None:
    proxy.cuts = "sent"
    assert say(DEAL, db=proxy.address).returncode == TROUBLE
    assert say("deal bruno K solo 58", db=proxy.address).returncode == 0
    assert say(DEAL, db=proxy.address).stderr == ""
    assert [record.number for record in sheet(where=proxy.address).records] == [1, 2, 3]


def test_a_deal_that_was_taken_back_meanwhile_is_recorded_anew(
    proxy: Proxy, say: Say, ok: Ok, sheet: Callable[..., Sheet]
) -> None:
    proxy.cuts = "sent"
    assert say(DEAL, db=proxy.address).returncode == TROUBLE
    ok("undo", db=proxy.address)
    assert say(DEAL, db=proxy.address).stderr == ""
    assert [record.number for record in sheet(where=proxy.address).records] == [1]


def test_a_round_was_drawn_twice_and_whatever_else_is_written_is_done_once(
    database: str, ok: Ok, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command that writes, as docs/exactly-once.md lists them: one step, however often it is said."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.csv").write_text(OTHER)
    ok("league add Lega", db=database)  # makes the scorebook
    proxy, book = Proxy(database), Book(database)
    for words in (line for line in WRITING if has_command(line.split()[0])):
        before = len(_steps(book))
        proxy.cuts = "sent"
        proxy.was_cut.clear()
        lost = say(words, db=proxy.address)
        assert (lost.returncode, lost.stdout) == (TROUBLE, ""), f"{words}: {lost.stderr}"
        proxy.was_cut.wait(10)
        assert lost.stderr.rstrip().endswith(f"{UNKNOWN} Say the same again: it is recorded once only"), words
        made = _steps(book)[before:]
        again = say(words, db=proxy.address)
        assert (again.returncode, again.stdout) == (0, ""), f"{words}: {again.stderr}"
        assert re.search("already recorded as|done already", again.stderr), words
        assert made, words
        assert _steps(book)[before:] == made, words
    proxy.close()
    book.close()


def _steps(book: Book) -> list[int]:
    """The numbers of all steps."""
    with book.reading() as transaction:
        return transaction.values("SELECT id FROM step ORDER BY id")


def test_what_was_taken_back_meanwhile_is_done_again(
    proxy: Proxy, say: Say, ok: Ok, sheet: Callable[..., Sheet]
) -> None:
    proxy.cuts = "sent"
    assert UNKNOWN in say("seats Anna,Bruno,Carla,Dario,Elena,Fabio", db=proxy.address).stderr
    ok("undo", db=proxy.address)
    assert "done already" not in say("seats Anna,Bruno,Carla,Dario,Elena,Fabio", db=proxy.address).stderr
    assert len(sheet(where=proxy.address).seats) == 6


def test_a_line_on_the_pad_keeps_its_mark(proxy: Proxy, say: Say, sheet: Callable[..., Sheet]) -> None:
    proxy.cuts = "sent"
    lost = say("pad", stdin="anna 2/71 elena 74\nbruno K solo 58\n", db=proxy.address)
    assert (lost.returncode, UNKNOWN in lost.stderr) == (TROUBLE, True)
    again = say("pad", stdin="anna 2/71 elena 74\nbruno K solo 58\n", db=proxy.address)
    assert (again.returncode, "already recorded as deal 1" in again.stderr) == (0, True)
    assert [record.caller for record in sheet(where=proxy.address).records] == ["Anna", "Bruno"]


def test_what_was_sent_before_the_line_broke_is_looked_up_and_answered_as_ever(
    proxy: Proxy, say: Say, sheet: Callable[..., Sheet]
) -> None:
    proxy.cuts, proxy.lets_look = "sent", True
    done = say(DEAL, db=proxy.address)
    assert (done.returncode, done.stdout.split("\n")[0]) == (
        0, "1: Anna called the two at 71 with Elena and made 74: Anna +4, Elena +2, the others -2 each"
    )  # fmt: skip
    assert done.stderr.endswith("broke when the answer was due; it was looked up since: it is recorded\n")
    assert say(DEAL, db=proxy.address).stderr == ""  # nothing is kept: the same again is another deal
    assert [record.number for record in sheet(where=proxy.address).records] == [1, 2]


def test_what_the_server_did_not_get_is_looked_up_and_is_not_recorded(
    proxy: Proxy, say: Say, sheet: Callable[..., Sheet]
) -> None:
    proxy.cuts, proxy.lets_look = "unsent", True
    lost = say(DEAL, db=proxy.address)
    assert (lost.returncode, lost.stdout) == (TROUBLE, "")
    assert lost.stderr.endswith("cannot be reached any more: the line to the server broke; nothing was recorded\n")
    assert sheet(where=proxy.address).records == ()


def test_an_error_in_answer_to_a_commit_on_a_server_is_a_sure_no(database: str, ok: Ok) -> None:
    ok(f"start Friday --players {FIVE}", db=database)
    full_disk = (
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;"
        " CREATE CONSTRAINT TRIGGER refusing AFTER INSERT ON league DEFERRABLE INITIALLY DEFERRED"
        " FOR EACH ROW EXECUTE FUNCTION refuse()"
    )

    def record_on_a_full_disk(book: Book) -> None:
        with book.writing(words=("", "league add")) as transaction:
            transaction.run(full_disk)
            add_league(transaction, "Casa", "chiamata", 0, "EUR")

    with closing(Book(database)) as book:
        with pytest.raises(DatabaseTroubleError) as refused:
            record_on_a_full_disk(book)
        assert type(refused.value) is DatabaseTroubleError  # and not: it may be recorded
        assert str(refused.value).endswith("could not be written: no space left; nothing was recorded")
        with book.reading() as transaction:
            assert [league.name for league in leagues(transaction)] == ["main"]


def test_a_line_that_breaks_while_many_rows_come_in_is_a_broken_line(database: str) -> None:
    def count_many(connection: Connection) -> int:
        rows = connection.stream("SELECT generate_series(1, 100000) AS number, pg_backend_pid() AS line")
        with closing(open_database(database, write=True)) as other, other.begun() as stopping:
            stopping.value("SELECT pg_terminate_backend(:line)", line=next(rows).line)
        return sum(1 for _ in rows)

    with closing(open_database(database, write=False)) as reader:
        with pytest.raises(LineBrokeError), reader.begun() as connection:
            count_many(connection)
        with reader.begun() as connection:  # of a new line
            assert connection.value("SELECT 1") == 1


def test_a_mark_is_kept_for_its_owner_alone_and_is_worth_nothing_the_next_day(
    proxy: Proxy, say: Say, tmp_path: Path, sheet: Callable[..., Sheet]
) -> None:
    proxy.cuts = "sent"
    assert say(DEAL, db=proxy.address).returncode == TROUBLE
    kept = tmp_path / "data" / "scorer" / "unconfirmed.json"
    assert kept.stat().st_mode & 0o077 == 0 or os.name == "nt"
    kept.write_text(re.sub(r'"at": (\d+)', lambda at: f'"at": {int(at[1]) - 13 * 3600}', kept.read_text()))
    assert say(DEAL, db=proxy.address).stderr == ""
    assert [record.number for record in sheet(where=proxy.address).records] == [1, 2]


def test_a_server_that_accepts_and_never_answers_is_given_up_on(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "2")  # the least there is; 10 seconds unless somebody says so
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        address = f"postgresql://anna@127.0.0.1:{silent.getsockname()[1]}/club"
        begun = time.monotonic()
        refused = say("sheet", db=address)
    assert time.monotonic() - begun < 9
    assert refused.returncode == TROUBLE
    assert refused.stderr == f"scorer: {address} did not answer in time: see that the server runs there\n"


def test_a_lock_that_another_holds_is_waited_for_as_long_as_with_a_file(
    database: str, ok: Ok, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    ok(f"start Friday --players {FIVE}", db=database)
    monkeypatch.setenv("PGOPTIONS", "-c lock_timeout=300")  # whoever sets a limit keeps it; else it is 5 seconds
    with psycopg.connect(database, options="") as other:
        other.execute('LOCK TABLE "match" IN ACCESS EXCLUSIVE MODE')
        refused = say(DEAL, db=database)
    assert refused.returncode == TROUBLE
    assert "is busy: another program has been writing to it for some seconds; try again" in refused.stderr


def test_a_connection_has_limits_where_nobody_set_any(database: str, ok: Ok) -> None:
    from scorer.scorebook import Book

    ok(f"start Friday --players {FIVE}", db=database)
    for book in (Book(database), Book(f"{database}&options=-clock_timeout%3D7s")):
        with book.reading() as transaction:
            limits = [
                transaction.value(f"SHOW {name}")
                for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
            ]
        book.close()
        assert limits == ["7s" if "options" in book.where else "5s", "1min", "5min"]

"""Statistics as resources: what the commands write, for those who may read, without names where none are allowed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import typer

from scorer.cli.app import app
from scorer.errors import DatabaseTroubleError, NotFoundError
from scorer.phones.description import description
from scorer.phones.resources import MOST_WAITING, ClubPage
from scorer.phones.statistics import Question, Worker
from scorer.stats.describe import commands
from tests.phones.clients import Phone, code, grant, match_uid, serving

Ok = Callable[..., str]
CLUB = "https://club.example"
SEATED = ("Anna", "Bruno", "Carla", "Dario", "Elena")
NO_FILTERS = {"shape", "short", "plain", "image", "force", "sure", "legend", "help"}  # of the command line alone


@pytest.fixture
def organiser(port: int, book_path: Path, ok: Ok) -> Phone:
    """Who may read everything, with two deals of Friday."""
    ok("deal anna K elena 74")
    ok("deal carla A solo 58")
    return Phone(port, grant(book_path, "all", ""))


@pytest.fixture
def page(friday: None, book_path: Path, ok: Ok) -> Iterator[Phone]:
    """A page of the club that reads without a code, and without names; Friday has a deal."""
    ok("deal anna K elena 74")
    with serving(book_path, ClubPage(CLUB)) as port:
        yield Phone(port)


def question(name: str, *, nameless: bool = False, **options: str) -> Question:
    return Question("", name, (*options.items(), ("shape", "csv")), "en", nameless)


@pytest.fixture
def worker(book_path: Path, friday: None, ok: Ok) -> Iterator[Worker]:
    """What answers about Friday, with a deal."""
    ok("deal anna K elena 74")
    worker = Worker(str(book_path))
    yield worker
    worker.end()


def its_process() -> BaseProcess:
    [process] = active_children()
    return process


def test_one_process_answers_one_question_after_the_other_and_gives_way_where_it_was_killed(
    worker: Worker, ok: Ok
) -> None:
    assert worker.answer(question("standings")) == ok("standings --format csv")
    process = its_process()
    ok("deal bruno K dario 61")
    assert worker.answer(question("standings")) == ok("standings --format csv")
    assert "Player 1" in worker.answer(question("standings", nameless=True))
    with pytest.raises(NotFoundError, match="no league 'zz': there is main"):
        worker.answer(question("standings", league="zz"))
    assert its_process() == process
    process.kill()
    process.join()
    assert worker.answer(question("matches")) == ok("matches --format csv")
    assert its_process() != process


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped there")
def test_a_statistic_that_was_killed_was_answered_without_a_word(worker: Worker) -> None:
    """As where a small machine has no memory left for it."""
    standings, process = worker.answer(question("standings")), its_process()
    os.kill(process.pid or 0, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as hand:
        asked = hand.submit(worker.answer, question("standings"))
        time.sleep(0.2)  # it waits for an answer by then
        process.kill()
        with pytest.raises(DatabaseTroubleError, match="standings was ended before it had an answer: ask again"):
            asked.result(20)
    process.join()
    assert worker.answer(question("standings")) == standings


def test_a_statistic_that_takes_too_long_is_ended_and_the_next_is_answered(worker: Worker, ok: Ok) -> None:
    worker.seconds = 0.01  # to begin a process takes longer
    with pytest.raises(DatabaseTroubleError, match=r"luck takes more than 0\.01 s: ask for less"):
        worker.answer(question("luck"))
    assert not active_children()
    worker.seconds = 60
    assert worker.answer(question("standings")) == ok("standings --format csv")


def test_many_who_ask_at_once_get_each_their_own(organiser: Phone, ok: Ok) -> None:
    names = ["standings", "bids", "matches", "players", "pairs", "luck", "calls"]
    own = {name: ok(f"{name} --format csv").encode() for name in names}
    phones = [(name, Phone(organiser.port, organiser.token, language)) for name in names for language in ("en", "it")]

    def ask(name: str, phone: Phone) -> None:
        assert phone.get(f"/api/statistics/{name}?format=csv") == (200, own[name])
        refusal = "no league 'zz'" if phone.language == "en" else "la lega 'zz' non c'è"
        assert refusal in phone.get(f"/api/statistics/{name}?league=zz")[1]["detail"]

    with ThreadPoolExecutor(8) as hands:
        assert [*hands.map(ask, *zip(*phones, strict=True))]


SERVER = """
import sys
from scorer.phones.statistics import Question, Worker
if __name__ == "__main__":
    print(Worker(sys.argv[1]).answer(Question("", "matches", (("shape", "csv"),), "en", False)), flush=True)
    sys.stdin.read()
"""


def test_the_process_ends_where_its_server_was_killed(book_path: Path, friday: None, tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, script, book_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        assert server.stdout.readline().startswith("league,match,on,")
        server.kill()
        server.communicate(timeout=20)  # until nobody holds its output any more: neither it nor its process


def test_the_filters_are_the_options_of_the_commands() -> None:
    root = typer.main.get_command(app)
    for name in commands.names():
        declared = commands.command(name)
        command = root.get_command(typer.Context(root), name)  # type: ignore[attr-defined]
        options = {option for option in command.params if option.name not in NO_FILTERS}
        names = {option.opts[0].removeprefix("--") for option in options}
        assert names == {*declared.with_words, *declared.flags}, name
        flags = [option for option in options if getattr(option, "is_flag", False)]
        assert {flag.opts[0].removeprefix("--") for flag in flags} == {*declared.flags}, name


def test_a_statistic_is_what_the_command_writes_and_made_anew_where_a_deal_came(organiser: Phone, ok: Ok) -> None:
    first = organiser.heads("/api/statistics/standings")
    assert organiser.get("/api/statistics/standings", if_none_match=first["etag"])[0] == 304
    ok("deal bruno K dario 61")
    status, read = organiser.get("/api/statistics/standings?league=main", if_none_match=first["etag"])
    assert (status, read[0]["deals"], read) == (200, 3, json.loads(ok("standings --league main --format json")))
    status, players = organiser.get("/api/statistics/players", accept="text/csv")
    assert (status, players.decode()) == (200, ok("players --format csv"))


def test_of_many_who_ask_at_once_some_are_told_to_come_again(organiser: Phone) -> None:
    # one is made, ten wait for it and have the same then; whoever comes beyond them waits for nothing
    with ThreadPoolExecutor(20) as hands:
        answers = [*hands.map(organiser.get, ["/api/statistics/standings"] * 20)]
    assert {code(answer)[1] if answer[0] != 200 else 200 for answer in answers} == {200, "too_many"}
    assert [answer[0] for answer in answers].count(200) >= 1 + MOST_WAITING
    assert organiser.get("/api/statistics/standings")[0] == 200


def test_what_cannot_be_asked_is_refused_in_words(organiser: Phone) -> None:
    for asked, status, words_of_it in (
        ("nothing", 404, "'nothing' is no statistic; there are standings, rating,"),
        ("../table", 404, "is no statistic"),
        ("standings?excel=it", 400, "'excel' is no part of standings; there are league, from,"),
        ("standings?help", 400, "'help' is no part of"),
        ("standings?db=/etc/passwd", 400, "'db' is no part of"),
        ("standings?gaps=perhaps", 400, "'gaps' is yes, or left away"),
        ("standings?league=a&league=b", 400, "a filter is said once"),
        ("standings?format=xml", 400, "'xml' is no format; there are json and csv"),
        (f"standings?league={'x' * 201}", 400, "'league' is a text of at most 200 letters"),
        ("standings?league=a%00b", 400, "'league' is a text of at most 200 letters"),
        ("recount?left-out=yes", 400, "'variant' is missing"),
        ("recount?variant=/etc/passwd", 400, "'/etc/passwd' is none of bastarda,"),
        ("ranking?ranking=../x.toml", 400, "'../x.toml' is none of best-six, gingo-agp and season-sum"),
        ("standings?league=zz", 404, "no league 'zz'"),
        ("players?player=--db=x", 404, "'--db=x' is not a player"),
        ("standings?from=yesterday", 422, "--from 'yesterday': say year, month and day"),
    ):
        answered, body = organiser.get(f"/api/statistics/{asked}")
        assert (answered, words_of_it in body["detail"]) == (status, True), body
    for asked in ("match=1&foo=1", "match=1&match=2"):
        assert code(organiser.get(f"/api/records?{asked}")) == (400, "unreadable")


def test_a_code_of_a_table_reads_the_records_of_its_match_and_no_statistics(
    organiser: Phone, book_path: Path, other_match: str, ok: Ok
) -> None:
    phone = Phone(organiser.port, grant(book_path, "match", match_uid(book_path, "Friday")))
    assert code(phone.get("/api/statistics/standings")) == (403, "not_yours")
    status, text = phone.get("/api/records?format=csv")
    assert (status, text.decode()) == (200, ok("export deals"))
    assert [record["card_points"] for record in phone.get("/api/records")[1]] == [74, 58]
    assert code(phone.get("/api/records?match=2")) == (403, "not_yours")
    friday = organiser.get("/api/statistics/matches")[1][0]["rows"][0]  # by the number that the list of matches has
    records = organiser.get(f"/api/records?match={friday['match_id']}")[1]
    assert [(record["match"], record["caller"]) for record in records] == [("Friday", "Anna"), ("Friday", "Carla")]


def test_the_page_of_the_club_reads_without_a_code_and_without_names(page: Phone) -> None:
    status, read = page.get("/api/statistics/standings", origin=CLUB)
    assert (status, read[0]["rows"][0]["player"]) == (200, "Player 1")
    status, records = page.get("/api/records?match=1", origin=CLUB)
    assert (status, records[0]["caller"], records[0]["partner"]) == (200, "Player 1", "Player 5")
    assert page.heads("/api/records?match=1", origin=CLUB)["access-control-allow-origin"] == CLUB
    assert page.ask("OPTIONS", "/api/statistics/standings", None, {"origin": CLUB})[0] == 204


def test_the_page_of_the_club_reads_nothing_else_posts_nothing_and_no_other_page_reads(page: Phone) -> None:
    read = {path for path, ways in description()["paths"].items() if "get" in ways}
    its_own = {path for path in read if path.startswith("/api/statistics/")} | {"/api/records", "/api/openapi.json"}
    assert len(read - its_own) > 5
    for path in read - its_own:
        assert code(page.get(f"{path}?match=1", origin=CLUB)) == (403, "other_origin"), path
    head = {"origin": CLUB, "content-type": "application/json"}
    for path in ("/api/deal", "/api/records", "/api/statistics/standings"):
        assert code(page.ask("POST", path, b"{}", head)) == (403, "other_origin")
    for origin in ("https://club.example.evil", "http://club.example", "null"):
        assert code(page.get("/api/records?match=1", origin=origin)) == (403, "other_origin")
    assert code(page.get("/api/records?match=1")) == (401, "no_token")


def test_no_name_is_read_where_none_may_be_and_nothing_is_recorded(
    say: Callable[..., CompletedProcess[str]], friday: None, ok: Ok, monkeypatch: pytest.MonkeyPatch
) -> None:
    for deal in ("anna K elena 74", "carla A solo 58", "bruno 3 dario 66"):
        ok(f"deal {deal}")
    monkeypatch.setenv("SCORER_NAMELESS", "1")
    for name in commands.names():
        more = {"recount": " --variant brisk", "pairs": " --min-deals 1"}.get(name, "")
        for shape in ("json", "csv") if name != "ranking" else ():
            done = say(f"{name} --format {shape}{more}")
            assert done.returncode == 0, done.stderr
            assert not [player for player in SEATED if player in done.stdout]
            assert "Player " in done.stdout or name in {"bids", "rating"}
    refused = say("deal anna K elena 74")
    assert (refused.returncode, "unset SCORER_NAMELESS" in refused.stderr) == (3, True)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no mask of signals there")
def test_a_process_that_was_being_loaded_met_ctrl_c_with_a_traceback(worker: Worker, ok: Ok) -> None:
    with ThreadPoolExecutor(1) as hand:
        asked = hand.submit(worker.answer, question("standings"))
        while not active_children():
            time.sleep(0.001)
        interrupted = its_process().pid or 0
        while not asked.done():  # from its first moment on
            os.kill(interrupted, signal.SIGINT)
            time.sleep(0.02)
        assert asked.result() == ok("standings --format csv")
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())

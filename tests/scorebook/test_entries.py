"""What a client sends with an id of its own is recorded once: the same again is answered, another body refused."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorer import scorebook
from scorer.errors import DatabaseTroubleError, OtherBodyError, RefusedError
from scorer.match.deal_options import DealWords
from scorer.match.facts import Match
from scorer.scorebook import Book, NewMatch
from scorer.scorebook.entries import Answer, answered, new_entry
from scorer.scorebook.match_steps import undo_step, undoable
from scorer.scorebook.transaction import Entry, Transaction
from tests.fixtures import FIVE, Ok, Say
from tests.running import refused

Do = Callable[[Transaction, Match], object]
DEAL = DealWords(caller="anna", bid="K", partner="elena", result="61")
FIRST = "1: Anna called the king with Elena and made 61: Anna +2, Elena +1, the others -1 each"


def deal(transaction: Transaction, match: Match) -> object:
    return scorebook.record_deal(transaction, match, DEAL)


def undo_the_last(transaction: Transaction, match: Match) -> object:
    newest = undoable(transaction, match)
    assert newest
    return undo_step(transaction, match, newest.id)


# What a verb needs before it, and the verb. Deal 1 is Anna's, as above.
VERBS: Mapping[str, tuple[tuple[str, ...], Do]] = {
    "deal": ((), deal),
    "redeal": ((), lambda at, match: scorebook.record_redeal(at, match, "misdeal")),
    "penalty": ((), lambda at, match: scorebook.record_penalty(at, match, "anna", 4, "others", "late")),
    "adjustment": ((), lambda at, match: scorebook.record_adjustment(at, match, {"anna": 1, "bruno": -1}, "ruling")),
    "call": ((), lambda at, match: scorebook.record_call(at, match, "anna", "K", "")),
    "seats": ((), lambda at, match: scorebook.change_seats(at, match, [*FIVE.split(","), "Fabio"], None)),
    "edit": (("deal anna K elena 61",), lambda at, match: scorebook.edit(at, match, 1, DealWords(result="60"), "r")),
    "void": (("deal anna K elena 61",), lambda at, match: scorebook.void(at, match, 1, "wrong table")),
    "finish": ((), scorebook.finish_match),
    "reopen": (("finish",), scorebook.reopen_match),
    "undo": (("deal anna K elena 61",), undo_the_last),
    "undo by command": (("deal anna K elena 61",), scorebook.undo),
    "redo": (("deal anna K elena 61", "undo"), scorebook.redo),
}


@pytest.fixture
def where(request: pytest.FixtureRequest, book_path: Path) -> str:
    """A scorebook in a file, or on a server where a test asks for both; Friday is to be started there."""
    return str(book_path) if getattr(request, "param", "file") == "file" else str(request.getfixturevalue("database"))


@pytest.fixture
def at(where: str, ok: Ok) -> Iterator[Book]:
    """The scorebook with Friday, of Anna, Bruno, Carla, Dario and Elena."""
    ok(f"start Friday --players {FIVE} --on 2026-11-20", db=where)
    with closing(Book(where)) as book:
        yield book


def send(book: Book, entry: Entry, do: Do = deal, match: str = "Friday") -> Any:
    """What an entry is answered with: an Answer where it came before, else what the verb gives."""
    with book.writing() as transaction:
        meant = scorebook.find_match(transaction, match)
        return answered(transaction, meant, entry) or do(transaction, meant)


def history(book: Book) -> list[tuple[str, str, bool]]:
    """Every step of Friday: what it is, by whom, and whether it was undone."""
    with book.reading() as transaction:
        steps = scorebook.history(transaction, scorebook.find_match(transaction, "Friday").id)
    return [(step.action, step.by, step.undone) for step in steps]


@pytest.mark.parametrize(
    ("verb", "where"),
    [*((verb, "file") for verb in VERBS), ("deal", "server"), ("undo", "server")],
    indirect=["where"],
)
def test_the_same_entry_again_changes_nothing_and_is_answered(verb: str, at: Book, ok: Ok, where: str) -> None:
    before, do = VERBS[verb]
    for line in before:
        ok(line, db=where)
    entry = new_entry("0f1e", {"verb": verb}, token="table 3", by="Anna's phone")
    first = send(at, entry, do)
    assert not isinstance(first, Answer)
    done = history(at)
    assert done[-1][1] == "Anna's phone"
    answer = send(at, entry, do)
    assert isinstance(answer, Answer)
    assert history(at) == done
    assert answer.since == ""
    assert answer.step.action == verb.removesuffix(" by command")
    assert answer.step.by == "Anna's phone"
    assert ok("check", db=where) == ""


@pytest.mark.parametrize(
    ("later", "notice"),
    [
        (["undo", "redo"], "recorded already, as 1; nothing is added"),
        (["undo", "deal bruno K solo 60"], "recorded as 1, since undone; nothing is added"),
        (["edit 1 --result 60 --reason recount"], "recorded as 1, since corrected; nothing is added"),
        (["edit 1 --result 60 --reason recount", "undo"], "recorded already, as 1; nothing is added"),
        (["void 1 --reason twice"], "recorded as 1, since struck out; nothing is added"),
        (["void 1 --reason twice", "undo"], "recorded already, as 1; nothing is added"),
        (["edit 1 --result 60 --reason recount", "void 1 --reason twice"], "recorded as 1, since struck out"),
        (["player rename anna Annina", "finish"], "recorded already, as 1; nothing is added"),
    ],
)  # fmt: skip
def test_the_answer_says_what_has_become_of_it(later: list[str], notice: str, at: Book, ok: Ok, where: str) -> None:
    entry = new_entry("0f1e", "deal")
    send(at, entry)
    for line in later:
        ok(line, db=where)
    steps = history(at)
    answer = send(at, entry)
    assert answer.notice.startswith(notice)
    # as it was made, whatever became of it
    assert answer.step.made[0].card_points == 61
    assert history(at) == steps


def test_an_undo_is_answered_by_what_it_took_back_and_whether_that_was_done_again(at: Book, ok: Ok, where: str) -> None:
    ok("deal anna K elena 61", db=where)
    entry = new_entry("0f1e", "undo")
    send(at, entry, undo_the_last)
    answer = send(at, entry, undo_the_last)
    assert (answer.sentence, answer.notice) == (FIRST, "undone already; nothing is changed")
    ok("redo", db=where)
    answer = send(at, entry, undo_the_last)
    assert answer.notice == "undone already, since done again; nothing is changed"
    assert history(at)[1:] == [("deal", "", False), ("undo", "", False), ("redo", "", False)]


def test_another_body_under_the_same_id_is_refused(at: Book) -> None:
    send(at, new_entry("0f1e", {"deal": "anna K elena 61"}))
    steps = history(at)
    with pytest.raises(OtherBodyError, match="'0f1e' is recorded already, as number 1, and with other facts"):
        send(at, new_entry("0f1e", {"deal": "anna K elena 74"}))
    with pytest.raises(OtherBodyError):
        send(at, new_entry("0f1e", {"finish": True}), scorebook.finish_match)
    assert history(at) == steps
    send(at, new_entry("aaaa", "finish"), scorebook.finish_match)
    with pytest.raises(OtherBodyError, match="'aaaa' was done already, and with other words; nothing is changed"):
        send(at, new_entry("aaaa", "reopen"), scorebook.reopen_match)


def test_an_id_belongs_to_its_match_and_to_its_token(at: Book, ok: Ok, where: str) -> None:
    ok(f"start Saturday --players {FIVE} --on 2026-11-21", db=where)
    assert not isinstance(send(at, new_entry("0f1e", "a", token="table 1")), Answer)
    # Neither is told that somebody else has recorded something under it.
    assert not isinstance(send(at, new_entry("0f1e", "b", token="table 2")), Answer)
    assert not isinstance(send(at, new_entry("0f1e", "c")), Answer)
    assert not isinstance(send(at, new_entry("0f1e", "d", token="table 1"), match="Saturday"), Answer)
    assert isinstance(send(at, new_entry("0f1e", "a", token="table 1")), Answer)
    assert isinstance(send(at, new_entry("0f1e", "d", token="table 1"), match="Saturday"), Answer)
    assert [action for action, _by, _undone in history(at)] == ["start", "deal", "deal", "deal"]


def test_an_entry_that_is_refused_may_come_again_with_other_words(at: Book) -> None:
    def impossible(transaction: Transaction, match: Match) -> object:
        return scorebook.record_redeal(transaction, match, "misdeal", dealer="nobody of them")

    with pytest.raises(Exception, match="nobody of them"):
        send(at, new_entry("0f1e", "wrong"), impossible)
    assert not isinstance(send(at, new_entry("0f1e", "right")), Answer)


def test_a_match_is_started_once(at: Book, ok: Ok, where: str) -> None:
    new = NewMatch(name="Sunday", players=FIVE.split(","), on=at.now().date())
    entry = new_entry("0f1e", "start", token="evening", by="Elena")

    def start() -> object:
        with at.writing() as transaction:
            return answered(transaction, None, entry) or scorebook.start_match(transaction, new)

    assert not isinstance(start(), Answer)
    answer = start()
    assert isinstance(answer, Answer)
    assert answer.match
    assert (answer.match.name, answer.sentence) == ("Sunday", "match started")
    assert answer.notice == "done already; nothing is changed"
    with at.writing() as transaction:
        scorebook.undo(transaction, scorebook.find_match(transaction, "Sunday"))
    answer = start()
    assert isinstance(answer, Answer)
    assert (answer.match, answer.notice) == (None, "done already, since undone; nothing is changed")
    with at.reading() as transaction:
        assert [match.name for match in scorebook.matches(transaction)] == ["Friday"]


def test_the_undo_of_a_rename_bears_an_entry_of_its_own(at: Book, ok: Ok, where: str) -> None:
    def rename(transaction: Transaction, _match: Match) -> object:
        return scorebook.rename_player(transaction, "anna", "Annina")

    send(at, new_entry("0f1e", "rename"), rename)
    with at.writing() as transaction:
        scorebook.undo(transaction, None)
        scorebook.redo(transaction, None)
    assert "player Anna renamed Annina" in ok("history", db=where)
    assert "Annina" in ok("player list", db=where)
    with at.reading() as transaction:
        details = [step.detail.get("body") for step in scorebook.history(transaction, None)]
    assert [bool(body) for body in details] == [True, False, False]


def test_a_deal_that_an_older_program_kept_without_a_digest_is_answered(friday: None, ok: Ok, book_path: Path) -> None:
    ok("deal anna K elena 61 --id phone-7")
    with closing(sqlite3.connect(book_path)) as connection, connection:
        connection.execute("UPDATE step SET detail = '' WHERE client_id = 'phone-7'")
    with closing(Book(str(book_path))) as book:
        assert send(book, new_entry("phone-7", "anything")).number == 1


# By whom


def test_the_history_says_who_recorded_what(friday: None, ok: Ok, book_path: Path) -> None:
    with closing(Book(str(book_path))) as book:
        send(book, new_entry("0f1e", "deal", by=" Anna's phone "))
        send(book, new_entry("aaaa", "void", by="Bruno"), lambda at, match: scorebook.void(at, match, 1, "twice"))
    ok("undo")
    assert [line[18:] for line in ok("history").splitlines()] == [
        "match started",
        f"{FIRST}  by Anna's phone",
        f"voided {FIRST} (twice)  by Bruno  [undone]",
        f"undo: voided {FIRST}",
    ]


def test_files_and_the_sheet_say_nothing_of_who_recorded(friday: None, ok: Ok, book_path: Path) -> None:
    ok("deal anna K elena 61")
    before = ok("export deals"), ok("sheet"), ok("sheet --plain")
    ok("undo")
    with closing(Book(str(book_path))) as book:
        send(book, new_entry("0f1e", "deal", by="Anna's phone"))
    assert (ok("export deals"), ok("sheet"), ok("sheet --plain")) == before


@pytest.mark.parametrize("by", ["An\ana", "x" * 41, "\u202eanna"])
def test_a_name_that_would_steer_a_screen_or_is_too_long_is_refused(by: str) -> None:
    with pytest.raises(RefusedError):
        new_entry("0f1e", "deal", by=by)


@pytest.mark.parametrize("mark", ["", "  ", "\a7", "x" * 101])
def test_an_entry_needs_an_id_that_can_be_kept(mark: str) -> None:
    with pytest.raises(RefusedError):
        new_entry(mark, "deal")


@pytest.mark.parametrize("by", ["An\ana", " Anna"])
def test_check_names_a_step_whose_recorder_cannot_have_been_kept(
    friday: None, ok: Ok, say: Say, book_path: Path, by: str
) -> None:
    with closing(Book(str(book_path))) as book:
        send(book, new_entry("0f1e", "deal", by="Anna's phone"))
    assert ok("check") == ""
    with closing(sqlite3.connect(book_path)) as connection, connection:
        connection.execute("UPDATE step SET recorded_by = ? WHERE client_id = '0f1e'", [by])
    found = say("check")
    assert found.returncode == 1
    assert "step 2: who recorded it" in found.stdout + found.stderr


# At once

SENDER = """
import sys
from scorer import scorebook
from scorer.match.deal_options import DealWords
from scorer.scorebook.entries import Answer, answered, new_entry
entry = new_entry("0f1e", "deal", by="the phone")
words = DealWords(caller="anna", bid="K", partner="elena", result="61")
print("ready", flush=True)
sys.stdin.readline()
with scorebook.Book(sys.argv[1]).writing() as transaction:
    match = scorebook.find_match(transaction, "Friday")
    done = answered(transaction, match, entry) or scorebook.record_deal(transaction, match, words)
print("answered" if isinstance(done, Answer) else "recorded")
"""


@pytest.mark.parametrize("where", ["file", "server"], indirect=True)
def test_programs_that_send_the_same_entry_at_once_record_one_deal(
    at: Book, where: str, environment: Callable[[], dict[str, str]]
) -> None:
    senders = [
        subprocess.Popen(
            [sys.executable, "-c", SENDER, where],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(),
        )
        for _sender in range(3)
    ]  # fmt: skip
    for sender in senders:
        assert sender.stdout
        assert sender.stdout.readline() == "ready\n"
    for sender in senders:
        assert sender.stdin
        sender.stdin.write("go\n")
        sender.stdin.flush()
    said = sorted(sender.communicate(timeout=60)[0].strip() for sender in senders)
    assert said == ["answered", "answered", "recorded"]
    assert history(at) == [("start", "", False), ("deal", "the phone", False)]


@pytest.mark.parametrize("where", ["file", "server"], indirect=True)
def test_whoever_forgets_to_ask_first_still_cannot_record_an_entry_twice(at: Book) -> None:
    """The index of the table holds it, whatever a program does."""
    entry = new_entry("0f1e", "deal")
    send(at, entry)

    def forgetful() -> None:
        with at.writing() as transaction:
            transaction.entry = entry
            deal(transaction, scorebook.find_match(transaction, "Friday"))

    with pytest.raises(DatabaseTroubleError, match="was changed at the same moment"):
        forgetful()
    assert len(history(at)) == 2


# The command


def test_a_mark_with_other_facts_got_the_answer_of_the_first_deal(friday: None, ok: Ok, say: Say) -> None:
    ok("deal bruno K solo 60")
    ok("deal anna K elena 61 --id phone-7")
    words = "'phone-7' is recorded already, as number 2, and with other facts; nothing is added"
    for other in ("anna K elena 62", "anna K carla 61", "anna K elena 61 --times 2", "anna K elena 61 --note x"):
        refused(say(f"deal {other} --id phone-7"), 3, words)
    again = say("deal ANNA k Elena 61 --id phone-7")
    assert again.returncode == 0
    assert "'phone-7' is recorded already, as number 2; nothing is added" in again.stderr
    assert len(ok("history").splitlines()) == 3


def test_a_mark_after_a_call_is_known_again_when_the_call_is_used_up(friday: None, ok: Ok, say: Say) -> None:
    ok("call anna K")
    ok("deal elena 61 --id a")
    again = say("deal elena 61 --id a")
    assert (again.returncode, again.stdout.splitlines()[0]) == (0, FIRST)

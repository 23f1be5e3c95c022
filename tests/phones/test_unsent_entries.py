"""`scorer import` of what a phone could not send: each entry once, with the refusals that the phone would get."""

import json
import os
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import typer

from scorer import scorebook
from scorer.cli.context import Settings
from scorer.phones.unsent import UndecidedEntryError, read_unsent, take_unsent
from scorer.scorebook import Book
from tests.phones.clients import Phone, grant, match_uid, serving
from tests.running import Terminal, run

Say = Callable[..., CompletedProcess[str]]
Ok = Callable[..., str]
Text = Callable[..., str]
FIRST = {"verb": "deal", "id": "a1", "deal": {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "74"}}
SECOND = {
    "verb": "deal", "id": "a2", "stands_on": {"entry": "a1"},
    "deal": {"caller": "Bruno", "bid": "A", "partner": "Carla", "result": "61"},
}  # fmt: skip


@pytest.fixture
def text(friday: None, book_path: Path, tmp_path: Path) -> Text:
    """A file with these entries, as a phone at the table of Friday gives them out."""
    under = f"match {match_uid(book_path, 'Friday')}"
    with closing(Book(str(book_path))) as book, book.reading() as transaction:
        uid = scorebook.book_uid(transaction)

    def write(*entries: dict[str, object], head: str = "", end: str = "\n") -> str:
        common = {"match": 1, "under": under, "age": 700, "by": "Anna"}
        first = head or f"scorer-entries: {len(entries)} not sent, book {uid}"
        lines = [first, *(json.dumps(common | entry) for entry in entries)]
        path = tmp_path / "phone.txt"
        path.write_bytes((end.join(lines) + end).encode())
        return str(path)

    return write


def test_what_a_phone_could_not_send_is_recorded_in_its_order(ok: Ok, text: Text) -> None:
    # the king with a partner: 2, 1, -1; then the ace with a partner: Bruno 2, Carla 1, the others -1
    assert ok(["import", text(FIRST, SECOND)]).splitlines() == [
        "Entry 1: Anna called the king with Elena and made 74: Anna +2, Elena +1, the others -1 each",
        "Entry 2: Bruno called the ace with Carla and made 61: Bruno +2, Carla +1, the others -1 each",
        "Took in 2 entries from phone.txt.",
    ]
    assert ok("history").splitlines()[-1].endswith("by Anna  entered 11 minutes before")
    assert ok("check") == ""


def test_an_entry_that_the_phone_did_send_is_there_once(ok: Ok, text: Text, book_path: Path) -> None:
    with serving(book_path) as port:
        phone = Phone(port, grant(book_path, "match", match_uid(book_path, "Friday")))
        assert phone.post("deal", id="a1", deal=FIRST["deal"])[0] == 200
        lines = ok(["import", text(FIRST, SECOND)]).splitlines()
        assert lines[0].endswith("the others -1 each; recorded already, as 1; nothing is added")
        answered = phone.post("deal", id="a2", deal=SECOND["deal"])[1]  # it is found, and sends the same
    assert [record["number"] for record in answered["table"]["records"]] == [2, 1]


def test_a_newer_deal_is_shown_and_a_person_decides(say: Say, ok: Ok, text: Text) -> None:
    ok("deal dario K anna 62 --match Friday")
    file = text(FIRST | {"stands_on": 1}, SECOND)
    refused = say(["import", file])
    assert refused.returncode == 3
    assert "phone.txt: line 2: something newer stands in Friday: 1: Dario called the king" in refused.stderr
    assert "scorer --yes import records it; nothing was recorded" in refused.stderr
    assert len(say(["--yes", "import", file]).stdout.splitlines()) == 3
    assert ok("history").count("by Anna") == 2


def test_what_stands_on_an_entry_that_was_left_out_stands_on_the_same_deal(ok: Ok, text: Text, say: Say) -> None:
    ok("deal anna K elena 74 --match Friday")
    undo = {"verb": "undo", "id": "u1", "step": {"entry": "a1"}}
    entries = FIRST | {"stands_on": 1}, undo, SECOND | {"stands_on": {"entry": "u1"}}
    assert "Is it the same deal?; scorer --yes import leaves it out" in say(["import", text(*entries)]).stderr
    edit = {"verb": "edit", "id": "e1", "stands_on": 1, "number": 1, "edition": 99, "reason": "x"}
    wrong = say(["import", text(edit | {"deal": {"result": "75"}})])  # nobody is asked about what is refused anyway
    assert "line 2: 1 was corrected meanwhile: look at it first; nothing was recorded" in wrong.stderr
    assert say(["--yes", "import", text(*entries)]).stdout.splitlines()[:2] == [
        "Entry 1: the same deal: left out",
        "Entry 2: Undone: left out, as the deal that it takes back",
    ]
    assert [ok("history").count(words) for words in ("Anna called the king", "Bruno called the ace")] == [1, 1]


def test_the_same_is_left_out_though_the_entry_before_it_was_recorded_as_another(ok: Ok, say: Say, text: Text) -> None:
    # Bruno's deal is there and the one before it is not: that one is recorded behind it
    ok("deal bruno A carla 61 --match Friday")
    file = text(FIRST | {"stands_on": 1, "shown": 1}, SECOND | {"shown": 1})
    assert "line 2: something newer stands in Friday" in say(["import", file]).stderr
    assert say(["--yes", "import", file]).stdout.splitlines()[1] == "Entry 2: the same deal: left out"
    assert [ok("history").count(words) for words in ("Anna called the king", "Bruno called the ace")] == [1, 1]


def test_another_redeal_than_the_one_that_was_left_out_is_recorded(ok: Ok, text: Text, say: Say) -> None:
    ok("redeal passed-out --match Friday")
    redeal: dict[str, object] = {"verb": "redeal", "kind": "passed-out", "shown": 1}
    second = redeal | {"id": "r2", "stands_on": {"entry": "a1"}, "another_than": [{"entry": "r1"}]}
    file = text(redeal | {"id": "r1", "stands_on": 1}, FIRST | {"stands_on": {"entry": "r1"}, "shown": 1}, second)
    lines = say(["--yes", "import", file]).stdout.splitlines()
    assert [line.endswith("left out") for line in lines[:3]] == [True, False, False]
    assert ok("history").count("passed") == 2


def test_what_stands_on_an_undo_that_was_left_out_is_asked_about(ok: Ok, text: Text, book_path: Path) -> None:
    """The phone typed a deal, took it back and typed it with another count; another phone had the first count."""
    ok("deal anna K elena 74 --match Friday")
    undo = {"verb": "undo", "id": "u1", "step": {"entry": "a1"}}
    deal = {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "75"}
    right = {"verb": "deal", "id": "a2", "stands_on": {"entry": "u1"}, "shown": 1, "deal": deal}
    file = text(FIRST | {"stands_on": 1, "shown": 1}, undo, right)
    entries = read_unsent(Path(file).read_text())
    with (
        closing(Book(str(book_path))) as book,
        pytest.raises(UndecidedEntryError, match="line 4: this stands on an entry that is not recorded"),
        book.writing() as transaction,
    ):
        take_unsent(transaction, entries, lambda entry: entry.is_same or None)
    assert ok("history").count("Anna called the king") == 1


def test_what_comes_while_somebody_is_asked_is_shown_too(
    ok: Ok, scorer: Say, text: Text, book_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok("deal dario K anna 62 --match Friday")
    file = text(FIRST | {"stands_on": 1}, SECOND)
    questions: list[str] = []

    def asked(question: str, **_words: object) -> str:
        if not questions:
            scorer("deal carla Q anna 63 --match Friday")
        questions.append(" ".join(question.split()))
        return "y"

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(typer, "prompt", asked)
    shared = Settings(db=str(book_path))
    assert run(["import", file], shared) == 0
    shared.book.close()
    assert ["Carla called" in question for question in questions] == [False, True]


def test_whether_it_is_the_same_deal_is_not_answered_by_enter_alone(
    ok: Ok, text: Text, book_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok("deal anna K elena 74 --match Friday")
    screen = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal("\n\nn\n"))
    monkeypatch.setattr(sys, "stderr", screen)
    shared = Settings(db=str(book_path))
    assert run(["import", text(FIRST | {"stands_on": 1})], shared) == 0
    shared.book.close()
    assert screen.getvalue().count("Is it the same deal? [y/n]") == 3
    assert ok("history").count("Anna called the king") == 2


def test_what_no_phone_sends_is_refused_with_its_line(say: Say, ok: Ok, text: Text) -> None:
    def refused(path: str, words: str) -> None:
        done = say(["import", path])
        assert (done.returncode, words in done.stderr) == (3, True), done.stderr
        assert "Anna called" not in ok("history")

    for parts, words in (
        ({"under": ""}, "'under' is missing"),
        ({"under": None}, "'under' is missing"),
        ({"verb": "start"}, "'start' is nothing that a phone sends"),
        ({"verb": "rm"}, "'rm' is nothing that a phone sends"),
        ({"match": "Friday"}, "'match' is a whole number"),
        ({"match": 9}, "no match 9"),
        ({"id": ""}, "an entry needs an id of its own"),
        ({"age": 10**9}, "'age' is at most 604800 seconds"),
        ({"book": "ff"}, "this was entered for another scorebook"),
        ({"deal": None}, "what is posted here is a JSON object"),
        ({"deal": {"caller": "Zoe", "bid": "K", "partner": "Elena", "result": "74"}}, ""),
        ({"stands_on": {"entry": "zz"}}, "this stands on an entry that is not recorded"),
    ):
        refused(text(FIRST | parts), f"line 2: {words}")
    for head, words in (
        ("scorer-entries: 3 not sent, book ff", "3 entries were copied and 1 are here"),
        ("scorer-entries: 1 not sent, book ff", "line 2: this was entered for another scorebook"),
        ("scorer-entries: 1", "line 1 is cut"),
        ("scorer-entries: 1 not sent, book", "line 1 is cut"),
    ):
        refused(text(FIRST, head=head), words)
    never = SECOND | {"deal": {"caller": "Bruno", "bid": "A", "partner": "Carla", "result": "119"}}
    refused(text(FIRST, never), "phone.txt: line 3: ")  # all or nothing
    refused(text(*[FIRST] * 501), "501 entries, at most 500 are taken at once")
    for old, new in (('"', "\N{LEFT DOUBLE QUOTATION MARK}"), ('"id": "a1"', '"id": "a0", "id": "a1"')):
        path = Path(text(FIRST))  # a messenger changes the quotes; a name stands there twice
        path.write_text(path.read_text().replace(old, new))
        refused(str(path), "line 2 was changed on the way")
    path.write_bytes(b"scorer-entries: 1 not sent, book x\n\xff\n")
    refused(str(path), "it is no UTF-8 text")


def test_line_ends_blank_lines_and_a_mark_of_utf_8_are_no_change(ok: Ok, text: Text) -> None:
    path = Path(text(FIRST, SECOND, end=" \r\n\r\n"))
    path.write_bytes(b"\xef\xbb\xbf\r\n " + path.read_bytes())
    lines = ok(["import", str(path)]).splitlines()
    assert [line.split(" ", 2)[:2] for line in lines] == [["Entry", "1:"], ["Entry", "2:"], ["Took", "in"]]


def test_it_comes_from_a_pipe_too_and_takes_no_options(scorer: Say, say: Say, text: Text) -> None:
    done = scorer(["import", "-"], stdin=Path(text(FIRST)).read_text())
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Took in 1 entry from stdin.")
    refused = say(["import", text(FIRST), "--match", "Friday"])
    assert (refused.returncode, "leave the options away" in refused.stderr) == (3, True)


def test_a_note_may_hold_what_looks_like_the_end_of_a_line(say: Say, text: Text) -> None:
    penalty = {"verb": "penalty", "id": "p1", "player": "Anna", "units": 4, "reason": "late\u2028again"}
    path = Path(text(penalty))
    path.write_text(path.read_text().replace(r"\u2028", "\u2028"))  # as a browser writes it
    assert "line 2: 'late" in say(["import", str(path)]).stderr  # and not: the text was cut


def test_a_table_comes_from_a_named_pipe_as_before(ok: Ok, friday: None, tmp_path: Path) -> None:
    ok("deal anna K elena 74")
    table = ok("export deals").encode()
    read, write = os.pipe()
    os.write(write, table)
    os.close(write)
    try:
        assert ok(["import", f"/dev/fd/{read}"], db=f"{tmp_path}/other.db").startswith("Imported 1 record of 1 match")
    finally:
        os.close(read)

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
from scorer.scorebook import Book
from scorer.serve.unsent import UndecidedEntryError, read_unsent, take_unsent
from tests.phones import Phone, grant, match_uid, serving
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


def test_the_same_deal_of_another_phone_is_left_out(ok: Ok, say: Say, text: Text) -> None:
    ok("deal anna K elena 74 --match Friday")
    file = text(FIRST | {"stands_on": 1})
    assert "Is it the same deal?; scorer --yes import leaves it out" in say(["import", file]).stderr
    assert say(["--yes", "import", file]).stdout.splitlines()[0] == "Entry 1: the same deal: left out"
    assert ok("history").count("Anna called the king") == 1


def test_what_stands_on_an_entry_that_was_left_out_stands_on_the_same_deal(ok: Ok, text: Text, say: Say) -> None:
    ok("deal anna K elena 74 --match Friday")
    undo = {"verb": "undo", "id": "u1", "step": {"entry": "a1"}}
    file = text(FIRST | {"stands_on": 1}, undo, SECOND | {"stands_on": {"entry": "u1"}})
    assert say(["--yes", "import", file]).stdout.splitlines()[:2] == [
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


def test_nobody_is_asked_about_what_is_refused_anyway(ok: Ok, say: Say, text: Text) -> None:
    ok("deal anna K elena 74 --match Friday")
    edit = {"verb": "edit", "id": "e1", "stands_on": 1, "number": 1, "edition": 99, "deal": {"result": "75"}}
    refused = say(["import", text(edit | {"reason": "x"})])
    assert "line 2: 1 was corrected meanwhile: look at it first; nothing was recorded" in refused.stderr


def test_what_comes_while_somebody_is_asked_is_shown_too(
    ok: Ok, scorer: Say, text: Text, book_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok("deal dario K anna 62 --match Friday")
    file = text(FIRST | {"stands_on": 1}, SECOND)
    questions: list[str] = []

    def confirm(question: str, **_words: object) -> bool:
        if not questions:
            scorer("deal carla Q anna 63 --match Friday")
        questions.append(" ".join(question.split()))
        return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(typer, "confirm", confirm)
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


def test_all_or_nothing_is_recorded(say: Say, ok: Ok, text: Text) -> None:
    never = SECOND | {"deal": {"caller": "Bruno", "bid": "A", "partner": "Carla", "result": "119"}}
    refused = say(["import", text(FIRST, never)])
    assert refused.returncode == 3
    assert "phone.txt: line 3: " in refused.stderr
    assert "Anna called" not in ok("history")


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("scorer-entries: 3 not sent, book ff", "3 entries were copied and 1 are here"),
        ("scorer-entries: 1 not sent, book ff", "line 2: this was entered for another scorebook"),
        ("scorer-entries: 1", "line 1 is cut"),
        ("scorer-entries: 1 not sent, book", "line 1 is cut"),
    ],
)
def test_a_text_that_was_cut_is_refused(say: Say, text: Text, head: str, words: str) -> None:
    refused = say(["import", text(FIRST, head=head)])
    assert (refused.returncode, words in refused.stderr) == (3, True), refused.stderr


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"under": ""}, "line 2: 'under' is missing"),
        ({"under": None}, "line 2: 'under' is missing"),
        ({"verb": "start"}, "line 2: 'start' is nothing that a phone sends"),
        ({"verb": "rm"}, "line 2: 'rm' is nothing that a phone sends"),
        ({"match": "Friday"}, "line 2: 'match' is a whole number"),
        ({"match": 9}, "line 2: no match 9"),
        ({"id": ""}, "line 2: an entry needs an id of its own"),
        ({"age": 10**9}, "line 2: 'age' is at most 604800 seconds"),
        ({"book": "ff"}, "line 2: this was entered for another scorebook"),
        ({"deal": None}, "line 2: what is posted here is a JSON object"),
        ({"deal": {"caller": "Zoe", "bid": "K", "partner": "Elena", "result": "74"}}, "line 2: "),
        ({"stands_on": {"entry": "zz"}}, "line 2: this stands on an entry that is not recorded"),
    ],
)
def test_what_no_phone_sends_is_refused_with_its_line(
    say: Say, ok: Ok, text: Text, parts: dict[str, object], words: str
) -> None:
    refused = say(["import", text(FIRST | parts)])
    assert (refused.returncode, words in refused.stderr) == (3, True), refused.stderr
    assert "Anna called" not in ok("history")


def test_a_messenger_that_changed_the_quotes_is_noticed(say: Say, text: Text) -> None:
    path = Path(text(FIRST))
    path.write_text(path.read_text().replace('"', "\N{LEFT DOUBLE QUOTATION MARK}"))
    assert "line 2 was changed on the way, perhaps its quotes" in say(["import", str(path)]).stderr
    path.write_bytes(b"scorer-entries: 1 not sent, book x\n\xff\n")
    assert "it is no UTF-8 text" in say(["import", str(path)]).stderr


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


def test_more_than_some_evenings_are_not_taken_at_once(say: Say, text: Text) -> None:
    assert "501 entries, at most 500 are taken at once" in say(["import", text(*[FIRST] * 501)]).stderr


def test_a_name_that_stands_there_twice_is_no_entry(say: Say, text: Text) -> None:
    path = Path(text(FIRST))
    path.write_text(path.read_text().replace('"id": "a1"', '"id": "a0", "id": "a1"'))
    assert "line 2 was changed on the way" in say(["import", str(path)]).stderr


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

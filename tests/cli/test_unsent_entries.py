"""`scorer import` of what a phone could not send: each entry once, with the refusals that the phone would get."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.phones import Phone, grant, match_uid, serving

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

    def write(*entries: dict[str, object], head: str = "", said: int | None = None, end: str = "\n") -> str:
        first = head or f"scorer-entries: {len(entries) if said is None else said} not sent, book 0f"
        lines = [first, *(json.dumps({"match": 1, "under": under, "age": 700, "by": "Anna"} | one) for one in entries)]
        path = tmp_path / "phone.txt"
        path.write_bytes((end.join(lines) + end).encode())
        return str(path)

    return write


def test_what_a_phone_could_not_send_is_recorded_in_its_order(ok: Ok, text: Text) -> None:
    # the king with a partner: 2, 1, -1; then the ace with a partner: Bruno 2, Carla 1, the others -1
    assert ok(["import", text(FIRST, SECOND)]).splitlines() == [
        "1: Anna called the king with Elena and made 74: Anna +2, Elena +1, the others -1 each",
        "2: Bruno called the ace with Carla and made 61: Bruno +2, Carla +1, the others -1 each",
        "Took in 2 entries from phone.txt.",
    ]
    assert ok("history").splitlines()[-1].endswith("by Anna  entered 11 minutes before")
    assert ok("check") == ""


def test_an_entry_that_the_phone_did_send_is_there_once(ok: Ok, text: Text, book_path: Path) -> None:
    with serving(book_path) as port:
        phone = Phone(port, grant(book_path, "match", match_uid(book_path, "Friday")))
        assert phone.post("deal", id="a1", deal=FIRST["deal"])[0] == 200
        said = ok(["import", text(FIRST, SECOND)]).splitlines()
        assert said[0].endswith("the others -1 each recorded already, as 1; nothing is added")
        answered = phone.post("deal", id="a2", deal=SECOND["deal"])[1]  # it is found, and sends the same
    assert [record["number"] for record in answered["table"]["records"]] == [2, 1]


def test_a_newer_deal_is_shown_and_a_person_decides(say: Say, scorer: Say, ok: Ok, text: Text) -> None:
    ok("deal dario K anna 62 --match Friday")
    file = text(FIRST | {"stands_on": 1}, SECOND)
    refused = say(["import", file])
    assert refused.returncode == 3
    assert "phone.txt: line 2: something newer stands in Friday: 1: Dario called the king" in refused.stderr
    assert "scorer --yes import records it; nothing was recorded" in refused.stderr
    assert len(scorer(["--yes", "import", file]).stdout.splitlines()) == 3
    assert ok("history").count("by Anna") == 2


def test_the_same_deal_of_another_phone_is_left_out(ok: Ok, say: Say, scorer: Say, text: Text) -> None:
    ok("deal anna K elena 74 --match Friday")
    file = text(FIRST | {"stands_on": 1})
    assert "Is it the same deal?; scorer --yes import leaves it out" in say(["import", file]).stderr
    assert scorer(["--yes", "import", file]).stdout.splitlines()[0] == "1: the same deal: left out"
    assert ok("history").count("Anna called the king") == 1


def test_all_or_nothing_is_recorded(say: Say, ok: Ok, text: Text) -> None:
    never = SECOND | {"deal": {"caller": "Bruno", "bid": "A", "partner": "Carla", "result": "119"}}
    refused = say(["import", text(FIRST, never)])
    assert refused.returncode == 3
    assert "phone.txt: line 3: " in refused.stderr
    assert "Anna called" not in ok("history")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"said": 3}, "3 entries were copied and 1 are here"),
        ({"head": "scorer-entries: 1"}, "line 1 is cut"),
        ({"head": "scorer-entries: 1 not sent, book"}, "line 1 is cut"),
    ],
)
def test_a_text_that_was_cut_is_refused(say: Say, text: Text, wrong: dict[str, object], words: str) -> None:
    refused = say(["import", text(FIRST, **wrong)])
    assert (refused.returncode, words in refused.stderr) == (3, True), refused.stderr


@pytest.mark.parametrize(
    ("parts", "words"),
    [
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
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert ok(["import", str(path)]).splitlines()[-1] == "Took in 2 entries from phone.txt."


def test_it_comes_from_a_pipe_too_and_takes_no_options(scorer: Say, say: Say, text: Text) -> None:
    done = scorer(["import", "-"], stdin=Path(text(FIRST)).read_text())
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Took in 1 entry from stdin.")
    refused = say(["import", text(FIRST), "--match", "Friday"])
    assert (refused.returncode, "leave the options away" in refused.stderr) == (3, True)

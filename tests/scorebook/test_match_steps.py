"""The steps of one match: which is the newest, what came after the one that an entry stands on, and a table's undo."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorer import scorebook
from scorer.cli.contents import groups, in_order
from scorer.errors import NewerStepError, NotFoundError, RefusedError
from scorer.match.facts import Step
from scorer.scorebook import Book
from scorer.scorebook.match_steps import newest_step, stands_on, undo_step, undoable
from tests.fixtures import FIVE, Ok
from tests.running import recorded

ROOT = Path(__file__).resolve().parent.parent.parent
BEFORE = (
    f"start Friday --players {FIVE} --on 2026-11-20",
    "start Second --players Fabio,Gina,Hans,Ines,Jan --on 2026-11-20",
    "start Old --players Olga,Pia,Rosa,Sara,Tina --on 2026-11-20",
    "deal anna K elena 61 --match Friday",  # Anna +2, Elena +1, the others -1
)
ROW = re.compile(r"^\| `scorer (.+)` \| (passes|is shown first) \|$", re.MULTILINE)
PASSES = [
    (line, passes)
    for line, passes in ROW.findall((ROOT / "docs" / "exactly-once.md").read_text(encoding="utf-8"))
    if line.split()[0] in {*in_order(), *groups()}  # those of a wing only where it is installed
]


@pytest.fixture
def where(request: pytest.FixtureRequest, book_path: Path) -> str:
    """A scorebook in a file, or on a server where a test asks for both."""
    return str(book_path) if getattr(request, "param", "file") == "file" else str(request.getfixturevalue("database"))


@pytest.fixture
def at(where: str, ok: Ok) -> Iterator[Book]:
    """The scorebook with Friday, where a deal is recorded, and two other open matches."""
    for line in BEFORE:
        ok(line, db=where)
    with closing(Book(where)) as book:
        yield book


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The scorebook as it is after BEFORE."""
    return recorded(tmp_path_factory.mktemp("steps") / "begun.db", BEFORE)


def newest(book: Book, name: str = "Friday") -> int:
    with book.reading() as transaction:
        return newest_step(transaction, scorebook.find_match(transaction, name))


def since(book: Book, step: int, name: str = "Friday") -> list[Step]:
    with book.reading() as transaction:
        return stands_on(transaction, scorebook.find_match(transaction, name), step)


def offered(book: Book, name: str = "Friday") -> Step | None:
    with book.reading() as transaction:
        return undoable(transaction, scorebook.find_match(transaction, name))


def undo(book: Book, step: int, name: str = "Friday") -> Step:
    with book.writing() as transaction:
        return undo_step(transaction, scorebook.find_match(transaction, name), step)


def every_step(book: Book) -> list[tuple[int, str, int | None]]:
    with book.reading() as transaction:
        rows = transaction.rows("SELECT id, action, undoes FROM step ORDER BY id")
        return [(row.id, row.action, row.undoes) for row in rows]


# What an entry stands on


def test_the_page_has_changes_of_both_kinds() -> None:
    assert {kind for _line, kind in PASSES} == {"passes", "is shown first"}
    assert len(PASSES) > 20


@pytest.mark.parametrize(("line", "kind"), PASSES, ids=[line for line, _kind in PASSES])
def test_a_line_of_the_page_passes_or_is_shown_as_the_page_says(
    line: str,
    kind: str,
    begun: bytes,
    ok: Ok,
    book_path: Path,
    book: Book,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    head = "match,on,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
    row = "January,2026-01-09,Anna,K,Elena,61,Anna,Bruno,Carla,Dario,Elena"
    (tmp_path / "other.csv").write_text(f"{head}\n{row}\n", encoding="utf-8")
    book_path.write_bytes(begun)
    seen, steps = newest(book), len(every_step(book))
    ok(line)
    assert len(every_step(book)) > steps
    assert bool(since(book, seen)) == (kind == "is shown first")
    assert (newest(book) > seen) == (kind == "is shown first")


@pytest.mark.parametrize("where", ["file", "server"], indirect=True)
def test_what_came_between_is_shown_in_its_order_with_what_was_undone(at: Book, ok: Ok, where: str) -> None:
    seen = newest(at)
    ok("deal bruno K solo 60 --match Friday", db=where)
    ok("player rename carla Carlotta", db=where)
    ok("deal fabio K jan 61 --match Second", db=where)
    ok("undo --match Friday", db=where)
    ok("call dario A --match Friday", db=where)
    between = since(at, seen)
    assert [(step.action, step.undone) for step in between] == [("deal", True), ("undo", False), ("call", False)]
    assert between[0].made[0].caller == "Bruno"
    assert since(at, between[1].id) == between[2:]
    assert since(at, newest(at)) == []
    assert newest(at) == between[-1].id


# A table's undo


@pytest.mark.parametrize("where", ["file", "server"], indirect=True)
def test_a_table_takes_back_the_step_that_it_names_and_nothing_else(at: Book, ok: Ok, where: str) -> None:
    ok("deal fabio K jan 61 --match Second", db=where)
    ok("player rename carla Carlotta", db=where)
    steps = every_step(at)
    step = offered(at)
    assert step
    assert (step.action, step.made[0].caller) == ("deal", "Anna")
    assert undo(at, step.id).id == step.id
    assert every_step(at) == [*steps, (steps[-1][0] + 1, "undo", step.id)]
    assert offered(at) is None  # but its start
    assert "Carlotta" in ok("player list", db=where)
    assert "61" in ok("sheet Second", db=where)
    assert ok("check", db=where) == ""


def test_a_step_under_something_newer_is_refused_with_what_that_is(at: Book, ok: Ok, where: str) -> None:
    first = offered(at)
    assert first
    ok("deal bruno K solo 60 --match Friday", db=where)
    steps = every_step(at)
    newer = "something newer stands in Friday: 2: Bruno called the king alone and failed with 60"
    with pytest.raises(NewerStepError, match=newer):
        undo(at, first.id)
    assert every_step(at) == steps
    second = offered(at)
    assert second
    undo(at, second.id)
    undo(at, first.id)  # what is undone stands in nobody's way
    assert offered(at) is None


def test_a_step_that_is_undone_already_says_so(at: Book, ok: Ok, where: str) -> None:
    step = offered(at)
    assert step
    undo(at, step.id)
    with pytest.raises(RefusedError, match="this is undone already: 1: Anna called the king with Elena and made 61"):
        undo(at, step.id)
    ok("redo --match Friday", db=where)
    again = offered(at)
    assert again
    assert (again.id, again.undone) == (step.id, False)
    undo(at, step.id)
    assert ok("check", db=where) == ""


def test_a_table_takes_back_neither_its_start_nor_a_step_that_is_not_its_own(at: Book, ok: Ok, where: str) -> None:
    ok("player rename carla Carlotta", db=where)
    ok("deal fabio K jan 61 --match Second", db=where)
    steps = every_step(at)
    by_action = {action: step for step, action, _undoes in reversed(steps)}
    with pytest.raises(RefusedError, match="the start of Friday is not taken back at the table"):
        undo(at, by_action["start"])
    for foreign in (by_action["player"], steps[-1][0], 999):
        with pytest.raises(NotFoundError, match=f"Friday has no step {foreign}"):
            undo(at, foreign)
    assert every_step(at) == steps


def test_what_came_in_with_an_import_is_not_taken_back_at_a_table(ok: Ok, book: Book, csv: Callable[..., str]) -> None:
    head = "match,on,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
    rows = [f"{name},2026-01-09,Anna,K,Elena,61,Anna,Bruno,Carla,Dario,Elena" for name in ("January", "Epiphany")]
    ok(["import", csv(head, *rows)])
    assert offered(book, "January") is None
    came = newest(book, "January")
    with pytest.raises(RefusedError, match="this was not done at the table of January alone"):
        undo(book, came, "January")
    ok("reopen January")
    step = offered(book, "January")
    assert step
    assert step.action == "reopen"
    assert newest(book, "Epiphany") == came
    assert [between.action for between in since(book, came, "January")] == ["reopen"]

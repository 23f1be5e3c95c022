"""While somebody is asked, nobody else waits: another program writes to the scorebook before the answer is given."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from scorer.cli.context import Settings
from tests.running import Terminal, run, split
from tests.whole_house import needs

FIVE = '--players "Anna,Bruno,Carla,Dario,Elena" --on'


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("deal", ["anna", "K", "elena", "120", "y"]),
        ("edit 1 --result 120", ["y", "1"]),
        ("void 1", ["1"]),
        ("start Monday", ["y"]),
        ("player merge Anna Gina", ["y"]),
        pytest.param("import table.csv", ["y"], marks=needs("notebooks")),
        ("restore copy.db --force", ["y"]),
    ],
)
def test_nobody_waits_for_the_answer_of_another(
    ok: Callable[..., str],
    book_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    line: str,
    answers: list[str],
) -> None:
    ok(f"start Friday {FIVE} 2026-11-20")
    ok("deal anna K elena 74")
    ok("start Saturday --players Gina,Hugo,Ida,Jan,Kai --on 2026-11-20")
    ok("finish Saturday")
    monkeypatch.chdir(tmp_path)
    ok("backup copy.db")
    Path("table.csv").write_text(
        "Data;Anna;Bruno;Carla;Dario;Elena\n19/09/25;2;-1;-1;-1;1\n19/09/25;-4;1;1;1;1\n", encoding="utf-8"
    )
    left = list(answers)

    def asked(*_: object, **__: object) -> str:
        other = [sys.executable, "-m", "scorer", "--db", str(book_path), "league", "add", f"League {len(left)}"]
        done = subprocess.run(other, capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")  # not even a word of waiting
        return left.pop(0)

    said = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stderr", said)
    monkeypatch.setattr(typer, "prompt", asked)
    shared = Settings(db=str(book_path))
    assert run(split(line), shared) == 0, said.getvalue()
    shared.book.close()
    assert not left


def test_a_command_typed_at_a_yes_or_no_is_carried_out_instead(
    ok: Callable[..., str], asked: Callable[..., tuple[int, str]]
) -> None:
    ok(f"start Friday {FIVE} 2026-11-20")
    code, screen = asked("deal anna K elena 120", [("every trick", "redeal misdeal")])
    assert code == 0, screen
    assert "1: A misdeal: nobody pays" in screen
    assert "made 120" not in screen


def test_a_reason_that_begins_like_a_command_is_asked_about(
    ok: Callable[..., str], asked: Callable[..., tuple[int, str]]
) -> None:
    ok(f"start Friday {FIVE} 2026-11-20")
    ok("deal anna K elena 74")
    reason = [
        ("Why", "deal anna K solo 70"),
        ("is it the reason", "n"),
        ("Why", "deal was wrong"),
        ("reason", "s\u00ec"),
    ]
    code, screen = asked("void 1", reason)
    assert code == 0, screen
    assert "(deal was wrong)" in ok("history")


@pytest.mark.parametrize("answer", ["2", "thrown-in"])
def test_a_redeal_of_no_kind_is_asked_for_its_kind(
    answer: str, ok: Callable[..., str], asked: Callable[..., tuple[int, str]]
) -> None:
    ok(f"start Friday {FIVE} 2026-11-20")
    code, screen = asked("redeal a monte", [("Which redeal is it", answer)])
    assert code == 0, screen
    assert "  2  thrown-in\n" in screen
    assert "1: A poor hand was thrown in: nobody pays" in screen


def test_a_question_of_a_number_let_no_command_through(
    ok: Callable[..., str], asked: Callable[..., tuple[int, str]]
) -> None:
    ok(f"start Friday {FIVE} 2026-11-20")
    code, screen = asked("redeal a monte", [("Which redeal is it", "deal anna K elena 74")])
    assert (code, "1: Anna called the king" in screen) == (0, True), screen

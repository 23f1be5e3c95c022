"""The program without this wing, on a scorebook in which the wing left a tournament.

It is a copy of the tree without the folders of the wing, in a process of its own.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.cli.demo import commands
from tests.fixtures import AskRows, Ok
from tests.running import recorded
from tests.wings.copying import copy_without

Without = Callable[..., CompletedProcess[str]]
MISSING = "the wing tournaments is not installed"
REFUSAL = (
    f"scorer: {MISSING}, and nobody else can tell what hangs on this; install the whole program, as README.md says\n"
)
TO_THE_FINAL = 26  # commands of the sample: R1 T1 to R2 T4 are closed on paper, R3 T1 is open with eleven deals


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the program lies without the wing."""
    tree = tmp_path_factory.mktemp("without")
    copy_without(["tournaments"], tree)
    return tree


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The sample tournament, in which the final goes on, and then an evening, match 10, with one who plays in both."""
    played = commands("tournament").read_text(encoding="utf-8").splitlines()[:TO_THE_FINAL]
    evening = ("start Friday --players Amos,Zita,Ulla,Pina,Rosa", "deal Amos K Zita 61 --match Friday")
    return recorded(tmp_path_factory.mktemp("cup") / "cup.db", [*played, *evening])


@pytest.fixture
def without(tree: Path, cup: bytes, book_path: Path) -> Without:
    """Run a command line of the program without the wing: without("undo", "2")."""
    book_path.write_bytes(cup)
    environment = {**os.environ, "PYTHONPATH": str(tree), "SCORER_DB": str(book_path)}

    def call(*words: str) -> CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "scorer", *words],
            cwd=tree, env=environment, input="", capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip

    return call


@pytest.fixture
def refused(without: Without, rows: AskRows) -> Callable[..., None]:
    """Assert that a command line is refused for the sake of the wing, in one sentence, and that nothing is written."""

    def call(*words: str) -> None:
        before = rows("SELECT count(*), max(id) FROM step")
        done = without(*words)
        assert (done.returncode, done.stdout, done.stderr) == (3, "", REFUSAL), words
        assert rows("SELECT count(*), max(id) FROM step") == before

    return call


def test_check_says_what_it_did_not_look_at_and_finds_no_fault(without: Without) -> None:
    done = without("check")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{MISSING}: what was done in 1 tournament was not gone over\n"


def test_what_was_done_at_a_table_of_a_tournament_or_at_its_desk_is_not_taken_back(
    without: Without, refused: Callable[..., None], ok: Ok
) -> None:
    refused("--yes", "undo", "--match", "R3 T1")  # a deal
    refused("--yes", "undo", "3")  # the evening is two steps, the third is that deal
    assert without("--yes", "undo", "2").returncode == 0
    refused("undo", "--match", "R1 T1")  # a paper sheet
    ok("undo --match 'R3 T1'")  # with the wing
    refused("redo", "--match", "R3 T1")
    for step in range(10):
        ok(f"deal Amos 2/65 Duilio 72 --match 'R3 T1' --note {step}")
    ok("--yes undo 20 --match 'R3 T1'")
    refused("undo")  # what stands last is the draw of the final


def test_the_evening_goes_on_and_a_table_of_a_tournament_takes_deals(without: Without, ok: Ok) -> None:
    done = without("deal", "Amos", "2/65", "Duilio", "72", "--match", "R3 T1")
    assert done.returncode == 0
    assert "12: Amos called the two at 65 with Duilio and made 72: Amos +2, Duilio +1" in done.stdout
    assert without("undo", "--match", "Friday").returncode == 0
    for words in (("sheet", "R1 T1"), ("standings",), ("matches",), ("settle", "Friday")):
        done = without(*words)
        assert done.returncode == 0, done.stderr
        assert done.stdout == ok([*words])
    assert ok("check") == ""
    assert "Final: round 1 of 1, 0 of 1 table over." in ok("tournament show")


def test_what_would_have_been_asked_of_the_wing_at_its_table_is_refused(refused: Callable[..., None]) -> None:
    for line in (
        "edit 11 --result 73 --reason recount",
        "void 11 --reason wrong",
        "seats +Rita -Amos",
        "reassign Amos=Duilio",
        "reassign Amos=Duilio --reason seats",
        "--yes insert 11 Amos 2/65 Duilio 72",
    ):
        refused(*shlex.split(line), "--match", "R3 T1")
    refused("penalty", "Cesira", "3", "--reason", "late", "--match", "R1 T1")  # a table that is over


def test_where_the_evening_stands_tells_of_the_tables_as_of_other_matches(without: Without) -> None:
    done = without()
    assert (done.returncode, done.stderr) == (0, "")
    assert [block.split(",")[0] for block in done.stdout.split("\n\n")] == ["R3 T1 (match 9)", "Friday (match 10)"]


@pytest.mark.parametrize("line", ["tournament show", "seating 25 6", "format list", "rankings list"])
def test_a_command_of_the_wing_names_the_wing(without: Without, line: str) -> None:
    done = without(*line.split())
    says = f"scorer: {line.split(maxsplit=1)[0]} is of the wing tournaments, which is not installed; scorer --help says"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{says} what it takes\n")
    assert line.split(maxsplit=1)[0] not in without("--help").stdout.split()


def test_an_option_that_the_wing_lays_over_a_command_of_another_names_the_wing(without: Without) -> None:
    done = without("chances", "--tournament", "Natale")
    says = "scorer: chances --tournament is of the wing tournaments, which is not installed; scorer chances --help says"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{says} what it takes\n")


def test_players_who_are_named_in_one_tournament_are_not_merged(without: Without, refused: Callable[..., None]) -> None:
    refused("player", "merge", "Dino", "Cesira")  # who never met
    done = without("player", "merge", "Amos", "Zita")
    assert (done.returncode, done.stderr) == (
        3,
        "scorer: Amos and Zita sat at one table (match 10): they are two people\n",
    )
    assert without("start", "Late", "--players", "Dina,Zita,Ulla,Pina,Rosa").returncode == 0
    assert without("player", "merge", "Dino", "Dina").stdout.startswith("Dino is Dina from now on")


def test_steps_that_nobody_knows_stand_in_the_history_as_what_they_are(without: Without) -> None:
    done = without("history", "--match", "R1 T1")
    assert done.returncode == 0
    assert "1: Sheet of 11 deals (table 1 of round 1 by its paper sheet): Cesira +2, Ugo +4, Oreste +8" in done.stdout
    assert without("--yes", "finish", "R3 T1").returncode == without("finish", "Friday").returncode == 0
    whole = without("history")
    assert (whole.returncode, whole.stderr) == (0, "")
    assert whole.stdout.count("Coppa del Gelso: a step of the wing tournaments (draw)\n") == 3
    assert "(penalise) (came back late from the bar)" in whole.stdout


def test_salvage_takes_a_tournament_whole_and_says_that_nobody_judged_it(
    without: Without, ok: Ok, book_path: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new.db"
    done = without("db", "salvage", str(book_path), "--to", str(new))
    assert (done.returncode, done.stdout) == (0, "")
    assert f"{MISSING}: what was done in 1 tournament was not gone over\n" in done.stderr
    assert "10 matches with 12 deals" in done.stderr
    for words in ("check", "tournament standings", "tournament history", "tournament export entries"):
        assert ok(words, db=str(new)) == ok(words)


def test_the_demo_of_readme_is_played_and_kept(without: Without, tmp_path: Path) -> None:
    done = without("demo")
    assert done.returncode == 0, done.stderr
    assert "scorer demo --keep FILE keeps it.\n" in done.stdout
    assert without("demo", "--keep", str(tmp_path / "kept.db")).returncode == 0

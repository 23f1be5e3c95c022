"""What a command loads is what it needs, at a desk; and an evening beside a tournament loads no file of this wing."""

import subprocess
import sys

import pytest

from tests.fixtures import Ok
from tests.test_lazy_imports import DATABASE, HEAVY, SERVING, Environment, check_completion, check_needed, loaded, tops

AT_THE_DESK = (
    "tournament new Natale --format scighera",
    "tournament enter Gino,Hans,Ines,Jan,Kai",
    "tournament draw",
    "tournament round --start",
    "tournament tables",
    "tournament standings",
    "tournament standings --format json",
    "tournament export results",
    "tournament list",
    "tournament history",
    "tournament undo",
    "tournament show",
)
AN_EVENING = (
    "deal anna K elena 61 --match Friday",
    "edit 1 --result 60 --reason recount --match Friday",
    "undo --match Friday",
    "redo --match Friday",
    "reassign Anna=Bruno --reason seats --match Friday",
    "penalty carla 4 --reason late --match Friday",
    "void 1 --reason wrong --match Friday",
    "seats Anna,Bruno,Carla,Dario,Fabio --match Friday",
    "carry --match Friday",
    "sheet Friday",
    "settle Friday",
    "finish Friday",
    "reopen Friday",
)
OURS = """
import shlex
import sys
from tests.running import run
from scorer.cli.context import Settings
for line in sys.argv[1:]:
    code = run(shlex.split(line), Settings())
    ours = [name for name in sys.modules if name.startswith("scorer.tournaments")]
    sys.stderr.write(f"\\nLOADED {code} {line}: {ours}\\n")
"""


def test_no_command_of_the_desk_loads_what_it_does_not_need(friday: None, environment: Environment) -> None:
    check_needed(AT_THE_DESK, environment)


def test_an_evening_in_a_scorebook_with_a_tournament_loads_no_file_of_it(
    friday: None, ok: Ok, environment: Environment
) -> None:
    for line in ("new Natale --format ten-deals", "enter Gino,Hans,Ines,Jan,Kai", "draw"):
        ok(f"tournament {line}")
    done = subprocess.run(
        [sys.executable, "-c", OURS, *AN_EVENING],
        env=environment(), capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    reports = [line for line in done.stderr.splitlines() if line.startswith("LOADED ")]
    assert reports == [f"LOADED 0 {line}: []" for line in AN_EVENING], done.stderr[-2000:]


@pytest.mark.parametrize("words", ["seating 25 6", "format show scighera"])
def test_seatings_and_formats_load_no_database(environment: Environment, words: str) -> None:
    found = loaded(words, environment)
    assert not tops(found) & (HEAVY | SERVING | {"alembic", "prompt_toolkit"})
    assert not found & DATABASE


@pytest.mark.parametrize("words", ["scorer tournament new X --format s", "scorer rankings show b"])
def test_completion_loads_no_database(table: None, environment: Environment, words: str) -> None:
    check_completion(words, environment)

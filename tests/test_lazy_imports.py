"""What a command loads is what it needs: each runs in a process of its own that lists its modules at the end."""

import ast
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

import pytest

from scorer.cli.app import command
from scorer.cli.contents import PLACES, in_order
from tests.whole_house import needs

HEAVY = {"pandas", "numpy", "plotly", "streamlit"}
DATABASE = {"sqlmodel", "sqlalchemy", "pydantic", "psycopg"}
SERVING = {"starlette", "uvicorn", "anyio", "segno"}
FIVE = "Anna,Bruno,Carla,Dario,Elena"
Environment = Callable[[], dict[str, str]]

LISTED = """
import sys
from scorer.cli.app import main
try:
    main()
except SystemExit as ended:
    loaded = [name for name, module in sys.modules.items() if type(module).__name__ != "_LazyModule"]
    sys.stderr.write("\\nLOADED " + str(ended.code or 0) + " " + " ".join(loaded) + "\\n")
"""

OPENED = """
import sys
from pathlib import Path
opened = set()
def look(event, of):
    if event == "open" and "/statistics/" in str(of[0]) and str(of[0]).endswith(".toml"):
        opened.add(Path(of[0]).stem)
sys.addaudithook(look)
from scorer.cli.app import main
try:
    main()
except SystemExit:
    sys.stderr.write(f"\\nOPENED {sorted(opened)}\\n")
"""

AT_THE_TABLE = (
    "call anna K",
    "deal elena 61",
    "deal bruno 2/71 solo 60",
    "redeal passed-out",
    "penalty carla 4 --reason late",
    "adjust Anna=-3,Bruno=3 --reason ruling",
    "undo",
    "redo",
    "edit 1 --result 60 --reason recount",
    "void 2 --reason wrong",
    "history",
    f"seats {FIVE},Fabio",
    "sheet",
    "sheet --plain",
    "explain 1",
    "settle",
    "export deals --excel it",
    "export payouts",
    "export matches",
    "",
    "finish",
    "reopen",
    "league list",
    "league add Lega",
    "player list",
    "player rename anna Annalisa",
    "db path",
    "pad",
)


def loaded(words: str, environment: Environment, **env: str) -> set[str]:
    """The modules of a run that succeeded."""
    done = subprocess.run(
        [sys.executable, "-c", LISTED, *shlex.split(words)],
        env=environment() | env, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert "LOADED 0 " in done.stderr, done.stderr[-2000:]
    return set(done.stderr.split("LOADED 0 ")[1].split())


def tops(modules: set[str]) -> set[str]:
    return {module.split(".")[0] for module in modules}


ONE_AFTER_THE_OTHER = """
import shlex
import sys
from tests.running import run
from scorer.cli.context import Settings
for line in sys.argv[1:]:
    code = run(shlex.split(line), Settings())
    tops = sorted({name.split(".")[0] for name in sys.modules})
    sys.stderr.write(f"\\nLOADED {code} {line!r}: {' '.join(tops)}\\n")
"""


def test_starting_a_scorebook_loads_alembic_and_nothing_heavier(environment: Environment) -> None:
    found = loaded(f"start Friday --players {FIVE}", environment)
    assert not tops(found) & (HEAVY | {"prompt_toolkit", "sqlmodel", "pydantic"})
    assert "alembic" in found


def check_needed(lines: Sequence[str], environment: Environment) -> None:
    """All in one process: what none of them together loads, none of them loads."""
    done = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_THE_OTHER, *lines],
        env=environment(), capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    reports = [line for line in done.stderr.splitlines() if line.startswith("LOADED ")]
    assert len(reports) == len(lines), done.stderr[-2000:]
    for report in reports:
        said, _, modules = report.rpartition(": ")
        assert said.startswith("LOADED 0 "), done.stderr
        not_needed = HEAVY | DATABASE | SERVING | {"alembic", "prompt_toolkit", "jinja2"}
        assert not set(modules.split()) & not_needed, said
    assert "sqlite3" in reports[0].split()


def test_no_command_of_the_evening_loads_what_it_does_not_need(friday: None, environment: Environment) -> None:
    check_needed((*AT_THE_TABLE, f"start Saturday --players {FIVE}"), environment)


def test_every_command_has_its_place_in_the_order_of_its_module() -> None:
    for module in {place.module for place in PLACES.values()}:
        registered = import_module(module).app.registered_commands
        names = [found.name or found.callback.__name__ for found in registered]
        assert names == [name for name, place in PLACES.items() if place.module == module]


def test_the_help_of_scorer_says_the_first_sentence_of_each_command() -> None:
    commands = command().commands
    for name, place in in_order().items():
        assert place.sentence == commands[name].get_short_help_str(limit=400)


def test_the_help_of_scorer_loads_no_command_and_nothing_to_draw_boxes(environment: Environment) -> None:
    found = loaded("--help", environment)
    assert not found & {"scorer.cli.statistics", *(place.module for place in in_order().values())}
    assert "rich" not in found


def test_a_deal_loads_no_command_of_another_subject(friday: None, environment: Environment) -> None:
    found = loaded("deal anna K elena 61", environment)
    assert "scorer.cli.evening" in found
    assert not found & {
        f"scorer.cli.{name}" for name in ("statistics", "exporting", "dashboard", "housekeeping", "pad")
    }
    # what only games without a caller need
    assert not found & {
        "scorer.match.sides_parsing",
        "scorer.rules.sides",
        "scorer.rules.bonuses",
        "scorer.cli.questions",
    }


@pytest.mark.parametrize("words", ["standings", "bids", "players anna", "pairs", "matches --format csv"])
def test_the_results_load_pandas_and_nothing_heavier(table: None, environment: Environment, words: str) -> None:
    found = tops(loaded(words, environment))
    assert "pandas" in found
    assert not found & {"plotly", "streamlit", "alembic", "prompt_toolkit", *SERVING}


LAZY = {
    "monte_carlo", "deal_history", "deal_model",
    "win_probability", "decomposition", "synergy", "bid_value", "caller_skill", "records",
}  # fmt: skip


@pytest.mark.parametrize(
    ("words", "own", "others"),
    [
        ("standings", {"standings"}, {"rating", "bids", "players"}),
        ("bids", {"bids"}, {"rating", "players"}),
        pytest.param("rating", {"rating"}, {"bids", "players"}, marks=needs("insight")),
    ],
)
def test_a_statistic_loads_what_makes_it_and_no_other(
    table: None, environment: Environment, words: str, own: set[str], others: set[str]
) -> None:
    modules = loaded(words, environment)
    made = {name.rpartition(".")[2] for name in modules if name.startswith(("scorer.stats.", "scorer.insight."))}
    assert own <= made
    assert not made & (LAZY | others)


@pytest.mark.parametrize("words", ["standings", "standings --gaps", "pairs", "matches"])
def test_a_command_reads_the_columns_of_its_own_statistic_alone(
    table: None, environment: Environment, words: str
) -> None:
    opened = ast.literal_eval(subprocess.run(
        [sys.executable, "-c", OPENED, *shlex.split(words)],
        env=environment(), capture_output=True, text=True, stdin=subprocess.DEVNULL, check=True,
    ).stderr.split("OPENED ")[1])  # fmt: skip
    assert opened == {"standings": ["standings"], "standings --gaps": ["gaps", "standings"], "pairs": ["met", "pairs"],
                      "matches": ["matches"]}[words]  # fmt: skip


def test_a_wrong_option_of_the_results_is_refused_before_pandas_is_loaded(
    table: None, environment: Environment
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LISTED, "standings", "--from", "someday"],
        env=environment(), capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert "--from 'someday'" in done.stderr
    assert not set(done.stderr.split("LOADED 3 ")[1].split()) & HEAVY


@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "deal --help",
        "--version",
        "variant list",
        "variant show brisk",
    ],
)
def test_help_and_variants_load_no_database(environment: Environment, words: str) -> None:
    found = loaded(words, environment)
    assert not tops(found) & (HEAVY | SERVING | {"alembic", "prompt_toolkit"})
    assert not found & DATABASE
    assert "--help" not in words or "scorer.scorebook" not in found


@pytest.mark.parametrize(
    "words",
    [
        "scorer deal an",
        "scorer deal anna K el",
        "scorer edit 1 --partner a",
        "scorer sh",
        "scorer sheet F",
        "scorer start X --variant b",
        "scorer undo --match F",
        "scorer settle F",
        "scorer player rename a",
        "scorer match edit F",
    ],
)
def test_completion_at_the_table_loads_neither_database_nor_scorebook(
    table: None, environment: Environment, words: str
) -> None:
    assert "scorer.scorebook" not in check_completion(words, environment)


def check_completion(words: str, environment: Environment) -> set[str]:
    """There is something to offer, and no database was loaded for it; returns what was loaded."""
    done = subprocess.run(
        [sys.executable, "-c", LISTED],
        env=environment()
        | {
            "_SCORER_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
            "_TYPER_COMPLETE_ARGS": words,
        },
        capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert done.stdout.strip(), done.stderr[-500:]
    found = set(done.stderr.split("LOADED ")[1].split()[1:])
    assert not tops(found) & (HEAVY | {"alembic", "prompt_toolkit"})
    assert not found & DATABASE
    return found


def test_the_pad_on_a_terminal_loads_prompt_toolkit_and_nothing_heavy(friday: None, environment: Environment) -> None:
    import pty
    import time

    main, side = pty.openpty()
    program = [sys.executable, "-X", "importtime", "-m", "scorer", "pad"]
    with subprocess.Popen(program, stdin=side, stdout=side, stderr=subprocess.PIPE, env=environment()) as pad:
        os.close(side)
        os.set_blocking(main, False)
        shown, until = b"", time.monotonic() + 60
        while b"1>" not in shown and time.monotonic() < until:
            try:
                shown += os.read(main, 65536)
            except BlockingIOError:
                time.sleep(0.02)
        os.write(main, b"quit\r")
        assert pad.stderr is not None
        report = pad.stderr.read().decode()
        os.close(main)
    modules = {line.rsplit("|", 1)[1].strip() for line in report.splitlines() if line.startswith("import time:")}
    assert "prompt_toolkit" in modules
    assert not tops(modules) & (HEAVY | {"alembic"})

"""The rooms: who may import whom. Read from the source, so that no import inside a function escapes."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from scorer.wings import WINGS, Wing
from tests.whole_house import whole_house

pytestmark = whole_house
ROOT = Path(__file__).resolve().parent.parent
OURS = ("dashboard", "scorer", "db")
MOST_LOOSE = 6
OF_ARRAYS = ("scorer.frames", "scorer.stats", "scorer.insight", "scorer.tournaments.stats", "dashboard")

# Every room with the rooms that it may import, lowest first; a loose module of scorer/ is a room of its own, and so is
# each folder of a wing. All but the rows may import `language`, which stands below them.
MAY = {"": "", "notebooks": "", "phones": "", "insight": "", "tournaments": ["phones", "insight"]}  # a wing another one
ASKING_INSIGHT = {  # how far players differ, for format try; how strong they were before, for chances --tournament
    "scorer.tournaments.commands.format_trial",
    "scorer.tournaments.exchange.tournament_chances",
    "scorer.tournaments.stats.tournament_end",
}
ROOMS = {
    "language": "",
    "db": "",
    "rules": "",
    "errors": "rules",
    "wings": "errors",
    "atomic_file": "errors rules",
    "rule_files": "atomic_file errors rules wings",
    "match": "errors rules",
    "text": "match rules wings",
    "dashboard_address": "errors match",
    "connections": "",
    "scorebook": "atomic_file db errors match rule_files rules text wings",
    "frames": "db errors match rule_files rules scorebook text",
    "stats": "frames match rules text wings",
    "exchange": "atomic_file errors frames match rule_files rules scorebook stats text",
    "paper": "frames match rules stats text wings",
    "cli": "atomic_file dashboard_address db errors exchange frames match paper rule_files rules scorebook scorer "
    "stats text wings",
    "__main__": "cli",
    "dashboard": "connections dashboard_address errors exchange frames match paper rules scorebook stats text wings",
    "notebooks": "cli errors exchange match rules scorebook",
    "phones": "connections dashboard_address db errors exchange match paper rule_files rules scorebook stats text "
    "wings",
    "phones/commands": "cli dashboard_address errors match phones rules scorebook text",
    "dashboard/phones": "dashboard dashboard_address match phones rules",
    "insight/models": "frames rules stats",
    "insight": "errors frames insight/models rule_files rules stats text",
    "insight/forecast": "frames insight insight/models match rules stats text",
    "insight/exchange": "errors exchange frames insight insight/forecast match rules scorebook stats text wings",
    "insight/commands": "cli exchange insight/exchange stats wings",
    "dashboard/insight": "dashboard frames insight insight/forecast match rules stats text",
    "tournaments/seating": "rules",
    "tournaments/rules": "rules tournaments/seating",
    "tournaments/text": "rule_files rules text tournaments/rules",
    "tournaments/keeping": "db errors match rule_files rules scorebook text tournaments/rules tournaments/seating "
    "tournaments/text",
    "tournaments/shown": "rules text tournaments/keeping tournaments/rules tournaments/text",
    "tournaments/stats": "frames insight insight/forecast insight/models rules stats text tournaments/rules "
    "tournaments/seating",
    "tournaments/exchange": "errors exchange frames insight/forecast match rules scorebook stats text "
    "tournaments/keeping tournaments/rules tournaments/stats tournaments/text",
    "tournaments/paper": "errors match paper rules text tournaments/keeping tournaments/rules tournaments/shown "
    "tournaments/text",
    "tournaments": "phones scorebook text tournaments/keeping tournaments/rules",
    "tournaments/commands": "atomic_file cli errors exchange insight match phones phones/commands rule_files rules "
    "scorebook stats text tournaments/exchange tournaments/keeping tournaments/paper tournaments/rules "
    "tournaments/seating tournaments/shown tournaments/stats tournaments/text wings",
    "dashboard/tournaments": "dashboard frames match rules stats text tournaments/exchange tournaments/keeping "
    "tournaments/rules tournaments/shown tournaments/stats tournaments/text wings",
}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {name_of(path): path for top in OURS for path in sorted((ROOT / top).rglob("*.py"))}


def statements(module: str, *, at_run_time: bool) -> Iterator[ast.stmt]:
    """Every import of a module; `at_run_time` those that run when it is loaded."""

    def walk(node: ast.AST) -> Iterator[ast.stmt]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                yield child
            elif not (at_run_time and _not_when_loaded(child)):
                yield from walk(child)

    yield from walk(ast.parse(SOURCES[module].read_text(encoding="utf-8")))


def _not_when_loaded(node: ast.AST) -> bool:
    """Whether what stands in `node` does not run when the module is loaded."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test).endswith("TYPE_CHECKING")
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


@cache
def imports(module: str, *, at_run_time: bool = False) -> set[str]:
    """The modules that a module imports; of `from a import b`, a.b where that is a module."""
    found: set[str] = set()
    for statement in statements(module, at_run_time=at_run_time):
        if isinstance(statement, ast.Import):
            found |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom):
            assert statement.level == 0, f"{module}: a relative import"
            names = {f"{statement.module}.{alias.name}" for alias in statement.names}
            found |= {name if name in SOURCES else str(statement.module) for name in names}
    return found


def tops(module: str) -> set[str]:
    return {name.split(".")[0] for name in imports(module)}


def inside(package: str) -> list[str]:
    """The modules of a package, of which there is one at least."""
    found = [module for module in SOURCES if module == package or module.startswith(package + ".")]
    assert found
    return found


def room(module: str) -> str:
    """`scorebook` of `scorer.scorebook.recording`, `phones/commands` of `scorer.phones.commands.serve`.

    `dashboard/phones` is what the dashboard has of a wing, and `dashboard` the rest.
    """
    parts = module.split(".")
    package = parts if SOURCES[module].name == "__init__.py" else parts[:-1]
    if parts[0] == "dashboard":
        return "/".join(package[:2] if set(package[1:2]) & set(WINGS) else package[:1])
    if parts[0] == "scorer" and len(parts) > 1:
        return "/".join(package[1:3]) if parts[1] in WINGS else parts[1]
    return parts[0]


def wing(module: str) -> str:
    """The wing in which a module lies; empty in the core."""
    return next((part for part in room(module).split("/") if part in WINGS), "")


def test_there_is_something_to_read() -> None:
    assert len(SOURCES) > 40
    assert "db.database" in imports("scorer.scorebook.book")
    assert "scorer.cli.complete" in imports("scorer.cli.evening", at_run_time=True)
    assert any(name.startswith("scorer.stats.") for name in imports("scorer.cli.statistics"))


def test_a_room_imports_only_what_it_may_and_only_what_is_below_it() -> None:
    below: set[str] = set()
    for name, allowed in ROOMS.items():
        assert set(allowed.split()) <= below | {"scorer"}, f"{name} reaches up"
        below.add(name)
    for module in SOURCES:
        if module != "scorer":
            theirs = {room(name) for name in imports(module) if name in SOURCES}
            if room(module) != "db":
                theirs -= {"language"}
            assert theirs <= {room(module), *ROOMS[room(module)].split()}, module


def test_no_arrow_is_allowed_that_nobody_draws() -> None:
    drawn = {(room(module), room(name)) for module in SOURCES for name in imports(module) if name in SOURCES}
    allowed = {(here, there) for here, others in ROOMS.items() for there in others.split()}
    assert allowed - drawn == set()


def test_the_core_imports_no_wing_and_a_wing_another_one_only_where_it_may() -> None:
    arrows = {(module, name) for module in SOURCES for name in imports(module) if name in SOURCES}
    assert [(here, there) for here, there in arrows if wing(there) not in {"", wing(here), *MAY[wing(here)]}] == []


def test_tournaments_ask_insight_for_two_commands_alone() -> None:
    asking = {
        module
        for module in SOURCES
        if wing(module) == "tournaments" and "insight" in map(wing, imports(module) & {*SOURCES})
    }
    assert asking <= ASKING_INSIGHT


def test_no_class_has_the_name_of_another_but_in_two_wings_that_never_meet() -> None:
    """A row of `db` is called as the value that is made of it."""
    wings: dict[str, list[str]] = defaultdict(list)
    for module, path in SOURCES.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body if room(module) != "db" else ():
            if isinstance(node, ast.ClassDef):
                wings[node.name].append(wing(module))
    assert {name for name, of in wings.items() if len(of) > len(set(of)) or ("" in of and len(of) > 1)} == set()


def test_a_folder_of_compiled_files_alone_was_taken_for_a_wing(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    assert not Wing((str(tmp_path),)).is_there


def test_a_wing_is_there_with_all_of_its_folders_or_not_at_all() -> None:
    assert Wing(("scorer/rules", "dashboard/views")).is_there
    assert not Wing(("scorer/rules", "dashboard/rules")).is_there
    assert not Wing(("scorer/views", "dashboard/views")).is_there


def test_few_modules_lie_loose() -> None:
    loose = {path.stem for path in (ROOT / "scorer").glob("*.py")} - {"__init__", "__main__"}
    assert len(loose) <= MOST_LOOSE, loose


def test_the_language_imports_the_standard_library() -> None:
    for module in inside("scorer.language"):
        assert tops(module) <= {*sys.stdlib_module_names, "scorer"}, module


def test_the_rules_import_the_standard_library_and_themselves() -> None:
    of_tournaments = ("scorer.tournaments.rules", "scorer.tournaments.seating")
    for module in [*inside("scorer.rules"), *(name for package in of_tournaments for name in inside(package))]:
        for name in imports(module):
            known = name.split(".")[0] in sys.stdlib_module_names
            ours = name.startswith(("scorer.rules", "scorer.language", *of_tournaments))
            assert known or ours, f"{module} imports {name}"


def test_the_rules_know_no_files_no_clock_no_printing() -> None:
    lots, months = "scorer.tournaments.seating.search", "scorer.tournaments.rules.ranking"
    packages = ("scorer.rules", "scorer.tournaments.rules", "scorer.tournaments.seating")
    for module in (name for package in packages for name in inside(package)):
        chance = set() if module == lots else {"random"}  # its lots follow from a seed alone
        clock = set() if module == months else {"datetime"}  # which counts months from day to day
        assert not tops(module) & {"os", "io", "pathlib", "time", "sys", "sqlite3", *chance, *clock}, module
        source = SOURCES[module].read_text(encoding="utf-8")
        called = {node.func.id for node in ast.walk(ast.parse(source))
                  if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}  # fmt: skip
        assert not called & {"print", "open", "input"}, module


def test_only_the_scorebook_and_the_frames_touch_the_rows() -> None:
    allowed = {*inside("scorer.scorebook"), *inside("scorer.frames"), *inside("scorer.tournaments.keeping")}
    no_rows = {"db.address"}  # where a scorebook is
    users = {module for module in inside("scorer") if any(name.startswith("db.") for name in imports(module) - no_rows)}
    assert users - allowed == {"scorer.cli.complete"}
    assert {name for name in imports("scorer.cli.complete") if name.split(".")[0] == "db"} - no_rows == {"db.names"}
    for module in inside("dashboard"):
        assert "db" not in tops(module), module


def test_the_tables_of_the_database_are_known_to_the_scorebook_and_the_frames_alone() -> None:
    allowed = {*inside("scorer.scorebook"), *inside("scorer.frames"), *inside("scorer.tournaments.keeping")}
    users = {module for module in SOURCES if "scorer.scorebook.rows" in imports(module)}
    assert "scorer.frames.query" in users
    assert users <= allowed


def test_sqlalchemy_defines_the_tables_and_migrates_them_and_no_driver_waits_for_the_other() -> None:
    migrations = {*inside("db.migrations")}
    users = {module for module in SOURCES if {"sqlalchemy", "sqlmodel"} & tops(module)} | migrations
    assert users - migrations == {"db.models", "db.migrating"}
    loading_it = {module for module in SOURCES if users & imports(module, at_run_time=True)}
    assert loading_it <= users
    assert not [
        module for module in SOURCES if any(name.startswith("psycopg") for name in imports(module, at_run_time=True))
    ]


def test_there_are_no_circles_not_even_when_a_function_is_called() -> None:
    graph = {module: {name for name in imports(module) if name in SOURCES} - {module} for module in SOURCES}

    def circle(module: str, path: tuple[str, ...]) -> tuple[str, ...] | None:
        if module in path:
            return (*path[path.index(module) :], module)
        if module in done:
            return None
        found = next((c for name in sorted(graph[module]) if (c := circle(name, (*path, module)))), None)
        done.add(module)
        return found

    done: set[str] = set()
    assert [found for module in SOURCES if (found := circle(module, ()))] == []


def test_heavy_libraries_have_their_own_rooms() -> None:
    of_wings = {"dashboard.insight.chance_chart", "dashboard.insight.pairing", "dashboard.insight.rating_chart"}
    drawing = {*inside("dashboard.charts"), "dashboard.look.theme", *of_wings}
    for module in SOURCES:
        found = tops(module)
        if found & {"pandas", "numpy"}:
            assert module.startswith(OF_ARRAYS), module
        if "plotly" in found:
            assert module in drawing, module
        if "streamlit" in found:
            assert module in set(inside("dashboard")) - drawing, module
        if "prompt_toolkit" in found:
            assert module == "scorer.cli.pad_screen", module
        if found & {"starlette", "uvicorn", "anyio"}:
            assert module in {"scorer.connections", *inside("scorer.phones"), *inside("dashboard")}, module
        if "segno" in found:
            assert module in {"scorer.phones.commands.phone_codes", "scorer.phones.codes"}, module


def test_one_file_alone_reaches_into_typer() -> None:
    reaching = [name for name, path in SOURCES.items() if re.search(r"typer(\.| import )_", path.read_text("utf-8"))]
    assert reaching == ["scorer.cli.within_typer"]

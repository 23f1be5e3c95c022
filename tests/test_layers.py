"""The rooms: who may import whom. Read from the source, so that no import inside a function escapes."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ("dashboard", "scorer", "db")
MOST_LOOSE = 6

# Every room with the rooms that it may import, lowest first; a loose module of scorer/ is a room of its own.
# All but the rows may import `language`, which stands below them.
ROOMS = {
    "language": "",
    "db": "",
    "rules": "",
    "errors": "rules",
    "atomic_file": "errors rules",
    "rule_files": "atomic_file errors rules",
    "match": "errors rules",
    "text": "match rules",
    "dashboard_address": "errors match",
    "connections": "",
    "scorebook": "atomic_file db errors match rule_files rules text",
    "tournament": "rules scorebook text",
    "frames": "db errors match rule_files rules scorebook text",
    "stats": "frames match rules text",
    "exchange": "atomic_file errors frames match rule_files rules scorebook stats text",
    "paper": "errors frames match rules scorebook stats text tournament",
    "wings": "",
    "serve": "connections dashboard_address db errors exchange match paper rule_files rules scorebook stats text",
    "cli": "atomic_file dashboard_address db errors exchange frames match paper rule_files rules scorebook "
    "scorer serve stats text tournament wings",
    "notebooks": "cli errors exchange match rules scorebook",
    "__main__": "cli",
    "dashboard": "connections dashboard_address errors exchange frames match paper rule_files rules scorebook serve "
    "stats text tournament",
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
    found = [module for module in SOURCES if module == package or module.startswith(package + ".")]
    assert found
    return found


def room(module: str) -> str:
    """`scorebook` of `scorer.scorebook.recording`, `dashboard` of all that is in there."""
    top, _, rest = module.partition(".")
    return rest.split(".")[0] if top == "scorer" and rest else top


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
    assert {(here, there) for here, allowed in ROOMS.items() for there in allowed.split()} - drawn == set()


def test_few_modules_lie_loose() -> None:
    loose = {path.stem for path in (ROOT / "scorer").glob("*.py")} - {"__init__", "__main__"}
    assert len(loose) <= MOST_LOOSE, loose


def test_the_language_imports_the_standard_library() -> None:
    for module in inside("scorer.language"):
        assert tops(module) <= {*sys.stdlib_module_names, "scorer"}, module


def test_the_rules_import_the_standard_library_and_themselves() -> None:
    for module in inside("scorer.rules"):
        for name in imports(module):
            known = name.split(".")[0] in sys.stdlib_module_names
            assert known or name.startswith(("scorer.rules", "scorer.language")), f"{module} imports {name}"


def test_the_rules_know_no_files_no_clock_no_printing() -> None:
    for module in inside("scorer.rules"):
        chance = (
            set() if module == "scorer.tournaments.seating.search" else {"random"}
        )  # its lots follow from a seed alone
        clock = (
            set() if module == "scorer.tournaments.rules.ranking" else {"datetime"}
        )  # which counts months from day to day
        assert not tops(module) & {"os", "io", "pathlib", "time", "sys", "sqlite3", *chance, *clock}, module
        source = SOURCES[module].read_text(encoding="utf-8")
        called = {node.func.id for node in ast.walk(ast.parse(source))
                  if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}  # fmt: skip
        assert not called & {"print", "open", "input"}, module


def test_only_the_scorebook_and_the_frames_touch_the_rows() -> None:
    allowed = {*inside("scorer.scorebook"), *inside("scorer.frames")}
    no_rows = {"db.address"}  # where a scorebook is
    users = {module for module in inside("scorer") if any(name.startswith("db.") for name in imports(module) - no_rows)}
    assert users - allowed == {"scorer.cli.complete"}
    assert {name for name in imports("scorer.cli.complete") if name.split(".")[0] == "db"} - no_rows == {"db.names"}
    for module in inside("dashboard"):
        assert "db" not in tops(module), module


def test_the_tables_of_the_database_are_known_to_the_scorebook_and_the_frames_alone() -> None:
    allowed = {*inside("scorer.scorebook"), *inside("scorer.frames")}
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
    for module in SOURCES:
        found = tops(module)
        if found & {"pandas", "numpy"}:
            assert module.startswith(("scorer.frames", "scorer.stats", "dashboard")), module
        if "plotly" in found:
            assert module in {*inside("dashboard.charts"), "dashboard.look.theme"}, module
        if "streamlit" in found:
            assert module in set(inside("dashboard")) - {*inside("dashboard.charts"), "dashboard.look.theme"}, module
        if "prompt_toolkit" in found:
            assert module == "scorer.cli.pad_screen", module
        if found & {"starlette", "uvicorn", "anyio"}:
            assert module in {"scorer.connections", *inside("scorer.phones"), *inside("dashboard")}, module
        if "segno" in found:
            assert module in {"scorer.phones.commands.phone_codes", "scorer.phones.codes"}, module


def test_one_file_alone_reaches_into_typer() -> None:
    reaching = [name for name, path in SOURCES.items() if re.search(r"typer(\.| import )_", path.read_text("utf-8"))]
    assert reaching == ["scorer.cli.within_typer"]


def test_one_command_alone_serves_phones_and_others_only_make_codes() -> None:
    codes = {"scorer.phones.access", "scorer.phones.addresses", "scorer.phones.codes"}
    users: dict[str, set[str]] = {}
    for module in set(SOURCES) - {*inside("scorer.phones")}:
        if found := {name for name in imports(module) if name.startswith("scorer.phones")}:
            users[module] = found
    assert users.keys() == {
        *(f"scorer.cli.{name}" for name in ("serve", "first_phone", "phone_codes", "code_watch", "access")),
        "scorer.phones.commands.unsent_entries",  # what a phone could not send, as it would have sent it
        "scorer.tournaments.commands.files",
        "dashboard.phones.looking_on",
    }
    assert {module for module, found in users.items() if found - codes} == {
        "scorer.phones.commands.serve",
        "scorer.phones.commands.unsent_entries",
    }
    for module in codes:  # which load no server
        assert not imports(module) & {name for name in inside("scorer.phones") if name not in {*codes, "scorer.phones"}}

"""The house: functions of a size that can be read, what they return annotated, everything public described."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = [
    path
    for top in ("scorer", "dashboard", "db")
    for path in sorted((ROOT / top).rglob("*.py"))
    if "migrations" not in path.parts
]
LONGEST_FUNCTION = 40
Function = ast.FunctionDef | ast.AsyncFunctionDef


@pytest.mark.xdist_group("tools")
def test_the_tests_of_a_group_go_to_one_process(request: pytest.FixtureRequest) -> None:
    """Pytest 9.2 names tests in a way in which pytest-xdist 3.8 cannot tell their group, and says nothing."""
    assert "PYTEST_XDIST_WORKER" not in os.environ or request.node.nodeid.endswith("@tools")


def functions(path: Path) -> Iterator[Function]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def length(function: Function) -> int:
    """Lines from the def to the end, without the docstring."""
    described = function.body[0]
    docstring = 0
    if ast.get_docstring(function) is not None:
        docstring = (described.end_lineno or 0) - described.lineno + 1
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def where(path: Path, function: Function) -> str:
    return f"{path.relative_to(ROOT)}:{function.lineno} {function.name}"


def test_there_is_something_to_measure() -> None:
    assert len(SOURCES) > 40
    assert sum(1 for path in SOURCES for _ in functions(path)) > 200


def test_no_function_is_too_long() -> None:
    long = {where(path, f): length(f) for path in SOURCES for f in functions(path) if length(f) > LONGEST_FUNCTION}
    assert long == {}


def test_every_return_is_annotated() -> None:
    assert [where(path, f) for path in SOURCES for f in functions(path) if f.returns is None] == []


def test_everything_public_is_described() -> None:
    bare = []
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        public = [n for n in tree.body if isinstance(n, Function | ast.ClassDef) and not n.name.startswith("_")]
        methods = [m for c in public if isinstance(c, ast.ClassDef) for m in c.body
                   if isinstance(m, Function) and not m.name.startswith("_")]  # fmt: skip
        bare += [f"{path.name}: {node.name}" for node in (*public, *methods) if not ast.get_docstring(node)]
        if path.read_text(encoding="utf-8").strip() and not ast.get_docstring(tree):
            bare.append(path.name)
    assert bare == []

"""docs/exactly-once.md names every command: those that write, whose steps bear a mark, and those that do not write.

What it says of those that write is played by tests/db/test_lost_line.py, each with the line cut at its commit.
"""

import ast
import re
from collections.abc import Iterator
from inspect import unwrap
from pathlib import Path
from typing import Any

from scorer.cli.app import command
from scorer.cli.contents import groups
from scorer.wings import absent_with

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/exactly-once.md").read_text(encoding="utf-8")
SECTION = PAGE.split("## A command of which")[1].split("\n## ")[0]
PLAYED, REST = SECTION.split("```sh\n")[1].split("```")
APART, READING = REST.split("All others write nothing to the scorebook:")
WRITES = {"writing", "changing", "founding", "change_tournament", "import_file"}


def leaves(group: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every command of the tree, by the words that name it, with its function."""
    for name, found in group.commands.items():
        words = f"{path} {name}".strip()
        if hasattr(found, "commands"):
            yield from leaves(found, words)
        else:
            yield words, unwrap(found.callback)


ALL = dict(leaves(command()))


def named(words: str) -> str:
    """The command of a line, without its facts."""
    first, second = [*words.split(), ""][:2]
    return f"{first} {second}" if first in groups() else first


def commands_in(text: str) -> set[str]:
    """The commands that stand in a text as code."""
    return {" ".join(words.removeprefix("scorer ").split()) for words in re.findall("`([^`]+)`", text)} & ALL.keys()


def calls_of(names: set[str], functions: dict[str, ast.AST]) -> set[str]:
    """The names of all that these functions mention, and the functions of the same module that they call."""
    found, due = set(names), set(names)
    while due:
        within = [node for name in due if name in functions for node in ast.walk(functions[name])]
        new = {node.id for node in within if isinstance(node, ast.Name)}
        new |= {node.attr for node in within if isinstance(node, ast.Attribute)}
        due = new - found
        found |= new
    return found


def may_write(words: str) -> bool:
    """Whether a command opens a writing transaction, itself or by what it calls in its module."""
    function = ALL[words]
    tree = ast.parse(Path(function.__code__.co_filename).read_text(encoding="utf-8"))
    functions: dict[str, ast.AST] = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    return bool(calls_of({function.__name__}, functions) & WRITES)


def test_a_new_command_that_writes_was_forgotten_on_the_page() -> None:
    lines = [line.removeprefix("scorer ") for line in PLAYED.splitlines()]
    played = {named(line) for line in lines if named(line) in ALL or not absent_with(line.split()[0])}
    apart, reading = commands_in(APART), commands_in(READING)
    assert played <= ALL.keys()
    assert played | apart | reading == ALL.keys()
    assert len(played) + len(apart) + len(reading) == len(ALL)
    assert {words for words in played if not may_write(words)} == set()
    assert {words for words in reading if may_write(words)} == set()

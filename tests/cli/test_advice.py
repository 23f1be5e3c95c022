"""What a message advises can be typed: each command and each option that the program names in its words exists."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from scorer.wings import WINGS, absent_with
from tests.cli_reference import commands

ROOT = Path(__file__).parents[2]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
COMMANDS: dict[str, Any] = dict(commands())
EVERYWHERE = {"--help", "--version"}
NO_COMMANDS = {"alone", "made", "makes", "works", "writes"}  # "scorer alone says where the evening stands"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every text of the command line that may name a command or an option; what is filled in is a capital X."""
    found = []
    for path in sorted(path for top in ("scorer", "dashboard") for path in (ROOT / top).rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        joined = [node for node in nodes if isinstance(node, ast.JoinedStr)]
        inside = {id(part) for node in joined for part in node.values}
        for node in nodes:
            if isinstance(node, ast.JoinedStr):
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
                text = re.sub(r"\{\w+\}", " X", node.value)  # of a template
            else:
                continue
            if "scorer " in text or "--" in text:
                found.append((f"{path.relative_to(ROOT)}:{node.lineno}", text))
    return tuple(found)


def options(command: Any) -> set[str]:
    return {word for option in command.params for word in (*option.opts, *option.secondary_opts)}


def advised(text: str) -> Iterator[tuple[str, set[str]]]:
    """Each command that a text says to type, as far as it is words, with the options said before the next one."""
    for said in re.findall(r"(?<![`\w])scorer (?:--(?:yes|no-input|debug) |--db \S+ )*([a-z][^`;:|()\n]*)", text):
        words = re.split(r",(?: [a-z]+)* scorer ", said)[0]
        yield words, set(re.findall(r"(?<= )--[a-z][a-z-]*", words))


def test_every_command_that_is_named_exists_and_has_the_options_that_are_named_with_it() -> None:
    found, wrong = 0, []
    for where, text in texts():
        for words, said in advised(text):
            first, second, *_ = [*(word.strip(",.") for word in words.split()), ""]
            group = COMMANDS.get(f"scorer {first}")
            if first in NO_COMMANDS or (group is None and absent_with(first)):
                continue
            command = COMMANDS.get(f"scorer {first} {second}") if hasattr(group, "commands") else group
            found += 1
            if command is None or said - options(command) - EVERYWHERE:
                wrong.append(f"{where}: scorer {words}")
    assert wrong == []
    assert found > 80


def test_every_option_that_is_named_is_one_of_some_command() -> None:
    known = EVERYWHERE | {option for command in COMMANDS.values() for option in options(command)}
    known.add("--no-X")  # as the facts of a deal that are flags are declared
    known |= {
        word for wing in WINGS.values() for asked in wing.asks for word in asked.split()
    }  # also where it is absent
    strange = [
        f"{where}: {said}"
        for where, text in texts()
        for said in re.findall(r"(?<![\w-])--[a-z][\w-]*", text)
        if said not in known and not where.startswith(("dashboard", "scorer/paper"))  # which say --ink in CSS
    ]
    assert strange == []


IN_ONE_MATCH = """
sheet | settle | call gina K | deal gina K solo 61 | carry | explain 1 | seats --out gina
redeal misdeal | penalty gina 4 --reason x | adjust gina=4 --reason x | void 1 --reason x
edit 1 --result 70 --reason x | finish
"""


def test_with_two_matches_open_every_command_takes_the_match_as_it_advises(say: Say, ok: Ok) -> None:
    for name in ("Kitchen", "Garden"):
        ok(f"start {name} --players {FIVE},Gina")
    for command in re.split(r"[|\n]", IN_ONE_MATCH.strip()):
        refused = say(command)
        said = "scorer: several matches are open (1 Kitchen, 2 Garden); say which with --match or SCORER_MATCH\n"
        assert (command, refused.returncode, refused.stderr) == (command, 4, said)
        assert "No such option" not in say(f"{command} --match Kitchen").stderr


@pytest.mark.parametrize("command", ["sheet", "settle", "finish", "reopen", "history"])
def test_a_match_is_named_as_an_argument_or_with_the_option(
    command: str, say: Say, ok: Ok, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Kitchen", "Garden", "Attic"):
        ok(f"start {name} --players {FIVE}")
        ok(f"deal anna K bruno 6{len(name)} --match {name} --note {name}")
    if command == "reopen":
        for name in ("Kitchen", "Garden", "Attic"):
            ok(f"finish {name}")
    assert "Garden" in ok(f"{command} Garden")
    refused = say(f"{command} Kitchen --match Attic")
    assert refused.returncode == 2
    assert "'Kitchen' and --match 'Attic': say one match, once" in refused.stderr
    assert "Kitchen" in ok(f"{command} --match Kitchen")
    monkeypatch.setenv("SCORER_MATCH", "Kitchen")
    assert "Attic" in ok(f"{command} Attic")  # what is typed goes before the environment


def test_only_the_command_line_says_what_to_type() -> None:
    """A page and a phone have no command line: elsewhere advice is a code."""
    rooms = ("rules", "match", "scorebook", "text", "tournaments", "paper", "stats")
    folders = (*(f"scorer/{room}/" for room in rooms), "dashboard/")
    # a page without a scorebook, a file's mark
    known = {"dashboard/page/skeleton.py", "scorer/tournaments/paper/marked_pages.py"}
    wrong = [
        (where, words)
        for where, text in texts()
        if where.startswith(folders) and "/commands/" not in where and where.split(":")[0] not in known
        for words, _options in advised(text)
        if words.split()[0] not in NO_COMMANDS
    ]
    assert wrong == []

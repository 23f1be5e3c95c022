"""The second part of docs/cli.md, what every command prints with --help: `python -m tests.cli_reference` writes it."""

import io
import os
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest.mock import patch

import typer

from scorer.cli.app import app
from scorer.cli.context import Settings
from tests.running import run

PAGE = Path(__file__).resolve().parent.parent / "docs" / "cli.md"
ANSI = re.compile(r"\x1b\[[0-9;]*m")
WIDTH = {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1", "TERM": "dumb"}
MARK = "<!-- below: python -m tests.cli_reference -->"
TYPER = ".".join(version("typer").split(".")[:2])


def commands() -> Iterator[tuple[str, Any]]:
    """Every command line of the program in the order of its help, with the command behind it."""

    def walk(name: str, command: Any) -> Iterator[tuple[str, Any]]:
        yield name, command
        for word, below in getattr(command, "commands", {}).items():
            yield from walk(f"{name} {word}", below)

    return walk("scorer", typer.main.get_command(app))


def help_text(name: str) -> str:
    """What `NAME --help` prints on a terminal of a hundred columns without colours."""
    out = io.StringIO()
    wide = patch("typer.rich_utils.MAX_WIDTH", int(WIDTH["TERMINAL_WIDTH"]))  # read when typer was loaded
    with patch.dict(os.environ, WIDTH), wide, redirect_stdout(out):
        run([*name.split()[1:], "--help"], Settings())
    lines = ANSI.sub("", out.getvalue()).splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def without_help(text: str) -> str:
    """A help without the option that every command has, and without a box that is empty then."""
    text = re.sub(r"^│ --help .*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\n╭─.*\n╰─.*", "", text)


def reference() -> str:
    """The part of the page that is printed by the program, under the version of the library that lays it out."""
    sections = [f"## {name}\n\n```text\n{without_help(help_text(name))}\n```\n" for name, _ in commands()]
    return f"{MARK}\n<!-- laid out by typer {TYPER} -->\n\n" + "\n".join(sections)


def laid_out_by(page: str) -> str:
    """The version of typer that laid out the page."""
    found = re.search(r"<!-- laid out by typer (\S+) -->", page)
    return found[1] if found else ""


def main() -> None:
    """Write the page again below its head."""
    head = PAGE.read_text(encoding="utf-8").split(MARK)[0]
    PAGE.write_text(head + reference(), encoding="utf-8", newline="\n")
    print(f"docs/cli.md: {sum(1 for _ in commands())} commands")


if __name__ == "__main__":
    main()

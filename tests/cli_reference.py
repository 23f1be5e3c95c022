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
MARK = "<!-- below: python -m tests.cli_reference -->"
TYPER = ".".join(version("typer").split(".")[:2])


def commands() -> Iterator[tuple[str, Any]]:
    """Every command line of the program in the order of its help, with the command behind it."""

    def walk(name: str, command: Any) -> Iterator[tuple[str, Any]]:
        yield name, command
        for word, below in getattr(command, "commands", {}).items():
            yield from walk(f"{name} {word}", below)

    return walk("scorer", typer.main.get_command(app))


def help_text(name: str, columns: int = 80) -> str:
    """What `NAME --help` prints on a terminal of so many columns; it gets no wider than eighty."""
    out = io.StringIO()
    with patch.dict(os.environ, {"COLUMNS": str(columns)}), redirect_stdout(out):
        run([*name.split()[1:], "--help"], Settings())
    return out.getvalue().strip("\n")


def without_help(text: str) -> str:
    """A help without the option that every command has, and without the head of options that is alone then."""
    text = re.sub(r"^  -h, --help .*\n?", "", text, flags=re.MULTILINE)
    return re.sub(r"\nOptions:\n(?=\n|$)", "", text).rstrip("\n")


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

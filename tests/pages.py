"""Pages that run. `python -m tests.pages` plays the pages again and writes what the program prints today into them.

A page's ```console blocks are one evening: `$ ` begins a command (a backslash at its end continues it on the next
line), what stands below is what it prints, stdout and stderr together as on a terminal, and `[exit 3]` stands last
where a command does not end with 0. The blocks of a page are played in order, in an empty folder, with an empty
scorebook and a clock that begins at nine in the evening. Besides `scorer`, lines may be `export NAME=TEXT` or whatever
bash knows; `LEFT | scorer`, `scorer | head -N`, `scorer > FILE` and `NAME=TEXT scorer` are understood. A block
```text file=NAME is written into the folder as a file of that name.
"""

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import patch

from scorer.cli.context import Settings
from scorer.scorebook import Book
from tests.running import run

ROOT = Path(__file__).resolve().parent.parent
ANSI = re.compile(r"\x1b\[[0-9;]*m")
BLOCK = re.compile(r"^```(console|text file=\S+)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
LINE = re.compile(
    r"(?:(?P<left>.+) \| )?(?P<env>(?:[A-Z_]+=\S+ )*)scorer(?P<words>| .*?)"
    r"(?: \| head -(?P<head>\d+))?(?: > (?P<file>\S+))?"
)
ON_A_SERVER = "postgresql.md"  # tests/debian_server.py plays it
NINE = datetime(2026, 11, 20, 21, 0).astimezone()
MINUTES_A_STEP = 4
PIPE = {"COLUMNS": "", "NO_COLOR": "1", "TERM": "dumb"}


class Clock:
    """A clock that begins at nine and goes on a few minutes whenever a step is written down."""

    def __init__(self) -> None:
        self.minutes = 0

    def now(self) -> datetime:
        """The moment it is."""
        return NINE + timedelta(minutes=self.minutes)

    def step(self) -> datetime:
        """The moment of a step; the next one is some minutes later."""
        moment = self.now()
        self.minutes += MINUTES_A_STEP
        return moment


CLOCK = Clock()


@contextmanager
def evening(folder: Path) -> Iterator[None]:
    """An empty scorebook in `folder`, a clock of its own, and no terminal: nothing is folded."""
    mine = {"SCORER_DB": "scorebook.db", "SCORER_VARIANTS": "variants", "SCORER_FORMATS": "formats",
            "SCORER_RANKINGS": "rankings", **PIPE}  # fmt: skip
    others = {name: text for name, text in os.environ.items() if not name.startswith("SCORER_")}
    CLOCK.minutes = 0
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, others | mine, clear=True))
        stack.enter_context(chdir(folder))
        yield


def shown(line: str) -> str:
    """What a command line prints, and its exit code where it is not 0."""
    if line.startswith("export "):
        name, _, text = line.removeprefix("export ").partition("=")
        os.environ[name] = text
        return ""
    found = LINE.fullmatch(line)
    printed, code = _scorer(found) if found else _bash(line)
    return printed.rstrip("\n") + (f"\n[exit {code}]" if code else "")


def _bash(line: str) -> tuple[str, int]:
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, encoding="utf-8", check=False)
    return done.stdout + done.stderr, done.returncode


def _scorer(line: re.Match[str]) -> tuple[str, int]:
    """Run one command of the program in this process."""
    said = shlex.split(line["words"])
    db, said = (said[1], said[2:]) if said[:1] == ["--db"] else ("", said)
    both = io.StringIO()
    out = io.StringIO() if line["file"] else both
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, dict(pair.split("=", 1) for pair in line["env"].split())))
        stack.enter_context(patch.object(sys, "stdin", io.StringIO(_bash(line["left"])[0] if line["left"] else "")))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(both))
        shared = Settings(db=db, now=CLOCK.now)
        shared.open_book = Book(shared.where[0], CLOCK.step)
        code = run(said, shared)
    shared.open_book.close()
    if line["file"]:
        Path(line["file"]).write_text(out.getvalue(), encoding="utf-8", newline="\n")
    printed = ANSI.sub("", both.getvalue())
    return "".join(printed.splitlines(keepends=True)[: int(line["head"])]) if line["head"] else printed, code


def _played_block(text: str) -> str:
    """A block with every output as it is now, and a blank line between what was printed and the next command."""
    commands = re.findall(r"^\$ (?:.*\\\n)*.*\n", text, flags=re.MULTILINE)
    return "\n".join(f"{command}{_lines(shown(_joined(command)))}" for command in commands)


def _joined(command: str) -> str:
    """A command as one line, without its prompt."""
    return re.sub(r"\\\n\s*", "", command.removeprefix("$ ").rstrip("\n"))


def _lines(output: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in output.splitlines())


def played(page: str, folder: Path) -> str:
    """The page with the output of every command as it is now; equal to `page` when the page tells the truth."""

    def block(found: re.Match[str]) -> str:
        kind, text = found.groups()
        if kind == "console":
            return f"```{kind}\n{_played_block(text)}```"
        Path(kind.removeprefix("text file=")).write_text(text, encoding="utf-8", newline="\n")
        return found[0]

    with evening(folder):
        return BLOCK.sub(block, page)


def pages() -> list[Path]:
    """README and every page of docs that shows commands."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    shown_here = (path for path in found if path.name != ON_A_SERVER)
    return [path for path in shown_here if "```console" in path.read_text(encoding="utf-8")]


def main() -> None:
    """Play every page and write it again."""
    for path in pages():
        with tempfile.TemporaryDirectory() as folder:
            page = path.read_text(encoding="utf-8")
            now = played(page, Path(folder))
        path.write_text(now, encoding="utf-8", newline="\n")
        print(f"{path.relative_to(ROOT)}: {'as it was' if now == page else 'renewed'}")


if __name__ == "__main__":
    main()

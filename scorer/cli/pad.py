"""`scorer pad`: a line a deal, on a terminal with a preview while typing, or as plain lines from a pipe."""

import os
import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING

import typer

from scorer.cli.context import MatchOption, Settings, book, exit_code, said, settings
from scorer.names import printable
from scorer.rules.errors import ScorerError

if TYPE_CHECKING:
    from scorer.words import DealWords

app = typer.Typer()

QUIT = {"quit", "exit", "q"}
HELP = """\
A deal       CALLER BID PARTNER RESULT   anna 2/71 elena 74 · bruno K solo 58 · after a call: elena 74
A redeal     redeal passed-out|thrown-in|misdeal|annulled
A penalty    penalty PLAYER UNITS --reason TEXT
Corrections  undo · redo · edit NUMBER --partner dario --reason TEXT · void NUMBER --reason TEXT
Looking      sheet · history · explain NUMBER · settle
The table    seats "Anna,Bruno,..." · call CALLER BID · finish
Leaving      quit or Ctrl-D: the match stays open, scorer pad goes on with it
Tab completes names and bids, Ctrl-C clears the line. Every command of scorer works here; --help after it
says more."""


@app.command()
def pad(ctx: typer.Context, match: MatchOption = "") -> None:
    """Keep score line by line: everybody's units are shown while you type, Enter records the deal.

    Plain lines from a pipe work too; the first one that is refused ends it.
    """
    from scorer import scorebook

    shared = settings(ctx)
    with book(ctx).reading() as session:
        sheet = scorebook.sheet_of(session, scorebook.find_match(session, match))
    os.environ["SCORER_MATCH"] = str(sheet.match.id)
    if sys.stdin.isatty():
        from scorer.cli.pad_screen import run

        run(shared, sheet)
    else:
        _from_pipe(shared)


def _from_pipe(shared: Settings) -> None:
    """Take one line after the other; stop at the first that is refused, naming it."""
    for number, line in enumerate(sys.stdin, 1):
        words = split(line)
        if not words or words[0].startswith("#"):
            continue
        if words[0] in QUIT:
            return
        if code := enter(shared, words):
            stopped = f"scorer: stopped at line {number}: {printable(line.strip())}"
            typer.echo(f"{stopped}; what stands above it is recorded", err=True)
            raise typer.Exit(code)


def split(line: str) -> list[str]:
    """A line in words as a shell splits it; an apostrophe in a name is no quotation mark, an open one is closed."""
    parts = line.split('"')
    parts[::2] = [re.sub(r"(?<=\w)'(?=\w)", r"\\'", part) for part in parts[::2]]
    for closing in ("", '"', "'"):
        with suppress(ValueError):
            return shlex.split('"'.join(parts) + closing)
    return line.split()


def enter(shared: Settings, words: Sequence[str]) -> int:
    """Carry out one line: a deal, or any command of scorer. Returns its exit code."""
    from scorer.cli import evening

    if words[0] == "help":
        typer.echo(HELP)
        return 0
    if words[0] == "pad":
        typer.echo("scorer: this is the pad; quit leaves it", err=True)
        return 2
    if words[0] in shared.commands:
        return shared.run(words)
    try:
        evening.record_and_show(shared, read_line(words), os.environ["SCORER_MATCH"])
    except ScorerError as error:
        typer.echo(f"scorer: {said(error)}", err=True)
        return exit_code(error)
    return 0


def read_line(words: Sequence[str]) -> "DealWords":
    """The words of a deal line, flags included; raises ScorerError."""
    from scorer.words import DealWords, deal_words

    flags = {"--slam": True, "--no-slam": False}
    slam = next((flags[word] for word in words if word in flags), None)
    options = {key: value for key, value in pairwise(words) if key in OPTIONS}
    skip = {at + offset for at, word in enumerate(words) for offset in (0, 1) if word in OPTIONS}
    facts = [word for at, word in enumerate(words) if at not in skip and word not in flags]
    said = {OPTIONS[key]: value for key, value in options.items()}
    return deal_words(facts, DealWords(slam=slam, **said))


OPTIONS = {f"--{name}": name for name in ("called", "dealer", "out", "times", "note")}

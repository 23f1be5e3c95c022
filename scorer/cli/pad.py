"""`scorer pad`: a line a deal, on a terminal with a preview while typing, or as plain lines from a pipe."""

import os
import shlex
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import typer

from scorer.cli.context import MatchOption, Settings, book, exit_code, settings
from scorer.rules.errors import ScorerError

if TYPE_CHECKING:
    from scorer.sheet import Sheet
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
Leaving      quit: the match stays open, scorer pad goes on with it
Tab completes names and bids. Every command of scorer works here; --help after it says more."""


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
            typer.echo(f"scorer: stopped at line {number}: {line.strip()}; what stands above it is recorded", err=True)
            raise typer.Exit(code)


def split(line: str) -> list[str]:
    """A line in words as a shell splits it; an apostrophe in a name is no quotation mark."""
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def is_command(word: str) -> bool:
    """Whether a line that begins so is a command rather than a deal."""
    from scorer.cli.app import command_names

    return word in command_names()


def enter(shared: Settings, words: Sequence[str]) -> int:
    """Carry out one line: a deal, or any command of scorer. Returns its exit code."""
    from scorer.cli import app as root
    from scorer.cli import evening

    if words[0] == "help":
        typer.echo(HELP)
        return 0
    if words[0] == "pad":
        typer.echo("scorer: this is the pad; quit leaves it", err=True)
        return 2
    if is_command(words[0]):
        return root.run(words, shared)
    try:
        evening.record_and_show(shared, read_line(words), os.environ["SCORER_MATCH"])
    except ScorerError as error:
        typer.echo(f"scorer: {error}", err=True)
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


def preview(sheet: "Sheet", line: str) -> str:
    """What a line that is being typed would pay, or what it still needs."""
    words = split(line)
    if not words or is_command(words[0]) or words[0] in {"help", *QUIT}:
        return "CALLER BID PARTNER RESULT, or a command; help lists them"
    try:
        return _payouts(sheet, words)
    except ScorerError as error:
        return str(error)


def _payouts(sheet: "Sheet", words: Sequence[str]) -> str:
    """Everybody's units: of the deal when it is whole, of both ways it can end while the result is missing."""
    from scorer.sentences import running_words
    from scorer.words import read_deal

    whole = 2 if sheet.match.sitting.call and len(words) < 3 else 4  # noqa: PLR2004 - what a call leaves open
    if len(words) < whole - 1:
        return " ".join(("CALLER", "BID", "PARTNER", "RESULT")[4 - whole + len(words) :]) + " still to say"
    if len(words) == whole - 1:
        ends = {end: read_deal(read_line([*words, end, "--no-slam"]), sheet) for end in ("made", "failed")}
        return " | ".join(f"{end}: {running_words(dealing.reckoning.units)}" for end, dealing in ends.items())
    dealing = read_deal(read_line(words), sheet)
    said = f"{dealing.reckoning.outcome}: {running_words(dealing.reckoning.units)}"
    return "; ".join([said, *dealing.notices])

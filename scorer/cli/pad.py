"""`scorer pad`: a line a deal, on a terminal with a preview while typing, or as plain lines from a pipe."""

import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from textwrap import fill
from typing import TYPE_CHECKING

import typer

from scorer.cli.context import MatchOption, Settings, book, exit_code, said, settings
from scorer.names import SOLO, find, fold, printable
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


def preview(sheet: "Sheet", line: str, width: int = 80) -> str:
    """What a line that is being typed would pay, or what it still needs, in lines of that width."""
    words = split(line)
    if not words:
        return fill(_hint(sheet), width)
    if is_command(words[0]) or words[0] in {"help", *QUIT}:
        return f"a command: Enter carries it out, {words[0]} --help explains it"[:width]
    try:
        return _payouts(sheet, words, width, typing=not line.endswith(" "))
    except ScorerError as error:
        return fill(said(error), width)


def _hint(sheet: "Sheet") -> str:
    """What an empty line waits for."""
    from scorer.sentences import pending_words

    if sheet.match.sitting.finished:
        return "The match is finished: reopen goes on with it, quit leaves."
    if call := pending_words(sheet):
        return f"{call}: PARTNER RESULT; help lists the rest"
    return "CALLER BID PARTNER RESULT, as in anna 2/71 elena 74; help lists the rest"


def _payouts(sheet: "Sheet", words: Sequence[str], width: int, *, typing: bool) -> str:
    """Everybody's units: of the deal when it is whole, of both ways it can end while the result is missing."""
    from scorer.words import read_deal

    whole = 2 if sheet.match.sitting.call and len(words) < 3 else 4  # noqa: PLR2004 - what a call leaves open
    if len(words) < whole - 1 or (len(words) == whole - 1 and typing and not _partner(sheet, words[-1])):
        _check_begun(sheet, words[: len(words) - typing], whole)
        missing = ("CALLER", "BID", "PARTNER", "RESULT")[4 - whole + len(words) - typing :]
        return f"{' '.join(missing)} still to say"
    if len(words) == whole - 1:
        ends = {end: read_deal(read_line([*words, end, "--no-slam"]), sheet) for end in ("made", "failed")}
        return units_table({end: dealing.reckoning.units for end, dealing in ends.items()}, sheet.seats, width)
    dealing = read_deal(read_line(words), sheet)
    paid = units_table({str(dealing.reckoning.outcome): dealing.reckoning.units}, sheet.seats, width)
    return "\n".join([paid, *(fill(notice, width) for notice in dealing.notices)])


def _partner(sheet: "Sheet", word: str) -> bool:
    """Whether a word that is perhaps not finished says a partner already."""
    with suppress(ScorerError):
        return fold(word) == SOLO or bool(find(word, sheet.seats))
    return False


def _check_begun(sheet: "Sheet", words: Sequence[str], whole: int) -> None:
    """Raise ScorerError for a caller or a bid that cannot be meant, before the rest is typed."""
    from scorer.rules.bid import read_bid

    if words and fold(words[0]) != SOLO:
        find(words[0], sheet.seats)
    if len(words) > 1 and whole == 4:  # noqa: PLR2004 - all four
        read_bid(words[1], sheet.match.variant.auction)


def units_table(units: Mapping[str, Mapping[str, int]], seats: Sequence[str], width: int) -> str:
    """Units a line by its label, a column a player; as sentences where the columns are wider than the terminal."""
    from rich.cells import cell_len

    from scorer.cli import render
    from scorer.sentences import running_words, signed

    header = ["", *render.short_names(seats)]
    rows = [[label, *(signed(paid[seat]) if seat in paid else "-" for seat in seats)] for label, paid in units.items()]
    table = render.table([header, *rows])
    if max(map(cell_len, table.split("\n"))) <= width:
        return table
    return "\n".join(fill(f"{label}: {running_words(paid)}", width) for label, paid in units.items())

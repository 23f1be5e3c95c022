"""`scorer pad`: a line a deal, on a terminal with a preview while typing, or as plain lines from a pipe."""

import sys
from shutil import get_terminal_size

import typer

from scorer import scorebook
from scorer.cli import evening, score_sheet, typed_line
from scorer.cli.advice import match_option
from scorer.cli.context import (
    CommandGiven,
    Settings,
    book,
    error_words,
    exit_code,
    notice,
    repeated,
    say,
    settings,
    shorten,
)
from scorer.cli.options import MatchOption
from scorer.cli.typed_line import command_words, split
from scorer.language import N_, _
from scorer.match.deal_options import DealWords
from scorer.match.names import printable
from scorer.match.sheet import Sheet
from scorer.rules.errors import ScorerError, UnreadableError
from scorer.text.sentences import match_title
from scorer.text.sheet_words import race_tallies

app = typer.Typer()

HELP = N_("""\
A deal       CALLER BID PARTNER RESULT, or after a call PARTNER RESULT
             anna 2/71 elena 74 · bruno K solo 58 · elena 74
Nobody calls who took how much, or who won
             anna 74 · anna=50 bruno=40 carla=30 · anna won · even · killed anna
             anna 60 --more-cards dario · anna 124 --bonus anna=40,bruno=20
Rematada     CALLER BID COUNT, or after a call COUNT: anna 110 125
A redeal     redeal passed-out|thrown-in|misdeal|annulled
A ruling     penalty PLAYER UNITS · adjust "Anna=-3,Bruno=3"
Corrections  undo · redo · edit NUMBER --partner dario · void NUMBER
             carry: deals count again what the deals before them leave now
Looking      sheet · history · explain NUMBER · settle
The table    seats "Anna,Bruno,..." · call CALLER BID · finish
A match      start NAME --players "Anna,Bruno,..." · pad --match MATCH
Leaving      quit or Ctrl-D: the match stays open, scorer pad goes on with it
Reasons      --reason TEXT, which rulings and corrections need
The line at the bottom says what Enter would do; Tab completes, Ctrl-C clears. Pasted lines are carried out one \
after the other. Every command of scorer works; --help after it says more.""")


@app.command()
def pad(ctx: typer.Context, match: MatchOption = "") -> None:
    """Keep score line by line: everybody's units are shown while you type, Enter records the deal.

    Plain lines from a pipe work too; the first one that is refused ends it.
    """
    shared = settings(ctx)
    with book(ctx).reading() as transaction:
        sheet = scorebook.sheet_of(transaction, scorebook.find_match(transaction, match))
    on_pad = shared.pad_matches
    shared.keep_pad_on(*on_pad, sheet.match)
    if on_pad:  # typed into the pad: it goes on with another match
        _begin(shared, sheet)
    elif sys.stdin and sys.stdin.isatty():
        from scorer.cli.pad_screen import run

        _begin(shared, sheet)
        run(shared, sheet, enter)
        _leave(shared)
    else:
        for number, line in enumerate(sys.stdin or (), 1):
            if line.strip() in typed_line.QUIT:
                return
            if code := enter(shared, line):
                facts = {"number": number, "line": shorten(printable(line.strip()), 100)}
                stopped = _("stopped at line {number}: {line}; what stands above it is recorded", **facts)
                notice(f"scorer: {stopped}")
                raise typer.Exit(code)


def _begin(shared: Settings, sheet: Sheet) -> None:
    """Say which match it is, where everybody stands, and how it goes on."""
    say(match_title(sheet.match))
    say("")
    limit = get_terminal_size().columns
    say(score_sheet.units_table({_("running"): sheet.running}, sheet.players, limit, race_tallies(sheet)))
    score_sheet.state(sheet, shared.now())


def _leave(shared: Settings) -> None:
    """Say how to go on with the match that the pad was on."""
    with shared.book.reading() as transaction:
        match = scorebook.existing(transaction, shared.pad_matches[-1].id)
        named = match_option(scorebook.needed_number(transaction, match)) if match else ""
    if match is None:
        begun = shared.pad_matches[-1]
        notice(
            _(
                "{match} (match {number}) is not in the scorebook any more: somebody took its start back; "
                "scorer redo brings back what was undone last, scorer pad goes on with it then.",
                match=begun.name,
                number=begun.id,
            )
        )
        return
    if match.sitting.finished:
        ways = N_("{match} is finished; scorer settle{named} says who pays whom.")
    else:
        ways = N_("{match} stays open: scorer pad{named} goes on with it; scorer settle{named} says who pays whom.")
    say(_(ways, match=match.name, named=named))


def enter(shared: Settings, line: str) -> int:
    """Carry out one line: a deal, or any command of scorer; a comment does nothing. Returns its exit code."""
    try:
        words = split(line)
        if not words or words[0].startswith("#"):
            return 0
        words = command_words(words, shared.commands)
        if words and words[0] in typed_line.HELP:
            say(_(HELP))
            return 0
        if words == ["pad"]:
            raise UnreadableError(_("this is the pad: quit leaves it, pad --match MATCH goes on with another match"))
        if not words or words[0] in shared.commands:  # scorer alone: where the evening stands
            return shared.run(words)
        if any(word.startswith("-") for word in words):
            return shared.run(["deal", *words])
        repeated(lambda: evening.record_and_show(shared, words, DealWords(), str(shared.pad_matches[-1].id)))
    except ScorerError as error:
        notice(f"scorer: {error_words(error)}")
        return exit_code(error)
    except CommandGiven as given:
        return given.carry_out(shared)
    except typer.Abort:
        notice(_("Nothing is recorded."))
        return 1
    return 0

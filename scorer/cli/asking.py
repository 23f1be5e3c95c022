"""Asking for a deal fact by fact; each answer is read at once and asked for again when it cannot be."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import typer

from scorer.cli.context import Settings, said
from scorer.errors import EarlyError, RefusedError
from scorer.match.names import find, is_solo
from scorer.match.parsing import DealWords, SlamUnclearError, read_result
from scorer.match.sheet import Sheet
from scorer.rules.bid import read_bid
from scorer.rules.errors import ScorerError

T = TypeVar("T")


def ask_deal(sheet: Sheet, words: DealWords) -> DealWords:
    """The facts of the next deal; a pending call spares the first two questions."""
    auction = sheet.match.variant.auction
    call = sheet.match.sitting.call
    if call is None:
        typer.echo(f"At the table: {', '.join(sheet.seats)}.", err=True)
        caller = _ask("Who called", lambda text: find(text, sheet.seats))
        words = replace(words, caller=caller, bid=_ask("What was called", lambda text: read_bid(text, auction)))
    else:
        typer.echo(f"{call.caller} called {call.bid}.", err=True)
    partner = _ask("With whom (or solo)", lambda text: is_solo(text) or find(text, sheet.seats))
    return replace(words, partner=partner, result=_ask("Card points of the calling side", read_result))


def or_ask(words: DealWords, record: Callable[[DealWords], T]) -> T:
    """What `record` gives; where only the table can say whether it was a slam, ask it and record again.

    The question is asked when the transaction is over: nobody else waits for the answer.
    """
    try:
        return record(words)
    except SlamUnclearError as question:
        return record(replace(words, slam=typer.confirm(str(question), default=False, err=True)))


def or_early(shared: Settings, words: str, close: Callable[[bool], T]) -> T:
    """What `close` gives; where it would be early, it is asked and done again, or refused: `words` say the command."""
    try:
        return close(shared.yes)
    except EarlyError as early:
        if not shared.may_confirm:
            raise RefusedError(f"{early}; scorer --yes {words} closes it all the same") from None
        typer.confirm(f"{early}. Close it all the same?", abort=True, err=True)
        return close(True)


def _ask(question: str, read: Callable[[str], Any]) -> str:
    """The first answer that `read` understands."""
    while True:
        answer: str = typer.prompt(question, err=True)
        try:
            read(answer)
        except ScorerError as error:
            typer.echo(said(error), err=True)
        else:
            return answer

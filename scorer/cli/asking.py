"""Asking for a deal fact by fact; each answer is read at once and asked for again when it cannot be."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import typer

from scorer.names import SOLO, find, fold
from scorer.rules.bid import read_bid
from scorer.rules.errors import ScorerError
from scorer.sheet import Sheet
from scorer.words import DealWords, read_result


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
    partner = _ask("With whom (or solo)", lambda text: fold(text) == SOLO or find(text, sheet.seats))
    return replace(words, partner=partner, result=_ask("Card points of the calling side", read_result))


def _ask(question: str, read: Callable[[str], Any]) -> str:
    """The first answer that `read` understands."""
    while True:
        answer: str = typer.prompt(question, err=True)
        try:
            read(answer)
        except ScorerError as error:
            typer.echo(str(error), err=True)
        else:
            return answer

"""What a phone can do at a table: each verb reads what was posted and does it by the same function as its command."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from scorer import scorebook
from scorer.errors import NewerStepError
from scorer.language import _
from scorer.match.facts import Match
from scorer.match.parsing import MOST_UNITS, read_choice, read_redeal, read_within
from scorer.scorebook.changes import Change, Verb
from scorer.scorebook.match_lookup import find_record
from scorer.scorebook.tournament import seating_notices
from scorer.scorebook.transaction import Transaction
from scorer.serve.bodies import Body

Done = Callable[[Transaction, Match, Body], Change]


@Verb
def deal(transaction: Transaction, match: Match, body: Body) -> Change:
    """Record a deal. Raises LeftOpenError where the table has to be asked."""
    return scorebook.record_deal.would(transaction, match, body.words(), asking=True)


def call(transaction: Transaction, match: Match, body: Body) -> Change:
    """Keep who called what until the result comes."""
    return scorebook.record_call(transaction, match, body.text("caller"), body.text("bid"), body.text("called", ""))


@Verb
def redeal(transaction: Transaction, match: Match, body: Body) -> Change:
    """Record cards that were dealt and not played."""
    return scorebook.record_redeal.would(transaction, match, read_redeal(body.text("kind"), match.variant))


@Verb
def penalty(transaction: Transaction, match: Match, body: Body) -> Change:
    """Take units from a player."""
    lost = read_within(str(body.number("units")), "units", 1, MOST_UNITS)
    payee = read_choice(body.text("to", "others"), "to", ("others", "nobody"))
    player, reason = body.text("player"), body.text("reason", "")
    return scorebook.record_penalty.would(transaction, match, player, lost, payee, reason, "")


@Verb
def edit(transaction: Transaction, match: Match, body: Body) -> Change:
    """Put the edition of a record that the phone saw right; refused where there is a newer one."""
    number = _seen(transaction, match, body)
    return scorebook.edit.would(transaction, match, number, body.words(), body.text("reason", ""), asking=True)


def void(transaction: Transaction, match: Match, body: Body) -> Change:
    """Strike the edition of a record that the phone saw out; refused where there is a newer one."""
    return scorebook.void(transaction, match, _seen(transaction, match, body), body.text("reason", ""))


def seats(transaction: Transaction, match: Match, body: Body) -> Change:
    """Change who sits there from now on; names are whole, so that whoever is not known is new."""
    players = tuple(body.players("players"))
    change = scorebook.change_seats(transaction, match, players, body.text("out", "") or None)
    for_whom = seating_notices(transaction, match.id, match.sitting.seats)
    return replace(change, notices=(*change.notices, *for_whom))


def finish(transaction: Transaction, match: Match, body: Body) -> Change:
    """Close the match; `early` where a table of a tournament is closed before its agreed number of deals."""
    return scorebook.finish_match(transaction, match, early=body.parts.get("early") is True)


def reopen(transaction: Transaction, match: Match, _body: Body) -> Change:
    """Go on with a match that was finished."""
    return scorebook.reopen_match(transaction, match)


VERBS: Final[dict[str, Done]] = {
    verb.__name__: verb for verb in (deal, call, redeal, penalty, edit, void, seats, finish, reopen)
}

# What each of them reads of a body, and what is read of an undo, and of a new match.
FACTS: Final[dict[str, tuple[str, ...]]] = {
    "deal": ("deal",),
    "call": ("caller", "bid", "called"),
    "redeal": ("kind",),
    "penalty": ("player", "units", "to", "reason"),
    "edit": ("number", "edition", "deal", "reason"),
    "void": ("number", "edition", "reason"),
    "seats": ("players", "out"),
    "finish": ("early",),
    "reopen": (),
    "undo": ("step",),
    "start": ("players", "variant", "name", "until", "unit_value"),
}


def _seen(transaction: Transaction, match: Match, body: Body) -> int:
    """The number of the record that is meant; raises NewerStepError where it is not the edition that the phone saw."""
    number = body.number("number")
    if find_record(transaction, scorebook.sheet_of(transaction, match), number).id != body.number("edition"):
        raise NewerStepError(_("{number} was corrected meanwhile: look at it first", number=number))
    return number

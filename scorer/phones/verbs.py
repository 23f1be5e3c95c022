"""What a phone can do at a table: each verb takes the parts of a body, and does it by the function of its command."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from scorer import scorebook
from scorer.errors import NewerStepError
from scorer.language import _
from scorer.match.deal_options import DealWords
from scorer.match.facts import Match
from scorer.match.parsing import MOST_UNITS, read_choice, read_redeal, read_within
from scorer.phones.bodies import parts_of
from scorer.rules.kinds import OTHERS, PAYEES
from scorer.scorebook.changes import Change, Verb
from scorer.scorebook.match_lookup import find_record
from scorer.scorebook.transaction import Transaction


@Verb
def deal(transaction: Transaction, match: Match, *, deal: DealWords) -> Change:
    """Record a deal. Raises LeftOpenError where the table has to be asked."""
    return scorebook.record_deal.would(transaction, match, deal, asking=True)


def call(transaction: Transaction, match: Match, *, caller: str, bid: str, called: str = "") -> Change:
    """Keep who called what until the result comes."""
    return scorebook.record_call(transaction, match, caller, bid, called)


@Verb
def redeal(transaction: Transaction, match: Match, *, kind: str) -> Change:
    """Record cards that were dealt and not played."""
    return scorebook.record_redeal.would(transaction, match, read_redeal(kind, match.variant))


@Verb
def penalty(
    transaction: Transaction, match: Match, *, player: str, units: int, to: str = OTHERS, reason: str = ""
) -> Change:
    """Take units from a player."""
    lost, payee = read_within(str(units), "units", 1, MOST_UNITS), read_choice(to, "to", PAYEES)
    return scorebook.record_penalty.would(transaction, match, player, lost, payee, reason)


@Verb
def edit(
    transaction: Transaction, match: Match, *, number: int, edition: int, deal: DealWords, reason: str = ""
) -> Change:
    """Put the edition of a record that the phone saw right; refused where there is a newer one."""
    _check_seen(transaction, match, number, edition)
    return scorebook.edit.would(transaction, match, number, deal, reason, asking=True)


def void(transaction: Transaction, match: Match, *, number: int, edition: int, reason: str = "") -> Change:
    """Strike the edition of a record that the phone saw out; refused where there is a newer one."""
    _check_seen(transaction, match, number, edition)
    return scorebook.void(transaction, match, number, reason)


def seats(transaction: Transaction, match: Match, *, players: list[str], out: str = "") -> Change:
    """Change who sits there from now on; names are whole, so that whoever is not known is new."""
    change = scorebook.change_seats(transaction, match, tuple(players), out or None)
    return replace(change, notices=(*change.notices, *scorebook.seating_notices(transaction, match)))


def finish(transaction: Transaction, match: Match, *, early: bool = False) -> Change:
    """Close the match; `early` where a table of a tournament is closed before its agreed number of deals."""
    return scorebook.finish_match(transaction, match, early=early)


def reopen(transaction: Transaction, match: Match) -> Change:
    """Go on with a match that was finished."""
    return scorebook.reopen_match(transaction, match)


VERBS: Final[dict[str, Callable[..., Change]]] = {
    "deal": deal,
    "call": call,
    "redeal": redeal,
    "penalty": penalty,
    "edit": edit,
    "void": void,
    "seats": seats,
    "finish": finish,
    "reopen": reopen,
}

# What each of them takes of a body, and what is read of an undo, and of a new match.
FACTS: Final[dict[str, Collection[str]]] = {
    **{name: parts_of(verb) for name, verb in VERBS.items()},
    "undo": ("step",),
    "start": ("players", "variant", "name", "until", "unit_value"),
}


def _check_seen(transaction: Transaction, match: Match, number: int, edition: int) -> None:
    """Raise NewerStepError where the record is not in the edition that the phone saw."""
    if find_record(transaction, scorebook.sheet_of(transaction, match), number).id != edition:
        raise NewerStepError(_("{number} was corrected meanwhile: look at it first", number=number))

"""By what programs on other machines know a match, and the state that a scorebook was in."""

from scorer.errors import NotFoundError
from scorer.language import _
from scorer.match.facts import Match
from scorer.scorebook.match_lookup import match_by_id
from scorer.scorebook.transaction import Transaction

_BOOK = "SELECT uid FROM book"
_UID = 'SELECT uid FROM "match" WHERE id = :match'
_BY_UID = 'SELECT id FROM "match" WHERE uid = :uid'
_NEWEST_STEP = "SELECT id, at FROM step ORDER BY id DESC LIMIT 1"


def book_uid(transaction: Transaction) -> str:
    """The random id of the scorebook, the same on every copy of it."""
    return str(transaction.value(_BOOK))


def match_uid(transaction: Transaction, match: Match) -> str:
    """The random id of a match, the same on every copy of its scorebook."""
    return str(transaction.value(_UID, match=match.id))


def match_of_uid(transaction: Transaction, uid: str) -> Match:
    """The match of a random id; raises NotFoundError where this scorebook has none, or its start was taken back."""
    number = transaction.value(_BY_UID, uid=uid)
    if number is None:
        raise NotFoundError(_("this match is not in the scorebook that is open now"))
    return match_by_id(transaction, number)


def revision(transaction: Transaction) -> str:
    """The state of the scorebook: any change to it makes another one, and a backup put in its place too."""
    return next((f"{row[0]}-{row[1]}" for row in transaction.raw_rows(_NEWEST_STEP)), "")

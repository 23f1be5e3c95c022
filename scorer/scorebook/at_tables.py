"""A match that is a table of a tournament: what hangs on it there only the wing knows, which is asked.

Of any other match nothing is asked, and nothing more is loaded. Each raises MissingWingError without the wing.
"""

from scorer.match.facts import Match
from scorer.rules.errors import Notice
from scorer.scorebook.rows import of_tournament
from scorer.scorebook.transaction import Transaction
from scorer.wings import needed


def correction_notices(transaction: Transaction, match: Match) -> tuple[Notice, ...]:
    """What a correction at this match, written by now, changes of what its tournament announced since."""
    if not of_tournament(transaction, match.id):
        return ()
    return tuple(needed("correction_notices")(transaction, match.id))


def seating_notices(transaction: Transaction, match: Match) -> tuple[Notice, ...]:
    """For whom those play who sit there by now; `match` is as it was before. Raises RefusedError for who may not."""
    if not of_tournament(transaction, match.id):
        return ()
    return tuple(needed("seating_notices")(transaction, match.id, match.sitting.seats))


def may_come_late(transaction: Transaction, match: Match) -> bool:
    """Whether a ruling may come though the match is finished: at a table of a tournament, which counts it besides.

    Raises RefusedError where the tournament is finished too.
    """
    if not (match.sitting.finished and of_tournament(transaction, match.id)):
        return False
    needed("check_goes_on")(transaction, match.id)
    return True

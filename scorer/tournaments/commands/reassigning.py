"""What `scorer reassign` does at a table of a tournament."""

from scorer.match.facts import Match
from scorer.scorebook import Reassigned, Span
from scorer.scorebook.transaction import Transaction
from scorer.tournaments import keeping


def reassign_at_tables(
    transaction: Transaction, match: Match, people: str, span: Span, reason: str, *, this_table: bool
) -> tuple[Reassigned, str] | None:
    """Put records to who was really there, or only look where no reason is given; None for no table of a tournament.

    With the command that takes it back, "" where nothing is changed.
    """
    at = keeping.table_of_tournament(transaction, match.id)
    if at is None:
        return None
    where = (transaction, at.tournament, match, people, span)
    if reason.strip():
        return keeping.reassign_at_tables(*where, reason, this_table=this_table), "scorer tournament undo"
    return keeping.reassigned_at_tables(*where, this_table=this_table), ""

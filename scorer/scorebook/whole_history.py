"""All that was done in a scorebook: at its matches, at the desks of its tournaments, and to its players and leagues."""

from typing import NamedTuple

from scorer.match.facts import Match, Step
from scorer.scorebook import rows
from scorer.scorebook.match_lookup import matches
from scorer.scorebook.missing_rows import check_records, check_steps
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import to_steps

_STEPS = "SELECT * FROM step ORDER BY id"
_RECORDS = f"{rows.RECORDS} ORDER BY id"
_TOURNAMENTS = "SELECT id, name FROM tournament"


class WholeHistory(NamedTuple):
    """Every step, oldest first; every match, also one that is gone, and the names of the tournaments, by number."""

    steps: list[Step]
    matches: dict[int, Match]
    tournaments: dict[int, str]


def whole_history(transaction: Transaction) -> WholeHistory:
    """What was done in the whole scorebook; raises DamagedError where rows of it are missing."""
    check_records(transaction)
    check_steps(transaction)
    names = rows.player_names(transaction)
    records = (rows.to_record(row, names) for row in transaction.rows(_RECORDS))
    return WholeHistory(
        to_steps(transaction.rows(_STEPS), records),
        {match.id: match for match in matches(transaction, rows.EVERY_MATCH)},
        {row.id: row.name for row in transaction.rows(_TOURNAMENTS)},
    )

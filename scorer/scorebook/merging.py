"""Two players who are one person: who is merged into whom."""

from collections import defaultdict
from collections.abc import Collection

from scorer.errors import RefusedError
from scorer.language import _
from scorer.scorebook import rows
from scorer.scorebook.people import change, find_player
from scorer.scorebook.record_law import SEAT_COLUMNS
from scorer.scorebook.step_kinds import numbers_in
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import detail_of
from scorer.text.step_words import did
from scorer.wings import missing, needed


def _together(table: str) -> str:
    """The statement for a record or a table of a match that exists, at which both players sit."""
    sits = " OR ".join(f"{table}.{seat} IN :{{0}}" for seat in SEAT_COLUMNS)
    return (
        f"SELECT {table}.match_id FROM {table} JOIN sitting AS now ON now.match_id = {table}.match_id"
        f" AND now.voided_by IS NULL WHERE {table}.voided_by IS NULL"
        f" AND ({sits.format('gone')}) AND ({sits.format('stays')}) LIMIT 1"
    )


_TOGETHER = (_together("record"), _together("sitting"))
_IN_TOURNAMENTS = "SELECT tournament_id, detail FROM step WHERE tournament_id IS NOT NULL"
_PAID = (
    "SELECT id FROM payment WHERE voided_by IS NULL"
    " AND ((payer IN :gone AND payee IN :stays) OR (payer IN :stays AND payee IN :gone)) LIMIT 1"
)


def merge_players(transaction: Transaction, typed: str, into: str) -> tuple[str, str]:
    """Read one player as another from now on, for the past too; returns the name that goes and the one that stays.

    Raises RefusedError when both sat in one record, sit at one table now, or one paid the other; where both are named
    in a tournament, when its wing says that they are two people, or is not installed.
    """
    gone, stays = find_player(transaction, typed), find_player(transaction, into)
    if gone == stays:
        raise RefusedError(_("{player} and {into} are one player already", player=gone, into=stays))
    names = rows.player_names(transaction)
    same = {name: [player for player, read_as in names.items() if read_as == name] for name in (gone, stays)}
    for together in _TOGETHER:
        if met := transaction.value(together, gone=same[gone], stays=same[stays]):
            fields = {"player": gone, "into": stays, "number": met}
            raise RefusedError(
                _("{player} and {into} sat at one table (match {number}): they are two people", **fields)
            )
    if rows.has_tournaments(transaction) and not (
        missing("check_merge") and _apart(transaction, same[gone], same[stays])
    ):
        needed("check_merge")(transaction, gone, stays)
    if transaction.value(_PAID, gone=same[gone], stays=same[stays]):
        raise RefusedError(_("{player} and {into} paid one another: they are two people", player=gone, into=stays))
    ids = rows.player_ids(transaction)
    deed = did("player_merged", player=gone, into=stays)
    change(transaction, deed, "player", ids[gone], merged_into=ids[stays])
    return gone, stays


def _apart(transaction: Transaction, gone: Collection[int], stays: Collection[int]) -> bool:
    """Whether no tournament names both players, as far as somebody can tell who does not know its steps."""
    numbers = defaultdict[int, set[int]](set)
    for row in transaction.rows(_IN_TOURNAMENTS):
        numbers[row.tournament_id].update(numbers_in(detail_of(row)))
    return not any(named.intersection(gone) and named.intersection(stays) for named in numbers.values())

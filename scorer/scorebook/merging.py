"""Two players who are one person: who is merged into whom. It knows players and tournaments, and neither knows it."""

from scorer.errors import RefusedError
from scorer.language import _
from scorer.scorebook import rows
from scorer.scorebook.match_lookup import has_tournaments
from scorer.scorebook.people import change, find_player
from scorer.scorebook.record_law import SEAT_COLUMNS
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import did


def _together(table: str) -> str:
    """The statement for a record or a table of a match that exists, at which both players sit."""
    sits = " OR ".join(f"{table}.{seat} IN :{{0}}" for seat in SEAT_COLUMNS)
    return (
        f"SELECT {table}.match_id FROM {table} JOIN sitting AS now ON now.match_id = {table}.match_id"
        f" AND now.voided_by IS NULL WHERE {table}.voided_by IS NULL"
        f" AND ({sits.format('gone')}) AND ({sits.format('stays')}) LIMIT 1"
    )


_TOGETHER = (_together("record"), _together("sitting"))
_PAID = (
    "SELECT id FROM payment WHERE voided_by IS NULL"
    " AND ((payer IN :gone AND payee IN :stays) OR (payer IN :stays AND payee IN :gone)) LIMIT 1"
)


def merge_players(transaction: Transaction, typed: str, into: str) -> tuple[str, str]:
    """Read one player as another from now on, for the past too; returns the name that goes and the one that stays.

    Raises RefusedError when both sat in one record, sit at one table now, play for two entries of a tournament, or one
    paid the other.
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
    if has_tournaments(transaction):  # or else nothing more is loaded
        from scorer.tournaments.keeping import tournaments  # noqa: PLC0415 - most have none

        for tournament in tournaments(transaction):
            entries = [entrant for entrant in tournament.progress.entrants if {gone, stays} & set(entrant.members)]
            if len(entries) > 1:
                fields = {"player": gone, "into": stays, "tournament": tournament.name}
                sentence = _("{player} and {into} play for two entries of {tournament}: they are two people", **fields)
                raise RefusedError(sentence)
    if transaction.value(_PAID, gone=same[gone], stays=same[stays]):
        raise RefusedError(_("{player} and {into} paid one another: they are two people", player=gone, into=stays))
    ids = rows.player_ids(transaction)
    deed = did("player_merged", player=gone, into=stays)
    change(transaction, deed, "player", ids[gone], merged_into=ids[stays])
    return gone, stays

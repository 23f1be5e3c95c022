"""Two players who are one person: who is merged into whom. It knows players and tournaments, and neither knows it."""

from sqlalchemy import or_, select

from scorer.errors import RefusedError
from scorer.language import _
from scorer.scorebook import rows
from scorer.scorebook.match_lookup import has_tournaments
from scorer.scorebook.people import change, find_player, player_row
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import did


def merge_players(transaction: Transaction, typed: str, into: str) -> tuple[str, str]:
    """Read one player as another from now on, for the past too; returns the name that goes and the one that stays.

    Raises RefusedError when both sat in one record, sit at one table now, or play for two entries of a tournament.
    """
    gone, stays = find_player(transaction, typed), find_player(transaction, into)
    if gone == stays:
        raise RefusedError(_("{player} and {into} are one player already", player=gone, into=stays))
    names = rows.player_names(transaction)
    same = {name: [player for player, read_as in names.items() if read_as == name] for name in (gone, stays)}
    existing = select(rows.SITTING.c.match_id).where(rows.SITTING.c.voided_by.is_(None))
    for table in (rows.RECORD, rows.SITTING):
        together = select(table.c.match_id).where(table.c.voided_by.is_(None), table.c.match_id.in_(existing))
        for ids in same.values():
            together = together.where(or_(*(table.c[column].in_(ids) for column in rows.SEAT_COLUMNS)))
        if met := rows.read(transaction, together.limit(1)):
            fields = {"player": gone, "into": stays, "number": met[0].match_id}
            raise RefusedError(
                _("{player} and {into} sat at one table (match {number}): they are two people", **fields)
            )
    if has_tournaments(transaction):  # or else nothing more is loaded
        from scorer.scorebook.tournament import tournaments  # noqa: PLC0415 - most have none

        for tournament in tournaments(transaction):
            entries = [entrant for entrant in tournament.progress.entrants if {gone, stays} & set(entrant.members)]
            if len(entries) > 1:
                fields = {"player": gone, "into": stays, "tournament": tournament.name}
                sentence = _("{player} and {into} play for two entries of {tournament}: they are two people", **fields)
                raise RefusedError(sentence)
    target = player_row(transaction, stays).id
    change(
        transaction, did("player_merged", player=gone, into=stays), player_row(transaction, gone), merged_into=target
    )
    return gone, stays

"""`payouts.csv`: a line for each player who got units in a record."""

from collections.abc import Iterable, Iterator, Sequence

from scorer.match.facts import Record
from scorer.rules.kinds import CALLER, DEFENDER, PARTNER, SIDE, SOLO
from scorer.scorebook.many_matches import MatchHead
from scorer.text.numbers import Cell

PAYOUTS = ("league", "match", "on", "number", "kind", "player", "role", "units")


def payout_rows(records: Iterable[tuple[MatchHead, Record]]) -> Iterator[Sequence[Cell]]:
    """Under the columns PAYOUTS, each player who got units in a record; `role` is the kind where it is no deal."""
    for head, record in records:
        begin = (head.league, head.match, head.on, record.number, record.kind)
        for player, units in record.payouts.items():
            yield *begin, player, _role(record, player), units


def _role(record: Record, player: str) -> str:
    if not record.is_deal:
        return record.kind
    if not record.has_caller:
        return SIDE
    if player == record.caller:
        return CALLER if record.partner else SOLO
    return PARTNER if player == record.partner else DEFENDER

"""How few repeated meetings there can be at best: proven, not found by trying."""

from collections.abc import Sequence

from scorer.rules.seating.sizes import FIVES_AND_SIXES, table_sizes


def fewest_clashes(players: int, rounds: int, *, sizes: Sequence[int] = FIVES_AND_SIXES) -> int:
    """No seating has fewer clashes (meetings of a pair choose 2, over all pairs) than this.

    The higher of two bounds: meetings shared out evenly over all pairs; and what any two rounds have in common,
    because the players of one table spread over too few tables of the other (and its byes).
    """
    return clashes_at(table_sizes(players, sizes), players, rounds)


def clashes_at(tables: Sequence[int], players: int, rounds: int) -> int:
    """The same for tables of these sizes."""
    meetings = rounds * sum(_pairs(size) for size in tables)
    shared = _shared(tables, players - sum(tables))
    return max(_even(meetings, _pairs(players)), shared * _pairs(rounds))


def _even(meetings: int, pairs: int) -> int:
    """The clashes when so many meetings are shared out evenly."""
    each, more = divmod(meetings, pairs)
    return pairs * _pairs(each) + more * each


def _shared(tables: Sequence[int], resting: int) -> int:
    """The fewest pairs that sit together in both of two rounds.

    The players of one table spread evenly over the tables of the other round, after those are taken away that spare
    most by resting there.
    """
    count = len(tables)
    spared = sorted(((size - 1 - at) // count for size in tables for at in range(min(size, resting))), reverse=True)
    return sum(_even(size, count) for size in tables) - sum(spared[:resting])


def _pairs(things: int) -> int:
    return things * (things - 1) // 2

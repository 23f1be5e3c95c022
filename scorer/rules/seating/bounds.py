"""How few repeated meetings there can be at best: proven, not found by trying."""

from collections.abc import Sequence

from scorer.rules.seating.sizes import FIVES_AND_SIXES, table_sizes


def fewest_clashes(players: int, rounds: int, *, sizes: Sequence[int] = FIVES_AND_SIXES,
                   shared_out: bool = True) -> int:  # fmt: skip
    """No seating has fewer clashes (meetings of a pair choose 2, over all pairs) than this.

    The higher of two bounds: meetings shared out evenly over all pairs; and what any two rounds have in common,
    because the players of one table spread over too few tables of the other (and its byes). `shared_out`: of those
    seatings that share out the larger tables; then who sits at one in a round mostly comes from the smaller ones.
    """
    tables = table_sizes(players, sizes)
    return max(clashes_at(tables, players, rounds), taking_turns(tables, players, rounds) if shared_out else 0)


def clashes_at(tables: Sequence[int], players: int, rounds: int) -> int:
    """The bound for tables of these sizes, shared out or not."""
    meetings = rounds * sum(_pairs(size) for size in tables)
    shared = _shared(tables, players - sum(tables))
    return max(_even(meetings, _pairs(players)), shared * _pairs(rounds))


def taking_turns(tables: Sequence[int], players: int, rounds: int) -> int:
    """The bound where everybody sits at the larger tables equally often or once more; 0 where that is not known.

    How often somebody sits at a larger table in both of two rounds is then the same in every seating, over all pairs of
    rounds together. What two rounds share is convex in it: it is least where each two have it equally often.
    """
    large = [size for size in tables if size > min(tables)]
    if not large or len(set(large)) > 1 or players > sum(tables) or rounds == 1:
        return 0
    in_both = _even(rounds * sum(large), players)
    each, more = divmod(in_both, _pairs(rounds))
    at_best = [_shared_in_turn(len(tables) - len(large), len(large), tables, both) for both in (each, each + 1)]
    return (_pairs(rounds) - more) * at_best[0] + more * at_best[1]


def _shared_in_turn(small: int, large: int, tables: Sequence[int], both: int) -> int:
    """The fewest pairs that sit together in two rounds, when so many sit at a larger table in both.

    They spread over the tables that they could come from and go to, and so do those who come to a larger table, those
    who leave one, and those who sit at none in either.
    """
    moving = large * max(tables) - both
    return (
        _even(both, large * large)
        + 2 * _even(moving, large * small)
        + _even(max(small * min(tables) - moving, 0), small * small)
    )


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

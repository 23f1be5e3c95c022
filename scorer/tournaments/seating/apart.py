"""Pairs to keep apart: read against who is there, given places in a plan where they never meet, or refused."""

from collections.abc import Collection, Iterable, Sequence

from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.tournaments.seating.errors import SeatingError
from scorer.tournaments.seating.round_quality import Pair
from scorer.tournaments.seating.search import Lots, Search

MOVES, LOOKED_AT = 200, 60
PASSES = 10  # in which those who are kept apart are moved to other tables, by place


def check_apart(apart: Iterable[Collection[int]], players: Collection[int]) -> list[Pair]:
    """The pairs in order, each once; raises SeatingError for what is no pair, or names somebody else."""
    for pair in apart:
        if len(pair) != 2:  # noqa: PLR2004 - a pair
            raise SeatingError(_("{pair}: two different players are kept apart", pair=_words(pair)))
        for player in sorted(pair):
            if player not in players:
                template = N_("{pair} to keep apart: there is no player {player} among {players}")
                raise SeatingError(_(template, pair=_words(pair), player=player, players=len(players)))
    return sorted({frozenset(pair) for pair in apart}, key=sorted)


def check_possible(apart: Collection[Pair], players: Collection[int], tables: Sequence[int]) -> None:
    """Raises SeatingError where it is plain that the pairs cannot be kept apart at these tables."""
    foes = _foes(apart)
    resting = len(players) - sum(tables)
    group = _all_apart(foes)
    if len(group) > len(tables) + resting:
        numbers = listed([str(player) for player in group])
        template = N_("players {players} cannot all be kept apart: {number_of_tables}")
        raise SeatingError(_(template, players=numbers, number_of_tables=_there_are(tables)))
    for player, own_foes in sorted(foes.items()):
        left, smallest = len(players) - 1 - len(own_foes), min(tables)
        if left < smallest - 1 and not resting:
            template = N_(
                "player {player} is to be kept apart from {others} others: {left} are left, "
                "and a table of {size} needs {needed}"
            )
            raise SeatingError(
                _(template, player=player, others=len(own_foes), left=left, size=smallest, needed=smallest - 1)
            )


def refusal(apart: Sequence[Pair], tables: Sequence[int]) -> SeatingError:
    """The refusal where no seating was found, though it is not plain that there is none."""
    template = N_("no seating was found that keeps {pairs} apart: {number_of_tables}; keep fewer apart")
    pairs = ", ".join(_words(pair) for pair in apart)
    return SeatingError(_(template, pairs=pairs, number_of_tables=_there_are(tables)))


def relabelled(places: int, met: Collection[Pair], apart: Iterable[tuple[int, int]], lots: Lots) -> list[int]:
    """The player at each place of a plan, by lot, so that no two `apart` have places that meet, if that is found."""
    names = lots.shuffled(range(places))
    at = {name: place for place, name in enumerate(names)}
    foes = _foes([frozenset(pair) for pair in apart])

    def bad(name: int) -> int:
        """How many of those to be kept apart this player meets."""
        return sum(frozenset((at[name], at[foe])) in met for foe in foes.get(name, ()))

    def swap(a: int, b: int) -> None:
        at[a], at[b] = at[b], at[a]
        names[at[a]], names[at[b]] = a, b

    def swapped(a: int, b: int) -> int:
        """What both would meet after a swap, less what they meet now."""
        before = bad(a) + bad(b)
        swap(a, b)
        after = bad(a) + bad(b)
        swap(a, b)
        return after - before

    for _move in range(MOVES + 10 * len(foes) if foes else 0):
        meeting = [name for name in sorted(foes) if bad(name)]
        if not meeting:
            break
        name = lots.one_of(meeting)
        candidates = [candidate for candidate in lots.shuffled(names)[:LOOKED_AT] if candidate != name]
        swap(name, min(candidates, key=lambda candidate: swapped(name, candidate)))
    return names


def separate(search: Search) -> None:
    """Of two at a table who are kept apart, move the one placed lower to another table, as near as can be."""
    line = search.lines[0]
    for _pass in range(PASSES if search.cost else 0):
        for seat in range(len(search.table_of) - 1, -1, -1):
            low, _end = search.ends[search.table_of[seat]]
            if any(search.down[line[seat]][mate] for mate in line[low:seat]):
                _move_from_table(search, seat)
    search.keep()


def _move_from_table(search: Search, seat: int) -> None:
    """Exchange the player of a seat with the nearest one at another table, if that keeps more people apart.

    The lower neighbour is tried before the higher one; where no exchange is better than none, nobody moves.
    """
    before, here = search.cost, search.table_of[seat]
    elsewhere = [target for target, table in enumerate(search.table_of) if table != here]
    for target in sorted(elsewhere, key=lambda target: (abs(target - seat), -target)):
        search.exchange(0, seat, target)
        if search.cost < before:
            return
        search.exchange(0, seat, target)


def _foes(apart: Iterable[Pair]) -> dict[int, set[int]]:
    """Everybody who is kept apart from somebody, with from whom."""
    foes: dict[int, set[int]] = {}
    for a, b in map(sorted, apart):
        foes.setdefault(a, set()).add(b)
        foes.setdefault(b, set()).add(a)
    return foes


def _all_apart(foes: dict[int, set[int]]) -> list[int]:
    """A large group of players who are all kept apart from each other: greedy from each player, the largest found."""
    best: list[int] = []
    for start in sorted(foes):
        group, left = [start], foes[start]
        while left:
            nearest = max(sorted(left), key=lambda player: len(foes[player] & left))
            group.append(nearest)
            left = left & foes[nearest]
        best = max(best, group, key=len)
    return sorted(best)


def _words(pair: Iterable[int]) -> str:
    return "-".join(map(str, sorted(pair)))


def _there_are(tables: Sequence[int]) -> str:
    return ngettext("there is {count} table", "there are {count} tables", len(tables))

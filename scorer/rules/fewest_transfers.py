"""Who pays whom: the fewest transfers that bring every balance to nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

EXACT_UP_TO = 12
POT = "pot"


@dataclass(frozen=True, slots=True)
class Transfer:
    """`payer` gives `payee` `amount`, in what the balances were counted in; always positive."""

    payer: str
    payee: str
    amount: int


def transfers(balances: Mapping[str, int]) -> list[Transfer]:
    """The transfers that settle `balances` (positive: is owed), ordered by payer and payee.

    Exactly the fewest for up to 12 players who owe or are owed, greedy (largest first) above. Units that penalties
    gave to nobody go to the payee "pot"; it pays the units that adjustments gave from nowhere.
    """
    residual = sum(balances.values())
    if residual:
        balances = {**balances, POT: balances.get(POT, 0) - residual}
    open_balances = sorted((player, amount) for player, amount in balances.items() if amount)
    count = sum(player != POT for player, _amount in open_balances)
    groups = _zero_groups(tuple(open_balances)) if count <= EXACT_UP_TO else [tuple(open_balances)]
    settled = (transfer for group in groups for transfer in _chain(dict(group)))
    return sorted(settled, key=lambda transfer: (transfer.payer, transfer.payee))


def _zero_groups(balances: tuple[tuple[str, int], ...]) -> list[tuple[tuple[str, int], ...]]:
    """Split balances into as many groups that sum to zero as there can be; each settles in its size less one.

    Takes members away one at a time: whenever what remains sums to zero, a group is complete.
    """
    everyone = (1 << len(balances)) - 1

    def total(members: int) -> int:
        return sum(amount for at, (_player, amount) in enumerate(balances) if members >> at & 1)

    @cache
    def best(members: int) -> tuple[int, int]:
        """Most groups among `members`, and the member to take away first to get them."""
        if not members:
            return 0, 0
        bits = [1 << at for at in range(members.bit_length()) if members >> at & 1]
        count, first = max((best(members ^ bit)[0], bit) for bit in bits)
        return count + (total(members) == 0), first

    groups, members, group = [], everyone, []
    while members:
        bit = best(members)[1]
        group.append(balances[bit.bit_length() - 1])
        members ^= bit
        if total(members) == 0:
            groups.append(tuple(sorted(group)))
            group = []
    return sorted(groups)


def _chain(balances: dict[str, int]) -> list[Transfer]:
    """Settle one group: the largest debt pays the largest claim until nothing is left."""
    settled = []
    while any(balances.values()):
        payer = min(balances, key=lambda player: (balances[player], player))
        payee = min(balances, key=lambda player: (-balances[player], player))
        amount = min(-balances[payer], balances[payee])
        settled.append(Transfer(payer, payee, amount))
        balances[payer] += amount
        balances[payee] -= amount
    return settled

"""The proof of a variant: however a deal ends, its payouts sum to zero."""

from collections.abc import Iterator
from itertools import combinations, product

from scorer.language import N_, _
from scorer.language.lists_numbers_dates import signed
from scorer.rules.bid import Bid
from scorer.rules.kinds import Outcome
from scorer.rules.sides import shares, sides_of
from scorer.rules.variant import NO_SHARES, Shares, Variant


def residuals(variant: Variant) -> Iterator[str]:
    """A line for each way in which a deal could end with payouts that do not sum to zero; none if it is sound."""
    return _of_contracts(variant) if variant.has_auction else _of_sides(variant)


def _of_contracts(variant: Variant) -> Iterator[str]:
    """The lines of contracts, by players, solo, outcome, bid and slam. A carry multiplies a whole deal."""
    ways = product(variant.shares.items(), (False, True), (Outcome.MADE, Outcome.FAILED))
    for (players, table), solo, outcome in ways:
        of_role = table.shares(outcome, solo=solo) or NO_SHARES
        residual = of_role.caller + of_role.partner + (players - (1 if solo else 2)) * of_role.defender
        if not residual:
            continue
        for bid, slam in product(variant.auction.bids, (False, True)):
            if worth := variant.worth(bid, slam=slam, count=bid.target):
                yield _contract_line(players, solo, outcome, bid, of_role, worth, residual * worth)
                break


def _contract_line(
    players: int, solo: bool, outcome: Outcome, bid: Bid, shares: Shares, worth: int, residual: int
) -> str:
    """Which payout of a deal among so many leaves so many units, and what each role gets of it."""
    template = (
        N_(
            "{players} players, solo, {outcome}, bid {bid}: a residual of {residual} units "
            "(caller {caller}, partner {partner}, defenders {defender} each, times {times})"
        )
        if solo
        else N_(
            "{players} players, {outcome}, bid {bid}: a residual of {residual} units "
            "(caller {caller}, partner {partner}, defenders {defender} each, times {times})"
        )
    )
    by_role = {role: signed(share) for role, share in shares._asdict().items()}
    return _(template, players=players, outcome=_(outcome), bid=bid, residual=signed(residual), times=worth, **by_role)


def _of_sides(variant: Variant) -> Iterator[str]:
    """The lines of deals without a caller, by how many play and which sides win."""
    for players in variant.player_counts:
        sides = sides_of(tuple(map(str, range(players))), variant.made_by)
        for number in range(1, len(sides)):
            for winners in combinations(range(len(sides)), number):
                units = shares(len(sides), winners)
                if residual := sum(units[at] * len(side) for at, side in enumerate(sides)):
                    facts = {"players": players, "winners": winners, "residual": signed(residual)}
                    yield _("{players} players, sides {winners} win: a residual of {residual} units per u", **facts)

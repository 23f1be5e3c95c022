"""What a deal is worth. One order of reckoning for every variant: u of the band -> slam -> share -> carry."""

from dataclasses import dataclass

from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.cards import HALF
from scorer.rules.deal import Deal, Outcome, Result
from scorer.rules.errors import IllegalDealError
from scorer.rules.variant import Shares, Variant


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A deal reckoned: `units` of each player who played it (they sum to zero), and the steps that led there.

    `u` is the band's, `worth` u after the slam, `shares` what each role gets of it, and `stake` what one defender
    pays or gets in the end, carry included (0 when even).
    """

    outcome: Outcome
    u: int
    worth: int
    shares: Shares
    stake: int
    units: dict[str, int]


def payouts(deal: Deal, variant: Variant) -> dict[str, int]:
    """Units won (positive) or paid by each player of the deal; they sum to zero. Raises IllegalDealError."""
    return reckon(deal, variant).units


def reckon(deal: Deal, variant: Variant) -> Reckoning:
    """The deal under the variant, step by step; raises IllegalDealError where the variant does not know such a deal."""
    outcome = outcome_of(deal.bid, deal.result, variant)
    shares = _shares(deal, outcome, variant)
    check_slam(deal, outcome, variant)
    if deal.called:
        variant.auction.check_called(deal.bid, deal.called)
    worth = variant.worth(deal.bid, slam=deal.slam)
    share = {deal.caller: shares.caller, deal.partner: shares.partner}
    units = {player: worth * share.get(player, shares.defender) * deal.times for player in deal.players}
    stake = abs(worth * shares.defender * deal.times)
    return Reckoning(outcome, variant.u(deal.bid), worth, shares, stake, units)


def outcome_of(bid: Bid, result: Result, variant: Variant) -> Outcome:
    """Made with at least the target; 60 of 61 is even where the variant says so, and fails elsewhere."""
    variant.auction.check(bid)
    if result.card_points is None:
        return result.said or Outcome.FAILED
    if result.card_points >= bid.target:
        return Outcome.MADE
    even = variant.even_at_60 and bid.target == LOWEST_TARGET and result.card_points == HALF
    return Outcome.EVEN if even else Outcome.FAILED


def _shares(deal: Deal, outcome: Outcome, variant: Variant) -> Shares:
    """The shares for this number of players, partnered or solo; refuses what the variant does not play."""
    auction, solo = variant.auction, deal.partner is None
    table = variant.shares.get(len(deal.players))
    if table is None:
        numbers = " or ".join(map(str, variant.player_counts))
        raise IllegalDealError(f"{len(deal.players)} players: {variant.name} is played by {numbers}")
    if deal.bid.name and not solo:
        raise IllegalDealError(f"{deal.bid} is played alone, against all: the partner is 'solo'")
    shares = table.shares(outcome, solo=solo)
    if shares is None:
        raise IllegalDealError(f"solo at {deal.bid}: solo is not played in this variant")
    if solo and auction.solo_from and deal.bid.target < auction.solo_from and not deal.bid.name:
        raise IllegalDealError(f"solo at {deal.bid}: solo is played only from {auction.solo_from} on")
    return shares


def check_slam(deal: Deal, outcome: Outcome, variant: Variant) -> None:
    """Raise IllegalDealError when the slam contradicts the variant or the count; that 74 are no slam, Deal knows."""
    slam = variant.slam
    if deal.slam and not (slam and slam.counts_for(outcome)):
        whose = " by the defenders" if slam else ""
        raise IllegalDealError(f"slam: {variant.name} has no slam{whose}")
    if slam and slam.by == "card points" and slam.shown_by(deal.card_points) and not deal.slam:
        raise IllegalDealError(f"no slam with {deal.card_points} card points: here all 120 of one side are a slam")


def slam_by_count(result: Result, variant: Variant) -> bool | None:
    """Whether the count shows a slam; None where only the table can say (tricks at 0 or 120, or nobody counted)."""
    slam = variant.slam
    if slam is None:
        return False
    if result.card_points is None:
        return None if slam.counts_for(result.said or Outcome.FAILED) and slam.by == "card points" else False
    if slam.by == "tricks" and slam.shown_by(result.card_points):
        return None
    return slam.shown_by(result.card_points)

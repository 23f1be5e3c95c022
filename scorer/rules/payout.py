"""What a deal is worth. One order of reckoning for every variant: u of the band -> slam -> share -> carry."""

from dataclasses import dataclass

from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.cards import HALF, TOTAL_CARD_POINTS
from scorer.rules.deal import Deal, Result
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import Outcome
from scorer.rules.variant import Shares, Variant


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A deal reckoned: `units` of each player who played it (they sum to zero), and the steps that led there.

    `u` is the band's, `worth` u after the slam, `shares` what each role gets of it, and `paid` the units of each role
    in the end, carry included.
    """

    outcome: Outcome
    u: int
    worth: int
    shares: Shares
    paid: Shares
    units: dict[str, int]

    @property
    def stake(self) -> int:
        """What one defender pays or gets in the end; 0 when even."""
        return abs(self.paid.defender)


def reckon(deal: Deal, variant: Variant) -> Reckoning:
    """The deal under the variant, step by step; raises IllegalDealError where the variant does not know such a deal."""
    outcome = outcome_of(deal.bid, deal.result, variant)
    shares = _shares(deal, outcome, variant)
    check_slam(deal, outcome, variant)
    if deal.called:
        variant.auction.check_called(deal.bid, deal.called)
    worth = variant.worth(deal.bid, slam=deal.slam)
    paid = shares.scaled(worth * deal.times)
    units = paid.among(deal.players, deal.caller, deal.partner)
    return Reckoning(outcome, variant.u(deal.bid), worth, shares, paid, units)


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


def counted(result: Result, bid: Bid) -> Result:
    """The result, with the count that a made bid of all card points implies."""
    made_all = result.said is Outcome.MADE and bid.target == TOTAL_CARD_POINTS
    return Result(TOTAL_CARD_POINTS) if made_all else result


def decided_slam(said: bool | None, result: Result, variant: Variant, how: str) -> tuple[bool, bool]:
    """Whether it was a slam: as said, else by the count; and whether only the table could have said so, and did not.

    Raises IllegalDealError where nobody counted what decides it; `how` are the words in which it could be said.
    """
    shown = slam_by_count(result, variant)
    if said is not None or shown is not None:
        return bool(shown if said is None else said), False
    if result.card_points is None:
        pays = f"{variant.title} pays a slam for all {TOTAL_CARD_POINTS} card points"
        raise IllegalDealError(f"'{result}' is not enough: {pays}; give the count, or {how}")
    return False, True


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

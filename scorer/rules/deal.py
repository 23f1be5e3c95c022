"""One deal with a caller: its facts, which are legal from birth, and what it pays.

One order of reckoning for every variant: u of the band -> slam -> share -> carry.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.language import N_, _
from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.cards import HALF, TOTAL_CARD_POINTS, Card, bid_shown, check_card_points
from scorer.rules.carry import MOST_TIMES
from scorer.rules.errors import IllegalDealError, advice
from scorer.rules.kinds import RESTS, SIDE_LETTERS, Outcome
from scorer.rules.variant import BID_OR_SHORTFALL, Shares, Variant


@dataclass(frozen=True, slots=True)
class Result:
    """What is said at the end of a deal: the calling side's card points, or only whether it made its contract.

    `card_points` None means that nobody counted; then `outcome` is the outcome, else it is None. `with_bonuses`: the
    card points are a count in which the bonuses of the variant are included, `bonus` of it where somebody said so.
    """

    card_points: int | None = None
    outcome: Outcome | None = None
    with_bonuses: bool = False
    bonus: int | None = None

    def __post_init__(self) -> None:
        if (self.card_points is None) == (self.outcome is None):
            raise IllegalDealError(_("a result is either the card points of the calling side, or made or failed"))
        if self.card_points is not None and not self.with_bonuses:
            check_card_points(self.card_points)
        if self.outcome is Outcome.EVEN or self.outcome is Outcome.WON:
            raise IllegalDealError(_("an even deal has 60 card points: give the count"))
        if self.bonus is not None and self.card_points is None:
            raise IllegalDealError(_("bonus {bonus}: give the count that it is part of", bonus=self.bonus))

    def __str__(self) -> str:
        return str(self.card_points if self.outcome is None else self.outcome)

    def check(self, variant: Variant) -> None:
        """Raise IllegalDealError for a count that the card points and bonuses of the variant do not make."""
        if self.card_points is not None and (self.with_bonuses or self.bonus is not None):
            from scorer.rules.bonuses import check_count  # noqa: PLC0415 - the games without bonuses need none of it

            check_count(self.card_points, self.bonus, variant.bonuses)


def letters(seats: Sequence[str], sides: Sequence[Sequence[str]]) -> str:
    """The side of each seat as a letter, as the scorebook keeps it: `ABAB`, `.ABC` where the first rests."""
    of_player = {player: letter for letter, side in zip(SIDE_LETTERS, sides, strict=False) for player in side}
    return "".join(of_player.get(seat, RESTS) for seat in seats)


def check_times(times: int) -> None:
    """Raise IllegalDealError for a factor that no deal has."""
    if not 1 <= times <= MOST_TIMES:
        raise IllegalDealError(_("times {times}: a deal counts 1 to {most} times", times=times, most=MOST_TIMES))


def check_takes_all(card_points: int | None, *, slam: bool) -> None:
    """Raise IllegalDealError for a slam with some of the card points."""
    if slam and card_points not in {0, None, TOTAL_CARD_POINTS}:
        template = N_("slam with {card_points} card points: who takes every trick has all {total}")
        raise IllegalDealError(_(template, card_points=card_points, total=TOTAL_CARD_POINTS))


def check_partner(caller: str, partner: str | None) -> None:
    """Raise IllegalDealError where the caller is named as the partner too."""
    if caller == partner:
        raise IllegalDealError(
            _("{caller} cannot be their own partner; if they held the called card, say solo", caller=caller)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One deal of the called-partner game.

    `players` are those who play it, in playing order (nobody who rests). `partner` None means solo.
    `called` None means that nobody wrote the card down. `slam`: one side took everything, as the variant defines it.
    `times` is the factor carried from earlier deals, 1 without. Raises IllegalDealError, whatever the variant.
    """

    players: tuple[str, ...]
    caller: str
    partner: str | None
    bid: Bid
    result: Result
    called: Card | None = None
    slam: bool = False
    times: int = 1

    def __post_init__(self) -> None:
        if len(set(self.players)) < len(self.players):
            raise IllegalDealError(_("{players}: a player sits in one seat only", players=", ".join(self.players)))
        for player in (self.caller, self.partner):
            if player and player not in self.players:
                players = ", ".join(self.players)
                raise IllegalDealError(
                    _("{player} does not play this deal; {players} do", player=player, players=players)
                )
        check_partner(self.caller, self.partner)
        check_times(self.times)
        check_takes_all(self.card_points, slam=self.slam)

    @property
    def card_points(self) -> int | None:
        """Card points of the calling side; None when nobody counted."""
        return self.result.card_points

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The two sides that the contract makes: the caller's, then the defenders."""
        calling = tuple(player for player in self.players if player in (self.caller, self.partner))
        return calling, tuple(player for player in self.players if player not in calling)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A deal reckoned, in the steps that led to what it pays.

    `u` is the band's, `worth` u after the slam, `shares` what each role gets of it, and `paid` the units of each role
    in the end, carry included.
    """

    deal: Deal
    outcome: Outcome
    u: int
    worth: int
    shares: Shares
    paid: Shares

    @property
    def units(self) -> dict[str, int]:
        """The units of each player who played the deal; they sum to zero."""
        return self.paid.among(self.deal.players, self.deal.caller, self.deal.partner)

    @property
    def stake(self) -> int:
        """What one defender pays or gets in the end; 0 when even."""
        return abs(self.paid.defender)


def reckon(deal: Deal, variant: Variant) -> Reckoning:
    """The deal paid under the variant, step by step; raises IllegalDealError where the variant has no such deal."""
    outcome = outcome_of(deal.bid, deal.result, variant)
    check_slam(deal.card_points, outcome, variant, slam=deal.slam)
    if deal.called:
        variant.auction.check_called(deal.bid, deal.called)
    shares = shares_of(deal.bid, outcome, variant, players=len(deal.players), solo=deal.partner is None)
    check_counted(deal.result, outcome, variant)
    u = variant.worth(deal.bid, slam=False, count=deal.card_points)
    worth = variant.worth(deal.bid, slam=deal.slam, count=deal.card_points)
    return Reckoning(deal, outcome, u, worth, shares, shares.scaled(worth * deal.times))


def shares_of(bid: Bid, outcome: Outcome, variant: Variant, *, players: int, solo: bool) -> Shares:
    """The shares of a contract with this outcome; raises IllegalDealError where the variant has no such contract."""
    variant.check_players(players)
    if bid.name and not solo:
        raise IllegalDealError(_("{bid} is played alone, against all: the partner is 'solo'", bid=bid))
    shares = variant.shares[players].shares(outcome, solo=solo)
    if shares is None and solo:
        shown = bid_shown(bid, variant.auction.pack)
        raise IllegalDealError(_("solo at {bid}: solo is not played in this variant", bid=shown))
    if shares is None:
        fault = _("{variant}: the caller plays alone, against all; the partner is 'solo'", variant=_(variant.title))
        raise IllegalDealError(fault)
    lowest = variant.auction.solo_from
    if solo and lowest and bid.target < lowest and not bid.name:
        shown = bid_shown(bid, variant.auction.pack)
        raise IllegalDealError(_("solo at {bid}: solo is played only from {lowest} on", bid=shown, lowest=lowest))
    return shares


def check_counted(result: Result, outcome: Outcome, variant: Variant) -> None:
    """Raise IllegalDealError for a result without the count that pays it."""
    if result.card_points is not None or not variant.win.needs_count(outcome):
        return
    template = N_("'{result}' is not enough: {variant} pays by the count; give it")
    if variant.win.worth == BID_OR_SHORTFALL:
        template = N_("'{result}' is not enough: {variant} pays what a failed contract lacks; give the card points")
    raise IllegalDealError(_(template, result=_(str(result)), variant=_(variant.title)))


def outcome_of(bid: Bid, result: Result, variant: Variant) -> Outcome:
    """Made with at least the target; 60 of 61 is even in some variants, and fails in the others."""
    variant.auction.check(bid)
    if result.with_bonuses or result.bonus is not None:
        result.check(variant)
    if result.card_points is None:
        return result.outcome or Outcome.FAILED
    if result.card_points >= bid.target:
        return Outcome.MADE
    even = variant.even_at_60 and bid.target == LOWEST_TARGET and result.card_points == HALF
    return Outcome.EVEN if even else Outcome.FAILED


def check_slam(card_points: int | None, outcome: Outcome, variant: Variant, *, slam: bool) -> None:
    """Raise IllegalDealError when the slam contradicts the variant, or when the count shows a slam that was denied."""
    rule = variant.slam
    if slam and not rule:
        raise IllegalDealError(_("slam: {variant} has no slam", variant=variant.name))
    if slam and rule and not rule.counts_for(outcome):
        raise IllegalDealError(_("slam: {variant} has no slam by the defenders", variant=variant.name))
    if rule and rule.by == "card points" and rule.shown_by(card_points) and not slam:
        template = N_("no slam with {card_points} card points: here all 120 of one side are a slam")
        raise IllegalDealError(_(template, card_points=card_points))


def counted(result: Result, bid: Bid) -> Result:
    """The result, with the count that a made bid of all card points implies."""
    made_all = result.outcome is Outcome.MADE and bid.target == TOTAL_CARD_POINTS and not result.with_bonuses
    return Result(TOTAL_CARD_POINTS) if made_all else result


def decided_slam(typed: bool | None, result: Result, variant: Variant) -> tuple[bool, bool]:
    """Whether a deal was a slam, and whether that stays unclear because only the table could say it.

    `typed` is what the table says, None where it says nothing: then the count decides. Raises IllegalDealError where
    nobody counted what decides it.
    """
    slam = variant.slam
    if typed is not None or slam is None:
        return bool(typed), False
    if result.card_points is not None:
        shown = slam.shown_by(result.card_points)
        return (False, shown) if slam.by == "tricks" else (shown, False)
    if slam.by == "card points" and slam.counts_for(result.outcome or Outcome.FAILED):
        facts = {"result": _(str(result)), "variant": _(variant.title), "total": TOTAL_CARD_POINTS}
        fault = _("'{result}' is not enough: {variant} pays a slam for all {total} card points", **facts)
        raise IllegalDealError(fault, advice("count_or_slam"))
    return False, False

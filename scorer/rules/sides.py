"""A deal without a caller: the seats make the sides, or everybody plays alone.

One order of reckoning, as everywhere: u -> slam -> share -> carry. Source: docs/rules.md, "The other games".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import sub

from scorer.language import N_, _
from scorer.rules.bonuses import check_bonuses
from scorer.rules.cards import REACHABLE, TOTAL_CARD_POINTS, between, can_be_shared
from scorer.rules.deal import check_times
from scorer.rules.errors import IllegalDealError, UndecidedError, UnsaidError
from scorer.rules.kinds import CARDS, EVEN, SAID, WON, Outcome, event_shown
from scorer.rules.variant import MadeBy, Variant


def sides_of(seats: Sequence[str], made_by: MadeBy, out: str | None = None) -> tuple[tuple[str, ...], ...]:
    """The sides of all at the table but `out`, in playing order: every second player, or each alone."""
    players = tuple(seat for seat in seats if seat != out)
    if made_by == "each alone":
        return tuple((player,) for player in players)
    return players[0::2], players[1::2]


@dataclass(frozen=True, slots=True, kw_only=True)
class SidesDeal:
    """One deal of a game without a caller.

    `counts` are what the sides have, their `bonuses` included, in the order of the sides; None where nobody counted.
    `winners`: the places of the sides that are said to have won, none for an even deal; None where the counts decide.
    `decided`: how it was said, "said" (uncounted), "cards" (equal counts) or an event; None where the counts decide.
    `slam`: one side took every trick. `times` is the factor carried from earlier deals, 1 without.
    """

    sides: tuple[tuple[str, ...], ...]
    counts: tuple[int, ...] | None = None
    bonuses: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    decided: str | None = None
    slam: bool = False
    times: int = 1

    def __post_init__(self) -> None:
        check_times(self.times)
        if (self.winners is None) != (self.decided is None) or (self.counts is None and self.winners is None):
            raise IllegalDealError(_("a result is either the counts of the sides, or who won and why"))
        if self.counts is not None and self.decided not in {None, CARDS}:
            raise IllegalDealError(_("'{decided}' and counts: one of them is the result", decided=self.decided))
        if self.counts is None and (self.decided == CARDS or self.bonuses is not None):
            raise IllegalDealError(_("more cards, and bonuses, are said beside the counts: give these too"))
        if len(set(self.winners or ())) < len(self.winners or ()) or not set(self.winners or ()) <= set(
            range(len(self.sides))
        ):
            raise IllegalDealError(_("who won is said once for each of the sides that did"))
        for numbers in (self.counts, self.bonuses):
            if numbers is not None and len(numbers) != len(self.sides):
                counts, sides = len(numbers), len(self.sides)
                raise IllegalDealError(_("{counts} counts for {sides} sides: each has one", counts=counts, sides=sides))

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the deal, side by side."""
        return tuple(player for side in self.sides for player in side)

    @property
    def card_points(self) -> tuple[int, ...] | None:
        """The card points of each side without its bonuses; None where nobody counted."""
        if self.counts is None:
            return None
        return tuple(map(sub, self.counts, self.bonuses)) if self.bonuses else self.counts

    @property
    def result(self) -> str:
        """The result as it is said: the counts, or won, or even."""
        return between(self.counts) if self.counts is not None else WON if self.winners else EVEN


@dataclass(frozen=True, slots=True)
class SidesReckoning:
    """A deal of sides reckoned: the places of the `winners` (none: even), and the steps to the units of each player.

    `u` as the variant has it for this win, `worth` after the slam; a winner gets `worth` from each losing side, times
    the carry. `deals_won` is what the win counts in a race for deals.
    """

    winners: tuple[int, ...]
    u: int
    worth: int
    units: dict[str, int]
    deals_won: int

    @property
    def outcome(self) -> Outcome:
        """Won, or even."""
        return Outcome.WON if self.winners else Outcome.EVEN


def reckon_sides(deal: SidesDeal, variant: Variant) -> SidesReckoning:
    """The deal paid under the variant, step by step; raises IllegalDealError where the variant has no such deal."""
    variant.check_players(len(deal.players))
    check_counts(deal, variant)
    winners, win = winners_of(deal, variant), variant.win
    _check_slam(deal, winners, variant)
    if not winners:
        return SidesReckoning((), 0, 0, dict.fromkeys(deal.players, 0), 0)
    best = max(deal.counts[place] for place in winners) if deal.counts else 0
    above = win.above is not None and best > win.above
    u = win.above_u if above else win.u
    if win.worth == "margin":
        u = best - max(count for place, count in enumerate(deal.counts or ()) if place not in winners)
    worth = variant.after_slam(u, slam=deal.slam)
    paid = shares(len(deal.sides), winners)
    units = {player: paid[at] * worth * deal.times for at, side in enumerate(deal.sides) for player in side}
    return SidesReckoning(winners, u, worth, units, win.above_deals if above else 1)


def shares(sides: int, winners: Sequence[int]) -> list[int]:
    """Units per stake of 1 for each player of every side: with W winning sides and L losing ones, +L and -W."""
    return [sides - len(winners) if place in winners else -len(winners) for place in range(sides)]


def needs_counts(variant: Variant) -> bool:
    """Whether the payout depends on the counts, so that it is not enough to say who won."""
    win, slam = variant.win, variant.slam
    return win.worth == "margin" or win.above is not None or bool(slam and slam.by == "card points")


def why_counted(variant: Variant) -> str:
    """Why the payout needs the counts, where it does: what it pays by."""
    win, title = variant.win, _(variant.title)
    if win.worth == "margin":
        return _("{variant} pays by the margin", variant=title)
    if win.above is not None:
        return _("a win with more than {count} counts for more in {variant}", count=win.above, variant=title)
    return _("{variant} pays a slam for all {total} card points", variant=title, total=TOTAL_CARD_POINTS)


def by_counts(counts: Sequence[int], variant: Variant) -> tuple[int, ...] | None:
    """The places of the sides that have won by these counts, none for an even deal; None where more cards decide."""
    win = variant.win
    if win.by == "at most":
        winners = tuple(place for place, count in enumerate(counts) if count <= win.limit)
    else:
        best = max(counts)
        winners = tuple(place for place, count in enumerate(counts) if count == best)
        if len(winners) > 1 and win.tie != "shared":
            return None if win.tie == "more cards" else ()
    return winners if len(winners) < len(counts) else ()


def winners_of(deal: SidesDeal, variant: Variant) -> tuple[int, ...]:
    """The places of the sides that have won, by the counts or by what the table says.

    Raises IllegalDealError for what cannot be so.
    """
    winners = deal.winners or ()
    won = by_counts(deal.counts, variant) if deal.counts else None
    if deal.decided is None:
        if won is None:
            raise UndecidedError(between(deal.counts or ()), deal.sides)
        return won
    if deal.decided == CARDS:
        _check_more_cards(deal, won, variant)
    elif deal.decided == SAID:
        _check_uncounted(deal, variant)
    elif deal.decided not in (variant.events or {}):
        raise IllegalDealError(
            _("'{event}' is not known in {variant}", event=event_shown(deal.decided), variant=_(variant.title))
        )
    elif len(winners) != 1:
        raise IllegalDealError(_("'{event}' is of one side: say which", event=event_shown(deal.decided)))
    return winners


def _check_more_cards(deal: SidesDeal, won: tuple[int, ...] | None, variant: Variant) -> None:
    """Raise IllegalDealError where more cards cannot decide; `won` by the counts, None where these do not decide."""
    counts = between(deal.counts or ())
    if variant.win.tie != "more cards":
        raise IllegalDealError(
            _("{counts}: more cards decide nothing in {variant}", counts=counts, variant=_(variant.title))
        )
    if won is not None:
        raise IllegalDealError(_("{counts}: more cards decide only at equal counts", counts=counts))
    if len(deal.winners or ()) > 1:
        raise IllegalDealError(_("more cards: one side has them, or nobody"))


def _check_uncounted(deal: SidesDeal, variant: Variant) -> None:
    """Raise IllegalDealError where the counts are needed, or where so many sides cannot win."""
    win, winners = variant.win, len(deal.winners or ())
    if needs_counts(variant):
        reason = why_counted(variant)
        raise IllegalDealError(
            _("'{result}' is not enough: {reason}; give the count", result=deal.result, reason=reason)
        )
    if winners > 1 and win.by == "most" and win.tie != "shared":
        raise IllegalDealError(
            _("{winners} winners: one side wins in {variant}", winners=winners, variant=_(variant.title))
        )
    if winners == len(deal.sides):
        raise IllegalDealError(_("all {sides} sides have won: then the deal is even, say even", sides=winners))


def check_counts(deal: SidesDeal, variant: Variant) -> None:
    """Raise IllegalDealError for counts that the cards and the bonuses said cannot make."""
    if deal.bonuses is not None:
        check_bonuses(deal.bonuses, deal.card_points, variant.bonuses)
    if deal.counts is None:
        return
    if fault := _counts_fault(deal.counts, deal.card_points or (), sum(deal.bonuses or ())):
        total = sum(deal.counts)
        if variant.bonuses and deal.bonuses is None and TOTAL_CARD_POINTS <= total <= variant.most_counted:
            raise UnsaidError(fault, deal.sides)
        raise IllegalDealError(_("{fault}; count again", fault=fault))


def _counts_fault(counts: Sequence[int], card_points: Sequence[int], bonuses: int) -> str:
    """What is wrong with counts that hold so many `bonuses`; empty where they can be."""
    words, all_cards, total = between(counts), TOTAL_CARD_POINTS, sum(counts)
    impossible = [points for points in card_points if points not in REACHABLE]
    if total != all_cards + bonuses:
        template = (
            N_("{counts}: {total} together, a deal has {all_cards} card points and here {bonuses} of bonuses")
            if bonuses
            else N_("{counts}: {total} together, a deal has {all_cards} card points")
        )
        return _(template, counts=words, total=total, all_cards=all_cards, bonuses=bonuses)
    if any(not 0 <= points <= all_cards for points in impossible):
        return _("{counts}: a side has 0 to {all_cards} card points", counts=words, all_cards=all_cards)
    if impossible:
        return _("{counts}: no set of cards makes {card_points}", counts=words, card_points=impossible[0])
    return ""


def check_shared(card_points: Sequence[int]) -> None:
    """Raise IllegalDealError for card points of three sides and more that no sharing of the cards makes together.

    This is no part of reckoning a deal: deals that were recorded before this check existed keep their units.
    """
    if len(card_points) > 2 and not can_be_shared(card_points):  # noqa: PLR2004 - of two, one makes the other
        counts = between(card_points)
        raise IllegalDealError(
            _("{counts} card points: each can be, but no cards make all of them at once; count again", counts=counts)
        )


def slam_by_counts(card_points: Sequence[int] | None, variant: Variant) -> bool | None:
    """Whether these card points show a slam; None where only the table can say (tricks at 120, or nobody counted)."""
    if variant.slam is None or (card_points is not None and max(card_points) < TOTAL_CARD_POINTS):
        return False
    return True if variant.slam.by == "card points" and card_points is not None else None


def slam_of_sides(typed: bool | None, deal: SidesDeal, variant: Variant) -> tuple[bool, bool]:
    """Whether a deal was a slam, and whether that stays unclear because only the table could say it.

    `typed` is what the table says, None where it says nothing: then the counts decide.
    """
    shown = slam_by_counts(deal.card_points, variant) if typed is None else typed
    return bool(shown), shown is None and deal.counts is not None


def _check_slam(deal: SidesDeal, winners: tuple[int, ...], variant: Variant) -> None:
    """Raise IllegalDealError for a slam that the variant, or the counts, do not have."""
    if deal.slam and not variant.slam:
        raise IllegalDealError(_("slam: {variant} has no slam", variant=variant.name))
    shown, result = slam_by_counts(deal.card_points, variant), between(deal.counts or ()) or EVEN
    if deal.slam and (shown is False or len(winners) != 1):
        template = N_("slam with {result}: who takes every trick has all {total} card points")
        raise IllegalDealError(_(template, result=result, total=TOTAL_CARD_POINTS))
    if shown and not deal.slam:
        template = N_("no slam with {result}: here all {total} of one side are a slam")
        raise IllegalDealError(_(template, result=result, total=TOTAL_CARD_POINTS))

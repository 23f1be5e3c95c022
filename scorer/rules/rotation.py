"""Whose turn it is: the dealer, who rests, and the factor that earlier deals left behind."""

from collections.abc import Collection, Iterable, Sequence

from scorer.rules.deal import MOST_TIMES
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import EVEN
from scorer.rules.variant import Variant


def next_dealer(seats: Sequence[str], then: Sequence[str], dealer: str, *, again: bool, away: str | None = None) -> str:
    """Who deals next at `seats` when `dealer` dealt last at the seats `then`.

    The deal passes to the next seat, or stays (`again`) after a redeal that says so. Whoever left or is `away` is
    passed over; when the dealer has left, the deal goes on from where they sat, with whoever has that seat now.
    """
    order = seats if dealer in seats or len(seats) == len(then) else then
    turn = list(seats if dealer in seats else then).index(dealer) + (0 if again else 1)
    present = [player for player in seats if player != away]
    return next(player for player in [*order[turn:], *order[:turn], *present] if player in present)


def resting(seats: Sequence[str], counts: Collection[int], dealer: str, out: str | None = None) -> str | None:
    """Who is at the table and not in this deal: `out`, or the dealer where one sits too many; None when all play.

    `counts` are the numbers of players that the variant plays; raises IllegalDealError when none fits.
    """
    seated = len(seats)
    if out is None and seated not in counts:
        out = dealer
    playing = seated - (out is not None)
    if playing not in counts:
        numbers = " or ".join(map(str, sorted(counts)))
        who = f" while {out} rests" if out and seated in counts else ""
        rest = "; one may rest" if playing > max(counts) else ""
        raise IllegalDealError(f"{seated} players at the table{who}: this variant is played by {numbers}{rest}")
    return out


def carry(past: Iterable[tuple[str, int]], variant: Variant) -> int:
    """The factor pending for the next deal; 1 when nothing is.

    `past` holds kind and times of the deals and redeals so far, oldest first; an even deal has the kind "even".
    A played deal uses the carry up, a redeal hands it on; an even deal hands on its own times where it leaves a factor.
    Without a cap of the variant the carry stops at 1024.
    """
    pending = 1
    for kind, times in past:
        pending = carry_after(pending, kind, times, variant)
    return pending


def carry_after(pending: int, kind: str, times: int, variant: Variant) -> int:
    """The factor for the next deal when `pending` was there and this deal or redeal came; see `carry`."""
    factor = variant.after_kind(kind).factor
    if kind == "deal" or (kind == EVEN and factor == 1):
        return 1
    if factor == 1:
        return pending
    left = times if kind == EVEN else pending
    return min(left * factor if variant.accumulates else factor, variant.cap or MOST_TIMES)

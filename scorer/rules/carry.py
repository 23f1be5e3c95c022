"""The carry: the factor that redeals and even deals leave for the next deal."""

from collections.abc import Iterable

from scorer.rules.kinds import DEAL, EVEN
from scorer.rules.variant import Variant

MOST_TIMES = 1024


def happened(kind: str, outcome: str | None) -> str:
    """What a record is for the next deal, its dealer and its carry: its kind, or "even" for an even deal."""
    return EVEN if outcome == EVEN else kind


def carry(past: Iterable[tuple[str, int]], variant: Variant) -> int:
    """The factor pending for the next deal; 1 when nothing is.

    `past` holds what `happened` and the times of the deals and redeals so far, oldest first.
    A played deal uses the carry up, a redeal hands it on; an even deal hands on its own times where it leaves a factor.
    Without a cap of the variant the carry stops at 1024.
    """
    pending = 1
    for kind, times in past:
        pending = carry_after(pending, kind, times, variant)
    return pending


def carry_after(pending: int, kind: str, times: int, variant: Variant) -> int:
    """The factor for the next deal after this deal or redeal, which found the factor `pending`; see `carry`."""
    if kind == DEAL:
        return 1
    factor = variant.after_kind(kind).factor
    if factor == 1:
        return 1 if kind == EVEN else pending
    left = times if kind == EVEN else pending
    return min(left * factor if variant.accumulates else factor, variant.cap or MOST_TIMES)

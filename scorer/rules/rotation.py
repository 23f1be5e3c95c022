"""Whose turn it is: who deals next, and who rests of those at the table."""

from collections.abc import Collection, Sequence

from scorer.language import _, ngettext
from scorer.language.lists_numbers_dates import either
from scorer.rules.errors import IllegalDealError
from scorer.rules.variant import Variant


def next_dealer(
    seats: Sequence[str], last_seats: Sequence[str], dealer: str, *, again: bool, away: str | None = None
) -> str:
    """Who deals next at `seats` when `dealer` dealt last, at `last_seats`.

    The deal passes to the next seat, or stays (`again`) after a redeal of that kind. It passes over players who left
    or are `away`; when the dealer has left, it goes on from where they sat, with whoever has that seat now.
    """
    order = seats if dealer in seats or len(seats) == len(last_seats) else last_seats
    turn = list(seats if dealer in seats else last_seats).index(dealer) + (0 if again else 1)
    around = [*order[turn:], *order[:turn], *seats]
    return next(player for player in around if player in seats and player != away)


def resting(seats: Sequence[str], variant: Variant, dealer: str, out: str | None = None) -> str | None:
    """Who is at the table and not in this deal: `out`, or the dealer where one sits too many; None when all play.

    Raises IllegalDealError where the variant is not played so.
    """
    seated, counts = len(seats), variant.player_counts
    if out is None and seated not in counts:
        out = dealer
    playing = seated - (out is not None)
    if playing in counts and (out is None or variant.one_more_rests):
        return out
    fault = _wrong_number(seated, counts, out if seated in counts else None)
    if seated <= max(counts):
        raise IllegalDealError(fault)
    if variant.one_more_rests:
        raise IllegalDealError(_("{fault}; one may rest", fault=fault))
    raise IllegalDealError(_("{fault}, and nobody rests", fault=fault))


def _wrong_number(seated: int, counts: Collection[int], out: str | None) -> str:
    """The refusal that so many players at a table, of whom `out` rests, cannot play."""
    numbers = either([str(count) for count in sorted(counts)])
    if out:
        return ngettext(
            "{count} player at the table while {player} rests: this variant is played by {numbers}",
            "{count} players at the table while {player} rests: this variant is played by {numbers}",
            seated,
            player=out,
            numbers=numbers,
        )
    return ngettext(
        "{count} player at the table: this variant is played by {numbers}",
        "{count} players at the table: this variant is played by {numbers}",
        seated,
        numbers=numbers,
    )

"""From the words of a table to a deal: names found, bid and result read, slam decided. Every way to record uses it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from scorer.errors import RefusedError
from scorer.names import SOLO, find, fold, printable
from scorer.rules.bid import read_bid
from scorer.rules.cards import TOTAL_CARD_POINTS, read_card, read_number
from scorer.rules.deal import Deal, Outcome, Result
from scorer.rules.errors import IllegalDealError, ScorerError, UnreadableError
from scorer.rules.payout import Reckoning, reckon, slam_by_count
from scorer.rules.variant import Variant
from scorer.sheet import Sheet

LONGEST_NOTE = 500
MOST_TIMES = 1000
MOST_UNITS = 1_000_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWords:
    """A deal in the words of the table, as typed. Empty: not said; `slam` None: not said."""

    caller: str = ""
    bid: str = ""
    partner: str = ""
    result: str = ""
    called: str = ""
    slam: bool | None = None
    dealer: str = ""
    out: str = ""
    times: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Dealing:
    """A deal with what stands around it: who dealt, who rested, the note, and what the reader wants to say of it."""

    deal: Deal
    reckoning: Reckoning
    dealer: str
    out: str | None
    note: str
    notices: tuple[str, ...] = ()


class SlamUnclearError(ScorerError):
    """All card points are on one side and only the table knows whether all tricks are too."""


def read_deal(words: DealWords, sheet: Sheet, *, asking: bool = False) -> Dealing:
    """The next deal of `sheet` in these words, reckoned. A pending call stands in for the caller and bid not said.

    Raises ScorerError for what cannot be read or played; SlamUnclearError when `asking` and only the table can say
    whether it was a slam (else it is none, with a notice).
    """
    dealer = find(words.dealer, sheet.seats) if words.dealer else sheet.next_dealer
    out = sheet.resting(dealer, find(words.out, sheet.seats) if words.out else None)
    times = read_times(words.times) if words.times else sheet.carry
    call = sheet.match.sitting.call
    if call and not words.caller:
        words = replace(words, caller=call.caller, bid=call.bid, called=words.called or call.called or "")
    return deal_at(words, sheet.seats, sheet.match.variant, dealer, out, times, asking=asking)


def deal_at(
    words: DealWords, seats: Sequence[str], variant: Variant, dealer: str, out: str | None, times: int, *, asking: bool
) -> Dealing:
    """The deal in these words at a table where dealer, who rests and the factor are known; see read_deal."""
    require(words.caller, "the caller", "scorer deal CALLER BID PARTNER RESULT")
    result = read_result(words.result)
    partner = None if fold(words.partner) == SOLO else _playing(words.partner, seats, out)
    slam, notices = _slam(words.slam, result, variant, asking=asking)
    deal = Deal(
        players=tuple(player for player in seats if player != out),
        caller=_playing(words.caller, seats, out),
        partner=partner,
        bid=read_bid(words.bid, variant.auction),
        result=result,
        called=read_card(words.called, variant.auction.pack) if words.called else None,
        slam=slam,
        times=times,
    )
    return Dealing(deal, reckon(deal, variant), dealer, out, clean_note(words.note), notices)


def _playing(typed: str, seats: Sequence[str], out: str | None) -> str:
    player = find(typed, seats)
    if player == out:
        raise IllegalDealError(f"{player} rests in this deal and cannot be on the calling side")
    return player


def _slam(said: bool | None, result: Result, variant: Variant, *, asking: bool) -> tuple[bool, tuple[str, ...]]:
    """Whether it was a slam, as said, else by the count, else by asking; with what there is to say about that."""
    shown = slam_by_count(result, variant)
    if said is not None or shown is not None:
        return bool(shown if said is None else said), ()
    if result.card_points is None:
        pays = f"{variant.title} pays a slam for all {TOTAL_CARD_POINTS} card points"
        raise IllegalDealError(f"'{result}' is not enough: {pays}; give the count, or --slam or --no-slam")
    if asking:
        raise SlamUnclearError(f"{result} card points: did one side take every trick?")
    return False, (f"{result} card points, taken as no slam; if one side took every trick, say --slam",)


def read_result(text: str) -> Result:
    """Read `74`, `74/46`, `made` or `failed`; raises UnreadableError or IllegalDealError."""
    word = text.strip().casefold()
    if word in {Outcome.MADE, Outcome.FAILED}:
        return Result(said=Outcome(word))
    parts = [read_number(part) for part in word.split("/")]
    if parts[0] is None or None in parts or len(parts) > 2:  # noqa: PLR2004 - the two sides
        hint = "say the calling side's card points (74), both counts (74/46), or made or failed"
        raise UnreadableError(f"'{printable(text)}' is not a result; {hint}")
    total = sum(part or 0 for part in parts)
    if len(parts) > 1 and total != TOTAL_CARD_POINTS:
        raise IllegalDealError(f"{text}: {total} card points, a deal has {TOTAL_CARD_POINTS}; count again")
    return Result(card_points=parts[0])


def read_within(text: str, what: str, lowest: int, highest: int) -> int:
    """Read a whole number within limits; raises UnreadableError naming `what` and the limits."""
    number = read_number(text.strip().removeprefix("-"))
    signed = -number if number and text.strip().startswith("-") else number
    if signed is None or not lowest <= signed <= highest:
        raise UnreadableError(f"{what} '{printable(text)}': say a whole number from {lowest} to {highest}")
    return signed


def read_times(text: str) -> int:
    """Read the factor of a deal, 1 to 1000."""
    return read_within(text, "times", 1, MOST_TIMES)


def clean_note(text: str) -> str:
    """A note or reason as it is kept: trimmed, one line, at most 500 characters; raises RefusedError."""
    note = text.strip()
    if note != printable(note):
        raise RefusedError(f"'{printable(note)}': a note is one line without control characters")
    if len(note) > LONGEST_NOTE:
        raise RefusedError(f"a note has at most {LONGEST_NOTE} characters; this one has {len(note)}")
    return note


def require(text: str, what: str, how: str) -> str:
    """`text`, unless it is empty: then UnreadableError says what is missing and how to give it."""
    if not text.strip():
        raise UnreadableError(f"{what} is missing; say {how}")
    return text

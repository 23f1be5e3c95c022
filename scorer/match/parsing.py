"""From the words of a table to a deal: names found, bid and result read, slam decided. Every way to record uses it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from scorer.errors import RefusedError
from scorer.match.names import control_character, find, fold, is_solo, printable, shown
from scorer.match.values import Sheet
from scorer.rules.bid import read_bid
from scorer.rules.cards import TOTAL_CARD_POINTS, read_card, read_number
from scorer.rules.deal import MOST_TIMES, Deal, Reckoning, Result, counted, decided_slam, reckon
from scorer.rules.errors import IllegalDealError, UnreadableError
from scorer.rules.kinds import Outcome
from scorer.rules.variant import Variant

LONGEST_NOTE = 500
MOST_UNITS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWords:
    """A deal in the words of the table, as typed. Empty or None: not said; an edit clears an empty card or note."""

    caller: str = ""
    bid: str = ""
    partner: str = ""
    result: str = ""
    called: str | None = None
    slam: bool | None = None
    dealer: str = ""
    out: str = ""
    times: str = ""
    note: str | None = None


@dataclass(frozen=True, slots=True)
class ReadDeal:
    """A deal with what stands around it: who dealt, who rested, the note.

    `slam_unclear`: all card points are on one side, only the table knows whether all tricks are too, and it did not
    say; the deal is read as no slam.
    """

    deal: Deal
    reckoning: Reckoning
    dealer: str
    out: str | None
    note: str
    slam_unclear: bool = False

    @property
    def notices(self) -> tuple[str, ...]:
        """What there is to say of it beside its units."""
        taken = f"{self.deal.result} card points, taken as no slam; if one side took every trick, say --slam"
        return (taken,) if self.slam_unclear else ()


@dataclass(frozen=True, slots=True)
class SlamQuestion:
    """What only the table can answer before a deal with this result is recorded: whether it was a slam."""

    result: Result

    def __str__(self) -> str:
        """The question, to be answered yes or no."""
        return f"{self.result} card points: did one side take every trick?"


def named_players(words: DealWords) -> list[str]:
    """Everybody whom these words name: they sit at one table."""
    named = (words.caller, words.partner, words.dealer, words.out)
    return [name for name in named if name and not is_solo(name)]


def read_deal(words: DealWords, sheet: Sheet) -> ReadDeal:
    """The next deal of `sheet` in these words, reckoned. A pending call stands in for the caller and bid not said.

    Raises ScorerError for what cannot be read or played.
    """
    dealer = find(words.dealer, sheet.seats) if words.dealer else sheet.next_dealer
    out = sheet.resting(dealer, find(words.out, sheet.seats) if words.out else None)
    times = read_times(words.times) if words.times else sheet.carry
    call = sheet.match.sitting.call
    if call and not words.caller:
        words = replace(words, caller=call.caller, bid=call.bid, called=words.called or call.called)
    return deal_at(words, sheet.seats, sheet.match.variant, dealer, out, times)


def deal_at(
    words: DealWords, seats: Sequence[str], variant: Variant, dealer: str, out: str | None, times: int
) -> ReadDeal:
    """The deal in these words at a table where dealer, who rests and the factor are known; see read_deal."""
    require(words.caller, "no call is pending, so the caller", "CALLER BID PARTNER RESULT, as in anna 2/71 elena 74")
    bid = read_bid(words.bid, variant.auction)
    result = counted(read_result(words.result), bid)
    partner = None if is_solo(words.partner) else find(words.partner, seats)
    caller = find(words.caller, seats)
    if out and out in {caller, partner}:
        raise IllegalDealError(f"{out} rests in this deal and cannot be on the calling side")
    slam, slam_unclear = decided_slam(words.slam, result, variant, "--slam or --no-slam")
    deal = Deal(
        players=tuple(player for player in seats if player != out),
        caller=caller,
        partner=partner,
        bid=bid,
        result=result,
        called=read_card(words.called, variant.auction.pack) if words.called else None,
        slam=slam,
        times=times,
    )
    return ReadDeal(deal, reckon(deal, variant), dealer, out, clean_note(words.note or ""), slam_unclear)


def read_result(text: str) -> Result:
    """Read `74`, `74/46`, `made` or `failed`; raises UnreadableError or IllegalDealError."""
    word = text.strip().casefold()
    if word in {Outcome.MADE, Outcome.FAILED}:
        return Result(said=Outcome(word))
    parts = list(map(read_number, word.split("/")))
    if parts[0] is None or None in parts or len(parts) > 2:  # noqa: PLR2004 - the two sides
        hint = "say the calling side's card points (74), both counts (74/46), or made or failed"
        raise UnreadableError(f"'{shown(text)}' is not a result; {hint}")
    total = sum(filter(None, parts))
    if len(parts) > 1 and total != TOTAL_CARD_POINTS:
        raise IllegalDealError(f"{text}: {total} card points, a deal has {TOTAL_CARD_POINTS}; count again")
    return Result(card_points=parts[0])


def read_within(text: str, what: str, lowest: int, highest: int) -> int:
    """Read a whole number within limits; raises UnreadableError naming `what` and the limits."""
    word = text.strip().replace("\N{MINUS SIGN}", "-")  # a telephone writes that one
    number = read_number(word.removeprefix("-"))
    signed = -number if number and word.startswith("-") else number
    if signed is None or not lowest <= signed <= highest:
        raise UnreadableError(f"{what} '{shown(text)}': say a whole number from {lowest} to {highest}")
    return signed


def read_times(text: str) -> int:
    """Read the factor of a deal, 1 to 1024."""
    return read_within(text, "times", 1, MOST_TIMES)


def clean_note(text: str) -> str:
    """A note or reason as it is kept: trimmed, one line, at most 500 characters; raises RefusedError."""
    note = text.strip()
    if control_character(note):
        raise RefusedError(f"'{printable(note)}': a note is one line without control characters")
    if len(note) > LONGEST_NOTE:
        raise RefusedError(f"a note has at most {LONGEST_NOTE} characters; this one has {len(note)}")
    return note


def require(text: str, what: str, how: str) -> str:
    """`text`, unless it is empty: then UnreadableError says what is missing and how to give it."""
    if not text.strip():
        raise UnreadableError(f"{what} is missing; say {how}")
    return text


def deal_words(facts: Sequence[str], words: DealWords) -> DealWords:
    """The positional facts of a deal put into words: CALLER BID PARTNER RESULT, or PARTNER RESULT after a call."""
    if len(facts) == 4:  # noqa: PLR2004 - all four
        caller, bid, partner, result = facts
        return replace(words, caller=caller, bid=bid, partner=partner, result=result)
    if len(facts) == 2:  # noqa: PLR2004 - what a call leaves open
        return replace(words, partner=facts[0], result=facts[1])
    if strange := [fact for fact in facts if fact.startswith("--")]:
        raise UnreadableError(f"there is no option {printable(strange[0])}; scorer deal --help lists them")
    given = " ".join(printable(fact) for fact in facts)
    count = "1 word" if len(facts) == 1 else f"{len(facts)} words"
    raise UnreadableError(f"'{given}' is {count}: a deal is CALLER BID PARTNER RESULT (anna 2/71 elena 74)")


def read_choice(text: str, what: str, choices: Sequence[str]) -> str:
    """Read one of a few words, in any case; raises UnreadableError naming `what` and the choices."""
    word = fold(text).replace("_", "-").replace(" ", "-")
    if word not in choices:
        raise UnreadableError(f"{what} '{shown(text)}': say {', '.join(choices[:-1])} or {choices[-1]}")
    return word


def read_units(text: str) -> dict[str, int]:
    """Read `Anna=-3,Bruno=1` as units by name; raises UnreadableError."""
    changes: dict[str, int] = {}
    for part in text.split(","):
        name, equals, units = part.rpartition("=")
        if not equals or not name.strip():
            raise UnreadableError(f"'{printable(part)}' cannot be read: say units by player, as in Anna=-3,Bruno=1")
        if name.strip() in changes:
            raise UnreadableError(f"'{printable(name.strip())}' is named twice")
        changes[name.strip()] = read_within(units.strip().removeprefix("+"), "units", -MOST_UNITS, MOST_UNITS)
    return changes


def read_date(text: str, what: str = "date", today: date | None = None) -> date:
    """Read an ISO date such as 2026-11-20; empty means `today`, if given. Raises UnreadableError naming `what`."""
    if today and not text.strip():
        return today
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise UnreadableError(f"{what} '{printable(text)}': say year, month and day, as in 2026-11-20") from None

"""From the words of a table to a deal: names found, bid and result read, slam decided. Every way to record uses it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from scorer.errors import RefusedError
from scorer.match.facts import Match
from scorer.match.names import (
    control_character,
    find,
    fold,
    is_nobody,
    meant_by,
    plays_alone,
    printable,
    refuse_control,
    shown,
    spoken,
)
from scorer.match.sheet import Sheet
from scorer.rules.bid import Auction, Bid, read_bid
from scorer.rules.cards import TOTAL_CARD_POINTS, check_card_points, read_number
from scorer.rules.deal import MOST_TIMES, Deal, Reckoning, Result, resting
from scorer.rules.errors import IllegalDealError, ScorerError, SlamUnclearError, UnreadableError
from scorer.rules.kinds import OUTCOME_WORDS, PASSED_OUT, SOLO, Outcome
from scorer.rules.variant import Variant

if TYPE_CHECKING:
    from scorer.rules.sides import SidesDeal, SidesReckoning

LONGEST_NOTE = 500
LONGEST_MARK = 100
MOST_COUNT = 999
MOST_UNITS = 1_000_000
# What else is said, as in rules/kinds; the first letters do where they mean one thing only.
REDEAL_WORDS = {
    "passed-out": "passed all-passed everybody-passed passata passano tutti-passano",
    "thrown-in": "thrown poor-hand buttata",
    "misdeal": "misdealt exposed scoperta",
    "annulled": "cancelled canceled stopped annullata",
}
SIGNED_NUMBER = re.compile(r"[+\-\N{MINUS SIGN}]?\d+")
AT_LEAST, AT_LEAST_ALONE = 71, 110  # a bid that shows how one above the lowest is said
MORE, MORE_ALONE = 3, 15  # by which the example is made
BETWEEN_SIDES = re.compile(r"[/:\-\N{EN DASH}\N{MINUS SIGN}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWords:
    """A deal in the words of the table, as typed. Empty or None: not said; an edit clears an empty card or note.

    `sides` are the words for who took how much, in a game without a caller; `bonus` and `more_cards` beside them.
    """

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
    sides: tuple[str, ...] = ()
    bonus: str = ""
    more_cards: str = ""

    def __post_init__(self) -> None:
        for words in (self.caller, self.bid, self.partner, self.result, self.called, *self.sides, self.bonus):
            refuse_control(words or "")


class ReadDeal(NamedTuple):
    """A deal with what stands around it: who dealt, who rested, the note.

    `slam_unclear`: all card points are on one side, only the table knows whether all tricks are too, and it did not
    say; the deal is read as no slam.
    """

    deal: "Deal | SidesDeal"
    reckoning: "Reckoning | SidesReckoning"
    dealer: str
    out: str | None
    note: str
    slam_unclear: bool = False

    def check_slam(self) -> None:
        """Raise SlamUnclearError where the table has to be asked."""
        if self.slam_unclear:
            raise SlamUnclearError(self.deal.result)

    @property
    def notices(self) -> tuple[str, ...]:
        """What there is to say of it beside its units."""
        taken = f"{self.deal.result} card points, taken as no slam; if one side took every trick, say --slam"
        return (taken,) if self.slam_unclear else ()


def named_players(words: DealWords) -> list[str]:
    """Everybody whom these words name: they sit at one table."""
    named = (words.caller, words.partner, words.dealer, words.out)
    said = [part.rpartition("=")[0] for fact in (*words.sides, words.bonus) for part in fact.split(",") if "=" in part]
    return [name for name in (*named, *said) if name and not plays_alone(name)]


def dealer_and_out(words: DealWords, sheet: Sheet) -> tuple[str, str | None]:
    """Who deals the next deal and who rests in it: as said, or as the table has it."""
    dealer = find(words.dealer, sheet.seats) if words.dealer else sheet.next_dealer
    if not words.out:
        return dealer, sheet.resting(dealer)
    if is_nobody(words.out, sheet.seats):
        check_all_play(sheet.seats, sheet.match.variant, dealer)
        return dealer, None
    return dealer, sheet.resting(dealer, find(words.out, sheet.seats))


def check_all_play(seats: Sequence[str], variant: Variant, dealer: str) -> None:
    """Raise IllegalDealError where one at the table has to rest."""
    if resting(seats, variant.player_counts, dealer):
        raise IllegalDealError(f"--out nobody: {len(seats)} sit there, {len(seats) - 1} play: one rests, say who")


def on_calling_side(typed: str, seats: Sequence[str], out: str | None) -> str:
    """The player meant, who plays this deal; raises ScorerError, for who rests too."""
    player = find(typed, seats)
    if player == out:
        raise IllegalDealError(f"{out} rests in this deal and cannot be on the calling side")
    return player


def read_count(text: str) -> int:
    """Read what a side has, card points or bonuses; raises UnreadableError."""
    return read_within(text, "count", 0, MOST_COUNT)


def read_result(text: str, variant: Variant | None = None, bonus: str = "") -> Result:
    """Read `74`, `74/46`, `31+43` of caller and partner, or that it was made or failed.

    Under a `variant` with bonuses it is the caller's count, of which `bonus` (`40`, `anna=40+20`) may be said. Raises
    UnreadableError or IllegalDealError.
    """
    with_bonuses = variant is not None and bool(variant.bonuses)
    of_count = sum(read_bonus(bonus.rpartition("=")[2], variant)) if variant and bonus else None
    if said := meaning(text, OUTCOME_WORDS):
        return Result(said=Outcome(said), with_bonuses=with_bonuses, bonus=of_count)
    if variant and variant.bonuses:
        return Result(read_within(text, "count", 0, variant.most_counted), with_bonuses=True, bonus=of_count)
    sides = [[read_number(count) for count in side.split("+")] for side in BETWEEN_SIDES.split(text.strip())]
    if len(sides) > 2 or max(map(len, sides)) > 2 or any(None in side for side in sides):  # noqa: PLR2004 - two each
        hint = "say the calling side's card points (74), both counts (74/46), or made or failed"
        raise UnreadableError(f"'{shown(text)}' is not a result; {hint}")
    counts = [sum(check_card_points(count or 0) for count in side) if len(side) > 1 else side[0] for side in sides]
    total = sum(filter(None, counts))
    if len(counts) > 1 and total != TOTAL_CARD_POINTS:
        raise IllegalDealError(f"{text}: {total} card points, a deal has {TOTAL_CARD_POINTS}; count again")
    if len(sides) == 1 < len(sides[0]) and total == TOTAL_CARD_POINTS:  # more likely both sides than all of them
        both = f"both counts are {text.replace('+', '/')}"
        raise IllegalDealError(f"{text}: {total} card points for caller and partner; {both}, all of them {total}")
    return Result(card_points=counts[0])


def read_bonus(text: str, variant: Variant) -> list[int]:
    """Read `40`, what one side has beside its card points, or `20+20`, where each number is one bonus.

    Raises UnreadableError, or IllegalDealError for more of a bonus than a deal has.
    """
    from scorer.rules.bonuses import check_named, listed  # noqa: PLC0415 - the games without bonuses need none of it

    most = variant.most_counted - TOTAL_CARD_POINTS
    amounts = [read_within(amount, "bonus", 0, most) for amount in text.split("+")]
    if len(amounts) > 1 and (strange := set(amounts) - {bonus.amount for bonus in variant.bonuses}):
        raise UnreadableError(f"bonus {max(strange)}: in a sum each is one bonus, {listed(variant.bonuses)}")
    check_named(amounts, variant.bonuses)
    return amounts


def meaning(text: str, words: Mapping[str, str]) -> str | None:
    """Which of a few things a word means: it is one of their words, or begins words of one of them only."""
    key = re.sub("[ _]", "-", fold(text))
    said = {word: thing for thing, others in words.items() for word in (thing, *others.split())}
    meant = {said[key]} if key in said else {thing for word, thing in said.items() if key and word.startswith(key)}
    return meant.pop() if len(meant) == 1 else None


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


def named_in(facts: Sequence[str], words: DealWords) -> tuple[list[str], list[str]]:
    """Everybody whom a deal names, as far as that is clear before the match is known; and who may be named besides."""
    if any("=" in fact for fact in facts):  # of sides: anna=50 bruno=40
        return named_players(replace(words, sides=tuple(facts))), []
    if len(facts) == 2 and not facts[1][:1].isdecimal() and not meaning(facts[1], OUTCOME_WORDS):  # noqa: PLR2004 - one of them
        return named_players(words), list(facts)  # killed anna, anna killed
    named = list(facts[:1]) if len(facts) > 1 else []
    if len(facts) > 3 and not read_number(facts[-2]):  # noqa: PLR2004 - all four; a number belongs to the bid
        named.append(facts[-2])
    return [*(name for name in named if not plays_alone(name)), *named_players(words)], []


def deal_words(facts: Sequence[str], words: DealWords, match: Match) -> DealWords:
    """The positional facts of a deal put into words: CALLER BID PARTNER RESULT, or PARTNER RESULT after a call."""
    if not match.variant.has_auction:
        return replace(words, sides=tuple(facts))
    said = spelled_out(facts, match)
    for fact in facts:
        refuse_control(fact)
    if match.variant.alone and len(facts) == 3 == len(said):  # noqa: PLR2004 - of caller, bid and count, one is wrong
        said.insert(2, SOLO)
    if len(said) == 4:  # noqa: PLR2004 - all four
        caller, bid, partner, result = said
        return replace(words, caller=caller, bid=bid, partner=partner, result=result)
    open_call = match.sitting.call or not match.variant.alone  # else nobody waits for PARTNER RESULT
    if len(said) == 2 and len(facts) < 3 and open_call:  # noqa: PLR2004 - what a call leaves open
        return replace(words, partner=said[0], result=said[1])
    if strange := [fact for fact in facts if fact.startswith("--")]:
        raise UnreadableError(f"there is no option {printable(strange[0])}; scorer deal --help lists them")
    if len(said) > 2 and meant_by(said[0], match.sitting.seats):  # noqa: PLR2004 - a caller and a bid stand there
        read_bid(said[1], match.variant.auction)
    said = list(facts) if match.variant.alone else said
    given = " ".join(printable(fact) for fact in said)
    count = "1 word" if len(said) == 1 else f"{len(said)} words"
    quoted = "; what belongs together goes in quotes" if len(said) > 4 else ""  # noqa: PLR2004 - all four
    order, example = contract_words(match.variant), contract_example(match.sitting.seats, match.variant)
    raise UnreadableError(f"'{given}' is {count}: a deal is {' '.join(order)} ({example}){quoted}")


def contract_words(variant: Variant) -> tuple[str, ...]:
    """What is said of a deal with a caller, one after the other."""
    return ("CALLER", "BID", "COUNT") if variant.alone else ("CALLER", "BID", "PARTNER", "RESULT")


def contract_example(seats: Sequence[str], variant: Variant) -> str:
    """How it is said at this table: `anna 2/71 elena 74`, `anna 110 125`."""
    bids = [bid for bid in variant.auction.bids if not bid.name]
    least = AT_LEAST_ALONE if variant.alone else AT_LEAST
    bid = next((bid for bid in bids if bid.target >= least), bids[-1])
    if variant.alone:
        return f"{spoken(seats[0])} {bid} {bid.target + MORE_ALONE}"
    return f"{spoken(seats[0])} {bid} {spoken(seats[-1])} {min(bid.target + MORE, TOTAL_CARD_POINTS)}"


def spelled_out(facts: Sequence[str], match: Match) -> list[str]:
    """The facts of a deal as far as they are said, each one word: `2 71` is one bid.

    A named bid is played alone, and in some games every bid is, so that nobody has to say solo: it is filled in.
    """
    said, seats, auction = list(facts), match.sitting.seats, match.variant.auction
    if len(said) > 2 and said[2].isdecimal() and said[2] not in seats:  # noqa: PLR2004 - behind caller and bid
        bid = _bid_or_none(f"{said[1]}/{said[2]}", auction)
        if bid and (not bid.name or len(said) > 3):  # noqa: PLR2004 - else it is the result
            said[1:3] = [str(bid)]
    call = match.sitting.call
    at, called = 2, said[1] if len(said) > 1 else ""  # where the partner stands, and the bid before it
    if call and (len(said) < 2 or said[0] == SOLO):  # noqa: PLR2004 - of two words the first is a partner
        at, called = 0, call.bid
    bid = _bid_or_none(called, auction) if called else None
    alone = bid and (bid.name or match.variant.alone)
    if alone and (len(said) == at or (len(said) == at + 1 and _is_result(said[at], seats))):
        said.insert(at, SOLO)
    return said


def _bid_or_none(text: str, auction: Auction) -> Bid | None:
    try:
        return read_bid(text, auction)
    except ScorerError:
        return None


def _is_result(text: str, seats: Sequence[str]) -> bool:
    try:
        return not (plays_alone(text, seats) or meant_by(text, seats)) and bool(read_result(text))
    except IllegalDealError:
        return True
    except ScorerError:
        return False


def read_redeal(text: str, variant: Variant) -> str:
    """Read the kind of a redeal: its word, another one for it, or the first letters; raises ScorerError.

    Nobody passes where nobody calls.
    """
    refuse_control(text)
    kinds = tuple(kind for kind in REDEAL_WORDS if variant.has_auction or kind != PASSED_OUT)
    kind = meaning(text, REDEAL_WORDS) or read_choice(text, "redeal", kinds)
    if kind not in kinds:
        instead = f"{', '.join(kinds[:-1])} or {kinds[-1]}"
        raise RefusedError(f"nobody passes in {variant.title}, where nobody calls: say {instead}")
    return kind


def clean_mark(text: str) -> str:
    """The mark by which a deal is recorded once only, as it is kept; raises ScorerError."""
    mark = text.strip()
    refuse_control(mark)
    if len(mark) > LONGEST_MARK:
        raise RefusedError(f"--id has {len(mark)} characters: at most {LONGEST_MARK} are kept")
    return mark


def read_choice(text: str, what: str, choices: Sequence[str]) -> str:
    """Read one of a few words, in any case; raises UnreadableError naming `what` and the choices."""
    word = fold(text).replace("_", "-").replace(" ", "-")
    if word not in choices:
        raise UnreadableError(f"{what} '{shown(text)}': say {', '.join(choices[:-1])} or {choices[-1]}")
    return word


def read_signed(text: str) -> int:
    """Read what somebody won or lost: `+3`, `3` or `-3`; raises UnreadableError."""
    return read_within(text.strip().removeprefix("+"), "units", -MOST_UNITS, MOST_UNITS)


def read_units(text: str) -> dict[str, int]:
    """Read `Anna=-3,Bruno=1` as units by name; raises UnreadableError."""
    changes: dict[str, int] = {}
    for part in filter(str.strip, text.split(",")):
        name, equals, units = part.rpartition("=")
        if not equals or not name.strip():
            as_in = f"{part.strip()}=+3" if read_number(part.strip().lstrip("+-")) is None else f"NAME={part.strip()}"
            raise UnreadableError(f"'{shown(part)}' alone: say whose units they are and how many, as in {shown(as_in)}")
        if name.strip() in changes:
            raise UnreadableError(f"'{printable(name.strip())}' is named twice")
        changes[name.strip()] = read_signed(units)
    if not changes:
        raise UnreadableError("units are missing: say whose they are and how many, as in NAME=-3,NAME=+3")
    return changes


def read_date(text: str, what: str = "date", today: date | None = None) -> date:
    """Read an ISO date such as 2026-11-20; empty means `today`, if given. Raises UnreadableError naming `what`."""
    if today and not text.strip():
        return today
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise UnreadableError(f"{what} '{printable(text)}': say year, month and day, as in 2026-11-20") from None

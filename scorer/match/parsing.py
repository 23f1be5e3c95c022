"""From the words of a table to a deal: names found, bid and result read, slam decided. Every way to record uses it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from scorer.errors import RefusedError
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import either
from scorer.language.lists_numbers_dates import number as written
from scorer.match.deal_options import DealWords as DealWords  # noqa: PLC0414 - deal_reading.py has it from here
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
from scorer.match.table_words import ALONE, ANY_REDEAL, BEFORE_TARGET, KINDS_OF_REDEAL, REDEAL_WORDS
from scorer.rules.bid import LOWEST_TARGET, Auction, Bid, read_bid
from scorer.rules.cards import HALF, LARGEST_NUMBER, TOTAL_CARD_POINTS, check_card_points, read_number
from scorer.rules.carry import MOST_TIMES
from scorer.rules.deal import Deal, Reckoning, Result, counted
from scorer.rules.errors import (
    IllegalDealError,
    Notice,
    ScorerError,
    SlamUnclearError,
    UnreadableError,
    advice,
    advised,
)
from scorer.rules.kinds import EVEN, EVEN_WORDS, OUTCOME_WORDS, PASSED_OUT, SOLO, Outcome
from scorer.rules.rotation import resting
from scorer.rules.variant import Variant

if TYPE_CHECKING:
    from scorer.rules.sides import SidesDeal, SidesReckoning

LONGEST_NOTE = 500
LONGEST_MARK = 100
MOST_COUNT = 999
MOST_UNITS = 1_000_000
MOST_DEALS_OF_SHEET = 1000
MOST_DEALS_OF_EVENING = 300  # a day and a night of five minutes each
ALL_FACTS, AFTER_A_CALL = 4, 2  # CALLER BID PARTNER RESULT; PARTNER RESULT
WHOLE = re.compile(r"(?<=\d)[.,]00?$")  # `2,0` is how a spreadsheet may write 2; `2.000` may be 2000
SIGNED_NUMBER = re.compile(r"[+\-\N{MINUS SIGN}]?\d+")
AT_LEAST, AT_LEAST_ALONE = 71, 110  # targets of an example, so that it shows a bid above the lowest
MORE, MORE_ALONE = 3, 15  # card points above the target in the example
BETWEEN_SIDES = re.compile(r"[/:\-\N{EN DASH}\N{MINUS SIGN}]")


class ReadDeal(NamedTuple):
    """A deal with the dealer, who rested, and the note.

    `slam_unclear`: one side has all card points, nobody said whether it has all tricks too, and the deal is read as no
    slam.
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
    def notices(self) -> tuple[Notice, ...]:
        """What the reader took for granted."""
        if not self.slam_unclear:
            return ()
        taken = _("{card_points} card points, taken as no slam", card_points=self.deal.result)
        return (advised(taken, advice("slam_typed")),)


def named_players(words: DealWords) -> list[str]:
    """Everybody whom these words name: they sit at one table."""
    roles = (words.caller, words.partner, words.dealer, words.out)
    parts = [part for fact in (*words.sides, words.bonus) for part in fact.split(",") if "=" in part]
    sides = [part.rpartition("=")[0] for part in parts]
    return [name for name in (*roles, *sides) if name and not plays_alone(name)]


def dealer_and_out(words: DealWords, sheet: Sheet) -> tuple[str, str | None]:
    """Who deals the next deal and who rests in it: as typed, or as the table has it."""
    dealer = find(words.dealer, sheet.seats) if words.dealer else sheet.next_dealer
    if not words.out:
        return dealer, sheet.resting(dealer)
    if is_nobody(words.out, sheet.seats):
        check_all_play(sheet.seats, sheet.match.variant, dealer)
        return dealer, None
    return dealer, sheet.resting(dealer, find(words.out, sheet.seats))


def check_all_play(seats: Sequence[str], variant: Variant, dealer: str) -> None:
    """Raise IllegalDealError where one at the table has to rest."""
    if resting(seats, variant, dealer):
        template = N_("--out nobody: {seated} sit there, {playing} play: one rests, say who")
        raise IllegalDealError(_(template, seated=len(seats), playing=len(seats) - 1))


def on_calling_side(typed: str, seats: Sequence[str], out: str | None) -> str:
    """The player of this deal who is meant; raises ScorerError, also for a player who rests."""
    player = find(typed, seats)
    if player == out:
        raise IllegalDealError(_("{player} rests in this deal and cannot be on the calling side", player=out))
    return player


def read_count(text: str) -> int:
    """Read the count of a side, card points or bonuses; raises UnreadableError."""
    return read_within(text, _("count"), 0, MOST_COUNT)


def read_result(text: str, variant: Variant | None = None, bonus: str = "") -> Result:
    """Read `74`, `74/46`, `31+43` of caller and partner, or that the contract was made or failed.

    Under a `variant` with bonuses it is the caller's count, and `bonus` (`40`, `anna=40+20`) may say how much of it is
    bonuses. Raises UnreadableError or IllegalDealError.
    """
    with_bonuses = variant is not None and bool(variant.bonuses)
    of_count = sum(read_bonus(bonus.rpartition("=")[2], variant)) if variant and bonus else None
    if outcome := meaning(text, OUTCOME_WORDS):
        return Result(outcome=Outcome(outcome), with_bonuses=with_bonuses, bonus=of_count)
    if variant and variant.bonuses:
        return Result(read_within(text, _("count"), 0, variant.most_counted), with_bonuses=True, bonus=of_count)
    sides = [[read_number(count) for count in side.split("+")] for side in BETWEEN_SIDES.split(text.strip())]
    if len(sides) > 2 or max(map(len, sides)) > 2 or any(None in side for side in sides):  # noqa: PLR2004 - two each
        template = N_(
            "'{typed}' is not a result; say the calling side's card points (74), both counts (74/46), or made or failed"
        )
        raise UnreadableError(_(template, typed=shown(text)))
    counts = [sum(check_card_points(count or 0) for count in side) if len(side) > 1 else side[0] for side in sides]
    total = sum(filter(None, counts))
    if len(counts) > 1 and total != TOTAL_CARD_POINTS:
        template = N_("{typed}: {total} card points, a deal has {all}; count again")
        raise IllegalDealError(_(template, typed=text, total=total, all=TOTAL_CARD_POINTS))
    if len(sides) == 1 < len(sides[0]) and total == TOTAL_CARD_POINTS:  # more likely both sides than all of them
        template = N_(
            "{typed}: {total} card points for caller and partner; both counts are {both}, all of them {total}"
        )
        raise IllegalDealError(_(template, typed=text, total=total, both=text.replace("+", "/")))
    return Result(card_points=counts[0])


def contract_result(text: str, bid: Bid, variant: Variant, bonus: str = "") -> Result:
    """Read the result of a contract: as read_result does, or that it was even where that bid can be."""
    if variant.even_at_60 and bid.target == LOWEST_TARGET and fold(text) in (EVEN, *EVEN_WORDS[EVEN].split()):
        return Result(HALF)
    return counted(read_result(text, variant, bonus), bid)


def read_bonus(text: str, variant: Variant) -> list[int]:
    """Read `40`, the bonuses of one side, or `20+20`, where each number is one bonus.

    Raises UnreadableError, or IllegalDealError for more of a bonus than a deal has.
    """
    from scorer.rules.bonuses import bonus_list, check_named  # noqa: PLC0415 - the games without bonuses need none of it

    most = variant.most_counted - TOTAL_CARD_POINTS
    amounts = [read_within(amount, _("bonus"), 0, most) for amount in text.split("+")]
    if len(amounts) > 1 and (strange := set(amounts) - {bonus.amount for bonus in variant.bonuses}):
        template = N_("bonus {amount}: in a sum each is one bonus, {bonuses}")
        raise UnreadableError(_(template, amount=max(strange), bonuses=bonus_list(variant.bonuses)))
    check_named(amounts, variant.bonuses)
    return amounts


def meaning(text: str, words: Mapping[str, str]) -> str | None:
    """Which of a few things a word means: it is one of their words, or begins words of one of them only."""
    key = re.sub("[ _]", "-", fold(text))
    things = {word: thing for thing, more in words.items() for word in (thing, *more.split())}
    meant = (
        {things[key]} if key in things else {thing for word, thing in things.items() if key and word.startswith(key)}
    )
    return meant.pop() if len(meant) == 1 else None


def as_in(name: str, typed: str, example: str) -> UnreadableError:
    """The refusal of what is written otherwise than it can be read: `bonus '40': say it as in --bonus anna=40`."""
    return UnreadableError(
        _("{name} '{typed}': say it as in {example}", name=name, typed=shown(typed.strip()), example=example)
    )


def read_within(text: str, what: str, lowest: int, highest: int) -> int:
    """Read a whole number within limits; raises UnreadableError naming `what` and the limits."""
    word = text.strip().replace("\N{MINUS SIGN}", "-")  # a telephone writes that one
    number = read_number(word.removeprefix("-"), max(LARGEST_NUMBER, highest))
    signed = -number if number and word.startswith("-") else number
    if signed is None or not lowest <= signed <= highest:
        template = N_("{name} '{typed}': say a whole number from {lowest} to {highest}")
        raise UnreadableError(_(template, name=what, typed=shown(text), lowest=lowest, highest=highest))
    return signed


def read_times(text: str) -> int:
    """Read the factor of a deal, 1 to 1024."""
    return read_within(text, _("times"), 1, MOST_TIMES)


def read_deals_of_sheet(text: str) -> int:
    """Read how many deals a paper sheet holds: no more than an evening can."""
    return read_within(WHOLE.sub("", text.strip()), _("deals"), 1, MOST_DEALS_OF_EVENING)


def clean_note(text: str) -> str:
    """A note or reason as it is kept: trimmed, one line, at most 500 characters; raises RefusedError."""
    note = text.strip()
    if control_character(note):
        raise RefusedError(_("'{note}': a note is one line without control characters", note=printable(note)))
    if len(note) > LONGEST_NOTE:
        template = N_("a note has at most {most} characters; this one has {length}")
        raise RefusedError(_(template, most=LONGEST_NOTE, length=len(note)))
    return note


def named_in(facts: Sequence[str], words: DealWords) -> tuple[list[str], list[str]]:
    """The players whom a deal names for sure, and words of which some may name a player.

    For finding the match in which the deal was played: its variant is not known yet.
    """
    if any("=" in fact for fact in facts):  # of sides: anna=50 bruno=40
        return named_players(replace(words, sides=tuple(facts))), []
    if len(facts) == AFTER_A_CALL and not facts[1][:1].isdecimal() and not meaning(facts[1], OUTCOME_WORDS):
        return named_players(words), list(facts)  # killed anna, anna killed
    facts = _with_whole_words(facts, 0)
    named = list(facts[:1]) if len(facts) > 1 else []
    if len(facts) >= ALL_FACTS and not read_number(facts[-2]):  # a number belongs to the bid
        named.append(facts[-2])
    return [*(name for name in named if not plays_alone(name)), *named_players(words)], []


def deal_words(facts: Sequence[str], words: DealWords, match: Match) -> DealWords:
    """The positional facts of a deal put into words: CALLER BID PARTNER RESULT, or PARTNER RESULT after a call."""
    if not match.variant.has_auction:
        return replace(words, sides=tuple(facts))
    facts = _with_whole_words(facts, 0 if match.sitting.call else 2)
    spelled = spelled_out(facts, match)
    for fact in facts:
        refuse_control(fact)
    if match.variant.alone and len(facts) == 3 == len(spelled):  # noqa: PLR2004 - of caller, bid and count, one is wrong
        spelled.insert(2, SOLO)
    if len(spelled) == ALL_FACTS:
        caller, bid, partner, result = spelled
        return replace(words, caller=caller, bid=bid, partner=partner, result=result)
    open_call = match.sitting.call or not match.variant.alone  # else nobody waits for PARTNER RESULT
    if len(spelled) == AFTER_A_CALL >= len(facts) and open_call:
        return replace(words, partner=spelled[0], result=spelled[1])
    if strange := [fact for fact in facts if fact.startswith("--")]:
        raise UnreadableError(_("there is no option {option}", option=printable(strange[0])), advice("deal_help"))
    if len(spelled) > AFTER_A_CALL and meant_by(spelled[0], match.sitting.seats):  # a caller and a bid stand there
        read_bid(spelled[1], match.variant.auction)
    raise UnreadableError(_not_a_deal(list(facts) if match.variant.alone else spelled, match))


def _not_a_deal(facts: Sequence[str], match: Match) -> str:
    """That these words are no deal, and how a deal is typed."""
    sentence = ngettext(
        "'{typed}' is {count} word: a deal is {order} ({example})",
        "'{typed}' is {count} words: a deal is {order} ({example})",
        len(facts),
        typed=" ".join(map(printable, facts)),
        order=" ".join(contract_words(match.variant)),
        example=contract_example(match.sitting.seats, match.variant),
    )
    if len(facts) <= ALL_FACTS:
        return sentence
    return _("{sentence}; what belongs together goes in quotes", sentence=sentence)


def contract_words(variant: Variant) -> tuple[str, ...]:
    """The facts of a deal with a caller, in the order in which they are typed."""
    if variant.alone:
        return _("CALLER"), _("BID"), _("COUNT")
    return _("CALLER"), _("BID"), _("PARTNER"), _("RESULT")


def contract_example(seats: Sequence[str], variant: Variant) -> str:
    """A deal as somebody at this table types it: `anna 2/71 elena 74`, `anna 110 125`."""
    bids = [bid for bid in variant.auction.bids if not bid.name]
    least = AT_LEAST_ALONE if variant.alone else AT_LEAST
    bid = next((bid for bid in bids if bid.target >= least), bids[-1])
    if variant.alone:
        return f"{spoken(seats[0])} {bid} {bid.target + MORE_ALONE}"
    return f"{spoken(seats[0])} {bid} {spoken(seats[-1])} {min(bid.target + MORE, TOTAL_CARD_POINTS)}"


def spelled_out(facts: Sequence[str], match: Match) -> list[str]:
    """The facts of a deal as far as they are typed, each one word: `2 71` is one bid.

    After a named bid, and after every bid of some games, the caller plays alone: `solo` is filled in.
    """
    seats, auction = match.sitting.seats, match.variant.auction
    spelled = _without_small_word(facts, seats)
    if len(spelled) > 2 and spelled[2].isdecimal() and spelled[2] not in seats:  # noqa: PLR2004 - behind caller and bid
        bid = _bid_or_none(f"{spelled[1]}/{spelled[2]}", auction)
        if bid and (not bid.name or len(spelled) >= ALL_FACTS):  # else it is the result
            spelled[1:3] = [str(bid)]
    call = match.sitting.call
    spelled = _with_whole_words(spelled, 0 if call else 2)
    at, called = 2, spelled[1] if len(spelled) > 1 else ""  # where the partner stands, and the bid before it
    if call and (len(spelled) < AFTER_A_CALL or spelled[0] == SOLO):  # of two words the first is a partner
        at, called = 0, call.bid
    bid = _bid_or_none(called, auction) if called else None
    alone = bid and (bid.name or match.variant.alone)
    if alone and (len(spelled) == at or (len(spelled) == at + 1 and _is_result(spelled[at], seats))):
        spelled.insert(at, SOLO)
    return spelled


def _without_small_word(facts: Sequence[str], seats: Sequence[str]) -> list[str]:
    """The facts without the small word of `due a 71`; where it may be a partner, as in `anna due a 71`, it stays."""
    small = len(facts) > 3 and fold(facts[2]) in BEFORE_TARGET and facts[3].isdecimal()  # noqa: PLR2004 - the target
    if small and (len(facts) > ALL_FACTS or not meant_by(facts[2], seats)):
        return [*facts[:2], *facts[3:]]
    return list(facts)


def _with_whole_words(facts: Sequence[str], start: int) -> list[str]:
    """The facts, from that place on with the two words of `in mano` as one: nobody has to type quotation marks."""
    for at in range(start, len(facts) - 1):
        if (alone := fold(" ".join(facts[at : at + 2]))) in ALONE:
            return [*facts[:at], alone, *facts[at + 2 :]]
    return list(facts)


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


def names_redeal(words: Sequence[str]) -> bool:
    """Whether these words alone say, unabbreviated, that cards were dealt and not played."""
    said = fold(" ".join(words))
    return said in ANY_REDEAL or re.sub("[ _]", "-", said) in KINDS_OF_REDEAL


def read_redeal(text: str, variant: Variant) -> str:
    """Read the kind of a redeal: its word, another one for it, or the first letters; raises ScorerError.

    Nobody passes where nobody calls.
    """
    refuse_control(text)
    kinds = tuple(kind for kind in REDEAL_WORDS if variant.has_auction or kind != PASSED_OUT)
    kind, choices = meaning(text, REDEAL_WORDS), either(list(map(_, kinds)))
    if fold(text) in ANY_REDEAL:
        raise UnreadableError(_("which redeal is it? Say {choices}", choices=choices))
    if kind is None:
        template = N_("{name} '{typed}': say {choices}")
        raise UnreadableError(_(template, name=_("redeal"), typed=shown(text), choices=choices))
    if kind not in kinds:
        template = N_("nobody passes in {variant}, where nobody calls: say {kinds}")
        raise RefusedError(_(template, variant=_(variant.title), kinds=choices))
    return kind


def clean_mark(text: str) -> str:
    """The mark by which a deal is recorded once only, as it is kept; raises ScorerError."""
    mark = text.strip()
    if hostile := control_character(mark):
        fields = {"label": "--id", "typed": shown(mark), "character": f"U+{ord(hostile):04X}"}
        raise RefusedError(_("{label} '{typed}': {character} is a control character", **fields))
    if len(mark) > LONGEST_MARK:
        template = N_("--id has {length} characters: at most {most} are kept")
        raise RefusedError(_(template, length=len(mark), most=LONGEST_MARK))
    return mark


def too_many_units(units: int) -> str:
    """The fault that nobody takes or gives so many."""
    most = written(MOST_UNITS, thousands=True)
    return _("{units} units: at most {most} are taken or given", units=units, most=most)


def read_choice(text: str, what: str, choices: Sequence[str]) -> str:
    """Read one of a few words, in any case; raises UnreadableError naming `what` and the choices."""
    word = fold(text).replace("_", "-").replace(" ", "-")
    if word not in choices:
        template = N_("{name} '{typed}': say {choices}")
        raise UnreadableError(_(template, name=what, typed=shown(text), choices=either(choices)))
    return word


def read_signed(text: str) -> int:
    """Read what somebody won or lost: `+3`, `3` or `-3`; raises UnreadableError."""
    return read_within(text.strip().removeprefix("+"), _("units"), -MOST_UNITS, MOST_UNITS)


def read_units(text: str) -> dict[str, int]:
    """Read `Anna=-3,Bruno=1` as units by name; raises UnreadableError."""
    changes: dict[str, int] = {}
    for part in filter(str.strip, text.split(",")):
        name, equals, units = part.rpartition("=")
        if not equals or not name.strip():
            example = f"{part.strip()}=+3" if read_number(part.strip().lstrip("+-")) is None else f"NAME={part.strip()}"
            template = N_("'{typed}' alone: say whose units they are and how many, as in {example}")
            raise UnreadableError(_(template, typed=shown(part), example=shown(example)))
        if name.strip() in changes:
            raise UnreadableError(_("'{name}' is named twice", name=printable(name.strip())))
        changes[name.strip()] = read_signed(units)
    if not changes:
        raise UnreadableError(_("units are missing: say whose they are and how many, as in NAME=-3,NAME=+3"))
    return changes

"""Questions at a terminal: the facts of a deal one after the other, and those that only the table can answer."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from scorer.cli.context import ask, confirm, error_words, notice
from scorer.language import _
from scorer.language.lists_numbers_dates import either, listed
from scorer.match.deal_options import DealWords
from scorer.match.deal_reading import read_deal
from scorer.match.names import find, meant_by, plays_alone, shown
from scorer.match.parsing import (
    contract_result,
    dealer_and_out,
    meaning,
    on_calling_side,
    read_within,
)
from scorer.match.sheet import Sheet
from scorer.match.sides_parsing import MissingError, NobodyNamedError, examples, read_bonuses
from scorer.rules.bid import read_bid
from scorer.rules.bonuses import check_bonuses, check_count
from scorer.rules.cards import bid_shown
from scorer.rules.deal import check_partner
from scorer.rules.errors import (
    LeftOpenError,
    ScorerError,
    SlamUnclearError,
    UndecidedError,
    UnreadableError,
    UnsaidError,
)
from scorer.rules.kinds import EVEN_WORDS
from scorer.rules.sides import sides_of
from scorer.rules.variant import Variant
from scorer.text.sentences import sides_words
from scorer.text.step_words import at_the_table

TWO = 2  # sides, of which one count makes the other
Sides = Sequence[Sequence[str]]
Check = Callable[[Sequence[str]], None]


def facts_asked(sheet: Sheet, options: DealWords) -> tuple[list[str], DealWords]:
    """The facts of the next deal, and the options with what was asked beside them."""
    if sheet.match.variant.has_auction:
        return _of_contract(sheet, options), options
    return _of_sides(sheet, options)


def answered(words: DealWords, left_open: LeftOpenError, variant: Variant) -> DealWords:
    """The words of a deal with what only the table can say, which is asked for."""
    if isinstance(left_open, SlamUnclearError):
        return replace(words, slam=confirm(left_open.question))
    if isinstance(left_open, UnsaidError):
        return replace(words, bonus=_bonuses(left_open.sides, variant))
    assert isinstance(left_open, UndecidedError)
    return replace(words, more_cards=_more_cards(left_open))


def _more_cards(equal: UndecidedError) -> str:
    """Ask who has more cards at equal counts: a player or nobody."""
    players = [player for side in equal.sides for player in side]

    def check(answer: str) -> None:
        """Somebody who plays, or nobody."""
        if meant_by(answer, players) or not meaning(answer, EVEN_WORDS):
            find(answer, players)

    sides = either([listed(side) for side in equal.sides])
    return _ask(_("{counts}: who has more cards, {sides} (or nobody)", counts=equal.counts, sides=sides), check)


def _of_contract(sheet: Sheet, options: DealWords) -> list[str]:
    """Caller, bid, partner and result; a pending call spares the first two questions."""
    out = dealer_and_out(options, sheet)[1]
    variant = sheet.match.variant
    if call := sheet.match.sitting.call:
        called = _("{caller} called {bid}", caller=call.caller, bid=bid_shown(call.bid, variant.auction.pack))
        notice(f"{called}.")
        caller, bid, facts = call.caller, call.bid, []
    else:
        notice(at_the_table(sheet.seats))
        who = _ask(_("Who called"), lambda text: on_calling_side(text, sheet.seats, out))
        caller = on_calling_side(who, sheet.seats, out)
        bid = _ask(_("What was called"), lambda text: read_bid(text, variant.auction))
        facts = [caller, bid]

    def check(text: str) -> None:
        """Somebody else than the caller, who plays; or nobody."""
        if not plays_alone(text, sheet.seats):
            check_partner(caller, on_calling_side(text, sheet.seats, out))

    won = read_bid(bid, variant.auction)
    if not (won.name or variant.alone):  # else it is played alone
        facts.append(_ask(_("With whom (or solo)"), check))
    what = (
        _("Count of {side}, bonuses included", side=caller) if variant.bonuses else _("Card points of the calling side")
    )

    def check_result(text: str) -> None:
        """What the caller can have; of a count with bonuses, whatever cards and bonuses make."""
        contract_result(text, won, variant, options.bonus).check(variant)

    return [*facts, _ask(what, check_result)]


def _of_sides(sheet: Sheet, options: DealWords) -> tuple[list[str], DealWords]:
    """Ask for one of two sides and its count, or for everybody's count in the order of the seats; or who won, in words.

    Bonuses come last: they are part of the counts, and what does not go with these is asked for again.
    """
    variant = sheet.match.variant
    out = dealer_and_out(options, sheet)[1]
    sides = sides_of(sheet.seats, variant.made_by, out)
    notice(f"{sides_words(sides)}.")
    in_words = ", ".join(examples(sides, variant)[1:])

    def check(facts: Sequence[str], words: DealWords = options) -> None:
        """Nothing that contradicts itself; who has more cards is asked for when it is recorded."""
        with suppress(UndecidedError):
            read_deal(replace(words, sides=tuple(facts)), sheet)

    def check_counts(facts: Sequence[str]) -> None:
        """As far as that is clear before the bonuses are said."""
        with suppress(UnsaidError):
            check(facts)

    ask = _one_count if len(sides) == TWO else _counts
    while True:
        facts = ask(sides, variant, in_words, check_counts)
        if not variant.bonuses or options.bonus:
            return facts, options
        whole = replace(options, bonus=_bonuses(sides, variant))
        try:
            check(facts, whole)
        except ScorerError as error:
            notice(error_words(error))
        else:
            return facts, whole


def _one_count(sides: Sides, variant: Variant, in_words: str, check: Check) -> list[str]:
    """Ask for one of two sides and its count; or for the result in words."""
    players = [player for side in sides for player in side]

    def check_whose(text: str) -> None:
        """A player, or the result in words, to which a player may still be missing."""
        if meant_by(text, players):
            find(text, players)
        else:
            _check_words(text, check)

    whose = _ask(_or_in_words(_("Whose side"), in_words), check_whose)
    if not meant_by(whose, players):
        return _in_words(whose, check)
    side = next(side for side in sides if find(whose, players) in side)

    def check_count_of_one(text: str) -> None:
        """What cards make, and the bonuses where there are any."""
        if variant.bonuses and text.strip().isdecimal():
            check_count(int(text), None, variant.bonuses)
        check([whose, text])

    if variant.bonuses:
        question = _("Count of {side}, bonuses included", side=listed(side))
    else:
        question = _("Card points of {side}", side=listed(side))
    return [whose, _ask(question, check_count_of_one)]


def _or_in_words(question: str, in_words: str) -> str:
    """A question, and behind it what else may be answered: `Whose side (or even)`."""
    return _("{question} (or {words})", question=question, words=in_words) if in_words else question


def _counts(sides: Sides, variant: Variant, in_words: str, check: Check) -> list[str]:
    """The count of each side but the last, whose follows; at the first, the whole result may be said in words."""
    facts: list[str] = []
    players = [player for side in sides for player in side]

    def check_answer(text: str) -> None:
        """A count that leaves enough for the others, or words at first."""
        if meant_by(text, players):
            wanted = _("'{text}': a number is wanted", text=shown(text))
            raise UnreadableError(wanted if facts else _or_in_words(wanted, in_words))
        if not facts and not text[:1].isdecimal():
            _check_words(text, check)
        else:
            read_within(text, _("count"), 0, variant.most_counted)
            with suppress(MissingError):
                check([*facts, f"{side[0]}={text}"])

    for side in sides[:-1]:
        question = _("Card points of {side}", side=listed(side))
        answer = _ask(question if facts else _or_in_words(question, in_words), check_answer)
        if not answer[:1].isdecimal():
            return _in_words(answer, check)
        facts.append(f"{side[0]}={answer}")
    return facts


def _check_words(text: str, check: Check) -> None:
    """The result in words, to which a player may still be missing."""
    with suppress(NobodyNamedError):
        check(text.split())


def _in_words(text: str, check: Check) -> list[str]:
    """The result in words; whoever is missing in them is asked for."""
    try:
        check(text.split())
    except NobodyNamedError as error:
        return [*text.split(), _ask(error.who, lambda name: check([*text.split(), name]))]
    return text.split()


def _bonuses(sides: Sides, variant: Variant) -> str:
    """Ask for the bonuses of each side, in the form of --bonus; an answer may name other sides too."""
    players = [player for side in sides for player in side]
    bonuses: list[str] = []

    def whole(text: str) -> str:
        """The answer with whose it is."""
        return text if "=" in text else f"{side[0]}={text}"

    def check(text: str) -> None:
        """What one side can have beside what was said of the others before."""
        check_bonuses(read_bonuses(",".join([*bonuses, whole(text)]), sides, variant), None, variant.bonuses)

    def left() -> list[Sequence[str]]:
        """The sides of which nothing is said yet."""
        named = {find(part.rpartition("=")[0], players) for fact in bonuses for part in fact.split(",")}
        return [side for side in sides if not named & set(side)]

    while unsaid := left():
        side = unsaid[0]
        bonuses.append(whole(_ask(_("Bonuses of {side}", side=listed(side)), check, "0")))
    return ",".join(bonuses)


def _ask(question: str, read: Callable[[str], Any], default: str | None = None) -> str:
    """The first answer that `read` understands; what cannot be read is asked for again."""
    while True:
        answer = ask(question, default)
        try:
            read(answer)
        except ScorerError as error:
            notice(error_words(error))
        else:
            return answer

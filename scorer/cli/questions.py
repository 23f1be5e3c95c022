"""What is asked at a terminal: the facts of a deal one after the other, and what only the table can say of it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import typer

from scorer.cli.context import confirm, notice, said
from scorer.match.names import find, meant_by, plays_alone
from scorer.match.parsing import (
    DealWords,
    Question,
    SlamQuestion,
    dealer_and_out,
    on_calling_side,
    read_count,
    read_result,
)
from scorer.match.reading import read_deal
from scorer.match.values import Sheet
from scorer.rules.bid import read_bid
from scorer.rules.deal import check_partner, counted
from scorer.rules.errors import ScorerError, UndecidedError
from scorer.rules.variant import Variant
from scorer.text.sentences import listed, sides_words


def facts_asked(sheet: Sheet, options: DealWords) -> tuple[list[str], DealWords]:
    """The facts of the next deal, and the options with what was asked beside them."""
    if sheet.match.variant.has_auction:
        return _of_contract(sheet, options), options
    return _of_sides(sheet, options)


def answered(words: DealWords, question: Question) -> DealWords:
    """The words of a deal with what only the table can say."""
    if isinstance(question, SlamQuestion):
        return replace(words, slam=confirm(str(question)))
    return replace(words, more_cards=_ask(str(question), question.check))


def _of_contract(sheet: Sheet, options: DealWords) -> list[str]:
    """Caller, bid, partner and result; a pending call spares the first two questions."""
    _, out = dealer_and_out(options, sheet)
    variant = sheet.match.variant
    if call := sheet.match.sitting.call:
        notice(f"{call.caller} called {call.bid}.")
        caller, bid, facts = call.caller, call.bid, []
    else:
        notice(f"At the table: {', '.join(sheet.seats)}.")
        who = _ask("Who called", lambda text: on_calling_side(text, sheet.seats, out))
        caller = on_calling_side(who, sheet.seats, out)
        bid = _ask("What was called", lambda text: read_bid(text, variant.auction))
        facts = [caller, bid]

    def check(text: str) -> None:
        """Somebody else than the caller, who plays; or nobody."""
        if not plays_alone(text, sheet.seats):
            check_partner(caller, on_calling_side(text, sheet.seats, out))

    won = read_bid(bid, variant.auction)
    if not (won.name or variant.alone):  # else it is played alone
        facts.append(_ask("With whom (or solo)", check))
    what = f"Count of {caller}, bonuses included" if variant.bonuses else "Card points of the calling side"

    def check_result(text: str) -> None:
        """What the caller can have; of a count with bonuses, whatever cards and bonuses make."""
        counted(read_result(text, variant, options.bonus), won).check(variant)

    return [*facts, _ask(what, check_result)]


def _of_sides(sheet: Sheet, options: DealWords) -> tuple[list[str], DealWords]:
    """Of two sides one and its count; of more everybody's count, in the order of the seats. Or who won, in words."""
    from scorer.match.sides import examples
    from scorer.rules.sides import sides_of

    variant = sheet.match.variant
    _, out = dealer_and_out(options, sheet)
    sides = sides_of(sheet.seats, variant.made_by, out)
    notice(f"{sides_words(sides)}.")
    if variant.bonuses and not options.bonus:
        options = replace(options, bonus=_bonuses(sides, variant))
    in_words = ", ".join(examples(len(sides), variant)[1:])
    or_words = f" (or {in_words})" if in_words else ""

    def check(facts: Sequence[str]) -> None:
        """Nothing that contradicts itself; who has more cards is asked for when it is recorded."""
        with suppress(UndecidedError):
            read_deal(replace(options, sides=tuple(facts)), sheet)

    if len(sides) > 2:  # noqa: PLR2004 - one against the other
        return _counts(sides, or_words, check), options
    players = [player for side in sides for player in side]

    def check_whose(text: str) -> None:
        """A player, or the result in words."""
        if meant_by(text, players):
            find(text, players)
        else:
            check(text.split())

    whose = _ask(f"Whose side{or_words}", check_whose)
    if not meant_by(whose, players):
        return whose.split(), options
    side = next(side for side in sides if find(whose, players) in side)
    what = "Count, bonuses included, of" if variant.bonuses else "Card points of"
    return [whose, _ask(f"{what} {listed(side)}", lambda text: check([whose, text]))], options


def _counts(sides: Sequence[Sequence[str]], or_words: str, check: Callable[[Sequence[str]], None]) -> list[str]:
    """The count of each side but the last, whose follows; at the first, the whole result may be said in words."""
    from scorer.match.sides import MissingError

    facts: list[str] = []

    def check_one(text: str) -> None:
        """A count that leaves enough for the others, or words at first."""
        if not facts and not text[:1].isdecimal():
            check(text.split())
        else:
            read_count(text)
            with suppress(MissingError):
                check([*facts, f"{side[0]}={text}"])

    for side in sides[:-1]:
        answer = _ask(f"Card points of {listed(side)}{'' if facts else or_words}", check_one)
        if not answer[:1].isdecimal():
            return answer.split()
        facts.append(f"{side[0]}={answer}")
    return facts


def _bonuses(sides: Sequence[Sequence[str]], variant: Variant) -> str:
    """What each side has beside its card points, as --bonus says it."""
    from scorer.match.sides import read_bonuses
    from scorer.rules.bonuses import check_bonuses

    found: list[str] = []

    def check(text: str) -> None:
        """What one side can have beside what was said of the others before."""
        check_bonuses(read_bonuses(",".join([*found, f"{side[0]}={text}"]), sides, variant), None, variant.bonuses)

    for side in sides:
        found += [f"{side[0]}={_ask(f'Bonuses of {listed(side)}', check, '0')}"]
    return ",".join(found)


def _ask(question: str, read: Callable[[str], Any], default: str | None = None) -> str:
    """The first answer that `read` understands; what cannot be read is asked for again."""
    while True:
        answer: str = typer.prompt(question, default=default, err=True)
        try:
            read(answer)
        except ScorerError as error:
            notice(said(error))
        else:
            return answer

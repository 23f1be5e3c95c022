"""What can be wrong with what a person says of the game. Each message names the value, the limit and the way out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorer.language import _


class Advice(NamedTuple):
    """What can be done about something, as a code with the facts that go with it.

    Each place that shows it words it in its own way: the command line by a command (`scorer.cli.advice`), a page or a
    phone by what can be touched there, or not at all.
    """

    code: str
    facts: Mapping[str, object]


def advice(code: str, /, **facts: object) -> Advice:
    """Advice by its code, with the facts that its sentence names."""
    return Advice(code, facts)


class Advised(NamedTuple):
    """A sentence beside a result, and what can be done about what it says; advice alone has no sentence, ""."""

    sentence: str
    advices: tuple[Advice, ...]


Notice = str | Advised


def advised(sentence: str, *advices: Advice) -> Advised:
    """A sentence with advice behind it."""
    return Advised(sentence, advices)


def plain_notices(notices: Iterable[Notice]) -> list[str]:
    """The sentences of notices, without the advice in which alone some differ: what a page shows."""
    sentences = (notice.sentence if isinstance(notice, Advised) else notice for notice in notices)
    return list(dict.fromkeys(filter(None, sentences)))


class ScorerError(Exception):
    """Something a person can put right: a sentence for that person, and what can be done about it."""

    def __init__(self, message: str = "", *advices: Advice) -> None:
        super().__init__(message)
        self.advices = advices


class UnreadableError(ScorerError):
    """Words that cannot be read: not a bid, not a count, not a card."""


class IllegalDealError(ScorerError):
    """A deal that reads well and cannot have happened, or not under this variant."""


class LeftOpenError(IllegalDealError):
    """Something of a deal that only the table can say: to be asked, or said with an option."""


class SlamUnclearError(LeftOpenError):
    """A result with which one side may have taken every trick, or may not."""

    def __init__(self, result: object) -> None:
        self.question = _("{card_points} card points: did one side take every trick?", card_points=result)
        super().__init__(self.question)


class UndecidedError(LeftOpenError):
    """Equal counts of `sides` where the side with more cards wins, which only the table can say."""

    def __init__(self, counts: str, sides: Sequence[Sequence[str]]) -> None:
        self.counts, self.sides = counts, sides
        super().__init__(_("{counts}: the side with more cards wins", counts=counts), advice("more_cards"))


class UnsaidError(LeftOpenError):
    """Counts of `sides` that only bonuses make, and nobody said whose they are, which only the table can.

    `fault` says what is wrong with the counts; `example` is what can be typed to say whose bonuses they are.
    """

    def __init__(self, fault: str, sides: Sequence[Sequence[str]]) -> None:
        self.sides = sides
        self.example = bonus_example(sides)
        super().__init__(fault, advice("bonuses", example=self.example))


def bonus_example(sides: Sequence[Sequence[str]]) -> str:
    """What is typed to say who has the bonuses, with names that sit there: `anna=40,bruno=20`."""
    return f"{sides[0][0].lower()}=40,{sides[1][0].lower()}=20"


class FaultyRulesError(ScorerError):
    """A file of rules that cannot be used: `faults` are the lines that say what is wrong in the file `name`."""

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        self.name, self.faults = name, tuple(faults)
        super().__init__("\n".join(f"{name}: {fault}" for fault in self.faults))


class VariantError(FaultyRulesError):
    """A variant that contradicts itself."""

"""One deal as the table reports it: the facts, legal from birth. What they are worth: payout.py."""

from dataclasses import dataclass

from scorer.rules.bid import Bid
from scorer.rules.cards import TOTAL_CARD_POINTS, Card, check_card_points
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import Outcome

MOST_TIMES = 1024


@dataclass(frozen=True, slots=True)
class Result:
    """What is said at the end of a deal: the calling side's card points, or only whether it made its contract.

    `card_points` None means that nobody counted; then `said` is the outcome, else it is None.
    """

    card_points: int | None = None
    said: Outcome | None = None

    def __post_init__(self) -> None:
        if (self.card_points is None) == (self.said is None):
            raise IllegalDealError("a result is either the card points of the calling side, or made or failed")
        if self.card_points is not None:
            check_card_points(self.card_points)
        if self.said is Outcome.EVEN:
            raise IllegalDealError("an even deal has 60 card points: give the count")

    def __str__(self) -> str:
        return str(self.card_points if self.said is None else self.said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One deal of the called-partner game.

    `players` are those who play it, in playing order (nobody who rests). `partner` None means solo.
    `called` None means that nobody wrote the card down. `slam`: one side took everything, as the variant defines it.
    `times` is the factor carried from earlier deals, 1 without. Raises IllegalDealError, whatever the variant.
    """

    players: tuple[str, ...]
    caller: str
    partner: str | None
    bid: Bid
    result: Result
    called: Card | None = None
    slam: bool = False
    times: int = 1

    def __post_init__(self) -> None:
        if len(set(self.players)) < len(self.players):
            raise IllegalDealError(f"{', '.join(self.players)}: a player sits in one seat only")
        for player in filter(None, (self.caller, self.partner)):
            if player not in self.players:
                raise IllegalDealError(f"{player} does not play this deal; {', '.join(self.players)} do")
        if self.caller == self.partner:
            raise IllegalDealError(f"{self.caller} cannot be their own partner; if they held the called card, say solo")
        if not 1 <= self.times <= MOST_TIMES:
            raise IllegalDealError(f"times {self.times}: a deal counts 1 to {MOST_TIMES} times")
        if self.slam and self.card_points not in {0, None, TOTAL_CARD_POINTS}:
            raise IllegalDealError(
                f"slam with {self.card_points} card points: who takes every trick has all {TOTAL_CARD_POINTS}"
            )

    @property
    def card_points(self) -> int | None:
        """Card points of the calling side; None when nobody counted."""
        return self.result.card_points

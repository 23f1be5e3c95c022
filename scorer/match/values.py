"""What the scorebook gives: plain values with names in them. Rows stay behind rows.py."""

from dataclasses import dataclass, field
from datetime import date, datetime

from scorer.rules.bid import read_bid
from scorer.rules.cards import read_card
from scorer.rules.deal import Deal, Result
from scorer.rules.ending import Ending
from scorer.rules.kinds import DEAL, EVEN, WITH_RESIDUAL, Outcome
from scorer.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Call:
    """An auction that is over and waits for its result."""

    caller: str
    bid: str
    called: str | None


@dataclass(frozen=True, slots=True)
class Sitting:
    """The table now: `seats` in playing order, `out` who rests until further notice, `call` a pending auction."""

    seats: tuple[str, ...]
    first_dealer: str
    out: str | None = None
    finished: bool = False
    call: Call | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a match. `units` run along `seats`, None for who got none; `caller` None outside deals.

    `bid` and `called` as written in the CSV. `id` and `made_by`, the step that wrote it, are None until it is written;
    `voided_by` is the step that struck it out, None while it lives.
    """

    number: int
    kind: str
    seats: tuple[str, ...]
    units: tuple[int | None, ...]
    dealer: str | None = None
    out: str | None = None
    caller: str | None = None
    partner: str | None = None
    bid: str | None = None
    target: int | None = None
    called: str | None = None
    card_points: int | None = None
    outcome: str | None = None
    slam: bool = False
    times: int = 1
    note: str = ""
    id: int | None = None
    made_by: int | None = None
    voided_by: int | None = None

    @property
    def payouts(self) -> dict[str, int]:
        """Signed units of each player who got any, by name."""
        return {seat: units for seat, units in zip(self.seats, self.units, strict=True) if units is not None}

    @property
    def is_deal(self) -> bool:
        """Whether this is a deal that was played."""
        return self.kind == DEAL

    @property
    def residual(self) -> int:
        """What the units of a paper sheet or an adjustment leave where they should sum to zero; its note says why."""
        return sum(self.payouts.values()) if self.kind in WITH_RESIDUAL else 0

    @property
    def happened(self) -> str:
        """The kind, with "even" for an even deal: what decides dealer and carry."""
        return EVEN if self.outcome == EVEN else self.kind

    @property
    def result(self) -> str:
        """The result as it was said: card points, or the outcome where nobody counted."""
        return str(self.outcome if self.card_points is None else self.card_points)


def deal_of(record: Record, variant: Variant) -> Deal:
    """The facts of a deal, out of its record; raises ScorerError for one that its variant does not know."""
    outcome = None if record.card_points is not None else Outcome(str(record.outcome))
    return Deal(
        players=tuple(record.payouts),
        caller=str(record.caller),
        partner=record.partner,
        bid=read_bid(str(record.bid), variant.auction),
        result=Result(record.card_points, outcome),
        called=read_card(record.called, variant.auction.pack) if record.called else None,
        slam=record.slam,
        times=record.times,
    )


@dataclass(frozen=True, slots=True)
class Match:
    """A match: what was fixed at its start, and its table now.

    `digest` names the frozen variant by its contents; `unit_value_cents` 0 means no money.
    """

    id: int
    league: str
    name: str
    on: date
    started_at: datetime
    variant: Variant
    digest: str
    unit_value_cents: int
    currency: str
    ending: Ending
    sitting: Sitting


@dataclass(frozen=True, slots=True)
class League:
    """A frame of matches and what a new match takes from it."""

    id: int
    name: str
    variant: str
    unit_value_cents: int
    currency: str


@dataclass(frozen=True, slots=True)
class Step:
    """One command's change: when, what and why, the records that it made and those that it voided.

    `undone` when a later step took it back; `match_id` None for what concerns the whole scorebook;
    `detail` is what it set besides records.
    """

    id: int
    at: datetime
    action: str
    reason: str
    undoes: int | None
    undone: bool
    match_id: int | None = None
    made: tuple[Record, ...] = ()
    voided: tuple[Record, ...] = ()
    detail: dict[str, object] = field(default_factory=dict)

"""A match in plain values with names in them: records, the match itself, its steps. Rows stay behind rows.py."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from scorer.rules.carry import happened
from scorer.rules.ending import Ending
from scorer.rules.kinds import DEAL, EVEN, FAILED, MADE, RESTS, SIDE_LETTERS, WITH_RESIDUAL
from scorer.rules.variant import Variant, Win, on_paper


class Call(NamedTuple):
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

    def replaced(self, people: Mapping[str, str]) -> "Sitting":
        """The table with others in the seats of those who are named, by whom they replace.

        A call that waits for its result is dropped with its caller.
        """
        return replace(
            self,
            seats=tuple(people.get(seat, seat) for seat in self.seats),
            first_dealer=people.get(self.first_dealer, self.first_dealer),
            out=people.get(self.out, self.out) if self.out else None,
            call=None if self.call and self.call.caller in people else self.call,
        )


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a match. `units` run along `seats`, None for a player who got none; `caller` None outside deals.

    A deal without a caller, and one that the caller plays alone with bonuses, has `sides`: a letter for each seat, "."
    for who rests, as in "ABAB". `counts` and `bonuses` run along the letters, `winners` are letters; `decided` names
    what decided where the counts did not. `bid` and `called` as written in the CSV. `deals` is how many a paper sheet
    holds, None where nobody said it. `trumps` is the suit of a deal, in games where suits take turns; it follows from
    the order of the deals and is not written. `id` and `made_by`, the step that wrote the record, are None until it is
    written; `voided_by` is the step that struck it out, or None.
    `variant` is the one that it was recorded under, where its match was put under another since; else None.
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
    sides: str | None = None
    counts: tuple[int, ...] | None = None
    bonuses: tuple[int, ...] | None = None
    winners: str | None = None
    decided: str | None = None
    deals: int | None = None
    trumps: str = ""
    id: int | None = None
    made_by: int | None = None
    voided_by: int | None = None
    variant: Variant | None = field(default=None, compare=False, repr=False)

    @property
    def payouts(self) -> dict[str, int]:
        """Signed units of each player who got any, by name."""
        return {seat: units for seat, units in zip(self.seats, self.units, strict=True) if units is not None}

    @property
    def is_deal(self) -> bool:
        """Whether this is a deal that was played."""
        return self.kind == DEAL

    @property
    def has_caller(self) -> bool:
        """Whether this is a deal with a contract."""
        return self.caller is not None

    @property
    def by_side(self) -> tuple[tuple[str, ...], ...]:
        """The players of each side, sides in the order of their letters, players in that of the seats; or empty."""
        letters = sorted(set(self.sides or "") - {RESTS})
        seated = tuple(zip(self.sides or "", self.seats, strict=False))
        return tuple(tuple(seat for side, seat in seated if side == letter) for letter in letters)

    @property
    def side_winners(self) -> tuple[str, ...]:
        """The players who won a deal without a caller, in the order of their sides."""
        return tuple(player for letter in self.winners or "" for player in self.by_side[SIDE_LETTERS.index(letter)])

    def counts_for(self, tally: str, win: Win) -> dict[str, int]:
        """What a deal counts for each player in a race: deals `won`, card points `taken` by the side or on `paper`."""
        if self.has_caller and tally == "paper":
            return self._on_paper()
        if self.has_caller:
            made, calling = self.outcome == MADE, (self.caller, self.partner)
            counts = tally == "won" and self.outcome != EVEN
            return {player: 1 for player in self.payouts if (player in calling) == made} if counts else {}
        tallies: dict[str, int] = {}
        for at, side in enumerate(self.by_side):
            count = self.counts[at] if self.counts else 0
            won = win.deals_won(count) if SIDE_LETTERS[at] in (self.winners or "") else 0
            tallies |= dict.fromkeys(side, won if tally == "won" else count)
        return tallies

    def _on_paper(self) -> dict[str, int]:
        """What each player of a contract writes on paper, where units are the differences of that paper."""
        paid, lacks = self.payouts, 0
        if self.outcome == FAILED and self.target is not None and self.card_points is not None:
            lacks = (self.target - self.card_points) * self.times
        return {player: on_paper(units, min(paid.values()), len(paid), lacks) for player, units in paid.items()}

    @property
    def residual(self) -> int:
        """The sum of the units of a paper sheet or an adjustment, which should be zero; the note says why it is not."""
        return sum(self.payouts.values()) if self.kind in WITH_RESIDUAL else 0

    @property
    def happened(self) -> str:
        """What this is for the next deal, its dealer and its carry."""
        return happened(self.kind, self.outcome)

    @property
    def result(self) -> str:
        """The result as it was typed: card points, or the outcome where nobody counted.

        Without a caller: the counts along the letters, `74/46`; else the letters of the winners, or `even`.
        """
        if self.counts is not None:
            return "/".join(map(str, self.counts))
        return str(self.winners or self.outcome if self.card_points is None else self.card_points)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players agree when a match starts, under the names of its columns in the scorebook and in matches.csv.

    `until` empty: no end. `unit_value_cents` 0: no money.
    """

    until: str = ""
    unit_value_cents: int = 0
    currency: str = "EUR"

    @property
    def money(self) -> str | None:
        """The currency that units are worth anything in; None where they are not."""
        return self.currency if self.unit_value_cents else None


TERMS: Final = tuple(term.name for term in fields(Terms))


@dataclass(frozen=True, slots=True)
class Match:
    """A match: what was fixed at its start, and its table now.

    `digest` names the frozen variant by its contents; `ending` is what `terms.until` means under this variant.
    """

    id: int
    league: str
    name: str
    on: date
    started_at: datetime
    variant: Variant
    digest: str
    terms: Terms
    ending: Ending
    sitting: Sitting


class League(NamedTuple):
    """A frame of matches and what a new match takes from it."""

    id: int
    name: str
    variant: str
    unit_value_cents: int
    currency: str

    def terms(self, agreed: Mapping[str, Any]) -> Terms:
        """The terms of a match in this league: those agreed, by name, and the league's money where none is agreed."""
        return Terms(**{"unit_value_cents": self.unit_value_cents, "currency": self.currency, **agreed})


@dataclass(frozen=True, slots=True)
class Step:
    """One command's change: when, what and why, the records that it made and those that it voided.

    `undone` when a later step took it back; `match_id` None where it concerns the whole scorebook or, where it has a
    `tournament_id`, the desk of a tournament; `detail` holds what it changed besides records. `by` is the name of the
    phone that recorded it, "" for none; `waited` are the seconds from when it was entered there until it came.
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
    by: str = ""
    waited: int = 0
    tournament_id: int | None = None


class Outdated(NamedTuple):
    """A deal that counts `times` where the carry before it would make it count `due` now.

    `by_carry`: the deal took its factor from the carry; else somebody gave the factor, and means it so.
    """

    number: int
    times: int
    due: int
    by_carry: bool

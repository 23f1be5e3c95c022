"""The sheet of a match: what follows from its records, now or at a moment that is given. No clock."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

from scorer.errors import NotFoundError
from scorer.language import _
from scorer.match.facts import Match, Outdated, Record, Sitting
from scorer.rules.carry import carry, carry_after
from scorer.rules.ending import Ending
from scorer.rules.kinds import PLAYED_OR_REDEALT, SHEET
from scorer.rules.rotation import next_dealer, resting


@dataclass(frozen=True)
class Sheet:
    """A match with its live records, by number."""

    match: Match
    records: tuple[Record, ...]

    def seated(self, sitting: Sitting) -> "Sheet":
        """The same match with this table from now on."""
        return Sheet(replace(self.match, sitting=sitting), self.records)

    def with_record(self, record: Record) -> "Sheet":
        """The same match with one more record, or with this one in place of the record of that number."""
        others = [kept for kept in self.records if kept.number != record.number]
        return Sheet(self.match, tuple(sorted([*others, record], key=attrgetter("number"))))

    @property
    def seats(self) -> tuple[str, ...]:
        """Who is at the table, in playing order."""
        return self.match.sitting.seats

    @cached_property
    def dealt(self) -> tuple[Record, ...]:
        """The records for which cards were dealt: deals and redeals."""
        return tuple(record for record in self.records if record.kind in PLAYED_OR_REDEALT)

    @cached_property
    def deals(self) -> tuple[Record, ...]:
        """The deals that were played."""
        return tuple(record for record in self.records if record.is_deal)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Everybody who sits or ever sat at this table: the present first, in playing order."""
        players = dict.fromkeys(self.seats)
        for record in self.records:
            players |= dict.fromkeys(record.seats)
        return tuple(players)

    @cached_property
    def running(self) -> dict[str, int]:
        """Running units of every player of this match."""
        return self.running_after(self.records)

    def running_after(self, records: Sequence[Record], by: str = "units") -> dict[str, int]:
        """What every player of this match has by these records only: `units`, deals `won` or card points `taken`."""
        has = dict.fromkeys(self.players, 0)
        for record in records:
            for player, number in self.counted(record, by).items():
                has[player] += number
        return has

    def counted(self, record: Record, by: str) -> dict[str, int]:
        """What a record counts for each player: `units`; only a deal counts for deals `won` and card points `taken`."""
        if by == "units":
            return record.payouts
        return record.counts_for(by, self.match.variant.win) if record.is_deal else {}

    @cached_property
    def ending(self) -> Ending:
        """The agreed end; of a match with a paper sheet, without deals won and card points, which nobody knows."""
        agreed = self.match.ending
        return agreed.on_paper() if any(record.kind == SHEET for record in self.records) else agreed

    @property
    def has_end(self) -> bool:
        """Whether the match can be over before somebody closes it: an end was agreed, or a slam wins it."""
        slam = self.match.variant.slam
        return not self.match.ending.is_open or bool(slam and slam.wins_match)

    @property
    def judged_by(self) -> tuple[str, ...]:
        """The tallies by which somebody leads, in this order."""
        return self.ending.judged_by

    @cached_property
    def tallies(self) -> dict[str, dict[str, int]]:
        """What every player has: `units`, and `won` and `taken` where these count."""
        return {by: self.running_after(self.records, by) for by in dict.fromkeys(("units", *self.judged_by))}

    def leads(self) -> Iterator[dict[str, tuple[int, ...]]]:
        """What everybody has, before the first record and after each, of what decides who leads.

        First 1 for who has won the match by a slam, then the tallies that the match is judged by, in their order.
        """
        slam, has = self.match.variant.slam, {player: [0] * (1 + len(self.judged_by)) for player in self.players}
        yield {player: tuple(line) for player, line in has.items()}
        for record in self.records:
            for at, by in enumerate(self.judged_by, 1):
                for player, number in self.counted(record, by).items():
                    has[player][at] += number
            if record.is_deal and record.slam and slam and slam.wins_match:
                for player, line in has.items():
                    line[0] = record.payouts.get(player, 0) > 0
            yield {player: tuple(line) for player, line in has.items()}

    @cached_property
    def lead(self) -> dict[str, tuple[int, ...]]:
        """What everybody has now, as in `leads`: most of the first leads, of equals most of the next."""
        *_before, now = self.leads()
        return now

    @property
    def won_by_slam(self) -> tuple[str, ...]:
        """Who won the match by a slam, where the variant has that; empty elsewhere."""
        return tuple(player for player, (slam, *_units) in self.lead.items() if slam)

    @cached_property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The sides of the next deal where the seats make them; empty where an auction does."""
        variant = self.match.variant
        if variant.has_auction:
            return ()
        from scorer.rules.sides import sides_of  # noqa: PLC0415 - a called deal needs none of it

        return sides_of(self.seats, variant.made_by, self.resting())

    @property
    def trumps(self) -> str:
        """The suit that is trumps in the next deal, where they take turns; empty elsewhere."""
        return suit_due(self.match.variant.trumps, [deal.trumps for deal in self.deals])

    @cached_property
    def next_dealer(self) -> str:
        """Who deals the next deal."""
        return self.dealer_after(self.dealt[-1] if self.dealt else None)

    def dealer_after(self, last: Record | None) -> str:
        """Who deals, at the table as it is now, after this deal or redeal; None: the first one."""
        sitting = self.match.sitting
        if last is None or last.dealer is None:
            return next_dealer(self.seats, self.seats, sitting.first_dealer, again=True, away=sitting.out)
        again = self.match.variant.after_kind(last.happened).same_dealer
        return next_dealer(self.seats, last.seats, last.dealer, again=again, away=sitting.out)

    def resting(self, dealer: str | None = None, out: str | None = None) -> str | None:
        """Who rests in the next deal, given who deals it and who is out for it alone; None when all play."""
        return resting(self.seats, self.match.variant, dealer or self.next_dealer, out or self.match.sitting.out)

    @cached_property
    def carry(self) -> int:
        """The factor pending for the next deal."""
        return carry(map(attrgetter("happened", "times"), self.dealt), self.match.variant)

    def outdated(self, by_carry: Callable[[Record], bool]) -> tuple[Outdated, ...]:
        """The deals that count another factor than the carry before them makes now, in their order.

        `by_carry` says of a deal whether its factor came from the carry. Such a deal is followed as if it were put
        right, since the factor of an even deal goes on to the next.
        """
        changed: list[Outdated] = []
        pending = 1
        for record in self.dealt:
            times = record.times
            if record.is_deal and times != pending:
                changed.append(Outdated(record.number, times, pending, by_carry(record)))
                times = pending if changed[-1].by_carry else times
            pending = carry_after(pending, record.happened, times, self.match.variant)
        return tuple(changed)

    @property
    def round_opener(self) -> str:
        """Who deals first in a round of deals: who dealt the first of the match, or who has that seat now."""
        sitting = self.match.sitting
        then, dealer = (self.dealt[0].seats, self.dealt[0].dealer) if self.dealt else (self.seats, None)
        return next_dealer(self.seats, then, dealer or sitting.first_dealer, again=True, away=sitting.out)

    def record(self, number: int) -> Record:
        """The live record of this number; raises NotFoundError."""
        for record in self.records:
            if record.number == number:
                return record
        fields = {"number": number, "match": self.match.name}
        if not self.records:
            raise NotFoundError(_("no record {number} in {match}: nothing is recorded yet", **fields))
        raise NotFoundError(_("no record {number} in {match}: 1 to {last}", **fields, last=self.records[-1].number))


def suit_due(turns: Sequence[str], played: Iterable[str]) -> str:
    """The suit that is trumps in the next deal; empty where suits take no turns.

    `played` are the suits of the deals so far. The suit of the fewest deals is next; of several, the first of `turns`.
    """
    counts = Counter(played)
    return min(turns, key=lambda suit: counts[suit], default="")


def suits_of(
    editions: Sequence[Record], turns: Sequence[str], undoes: Mapping[int | None, int | None]
) -> dict[int, str]:
    """The suit of every edition of every deal by its id, voided ones too; `editions` as they were written.

    A deal keeps the suit that it was played with, also where an earlier one is struck out. Next comes the suit that was
    trumps in the fewest deals that count: so a deal that is struck out gives its suit back, and whoever plays it again
    plays it with that one. A record that is written anew, by an edit, an undo or a redo, keeps its suit. `undoes` tells
    by the id of a step which one it took back.
    """
    suits: dict[int, str] = {}
    deals = [record for record in editions if record.is_deal]
    for at, deal in enumerate(deals):
        step, before = deal.made_by or 0, deals[:at]
        makers = {step, undoes.get(step) or step}
        anew = [suits[old.id or 0] for old in before if old.number == deal.number and old.voided_by in makers]
        standing = [old for old in before if old.voided_by is None or old.voided_by > step]
        suits[deal.id or 0] = anew[-1] if anew else suit_due(turns, [suits[old.id or 0] for old in standing])
    return suits

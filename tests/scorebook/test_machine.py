"""Whatever is done in whatever order: the scorebook says what a plain list with copies of its past would say."""

from copy import deepcopy
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from scorer import scorebook
from scorer.match.deal_options import DealWords
from tests.any_order import Evening, Model, choices, played

SEATS = ("Anna", "Bruno", "Carla", "Dario", "Elena")
SUBSTITUTES = ("Fabio", "Gina")
# Brisk, by hand: u of the bid, and what counts double next. 60 of 61 is even.
U = {"A": 1, "K": 1, "2/71": 2, "2/81": 3, "2/91": 4, "2/101": 5, "2/111": 6}
TARGET = {"A": 61, "K": 61, "2/71": 71, "2/81": 81, "2/91": 91, "2/101": 101, "2/111": 111}


@dataclass
class Called(Model):
    """A match in which somebody calls, and what is not decided counts double next."""

    records: dict[int, tuple[str, int, dict[str, int]]] = field(default_factory=dict)  # kind, times, units
    deal_facts: dict[int, tuple[int, int, int | None, str, int]] = field(default_factory=dict)

    @property
    def carry(self) -> int:
        pending = 1
        for _, (kind, times, _units) in sorted(self.records.items()):
            if kind == "deal":
                pending = 1
            elif kind == "even":
                pending = times * 2
            elif kind in {"passed-out", "thrown-in"}:
                pending *= 2
        return pending

    @property
    def running(self) -> dict[str, int]:
        units: dict[str, int] = {}
        for _, _, paid in self.records.values():
            for player, won in paid.items():
                units[player] = units.get(player, 0) + won
        return {player: won for player, won in units.items() if won}


def deal_units(
    seats: tuple[str, ...], caller: int, partner: int | None, bid: str, card_points: int, times: int
) -> tuple[str, dict[str, int]]:
    if card_points == 60 and TARGET[bid] == 61:
        return "even", dict.fromkeys(seats, 0)
    sign = 1 if card_points >= TARGET[bid] else -1
    worth = sign * U[bid] * times * (2 if card_points == 120 else 1)
    units = dict.fromkeys(seats, -worth)
    units[seats[caller]] = 4 * worth if partner is None else 2 * worth
    if partner is not None:
        units[seats[partner]] = worth
    return "deal", units


seat_numbers = st.integers(0, 4)
card_point_counts = st.sampled_from([0, 2, 59, 60, 61, 70, 71, 90, 91, 110, 111, 118, 120])


class CalledEvening(Evening[Called]):
    @initialize()
    def start(self) -> None:
        self.begin(Called(SEATS), "brisk")

    @rule(caller=seat_numbers, partner=st.none() | seat_numbers, bid=st.sampled_from(list(U)), points=card_point_counts)
    def deal(self, caller: int, partner: int | None, bid: str, points: int) -> None:
        if partner == caller:
            partner = None
        self.remember()
        seats, times, number = self.model.seats, self.model.carry, self.model.next_number
        words = DealWords(
            caller=seats[caller], bid=bid, partner="solo" if partner is None else seats[partner], result=str(points)
        )
        done = self.do(scorebook.record_deal, words)
        kind, units = deal_units(seats, caller, partner, bid, points, times)
        assert done
        assert (done.number, done.payouts) == (number, units)
        self.model.records[number] = (kind, times, units)
        self.model.deal_facts[number] = (caller, points, partner, bid, times)

    @rule(kind=st.sampled_from(["passed-out", "thrown-in", "misdeal", "annulled"]))
    def redeal(self, kind: str) -> None:
        if self.model.carry > 100:
            return
        self.remember()
        done = self.do(scorebook.record_redeal, kind)
        assert done
        self.model.records[done.number] = (kind, 1, {})

    @rule(offender=seat_numbers, units=st.integers(1, 5), to=st.sampled_from(["others", "nobody"]))
    def penalty(self, offender: int, units: int, to: str) -> None:
        self.remember()
        seats, lost = self.model.seats, 4 * units
        done = self.do(scorebook.record_penalty, seats[offender], lost, to, "why")
        assert done
        paid = dict.fromkeys(seats, units) if to == "others" else {}
        self.model.records[done.number] = ("penalty", 1, paid | {seats[offender]: -lost})

    @rule(at=seat_numbers, newcomer=st.sampled_from(SUBSTITUTES))
    def substitute(self, at: int, newcomer: str) -> None:
        seats = list(self.model.seats)
        if newcomer in seats:
            return
        self.remember()
        seats[at] = newcomer
        self.do(scorebook.change_seats, seats, None)
        self.model.seats = tuple(seats)

    @precondition(lambda self: self.model.deal_facts.keys() & self.model.records.keys())
    @rule(choice=choices, points=card_point_counts)
    def edit(self, choice: Random, points: int) -> None:
        number = choice.choice(sorted(self.model.deal_facts.keys() & self.model.records.keys()))
        caller, before, partner, bid, times = self.model.deal_facts[number]
        if points == before:  # an edit that changes nothing is refused
            return
        self.remember()
        done = self.do(scorebook.edit, number, DealWords(result=str(points)), "why")
        assert done
        kind, units = deal_units(done.seats, caller, partner, bid, points, times)
        assert (done.number, done.payouts) == (number, units)
        self.model.records[number] = (kind, times, units)
        self.model.deal_facts[number] = (caller, points, partner, bid, times)

    @rule()
    def recount(self) -> None:
        expected, pending = deepcopy(self.model), 1
        for number, (kind, times, paid) in sorted(expected.records.items()):
            if kind in {"deal", "even"}:
                caller, points, partner, bid, _ = expected.deal_facts[number]
                _, units = deal_units(tuple(paid), caller, partner, bid, points, pending)
                expected.records[number] = (kind, pending, units)
                expected.deal_facts[number] = (caller, points, partner, bid, pending)
                pending = pending * 2 if kind == "even" else 1
            elif kind in {"passed-out", "thrown-in"}:
                pending *= 2
            assert kind in {"deal", "even"} or times == 1
        if expected != self.model:  # a recount that changes nothing is refused
            self.remember()
            with self.book.reading() as transaction:
                changes = scorebook.recounted(transaction, scorebook.find_match(transaction))
            self.do(scorebook.recount, "why")
            changed = [number for number, now in sorted(expected.records.items()) if now != self.model.records[number]]
            assert [new.number for _, new in changes] == changed
            self.model = expected

    @invariant()
    def says_what_the_model_says(self) -> None:
        if not self.book.was_written:
            return
        with self.book.reading() as transaction:
            assert all(deal.by_carry for deal in scorebook.outdated(transaction, scorebook.find_match(transaction)))
        sheet = self.read()
        assert [record.number for record in sheet.records] == sorted(self.model.records)
        assert {player: units for player, units in sheet.running.items() if units} == self.model.running
        assert (sheet.seats, sheet.carry) == (self.model.seats, self.model.carry)
        for record in sheet.deals:
            assert sum(record.payouts.values()) == 0
            assert record.payouts == self.model.records[record.number][2]


CalledEvening.TestCase.settings = played(evenings=10, steps=45)  # to begin and to end an evening costs more than a step
TestCalledEvening = CalledEvening.TestCase

"""Seating: who sits with whom, round by round. Pure and seeded: the same question has the same answer everywhere."""

from scorer.rules.seating.drawing import by_lot, by_place, next_round
from scorer.rules.seating.planning import schedule
from scorer.rules.seating.rounds import Meetings, Pair, Round, Seats, measure, present
from scorer.rules.seating.search import Budget
from scorer.rules.seating.sizes import FIVES_AND_SIXES, LARGEST, SMALLEST, fewest_clashes, table_sizes

__all__ = [
    "FIVES_AND_SIXES",
    "LARGEST",
    "SMALLEST",
    "Budget",
    "Meetings",
    "Pair",
    "Round",
    "Seats",
    "by_lot",
    "by_place",
    "fewest_clashes",
    "measure",
    "next_round",
    "present",
    "schedule",
    "table_sizes",
]

"""Seating: who sits with whom, round by round. Pure and seeded: the same question has the same answer everywhere."""

from scorer.rules.seating.next_round import by_lot as by_lot
from scorer.rules.seating.next_round import by_place as by_place
from scorer.rules.seating.next_round import next_round as next_round
from scorer.rules.seating.partners import couples_of as couples_of
from scorer.rules.seating.partners import equals_meet as equals_meet
from scorer.rules.seating.partners import new_partners as new_partners
from scorer.rules.seating.partners import partners as partners
from scorer.rules.seating.partners import schedule_of_pairs as schedule_of_pairs
from scorer.rules.seating.partners import schedule_of_partners as schedule_of_partners
from scorer.rules.seating.planning import schedule as schedule
from scorer.rules.seating.round_quality import FIVES_AND_SIXES as FIVES_AND_SIXES
from scorer.rules.seating.round_quality import LARGEST as LARGEST
from scorer.rules.seating.round_quality import SMALLEST as SMALLEST
from scorer.rules.seating.round_quality import Meetings as Meetings
from scorer.rules.seating.round_quality import Pair as Pair
from scorer.rules.seating.round_quality import Round as Round
from scorer.rules.seating.round_quality import fewest_clashes as fewest_clashes
from scorer.rules.seating.round_quality import measure as measure
from scorer.rules.seating.round_quality import present as present
from scorer.rules.seating.round_quality import table_sizes as table_sizes
from scorer.rules.seating.search import Budget as Budget

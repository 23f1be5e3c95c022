"""Seating: who sits with whom, round by round. Pure and seeded: the same question has the same answer everywhere."""

from scorer.tournaments.seating.next_round import by_lot as by_lot
from scorer.tournaments.seating.next_round import by_place as by_place
from scorer.tournaments.seating.next_round import next_round as next_round
from scorer.tournaments.seating.partners import couples_of as couples_of
from scorer.tournaments.seating.partners import equals_meet as equals_meet
from scorer.tournaments.seating.partners import new_partners as new_partners
from scorer.tournaments.seating.partners import partners as partners
from scorer.tournaments.seating.partners import schedule_of_pairs as schedule_of_pairs
from scorer.tournaments.seating.partners import schedule_of_partners as schedule_of_partners
from scorer.tournaments.seating.planning import schedule as schedule
from scorer.tournaments.seating.round_quality import FIVES_AND_SIXES as FIVES_AND_SIXES
from scorer.tournaments.seating.round_quality import LARGEST as LARGEST
from scorer.tournaments.seating.round_quality import SMALLEST as SMALLEST
from scorer.tournaments.seating.round_quality import Meetings as Meetings
from scorer.tournaments.seating.round_quality import Pair as Pair
from scorer.tournaments.seating.round_quality import Round as Round
from scorer.tournaments.seating.round_quality import fewest_clashes as fewest_clashes
from scorer.tournaments.seating.round_quality import measure as measure
from scorer.tournaments.seating.round_quality import present as present
from scorer.tournaments.seating.round_quality import table_sizes as table_sizes
from scorer.tournaments.seating.search import Budget as Budget

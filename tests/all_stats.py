"""Every statistic in one place, for tests of many of them: a command loads only those that it needs."""

from scorer.stats.all_time import all_time
from scorer.stats.awards import awards
from scorer.stats.beyond import beyond, beyond_of
from scorer.stats.bidding import bands, bids, compared
from scorer.stats.calls import calls
from scorer.stats.chances import chance_curve, chances, chances_held, forecasts, forecasts_beside
from scorer.stats.evenings import evenings, head_to_head, meetings, running_of
from scorer.stats.luck import luck
from scorer.stats.paying import pays
from scorer.stats.players import companions, met, overview, pairs, records, roles
from scorer.stats.rating import rating, rating_curve, rating_test
from scorer.stats.spread import gaps, spread
from scorer.stats.standings import match_units, running, running_by_evening, standings

__all__ = [
    "all_time", "awards", "bands", "beyond", "beyond_of", "bids", "calls", "chance_curve", "chances",
    "chances_held", "companions", "compared", "evenings", "forecasts", "forecasts_beside", "gaps", "head_to_head",
    "luck", "match_units", "meetings", "met", "overview", "pairs", "pays", "rating", "rating_curve",
    "rating_test", "records", "roles", "running", "running_by_evening", "running_of", "spread", "standings",
]  # fmt: skip

"""Every statistic in one place, for tests of many of them: a command loads only those that it needs."""

from scorer.stats.awards import awards
from scorer.stats.bid_value import pays
from scorer.stats.bids import bands, bids, compared
from scorer.stats.caller_skill import calls
from scorer.stats.decomposition import luck
from scorer.stats.evenings import evenings, head_to_head, meetings, running_of
from scorer.stats.forecast.win_probability import chance_curve, chances, chances_held, forecasts, forecasts_beside
from scorer.stats.models.covariance import gaps, spread
from scorer.stats.players import companions, met, overview, pairs, records, roles
from scorer.stats.rating import rating, rating_curve, rating_test
from scorer.stats.records import all_time
from scorer.stats.standings import match_units, running, running_by_evening, standings
from scorer.stats.synergy import beyond, beyond_of

__all__ = [
    "all_time", "awards", "bands", "beyond", "beyond_of", "bids", "calls", "chance_curve", "chances",
    "chances_held", "companions", "compared", "evenings", "forecasts", "forecasts_beside", "gaps", "head_to_head",
    "luck", "match_units", "meetings", "met", "overview", "pairs", "pays", "rating", "rating_curve",
    "rating_test", "records", "roles", "running", "running_by_evening", "running_of", "spread", "standings",
]  # fmt: skip

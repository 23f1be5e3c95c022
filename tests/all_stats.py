"""Every statistic in one place, for tests of many of them: a command loads only those that it needs."""

from scorer.insight.awards import awards
from scorer.insight.bid_value import pays
from scorer.insight.caller_skill import calls
from scorer.insight.decomposition import decomposition
from scorer.insight.forecast.win_probability import win_probabilities, win_probability_curve
from scorer.insight.rating import rating, rating_curve
from scorer.insight.synergy import synergy, synergy_of
from scorer.stats.bids import bands, bids, compared
from scorer.stats.evenings import evenings, head_to_head, meetings, running_of
from scorer.stats.models.covariance import estimates, pairwise_comparisons
from scorer.stats.player_pages import companions, records
from scorer.stats.players import met, overview, pairs, roles
from scorer.stats.records import all_time
from scorer.stats.standings import match_units, running, running_by_evening, standings

__all__ = [
    "all_time",
    "awards",
    "bands",
    "bids",
    "calls",
    "companions",
    "compared",
    "decomposition",
    "estimates",
    "evenings",
    "head_to_head",
    "match_units",
    "meetings",
    "met",
    "overview",
    "pairs",
    "pairwise_comparisons",
    "pays",
    "rating",
    "rating_curve",
    "records",
    "roles",
    "running",
    "running_by_evening",
    "running_of",
    "standings",
    "synergy",
    "synergy_of",
    "win_probabilities",
    "win_probability_curve",
]

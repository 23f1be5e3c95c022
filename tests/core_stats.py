"""Every statistic of the core in one place, for tests of many of them: a command loads only those that it needs."""

from scorer.stats.all_time import all_time
from scorer.stats.bids import bands, bids, compared
from scorer.stats.evenings import evenings, head_to_head, meetings, running_of
from scorer.stats.models.covariance import estimates, pairwise_comparisons
from scorer.stats.pairs import met, pairs
from scorer.stats.player_pages import companions, records
from scorer.stats.players import overview, roles
from scorer.stats.standings import match_units, running, running_by_evening, standings

__all__ = [
    "all_time",
    "bands",
    "bids",
    "companions",
    "compared",
    "estimates",
    "evenings",
    "head_to_head",
    "match_units",
    "meetings",
    "met",
    "overview",
    "pairs",
    "pairwise_comparisons",
    "records",
    "roles",
    "running",
    "running_by_evening",
    "running_of",
    "standings",
]

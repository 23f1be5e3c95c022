"""Every statistic in one place, those of insight too."""

from scorer.insight.awards import awards
from scorer.insight.bid_value import pays
from scorer.insight.caller_skill import calls
from scorer.insight.decomposition import decomposition
from scorer.insight.forecast.win_probability import win_probabilities, win_probability_curve
from scorer.insight.rating import rating, rating_curve
from scorer.insight.synergy import synergy, synergy_of
from tests.core_stats import (
    all_time,
    bands,
    bids,
    companions,
    compared,
    estimates,
    evenings,
    head_to_head,
    match_units,
    meetings,
    met,
    overview,
    pairs,
    pairwise_comparisons,
    records,
    roles,
    running,
    running_by_evening,
    running_of,
    standings,
)

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

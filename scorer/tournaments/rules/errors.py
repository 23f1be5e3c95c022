"""What can be wrong with what is said of a tournament. Each message names the value, the limit and the way out."""

from scorer.rules.errors import FaultyRulesError, ScorerError


class FormatError(FaultyRulesError):
    """A tournament format that contradicts itself."""


class RankingError(FaultyRulesError):
    """A ranking across events that contradicts itself."""


class TournamentError(ScorerError):
    """Something that the format of a tournament, or how far it has got, does not allow."""

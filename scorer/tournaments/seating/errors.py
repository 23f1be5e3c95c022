"""What can be wrong with a seating."""

from scorer.rules.errors import ScorerError


class SeatingError(ScorerError):
    """Tables that cannot be filled: too few players, or pairs to keep apart that leave no way."""

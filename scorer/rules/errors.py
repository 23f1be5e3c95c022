"""What can be wrong with what a person says of the game. Each message names the value, the limit and the way out."""

from collections.abc import Sequence


class ScorerError(Exception):
    """Something a person can put right; its text is meant for that person."""


class UnreadableError(ScorerError):
    """Words that cannot be read: not a bid, not a count, not a card."""


class IllegalDealError(ScorerError):
    """A deal that reads well and cannot have happened, or not under this variant."""


class VariantError(ScorerError):
    """A variant that contradicts itself; `faults` holds every fault found, one line each."""

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{name}: {fault}" for fault in self.faults))

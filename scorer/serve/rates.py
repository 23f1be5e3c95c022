"""How often somebody may ask: so many at once, and so many a minute."""

from collections.abc import Hashable
from time import monotonic
from typing import Final

from scorer.language import _
from scorer.rules.errors import ScorerError

A_MINUTE: Final = 60.0
MANY: Final = 1000  # askers to remember, before those are forgotten who may ask as much as anybody again


class TooManyError(ScorerError):
    """More at once than anybody at a table sends; after some seconds it is taken."""

    def __init__(self, seconds: int) -> None:
        super().__init__(_("too much at once came from here: it is taken again in {seconds} s", seconds=seconds))
        self.seconds = seconds


class Rate:
    """Lets so many a minute pass for each who asks; who was quiet for a minute may send as many at once."""

    def __init__(self, most: int) -> None:
        self._each = A_MINUTE / most
        self._until: dict[Hashable, float] = {}  # the moment at which all that was taken has had its time

    def take(self, whose: Hashable) -> None:
        """Count one more request; raises TooManyError for one too many, which is not counted."""
        now = monotonic()
        until = max(self._until.get(whose, now), now) + self._each
        if until > now + A_MINUTE:
            raise TooManyError(int(until - now - A_MINUTE) + 1)
        if len(self._until) >= MANY:
            self._until = {who: moment for who, moment in self._until.items() if moment > now}
        self._until[whose] = until

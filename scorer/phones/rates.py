"""How often somebody may ask: so many at once, so many a minute; and how much a code may begin within an hour."""

from collections.abc import Hashable
from math import ceil
from time import monotonic
from typing import Final

from scorer.language import N_, _, counts
from scorer.rules.errors import ScorerError

A_MINUTE: Final = 60.0
AN_HOUR: Final = 3600.0
MATCHES_AN_HOUR: Final = 12  # begun by an evening's code, however many phones have it
NAMES_AN_HOUR: Final = 30  # that are new, by any code but the organiser's
MANY: Final = 1000  # askers to remember, before those are forgotten who may ask as much as anybody again


MATCHES: Final = N_(
    "this code has begun {most} matches within an hour, and that is all: wait {minutes}, or start it at the machine"
    " with scorer start"
)
NAMES: Final = N_(
    "this code has brought {most} new names within an hour, and that is all: wait {minutes}, or add them at the machine"
    " with scorer seats"
)


class TooManyError(ScorerError):
    """More than anybody at a table sends; after some seconds it is taken."""

    def __init__(self, seconds: int, sentence: str = "") -> None:
        at_once = _("too much at once came from here: it is taken again in {seconds} s", seconds=seconds)
        super().__init__(sentence or at_once)
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


class Hourly:
    """Lets so many pass within any hour for each code; `sentence` refuses more, by its fields `most` and `minutes`."""

    def __init__(self, most: int, sentence: str) -> None:
        self._most, self._sentence = most, sentence
        self._passed: dict[str, list[float]] = {}  # the moments at which those of the last hour passed

    def check(self, code: str, count: int) -> None:
        """Raise TooManyError where so many more would be too many."""
        moments = self._of_the_last_hour(code)
        over = len(moments) + count - self._most
        if count and over > 0:
            oldest = moments[min(over, len(moments)) - 1] if moments else monotonic()
            seconds = ceil(oldest + AN_HOUR - monotonic())
            minutes = counts.minutes(ceil(seconds / A_MINUTE))
            raise TooManyError(seconds, _(self._sentence, most=self._most, minutes=minutes))

    def add(self, code: str, count: int) -> None:
        """Count so many that pass now."""
        self._passed[code] = [*self._of_the_last_hour(code), *[monotonic()] * count]

    def _of_the_last_hour(self, code: str) -> list[float]:
        return [moment for moment in self._passed.get(code, []) if moment > monotonic() - AN_HOUR]

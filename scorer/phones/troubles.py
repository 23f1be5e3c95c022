"""What keeps the scorebook from answering phones, said where the server runs: once, however often they try again."""

from collections.abc import Callable
from http import HTTPStatus

from scorer.phones.errors import status_and_code
from scorer.rules.errors import ScorerError


class Troubles:
    """Tells by `tell` each trouble once, until something is recorded again."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._told: set[str] = set()

    def happened(self, error: ScorerError) -> None:
        """Tell of an error, unless it is one that a phone made."""
        status, _code = status_and_code(error)
        if status == HTTPStatus.SERVICE_UNAVAILABLE and str(error) not in self._told:
            self._told.add(str(error))
            self._tell(str(error))

    def over(self) -> None:
        """Something was recorded: the next trouble is a new one."""
        self._told.clear()

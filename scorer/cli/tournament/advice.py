"""What can be done about something at a tournament, as command lines: a sentence for each piece of advice."""

from typing import Final

TOURNAMENT_ADVICE: Final[dict[str, str]] = {}

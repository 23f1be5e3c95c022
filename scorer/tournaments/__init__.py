"""Tournaments, from the entries to the podium: README.md says what lies where."""

from typing import Final

from scorer.language import N_

# The folder of the commands with which it is played in a demo that is kept, and what it adds there.
SAMPLE: Final = "tournament", N_("with a tournament beside it")

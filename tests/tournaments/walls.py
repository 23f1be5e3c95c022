"""Scorebooks of tournaments to look at on a wall, at every moment."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from scorer.tournaments import keeping as tournaments
from tests.tournaments.inventing import invented, summed
from tests.tournaments.playing import Day, people


def tournament(path: Path, names: Sequence[str] | int, *, over: bool = False, form: str = "scighera") -> Path:
    """A tournament in its second round by the clock, or after its end; one of nobody yet in play is of names alone."""
    day = Day(str(path), form, name="Torneo di Natale")
    day.enter(people(names) if isinstance(names, int) else names)
    if over:
        day.play_on(lambda number, seats: summed(seats, invented(Random(f"{number} {seats[0]}"), seats)))
    else:
        day.draw()
        day.play(Random(1))
        day.draw()
        if form == "scighera":  # which is played by the clock
            day.do(tournaments.start_clock)
    day.book.close()
    return path

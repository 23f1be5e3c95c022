"""An evening of three deals, as a file and as it was typed, and what an import says that would bring it once more."""

from pathlib import Path

from tests.fixtures import FIVE, Say
from tests.running import recorded

# K made: 2 -1 -1 -1 1; 2/71 of Bruno with Dario failed, u 2: 2 -4 2 -2 2; K of Carla alone made: -1 -1 4 -1 -1
# together 2+2-1 = 3, -1-4-1 = -6, -1+2+4 = 5, -1-2-1 = -4, 1+2-1 = 2
DEALS = ("anna K elena 74", "bruno 2/71 dario 58", "carla K solo 74")
UNITS = ("2,-1,-1,-1,1", "2,-4,2,-2,2", "-1,-1,4,-1,-1")
HEAD = "on,match,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
LINES = tuple(",".join(("2026-01-09", "Club", *deal.split(), FIVE)) for deal in DEALS)
IS_THERE = "2026-01-09: {} is there already, as {} (Carla +5, Anna +3, Elena +2, Dario -4, Bruno -6)"
TAKE_ALL = "--twice takes all of it in nevertheless"


def renamed(lines: tuple[str, ...], name: str) -> tuple[str, ...]:
    """These deals in a match called otherwise."""
    return tuple(line.replace("Club", name) for line in lines)


def typed_evening(path: Path) -> bytes:
    """A scorebook with the evening as it was typed at the table, in a match called Friday."""
    start = f"start Friday --players {FIVE} --on 2026-01-09"
    return recorded(path, [start, *(f"deal {deal}" for deal in DEALS), "finish"])


def is_refused(say: Say, command: str, *lines: str) -> None:
    """Assert that an import is refused with these lines below the first, which says that something would be twice."""
    refused = say(command)
    assert (refused.returncode, refused.stdout) == (3, ""), refused.stderr
    first, *others = refused.stderr.splitlines()
    assert first.startswith("scorer: evenings would stand in the scorebook twice")
    assert others == [*lines]

"""The facts of a deal as they are said, kept and judged, whoever says them."""

from typing import Final, NamedTuple

from scorer.rules.errors import ScorerError
from scorer.rules.variant import Shares

SEATS: Final = range(1, 8)
Units = tuple[int | None, ...]
NO_UNITS: Final[Units] = (None,) * 7


class FactError(ScorerError):
    """What is wrong with one fact of a deal; `fact` is its column in `deals.csv`, "seat" the number of players."""

    def __init__(self, fact: str, message: str) -> None:
        self.fact = fact
        super().__init__(message)


class Facts(NamedTuple):
    """The facts of a deal as a record keeps them; None: not said, as a file may leave it.

    `seated`: how many seats are taken, of which `out` rests; `caller` None: nobody calls, `partner` None: alone.
    `sides` are a letter for each seat, `counts` and `bonuses` numbers along the letters, `winners` letters. `deals` is
    how many a paper sheet holds; no deal has it.
    """

    seated: int
    out: int | None = None
    caller: int | None = None
    partner: int | None = None
    bid: str | None = None
    target: int | None = None
    called: str | None = None
    card_points: int | None = None
    outcome: str | None = None
    slam: bool | None = None
    times: int = 1
    sides: str | None = None
    counts: str | None = None
    bonuses: str | None = None
    winners: str | None = None
    decided: str | None = None
    deals: int | None = None

    def wherever_they_sit(self) -> "Facts":
        """The same contract with its caller in seat 1, the partner in seat 2, and no seat for who rests."""
        players = self.seated - (self.out is not None)
        partner = self.partner and (1 if self.partner == self.caller else 2)
        return Facts(players, None, self.caller and 1, partner, *self[4:])


OF_WAY: Final = Facts._fields[4:]  # all but who sits where


class Judged(NamedTuple):
    """A deal as it is kept, and what it pays, the carry included: `paid` by role where somebody calls, else `units`.

    These are those at the seats 1 to 7. `unsure`: 0 or 120 card points that may have been a slam by tricks, and were
    taken as none.
    """

    facts: Facts
    paid: Shares | None
    units: Units = NO_UNITS
    unsure: bool = False

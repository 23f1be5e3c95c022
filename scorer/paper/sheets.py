"""Score sheets to fill in by hand: one table on one sheet of paper, its names and dealers written in, or all blank."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from scorer.errors import RefusedError
from scorer.paper.page import page
from scorer.rules.seating import LARGEST, SMALLEST
from scorer.rules.tournament import PlayedRound
from scorer.scorebook.tournament import Tournament

USUAL_ROWS: Final = 16  # where no number of deals is agreed: so many, or a few more or less, in whole turns of the deal
USUAL_DEALS: Final = {5: 10, 6: 12}
COUNTED: Final = ("deals won", "times caller", "contracts made")  # tie-breaks that a sheet can tell of
_PLAYED_BY: Final = (3, 4, 5)  # players of a deal, where no variant says it
_HIGH: Final = 133  # millimetres of a sheet for its rows
_HIGHEST: Final = 11  # millimetres of a row


@dataclass(frozen=True, slots=True)
class TableOfRound:
    """Which table of which round a score sheet is of."""

    tournament: str
    on: date
    stage: str
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What stands on a score sheet before anybody plays: `seats` in playing order, "" for names still to be written.

    `place` is None where that is still to be written too; `clock` says how long is played. `deals` is their agreed
    number, None where there is none; `counts` are the numbers of players that can play a deal; `tallies` are what the
    players count up besides units, as tie-breaks need it.
    """

    seats: tuple[str, ...]
    place: TableOfRound | None = None
    clock: str = ""
    deals: int | None = None
    counts: Collection[int] = _PLAYED_BY
    tallies: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """How many deals there is room for: those that are agreed, or whole turns of the deal."""
        size = len(self.seats)
        return self.deals or size * max(round(USUAL_ROWS / size), 1)

    @property
    def row_height(self) -> float:
        """How high a row is, in millimetres."""
        return min(_HIGH / (self.rows + 1 + len(self.tallies)), _HIGHEST)

    @property
    def dealer_rests(self) -> bool:
        """Whether one sits too many for a deal, so that the dealer rests."""
        size = len(self.seats)
        return size not in self.counts and size - 1 in self.counts

    @property
    def below(self) -> str:
        """How long is played, how many deals, and who rests in them."""
        played = f"{self.deals} deals" if self.deals else "As many deals as there is time for"
        rule = f"{played}; the dealer rests." if self.dealer_rests else f"{played}."
        return f"{self.clock}. {rule}" if self.clock else rule

    def short(self, seat: str) -> str:
        """The first word of a name, as far as nobody else at the table has the same."""
        first = seat.split(maxsplit=1)[0] if seat else ""
        return seat if sum(other.split()[:1] == [first] for other in self.seats) > 1 else first


def sheets_page(title: str, sheets: Sequence[ScoreSheet]) -> str:
    """Score sheets, each on a page of its own."""
    return page("sheets", title, sheets=sheets)


def blank_page(size: int) -> str:
    """A score sheet for a table of this size with nothing written in; raises RefusedError."""
    if not SMALLEST <= size <= LARGEST:
        raise RefusedError(f"a score sheet for {size}: a table has {SMALLEST} to {LARGEST} players")
    return sheets_page(f"Score sheet for {size} players", [ScoreSheet(("",) * size, deals=USUAL_DEALS.get(size))])


def round_sheets_page(tournament: Tournament, announced: PlayedRound, counts: Collection[int]) -> str:
    """A score sheet for every table of a round; `counts` are the numbers of players that the variant plays."""
    stage = tournament.format.stages[announced.stage]
    sheets = [
        ScoreSheet(
            seats=tuple(tournament.name_of(number) for number in table.seats),
            place=TableOfRound(tournament.name, tournament.on, stage.name, announced.number, table.number),
            clock=f"{stage.minutes} minutes; at the bell, {stage.bell}" if stage.minutes else "",
            deals=stage.deals.get(len(table.seats)),
            counts=counts,
            tallies=tuple(each.capitalize() for each in stage.breaks if each in COUNTED),
        )
        for table in announced.tables
    ]
    return sheets_page(f"{tournament.name} - Round {announced.number}: score sheets", sheets)

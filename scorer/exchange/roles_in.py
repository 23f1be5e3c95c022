"""Who is who in a line: seats, dealer, who rested; and whether everybody has the units that the deal gives."""

from collections.abc import Sequence

from scorer.exchange.cells import Players, Seats, not_seated
from scorer.exchange.faults import Faults
from scorer.exchange.matches_in import Place
from scorer.exchange.writing import unguarded
from scorer.match.names import fold, shown
from scorer.rules.errors import ScorerError
from scorer.rules.judge import Judged, Units
from scorer.rules.rotation import resting
from scorer.text.sentences import signed

# What is said at Italian tables for a caller without a partner, and what a stroke in a notebook means.
ALONE = ("in mano", "da solo", "da sola", "sola", "nessuno", "alone", "nobody", "none", "-", "--")


class Roles:
    """Finds the players of a line among its seats, as seat numbers; faults are noted."""

    def __init__(self, players: Players, faults: Faults) -> None:
        self._players = players
        self._faults = faults

    def seat(self, cell: str, seats: Seats, column: str, needed: str = "") -> int | None:
        """The seat number of the player in a cell; None where nobody is, which is a fault of a `needed` one."""
        seat = seats.at.get(cell)
        if seat or not (cell.strip() or needed):
            return seat
        meant = self._players.meant(cell)
        if meant in seats.names:
            return seats.names.index(meant) + 1
        message = not_seated(cell, seats.names) if cell.strip() else f"missing: say {needed}"
        if column == "partner" and fold(unguarded(cell)) in ALONE:
            message = f"'{shown(cell.strip())}': say solo where nobody was partner"
        self._faults.add(message, column)
        return None

    def caller_and_partner(
        self, caller_cell: str, partner_cell: str, seats: Seats, out: int | None, *, solo: bool
    ) -> tuple[int, int | None] | None:
        """Who called and with whom, nobody where it was `solo`; None where that is a fault."""
        caller = self.seat(caller_cell, seats, "caller", "a player")
        partner = None if solo else self.seat(partner_cell, seats, "partner", "a player, or solo")
        if caller is None or (partner is None and not solo):
            return None
        wrong = {}
        if caller == partner:
            wrong["partner"] = "cannot be their own partner; who holds the called card plays solo"
        if out in (caller, partner) and out:
            wrong["caller" if out == caller else "partner"] = "rests in this deal"
        for column, what in wrong.items():
            self._faults.add(f"{seats.names[(caller if column == 'caller' else partner or caller) - 1]} {what}", column)
        return None if wrong else (caller, partner)

    def dealer(self, cell: str, place: Place, seats: Seats) -> int | None:
        """Who dealt: as said, else whose turn it was."""
        said = self.seat(cell, seats, "dealer")
        return said if said or cell.strip() else seats.names.index(place.next_dealer(seats.names)) + 1

    def out(self, cell: str, place: Place, seats: Seats, dealer: int | None, units: Units) -> int | None:
        """Who rested: as said, else the only one without units where units are given, else the dealer of too many."""
        if cell.strip() or dealer is None:
            return self.seat(cell, seats, "out")
        bare = [seat for seat, given in enumerate(units[: len(seats.names)], 1) if given is None]
        counts = place.ruling.counts
        if not bare and len(seats.names) not in counts:  # a 0 among others says that somebody rested
            bare = [seat for seat, given in enumerate(units, 1) if given == 0]
        if len(bare) == 1 and len(seats.names) - 1 in counts:
            return bare[0]
        try:
            rests = resting(seats.names, place.ruling.counts, seats.names[dealer - 1])
        except ScorerError as error:
            self._faults.add(str(error), "seat1")
            return None
        return dealer if rests else None

    def compare(self, units: Units, paid: Units, seats: Seats, out: int | None, judged: Judged) -> None:
        """Name every player who has other units in the line than the deal gives."""
        result = judged.outcome if judged.card_points is None else f"{judged.outcome} with {judged.card_points}"
        why = f"{judged.bid} {result}{', slam' * judged.slam}{f', times {judged.times}' * (judged.times > 1)}"
        for seat, (given, due) in enumerate(zip(units, paid, strict=True), 1):
            if given != due and not (seat == out and given == 0):
                self._faults.add(
                    f"{_who(seat, seats.names, given)}, the deal gives {_told(due)} ({why})", f"units{seat}"
                )


def _who(seat: int, names: Sequence[str], given: int | None) -> str:
    return f"{names[seat - 1]} has {_told(given)} here" if seat <= len(names) else f"nobody sits in seat {seat}"


def _told(units: int | None) -> str:
    return "nothing" if units is None else signed(units)

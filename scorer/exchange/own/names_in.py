"""The players of a file: names, known or new, the seats of a line, and the roles there."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scorer.exchange.csv_reader import Faults, Notices
from scorer.exchange.csv_writer import unguarded
from scorer.exchange.own.cells_in import Wrong
from scorer.exchange.own.matches_in import FileMatch
from scorer.language import counts
from scorer.language.lists_numbers_dates import signed
from scorer.match.names import clean_player, fold, look_alikes, meant_by, mixed_scripts, near_duplicates, printable
from scorer.rules.deal_facts import FactError, Facts, Units
from scorer.rules.errors import ScorerError
from scorer.rules.judge import MOST_KNOWN
from scorer.rules.kinds import EVEN, RESTS
from scorer.rules.rotation import resting
from scorer.scorebook.import_writing import FileRecord
from scorer.scorebook.seats import MAX_SEATS, MIN_SEATS

MOST_NEW_PLAYERS = 5_000
_AND = re.compile(r"\s*(?:[,;/&+]|\b(?:and|e)\b)\s*", re.IGNORECASE)  # between the names of those on one side


@dataclass(slots=True, eq=False)
class Seats:
    """The players of a line in playing order; `at` is the seat number by the cells as they are written.

    `records` counts the lines in which they sit.
    """

    names: tuple[str, ...]
    at: dict[str, int]
    records: int = 0


class FileLine(NamedTuple):
    """A line of which match and seats can be read; `cells` are all of them, those of roles stand beside too."""

    number: int
    kind: str
    note: str
    match: FileMatch
    seats: Seats
    units: Units
    cells: Sequence[str]
    dealer: str
    out: str
    caller: str
    partner: str
    called: str


class Players:
    """The players that a file names: known ones by their folded name, new ones as they come."""

    def __init__(self, known: Mapping[str, str], notices: Notices) -> None:
        self.new: list[str] = []
        self._known = dict(known)
        self._notices = notices
        self._names = lru_cache(MOST_KNOWN)(self._name)
        self._slips: dict[str, list[str]] = {}
        self._pairs: list[tuple[str, str]] = []
        self._seen: list[Seats] = []
        self.seats = lru_cache(MOST_KNOWN)(self._seats)
        for key, name in known.items():
            self._remember(key, name)

    def notice_slips(self) -> None:
        """Say which new names may be slips of the pen: what the scorebook has stays, else what stands more often."""
        records: Counter[str] = Counter()
        for seats in self._seen if self._pairs else ():
            records.update(dict.fromkeys(seats.names, seats.records))
        for name, near in self._pairs:
            apart = f"{near} and {name} are one slip of the pen apart"
            if any(seats.records and name in seats.names and near in seats.names for seats in self._seen):
                self._notices.add(f"{apart}, and sit at one table: they are taken for two people")
                continue
            gone, stays = (near, name) if near in self.new and records[near] < records[name] else (name, near)
            if near in self.new and records[near] == records[name]:
                self._notices.add(f"{apart}; if they are one person: scorer player merge")
            else:
                new = f"{gone} is new" if stays not in self.new else f"{gone} and {stays} are new"
                self._notices.add(f'{new}; if it is {stays}: scorer player merge "{gone}" "{stays}"')

    def name(self, cell: str) -> str:
        """The name that a cell means, remembered where it is new; raises ScorerError for what is no name."""
        name = self._names(cell)
        if isinstance(name, FactError):
            raise name
        return name

    def meant(self, cell: str) -> str | None:
        """The player whom a cell names; None for one that no seat and no scorebook has."""
        return self._known.get(fold(unguarded(cell)))

    def _name(self, cell: str) -> str | FactError:
        try:
            name = clean_player(unguarded(cell))
        except ScorerError as error:
            return FactError("", str(error))
        key = fold(name)
        if key not in self._known:
            if len(self.new) == MOST_NEW_PLAYERS:
                return FactError("", f"more than {MOST_NEW_PLAYERS:,} new players; is it the right column?")
            self._warn(name, key)
            self._known[key] = name
            self.new.append(name)
        return self._known[key]

    def _seats(self, cells: tuple[str, ...]) -> Seats | Wrong:
        """The seats of a line, out of its seven cells; or what is wrong with them."""
        filled = [cell for cell in cells if cell.strip()]
        wrong = []
        names: list[str] = []
        for seat, cell in enumerate(cells[: len(filled)], 1):
            name = self._names(cell) if cell.strip() else FactError("", f"nobody sits here, and after it {filled[-1]}")
            if isinstance(name, FactError):
                wrong.append(FactError(f"seat{seat}", str(name)))
            elif name in names:
                wrong.append(FactError(f"seat{seat}", f"{name} sits in seat {names.index(name) + 1} already"))
            else:
                names.append(name)
        if not wrong and len(names) < MIN_SEATS:
            many = f"{MIN_SEATS} to {MAX_SEATS}"
            few = f"{counts.players(len(names))}: {many} sit at a table"
            wrong = [FactError("seat1", few if names else f"missing: {many} players sit at a table")]
        if wrong:
            return Wrong(wrong)
        self._seen.append(Seats(tuple(names), {cell: at for at, cell in enumerate(cells[: len(filled)], 1)}))
        return self._seen[-1]

    def _warn(self, name: str, key: str) -> None:
        """Say which known names a new one may be a slip of the pen for."""
        near = {near_name for slip in _slips(key) for near_name in self._slips.get(slip, ())}
        self._pairs += [(name, near_name) for near_name in near_duplicates(name, sorted(near))]
        if mixed_scripts(name):
            self._notices.add(f"{name} mixes two alphabets: some letters may only look right")
        self._remember(key, name)

    def _remember(self, key: str, name: str) -> None:
        for slip in _slips(key):
            self._slips.setdefault(slip, []).append(name)


def _slips(key: str) -> set[str]:
    """The name and the name without one letter: two names that are one slip apart share one of these."""
    return {key, *(key[:at] + key[at + 1 :] for at in range(len(key)))}


def not_seated(cell: str, names: Sequence[str]) -> str:
    """The fault that nobody of this name sits there, and the players who may be meant."""
    meant = meant_by(cell, names)
    if len(meant) != 1:
        meant = [] if meant else look_alikes(cell, names)[-1:]
    hint = f" (did you mean {meant[0]}?)" if meant else ""
    return f"'{printable(unguarded(cell).strip())}' does not sit in this line: {', '.join(names)}{hint}"


class Roles:
    """Finds the players of a line among its seats, as seat numbers; faults are noted. `exact`: nothing is derived."""

    def __init__(self, players: Players, faults: Faults, *, exact: bool) -> None:
        self._players, self._faults, self._exact = players, faults, exact

    def seat(self, cell: str, seats: Seats, column: str, needed: str = "") -> int | None:
        """The seat number of the player in a cell; None where nobody is, which is a fault of a `needed` one."""
        seat = self._seat_or_none(cell, seats)
        if seat or not (cell.strip() or needed):
            return seat
        message = not_seated(cell, seats.names) if cell.strip() else f"missing: say {needed}"
        self._faults.add(message, column)
        return None

    def _seat_or_none(self, cell: str, seats: Seats) -> int | None:
        """The seat number of the player in a cell; None where nobody of that name sits there."""
        seat = seats.at.get(cell)
        if not seat and (meant := self._players.meant(cell)) in seats.names:
            seat = seats.names.index(meant) + 1
        return seat

    def winners(self, cell: str, sides: str, letters: str, seats: Seats) -> str | None:
        """The letters of the sides that a cell of winners means: by letters, or by the names of who is on them.

        `sides` is what the line says of them, `letters` those that they have. None where that is a fault.
        """
        won, known, wrong = unguarded(cell).strip(), sorted(set(letters) - {RESTS}), ""
        whole = self._seat_or_none(cell, seats)
        apart = re.split(r"[\s,;/&+]+", won)
        if len(apart) > 1 and set(apart) <= set(known) and not any(map(seats.at.get, apart)):
            won = "".join(sorted(apart))  # A B
        if set(won) <= set(known):
            if whole and not sides.strip() and letters[whole - 1] != won:
                plays = f"'{seats.names[whole - 1]}' plays on side {letters[whole - 1]}"
                wrong = f"{plays}, and {won} is a side: say the letters in sides too"
        else:
            seated = [whole] if whole else [self.seat(name, seats, "winners") for name in _AND.split(won)]
            if None in seated:
                return None
            typed, won = won, "".join(sorted({letters[seat - 1] for seat in seated if seat}))
            if RESTS in won:
                wrong = f"{seats.names[letters.index(RESTS)]} rests in this deal"
            elif len(won) > 1 and len(known) < len(letters) - letters.count(RESTS):
                placed = [
                    [name for name, at in zip(seats.names, letters, strict=True) if at == letter] for letter in known
                ]
                wrong = f"{printable(typed)}: as they sit, {' against '.join(map(' and '.join, placed))}"
        if wrong:
            self._faults.add(wrong, "winners")
        return None if wrong else won

    def calling_side(self, line: FileLine, out: int | None, *, solo: bool) -> tuple[int, int | None] | None:
        """The caller and the partner, who is None at `solo`; None where a name is a fault."""
        seats = line.seats
        caller, partner = seats.at.get(line.caller), seats.at.get(line.partner)
        if caller and (partner or solo) and caller != partner and not (out and out in (caller, partner)):
            return caller, partner  # almost always
        caller = self.seat(line.caller, seats, "caller", "a player")
        partner = None if solo else self.seat(line.partner, seats, "partner", "a player, or solo")
        if caller is None or (partner is None and not solo):
            return None
        wrong = {}
        if caller == partner:
            both = f"{seats.names[caller - 1]} cannot be their own partner"
            wrong["partner"] = f"{both}; who holds the called card plays solo"
        if out and out in (caller, partner):
            wrong["caller" if out == caller else "partner"] = f"{seats.names[out - 1]} rests in this deal"
        for column, what in wrong.items():
            self._faults.add(what, column)
        return None if wrong else (caller, partner)

    def dealer_and_out(self, line: FileLine) -> tuple[int | None, int | None]:
        """Who dealt and who rested: as said, else whose turn it was.

        Of too many the only one without units rested where units are given, else the dealer.
        """
        seats, units, variant = line.seats, line.units, line.match.reader.variant
        names, counts = seats.names, variant.player_counts
        dealer, out = seats.at.get(line.dealer), seats.at.get(line.out)
        all_play = not line.out and len(names) in counts and (units.count(None) in (7, 7 - len(names)))
        if dealer and (all_play or (out and variant.one_more_rests)):  # almost always
            return dealer, out
        dealer = self.seat(line.dealer, seats, "dealer")
        if not (dealer or line.dealer.strip() or self._exact):
            dealer = names.index(line.match.next_dealer(names)) + 1
        out = self.seat(line.out, seats, "out")
        if variant.one_more_rests:
            if line.out.strip() or dealer is None or self._exact:
                return dealer, out
            bare = [seat for seat, given in enumerate(units[: len(names)], 1) if given is None]
            if not bare and len(names) not in counts:  # a 0 among others says that somebody rested
                bare = [seat for seat, given in enumerate(units, 1) if given == 0]
            if len(bare) == 1 and len(names) - 1 in counts:
                return dealer, bare[0]
        try:
            rests = resting(names, variant, names[(dealer or 1) - 1], names[out - 1] if out else None)
        except ScorerError as error:
            self._faults.add(str(error), "seat1")
            return dealer, None
        return dealer, dealer if rests else None

    def compare(self, units: Units, deal: FileRecord, seats: Seats) -> None:
        """Name every player who has other units in the line than the deal gives, and what these follow from."""
        why = _why_paid(deal.facts)
        for seat, (given, due) in enumerate(zip(units, deal.units, strict=True), 1):
            if given != due and not (seat == deal.facts.out and given == 0):
                here = f"nobody sits in seat {seat}"
                if seat <= len(seats.names):
                    here = f"{seats.names[seat - 1]} has {_units_words(given)} here"
                self._faults.add(f"{here}, the deal gives {_units_words(due)} ({why})", f"units{seat}")


def _why_paid(deal: Facts) -> str:
    """What the units of a deal follow from: `K made with 61, slam, times 2`, or `74 to 46, won by A`."""
    if deal.caller:
        facts = [f"{deal.bid} {deal.outcome}"]
        if deal.card_points is not None:
            facts = [f"{facts[0]} with {deal.card_points}"]
    else:
        facts = [deal.counts.replace(" ", " to ")] if deal.counts else []
        facts.append(f"won by {deal.winners}" if deal.winners else EVEN)
    if deal.slam:
        facts.append("slam")
    if deal.times > 1:
        facts.append(f"times {deal.times}")
    return ", ".join(facts)


def _units_words(units: int | None) -> str:
    return "nothing" if units is None else signed(units)

"""The players of a file: names, known or new, the seats of a line, and the roles there."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import NamedTuple

from scorer.exchange.csv_reader import Faults, Notices
from scorer.exchange.csv_writer import unguarded
from scorer.exchange.own.cells_in import Wrong
from scorer.exchange.own.matches_in import FileMatch
from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import listed, signed
from scorer.language.lists_numbers_dates import number as written
from scorer.match.names import clean_player, fold, look_alikes, meant_by, mixed_scripts, near_duplicates, printable
from scorer.rules.cards import between, read_numbers
from scorer.rules.deal_facts import FactError, Facts, Units
from scorer.rules.errors import ScorerError
from scorer.rules.judge import MOST_KNOWN
from scorer.rules.kinds import RESTS
from scorer.rules.rotation import resting
from scorer.scorebook.import_writing import FileRecord
from scorer.scorebook.seats import MAX_SEATS, MIN_SEATS
from scorer.text.kind_words import OUTCOME_NAMES

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
            gone, stays = (near, name) if near in self.new and records[near] < records[name] else (name, near)
            if any(seats.records and name in seats.names and near in seats.names for seats in self._seen):
                template = N_(
                    "{near} and {name} are one slip of the pen apart, and sit at one table: "
                    "they are taken for two people"
                )
            elif near in self.new and records[near] == records[name]:
                template = N_(
                    "{near} and {name} are one slip of the pen apart; if they are one person: scorer player merge"
                )
            elif stays in self.new:
                template = N_('{gone} and {stays} are new; if it is {stays}: scorer player merge "{gone}" "{stays}"')
            else:
                template = N_('{gone} is new; if it is {stays}: scorer player merge "{gone}" "{stays}"')
            self._notices.add(_(template, near=near, name=name, gone=gone, stays=stays))

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
                most = written(MOST_NEW_PLAYERS, thousands=True)
                return FactError("", _("more than {most} new players; is it the right column?", most=most))
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
            nobody = _("nobody sits here, and after it {player}", player=filled[-1])
            name = self._names(cell) if cell.strip() else FactError("", nobody)
            if isinstance(name, FactError):
                wrong.append(FactError(f"seat{seat}", str(name)))
            elif name in names:
                template = N_("{player} sits in seat {seat} already")
                wrong.append(FactError(f"seat{seat}", _(template, player=name, seat=names.index(name) + 1)))
            else:
                names.append(name)
        if not wrong and len(names) < MIN_SEATS:
            template = N_("missing: {fewest} to {most} players sit at a table")
            if names:
                template = N_("{players}: {fewest} to {most} sit at a table")
            few = _(template, players=counts.players(len(names)), fewest=MIN_SEATS, most=MAX_SEATS)
            wrong = [FactError("seat1", few)]
        if wrong:
            return Wrong(wrong)
        self._seen.append(Seats(tuple(names), {cell: at for at, cell in enumerate(cells[: len(filled)], 1)}))
        return self._seen[-1]

    def _warn(self, name: str, key: str) -> None:
        """Say which known names a new one may be a slip of the pen for."""
        near = {near_name for slip in _slips(key) for near_name in self._slips.get(slip, ())}
        self._pairs += [(name, near_name) for near_name in near_duplicates(name, sorted(near))]
        if mixed_scripts(name):
            self._notices.add(_("{name} mixes two alphabets: some letters may only look right", name=name))
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
    template = N_("'{cell}' does not sit in this line: {players}")
    if meant:
        template = N_("'{cell}' does not sit in this line: {players} (did you mean {player}?)")
    cell, seated = printable(unguarded(cell).strip()), ", ".join(names)
    return _(template, cell=cell, players=seated, player=meant[0] if meant else "")


class Roles:
    """Finds the players of a line among its seats, as seat numbers; faults are noted. `exact`: nothing is derived."""

    def __init__(self, players: Players, faults: Faults, *, exact: bool) -> None:
        self._players, self._faults, self._exact = players, faults, exact

    def seat(self, cell: str, seats: Seats, column: str, needed: str = "") -> int | None:
        """The seat number of the player in a cell; None where nobody is, of which `needed` is the fault."""
        seat = self._seat_or_none(cell, seats)
        if seat or not (cell.strip() or needed):
            return seat
        self._faults.add(not_seated(cell, seats.names) if cell.strip() else needed, column)
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
                template = N_("'{player}' plays on side {side}, and {won} is a side: say the letters in sides too")
                wrong = _(template, player=seats.names[whole - 1], side=letters[whole - 1], won=won)
        else:
            seated = [whole] if whole else [self.seat(name, seats, "winners") for name in _AND.split(won)]
            if None in seated:
                return None
            typed, won = won, "".join(sorted({letters[seat - 1] for seat in seated if seat}))
            if RESTS in won:
                wrong = _("{player} rests in this deal", player=seats.names[letters.index(RESTS)])
            elif len(won) > 1 and len(known) < len(letters) - letters.count(RESTS):
                placed = [
                    listed([name for name, at in zip(seats.names, letters, strict=True) if at == letter])
                    for letter in known
                ]
                sides = _chained(N_("{first} against {last}"), placed)
                wrong = _("{typed}: as they sit, {sides}", typed=printable(typed), sides=sides)
        if wrong:
            self._faults.add(wrong, "winners")
        return None if wrong else won

    def calling_side(self, line: FileLine, out: int | None, *, solo: bool) -> tuple[int, int | None] | None:
        """The caller and the partner, who is None at `solo`; None where a name is a fault."""
        seats = line.seats
        caller, partner = seats.at.get(line.caller), seats.at.get(line.partner)
        if caller and (partner or solo) and caller != partner and not (out and out in (caller, partner)):
            return caller, partner  # almost always
        caller = self.seat(line.caller, seats, "caller", _("missing: say a player"))
        no_partner = _("missing: say a player, or solo")
        partner = None if solo else self.seat(line.partner, seats, "partner", no_partner)
        if caller is None or (partner is None and not solo):
            return None
        wrong = {}
        if caller == partner:
            template = N_("{player} cannot be their own partner; who holds the called card plays solo")
            wrong["partner"] = _(template, player=seats.names[caller - 1])
        if out and out in (caller, partner):
            rests = _("{player} rests in this deal", player=seats.names[out - 1])
            wrong["caller" if out == caller else "partner"] = rests
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
                template = N_("nobody sits in seat {seat}, the deal gives {due} ({why})")
                if seat <= len(seats.names):
                    template = N_("{player} has {given} here, the deal gives {due} ({why})")
                facts = {"given": _units_words(given), "due": _units_words(due), "why": why}
                player = "".join(seats.names[seat - 1 : seat])
                self._faults.add(_(template, seat=seat, player=player, **facts), f"units{seat}")


def _why_paid(deal: Facts) -> str:
    """What the units of a deal follow from: `K made with 61, slam, times 2`, or `74 to 46, won by A`."""
    if deal.caller:
        template = N_("{bid} {outcome}") if deal.card_points is None else N_("{bid} {outcome} with {card_points}")
        outcome = _(OUTCOME_NAMES[deal.outcome or ""])
        facts = [_(template, bid=deal.bid, outcome=outcome, card_points=deal.card_points)]
    else:
        facts = [between(read_numbers(deal.counts) or ())] if deal.counts else []
        facts.append(_("won by {sides}", sides=deal.winners) if deal.winners else _("even"))
    if deal.slam:
        facts.append(_("slam"))
    if deal.times > 1:
        facts.append(_("times {factor}", factor=deal.times))
    return ", ".join(facts)


def _chained(template: str, words: Iterable[str]) -> str:
    """`74 to 46`, `Anna against Bruno against Carla`."""
    return reduce(lambda first, last: _(template, first=first, last=last), words)


def _units_words(units: int | None) -> str:
    return _("nothing") if units is None else signed(units)

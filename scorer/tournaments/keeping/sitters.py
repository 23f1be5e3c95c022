"""Who sits for whom. People carry their units with them, to whichever table of the round they sit down at.

A stand-in is somebody without an entry, or somebody whom `substitute` named.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorer.tournaments.rules import Entrant, Number, PlayedRound, Table

MembersByNumber = Mapping[Number, tuple[str, ...]]  # who may sit for an entrant in a round
Present = Mapping[int, Collection[str]]  # who sits at a table of a round


@dataclass(frozen=True, slots=True)
class Sitters:
    """Who plays for whom in a round. `names` may sit for an entrant.

    `guests` sit at a table at which their entrant has no seat, and play for it there: None where somebody else sits in
    its own. `away` are the entrants who have such a guest.
    """

    names: MembersByNumber = field(default_factory=dict)
    guests: Mapping[str, Number | None] = field(default_factory=dict)
    away: frozenset[Number] = frozenset()


def as_seated(announced: PlayedRound, names: MembersByNumber, present: Present) -> PlayedRound:
    """The round as people sat down in it: an entrant who left the own seat for a free one has changed places.

    That is with the entrant of the free seat: rather one who sits at the table left, or else elsewhere, than one who
    did not come. The tables keep their sizes.
    """
    may_sit, there = _by_name(names), dict[int, set[Number]]()  # for whom somebody is at each table, as names say
    for table in announced.tables:
        entries = [may_sit.get(name, []) for name in present[table.number]]
        here = [[number for number in numbers if number in table.seats] or numbers for numbers in entries]
        there[table.number] = {number for numbers in here for number in numbers}
    for table in announced.tables:
        for guest in sorted(there[table.number].difference(table.seats)):
            own = announced.table_with(guest)
            seats = announced.tables[table.number - 1].seats
            free = [number for number in seats if number not in there[table.number]]
            if guest in seats or not free or (own and guest in there[own.number]):
                continue
            elsewhere, at_own = set().union(*there.values()), there[own.number] if own else set()
            host = min(free, key=lambda number: (number not in at_own, number not in elsewhere))
            announced = announced.exchanged(guest, host)
            if host not in elsewhere:  # who did not come does not rest
                announced = replace(announced, resting=tuple(number for number in announced.resting if number != host))
    return announced


def _by_name(names: MembersByNumber) -> dict[str, list[Number]]:
    """The entrants for whom each player may sit: more than one for a substitute whose own entry withdrew."""
    entrants: dict[str, list[Number]] = {}
    for number, players in names.items():
        for name in players:
            entrants.setdefault(name, []).append(number)
    return entrants


def sitters_of(announced: PlayedRound, names: MembersByNumber, present: Present) -> Sitters:
    """Who plays for whom in a round that is seated as people sat down."""
    may_sit = _by_name(names)
    tables = {number: table.number for table in announced.tables for number in table.seats}
    guests: dict[str, Number | None] = {}
    for table in announced.tables:
        for name in present[table.number]:
            entrants = may_sit.get(name, [])
            for number in () if any(entrant in table.seats for entrant in entrants) else entrants:
                others = {player for player in names[number] if player != name}
                at_home = others.intersection(present.get(tables.get(number, 0), ()))
                guests[name] = guests.get(name) or (None if at_home else number)
    return Sitters(names, guests, frozenset(number for number in guests.values() if number))


def seated_for(
    table: Table, entrants: Mapping[Number, Entrant], seats: Iterable[str], sitters: Sitters
) -> dict[str, Number]:
    """For which entrant each player at a table plays.

    That is the own entry, wherever its seat is. A single stranger plays for the entrant of the only seat that is left.

    An entry has one seat. Entries with fewer members at the table choose first: a player who left and came back to play
    for somebody else sat for the own entry before. A pair has two seats, and a single stranger plays for the pair that
    has only one of them.
    """
    seats = tuple(seats)
    if table.seats and entrants[table.seats[0]].seats > 1:
        return _pairs_seated(table, entrants, seats, sitters)
    own = {name for number in table.seats for name in sitters.names.get(number, ())}
    guests = {name: sitters.guests[name] for name in seats if name in sitters.guests and name not in own}
    sits: dict[str, Number] = {}
    for name, number in guests.items():
        if number and number not in sits.values():
            sits[name] = number
    there = {
        number: [member for member in entrants[number].members if member in seats and member not in guests]
        for number in table.seats
    }
    for number in sorted(there, key=lambda entrant: len(there[entrant])):
        if free := [member for member in there[number] if member not in sits]:
            at = seats[table.seats.index(number)] if len(seats) == len(table.seats) else ""
            sits[at if at in free else free[-1]] = number  # who sits in the seat, or else who came last
    known = {*guests, *(member for members in there.values() for member in members)}
    unknown = [seat for seat in seats if seat not in known]
    empty = [number for number in table.seats if number not in sits.values() and number not in sitters.away]
    return sits | ({unknown[0]: empty[0]} if len(unknown) == len(empty) == 1 else {})


def _pairs_seated(
    table: Table, entrants: Mapping[Number, Entrant], seats: Sequence[str], sitters: Sitters
) -> dict[str, Number]:
    """For whom each plays at a table of pairs: the pair that they belong to now, or did."""
    sits: dict[str, Number] = {}
    for number in table.seats:
        may_sit = sitters.names.get(number, entrants[number].members)
        there = [member for member in (*reversed(may_sit), *entrants[number].members) if member in seats]
        for member in list(dict.fromkeys(there))[: entrants[number].seats]:
            sits.setdefault(member, number)
    unknown = [seat for seat in seats if seat not in sits and seat not in sitters.guests]
    taken = list(sits.values())
    short = [number for number in table.seats if taken.count(number) == entrants[number].seats - 1]
    return sits | ({unknown[0]: short[0]} if len(unknown) == len(short) == 1 else {})

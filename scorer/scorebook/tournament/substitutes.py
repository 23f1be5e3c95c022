"""Who sits for whom. People carry their units with them, to whichever table of the round they sit down at.

A stand-in is somebody without an entry, or somebody whom `substitute` named.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorer.rules.tournament import Entrant, Number, PlayedRound, Table

Names = Mapping[Number, tuple[str, ...]]  # who may sit for an entrant in a round
Present = Mapping[int, Collection[str]]  # who sits at a table of a round


@dataclass(frozen=True, slots=True)
class Sitters:
    """Who plays for whom in a round. `names` may sit for an entrant.

    `guests` sit at a table at which their entrant has no seat, and play for it there: None where somebody else sits in
    its own. `away` are the entrants who have such a guest.
    """

    names: Names = field(default_factory=dict)
    guests: Mapping[str, Number | None] = field(default_factory=dict)
    away: frozenset[Number] = frozenset()


def as_seated(announced: PlayedRound, names: Names, present: Present) -> PlayedRound:
    """The round as people sat down in it: who left their own seat for one that was free has changed places.

    They changed with whoever sits elsewhere too, or else with whoever did not come. The tables keep their sizes.
    """
    may_sit, there = _by_name(names), dict[int, set[Number]]()  # for whom somebody is at each table, as names say
    for table in announced.tables:
        entrants = [may_sit.get(name, []) for name in present[table.number]]
        own_seats = [[number for number in each if number in table.seats] or each for each in entrants]
        there[table.number] = {number for each in own_seats for number in each}
    for table in announced.tables:
        for guest in sorted(there[table.number].difference(table.seats)):
            own = announced.table_with(guest)
            seats = announced.tables[table.number - 1].seats
            free = [number for number in seats if number not in there[table.number]]
            if guest in seats or not free or (own and guest in there[own.number]):
                continue
            elsewhere, at_own = set().union(*there.values()), there[own.number] if own else set()
            other = min(free, key=lambda each: (each not in at_own, each not in elsewhere))
            announced = announced.exchanged(guest, other)
            if other not in elsewhere:  # who did not come does not rest
                announced = replace(announced, resting=tuple(each for each in announced.resting if each != other))
    return announced


def _by_name(names: Names) -> dict[str, list[Number]]:
    """The entrants for whom each may sit: more than one where a substitute has an entry that withdrew."""
    found: dict[str, list[Number]] = {}
    for number, each in names.items():
        for name in each:
            found.setdefault(name, []).append(number)
    return found


def sitters_of(announced: PlayedRound, names: Names, present: Present) -> Sitters:
    """Who plays for whom in a round that is seated as people sat down."""
    may_sit = _by_name(names)
    tables = {number: table.number for table in announced.tables for number in table.seats}
    guests: dict[str, Number | None] = {}
    for table in announced.tables:
        for name in present[table.number]:
            entrants = may_sit.get(name, [])
            for number in () if any(each in table.seats for each in entrants) else entrants:
                others = {each for each in names[number] if each != name}
                at_home = others.intersection(present.get(tables.get(number, 0), ()))
                guests[name] = guests.get(name) or (None if at_home else number)
    return Sitters(names, guests, frozenset(number for number in guests.values() if number))


def seated_for(
    table: Table, entrants: Mapping[Number, Entrant], seats: Iterable[str], sitters: Sitters
) -> dict[str, Number]:
    """For whom each at a table plays: their own entry, wherever its seat is; or the only seat that nobody took, where
    there is only one whom nobody knows.

    An entry has one seat. One of which only one member is there has that one: who left, and came back to play for
    somebody else, sat for themselves before. A pair has two, and one whom nobody knows plays for the pair that has
    only one of them.
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
    for number in sorted(there, key=lambda each: len(there[each])):
        if free := [member for member in there[number] if member not in sits]:
            at = seats[table.seats.index(number)] if len(seats) == len(table.seats) else ""
            sits[at if at in free else free[-1]] = number  # who sits in the seat, or else who came last
    known = {*guests, *(member for each in there.values() for member in each)}
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

"""What is wrong with who sits where, and with roles that name a seat."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from scorer.scorebook.check.references import References

Seven = tuple[int | None, ...]
Filled = frozenset[int | None]  # what may stand as a role: the number of a seat where somebody sits, or nothing


def seat_faults(seats: Seven, known: References, *, live: bool) -> Iterator[str]:
    """What is wrong with a table: an empty seat between taken ones, or one person in two seats.

    Two who were merged later may have sat together at a table that is not `live`, or in a match that was undone.
    """
    taken = [seat for seat in seats if seat is not None]
    if None in seats[: len(taken)]:
        yield f"seat {seats.index(None) + 1} is empty, and somebody sits after it"
    persons = [known.persons.get(player, player) for player in taken]
    for player, person in zip(taken, persons, strict=True):
        if live and persons.count(person) > 1 and person != player:
            yield f"{known.player(player)} and {known.player(person)} sit here, and are one person by a merge"


@lru_cache(maxsize=4096)
def filled(seats: Seven) -> Filled:
    """The seats where somebody sits, and None."""
    return frozenset({None, *(seat for seat, player in enumerate(seats, 1) if player is not None)})


def empty_roles(roles: Mapping[str, int | None], seats: Seven) -> Iterator[str]:
    """The roles that name a seat where nobody sits."""
    for role, seat in roles.items():
        if seat not in filled(seats):
            yield f"{role} is seat {seat}, and nobody sits there"

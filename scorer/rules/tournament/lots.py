"""Lots that anybody can draw again: they follow from a seed and from names, and from nothing else."""

from collections.abc import Iterable
from hashlib import sha256

from scorer.rules.tournament.state import names_of
from scorer.rules.tournament.values import Number, Progress


def lot(progress: Progress, entrants: Iterable[Number]) -> tuple[Number, ...]:
    """The order that the tournament's seed gives these entrants, first drawn first.

    The recipe: write the seed, a colon and the name, as in "7:Anna", take the SHA-256 of it (UTF-8) in hexadecimal,
    and sort by that. The numbers of the entrants and the order in which they entered mean nothing.
    """
    return drawn(progress, entrants, progress.seed)


def drawn(progress: Progress, entrants: Iterable[Number], seed: int) -> tuple[Number, ...]:
    """The order that any seed gives these entrants, by the same recipe."""
    names = names_of(progress)
    return tuple(sorted(entrants, key=lambda each: (sha256(f"{seed}:{names[each]}".encode()).hexdigest(), each)))

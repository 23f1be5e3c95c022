"""Plans in which nobody meets twice, by construction.

q tables of k players are k rows of q; round r moves row x by r times x, so that two players of rows x and y meet when
r (x - y) is what lies between them. In a field of q elements (the affine plane: Bose 1938) that is one r for each
pair, hence q rounds; counting modulo any other q it holds for as many r as no r (x - y) below them is a multiple of
q. Where a few tables have one seat more, a further row has only as many players.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import gcd

Digits = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The sums and the products of a field whose elements are numbered from 0; 0 is its zero."""

    sums: Sequence[Sequence[int]]
    products: Sequence[Sequence[int]]


def prime_power(order: int) -> tuple[int, int] | None:
    """The prime and the exponent of a prime power; None of any other number."""
    prime = next((factor for factor in range(2, order + 1) if order % factor == 0), 0)
    exponent, remaining = 0, order
    while prime and remaining % prime == 0:
        exponent, remaining = exponent + 1, remaining // prime
    return (prime, exponent) if exponent and remaining == 1 else None


@cache
def field(order: int) -> Field | None:
    """The field of this order; None where there is none, because it is no prime power.

    Its elements are polynomials modulo one whose root generates the field: products are sums of logarithms.
    """
    power = prime_power(order)
    if power is None:
        return None
    prime, exponent = power
    elements = [tuple(reversed(digits)) for digits in product(range(prime), repeat=exponent)]
    number = {digits: at for at, digits in enumerate(elements)}
    powers = next(of_root for lead in elements if len(of_root := _powers(lead, prime)) == len(elements) - 1)
    logs = {digits: at for at, digits in enumerate(powers)}

    def times(a: Digits, b: Digits) -> int:
        """The number of their product."""
        return number[powers[(logs[a] + logs[b]) % len(powers)]] if any(a) and any(b) else 0

    sums = [[number[tuple((x + y) % prime for x, y in zip(a, b, strict=True))] for b in elements] for a in elements]
    return Field(sums, [[times(a, b) for b in elements] for a in elements])


def _powers(lead: Digits, prime: int) -> list[Digits]:
    """1, x, x squared and so on until they repeat, where x to the power of the exponent is the polynomial `lead`."""
    power: Digits = (1, *(0,) * (len(lead) - 1))
    powers: dict[Digits, None] = {}
    while power not in powers and any(power):
        powers[power] = None
        over = power[-1]
        power = tuple((digit + over * led) % prime for digit, led in zip((0, *power[:-1]), lead, strict=True))
    return list(powers)


PlayersByTable = list[list[int]]

# No field has six elements and no two orthogonal Latin squares do (Tarry 1900); found by annealing, checked by a test.
SIX_TABLES_OF_FIVE = (
    "8 22 4 18 27/14 29 16 24 19/3 0 15 11 1/20 26 21 9 25/12 2 6 23 17/10 28 13 7 5",
    "27 25 12 13 14/7 19 2 15 18/22 28 26 1 29/9 10 4 0 6/24 23 3 21 5/20 8 17 16 11",
    "1 24 9 27 2/0 20 22 13 19/14 18 17 5 26/3 8 7 25 6/23 4 28 16 15/29 12 10 11 21",
    "17 10 24 25 22/11 9 23 7 14/19 26 12 4 3/15 20 5 29 27/21 2 0 8 28/18 16 13 6 1",
    "12 9 16 22 5/6 11 19 27 28/17 7 4 21 1/8 13 26 24 15/3 2 10 20 14/0 18 23 29 25",
    "27 16 26 7 0/18 24 20 12 28/29 9 3 13 17/4 2 5 11 25/14 21 15 6 22/19 23 8 1 10",
)


def perfect(sizes: Sequence[int], rounds: int) -> list[PlayersByTable]:
    """As many rounds, up to `rounds`, as a construction has for tables of these sizes; players count from 0.

    The sizes are those of a round, the smaller tables first; no rounds where the construction knows none.
    """
    tables, seats = len(sizes), min(sizes)
    more = sum(sizes) - tables * seats
    if list(sizes) == [5] * 6:
        return [[list(map(int, table.split())) for table in row.split("/")] for row in SIX_TABLES_OF_FIVE[:rounds]]
    rows = seats + (more > 0)
    if tables < rows or more >= tables:
        return []
    known = field(tables)
    limit = tables if known else min(tables // gcd(tables, step) for step in range(1, rows))
    plan = [_round(tables, seats, more, times, known) for times in range(min(rounds, limit))]
    if known and tables == seats and rounds > limit:
        plan.append([list(range(row * tables, (row + 1) * tables)) for row in range(seats)])
    return plan


def _round(tables: int, seats: int, more: int, times: int, known: Field | None) -> PlayersByTable:
    """The tables of one round, those with one seat more at the end.

    Row x is moved by `times` (x + 1): where there are more tables than rows, no row stays where it is.
    """

    def moved(row: int, at: int) -> int:
        """The place, in this row, of the player at table `at`."""
        step = (row + 1) % tables
        return known.sums[at][known.products[times][step]] if known else (at + times * step) % tables

    seated = [[row * tables + moved(row, at) for row in range(seats)] for at in range(tables)]
    for at, table in enumerate(seated):
        if more and (place := moved(seats, at)) < more:
            table.append(seats * tables + place)
    return sorted(seated, key=len)

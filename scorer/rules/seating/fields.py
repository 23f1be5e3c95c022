"""Finite fields of prime power order, as far as the plans need them: sums, differences and products by table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

Digits = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The field of `order` elements, numbered from 0; 0 is its zero."""

    order: int
    sums: Sequence[Sequence[int]]
    products: Sequence[Sequence[int]]


def prime_power(order: int) -> tuple[int, int] | None:
    """The prime and the exponent of a prime power; None of any other number."""
    prime = next((factor for factor in range(2, order + 1) if order % factor == 0), 0)
    exponent, rest = 0, order
    while prime and rest % prime == 0:
        exponent, rest = exponent + 1, rest // prime
    return (prime, exponent) if exponent and rest == 1 else None


@cache
def field(order: int) -> Field | None:
    """The field of this order; None where there is none, because it is no prime power."""
    power = prime_power(order)
    if power is None:
        return None
    prime, exponent = power
    if exponent == 1:
        numbers = range(order)
        return Field(order, [[(a + b) % order for b in numbers] for a in numbers],
                     [[a * b % order for b in numbers] for a in numbers])  # fmt: skip
    return _extension(prime, exponent)


def _extension(prime: int, exponent: int) -> Field:
    """Polynomials modulo one whose root generates the field: products are sums of logarithms."""
    elements = [tuple(reversed(digits)) for digits in product(range(prime), repeat=exponent)]
    number = {digits: at for at, digits in enumerate(elements)}
    powers = next(found for lead in elements if len(found := _powers(lead, prime)) == len(elements) - 1)
    logs = {digits: at for at, digits in enumerate(powers)}

    def times(a: Digits, b: Digits) -> int:
        """The number of their product."""
        return number[powers[(logs[a] + logs[b]) % len(powers)]] if any(a) and any(b) else 0

    sums = [[number[tuple((x + y) % prime for x, y in zip(a, b, strict=True))] for b in elements] for a in elements]
    return Field(len(elements), sums, [[times(a, b) for b in elements] for a in elements])


def _powers(lead: Digits, prime: int) -> list[Digits]:
    """1, x, x squared and so on until they repeat, where x to the power of the exponent is the polynomial `lead`."""
    power: Digits = (1, *(0,) * (len(lead) - 1))
    found: dict[Digits, None] = {}
    while power not in found and any(power):
        found[power] = None
        over = power[-1]
        power = tuple((digit + over * led) % prime for digit, led in zip((0, *power[:-1]), lead, strict=True))
    return list(found)

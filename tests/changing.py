"""Every value of a file of rules changed, one at a time: each change is refused, or some test has to notice it."""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.errors import ScorerError
from scorer.rules.kinds import REDEALS
from scorer.rules.variant import Variant
from scorer.rules.variant_reading import parse_variant

Change = tuple[tuple[Any, ...], Any]


def unnoticed(
    name: str, mapping: dict[str, Any], words: Sequence[str], check: Callable[[Variant], object],
    meaning: Callable[[Variant], Variant] = lambda variant: variant,
) -> list[Change]:  # fmt: skip
    """The changes of a variant after which it is read, means something else, and yet passes the check.

    `meaning` is a variant without what makes no difference in it.
    """
    shipped = meaning(parse_variant(name, mapping))

    def passes(change: Change) -> bool:
        try:
            variant = parse_variant(name, _changed(mapping, *change))
            if plays_as(meaning(variant), shipped):  # what was struck out is what its absence means
                return False
            check(variant)
        except (AssertionError, KeyError, ScorerError, pytest.fail.Exception):
            return False
        return True

    return [change for change in _changes(mapping, words) if passes(change)]


def plays_as(one: Variant, other: Variant) -> bool:
    """Whether two variants are the same, however what follows a redeal is written in them."""
    return replace(one, after=None) == replace(other, after=None) and all(
        one.after_kind(kind) == other.after_kind(kind) for kind in (*REDEALS, "even")
    )


def _changes(table: Any, words: Sequence[str], path: tuple[Any, ...] = ()) -> Iterator[Change]:
    """Every value in a mapping and what it could be changed to, texts to other `words`; None strikes the key out."""
    for key, value in table.items() if isinstance(table, dict) else enumerate(table):
        if (*path, key) in {("title",), ("source",), ("notes",)}:
            continue
        yield (*path, key), None
        if isinstance(value, (dict, list)):
            yield from _changes(value, words, (*path, key))
        else:
            yield from (((*path, key), other) for other in _others(value, words))


def _others(value: bool | int | str, words: Sequence[str]) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1, value * 2, -value]
    return [word for word in words if word != value]


def _changed(mapping: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The mapping with another value there."""
    copied = copy.deepcopy(mapping)
    place = copied
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return copied

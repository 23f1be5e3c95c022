"""Every value of a file of rules changed, one at a time: each change is refused, or some test has to notice it."""

import copy
from collections.abc import Iterator, Sequence
from typing import Any


def changes(table: Any, words: Sequence[str], path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value in a mapping and what it could be changed to, texts to other `words`; None strikes the key out."""
    for key, value in table.items() if isinstance(table, dict) else enumerate(table):
        if (*path, key) in {("title",), ("source",), ("notes",)}:
            continue
        yield (*path, key), None
        if isinstance(value, (dict, list)):
            yield from changes(value, words, (*path, key))
        else:
            yield from (((*path, key), other) for other in _others(value, words))


def _others(value: bool | int | str, words: Sequence[str]) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1, value * 2, -value]
    return [word for word in words if word != value]


def changed(mapping: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
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

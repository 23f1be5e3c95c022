"""Remembering what was read before, without growing with a file of nonsense."""

from collections.abc import Callable, Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
MOST = 50_000


class Memo(dict[K, V]):
    """What `read` made of every key that was asked for, `MOST` of them; then it forgets and begins again."""

    def __init__(self, read: Callable[[K], V]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, key: K) -> V:
        value = self._read(key)
        if len(self) >= MOST:
            self.clear()
        self[key] = value
        return value

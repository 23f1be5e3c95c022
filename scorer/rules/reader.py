"""Takes keys out of a mapping (a TOML file, read elsewhere) and collects every fault; variants and formats use it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from scorer.language import N_, _
from scorer.rules.errors import UnreadableError

LARGEST = 1000
T = TypeVar("T")
MISSING: Any = object()
NO_TABLE = N_("{written} must be a table")
WRONG_KIND: Mapping[type, str] = {
    int: N_("{written} must be a whole number"),
    str: N_("{written} must be text"),
    bool: N_("{written} must be true or false"),
    list: N_("{written} must be a list"),
}


def as_written(value: object) -> str:
    """A value as its file has it: true, not True."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


@dataclass
class Reader:
    """Takes keys out of a mapping one by one and remembers what is wrong with them; `at` is the path to the mapping."""

    mapping: Mapping[str, Any]
    at: str = ""
    faults: list[str] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def fault(self, key: str, text: str) -> None:
        """Remember what is wrong with the value at `key`."""
        self.faults.append(f"{self.at}{key}: {text}")

    def take(self, key: str, kind: type[T], default: T) -> T:
        """The value at `key`, `default` when absent or of the wrong type; without a default the key must be there."""
        self.taken.add(key)
        value = self.mapping.get(key, MISSING)
        if value is MISSING:
            if default is MISSING:
                self.fault(key, _("is missing"))
            return default
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fault(key, _(WRONG_KIND.get(kind, NO_TABLE), written=as_written(value)))
            return default
        return value

    def prose(self, key: str, default: str) -> str:
        """Text for people: not empty where it must be there, and nothing that a terminal would obey."""
        text = self.take(key, str, default)
        if text is MISSING:
            return ""
        if default is MISSING and not text.strip():
            self.fault(key, _("is empty"))
        if not text.replace("\n", "").isprintable():
            self.fault(key, _("has a character that cannot be printed"))
        return text

    def number(self, key: str, default: Any, lowest: int, highest: int) -> Any:
        """A whole number within limits, which `default` need not keep; it may be None."""
        value = self.take(key, int, default)
        if value is self.mapping.get(key) and value is not None and not lowest <= value <= highest:
            self.fault(key, _("{number} must be {lowest} to {highest}", number=value, lowest=lowest, highest=highest))
            return default
        return value

    def choice(self, key: str, default: Any, choices: Collection[str]) -> Any:
        """One of a few words; `default` need not be one of them."""
        value = self.take(key, str, default)
        if value is self.mapping.get(key) and value is not None and value not in choices:
            self.fault(key, _("{word!r} must be one of {words}", word=value, words=", ".join(map(repr, choices))))
            return default
        return value

    def table(self, key: str) -> "Reader":
        """The table at `key`; an empty one when absent."""
        return Reader(self.take(key, dict, {}), f"{self.at}{key}.", self.faults)

    def tables(self) -> Iterable[tuple[str, "Reader"]]:
        """Every key of this mapping, each of which must hold a table."""
        return [(key, self.table(key)) for key in self.mapping]

    def listed(self, key: str, missing: str) -> Iterator["Reader"]:
        """Each table of the list at `key`; a fault for what is none, and, as `missing` says, for an empty list."""
        written = self.take(key, list, [])
        if not written:
            self.fault(key, missing)
        for number, mapping in enumerate(written, 1):
            if isinstance(mapping, dict):
                yield Reader(mapping, f"{key}.{number}.", self.faults)
            else:
                self.fault(f"{key}.{number}", _("must be a table"))

    def attempt(self, key: str, read: Callable[[], T], default: T) -> T:
        """What `read` gives; its complaint becomes a fault of this key."""
        try:
            return read()
        except UnreadableError as error:
            self.fault(key, str(error))
            return default

    def done(self) -> None:
        """Fault the keys that nobody asked for."""
        for key in self.mapping:
            if key not in self.taken:
                self.fault(key, _("is not known here (known: {words})", words=", ".join(sorted(self.taken))))

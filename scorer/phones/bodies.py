"""What is posted: a JSON object whose parts are read by name, each of one kind."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any, Final, TypeVar

from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.deal_options import DealWords
from scorer.match.names import EXACTLY, shown
from scorer.rules.errors import ScorerError

LONGEST_TEXT: Final = 1000
MOST_NAMES: Final = 20
MOST_STEPS: Final = 500
MOST_MATCHES: Final = 500
NO_TEXT: Final = N_("'{part}' is a text of at most {most} letters")
Item = TypeVar("Item")


def read_json(text: str) -> Any:
    """The value of a JSON text; raises ValueError for any other text, for NaN, and for half a surrogate pair."""
    parts = json.loads(text, object_pairs_hook=_object)
    json.dumps(parts, ensure_ascii=False, allow_nan=False).encode()  # half a pair of surrogates is no letter
    return parts


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these names and values; raises ValueError for a name that stands there twice."""
    parts = dict(pairs)
    if len(parts) < len(pairs):
        raise ValueError
    return parts


class BadBodyError(ScorerError):
    """A body that is no JSON of the shape that was asked for."""


def check_known(name: str, asked: Iterable[str], known: Sequence[str]) -> None:
    """Raise BadBodyError for a part, or a filter, that this address does not know, and would leave away unnoticed."""
    for part in asked:
        if part not in known:
            template = N_("'{part}' is no part of {name}; there are {known}")
            raise BadBodyError(_(template, part=shown(part), name=name, known=listed(known)))


class Body:
    """The parts of a posted object; each method raises BadBodyError where the part is missing or of another kind."""

    def __init__(self, parts: object) -> None:
        if not isinstance(parts, dict):
            raise BadBodyError(_("what is posted here is a JSON object"))
        self.parts: Mapping[str, Any] = parts

    def text(self, part: str, default: str | None = None) -> str:
        """A text; the default where the part is missing or null and there is one."""
        value = self.parts.get(part)
        if value is None and default is not None:
            return default
        if value is None:
            raise BadBodyError(_("'{part}' is missing", part=part))
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            raise BadBodyError(_(NO_TEXT, part=part, most=LONGEST_TEXT))
        return value

    def number(self, part: str) -> int:
        """A whole number that is not negative."""
        value = self.parts.get(part)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**63:
            raise BadBodyError(_("'{part}' is a whole number", part=part))
        return value

    def step(self, part: str) -> int | str:
        """A step: its number, or the id of the entry that made it, as `{"entry": ID}`."""
        value = self.parts.get(part)
        return Body(value).text("entry") if isinstance(value, dict) else self.number(part)

    def steps(self, part: str) -> list[int | str]:
        """A list of steps; empty where the part is missing."""
        return self._list(part, MOST_STEPS, N_("'{part}' is a list of at most {most} steps"), Body.step)

    def matches(self, part: str) -> list[int]:
        """A list of numbers of matches; empty where the part is missing."""
        return self._list(part, MOST_MATCHES, N_("'{part}' is a list of at most {most} numbers"), Body.number)

    def names(self, part: str) -> tuple[str, ...]:
        """A list of texts; empty where the part is missing."""
        return tuple(self._list(part, MOST_NAMES, N_("'{part}' is a list of at most {most} texts"), Body.text))

    def _list(self, part: str, most: int, refusal: str, read: "Callable[[Body, str], Item]") -> "list[Item]":
        value = self.parts.get(part, [])
        if not isinstance(value, list) or len(value) > most:
            raise BadBodyError(_(refusal, part=part, most=most))
        return [read(Body({part: item}), part) for item in value]

    def players(self, part: str) -> list[str]:
        """Names in full; the sign that says so on a command line is no part of them."""
        return [name.strip().removeprefix(EXACTLY).strip() for name in self.names(part)]

    def yes(self, part: str) -> bool:
        """Whether it is so."""
        value = self.parts.get(part)
        if not isinstance(value, bool):
            raise BadBodyError(_("'{part}' is true or false", part=part))
        return value

    def words(self, part: str) -> DealWords:
        """A deal in the words of the table, by the names that `DealWords` gives them."""
        deal = Body(self.parts.get(part))
        if strange := set(deal.parts) - set(parts_of(DealWords)):
            raise BadBodyError(_("'{part}' is no fact of a deal", part=shown(min(strange))))
        return DealWords(**deal.taken_by(DealWords))

    def taken_by(self, taker: Callable[..., Any]) -> dict[str, Any]:
        """The parts that a verb takes, each read by its annotation; one with a default may be missing or null."""
        return {
            name: READ[part.annotation](self, name)
            for name, part in parts_of(taker).items()
            if part.default is part.empty or self.parts.get(name) is not None
        }


def parts_of(taker: Callable[..., Any]) -> dict[str, Parameter]:
    """The parts of a body that a verb, or a deal, is made of: what it takes by keyword alone."""
    parameters = signature(taker).parameters
    return {name: part for name, part in parameters.items() if part.kind is part.KEYWORD_ONLY}


READ: Final[dict[Any, Callable[[Body, str], Any]]] = {
    str: Body.text,
    str | None: Body.text,
    int: Body.number,
    bool: Body.yes,
    bool | None: Body.yes,
    tuple[str, ...]: Body.names,
    list[str]: Body.players,
    DealWords: Body.words,
}

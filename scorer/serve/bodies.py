"""What is posted: a JSON object whose parts are read by name, each of one kind."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import EXACTLY, shown
from scorer.match.parsing import DealWords
from scorer.rules.errors import ScorerError

LONGEST_TEXT: Final = 1000
MOST_NAMES: Final = 20
MOST_STEPS: Final = 500
MOST_MATCHES: Final = 500
NO_TEXT: Final = N_("'{part}' is a text of at most {most} letters")


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
        value = self.parts.get(part, [])
        if not isinstance(value, list) or len(value) > MOST_STEPS:
            raise BadBodyError(_("'{part}' is a list of at most {most} steps", part=part, most=MOST_STEPS))
        return [Body({part: step}).step(part) for step in value]

    def matches(self, part: str) -> list[int]:
        """A list of numbers of matches."""
        value = self.parts.get(part)
        if not isinstance(value, list) or len(value) > MOST_MATCHES:
            raise BadBodyError(_("'{part}' is a list of at most {most} numbers", part=part, most=MOST_MATCHES))
        return [Body({part: number}).number(part) for number in value]

    def names(self, part: str) -> list[str]:
        """A list of texts; empty where the part is missing."""
        value = self.parts.get(part, [])
        if not isinstance(value, list) or len(value) > MOST_NAMES:
            raise BadBodyError(_("'{part}' is a list of at most {most} texts", part=part, most=MOST_NAMES))
        return [Body({part: name}).text(part) for name in value]

    def players(self, part: str) -> list[str]:
        """Names in full; the sign that says so on a command line is no part of them."""
        return [name.strip().removeprefix(EXACTLY).strip() for name in self.names(part)]

    def words(self) -> DealWords:
        """A deal in the words of the table, by the names that `DealWords` gives them."""
        deal = Body(self.parts.get("deal"))
        known = {field.name for field in fields(DealWords)}
        if strange := set(deal.parts) - known:
            raise BadBodyError(_("'{part}' is no fact of a deal", part=shown(min(strange))))
        facts: dict[str, Any] = {
            name: deal.text(name) for name in known - {"slam", "sides"} if deal.parts.get(name) is not None
        }
        if (slam := deal.parts.get("slam")) is not None:
            if not isinstance(slam, bool):
                raise BadBodyError(_("'{part}' is true or false", part="slam"))
            facts["slam"] = slam
        return DealWords(**facts, sides=tuple(deal.names("sides")))

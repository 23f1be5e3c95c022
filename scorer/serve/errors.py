"""The answer to a request that is refused: a status, a code, a sentence, and what the page needs to go on."""

from typing import Any

from scorer.errors import (
    DatabaseTroubleError,
    EarlyError,
    GivenUpError,
    MissingEntryError,
    NewerScorebookError,
    NewerStepError,
    NotFoundError,
    OtherBodyError,
    OtherBookError,
    SameDealError,
)
from scorer.language import _
from scorer.rules.errors import ScorerError, SlamUnclearError, UndecidedError, UnsaidError
from scorer.serve.access import ExpiredError, NoTokenError, WithdrawnError
from scorer.serve.bodies import BadBodyError
from scorer.serve.evening import BegunError
from scorer.serve.rates import TooManyError


class NotYoursError(ScorerError):
    """A token that is good for something else, or only for looking on."""


# The first that fits counts: the special errors stand before the general ones.
_STATUS: list[tuple[type[ScorerError], int, str]] = [
    (NoTokenError, 401, "no_token"),
    (ExpiredError, 401, "expired"),
    (WithdrawnError, 401, "withdrawn"),
    (NotYoursError, 403, "not_yours"),
    (TooManyError, 429, "too_many"),
    (BadBodyError, 400, "unreadable"),
    (NotFoundError, 404, "not_found"),
    (SlamUnclearError, 409, "asks_slam"),
    (UndecidedError, 409, "asks_more_cards"),
    (UnsaidError, 409, "asks_bonuses"),
    (EarlyError, 409, "asks_early"),
    (MissingEntryError, 409, "waits"),
    (SameDealError, 409, "same"),
    (NewerStepError, 409, "newer"),
    (BegunError, 409, "begun"),
    (OtherBookError, 409, "other_book"),
    (OtherBodyError, 409, "other_body"),
    (GivenUpError, 503, "busy"),
    (DatabaseTroubleError, 503, "trouble"),
    (NewerScorebookError, 503, "trouble"),
    (ScorerError, 422, "refused"),
]


def refusal(error: ScorerError) -> tuple[int, dict[str, Any]]:
    """The status and the body of the answer that says what is wrong."""
    status, code = next((status, code) for kind, status, code in _STATUS if isinstance(error, kind))
    return status, {"error": {"code": code, "sentence": str(error), **_needed(error)}}


def _needed(error: ScorerError) -> dict[str, Any]:
    """What the page needs to ask the table."""
    if isinstance(error, SlamUnclearError):
        return {"question": error.question}
    if isinstance(error, UndecidedError | UnsaidError):
        return {"sides": error.sides}
    if isinstance(error, SameDealError):
        return {"number": error.number, "step": error.step}
    if isinstance(error, BegunError):
        return {"match": error.match.id, "title": error.match.name}
    if isinstance(error, TooManyError):
        return {"seconds": error.seconds}
    return {}


def fault() -> dict[str, Any]:
    """The body of the answer where the program itself is wrong."""
    return {"error": {"code": "fault", "sentence": _("this is a fault of the program, not yours")}}

"""The answer to a request that is refused: a problem as RFC 9457 has it, and what the page needs to go on."""

import sys
import traceback
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse

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
from scorer.phones.access import ExpiredError, NoTokenError, WithdrawnError
from scorer.phones.bodies import BadBodyError
from scorer.phones.evening import BegunError
from scorer.phones.rates import TooManyError
from scorer.rules.errors import ScorerError, SlamUnclearError, UndecidedError, UnsaidError


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


# What each code means, for whoever writes a program; the detail beside it is for people, in their language.
TITLES: Final = {
    "unreadable": "The request cannot be read",
    "no_token": "No code, or one that this scorebook never gave out",
    "expired": "The time of the code is over",
    "withdrawn": "The code was withdrawn",
    "not_yours": "The code is good for something else",
    "other_origin": "A page of another site asks",
    "not_found": "There is nothing of this name",
    "method": "The address is asked for in another way",
    "asks_slam": "The table has to say whether it was a slam",
    "asks_more_cards": "The table has to say who has more cards",
    "asks_bonuses": "The table has to say what of the count is bonuses",
    "asks_early": "The match is closed before its agreed end",
    "waits": "It stands on an entry that has not come",
    "same": "Somebody else recorded the same",
    "newer": "Something newer has to be seen first",
    "begun": "Somebody else began a match with these players",
    "other_book": "It is for another scorebook",
    "other_body": "The id was used for something else",
    "too_large": "No entry is that long",
    "no_json": "What is posted is JSON",
    "other_host": "The machine is asked for by a name that is not its own",
    "refused": "The game, or the scorebook, does not allow it",
    "too_many": "Too much at once",
    "fault": "A fault of the program",
    "busy": "The scorebook is busy",
    "trouble": "The scorebook cannot be used now",
}
NO_STORE: Final = {"cache-control": "no-store"}
AGAIN_SECONDS: Final = 5  # until a scorebook that was busy, or a full disk, is worth another try
_HEADERS: Final = {
    HTTPStatus.UNAUTHORIZED: {"www-authenticate": 'Bearer realm="scorer"'},
    HTTPStatus.SERVICE_UNAVAILABLE: {"retry-after": str(AGAIN_SECONDS)},
}


class Problem(JSONResponse):
    """A request that is refused: a status, a code, a sentence for people; `more` is what the code has beside."""

    media_type = "application/problem+json"

    def __init__(
        self, request: HTTPConnection, status: int, code: str, sentence: str, more: Mapping[str, Any] | None = None
    ) -> None:
        said = {"title": TITLES[code], "status": status, "detail": sentence, "instance": request.url.path, "code": code}
        kind = f"/api/openapi.json#/x-problems/{code}"
        super().__init__(
            {"type": kind, **said, **(more or {})}, status, NO_STORE | _HEADERS.get(HTTPStatus(status), {})
        )


def status_and_code(error: ScorerError) -> tuple[int, str]:
    """With what status an error is answered, and the word by which programs know it."""
    return next((status, code) for kind, status, code in _STATUS if isinstance(error, kind))


def refused(request: HTTPConnection, error: ScorerError, **more: Any) -> Problem:
    """The answer that says what is wrong, and when to come again."""
    status, code = status_and_code(error)
    problem = Problem(request, status, code, str(error), _needed(error) | more)
    if isinstance(error, TooManyError):
        problem.headers["retry-after"] = str(error.seconds)
    return problem


def faulty(request: HTTPConnection) -> Problem:
    """The answer where the program itself is wrong; the exception stands on the terminal alone."""
    traceback.print_exc(file=sys.stderr)
    sentence = _("this is a fault of the program, not yours")
    return Problem(request, HTTPStatus.INTERNAL_SERVER_ERROR, "fault", sentence)


def _needed(error: ScorerError) -> dict[str, Any]:
    """What the page needs to ask the table."""
    if isinstance(error, SlamUnclearError):
        return {"question": error.question}
    if isinstance(error, UndecidedError | UnsaidError):
        return {"sides": error.sides}
    if isinstance(error, SameDealError):
        return {"number": error.number, "step": error.step}
    if isinstance(error, BegunError):
        return {"match": error.match.id, "name": error.match.name}
    if isinstance(error, TooManyError):
        return {"seconds": error.seconds}
    return {}

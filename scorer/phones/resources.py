"""What is read through the API beside the tables: statistics, and the records of a match as in its CSV."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Final, NamedTuple

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from scorer.errors import NotFoundError
from scorer.exchange.csv_writer import csv_text
from scorer.exchange.own.deals_csv import match_table
from scorer.exchange.statistics.options import read_options
from scorer.language import LANGUAGE, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import shown
from scorer.phones.access import Grant
from scorer.phones.api import Api
from scorer.phones.bodies import BadBodyError, check_known
from scorer.phones.description import STATISTICS_AT, description
from scorer.phones.errors import NO_STORE, NotYoursError, faulty
from scorer.phones.marks import is_known, mark_of, marked
from scorer.phones.rates import TooManyError
from scorer.phones.statistics import FORMATS, Question, Worker, typed
from scorer.rules.errors import ScorerError
from scorer.scorebook.many_matches import heads
from scorer.scorebook.many_matches import records as live_records
from scorer.stats.describe import commands

RECORDS_AT: Final = "/api/records"
OPENAPI_AT: Final = "/api/openapi.json"
READABLE: Final = (STATISTICS_AT, RECORDS_AT, OPENAPI_AT)
MOST_KEPT: Final = 100  # statistics of the newest state of the scorebook
MOST_WAITING: Final = 10  # for one to be made: each takes a second or two, and whoever went away is still waited for
_KINDS: Final = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


class ClubPage(NamedTuple):
    """A page elsewhere that may read without a code: its origin, empty for none, and whether it reads names."""

    origin: str = ""
    names: bool = False


class Resources:
    """Answers readers: by a code, or without one the club's page, for which players are numbers unless it reads names.

    Statistics are made one after the other: on a small machine two would take the time of those who record.
    """

    def __init__(self, api: Api, club: ClubPage) -> None:
        self._api, self._origin, self._names = api, club.origin, club.names
        self._making, self.worker = CapacityLimiter(1), Worker(api.book.where)
        self._kept: dict[Question, str] = {}
        self._revision = ""

    @property
    def routes(self) -> list[Route]:
        """The addresses of what is read."""
        return [
            Route(f"{STATISTICS_AT}{{name:path}}", self._answering(self._statistic), methods=["GET"]),
            Route(RECORDS_AT, self._answering(self._records), methods=["GET"]),
            Route(OPENAPI_AT, self._openapi, methods=["GET"]),
        ]

    def _answering(self, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """An endpoint that answers a refusal in words, and a fault of the program as such."""

        async def respond(request: Request) -> Response:
            try:
                return await answer(request)
            except ScorerError as error:
                return self._api.refusal(request, error)
            except Exception:  # noqa: BLE001 - one reader must not end the evening of all others
                return faulty(request)

        return respond

    def _reader(self, request: Request) -> Grant | None:
        """What the token of a request allows; None for a page of the origin, which needs none. Raises ScorerError."""
        if self._origin and "authorization" not in request.headers and request.headers.get("origin") == self._origin:
            return None
        return self._api.grant(request)

    async def _statistic(self, request: Request) -> Response:
        """A statistic, made anew where the scorebook has changed."""
        grant = self._reader(request)
        if grant and grant.scope != "all":
            raise NotYoursError(_("statistics are for the organiser's code"))
        name, shape, options = _asked(request)
        now = self._api.book.now().astimezone()
        read_options(dict(options), now)  # what cannot be read waits for nobody
        moment = f"{now:%Y-%m-%d %H:%M}" if name == "chances" else f"{now:%Y-%m-%d %H}"  # an evening ends at six
        state = await to_thread.run_sync(self._api.revision)
        question = Question(moment, name, options, LANGUAGE.get().name, grant is None and not self._names)
        mark = mark_of(repr((state, question)).encode())
        headers = {"cache-control": "no-cache", "etag": mark, "vary": "accept, accept-language, origin"}
        if is_known(request, mark):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        text = self._kept.get(question) if state == self._revision else None
        if text is None:
            if self._making.statistics().tasks_waiting >= MOST_WAITING:
                raise TooManyError(MOST_WAITING)
            text = await to_thread.run_sync(self._made, state, question, limiter=self._making)
        return Response(text, media_type=_KINDS[shape], headers=headers)

    def _made(self, state: str, question: Question) -> str:
        """What the command says now, or has said already in this state of the scorebook."""
        if state != self._revision or len(self._kept) > MOST_KEPT:
            self._kept.clear()
            self._revision = state
        if question not in self._kept:
            self._kept[question] = self.worker.answer(question)
        return self._kept[question]

    async def _records(self, request: Request) -> Response:
        """The live records of a match."""
        grant = self._reader(request)
        asked = _filters(request)
        shape = _shape(request, asked)
        check_known("records", asked, ("match", "format"))
        return await to_thread.run_sync(self._records_of, request, grant, shape)

    def _records_of(self, request: Request, grant: Grant | None, shape: str) -> Response:
        with self._api.book.reading() as transaction:
            transaction.nameless = grant is None and not self._names
            match = self._api.match(transaction, grant, request.query_params.get("match"))
            head = next(head for head in heads(transaction) if head.id == match.id)
            records = [record for _head, record in live_records(transaction, [head])]
        if transaction.nameless:  # nobody knows what a note says of whom
            records = [replace(record, note="") for record in records]
        columns, rows = match_table(head, records)
        if shape == "csv":
            text = csv_text(columns, rows)
        else:
            text = json.dumps([dict(zip(columns, row, strict=True)) for row in rows], ensure_ascii=False, default=str)
        return marked(request, Response(text, media_type=_KINDS[shape], headers=NO_STORE))

    async def _openapi(self, request: Request) -> Response:
        """The description of what is answered here: without what a wing answers that is not installed."""
        whole, statistics = description(), {STATISTICS_AT + name for name in commands.names()}
        answered = statistics.union(route.path for route in (*self._api.routes, *self.routes))
        paths = {path: ways for path, ways in whole["paths"].items() if path in answered}
        return marked(request, JSONResponse(whole | {"paths": paths}, headers={"cache-control": "no-cache"}))


def _asked(request: Request) -> tuple[str, str, tuple[tuple[str, str | bool], ...]]:
    """The statistic that is asked for, its form and its options; raises NotFoundError or BadBodyError."""
    name = request.path_params["name"]
    if name not in commands.names():
        known = listed([*commands.names()])
        raise NotFoundError(_("'{name}' is no statistic; there are {known}", name=shown(name), known=known))
    asked = _filters(request)
    shape = _shape(request, asked)
    asked.pop("format", None)
    return name, shape, (*typed(name, asked).items(), ("shape", shape))


def _filters(request: Request) -> dict[str, str]:
    """What is asked for, by name; raises BadBodyError for what is asked twice."""
    pairs = request.query_params.multi_items()
    asked = dict(pairs)
    if len(asked) < len(pairs):
        raise BadBodyError(_("a filter is said once"))
    return asked


def _shape(request: Request, asked: dict[str, str]) -> str:
    """The form that is asked for, by `format` or by what the browser accepts; JSON where nothing is said."""
    accepted = "csv" if request.headers.get("accept", "").startswith("text/csv") else "json"
    shape = asked.get("format", accepted)
    if shape not in FORMATS:
        raise BadBodyError(_("'{format}' is no format; there are {known}", format=shown(shape), known=listed(FORMATS)))
    return shape

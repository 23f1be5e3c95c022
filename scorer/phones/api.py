"""The API: which address answers what, for whom, in one transaction each."""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from scorer import scorebook, wings
from scorer.connections import network
from scorer.errors import NewerStepError, NotFoundError, RefusedError
from scorer.language import _
from scorer.match.evening_day import evening_of
from scorer.match.facts import Match
from scorer.phones.access import ANOTHER_DEVICE, EVENING_CODE, Grant, Key, NoTokenError
from scorer.phones.bodies import BadBodyError, Body, check_known, read_json
from scorer.phones.codes import codes_shown
from scorer.phones.errors import NO_STORE, NotYoursError, faulty, refused
from scorer.phones.evening import evening_state, league_of, new_match
from scorer.phones.live import Watcher
from scorer.phones.marks import marked
from scorer.phones.page_files import words
from scorer.phones.payout_table import payout_table
from scorer.phones.posted import Posted, record
from scorer.phones.rates import MATCHES, MATCHES_AN_HOUR, NAMES, NAMES_AN_HOUR, Hourly, Rate
from scorer.phones.table_state import preview, table_state
from scorer.phones.troubles import Troubles
from scorer.phones.verbs import FACTS, VERBS
from scorer.rules.cards import read_number
from scorer.rules.errors import Notice, ScorerError, plain_notices
from scorer.rules.kinds import DEAL
from scorer.scorebook import Book
from scorer.scorebook.changes import Verb
from scorer.scorebook.changes_since import changes_since
from scorer.scorebook.entries import answered
from scorer.scorebook.payments import settlement, settlement_alone
from scorer.scorebook.people import number_of_players
from scorer.scorebook.transaction import Transaction
from scorer.text import sentences
from scorer.text.sheet_to_paste import plain_sheet

Json = dict[str, Any]
READERS = 8  # at once at the scorebook
RECORDED_A_MINUTE = 120  # by each phone: one that was long without the network sends some sixty at once
PICTURES_A_MINUTE = 20  # each takes as long as fifty tables
WRONG_A_MINUTE = 60  # codes that nobody gave out, from each address


class Api:
    """Answers for one scorebook; the key beside it tells who may ask what. `dashboard` is its address, or empty.

    `page` gives the address by which phones find the page with a token; `trouble` is called with what keeps the
    scorebook from answering.
    """

    def __init__(
        self,
        book: Book,
        key: Key,
        dashboard: str = "",
        page: Callable[[str], str] = "/t#{}".format,
        trouble: Callable[[str], None] = lambda _sentence: None,
    ) -> None:
        self._troubles = Troubles(trouble)
        self.book, self.key, self.dashboard, self._page = book, key, dashboard, page
        self.watcher = Watcher(self.revision)
        # Who records takes turns anyway, and waits here: on a slow disk ten tables at once would hold up who reads.
        self._reading, self._writing = CapacityLimiter(READERS), CapacityLimiter(1)
        self._recorded, self._pictures, self._wrong = map(Rate, (RECORDED_A_MINUTE, PICTURES_A_MINUTE, WRONG_A_MINUTE))

        self._begun, self._names = Hourly(MATCHES_AN_HOUR, MATCHES), Hourly(NAMES_AN_HOUR, NAMES)

    @property
    def routes(self) -> list[Route]:
        """The addresses below /api."""
        read = {
            "table": self._table,
            "evening": self._evening,
            "payouts": self._payouts,
            "codes": self._codes,
            "settlement": self._settlement,
            "changes": self._changes,
        }
        read |= {name: partial(self._for_organiser, answer) for name, answer in wings.by_name("api").items()}
        picture = self._answering(self._picture, self._reading, self._pictures)
        recorded = {"start": self._start, **dict.fromkeys((*VERBS, "undo"), self._verb)}
        return [
            Route("/api/words", self._words),
            Route("/api/stream", self._stream),
            Route("/api/sheet.png", picture, methods=["GET"]),
            Route("/api/preview", self._answering(self._preview, self._reading), methods=["POST"]),
            *(
                Route(f"/api/{name}", self._answering(answer, self._reading), methods=["GET"])
                for name, answer in read.items()
            ),
            *(
                Route(f"/api/{verb}", self._answering(answer, self._writing, self._recorded), methods=["POST"])
                for verb, answer in recorded.items()
            ),
        ]

    def _answering(
        self, answer: Callable[[Request, Grant, Body], Response], limiter: CapacityLimiter, rate: Rate | None = None
    ) -> Callable[[Request], Any]:
        """An endpoint that answers in a thread, once it is known who asks; a refusal is answered in words."""

        async def respond(request: Request) -> Response:
            try:
                grant = self.grant(request)
                posted = await request.body()
                if rate:  # only for a whole request: half of one counts for nothing
                    rate.take((grant.scope, grant.subject, _whose(request)))
                parts = read_json(posted.decode()) if request.method == "POST" else {}
            except ScorerError as error:
                return self.refusal(request, error)
            except (ValueError, RecursionError):
                return self.refusal(request, BadBodyError(_("what is posted here is a JSON object")))
            return await to_thread.run_sync(self._answer, answer, request, grant, parts, limiter=limiter)

        return respond

    def _answer(
        self, answer: Callable[[Request, Grant, Body], Response], request: Request, grant: Grant, parts: Any
    ) -> Response:
        try:
            answered = answer(request, grant, Body(parts))
        except ScorerError as error:
            return self.refusal(request, error)
        except Exception:  # noqa: BLE001 - one request must not end the evening of all others
            return faulty(request)
        if answered.status_code == HTTPStatus.OK and answer in {self._verb, self._start}:
            self._troubles.over()
        return answered

    def refusal(self, request: Request, error: ScorerError, **more: Any) -> Response:
        """The answer to a request that is refused; what keeps the scorebook from answering is told here too."""
        self._troubles.happened(error)
        return refused(request, error, **more)

    def grant(self, request: Request) -> Grant:
        """What the token of a request allows; raises NoTokenError, ExpiredError, NotYoursError or TooManyError.

        The code that may do everything is taken from this machine alone, unless it was given to another device. A right
        code is taken however many wrong ones came from the same address, which may be that of a whole house.
        """
        kind, _blank, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            raise NoTokenError(_("this page has no code yet: scan the one of your table"))
        try:
            grant = self.key.grant(token.strip(), self.book.now())
        except NoTokenError:
            self._wrong.take(_whose(request))
            raise
        if grant.scope == "all" and grant.subject != ANOTHER_DEVICE and not _is_here(request):
            raise NotYoursError(_("this code is for the machine on which scorer serve runs"))
        return grant

    def revision(self) -> str:
        """The newest revision; empty where the scorebook cannot be read now."""
        try:
            with self.book.reading(even_damaged=True) as transaction:
                return scorebook.revision(transaction)
        except ScorerError:
            return ""

    def match(self, transaction: Transaction, grant: Grant | None, number: object) -> Match:
        """The match that is meant, among those that the token is good for; any without a grant.

        Raises NotYoursError or NotFoundError.
        """
        if grant and grant.scope == "match":
            match = scorebook.match_of_uid(transaction, grant.subject)
            if number is not None and str(number) not in {"", str(match.id)}:
                raise NotYoursError(_("this code is for {match} alone", match=match.name))
            return match
        wanted = read_number(str(number or ""))
        if not wanted:
            raise NotFoundError(_("which match is meant?"))
        match = scorebook.match_by_id(transaction, wanted)
        if grant and grant.scope == "evening":
            league, made = league_of(transaction, grant).name, (grant.until - EVENING_CODE).astimezone()
            if match.league != league or match.on < evening_of(made):
                raise NotYoursError(_("this code is for the matches of one evening of {league}", league=league))
        return match

    def _state(self, transaction: Transaction, match: Match, grant: Grant) -> Json:
        now = self.book.now().astimezone()
        state = table_state(transaction, match, now, may_record=grant.may_record)
        book, revision = scorebook.book_uid(transaction), scorebook.revision(transaction)
        return state | {"book": book, "token": grant.name, "revision": revision}

    def _table(self, request: Request, grant: Grant, _body: Body) -> Response:
        with self.book.reading() as transaction:
            match = self.match(transaction, grant, request.query_params.get("match"))
            return marked(request, JSONResponse(self._state(transaction, match, grant), headers=NO_STORE))

    def _payouts(self, request: Request, grant: Grant, _body: Body) -> Response:
        """What any next deal would bring, which the page keeps for the time without a network; null for too many."""
        with self.book.reading() as transaction:
            match = self.match(transaction, grant, request.query_params.get("match"))
            return JSONResponse(payout_table(scorebook.sheet_of(transaction, match)), headers=NO_STORE)

    def _preview(self, _request: Request, grant: Grant, body: Body) -> Response:
        """What a deal, or another verb that makes a record, would do; what the table has to answer is asked now."""
        name = body.text("verb", DEAL)
        verb = VERBS.get(name)
        if not isinstance(verb, Verb):
            raise BadBodyError(_("there is a preview of what makes a record"))
        check_known(name, body.parts, ("match", "verb", *FACTS[name]))
        with self.book.reading() as transaction:
            match = self.match(transaction, grant, body.parts.get("match"))
            change = verb.would(transaction, match, **body.taken_by(verb))
            return JSONResponse(preview(change) | _notices(change.notices), headers=NO_STORE)

    def _count_new(self, transaction: Transaction, grant: Grant, known: int, *, begun: int = 0) -> None:
        """Count new matches and names, beside the known ones, for their code; raises TooManyError for too many.

        Whoever may do everything is not counted.
        """
        if grant.scope == "all":
            return
        counted = (self._begun, begun), (self._names, number_of_players(transaction) - known)
        for hourly, count in counted:
            hourly.check(grant.name, count)
        for hourly, count in counted:
            hourly.add(grant.name, count)

    def _verb(self, request: Request, grant: Grant, body: Body) -> Response:
        """Do what the last word of the address says, at the table of the token."""
        if not grant.may_record:
            raise NotYoursError(_("this code is for looking on: scan the one of your table to record"))
        verb = request.url.path.rpartition("/")[2]
        with self.book.writing() as transaction:
            match = self.match(transaction, grant, body.parts.get("match"))
            known = number_of_players(transaction)
            try:
                done = record(transaction, match, Posted(verb, body, grant.name))
            except NewerStepError as newer:
                return self.refusal(request, newer, table=self._state(transaction, match, grant))
            self._count_new(transaction, grant, known)
            now = scorebook.match_by_id(transaction, match.id)
            table = self._state(transaction, now, grant)
        answer = {"sentence": done.sentence, "notices": done.notices, "table": table}
        return JSONResponse(answer, headers=NO_STORE)

    def _start(self, _request: Request, grant: Grant, body: Body) -> Response:
        """Start a match in the league of the evening."""
        if not grant.may_record or grant.scope == "match":
            raise NotYoursError(_("this code starts no match: ask who started scorer serve"))
        with self.book.writing(make=True) as transaction:
            if before := answered(transaction, None, Posted("start", body, grant.name).entry):
                if before.match is None:
                    raise RefusedError(before.notice)
                match, notices = before.match, _notices((before.notice,))
            else:
                new = new_match(transaction, body, league_of(transaction, grant), self.book.now().astimezone())
                known = number_of_players(transaction)
                seated = scorebook.start_match(transaction, new)
                self._count_new(transaction, grant, known, begun=1)
                match, notices = seated.sheet.match, _notices(seated.notices)
            answer = {"sentence": "", "table": self._state(transaction, match, grant)} | notices
        return JSONResponse(answer, headers=NO_STORE)

    def _evening(self, request: Request, grant: Grant, _body: Body) -> Response:
        if grant.scope == "match":
            raise NotYoursError(_("this code is for one table"))
        with self.book.reading() as transaction:
            state = evening_state(transaction, grant, self.book.now().astimezone())
        return marked(request, JSONResponse(state | {"dashboard": self.dashboard}, headers=NO_STORE))

    def _codes(self, _request: Request, grant: Grant, _body: Body) -> Response:
        """The codes of the open matches, and that of an evening, for the organiser to show."""
        if grant.scope != "all" or not grant.may_record:
            raise NotYoursError(_("codes are the organiser's to show"))
        with self.book.reading() as transaction:
            shown = codes_shown(transaction, self.key, self._page, self.book.now().astimezone())
        return JSONResponse({"codes": shown}, headers=NO_STORE)

    def _settlement(self, request: Request, grant: Grant, _body: Body) -> Response:
        with self.book.reading() as transaction:
            match = self.match(transaction, grant, request.query_params.get("match"))
            sheet = scorebook.sheet_of(transaction, match)
            try:
                lines = sentences.settlement_lines(settlement(transaction, [sheet]))
            except RefusedError as why:  # it was paid together with others, or in another currency
                lines = [str(why)]
        text = "\n".join([plain_sheet(sheet), "", *lines])
        return marked(request, JSONResponse({"lines": lines, "text": text}, headers=NO_STORE))

    def _changes(self, request: Request, grant: Grant, _body: Body) -> Response:
        """What changed since a step, for whoever keeps a copy."""
        _check_organiser(grant)
        asked = request.query_params
        check_known("changes", asked, ("since", "state"))
        since = read_number(asked.get("since", ""))
        if since is None:
            raise BadBodyError(_("'{part}' is a whole number", part="since"))
        with self.book.reading() as transaction:
            changes = changes_since(transaction, since, asked.get("state", ""))
            book = scorebook.book_uid(transaction)
        more = changes.last < changes.newest
        steps = [
            step._asdict()
            | {"at": step.at.isoformat()}
            | {part: [edition._asdict() for edition in getattr(step, part)] for part in ("records", "struck_out")}
            for step in changes.steps
        ]
        told = {"book": book, "newest": changes.newest, "next": changes.last, "state": changes.state, "more": more}
        return JSONResponse(told | {"changes": steps}, headers=NO_STORE)

    def _for_organiser(
        self, answer: Callable[[Transaction, Mapping[str, str]], Any], request: Request, grant: Grant, _body: Body
    ) -> Response:
        """What another wing answers."""
        _check_organiser(grant)
        with self.book.reading() as transaction:
            return marked(request, JSONResponse(answer(transaction, request.query_params), headers=NO_STORE))

    def _picture(self, request: Request, grant: Grant, _body: Body) -> Response:
        from scorer.paper.picture import png, sheet_picture  # noqa: PLC0415 - only who asks for it waits for it

        with self.book.reading() as transaction:
            match = self.match(transaction, grant, request.query_params.get("match"))
            sheet = scorebook.sheet_of(transaction, match)
            settled = settlement_alone(transaction, sheet)
        return Response(png(sheet_picture(sheet, settled)), media_type="image/png", headers=NO_STORE)

    async def _words(self, _request: Request) -> Response:
        return JSONResponse(words(), headers=NO_STORE)

    async def _stream(self, request: Request) -> Response:
        """A line whenever something changes, as long as the page listens and its code is good."""
        try:
            self.grant(request)
        except ScorerError as error:
            return self.refusal(request, error)

        async def lines() -> AsyncIterator[str]:
            async for revision in self.watcher.revisions(_whose(request)):
                try:
                    self.grant(request)
                except ScorerError:
                    return
                yield f"data: {json.dumps({'revision': revision})}\n\n" if revision else ":\n\n"

        return StreamingResponse(lines(), media_type="text/event-stream", headers=NO_STORE)


def _whose(request: Request) -> str:
    """The network from which a request comes."""
    return network(request.client.host) if request.client else ""


def _check_organiser(grant: Grant) -> None:
    """Raise NotYoursError for a code of one match or evening."""
    if grant.scope != "all":
        raise NotYoursError(_("this is for the organiser's code"))


def _is_here(request: Request) -> bool:
    """Whether this machine itself asks."""
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:  # a proxy names the client by something that is no address
        return False


def _notices(notices: tuple[Notice, ...]) -> Json:
    return {"notices": plain_notices(notices)}

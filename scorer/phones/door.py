"""The door: which requests come in at all, and what every answer tells the browser."""

import re
from collections.abc import Callable, Collection, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorer.language import _
from scorer.phones.errors import NO_STORE, Problem
from scorer.phones.page_files import version

MOST_HEAD_BYTES: Final = 16_384
MOST_BYTES: Final = 32_768  # of a body: the longest entry has some two thousand
_HOST: Final = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?")  # a name or an address, and maybe a port
_HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
_READING: Final = {
    "access-control-allow-methods": "GET",
    "access-control-allow-headers": "if-none-match",
    "access-control-allow-private-network": "true",
    "access-control-expose-headers": "etag",
    "access-control-max-age": "600",
    "cross-origin-resource-policy": "cross-origin",
    "vary": "accept, accept-language, origin",
}


class TooLargeError(Exception):
    """A body of more bytes than any entry has."""


class Door:
    """Answers requests that ask for this server by one of its own names, from its own pages, in JSON; no others.

    A page of another site can make a browser ask, and a name of its own lead here: both are refused. `names` gives, in
    small letters and at once, the names by which this machine is known; `arrived` is called with the address of each
    that comes in. Pages of one other `origin`, where there is one, may read what is below `readable`, and nothing else.
    """

    def __init__(
        self,
        app: ASGIApp,
        names: Callable[[], Collection[str]],
        arrived: Callable[[str], None],
        origin: str = "",
        readable: tuple[str, ...] = (),
    ) -> None:
        self.app, self._names, self.arrived = app, names, arrived
        self._origin, self._readable = origin, readable

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = self._answer(scope)
        if not answer and scope["client"]:
            self.arrived(scope["client"][0])
        more = self._for_other_origin(scope)
        try:
            await (answer or self.app)(scope, _limited(receive), _with_headers(send, more))
        except TooLargeError:
            await _too_large(scope, 413)(scope, receive, _with_headers(send))
        except ClientDisconnect:  # nobody is left to be answered
            return

    def _answer(self, scope: Scope) -> Response | None:
        """The answer to a request that may not pass; None for all others."""
        lines = sum(len(name) + len(text) + len(": \r\n") for name, text in scope["headers"])
        if lines + len(scope["raw_path"]) + len(scope["query_string"]) > MOST_HEAD_BYTES:
            return _too_large(scope, 431)
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin", "")
        named = _HOST.fullmatch(host)
        if not named or named[1].strip("[]").lower() not in self._names():
            return _refusal(scope, 421, "other_host", _("This server answers under its own addresses only."))
        if self._for_other_origin(scope):
            if scope["method"] == "OPTIONS":  # a browser asks before it sends a mark
                return Response(status_code=204)
        elif origin and origin not in {f"http://{host}", f"https://{host}"}:
            return _refusal(scope, 403, "other_origin", _("This server answers its own pages only."))
        chunked = "transfer-encoding" in headers
        if chunked and "content-length" in headers:  # a proxy may take another end for the body's than we
            return _refusal(scope, 400, "unreadable", _("A body has one length."), close=True)
        has_body = chunked or headers.get("content-length", "0") != "0"
        if scope["method"] == "GET":
            return (
                _refusal(scope, 400, "unreadable", _("What is read here is asked for without a body."))
                if has_body
                else None
            )
        if scope["method"] != "POST":
            return None  # nothing takes it
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _refusal(scope, 415, "no_json", _("What is posted here is JSON."))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return _too_large(scope, 413)
        return None

    def _for_other_origin(self, scope: Scope) -> dict[str, str]:
        """The headers by which a page of the other origin may read an answer; none for all other requests."""
        origin = Headers(scope=scope).get("origin", "")
        if not self._origin or origin != self._origin or not scope["path"].startswith(self._readable):
            return {}
        if scope["method"] not in {"GET", "OPTIONS"}:
            return {}
        return {"access-control-allow-origin": self._origin, **_READING}


def _refusal(scope: Scope, status: int, code: str, sentence: str, *, close: bool = False) -> Response:
    problem = Problem(HTTPConnection(scope), status, code, sentence)
    if close:
        problem.headers["connection"] = "close"
    return problem


def _too_large(scope: Scope, status: int) -> Response:
    return _refusal(scope, status, "too_large", _("This is more than any entry has."))


def no_page(request: HTTPConnection, error: HTTPException) -> Response:
    """The answer at an address that has nothing, or is asked for in another way; below /api it is for programs."""
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        problem = Problem(request, error.status_code, "method", _("This address is read, or posted to."))
        problem.headers.update(error.headers or {})
        return problem
    nothing = _("There is nothing here. The page is at /")
    if request.url.path.startswith("/api/"):
        return Problem(request, error.status_code, "not_found", nothing)
    return PlainTextResponse(f"{nothing}\n", error.status_code, NO_STORE)


def _limited(receive: Receive) -> Receive:
    """A receiver of a body of at most MOST_BYTES, whatever its head promised; it raises TooLargeError."""
    taken = 0

    async def received() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MOST_BYTES:
            raise TooLargeError
        return message

    return received


def _with_headers(send: Send, more: Mapping[str, str] = MappingProxyType({})) -> Send:
    """A sender that adds the headers which keep a page from reaching outside, the version of ours, and `more`."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update({**_HEADERS, "scorer-page": version(), **more})
        await send(message)

    return sent

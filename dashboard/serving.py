"""Serving: the settings of the server, the gate at its door, and what it tells browsers not to do."""

import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, MutableMapping
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import streamlit as st

from scorer.dashboard_address import Listening, cookie_name

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

FIRST = "tonight"
A_MONTH = 30 * 24 * 3600
PAGES = sorted(page.stem for page in Path(__file__).with_name("views").glob("[!_]*.py"))
STREAMLITS = {"_stcore", "static", "media", "component", "app"}  # the first words of its addresses
NO_PAGE = "There is no such page here. The first one is at / and the others are: /{}\n"
NO_TOKEN = "This dashboard opens with the whole address, its token included: ask who started it.\n"  # noqa: S105 - prose
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_READING = {"GET", "HEAD"}
_PLAIN_HOST = re.compile(r"[A-Za-z0-9.-]+(:[0-9]+)?|\[[0-9A-Fa-f:.]+\](:[0-9]+)?")
POLICY = {
    "default-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def settings(listening: Listening, *, loud: bool = False) -> dict[str, Any]:
    """The settings of the server, whatever a person's own Streamlit settings say."""
    return {
        "server.address": listening.host,
        "server.port": listening.port,
        "server.baseUrlPath": "",
        "server.headless": True,
        "server.fileWatcherType": "none",
        "server.runOnSave": False,
        "server.enableStaticServing": False,
        "server.enableCORS": True,
        "server.enableXsrfProtection": True,
        "server.enableAgentApi": False,
        "server.maxUploadSize": 1,
        "server.allowedHosts": _hosts(listening),
        "browser.gatherUsageStats": False,
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "full" if loud else "none",
        "client.disableDataExport": True,
        "runner.magicEnabled": False,
        "global.developmentMode": False,
        "logger.level": "info" if loud else "error",
    }


def _hosts(listening: Listening) -> list[str]:
    """The names by which a browser on this machine asks; empty, for any, where other machines may look."""
    return ["localhost", "127.0.0.1", "[::1]", "::1", listening.host] if listening.loopback else []


class Gate:
    """Lets in who brings the token, by http and by websocket, and answers requests that read, from no other site.

    The token comes in the address once, becomes a cookie that no script can read, and leaves the address.
    """

    def __init__(self, app: App, listening: Listening) -> None:
        self.app = app
        self.token = listening.token
        self.cookie = cookie_name(listening.port)
        self.hosts = frozenset(_hosts(listening))

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = _headers(scope)
        if refusal := self._refusal(scope, headers):
            await _answer(scope, send, *refusal)
        elif self._brought(scope):
            await _answer(scope, send, 303, "", self._clean(scope))
        elif self.token and not _same(self._kept(headers), self.token):
            await _answer(scope, send, 401, NO_TOKEN)
        else:
            await self.app(scope, receive, send)

    def _refusal(self, scope: Message, headers: dict[str, str]) -> tuple[int, str] | None:
        """Status and words for a request that nobody may make, token or not."""
        host, origin = headers.get("host", ""), headers.get("origin", "")
        if not _PLAIN_HOST.fullmatch(host) or (self.hosts and _name(host) not in self.hosts):
            return 403, "This dashboard answers under its own address only.\n"
        if origin and scope["type"] == "websocket" and urlsplit(origin).netloc != host:
            return 403, "This dashboard answers its own pages only.\n"
        if scope["type"] == "http" and scope["method"] not in _READING:
            return 405, "This dashboard is for reading.\n"
        return None

    def _brought(self, scope: Message) -> bool:
        """Whether the address holds the token."""
        brought = dict(_query(scope)).get("token", "") if scope["type"] == "http" else ""
        return bool(self.token) and _same(brought, self.token)

    def _clean(self, scope: Message) -> dict[str, str]:
        """The headers that keep the token in a cookie and lead to the address without it."""
        rest = [(name, text) for name, text in _query(scope) if name != "token"]
        path = "/" + scope["path"].lstrip("/\\")  # two slashes would lead to another site
        kept = f"{self.cookie}={self.token}; Path=/; Max-Age={A_MONTH}; HttpOnly; SameSite=Lax"
        return {"location": _address(path, rest), "set-cookie": kept}

    def _kept(self, headers: dict[str, str]) -> str:
        """The token in the cookie. Other programs on this machine may leave cookies of any form beside it."""
        parts = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
        return next((text for name, _, text in parts if name == self.cookie), "")


class Addresses:
    """Leads /tonight, the first page, to the bare address, and says of an address without a page which ones there are.

    Streamlit would show the first page under any address.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        asked = scope["path"].strip("/") if scope["type"] == "http" else ""
        if asked == FIRST:
            await _answer(scope, send, 303, "", {"location": _address("/", _query(scope))})
        elif (_NAME.fullmatch(asked) and asked not in PAGES) or _is_below_a_page(asked):
            others = [page for page in PAGES if page != FIRST]
            await _answer(scope, send, 404, NO_PAGE.format(", /".join(others)))
        else:
            await self.app(scope, receive, send)


def _is_below_a_page(asked: str) -> bool:
    """Whether an address has more levels than a page has, and is none of Streamlit's own."""
    first, *below = asked.split("/")
    return bool(below) and first not in STREAMLITS and below[0] != "_stcore"


class Careful:
    """Adds the headers that keep a page from reaching for anything outside, to every answer."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass the request on, and the answer back with more headers."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [(name, text) for name, text in message["headers"] if name.decode().lower() not in more]
                message["headers"] = kept + [(name.encode(), text.encode()) for name, text in more.items()]
            await send(message)

        more = HEADERS | {"content-security-policy": _policy(_headers(scope).get("host", ""))}
        await self.app(scope, receive, sent if scope["type"] == "http" else send)


def _policy(host: str) -> str:
    """What a page may load: nothing from elsewhere; what it may talk to: the server at `host` alone."""
    talk = f" ws://{host} wss://{host}" if _PLAIN_HOST.fullmatch(host) else ""
    more = {"script-src": f"'self'{_inline_scripts()}", "connect-src": f"'self'{talk}"}
    return "; ".join(f"{what} {where}" for what, where in (POLICY | more).items())


@lru_cache(maxsize=1)
def _inline_scripts() -> str:
    """The digests of the scripts that stand in Streamlit's own page: no other may."""
    page = Path(st.__file__).with_name("static") / "index.html"
    scripts = re.findall(rb"<script>(.*?)</script>", page.read_bytes(), flags=re.DOTALL)
    return "".join(f" 'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in scripts)


async def _answer(scope: Message, send: Send, status: int, words: str, more: dict[str, str] | None = None) -> None:
    """Answer a request with a line of text; a websocket by not opening it, which is a 403."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = {"content-type": "text/plain; charset=utf-8", "cache-control": "no-store"} | (more or {})
    listed = [(name.encode(), text.encode("latin-1")) for name, text in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": listed})
    await send({"type": "http.response.body", "body": words.encode()})


def _headers(scope: Message) -> dict[str, str]:
    return {name.decode("latin-1").lower(): text.decode("latin-1") for name, text in scope.get("headers", ())}


def _query(scope: Message) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _address(path: str, query: list[tuple[str, str]]) -> str:
    return quote(path) + (f"?{urlencode(query)}" if query else "")


def _name(host: str) -> str:
    """The host without its port."""
    return re.sub(r":[0-9]+$", "", host) if host.count(":") == 1 or host.startswith("[") else host


def _same(one: str, other: str) -> bool:
    """Whether two texts are the same, in a time that does not tell how much of them is."""
    return compare_digest(one.encode(), other.encode())

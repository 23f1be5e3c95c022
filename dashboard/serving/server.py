"""The server: its settings, the gate at its door, and the headers that tell browsers what not to do."""

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from dashboard.pages import FIRST, PAGES, wing_of
from dashboard.serving.patches.index_page import document
from scorer.dashboard_address import Listening, cookie_name
from scorer.language import N_, _

A_MONTH = 30 * 24 * 3600
STREAMLITS = {"_stcore", "static", "media", "component", "app"}  # the first words of its addresses
NO_PAGE = N_("There is no such page here. The first one is at / and the others are: {pages}")
NO_WING = N_("The page /{page} comes with the wing {wing}, which is not installed here.")
NO_STORE = {"cache-control": "no-store"}
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_READING = {"GET", "HEAD"}
_HOST = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?")  # a name or an address, and maybe a port
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
# Streamlit's own are too pale for words in small letters, which it makes paler still. One blue for all that leads on.
LOOK = {
    "theme.light.backgroundColor": "#FFFFFF",
    "theme.light.textColor": "#161412",
    "theme.light.primaryColor": "#0059B3",
    "theme.light.linkColor": "#0059B3",
    "theme.light.borderColor": "#8C8884",
    "theme.dark.backgroundColor": "#171614",
    "theme.dark.textColor": "#F4F2EF",
    "theme.dark.primaryColor": "#6CB6FF",
    "theme.dark.linkColor": "#6CB6FF",
    "theme.dark.borderColor": "#86817A",
}
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
OF_PAGES = {
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
OF_PARTS = {"content-security-policy": "default-src 'self'"}  # of a script the rest says nothing, and a page has 120
PARTS = ("text/javascript", "application/javascript", "text/css")


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
        "server.enableWebsocketCompression": True,  # what draws a chart is text: a quarter of it is sent
        "server.enableAgentApi": False,
        "server.maxUploadSize": 1,
        "server.allowedHosts": _hosts(listening),
        "browser.gatherUsageStats": False,
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "full" if loud else "none",
        "client.disableDataExport": True,
        "runner.magicEnabled": False,
        "runner.postScriptGC": False,  # Python collects garbage in time; after every look of a viewer is half a core
        "global.developmentMode": False,
        "global.minCachedMessageSize": 1000,  # bytes; what is larger and as it was is not sent again
        "logger.level": "info" if loud else "error",
        **LOOK,
    }


def _hosts(listening: Listening) -> list[str]:
    """The names by which a browser on this machine asks; empty, for any, where other machines may look."""
    return ["localhost", "127.0.0.1", "[::1]", "::1", listening.host] if listening.loopback else []


class Gate:
    """Lets in who brings the token, by http and by websocket, and answers requests that read, from no other site.

    The token comes in the address once, becomes a cookie that no script can read, and leaves the address.
    """

    def __init__(self, app: ASGIApp, listening: Listening) -> None:
        self.app = app
        self.token = listening.token
        self.cookie = cookie_name(listening.port)
        self.hosts = frozenset(_hosts(listening))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here; a websocket is answered by not opening it, which is a 403."""
        answer = self._answer(HTTPConnection(scope)) if scope["type"] in {"http", "websocket"} else None
        refusal = WebSocketClose(1008) if answer and scope["type"] == "websocket" else answer
        await (refusal or self.app)(scope, receive, send)

    def _answer(self, asked: HTTPConnection) -> Response | None:
        """The answer to a request that may not pass, or that brings the token in its address; None for all others."""
        by_http, host, origin = asked["type"] == "http", asked.headers.get("host", ""), asked.headers.get("origin", "")
        named = _HOST.fullmatch(host)
        if not named or (self.hosts and named[1] not in self.hosts):
            return _text(403, _("This dashboard answers under its own address only."))
        if origin and not by_http and urlsplit(origin).netloc != host:
            return _text(403, _("This dashboard answers its own pages only."))
        if by_http and asked["method"] not in _READING:
            return _text(405, _("This dashboard is for reading."))
        if by_http and self.token and _same(asked.query_params.get("token", ""), self.token):
            return self._without_token(asked)
        if self.token and not _same(asked.cookies.get(self.cookie, ""), self.token):
            return _text(401, _("This dashboard opens with the whole address, its token included: ask who started it."))
        return None

    def _without_token(self, asked: HTTPConnection) -> Response:
        """Keep the token in a cookie and lead to the same address without it."""
        query = [(name, text) for name, text in asked.query_params.multi_items() if name != "token"]
        path = "/" + asked["path"].lstrip("/\\")  # two slashes would lead to another site
        answer = _redirect(path, query)
        answer.set_cookie(self.cookie, self.token, max_age=A_MONTH, httponly=True, samesite="lax")
        return answer


class Addresses:
    """Leads /tonight, the first page, to the bare address, and names the pages where an address has none.

    Streamlit would show the first page under any address.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        app = self.app
        asked = scope["path"].strip("/") if scope["type"] == "http" else ""
        first, *below = asked.split("/")
        known = asked in PAGES or not _NAME.fullmatch(asked)
        if below:  # no page has more than one level: these are Streamlit's own, or nobody's
            known = first in STREAMLITS or below[0] == "_stcore"
        if asked == FIRST:
            app = _redirect("/", QueryParams(scope["query_string"]).multi_items())
        elif not known:
            sentences = [_(NO_PAGE, pages=", ".join(f"/{page}" for page in sorted(PAGES) if page != FIRST))]
            if wing := wing_of(asked):
                sentences.append(_(NO_WING, page=asked, wing=wing))
            app = _text(404, "\n".join(sentences))
        await app(scope, receive, send)


class Careful:
    """Adds the headers that keep a page from reaching for anything outside, to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and the answer back with more headers."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                host = Headers(scope=scope).get("host", "")  # a page talks to it alone
                talk = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
                policy = {"content-security-policy": f"{_loaded()}; connect-src 'self'{talk}"}
                part = headers.get("content-type", "").startswith(PARTS)
                headers.update(HEADERS | (OF_PARTS if part else OF_PAGES | policy))
            await send(message)

        await self.app(scope, receive, sent)


@lru_cache(maxsize=1)
def _loaded() -> str:
    """What a page may load, for its content security policy: nothing from elsewhere, and of scripts in it its own."""
    scripts = re.findall(rb"<script(?: type=\"importmap\")?>(.*?)</script>", document(), flags=re.DOTALL)
    digests = "".join(f" 'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in scripts)
    policy = POLICY | {"script-src": f"'self'{digests}"}
    return "; ".join(f"{what} {where}" for what, where in policy.items())


def _text(status: int, sentence: str) -> Response:
    return PlainTextResponse(f"{sentence}\n", status, NO_STORE)


def _redirect(path: str, query: list[tuple[str, str]]) -> Response:
    return RedirectResponse(quote(path) + (f"?{urlencode(query)}" if query else ""), 303, NO_STORE)


def _same(given: str, secret: str) -> bool:
    """Whether two texts are the same; the time it takes does not show how much of them is."""
    return compare_digest(given.encode(), secret.encode())

"""The server: where it listens, and how it runs until it is ended."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from socket import gethostname, socket
from typing import Any, Final, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from scorer.connections import guard_connections
from scorer.language import LANGUAGE, Language, catalogues
from scorer.phones import page_files
from scorer.phones.access import Key
from scorer.phones.addresses import OwnNames, addresses, network_name
from scorer.phones.api import Api
from scorer.phones.codes import FIRST_PORT
from scorer.phones.door import MOST_HEAD_BYTES, Door, no_page
from scorer.phones.live import Watcher
from scorer.phones.resources import READABLE, ClubPage, Resources
from scorer.scorebook import Book

LOOPBACK: Final = "127.0.0.1"
NO_CLUB_PAGE: Final = ClubPage()


class ServerAddress(NamedTuple):
    """Where the server listens: an address of this machine, or 0.0.0.0 for all of them."""

    host: str = LOOPBACK
    port: int = FIRST_PORT


class Speaking:
    """Answers in the first of the browser's languages that this program speaks."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on in its language."""
        if scope["type"] == "http" and (wished := _wished(dict(scope["headers"]).get(b"accept-language", b""))):
            token = LANGUAGE.set(wished)
            try:
                await self.app(scope, receive, send)
            finally:
                LANGUAGE.reset(token)
        else:
            await self.app(scope, receive, send)


def _wished(header: bytes) -> Language | None:
    """The first language of a header that this program speaks; None where it speaks none of them."""
    for name in catalogues.of_browser(header.decode("ascii", "replace")):
        with suppress(catalogues.UnknownLanguageError):
            return catalogues.language(name)
    return None


def hosts(listening: ServerAddress) -> list[str]:
    """The names and addresses by which a browser may ask for the server."""
    return [*_hosts(listening)]


def _hosts(listening: ServerAddress) -> Iterator[str]:
    yield from ("localhost", LOOPBACK, "::1")
    if listening.host in {"0.0.0.0", "::"}:  # noqa: S104 - what every interface is called
        yield from (known.address for known in addresses())
        yield from (gethostname(), network_name())
    else:
        yield listening.host


def application(
    book: Book,
    key: Key,
    names: Callable[[], Sequence[str]],
    arrived: Callable[[str], None],
    dashboard: str = "",
    page: Callable[[str], str] = "/t#{}".format,
    club: ClubPage = NO_CLUB_PAGE,
    trouble: Callable[[str], None] = lambda _sentence: None,
) -> Starlette:
    """The application that answers for a scorebook under the names of this machine, which `names` gives.

    `page` gives the address by which phones find the page with a token; a `club` page elsewhere may read.
    `trouble` is called with what keeps the scorebook from answering.
    """
    api, own = Api(book, key, dashboard, page, trouble), OwnNames(names)
    resources = Resources(api, club)

    @asynccontextmanager
    async def watching(_app: Starlette) -> Any:
        async with api.watcher.watching(), own.followed():
            yield
        resources.worker.end()

    async def nothing(request: Request, error: Any) -> Response:
        return no_page(request, error)

    routes = [*page_files.routes(), *api.routes, *resources.routes]
    for route in routes:
        route.methods = {method for method in route.methods or {"GET"} if method != "HEAD"}  # Starlette adds it
    served = Starlette(
        routes=routes,
        middleware=[Middleware(Speaking), Middleware(Door, lambda: own.known, arrived, club.origin, READABLE)],
        exception_handlers={404: nothing, 405: nothing},
        lifespan=watching,
    )
    served.router.redirect_slashes = False
    served.state.watcher = api.watcher
    return served


def config(served: Starlette, listening: ServerAddress) -> uvicorn.Config:
    """How the application is served: connections that ask for nothing give way, and nothing is logged of a request."""
    guard_connections()
    return uvicorn.Config(
        served,
        host=listening.host,
        port=listening.port,
        log_level="error",
        access_log=False,  # an address may be somebody's, and a request is nobody's business
        server_header=False,
        ws="none",
        forwarded_allow_ips=[LOOPBACK, "::1"],  # a proxy on this machine, whatever the environment says
        h11_max_incomplete_event_size=4 * MOST_HEAD_BYTES,  # those that are larger than ours get an answer in words
        timeout_graceful_shutdown=2,
    )


def run(
    where: str,
    listening: ServerAddress,
    held: socket,
    *,
    dashboard: str = "",
    page: Callable[[str], str],
    club: ClubPage = NO_CLUB_PAGE,
    ready: Callable[[], None] = lambda: None,
    arrived: Callable[[str], None] = lambda _address: None,
    notice: Callable[[str], None] = lambda _sentence: None,
) -> None:
    """Serve a scorebook until Ctrl-C, at the `held` socket, which listens there already.

    `ready` is called once it answers, `arrived` with who asks, each address once. `notice` is that of the book, and
    gets what keeps it from answering. `page` gives the address by which phones find the page with a token; a `club`
    page elsewhere may read.
    """
    seen: set[str] = set()

    def first(address: str) -> None:
        if address not in seen and address not in {LOOPBACK, "::1"}:
            seen.add(address)
            arrived(address)

    book = Book(where)
    book.notice = notice
    served = application(book, Key.beside(where), lambda: hosts(listening), first, dashboard, page, club, notice)
    server = _Server(config(served, listening), ready, served.state.watcher)
    try:
        server.run(sockets=[held])
    finally:
        book.close()


class _Server(uvicorn.Server):
    """A server that says when it listens, and ends at once."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], watcher: Watcher) -> None:
        super().__init__(config)
        self._ready, self._watcher = ready, watcher

    def handle_exit(self, sig: int, frame: object) -> None:  # noqa: ARG002 - the signature is uvicorn's
        """End when it is asked for, once or twice: uvicorn would break off at the second, and raise both again."""
        self.should_exit = True

    async def startup(self, sockets: Any = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: Any = None) -> None:
        """Send the pages away that listen, and wait for the requests that are being answered."""
        await self._watcher.end()
        await super().shutdown(sockets)

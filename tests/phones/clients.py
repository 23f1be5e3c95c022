"""Phones of a test: the real server in a thread of this process, and requests to it with a token."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Event, Thread
from typing import Any

import uvicorn

from scorer import scorebook
from scorer.phones.access import Grant, Key
from scorer.phones.resources import ClubPage
from scorer.phones.server import LOOPBACK, NO_CLUB_PAGE, ServerAddress, application, config, hosts
from scorer.scorebook import Book
from tests.phones.answers import Checked

A_DAY = timedelta(days=1)


@dataclass
class Phone:
    """Who asks: a port of this machine, a token, and the language of the phone."""

    port: int
    token: str = ""
    language: str = "en"

    def get(self, path: str, **headers: str) -> tuple[int, Any]:
        """The status and the JSON of an address; of anything else its bytes."""
        return self.ask("GET", path, None, headers)

    def heads(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> dict[str, str]:
        """The headers of an answer, by their names in small letters."""
        with self._requesting(method, path, body, headers) as answer:
            return {name.lower(): text for name, text in answer.getheaders()}

    def post(self, verb: str, /, **body: Any) -> tuple[int, Any]:
        """The status and the JSON of a verb that is posted."""
        return self.ask("POST", f"/api/{verb}", json.dumps(body).encode(), {"content-type": "application/json"})

    def ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, Any]:
        """The status and the JSON, or the bytes, that a request gets."""
        with self._requesting(method, path, body, headers) as answer:
            data = answer.read()
        return answer.status, json.loads(data) if _is_json(answer.headers.get("content-type", "")) else data

    @contextmanager
    def _requesting(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> Iterator[HTTPResponse]:
        """The answer to one request as a browser makes it."""
        own = {"accept-language": self.language} | ({"authorization": f"Bearer {self.token}"} if self.token else {})
        with closing(HTTPConnection(LOOPBACK, self.port, timeout=20)) as connection:
            named = {name.replace("_", "-"): text for name, text in headers.items()}
            connection.request(method, path, body, own | named)
            yield connection.getresponse()


def _is_json(kind: str) -> bool:
    return kind.partition(";")[0] in {"application/json", "application/problem+json"}


def code(refused: tuple[int, Any]) -> tuple[int, str]:
    """The status and the code of an answer that refuses."""
    status, body = refused
    return status, body["code"]


def grant(where: Path, scope: Any, subject: str, *, may_record: bool = True, left: timedelta = A_DAY) -> str:
    """A token for that scorebook."""
    return Key.beside(str(where)).token(Grant(scope, subject, may_record, datetime.now(UTC) + left))


def match_uid(where: Path, name: str) -> str:
    """The random id of a match."""
    with closing(Book(str(where))) as book, book.reading() as transaction:
        return scorebook.match_uid(transaction, scorebook.find_match(transaction, name))


@contextmanager
def serving(
    where: Path,
    club: ClubPage = NO_CLUB_PAGE,
    names: Callable[[], Sequence[str]] = lambda: hosts(ServerAddress()),
    trouble: Callable[[str], None] = lambda _sentence: None,
    *,
    described: bool = True,
) -> Iterator[int]:
    """The server of a scorebook, and the port at which it listens, for this block; a `club` page may read.

    `names` gives the names of the machine, whenever the server asks for them; `trouble` gets what its terminal would.
    Every answer is as it is `described`.
    """
    book, begun = Book(str(where)), Event()
    app = application(book, Key.beside(str(where)), names, lambda _address: None, club=club, trouble=trouble)
    wrong: list[str] = []
    if described:
        app.add_middleware(Checked, wrong)
    server = uvicorn.Server(config(app, ServerAddress(port=0)))

    async def startup(sockets: Any = None) -> None:
        await uvicorn.Server.startup(server, sockets)
        begun.set()

    server.startup = startup  # type: ignore[method-assign]
    thread = Thread(target=server.run)
    thread.start()
    try:
        assert begun.wait(20)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
        book.close()
    assert not wrong, "\n".join(wrong)

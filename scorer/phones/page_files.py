"""The page's own files: the shell, its styles and scripts, and its words in the language of whoever reads them."""

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from scorer.language import _
from scorer.phones.page_words import WORDS

_FOLDER: Final = Path(__file__).with_name("page")
_KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_SHELL: Final = "table.html"
_PLACE: Final = "/static/VERSION/"  # in the shell; a script names another beside it as ./other.js
_FOREVER: Final = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}


def words() -> dict[str, str]:
    """Every word of the page, by the key under which its scripts know it."""
    return {key: _(word) for key, word in WORDS.items()}


@cache
def files() -> dict[str, tuple[bytes, str]]:
    """The styles and scripts, by name, with their kinds."""
    return {
        path.name: (path.read_bytes(), _KINDS[path.suffix])
        for path in sorted(_FOLDER.iterdir())
        if path.suffix in _KINDS
    }


@cache
def version() -> str:
    """A digest of the files, which is part of their addresses: so a browser may keep each of them for good."""
    content = b"".join(name.encode() + content for name, (content, _kind) in files().items())
    return sha256(content).hexdigest()[:12]


@cache
def shell() -> str:
    """The page itself, which is the same for everybody."""
    return (_FOLDER / _SHELL).read_text(encoding="utf-8").replace(_PLACE, f"/static/{version()}/")


async def _shell(_request: object) -> Response:
    # A phone may show it again while the server is away; by the answers the page sees whether it is the newest.
    return HTMLResponse(shell(), headers={"cache-control": "max-age=86400"})


def routes() -> list[Route]:
    """The addresses of the page and of its files."""

    def file(name: str) -> Route:
        content, kind = files()[name]
        packed = gzip.compress(content, mtime=0)

        async def answer(request: Request) -> Response:
            if "gzip" in request.headers.get("accept-encoding", ""):
                return Response(packed, media_type=kind, headers=_FOREVER | {"content-encoding": "gzip"})
            return Response(content, media_type=kind, headers=_FOREVER)

        return Route(f"/static/{version()}/{name}", answer)

    return [Route("/", _shell), Route("/t", _shell), *map(file, files())]

"""The files that a browser loads before there is anything to show: Streamlit's page, scripts and styles, packed."""

import asyncio
import gzip
import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from dashboard.address.filters import LANGUAGE
from dashboard.serving.patches import charts
from dashboard.serving.patches.index_page import STATIC, document
from scorer.language import catalogues

TEXTS = {".js", ".css"}  # fonts are packed as they are
FOR_EVER = "public, immutable, max-age=31536000"  # as Streamlit says: another file has another name
_TAKES_GZIP = re.compile(r"(^|,)\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+\s*)?(,|$)", re.IGNORECASE)


class Assets:
    """Sends Streamlit's page in its place, and scripts and styles to browsers that take them packed.

    Streamlit sends them unpacked, three times as much. Each is packed at the first request, and kept.
    """

    def __init__(self, app: ASGIApp, pages: Sequence[str]) -> None:
        self.app = app
        self.pages = {"/", *(f"/{name}" for name in pages)}
        texts = (file for file in STATIC.rglob("*") if file.suffix in TEXTS)
        self.files = {f"/{file.relative_to(STATIC).as_posix()}": file for file in texts}  # no other can be had
        self.packing: dict[Path, asyncio.Task[Response]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        answer = await self._answer(scope) if scope["type"] == "http" else None
        await (answer or self.app)(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response | None:
        """The page, a file packed, or that the browser has it; None where Streamlit shall answer."""
        path, asked = scope["path"], Headers(scope=scope)
        packed = bool(_TAKES_GZIP.search(asked.get("accept-encoding", "")))
        if path in self.pages:
            answer = _page(_language(scope, asked), packed=packed)
        elif path in self.files and ((packed and "range" not in asked) or self.files[path] == charts.script()):
            answer = await self._packed(self.files[path])
        else:
            return None
        known = {tag.strip().removeprefix("W/") for tag in asked.get("if-none-match", "").split(",")}
        return NotModifiedResponse(answer.headers) if answer.headers["etag"].removeprefix("W/") in known else answer

    async def _packed(self, file: Path) -> Response:
        """The answer with a file packed: once for all who wait for it, and beside whatever else the server does."""
        if file not in self.packing:
            self.packing[file] = asyncio.create_task(asyncio.to_thread(_pack, file))
        return await asyncio.shield(self.packing[file])  # a browser that leaves does not end it for the others


def _pack(file: Path) -> Response:
    unpacked = FileResponse(file, stat_result=file.stat())
    code, tag, cache = file.read_bytes(), unpacked.headers["etag"], FOR_EVER
    if file == charts.script():  # under the name of Streamlit's own: the browser asks whether it is still this one
        code, cache = charts.patched(code), "no-cache"
        tag = f'"{sha256(code).hexdigest()}"'
    return _response(code, tag, cache, unpacked.media_type, packed=True)


def _language(scope: Scope, asked: Headers) -> str:
    """The language of whoever asks, as HTML names it: that of the address, else what their browser prefers."""
    chosen = parse_qs(scope.get("query_string", b"").decode("latin-1")).get(LANGUAGE, [""])[0]
    return catalogues.tag(catalogues.of_reader(chosen, asked.get("accept-language", "")).name)


@lru_cache(maxsize=16)
def _page(language: str, *, packed: bool) -> Response:
    content = document(language)
    answer = _response(content, f'"{sha256(content).hexdigest()}"', "no-cache", "text/html", packed=packed)
    answer.headers.add_vary_header("Accept-Language")
    return answer


def _response(content: bytes, tag: str, cache: str, kind: str | None, *, packed: bool) -> Response:
    """An answer for any number of requests; its etag is weak, since unpacked bytes have the same one."""
    headers = {"etag": f"W/{tag}", "cache-control": cache, "vary": "Accept-Encoding"}
    packing = {"content-encoding": "gzip"} if packed else {}
    return Response(gzip.compress(content) if packed else content, headers=headers | packing, media_type=kind)

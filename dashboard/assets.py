"""What a browser loads before there is anything to show: Streamlit's page, and its scripts and styles, packed."""

import asyncio
import gzip
import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse
from starlette.types import ASGIApp, Receive, Scope, Send

STREAMLITS = Path(st.__file__).with_name("static")
TEXTS = {".js", ".css"}  # fonts are packed as they are
# Where the server is: Streamlit's script would look for it below the address of the page first, which are two 404s.
BASE = b"<script>window.__streamlit={BACKEND_BASE_URL:location.origin,MAIN_PAGE_BASE_URL:location.origin}</script>"
FOR_EVER = "public, immutable, max-age=31536000"  # as Streamlit says: what is another file has another name
_TAKES_GZIP = re.compile(r"(^|,)\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+\s*)?(,|$)", re.IGNORECASE)


class Assets:
    """Answers for Streamlit where its page is asked for, or a script or style by a browser that takes it packed.

    Streamlit sends them as they are, three times as much. Each is packed when it is first asked for, and kept.
    """

    def __init__(self, app: ASGIApp, pages: Sequence[str]) -> None:
        self.app = app
        self.pages = {"/", *(f"/{name}" for name in pages)}
        texts = (file for file in STREAMLITS.rglob("*") if file.suffix in TEXTS)
        self.files = {f"/{file.relative_to(STREAMLITS).as_posix()}": file for file in texts}  # no other can be had
        self.packing: dict[Path, asyncio.Task[Response]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        answer = await self._answer(scope["path"], Headers(scope=scope)) if scope["type"] == "http" else None
        await (answer or self.app)(scope, receive, send)

    async def _answer(self, path: str, asked: Headers) -> Response | None:
        """The page, a file packed, or that the browser has it; None for what Streamlit shall answer."""
        if path in self.pages:
            answer = _page()
        elif path in self.files and "range" not in asked and _TAKES_GZIP.search(asked.get("accept-encoding", "")):
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
    told = FileResponse(file, stat_result=file.stat())
    headers = {
        "etag": f"W/{told.headers['etag']}",  # weak: other bytes than those that Streamlit sends under it
        "cache-control": FOR_EVER,
        "content-encoding": "gzip",
        "vary": "Accept-Encoding",
    }
    return Response(gzip.compress(file.read_bytes(), 6), headers=headers, media_type=told.media_type)


@lru_cache(maxsize=1)
def document() -> bytes:
    """Streamlit's page, which is the same for every address, with where the server is at its head."""
    return (STREAMLITS / "index.html").read_bytes().replace(b"<head>", b"<head>" + BASE, 1)


@lru_cache(maxsize=1)
def _page() -> Response:
    headers = {"etag": f'"{sha256(document()).hexdigest()}"', "cache-control": "no-cache"}
    return Response(document(), headers=headers, media_type="text/html")

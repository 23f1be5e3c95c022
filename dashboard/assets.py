"""What a browser loads before there is anything to show: Streamlit's page, and its scripts and styles, packed."""

import asyncio
import gzip
import json
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

from dashboard import steady

STREAMLITS = Path(st.__file__).with_name("static")
TEXTS = {".js", ".css"}  # fonts are packed as they are
# Where the server is: Streamlit's script would look for it below the address of the page first, which are two 404s.
BASE = b"<script>window.__streamlit={BACKEND_BASE_URL:location.origin,MAIN_PAGE_BASE_URL:location.origin}</script>"
# A link within a sentence goes to its page as the browser's arrows do: nothing is loaded again. Where a key asks for
# another tab, or this never ran, it is a link as any other.
LEADING = (
    b"<script>addEventListener('click',e=>{const a=e.target.closest?.('a.leads');"
    b"if(!a||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault();"
    b"history.pushState({},'',a.href);dispatchEvent(new PopStateEvent('popstate'))})</script>"
)
# Where a page is left for another one, Streamlit first puts the query of that one behind the address of this one,
# as a step of its own: the arrow back would lead there. Both become one step.
ONE_STEP = b"""<script>{
  const push = history.pushState.bind(history);
  let made = ["", 0];
  history.pushState = (state, title, to) => {
    const next = new URL(to ?? "", location.href), stays = next.pathname === location.pathname;
    const half = !stays && next.search === location.search && made[0] === location.href && Date.now() < made[1] + 5000;
    (half ? history.replaceState.bind(history) : push)(state, title, to);
    made = stays ? [next.href, Date.now()] : ["", 0];
  };
}</script>"""
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
        packed = bool(_TAKES_GZIP.search(asked.get("accept-encoding", "")))
        if path in self.pages:
            answer = _page(packed=packed)
        elif path in self.files and ((packed and "range" not in asked) or self.files[path] == steady.script()):
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
    code, tag, cache = file.read_bytes(), told.headers["etag"], FOR_EVER
    if file == steady.script():  # under the name of Streamlit's own: the browser asks whether it is still this one
        code, cache = steady.mended(code), "no-cache"
        tag = f'"{sha256(code).hexdigest()}"'
    return _response(code, tag, cache, told.media_type, packed=True)


@lru_cache(maxsize=1)
def document() -> bytes:
    """Streamlit's page, which is the same for every address, with where the server is and one step back at its head.

    The script that is mended gets an address of its own: a browser may hold Streamlit's for ever.
    """
    head = BASE + ONE_STEP + LEADING
    if script := steady.script():
        path = f"/{script.relative_to(STREAMLITS).as_posix()}"
        digest = sha256(steady.mended(script.read_bytes())).hexdigest()
        told = json.dumps({"imports": {path: f"{path}?mended={digest[:12]}"}})
        head += f'<script type="importmap">{told}</script>'.encode()
    return (STREAMLITS / "index.html").read_bytes().replace(b"<head>", b"<head>" + head, 1)


@lru_cache(maxsize=2)
def _page(*, packed: bool) -> Response:
    return _response(document(), f'"{sha256(document()).hexdigest()}"', "no-cache", "text/html", packed=packed)


def _response(content: bytes, tag: str, cache: str, kind: str | None, *, packed: bool) -> Response:
    """An answer for any number of requests; its etag is weak, since the same stands for other bytes when unpacked."""
    headers = {"etag": f"W/{tag}", "cache-control": cache, "vary": "Accept-Encoding"}
    packing = {"content-encoding": "gzip"} if packed else {}
    return Response(gzip.compress(content) if packed else content, headers=headers | packing, media_type=kind)

"""The mark of an answer (its ETag): whoever sends it back is told that the answer is the same."""

from hashlib import sha256
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

_DIGITS: Final = 20  # of a digest


def mark_of(content: bytes) -> str:
    """The mark of what these bytes say."""
    return f'"{sha256(content).hexdigest()[:_DIGITS]}"'


def is_known(request: Request, mark: str) -> bool:
    """Whether who asks has this already; a proxy that packed the answer has made a weak mark (`W/`) of ours."""
    known = request.headers.get("if-none-match", "").split(",")
    return any(tag.strip().removeprefix("W/") in {mark, "*"} for tag in known)


def marked(request: Request, response: Response) -> Response:
    """An answer with the mark of its bytes; without a body where that is known."""
    response.headers["etag"] = mark_of(bytes(response.body))
    if not is_known(request, response.headers["etag"]):
        return response
    kept = {name: response.headers[name] for name in ("etag", "cache-control")}
    return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=kept)

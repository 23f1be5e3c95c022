"""Every answer that the real server gives in a test, held against the description of the API."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorer.phones.description import description

Json = dict[str, Any]
JSON, PROBLEM = "application/json", "application/problem+json"


class Checked:
    """An application whose answers below /api are checked; what differs from the description stands in `wrong`."""

    def __init__(self, app: ASGIApp, wrong: list[str]) -> None:
        self.app, self.wrong = app, wrong

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and look at what it got."""
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
            return
        begun: Message = {}
        body = bytearray()

        async def sent(message: Message) -> None:
            begun.update(message if message["type"] == "http.response.start" else {})
            body.extend(message.get("body", b""))
            await send(message)

        await self.app(scope, receive, sent)
        kind = Headers(raw=begun.get("headers", [])).get("content-type", "").partition(";")[0]
        for fault in faults(scope["method"], scope["path"], begun.get("status", 0), kind, bytes(body)):
            self.wrong.append(f"{scope['method']} {scope['path']}: {fault}")


def faults(method: str, path: str, status: int, kind: str, body: bytes) -> Iterator[str]:
    """In what an answer differs from its description."""
    if status in {0, 204}:  # nobody was left, or a browser asked for leave
        return
    operation = description()["paths"].get(path, {}).get(method.lower(), {})
    answers = operation.get("responses", {"default": {"$ref": "#/components/responses/Problem"}})
    answer = answers.get(str(status)) or answers["default"]
    content = resolved(answer).get("content", {})
    if not content and not kind:
        return
    if kind not in content:
        yield f"{status} with {kind or 'no kind'} is not described"
    elif kind in {JSON, PROBLEM}:
        for error in validator(json.dumps(content[kind]["schema"])).iter_errors(json.loads(body)):
            yield f"{status} {error.json_path}: {error.message[:300]}"


def resolved(part: Json) -> Json:
    """What a part refers to, or the part itself."""
    found = description()
    for name in part["$ref"].removeprefix("#/").split("/") if "$ref" in part else ():
        found = found[name]
    return found if "$ref" in part else part


@cache
def validator(schema: str) -> Draft202012Validator:
    """What checks a value against a schema of the description, in which objects have no parts but the described."""
    whole = closed({**json.loads(schema), "components": {"schemas": description()["components"]["schemas"]}})
    return Draft202012Validator(whole)


def closed(part: Any) -> Any:
    """A schema whose objects have the described parts alone."""
    if isinstance(part, list):
        return [closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    more = {"additionalProperties": False} if part.get("type") == "object" and "properties" in part else {}
    return more | {name: closed(item) for name, item in part.items()}

"""`python -m tests.phones.openapi`: the description of the API, with examples that are played on the way."""

import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from scorer.match.deal_options import DealWords
from scorer.phones.bodies import MOST_MATCHES, MOST_NAMES, MOST_STEPS, parts_of
from scorer.phones.description import OPENAPI, STATISTICS_AT, operation
from scorer.phones.errors import TITLES
from scorer.phones.verbs import VERBS
from scorer.scorebook.changes import Verb
from tests import browsing
from tests.phones.api_schemas import SCHEMAS, TEXT, WHOLE, YES, by_name, listed, of, or_null
from tests.phones.clients import Phone, grant, serving

Json = dict[str, Any]
PLAYERS: Final = "Anna,Bruno,Carla,Dario,Elena"
DEAL: Final = {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "74"}
NAMES: Final = {"type": "array", "items": TEXT, "maxItems": MOST_NAMES}
MATCHES: Final = {
    "type": "array", "items": WHOLE, "maxItems": MOST_MATCHES,
    "description": "The open matches that were shown: while its players sit in another one, none is begun.",
}  # fmt: skip
STEP: Final = {"oneOf": [WHOLE, {"type": "object", "properties": {"entry": TEXT}, "required": ["entry"]}]}
KINDS: Final = {
    str: TEXT, str | None: TEXT, int: WHOLE, bool: YES, bool | None: YES, tuple[str, ...]: NAMES, list[str]: NAMES,
    DealWords: of("Deal"),
}  # fmt: skip


def taken(taker: Callable[..., Any]) -> Json:
    """The parts that a verb, or a deal, takes, with their schemas."""
    return {name: KINDS[part.annotation] for name, part in parts_of(taker).items()}


A_DEAL: Final = {
    "type": "object",
    "description": "A deal in the words of the command line: docs/evening.md. Games of sides have `sides`.",
    "properties": taken(DealWords),
}
ENTRY: Final = {
    "id": TEXT | {"description": "The client's own: the same again gets the first answer, and records nothing."},
    "by": TEXT | {"description": "The name of the phone, for the history."},
    "match": WHOLE | {"description": "Which match, where the code is good for several."},
    "stands_on": of("StepNamed") | {"description": "The newest step that the client saw, or the entry that made it."},
    "shown": WHOLE | {"description": "The newest step that was shown to who made the entry, or decided about it."},
    "another_than": {"type": "array", "items": of("StepNamed"), "maxItems": MOST_STEPS,
                     "description": "The client's own entries before it that say the same, and are other deals."},
    "age": WHOLE | {"description": "Seconds since it was entered."},
    "book": TEXT | {"description": "The random id of the scorebook that is meant."},
    "under": TEXT | {"description": "The name of the code under which another device sent it first."},
}  # fmt: skip
# Each verb with what it does, and an example; they are played in this order.
EXAMPLES: Final[list[tuple[str, str, Json]]] = [
    ("deal", "Record a deal.", {"id": "e1", "by": "Anna", "deal": DEAL}),
    ("call", "Keep who called what until the result comes.", {"id": "e2", "caller": "Bruno", "bid": "2/71"}),
    ("redeal", "Record cards that were dealt and not played.", {"id": "e3", "kind": "passed-out"}),
    ("penalty", "Take units from a player.", {"id": "e4", "player": "Dario", "units": 4, "reason": "revoke"}),
    ("edit", "Put the edition of a record that was seen right.",
     {"id": "e5", "number": 1, "edition": 1, "deal": {"result": "75"}, "reason": "recount"}),
    ("void", "Strike the edition of a record that was seen out.",
     {"id": "e6", "number": 2, "edition": 2, "reason": "typed twice"}),
    ("undo", "Take back the newest step of the table, which is named.", {"id": "e7", "step": {"entry": "e6"}}),
    ("seats", "Change who sits there from now on.",
     {"id": "e8", "players": ["Anna", "Bruno", "Carla", "Fabio", "Elena"]}),
    ("finish", "Close the match.", {"id": "e9"}),
    ("reopen", "Go on with a match that was finished.", {"id": "e10"}),
]  # fmt: skip
KEPT_OF_A_TABLE: Final = ("match", "title", "finished", "step", "seats", "undo")
REFUSED: Final = {"default": {"$ref": "#/components/responses/Problem"}}
MARKED: Final = {"304": {"description": "It is what `If-None-Match` names."}}
RANDOM: Final = {
    "book": "3f9c0a51d27be8846c1d",
    "token": "all ",
    "revision": "9-2026-11-20 21:14:03",
    "at": "2026-11-20T21:14:03+00:00",
    "state": "7c1e0b52a9d46f3810e2",
}


def plain(value: Any) -> Any:
    """An answer without what is another at each run."""
    if isinstance(value, dict):
        return {key: RANDOM[key] if key in RANDOM and part else plain(part) for key, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list) else value


def short(answer: Json) -> Json:
    """The answer of a verb, with the parts of its table that change; all of them are those of /api/table."""
    return answer | {"table": {part: answer["table"][part] for part in KEPT_OF_A_TABLE}}


def few_bids(answer: Json) -> Json:
    """An answer with some of the bids of its variant."""
    if "bids" in answer:
        return answer | {"bids": dict(list(answer["bids"].items())[:2])}
    game = answer.get("game")
    return answer | {"game": game | {"bids": game["bids"][:2]}} if game else answer


def content(schema: Json, example: Any = None) -> Json:
    return {"content": {"application/json": {"schema": schema} | ({"example": example} if example is not None else {})}}


def read(
    path: str, summary: str, answer: Json, *parameters: tuple[str, Json], marked: bool = False, free: bool = False
) -> Json:
    """An address that is read; `marked` where its answers have an ETag, `free` where it takes no code."""
    there = [{"name": name, "in": "query", "schema": schema} for name, schema in parameters]
    responses = {"200": {"description": "What was asked for."} | answer} | (MARKED if marked else {})
    operation = {"operationId": named("read", path), "summary": summary, "parameters": there}
    return {"get": operation | {"responses": responses | REFUSED} | ({"security": []} if free else {})}


def named(what: str, path: str) -> str:
    """The id of an operation: what is done, and the words of its address, each with a capital."""
    return what + "".join(word.title() for word in re.findall(r"[a-z]+", path.removeprefix("/api/")))


def posted(verb: str, summary: str, parts: Json, body: Json, required: list[str], answer: Json) -> Json:
    """An address that is posted to."""
    schema = {"type": "object", "properties": parts, "required": required}
    responses = {"200": {"description": "Done, or done already."} | answer}
    operation = {"operationId": named("post", verb), "summary": summary}
    return {
        "post": operation
        | {"requestBody": content(schema, body) | {"required": True}, "responses": responses | REFUSED}
    }


def document() -> Json:
    """The whole description; every example has just been played."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "club.db"
        browsing.command(
            path.parent, "--db", str(path), "start", "Friday", "--players", PLAYERS, "--on", "2026-11-20"
        )  # fmt: skip
        with serving(path, described=False) as port:  # by what is described anew here
            return _described(Phone(port, grant(path, "all", "")))


def _described(phone: Phone) -> Json:
    paths: Json = {}
    match = ("match", WHOLE)
    status, would = phone.post("preview", match=1, deal=DEAL)
    assert status == 200
    parts = {"match": WHOLE, "verb": TEXT}
    for verb in VERBS.values():
        parts |= taken(verb) if isinstance(verb, Verb) else {}
    paths["/api/preview"] = posted(
        "preview", "Say what a deal, or what `verb` names, would do; nothing is recorded.", parts,
        {"match": 1, "deal": DEAL}, [], content(of("Preview"), plain(would)))  # fmt: skip
    for name, summary, example in EXAMPLES:
        parts = taken(VERBS[name]) if name in VERBS else {"step": of("StepNamed")}
        body = {"match": 1, **example}
        status, answer = phone.post(name, **body)
        assert status == 200, (name, answer)
        required = ["id", *(part for part in example if part in parts)]
        paths[f"/api/{name}"] = posted(
            name, summary, ENTRY | parts, body, required, content(of("Done"), plain(short(answer))))  # fmt: skip
    new = {"id": "e11", "name": "Later", "players": PLAYERS.split(","), "until": "deals:20"}
    status, answer = phone.post("start", **new)
    assert status == 200, answer
    parts = dict.fromkeys(("name", "variant", "until", "unit_value"), TEXT) | {"players": NAMES, "shown": MATCHES}
    paths["/api/start"] = posted(
        "start", "Start a match.", ENTRY | parts, new, ["id", "players"],
        content(of("Done"), plain(short(answer))))  # fmt: skip
    for name, summary, schema in (
        (
            "table",
            "All that a page shows of a match: units, seats, who deals, records, what can be undone.",
            of("Table"),
        ),
        ("payouts", "What any next deal would bring; null where there are too many.", or_null("Payouts")),
        ("settlement", "What was paid, who pays whom, and the sheet as text.", of("Settlement")),
    ):
        example = few_bids(plain(phone.get(f"/api/{name}?match=1")[1]))
        path = f"/api/{name}"
        paths[path] = read(path, summary, content(schema, example), match, marked=name != "payouts")
    changes = content(of("Changes"), plain(phone.get("/api/changes?since=11")[1]))
    since: list[tuple[str, Json]] = [("since", WHOLE), ("state", TEXT)]
    others: list[tuple[str, str, Json, list[tuple[str, Json]], bool, bool]] = [
        ("sheet.png", "The sheet as a picture.", {"content": {"image/png": {"schema": {}}}}, [match], False, False),
        ("evening", "The open matches, and what a new one is made of.", content(of("Evening")), [], True, False),
        ("codes", "The codes that record, with drawings.", content(of("Codes")), [], False, False),
        ("words", "Every word of the page, in the language asked for.", content(by_name(TEXT)), [], False, True),
        ("stream", "A line whenever something changes, as an event stream.",
         {"content": {"text/event-stream": {"schema": TEXT}}}, [], False, False),
        ("changes", "What changed since a step, for whoever keeps a copy.", changes, since, False, False),
        ("tournaments", "The tournaments, the oldest first.", content(listed(of("TournamentLine"))), [], True, False),
        ("tournament", "A tournament, by number or name: standings, rounds, tables.", content(of("Tournament")),
         [("tournament", TEXT)], True, False),
        ("openapi.json", "This description.", content({"type": "object"}), [], False, True),
    ]  # fmt: skip
    for path, summary, answer, parameters, marked, free in others:
        paths[f"/api/{path}"] = read(path, summary, answer, *parameters, marked=marked, free=free)
    form = ("format", {"type": "string", "enum": ["json", "csv"]})
    records = tables(listed(of("RecordRow")), phone.get("/api/records?match=1")[1])
    path = "/api/records"
    paths[path] = read(
        path, "The records of a match, with the columns of export deals.", records, match, form, marked=True
    )
    for name, answer in (("{name}", listed(of("Statistic"))), ("ranking", of("Statistic"))):
        described = read("", "", tables(answer, None), marked=True)["get"]
        paths[STATISTICS_AT + name] = {"get": described | (operation(name) if name == "ranking" else {})}
    statistic = SCHEMAS["Statistic"] | {"examples": phone.get("/api/statistics/standings")[1]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "scorer", "version": "1", "description": "docs/api.md says who may ask, and how."},
        "security": [{"code": []}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "securitySchemes": {"code": {"type": "http", "scheme": "bearer", "description": "The token of a code."}},
            "responses": {"Problem": {
                "description": "Why it is refused; 503 and 429 have `Retry-After`, 401 has `WWW-Authenticate`.",
                "content": {"application/problem+json": {"schema": of("Problem")}},
            }},
            "schemas": SCHEMAS | {"Deal": A_DEAL, "StepNamed": STEP, "Statistic": statistic},
        },
        "x-problems": {code: {"title": title} for code, title in TITLES.items()},
    }  # fmt: skip


def tables(schema: Json, example: Any) -> Json:
    """An answer in JSON or CSV."""
    answer = content(schema, example)
    answer["content"]["text/csv"] = {"schema": TEXT}
    return answer


def main() -> None:
    """Write the description beside the code that serves it."""
    OPENAPI.write_text(json.dumps(document(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

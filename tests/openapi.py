"""`python -m tests.openapi`: the description of the API, with examples that are played on the way."""

import json
import tempfile
from pathlib import Path
from typing import Any, Final

from scorer.serve.bodies import MOST_MATCHES, MOST_STEPS
from scorer.serve.errors import _STATUS
from scorer.serve.resources import OPENAPI
from scorer.serve.statistics import STATISTICS
from tests import browsing
from tests.phones import Phone, grant, serving

Json = dict[str, Any]
PLAYERS: Final = "Anna,Bruno,Carla,Dario,Elena"
DEAL: Final = {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "74"}
TEXT, WHOLE, YES = {"type": "string"}, {"type": "integer", "minimum": 0}, {"type": "boolean"}
NAMES: Final = {"type": "array", "items": TEXT, "maxItems": 20}
MATCHES: Final = {
    "type": "array", "items": WHOLE, "maxItems": MOST_MATCHES,
    "description": "The open matches that were shown: while its players sit in another one, none is begun.",
}  # fmt: skip
STEP: Final = {"oneOf": [WHOLE, {"type": "object", "properties": {"entry": TEXT}, "required": ["entry"]}]}
A_DEAL: Final = {
    "type": "object",
    "description": "A deal in the words of the command line: docs/evening.md. Games of sides have `sides`.",
    "properties": dict.fromkeys(("caller", "bid", "partner", "result", "called", "bonus", "more_cards", "note"), TEXT)
    | {"slam": YES, "sides": NAMES},
}
ENTRY: Final = {
    "id": TEXT | {"description": "The client's own: the same again gets the first answer, and records nothing."},
    "by": TEXT | {"description": "The name of the phone, for the history."},
    "match": WHOLE | {"description": "Which match, where the code is good for several."},
    "stands_on": STEP | {"description": "The newest step that the client saw, or the entry that made it."},
    "shown": WHOLE | {"description": "The newest step that was shown to who made the entry, or decided about it."},
    "another_than": {"type": "array", "items": STEP, "maxItems": MOST_STEPS,
                     "description": "The client's own entries before it that say the same, and are other deals."},
    "age": WHOLE | {"description": "Seconds since it was entered."},
    "book": TEXT | {"description": "The random id of the scorebook that is meant."},
    "under": TEXT | {"description": "The name of the code under which another device sent it first."},
}  # fmt: skip
# Each verb with what it does, its own parts, and an example; they are played in this order.
VERBS: Final[list[tuple[str, str, Json, Json]]] = [
    ("deal", "Record a deal.", {"deal": A_DEAL}, {"id": "e1", "by": "Anna", "deal": DEAL}),
    ("call", "Keep who called what until the result comes.", {"caller": TEXT, "bid": TEXT, "called": TEXT},
     {"id": "e2", "caller": "Bruno", "bid": "2/71"}),
    ("redeal", "Record cards that were dealt and not played.", {"kind": TEXT}, {"id": "e3", "kind": "passed-out"}),
    ("penalty", "Take units from a player.", {"player": TEXT, "units": WHOLE, "to": TEXT, "reason": TEXT},
     {"id": "e4", "player": "Dario", "units": 4, "reason": "revoke"}),
    ("edit", "Put the edition of a record that was seen right.",
     {"number": WHOLE, "edition": WHOLE, "deal": A_DEAL, "reason": TEXT},
     {"id": "e5", "number": 1, "edition": 1, "deal": {"result": "75"}, "reason": "recount"}),
    ("void", "Strike the edition of a record that was seen out.", {"number": WHOLE, "edition": WHOLE, "reason": TEXT},
     {"id": "e6", "number": 2, "edition": 2, "reason": "typed twice"}),
    ("undo", "Take back the newest step of the table, which is named.", {"step": STEP},
     {"id": "e7", "step": {"entry": "e6"}}),
    ("seats", "Change who sits there from now on.", {"players": NAMES, "out": TEXT},
     {"id": "e8", "players": ["Anna", "Bruno", "Carla", "Fabio", "Elena"]}),
    ("finish", "Close the match.", {"early": YES}, {"id": "e9"}),
    ("reopen", "Go on with a match that was finished.", {}, {"id": "e10"}),
]  # fmt: skip
KEPT_OF_A_TABLE: Final = ("match", "title", "finished", "step", "seats", "undo")
REFUSED: Final = {"default": {"$ref": "#/components/responses/refused"}}
RANDOM: Final = {"book": "3f9c0a51d27be8846c1d", "token": "all ", "revision": "9-2026-11-20 21:14:03"}


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


def content(example: Any, schema: Json | None = None) -> Json:
    return {"content": {"application/json": {"schema": schema or {}, "example": example}}}


def refusals() -> Json:
    """Every status with its codes; which sentence stands beside a code is for people."""
    by_status: dict[int, list[str]] = {}
    for _kind, status, code in _STATUS:
        by_status.setdefault(status, []).append(code)
    by_status[500] = ["fault"]
    error = {
        "type": "object",
        "properties": {"error": {"type": "object", "properties": {"code": TEXT, "sentence": TEXT}}},
    }
    return {
        str(status): {
            "description": ", ".join(dict.fromkeys(codes)),
            "content": {"application/json": {"schema": error}},
        }
        for status, codes in sorted(by_status.items())
    }


def read(summary: str, example: Any, *parameters: tuple[str, Json]) -> Json:
    """An address that is read, with an example where there is one."""
    there = [{"name": name, "in": "query", "schema": schema} for name, schema in parameters]
    answer = {"description": "What was asked for."} | (content(example) if example is not None else {})
    return {"get": {"summary": summary, "parameters": there, "responses": {"200": answer, **REFUSED}}}


def posted(summary: str, parts: Json, body: Json, answer: Json, required: list[str]) -> Json:
    """An address that is posted to."""
    schema = {"type": "object", "properties": parts, "required": required}
    responses = {"200": {"description": "Done, or done already."} | content(answer)}
    return {"post": {"summary": summary, "requestBody": content(body, schema), "responses": responses | REFUSED}}


def document() -> Json:
    """The whole description; every example has just been played."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "club.db"
        browsing.command(
            path.parent, "--db", str(path), "start", "Friday", "--players", PLAYERS, "--on", "2026-11-20"
        )  # fmt: skip
        with serving(path) as port:
            return _described(Phone(port, grant(path, "all", "")))


def _described(phone: Phone) -> Json:
    paths: Json = {}
    match = ("match", WHOLE)
    status, would = phone.post("preview", match=1, deal=DEAL)
    assert status == 200
    paths["/api/preview"] = posted(
        "Say what a deal would do; nothing is recorded.", {"match": WHOLE, "deal": A_DEAL}, {"match": 1, "deal": DEAL},
        plain(would), ["deal"])  # fmt: skip
    for verb, summary, parts, example in VERBS:
        body = {"match": 1, **example}
        status, answer = phone.post(verb, **body)
        assert status == 200, (verb, answer)
        required = ["id", *(part for part in example if part in parts)]
        paths[f"/api/{verb}"] = posted(summary, ENTRY | parts, body, plain(short(answer)), required)
    new = {"id": "e11", "name": "Later", "players": PLAYERS.split(","), "until": "deals:20"}
    status, answer = phone.post("start", **new)
    assert status == 200, answer
    parts = dict.fromkeys(("name", "variant", "until", "unit_value"), TEXT) | {"players": NAMES, "shown": MATCHES}
    paths["/api/start"] = posted("Start a match.", ENTRY | parts, new, plain(short(answer)), ["id", "players"])
    for path, summary in (
        ("table", "All that a page shows of a match: units, seats, who deals, records, what can be undone."),
        ("payouts", "What any next deal would bring; null where there are too many."),
        ("settlement", "Who pays whom, and the sheet as text."),
    ):
        paths[f"/api/{path}"] = read(summary, few_bids(plain(phone.get(f"/api/{path}?match=1")[1])), match)
    paths["/api/sheet.png"] = read("The sheet as a picture.", None, match)
    paths["/api/evening"] = read("The open matches, and what a new one is made of.", None)
    paths["/api/codes"] = read("The codes that record, with drawings.", None)
    paths["/api/words"] = read("Every word of the page, in the language that is asked for.", None)
    paths["/api/stream"] = read("A line whenever something changes, as an event stream.", None)
    records = phone.get("/api/records?match=1")[1]
    form = ("format", {"enum": ["json", "csv"]})
    paths["/api/records"] = read("The records of a match, with the columns of export deals.", records, match, form)
    for name, statistic in STATISTICS.items():
        options = [(option, TEXT) for option in (*statistic.options, *filter(None, [statistic.name]))]
        flags = [(flag, {"enum": ["yes"]}) for flag in statistic.flags]
        played = phone.get(f"/api/statistics/{name}")[1] if name == "standings" else None
        summary = f"What scorer {name} writes."
        paths[f"/api/statistics/{name}"] = read(summary, played, *options, *flags, form)
    paths["/api/openapi.json"] = read("This description.", None)
    return {
        "openapi": "3.1.0",
        "info": {"title": "scorer", "version": "1", "description": "docs/api.md says who may ask, and how."},
        "security": [{"code": []}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "securitySchemes": {"code": {"type": "http", "scheme": "bearer", "description": "The token of a code."}},
            "responses": {"refused": {"description": "The codes of refusals by their status are under x-refusals."}},
        },
        "x-refusals": refusals(),
    }


def main() -> None:
    """Write the description beside the code that serves it."""
    OPENAPI.write_text(json.dumps(document(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

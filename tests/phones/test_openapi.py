"""The description of the API: every example is played again, and every address is in it."""

import json
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import validate

from scorer.phones.access import Key
from scorer.phones.description import OPENAPI, description
from scorer.phones.server import application
from scorer.phones.verbs import FACTS
from scorer.scorebook import Book
from scorer.stats.describe import commands
from scorer.wings import WINGS, there
from tests.phones.clients import Phone
from tests.phones.openapi import document


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    """The description as it is served."""
    return description()


WHOLE = pytest.mark.skipif(len(there()) < len(WINGS), reason="it describes what all wings answer")


@WHOLE
def test_every_example_is_what_is_answered() -> None:
    kept = json.loads(OPENAPI.read_text(encoding="utf-8"))
    assert json.loads(json.dumps(document())) == kept, "python -m tests.phones.openapi writes it anew"


def test_the_description_is_an_openapi_document_of_which_every_operation_has_an_id(kept: dict[str, Any]) -> None:
    validate(kept)
    operations = [operation for path in kept["paths"].values() for operation in path.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    for operation in operations:
        answers = operation["responses"]["200"]["content"].values()
        assert all("schema" in answer for answer in answers), operation["operationId"]
        assert operation["responses"]["default"] == {"$ref": "#/components/responses/Problem"}


@WHOLE
def test_every_address_is_described(kept: dict[str, object], book_path: Path) -> None:
    book = Book(str(book_path))
    app = application(book, Key.beside(str(book_path)), list, lambda _address: None)
    served = {path for route in app.routes if (path := getattr(route, "path", "")).startswith("/api/")}
    book.close()
    several = {"/api/statistics/{name:path}"}
    paths = kept["paths"]
    assert isinstance(paths, dict)
    assert served - several == {path for path in paths if not path.startswith("/api/statistics/")}
    assert {f"/api/statistics/{name}" for name in commands.names()} == {*paths} - served


def test_every_address_takes_the_ways_of_asking_that_are_described_and_says_so(
    port: int,
) -> None:
    phone = Phone(port)
    paths = phone.get("/api/openapi.json")[1]["paths"]
    described = {path: ", ".join(sorted(map(str.upper, ways))) for path, ways in paths.items()}
    for other in ("DELETE", "PUT", "PATCH"):  # nothing takes these
        assert {path: phone.heads(path, other).get("allow") for path in described} == described


def test_every_part_that_is_taken_is_described_and_no_other(kept: dict[str, Any]) -> None:
    common = {"id", "by", "match", "stands_on", "shown", "another_than", "age", "book", "under"}
    posted = {path.removeprefix("/api/"): verbs["post"] for path, verbs in kept["paths"].items() if "post" in verbs}
    described = {
        verb: {*operation["requestBody"]["content"]["application/json"]["schema"]["properties"]}
        for verb, operation in posted.items()
    }
    of_records = {fact for verb in ("deal", "redeal", "penalty", "edit") for fact in FACTS[verb]}
    assert described.pop("preview") == {"match", "verb", *of_records}
    assert described == {verb: common | {*facts} for verb, facts in FACTS.items()}

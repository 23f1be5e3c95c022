"""What is refused is answered as a problem of RFC 9457, whoever refuses it: the door, the router, a verb."""

from pathlib import Path

from scorer.phones.errors import _STATUS, TITLES
from tests.phones.clients import Phone, grant, serving

BODY = b'{"id": "a1"}'
JSON = {"content-type": "application/json"}


def test_a_refusal_says_what_why_where_and_for_whom_it_is_in_words(port: int, book_path: Path) -> None:
    looking = Phone(port, grant(book_path, "all", "", may_record=False))
    assert looking.post("deal", id="a1", match=1) == (
        403,
        {
            "type": "/api/openapi.json#/x-problems/not_yours",
            "title": "The code is good for something else",
            "status": 403,
            "detail": "this code is for looking on: scan the one of your table to record",
            "instance": "/api/deal",
            "code": "not_yours",
        },
    )


def test_an_address_that_is_asked_in_another_way_says_in_which_it_is(phone: Phone) -> None:
    # of each address of the description: test_openapi
    assert phone.heads("/api/stream", "HEAD")["allow"] == "GET"
    for method, path, allowed in (("GET", "/api/deal", "POST"), ("POST", "/api/table", "GET"), ("POST", "/t", "GET")):
        body, kind = (BODY, JSON) if method == "POST" else (None, {})
        assert phone.heads(path, method, body, **kind)["allow"] == allowed
        status, problem = phone.ask(method, path, body, kind)
        assert (status, problem["code"], problem["instance"]) == (405, "method", path)


def test_an_unknown_address_below_api_is_a_problem_and_elsewhere_a_page(phone: Phone) -> None:
    status, problem = phone.get("/api/nowhere")
    assert (status, problem["code"], problem["detail"]) == (404, "not_found", "There is nothing here. The page is at /")
    assert phone.get("/nowhere") == (404, b"There is nothing here. The page is at /\n")


def test_who_has_no_code_is_told_what_to_come_with(port: int) -> None:
    for path in ("/api/table", "/api/stream", "/api/statistics/standings"):
        assert Phone(port).heads(path)["www-authenticate"] == 'Bearer realm="scorer"'


def test_a_scorebook_that_cannot_be_used_now_says_when_to_come_again(phone: Phone, book_path: Path) -> None:
    book_path.write_bytes(b"no scorebook")
    assert phone.get("/api/table")[0] == 503
    assert phone.heads("/api/table")["retry-after"] == "5"


def test_trouble_with_a_statistic_or_the_key_is_told_once_in_the_terminal(book_path: Path, friday: None) -> None:
    # of these the terminal said nothing: only what a table or a deal ran into was told there
    told: list[str] = []
    key = book_path.with_name(f"{book_path.name}.key")
    with serving(book_path, trouble=told.append) as port:
        organiser = Phone(port, grant(book_path, "all", ""))
        whole, secret = book_path.read_bytes(), key.read_text(encoding="utf-8")
        book_path.write_bytes(b"no scorebook")
        answers = [organiser.get(f"/api/statistics/{name}") for name in ("standings", "luck", "standings")]
        book_path.write_bytes(whole)
        assert told == [answers[0][1]["detail"]]
        key.write_text("no key\n", encoding="utf-8")
        answers += [organiser.get(path) for path in ("/api/table?match=1", "/api/stream", "/api/statistics/luck")]
        assert told[1:] == [f"{key}, the key that makes codes for phones: it is no key"]
        assert {status for status, _problem in answers} == {503}
        key.write_text(secret, encoding="utf-8")
        assert organiser.post("finish", id="a1", match=1)[0] == 200
        key.write_text("no key\n", encoding="utf-8")
        organiser.get("/api/table?match=1")
        assert told[2:] == told[1:2]  # something was recorded in between


def test_every_code_has_a_title() -> None:
    at_the_door = {"other_origin", "method", "too_large", "no_json", "other_host", "fault"}
    assert {code for _kind, _status, code in _STATUS} | at_the_door == {*TITLES}

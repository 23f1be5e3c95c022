"""Entries that come later than they were made: one behind the other, with their age, or from another phone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.phones.clients import Phone, grant, match_uid

Ok = Callable[..., str]
DEAL = {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "74"}
NEXT = {"caller": "Bruno", "bid": "A", "partner": "Carla", "result": "61"}


def code(answer: tuple[int, Any]) -> tuple[int, object]:
    """The status, and the code of a refusal or the number of records."""
    status, body = answer
    return status, body["code"] if "code" in body else len(body["table"]["records"])


def test_a_queued_deal_stands_on_the_one_before_it_by_its_id(phone: Phone) -> None:
    table = phone.get("/api/table")[1]
    begun, book = table["step"], table["book"]
    status, refused = phone.post("deal", id="a2", deal=NEXT, stands_on={"entry": "a1"})  # which never came
    assert (status, refused["code"], refused["table"]["records"]) == (409, "waits", [])
    assert code(phone.post("deal", id="a1", book="0" * 20, deal=DEAL)) == (409, "other_book")
    assert code(phone.post("deal", id="a1", deal=DEAL, stands_on=begun, book=book)) == (200, 1)
    again = {"age": 300, "by": "Bruno", "match": 1}  # its answer was lost: none of these are facts of the deal
    assert code(phone.post("deal", id="a1", deal=DEAL, stands_on=begun, **again)) == (200, 1)
    assert code(phone.post("deal", id="a2", deal=NEXT, stands_on={"entry": "a1"})) == (200, 2)


@pytest.mark.parametrize(
    ("part", "values"),
    [
        ("shown", [-1, 1.5, "3", True, None, {"entry": "a1"}, [3], 10**30]),
        ("another_than", [3, "a1", {"entry": "a1"}, [True], [-1], [{}], [[1]], [None], [1] * 501]),
        ("age", [-1, 1.5, "60", True, None, 7 * 24 * 60 * 60 + 1, 10**30]),
        (
            "stands_on",
            [-1, 1.5, 10**30, {}, {"entry": 5}, {"entry": "a" * 2000}, [1], {"entry": {"entry": "a1"}}, True],
        ),
        ("step", [{}, {"entry": 5}, {"entry": "a" * 2000}, [1], {"entry": {"entry": "a1"}}, True]),
    ],
)
def test_a_part_that_names_no_step_and_no_time_is_unreadable(phone: Phone, part: str, values: list[object]) -> None:
    verb, facts = ("undo", {}) if part == "step" else ("deal", {"deal": DEAL, "stands_on": 1})
    for value in values:
        assert code(phone.post(verb, id="a1", **facts | {part: value})) == (400, "unreadable"), value
    assert phone.get("/api/table")[1]["records"] == []


def test_a_deal_of_another_phone_between_two_queued_ones_is_shown(phone: Phone, ok: Ok) -> None:
    phone.post("deal", id="a1", deal=DEAL)
    ok("deal dario K anna 62 --match Friday")
    assert code(phone.post("deal", id="a2", deal=NEXT, stands_on={"entry": "a1"})) == (409, "newer")


@pytest.mark.parametrize("deal", [NEXT, DEAL | {"caller": "Elena", "partner": "Bruno"}])
def test_the_same_deal_is_known_though_its_caller_or_partner_rests_now_and_another_is_not_the_same(
    port: int, book_path: Path, ok: Ok, deal: dict[str, str]
) -> None:
    # six sit there, who deals rests: Anna in deal 1, Bruno in deal 2; the second entry was refused as newer
    ok("start Six --players Anna,Bruno,Carla,Dario,Elena,Fabio")
    phone = Phone(port, grant(book_path, "match", match_uid(book_path, "Six")))
    begun = phone.get("/api/table")[1]["step"]
    done = phone.post("deal", id="a1", deal=deal, stands_on=begun)
    assert code(done) == (200, 1)
    assert phone.get("/api/table")[1]["next"] == "Bruno deals and rests"
    assert code(phone.post("deal", id="b1", deal=deal, stands_on=begun)) == (409, "same")
    for other in ({"bid": "3"}, {"partner": "Dario"}, {"result": "75"}, {"partner": "solo"}, {"result": "made"}):
        assert code(phone.post("deal", id="b1", deal=deal | other, stands_on=begun)) == (409, "newer"), other
    phone.post("undo", id="a2", step=done[1]["table"]["undo"]["step"])  # undone since, it is only shown
    assert code(phone.post("deal", id="b1", deal=deal, stands_on=begun)) == (409, "newer")


def test_an_entry_of_another_match_or_of_another_token_is_none_to_stand_on(
    phone: Phone, port: int, book_path: Path, other_match: str
) -> None:
    phone.post("deal", id="a1", deal=DEAL)
    elsewhere = Phone(port, grant(book_path, "match", other_match))
    seats = {"caller": "Franco", "bid": "K", "partner": "Gina", "result": "61"}
    assert code(elsewhere.post("deal", id="b1", deal=seats, stands_on={"entry": "a1"})) == (409, "waits")
    everywhere = Phone(port, grant(book_path, "all", ""))
    assert code(everywhere.post("deal", id="b1", match=1, deal=NEXT, stands_on={"entry": "a1"})) == (409, "waits")


def test_a_phone_that_takes_over_a_queue_names_the_token_of_the_lost_one(
    phone: Phone, port: int, book_path: Path
) -> None:
    lost = Phone(port, grant(book_path, "all", ""))
    under = lost.get("/api/table?match=1")[1]["token"]
    assert under == "all "
    assert code(lost.post("deal", id="a1", match=1, deal=DEAL)) == (200, 1)
    assert code(phone.post("deal", id="a1", match=1, deal=DEAL, under=under)) == (200, 1)
    assert code(phone.post("deal", id="a2", deal=NEXT, stands_on={"entry": "a1"}, under=under)) == (200, 2)


def test_no_phone_records_as_a_command_does(phone: Phone, say: Callable[..., Any]) -> None:
    phone.post("deal", id="evening-1", deal=DEAL, under="")
    phone.post("deal", id="evening-2", deal=NEXT, under="")
    assert code(phone.post("deal", id="evening-1", deal=DEAL)) == (200, 2)  # the same as under its own token
    assert "recorded already" not in say("deal carla Q anna 63 --id evening-1").stdout


@pytest.mark.parametrize(
    ("verb", "facts"),
    [
        ("deal", {"deal": DEAL}),
        ("redeal", {"kind": "passed-out"}),
        ("penalty", {"player": "Anna", "units": 4, "reason": "revoke"}),
    ],
)
def test_the_same_from_another_phone_is_asked_about(phone: Phone, verb: str, facts: dict[str, object]) -> None:
    begun = phone.get("/api/table")[1]["step"]
    assert code(phone.post(verb, id="a1", by="Bruno", stands_on=begun, **facts)) == (200, 1)
    status, refused = phone.post(verb, id="b1", stands_on=begun, **facts)
    assert (status, refused["code"], refused["number"]) == (409, "same", 1)
    assert refused["detail"].startswith("Bruno recorded the same meanwhile, as 1: ")
    # no, it is another one
    assert code(phone.post(verb, id="b1", stands_on=refused["table"]["step"], **facts)) == (200, 2)


def test_the_same_is_looked_for_before_an_entry_waits_for_one_that_is_not_recorded(phone: Phone) -> None:
    """A recorded both deals; B's first was the same and went: its second was recorded again by "Send it again"."""
    shown = phone.get("/api/table")[1]["step"]
    phone.post("deal", id="a1", deal=DEAL)
    phone.post("deal", id="a2", deal=NEXT)
    same = phone.post("deal", id="b1", deal=DEAL, stands_on=shown, shown=shown)
    assert (code(same), same[1]["number"], same[1]["step"]) == ((409, "same"), 1, shown + 1)
    behind = {"deal": NEXT, "stands_on": {"entry": "b1"}}
    for since in ({"shown": shown}, {}):  # a page that does not say what it showed: the whole match is looked at
        same = phone.post("deal", id="b2", **behind, **since)
        assert (code(same), same[1]["number"]) == ((409, "same"), 2)
    assert code(phone.post("deal", id="b2", **behind, shown=shown + 2)) == (409, "waits")  # it was shown: another one
    # the first handed its step on
    assert code(phone.post("deal", id="b2", deal=NEXT, stands_on=shown + 1, shown=shown)) == (409, "same")


def test_the_same_is_looked_for_since_what_was_shown_and_not_since_the_entry_before(phone: Phone, ok: Ok) -> None:
    """A has the second deal alone: B's first was sent again behind it, and its second recorded again, unasked."""
    shown = phone.get("/api/table")[1]["step"]
    ok("deal bruno A carla 61 --match Friday")
    assert code(phone.post("deal", id="b1", deal=DEAL, stands_on=shown, shown=shown)) == (409, "newer")
    newest = phone.get("/api/table")[1]["step"]
    assert code(phone.post("deal", id="b1", deal=DEAL, stands_on=newest, shown=newest)) == (200, 2)
    behind = {"deal": NEXT, "stands_on": {"entry": "b1"}}
    assert code(phone.post("deal", id="b2", **behind, shown=shown)) == (409, "same")
    assert code(phone.post("deal", id="b2", **behind, shown=newest)) == (200, 3)  # "another one": it was shown


def test_what_came_while_a_refusal_was_read_is_asked_about(phone: Phone, ok: Ok) -> None:
    shown = phone.get("/api/table")[1]["step"]
    ok("deal bruno A carla 61 --match Friday")
    refused = phone.post("deal", id="b1", deal=DEAL, stands_on=shown, shown=shown)[1]
    newest = refused["table"]["step"]
    ok("deal anna K elena 74 --match Friday")
    assert code(phone.post("deal", id="b1", deal=DEAL, stands_on=newest, shown=newest)) == (409, "same")
    other = DEAL | {"result": "75"}
    assert code(phone.post("deal", id="b1", deal=other, stands_on=newest, shown=newest)) == (409, "newer")


def test_two_entries_of_a_phone_that_say_the_same_are_two(phone: Phone, ok: Ok) -> None:
    # it typed a redeal, a deal and a redeal; another phone had the first of them too
    shown = phone.get("/api/table")[1]["step"]
    redeal = {"kind": "passed-out", "shown": shown}
    ok("redeal passed-out --match Friday")
    assert code(phone.post("redeal", id="b1", stands_on=shown, **redeal)) == (409, "same")
    behind = {"stands_on": shown + 1, "shown": shown}
    assert code(phone.post("deal", id="b2", deal=DEAL, **behind)) == (200, 2)
    another = {"stands_on": {"entry": "b2"}, "another_than": [shown + 1, {"entry": "gone"}], **redeal}
    assert code(phone.post("redeal", id="b3", **another | {"another_than": []})) == (409, "same")
    assert code(phone.post("redeal", id="b3", **another)) == (200, 3)
    again = {"stands_on": {"entry": "b3"}, "another_than": [shown + 1, {"entry": "b3"}], **redeal}
    assert code(phone.post("redeal", id="b4", **again)) == (200, 4)
    assert code(phone.post("redeal", id="b4", **again)) == (200, 4)  # its answer was lost


@pytest.mark.parametrize("part", ["stands_on", "shown"])
def test_a_step_that_is_none_of_the_match_was_never_shown_there(phone: Phone, other_match: str, part: str) -> None:
    sunday = 2  # the start of the other match
    phone.post("deal", id="a1", deal=DEAL)
    for step in (sunday, 99, 2**62):
        status, refused = phone.post("deal", id="b1", deal=NEXT, **{"stands_on": 3, "shown": 3, part: step})
        assert (status, refused["code"]) == (409, "newer")
        assert refused["detail"] == "the scorebook of Friday is another one now, or an older one"
    assert code(phone.post("deal", id="b1", deal=NEXT, stands_on=3, shown=3)) == (200, 2)


def test_undo_names_the_entry_that_it_takes_back(phone: Phone) -> None:
    phone.post("deal", id="a1", deal=DEAL)
    assert code(phone.post("undo", id="a2", step={"entry": "a1"})) == (200, 0)
    assert code(phone.post("undo", id="a3", step={"entry": "a1"})) == (422, "refused")  # undone already
    assert code(phone.post("undo", id="a4", step={"entry": "none"})) == (409, "waits")


def test_the_history_says_how_long_an_entry_waited(phone: Phone, ok: Ok) -> None:
    phone.post("deal", id="a1", by="Anna", age=26 * 60 + 5, deal=DEAL)
    phone.post("deal", id="a2", by="Anna", age=59, deal=NEXT)
    first, second = ok("history").splitlines()[-2:]
    assert first.endswith("by Anna  entered 26 minutes before")
    assert second.endswith("by Anna")
    assert ok("check") == ""

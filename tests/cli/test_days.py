"""Days as people write them: what an option takes, what can be two days, and who is asked."""

from collections.abc import Callable
from datetime import date, timedelta
from subprocess import CompletedProcess

import pytest

from scorer.match.days import readings
from tests.running import refused

Asked = Callable[..., tuple[int, str]]

FIVE = "Anna,Bruno,Carla,Dario,Elena"
Say = Callable[..., CompletedProcess[str]]
START = ["start", "Friday", "--players", FIVE, "--on"]


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-28", "2026/11/28", "2026.11.28", "20261128", "28/11/2026", "28-11-2026", "28.11.2026", "11/28/2026",
        "28/11/26", "28 novembre 2026", "28 NOV 26", "28 nov. 2026", "28. November 2026", "28-nov-2026",
        "November 28, 2026", "nov 28 2026", "28 de noviembre de 2026", "sabato 28 novembre 2026", "sab, 28/11/2026",
        "Sat 2026-11-28", " 28/11/2026 ",
    ],
)  # fmt: skip
def test_one_day_in_many_spellings(text: str) -> None:
    assert readings(text) == [date(2026, 11, 28)]


@pytest.mark.parametrize("text", ["3/4/2026", "03-04-2026", "3/4/26", "ven 3/4/2026", "3.4.2026"])
def test_of_two_small_numbers_the_day_comes_first(text: str) -> None:
    assert readings(text) == [date(2026, 4, 3)]


def test_two_digits_at_both_ends_of_strokes_may_be_the_year() -> None:
    assert readings("03-11-26") == [date(2003, 11, 26), date(2026, 11, 3)]


@pytest.mark.parametrize(
    ("text", "day"), [("3.4.2026", "2026-04-03"), ("4/4/2026", "2026-04-04"), ("1.11.1950", "1950-11-01")]
)
def test_what_can_be_one_day_alone_is_that_day(text: str, day: str) -> None:
    assert readings(text) == [date.fromisoformat(day)]  # days come first before points


@pytest.mark.parametrize(
    "text",
    ["", "28", "28/11", "28 novembre", "31/11/2026", "30 febbraio 2026", "28 foo 2026", "2026-W47-5", "2026W011",
     "26/11/28", "28 nov 50", "13/13/2026", "28/11-2026", "yesterday", "45623"],
)  # fmt: skip
def test_what_is_no_day_or_has_a_year_of_two_digits_far_back_is_none(text: str) -> None:
    assert readings(text) == []


def test_a_day_that_no_calendar_has_was_answered_with_how_days_are_written(say: Say) -> None:
    for day in ("2026-02-30", "13/13/2026", "Sat 2026-11-31"):
        refused(say([*START, day]), 3, f"date '{day}' is no day of the calendar")


def test_a_day_of_two_small_numbers_is_answered_with_the_month_in_words(say: Say) -> None:
    done = say([*START, "3/4/2026"])
    assert "--on 3/4/2026 is 3 April 2026" in done.stderr
    assert "Started Friday (match 1), 2026-04-03" in done.stdout
    assert "--from 2/13/2026 is 13 February 2026" in say("standings --from 2/13/2026").stderr
    assert "--from 4/3/2026 is 4 March 2026" in say("standings --from 4/3/2026").stderr
    assert say("standings --from 28/3/2026").stderr == say("standings --from 2026-03-28").stderr  # no month is 28


@pytest.mark.parametrize("day", ["today oggi hoy", "yesterday ieri ayer"])
def test_today_and_yesterday_are_said_in_three_languages(day: str, ok: Callable[..., str]) -> None:
    today = date.today()  # noqa: DTZ011 - the day it is, where this program runs
    expected = today - timedelta(days=day.startswith("y"))
    for number, word in enumerate(day.split()):
        assert f", {expected}, " in ok(["start", f"Friday {number}", *START[2:], word])
        ok("finish")


def test_a_day_that_may_be_two_is_refused_with_both_where_nobody_can_be_asked(say: Say) -> None:
    both = "'03-11-26' could be 2003-11-26 or 2026-11-03: say the one that is meant"
    refused(say([*START, "03-11-26"]), 3, f"date {both}")
    refused(say("standings --from 03-11-26"), 3, f"--from {both}")


@pytest.mark.xdist_group("alone")
def test_a_day_that_may_be_two_is_asked_for_at_a_terminal(asked: Asked) -> None:
    code, screen = asked([*START, "03-11-26"], [("Which day is meant", "2")])
    assert code == 0, screen
    assert "--on 03-11-26 can be two days:\n  1  26 November 2003\n  2  3 November 2026\n" in screen
    assert "Started Friday (match 1), 2026-11-03" in screen

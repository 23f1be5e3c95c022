"""Tables that say when a deal was played: of which evening it is, and when in it."""

import sys
import time as clock
from collections.abc import Callable
from datetime import datetime, time

import pytest

from tests.fixtures import FIVE
from tests.imports import Csv, Importer, Table, came, refused

# Anna and Elena; Anna alone; Bruno and Carla lost
FIRST, SECOND, THIRD = "2;-1;-1;-1;1", "4;-1;-1;-1;-1", "1;-2;-1;1;1"
FIRST_UNITS, SECOND_UNITS, THIRD_UNITS = (units.replace(";", " ") for units in (FIRST, SECOND, THIRD))
PEOPLE = FIVE.replace(",", ";")
EARLY, LATE = "2026-01-19 22:10", "2026-01-20 00:40"
BOTH = came({"2026-01-19": [FIRST_UNITS, SECOND_UNITS]})
CALENDAR = refused("(--dates calendar) or the evening of", "--dates evening")


def one_deal(cell: str) -> tuple[str, str]:
    """A table of one deal with this cell under the date."""
    return f"Data;{PEOPLE}", f"{cell};{FIRST}"


def later_first(early: str, late: str, head: str = "Data") -> tuple[str, str, str]:
    """A table of two deals, of which the later stands above."""
    return f"{head};{PEOPLE}", f"{late};{SECOND}", f"{early};{FIRST}"


def without_time(column: str, *lines: str) -> Table:
    """A table in which a line below one after midnight has no time, and how it is refused."""
    return (f"{column};{PEOPLE}", *(f"{line};{FIRST}" for line in lines)), {"--as wide": refused(
        f"line 4, column {column.rpartition(';')[2]}: there is no time, and line 3, column "
        f"{column.rpartition(';')[2]}, of 2026-01-20 too, is of the evening"
    )}  # fmt: skip


TABLES: dict[str, Table] = {
    "one minute before six": (one_deal("2026-01-20 05:59"), {"--as wide": came({"2026-01-19": [FIRST_UNITS]})}),
    "six in the morning": (one_deal("2026-01-20 06:00"), {"--as wide": came({"2026-01-20": [FIRST_UNITS]})}),
    "few have a time": without_time(
        "Data;Ora", "2026-01-19;22:10", "2026-01-20;00:40", "2026-01-20;", "2026-01-20;"),
    "merged cells": without_time("Data", EARLY, LATE, "", "2026-01-26 22:00"),
    # the later line was played first, however the time is written
    "with seconds": (later_first("2026-01-19T22:10:05.123", "2026-01-20T00:40:00"), {"--as wide": BOTH}),
    "in Italian": (later_first("19/01/2026 22.10.05", "20/01/2026 0.40.00"), {"--as wide": BOTH}),
    "in words": (later_first("lun 19/01/2026 ore 22:10", "mar 20/01/2026 ore 0:40"), {"--as wide": BOTH}),
    "in American": (later_first("1/19/2026 10:10 PM", "1/20/2026 12:40 AM"), {"--as wide": BOTH}),
    "in Spanish": (later_first("19/01/2026 10:10:00 p. m.", "20/01/2026 12:40:00 a. m."), {"--as wide": BOTH}),
    # 0.92 x 24 = 22.08; 0.03 x 24 = 0.72
    "as a spreadsheet counts": (later_first("46041,92", "46042,03"), {"--as wide": BOTH}),
    "with hours beyond 24": (later_first(EARLY, "2026-01-19 24:40"), {"--as wide": BOTH}),
    "the day of the calendar in a column": (
        later_first("19/01/2026;22:10", "20/01/2026;00:40", "Data;Ora"), {"--as wide": BOTH}),
    "the day of the evening in a column": (
        later_first("19/01/2026;22:10", "19/01/2026;00:40", "Fecha;Hora"), {"--as wide": BOTH}),
    "hours alone": (later_first("19/01/2026;22", "20/01/2026;0", "Date;Start time"), {"--as wide": BOTH}),
    "a merged cell and a column": (
        (f"Data;Inizio;{PEOPLE}", f"19/01/2026;22.10;{FIRST}", f";00.40;{SECOND}"), {"--as wide": BOTH}),
    "no evening before": (later_first("19/01/2026;00:10", "19/01/2026;00:40", "Data;Ora"), {
        "--as wide": CALENDAR, "--as wide --dates evening": BOTH}),
    "no evening before, by the calendar": (later_first("20/01/2026;00:10", "20/01/2026;00:40", "Data;Ora"), {
        "--as wide": CALENDAR, "--as wide --dates calendar": BOTH}),
    "an option says the day": (
        later_first("22:10", "00:40", "Ora"), {"--as wide --on 2026-01-19": BOTH}),
    "deals come in the order of the clock, and it is said": (
        (f"Data;{PEOPLE}", f"2026-01-19 23:55;{THIRD}", f"{LATE};{SECOND}", f"{EARLY};{FIRST}"), {
        "--as wide": came({"2026-01-19": [FIRST_UNITS, THIRD_UNITS, SECOND_UNITS]},
                          "deals come in the order of the clock: line 4 before line 2"),
        "--as wide --order oldest-first": came({"2026-01-19": [THIRD_UNITS, SECOND_UNITS, FIRST_UNITS]}),
    }),
    # the sums of 2 -1 -1 -1 1, then 4 -1 -1 -1 -1, then 1 -2 -1 1 1, and nothing is asked
    "running totals are taken apart by the clock": (
        (f"Data;{PEOPLE}", f"{LATE};7;-4;-3;-1;1", "2026-01-19 23:00;6;-2;-2;-2;0", f"{EARLY};{FIRST}"), {
        "--as wide --units running": came({"2026-01-19": [FIRST_UNITS, SECOND_UNITS, THIRD_UNITS]}),
    }),
    "numbers and times that disagree are asked": (
        (f"Nr;Data;{PEOPLE}", f"1;2026-01-19 23:00;{FIRST}", f"2;{EARLY};{SECOND}"), {
        "--as wide": refused("by their times deal 2 was played before deal 1: the lines stand in their order "
                             "(--order oldest-first) or "),
        "--as wide --order by-time": came({"2026-01-19": [SECOND_UNITS, FIRST_UNITS]}),
    }),
    "no time to go by": (one_deal("2026-01-19"), {"--as wide --order by-time": refused("no line has a time of day")}),
    **{f"a name of an evening stands for its lines past midnight: {last}": (
        (f"Data;Serata;{PEOPLE}", f"{first};Da Anna;{FIRST}", f"{second};;{SECOND}", f"{last};;{THIRD}"), {
        "--as wide": came({"2026-01-19": [FIRST_UNITS, SECOND_UNITS, THIRD_UNITS]}),
    }) for first, second, last in ((EARLY, "2026-01-19 23:00", LATE), ("46041,92", "46041,95", "46042,03"))},
    "a word under the times is refused and not dropped": (
        (f"Data;Ora;{PEOPLE}", f"19/01/2026;late;{FIRST}"), {
        "--as wide": refused("line 2, column Ora: 'late' is no time of day: write it as 22:10\n"),
    }),
    # seven in the morning in Tokyo is ten in the evening of the day before in UTC
    "a time of which the evening hangs on the zone is asked": (one_deal("2026-01-20T07:00:00+09:00"), {
        "--as wide": refused("the evening of 2026-01-19 by the clock of this computer (UTC) (--zone here) or that of "
                             "2026-01-20"),
        "--as wide --zone here": came({"2026-01-19": [FIRST_UNITS]}),
        "--as wide --zone as-written": came({"2026-01-20": [FIRST_UNITS]}),
        "--as wide --zone Asia/Tokyo": came({"2026-01-20": [FIRST_UNITS]}),
        "--zone Roma": refused("--zone Roma: say here, as-written or a name such as Europe/Rome"),
    }),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_time_says_of_which_evening_a_deal_is_and_when_in_it(name: str, csv: Csv, importer: Importer) -> None:
    lines, readings = TABLES[name]
    importer.reads(csv(*lines), readings)


@pytest.mark.skipif(sys.platform == "win32", reason="the zone of a process is its own on other systems alone")
@pytest.mark.parametrize(
    ("zone", "cell", "day"),
    [
        ("Europe/Rome", "2026-01-19T23:30:00Z", "2026-01-19"),  # half past midnight of the 20th
        ("Europe/Rome", "2026-07-20T03:30:00Z", "2026-07-19"),  # half past five
        ("UTC", "2026-01-20T00:30:00+02:00", "2026-01-19"),
        ("America/New_York", "2026-01-19 22:30 GMT+1", "2026-01-19"),  # half past four in the afternoon
    ],
)
def test_a_time_with_a_zone_is_read_by_the_clock_here_and_that_is_said(
    zone: str, cell: str, day: str, csv: Csv, importer: Importer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    clock.tzset()
    try:
        says = "times with a zone are read by the clock of this computer"
        assert importer.came(csv(*one_deal(cell)), "--as wide", says) == {day: [FIRST_UNITS]}
    finally:
        monkeypatch.undo()
        clock.tzset()


def test_cells_of_a_workbook_keep_their_time(workbook: Callable[..., str], importer: Importer) -> None:
    late, midnight = (datetime(2026, 1, 20, 0, minute) for minute in (40, 0))  # noqa: DTZ001
    evening, early = (datetime(2026, 1, 19, hour, 10 * (hour > 0)) for hour in (0, 22))  # noqa: DTZ001
    first, second, third = ([int(got) for got in line.split(";")] for line in (FIRST, SECOND, THIRD))
    people = FIVE.split(",")
    moments = workbook({"S": [["Data", *people], [late, *second], [midnight, *third], [early, *first]]})
    assert importer.came(moments, "--as wide") == {"2026-01-19": [FIRST_UNITS, THIRD_UNITS, SECOND_UNITS]}
    times = [["Data", "Ora", *people], [evening, time(22, 10), *first], [evening, time(0, 40), *second]]
    assert importer.came(workbook({"S": times}), "--as wide") == BOTH.units

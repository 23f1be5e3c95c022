"""`scorer import` of tables that say when a deal was played: of which evening it is, and when in it."""

import sys
from collections.abc import Callable
from datetime import datetime, time
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import openpyxl
import pytest

from scorer.match.sheet import Sheet

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Csv = Callable[..., str]
Match = Callable[..., Sheet]
PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
FIRST, SECOND, THIRD = (
    "2;-1;-1;-1;1",
    "4;-1;-1;-1;-1",
    "1;-2;-1;1;1",
)  # Anna and Elena; Anna alone; Bruno and Carla lost
EARLY, LATE, NEXT = "2026-01-19 22:10", "2026-01-20 00:40", "2026-01-20 21:00"


def told(done: CompletedProcess[str]) -> str:
    """What an import said, which has to succeed."""
    assert done.returncode == 0, done.stderr
    return done.stderr


def table(*lines: str, head: str = "Data") -> tuple[str, ...]:
    return (f"{head};{';'.join(PEOPLE)}", *lines)


def evenings(ok: Ok) -> list[tuple[str, int]]:
    """The day of each match and its deals."""
    rows = [line.split(",") for line in ok("export deals").splitlines()[1:]]
    days = [row[2] for row in rows]
    return [(day, days.count(day)) for day in sorted(set(days))]


@pytest.mark.parametrize(("at", "day"), [("05:59", "2026-01-19"), ("06:00", "2026-01-20"), ("23:59", "2026-01-20")])
def test_until_six_in_the_morning_it_is_the_evening_before(at: str, day: str, ok: Ok, csv: Csv) -> None:
    ok(f"import {csv(*table(f'2026-01-20 {at};{FIRST}'))} --as wide")
    assert evenings(ok) == [(day, 1)]


@pytest.mark.parametrize(
    ("head", "lines"),
    [
        ("Data;Ora", ("2026-01-19;22:10", "2026-01-20;00:40", "2026-01-20;", "2026-01-20;")),  # few have a time
        ("Data", (EARLY, LATE, "", "2026-01-26 22:00")),  # merged cells
    ],
)
def test_a_deal_without_a_time_behind_one_after_midnight_was_of_the_next_evening(
    head: str, lines: tuple[str, ...], say: Say, csv: Csv, book_path: Path
) -> None:
    done = say(f"import {csv(*table(*(f'{on};{FIRST}' for on in lines), head=head))} --as wide")
    column = head.rpartition(";")[2]
    both = (
        f"line 4, column {column}: there is no time, and line 3, column {column}, of 2026-01-20 too, is of the evening"
    )
    assert both in done.stderr
    assert not book_path.exists()


WRITTEN = {
    "with seconds": ("2026-01-19T22:10:05.123", "2026-01-20T00:40:00"),
    "in Italian": ("19/01/2026 22.10.05", "20/01/2026 0.40.00"),
    "in words": ("lun 19/01/2026 ore 22:10", "mar 20/01/2026 ore 0:40"),
    "in American": ("1/19/2026 10:10 PM", "1/20/2026 12:40 AM"),
    "in Spanish": ("19/01/2026 10:10:00 p. m.", "20/01/2026 12:40:00 a. m."),
    "as a spreadsheet counts": ("46041,92", "46042,03"),  # 0.92 x 24 = 22.08; 0.03 x 24 = 0.72
    "with hours beyond 24": ("2026-01-19 22:10", "2026-01-19 24:40"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_time_of_any_hand_is_read(name: str, ok: Ok, csv: Csv, sheet: Match) -> None:
    early, late = WRITTEN[name]
    ok(f"import {csv(*table(f'{late};{SECOND}', f'{early};{FIRST}'))} --as wide")
    assert evenings(ok) == [("2026-01-19", 2)]
    assert [record.payouts["Elena"] for record in sheet("1").records] == [1, -1]  # the later line was played first


def test_deals_come_in_the_order_of_the_clock_and_it_is_said(say: Say, csv: Csv, sheet: Match) -> None:
    lines = (f"2026-01-19 23:55;{THIRD}", f"{LATE};{SECOND}", f"{EARLY};{FIRST}")
    done = say(f"import {csv(*table(*lines))} --as wide")
    assert "deals come in the order of the clock: line 4 before line 2" in told(done)
    assert [record.payouts["Anna"] for record in sheet("1").records] == [2, 1, 4]
    assert "in the order of the clock" not in told(
        say(f"import {csv(*table(*lines))} --as wide --order oldest-first --twice --match Stated")
    )
    assert [record.payouts["Anna"] for record in sheet("Stated").records] == [1, 4, 2]


def test_running_totals_are_taken_apart_by_the_clock(ok: Ok, csv: Csv, sheet: Match) -> None:
    """2 -1 -1 -1 1, then 4 -1 -1 -1 -1, then 1 -2 -1 1 1: their sums, newest first, and nothing is asked."""
    lines = (f"{LATE};7;-4;-3;-1;1", "2026-01-19 23:00;6;-2;-2;-2;0", f"{EARLY};{FIRST}")
    ok(f"import {csv(*table(*lines))} --as wide --units running")
    assert [record.payouts["Anna"] for record in sheet("1").records] == [2, 4, 1]


def test_numbers_and_times_that_disagree_are_asked(say: Say, csv: Csv, sheet: Match) -> None:
    file = csv(*table(f"1;2026-01-19 23:00;{FIRST}", f"2;{EARLY};{SECOND}", head="Nr;Data"))
    refused = say(f"import {file} --as wide")
    assert (
        "by their times deal 2 was played before deal 1: the lines stand in their order (--order oldest-first) or "
        in (refused.stderr)
    )
    told(say(f"import {file} --as wide --order by-time"))
    assert [record.payouts["Elena"] for record in sheet("1").records] == [-1, 1]
    assert (
        "no line has a time of day"
        in say(f"import {csv(*table(f'2026-01-19;{FIRST}'))} --as wide --order by-time").stderr
    )


OF_ONE_EVENING = {
    "the day of the calendar": (("19/01/2026;22:10", "20/01/2026;00:40"), ""),
    "the day of the evening": (("19/01/2026;22:10", "19/01/2026;00:40"), ""),
    "a merged cell": (("19/01/2026;22.10", ";00.40"), ""),
    "hours alone": (("19/01/2026;22", "20/01/2026;0"), ""),
    "no evening before": (("19/01/2026;00:10", "19/01/2026;00:40"), "--dates evening"),
    "no evening before, by the calendar": (("20/01/2026;00:10", "20/01/2026;00:40"), "--dates calendar"),
}


@pytest.mark.parametrize("name", OF_ONE_EVENING)
@pytest.mark.parametrize("head", ["Data;Ora", "Fecha;Hora", "Date;Start time", "Data;Inizio"])
def test_a_column_of_times_says_which_evening_it_was(name: str, head: str, say: Say, ok: Ok, csv: Csv) -> None:
    (first, second), option = OF_ONE_EVENING[name]
    file = csv(*table(f"{first};{FIRST}", f"{second};{SECOND}", head=head))
    if option:
        refused = say(f"import {file} --as wide").stderr
        assert "(--dates calendar) or the evening of" in refused
        assert option in refused
    told(say(f"import {file} --as wide {option}"))
    assert evenings(ok) == [("2026-01-19", 2)]


@pytest.mark.parametrize("days", [(EARLY, "2026-01-19 23:00", LATE), ("46041,92", "46041,95", "46042,03")])
def test_a_name_of_an_evening_stands_for_all_its_lines_past_midnight(
    days: tuple[str, ...], ok: Ok, csv: Csv, sheet: Match
) -> None:
    lines = (
        f"{day};{name};{units}"
        for day, name, units in zip(days, ("Da Anna", "", ""), (FIRST, SECOND, THIRD), strict=True)
    )
    ok(f"import {csv(*table(*lines, head='Data;Serata'))} --as wide")
    assert [record.payouts["Anna"] for record in sheet("Da Anna").records] == [2, 4, 1]


def test_where_an_option_says_the_day_the_times_are_of_that_evening(ok: Ok, csv: Csv, sheet: Match) -> None:
    ok(f"import {csv(*table(f'00:40;{SECOND}', f'22:10;{FIRST}', head='Ora'))} --as wide --on 2026-01-19")
    assert evenings(ok) == [("2026-01-19", 2)]
    assert [record.payouts["Anna"] for record in sheet("1").records] == [2, 4]


def test_a_word_under_the_times_is_refused_and_not_dropped(say: Say, csv: Csv) -> None:
    refused = say(f"import {csv(*table(f'19/01/2026;late;{FIRST}', head='Data;Ora'))} --as wide")
    assert refused.stderr == "scorer: line 2, column Ora: 'late' is no time of day: write it as 22:10\n"


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
    zone: str, cell: str, day: str, say: Say, ok: Ok, csv: Csv, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time as clock

    monkeypatch.setenv("TZ", zone)
    clock.tzset()
    try:
        done = say(f"import {csv(*table(f'{cell};{FIRST}'))} --as wide")
        assert "times with a zone are read by the clock of this computer" in told(done)
        assert evenings(ok) == [(day, 1)]
    finally:
        monkeypatch.undo()
        clock.tzset()


def test_a_time_of_which_the_evening_hangs_on_the_zone_is_asked(say: Say, ok: Ok, csv: Csv) -> None:
    # seven in the morning in Tokyo is ten in the evening of the day before in UTC
    file = csv(*table(f"2026-01-20T07:00:00+09:00;{FIRST}"))
    refused = say(f"import {file} --as wide")
    assert (
        "the evening of 2026-01-19 by the clock of this computer (UTC) (--zone here) or that of 2026-01-20"
        in refused.stderr
    )
    for zone, day in (("here", "2026-01-19"), ("as-written", "2026-01-20"), ("Asia/Tokyo", "2026-01-20")):
        told(say(f"import {file} --as wide --zone {zone}"))
        assert evenings(ok) == [(day, 1)]
        ok("undo")
    assert "--zone Roma: say here, as-written or a name such as Europe/Rome" in say(f"import {file} --zone Roma").stderr


def test_cells_of_a_workbook_keep_their_time(ok: Ok, tmp_path: Path, sheet: Match) -> None:
    def written(*rows: list[Any]) -> str:
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        book.save(tmp_path / "clock.xlsx")
        return str(tmp_path / "clock.xlsx")

    late, midnight = (datetime(2026, 1, 20, 0, minute) for minute in (40, 0))  # noqa: DTZ001
    early = datetime(2026, 1, 19, 22, 10)  # noqa: DTZ001
    units = [[int(got) for got in line.split(";")] for line in (SECOND, THIRD, FIRST)]
    rows = [[at, *got] for at, got in zip((late, midnight, early), units, strict=True)]
    ok(f"import {written(['Data', *PEOPLE], *rows)} --as wide")
    assert evenings(ok) == [("2026-01-19", 3)]
    assert [record.payouts["Anna"] for record in sheet("1").records] == [2, 1, 4]
    ok("undo")
    days = [[datetime(2026, 1, 19), at, *got] for at, got in zip((time(0, 40), time(22, 10)), units, strict=False)]  # noqa: DTZ001
    ok(f"import {written(['Data', 'Ora', *PEOPLE], *days[::-1])} --as wide")
    assert evenings(ok) == [("2026-01-19", 2)]

"""`scorer import` of dates without a year: asked for, and followed where the order of the lines turns it."""

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Match = Callable[..., Sheet]
Csv = Callable[..., str]
HEAD = "Data;Anna;Bruno;Carla;Dario"
TODAY = datetime.now().astimezone().date()
UNITS = ("5;-3;-1;-1", "-4;3;1;0", "2;1;-1;-2", "-3;-1;6;-2", "1;-5;2;2")


def evenings(*days: str) -> list[str]:
    """An evening on each of these days, with units that add up to no other line."""
    return [HEAD, *(f"{day};{units}" for day, units in zip(days, UNITS, strict=False))]


def days_of(sheet: Match, count: int) -> list[str]:
    """The days of the first matches."""
    return [str(sheet(str(number)).match.on) for number in range(1, count + 1)]


@pytest.mark.parametrize(
    "days",
    [
        ("3/10", "18/12", "8/1", "12/6", "25/9"),
        ("3.10.", "18.12.", "8.1.", "12.6.", "25.9."),
        ("3-ott", "18-dic", "8-gen", "12-giu", "25-set"),
        ("ven 3 ottobre", "gio 18 dicembre", "gio 8 gennaio", "ven 12 giugno", "ven 25 settembre"),
    ],
)
def test_the_year_of_a_season_turns_in_january(
    days: tuple[str, ...], say: Say, csv: Csv, sheet: Match, book_path: Path
) -> None:
    file = csv(*evenings(*days))
    refused = say(f"import {file} --as evenings")
    assert refused.returncode == 3
    latest = TODAY.year - (date(TODAY.year, 9, 25) > TODAY) - 1  # of the first, so that the last is not to come
    said = (
        f"'{days[0]}' has no year: it is of {latest}, and the last, '{days[4]}', of {latest + 1} (--year {latest}) or"
    )
    assert f"line 2: {said} " in refused.stderr
    assert not book_path.exists()
    done = say(f"import {file} --as evenings --year 2025")
    assert f"dates without a year: '{days[0]}' is of 2025, line 4: '{days[2]}' is of 2026\n" in done.stderr
    assert days_of(sheet, 5) == ["2025-10-03", "2025-12-18", "2026-01-08", "2026-06-12", "2026-09-25"]


def test_a_season_with_the_newest_evening_first_turns_back(ok: Ok, csv: Csv, sheet: Match) -> None:
    ok(f"import {csv(*evenings('20/2', '8/1', '18/12', '3/10'))} --as evenings --year 2026")
    assert days_of(sheet, 4) == ["2026-02-20", "2026-01-08", "2025-12-18", "2025-10-03"]


@pytest.mark.parametrize(
    ("days", "refusal"),
    [
        (("10/10", "17/10", "3/10"), "line 4: '3/10' below '17/10' may be of that year or of another"),
        (("8/1", "18/12"), "line 3: '18/12' below '8/1' may be of that year or of another"),  # or the newest first
        (("13/10/2025", "20/10"), "line 3: '20/10' has no year, and '13/10/2025' has"),
    ],
)
def test_what_no_order_tells_is_refused(
    days: tuple[str, ...], refusal: str, say: Say, csv: Csv, book_path: Path
) -> None:
    refused = say(f"import {csv(*evenings(*days))} --as evenings --year 2025")
    assert (refused.returncode, refused.stderr) == (3, f"scorer: {refusal}: write the year in all of them\n")
    assert not book_path.exists()


def test_day_and_month_are_asked_for_together_with_the_year(say: Say, csv: Csv, sheet: Match) -> None:
    file = csv(*evenings("3/10", "4/10"))
    assert "(--dates day-first) or 10 March" in say(f"import {file} --as evenings").stderr
    say(f"import {file} --as evenings --year 2025 --dates month-first")
    assert days_of(sheet, 2) == ["2025-03-10", "2025-04-10"]


def test_a_year_without_a_leap_day_is_not_proposed(say: Say, csv: Csv) -> None:
    latest = next(year for year in range(TODAY.year, 0, -1) if year % 4 == 0 and date(year, 3, 8) <= TODAY)
    refused = say(f"import {csv(*evenings('29/2', '7/3'))} --as evenings")
    assert f"it is of {latest} (--year {latest}) or it is of {latest - 4} (--year {latest - 4})" in refused.stderr


def test_evenings_in_columns_and_rows_by_player_have_their_year_too(ok: Ok, csv: Csv, sheet: Match) -> None:
    across = ("Giocatore;11/12;18/12;8/1", "Anna;3;-5;1", "Bruno;-2;1;3", "Carla;-1;4;-4")
    ok(f"import {csv(*across)} --as evenings --year 2025")
    assert days_of(sheet, 3) == ["2025-12-11", "2025-12-18", "2026-01-08"]
    rows = (
        "Serata;Giocatore;Punti",
        "18/3;Anna;3",
        "18/3;Bruno;-2",
        "18/3;Carla;-1",
        "8/4;Anna;-2",
        "8/4;Carla;1",
        "8/4;Dora;1",
    )
    ok(f"import {csv(*rows)} --as evenings --year 2024")
    assert days_of(sheet, 5)[3:] == ["2024-03-18", "2024-04-08"]

"""Dates without a year: asked for, and followed where the order of the lines turns it."""

from datetime import date, datetime

import pytest

from tests.imports import Csv, Importer

HEAD = "Data;Anna;Bruno;Carla;Dario"
TODAY = datetime.now().astimezone().date()
UNITS = ("5;-3;-1;-1", "-4;3;1;0", "2;1;-1;-2", "-3;-1;6;-2", "1;-5;2;2")


def evenings(*days: str) -> list[str]:
    """An evening on each of these days, with units that add up to no other line."""
    return [HEAD, *(f"{day};{units}" for day, units in zip(days, UNITS, strict=False))]


SEASON = ["2025-10-03", "2025-12-18", "2026-01-08", "2026-06-12", "2026-09-25"]
FOLLOWED = {  # what stands in the file, the options, and the days in the order of the lines
    "a season turns in January": (evenings("3/10", "18/12", "8/1", "12/6", "25/9"), "--year 2025", SEASON),
    "with points": (evenings("3.10.", "18.12.", "8.1.", "12.6.", "25.9."), "--year 2025", SEASON),
    "in short": (evenings("3-ott", "18-dic", "8-gen", "12-giu", "25-set"), "--year 2025", SEASON),
    "in words": (
        evenings("ven 3 ottobre", "gio 18 dicembre", "gio 8 gennaio", "ven 12 giugno", "ven 25 settembre"),
        "--year 2025", SEASON),
    "the newest first turns back": (
        evenings("20/2", "8/1", "18/12", "3/10"), "--year 2026",
        ["2026-02-20", "2026-01-08", "2025-12-18", "2025-10-03"]),
    "month first": (evenings("3/10", "4/10"), "--year 2025 --dates month-first", ["2025-03-10", "2025-04-10"]),
    "evenings in columns": (
        ("Giocatore;11/12;18/12;8/1", "Anna;3;-5;1", "Bruno;-2;1;3", "Carla;-1;4;-4"), "--year 2025",
        ["2025-12-11", "2025-12-18", "2026-01-08"]),
    "a row for each player": (
        ("Serata;Giocatore;Punti", "18/3;Anna;3", "18/3;Bruno;-3", "8/4;Anna;-2", "8/4;Dora;2"),
        "--year 2024 --variant briscola", ["2024-03-18", "2024-04-08"]),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "options", "days"), FOLLOWED.values(), ids=FOLLOWED)
def test_one_year_dates_all_lines(
    lines: list[str], options: str, days: list[str], csv: Csv, importer: Importer
) -> None:
    assert [*importer.came(csv(*lines), f"--as evenings {options}")] == days


def test_the_latest_year_that_is_not_to_come_is_proposed_and_what_is_taken_is_said(
    csv: Csv, importer: Importer
) -> None:
    file = csv(*evenings("3/10", "18/12", "8/1", "12/6", "25/9"))
    latest = TODAY.year - (date(TODAY.year, 9, 25) > TODAY) - 1  # of the first, so that the last is not to come
    importer.refused(
        file, "--as evenings",
        f"line 2: '3/10' has no year: it is of {latest}, and the last, '25/9', of {latest + 1} (--year {latest}) or ",
    )  # fmt: skip
    importer.came(
        file, "--as evenings --year 2025", "dates without a year: '3/10' is of 2025, line 4: '8/1' is of 2026\n"
    )
    importer.refused(csv(*evenings("3/10", "4/10")), "--as evenings", "(--dates day-first) or 10 March")


@pytest.mark.parametrize(
    ("days", "refusal"),
    [
        (("10/10", "17/10", "3/10"), "line 4: '3/10' below '17/10' may be of that year or of another"),
        (("8/1", "18/12"), "line 3: '18/12' below '8/1' may be of that year or of another"),  # or the newest first
        (("13/10/2025", "20/10"), "line 3: '20/10' has no year, and '13/10/2025' has"),
    ],
)
def test_what_no_order_tells_is_refused(days: tuple[str, ...], refusal: str, csv: Csv, importer: Importer) -> None:
    refused = importer.refused(csv(*evenings(*days)), "--as evenings --year 2025")
    assert refused == [f"{refusal}: write the year in all of them"]


def test_a_year_without_a_leap_day_is_not_proposed(csv: Csv, importer: Importer) -> None:
    latest = next(year for year in range(TODAY.year, 0, -1) if year % 4 == 0 and date(year, 3, 8) <= TODAY)
    says = f"it is of {latest} (--year {latest}) or it is of {latest - 4} (--year {latest - 4})"
    importer.refused(csv(*evenings("29/2", "7/3")), "--as evenings", says)

"""Tables that may mean two things: refused with both readings, each of which comes in with its option."""

from collections.abc import Callable, Sequence
from datetime import datetime

import pytest

from scorer.match.sheet import Sheet
from tests.fixtures import FIVE, Ok, Say
from tests.imports import Csv, Importer, Table, came, refused

HEAD = f"Data,{FIVE}"
# from below: Anna made it with Elena, then Bruno with Carla, then Bruno with Dario failed
NEWEST_FIRST = ("2025-10-03,2,-1,1,-3,1", "2025-09-26,1,1,0,-2,0", "2025-09-19,2,-1,-1,-1,1")
# 12 -3 -5 -2 -2, then 8 0 -4 -4 0, then 5 -5 0 0 0, then 6 0 -6 0 0
STANDINGS = ("2025-09-19,12,-3,-5,-2,-2", "2025-09-26,20,-3,-9,-6,-2", "2025-10-03,25,-8,-9,-6,-2")
UP = ("1,12,-3,-5,-2,-2", "2,20,-3,-9,-6,-2", "3,25,-8,-9,-6,-2")
OLDER = ("2025-09-19,2,-1,-1,-1,1", "2025-09-19,1,1,0,-2,0", "2025-09-19,0,2,-1,0,-1")
NEWER = ("2025-09-26,2,1,-2,-1,0", "2025-09-26,1,0,0,0,-1", "2025-09-26,2,-2,1,1,-2")
# 2 -1 -1 -1 1; 1-2 1+1 0+1 -2+1 0-1; 0-1 2-1 -1-0 0+2 -1-0: and the newer goes on from 0 2 -1 0 -1: 2-0 1-2 -2+1 and so
# on; then 1-2 0-1 0+2 0+1 -1-0; and 2-1 -2-0 1-0 1-0 -2+1
BY_THEIR_DAYS = came({
    "2025-09-19": ["2 -1 -1 -1 1", "-1 2 1 -1 -1", "-1 1 -1 2 -1"],
    "2025-09-26": ["2 -1 -1 -1 1", "-1 -1 2 1 -1", "1 -2 1 1 -1"],
})  # fmt: skip
RUN_DOWN = refused("numbers run from 3 down to 1", "--order newest-first", "--order oldest-first", "say which")

DOUBTFUL: dict[str, Table] = {
    "running totals that are kept newest first are not turned round": ((HEAD, *NEWEST_FIRST), {
        "--as wide": refused("3 of 3 lines are deals if the newest stands first", "--order newest-first",
                             "--order oldest-first", "say which"),
        # from below: 2 -1 -1 -1 1; then 1-2=-1, 1+1=2, 0+1=1, -2+1=-1, 0-1=-1; then 1 -2 1 -1 1
        "--as wide --order newest-first": came({
            "2025-09-19": ["2 -1 -1 -1 1"], "2025-09-26": ["-1 2 1 -1 -1"], "2025-10-03": ["1 -2 1 -1 1"]}),
    }),
    # 8 to Anna is 2/91, and 10 is 2/101; or 8, and then 10 - 8 = 2
    "running totals of two deals that could be deals themselves came in as deals": (
        (HEAD, "2025-09-19,8,4,-4,-4,-4", "2025-09-19,10,5,-5,-5,-5"), {
        "--as wide": refused("deals as they stand, and as running totals too", "--units running", "--units gained"),
        "--as wide --units gained": came({"2025-09-19": ["8 4 -4 -4 -4", "10 5 -5 -5 -5"]}),
        "--as wide --units running --order oldest-first": came({"2025-09-19": ["8 4 -4 -4 -4", "2 1 -1 -1 -1"]}),
    }),
    # 1-2 1+1 0+1 -2+1 0-1 is a deal; then 2 -1 -1 -1 1 is one, and so is 2-1 -1-1 -1-0 -1+2 1-0
    "running totals that begin anew were taken to go on where either makes deals": (
        (HEAD, *OLDER[:2], "2025-09-26,2,-1,-1,-1,1"), {
        "--as wide": refused("may go on from one evening to the next, or begin anew in each: every line is a deal"),
    }),
    "running totals of one evening": ((HEAD, *OLDER[:2]), {
        "--as wide --order oldest-first": came({"2025-09-19": ["2 -1 -1 -1 1", "-1 2 1 -1 -1"]}),
    }),
    "the newest evening first and its deals forward are read by their days": ((HEAD, *NEWER, *OLDER), {
        "--as wide": refused("6 if the oldest", "--order newest-first", "--order oldest-first", "say which"),
        "--as wide --order newest-first": BY_THEIR_DAYS,
        "--as wide --order oldest-first": BY_THEIR_DAYS,
    }),
    "standings after each evening are not added up": ((HEAD, *STANDINGS, "2025-10-10,31,-8,-15,-6,-2"), {
        "--as evenings": refused("--units running", "--units gained", "say which"),
        "--as wide": refused("--units running", "--units gained", "say which"),
        # who stayed at -3 and -2 was away; 25-20 = 5, -8+3 = -5: fewer than three moved, and all are kept
        "--as evenings --units running": came({
            "2025-09-19": ["12 -3 -5 -2 -2"], "2025-09-26": ["8 . -4 -4 ."], "2025-10-03": ["5 -5 0 0 0"],
            "2025-10-10": ["6 0 -6 0 0"]}, "running totals: what was gained since the line before counts; who stays"),
    }),
    "two standings are no gains where it is said that they are running": ((HEAD, *STANDINGS[:2]), {
        "--as evenings --units running": came({"2025-09-19": ["12 -3 -5 -2 -2"], "2025-09-26": ["8 . -4 -4 ."]}),
    }),
    **{f"standings without dates whose numbers run down are not turned round: {name}": (
        (f"{name},{FIVE}", *UP[::-1]), {
        "--as evenings --on 2026-05-01 --units running": RUN_DOWN,
        "--as wide --on 2026-05-01 --units running": RUN_DOWN,
        "--as evenings --on 2026-05-01 --units running --order newest-first": came({
            "2026-05-01": ["12 -3 -5 -2 -2", "8 . -4 -4 .", "5 -5 0 0 0"]}),
    }) for name in ("Serata", "Nr")},
    "standings without dates are read as their numbers run up": ((f"Serata,{FIVE}", *UP), {
        "--as evenings --on 2026-05-01 --units running": came({
            "2026-05-01": ["12 -3 -5 -2 -2", "8 . -4 -4 .", "5 -5 0 0 0"]}),
    }),
    "a column of zeros is asked for in two evenings": (
        # 12 - 1 - 5 - 7 + 1 = 0, and 4 - 9 - 2 + 5 + 2 = 0
        (f"{HEAD},Zeno", "2025-09-19,12,-1,-5,-7,1,0", "2025-09-26,4,-9,-2,5,2,0"), {
        "--as evenings": refused("column Zeno: every cell is 0", '--ignore "Zeno"', '--keep "Zeno"', "say which"),
        "--as evenings --keep Zeno": came({"2025-09-19": ["12 -1 -5 -7 1 0"], "2025-09-26": ["4 -9 -2 5 2 0"]}),
        "--as evenings --ignore Zeno": came({"2025-09-19": ["12 -1 -5 -7 1"], "2025-09-26": ["4 -9 -2 5 2"]}),
    }),
    "a column of zeros is not asked for in two deals": (  # Zeno rests in both: 2 - 1 - 1 - 1 + 1 = 0
        (f"{HEAD},Zeno", "2025-09-19,2,-1,-1,-1,1,0", "2025-09-19,1,-2,1,-1,1,0"), {
        "--as wide": came({"2025-09-19": ["2 -1 -1 -1 1 .", "1 -2 1 -1 1 ."]}),
    }),
    "a column of sums is asked for whatever it is called": (  # 74 + 46 + 30 + 10 + 0 = 160
        (f"{HEAD},Insgesamt", "2025-09-19,74,46,30,10,0,160", "2025-09-26,10,20,30,40,50,150"), {
        "--as evenings": refused("column Insgesamt: it has the sum of the others in every line", "say which"),
    }),
}  # fmt: skip


@pytest.mark.parametrize("name", DOUBTFUL)
def test_a_doubtful_table_is_asked_for_and_read_as_is_said(name: str, csv: Csv, importer: Importer) -> None:
    lines, readings = DOUBTFUL[name]
    importer.reads(csv(*lines), readings)


@pytest.mark.parametrize("columns", ["Data,Chiamante,Socio,Chiamata,Esito", "on,caller,partner,bid,outcome"])
def test_deals_that_run_from_the_newest_day_down_are_asked_for_their_order(
    columns: str, csv: Csv, importer: Importer
) -> None:
    rows = ("2025-10-03,Bruno,Carla,2,made", "2025-10-03,Anna,Bruno,K,failed", "2025-09-26,Dario,Elena,A,made")
    options = f"--match Evening --players {FIVE}"
    importer.reads(csv(columns, *rows), {
        options: refused("the dates run from 2025-10-03 down to 2025-09-26", "--order newest-first", "say which"),
        # Dario with Elena; then Anna and Bruno pay; then Bruno with Carla
        f"{options} --order newest-first": came(
            {"2025-09-26": ["-1 -1 -1 2 1"], "2025-10-03": ["-2 -1 1 1 1", "-1 2 1 -1 -1"]}),
    })  # fmt: skip


def test_dates_that_a_spreadsheet_turned_round_are_asked_for(workbook: Callable[..., str], importer: Importer) -> None:
    """3, 10, 17 and 24 November typed day first in an English Excel: two became days of March and October."""
    march, october = datetime(2025, 3, 11), datetime(2025, 10, 11)  # noqa: DTZ001
    units = ((-3, 4, 0, -2, 1), (-3, 4, 0, -2, 1), (5, -5, 1, 0, -1), (-3, 4, 0, -2, 1))
    rows = [[on, *row] for on, row in zip((march, october, "17/11/2025", "24/11/2025"), units, strict=True)]
    file = workbook({"S": [HEAD.split(","), *rows]})
    importer.refused(
        file, "--as evenings",
        "row 2, column Data: '2025-03-11' is a date, and '17/11/2025' in the same column is text",
        "3 November 2025 (--dates swapped)", "11 March 2025 (--dates as-is)",
    )  # fmt: skip
    assert [*importer.came(file, "--as evenings --dates as-is")] == [
        "2025-03-11", "2025-10-11", "2025-11-17", "2025-11-24"
    ]  # fmt: skip
    assert [*importer.came(file, "--as evenings --dates swapped")] == [
        "2025-11-03", "2025-11-10", "2025-11-17", "2025-11-24"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("on", "says"),
    [
        ("19/09/2052", "'19/09/2052' is 19 September 2052, which is still to come"),
        ("2926-09-19", "not within 1900 to 2100"),
        ("0025-09-19", "not within 1900 to 2100"),
        ("19/09/48", "'19/09/48' is 19 September 1948, which lies far back"),
        ("03/11/52", "'03/11/52' is 3 November 1952, which lies far back"),
        ("31/12/1989", "'31/12/1989' is 31 December 1989, which lies far back"),
    ],
)
def test_a_year_that_cannot_be_right_is_refused(on: str, says: str, csv: Csv, importer: Importer) -> None:
    file = csv("Data,Anna,Bruno,Carla", "19/09/2025,5,-2,-3", f"{on},-1,-4,5")
    (said,) = importer.refused(file, "--as evenings", "line 3, column Data: ", says)
    if "--dates any-year" in said:
        assert len(importer.came(file, "--as evenings --dates any-year")) == 2


@pytest.mark.parametrize(
    ("days", "says"),
    [
        (
            ("2025-01-10", "2015-01-17", "2025-01-24", "2025-01-31"),
            "line 3, column Data: 2015-01-17 comes after 2025-01-10, against the order of the others",
        ),
        (  # newest first
            ("2025-01-31", "2025-01-24", "2025-02-17", "2025-02-18", "2025-01-10", "2025-01-03"),
            "line 4, column Data: 2025-02-17 comes after 2025-01-24, against the order of the others (and 1 more)",
        ),
        (("2025-01-10", "2025-01-10", "2025-01-17"), ""),
        (("2025-01-17", "2025-01-10", "2025-01-10"), ""),
    ],
)
def test_a_day_against_the_order_of_the_others_is_pointed_out(
    days: Sequence[str], says: str, csv: Csv, importer: Importer
) -> None:
    evenings = (f"{day},{4 + at},2,-2,-2,{-2 - at}" for at, day in enumerate(days))
    importer.came(csv(HEAD, *evenings), "--as evenings --units gained")
    assert importer.said == (f"{says}: look whether that is the day\n" if says else "")


CHECKS = "Tot.,Suma,Diff,Saldo,Quadratura,\N{GREEK CAPITAL LETTER SIGMA},Sbilancio,Prova,OK"


def test_columns_that_check_the_others_are_no_players(csv: Csv, importer: Importer) -> None:
    file = csv(f"{HEAD},{CHECKS}", f"19/09/25,5,-5,1,-1,0{',0' * 9}", f"26/09/25,1,-2,3,-3,1{',0' * 9}")
    away = f"left out: columns {CHECKS.replace(',', ', ')} (neither a player nor a fact by its name)\n"
    assert importer.came(file, "--as evenings", away) == {"2025-09-19": ["5 -5 1 -1 0"], "2025-09-26": ["1 -2 3 -3 1"]}


def test_an_evening_of_eight_has_no_course_and_leaves_nothing_to_warn_of(
    say: Say, ok: Ok, csv: Csv, sheet: Callable[..., Sheet]
) -> None:
    # 37 - 16 - 8 - 4 - 2 - 1 - 3 - 3 = 0, and no part of them sums to 0
    eight = csv("Data,Anna,Bruno,Carla,Dario,Elena,Fabio,Gina,Hugo", "19/09/25,37,-16,-8,-4,-2,-1,-3,-3")
    ok(f"import {eight} --as evenings")
    assert [record.residual for record in sheet("1").records] == [24, -24]  # each for itself
    checked = say("check")
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")  # together nothing
    assert "biggest comeback" not in ok("records")


def test_no_comeback_and_no_run_comes_from_paper_sheets(ok: Ok, csv: Csv) -> None:
    head = "match,on,kind,caller,bid,partner,outcome,note," + ",".join(
        f"{word}{n}" for word in ("seat", "units") for n in range(1, 6)
    )
    deal = f"Mixed,2025-09-19,deal,Anna,K,Elena,made,,{FIVE},2,-1,-1,-1,1"
    paper = "{},2025-09-19,sheet,,,,,on paper,{},{}"
    # Anna is 30 behind after the first sheet, and wins by the second: nobody knows how it went
    sheets = (paper.format("Paper", FIVE, units) for units in ("-15,15,0,0,0", "40,-40,0,0,0"))
    ok(f"import {csv(head, *sheets)}")
    assert "biggest comeback" not in ok("records")
    # two deals won before a sheet and one behind it: two in a row, not three
    ok(f"import {csv(head, deal, deal, paper.format('Mixed', FIVE, '1,-1,0,0,0'), deal)}")
    assert [line.split()[:6] for line in ok("records").splitlines() if line.startswith("won in a row")] == [
        ["won", "in", "a", "row", "Anna", "2"]
    ]

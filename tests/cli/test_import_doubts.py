"""`scorer import` of tables that may mean two things: asked, or refused with both readings and their options."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from subprocess import CompletedProcess

import openpyxl
import pytest

from scorer.match.sheet import Sheet

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Match = Callable[..., Sheet]
HEAD = "Data,Anna,Bruno,Carla,Dario,Elena"


Csv = Callable[..., str]
# from below: Anna made it with Elena, then Bruno with Carla, then Bruno with Dario failed
NEWEST_FIRST = ("2025-10-03,2,-1,1,-3,1", "2025-09-26,1,1,0,-2,0", "2025-09-19,2,-1,-1,-1,1")


def both(refused: CompletedProcess[str], *options: str) -> None:
    """Check that an import was refused, and that the answer names these options."""
    assert refused.returncode == 3, refused.stderr
    assert [option for option in options if option not in refused.stderr] == [], refused.stderr
    assert refused.stderr.rstrip().endswith("say which")


def test_running_totals_that_are_kept_newest_first_are_not_turned_round(
    say: Say, ok: Ok, csv: Csv, sheet: Match, book_path: Path
) -> None:
    file = csv(HEAD, *NEWEST_FIRST)
    refused = say(f"import {file} --as wide")
    both(refused, "3 of 3 lines are deals if the newest stands first", "--order newest-first", "--order oldest-first")
    assert not book_path.exists()
    ok(f"import {file} --as wide --order newest-first")
    # from below: 2 -1 -1 -1 1; then 1-2=-1, 1+1=2, 0+1=1, -2+1=-1, 0-1=-1; then 1 -2 1 -1 1
    assert [list(sheet(n).records[0].payouts.values()) for n in "123"] == [
        [2, -1, -1, -1, 1], [-1, 2, 1, -1, -1], [1, -2, 1, -1, 1]
    ]  # fmt: skip
    assert [sheet(n).records[0].outcome for n in "123"] == ["made", "made", "failed"]
    assert [str(sheet(n).match.on) for n in "123"] == ["2025-09-19", "2025-09-26", "2025-10-03"]


@pytest.mark.parametrize(("units", "anna"), [("gained", 18), ("running --order oldest-first", 10)])
def test_running_totals_of_two_deals_that_could_be_deals_themselves_came_in_as_deals(
    units: str, anna: int, say: Say, ok: Ok, csv: Csv, sheet: Match
) -> None:
    """8 to Anna is 2/91, and 10 is 2/101; or 8, and then 10 - 8 = 2."""
    command = f"import {csv(HEAD, '2025-09-19,8,4,-4,-4,-4', '2025-09-19,10,5,-5,-5,-5')} --as wide"
    both(say(command), "deals as they stand, and as running totals too", "--units running", "--units gained")
    ok(f"{command} --units {units}")
    assert sheet("1").running["Anna"] == anna


def test_running_totals_that_begin_anew_were_taken_to_go_on_where_either_makes_deals(
    say: Say, ok: Ok, csv: Csv, book_path: Path
) -> None:
    """1-2 1+1 0+1 -2+1 0-1 is a deal; then 2 -1 -1 -1 1 is one, and so is 2-1 -1-1 -1-0 -1+2 1-0."""
    first = "2025-09-19,2,-1,-1,-1,1", "2025-09-19,1,1,0,-2,0"
    refused = say(f"import {csv(HEAD, *first, '2025-09-26,2,-1,-1,-1,1')} --as wide")
    assert "may go on from one evening to the next, or begin anew in each: every line is a deal" in refused.stderr
    assert not book_path.exists()
    assert "Imported 2 records" in ok(f"import {csv(HEAD, *first)} --as wide --order oldest-first")


@pytest.mark.parametrize("order", ["newest-first", "oldest-first"])
def test_running_totals_with_the_newest_evening_first_and_its_deals_forward_are_read_by_their_days(
    order: str, say: Say, ok: Ok, csv: Csv, sheet: Match
) -> None:
    older = ("2025-09-19,2,-1,-1,-1,1", "2025-09-19,1,1,0,-2,0", "2025-09-19,0,2,-1,0,-1")
    newer = ("2025-09-26,2,1,-2,-1,0", "2025-09-26,1,0,0,0,-1", "2025-09-26,2,-2,1,1,-2")
    file = csv(HEAD, *newer, *older)
    both(say(f"import {file} --as wide"), "6 if the oldest", "--order newest-first", "--order oldest-first")
    ok(f"import {file} --as wide --order {order}")
    # 2 -1 -1 -1 1; 1-2 1+1 0+1 -2+1 0-1; 0-1 2-1 -1-0 0+2 -1-0
    assert [list(record.payouts.values()) for record in sheet("1").records] == [
        [2, -1, -1, -1, 1], [-1, 2, 1, -1, -1], [-1, 1, -1, 2, -1]
    ]  # fmt: skip
    # the newer evening goes on from 0 2 -1 0 -1: 2-0 1-2 -2+1 -1-0 0+1
    # then 1-2 0-1 0+2 0+1 -1-0; and 2-1 -2-0 1-0 1-0 -2+1
    assert [list(record.payouts.values()) for record in sheet("2").records] == [
        [2, -1, -1, -1, 1], [-1, -1, 2, 1, -1], [1, -2, 1, 1, -1]
    ]  # fmt: skip


@pytest.mark.parametrize("columns", ["Data,Chiamante,Socio,Chiamata,Esito", "on,caller,partner,bid,outcome"])
def test_deals_that_run_from_the_newest_day_down_are_asked_for_their_order(
    columns: str, say: Say, ok: Ok, csv: Csv, sheet: Match
) -> None:
    rows = ("2025-10-03,Bruno,Carla,2,made", "2025-10-03,Anna,Bruno,K,failed", "2025-09-26,Dario,Elena,A,made")
    file = csv(columns, *rows)
    command = f"import {file} --match Evening --players Anna,Bruno,Carla,Dario,Elena"
    both(say(command), "the dates run from 2025-10-03 down to 2025-09-26", "--order newest-first")
    ok(f"{command} --order newest-first")
    assert [record.caller for record in sheet("2").records] == ["Anna", "Bruno"]


# 12 -3 -5 -2 -2, then 8 0 -4 -4 0, then 5 -5 0 0 0, then 6 0 -6 0 0
STANDINGS = ("2025-09-19,12,-3,-5,-2,-2", "2025-09-26,20,-3,-9,-6,-2", "2025-10-03,25,-8,-9,-6,-2")


@pytest.mark.parametrize("form", ["evenings", "wide"])
def test_standings_after_each_evening_are_not_added_up(
    form: str, say: Say, ok: Ok, csv: Csv, sheet: Match, book_path: Path
) -> None:
    file = csv(HEAD, *STANDINGS, "2025-10-10,31,-8,-15,-6,-2")
    both(say(f"import {file} --as {form}"), "--units running", "--units gained")
    assert not book_path.exists()
    done = say(f"import {file} --as evenings --units running")
    assert "running totals: what was gained since the line before counts; who stays" in done.stderr
    assert sheet("2").records[0].payouts == {"Anna": 8, "Carla": -4, "Dario": -4}  # who stayed at -3 and -2 was away
    # 25-20 = 5, -8+3 = -5: fewer than three moved, and all are kept
    assert sheet("3").records[0].payouts == {"Anna": 5, "Bruno": -5, "Carla": 0, "Dario": 0, "Elena": 0}
    assert sum(sheet(n).running["Anna"] for n in "1234") == 31


def standings_down(head: str) -> list[str]:
    """The standings after three evenings, newest first, with numbers and no dates: Anna has 12, 20, 25."""
    return [f"{head},Anna,Bruno,Carla,Dario,Elena", "3,25,-8,-9,-6,-2", "2,20,-3,-9,-6,-2", "1,12,-3,-5,-2,-2"]


@pytest.mark.parametrize("head", ["Serata", "Partita", "Nr", "N."])
@pytest.mark.parametrize("form", ["evenings", "wide"])
def test_standings_without_dates_whose_numbers_run_down_are_not_turned_round(
    head: str, form: str, say: Say, csv: Csv, book_path: Path
) -> None:
    file = csv(*standings_down(head))
    refused = say(f"import {file} --as {form} --on 2026-05-01 --units running")
    both(refused, "numbers run from 3 down to 1", "--order newest-first", "--order oldest-first")
    assert not book_path.exists()


@pytest.mark.parametrize(("step", "order"), [(1, "--order newest-first"), (-1, "")])
def test_standings_without_dates_are_read_as_is_said_or_as_their_numbers_run_up(
    step: int, order: str, ok: Ok, csv: Csv, sheet: Match
) -> None:
    head, *rows = standings_down("Serata")
    ok(f"import {csv(head, *rows[::step])} --as evenings --on 2026-05-01 --units running {order}")
    # 12 -3 -5 -2 -2; then 20-12 = 8, -9+5 = -4, -6+2 = -4; then 25-20 = 5, -8+3 = -5
    assert [sheet(n).running["Anna"] for n in "123"] == [12, 8, 5]
    assert sheet("2").records[0].payouts == {"Anna": 8, "Carla": -4, "Dario": -4}


def test_two_standings_are_no_gains_where_it_is_said_that_they_are_running(ok: Ok, csv: Csv, sheet: Match) -> None:
    ok(f"import {csv(HEAD, *STANDINGS[:2])} --as evenings --units running")
    assert [sheet(n).running["Anna"] for n in "12"] == [12, 8]  # 20 - 12 = 8


def english_excel(path: Path) -> str:
    """3, 10, 17 and 24 November typed day first in an English Excel: two became days of March and October."""
    book = openpyxl.Workbook()
    book.active.append(HEAD.split(","))
    for on in (datetime(2025, 3, 11), datetime(2025, 10, 11), "17/11/2025", "24/11/2025"):  # noqa: DTZ001
        book.active.append([on, *((5, -5, 1, 0, -1) if on == "17/11/2025" else (-3, 4, 0, -2, 1))])
    book.save(path)
    return str(path)


def test_dates_that_a_spreadsheet_turned_round_are_asked_for(
    say: Say, ok: Ok, tmp_path: Path, sheet: Match, book_path: Path
) -> None:
    file = english_excel(tmp_path / "november.xlsx")
    refused = say(f"import {file} --as evenings")
    both(refused, "row 2, column Data: '2025-03-11' is a date, and '17/11/2025' in the same column is text")
    both(refused, "03 November 2025 (--dates swapped)", "11 March 2025 (--dates as-is)")
    assert not book_path.exists()
    assert "2025-03-11 to 2025-11-24" in say(f"import {file} --as evenings --dates as-is --dry-run").stderr
    ok(f"import {file} --as evenings --dates swapped")
    assert [str(sheet(n).match.on) for n in "1234"] == ["2025-11-03", "2025-11-10", "2025-11-17", "2025-11-24"]


@pytest.mark.parametrize(
    ("on", "says"),
    [
        ("19/09/2052", "'19/09/2052' is 19 September 2052, which is still to come"),
        ("2926-09-19", "not within 1900 to 2100"),
        ("0025-09-19", "not within 1900 to 2100"),
        ("19/09/1926", "'19/09/1926' is 19 September 1926, which lies far back"),
        ("19/09/48", "'19/09/48' is 19 September 1948, which lies far back"),
        ("03/11/52", "'03/11/52' is 03 November 1952, which lies far back"),
        ("31/12/1989", "'31/12/1989' is 31 December 1989, which lies far back"),
    ],
)
def test_a_year_that_cannot_be_right_is_refused(on: str, says: str, say: Say, csv: Csv, book_path: Path) -> None:
    file = csv("Data,Anna,Bruno,Carla", "19/09/2025,5,-2,-3", f"{on},-1,-4,5")
    refused = say(f"import {file} --as evenings")
    assert (refused.returncode, book_path.exists()) == (3, False)
    assert "line 3, column Data: " in refused.stderr
    assert says in refused.stderr, refused.stderr
    if "--dates any-year" in refused.stderr:
        assert say(f"import {file} --as evenings --dates any-year").returncode == 0


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
    days: Sequence[str], says: str, say: Say, csv: Csv
) -> None:
    evenings = (f"{day},{4 + at},2,-2,-2,{-2 - at}" for at, day in enumerate(days))
    done = say(f"import {csv(HEAD, *evenings)} --as evenings --units gained")
    assert done.stderr == (f"{says}: look whether that is the day\n" if says else "")


CHECKS = "Tot.,Suma,Diff,Saldo,Quadratura,\N{GREEK CAPITAL LETTER SIGMA},Sbilancio,Prova,OK"


def test_columns_that_check_the_others_are_no_players(say: Say, csv: Csv) -> None:
    file = csv(f"{HEAD},{CHECKS}", f"19/09/25,5,-5,1,-1,0{',0' * 9}", f"26/09/25,1,-2,3,-3,1{',0' * 9}")
    done = say(f"import {file} --as evenings")
    away = f"left out: columns {', '.join(CHECKS.split(','))} (neither a player nor a fact by its name)\n"
    assert away in done.stderr
    assert "5 new players (Anna, Bruno, Carla, Dario, Elena)" in done.stdout


def test_a_column_of_zeros_or_of_sums_is_asked_for_whatever_it_is_called(say: Say, ok: Ok, csv: Csv) -> None:
    rows = ("19/09/25,5,-5,1,-1,0", "26/09/25,-6,1,3,-3,5", "03/10/25,1,-1,3,-4,1")
    file = csv(f"{HEAD},Giusto", *(f"{row},0" for row in rows))
    refused = say(f"import {file} --as evenings --dates day-first")
    both(refused, "line 1, column Giusto: every cell is 0", '--ignore "Giusto"', '--keep "Giusto"')
    assert "6 new players" in ok(f"import {file} --as evenings --dates day-first --keep Giusto --dry-run")
    assert "5 new players" in ok(f"import {file} --as evenings --dates day-first --ignore Giusto --dry-run")
    # 74 + 46 + 30 + 10 + 0 = 160
    file = csv(f"{HEAD},Insgesamt", "2025-09-19,74,46,30,10,0,160", "2025-09-26,10,20,30,40,50,150")
    both(say(f"import {file} --as evenings"), "column Insgesamt: it has the sum of the others in every line")


def test_a_column_of_zeros_is_asked_for_in_two_evenings_too_and_not_in_two_deals(say: Say, ok: Ok, csv: Csv) -> None:
    # 12 - 1 - 5 - 7 + 1 = 0, and 4 - 9 - 2 + 5 + 2 = 0
    file = csv("Data;Anna;Bruno;Carla;Dario;Elena;Zeno", "19/09/25;12;-1;-5;-7;1;0", "26/09/25;4;-9;-2;5;2;0")
    both(say(f"import {file} --as evenings"), "column Zeno: every cell is 0", '--ignore "Zeno"', '--keep "Zeno"')
    assert "6 new players" in ok(f"import {file} --as evenings --keep Zeno --dry-run")
    # Zeno rests in both deals: 2 - 1 - 1 - 1 + 1 = 0
    file = csv(f"{HEAD},Zeno", "2025-09-19,2,-1,-1,-1,1,0", "2025-09-19,1,-2,1,-1,1,0")
    assert "Imported 2 records" in ok(f"import {file} --as wide")


# 37 - 16 - 8 - 4 - 2 - 1 - 3 - 3 = 0, and no part of them sums to 0
EIGHT = "19/09/25,37,-16,-8,-4,-2,-1,-3,-3"


def test_an_evening_of_eight_has_no_course_and_leaves_nothing_to_warn_of(
    say: Say, ok: Ok, csv: Csv, sheet: Match
) -> None:
    ok(f"import {csv('Data,Anna,Bruno,Carla,Dario,Elena,Fabio,Gina,Hugo', EIGHT)} --as evenings")
    first, second = sheet("1").records
    assert (first.residual, second.residual) == (24, -24)  # each for itself
    checked = say("check")
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")  # together nothing
    assert "biggest comeback" not in ok("records")


def test_no_comeback_and_no_run_comes_from_paper_sheets(ok: Ok, csv: Csv) -> None:
    head = "league,match,on,variant,kind,caller,bid,partner,outcome,note,"
    head += ",".join(f"{word}{n}" for word in ("seat", "units") for n in range(1, 6))
    seats = "Anna,Bruno,Carla,Dario,Elena"

    def deal(match: str) -> str:
        return f"main,{match},2025-09-19,chiamata,deal,Anna,K,Elena,made,,{seats},2,-1,-1,-1,1"

    def paper(match: str, units: Sequence[int]) -> str:
        return f"main,{match},2025-09-19,chiamata,sheet,,,,,on paper,{seats},{','.join(map(str, units))}"

    # Anna is 30 behind after the first sheet, and wins by the second: nobody knows how it went
    ok(f"import {csv(head, paper('Paper', (-15, 15, 0, 0, 0)), paper('Paper', (40, -40, 0, 0, 0)))}")
    assert "biggest comeback" not in ok("records")
    # two deals won before a sheet and one behind it: two in a row, not three
    ok(f"import {csv(head, deal('Mixed'), deal('Mixed'), paper('Mixed', (1, -1, 0, 0, 0)), deal('Mixed'))}")
    assert [line.split()[:6] for line in ok("records").splitlines() if line.startswith("won in a row")] == [
        ["won", "in", "a", "row", "Anna", "2"]
    ]

"""`scorer import` of tables with rows that add others up, or take means of them: none of them is ever played."""

import random
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import openpyxl
import pytest

from scorer.match.sheet import Sheet
from tests.running import refused

Asked = Callable[..., tuple[int, str]]

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Match = Callable[..., Sheet]
Csv = Callable[..., str]
HEAD = "Anna;Bruno;Carla;Dario;Elena"
PEOPLE = HEAD.split(";")
# Anna with Elena; Bruno failed with Elena; Carla with Bruno. Together 2, -2, 2, -1, -1, which no deal pays.
DEALS = ("2;-1;-1;-1;1", "1;-2;1;1;-1", "-1;1;2;-1;-1")
SUMS = "2;-2;2;-1;-1"
ALL_LINES = "--match Paper --on 2026-01-09"
# 2 + 2 and so on: Anna with Elena again, who made 2/71
TWICE = ("2;-1;-1;-1;1", "2;-1;-1;-1;1", "4;-2;-2;-2;2")


@pytest.mark.parametrize(
    "word", ["Suma", "Saldo", "\N{GREEK CAPITAL LETTER SIGMA}", "Parziale", "Summe", "Fine serata", "", "4", "Totale"]
)
def test_a_row_of_totals_below_numbered_deals_was_played(word: str, say: Say, csv: Csv, sheet: Match) -> None:
    lines = [f"{number};{deal}" for number, deal in enumerate(DEALS, 1)]
    done = say(f"import {csv(f'Nr;{HEAD}', *lines, f'{word};{SUMS}')} --as wide {ALL_LINES}")
    assert "left out: 1 row of totals (line 5)" in done.stderr, done.stderr
    assert list(sheet("1").running.values()) == [2, -2, 2, -1, -1]


@pytest.mark.parametrize("column", ["Mazziere", "Giro", "Data", "Serata", "Ora", "Note"])
@pytest.mark.parametrize("word", ["Suma", "Fine serata", "Zwischensumme"])
def test_a_word_of_any_column_beside_the_sums_makes_no_deal_of_them(
    column: str, word: str, say: Say, csv: Csv, sheet: Match
) -> None:
    beside = {"Mazziere": PEOPLE, "Data": ["19/09/2025"] * 3, "Ora": ["22:10"] * 3, "Note": [""] * 3}.get(
        column, ["1", "1", "1"]
    )
    lines = [f"{deal};{cell}" for deal, cell in zip(DEALS, beside, strict=False)]
    on = "" if column == "Data" else "--on 2026-01-09"
    match = "" if column == "Serata" else "--match Paper"
    done = say(f"import {csv(f'{HEAD};{column}', *lines, f'{SUMS};{word}')} --as wide {on} {match}")
    assert "left out: 1 row of totals (line 5)" in done.stderr, done.stderr
    assert list(sheet("1").running.values()) == [2, -2, 2, -1, -1]


def test_totals_of_evenings_of_months_and_of_all_are_each_left_out(say: Say, csv: Csv, sheet: Match) -> None:
    # two evenings of three deals, each with its sums, and twice the sums below: 4, -4, 4, -2, -2
    evenings = [f"{on};{deal}" for on in ("19/09/2025", "26/09/2025") for deal in (*DEALS, SUMS)]
    done = say(f"import {csv(f'Data;{HEAD}', *evenings, 'xx;4;-4;4;-2;-2')} --as wide")
    assert "left out: 3 rows of totals (line 5, 9, 10)" in done.stderr, done.stderr
    assert [len(sheet(number).records) for number in "12"] == [3, 3]


def test_the_sum_of_two_deals_that_could_be_a_deal_is_asked_for(
    say: Say, ok: Ok, csv: Csv, sheet: Match, book_path: Path
) -> None:
    file = csv(f"Nr;{HEAD}", *(f"{number};{deal}" for number, deal in enumerate(TWICE, 1)))
    refused = say(f"import {file} --as wide {ALL_LINES}")
    assert refused.stderr == (
        "scorer: line 4: this adds up other lines, and could be a deal or an evening of its own; the table counts "
        "without 4 (--totals 4) or with it (--totals none): say which\n"
    )
    assert not book_path.exists()
    ok(f"import {file} --as wide {ALL_LINES} --totals 4")
    assert sheet("1").running["Anna"] == 4  # 2 + 2
    ok(f"import {file} --as wide --match Other --on 2026-01-09 --totals none")
    assert sheet("2").running["Anna"] == 8  # 2 + 2 + 4


def test_a_total_was_played_where_the_newest_evening_stands_first(say: Say, ok: Ok, csv: Csv, sheet: Match) -> None:
    """What it adds up stands below it: three deals of the 9th and two of the 16th, of Anna 2 - 2 - 1 + 4 - 2 = 1."""
    of_the_16th = ("2026-01-16;4;4;-2;-2;-2;2", "2026-01-16;5;-2;-2;8;-2;-2")
    of_the_9th = ("2026-01-09;1;2;1;-1;-1;-1", "2026-01-09;2;-2;-1;1;1;1", "2026-01-09;3;-1;0;1;-1;1")
    file = csv(f"Data;Nr;{HEAD}", *of_the_16th, ";;1;-4;7;-5;1", *of_the_9th)
    done = say(f"import {file} --as wide --order newest-first")
    assert "left out: 1 row of totals (line 4)\n" in done.stderr, done.stderr
    assert [list(sheet(number).running.values()) for number in ("1", "2")] == [[-1, 0, 1, -1, 1], [2, -4, 6, -4, 0]]
    evenings = csv(f"Data;{HEAD}", "2026-01-16;4;-2;-2;-2;2", "2026-01-16;6;1;-5;-4;2", "2026-01-09;2;3;-3;-2;0")
    again = say(f"import {evenings} --as evenings --units gained --twice")
    assert "line 3: this adds up other lines, and could be a deal or an evening of its own" in again.stderr, (
        again.stderr
    )
    ok(f"import {evenings} --as evenings --units gained --twice --totals 3")


def test_a_total_above_the_evenings_of_its_own_day_was_an_evening(say: Say, ok: Ok, csv: Csv, sheet: Match) -> None:
    """Newest first: what it adds up stands below it, and the last of that has its day. 4 - 8 + 3 = -1 of Anna."""
    newer = ("2026-02-06;5;5;-4;-2;-4", "2026-01-30;-9;6;1;1;1")
    older = ("2026-01-23;3;-3;2;-6;4", "2026-01-16;-8;1;5;4;-2", "2026-01-09;4;-2;-2;-2;2")
    command = f"import {csv(f'Data;{HEAD}', *newer, '2026-01-23;-1;-4;5;-4;4', *older)} --as evenings --units gained"
    assert "line 4: this adds up other lines, and could be a deal or an evening" in say(command).stderr
    ok(f"{command} --totals 4")
    assert [sheet(str(number)).running["Anna"] for number in range(1, 6)] == [5, -9, 3, -8, 4]


def test_what_was_said_of_one_total_let_another_row_pass(say: Say, csv: Csv, book_path: Path) -> None:
    evenings = ("2026-01-09;4;-2;-2;-2;2", "2026-01-16;6;1;-5;-4;2", "2026-01-23;10;-1;-7;-6;4")  # 4 + 6 = 10
    command = f"import {csv(f'Data;{HEAD}', *evenings, ';3;-1;-2;-1;1')} --as evenings --units gained"
    assert "line 4: this adds up other lines" in say(command).stderr
    assert "line 5: this row has nothing under Data, where the others have" in say(f"{command} --totals none").stderr
    assert not book_path.exists()


def test_a_standing_on_the_day_of_another_evening_was_kept_as_a_sheet(say: Say, csv: Csv, book_path: Path) -> None:
    """Newest first, begun anew: the standing above the 14th gets the day above it. The first of the 21st is -1, and
    Anna would have -1 + 9 = 8 of it."""
    the_21st = (";3;0;-2;-3;5;0", "2023-10-21;2;0;-2;-3;5;0", "2023-10-21;1;-1;-1;-1;4;-1")
    deals_of_the_14th = ("2023-10-14;3;-9;-9;14;-5;9", "2023-10-14;2;-6;-6;2;-2;12", "2023-10-14;1;-2;-2;-2;2;4")
    the_14th = (";4;-9;-9;14;-5;9", *deals_of_the_14th)
    done = say(f"import {csv(f'Data;Nr;{HEAD}', *the_21st, *the_14th)} --as wide --order newest-first")
    assert done.stderr == (
        "scorer: line 4: these are running totals, and what was gained since the line before is no deal; if this row "
        "adds others up or says something of them, delete it, else put it right\n"
    )
    assert not book_path.exists()


def test_an_evening_was_left_out_for_a_word_in_a_column_that_nobody_knows(say: Say, csv: Csv, book_path: Path) -> None:
    evenings = ("2026-01-09;4;-2;-2;-2;2;media", "2026-01-16;6;1;-5;-4;2;")
    command = f"import {csv(f'Data;{HEAD};Regenwetter', *evenings)} --as evenings --units gained"
    assert '--ignore "Regenwetter" leaves it away' in say(command).stderr
    assert not book_path.exists()
    assert "Imported 2 records" in say(f'{command} --ignore "Regenwetter"').stdout


def test_standings_that_their_last_row_repeats_were_taken_for_gains(say: Say, csv: Csv, book_path: Path) -> None:
    """From line to line they change much: Anna by -6 and by 1."""
    standings = ("2026-01-09;2;3;-3;-2;0", "2026-01-16;-4;2;5;-1;-2", "2026-01-23;-3;7;2;-4;-2")
    done = say(f"import {csv(f'Data;{HEAD}', *standings, 'Totale;-3;7;2;-4;-2')} --as evenings")
    assert done.stderr.startswith("scorer: the row of totals repeats a line, as below standings: they are the standing")
    assert not book_path.exists()


@pytest.mark.parametrize(
    ("totals", "says"),
    [
        ("9", "--totals 9: line 9 is no row with units"),
        ("3", "--totals 3: line 3 is not the sum of other lines"),
        ("4,x", "--totals x: say the numbers of lines, as in 5,9, or none"),
        ("4;5", "--totals 4;5: say the numbers of lines, as in 5,9, or none"),
        ("6", "--totals 6: the other sums do not fit; say --totals 4,6"),
    ],
)
def test_totals_that_are_none_are_refused(totals: str, says: str, say: Say, csv: Csv, book_path: Path) -> None:
    # without line 4, 2 + 2 + 1 = 5: line 6 is the sum of lines 2, 3 and 5, and no deal; with it line 4 adds up
    deals = (*TWICE, "1;-2;1;1;-1", "5;-4;-1;-1;1")
    file = csv(f"Nr;{HEAD}", *(f"{number};{deal}" for number, deal in enumerate(deals, 1)))
    refused = say(["import", file, "--as", "wide", *ALL_LINES.split(), "--totals", totals])
    assert (refused.returncode, book_path.exists()) == (3, False)
    if totals != "6":
        assert refused.stderr == f"scorer: {says}\n"


def test_on_a_terminal_it_is_asked_which_lines_are_totals(csv: Csv, asked: Asked) -> None:
    file = csv(f"Nr;{HEAD}", *(f"{number};{deal}" for number, deal in enumerate(TWICE, 1)))
    answers = [("Which is right?", "1"), ("Take it in so?", "y")]
    code, screen = asked(["import", file, *ALL_LINES.split()], answers)
    assert (code, "Imported 2 records" in screen) == (0, True), screen


def test_a_row_that_says_it_is_a_total_and_is_none_is_named_with_both_figures(
    say: Say, csv: Csv, book_path: Path
) -> None:
    lines = [f"19/09/2025;{deal}" for deal in DEALS]
    refused = say(f"import {csv(f'Data;{HEAD}', *lines, 'Totale;2;-2;3;-2;-1')} --as wide")
    assert refused.stderr == (
        "scorer: line 5, column Carla: 'Totale' has +3 here, and the lines that it adds up have +2: "
        "put right which of them is wrong, or delete the row\n"
    )
    assert not book_path.exists()


MEANS = "Media,Average,Durchschnitt,Promedio,\N{LATIN CAPITAL LETTER O WITH STROKE},Min,Massimo,Presenze,Vittorie,Rank"


@pytest.mark.parametrize("word", MEANS.split(","))
def test_a_row_of_means_multiplied_a_season(word: str, say: Say, csv: Csv, sheet: Match) -> None:
    lines = ("19/09/25;2;-1;-1;-1;1", "26/09/25;4;-2;-2;-2;2", "27/09/25;-1;-1;4;-1;-1")
    done = say(f"import {csv(f'Data;{HEAD}', *lines, f'{word};1,67;-1,33;0,33;-1,33;0,67')} --as evenings")
    assert "left out: 1 row of means, counts or places (line 5)" in done.stderr, done.stderr
    assert sum(sheet(number).running["Anna"] for number in "123") == 5  # 2 + 4 - 1


def test_a_row_that_nobody_understands_has_no_voice_in_what_a_unit_is_worth(say: Say, csv: Csv) -> None:
    lines = ("19/09/25;2;-1;-1;-1;1", "26/09/25;4;-2;-2;-2;2", "Mezzo;1,67;-1,33;0,33;-1,33;0,66")
    refused = say(f"import {csv(f'Data;{HEAD}', *lines)} --as evenings --units gained")
    assert "line 4, column Data: 'Mezzo' is not a date" in refused.stderr
    assert "--unit-value" not in refused.stderr
    dated = [*lines[:2], lines[2].replace("Mezzo", "27/09/25")]
    refused = say(f"import {csv(f'Data;{HEAD}', *dated)} --as evenings")
    assert "has decimals, and the rows beside it have none: are these means?" in refused.stderr
    assert "--unit-value" not in refused.stderr


@pytest.mark.parametrize("file", ["csv", "xlsx"])
def test_amounts_that_all_end_in_00_were_units(file: str, say: Say, csv: Csv, sheet: Match, tmp_path: Path) -> None:
    """Of 50 cents each, 1,00 is 2 units; nothing else in the table shows it."""
    rows = [[1, 3, -2, 0, -2], [5, -5, 0, 0, 0]]
    days = ["2025-09-19", "2025-09-26"]
    path = tmp_path / "home.xlsx"
    book = openpyxl.Workbook()
    for row in ["Data", *PEOPLE], *([day, *row] for day, row in zip(days, rows, strict=True)):
        book.active.append(row)
    for cells in book.active["B2:F3"]:
        for cell in cells:
            cell.number_format = "0.00"
    book.save(path)
    amounts = [f"{day};{';'.join(f'{units},00' for units in row)}" for day, row in zip(days, rows, strict=True)]
    name = csv(f"Data;{HEAD}", *amounts) if file == "csv" else str(path)
    refused = say(f"import {name} --as evenings")
    assert "may be an amount of money: --unit-value says what a unit is worth; 1.00 keeps the numbers as they are" in (
        refused.stderr
    )
    assert refused.returncode == 3
    say(f"import {name} --as evenings --unit-value 0.50")
    assert [list(sheet(n).running.values()) for n in "12"] == [[2, 6, -4, 0, -4], [10, -10, 0, 0, 0]]
    say(f"import {name} --as evenings --unit-value 1.00 --twice")
    assert list(sheet("3").running.values()) == [1, 3, -2, 0, -2]


def test_a_row_that_can_only_be_a_total_is_left_out_in_spite_of_totals_none_and_the_answer_says_so(
    say: Say, csv: Csv
) -> None:
    lines = [f"{number};{deal}" for number, deal in enumerate(DEALS, 1)]
    done = say(f"import {csv(f'Nr;{HEAD}', *lines, f';{SUMS}')} --as wide {ALL_LINES} --totals none")
    assert "left out: 1 row that can be nothing but totals (line 5)" in done.stderr


# After the second evening all stand as before; in the third two move, in the fourth all
STILL = (
    "2025-09-19;12;-3;-5;-2;-2",
    "2025-09-26;12;-3;-5;-2;-2",
    "2025-10-03;15;-6;-5;-2;-2",
    "2025-10-10;3;0;-1;-2;0",
)


def test_an_evening_after_which_all_stood_as_before_was_dropped(say: Say, csv: Csv, sheet: Match) -> None:
    command = f"import {csv(f'Data;{HEAD}', *STILL)} --as evenings --units running"
    refused = say(command)
    assert "line 3: all stand as before, and this is a standing said once more, and left out (--totals 3) or" in (
        refused.stderr
    )
    assert "played, and nobody moved (--totals none)" in refused.stderr
    done = say(f"{command} --totals none")
    assert "who stays at the same units was not there, but where fewer than three move all were (line 3 and 4)" in (
        done.stderr
    )
    # 12-12 and so on; 15-12, -6+3; 3-15, 0+6, -1+5, Dario -2 as before and not there, 0+2
    assert [sheet(n).running for n in "234"] == [
        dict.fromkeys(PEOPLE, 0),
        dict(zip(PEOPLE, [3, -3, 0, 0, 0], strict=True)),
        {"Anna": -12, "Bruno": 6, "Carla": 4, "Elena": 2},
    ]


def test_a_standing_said_once_more_is_no_evening(say: Say, csv: Csv, sheet: Match) -> None:
    command = f"import {csv(f'Data;{HEAD}', *STILL, ';3;0;-1;-2;0')} --as evenings --units running"
    done = say(f"{command} --totals 3")
    assert "left out: 2 rows of totals (line 3, 6)" in done.stderr  # line 6 has no day: no evening can be meant
    assert str(sheet("2").match.on) == "2025-10-03"
    assert (
        "--totals 4: the units are running totals, of which line 4 adds up none" in say(f"{command} --totals 4").stderr
    )


def test_what_is_left_out_is_named_with_its_rule_and_its_count(say: Say, csv: Csv) -> None:
    names = f"Data;{HEAD};Mazziere;Meteo"
    lines = ("Lega;;;;;;;;", names, "19/09/25;2;-1;-1;-1;1;Anna;sole", names, "26/09/25;5;-2;-1;-1;-1;Bruno;",
             "Media;3,5;-1,5;-1;-1;0;;", "Totale;7;-3;-2;-2;0;;", ";;;;;;;neve")  # fmt: skip
    for dry in ("--dry-run", ""):
        done = say(f"import {csv(*lines)} --as evenings --units gained --ignore Meteo {dry}")
        assert (
            "left out: 1 row above the names of the columns (line 1); 1 row with the names of the columns (line 4); "
            "1 row of means, counts or places (line 6); 1 row without a number (line 8); 1 row of totals (line 7); "
            "column Meteo (as --ignore says); column Mazziere (units are kept without them)\n"
        ) in done.stderr, done.stderr


NOT_UNDERSTOOD = {
    "a word in place of a number": ((f"Nr;{HEAD}", f"1;{DEALS[0]}", f"finta;{DEALS[1]}"), "'finta' is no number of a"),
    "a word in place of a dealer": ((f"Mazziere;{HEAD}", f"Anna;{DEALS[0]}", f"boh;{DEALS[1]}"), "'boh' is none of"),
    "figures above the header": (("5;-5;0;0;0;0", f"Nr;{HEAD}", f"1;{DEALS[0]}"), "this row stands above the names"),
    "units without a player": (
        ("Giocatore 1;Punti 1;Giocatore 2;Punti 2;Giocatore 3;Punti 3", "Anna;5;;-2;Carla;-3"),
        "line 2, column Giocatore 2: '-2' without a player"),
    "a player twice in a line": (
        ("Giocatore 1;Punti 1;Giocatore 2;Punti 2;Giocatore 3;Punti 3", "Anna;5;Anna;-2;Carla;-3"),
        "line 2, column Giocatore 2: Anna stands twice in this line"),
    "nobody's row": (("Data;Giocatore;Punti", "19/09/25;Anna;5", "19/09/25;;-5"), "line 3: -5 without a player"),
    "a cell too many": (("Data;Giocatore;Punti", "19/09/25;Anna;5", "19/09/25;Bo;-5;7"), "line 3: 4 cells, too many"),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "says"), NOT_UNDERSTOOD.values(), ids=NOT_UNDERSTOOD)
def test_a_cell_that_nobody_understands_was_dropped(
    lines: tuple[str, ...], says: str, say: Say, csv: Csv, book_path: Path
) -> None:
    refused = say(f"import {csv(*lines)} --as {'evenings' if 'Punti' in lines[0] else 'wide'} {ALL_LINES}")
    assert (refused.returncode, says in refused.stderr, book_path.exists()) == (3, True, False), refused.stderr


def test_two_options_that_are_needed_were_asked_in_turn(say: Say, csv: Csv) -> None:
    lines = (
        f"Data;{HEAD}",
        "05/09/25;-1,50 €;0,50 €;1,00 €;0,00 €;0,00 €",
        "06/09/25;-1,00 €;0,50 €;0,50 €;0,00 €;0,00 €",
    )
    money, dates, form = say(f"import {csv(*lines)} --units gained").stderr.splitlines()
    assert "--unit-value says what a unit is worth; all of them are multiples of 0.50" in money
    assert (
        "'05/09/25' is 05 September 2025 (--dates day-first) or 09 May 2025 (--dates month-first): say which" in dates
    )
    assert form.endswith("--dry-run shows how it is read, --as evenings takes it in so")
    numbered = csv(f"Nr;{HEAD}", *(f"{number};{deal}" for number, deal in enumerate(TWICE, 1)))
    totals, form, on = say(f"import {numbered} --match Paper").stderr.splitlines()
    assert "--totals 4" in totals
    assert "--as wide takes it in so" in form
    assert on == "there is no column on; --on DATE says it for all lines"


@pytest.mark.parametrize(
    "lines",
    [
        ("Date,Player Name,Score", "2026-01-16,Ada,5", "2026-01-16,Bice,-5"),
        ("Pos.;Giocatore;16/01/2026;23/01/2026;Totale", "1;Anna;5;-3;2", "2;Bruno;-5;3;-2"),
        ("Data;Anna;Bruno;", "19/09/2025;2;1;-3"),
    ],
)
def test_no_hint_leaves_players_or_days_away(lines: tuple[str, ...], say: Say, csv: Csv) -> None:
    refused = say(f"import {csv(*lines)} --as evenings --dry-run")
    assert (refused.returncode, "--ignore" in refused.stderr) == (3, False), refused.stderr


def deal_of(dice: random.Random) -> list[int]:
    """What a random deal of five pays: u to each defender, from the caller with a partner, or alone."""
    u, caller, partner = dice.choice([1, 1, 2, 3, -1, -2]), *dice.sample(range(5), 2)
    units = [-u] * 5
    units[caller], units[partner] = 2 * u, u
    if dice.random() < 0.2:
        units[partner], units[caller] = -u, 4 * u
    return units


def test_no_random_table_of_two_to_twenty_deals_counts_its_totals(say: Say, csv: Csv, sheet: Match) -> None:
    dice = random.Random(44)
    came_in = 0
    for at in range(40):
        deals = [deal_of(dice) for _ in range(dice.randint(2, 20))]
        sums = [sum(column) for column in zip(*deals, strict=True)]
        words = [*map(str, range(1, len(deals) + 1)), dice.choice(["", "Suma", "Saldo", str(len(deals) + 1), "Fine"])]
        lines = [";".join([word, *map(str, row)]) for word, row in zip(words, [*deals, sums], strict=True)]
        done = say(f"import {csv(f'Nr;{HEAD}', *lines)} --as wide --match M{at} --on 2026-01-09")
        if done.returncode == 0:
            assert [*sheet(f"M{at}").running.values()] == sums, lines
        else:
            assert "--totals" in done.stderr or not any(sums), (lines, done.stderr)
        came_in += done.returncode == 0
    assert came_in > 30  # a few may be asked for


RUNNING = (
    "Data;Anna;Bruno;Carla;Dario;Elena",
    "16/01/26;12;-3;-5;-2;-2",
    "23/01/26;20;-3;-9;-6;-2",
    "30/01/26;25;-8;-9;-6;-2",
)


def test_a_total_below_running_totals_is_looked_at_too(say: Say, ok: Ok, csv: Csv, sheet: Match) -> None:
    wrong = csv(*RUNNING, "Totale;26;-9;-9;-6;-2")
    refused(say(f"import {wrong} --as evenings --units running"), 3,
            "line 5: 'Totale' has +26 for Anna, and the last running total is +25")  # fmt: skip
    ok(f"import {csv(*RUNNING, 'Totale;25;-8;-9;-6;-2')} --as evenings --units running")
    assert sheet("3").records[0].payouts["Anna"] == 25 - 20

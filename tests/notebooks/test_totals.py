"""Rows that add others up, or take means of them: none of them is ever played, and what is doubtful is asked."""

from collections.abc import Callable

import pytest

from tests.fixtures import FIVE
from tests.imports import Csv, Importer, Table, came, refused

PEOPLE = FIVE.replace(",", ";")
DATED, NUMBERED = f"Data;{PEOPLE}", f"Nr;{PEOPLE}"
SEATED = "Giocatore 1;Punti 1;Giocatore 2;Punti 2;Giocatore 3;Punti 3"
# Anna with Elena; Bruno failed with Elena; Carla with Bruno. Together 2, -2, 2, -1, -1, which no deal pays.
DEALS, SUMS = ("2;-1;-1;-1;1", "1;-2;1;1;-1", "-1;1;2;-1;-1"), "2;-2;2;-1;-1"
OF_DEALS = [deal.replace(";", " ") for deal in DEALS]
THREE = [f"{number};{deal}" for number, deal in enumerate(DEALS, 1)]
# 2 + 2 and so on: Anna with Elena again, who made 2/71
TWICE = ("1;2;-1;-1;-1;1", "2;2;-1;-1;-1;1", "3;4;-2;-2;-2;2")
WIDE = "--as wide --match Paper --on 2026-01-09"
GAINED = "--as evenings --units gained"
OR_A_DEAL = "line {}: this adds up other lines, and could be a deal or an evening of its own"
AN_EVENING = ("19/09/25;2;-1;-1;-1;1", "26/09/25;4;-2;-2;-2;2")
# After the second evening all stand as before; in the third two move, in the fourth all
STILL = (
    DATED, "2025-09-19;12;-3;-5;-2;-2", "2025-09-26;12;-3;-5;-2;-2", "2025-10-03;15;-6;-5;-2;-2",
    "2025-10-10;3;0;-1;-2;0",
)  # fmt: skip
RUNNING = (DATED, "16/01/26;12;-3;-5;-2;-2", "23/01/26;20;-3;-9;-6;-2", "30/01/26;25;-8;-9;-6;-2")


TABLES: dict[str, Table] = {
    **{f"a row of totals below numbered deals was played: {word!r}": ((NUMBERED, *THREE, f"{word};{SUMS}"), {
        WIDE: came({"2026-01-09": OF_DEALS}, "left out: 1 row of totals (line 5)")})
       for word in ("Suma", "\N{GREEK CAPITAL LETTER SIGMA}", "Fine serata", "", "4", "Totale")},
    "a row that can only be a total is left out in spite of --totals none": ((NUMBERED, *THREE, f";{SUMS}"), {
        f"{WIDE} --totals none": came(
            {"2026-01-09": OF_DEALS}, "left out: 1 row that can be nothing but totals (line 5)")}),
    "the sum of two deals that could be a deal is asked for": ((NUMBERED, *TWICE), {
        WIDE: refused(f"{OR_A_DEAL.format(4)}; the table counts without 4 (--totals 4) or with it (--totals none): say "
                      "which\n"),
        f"{WIDE} --totals 4": came({"2026-01-09": ["2 -1 -1 -1 1"] * 2}),
        f"{WIDE} --totals none": came({"2026-01-09": ["2 -1 -1 -1 1", "2 -1 -1 -1 1", "4 -2 -2 -2 2"]}),
    }),
    # without line 4, 2 + 2 + 1 = 5: line 6 is the sum of lines 2, 3 and 5, and no deal; with it line 4 adds up
    "totals that are none": ((NUMBERED, *TWICE, "4;1;-2;1;1;-1", "5;5;-4;-1;-1;1"), {
        f"{WIDE} --totals 9": refused("--totals 9: line 9 is no row with units\n"),
        f"{WIDE} --totals 3": refused("--totals 3: line 3 is not the sum of other lines\n"),
        f"{WIDE} --totals 4,x": refused("--totals x: say the numbers of lines, as in 5,9, or none\n"),
        f"{WIDE} --totals '4;5'": refused("--totals 4;5: say the numbers of lines, as in 5,9, or none\n"),
        f"{WIDE} --totals 6": refused("--totals 6: the other sums do not fit; say --totals 4,6\n"),
    }),
    # three deals of the 9th and two of the 16th, of Anna 2 - 2 - 1 + 4 - 2 = 1
    "a total was played where the newest evening stands first": ((
        f"Data;Nr;{PEOPLE}", "2026-01-16;4;4;-2;-2;-2;2", "2026-01-16;5;-2;-2;8;-2;-2", ";;1;-4;7;-5;1",
        "2026-01-09;1;2;1;-1;-1;-1", "2026-01-09;2;-2;-1;1;1;1", "2026-01-09;3;-1;0;1;-1;1"), {
        "--as wide --order newest-first": came({
            "2026-01-09": ["-1 0 1 -1 1", "-2 -1 1 1 1", "2 1 -1 -1 -1"],
            "2026-01-16": ["-2 -2 8 -2 -2", "4 -2 -2 -2 2"]}, "left out: 1 row of totals (line 4)\n")}),
    "what was said of one total let another row pass": ((  # 4 + 6 = 10
        DATED, "2026-01-09;4;-2;-2;-2;2", "2026-01-16;6;1;-5;-4;2", "2026-01-23;10;-1;-7;-6;4", ";3;-1;-2;-1;1"), {
        GAINED: refused("line 4: this adds up other lines"),
        f"{GAINED} --totals none": refused("line 5: this row has nothing under Data, where the others have")}),
    "an evening was left out for a word in a column that nobody knows": ((
        f"{DATED};Regenwetter", "2026-01-09;4;-2;-2;-2;2;media", "2026-01-16;6;1;-5;-4;2;"), {
        GAINED: refused('--ignore "Regenwetter" leaves it away'),
        f"{GAINED} --ignore Regenwetter": came({"2026-01-09": ["4 -2 -2 -2 2"], "2026-01-16": ["6 1 -5 -4 2"]})}),
    # from line to line they change much: Anna by -6 and by 1
    "standings that their last row repeats were taken for gains": ((
        DATED, "2026-01-09;2;3;-3;-2;0", "2026-01-16;-4;2;5;-1;-2", "2026-01-23;-3;7;2;-4;-2", "Totale;-3;7;2;-4;-2"), {
        "--as evenings": refused("the row of totals repeats a line, as below standings: they are the standing")}),
    "a row that says it is a total and is none is named with both figures": (
        (DATED, *(f"19/09/2025;{deal}" for deal in DEALS), "Totale;2;-2;3;-2;-1"), {
        "--as wide": refused("line 5, column Carla: 'Totale' has +3 here, and the lines that it adds up have +2: "
                             "put right which of them is wrong, or delete the row\n")}),
    **{f"a row of means multiplied a season: {word}": (
        (DATED, *AN_EVENING, "27/09/25;-1;-1;4;-1;-1", f"{word};1,67;-1,33;0,33;-1,33;0,67"), {
        "--as evenings": came(
            {"2025-09-19": ["2 -1 -1 -1 1"], "2025-09-26": ["4 -2 -2 -2 2"], "2025-09-27": ["-1 -1 4 -1 -1"]},
            "left out: 1 row of means, counts or places (line 5)")})
       for word in ("Media", "\N{LATIN CAPITAL LETTER O WITH STROKE}", "Min", "Presenze", "Rank")},
    "a row that nobody understands has no voice in what a unit is worth": (
        (DATED, *AN_EVENING, "Mezzo;1,67;-1,33;0,33;-1,33;0,66"), {
        GAINED: refused("line 4, column Data: 'Mezzo' is not a date")}),
    "decimals beside none": ((DATED, *AN_EVENING, "27/09/25;1,67;-1,33;0,33;-1,33;0,66"), {
        "--as evenings": refused("has decimals, and the rows beside it have none: are these means?")}),
    "an evening after which all stood as before was dropped": (STILL, {
        "--as evenings --units running": refused(
            "line 3: all stand as before, and this is a standing said once more, and left out (--totals 3) or",
            "played, and nobody moved (--totals none)"),
        # 12-12 and so on; 15-12, -6+3; 3-15, 0+6, -1+5, Dario -2 as before and not there, 0+2
        "--as evenings --units running --totals none": came({
            "2025-09-19": ["12 -3 -5 -2 -2"], "2025-09-26": ["0 0 0 0 0"], "2025-10-03": ["3 -3 0 0 0"],
            "2025-10-10": ["-12 6 4 . 2"]},
            "who stays at the same units was not there, but where fewer than three move all were (line 3 and 4)")}),
    # line 6 has no day: no evening can be meant
    "a standing said once more is no evening": ((*STILL, ";3;0;-1;-2;0"), {
        "--as evenings --units running --totals 3": came({
            "2025-09-19": ["12 -3 -5 -2 -2"], "2025-10-03": ["3 -3 0 0 0"], "2025-10-10": ["-12 6 4 . 2"]},
            "left out: 2 rows of totals (line 3, 6)"),
        "--as evenings --units running --totals 4": refused(
            "--totals 4: the units are running totals, of which line 4 adds up none")}),
    "a total below running totals is looked at too": ((*RUNNING, "Totale;26;-9;-9;-6;-2"), {
        "--as evenings --units running": refused(
            "line 5: 'Totale' has +26 for Anna, and the last running total is +25")}),
    "what is left out is named with its rule and its count": ((
        "Lega;;;;;;;;", f"{DATED};Mazziere;Meteo", "19/09/25;2;-1;-1;-1;1;Anna;sole", f"{DATED};Mazziere;Meteo",
        "26/09/25;5;-2;-1;-1;-1;Bruno;", "Media;3,5;-1,5;-1;-1;0;;", "Totale;7;-3;-2;-2;0;;", ";;;;;;;neve"), {
        f"{GAINED} --ignore Meteo": came({"2025-09-19": ["2 -1 -1 -1 1"], "2025-09-26": ["5 -2 -1 -1 -1"]},
            "left out: 1 row above the names of the columns (line 1); 1 row with the names of the columns (line 4); "
            "1 row of means, counts or places (line 6); 1 row without a number (line 8); 1 row of totals (line 7); "
            "column Meteo (as --ignore says); column Mazziere (units are kept without them)\n")}),
    # a cell that nobody understands was dropped
    "a word in place of a number": ((NUMBERED, THREE[0], f"finta;{DEALS[1]}"), {
        WIDE: refused("'finta' is no number of a")}),
    "a word in place of a dealer": ((f"Mazziere;{PEOPLE}", f"Anna;{DEALS[0]}", f"boh;{DEALS[1]}"), {
        WIDE: refused("'boh' is none of")}),
    "figures above the header": (("5;-5;0;0;0;0", NUMBERED, THREE[0]), {
        WIDE: refused("this row stands above the names")}),
    "figures above a table with evenings in columns": (("5;-5;0", "Giocatore;19/09/25;26/09/25", "Anna;5;-3"), {
        "--as evenings": refused("line 1: this row stands above the names of the columns, and has figures")}),
    "units without a player": ((SEATED, "Anna;5;;-2;Carla;-3"), {
        "--as evenings": refused("line 2, column Giocatore 2: '-2' without a player")}),
    "a player twice in a line": ((SEATED, "Anna;5;Anna;-2;Carla;-3"), {
        "--as evenings": refused("line 2, column Giocatore 2: Anna stands twice in this line")}),
    "nobody's row": (("Data;Giocatore;Punti", "19/09/25;Anna;5", "19/09/25;;-5"), {
        "--as evenings": refused("line 3: -5 without a player")}),
    "a cell too many": (("Data;Giocatore;Punti", "19/09/25;Anna;5", "19/09/25;Bo;-5;7"), {
        "--as evenings": refused("line 3: 4 cells, too many")}),
    # no hint leaves players or days away
    "an English row for each player": (("Date,Player Name,Score", "2026-01-16,Ada,5", "2026-01-16,Bice,-5"), {
        "--as evenings": refused()}),
    "evenings in columns of two": ((
        "Pos.;Giocatore;16/01/2026;23/01/2026;Totale", "1;Anna;5;-3;2", "2;Bruno;-5;3;-2"), {
        "--as evenings": refused()}),
    "a column without a name that is a player": (("Data;Anna;Bruno;", "19/09/2025;2;1;-3"), {
        "--as evenings": refused()}),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_what_is_about_other_rows_is_never_played(name: str, csv: Csv, importer: Importer) -> None:
    lines, readings = TABLES[name]
    importer.reads(csv(*lines), readings)
    assert "--unit-value" not in importer.said
    assert '--ignore "' not in importer.said


def test_on_a_terminal_it_is_asked_which_lines_are_totals(csv: Csv, asked: Callable[..., tuple[int, str]]) -> None:
    answers = [("Which is right?", "1"), ("Take it in so?", "y")]
    words = f"import {csv(NUMBERED, *TWICE)} --match Paper --on 2026-01-09"
    code, screen = asked(words, answers)
    assert (code, "Imported 2 records" in screen) == (0, True), screen


@pytest.mark.parametrize("file", ["csv", "xlsx"])
def test_amounts_that_all_end_in_00_were_units(
    file: str, csv: Csv, workbook: Callable[..., str], importer: Importer
) -> None:
    """Of 50 cents each, 1,00 is 2 units; nothing else in the table shows it."""
    rows = {"2025-09-19": [1, 3, -2, 0, -2], "2025-09-26": [5, -5, 0, 0, 0]}
    amounts = [f"{day};{';'.join(f'{units},00' for units in row)}" for day, row in rows.items()]
    cells = [["Data", *FIVE.split(",")], *([day, *row] for day, row in rows.items())]
    path = csv(DATED, *amounts) if file == "csv" else workbook({"S": cells}, "0.00")
    importer.reads(path, {
        "--as evenings": refused("may be an amount of money: --unit-value says what a unit is worth; 1.00 keeps the "
                                 "numbers as they are"),
        "--as evenings --unit-value 0.50": came({"2025-09-19": ["2 6 -4 0 -4"], "2025-09-26": ["10 -10 0 0 0"]}),
        "--as evenings --unit-value 1.00": came({"2025-09-19": ["1 3 -2 0 -2"], "2025-09-26": ["5 -5 0 0 0"]}),
    })  # fmt: skip


def test_all_options_that_are_needed_are_asked_at_once(csv: Csv, importer: Importer) -> None:
    amounts = ("05/09/25;-1,50 €;0,50 €;1,00 €;0,00 €;0,00 €", "06/09/25;-1,00 €;0,50 €;0,50 €;0,00 €;0,00 €")
    money, dates, form = importer.refused(csv(DATED, *amounts), "--units gained")
    assert "--unit-value says what a unit is worth; all of them are multiples of 0.50" in money
    assert dates.endswith(
        "'05/09/25' is 5 September 2025 (--dates day-first) or 9 May 2025 (--dates month-first): say which"
    )
    assert form.endswith("--dry-run shows how it is read, --as evenings takes it in so")
    totals, form, on = importer.refused(csv(NUMBERED, *TWICE), "--match Paper")
    assert "--totals 4" in totals
    assert "--as wide takes it in so" in form
    assert on == "there is no column on; --on DATE says it for all lines"

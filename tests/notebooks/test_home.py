"""Tables that were kept at home: a column for each player, Italian names, Excel, what is plain and what is refused."""

import json
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest

from scorer.match.sheet import Sheet
from scorer.notebooks import workbooks
from tests.fixtures import FIVE, Ok, Say
from tests.imports import Csv, Importer, Table, came, refused

Match = Callable[..., Sheet]
Book = Callable[..., str]
PEOPLE = FIVE.split(",")
HEAD = f"Data;{FIVE.replace(',', ';')}"
WIDE = (
    f"{HEAD};Totale", "19/09/25;+2;-1;-1;-1;+1;0", ";4;-2;-2;-2;2;0", ";-1,0;-1,0;4,0;-1,0;-1,0;0",
    "26/09/25;1;-2;-1;1;1;0", ";-4;1;1;1;1;0", "Totale;2;-5;1;-2;4;0",
)  # fmt: skip
FIRST, SECOND = ["2 -1 -1 -1 1", "4 -2 -2 -2 2", "-1 -1 4 -1 -1"], ["1 -2 -1 1 1", "-4 1 1 1 1"]
EIGHT = f"Data	{FIVE.replace(',', '	')}	Fabio	Gina	Hugo"
EVENINGS = (
    EIGHT,
    "2025-09-19	12	-3	-5	-2	-2",
    "2025-09-26	3	-3	5	-5	8	-8	2	-2",
    "2025-10-03		10	-3	-2		-5		0",
)
ITALIAN = (
    "Serate del venerdì;;;;;;", "", "Data;Serata;Chiamante;Socio;Carta;Punti;Esito;Cappotto",
    "05/09/25;Da Anna;Anna;Elena;re di coppe;71 p.;vince;no", ";;Bruno;nessuno;2 a 71;58;perde;",
    "19/09/25;;Carla;Anna;K;74-46;V;",
)  # fmt: skip
# 2 + 4 = 6 to Anna might be a deal; 1, -2, 3, -2, 0 is none, and a total for sure
TO_SIX = ("19/09/25;2;-1;-1;-1;1", ";4;-2;-2;-2;2", ";6;-3;-3;-3;3")
TO_NO_DEAL = ("26/09/25;2;-1;-1;-1;1", ";-1;-1;4;-1;-1", ";1;-2;3;-2;0")
TWO_DEALS = ["2 -1 -1 -1 1", "4 -2 -2 -2 2"]


def changed(lines: tuple[str, ...], line: int, old: str, new: str) -> tuple[str, ...]:
    """These lines with another text in the one of this number."""
    assert old in lines[line - 1]
    return *lines[: line - 1], lines[line - 1].replace(old, new), *lines[line:]


TABLES: dict[str, Table] = {
    "somebody has to say that it is such a table": (WIDE, {"": refused(
        "this looks like a column for each player, a deal a line, with the players Anna, Bruno, Carla, Dario, "
        "Elena: --dry-run shows how it is read, --as wide takes it in so\n")}),
    "units that no deal pays are a sheet": ((*WIDE, "26/09/25;3;2;-1;-2;-2"), {  # 3 to one and 2 to another
        "--as wide": came({"2025-09-19": FIRST, "2025-09-26": [*SECOND, "3 2 -1 -2 -2"]})}),
    "a sum that is not zero": ((*WIDE, "26/09/25;2;-1;-1;1;1"), {
        "--as wide": refused("line 8: these units sum to +2: those of a deal or an evening sum to 0\n")}),
    "half a unit": (changed(WIDE, 3, "-2;2;0", "-2,5;2;0"), {
        "--as wide": refused("line 3, column Dario: units '-2,5': say a whole number from -999999999 to 999999999\n")}),
    "a cell beyond the header": (changed(WIDE, 2, "+1;0", "+1;0;7"), {
        "--as wide": refused("line 2: 8 cells, too many: the header has 7 columns\n")}),
    "a column that nobody knows": (
        (f"{HEAD};Meteo", *(f"{line[:-1]}sole" for line in WIDE[1:-1]), WIDE[-1]), {
        "--as wide": refused('line 1, column Meteo: there is no such column; --ignore "Meteo" leaves it away\n'),
        "--as wide --ignore meteo": came({"2025-09-19": FIRST, "2025-09-26": SECOND}),
        "--as wide --ignore Mateo": refused("--ignore Mateo: the columns are Data, Anna, Bruno, Carla, Dario, Elena")}),
    "a column of an asterisk may be a player": (("date,Ann,Bob,*", "2026-01-01,4,-4,0"), {"--as wide": refused(
        'line 1, column *: there is no such column; --ignore "*" leaves it away, --keep "*" makes it a player\n')}),
    "an evening a line is a sheet and one of more than seven is several": (EVENINGS, {
        "--as evenings": came({
            "2025-09-19": ["12 -3 -5 -2 -2 . . ."],
            # eight people: the two sheets sum to zero each
            "2025-09-26": ["3 -3 5 -5 . . . .", ". . . . 8 -8 2 -2"], "2025-10-03": [". 10 -3 -2 . -5 . 0"]}),
        "--as wide": refused("line 3: 8 players have units: seven sit at a table; --as evenings keeps")}),
    "the sums of short evenings are asked for where they could be deals": ((HEAD, *TO_SIX, *TO_NO_DEAL), {
        "--as wide": refused("line 4: this adds up other lines, and could be a deal or an evening of its own; the "
                             "table counts without 4 (--totals 4,7) or with it (--totals 7): say which\n"),
        "--as wide --totals 4,7": came({"2025-09-19": TWO_DEALS, "2025-09-26": ["2 -1 -1 -1 1", "-1 -1 4 -1 -1"]},
                                       "left out: 2 rows of totals (line 4, 7)")}),
    "a sum that is said to be none": (('"Data\npartita"' + HEAD[4:], *TO_SIX), {
        "--as wide --totals none --units gained": came({"2025-09-19": [*TWO_DEALS, "6 -3 -3 -3 3"]})}),
    # two deals an evening; the second evening begins with nothing again, or where the first one ended
    **{f"running totals count by what was gained: {begins}": (
        (HEAD, "19/09/25;2;-1;-1;-1;1", "19/09/25;6;-3;-3;-3;3", *second), {"--as wide": came(
        {"2025-09-19": TWO_DEALS, "2025-09-26": ["-1 -1 -1 4 -1", "-4 1 1 1 1"]},
        "running totals: what was gained since the line before counts")}) for begins, second in (
            ("anew", ("26/09/25;-1;-1;-1;4;-1", "26/09/25;-5;0;0;5;0")),
            ("where the first ended", ("26/09/25;5;-4;-4;1;2", "26/09/25;1;-3;-3;2;3")))},
    "who sat where and what each got": ((
        f"Data;{';'.join(f'Giocatore {seat};Punti {seat}' for seat in range(1, 6))}",
        "2025-09-19;Anna;5;Bruno;-3;Carla;2;Dario;-4;Elena;0"), {"--as wide": came({"2025-09-19": ["5 -3 2 -4 0"]})}),
    "units are held against what else the line says": (
        (f"Data;Chiamante;Socio{HEAD[4:]}", "19/09/25;Anna;Elena;2;-1;-1;-1;1", "19/09/25;Carla;Anna;2;-1;-1;-1;1"), {
        "--as wide": refused("line 3: no deal that is what else stands in this line pays these units; --as evenings "
                             "keeps every line as the units of an evening\n")}),
    # 2 - 1 = 1, -1 + 2 = 1 and so on
    "a note about totals is a note and rows of percentages are no units": ((
        f"{HEAD};Note", "2025-09-19;2;-1;-1;-1;1;Totale disastro", ";-1;2;-1;1;-1;media", ";1;1;-2;0;0;Totale",
        "Vittorie;1;1;0;0;0;", ";20%;80%;0%;0%;0%;"), {"--as wide": came(
        {"2025-09-19": ["2 -1 -1 -1 1", "-1 2 -1 1 -1"]},
        "left out: 1 row of means, counts or places (line 5); 1 row of percentages (line 6); 1 row of totals (line 4)",
    )}),
    **{f"a column of dates is the date whatever it is called: {name}": (
        (f"{name};Anna;Bruno;Carla", "19/09/25;5;-2;-3", "26/09/25;-1;0;1"), {
        "--as evenings": came({"2025-09-19": ["5 -2 -3"], "2025-09-26": ["-1 0 1"]})})
       for name in ("Serata", "Quando si è giocato")},
    # a figure that may mean something else is never taken: in Italy a thousand, in England one
    "a thousand or one": (("Data;Anna;Bruno;Carla", "2025-09-19;1.000;-1.000;0", "2025-09-26;5;-5;0"), {
        "--as evenings": refused("line 2, column Anna: units '1.000': say")}),
    "a name twice": (("Data;Anna;anna", "2025-09-19;2;-2"), {
        "--as evenings": refused("line 1, column anna: the name stands twice in the header")}),
    "a loss in brackets": (("Data;Anna;Bruno", "2025-09-19;(2);2", "2025-09-26;2;-2"), {
        "--as evenings": refused("line 2, column Anna: '(2)' is no number: write it as")}),
    "a column without a name": (("Data;Anna;Bruno;", "2025-09-19;2;-2;3"), {
        "--as evenings": refused('line 1, column 4: it has no name; --ignore "" leaves away')}),
    "a column of numbers of games": (("Date;Game;Al;Bea", "2025-09-19;1;2;-2", "2025-09-19;2;-2;2"), {
        "--as evenings": refused('line 1, column Game: without it the units of every line sum to 0: it is no player '
                                 '(--ignore "Game")')}),
    "card points are no units where nobody calls": (("Data;Anna;Bruno;Carla;Dario", "19/09/25;74;46;74;46"), {
        f"--variant brisca --as {form}": refused(
            "line 2: these sum to +240, and units to 0: card points stand in a column") for form in ("wide", "evenings")
    }),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_units_comes_in_or_is_refused(name: str, csv: Csv, importer: Importer) -> None:
    lines, readings = TABLES[name]
    importer.reads(csv(*lines), readings)


def deals(match: Sheet) -> list[tuple[str | None, str | None, str | None, str | None]]:
    """Who called with whom what, and how it went."""
    return [(record.caller, record.partner, record.bid, record.outcome) for record in match.records]


def test_a_column_for_each_player_says_who_called_with_whom(say: Say, csv: Csv, sheet: Match) -> None:
    done = say(["import", csv(*WIDE, "26/09/25;3;2;-1;-2;-2"), "--as", "wide"])
    assert done.stdout.startswith("Imported 6 records of 2 matches from deals.csv; 5 new players")
    assert done.stderr.splitlines() == [
        "left out: 1 row of totals (line 7); column Totale (neither a player nor a fact by its name)",
        "3 empty cells of Data: what stands above is meant",
        "dates are read day first: 19/09/25 is 2025-09-19",
        "5 deals without a bid: kept with the lowest one that pays so (A, 2/71)",
    ]
    assert deals(sheet("1")) == [
        ("Anna", "Elena", "A", "made"), ("Anna", "Elena", "2/71", "made"), ("Carla", None, "A", "made")
    ]  # fmt: skip
    *played, paper = sheet("2").records
    assert deals(sheet("2"))[:2] == [("Bruno", "Carla", "A", "failed"), ("Anna", None, "A", "failed")]
    assert ([record.kind for record in played], paper.kind, paper.note) == (
        ["deal", "deal"], "sheet", "line 8 of the table"
    )  # fmt: skip


def test_on_a_terminal_it_shows_what_it_understood_and_asks(csv: Csv, asked: Callable[..., tuple[int, str]]) -> None:
    doubtful = (line.replace("19/09", "05/09").replace("26/09", "12/09") for line in WIDE)
    answers = [("Which is right?", "3"), ("Which is right?", "1"), ("Take it in so?", "n")]
    code, screen = asked(["import", csv(*doubtful)], answers)
    assert code == 1
    assert "line 2, column Data: '05/09/25' is 5 September 2025 (--dates day-first) or 9 May 2025" in screen
    assert "'3' is none of 1, 2" in screen
    assert "A column for each player, a deal a line: 5 deals\n" in screen
    code, screen = asked(["import", csv(*WIDE)], [("Take it in so?", "y")])
    assert (code, "Imported 5 records of 2 matches" in screen) == (0, True)
    shown, _, done = screen.partition("Take it in so?")  # what was left away is said before it is asked, and once
    assert ("left out: 1 row of totals (line 7)" in shown, "left out" in done) == (True, False)


def test_who_has_no_number_was_not_there_and_who_has_0_rested(ok: Ok, csv: Csv, sheet: Match) -> None:
    lines = (
        "19/09/25	2	-1	-1	-1	1			",
        "19/09/25	0	-1	2	-1	-1	1	-	x",
        "19/09/25	0	-1	2	-1	-1	1	0	0",
    )
    ok(f"import {csv(EIGHT, *lines)} --as wide --match Friday")
    first, second, third = sheet("Friday").records
    assert first.seats == (*PEOPLE,)
    assert (second.seats, second.out) == ((*PEOPLE, "Fabio"), "Anna")
    assert (third.seats, third.caller, third.partner) == ((*PEOPLE[1:], "Fabio"), "Carla", "Fabio")


def test_italian_names_a_title_above_and_merged_cells(say: Say, csv: Csv, sheet: Match, importer: Importer) -> None:
    done = say(["import", csv(*ITALIAN), "--players", FIVE])
    assert done.stderr.splitlines() == [
        "left out: 1 row above the names of the columns (line 1)",
        "1 empty cell of Data: what stands above is meant",
        "1 empty cell of Serata: what stands above is meant",
        "dates are read day first: 05/09/25 is 2025-09-05",
    ]
    assert deals(sheet("Da Anna")) == [("Anna", "Elena", "K", "made"), ("Bruno", None, "2/71", "failed")]
    assert sheet("Da Anna").records[0].called == "K cups"
    assert deals(sheet("Evening")) == [("Carla", "Anna", "K", "made")]  # a day of its own, and no name
    wrong = csv(*(line.replace("nessuno", "Elna").replace("71 p.", "119") for line in ITALIAN))
    assert [fault.split(":")[0] for fault in importer.refused(wrong, f"--players {FIVE}")] == [
        "line 4, column Punti", "line 5, column Socio"
    ]  # fmt: skip


def test_a_workbook_comes_in_as_it_is(workbook: Book, importer: Importer) -> None:
    on, later = datetime(2025, 9, 5, 21, 30), datetime(2025, 9, 12, 22)  # noqa: DTZ001 - Excel knows no zones
    path = workbook({
        "Note": [["just a word"]],
        "Venerdì": [["La nostra lega"], ["Data", *PEOPLE], [on, 2, -1, -1.0, -1, 1], [None, 4, -2, -2, -2, 2]],
        "Altro": [["Data", *PEOPLE], [on, 12, -12, 0, 5, -5], [later, 1, 2, 3, 4, -10]],
    })  # fmt: skip
    importer.reads(path, {
        "--as wide --units gained": came(
            {"2025-09-05": TWO_DEALS}, "the sheet Venerdì is read; not read: Altro (--sheet NAME takes one)"),
        "--as evenings --sheet altro": came({"2025-09-05": ["12 -12 0 5 -5"], "2025-09-12": ["1 2 3 4 -10"]}),
        "--sheet Terzo": refused("there is no sheet Terzo: the file has Note, Venerdì, Altro"),
    })  # fmt: skip
    wrong = workbook({"One": [["Data", *PEOPLE], [later, 2, -1, -1.5, -1, 1], [later, 2, -1, -1, -1, 1]]})
    importer.refused(wrong, "--as wide", "row 2, column Carla: units '-1.5'")


@pytest.mark.parametrize(
    ("number_format", "shown"),
    [
        ("#,##0.00 €", "1.50 €"),
        (r"[$€-410]\ #,##0.00", "1.50 €"),
        (r'_-* #,##0.00\ "€"_-', "1.50 €"),
        ("[$-410]0.00", "1.50"),  # a language, and no dollars
        ("General", "1.5"),
    ],
)
def test_amounts_of_a_workbook_are_money_as_they_are_in_csv(
    number_format: str, shown: str, workbook: Book, importer: Importer
) -> None:
    rows = [["2026-01-09", 1.5, -0.5, -0.5, -0.5, 0], ["2026-01-10", 2.5, -1, -1, 0.5, -1]]
    path = workbook({"S": [["Data", *PEOPLE], *rows]}, number_format)
    importer.reads(path, {
        "--as evenings": refused(f"row 2, column Anna: '{shown}' is an amount of money: --unit-value says what a unit "
                                 "is worth; all of them are multiples of 0.50"),
        "--as evenings --units gained --unit-value 0.50": came(
            {"2026-01-09": ["3 -1 -1 -1 0"], "2026-01-10": ["5 -2 -2 1 -2"]}),
    })  # fmt: skip


def test_money_that_came_in_is_settled_as_the_money_that_it_was(say: Say, ok: Ok, csv: Csv) -> None:
    # Anna won 1.50 and lost 0.50: 1.00. In a league of 0.50 a unit her 4 units of 0.25 would have been 2.00.
    ok("league add Thursdays --unit-value 0.50")
    table = csv("Data;Anna;Bruno;Carla", "2026-01-16;1,50;-0,50;-1,00", "2026-01-23;-0,50;0,25;0,25")
    ok(f"import {table} --as evenings --unit-value 0.25 --league Thursdays")
    settled = say("settle --league Thursdays --season 2026").stdout
    for line in ("Anna   +4   1.00 EUR", "Bruno  -1  -0.25 EUR", "Carla  -3  -0.75 EUR"):
        assert line in settled


def test_a_formula_that_nobody_counted_is_no_empty_cell_and_else_its_result(
    workbook: Book, tmp_path: Path, importer: Importer
) -> None:
    # openpyxl writes formulas without their results, as other programs do
    rows = [[f"2025-09-0{n}", 12, -3, -5, -2, f"=-SUM(B{n}:E{n})"] for n in (2, 3)]
    importer.refused(
        workbook({"One": [["Data", *PEOPLE], *rows]}), "--as evenings",
        "row 1, column Elena: the formula =-SUM(B2:E2) has no result: open the file in a spreadsheet program and save",
    )  # fmt: skip
    rows = [["2025-09-02", 12, -3, -5, -2, -2, "=1"], *[["2025-09-03", 2, -2, 0, 0, 0, 0]] * 2]
    file = workbook({"One": [["Data", *PEOPLE, "Fabio"], *rows]})
    importer.refused(file, "--as evenings", "row 2, column Fabio: units '=1': say")
    file = workbook({"One": [["Data", *PEOPLE, "F"], ["2025-09-02", 12, -3, -5, -2, "=-2", '=IF(A1="","",1)']]})
    counted = tmp_path / "counted.xlsx"
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(counted, "w") as new:
        for name in old.namelist():
            part = old.read(name).replace(b"<v />", b"<v></v>").replace(b"<f>-2</f><v></v>", b"<f>-2</f><v>-2</v>")
            new.writestr(name, part.replace(b'<c r="G2">', b'<c r="G2" t="str">'))  # an empty text is a result
    assert importer.came(str(counted), "--as evenings") == {"2025-09-02": ["12 -3 -5 -2 -2"]}


def test_a_workbook_that_is_none_too_large_or_another_is_refused_in_words(
    importer: Importer, tmp_path: Path, workbook: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr("xl/workbook.xml", "<a/>")
        packed.writestr("xl/big.xml", bytes(101_000_000))
    importer.refused(str(path), "", "unpacked it has more than 100 MB")
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    importer.refused(str(path), "", "this is a LibreOffice document: save it as .xlsx")
    monkeypatch.setattr(workbooks, "MOST_ROWS", 50)  # 100,000 take seconds to read
    for row, column in ((51, 1), (2, 65)):
        far = workbook({"One": [["Data", *PEOPLE], [1]]})
        book = openpyxl.load_workbook(far)
        book["One"].cell(row, column, "x")
        book.save(far)
        importer.refused(far, "", "the sheet is too large: at most 50 rows and 64 columns")


def test_a_season_of_paper_sheets_has_a_mean_and_a_minimum_of_evenings(ok: Ok, csv: Csv, sheet: Match) -> None:
    ok(["import", csv(*EVENINGS), "--as", "evenings"])
    assert [record.note for record in sheet("2").records] == [
        "line 3 of the table, part 1 of 2", "line 3 of the table, part 2 of 2"
    ]  # fmt: skip
    assert [line.split()[:5] for line in ok("standings --sure").splitlines()[3:6]] == [
        ["place", "player", "units", "per", "match"],
        ["1", "Anna", "+15", "+7.50", "\N{PLUS-MINUS SIGN}4.50"],  # 12 + 3 of two evenings
        ["2", "Elena", "+6", "+3.00", "\N{PLUS-MINUS SIGN}5.00"],
    ]
    said = ok("standings --order per-match --sure")  # three evenings at least: Bruno -3 - 3 + 10
    assert [line.split()[:4] for line in said.splitlines()[4:7]] == [
        ["1", "Bruno", "+4", "+1.33"], ["2", "Carla", "-3", "-1.00"], ["3", "Dario", "-9", "-3.00"]
    ]  # fmt: skip
    assert "5 players with fewer than 3 matches are left out: --min-matches 0 shows all." in said
    assert "1 player with fewer than 2 matches is left out" in ok("players --min-matches 2")
    (read,) = json.loads(ok("standings --min-matches 3 --format json"))
    assert (read["min_matches"], read["left_out"], read["rows"][0]["units_per_match"]) == (3, 5, 4 / 3)


def test_caller_and_partner_who_get_the_same_are_told_apart_by_the_line(ok: Ok, csv: Csv, sheet: Match) -> None:
    # among six under col Monte caller and partner get the same
    head = f"Data;Chiamante{HEAD[4:]};Fabio"
    six = csv(head, "19/09/25;Elena;-1;2;-1;-1;2;-1", "19/09/25;Anna;5;-1;-1;-1;-1;-1")
    ok(f"import {six} --as wide --variant monte")
    assert deals(sheet("1")) == [("Elena", "Bruno", "61", "made"), ("Anna", None, "61", "made")]


def test_spanish_words_in_cells_say_what_the_italian_ones_say(ok: Ok, csv: Csv, sheet: Match) -> None:
    """The ace was no bid, though the king was one."""
    bids = {
        "rey": "K", "caballo": "Q", "sota": "J", "as": "A", "tres": "3", "Siete": "7", "dos": "2", "dos a 71": "2/71"
    }  # fmt: skip
    rows = [f"Anna;{bid};Elena;{how}" for bid, how in zip(bids, ["ganada", "perdida", *["74"] * 6], strict=True)]
    table = csv("Llamador;Carta;Compañero;Resultado", *rows)
    ok(f"import {table} --as deals --match Paper --on 2026-05-01 --players {FIVE}")
    records = sheet("1").records
    assert [str(record.bid) for record in records] == [*bids.values()]
    assert [record.outcome for record in records] == ["made", "failed", *["made"] * 6]

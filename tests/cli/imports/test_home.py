"""`scorer import` of tables that were kept at home: a column for each player, Italian names, Excel, Briscolone."""

import json
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import openpyxl
import pytest

from scorer.exchange.foreign.workbooks import MOST_ROWS
from scorer.match.sheet import Sheet

Asked = Callable[..., tuple[int, str]]

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Match = Callable[..., Sheet]
WIDE = """\
Data;Anna;Bruno;Carla;Dario;Elena;Totale
19/09/25;+2;-1;-1;-1;+1;0
;4;-2;-2;-2;2;0
;-1,0;-1,0;4,0;-1,0;-1,0;0
26/09/25;1;-2;-1;1;1;0
;-4;1;1;1;1;0
Totale;2;-5;1;-2;4;0
"""
EVENINGS = """\
Data	Anna	Bruno	Carla	Dario	Elena	Fabio	Gina	Hugo
2025-09-19	12	-3	-5	-2	-2
2025-09-26	3	-3	5	-5	8	-8	2	-2
2025-10-03		10	-3	-2		-5		0
"""
GAME = ["Raggio", "Data", "Chiamante", "Socio", "Tipo", "Soglia", "Cappotto", "Esito"]
PEOPLE = ["Anna", "Bruno", "Carla", "Dario", "Elena"]
# newest first within a day, days in the order of their letters: so does Briscolone write them
GAMES: list[list[Any]] = [
    ["Raggio101", "12/10/2025", "Elena", "", "carichi", 71, "no", "perde", 2, 2, 2, 2, -8],  # u 2 alone: -8
    ["Raggio100", "5/9/2025", "Bruno", "", "mano", 81, "sì", "vince", -6, 24, -6, -6, -6],  # u 3 x 2 alone: 24
    ["Raggio100", "5/9/2025", "Anna", "Elena", "normale", 61, "no", "vince", 2, -1, -1, -1, 1],
    ["Raggio100", "8/9/2025", "Carla", "Dario", "normale", 71, "no", "perde", 2, 2, -4, -2, 2],  # u 2 lost
]


@pytest.fixture
def workbook(tmp_path: Path) -> Callable[..., str]:
    """An Excel file with these rows by sheet; its path."""

    def write(**sheets: Sequence[Sequence[Any]]) -> str:
        book = openpyxl.Workbook()
        book.remove(book["Sheet"])
        for title, rows in sheets.items():
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(row)
        book.save(tmp_path / "home.xlsx")
        return str(tmp_path / "home.xlsx")

    return write


Csv = Callable[..., str]


def deals(match: Sheet) -> list[tuple[str | None, str | None, str | None, str | None]]:
    return [(record.caller, record.partner, record.bid, record.outcome) for record in match.records]


def test_a_column_for_each_player_says_who_called_with_whom(say: Say, csv: Csv, sheet: Match) -> None:
    done = say(["import", csv(WIDE), "--as", "wide"])
    assert done.stdout.startswith("Imported 5 records of 2 matches from deals.csv; 5 new players")
    assert done.stderr.splitlines() == [
        "left out: 1 row of totals (line 7); column Totale (neither a player nor a fact by its name)",
        "3 empty cells of Data: what stands above is meant",
        "dates are read day first: 19/09/25 is 2025-09-19",
        "5 deals without a bid: kept with the lowest one that pays so (A, 2/71)",
    ]
    first, second = sheet("1"), sheet("2")
    assert (str(first.match.on), str(second.match.on)) == ("2025-09-19", "2025-09-26")
    assert deals(first) == [
        ("Anna", "Elena", "A", "made"), ("Anna", "Elena", "2/71", "made"), ("Carla", None, "A", "made")
    ]  # fmt: skip
    assert deals(second) == [("Bruno", "Carla", "A", "failed"), ("Anna", None, "A", "failed")]
    # Anna 2 + 4 - 1 and 1 - 4: the 2 of the row of totals
    assert first.running["Anna"] + second.running["Anna"] == 2


def test_without_a_terminal_somebody_has_to_say_that_it_is_such_a_table(say: Say, csv: Csv, book_path: Path) -> None:
    refused = say(["import", csv(WIDE)])
    assert (refused.returncode, refused.stdout) == (3, "")
    assert refused.stderr == (
        "scorer: this looks like a column for each player, a deal a line, with the players Anna, Bruno, Carla, Dario, "
        "Elena: --dry-run shows how it is read, --as wide takes it in so\n"
    )
    assert not book_path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such terminal")
def test_on_a_terminal_it_shows_what_it_understood_and_asks(csv: Csv, asked: Asked) -> None:
    doubtful = WIDE.replace("19/09", "05/09").replace("26/09", "12/09")
    answers = [("Which is right?", "3"), ("Which is right?", "1"), ("Take it in so?", "n")]
    code, screen = asked(["import", csv(doubtful)], answers)
    assert code == 1
    assert "line 2, column Data: '05/09/25' is 05 September 2025 (--dates day-first) or 09 May 2025" in screen
    assert "'3' is none of 1, 2" in screen
    assert "A column for each player, a deal a line: 5 deals\n" in screen
    code, screen = asked(["import", csv(WIDE)], [("Take it in so?", "y")])
    assert (code, "Imported 5 records of 2 matches" in screen) == (0, True)
    shown, question, done = screen.partition("Take it in so?")
    assert question  # what was left away is said before it is asked, and once
    assert ("left out: 1 row of totals (line 7)" in shown, "left out" in done) == (True, False)


def test_units_that_no_deal_pays_are_a_sheet_and_a_sum_that_is_not_zero_is_a_fault(
    say: Say, csv: Csv, sheet: Match
) -> None:
    rows = f"{WIDE}26/09/25;3;2;-1;-2;-2\n"  # nobody pays 3 to one and 2 to another
    assert say(["import", csv(rows), "--as", "wide"]).returncode == 0
    assert [record.kind for record in sheet("2").records] == ["deal", "deal", "sheet"]
    assert sheet("2").records[2].note == "line 8 of the table"
    wrong = say(["import", csv(f"{WIDE}26/09/25;2;-1;-1;1;1\n"), "--as", "wide", "--match", "Other"])
    assert wrong.stderr == ("scorer: line 8: these units sum to +2: those of a deal or an evening sum to 0\n")


def test_who_has_no_number_was_not_there_and_who_has_0_rested(ok: Ok, csv: Csv, sheet: Match) -> None:
    ok(["import", csv(
        "Data,Anna,Bruno,Carla,Dario,Elena,Fabio,Gina,Hugo\n"
        "2025-09-19,2,-1,-1,-1,1,,,\n"
        "2025-09-19,0,-1,2,-1,-1,1,-,x\n"
        "2025-09-19,0,-1,2,-1,-1,1,0,0\n"
    ), "--as", "wide", "--match", "Friday"])  # fmt: skip
    first, second, third = sheet("Friday").records
    assert first.seats == ("Anna", "Bruno", "Carla", "Dario", "Elena")
    assert (second.seats, second.out) == (("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"), "Anna")
    assert (third.seats, third.caller, third.partner) == (
        ("Bruno", "Carla", "Dario", "Elena", "Fabio"),
        "Carla",
        "Fabio",
    )


def test_an_evening_a_line_is_a_sheet_and_one_of_more_than_seven_is_several(
    say: Say, ok: Ok, csv: Csv, sheet: Match
) -> None:
    done = say(["import", csv(EVENINGS), "--as", "evenings"])
    assert done.stdout.startswith("Imported 4 records of 3 matches")
    assert done.stderr == ""
    first, second = sheet("2").records
    # eight people: the two sheets sum to zero each
    assert first.payouts == {"Anna": 3, "Bruno": -3, "Carla": 5, "Dario": -5}
    assert second.payouts == {"Elena": 8, "Fabio": -8, "Gina": 2, "Hugo": -2}
    assert (first.note, second.note) == ("line 3 of the table, part 1 of 2", "line 3 of the table, part 2 of 2")
    assert sheet("3").records[0].payouts == {"Bruno": 10, "Carla": -3, "Dario": -2, "Fabio": -5, "Hugo": 0}
    ok("check")
    eight = say(["import", csv(EVENINGS), "--as", "wide", "--match", "Other"])
    assert "line 3: 8 players have units: seven sit at a table; --as evenings keeps" in eight.stderr


ITALIAN = """\
Serate del venerdì;;;;;;

Data;Serata;Chiamante;Socio;Carta;Punti;Esito;Cappotto
05/09/25;Da Anna;Anna;Elena;re di coppe;71 p.;vince;no
;;Bruno;nessuno;2 a 71;58;perde;
19/09/25;;Carla;Anna;K;74-46;V;
"""


def test_italian_names_a_title_above_and_merged_cells(say: Say, csv: Csv, sheet: Match) -> None:
    done = say(["import", csv(ITALIAN), "--players", ",".join(PEOPLE)])
    assert done.stderr.splitlines() == [
        "left out: 1 row above the names of the columns (line 1)",
        "1 empty cell of Data: what stands above is meant",
        "1 empty cell of Serata: what stands above is meant",
        "dates are read day first: 05/09/25 is 2025-09-05",
    ]
    assert deals(sheet("Da Anna")) == [("Anna", "Elena", "K", "made"), ("Bruno", None, "2/71", "failed")]
    assert sheet("Da Anna").records[0].called == "K cups"
    assert deals(sheet("Evening")) == [("Carla", "Anna", "K", "made")]  # a day of its own, and no name


def test_a_fault_names_the_line_and_the_column_as_the_file_has_them(say: Say, csv: Csv, book_path: Path) -> None:
    wrong = ITALIAN.replace("nessuno", "Elna").replace("71 p.", "119")
    refused = say(["import", csv(wrong), "--players", ",".join(PEOPLE)])
    assert [line.removeprefix("scorer: ").split(":")[0] for line in refused.stderr.splitlines()] == [
        "line 4, column Punti", "line 5, column Socio"
    ]  # fmt: skip
    wide = say(["import", csv(WIDE.replace(";-2;2;0", ";-2,5;2;0")), "--as", "wide"])
    assert (
        wide.stderr == "scorer: line 3, column Dario: units '-2,5': say a whole number from -999999999 to 999999999\n"
    )
    beyond = say(["import", csv(WIDE.replace("+1;0\n", "+1;0;7\n")), "--as", "wide"])
    assert beyond.stderr == "scorer: line 2: 8 cells, too many: the header has 7 columns\n"
    assert not book_path.exists()


def test_a_column_that_nobody_knows_is_left_away_where_that_is_said(say: Say, csv: Csv) -> None:
    weather = WIDE.replace("Totale", "Meteo").replace(";0\n", ";sole\n").replace("Meteo;2", "Totale;2")
    refused = say(["import", csv(weather), "--as", "wide"])
    assert refused.stderr == (
        'scorer: line 1, column Meteo: there is no such column; --ignore "Meteo" leaves it away\n'
    )
    assert say(["import", csv(weather), "--as", "wide", "--ignore", "meteo"]).returncode == 0
    stars = say(["import", csv("date,Ann,Bob,*\n2026-01-01,4,-4,0\n"), "--as", "wide"])  # a player, maybe
    ways = '--ignore "*" leaves it away, --keep "*" makes it a player'
    assert stars.stderr == f"scorer: line 1, column *: there is no such column; {ways}\n"
    refused = say(["import", csv(WIDE), "--ignore", "Mateo"])
    assert "--ignore Mateo: the columns are Data, Anna, Bruno, Carla, Dario, Elena, Totale" in refused.stderr


def test_a_workbook_comes_in_as_it_is(say: Say, workbook: Csv, sheet: Match) -> None:
    from datetime import datetime

    on = datetime(2025, 9, 5, 21, 30)  # noqa: DTZ001 - Excel knows no zones
    path = workbook(
        Note=[["just a word"]],
        Venerdì=[["La nostra lega"], ["Data", *PEOPLE], [on, 2, -1, -1.0, -1, 1], [None, 4, -2, -2, -2, 2]],
        Altro=[["Data", *PEOPLE], [on, 12, -12, 0, 5, -5], [datetime(2025, 9, 12), 1, 2, 3, 4, -10]],  # noqa: DTZ001
    )
    assert say(["import", path, "--as", "wide", "--units", "gained"]).returncode == 0
    assert deals(sheet("1")) == [("Anna", "Elena", "A", "made"), ("Anna", "Elena", "2/71", "made")]
    assert str(sheet("1").match.on) == "2025-09-05"
    assert say(["import", path, "--sheet", "altro", "--as", "evenings", "--match", "Paper"]).returncode == 0
    assert sheet("2").running["Anna"] == 12
    assert (
        "there is no sheet Terzo: the file has Note, Venerdì, Altro" in say(["import", path, "--sheet", "Terzo"]).stderr
    )
    on = datetime(2025, 9, 6)  # noqa: DTZ001
    wrong = workbook(One=[["Data", *PEOPLE], [on, 2, -1, -1.5, -1, 1], [on, 2, -1, -1, -1, 1]])
    assert say(["import", wrong, "--as", "wide"]).stderr.startswith("scorer: row 2, column Carla: units '-1.5'")


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
    number_format: str, shown: str, say: Say, workbook: Csv, sheet: Match
) -> None:
    units = ([1.5, -0.5, -0.5, -0.5, 0], [2.5, -1, -1, 0.5, -1], [-1.5, 1, 0.5, -1, 1])
    path = workbook(S=[["Data", *PEOPLE], *([f"2026-01-{9 + at}", *row] for at, row in enumerate(units))])
    book = openpyxl.load_workbook(path)
    for row in book["S"].iter_rows(min_row=2, min_col=2):
        for cell in row:
            cell.number_format = number_format
    book.save(path)
    refused = say(f"import {path} --as evenings")
    what = f"'{shown}' is an amount of money: --unit-value says what a unit is worth; all of them are multiples of 0.50"
    assert f"row 2, column Anna: {what}" in refused.stderr
    say(f"import {path} --as evenings --unit-value 0.50")
    assert list(sheet("2").records[0].payouts.values()) == [5, -2, -2, 1, -2]


def test_money_that_came_in_is_settled_as_the_money_that_it_was(say: Say, csv: Csv) -> None:
    # Anna won 1.50 and lost 0.50: 1.00. In a league of 0.50 a unit her 4 units of 0.25 would have been 2.00.
    say("league add Thursdays --unit-value 0.50")
    table = csv("Data;Anna;Bruno;Carla", "2026-01-16;1,50;-0,50;-1,00", "2026-01-23;-0,50;0,25;0,25")
    assert say(f"import {table} --as evenings --unit-value 0.25 --league Thursdays").returncode == 0
    settled = say("settle --league Thursdays --season 2026").stdout
    assert "Anna   +4   1.00 EUR" in settled
    assert "Bruno  -1  -0.25 EUR" in settled
    assert "Carla  -3  -0.75 EUR" in settled


def test_a_formula_that_nobody_counted_is_no_empty_cell(say: Say, workbook: Csv, book_path: Path) -> None:
    # openpyxl writes formulas without their results, as other programs do
    column = workbook(
        One=[["Data", *PEOPLE], *([f"2025-09-0{n}", 12, -3, -5, -2, f"=-SUM(B{n}:E{n})"] for n in (2, 3))]
    )
    assert say(["import", column, "--as", "evenings"]).stderr == (
        "scorer: row 1, column Elena: the formula =-SUM(B2:E2) has no result: open the file in a spreadsheet program "
        "and save it there\n"
    )
    rows = [
        ["Data", *PEOPLE, "Fabio"],
        ["2025-09-02", 12, -3, -5, -2, -2, "=1"],
        *[["2025-09-03", 2, -2, 0, 0, 0, 0]] * 2,
    ]
    assert "row 2, column Fabio: units '=1': say" in say(["import", workbook(One=rows), "--as", "evenings"]).stderr
    assert not book_path.exists()


def test_a_formula_that_was_counted_is_its_result(say: Say, workbook: Csv, tmp_path: Path, sheet: Match) -> None:
    path = workbook(One=[["Data", *PEOPLE, "Fabio"], ["2025-09-02", 12, -3, -5, -2, "=-2", '=IF(A1="","",1)']])
    counted = str(tmp_path / "counted.xlsx")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(counted, "w") as new:
        for name in old.namelist():
            part = (
                old.read(name)
                .replace(b"<f>-2</f><v></v>", b"<f>-2</f><v>-2</v>")
                .replace(b"<f>-2</f><v />", b"<f>-2</f><v>-2</v>")
            )
            new.writestr(name, part.replace(b'<c r="G2">', b'<c r="G2" t="str">'))  # an empty text is a result
    done = say(["import", counted, "--as", "evenings"])
    assert done.returncode == 0, done.stderr
    assert sheet("1").records[0].payouts == {"Anna": 12, "Bruno": -3, "Carla": -5, "Dario": -2, "Elena": -2}


def test_the_first_sheet_with_a_table_is_read_and_the_others_are_named(say: Say, workbook: Csv) -> None:
    table = [["Data", *PEOPLE], ["2025-09-05", 2, -1, -1, -1, 1]]
    path = workbook(Istruzioni=[["Come si usa"], ["una riga per mano"]], Settembre=table, Ottobre=table)
    assert say(["import", path, "--as", "wide"]).stderr.splitlines()[0] == (
        "the sheet Settembre is read; not read: Ottobre (--sheet NAME takes one)"
    )


def test_a_workbook_that_is_none_too_large_or_another_is_refused_in_words(
    say: Say, tmp_path: Path, workbook: Csv
) -> None:
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", "<a/>")
        packed.writestr("xl/big.xml", bytes(101_000_000))
    assert "unpacked it has more than 100 MB" in say(["import", str(path)]).stderr
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    assert "this is a LibreOffice document: save it as .xlsx" in say(["import", str(path)]).stderr
    far = workbook(One=[["Data", *PEOPLE], [1]])
    book = openpyxl.load_workbook(far)
    book["One"].cell(MOST_ROWS + 2, 1, "x")
    book.save(far)
    assert "at most 100,000 rows and 64 columns" in say(["import", far]).stderr


def briscolone_json(tmp_path: Path) -> str:
    """The same deals as its backup has them: the newest first, players by their marks."""
    mark = {name: f"id{at}" for at, name in enumerate(PEOPLE)}
    before = {"Anna": 7, "Bruno": "-3"}
    games = [
        {
            "id": "x", "raggio": raggio, "date": on, "callerId": mark[caller], "partnerId": mark.get(partner),
            "callType": kind, "soglia": target, "cappotto": slam == "sì", "callerWon": outcome == "vince",
            "pids": list(mark.values()), "pm": dict(zip(mark.values(), units, strict=True)),
        }
        for raggio, on, caller, partner, kind, target, slam, outcome, *units in GAMES
    ]  # fmt: skip
    players = [{"id": mark[name], "name": name, "storiciPunti": before.get(name, 0)} for name in PEOPLE]
    path = tmp_path / "briscolone_5-9-2025.json"
    path.write_text(json.dumps({"players": players, "allGames": games, "raggi": []}, indent=2), encoding="utf-8")
    return str(path)


BRISCOLONE_DEALS = [
    ("Anna", "Elena", "A", "made"), ("Bruno", None, "2/81", "made"), ("Carla", "Dario", "2/71", "failed")
]  # fmt: skip


def test_the_excel_file_of_briscolone_is_known_by_its_columns(say: Say, workbook: Csv, sheet: Match) -> None:
    done = say(["import", workbook(Partite=[[*GAME, *PEOPLE], *GAMES])])
    assert (done.returncode, done.stdout[:33]) == (0, "Imported 4 records of 2 matches f"), done.stderr
    lap = sheet("Raggio100")
    assert lap.match.variant.name == "briscolone"
    assert str(lap.match.ending) == "units:15"
    assert deals(lap) == BRISCOLONE_DEALS
    # a lap is a match, and this deal of it was played three days later
    assert (str(lap.match.on), [record.note for record in lap.records]) == ("2025-09-05", ["", "", "2025-09-08"])
    # Anna 2 - 6 + 2, Bruno -1 + 24 + 2
    assert (lap.running["Anna"], lap.running["Bruno"], lap.records[1].slam) == (-2, 25, True)
    assert deals(sheet("Raggio101")) == [("Elena", None, "carichi/71", "failed")]


def test_the_json_of_briscolone_brings_units_from_before(say: Say, tmp_path: Path, sheet: Match) -> None:
    done = say(["import", briscolone_json(tmp_path)])
    assert (done.returncode, done.stdout[:33]) == (0, "Imported 5 records of 3 matches f"), done.stderr
    assert "the units of this adjustment leave a residual of +4: units from before" in done.stderr
    assert sheet("Before").records[0].payouts == {"Anna": 7, "Bruno": -3, "Carla": 0}
    assert str(sheet("Before").match.on) == "2025-09-04"
    assert deals(sheet("Raggio100")) == BRISCOLONE_DEALS


def test_units_of_briscolone_that_its_facts_do_not_give_are_a_fault(say: Say, workbook: Csv) -> None:
    wrong = [
        GAMES[0],
        [*GAMES[1][:-1], -7],
        [*GAMES[2][:3], "", *GAMES[2][4:-1], -1],
    ]  # its editor may lose the partner
    refused = say(["import", workbook(Partite=[[*GAME, *PEOPLE], *wrong])])
    assert [line.removeprefix("scorer: ") for line in refused.stderr.splitlines()] == [
        "row 4: these units sum to -2: those of a deal or an evening sum to 0",
        "row 3, column Elena: Elena has -7 here, the deal gives -6 (2/81 made, slam)",
    ]


def test_a_json_of_something_else_is_refused(say: Say, csv: Csv) -> None:
    assert "this JSON is not what Briscolone exports" in say(["import", csv('{"a": 1}', "b.json")]).stderr
    assert "this JSON is not what Briscolone exports" in say(["import", csv("{" * 100_000, "b.json")]).stderr


def test_units_of_the_json_that_are_nobodys_or_no_whole_number_are_refused(say: Say, tmp_path: Path) -> None:
    path = briscolone_json(tmp_path)
    good = Path(path).read_text(encoding="utf-8")
    for was, wrong, message in (
        ('"storiciPunti": 7', '"storiciPunti": 7.5', "this JSON is not what Briscolone exports"),
        ('"storiciPunti": 7', '"storiciPunti": 1e400', "this JSON is not what Briscolone exports"),
        ('"pm": {', '"pm": {"gone": 4,', "a deal has units of gone, who is none of the players of this file"),
    ):
        assert was in good
        Path(path).write_text(good.replace(was, wrong), encoding="utf-8")
        refused = say(["import", path])
        assert (refused.returncode, message in refused.stderr) == (3, True), refused.stderr


def test_the_sums_of_short_evenings_are_asked_for_where_they_could_be_deals(say: Say, csv: Csv, sheet: Match) -> None:
    # 2 + 4 = 6 to Anna might be a deal; 1, -2, 3, -2, 0 is none, and a total for sure
    first = "19/09/25;2;-1;-1;-1;1\n;4;-2;-2;-2;2\n;6;-3;-3;-3;3\n"
    second = "26/09/25;2;-1;-1;-1;1\n;-1;-1;4;-1;-1\n;1;-2;3;-2;0\n"
    head = '"Data\npartita";Anna;Bruno;Carla;Dario;Elena\n'
    both = csv(f"{head}{first}{second}")
    assert say(["import", both, "--as", "wide"]).stderr == (
        "scorer: line 5: this adds up other lines, and could be a deal or an evening of its own; the table counts "
        "without 5 (--totals 5,8) or with it (--totals 8): say which\n"
    )
    done = say(["import", both, "--as", "wide", "--totals", "5,8"])
    assert "left out: 2 rows of totals (line 5, 8)" in done.stderr
    assert (sheet("1").running["Anna"], sheet("2").running["Anna"]) == (6, 1)
    alone = say(
        ["import", csv(f"{head}{first}"), "--as", "wide", "--match", "Kept", "--totals", "none", "--units", "gained"]
    )
    assert "left out" not in alone.stderr
    assert sheet("Kept").running["Anna"] == 12
    dated = say(
        ["import", csv(f"{head}{second}".replace("\n;", "\n26/09/25;")), "--as", "wide", "--match", "Dated", "--twice"]
    )
    assert "left out: 1 row of totals (line 5)" in dated.stderr
    evenings = csv(f"{head}19/09/25;5;-5;0;1;-1\n26/09/25;1;2;-3;0;0\n;6;-3;-3;1;-1\n")
    done = say(["import", evenings, "--as", "evenings", "--match", "Paper"])
    assert "left out: 1 row of totals (line 5)" in done.stderr
    assert len(sheet("6").records) == 1


@pytest.mark.parametrize("anew", [True, False])
def test_running_totals_count_by_what_was_gained(anew: bool, say: Say, csv: Csv, sheet: Match) -> None:
    # two deals an evening; the second evening begins with nothing again, or where the first one ended
    first = "19/09/25;2;-1;-1;-1;1\n19/09/25;6;-3;-3;-3;3\n"
    second = "26/09/25;-1;-1;-1;4;-1\n26/09/25;-5;0;0;5;0\n" if anew else "26/09/25;5;-4;-4;1;2\n26/09/25;1;-3;-3;2;3\n"
    done = say(["import", csv(f"Data;Anna;Bruno;Carla;Dario;Elena\n{first}{second}"), "--as", "wide"])
    assert "running totals: what was gained since the line before counts" in done.stderr
    assert deals(sheet("1")) == [("Anna", "Elena", "A", "made"), ("Anna", "Elena", "2/71", "made")]
    assert deals(sheet("2")) == [("Dario", None, "A", "made"), ("Anna", None, "A", "failed")]
    assert sheet("2").running == {"Anna": -5, "Bruno": 0, "Carla": 0, "Dario": 5, "Elena": 0}


def test_who_sat_where_and_what_each_got_is_a_sheet_too(ok: Ok, csv: Csv, sheet: Match) -> None:
    seats = ";".join(f"Giocatore {seat};Punti {seat}" for seat in range(1, 6))
    ok(["import", csv(f"Data;{seats}\n2025-09-19;Anna;5;Bruno;-3;Carla;2;Dario;-4;Elena;0\n"), "--as", "wide"])
    (record,) = sheet("Evening").records
    assert (record.kind, record.payouts) == ("sheet", {"Anna": 5, "Bruno": -3, "Carla": 2, "Dario": -4, "Elena": 0})


def test_a_season_of_paper_sheets_has_a_mean_and_a_minimum_of_evenings(ok: Ok, csv: Csv) -> None:
    ok(["import", csv(EVENINGS), "--as", "evenings"])
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
    (told,) = json.loads(ok("standings --min-matches 3 --format json"))
    assert (told["min_matches"], told["left_out"], told["rows"][0]["units_per_match"]) == (3, 5, 4 / 3)


def test_units_are_held_against_what_else_the_line_says(say: Say, csv: Csv, sheet: Match) -> None:
    head = "Data;Chiamante;Socio;Anna;Bruno;Carla;Dario;Elena"
    wrong = csv(f"{head}\n19/09/25;Anna;Elena;2;-1;-1;-1;1\n19/09/25;Carla;Anna;2;-1;-1;-1;1\n")
    assert say(["import", wrong, "--as", "wide"]).stderr == (
        "scorer: line 3: no deal that is what else stands in this line pays these units; "
        "--as evenings keeps every line as the units of an evening\n"
    )
    # among six under col Monte caller and partner get the same: the line says which is which
    six = "Data;Chiamante;Anna;Bruno;Carla;Dario;Elena;Fabio\n"
    six += "19/09/25;Elena;-1;2;-1;-1;2;-1\n19/09/25;Anna;5;-1;-1;-1;-1;-1\n"
    assert say(["import", csv(six), "--as", "wide", "--variant", "monte"]).returncode == 0
    assert deals(sheet("1")) == [("Elena", "Bruno", "61", "made"), ("Anna", None, "61", "made")]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        # in Italy a thousand, in England one
        (
            "Data;Anna;Bruno;Carla\n2025-09-19;1.000;-1.000;0\n2025-09-26;5;-5;0\n",
            "line 2, column Anna: units '1.000': say",
        ),
        ("Data;Anna;anna\n2025-09-19;2;-2\n", "line 1, column anna: the name stands twice in the header"),
        (
            "Data;Anna;Bruno\n2025-09-19;(2);2\n2025-09-26;2;-2\n",
            "line 2, column Anna: '(2)' is no number: write it as",
        ),
        ("Data;Anna;Bruno;\n2025-09-19;2;-2;3\n", 'line 1, column 4: it has no name; --ignore "" leaves away'),
        (
            "Date;Game;Al;Bea\n2025-09-19;1;2;-2\n2025-09-19;2;-2;2\n",
            'line 1, column Game: without it the units of every line sum to 0: it is no player (--ignore "Game")',
        ),
    ],
)
def test_a_figure_that_may_mean_something_else_is_never_taken(
    table: str, message: str, say: Say, csv: Csv, book_path: Path
) -> None:
    refused = say(["import", csv(table), "--as", "evenings"])
    assert refused.stderr.startswith(f"scorer: {message}"), refused.stderr
    assert not book_path.exists()


def test_a_note_about_totals_is_a_note_and_rows_of_percentages_are_no_units(say: Say, csv: Csv, sheet: Match) -> None:
    rows = "2;-1;-1;-1;1;Totale disastro\n;-1;2;-1;1;-1;media\n"
    rows += ";1;1;-2;0;0;Totale\nVittorie;1;1;0;0;0;\n;20%;80%;0%;0%;0%;\n"  # 2 - 1 = 1, -1 + 2 = 1 and so on
    done = say(["import", csv(f"Data;Anna;Bruno;Carla;Dario;Elena;Note\n2025-09-19;{rows}"), "--as", "wide"])
    assert done.stderr.splitlines()[0] == (
        "left out: 1 row of means, counts or places (line 5); 1 row of percentages (line 6); 1 row of totals (line 4)"
    )
    assert [record.note for record in sheet("1").records] == ["Totale disastro", "media"]


@pytest.mark.parametrize("name", ["Serata", "Serata del", "Quando si è giocato"])
def test_a_column_of_dates_is_the_date_whatever_it_is_called(name: str, ok: Ok, csv: Csv, sheet: Match) -> None:
    ok(["import", csv(f"{name};Anna;Bruno;Carla\n19/09/25;5;-2;-3\n26/09/25;-1;0;1\n"), "--as", "evenings"])
    assert (str(sheet("1").match.on), str(sheet("2").match.on)) == ("2025-09-19", "2025-09-26")


# Games without a caller


@pytest.mark.parametrize("form", ["wide", "evenings"])
def test_card_points_and_deals_won_are_no_units_where_nobody_calls(say: Say, csv: Csv, form: str) -> None:
    table = csv("Data;Anna;Bruno;Carla;Dario\n19/09/25;74;46;74;46\n")
    done = say(f"import {table} --variant brisca --as {form}")
    assert done.returncode == 3
    assert done.stderr.startswith("scorer: line 2: these sum to +240, and units to 0: card points stand in a column")


def test_spanish_words_in_cells_say_what_the_italian_ones_say(ok: Ok, csv: Csv, sheet: Match) -> None:
    rows = "Anna;rey;Elena;ganada\nBruno;caballo;Carla;perdida\nDario;sota;Anna;ganada\n"
    table = csv(f"Llamador;Carta;Compañero;Resultado\n{rows}")
    ok(f"import {table} --as deals --match Paper --on 2026-05-01 --players Anna,Bruno,Carla,Dario,Elena")
    records = sheet("1").records
    assert [str(record.bid) for record in records] == ["K", "Q", "J"]
    assert [record.outcome for record in records] == ["made", "failed", "made"]
    # 2 -1 -1 -1 1; then Bruno and Carla pay: 1 -2 -1 1 1; then Dario with Anna: 1 -1 -1 2 -1
    assert list(records[1].payouts.values()) == [1, -2, -1, 1, 1]


def test_the_spanish_ace_was_no_bid_though_the_king_was_one(ok: Ok, csv: Csv, sheet: Match) -> None:
    rows = [f"Anna;{bid};Elena;74" for bid in ("as", "tres", "Siete", "dos", "dos a 71")]
    table = csv("Llamador;Carta;Compañero;Puntos", *rows)
    ok(f"import {table} --as deals --match Paper --on 2026-05-01 --players Anna,Bruno,Carla,Dario,Elena")
    assert [str(record.bid) for record in sheet("1").records] == ["A", "3", "7", "2", "2/71"]

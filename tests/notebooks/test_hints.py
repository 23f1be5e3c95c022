"""Tables of other kinds: read where that is plain, else refused with what would bring them in."""

from collections.abc import Callable, Sequence
from pathlib import Path

import openpyxl
import pytest

from scorer.exchange import csv_reader
from scorer.match.sheet import Sheet
from scorer.notebooks import file_kinds
from scorer.notebooks.column_and_cell_words import MEANING, meaning
from tests.fixtures import FIVE, Ok, Say
from tests.imports import Csv, Importer, Table, came, refused

PEOPLE = FIVE.replace(",", ";")
HEAD = f"Data;{PEOPLE}"
KEPT = '--residual "why" keeps them as they are'
BESIDE = ("19/09/25;2;-1;-1;-1;1;;{}Anna;6", "26/09/25;4;-2;-2;-2;2;;{}Elena;3")
IN_TABLE = {"2025-09-19": ["2 -1 -1 -1 1"], "2025-09-26": ["4 -2 -2 -2 2"]}
WINNER_WAYS = ("this is a list of winners (column {}): it does not say how many", '--players "Anna,Bruno,..."')


def ranking(head: str, *places: str, below: Sequence[str] = (), away: str) -> Table:
    """A table with a ranking of two beside it, behind an empty column, under these names: it is left away."""
    rows = (row.format(place) for row, place in zip(BESIDE, places, strict=True))
    read = came(IN_TABLE, f"a ranking stands beside the table; {away}\n")
    ways = {"--as wide --units gained": read, "--as evenings --units gained": read}
    return (f"{HEAD};;{head}", *rows, *below), ways


def winners(*lines: str, column: str) -> Table:
    """A table that says who has won, and how it is refused."""
    return lines, {"": refused(*(words.format(column) for words in WINNER_WAYS))}


TABLES: dict[str, Table] = {
    "euro": ((HEAD, "19/09/25;-1,50 €;0,50 €;1,00 €;0,00 €;0,00 €"), {"--as evenings": refused(
        "line 2, column Anna: '-1,50 €' is an amount of money: --unit-value says what a unit is worth; all of them are "
        "multiples of 0.50")}),
    "cents": ((HEAD, "19/09/25;1,00;-1,00;0;0;0", "26/09/25;0,75;0;-0,75;0;0"), {"--as evenings": refused(
        "line 3, column Anna: '0,75' is an amount of money: --unit-value says what a unit is worth; all of them are "
        "multiples of 0.25")}),
    "a letter behind": (
        (HEAD, "19/09/25;1;-1;0;0;0", "26/09/25;+3s;0s;0;0;-3s", "03/10/25;+3s;0s;0;0;-3s"), {"--as evenings": refused(
        "line 3, column Anna: '+3s' is no number: write it as 3 or -3; "
        "who was not there has an empty cell, -, x, a, ass., assente, np or riposo")}),
    "an empty cell": ((HEAD, "19/09/25;5;-5;3;;0", "26/09/25;1;-1;2;-2;0"), {"--as evenings": refused(
        "line 2: these units sum to +3: those of a deal or an evening sum to 0; Dario's cell is empty, and -3 is "
        f"missing; {KEPT}")}),
    "a column forgotten": (
        (HEAD, "19/09/25;5;-4;3;0;0", "26/09/25;1;-2;2;-1;0", "03/10/25;1;-2;2;-2;4"), {"--as evenings": refused(
        "line 2: these units sum to +4, and in 2 lines of 3 not to 0: a column of a player is missing, or something "
        f"else is; {KEPT}")}),
    "a player twice": (("Data;Giocatore;Punti", "19/09/25;Anna;5", "19/09/25;Bruno;-5", "19/09/25;Anna;0"), {
        "--as evenings": refused("line 4: Anna stands twice on 19/09/25: a row for each player has each once; a column "
                                 "match tells two evenings of a day apart")}),
    "players in rows": (("Giocatore;Vinte;Perse", "Anna;5;2", "Bruno;2;5"), {"--as evenings": refused(
        "line 1, column Giocatore: players stand in rows here: give each a column of their own, and each evening a "
        "line")}),
    # -1.50 / 0.50 = -3 and so on
    "a table of money comes in by what a unit is worth": (
        (HEAD, "19/09/25;-1,50 €;0,50 €;€ 1;0,00 €;0", "26/09/25;2,00;-1.00;-0,5;-0,50;0"), {
        "--as evenings --unit-value 0,50": came(
            {"2025-09-19": ["-3 1 2 0 0"], "2025-09-26": ["4 -2 -1 -1 0"]},
            "amounts of money are read as units of 0.50 each, in the currency of the league"),
        "--as evenings --unit-value 0.20": refused("line 2, column Anna: '-1,50 €' is no whole number of units of 0.2"),
        "--unit-value 0": refused("--unit-value 0: say an amount of money above 0, as in 0.50\n"),
    }),
    "an empty line below the evenings of players in rows was a fault of the program": (
        ("Giocatore;19/09/25;26/09/25", "", "Anna;5;-3", "Bruno;-5;2", "Carla;0;1"), {
        "--as evenings": came({"2025-09-19": ["5 -5 0"], "2025-09-26": ["-3 2 1"]})}),
    **{f"a row for each player of an evening is taken together: {day}": (
        (f"{day};Giocatore;Punti", "19/09/25;Anna;5", ";Bruno;-4", ";Carla;-1", "26/09/25;Dario;-2",
         "26/09/25;Anna;-3", "26/09/25;Bruno;5"), {
        "--as evenings": came({"2025-09-19": ["5 -4 -1 ."], "2025-09-26": ["-3 5 . -2"]},
                              "those of one evening are taken together, Punti is the units")})
       for day in ("Data", "Serata")},
    "a ranking beside the table is left away": (
        (f"{HEAD};;Posto;Giocatore;Punti", "19/09/25;2;-1;-1;-1;1;;1;Anna;6", "26/09/25;4;-2;-2;-2;2;;2;Elena;3",
         "03/10/25;-1;2;1;-1;-1;;3;Bruno;-1"), {
        "--as wide": came({**IN_TABLE, "2025-10-03": ["-1 2 1 -1 -1"]},
                          "a ranking stands beside the table; left away: Posto, Giocatore, Punti")}),
    # a ranking of two behind an empty column was taken for card points
    "a ranking of names": ranking("Classifica;Punti", "", "", away="left away: Classifica, Punti"),
    "a ranking with places": ranking("Pos;Nome;Punti", "1;", "2;", away="left away: Pos, Nome, Punti"),
    "a ranking without a head": ranking(";", "", "", away="the columns from 7 on are left away"),
    "a ranking of all, and Elena, who has 1 and 2, is no column of places": ranking(
        "Classifica;Totale", "", "", below=(";;;;;;;Bruno;-3", ";;;;;;;Carla;-3", ";;;;;;;Dario;-3"),
        away="left away: Classifica, Totale"),
    "names beside the table that are no ranking": (
        (f"{HEAD};;Giocatore;Totale", *(row.format("Zoe ") for row in BESIDE)), {"--as wide": refused(
        'column Giocatore: names stand in this column beside columns of players: --ignore "Giocatore"')}),
    **{f"who was not there: {word}": (
        (HEAD, "19/09/25;5;-5;assente;1;-1", f"26/09/25;1;-1;2;{word};-2"), {
        "--as evenings": came({"2025-09-19": ["5 -5 . 1 -1"], "2025-09-26": ["1 -1 2 . -2"]},
                              f"2 cells with 'assente' and '{word}': who was not there")})
       for word in ("n.d.", "ass.", "a", "np", "n.p.", "riposo")},
    # day 1 is the first of January 1900, and the 29th of February 1900 counts, which never was
    "days as a spreadsheet counts them": (("Data;Anna;Bruno;Carla", "45992;5;-5;0", "45999,5;1;2;-3"), {
        "--as evenings": came({"2025-12-01": ["5 -5 0"], "2025-12-08": ["1 2 -3"]},
                              "dates are days as a spreadsheet counts them: 45992 is 2025-12-01\n")}),
    "one winner": winners("Data;Vincitore", "16/01/2026;Anna", column="Vincitore"),
    "three places": winners(
        "Data;Vincitore;Secondo;Terzo", "16/01/2026;Anna;Bruno;Carla", column="Vincitore, Secondo, Terzo"),
    "a question": winners("Serata;Chi ha vinto?;Note", "16/01/2026;Anna;bella", column="Chi ha vinto?"),
    "first and second": winners("Date;First;Second", "2026-01-16;Anna;Bruno", column="First, Second"),
    "winners beside units": (("Data;Vincitore;Anna;Bruno;Carla", "2026-01-16;Anna;3;-1;-2"), {
        "--as evenings": came({"2026-01-16": ["3 -1 -2"]})}),
    "winners where seats are said": (("Data;Vincitori", "2026-01-23;Anna"), {
        "--players Anna,Bruno,Carla,Dario --variant brisca": came({"2026-01-23": ["1 -1 1 -1"]})}),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_read_or_refused_with_a_way_on(name: str, csv: Csv, importer: Importer) -> None:
    lines, readings = TABLES[name]
    importer.reads(csv(*lines), readings)
    assert name.startswith("names beside") or "--ignore" not in importer.said  # no hint leaves a player away


def test_a_hidden_sheet_is_not_read_and_named(workbook: Callable[..., str], importer: Importer) -> None:
    head = ["Data", "Anna", "Bruno", "Carla"]
    path = workbook({"Vecchio": [head, ["2025-09-19", 9, -4, -5]], "Serate": [head, ["2025-09-19", 3, -1, -2]]})
    book = openpyxl.load_workbook(path)
    book["Vecchio"].sheet_state = "hidden"
    book.active = 1
    book.save(path)
    importer.reads(path, {
        "--as evenings": came(
            {"2025-09-19": ["3 -1 -2"]}, "the sheet Vecchio is hidden, and not read (--sheet NAME takes it)"),
        "--as evenings --sheet vecchio": came({"2025-09-19": ["9 -4 -5"]}),
    })  # fmt: skip


SPANISH = (
    "Fecha;Llamador;Compañero;Llamada;Puntos;Notas",
    "19/09/25;Anna;Elena;2/71;74;buena",
    "19/09/25;Bruno;nadie;K;58;",
)
UTF_16 = "the file is read as UTF-16, which is what Excel calls Unicode text"


@pytest.mark.parametrize(
    ("encoding", "says"),
    [
        ("utf-8", ""),
        ("cp1252", "the file is not UTF-8; it is read as Windows-1252, where it says Compañero"),
        ("utf-16", UTF_16),
        ("utf-16-le", UTF_16),
        ("utf-16-be", UTF_16),
    ],
)
def test_spanish_headers_in_any_encoding(
    encoding: str, says: str, say: Say, csv: Csv, sheet: Callable[..., Sheet]
) -> None:
    done = say(f"import {csv(*SPANISH, encoding=encoding)} --players {FIVE}")
    assert done.stderr.splitlines() == [*filter(None, [says]), "dates are read day first: 19/09/25 is 2025-09-19"]
    first, second = sheet("Evening").records
    assert (first.caller, first.partner, first.card_points, first.note) == ("Anna", "Elena", 74, "buena")
    assert (second.caller, second.partner, second.outcome) == ("Bruno", None, "failed")


def test_a_file_that_is_too_large_is_refused_by_its_size(importer: Importer, tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    for head, most in (("Data;Anna;Bruno;Carla\n", 5), ("on,caller,bid,partner,outcome\n", 200)):
        path.write_text(head, encoding="utf-8")
        with path.open("r+b") as file:
            file.truncate(206_000_000)  # which takes no place on the disk; to read it would take a minute
        assert importer.refused(str(path)) == [f"206 MB: at most {most} MB; import it in parts"]


def test_our_own_export_comes_in_whatever_its_size(
    ok: Ok, csv: Csv, importer: Importer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = f"on,match,caller,bid,partner,outcome,{','.join(f'seat{n}' for n in range(1, 6))}"
    path = csv(head, *(f"2025-09-19,E{n},Anna,K,Elena,made,{FIVE}" for n in range(40)))
    ok(f"import {path}")
    monkeypatch.setattr(csv_reader, "MOST_LINES", 10)
    importer.refused(path, "", "more than 200 MB or 10 lines; import it in parts")
    for module in (file_kinds, csv_reader):
        monkeypatch.setattr(module, "LARGEST_FILE", 1_000)
    importer.refused(path, "", "at most 0 MB")  # our columns, and not our export
    ok(f"export deals --out {tmp_path / 'back.csv'}")
    assert importer.came(str(tmp_path / "back.csv")) == {"2025-09-19": ["2 -1 -1 -1 1"] * 40}


# What stands in a deal under each fact of the page, and which of the columns of `DEAL` it takes the place of
DEAL = {"Data": "2026-01-16", "Chiamante": "Anna", "Chiamata": "2", "Socio": "Elena", "Esito": "vinta"}
IN_PLACE_OF = {
    "the date": "Data", "the match": "", "who called": "Chiamante", "the bid": "Chiamata",
    "the partner": "Socio", "the card points": "Esito", "the result": "Esito", "the outcome": "Esito",
}  # fmt: skip
CELLS = {"the card points": "70", "the match": "1", "the slam": "no", "who dealt": "Carla", "the time of day": "22:10"}


def spellings() -> list[str]:
    """The names of columns that the page of spreadsheets has."""
    page = (Path(__file__).parents[2] / "docs" / "spreadsheets.md").read_text(encoding="utf-8")
    names = " ".join(page.split()).partition("may be Italian, English or Spanish: ")[2].partition(" and so on")[0]
    times = " ".join(page.split()).partition("or a column ")[2].partition(".")[0]
    return [name for text in (names, times) for part in text.split(", ") for name in part.split(" or ")]


def test_every_column_that_the_page_names_comes_in(csv: Csv, importer: Importer) -> None:
    names = spellings()
    assert {"Serata", "Carta", "Compañero", "Inizio"} <= set(names)
    assert len(names) > 15
    for name in names:
        meant = MEANING.get(meaning(name), "the bid")  # a card alone is the bid
        place = IN_PLACE_OF.get(meant, "")
        cells = {name if column == place else column: cell for column, cell in DEAL.items()}
        cells[name] = CELLS.get(meant) or DEAL.get(place) or "x"
        match = "" if meant == "the match" else "--match Old"
        file = csv(";".join(cells), ";".join(cells.values()))
        importer.came(file, f"{match} --players {FIVE} --dry-run", f"{name} is {meant}")

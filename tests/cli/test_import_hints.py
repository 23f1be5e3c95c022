"""`scorer import` of tables of other kinds: read where that is plain, else refused with what would bring them in."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import openpyxl
import pytest

from scorer.exchange import csv_reader
from scorer.match.sheet import Sheet
from scorer.notebooks import file_kinds
from scorer.notebooks.column_and_cell_words import HOW_ABSENT, MEANING, meaning

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Match = Callable[..., Sheet]
HEAD = "Data;Anna;Bruno;Carla;Dario;Elena"
PLAYERS = "Anna,Bruno,Carla,Dario,Elena"


Csv = Callable[..., str]


KEPT = '--residual "why" keeps them as they are'
# what stands in the table, and the first line of the answer
REFUSED = {
    "euro": (
        (HEAD, "19/09/25;-1,50 €;0,50 €;1,00 €;0,00 €;0,00 €"), ("line 2, column Anna: '-1,50 €' is an amount of "
        "money: --unit-value says what a unit is worth; all of them are multiples of 0.50")),
    "cents": (
        (HEAD, "19/09/25;1,00;-1,00;0;0;0", "26/09/25;0,75;0;-0,75;0;0"), ("line 3, column Anna: '0,75' is an "
        "amount of money: --unit-value says what a unit is worth; all of them are multiples of 0.25")),
    "a letter behind": (
        (HEAD, "19/09/25;1;-1;0;0;0", "26/09/25;+3s;0s;0;0;-3s", "03/10/25;+3s;0s;0;0;-3s"),
        f"line 3, column Anna: '+3s' is no number: write it as 3 or -3; {HOW_ABSENT}"),
    "an empty cell": (
        (HEAD, "19/09/25;5;-5;3;;0", "26/09/25;1;-1;2;-2;0"), ("line 2: these units sum to +3: those of a deal or an "
        f"evening sum to 0; Dario's cell is empty, and -3 is missing; {KEPT}")),
    "a column forgotten": (
        (HEAD, "19/09/25;5;-4;3;0;0", "26/09/25;1;-2;2;-1;0", "03/10/25;1;-2;2;-2;4"), ("line 2: these units sum to "
        f"+4, and in 2 lines of 3 not to 0: a column of a player is missing, or something else is; {KEPT}")),
    "a player twice": (
        ("Data;Giocatore;Punti", "19/09/25;Anna;5", "19/09/25;Bruno;-5", "19/09/25;Anna;0"), ("line 4: Anna stands "
        "twice on 19/09/25: a row for each player has each once; a column match tells two evenings of a "
        "day apart")),
    "players in rows": (
        ("Giocatore;Vinte;Perse", "Anna;5;2", "Bruno;2;5"), ("line 1, column Giocatore: players stand in rows here: "
        "give each a column of their own, and each evening a line")),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "says"), REFUSED.values(), ids=REFUSED)
def test_no_hint_leaves_a_player_away(lines: tuple[str, ...], says: str, say: Say, csv: Csv, book_path: Path) -> None:
    refused = say(f"import {csv(*lines)} --as evenings")
    assert (refused.returncode, refused.stderr.splitlines()[0]) == (3, f"scorer: {says}")
    assert "--ignore" not in refused.stderr
    assert not book_path.exists()


def test_a_table_of_money_comes_in_by_what_a_unit_is_worth(say: Say, ok: Ok, csv: Csv, sheet: Match) -> None:
    file = csv(HEAD, "19/09/25;-1,50 €;0,50 €;€ 1;0,00 €;0", "26/09/25;2,00;-1.00;-0,5;-0,50;0")
    done = say(f"import {file} --as evenings --unit-value 0,50")
    assert "amounts of money are read as units of 0.50 each, in the currency of the league" in done.stderr
    # -1.50 / 0.50 = -3 and so on
    assert list(sheet("1").records[0].payouts.values()) == [-3, 1, 2, 0, 0]
    assert list(sheet("2").records[0].payouts.values()) == [4, -2, -1, -1, 0]
    refused = say(f"import {file} --as evenings --unit-value 0.20 --match Other")
    assert "line 2, column Anna: '-1,50 €' is no whole number of units of 0.20" in refused.stderr
    assert say(f"import {file} --unit-value 0").stderr == (
        "scorer: --unit-value 0: say an amount of money above 0, as in 0.50\n"
    )


def test_an_empty_line_below_the_evenings_of_players_in_rows_was_a_fault_of_the_program(say: Say, csv: Csv) -> None:
    file = csv("Giocatore;19/09/25;26/09/25", "", "Anna;5;-3", "Bruno;-5;2", "Carla;0;1")
    assert "column 2: 2025-09-19 sheet; Anna 5, Bruno -5, Carla 0" in say(f"import {file} --dry-run").stderr


@pytest.mark.parametrize("day", ["Data", "Serata"])
def test_a_row_for_each_player_of_an_evening_is_taken_together(
    say: Say, ok: Ok, csv: Csv, sheet: Match, day: str
) -> None:
    rows = ("19/09/25;Anna;5", ";Bruno;-4", ";Carla;-1", "26/09/25;Dario;-2", "26/09/25;Anna;-3", "26/09/25;Bruno;5")
    file = csv(f"{day};Giocatore;Punti", *rows)
    assert "those of one evening are taken together, Punti is the units" in say(f"import {file} --dry-run").stderr
    ok(f"import {file} --as evenings")
    assert sheet("1").records[0].payouts == {"Anna": 5, "Bruno": -4, "Carla": -1}
    assert sheet("2").records[0].payouts == {"Anna": -3, "Bruno": 5, "Dario": -2}


def test_a_ranking_beside_the_table_is_left_away(say: Say, csv: Csv, sheet: Match) -> None:
    rows = ("19/09/25;2;-1;-1;-1;1;;1;Anna;6", "26/09/25;4;-2;-2;-2;2;;2;Elena;3", "03/10/25;-1;2;1;-1;-1;;3;Bruno;-1")
    done = say(f"import {csv(f'{HEAD};;Posto;Giocatore;Punti', *rows)} --as wide")
    assert "a ranking stands beside the table; left away: Posto, Giocatore, Punti" in done.stderr, done.stderr
    assert sheet("1").records[0].payouts == {"Anna": 2, "Bruno": -1, "Carla": -1, "Dario": -1, "Elena": 1}


BESIDE = ("19/09/25;2;-1;-1;-1;1;;{}Anna;6", "26/09/25;4;-2;-2;-2;2;;{}Elena;3")


@pytest.mark.parametrize("form", ["wide", "evenings"])
@pytest.mark.parametrize(
    ("head", "places", "away"),
    [
        ("Classifica;Punti", ("", ""), "left away: Classifica, Punti"),
        ("Giocatore;Totale", ("", ""), "left away: Giocatore, Totale"),
        ("Pos;Nome;Punti", ("1;", "2;"), "left away: Pos, Nome, Punti"),
        (";", ("", ""), "the columns from 7 on are left away"),
    ],
)
def test_a_ranking_of_two_behind_an_empty_column_was_taken_for_card_points(
    head: str, places: tuple[str, str], away: str, form: str, say: Say, csv: Csv, sheet: Match
) -> None:
    rows = [row.format(place) for row, place in zip(BESIDE, places, strict=True)]
    done = say(f"import {csv(f'{HEAD};;{head}', *rows)} --as {form} --units gained")
    assert f"a ranking stands beside the table; {away}" in done.stderr, done.stderr
    assert sheet("2").records[0].payouts == {"Anna": 4, "Bruno": -2, "Carla": -2, "Dario": -2, "Elena": 2}


def test_a_player_who_has_1_and_2_is_no_column_of_places_of_the_ranking_beside(
    say: Say, csv: Csv, sheet: Match
) -> None:
    more = [f";;;;;;;{name};-3" for name in ("Bruno", "Carla", "Dario")]
    file = csv(f"{HEAD};;Classifica;Punti", *(row.format("") for row in BESIDE), *more)
    done = say(f"import {file} --as wide --units gained")
    assert "left away: Classifica, Punti\n" in done.stderr, done.stderr
    assert sheet("1").records[0].payouts["Elena"] == 1


def test_names_beside_the_table_that_are_no_ranking_are_refused_with_a_way_on(say: Say, csv: Csv) -> None:
    refused = say(f"import {csv(f'{HEAD};;Giocatore;Totale', *(row.format('Zoe ') for row in BESIDE))} --as wide")
    assert 'column Giocatore: names stand in this column beside columns of players: --ignore "Giocatore"' in (
        refused.stderr
    ), refused.stderr


@pytest.mark.parametrize("word", ["n.d.", "ass.", "a", "np", "n.p.", "riposo"])
def test_words_for_who_was_not_there_are_said(say: Say, csv: Csv, sheet: Match, word: str) -> None:
    file = csv(HEAD, "19/09/25;5;-5;assente;1;-1", f"26/09/25;1;-1;2;{word};-2")
    assert f"2 cells with 'assente' and '{word}': who was not there" in say(f"import {file} --as evenings").stderr
    assert sheet("2").records[0].payouts == {"Anna": 1, "Bruno": -1, "Carla": 2, "Elena": -2}


def test_a_hidden_sheet_is_not_read_and_named(say: Say, tmp_path: Path, sheet: Match) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Vecchio"
    for title, units in (("Vecchio", (9, -4, -5)), ("Serate", (3, -1, -2))):
        page = book[title] if title in book.sheetnames else book.create_sheet(title)
        page.append(["Data", "Anna", "Bruno", "Carla"])
        page.append(["2025-09-19", *units])
    book["Vecchio"].sheet_state = "hidden"
    book.active = 1
    path = str(tmp_path / "home.xlsx")
    book.save(path)
    done = say(f"import {path} --as evenings")
    assert "the sheet Vecchio is hidden, and not read (--sheet NAME takes it)" in done.stderr
    assert sheet("1").running["Anna"] == 3
    say(f"import {path} --as evenings --sheet vecchio --match Old")
    assert sheet("Old").running["Anna"] == 9


SPANISH = (
    "Fecha;Llamador;Compañero;Llamada;Puntos;Notas",
    "19/09/25;Anna;Elena;2/71;74;buena",
    "19/09/25;Bruno;nadie;K;58;",
)


@pytest.mark.parametrize(
    ("encoding", "says"),
    [
        ("utf-8", ""),
        ("cp1252", "the file is not UTF-8; it is read as Windows-1252, where it says Compañero"),
        ("utf-16", "the file is read as UTF-16, which is what Excel calls Unicode text"),
        ("utf-16-le", "the file is read as UTF-16, which is what Excel calls Unicode text"),
        ("utf-16-be", "the file is read as UTF-16, which is what Excel calls Unicode text"),
    ],
)
def test_spanish_headers_in_any_encoding(encoding: str, says: str, say: Say, csv: Csv, sheet: Match) -> None:
    done = say(f"import {csv(*SPANISH, encoding=encoding)} --players {PLAYERS}")
    assert done.stderr.splitlines() == [*filter(None, [says]), "dates are read day first: 19/09/25 is 2025-09-19"]
    first, second = sheet("Evening").records
    assert (first.caller, first.partner, first.card_points, first.note) == ("Anna", "Elena", 74, "buena")
    assert (second.caller, second.partner, second.outcome) == ("Bruno", None, "failed")


def test_days_as_a_spreadsheet_counts_them_are_said(say: Say, csv: Csv, sheet: Match) -> None:
    done = say(f"import {csv('Data;Anna;Bruno;Carla', '45992;5;-5;0', '45999,5;1;2;-3')} --as evenings")
    # day 1 is the first of January 1900, and the 29th of February 1900 counts, which never was
    assert done.stderr == "dates are days as a spreadsheet counts them: 45992 is 2025-12-01\n"
    assert str(sheet("2").match.on) == "2025-12-08"


def test_a_file_that_is_too_large_is_refused_by_its_size(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    for head, most in (("Data;Anna;Bruno;Carla\n", 5), ("on,caller,bid,partner,outcome\n", 200)):
        path.write_text(head, encoding="utf-8")
        with path.open("r+b") as file:
            file.truncate(206_000_000)  # which takes no place on the disk; to read it would take a minute
        refused = say(f"import {path}")
        assert (refused.returncode, refused.stderr) == (
            3, f"scorer: 206 MB: at most {most} MB; import it in parts\n"
        )  # fmt: skip


def test_our_own_export_comes_in_whatever_its_size(
    ok: Ok, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [f"on,match,caller,bid,partner,outcome,{','.join(f'seat{n}' for n in range(1, 6))}"]
    rows += [f"2025-09-19,E{n},Anna,K,Elena,made,{PLAYERS}" for n in range(400)]
    path = tmp_path / "deals.csv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    ok(f"import {path}")
    for module in (file_kinds, csv_reader):
        monkeypatch.setattr(module, "LARGEST_FILE", 10_000)
    monkeypatch.setattr(csv_reader, "MOST_LINES", 100)
    assert "at most 0 MB" in say(f"import {path}").stderr  # our columns, and not our export
    ok(f"export deals --out {tmp_path / 'back.csv'}")
    ok("undo")
    assert "Imported 400 records" in ok(f"import {tmp_path / 'back.csv'}")


WINNERS = (
    ("Data;Vincitore", "16/01/2026;Anna", "Vincitore"),
    ("Data;Vincitore;Secondo;Terzo", "16/01/2026;Anna;Bruno;Carla", "Vincitore, Secondo, Terzo"),
    ("Serata;Chi ha vinto?;Note", "16/01/2026;Anna;bella", "Chi ha vinto?"),
    ("Date;First;Second", "2026-01-16;Anna;Bruno", "First, Second"),
)


@pytest.mark.parametrize(("head", "line", "columns"), WINNERS)
def test_a_list_of_winners_is_refused_in_its_own_words(
    head: str, line: str, columns: str, say: Say, csv: Csv, book_path: Path
) -> None:
    refused = say(f"import {csv(head, line)}")
    assert refused.returncode == 3
    assert refused.stderr.startswith(f"scorer: this is a list of winners (column {columns}): it does not say how many")
    assert '--players "Anna,Bruno,..."' in refused.stderr
    assert not book_path.exists()


def test_winners_come_in_where_units_or_seats_are_said_beside_them(ok: Ok, csv: Csv, sheet: Match) -> None:
    ok(f"import {csv('Data;Vincitore;Anna;Bruno;Carla', '2026-01-16;Anna;3;-1;-2')} --as evenings")
    assert sheet("1").running["Anna"] == 3
    pairs = csv("Data;Vincitori", "2026-01-23;Anna")
    ok(f"import {pairs} --players Anna,Bruno,Carla,Dario --variant brisca")
    assert sheet("2").records[0].payouts == {"Anna": 1, "Bruno": -1, "Carla": 1, "Dario": -1}


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


def test_every_column_that_the_page_names_comes_in(say: Say, csv: Csv) -> None:
    names = spellings()
    assert {"Serata", "Carta", "Compañero", "Inizio"} <= set(names)
    assert len(names) > 15
    for name in names:
        meant = MEANING.get(meaning(name), "the bid")  # a card alone is the bid
        place = IN_PLACE_OF.get(meant, "")
        cells = {name if column == place else column: cell for column, cell in DEAL.items()}
        cells[name] = CELLS.get(meant) or DEAL.get(place) or "x"
        file = csv(";".join(cells), ";".join(cells.values()))
        match = "" if meant == "the match" else "--match Old"
        looked = say(f"import {file} {match} --players {PLAYERS} --dry-run")
        assert (looked.returncode, f"{name} is {meant}" in looked.stderr) == (0, True), (name, looked.stderr)

"""`scorer import` of tables in which a name stands in two columns: nobody is made one with somebody else."""

from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Csv = Callable[..., str]
Match = Callable[..., Sheet]

AS = "--as evenings --variant briscola"
# Anna Rossi and Anna Bianchi: 5 on the first evening, -4 on the second
LONG = ("16/01/2026;Rossi;Anna;5", "16/01/2026;Neri;Bruno;-5", "23/01/2026;Bianchi;Anna;-4", "23/01/2026;Neri;Bruno;4")
TABLES = {
    "an evening's player a row": ("Data;Cognome;Nome;Punti", *LONG),
    "in English": ("Date;Last name;First name;Score", *LONG),
    "in Spanish": ("Fecha;Apellidos;Nombre;Puntos", *LONG),
    "the first name first": (
        "Data;Giocatore;Cognome;Punti", *(f"{day};{first};{last};{units}" for day, last, first, units in
        (line.split(";") for line in LONG))),
    "evenings in columns": (
        "Cognome;Nome;16/01/2026;23/01/2026", "Rossi;Anna;5;", "Neri;Bruno;-5;4", "Bianchi;Anna;;-4"),
    "below a title": ("La lega;;;", "", "Data;Cognome;Nome;Punti", *LONG),
}  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_two_people_of_one_first_name_stay_two(table: str, say: Say, csv: Csv, sheet: Match) -> None:
    done = say(f"import {csv(*TABLES[table])} {AS}")
    assert "3 new players (Anna Rossi, Bruno Neri, Anna Bianchi)" in done.stdout
    assert "are one name, as Anna Rossi" in done.stderr
    assert "left away" not in done.stderr
    assert sheet("1").running == {"Anna Rossi": 5, "Bruno Neri": -5}
    assert sheet("2").running == {"Anna Bianchi": -4, "Bruno Neri": 4}


def test_of_a_name_in_two_columns_one_part_may_be_empty(ok: Ok, csv: Csv, sheet: Match) -> None:
    ok(f"import {csv('Data;Cognome;Nome;Punti', '16/01/2026;Rossi;;5', '16/01/2026;;Bruno;-5')} {AS}")
    assert sheet("1").running == {"Rossi": 5, "Bruno": -5}


def test_a_surname_alone_is_the_name(ok: Ok, csv: Csv, sheet: Match) -> None:
    ok(f"import {csv('Data;Cognome;Punti', '16/01/2026;Rossi;5', '16/01/2026;Neri;-5')} {AS}")
    assert sheet("1").running == {"Rossi": 5, "Neri": -5}


def test_two_people_whose_two_columns_make_one_name_are_refused(say: Say, csv: Csv) -> None:
    lines = ("16/01/2026;Rossi;Anna Maria;5", "16/01/2026;Neri;Bruno;-5", "23/01/2026;Maria Rossi;Anna;-4")
    refused = say(f"import {csv('Data;Cognome;Nome;Punti', *lines, '23/01/2026;Neri;Bruno;4')} --as evenings")
    assert (refused.returncode, refused.stdout) == (3, "")
    assert refused.stderr == (
        "scorer: line 4: 'Anna' 'Maria Rossi' would be Anna Maria Rossi, and so would 'Anna Maria' 'Rossi' in line 2: "
        "they are two people of one name, so give one of them another\n"
    )


def test_a_list_of_entrants_and_a_table_of_an_evening_read_a_name_alike(ok: Ok, csv: Csv) -> None:
    people = ("Rossi;Anna", "Bianchi;Anna", "De Luca;Bruno", "Neri;Carla", "Verdi;Dario")
    ok("tournament new Natale --format ten-deals --on 2026-12-05")
    ok(f"tournament enter --from {csv('Cognome;Nome', *people, name='entries.csv')}")
    ok("tournament draw --on 2026-12-05")
    units = (f"16/01/2026;{who};{won}" for who, won in zip(people, (4, -1, -1, -1, -1), strict=True))
    assert "new player" not in ok(f"import {csv('Data;Cognome;Nome;Punti', *units)} --as evenings")
    assert "Bruno De Luca" in ok("player list")

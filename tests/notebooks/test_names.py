"""Tables in which a name stands in two columns: nobody is made one with somebody else."""

import pytest

from tests.imports import Csv, Importer, Readings, Table, came, refused

AS = "--as evenings --variant briscola"
LONG = ("16/01/2026;Rossi;Anna;5", "16/01/2026;Neri;Bruno;-5", "23/01/2026;Bianchi;Anna;-4", "23/01/2026;Neri;Bruno;4")
# of Anna Bianchi, Anna Rossi and Bruno Neri
THREE: Readings = {AS: came({"2026-01-16": [". 5 -5"], "2026-01-23": ["-4 . 4"]}, "are one name, as Anna Rossi")}
TABLES: dict[str, Table] = {
    "an evening's player a row": (("Data;Cognome;Nome;Punti", *LONG), THREE),
    "the first name first": (("Data;Giocatore;Cognome;Punti", *(f"{day};{first};{last};{units}" for
        day, last, first, units in (line.split(";") for line in LONG))), THREE),
    "evenings in columns below a title": (
        ("La lega", "Cognome;Nome;16/01/2026;23/01/2026", "Rossi;Anna;5;", "Neri;Bruno;-5;4", "Bianchi;Anna;;-4"),
        THREE),
    "one part may be empty": (("Data;Cognome;Nome;Punti", "16/01/2026;Rossi;;5", "16/01/2026;;Bruno;-5"), {
        AS: came({"2026-01-16": ["-5 5"]})}),
    "a surname alone is the name": (("Data;Cognome;Punti", "16/01/2026;Rossi;5", "16/01/2026;Neri;-5"), {
        AS: came({"2026-01-16": ["-5 5"]})}),
    "two people whose two columns make one name": ((
        "Data;Cognome;Nome;Punti", "16/01/2026;Rossi;Anna Maria;5", "16/01/2026;Neri;Bruno;-5",
        "23/01/2026;Maria Rossi;Anna;-4", "23/01/2026;Neri;Bruno;4"), {AS: refused(
        "line 4: 'Anna' 'Maria Rossi' would be Anna Maria Rossi, and so would 'Anna Maria' 'Rossi' in line 2: "
        "they are two people of one name, so give one of them another\n")}),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_name_of_two_columns_is_that_of_one_person(name: str, csv: Csv, importer: Importer) -> None:
    lines, readings = TABLES[name]
    importer.reads(csv(*lines), readings)
    assert "left away" not in importer.said

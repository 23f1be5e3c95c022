"""Tournaments below /api, for the code of the organiser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures import Ok
from tests.phones.clients import Phone, code, grant, serving


@pytest.fixture
def organiser(friday: None, book_path: Path) -> Iterator[Phone]:
    """A program with the code that may do everything."""
    with serving(book_path) as port:
        yield Phone(port, grant(book_path, "all", ""))


def test_a_tournament_is_read_with_its_standing_and_its_tables(organiser: Phone, ok: Ok) -> None:
    assert organiser.get("/api/tournaments") == (200, [])
    ok("tournament new Natale --format scighera --on 2026-12-20 --seed 1")
    ok("tournament enter Adele,Berto,Cesira,Duilio,Elvira,Furio,Ginevra,Oreste,Amos,Bruna")
    ok("tournament draw")
    (line,) = organiser.get("/api/tournaments")[1]
    assert (line["tournament"], line["name"], line["entrants"], line["drawn"]) == (1, "Natale", 10, 1)
    status, natale = organiser.get("/api/tournament?tournament=Natale")
    assert status == 200
    (round_,) = natale["rounds"]
    assert sorted(seat["entrant"] for table in round_["tables"] for seat in table["seats"]) == sorted(
        ["Adele", "Berto", "Cesira", "Duilio", "Elvira", "Furio", "Ginevra", "Oreste", "Amos", "Bruna"]
    )
    seats = [seat["entrant"] for seat in round_["tables"][0]["seats"]]
    units = dict(zip(seats, (8, 1, -2, -3, -4), strict=True))
    ok(f"tournament result 1 {','.join(f'{name}={amount}' for name, amount in units.items())} --deals 5")
    after = organiser.get("/api/tournament")[1]
    table = after["rounds"][0]["tables"][0]
    assert (table["over"], {seat["entrant"]: seat["units"] for seat in table["seats"]}) == (True, units)
    assert {place["entrant"]: place["units"] for place in after["stages"][0]["standing"] if place["deals"]} == units
    assert organiser.get("/api/tournament?tournament=7")[1]["code"] == "not_found"


def test_a_wrong_filter_was_left_away_and_another_tournament_read_than_was_meant(organiser: Phone) -> None:
    status, refused = organiser.get("/api/tournament?turnament=Natale")
    assert (status, refused["code"], "is no part of" in refused["detail"]) == (400, "unreadable", True)


def test_tournaments_are_for_the_code_of_the_organiser(organiser: Phone, book_path: Path) -> None:
    of_evening = Phone(organiser.port, grant(book_path, "evening", "1"))
    for address in ("/api/tournaments", "/api/tournament"):
        assert code(of_evening.get(address)) == (403, "not_yours")

"""What the database itself refuses, whatever program writes: SQL past our code, on SQLite and on PostgreSQL."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DataError, IntegrityError, OperationalError

from db.engine import open_engine

Ok = Callable[..., str]
Changes = dict[str, Any]

NO_DEAL: Changes = dict.fromkeys(("caller", "partner", "bid", "target", "called", "card_points", "outcome"))
NO_UNITS: Changes = {f"units{seat}": None for seat in range(1, 8)}
PENALTY = {**NO_DEAL, **NO_UNITS, "kind": "penalty", "note": "late", "units1": -4}
ADJUSTMENT = {**NO_DEAL, **NO_UNITS, "kind": "adjustment", "note": "ruling", "units1": 3}
REDEAL = {**NO_DEAL, **NO_UNITS, "kind": "passed-out"}

# Record 1 is: Anna (seat 1) called with Elena (seat 5) and made it: +2 -1 -1 -1 +1, seats 6 and 7 empty.
REFUSED: dict[str, Changes] = {
    "units that do not sum to zero": {"units1": 3},
    "units that do not sum to zero, one missing": {"units2": None},
    "a caller without units": {"units1": None, "units5": 3},
    "a partner without units": {"units5": None, "units1": 3},
    "a caller at an empty seat": {"caller": 6},
    "units at an empty seat": {"units6": 1, "units1": 1},
    "who rests with units": {"resting": 2},
    "two equal seats": {"seat2": 1},
    "two equal seats far apart": {"seat7": 1},
    "the number of a live record": {"number": 1},
    "number 0": {"number": 0},
    "the caller as partner": {"partner": 1},
    "1 card point": {"card_points": 1},
    "119 card points": {"card_points": 119},
    "121 card points": {"card_points": 121},
    "-1 card points": {"card_points": -1},
    "a target of 60": {"target": 60},
    "a target of 121": {"target": 121},
    "counting no times": {"times": 0},
    "an unknown outcome": {"outcome": "won"},
    "an unknown kind": {"kind": "game"},
    "a slam of 2": {"slam": 2},
    "seat number 8": {"dealer": 8},
    "seat number 0": {"dealer": 0},
    "a deal without a caller": {"caller": None},
    "a deal without a bid": {"bid": None},
    "a deal without a target": {"target": None},
    "a deal without an outcome": {"outcome": None},
    "a redeal with a caller": {**REDEAL, "caller": 1},
    "a redeal with units": {**REDEAL, "units1": 1},
    "a penalty that pays": {**PENALTY, "units1": 4},
    "a penalty that pays more than it takes": {**PENALTY, "units2": 5},
    "a penalty without a reason": {**PENALTY, "note": ""},
    "an adjustment without a reason": {**ADJUSTMENT, "note": ""},
    "a sheet without a reason": {**ADJUSTMENT, "kind": "sheet", "note": ""},
    "an adjustment at an empty seat": {**ADJUSTMENT, "units7": 3},
    "a player that is not there": {"seat2": 999},
    "a match that is not there": {"match_id": 999},
    "a step that is not there": {"made_by": 999},
    "no step": {"made_by": None},
    "a word for units": {"units1": "two"},
    "a word for a number": {"number": "two"},
}
ACCEPTED: dict[str, Changes] = {
    "the same deal under another number": {},
    "a struck-out record of a number in use": {"number": 1, "voided_by": 1},
    "a solo": {"partner": None, "units1": 4, "units5": -1},
    "an uncounted deal": {"card_points": None},
    "six with one resting": {"seat6": 1, "seat1": 6, "resting": 6},
    "a redeal": REDEAL,
    "a penalty to nobody": PENALTY,
    "a penalty to the others": {**PENALTY, "units2": 1, "units3": 1, "units4": 1, "units5": 1},
    "an adjustment with a residual": ADJUSTMENT,
    "a paper sheet": {**ADJUSTMENT, "kind": "sheet"},
}


@pytest.fixture(params=["sqlite", "postgres"], scope="module")
def where(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A scorebook with one deal, in a file and on a server."""
    from datetime import date

    from scorer import scorebook
    from scorer.match.parsing import DealWords

    place = str(tmp_path_factory.mktemp("law") / "law.db")
    if request.param == "postgres":
        import psycopg

        place = request.getfixturevalue("server").replace("/postgres?", "/law?")
        with psycopg.connect(request.getfixturevalue("server"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE law")
    book = scorebook.Book(place)
    players = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
    with book.writing(make=True) as session:
        scorebook.start_match(session, scorebook.NewMatch(name="Six", players=players, on=date(2026, 11, 20)))
        match = scorebook.find_match(session)
        scorebook.change_seats(session, match, players[:5], None)
        words = DealWords(caller="anna", bid="K", partner="elena", result="61")
        scorebook.record_deal(session, scorebook.find_match(session), words)
    book.close()
    return place


@pytest.fixture
def connection(where: str) -> Iterator[Connection]:
    """A connection that may write, as the program opens it; what it does is taken back."""
    engine = open_engine(where, write=True)
    with engine.connect() as opened:
        begun = opened.begin()
        yield opened
        begun.rollback()
    engine.dispose()


def insert_changed(connection: Connection, changes: Changes) -> None:
    """A copy of record 1, under number 2, with these changes."""
    row = dict(connection.execute(text("SELECT * FROM record WHERE number = 1")).mappings().one())
    row |= {"id": 1000, "number": 2} | changes
    columns = ", ".join(row)
    marks = ", ".join(f":{column}" for column in row)
    connection.execute(text(f"INSERT INTO record ({columns}) VALUES ({marks})"), row)


@pytest.mark.parametrize("changes", REFUSED.values(), ids=REFUSED)
def test_the_database_refuses(connection: Connection, changes: Changes) -> None:
    with pytest.raises((IntegrityError, DataError, OperationalError)) as caught:
        insert_changed(connection, changes)
    assert "no such column" not in str(caught.value)


@pytest.mark.parametrize("changes", ACCEPTED.values(), ids=ACCEPTED)
def test_the_database_accepts(connection: Connection, changes: Changes) -> None:
    insert_changed(connection, changes)
    assert connection.execute(text("SELECT count(*) FROM record")).scalar() == 2


def test_a_deal_cannot_be_unbalanced_afterwards(connection: Connection) -> None:
    with pytest.raises(IntegrityError):
        connection.execute(text("UPDATE record SET units1 = 3 WHERE number = 1"))


def test_a_player_who_sits_in_a_deal_cannot_be_deleted(connection: Connection) -> None:
    with pytest.raises(IntegrityError):
        connection.execute(text("DELETE FROM player WHERE key = 'anna'"))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE sitting SET seat2 = seat1 WHERE voided_by IS NULL",
        "UPDATE sitting SET call_caller = 1 WHERE voided_by IS NULL",
        "UPDATE sitting SET finished = 2 WHERE voided_by IS NULL",
        "UPDATE sitting SET voided_by = NULL",  # two live sittings of one match
        "UPDATE sitting SET first_dealer = 0",
        "UPDATE league SET unit_value_cents = -1",
        "UPDATE match SET unit_value_cents = -1",
        "UPDATE match SET variant = 'none'",
        "UPDATE player SET key = 'anna' WHERE key = 'bruno'",
        "UPDATE player SET hidden = 2",
        "INSERT INTO league SELECT 9, name, key, variant, unit_value_cents, currency, removed FROM league",
    ],
)
def test_the_other_tables_have_their_law_too(connection: Connection, change: str) -> None:
    with pytest.raises(IntegrityError):
        connection.execute(text(change))

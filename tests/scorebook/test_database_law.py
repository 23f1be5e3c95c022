"""What the database itself refuses, whatever program writes: SQL past our code, on SQLite and on PostgreSQL."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import psycopg
import pytest

from db.connection import Connection
from db.database import open_database
from db.tables import TABLES

COLUMNS = TABLES["record"].columns
# What the two drivers raise: SQLite for a text where a number has to be, PostgreSQL for a number that is too large.
BROKEN = (sqlite3.IntegrityError, sqlite3.OperationalError, psycopg.IntegrityError, psycopg.DataError)
Changes = dict[str, Any]

NO_DEAL: Changes = dict.fromkeys(("caller", "partner", "bid", "target", "called", "card_points", "outcome"))
NO_UNITS: Changes = {f"units{seat}": None for seat in range(1, 8)}
PENALTY = {**NO_DEAL, **NO_UNITS, "kind": "penalty", "note": "late", "units1": -4}
ADJUSTMENT = {**NO_DEAL, **NO_UNITS, "kind": "adjustment", "note": "ruling", "units1": 3}
REDEAL = {**NO_DEAL, **NO_UNITS, "kind": "passed-out"}
FOUR = {"seat5": None, "units5": None}
# Anna and Carla took 74 to 46: +1 -1 +1 -1.
PAIRS = {
    **NO_DEAL, **FOUR, "sides": "ABAB", "counts": "74 46", "winners": "A", "outcome": "won",
    "units1": 1, "units2": -1, "units3": 1, "units4": -1,
}  # fmt: skip
# 45, 45 and 30 of Anna, Bruno, Carla, each alone: two share the win, +1 +1 -2, while Dario and Elena sit there.
ALONE = {
    **NO_DEAL, "sides": "ABC", "counts": "45 45 30", "winners": "AB", "outcome": "won",
    "seat4": None, "seat5": None, "units1": 1, "units2": 1, "units3": -2, "units4": None, "units5": None,
}  # fmt: skip
EVEN = {**PAIRS, "counts": "60 60", "winners": None, "outcome": "even", **dict.fromkeys(("units1", "units2"), 0)}
EVEN |= {"units3": 0, "units4": 0}
# Bruno called 110 against Anna and Carla, and had 125 with 20 of bonuses: -1 +2 -1.
REMATADA = {
    "seat4": None, "seat5": None, "sides": "BAB", "caller": 2, "partner": None, "bid": "110", "target": 110,
    "card_points": 125, "bonuses": "20", "outcome": "made",
    "units1": -1, "units2": 2, "units3": -1, "units4": None, "units5": None,
}  # fmt: skip
FIVE_AND_ONE_RESTS = {**PAIRS, "seat5": 5, "sides": ".ABAB", "dealer": 1, "resting": 1}
FIVE_AND_ONE_RESTS |= {"units1": None, "units2": 1, "units3": -1, "units4": 1, "units5": -1}

# Record 1 is: Anna (seat 1) called with Elena (seat 5) and made it: +2 -1 -1 -1 +1, seats 6 and 7 empty.
REFUSED: dict[str, Changes] = {
    "units that do not sum to zero": {"units1": 3},
    "a caller without units": {"units1": None, "units5": 3},
    "a partner without units": {"units5": None, "units1": 3},
    "units at an empty seat": {"units6": 1, "units1": 1},
    "who rests with units": {"resting": 2},
    "two equal seats": {"seat2": 1},
    "the number of a live record": {"number": 1},
    "number 0": {"number": 0},
    "the caller as partner": {"partner": 1},
    "1 card point": {"card_points": 1},
    "119 card points": {"card_points": 119},
    "a target of 60": {"target": 60},
    "counting no times": {"times": 0},
    "an unknown outcome": {"outcome": "lost"},
    "an unknown kind": {"kind": "game"},
    "a slam of 2": {"slam": 2},
    "seat number 8": {"dealer": 8},
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
    "a contract that is won": {"outcome": "won"},
    "winners without sides": {"winners": "A"},
    "a contract with winners": {"winners": "A", "outcome": "won"},
    "counts without sides": {"counts": "74 46"},
    "bonuses without sides": {"bonuses": "40"},
    "decided without sides": {"decided": "cards"},
    "a redeal with sides": {**REDEAL, "sides": "ABABC"},
    "an adjustment with counts": {**ADJUSTMENT, "counts": "74 46"},
    "neither caller nor sides": {**PAIRS, "sides": None, "counts": None, "winners": None, "outcome": "even"},
    "sides with a partner": {**PAIRS, "partner": 3},
    "sides with a bid": {**PAIRS, "bid": "K"},
    "sides with a target": {**PAIRS, "target": 61},
    "sides with a called card": {**PAIRS, "called": "K"},
    "sides with card points of a caller": {**PAIRS, "card_points": 74},
    "a side that is paid in two ways": {**PAIRS, "units2": -2, "units4": 0},
    "a side in seats far apart that is paid in two ways": {**FIVE_AND_ONE_RESTS, "units2": 2, "units4": 0},
    "winners who pay": {**PAIRS, "winners": "B"},
    "losers who get": {**ALONE, "winners": "A"},
    "winners who get nothing": {**ALONE, "units1": 0, "units2": 2},
    "losers who pay nothing": {**PAIRS, **{f"units{seat}": 0 for seat in (1, 2, 3, 4)}},
    "everybody wins": {**PAIRS, "winners": "AB"},
    "nobody wins, and it is won": {**PAIRS, "winners": None},
    "somebody wins, and it is even": {**EVEN, "winners": "A"},
    "even with units": {**EVEN, "units1": 1, "units2": -1, "units3": 1, "units4": -1},
    "sides that made a contract": {**PAIRS, "winners": None, "outcome": "made"},
    "who plays without units": {**PAIRS, "units1": None, "units2": None},
    "who rests by the sides with units": {**PAIRS, "sides": ".BAB", "units3": 1},
    "a letter too few": {**PAIRS, "sides": "ABA", "units4": None, "units2": -2},
    "a letter too many": {**PAIRS, "sides": "ABABA"},
    "a dot too many": {**PAIRS, "sides": "ABAB."},
    "no letters": {**PAIRS, "sides": ""},
    "nobody on any side": {**EVEN, **NO_UNITS, "sides": "...."},
    "an eighth side": {**PAIRS, "sides": "AHAH"},
    "a small letter": {**PAIRS, "sides": "aBaB"},
    "a word for counts": {**PAIRS, "counts": "74 many"},
    "a sign in the counts": {**PAIRS, "counts": "-74 46"},
    "a word for bonuses": {**PAIRS, "bonuses": "forty"},
    "alone with bonuses and a partner": {**REMATADA, "partner": 1},
    "alone with bonuses and two kinds of opponents": {**REMATADA, "units1": -2, "units3": 0},
    "alone with bonuses and 231": {**REMATADA, "card_points": 231},
    "alone with a bid of 231": {**REMATADA, "target": 231},
    "alone with bonuses and won": {**REMATADA, "winners": "A", "outcome": "won"},
    "how a contract was decided": {**REMATADA, "decided": "said"},
    "alone with counts of sides": {**REMATADA, "counts": "125 15"},
    "125 without sides": {"card_points": 125},
    "a player that is not there": {"seat2": 999},
    "a match that is not there": {"match_id": 999},
    "no step": {"made_by": None},
    "a word for units": {"units1": "two"},
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
    "pairs": PAIRS,
    "pairs where nobody counted": {**PAIRS, "counts": None, "decided": "said"},
    "pairs and bonuses": {**PAIRS, "counts": "124 56", "bonuses": "40 20"},
    "pairs that are even": EVEN,
    "pairs by more cards": {**PAIRS, "counts": "60 60", "decided": "cards"},
    "each alone, a shared win": ALONE,
    "five, of whom one rests and pairs play": FIVE_AND_ONE_RESTS,
    "six in two threes": {
        **PAIRS,
        "sides": "ABABAB",
        "seat5": 5,
        "seat6": 6,
        "units5": 1,
        "units6": -1,
    },
    "two alone": {
        **ALONE,
        "sides": "AB",
        "counts": "74 46",
        "winners": "A",
        "seat3": None,
        "units2": -1,
        "units3": None,
    },
    "alone with bonuses": REMATADA,
    "alone with bonuses, failed at 0": {
        **REMATADA,
        "card_points": 0,
        "bonuses": None,
        "outcome": "failed",
        "units1": 0,
        "units2": 0,
        "units3": 0,
    },
    "alone with every bonus": {**REMATADA, "card_points": 230, "bid": "230", "target": 230},
}


@pytest.fixture(params=["sqlite", "postgres"], scope="module")
def where(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A scorebook with one deal, in a file and on a server."""
    from datetime import date

    from scorer import scorebook
    from scorer.match.deal_options import DealWords

    place = str(tmp_path_factory.mktemp("law") / "law.db")
    if request.param == "postgres":
        import psycopg

        place = request.getfixturevalue("server").replace("/postgres?", "/law?")
        with psycopg.connect(request.getfixturevalue("server"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE law")
    book = scorebook.Book(place)
    players = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
    with book.writing(make=True) as transaction:
        scorebook.start_match(transaction, scorebook.NewMatch(name="Six", players=players, on=date(2026, 11, 20)))
        match = scorebook.find_match(transaction)
        scorebook.change_seats(transaction, match, players[:5], None)
        words = DealWords(caller="anna", bid="K", partner="elena", result="61")
        scorebook.record_deal(transaction, scorebook.find_match(transaction), words)
    book.close()
    return place


PAYMENT: Changes = {
    "payer": 1, "payee": 2, "cents": 250, "currency": "EUR", "on": "2026-11-21", "matches": "1", "made_by": 1,
}  # fmt: skip
NO_PAYMENTS: dict[str, Changes] = {
    "of nothing": {"cents": 0},
    "of less than nothing": {"cents": -250},
    "of no money": {"currency": ""},
    "for no match": {"matches": " "},
    "for a match by its name": {"matches": "Friday"},
    "to oneself": {"payee": 1},
    "of nobody to nobody": {"payer": None, "payee": None},
    "by who is not there": {"payer": 999},
    "by no step": {"made_by": None},
    "taken back by no step that is there": {"voided_by": 999},
}
PAYMENTS: dict[str, Changes] = {
    "between two": {},
    "to the pot": {"payee": None},
    "out of the pot": {"payer": None},
    "for several matches": {"matches": "1 12 103"},
    "that was taken back": {"voided_by": 1},
    "of more than 32 bits": {"cents": 10**12},
}


class TakenBackError(Exception):
    """The end of a test: nothing of it stays."""


@pytest.fixture
def connection(where: str) -> Iterator[Connection]:
    """A connection that may write, as the program opens it; what it does is taken back."""
    database = open_database(where, write=True)
    with suppress(TakenBackError), database.begun() as opened:
        yield opened
        raise TakenBackError
    database.close()


def insert_changed(connection: Connection, changes: Changes) -> None:
    """A copy of record 1, under number 2, with these changes."""
    (cells,) = connection.raw_rows(f"SELECT {', '.join(COLUMNS)} FROM record WHERE number = 1")
    connection.insert("record", **dict(zip(COLUMNS[1:], cells[1:], strict=True)) | {"number": 2} | changes)


def insert_payment(connection: Connection, changes: Changes) -> None:
    connection.insert("payment", **PAYMENT | changes)


def breaks(connection: Connection, change: Callable[[], object]) -> bool:
    """Whether the database refuses a change, which is taken back."""
    connection.run("SAVEPOINT law")
    try:
        change()
    except BROKEN as error:
        return "no such column" not in str(error)
    finally:
        connection.run("ROLLBACK TO law")
    return False


@pytest.mark.parametrize(
    ("insert", "wrong", "right"),
    [(insert_changed, REFUSED, ACCEPTED), (insert_payment, NO_PAYMENTS, PAYMENTS)],
    ids=["records", "payments"],
)
def test_the_database_refuses_what_is_wrong_and_accepts_what_is_right(
    connection: Connection, insert: Callable[..., None], wrong: dict[str, Changes], right: dict[str, Changes]
) -> None:
    refused = [
        kind for kind, changes in (wrong | right).items() if breaks(connection, partial(insert, connection, changes))
    ]
    assert refused == list(wrong)


def test_two_are_enough_for_a_table(connection: Connection) -> None:
    connection.run("UPDATE sitting SET seat3 = NULL, seat4 = NULL, seat5 = NULL WHERE voided_by IS NULL")


def test_the_other_tables_have_their_law_too(connection: Connection) -> None:
    for change in (
        "UPDATE record SET units1 = 3 WHERE number = 1",  # unbalanced afterwards
        "DELETE FROM player WHERE key = 'anna'",  # who sits in a deal
        "UPDATE sitting SET seat2 = seat1 WHERE voided_by IS NULL",
        "UPDATE sitting SET call_caller = 1 WHERE voided_by IS NULL",
        "UPDATE sitting SET finished = 2 WHERE voided_by IS NULL",
        "UPDATE sitting SET voided_by = NULL",  # two live sittings of one match
        "UPDATE sitting SET first_dealer = 0",
        "UPDATE sitting SET seat2 = NULL",
        "UPDATE league SET unit_value_cents = -1",
        "UPDATE match SET unit_value_cents = -1",
        "UPDATE match SET variant = 'none'",
        "UPDATE player SET key = 'anna' WHERE key = 'bruno'",
        "UPDATE player SET hidden = 2",
        "INSERT INTO league SELECT 9, name, key, variant, unit_value_cents, currency, removed FROM league",
    ):
        assert breaks(connection, partial(connection.run, change)), change

"""Bad input in games without a caller, and in Rematada: one line that names what is wrong, and nothing written."""

import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from tests.running import recorded

Say = Callable[..., CompletedProcess[str]]
USAGE, REFUSED, NOT_FOUND = 2, 3, 4
FOUR, THREE, TWO = "Anna,Bruno,Carla,Dario", "Anna,Bruno,Carla", "Anna,Bruno"
TABLES = {
    "brisca": FOUR,
    "brisca-hundred": FOUR,
    "briscola": THREE,
    "cinquecento": TWO,
    "mexican": "Anna,Bruno,Carla,Dario,Elena,Fabio,Gina",
    "muerte-al-tres": FOUR,
    "rematada": THREE,
    "rematada-points": THREE,
}
COUNT_AGAIN = "count again"

# The game; what is typed at its open match; the exit code; what the one line on stderr has to say.
BAD: dict[str, tuple[str, str, int, Sequence[str]]] = {
    # counts of two sides
    "two sides that make 119": ("brisca", "deal anna 74 45", REFUSED, ["74 to 45", "119", "120", COUNT_AGAIN]),
    "a side with 1": ("brisca", "deal anna 1", REFUSED, ["1 to 119", "no set of cards makes 1", COUNT_AGAIN]),
    "a side with 121": ("brisca", "deal anna 121", REFUSED, ["'121'", "0 to 120"]),
    "a side with -5": ("brisca", "deal anna -5", REFUSED, ["'-5'", "0 to 120"]),
    "a side with 74.5": ("brisca", "deal anna 74.5", REFUSED, ["'74.5'", "whole number"]),
    "a side with plenty": ("brisca", "deal anna plenty", REFUSED, ["'plenty'", "anna 74"]),
    "three counts of two sides": ("brisca", "deal anna 74/46/0", REFUSED, ["'74/46/0'"]),
    "a count of nobody": ("brisca", "deal 74", REFUSED, ["'74'", "whose count"]),
    "no count": ("brisca", "deal anna", REFUSED, ["how much Anna and Carla took", "anna 74, anna won"]),
    "two of one side": ("brisca", "deal anna=40 carla=34", REFUSED, ["Anna and Carla are one side"]),
    "three counts of two partners": ("brisca", "deal anna 40+30+4", REFUSED, ["'40+30+4'", "Anna and Carla"]),
    "both sides where partners are meant": ("brisca", "deal anna 74+46", REFUSED, ["120", "74/46"]),
    "one partner with 119": ("brisca", "deal anna 119+0", REFUSED, ["119"]),
    # who won
    "won by both": ("brisca", "deal anna bruno won", REFUSED, ["2 winners", "one side wins"]),
    "won and lost": ("brisca", "deal anna won bruno lost", REFUSED, ["is not a result"]),
    "lost by both": ("brisca", "deal anna bruno lost", REFUSED, ["is not a result"]),
    "the first letter of nobody": ("brisca", "deal n", NOT_FOUND, ["'n' is not at the table"]),
    "even with a name": ("brisca", "deal anna even", REFUSED, ["is not a result"]),
    "won by nobody who is named": ("brisca", "deal won", REFUSED, ["who won is still to say"]),
    "a count beside who won": ("brisca", "deal anna 74 won", REFUSED, ["a count beside who won"]),
    "won where the payout needs the count": ("brisca-hundred", "deal anna won", REFUSED, ["more than 100", "count"]),
    "made where the count pays": ("rematada-points", "deal anna 110 made", REFUSED, ["pays by the count"]),
    "lost by one of three": ("briscola", "deal anna lost", REFUSED, ["of 3 sides, say who won"]),
    "passed where nobody calls": ("brisca", "redeal passed", REFUSED, ["nobody passes in Brisca", "misdeal"]),
    # three and more, each alone
    "two of three that make 130": ("briscola", "deal anna=50 bruno=80", REFUSED, ["50 and 80", "130", "120"]),
    "one count of three": ("briscola", "deal anna=50", REFUSED, ["what Bruno and Carla took is still to say"]),
    "one of three twice": ("briscola", "deal anna=50 anna=40 carla=30", REFUSED, ["Anna is named twice"]),
    "two counts behind one of three": ("briscola", "deal anna 74/46", REFUSED, ["'74/46'", "bruno=40"]),
    "who rests": ("mexican", "deal anna=10", REFUSED, ["Anna rests in this deal"]),
    "who rests and won": ("mexican", "deal anna won", REFUSED, ["Anna rests in this deal"]),
    "somebody else": ("briscola", "deal gina=50 bruno=40", NOT_FOUND, ["'gina'", "Anna, Bruno, Carla"]),
    # more cards
    "equal counts": ("brisca", "deal anna 60", REFUSED, ["60 to 60", "--more-cards PLAYER", "nobody"]),
    "more cards where counts decide": ("brisca", "deal anna 74 --more-cards anna", REFUSED, ["only at equal counts"]),
    "more cards of who won": ("brisca", "deal anna won --more-cards anna", REFUSED, ["give the count"]),
    "more cards of somebody else": ("brisca", "deal anna 60 --more-cards gina", NOT_FOUND, ["'gina'"]),
    "more cards in another game": ("briscola", "deal anna=60 bruno=60 --more-cards anna", REFUSED, ["Briscola"]),
    # bonuses
    "bonuses where there are none": ("brisca", "deal anna 74 --bonus anna=20", REFUSED, ["no bonuses in Brisca"]),
    "122 without its bonus": ("cinquecento", "deal anna 122", REFUSED, ["122 to -2", "--bonus anna=40,bruno=20"]),
    "two trump pairs": ("cinquecento", "deal anna 124 --bonus anna=40,bruno=40", REFUSED, ["2 bonuses of 40", "one"]),
    "a bonus of nobody": ("cinquecento", "deal anna 124 --bonus 40", REFUSED, ["bonus '40'", "who has how much"]),
    "a negative bonus": ("cinquecento", "deal anna 60 --bonus anna=-40", REFUSED, ["bonus '-40'", "0 to 100"]),
    # events
    "an event of nobody": ("muerte-al-tres", "deal killed", REFUSED, ["the player of 'killed'", "killed anna"]),
    "an event of both sides": ("muerte-al-tres", "deal killed anna bruno", REFUSED, ["of one side"]),
    "an event and a count": ("muerte-al-tres", "deal killed anna 74", REFUSED, ["a count beside who won"]),
    "an unknown event": ("muerte-al-tres", "deal stolen anna", NOT_FOUND, ["'stolen'"]),
    "an event of another game": (
        "brisca", "deal killed anna", NOT_FOUND,
        ["'killed' is not at the table (Anna, Bruno, Carla, Dario), and decides nothing in Brisca", "anna won"],
    ),
    # callers where nobody calls
    "alone": ("brisca", "deal anna solo 74", REFUSED, ["'solo' is no count"]),
    "a bid": ("brisca", "deal anna 2/71 carla 74", REFUSED, ["one side"]),
    "a call": ("brisca", "call anna 110", REFUSED, ["nobody calls in Brisca"]),
    "a called card": ("brisca", "deal anna 74 --called '2 coins'", REFUSED, ["nobody calls in Brisca", "anna 74"]),
    "two pairs said as a trump pair": ("cinquecento", "deal anna 124 --bonus bruno=40,anna=40", REFUSED, ["20+20"]),
    "ten twice for twenty": ("cinquecento", "deal anna 110 --bonus anna=10+10", REFUSED, ["bonus 10", "each"]),
    "an end that nobody reaches": (
        "rematada", "start T --players Anna,Bruno,Carla --variant rematada --until taken:500", REFUSED,
        ["'taken:500'", "only the calling side is counted", "won:3"],
    ),
    # Rematada
    "a bid of 99": ("rematada", "deal anna 99 125", REFUSED, ["bid 99", "100"]),
    "a count of 231": ("rematada", "deal anna 110 231", REFUSED, ["count '231'", "0 to 230"]),
    "a partner": ("rematada", "deal anna 110 bruno 125", REFUSED, ["alone, against all"]),
    "a bid without a count": ("rematada", "deal anna 110", REFUSED, ["'anna 110' is 2 words", "CALLER BID COUNT"]),
    "won without a bid": ("rematada", "deal anna won", REFUSED, ["'anna won' is 2 words", "COUNT (anna 110 125)"]),
    "a word for a count": ("rematada", "deal anna 110 even", REFUSED, ["count 'even'", "0 to 230"]),
    "four pairs of other suits": ("rematada", "deal anna 110 140 --bonus 20+20+20+20", REFUSED, ["4 bonuses of 20"]),
    "a bonus of what nobody counted": ("rematada", "deal anna 110 made --bonus 40", REFUSED, ["give the count"]),
    "a bonus of an opponent": ("rematada", "deal anna 110 125 --bonus bruno=40", REFUSED, ["Anna, who called"]),
    "more cards of a declarer": ("rematada", "deal anna 110 60 --more-cards anna", REFUSED, ["decide nothing"]),
}  # fmt: skip


def content(path: Path) -> dict[str, list[Any]]:
    """Every row of every table."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: connection.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A scorebook for each game with an open match of it, made once."""
    folder = tmp_path_factory.mktemp("games")
    return {
        variant: recorded(folder / f"{variant}.db", [f"start Friday --players {players} --variant {variant}"])
        for variant, players in TABLES.items()
    }


@pytest.mark.parametrize(("variant", "words", "code", "says"), BAD.values(), ids=BAD)
def test_bad_input_is_refused_in_one_line(
    tables: dict[str, bytes], say: Say, book_path: Path, variant: str, words: str, code: int, says: Sequence[str]
) -> None:
    book_path.write_bytes(tables[variant])
    before = content(book_path)
    done = say(words)
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert re.fullmatch(r"scorer: [^\n]+\n", done.stderr), done.stderr
    for said in says:
        assert said in done.stderr, done.stderr
    assert content(book_path) == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("edit 1 --partner carla", "nobody calls in Brisca"),
        ("edit 1 --bid 110", "nobody calls in Brisca"),
        ("edit 1 --result 80", "whose count"),
        ("edit 1 --result 'anna 119'", "no set of cards makes 119"),
        ("edit 1 --result 'anna 74'", 'nothing changes in 1; say what was different, as in --result "anna 74"'),
        ("edit 1 --result 'anna 60'", "the side with more cards wins"),
        ("edit 1 --more-cards anna", "74 to 46: more cards decide only at equal counts"),
        ("edit 1 --bonus anna=20", "no bonuses in Brisca"),
        ("edit 1 --slam", "no slam"),
        ("edit 1 --out bruno", "Bruno rests"),
    ],
)
def test_a_bad_edit_changes_nothing(
    tables: dict[str, bytes], ok: Callable[..., str], say: Say, book_path: Path, words: str, says: str
) -> None:
    book_path.write_bytes(tables["brisca"])
    ok("deal anna 74")
    before = content(book_path)
    done = say(f"{words} --reason x")
    assert (done.returncode, done.stdout) == (REFUSED, "")
    assert says in done.stderr, done.stderr
    assert content(book_path) == before


def test_who_won_is_not_enough_where_card_points_decide_the_match(ok: Callable[..., str], say: Say) -> None:
    ok("start Race --players Anna,Bruno --variant scoperta --until taken:121")
    assert "played to 121 card points; give the count" in say("deal anna won").stderr
    ok("deal anna 74")
    assert "give the count" in say("edit 1 --result 'anna won' --reason x").stderr

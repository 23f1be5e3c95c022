"""Bad input in games without a caller, in Rematada and Gingo: one line that names what is wrong, nothing written."""

from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.cli.test_bad_input import content, one_line
from tests.running import recorded

Say = Callable[..., CompletedProcess[str]]
REFUSED, NOT_FOUND = 3, 4
FIVE, FOUR, THREE, TWO = "Anna,Bruno,Carla,Dario,Elena", "Anna,Bruno,Carla,Dario", "Anna,Bruno,Carla", "Anna,Bruno"
TABLES = {
    "brisca": FOUR,
    "brisca-hundred": FOUR,
    "briscola": THREE,
    "cinquecento": TWO,
    "gingo": FIVE,
    "mexican": "Anna,Bruno,Carla,Dario,Elena,Fabio,Gina",
    "muerte-al-tres": FOUR,
    "rematada": THREE,
    "rematada-points": THREE,
}

# The game; what is typed at its open match; the exit code; what the one line on stderr has to say.
BAD: dict[str, tuple[str, str, int, Sequence[str]]] = {
    # counts of two sides
    "two sides that make 119": ("brisca", "deal anna 74 45", REFUSED, ["74 to 45", "119", "120", "count again"]),
    "a side with 121": ("brisca", "deal anna 121", REFUSED, ["'121'", "0 to 120"]),
    "a side with 74.5": ("brisca", "deal anna 74.5", REFUSED, ["'74.5'", "whole number"]),
    "a side with plenty": ("brisca", "deal anna plenty", REFUSED, ["'plenty'", "anna 74"]),
    "three counts of two sides": ("brisca", "deal anna 74/46/0", REFUSED, ["'74/46/0'"]),
    "a count of nobody": ("brisca", "deal 74", REFUSED, ["'74'", "whose count"]),
    "no count": ("brisca", "deal anna", REFUSED, ["how much Anna and Carla took", "anna 74, anna won"]),
    "two of one side": ("brisca", "deal anna=40 carla=34", REFUSED, ["Anna and Carla are one side"]),
    "three counts of two partners": ("brisca", "deal anna 40+30+4", REFUSED, ["'40+30+4'", "Anna and Carla"]),
    "both sides where partners are meant": ("brisca", "deal anna 74+46", REFUSED, ["120", "74/46"]),
    # who won
    "won by both": ("brisca", "deal anna bruno won", REFUSED, ["2 winners", "one side wins"]),
    "won and lost": ("brisca", "deal anna won bruno lost", REFUSED, ["is not a result"]),
    "the first letter of nobody": ("brisca", "deal n", NOT_FOUND, ["'n' is not at the table"]),
    "won by nobody who is named": ("brisca", "deal won", REFUSED, ["who won is still to say"]),
    "a count beside who won": ("brisca", "deal anna 74 won", REFUSED, ["a count beside who won"]),
    "won where the payout needs the count": ("brisca-hundred", "deal anna won", REFUSED, ["more than 100", "count"]),
    "made where the count pays": ("rematada-points", "deal anna 110 made", REFUSED, ["pays by the count"]),
    "lost by one of three": ("briscola", "deal anna lost", REFUSED, ["of 3 sides, say who won"]),
    "passed where nobody calls": ("brisca", "redeal passed", REFUSED, ["nobody passes in Brisca", "misdeal"]),
    # three and more, each alone
    "two of three that make 130": ("briscola", "deal anna=50 bruno=80", REFUSED, ["50 and 80", "130", "120"]),
    "one of three twice": ("briscola", "deal anna=50 anna=40 carla=30", REFUSED, ["Anna is named twice"]),
    "one count of three": ("briscola", "deal anna=50", REFUSED, ["what Bruno and Carla took is still to say"]),
    "two counts behind one of three": ("briscola", "deal anna 74/46", REFUSED, ["'74/46'", "bruno=40"]),
    "who rests": ("mexican", "deal anna=10", REFUSED, ["Anna rests in this deal"]),
    # more cards
    "equal counts": ("brisca", "deal anna 60", REFUSED, ["60 to 60", "--more-cards PLAYER", "nobody"]),
    "more cards where counts decide": ("brisca", "deal anna 74 --more-cards anna", REFUSED, ["only at equal counts"]),
    "more cards of who won": ("brisca", "deal anna won --more-cards anna", REFUSED, ["give the count"]),
    "more cards in another game": ("briscola", "deal anna=60 bruno=60 --more-cards anna", REFUSED, ["Briscola"]),
    # bonuses
    "bonuses where there are none": ("brisca", "deal anna 74 --bonus anna=20", REFUSED, ["no bonuses in Brisca"]),
    "122 without its bonus": ("cinquecento", "deal anna 122", REFUSED, ["122 to -2", "--bonus anna=40,bruno=20"]),
    "two trump pairs": ("cinquecento", "deal anna 124 --bonus anna=40,bruno=40", REFUSED, ["2 bonuses of 40", "one"]),
    "a bonus of nobody": (
        "cinquecento", "deal anna 124 --bonus 40", REFUSED, ["bonus '40'", "say it as in --bonus anna=40,bruno=20"],
    ),
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
    "four pairs of other suits": ("rematada", "deal anna 110 140 --bonus 20+20+20+20", REFUSED, ["4 bonuses of 20"]),
    "a bonus of what nobody counted": ("rematada", "deal anna 110 made --bonus 40", REFUSED, ["give the count"]),
    "a bonus of an opponent": ("rematada", "deal anna 110 125 --bonus bruno=40", REFUSED, ["Anna, who called"]),
    "more cards of a declarer": ("rematada", "deal anna 110 60 --more-cards anna", REFUSED, ["decide nothing"]),
    # Gingo
    "a call of 121 card points": ("gingo", "call anna 121", REFUSED, ["bid 121", "highest bid", "120"]),
    "carichi where nobody bids them": ("gingo", "deal anna carichi solo 74", REFUSED, ["'carichi'", "61 to 120"]),
    "a count of -1": ("gingo", "deal anna 80 bruno -1", REFUSED, ["'-1'", "card points (74)", "made or failed"]),
    "one of five rests": ("gingo", "deal anna 80 bruno 74 --out carla", REFUSED, ["while Carla rests", "played by 5"]),
    "an end by counts": (
        "gingo", f"start T --players {FIVE} --variant gingo --until taken:500", REFUSED, ["'taken:500'", "deals:20"],
    ),
}  # fmt: skip


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
    one_line(say(words), code, *says)
    assert content(book_path) == before


EDITS = {
    "--partner carla": "nobody calls in Brisca",
    "--result 80": "whose count",
    "--result 'anna 119'": "no set of cards makes 119",
    "--result 'anna 74'": 'nothing changes in 1; say what was different, as in --result "anna 74"',
    "--result 'anna 60'": "the side with more cards wins",
    "--more-cards anna": "74 to 46: more cards decide only at equal counts",
    "--bonus anna=20": "no bonuses in Brisca",
    "--slam": "no slam",
    "--out bruno": "Bruno rests",
}


def test_a_bad_edit_changes_nothing(
    tables: dict[str, bytes], ok: Callable[..., str], say: Say, book_path: Path
) -> None:
    book_path.write_bytes(tables["brisca"])
    ok("deal anna 74")
    before = content(book_path)
    for words, says in EDITS.items():
        done = say(f"edit 1 {words} --reason x")
        assert (done.returncode, done.stdout) == (REFUSED, "")
        assert says in done.stderr, done.stderr
        assert content(book_path) == before, words


def test_who_won_is_not_enough_where_card_points_decide_the_match(ok: Callable[..., str], say: Say) -> None:
    ok("start Race --players Anna,Bruno --variant scoperta --until taken:121")
    assert "played to 121 card points; give the count" in say("deal anna won").stderr
    ok("deal anna 74")
    assert "give the count" in say("edit 1 --result 'anna won' --reason x").stderr


def test_a_failed_contract_of_gingo_keeps_its_count(
    tables: dict[str, bytes], ok: Callable[..., str], say: Say, book_path: Path
) -> None:
    book_path.write_bytes(tables["gingo"])
    ok("deal anna 80 bruno made")
    before = content(book_path)
    for words in ("edit 1 --result failed --reason x", "insert 1 anna 80 bruno lost --reason x"):
        assert (
            "'failed' is not enough: Gingo pays what a failed contract lacks; give the card points" in say(words).stderr
        )
    assert "2/80: here bids are 61 to 120 card points, not cards" in say("edit 1 --bid 2/80 --reason x").stderr
    assert content(book_path) == before


OF_GINGO = """\
caller,bid,partner,card_points,outcome,slam,out,seat1,seat2,seat3,seat4,seat5,seat6
Anna,80,Bruno,90,failed,,,Anna,Bruno,Carla,Dario,Elena,
Anna,80,Bruno,60,made,,,Anna,Bruno,Carla,Dario,Elena,
Anna,80,Bruno,,failed,,,Anna,Bruno,Carla,Dario,Elena,
Anna,61,Bruno,60,even,,,Anna,Bruno,Carla,Dario,Elena,
Anna,60,Bruno,119,,,,Anna,Bruno,Carla,Dario,Elena,
Anna,80,Anna,-1,,,,Anna,Bruno,Carla,Dario,Elena,
Anna,2/80,Bruno,120,,yes,,Anna,Bruno,Carla,Dario,Elena,
Anna,120,Bruno,120,,yes,,Anna,Bruno,Carla,Dario,Elena,
Anna,80,Bruno,90,,,,Anna,Bruno,Carla,Dario,Elena,Fabio
Anna,80,Bruno,90,,,Fabio,Anna,Bruno,Carla,Dario,Elena,Fabio
Anna,80,Bruno,90,,,Carla,Anna,Bruno,Carla,Dario,Elena,
"""


def test_every_fault_of_a_file_of_gingo_has_its_line_and_column(say: Say, tmp_path: Path, book_path: Path) -> None:
    (tmp_path / "gingo.csv").write_text(OF_GINGO, encoding="utf-8")
    done = say(f"import {tmp_path / 'gingo.csv'} --match Friday --on 2026-11-20 --variant gingo")
    assert (done.returncode, done.stdout, book_path.exists()) == (REFUSED, "", False)
    six = "6 players at the table: this variant is played by 5, and nobody rests"
    lacks = "'failed' is not enough: Gingo pays what a failed contract lacks; give the card points"
    no_count = "'-1' is no count: say a count, or leave it empty and say made or failed in outcome"
    assert done.stderr.removeprefix("scorer: ").splitlines() == [
        "line 2, column outcome: 'failed' here, but 90 card points at 80 (target 80) are made",
        "line 3, column outcome: 'made' here, but 60 card points at 80 (target 80) are failed",
        f"line 4, column card_points: {lacks}",
        "line 5, column outcome: gingo knows no even deal: 60 of 61 is failed",
        "line 6, column bid: bid 60: the lowest bid in card points is 61",
        "line 6, column card_points: 119 card points: no set of cards makes 1 or 119; count again",
        f"line 7, column card_points: {no_count}",
        "line 7, column partner: Anna cannot be their own partner; who holds the called card plays solo",
        "line 8, column bid: bid 2/80: here bids are 61 to 120 card points, not cards",
        "line 9, column slam: slam: gingo has no slam",
        f"line 10, column seat1: {six}",
        f"line 11, column seat1: {six}",
        "line 12, column seat1: 5 players at the table while Carla rests: this variant is played by 5",
    ]

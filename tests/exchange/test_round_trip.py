"""Out and in again, and out again: the same bytes, from files and folders, on SQLite and on a server."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorer.errors import RefusedError
from scorer.match.names import check_new_player, clean_player, fold
from scorer.match.parsing import clean_note
from tests.figures import figures
from tests.fixtures import FIVE, Ok, Say
from tests.folders import files, same
from tests.running import recorded

HOSTILE = '==HYPERLINK(1),-O,+39,@x,\'Nino,Zoë ;"x"'

# By match, in the order in which they are started.
SEASON = {
    "1": (
        f"start Friday --players {FIVE} --on 2026-11-20 --unit-value 0.50 --until deals:20+round",
        "deal bruno 2/71 elena 60 --called '2 coins' --note 'well, \"played\"; indeed'",
        "edit 1 --result 74 --reason 'counted again'",
        "undo",
        "redo",
        "deal dario K solo 58",
        "redeal passed-out --note 'all tired'",
        "deal anna A carla made",
        "void 4 --reason 'wrong table'",
        "undo",
        "redo",
        "deal carla 3 dario failed",
        "undo",
        "redeal misdeal",
        f"seats {FIVE},Fabio",
        "deal anna 2 elena 120 --slam --dealer bruno",
        "penalty carla 5 --reason late",
        "penalty carla 3 --to nobody --reason '=late()'",
        "adjust Anna=-3,Bruno=2 --reason ruling",
        "call dario 2/82 --called '3 cups'",
    ),
    # an even deal doubles the next, and so does a thrown-in hand; six at a table of five
    "2": (
        f"start Brisk --players {FIVE},Fabio --on 2026-11-19 --variant brisk --currency CHF --dealer Carla",
        "deal anna A elena 60",
        "deal bruno 2/115 anna 0",
        "redeal thrown-in",
        "deal carla 2/91 solo 95",
        "edit 4 --times 4 --reason 'it was four'",
        "finish Brisk",
        "league add Lega --variant punti --unit-value 0.25",
    ),
    "3": (
        f"start Friday --league Lega --on 2026-11-20 --players {FIVE},Fabio",
        "deal bruno 75 elena 75",
        "redeal annulled",
    ),
    # two editions of one house table
    "4": (
        "start House --variant {first} --on 2026-11-18 --players Annina,Bruno,Carla,Dario,Elena",
        "deal annina K solo 61",
        "deal bruno K elena 61",
        "void 1 --reason 'not counted'",
        "finish 4",
    ),
    "5": (
        "start House --variant {second} --on 2026-11-17 --players Annina,Bruno,Carla,Dario,Elena",
        "deal annina carichi solo 61",
        "finish 5",
    ),
    # a match whose start was undone is in no file
    "6": (
        f"start Never --on 2026-11-16 --players Gino,{FIVE}",
        "--yes undo",
        "player merge Annina Anna",
        "player hide Fabio",
        "player rename Dario Dàrio",
    ),
}


@pytest.fixture(scope="module")
def whole_season(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Every kind of record and of correction, four frozen variants, two leagues, a merged and a hidden player."""
    place = tmp_path_factory.mktemp("season")
    house = Path(__file__).resolve().parent.parent / "rules" / "house" / "carichi.toml"
    editions = {one: place / f"house-{one}" / "casa.toml" for one in ("first", "second")}
    for cap, path in enumerate(editions.values(), 4):  # the carry doubles to at most 4, later to at most 5
        path.parent.mkdir()
        path.write_text(house.read_text(encoding="utf-8").replace("cap = 4", f"cap = {cap}"), encoding="utf-8")
    alone = {"start", "finish", "league", "player"}
    recorded(
        place / "season.db",
        (
            line.format(**editions) + ("" if line.split()[0] in alone else f" --match {match}")
            for match, lines in SEASON.items()
            for line in lines
        ),
    )
    _add_a_sheet(place / "season.db")
    return (place / "season.db").read_bytes()


def _add_a_sheet(path: Path) -> None:
    """A paper sheet, which no command of the evening writes."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO step (at, action, match_id, reason, detail)"
            " VALUES ('2026-11-20T23:00:00.000000Z', 'sheet', 3, '', '')"
        )
        connection.execute(
            "INSERT INTO record (match_id, number, kind, slam, times, note, made_by,"
            " seat1, seat2, seat3, seat4, seat5, units1, units2, units3, units4, units5)"
            " VALUES (3, 3, 'sheet', 0, 1, 'paper of May', (SELECT max(id) FROM step WHERE match_id = 3),"
            " 1, 2, 3, 4, 5, 7, -2, -5, 0, 0)"
        )
        connection.commit()


@pytest.fixture
def season(whole_season: bytes, ok: Ok, book_path: Path) -> None:
    """The whole season as the scorebook of a test."""
    book_path.write_bytes(whole_season)
    assert ok("check") == ""


WHATS = ("deals", "payouts", "standings", "players", "bids", "pairs")


def test_the_deals_come_out_as_they_went_in(season: None, ok: Ok, tmp_path: Path) -> None:
    path, new = tmp_path / "deals.csv", str(tmp_path / "new.db")
    for open_match in (1, 3):  # what comes in is finished, and only a finished match is won
        ok(f"finish {open_match}")
    ok(f"export deals --out {path}")
    text = path.read_text(encoding="utf-8")
    assert {line.split(",")[5] for line in text.splitlines()[1:]} == {
        *("deal", "passed-out", "thrown-in", "misdeal", "annulled", "penalty", "adjustment", "sheet")
    }
    (tmp_path / "variants").mkdir()
    editions = [line.split(",")[3] for line in text.splitlines() if ",casa@" in line]
    ok(f"export all --out {tmp_path}/all")
    for label in set(editions):  # the file names its house tables, it does not hold them
        kept = tmp_path / "all" / "variants" / f"{label}.toml"
        (tmp_path / "variants" / f"{label.replace('@', '-')}.toml").write_bytes(kept.read_bytes())
    text = text.replace("casa@", "casa-")
    path.write_text(text, encoding="utf-8")
    ok(f"import {path}", db=new)
    assert ok("export deals", db=new) == text
    assert ok("check", db=new) == ""
    for what in WHATS:
        assert ok(f"export {what}", db=new) == ok(f"export {what}").replace("casa@", "casa-"), what


def test_the_whole_scorebook_comes_out_as_it_went_in(season: None, ok: Ok, tmp_path: Path) -> None:
    new = str(tmp_path / "new.db")
    ok(f"export all --out {tmp_path}/one")
    before = {name: contents.decode() for name, contents in files(tmp_path / "one").items()}
    assert {line.split(",")[-4] for line in before["deals.csv"].splitlines()[1:] if line.count(",") == 34} == {
        *("live", "edited", "undone", "voided")
    }
    assert len([name for name in before if name.startswith("variants/casa@")]) == 2
    assert ",Dàrio,2/82,3 cups," in before["matches.csv"]
    assert "Annina,no,Anna" in before["players.csv"]
    ok(f"import {tmp_path}/one", db=new)
    ok(f"export all --out {tmp_path}/two", db=new)
    same(tmp_path / "one", tmp_path / "two")
    assert ok("check", db=new) == ""


def test_a_file_and_a_folder_go_to_a_server_and_back(season: None, ok: Ok, database: str, tmp_path: Path) -> None:
    ok(f"start Again --players {FIVE} --on 2026-11-20")  # after Friday, and before it by name
    ok("deal anna K solo 70 --match Again")
    ok(f"export all --out {tmp_path}/one")
    ok(f"import {tmp_path}/one", db=database)
    ok(f"export all --out {tmp_path}/two", db=database)
    same(tmp_path / "one", tmp_path / "two")
    assert ok("export deals", db=database) == ok("export deals")
    assert ok("export deals").splitlines()[0].endswith(",match_order")
    assert ok("check", db=database) == ""
    ok(f"import {tmp_path}/two", db=f"{tmp_path}/back.db")
    ok(f"export all --out {tmp_path}/three", db=f"{tmp_path}/back.db")
    same(tmp_path / "one", tmp_path / "three")


def test_an_empty_scorebook_goes_out_and_in(ok: Ok, tmp_path: Path) -> None:
    ok("league add Lega --variant brisk --unit-value 0.25 --currency CHF")
    ok(f"export all --out {tmp_path}/one")
    ok(f"import {tmp_path}/one", db=f"{tmp_path}/new.db")
    ok(f"export all --out {tmp_path}/two", db=f"{tmp_path}/new.db")
    same(tmp_path / "one", tmp_path / "two")


# Any names and notes


def kept(clean: Callable[[str], str]) -> Callable[[str], bool]:
    """Whether a text can be kept as it is."""

    def fits(text: str) -> bool:
        try:
            return clean(text) == text
        except RefusedError:
            return False

    return fits


TRICKY = st.sampled_from("=+-@';\",|\t\u00a0\u3000\uff1d\uff0b'''éßİıА😀 \u200d")
TEXTS = st.text(st.one_of(TRICKY, st.characters(codec="utf-8")), min_size=1, max_size=40)
MATCHES = 3  # in a scorebook: making and reading four of them costs more than what is in them
NEW_PLAYERS = TEXTS.filter(kept(lambda text: check_new_player(clean_player(text))))
NAMES = st.lists(NEW_PLAYERS, min_size=5 * MATCHES, max_size=5 * MATCHES, unique_by=fold)
NOTES = TEXTS.filter(kept(clean_note))


@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    people=NAMES,
    notes=st.lists(st.tuples(NOTES, NOTES), min_size=MATCHES, max_size=MATCHES),
    excel=st.sampled_from(["", "--excel it", "--excel en"]),
)
def test_any_names_and_notes_come_out_as_they_went_in(
    ok: Ok, people: list[str], notes: list[tuple[str, str]], excel: str
) -> None:
    """Past the command line, where a shell's options would come in between."""
    from scorer import scorebook
    from scorer.match.deal_words import DealWords
    from scorer.match.facts import Match
    from scorer.match.parsing import read_date
    from scorer.scorebook import NewMatch

    with TemporaryDirectory() as place:
        book = scorebook.Book(f"{place}/one.db")
        with book.writing(make=True) as transaction:
            for at, (note, reason) in enumerate(notes):
                names = people[5 * at : 5 * at + 5]
                new = NewMatch(name=f"M{at} {names[4]}"[:40].strip(), players=names, on=read_date("2026-11-20"))
                match: Match = scorebook.start_match(transaction, new).sheet.match
                said = DealWords(caller=names[0], bid="2/71", partner=names[1], result="74", note=note)
                scorebook.record_deal(transaction, match, said)
                scorebook.record_penalty(transaction, match, names[2], 4, "others", reason)
                scorebook.void(transaction, match, 1, reason)
        book.close()
        ok(f"export deals {excel} --out {place}/deals.csv", db=f"{place}/one.db")
        ok(f"import {place}/deals.csv", db=f"{place}/two.db")
        assert ok("export deals", db=f"{place}/two.db") == ok("export deals", db=f"{place}/one.db")
        ok(f"export all --out {place}/all", db=f"{place}/one.db")
        ok(f"import {place}/all", db=f"{place}/three.db")
        ok(f"export all --out {place}/again", db=f"{place}/three.db")
        same(Path(place, "all"), Path(place, "again"))
        whole = b"\n".join(files(Path(place, "all")).values()).decode()
        assert not [cell for cell in re.split("[,\n]", whole) if cell.lstrip(' "')[:1] in set("=+@\t\r")]


def test_a_name_that_looks_guarded_lost_its_apostrophe_in_the_table_of_its_match(ok: Ok, tmp_path: Path) -> None:
    one, two = f"{tmp_path}/one.db", f"{tmp_path}/two.db"
    ok(["start", "'+M", "--players", "'=,Bruno,Carla,Dario,Elena"], db=one)
    ok(["deal", "bruno", "K", "carla", "61"], db=one)
    ok(f"export all --out {tmp_path}/all", db=one)
    ok(f"import {tmp_path}/all", db=two)
    ok(f"export all --out {tmp_path}/again", db=two)
    same(tmp_path / "all", tmp_path / "again")


# The order of a day's matches


def test_a_file_says_the_order_of_the_matches_where_it_is_not_its_own(ok: Ok, tmp_path: Path) -> None:
    out = tmp_path / "deals.csv"
    for name, day in (("Beta", 20), ("Zeta", 21), ("Alfa", 21)):
        ok(f"start {name} --players {FIVE} --on 2026-11-{day}")
        ok("deal anna K solo 70")
        ok("finish")
    first, *lines = [line.split(",") for line in ok("export deals").splitlines()]
    assert (first[30], first[31:]) == ("units7", ["match_order"])
    assert [(line[1], line[31]) for line in lines] == [("Beta", ""), ("Alfa", "2"), ("Zeta", "1")]
    assert ok("export matches").splitlines()[0].endswith("seat7")  # where started_at says it
    ok(f"export deals --from 2026-11-22 --out {out}")
    assert not out.read_text(encoding="utf-8").splitlines()[0].endswith("match_order")


def test_without_a_word_the_matches_of_a_day_are_started_as_they_come(ok: Ok, tmp_path: Path) -> None:
    lines = "".join(f"{name},2026-11-20,anna,K,solo,made,{FIVE}\n" for name in ("Zeta", "Alfa", "Zeta"))
    file = tmp_path / "deals.csv"
    file.write_text(f"match,on,caller,bid,partner,outcome,seat1,seat2,seat3,seat4,seat5\n{lines}", encoding="utf-8")
    ok(f"import {file}")
    assert [line.split()[:3] for line in ok("matches").splitlines()[2:]] == [
        ["1", "2026-11-20", "Zeta"],
        ["2", "2026-11-20", "Alfa"],
    ]
    ok(f"export all --out {tmp_path}/all")  # both have the moment of the import
    cells = [line.split(",") for line in (tmp_path / "all" / "matches.csv").read_text(encoding="utf-8").splitlines()]
    assert [(cell[1], cell[-1]) for cell in cells] == [("match", "match_order"), ("Alfa", "2"), ("Zeta", "1")]


def test_an_order_of_matches_is_read_or_named_as_a_fault(ok: Ok, say: Say, tmp_path: Path) -> None:
    def file(*orders: tuple[str, str]) -> Path:
        """Matches with the order that their lines say."""
        header = "match,on,caller,bid,partner,outcome,seat1,seat2,seat3,seat4,seat5,match_order"
        lines = [f"{name},2026-11-20,anna,K,solo,made,{FIVE},{order}" for name, order in orders]
        path = tmp_path / "deals.csv"
        path.write_text("\n".join([header, *lines, ""]), encoding="utf-8")
        return path

    done = say(f"import {file(('A', '2'), ('A', '1'), ('B', 'first'), ('C', '0'), ('D', ''), ('D', '3'))}")
    assert (done.returncode, done.stderr.splitlines()) == (
        3,
        [
            "scorer: line 3, column match_order: 1 here and 2 in the first line of A: a match has one",
            "line 4, column match_order: match_order 'first': say a whole number from 1 to 100000",
            "line 5, column match_order: match_order '0': say a whole number from 1 to 100000",
            "line 7, column match_order: 3 here and nothing in the first line of D: a match has one",
        ],
    )
    # those of which nothing is said come first; of the others one line is enough
    ok(f"import {file(('A', '3'), ('B', '1'), ('A', ''), ('C', ''))}")
    assert [line.split()[2] for line in ok("matches").splitlines()[2:]] == ["C", "B", "A"]


EVENINGS = st.lists(
    st.tuples(
        st.sampled_from(["main", "Lega"]),
        st.integers(20, 22),
        st.lists(st.tuples(st.sampled_from(FIVE.split(",")), st.booleans()), max_size=3),
    ),
    min_size=2, max_size=6,
)  # fmt: skip


@settings(
    max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    evenings=EVENINGS,
    names=st.permutations("ABCDEFGHIJ"),
    moments=st.lists(st.integers(0, 2), min_size=10, max_size=10),
)
def test_the_matches_of_a_day_are_read_back_in_the_order_of_their_start(
    ok: Ok, evenings: list[tuple[str, int, list[tuple[str, bool]]]], names: list[str], moments: list[int]
) -> None:
    """Under names in any order, at a clock that stands still and is put back: every figure is the same afterwards."""
    with TemporaryDirectory() as place:
        one, two, three = (f"{place}/{name}.db" for name in ("one", "two", "three"))
        _play(one, evenings, names, moments)
        ok(f"export all --out {place}/all", db=one)
        ok(f"import {place}/all", db=two)
        assert played(two) == played(one)
        ok(f"export all --out {place}/again", db=two)
        same(Path(place, "all"), Path(place, "again"))
        if not played(one):
            return
        ok(f"export deals --out {place}/deals.csv", db=one)
        ok(f"import {place}/deals.csv", db=three)
        assert played(three) == played(one)
        assert ok("export deals", db=three) == Path(place, "deals.csv").read_text(encoding="utf-8")


def _play(
    path: str, evenings: list[tuple[str, int, list[tuple[str, bool]]]], names: list[str], moments: list[int]
) -> None:
    """Record these matches one after the other: of a league, on a day, with who called and whether it was made."""
    from scorer import scorebook
    from scorer.match.deal_words import DealWords
    from scorer.match.parsing import read_date
    from scorer.scorebook import NewMatch

    book = scorebook.Book(path)
    with book.writing(make=True) as transaction:
        scorebook.add_league(transaction, "Lega", "chiamata", 0, "EUR")
        for (league, day, deals), name, moment in zip(evenings, names, moments, strict=False):
            transaction.now = datetime(2026, 11, 22, 20, moment, tzinfo=UTC).replace
            new = NewMatch(name=name, players=FIVE.split(","), on=read_date(f"2026-11-{day}"), league=league)
            match = scorebook.start_match(transaction, new).sheet.match
            for caller, made in deals:
                said = DealWords(caller=caller, bid="K", partner="solo", result="70" if made else "50")
                scorebook.record_deal(transaction, match, said)
    book.close()


def played(path: str) -> list[tuple[object, ...]]:
    """All deals in the order in which statistics take them, the standings, and everybody's streaks and best match."""
    from scorer import frames, scorebook
    from tests import all_stats as stats

    book = scorebook.Book(path)
    with book.reading() as transaction:
        read = frames.read(transaction)
    book.close()
    places = stats.standings(read).drop(
        columns=["matches_won", "races", "races_won", "matches_ended"]
    )  # what comes in is finished
    found = figures(read.deals, "league", "on", "match", "number", "caller") + figures(places)
    for player in FIVE.split(",") if found else []:
        found += figures(stats.records(read, player))
    return found

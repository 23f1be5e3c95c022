"""What completion sees at a glance is what the scorebook says."""

from pathlib import Path

import pytest

from db import names
from scorer import scorebook
from scorer.rule_files import VARIANTS
from tests.fixtures import FIVE, Ok
from tests.whole_house import needs

pytestmark = pytest.mark.xdist_group("alone")


def seen(path: Path, query: str) -> list[str]:
    return names.names_at(str(path), query)


def test_a_glance_sees_what_the_scorebook_says(ok: Ok, book_path: Path, book: scorebook.Book) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok("finish")
    ok("start Saturday --players Fabio,Bruno,Carla,Dario,Zoë --variant brisk --on 2026-11-21")
    ok("start Sunday --players Gina,Hans,Ines,Jan,Kai --on 2026-11-22")
    ok("player rename fabio Fabrizio")
    ok("player hide kai")
    with book.reading() as transaction:
        open_matches = [match for match in scorebook.matches(transaction) if not match.sitting.finished]
        players = scorebook.shown_players(transaction)
    assert sorted(seen(book_path, names.SEATED)) == sorted({p for match in open_matches for p in match.sitting.seats})
    assert sorted(seen(book_path, names.PLAYERS)) == sorted(players)
    assert sorted(seen(book_path, names.MATCHES)) == ["Saturday", "Sunday"]
    titles = {VARIANTS.from_text("x", text).title for text in seen(book_path, names.VARIANTS)}
    assert titles == {match.variant.title for match in open_matches}


@needs("tournaments")
def test_a_dropped_tournament_is_not_seen(ok: Ok, book_path: Path) -> None:
    for name in ("Natale", "Pasqua", "Estate"):
        ok(f"tournament new {name} --format scighera")
    ok("tournament drop --tournament Pasqua")
    ok("tournament enter Anna --tournament Natale")
    ok("tournament undo --tournament Natale")
    assert seen(book_path, names.TOURNAMENTS) == ["Estate", "Natale"]


def test_a_merged_player_is_seen_as_the_one_who_stays(ok: Ok, book_path: Path) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("finish")
    ok("start Saturday --players Annina,Bruno,Carla,Dario,Elena")
    ok("player merge Annina Anna")
    assert seen(book_path, names.SEATED) == FIVE.split(",")


def test_who_left_the_table_is_not_offered(ok: Ok, book_path: Path) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("seats Anna,Bruno,Carla,Dario,Fabio")
    assert "Elena" not in seen(book_path, names.SEATED)


def test_a_glance_at_nothing_is_nothing_and_makes_no_file(tmp_path: Path) -> None:
    assert seen(tmp_path / "none.db", names.PLAYERS) == []
    assert list(tmp_path.glob("none*")) == []
    (tmp_path / "text.db").write_text("no database\n" * 100, encoding="utf-8")
    assert seen(tmp_path / "text.db", names.PLAYERS) == []


def test_a_glance_does_not_wait_for_a_writer(friday: None, book_path: Path) -> None:
    import sqlite3
    import time

    writer = sqlite3.connect(book_path, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()
    assert seen(book_path, names.PLAYERS) == []
    assert time.monotonic() - began < 2
    writer.close()

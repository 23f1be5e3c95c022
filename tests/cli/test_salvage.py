"""`scorer db salvage`: whole matches out of a damaged scorebook, each as it was; the damaged file stays as it is."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from subprocess import CompletedProcess

import pytest

from db.tables import TABLES
from scorer.cli.context import Settings
from tests.running import recorded, refused, run
from tests.salvaging import Sound, bench, halved, strange

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
SOME, REFUSED, TROUBLE, NEWER = 1, 3, 5, 6
FIVE = "Anna,Bruno,Carla,Dario,Elena"
# What a flip of one bit can change so that it could have been recorded just so.
LAWFUL = {
    *("at", "variant", "dealer", "name", "note", "on", "card_points", "unit_value_cents", "seed", "called"),
    *(
        "recorded_by",
        "detail",
        "reason",
        "text",
    ),  # the text of a tournament: no digest is kept of it, as of a variant's
}


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo: 23 matches on some 50 pages; and nine of a tournament, where there are tournaments."""
    path = tmp_path_factory.mktemp("season") / "season.db"
    with redirect_stdout(StringIO()):
        assert run(["demo", "--keep", str(path)], Settings(no_input=True)) == 0
    return path


@pytest.fixture(scope="module")
def sound(season: Path) -> Sound:
    return Sound(season)


@pytest.fixture
def evenings(tmp_path: Path) -> Path:
    """Match 1, Friday, with deals 1 and 2, of which 2 was edited; match 2, Saturday, with deal 1."""
    path = tmp_path / "evenings.db"
    lines = [
        f"start Friday --on 2026-11-20 --players {FIVE}",
        "deal anna K elena 61",
        "deal bruno K elena 74",
        "edit 2 --result 75 --reason recount",
        "finish",
        f"start Saturday --on 2026-11-21 --players {FIVE},Zoe",
        "deal carla K elena 74",
    ]
    recorded(path, lines)
    return path


def execute(path: Path, *statements: str) -> None:
    """Change a file past the program and all laws."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        for statement in statements:
            connection.execute(statement)


def everything(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return {table: connection.execute(f'SELECT * FROM "{table}" ORDER BY 1').fetchall() for table in TABLES}


@pytest.mark.xdist_group("alone")
def test_one_zeroed_page_of_55_left_no_whole_evening(sound: Sound, tmp_path: Path) -> None:
    """Page by page: exactly the matches are taken that stand on no row of it, and each row is as it was.

    Three pages of each table, and of all indexes, stand for all. A page that leads to others only, or belongs to an
    index, takes nothing away; the texts of the variants are shipped.
    """
    of_kind: dict[str, list[int]] = {}
    for page in range(1, sound.pages + 1):
        kind = str(sound.kinds[page])
        of_kind.setdefault("index" if kind.startswith(("ix_", "uq_", "sqlite_auto")) else kind, []).append(page)
    pages = [page for alike in of_kind.values() for page in {alike[0], alike[len(alike) // 2], alike[-1]}]
    share = 0.0
    with bench(tmp_path) as salvaging:
        for page in pages:
            lost = {row for row in sound.lost_with(page) if row[0] != "variant"}
            untouched = {match for match, rows in sound.stands_on.items() if not rows & lost}
            rows, lines = salvaging.taken(sound.zeroed(page))
            assert set(rows["match"]) == untouched, (page, sound.kinds[page])
            assert bool(lines) == bool(lost - {row for row in lost if row[0] == "book"}), (page, lines)
            assert halved(sound, rows) == [], (page, sound.kinds[page])
            assert [row for row in strange(sound, rows) if row[0] != "book"] == [], (page, sound.kinds[page])
            share += len(untouched) / len(sound.rows["match"]) / len(pages)
    assert share > 0.8


@pytest.mark.xdist_group("alone")
def test_a_flipped_bit_changes_no_figure_that_is_taken(sound: Sound, tmp_path: Path) -> None:
    chance, filled = Random(44), [at for at, byte in enumerate(sound.data) if byte]
    with bench(tmp_path) as salvaging:
        for _ in range(8):
            data = bytearray(sound.data)
            at = chance.choice(filled)
            data[at] ^= 1 << chance.randrange(8)
            rows, _lines = salvaging.taken(bytes(data))
            assert halved(sound, rows) == [], at
            others = strange(sound, rows)
            assert len(others) <= 1, (at, others)
            assert all(set(columns) <= LAWFUL for _table, _key, columns in others), (at, others)


def test_of_a_sound_scorebook_everything_is_taken(season: Path, say: Say, ok: Ok, tmp_path: Path) -> None:
    done = say(f"db salvage {season} --to {tmp_path}/new.db")
    assert (done.returncode, done.stdout) == (0, "")
    assert f"nothing is seen to be missing in {season}: all that is there was taken\n" in done.stderr
    assert f"{tmp_path}/new.db: {len(everything(season)['match'])} matches with 4" in done.stderr  # 411 deals, or 422
    assert "is not seen: another player in a seat, 75 card points for 74" in done.stderr
    assert everything(tmp_path / "new.db") == everything(season)
    assert ok("check", db=f"{tmp_path}/new.db") == ""


@pytest.mark.parametrize("size", [512, 65536])
def test_pages_of_another_size_are_read_too(season: Path, ok: Ok, tmp_path: Path, size: int) -> None:
    other = tmp_path / "other.db"
    shutil.copy(season, other)
    execute(other, f"PRAGMA page_size={size}", "VACUUM")
    ok(f"db salvage {other} --to {tmp_path}/new.db")
    assert everything(tmp_path / "new.db") == everything(season)


def test_what_was_taken_goes_on_as_it_was(evenings: Path, say: Say, ok: Ok, tmp_path: Path) -> None:
    """Of Saturday a player is nobody; Friday is reopened, and its correction undone, as in the sound scorebook."""
    new, whole = f"{tmp_path}/new.db", f"{tmp_path}/whole.db"
    shutil.copy(evenings, whole)
    execute(evenings, "UPDATE record SET seat3 = 99 WHERE match_id = 2")
    before = evenings.read_bytes()
    done = say(f"db salvage {evenings} --to {new}")
    assert done.returncode == SOME
    assert done.stdout == "not taken: Saturday (match 2), 2026-11-21: a player of it cannot be read\n"
    assert evenings.read_bytes() == before
    assert ok("check", db=new) == ""
    for command in ("history --match Friday", "reopen Friday", "undo 3 --match Friday", "redo --match Friday"):
        assert ok(command, db=new) == ok(command, db=whole), command
    assert everything(tmp_path / "new.db")["book"] == everything(evenings)["book"]


def test_a_record_that_only_the_index_knows_keeps_its_match_back(evenings: Path, say: Say, tmp_path: Path) -> None:
    without_index = "DELETE FROM sqlite_master WHERE name = 'ix_record_live'"
    with closing(sqlite3.connect(evenings)) as connection:
        kept = connection.execute("SELECT * FROM sqlite_master WHERE name = 'ix_record_live'").fetchone()
    execute(evenings, "PRAGMA writable_schema=ON", without_index)
    execute(evenings, "DELETE FROM record WHERE match_id = 1 AND number = 1")
    with closing(sqlite3.connect(evenings)) as connection, connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", kept)
    done = say(f"db salvage {evenings} --to {tmp_path}/new.db")
    assert (done.returncode, done.stdout) == (
        SOME,
        "not taken: Friday (match 1), 2026-11-20: record 1 cannot be read\n",
    )


DAMAGES = {  # in Friday alone
    "a record that is gone without a trace but its step": "DELETE FROM record WHERE match_id = 1 AND number = 1",
    "units that sum to one": "UPDATE record SET units1 = units1 + 1 WHERE match_id = 1 AND number = 1",
    "units of another deal": "UPDATE record SET units1=4, units2=-2, units3=-2, units4=-2, units5=2 WHERE id = 1",
    "a step of nothing": "UPDATE step SET action = 'dxal' WHERE id = 2",
    "a day that is none": 'UPDATE "match" SET "on" = \'2026-11-40\' WHERE id = 1',
    "a name that is none": "UPDATE \"match\" SET name = '' WHERE id = 1",
    "an end that is none": "UPDATE \"match\" SET until = 'deals:x' WHERE id = 1",
    "two starts": "UPDATE step SET action = 'start' WHERE id = 3",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_check_finds_keeps_a_match_back_and_no_other(
    evenings: Path, say: Say, ok: Ok, tmp_path: Path, damage: str
) -> None:
    whole = everything(evenings)
    execute(evenings, DAMAGES[damage])
    done = say(f"db salvage {evenings} --to {tmp_path}/new.db")
    assert done.returncode == SOME
    assert done.stdout.startswith("not taken: ")
    assert done.stdout.count("\n") == done.stdout.count("(match 1)") == 1
    new = everything(tmp_path / "new.db")
    assert [match[0] for match in new["match"]] == [2]
    assert set(new["record"]) < set(whole["record"])
    assert ok("check", db=f"{tmp_path}/new.db") == ""


def test_a_league_was_lost_in_silence_and_the_next_match_was_another_game(say: Say, ok: Ok, tmp_path: Path) -> None:
    """main, without money, is gone without a trace; Thu plays Scighera for 0.10."""
    book, new = tmp_path / "book.db", f"{tmp_path}/new.db"
    recorded(book, ["league add Thu --variant scighera --unit-value 0.10", f"start B --league Thu --players {FIVE}"])
    whole = everything(book)
    execute(book, "PRAGMA foreign_keys=0", "DELETE FROM league WHERE id = 1")
    done = say(f"db salvage {book} --to {new}")
    assert (done.returncode, done.stdout) == (SOME, "not taken: league that cannot be read: 1\n")
    assert "nothing is seen to be missing" not in done.stderr
    assert "when none is named is lost: from now on that is main, variant chiamata\n" in done.stderr
    assert everything(Path(new)) == whole
    assert "Chiamata" in ok(f"start C --players {FIVE}", db=new)
    execute(book, "UPDATE league SET name = 'main', key = 'main'")
    done = say(f"db salvage {book} --to {tmp_path}/other.db")
    assert done.returncode == SOME
    assert "from now on that is main, variant scighera\n" in done.stderr


def test_a_deal_that_was_gone_with_its_step_was_no_loss(evenings: Path, say: Say, ok: Ok, tmp_path: Path) -> None:
    """Friday's deal 2, its correction and the steps of both: only the gaps in the ids tell. The book's id goes too."""
    execute(
        evenings, "PRAGMA foreign_keys=0", "DELETE FROM record WHERE number = 2", "DELETE FROM step WHERE id IN (3, 4)"
    )
    done = say(f"db salvage {evenings} --to {tmp_path}/new.db")
    assert (done.returncode, done.stdout) == (SOME, "")
    assert "nothing has these: record 2-3; step 3-4. Damage took what had them" in done.stderr
    assert "nothing is seen to be missing" not in done.stderr
    execute(evenings, "DELETE FROM book")
    done = say(f"db salvage {evenings} --to {tmp_path}/other.db")
    assert done.returncode == SOME
    assert done.stdout == (
        "not taken: the id of the scorebook: phones and other copies take the new one for another scorebook\n"
    )


def test_the_text_of_a_shipped_variant_comes_from_the_program(evenings: Path, say: Say, ok: Ok, tmp_path: Path) -> None:
    whole = everything(evenings)
    execute(evenings, "UPDATE variant SET text = ''")
    ok(f"db salvage {evenings} --to {tmp_path}/new.db")
    assert everything(tmp_path / "new.db") == whole
    execute(evenings, "UPDATE variant SET digest = 'of a house'", "UPDATE \"match\" SET variant = 'of a house'")
    done = say(f"db salvage {evenings} --to {tmp_path}/other.db")
    assert done.returncode == TROUBLE
    assert "the text of its variant cannot be read, and is none that is shipped" in done.stdout


def test_a_change_that_was_not_finished_is_left_out(evenings: Path, say: Say, tmp_path: Path) -> None:
    """A program was killed after it wrote pages: the journal beside the file has them as they were."""
    whole, killed = everything(evenings), tmp_path / "killed.db"
    with closing(sqlite3.connect(evenings, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size=1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE step SET reason = zeroblob(5000) || reason")
        connection.execute("UPDATE record SET note = printf('%.5000c', 'x')")
        for suffix in ("", "-journal"):
            shutil.copy(f"{evenings}{suffix}", f"{killed}{suffix}")
        connection.execute("ROLLBACK")
    before = [Path(f"{killed}{suffix}").read_bytes() for suffix in ("", "-journal")]
    assert before[0] != evenings.read_bytes()
    done = say(f"db salvage {killed} --to {tmp_path}/new.db")
    assert done.returncode == 0
    assert f"a change that was not finished is left out: {killed}-journal\n" in done.stderr
    assert everything(tmp_path / "new.db") == whole
    assert [Path(f"{killed}{suffix}").read_bytes() for suffix in ("", "-journal")] == before
    assert not list(tmp_path.glob(".scorer.*"))


def test_what_cannot_be_salvaged_is_refused(evenings: Path, say: Say, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(evenings)
    (tmp_path / "note.txt").write_text("hello")
    (tmp_path / "there.db").write_text("mine")
    (tmp_path / "empty.db").touch()
    execute(tmp_path / "photos.db", "CREATE TABLE photo (name TEXT)", "INSERT INTO photo VALUES ('tables.jpg')")
    old = tmp_path / "old.db"
    shutil.copy(evenings, old)
    execute(old, "UPDATE alembic_version SET version_num = '0003'")
    new, before = f"{tmp_path}/new.db", evenings.read_bytes()
    for words, code, said in (
        (f"{evenings}", REFUSED, "say where the matches go, as in --to evenings-new.db"),
        (f"{evenings} --to {evenings} --force", REFUSED, "is the damaged file itself"),
        (f"{evenings} --to {tmp_path}/link.db --force", REFUSED, "is the damaged file itself"),
        (f"{evenings} --to {tmp_path}/there.db", REFUSED, "is there already; --force replaces it"),
        (f"{evenings} --to {tmp_path}/no/new.db", REFUSED, "is not there; make it"),
        (f"postgresql://u:secret@h/gelso --to {new}", REFUSED, "a server, which looks after its own pages"),
        (f"{evenings} --to postgresql://u:secret@h/gelso", REFUSED, "name a file"),
        (f"{tmp_path}/nothing.db --to {new}", TROUBLE, "is not there"),
        (f"{tmp_path} --to {new}", TROUBLE, "is a folder"),
        (f"{tmp_path}/note.txt --to {new}", TROUBLE, "is not a scorebook, or nothing of it can be read"),
        (f"{tmp_path}/empty.db --to {new}", TROUBLE, "is empty: no scorebook"),
        (f"{tmp_path}/photos.db --to {new}", TROUBLE, "is a database, but not a scorebook"),
        (f"{old} --to {new}", REFUSED, "has the older schema 0003, and whole matches"),
    ):
        done = say(f"db salvage {words}")
        refused(done, code, said)
        assert "secret" not in done.stderr
    assert evenings.read_bytes() == before
    assert not Path(new).exists()
    assert (tmp_path / "there.db").read_text() == "mine"


def test_a_newer_scorebook_is_not_salvaged_as_if_all_of_it_were_known(evenings: Path, say: Say, tmp_path: Path) -> None:
    # 0006 and 0999 differ in eight bits: no failing disk makes the one of the other.
    execute(evenings, "UPDATE alembic_version SET version_num = '0999'")
    done = say(f"db salvage {evenings} --to {tmp_path}/new.db")
    refused(done, NEWER, f"{evenings} has schema 0999, newer than this program's 0006; install the newer program")
    assert not (tmp_path / "new.db").exists()
    execute(evenings, "UPDATE alembic_version SET version_num = '0046'")  # one flipped bit of 0006
    assert say(f"db salvage {evenings} --to {tmp_path}/new.db").returncode == 0

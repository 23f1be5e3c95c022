"""The disk reports an error while a command writes: whatever the command answers is what the scorebook holds.

Each sync of a deal fails once, one run after the other; then all from there on, so that nobody can look what came of
it. The same words said again, on a disk that is well, never make a second deal but where the first was confirmed.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet
from tests.older import make_older
from tests.running import recorded

pytestmark = [
    pytest.mark.skipif(not shutil.which("strace") and "CI" not in os.environ, reason="strace is not installed"),
    pytest.mark.xdist_group("alone"),
]
START = "start Friday --players Anna,Bruno,Carla,Dario,Elena"
DEAL = "deal anna 2/71 elena 74"
RECORDED = ""
UNCONFIRMED = "it is recorded, but the disk did not confirm it: after a power cut, look whether it is still there"
NOT = "nothing was recorded"
FULL = "the disk is full; nothing was written"
UNKNOWN = "this may be recorded, or not. Say the same again: it is recorded once only"
CALLS = "fdatasync,fsync,unlink,pwrite64,openat"
DEALS = """league,match,on,variant,number,kind,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5
main,Friday,2026-11-20,chiamata,1,deal,Anna,K,Elena,61,Anna,Bruno,Carla,Dario,Elena
"""
ANSWERS = {RECORDED: 0, UNCONFIRMED: 0, NOT: 5, FULL: 5, UNKNOWN: 5}
# SQLite syncs the journal, its folder, which it does not ask for its answer, the head of the journal, the scorebook;
# then it removes the journal, with which the deal is committed, and syncs the folder.
SYNCS = (NOT, RECORDED, NOT, NOT, UNCONFIRMED)
CASES = {
    **{f"fdatasync:error=EIO:when={place}": answer for place, answer in enumerate(SYNCS, 1)},
    "fdatasync:error=EINVAL:when=1": NOT,
    "fdatasync:error=EINVAL:when=5": UNCONFIRMED,
    "fdatasync:error=EIO:when=1+": NOT,
    "fdatasync:error=EIO:when=4+": UNKNOWN,  # the journal stays, and nobody may take it back
    "fdatasync:error=EIO:when=5+": UNCONFIRMED,
    "unlink:error=EIO:when=1": NOT,
    "unlink:error=EIO:when=1+": UNKNOWN,
    # The turn is two writes, and nobody needs it. The journal has sixteen, and one for its head; then come the pages of
    # the scorebook.
    "pwrite64:error=ENOSPC:when=1": RECORDED,
    "pwrite64:error=ENOSPC:when=3": FULL,
    "pwrite64:error=ENOSPC:when=20": FULL,
    "pwrite64:error=ENOSPC:when=22+": UNKNOWN,
}


def on_a_bad_disk(db: Path, words: str, *fails: str, also: Sequence[str] = ()) -> tuple[int, str]:
    """The exit code of a command line and what it says beside its result; a system call `fails` as strace has it."""
    injected = [word for fail in fails for word in ("-e", f"inject={fail}")]
    bad = ["strace", "-f", "-qq", "--seccomp-bpf", "-o", os.devnull, "-e", f"trace={CALLS}", *also, *injected]
    command = [*bad, sys.executable, "-m", "scorer", "--db", str(db), *words.split()]
    ours = {"PYTHONPATH": str(Path(__file__).parents[1]), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, env=os.environ | ours, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stderr.strip()


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A scorebook with a match and no deal."""
    return recorded(tmp_path_factory.mktemp("disk") / "friday.db", [START])


@pytest.mark.parametrize("fails", CASES)
def test_nothing_was_recorded_it_said_and_it_was_there(
    fails: str, started: bytes, tmp_path: Path, ok: Callable[..., str], sheet: Callable[..., Sheet]
) -> None:
    db = tmp_path / "friday.db"
    db.write_bytes(started)
    code, beside = on_a_bad_disk(db, DEAL, fails)
    answer = CASES[fails]
    assert (code, beside.endswith(answer), beside == "") == (ANSWERS[answer], True, answer == RECORDED), beside
    assert (tmp_path / "friday.db.unconfirmed").exists() == (answer == UNKNOWN)
    if answer != UNKNOWN:  # a look would bring it to an end
        assert len(sheet(where=str(db)).records) == (answer in {RECORDED, UNCONFIRMED})
    ok(DEAL, db=str(db))
    assert len(sheet(where=str(db)).records) == 1 + (answer in {RECORDED, UNCONFIRMED})
    assert sorted(tmp_path.glob("friday.db*")) == [db, Path(f"{db}-turn")]  # no mark, and no journal


def test_a_deal_that_was_recorded_when_nobody_could_look_is_recorded_once(
    started: bytes, tmp_path: Path, say: Callable[..., CompletedProcess[str]], sheet: Callable[..., Sheet]
) -> None:
    """As where a network folder goes away for a moment, when the journal is removed and before that is confirmed."""
    db = tmp_path / "friday.db"
    db.write_bytes(started)
    # Of the folder and the scorebook: the third sync is the last, the fifth that is opened is for the look.
    of_these = ["-P", str(db), "-P", str(tmp_path)]
    code, beside = on_a_bad_disk(db, DEAL, "fdatasync:error=EIO:when=3", "openat:error=EIO:when=5+", also=of_these)
    assert (code, beside.endswith(UNKNOWN)) == (5, True), beside
    again = say(DEAL, db=str(db))
    assert (again.returncode, again.stdout) == (0, "")
    assert again.stderr.startswith("scorer: already recorded as deal 1 of Friday; nothing was written twice")
    assert [record.number for record in sheet(where=str(db)).records] == [1]
    assert say(DEAL, db=str(db)).stderr == ""
    assert [record.number for record in sheet(where=str(db)).records] == [1, 2]


@pytest.mark.parametrize(
    ("meanwhile", "records"),
    [
        (["edit 1 --result 75 --reason counted"], [(1, 75)]),  # it was doubled: a correction made it seem gone
        (["undo", "redo"], [(1, 74)]),
        (["undo"], [(1, 74)]),  # taken back by somebody, and said again: it is another one
    ],
)
def test_a_deal_that_somebody_corrected_before_it_was_said_again_is_there_once(
    meanwhile: list[str], records: list[tuple[int, int]], started: bytes, tmp_path: Path, ok: Callable[..., str],
    say: Callable[..., CompletedProcess[str]], sheet: Callable[..., Sheet],
) -> None:  # fmt: skip
    db, kept = tmp_path / "friday.db", tmp_path / "friday.db.unconfirmed"
    db.write_bytes(started)
    of_these = ["-P", str(db), "-P", str(tmp_path)]
    on_a_bad_disk(db, DEAL, "fdatasync:error=EIO:when=3", "openat:error=EIO:when=5+", also=of_these)
    kept.rename(tmp_path / "away")  # who corrects sits at another machine
    for words in meanwhile:
        ok(words, db=str(db))
    (tmp_path / "away").rename(kept)
    say(DEAL, db=str(db))
    assert [(record.number, record.card_points) for record in sheet(where=str(db)).records] == records


def test_a_folder_that_knows_no_sync_would_have_said_so_at_each_deal(
    tmp_path: Path, sheet: Callable[..., Sheet]
) -> None:
    db, of_folder = tmp_path / "friday.db", ["-P", str(tmp_path)]
    failing = "fdatasync,fsync:error=EINVAL"
    code, beside = on_a_bad_disk(db, START, failing, also=of_folder)
    assert (code, beside.endswith(UNCONFIRMED)) == (0, True), beside
    assert on_a_bad_disk(db, DEAL, failing, also=of_folder) == (0, "")
    assert len(sheet(where=str(db)).records) == 1


def test_a_new_scorebook_cannot_be_made_it_said_and_it_was_made(tmp_path: Path, sheet: Callable[..., Sheet]) -> None:
    """An import makes it beside its place, which it takes when all is well; the folder is synced last."""
    db, deals = tmp_path / "friday.db", tmp_path / "deals.csv"
    deals.write_text(DEALS)
    code, beside = on_a_bad_disk(db, f"import {deals}", "fsync:error=EIO", also=["-P", str(tmp_path)])
    assert (code, UNCONFIRMED in beside) == (0, True), beside
    assert len(sheet(where=str(db)).records) == 1


def test_an_upgrade_was_there_and_refused_and_lost_the_file_as_it_was(
    started: bytes, tmp_path: Path, sheet: Callable[..., Sheet]
) -> None:
    db = tmp_path / "friday.db"
    db.write_bytes(started)
    make_older(db, "0003")
    upgraded = f"{db} had the schema 0003 and is upgraded; as it was it is kept as {db}.0003.bak"
    assert on_a_bad_disk(db, DEAL, "fdatasync,fsync:error=EINVAL", also=["-P", str(tmp_path)]) == (0, upgraded)
    assert (tmp_path / "friday.db.0003.bak").exists()
    assert len(sheet(where=str(db)).records) == 1

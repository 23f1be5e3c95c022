"""What the dashboard reads is what the scorebook says, whatever was done since, and costs only what is new."""

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pandas as pd
import pytest

from dashboard import data
from scorer import scorebook
from scorer.errors import DatabaseTroubleError, RefusedError
from scorer.frames import Selection, read
from scorer.language import LANGUAGE, Language
from scorer.scorebook.last_steps import Revision, newest_steps
from scorer.scorebook.transaction import Transaction

Ok = Callable[..., str]
PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")
FRIDAY = "start Friday --players Anna,Bruno,Carla,Dario,Elena --variant brisk --on 2026-11-20"


def deals_shown() -> list[tuple[int, str, int]]:
    deals = data.frames_now(Selection()).deals
    return list(zip(deals["number"].tolist(), deals["caller"].tolist(), deals["card_points"].tolist(), strict=True))


def test_a_deal_recorded_edited_voided_and_undone_comes_changes_goes_and_comes_back(ok: Ok) -> None:
    ok(FRIDAY)
    seen = [data.revision()]
    for line, shown in (
        ("deal anna K elena 61", [(1, "Anna", 61)]),
        ("edit 1 --result 74 --reason recount", [(1, "Anna", 74)]),
        ("void 1 --reason misread", []),
        ("undo", [(1, "Anna", 74)]),
        ("player rename anna Annalisa", [(1, "Annalisa", 74)]),
        ("undo 2 --match Friday", []),
    ):
        ok(line)
        seen.append(data.revision())
        assert deals_shown() == shown
    assert len(set(seen)) == 7


def test_nothing_is_read_or_made_again_while_nothing_happens(ok: Ok) -> None:
    ok(FRIDAY)
    ok("deal anna K elena 61")
    held, parts = data.sheet_now(1), data.parts_now(Selection(), "units")
    assert data.frames_now(Selection()) is data.frames_now(Selection())
    assert data.sheet_now(1) is held
    assert data.parts_now(Selection(), "units") is parts
    assert data.parts_now(Selection(), "base") is not parts
    ok("deal bruno K elena 61")
    assert [[record.number for record in sheet.records] for sheet in (held, data.sheet_now(1))] == [[1], [1, 2]]
    assert [len(part.frames.deals) for part in data.parts_now(Selection(), "units")] == [2]
    with pytest.raises(RefusedError):
        data.parts_now(Selection(), "money")


def test_within_a_run_all_answers_are_of_the_revision_that_it_began_with(ok: Ok) -> None:
    ok(FRIDAY)
    with data.one_revision():
        assert (data.sheet_now(1).records, len(data.frames_now(Selection()).deals)) == ((), 0)
        began = data.revision()
        ok("deal anna K elena 61")
        assert (data.sheet_now(1).records, len(data.frames_now(Selection()).deals)) == ((), 0)
        assert data.revision() == began
        with pytest.raises(data.MovedOnError):  # it was not asked for before
            data.matches_now()
        with pytest.raises(data.MovedOnError):  # something newer was seen
            data.sheet_now(1)
    assert (len(data.sheet_now(1).records), len(data.frames_now(Selection()).deals)) == (1, 1)


def test_one_look_serves_all_viewers_for_a_quarter_of_a_second_and_all_hear_that_it_failed(
    ok: Ok, book_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, looks = [0.0], list[float]()

    def noted(transaction: Transaction) -> Revision:
        looks.append(clock[0])
        return newest_steps(transaction)

    monkeypatch.setattr(data, "monotonic", lambda: clock[0])
    monkeypatch.setattr(data, "newest_steps", noted)
    ok(FRIDAY)
    before = data.revision_lately()
    ok("deal anna K elena 61")
    clock[0] = 0.2
    assert {data.revision_lately() for _viewer in range(40)} == {before}
    clock[0] = 0.25
    assert {data.revision_lately() for _viewer in range(40)} == {data.revision()} != {before}
    away = book_path.rename(book_path.with_suffix(".away"))
    clock[0] = 0.5
    for _viewer in range(3):
        with pytest.raises(DatabaseTroubleError, match="no scorebook at"):
            data.revision_lately()
    away.rename(book_path)
    with pytest.raises(DatabaseTroubleError, match="no scorebook at"):
        data.revision_lately()
    clock[0] = 0.75
    assert data.revision_lately() != before
    assert looks == [0.0, 0.25, 0.25, 0.75]  # one of them by `revision`


def test_a_backup_put_in_its_place_is_noticed_even_at_the_same_step(ok: Ok, tmp_path: Path) -> None:
    ok(FRIDAY)
    ok(f"backup {tmp_path / 'early.db'}")
    ok("deal anna K elena 61")
    early, shown = data.revision(), deals_shown()
    ok(f"restore --force {tmp_path / 'early.db'}")
    ok("deal bruno K elena 70")
    assert shown == [(1, "Anna", 61)]
    assert data.revision() != early
    assert data.revision()[0][0] == early[0][0]
    assert deals_shown() == [(1, "Bruno", 70)]


def test_another_file_at_its_place_or_another_place_is_another_scorebook(
    ok: Ok, book_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = tmp_path / "other.db"
    ok(FRIDAY)
    shutil.copy(book_path, second)
    ok("deal anna K elena 61")
    assert len(deals_shown()) == 1
    monkeypatch.setenv("SCORER_DB", str(second))
    assert deals_shown() == []
    monkeypatch.setenv("SCORER_DB", str(book_path))
    assert len(deals_shown()) == 1
    second.replace(book_path)
    assert deals_shown() == []
    book_path.unlink()
    with pytest.raises(DatabaseTroubleError, match="no scorebook at"):
        data.revision()


# --- lists, and several viewers -----------------------------------------------------------------------------------


def test_open_matches_come_first_then_the_latest(ok: Ok) -> None:
    people = "--players Anna,Bruno,Carla,Dario,Elena"
    for name, day, closed in (("A", 1, True), ("B", 2, False), ("C", 3, True), ("D", 3, True), ("E", 1, False)):
        ok(f"start {name} {people} --on 2026-11-0{day}")
        if closed:
            ok(f"finish {name}")
    assert [match.name for match in data.matches_now()] == ["B", "E", "D", "C", "A"]


def test_players_keep_the_order_in_which_they_came(ok: Ok) -> None:
    ok("start Friday --players Zoe,Bruno,Carla,Dario,Elena")
    ok("seats Zoe,Bruno,Carla,Dario,Anna")
    ok("player rename zoe Alba")
    assert data.players_now() == ["Alba", "Bruno", "Carla", "Dario", "Elena", "Anna"]
    assert data.played_now() == {("main", "chiamata"): 0}
    assert [step.action for step in data.history_now(1)] == ["start", "seats", "player"]


def test_eight_viewers_at_once_while_a_deal_comes_in(ok: Ok) -> None:
    ok(FRIDAY)
    ok("deal anna K elena 61")

    def look(viewer: int) -> int:
        for _ in range(20):
            frames = data.frames_now((Selection(), Selection(league="main"))[viewer % 2])
            assert len(frames.payouts) == 5 * len(frames.deals)
            assert data.revision()
            assert data.sheet_now(1).match.name == "Friday"
        return len(data.frames_now(Selection()).deals)

    with ThreadPoolExecutor(8) as viewers:
        looking = [viewers.submit(partial(look, viewer)) for viewer in range(8)]
        ok("deal bruno K elena 61")
        assert {done.result() for done in looking} <= {1, 2}
    assert len(data.frames_now(Selection()).deals) == 2


def test_the_caches_are_bounded(ok: Ok) -> None:
    ok(FRIDAY)
    first = data.frames_now(Selection(match_id=1))
    for match_id in range(2, data.MOST_SELECTIONS + 1):
        data.frames_now(Selection(match_id=match_id))
    assert data.frames_now(Selection(match_id=1)) is first
    data.frames_now(Selection(league="main"))
    for match_id in range(2, data.MOST_SELECTIONS + 1):
        data.frames_now(Selection(match_id=match_id))
    assert data.frames_now(Selection(match_id=1)) is not first
    made: list[int] = []
    for question in (*range(data.MOST_ANSWERS + 1), data.MOST_ANSWERS, 1, 0):
        data.made(question, partial(made.append, question))
    assert made == [*range(data.MOST_ANSWERS + 1), 0]  # the first question had made room for the last


def test_nothing_can_be_written_through_it(ok: Ok) -> None:
    ok(FRIDAY)
    with pytest.raises(DatabaseTroubleError, match="cannot be written"), data.book().reading() as transaction:
        scorebook.record_redeal(transaction, scorebook.find_match(transaction), "passed-out")


def test_a_server_is_followed_as_a_file_is(ok: Ok, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_DB", database)
    ok(FRIDAY, db=database)
    assert deals_shown() == []
    for line, shown in (
        ("deal anna K elena 61", [(1, "Anna", 61)]),
        ("deal bruno K elena 70", [(1, "Anna", 61), (2, "Bruno", 70)]),
        ("edit 1 --result 74 --reason recount", [(1, "Anna", 74), (2, "Bruno", 70)]),
        ("undo 2", [(1, "Anna", 61)]),
    ):
        ok(line, db=database)
        assert deals_shown() == shown
        with data.book().reading() as transaction:
            fresh = read(transaction)
        for name in ("matches", "deals", "payouts"):
            pd.testing.assert_frame_equal(getattr(data.frames_now(Selection()), name), getattr(fresh, name), obj=name)


def test_answers_are_kept_for_each_language(ok: Ok) -> None:
    ok(FRIDAY)
    assert data.made("who leads", lambda: "nobody") == "nobody"
    token = LANGUAGE.set(Language("it", None))
    try:
        assert data.made("who leads", lambda: "nessuno") == "nessuno"
    finally:
        LANGUAGE.reset(token)
    assert data.made("who leads", lambda: "somebody") == "nobody"

"""What the dashboard reads is what the scorebook says, whatever was done since, and costs only what is new."""

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pandas as pd
import pytest

from dashboard import data
from scorer import scorebook
from scorer.errors import DatabaseTroubleError, NotFoundError, RefusedError
from scorer.frames import Frames, Selection, read
from scorer.frames.incremental import Reader, Revision, newest, touched
from scorer.language import LANGUAGE, Language
from scorer.match.deal_words import DealWords
from scorer.match.facts import Match
from scorer.rule_files import VARIANTS
from scorer.rules.errors import ScorerError
from scorer.scorebook.merging import merge_players
from scorer.scorebook.transaction import Transaction

Ok = Callable[..., str]
PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")
FRIDAY = "start Friday --players Anna,Bruno,Carla,Dario,Elena --variant brisk --on 2026-11-20"
SELECTIONS = (
    Selection(),
    Selection(league="main"),
    Selection(league="Lega"),
    Selection(variant="brisk"),
    Selection(first=date(2026, 11, 10), last=date(2026, 11, 20)),
    Selection(match_id=1),
)


def same(frames: Frames, expected: Frames) -> None:
    for name in ("matches", "deals", "payouts"):
        pd.testing.assert_frame_equal(getattr(frames, name), getattr(expected, name), obj=name)
    np.testing.assert_array_equal(frames.columns.recorded, expected.columns.recorded)
    assert frames.columns.players == expected.columns.players


def check(reader: Reader, selection: Selection, transaction: Transaction) -> None:
    """The reader gives what reading afresh gives, or refuses as that does."""
    try:
        fresh = read(transaction, selection)
    except NotFoundError:
        with pytest.raises(NotFoundError):
            reader.frames(transaction)
        return
    same(reader.frames(transaction), fresh)


# --- anything that can be done, in any order -----------------------------------------------------------------------


def match_of(transaction: Transaction, chance: Random) -> Match:
    matches = scorebook.matches(transaction)
    if not matches:
        raise NotFoundError("every match was undone")
    return chance.choice(matches)


def number_of(transaction: Transaction, match: Match, chance: Random) -> int:
    return chance.choice([record.number for record in scorebook.sheet_of(transaction, match).records] or [1])


def start(transaction: Transaction, chance: Random, own: str) -> None:
    players = chance.sample(PEOPLE, chance.choice([5, 6]))
    day = date(2026, 11, chance.randrange(1, 29))
    variant = chance.choice(["brisk", "chiamata", "punti", "briscola", own])
    league = chance.choice(["", "", "Lega"])
    name = f"M{chance.randrange(10**9)}"
    scorebook.start_match(
        transaction, scorebook.NewMatch(name=name, players=players, on=day, variant=variant, league=league)
    )


def deal(transaction: Transaction, chance: Random, _own: str) -> None:
    match = match_of(transaction, chance)
    if not match.variant.has_auction:
        winners = chance.sample(match.sitting.seats, chance.choice([1, 1, 2]))
        scorebook.record_deal(transaction, match, DealWords(sides=(*winners, "won")))
        return
    caller, partner = chance.sample(match.sitting.seats, 2)
    bid = str(chance.choice(match.variant.auction.bids))
    result = str(chance.choice([50, 61, 70, 90, 118]))
    words = DealWords(caller=caller, bid=bid, partner=chance.choice([partner, "solo"]), result=result)
    scorebook.record_deal(transaction, match, words)


def redeal(transaction: Transaction, chance: Random, _own: str) -> None:
    scorebook.record_redeal(transaction, match_of(transaction, chance), "passed-out")


def penalty(transaction: Transaction, chance: Random, _own: str) -> None:
    match = match_of(transaction, chance)
    scorebook.record_penalty(transaction, match, chance.choice(match.sitting.seats), 20, "others", "late")


def void(transaction: Transaction, chance: Random, _own: str) -> None:
    match = match_of(transaction, chance)
    scorebook.void(transaction, match, number_of(transaction, match, chance), "wrong")


def edit(transaction: Transaction, chance: Random, _own: str) -> None:
    match = match_of(transaction, chance)
    result = chance.choice(["50", "61", "90"]) if match.variant.has_auction else f"{match.sitting.seats[0]} won"
    words = DealWords(result=result)
    scorebook.edit(transaction, match, number_of(transaction, match, chance), words, "wrong")


def undo(transaction: Transaction, chance: Random, _own: str) -> None:
    scorebook.undo(transaction, chance.choice([None, match_of(transaction, chance)]), chance.choice([1, 1, 2, 3]))


def redo(transaction: Transaction, chance: Random, _own: str) -> None:
    scorebook.redo(transaction, chance.choice([None, match_of(transaction, chance)]))


def seats(transaction: Transaction, chance: Random, _own: str) -> None:
    scorebook.change_seats(transaction, match_of(transaction, chance), chance.sample(PEOPLE, 5), None)


def close(transaction: Transaction, chance: Random, _own: str) -> None:
    match = match_of(transaction, chance)
    (scorebook.reopen_match if match.sitting.finished else scorebook.finish_match)(transaction, match)


def put_right(transaction: Transaction, chance: Random, _own: str) -> None:
    match = match_of(transaction, chance)
    words = scorebook.MatchWords(
        name=chance.choice([None, f"M{chance.randrange(10**9)}"]),
        on=chance.choice([None, date(2026, 11, chance.randrange(1, 29))]),
        league=chance.choice([None, "main", "Lega"]),
        until=chance.choice([None, "none", "deals:8", "units:15"]),
        unit_value=chance.choice([None, "0.50"]),
        **chance.choice([{}, {"before": str(match_of(transaction, chance).id)}]),
    )
    edit = scorebook.match_edited(transaction, match, words, transaction.now())
    scorebook.edit_match(transaction, match, edit, "wrong")


def rename(transaction: Transaction, chance: Random, _own: str) -> None:
    scorebook.rename_player(
        transaction, chance.choice(scorebook.shown_players(transaction)), f"P{chance.randrange(100)}"
    )


def merge(transaction: Transaction, chance: Random, _own: str) -> None:
    people = scorebook.shown_players(transaction)
    merge_players(transaction, chance.choice(people), chance.choice(people))


def league(transaction: Transaction, chance: Random, _own: str) -> None:
    if chance.random() < 0.5:
        scorebook.add_league(transaction, "Lega", "brisk", 0, "EUR")
    else:
        scorebook.rename_league(transaction, "Lega", f"L{chance.randrange(100)}")


OFTEN = (deal, deal, deal, deal, edit, void, undo)
RARELY = (redeal, penalty, redo, seats, close, put_right, put_right, start, start, rename, merge, league)
DOINGS = (*OFTEN, *OFTEN, *RARELY)


@pytest.mark.parametrize("seed", range(8))
def test_renewed_frames_are_those_read_afresh(seed: int, tmp_path: Path) -> None:
    chance, own = Random(seed), tmp_path / "brisk.toml"
    text = VARIANTS.read_text("brisk")[1] + "# an edition of our own\n"  # of the same meaning, or of another
    own.write_text(text if seed % 2 else text.replace("u = 1\n", "u = 7\n", 1), encoding="utf-8")
    book = scorebook.Book(str(tmp_path / "league.db"))
    readers = {selection: Reader(selection) for selection in SELECTIONS}
    done: list[str] = []
    with book.writing(make=True) as transaction:
        scorebook.add_league(transaction, "Lega", "brisk", 0, "EUR")
        start(transaction, chance, "brisk")
    while len(done) < 40:
        doing = chance.choice(DOINGS)
        try:
            with book.writing() as transaction:
                doing(transaction, chance, str(own))
        except ScorerError:
            continue
        done.append(doing.__name__)
        with book.reading() as transaction:
            # one follows most steps, the others fall behind by many
            selection = SELECTIONS[0] if chance.random() < 0.6 else chance.choice(SELECTIONS[1:])
            check(readers[selection], selection, transaction)
    assert len(set(done)) > 5
    with book.reading() as transaction:
        for selection in SELECTIONS:
            check(readers[selection], selection, transaction)
    book.close()


# --- one thing at a time ------------------------------------------------------------------------------------------


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


def test_rows_are_added_behind_those_read_before_and_the_older_frames_stay(ok: Ok) -> None:
    ok(FRIDAY)
    ok("deal anna K elena 61")
    ok("deal bruno K elena 61")
    before = data.frames_now(Selection())
    ok("deal anna K bruno 80")
    after = data.frames_now(Selection())
    for one, other in (
        (before.columns.units, after.columns.units),
        (before.deals["card_points"].to_numpy(), after.deals["card_points"].to_numpy()),
        (before.payouts["units"].to_numpy(), after.payouts["units"].to_numpy()),
    ):
        assert np.shares_memory(one, other)
    ok("edit 3 --result 75 --reason recount")
    assert data.frames_now(Selection()).deals["card_points"].tolist() == [61, 61, 75]
    assert before.deals["card_points"].tolist() == [61, 61]
    assert after.deals["card_points"].tolist() == after.columns.card_points.tolist() == [61, 61, 80]
    assert (len(before.payouts), len(after.payouts)) == (10, 15)


def test_nothing_is_read_again_while_nothing_happens(ok: Ok) -> None:
    ok(FRIDAY)
    assert data.frames_now(Selection()) is data.frames_now(Selection())
    assert data.sheet_now(1) is data.sheet_now(1)
    held = data.sheet_now(1)
    ok("deal anna K elena 61")
    assert held.records == ()
    assert [record.number for record in data.sheet_now(1).records] == [1]


def test_the_parts_of_a_selection_are_made_once_and_again_after_a_deal(ok: Ok) -> None:
    ok(FRIDAY)
    ok("deal anna K elena 61")
    held = data.parts_now(Selection(), "units")
    assert data.parts_now(Selection(), "units") is held
    assert data.parts_now(Selection(), "base") is not held
    ok("deal bruno K elena 61")
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
        return newest(transaction)

    monkeypatch.setattr(data, "monotonic", lambda: clock[0])
    monkeypatch.setattr(data, "newest", noted)
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


def test_an_import_and_its_undo(ok: Ok, book_path: Path, tmp_path: Path) -> None:
    ok(FRIDAY)
    ok("deal anna K elena 61")
    ok("finish")
    ok(f"export deals --out {tmp_path / 'deals.csv'}")
    text = (tmp_path / "deals.csv").read_text(encoding="utf-8").replace("2026-11-20", "2026-11-27")
    (tmp_path / "deals.csv").write_text(text, encoding="utf-8")
    assert len(data.matches_now()) == len(deals_shown()) == 1
    ok(f"import {tmp_path / 'deals.csv'}")
    assert len(data.matches_now()) == len(deals_shown()) == 2
    ok("undo")
    assert len(data.matches_now()) == len(deals_shown()) == 1


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


def test_what_the_steps_touched() -> None:
    first, second = (1, "21:00", 1), (2, "21:05", 2)
    assert touched((), (first,)) is None  # nothing is known yet
    assert touched((first,), (second, first)) == frozenset({2})
    assert touched((second, first), (second, first)) == frozenset()
    assert touched((first,), ((2, "21:05", None), first)) is None  # a player, a league, an import
    # another step of that number: a backup was restored
    assert touched((second, first), ((2, "22:00", 2), first)) is None
    assert touched((second, first), (first,)) is None
    assert touched((first,), ((40, "22:00", 1), (39, "22:00", 1))) is None  # too many to tell
    late = (3, "21:06", 1)  # on a server a step may come out after one that was begun later
    assert touched(((4, "21:07", 2), first), ((4, "21:07", 2), late, first)) == frozenset({1})


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
            frames = data.frames_now(SELECTIONS[viewer % 2])
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
    with pytest.raises(NotFoundError):
        data.frames_now(Selection(league="nowhere"))
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
            same(data.frames_now(Selection()), read(transaction))


def test_answers_are_kept_for_each_language(ok: Ok) -> None:
    ok(FRIDAY)
    assert data.made("who leads", lambda: "nobody") == "nobody"
    token = LANGUAGE.set(Language("it", None))
    try:
        assert data.made("who leads", lambda: "nessuno") == "nessuno"
    finally:
        LANGUAGE.reset(token)
    assert data.made("who leads", lambda: "somebody") == "nobody"

"""Undo, redo, void and edit: every change can be taken back, and only the last thing undone comes again."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorer import scorebook
from scorer.rule_files import VARIANTS
from tests.fixtures import FIVE, Ok, ReadSheet, Say
from tests.running import refused

DEAL = "deal anna K elena 61"  # Anna +2, Elena +1, the others -1

# deal anna K elena 61 : Anna +2, Elena +1, the others -1
# deal bruno K solo 60 : Bruno -4, the others +1
ANNA = {"Anna": 2, "Bruno": -1, "Carla": -1, "Dario": -1, "Elena": 1}


def test_every_fact_of_a_deal_can_be_edited(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("deal anna K elena 61")
    ok(
        "edit 1 --caller bruno --bid 2/101 --called '2 cups' --partner carla --result 120 --slam"
        " --dealer dario --times 3 --note 'what a deal' --reason 'all wrong'"
    )
    new = sheet().record(1)
    # u = 5, slam x 2, times 3: 30 a defender; caller 60, partner 30
    assert new.payouts == {"Anna": -30, "Bruno": 60, "Carla": 30, "Dario": -30, "Elena": -30}
    assert (new.called, new.slam, new.dealer, new.times, new.note) == ("2 cups", True, "Dario", 3, "what a deal")
    ok("edit 1 --no-slam --reason 'a trick was theirs'")
    assert sheet().record(1).payouts["Bruno"] == 30


def test_a_new_result_forgets_a_slam_that_it_contradicts(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("deal anna K elena 120 --slam")
    ok("edit 1 --result 74 --reason 'miscounted'")
    assert (sheet().record(1).slam, sheet().running) == (False, ANNA)


def test_the_history_tells_every_step_and_what_was_undone(friday: None, ok: Ok) -> None:
    ok("deal anna K elena 61")
    ok("edit 1 --partner dario --reason 'Dario had it'")
    ok("undo")
    ok("void 1 --reason 'wrong table'")
    lines = [line.split("  ", 1)[1] for line in ok("history").splitlines()]
    assert lines == [
        "match started",
        "1: Anna called the king with Elena and made 61: Anna +2, Elena +1, the others -1 each",
        "edited 1: partner Elena -> Dario; Anna +2, Dario +1, the others -1 each (Dario had it)  [undone]",
        "undo: edited 1: partner Elena -> Dario; Anna +2, Dario +1, the others -1 each",
        "voided 1: Anna called the king with Elena and made 61: Anna +2, Elena +1, the others -1 each (wrong table)",
    ]


def test_undo_of_a_named_match_took_back_a_rename_and_then_the_match(
    friday: None, ok: Ok, say: Say, scorer: Say, sheet: ReadSheet
) -> None:
    ok("deal anna K elena 61")
    ok("player rename elena Elisa")
    assert ok("undo --match Friday").startswith("Undone: 1: Anna called the king")
    assert "Elisa" in sheet().seats
    kept = "nothing is undone: it would take Friday away; scorer --yes undo --match 1 does it all the same"
    refused(say("undo --match Friday"), 3, kept)
    ok("deal bruno K solo 60")
    refused(say("undo 2 --match 1"), 3, "scorer --yes undo 2 --match 1 does it all the same")
    assert sheet().running["Bruno"] == -4
    done = scorer("--yes undo 2 --match 1")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Undone: Friday (match 1): match started")
    assert "Elisa" in ok("player list")


def test_a_match_that_the_environment_names_is_undone_alone_too(
    friday: None, ok: Ok, say: Say, scorer: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok("player rename elena Elisa")
    monkeypatch.setenv("SCORER_MATCH", "Friday")
    refused(say("undo"), 3, "nothing is undone: it would take Friday away")
    monkeypatch.delenv("SCORER_MATCH")
    rename = "player Elena renamed Elisa; scorer --yes undo takes it back\n"  # Friday has nothing but its start
    refused(say("undo"), 4, "nothing is undone: Friday is open, and this was not done there: ", rename)
    assert scorer("--yes undo").stdout == "Undone: player Elena renamed Elisa\n"
    assert ok("undo") == "Undone: Friday (match 1): match started\n"


def test_undo_on_the_pad_takes_back_what_was_done_last_in_its_match(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("finish")
    ok("start Kitchen --players Elisa,Fabio,Gina,Hans,Ines")
    said = ok("pad --match Friday", stdin="reopen\nanna K elena 61\nplayer merge elisa elena\nundo\n")
    assert "Elisa is Elena from now on, in every match; scorer --yes undo, outside of the pad, takes that back." in said
    assert "Undone: 1: Anna called the king with Elena" in said
    assert (sheet("Friday").records, sheet("Kitchen").seats[0]) == ((), "Elena")


def test_with_several_open_matches_undo_says_what_was_done_last_and_both_commands(
    friday: None, ok: Ok, say: Say, scorer: Say
) -> None:
    ok("start Second --players Fabio,Gina,Hans,Ines,Jan")
    ok("player rename elena Elisa")
    ok("deal anna K elisa 61")
    several = "nothing is undone: several matches are open (1 Friday, 2 Second), and this was done last: "
    deal = "Friday (match 1): 1: Anna called the king with Elisa and made 61: Anna +2, Elisa +1, the others -1 each; "
    refused(say("undo"), 4, several, f"{deal}scorer undo --match 1 takes it back\n")  # Second has nothing but its start
    ok("deal fabio K jan 61")
    ways = "scorer undo --match 2 takes it back; scorer undo --match 1 takes back what was done last at Friday\n"
    deal = "Second (match 2): 1: Fabio called the king with Jan and made 61: Fabio +2, Jan +1, the others -1 each; "
    refused(say("undo"), 4, several, f"{deal}{ways}")
    ok("undo --match Friday")
    ok("undo --match Second")
    refused(say("undo"), 4, several, "player Elena renamed Elisa; scorer --yes undo takes it back\n")
    assert "Undone: player Elena renamed Elisa" in scorer("--yes undo").stdout
    refused(say("redo"), 4, "nothing is redone: several matches are open (1 Friday, 2 Second), and this was")
    assert "Elisa" not in ok("player list")
    assert scorer("--yes redo").stdout == "Done again: player Elena renamed Elisa\n"


# What became of a record


def test_a_redone_void_keeps_its_own_time(friday: None, ok: Ok, book_path: Path) -> None:
    ok("deal anna K elena 61")
    ten = datetime(2099, 11, 20, 22, tzinfo=UTC)
    half_past, eleven = ten + timedelta(minutes=30), ten + timedelta(minutes=60)
    clock = [ten]
    book = scorebook.Book(str(book_path), lambda: clock[0])
    with book.writing() as transaction:
        match = scorebook.find_match(transaction)
        scorebook.void(transaction, match, 1, "twice")
    for clock[0], reverse in ((half_past, scorebook.undo), (eleven, scorebook.redo)):
        with book.writing() as transaction:
            reverse(transaction, match)
    with book.reading() as transaction:
        gone = scorebook.struck_out(transaction, match, 1)
        steps = scorebook.history(transaction, match.id)[-3:]
    book.close()
    assert gone is not None
    assert (gone.voided, gone.at, gone.reason) == (True, ten, "twice")
    assert [(step.action, step.at) for step in steps] == [("void", ten), ("undo", half_past), ("redo", eleven)]


def test_what_became_of_a_record_is_said_by_the_step_that_it_began_with(friday: None, ok: Ok, say: Say) -> None:
    ok("penalty anna 4 --reason late")
    assert ok("explain 1") == "Penalty for Anna (late): Anna -4, Bruno +1, Carla +1, Dario +1, Elena +1\n"
    ok("void 1 --reason 'in time after all'")
    ok("undo")
    assert "It was" not in ok("explain 1")
    ok("redo")
    assert "It was voided on" in ok("explain 1")
    assert "(in time after all) and counts no more." in ok("explain 1")
    ok("redeal passed-out")
    ok("undo")
    assert re.search(
        r"All passed: nobody pays\nIt was undone on [-0-9]{10} at [:0-9]{5} and counts no more", ok("explain 2")
    )
    assert "record 2 of Friday was undone on" in say("edit 2 --note x --reason y").stderr
    ok("deal anna K elena 61")  # takes the number again
    assert "It was" not in ok("explain 2")
    ok("edit 2 --result 62 --reason recounted")
    assert "made 62" in ok("explain 2")
    assert say("explain 3").stderr == "scorer: no record 3 in Friday: 1 to 2\n"


def test_redo_of_a_start_and_its_deals_said_only_that_it_was_a_deal(friday: None, ok: Ok) -> None:
    ok(DEAL)
    undone = ok("undo 2")
    sentence = "1: Anna called the king with Elena and made 61: Anna +2, Elena +1, the others -1 each\n"
    assert undone.startswith(f"Undone: Friday (match 1): {sentence}Undone: Friday (match 1): match started\n")
    assert ok("redo 2").startswith(f"Done again: match started\nDone again: {sentence}")


def test_more_redo_than_there_is_said_one_steps(friday: None, say: Say, ok: Ok, sheet: ReadSheet) -> None:
    ok(DEAL)
    ok("undo")
    refused(say("redo 2"), 4, "scorer: only 1 step to redo\n")
    refused(say("redo 2 --match 1"), 4, "scorer: only 1 step to redo in Friday\n")
    assert sheet().records == ()
    ok("redo")
    refused(say("undo 3"), 4, "only 2 steps to undo")
    refused(say("undo 3 --match 1"), 4, "only 2 steps to undo in Friday")
    assert sheet().running == ANNA


def test_a_league_with_a_match_lost_its_row_when_it_was_undone(ok: Ok) -> None:
    ok("league add Lega")
    ok(f"start First --players {FIVE} --league Lega")
    ok("finish First")
    assert ok("undo").startswith("Undone: match finished\n")
    assert ok("undo") == "Undone: First (match 1): match started\n"
    assert "Lega" in ok("league list")
    assert ok("undo") == "Undone: league Lega added\n"
    assert "Lega" not in ok("league list")
    ok("league add Lega --variant brisk")  # the name is free again
    assert "brisk" in ok("league list")


def test_a_deal_that_is_written_anew_keeps_its_suit_where_an_earlier_one_is_struck_out(
    ok: Ok, sheet: ReadSheet, tmp_path: Path
) -> None:
    (tmp_path / "turns.toml").write_text(f'trumps = "coins cups swords clubs"\n{VARIANTS.read_text("brisca")[1]}')
    ok(f"start Friday --players Anna,Bruno,Carla,Dario --variant {tmp_path / 'turns.toml'}")
    for line in ("deal anna 74", "deal bruno 74", "void 1 --reason twice"):
        ok(line)
    for line in ("edit 2 --note late --reason r", "undo", "redo"):
        ok(line)
        assert sheet().record(2).trumps == "cups"  # though coins are due, which no deal has any more
    assert "edited 2: note none -> late" in ok("history")

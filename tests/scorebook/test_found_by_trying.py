"""What went wrong when people tried the program, one test each: steps, seats, calls, names, the end of a match.

Chiamata: u is 1 for a rank and up to 70, 2 from 71; the caller gets 2u, the partner u, each defender -u; alone 4u.
"""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from scorer.match.sheet import Sheet
from tests.running import refused

FIVE = "Anna,Bruno,Carla,Dario,Elena"
SIX = FIVE + ",Fabio"
OTHERS = "Gina,Hans,Ines,Jan,Kim,Lara"
DEAL = "deal anna K elena 61"  # Anna +2, Elena +1, the others -1
ANNA = {"Anna": 2, "Bruno": -1, "Carla": -1, "Dario": -1, "Elena": 1}
STEPS = "SELECT id, action FROM step ORDER BY id"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
ReadSheet = Callable[..., Sheet]
AskRows = Callable[[str], list[tuple[Any, ...]]]


# Undo and redo


def test_redo_right_after_a_start_took_the_match_away(friday: None, say: Say, sheet: ReadSheet) -> None:
    refused(say("redo"), 4, "nothing to redo")
    assert sheet().match.name == "Friday"


@pytest.mark.parametrize("where", ["", " --match Saturday"])
def test_redo_brought_back_a_start_that_a_new_start_had_replaced(friday: None, say: Say, ok: Ok, where: str) -> None:
    ok("undo")
    ok(f"start Saturday --players {FIVE} --on 2026-11-21")
    refused(say(f"redo{where}"), 4, "nothing to redo in Saturday")
    said = ok([])
    assert "Saturday" in said
    assert "Friday" not in said


def test_redo_stopped_at_the_start_when_deals_were_undone_with_it(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok(DEAL)
    assert [line.split(":")[0] for line in ok("undo 2").splitlines()] == ["Undone", "Undone"]
    assert "No match is open" in ok([])
    ok("redo 2")
    assert sheet().running == ANNA


def test_redo_of_a_start_and_its_deals_said_only_that_it_was_a_deal(friday: None, ok: Ok) -> None:
    ok(DEAL)
    undone = ok("undo 2")
    told = "1: Anna called the king with Elena and made 61: Anna +2, Elena +1, the others -1 each\n"
    assert undone.startswith(f"Undone: {told}Undone: match started\n")
    assert ok("redo 2").startswith(f"Done again: match started\nDone again: {told}")


def test_more_redo_than_there_is_said_one_steps(friday: None, say: Say, ok: Ok, sheet: ReadSheet) -> None:
    ok(DEAL)
    ok("undo")
    refused(say("redo 2"), 4, "scorer: only 1 step to redo in Friday\n")
    assert sheet().records == ()
    ok("redo")
    refused(say("undo 3"), 4, "only 2 steps to undo in Friday")
    assert sheet().running == ANNA


def test_a_league_that_was_added_could_not_be_taken_back(friday: None, say: Say, ok: Ok) -> None:
    ok("league add Lega --variant brisk --unit-value 0.20")
    before = ok("league list")
    assert "Undone: league Lega added" in ok("undo")
    assert "Lega" not in ok("league list")
    assert say("standings --league Lega").returncode == 4
    assert "Done again: league Lega added" in ok("redo")
    assert ok("league list") == before
    ok(f"start First --players {FIVE} --league Lega")


def test_a_league_with_a_match_lost_its_row_when_it_was_undone(friday: None, say: Say, ok: Ok, rows: AskRows) -> None:
    ok("league add Lega")
    ok(f"start First --players {FIVE} --league Lega")
    steps = rows(STEPS)
    refused(say("undo --match Friday"), 3, "the league 'Lega' has matches by now: it stays")
    assert rows(STEPS) == steps
    assert "Lega" in ok("league list")


def test_a_league_whose_matches_are_undone_goes_too_and_its_name_is_free_again(friday: None, ok: Ok) -> None:
    ok("league add Lega")
    ok(f"start First --players {FIVE} --league Lega")
    ok("undo 2 --match First")
    assert "Lega" not in ok("league list")
    ok("league add Lega --variant brisk")
    assert "brisk" in ok("league list")


def test_undo_of_a_rename_made_two_players_of_one_name(ok: Ok, say: Say, rows: AskRows) -> None:
    ok(f"start M1 --players {FIVE}")
    ok("player rename anna Anne")
    ok("start M2 --players Anna,Gina,Hans,Ines,Jan")
    steps, players = rows(STEPS), ok("player list")
    refused(say("undo --match M1"), 3, "the name 'Anna' is taken by now; rename that player first")
    assert rows(STEPS) == steps
    assert ok("player list") == players


def test_redo_of_a_rename_made_two_players_of_one_name(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok(f"start M1 --players {FIVE}")
    ok("player rename anna Anne")
    ok("undo")
    ok("start M2 --players Anne,Gina,Hans,Ines,Jan")
    refused(say("redo --match M1"), 3, "the name 'Anne' is taken by now")
    assert sheet("M1").seats[0] == "Anna"


# Seats


def test_seats_without_names_wrote_a_step(friday: None, say: Say, ok: Ok, rows: AskRows, sheet: ReadSheet) -> None:
    ok(DEAL)
    steps = rows(STEPS)
    assert ok("seats") == f"At the table: {FIVE.replace(',', ', ')}.\nNext: Bruno deals\n"
    same = say(f"seats {FIVE}")
    assert (same.returncode, same.stderr) == (0, "nothing changes: they sit there already\n")
    assert rows(STEPS) == steps
    ok("undo")
    assert sheet().records == ()


def test_names_with_blanks_after_the_commas_were_too_many_words(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("seats Anna, Bruno, Carla, Dario, Gina")
    assert sheet().seats == ("Anna", "Bruno", "Carla", "Dario", "Gina")


def test_two_substitutes_lost_the_turn_of_the_seats_they_took(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok(DEAL)  # Anna dealt; Bruno is next, and Gina has Bruno's seat
    ok("seats Fabio,Gina,Carla,Dario,Elena")
    assert sheet().next_dealer == "Gina"
    ok("deal carla K elena 61")
    assert [record.dealer for record in sheet().deals] == ["Anna", "Gina"]
    assert sheet().next_dealer == "Carla"


# A pending call


@pytest.mark.parametrize("line", ["finish", "redeal misdeal"])
def test_a_pending_call_vanished_without_a_word(friday: None, say: Say, ok: Ok, sheet: ReadSheet, line: str) -> None:
    ok("call anna K")
    done = say(line)
    assert (done.returncode, done.stderr) == (0, "the call of Anna (K) is dropped\n")
    assert sheet().match.sitting.call is None
    assert "Anna called the king; the result is open\n" in ok("undo")
    call = sheet().match.sitting.call
    assert call is not None
    assert (call.caller, call.bid) == ("Anna", "K")


def test_a_second_call_replaced_the_first_without_a_word(friday: None, say: Say, ok: Ok) -> None:
    assert say("call anna K").stderr == ""
    done = say("call bruno 2/71")
    assert done.stderr == "the call of Anna (K) is replaced\n"
    assert done.stdout == "Bruno called the two at 71; the result is open\n"
    assert "Anna called the king; the result is open\n" in ok("undo")


def test_a_deal_of_another_caller_drops_the_call_and_its_own_uses_it_up(friday: None, say: Say, ok: Ok) -> None:
    ok("call anna K")
    assert say("deal bruno K elena 61").stderr == "the call of Anna (K) is dropped\n"
    ok("call anna K")
    assert say(DEAL).stderr == ""


# Which match


@pytest.fixture
def two(ok: Ok) -> None:
    """Two open matches of six with nobody in both, a deal in each; Anna and Gina dealt and rested."""
    ok(f"start Friday --players {SIX} --on 2026-11-20")
    ok("deal bruno K elena 61")
    ok(f"start Saturday --players {OTHERS} --on 2026-11-21")
    ok("deal hans K kim 61")


@pytest.mark.parametrize("words", ["deal xeno K elena 61", "edit 1 --caller xeno --reason r", "seats --out xeno"])
def test_a_name_that_sits_nowhere_was_told_to_say_which_match(two: None, say: Say, words: str) -> None:
    refused(say(words), 4, "'xeno' is not at an open table: Anna, Bruno")


@pytest.mark.parametrize(
    "words",
    [
        "edit 1 --caller kim --partner hans --reason r",
        "edit 1 --partner jan --reason r",
        "edit 1 --dealer lara --out gina --reason r",
        "edit 1 --out ines --reason r",
        "seats --out jan",
        "redeal misdeal --dealer jan",
        "penalty kim 4 --out jan --reason r",
    ],
)
def test_names_in_options_did_not_choose_the_match(two: None, ok: Ok, rows: AskRows, words: str) -> None:
    before = rows(STEPS)
    ok(words)
    ((match,),) = rows(f"SELECT match_id FROM step WHERE id > {before[-1][0]}")
    assert match == 2


@pytest.mark.parametrize("words", ["solo 61 --dealer jan", "solo 61 --out jan", "kim 61"])
def test_names_beside_a_pending_call_did_not_choose_the_match(two: None, ok: Ok, sheet: ReadSheet, words: str) -> None:
    ok("call ines K")  # Hans and Bruno are to deal and rest
    ok("call anna K")
    ok(f"deal {words}")
    assert (len(sheet("Friday").records), len(sheet("Saturday").records)) == (1, 2)


# The end


def test_a_round_never_ended_when_its_opener_rests_for_good(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Six --players {SIX} --until deals:2+round")
    ok("deal bruno K elena 61")  # Anna deals and rests
    ok("seats --out Anna")
    said = [ok("deal bruno K elena 61") for _ in range(5)]  # Bruno, Carla, Dario, Elena, Fabio deal
    assert [record.dealer for record in sheet().deals] == SIX.split(",")
    assert ["The match is over: 6 deals are played, 2 were agreed." in words for words in said] == [False] * 4 + [True]


def test_a_round_was_over_after_its_first_deal_when_the_opener_began_to_rest(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Six --players {SIX} --until deals:1+round")
    ok("deal bruno K elena 61")  # Anna deals and rests; Bruno, Carla, Dario, Elena and Fabio have not dealt yet
    said = [ok("seats --out Anna"), *(ok("deal bruno K elena 61") for _ in range(5))]
    assert ["The match is over: 6 deals are played, 1 was agreed." in words for words in said] == [False] * 5 + [True]


def test_past_the_agreed_deals_nothing_said_that_the_round_is_being_finished(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --until deals:4+round")
    said = [ok(DEAL) for _ in range(5)]
    assert "1 deal left\n" in said[2]
    assert "the agreed deals are played; the round of deals goes on to its end" in said[3]
    assert "The match is over" not in said[3]
    assert "The match is over: 5 deals are played, 4 were agreed." in said[4]


def test_a_match_that_is_over_did_not_say_so_where_one_looks_for_it(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --until deals:2")
    ok(DEAL)
    assert "The match is over" not in ok([]) + ok("sheet")
    ok(DEAL)
    for words in ("", "sheet", "seats"):
        assert "The match is over: 2 deals are played. scorer settle says who pays whom" in ok(words)
    ok("finish")
    assert ok("sheet").endswith("finished\n")


def test_after_a_penalty_the_last_deal_was_not_told(friday: None, ok: Ok) -> None:
    ok("deal bruno K solo 60")
    ok(DEAL)
    ok("penalty anna 4 --reason late")
    said = ok([])
    assert "2: Anna called the king with Elena and made 61: Anna +2, Elena +1, the others -1 each\n" in said
    assert "3: Penalty for Anna (late): Anna -4, Bruno +1, Carla +1, Dario +1, Elena +1\n" in said
    assert "1: Bruno" not in said


# Corrections


def test_a_void_named_deals_that_count_nothing_because_of_it(say: Say, ok: Ok) -> None:
    ok(f"start Brisk --players {FIVE} --variant brisk")
    ok("redeal passed-out")  # 1
    ok(DEAL)  # 2 counts double because of 1
    ok("redeal passed-out")  # 3
    ok(f"{DEAL} --times 1")  # 4 counts once by agreement
    ok("redeal passed-out")  # 5
    ok(f"{DEAL} --times 3")  # 6 counts triple by agreement: 5 would make it double
    assert "deal 2 (counts double, would count once now) stays as recorded" in say("void 1 --reason x").stderr
    assert say("void 3 --reason x").stderr == ""
    assert say("void 5 --reason x").stderr == ""


def test_an_edit_to_all_card_points_said_nothing_of_the_slam(friday: None, say: Say, ok: Ok, sheet: ReadSheet) -> None:
    ok(DEAL)
    done = say("edit 1 --result 120 --reason recount")
    assert done.returncode == 0
    assert done.stderr == "120 card points, taken as no slam; if one side took every trick, say --slam\n"
    assert (sheet().record(1).slam, sheet().running) == (False, ANNA)
    done = say("edit 1 --slam --reason 'every trick'")
    assert (done.stderr, sheet().running["Anna"]) == ("", 4)  # 2 x 2


def test_an_edit_could_not_clear_a_note_or_a_card(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("deal anna 2 elena 61 --note hello --called '2 coins'")
    assert "Edited 1: note hello -> none\n" in ok(["edit", "1", "--note", "", "--reason", "r"])
    assert (sheet().record(1).note, sheet().record(1).called) == ("", "2 coins")
    assert "Edited 1: called 2 coins -> none\n" in ok(["edit", "1", "--called", "", "--reason", "r"])
    assert (sheet().record(1).called, sheet().running) == (None, ANNA)


def test_a_note_of_a_redeal_could_not_be_cleared(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("redeal misdeal --note 'nine cards'")
    ok(["edit", "1", "--note", "", "--reason", "r"])
    assert sheet().record(1).note == ""


@pytest.mark.parametrize("words", ["", "--partner elena", "--result 61/59", "--note ''", "--times 1 --no-slam"])
def test_an_edit_that_changes_nothing_wrote_a_step(friday: None, say: Say, ok: Ok, rows: AskRows, words: str) -> None:
    ok(DEAL)
    steps = rows(STEPS)
    refused(say(f"edit 1 {words} --reason r"), 3, "nothing changes in 1")
    assert rows(STEPS) == steps


# Leagues, standings, settlements


@pytest.mark.parametrize(("variant", "code"), [("nope", 4), ("./house.toml", 3), ("none.toml", 3)])
def test_a_refused_league_left_an_empty_scorebook(
    say: Say, book_path: Path, tmp_path: Path, variant: str, code: int
) -> None:
    refused(say(f"league add X --variant {variant}"), code, variant)
    assert not book_path.exists()


def test_a_variant_file_was_taken_for_the_name_of_a_shipped_one(friday: None, say: Say, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text((files("scorer") / "variants" / "chiamata.toml").read_text(encoding="utf-8"), encoding="utf-8")
    refused(say(f"league add X --variant {house}"), 3, "is a file: scorer variant add gives it a name")


def test_a_settlement_of_two_matches_did_not_say_which(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok(DEAL)
    ok(f"start Saturday --players {FIVE} --on 2026-11-21")
    ok(DEAL + " --match Saturday")
    lines = ok("settle Friday Saturday").splitlines()
    assert lines[:2] == [
        "Friday (match 1), 2026-11-20, Briscola Chiamata, league main",
        "Saturday (match 2), 2026-11-21, Briscola Chiamata, league main",
    ]
    assert lines[2].split() == ["Anna", "+4"]


def test_two_editions_of_one_variant_had_the_same_heading(ok: Ok, rows: AskRows, tmp_path: Path) -> None:
    text = (files("scorer") / "variants" / "chiamata.toml").read_text(encoding="utf-8")
    for u, match in ((6, "Old"), (7, "New")):
        (tmp_path / "house.toml").write_text(text.replace('from = "A"\nu = 1', f'from = "A"\nu = {u}'), "utf-8")
        ok(f"variant add {tmp_path}/house.toml --force")
        ok(f"start {match} --players {FIVE} --variant house --on 2026-11-20")
        ok(f"{DEAL} --match {match}")
    ok(f"start Plain --players {FIVE}")
    digests = {digest[:8] for (digest,) in rows("SELECT digest FROM variant WHERE name = 'house'")}
    assert len(digests) == 2
    heads = {line for line in ok("standings").splitlines() if line.startswith("League")}
    assert heads == {f"League main, house@{digest}, 1 deal, 2026-11-20" for digest in digests}


# The way to the units, reckoned again from the record, is the way to the units that it has


@pytest.mark.parametrize(
    ("variant", "lines", "told"),
    [
        (
            "chiamata",
            # u = 2, slam x 2 = 4, triple: 12 a defender, alone 4 times that: 48
            ["deal anna 2/71 solo 120 --slam --times 3"],
            [
                "target   71 card points; 120 card points: made",
                "bid      2/71: u = 2 (the band from 71)",
                "slam     2 x 2 = 4",
                "shares   caller +4, solo, defenders -1 each",
                "carry    counts triple; each defender's stake is 12",
                "units    Anna +48, Bruno -12, Carla -12, Dario -12, Elena -12; they sum to 0",
            ],
        ),
        (
            "chiamata",
            # u = 1, failed: every sign turned round
            ["deal bruno K carla failed"],
            [
                "target   61 card points; nobody counted: failed",
                "bid      K: u = 1 (the band from A)",
                "shares   caller -2, partner -1, defenders +1 each",
                "units    Anna +1, Bruno -2, Carla -1, Dario +1, Elena +1; they sum to 0",
            ],
        ),
        (
            "brisk",
            # two redeals: 2 x 2; u = 1, so 4 a defender
            ["redeal passed-out", "redeal passed-out", "deal anna K elena 62"],
            [
                "target   61 card points; 62 card points: made",
                "bid      K: u = 1 (the band from A)",
                "shares   caller +2, partner +1, defenders -1 each",
                "carry    counts 4 times; each defender's stake is 4",
                "units    Anna +8, Bruno -4, Carla -4, Dario -4, Elena +4; they sum to 0",
            ],
        ),
        (
            "brisk",
            # 60 card points of 61: even
            ["redeal passed-out", "deal anna K elena 60"],
            [
                "target   61 card points; 60 card points: even",
                "bid      K: u = 1 (the band from A)",
                "shares   caller 0, partner 0, defenders 0 each",
                "carry    counts double; each defender's stake is 0",
                "units    Anna 0, Bruno 0, Carla 0, Dario 0, Elena 0; they sum to 0",
            ],
        ),
    ],
)
def test_explain_went_another_way_than_the_payouts(
    ok: Ok, sheet: ReadSheet, variant: str, lines: list[str], told: list[str]
) -> None:
    ok(f"start Friday --players {FIVE} --variant {variant}")
    for line in lines:
        said = ok(line)
    number = len(lines)
    explained = ok(f"explain {number}").splitlines()
    assert explained[1:] == told
    assert f"{number}: {explained[0]}" == said.splitlines()[0]
    paid = ", ".join(f"{player} {units:+d}" if units else f"{player} 0" for player, units in sheet().running.items())
    assert f"units    {paid}; they sum to 0" == told[-1]


def test_a_merge_done_again_put_one_person_into_two_seats(ok: Ok, say: Say) -> None:
    ok("start Kitchen --players Anna,Bruno,Carla,Dario,Gina --on 2026-01-02")
    ok("start Garden --players Anna,Bruno,Carla,Elena,Ferro --on 2026-01-01")
    ok("seats Anna,Bruno,Carla,Dario,Elena --match Garden")
    ok("player merge ferro elena")
    ok("undo 2 --match Garden")  # Elena and Ferro sit side by side again
    words = "two would sit at one table who are both Elena, by a merge: they are two people"
    refused(say("redo --match Kitchen"), 3, words)
    ok("redo 2 --match Garden")
    assert "Elena" in ok("finish Garden")


def test_an_adjustment_of_two_who_had_left_could_not_come_in_again(ok: Ok, say: Say, tmp_path: Path) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok(DEAL)
    ok("seats Anna,Bruno,Carla,Dario,Fabio")
    ok('adjust "Elena=-3,Anna=3" --reason "what the sheet said"')
    ok(["export", "all", "--out", str(tmp_path / "all")])
    assert "Imported 2 records" in ok(["import", str(tmp_path / "all")], db=str(tmp_path / "again.db"))


def test_an_adjustment_of_more_than_a_table_was_a_fault_of_the_program(ok: Ok, say: Say) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok(DEAL)
    ok("seats Gina,Hans,Ines,Jan,Kim")
    eight = ",".join(f"{name}=1" for name in (FIVE + ",Gina,Hans,Ines").split(","))
    refused(say(["adjust", eight, "--reason", "x"]), 3, "8 players: at most 7 in one adjustment")

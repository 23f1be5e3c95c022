"""Who deals, who rests, what the next deal counts: as the table changes and cards are dealt again."""

import pytest

from scorer.match.deals_left import reached_end
from scorer.match.sheet import Sheet
from scorer.text.deals_left_words import left_words
from tests.fixtures import FIVE, AskRows, Ok, ReadSheet, Say

STEPS = "SELECT id, action FROM step ORDER BY id"
SIX = FIVE + ",Fabio"
DEAL = "deal anna K elena 61"  # +2, +1, the others -1


def who(sheet: Sheet) -> tuple[str, str | None]:
    """Who deals next and who rests."""
    return sheet.next_dealer, sheet.resting()


def test_somebody_else_may_rest_for_one_deal(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Six --players {SIX}")
    ok(DEAL + " --out dario")
    first = sheet().deals[0]
    assert (first.dealer, first.out, first.payouts["Anna"]) == ("Anna", "Dario", 2)
    assert who(sheet()) == ("Bruno", "Bruno")


def test_somebody_may_rest_until_the_table_changes(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Six --players {SIX}")
    ok("seats --out bruno")
    assert who(sheet()) == ("Anna", "Bruno")
    ok(DEAL)
    assert who(sheet()) == ("Carla", "Bruno")  # Bruno is away: the deal passes him over
    ok(f"seats {SIX}")
    assert who(sheet()) == ("Bruno", "Bruno")


def test_a_late_arrival_sits_down_and_the_dealer_begins_to_rest(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok(DEAL)
    ok(f"seats {SIX}")
    assert who(sheet()) == ("Bruno", "Bruno")
    ok(DEAL)
    # Fabio was there for one deal: -1. Bruno rested in it: only the -1 of the first
    running = sheet().running
    assert (running["Fabio"], running["Bruno"], running["Anna"]) == (-1, -1, 4)
    assert len(sheet().record(1).seats) == 5


def test_who_comes_and_who_goes_is_said_by_a_sign(friday: None, ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok("seats +Quirino")
    assert sheet().seats == ("Anna", "Bruno", "Carla", "Dario", "Elena", "Quirino")
    ok("seats -bru")
    assert sheet().seats == ("Anna", "Carla", "Dario", "Elena", "Quirino")
    ok("seats -Carla -dario +brun +Hugo +Thomas")  # who comes takes the seats of who goes, and then the last one
    assert sheet().seats == ("Anna", "Bruno", "Hugo", "Elena", "Quirino", "Thomas")
    ok("seats -thomas,-hugo,+Carla")
    assert sheet().seats == ("Anna", "Bruno", "Elena", "Quirino", "Carla")
    ok(["seats", "-anna +Anna Maria"])
    assert sheet().seats[0] == "Anna Maria"
    for words, code, complaint in (
        ("seats +bruno", 3, "Bruno sits there already"),
        ("seats +brun", 3, "'brun' is Bruno, who sits there already"),
        ("seats -zoe", 4, "'zoe' is not at the table"),
        ("seats +Zoe Dario", 3, "'Dario' has no sign"),
    ):
        done = say(words)
        assert (done.returncode, done.stdout) == (code, "")
        assert complaint in done.stderr


def test_of_two_open_tables_the_one_is_meant_where_who_goes_sits(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("start Garden --players Fabio,Gina,Hugo,Ida,Luca,Mia")
    ok("seats -Gina")
    assert len(sheet("Garden").seats) == len(sheet("Friday").seats) == 5


def test_who_leaves_with_a_call_pending_drops_it(friday: None, ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok("call anna K")
    assert "the call of Anna is dropped" in say("seats Gina,Bruno,Carla,Dario,Elena").stderr
    assert sheet().match.sitting.call is None


AGREED, ROUND = "the agreed deals are played", "; the round of deals goes on to its end\n"


@pytest.mark.parametrize(
    ("players", "until", "lines"),
    [
        # Anna has 4 units after two deals; who deals at a table of six rests, and a round of theirs is six deals
        (
            SIX,
            "deals:3+round",
            [
                "; 2 deals left\n",
                "; 1 deal left\n",
                *[f"; {AGREED}{ROUND}"] * 3,
                f"; {AGREED}\nThe match is over: 6 deals are played, 3 more than the 3 agreed. ",
                f"; {AGREED}\nThe match is over: 7 deals are played, 4 more than the 3 agreed. ",
            ],
        ),
        (
            FIVE,
            "units:4+round",
            [
                "deals\n",
                *[f"; Anna reached 4 units{ROUND}"] * 3,
                "deals\nThe match is over: Anna reached 4 units. ",
                "deals\nThe match is over: Anna reached 4 units, and it was over after deal 5; all 6 deals count. ",
            ],
        ),
        (
            FIVE,
            "deals:9,units:4",
            [
                "; 8 deals left\n",
                "deals\nThe match is over: Anna reached 4 units. ",
                "deals\nThe match is over: Anna reached 4 units, and it was over after deal 2; all 3 deals count. ",
            ],
        ),
    ],
)
def test_how_far_off_the_end_is_said_as_it_is_after_every_deal(
    ok: Ok, sheet: ReadSheet, players: str, until: str, lines: list[str]
) -> None:
    ok(f"start Friday --players {players} --until {until}")
    for words in lines:
        dealer = sheet().next_dealer
        ok(DEAL if dealer not in {"Anna", "Elena"} or players == FIVE else "deal bruno K carla 61")
        answer = ok([])
        assert words in answer
        assert ("The match is over" in answer) == ("The match is over" in words)


def test_the_bell_lets_the_round_go_on_where_that_was_agreed(ok: Ok, sheet: ReadSheet) -> None:
    from datetime import timedelta

    ok(f"start Friday --players {FIVE}")
    bell = sheet().match.started_at.astimezone().replace(second=0, microsecond=0) + timedelta(hours=2)
    ok(f"start Late --players {FIVE} --until time:{bell:%H:%M}+round")
    for deals in range(1, 7):
        ok(f"{DEAL} --match Late")
        end = reached_end(sheet("Late"), bell)
        assert end
        assert (str(end), end.waits_for) == (f"it is past {bell:%H:%M}", "" if deals == 5 else "round")


def test_a_shared_lead_is_said_where_it_lets_the_match_go_on(ok: Ok) -> None:
    ok(f"start Carte --players {FIVE} --variant carte --until units:2,deals:2")
    assert "The match is over: Anna reached 2 units. " in ok("deal anna K bruno 61")  # +2 +1 -1 -1 -1
    # Bruno 1 + 2, Anna 2 + 1
    assert "; Anna and Bruno reached 2 units; it goes on while Anna and Bruno share the lead\n" in ok(
        "deal bruno K anna 61"
    )
    ok("undo 2")
    ok("deal anna K bruno 60")  # -2 -1 +1 +1 +1
    ok("deal bruno K anna 60")  # -3 -3 +2 +2 +2
    assert "; Carla, Dario and Elena reached 2 units; it goes on while Carla, Dario and Elena share" in ok([])


def test_the_last_half_hour_before_the_bell_is_counted_in_minutes(ok: Ok, sheet: ReadSheet) -> None:
    from datetime import timedelta

    ok(f"start Friday --players {FIVE}")
    bell = sheet().match.started_at.astimezone().replace(second=0, microsecond=0) + timedelta(hours=2)
    ok(f"start Late --players {FIVE} --until time:{bell:%H:%M}")
    for before, words in (
        (31 * 60, "until"),
        (30 * 60, "30 minutes until"),
        (61, "2 minutes until"),
        (9, "1 minute until"),
    ):
        now = bell - timedelta(seconds=before)
        assert left_words(sheet("Late"), reached_end(sheet("Late"), now), now) == f"{words} {bell:%H:%M}"


def test_a_race_says_what_the_leader_needs_and_who_is_close(ok: Ok) -> None:
    assert "Next: Anna deals; played to 9 units\n" in ok(f"start Friday --players {FIVE} --until units:9")
    assert "; Anna needs 7 more for 9 units\n" in ok("deal anna K elena 61")  # Anna +2, Elena +1
    assert "; Anna and Elena need 6 more for 9 units\n" in ok("deal elena K anna 61")  # both +3
    # the lowest call, made alone, brings 4: Anna +7, Elena +2
    assert "Next: Dario deals\nClose to 9 units: Anna needs 2 more.\n" in ok("deal anna K solo 61")
    assert "Close to 9 units: Anna needs 3 more, Elena needs 3 more.\n" in ok("deal elena K solo 61")  # both +6
    assert "\nnext: Elena deals\nClose to 9 units: Anna needs 3 more, Elena needs 3 more.\n" in ok([])
    assert "Next: Elena deals and rests\nClose to 9 units: Anna needs 3 more.\n" in ok(f"seats {FIVE},Fabio")
    assert "league main, before anybody had 9 units.\n" in ok("finish")
    ok("reopen")
    assert "The match is over: Anna reached 9 units. " in ok("deal anna K solo 61")  # +10
    assert "league main.\n" in ok("finish")


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


def test_a_round_never_ended_when_its_opener_rests_for_good(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Six --players {SIX} --until deals:2+round")
    ok("deal bruno K elena 61")  # Anna deals and rests
    ok("seats --out Anna")
    answers = [ok("deal bruno K elena 61") for _ in range(5)]  # Bruno, Carla, Dario, Elena, Fabio deal
    assert [record.dealer for record in sheet().deals] == SIX.split(",")
    assert ["The match is over: 6 deals are played, 4 more than the 2 agreed." in words for words in answers] == [
        False
    ] * 4 + [True]


def test_a_round_was_over_after_its_first_deal_when_the_opener_began_to_rest(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Six --players {SIX} --until deals:1+round")
    ok("deal bruno K elena 61")  # Anna deals and rests; Bruno, Carla, Dario, Elena and Fabio have not dealt yet
    answers = [ok("seats --out Anna"), *(ok("deal bruno K elena 61") for _ in range(5))]
    over = "The match is over: 6 deals are played, 5 more than the 1 agreed."
    assert [over in words for words in answers] == [False] * 5 + [True]


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
    answer = ok([])
    assert "2: Anna called the king with Elena and made 61: Anna +2, Elena +1, the others -1 each\n" in answer
    assert "3: Penalty for Anna (late): Anna -4, Bruno +1, Carla +1, Dario +1, Elena +1\n" in answer
    assert "1: Bruno" not in answer

"""A whole evening by commands: what each one says, and the running units worked by hand beside it.

Chiamata: u is 1 for a rank and up to 70, 2 from 71, 3 from 81, 4 from 91, 5 from 101; the caller gets 2u, the partner
u, each defender -u; alone 4u; a slam doubles; a failed call turns every sign round.
"""

import os
import re
import shlex
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.cli.context import Settings
from scorer.match.sheet import Sheet
from tests.running import run

Asked = Callable[..., tuple[int, str]]

FIVE = "Anna,Bruno,Carla,Dario,Elena"
SIX = FIVE + ",Fabio"
DEAL = "deal anna K elena 61"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
ReadSheet = Callable[..., Sheet]

# The command; what its answer has to say; running units of Anna, Bruno, Carla, Dario, Elena (and Fabio).
EVENING: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    (
        (
            f"start Friday --players {FIVE} --variant chiamata --league main --on 2026-11-20 --dealer Anna"
            " --unit-value 0.50 --currency EUR --until deals:8,units:60"
        ),
        (
            "Started Friday (match 1), 2026-11-20, Briscola Chiamata, league main: Anna, Bruno, Carla, Dario, Elena.\n"
            "Next: Anna deals; 8 deals left; played to 60 units\n"
        ),
        (0, 0, 0, 0, 0),
    ),
    # 1: u = 2
    (
        "deal anna 2/71 elena 74",
        "1: Anna called the two at 71 with Elena and made 74: Anna +4, Elena +2, the others -2 each\n",
        (4, -2, -2, -2, 2),
    ),
    # 2: u = 1, alone, failed
    (
        "deal bruno K solo 58",
        "2: Bruno called the king alone and failed with 58: Bruno -4, the others +1 each\n",
        (5, -6, -1, -1, 3),
    ),
    (
        "call carla 2/82 --called '2 coins'",
        "Carla called the two at 82 (2 coins); the result is open\n",
        (5, -6, -1, -1, 3),
    ),
    # 3: u = 3, failed: Carla -6, Dario -3, the others +3
    (
        "deal dario 80",
        "3: Carla called the two at 82 (2 coins) with Dario and failed with 80: Carla -6, Dario -3, the others +3",
        (8, -3, -7, -4, 6),
    ),
    # 4: nobody plays; Dario deals again
    ("redeal passed-out", "4: All passed: nobody pays\n", (8, -3, -7, -4, 6)),
    # 5: conceded, u = 1
    (
        "deal elena A bruno made",
        "5: Elena called the ace with Bruno and made it, uncounted: Elena +2, Bruno +1, the others -1 each\n",
        (7, -2, -8, -5, 8),
    ),
    # 6: 8 units, 2 to each of four
    (
        "penalty dario 8 --to others --reason 'looked at a card'",
        "6: Penalty for Dario (looked at a card): Anna +2, Bruno +2, Carla +2, Dario -8, Elena +2\n",
        (9, 0, -6, -13, 10),
    ),
    # 7: u = 1, slam x 2: 4, 2, -2
    (
        "deal anna 3 carla 120 --slam --called '3 cups' --note 'at last'",
        (
            "7: Anna called the three (3 cups) with Carla and made 120, a slam with every trick: "
            "Anna +4, Carla +2, the others -2 each (at last)\n"
        ),
        (13, -2, -4, -15, 8),
    ),
    # deal 2 was with Carla: Bruno -2, Carla -1, the others +1; before Bruno -4, the others +1 each: Bruno +2, Carla -2
    (
        "edit 2 --partner carla --reason 'it was Carla who held the king'",
        (
            "Edited 2: partner solo -> Carla\n"
            "2: Bruno called the king with Carla and failed with 58: Bruno -2, Carla -1, the others +1 each\n"
        ),
        (13, 0, -6, -15, 8),
    ),
    # Fabio comes; deals 1, 2, 3, 5, 7 and the redeal were dealt by A B C D E D: Fabio deals and rests
    (
        f"seats {SIX}",
        "At the table: Anna, Bruno, Carla, Dario, Elena, Fabio.\nNext: Fabio deals and rests",
        (13, 0, -6, -15, 8, 0),
    ),
    # 8: Fabio rests; u = 1 made: Anna +2, Bruno +1, Carla, Dario, Elena -1
    (
        "deal anna J bruno 75/45",
        "8: Anna called the jack with Bruno and made 75: Anna +2, Bruno +1, the others -1 each\n",
        (15, 1, -7, -16, 7, 0),
    ),
    # 9: Anna deals, but Elena rests; counts triple by agreement; u = 1 failed: Anna -6, Carla -3, the others +3
    (
        "deal anna Q carla 59 --out elena --times 3",
        "9: Anna called the horse with Carla and failed with 59, counting triple: Anna -6, Carla -3, the others +3",
        (9, 4, -10, -13, 7, 3),
    ),
    # 10: 3 units to nobody
    ("penalty anna 3 --to nobody --reason late", "10: Penalty for Anna (late): Anna -3\n", (6, 4, -10, -13, 7, 3)),
    # 11: a ruling
    (
        "adjust 'Dario=+2,Elena=-2' --reason ruling",
        "11: Adjustment (ruling): Dario +2, Elena -2\n",
        (6, 4, -10, -11, 5, 3),
    ),
    # 12: it was Anna who dealt, and she rests; u = 4 at 91 made: Carla +8, Fabio +4, Bruno, Dario, Elena -4
    (
        "deal carla 2/91 fabio 91 --dealer anna",
        "12: Carla called the two at 91 with Fabio and made 91: Carla +8, Fabio +4, the others -4 each\n",
        (6, 0, -2, -15, 1, 7),
    ),
    # 12 is struck out again
    (
        "void 12 --reason 'played with a short pack'",
        "Voided 12: Carla called the two at 91 with Fabio",
        (6, 4, -10, -11, 5, 3),
    ),
    ("undo 1", "Undone: voided 12:", (6, 0, -2, -15, 1, 7)),
    ("redo 1", "Done again: voided 12:", (6, 4, -10, -11, 5, 3)),
    # 13, the eighth deal: u = 1, a slam of the others x 2, failed: Elena -4, Bruno -2, Anna, Carla, Dario +2
    ("deal elena K bruno 0 --slam --dealer fabio", "13: Elena called the king", (8, 2, -8, -9, 1, 3)),
)


def test_an_evening_says_what_it_should(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    for line, says, running in EVENING:
        said = ok(line)
        assert says in said, f"{line}\n{said}"
        now = sheet().running
        assert tuple(now[player] for player in SIX.split(",") if player in now) == running, line
    assert "The match is over: 8 deals are played. scorer settle says who pays whom" in said
    assert len(sheet().deals) == 8
    assert sum(now.values()) == -3  # what Anna paid to nobody
    the_sheet_and_the_end(ok, say)


def the_sheet_and_the_end(ok: Ok, say: Say) -> None:
    """What the sheet of that evening shows, and what is said where it is finished, over and reopened."""
    lines = [re.split(r"\s{2,}", line.strip()) for line in ok("sheet").splitlines()]
    assert lines[0] == ["Friday (match 1), 2026-11-20, Briscola Chiamata, league main"]
    assert lines[2] == ["#", "bid", "result", "x", "Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"]
    assert lines[3] == ["1", "2/71", "74", "+4*d", "-2", "-2", "-2", "+2+"]
    by_number = {line[0]: line for line in lines}
    assert by_number["4"][1] == "passed-out"
    assert by_number["8"][1:4] == ["J", "75", "+15*"]
    assert by_number["9"][1:4] == ["Q", "59", "x3"]
    assert "12" not in by_number
    assert by_number["total"] == ["total", "+8", "+2", "-8", "-9", "+1", "+3"]
    first, *final = ok("finish").splitlines()
    assert first.startswith("Finished Friday (match 1)")
    units = {"Anna": "+8", "Fabio": "+3", "Bruno": "+2", "Elena": "+1", "Carla": "-8", "Dario": "-9"}
    assert [tuple(line.split()) for line in final] == list(units.items())
    assert "No match is open" in ok([])
    assert say("deal anna K bruno 61").returncode == 4
    assert "Reopened Friday" in ok("reopen 1")
    assert "finished" not in ok("sheet 1")


def test_the_environment_names_the_match_for_every_command(ok: Ok, monkeypatch: pytest.MonkeyPatch) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok(f"start Saturday --players {FIVE} --on 2026-11-21")
    monkeypatch.setenv("SCORER_MATCH", "Saturday")
    ok("deal anna K elena 61")
    for words in ("sheet", "settle", "explain 1", "history", "undo", "redo", "finish", "reopen"):
        assert ok(words)
    assert "Saturday" in ok("sheet")
    assert "1. " not in ok("sheet Friday --plain")


def test_the_pad_takes_the_options_of_a_deal(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("pad", stdin="anna 2 elena 120 --slam --called '2 coins' --times 2 --dealer carla --note 'well done'\n")
    record = sheet().records[0]
    assert (record.slam, record.called, record.times, record.dealer, record.note) == (
        True, "2 coins", 2, "Carla", "well done",
    )  # fmt: skip


def test_on_a_terminal_a_deal_without_facts_is_asked_for(friday: None, sheet: ReadSheet, asked: Asked) -> None:
    code, shown = asked(
        ["deal"],
        [
            ("Who called", "gina"),
            ("Who called", "anna"),
            ("What was called", "61"),
            ("What was called", "2/71"),
            ("With whom", "ann"),
            ("With whom", "elena"),
            ("Card points", "119"),
            ("Card points", "120"),
            ("did one side take every trick", "y"),
        ],
    )
    assert code == 0, shown
    assert "'gina' is not at the table" in shown
    assert "which card was called?" in shown
    assert "Anna cannot be their own partner; if they held the called card, say solo" in shown
    assert "no set of cards makes 1 or 119" in shown
    assert "Anna called the two at 71 with Elena and made 120, a slam with every trick" in shown
    # u = 2, slam x 2: 8, 4, -4
    assert sheet().running == {"Anna": 8, "Bruno": -4, "Carla": -4, "Dario": -4, "Elena": 4}


def test_on_a_terminal_a_pending_call_spares_two_questions_and_no_is_no_slam(
    friday: None, ok: Ok, sheet: ReadSheet, asked: Asked
) -> None:
    ok("call bruno K")
    code, shown = asked(["deal"], [("With whom", "solo"), ("Card points", "0"), ("did one side take every trick", "n")])
    assert code == 0, shown
    assert "Bruno called K." in shown
    assert "Who called" not in shown
    assert sheet().running == {"Anna": 1, "Bruno": -4, "Carla": 1, "Dario": 1, "Elena": 1}


def test_without_a_terminal_nothing_is_asked_and_120_is_no_slam_with_a_notice(
    friday: None, say: Say, sheet: ReadSheet
) -> None:
    done = say("deal anna K elena 120")
    assert done.returncode == 0
    assert done.stderr == "120 card points, taken as no slam; if one side took every trick, say --slam\n"
    assert sheet().running["Anna"] == 2
    refused = say("deal")
    assert refused.returncode == 2
    assert "CALLER BID" in refused.stderr


def test_on_a_terminal_the_reason_is_asked_for_with_the_usual_ones_to_choose_from(
    table: None, ok: Ok, sheet: ReadSheet, asked: Asked
) -> None:
    # deal 1: Anna called K with Elena, 61
    code, shown = asked(["edit", "1", "--result", "60"], [("Why", "9"), ("Why", ""), ("Why", "2")])
    assert code == 0, shown
    assert "1 typing mistake, 2 counted wrong" in shown
    assert "edited 1: result 61 -> 60; Anna -2, Elena -1, the others +1 each (counted wrong)" in ok("history")
    code, shown = asked(["penalty", "anna", "4"], [("Why", "sang")])
    assert code == 0, shown
    assert sheet().records[-1].note == "sang"
    code, shown = asked(["void", "9"], [])  # what is refused is not asked about
    assert (code, "Why" in shown) == (4, False)
    assert asked(["--no-input", "void", "1"], [])[0] == 3


def test_on_a_terminal_a_start_without_players_offers_the_table_of_last_time(
    table: None, ok: Ok, say: Say, sheet: ReadSheet, asked: Asked
) -> None:
    ok("seats -bruno +Gina")
    ok("finish")
    code, shown = asked(["start", "Second"], [("The same table as last time (Anna, Gina, Carla", "")])
    assert code == 0, shown
    assert sheet("Second").seats == ("Anna", "Gina", "Carla", "Dario", "Elena")
    code, shown = asked(["start", "Third"], [("last time", "n"), ("Who sits down", "an br ca da el")])
    assert code == 0, shown
    assert sheet("Third").seats == tuple(FIVE.split(","))
    done = say("start Fourth")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f'scorer: say who sits down, as last time: --players "{FIVE}"\n'


AS_PEOPLE_SAY = {
    # u = 2 from 71: caller +4, partner +2, the others -2
    "anna due 71 elena 31+43": 4,
    "anna 2-71 elena 74-46": 4,
    "anna 2/71 elena 31+43/46": 4,
    "anna 71 elena 74:46": 4,
    "anna re elena won": 2,  # u is 1: +2, and +4 alone
    "anna re elena vinta": 2,
    "anna re elena lost": -2,
    "anna re elena persa": -2,
    "anna re elena f": -2,
    "anna re alone 61": 4,
    "anna re 'in mano' 61": 4,
    "anna re nessuno 60": -4,
}


def test_bids_partners_and_results_are_taken_as_people_say_them(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    for typed in AS_PEOPLE_SAY:
        ok(f"deal {typed}")
    ok("pad", stdin="\n".join(AS_PEOPLE_SAY))
    assert [deal.payouts["Anna"] for deal in sheet().deals] == [*AS_PEOPLE_SAY.values()] * 2


def test_a_word_for_solo_that_begins_a_name_at_the_table_is_asked_for_more_letters(
    ok: Ok, say: Say, sheet: ReadSheet
) -> None:
    ok("start Friday --players Manolo,Bruno,Carla,Dario,Elena")
    refused = say("deal bruno K mano 70")
    assert (refused.returncode, refused.stderr) == (
        4,
        "scorer: 'mano' could be solo or Manolo: say solo, or more letters\n",
    )
    ok("deal bruno K manol 70")
    ok("deal carla K solo 70")
    assert [deal.partner for deal in sheet().deals] == ["Manolo", None]


def test_after_a_bid_that_is_always_played_alone_nobody_says_solo(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    # briscolone: carichi pays u = 1 alone, 2 from 71: four or eight for the caller
    ok(f"start Friday --players {FIVE} --variant briscolone")
    ok("deal anna carichi 70")
    ok("deal anna carichi 71 74")
    ok("call anna carichi 81")
    ok("deal 80")  # u = 3: -12
    assert [(deal.bid, deal.partner, deal.payouts["Anna"]) for deal in sheet().deals] == [
        ("carichi", None, 4),
        ("carichi/71", None, 8),
        ("carichi/81", None, -12),
    ]
    ok("deal bruno K anna 61")
    assert "bid K -> carichi, partner Anna -> solo" in ok("edit 4 --bid carichi --reason ruling")
    assert "3 words" in say("deal anna K 74").stderr  # a partner is missing there
    assert "'sloo' is not at the table" in say("deal anna carichi sloo 74").stderr


def test_a_player_who_has_the_name_of_a_word_is_that_player(ok: Ok, sheet: ReadSheet, tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text(  # nobody new has such a name, but old players may
        "match,on,kind,note,seat1,seat2,seat3,units1,units2,units3\nOld,2026-11-20,adjustment,old,Sola,Won,Dario,0,0,0\n"
    )
    ok(["import", str(tmp_path / "old.csv")])
    ok("start Friday --players Anna,Sola,71,Dario,Won")
    ok("deal anna 2 sola 61")
    ok("deal won 2 71 61")
    assert [(deal.caller, deal.partner) for deal in sheet().deals] == [("Anna", "Sola"), ("Won", "71")]


def test_a_redeal_is_said_in_short_or_in_other_words(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    for typed in ("pass", "all passed", "THROWN", "poor hand", "mis", "cancelled"):
        ok(f"redeal {typed}")
    kinds = ["passed-out", "passed-out", "thrown-in", "thrown-in", "misdeal", "annulled"]
    assert [record.kind for record in sheet().records] == kinds


def test_the_evening_of_a_player(ok: Ok, say: Say, table: None) -> None:
    ok("deal bruno K anna 58")  # Bruno -2, Anna -1
    shown = ok("sheet --player an").splitlines()
    assert "Anna called 1 of 2 deals and made 1." in shown
    # +2 as the caller, -4 by the penalty, nothing of the redeal, -1 as the partner
    assert [line.split() for line in shown[5:10]] == [
        ["#", "bid", "result", "x", "units", "running"],
        ["1", "K", "61", "+2", "+2*d"],
        ["2", "penalty", "-4", "-2"],
        ["3", "passed-out", "-", "-2"],
        ["4", "K", "58", "-1", "-3+"],
    ]
    assert ok("sheet --player anna --plain").splitlines()[-1].startswith("4. Bruno called the king with Anna")
    assert "'zoe' is not in this match: Anna" in say("sheet --player zoe").stderr
    assert say("sheet --player anna --image a.png").returncode == 3


def test_the_options_before_the_command(friday: None, scorer: Say, ok: Ok, book_path: os.PathLike[str]) -> None:
    assert scorer("--version").stdout.startswith("scorer ")
    words = ["--db", str(book_path), "--no-input", "--yes", "deal", "anna", "K", "elena", "120"]
    done = scorer(words, SCORER_DB="/none")
    assert (done.returncode, "taken as no slam" in done.stderr) == (0, True)
    assert "Anna called the king with Elena" in ok("sheet --plain")


@pytest.mark.parametrize(
    ("until", "early"),
    [("deals:3+round", "after 4 deals, before the end of the round of deals"), ("deals:5", "after 4 of 5 deals")],
    ids=["in its last round", "before its last deal"],
)
def test_a_match_that_ends_early_says_after_how_many_deals_and_asks_nothing(until: str, early: str, ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --until {until} --on 2026-11-20")  # five is the end of a round
    for _ in range(4):
        ok("deal anna K elena 61")
    first = ok("finish").splitlines()[0]
    assert first == f"Finished Friday (match 1), 2026-11-20, Briscola Chiamata, league main, {early}."
    assert ok("history").splitlines()[-1].endswith(f"match finished {early}")
    ok("reopen")
    ok("deal anna K elena 61")
    assert ok("finish").splitlines()[0].endswith("league main.")


def test_the_bell_rings_and_the_day_begins_by_the_clock_of_the_run(
    book_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nine = datetime(2026, 11, 20, 21, 0).astimezone()

    def at(minutes: int) -> Callable[[], datetime]:
        return lambda: nine + timedelta(minutes=minutes)

    for minutes, line in ((0, f"start Friday --players {FIVE} --until time:22:00"), (59, DEAL), (60, DEAL)):
        shared = Settings(db=str(book_path), now=at(minutes))
        assert run(shlex.split(line), shared) == 0
        shared.book.close()
        shown = capsys.readouterr().out
        assert ("Friday (match 1), 2026-11-20" in shown) == (minutes == 0)
        assert ("The match is over: it is past 22:00." in shown) == (minutes == 60)


def test_a_variant_is_meant_by_its_first_letters_and_kept_by_its_whole_name(
    ok: Ok, rows: Callable[[str], list[tuple[str]]]
) -> None:
    ok(f"start Two --players {SIX} --variant SUB")
    ok("deal anna 118 solo 120 --slam --out fabio")  # u = 5, the slam 10: alone Anna gets 40 of four who pay 10 each
    ok("league add Stakes --variant six-f")
    assert rows("SELECT name FROM variant ORDER BY name") == [("subito-al-due",)]
    assert rows("SELECT variant FROM league WHERE name = 'Stakes'") == [("six-for-stakes",)]
    assert "+40" in ok("standings --variant subito")

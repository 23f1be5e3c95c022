"""What a match was started with is put right: shown first, one step, taken back as one."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from subprocess import CompletedProcess
from typing import Any

import pytest

Asked = Callable[..., tuple[int, str]]

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Rows = Callable[[str], list[tuple[Any, ...]]]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
START = f"start Friday --players {FIVE} --on 2026-11-20 --unit-value 0.50"
CELLS = 'SELECT name, "on", league_id, until, unit_value_cents, currency FROM "match" WHERE id = 1'
AS_STARTED = [("Friday", "2026-11-20", 1, "", 50, "EUR")]


@pytest.fixture(autouse=True)
def _friday(ok: Ok) -> Iterator[None]:
    ok(START)
    ok("deal anna K elena 61")  # Anna +2, Elena +1, the others -1
    yield
    assert ok("check") == ""


def test_nothing_of_a_match_could_be_put_right_after_its_start(ok: Ok, say: Say, rows: Rows) -> None:
    ok("league add Casa")
    line = "match edit Friday --name Thursday --on 2026-11-19 --league casa --unit-value 1 --until deals:20"
    changes = (
        "name Friday -> Thursday, day 2026-11-20 -> 2026-11-19, league main -> Casa, agreed end none -> deals:20,"
        " unit value 0.50 -> 1.00"
    )
    assert ok(line) == f"Friday: {changes}\nNothing is changed yet; with --reason TEXT it is.\n"
    assert rows(CELLS) == AS_STARTED
    done = say(f'{line} --reason "it was Thursday"')
    assert done.stdout == (
        f"Friday: {changes}\nPut right: Thursday (match 1), 2026-11-19, Briscola Chiamata, league Casa.\n"
        "Next: Bruno deals; 19 deals left\n"
    )
    assert done.stderr == "scorer undo takes it back\n"
    put_right = [("Thursday", "2026-11-19", 2, "deals:20", 100, "EUR")]
    assert rows(CELLS) == put_right
    assert ok("history Thursday").splitlines()[-1].endswith(f"match put right: {changes} (it was Thursday)")
    assert "Carla pays Anna 1.00 EUR" in ok("settle")  # a unit was worth half of that
    ok("undo")
    assert rows(CELLS) == AS_STARTED
    ok("redo")
    assert rows(CELLS) == put_right
    ok("undo --match Thursday")
    assert rows(CELLS) == AS_STARTED


REFUSED = {
    "": "nothing changes in Friday; say what was different, as in --on 2026-11-19 or --until deals:20",
    "--name Friday --unit-value 0,5": "nothing changes in Friday",
    "--on 20/11/2026": "nothing changes in Friday",
    "--name 12": "'12' is no match name: a bare number is the number of a match",
    "--name Other": "there is a match 'Other' on 2026-11-20 in this league; choose another name",
    "--name OTHER --league main": "there is a match 'OTHER' on 2026-11-20 in this league; choose another name",
    "--until deals:x": "until 'deals:x': 'deals:x' cannot be read",
    "--until taken:500": "until 'taken:500': in Briscola Chiamata only the calling side is counted",
    "--on 26-11-19": "date '26-11-19'",
    "--on 03-11-26": "date '03-11-26' could be 2003-11-26 or 2026-11-03: say the one that is meant",
    "--on 31/11/2026": "date '31/11/2026' is no day of the calendar",
    "--unit-value 1.234": "unit value '1.234': say money with at most two decimals, as in 0.50",
    "--currency euro": "currency 'euro': say its three letters, as in EUR",
    "--league Nowhere": "no league 'Nowhere': there is main",
    "--before Other": "nothing changes in Friday",
    "--after Nobody": "no match 'Nobody'; the latest: 1 Friday, 2 Other",
    "--before Other --after 2": "--before 'Other' and --after '2': say one",
    "--after friday": ("Friday stands neither before nor after itself; the matches of 2026-11-20: 1 Friday, 2 Other"),
    "--after Other --on 2026-11-19": (
        "Other is of 2026-11-20, Friday of 2026-11-19: matches of one day alone have an order; with --on 2026"
    ),
}


def test_what_a_match_could_not_be_started_with_is_refused(say: Say, ok: Ok, rows: Rows) -> None:
    ok(f"start Other --players {FIVE} --on 2026-11-20")
    steps = rows("SELECT count(*) FROM step")
    for words, refusal in REFUSED.items():
        refused = say(f"match edit Friday {words} --reason misread")
        assert refused.returncode in {3, 4}, words
        assert refused.stderr.startswith(f"scorer: {refusal}"), refused.stderr
        assert (rows(CELLS), rows("SELECT count(*) FROM step")) == (AS_STARTED, steps), words


def test_a_match_of_another_day_or_league_may_have_the_name(ok: Ok, say: Say, rows: Rows) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-27")
    ok("match edit 1 --unit-value 1 --reason agreed")
    assert "there is a match 'Friday' on 2026-11-27" in say("match edit 1 --on 2026-11-27 --reason x").stderr
    ok("league add Casa")
    ok("match edit 1 --on 2026-11-27 --league Casa --reason x")
    # It cannot go back to a place that somebody else has by now.
    ok("match edit 2 --on 2026-11-20 --reason x")
    refused = say("undo --match 1")
    assert (refused.returncode, "there is a match 'Friday' on 2026-11-20" in refused.stderr) == (3, True)
    assert rows(CELLS)[0][:3] == ("Friday", "2026-11-27", 2)


def test_where_it_stands_on_another_day_and_that_its_money_stays_is_said(ok: Ok, say: Say) -> None:
    ok("league add Casa --unit-value 0.20")
    ok(f"start Second --players {FIVE} --on 2026-11-19 --league Casa")
    notices = say("match edit Friday --on 2026-11-19 --league Casa").stderr
    assert notices == (
        "of 2 matches on 2026-11-19 it is number 1; --before MATCH or --after MATCH puts it elsewhere\n"
        "what a unit is worth stays, whatever it is in league Casa; --unit-value says another\n"
    )
    assert "worth stays" not in say("match edit Friday --league Casa --unit-value 0.20").stderr


def test_an_end_that_is_passed_already_is_said_and_closes_nothing(ok: Ok, say: Say) -> None:
    done = say("match edit --until deals:1 --reason agreed")
    assert "Friday is over with that: 1 deal is played; scorer finish 1 closes it" in done.stderr
    assert "The match is over: 1 deal is played." in done.stdout
    assert ok("matches").splitlines()[-1].split()[5] == "open"
    ok("finish")
    done = say("match edit --until deals:20 --reason misread")
    assert "Friday stays finished; scorer reopen 1 goes on with it" in done.stderr
    assert done.stdout.endswith("The match is finished.\n")
    assert ok("match edit --until none --reason open").splitlines()[0] == "Friday: agreed end deals:20 -> none"


def test_a_terminal_shows_what_changes_and_asks(rows: Rows, asked: Asked) -> None:
    line = ["match", "edit", "--on", "2026-11-19"]
    code, screen = asked(line, [("Put it right so? [y/N]", "n")])
    assert (code, rows(CELLS)) == (1, AS_STARTED), screen
    assert "Friday: day 2026-11-20 -> 2026-11-19" in screen
    code, screen = asked(line, [("Put it right so? [y/N]", "y"), ("Why", "3")])
    assert (code, rows(CELLS)[0][1]) == (0, "2026-11-19"), screen
    assert rows("SELECT reason FROM step ORDER BY id DESC LIMIT 1") == [("written down on another day",)]


def test_restore_says_that_a_match_was_put_right_since(ok: Ok, say: Say, tmp_path: Path) -> None:
    ok(f"backup {tmp_path / 'copy.db'}")
    ok("match edit --unit-value 1 --reason agreed")
    refused = say(f"restore {tmp_path / 'copy.db'}")
    assert (
        "not the same: Friday (2026-11-20), another league, payout table, end, money or order within the day"
        in refused.stderr
    )
    ok("match edit --name Monday --reason misread")
    refused = say(f"restore {tmp_path / 'copy.db'}")
    assert "Monday (2026-11-20) in the scorebook is Friday (2026-11-20) in the backup" in refused.stderr


def test_check_finds_cells_that_no_step_made(ok: Ok, say: Say, book_path: Path) -> None:
    ok("match edit --unit-value 1 --reason agreed")
    ok("undo")
    with closing(connect(book_path)) as connection, connection:
        connection.execute('UPDATE "match" SET unit_value_cents = 70')
    assert say("check").stdout == "Friday (match 1), 2026-11-20: its unit_value_cents is '70', step 4 made it '50'\n"
    with closing(connect(book_path)) as connection, connection:
        connection.execute('UPDATE "match" SET unit_value_cents = 50')

"""Several matches are open, as where a match was not finished: who is named tells which is meant, or it is asked."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet
from tests.running import recorded, refused

Asked = Callable[..., tuple[int, str]]

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
ReadSheet = Callable[..., Sheet]
FORGOTTEN = "start Old --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-13"
TONIGHT = "start New --players Bruno,Fabio --variant scoperta --on 2026-11-20"
OPEN: list[bytes] = []


@pytest.fixture(autouse=True)
def _two_open(book_path: Path) -> None:
    if not OPEN:
        OPEN.append(recorded(book_path, [FORGOTTEN, TONIGHT]))
    book_path.write_bytes(OPEN[0])


@pytest.mark.parametrize(
    "words",
    [
        "deal fab 74", "deal fab won", "deal bru=50 fab=70", "redeal misdeal --dealer fab",
        "penalty fab 2 --reason late", "adjust fab=1,bru=-1 --reason ruling", "seats --out fab --match 2",
    ],
)  # fmt: skip
def test_a_forgotten_finish_costs_nothing_where_who_is_named_sits_at_one_table(words: str, say: Say) -> None:
    done = say(words)
    assert ("2 New is meant, the one open match where they sit; open too: 1 Old" in done.stderr) != ("--match" in words)
    assert done.returncode == (3 if "seats" in words else 0)  # two cannot play Scoperta while one rests


def test_an_edit_that_names_somebody_in_its_result_means_their_table(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok("deal fab 74")
    assert "2 New is meant" in say("edit 1 --result 'fab 80' --reason counted").stderr
    assert sheet("New").records[0].counts == (40, 80)


@pytest.mark.parametrize("words", ["deal bru 74", "redeal misdeal", "sheet", "settle", "finish", "pad"])
def test_what_may_mean_several_open_matches_is_refused_where_nobody_can_be_asked(words: str, say: Say) -> None:
    refused(say(words), 4, "several matches are open (1 Old, 2 New); say which with --match or SCORER_MATCH")


def test_people_of_two_tables_in_one_deal_are_not_asked_for_a_table(say: Say) -> None:
    refused(say("deal anna K fab 74"), 4, "anna and fab sit at no open match together: 1 Old, 2 New")


def test_it_is_asked_at_a_terminal_which_match_is_meant(sheet: ReadSheet, asked: Asked) -> None:
    code, screen = asked(["deal", "bru", "74"], [("its number", "7"), ("its number", "2")])
    assert code == 0, screen
    assert "  1  Old of 2026-11-13\n  2  New of 2026-11-20\n" in screen
    assert "'7' is none of 1, 2" in screen
    assert sheet("New").records[0].payouts == {"Bruno": 1, "Fabio": -1}
    assert sheet("Old").records == ()


def test_a_reason_that_is_asked_for_comes_after_the_match(sheet: ReadSheet, asked: Asked) -> None:
    code, screen = asked(["penalty", "bru", "4"], [("its number", "1"), ("Why", "3")])
    assert (code, sheet("Old").records[0].note) == (0, "talked"), screen

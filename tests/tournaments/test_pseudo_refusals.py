"""Refusals of a desk in the language of accents: nothing plain is left but what is typed."""

from pathlib import Path

import pytest

from tests.cli.test_bad_input import DEAL
from tests.fixtures import Ok, Say
from tests.language.test_pseudo_refusals import plain_answers
from tests.plain_words import WORD, names_in, nothing_plain
from tests.tournaments.desk import DAY, TEN

BEFORE_A_DRAW = (
    "draw", "redraw", "cut", "finish", "result 1 1,2,3", "enter", "enter ''", "enter Anna,Anna", "enter solo",
    "enter Red --members A,B,C", "withdraw nobody", "withdraw Hugo", "play-off Anna,Bruno", "clock start",
    "print seating", "print money", "print all", "print sheets --blank 99", "new Natale --format scighera",
    "new N --format scigera", "new 12 --format scighera", "new N --format scighera --seed x",
    "new N --format scighera --on Friday", "new N --format scighera --odd resting",
    "new N --format scighera --variant nope", "show --tournament nix", "redo", "penalty Gina 2 --reason late",
    "substitute Gina Hugo", "return Anna", "reopen", "rename Natale 12", "drop --yes",
)  # fmt: skip
AFTER_A_DRAW = (
    "draw", "cut", "cut --again", "cut --keep", "cut --again --keep", "finish", "result", "result 3", "result 1",
    "result 1 1,2,3", "result 1 4,1,0,-1,-5", "result 1 4,1,0,-1,-5 --won 1", "result 1 a,b,c,d,e",
    "result 1 Hugo=4", "result 1 4,1,0,-1,-4 --deals none", "result 1 4,1,0,-1,-4 --round 4",
    "result 1 4,1,0,-1,-4 --residual lost", "result --from none.csv", "print podium --round 1",
    "print seating --round 3", "reassign 1 Anna,Bruno", "undo 99", "withdraw Anna --from 7",
    "penalty Anna none --reason x", "penalty Anna 2", "play-off Anna", "clock stop", "swap Anna Hugo",
    "seats Anna,Bruno", "round 7", "table 9",
)  # fmt: skip


@pytest.mark.usefixtures("accented")
def test_what_is_refused_at_a_desk_is_marked(say: Say, ok: Ok, book_path: Path) -> None:
    plain = [*plain_answers(say, ["sheet", "tournament show", DEAL], set(WORD.findall(str(book_path))))]
    ok("tournament new Natale --format ten-deals --seed 7")
    known = names_in(book_path)
    plain += plain_answers(say, [f"tournament {words}" for words in BEFORE_A_DRAW], known)
    ok(f"tournament enter {TEN}")
    ok(f"tournament draw {DAY}")
    known = names_in(book_path)
    plain += plain_answers(say, [f"tournament {words}" for words in AFTER_A_DRAW], known)
    nothing_plain(plain)

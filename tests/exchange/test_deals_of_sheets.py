"""A paper sheet may say how many deals it holds: in a column, with --deals, when it is asked, and by an edit later."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.fixtures import FIVE, Ok, Say

HEAD = f"match,on,variant,kind,{','.join(f'seat{at}' for at in range(1, 6))},note"
UNITS = ",".join(f"units{at}" for at in range(1, 6))
FIRST, SECOND = (f"{day},chiamata,sheet,{FIVE},paper" for day in ("One,2026-01-09", "Two,2026-01-16"))
WITHOUT = f"{HEAD},{UNITS}\n{FIRST},12,-3,-3,-3,-3\n{SECOND},8,4,-4,-4,-4\n"
WITH = f"{HEAD},{UNITS},deals\n{FIRST},12,-3,-3,-3,-3,26\n{SECOND},8,4,-4,-4,-4,\n"
Asked = Callable[..., tuple[int, str]]


def deals(ok: Ok) -> list[str]:
    """The last cell of every line of the deals as they are exported, below the name of its column."""
    return [line.rpartition(",")[2] for line in ok("export deals").splitlines()]


def test_a_column_says_it_and_goes_out_again_where_it_is_known(ok: Ok, tmp_path: Path) -> None:
    ok("import -", WITHOUT)
    before = ok("export deals")
    assert before.splitlines()[0].endswith(",units7")  # to the byte what it was before there was such a column
    ok("undo")
    ok("import -", WITH)
    assert deals(ok) == ["deals", "26", ""]
    out = ok("export deals")
    assert [line.rpartition(",")[0] for line in out.splitlines()] == before.splitlines()
    ok(f"export all --out {tmp_path / 'all'}")
    for words, stdin in (("import -", out), (f"import {tmp_path / 'all'}", "")):
        other = str(tmp_path / f"{len(stdin)}.db")
        ok(words, stdin, db=other)
        assert ok("export deals", db=other) == out
        assert ok("check", db=other) == ""


def test_an_option_says_it_of_all_sheets_of_a_file_and_of_nothing_else(ok: Ok, say: Say) -> None:
    fine = f"{FIRST.replace('sheet', 'penalty')},-2,,,,\n"
    ok("import - --deals 31,0", f"{WITHOUT}{fine}")  # as a spreadsheet may write it
    assert sorted(deals(ok)) == ["", "31", "31", "deals"]
    refused(say("import - --deals 31", stdin=f"{HEAD},{UNITS}\n{fine}"), "--deals 31: there is no paper sheet in it")
    refused(say("import - --deals 31", stdin=WITH), "column deals: it is in the file, and --deals says it too")


@pytest.mark.parametrize("typed", ["0", "-3", "301", "many", "2.5"])
def test_a_number_that_cannot_be_is_refused(typed: str, ok: Ok, say: Say) -> None:
    limits = "say a whole number from 1 to 300"
    refused(say(f"import - --deals={typed}", stdin=WITHOUT), f"deals '{typed}': {limits}")
    refused(say("import -", stdin=WITH.replace(",26", f",{typed}")), f"line 2, column deals: deals '{typed}': {limits}")
    ok("import -", WITHOUT)
    refused(say(f"edit 1 --deals={typed} --match One --reason counted"), f"deals '{typed}': {limits}")


def test_units_that_no_such_number_of_deals_makes_were_taken_in(ok: Ok, say: Say) -> None:
    # the most a deal of chiamata moves: alone, 4 from 101 on at 5 each, a slam doubles it: 4 x 5 x 2 = 40
    many = WITHOUT.replace("12,-3,-3,-3,-3", "81,-21,-20,-20,-20")
    of_two = "2 deals of Briscola Chiamata make 80 units a player at most, and this sheet has 81: say how many deals it"
    refused(say("import - --deals 2", stdin=many), f"line 2, column deals: {of_two}")
    ok("import - --deals 3", many)
    refused(say("edit 1 --deals 2 --match One --reason counted"), of_two)
    brisk = many.replace("chiamata", "brisk")  # redeals may double a deal many times: nothing is certain of so few
    ok("import - --deals 2 --twice", brisk.replace("One", "Three").replace("Two", "Four"))


def test_no_deal_and_no_penalty_holds_deals(ok: Ok, say: Say) -> None:
    penalty = WITH.replace("sheet", "penalty", 1).replace(",12,", ",-12,")
    refused(say("import -", stdin=penalty), "line 2, column deals: a record of kind penalty has none")
    ok(f"start Friday --players {FIVE}")
    ok("deal anna K elena 61")
    refused(say("edit 1 --deals 26 --reason counted"), "deals '26': a paper sheet alone holds deals")
    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant brisca")
    ok("deal anna 74 --match Pairs")
    refused(say("edit 1 --deals 26 --match Pairs --reason counted"), "deals '26': a paper sheet alone holds deals")


def test_it_is_put_right_by_an_edit_which_can_be_undone_and_every_page_of_the_match_says_it(ok: Ok) -> None:
    ok("import -", WITH)
    said = ok("edit 1 --deals 27 --match One --reason 'counted again'")
    assert said.startswith("Edited 1: deals 26 -> 27\n1: Sheet of 27 deals (paper): Anna +12, Bruno -3")
    assert "sheet  27 deals" in ok("sheet One")
    assert "1. Sheet of 27 deals (paper): " in ok("sheet One --plain")
    ok("undo")
    assert deals(ok) == ["deals", "26", ""]
    ok("redo")
    assert deals(ok) == ["deals", "27", ""]
    assert "edited 1: deals 26 -> 27" in ok("history One")
    assert ok("edit 1 --deals none --match One --reason 'nobody knows'").startswith("Edited 1: deals 27 -> none\n")
    assert deals(ok)[0] == "units7"  # nobody says it of any sheet


def test_on_a_terminal_it_is_asked_once_a_file_and_nobody_has_to_know(ok: Ok, asked: Asked, tmp_path: Path) -> None:
    file = tmp_path / "sheets.csv"
    for text, answers, cells in (
        (WITHOUT, [("2 paper sheets: how many deals each holds", "0"), ("how many", "26")], ["deals", "26", "26"]),
        (WITHOUT, [("how many deals each holds", "")], ["", ""]),
        (WITH, [], ["deals", "26", ""]),
    ):
        file.write_text(text)
        assert asked(f"import {file}", answers)[0] == 0
        assert deals(ok)[-len(cells) :] == cells
        ok("undo")


def test_the_history_of_a_match_had_imports_of_others(ok: Ok) -> None:
    ok("import -", WITHOUT)
    ok("import -", WITH.replace("One,2026-01", "Three,2026-02").replace("Two,2026-01", "Four,2026-02"))
    ok("undo")
    ok("start Five --players Anna,Bruno,Carla,Dario,Elena")
    assert [line.split("  ")[1] for line in ok("history One").splitlines()] == [
        "imported with 1 record", "imported 2 records of 2 matches from stdin"
    ]  # fmt: skip
    assert "import" not in ok("history Five")


def refused(done: CompletedProcess[str], words: str) -> None:
    """The import or the edit was refused in these words."""
    assert (done.returncode, words in done.stderr) == (3, True), done.stderr

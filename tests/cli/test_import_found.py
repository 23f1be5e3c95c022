"""What strangers met when they imported their notebooks, and what the program says to it."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
HEAD = "match,on,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
LINE = f"M,2026-11-20,Anna,K,Elena,61,{FIVE}"


@pytest.fixture
def csv(tmp_path: Path) -> Callable[..., str]:
    """A file of these lines; its path."""

    def write(*lines: str) -> str:
        path = tmp_path / "deals.csv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(path)

    return write


Csv = Callable[..., str]


def told(refused: CompletedProcess[str]) -> list[str]:
    """The faults of a file that is refused, one a line."""
    assert refused.returncode == 3, refused
    return refused.stderr.removeprefix("scorer: ").splitlines()


def test_an_open_quote_on_the_last_line_of_many_names_its_own_column(say: Say, csv: Csv) -> None:
    path = csv(HEAD, *[LINE] * 2000, LINE.replace("Elena", '"Elena', 1))  # more than one block of 64 kB
    assert told(say(["import", path])) == [
        "line 2002, column partner: a quotation mark is not closed, or stands inside a cell: there it is written twice"
    ]


def test_an_open_quote_that_runs_on_too_far_names_the_cell_where_it_begins(say: Say, csv: Csv) -> None:
    lines = [HEAD.replace(",", ";"), LINE.replace(",", ";").replace("K", '"K, the king'), *["x;y,z"] * 60_000]
    assert told(say(["import", csv(*lines)])) == [
        "line 2, column bid: a cell of more than 128 kB; is a quotation mark not closed?"
    ]


def test_commas_in_the_cells_of_a_file_with_semicolons_are_no_columns(say: Say, csv: Csv) -> None:
    line = LINE.replace(",", ";").replace("M;", 'M, the "first";', 1).replace("Elena", '"El"ena', 1)
    (said,) = told(say(["import", csv(HEAD.replace(",", ";"), line)]))
    assert said.startswith("line 2, column partner: a quotation mark")


def test_a_header_in_italian_lists_what_is_not_known_and_what_is(say: Say, csv: Csv) -> None:
    (said,) = told(say(["import", csv("Data;Partita;Chiamante;Chiamata;Socio;Punti", "1;2;3;4;5;6")]))
    assert said.startswith(
        "line 1: these are no names of columns: data, partita, chiamante, chiamata, socio, punti; known are league, "
        "match, on, variant, number, kind, dealer, out, caller, bid, called, partner, card_points, outcome, slam,"
    )


def test_the_line_that_excel_writes_for_itself_is_skipped(
    ok: Ok, say: Say, csv: Csv, sheet: Callable[..., Sheet]
) -> None:
    ok(["import", csv("sep=;", HEAD.replace(",", ";"), LINE.replace(",", ";"))])
    assert sheet("M").running["Anna"] == 2
    wrong = LINE.replace("M,", "N,").replace("K", "X").replace(",", ";")
    (said,) = told(say(["import", csv("sep=;", HEAD.replace(",", ";"), wrong)]))
    assert said.startswith("line 3, column bid")


def test_the_wrong_number_of_players_is_told_once(say: Say, csv: Csv) -> None:
    (said,) = told(say(["import", csv(f"{HEAD},seat6,seat7", f"{LINE},Fabio,Gina")]))
    assert said.startswith("line 2, column seat1: ")
    (said,) = told(say(["import", csv(HEAD, LINE.removesuffix("Elena").replace("Elena", "Dario"))]))
    assert said.startswith("line 2, column seat1: ")


def test_outcomes_may_be_said_in_italian(ok: Ok, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    lines = [
        f"M,2026-11-20,Anna,K,Elena,,{FIVE},Vinta",
        f"M,2026-11-20,Anna,K,Elena,,{FIVE},persa",
        f"N,2026-11-20,Anna,K,Elena,60,{FIVE},patta",
    ]
    path = csv(f"{HEAD},outcome,variant,slam", *(f"{line},brisk,no" for line in lines))
    ok(["import", path])
    assert [record.outcome for record in sheet("M").records] == ["made", "failed"]
    assert [record.outcome for record in sheet("N").records] == ["even"]


def test_a_lonely_0_says_who_rested(ok: Ok, say: Say, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    head = f"{HEAD},seat6,units1,units2,units3,units4,units5,units6"
    ok(["import", csv(head, f"{LINE},Fabio,2,-1,0,-1,1,-1")])
    assert sheet("M").records[0].out == "Carla"
    # of two zeros neither says it: Anna deals and rests, but she called
    two = f"{LINE},Fabio,2,0,0,-1,1,-1".replace("M,", "N,")
    assert "rests in this deal" in told(say(["import", csv(head, two)]))[0]


def test_the_name_that_stands_more_often_is_the_one_to_keep(say: Say, csv: Csv) -> None:
    done = say(["import", csv(HEAD, LINE.replace("Elena", "Elna"), LINE, LINE)])
    assert done.stderr == 'Elna and Elena are new; if it is Elena: scorer player merge "Elna" "Elena"\n'


def test_a_residual_without_a_folder_is_told_by_its_line(say: Say, csv: Csv) -> None:
    path = csv("match,on,kind,note,seat1,seat2,seat3,seat4,seat5,units1", f"M,2026-11-20,adjustment,a ruling,{FIVE},-3")
    assert say(["import", path]).stderr == "line 2: the units of this adjustment leave a residual of -3: a ruling\n"


def test_a_sheet_that_does_not_balance_needs_its_note(say: Say, csv: Csv) -> None:
    # 14 + 5 + 5 - 5 - 15 = +4
    head = f"{','.join(f'units{seat}' for seat in range(1, 6))},match,on,kind,note,seat1,seat2,seat3,seat4,seat5"
    done = say(["import", csv(head, f"14,5,5,-5,-15,M,2026-11-20,sheet,,{FIVE}")])
    assert told(done) == ["line 2, column note: missing: the reason of this sheet; its units leave a residual of +4"]
    done = say(["import", csv(head, f"14,5,5,-5,-15,M,2026-11-20,sheet,torn in two,{FIVE}")])
    assert done.stderr == "line 2: the units of this sheet leave a residual of +4: torn in two\n"
    assert say("check").stderr == "M (match 1), 2026-11-20, record 1 (sheet): a residual of +4: torn in two\n"


def test_how_often_a_slam_was_not_said_is_told_as_people_count(say: Say, csv: Csv) -> None:
    done = say(["import", csv(HEAD, LINE, *[LINE.replace("61", "120")] * 3)])
    assert "(3 times, first in line 3)" in done.stderr


def test_no_name_at_all_asks_for_one(say: Say, book_path: Path) -> None:
    refused = say(["import", ""])
    assert told(refused) == ["there is no name: name a file or a folder, or - for standard input"]
    assert not book_path.exists()

"""`scorer import FILE`: old deals come in whole, by the rules of the table, and go out again with one undo."""

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
PAPER = """\
caller;bid;partner;outcome
Anna;2;Elena;made
Bruno;K;Dario;failed
Carla;4;solo;made
"""
ALL_LINES = f'--match Notebook --on 2025-12-05 --players "{FIVE}"'


Csv = Callable[..., str]


def deal(match: str, caller: str, bid: str, partner: str, card_points: str, more: str = "") -> str:
    return f"{match},2026-11-20,{caller},{bid},{partner},{card_points},{FIVE}{more}"


def test_nobody_counted_but_a_made_120_has_all(ok: Ok, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    ok(f"import {csv('caller,bid,partner,outcome', 'Anna,2/120,Elena,made')} {ALL_LINES}")
    assert sheet("Notebook").records[0].card_points == 120


def test_a_dry_run_says_what_would_come_and_makes_no_scorebook(
    ok: Ok, say: Say, csv: Csv, book_path: Path, tmp_path: Path
) -> None:
    path = csv(PAPER, name="notebook.csv")
    before = sorted(tmp_path.iterdir())
    said = say(f"import {path} {ALL_LINES} --league Club --dry-run")
    assert said.stdout == (
        "Would import 3 records of 1 match from notebook.csv; 5 new players (Anna, Bruno, Carla, Dario, Elena); "
        "1 new league (Club). Nothing was written.\n"
    )
    assert "league Club is new" in said.stderr
    assert sorted(tmp_path.iterdir()) == before
    ok(f"import {path} {ALL_LINES}")
    written = book_path.read_bytes()
    assert say(f"import {path} {ALL_LINES} --dry-run").returncode == 3  # the match is there by now
    assert book_path.read_bytes() == written


def test_dealer_rest_number_carry_and_slam_are_derived(ok: Ok, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    six = "Anna,Bruno,Carla,Dario,Elena,Fabio"
    path = csv(
        f"{HEAD},seat6,variant,kind,outcome",
        f"M,2026-11-20,Bruno,K,Carla,61,{six},brisk,deal,fatta",  # Anna deals and rests
        f"M,2026-11-20,,,,,{six},brisk,passed-out,",  # Bruno deals, all pass: the next counts double
        f"M,2026-11-20,Anna,K,Elena,60,{six},brisk,,patta",  # Carla rests; 60 of 61 is even: double again
        f"M,2026-11-20,Anna,K,Elena,120,{six},brisk,deal,",  # Dario deals; x4, and 120 are a slam
    )
    ok(f"import {path}")
    records = sheet("M").records
    assert [record.number for record in records] == [1, 2, 3, 4]
    assert [record.dealer for record in records] == ["Anna", "Bruno", "Carla", "Dario"]
    assert [record.out for record in records] == ["Anna", "Bruno", "Carla", "Dario"]
    assert [(record.outcome, record.times, record.slam) for record in records] == [
        ("made", 1, False), (None, 1, False), ("even", 2, False), ("made", 4, True)
    ]  # fmt: skip
    # u 1, slam x 2, carry x 4: Anna 2 x 8, Elena 8, the others -8
    assert records[3].payouts == {"Anna": 16, "Bruno": -8, "Carla": -8, "Elena": 8, "Fabio": -8}


def test_who_alone_has_no_units_or_0_rested(ok: Ok, say: Say, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    head = f"{HEAD},seat6,units1,units2,units3,units4,units5,units6"
    ok(["import", csv(head, f"{LINE},Fabio,2,-1,,-1,1,-1", f"{LINE},Fabio,2,0,-1,-1,1,-1")])
    first, second = sheet("M").records
    assert (first.dealer, first.out) == ("Anna", "Carla")
    assert (second.dealer, second.out) == ("Bruno", "Bruno")
    assert second.payouts == {"Anna": 2, "Carla": -1, "Dario": -1, "Elena": 1, "Fabio": -1}
    # of two zeros neither says it: Anna deals and rests, but she called
    two = f"{LINE},Fabio,2,0,0,-1,1,-1".replace("M,", "N,")
    assert "rests in this deal" in told(say(["import", csv(head, two)]))[0]


def test_units_are_checked_and_both_figures_named(say: Say, csv: Csv) -> None:
    path = csv(
        f"{HEAD},units1,units2,units3,units4,units5",
        deal("M", "Anna", "2/71", "Elena", "74", ",4,-2,-2,-2,2"),
        deal("M", "Anna", "K", "Elena", "61", ",2,-1,-2,,1"),
    )
    assert say(f"import {path}").stderr == (
        "scorer: line 3, column units3: Carla has -2 here, the deal gives -1 (K made with 61)\n"
        "line 3, column units4: Dario has nothing here, the deal gives -1 (K made with 61)\n"
    )


def test_other_records_are_their_units(ok: Ok, say: Say, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    head = "match,on,kind,note,seat1,seat2,seat3,seat4,seat5,units1,units2,units3,units4,units5"
    path = csv(
        head,
        f"M,2026-11-20,penalty,late,{FIVE},-4,1,1,1,1",
        f"M,2026-11-20,penalty,later,{FIVE},-3,,,,",
        f"M,2026-11-20,adjustment,ruling,{FIVE},-3,2,,,",
        f"M,2026-11-20,sheet,on a menu,{FIVE},5,-5,0,0,0",
    )
    done = say(f"import {path}")
    assert done.returncode == 0, done.stderr
    assert "line 4: the units of this adjustment leave a residual of -1" in done.stderr
    # Anna -4 -3 -3 +5, Bruno 1 +2 -5
    assert sheet("M").running == {"Anna": -5, "Bruno": -2, "Carla": 1, "Dario": 1, "Elena": 1}
    wrong = say([
        "import",
        csv(
            head,
            f"N,2026-11-20,penalty,,{FIVE},-4,1,1,1,1",
            f"N,2026-11-20,penalty,gift,{FIVE},4,,,,",
            f"N,2026-11-20,sheet,lost,{FIVE},,,,,",
            f"N,2026-11-20,misdeal,,{FIVE},1,-1,,,",
            f"N,2026-11-20,adjustment,much,{FIVE},2000000,,,,",
        ),
    ])  # fmt: skip
    assert [line.removeprefix("scorer: ").partition(": ")[2] for line in wrong.stderr.splitlines()] == [
        "missing: the reason of this penalty",
        "a penalty takes units away: these sum to +4",
        "missing: they are the record",
        "a redeal (misdeal) pays nobody",
        "2000000 units: at most 1,000,000 are taken or given",
    ]


def test_an_uncounted_deal_says_its_slam_where_card_points_pay_it(ok: Ok, say: Say, csv: Csv) -> None:
    lines = [f"{HEAD},variant,outcome,slam", deal("M", "Anna", "K", "Elena", "", ",brisk,made,")]
    assert "column slam: 'made' is not enough" in say(["import", csv(*lines)]).stderr
    ok(["import", csv(lines[0], lines[1] + "no")])


def test_120_by_tricks_are_no_slam_unless_said(say: Say, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    whole = deal("M", "Anna", "K", "Elena", "120", ",")
    done = say(f"import {csv(f'{HEAD},slam', whole, f'{whole}sì')}")
    assert "0 or 120 card points are taken as no slam (once in line 2)" in done.stderr
    assert [record.slam for record in sheet("M").records] == [False, True]
    done = say(f"import {csv(f'{HEAD},slam', *[whole.replace('M,', 'N,', 1)] * 3)}")
    assert "(3 times, first in line 2)" in done.stderr


def test_an_option_beside_its_column_is_refused(say: Say, csv: Csv) -> None:
    path = csv(HEAD, deal("M", "Anna", "K", "Elena", "61"))
    refused = say(f'import {path} --match N --players "{FIVE}"')
    assert (refused.returncode, refused.stderr.splitlines()) == (3, [
        "scorer: line 1, column match: it is in the file, and --match says it too: leave one away",
        "line 1, column seat1: it is in the file, and --players says it too: leave one away",
    ])  # fmt: skip


def test_the_day_of_an_option_is_read_as_everywhere_and_refused_where_it_may_be_two(
    say: Say, csv: Csv, ok: Ok, sheet: Callable[..., Sheet]
) -> None:
    path = csv("match,caller,bid,partner,outcome,seat1,seat2,seat3,seat4,seat5", f"M,Anna,2,Elena,made,{FIVE}")
    refused = say(f"import {path} --on 3/11/2025")
    assert refused.stderr == "scorer: --on '3/11/2025' could be 2025-03-11 or 2025-11-03: say the one that is meant\n"
    ok(["import", str(path), "--on", "lunedì 3 novembre 2025"])
    assert str(sheet("M").match.on) == "2025-11-03"


@pytest.mark.parametrize(
    ("option", "word"),
    [
        ("--match 12", "bare number"),
        ("--on tomorrow", "--on 'tomorrow': say year, month and day"),
        ("--variant chiamatta", "did you mean chiamata"),
        ("--players Anna", "1 player"),
        ("--players Anna,Bruno,anna", "named twice"),
        ("--as tall", "--as tall: say wide, evenings or deals"),
        ("--dates day-first,month-first", "contradict each other"),
        ("--ignore Anna --keep anna", "--ignore and --keep both name anna"),
    ],
)
def test_a_wrong_option_is_named_once(option: str, word: str, say: Say, csv: Csv, book_path: Path) -> None:
    refused = say(f"import {csv('caller,bid,partner,outcome', 'Anna,2,Elena,made')} {option}")
    assert refused.returncode in {3, 4}
    assert word in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not book_path.exists()


def test_that_a_match_is_there_is_said_once_beside_what_else_is_wrong(table: None, say: Say, csv: Csv) -> None:
    lines = deal("friday", "Anna", "K", "Elena", "119"), deal("Friday", "Anno", "K", "Elena", "61")
    *others, last = told(say(["import", csv(HEAD, *lines)]))
    assert last.startswith("line 2, column match: friday on 2026-11-20 is in league main already: nothing is added")
    assert [line.split(":")[0] for line in others] == ["line 2, column card_points", "line 3, column caller"]


def test_a_row_of_units_alone_is_one_fault_that_says_what_it_looks_like(say: Say, csv: Csv) -> None:
    head, looks = f"{HEAD},units1,units2,units3,units4,units5", "this looks like a row of totals: delete it, the sums"
    (fault,) = told(say(["import", csv(head, f"{LINE},2,-1,-1,-1,1", ",,,,,,,,,,,2,-1,-1,-1,1")]))
    assert fault.startswith(f"line 3: {looks}")
    # the same where options say the rest of every line
    sheet = "caller,bid,partner,outcome,units1,units2,units3,units4,units5"
    path = csv(sheet, "Anna,2,Elena,made,2,-1,-1,-1,1", "Totals,,,,2,-1,-1,-1,1", "Anna,9,Elena,made,,,,,")
    first, second = told(say(f"import {path} {ALL_LINES}"))
    assert first.startswith(f"line 3: {looks}")
    assert second.startswith("line 4, column bid: ")


def test_names_that_may_be_slips_are_pointed_out(table: None, say: Say, csv: Csv) -> None:
    path = csv(
        HEAD,
        "M,2026-11-20,Anna,K,Elna,61,Anna,Bruno,Carla,Dario,Elna",
        "M,2026-11-20,Anna,K,Dari\u043e,61,Anna,Bruno,Carla,Dari\u043e,Zora",
        "M,2026-11-20,Anna,K,Zoar,61,Anna,Bruno,Carla,Dario,Zoar",
    )
    said = say(["import", path]).stderr.splitlines()
    assert 'Elna is new; if it is Elena: scorer player merge "Elna" "Elena"' in said
    assert "Zora and Zoar are one slip of the pen apart; if they are one person: scorer player merge" in said
    assert any("mixes two alphabets" in line for line in said)


def test_two_names_of_one_table_may_be_alike(say: Say, csv: Csv) -> None:
    """They are two people, who cannot be merged; all the same it may be a slip, and is said."""
    path = csv(HEAD, "M,2026-11-20,Anna,K,Annna,61,Anna,Annna,Carla,Dario,Elena")
    done = say(["import", path])
    apart = "Anna and Annna are one slip of the pen apart"
    assert (done.returncode, done.stderr) == (0, f"{apart}, and sit at one table: they are taken for two people\n")


def test_a_merged_name_means_who_it_was_merged_into(table: None, ok: Ok, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    ok(["import", csv(HEAD, deal("M", "Anna", "K", "Elena", "61").replace("Elena", "Elna"))])
    ok("player merge Elna Elena")
    ok(["import", csv(HEAD, deal("N", "Anna", "K", "elna", "61").replace(",Elena", ",Elna")), "--twice"])
    assert sheet("N").records[0].payouts == {"Anna": 2, "Bruno": -1, "Carla": -1, "Dario": -1, "Elena": 1}


def test_standard_input_is_a_file_too(ok: Ok) -> None:
    assert ok(f"import - {ALL_LINES}", stdin=PAPER).startswith("Imported 3 records of 1 match from stdin")


def test_an_import_on_a_server_is_the_import_in_a_file(ok: Ok, csv: Csv, database: str, tmp_path: Path) -> None:
    path = csv(f"{HEAD},note", *[deal(f"M{n}", "Anna", "2/71", "Elena", "74", ",100 %") for n in range(1200)])
    assert ok(f"import {path}", db=database) == ok(f"import {path}")
    ok(f"start Later --players {FIVE}", db=database)
    ok("deal anna K elena 61", db=database)
    ok("undo 2", db=database)
    ok("undo", db=database)
    ok("redo", db=database)
    for name, where in (("a", database), ("b", "")):
        ok(f"export deals --out {tmp_path}/{name}.csv", db=where)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_numbers_may_have_gaps_and_stand_in_any_order_but_not_twice(
    ok: Ok, say: Say, csv: Csv, sheet: Callable[..., Sheet]
) -> None:
    lines = [deal("M", "Anna", "K", "Elena", "61", f",{number}") for number in ("4", "9", "2", "", "6", "1")]
    ok(["import", csv(f"{HEAD},number", *lines)])
    assert [record.number for record in sheet("M").records] == [1, 2, 4, 6, 9, 10]
    for number in ("2", "4", "10"):
        twice = [*lines, deal("M", "Anna", "K", "Elena", "61", f",{number}")]
        refused = say(["import", csv(f"{HEAD},number", *(line.replace("M,", "N,", 1) for line in twice)), "--dry-run"])
        assert refused.stderr == f"scorer: line 8, column number: number {number} stands twice in N\n"


def told(refused: CompletedProcess[str]) -> list[str]:
    """The faults of a file that is refused, one a line."""
    assert refused.returncode == 3, refused
    return refused.stderr.removeprefix("scorer: ").splitlines()


def test_an_open_quote_on_the_last_line_of_many_names_its_own_column(say: Say, csv: Csv) -> None:
    path = csv(HEAD, *[LINE] * 2000, LINE.replace("Elena", '"Elena', 1))  # more than one block of 64 kB
    assert told(say(["import", path])) == [
        "line 2002, column partner: a quotation mark is not closed, or stands inside a cell: there it is written twice"
    ]


def test_the_line_that_excel_writes_for_itself_is_skipped(
    ok: Ok, say: Say, csv: Csv, sheet: Callable[..., Sheet]
) -> None:
    ok(["import", csv("sep=;", HEAD.replace(",", ";"), LINE.replace(",", ";"))])
    assert sheet("M").running["Anna"] == 2
    wrong = LINE.replace("M,", "N,").replace("K", "X").replace(",", ";")
    (said,) = told(say(["import", csv("sep=;", HEAD.replace(",", ";"), wrong)]))
    assert said.startswith("line 3, column bid")


def test_the_name_that_stands_more_often_is_the_one_to_keep(say: Say, csv: Csv) -> None:
    done = say(["import", csv(HEAD, LINE.replace("Elena", "Elna"), LINE, LINE)])
    assert done.stderr == 'Elna and Elena are new; if it is Elena: scorer player merge "Elna" "Elena"\n'


def test_no_name_at_all_asks_for_one(say: Say, book_path: Path) -> None:
    refused = say(["import", ""])
    assert told(refused) == ["there is no name: name a file or a folder, or - for standard input"]
    assert not book_path.exists()


def test_the_words_and_numbers_of_a_notebook_are_understood(say: Say, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    lines = [
        "re di coppe,Elena,71 p.,vince,2,-1,-1,-1,1",  # the king of cups is called, 71 of 61: +2 / +1 / -1
        "2 a 71,Elena,74-46,V,'4,0',-2,-2,-2,2",  # 74 of 71: +4 / +2 / -2
        "2 a 81,nessuno,80.0,persa,-12,3,3,3,3.0",  # alone, 80 of 81: -12 / +3
        "K,-,60 punti,LOST,-4,1,1,1,1",  # alone, 60 of 61
    ]
    head = f"{HEAD.replace(',seat1', ',outcome,seat1')},units1,units2,units3,units4,units5"
    cells = [line.replace("'4,0'", '"4,0"').split(",", 4) for line in lines]
    done = say(["import", csv(head, *(f"M,2026-11-20,Anna,{b},{p},{c},{o},{FIVE},{u}" for b, p, c, o, u in cells))])
    assert (done.returncode, done.stderr) == (0, "")
    records = sheet("M").records
    assert [(record.bid, record.called, record.partner) for record in records] == [
        ("K", "K cups", "Elena"), ("2/71", None, "Elena"), ("2/81", None, None), ("K", None, None)
    ]  # fmt: skip
    assert [record.card_points for record in records] == [71, 74, 80, 60]

"""`scorer import FILE`: old deals come in whole, by the rules of the table, and go out again with one undo."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from scorer.match.sheet import Sheet

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Ask = Callable[[str], list[tuple[Any, ...]]]
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


def test_four_columns_of_an_old_notebook_are_enough(ok: Ok, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    said = ok(f"import {csv(PAPER, name='notebook.csv')} {ALL_LINES}")
    assert said == (
        "Imported 3 records of 1 match from notebook.csv; 5 new players (Anna, Bruno, Carla, Dario, Elena). "
        "scorer undo takes it back.\n"
    )
    match = sheet("Notebook")
    # the two made: Anna +2, Elena +1, others -1; the king failed: Bruno -2, Dario -1, others +1; alone made: +4, -1
    assert match.running == {"Anna": 2, "Bruno": -4, "Carla": 4, "Dario": -3, "Elena": 1}
    assert [record.dealer for record in match.records] == ["Anna", "Bruno", "Carla"]
    assert match.match.sitting.finished
    assert {record.card_points for record in match.records} == {None}


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


def test_a_count_alone_says_how_a_deal_ended(ok: Ok, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    of_king, of_71 = ("61", "60", "58", "0", "120"), ("71", "70", "60")
    lines = [deal("M", "Anna", "K", "Elena", count, ",brisk") for count in of_king]
    lines += [deal("M", "Anna", "2/71", "Elena", count, ",brisk") for count in of_71]
    ok(["import", csv(f"{HEAD},variant", *lines)])
    records = sheet("M").records
    # brisk: 60 of 61 is even and doubles the next deal, 60 of 71 is not; the calling side has a slam
    assert [(record.outcome, record.slam, record.times) for record in records] == [
        ("made", False, 1), ("even", False, 1), ("failed", False, 2), ("failed", False, 1), ("made", True, 1),
        ("made", False, 1), ("failed", False, 1), ("failed", False, 1),
    ]  # fmt: skip
    assert [record.card_points for record in records] == [61, 60, 58, 0, 120, 71, 70, 60]


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


def test_both_counts_days_of_italy_and_capitals_are_read(say: Say, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    path = csv(
        "\ufeff Match ;ON;Caller;BID;Partner;Card_Points;seat1;seat2;seat3;seat4;seat5;;",
        "M;3/11/2026;ANNA; re ;elena;74/46;Anna;Bruno;Carla;Dario;Elena;;\r",
        ";;;;;;;;;;;;\r",
        "",
        "m;03.11.2026;Bruno;2/71;solo;58;anna;BRUNO;Carla;Dario;Elena;;",
    )
    done = say(f"import {path}")
    assert done.stderr == "dates are read day first: 3/11/2026 is 2026-11-03\n"
    match = sheet("M")
    assert str(match.match.on) == "2026-11-03"
    assert match.players == ("Anna", "Bruno", "Carla", "Dario", "Elena")
    assert [(record.caller, record.bid, record.card_points) for record in match.records] == [
        ("Anna", "K", 74), ("Bruno", "2/71", 58)
    ]  # fmt: skip


def test_a_league_is_made_with_the_variant_of_its_first_match(say: Say, csv: Csv, ok: Ok) -> None:
    line = deal("M", "Anna", "K", "Elena", "61")
    done = say(["import", csv(f"{HEAD},league,variant", f"{line},Club,brisk", f"{line},main,")])
    assert done.returncode == 0
    assert "league Club is new; its matches are played under brisk" in done.stderr
    assert "1 new league (Club)" in done.stdout
    listed = ok("league list").splitlines()
    assert [line.split()[:2] for line in listed[1:]] == [["Club", "brisk"], ["main", "chiamata"]]
    ok(["import", csv(f"{HEAD},league", deal("N", "Anna", "K", "Elena", "62", ",CLUB")), "--twice"])
    assert ok("sheet N").startswith("N (match 3), 2026-11-20, Brisk")


def test_no_league_means_the_oldest_and_its_variant(ok: Ok, csv: Csv) -> None:
    ok("league add Club --variant brisk")
    ok(["import", csv(HEAD, deal("M", "Anna", "K", "Elena", "61"))])
    assert "Briscola Chiamata, league main" in ok("sheet M")


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


def test_rows_of_totals_are_left_away_and_said(say: Say, csv: Csv) -> None:
    totals = "Total,,,,,,,,,,,2,-1,-1,-1,1", "M,,,,,,Totale:,,,,,2,-1,-1,-1,1"
    done = say(["import", csv(f"{HEAD},units1,units2,units3,units4,units5", f"{LINE},2,-1,-1,-1,1", *totals)])
    assert done.stdout.startswith("Imported 1 record of 1 match")
    assert done.stderr == "left out: 2 rows of totals (line 3, 4)\n"


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


def test_a_named_bid_that_is_raised_comes_in_and_goes_out_as_it_is_called(ok: Ok, say: Say, csv: Csv) -> None:
    lines = [deal("Friday", "Anna", bid, "solo", "80") for bid in ("carichi", "Carichi/71", "carichi/81")]
    ok(f"import {csv(HEAD, *lines)} --variant briscolone")
    rows = [line.split(",") for line in ok("export deals").splitlines()[1:]]
    # alone 4u: u 1, 2 and 3; 80 of 81 fails
    assert [(row[9], row[24]) for row in rows] == [("carichi", "4"), ("carichi/71", "8"), ("carichi/81", "-12")]
    wrong = say(f"import {csv(HEAD, deal('Other', 'Anna', 'carichi/75', 'solo', '80'))} --variant briscolone")
    assert "line 2, column bid: bid carichi/75: carichi is called at 61, 71 or 81" in wrong.stderr


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


def test_a_header_in_german_lists_what_is_not_known_and_what_is_taken(say: Say, csv: Csv) -> None:
    (said,) = told(say(["import", csv("Datum;Spieler;Farbe", "heute;Anna;Herz")]))
    assert said == (
        "line 1: these are no names of columns: datum, spieler, farbe; known are league, match, on, variant, number, "
        "kind, dealer, out, caller, bid, called, partner, card_points, outcome, slam, times, note, seat1 to seat7, "
        "units1 to units7, sides, counts, bonuses, winners, decided, match_order"
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


def test_the_name_that_stands_more_often_is_the_one_to_keep(say: Say, csv: Csv) -> None:
    done = say(["import", csv(HEAD, LINE.replace("Elena", "Elna"), LINE, LINE)])
    assert done.stderr == 'Elna and Elena are new; if it is Elena: scorer player merge "Elna" "Elena"\n'


def test_a_sheet_that_does_not_balance_needs_its_note(say: Say, csv: Csv) -> None:
    # 14 + 5 + 5 - 5 - 15 = +4
    head = f"{','.join(f'units{seat}' for seat in range(1, 6))},match,on,kind,note,seat1,seat2,seat3,seat4,seat5"
    done = say(["import", csv(head, f"14,5,5,-5,-15,M,2026-11-20,sheet,,{FIVE}")])
    assert told(done) == ["line 2, column note: missing: the reason of this sheet; its units leave a residual of +4"]
    done = say(["import", csv(head, f"14,5,5,-5,-15,M,2026-11-20,sheet,torn in two,{FIVE}")])
    assert done.stderr == "line 2: the units of this sheet leave a residual of +4: torn in two\n"
    assert say("check").stderr == "M (match 1), 2026-11-20, record 1 (sheet): a residual of +4: torn in two\n"


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

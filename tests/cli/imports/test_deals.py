"""`scorer import FILE` of deals: they come in whole, by the rules of the table, and are held against what is said."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.match.sheet import Sheet
from tests.fixtures import FIVE, Ok, Say
from tests.imports import Csv, Importer, Table, came, refused

Match = Callable[..., Sheet]
HEAD = "match,on,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
LINE = f"M,2026-11-20,Anna,K,Elena,61,{FIVE}"
UNITS = "units1,units2,units3,units4,units5"
PAPER = ("caller;bid;partner;outcome", "Anna;2;Elena;made", "Bruno;K;Dario;failed", "Carla;4;solo;made")
ALL_LINES = f'--match Notebook --on 2025-12-05 --players "{FIVE}"'
PAID = "2 -1 -1 -1 1"
OTHERS = f"match,on,kind,note,seat1,seat2,seat3,seat4,seat5,{UNITS}"
A_TOTAL = "this looks like a row of totals: delete it, the sums"

TABLES: dict[str, Table] = {
    "units are checked and both figures named": ((
        f"{HEAD},{UNITS}", f"M,2026-11-20,Anna,2/71,Elena,74,{FIVE},4,-2,-2,-2,2", f"{LINE},2,-1,-2,,1"), {"": refused(
        "line 3, column units3: Carla has -2 here, the deal gives -1 (K made with 61)\n"
        "line 3, column units4: Dario has nothing here, the deal gives -1 (K made with 61)\n")}),
    "other records are their units": ((
        OTHERS, f"M,2026-11-20,penalty,late,{FIVE},-4,1,1,1,1", f"M,2026-11-20,penalty,later,{FIVE},-3,,,,",
        f"M,2026-11-20,adjustment,ruling,{FIVE},-3,2,,,", f"M,2026-11-20,sheet,on a menu,{FIVE},5,-5,0,0,0"), {
        "": came({"2026-11-20": ["-4 1 1 1 1", "-3 . . . .", "-3 2 . . .", "5 -5 0 0 0"]},
                 "line 4: the units of this adjustment leave a residual of -1")}),
    "other records that cannot be": ((
        OTHERS, f"N,2026-11-20,penalty,,{FIVE},-4,1,1,1,1", f"N,2026-11-20,penalty,gift,{FIVE},4,,,,",
        f"N,2026-11-20,sheet,lost,{FIVE},,,,,", f"N,2026-11-20,misdeal,,{FIVE},1,-1,,,",
        f"N,2026-11-20,adjustment,much,{FIVE},2000000,,,,"), {"": refused(
        ": missing: the reason of this penalty\n", ": a penalty takes units away: these sum to +4\n",
        ": missing: they are the record\n", ": a redeal (misdeal) pays nobody\n",
        ": 2000000 units: at most 1,000,000 are taken or given\n")}),
    "an uncounted deal says its slam where card points pay it": (
        (f"{HEAD},variant,outcome,slam", f"M,2026-11-20,Anna,K,Elena,,{FIVE},brisk,made,"), {
        "": refused("column slam: 'made' is not enough")}),
    "an uncounted deal that is no slam": (
        (f"{HEAD},variant,outcome,slam", f"M,2026-11-20,Anna,K,Elena,,{FIVE},brisk,made,no"), {
        "": came({"2026-11-20": [PAID]})}),
    "an option beside its column": ((HEAD, LINE), {f"--match N --players {FIVE}": refused(
        "line 1, column match: it is in the file, and --match says it too: leave one away\n"
        "line 1, column seat1: it is in the file, and --players says it too: leave one away\n")}),
    "the day of an option is read as everywhere": (
        ("match,caller,bid,partner,outcome,seat1,seat2,seat3,seat4,seat5", f"M,Anna,2,Elena,made,{FIVE}"), {
        "--on 03-11-26": refused(
            "--on '03-11-26' could be 2003-11-26 or 2026-11-03: say the one that is meant\n"),
        "--on 'lunedì 3 novembre 2025'": came({"2025-11-03": [PAID]})}),
    "a wrong option is named": (PAPER[:2], {
        "--match 12": refused("bare number"), "--on tomorrow": refused("--on 'tomorrow': say year, month and day"),
        "--players Anna": refused("1 player"), "--players Anna,Bruno,anna": refused("named twice")}),
    "a row of units alone": ((f"{HEAD},{UNITS}", f"{LINE},2,-1,-1,-1,1", ",,,,,,,,,,,2,-1,-1,-1,1"), {
        "": refused(f"line 3: {A_TOTAL}")}),
    "a row of units alone where options say the rest of every line": ((
        f"caller,bid,partner,outcome,{UNITS}", "Anna,2,Elena,made,2,-1,-1,-1,1", "Totals,,,,2,-1,-1,-1,1",
        "Anna,9,Elena,made,,,,,"), {ALL_LINES: refused(f"line 3: {A_TOTAL}", "\nline 4, column bid: ")}),
    "two names of one table may be alike, and may be a slip": (
        (HEAD, "M,2026-11-20,Anna,K,Annna,61,Anna,Annna,Carla,Dario,Elena"), {"": came(
        {"2026-11-20": ["2 1 -1 -1 -1"]},
        "Anna and Annna are one slip of the pen apart, and sit at one table: they are taken for two people\n")}),
    "the name that stands more often is the one to keep": ((HEAD, LINE.replace("Elena", "Elna"), LINE, LINE), {
        "": came({"2026-11-20": ["2 -1 -1 -1 . 1", "2 -1 -1 -1 1 .", "2 -1 -1 -1 1 ."]},
                 'Elna and Elena are new; if it is Elena: scorer player merge "Elna" "Elena"\n')}),
    # more than one block of 64 kB
    "an open quote on the last line of many": ((HEAD, *[LINE] * 2000, LINE.replace("Elena", '"Elena', 1)), {
        "": refused("line 2002, column partner: a quotation mark is not closed, or stands inside a cell: there it is "
                    "written twice\n")}),
    "the line that Excel writes for itself": (("sep=;", HEAD.replace(",", ";"), LINE.replace(",", ";")), {
        "": came({"2026-11-20": [PAID]})}),
    "a fault below that line": (("sep=;", HEAD.replace(",", ";"), LINE.replace("K", "X").replace(",", ";")), {
        "": refused("line 3, column bid")}),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_deals_come_in_or_are_refused(name: str, csv: Csv, importer: Importer) -> None:
    lines, readings = TABLES[name]
    importer.reads(csv(*lines), readings)


def test_an_unknown_variant_is_not_found(say: Say, csv: Csv, book_path: Path) -> None:
    done = say(f"import {csv(*PAPER)} {ALL_LINES} --variant chiamatta")
    assert (done.returncode, "did you mean chiamata" in done.stderr, book_path.exists()) == (4, True, False)


def test_a_dry_run_says_what_would_come_and_makes_no_scorebook(
    ok: Ok, say: Say, csv: Csv, book_path: Path, tmp_path: Path
) -> None:
    path = csv(*PAPER, name="notebook.csv")
    before = sorted(tmp_path.iterdir())
    looked = say(f"import {path} {ALL_LINES} --league Club --dry-run")
    assert looked.stdout == (
        "Would import 3 records of 1 match from notebook.csv; 5 new players (Anna, Bruno, Carla, Dario, Elena); "
        "1 new league (Club). Nothing was written.\n"
    )
    assert "league Club is new" in looked.stderr
    assert sorted(tmp_path.iterdir()) == before
    ok(f"import {path} {ALL_LINES}")
    written = book_path.read_bytes()
    assert say(f"import {path} {ALL_LINES} --dry-run").returncode == 3  # the match is there by now
    assert book_path.read_bytes() == written


def test_dealer_rest_number_carry_and_slam_are_derived(ok: Ok, csv: Csv, sheet: Match) -> None:
    six = f"{FIVE},Fabio"
    path = csv(
        f"{HEAD},seat6,variant,kind,outcome",
        f"M,2026-11-20,Bruno,K,Carla,61,{six},brisk,deal,fatta",  # Anna deals and rests
        f"M,2026-11-20,,,,,{six},brisk,passed-out,",  # Bruno deals, all pass: the next counts double
        f"M,2026-11-20,Anna,K,Elena,60,{six},brisk,,patta",  # Carla rests; 60 of 61 is even: double again
        f"M,2026-11-20,Anna,K,Elena,120,{six},brisk,deal,",  # Dario deals; x4, and 120 are a slam
    )
    ok(f"import {path}")
    records = sheet("M").records
    assert [(record.number, record.dealer, record.out, record.outcome, record.times, record.slam) for record in records
    ] == [
        (1, "Anna", "Anna", "made", 1, False), (2, "Bruno", "Bruno", None, 1, False),
        (3, "Carla", "Carla", "even", 2, False), (4, "Dario", "Dario", "made", 4, True),
    ]  # fmt: skip
    # u 1, slam x 2, carry x 4: Anna 2 x 8, Elena 8, the others -8
    assert records[3].payouts == {"Anna": 16, "Bruno": -8, "Carla": -8, "Elena": 8, "Fabio": -8}


def test_who_alone_has_no_units_or_0_rested(ok: Ok, csv: Csv, sheet: Match, importer: Importer) -> None:
    head = f"{HEAD},seat6,{UNITS},units6"
    ok(["import", csv(head, f"{LINE},Fabio,2,-1,,-1,1,-1", f"{LINE},Fabio,2,0,-1,-1,1,-1")])
    assert [(record.dealer, record.out) for record in sheet("M").records] == [("Anna", "Carla"), ("Bruno", "Bruno")]
    assert "Bruno" not in sheet("M").records[1].payouts
    # of two zeros neither says it: Anna deals and rests, but she called
    importer.refused(csv(head, f"{LINE},Fabio,2,0,0,-1,1,-1"), "", "rests in this deal")


def test_120_are_no_slam_unless_said_and_all_that_a_made_120_has(ok: Ok, say: Say, csv: Csv, sheet: Match) -> None:
    whole = LINE.replace("61", "120")
    done = say(f"import {csv(f'{HEAD},slam', f'{whole},', f'{whole},sì')}")
    assert "0 or 120 card points are taken as no slam (once in line 2)" in done.stderr
    assert [record.slam for record in sheet("M").records] == [False, True]
    done = say(f"import {csv(f'{HEAD},slam', *[whole.replace('M,', 'N,', 1) + ','] * 3)}")
    assert "(3 times, first in line 2)" in done.stderr
    ok(f"import {csv(PAPER[0], 'Anna;2/120;Elena;made')} {ALL_LINES}")  # nobody counted
    assert sheet("Notebook").records[0].card_points == 120


def test_that_a_match_is_there_is_said_once_beside_what_else_is_wrong(table: None, say: Say, csv: Csv) -> None:
    lines = (LINE.replace("M", "friday").replace("61", "119"), LINE.replace("M", "Friday").replace("Anna", "Anno", 1))
    done = say(["import", csv(HEAD, *lines)])
    *others, last = done.stderr.removeprefix("scorer: ").splitlines()
    assert last.startswith("line 2, column match: friday on 2026-11-20 is in league main already: nothing is added")
    assert [line.split(":")[0] for line in others] == ["line 2, column card_points", "line 3, column caller"]


def test_names_that_may_be_slips_are_pointed_out(table: None, say: Say, csv: Csv) -> None:
    lines = (LINE.replace("Elena", name) for name in ("Elna", "Zora", "Zoar"))
    done = say(["import", csv(HEAD, *lines, LINE.replace("Dario", "Dari\u043e"))])
    notices = done.stderr.splitlines()
    assert 'Elna is new; if it is Elena: scorer player merge "Elna" "Elena"' in notices
    assert "Zora and Zoar are one slip of the pen apart; if they are one person: scorer player merge" in done.stderr
    assert any("mixes two alphabets" in line for line in notices)


def test_a_merged_name_means_who_it_was_merged_into(table: None, ok: Ok, csv: Csv, sheet: Match) -> None:
    ok(["import", csv(HEAD, LINE.replace("Elena", "Elna"))])
    ok("player merge Elna Elena")
    ok(["import", csv(HEAD, LINE.replace("M", "N").replace("Elena", "elna")), "--twice"])
    assert sheet("N").records[0].payouts == {"Anna": 2, "Bruno": -1, "Carla": -1, "Dario": -1, "Elena": 1}


def test_standard_input_is_a_file_too_and_no_name_is_none(ok: Ok, importer: Importer) -> None:
    assert ok(f"import - {ALL_LINES}", stdin="\n".join(PAPER)).startswith("Imported 3 records of 1 match from stdin")
    assert importer.refused("") == ["there is no name: name a file or a folder, or - for standard input"]


def test_an_import_on_a_server_is_the_import_in_a_file(
    ok: Ok, say: Say, csv: Csv, database: str, tmp_path: Path
) -> None:
    match = f"M{{}},2026-11-20,Anna,2/71,Elena,74,{FIVE},100 %"
    names = [*(n // 130 for n in range(520)), "one"]  # more than one statement inserts
    path = csv(f"{HEAD},note", *map(match.format, names))
    assert ok(f"import {path}", db=database) == ok(f"import {path}")
    again = say(f"import {csv(f'{HEAD},note', match.format('other'))}", db=database)
    assert "2026-11-20: Mother is there already, as Mone (Anna +4, Elena +2, " in again.stderr
    ok(f"start Later --players {FIVE}", db=database)
    ok("deal anna K elena 61", db=database)
    ok("undo 2", db=database)
    ok("undo", db=database)
    assert say("sheet M1", db=database).returncode == 4
    ok("redo", db=database)
    for name, where in (("a", database), ("b", "")):
        ok(f"export deals --out {tmp_path}/{name}.csv", db=where)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_numbers_may_have_gaps_and_stand_in_any_order_but_not_twice(
    ok: Ok, csv: Csv, sheet: Match, importer: Importer
) -> None:
    lines = [f"{LINE},{number}" for number in ("4", "9", "2", "", "6", "1")]
    ok(["import", csv(f"{HEAD},number", *lines)])
    assert [record.number for record in sheet("M").records] == [1, 2, 4, 6, 9, 10]
    for number in ("2", "4", "10"):
        twice = csv(f"{HEAD},number", *lines, f"{LINE},{number}")
        assert importer.refused(twice) == [f"line 8, column number: number {number} stands twice in M"]


def test_the_words_and_numbers_of_a_notebook_are_understood(say: Say, csv: Csv, sheet: Match) -> None:
    lines = (
        f"re di coppe,Elena,71 p.,{FIVE},vince,2,-1,-1,-1,1",  # the king of cups is called, 71 of 61: +2 / +1 / -1
        f'2 a 71,Elena,74-46,{FIVE},V,"4,0",-2,-2,-2,2',  # 74 of 71: +4 / +2 / -2
        f"2 a 81,nessuno,80.0,{FIVE},persa,-12,3,3,3,3.0",  # alone, 80 of 81: -12 / +3
        f"K,-,60 punti,{FIVE},LOST,-4,1,1,1,1",  # alone, 60 of 61
    )
    done = say(["import", csv(f"{HEAD},outcome,{UNITS}", *(f"M,2026-11-20,Anna,{line}" for line in lines))])
    assert (done.returncode, done.stderr) == (0, "")
    kept = [(record.bid, record.called, record.partner, record.card_points) for record in sheet("M").records]
    assert kept == [
        ("K", "K cups", "Elena", 71), ("2/71", None, "Elena", 74), ("2/81", None, None, 80), ("K", None, None, 60)
    ]  # fmt: skip


def ordered(*orders: tuple[str, str]) -> tuple[str, ...]:
    """Matches of one day, with the order that their lines say."""
    return f"{HEAD},match_order", *(f"{LINE.replace('M', match, 1)},{order}" for match, order in orders)


def test_matches_of_a_day_are_started_as_they_come_or_in_the_order_that_is_said(
    ok: Ok, csv: Csv, importer: Importer
) -> None:
    assert importer.refused(
        csv(*ordered(("A", "2"), ("A", "1"), ("B", "first"), ("C", "0"), ("D", ""), ("D", "3")))
    ) == [
        "line 3, column match_order: 1 here and 2 in the first line of A: a match has one",
        "line 4, column match_order: match_order 'first': say a whole number from 1 to 100000",
        "line 5, column match_order: match_order '0': say a whole number from 1 to 100000",
        "line 7, column match_order: 3 here and nothing in the first line of D: a match has one",
    ]
    # those of which nothing is said come first; of the others one line is enough
    ok(f"import {csv(*ordered(('A', '3'), ('B', '1'), ('A', ''), ('C', '')))}")
    assert [line.split()[2] for line in ok("matches").splitlines()[2:]] == ["C", "B", "A"]
    ok("undo")
    ok(f"import {csv(HEAD, *(LINE.replace('M', match, 1) for match in 'ZAZ'))}")
    assert [line.split()[2] for line in ok("matches").splitlines()[2:]] == ["Z", "A"]

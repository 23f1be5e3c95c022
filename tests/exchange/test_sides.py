"""Deals of games without a caller, and of a caller alone with bonuses: out to files, and in, checked or derived."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet
from tests.fixtures import Ok, Say
from tests.folders import same

FOUR = "Anna,Bruno,Carla,Dario"
EVENING = (
    f"start Brisca --players {FOUR},Elena --variant brisca --on 2026-11-20",
    "deal bruno 74",
    "deal anna won",
    "deal anna 60 --more-cards dario",
    "deal anna 60 --more-cards nobody",
    "finish",
    "start Mariaje --players Anna,Bruno --variant cinquecento --on 2026-11-21",
    "deal anna 124 --bonus anna=40,bruno=20",
    "finish",
    "start Rematada --players Anna,Bruno,Carla --variant rematada --on 2026-11-22",
    "deal anna 110 125",
    "deal bruno 130 120 --bonus 40",
    "finish",
    f"start Cuba --players {FOUR} --variant muerte-al-tres --on 2026-11-23",
    "deal killed anna",
    "finish",
)
HEAD = (
    "league,match,on,variant,number,kind,dealer,out,caller,bid,called,partner,card_points,outcome,slam,times,note,"
    "seat1,seat2,seat3,seat4,seat5,seat6,seat7,units1,units2,units3,units4,units5,units6,units7,"
    "sides,counts,bonuses,winners,decided"
)
# Five sit where four play: the dealer rests, and the others are on side A and B by turns. Anna and Bruno are alone:
# 124 - 56 = 68. The declarer's side is A: 125 of 110 is made, 120 of 130 failed.
DEALS = f"""\
{HEAD}
main,Brisca,2026-11-20,brisca,1,deal,Anna,Anna,,,,,,won,no,1,,{FOUR},Elena,,,,1,-1,1,-1,,,.ABAB,74 46,,A,
main,Brisca,2026-11-20,brisca,2,deal,Bruno,Bruno,,,,,,won,no,1,,{FOUR},Elena,,,1,,-1,1,-1,,,A.BAB,,,A,said
main,Brisca,2026-11-20,brisca,3,deal,Carla,Carla,,,,,,won,no,1,,{FOUR},Elena,,,1,-1,,1,-1,,,AB.AB,60 60,,A,cards
main,Brisca,2026-11-20,brisca,4,deal,Dario,Dario,,,,,,even,no,1,,{FOUR},Elena,,,0,0,0,,0,,,ABA.B,60 60,,,cards
main,Mariaje,2026-11-21,cinquecento,1,deal,Anna,,,,,,,won,no,1,,Anna,Bruno,,,,,,68,-68,,,,,,AB,124 56,40 20,A,
main,Rematada,2026-11-22,rematada,1,deal,Anna,,Anna,110,,solo,125,made,no,1,,Anna,Bruno,Carla,,,,,2,-1,-1,,,,,ABB,,,,
main,Rematada,2026-11-22,rematada,2,deal,Bruno,,Bruno,130,,solo,120,failed,no,1,,Anna,Bruno,Carla,,,,,1,-2,1,,,,,BAB,,40,,
main,Cuba,2026-11-23,muerte-al-tres,1,deal,Anna,,,,,,,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,,,A,killed
"""


@pytest.fixture
def evening(ok: Ok) -> None:
    """Four games, each finished."""
    for line in EVENING:
        ok(line)


Csv = Callable[..., str]


def told(done: CompletedProcess[str]) -> list[str]:
    """The faults of a refused import."""
    assert (done.returncode, done.stdout) == (3, "")
    return done.stderr.removeprefix("scorer: ").splitlines()


# Out


def test_sides_stand_in_five_columns_at_the_end(evening: None, ok: Ok, tmp_path: Path) -> None:
    # the dealer rests: Anna, then Bruno, Carla, Dario; the side of the first who plays is A
    assert ok("export deals") == DEALS
    ok(f"import {_written(tmp_path, DEALS)}", db=f"{tmp_path}/new.db")
    assert ok("export deals", db=f"{tmp_path}/new.db") == DEALS


def test_a_selection_without_sides_has_no_columns_for_them(evening: None, ok: Ok) -> None:
    ok(f"start Friday --players {FOUR},Elena --on 2026-11-24")
    ok("deal anna K solo 70")
    assert ok("export deals --from 2026-11-24").splitlines()[0].endswith(",units7")
    assert ok("export deals").splitlines()[0].endswith(",decided")
    ok("void 1 --match Friday --reason 'not played'")
    assert ok("export deals").splitlines()[0].endswith(",decided")


def test_the_order_of_matches_still_comes_last(ok: Ok, tmp_path: Path) -> None:
    for name in ("Zeta", "Alfa"):
        ok(f"start {name} --players {FOUR} --variant brisca --on 2026-11-20")
        ok("deal anna 74")
        ok("finish")
    text = ok("export deals")
    assert text.splitlines()[0].endswith(",sides,counts,bonuses,winners,decided,match_order")
    assert [line.rpartition(",")[2] for line in text.splitlines()[1:]] == ["2", "1"]  # Alfa before Zeta in the file
    ok(f"import {_written(tmp_path, text)}", db=f"{tmp_path}/new.db")
    assert ok("export deals", db=f"{tmp_path}/new.db") == text


def test_everybody_on_a_side_has_that_role_among_the_payouts(evening: None, ok: Ok) -> None:
    lines = [line.split(",") for line in ok("export payouts --to 2026-11-22").splitlines()]
    assert {line[6] for line in lines if line[1] == "Brisca"} == {"side"}
    assert {(line[5], line[6]) for line in lines if line[1:4] == ["Rematada", "2026-11-22", "2"]} == {
        *(("Bruno", "solo"), ("Anna", "defender"), ("Carla", "defender"))
    }


@pytest.mark.parametrize("excel", ["it", "en"])
def test_no_spreadsheet_makes_a_number_of_two_counts(evening: None, ok: Ok, tmp_path: Path, excel: str) -> None:
    text = ok(f"export deals --excel {excel}")
    assert "74 to 46" in text
    assert "40 to 20" in text
    assert "74 46" not in text
    ok(f"import {_written(tmp_path, text)}", db=f"{tmp_path}/new.db")
    assert ok("export deals", db=f"{tmp_path}/new.db") == DEALS


def test_a_race_is_kept_with_its_match_in_the_folder(ok: Ok, tmp_path: Path) -> None:
    ok(f"start Brisca --players {FOUR} --variant brisca --on 2026-11-20 --until won:5")
    ok("deal anna 74")
    ok("edit 1 --result 'anna 80' --reason 'counted again'")
    ok("finish")
    ok("start Mariaje --players Anna,Bruno --variant cinquecento --on 2026-11-21")
    ok("deal anna 124 --bonus anna=40,bruno=20")
    ok("undo --match Mariaje")
    ok(f"export all --out {tmp_path}/one")
    deals, matches = ((tmp_path / "one" / name).read_text(encoding="utf-8") for name in ("deals.csv", "matches.csv"))
    assert deals.splitlines()[0].endswith("reason,recorded_at,sides,counts,bonuses,winners,decided")
    assert [line.rpartition("Z,")[2] for line in deals.splitlines()[1:]] == [
        *("ABAB,74 46,,A,", "ABAB,80 40,,A,", "AB,124 56,40 20,A,")
    ]
    assert [line.split(",")[6] for line in matches.splitlines()[1:]] == ["won:5", "taken:500"]
    ok(f"import {tmp_path}/one", db=f"{tmp_path}/new.db")
    ok(f"export all --out {tmp_path}/two", db=f"{tmp_path}/new.db")
    same(tmp_path / "one", tmp_path / "two")
    assert ok("check", db=f"{tmp_path}/new.db") == ""


def _written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "deals.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return path


# In

SHORT = "match,on,variant,counts,winners,outcome,seat1,seat2,seat3,seat4"


def test_counts_or_who_has_won_are_enough(ok: Ok, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    ways = ("74 46,,", "46-74,,", "60/60,dario,", "60 to 60,,pari", ",Bruno and Dario,", ',"Carla, Anna",won', ",,even")
    ok(f"import {csv(SHORT, *(f'Brisca,2026-11-20,brisca,{way},{FOUR}' for way in ways))}")
    kept = [(deal.dealer, deal.sides, deal.counts, deal.winners, deal.decided) for deal in sheet("Brisca").deals]
    # who deals goes round, an even deal too
    assert kept == [
        ("Anna", "ABAB", (74, 46), "A", None),
        ("Bruno", "ABAB", (46, 74), "B", None),
        ("Carla", "ABAB", (60, 60), "B", "cards"),
        ("Dario", "ABAB", (60, 60), None, "cards"),
        ("Anna", "ABAB", None, "B", "said"),
        ("Bruno", "ABAB", None, "A", "said"),
        ("Carla", "ABAB", None, None, "said"),
    ]
    # A wins deals 1 and 6, B deals 2, 3 and 5
    assert sheet("Brisca").running == {"Anna": -1, "Bruno": 1, "Carla": -1, "Dario": 1}


def test_several_win_where_the_win_is_shared(ok: Ok, csv: Csv, sheet: Callable[..., Sheet]) -> None:
    lines = (f"Each,2026-11-20,briscola,{way},{FOUR}" for way in ("40 40 30 10,,", ',"Bruno, Dario",', "40 40 40 0,,"))
    ok(f"import {csv(SHORT, *lines)}")
    # two winners, two losers: +2 each, -2 each; three winners, one loser: +1 each, -3
    assert [tuple(deal.payouts.values()) for deal in sheet("Each").deals] == [
        *((2, 2, -2, -2), (-2, 2, -2, 2), (1, 1, 1, -3))
    ]


def test_a_declarer_alone_needs_no_partner_and_may_have_said_bonuses(
    ok: Ok, csv: Csv, sheet: Callable[..., Sheet]
) -> None:
    head = "match,on,variant,caller,bid,partner,card_points,outcome,bonuses,seat1,seat2,seat3"
    ways = ("Anna,110,solo,125,,", "Bruno,100,,120,,40", "Carla,230,,230,made,110", "Carla,120,,,failed,")
    ok(f"import {csv(head, *(f'R,2026-11-20,rematada,{way},Anna,Bruno,Carla' for way in ways))}")
    kept = [(deal.sides, deal.card_points, deal.bonuses, deal.outcome) for deal in sheet("R").deals]
    assert kept == [
        *(("ABB", 125, None, "made"), ("BAB", 120, (40,), "made"), ("BBA", 230, (110,), "made")),
        ("BBA", None, None, "failed"),
    ]
    assert sheet("R").running == {"Anna": 2 - 1 - 1 + 1, "Bruno": -1 + 2 - 1 + 1, "Carla": -1 - 1 + 2 - 2}


FAULTS = {  # counts, winners and outcome of a deal of Brisca, and what is said of them
    "74,,": "counts: 74: say a number for each of 2 sides",
    "50 40 30,,": "counts: 50 to 40 to 30: say a number for each of 2 sides",
    "74 47,,": "counts: 74 to 47: 121 together, a deal has 120 card points; count again",
    "119 1,,": "counts: 119 to 1: no set of cards makes 119; count again",
    "many,,": "counts: 'many': say what each side has, as in 74 46",
    "60 60,,": "winners: missing: at 60 to 60 the side with more cards wins; say which, or even in outcome",
    "74 46,B,": "winners: 'B' here, but 74 to 46 are won by A",
    "74 46,Bruno,": "winners: 'B' here, but 74 to 46 are won by A",
    "74 46,,even": "outcome: 'even' here, but 74 to 46 are won by A",
    ",,": "counts: missing: say the counts, or who has won in winners, or even in outcome",
    ",,won": "winners: missing: say which side has won",
    ",Anna,even": "outcome: 'even' here, but this is won by A",
    ",Anna and Bruno,": "winners: Anna and Bruno: as they sit, Anna and Carla against Bruno and Dario",
    ",Fabio,": "winners: 'Fabio' does not sit in this line: Anna, Bruno, Carla, Dario (did you mean Dario?)",
    ",AB,": "winners: 2 winners: one side wins in Brisca",
    ",Anna,made": "outcome: 'made': nobody calls here; say won or even, and who in winners",
}


def test_what_cannot_be_is_named_with_its_column(say: Say, csv: Csv) -> None:
    lines = [f"Brisca,2026-11-20,brisca,{cells},{FOUR}" for cells in FAULTS]
    assert told(say(f"import {csv(SHORT, *lines)}")) == [
        f"line {line}, column {said}" for line, said in enumerate(FAULTS.values(), 2)
    ]


OTHERS = {  # a line of other games under the same columns
    f"C,2026-11-20,chiamata,74 46,,,{FOUR}": "counts: in chiamata somebody calls, and the sides follow from that",
    "M,2026-11-20,cinquecento,,Anna,,Anna,Bruno,,": "winners: 'won' is not enough: Cinquecento pays by the margin",
    "M,2026-11-20,cinquecento,124 56,,,Anna,Bruno,,": "bonuses: missing: 124 to 56 are 180 together, a deal has 120",
    f"H,2026-11-20,brisca-hundred,,Anna,,{FOUR}": "winners: 'won' is not enough: a win with more than 100 counts",
    "B,2026-11-20,brisca,74 46,,,Anna,Bruno,Carla,": "seat1: 3 players at the table: this variant is played by 4",
    "L,2026-11-20,briscola,,B,,B,A,,": "winners: 'B' plays on side A, and B is a side: say the letters in sides too",
}


@pytest.mark.parametrize("line", OTHERS)
def test_what_another_game_has_not_is_named_with_its_column(say: Say, csv: Csv, line: str) -> None:
    assert any(fault.startswith(f"line 2, column {OTHERS[line]}") for fault in told(say(f"import {csv(SHORT, line)}")))


def test_nobody_passes_where_nobody_calls(say: Say, ok: Ok, csv: Csv) -> None:
    lines = [f"P,2026-11-20,brisca,{kind},{FOUR}" for kind in ("misdeal", "passed-out")]
    header = "match,on,variant,kind,seat1,seat2,seat3,seat4"
    assert "record" in ok(f"import {csv(header, lines[0])}")
    refused = told(say(f"import {csv(header, *lines)}"))
    assert any(
        fault.startswith("line 3, column kind: nobody passes in brisca, where nobody calls") for fault in refused
    )


def test_what_stands_in_the_last_columns_is_checked_too(say: Say, csv: Csv) -> None:
    head = f"match,on,variant,{HEAD.partition('partner,')[2]}"
    lines = (
        f"B,2026-11-20,brisca,,won,no,1,,{FOUR},,,,2,-1,1,-1,,,,ABAB,74 46,,A,",
        f"B,2026-11-20,brisca,,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,AABB,74 46,,A,",
        f"B,2026-11-20,brisca,,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,74 46,,A,cards",
        f"B,2026-11-20,brisca,,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,,,A,killed",
        f"B,2026-11-20,brisca,,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,74 46,40 0,A,",
        f"B,2026-11-20,brisca,,won,yes,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,74 46,,A,",
        f"B,2026-11-20,brisca,74,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,74 46,,A,",
    )
    assert told(say(f"import {csv(head, *lines)}")) == [
        "line 2, column units1: Anna has +2 here, the deal gives +1 (74 to 46, won by A)",
        "line 3, column sides: 'AABB' here, but the seats make ABAB",
        "line 4, column decided: 74 to 46: more cards decide only at equal counts",
        "line 5, column decided: 'killed': say cards or said",
        "line 6, column bonuses: bonus 40: there are no bonuses in this game",
        "line 7, column slam: slam: brisca has no slam",
        "line 8, column card_points: nobody calls in brisca: what each side has stands in counts, as in 74 46",
    ]


def test_columns_of_a_caller_are_refused_where_nobody_calls(say: Say, csv: Csv) -> None:
    head = "match,on,variant,caller,bid,called,partner,counts,seat1,seat2"
    faults = told(say(f"import {csv(head, 'L,2026-11-20,briscola,Anna,K,K coins,solo,74 46,Anna,Bruno')}"))
    assert faults == [
        f"line 2, column {column}: nobody calls in briscola: leave it empty"
        for column in ("caller", "bid", "called", "partner")
    ]


def test_sides_of_a_declarer_are_checked(say: Say, csv: Csv) -> None:
    head = "match,on,variant,caller,bid,partner,card_points,outcome,sides,counts,bonuses,winners,seat1,seat2,seat3"
    ways = ("Bruno,100,,120,,ABB,,40,", "Bruno,100,,120,,,120 40,40,B", "Bruno,100,,109,,,,15,", "Bruno,99,,120,,,,,")
    lines = (f"R,2026-11-20,rematada,{way},Anna,Bruno,Carla" for way in ways)
    known = "40 (trump-pair), 20 (pair), 10 (last-trick)"
    somebody = "in rematada somebody calls, and the sides follow from that: leave it empty"
    assert told(say(f"import {csv(head, *lines)}")) == [
        "line 2, column sides: 'ABB' here, but the contract makes BAB",
        f"line 3, column counts: {somebody}",
        f"line 3, column winners: {somebody}",
        f"line 4, column bonuses: bonus 15: one side cannot have that; there are {known}",
        "line 5, column bid: bid 99: the lowest bid in card points and bonuses is 100",
    ]


def test_a_race_for_card_points_needs_the_counts(say: Say, csv: Csv, tmp_path: Path) -> None:
    house = Path(__file__).resolve().parents[2] / "scorer" / "variants" / "briscola-pairs.toml"
    text = house.read_text(encoding="utf-8").replace("won:3", "taken:121")
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "race.toml").write_text(text, encoding="utf-8")
    assert told(say(f"import {csv(SHORT, f'M,2026-11-20,race,,Anna,,{FOUR}')}")) == [
        "line 2, column counts: missing: Briscola in pairs is played to 121 card points; say the counts, as in 74 46"
    ]

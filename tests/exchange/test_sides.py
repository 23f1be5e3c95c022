"""Deals of games without a caller, and of a caller alone with bonuses: out to files, and in, checked or derived."""

from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.rule_files import VARIANTS
from tests.fixtures import Ok, ReadSheet, Say
from tests.folders import same
from tests.running import recorded

Csv = Callable[..., str]

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


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A scorebook with four games, each finished."""
    return recorded(tmp_path_factory.mktemp("games") / "evening.db", EVENING)


@pytest.fixture
def evening(played: bytes, book_path: Path) -> None:
    """Those games in the scorebook of the test."""
    book_path.write_bytes(played)


def told(done: CompletedProcess[str]) -> list[str]:
    """The faults of a refused import."""
    assert (done.returncode, done.stdout) == (3, "")
    return done.stderr.removeprefix("scorer: ").splitlines()


# Out; that it comes back: test_every_game.py


def test_sides_stand_in_five_columns_at_the_end_where_a_record_has_them(evening: None, ok: Ok) -> None:
    # the dealer rests: Anna, then Bruno, Carla, Dario; the side of the first who plays is A
    assert ok("export deals") == DEALS
    for excel in ("it", "en"):  # no spreadsheet makes a number of two counts
        text = ok(f"export deals --excel {excel}")
        assert ("74 to 46" in text, "40 to 20" in text, "74 46" in text) == (True, True, False)
    ok(f"start Friday --players {FOUR},Elena --on 2026-11-24")
    ok("deal anna K solo 70")
    assert ok("export deals --from 2026-11-24").splitlines()[0].endswith(",units7")
    assert ok("export deals").splitlines()[0].endswith(",decided")


def test_everybody_on_a_side_has_that_role_among_the_payouts(evening: None, ok: Ok) -> None:
    lines = [line.split(",") for line in ok("export payouts --to 2026-11-22").splitlines()]
    assert {line[6] for line in lines if line[1] == "Brisca"} == {"side"}
    assert {(line[5], line[6]) for line in lines if line[1:4] == ["Rematada", "2026-11-22", "2"]} == {
        *(("Bruno", "solo"), ("Anna", "defender"), ("Carla", "defender"))
    }


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


# In

SHORT = "match,on,variant,counts,winners,outcome,seat1,seat2,seat3,seat4"


def test_counts_or_who_has_won_are_enough(ok: Ok, csv: Csv, sheet: ReadSheet) -> None:
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


def test_several_win_where_the_win_is_shared(ok: Ok, csv: Csv, sheet: ReadSheet) -> None:
    lines = (f"Each,2026-11-20,briscola,{way},{FOUR}" for way in ("40 40 30 10,,", ',"Bruno, Dario",', "40 40 40 0,,"))
    ok(f"import {csv(SHORT, *lines)}")
    # two winners, two losers: +2 each, -2 each; three winners, one loser: +1 each, -3
    assert [tuple(deal.payouts.values()) for deal in sheet("Each").deals] == [
        *((2, 2, -2, -2), (-2, 2, -2, 2), (1, 1, 1, -3))
    ]


def test_a_declarer_alone_needs_no_partner_and_may_have_said_bonuses(ok: Ok, csv: Csv, sheet: ReadSheet) -> None:
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
ALL_COLUMNS = f"match,on,variant,{HEAD.partition('partner,')[2]}"
DECLARER = "match,on,variant,caller,bid,partner,card_points,outcome,sides,counts,bonuses,winners,seat1,seat2,seat3"
BONUSES = "40 (trump-pair), 20 (pair), 10 (last-trick)"
SOMEBODY = "in rematada somebody calls, and the sides follow from that: leave it empty"
# the names of the columns, the lines, and what is said of each
WRONG: dict[str, tuple[str, Sequence[str], Sequence[str]]] = {
    "a deal of Brisca": (
        SHORT, [f"Brisca,2026-11-20,brisca,{cells},{FOUR}" for cells in FAULTS],
        [f"line {line}, column {said}" for line, said in enumerate(FAULTS.values(), 2)]),
    "what stands in the last columns": (
        ALL_COLUMNS, (
            f"B,2026-11-20,brisca,,won,no,1,,{FOUR},,,,2,-1,1,-1,,,,ABAB,74 46,,A,",
            f"B,2026-11-20,brisca,,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,AABB,74 46,,A,",
            f"B,2026-11-20,brisca,,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,74 46,,A,cards",
            f"B,2026-11-20,brisca,,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,,,A,killed",
            f"B,2026-11-20,brisca,,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,74 46,40 0,A,",
            f"B,2026-11-20,brisca,,won,yes,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,74 46,,A,",
            f"B,2026-11-20,brisca,74,won,no,1,,{FOUR},,,,1,-1,1,-1,,,,ABAB,74 46,,A,",
        ), (
            "line 2, column units1: Anna has +2 here, the deal gives +1 (74 to 46, won by A)",
            "line 3, column sides: 'AABB' here, but the seats make ABAB",
            "line 4, column decided: 74 to 46: more cards decide only at equal counts",
            "line 5, column decided: 'killed': say cards or said",
            "line 6, column bonuses: bonus 40: there are no bonuses in this game",
            "line 7, column slam: slam: brisca has no slam",
            "line 8, column card_points: nobody calls in brisca: what each side has stands in counts, as in 74 46")),
    "a caller where nobody calls": (
        "match,on,variant,caller,bid,called,partner,counts,seat1,seat2",
        ["L,2026-11-20,briscola,Anna,K,K coins,solo,74 46,Anna,Bruno"],
        [f"line 2, column {column}: nobody calls in briscola: leave it empty" for column in
         ("caller", "bid", "called", "partner")]),
    "sides of a declarer": (
        DECLARER, [f"R,2026-11-20,rematada,{way},Anna,Bruno,Carla" for way in (
            "Bruno,100,,120,,ABB,,40,", "Bruno,100,,120,,,120 40,40,B", "Bruno,100,,109,,,,15,", "Bruno,99,,120,,,,,")],
        ("line 2, column sides: 'ABB' here, but the contract makes BAB",
         f"line 3, column counts: {SOMEBODY}", f"line 3, column winners: {SOMEBODY}",
         f"line 4, column bonuses: bonus 15: one side cannot have that; there are {BONUSES}",
         "line 5, column bid: bid 99: the lowest bid in card points and bonuses is 100")),
    "a race for card points without counts": (
        SHORT, [f"M,2026-11-20,race,,Anna,,{FOUR}"],
        ["line 2, column counts: missing: Briscola in pairs is played to 121 card points; say the counts, as in 74 46"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_is_named_with_its_column(name: str, say: Say, csv: Csv, tmp_path: Path) -> None:
    text = VARIANTS.read_text("briscola-pairs")[1].replace("won:3", "taken:121")
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "race.toml").write_text(text, encoding="utf-8")
    head, lines, said = WRONG[name]
    assert told(say(f"import {csv(head, *lines)}")) == [*said]


OTHERS = {  # a line of other games under the same columns, and the first that is said of it
    f"C,2026-11-20,chiamata,74 46,,,{FOUR}": "counts: in chiamata somebody calls, and the sides follow from that",
    "M,2026-11-20,cinquecento,,Anna,,Anna,Bruno,,": "winners: 'won' is not enough: Cinquecento pays by the margin",
    "M,2026-11-20,cinquecento,124 56,,,Anna,Bruno,,": "bonuses: missing: 124 to 56 are 180 together, a deal has 120",
    f"H,2026-11-20,brisca-hundred,,Anna,,{FOUR}": "winners: 'won' is not enough: a win with more than 100 counts",
    "B,2026-11-20,brisca,74 46,,,Anna,Bruno,Carla,": "seat1: 3 players at the table: this variant is played by 4",
    "L,2026-11-20,briscola,,B,,B,A,,": "winners: 'B' plays on side A, and B is a side: say the letters in sides too",
}


def test_what_another_game_has_not_is_named_with_its_column(say: Say, csv: Csv) -> None:
    faults = told(say(f"import {csv(SHORT, *OTHERS)}"))
    for line, said in enumerate(OTHERS.values(), 2):
        assert any(fault.startswith(f"line {line}, column {said}") for fault in faults), faults


def test_nobody_passes_where_nobody_calls(say: Say, csv: Csv) -> None:
    misdeal, passed = (f"P,2026-11-20,brisca,{kind},{FOUR}" for kind in ("misdeal", "passed-out"))
    (fault,) = told(say(f"import {csv('match,on,variant,kind,seat1,seat2,seat3,seat4', misdeal, passed)}"))
    assert fault.startswith("line 3, column kind: nobody passes in brisca, where nobody calls")

"""Games without a caller, put right: bonuses that stay, sides that change, counts that no cards make, suits in turn."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet
from tests.running import refused

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
ReadSheet = Callable[..., Sheet]
BRISCA = Path(__file__).resolve().parents[2] / "scorer" / "variants" / "brisca.toml"


def test_two_who_lead_in_deals_won_are_not_both_given_the_units_of_one(ok: Ok) -> None:
    ok("start Zoff --players Lea,Mario --variant scoperta --on 2026-11-20")
    ok("deal lea 70")  # Lea +1, Mario -1
    ok("deal mario 70 --times 2")  # Mario +2, Lea -2: one deal won each, -1 and +1
    assert ok("matches").splitlines()[-1].split() == ["1", "2026-11-20", "Zoff", "scoperta", "2", "open", "2", "tied"]
    assert ok("matches --format csv").splitlines()[1].endswith('"Lea, Mario",,1')
    ok("deal lea 60")  # shared by both: even
    ok("adjust lea=1,mario=-1 --reason agreed")  # 0 and 0
    assert ok("matches").splitlines()[-1].split()[-3:] == ["2", "tied", "0"]


def test_nothing_is_printed_of_a_settlement_that_is_refused(ok: Ok, say: Say) -> None:
    ok("start Money --players Anna,Bruno --variant scoperta --unit-value 0.50")
    ok("start None --players Anna,Bruno --variant scoperta")
    refused(say("settle Money None"), 3, "EUR and units without money: settle them apart; scorer settle 1 settles")


def test_a_count_put_right_keeps_the_bonuses_of_both_sides(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok("start Two --players El,Lu --variant cinquecento")
    ok("deal el 124 --bonus el=40,lu=20")  # 84 card points and 40; of 180 the other has 56
    ok("edit 1 --result 'el 104' --reason counted")
    record = sheet().records[0]
    assert (record.counts, record.bonuses, record.units) == ((104, 76), (40, 20), (28, -28))
    wrong = say("edit 1 --result 'el 104/16' --reason counted")
    refused(wrong, 3, "the bonuses stay as recorded (El 40, Lu 20); --bonus says others")
    ok("edit 1 --result 'el 104/16' --bonus el=0 --reason 'no bonuses at all'")
    assert (sheet().records[0].counts, sheet().records[0].bonuses) == ((104, 16), None)


def test_a_count_put_right_keeps_the_bonuses_of_who_called(ok: Ok, sheet: ReadSheet) -> None:
    ok("start Three --players Lea,Mario,Ugo --variant rematada")
    ok("deal lea 110 125 --bonus 40")
    ok("edit 1 --result 135 --reason counted")
    assert (sheet().records[0].card_points, sheet().records[0].bonuses) == (135, (40,))
    ok("edit 1 --result made --reason 'nobody counted'")
    assert sheet().records[0].bonuses is None


@pytest.mark.parametrize(
    ("words", "rests", "play"),
    [("--out Bruno", "Bruno", "Anna and Dario against Carla and Elena"),
     ("--dealer Carla", "Carla", "Anna and Dario against Bruno and Elena")],
)  # fmt: skip
def test_another_who_rested_makes_other_sides_which_are_asked_for(
    words: str, rests: str, play: str, ok: Ok, say: Say, sheet: ReadSheet
) -> None:
    ok("start Five --players Anna,Bruno,Carla,Dario,Elena --variant brisca")
    ok("deal bruno 74")
    needs = f"who took how much where {rests} rests ({play}) is still to say"
    refused(say(f"edit 1 {words} --reason x"), 3, needs, '--result "anna 74"')
    ok(f"edit 1 {words} --result 'anna 50' --reason x")
    assert sheet().records[0].payouts["Anna"] == -1


def test_five_sides_with_a_jack_each_are_refused_wherever_they_are_counted(
    ok: Ok, say: Say, tmp_path: Path, sheet: ReadSheet
) -> None:
    ok("start Six --players A1,B1,C1,D1,E1,F1 --variant briscola --on 2026-11-20")
    impossible = "2 to 2 to 2 to 2 to 2 to 110 card points: each can be, but no cards make all of them at once"
    refused(say("deal a1=2 b1=2 c1=2 d1=2 e1=2 f1=110"), 3, impossible)
    ok("deal a1=2 b1=2 c1=2 d1=2 e1=3 f1=109")  # four jacks and a horse
    refused(say("edit 1 --result 'a1=2 b1=2 c1=2 d1=2 e1=2 f1=110' --reason x"), 3, impossible)
    ours = ok("export deals").replace("Six", "Seven").replace("2 2 2 2 3 109", "2 2 2 2 2 110")
    (tmp_path / "old.csv").write_text(ours)  # as a program exported it that did not look at this
    said = say(["import", str(tmp_path / "old.csv"), "--twice"]).stderr
    assert "counts that no cards make at once are taken as they are (once in line 2); the units are in the file" in said
    assert sheet("Seven").records[0].counts == (2, 2, 2, 2, 2, 110)
    (tmp_path / "new.csv").write_text(ours.replace("Seven", "Eight").replace(",-1,-1,-1,-1,-1,5,", ",,,,,,,"))
    refused(say(["import", str(tmp_path / "new.csv"), "--twice"]), 3, "line 2, column counts: ", impossible)


@pytest.fixture
def suits(ok: Ok, tmp_path: Path) -> None:
    """A match of Brisca with coins, cups, swords and clubs as trumps in turn."""
    path = tmp_path / "four-suits.toml"
    path.write_text('trumps = "coins cups swords clubs"\n' + BRISCA.read_text(encoding="utf-8"), encoding="utf-8")
    ok(["variant", "add", str(path)])
    ok("start Suits --players Anna,Bruno,Carla,Dario --variant four-suits --until deals:4 --on 2026-11-20")


def trumps(sheet: Sheet) -> list[str]:
    """The suit of each deal, and last that of the next."""
    return [*(deal.trumps for deal in sheet.deals), sheet.trumps]


def test_a_suit_whose_deal_is_struck_out_is_played_before_another_comes_again(
    suits: None, ok: Ok, sheet: ReadSheet
) -> None:
    for _ in range(3):
        ok("deal anna 70")
    ok("void 2 --reason 'wrong cards'")
    assert trumps(sheet()) == ["coins", "swords", "cups"]
    assert "4: Anna and Carla took 70 to 50, cups as trumps: " in ok("deal anna 70")
    ok("edit 1 --result 'anna 80' --reason counted")
    ok("redeal misdeal")  # the same suit is dealt again
    assert trumps(sheet()) == ["coins", "swords", "cups", "clubs"]
    ok("deal anna 70")
    shown = [line.split()[:2] for line in ok("sheet").splitlines()[2:8]]
    assert shown == [["#", "trumps"], ["1", "coins"], ["3", "swords"], ["4", "cups"], ["5", "misdeal"], ["6", "clubs"]]
    assert "6. Anna and Carla took 70 to 50, clubs as trumps: " in ok("sheet --plain")


def test_a_question_that_is_wider_than_the_terminal_breaks_between_words(
    ok: Ok, asked: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant brisca")
    monkeypatch.setenv("COLUMNS", "60")
    code, screen = asked(["deal", "anna", "60"], [("nobody)", "bruno")])
    assert code == 0, screen
    assert "who has more cards, Anna and Carla or Bruno and\n  Dario (or nobody)" in screen


def test_a_file_may_name_who_won_by_letters_apart(ok: Ok, say: Say, tmp_path: Path, sheet: ReadSheet) -> None:
    ok("start Three --players Lea,Mario,Ugo --variant mexican --on 2026-11-20")
    ok("deal lea=10 mario=10 ugo=100")
    ours = ok("export deals").replace("Three", "Four")
    (tmp_path / "apart.csv").write_text(ours.replace(",AB,", ",A B,"))
    ok(["import", str(tmp_path / "apart.csv"), "--twice"])
    assert sheet("Four").records[0].winners == "AB"
    (tmp_path / "wrong.csv").write_text(ours.replace("Four", "Five").replace(",AB,", ",AD,"))
    assert say(["import", str(tmp_path / "wrong.csv")]).returncode == 3

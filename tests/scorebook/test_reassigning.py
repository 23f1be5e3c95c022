"""Deals that were somebody else's: put to who was really there, in one step, each with its number."""

from pathlib import Path

from tests.fixtures import AskRows, Ok, ReadSheet, Say
from tests.running import refused

WHY = "--reason 'it was not her'"
# Anna calls the king with Bruno, at stake 1: caller +2, partner +1, the others -1; a redeal; Carla's two at 71 with
# Anna fails at stake 2: caller -4, partner -2, the others +2; Anna loses 4 by a penalty, one to each of the others.
DEALS = ("deal anna K bruno 70", "redeal passed-out", "deal carla 2/71 anna 60", "penalty anna 4 --reason late")
UNITS = {"Anna": 2 - 2 - 4, "Bruno": 1 + 2 + 1, "Carla": -1 - 4 + 1, "Dario": -1 + 2 + 1, "Elena": -1 + 2 + 1}


def record(ok: Ok) -> None:
    """The evening that these tests put right."""
    for words in DEALS:
        ok(words)


def test_two_who_sat_in_each_others_seats_were_typed_again_deal_by_deal(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    record(ok)
    before = sheet()
    shown = ok(f"reassign Anna=bruno {WHY}")
    assert shown.startswith("Anna and Bruno are exchanged in Friday (1 to 4).\nAnna has +4 (had -4) and Bruno has -4 ")
    after = sheet()
    assert after.running == UNITS | {"Anna": UNITS["Bruno"], "Bruno": UNITS["Anna"]}
    assert after.seats == ("Bruno", "Anna", "Carla", "Dario", "Elena")
    first = after.record(1)
    assert (first.caller, first.partner, first.dealer) == ("Bruno", "Anna", "Bruno")
    kept = [(record.number, record.kind, record.times, record.note, record.units) for record in before.records]
    assert [(record.number, record.kind, record.times, record.note, record.units) for record in after.records] == kept
    assert ok("check") == ""
    ok("undo")
    assert (sheet().running, sheet().seats) == (UNITS, before.seats)
    ok("redo")
    assert sheet().running == after.running
    assert "Anna and Bruno are exchanged in Friday (1 to 4) (it was not her)" in ok("history")
    assert "It was" not in ok("explain 1")


def test_from_a_deal_on_somebody_else_sat_there(
    friday: None, ok: Ok, say: Say, sheet: ReadSheet, rows: AskRows
) -> None:
    record(ok)
    preview = ok("reassign Anna=Zoe --from 3")
    assert preview.endswith("Nothing is changed yet; with --reason TEXT it is.\n")
    assert (sheet().running, rows("SELECT count(*) FROM player WHERE name = 'Zoe'")) == (UNITS, [(0,)])
    done = say(f"reassign Anna=Zoe --from 3 {WHY}")
    assert done.stderr == "Zoe is new\nscorer undo takes it back\n"
    assert "In Friday (3 to 4) what was Anna's is Zoe's.\nAnna has +2 (had -4) and Zoe has -6 (had 0).\n" in done.stdout
    assert (sheet().running["Anna"], sheet().running["Zoe"], sheet().seats[0]) == (2, -6, "Zoe")
    ok("undo")
    ok(f"reassign Anna=Zoe --from 3 --to 3 {WHY}")  # one deal that she sat out, unnoticed
    assert (sheet().running["Anna"], sheet().running["Zoe"], sheet().seats[0]) == (-2, -2, "Anna")
    assert ok("check") == ""


def test_whoever_sits_there_by_now_stays(friday: None, ok: Ok, say: Say, sheet: ReadSheet) -> None:
    record(ok)
    ok("seats Zoe,Bruno,Carla,Dario,Elena")
    ok(f"reassign Anna=Zoe {WHY}")
    assert (sheet().running["Zoe"], sheet().seats) == (-4, ("Zoe", "Bruno", "Carla", "Dario", "Elena"))
    ok("seats Bruno,Zoe,Carla,Dario,Elena")  # they have changed seats: nobody knows whether that was the mistake
    done = say(f"reassign Zoe=Bruno {WHY}")
    stays = (
        "Friday: at the table stay Bruno, Zoe, Carla, Dario, Elena, who have changed seats since; scorer seats NAMES"
    )
    assert stays in done.stderr
    assert sheet().running["Bruno"] == -4


def test_a_deal_put_to_others_goes_out_and_comes_in_with_its_history(friday: None, ok: Ok, tmp_path: Path) -> None:
    record(ok)
    ok(f"reassign Anna=Zoe --from 3 {WHY}")
    folders = [tmp_path / "one", tmp_path / "other"]
    ok(["export", "all", "--out", str(folders[0])])
    second_book = str(tmp_path / "other.db")
    ok(["import", str(folders[0])], db=second_book)
    ok(["export", "all", "--out", str(folders[1])], db=second_book)
    first, again = ((folder / "deals.csv").read_bytes() for folder in folders)
    assert first == again
    assert b"edited" in first


def test_a_side_keeps_its_partners(ok: Ok, sheet: ReadSheet) -> None:
    ok("start Due --players Anna,Bruno,Carla,Dario --variant brisca")
    ok("deal anna 74")  # Anna and Carla +1
    ok(f"reassign Anna=Bruno {WHY}")  # who sat in the first seat, with Carla opposite
    assert sheet().records[0].by_side == (("Bruno", "Carla"), ("Anna", "Dario"))
    assert sheet().running == {"Bruno": 1, "Anna": -1, "Carla": 1, "Dario": -1}
    assert ok("check") == ""


def test_what_cannot_have_been_is_refused_and_nothing_is_written(friday: None, say: Say, ok: Ok, rows: AskRows) -> None:
    record(ok)
    steps = rows("SELECT count(*) FROM step")
    refused(say(f"reassign Anna=Carla,Dario=Zoe {WHY}"), 3, "Carla would sit twice in 1: say too who was written as")
    refused(say(f"reassign Anna Bruno {WHY}"), 3, "'Anna' does not say whose deals they were")
    for slip in ("Anna=Lea=Zoe", "'Anna=Lea;Zoe'"):  # it made a player of that name, whom no command could name
        refused(say(f"reassign {slip} {WHY}"), 3, "does not say whose deals they were")
    refused(say(f"reassign Anna=solo {WHY}"), 3, "'solo' is not a player")
    refused(say(f"reassign Zoe=Anna {WHY}"), 4, "'Zoe' is not in this match: Anna, Bruno")
    refused(say(f"reassign Anna=Zoe --from 9 {WHY}"), 3, "Anna is in none of these records of Friday, which has 1 to 4")
    refused(say(f"reassign Anna=Zoe --from 3 --to 1 {WHY}"), 3, "records 3 to 1: the first comes after the last")
    advised = 'scorer reassign "WRITTEN=REAL" --from 1 --to 1 puts a deal to who was really there'
    refused(say("edit 1 --caller Zoe --reason x"), 4, "'Zoe' is not at the table: Anna", advised)
    assert rows("SELECT count(*) FROM step") == steps

"""A forgotten deal is put in between two others; then the match is the one that is recorded in order."""

from pathlib import Path
from random import Random

import pytest

from tests.fixtures import FIVE, Ok, ReadSheet, Say

# What stands in a match, and every command that reckons with its deals: those read the deals of every game alike.
STANDS = ("export deals", "sheet", "settle")
RECKONED = ("standings --sure", "bids", "players Anna", "pairs", "records")
RANKS = ("{0} K {1} 61", "{0} A {1} 60", "{0} 2/71 {1} 90", "{0} 2/81 {1} 70", "{0} K solo 55", "{0} K {1} 120 --slam")
COUNTS = ("{0} 71 {1} 74", "{0} 81 {1} 70", "{0} 91 solo 100")
REDEALS = ("redeal misdeal", "redeal annulled", "redeal thrown-in")
OFTEN = ("redeal passed-out", "redeal passed-out", *REDEALS)
# How many sit there, their deals ({0} and {1} are two who play), the agreed end. What leaves a carry comes often.
TABLES = {
    "brisk": (6, (*RANKS, "{0} A {1} 60", "{0} K solo 60", *OFTEN), "units:4"),
    "scighera": (5, (*RANKS, "{0} A {1} 60", *OFTEN), "deals:20"),
    "punti": (5, (*COUNTS, *REDEALS), ""),
    "brisca": (4, ("{0} 74", "{0} won", *REDEALS), "won:3"),
    "cinquecento-pairs": (4, ("{0} 124 --bonus {0}=40", "{0} 31", *REDEALS), "taken:500"),
    "mexican": (3, ("Anna=60 Bruno=40 Carla=20", "{0} won", *REDEALS), ""),
    "rematada": (3, ("{0} 110 125", "{0} 110 90", *REDEALS), ""),
}


def lines_of(variant: str, random: Random) -> list[str]:
    """An evening of seven deals under a variant; who dealt is said each time."""
    number, deals, _until = TABLES[variant]
    names = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"][:number]
    lines = []
    for at in range(7):
        dealer = names[at % number]
        two = random.sample([name for name in names if number < 6 or name != dealer], 2)
        lines.append(f"{random.choice(deals).format(*two)} --dealer {dealer}")
    return lines


def start(variant: str) -> str:
    number, _deals, until = TABLES[variant]
    names = f"{FIVE},Fabio".split(",")[:number]
    agreed = f" --until {until}" if until else ""
    return f"start Friday --players {','.join(names)} --variant {variant} --on 2026-11-20 --unit-value 0.50{agreed}"


def recording(line: str) -> str:
    return line if line.startswith("redeal") else f"deal {line}"


@pytest.mark.parametrize("variant", TABLES)
def test_a_deal_put_in_later_makes_the_match_that_is_recorded_in_order(
    ok: Ok, variant: str, tmp_path: Path, empty_book: bytes
) -> None:
    random = Random(variant)
    lines, forgotten = lines_of(variant, random), random.randrange(6)
    in_order, later = str(tmp_path / "in-order.db"), str(tmp_path / "later.db")
    for path in (in_order, later):
        Path(path).write_bytes(empty_book)
        ok(start(variant), db=path)
    for at, line in enumerate(lines):
        ok(recording(line), db=in_order)
        if at != forgotten:
            ok(recording(line), db=later)
    without = ok("export deals", db=later)
    ok(f"--yes insert {forgotten + 1} {lines[forgotten]}", db=later)
    commands = STANDS + (RECKONED if variant in {"brisk", "brisca"} else ())
    read = [ok(command, db=later) for command in commands]
    assert read == [ok(command, db=in_order) for command in commands]
    ok("undo", db=later)
    assert ok("export deals", db=later) == without
    ok("redo", db=later)
    assert [ok(command, db=later) for command in STANDS[:2]] == read[:2]
    folder, again, copy = tmp_path / "all", tmp_path / "again", str(tmp_path / "copy.db")
    Path(copy).write_bytes(empty_book)
    ok(f"export all --out {folder}", db=later)
    ok(f"import {folder}", db=copy)
    ok(f"export all --out {again}", db=copy)
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == {
        path.name: path.read_bytes() for path in again.iterdir() if path.is_file()
    }
    for path in (later, copy):
        ok("check", db=path)
        ok("history 1", db=path)


# Under Brisk: 1 all passed; 2 Bruno makes the king, x2: Bruno +4, Carla +2, others -2; 3 Carla makes 2/62: +2, +1, -1
EVENING = ("redeal passed-out", "deal bruno K carla 70", "deal carla 2/62 dario 70")


@pytest.fixture
def evening(ok: Ok) -> None:
    for line in (f"start Friday --players {FIVE} --variant brisk --until deals:3", *EVENING):
        ok(line)


def test_what_does_not_follow_any_more_is_said_and_nothing_is_written(
    say: Say, evening: None, sheet: ReadSheet
) -> None:
    before = sheet()
    refused = say("insert 2 anna K elena 61")
    assert refused.returncode == 3
    assert refused.stderr == (
        "scorer: Bruno dealt 3, and stays its dealer, though it would be the turn of Carla;"
        " counts again 3: times 2 -> 1, Anna -2 -> -1, Bruno +4 -> +2, Carla +2 -> +1, Dario -2 -> -1, Elena -2 -> -1;"
        " nothing is recorded;"
        " scorer --yes insert ... puts it in all the same\n"
    )
    assert sheet() == before


def test_the_carry_goes_to_the_forgotten_deal_and_the_deal_behind_it_counts_once(
    ok: Ok, evening: None, sheet: ReadSheet
) -> None:
    ok("--yes insert 2 anna K elena 61")
    # 2: Anna and Elena make it, x2: +4, +2, the others -2; 3 counts once: +2, +1, -1; 4 as it was: +2, +1, -1
    assert [(deal.number, deal.caller, deal.dealer, deal.times) for deal in sheet().deals] == [
        (2, "Anna", "Bruno", 2),
        (3, "Bruno", "Bruno", 1),
        (4, "Carla", "Carla", 1),
    ]
    assert sheet().running == {"Anna": 2, "Bruno": -1, "Carla": 1, "Dario": -2, "Elena": 0}
    assert "Every deal counts what the deals before it leave." in ok("carry")


def test_who_deals_is_said_so_that_the_deal_behind_follows(ok: Ok, say: Say) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("deal anna K elena 61")
    ok("deal bruno K carla 61 --dealer Carla")  # Bruno's deal was forgotten, and Carla said who she is
    ok("deal carla K dario 61")
    done = say("insert 2 elena A dario 61")
    assert (done.returncode, done.stderr) == (0, "")
    assert "deal 2" in done.stdout


def test_what_was_said_with_times_stays_and_is_named(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok(f"start Friday --players {FIVE} --variant brisk")
    ok("redeal passed-out")
    ok("deal bruno K carla 70 --times 4 --dealer carla")  # two had passed before it, and one was forgotten
    done = say("insert 2 redeal passed-out")
    assert (done.returncode, done.stderr) == (0, "")
    refused = say("insert 2 redeal thrown-in --dealer bruno")
    assert refused.stderr == (
        "scorer: deal 4 (counts 4 times, would count 8 times now) stays as recorded; nothing is recorded;"
        " scorer --yes insert ... puts it in all the same\n"
    )
    assert [deal.times for deal in sheet().deals] == [4]


def test_a_match_that_would_have_been_over_earlier_is_named(ok: Ok, say: Say) -> None:
    ok(f"start Friday --players {FIVE} --until deals:2")
    ok("deal anna K elena 61")
    ok("deal bruno K carla 61 --dealer Carla")
    refused = say("insert 2 elena A dario 61")
    assert refused.stderr.startswith("scorer: Friday would have been over after 2; the records behind it stay;")


def test_where_the_seats_changed_just_there_somebody_says_at_which_table_it_was(
    ok: Ok, say: Say, sheet: ReadSheet
) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("deal anna K elena 61")
    ok("seats Anna,Bruno,Carla,Dario,Fabio")
    ok("deal bruno K fabio 61 --dealer carla")
    refused = say("insert 2 anna K elena 61")
    assert refused.stderr == (
        "scorer: the seats changed just before 2: Anna, Bruno, Carla, Dario, Elena;"
        " then Anna, Bruno, Carla, Dario, Fabio; say the record at whose table it was, as in --table-of 1\n"
    )
    ok("insert 2 anna K elena 61 --table-of 1")
    assert sheet().record(2).seats[-1] == "Elena"
    ok("undo")
    ok("insert 2 anna K fabio 61 --table-of 2")
    assert sheet().record(2).seats[-1] == "Fabio"


def test_the_number_of_a_record_that_was_struck_out_stays_empty(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok(f"start Friday --players {FIVE}")
    for line in ("deal anna K elena 61", "deal bruno K elena 61", "deal carla K elena 61", "deal dario K elena 61"):
        ok(line)
    ok("void 3 --reason twice")
    ok("--yes insert 2 redeal misdeal")  # 2 goes to 4, 4 to 5
    callers = {record.number: record.caller for record in sheet().records}
    assert callers == {1: "Anna", 2: None, 4: "Bruno", 5: "Dario"}
    assert "voided" in say("insert 3 redeal misdeal").stderr
    refused = say("insert 6 redeal misdeal")
    assert refused.stderr == "scorer: 6 is the next number in Friday; scorer deal records it\n"
    assert say("insert 2 redeal misdeal --slam").returncode == 3


def test_a_finished_match_takes_a_forgotten_deal_and_stays_finished(ok: Ok, evening: None, sheet: ReadSheet) -> None:
    ok("--yes finish")
    assert "The match is finished." in ok("--yes insert 2 anna K elena 61")
    assert len(sheet().records) == 4
    assert "inserted 2: Anna called the king with Elena" in ok("history 1")

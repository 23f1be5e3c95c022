"""`scorer check`: silent when all is well; else every kind of damage is named with the deal or the row it is in."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from subprocess import CompletedProcess

import pytest

from scorer.scorebook.check.all_faults import broken_law_words
from tests.running import recorded

FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
FAULTS, TROUBLE = 1, 5
FRIDAY = "Friday (match 1), 2026-11-20"
GIVE = "the facts and the frozen variant give"

# deal 1: Bruno 2/71 with Elena, 74: u = 2: Anna -2, Bruno +4, Carla -2, Dario -2, Elena +2; its first edition had 60
# deal 2: passed out; 3: Carla's penalty; 4: a ruling; deal 5: Dario alone, K, 58: the others +1 each, Dario -4;
# deal 6: struck out; then Fabio comes, and deal 7 is Anna's with Elena, Bruno deals and rests.
# Pairs: Anna and Carla 74 to 46, +1 each; at 500: Anna 124 with 40, Bruno 56 with 20: +68; Alone: Dario 110 of 125, +2.
EVENING = (
    f"start Friday --players {FIVE} --on 2026-11-20",
    "deal bruno 2/71 elena 60",
    "edit 1 --result 74 --reason recount",
    "redeal passed-out",
    "penalty carla 4 --reason late",
    "adjust Anna=-3,Bruno=2 --reason ruling",
    "deal dario K solo 58",
    "deal anna A carla 61",
    "void 6 --reason 'wrong table'",
    f"seats {FIVE},Fabio",
    "deal anna 2 elena made --called '2 coins' --dealer bruno",
    "undo",
    "redo",
    "call dario 2/82 --called '3 cups'",
    "league add Lega",
    "player merge Fabio Zoe",
)
WITHOUT_CALLED_PARTNER = (
    "start Pairs --players Anna,Bruno,Carla,Dario --variant brisca --on 2026-11-18",
    "deal anna 74 --match Pairs",
    "start Two --players Anna,Bruno --variant cinquecento --on 2026-11-18",
    "deal anna 124 --bonus anna=40,bruno=20 --match Two",
    "start Alone --players Dario,Elena,Carla --variant rematada --on 2026-11-18",
    "deal dario 110 125 --bonus 20 --match Alone",
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A scorebook with every kind of record, and of correction."""
    other = f"start Other --players Zoe,{FIVE} --on 2026-11-19"
    alone = {"start", "league", "player"}
    lines = [
        line if line.split()[0] in alone or "--match" in line else f"{line} --match Friday"
        for line in (*EVENING[:1], other, *EVENING[1:], *WITHOUT_CALLED_PARTNER)
    ]
    return recorded(tmp_path_factory.mktemp("sound") / "evening.db", lines)


@pytest.fixture
def damaged(sound: bytes, book_path: Path, say: Say) -> Callable[..., list[str]]:
    """Change the scorebook past every law of it, and return the lines of check."""

    def damage(*statements: str) -> list[str]:
        book_path.write_bytes(sound)
        with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
            connection.execute("PRAGMA ignore_check_constraints=ON")
            connection.execute("PRAGMA foreign_keys=OFF")
            for statement in statements:
                assert connection.execute(statement).rowcount != 0, statement
        done = say("check")
        assert "Traceback" not in done.stderr
        assert done.stderr == ""
        assert done.returncode == (FAULTS if done.stdout else 0)
        return done.stdout.splitlines()

    return damage


LIVE_1 = "WHERE match_id = 1 AND number = 1 AND voided_by IS NULL"
LIVE_5 = "WHERE match_id = 1 AND number = 5 AND voided_by IS NULL"


def test_a_sound_scorebook_is_passed_in_silence(damaged: Callable[..., list[str]]) -> None:
    assert damaged() == []


def test_other_units_that_sum_to_zero_are_named_with_the_deal(damaged: Callable[..., list[str]]) -> None:
    assert damaged(f"UPDATE record SET units1 = 4, units2 = -2 {LIVE_1}") == [
        f"{FRIDAY}, deal 1: Anna has +4 units, {GIVE} -2; Bruno has -2 units, {GIVE} +4"
    ]


def test_a_struck_out_row_is_reckoned_again_too(damaged: Callable[..., list[str]]) -> None:
    # its first edition: 60 of 71 fails at u = 2: Anna +2, Bruno -4
    assert damaged("UPDATE record SET units1 = -4, units2 = 2 WHERE number = 1 AND voided_by IS NOT NULL") == [
        f"{FRIDAY}, deal 1 (voided): Anna has -4 units, {GIVE} +2; Bruno has +2 units, {GIVE} -4"
    ]


FACTS = {
    "a count that fails": (f"SET card_points = 70 {LIVE_1}", "outcome: 'made' here, but 70 card points at 2/71"),
    "another bid": (f"SET bid = 'K' {LIVE_1}", f"target is 71, {GIVE} 61|Anna has -2 units, {GIVE} -1"),
    "a bid that is written otherwise": (f"SET bid = '71' {LIVE_1}", f"bid is 71, {GIVE} 2/71"),
    "a card that cannot be called": (f"SET called = '3 coins' {LIVE_5}", "called card: called 3 coins"),
    "a card that is written otherwise": (f"SET called = 're coppe' {LIVE_5}", f"card is re coppe, {GIVE} K cups"),
    "a slam that the count contradicts": (f"SET slam = 1 {LIVE_1}", "slam: slam with 74 card points"),
    "a partner for one who was alone": (f"SET partner = 1 {LIVE_5}", f"Anna has +1 unit, {GIVE} -1"),
    "another caller": (f"SET caller = 3 {LIVE_1}", f"Bruno has +4 units, {GIVE} -2; Carla has -2 units, {GIVE} +4"),
    "a role in an empty seat": (f"SET dealer = 6 {LIVE_1}", "dealer is seat 6, and nobody sits there"),
    "a caller who rests": (f"SET resting = 2 {LIVE_1}", "its caller rests"),
    "an empty seat between": (
        "SET seat2 = NULL, seat6 = seat2 WHERE number = 2", "seat 2 is empty, and somebody sits after it"
    ),
    "units of a redeal": ("SET units1 = 1, units2 = -1 WHERE number = 2", "it is a redeal, and somebody has units"),
    "a dealer of a ruling": ("SET dealer = 1 WHERE number = 4", "it is no deal, and somebody dealt or rested"),
    "a factor of a ruling": ("SET times = 2 WHERE number = 4", "it is no deal, and counts as a slam or more than once"),
    "voided before it was made": ("SET voided_by = 1 WHERE number = 6", "it was not voided by a later step"),
    # what the database refuses, unless somebody tells it not to
    "units that are left over": (f"SET units1 = 5 {LIVE_1}", "its units do not sum to zero"),
    "another outcome of what nobody counted": (
        f"SET outcome = 'failed', card_points = NULL {LIVE_1}", f"Anna has -2 units, {GIVE} +2; Bruno has +4 units"
    ),
    "a kind that is none": (f"SET kind = 'dxal' {LIVE_1}", "its kind is outside what is allowed"),
    "a number below the first": (f"SET number = 0 {LIVE_5}", "its number is 0"),
    "a penalty that wins": ("SET units3 = 9 WHERE number = 3", "it is a penalty, and its units sum to more than zero"),
    "a ruling without a reason": ("SET note = '' WHERE number = 4", "it has no reason"),
    "a deal without a bid": (f"SET bid = NULL {LIVE_1}", "a deal has an outcome, and caller, bid and target"),
    "an empty table": (
        "SET seat1=NULL, seat2=NULL, seat3=NULL, seat4=NULL, seat5=NULL WHERE number = 2",
        "dealer is seat 2, and nobody sits there",
    ),
    "a caller without units": (
        f"SET units2 = NULL, units1 = 2 {LIVE_1}", "its caller and its partner have to have units"
    ),
    "the caller's own partner": (f"SET partner = 2 {LIVE_1}", "its caller is its own partner"),
    "another outcome": (f"SET outcome = 'lost' {LIVE_1}", "its outcome is outside what is allowed"),
    "sides of other games": (f"SET sides = 'ABAAB' {LIVE_1}", f"sides is ABAAB, {GIVE} None"),
    "counts of a ruling": ("SET counts = '74 46' WHERE number = 4", "it is no deal, and has a counts"),
    "119 card points": (f"SET card_points = 119 {LIVE_1}", "its card points is outside what is allowed"),
    "a seat number of 9": (f"SET dealer = 9 {LIVE_1}", "a role is no seat number from 1 to 7"),
    "units where nobody sits": (f"SET units7 = 0 {LIVE_1}", "there are units where nobody sits"),
    "one player in two seats": (f"SET seat3 = seat1 {LIVE_1}", "one player sits in two seats"),
    # references
    "a player who is not there": (f"SET seat1 = 999 {LIVE_1}", "its seat1 is no player that is there"),
    "a player beyond memory": (f"SET seat1 = 1000000000000 {LIVE_1}", "its seat1 is no player that is there"),
    "a step that is not there": (f"SET made_by = 999 {LIVE_1}", "its made_by is no step that is there"),
    "two persons who are one": (
        f"SET (seat1, seat2) = (SELECT id, merged_into FROM player WHERE merged_into IS NOT NULL) {LIVE_1}",
        "Fabio and Zoe sit here, and are one person",
    ),
}  # fmt: skip


CHANGES_NO_UNITS = {"voided before it was made", "a ruling without a reason"}


@pytest.mark.parametrize("kind", FACTS)
def test_damage_to_a_record_is_told_with_the_deal_and_nothing_is_summed(
    damaged: Callable[..., list[str]], say: Say, kind: str
) -> None:
    change, words = FACTS[kind]
    found = damaged(f"UPDATE record {change}")
    for part in words.split("|"):
        told = [line for line in found if part in line]
        assert told, found
        assert all(line.startswith(f"{FRIDAY}, ") for line in told)
    assert sums_nothing(say, "Friday") == (kind not in CHANGES_NO_UNITS)


def sums_nothing(say: Say, match: str) -> bool:
    """Whether standings and sheet refuse, as all readers do alike: tests/scorebook/test_one_law.py."""
    refused = [say(line) for line in ("standings", f"sheet {match}")]
    assert all("is damaged" in done.stderr for done in refused if done.returncode), refused
    return [(done.returncode, done.stdout) for done in refused] == [(TROUBLE, "")] * 2


PAIRS, TWO, ALONE = (f"{name} (match {number}), 2026-11-18" for number, name in enumerate(("Pairs", "Two", "Alone"), 3))
OF_SIDES = {
    "other units": (
        PAIRS,
        "SET units1 = 2, units2 = -2, units3 = 2, units4 = -2",
        f"Anna has +2 units, {GIVE} +1; Bruno",
    ),
    "another count": (PAIRS, "SET counts = '75 45', winners = 'B'", "winners: 'B' here, but 75 to 45 are won by A"),
    "counts that are written otherwise": (PAIRS, "SET counts = ' 74  46'", f"counts is  74  46, {GIVE} 74 46"),
    "counts with a comma": (PAIRS, "SET counts = '74,46'", "its counts or bonuses are not numbers"),
    "counts that are none": (PAIRS, "SET counts = '74 many'", "its counts or bonuses are not numbers"),
    "an eighth side that wins": (
        PAIRS,
        "SET winners = 'H', decided = 'said', counts = NULL",
        "its winners have to get",
    ),
    "other sides": (
        PAIRS,
        "SET sides = 'AABB', units2 = 1, units3 = -1",
        "sides: 'AABB' here, but the seats make ABAB",
    ),
    "nobody counted, and nobody said so": (PAIRS, "SET counts = NULL", f"decided is None, {GIVE} said"),
    "a caller where nobody calls": (PAIRS, "SET caller = 1, bid = 'K', target = 61", "its variant has no auction"),
    "winners who pay": (PAIRS, "SET winners = 'B'", "its winners have to get units, and all others to pay"),
    "an even deal with units": (PAIRS, "SET outcome = 'even', winners = NULL", "it is even, and somebody has units"),
    "a letter too few": (PAIRS, "SET sides = 'ABA'", "its sides are not a letter for every seat"),
    "a won deal without winners": (PAIRS, "SET winners = NULL", "winners belong to a deal that is won"),
    "units that sum to two": (PAIRS, "SET units1 = 2, units3 = 2", "its units do not sum to zero"),
    "a won deal without units": (
        PAIRS,
        "SET units1 = 0, units2 = 0, units3 = 0, units4 = 0",
        "its winners have to get",
    ),
    "no outcome": (PAIRS, "SET outcome = NULL", f"outcome is None, {GIVE} won"),
    "who rests with units": (PAIRS, "SET sides = '.BAB', units3 = 1", "and who rests none"),
    "a side that is none": (PAIRS, "SET sides = 'AXAB'", "A to G, or a dot for who rests"),
    "three counts": (PAIRS, "SET counts = '74 40 6'", "say a number for each of 2 sides"),
    "a partner where nobody calls": (PAIRS, "SET partner = 2", f"partner is 2, {GIVE} None"),
    "card points of one side": (PAIRS, "SET card_points = 74", f"card points is 74, {GIVE} None"),
    "a redeal with sides": (PAIRS, "SET kind = 'misdeal'", "it is no deal, and has a outcome"),
    # the margin of 124 and 56 is 68
    "another margin": (TWO, "SET units1 = 70, units2 = -70", f"Anna has +70 units, {GIVE} +68; Bruno"),
    "a partner": (ALONE, "SET partner = 2", "the caller plays alone, against all"),
    "another target": (ALONE, "SET target = 100", f"target is 100, {GIVE} 110"),
    "another bid": (ALONE, "SET bid = '100'", f"target is 110, {GIVE} 100"),
    "a caller on the side of another": (
        ALONE,
        "SET sides = 'AAB', units1 = 1, units2 = 1, units3 = -2",
        f"sides is AAB, {GIVE} ABB",
    ),
    "counts of sides": (ALONE, "SET counts = '120'", f"counts is 120, {GIVE} None"),
    "winners": (ALONE, "SET winners = 'A'", f"winners is A, {GIVE} None"),
    "an even deal that was counted": (ALONE, "SET outcome = 'even'", "it is even, and somebody has units"),
    "a count below the bid": (ALONE, "SET card_points = 109", "outcome: 'made' here, but 109"),
    "two bonuses of one side": (ALONE, "SET bonuses = '20 0'", f"bonuses is 20 0, {GIVE} 20"),
    "how a contract was decided": (ALONE, "SET decided = 'foo'", "or sides with what they counted"),
    "no letters": (ALONE, "SET sides = NULL", f"sides is None, {GIVE} ABB"),
}  # fmt: skip


@pytest.mark.parametrize("kind", OF_SIDES)
def test_damage_to_a_deal_of_sides_is_told_with_the_deal_and_nothing_is_summed(
    damaged: Callable[..., list[str]], say: Say, kind: str
) -> None:
    where, change, words = OF_SIDES[kind]
    match = where.split("match ")[1][0]
    found = damaged(f"UPDATE record {change} WHERE match_id = {match}")
    assert [line for line in found if words in line], found
    assert all(line.startswith(f"{where}, {'record' if 'misdeal' in change else 'deal'} 1") for line in found), found
    assert sums_nothing(say, match)


def test_nobody_passes_in_a_match_where_nobody_calls(damaged: Callable[..., list[str]]) -> None:
    of_deals = ("outcome", "sides", "counts", "winners", "units1", "units2", "units3", "units4")
    nothing = ", ".join(f"{fact} = NULL" for fact in of_deals)
    assert damaged(f"UPDATE record SET kind = 'passed-out', {nothing} WHERE match_id = 3") == [
        f"{PAIRS}, record 1 (passed-out): it is passed-out, and nobody calls in its variant"
    ]


def test_two_live_rows_of_one_number_and_the_index_that_is_gone(damaged: Callable[..., list[str]]) -> None:
    columns = "match_id, kind, slam, times, note, made_by, seat1, seat2, seat3"
    found = damaged(
        "DROP INDEX ix_record_live",
        f"INSERT INTO record (number, {columns}) SELECT 5, {columns} FROM record WHERE number = 2",
    )
    assert found == [
        "the index ix_record_live is missing",
        f"{FRIDAY}, record 5 (passed-out): 2 live rows have the same match_id and number",
        f"{FRIDAY}, step 5 (redeal): it made records 2 and 5 and struck out no record: no redeal does that",
    ]


OTHERS = {
    "a frozen variant": (
        "UPDATE variant SET text = replace(text, 'caller = 4', 'caller = 3')",
        ["variant ", "(chiamata): its text is not the one", "(chiamata): it is no sound variant any more"],
    ),
    "a player's key": ("UPDATE player SET key = 'x' WHERE name = 'Anna'", ["(Anna): its key is 'x', the name"]),
    "a player's name": (
        "UPDATE player SET name = 'An' || char(27) WHERE name = 'Anna'", ["that is no name that can be kept"]
    ),
    "a merge in a circle": (
        "UPDATE player SET merged_into = (SELECT id FROM player WHERE name = 'Fabio') WHERE name = 'Zoe'",
        ["(Fabio): its merges run in a circle", "(Zoe): its merges run in a circle"],
    ),
    "a hidden flag": ("UPDATE player SET hidden = 7 WHERE name = 'Carla'", ["(Carla): its hidden is outside"]),
    "money below nothing": ("UPDATE league SET unit_value_cents = -1 WHERE name = 'Lega'", ["its unit_value_cents is"]),
    "a match's date": ("UPDATE match SET \"on\" = '2026-02-30' WHERE id = 1", ["'2026-02-30' is no date"]),
    "a match's end": ("UPDATE match SET until = 'never' WHERE id = 1", [f"{FRIDAY}: 'never' is no agreed end"]),
    "a match's league": ("UPDATE match SET league_id = 99 WHERE id = 1", [f"{FRIDAY}: its league_id is no league"]),
    "a record that a start made": (
        "UPDATE record SET made_by = 1 WHERE match_id = 1 AND number = 2",
        ["step 1 (start): it made record 2 and struck out no record: no start does that"],
    ),
    "a match without a start": ("UPDATE step SET action = 'note' WHERE id = 1", [f"{FRIDAY}: it was started 0 times"]),
    "a match without a table": ("DELETE FROM sitting WHERE match_id = 1", [f"{FRIDAY}: nobody sits at its table"]),
    "a match whose table was struck out": (
        "UPDATE sitting SET voided_by = 5 WHERE match_id = 1 AND voided_by IS NULL", [f"{FRIDAY}: nobody sits at its"]
    ),
    "a step's moment": ("UPDATE step SET at = 'yesterday' WHERE id = 3", ["step 3: 'yesterday' is no moment"]),
    "what a step set": ("UPDATE step SET detail = '{\"what\"' WHERE id = 3", ["step 3: what it set cannot be read"]),
    "how long an entry waited": (
        "UPDATE step SET detail = '{\"waited\": \"long\"}' WHERE id = 3", ["step 3: what it set cannot be read"]
    ),
    "a step that undoes a later one": ("UPDATE step SET undoes = 5 WHERE id = 3", ["step 3: it undoes step 5"]),
    "who rests at a table": (
        "UPDATE sitting SET resting = 7 WHERE match_id = 1 AND voided_by IS NULL", ["resting is seat 7, and nobody"]
    ),
    "a pending call without a bid": (
        "UPDATE sitting SET call_bid = NULL WHERE call_caller IS NOT NULL", ["a pending call needs both"]
    ),
    "a pending call that is none": (
        "UPDATE sitting SET call_bid = 'xyz' WHERE call_caller IS NOT NULL", ["the pending call cannot be read: 'xyz'"]
    ),
    "a pending call that is written otherwise": (
        "UPDATE sitting SET call_bid = '82' WHERE call_caller IS NOT NULL", ["it would be written 2/82 3 cups"]
    ),
    "two matches of one name, day and league": (
        "UPDATE match SET name = 'FRIDAY', \"on\" = '2026-11-20' WHERE id = 2",
        ["FRIDAY (match 2), 2026-11-20: there is another match of that name, day and league"],
    ),
    "a note with a blank at its end": (
        "UPDATE record SET note = 'late ' WHERE kind = 'penalty'", ["its note is not written as notes are kept"]
    ),
    "a player's name with a blank": (
        "UPDATE player SET name = 'Anna ' WHERE name = 'Anna'", ["(Anna ): its name is not written as names are kept"]
    ),
    "a match's currency": ("UPDATE match SET currency = 'eur' WHERE id = 1", ["currency 'eur' is not written"]),
    "a reason with a bell": ("UPDATE step SET reason = char(7) WHERE id = 4", ["step 4: its reason: "]),
    "a league's currency": ("UPDATE league SET currency = 'gold' WHERE name = 'Lega'", ["(Lega): currency 'gold'"]),
    "a league's variant": ("UPDATE league SET variant = 'No/One' WHERE name = 'Lega'", ["(Lega): no variant can be"]),
    "a frozen variant's name": ("UPDATE variant SET name = ' '", ["no variant can be called ' '"]),
    "units beyond all limits": (
        "UPDATE record SET units3 = -1000001 WHERE kind = 'penalty'", ["-1000001 units: at most 1,000,000 are"]
    ),
    "a table voided before it was made": (
        "UPDATE sitting SET voided_by = 1 WHERE made_by > 3 AND voided_by IS NOT NULL", ["not voided by a later step"]
    ),
}  # fmt: skip


# Rows against the steps of EVENING: 1 start, 2 start, 3 deal, 4 edit 1, 5 redeal, 6 penalty, 7 adjust, 8 deal 5,
# 9 deal 6, 10 void 6, 11 seats, 12 deal 7, 13 undo, 14 redo, 15 call, 16 league, 17 merge; match 2 is the other one.
STEPS = {
    "a record brought back to life": (
        "UPDATE record SET voided_by = NULL WHERE number = 6",
        [f"{FRIDAY}, step 10 (void): it made no record and struck out no record: no void does that"],
    ),
    "a record struck out by a step that strikes out another": (
        f"UPDATE record SET voided_by = 10 {LIVE_5}",
        [f"{FRIDAY}, step 10 (void): it made no record and struck out records 5 and 6: no void does that"],
    ),
    "a record struck out by its own deal": (
        f"UPDATE record SET voided_by = made_by {LIVE_5}",
        [f"{FRIDAY}, deal 5 (voided): it was not voided by a later step than the one that made it"],
    ),
    "a record struck out by an undo": (
        f"UPDATE record SET voided_by = 13 {LIVE_5}",
        ["step 13 (undo): it made no record and struck out records 5 and 7: that does not take step 12 back"],
    ),
    "a record struck out by a merge": (
        f"UPDATE record SET voided_by = 17 {LIVE_5}",
        [
            f"{FRIDAY}, deal 5 (voided): step 17 struck it out, and is not of its match",
            "step 17 (player): it made no record and struck out record 5: no player does that",
        ],
    ),
    "a record made by the other match": (
        f"UPDATE record SET made_by = 2 {LIVE_5}",
        [f"{FRIDAY}, deal 5: step 2 made it, and is not of its match", "step 8 (deal): it made no record and struck"],
    ),
    "an edition of another number": (
        "UPDATE record SET number = 9 WHERE number = 1 AND voided_by IS NULL",
        ["step 4 (edit): it made record 9 and struck out record 1: no edit does that"],
    ),
    "a table struck out by an edit": (
        "UPDATE sitting SET voided_by = 4 WHERE match_id = 1 AND voided_by = 11",
        ["step 4 (edit): it made no table and struck out table 1", "step 11 (seats): it made table 3 and"],
    ),
    "a step of no kind": ("UPDATE step SET action = 'feast' WHERE id = 6", ["step 6: 'feast' is nothing that a step"]),
    "a redo of nothing": ("UPDATE step SET undoes = NULL WHERE id = 14", ["(redo): it does not say which step it"]),
    "a redeal that takes back": ("UPDATE step SET undoes = 3 WHERE id = 5", ["which only an undo or a redo does"]),
    "an undo in another match": ("UPDATE step SET undoes = 2 WHERE id = 13", ["which is not of its match"]),
    "a redo of what was not undone": ("UPDATE step SET undoes = 12 WHERE id = 14", ["none that it could reverse"]),
}  # fmt: skip


def test_records_of_an_undone_import_may_seat_who_was_merged_since(say: Say, ok: Ok, tmp_path: Path) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok("deal anna K elena 61")
    deals = ok("export deals").replace("Friday", "Saturday").replace("Bruno", "Bruna")
    (tmp_path / "deals.csv").write_text(deals.replace("Carla", "Bruno"), encoding="utf-8")
    ok(f"import {tmp_path}/deals.csv")  # Bruna and Bruno at one table
    ok("--yes undo")
    ok("player merge Bruna Bruno")  # the match does not exist: nobody sat together
    assert ok("check") == ""


def test_a_clock_put_back_between_two_editions_makes_no_fault_of_an_import(say: Say, ok: Ok, tmp_path: Path) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok("deal anna K elena 61")
    ok("edit 1 --result 70 --reason recount")
    ok(f"export all --out {tmp_path}/all")
    deals = tmp_path / "all" / "deals.csv"
    header, first, second = deals.read_text(encoding="utf-8").splitlines()
    year = first.rsplit(",", 1)[1][:4]
    earlier = second.rsplit(",", 1)[1].replace(year, "2020", 1)
    deals.write_text("\n".join([header, first, f"{second.rsplit(',', 1)[0]},{earlier}", ""]), encoding="utf-8")
    ok(f"import {tmp_path}/all", db=str(tmp_path / "new.db"))
    assert ok("check", db=str(tmp_path / "new.db")) == ""


@pytest.mark.parametrize(("statement", "words"), (OTHERS | STEPS).values(), ids=OTHERS | STEPS)
def test_damage_to_anything_else_is_told_with_the_row_and_what_no_step_did_with_the_step(
    damaged: Callable[..., list[str]], statement: str, words: list[str]
) -> None:
    found = damaged(statement)
    for part in words:
        assert [line for line in found if part in line], found


def test_a_league_may_have_a_variant_of_another_machine(damaged: Callable[..., list[str]]) -> None:
    assert damaged("UPDATE league SET variant = 'of-the-other-laptop' WHERE name = 'Lega'") == []


def test_every_fault_has_a_line_of_its_own(damaged: Callable[..., list[str]]) -> None:
    found = damaged(
        f"UPDATE record SET units1 = 4, units2 = -2 {LIVE_1}",
        f"UPDATE record SET target = 62 {LIVE_5}",
        "UPDATE player SET key = 'x' WHERE name = 'Elena'",
    )
    assert len(found) == 3
    assert [line.split(":")[0] for line in found] == ["player 5 (Elena)", f"{FRIDAY}, deal 1", f"{FRIDAY}, deal 5"]


def test_laws_that_one_record_breaks_came_in_another_order_in_each_run(damaged: Callable[..., list[str]]) -> None:
    found = damaged(f"UPDATE record SET target = 0, times = 0, card_points = 999, slam = 2 {LIVE_1}")
    ends = " is outside what is allowed"
    outside = [line.removesuffix(ends).rpartition(": its ")[2] for line in found if line.endswith(ends)]
    assert outside == ["card points", "slam", "target", "times"]


def test_the_tables_of_a_replication_are_left_alone_and_whatever_else_is_not_ours_is_named(
    damaged: Callable[..., list[str]],
) -> None:
    assert damaged("CREATE TABLE _litestream_lock (id INTEGER)", "CREATE TABLE _litestream_seq (id INTEGER)") == []
    assert damaged("CREATE VIEW v AS SELECT * FROM record") == ["there is a view v, which is not scorer's"]


def everything(path: Path) -> list[object]:
    """Every row of every table, or what the driver says of it."""
    tables = ("player", "league", "variant", "match", "step", "sitting", "record")
    with closing(sqlite3.connect(path)) as connection:
        try:
            return [connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in tables]
        except sqlite3.Error as error:
            return [error]


def test_a_damaged_file_is_told_or_harmless_and_never_a_traceback(sound: bytes, book_path: Path, say: Say) -> None:
    """Sixteen bytes are turned round at thirty places where something stands: most of so small a file is empty."""
    book_path.write_bytes(sound)
    kept = everything(book_path)
    written = [at for at in range(0, len(sound), 16) if any(sound[at : at + 16])]
    told = 0
    for at in Random(8).sample(written, 30):
        turned = bytes(byte ^ 0xFF for byte in sound[at : at + 16])
        book_path.write_bytes(sound[:at] + turned + sound[at + 16 :])
        done = say("check")
        assert "fault of the program" not in done.stderr
        assert bool(done.stdout) == (done.returncode == FAULTS)
        if done.returncode == 0:
            assert everything(book_path) == kept, at
        else:
            assert done.returncode in {FAULTS, TROUBLE}, done.stderr
            told += 1
    assert told > 20


@pytest.mark.parametrize("size", [100, 4096, 40_000])
def test_a_file_that_was_cut_short_is_told(sound: bytes, book_path: Path, say: Say, size: int) -> None:
    book_path.write_bytes(sound[:size])
    done = say("check")
    assert done.returncode in {FAULTS, TROUBLE}
    assert "damaged" in done.stdout + done.stderr


def test_a_server_is_checked_as_a_file_is(database: str, say: Say, ok: Ok) -> None:
    import psycopg

    for line in EVENING[:-2]:
        ok(line, db=database)
    assert ok("check", db=database) == ""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"UPDATE record SET units1 = 4, units2 = -2 {LIVE_1}".encode())
        connection.execute(b"UPDATE step SET at = 'yesterday' WHERE id = 3")
        connection.execute(b"ALTER TABLE record DROP CONSTRAINT ck_record_target")
        connection.execute(f"UPDATE record SET target = 60 {LIVE_5}".encode())
        connection.execute(b"ALTER TABLE sitting DROP CONSTRAINT fk_sitting_made_by")
        connection.execute(b"UPDATE sitting SET made_by = 0 WHERE voided_by IS NULL")
        connection.execute(b"DROP INDEX ix_record_voided")
    done = say("check", db=database)
    assert done.returncode == FAULTS, done.stderr
    assert done.stdout.splitlines() == [
        "the constraint ck_record_target of record is missing",
        "the constraint fk_sitting_made_by of sitting is missing",
        "the index ix_record_voided is missing",
        f"{FRIDAY}, deal 5: its target is outside what is allowed",
        f"{FRIDAY}, table 3: its made_by is no step that is there",
        f"{FRIDAY}, step 3: 'yesterday' is no moment",
        f"{FRIDAY}, deal 1: Anna has +4 units, {GIVE} -2; Bruno has -2 units, {GIVE} +4",
        f"{FRIDAY}, deal 5: target is 60, {GIVE} 61",
        f"{FRIDAY}, step 14 (call): it made no table and struck out table 2: no call does that",
    ]
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(b"ALTER TABLE player ALTER COLUMN name DROP NOT NULL")
        connection.execute(b"UPDATE player SET name = NULL WHERE key = 'anna'")
    done = say("check", db=database)
    assert done.returncode == FAULTS, done.stderr
    assert "player 1 (None): there is no name" in done.stdout
    assert done.stdout.endswith("nothing else was looked at: restore a backup, or salvage whole matches\n")


def test_a_law_is_said_alike_by_check_and_of_a_row_that_the_database_refuses() -> None:
    assert broken_law_words("CHECK constraint failed: ck_record_zero_sum") == "its units do not sum to zero"
    assert broken_law_words("CHECK constraint failed: ck_record_slam") == "its slam is outside what is allowed"
    assert broken_law_words("NOT NULL constraint failed: record.kind") == "there is no kind"
    assert broken_law_words("UNIQUE constraint failed: player.key") == "another row has the same key"

"""A match that was started under the wrong variant is put under another, and is as if it had been recorded so."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from sqlite3 import connect
from subprocess import CompletedProcess
from typing import Any

import pytest

from scorer.frames import read as read_frames
from scorer.rule_files import VARIANTS
from scorer.rules.variant import Variant
from scorer.scorebook import Book, match_by_id
from scorer.scorebook.match_steps import newest_step, stands_on
from tests.running import recorded

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Rows = Callable[[str], list[tuple[Any, ...]]]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
START = f"start Friday --players {FIVE} --on 2026-11-20 --unit-value 0.50"
UNDER = 'SELECT variant.name, "match".until FROM "match" JOIN variant ON variant.digest = "match".variant'
STEPS = "SELECT max(id) FROM step"


def test_one_deal_pays_what_each_of_two_tables_says(ok: Ok, say: Say, rows: Rows) -> None:
    ok(START)
    # A slam at the ace: u is 1 x 2 at the base table, Carla +4, Anna +2, the others -2; at Chiamadue's 1 + 2.
    ok("deal carla A anna 120 --slam")
    ok("deal bruno K elena 58")  # -2, -1, +1 at both tables
    shown = (
        "Friday: variant chiamata -> chiamadue\n"
        "1: Anna +2 -> +3, Bruno -2 -> -3, Carla +4 -> +6, Dario -2 -> -3, Elena -2 -> -3\n"
        "Anna has +4 (had +3), Bruno has -5 (had -4), Carla has +7 (had +5), Dario has -2 (had -1)"
        " and Elena has -4 (had -3).\n"
    )
    line = "match edit Friday --variant chiamadue"
    assert ok(line) == f"{shown}Nothing is changed yet; with --reason TEXT it is.\n"
    assert rows(UNDER) == [("chiamata", "")]
    done = ok(f'{line} --reason "the club plays it"')
    assert done.startswith(f"{shown}Put right: Friday (match 1), 2026-11-20, ChiamaDue, league main.\n")
    assert "Carla +7, Anna +4, Dario -2, Elena -4, Bruno -5" in ok("sheet --plain")
    assert ok("check") == ""
    story = ok("history").splitlines()
    assert story[1].endswith("Carla +4, Anna +2, the others -2 each")
    assert story[3].endswith("match put right: variant chiamata -> chiamadue (the club plays it)")
    ok("undo")
    assert rows(UNDER) == [("chiamata", "")]
    assert (ok("check"), "1 x 2 = 2" in ok("explain 1")) == ("", True)
    ok("redo")
    assert (ok("check"), "1 + 2 = 3" in ok("explain 1")) == ("", True)
    ok('void 1 --reason "dealt anew"')
    assert "1 + 2 = 3" in ok("explain 1")  # it was struck out under that table


# The tables, who sits there, and whether the way back is known: which rank was called, no table in card points keeps.
PAIRS = [
    ("chiamata", "brisk", 5, True),
    ("carte", "tens", 5, True),
    ("brisk", "buio", 5, False),
    ("punti", "monte", 5, True),
    ("brisca", "mexican-pairs", 4, False),
]


def drawn(chance: Random, here: Variant, there: Variant, players: list[str]) -> Iterator[dict[str, str]]:
    """A few records that both tables can hold, each in the words of either, by the name of the variant."""
    for _record in range(chance.randrange(4, 9)):
        kind = chance.choice(["deal", "deal", "deal", "redeal", "penalty"])
        if kind == "redeal":
            yield dict.fromkeys((here.name, there.name), f"redeal {chance.choice(['thrown-in', 'misdeal'])}")
        elif kind == "penalty":
            yield dict.fromkeys((here.name, there.name), f"penalty {chance.choice(players)} 12 --reason late")
        elif here.has_auction:
            yield contract(chance, here, there, players)
        else:
            count = chance.choice([50, 55, 74, 81])
            yield dict.fromkeys((here.name, there.name), f"deal {players[0]} {count}")


def contract(chance: Random, here: Variant, there: Variant, players: list[str]) -> dict[str, str]:
    caller, partner = chance.sample(players, 2)
    partner = "solo" if chance.random() < 0.2 else partner
    target, rank = chance.choice([61, 61, 70, 81, 95]), chance.choice("AKJ2")
    by_tricks = all(table.slam and table.slam.by == "tricks" for table in (here, there))
    result = str(chance.choice([40, 60, 61, 80, 100]))
    if by_tricks and chance.random() < 0.3:
        result = chance.choice(["120 --slam", "120 --no-slam", "0 --slam"])
    bids = {table.name: rank if target == 61 and table.auction.by_rank else str(target) for table in (here, there)}
    return {name: f"deal {caller} {bid} {partner} {result}" for name, bid in bids.items()}


RECORDS = (
    "SELECT number, kind, dealer, resting, caller, partner, bid, target, called, card_points, outcome, slam, times,"
    " note, sides, counts, bonuses, winners, decided, units1, units2, units3, units4, units5"
    " FROM record WHERE voided_by IS NULL ORDER BY number"
)


@pytest.mark.parametrize(("here", "there", "seats", "back"), PAIRS, ids=[f"{pair[0]}-{pair[1]}" for pair in PAIRS])
def test_a_match_put_under_another_table_is_as_if_it_had_been_recorded_there(
    here: str, there: str, seats: int, back: bool, tmp_path: Path, ok: Ok
) -> None:
    players = FIVE.split(",")[:seats]
    tables = {name: VARIANTS.load(name) for name in (here, there)}
    chance = Random(f"{here} {there}")
    played = [[*drawn(chance, tables[here], tables[there], players)] for _match in range(2)]
    books = {name: str(tmp_path / f"{name}.db") for name in tables}
    for name, path in books.items():
        lines = []
        for match, records in enumerate(played, 1):
            day = f"2026-11-{match + 9} --unit-value 0.50 --until deals:30"
            lines.append(f"start M{match} --players {','.join(players)} --variant {name} --on {day}")
            lines += [f"{words[name]} --match {match}" for words in records]
        recorded(Path(path), lines)

    def seen(path: str) -> list[Any]:
        lines = [
            "standings --format csv",
            *(f"{line} {match}" for match in (1, 2) for line in ("sheet", "settle")),
        ]
        with closing(connect(path)) as connection:
            kept = [connection.execute(query).fetchall() for query in (RECORDS, f"{UNDER} ORDER BY 1")]
        return [*kept, *(ok(line, db=path) for line in lines)]

    was, right = seen(books[here]), seen(books[there])
    for match in (1, 2):
        ok(f"match edit {match} --variant {there} --reason misread", db=books[here])
    assert seen(books[here]) == right
    with Book(books[here]).reading() as transaction, Book(books[there]).reading() as other:
        put_right, as_recorded = read_frames(transaction), read_frames(other)
        for name in ("matches", "deals", "payouts"):  # the ids of records apart
            ours, theirs = (getattr(frames, name) for frames in (put_right, as_recorded))
            assert ours.drop(columns="deal_id", errors="ignore").equals(theirs.drop(columns="deal_id", errors="ignore"))
    assert ok("check", db=books[here]) == ""
    if back:
        for match in (1, 2):
            ok(f"match edit {match} --variant {here} --reason back", db=books[here])
        assert seen(books[here]) == was
    ok(f"--yes undo {4 if back else 2}", db=books[here])
    assert seen(books[here]) == was
    assert ok("check", db=books[here]) == ""
    round_trip(ok, tmp_path, books[here])


def round_trip(ok: Ok, tmp_path: Path, path: str) -> None:
    """What is exported comes in again, is sound, and goes out with the same bytes."""
    first, second, other = tmp_path / "first", tmp_path / "second", str(tmp_path / "other.db")
    ok(f"export all --out {first}", db=path)
    ok(f"import {first}", db=other)
    assert ok("check", db=other) == ""
    ok(f"export all --out {second}", db=other)
    for file in sorted(first.rglob("*.*")):
        assert file.read_bytes() == (second / file.relative_to(first)).read_bytes(), file


def test_what_was_recorded_under_former_tables_comes_in_again_with_the_same_bytes(
    ok: Ok, tmp_path: Path, book_path: Path
) -> None:
    ok(START)
    for line in (
        "deal anna K elena 61", "redeal passed-out", "deal bruno 71 carla 60", 'void 2 --reason "was none"',
        "edit 3 --result 80 --reason miscounted", "match edit --variant punti --reason misread",
        "deal carla 95 anna 100", "undo", "deal carla 96 anna 100", "undo 2", "redo",
        "edit 1 --result 62 --reason again", "undo", "redeal misdeal", 'void 4 --reason "was none"',
        "match edit --variant monte --reason again",
        "deal dario 62 anna 40", "penalty anna 4 --reason late",
    ):  # fmt: skip
        ok(f"--yes {line}")
    assert ok("check") == ""
    round_trip(ok, tmp_path, str(book_path))
    deals = (tmp_path / "first" / "deals.csv").read_text()
    assert all(f",2026-11-20,{name}," in deals for name in ("chiamata", "punti", "monte"))
    assert "Anna called the king" in ok("history", db=str(tmp_path / "other.db"))


def test_two_tables_of_one_name_are_told_apart_and_come_in_again(ok: Ok, tmp_path: Path, book_path: Path) -> None:
    shipped = VARIANTS.read_text("chiamata")[1]
    files = []
    for factor in (3, 4):
        file = tmp_path / str(factor) / "house.toml"
        file.parent.mkdir()
        file.write_text(shipped.replace("factor = 2", f"factor = {factor}"), encoding="utf-8")
        files.append(file)
    ok(f"{START} --variant {files[0]}")
    ok("deal anna K elena 120 --slam")  # 3 x +2
    shown = ok(f"match edit --variant {files[1]} --reason misread")
    assert "variant house@" in shown
    assert "Anna +6 -> +8" in shown
    assert ok("check") == ""
    round_trip(ok, tmp_path, str(book_path))


NO_WAY = "Friday cannot be put under {title}, and nothing is changed:"


@pytest.mark.parametrize(
    ("started", "records", "under", "obstacles"),
    [
        (
            "", ["deal anna K elena 61", "deal bruno 71 carla 80"], "six-for-stakes",
            ["5 players at the table: this variant is played by 6", "1 and 2: the bid is not in its auction"],
        ),
        ("", ["deal anna K elena 61"], "brisca", ["1: somebody calls in one of the two games"]),
        ("", ["redeal passed-out"], "mexican", ["1: nobody passes in Mexican"]),
        (
            "--variant punti", ["deal anna 61 elena 61", "deal anna 71 elena 74"], "chiamata",
            ["1: which rank was called is not recorded, and there it has to be known"],
        ),
        (
            "--variant punti", ["deal anna 71 elena 61 --called 'K coins'"], "buio",
            ["1: called K coins: here the 2 is called, of any suit"],
        ),
        ("--variant brisk", ["deal anna K elena 120"], "chiamata", ["1: all card points on one side"]),
        ("", ["deal anna K elena 61 --times 4"], "brisk", ["1: its factor does not follow"]),
        (
            "", ["deal anna K elena made", "deal bruno K anna failed"], "brisk",
            ["1 and 2: nobody counted, and there the count decides"],
        ),
        ("", ["call anna K"], "brisk", ["the call of Anna (K) waits for its result: record it first, or undo it"]),
        ("--variant briscola --until taken:121", [], "chiamata", ["until 'taken:121': in Briscola Chiamata only"]),
    ],
)  # fmt: skip
def test_all_that_stands_in_the_way_is_listed_and_nothing_is_written(
    say: Say, ok: Ok, rows: Rows, started: str, records: list[str], under: str, obstacles: list[str]
) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20 {started}")
    for line in records:
        ok(line)
    before = rows(STEPS), rows(UNDER), rows("SELECT count(*) FROM variant")
    refused = say(f"match edit --variant {under} --reason misread")
    title = VARIANTS.load(under).title
    assert refused.returncode == 3, refused
    head, *lines = refused.stderr.splitlines()
    assert head == f"scorer: {NO_WAY.format(title=title)}"
    for obstacle in obstacles:
        assert any(line.startswith(obstacle) for line in lines), (obstacle, lines)
    assert (rows(STEPS), rows(UNDER), rows("SELECT count(*) FROM variant")) == before
    assert ok("check") == ""


def test_who_deals_next_and_what_it_counts_there_was_not_shown_before_it_was_done(ok: Ok) -> None:
    ok(f"{START} --variant brisk")
    ok("redeal passed-out")  # Anna's: Bruno deals a doubled deal at Brisk's, Anna again a plain one at the base table
    units = "Everybody has the same units as before.\n"
    shown = "Nothing is changed yet; with --reason TEXT it is.\n"
    assert ok("match edit --variant chiamata").endswith(f"{units}Next: Anna deals\n{shown}")
    ok("match edit --variant chiamata --reason misread")
    assert ok("match edit --variant brisk").endswith(f"{units}Next: Bruno deals; the deal counts double\n{shown}")
    assert ok("match edit --variant chiamadue").endswith(f"chiamadue\n{units}{shown}")


def test_a_factor_that_stood_in_the_way_had_no_way_out(ok: Ok, say: Say) -> None:
    ok(f"{START} --variant brisk")
    ok("redeal passed-out")
    ok("deal anna K elena 61")  # counts double
    ok("void 1 --reason misread")
    assert say("match edit --variant chiamata").stderr.splitlines()[1:] == [
        "2: its factor does not follow from the redeals and even deals before it",
        "scorer carry --match 1 says which count again, scorer edit N --times X --match 1 sets one",
    ]
    ok("carry --match 1 --reason misread")
    assert ok("match edit --variant chiamata").startswith("Friday: variant brisk -> chiamata\n")


def test_an_agreed_end_goes_with_the_variant_only_where_it_was_its_usual_one(ok: Ok, say: Say, rows: Rows) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20 --variant briscolone")  # to 15 units
    done = say("match edit --variant carte --reason misread")
    assert done.stdout.startswith("Friday: variant briscolone -> carte, agreed end units:15 -> units:11\n")
    assert "the end was the usual one (units:15), and is the usual one of Carte now (units:11)" in done.stderr
    ok("match edit --until deals:9 --reason agreed")
    done = say("match edit --variant briscolone --reason misread")
    assert (rows(UNDER), "usual" in done.stderr) == ([("briscolone", "deals:9")], False)
    assert ok("match edit --variant carte --until units:15").startswith(
        "Friday: variant briscolone -> carte, agreed end"
    )
    assert "nothing changes in Friday" in say("match edit --variant briscolone --reason again").stderr


def test_a_match_that_was_over_under_the_other_table_was_shown_without_a_word_of_that(ok: Ok, say: Say) -> None:
    ok(f"{START} --until units:12")
    ok("deal anna 2/111 elena 115")  # u is 5 at the base table, Anna +10; 6 at Brisk's, +12
    over = "Friday is over with that: Anna reached 12 units; scorer finish 1 closes it\n"
    assert say("match edit Friday --variant brisk").stderr == over
    assert say("match edit Friday --variant scighera").stderr == ""  # u is 3 there: Anna +6
    ok("match edit Friday --variant brisk --reason agreed")
    assert say("match edit Friday --name Venerdi").stderr == ""  # it was over before, and everybody has read so


def test_on_a_server_it_is_the_same(ok: Ok, database: str, tmp_path: Path) -> None:
    changed = "--variant chiamadue --on 2026-11-19 --name Thursday --until units:15 --unit-value 1"
    for line in (START, "deal carla A anna 120 --slam", f"match edit {changed} --reason misread", "undo", "redo"):
        ok(line, db=database)
    assert "Carla +6" in ok("sheet --plain", db=database)
    assert "2026-11-19  Thursday" in ok("matches", db=database)
    assert ok("check", db=database) == ""
    round_trip(ok, tmp_path, database)


def test_an_entry_that_a_phone_held_behind_it_has_to_be_seen_again(ok: Ok, book_path: Path) -> None:
    ok(START)
    ok("deal carla A anna 120 --slam")
    with Book(str(book_path)).reading() as transaction:
        seen = newest_step(transaction, match_by_id(transaction, 1))
    ok("match edit --variant chiamadue --reason misread")
    with Book(str(book_path)).reading() as transaction:
        (step,) = stands_on(transaction, match_by_id(transaction, 1), seen)
    assert (step.action, [record.number for record in step.made]) == ("match", [1])


def test_a_pending_call_of_a_former_table_is_still_told(ok: Ok) -> None:
    ok(START)
    for line in ("call anna K", "undo", "call anna K", "deal elena 61", "match edit --variant punti --reason misread"):
        ok(line)
    assert "Anna called K" in ok("history")
    assert ok("check") == ""


def test_check_and_salvage_miss_the_text_of_a_former_table(ok: Ok, say: Say, book_path: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(VARIANTS.read_text("chiamata")[1].replace("factor = 2", "factor = 3"), encoding="utf-8")
    for line in (f"{START} --variant {file}", "deal anna K elena 61", "match edit --variant brisk --reason misread"):
        ok(line)
    with closing(connect(book_path)) as connection, connection:
        ((gone,),) = connection.execute("DELETE FROM variant WHERE name = 'house' RETURNING substr(digest, 1, 8)")
    assert (
        f"Friday (match 1), 2026-11-20: the variant {gone}, which step 3 names, is not there\n" in say("check").stdout
    )
    salvaged = say(f"db salvage {book_path} --to {tmp_path / 'new.db'}")
    assert "the text of a variant that it was under cannot be read" in salvaged.stdout + salvaged.stderr


def test_what_was_struck_out_is_explained_and_judged_by_the_table_of_its_time(
    ok: Ok, say: Say, book_path: Path
) -> None:
    ok(START)
    ok("deal carla A anna 120 --slam")
    ok('void 1 --reason "dealt anew"')
    ok("match edit --variant chiamadue --reason misread")
    assert "1 x 2 = 2" in ok("explain 1")
    assert "Carla +4, Anna +2, the others -2 each" in ok("explain 1")
    assert ok("check") == ""
    with closing(connect(book_path)) as connection, connection:  # +6, +3, -3 are the figures of the other table
        units = "units1 = 3, units2 = -3, units3 = 6, units4 = -3, units5 = -3"
        connection.execute(f"UPDATE record SET {units} WHERE voided_by IS NOT NULL")
    assert "deal 1 (voided): Anna has +3 units, the facts and the frozen variant give +2" in say("check").stdout


def test_a_folder_in_which_a_live_record_has_a_former_table_is_refused(ok: Ok, say: Say, tmp_path: Path) -> None:
    ok(START)
    ok("deal anna K elena 61")
    ok("match edit --variant brisk --reason misread")
    ok(f"export all --out {tmp_path / 'all'}")
    deals = tmp_path / "all" / "deals.csv"
    deals.write_text(deals.read_text().replace("2026-11-20,brisk,1", "2026-11-20,chiamata,1"))
    refused = say(f"import {tmp_path / 'all'}", db=str(tmp_path / "other.db"))
    assert refused.returncode == 3
    assert (
        "deals.csv: line 3, column variant: it is live, and its match is under brisk in matches.csv" in refused.stderr
    )

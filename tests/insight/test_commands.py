"""The commands of insight, over the two evenings and the three of which every figure is worked by hand."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from scorer.stats.describe import commands
from scorer.stats.describe.commands import files_of
from scorer.wings import WINGS
from tests.cli.test_layout import NARROW_TERMINAL
from tests.cli.test_statistics import AND_A_BRISK_SUNDAY, ONE, TWO_EVENINGS, UNLIKE
from tests.fixtures import FIVE, Ok, Say
from tests.running import recorded, refused
from tests.scorebook.test_inserting import lines_of, recording, start


@pytest.fixture(scope="module")
def scorebooks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The two evenings, and the three, recorded once."""
    path = tmp_path_factory.mktemp("season") / "season.db"
    return {"two": recorded(path, TWO_EVENINGS), "three": recorded(path, AND_A_BRISK_SUNDAY)}


@pytest.fixture
def two(scorebooks: dict[str, bytes], book_path: Path) -> None:
    book_path.write_bytes(scorebooks["two"])


@pytest.fixture
def three(scorebooks: dict[str, bytes], book_path: Path) -> None:
    book_path.write_bytes(scorebooks["three"])


def test_a_rating_says_that_nothing_can_be_told_yet(two: None, ok: Ok) -> None:
    assert ok("rating").splitlines()[-1] == (
        "Nobody can be told to be the best yet: this may be luck (scorer rating --sure)."
    )
    said = ok("rating --sure")
    assert "The ratings of this league predict nothing yet" in said  # of two matches one is told worse from the other
    assert "Counted in base units" in said
    (table,) = json.loads(ok("rating --format json"))
    assert (table["measure"], table["deals"], len(table["rows"])) == ("base", 5, 5)
    assert {(row["best"], row["low"] < 0 < row["high"]) for row in table["rows"]} == {(None, True)}
    # of five evenly spread errors of the means that in the middle stands for all
    middle = sorted(row["per_deal_error"] for row in table["rows"])[2]
    assert f"chance alone commonly moves their means by {middle:.2f}. The standings" in table["verdict"]


def test_pairs_beyond_are_of_all_variants_together_and_say_what_chance_alone_does(three: None, ok: Ok) -> None:
    said = " ".join(ok("pairs --beyond --min-deals 1 --sure").split())
    assert said.startswith("League main, brisk and chiamata, 7 deals")
    # Bruno and Carla were never on two sides; of Elena with each of them nothing is left to tell
    assert "none can be told from chance. Of 17 pairs (8 with and 9 against) chance alone makes about 0.8" in said
    left_out = "pairs with fewer than 10 deals together are left out: --min-deals 1 shows all."
    assert left_out in " ".join(ok("pairs --beyond --measure base").split())
    assert left_out in ok("pairs")


def test_luck_names_what_it_cannot_tell_and_counts_cents_of_money(two: None, ok: Ok) -> None:
    (table,) = json.loads(ok("luck --format json"))
    assert table["verdict"].startswith("No difference in play can be told yet. Of Anna's +8 units, ")
    assert "units are the sum of the parts beside them" in " ".join(ok("luck --sure --legend").split())
    assert ok("luck").splitlines()[-1] == (
        "No difference in play can be told yet: this may be luck (scorer luck --sure)."
    )
    assert "5 players with fewer than 6 deals are left out" in ok("luck --min-deals 6")
    ok(f"start Monday --players {FIVE} --on 2026-11-23 --unit-value 0.50")
    ok("deal elena A anna 59 --match Monday")  # as on Saturday: -1 and -4 for Anna, beside Friday's 13
    ok("deal dario 2/71 elena 120 --slam --match Monday")
    (money,) = json.loads(ok("luck --measure money --format json"))
    assert "Of Anna's +4.00 EUR, " in money["verdict"]  # with a currency and its cents
    assert "whole units" not in " ".join(ok("luck --measure money").split())  # they are cents


def test_bids_of_games_with_more_card_points_are_not_taken_for_the_same_in_silence(two: None, ok: Ok) -> None:
    asked = ("bids --pays", "bids --pays --bands", "calls")
    assert not any("bids of one number" in ok(f"{command} --measure base") for command in asked)
    for command in ("finish", "start Three --players Anna,Bruno,Carla --variant rematada-points", "deal anna 100 125"):
        ok(command)
    for command in asked:
        assert UNLIKE in ok(f"{command} --measure base").replace("\n", " ")
        assert "bids of one number" not in ok(command)  # each variant has a table of its own


def test_the_list_of_wings_names_the_commands_whose_files_are_here() -> None:
    whose = {name: [file.parent.parent.name for file in files_of(name)] for name in commands.names()}
    here = {name for name, wings in whose.items() if "insight" in wings and "describe" not in wings}  # of the core
    assert {*WINGS["insight"].statistics} == here


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("rating --sure --format json", 3, f"--sure is of the table; --format json has every column: {ONE}"),
        ("pairs --beyond --measure money", 3, "--beyond counts in units / stake: leave --measure money out"),
        ("records --min-deals 3", 3, "--min-deals is of the awards; records are of all deals: say --awards, or leave"),
        ("rating anna", 2, "'anna' is too much; scorer rating --help says what it takes"),
        ("recount", 2, "--variant is missing, as in scorer recount --variant scighera; scorer recount --help"),
        ("recuont", 2, "there is no command 'recuont' (did you mean 'recount'"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_line(two: None, say: Say, words: str, code: int, told: str) -> None:
    refused(say(words), code, told)


def test_awards_of_too_few_deals_are_counted_as_awards(two: None, ok: Ok) -> None:
    # of five deals the bold and the careful are found, and nobody has six of anything
    assert "2 awards with fewer than 6 deals are left out: --min-deals 0 shows all." in ok(
        "records --awards --min-deals 6"
    )


def test_chances_of_several_open_matches_are_refused_where_nobody_can_be_asked(say: Say, ok: Ok) -> None:
    for name in ("Old", "New"):
        ok(f"start {name} --players {FIVE}")
    refused(say("chances"), 4, "several matches are open (1 Old, 2 New); say which with --match or SCORER_MATCH")


def test_a_recount_under_a_name_of_two_games_is_refused_with_a_command_for_either(say: Say, two: None) -> None:
    done = say("recount --variant 'briscola a chiamata pazza'")
    refused(done, 4, "is a name of two games, Briscola Chiamata and Gingo: say scorer ")


def test_a_recount_fits_a_narrow_terminal_and_cuts_no_word(
    club: bytes, fits: Callable[[bytes, Sequence[str], int], None]
) -> None:
    fits(club, ["recount --variant chiamata"], NARROW_TERMINAL)


@pytest.mark.parametrize("variant", ["brisk", "brisca"])
def test_a_deal_put_in_later_is_reckoned_with_as_if_in_order(
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
    ok(f"--yes insert {forgotten + 1} {lines[forgotten]}", db=later)
    for command in ("rating", "luck", "calls", "records --awards"):
        assert ok(command, db=later) == ok(command, db=in_order), command

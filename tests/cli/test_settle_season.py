"""The settlement of a season: which matches it takes, and what it says of those that it cannot settle with them."""

from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from tests.running import refused

FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]


@pytest.fixture
def season(ok: Ok) -> None:
    """Anna made a king with Elena on three evenings: +2 and +1, the others -1; at 0.50, 0.50 and 0.05 a unit."""
    for name, day, value in (
        ("Old", "2025-12-31", "0.50"),
        ("First", "2026-01-01", "0.50"),
        ("Last", "2026-12-31", "0.05"),
    ):
        ok(f"start {name} --players {FIVE} --on {day} --unit-value {value}")
        ok(f"deal anna K elena 61 --match {name}")
        ok(f"finish {name}")


def figures(settlement: str) -> dict[str, str]:
    """The units and the money of everybody, by name."""
    lines = settlement.split("\n\n", maxsplit=1)[0].splitlines()[1:]
    return {line.split()[0]: " ".join(line.split()[1:]) for line in lines}


def test_a_season_is_settled_to_the_cent_whatever_a_unit_was_worth(season: None, ok: Ok, say: Say) -> None:
    settled = say("settle --season 2026")
    assert settled.stderr == ""
    assert settled.stdout.splitlines()[0] == "2 matches of league main, 2026-01-01 to 2026-12-31"
    # Anna 2 x 0.50 + 2 x 0.05, Elena half of it, the others as much less
    assert figures(settled.stdout) == {
        "Anna": "+4 1.10 EUR",
        "Elena": "+2 0.55 EUR",
        **dict.fromkeys(("Bruno", "Carla", "Dario"), "-2 -0.55 EUR"),
    }
    assert figures(ok("settle --season 2025/26"))["Anna"] == "+4 2.00 EUR"  # Old and First
    assert figures(ok("settle --league main --from 31/12/2025 --to 31.12.2025"))["Anna"] == "+2 1.00 EUR"
    assert figures(ok("settle --league main"))["Anna"] == "+6 2.10 EUR"


def test_a_season_takes_the_matches_of_its_league_alone(season: None, ok: Ok, say: Say) -> None:
    ok("league add Club")
    ok(f"start Club1 --league Club --players {FIVE} --on 2026-03-01 --unit-value 1")
    ok("deal bruno K carla 61 --match Club1")
    ok("finish Club1")
    assert figures(ok("settle --season 2026 --league Club"))["Bruno"] == "+2 2.00 EUR"
    assert figures(ok("settle --season 2026 --league main"))["Bruno"] == "-2 -0.55 EUR"
    both = ok("settle --season 2026")
    assert both.splitlines()[0] == "3 matches of leagues Club and main, 2026-01-01 to 2026-12-31"
    assert figures(both)["Bruno"] == "0 1.45 EUR"


def test_matches_without_money_are_left_out_of_a_season_and_open_ones_named(season: None, ok: Ok, say: Say) -> None:
    ok(f"start Free --players {FIVE} --on 2026-05-01")
    ok("deal anna K elena 61 --match Free")
    ok("finish Free")
    ok(f"start Now --players {FIVE} --on 2026-06-01 --unit-value 1")
    ok("deal bruno K carla 61 --match Now")
    settled = say("settle --season 2026")
    assert settled.stderr.splitlines() == [
        "left out, as nothing was agreed on what a unit is worth: 4 Free",
        "open, and settled as they stand now: 5 Now",
    ]
    assert figures(settled.stdout)["Bruno"] == "0 1.45 EUR"
    assert figures(ok("settle --league main --from 2026-05-01 --to 2026-05-01"))["Anna"] == "+2"  # units, of this alone


def test_several_currencies_of_a_season_are_refused_with_the_command_for_each(season: None, ok: Ok, say: Say) -> None:
    ok(f"start Bern --players {FIVE} --on 2026-05-01 --unit-value 1 --currency CHF")
    apart = "scorer settle 4 settles those in CHF; scorer settle 2 3 settles those in EUR"
    refused(say("settle --season 2026"), 3, f"these matches count in CHF and EUR: settle them apart; {apart}\n")


def test_a_season_that_cannot_be_settled_is_refused(season: None, say: Say) -> None:
    for words, code, said in (
        ("First --season 2026", 3, "'First' and --league or days: name the matches, or say which they are"),
        ("--match First --today", 3, "'First' and --league or days"),
        ("--season 2026 --from 2026-01-01", 3, "--season and --from each say which days are meant"),
        ("--season 2026 --month", 3, "--season and --month each say which days are meant"),
        ("--season 26", 3, "--season '26' is no season"),
        ("--season 2024", 4, "nothing was played from 2024-01-01 to 2024-12-31: there is nothing to settle"),
        ("--league Nowhere", 4, "Nowhere"),
    ):
        refused(say(f"settle {words}"), code, said)

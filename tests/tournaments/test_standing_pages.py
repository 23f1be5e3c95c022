"""Standings and the final classification on paper."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scorer.scorebook import Book
from scorer.text.numbers import plain, plain_signed
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.paper.standing_pages import classification_page, standings_page
from tests.paper_pages import read
from tests.tournaments.printing import by_number, drawn, names, opened, played, through_to_the_final

FIVE = ["Anna", "Bruno", "Carla", "Dario", "Elena"]
MINUS = "\N{MINUS SIGN}"


def scighera_of_ten(book: Book) -> Tournament:
    """Two rounds of two tables: at each, who entered earlier has more."""
    tournament = opened(book, "scighera", names(10))
    for _ in range(2):
        tournament = played(book, drawn(book, tournament), by_number(4, 1, 0, -1, -4))
    return tournament


def test_standings_name_the_tie_break_that_decided_each_place(book: Book) -> None:
    # Anna and Bruno have 3 units, Bruno won one deal more; Dario and Elena tie in deals won too, and share
    tournament = drawn(book, opened(book, "ten-deals", FIVE))
    tournament = played(book, tournament, by_number(3, 3, 0, -3, -3), by_number(6, 7, 5, 4, 4))
    page = read(standings_page(tournament))
    assert page.texts("footer")[0].startswith("Passed over, because a sheet does not say it")
    assert page.rows() == [
        ["1", "Bruno", "+3", "+3", ""],
        ["2", "Anna", "+3", "+3", "deals won"],
        ["3", "Carla", "0", "0", ""],
        ["4", "Dario", f"{MINUS}3", f"{MINUS}3", ""],
        ["4", "Elena", f"{MINUS}3", f"{MINUS}3", "shared"],
    ]


def test_penalties_and_residuals_are_explained_below_the_table(book: Book, say: Callable[..., Any]) -> None:
    # Anna loses 4 at the table, one each to the others, and Bruno 2 of the total; the sheet leaves +1
    tournament = drawn(book, opened(book, "ten-deals", FIVE))
    assert say("penalty Anna 4 --match 1 --reason late").returncode == 0
    units = dict(zip(FIVE, (4, 1, 0, 0, -4), strict=True))
    with book.writing() as transaction:
        paper = tournaments.PaperSheet(units, residual="nobody knows")
        tournament = tournaments.record_sheet(transaction, tournament, paper, 1).tournament
        tournament = tournaments.penalise(transaction, tournament, "Bruno", Fraction(2), "a telephone").tournament
    wanted = [
        "Round 1, table 1: the paper sheet leaves a residual of +1 (nobody knows).",
        "Bruno: penalty of 2 units in Rounds (a telephone).",
    ]
    for page in (standings_page(tournament), classification_page(tournament)):
        told = read(page).all("footer")[0].texts("p")
        assert [line for line in told if line in wanted] == wanted
        (at_table,) = [line for line in told if "penalty, " in line]
        assert at_table.startswith("Round 1, table 1: penalty, ")
        assert at_table.endswith(" (late).")
        assert sorted(re.findall(r"(\w+) ([+-]\d)", at_table)) == [
            ("Anna", "-4"), ("Bruno", "+1"), ("Carla", "+1"), ("Dario", "+1"), ("Elena", "+1"),
        ]  # fmt: skip


def test_what_is_shared_is_explained(book: Book) -> None:
    # six under elite-2024: at the first table two tie for the first place and two for the last
    tournament = played(book, drawn(book, opened(book, "elite-2024", names(6))), by_number(4, 4, 0, -4, -4))
    told = read(standings_page(tournament)).all("footer")[0].texts("p")
    assert "Decimals: who ties at a table shares its placement points." in told
    assert "Group: who plays 1 of 2 matches gets 12-8-6-4-3 for it." in told
    kept = "A play-off and the lot decide only who goes on, once every result is in."
    assert f"Shared: level in all else that is asked. {kept}" in told


def test_standings_say_what_is_still_to_come_in(book: Book) -> None:
    tournament = opened(book, "ten-deals", names(10))
    assert read(standings_page(tournament)).texts("p.below") == ["No round is drawn yet"]
    tournament = played(book, drawn(book, tournament), by_number(4, 1, 0, -1, -4))
    assert read(standings_page(tournament)).texts("p.below") == ["After round 1 of 4"]
    tournament = drawn(book, tournament)
    assert read(standings_page(tournament)).texts("p.below") == ["After round 2 of 4; 2 tables without a result"]


def test_a_line_is_drawn_below_those_who_go_on(book: Book) -> None:
    page = read(standings_page(scighera_of_ten(book)))
    assert ["cut" in row.classes for row in page.all("tbody")[0].all("tr")] == [at == 5 for at in range(1, 11)]
    assert page.texts("footer")[0].startswith("The best 5 go on.")


def test_placement_points_stand_beside_the_units(book: Book) -> None:
    # a single table: 5 for Anna, 4 for Bruno, in both rounds
    tournament = opened(book, "scighera", FIVE)
    for _ in range(2):
        tournament = played(book, drawn(book, tournament), by_number(4, 1, 0, -1, -4))
    page = read(standings_page(tournament))
    assert page.texts("th") == ["Place", "Player", "Round 1", "Round 2", "Placement points", "Units", "Decided by"]
    assert page.rows()[:2] == [["1", "Anna", "5", "5", "10", "+8", ""], ["2", "Bruno", "4", "4", "8", "+2", ""]]


def test_between_the_cut_and_the_draw_of_the_final_the_qualification_is_shown(book: Book) -> None:
    tournament = through_to_the_final(book, scighera_of_ten(book))
    page = read(standings_page(tournament))
    assert page.texts("h1") == ["Standings: Qualification"]
    through = {tournament.name_of(number) for number in tournament.progress.cuts[0].through}
    assert set(page.all("tbody")[0].texts("b")) == through


def test_the_classification_has_the_final_first_and_says_in_what(book: Book) -> None:
    tournament = drawn(book, through_to_the_final(book, scighera_of_ten(book)))
    tournament = played(book, tournament, by_number(7, 2, 0, -3, -6))
    with book.writing() as transaction:
        tournament = tournaments.conclude(transaction, tournament).tournament
    page = read(classification_page(tournament))
    assert page.texts("h1") == ["Final classification"]
    assert page.texts("tr.stage") == ["Final units", "Qualification placement points"]
    places = [row[0] for row in page.rows() if len(row) > 1]
    assert places[:5] == ["1", "2", "3", "4", "5"]
    assert len(places) == 10
    assert [row[2] for row in page.rows() if len(row) > 1][:5] == ["+7", "+2", "0", f"{MINUS}3", f"{MINUS}6"]
    assert {row[2] for row in page.rows() if len(row) > 1 and row[0] > "5"} <= set("0123456789")  # placement points


def test_without_entrants_there_is_nothing_to_show(book: Book) -> None:
    tournament = opened(book, "scighera", [])
    for page in (standings_page(tournament), classification_page(tournament)):
        assert read(page).texts("footer") == ["Nobody has entered yet."]


def test_numbers_have_a_real_minus_and_no_idle_decimals() -> None:
    assert [plain_signed(12), plain_signed(0), plain_signed(-3)] == ["+12", "0", f"{MINUS}3"]
    assert [plain(Fraction(7, 2)), plain(Fraction(10, 3)), plain(Fraction(-1, 1000)), plain(100)] == [
        "3.5", "3.33", "0", "100",
    ]  # fmt: skip

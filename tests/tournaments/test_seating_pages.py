"""The seating of a round on paper: everybody stands where they sit."""

import pytest

from scorer.scorebook import Book
from scorer.tournaments.keeping import TypedEntry
from tests.paper_pages import Element
from tests.tournaments.printing import drawn, last, names, opened, seating


def seated(card: Element) -> list[str]:
    """The names of a table on the sheet, without those of its duels."""
    return card.all("ol")[0].texts("bdi")


def test_a_sheet_shows_every_table_in_playing_order(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(11)))
    cards = seating(tournament).all("div.table")
    assert [card.all("h2")[0].text for card in cards] == ["Table 1", "Table 2the dealer rests"]
    for card, table in zip(cards, last(tournament).tables, strict=True):
        assert seated(card) == [tournament.name_of(number) for number in table.seats]
        assert ["deals first" in seat.text for seat in card.all("li")] == [at == 0 for at in range(len(table.seats))]


def test_who_rests_is_named_on_both_sheets(book: Book) -> None:
    # seven players: one table of five or six, and the others rest
    tournament = drawn(book, opened(book, "scighera", names(7)))
    assert last(tournament).resting
    page = seating(tournament)
    resting = {tournament.name_of(number) for number in last(tournament).resting}
    assert set(page.all("p.resting")[0].texts("bdi")) == resting
    listed = {line.texts("bdi")[0] for line in page.all("ol.names")[0].all("li") if line.text.endswith("resting")}
    assert listed == resting


def test_duels_are_named_and_the_odd_one_is_against_all(book: Book) -> None:
    tournament = drawn(book, opened(book, "duels", names(5)))
    (table,) = last(tournament).tables
    paired = {number for pair in table.duels for number in pair}
    (odd,) = set(table.seats) - paired
    pairs = [" \N{EN DASH} ".join(map(tournament.name_of, pair)) for pair in table.duels]
    page = seating(tournament)
    assert page.all("ul.duels")[0].texts("li") == [*pairs, f"{tournament.name_of(odd)} against all"]


def test_a_team_stands_with_its_members_whose_names_are_text(book: Book) -> None:
    teams = [TypedEntry(f"Team {at}", (f"<b>A{at}", f"B{at}", f"C{at}")) for at in range(1, 6)]
    tournament = drawn(book, opened(book, "marathon", teams))
    (card,) = seating(tournament).all("div.table")
    assert sorted(card.texts("span.members")) == [f"<b>A{at}, B{at} and C{at}" for at in range(1, 6)]


def test_the_list_by_name_says_table_and_seat(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(50)))
    lines = seating(tournament).all("ol.names")[0].all("li")
    found = {line.texts("bdi")[0]: line.texts("b")[0] for line in lines}
    assert len(lines) == len(found) == 50
    for table in last(tournament).tables:
        for seat, number in enumerate(table.seats, 1):
            assert found[tournament.name_of(number)] == f"Table {table.number} seat {seat}"


def test_the_list_is_in_order_whatever_the_case_and_the_accents(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", ["Zoe", "Élia", "bruno", "Ernesto", "Anna"]))
    page = seating(tournament)
    assert page.all("ol.names")[0].texts("bdi") == ["Anna", "bruno", "Élia", "Ernesto", "Zoe"]


@pytest.mark.parametrize(("count", "lines"), [(100, [50, 50]), (51, [26, 25])])
def test_more_than_fifty_names_are_shared_out_evenly_over_sheets(book: Book, count: int, lines: list[int]) -> None:
    sheets = seating(drawn(book, opened(book, "scighera", names(count)))).all("section")[1:]
    assert [len(sheet.all("ol.names")[0].all("li")) for sheet in sheets] == lines
    if count == 100:
        assert [sheet.texts("p.below")[0] for sheet in sheets] == ["Qualification, A to M", "Qualification, N to Z"]


def test_the_seed_stands_on_the_sheet(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(10)))
    foot = seating(tournament).texts("footer")
    assert foot == [f"Seated by lot, with as few meetings of the same two as can be; seed {last(tournament).seed}."]

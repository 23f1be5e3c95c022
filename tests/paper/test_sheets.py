"""Score sheets to fill in by hand."""

import pytest

from scorer.errors import RefusedError
from scorer.paper.rounds import ScoreSheet, blank_page, round_sheets_page, sheets_page
from scorer.scorebook import Book
from tests.paper_pages import Element, drawn, names, opened, read

FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
SIX = (*FIVE, "Fabio")


def one(sheet: ScoreSheet) -> Element:
    return read(sheets_page("a sheet", [sheet]))


def dealers(sheet: Element) -> list[str]:
    return sheet.texts("td.dealer")


def crossed(sheet: Element) -> list[list[int]]:
    """The seats whose box of units is crossed out, by deal."""
    rows = [row.all("td.units") for row in sheet.all("tbody")[0].all("tr")]
    return [[seat for seat, box in enumerate(row, 1) if "rests" in box.classes] for row in rows]


def test_there_is_a_sheet_for_each_table_with_its_players(book: Book) -> None:
    tournament = drawn(book, opened(book, "ten-deals", names(27)))
    assert tournament.last_round
    sheets = read(round_sheets_page(tournament, tournament.last_round, (5,))).all("section")
    assert [sheet.texts("h1") for sheet in sheets] == [[f"Round 1, table {at}"] for at in (1, 2, 3, 4, 5)]
    for sheet, table in zip(sheets, tournament.last_round.tables, strict=True):
        heads = [head.texts("bdi")[0] for head in sheet.all("th.player")]
        assert heads == [tournament.name_of(number) for number in table.seats]


def test_ten_deals_at_a_five_and_twelve_at_a_six(book: Book) -> None:
    tournament = drawn(book, opened(book, "ten-deals", names(11)))
    assert tournament.last_round
    sheets = read(round_sheets_page(tournament, tournament.last_round, (5,))).all("section")
    rows = {len(sheet.all("th.player")): len(sheet.rows()) for sheet in sheets}
    assert rows == {5: 10, 6: 12}


def test_a_round_by_the_clock_has_room_for_three_turns_of_the_deal(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(11)))
    assert tournament.last_round
    sheets = read(round_sheets_page(tournament, tournament.last_round, (5,))).all("section")
    assert {len(sheet.all("th.player")): len(sheet.rows()) for sheet in sheets} == {5: 15, 6: 18}
    assert sheets[0].texts("p.below") == [
        "60 minutes; at the bell, finish the deal. As many deals as there is time for."
    ]


def test_the_dealers_are_written_in_in_turn() -> None:
    assert dealers(one(ScoreSheet(FIVE, deals=7))) == [*FIVE, "Anna", "Bruno"]


def test_at_a_six_the_dealer_rests_and_the_box_is_crossed_out() -> None:
    sheet = one(ScoreSheet(SIX, deals=7))
    assert crossed(sheet) == [[1], [2], [3], [4], [5], [6], [1]]
    assert "the dealer rests" in sheet.texts("p.below")[0]


def test_nobody_rests_where_six_play() -> None:
    sheet = one(ScoreSheet(SIX, deals=2, counts=(5, 6)))
    assert crossed(sheet) == [[], []]
    assert "rests" not in sheet.texts("p.below")[0]


def test_two_of_the_same_first_name_are_written_in_full() -> None:
    seats = ("Anna Rossi", "Bruno Rossi", "Anna Bianchi", "Carla Verdi", "Dario")
    wanted = ["Anna Rossi", "Bruno", "Anna Bianchi", "Carla", "Dario"]
    assert dealers(one(ScoreSheet(seats, deals=5))) == wanted


def test_what_the_tie_breaks_need_is_counted_below_the_totals(book: Book) -> None:
    # ten-deals breaks ties by deals won, then times caller; then by what only a sheet kept deal by deal can tell
    tournament = drawn(book, opened(book, "ten-deals", names(5)))
    assert tournament.last_round
    page = read(round_sheets_page(tournament, tournament.last_round, (5,)))
    assert page.all("tfoot")[0].texts("th") == ["Totals", "Deals won", "Times caller"]


def test_every_sheet_has_its_columns_its_proof_and_its_signatures() -> None:
    sheet = one(ScoreSheet(FIVE, deals=10))
    heads = sheet.all("thead")[0].texts("th")
    assert heads[:6] == ["", "Dealer", "Caller", "Bid", "Partner", "Card points"]
    assert heads[11:] == ["units", "running"] * 5
    assert sheet.texts("p.proof") == [" The totals sum to zero"]
    assert [each.text for each in sheet.all("div.signatures")[0].all("bdi")] == list(FIVE)


@pytest.mark.parametrize(("size", "rows"), [(3, 15), (4, 16), (5, 10), (6, 12), (7, 14), (8, 16)])
def test_a_blank_sheet_has_no_names_and_room_for_about_sixteen_deals(size: int, rows: int) -> None:
    sheet = read(blank_page(size))
    assert (len(sheet.all("section")), len(sheet.rows()), len(sheet.all("th.player"))) == (1, rows, size)
    assert set(dealers(sheet)) == {""}


@pytest.mark.parametrize("size", [2, 9])
def test_no_table_is_that_small_or_that_large(size: int) -> None:
    with pytest.raises(RefusedError, match=f"a score sheet for {size}: a table has 3 to 8 players"):
        blank_page(size)

"""Score sheets to fill in by hand."""

from typing import Any

import pytest

from scorer.errors import RefusedError
from scorer.paper.rounds import ScoreSheet, blank_page, round_sheets_page, seating_page, sheets_page
from scorer.rule_files import VARIANTS
from scorer.scorebook import Book
from scorer.scorebook import tournament as tournaments
from scorer.scorebook.tournament import Tournament
from scorer.text.variant_page import counting_words
from tests.paper_pages import DAY, Element, by_number, drawn, names, opened, played, read

FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
SIX = (*FIVE, "Fabio")


def one(sheet: ScoreSheet) -> Element:
    return read(sheets_page("a sheet", sheet.filled()))


def teams(book: Book) -> Tournament:
    """A marathon of five teams of three."""
    with book.writing(make=True) as session:
        tournament = tournaments.open_tournament(
            session, tournaments.NewTournament(name="Notte", format="marathon", on=DAY, seed=4)
        )
        entries = [tournaments.Entry(f"Team {at}", (f"Ada {at}", f"Bea {at}", f"Ciro {at}")) for at in range(1, 6)]
        return tournaments.enter(session, tournament, entries).tournament


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


def test_a_marathon_has_as_many_sheets_as_its_day_and_the_members_of_the_teams(book: Book, press: Any) -> None:
    # 24 hours of 16 deals are 384, or 77 whole turns of five; four turns to a sheet are twenty sheets
    tournament = drawn(book, teams(book))
    assert tournament.last_round
    (table,) = tournament.last_round.tables
    page = round_sheets_page(tournament, tournament.last_round, (5,))
    sheets = read(page).all("section")
    assert (len(sheets), press.sheets(page)) == (20, 20)
    assert [each.texts("p.below")[0].split(". ")[-1] for each in sheets[:2]] == ["Sheet 1 of 20.", "Sheet 2 of 20."]
    assert sheets[0].texts("p.below")[0].startswith("24 hours; at the bell, finish the deal. As many deals")
    assert sheets[0].texts("td.number") == [str(deal) for deal in range(1, 21)]
    assert sheets[19].texts("td.number") == [str(deal) for deal in range(381, 401)]
    assert [each.texts("tr.before") for each in sheets[:2]] == [[], ["From sheet 1"]]
    members = [[each.text for each in head.all("span.members")[0].all("bdi")] for head in sheets[1].all("th.player")]
    assert members == [list(tournament.entrants[number].members) for number in table.seats]
    assert sheets[0].texts("th.member") == ["who"] * 5
    assert "who: the number of the member who plays" in sheets[0].texts("tfoot")[0]


def test_the_duels_of_a_table_stand_below_its_totals(book: Book) -> None:
    # eleven: a table of five with two duels and one against all, and a table of six with three
    tournament = drawn(book, opened(book, "duels", names(11)))
    assert tournament.last_round
    sheets = read(round_sheets_page(tournament, tournament.last_round, (5,))).all("section")
    for sheet, table in zip(sheets, tournament.last_round.tables, strict=True):
        first = {number: tournament.name_of(number).split()[0] for number in table.seats}
        against = {one: f"with {first[two]}" for pair in table.duels for one, two in (pair, pair[::-1])}
        (row,) = sheet.all("tr.duel")
        assert row.texts("td") == [against.get(number, "against all") for number in table.seats]
        assert ("against all 3 as first, 1 as second or third" in row.text) == bool(table.odd)


def test_where_a_deal_may_count_double_there_is_a_column_for_it(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(5)))
    assert tournament.last_round
    times = counting_words(VARIANTS.load("scighera"))
    assert times == "after a thrown-in hand the next deal counts double, after two in a row times 4"
    sheet = read(round_sheets_page(tournament, tournament.last_round, (5,), times))
    assert sheet.all("thead")[0].texts("th")[:7] == ["", "Dealer", "Caller", "Bid", "Partner", "Card points", "Times"]
    assert f"Times: {times}" in sheet.texts("tfoot")[0]
    assert counting_words(VARIANTS.load("chiamata")) == ""
    brisk = "after all passed, after a thrown-in hand and after an even deal the next deal counts double"
    assert counting_words(VARIANTS.load("brisk")).startswith(brisk)


def test_a_past_round_has_those_who_sat_in_it(book: Book) -> None:
    # Lia plays for Anna from the second round on; Anna sat in the first
    tournament = played(book, drawn(book, opened(book, "scighera", FIVE)), by_number(4, 1, 0, -1, -4))
    with book.writing() as session:
        tournament = tournaments.substitute(session, tournament, "Anna", "Lia").tournament
    tournament = drawn(book, tournament)
    for number, (who, other) in enumerate([("Anna", "Lia (for Anna)"), ("Lia (for Anna)", "Anna")]):
        announced = tournament.progress.rounds[number]
        for page in (round_sheets_page(tournament, announced, (5,)), seating_page(tournament, announced)):
            shown = read(page).texts("bdi")
            assert (who in shown, other in shown) == (True, False)


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

"""Score sheets to fill in by hand."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from scorer.errors import RefusedError
from scorer.rule_files import VARIANTS
from scorer.rules.ending import read_ending
from scorer.rules.variant_reading import parse_variant
from scorer.scorebook import Book
from scorer.text.variant_rules import counting_words
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.keeping import TypedEntry
from scorer.tournaments.paper.blank_sheets import ScoreSheet, blank_page, game_of, round_sheets_page, sheets_page
from scorer.tournaments.paper.seating_and_clock import seating_page
from tests.paper_pages import Element, read
from tests.tournaments.printing import CHIAMATA, by_number, drawn, last, names, opened, played, score_sheets, seating

FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
SIX = (*FIVE, "Fabio")


def one(sheet: ScoreSheet) -> Element:
    return read(sheets_page("a sheet", sheet.filled()))


def dealers(sheet: Element) -> list[str]:
    return sheet.texts("td.dealer")


def crossed(sheet: Element, box: str = "units") -> list[list[int]]:
    """The seats whose box is crossed out, by deal."""
    rows = [row.all(f"td.{box}") for row in sheet.all("tbody")[0].all("tr")]
    return [[seat for seat, box in enumerate(row, 1) if "rests" in box.classes] for row in rows]


def test_there_is_a_sheet_for_each_table_with_its_players(book: Book) -> None:
    tournament = drawn(book, opened(book, "ten-deals", names(27)))
    sheets = read(score_sheets(tournament)).all("section")
    assert [sheet.texts("h1") for sheet in sheets] == [[f"Round 1, table {at}"] for at in (1, 2, 3, 4, 5)]
    for sheet, table in zip(sheets, last(tournament).tables, strict=True):
        heads = [head.texts("bdi")[0] for head in sheet.all("th.player")]
        assert heads == [tournament.name_of(number) for number in table.seats]


def test_ten_deals_at_a_five_and_twelve_at_a_six(book: Book) -> None:
    tournament = drawn(book, opened(book, "ten-deals", names(11)))
    sheets = read(score_sheets(tournament)).all("section")
    rows = {len(sheet.all("th.player")): len(sheet.rows()) for sheet in sheets}
    assert rows == {5: 10, 6: 12}


def test_a_round_by_the_clock_has_room_for_three_turns_of_the_deal(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(11)))
    sheets = read(score_sheets(tournament)).all("section")
    assert {len(sheet.all("th.player")): len(sheet.rows()) for sheet in sheets} == {5: 15, 6: 18}
    assert sheets[0].texts("p.below") == [
        "60 minutes; at the bell: finish the deal. As many deals as there is time for."
    ]


def test_a_marathon_has_as_many_sheets_as_its_day_and_the_members_of_the_teams(book: Book, press: Any) -> None:
    # 24 hours of 16 deals are 384, or 77 whole turns of five; four turns to a sheet are twenty sheets
    teams = [TypedEntry(f"Team {at}", (f"Ada {at}", f"Bea {at}", f"Ciro {at}")) for at in range(1, 6)]
    tournament = drawn(book, opened(book, "marathon", teams))
    (table,) = last(tournament).tables
    page = score_sheets(tournament)
    sheets = read(page).all("section")
    assert (len(sheets), press.sheets(page)) == (20, 20)
    assert [each.texts("p.below")[0].split(". ")[-1] for each in sheets[:2]] == ["Sheet 1 of 20.", "Sheet 2 of 20."]
    assert sheets[0].texts("p.below")[0].startswith("24 hours; at the bell: finish the deal. As many deals")
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
    sheets = read(score_sheets(tournament)).all("section")
    for sheet, table in zip(sheets, last(tournament).tables, strict=True):
        first = {number: tournament.name_of(number).split()[0] for number in table.seats}
        against = {one: f"with {first[two]}" for pair in table.duels for one, two in (pair, pair[::-1])}
        (row,) = sheet.all("tr.duel")
        assert row.texts("td") == [against.get(number, "against all") for number in table.seats]
        assert ("against all 3 as first, 1 as second or third" in row.text) == bool(table.odd)


def test_where_a_deal_may_count_double_there_is_a_column_for_it(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(5)))
    scighera = VARIANTS.load("scighera")
    times = counting_words(scighera)
    assert times == "after a thrown-in hand the next deal counts double, after two in a row times 4"
    sheet = read(score_sheets(tournament, scighera))
    assert sheet.all("thead")[0].texts("th")[:7] == ["", "Dealer", "Caller", "Bid", "Partner", "Card points", "Times"]
    assert f"Times: {times}" in sheet.texts("tfoot")[0]
    assert counting_words(VARIANTS.load("chiamata")) == ""
    brisk = "after all passed, after a thrown-in hand and after an even deal the next deal counts double"
    assert counting_words(VARIANTS.load("brisk")).startswith(brisk)


def test_a_past_round_has_those_who_sat_in_it(book: Book) -> None:
    # Lia plays for Anna from the second round on; Anna sat in the first
    tournament = played(book, drawn(book, opened(book, "scighera", FIVE)), by_number(4, 1, 0, -1, -4))
    with book.writing() as transaction:
        tournament = tournaments.substitute(transaction, tournament, "Anna", "Lia").tournament
    tournament = drawn(book, tournament)
    for number, (who, other) in enumerate([("Anna", "Lia (for Anna)"), ("Lia (for Anna)", "Anna")]):
        announced = tournament.progress.rounds[number]
        for page in (
            round_sheets_page(tournament, announced, CHIAMATA, CHIAMATA.ending),
            seating_page(tournament, announced),
        ):
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
    page = read(score_sheets(tournament))
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


def blank(name: str, size: int) -> Element:
    return read(blank_page(size, VARIANTS.load(name)))


def heads(sheet: Element) -> tuple[list[str], list[str]]:
    """The titles of a sheet: those of a deal with who plays, and those below them."""
    first, second = sheet.all("thead")[0].all("tr")
    return [each.text.strip() for each in first.all("th")], second.texts("th")


OF_COUNTS = ["card points", "units", "running"]
GAMES = [  # the heads of a deal with who plays, those of each of these, what is played to, and the boxes to tick off
    ("brisca", 4, ["", "Dealer", "1  3", "2  4"], OF_COUNTS, "Brisca. Played to 3 deals won.", [3, 3]),
    ("briscola", 3, ["", "Dealer", "1", "2", "3"], OF_COUNTS, "Briscola. Played to 3 deals won.", [3, 3, 3]),
    ("cinquecento-pairs", 4, ["", "Dealer", "1  3", "2  4"], ["count", "bonuses", "added up", "units", "running"],
     "Cinquecento in pairs. Played to 500 card points.", []),
    ("rematada", 3, ["", "Dealer", "Caller", "Bid", "Count", "Bonuses", "1", "2", "3"], ["units", "running"],
     "Brisca rematada. Played to 3 deals won.", [3, 3, 3]),  # a declarer has no partner
    ("gingo", 5, ["", "Dealer", "Caller", "Bid", "Partner", "Card points", "1", "2", "3", "4", "5"],
     ["on paper", "added up"], "Gingo. As many deals as there is time for.", [0] * 5),
]  # fmt: skip


@pytest.mark.parametrize(("name", "size", "of_a_deal", "of_each", "below", "boxes"), GAMES)
def test_a_sheet_has_the_columns_of_its_game(
    name: str, size: int, of_a_deal: list[str], of_each: list[str], below: str, boxes: list[int]
) -> None:
    sheet = blank(name, size)
    sides = sum(head[:1].isdecimal() for head in of_a_deal)
    assert heads(sheet) == (of_a_deal, of_each * sides)
    assert sheet.texts("p.below") == [below]
    assert [len(cell.all("span.box")) for row in sheet.all("tr.tally") for cell in row.all("td")] == boxes


def test_won_deals_of_two_sides_take_two_turns_of_four() -> None:
    # to 3 deals won two sides need 5 deals at most, and with two even ones 7
    sheet = blank("brisca", 4)
    assert len(sheet.all("table")[0].rows()) == 8
    assert sheet.all("tr.tally")[0].texts("th") == ["Deals won"]


def test_many_deals_won_are_written_as_a_number_on_as_many_sheets_as_they_take() -> None:
    # 30 deals won by two sides take 59 deals at most, 61 with two even ones: 64 rows in whole turns of four
    game = game_of(VARIANTS.load("brisca"), read_ending("won:30"))
    sheets = ScoreSheet(("Anna", "Bruno", "Carla", "Dario"), counts=(4,), game=game).filled()
    assert sum(sheet.rows for sheet in sheets) >= 64
    assert all(sheet.row_height >= 5 for sheet in sheets)
    page = read(sheets_page("a sheet", sheets))
    assert page.all("tr.tally")[0].texts("th") == ["Deals won"]
    assert page.all("tr.tally")[0].all("span.box") == []


def test_the_sheet_of_two_pairs_has_their_names_above_what_they_share(book: Book) -> None:
    pairs = [TypedEntry("", ("Anna", "Carla")), TypedEntry("", ("Bruno", "Dario"))]
    page = score_sheets(drawn(book, opened(book, "brisca-pairs", pairs)), VARIANTS.load("brisca"))
    # which pair sits at 1 and 3 is drawn
    above = {tuple(name.text for name in head.all("bdi")) for head in read(page).all("th.player")}
    assert above == {("Anna", "Carla"), ("Bruno", "Dario")}


def test_teams_of_three_are_told_all_their_seats(book: Book, tmp_path: Path) -> None:
    text = (files("scorer.tournaments") / "formats" / "brisca-pairs.toml").read_text(encoding="utf-8")
    for before, after in (('"brisca"', '"brisca-threes"'), ("[4]", "[6]"), ("team_size = 2", "team_size = 3")):
        text = text.replace(before, after)
    (tmp_path / "threes.toml").write_text(text, encoding="utf-8")
    threes = [TypedEntry("", ("Anna", "Carla", "Elena")), TypedEntry("", ("Bruno", "Dario", "Fabio"))]
    tournament = drawn(book, opened(book, str(tmp_path / "threes.toml"), threes))
    seats = [seat.text for seat in seating(tournament).all("i")]
    assert seats[:2] == ["1, 3, 5", "2, 4, 6"]


def test_what_a_count_has_in_it_and_how_units_follow_from_what_is_written_is_told() -> None:
    assert blank("cinquecento-pairs", 4).all("div.game")[0].texts("span") == [
        "The count is card points and bonuses: trump pair 40, pair 20.", "Units are those of each player of a side.",
    ]  # fmt: skip
    sheet = blank("gingo", 5)
    assert [row.texts("th")[0].strip() for row in sheet.all("tfoot")[0].all("tr")] == ["Totals", "Units"]
    assert sheet.texts("p.proof") == [" The units sum to zero"]
    assert sheet.all("div.game")[0].texts("span")[1] == (
        "Units are the total times the number of players, less the sum of all totals."
    )


def test_with_one_too_many_the_partners_change_with_who_rests() -> None:
    # the dealer rests; of the others the first and third play against the second and fourth
    rows = [[cell.text for cell in row.all("td.count")] for row in blank("brisca", 5).all("tbody")[0].all("tr")]
    assert rows[:5] == [
        ["", "A", "B", "A", "B"],
        ["A", "", "B", "A", "B"],
        ["A", "B", "", "A", "B"],
        ["A", "B", "A", "", "B"],
        ["A", "B", "A", "B", ""],
    ]
    assert blank("brisca", 5).texts("p.below")[0].endswith("the dealer rests, A plays against B.")
    assert crossed(blank("brisca", 5), "count")[:2] == [[1], [2]]


def test_trumps_by_turns_and_the_cards_of_a_region_are_printed() -> None:
    mapping = {
        "title": "Four suits", "source": "a house rule", "trumps": "coins cups swords clubs",
        "card_points": {"A": 11, "7": 10, "K": 4, "Q": 3, "J": 2},
        "sides": {"made_by": "alternate seats", "players": [4]}, "win": {"by": "most"}, "end": {"until": "deals:6"},
    }  # fmt: skip
    sheet = read(blank_page(4, parse_variant("four-suits", mapping)))
    assert sheet.texts("td.trumps") == ["coins", "cups", "swords", "clubs", "coins", "cups"]
    ranks, values = sheet.all("div.game")[0].all("tr")
    assert ranks.texts("th") == ["Cards", "A", "3", "K", "Q", "J", "7", "6", "5", "4", "2"]
    assert values.texts("td") == ["11", "0", "4", "3", "2", "10", "0", "0", "0", "0"]


def test_the_cards_are_those_of_the_pack() -> None:
    ranks, values = blank("brisca-threes", 6).all("div.game")[0].all("tr")
    assert " ".join(ranks.texts("th")) == "Cards A 3 K Q J 9 8 7 6 5 4 2"
    assert " ".join(values.texts("td")) == "11 10 4 3 2 0 0 0 0 0 0 0"


def test_a_sheet_with_a_called_partner_is_the_same_for_its_variant() -> None:
    # named, it is printed for who plays it; without a name, for whatever is played with a called partner
    assert game_of(CHIAMATA, read_ending("won:3")).title == ""
    named = blank_page(5, CHIAMATA)
    assert named.replace(": Briscola Chiamata</title>", "</title>") == blank_page(5)


def test_no_sheet_is_printed_for_a_number_that_does_not_play() -> None:
    with pytest.raises(RefusedError, match="a score sheet for 3: Brisca is played by 4, and one more can rest"):
        blank("brisca", 3)

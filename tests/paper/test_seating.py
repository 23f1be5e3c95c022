"""The seating of a round on paper: everybody stands where they sit."""

from scorer.paper.rounds import seating_page
from scorer.scorebook import Book
from scorer.scorebook import tournament as tournaments
from tests.paper_pages import DAY, Element, drawn, names, opened, read


def seated(card: Element) -> list[str]:
    """The names of a table on the sheet, without those of its duels."""
    return card.all("ol")[0].texts("bdi")


def test_a_sheet_shows_every_table_in_playing_order(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(11)))
    assert tournament.last_round
    cards = read(seating_page(tournament, tournament.last_round)).all("div.table")
    assert [card.all("h2")[0].text for card in cards] == ["Table 1", "Table 2the dealer rests"]
    for card, table in zip(cards, tournament.last_round.tables, strict=True):
        assert seated(card) == [tournament.name_of(number) for number in table.seats]


def test_the_first_of_each_table_deals_first(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(10)))
    assert tournament.last_round
    for card in read(seating_page(tournament, tournament.last_round)).all("div.table"):
        assert ["deals first" in seat.text for seat in card.all("li")] == [True, False, False, False, False]


def test_who_rests_is_named_on_both_sheets(book: Book) -> None:
    # seven players: one table of five or six, and the others rest
    tournament = drawn(book, opened(book, "scighera", names(7)))
    assert tournament.last_round
    assert tournament.last_round.resting
    page = read(seating_page(tournament, tournament.last_round))
    resting = {tournament.name_of(number) for number in tournament.last_round.resting}
    assert set(page.all("p.resting")[0].texts("bdi")) == resting
    listed = {line.texts("bdi")[0] for line in page.all("ol.names")[0].all("li") if line.text.endswith("rests")}
    assert listed == resting


def test_duels_are_named_and_the_odd_one_is_against_all(book: Book) -> None:
    tournament = drawn(book, opened(book, "duels", names(5)))
    assert tournament.last_round
    (table,) = tournament.last_round.tables
    paired = {number for pair in table.duels for number in pair}
    (odd,) = set(table.seats) - paired
    pairs = [" \N{EN DASH} ".join(map(tournament.name_of, pair)) for pair in table.duels]
    page = read(seating_page(tournament, tournament.last_round))
    assert page.all("ul.duels")[0].texts("li") == [*pairs, f"{tournament.name_of(odd)} against all"]


def test_a_team_stands_with_its_members_whose_names_are_text(book: Book) -> None:
    with book.writing(make=True) as session:
        new = tournaments.NewTournament(name="Coppa", format="marathon", on=DAY, seed=41)
        teams = [tournaments.Entry(f"Team {at}", (f"<b>A{at}", f"B{at}", f"C{at}")) for at in range(1, 6)]
        tournament = tournaments.enter(session, tournaments.open_tournament(session, new), teams).tournament
    tournament = drawn(book, tournament)
    assert tournament.last_round
    (card,) = read(seating_page(tournament, tournament.last_round)).all("div.table")
    assert sorted(card.texts("span.members")) == [f"<b>A{at}, B{at} and C{at}" for at in range(1, 6)]


def test_the_list_by_name_says_table_and_seat(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(50)))
    assert tournament.last_round
    lines = read(seating_page(tournament, tournament.last_round)).all("ol.names")[0].all("li")
    found = {line.texts("bdi")[0]: line.texts("b")[0] for line in lines}
    assert len(lines) == len(found) == 50
    for table in tournament.last_round.tables:
        for seat, number in enumerate(table.seats, 1):
            assert found[tournament.name_of(number)] == f"Table {table.number} seat {seat}"


def test_the_list_is_in_order_whatever_the_case_and_the_accents(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", ["Zoe", "Élia", "bruno", "Ernesto", "Anna"]))
    assert tournament.last_round
    page = read(seating_page(tournament, tournament.last_round))
    assert page.all("ol.names")[0].texts("bdi") == ["Anna", "bruno", "Élia", "Ernesto", "Zoe"]


def test_a_hundred_names_stand_on_two_sheets_of_fifty(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(100)))
    assert tournament.last_round
    sheets = read(seating_page(tournament, tournament.last_round)).all("section")[1:]
    assert [len(sheet.all("ol.names")[0].all("li")) for sheet in sheets] == [50, 50]
    assert [sheet.texts("p.below")[0] for sheet in sheets] == ["Qualification, A to M", "Qualification, N to Z"]


def test_fifty_one_names_are_shared_out_evenly(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(51)))
    assert tournament.last_round
    sheets = read(seating_page(tournament, tournament.last_round)).all("section")[1:]
    assert [len(sheet.all("ol.names")[0].all("li")) for sheet in sheets] == [26, 25]


def test_a_substitute_stands_under_their_own_name(book: Book) -> None:
    tournament = opened(book, "scighera", names(5))
    with book.writing() as session:
        tournament = tournaments.substitute(session, tournament, "Anna", "Lia").tournament
    tournament = drawn(book, tournament)
    assert tournament.last_round
    page = read(seating_page(tournament, tournament.last_round))
    assert "Lia (for Anna Rossi)" in page.all("ol.names")[0].texts("bdi")


def test_the_seed_stands_on_the_sheet(book: Book) -> None:
    tournament = drawn(book, opened(book, "scighera", names(10)))
    assert tournament.last_round
    foot = read(seating_page(tournament, tournament.last_round)).texts("footer")
    assert foot == [
        f"Seated by lot, with as few meetings of the same two as can be; seed {tournament.last_round.seed}."
    ]

"""The podium on the wall."""

from scorer.scorebook import Book
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.paper.standing_pages import podium_page
from tests.paper_pages import Element, read
from tests.tournaments.printing import by_number, drawn, names, opened, played, through_to_the_final

FIVE = ["Anna", "Bruno", "Carla", "Dario", "Elena"]


def steps(page: Element) -> dict[str, list[str]]:
    """Who stands on which step."""
    return {step.texts("div.stand")[0]: step.texts("bdi") for step in page.all("li.step")}


def test_the_first_three_are_on_the_steps_and_the_others_below(book: Book) -> None:
    tournament = played(book, drawn(book, opened(book, "ten-deals", FIVE)), by_number(4, 1, 0, -1, -4))
    page = read(podium_page(tournament))
    assert page.texts("p.below") == ["As it stands: the tournament goes on"]
    assert steps(page) == {"1": ["Anna"], "2": ["Bruno"], "3": ["Carla"]}
    assert [each.text for each in page.all("ol.others")[0].all("li")] == [
        "4Dario\N{MINUS SIGN}1 unit", "5Elena\N{MINUS SIGN}4 units",
    ]  # fmt: skip


def test_who_shares_a_place_shares_the_step(book: Book) -> None:
    tournament = drawn(book, opened(book, "ten-deals", FIVE))
    tournament = played(book, tournament, by_number(2, 2, 0, -2, -2), by_number(5, 5, 5, 5, 5))
    assert steps(read(podium_page(tournament))) == {"1": ["Anna", "Bruno"], "3": ["Carla"]}


def test_more_than_four_on_a_step_are_counted(book: Book) -> None:
    tournament = drawn(book, opened(book, "ten-deals", names(10)))
    tournament = played(book, tournament, by_number(*[0] * 5), by_number(*[5] * 5))
    page = read(podium_page(tournament))
    assert list(steps(page)) == ["1"]
    assert page.texts("span.who")[-1] == "and 6 more"


def test_before_anything_is_played_nobody_stands_there(book: Book) -> None:
    tournament = drawn(book, opened(book, "ten-deals", FIVE))
    page = read(podium_page(tournament))
    assert (steps(page), page.texts("p.none")) == ({}, ["Nothing is played yet"])


def test_the_play_off_that_decided_a_step_is_named(book: Book) -> None:
    # in the final the first two have +5 and three deals won each; only a play-off takes them apart
    tournament = played(book, drawn(book, opened(book, "scighera", FIVE)), by_number(4, 1, 0, -1, -4))
    tournament = through_to_the_final(book, played(book, drawn(book, tournament), by_number(4, 1, 0, -1, -4)))
    tournament = played(book, drawn(book, tournament), by_number(5, 5, 0, -4, -6), by_number(3, 3, 2, 2, 2))
    page = read(podium_page(tournament))
    assert (steps(page)["1"], page.texts("p.decided")) == (
        ["Anna", "Bruno"], ["Anna and Bruno have to play off for place 1"],
    )  # fmt: skip
    with book.writing() as transaction:
        tournament = tournaments.play_off(transaction, tournament, ["Bruno", "Anna"]).tournament
    page = read(podium_page(tournament))
    assert steps(page) == {"1": ["Bruno"], "2": ["Anna"], "3": ["Carla"]}
    assert page.texts("p.decided") == ["Bruno before Anna by the play-off"]


def test_a_tie_break_that_decided_a_step_is_named(book: Book) -> None:
    tournament = drawn(book, opened(book, "ten-deals", FIVE))
    tournament = played(book, tournament, by_number(3, 3, 0, -3, -3), by_number(6, 7, 5, 4, 4))
    assert read(podium_page(tournament)).texts("p.decided") == ["Bruno before Anna by deals won"]


def test_below_the_steps_of_a_final_are_its_other_players(book: Book) -> None:
    tournament = opened(book, "scighera", names(10))
    for _ in range(2):
        tournament = played(book, drawn(book, tournament), by_number(4, 1, 0, -1, -4))
    tournament = played(book, drawn(book, through_to_the_final(book, tournament)), by_number(7, 2, 0, -3, -6))
    page = read(podium_page(tournament))
    assert sum(map(len, steps(page).values())) == 3
    finalists = {tournament.name_of(number) for number in tournament.progress.cuts[0].through}
    assert {*page.all("ol.steps")[0].texts("bdi"), *page.all("ol.others")[0].texts("bdi")} == finalists


def test_no_place_is_set_smaller_than_one_that_comes_after_it(book: Book) -> None:
    long = "Dario Alessandro Montefeltro"  # of 28 letters, and the fourth
    tournament = drawn(book, opened(book, "ten-deals", ["Anna", "Bruno", "Carla", long, "Elena"]))
    page = read(podium_page(played(book, tournament, by_number(4, 1, 0, -1, -4))))
    below = [item.all("bdi")[0].classes for item in page.all("ol.others")[0].all("li")]
    assert below == [["longest"], ["longest"]]
    assert [step.all("bdi")[0].classes for step in page.all("li.step")] == [[], [], []]


def test_in_italian_the_steps_of_the_podium_stood_in_no_order_and_of_one_height(book: Book, italian: None) -> None:
    # the style sheet goes by the classes of the steps, which were translated: "step primo"
    tournament = played(book, drawn(book, opened(book, "ten-deals", FIVE)), by_number(4, 1, 0, -1, -4))
    classes = [step.classes for step in read(podium_page(tournament)).all("li.step")]
    assert classes == [["step", "step1"], ["step", "step2"], ["step", "step3"]]

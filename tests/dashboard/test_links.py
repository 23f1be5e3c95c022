"""Links to pages: where there is no such page, as without the wing that has it, their words stand there alone."""

from streamlit.testing.v1 import AppTest

from dashboard.address import links
from dashboard.look.markup import leading, marked
from tests.looking import written


def test_words_for_a_page_that_is_not_there_lead_nowhere() -> None:
    assert marked("Torneo", links.address("nowhere", {"tournament": "Torneo"})) == "Torneo"
    assert leading(marked("Torneo", "/players")) == "<a class='leads' href='/players'><bdi>Torneo</bdi></a>"
    assert links.to("nowhere", player="Anna") == ""
    assert links.to("players", player="Anna") == "players?player=Anna"


def test_a_link_of_its_own_to_a_page_that_is_not_there_is_its_words() -> None:
    def page() -> None:
        from dashboard.address import links

        links.link("Tables & standings", "nowhere", {})

    app = AppTest.from_function(page).run()
    assert [one.message for one in app.exception] == []
    assert "Tables & standings" in written(app)

"""Tables of ours: sorted by links that stand in the address, names that lead to their pages, a head for every cell."""

import re

import pytest

from tests.looking import leading, look, rows, written

SEASON = {"league": "Circolo del Gelso", "variant": "chiamata"}


def players(**address: str) -> list[str]:
    """The players of the standings, from above."""
    return [row["player"] for row in rows(look("standings", **SEASON, **address))]


@pytest.mark.usefixtures("sample")
def test_a_head_sorts_the_table_by_its_column_and_again_the_other_way() -> None:
    # called: Furio 44 %, Elvira 23 %, Adele 21.1 %, Berto 20.9 % ... Cesira 5 %
    by_calls = players(sort="-call_rate")
    assert (by_calls[:4], by_calls[-1]) == (["Furio", "Elvira", "Adele", "Berto"], "Cesira")
    assert (players(sort="call_rate")[0], players(sort="call_rate")[-1]) == ("Cesira", "Furio")
    assert players(sort="player") == sorted(by_calls)
    assert players(sort="nonsense") == players()
    app = look("standings", **SEASON, sort="-call_rate")
    heads = re.findall(r"<th [^>]*aria-sort='(\w+)'[^>]*>\s*<a[^>]*href='([^']*)'", written_with_links(app))
    assert [(way, address.rpartition("sort=")[2]) for way, address in heads] == [("descending", "call_rate")]


def written_with_links(app: object) -> str:
    """All HTML of ours as it is."""
    return "\n".join(one.proto.body for one in app.get("html"))  # type: ignore[attr-defined]


@pytest.mark.usefixtures("sample")
def test_a_name_in_a_table_is_a_link_to_its_player_with_what_is_chosen() -> None:
    links = dict(leading(look("standings", **SEASON)))
    assert links["Furio"] == "/players?league=Circolo%20del%20Gelso&variant=chiamata&player=Furio"
    assert links["units"] == "/standings?league=Circolo%20del%20Gelso&variant=chiamata&sort=-units"


@pytest.mark.usefixtures("sample")
def test_how_sure_adds_errors_intervals_and_possible_places_and_nothing_of_it_stands_there_before() -> None:
    app, sure = look("standings", **SEASON), look("standings", **SEASON, sure="1")
    first, surely = rows(app)[0], rows(sure)[0]
    assert (first["per deal"], first["called %"], first["made %"]) == ("+0.28", "21 %", "75 % of 28")
    assert (surely["per deal"], surely["called %"]) == ("+0.28 \N{PLUS-MINUS SIGN}0.18", "21 % (15 to 29)")
    assert "\N{PLUS-MINUS SIGN}" not in written(app)
    assert "Adele leads with +49, 24 ahead of Duilio." in written(app)
    assert "Nobody can be told apart yet: this may be luck." in written(app)


@pytest.mark.usefixtures("table")
def test_a_cell_says_what_it_is_to_who_does_not_see_it() -> None:
    html = written_with_links(look("standings"))
    assert html.count("<th scope='col'") == len(rows(look("standings"))[0])
    assert re.search(r"<span class='bars' role='img' aria-label='[+\N{MINUS SIGN}]\d", html)

"""The page of a ranking: what it shows is what the command says."""

from collections.abc import Callable

import pytest

from tests.looking import buttons_of, look, seen, written
from tests.page_figures import SURE, Figures, hold_against_command, hold_that_chance_is_asked_for

Ok = Callable[..., str]
FIGURES: dict[str, Figures] = {
    "the ranking": Figures(
        "ranking", SURE | {"on": "2026-12-31"}, "", 0, "ranking --on 2026-12-31", "place player ranking_points events",
        (),
    ),
}  # fmt: skip


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("held", FIGURES.values(), ids=FIGURES)
def test_a_page_shows_the_figures_of_its_command(ok: Ok, held: Figures) -> None:
    hold_against_command(ok, held)


@pytest.mark.usefixtures("sample")
def test_who_leads_a_ranking_is_a_sentence_and_an_unknown_one_is_said() -> None:
    none = seen("ranking", on="2026-12-31", ranking="season-sum")
    assert "no tournament and no season that this ranking counts" in written(none)
    # 25.75 and 19.875: the table has 19.88
    assert "Adele leads with 25.75 ranking points, 5.87 ahead of Duilio." in written(seen("ranking", on="2026-12-31"))
    assert "No ranking 'nix'; showing Best six" in written(seen("ranking", ranking="nix"))


@pytest.mark.usefixtures("sample")
def test_who_does_not_ask_how_sure_it_is_reads_of_no_chance_and_no_error() -> None:
    hold_that_chance_is_asked_for("ranking", "chance", {})


@pytest.mark.usefixtures("sample")
def test_what_is_shown_can_be_had_as_csv() -> None:
    assert buttons_of("ranking") == ["ranking.csv"]


@pytest.mark.usefixtures("sample")
def test_a_ranking_says_its_lead_once_however_sure_it_has_to_be() -> None:
    assert written(look("ranking", on="2026-07-01", sure="1")).count("leads with") == 1

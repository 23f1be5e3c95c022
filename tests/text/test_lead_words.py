"""Who leads and by how much: one sentence for all that can be led."""

import pytest

from scorer.text.lead_words import Lead, lead_of
from scorer.text.numbers import Counting

FOUR = ("Anna", "Bruno", "Carla", "Dario")


def lead(units: tuple[int, ...]) -> Lead:
    has = dict(zip(FOUR, units, strict=False))
    return lead_of(has, has, Counting().total, Counting().size)


@pytest.mark.parametrize(
    ("units", "now", "over"),
    [
        ((3, -1, 1, -3), "Anna leads with +3, 2 ahead of Carla.", "Anna won with +3, 2 ahead of Carla."),
        ((3, -2, -2, 1), "Anna leads with +3, 2 ahead of Dario.", "Anna won with +3, 2 ahead of Dario."),
        ((3, -1, -1, -1), "Anna leads with +3, 4 ahead of Bruno, Carla and Dario.", None),
        (
            (6, -3, -3),
            "Anna leads with +6, 9 ahead of Bruno and Carla.",
            "Anna won with +6, 9 ahead of Bruno and Carla.",
        ),
        ((2, 2, -4), "Anna and Bruno share the lead with +2.", "Anna and Bruno ended level with +2."),
        ((0, 0), "Nobody is ahead.", "Everybody ended level."),
        ((4,), "", ""),
        ((), "", ""),
    ],
)
def test_who_leads_is_ahead_of_who_comes_next_by_the_difference(
    units: tuple[int, ...], now: str, over: str | None
) -> None:
    assert lead(units).words() == now
    assert over is None or lead(units)._replace(is_over=True).words() == over


def test_a_side_leads_together_and_where_something_else_decides_it_is_before_the_others() -> None:
    # the order is that of a slam, of which the units say nothing
    order, units = {"Anna": 1, "Bruno": 1, "Carla": 0}, {"Anna": 2, "Bruno": 2, "Carla": 5}
    by_slam = lead_of(order, units, Counting().total, Counting().size)._replace(one_side=True)
    assert by_slam.words() == "Anna and Bruno lead with +2, before Carla."
    assert by_slam._replace(is_over=True).words("+".join) == "Anna+Bruno won with +2, before Carla."


def test_a_lead_that_may_be_luck_has_a_caveat_and_no_lead_has_none() -> None:
    assert [
        lead(units)._replace(may_be_luck=luck).caveat
        for units, luck in (((1, -1), True), ((1, -1), False), ((0, 0), True))
    ] == ["This may be luck.", "", ""]

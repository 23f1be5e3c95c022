"""Places of the standings beside the true ones of leagues whose skill is known."""

from scorer.stats.standings import standings
from tests.known_skill import league


def test_where_skill_differs_much_places_are_told_and_hold_the_true_ones() -> None:
    held = []
    for seed in range(6):
        drawn = league(seed, 8, 3000, 0.5)
        table = standings(drawn.frames, order="per-deal").set_index("player")
        place = drawn.truth.rank(ascending=False)[table.index]
        held.append(bool(((table["place_first"] <= place) & (place <= table["place_last"])).all()))
        assert table["place_first"].max() > 1
    assert sum(held) >= 5

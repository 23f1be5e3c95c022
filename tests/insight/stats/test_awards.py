"""The awards of a season: of the evening worked by hand, and of small matches."""

from collections.abc import Callable
from math import comb
from typing import Final

import numpy as np
import pytest

from scorer.frames import Frames
from scorer.insight.awards import MOSTLY_CHANCE, award_words, awards
from scorer.insight.rating import rating
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.text.numbers import Counting

AWARDS: Final = described("awards")
Read = Callable[..., Frames]
Play = Callable[..., Frames]


@pytest.mark.usefixtures("the_evening")
def test_the_awards_of_an_evening(read: Read) -> None:
    # Anna and Bruno called 3 of their 8 deals; all together 10 of 50. Of nine contracts decided six were made, by Bruno
    # three of three: drawn towards that of all, as `tests/stats/test_intervals.py` has it.
    frames = read()
    table = awards(frames, min_deals=1)
    best = rating(frames).set_index("player")
    plain = plain_rows(table)
    rows = {row["award"]: row for row in reversed(plain)}
    assert [row["award"] for row in plain] == ["caller", "partner", "defender", "bold", "bold", "careful"]
    for role in ("caller", "partner", "defender"):
        assert rows[role]["figure"] == pytest.approx(best[role].max())
        assert best[role][rows[role]["player"]] == pytest.approx(best[role].max())
    assert (rows["bold"]["player"], rows["bold"]["figure"], rows["bold"]["everybody"]) == ("Anna", 0.375, 0.2)
    careful = rows["careful"]
    assert (careful["player"], careful["deals"]) == ("Bruno", 3)
    assert (careful["figure"], careful["everybody"]) == pytest.approx((0.7173, 6 / 9), abs=1e-4)
    said = AWARDS.verdict(plain).whole
    assert (
        f"Anna and Bruno are level as the boldest. Bruno is the most careful. {MOSTLY_CHANCE} If all were equal" in said
    )
    assert said.endswith(" Making 72 % of the contracts, as the most careful did, may well be chance.")
    assert (
        " of the deals. Calling in 38 % of the deals, as the boldest did, may well be chance. If all were equal" in said
    )
    assert said.startswith(f"{rows['caller']['player']} is the caller. {rows['partner']['player']} is the partner. ")
    assert awards(frames, min_deals=10).empty  # nobody has ten deals of anything
    assert AWARDS["figure"].written(rows["bold"], Counting()) == "38 %"


def test_the_bold_stand_beside_what_chance_makes_of_equals(play: Play) -> None:
    # twelve deals of five, all called by Zeno. Of equals each would call one of five: the most of any is at most k
    # calls where all five are. Nobody else calls, so the contracts are all Zeno's: nothing tells them from those of all
    five = "Anna,Bruno,Carla,Dario,Zeno"
    frames = play(f"start Friday --players {five} --variant chiamata", *["deal zeno K anna 61"] * 12)
    bold = next(row for row in plain_rows(awards(frames)) if row["award"] == "bold")
    at_most = np.cumsum([comb(12, k) * 0.2**k * 0.8 ** (12 - k) for k in range(12)])
    assert bold["first_by_chance"] == pytest.approx((1 - at_most**5).sum() / 12, abs=0.01)
    assert bold["significant"]
    assert "Calling in 100 % of the deals, as the boldest did, is hardly chance." in AWARDS.verdict([bold]).whole


def test_awards_by_rating_say_what_they_would_be_of_equals() -> None:
    # the deals tell a difference: still one of four is always first; of roles with 3 and 4 players one of so many
    side = {"award": "side", "player": "Anna", "figure": 0.21, "everybody": 0.0, "deals": 12, "first_by_chance": None,
            "significant": True, "players": 4, "predictive": True}  # fmt: skip
    assert AWARDS.verdict([side]).whole == (
        "Anna is the best where nobody calls. Of 4 equals each would have the highest rating with 1 in 4."
    )
    assert award_words(side).endswith("above average; of 4 equals each would be first with 1 in 4")
    caller, partner = ({**side, "award": award, "players": count} for award, count in (("caller", 3), ("partner", 4)))
    assert AWARDS.verdict([caller, partner]).whole.endswith(
        "Of 3 to 4 equals each would have the highest rating with 1 in 3 to 1 in 4."
    )
    assert AWARDS.verdict([{**side, "significant": False}]).whole.endswith(MOSTLY_CHANCE)
    alone = {**side, "players": 1}
    assert AWARDS.verdict([alone]).whole == "Anna is the best where nobody calls."
    assert award_words(alone).endswith("; nobody else has so many deals of it")

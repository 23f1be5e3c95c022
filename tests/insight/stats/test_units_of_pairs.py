"""What callers and partners get together, beside sums worked by hand."""

from typing import Any

from scorer.insight.units_of_pairs import units_together
from scorer.text.numbers import Counting


def test_units_vary_by_what_one_deal_brings() -> None:
    # two pairs of two deals: 3 and 5, -4 and -4. The mean is 0, the squares 9 + 25 + 16 + 16 = 66, by three freedoms
    rows: list[dict[str, Any]] = [{"deals": 2, "units": 8, "error": 1.0}, {"deals": 2, "units": -8, "error": None}]
    # the root of 66 / 3 is 4.69, of ten deals 14.83
    assert units_together(rows, Counting()) == (
        "Chance alone commonly moves what two get in a deal by 4.7, in ten deals by 14.8."
    )
    assert "in a deal by 0.05, in ten deals by 0.15" in units_together(rows, Counting("EUR"))
    # of ten deals each 6 and -6, about 0. What one brings deviates by 1.11; a sum of ten, which is half of all, by that
    # times the root of 10 x 1/2, and 1.96 of that is 4.9
    rows = [{"deals": 10, "units": units, "error": 0.3} for units in (6, -6)]
    assert units_together(rows, Counting()).endswith(
        "chance alone makes about 0.1 unusual (outside 95 of 100 cases in the column units); here 2 are."
    )
    assert units_together([{"deals": 1, "units": 3, "error": None}], Counting()) == ""
    assert units_together([{"deals": 3, "units": 0, "error": None}], Counting()) == ""  # all alike

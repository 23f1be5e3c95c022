"""Every figure of every statistic of one evening of ten deals, worked by hand. The rules of brisk: conftest.py.

    rests   caller       partner  bid    result        stake      Anna Bruno Carla Dario Elena Fabio
 1  Anna    Bruno        Carla    K      75 of 61      1            .    2     1    -1    -1    -1
 2  Bruno   Anna         Carla    2/71   70 of 71      2           -4    .    -2     2     2     2
 3  Carla   Dario        Elena    A      60 of 61      0, even      0    0     .     0     0     0
 4  Dario   Anna         Bruno    2/81   85 of 81      3, x2: 6    12    6    -6     .    -6    -6
 5  penalty of Carla, Elena rests                                   1    1    -4     1     .     1
 6  passed out, Elena dealt
 7  Fabio   Elena, solo           2      61 of 61      1, x2: 2    -2   -2    -2    -2     8     .
 8  Anna    Bruno        Dario    Q      made          1            .    2    -1     1    -1    -1
 9  Bruno   Fabio        Anna     2/91   failed        4           -4    .     4     4     4    -8
10  Carla   Elena        Fabio    2/100  120 of 100    4, slam: 8  -8   -8     .    -8    16     8
11  Dario   Anna, solo            K      50 of 61      1           -4    1     1     .     1     1
12  Elena   Bruno        Carla    2/71   71 of 71      2           -2    4     2    -2     .    -2
                                          everything              -11    6    -7    -5    23    -6
                                          without the penalty     -12    5    -3    -6    23    -7
                                          deals played              8    8     8     8     9     9
"""

from collections.abc import Callable
from math import sqrt

import pytest

from scorer.frames import Frames, measured
from scorer.stats.bids import contracts_made, half_within
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.standings import placed
from tests import core_stats as stats
from tests.figures import figures

pytestmark = pytest.mark.usefixtures("the_evening")
Read = Callable[..., Frames]
NONE = (None, None, None)
ERRORS = ["per_deal_error", "per_match_error"]
NO_SIDES = (0, 0, 0, *NONE)
# 95 % Wilson intervals, found by bisection of (share - p)² = 1.96² p (1 - p) / n: made of decided, low, high.
R = {
    (0, 1): (0.0, 0.0, 0.7935), (1, 1): (1.0, 0.2065, 1.0),
    (0, 2): (0.0, 0.0, 0.6576), (1, 2): (0.5, 0.0945, 0.9055), (2, 2): (1.0, 0.3424, 1.0),
    (0, 3): (0.0, 0.0, 0.5615), (1, 3): (0.3333, 0.0615, 0.7923), (2, 3): (0.6667, 0.2077, 0.9385),
    (3, 3): (1.0, 0.4385, 1.0), (1, 4): (0.25, 0.0456, 0.6994),
    (2, 5): (0.4, 0.1176, 0.7693),
    (1, 6): (0.1667, 0.0301, 0.5635), (2, 6): (0.3333, 0.0968, 0.7), (3, 6): (0.5, 0.1876, 0.8124),
    (1, 7): (0.1429, 0.0257, 0.5131), (3, 7): (0.4286, 0.1582, 0.7495), (5, 7): (0.7143, 0.3589, 0.9178),
    (0, 8): (0.0, 0.0, 0.3244), (1, 8): (0.125, 0.0224, 0.4709), (3, 8): (0.375, 0.1368, 0.6943),
    (4, 8): (0.5, 0.2152, 0.7848), (5, 8): (0.625, 0.3057, 0.8632),
    (1, 9): (0.1111, 0.0199, 0.435), (2, 9): (0.2222, 0.0632, 0.5474),
}  # fmt: skip


def test_the_deals(read: Read) -> None:
    columns = ("number", "dealer", "caller", "partner", "bid", "target", "card_points", "margin", "outcome")
    assert figures(read().deals, *columns, "solo", "slam", "times", "stake") == [
        (1, "Anna", "Bruno", "Carla", "K", 61, 75, 14, "made", False, False, 1, 1),
        (2, "Bruno", "Anna", "Carla", "2/71", 71, 70, -1, "failed", False, False, 1, 2),
        (3, "Carla", "Dario", "Elena", "A", 61, 60, -1, "even", False, False, 1, 0),
        (4, "Dario", "Anna", "Bruno", "2/81", 81, 85, 4, "made", False, False, 2, 6),
        (7, "Fabio", "Elena", None, "2", 61, 61, 0, "made", True, False, 2, 2),
        (8, "Anna", "Bruno", "Dario", "Q", 61, -1, 0, "made", False, False, 1, 1),
        (9, "Bruno", "Fabio", "Anna", "2/91", 91, -1, 0, "failed", False, False, 1, 4),
        (10, "Carla", "Elena", "Fabio", "2/100", 100, 120, 20, "made", False, True, 1, 8),
        (11, "Dario", "Anna", None, "K", 61, 50, -11, "failed", True, False, 1, 1),
        (12, "Elena", "Bruno", "Carla", "2/71", 71, 71, 0, "made", False, False, 1, 2),
    ]
    where = ("league", "match", "match_id", "on", "variant")
    assert set(figures(read().deals, *where)) == {("main", "Friday", 1, "2026-11-20", "brisk")}


def test_the_payouts_of_some_records(read: Read) -> None:
    payouts = read().payouts
    of = {number: payouts[payouts["number"] == number] for number in (3, 4, 5, 6, 11)}
    columns = ("player", "kind", "role", "outcome", "target", "times", "stake", "units", "won")
    assert figures(of[3], *columns)[3:] == [  # Carla rests
        ("Elena", "deal", "partner", "even", 61, 1, 0, 0, False),
        ("Fabio", "deal", "defender", "even", 61, 1, 0, 0, False),
    ]
    assert figures(of[4], *columns) == [
        ("Anna", "deal", "caller", "made", 81, 2, 6, 12, True),
        ("Bruno", "deal", "partner", "made", 81, 2, 6, 6, True),
        ("Carla", "deal", "defender", "made", 81, 2, 6, -6, False),
        ("Elena", "deal", "defender", "made", 81, 2, 6, -6, False),
        ("Fabio", "deal", "defender", "made", 81, 2, 6, -6, False),
    ]
    assert figures(of[5], *columns)[1:3] == [
        ("Bruno", "penalty", "penalty", None, 0, 1, 0, 1, False),
        ("Carla", "penalty", "penalty", None, 0, 1, 0, -4, False),
    ]
    assert figures(of[6]) == []
    assert figures(of[11], *columns)[:2] == [
        ("Anna", "deal", "solo", "failed", 61, 1, 1, -4, False),
        ("Bruno", "deal", "defender", "failed", 61, 1, 1, 1, True),
    ]
    assert len(payouts) == 10 * 5 + 5


def test_the_standings(read: Read) -> None:
    # called (Anna 2, 4, 11; Bruno 1, 8, 12; Dario 3; Elena 7, 10; Fabio 9), of deals played; made, failed;
    # solo (7, 11); the slam is deal 10: Elena and Fabio made it, Anna, Bruno, Dario suffered it
    expected = [
        # place, player, matches, deals, units, per deal, called, rate, made, failed, rate, solo, slams, penalties
        (1, "Elena", None, 1, 9, 23, 2.5556, 2, *R[2, 9], 2, 0, *R[2, 2], 1, 1, 0, 0, 0),
        (2, "Bruno", None, 1, 8, 6, 0.625, 3, *R[3, 8], 3, 0, *R[3, 3], 0, 0, 1, 0, 0),
        (3, "Dario", None, 1, 8, -5, -0.75, 1, *R[1, 8], 0, 0, *NONE, 0, 0, 1, 0, 0),
        (4, "Fabio", None, 1, 9, -6, -0.7778, 1, *R[1, 9], 0, 1, *R[0, 1], 0, 1, 0, 0, 0),
        (5, "Carla", None, 1, 8, -7, -0.375, 0, *R[0, 8], 0, 0, *NONE, 0, 0, 0, 0, 1),
        (6, "Anna", None, 1, 8, -11, -1.5, 3, *R[3, 8], 1, 2, *R[1, 3], 1, 0, 1, 0, 0),
    ]
    table = stats.standings(read())
    # a mean of matches only where nobody has a deal; the match is open; no deal without a caller; ten deals tell nobody
    # apart
    assert figures(table.drop(columns=ERRORS)) == [(*row, None, 0, 0, 0, *NO_SIDES, 1, 6, 0, 0) for row in expected]


def test_the_standings_by_units_per_deal(read: Read) -> None:
    # Carla's penalty does not count here: -3/8 is better than Dario's -6/8 and Fabio's -7/9
    table = stats.standings(read(), order="per-deal")
    assert figures(table, "place", "player") == [
        (1, "Elena"), (2, "Bruno"), (3, "Carla"), (4, "Dario"), (5, "Fabio"), (6, "Anna"),
    ]  # fmt: skip


def test_the_bids(read: Read) -> None:
    table = stats.bids(read())
    # called, share, made, failed, even, rate, margin made, margin failed, counted made, counted failed, caller's units;
    # their interval, found by bisection of (mean - m)² = 1.96² (a² - m²) / n where a² is the mean square
    assert figures(table.drop(columns="error")) == [
        ("A", 1, 0.1, 0, 0, 1, *NONE, None, None, 0, 0, 0.0, 0.0, 0.0),
        ("K", 2, 0.2, 1, 1, 0, *R[1, 2], 14.0, -11.0, 1, 1, -1.0, -2.8625, 2.1777),  # (2 - 4) / 2; a² = (4 + 16) / 2
        ("Q", 1, 0.1, 1, 0, 0, *R[1, 1], None, None, 0, 0, 2.0, -1.1738, 2.0),
        ("2", 1, 0.1, 1, 0, 0, *R[1, 1], 0.0, None, 1, 0, 8.0, -4.6952, 8.0),
        ("2/71", 2, 0.2, 1, 1, 0, *R[1, 2], 0.0, -1.0, 1, 1, 0.0, -3.2438, 3.2438),  # (-4 + 4) / 2
        ("2/81", 1, 0.1, 1, 0, 0, *R[1, 1], 4.0, None, 1, 0, 12.0, -7.0428, 12.0),
        ("2/91", 1, 0.1, 0, 1, 0, *R[0, 1], None, None, 0, 0, -8.0, -8.0, 4.6952),
        ("2/100", 1, 0.1, 1, 0, 0, *R[1, 1], 20.0, None, 1, 0, 16.0, -9.3904, 16.0),
    ]


def test_how_many_contracts_are_made_and_how_near_half_of_them_end(read: Read) -> None:
    made = contracts_made(plain_rows(stats.bids(read())))
    assert made == Verdict.plain("67 % of 9 contracts are made.")  # six of nine; nobody called a bid ten times
    # 14, 1, 1 (even), 4, 0, 20, 11 and 0 from the target: the middle of 1 and 4
    assert half_within(read()) == "Half of the contracts ended within 2 points of the target."


def test_of_fewer_than_ten_contracts_only_how_many_are_made_is_said() -> None:
    often, few, none = ({"made": made, "failed": failed} for made, failed in ((5, 5), (8, 0), (0, 8)))
    made = contracts_made([often, few, none])  # five of ten is the mean; eight of eight, and none, are not judged
    assert made.brief == "50 % of 26 contracts are made."
    assert made.background.startswith("Of 1 with 10 contracts or more chance alone makes")
    assert made.background.endswith("here none is.")
    assert contracts_made([{"made": 0, "failed": 0}]) == Verdict()


def off(*units: int) -> float:
    """The standard error of the mean of these units: the deviation of the sample by the root of how many they are."""
    mean = sum(units) / len(units)
    return round(sqrt(sum((one - mean) ** 2 for one in units) / (len(units) - 1) / len(units)), 4)


def test_the_errors_of_the_means(read: Read) -> None:
    frames = read()
    of_all = {
        "Anna": off(-4, 0, 12, -2, -4, -8, -4, -2),
        "Bruno": off(2, 0, 6, -2, 2, -8, 1, 4),
        "Carla": off(1, -2, -6, -2, -1, 4, 1, 2),
        "Dario": off(-1, 2, 0, -2, 1, 4, -8, -2),
        "Elena": off(-1, 2, 0, -6, 8, -1, 4, 16, 1),
        "Fabio": off(-1, 2, 0, -6, -1, -8, 8, 1, -2),
    }
    assert dict(figures(stats.standings(frames), "player", "per_deal_error")) == of_all
    assert dict(figures(stats.overview(frames), "player", "per_deal_error")) == of_all
    roles = stats.roles(frames)
    of_role = {(player, role): error for player, role, error in figures(roles, "player", "role", "error") if error}
    assert (
        of_role.items()
        >= {
            **{(player, "all"): error for player, error in of_all.items()},
            ("Anna", "caller"): off(-4, 12),
            ("Anna", "defender"): off(0, -2, -8, -2),
            ("Bruno", "caller"): off(2, 2, 4),
            ("Carla", "partner"): off(1, -2, 2),
            ("Fabio", "defender"): off(-1, 2, 0, -6, -1, 1, -2),
        }.items()
    )
    of_bids = {bid: error for bid, error in figures(stats.bids(frames), "bid", "error") if error}
    assert of_bids == {"K": off(2, -4), "2/71": off(-4, 4)}
    of_pairs = figures(stats.pairs(frames, min_deals=1), "caller", "partner", "error")
    assert of_pairs[0] == ("Bruno", "Carla", off(2 + 1, 4 + 2))


def test_annas_bids_beside_everybodys(read: Read) -> None:
    table = stats.compared(read(), "Anna")
    # called, share, made, failed, rate, and the same of everybody, as in the bands. Anna called 2/71 (failed), 2/81
    # (made), K (failed): a third each
    assert figures(table) == [
        ("A", 0, 0.0, 0, 0, *NONE, 1, 0.1, 0, 0, *NONE),
        ("K", 1, 0.3333, 0, 1, *R[0, 1], 2, 0.2, 1, 1, *R[1, 2]),
        ("Q", 0, 0.0, 0, 0, *NONE, 1, 0.1, 1, 0, *R[1, 1]),
        ("2", 0, 0.0, 0, 0, *NONE, 1, 0.1, 1, 0, *R[1, 1]),
        ("71-80", 1, 0.3333, 0, 1, *R[0, 1], 2, 0.2, 1, 1, *R[1, 2]),
        ("81-90", 1, 0.3333, 1, 0, *R[1, 1], 1, 0.1, 1, 0, *R[1, 1]),
        ("91-100", 0, 0.0, 0, 0, *NONE, 2, 0.2, 1, 1, *R[1, 2]),
    ]


def test_the_roles(read: Read) -> None:
    table = stats.roles(read())
    # deals, wins, losses, even, rate of wins, units, units per deal
    of_two = table[table["player"].isin(["Anna", "Elena"])]
    assert figures(of_two.drop(columns=["total", "error"])) == [
        ("Anna", "caller", 2, 1, 1, 0, *R[1, 2], 8, 4.0),  # 2, 4
        ("Anna", "partner", 1, 0, 1, 0, *R[0, 1], -4, -4.0),  # 9
        ("Anna", "solo", 1, 0, 1, 0, *R[0, 1], -4, -4.0),  # 11
        ("Anna", "defender", 4, 0, 3, 1, *R[0, 3], -12, -3.0),  # 3, 7, 10, 12
        ("Anna", "all", 8, 1, 6, 1, *R[1, 7], -12, -1.5),
        ("Elena", "caller", 1, 1, 0, 0, *R[1, 1], 16, 16.0),  # 10
        ("Elena", "partner", 1, 0, 0, 1, *NONE, 0, 0.0),  # 3
        ("Elena", "solo", 1, 1, 0, 0, *R[1, 1], 8, 8.0),  # 7
        ("Elena", "defender", 6, 3, 3, 0, *R[3, 6], -1, -0.1667),  # 1, 2, 4, 8, 9, 11
        ("Elena", "all", 9, 5, 3, 1, *R[5, 8], 23, 2.5556),
    ]
    # with the penalty and the adjustment, as in the standings
    whole = table[table["role"] == "all"]
    assert figures(whole, "player", "total") == [
        ("Anna", -11), ("Bruno", 6), ("Carla", -7), ("Dario", -5), ("Elena", 23), ("Fabio", -6),
    ]  # fmt: skip
    of_roles = table[table["role"] != "all"]
    assert of_roles["total"].tolist() == of_roles["units"].tolist()


@pytest.mark.parametrize(
    ("player", "bid", "target", "wins", "losses", "units", "made", "suffered", "penalties"),
    [
        ("Anna", "2/81", 81, 1, 5, -11, 0, 1, 0),  # rests, lost, even, won, lost 7, rests, lost 9 10 11 12
        ("Bruno", "2/71", 71, 2, 1, 6, 0, 1, 0),  # won 1, even, won 4, lost 7, won 8, lost 10, won 11 12
        ("Elena", "2/100", 100, 3, 1, 23, 1, 0, 0),  # lost 1, won 2, even, lost 4, won 7, lost 8, won 9 10 11
    ],
)
def test_the_records(
    read: Read, player: str, bid: str, target: int, wins: int, losses: int, units: int, made: int, suffered: int,
    penalties: int,
) -> None:  # fmt: skip
    table = stats.records(read(), player)
    match = ("Friday", "2026-11-20", units)
    without_caller = (0, "", None, 0, "", None)
    assert figures(table) == [
        (bid, target, wins, None, losses, None, *match, *match, made, suffered, 0, penalties, *without_caller)
    ]


def test_rates_of_companions_need_the_minimum_of_deals_together(read: Read) -> None:
    rates = ("other", "with_deals", "with_rate", "with_low", "against_deals", "against_rate", "against_high")
    assert figures(stats.companions(read(), "Anna", min_deals=4), *rates) == [
        ("Bruno", 4, 0.3333, 0.0615, 2, None, None),
        ("Carla", 2, None, None, 4, 0.25, 0.6994),
        ("Dario", 3, None, None, 3, None, None),
        ("Elena", 0, None, None, 7, 0.1667, 0.5635),
        ("Fabio", 3, None, None, 4, 0.25, 0.6994),
    ]
    by_default = stats.companions(read(), "Anna")
    assert by_default[["with_rate", "against_rate"]].isna().all(axis=None)
    assert by_default["against_units"].tolist() == [-6, 2, -8, -10, -4]


def test_the_pairs(read: Read) -> None:
    table = stats.pairs(read(), min_deals=1)
    # drawn towards 5 of 7 by every strength (tests/stats/test_intervals.py)
    both, made, failed = (0.7442, 0.5505, 0.9575), (0.7312, 0.5045, 0.9485), (0.6721, 0.3335, 0.8575)
    assert figures(table.drop(columns="error")) == [
        ("Bruno", "Carla", 2, 2, 0, 0, *R[2, 2], 2 + 1 + 4 + 2, 4.5, *both),
        ("Anna", "Bruno", 1, 1, 0, 0, *R[1, 1], 12 + 6, 18.0, *made),
        ("Anna", "Carla", 1, 0, 1, 0, *R[0, 1], -4 - 2, -6.0, *failed),
        ("Bruno", "Dario", 1, 1, 0, 0, *R[1, 1], 2 + 1, 3.0, *made),
        ("Dario", "Elena", 1, 0, 0, 1, *NONE, 0, 0.0, *NONE),
        ("Elena", "Fabio", 1, 1, 0, 0, *R[1, 1], 16 + 8, 24.0, *made),
        ("Fabio", "Anna", 1, 0, 1, 0, *R[0, 1], -8 - 4, -12.0, *failed),
    ]
    enough = stats.pairs(read(), min_deals=2)
    assert figures(enough, "likely_rate", "likely_low", "likely_high") == [both]  # drawn by those left out too
    assert figures(stats.pairs(read(), min_deals=2), "caller", "partner") == [("Bruno", "Carla")]
    assert figures(stats.pairs(read())) == []
    assert len(stats.pairs(read(), min_deals=0)) == 7  # no pair that never was


def test_the_running_units(read: Read) -> None:
    table = stats.running(read().payouts)
    assert list(table) == ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"]
    assert table.index.names == ["on", "match_id", "number"]
    assert [number for _, _, number in table.index] == [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]
    assert figures(table) == [
        (0, 2, 1, -1, -1, -1),
        (-4, 2, -1, 1, 1, 1),
        (-4, 2, -1, 1, 1, 1),
        (8, 8, -7, 1, -5, -5),
        (9, 9, -11, 2, -5, -4),
        (7, 7, -13, 0, 3, -4),
        (7, 9, -14, 1, 2, -5),
        (3, 9, -10, 5, 6, -13),
        (-5, 1, -10, -3, 22, -5),
        (-9, 2, -9, -3, 23, -4),
        (-11, 6, -7, -5, 23, -6),
    ]


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        # by deal: Bruno 2 0 1 -1 2 -1 1 2, Elena -1 1 0 -1 4 -1 1 2 1, Carla 1 -1 -1 -1 -1 1 1 1, ...: a shared place
        ("base", [(1, "Bruno", 6), (1, "Elena", 6), (3, "Carla", 0), (4, "Dario", -1), (5, "Fabio", -3),
                  (6, "Anna", -8)]),
        # deals 4 and 7 at half: Anna -11 - 6 + 1, Bruno 6 - 3 + 1, Carla -7 + 3 + 1, Dario -5 + 1, Elena 23 + 3 - 4,
        # Fabio -6 + 3
        ("plain", [(1, "Elena", 22), (2, "Bruno", 4), (3, "Carla", -3), (3, "Fabio", -3), (5, "Dario", -4),
                   (6, "Anna", -16)]),
        # 50 cents a unit
        ("money", [(1, "Elena", 1150), (2, "Bruno", 300), (3, "Dario", -250), (4, "Fabio", -300), (5, "Carla", -350),
                   (6, "Anna", -550)]),
    ],
)  # fmt: skip
def test_the_measures(read: Read, measure: str, expected: list[tuple[int, str, int]]) -> None:
    table = stats.standings(measured(read(), measure))
    assert figures(table, "place", "player", "units") == expected


def test_places_alone_are_those_of_the_standings(read: Callable[..., Frames]) -> None:
    frames = read()
    for order in ("units", "per-deal", "per-match"):
        told = stats.standings(frames, min_deals=9, order=order)
        assert placed(frames.payouts, min_deals=9, order=order) == figures(told, "place", "player")
        assert len(told) == 2  # Elena and Fabio played nine

"""Two phones type one evening and lose the network in turn: whatever a held entry offers is tapped, no deal is twice.

All orders up to three taps are tried by `python -m tests.benchmarks.held_entries`.
"""

from pathlib import Path

from playwright.sync_api import Browser

from tests.phones.two_phones import AGAIN, ANOTHER, EVENINGS, OPEN, SAME, evening

# Of each evening with the card points that stand there then, in their order, beside those of the evenings before it.
ORDERS = [
    ("both typed every deal", (SAME, SAME, SAME), [61, 62, 63]),
    ("both typed every deal", (ANOTHER, SAME), [64, 65, 66, 64]),  # by the answer the first is there twice
    ("the other records the same while a question is read", (AGAIN, SAME), [67, 68, 69]),
    ("the other records the same while a question is read", (OPEN, SAME), [70, 71, 72]),
    ("the other has the second deal alone", (AGAIN, SAME), [74, 73]),
    ("the other left one out", (SAME, OPEN, SAME), [75, 77, 76]),
]


def test_each_deal_is_recorded_once_whatever_buttons_are_tapped(browser: Browser, tmp_path: Path) -> None:
    expected: list[int] = []
    with evening(browser, tmp_path) as played:
        for name, taps, there in ORDERS:
            played.in_turn(EVENINGS[name], taps)
            expected += there
            assert played.table.card_points() == expected, (name, taps)
        assert (played.doubled(), played.lost()) == ([], [])

"""Play-offs at the desk: taken when exactly that tie is due, and counting while exactly that tie stands."""

from collections.abc import Sequence

import pytest

from scorer.errors import NotFoundError
from scorer.scorebook import rows
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import Action, FormatSettings, next_action
from tests.tournaments.inventing import Typed
from tests.tournaments.playing import QUICK, Day, OpenDay, Places, refused

TIE = (5, 5, 0, -4, -6)


def final(drawn_day: OpenDay) -> tuple[Day, list[str]]:
    """Five players whose final is drawn, in the order of its seats."""
    day = drawn_day("scighera", 5, settings=FormatSettings(rounds=1))
    day.paper(1, dict(zip(day.seats(1), map(Typed, (8, 4, 0, -4, -8)), strict=True)), say=[])
    day.do(tournaments.announce_cut)
    day.draw()
    return day, day.seats(1)


def sheet(day: Day, units: Sequence[int], reason: str = "") -> None:
    """The sheet of the final, in the order of its seats."""
    lines = dict(zip(day.seats(1), (Typed(each, won=3) for each in units), strict=True))
    day.paper(1, lines, say=["won"], reason=reason)


def first(day: Day) -> Places:
    """The first two of the classification."""
    return day.classified()[:2]


def test_no_play_off_and_no_lot_is_taken_before_the_tie_is_there(drawn_day: OpenDay) -> None:
    day, (a, b, *_) = final(drawn_day)
    before = len(day.history())
    for order in ([b, a], []):
        with refused("before the stage Final is over: no result of table 1 of round 2"):
            day.do(tournaments.play_off, order)
    sheet(day, (6, 5, 0, -5, -6))
    for order in ([b, a], []):
        with refused("no play-off is due in Final: nobody ties for a place"):
            day.do(tournaments.play_off, order)
    assert len(day.history()) == before + 1  # the sheet


def test_a_play_off_names_exactly_those_who_tie(drawn_day: OpenDay) -> None:
    day, (a, b, c, *_) = final(drawn_day)
    sheet(day, TIE)
    for wrong in ([a], [a, c], [a, b, c], [a, b, b]):
        with refused("tie and play off: name exactly them"):
            day.do(tournaments.play_off, wrong)


@pytest.mark.parametrize(
    ("corrected", "why"),
    [
        ((6, 5, -1, -4, -6), "they do not tie for a place that it has to decide"),
        ((5, 5, 5, -7, -8), "by now "),
        ((4, 4, 8, -8, -8), "they do not tie"),
    ],
)
@pytest.mark.parametrize("by_lot", [False, True])
def test_a_play_off_that_a_correction_overtakes_lapses_and_counts_again_without_it(
    drawn_day: OpenDay, corrected: Sequence[int], why: str, by_lot: bool
) -> None:
    day, (a, b, *_) = final(drawn_day)
    sheet(day, TIE)
    day.do(tournaments.play_off, [] if by_lot else [b, a])
    decided = first(day)
    assert sorted(decided) in ([(1, a), (2, b)], [(1, b), (2, a)])
    sheet(day, corrected, reason="read again")
    (said,) = day.notices
    assert said.startswith(
        "the lot instead of a play-off in Final (" if by_lot else f"the play-off in Final ({b}, {a})"
    )
    assert said.split(" lapsed: ")[1].startswith(why)
    highest = max(corrected)
    best = sorted(name for name, units in zip(day.seats(1), corrected, strict=True) if units == highest)
    assert [name for place, name in day.classified() if place == 1] == best
    before = day.now
    day.do(tournaments.take_back)
    assert any("counts again" in notice for notice in tournaments.new_notices(before, day.now))
    assert (first(day), day.notices) == (decided, ())


def test_a_play_off_counts_again_once_the_result_is_back(drawn_day: OpenDay) -> None:
    day, (a, b, *_) = final(drawn_day)
    sheet(day, TIE)
    day.do(tournaments.play_off, [b, a])
    day.do(tournaments.conclude)
    day.do(tournaments.resume)
    day.undo(1)
    assert day.notices == (f"the play-off in Final ({b}, {a}) lapsed: a result of the stage is missing",)
    sheet(day, (7, 7, 0, -7, -7))
    assert first(day) == [(1, b), (2, a)]
    assert not day.notices


def test_a_play_off_of_an_old_scorebook_counts_where_it_was_due(drawn_day: OpenDay) -> None:
    day, (a, b, c, *_) = final(drawn_day)

    def as_it_was_written(*names: str) -> None:
        """A step that does not say who tied."""
        order = [tournaments.find_entrant(day.now, name).number for name in names]
        with day.book.writing() as transaction:
            rows.add_step(
                transaction,
                "play-off",
                tournament_id=day.now.id,
                detail={"what": "play-off", "stage": 1, "order": order},
            )
        day.refresh()

    as_it_was_written(b, a)
    as_it_was_written()
    none_due = "lapsed: none was due when it was written down"
    sheet(day, TIE)
    assert next_action(day.now.format, day.now.progress) is Action.PLAY_OFF
    assert day.notices == (
        f"the play-off in Final ({b}, {a}) {none_due}",
        f"the lot instead of a play-off in Final {none_due}",
    )
    as_it_was_written(a, b, c)  # of whom Carla does not tie
    assert next_action(day.now.format, day.now.progress) is Action.PLAY_OFF
    as_it_was_written(a, b)
    assert (first(day), len(day.notices)) == ([(1, a), (2, b)], 3)
    day.do(tournaments.take_back)
    as_it_was_written()
    assert next_action(day.now.format, day.now.progress) is Action.FINISH
    assert day.faults() == []


def test_a_winner_who_withdraws_keeps_the_place_and_a_tie_for_the_second_blocks_nothing(drawn_day: OpenDay) -> None:
    day, (a, b, c, *_) = final(drawn_day)
    sheet(day, (8, 1, 1, -4, -6))
    day.do(tournaments.withdraw, a)
    assert day.noticed == [f"{a} keeps what they made, and the place that it gives"]
    assert next_action(day.now.format, day.now.progress) is Action.FINISH
    assert day.classified()[:3] == [(1, a), (2, min(b, c)), (2, max(b, c))]
    assert day.history()[-1] == f"{a} withdrew after round 2"


def test_who_leaves_a_tie_for_the_first_place_leaves_it_to_those_who_play_it_off(drawn_day: OpenDay) -> None:
    day, (a, b, c, *_) = final(drawn_day)
    sheet(day, (5, 5, 5, -7, -8))
    day.do(tournaments.withdraw, a)
    assert next_action(day.now.format, day.now.progress) is Action.PLAY_OFF
    day.do(tournaments.play_off, [c, b])
    assert day.classified()[:3] == [(1, c), (2, b), (3, a)]


def tied_for_the_reserve(drawn_day: OpenDay) -> Day:
    """Ten players, five go on, and the first who do not tie: third and fourth of table 2 share 2.5 placement points."""
    day = drawn_day("scighera", 10, settings=FormatSettings(rounds=1))
    for table, units in ((1, (8, 4, 0, -4, -8)), (2, (9, 4, -1, -1, -11))):
        lines = dict(zip(day.seats(table), (Typed(each, won=3) for each in units), strict=True))
        day.paper(table, lines, say=["won"])
    day.do(tournaments.announce_cut)
    day.draw()
    return day


def test_a_play_off_for_the_place_of_who_withdrew_counts_and_is_not_said_to_have_lapsed(drawn_day: OpenDay) -> None:
    day = tied_for_the_reserve(drawn_day)
    one, other = day.seats(2, 1)[2:4]
    gone = day.seats(1, 1)[0]
    day.do(tournaments.withdraw, gone)
    assert "redraw" not in day.noticed[0]  # it cannot seat four
    with refused("'Nobody' is not an entrant", NotFoundError):
        day.do(tournaments.play_off, [f"{other} Nobody"])
    first_names = f"{other.split()[0]} {one.split()[0]}"  # nobody typed the comma
    day.do(tournaments.play_off, [first_names])
    assert not [said for said in day.notices if "lapsed" in said]
    day.do(tournaments.announce_cut_again, QUICK)
    assert other in day.seats(1)
    assert day.faults() == []

"""Draws: what each seating does, that anybody can draw again, and what is said when there is nothing to draw."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from scorer.rules.errors import ScorerError
from scorer.tournaments.rules import (
    Action,
    Cut,
    CutChange,
    Entrant,
    Format,
    Line,
    PlayedRound,
    Progress,
    Table,
    current_stage,
    cut_changes,
    draw,
    first_reserve,
    next_action,
    rounds_left,
    seating_changed,
    uneven,
)
from scorer.tournaments.rules.errors import TournamentError
from scorer.tournaments.rules.round_draw import duels_of
from scorer.tournaments.seating import Budget, schedule
from tests.tournaments.small_tournaments import A, B, C, D, E, a_round, entrants, one_stage, progress, table, with_cut


def people(count: int) -> Progress:
    return Progress(
        tuple(Entrant(number, f"P{number:02}", (f"P{number:02}",)) for number in range(1, count + 1)), seed=7
    )


def rounds_of(count: int, **changes: object) -> Format:
    """One stage of so many rounds by units, tables of five and six."""
    return replace(one_stage(rounds=count, **changes), sizes=(5, 6))


def with_results(drawn: PlayedRound, seed: int = 1) -> PlayedRound:
    """Every table with some result."""
    return replace(drawn, tables=tuple(_with_result(at, Random(seed + at.number)) for at in drawn.tables))


def _with_result(at: Table, random: Random) -> Table:
    units = [random.randint(-20, 20) for _ in at.seats[1:]]
    lines = (Line(seat, got) for seat, got in zip(at.seats, [-sum(units), *units], strict=True))
    return replace(at, lines=tuple(lines), over=True)


HASTY = Budget(per_player=60, fewest=2_000, most=20_000, trades=20, numbers=2_000)


def drawn(fmt: Format, so_far: Progress, seed: int = 3, budget: Budget = HASTY) -> Progress:
    """One round more, with results; not looked for long."""
    return replace(so_far, rounds=(*so_far.rounds, with_results(draw(fmt, so_far, seed, budget))))


def together(rounds: Sequence[PlayedRound]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for played in rounds for at in played.tables for pair in combinations(at.seats, 2))


SEATINGS = ["lot", "fewest repeats", "place", "prescribed", "groups"]


@pytest.mark.parametrize("seating", SEATINGS)
def test_everybody_sits_or_rests_once(seating: str) -> None:
    fmt, so_far = rounds_of(3, seating=seating), people(22)
    for number in (1, 2, 3):
        so_far = drawn(fmt, so_far)
        last = so_far.rounds[-1]
        assert sorted([*last.resting, *(seat for at in last.tables for seat in at.seats)]) == list(range(1, 23))
        assert [(at.number, len(at.seats)) for at in last.tables] == [(1, 5), (2, 5), (3, 6), (4, 6)]
        assert (last.number, last.stage, last.seed) == (number, 0, 3)
        # twelve of the 22 sit at a six in each round: of 36 seats in three rounds everybody has one or two
        assert seating in {"place", "groups"} or uneven(fmt, so_far)[0] == Counter()


def test_a_draw_by_lot_waits_for_nothing() -> None:
    fmt, so_far = rounds_of(2, seating="lot"), people(10)
    ahead = replace(so_far, rounds=(draw(fmt, so_far, 3),))
    assert draw(fmt, ahead, 4).number == 2
    assert next_action(fmt, ahead) is Action.RESULTS


def test_prescribed_is_the_schedule_of_the_list_of_entries() -> None:
    fmt, so_far = rounds_of(3, seating="prescribed"), people(25)
    for planned in schedule(25, 3, sizes=(5, 6)):
        so_far = drawn(fmt, so_far, seed=99)
        assert tuple(at.seats for at in so_far.rounds[-1].tables) == planned.tables


def test_prescribed_goes_on_with_fewest_repeats_when_somebody_leaves() -> None:
    fmt, so_far = rounds_of(3, seating="prescribed"), drawn(rounds_of(3, seating="prescribed"), people(31))
    fewer = replace(
        so_far, entrants=tuple(replace(entrant, left=2 if entrant.number == 9 else None) for entrant in so_far.entrants)
    )
    second = draw(fmt, fewer, 4)
    assert 9 not in {seat for at in second.tables for seat in at.seats}
    assert max(together((*so_far.rounds, second)).values()) == 1


def test_prescribed_goes_on_with_fewest_repeats_when_two_are_to_be_kept_apart_from_now_on() -> None:
    # the schedule that keeps them apart is another one, and its second round does not follow the first of this one
    so_far = drawn(rounds_of(3, seating="prescribed"), people(25))
    pair = frozenset(so_far.rounds[0].tables[0].seats[:2])
    second = draw(rounds_of(3, seating="prescribed"), replace(so_far, apart=frozenset((pair,))), 4)
    assert max(together((*so_far.rounds, second)).values()) == 1


def test_what_a_seating_by_place_cannot_share_out_is_known() -> None:
    # 16 are two fives and a six, which is for the last six of the standing; here everybody keeps their first place
    fmt, so_far = rounds_of(3, seating="place"), people(16)
    for _ in range(3):
        so_far = drawn(fmt, so_far)
        last = so_far.rounds[-1]
        ordered = (seat for at in last.tables for seat in at.seats)
        units = {seat: 20 - at for at, seat in enumerate(ordered)}
        tables = (
            replace(at, lines=tuple(Line(seat, units[seat]) for seat in at.seats), over=True) for at in last.tables
        )
        so_far = replace(so_far, rounds=(*so_far.rounds[:-1], replace(last, tables=tuple(tables))))
    at_larger, rested = uneven(fmt, so_far)
    assert Counter(at_larger.values()) == {0: 10, 3: 6}
    assert not rested


def test_groups_that_were_drawn_stay_together() -> None:
    fmt, so_far = rounds_of(4, seating="groups"), people(15)
    for _ in range(4):
        so_far = drawn(fmt, so_far)
    assert {frozenset(frozenset(at.seats) for at in played.tables) for played in so_far.rounds} == {
        frozenset(frozenset(at.seats) for at in so_far.rounds[0].tables)
    }
    assert len({at.seats[0] for played in so_far.rounds for at in played.tables}) == 12  # nobody deals first twice


def test_a_group_that_is_too_small_asks_for_a_substitute() -> None:
    so_far = drawn(rounds_of(2, seating="groups"), people(10))
    gone = so_far.rounds[0].tables[0].seats[0]
    fewer = replace(
        so_far,
        entrants=tuple(replace(entrant, left=2 if entrant.number == gone else None) for entrant in so_far.entrants),
    )
    with pytest.raises(TournamentError, match=r"^a group has 4 left; the smallest table needs 5: enter a substitute$"):
        draw(rounds_of(2, seating="groups"), fewer, 4)


@pytest.mark.parametrize("seating", SEATINGS)
def test_a_draw_of_the_past_can_be_done_again_after_somebody_came_late(seating: str) -> None:
    fmt, so_far = rounds_of(3, seating=seating), people(15)
    first = draw(fmt, so_far, 3)
    late = replace(
        so_far, entrants=(*so_far.entrants, Entrant(16, "Ada", (), joined=2)), apart=frozenset({frozenset((1, 16))})
    )
    assert draw(fmt, late, 3) == first


@pytest.mark.parametrize(
    ("fmt", "so_far", "message"),
    [
        (one_stage(), progress(4), "4 players: the smallest table needs 5"),
        (
            one_stage(),
            progress(5, a_round(1, table({A: 0, B: 0, C: 0, D: 0, E: 0}))),
            "every round of Rounds, the last stage, is drawn; finish the tournament",
        ),
        (
            with_cut(5),
            progress(5, a_round(1, table({A: 0, B: 0, C: 0, D: 0, E: 0}))),
            "every round of Heats is drawn; announce who goes on",
        ),
    ],
)
def test_a_round_that_cannot_be_drawn_says_why(fmt: Format, so_far: Progress, message: str) -> None:
    with pytest.raises(ScorerError) as error:
        draw(fmt, so_far, 1)
    assert str(error.value) == message


def test_what_comes_next_from_the_entries_to_the_end() -> None:
    fmt = with_cut(5)
    assert next_action(fmt, people(4)) is Action.ENTER
    so_far = people(10)
    assert (next_action(fmt, so_far), rounds_left(fmt, so_far, 0)) == (Action.DRAW, 1)
    so_far = drawn(fmt, so_far)
    assert (next_action(fmt, so_far), rounds_left(fmt, so_far, 0)) == (Action.CUT, 0)
    so_far = replace(so_far, cuts=(Cut(0, (1, 2, 3, 4, 5)),))
    assert (next_action(fmt, so_far), current_stage(fmt, so_far)) == (Action.DRAW, 1)
    so_far = drawn(fmt, so_far)
    assert next_action(fmt, so_far) is Action.FINISH


def test_duels_are_two_pairs_and_an_odd_one_at_five_and_three_pairs_at_six() -> None:
    assert duels_of((1, 2, 3, 4, 5), people(5)) == ((1, 2), (3, 4))
    assert duels_of((1, 2, 3, 4, 5, 6), people(6)) == ((1, 2), (3, 4), (5, 6))


def by_place_after_one() -> tuple[Format, Progress]:
    fmt = rounds_of(2, seating="place")
    return fmt, drawn(fmt, drawn(fmt, people(10)))


def test_what_was_not_corrected_changes_no_seating() -> None:
    """Nor does who came later, or a result that was taken back."""
    fmt, so_far = by_place_after_one()
    assert seating_changed(fmt, so_far, 1) == seating_changed(fmt, so_far, 2) == ()
    late = replace(so_far, entrants=(*so_far.entrants, Entrant(11, "Ada", (), joined=3)))
    assert seating_changed(fmt, late, 2) == ()
    first = replace(so_far.rounds[0], tables=tuple(replace(at, over=False) for at in so_far.rounds[0].tables))
    assert seating_changed(fmt, replace(so_far, rounds=(first, so_far.rounds[1])), 2) == ()


def test_a_correction_says_who_would_have_gone_on() -> None:
    heats = a_round(1, table({A: 6, B: 1, C: 0, D: -3, E: -4}), table({6: 3, 7: 2, 8: -1, 9: -1, 10: -3}))
    final = a_round(2, Table(1, (A, 6, 7, B, C)), stage=1)
    announced = progress(10, heats, final, cuts=(Cut(0, (A, 6, 7, B, C)),), entrants=entrants(10))
    assert cut_changes(with_cut(5), announced) == ()
    corrected = a_round(1, table({A: 6, B: 1, C: -3, D: 0, E: -4}), heats.tables[1])
    now = replace(announced, rounds=(corrected, final))
    assert cut_changes(with_cut(5), now) == (CutChange(0, (D,), (C,)),)
    kept = Cut(0, (A, 6, 7, B, C), kept=frozenset((A, 6, 7, B, D)))
    assert cut_changes(with_cut(5), replace(now, cuts=(kept,))) == ()


def test_who_withdraws_before_the_next_stage_is_followed_by_the_best_of_the_others() -> None:
    heats = a_round(1, table({A: 6, B: 1, C: 0, D: -3, E: -4}), table({6: 3, 7: 2, 8: -1, 9: -2, 10: -2}))
    final = a_round(2, Table(1, (A, 6, 7, B, C)), stage=1)
    announced = progress(10, heats, final, cuts=(Cut(0, (A, 6, 7, B, C)),), entrants=entrants(10))
    without = tuple(replace(entrant, left=2) if entrant.number == A else entrant for entrant in announced.entrants)
    assert first_reserve(with_cut(5), replace(announced, entrants=without)) == 8
    level = a_round(1, heats.tables[0], table({6: 3, 7: 2, 8: -1, 9: -1, 10: -3}))
    assert first_reserve(with_cut(5), replace(announced, rounds=(level, final), entrants=without)) is None
    begun = replace(announced, rounds=(heats, a_round(2, table({A: 6, 6: 1, 7: 0, B: -3, C: -4}), stage=1)))
    assert first_reserve(with_cut(5), replace(begun, entrants=without)) is None
    assert cut_changes(with_cut(5), replace(begun, entrants=without)) == ()  # nobody can follow any more

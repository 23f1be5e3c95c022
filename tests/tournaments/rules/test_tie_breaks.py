"""Every tie-break alone decides once, with numbers worked by hand; what a sheet does not say decides nothing."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest

from scorer.tournaments.rules import (
    Cut,
    Format,
    Penalty,
    Progress,
    Stage,
    cut,
    lapsed_play_offs,
    lot,
    play_off_due,
    standings,
)
from tests.tournaments.small_tournaments import (
    A,
    B,
    C,
    D,
    E,
    F,
    a_round,
    drawn_by_lot,
    entrants,
    form,
    name_of,
    one_stage,
    order,
    played_off,
    progress,
    standing_rows,
    table,
    with_cut,
)

LEVEL = {A: 4, B: 4, C: 0, D: -3, E: -5}  # Anna and Bruno tie for the first place


def tied(**facts: tuple[Any, Any]) -> Progress:
    """One table where Anna and Bruno tie, and what is known of the two."""
    known: Mapping[int, Mapping[str, Any]] = {
        who: {what: pair[at] for what, pair in facts.items()} for at, who in enumerate((A, B))
    }
    return progress(5, a_round(1, table(LEVEL, known)))


def first_two(fmt: Format, so_far: Progress) -> list[tuple[int, str, str]]:
    """Place, name and what decided it, of the first two."""
    return [(row.place, name_of(row.entrant), row.decided_by) for row in standings(fmt, so_far)[:2]]


SHARED = [(1, "Anna", ""), (1, "Bruno", "shared")]


def bruno_by(word: str) -> list[tuple[int, str, str]]:
    return [(1, "Bruno", ""), (2, "Anna", word)]


def test_without_a_tie_break_the_place_is_shared_and_the_next_is_the_third() -> None:
    rows = standings(one_stage(), tied())
    assert order(rows) == "Anna=Bruno Carla Dario Elena"
    assert [row.place for row in rows] == [1, 1, 3, 4, 5]


@pytest.mark.parametrize(
    ("word", "facts"),
    [
        ("deals won", {"won": (5, 6)}),
        ("times caller", {"called": (5, 6)}),
        ("contracts made", {"made": (5, 6)}),
        # 4 units each, in 10 deals and in 8
        ("units per deal", {"deals": (10, 8)}),
        # both end at 4; Anna was never above 6, Bruno was once at 7
        ("highest running units", {"running": ((2, 6, 4), (-1, 7, 4))}),
        # one deal before the end Bruno had 3 and Anna 2; what came before that counts no more
        ("running units backwards", {"running": ((9, 2, 4), (0, 3, 4))}),
        # backwards: Anna 4, 4, -1, Bruno 4, 4, and 0 before his first deal
        ("running units backwards", {"running": ((-1, 4, 4), (4, 4))}),
    ],
)
def test_of_two_who_tie_bruno_has_more(word: str, facts: dict[str, tuple[Any, Any]]) -> None:
    assert first_two(one_stage(word), tied(**facts)) == bruno_by(word)
    same = {what: (brunos, brunos) for what, (_annas, brunos) in facts.items()}
    assert first_two(one_stage(word), tied(**same)) == SHARED


def test_units_decide_between_equal_placement_points() -> None:
    # two tables: Anna and Franco win theirs, 5 placement points each; Franco with 9 units, Anna with 4
    fmt = one_stage("units", yields="placement", placement={5: tuple(map(Fraction, (5, 4, 3, 2, 1)))})
    theirs = {F: 9, 7: 0, 8: -1, 9: -3, 10: -5}
    mine = {A: 4, B: 3, C: 0, D: -3, E: -4}
    rows = standings(fmt, progress(10, a_round(1, table(mine), table(theirs))))
    assert standing_rows(rows)[:2] == [(1, "Franco", 5, ""), (2, "Anna", 5, "units")]


def test_each_match_starts_again_for_the_highest_running_units() -> None:
    # two rounds. Anna: 5, then 1: highest 5. Bruno: 3, then 3: highest 3, though 6 in all
    known = {A: {"running": (5,)}, B: {"running": (3,)}}
    later = {A: {"running": (1,)}, B: {"running": (3,)}}
    rounds = (
        a_round(1, table({A: 5, B: 3, C: 0, D: -4, E: -4}, known)),
        a_round(2, table({A: 1, B: 3, C: 0, D: -2, E: -2}, later)),
    )
    rows = standings(one_stage("highest running units", rounds=2), progress(5, *rounds))
    assert standing_rows(rows)[:2] == [(1, "Anna", 6, ""), (2, "Bruno", 6, "highest running units")]


def test_a_match_that_was_never_above_nothing_has_its_own_highest() -> None:
    # Anna was at -1 at best, Bruno at -2, both ended at -4
    units = {A: -4, B: -4, C: 8, D: 0, E: 0}
    known = {A: {"running": (-1, -4)}, B: {"running": (-2, -4)}}
    rows = standings(one_stage("highest running units"), progress(5, a_round(1, table(units, known))))
    assert order(rows) == "Carla Dario=Elena Anna Bruno"


def test_running_units_backwards_go_on_into_the_round_before() -> None:
    # after round 1 Anna has 5, Bruno 3; in round 2 Anna makes 1 in one deal, Bruno 3 in one deal: 6 and 6.
    # one deal earlier: 5 against 3
    known = {A: {"running": (2, 5)}, B: {"running": (5, 3)}}
    later = {A: {"running": (1,)}, B: {"running": (3,)}}
    rounds = (
        a_round(1, table({A: 5, B: 3, C: 0, D: -4, E: -4}, known)),
        a_round(2, table({A: 1, B: 3, C: 0, D: -2, E: -2}, later)),
    )
    rows = standings(one_stage("running units backwards", rounds=2), progress(5, *rounds))
    assert standing_rows(rows)[:2] == [(1, "Anna", 6, ""), (2, "Bruno", 6, "running units backwards")]


def two_tables_apart() -> tuple[Any, Any]:
    """Anna and Bruno sit together in round 1, where Bruno is ahead by 3, and apart in round 2."""
    return (
        a_round(1, table({A: 1, B: 4, C: 0, D: -2, E: -3}), table({F: 0, 7: 0, 8: 0, 9: 0, 10: 0})),
        a_round(2, table({A: 6, F: 0, 7: 0, 8: -2, 9: -4}), table({B: 3, C: 0, D: 0, E: 0, 10: -3})),
    )


def test_head_to_head_is_the_units_at_tables_where_both_sat() -> None:
    # 7 and 7; together Anna made 1 and Bruno 4
    rows = standings(one_stage("head-to-head", rounds=2), progress(10, *two_tables_apart()))
    assert standing_rows(rows)[:2] == [(1, "Bruno", 7, ""), (2, "Anna", 7, "head-to-head")]


def test_head_to_head_says_nothing_of_two_who_never_met() -> None:
    rounds = a_round(1, table(LEVEL | {B: 3, C: 1}), table({F: 4, 7: 1, 8: 0, 9: -2, 10: -3}))
    rows = standings(one_stage("head-to-head"), progress(10, rounds))
    assert order(rows[:2]) == "Anna=Franco"
    assert rows[1].unknown == ("head-to-head",)


def test_among_three_head_to_head_is_a_little_table_of_its_own() -> None:
    # round 1: Anna 4, Bruno 0, Carla 2; round 2: Anna 0, Bruno 4, Carla 2: level at 4, and against each other
    # Anna (4-0)+(4-2)+(0-4)+(0-2) = 0, Bruno 0, Carla 0: still level
    rounds = (
        a_round(1, table({A: 4, B: 0, C: 2, D: -3, E: -3})),
        a_round(2, table({A: 0, B: 4, C: 2, D: -3, E: -3})),
    )
    rows = standings(one_stage("head-to-head", rounds=2), progress(5, *rounds))
    assert order(rows) == "Anna=Bruno=Carla Dario=Elena"


def test_in_duels_head_to_head_is_the_duels_between_them() -> None:
    # three rounds, resting odd player. Anna beats Bruno, loses two; Bruno beats Carla and loses to Dario: 3 each
    def duel(number: int, units: Mapping[int, int], *duels: tuple[int, int]) -> Any:
        return a_round(number, table(units, duels=duels))

    rounds = (
        duel(1, {A: 2, B: 1, C: 1, D: 0, E: -4}, (A, B), (C, D)),
        duel(2, {A: -1, C: 3, B: 2, E: -2, D: -2}, (A, C), (B, E)),
        duel(3, {A: -1, D: 2, C: 3, E: -5, B: 1}, (A, D), (C, E)),
    )
    fmt = one_stage("head-to-head", rounds=3, yields="duels", odd="resting")
    rows = standings(fmt, progress(5, *rounds))
    # Carla 3+3+3 = 9; Dario 0+3 = 3; Anna 3; Bruno 3; Elena 0. Bruno and Dario never duelled: nothing is decided
    assert standing_rows(rows) == [
        (1, "Carla", 9, ""),
        (2, "Anna", 3, ""),
        (2, "Bruno", 3, "shared"),
        (2, "Dario", 3, "shared"),
        (5, "Elena", 0, ""),
    ]
    # with Dario's penalty of 1, Anna and Bruno are alone, and Anna won their duel
    fined = progress(5, *rounds, penalties=(Penalty(D, Fraction(1), 0, "late"),))
    assert standing_rows(standings(fmt, fined))[1:3] == [(2, "Anna", 3, ""), (3, "Bruno", 3, "head-to-head")]


def ending(*words: str) -> Format:
    """One stage whose first place is not to be shared."""
    return one_stage(*words, decide=1)


def test_a_play_off_that_was_played_decides() -> None:
    played = replace(tied(), play_offs=played_off(B, A))
    assert first_two(ending("play-off"), tied()) == [(1, "Anna", ""), (1, "Bruno", "play-off due")]
    assert first_two(ending("play-off"), played) == bruno_by("play-off")


def test_the_latest_play_off_counts_and_only_one_of_all_who_tie() -> None:
    again = replace(tied(), play_offs=(*played_off(B, A), *played_off(A, B)))
    assert first_two(ending("play-off"), again) == [(1, "Anna", ""), (2, "Bruno", "play-off")]
    of_others = replace(tied(), play_offs=played_off(B, C))
    assert first_two(ending("play-off"), of_others)[1][2] == "play-off due"


@pytest.mark.parametrize(
    "units",
    [
        {A: 4, B: 3, C: 1, D: -3, E: -5},  # Anna and Bruno do not tie any more
        {A: 4, B: 4, C: 4, D: -5, E: -7},  # Carla ties too
        {C: 6, A: 4, B: 4, D: -6, E: -8},  # they tie for the second place, which may be shared
    ],
)
def test_a_play_off_lapses_with_its_tie_and_counts_again_with_it(units: Mapping[int, int]) -> None:
    fmt, decided = ending("play-off"), played_off(B, A)
    standing_again = replace(tied(), play_offs=decided)
    assert lapsed_play_offs(fmt, standing_again) == ()
    corrected = replace(standing_again, rounds=(a_round(1, table(units)),))
    without = replace(corrected, play_offs=())
    assert standings(fmt, corrected) == standings(fmt, without)
    assert (play_off_due(fmt, corrected), lapsed_play_offs(fmt, corrected)) == (play_off_due(fmt, without), decided)


def test_no_play_off_and_no_lot_counts_before_the_stage_is_over() -> None:
    fmt, decided = ending("play-off"), played_off(B, A)
    going_on = replace(tied(), rounds=(a_round(1, table(LEVEL, over=False)),), play_offs=decided)
    assert first_two(fmt, going_on) == first_two(ending("lot"), going_on) == SHARED
    assert lapsed_play_offs(fmt, going_on) == decided


def test_the_lot_instead_of_a_play_off_is_drawn_for_that_tie_alone() -> None:
    fmt, decided = ending("play-off", "lot"), drawn_by_lot(A, B)
    three = progress(5, a_round(1, table({A: 4, B: 4, C: 4, D: -5, E: -7})), play_offs=decided)
    assert play_off_due(fmt, three) == (A, B, C)
    assert lapsed_play_offs(fmt, three) == decided


def test_two_ties_of_a_stage_have_a_play_off_each() -> None:
    # for the first place, and for the third and last that is to be decided
    units = {A: 4, B: 4, C: -1, D: -1, E: -6}
    fmt = one_stage("play-off", decide=3)
    so_far = progress(5, a_round(1, table(units)), play_offs=(*played_off(D, C), *played_off(B, A)))
    assert order(standings(fmt, so_far)) == "Bruno Anna Dario Carla Elena"
    assert (play_off_due(fmt, so_far), lapsed_play_offs(fmt, so_far)) == ((), ())


def test_who_goes_home_after_a_play_off_leaves_it_as_it_was() -> None:
    # Carla won it, then Anna; Carla goes home before the cut, and Anna takes the place without another play-off
    level = {A: 2, B: 2, C: 2, D: -2, E: -4}
    fmt = with_cut(1, "play-off")
    so_far = progress(5, a_round(1, table(level)), play_offs=played_off(C, A, B))
    home = tuple(replace(entrant, left=2) if entrant.number == C else entrant for entrant in so_far.entrants)
    left = replace(so_far, entrants=home)
    assert order(standings(fmt, left)) == "Anna Bruno Carla Dario Elena"
    assert (cut(fmt, left, 0).through, lapsed_play_offs(fmt, left)) == ((A,), ())
    after = replace(left, cuts=(Cut(0, (C,)),))  # she was announced before she left
    assert order(standings(fmt, after, 0)) == "Carla Anna Bruno Dario Elena"
    assert lapsed_play_offs(fmt, after) == ()


def test_a_play_off_is_due_only_for_what_has_to_be_decided() -> None:
    assert first_two(one_stage("play-off"), tied()) == SHARED
    third = {A: 5, B: 4, C: -1, D: -4, E: -4}
    rows = standings(ending("play-off", "lot"), progress(5, a_round(1, table(third))))
    assert order(rows) == "Anna Bruno Carla Dario=Elena"


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_the_lot_can_be_drawn_again_by_anybody() -> None:
    # printf '7:Anna' | sha256sum, and so on
    expected = sorted(("Anna", "Bruno"), key=lambda name: digest(f"7:{name}"))
    so_far = tied()
    assert [name_of(number) for number in lot(so_far, (A, B))] == expected
    assert first_two(ending("lot"), so_far) == [(1, expected[0], ""), (2, expected[1], "lot")]


def test_no_lot_is_drawn_while_a_play_off_is_due_unless_there_is_none() -> None:
    fmt = ending("play-off", "lot")
    assert first_two(fmt, tied())[1][2] == "play-off due"
    without = replace(tied(), play_offs=drawn_by_lot(A, B))
    assert first_two(fmt, without)[1][2] == "lot"


def test_a_sheet_that_does_not_say_decides_nothing_and_that_is_seen() -> None:
    fmt = one_stage("deals won", "times caller")
    rows = standings(fmt, tied(won=(None, 6), called=(3, 2)))
    assert standing_rows(rows)[:2] == [(1, "Anna", 4, ""), (2, "Bruno", 4, "times caller")]
    assert [row.unknown for row in rows] == [("deals won",), ("deals won",), (), (), ()]


def test_what_one_splits_off_stays_and_the_rest_goes_on() -> None:
    # Anna, Bruno and Carla tie. Deals won: Anna 3, Bruno 5, Carla 3. Times caller: Anna 1, Carla 2
    units = {A: 2, B: 2, C: 2, D: -3, E: -3}
    known = {A: {"won": 3, "called": 1}, B: {"won": 5, "called": 0}, C: {"won": 3, "called": 2}}
    rows = standings(one_stage("deals won", "times caller"), progress(5, a_round(1, table(units, known))))
    assert standing_rows(rows)[:3] == [
        (1, "Bruno", 2, ""),
        (2, "Carla", 2, "deals won"),
        (3, "Anna", 2, "times caller"),
    ]


def test_who_has_left_comes_after_those_who_can_play_off() -> None:
    left = tuple(replace(entrant, left=2) if entrant.number == A else entrant for entrant in entrants(5))
    so_far = progress(5, a_round(1, table({A: 2, B: 2, C: 2, D: -3, E: -3})), entrants=left)
    rows = standings(with_cut(1, "play-off"), so_far)
    assert standing_rows(rows)[:3] == [
        (1, "Bruno", 2, ""),
        (1, "Carla", 2, "play-off due"),
        (3, "Anna", 2, "left the tournament"),
    ]


def test_what_is_carried_on_is_looked_at_too() -> None:
    # Anna won 1 deal of the first stage and 2 of the second, Bruno 4 and 1: 3 against 5
    stages = Stage(name="One"), Stage(name="Two", entrants="through", carried="total", tie_breaks=("deals won",))
    rounds = (
        a_round(1, table(LEVEL, {A: {"won": 1}, B: {"won": 4}})),
        a_round(2, table(LEVEL, {A: {"won": 2}, B: {"won": 1}}), stage=1),
    )
    so_far = progress(5, *rounds, cuts=(Cut(0, (A, B, C, D, E)),))
    rows = standings(form(*stages), so_far, 1)
    assert standing_rows(rows)[:2] == [(1, "Bruno", 8, ""), (2, "Anna", 8, "deals won")]

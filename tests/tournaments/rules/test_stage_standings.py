"""Standings by hand: what tables yield, byes and absences, penalties, and the classification."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.tournaments.rules import (
    Cut,
    CutRule,
    Entrant,
    Line,
    Missed,
    Penalty,
    PlayedRound,
    Progress,
    Stage,
    Table,
    classification,
    cut,
    individuals,
    play_off_due,
    standings,
    table_yield,
)
from scorer.tournaments.rules.errors import TournamentError
from tests.tournaments.small_tournaments import (
    IRENE,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    L,
    a_round,
    entrants,
    form,
    gave,
    name_of,
    one_stage,
    order,
    progress,
    standing_rows,
    table,
    with_cut,
)

FIVE = {A: 6, B: 1, C: 0, D: -3, E: -4}
OTHERS = {F: 3, G: 2, H: 0, IRENE: -1, L: -4}
HALF = Fraction(1, 2)


def points(*written: float) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(number)) for number in written)


SCIGHERA = {"yields": "placement", "placement": {5: points(5, 4, 3, 2, 1), 6: points(5, 4, 3, 2, 1, 0)}}


def given_by(units: dict[int, int], **changes: Any) -> list[Fraction]:
    """What a table of these units gives, in the order of the seats."""
    duels = changes.pop("duels", ())
    by_entrant = table_yield(Stage(name="Rounds", **changes), table(units, duels=duels), {})
    return [by_entrant.get(number, Fraction(-99)) for number in units]


def test_units_are_added_up_over_the_rounds() -> None:
    # Anna 6 - 2 = 4, Bruno 1 + 5 = 6, Carla 0 + 0 = 0, Dario -3 - 2 = -5, Elena -4 - 1 = -5
    rounds = a_round(1, table(FIVE)), a_round(2, table({A: -2, B: 5, C: 0, D: -2, E: -1}))
    rows = standings(one_stage(rounds=2), progress(5, *rounds))
    assert standing_rows(rows) == [
        (1, "Bruno", 6, ""),
        (2, "Anna", 4, ""),
        (3, "Carla", 0, ""),
        (4, "Dario", -5, ""),
        (4, "Elena", -5, "shared"),
    ]
    assert gave(rows[0]) == (1, 5)


def test_who_ties_at_a_table_shares_the_placement_points() -> None:
    # Bruno and Carla share 4 and 3: 3.5 each; three who share 3, 2 and 1 get 2 each
    assert given_by({A: 6, B: 1, C: 1, D: -3, E: -5}, **SCIGHERA) == [5, 3 + HALF, 3 + HALF, 2, 1]
    assert given_by({A: 8, B: 4, C: -4, D: -4, E: -4}, **SCIGHERA) == [5, 4, 2, 2, 2]
    # 14, 10 and 7 shared by three: 31/3, exactly
    chiamadue = {"yields": "placement", "placement": {5: points(14, 10, 7, 4, 1)}}
    assert given_by({A: 2, B: 2, C: 2, D: -2, E: -4}, **chiamadue)[0] == Fraction(31, 3)
    with pytest.raises(TournamentError, match=r"^Rounds: there are no placement points for a table of 4$"):
        given_by({A: 2, B: 1, C: 0, D: -3}, **SCIGHERA)


def test_placement_and_a_tenth_of_the_units() -> None:
    # 14 + 0.6, 10 + 0.1, 7, 4 - 0.3, 1 - 0.4
    given = given_by(
        FIVE, yields="placement and units", placement={5: points(14, 10, 7, 4, 1)}, units_share=Fraction(1, 10)
    )
    assert given == list(points(14.6, 10.1, 7, 3.7, 0.6))


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        # Anna beats Bruno, Carla and Dario are even; Elena, the odd one, is first: 3
        ({A: 2, B: 1, C: -3, D: -3, E: 3}, [3, 0, 1, 1, 3]),
        # second: 1, and third: 1
        ({A: 4, B: 1, C: -3, D: -4, E: 2}, [3, 0, 3, 0, 1]),
        ({A: 4, B: 2, C: -3, D: -4, E: 1}, [3, 0, 3, 0, 1]),
        # and nothing as fourth
        ({A: 4, B: 2, C: 1, D: -4, E: -3}, [3, 0, 3, 0, 0]),
        # two share the third place with Elena: it is the third
        ({A: 4, B: 2, C: -1, D: -4, E: -1}, [3, 0, 3, 0, 1]),
    ],
)
def test_duels_give_three_one_and_nothing(units: dict[int, int], expected: list[int]) -> None:
    assert given_by(units, yields="duels", odd="against all", duels=((A, B), (C, D))) == expected


def test_an_odd_player_who_rests_gets_what_a_bye_gives() -> None:
    fmt = one_stage(yields="duels", odd="resting")
    so_far = progress(5, a_round(1, table(FIVE, duels=((A, B), (C, D)))))
    assert [row.total for row in standings(fmt, so_far) if row.entrant == E] == [0]
    kind = replace(fmt, bye=Missed(placement=Fraction(1)))
    assert [row.total for row in standings(kind, so_far) if row.entrant == E] == [1]


def test_who_rests_gets_the_mean_of_the_round() -> None:
    # 5-4-3-2-1 has the mean 3
    fmt = replace(one_stage(**SCIGHERA), bye=Missed(placement="mean"))
    rows = standings(fmt, progress(6, a_round(1, table(FIVE), resting=(F,))))
    assert order(rows) == "Anna Bruno Carla=Franco Dario Elena"


def test_who_is_absent_gets_the_lowest_of_the_round() -> None:
    # Elena has -4; Franco came for the second round only
    fmt = replace(one_stage(rounds=2), absent=Missed(units="lowest"))
    late = (*entrants(5), Entrant(F, "Franco", ("Franco",), joined=2))
    rows = standings(fmt, progress(5, a_round(1, table(FIVE)), entrants=late))
    assert standing_rows(rows)[-2:] == [(5, "Elena", -4, ""), (5, "Franco", -4, "shared")]
    assert rows[-1].units == -4


def test_a_seat_that_stayed_empty_is_an_absence_once_the_table_is_over() -> None:
    # five of the six played: 5-4-3-2-1 for them, nothing for Franco
    five = table(FIVE, seats=(A, B, C, D, E, F))
    so_far = progress(6, a_round(1, five))
    assert gave(standings(one_stage(**SCIGHERA), so_far)[-1]) == (0,)
    waiting = replace(so_far, rounds=(a_round(1, replace(five, over=False)),))
    assert gave(standings(one_stage(**SCIGHERA), waiting)[-1]) == (None,)


def test_a_table_that_is_too_small_for_placement_points_of_its_own_has_those_of_its_seats() -> None:
    # four of five came, and nothing is said of tables of four: 5-4-3-2
    four = table({A: 3, B: 1, C: -1, D: -3}, seats=(A, B, C, D, E))
    rows = standings(one_stage(**SCIGHERA), progress(5, a_round(1, four)))
    assert [gave(row) for row in rows] == [(5,), (4,), (3,), (2,), (0,)]


def test_a_late_entrant_and_one_who_left_keep_what_they_have() -> None:
    # Anna leaves after the first round with 6; Franco comes for the second and makes 2
    people = (replace(entrants(5)[0], left=2), *entrants(5)[1:], Entrant(F, "Franco", ("Franco",), joined=2))
    rounds = a_round(1, table(FIVE)), a_round(2, table({B: 1, C: 0, D: 0, E: -3, F: 2}))
    rows = standings(one_stage(rounds=2), progress(5, *rounds, entrants=people))
    assert standing_rows(rows)[:3] == [(1, "Anna", 6, ""), (2, "Bruno", 2, ""), (2, "Franco", 2, "shared")]
    assert gave(rows[0]) == (6, 0)
    never = (*entrants(5), Entrant(F, "Franco", ("Franco",), left=1))
    assert len(standings(one_stage(), progress(5, rounds[0], entrants=never))) == 5


@pytest.mark.parametrize("left", [None, 1, 2, 3])
@pytest.mark.parametrize(("stage", "direct"), [(0, False), (1, True)])
def test_who_has_anything_from_a_table_of_a_stage_is_in_its_standing(
    left: int | None, stage: int, *, direct: bool
) -> None:
    # Anna withdrew before, during or after the round in which she made 6; units of tables without byes sum to zero
    first = Stage(name="First", entrants="all" if stage == 0 else "not direct", cut=CutRule(5))
    fmt = form(first, Stage(name="Second", entrants="through and direct" if stage else "through"))
    people = tuple(
        replace(entrant, left=left, direct=direct) if entrant.number == A else entrant for entrant in entrants(5)
    )
    cuts = () if stage == 0 else (Cut(0, (B, C, D, E) if direct else (A, B, C, D, E)),)
    rows = standings(fmt, progress(5, a_round(1, table(FIVE), stage=stage), entrants=people, cuts=cuts), stage)
    assert standing_rows(rows)[0] == (1, "Anna", 6, "")
    assert sum(row.units for row in rows) == 0


def test_what_somebody_makes_at_another_table_counts_before_their_own_begins() -> None:
    # Franco sits at table 1 in the seat of nobody and has -2 there; table 2, which is his, waits
    here = table({A: 6, B: 1, C: -1, D: -4}, {number: {"deals": 2} for number in FIVE}, over=False)
    waiting = Table(2, (F, G, H, IRENE, L))
    guest = Line(F, -2, deals=2)
    so_far = progress(10, replace(a_round(1, here, waiting), elsewhere=(guest,)))
    rows = {row.entrant: row for row in standings(one_stage(), so_far)}
    assert (float(rows[F].total), rows[F].units, rows[F].deals) == (-2.0, -2, 2)
    assert gave(rows[F]) == (-2,)
    assert gave(rows[G]) == (None,)
    assert sum(row.units for row in rows.values()) == 0
    # which placement points that gives is known once his own table plays
    placed = next(row for row in standings(one_stage(**SCIGHERA), so_far_of_five(so_far)) if row.entrant == F)
    assert (placed.units, gave(placed)) == (-2, (None,))


def so_far_of_five(so_far: Progress) -> Progress:
    """The same with Elena at table 1, who made nothing."""
    first_round = so_far.rounds[0]
    five = replace(
        first_round.tables[0], seats=(A, B, C, D, E), lines=(*first_round.tables[0].lines, Line(E, 0, deals=2))
    )
    return replace(so_far, rounds=(replace(first_round, tables=(five, first_round.tables[1])),))


@pytest.mark.parametrize("missed", [Missed(units="lowest"), Missed(placement="mean"), Missed(placement="lowest")])
def test_what_a_bye_takes_from_others_is_nothing_while_they_have_nothing(missed: Missed) -> None:
    stage = {} if missed.units == "lowest" else SCIGHERA
    fmt = replace(one_stage(**stage), bye=missed, absent=missed)
    late = (*entrants(6), Entrant(G, "Gina", ("Gina",), joined=2))
    waiting = a_round(1, Table(1, tuple(FIVE)), resting=(F,))
    rows = standings(fmt, progress(6, waiting, entrants=late))
    assert {gave(row) for row in rows} == {(None,)}


def test_an_unfinished_table_counts_with_what_it_has() -> None:
    live = table(FIVE, {number: {"deals": 3} for number in FIVE}, over=False)
    waiting = Table(2, tuple(OTHERS))
    rows = standings(one_stage(), progress(10, a_round(1, live, waiting)))
    assert [(name_of(row.entrant), gave(row)) for row in rows[:2]] == [("Anna", (6,)), ("Bruno", (1,))]
    assert {gave(row) for row in rows if row.entrant in OTHERS} == {(None,)}


def test_a_table_where_nothing_was_played_yet_gives_nothing() -> None:
    # else everybody would share 5-4-3-2-1 before the first deal
    dealt = table(dict.fromkeys(FIVE, 0), {number: {"deals": 0} for number in FIVE}, over=False)
    rows = standings(one_stage(**SCIGHERA), progress(5, a_round(1, dealt)))
    assert {(row.total, row.rounds) for row in rows} == {(Fraction(0), (None,))}


def test_a_penalty_is_taken_from_the_total_of_its_stage() -> None:
    fined = progress(5, a_round(1, table(FIVE)), penalties=(Penalty(A, Fraction(6), 0, "late"),))
    rows = standings(one_stage(), fined)
    assert standing_rows(rows)[:3] == [(1, "Bruno", 1, ""), (2, "Anna", 0, ""), (2, "Carla", 0, "shared")]
    assert (rows[1].units, float(rows[1].penalty)) == (6, 6.0)


def test_placement_points_depend_on_the_number_of_matches() -> None:
    fewer = {1: {5: points(12, 8, 6, 4, 3)}}
    fmt = one_stage(rounds=2, yields="placement", placement={5: points(10, 7, 4, 2, 0)}, placement_for=fewer)
    rests = a_round(1, table(FIVE), resting=(F,)), a_round(2, table({A: -2, B: 5, C: 0, D: -2, F: -1}), resting=(E,))
    # two matches: Anna 10 + 1 (2 and 0 shared), Bruno 7 + 10, Carla 4 + 7, Dario 2 + 1 (2 and 0 shared)
    # one match: Elena, fifth, 3; Franco, third, 6
    assert {name_of(row.entrant): row.total for row in standings(fmt, progress(6, *rests))} == {
        "Bruno": 17, "Anna": 11, "Carla": 11, "Franco": 6, "Dario": 3, "Elena": 3,
    }  # fmt: skip


def three_stages() -> Progress:
    """Ten in two heats, five of them in the final: Franco wins it; the others stay where they stopped."""
    heats = a_round(1, table(FIVE), table(OTHERS))
    final = a_round(2, table({F: 5, G: 2, A: 0, C: -3, B: -4}), stage=1)
    return progress(10, heats, final, cuts=(Cut(0, (A, F, G, B, C)),))


def test_the_classification_puts_the_last_stage_first_and_goes_on_with_the_one_before() -> None:
    # heats: Anna 6, Franco 3, Gina 2, Bruno 1, Carla = Hugo 0, Irene -1, Dario -3, Elena = Luca -4
    rows = classification(with_cut(5), three_stages())
    assert order(rows) == "Franco Gina Anna Carla Bruno Hugo Irene Dario Elena=Luca"
    assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9]
    assert [row.decided_by for row in rows] == ["", "", "", "", "", "", "", "", "", "shared"]


def test_the_classification_says_what_decided_against_the_one_listed_before() -> None:
    # Anna, Carla and Dario have 1: Carla is below Anna by deals won, Dario below her by times caller. Anna went on, so
    # that Carla is listed below Elena, who has 2: nothing but the total decided that.
    fmt = with_cut(2, "deals won", "times caller", by="places")
    known = {A: {"won": 5, "called": 1}, C: {"won": 4, "called": 2}, D: {"won": 4, "called": 1}}
    heat = a_round(1, table({E: 2, A: 1, C: 1, D: 1, B: -5}, known))
    rows = classification(fmt, progress(5, heat, cuts=(Cut(0, (A,)),)))
    assert standing_rows(rows)[1:4] == [(2, "Elena", 2, ""), (3, "Carla", 1, ""), (4, "Dario", 1, "times caller")]
    # with Carla gone on, it is deals won that puts Dario below Anna
    rows = classification(fmt, progress(5, heat, cuts=(Cut(0, (C,)),)))
    assert standing_rows(rows)[2:4] == [(3, "Anna", 1, ""), (4, "Dario", 1, "deals won")]


def test_individuals_are_by_units_from_a_minimum_of_deals_on() -> None:
    # Anna 5 + 4 in 60 deals, Bruno 9 in 50, Carla 30 in 49
    rows = individuals([("Anna", 5, 30), ("Bruno", 9, 50), ("Carla", 30, 49), ("Anna", 4, 30), ("Dario", -2, 90)], 50)
    assert [(row.place, row.name, row.units, row.deals) for row in rows] == [
        (1, "Anna", 9, 60), (1, "Bruno", 9, 50), (3, "Dario", -2, 90), (None, "Carla", 30, 49),
    ]  # fmt: skip


def a_day(seed: int) -> Progress:
    """A day of fifteen with small figures, so that many tie; half of the sheets say who won deals."""
    random = Random(seed)
    people = tuple(Entrant(number, f"P{number:02}", (f"P{number:02}",)) for number in range(1, 16))
    rounds = []
    for number in range(1, 4):
        seats = random.sample(range(1, 16), 15)
        tables = [_sheet(random, tuple(seats[at : at + 5]), at // 5 + 1) for at in (0, 5, 10)]
        rounds.append(PlayedRound(number, 0, tuple(tables)))
    return Progress(people, tuple(rounds), seed=seed)


def _sheet(random: Random, seats: tuple[int, ...], number: int) -> Table:
    units = [random.randint(-1, 1) for _ in seats]
    known = random.random() < 0.5
    lines = tuple(
        Line(seat, got, deals=10, won=random.randint(3, 4) if known else None, running=(random.randint(0, 2), got))
        for seat, got in zip(seats, units, strict=True)
    )
    return Table(number, seats, lines, over=True)


def renumbered(so_far: Progress, numbers: list[int]) -> Progress:
    """The same day, entered in another order: everybody has another number, and the same name."""
    new = dict(enumerate(numbers, 1))
    entrants = (replace(entrant, number=new[entrant.number]) for entrant in so_far.entrants)
    people = sorted(entrants, key=lambda entrant: entrant.number)
    rounds = tuple(
        replace(played, tables=tuple(_renumbered(at, new) for at in played.tables)) for played in so_far.rounds
    )
    return replace(so_far, entrants=tuple(people), rounds=rounds)


def _renumbered(at: Table, new: dict[int, int]) -> Table:
    lines = tuple(replace(line, entrant=new[line.entrant]) for line in at.lines)
    return replace(at, seats=tuple(new[seat] for seat in at.seats), lines=lines)


def facts_by_name(fmt: Any, so_far: Progress) -> list[Any]:
    names = {entrant.number: entrant.name for entrant in so_far.entrants}
    rows = [
        (row.place, names[row.entrant], row.total, row.decided_by, row.unknown) for row in standings(fmt, so_far, 0)
    ]
    result = cut(fmt, so_far, 0)
    through = [(names[number], result.reasons.get(number)) for number in result.through]
    return [rows, through, sorted(names[number] for number in play_off_due(fmt, so_far))]


BREAKS = (
    ("units", "head-to-head", "deals won", "lot"),
    ("deals won", "running units backwards", "play-off", "lot"),
    ("highest running units", "units per deal"),
    ("head-to-head", "lot"),
)


@settings(max_examples=25)
@given(
    st.integers(0, 10_000),
    st.permutations(range(1, 16)),
    st.sampled_from(BREAKS),
    st.sampled_from(["standing", "places"]),
)
def test_standings_and_cuts_never_depend_on_the_order_of_entry(
    seed: int, numbers: list[int], breaks: tuple[str, ...], by: str
) -> None:
    fmt = with_cut(5, *breaks, by=by)
    fmt = replace(fmt, stages=(replace(fmt.stages[0], rounds=3), fmt.stages[1]))
    so_far = a_day(seed)
    assert facts_by_name(fmt, renumbered(so_far, numbers)) == facts_by_name(fmt, so_far)

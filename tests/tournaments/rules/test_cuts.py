"""Who goes on, and why: the best of a standing, the firsts of tables and the best thirds, direct entrants, byes."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from scorer.tournaments.rules import (
    Action,
    Cut,
    CutRule,
    Entrant,
    Format,
    PlayedRound,
    Progress,
    Stage,
    cut,
    draw,
    lapsed_play_offs,
    next_action,
    play_off_due,
    standings,
)
from scorer.tournaments.rules.cutting import CutResult
from scorer.tournaments.rules.errors import TournamentError
from scorer.tournaments.text.tournament_words import reason_words
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
    M,
    N,
    a_round,
    drawn_by_lot,
    entrants,
    form,
    name_of,
    played_off,
    progress,
    table,
    with_cut,
)

FIVE = {A: 6, B: 1, C: 0, D: -3, E: -4}
OTHERS = {F: 3, G: 2, H: 0, IRENE: -1, L: -4}


def names(numbers: tuple[int, ...]) -> str:
    return " ".join(map(name_of, numbers))


def why(result: CutResult) -> dict[str, str]:
    return {name_of(number): reason_words(reason) for number, reason in result.reasons.items()}


def heats(**facts: Mapping[int, Mapping[str, Any]]) -> PlayedRound:
    """Two tables: 6, 1, 0, -3, -4 and 3, 2, 0, -1, -4."""
    known = facts.get("known", {})
    return a_round(1, table(FIVE, known), table(OTHERS, known))


def test_the_best_of_the_standing_go_on() -> None:
    result = cut(with_cut(4), progress(10, heats()), 0)
    assert names(result.through) == "Anna Franco Gina Bruno"
    assert (result.tied, set(why(result).values())) == ((), {"among the best 4"})


def test_a_tie_at_the_cut_waits_for_a_play_off() -> None:
    # Carla and Hugo have 0; one of them is the fifth
    so_far = progress(10, heats())
    result = cut(with_cut(5), so_far, 0)
    assert (names(result.through), names(result.tied)) == ("Anna Franco Gina Bruno", "Carla Hugo")
    assert next_action(with_cut(5), so_far) is Action.PLAY_OFF
    assert names(play_off_due(with_cut(5), so_far)) == "Carla Hugo"


def test_the_play_off_decides_the_cut() -> None:
    so_far = progress(10, heats(), play_offs=played_off(H, C))
    result = cut(with_cut(5), so_far, 0)
    assert (names(result.through), result.tied) == ("Anna Franco Gina Bruno Hugo", ())
    assert next_action(with_cut(5), so_far) is Action.CUT


def test_a_tie_break_decides_the_cut_before_anybody_plays_off() -> None:
    so_far = progress(10, heats(known={C: {"won": 4}, H: {"won": 5}}))
    assert names(cut(with_cut(5, "deals won"), so_far, 0).through)[-4:] == "Hugo"


def test_a_tie_above_or_below_the_cut_is_none_of_its_business() -> None:
    level = {A: 4, B: 4, C: 0, D: -4, E: -4}
    result = cut(with_cut(2), progress(5, a_round(1, table(level))), 0)
    assert (names(result.through), result.tied) == ("Anna Bruno", ())


def test_three_who_tie_for_two_places_all_play_off() -> None:
    level = {A: 4, B: 0, C: 0, D: 0, E: -4}
    result = cut(with_cut(3), progress(5, a_round(1, table(level))), 0)
    assert (names(result.through), names(result.tied)) == ("Anna", "Bruno Carla Dario")


def test_who_has_left_makes_room_for_the_next() -> None:
    people = tuple(replace(entrant, left=2) if entrant.number == A else entrant for entrant in entrants(10))
    result = cut(with_cut(4), progress(10, heats(), entrants=people), 0)
    assert (names(result.through), names(result.tied)) == ("Franco Gina Bruno", "Carla Hugo")


@pytest.mark.parametrize("rounds", [(), (a_round(1, table(FIVE, over=False), table(OTHERS, over=False)),)])
def test_nobody_goes_on_before_the_stage_is_over(rounds: tuple[PlayedRound, ...]) -> None:
    with pytest.raises(TournamentError, match=r"^Heats is not over$"):
        cut(with_cut(5), progress(10, *rounds), 0)


def test_first_two_of_each_and_the_best_third_by_units_per_deal() -> None:
    # thirds: Carla 2 in 10 deals: 0.2; Hugo 3 in 12: 0.25
    first = table({A: 4, B: 3, C: 2, D: -4, E: -5}, {C: {"deals": 10}})
    two = table({F: 6, G: 4, H: 3, IRENE: -6, L: -7}, {H: {"deals": 12}})
    result = cut(with_cut(5, by="places"), progress(10, a_round(1, first, two)), 0)
    assert sorted(names(result.through).split()) == ["Anna", "Bruno", "Franco", "Gina", "Hugo"]
    assert why(result) == {
        "Anna": "first of table 1",
        "Franco": "first of table 2",
        "Bruno": "second of table 1",
        "Gina": "second of table 2",
        "Hugo": "best third: +0.25 units per deal",
    }


def test_where_units_per_deal_are_level_the_tie_breaks_go_on() -> None:
    known = {C: {"deals": 10, "won": 4}, H: {"deals": 10, "won": 5}}
    result = cut(with_cut(5, "deals won", by="places"), progress(10, heats(known=known)), 0)
    assert why(result)["Hugo"] == "best third: 0 units per deal, then deals won"


def test_where_the_sheets_do_not_say_the_deals_the_tie_breaks_decide() -> None:
    # without deals nothing can be said per deal; units are next
    two = table({F: 6, G: 4, H: 3, IRENE: -6, L: -7})
    result = cut(with_cut(5, "units", by="places"), progress(10, a_round(1, table(FIVE), two)), 0)
    assert why(result)["Hugo"] == "best third: units"


def test_thirds_who_cannot_be_told_apart_play_off() -> None:
    known = {C: {"deals": 10}, H: {"deals": 10}}
    fmt = with_cut(5, by="places")
    result = cut(fmt, progress(10, heats(known=known)), 0)
    assert (len(result.through), names(result.tied)) == (4, "Carla Hugo")
    played = progress(10, heats(known=known), play_offs=played_off(C, H))
    assert why(cut(fmt, played, 0))["Carla"] == "best third: 0 units per deal, then play-off"


def test_a_play_off_of_thirds_lapses_when_another_third_is_better() -> None:
    # Carla and Hugo still have 0 in ten deals; Olga, the third of table 3, has 1
    thirds = {C: {"deals": 10}, H: {"deals": 10}, 13: {"deals": 10}}
    third_table = table({11: 4, 12: 3, 13: 1, 14: -3, 15: -5}, thirds)
    heats_of_three = (*heats(known=thirds).tables, third_table)
    fmt = with_cut(7, by="places")
    played = progress(15, a_round(1, *heats_of_three), play_offs=played_off(H, C))
    assert why(cut(fmt, played, 0))["Olga"] == "best third: +0.1 units per deal"
    assert lapsed_play_offs(fmt, played) == played_off(H, C)
    assert "play-off" not in {row.decided_by for row in standings(fmt, played, 0)}


def test_a_tie_inside_a_table_that_matters_is_played_off_first() -> None:
    # Bruno and Carla both have 1: who is second of table 1, and who only third?
    level = table({A: 6, B: 1, C: 1, D: -4, E: -4})
    so_far = progress(10, a_round(1, level, table(OTHERS)))
    result = cut(with_cut(5, by="places"), so_far, 0)
    assert (names(result.tied), sorted(names(result.through).split())) == ("Bruno Carla", ["Anna", "Franco", "Gina"])
    played = replace(so_far, play_offs=played_off(C, B))
    assert why(cut(with_cut(4, by="places"), played, 0))["Carla"] == "second of table 1"


def test_a_tie_for_the_first_place_of_a_table_of_whom_both_go_on_is_left_alone() -> None:
    # three places, two tables: Anna and Bruno have 3; the second of table 2 has 1 in ten deals, each of them more
    known = {number: {"deals": 10} for number in range(1, 11)}
    level = table({A: 3, B: 3, C: 0, D: -2, E: -4}, known)
    fmt = with_cut(3, by="places")
    result = cut(fmt, progress(10, a_round(1, level, table({F: 8, G: 1, H: 0, IRENE: -1, L: -8}, known))), 0)
    assert result.tied == ()
    assert why(result) == {"Franco": "first of table 2", "Anna": "first of table 1", "Bruno": "first of table 1"}
    # with 4 there, the other one of the two is out
    better = progress(10, a_round(1, level, table({F: 8, G: 4, H: 0, IRENE: -4, L: -8}, known)))
    assert names(cut(fmt, better, 0).tied) == "Anna Bruno"
    # and with 3 it is played off who is the first, and then against Gina
    same = progress(10, a_round(1, level, table({F: 8, G: 3, H: 0, IRENE: -3, L: -8}, known)))
    assert names(cut(fmt, same, 0).tied) == "Anna Bruno"
    assert names(cut(fmt, replace(same, play_offs=played_off(B, A)), 0).tied) == "Anna Gina"


def test_a_play_off_is_due_exactly_where_it_changes_who_goes_on() -> None:
    # every way in which the ties can end, tried one by one, for small tables with few different units
    known = {number: {"deals": 10} for number in range(1, 11)}
    for ours in ({A: 1, B: 1, C: 0, D: 0, E: -2}, {A: 2, B: 0, C: 0, D: 0, E: -2}, {A: 1, B: 1, C: 1, D: -1, E: -2}):
        for theirs in ({F: 2, G: 1, H: 0, IRENE: -1, L: -2}, {F: 2, G: 0, H: 0, IRENE: 0, L: -2}):
            for to in range(1, 10):
                so_far = progress(10, a_round(1, table(ours, known), table(theirs, known)))
                assert bool(cut(with_cut(to, by="places"), so_far, 0).tied) == (len(sets(ours, theirs, to)) > 1)


def sets(ours: Mapping[int, int], theirs: Mapping[int, int], to: int) -> set[frozenset[int]]:
    """Everybody who could go on, over all orders of those who are level at a table, and then at two."""
    sets_through = set()
    for our_order, their_order in product(orders(ours), orders(theirs)):
        units, through, left = {**ours, **theirs}, set[int](), to
        for level in zip(our_order, their_order, strict=True):
            if left >= 2:
                through, left = through | {*level}, left - 2
            elif left == 1:
                best = max(units[number] for number in level)
                sets_through |= {frozenset({*through, number}) for number in level if units[number] == best}
                left = -1
        sets_through |= {frozenset(through)} if left == 0 else set()
    return sets_through


def orders(units: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Every order of a table that its units leave open."""
    return [
        order for order in permutations(units) if [units[number] for number in order] == sorted(units.values())[::-1]
    ]


def test_what_the_lot_decided_at_the_tables_stands_in_the_standing_as_a_play_off_does() -> None:
    # Bruno and Carla have 1: who is second of table 1? 7:Carla is drawn before 7:Bruno
    level = table({A: 6, B: 1, C: 1, D: -4, E: -4})
    so_far = progress(10, a_round(1, level, table({F: 4, G: 3, H: 2, IRENE: -4, L: -5})))
    fmt = with_cut(4, "play-off", "lot", by="places")
    for decided, word in ((drawn_by_lot(B, C), "lot"), (played_off(C, B), "play-off")):
        rows = standings(fmt, replace(so_far, play_offs=decided), 0)
        assert [(name_of(row.entrant), row.decided_by) for row in rows[4:6]] == [("Carla", ""), ("Bruno", word)]


def test_three_tables_for_five_places_are_the_firsts_and_the_best_two_seconds() -> None:
    # seconds per deal: Bruno 1 / 10, Gina 2 / 10, Nino 3 / 10
    known = {number: {"deals": 10} for number in range(1, 16)}
    third = {M: 7, N: 3, 13: 0, 14: -5, 15: -5}
    so_far = progress(15, a_round(1, table(FIVE, known), table(OTHERS, known), table(third, known)))
    result = cut(with_cut(5, by="places"), so_far, 0)
    assert {name: reason for name, reason in why(result).items() if reason.startswith("best")} == {
        "Nino": "best second: +0.3 units per deal",
        "Gina": "best second: +0.2 units per deal",
    }


def champions(*, to: int = 10, more_by: int = 5) -> Format:
    """A preliminary for the places that direct entrants leave, and a stage with everybody who is left."""
    rule = CutRule(to, by="places", with_direct=True, more_by=more_by)
    first = Stage(name="Preliminary", entrants="not direct", cut=rule, tie_breaks=("units", "lot"))
    return form(first, Stage(name="Semi-finals", entrants="through and direct"), sizes=(5, 6))


def with_direct(direct: int, others: int) -> Progress:
    """So many direct entrants, numbered last, and so many others."""
    people = [Entrant(number, f"P{number:02}", (), direct=number > others) for number in range(1, direct + others + 1)]
    return Progress(tuple(people), seed=7)


def played(so_far: Progress, *sizes: int, resting: int = 0) -> Progress:
    """The preliminary: at each table the first has the most units, the tables are even."""
    tables, number = [], 1
    for size in sizes:
        tables.append(table({number + at: size - 2 * at for at in range(size)}))
        number += size
    return replace(so_far, rounds=(a_round(1, *tables, resting=tuple(range(number, number + resting))),))


def test_there_is_one_more_semi_final_when_the_firsts_would_find_no_place() -> None:
    # 12 direct entrants and 11 others at two tables: 15 places, so three of them go on; else there are ten
    assert len(cut(champions(), played(with_direct(12, 11), 5, 6), 0).through) == 3
    assert cut(champions(more_by=0), played(with_direct(12, 11), 5, 6), 0).through == ()


@pytest.mark.parametrize(("direct", "others"), [(7, 4), (8, 3), (8, 4), (9, 2), (9, 3), (9, 4), (2, 3)])
def test_those_who_are_too_few_for_a_table_all_go_on(direct: int, others: int) -> None:
    # 8 direct entrants leave two places of ten for three others, who cannot play for them: a table needs five
    so_far = with_direct(direct, others)
    assert next_action(champions(), so_far) is Action.CUT
    through = cut(champions(), so_far, 0).through
    assert sorted(through) == list(range(1, others + 1))
    semi_finals = draw(champions(), replace(so_far, cuts=(Cut(0, through),)), 1)
    seated = sum(len(at.seats) for at in semi_finals.tables)
    assert (semi_finals.stage, seated + len(semi_finals.resting)) == (1, direct + others)


def test_who_has_a_bye_in_the_preliminary_goes_on() -> None:
    # 14 others: two tables of six, two rest; 10 places: the two, and the first four of each table
    result = cut(champions(), played(with_direct(0, 14), 6, 6, resting=2), 0)
    assert list(why(result).values()).count("a bye") == 2
    assert len(result.through) == 10


def test_the_standing_of_a_cut_by_places_waits_for_no_play_off() -> None:
    level = table({A: 6, B: 1, C: 1, D: -4, E: -4})
    rows = standings(with_cut(5, by="places"), progress(10, a_round(1, level, table(OTHERS))))
    assert "play-off due" not in {row.decided_by for row in rows}

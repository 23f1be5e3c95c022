"""The shorter formats: by placement, the group of six, by place, the marathon of teams."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from scorer import scorebook
from scorer.rules.errors import ScorerError
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import FormatSettings, individuals, standings
from scorer.tournaments.shown.tables import results
from tests.tournaments.inventing import Sheet, Typed, invented
from tests.tournaments.playing import Day, OpenDay, people, places

PLACEMENT = {5: (14, 10, 7, 4, 1), 6: (14, 10, 7, 4, 1, 0)}


def exactly(placement: Mapping[int, Sequence[int]]) -> dict[int, tuple[Fraction, ...]]:
    """Placement points as the program takes them."""
    return {size: tuple(map(Fraction, given)) for size, given in placement.items()}


def placed(sheet: Sheet, given: Sequence[int]) -> dict[str, Fraction]:
    """Placement points by units; who ties shares what their places give together."""
    order = sorted(sheet.values(), key=lambda line: line.units, reverse=True)
    units = [line.units for line in order]
    shared = {each: Fraction(sum(given[at] for at, other in enumerate(units) if other == each), units.count(each))
              for each in units}  # fmt: skip
    return {name: shared[line.units] for name, line in sheet.items()}


def add(points: dict[str, Fraction], given: Mapping[str, Fraction]) -> None:
    """What a round gave."""
    for name, got in given.items():
        points[name] += got


def test_ten_deals_by_placement_with_byes_and_somebody_who_goes_home(open_day: OpenDay) -> None:
    settings = FormatSettings(rounds=3, placement=exactly(PLACEMENT))
    day, random, names = open_day("ten-deals-placement", settings=settings), Random(9), people(14)
    day.enter(names)  # two sixes, and two rest
    points = dict.fromkeys(names, Fraction(0))
    for number in (1, 2, 3):
        day.draw()
        day.play(random)
        given = {
            name: got
            for (each, _), sheet in day.typed.items()
            if each == number
            for name, got in placed(sheet, PLACEMENT[len(sheet)]).items()
        }
        resting = [day.entry(each) for each in day.now.progress.rounds[-1].resting]
        assert len(resting) == (2 if number == 1 else 1)
        given |= dict.fromkeys(resting, sum(given.values(), Fraction(0)) / len(given))  # the mean
        add(points, given)
        if number == 1:
            gone = day.seats(1)[0]
            day.do(tournaments.withdraw, gone)  # nothing for the rounds after: 13 are there, one rests
    keys = {}
    for name in names:
        lines = day.lines(name, (1, 2, 3))
        keys[name] = (points[name], sum(line.won for line in lines), sum(line.called for line in lines))
    assert day.classified() == places(keys)


def test_the_group_of_six_of_2024(open_day: OpenDay) -> None:
    day, random, names = open_day("elite-2024", seed=2024), Random(24), people(6)
    day.enter(names)
    for _ in range(2):
        day.draw()
        day.play(random)
    once = {day.entry(number) for each in day.now.progress.rounds for number in each.resting}
    assert len(once) == 2
    points = dict.fromkeys(names, Fraction(0))
    for number in (1, 2):
        sheet = day.round(number)
        twice, single = placed(sheet, (10, 7, 4, 2, 0)), placed(sheet, (12, 8, 6, 4, 3))
        add(points, {name: single[name] if name in once else twice[name] for name in sheet})
    group = {name: key(day, name, points, (1, 2)) for name in names}
    through = sorted(names, key=lambda name: group[name], reverse=True)[:5]
    assert group[through[4]] > min(group.values())
    day.do(tournaments.announce_cut)
    day.draw()
    assert day.seated() == set(through)
    day.play(random, by_deals={1}, deals=20)
    add(points, placed(day.round(3), (23, 14, 8, 4, 0)))
    last = {name: key(day, name, points, (1, 2, 3)) for name in through}
    assert len(set(last.values())) == 5
    out = next(name for name in names if name not in through)
    assert day.classified() == [*places(last), (6, out)]


def test_the_table_of_results_gives_what_the_standing_counts(drawn_day: OpenDay) -> None:
    # after one round of two, five have sat and count as playing both: 10-7-4-2-0, not 12-8-6-4-3
    day = drawn_day("elite-2024", 6)
    day.paper(1, dict(zip(day.seats(1), map(Typed, (20, 10, 2, -12, -20)), strict=True)))
    given = [row[-1] for row in results(day.now, day.now.progress.rounds).rows]
    assert given == [10, 7, 4, 2, 0]
    assert [line.total for line in standings(day.now.format, day.now.progress)][:5] == given


def key(day: Day, name: str, points: Mapping[str, Fraction], rounds: Sequence[int]) -> tuple[Fraction, int, int]:
    """Placement points, then units, then deals won."""
    lines = day.lines(name, rounds)
    return points[name], sum(line.units for line in lines), sum(line.won for line in lines)


def test_by_place_everybody_meets_their_equals(open_day: OpenDay) -> None:
    day, random, names = open_day("by-place", settings=FormatSettings(rounds=3)), Random(11), people(21)
    day.enter(names)
    day.draw()
    with pytest.raises(ScorerError, match="round 2 is seated by place: it waits for round 1, tables 1, 2, 3 and 4"):
        day.draw()
    for number in (1, 2, 3):
        if number > 1:
            day.draw()
            keys = {name: sums(day, name, number - 1) for name in names}
            tables = [[keys[name] for name in seats] for seats in day.tables()]
            assert all(min(above) >= max(below) for above, below in pairwise(tables))
        day.play(random, by_deals={1} if number == 3 else ())
    assert day.classified() == places({name: sums(day, name, 3) for name in names})


def sums(day: Day, name: str, rounds: int) -> tuple[int, int, int]:
    """Units, deals won and times caller so far."""
    lines = day.lines(name, range(1, rounds + 1))
    return sum(line.units for line in lines), sum(line.won for line in lines), sum(line.called for line in lines)


def test_a_correction_says_who_would_sit_elsewhere_by_place(drawn_day: OpenDay) -> None:
    day = drawn_day("by-place", 10)
    a, b = day.seats(1), day.seats(2)
    one = dict(zip(a, map(Typed, (20, 10, 2, -12, -20)), strict=True))
    two = dict(zip(b, map(Typed, (15, 5, 1, -8, -13)), strict=True))
    day.paper(1, one, say=[])
    day.paper(2, two, say=[])
    day.draw()
    before = day.tables()
    assert set(before[0]) == {a[0], b[0], a[1], b[1], a[2]}  # 20, 15, 10, 5 and 2
    day.paper(2, two | {b[2]: Typed(3), b[3]: Typed(-10)}, 1, say=[])
    assert sorted(day.noticed) == sorted([
        f"announced round 2 stays: {a[2]} table 1, by now table 2",
        f"announced round 2 stays: {b[2]} table 2, by now table 1",
    ])  # fmt: skip
    assert day.tables() == before


TEAMS = {"Milano": ("Ada", "Bea", "Cia"), "Torino": ("Dan", "Edo", "Fil"), "Genova": ("Gil", "Hal", "Ivo"),
         "Napoli": ("Kim", "Leo", "Mia"), "Roma": ("Nik", "Oto", "Pia")}  # fmt: skip


def team_of(name: str) -> str:
    """The team of a player."""
    return next(team for team, members in TEAMS.items() if name in members)


def test_a_marathon_of_teams_with_changes_between_the_deals(open_day: OpenDay) -> None:
    day, random = open_day("marathon"), Random(24)
    day.do(tournaments.enter, [tournaments.TypedEntry(name, members=members) for name, members in TEAMS.items()])
    day.draw()
    assert day.seated() == set(TEAMS)
    teams, members = Counter(dict.fromkeys(TEAMS, 0)), Counter({name: 0 for each in TEAMS.values() for name in each})
    deals, won, made = Counter[str](), Counter[str](), Counter[str]()
    with day.at(1) as (transaction, table):
        match = table
        for deal in range(66):
            if deal and deal % 6 == 0:  # in the first half of the day a team changes its player; then they stay
                turn = {team: (each[deal // 6 % 3] if deal < 18 else each[0]) for team, each in TEAMS.items()}
                scorebook.change_seats(transaction, match, [turn[team] for team in day.seats(1)], None)
                match = scorebook.match_by_id(transaction, match.id)
            (hand,) = invented(random, match.sitting.seats, 1)
            scorebook.record_deal(transaction, match, hand.words())
            for name, got in hand.units(match.sitting.seats).items():
                members[name] += got
                teams[team_of(name)] += got
                deals[name] += 1
                won[team_of(name)] += got > 0
            made[team_of(hand.caller)] += hand.made
        offender = match.sitting.seats[0]
        scorebook.record_penalty(transaction, match, offender, 6, "nobody", "wasting time")
    members[offender] -= 6
    teams[team_of(offender)] -= 6
    day.do(tournaments.close_table, 1)
    day.do(tournaments.penalise, "Roma", 2, "third caution")
    day.do(tournaments.penalise, "Milano", 10, "appealed")
    day.do(tournaments.take_back)  # and reversed
    day.do(tournaments.conclude)
    teams["Roma"] -= 2
    assert day.classified() == places({team: (got, won[team], made[team]) for team, got in teams.items()})
    with day.book.reading() as transaction:
        rows = individuals(tournaments.individual_lines(transaction, day.now), day.now.format.min_deals)
    assert {row.name: (row.units, row.deals) for row in rows} == {n: (members[n], deals[n]) for n in deals}
    # who sat from the start: 6 deals and 48 at the end; the others 6 each, too few for a place
    assert set(deals.values()) == {54, 6}
    assert [(r.place, r.name) for r in rows if r.place] == places({n: members[n] for n in deals if deals[n] > 6})
    assert sum(row.units for row in standings(day.now.format, day.now.progress)) == -6

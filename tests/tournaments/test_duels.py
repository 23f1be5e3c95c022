"""A season of duels: fifteen players, seven evenings, 3-1-0 in each duel, and what becomes of the odd one."""

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from fractions import Fraction
from random import Random

from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import Table
from tests.tournaments.inventing import Sheet
from tests.tournaments.playing import ON, Day, OpenDay, people, places

Points = dict[str, int]
NAMES = people(15)


def duels(day: Day, table: Table) -> list[tuple[str, str]]:
    """The named pairs of a table, by name."""
    return [(day.entry(one), day.entry(other)) for one, other in table.duels]


def in_duels(sheet: Sheet, pairs: list[tuple[str, str]]) -> Points:
    """3 for more units than the other of the pair, 1 each for as many, 0 for fewer."""
    given: Points = {}
    for one, other in pairs:
        margin = sheet[one].units - sheet[other].units
        given |= {one: 3, other: 0} if margin > 0 else {one: 0, other: 3} if margin else {one: 1, other: 1}
    return given


def odd_of(sheet: Sheet, pairs: list[tuple[str, str]]) -> str:
    """Who is in no duel."""
    (odd,) = set(sheet).difference(*pairs)
    return odd


def against_all(sheet: Sheet, odd: str) -> int:
    """3 for the first of the table, 1 for the second or third, 0 otherwise; a shared place is the better one."""
    return (3, 1, 1, 0, 0)[sum(line.units > sheet[odd].units for line in sheet.values())]


def season(day: Day, random: Random) -> None:
    """Seven evenings, a fortnight apart, with somebody else in Bruno's seat from the fourth on."""
    day.enter(NAMES)
    for evening in range(7):
        if evening == 3:
            day.do(tournaments.substitute, "Bruno A", "Zoe Z", "moved away")
        day.draw(ON + timedelta(days=14 * evening))
        assert [len(seats) for seats in day.tables()] == [5, 5, 5]
        day.play(random, by_deals={1} if evening == 5 else ())


def totals(day: Day) -> tuple[Points, Mapping[frozenset[str], int]]:
    """The points of the whole season, and by how much the first by name of a pair had more of their duels."""
    given: Points = dict.fromkeys(NAMES, 0)
    between: Counter[frozenset[str]] = Counter()
    for each in day.now.progress.rounds:
        for table in each.tables:
            sheet, pairs = day.typed[each.number, table.number], duels(day, table)
            points = in_duels(sheet, pairs)
            alone = odd_of(sheet, pairs)
            points[alone] = against_all(sheet, alone)
            for name, got in points.items():
                given[name] += got
            for pair in pairs:
                one, other = sorted(pair)
                between[frozenset(pair)] += points[one] - points[other]
    return given, between


def expected(day: Day) -> dict[str, tuple[Fraction, ...]]:
    """Points; the duels between those who tie, if they all met; units; deals won."""
    given, between = totals(day)
    keys = {}
    for name in NAMES:
        tied = [other for other in NAMES if given[other] == given[name]]
        met = all(frozenset({a, b}) in between for a in tied for b in tied if a < b)
        sums = [between[frozenset({name, other})] * (1 if name < other else -1) for other in tied if other != name]
        lines = day.lines(name, range(1, 8))
        units, won = sum(line.units for line in lines), sum(line.won for line in lines)
        keys[name] = tuple(map(Fraction, (given[name], sum(sums) if met else 0, units, won)))
    return keys


def shared_out(day: Day) -> None:
    """Being the odd one, and meeting in a duel, is shared out over the season."""
    tables = [table for each in day.now.progress.rounds for table in each.tables]
    odd = Counter(number for table in tables for number in set(table.seats).difference(*table.duels))
    met = Counter(frozenset(duel) for table in tables for duel in table.duels)
    assert sum(odd.values()) == 21  # three evening by evening, fifteen to share it: once or twice each
    assert (len(odd), max(odd.values())) == (15, 2)
    assert max(met.values()) <= 2


def test_a_season_of_fifteen(open_day: OpenDay) -> None:
    day = open_day("duels", seed=15)
    season(day, Random(15))
    assert [day.now.matches[number, 1] for number in range(1, 8)] == sorted(set(day.now.matches.values()))[::3]
    day.do(tournaments.conclude)
    assert day.classified() == places(expected(day))
    assert "Zoe Z plays for Bruno A" in day.history()
    assert day.now.name_of(2) == "Zoe Z (for Bruno A)"
    shared_out(day)

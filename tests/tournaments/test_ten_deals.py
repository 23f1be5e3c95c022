"""A day of ten deals a round: tables of five and six, all kept deal by deal, ties down to the last tie-break."""

from collections.abc import Sequence
from random import Random

from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import standings
from tests.tournaments.inventing import Hand, Typed, invented, playing_in, summed
from tests.tournaments.playing import Day, OpenDay, people, places

ROUNDS = (1, 2, 3, 4)
# What two brothers do in every round but the last, and in the last: caller and partner that make it or fail, defender
LIKE_EACH_OTHER = ("caller", "caller", "partner", "defender", "caller fails", "defender", "partner", "defender",
                   "defender", "caller")  # fmt: skip
LAST = {
    "Tino": ("caller", "defender", "defender", "defender", "partner", "defender", "defender", "partner", "defender",
             "partner"),
    "Ugo": ("caller", "defender", "defender", "defender", "partner", "defender", "defender", "partner", "partner",
            "defender"),
}  # fmt: skip
ROLES = {"caller": 2, "caller fails": -2, "partner": 1, "defender": -1}


def scripted(seats: Sequence[str], who: str, script: Sequence[str]) -> list[Hand]:
    """The deals of a table at which one of them plays these roles, one after the other, in those that they play."""
    hands, roles = [], iter(script)
    for deal in range({5: 10, 6: 12}[len(seats)]):
        playing = playing_in(seats, deal)
        others = [name for name in playing if name != who]
        role = next(roles) if who in playing else "defender"
        left, right = others[deal % 4], others[(deal + 1) % 4]
        caller, partner = (who, left) if role.startswith("caller") else (left, right)
        hands.append(Hand(caller, who if role == "partner" else partner, made=role != "caller fails"))
    return hands


def key(lines: Sequence[Typed], absent: int) -> tuple[object, ...]:
    """What a place is decided by: units, deals won, times caller, highest running units, and all of them backwards."""
    running: list[int] = []
    for line in lines:
        before = running[-1] if running else 0
        running += [before + units for units in line.running]
    return (
        sum(line.units for line in lines) + absent,
        sum(line.won for line in lines),
        sum(line.called for line in lines),
        max(units for line in lines for units in line.running),
        tuple(reversed(running)),
    )


def play(day: Day, random: Random) -> None:
    """Play the last round: the brothers' tables deal by deal and by their script, the others as chance has it."""
    last = len(day.now.progress.rounds) == len(ROUNDS)
    for at, seats in enumerate(day.tables(), 1):
        if brother := next((name for name in LAST if name in seats), ""):
            day.deal_by_deal(at, scripted(seats, brother, LAST[brother] if last else LIKE_EACH_OTHER))
        else:
            day.paper(at, summed(seats, invented(random, seats)))


def test_a_day_of_27_with_a_no_show_a_late_entry_and_a_tie_down_to_the_last_deals(open_day: OpenDay) -> None:
    day, random, names = open_day("ten-deals", seed=27), Random(27), [*people(24), "Tino", "Ugo"]
    day.enter(names)
    day.do(tournaments.keep_apart, ["Tino", "Ugo"])
    day.draw()
    assert sorted(map(len, day.tables())) == [5, 5, 5, 5, 6]
    play(day, random)
    names.append("Vera")  # comes late: the lowest units of round 1
    day.enter(["Vera"])
    day.draw()
    assert sorted(map(len, day.tables())) == [5, 5, 5, 6, 6]
    day.do(tournaments.withdraw, "Hugo B", "does not show up")
    assert "scorer tournament redraw" in day.noticed[0]
    day.do(tournaments.announce_again, day.now.on)
    assert "Hugo B" not in day.seated()
    play(day, random)
    day.do(tournaments.bring_back, "Hugo B")  # the lowest units of round 2, and on from there
    for number in (3, 4):
        day.draw()
        assert sorted(map(len, day.tables())) == [5, 5, 5, 6, 6], number
        play(day, random)
    day.do(tournaments.penalise, "Elena A", 5, "spoke")
    day.do(tournaments.penalise, "Fabio A", 9, "left the table")
    day.do(tournaments.take_back)  # it was Gina
    day.do(tournaments.conclude)

    lowest = {number: min(line.units for line in day.round(number).values()) for number in ROUNDS}
    extra = {"Vera": lowest[1], "Hugo B": lowest[2], "Elena A": -5}
    keys = {name: key(day.lines(name, ROUNDS), extra.get(name, 0))[: 5 if name in LAST else 3] for name in names}
    assert day.classified() == places(keys)
    # each round of LIKE_EACH_OTHER: four times caller (three made), two partners, four defenders: 6 - 2 + 2 - 4 = 2
    # the last: 2 + 3 - 6 = -1. So 3 x 2 - 1 = 5 units, 5 + 5 + 5 + 4 deals won, 4 + 4 + 4 + 1 times caller
    assert sum(map(ROLES.__getitem__, LIKE_EACH_OTHER)) == 2
    assert keys["Tino"][:4] == keys["Ugo"][:4] == (5, 19, 13, 5)
    # before the last deal of all Tino had 4 and Ugo 6
    order = [name for _, name in day.classified()]
    assert order.index("Tino") == order.index("Ugo") + 1
    decided = {day.entry(row.entrant): row.decided_by for row in standings(day.now.format, day.now.progress)}
    assert decided["Tino"] == "running units backwards"


def test_who_comes_before_anything_is_recorded_is_seated_by_the_redraw(drawn_day: OpenDay) -> None:
    day = drawn_day()
    day.enter(["Vera"])
    assert "; scorer tournament redraw seats the round anew, as things stand now" in day.noticed[0]
    for _ in range(2):
        day.do(tournaments.announce_again, day.now.on)
    assert sorted(map(len, day.tables())) == [5, 6]
    assert "Vera" in day.seated()
    with day.book.reading() as transaction:
        seeds = [
            step.detail["seed"]
            for step in tournaments.tournament_history(transaction, day.now)
            if step.action == "draw"
        ]
    assert seeds == [8, 1008, 2008]  # the tournament's 7, and 1 for the round; a thousand more for each draw of it
    day.deal_by_deal(1, invented(Random(1), day.seats(1), 1), close=False)
    day.enter(["Yara"])
    assert day.noticed[0].startswith("they can be seated from round 2 on")
    assert "redraw" not in day.noticed[0]

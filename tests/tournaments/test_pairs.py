"""Tournaments of pairs: those who are level meet, a table gives a win, and every standing is worked out by hand."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from scorer import scorebook
from scorer.errors import EarlyError
from scorer.match.deal_options import DealWords
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import FormatSettings
from scorer.tournaments.rules.errors import TournamentError
from scorer.tournaments.seating import partners
from scorer.tournaments.shown.places import ruling_lines
from scorer.tournaments.shown.tables import standing
from tests.tournaments.playing import Day, OpenDay, refused

AB, CD, EF, GH, IL, MN = "Anna+Bruno", "Carla+Dario", "Elena+Franco", "Gina+Hugo", "Irene+Luca", "Marta+Nino"
FOUR = 88  # the seed with which Anna+Bruno meet Carla+Dario first, at table 1, and as winners of it Gina+Hugo
Line = tuple[int, str, float, int, str]  # place, pair, wins, units, what decided


def opened(open_day: OpenDay, pairs: int, rounds: int = 3, **words: object) -> Day:
    """A tournament of the first so many pairs."""
    day = open_day("brisca-pairs", settings=FormatSettings(rounds=rounds), **words)
    names = (AB, CD, EF, GH, IL, MN)[:pairs]
    day.do(tournaments.enter, [tournaments.TypedEntry("", tuple(name.split("+"))) for name in names])
    return day


def four_drawn(open_day: OpenDay) -> Day:
    """Four pairs, whose first round is AB against CD and GH against EF."""
    day = opened(open_day, 4, seed=FOUR)
    day.draw()
    return day


def won(day: Day, *results: tuple[int, int], number: int | None = None) -> None:
    """The deals won at the tables of a round, table 1 first."""
    for table, result in enumerate(results, 1):
        day.do(tournaments.record_sheet, tournaments.PaperSheet(won=result), table, number)


def places(day: Day) -> list[Line]:
    """The standing: place, pair, wins, units and what decided."""
    grid = standing(day.now)
    at = [grid.columns.index(column) for column in ("place", "entrant", "total", "units", "decided by")]
    return [tuple(row[each] for each in at) for row in grid.rows]  # type: ignore[misc]


def test_six_pairs_over_three_rounds(open_day: OpenDay) -> None:
    day = opened(open_day, 6)
    day.draw()
    assert day.tables() == [[AB, GH], [IL, EF], [MN, CD]]
    won(day, (3, 1), (3, 0), (2, 3))
    # Every winner has met somebody without a win. Each partner has the margin: 3 for 3-0, 2 for 3-1, 1 for 3-2
    assert places(day) == [
        (1, IL, 1, 3, ""), (2, AB, 1, 2, "units"), (3, CD, 1, 1, "units"),
        (4, MN, 0, -1, ""), (5, GH, 0, -2, "units"), (6, EF, 0, -3, "units"),
    ]  # fmt: skip

    day.draw()  # three have one win: two of them meet, and the third meets one without
    assert day.tables() == [[CD, IL], [EF, AB], [GH, MN]]
    won(day, (3, 2), (3, 1), (0, 3))
    # wins: CD 2; IL, EF, AB, MN 1; GH 0. Opponents of IL: EF 1 + CD 2 = 3; of MN: CD 2 + GH 0 = 2;
    # of EF: IL 1 + AB 1 = 2; of AB: GH 0 + EF 1 = 1. Units: IL 3 - 1, MN -1 + 3, EF -3 + 2, AB 2 - 2
    assert places(day) == [
        (1, CD, 2, 2, ""),
        (2, IL, 1, 2, ""), (3, MN, 1, 2, "wins of opponents"), (4, EF, 1, -1, "units"),
        (5, AB, 1, 0, "wins of opponents"),
        (6, GH, 0, -5, ""),
    ]  # fmt: skip

    day.draw()  # CD met IL and MN: of those with one win EF and AB are left, and GH has met AB and MN
    assert day.tables() == [[CD, AB], [MN, IL], [GH, EF]]
    won(day, (1, 3), (3, 2), (3, 0))
    # wins: CD, MN, AB 2; IL, GH, EF 1. Opponents of CD: MN 2 + IL 1 + AB 2 = 5; of MN: CD 2 + GH 1 + IL 1 = 4;
    # of AB: GH 1 + EF 1 + CD 2 = 4; of IL: EF 1 + CD 2 + MN 2 = 5; of GH: AB 2 + MN 2 + EF 1 = 5;
    # of EF: IL 1 + AB 2 + GH 1 = 4. Units: CD 2 - 2, MN 2 + 1, AB 0 + 2, IL 2 - 1, GH -5 + 3, EF -1 - 3
    assert places(day) == [
        (1, CD, 2, 0, ""), (2, MN, 2, 3, "wins of opponents"), (3, AB, 2, 2, "units"),
        (4, IL, 1, 1, ""), (5, GH, 1, -2, "units"), (6, EF, 1, -4, "wins of opponents"),
    ]  # fmt: skip
    day.do(tournaments.conclude)
    assert [name for _place, name in day.classified()] == [CD, MN, AB, IL, GH, EF]


def test_five_pairs_have_a_bye_in_each_round_and_nobody_two(open_day: OpenDay) -> None:
    day = opened(open_day, 5)
    resting = []
    for tables, results in (
        ([[EF, GH], [AB, CD]], [(3, 1), (3, 0)]),
        ([[IL, GH], [AB, EF]], [(3, 2), (3, 1)]),
        ([[IL, AB], [CD, EF]], [(1, 3), (3, 2)]),
    ):
        day.draw()
        assert day.tables() == tables
        resting += [day.entry(number) for number in day.last.resting]
        won(day, *results)
    # IL by lot; then CD and GH, each the last of those who had not rested
    assert resting == [IL, CD, GH]
    # wins: AB 3; IL 1 + a bye; CD a bye + 1; EF 1; GH a bye. In place of an opponent a bye has the wins of the pair:
    # of IL: GH 1 + AB 3 + own 2 = 6; of CD: AB 3 + EF 1 + own 2 = 6, and units 1 - 2 = -1 against -3 + 1 = -2;
    # of EF: GH 1 + AB 3 + CD 2 = 6; of GH: EF 1 + IL 2 + own 1 = 4
    assert places(day) == [
        (1, AB, 3, 7, ""), (2, IL, 2, -1, ""), (3, CD, 2, -2, "units"),
        (4, EF, 1, -1, ""), (5, GH, 1, -3, "wins of opponents"),
    ]  # fmt: skip


def test_a_pair_that_withdraws_leaves_its_wins_to_those_it_met(open_day: OpenDay) -> None:
    day = opened(open_day, 6)
    day.draw()
    won(day, (3, 1), (3, 0), (2, 3))
    day.do(tournaments.withdraw, "Luca")  # either of them: the pair goes
    assert day.history()[-1] == "Irene+Luca withdrew before round 2"
    day.draw()  # five are left, of whom the last rests
    assert [day.entry(number) for number in day.last.resting] == [EF]
    assert day.tables() == [[CD, AB], [GH, MN]]
    won(day, (3, 0), (0, 3))
    # CD 2; AB, IL 1 (absent: no win), MN 1, EF a bye; GH 0. Opponents of AB: GH 0 + CD 2; of MN: CD 2 + GH 0;
    # of EF: IL 1 + own 1; of IL: EF 1. Units: EF -3, AB 2 - 3, MN -1 + 3
    assert places(day) == [
        (1, CD, 2, 4, ""), (2, MN, 1, 2, ""), (3, AB, 1, -1, "units"), (4, EF, 1, -3, "units"),
        (5, IL, 1, 3, "wins of opponents"), (6, GH, 0, -5, ""),
    ]  # fmt: skip
    day.do(tournaments.bring_back, "Irene+Luca")
    day.draw()
    assert day.seated() == {AB, CD, EF, GH, IL, MN}


def deals(day: Day, table: int, winners: Sequence[str], times: str = "") -> None:
    """Record the deals of a table of the last round, each by one of those who won it; so many `times` they count."""
    with day.at(table) as (transaction, match):
        for player in winners:
            scorebook.record_deal(transaction, match, DealWords(sides=(player, "74"), times=times))


def test_a_table_kept_deal_by_deal_is_a_win_when_it_is_over(open_day: OpenDay) -> None:
    day = four_drawn(open_day)
    assert day.tables() == [[AB, CD], [GH, EF]]
    with day.book.reading() as transaction:
        match = scorebook.match_by_id(transaction, day.now.matches[1, 1])
    assert (match.sitting.seats, str(match.ending)) == (("Anna", "Carla", "Bruno", "Dario"), "won:3")
    deals(day, 1, ["Anna", "Bruno", "Dario"])
    with refused("nobody has 3 deals won at table 1 of round 1", EarlyError):
        day.do(tournaments.close_table, 1)
    assert places(day)[0] == (1, AB, 0, 1, "")  # two won and one lost; no win yet
    deals(day, 1, ["Anna"])
    day.do(tournaments.close_table, 1)
    (line, other) = day.last.tables[0].lines
    assert (line.units, line.deals, line.won, line.running) == (2, 4, 3, (1, 2, 1, 2))
    assert (other.units, other.deals, other.won) == (-2, 4, 1)
    assert places(day)[0] == (1, AB, 1, 2, "")


def test_a_deal_that_counts_four_times_is_one_deal_won(open_day: OpenDay) -> None:
    day = four_drawn(open_day)
    deals(day, 1, ["Anna"], times="4")
    deals(day, 1, ["Carla", "Carla", "Carla"])
    day.do(tournaments.close_table, 1)
    assert [line[1:4] for line in places(day)][:2] == [(CD, 1, -1), (AB, 0, 1)]


def test_a_penalty_at_a_table_takes_units_and_no_win(open_day: OpenDay) -> None:
    day = four_drawn(open_day)
    deals(day, 1, ["Anna", "Anna", "Anna"])
    with day.at(1) as (transaction, match):
        scorebook.record_penalty(transaction, match, "Bruno", 9, "others", "late")
    day.do(tournaments.close_table, 1)
    # Bruno lost 9, of which Anna got 3: AB have 3 of the deals and -6 besides, CD -3 and 6, and no win
    assert [line[1:4] for line in places(day)][:3] == [(AB, 1, -3), (CD, 0, 3), (EF, 0, 0)]


def test_a_penalty_at_the_desk_is_told_in_wins(open_day: OpenDay) -> None:
    day = opened(open_day, 4, seed=FOUR)
    for entrant, amount in ((AB, Fraction(1)), (CD, Fraction(3, 2))):
        day.do(tournaments.penalise, entrant, amount, "late")
    assert ruling_lines(day.now, [0]) == [
        f"{AB}: penalty of 1 win in Rounds (late).", f"{CD}: penalty of 1.5 wins in Rounds (late).",
    ]  # fmt: skip


def test_a_sheet_may_be_said_in_many_ways(open_day: OpenDay) -> None:
    day = four_drawn(open_day)
    for units in ((2, -2), (2, -2, 2, -2), {AB: 2, CD: -2}, {"Anna": 2, "Bruno": 2, "carla+dario": -2}):
        day.do(tournaments.record_sheet, tournaments.PaperSheet(units), 1)
        assert [line.units for line in day.last.tables[0].lines] == [2, -2]
        day.do(tournaments.take_back)
    day.do(tournaments.record_sheet, tournaments.PaperSheet((2, -2), {"deals": 4, "won": (3, 1)}), 1)
    assert [(line.deals, line.won) for line in day.last.tables[0].lines] == [(4, 3), (4, 1)]


REFUSED = [
    (tournaments.PaperSheet(won=(4, 1)), "4-1: table 1 of round 1 is played until one side has won 3 deals"),
    (tournaments.PaperSheet(won=(3, 3)), "3-3: table 1 of round 1 is played until one side has won 3 deals"),
    (
        tournaments.PaperSheet(won=(2, 1)),
        "for a table that was stopped before, say its units, 2,-2 in the order of its pairs",
    ),
    (tournaments.PaperSheet((2, -2, 1, -1)), "Anna and Bruno are partners, and have the same; count again"),
    (tournaments.PaperSheet((4, -2)), r"does not sum to zero: \+4 units are left over"),
    (tournaments.PaperSheet((4, -2, -2)), "3 numbers for the 4 seats of table 1 of round 1"),
    (tournaments.PaperSheet({AB: 2, "Anna": 2, CD: -2}), "Anna is named twice"),
    (tournaments.PaperSheet({AB: 4}), "no units for Carla and Dario"),
    (tournaments.PaperSheet((2, -2), {"deals": 4, "won": (3, 2)}), "won adds up to 5; in 4 deals it is 4 at most"),
]


def test_a_sheet_that_cannot_be_is_refused(open_day: OpenDay) -> None:
    day = four_drawn(open_day)
    for sheet, said in REFUSED:
        with refused(said):
            day.do(tournaments.record_sheet, sheet, 1)
    assert day.last.tables[0].lines == ()


def test_a_table_that_was_stopped_even_is_half_a_win_for_both(open_day: OpenDay) -> None:
    day = four_drawn(open_day)
    day.do(tournaments.record_sheet, tournaments.PaperSheet((0, 0)), 1)
    stopped = tournaments.PaperSheet((1, -1))  # 2-1 when the bell rang
    day.do(tournaments.record_sheet, stopped, 2)
    assert [(name, total) for _, name, total, _, _ in places(day)] == [(GH, 1), (AB, 0.5), (CD, 0.5), (EF, 0)]


def test_somebody_plays_for_one_of_a_pair_and_the_pair_keeps_its_name_and_its_wins(open_day: OpenDay) -> None:
    day = four_drawn(open_day)
    won(day, (3, 0), (3, 0))
    with refused("say for whom of Anna and Bruno Nora plays; as in"):
        day.do(tournaments.substitute, AB, "Nora")
    day.do(tournaments.substitute, "Bruno", "Nora")
    assert day.history()[-1] == "Nora plays for Bruno"
    day.draw()
    assert day.tables()[0] == [AB, GH]
    number = day.now.progress.rounds[-1].tables[0].seats[0]
    assert (day.now.name_of(number), day.now.name_of(number, 1)) == ("Anna+Nora (for Anna+Bruno)", AB)
    assert day.sitting(1).seats == ("Anna", "Gina", "Nora", "Hugo")
    day.do(tournaments.substitute, "Anna", "Olga")  # at the table, where she takes Anna's seat
    assert day.sitting(1).seats == ("Olga", "Gina", "Nora", "Hugo")
    won(day, (0, 3), (3, 0))
    # CD met only AB, who has one win; EF met GH with two
    assert [(name, total) for _, name, total, _, _ in places(day)] == [
        (GH, 2), ("Olga+Nora (for Anna+Bruno)", 1), (CD, 1), (EF, 0),
    ]  # fmt: skip
    with refused("Nora plays for that entry already"):
        day.do(tournaments.substitute, "Olga", "Nora")
    with refused("Gina belongs to the entry Gina"):
        day.do(tournaments.substitute, "Nora", "Gina")
    day.do(tournaments.enter, [tournaments.TypedEntry("", ("Bruno", "Piero"))])  # who left may play in another pair
    assert day.now.entrants[5].name == "Bruno+Piero"


def test_who_was_replaced_cannot_be_taken_back_while_somebody_plays_for_who_came(open_day: OpenDay) -> None:
    day = opened(open_day, 4, seed=FOUR)
    day.do(tournaments.substitute, "Bruno", "Nora")
    day.do(tournaments.substitute, "Nora", "Olga")
    day.do(tournaments.substitute, "Anna", "Piero")
    with refused("Olga plays for Nora"):
        day.do(tournaments.take_back, 3)
    day.do(tournaments.take_back, 4)  # Olga's coming
    assert day.now.entrants[1].present == ("Piero", "Nora")
    day.do(tournaments.substitute, "Piero", "Anna")
    assert day.now.name_of(1) == "Anna+Nora (for Anna+Bruno)"
    day.do(tournaments.substitute, "Nora", "Bruno")
    assert day.now.name_of(1) == AB


def test_two_pairs_swap_with_both_of_their_seats(open_day: OpenDay) -> None:
    day = four_drawn(open_day)
    assert day.tables() == [[AB, CD], [GH, EF]]
    day.do(tournaments.swap, "Anna", "Elena")
    with day.book.reading() as transaction:
        seats = [scorebook.match_by_id(transaction, day.now.matches[1, table]).sitting.seats for table in (1, 2)]
    assert seats == [("Elena", "Carla", "Franco", "Dario"), ("Gina", "Anna", "Hugo", "Bruno")]
    won(day, (3, 0), (0, 3))
    assert {name: total for _, name, total, _, _ in places(day)} == {EF: 1, AB: 1, CD: 0, GH: 0}


def test_a_round_waits_for_every_result_and_a_correction_says_who_would_meet(open_day: OpenDay) -> None:
    day = four_drawn(open_day)
    won(day, (3, 0))
    with refused("round 2 is seated by totals: it waits for round 1, table 2", TournamentError):
        day.draw()
    day.do(tournaments.record_sheet, tournaments.PaperSheet(won=(3, 0)), 2)
    day.draw()
    assert day.tables() == [[AB, GH], [CD, EF]]
    day.do(tournaments.record_sheet, tournaments.PaperSheet(won=(0, 3)), 2, 1)
    assert any("announced round 2 stays" in line for line in day.noticed)
    assert any("would sit elsewhere in round 2" in line for line in day.notices)
    day.do(tournaments.announce_again)
    assert {frozenset(table) for table in day.tables()} == {frozenset((AB, EF)), frozenset((CD, GH))}


PARTNERS = """
title = "Partners"
source = "made up for this test"
variant = "brisca"
sizes = [4]
[bye]
placement = "mean"
[[stages]]
name = "Rounds"
rounds = 7
until = "won:3"
seating = "new partners"
yields = "wins"
tie_breaks = ["units"]
"""


def test_single_players_have_another_partner_in_each_round(
    open_day: OpenDay, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("formats")
    (folder / "partners.toml").write_text(PARTNERS, encoding="utf-8")
    monkeypatch.setenv("SCORER_FORMATS", str(folder))
    day = open_day("partners")
    day.enter(["Anna", "Bruno", "Carla", "Dario", "Elena", "Franco", "Gina", "Hugo", "Irene"])
    for _ in range(3):
        day.draw()
        won(day, (3, 1), (3, 1))  # the first and the third
        assert [(line.units, line.deals, line.won) for line in day.last.tables[1].lines] == [
            (2, 4, 3), (-2, 4, 1), (2, 4, 3), (-2, 4, 1)
        ]  # fmt: skip
    with refused("are partners, and have the same"):
        day.do(tournaments.record_sheet, tournaments.PaperSheet((2, -2, 1, -1)), 1)
    rounds = [tuple(table.seats for table in each.tables) for each in day.now.progress.rounds]
    couples = [frozenset(couple) for each in rounds for table in each for couple in (table[::2], table[1::2])]
    assert len(set(couples)) == len(couples) == 12
    assert len({number for each in day.now.progress.rounds for number in each.resting}) == 3
    winners = [number for each in rounds for table in each for number in table[::2]]
    halves = {number: 0.5 for each in day.now.progress.rounds for number in each.resting}  # half of all win
    expected = {day.entry(number): winners.count(number) + halves.get(number, 0) for number in range(1, 10)}
    assert {str(name): total for _, name, total, _, _ in places(day)} == expected
    assert partners([]) == {}


def test_a_payout_table_that_does_not_fit_pairs_is_refused(open_day: OpenDay, tmp_path: Path) -> None:
    # two slams of two units, doubled, are 8 units, three deals won are 6: the pair that won 2 to 3 would have won
    house = Path(__file__).parent.parent / "rules" / "house" / "pairs-with-slam.toml"
    own = tmp_path / "capote.toml"
    own.write_text(house.read_text(encoding="utf-8").replace("factor = 2", "wins_match = true"), encoding="utf-8")
    for variant, why in {
        "chiamata": "chiamata has no two sides at a table of 4; choose another --variant",
        "brisca-threes": "brisca-threes has no two sides at a table of 4",
        "cinquecento-pairs": "cinquecento-pairs: who has first won:3 may have fewer units than the other",
        str(house): "who has first won:3 may have fewer units than the other side",
        str(own): "who takes every trick wins the match, and may have fewer units",
    }.items():
        with refused(why):
            open_day("brisca-pairs", settings=FormatSettings(variant=variant))
    assert open_day("brisca-pairs", settings=FormatSettings(variant="brisca-hundred")).now.variant == "brisca-hundred"

"""Every game that is shipped, played at random, and every figure counted again from the records one by one."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from datetime import date
from itertools import accumulate, groupby, permutations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from scorer import scorebook
from scorer.frames import Frames, parts
from scorer.match.deal_options import DealWords
from scorer.match.facts import Match, Record
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS
from scorer.rules.errors import ScorerError
from scorer.scorebook import Book
from scorer.stats import player_pages
from scorer.stats.describe.statistic_tables import leads
from tests import core_stats as stats
from tests.figures import figures

PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")
MATCHES, DEALS = 3, 5
DAYS = (date(2026, 1, 2), date(2026, 1, 9), date(2026, 1, 9))  # two tables on the last
WON, LOST, LEVEL = "won", "lost", "even"
IN_DEALS = ("caller", "partner", "solo", "defender", "side")


def words(match: Match, chance: Random) -> DealWords:
    """A deal as somebody might say it; many are refused."""
    seats, variant = match.sitting.seats, match.variant
    if variant.has_auction:
        caller, partner = chance.sample(seats, 2)
        bid = chance.choice(variant.auction.bids[:: max(1, len(variant.auction.bids) // 20)])
        result = str(chance.choice([58, 60, 61, 66, 75, 92, 105, 120, 125, "made", "failed"]))
        with_whom = "solo" if variant.alone or chance.random() < 0.2 else partner
        return DealWords(caller=caller, bid=str(bid), partner=with_whom, result=result, slam=result == "120" or None)
    said = tuple(f"{seat}={chance.choice([0, 4, 8, 11, 20, 30, 40, 60, 64, 101])}" for seat in seats)
    return DealWords(sides=chance.choice([(chance.choice(seats), "won"), said[:1], said[:-1], said]))


def play(book: Book, name: str, number: int, chance: Random) -> None:
    """A match under a variant with records of all kinds, finished or not."""
    variant = VARIANTS.from_text(*VARIANTS.read_text(name))
    with book.writing(make=True) as transaction:
        size = chance.choice(variant.player_counts)
        size += variant.has_auction and variant.one_more_rests and size < len(PEOPLE) and chance.random() < 0.5
        seated = chance.sample(PEOPLE, size)
        wanted = scorebook.NewMatch(name=f"{name} {number}", players=seated, on=DAYS[number], variant=name)
        match = scorebook.start_match(transaction, wanted).sheet.match
        recorded = 0
        while recorded < DEALS:
            with suppress(ScorerError):
                scorebook.record_deal(transaction, match, words(match, chance))
                recorded += 1
        scorebook.record_redeal(transaction, match, "misdeal")
        scorebook.void(transaction, match, chance.randint(1, DEALS + 1), "never happened")
        if chance.random() < 0.5:
            scorebook.record_penalty(transaction, match, seated[0], 60, "others", "late")
            scorebook.record_adjustment(transaction, match, {seated[0]: 2, seated[-1]: -2}, "ruling")
        if chance.random() < 0.8:
            scorebook.finish_match(transaction, match)


@pytest.fixture
def season(book_path: Path, read: Callable[..., Frames]) -> list[tuple[Frames, list[Sheet]]]:
    """Some matches of every shipped variant: as frames, and as records in plain values, in the order of days."""
    chance = Random(12)
    with closing(Book(str(book_path))) as book:
        for number in range(MATCHES):
            for name in VARIANTS.names():
                play(book, name, number, chance)
        with book.reading() as transaction:
            sheets = [scorebook.sheet_of(transaction, match) for match in scorebook.matches(transaction)]
    of = {name: [sheet for sheet in sheets if sheet.match.variant.name == name] for name in VARIANTS.names()}
    return [(part.frames, of[part.variants[0]]) for part in parts(read())]


# The overview has three roles, and a column each for their deals, those won and those that are decided.
SHORT = {"caller": ("caller", "solo"), "partner": ("partner",), "defender": ("defender",)}
COUNTED = ("deals", "wins", "decided")


class Seat(NamedTuple):
    """What one record was for one player: `ended` and `side` of a deal, where who is on one side has one letter."""

    day: date
    match: Match
    record: Record
    player: str
    units: int
    role: str
    side: str = ""
    ended: str = ""


def seats(sheets: Iterable[Sheet]) -> list[Seat]:
    """Everybody's part in each record, in the order in which they happened."""
    return [
        Seat(sheet.match.on, sheet.match, record, player, units, *part(record, player))
        for sheet in sheets
        for record in sheet.records
        for player, units in record.payouts.items()
    ]


def part(record: Record, player: str) -> tuple[str, str, str]:
    """The role of a player in a record, the side, and how it ended for that side."""
    if not record.is_deal:
        return record.kind, "", ""
    if not record.caller:
        letter = (record.sides or "")[record.seats.index(player)]
        return "side", letter, LEVEL if record.outcome == LEVEL else WON if letter in (record.winners or "") else LOST
    calling = player in (record.caller, record.partner)
    ended = LEVEL if record.outcome == LEVEL else WON if calling == (record.outcome == "made") else LOST
    alone = "caller" if record.partner else "solo"
    role = "defender" if not calling else alone if player == record.caller else "partner"
    return role, "A" if calling else "B", ended


def count(mine: Iterable[Seat], roles: Sequence[str] = IN_DEALS, *ended: str, slam: bool = False) -> int:
    return sum(
        seat.role in roles and (not ended or seat.ended in ended) and (seat.record.slam or not slam) for seat in mine
    )


def units(mine: Iterable[Seat], roles: Sequence[str] = ()) -> int:
    return sum(seat.units for seat in mine if not roles or seat.role in roles)


def rows(table: Any, *columns: str) -> dict[Any, tuple[Any, ...]]:
    """The figures of a table by its first column."""
    return {row[0]: row[1:] for row in figures(table, *columns)}


def by_player(happened: Iterable[Seat]) -> dict[str, list[Seat]]:
    ordered = sorted(happened, key=lambda seat: seat.player)  # of one player as they happened
    return {player: list(own) for player, own in groupby(ordered, key=lambda seat: seat.player)}


def test_every_figure_of_every_game_is_that_of_its_records(season: list[tuple[Frames, list[Sheet]]]) -> None:
    assert len({sheets[0].match.variant.made_by for _frames, sheets in season}) == 3
    for frames, sheets in season:
        happened = seats(sheets)
        standings(frames, sheets, happened)
        roles(frames, happened)
        records(frames, happened)
        together(frames, happened)
        pairs(frames, happened)
        bids(frames, happened)
        running(frames, happened)


def standings(frames: Frames, sheets: list[Sheet], happened: list[Seat]) -> None:
    expected, places = {}, placed(happened)
    before = placed(seat for seat in happened if seat.day < happened[-1].day)
    for player, mine in by_player(happened).items():
        called = ("caller", "solo")
        expected[player] = (
            places[player], before[player] - places[player] if player in before else None,
            len({seat.match.id for seat in mine if seat.record.is_deal}),
            count(mine), units(mine), round(units(mine, IN_DEALS) / count(mine), 4) if count(mine) else None,
            count(mine, called), count(mine, called, WON), count(mine, called, LOST), count(mine, ["solo"]),
            count(mine, ("caller", "partner", "solo", "side"), WON, slam=True),
            count(mine, IN_DEALS, LOST, slam=True), count(mine, ["defender"], WON, slam=True),
            sum(seat.role == "penalty" and seat.units < 0 for seat in mine),
            count(mine, ["side"]), count(mine, ["side"], WON), count(mine, ["side"], WON, LOST),
        )  # fmt: skip
    columns = (
        "place", "change", "matches", "deals", "units", "units_per_deal", "called", "made", "failed", "solo",
        "slams_made", "slams_suffered", "slams_defended", "penalties", "side_deals", "side_wins", "side_decided",
    )  # fmt: skip
    table = stats.standings(frames)
    assert rows(table, "player", *columns) == expected
    of_matches = ("matches_won", "races", "races_won", "matches_ended")
    assert rows(table, "player", *of_matches) == matches_won(frames, sheets, happened)
    least = sorted(row[3] for row in expected.values())[len(expected) // 2]
    listed = {player for player, row in expected.items() if row[3] >= least}
    assert set(stats.standings(frames, min_deals=least)["player"]) == listed
    in_all = {player for player, row in expected.items() if row[2] == MATCHES}
    assert set(stats.overview(frames, min_matches=MATCHES)["player"]) == in_all


def placed(happened: Iterable[Seat]) -> dict[str, int]:
    has = {player: units(mine) for player, mine in by_player(happened).items()}
    return {player: 1 + sum(more > mine for more in has.values()) for player, mine in has.items()}


def matches_won(frames: Frames, sheets: list[Sheet], happened: list[Seat]) -> dict[str, tuple[int, ...]]:
    """Matches won, races, races won and matches that ended; who leads each match is as the frames say it."""
    counted, ahead_in = {player: [0, 0, 0, 0] for player in by_player(happened)}, leads(frames)
    for sheet in sheets:
        ending = sheet.match.ending
        has = sheet.tallies[ending.race[0] if ending.race else ending.first[0]]
        most, fewest = max(has.values()), min(has.values())
        first = {player for player in has if has[player] == most}
        assert set(ahead_in[sheet.match.id].players) == first
        reached = ending.race is not None and most >= ending.race[1]
        for player in has if sheet.match.sitting.finished else ():
            won = player in first and most > fewest
            for at, counts in enumerate((won, reached, won and reached, True)):
                counted[player][at] += counts
    return {player: tuple(counts) for player, counts in counted.items()}


def roles(frames: Frames, happened: list[Seat]) -> None:
    columns = ("deals", "wins", "losses", "even", "units", "total")
    found = {row[:2]: row[2:] for row in figures(stats.roles(frames), "player", "role", *columns)}
    overview = rows(stats.overview(frames), "player", *(f"{role}_{what}" for role in SHORT for what in COUNTED))
    for player, mine in by_player(happened).items():
        for role in ("all", *sorted({seat.role for seat in mine if seat.record.is_deal})):
            held = IN_DEALS if role == "all" else [role]
            counts = (count(mine, held), *(count(mine, held, ended) for ended in (WON, LOST, LEVEL)))
            total = units(mine) if role == "all" else units(mine, held)
            assert found[player, role] == (*counts, units(mine, held), total)
        assert overview[player] == tuple(
            count(mine, held, *ended) for held in SHORT.values() for ended in ((), (WON,), (WON, LOST))
        )


def records(frames: Frames, happened: list[Seat]) -> None:
    columns = (
        "win_streak", "loss_streak", "best_match", "best_units", "worst_match", "worst_units", "highest_bid_target",
    )  # fmt: skip
    found = rows(player_pages.records_of(frames, sorted(by_player(happened))), "player", *columns)
    for player, mine in by_player(happened).items():
        of_match = {match: units(list(own)) for match, own in groupby(mine, key=lambda seat: seat.match.name)}
        best, worst = max(of_match, key=lambda match: of_match[match]), min(of_match, key=lambda match: of_match[match])
        ended = [(end, len(list(run))) for end, run in groupby(seat.ended for seat in mine if seat.record.is_deal)]
        longest = (max([0, *(length for end, length in ended if end == wanted)]) for wanted in (WON, LOST))
        made = [seat.record for seat in mine if seat.role in {"caller", "solo"} and seat.ended == WON]
        highest = max([0, *(record.target or 0 for record in made)])
        assert found[player] == (*longest, best, of_match[best], worst, of_match[worst], highest)
    streaks = dict(figures(stats.all_time(frames), "record", "amount"))
    for at, record in enumerate(("won in a row", "lost in a row")):
        assert streaks.get(record, 0) == max(int(row[at]) for row in found.values())


COMPANY = ("deals", "wins", "decided", "units")


def together(frames: Frames, happened: list[Seat]) -> None:
    """Everybody whom somebody met in a deal, on one side and on two."""
    met: dict[tuple[str, str], dict[str, list[Seat]]] = {}
    for there in deals(happened):
        for mine, other in permutations(there, 2):
            how = "with" if mine.side == other.side else "against"
            met.setdefault((mine.player, other.player), {"with": [], "against": []})[how].append(mine)
    columns = ("player", "other", *(f"{how}_{what}" for how in ("with", "against") for what in COMPANY))
    companions = figures(player_pages.companions_of(frames, sorted(by_player(happened))), *columns)
    assert {row[:2]: row[2:] for row in companions} == {
        two: tuple(
            figure
            for own in ways.values()
            for figure in (len(own), count(own, IN_DEALS, WON), count(own, IN_DEALS, WON, LOST), units(own))
        )
        for two, ways in met.items()
    }
    sides = figures(stats.met(frames, min_deals=1), "met", "player", "other", "wins", "losses", "even", "units")
    assert {row[:3]: row[3:] for row in sides} == {
        (how, *two): (*(count(own, ["side"], ended) for ended in (WON, LOST, LEVEL)), units(own, ["side"]))
        for two, ways in met.items()
        for how, own in ways.items()
        if two[0] < two[1] and count(own, ["side"])
    }


def deals(happened: list[Seat]) -> list[list[Seat]]:
    """Who played each deal."""
    played = (seat for seat in happened if seat.record.is_deal)
    return [list(there) for _deal, there in groupby(played, key=lambda seat: (seat.match.id, seat.record.number))]


def pairs(frames: Frames, happened: list[Seat]) -> None:
    called: dict[tuple[str, str], list[int]] = {}
    for there in deals(happened):
        of_role = {seat.role: seat for seat in there}
        if "partner" in of_role:
            caller, partner = of_role["caller"], of_role["partner"]
            counted = called.setdefault((caller.player, partner.player), [0] * 4)
            counted[(WON, LOST, LEVEL).index(caller.ended)] += 1
            counted[3] += caller.units + partner.units
    columns = ("caller", "partner", "made", "failed", "even", "units")
    for least in (1, 2):
        found = {row[:2]: list(row[2:]) for row in figures(stats.pairs(frames, min_deals=least), *columns)}
        assert found == {pair: counted for pair, counted in called.items() if sum(counted[:3]) >= least}


def bids(frames: Frames, happened: list[Seat]) -> None:
    called = [seat for seat in happened if seat.role in {"caller", "solo"}]
    expected: dict[str, Counter[str]] = {}
    for seat in called:
        expected.setdefault(str(seat.record.bid), Counter()).update({seat.ended: 1, "called": 1, "units": seat.units})
    found = rows(stats.bids(frames), "bid", "called", "made", "failed", "even", "units_caller")
    assert found == {
        bid: (of["called"], of[WON], of[LOST], of[LEVEL], round(of["units"] / of["called"], 4))
        for bid, of in expected.items()
    }


def running(frames: Frames, happened: list[Seat]) -> None:
    got = by_player(happened)
    ran = stats.running(frames.payouts).iloc[-1].to_dict()
    assert ran == {player: units(mine) for player, mine in got.items()}
    of_matches, evenings = stats.match_units(frames.payouts), stats.evenings(frames.payouts)
    for player, mine in got.items():
        by_match = [units(list(own)) for _match, own in groupby(mine, key=lambda seat: seat.match.id)]
        found = figures(of_matches[of_matches["player"] == player], "units", "running")
        assert found == list(zip(by_match, accumulate(by_match), strict=True))
        by_day = [(units(list(own)),) for _day, own in groupby(mine, key=lambda seat: seat.day)]
        assert figures(evenings[evenings["player"] == player], "units") == by_day

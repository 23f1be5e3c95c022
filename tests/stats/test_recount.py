"""Every game that is shipped, played at random, and every figure counted again from the records one by one."""

from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import date
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from scorer import scorebook
from scorer.frames import Frames, parts
from scorer.match.deal_words import DealWords
from scorer.match.facts import Match, Record
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import EVEN, MADE
from scorer.scorebook import Book
from scorer.stats.describe.statistic_tables import leads
from tests import all_stats as stats
from tests.figures import figures

Read = Callable[..., Frames]
PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")
DEALS = 7


def words(match: Match, chance: Random) -> DealWords:
    """A deal as somebody might say it; many are refused."""
    seats, variant = match.sitting.seats, match.variant
    if variant.has_auction:
        caller, partner = chance.sample(seats, 2)
        bid = chance.choice(variant.auction.bids[:: max(1, len(variant.auction.bids) // 20)])
        result = str(chance.choice([58, 60, 61, 66, 75, 92, 105, 125, MADE, "failed"]))
        return DealWords(caller=caller, bid=str(bid), partner="solo" if variant.alone else partner, result=result)
    said = tuple(f"{seat}={chance.choice([0, 4, 8, 11, 20, 30, 40, 60, 64, 101])}" for seat in seats)
    return DealWords(sides=chance.choice([(chance.choice(seats), "won"), said[:1], said[:-1], said]))


def play(book: Book, name: str, day: int, chance: Random) -> None:
    """A match under a variant, finished or not."""
    variant = VARIANTS.from_text(*VARIANTS.read_text(name))
    with book.writing(make=True) as transaction:
        seated = chance.sample(PEOPLE, chance.choice(variant.player_counts))
        wanted = scorebook.NewMatch(name=name.title(), players=seated, on=date(2026, 1, 1 + day), variant=name)
        match = scorebook.start_match(transaction, wanted).sheet.match
        recorded = 0
        while recorded < DEALS:
            try:
                scorebook.record_deal(transaction, match, words(match, chance))
                recorded += 1
            except ScorerError:
                continue
        if chance.random() < 0.8:
            scorebook.finish_match(transaction, match)


@pytest.fixture
def sheets(book_path: Path) -> list[Sheet]:
    """A match of every shipped variant, as records in plain values."""
    book, chance = Book(str(book_path)), Random(12)
    for day, name in enumerate(VARIANTS.names()):
        play(book, name, day, chance)
    with book.reading() as transaction:
        found = [scorebook.sheet_of(transaction, match) for match in scorebook.matches(transaction)]
    book.close()
    return found


def sides(record: Record) -> list[tuple[set[str], bool]]:
    """The sides of a deal, and whether each has won: by the contract, or by the letters of the winners."""
    playing = set(record.payouts)
    if record.caller:
        calling = {player for player in playing if player in (record.caller, record.partner)}
        return [(calling, record.outcome == MADE), (playing - calling, record.outcome == "failed")]
    letters = dict(zip(record.seats, record.sides or "", strict=True))
    return [
        ({seat for seat in playing if letters[seat] == letter}, letter in (record.winners or ""))
        for letter in sorted(set(letters.values()) - {"."})
    ]


def test_every_figure_of_every_game_is_that_of_its_records(sheets: list[Sheet], read: Read) -> None:
    played = Counter(sheet.match.variant.made_by for sheet in sheets for _ in sheet.deals)
    assert len(played) == 3
    for part, sheet in zip(parts(read()), sorted(sheets, key=lambda sheet: sheet.match.variant.name), strict=True):
        assert part.variants == (sheet.match.variant.name,)
        recount(part.frames, sheet)


def recount(frames: Frames, sheet: Sheet) -> None:
    """The figures of one match against those of its records."""
    units: Counter[str] = Counter()
    tally: dict[str, Counter[str]] = defaultdict(Counter)  # what happened, by player
    met: Counter[tuple[str, str, str, str]] = Counter()  # with or against, two players, and what happened to the first
    ends: dict[str, str] = defaultdict(str)
    for record in sheet.deals:
        for player, paid in record.payouts.items():
            units[player] += paid
        for side, won in sides(record):
            for player in side:
                end = "even" if record.outcome == EVEN else "won" if won else "lost"
                ends[player] += end[0]
                tally["called" if record.caller else "side"][player] += 1
                tally[f"{'called' if record.caller else 'side'} {end}"][player] += 1
                if not record.caller:
                    for other in set(record.payouts) - {player}:
                        met["with" if other in side else "against", player, other, end] += 1
        if record.caller:
            tally["caller"][record.caller] += 1
            tally[str(record.outcome)][record.caller] += 1
    table = stats.standings(frames)
    columns = ("units", "deals", "called", "made", "failed", "side_deals", "side_wins", "side_decided")
    assert {row[0]: row[1:] for row in figures(table, "player", *columns)} == {
        player: (
            units[player],
            tally["called"][player] + tally["side"][player],
            tally["caller"][player],
            tally[MADE][player],
            tally["failed"][player],
            tally["side"][player],
            tally["side won"][player],
            tally["side won"][player] + tally["side lost"][player],
        )
        for player in units
    }
    expected = {
        (how, one, two): tuple(met[how, one, two, end] for end in ("won", "lost", "even"))
        for how in ("with", "against")
        for one, two in combinations(sorted(units), 2)
    }
    found = stats.met(frames, min_deals=1)
    assert {row[:3]: row[3:] for row in figures(found, "met", "player", "other", "wins", "losses", "even")} == {
        pair: counts for pair, counts in expected.items() if any(counts)
    }
    for player in sorted(units)[:1]:
        highest = stats.records(frames, player)
        longest = tuple(max(map(len, ends[player].translate({ord(o): " " for o in others}).split()), default=0)
                        for others in ("le", "we"))  # fmt: skip
        assert figures(highest, "win_streak", "loss_streak") == [longest]
    ending = sheet.match.ending
    by = ending.race[0] if ending.race else ending.first[0]
    ahead = sheet.tallies[by]
    assert set(leads(frames)[sheet.match.id].players) == {
        player for player, has in ahead.items() if has == max(ahead.values())
    }

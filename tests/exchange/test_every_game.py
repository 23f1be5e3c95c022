"""A season of every game there is, at random: out and in, and out again, the same bytes, in a file and on a server."""

import csv
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random

from scorer import frames, scorebook
from scorer.errors import RefusedError
from scorer.match.deal_options import DealWords
from scorer.match.names import check_new_player, clean_player
from scorer.match.parsing import clean_note
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS
from scorer.rules.cards import REACHABLE
from scorer.rules.kinds import REDEALS, Outcome
from scorer.rules.sides import needs_counts
from scorer.scorebook import NewMatch
from tests import core_stats as stats
from tests.figures import figures
from tests.fixtures import Ok
from tests.folders import same

PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")
RECORDS = 5  # of each match
RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "'=", "'+", "")  # a name that looks guarded lost its apostrophe once
TRICKY = [*"=+-@';\",|\t\u00a0\u3000\uff1d\uff0béßİ\u0131\u0410😀漢 \u200d ab"]


def called(sheet: Sheet, chance: Random) -> DealWords:
    """A deal of a game with an auction: uncounted where that is enough, solo where somebody has to be."""
    variant, dealer = sheet.match.variant, sheet.next_dealer
    playing = [seat for seat in sheet.seats if seat != sheet.resting(dealer)]
    caller, partner = chance.sample(playing, 2)
    bid = chance.choice([bid for bid in variant.auction.bids if not bid.name])
    alone = variant.alone or (chance.random() < 0.2 and all(table.solo for table in variant.shares.values()))
    alone = alone and bid.target >= (variant.auction.solo_from or 0)
    most = 230 if variant.bonuses else 120
    counted = chance.random() < 0.7 or variant.win.needs_count(Outcome.FAILED) or variant.slam is not None
    result = str(chance.choice(sorted({*REACHABLE} - {0, 120}) if most == 120 else range(20, 120)))
    return DealWords(
        caller=caller, bid=str(bid), partner="solo" if alone else partner,
        result=result if counted else chance.choice(["made", "failed"]), note=tricky(chance, clean_note),
    )  # fmt: skip


def of_sides(sheet: Sheet, chance: Random) -> DealWords:
    """A deal of a game without one: the counts of all sides, who has won, an event, or even."""
    variant, sides = sheet.match.variant, sheet.sides
    firsts = [side[0] for side in sides]
    way = chance.random()
    if variant.events and way < 0.3:
        return DealWords(sides=(chance.choice(list(variant.events)), chance.choice(firsts)))
    if way < 0.5 and not needs_counts(variant):
        return DealWords(sides=("even",) if way < 0.1 else (chance.choice(firsts), "won"))
    counts = split(len(sides), chance)
    bonuses = [0] * len(sides)
    if variant.bonuses and min(counts) >= 30:
        bonuses[chance.randrange(len(sides))] = chance.choice([20, 40, 60])
    tie = variant.win.tie == "more cards" and len(set(counts)) == 1
    return DealWords(
        sides=tuple(f"{name}={c + b}" for name, c, b in zip(firsts, counts, bonuses, strict=True)),
        bonus=",".join(f"{name}={bonus}" for name, bonus in zip(firsts, bonuses, strict=True) if bonus),
        more_cards=chance.choice([*firsts, "nobody"]) if tie else "",
    )


def split(sides: int, chance: Random) -> list[int]:
    """120 card points among so many sides, each a number that cards make; one time in five equally."""
    if 120 % sides == 0 and chance.random() < 0.2:
        return [120 // sides] * sides
    while True:
        cuts = sorted(chance.choices(range(121), k=sides - 1))
        counts = [high - low for low, high in zip([0, *cuts], [*cuts, 120], strict=True)]
        if set(counts) <= REACHABLE:
            return counts


def tricky(chance: Random, clean: object) -> str:
    """A text of letters that files, spreadsheets and scripts take for something else, as it can be kept."""
    assert callable(clean)
    while True:
        text = chance.choice(RUN_BY_SPREADSHEETS) + "".join(chance.choices(TRICKY, k=chance.randint(1, 12)))
        try:
            if clean(text) == text:
                return text
        except RefusedError:
            continue


def play(path: str, variants: Sequence[str], chance: Random) -> None:
    """A match under each variant, of as many as play it or one more, with redeals, edits, voids and undone steps.

    Several on a day, in two leagues, under names in any order, at a clock that stands still and is put back. In the end
    everybody gets a name that is hard to write.
    """
    book = scorebook.Book(path)
    with book.writing(make=True) as transaction:
        scorebook.add_league(transaction, "Lega", "chiamata", 0, "EUR")
    for day, name in enumerate(chance.sample(variants, len(variants))):
        numbers = VARIANTS.from_text(*VARIANTS.read_text(name)).player_counts
        seated = min(chance.choice(numbers) + (chance.random() < 0.3), 7)
        table = chance.sample(PEOPLE, seated if seated in {*numbers, max(numbers) + 1} else max(numbers))
        new = NewMatch(
            name=chance.choice(RUN_BY_SPREADSHEETS) + name, players=table, on=date(2026, 1, 1 + day % 3), variant=name,
            league=chance.choice(["main", "Lega"]),
        )  # fmt: skip
        with book.writing(make=True) as transaction:
            transaction.now = datetime(2026, 1, 9, 20, chance.randrange(3), tzinfo=UTC).replace
            match = scorebook.start_match(transaction, new).sheet.match
            for _ in range(RECORDS):
                if chance.random() < 0.1:
                    scorebook.record_redeal(transaction, match, chance.choice(REDEALS[not match.variant.has_auction :]))
                sheet = scorebook.sheet_of(transaction, match)
                words = (called if sheet.match.variant.has_auction else of_sides)(sheet, chance)
                done = scorebook.record_deal(transaction, match, words)
                assert done.record
                if chance.random() < 0.2:
                    scorebook.void(transaction, match, done.record.number, "wrong table")
                if chance.random() < 0.3:
                    scorebook.undo(transaction, match, 1)
                if chance.random() < 0.2:
                    scorebook.record_penalty(transaction, match, table[0], 3, "nobody", tricky(chance, clean_note))
            scorebook.finish_match(transaction, match, early=True)
    with book.writing() as transaction:
        for at, name in enumerate(PEOPLE):
            new_name = tricky(chance, lambda text: check_new_player(clean_player(text))) + "abcdefg"[at]
            scorebook.rename_player(transaction, name, new_name)
    book.close()


def played(path: str) -> list[tuple[object, ...]]:
    """All deals in the order in which statistics take them, the standings, and everybody's streaks and best match."""
    book = scorebook.Book(path)
    with book.reading() as transaction:
        read = frames.read(transaction)
    book.close()
    deals, standings = figures(read.deals, "league", "on", "match", "number", "caller"), stats.standings(read)
    people = sorted(set(standings["player"]))
    return [*deals, *figures(standings), *(row for name in people for row in figures(stats.records(read, name)))]


def comes_back(ok: Ok, one: str, place: Path) -> None:
    """Go out whole and in again: the same bytes and figures; and so do the deals by themselves, for Excel too."""
    two = f"{place}/two.db"
    ok(f"export all --out {place}/one", db=one)
    ok(f"import {place}/one", db=two)
    ok(f"export all --out {place}/two", db=two)
    same(place / "one", place / "two")
    for path in (place / "one").glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            assert not [cell for row in csv.reader(file) for cell in row if cell.lstrip()[:1] in set("=+@\t\r")]
    books = [one, two]
    for number, excel in enumerate(("", "--excel it", "--excel en")):
        books.append(f"{place}/deals-{number}.db")
        ok(f"export deals {excel} --out {place}/deals-{number}.csv", db=one)
        ok(f"import {place}/deals-{number}.csv", db=books[-1])
        assert ok("export deals", db=books[-1]) == (place / "deals-0.csv").read_text(encoding="utf-8")
    assert [ok("check", db=book) for book in books] == [""] * len(books)
    assert played(two) == played(books[2]) == played(one)


def test_a_season_of_every_game_comes_back(ok: Ok, tmp_path: Path) -> None:
    play(f"{tmp_path}/season.db", list(VARIANTS.names()), Random(1))
    comes_back(ok, f"{tmp_path}/season.db", tmp_path)


def test_a_season_on_a_server_comes_back_into_a_file(ok: Ok, database: str, tmp_path: Path) -> None:
    play(database, ["brisk", "brisca", "cinquecento", "rematada"], Random(9))
    comes_back(ok, database, tmp_path)

"""A season of every game there is, at random: out and in, and out again, the same bytes, in a file and on a server."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from random import Random

from scorer import scorebook
from scorer.match.deal_words import DealWords
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS
from scorer.rules.cards import REACHABLE
from scorer.rules.kinds import REDEALS, Outcome
from scorer.rules.sides import needs_counts
from scorer.scorebook import NewMatch
from tests.fixtures import Ok
from tests.folders import same

PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")
RECORDS = 5  # of each match


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
        result=result if counted else chance.choice(["made", "failed"]),
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


def play(path: str, variants: Sequence[str], chance: Random) -> None:
    """A match under each variant, of as many as play it or one more, with redeals, edits, voids and undone steps."""
    book = scorebook.Book(path)
    for day, name in enumerate(variants):
        numbers = VARIANTS.from_text(*VARIANTS.read_text(name)).player_counts
        seated = min(chance.choice(numbers) + (chance.random() < 0.3), 7)
        table = chance.sample(PEOPLE, seated if seated in {*numbers, max(numbers) + 1} else max(numbers))
        new = NewMatch(name=f"M {name}", players=table, on=date(2026, 1, 1 + day % 5), variant=name)
        with book.writing(make=True) as transaction:
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
                    scorebook.record_penalty(transaction, match, table[0], 3, "nobody", "late")
            scorebook.finish_match(transaction, match, early=True)
    book.close()


def comes_back(ok: Ok, one: str, two: str, place: Path) -> None:
    """Go out whole and in again: the same bytes; and so do the deals by themselves."""
    ok(f"export all --out {place}/one", db=one)
    ok(f"import {place}/one", db=two)
    ok(f"export all --out {place}/two", db=two)
    same(place / "one", place / "two")
    ok(f"export deals --out {place}/deals.csv", db=one)
    ok(f"import {place}/deals.csv", db=f"{place}/three.db")
    assert ok("export deals", db=f"{place}/three.db") == (place / "deals.csv").read_text(encoding="utf-8")
    assert [ok("check", db=db) for db in (one, two, f"{place}/three.db")] == [""] * 3


def test_a_season_of_every_game_comes_back(ok: Ok, tmp_path: Path) -> None:
    play(f"{tmp_path}/season.db", list(VARIANTS.names()), Random(1))
    comes_back(ok, f"{tmp_path}/season.db", f"{tmp_path}/again.db", tmp_path)


def test_a_season_on_a_server_comes_back_into_a_file(ok: Ok, database: str, tmp_path: Path) -> None:
    play(database, [name for name in VARIANTS.names() if "bris" in name or "cinq" in name or "rem" in name], Random(9))
    comes_back(ok, database, f"{tmp_path}/again.db", tmp_path)

"""Scorebooks to look at on a wall: matches with many deals and hard names, tournaments at every moment."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from random import Random

from scorer import scorebook
from scorer.match.deal_words import DealWords
from scorer.scorebook import NewMatch
from scorer.tournaments import keeping as tournaments
from tests.tournaments.inventing import invented, summed
from tests.tournaments.playing import Day, people

ON = date(2026, 11, 20)
LONG = (
    "Maria Antonietta R.", "Maria Antonietta S.", "Giovanni Battista Maria Alessandro Primo", "שרה כהן מירושלים",
    "Wolfeschlegelsteinhausenbergerdorffwelch", "田中太郎さん", "Ada", "Ugo",
)  # fmt: skip
VARIANT = {5: "chiamata", 6: "chiamata", 7: "six-for-stakes"}  # of six and of seven, one rests
BIDS = {"chiamata": ("2", "K", "2/71"), "six-for-stakes": ("81", "91")}


def matches(path: Path, tables: Sequence[Sequence[str]], deals: int = 24) -> Path:
    """A scorebook of open matches, at each table these players, so many deals played at each."""
    book, chance = scorebook.Book(str(path)), Random(7)
    with book.writing(make=True) as transaction:
        for at, names in enumerate(tables):
            variant = VARIANT[len(names)]
            new = NewMatch(name=f"Table {at + 1}", players=names, on=ON, variant=variant)
            sheet = scorebook.start_match(transaction, new).sheet
            for _ in range(deals):
                sheet = scorebook.sheet_of(transaction, scorebook.match_by_id(transaction, sheet.match.id))
                active = [name for name in sheet.seats if name != sheet.resting()]
                caller, partner = chance.sample(active, 2)
                words = DealWords(caller=caller, bid=chance.choice(BIDS[variant]), partner=partner,
                                  result=chance.choice(["94", "71", "58", "90", "50"]))  # fmt: skip
                scorebook.record_deal(transaction, sheet.match, words)
    book.close()
    return path


def tournament(path: Path, names: Sequence[str] | int, *, over: bool = False, form: str = "scighera") -> Path:
    """A tournament in its second round by the clock, or after its end; one of nobody yet in play is of names alone."""
    day = Day(str(path), form, name="Torneo di Natale")
    day.enter(people(names) if isinstance(names, int) else names)
    if over:
        day.play_on(lambda number, seats: summed(seats, invented(Random(f"{number} {seats[0]}"), seats)))
    else:
        day.draw()
        day.play(Random(1))
        day.draw()
        if form == "scighera":  # which is played by the clock
            day.do(tournaments.start_clock)
    day.book.close()
    return path

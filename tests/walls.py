"""Walls: scorebooks to look at there, with many deals and hard names; and the slides as they are read."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from random import Random

from dashboard.wall.match_tiles import NO_BREAK
from scorer import scorebook
from scorer.match.deal_options import DealWords
from scorer.scorebook import NewMatch
from tests.looking import look

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


def slides(page: str = "tonight", **address: str) -> list[str]:
    """The slides of a wall as they are read: names in one piece, spaces that keep a fact together are spaces."""
    app = look(page, big="1", **address)
    found = [one.value for one in app.markdown] + [one.proto.body for one in app.get("html")]
    read = [one.replace("</span><span class='end'>", "").replace(NO_BREAK, " ") for one in found]
    turned = [one for one in read if one.startswith("<div class='slide'")]
    return sorted(turned, key=lambda one: int(one.split("--at: ")[1].split("'")[0]))


def shown(name: str, there: list[str]) -> list[int]:
    """On which slides a name stands by itself."""
    return [at for at, slide in enumerate(there) if f"<span>{name}</span>" in slide]

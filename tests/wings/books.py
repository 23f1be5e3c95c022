"""Scorebooks that the whole tree makes: what the demo shows, none at all, and what each wing leaves behind."""

import json
import shlex
from contextlib import closing
from pathlib import Path

from scorer import scorebook
from scorer.scorebook import Book
from tests.fixtures import FIVE
from tests.running import recorded
from tests.wings.copying import ROOT

SAMPLES = ROOT / "sample_data"
START = f"start Friday --players {FIVE} --on 2026-11-20"
HOME = ("Data,Anna,Bruno,Carla,Dario,Elena", "2026-01-09,3,-6,5,-4,2", "2026-01-16,-5,2,1,1,1")


def books_to_look_at(folder: Path) -> dict[str, Path]:
    """The files of all of them, by what is in them."""
    folder.mkdir()
    names = ("season", "games", "empty", "home", "phone", "cup", "cup begun")
    books = {name: folder / f"{name.replace(' ', '_')}.db" for name in names}
    recorded(books["season"], [["import", str(SAMPLES / "season")]])
    recorded(books["games"], [["import", str(SAMPLES / "games")]])
    with closing(Book(str(books["empty"]))) as book, book.writing(make=True):
        pass
    table = folder / "home.csv"
    table.write_text("\n".join(HOME) + "\n", encoding="utf-8")
    recorded(books["home"], [["import", str(table), "--as", "evenings"], START, "deal anna K elena 61"])
    recorded(books["phone"], [START])
    recorded(books["phone"], [["import", str(unsent_entry(books["phone"], folder / "phone.txt"))]])
    played = (SAMPLES / "tournament" / "commands.txt").read_text(encoding="utf-8").splitlines()
    recorded(books["cup"], [["import", str(SAMPLES / "season")], *map(shlex.split, played)])
    recorded(books["cup begun"], map(shlex.split, played[: len(played) // 2]))
    return books


def unsent_entry(book_path: Path, file: Path) -> Path:
    """A file with a deal that a phone at the table of Friday could not send."""
    with closing(Book(str(book_path))) as book, book.reading() as transaction:
        book_uid = scorebook.book_uid(transaction)
        match = scorebook.find_match(transaction, "Friday")
        under = f"match {scorebook.match_uid(transaction, match)}"
    deal = {"caller": "Anna", "bid": "K", "partner": "Elena", "result": "74"}
    entry = {"verb": "deal", "id": "a1", "match": 1, "under": under, "age": 700, "by": "Anna", "deal": deal}
    file.write_text(f"scorer-entries: 1 not sent, book {book_uid}\n{json.dumps(entry)}\n", encoding="utf-8")
    return file

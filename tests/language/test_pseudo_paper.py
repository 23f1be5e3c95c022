"""Everything that is printed or kept as a picture, in the language of accents: nothing plain is left but names."""

from pathlib import Path

import pytest

from scorer import scorebook
from scorer.frames import Selection, read
from scorer.match.settlement import settle
from scorer.paper.almanac import almanac
from scorer.paper.picture import sheet_picture
from scorer.scorebook import Book
from tests.plain_words import names_in, nothing_plain, of_html, plain_words, words_of_rules

EVENTS = {"killed", "Killed"}  # as they are typed
RULES = words_of_rules("source") | EVENTS


def plain_in(pages: dict[str, str], known: set[str]) -> list[str]:
    """The plain words of pages, with the page."""
    return [f"{name}: {words}" for name, page in pages.items() if (words := plain_words(of_html(page), known))]


@pytest.mark.usefixtures("accented")
def test_the_almanac_is_marked(everything: Path) -> None:
    with Book(str(everything)).reading() as transaction:
        frames = read(transaction, Selection("Circolo del Gelso", variant="brisk"))
    page = almanac(frames, "Gelso")
    nothing_plain(plain_in({"almanac": page}, names_in(everything) | RULES | {"EUR"}))


@pytest.mark.usefixtures("accented")
def test_the_picture_of_every_sheet_is_marked(everything: Path) -> None:
    with Book(str(everything)).reading() as transaction:
        sheets = [scorebook.sheet_of(transaction, match) for match in scorebook.matches(transaction)]
    pages = {sheet.match.name: sheet_picture(sheet, settle([sheet])) for sheet in sheets}
    nothing_plain(plain_in(pages, names_in(everything) | RULES | {"EUR"}))

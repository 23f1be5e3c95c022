"""What players meet, in a language in which every marked letter has an accent: what has none was not marked."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from scorer.language import ENGLISH, LANGUAGE, catalogues
from tests import pages
from tests.plain_words import TYPED, WORD, nothing_plain, words_of_rules
from tests.whole_house import needs

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = ("export all --out all", "standings --format csv", "matches --format json", "pairs --format json")


def printed(page: str) -> Iterator[tuple[str, str]]:
    """Every line that commands print on a page, with its command."""
    for kind, block in pages.BLOCK.findall(page):
        command = ""
        for line in block.split("\n") if kind == "console" else ():
            if line.startswith("$ "):
                command = line
            elif command.endswith("\\"):
                command += line
            else:
                yield command, line


class Played(NamedTuple):
    """What a page of the docs prints when it is played, and all that is left of it afterwards."""

    text: str
    rows: list[str]
    files: dict[Path, bytes]
    written: list[str]


def played(text: str, language: str, folder: Path) -> Played:
    """Play a page in a language, and export what it recorded."""
    folder.mkdir()
    token = LANGUAGE.set(catalogues.language(language))
    shown = pages.played(text, folder)
    with pages.evening(folder):
        _exported, *written = [pages.shown(f"scorer {line}") for line in WRITTEN]
    LANGUAGE.reset(token)
    with closing(sqlite3.connect(folder / "scorebook.db")) as book:
        for table in ("book", "player", "match"):  # whose ids are random
            book.execute(f'UPDATE "{table}" SET uid = rowid')
        book.execute("UPDATE step SET client_id = rowid WHERE client_id IS NOT NULL")  # as are their marks
        rows = list(book.iterdump())
    files = {path.relative_to(folder): path.read_bytes() for path in sorted((folder / "all").rglob("*.*"))}
    return Played(shown, rows, files, written)


@pytest.mark.parametrize(
    "page", ["evening", "evening-of-games", pytest.param("tournaments", marks=needs("tournaments"))]
)
def test_the_answers_of_an_evening_and_of_a_desk_are_marked_and_rows_and_files_are_the_same_in_every_language(
    page: str, accents: Path, tmp_path: Path
) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    accented = played(text, str(accents), tmp_path / "accents")
    typed = [command for command, _line in printed(text)]
    files = [block for kind, block in pages.BLOCK.findall(text) if kind != "console"]
    known = TYPED | words_of_rules() | {word for words in [*typed, *files] for word in WORD.findall(words)}
    sources = words_of_rules("source")
    nothing_plain(
        f"{sorted(strange)}: {command[:60]} -> {line}"
        for command, line in printed(accented.text)
        if (strange := set(WORD.findall(line)) - known - (sources if " show " in command else set()))
    )
    english = played(text, ENGLISH.name, tmp_path / "english")
    assert len(english.files) > 10
    assert english.text != accented.text
    assert english[1:] == accented[1:]

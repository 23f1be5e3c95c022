"""What `import` and `check` find wrong, in the language of accents: nothing plain is left but what stands there."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db.tables import TABLES
from scorer.exchange.own.deals_csv import COLUMNS, EDITIONS
from scorer.exchange.own.folder_out import LEAGUES, PLAYERS
from scorer.exchange.own.matches_csv import MATCHES
from tests.cli import test_check
from tests.cli.imports import test_broken, test_deals
from tests.exchange import test_import_folder
from tests.fixtures import Say
from tests.language.test_pseudo_refusals import KNOWN
from tests.plain_words import WORD, names_in, nothing_plain, plain_words

made, folder, new, sound = test_import_folder.made, test_import_folder.folder, test_import_folder.new, test_check.sound
FILES = ("deals.csv", "matches.csv", "players.csv", "leagues.csv", "chiamata.toml", "export", "--dates calendar")
STATES = "live edited undone voided open finished shares variants"  # what else is typed in files
IN_FILES = {*WORD.findall(" ".join([*FILES, STATES, *COLUMNS, *EDITIONS, *MATCHES, *LEAGUES, *PLAYERS]))}
# Tables and columns of a scorebook, and values of cells: none, the sides, the card, how a deal was decided.
ROWS = KNOWN | {*WORD.findall(" ".join([*TABLES, *(column for table in TABLES.values() for column in table.columns)]))}
IN_FILES |= {"notebooks"}  # a wing by its name, where it is not installed
ROWS |= {"None", "ABAB", "ABB", "cups", "said", "shares"}


def plain_import(say: Say, path: str, contents: str, options: str = "", known: Iterable[str] = ()) -> Iterator[str]:
    """What is plain in what is said of a file with these contents, with these words."""
    done = say(f"import '{path}' --dry-run {options}")
    said = f"{done.stdout}\n{done.stderr}"
    typed = {*WORD.findall(f"{path} {contents} {contents.casefold()} {options}")}
    if words := plain_words(said, KNOWN | IN_FILES | typed | {*known}):
        yield f"{options}: {words}: {said}"


@pytest.mark.usefixtures("accented")
def test_what_import_finds_wrong_in_a_file_is_marked(say: Say, csv: Callable[..., str], tmp_path: Path) -> None:
    path, plain = tmp_path / "deals.csv", list[str]()
    for contents, _line, _reason in test_broken.BROKEN.values():
        path.write_bytes(contents)
        plain += plain_import(say, str(path), contents.decode("latin-1"))
    for lines, readings in test_deals.TABLES.values():
        for options in readings:
            plain += plain_import(say, csv(*lines), "\n".join(lines), options)
    nothing_plain(plain)


@pytest.mark.usefixtures("accented")
def test_what_import_finds_wrong_in_a_folder_is_marked(say: Say, folder: Path) -> None:
    plain: list[str] = []
    for name, old, other, _line, reason in test_import_folder.WRONG.values():
        if reason == "TOML":  # of which a library says what is wrong
            continue
        before = (folder / name).read_bytes()
        test_import_folder.change(folder / name, old, other)
        plain += plain_import(say, str(folder), f"{old} {other}", known=names_in(folder.parent / "evening.db"))
        (folder / name).write_bytes(before)
    nothing_plain(plain)


def plain_checks(say: Say, path: Path, sound: bytes, damages: Iterable[str]) -> Iterator[str]:
    """What is plain in what is found wrong with a scorebook after each of these damages, with these words."""
    for damage in damages:
        path.write_bytes(sound)
        known = names_in(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as book:
            book.execute("PRAGMA ignore_check_constraints=ON")
            book.execute("PRAGMA foreign_keys=OFF")
            book.execute(damage)
            codes = book.execute("SELECT action FROM step UNION SELECT substr(digest, 1, 8) FROM variant").fetchall()
        found = say("check").stdout
        assert found, damage
        known |= names_in(path) | {*WORD.findall(f"{damage} {damage.casefold()} {codes}")}
        if words := plain_words(found, ROWS | known):
            yield f"{damage}: {words}: {found}"


@pytest.mark.usefixtures("accented")
def test_what_check_finds_wrong_is_marked(say: Say, sound: bytes, book_path: Path) -> None:
    damages = [f"UPDATE record {change}" for change, _words in test_check.FACTS.values()]
    for where, change, _words in test_check.OF_SIDES.values():
        damages.append(f"UPDATE record {change} WHERE match_id = {where.split('match ')[1][0]}")
    damages += [statement for statement, _words in (test_check.OTHERS | test_check.STEPS).values()]
    damages += ["CREATE VIEW v AS SELECT * FROM record", "DROP INDEX ix_record_live"]
    nothing_plain(plain_checks(say, book_path, sound, damages))

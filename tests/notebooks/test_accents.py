"""What `import` asks, notes and refuses of tables, in the language of accents: nothing plain is left."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.notebooks.home_tables import BEFORE, EVENING
from scorer.notebooks.table import AS_WRITTEN, DATES, FORMS, HERE, NO_TOTALS, ORDERS, UNITS
from tests.fixtures import Say
from tests.language.test_pseudo_faults import plain_import
from tests.notebooks import (
    test_clock,
    test_doubts,
    test_hints,
    test_home,
    test_names,
    test_refused,
    test_sheets,
    test_totals,
    test_twice,
)
from tests.plain_words import WORD, names_in, nothing_plain

typed = test_twice.typed
# What options take, names that are kept with what comes in, encodings, and what a library says of a file that is none
CHOICES = (*FORMS, *DATES, *ORDERS, *UNITS, HERE, AS_WRITTEN, NO_TOTALS, EVENING, BEFORE)
OTHERS = "UTC cp1250 cp1252 cp850 mac_roman Mac OS Roman DOS Windows File is not a zip file"
KNOWN = {*WORD.findall(" ".join([*CHOICES, OTHERS]))}
TABLES = [
    table for module in (test_clock, test_hints, test_home, test_names, test_totals) for table in module.TABLES.values()
]
TABLES += test_doubts.DOUBTFUL.values()


@pytest.mark.usefixtures("accented")
def test_what_is_said_of_a_table_is_marked(say: Say, csv: Callable[..., str]) -> None:
    plain: list[str] = []
    options_of = [*TABLES, *((lines, [options]) for lines, options in test_twice.WITHIN.values())]
    options_of.append((["caller;bid;partner;outcome", "Anna;2;Elena;made"], test_refused.OPTIONS))
    for lines, readings in options_of:
        for options in readings:
            plain += plain_import(say, csv(*lines), "\n".join(lines), options, KNOWN)
    nothing_plain(plain)


@pytest.mark.usefixtures("accented")
def test_what_is_said_of_an_evening_that_is_there_is_marked(
    say: Say, csv: Callable[..., str], typed: bytes, book_path: Path
) -> None:
    book_path.write_bytes(typed)
    known, plain = KNOWN | names_in(book_path), list[str]()
    for lines, options, _name in test_twice.KEPT.values():
        plain += plain_import(say, csv(*lines), "\n".join(lines), options, known)
    nothing_plain(plain)


@pytest.mark.usefixtures("accented")
def test_what_is_said_of_a_file_that_is_none_is_marked(say: Say, tmp_path: Path) -> None:
    path, plain = tmp_path / "deals.csv", list[str]()
    for contents, _line, _reason in test_refused.BROKEN.values():
        path.write_bytes(contents)
        plain += plain_import(say, str(path), contents.decode("latin-1"), known=KNOWN)
    nothing_plain(plain)


@pytest.mark.usefixtures("accented")
def test_what_is_said_of_a_workbook_is_marked(say: Say, workbook: Callable[..., str]) -> None:
    plain: list[str] = []
    for sheets, readings in test_sheets.WORKBOOKS.values():
        for options in readings:
            plain += plain_import(say, workbook(sheets), str(sheets), options, KNOWN)
    nothing_plain(plain)

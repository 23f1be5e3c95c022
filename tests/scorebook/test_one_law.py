"""A damaged record is refused by every reader, or by none: each column in turn holds what it should not."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from scorer.errors import DatabaseTroubleError
from scorer.frames import read
from scorer.scorebook import Book, matches, sheet_of
from scorer.scorebook.check.all_faults import faults
from scorer.scorebook.many_matches import heads, records
from scorer.scorebook.transaction import Transaction
from tests.running import recorded

# What no reader sums: which record it is, of which match, the steps that wrote it, and the words beside it.
NOT_READ = {"id", "match_id", "made_by", "voided_by", "note"}
WRONG = {
    "INTEGER": ("NULL", "0", "2", "7", "-3", "61", "317", "2049"),
    "TEXT": ("NULL", "''", "'A'", "'won'", "'misdeal'", "'74 46'", "'ABAB'", "'~'"),
}
EVENING = [
    "start Five --players Anna,Bruno,Carla,Dario,Elena",
    "deal anna 2/71 elena 74",
    "deal bruno K solo failed",
    "deal dario 3 elena 120 --slam",
    "penalty anna 4 --reason late",
    "redeal misdeal",
    "finish",
    "start Pairs --players Anna,Bruno,Carla,Dario --variant brisca",
    "deal anna 74",
    "finish",
    "start Alone --players Elena,Fabio,Gina --variant rematada",
    "deal elena 110 125 --bonus 20",
    "finish",
    "start Six --players Anna,Bruno,Carla,Dario,Elena,Fabio --variant chiamata",
    "deal carla K elena 61",
]


def standings(transaction: Transaction) -> object:
    frames = read(transaction)
    return len(frames.deals), len(frames.payouts)


def sheets(transaction: Transaction) -> object:
    return [sheet_of(transaction, match).records for match in matches(transaction)]


def export(transaction: Transaction) -> object:
    return list(records(transaction, heads(transaction)))


READERS: dict[str, Callable[[Transaction], object]] = {"standings": standings, "sheets": sheets, "export": export}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("law") / "book.db"
    recorded(path, EVENING)
    return path


def damages(path: Path) -> Iterator[tuple[int, str, str]]:
    """Each column with each value that it should not have, in one record after the other."""
    with closing(connect(path)) as file:
        for place, column, kind, needed, *_more in file.execute("PRAGMA table_info(record)").fetchall():
            kept = file.execute(f"SELECT id, quote({column}) FROM record ORDER BY id").fetchall()
            values = ("0", "-3") if column == "number" else WRONG[kind][needed:]  # no two records have one number
            if column[-1] in "34567":  # read as the seats before it
                values = values[:3]
            for at, wrong in enumerate(values if column not in NOT_READ else (), place):
                record, here = kept[at % len(kept)]
                if here != wrong:
                    yield record, column, wrong


def refusing(path: Path) -> set[str]:
    """The readers that refuse the scorebook, of all and `check`."""
    refused = set()
    with closing(Book(str(path))) as book:
        for name, reader in READERS.items():
            try:
                with book.reading() as transaction:
                    reader(transaction)
            except DatabaseTroubleError:
                refused.add(name)
        with book.reading() as transaction:
            if faults(transaction):
                refused.add("check")
    return refused


def test_a_record_is_right_or_refused_alike_by_every_reader(evening: Path, tmp_path: Path) -> None:
    damaged, sound = tmp_path / "damaged.db", evening.read_bytes()
    unlike = {}
    for record, column, wrong in damages(evening):
        damaged.write_bytes(sound)
        with closing(connect(damaged)) as file, file:
            file.execute("PRAGMA ignore_check_constraints=ON")
            file.execute(f"UPDATE record SET {column} = {wrong} WHERE id = ?", (record,))
        if (refused := refusing(damaged)) not in (set(), {*READERS, "check"}):
            unlike[record, column, wrong] = refused
    assert unlike == {}

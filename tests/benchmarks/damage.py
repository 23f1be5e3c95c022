"""How many damaged scorebooks are taken for sound: `python -m tests.benchmarks.damage 300`, so many of each kind.

Pages are exchanged, written over, emptied and cut, bytes flipped in tables and in indexes. Every reading command is
asked of each copy, and its answer held against that of the sound file: it may be the same, or exit 5. What is printed
is a line for each other answer that came with exit 0. Those are counted by what `check` says of the copy: `check alone`
names the damage; or one cell has another value that could have been recorded just so (another person in a seat, 75
card points for 74), which makes `another record` that nobody can see without the sound file; else it is `unseen`.
"""

import io
import shlex
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from unittest.mock import patch

from scorer.cli.context import Settings
from tests.running import run

READERS = (
    "", "standings", "standings --measure plain", "standings --league games", "standings --variant brisca",
    "standings --measure base --format csv", "players", "pairs", "bids", "records", "matches",
    "sheet 1", "sheet 12", "sheet 17", "settle 3", "explain 3 --match 5", "export deals", "export payouts",
    "export matches", "tournament standings", "tournament export results",
)  # fmt: skip
Damage = Callable[[bytearray, Random, "Pages"], str]
TROUBLE, TRACEBACK = 5, -1


class Pages:
    """Which pages of a file belong to which table or index."""

    def __init__(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            self.of: dict[int, str] = dict(
                connection.execute("SELECT pageno, name FROM dbstat WHERE name NOT LIKE 'sqlite_s%'")
            )
            (self.size,) = connection.execute("PRAGMA page_size").fetchone()
            indexes = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
        self.of_indexes = [page for page, name in self.of.items() if name in indexes]
        self.of_tables = [page for page, name in self.of.items() if name not in indexes]
        self.of_records = [page for page, name in self.of.items() if name == "record"]

    def place(self, page: int) -> slice:
        return slice((page - 1) * self.size, page * self.size)


def _exchanged(chosen: Callable[[Pages], list[int]]) -> Damage:
    def damage(data: bytearray, chance: Random, pages: Pages) -> str:
        one, other = chance.sample(chosen(pages), 2)
        first, second = pages.place(one), pages.place(other)
        data[first], data[second] = data[second], data[first]
        return f"{pages.of[one]} {one} and {pages.of[other]} {other} exchanged"

    return damage


def _written_over(data: bytearray, chance: Random, pages: Pages) -> str:
    one, other = chance.sample(list(pages.of), 2)
    data[pages.place(one)] = data[pages.place(other)]
    return f"{pages.of[one]} {one} is {pages.of[other]} {other}"


def _emptied(data: bytearray, chance: Random, pages: Pages) -> str:
    page = chance.choice(list(pages.of))
    data[pages.place(page)] = bytes(pages.size)
    return f"{pages.of[page]} {page} is zeros"


def _cut(data: bytearray, chance: Random, pages: Pages) -> str:
    """A page that says of fewer entries than it has."""
    page = chance.choice(list(pages.of))
    at = pages.place(page).start + 3
    entries = int.from_bytes(data[at : at + 2], "big")
    data[at : at + 2] = (chance.randrange(entries) if entries else 1).to_bytes(2, "big")
    return f"{pages.of[page]} {page} has {entries} entries, and says fewer"


def _flipped(chosen: Callable[[Pages], list[int]]) -> Damage:
    def damage(data: bytearray, chance: Random, pages: Pages) -> str:
        page = chance.choice(chosen(pages))
        where = pages.place(page)
        at = chance.choice([at for at in range(where.start, where.stop) if data[at]])
        before = data[at]
        data[at] ^= 1 << chance.randrange(8)
        return f"{pages.of[page]} {page}: byte {at - where.start} is {data[at]}, was {before}"

    return damage


KINDS: Mapping[str, Damage] = {
    "pages of records exchanged": _exchanged(lambda pages: pages.of_records),
    "pages of tables exchanged": _exchanged(lambda pages: pages.of_tables),
    "pages of indexes exchanged": _exchanged(lambda pages: pages.of_indexes),
    "any two pages exchanged": _exchanged(lambda pages: list(pages.of)),
    "a page written over by another": _written_over,
    "a page of zeros": _emptied,
    "a page of fewer entries": _cut,
    "a bit of an index": _flipped(lambda pages: pages.of_indexes),
    "a bit of a table": _flipped(lambda pages: pages.of_tables),
}  # fmt: skip


def answers(path: Path, commands: Sequence[str] = READERS) -> dict[str, tuple[int, str]]:
    """The exit code and the answer of these commands."""
    found = {}
    for words in commands:
        out, err = io.StringIO(), io.StringIO()
        shared = Settings(db=str(path), no_input=True)
        with redirect_stdout(out), redirect_stderr(err):
            try:
                code = run(shlex.split(words), shared)
            except Exception as error:  # noqa: BLE001 - a traceback is no answer, and is to be counted
                code = TRACEBACK
                err.write(repr(error))
        if shared.open_book:
            shared.open_book.close()
        found[words] = code, out.getvalue() if code == 0 else err.getvalue()
    return found


def values(path: Path) -> Counter[tuple[object, ...]]:
    """Every value of every row, read without an index."""
    found: Counter[tuple[object, ...]] = Counter()
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in connection.execute(f'SELECT * FROM "{table.decode()}" NOT INDEXED'):
                found.update((table, row[0], at, value) for at, value in enumerate(row))
    return found


def is_one_value(sound: Path, damaged: Path) -> bool:
    """Whether nothing but one value of one row is another."""
    try:
        before, after = values(sound), values(damaged)
    except sqlite3.Error:
        return False
    gone, come = before - after, after - before
    return gone.total() == come.total() == 1 and {one[:3] for one in gone} == {one[:3] for one in come}


def silent(sound: Path, damaged: Path) -> str:
    """What a damage is that a command did not see."""
    ((code, _said),) = answers(damaged, ["check"]).values()
    if code:
        return "check alone"
    return "another record" if is_one_value(sound, damaged) else "unseen"


def main(copies: int, wanted: str = "") -> None:
    """Damage so many copies of each kind whose name contains what is wanted, and print what was taken for sound."""
    with tempfile.TemporaryDirectory() as folder, patch.dict("os.environ", {"COLUMNS": "200", "NO_COLOR": "1"}):
        sound, damaged = Path(folder) / "sound.db", Path(folder) / "damaged.db"
        with redirect_stdout(io.StringIO()):
            assert run(["demo", "--keep", str(sound)], Settings(no_input=True)) == 0
        expected, pages, data = answers(sound), Pages(sound), sound.read_bytes()
        assert {code for code, _ in expected.values()} == {0}, "the sound file cannot be read"
        for kind, damage in KINDS.items():
            if wanted not in kind:
                continue
            chance, outcomes = Random(kind), Counter[str]()
            for _ in range(copies):
                copy = bytearray(data)
                what = damage(copy, chance, pages)
                damaged.write_bytes(copy)
                found = answers(damaged)
                others = [words for words, answer in found.items() if answer[0] == 0 and answer != expected[words]]
                codes = {code for code, _ in found.values() if code}
                outcome = silent(sound, damaged) if others else "told" if codes else "the same"
                outcomes[outcome] += 1
                if others or codes - {TROUBLE}:
                    strange = {words: said for words, (code, said) in found.items() if code not in {0, TROUBLE}}
                    print(f"  {what}: {outcome}: {others} {strange or ''}", flush=True)
            print(f"{kind:34}", ", ".join(f"{count} {what}" for what, count in sorted(outcomes.items())), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30, *sys.argv[2:3])

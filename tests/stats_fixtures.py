"""Fixtures of the tests of statistics, for their conftest.py: evenings recorded by commands, and their frames.

Brisk, for all of them: u is 1 to 2/70, 2 from 2/71, 3 from 2/81, 4 from 2/91; the caller gets 2u, the partner u, each
defender -u; alone 4u. 60 of 61 is even; that and a passed-out redeal double the next deal. 120 double u. With six at
the table the dealer rests, and the dealer is always the next.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from scorer.frames import Frames, Selection
from scorer.frames import read as read_frames
from scorer.scorebook import Book
from tests.running import recorded

SIX = "Anna,Bruno,Carla,Dario,Elena,Fabio"
THE_EVENING = (
    f"start Friday --players {SIX} --variant brisk --on 2026-11-20 --unit-value 0.50",
    "deal bruno K carla 75",  # 1, Anna deals and rests
    "deal anna 2/71 carla 70",  # 2, Bruno rests
    "deal dario A elena 60",  # 3, Carla rests: even
    "deal anna 2/81 bruno 85",  # 4, Dario rests: counts double
    "penalty carla 4 --reason 'showed a card'",  # 5, before Elena deals: she rests and gets nothing
    "redeal passed-out",  # 6, Elena dealt
    "deal elena 2 solo 61",  # 7, Fabio rests: counts double
    "deal bruno Q dario made --no-slam",  # 8, Anna rests: nobody counted
    "deal fabio 2/91 anna failed",  # 9, Bruno rests: nobody counted
    "deal elena 2/100 fabio 120",  # 10, Carla rests: a slam
    "deal anna K solo 50",  # 11, Dario rests
    "deal bruno 2/71 carla 71",  # 12, Elena rests
)


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The scorebook of the evening, made once."""
    return recorded(tmp_path_factory.mktemp("season") / "evening.db", THE_EVENING)


@pytest.fixture(autouse=True)
def _begun(empty_book: bytes, book_path: Path) -> None:
    book_path.write_bytes(empty_book)


@pytest.fixture
def the_evening(written: bytes, book_path: Path) -> None:
    """Friday: ten deals of six players under brisk, a penalty and a redeal."""
    book_path.write_bytes(written)


@pytest.fixture
def read(book_path: Path) -> Callable[..., Frames]:
    """The frames of this test's scorebook, or of one elsewhere: read(league="main")."""

    def call(where: str = "", **selection: object) -> Frames:
        book = Book(where or str(book_path))
        try:
            with book.reading() as transaction:
                return read_frames(transaction, Selection(**selection))  # type: ignore[arg-type]
        finally:
            book.close()

    return call


@pytest.fixture
def play(ok: Callable[..., str], read: Callable[..., Frames]) -> Callable[..., Frames]:
    """Record some lines and read what came of them: a match of six under brisk unless they start one."""

    def call(*lines: str) -> Frames:
        start = f"start Friday --players {SIX} --variant brisk --on 2026-11-20"
        for line in lines if lines and lines[0].startswith("start") else (start, *lines):
            ok(line)
        return read()

    return call


@pytest.fixture
def on_paper(ok: Callable[..., str], tmp_path: Path) -> Callable[..., None]:
    """Bring in a match a paper sheet, the first of 1 January 2026: on_paper("Anna,Bruno", (4, -4), (1, -1)).

    They say that they hold so many `deals`, 0 for nothing.
    """

    def call(players: str, *sheets: Sequence[int], variant: str = "chiamata", deals: int = 0) -> None:
        columns = ",".join(f"{what}{seat}" for what in ("seat", "units") for seat in range(1, len(sheets[0]) + 1))
        lines = [f"match,on,variant,kind,note,{columns}"]
        for day, units in enumerate(sheets, 1):
            paid = ",".join(map(str, units))
            lines.append(f"Paper {day},2026-01-{day:02d},{variant},sheet,on paper,{players},{paid}")
        (tmp_path / "paper.csv").write_text("\n".join(lines), encoding="utf-8")
        ok(f"import {tmp_path / 'paper.csv'}{f' --deals {deals}' if deals else ''}")

    return call

"""A scorebook for each tournament."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.playing import Day, OpenDay, people

LEAST_TABLES = 3  # with so many results `scorer check` looks at a scorebook when its test ends


@pytest.fixture
def open_day(empty_book: bytes, tmp_path: Path) -> Iterator[OpenDay]:
    """Opens a tournament: open_day("scighera", seed=7). Each in a scorebook of its own, sound when the test ends."""
    days: list[Day] = []

    def call(form: str, **words: Any) -> Day:
        path = tmp_path / f"book{len(days)}.db"
        path.write_bytes(empty_book)
        days.append(Day(str(path), form, **words))
        return days[-1]

    yield call
    for day in days:
        assert len(day.typed) < LEAST_TABLES or day.faults() == []
        day.book.close()


@pytest.fixture
def drawn_day(open_day: OpenDay) -> OpenDay:
    """The same, entered by so many people, with its first round drawn: drawn_day("scighera", 15, seed=7)."""

    def call(form: str = "ten-deals", count: int = 10, **words: Any) -> Day:
        day = open_day(form, **words)
        day.enter(people(count))
        day.draw()
        return day

    return call

"""Phones in a browser, at tables with a server each."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests import browsing
from tests.fixtures import FIVE
from tests.phones import held_phones
from tests.phones.clients import serving
from tests.phones.held_phones import SHORT, Holding, Pockets, Table
from tests.running import Words

Take = Callable[..., Holding]
Sit = Callable[..., tuple[Table, Take]]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    browsing.check_chromium()
    with browsing.chromium() as running:
        yield running


@pytest.fixture(scope="package")
def pockets(browser: Browser) -> Iterator[Pockets]:
    """Phones for all tests."""
    with ExitStack() as stack:
        yield Pockets(browser, stack)


@pytest.fixture
def sit(pockets: Pockets, tmp_path: Path) -> Iterator[Sit]:
    """Sit down at a new table with its server: the table, and a way to take out phones that have scanned its code."""
    with ExitStack() as stack:

        def sat(players: str = FIVE, *start: str, before: Words = ()) -> tuple[Table, Take]:
            table = held_phones.table(tmp_path, players, *start)
            if before:
                table.record(before)
            port = stack.enter_context(serving(table.path))

            def taken(size: ViewportSize = SHORT, *, code: str = table.token, locale: str = "en-GB") -> Holding:
                return stack.enter_context(pockets.phone(port, code, size, locale))

            return table, taken

        yield sat

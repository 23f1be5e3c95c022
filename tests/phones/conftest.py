"""A phone at the table of Friday: Anna, Bruno, Carla, Dario and Elena play Briscola Chiamata."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.phones.clients import Phone, grant, match_uid, serving


@pytest.fixture(autouse=True)
def _main_of_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The main module is nobody's: a process that is begun loads it again, and a page that was tested stays there."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))


@pytest.fixture
def port(book_path: Path, friday: None) -> Iterator[int]:
    """Where the server of Friday's scorebook listens."""
    with serving(book_path) as listening:
        yield listening


@pytest.fixture
def phone(port: int, book_path: Path) -> Phone:
    """A phone that may record in Friday's match."""
    return Phone(port, grant(book_path, "match", match_uid(book_path, "Friday")))


@pytest.fixture
def other_match(ok: Callable[..., str], book_path: Path) -> str:
    """The random id of another match, whose players are others."""
    ok("start Sunday --players Franco,Gina,Ivo,Lia,Mara")
    return match_uid(book_path, "Sunday")

"""What is done to a scorebook is done to one that is there; how one is made is tested with the commands and in db."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _begun(empty_book: bytes, book_path: Path) -> None:
    book_path.write_bytes(empty_book)

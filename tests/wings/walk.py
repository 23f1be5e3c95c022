"""Open every page of these scorebooks in this process: `python -m tests.wings.walk ABSENT ... --books BOOK ...`.

Prints a line for each page that does not open, and for each module that is loaded although its wing is absent.
"""

import argparse
import logging
import os
import sys
from pathlib import Path

from dashboard import data
from dashboard.pages import PAGES
from tests.looking import look


def failing_pages(book: str) -> list[str]:
    """The pages that do not open, with the first line of why."""
    os.environ["SCORER_DB"] = book
    data.forget()
    failing = []
    for page in PAGES:
        try:
            look(page)
        except Exception as error:  # noqa: BLE001 - whatever ends a page, the others are opened too
            failing.append(f"page {page} of {Path(book).name}: {type(error).__name__}: {str(error).splitlines()[0]}")
    return failing


def main() -> int:
    """Walk over the pages; 1 where something is wrong."""
    reading = argparse.ArgumentParser(prog="python -m tests.wings.walk", description=__doc__)
    reading.add_argument("absent", nargs="+")
    reading.add_argument("--books", nargs="+", required=True)
    asked = reading.parse_args()
    logging.disable(logging.WARNING)  # Streamlit warns that no browser looks on
    os.environ["SCORER_DASHBOARD_STILL"] = "1"
    wrong = [line for book in asked.books for line in failing_pages(book)]
    packages = tuple(f"{room}.{name}" for room in ("scorer", "dashboard") for name in asked.absent)
    wrong += [f"{name} is loaded" for name in sys.modules if f"{name}.".startswith(tuple(f"{p}." for p in packages))]
    print(f"{len(PAGES)} pages ({', '.join(PAGES)}) of {len(asked.books)} scorebooks")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

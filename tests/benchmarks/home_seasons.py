"""Does a table from home ever come in false? `python -m tests.benchmarks.home_seasons [COUNT] [--from SEED]`.

Ten thousand tables take some minutes. Each false one is printed, as plain as it can be; `--seed N` shows one alone.
"""

import argparse
import os
import tempfile
from collections import Counter
from pathlib import Path

from scorer.scorebook import Book
from tests.notebooks.hasty_user import FALSE, HastyUser
from tests.notebooks.home_seasons import HomeSeason

MANY = 10_000


def user(folder: Path) -> HastyUser:
    """Somebody hasty with an empty scorebook."""
    book = Book(str(folder / "empty.db"))
    with book.writing(make=True):
        pass
    book.close()
    return HastyUser(folder, (folder / "empty.db").read_bytes())


def main() -> None:
    """Import the tables, and print what came in false and how many ended how, by layout."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=MANY)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--seed", type=int)
    said = parser.parse_args()
    os.environ["COLUMNS"] = "500"  # answers are read line by line
    with tempfile.TemporaryDirectory() as folder:
        hasty = user(Path(folder))
        if said.seed is not None:
            print(hasty.outcome(HomeSeason(said.seed)).told())
            return
        outcomes: Counter[tuple[str, str]] = Counter()
        for seed in range(said.first, said.first + said.count):
            verdict = hasty.outcome(HomeSeason(seed))
            outcomes[verdict.season.habits.layout, verdict.outcome] += 1
            if verdict.outcome == FALSE:
                print(hasty.plainest(verdict).told(), flush=True)
        for (layout, outcome), count in sorted(outcomes.items()):
            print(f"{layout:10} {outcome:8} {count:6}")
        print(Counter(verdict for (_layout, verdict), count in outcomes.items() for _ in range(count)))


if __name__ == "__main__":
    main()

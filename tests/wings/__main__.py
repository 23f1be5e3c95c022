"""Does the core go on without its wings? `python -m tests.wings [WING ... | all]`, which `make wings` runs.

The tree is copied without all of them, and the whole suite of the core runs there; then without each one, the tests
that core_tests.txt names. In every copy each page opens, scorebooks in which the absent wings left rows are checked and
counted as they are here, and nothing but the list names what is not there. All of it is tried, whatever fails.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from scorer.wings import WINGS
from tests.wings.books import books_to_look_at
from tests.wings.copying import copy_without, named_imports

CORE_TESTS = Path(__file__).with_name("core_tests.txt")
ALL = "all"
WHERE = "import dashboard, db, scorer; print(scorer.__file__, dashboard.__file__, db.__file__, sep='\\n')"
COMPILE = "import hatch_build; hatch_build.compile_all()"
# what is the same whoever recorded it, and whoever could say more of it
COUNTED = ("check", "standings --measure plain", "matches", "export deals", "export payouts")
SOME_FAILED = 1  # pytest's exit code; with any other the tests did not run as they should
OF_GROUP = re.compile(r"@\w+$")  # what pytest-xdist adds to the name of a test


class Copy:
    """A copy of the tree, and programs that run in it."""

    def __init__(self, root: Path, absent: Sequence[str]) -> None:
        self.root, self.absent = root, absent
        copy_without(absent, root)
        self.output(["-c", COMPILE])

    def environment(self, **others: str) -> dict[str, str]:
        """What a program needs to find the copy, and no settings of whoever runs this."""
        own = {name: text for name, text in os.environ.items() if not name.startswith("SCORER_")}
        return own | {"PYTHONPATH": str(self.root), "CI": "true"} | others

    def output(self, words: Sequence[str], **others: str) -> subprocess.CompletedProcess[str]:
        """What Python prints with these words, begun outside of the copy as an installed program is."""
        return subprocess.run(
            [sys.executable, "-P", *words], cwd=self.root.parent, env=self.environment(**others),
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def shown(self, words: Sequence[str], **others: str) -> int:
        """The exit code of Python with these words, which prints where everybody reads it."""
        sys.stdout.flush()
        done = subprocess.run([sys.executable, *words], cwd=self.root, env=self.environment(**others), check=False)
        return done.returncode


def faults_of(copy: Copy, books: Mapping[str, Path], *, whole: bool) -> Iterator[str]:
    """Try everything in a copy; what is wrong there, a line each."""
    yield from is_elsewhere(copy)
    yield from named_imports(copy.root, copy.absent)
    yield from counted_otherwise(copy, books)
    if code := copy.shown(["-m", "tests.wings.walk", *copy.absent, "--books", *map(str, books.values())]):
        yield f"the walk over the pages ended with {code}"
    yield from failing_tests(copy, [] if whole else core_tests())


def is_elsewhere(copy: Copy) -> Iterator[str]:
    """Whether another tree is loaded than the copy: an editable installation must not win."""
    found = copy.output(["-c", WHERE])
    print(found.stdout, end="")
    if found.returncode:
        yield f"the packages cannot be loaded: {found.stderr.strip()}"
    for path in found.stdout.split():
        if not Path(path).is_relative_to(copy.root):
            yield f"not that of the copy is loaded, but {path}"


def counted_otherwise(copy: Copy, books: Mapping[str, Path]) -> Iterator[str]:
    """The scorebooks that are found unsound in the copy, or counted otherwise than here."""
    here = {"PYTHONPATH": str(Path.cwd())}
    for name, book in books.items():
        for line in COUNTED:
            words = ["-m", "scorer", "--db", str(book), *shlex.split(line)]
            with_all, without = copy.output(words, **here), copy.output(words)
            if (with_all.returncode, with_all.stdout) != (without.returncode, without.stdout):
                difference = without.stderr.strip() or first_difference(with_all.stdout, without.stdout)
                yield f"scorer {line}, {name}: ended with {without.returncode}; {difference}"
            elif with_all.returncode:
                yield f"scorer {line}, {name}: fails here too: {with_all.stderr.strip()}"


def first_difference(here: str, there: str) -> str:
    """The first line of two texts that is not the same."""
    lines = zip([*here.splitlines(), "nothing"], [*there.splitlines(), "nothing"], strict=False)
    return next((f"{other!r} in place of {line!r}" for line, other in lines if line != other), "the ends differ")


def core_tests() -> list[str]:
    """The tests that run without each one; pytest refuses to begin where one of them is not there."""
    lines = CORE_TESTS.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def failing_tests(copy: Copy, tests: Sequence[str]) -> Iterator[str]:
    """Run these tests of the copy, or all of its suite; what fails beside the others runs once more by itself."""
    pytest = ["-m", "pytest", "-q", "--tb=short", "-rfEs"]
    code = copy.shown([*pytest, *tests])
    if code == SOME_FAILED:
        kept = (copy.root / ".pytest_cache/v/cache/lastfailed").read_text(encoding="utf-8")
        code = copy.shown([*pytest, "-n", "0", *(OF_GROUP.sub("", name) for name in json.loads(kept))])
    if code:
        yield f"{'the tests that are named' if tests else 'the suite of the core'}: pytest ended with {code}"


def main() -> int:
    """Try the core without all wings and without each, or without those that are named; 1 where something is wrong."""
    reading = argparse.ArgumentParser(prog="python -m tests.wings", description=__doc__)
    reading.add_argument("wings", nargs="*", metavar="WING", help=f"of {', '.join(WINGS)}; {ALL} of them at once")
    asked = reading.parse_args().wings or [ALL, *WINGS]
    if unknown := set(asked) - {ALL, *WINGS}:
        reading.error(f"there is no wing {', '.join(sorted(unknown))}")
    wrong: list[str] = []
    with TemporaryDirectory(prefix="wings-") as folder:
        books = books_to_look_at(Path(folder) / "books")
        for name in asked:
            begun = time.monotonic()
            print(f"=== without {name}", flush=True)
            copy = Copy(Path(folder).resolve() / f"without-{name}", [*WINGS] if name == ALL else [name])
            for fault in faults_of(copy, books, whole=name == ALL):
                print(f"WRONG without {name}: {fault}", flush=True)
                wrong.append(f"without {name}: {fault}")
            print(f"=== without {name}: {time.monotonic() - begun:.0f} seconds", flush=True)
    print(*(wrong or ["the core goes on without its wings"]), sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

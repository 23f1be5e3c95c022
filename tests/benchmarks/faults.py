"""Do the tests catch a fault? `python -m tests.benchmarks.faults [ROOM ...] [--tests TREE]`, by hand: half an hour.

Each fault of faults.toml is put into a copy of the tree, alone, and the tests of its room run there until one fails.
`--tests` takes the tests of another tree, to see what they caught. `--draw 50 --seed 46` only prints that many faults
drawn by machine, to be written into the table: those that change nothing are left out, and the next take their place.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.drawn_faults import Fault, drawn

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = Path(__file__).with_name("faults.toml")
MINUTES = 20  # a fault may keep a program from ending: that counts as caught


def copied(tests: Path, there: Path) -> None:
    """Copy what git knows of this tree, and `tests` of that one."""
    known = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in known.stdout.splitlines():
        if not name.startswith("tests/") and (ROOT / name).is_file():
            (there / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, there / name)
    shutil.copytree(tests / "tests", there / "tests", ignore=shutil.ignore_patterns("__pycache__"))


def failing(there: Path, tests: list[str]) -> str:
    """The first of these tests that fails in the copy, or what else ended them; empty where all pass."""
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests]
    environment = os.environ | {"PYTHONPATH": str(there), "CI": "true"}
    try:
        done = subprocess.run(
            words, cwd=there, env=environment, capture_output=True, text=True, check=False, timeout=60 * MINUTES
        )
    except subprocess.TimeoutExpired:
        return f"no end in {MINUTES} minutes"
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return lines[0] if lines else f"pytest ended with {done.returncode}"


def caught(there: Path, fault: Fault, tests: list[str]) -> str:
    """What catches this fault; empty where nothing does. ValueError where its place is not found exactly once."""
    name, old, new = fault
    sound = (there / name).read_text(encoding="utf-8")
    if sound.count(old) != 1:
        raise ValueError(f"{name} has {old!r} {sound.count(old)} times, not once: put faults.toml right")
    (there / name).write_text(sound.replace(old, new), encoding="utf-8")
    try:
        return failing(there, tests)
    finally:
        (there / name).write_text(sound, encoding="utf-8")


def _quoted(text: str) -> str:
    """A text as TOML has it."""
    return json.dumps(text, ensure_ascii=False) if "'" in text else f"'{text}'"


def main() -> None:
    """Try the faults of these rooms, or of all; end with 1 where one escapes or has lost its place."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("rooms", nargs="*", help=f"of {', '.join(table)}; all of them unless named")
    reading.add_argument("--tests", type=Path, default=ROOT, metavar="TREE", help="whose tests are run")
    reading.add_argument("--draw", type=int, default=0, metavar="COUNT", help="print so many faults drawn by machine")
    reading.add_argument("--seed", type=int, default=46, help="what they are drawn with")
    asked = reading.parse_args()
    if asked.draw:
        for fault in drawn(ROOT, asked.draw, asked.seed):
            print(f"    [{', '.join(map(_quoted, fault))}],")
        return
    escaped = 0
    with TemporaryDirectory() as folder:
        there = Path(folder) / "tree"
        copied(asked.tests, there)
        for room in asked.rooms or table:
            for name, old, new in (*table[room].get("faults", ()), *table[room].get("drawn", ())):
                try:
                    found = caught(there, (name, old, new), table[room]["tests"])
                except (ValueError, FileNotFoundError) as error:
                    found, escaped = f"LOST: {error}", escaped + 1
                else:
                    escaped += not found
                print(f"{room}: {name}: {old} -> {new}\n    {found or 'ESCAPED'}", flush=True)
    print(f"{escaped} escaped or lost their place")
    sys.exit(escaped > 0)


if __name__ == "__main__":
    main()

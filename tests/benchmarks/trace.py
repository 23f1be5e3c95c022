"""How far a command walks: `python -m tests.benchmarks.trace deal anna 2 elena 74` prints what of ours it calls.

Each function of `scorer` and `db` counts once, however often it is called; bodies of modules and classes do not.
Comprehensions and lambdas are functions to Python 3.11: they are in the first sum and apart in the second.
"""

import sys
from collections import defaultdict
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = tuple(f"{ROOT / room}/" for room in ("scorer", "db"))


def called() -> set[CodeType]:
    """The code of every function of ours that the command line calls."""
    found: set[CodeType] = set()

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            found.add(frame.f_code)

    sys.setprofile(look)
    try:
        from scorer.__main__ import main

        main()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    return {code for code in found if code.co_filename.startswith(OURS) and code.co_flags & CO_OPTIMIZED}


def show(functions: set[CodeType]) -> None:
    """Print a line a file with its functions, and the sums, beside what the command itself says."""
    files: dict[str, list[str]] = defaultdict(list)
    for code in sorted(functions, key=lambda code: code.co_firstlineno):
        files[str(Path(code.co_filename).relative_to(ROOT))].append(code.co_name)
    for path, names in sorted(files.items()):
        named = [name for name in names if not name.startswith("<")]
        print(f"{path:40}{len(names):4}  {' '.join(named)}", file=sys.stderr)
    nameless = sum(code.co_name.startswith("<") for code in functions)
    print(f"{len(files)} files, {len(functions)} functions", end="", file=sys.stderr)
    print(f" ({len(functions) - nameless} with a name, {nameless} comprehensions and lambdas)", file=sys.stderr)


if __name__ == "__main__":
    show(called())

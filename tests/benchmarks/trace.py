"""How far a command walks: `python -m tests.benchmarks.trace deal anna 2 elena 74` prints what of ours it calls.

Each function of `scorer` and `db` counts once, however often it is called. What runs while a module is loaded, its body
and what that calls, is counted apart. Comprehensions and lambdas are functions to Python 3.11.
"""

import sys
from collections import defaultdict
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = tuple(f"{ROOT / room}/" for room in ("scorer", "db"))


def called() -> tuple[set[CodeType], set[CodeType]]:
    """The functions of ours that the command line calls, and those that are called while modules are loaded."""
    running: set[CodeType] = set()
    loading: set[CodeType] = set()

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS) and frame.f_code.co_flags & CO_OPTIMIZED:
            (loading if _is_loaded(frame) else running).add(frame.f_code)

    sys.setprofile(look)
    try:
        from scorer.__main__ import main

        main()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    return running, loading - running


def _is_loaded(frame: FrameType) -> bool:
    """Whether a module is being loaded further up."""
    above: FrameType | None = frame.f_back
    while above and above.f_code.co_name != "<module>":
        above = above.f_back
    return above is not None and above.f_code.co_filename != __file__ and above.f_globals["__name__"] != "__main__"


def show(running: set[CodeType], loading: set[CodeType]) -> None:
    """Print a line a file with its functions, and the sums, beside what the command itself says."""
    files: dict[str, list[str]] = defaultdict(list)
    for code in sorted(running, key=lambda code: code.co_firstlineno):
        files[str(Path(code.co_filename).relative_to(ROOT))].append(code.co_name)
    for path, names in sorted(files.items()):
        named = [name for name in names if not name.startswith("<")]
        print(f"{path:40}{len(names):4}  {' '.join(named)}", file=sys.stderr)
    nameless = sum(code.co_name.startswith("<") for code in running)
    print(f"{len(files)} files, {len(running)} functions ({len(running) - nameless} with a name, {nameless} "
          f"comprehensions and lambdas); {len(loading)} more while modules are loaded", file=sys.stderr)  # fmt: skip


if __name__ == "__main__":
    show(*called())

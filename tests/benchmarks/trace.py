"""How far a command or a page walks: what of ours it calls, file by file.

`python -m tests.benchmarks.trace deal anna 2 elena 74` traces a command, and `python -m tests.benchmarks.trace page
views/standings.py` a page of the dashboard in the scorebook that SCORER_DB names.

Each function counts once, however often it is called. Functions that run while a module is loaded are counted apart.
Comprehensions and lambdas are functions to Python 3.11, and are counted apart too.
"""

import re
import runpy
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = tuple(f"{ROOT / room}/" for room in ("scorer", "db", "dashboard"))
PAGE, DRAWN = "page", Path(__file__).parent / "bare" / "page.py"
SUMMARY = "{} files, {} functions"


class Walk(NamedTuple):
    """How many of our files and named functions a command or a page calls."""

    files: int
    functions: int


def walk(words: Sequence[str], environment: Mapping[str, str]) -> Walk:
    """The walk of a command or a page, traced in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.trace", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    found = re.search(SUMMARY.format(r"(\d+)", r"(\d+)"), done.stderr)
    assert found, done.stdout + done.stderr
    return Walk(*map(int, found.groups()))


def traced(run: Callable[[], object]) -> tuple[set[CodeType], set[CodeType]]:
    """The functions of ours that `run` calls, and those that are called only while modules are loaded."""
    running: set[CodeType] = set()
    loading: set[CodeType] = set()

    def look(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS) and code.co_flags & CO_OPTIMIZED:
            (loading if _is_loaded(frame) else running).add(code)

    threading.setprofile(look)  # a page runs in a thread
    sys.setprofile(look)
    try:
        run()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return running, loading - running


def _is_loaded(frame: FrameType) -> bool:
    """Whether a module is being loaded further up; the script of a page is no module."""
    above: FrameType | None = frame.f_back
    while above and above.f_code.co_name != "<module>":
        above = above.f_back
    return above is not None and above.f_code.co_filename != __file__ and above.f_globals["__name__"] != "__main__"


def show(running: set[CodeType], loading: set[CodeType]) -> None:
    """Print each file with its functions, and the sums, on stderr."""
    files: dict[str, list[str]] = defaultdict(list)
    for code in sorted(running, key=lambda code: code.co_firstlineno):
        files[str(Path(code.co_filename).relative_to(ROOT))].append(code.co_name)
    for path, names in sorted(files.items()):
        named = [name for name in names if not name.startswith("<")]
        print(f"{path:40}{len(named):4}  {' '.join(named)}", file=sys.stderr)
    nameless = sum(code.co_name.startswith("<") for code in running)
    print(SUMMARY.format(len(files), len(running) - nameless), file=sys.stderr)
    print(f"and {nameless} comprehensions and lambdas; {len(loading)} while modules are loaded", file=sys.stderr)


def _command() -> None:
    from scorer.cli.app import main  # the entry point before it ends the process, and what was traced with it

    main()


def _page() -> None:
    sys.argv[:2] = [str(DRAWN)]
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    show(*traced(_page if sys.argv[1:2] == [PAGE] else _command))

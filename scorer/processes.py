"""A part of this program as a process of its own."""

import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parents[1]


def command(module: str) -> list[str]:
    """The words that start a module of this program, to which its own can be added.

    Nothing is imported from the folder where somebody happens to be (-P), but where this program lies, which may be a
    checkout that was never installed.
    """
    start = f"import runpy, sys; sys.path.append({str(_HERE)!r}); runpy.run_module({module!r}, run_name='__main__')"
    return [sys.executable, "-P", "-c", start]

"""Starting a module of this program as a process of its own."""

import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parents[1]


def command(module: str) -> list[str]:
    """The command line that starts a module of this program; the module's own arguments can be added to it.

    Nothing is imported from the current folder (-P), only from where this program lies, which may be a checkout that
    was never installed.
    """
    start = f"import runpy, sys; sys.path.append({str(_HERE)!r}); runpy.run_module({module!r}, run_name='__main__')"
    return [sys.executable, "-P", "-c", start]

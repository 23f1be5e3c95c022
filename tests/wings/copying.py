"""The tree without some of its wings: the files that are copied, and the imports that would find nothing there."""

import ast
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from scorer.wings import WINGS

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("scorer", "dashboard", "tests")  # each may have a folder of a wing
CORE = ("scorer", "dashboard", "db")
NO_SOURCES = (".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "build", "dist", "*.egg-info", "*.mo", "*.db")


def copy_without(absent: Sequence[str], there: Path) -> None:
    """Copy what git knows of this tree, or all of a source folder, without the folders of these wings."""
    gone = [Path(room) / name for room in ROOMS for name in absent]
    for path in _files():
        if not any(path.is_relative_to(folder) for folder in gone):
            (there / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, there / path)


def _files() -> list[Path]:
    """The files of the tree, those too that git does not know yet and would not ignore."""
    if (ROOT / ".git").exists():
        words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        known = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
        return [Path(name) for name in known if (ROOT / name).is_file()]
    paths = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return [path for path in paths if not any(Path(part).match(cache) for part in path.parts for cache in NO_SOURCES)]


def named_imports(root: Path, absent: Sequence[str]) -> Iterator[str]:
    """Every import of the core that names one of these wings, with where it stands.

    What wings have of each other is for the layers' test; tests of the core are run without them.
    """
    packages = tuple(f"{room}.{name}" for room in ROOMS for name in absent)
    wings = [root / room / name for room in ROOMS for name in WINGS]
    for path in sorted(path for room in CORE for path in (root / room).rglob("*.py")):
        if any(path.is_relative_to(wing) for wing in wings):
            continue
        for line, module in _imported(path):
            if f"{module}.".startswith(tuple(f"{package}." for package in packages)):
                yield f"{path.relative_to(root)}:{line} imports {module}"


def _imported(path: Path) -> Iterator[tuple[int, str]]:
    """The modules that a file imports, also within functions, and the names that it takes out of them, by line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)

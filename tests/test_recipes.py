"""docs/recipes.md is followed in a copy of the tree: what it names is what is touched, and the new thing works."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.recipes.edits import RECIPES, Edit, Recipe

ROOT = Path(__file__).resolve().parent.parent
PLAYED = "tests/recipes/played.py"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SECTIONS = dict(
    re.findall(
        r"^## (.*?)\n(.*?)(?=^## |\Z)", (ROOT / "docs" / "recipes.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
)
pytestmark = pytest.mark.xdist_group("recipes")


def named(heading: str) -> tuple[str, list[str]]:
    """How many files the heading of a recipe counts, and the beginning of each of its items, up to the first colon."""
    found = [
        (count, body)
        for title, body in SECTIONS.items()
        for name, _, count in [title.partition(": ")]
        if name == heading
    ]
    assert found, f"docs/recipes.md has no recipe '{heading}'"
    ((count, body),) = found
    items = re.findall(r"^\d+\. (.*?)(?=^\d+\. |\n\n|\Z)", body, re.DOTALL | re.MULTILINE)
    return count, [re.split(r": |, or |, in which", item, maxsplit=1)[0] for item in items]


def paths(heading: str) -> list[str]:
    """The files, and the folders of new files, that a recipe names; pages of the manual left out."""
    _count, items = named(heading)
    return [path for item in items for path in re.findall(r"`([\w/.]+/[\w/.]+)`", item)]


def copy_of_the_tree(folder: Path) -> None:
    """The program, and of the tests what the recipes run."""
    for room in ("scorer", "dashboard", "db"):
        shutil.copytree(ROOT / room, folder / room)
    shutil.copytree(ROOT / "tests" / "recipes", folder / "tests" / "recipes")
    for file in [*ROOT.glob("tests/*.py"), ROOT / "pyproject.toml"]:
        shutil.copy2(file, folder / file.relative_to(ROOT))
    shutil.copytree(ROOT / "sample_data", folder / "sample_data") if (ROOT / "sample_data").is_dir() else None


def contents(folder: Path) -> dict[str, str]:
    """A digest of every file of the program."""
    files = [file for room in ("scorer", "dashboard", "db") for file in (folder / room).rglob("*.*") if file.is_file()]
    return {
        file.relative_to(folder).as_posix(): sha256(file.read_bytes()).hexdigest()
        for file in files
        if "__pycache__" not in file.parts
    }


def write(edit: Edit, folder: Path) -> None:
    """Follow one line of a recipe."""
    file, anchor = folder / edit.file, edit.behind or edit.instead
    if not anchor:
        assert not file.exists(), f"{edit.file} is there already: the recipe's example needs another name"
        file.write_text(edit.text, encoding="utf-8")
        return
    text = file.read_text(encoding="utf-8")
    times = text.count(anchor)
    assert times == 1, f"{edit.file} has {times} times, not once: {anchor!r}; put tests/recipes/edits.py right"
    file.write_text(text.replace(anchor, edit.behind + edit.text), encoding="utf-8")


def in_the_copy(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a module of the copy; what is installed beside it is not found first."""
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "120"}, capture_output=True, text=True, encoding="utf-8",
        check=False, timeout=250,
    )  # fmt: skip


def follow(recipe: Recipe, folder: Path) -> set[str]:
    """Do what a recipe says; the files of the program that are other ones, or new, then."""
    before = contents(folder)
    for edit in recipe.edits:
        write(edit, folder)
    for module in recipe.runs:
        done = in_the_copy(folder, module)
        assert done.returncode == 0, done.stderr
    return {file for file, digest in contents(folder).items() if before.get(file) != digest}


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, set[str]]]]:
    """The copy in which every recipe was followed, and the files that each has touched."""
    folder = tmp_path_factory.mktemp("recipes")
    copy_of_the_tree(folder)
    yield folder, {recipe.heading: follow(recipe, folder) for recipe in RECIPES}
    shutil.rmtree(folder)


@pytest.mark.parametrize("heading", [recipe.heading for recipe in RECIPES])
def test_a_recipe_names_the_files_that_are_touched_and_no_others(
    heading: str, followed: tuple[Path, dict[str, set[str]]]
) -> None:
    touched, there = followed[1][heading], paths(heading)

    def fits(file: str, path: str) -> bool:
        """Whether a file is the one that is named, or a new one in the folder that is named."""
        return file == path or (str(Path(file).parent) == path and not (ROOT / file).exists())

    assert [file for file in touched if not any(fits(file, path) for path in there)] == []
    assert [path for path in there if not any(fits(file, path) for file in touched)] == []


def test_what_the_recipes_add_works(followed: tuple[Path, dict[str, set[str]]]) -> None:
    done = in_the_copy(followed[0], "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", PLAYED)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


@pytest.mark.parametrize("title", SECTIONS)
def test_every_recipe_counts_its_files_and_each_is_there(title: str) -> None:
    heading, _, count = title.partition(": ")
    assert count.split()[0] == NUMBERS[len(named(heading)[1])]
    assert [path for path in paths(heading) if not (ROOT / path).exists()] == []

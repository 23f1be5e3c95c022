"""docs/recipes.md is followed in a copy of the tree: what it names is what is touched, and the new thing works."""

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.recipes.edits import RECIPES, Edit, Recipe
from tests.whole_house import whole_house

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("scorer", "dashboard", "db")
OF_WINGS = [str(file.relative_to(ROOT)) for file in ROOT.glob("tests/*/recipes_played.py")]
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
# By what is added: how many files the heading says, and the text below it.
SECTIONS = {
    heading: (count, text)
    for heading, count, text in re.findall(r"^## (.*?): (\w+) files\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
}
pytestmark = [whole_house, pytest.mark.xdist_group("recipes")]  # they share one copy


def items(heading: str) -> list[str]:
    """The numbered items of a recipe, each up to what it says of its file."""
    found = re.findall(r"^\d+\. (.*?)(?=^\d+\. |\n\n|\Z)", SECTIONS[heading][1], re.DOTALL | re.MULTILINE)
    return [re.split(r": |, or |, in which", item, maxsplit=1)[0] for item in found]


def paths(heading: str) -> list[str]:
    """The files, and the folders of new files, that a recipe names; pages of the manual, which are links, left out."""
    return [path for item in items(heading) for path in re.findall(r"`([\w/.]+/[\w/.]+)`", item)]


def copy_of_the_tree(folder: Path) -> None:
    """The program, and of the tests what the recipes run."""
    for room in (*ROOMS, "tests/recipes", *{str(Path(file).parent) for file in OF_WINGS}):
        shutil.copytree(ROOT / room, folder / room)
    for file in (*ROOT.glob("tests/*.py"), ROOT / "pyproject.toml", ROOT / "hatch_build.py"):
        shutil.copy2(file, folder / file.relative_to(ROOT))


def contents(folder: Path) -> dict[str, str]:
    """A digest of every file of the program."""
    files = [file for room in ROOMS for file in (folder / room).rglob("*.*") if "__pycache__" not in file.parts]
    return {file.relative_to(folder).as_posix(): sha256(file.read_bytes()).hexdigest() for file in files}


def write(edit: Edit, folder: Path) -> None:
    """Write what a reader of a recipe would; fails where the text beside which it belongs is there no more."""
    file, anchor = folder / edit.file, edit.behind or edit.instead
    if not anchor:
        assert not file.exists(), f"{edit.file} is there already: tests/recipes/edits.py needs another example"
        file.write_text(edit.text, encoding="utf-8")
        return
    text = file.read_text(encoding="utf-8")
    times = text.count(anchor)
    assert times == 1, f"{edit.file} has this {times} times, not once; put tests/recipes/edits.py right:\n{anchor}"
    file.write_text(text.replace(anchor, edit.behind + edit.text), encoding="utf-8")


def in_the_copy(folder: Path, *words: str) -> None:
    """Run a module of the copy, which has to succeed; the program that is installed is not looked at."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "120"}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False, timeout=250,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


def follow(recipe: Recipe, folder: Path) -> set[str]:
    """Do what a recipe says; the files of the program that are new or others then."""
    before = contents(folder)
    for edit in recipe.edits:
        write(edit, folder)
    for module in recipe.runs:
        in_the_copy(folder, module)
    return {file for file, digest in contents(folder).items() if before.get(file) != digest}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, set[str]]]:
    """The copy in which every recipe was followed, and the files that each has touched."""
    folder = tmp_path_factory.mktemp("recipes")
    copy_of_the_tree(folder)
    return folder, {recipe.heading: follow(recipe, folder) for recipe in RECIPES}


@pytest.mark.parametrize("heading", [recipe.heading for recipe in RECIPES])
def test_a_recipe_names_the_files_that_are_touched_and_no_others(
    heading: str, copy: tuple[Path, dict[str, set[str]]]
) -> None:
    touched = copy[1][heading]
    as_named = {
        file if (ROOT / file).exists() else str(Path(file).parent) for file in touched
    }  # a new one by its folder
    assert as_named == {*paths(heading)}


def test_what_was_added_by_the_recipes_works(copy: tuple[Path, dict[str, set[str]]]) -> None:
    in_the_copy(copy[0], "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/recipes/played.py", *OF_WINGS)


@pytest.mark.parametrize("heading", SECTIONS)
def test_every_recipe_counts_its_files_and_each_is_there(heading: str) -> None:
    assert NUMBERS.index(SECTIONS[heading][0]) == len(items(heading))
    assert [path for path in paths(heading) if not (ROOT / path).exists()] == []


def test_every_section_is_a_recipe() -> None:
    assert PAGE.count("\n## ") == len(SECTIONS) >= len(RECIPES)

"""The wheel, the sdist and the editable layout: what is installed plays the demo from any folder."""

import ast
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHIPPED = {
    str(path.relative_to(ROOT))
    for package in ("scorer", "dashboard")
    for kind in ("toml", "css", "js", "html", "jinja", "ttf")
    for path in (ROOT / package).rglob(f"*.{kind}")
}


def build(target: str, folder: Path) -> Path:
    """Build a wheel or an sdist as pip would, by hatchling's own hooks and without a network."""
    script = f"import os, hatchling.build as b; os.chdir({str(ROOT)!r}); print(b.build_{target}({str(folder)!r}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.strip().splitlines()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


def scorer(place: Path, here: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program that lies in `place`, from another folder, without any other copy on the path."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SCORER_")}
    env = kept | {"PYTHONPATH": str(place), "SCORER_DB": str(here / "evening.db")}
    call = [sys.executable, "-P", "-m", "scorer", *words]
    return subprocess.run(call, cwd=here, env=env, capture_output=True, text=True, check=False)


def test_a_wheel_installed_in_an_empty_folder_plays_and_records_from_another(wheel: Path, tmp_path: Path) -> None:
    place, here = tmp_path / "installed", tmp_path / "elsewhere"
    here.mkdir()
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(place)]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)

    found = subprocess.run(
        [sys.executable, "-P", "-c", "import scorer, db; print(scorer.__file__, db.__file__)"],
        cwd=here, env=os.environ | {"PYTHONPATH": str(place)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert found.stdout.split() == [str(place / name / "__init__.py") for name in ("scorer", "db")]

    demo = scorer(place, here, "demo")
    assert demo.returncode == 0, demo.stderr
    assert "pays" in demo.stdout
    assert scorer(place, here, "start", "Friday", "--players", "Anna,Bruno,Carla,Dario,Elena").returncode == 0
    assert "made 74" in scorer(place, here, "deal", "anna", "2/71", "elena", "74").stdout
    assert (place / "bin" / "scorer").is_file()


def test_the_wheel_holds_every_variant_and_every_migration_and_no_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    migrations = {path.relative_to(ROOT).as_posix() for path in (ROOT / "db" / "migrations").rglob("*.py")}
    assert SHIPPED
    assert names >= SHIPPED
    assert "db/migrations/env.py" in migrations
    assert migrations <= names
    assert not [name for name in names if name.startswith("tests/")]
    assert [name for name in names if name.endswith("licenses/LICENSE")]


def test_the_sdist_holds_what_builds_and_tests_the_program(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    wanted = {"pyproject.toml", "README.md", "LICENSE", "scorer/cli/app.py", "db/migrations/env.py"}
    assert wanted | SHIPPED <= names
    assert "tests/test_packaging.py" in names


def test_the_checkout_itself_works_from_another_folder_as_an_editable_installation_does(tmp_path: Path) -> None:
    assert scorer(ROOT, tmp_path, "start", "Friday", "--players", "Anna,Bruno,Carla,Dario,Elena").returncode == 0
    listed = scorer(ROOT, tmp_path, "variant", "list").stdout
    assert all(Path(name).stem in listed for name in SHIPPED if name.startswith("scorer/variants/"))


def test_a_db_of_others_is_not_taken_for_ours_or_named(tmp_path: Path) -> None:
    """In a folder with a db.py `python -m scorer` ended in "a fault of the program"; so did it beside PyPI's db."""
    (tmp_path / "db.py").write_text("raise SystemExit('theirs')", encoding="utf-8")
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    history = [sys.executable, "-m", "scorer", "--db", "evening.db", "history"]
    beside = subprocess.run(history, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (beside.returncode, beside.stderr.split(";")[0]) == (5, "scorer: no scorebook at evening.db")

    env |= {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    (tmp_path / "db.py").write_text("", encoding="utf-8")
    before = subprocess.run(history, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (before.returncode, before.stderr) == (
        1,
        (
            "scorer: a part of the program cannot be loaded (No module named 'db.address'; 'db' is not a package): "
            "install it in an environment of its own, where no other package is called db or dashboard; "
            "--debug shows where\n"
        ),
    )


def test_what_is_imported_is_declared_also_where_another_package_brings_it_along() -> None:
    """Markupsafe came with jinja2 and rich with typer: nobody had promised us either."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = {
        re.split(r"[^\w-]", line)[0].replace("_", "-") for line in (*project["dependencies"], *extras["postgres"])
    }
    brings = packages_distributions()
    undeclared = {
        top: brings.get(top, [])
        for top in imported("scorer", "dashboard", "db") - sys.stdlib_module_names - {"scorer", "dashboard", "db"}
        if not declared & {name.lower().replace("_", "-") for name in brings.get(top, [])}
    }
    assert undeclared == {}


def imported(*rooms: str) -> set[str]:
    """The packages whose modules are imported anywhere in these folders."""
    nodes = [
        node
        for room in rooms
        for path in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]
    modules = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    modules |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return {module.partition(".")[0] for module in modules}

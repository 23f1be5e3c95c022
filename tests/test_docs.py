"""The pages tell the truth: what they show is played, what they list is what the program has."""

import re
import tomllib
from pathlib import Path

import pytest

from tests import cli_reference, pages, statistic_columns
from tests.whole_house import whole_house

pytestmark = whole_house
ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CLI = cli_reference.PAGE.read_text(encoding="utf-8")
WRITTEN = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("scorer/*/README.md")])
DEMO = "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/scorer demo"
SUITE = 'python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/python -m pytest'
COMMANDS = dict(cli_reference.commands())
GLOSSARY = """
deal, match, league, seat, dealer, resting, trick, bid, caller, partner, defenders, solo, side, card points, bonus,
count, deals won, card points taken, event, target, outcome, margin, slam, redeal, carry, stake, penalty, adjustment,
units, payout, residual, unit value, settlement, variant,
standings, place, call rate, success rate, step, void,
tournament, entrant, round, table, stage, bye, placement points, ranking points
"""


@pytest.mark.parametrize("page", pages.pages(), ids=lambda page: page.name)
def test_every_command_of_a_page_prints_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert pages.played(text, tmp_path).splitlines() == text.splitlines(), "python -m tests.pages writes it again"


def test_the_pages_that_show_an_evening_are_played() -> None:
    assert {"README.md", "evening.md"} <= {page.name for page in pages.pages()}


def test_the_reference_is_what_help_prints() -> None:
    if cli_reference.laid_out_by(CLI) != cli_reference.TYPER:
        pytest.skip("another typer lays help out in its own way; that its contents are there is tested below")
    assert (
        CLI.split(cli_reference.MARK)[1].splitlines()
        == cli_reference.reference().split(cli_reference.MARK)[1].splitlines()
    ), "python -m tests.cli_reference writes it again"


def test_the_columns_of_every_statistic_are_those_of_its_description() -> None:
    page = statistic_columns.PAGE_OF_DOCS.read_text(encoding="utf-8")
    assert statistic_columns.reference() in page, "python -m tests.statistic_columns writes them again"


def section(name: str) -> str:
    """What the reference says of one command."""
    found = re.search(rf"^## {name}\n\n```text\n(.*?)^```$", CLI, flags=re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


@pytest.mark.parametrize("name", COMMANDS)
def test_help_explains_a_command_and_the_reference_has_its_options(name: str) -> None:
    command, reference = COMMANDS[name], section(name)
    assert command.help
    assert reference
    options = [flag for param in command.params for flag in param.opts if flag.startswith("-")]
    assert [flag for flag in options if flag not in reference] == []
    assert [p.name for p in command.params if p.name != "facts" and not getattr(p, "help", "")] == []


def test_every_variable_of_the_environment_is_in_the_reference() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "scorer").rglob("*.py"))
    assert {name for name in re.findall(r"\bSCORER_[A-Z_]+", source) if f"`{name}`" not in CLI} == set()


def test_the_readme_names_the_commands_for_a_bare_machine() -> None:
    for command in (DEMO, SUITE):
        assert f"```sh\n{command}\n```" in README
    assert "`uv run scorer demo`" in README
    assert "`uv run --extra test pytest`" in README


def test_the_readme_counts_the_variants() -> None:
    assert len(list((ROOT / "scorer" / "variants").glob("*.toml"))) == 28
    assert "Twenty-eight payout tables" in README


def test_ci_runs_the_command_of_the_readme() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [step for step in SUITE.split(" && ") if step not in lines] == []


def test_what_the_commands_of_the_readme_need_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"]["scorer"] == "scorer.__main__:main"
    assert project["requires-python"] == ">=3.11"
    assert "test" in project["optional-dependencies"]


def test_every_chore_that_a_page_names_is_in_the_makefile() -> None:
    chores = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))
    named = {
        chore for page in WRITTEN for chore in re.findall(r"\bmake ([a-z]+)\b +#", page.read_text(encoding="utf-8"))
    }
    assert named <= chores
    assert named


def test_the_glossary_has_every_word() -> None:
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    first_cells = re.findall(r"^\| ([^|]+?) \|", rules, flags=re.MULTILINE)
    assert [word for word in " ".join(GLOSSARY.split()).split(", ") if word not in first_cells] == []


def bare_points(text: str) -> list[str]:
    """Where a text says "points" and does not say which."""
    return re.findall(
        r".{0,30}(?<!card )(?<!placement )(?<!ranking )(?<!bare \")(?<!rematada-)\bpoints\b.{0,10}",
        " ".join(text.split()),
        flags=re.IGNORECASE,
    )


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_page_says_points_without_saying_which(page: Path) -> None:
    assert bare_points(page.read_text(encoding="utf-8")) == []


def anchors(page: Path) -> set[str]:
    """The names by which the headings of a page are linked to."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_between_pages_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]*)(?:#([^):]*))?\)", page.read_text(encoding="utf-8"))
    assert [link for link, _ in links if not (page.parent / link).exists()] == []
    headings = [(link, name) for link, name in links if name]
    assert [found for found in headings if found[1] not in anchors(page.parent / found[0] if found[0] else page)] == []


@pytest.mark.parametrize("page", ["architecture", "ways", "decisions", "recipes"])
def test_every_path_that_a_page_about_the_house_names_is_there(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:scorer|db|tests|docs|dashboard)/[\w/.-]+)`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert paths


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert {path.name for path in (ROOT / "docs").glob("*.md") if f"]({path.name})" not in index} == {"README.md"}


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    names = {found[0] for one in wanted if (found := re.match(r"[\w-]+", one))}
    tables = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8").split("## Dependencies")[1]
    assert {name for name in names if not re.search(rf"\b{name}\b", tables)} == set()

"""Format files are found and read as variant files are; what both share is tested there."""

import subprocess
import sys
from pathlib import Path

import pytest

from scorer.errors import NotFoundError, RefusedError
from scorer.rule_files import FORMATS, VARIANTS
from scorer.rules.errors import FormatError, UnreadableError

SHIPPED = [
    *("brisca-pairs", "by-place", "champions", "duels", "elite-2024", "marathon", "scighera", "ten-deals"),
    "ten-deals-placement",
]
MINE = """\
title = "Mine"
source = "our club"
[[stages]]
name = "Rounds"
rounds = 3
deals = { 5 = 10, 6 = 12 }
seating = "lot"
yields = "units"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, empty and not even there yet."""
    monkeypatch.setenv("SCORER_FORMATS", str(tmp_path / "formats"))
    return tmp_path / "formats"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "club.toml"
    path.write_text(MINE, encoding="utf-8")
    return path


def test_eight_formats_are_shipped() -> None:
    assert FORMATS.names() == dict.fromkeys(SHIPPED, "shipped")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_format_is_sound_and_says_where_it_comes_from(name: str) -> None:
    form = FORMATS.load(name)
    assert (form.name, bool(form.source)) == (name, True)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_format_plays_a_variant_that_is_there(name: str) -> None:
    assert VARIANTS.shipped(FORMATS.load(name).variant)


def test_a_path_is_read_and_a_text_only_once(file: Path) -> None:
    assert FORMATS.read_text(str(file)) == ("club", MINE)
    assert FORMATS.load(str(file)) is FORMATS.load(str(file))
    with pytest.raises(NotFoundError, match=r"^nowhere\.toml: there is no such file$"):
        FORMATS.load("nowhere.toml")


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("duel", "no format is called 'duel'; did you mean duels?"),
        ("poker", f"no format is called 'poker'; there are {', '.join(SHIPPED)}"),
    ],
)
def test_an_unknown_name_says_what_is_near(word: str, message: str) -> None:
    with pytest.raises(NotFoundError) as error:
        FORMATS.load(word)
    assert str(error.value) == message


def test_an_added_format_is_found_by_its_name(file: Path, folder: Path) -> None:
    assert FORMATS.add(str(file)) == "club"
    assert FORMATS.names()["club"] == "yours"
    assert FORMATS.load("club").stages[0].rounds == 3
    assert [path.name for path in folder.iterdir()] == ["club.toml"]
    with pytest.raises(RefusedError, match="you have a format called club already; say --force"):
        FORMATS.add(str(file))


def test_a_shipped_name_is_never_taken(file: Path) -> None:
    with pytest.raises(RefusedError, match="duels is shipped with the program and stays as it is"):
        FORMATS.add(str(file), name="Duels", force=True)


def test_a_name_is_letters_digits_and_hyphens(file: Path) -> None:
    with pytest.raises(RefusedError, match="'a b' is not a name for a format: a to z, 0 to 9 and hyphens, at most 40"):
        FORMATS.add(str(file), name="a b")


def test_a_file_with_faults_is_not_added_and_every_fault_names_it(file: Path, folder: Path) -> None:
    file.write_text(MINE.replace("rounds = 3", "rounds = 0") + "colour = 1", encoding="utf-8")
    with pytest.raises(FormatError) as error:
        FORMATS.add(str(file))
    first, second = str(error.value).splitlines()
    assert first == f"{file}: stages.1.rounds: 0 must be 1 to 100"
    assert second.startswith(f"{file}: stages.1.colour: is not known here")
    assert not folder.exists()


def test_a_name_that_is_read_names_its_file_in_every_fault(file: Path, folder: Path) -> None:
    FORMATS.add(str(file))
    (folder / "club.toml").write_text("title = ", encoding="utf-8")
    with pytest.raises(
        FormatError, match=r"^club\.toml: not a TOML file: Invalid value \(at line 1, column 9, the end\)"
    ):
        FORMATS.load("club")


def test_a_file_that_is_too_large_is_no_format(file: Path) -> None:
    file.write_bytes(b"#" * 100_001)
    with pytest.raises(UnreadableError, match="more than 100 kB; a format file has two or three"):
        FORMATS.load(str(file))


def test_variants_and_formats_of_the_same_name_do_not_meet() -> None:
    # scighera is both
    assert FORMATS.load("scighera").variant == "scighera"
    assert VARIANTS.load("scighera").player_counts == (5,)


def test_without_the_variable_the_folder_is_in_the_users_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCORER_FORMATS")
    assert FORMATS.folder().parts[-2:] == ("scorer", "formats")


def test_reading_a_format_loads_no_heavy_library() -> None:
    code = (
        "import sys; from scorer.rule_files import FORMATS; from scorer.text.format_page import page; "
        "page(FORMATS.load('champions')); "
        "print({'pandas', 'numpy', 'sqlmodel', 'typer', 'platformdirs'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"

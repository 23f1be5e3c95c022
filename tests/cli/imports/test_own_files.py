"""`scorer import` of an installation that has nothing but the core: our own files, and what it says of others."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import typer

from scorer.cli import import_command
from scorer.cli.context import Commands, Settings
from tests.fixtures import FIVE
from tests.imports import Csv, recorded_units
from tests.running import refused

HEAD = "match,on,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
LINE = f"M,2026-11-20,Anna,K,Elena,61,{FIVE}"
Import = Callable[..., CompletedProcess[str]]


@pytest.fixture
def own_import(book_path: Path, capsys: pytest.CaptureFixture[str]) -> Import:
    """The command of the core, also where a wing is installed that brings one of its name."""
    group = typer.Typer(cls=Commands, rich_markup_mode=None)
    group.callback()(lambda: None)
    group.add_typer(import_command.app)

    def call(*words: str) -> CompletedProcess[str]:
        root = typer.main.get_command(group)
        assert isinstance(root, Commands)
        shared = Settings(db=str(book_path), root=root)
        code = shared.run(["import", *words])
        if shared.open_book:
            shared.open_book.close()
        return CompletedProcess(words, code, *capsys.readouterr())

    return call


def test_our_own_columns_come_in_and_options_say_the_rest(own_import: Import, csv: Csv, book_path: Path) -> None:
    done = own_import(csv(HEAD, LINE, name="own.csv"))
    assert (done.returncode, done.stdout.partition(";")[0]) == (0, "Imported 1 record of 1 match from own.csv")
    short = csv("caller;bid;partner;outcome", "Anna;2/71;Elena;failed", name="short.csv")
    done = own_import(short, "--match", "N", "--on", "27/11/2026", "--players", FIVE)
    assert done.returncode == 0, done.stderr
    # the king made pays 2 and 1; 2/71 failed pays twice as much the other way round
    assert recorded_units(book_path) == {"2026-11-20": ["2 -1 -1 -1 1"], "2026-11-27": ["-4 2 2 2 -2"]}


def test_tables_of_others_are_refused_with_what_is_known_here(own_import: Import, csv: Csv, tmp_path: Path) -> None:
    home = own_import(csv("Data;Anna;Bruno", "2026-01-09;5;-5"))
    assert home.returncode == 3
    assert "line 1: these are no names of columns: data, anna, bruno; known are league, match, on, " in home.stderr
    workbook, foreign = tmp_path / "home.xlsx", tmp_path / "foreign.csv"
    workbook.write_bytes(b"PK\x03\x04" + bytes(50))
    assert "workbook, not CSV; in a spreadsheet, save it as 'CSV UTF-8'" in own_import(str(workbook)).stderr
    foreign.write_bytes(f"{HEAD}\n{LINE.replace('Elena', 'Nicolò')}\n".encode("cp1252"))
    refused(own_import(str(foreign)), 3, "line 2: byte", "not UTF-8")
    turned = own_import(csv(HEAD, LINE.replace("2026-11-20", "11/20/2026")))
    refused(turned, 3, "line 2, column on: '11/20/2026' is no day: the day comes first here, as in 13/1/2026")


def test_a_folder_of_export_all_needs_no_option(own_import: Import, csv: Csv, tmp_path: Path) -> None:
    refused(own_import(str(tmp_path), "--on", "2026-11-20"), 3, "is a folder, which says everything itself")
    refused(own_import(str(tmp_path)), 3, "it is not a folder of scorer export all")


def test_its_help_names_no_option_that_is_not_there(own_import: Import) -> None:
    shown = own_import("--help").stdout
    options = {line.split()[0] for line in shown.splitlines() if line.startswith("  -")}
    assert options == {
        "--dry-run",
        "--match",
        "--on",
        "--variant",
        "--league",
        "--players",
        "--deals",
        "--twice",
        "--help",
    }
    assert "A CSV file, a folder of export all, or - for stdin." in shown
    assert "xlsx" not in shown
    assert own_import("deals.csv", "--as", "wide").returncode == 2

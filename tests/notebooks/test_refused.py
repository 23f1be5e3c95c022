"""Files and options of which the wing alone can say what is wrong: letters, workbooks, the order of dates."""

from pathlib import Path

import pytest

from tests.fixtures import FIVE
from tests.imports import Csv, Importer

HEAD = "match,on,variant,number,caller,bid,partner,card_points,outcome,slam,times,seat1,seat2,seat3,seat4,seat5"
GOOD = f"Friday,2026-11-20,chiamata,1,Anna,2/71,Elena,74,,,,{FIVE}"
SECOND = f"Friday,2026-11-20,chiamata,2,Bruno,K,solo,58,,,,{FIVE}"


def text(*lines: str) -> bytes:
    return ("\n".join(lines) + "\n").encode()


# name: bytes, what the line must be called, a word of the reason
BROKEN: dict[str, tuple[bytes, str, str]] = {
    "cp850 in a name": (text(HEAD, GOOD) + SECOND.replace("Carla", "Nicol\xf2").encode("cp850"), "",
        "Nicolò by DOS (850) (--encoding cp850)"),
    "latin-1 in the header": (b"match,on,caf\xe9\n", "line 1", "no column caller"),
    "a workbook": (b"PK\x03\x04" + bytes(50), "", "this Excel file cannot be read"),
    "day and month in doubt": (
        text(HEAD, GOOD, SECOND.replace("2026-11-20", "11/10/2026")), "line 3, column on",
        "'11/10/2026' is 11 October 2026 (--dates day-first) or 10 November 2026 (--dates month-first)"),
    "day first and month first": (text(HEAD, GOOD.replace("2026-11-20", "20/11/2026"),
        SECOND.replace("2026-11-20", "11/20/2026")), "", "'20/11/2026' has the day first and '11/20/2026' the month"),
}  # fmt: skip
OPTIONS = {
    "--as tall": "--as tall: say wide, evenings or deals",
    "--dates day-first,month-first": "contradict each other",
    "--ignore Anna --keep anna": "--ignore and --keep both name anna",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_cannot_be_read_says_why_and_writes_nothing(name: str, importer: Importer, tmp_path: Path) -> None:
    contents, line, reason = BROKEN[name]
    path = tmp_path / "deals.csv"
    path.write_bytes(contents)
    before = sorted(tmp_path.iterdir())
    first, *_others = importer.refused(str(path))
    assert (first.startswith(line), reason in first) == (True, True), first
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("options", OPTIONS)
def test_a_wrong_option_is_named(options: str, csv: Csv, importer: Importer) -> None:
    importer.refused(csv("caller;bid;partner;outcome", "Anna;2;Elena;made"), options, OPTIONS[options])

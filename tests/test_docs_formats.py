"""docs/formats.md shows every shipped format as it is, and describes every key, seating and tie-break."""

import re
from pathlib import Path

import pytest

from scorer.rule_files import FORMATS
from scorer.rules.errors import FormatError
from scorer.rules.seating import fewest_clashes
from scorer.rules.tournament import parse_format
from scorer.rules.tournament.format import BELLS, MEASURES, ODD, SEATINGS, TIE_BREAKS, YIELDS
from scorer.text.format_page import page

ROOT = Path(__file__).parents[1]
DOCS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
SHIPPED = sorted(path.stem for path in (ROOT / "scorer" / "formats").glob("*.toml"))


def sections() -> dict[str, str]:
    """The text of each section of the third level, by its heading."""
    return dict(re.findall(r"^### ([^\n]+)\n(.*?)(?=^### |\Z)", DOCS, flags=re.MULTILINE | re.DOTALL))


def test_the_shipped_formats_and_no_others_have_a_section() -> None:
    assert sorted(sections()) == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_section_shows_the_format_as_the_program_prints_it(name: str) -> None:
    (block,) = re.findall(r"^```text\n(.*?)^```$", sections()[name], flags=re.MULTILINE | re.DOTALL)
    assert block == page(FORMATS.load(name)), "put what the program prints into docs/formats.md"


def test_every_key_of_a_file_is_described() -> None:
    strange = {"strange": 1}
    stage = {**strange, "cut": strange}
    with pytest.raises(FormatError) as error:
        parse_format("probe", {**strange, "absent": strange, "bye": strange, "stages": [stage, strange]})
    lists = re.findall(r"strange: is not known here \(known: (.+)\)", str(error.value))
    keys = {key for keys in lists for key in keys.split(", ")} - {"absent", "bye", "stages"}
    assert {"title", "sizes", "units", "placement_for", "decide", "more_by"} <= keys
    assert keys == set(re.findall(r"^\| `(\w+)` \|", DOCS.split("## Seating")[0], flags=re.MULTILINE))
    assert all(f"`[{table}" in DOCS for table in ("bye]", "absent]", "[stages]]", "stages.cut]"))


@pytest.mark.parametrize("word", [*SEATINGS, *YIELDS, *BELLS, *ODD, *MEASURES])
def test_every_word_that_a_key_may_have_is_described(word: str) -> None:
    assert f'`"{word}"`' in DOCS


def test_what_sharing_out_the_sixes_costs_in_two_rounds_is_said() -> None:
    # 31: six of the six at five fives, and six of five fives at the six: one pair each
    bounds = {
        players: (fewest_clashes(players, 2), fewest_clashes(players, 2, shared_out=False)) for players in range(5, 200)
    }
    costly = {players: pairs for players, pairs in bounds.items() if pairs[0] > pairs[1]}
    assert costly[31] == (2, 0)
    written = re.findall(r"(\d+) \| (\d+) \((\d+)\)", DOCS)
    assert {int(players): (int(shared), int(free)) for players, shared, free in written} == costly


def test_every_tie_break_has_its_line() -> None:
    assert re.findall(r"^\| `([\w -]+)` \|", DOCS.split("## Level")[1], flags=re.MULTILINE) == list(TIE_BREAKS)

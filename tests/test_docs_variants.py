"""docs/variants.md shows every shipped variant as it is, and describes every key that a file may have."""

import re
from pathlib import Path

import pytest

from scorer.rule_files import VARIANTS
from scorer.rules.errors import VariantError
from scorer.rules.kinds import REDEALS
from scorer.rules.variant_reading import parse_variant
from scorer.text.variant_page import page

ROOT = Path(__file__).parents[1]
DOCS = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
SHIPPED = sorted(path.stem for path in (ROOT / "scorer" / "variants").glob("*.toml"))


def sections() -> dict[str, str]:
    """The text of each section of the third level, by its heading."""
    return dict(re.findall(r"^### ([^\n]+)\n(.*?)(?=^### |\Z)", DOCS, flags=re.MULTILINE | re.DOTALL))


def test_the_shipped_variants_and_no_others_have_a_section() -> None:
    assert sorted(sections()) == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_section_shows_the_variant_as_the_program_prints_it(name: str) -> None:
    (block,) = re.findall(r"^```text\n(.*?)^```$", sections()[name], flags=re.MULTILINE | re.DOTALL)
    assert block == page(VARIANTS.load(name)), f"put what `scorer variant show {name}` prints into docs/variants.md"


def known_keys(mapping: dict[str, object]) -> set[str]:
    """The keys that the parser lists when it meets one that it does not know."""
    with pytest.raises(VariantError) as error:
        parse_variant("probe", mapping)
    lists = re.findall(r"strange: is not known here \(known: (.+)\)", str(error.value))
    return {key for keys in lists for key in keys.split(", ")}


STRANGE = {"strange": 1}
EVERYWHERE = {
    **STRANGE,
    "auction": STRANGE,
    "bands": [STRANGE],
    "shares": {"5": {**STRANGE, "made": STRANGE, "solo": STRANGE}},
    "named": {"carichi": STRANGE},
    "slam": STRANGE,
    "after": {"misdeal": STRANGE},
    "carry": STRANGE,
    "end": STRANGE,
}


def test_every_key_of_a_file_is_described() -> None:
    keys = known_keys(EVERYWHERE)
    assert {"title", "solo_from", "u", "defender", "target", "factor", "dealer", "cap", "ties"} <= keys
    tables = {"auction", "bands", "shares", "named", "slam", "after", "carry", "end"}
    described = set(re.findall(r"^\| `(\w+)` \|", DOCS, flags=re.MULTILINE))
    roles = {"caller", "partner", "defender"}
    assert keys - tables - roles == described
    assert all(f"`{role}`" in DOCS for role in roles)
    assert all(re.search(rf"`\[\[?{table}[\].]", DOCS) for table in tables)


def test_every_kind_of_redeal_is_described() -> None:
    assert all(f"`[after.{kind}]`" in DOCS for kind in (*REDEALS, "even"))


def test_the_house_rule_of_the_page_is_sound() -> None:
    # the two lines that the page tells to change stand in the file that it starts from
    _, text = VARIANTS.read_text("chiamata")
    assert text.count("from = 71") == text.count('side = "both"') == 1
    changed = text.replace("from = 71", "from = 70").replace('side = "both"', 'side = "calling"')
    variant = VARIANTS.from_text("mine", changed)
    assert variant.slam is not None
    assert (variant.bands[1].label, variant.slam.side) == ("70", "calling")


@pytest.mark.parametrize("name", ["rules.md", "variants.md"])
def test_nothing_is_called_by_a_word_that_means_two_things(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    bare = re.findall(r"(?<!card )(?<!placement )\bpoints\b", text.replace("\n", " "), flags=re.IGNORECASE)
    assert bare == []

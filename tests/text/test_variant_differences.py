"""When two variants mean the same, and in which words they differ."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from scorer.rule_files import VARIANTS
from scorer.rules.errors import VariantError
from scorer.rules.variant import Variant
from scorer.rules.variant_reading import parse_variant
from scorer.text.variant_differences import differences, unlike_namesakes

PROSE = {"title", "source", "notes"}
TEXTS = {name: VARIANTS.read_text(name)[1] for name in VARIANTS.names()}
RICH = tuple(map(VARIANTS.load, ("briscolone", "chiamata", "brisca-hundred", "muerte-al-tres", "rematada", "scighera")))


def without_prose(text: str) -> str:
    """A file without its title, source, notes and remarks."""
    text = re.sub('notes = """.*?"""', "", text, flags=re.DOTALL)
    return re.sub("^(title|source|notes) = .*|#.*", "", text, flags=re.MULTILINE)


def read(text: str) -> Variant:
    return parse_variant("mine", tomllib.loads(text), proven=True)


def changed(value: Any) -> Iterator[Any]:
    """Values that differ from this one in one place, however deep that is; every field of every part in turn."""
    names = [field.name for field in fields(value)] if is_dataclass(value) else list(getattr(value, "_fields", ()))
    with_field: Any = replace if is_dataclass(value) else getattr(type(value), "_replace", None)
    for name in names:
        for other in changed(getattr(value, name)):
            yield with_field(value, **{name: other})
    if names:
        return
    if isinstance(value, tuple):
        yield (*value, None)
        yield from ((*value[:at], other, *value[at + 1 :]) for at in range(len(value)) for other in changed(value[at]))
    elif isinstance(value, Mapping):
        yield {**value, "another": None}
        yield from ({**value, key: other} for key in value for other in changed(value[key]))
    else:
        yield not value if isinstance(value, bool) else "another" if isinstance(value, str) else (value or 0) + 1


@pytest.mark.parametrize("name", [field.name for field in fields(Variant)])
def test_whatever_is_changed_makes_another_meaning_but_for_prose(name: str) -> None:
    """Of every field that a variant and its parts have: one that is added comes by itself."""
    tried = 0
    for variant in RICH:
        for other in changed(getattr(variant, name)):
            made = replace(variant, **{name: other})
            assert (made.meaning == variant.meaning) == (name in PROSE), other
            tried += 1
    assert tried >= len(RICH)


def test_every_kind_of_part_is_there_to_be_changed() -> None:
    parts = " ".join(map(repr, RICH))
    for kind in ("Auction", "NamedBid", "Band", "TableShares", "Shares", "Slam", "After", "Ending", "Win", "Bonus"):
        assert f"{kind}(" in parts, kind


@pytest.mark.parametrize("name", TEXTS)
def test_remarks_blanks_prose_and_the_order_of_keys_change_no_meaning(name: str) -> None:
    kept = without_prose(TEXTS[name])
    other = f'# an older text\nnotes = "Other words."\nsource = "A book"\ntitle = "A title"\n{kept}'
    other = other.replace(" = ", "  =  ") + "\n# the end\n"
    assert read(other) != read(TEXTS[name])
    assert read(other).meaning == read(TEXTS[name]).meaning
    assert differences(read(other), read(TEXTS[name])) == []


@pytest.mark.parametrize("name", TEXTS)
def test_every_number_of_a_file_that_is_changed_is_said_in_words(name: str) -> None:
    kept = 'title = "A title"\nsource = "A book"\n' + without_prose(TEXTS[name])
    before, tried = read(kept), 0
    for found in re.finditer(r"\d+", kept):
        try:
            after = read(f"{kept[: found.start()]}{int(found[0]) + 1}{kept[found.end() :]}")
        except (VariantError, tomllib.TOMLDecodeError):
            continue
        words = differences(after, before)
        assert words, found
        assert "Written otherwise" not in words[0], found
        assert words != differences(before, after)
        tried += 1
    assert tried


CHIAMATA, BRISCA = TEXTS["chiamata"], TEXTS["brisca"]
SIX = "[shares.6]\nmade = { caller = 2, partner = 2, defender = -1 }\nsolo = { caller = 5, defender = -1 }\n\n[slam]"


@pytest.mark.parametrize(
    ("text", "old", "new", "words"),
    [
        (CHIAMATA, "factor = 2", "factor = 3", "Slam: u times 3, not u times 2."),
        (CHIAMATA, "factor = 2", "add = 4", "Slam: adds 4 to u, not u times 2."),
        (
            CHIAMATA,
            'side = "both"',
            'side = "calling"',
            "Slam: the calling side takes every trick, not one side takes every trick.",
        ),
        (CHIAMATA, "[slam]", SIX, "Players: 5 or 6 players, not 5 players."),
        (CHIAMATA, "u = 3", "u = 4", "Stakes: 4 for 81 to 90, not 3 for 81 to 90."),
        (
            CHIAMATA,
            "partner = 1, defender = -1",
            "partner = 4, defender = -2",
            (
                "Shares among 5 players: made: caller +2 and partner +4 and each defender -2, "
                "not made: caller +2 and partner +1 and each defender -1."
            ),
        ),
        (CHIAMATA, '"fails"', '"even"', "60 card points at a bid of 61: even, nobody pays, not the contract fails."),
        (
            CHIAMATA,
            "lowest = 62",
            "lowest = 65",
            "Auction: then 65 to 120 card points, not then 62 to 120 card points.",
        ),
        (BRISCA, "won:3", "won:2", "End: 2 deals won, not 3 deals won."),
        (
            BRISCA,
            "players = [4]",
            "players = [4, 6]",
            "Sides: 4 or 6 players in two pairs or threes, not 4 players in two pairs.",
        ),
        (BRISCA, "u = 1", "u = 2", "Units of each player for a win: stake 2, not stake 1."),
    ],
)
def test_a_heading_says_in_words_what_differs(text: str, old: str, new: str, words: str) -> None:
    assert text.count(old) >= 1
    assert differences(read(text.replace(old, new, 1)), read(text)) == [words]


def test_a_rule_that_only_one_of_two_has() -> None:
    without = re.sub(r"\[slam\][^\[]*", "", CHIAMATA)
    slam = "one side takes every trick, u times 2, before the shares"
    assert differences(read(CHIAMATA), read(without)) == [f"Slam: {slam}."]
    assert differences(read(without), read(CHIAMATA)) == [f"Slam: not '{slam}'."]


def test_what_no_page_says_is_named_by_its_keys() -> None:
    mirrored = "failed = { caller = -2, partner = -1, defender = 1 }\n[slam]"  # what a file without it means, too
    assert differences(read(CHIAMATA.replace("[slam]", mirrored)), read(CHIAMATA)) == [
        "Written otherwise in the file: shares."
    ]


def test_each_of_three_is_held_against_the_one_with_the_name_or_against_the_others_once() -> None:
    two, three, four = (read(CHIAMATA.replace("factor = 2", f"factor = {factor}")) for factor in (2, 3, 4))
    with_name = {"mine": two, "mine@3": three, "mine@4": four, "other": VARIANTS.load("brisk")}
    assert unlike_namesakes(["mine", "other"], with_name) == ""
    assert unlike_namesakes(["mine", "mine@3", "mine@4"], with_name) == (
        "mine@3 differs from mine. Slam: u times 3, not u times 2. "
        "mine@4 differs from mine. Slam: u times 4, not u times 2."
    )
    assert unlike_namesakes(["mine@2", "mine@3"], {"mine@2": two, "mine@3": three}) == (  # not the other way round too
        "mine@2 differs from mine@3. Slam: u times 2, not u times 3."
    )

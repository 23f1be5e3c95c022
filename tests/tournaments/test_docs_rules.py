"""docs/formats.md and rankings.md list every shipped file and describe every key that one may have."""

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scorer.rule_files import RuleFiles
from scorer.tournaments.rules import parse_format
from scorer.tournaments.rules.errors import FormatError, RankingError
from scorer.tournaments.rules.format import BELLS, MEASURES, ODD, SEATINGS, TIE_BREAKS, YIELDS
from scorer.tournaments.rules.ranking import KINDS as KINDS_OF_EVENTS
from scorer.tournaments.rules.ranking import SPANS, WINDOWS
from scorer.tournaments.rules.ranking_reading import MEASURES as MEASURES_OF_SEASONS
from scorer.tournaments.rules.ranking_reading import ORDERS, parse_ranking
from scorer.tournaments.seating import fewest_clashes
from scorer.tournaments.text import format_page, ranking_page
from scorer.tournaments.text.rule_files import FORMATS, RANKINGS
from tests.rule_pages import rows_of_shipped

ROOT = Path(__file__).parents[2]
KINDS = ("formats", "rankings")
OF_FORMATS, OF_RANKINGS = ((ROOT / "docs" / f"{kind}.md").read_text(encoding="utf-8") for kind in KINDS)
NAMES = {kind: sorted(path.stem for path in (ROOT / "scorer" / "tournaments" / kind).glob("*.toml")) for kind in KINDS}


@pytest.mark.parametrize(
    ("kind", "page", "files", "printed"),
    [("formats", OF_FORMATS, FORMATS, format_page), ("rankings", OF_RANKINGS, RANKINGS, ranking_page)],
    ids=KINDS,
)
def test_every_shipped_file_has_a_row_with_what_list_prints_and_a_remark(
    kind: str, page: str, files: RuleFiles[Any], printed: ModuleType
) -> None:
    described = rows_of_shipped(page)
    assert sorted(described) == NAMES[kind]
    for name, row in described.items():
        listed, remark = row.split(" | ")
        shipped = files.load(name)
        assert listed == f"{shipped.title}: {printed.summary(shipped)}"
        assert remark


# --- formats -------------------------------------------------------------------------------------------------------


def test_every_key_of_a_format_is_described() -> None:
    strange = {"strange": 1}
    stage = {**strange, "cut": strange}
    with pytest.raises(FormatError) as error:
        parse_format("probe", {**strange, "absent": strange, "bye": strange, "stages": [stage, strange]})
    lists = re.findall(r"strange: is not known here \(known: (.+)\)", str(error.value))
    keys = {key for keys in lists for key in keys.split(", ")} - {"absent", "bye", "stages"}
    assert {"title", "sizes", "units", "placement_for", "decide", "more_by"} <= keys
    assert keys == set(re.findall(r"^\| `(\w+)` \|", OF_FORMATS.split("## Seating")[0], flags=re.MULTILINE))
    assert all(f"`[{table}" in OF_FORMATS for table in ("bye]", "absent]", "[stages]]", "stages.cut]"))


@pytest.mark.parametrize("word", [*SEATINGS, *YIELDS, *BELLS, *ODD, *MEASURES])
def test_every_word_that_a_key_may_have_is_described(word: str) -> None:
    assert f'`"{word}"`' in OF_FORMATS


def test_what_sharing_out_the_sixes_costs_in_two_rounds_is_said() -> None:
    # 31: six of the six at five fives, and six of five fives at the six: one pair each
    bounds = {
        players: (fewest_clashes(players, 2), fewest_clashes(players, 2, shared_out=False)) for players in range(5, 200)
    }
    costly = {players: pairs for players, pairs in bounds.items() if pairs[0] > pairs[1]}
    assert costly[31] == (2, 0)
    written = re.findall(r"(\d+) \| (\d+) \((\d+)\)", OF_FORMATS)
    assert {int(players): (int(shared), int(free)) for players, shared, free in written} == costly


def test_every_tie_break_has_its_line() -> None:
    level = OF_FORMATS.split("## Level")[1].split("## The shipped ")[0]
    assert re.findall(r"^\| `([\w -]+)` \|", level, flags=re.MULTILINE) == list(TIE_BREAKS)


# --- rankings ------------------------------------------------------------------------------------------------------


def test_every_key_of_a_ranking_is_described_with_its_words() -> None:
    strange = {"strange": 1}
    with pytest.raises(RankingError) as error:
        parse_ranking("probe", {**strange, "ranking_points": strange, "fading": [strange], "events": [strange]})
    lists = re.findall(r"strange: is not known here \(known: (.+)\)", str(error.value))
    keys = {key for keys in lists for key in keys.split(", ")} - {"ranking_points", "fading", "events"}
    assert {"title", "months", "behind", "keep", "min_entrants"} <= keys
    assert keys == set(re.findall(r"^\| `(\w+)` \|", OF_RANKINGS, flags=re.MULTILINE))
    words = (*KINDS_OF_EVENTS, *SPANS, *WINDOWS, *ORDERS, *MEASURES_OF_SEASONS)
    assert all(f'`"{word}"`' in OF_RANKINGS for word in words)

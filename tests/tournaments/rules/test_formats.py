"""Formats: the shipped ones load, every key is known, every fault is listed, the organiser's word fits or not."""

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scorer.rules.ending import HINT
from scorer.rules.variant_reading import parse_variant
from scorer.tournaments.rules import CutRule, Format, FormatSettings, Missed, parse_format
from scorer.tournaments.rules.errors import FormatError, TournamentError
from tests.rules.test_variant import tables, with_an_unknown_key

SCORER = Path(__file__).parents[3] / "scorer"
SHIPPED = sorted(path.stem for path in (SCORER / "tournaments" / "formats").glob("*.toml"))
FULL: dict[str, Any] = {
    "title": "Full",
    "source": "here",
    "notes": "all keys",
    "variant": "scighera",
    "sizes": [5, 6],
    "team_size": 2,
    "min_deals": 10,
    "absent": {"units": "lowest", "placement": "lowest"},
    "bye": {"units": -1, "placement": "mean"},
    "stages": [
        {
            "name": "First",
            "entrants": "not direct",
            "usual_rounds": 2,
            "minutes": 60,
            "bell": "finish the round of deals",
            "seating": "place",
            "yields": "placement and units",
            "units_share": 0.1,
            "placement": {"5": [14, 10, 7, 4, 1], "6": [14, 10, 7, 4, 1, 0.5]},
            "placement_for": {"1": {"5": [5, 4, 3, 2, 1], "6": [6, 5, 4, 3, 2, 1]}},
            "tie_breaks": ["units", "lot"],
            "cut": {"to": 10, "by": "places", "next_by": "deals won", "with_direct": True, "more_by": 5},
        },
        {
            "name": "Last",
            "entrants": "through and direct",
            "rounds": 3,
            "deals": {"5": 10, "6": 12},
            "seating": "groups",
            "yields": "duels",
            "odd": "resting",
            "carried": "total",
            "decide": 3,
        },
    ],
}
SMALL: dict[str, Any] = {
    "title": "Small",
    "source": "here",
    "stages": [{"name": "All", "rounds": 1, "deals": {"5": 10, "6": 12}, "seating": "lot", "yields": "units"}],
}


def shipped(name: str) -> Format:
    return parse_format(
        name, tomllib.loads((SCORER / "tournaments" / "formats" / f"{name}.toml").read_text(encoding="utf-8"))
    )


def faults(mapping: Mapping[str, Any]) -> list[str]:
    """What is wrong, without the name of the file."""
    with pytest.raises(FormatError) as error:
        parse_format("mine", mapping)
    return [fault.removeprefix("mine: ") for fault in str(error.value).splitlines()]


def exact(*numbers: float) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(number)) for number in numbers)


def changed(*path: Any, to: Any, original: Mapping[str, Any] = FULL) -> dict[str, Any]:
    """A copy with another value at a path; None takes the key away."""
    mapping: Any = deepcopy(dict(original))
    here = mapping
    for key in path[:-1]:
        here = here[key]
    if to is None:
        del here[path[-1]]
    else:
        here[path[-1]] = to
    return dict(mapping)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_format_loads_and_plays_a_shipped_variant_at_its_tables(name: str) -> None:
    form = shipped(name)
    text = (SCORER / "variants" / f"{form.variant}.toml").read_text(encoding="utf-8")
    variant = parse_variant(form.variant, tomllib.loads(text))
    # with one more than the variant has, the dealer rests
    assert all(size in variant.player_counts or size - 1 in variant.player_counts for size in form.sizes)
    assert "Decision:" in form.notes
    lost = ("the placement points at tables of 5 and 6 (Rounds)",) if name == "ten-deals-placement" else ()
    assert form.missing == lost


def test_everybody_plays_ten_deals_at_a_table_of_five_and_of_six() -> None:
    # twelve deals among six, of whom one rests in each: 12 x 5 / 6
    for name in ("ten-deals", "ten-deals-placement", "by-place"):
        assert shipped(name).stages[0].deals == {5: 10, 6: 12 * 5 // 6 * 6 // 5}


def test_a_file_with_every_key_says_what_it_says() -> None:
    form = parse_format("full", FULL)
    first, last = form.stages
    assert (form.variant, form.sizes, form.team_size, form.min_deals) == ("scighera", (5, 6), 2, 10)
    assert (form.absent, form.bye) == (Missed("lowest", "lowest"), Missed(-1, "mean"))
    assert (first.rounds, first.open_rounds, first.minutes, first.bell) == (2, True, 60, "finish the round of deals")
    assert first.units_share == Fraction(1, 10)
    assert first.placement[6] == exact(14, 10, 7, 4, 1, 0.5)
    assert first.placement_for[1][5] == exact(5, 4, 3, 2, 1)
    assert first.cut == CutRule(10, "places", "deals won", with_direct=True, more_by=5)
    assert (last.rounds, last.open_rounds, last.deals, last.odd) == (3, False, {5: 10, 6: 12}, "resting")
    assert (last.carried, last.entrants, last.decide) == ("total", "through and direct", 3)


def test_what_is_not_said_is_as_usual() -> None:
    form = parse_format("small", SMALL)
    assert (form.variant, form.sizes, form.team_size) == ("chiamata", (5, 6), 1)
    assert form.absent == form.bye == Missed()
    stage = form.stages[0]
    assert (stage.entrants, stage.tie_breaks, stage.carried, stage.decide, stage.cut) == ("all", (), "nothing", 1, None)


def test_a_key_that_a_table_does_not_know_is_refused_in_every_table_of_a_file() -> None:
    known = [path for path in tables(FULL) if path[-1:] != ("placement_for",)]
    assert len(known) == 9
    for path in known:
        first, *_others = faults(with_an_unknown_key(FULL, path))
        assert first.startswith(f"{'.'.join((*path, 'x'))}: is not known here (known: "), path


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("title",), None, "title: is missing"),
        (("source",), " ", "source: is empty"),
        (("sizes",), [5, 5], "sizes: [5, 5] must be different sizes of tables, 3 to 8"),
        (("sizes",), [5, True], "sizes: [5, True] must be different sizes of tables, 3 to 8"),
        (("team_size",), 0, "team_size: 0 must be 1 to 20"),
        (("absent", "units"), "mean", "absent.units: 'mean' must be a whole number"),
        (("bye", "placement"), float("inf"), "bye.placement: inf must be a number, at most 1000"),
        (("stages", 0, "entrants"), "through", "stages.1.entrants: 'through' must be one of 'all', 'not direct'"),
        (("stages", 1, "entrants"), "all", "stages.2.entrants: 'all' must be one of 'through', 'through and direct'"),
        (("stages", 1, "rounds"), None,
         "stages.2.rounds: a stage has either rounds or usual_rounds, which the organiser may change"),
        (("stages", 1, "rounds"), 101, "stages.2.rounds: 101 must be 1 to 100"),
        (("stages", 1, "minutes"), 60,
         "stages.2.deals: a match has either a number of deals, or a number of minutes, or an end: until"),
        (("stages", 1, "bell"), "stop at once", "stages.2.bell: rings only where a round has minutes"),
        (("stages", 1, "seating"), "by name",
         ("stages.2.seating: 'by name' must be one of 'lot', 'fewest repeats', 'place', 'prescribed', 'groups', "
          "'swiss', 'new partners'")),
        (("stages", 0, "placement", "6"), None,
         "stages.1.placement.6: is missing: the placement points at a table of 6"),
        (("stages", 0, "placement", "5"), [5, 4, 3, 2, "1"],
         "stages.1.placement.5: [5, 4, 3, 2, '1'] must be 5 numbers, one for each place"),
        (("stages", 0, "placement", "5"), [5, 4, 3, 1, 2],
         "stages.1.placement.5: [5, 4, 3, 1, 2] must not rise from place to place"),
        (("stages", 0, "placement_for", "3"), {}, "stages.1.placement_for.3: must be a number of matches, 1 to 2"),
        (("stages", 0, "units_share"), None,
         'stages.1.units_share: goes with yields = "placement and units", and with nothing else'),
        (("stages", 0, "odd"), "resting", "stages.1.odd: somebody is the odd one only in duels"),
        (("stages", 0, "tie_breaks"), ["lot", "units"],
         "stages.1.tie_breaks: nothing comes after the lot, which decides everything"),
        (("stages", 0, "tie_breaks"), ["units", "units"], "stages.1.tie_breaks: names one of them twice"),
        (("stages", 0, "cut"), None, "stages.1.cut: is missing: who goes on to the next stage"),
        (("stages", 1, "cut"), {"to": 5}, "stages.2.cut: nothing comes after the last stage"),
        (("stages", 0, "cut", "by"), "standing", 'stages.1.cut.next_by: goes with by = "places"'),
        (("stages", 0, "cut", "with_direct"), False, "stages.1.cut.more_by: goes with with_direct = true"),
        (("stages", 0, "carried"), "total", "stages.1.carried: 'total' must be one of 'nothing'"),
    ],
)  # fmt: skip
def test_a_fault_names_its_key(path: tuple[Any, ...], value: Any, fault: str) -> None:
    assert fault in faults(changed(*path, to=value))


def test_one_deal_at_a_table_and_one_who_goes_on_are_enough_and_none_is_refused() -> None:
    deals, through = ("stages", 0, "deals", "5"), ("stages", 0, "cut", "to")
    assert parse_format("mine", changed(*deals, to=1, original=SMALL)).stages[0].deals == {5: 1, 6: 12}
    (none,) = faults(changed(*deals, to=0, original=SMALL))
    assert none.startswith("stages.1.deals.5: 0 must be 1 to ")
    assert parse_format("mine", changed(*through, to=1)).stages[0].cut == CutRule(1, "places", "deals won", True, 5)
    assert any(fault.startswith("stages.1.cut.to: 0 must be 1 to ") for fault in faults(changed(*through, to=0)))


def test_a_tie_break_that_is_none_is_refused_with_those_there_are() -> None:
    (fault,) = faults(changed("stages", 0, "tie_breaks", to=["cards"]))
    assert fault.startswith("stages.1.tie_breaks: 'cards' must be one of 'units', 'deals won', 'times caller'")


def test_placement_only_goes_with_placement_points() -> None:
    mapping = changed("stages", 0, "placement", to={"5": [5, 4, 3, 2, 1]}, original=SMALL)
    assert faults(mapping) == ["stages.1.placement: only where a table yields placement points"]


@pytest.mark.parametrize(("entrants", "later"), [("not direct", "through"), ("all", "through and direct")])
def test_direct_entrants_leave_one_stage_out_and_join_another(entrants: str, later: str) -> None:
    mapping = changed("stages", 0, "entrants", to=entrants)
    mapping["stages"][1]["entrants"] = later
    assert any('who is "not direct" plays the first stage' in fault for fault in faults(mapping))


PAIRS: dict[str, Any] = {
    "title": "Pairs",
    "source": "here",
    "variant": "brisca",
    "sizes": [4],
    "team_size": 2,
    "members": "all play",
    "bye": {"placement": 1},
    "stages": [
        {
            "name": "Rounds",
            "usual_rounds": 5,
            "until": "won:3",
            "seating": "swiss",
            "yields": "wins",
            "tie_breaks": ["wins of opponents", "units"],
        },
    ],
}


def test_pairs_that_all_play_sit_two_at_a_table() -> None:
    form = parse_format("test", PAIRS)
    assert (form.seats, form.sizes_in_entrants, form.fewest, form.entry) == (2, (2,), 2, "pair")
    threes = parse_format("test", {**PAIRS, "team_size": 3, "sizes": [6]})
    assert (threes.seats, threes.sizes_in_entrants, threes.entry) == (3, (2,), "team")
    assert shipped("marathon").seats == 1  # whose members take turns
    assert shipped("brisca-pairs").stages[0].until == "won:3"


def test_every_fault_of_a_format_for_pairs_is_listed() -> None:
    stage = {**PAIRS["stages"][0], "until": "won:0", "deals": {"5": 10}, "yields": "duels"}
    assert faults({**PAIRS, "sizes": [5], "stages": [stage]}) == [
        f"stages.1.until: 'won:0': 'won:0' cannot be read; {HINT}",
        "stages.1.deals: a match has either a number of deals, or a number of minutes, or an end: until",
        "sizes: [5]: where all members play, two teams of 2 sit at a table: sizes = [4]",
        'stages.1.yields: where all members play, a table gives "wins" or "units"',
        'stages.1.tie_breaks: "wins of opponents" goes with members = "all play" and yields = "wins"',
    ]
    alone = {**PAIRS["stages"][0], "until": "deals:6"}
    assert faults({**PAIRS, "team_size": 1, "members": "take turns", "stages": [alone]}) == [
        "stages.1.until: 'deals:6' must be won:N, taken:N or units:N",
        "members: goes with a team_size of 2 or more",
        'stages.1.seating: "swiss" goes with members = "all play"',
        'stages.1.tie_breaks: "wins of opponents" goes with members = "all play" and yields = "wins"',
    ]
    anew = {**PAIRS["stages"][0], "seating": "new partners"}
    assert faults({**PAIRS, "members": "both", "stages": [anew]}) == [
        "members: 'both' must be one of 'take turns', 'all play'",
        'stages.1.seating: "new partners" are for single players at sizes = [4]',
        'stages.1.tie_breaks: "wins of opponents" goes with members = "all play" and yields = "wins"',
    ]


def test_a_format_without_stages_is_none() -> None:
    assert faults({"title": "x", "source": "y"}) == ["stages: nothing is played; write at least one [[stages]]"]


def test_all_faults_are_listed_at_once() -> None:
    mapping = changed("title", to=None)
    mapping["colour"] = 1
    mapping["stages"][0]["tie_breaks"] = ["cards"]
    mapping["stages"][1]["rounds"] = 0
    listed = faults(mapping)
    assert [fault.split(":")[0] for fault in listed] == ["title", "stages.1.tie_breaks", "stages.2.rounds", "colour"]


def table_of(size: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(size - place) for place in range(size))


def test_the_organiser_says_rounds_placement_variant_and_the_odd_one() -> None:
    form = shipped("scighera").with_settings(FormatSettings(rounds=3, variant="brisk"))
    assert (form.stages[0].rounds, form.stages[1].rounds, form.variant) == (3, 1, "brisk")
    filled = shipped("ten-deals-placement").with_settings(FormatSettings(placement={5: table_of(5), 6: table_of(6)}))
    assert (filled.missing, filled.stages[0].placement[6]) == ((), exact(6, 5, 4, 3, 2, 1))
    assert shipped("duels").with_settings(FormatSettings(odd="resting")).stages[0].odd == "resting"
    half = shipped("ten-deals-placement").with_settings(FormatSettings(placement={5: table_of(5)}))
    assert half.missing == ("the placement points at tables of 6 (Rounds)",)
    other = shipped("scighera").with_settings(FormatSettings(placement={5: exact(9, 6, 4, 2, 1)}))
    assert other.stages[0].placement == {5: exact(9, 6, 4, 2, 1), 6: exact(5, 4, 3, 2, 1, 0)}


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("champions", FormatSettings(rounds=2),
         "champions says itself how many rounds are played; copy the file to change it"),
        ("scighera", FormatSettings(rounds=0), "0 rounds: a stage has 1 to 100"),
        ("ten-deals", FormatSettings(placement={5: table_of(5)}),
         "ten-deals has no placement points: its tables yield units"),
        ("elite-2024", FormatSettings(placement={6: table_of(6)}), "elite-2024 has no tables of 6; it has 5"),
        ("scighera", FormatSettings(placement={5: table_of(4)}), "4 placement points for a table of 5; say 5 of them"),
        ("scighera", FormatSettings(placement={5: table_of(5)[::-1]}),
         "the placement points at a table of 5 must not rise from place to place"),
        ("scighera", FormatSettings(odd="resting"), "scighera has no duels, so that nobody is the odd one"),
        ("duels", FormatSettings(odd="out"), "the odd player is against all or resting, not 'out'"),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_format_is_refused_in_a_sentence(
    name: str, settings: FormatSettings, message: str
) -> None:
    with pytest.raises(TournamentError) as error:
        shipped(name).with_settings(settings)
    assert str(error.value) == message

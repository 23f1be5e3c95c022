"""What is described is what is reckoned, and what is shown is described."""

from collections.abc import Callable, Sequence
from functools import partial
from inspect import signature
from pathlib import Path
from pkgutil import resolve_name

import pytest

from scorer.frames import Frames
from scorer.stats.describe import statistic_files
from scorer.stats.describe.columns import UNIT_OF, Column, Listing, Statistic
from scorer.stats.describe.commands import files_of, laid_over
from scorer.stats.describe.phrases import NUMBERS, PHRASES
from scorer.stats.describe.statistic_files import described, listing_of
from scorer.stats.describe.statistic_tables import leads, plain_rows
from scorer.text.numbers import SCREEN, SURE_SCREEN, TERMINAL, Counting
from tests.fixtures import Ok
from tests.statistic_columns import LISTINGS, MADE
from tests.whole_house import needs

Read = Callable[..., Frames]


@pytest.mark.usefixtures("the_evening")
def test_every_column_that_is_reckoned_is_described_and_counts_are_whole(read: Read) -> None:
    for statistic, players in MADE:
        made = statistic.make(read(), *players)
        assert {*statistic.names} == {*made.columns}
        # `plain_rows` knows by their names which counts a frame keeps with decimals
        counts = [column.name for column in statistic.columns if column.form in {"moved", "count"}]
        assert {type(row[name]) for row in plain_rows(made) for name in counts} <= {int, type(None)}, statistic.name


def test_every_file_is_of_a_statistic_and_names_functions_that_there_are() -> None:
    for one in LISTINGS:
        made = [one.function, one.verdict] if isinstance(one, Statistic) else []
        if isinstance(one, Statistic):  # what a function can be asked of a choice it is asked
            assert isinstance(one.function, partial)
            can_take = signature(resolve_name(one.function.args[0])).parameters
            assert {*one.takes} == {*can_take} & {
                "measure",
                "order",
                "min_deals",
                "min_matches",
                "evenings",
                "until",
            }, one.about
        for function in [*made, *(column.writer for column in one.columns)]:
            if isinstance(function, partial):
                assert callable(resolve_name(function.args[0]))


@pytest.mark.parametrize(
    ("right", "wrong", "error"),
    [
        ("dashboard = ", "dashbord = ", TypeError),
        ("hide_empty = true", "seldom = true", TypeError),
        ("words = ", "word = ", TypeError),
        ("keys = ", "key = ", TypeError),
        ('help = "deals alone"', 'short = "per deal"', ValueError),
        ('about = "`scorer standings`: a row a player, the best first"\n', "", TypeError),
        ("[columns]", "[column]", KeyError),
    ],
)
def test_a_file_with_a_wrong_key_or_without_a_word_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: str, wrong: str, error: type[Exception]
) -> None:
    text = files_of("standings")[0].read_text(encoding="utf-8")
    assert right in text
    (tmp_path / "broken.toml").write_text(text.replace(right, wrong), encoding="utf-8")
    monkeypatch.setattr(statistic_files, "files_of", lambda name: [tmp_path / f"{name}.toml"])
    with pytest.raises(error):
        described("broken")


def test_the_keys_of_a_wing_are_laid_over_those_of_the_core_table_by_table() -> None:
    core = {"title": "Bids", "own": {"bands": {"says": "By tens."}}, "options": ["match"]}
    wing = {"options": ["match", "min-deals"], "own": {"pays": {"says": "What pays."}, "bands": {"metavar": "N"}}}
    laid = laid_over(core, wing)
    own = {"bands": {"says": "By tens.", "metavar": "N"}, "pays": {"says": "What pays."}}
    assert laid == {"title": "Bids", "own": own, "options": ["match", "min-deals"]}
    assert [*laid["own"]] == ["bands", "pays"]  # as the help has them: those of the core first
    assert core["own"] == {"bands": {"says": "By tens."}}  # which is read by others too


@pytest.mark.parametrize("listing", LISTINGS, ids=lambda one: one.about.split(":")[0])
def test_every_column_is_described_once_and_says_what_it_means(listing: Listing) -> None:
    assert len(set(listing.names)) == len(listing.names)
    assert [column.name for column in listing.columns if not column.about or column.form not in UNIT_OF] == []
    on_terminal = {name for keys, others in listing.terminal for name in (*keys, *others)}
    shown = on_terminal | {*listing.dashboard, *listing.paper}
    for column in listing.columns:
        ends = column.ends if column.form == "rate" else ()
        others = (*column.out_of, *column.followed_by, *ends, column.shown_with, column.error)
        assert {name.removeprefix("-") for name in others if name} <= {*listing.names}
        assert column.title or column.name not in shown
        assert "{" not in f"{column.head()}{column.meaning}{column.help()}"  # every phrase in braces is there
    assert shown <= {*listing.names}


@pytest.mark.parametrize("listing", LISTINGS, ids=lambda one: one.about.split(":")[0])
def test_a_legend_explains_the_heads_that_stand_above_it_on_a_screen_and_on_a_terminal(listing: Listing) -> None:
    on_terminal = [name for keys, others in listing.terminal for name in (*keys, *others)]
    for names in (listing.dashboard, on_terminal):
        assert explained(listing, names) <= {*names, *PHRASES, *NUMBERS}


def explained(listing: Listing, shown: Sequence[str]) -> set[str]:
    """The columns and the phrases that the legend below a table of these columns names."""
    return {name for sentence in listing.legend if sentence.is_shown(shown) for name in sentence.explains}


@needs("tournaments")
def test_the_events_of_a_ranking_are_explained_by_the_words_above_their_columns() -> None:
    # the terminal has short heads, full and gives; the dashboard has their titles
    shares = listing_of("ranking_events")
    assert "full: ranking points of the place" in shares.legend_of(shares.names)
    assert "gives: those times the weight" in shares.legend_of(shares.names)
    on_dashboard = shares.legend_of(shares.dashboard, titled=True)
    assert on_dashboard.startswith("for the place: ranking points of the place")
    assert "ranking points: those times the weight" in on_dashboard


def test_a_cell_is_written_for_the_place_where_it_stands() -> None:
    rate = Column("rate", "made %", "rate", "of the contracts", ends=("low", "high"), out_of=("made", "failed"))
    row = {"rate": 0.62, "low": 0.454, "high": 0.766, "made": 21, "failed": 13, "units": -1250, "error": 310}
    assert rate.written(row, Counting(style=TERMINAL._replace(sure=True))) == "62 % (45-77) of 34"
    assert rate.written(row, Counting(style=SURE_SCREEN)) == "62 % (45 to 77) of 34"
    assert rate.help().startswith("of the contracts; in brackets the 95 % interval")
    assert rate.written(row, Counting()) == "62 % of 34"  # to who does not ask how sure it is
    assert rate.help(sure=False) == "of the contracts"
    called = Column("rate", form="rate", ends=("low", "high"), out_of=("deals", "-side_deals"))
    assert called.written({**row, "deals": 34}, Counting()) == "62 %"  # of the deals, which stand beside it
    assert called.written({**row, "deals": 40, "side_deals": 6}, Counting()) == "62 % of 34"
    assert Column("units", form="units", error="error").written(row, Counting("EUR")) == "-12.50"
    units = Column("units", "{units} with", "units")
    assert units.written(row, Counting("EUR")) == "-12.50"
    assert units.written(row, Counting("EUR", SCREEN)) == "\N{MINUS SIGN}12.50"
    assert (units.head("EUR"), units.head()) == ("EUR with", "units with")


def test_how_far_off_a_mean_may_be_is_said_with_what_that_makes_of_its_interval() -> None:
    # of four deals it takes 3.2 times as much, by Student's t of three degrees; of ten 2.3 times
    twice = "the true value is almost surely within twice that; below ten deals look no further"
    assert described("standings")["units_per_deal"].help() == (
        f"deals alone; ±: luck alone shifts this figure by about so much; {twice}"
    )


def test_who_leads_a_match_is_one_or_several(ok: Ok, read: Read, book_path: Path) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-20")
    ok("start Saturday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-21")
    ok("deal anna 2 elena 74 --match Friday")  # Anna +2, Elena +1, the others -1 each
    ok("deal anna 2 elena 60 --match Saturday")  # of 61: Anna -2, Elena -1, the others +1 each
    friday, saturday = leads(read()).values()
    assert (friday.leader, friday.units) == ("Anna", 2)
    assert (saturday.leader, saturday.players, saturday.units) == ("3 tied", ("Bruno", "Carla", "Dario"), 1)


def test_a_bar_has_an_interval_and_a_mark_of_its_own() -> None:
    for statistic in LISTINGS:
        drawn = [column for column in statistic.columns if column.bar]
        # what all rows share tells nobody from another: the bar of one row would have a colour for the others
        of_all = [statistic[column.clear].about for column in drawn if column.clear]
        assert not [about for about in of_all if "the same in all rows" in about]
        assert {name for column in drawn for name in (*column.ends, column.mark, column.clear) if name} <= set(
            statistic.names
        )
        ends = [column.ends for column in statistic.columns if column.ends]
        assert len(ends) == len(set(ends)), statistic.name

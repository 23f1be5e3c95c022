"""What is described is what is reckoned, and what is shown is described."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.frames import Frames
from scorer.stats.awards import IN_ROLE
from scorer.stats.chances_descriptions import OF_MATCHES
from scorer.stats.columns import UNIT_OF, USUAL, Column, Listing
from scorer.stats.descriptions import MATCHES, STATISTICS
from scorer.stats.page_descriptions import BESIDE, PAGE
from scorer.stats.ranking_descriptions import PLACES, SHARES
from scorer.stats.recount_descriptions import LEFT_OUT, RECOUNT
from scorer.stats.season_descriptions import SHARES as SHARE_AWARDS
from scorer.stats.tables import leads
from scorer.text.numbers import SCREEN, Counting

Ok = Callable[..., str]
Read = Callable[..., Frames]
OTHERS = (*OF_MATCHES, RECOUNT, LEFT_OUT, PLACES, SHARES, *PAGE, *BESIDE, MATCHES)
LISTINGS: list[Listing] = [*STATISTICS.values(), *OTHERS]


@pytest.mark.usefixtures("the_evening")
def test_every_column_that_is_reckoned_is_described_in_its_order(read: Read) -> None:
    frames = read()
    for one in STATISTICS.values():
        assert one.names == list(one.make(frames, USUAL).columns)
    for one in PAGE:
        made = set(one.make(frames, "Anna", USUAL).columns)
        assert set(one.names) == made - ({"player"} if one.name == "matches" else set())
    for one in BESIDE:
        assert one.names == list(one.make(frames, "Anna", "Bruno").columns)


@pytest.mark.parametrize("listing", LISTINGS, ids=lambda one: one.about.split(":")[0])
def test_every_column_is_described_once_and_says_what_it_means(listing: Listing) -> None:
    assert len(set(listing.names)) == len(listing.names)
    assert [column.name for column in listing.columns if not column.about or column.form not in UNIT_OF] == []
    shown = {name for keys, others in listing.terminal for name in (*keys, *others)} | set(listing.dashboard)
    for column in listing.columns:
        of = {name.removeprefix("-") for name in column.of}
        shown_with = {
            *of,
            *column.beside,
            *filter(None, [column.only]),
            *(column.ends if column.form == "rate" else ()),
        }
        assert shown_with <= set(listing.names)
        assert column.title or column.name not in shown
    assert shown <= set(listing.names)


EXPLAINED = re.compile(r"(?:^|(?<=[.;] ))([a-z][^.;:]*):")  # `full:`; `slams, carry:`; `as caller and so on:`
IN_ROWS = {"awards": {*IN_ROLE, *SHARE_AWARDS}}  # what a legend explains that stands in the rows


def explained(legend: str) -> list[str]:
    """The heads that a legend explains."""
    told = [words.removesuffix(" and so on") for words in EXPLAINED.findall(legend)]
    return [head for words in told for head in re.split(", | and ", words)]


def test_what_a_legend_explains_is_read_out_of_its_sentences() -> None:
    said = "Above all: it. full: so much; slams, carry: more. as caller and so on: the rest. place and units: of these."
    assert explained(said) == ["full", "slams", "carry", "as caller", "place", "units"]


@pytest.mark.parametrize("listing", LISTINGS, ids=lambda one: one.about.split(":")[0])
def test_a_legend_explains_the_heads_that_stand_above_it_on_a_screen_and_on_a_terminal(listing: Listing) -> None:
    on_terminal = [name for keys, others in listing.terminal for name in (*keys, *others)]
    for names, titled in ((listing.dashboard, True), (on_terminal, False)):
        shown = [listing[name] for name in names]
        heads = {one.title if titled else one.short or one.title for one in shown} | IN_ROWS.get(listing.name, set())
        assert set(explained(listing.legend_of(names, titled=titled))) <= heads


def test_the_events_of_a_ranking_are_explained_by_the_words_above_their_columns() -> None:
    # the terminal has short heads, full and gives; the dashboard has their titles
    assert "full: ranking points of the place" in SHARES.legend_of(SHARES.names)
    assert "gives: those times the weight" in SHARES.legend_of(SHARES.names)
    on_dashboard = SHARES.legend_of(SHARES.dashboard, titled=True)
    assert on_dashboard.startswith("for the place: ranking points of the place")
    assert "ranking points: those times the weight" in on_dashboard
    assert "the best: the chance to be the best" in STATISTICS["rating"].legend_of(["best"], titled=True)


def test_a_recount_calls_no_two_columns_units() -> None:
    # on a narrow terminal the units as they were played stood in a table of their own, called those of the other table
    for keys, others in RECOUNT.terminal:
        titles = [RECOUNT[name].short or RECOUNT[name].title for name in (*keys, *others)]
        assert len(set(titles)) == len(titles)


def test_a_name_is_a_whole_number_everywhere_or_nowhere() -> None:
    # plain_rows knows columns by their names alone: a share that is called as a count elsewhere would become 0
    whole, other = (
        {one.name for listing in STATISTICS.values() for one in listing.columns
         if (one.form in {"moved", "count"}) is wanted and one.form != "text"}
        for wanted in (True, False)
    )  # fmt: skip
    assert whole & other == set()


def test_a_cell_is_written_for_the_place_where_it_stands() -> None:
    rate = Column("rate", "made %", "rate", "of the contracts")
    row = {"rate": 0.62, "low": 0.454, "high": 0.766, "units": -1250}
    assert rate.written(row, Counting()) == "62 % (45-77)"
    assert rate.written(row, Counting(style=SCREEN)) == "62 % (45 to 77)"
    assert rate.help.startswith("of the contracts; in brackets the 95 % interval")
    units = Column("units", "units with", "units")
    assert units.written(row, Counting("EUR")) == "-12.50"
    assert units.written(row, Counting("EUR", SCREEN)) == "\N{MINUS SIGN}12.50"
    assert units.title_in("EUR", units.title) == "EUR with"


def test_how_far_off_a_figure_may_be_is_said_with_what_that_makes_of_its_interval() -> None:
    # of four it takes 3.2 times as much, by Student's t of three degrees; of ten 2.3 times
    twice = "twice as much either way is the 95 % interval from about ten deals or matches on; of fewer it takes more"
    helped = {column.name: column.help for column in STATISTICS["luck"].columns}
    assert f"how far off it may be; {twice}; none where the deals do not tell" in helped["play"]
    assert STATISTICS["standings"]["units_per_deal"].help.endswith(twice)
    assert "in 95 of 100 cases" in STATISTICS["rating"]["low"].help
    assert f"; about {twice}" in STATISTICS["pays"]["units_caller"].help  # a chance has no even interval
    assert twice in STATISTICS["luck"].legend_of(["play"])


def test_who_leads_a_match_is_one_or_several(ok: Ok, read: Read, book_path: Path) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-20")
    ok("start Saturday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-21")
    ok("deal anna 2 elena 74 --match Friday")  # Anna +2, Elena +1, the others -1 each
    ok("deal anna 2 elena 60 --match Saturday")  # of 61: Anna -2, Elena -1, the others +1 each
    friday, saturday = leads(read()).values()
    assert (friday.leader, friday.units) == ("Anna", 2)
    assert (saturday.leader, saturday.players, saturday.units) == ("3 tied", ("Bruno", "Carla", "Dario"), 1)

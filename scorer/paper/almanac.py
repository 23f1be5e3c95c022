"""The almanac: a season of each league on one page of HTML, to keep and to print."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final, NamedTuple

from scorer.frames import Frames, Part, whole
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import number
from scorer.paper.html_page import page
from scorer.stats.describe.columns import Column, Listing
from scorer.stats.describe.player_page import page_legend, record_words
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import Head, Lead, Page, head, leads, pages_of_everybody, sections, split
from scorer.stats.standings import running_in_matches
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import SURE_SCREEN, UNITS, Cell, Counting, Row

NIGHTS: Final = 60  # matches that are drawn of a payout table: the newest
COMPANIONS: Final = 40  # that a player's table shows: those met most, and who was met as often as the last of them
STEPS: Final = 120  # points of a line that is drawn, at most, beside its ends
WIDE, HIGH = 1200, 480  # of a drawing, in its own measure: so fine that no length needs decimals
# The tables of a league, of each of its payout tables, and of a person.
OF_LEAGUE: Final = {"rating": N_("Who plays better"), "awards": N_("Awards")}
OF_VARIANT: Final = {
    "standings": N_("Standings"),
    "all_time": N_("Records"),
    "bands": N_("Bids"),
    "pairs": N_("Callers and partners"),
    "met": N_("With and against"),
}
OF_PERSON: Final = ("roles", "companions")
COUNTING: Final = Counting(style=SURE_SCREEN)


# Cells in words by their columns, then by the figures they are written of: equal ones are written once.
Written = defaultdict[Column, dict[tuple[Cell, ...], str]]


class Table(NamedTuple):
    """A table in words: its title, its verdict in a sentence, its heads, and the classes of its columns in words."""

    title: str
    verdict: str
    heads: Sequence[str]
    classes: str
    rows: Sequence[Sequence[str]]
    legend: str = ""


class Drawing(NamedTuple):
    """Small lines of running units: the points of each as SVG has them, who is in front at the end, and where 0 is."""

    title: str
    words: str
    lines: Sequence[tuple[str, bool]]
    zero: int


class PlayerPage(NamedTuple):
    """A player's page of one payout table; its tables are by what they are of."""

    head: Head
    tables: Mapping[str, Table]
    records: Mapping[str, str]
    course: Drawing


def almanac(frames: Frames, title: str) -> str:
    """A page that needs nothing but itself: every league of these frames, and everybody who got units in it."""
    ahead = leads(frames)
    written: Written = defaultdict(dict)
    chapters = [_chapter(part, ahead, written) for part in whole(frames) if len(part.frames.payouts)]
    titles = {label: variant.title for label, variant in frames.columns.variants.items()}
    return page("almanac", title, chapters=chapters, titles=titles, deals=counts.deals, wide=WIDE, high=HIGH)


def _chapter(league: Part, ahead: Mapping[int, Lead], written: Written) -> dict[str, Any]:
    """A league: the tables of all its variants together, those of each variant, and a page of everybody."""
    frames, parts, people = league.frames, split(league.frames), []
    by_part = [pages_of_everybody(part) for part in parts]
    for player in sorted({player for pages in by_part for player in pages}):
        pages = [_page(pages[player], written) for pages in by_part if player in pages]
        tables = {name for own in pages for name in own.tables}
        # a player with paper sheets alone has no table, and so nothing to explain
        legend = page_legend(called=False, met="companions" in tables) if tables else ""
        people.append((player, pages, legend))
    return {
        "head": head(league, UNITS),
        "tables": list(_tables(frames, OF_LEAGUE, written)),
        "variants": [
            {
                "head": head(part, UNITS),
                "tables": list(_tables(part.frames, OF_VARIANT, written)),
                **_nights(part, ahead),
            }
            for part in parts
        ],
        "people": people,
    }


def _tables(frames: Frames, wanted: Mapping[str, str], written: Written) -> Iterator[Table]:
    """These statistics with their titles, as far as there is anything of them."""
    for what, title in wanted.items():
        for section in sections(frames, what):
            if section.rows:
                statistic = described(what)
                table = _table(statistic, section.rows, written, alone=section.head.alone)
                shown = {name for name in statistic.paper if statistic[name].is_shown(section.rows)}
                legend = statistic.legend_of(shown, titled=True)
                if section.left_out:
                    legend += f" {_left_out(section.left_out, statistic.lists)}"
                yield table._replace(title=_(title), verdict=section.verdict.whole, legend=legend)


def _left_out(count: int, lists: str) -> str:
    """How many rows a table leaves out for few deals, by what the statistic lists."""
    if lists == "player":
        return ngettext("{count} player of few deals left out.", "{count} players of few deals left out.", count)
    if lists == "pair":
        return ngettext("{count} pair of few deals left out.", "{count} pairs of few deals left out.", count)
    return ngettext("{count} row of few deals left out.", "{count} rows of few deals left out.", count)


def _table(listing: Listing, rows: Sequence[Row], written: Written, *, alone: bool) -> Table:
    """Rows in words, in the columns that fit on paper, as far as they say anything."""
    columns = [column for column in map(listing.__getitem__, listing.paper) if column.is_shown(rows, alone=alone)]
    cells = [_cells(column, rows, written[column]) for column in columns]
    heads = [column.head() for column in columns]
    return Table(_(listing.title), "", heads, _classes(columns), list(zip(*cells, strict=True)))


def _cells(column: Column, rows: Sequence[Row], known: dict[tuple[Cell, ...], str]) -> list[str]:
    """The cells of a column in words, those that are `known` from other tables too."""
    names = column.written_of
    if not names:
        return [column.written(row, COUNTING) for row in rows]
    figures = [tuple(map(row.get, names)) for row in rows]
    for row, written_of in zip(rows, figures, strict=True):
        if written_of not in known:
            known[written_of] = column.written(row, COUNTING)
    return list(map(known.__getitem__, figures))


def _classes(columns: Sequence[Column]) -> str:
    """The classes of a table: `w1` where its first column is in words, `g3` where the third is, after one of numbers.

    They stand there once: in every cell they would take more room than what it says.
    """
    after_number, classes = False, []
    for at, column in enumerate(columns, 1):
        if column.in_words:
            classes.append(f"{'g' if after_number else 'w'}{at}")
        after_number = not column.in_words
    return " ".join(classes)


def _page(player: Page, written: Written) -> PlayerPage:
    """A player's page: roles, with and against whom, what is highest and lowest, and the units as they ran."""
    tables = {}
    for name in OF_PERSON:
        rows, legend = player.shown(name), ""
        if name == "companions":
            rows, legend = _met_most(rows)
        if rows:
            table = _table(described(f"page/{name}"), rows, written, alone=player.head.alone)
            tables[name] = table._replace(legend=legend)
    matches = player.tables["matches"]
    course = _drawing("", "", [([0, *(row["running"] for row in matches)], True)])
    return PlayerPage(player.head, tables, record_words(player, COUNTING), course)


def _met_most(companions: Sequence[Row]) -> tuple[list[Row], str]:
    """Those met in MIN_DEALS deals, with or against; of many those met most, and a sentence on who is left out."""
    deals = [max(row["with_deals"], row["against_deals"]) for row in companions]
    fewest = max([MIN_DEALS, *sorted(deals, reverse=True)[COMPANIONS - 1 : COMPANIONS]])
    shown = [row for row, met in zip(companions, deals, strict=True) if met >= fewest]
    if not any(MIN_DEALS <= met < fewest for met in deals):
        return shown, ""
    left_out = ngettext(
        "{count} player is left out: fewer than {deals} deals with, and fewer than {deals} against.",
        "{count} players are left out: fewer than {deals} deals with, and fewer than {deals} against.",
        len(companions) - len(shown),
        deals=number(fewest),
    )
    return shown, left_out


def _nights(part: Part, ahead: Mapping[int, Lead]) -> dict[str, Any]:
    """The matches of a payout table, each with everybody's running units, the newest of many."""
    matches, nights = part.frames.matches, []
    newest, older = running_in_matches(part.frames.payouts, NIGHTS)
    for match in matches[matches["match_id"].isin(newest)].itertuples():
        match_id = int(str(match.match_id))
        lead = ahead[match_id]
        drawn = [([0, *line], player in lead.players) for player, line in newest[match_id].items()]
        nights.append(
            _drawing(str(match.match), f"{match.on:%Y-%m-%d}, {lead.leader} {COUNTING.total(lead.units)}", drawn)
        )
    return {"nights": nights, "older": older}


def _drawing(title: str, words: str, lines: Sequence[tuple[Sequence[float], bool]]) -> Drawing:
    """These lines from 0 on, within a drawing; the leaders' are drawn last, above all."""
    every = [units for line in lines for units in line[0]]
    low, high = min(every), max(every)

    def above(units: float) -> int:
        return round(HIGH - HIGH * (units - low) / ((high - low) or 1))

    def points(line: Sequence[float]) -> str:
        last = max(len(line) - 1, 1)
        return " ".join(f"{round(WIDE * at / last)},{above(line[at])}" for at in drawn_places(line))

    drawn = sorted(((points(line), first) for line, first in lines), key=itemgetter(1))
    return Drawing(title, words, drawn, above(0))


def drawn_places(line: Sequence[float]) -> Sequence[int]:
    """Which places of a line are drawn: all, or of a long one its ends, and of each part the lowest and the highest."""
    if len(line) <= STEPS:
        return range(len(line))
    begins = [len(line) * part // (STEPS // 2) for part in range(STEPS // 2 + 1)]
    parts = [range(*ends) for ends in pairwise(begins)]
    return sorted({0, len(line) - 1} | {end(part, key=line.__getitem__) for part in parts for end in (min, max)})

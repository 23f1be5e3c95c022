"""The almanac: a season of each league on one page of HTML, to keep and to print."""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple

from scorer.frames import Frames, Part, whole
from scorer.language import N_, _, counts, ngettext
from scorer.paper.html_page import page
from scorer.stats.describe.columns import Listing
from scorer.stats.describe.player_page import page_legend, record_words
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import Head, Lead, Page, head, leads, pages_of_everybody, sections, split
from scorer.stats.standings import running
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import SCREEN, UNITS, Counting, Row

NIGHTS: Final = 60  # matches that are drawn of a payout table: the newest
STEPS: Final = 120  # of a line that is drawn, at most
WIDE, HIGH = 120, 48  # of a drawing, in its own measure
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
COUNTING: Final = Counting(style=SCREEN)


class Table(NamedTuple):
    """A table in words: its title, its verdict in a sentence, its heads, and whether each column is of numbers."""

    title: str
    verdict: str
    heads: Sequence[str]
    numbers: Sequence[bool]
    rows: Sequence[Sequence[str]]
    legend: str = ""


class Drawing(NamedTuple):
    """Small lines of running units: the points of each as SVG has them, who is in front at the end, and where 0 is."""

    title: str
    words: str
    lines: Sequence[tuple[str, bool]]
    zero: float


class PlayerPage(NamedTuple):
    """A player's page of one payout table; its tables are by what they are of."""

    head: Head
    tables: Mapping[str, Table]
    records: Mapping[str, str]
    course: Drawing


def almanac(frames: Frames, title: str) -> str:
    """A page that needs nothing but itself: every league of these frames, and everybody who got units in it."""
    ahead = leads(frames)
    chapters = [_chapter(part, ahead) for part in whole(frames) if len(part.frames.payouts)]
    titles = {label: variant.title for label, variant in frames.columns.variants.items()}
    return page("almanac", title, chapters=chapters, titles=titles, deals=counts.deals, wide=WIDE, high=HIGH)


def _chapter(league: Part, ahead: Mapping[int, Lead]) -> dict[str, Any]:
    """A league: the tables of all its variants together, those of each variant, and a page of everybody."""
    frames, parts, people = league.frames, split(league.frames), []
    by_part = [pages_of_everybody(part) for part in parts]
    for player in sorted({player for pages in by_part for player in pages}):
        pages = [_page(pages[player]) for pages in by_part if player in pages]
        tables = {name for own in pages for name in own.tables}
        # a player with paper sheets alone has no table, and so nothing to explain
        legend = page_legend(called=False, met="companions" in tables) if tables else ""
        if pages:
            people.append((player, pages, legend))
    return {
        "head": head(league, UNITS),
        "tables": list(_tables(frames, OF_LEAGUE)),
        "variants": [
            {"head": head(part, UNITS), "tables": list(_tables(part.frames, OF_VARIANT)), **_nights(part, ahead)}
            for part in parts
        ],
        "people": people,
    }


def _tables(frames: Frames, wanted: Mapping[str, str]) -> Iterator[Table]:
    """These statistics with their titles, as far as there is anything of them."""
    for what, title in wanted.items():
        for section in sections(frames, what):
            if section.rows:
                statistic = described(what)
                table = _table(statistic, section.rows, alone=section.head.alone)
                shown = {name for name in statistic.paper if statistic[name].is_shown(section.rows)}
                legend = statistic.legend_of(shown, titled=True)
                if section.left_out:
                    legend += f" {_left_out(section.left_out, statistic.lists)}"
                yield table._replace(title=_(title), verdict=section.verdict, legend=legend)


def _left_out(count: int, lists: str) -> str:
    """How many rows a table leaves out for few deals, by what the statistic lists."""
    if lists == "player":
        return ngettext("{count} player of few deals left out.", "{count} players of few deals left out.", count)
    if lists == "pair":
        return ngettext("{count} pair of few deals left out.", "{count} pairs of few deals left out.", count)
    return ngettext("{count} row of few deals left out.", "{count} rows of few deals left out.", count)


def _table(listing: Listing, rows: Sequence[Row], *, alone: bool) -> Table:
    """Rows in words, in the columns that fit on paper, as far as they say anything."""
    columns = [column for column in map(listing.__getitem__, listing.paper) if column.is_shown(rows, alone=alone)]
    return Table(
        _(listing.title),
        "",
        [column.head() for column in columns],
        [not column.in_words for column in columns],
        [[column.written(row, COUNTING) for column in columns] for row in rows],
    )


def _page(player: Page) -> PlayerPage:
    """A player's page: roles, with and against whom, what is highest and lowest, and the units as they ran."""
    tables = {}
    for name in OF_PERSON:
        rows = player.shown(name)
        if name == "companions":
            rows = [row for row in rows if max(row["with_deals"], row["against_deals"]) >= MIN_DEALS]
        if rows:
            tables[name] = _table(described(f"page/{name}"), rows, alone=player.head.alone)
    matches = player.tables["matches"]
    course = _drawing("", "", [([0, *(row["running"] for row in matches)], True)])
    return PlayerPage(player.head, tables, record_words(player, COUNTING), course)


def _nights(part: Part, ahead: Mapping[int, Lead]) -> dict[str, Any]:
    """The matches of a payout table, each with everybody's running units, the newest of many."""
    payouts, matches = part.frames.payouts, part.frames.matches
    played = matches[matches["match_id"].isin(payouts["match_id"])]
    newest = played.tail(NIGHTS)
    nights = []
    for match in newest.itertuples():
        lines = running(payouts[payouts["match_id"] == match.match_id])
        lead = ahead[int(str(match.match_id))]
        drawn = [([0, *lines[player].tolist()], player in lead.players) for player in lines]
        nights.append(
            _drawing(str(match.match), f"{match.on:%Y-%m-%d}, {lead.leader} {COUNTING.total(lead.units)}", drawn)
        )
    return {"nights": nights, "older": len(played) - len(newest)}


def _drawing(title: str, words: str, lines: Sequence[tuple[Sequence[float], bool]]) -> Drawing:
    """These lines from 0 on, within a drawing; the leaders' are drawn last, above all."""
    every = [units for line in lines for units in line[0]]
    low, high = min(every), max(every)

    def above(units: float) -> float:
        return round(HIGH - HIGH * (units - low) / ((high - low) or 1), 1)

    def points(line: Sequence[float]) -> str:
        last = len(line) - 1
        steps = sorted({round(last * step / STEPS) for step in range(STEPS + 1)})
        return " ".join(f"{WIDE * at / max(last, 1):.1f},{above(line[at])}" for at in steps)

    drawn = sorted(((points(line), first) for line, first in lines), key=itemgetter(1))
    return Drawing(title, words, drawn, above(0))

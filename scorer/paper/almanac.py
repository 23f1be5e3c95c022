"""The almanac: a season of each league on one page of HTML, to keep and to print."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorer.frames import Frames, Part, whole
from scorer.paper.html_page import page
from scorer.stats.describe.columns import PLAYER, Listing
from scorer.stats.describe.player_page import page_legend, record_words
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import Head, Lead, Page, head, leads, page_of, sections, split
from scorer.stats.standings import running
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import SCREEN, UNITS, Counting, Row
from scorer.text.sentences import counted

NIGHTS: Final = 60  # matches that are drawn of a payout table: the newest
STEPS: Final = 120  # of a line that is drawn, at most
WIDE, HIGH = 120, 48  # of a drawing, in its own measure
# The tables of a league, of each of its payout tables, and of a person.
OF_LEAGUE: Final = {"rating": "Who plays better", "awards": "Awards"}
OF_VARIANT: Final = {
    "standings": "Standings",
    "all_time": "Records",
    "bands": "Bids",
    "pairs": "Callers and partners",
    "met": "With and against",
}
OF_PERSON: Final = ("roles", "companions")
ALSO: Final = ("records", "matches")  # of a player's page, in words and as a line
COUNTING: Final = Counting(style=SCREEN)


class Table(NamedTuple):
    """A table in words: its title, what it says in a sentence, its heads, and whether each column is of numbers."""

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


class Own(NamedTuple):
    """A player's page of one payout table."""

    head: Head
    tables: Sequence[Table]
    records: Mapping[str, str]
    course: Drawing


def almanac(frames: Frames, title: str) -> str:
    """A page that needs nothing but itself: every league of these frames, and everybody who got units in it."""
    ahead = leads(frames)
    chapters = [_chapter(part, ahead) for part in whole(frames) if len(part.frames.payouts)]
    titles = {label: variant.title for label, variant in frames.columns.variants.items()}
    return page("almanac", title, chapters=chapters, titles=titles, wide=WIDE, high=HIGH)


def _chapter(league: Part, ahead: Mapping[int, Lead]) -> dict[str, Any]:
    """A league: what is of all its payout tables, what is of each, and a page of everybody."""
    frames, parts, people = league.frames, split(league.frames), []
    for player in sorted(set(frames.payouts[PLAYER].astype(str))):
        pages = [_own(one) for part in parts if (one := page_of(part, player, only=(*OF_PERSON, *ALSO)))]
        titles = {table.title for one in pages for table in one.tables}
        # of paper sheets alone there is no table, and nothing that one could mean
        legend = page_legend(called=False, met=described("page/companions").title in titles) if titles else ""
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
                    legend += f" {counted(section.left_out, statistic.lists)} of few deals left out."
                yield table._replace(title=title, verdict=section.verdict, legend=legend)


def _table(listing: Listing, rows: Sequence[Row], *, alone: bool) -> Table:
    """Rows in words, in the columns that fit on paper, as far as they say anything."""
    columns = [column for column in map(listing.__getitem__, listing.paper) if column.is_shown(rows, alone=alone)]
    return Table(
        listing.title,
        "",
        [column.head() for column in columns],
        [not column.in_words for column in columns],
        [[column.written(row, COUNTING) for column in columns] for row in rows],
    )


def _own(of: Page) -> Own:
    """A player's page: roles, with and against whom, what is highest and lowest, and the units as they ran."""
    tables = []
    for name in OF_PERSON:
        rows = of.shown(name)
        if name == "companions":
            rows = [row for row in rows if max(row["with_deals"], row["against_deals"]) >= MIN_DEALS]
        if rows:
            tables.append(_table(described(f"page/{name}"), rows, alone=of.head.alone))
    matches = of.tables["matches"]
    course = _drawing("", "", [([0, *(row["running"] for row in matches)], True)])
    return Own(of.head, tables, record_words(of, COUNTING), course)


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
    """These lines from 0 on, within a drawing; those in front above the others."""
    every = [units for line, _ in lines for units in line]
    low, high = min(every), max(every)

    def above(units: float) -> float:
        return round(HIGH - HIGH * (units - low) / ((high - low) or 1), 1)

    def points(line: Sequence[float]) -> str:
        last = len(line) - 1
        steps = sorted({round(last * step / STEPS) for step in range(STEPS + 1)})
        return " ".join(f"{WIDE * at / max(last, 1):.1f},{above(line[at])}" for at in steps)

    drawn = sorted(((points(line), first) for line, first in lines), key=lambda one: one[1])
    return Drawing(title, words, drawn, above(0))

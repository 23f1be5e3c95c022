"""The almanac: a season of each league on one page of HTML, to keep and to print."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final, NamedTuple, cast

from markupsafe import Markup

from scorer import wings
from scorer.frames import Frames, Part, whole
from scorer.language import _, counts, ngettext, numeric_day
from scorer.language.lists_numbers_dates import listed, number
from scorer.paper.html_page import listed_names, page
from scorer.paper.season_story import COUNTING, answer, story
from scorer.stats.describe.columns import Column
from scorer.stats.describe.phrases import INTERVAL
from scorer.stats.describe.player_page import page_legend, record_words
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import (
    Head,
    Leaders,
    PlayerFigures,
    Section,
    head,
    leads,
    pages_of_everybody,
    sections,
    split,
    titles_by_label,
)
from scorer.stats.standings import running_by_evening, running_in_matches
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import SURE_SCREEN, UNITS, Cell, Counting, Row

NIGHTS: Final = 60  # matches that are drawn of a payout table: the newest
COMPANIONS: Final = 40  # that a player's table shows: those met most, and who was met as often as the last of them
STEPS: Final = 120  # points of a line that is drawn, at most, beside its ends
FEWEST_DRAWN: Final = 3  # evenings of a season, or matches of a player: the line of fewer says nothing
TALL: Final = 20  # rows of a table that may go on overleaf
WIDE, HIGH = 1200, 480  # of a drawing, in its own measure: so fine that no length needs decimals
# The tables of a league and of each of its payout tables: in its chapter, and in the one on how sure they are.
OF_VARIANT: Final = ("standings", "bands", "pairs")
SURE_OF_VARIANT: Final = ("standings", "records", "bands", "pairs", "met")
OF_PERSON: Final = ("roles", "companions")
SURE: Final = Counting(style=SURE_SCREEN)


class AlmanacTable(NamedTuple):
    """A table in words: its title, its verdict in a sentence, its heads, and the classes of its columns in words."""

    title: str
    verdict: str
    heads: Sequence[str]
    classes: str
    rows: Sequence[Sequence[str]]
    left_out: str = ""

    @property
    def is_tall(self) -> bool:
        """Whether it may go on overleaf."""
        return len(self.rows) > TALL


class Drawing(NamedTuple):
    """Small lines of running units: the points of each as SVG has them, who is in front at the end, and where 0 is."""

    title: str
    words: Markup
    lines: Sequence[tuple[str, bool]]
    zero: int


class PlayerPage(NamedTuple):
    """A player's page of one payout table; its tables are by what they are of. A short course is not drawn."""

    head: Head
    tables: Mapping[str, AlmanacTable]
    records: Mapping[str, str]
    course: Drawing | None


@dataclass(frozen=True, slots=True)
class TableWriter:
    """Writes tables: cells in its `counting`, those that are `written` once, and which columns it has `shown`.

    Cells are written by their columns, then by the figures that they are written of.
    """

    counting: Counting
    shown: defaultdict[str, set[str]]
    written: defaultdict[Column, dict[tuple[Cell, ...], str]] = field(default_factory=lambda: defaultdict(dict))

    def table(self, name: str, rows: Sequence[Row], *, alone: bool) -> AlmanacTable:
        """Rows of a statistic in words, in the columns that fit on paper, as far as they say anything."""
        listing = described(name)
        sure = self.counting.style.sure
        of_paper = map(listing.__getitem__, listing.paper_sure if sure else listing.paper)
        columns = [column for column in of_paper if column.is_shown(rows, alone=alone, sure=sure)]
        self.shown[name].update(column.name for column in columns)
        cells = [self._cells(column, rows) for column in columns]
        heads = [column.head() for column in columns]
        return AlmanacTable(_(listing.title), "", heads, _classes(columns), list(zip(*cells, strict=True)))

    def _cells(self, column: Column, rows: Sequence[Row]) -> list[str]:
        """The cells of a column in words, those that are known from other tables too."""
        names, known = column.written_of, self.written[column]
        if not names:
            return [column.written(row, self.counting) for row in rows]
        figures = [tuple(map(row.get, names)) for row in rows]
        for row, written_of in zip(rows, figures, strict=True):
            if written_of not in known:
                known[written_of] = column.written(row, self.counting)
        return list(map(known.__getitem__, figures))


def almanac(frames: Frames, title: str) -> str:
    """A page that needs nothing but itself: every league of these frames, and everybody who got units in it.

    Each league tells its season first. How sure its figures are, and what their words mean, stands at the end of all.
    """
    ahead, shown = leads(frames), defaultdict[str, set[str]](set)
    writers = [TableWriter(counting._replace(pack=frames.pack), shown) for counting in (COUNTING, SURE)]
    chapters = [_chapter(part, ahead, *writers) for part in whole(frames) if len(part.frames.payouts)]
    return page(
        "almanac",
        title,
        chapters=chapters,
        titles=titles_by_label(frames.columns.variants),
        deals=counts.deals,
        wide=WIDE,
        high=HIGH,
        legends=_words(shown),
    )


def almanac_title(frames: Frames) -> str:
    """What an almanac of these frames, which are not empty, is called: its leagues and its days."""
    matches = frames.matches
    first, last = matches["on"].min().date(), matches["on"].max().date()
    leagues = listed(sorted(set(matches["league"])))
    if first == last:
        return f"{leagues}, {numeric_day(first)}"
    return _("{leagues}, {first} to {last}", leagues=leagues, first=first, last=last)


def _chapter(league: Part, ahead: Mapping[int, Leaders], writer: TableWriter, sure: TableWriter) -> dict[str, Any]:
    """A league: its payout tables, most deals first, what wings add, a page of everybody; and how sure that is."""
    parts = sorted(split(league.frames), key=lambda part: -int(part.frames.columns.is_deal.sum()))
    by_part = [pages_of_everybody(part) for part in parts]
    everybody = sorted({player for pages in by_part for player in pages})
    brought = wings.by_name("almanac")
    of_league = {name: sections(league.frames, name) for name in brought}
    of_parts = [{name: sections(part.frames, name) for name in SURE_OF_VARIANT} for part in parts]
    return {
        "head": head(league, UNITS),
        "variants": [_variant(part, ahead, of_part, writer) for part, of_part in zip(parts, of_parts, strict=True)],
        "more": [
            (name, tables, _brief(of_league[name]))
            for name, in_chapter in brought.items()
            if in_chapter and (tables := list(_tables(of_league, name, writer)))
        ],
        "people": [
            (player, [_page(pages[player], writer) for pages in by_part if player in pages]) for player in everybody
        ],
        "sure": [
            (head(part, UNITS) if part else None, tables)
            for part, of_part in zip([None, *parts], [of_league, *of_parts], strict=True)
            if (tables := [table for name in of_part for table in _tables(of_part, name, sure)])
        ],
    }


def _variant(
    part: Part, ahead: Mapping[int, Leaders], tables: Mapping[str, list[Section]], writer: TableWriter
) -> dict[str, Any]:
    """The season of a payout table: who came first, its story, its tables and its matches."""
    standings, records = (
        [row for section in tables[name] for row in section.rows] for name in ("standings", "records")
    )
    return {
        "head": head(part, UNITS),
        "answer": answer(standings),
        "caveat": _brief(tables["standings"]),
        "story": story(part.frames, standings, records),
        "tables": [table for name in OF_VARIANT for table in _tables(tables, name, writer)],
        "season": _season(part, standings),
        **_nights(part, ahead),
    }


def _brief(shown: Sequence[Section]) -> str:
    """What these tables say in short."""
    return " ".join(section.verdict.brief for section in shown if section.rows and section.verdict.brief)


def _tables(shown: Mapping[str, list[Section]], name: str, writer: TableWriter) -> Iterator[AlmanacTable]:
    """A statistic with its title, as far as there is anything of it."""
    sure = writer.counting.style.sure
    for section in shown[name]:
        rows = section.rows
        if sure and name == "records":  # the others are told in the story
            rows = [row for row in rows if row["by_chance"] is not None]
        if rows:
            left_out = _left_out(section.left_out, described(name).lists) if section.left_out and not sure else ""
            table = writer.table(name, rows, alone=section.head.alone)
            verdict = section.verdict.whole if sure else ""
            yield table._replace(verdict=verdict, left_out=left_out)


def _words(shown: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """What the words of all tables mean, by the titles of those; what an interval is stands there once."""
    listings = [described(name) for name in dict.fromkeys((*OF_VARIANT, *SURE_OF_VARIANT, *wings.by_name("almanac")))]
    legends = {_(one.title): one.legend_of(shown[one.name], titled=True) for one in listings if one.name in shown}
    met = "page/companions" in shown
    if met or "page/roles" in shown:
        legends[_("Players")] = page_legend(called=False, met=met, sure=False)
    drawings = _("Everybody's running units from the first deal to the last; in red who led at the end.")
    legends[_("Match by match")] = drawings
    interval, seen = _(INTERVAL), False
    for title, words in legends.items():
        if seen:
            legends[title] = words.replace(interval, "").strip()
        seen = seen or interval in words
    return [(title, words) for title, words in legends.items() if words]


def _left_out(count: int, lists: str) -> str:
    """How many rows a table leaves out for few deals, by what the statistic lists."""
    if lists == "player":
        return ngettext("{count} player of few deals left out.", "{count} players of few deals left out.", count)
    if lists == "pair":
        return ngettext("{count} pair of few deals left out.", "{count} pairs of few deals left out.", count)
    return ngettext("{count} row of few deals left out.", "{count} rows of few deals left out.", count)


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


def _page(player: PlayerFigures, writer: TableWriter) -> PlayerPage:
    """A player's page: roles, with and against whom, what is highest and lowest, and the units as they ran."""
    tables = {}
    for name in OF_PERSON:
        rows, left_out = [row for row in player.shown(name) if row.get("deals") != 0], ""
        if name == "companions":
            rows, left_out = _met_most(rows)
        if rows:
            table = writer.table(f"page/{name}", rows, alone=player.head.alone)
            tables[name] = table._replace(left_out=left_out)
    line = [0, *(row["running"] for row in player.tables["matches"])]
    course = _drawing("", Markup(), [(line, True)]) if len(line) > FEWEST_DRAWN else None
    return PlayerPage(player.head, tables, record_words(player, writer.counting, every=False), course)


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


def _nights(part: Part, ahead: Mapping[int, Leaders]) -> dict[str, Any]:
    """The matches of a payout table, each with everybody's running units, the newest of many."""
    matches, nights = part.frames.matches, []
    newest, older = running_in_matches(part.frames.payouts, NIGHTS)
    for match in matches[matches["match_id"].isin(newest)].itertuples():
        match_id = int(str(match.match_id))
        lead = ahead[match_id]
        drawn = [([0, *line], player in lead.players) for player, line in newest[match_id].items()]
        units = COUNTING.total(lead.units)
        words = Markup("{}, {} {}").format(numeric_day(cast("date", match.on)), listed_names([lead.leader]), units)
        nights.append(_drawing(str(match.match), words, drawn))
    return {"nights": nights, "older": older}


def _season(part: Part, standings: Sequence[Row]) -> Drawing | None:
    """Everybody's running units, evening by evening, the first in front; None of few evenings."""
    evenings = running_by_evening(part.frames.payouts).ffill()
    if len(evenings) < FEWEST_DRAWN:
        return None
    first = {row["player"] for row in standings if row["place"] == 1}
    lines = [([0, *evenings[player].fillna(0).tolist()], player in first) for player in evenings]
    return _drawing("", Markup(), lines)


def _drawing(title: str, words: Markup, lines: Sequence[tuple[Sequence[float], bool]]) -> Drawing:
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

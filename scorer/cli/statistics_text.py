"""The statistics for a terminal: tables below their headings, a player's page, the matches; legends at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from scorer.cli.layout import Names, TextColumn, fitted, wrapped
from scorer.language import counts
from scorer.language.forms import listed
from scorer.stats.describe.columns import Column, Listing, Part, Statistic
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.player_page import page_legend, record_words
from scorer.stats.describe.statistic_files import described, listing_of, page_tables
from scorer.stats.describe.statistic_tables import Head, Page, Section
from scorer.text.numbers import TERMINAL, Counting, Row, percent, rates
from scorer.text.sentences import counted, plural

NEWEST: Final = 30  # matches on a player's page
OUTSIDE: Final = "per deal leaves penalties, adjustments and sheets out; scorer sheet shows them"


def statistic(what: str | Statistic, sections: Sequence[Section], match: str = "", few: Sequence[str] = ()) -> str:
    """A statistic for people, by name or itself: every table below its heading, and at the end what the columns mean.

    With a `few` of its columns these alone, beside its keys, in one table. Of the legend those sentences are said of
    which a column is shown, or that are of all.
    """
    listing = described(what) if isinstance(what, str) else what
    if few:
        keys = listing.terminal[0].keys
        listing = replace(listing, terminal=(Part(keys, tuple(few)),), legend=())
    rows = [row for section in sections for row in section.rows]
    names = _players(listing, rows)
    blocks: list[str] = []
    for section in sections:
        lines = [heading(section.head, match)]
        if section.verdict and not few:
            lines.append(wrapped(section.verdict))
        if section.rows:
            units = Counting(section.head.currency)
            alone, parts = section.head.alone, _apart(listing, section.rows)
            lines.append("\n\n".join(_tables(one, rows, units, names, alone=alone) for one, rows in parts))
        nothing = "" if section.rows or section.head.deals else ONLY_UNITS
        notes = (section.head.for_nothing, _left_out(listing.lists, section), nothing)
        lines += [wrapped(note) for note in notes if note]
        blocks.append("\n".join(lines))
    if rows:
        alone = all(section.head.alone for section in sections)
        there = [name for keys, others in listing.terminal for name in (*keys, *others)]
        shown = [name for name in there if _stands(listing[name], rows, alone=alone)]
        blocks.append(wrapped(listing.legend_of(shown)))
    return "\n\n".join(filter(None, blocks))


def table(listing: Listing, rows: Sequence[Row]) -> str:
    """The tables of what is listed, without a heading."""
    return _tables(listing, rows, Counting(), _players(listing, rows))


def made(listing: Statistic, rows: Sequence[Row], heading: str = "") -> str:
    """A statistic of no league and variant: what its rows together say below the heading, its table, the legend."""
    said = "\n".join(wrapped(line) for line in (heading, listing.verdict(rows)) if line)
    if not rows:
        return said
    legend = wrapped(listing.legend_of([name for begins, others in listing.terminal for name in (*begins, *others)]))
    return "\n\n".join(filter(None, [f"{said}\n{table(listing, rows)}", legend]))


def _players(listing: Listing, rows: Sequence[Row]) -> Names:
    """All players whom rows name."""
    columns = [column.name for column in listing.columns if column.names == "player"]
    return {"player": {str(row[name]) for name in columns for row in rows}}


def _apart(listing: Statistic, rows: Sequence[Row]) -> list[tuple[Listing, Sequence[Row]]]:
    """The rows in as many tables as a statistic has, each with its columns."""
    word, titled = listing.apart
    if not word:
        return [(listing, rows)]
    found: list[tuple[Listing, Sequence[Row]]] = []
    for title in dict.fromkeys(row[word] for row in rows):
        columns = [replace(one, short=title) if one.name == titled else one for one in listing.columns]
        found.append((replace(listing, columns=tuple(columns)), [row for row in rows if row[word] == title]))
    return found


def silent(what: str, variants: Sequence[str]) -> list[str]:
    """That some variants have nothing of what this statistic is of, in a line; none where all have."""
    nobody = {"caller": "Nobody calls", "partner": "Nobody has a partner"}.get(described(what).needs)
    return [wrapped(f"{nobody} in {listed(variants)}: see scorer standings.")] if nobody and variants else []


def heading(head: Head, match: str = "") -> str:
    """`League main, chiamata, 151 deals, 2026-01-09 to 2026-12-18`; with the match and the measure where chosen."""
    words = [f"League {head.league}", listed(head.variants), match, counts.deals(head.deals), head.days]
    measure = f"Counted in {head.currency}: units x unit value." if head.currency else head.counted
    return "\n".join(wrapped(line) for line in (", ".join(filter(None, words)), measure) if line)


def _left_out(what: str, section: Section) -> str:
    """How many rows are missing because of too few deals or matches, and how to see them."""
    if not section.left_out:
        return ""
    together, lower = (" together", 1) if what == "pair" else ("", 0)
    fewest, options = [], []
    if section.fewest > lower:
        fewest.append(f"{counts.deals(section.fewest)}{together}")
        options.append(f"--min-deals {lower}")
    if section.fewest_matches > 0:
        fewest.append(counts.matches(section.fewest_matches))
        options.append("--min-matches 0")
    fewer = " or ".join(fewest)
    are = plural(section.left_out, "is", "are")
    missing = f"{counted(section.left_out, what)} with fewer than {fewer} {are} left out"
    if what == "gap":  # a gap has no deals: they are those of each of two players
        pairs = counted(section.left_out, "pair of players", "pairs of players")
        missing = f"{pairs}, of whom one has fewer than {fewer}, {are} left out"
    return f"{missing}: {' '.join(options)} shows all."


def _tables(listing: Listing, rows: Sequence[Row], units: Counting, names: Names, *, alone: bool = False) -> str:
    """The tables of a statistic below each other; a note where units were won or lost outside the deals shown."""
    blocks: list[str] = []
    for keys, others in listing.terminal:
        shown = []
        standing = [name for name in others if _stands(listing[name], rows, alone=alone)]
        if blocks and not standing:
            continue  # of paper sheets nobody knows who called
        for name in (*keys, *standing):
            column = listing[name]
            title = column.title_in(units.currency, column.short or column.title)
            left = name in keys or column.in_words
            shown.append(TextColumn(title, _cells(column, rows, units), names=column.names, left=left))
        blocks.append(fitted(shown, keys=len(keys), known=names))
        if {"units", "units_per_deal", "deals"} <= {*keys, *standing} and any(
            abs(row["units"] - (row["units_per_deal"] or 0) * row["deals"]) > 0.01  # noqa: PLR2004
            for row in rows
        ):
            blocks[-1] += f"\n{wrapped(OUTSIDE)}"
    return "\n\n".join(blocks)


def _stands(column: Column, rows: Sequence[Row], *, alone: bool) -> bool:
    """Whether a terminal shows a column of these rows."""
    if alone and column.needs == "partner":
        return False
    if column.form == "moved":
        return any(row[column.name] is not None for row in rows)
    if column.always or (column.rare and any(row[name] for row in rows for name in column.beside)):
        return True
    return column.stands(rows)


def _cells(column: Column, rows: Sequence[Row], units: Counting) -> list[str]:
    """The cells of a column, with what each figure is of, and the columns beside it."""
    if column.form == "rate":
        return rates(rows, column.name, *column.ends, column.whole)
    cells = [column.written(row, units) for row in rows]
    for at, row in enumerate(rows):
        if column.of and row[column.name] is not None:
            cells[at] += f" ({column.whole(row)})"
        for name in column.beside:
            cells[at] += f" ({percent(row[name]):>4})" if name == "share" else f" / {row[name]}"
    return cells


def player_pages(pages: Sequence[Page], match: str = "") -> str:
    """The pages of a player below each other, and at the end what the columns mean."""
    called = any(page.tables["compared"] for page in pages)
    played = any(page.shown("roles") for page in pages)  # on paper sheets alone there is none of all this
    met = any(page.shown("companions") for page in pages)
    legend = wrapped(page_legend(called=called, met=met))
    shown = [_page(page, match) for page in pages]
    return "\n\n".join([*shown, legend] if played else shown)


def _page(page: Page, match: str) -> str:
    units = Counting(page.head.currency)
    names = {
        "player": {page.player, *(str(row["other"]) for row in page.tables["companions"])},
        "match": {str(row["match"]) for row in page.tables["matches"]},
    }
    blocks = [
        "\n".join(filter(None, [wrapped(page.player), heading(page.head, match), wrapped(page.head.for_nothing)]))
    ]
    for listing in page_tables():
        if not (rows := page.shown(listing.name)):
            continue
        shown = rows[-NEWEST:] if listing.name == "matches" else rows
        if listing.terminal:
            block = _tables(listing, shown, units, names)
        else:  # the highest and the lowest: `best match        +31 on 2026-02-03, Gelso 4`
            block = "\n".join(wrapped(f"{what:<18}{words}") for what, words in record_words(page, units).items())
        if len(shown) < len(rows):
            older = counted(len(rows) - len(shown), "older match")
            block += f"\n{wrapped(f'{older} not shown: --from and --to choose others.')}"
        blocks.append(f"{listing.short or listing.title}\n{block}")
    return "\n\n".join(blocks)


def matches(rows: Sequence[Row], deals: Mapping[str, int], players: set[str]) -> str:
    """The matches by league, a table for each below its name; `deals` by league, `players` all that may lead."""
    blocks: list[str] = []
    units = Counting(style=TERMINAL._replace(nothing=""))
    for league, inside in groupby(rows, lambda row: row["league"]):
        of_league = list(inside)
        still_open = sum(row["state"] == "open" for row in of_league)
        count = f"{counts.matches(len(of_league))} ({still_open} open)"
        title = wrapped(f"League {league}, {count}, {counts.deals(deals[league])}")
        table = _tables(listing_of("matches"), of_league, units, {"player": players})
        blocks.append(f"{title}\n{table}")
    return "\n\n".join(blocks)

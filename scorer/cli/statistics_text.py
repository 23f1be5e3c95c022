"""The statistics on a terminal: tables below their headings, a player's page, the matches; legends at the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

import typer

from scorer.cli.context import book, notice, say
from scorer.cli.layout import GAP, Names, TextColumn, cell_len, fitted, wrapped
from scorer.cli.options import check_alone
from scorer.cli.pictures import check_picture, write_picture
from scorer.cli.statistics import nothing_played, nothing_words, sure_command
from scorer.errors import NotFoundError
from scorer.exchange.statistics import answers
from scorer.exchange.statistics.options import BRIEF, Depth, ReadOptions, TypedOptions
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import either, listed
from scorer.stats.describe.columns import PLACED_BY, Column, Listing, Statistic, TerminalTable
from scorer.stats.describe.commands import Command
from scorer.stats.describe.player_page import page_legend, record_words
from scorer.stats.describe.statistic_files import described, listing_of, page_tables
from scorer.stats.describe.statistic_tables import PlayerFigures, Section, has_more_than_deals, without
from scorer.stats.describe.verdicts import Verdict
from scorer.text.numbers import TERMINAL, Counting, Row, Style, percent, rates

HINT: Final = N_("--measure base, plain or money puts them in one table")
NEWEST: Final = 30  # matches on a player's page
ERROR: Final = N_("±: luck alone shifts this figure by about so much. --legend explains every head.")
DEALS_ALONE: Final = N_("units per deal: without penalties, adjustments and sheets; see scorer sheet")
NO_PENALTIES: Final = N_("units per deal: without penalties")
NOBODY: Final = {
    "caller": N_("Nobody calls in {variants}: see scorer standings."),
    "partner": N_("Nobody has a partner in {variants}: see scorer standings."),
}
LEFT_OUT: Final[dict[str, Callable[[int, str, str], str]]] = {  # by what a statistic lists
    "player": lambda count, fewest, options: ngettext(
        "{count} player with fewer than {fewest} is left out: {options} shows all.",
        "{count} players with fewer than {fewest} are left out: {options} shows all.",
        count,
        fewest=fewest,
        options=options,
    ),
    "pair": lambda count, fewest, options: ngettext(
        "{count} pair with fewer than {fewest} is left out: {options} shows all.",
        "{count} pairs with fewer than {fewest} are left out: {options} shows all.",
        count,
        fewest=fewest,
        options=options,
    ),
    "gap": lambda count, fewest, options: ngettext(
        "{count} pair of players, of whom one has fewer than {fewest}, is left out: {options} shows all.",
        "{count} pairs of players, of whom one has fewer than {fewest}, are left out: {options} shows all.",
        count,
        fewest=fewest,
        options=options,
    ),
}


def show_statistic(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show the statistic that the flags ask for."""
    made = answers.tables(book(ctx), declared, asked, typed)
    show_tables(made, asked, sure_command(declared, made.flags))


def show_standings(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show the standings, or a few of their columns, or the gaps; or send them as text or as a picture."""
    image, force, short, gaps = (typed[name] for name in ("image", "force", "short", "gaps"))
    sent = {"plain": typed["plain"], "image": image is not None}
    check_alone(**sent, short=short, gaps=gaps)
    check_alone(short=short, sure=asked.depth.sure)
    check_picture(image, force=force)
    if any(sent.values()):
        check_alone(**sent, **asked.depth._asdict())
    made = answers.tables(book(ctx), declared, asked, typed)
    if any(sent.values()):
        _send_standings(ctx, made, asked, image, force=force)
    elif gaps:  # it asks itself how sure the places are
        show_tables(made, replace(asked, depth=asked.depth._replace(sure=True)))
    else:
        few = (PLACED_BY[asked.order], "matches" if asked.order == "per-match" else "deals") if short else ()
        show_tables(made, asked, sure_command(declared), few=few)


def show_players(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show every player with the roles side by side; or everything about one."""
    made = answers.players(book(ctx), declared, asked, typed)
    if isinstance(made, answers.Tables):
        show_tables(made._replace(name="overview"), asked)
    elif pages := made.pages():
        say(player_pages(pages, made.match, asked.depth))
        _hint([page.head.league for page in pages])
    else:
        say(wrapped(_("No deal of {player} here.", player=made.player)))


def show_matches(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """List the matches that are chosen."""
    from scorer.exchange.statistics.matches import matches as chosen

    made = chosen(book(ctx), declared, asked, typed)
    players = {player for lead in made.leaders.values() for player in lead.players}
    deals = {about.league: about.deals for about in made.leagues}
    say(matches(made.rows(), deals, players) or nothing_words(asked))


def _send_standings(
    ctx: typer.Context, made: answers.Tables, asked: ReadOptions, image: str | None, *, force: bool
) -> None:
    """Show the standings as text to be pasted, or write them as a picture."""
    [shown] = made.of_kinds().values()
    if image is None:
        typer.echo(plain_standings(shown, asked.order, made.match) or nothing_words(asked))
    elif not shown:
        raise NotFoundError(_("{nothing_played}: there is no picture of that", nothing_played=nothing_played(asked)))
    else:
        from scorer.paper.standings_picture import standings_picture

        done = _("{path}: the standings as a picture.", path=image)
        write_picture(ctx, standings_picture(shown, made.match), image, force=force, done=done)


def show_tables(made: answers.Tables, asked: ReadOptions, sure: str = "", *, few: Sequence[str] = ()) -> None:
    """Show the tables of a statistic, or a `few` of their columns; `sure` is the command that says how sure it is."""
    of_kinds = made.of_kinds()
    shown = [(kind, tables) for kind, tables in of_kinds.items() if tables]
    blocks = [statistic(kind, tables, made.match, few, asked.depth, sure) for kind, tables in shown]
    blocks += silent(made.name, without(made.frames, made.name))
    say("\n\n".join(blocks) or nothing_words(asked))
    if not described(made.name).measure:
        _hint(*([section.head.league for section in tables] for tables in of_kinds.values()))


def _hint(*tables: Sequence[str]) -> None:
    """Say how the tables of one league become one, where one has several of a kind; a list of leagues for each kind."""
    if any(len(set(leagues)) < len(leagues) for leagues in tables):
        notice(_(HINT))


def statistic(
    name: str,
    sections: Sequence[Section],
    match: str = "",
    few: Sequence[str] = (),
    depth: Depth = BRIEF,
    sure: str = "",
) -> str:
    """A statistic for people, by its name: every table below its heading, and at the end the legend.

    With a `few` of its columns one table of these and its keys, without a verdict. `sure` is the command that says how
    sure it is.
    """
    listing = described(name)
    listing = replace(listing, terminal=_shown_parts(listing, few, depth))
    rows = [row for section in sections for row in section.rows]
    names, style = _players(listing, rows), TERMINAL._replace(sure=depth.sure)
    blocks: list[str] = []
    for section in sections:
        units, alone = Counting(section.head.currency, style, section.head.pack), section.head.alone
        parts = _split(listing, section.rows) if section.rows else []
        tables = "\n\n".join(_tables(part, part_rows, units, names, alone=alone) for part, part_rows in parts)
        verdict = Verdict() if few else section.verdict
        left_out = _left_out(listing, section)
        elsewhere = _(listing.elsewhere) if left_out else ""
        notes = (section.head.for_nothing, left_out, elsewhere, section.only_units)
        answer = _answered(verdict, tables, depth, sure)
        lines = [*map(wrapped, section.head.lines(match)), *answer, *map(wrapped, notes)]
        blocks.append("\n".join(filter(None, lines)))
    if rows:
        made = [section for section in sections if section.rows]
        shown = [
            name
            for name in _on_terminal(listing)
            if any(_is_shown(listing[name], part.rows, style, alone=part.head.alone) for part in made)
        ]
        blocks.append(_legend(listing, shown, rows, depth))
    return "\n\n".join(filter(None, blocks))


def plain_standings(sections: Sequence[Section], order: str, match: str = "") -> str:
    """The standings as text to paste into a chat: a line a player, by what places go by, below each heading."""
    by = described("standings")[PLACED_BY[order]]
    blocks: list[str] = []
    for section in sections:
        counting, lines = Counting(section.head.currency), section.head.lines(match)
        for row in section.rows:
            total = counting.with_unit(row["units"])
            if by.form == "mean":
                total = f"{by.written(row, counting)} {by.head(short=True)}"
            played = ", ".join(counts.deals_and_matches(row["deals"], row["matches"]))
            lines.append(f"{row['place']}. {row['player']} {total}" + (f" ({played})" if played else ""))
        notes = (section.head.for_nothing, _left_out(described("standings"), section), section.only_units)
        blocks.append("\n".join(filter(None, [*lines, *notes])))
    return "\n\n".join(blocks)


def listed_rows(
    listing: Listing, rows: Sequence[Row], heading: str, verdict: Verdict, depth: Depth, sure: str, more: str = ""
) -> str:
    """The table of what is listed of no league and variant, below its heading, with its verdict and its legend.

    `more` is what the legend says besides.
    """
    listing = replace(listing, terminal=_shown_parts(listing, (), depth))
    units = Counting(style=TERMINAL._replace(sure=depth.sure))
    tables = _tables(listing, rows, units, _players(listing, rows)) if rows else ""
    begin = "\n".join(filter(None, [wrapped(heading), *_answered(verdict, tables, depth, sure)]))
    shown = [name for name in _on_terminal(listing) if _is_shown(listing[name], rows, units.style, alone=False)]
    legend = _legend(listing, _on_terminal(listing) if depth.sure else shown, rows, depth, more) if rows else ""
    return "\n\n".join(filter(None, [begin, legend]))


def _shown_parts(listing: Listing, few: Sequence[str], depth: Depth) -> tuple[TerminalTable, ...]:
    """The tables of a terminal; or one of its first keys and a `few` columns."""
    return (TerminalTable(listing.terminal[0].keys, tuple(few)),) if few else listing.on_terminal(sure=depth.sure)


def _answered(verdict: Verdict, tables: str, depth: Depth, sure: str) -> list[str]:
    """What a statistic says: the whole verdict stands above its tables, the brief one below them.

    Where the brief one leaves something out it says which command tells it.
    """
    if depth.sure:
        return [wrapped(verdict.whole), tables]
    if verdict.brief and verdict.brief != verdict.whole and sure:
        facts = {"verdict": verdict.brief.removesuffix("."), "command": sure}
        return [tables, wrapped(_("{verdict} ({command}).", **facts))]
    return [tables, wrapped(verdict.brief)]


def _legend(listing: Listing, shown: Sequence[str], rows: Sequence[Row], depth: Depth, more: str = "") -> str:
    """What the columns mean to who asks for it, a line each; with errors and intervals as sentences.

    Then a line is for the columns that no sentence explains. Whoever asks how sure the figures are, and not for the
    legend, reads what an error is.
    """
    if not depth.legend:
        errors = [listing[name].error for name in shown if listing[name].error]
        known = any(row.get(error) is not None for row in rows for error in errors)
        return wrapped(_(ERROR)) if depth.sure and known else ""
    explained = listing.explained(shown) if depth.sure else ()
    meanings = listing.meanings([name for name in shown if name not in explained])
    wide = max((cell_len(head) for head, _meaning in meanings), default=0)
    lines = [f"{head}{' ' * (wide - cell_len(head))}  {meaning}" for head, meaning in meanings]
    sentences = " ".join(filter(None, [listing.legend_of(shown) if depth.sure else "", more]))
    return "\n".join(map(wrapped, filter(None, [*lines, sentences])))


def _on_terminal(listing: Listing) -> list[str]:
    """The columns of a terminal."""
    return [name for part in listing.terminal for name in (*part.keys, *part.columns)]


def _players(listing: Listing, rows: Sequence[Row]) -> Names:
    """All players whom rows name."""
    columns = [column.name for column in listing.columns if column.names == "player"]
    return {"player": {str(row[name]) for name in columns for row in rows}}


def _split(listing: Statistic, rows: Sequence[Row]) -> list[tuple[Listing, Sequence[Row]]]:
    """The tables of a statistic, one for each word of the column by which it is split, each with its rows."""
    by, titled = listing.split_by
    if not by:
        return [(listing, rows)]
    tables: list[tuple[Listing, Sequence[Row]]] = []
    for word in dict.fromkeys(row[by] for row in rows):
        columns = [replace(column, short=word) if column.name == titled else column for column in listing.columns]
        tables.append((replace(listing, columns=tuple(columns)), [row for row in rows if row[by] == word]))
    return tables


def silent(name: str, variants: Sequence[str]) -> list[str]:
    """A line that names the variants without what this statistic needs; none where all have it."""
    nobody = NOBODY.get(described(name).needs)
    return [wrapped(_(nobody, variants=listed(variants)))] if nobody and variants else []


def _left_out(listing: Statistic, section: Section) -> str:
    """How many rows are missing because of too few deals or matches, and how to see them."""
    if not section.left_out:
        return ""
    lower = 1 if listing.lists == "pair" else 0
    fewest, options = [], []
    if section.fewest > lower:
        deals = counts.deals(section.fewest)
        fewest.append(_("{deals} together", deals=deals) if listing.lists == "pair" else deals)
        options.append(f"--min-deals {lower}")
    if section.fewest_matches > 0:
        fewest.append(counts.matches(section.fewest_matches))
        options.append("--min-matches 0")
    in_words = listing.left_out or LEFT_OUT[listing.lists]
    return in_words(section.left_out, either(fewest), " ".join(options))


def _tables(listing: Listing, rows: Sequence[Row], units: Counting, names: Names, *, alone: bool = False) -> str:
    """The tables of a statistic below each other; with a note where units were won or lost outside the deals."""
    blocks: list[str] = []
    for part in listing.terminal:
        keys, shown = part.keys, []
        standing = [name for name in part.columns if _is_shown(listing[name], rows, units.style, alone=alone)]
        if blocks and not standing:
            continue  # of paper sheets nobody knows who called
        for name in (*keys, *standing):
            column = listing[name]
            left = name in keys or column.in_words
            shown.append(
                TextColumn(
                    column.head(units.currency, short=True), _cells(column, rows, units), names=column.names, left=left
                )
            )
        blocks.append(fitted(shown, keys=len(keys), known=names))
        sure, of_deals = units.style.sure, {"units", "units_per_deal", "deals"} <= {*keys, *standing}
        if of_deals and has_more_than_deals(rows, sure=sure):
            blocks[-1] += f"\n{wrapped(_(DEALS_ALONE if sure else NO_PENALTIES))}"
    return "\n\n".join(blocks)


def _is_shown(column: Column, rows: Sequence[Row], style: Style, *, alone: bool) -> bool:
    """Whether a terminal shows a column of these rows."""
    if not column.is_offered(alone=alone, sure=style.sure):
        return False
    if column.form == "moved":
        return any(row[column.name] is not None for row in rows)
    if column.hide_empty and any(row[name] for row in rows for name in column.followed_by):
        return True
    return column.is_shown(rows)


def _cells(column: Column, rows: Sequence[Row], units: Counting) -> list[str]:
    """The cells of a column, each with the whole that it is a share of, and with the columns that follow it."""
    if column.form == "rate":
        whole = column.whole if units.style.sure else column.other_whole
        low, high = column.ends
        return rates(rows, column.name, low, high, whole, units.style)
    cells = [column.written(row, units) for row in rows]
    for at, row in enumerate(rows):
        if column.out_of and row[column.name] is not None:
            cells[at] += f" ({column.whole(row)})"
        for name in column.followed_by:
            cells[at] += f" ({percent(row[name]):>4})" if name == "share" else f" / {row[name]}"
    return cells


def player_pages(pages: Sequence[PlayerFigures], match: str = "", depth: Depth = BRIEF) -> str:
    """The pages of a player below each other, and at the end what the columns mean, to who asks for it."""
    called = any(page.tables["compared"] for page in pages)
    played = any(page.shown("roles") for page in pages)  # on paper sheets alone there is none of all this
    met = any(page.shown("companions") for page in pages)
    shown = [_page(page, match, TERMINAL._replace(sure=depth.sure)) for page in pages]
    if depth.legend and played:
        shown.append(wrapped(page_legend(called=called, met=met, sure=depth.sure)))
    elif depth.sure and played:
        shown.append(wrapped(_(ERROR)))
    return "\n\n".join(shown)


def _page(page: PlayerFigures, match: str, style: Style) -> str:
    units = Counting(page.head.currency, style, page.head.pack)
    names = {
        "player": {page.player, *(str(row["other"]) for row in page.tables["companions"])},
        "match": {str(row["match"]) for row in page.tables["matches"]},
    }
    blocks = ["\n".join(map(wrapped, filter(None, [page.player, *page.head.lines(match), page.head.for_nothing])))]
    for listing in page_tables():
        if not (rows := page.shown(listing.name)):
            continue
        shown = rows[-NEWEST:] if listing.name == "matches" else rows
        if listing.terminal:
            block = _tables(listing, shown, units, names)
        else:  # the highest and the lowest: `best match        +31 on 2026-02-03, Gelso 4`
            records = record_words(page, units)
            wide = max(18, *(cell_len(record) + GAP for record in records))
            block = "\n".join(wrapped(f"{record:<{wide}}{words}") for record, words in records.items())
        if len(shown) < len(rows):
            older = ngettext(
                "{count} older match not shown: --from and --to choose others.",
                "{count} older matches not shown: --from and --to choose others.",
                len(rows) - len(shown),
            )
            block += f"\n{wrapped(older)}"
        blocks.append(f"{_(listing.short or listing.title)}\n{block}")
    return "\n\n".join(blocks)


def matches(rows: Sequence[Row], deals: Mapping[str, int], players: set[str]) -> str:
    """The matches by league, a table for each below its name; `deals` by league, `players` all that may lead."""
    blocks: list[str] = []
    units = Counting(style=TERMINAL._replace(nothing=""))
    for league, inside in groupby(rows, lambda row: row["league"]):
        of_league = list(inside)
        still_open = sum(row["state"] == "open" for row in of_league)
        facts = {"league": league, "matches": counts.matches(len(of_league)), "open": still_open}
        title = wrapped(
            _("League {league}, {matches} ({open} open), {deals}", **facts, deals=counts.deals(deals[league]))
        )
        table = _tables(listing_of("matches"), of_league, units, {"player": players})
        blocks.append(f"{title}\n{table}")
    return "\n\n".join(blocks)

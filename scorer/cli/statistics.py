"""Results over many evenings: standings, bids, players, pairs, matches; for people, or as CSV and JSON."""

import json
from collections.abc import Sequence
from dataclasses import replace
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorer.cli import complete
from scorer.cli.context import book, notice, output, say, settings
from scorer.cli.layout import wrapped
from scorer.cli.options import ForceOption, argument, check_alone, flag
from scorer.cli.pictures import ImageOption, check_picture, write_picture
from scorer.cli.statistics_options import (
    DEPTH,
    PERIODS,
    WHICH_MATCHES,
    Asked,
    Typed,
    check_of_table,
    language_of,
    read_frames,
    read_options,
    takes,
)
from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _
from scorer.text.numbers import BASE, UNITS

if TYPE_CHECKING:
    from scorer.stats.describe.columns import Statistic
    from scorer.stats.describe.statistic_tables import Head, Section

app = typer.Typer()

NO_DEAL = N_("No deal yet. scorer start opens a match, scorer deal records what is played.")
NOTHING_PLAYED = {  # by the days that are chosen, and whether anything else is
    (("day",), False): N_("nothing was played on {day}"),
    (("day",), True): N_("nothing was played on {day} in what the options choose"),
    (("first",), False): N_("nothing was played from {first}"),
    (("first",), True): N_("nothing was played from {first} in what the options choose"),
    (("last",), False): N_("nothing was played to {last}"),
    (("last",), True): N_("nothing was played to {last} in what the options choose"),
    (("first", "last"), False): N_("nothing was played from {first} to {last}"),
    (("first", "last"), True): N_("nothing was played from {first} to {last} in what the options choose"),
    ((), True): N_("nothing was played in what the options choose"),
}
OF_MATCH = {"league": "league", "variant": "variant", "match": "match", "match_id": "id"}  # columns of one in CSV
HINT = N_("--measure base, plain or money puts them in one table")


@app.command()
@takes(*WHICH_MATCHES, "min_deals", "min_matches", "measure", "order", *DEPTH, "shape")
def standings(
    ctx: typer.Context,
    *,
    short: Annotated[bool, flag("--short", "A few columns alone, for a phone or a chat.")] = False,
    gaps: Annotated[bool, flag("--gaps", "Every two players: by how much, and if it is chance.")] = False,
    plain: Annotated[bool, flag("--plain", "A line a player, to paste into a chat.")] = False,
    image: ImageOption = None,
    force: ForceOption = False,
    typed: Typed,
) -> None:
    """Show who stands where: units, deals, how often each calls and makes it, slams. A table for each variant.

    Examples: scorer standings --league Lega --from 2026-01-01 --min-deals 20 | scorer standings --today --short |
    scorer standings --from 2026-01-01 --image season.png
    """
    asked = read_options(typed, settings(ctx).now())
    sent = {"plain": plain, "image": image is not None}
    check_of_table(asked.shape, short=short, **sent)
    check_alone(**sent, short=short, gaps=gaps)
    check_alone(short=short, sure=asked.depth.sure)
    check_picture(image, force=force)
    if any(sent.values()):
        check_alone(**sent, **asked.depth._asdict())
        _send_standings(ctx, asked, image, force=force)
        return
    from scorer.stats.describe.columns import PLACED_BY

    few = (PLACED_BY[asked.order], "matches" if asked.order == "per-match" else "deals") if short else ()
    if gaps:  # it asks itself how sure the places are
        _show(ctx, replace(asked, depth=asked.depth._replace(sure=True)), "gaps")
    else:
        _show(ctx, asked, "standings", few=few)


@app.command()
@takes(*WHICH_MATCHES, "min_deals", *DEPTH, "shape")
def rating(ctx: typer.Context, *, typed: Typed) -> None:
    """Show who plays better: units per deal whoever else sat there, in which role, under which payout table.

    One table for each league, all its variants together, in units / stake. Example: scorer rating --league Lega
    """
    _show(ctx, read_options(typed, settings(ctx).now()), "rating")


@app.command()
@takes(*WHICH_MATCHES, "min_deals", "measure", *DEPTH, "shape")
def luck(ctx: typer.Context, *, typed: Typed) -> None:
    """Show what everybody's units are made of: play, who else sat there, roles, slams, carries, cards. They add up.

    Play is what the rating tells, at the stakes of the deals. Example: scorer luck --variant chiamata
    """
    _show(ctx, read_options(typed, settings(ctx).now()), "luck")


@app.command()
@takes(*WHICH_MATCHES, "measure", *DEPTH, "shape")
def bids(
    ctx: typer.Context,
    *,
    bands: Annotated[bool, flag("--bands", "Card points by tens: 61-70, 71-80 and so on.")] = False,
    pays: Annotated[bool, flag("--pays", "What pays: the chance to make each, and what everybody then gets.")] = False,
    typed: Typed,
) -> None:
    """Show every bid in the order of the auction: how often it is called and made, and by how much.

    Examples: scorer bids --variant chiamata --bands | scorer bids --pays
    """
    asked = read_options(typed, settings(ctx).now())
    name = "bands" if bands else "bids"
    if pays:
        name = "paying_bands" if bands else "pays"
    _show(ctx, asked, name)


@app.command()
@takes(*WHICH_MATCHES, "measure", *DEPTH, "shape")
def calls(ctx: typer.Context, *, typed: Typed) -> None:
    """Show who makes more of the same bids than others, and who calls too low or too high.

    Example: scorer calls --variant chiamata
    """
    _show(ctx, read_options(typed, settings(ctx).now()), "calls")


@app.command()
@takes(*WHICH_MATCHES, "min_deals", "min_matches", "measure", *DEPTH, "shape")
def players(
    ctx: typer.Context,
    name: Annotated[str, argument("NAME", "One player, by name or its beginning.", complete.players)] = "",
    *,
    typed: Typed,
) -> None:
    """Show every player by role; or everything about one: bids, records, with and against whom, matches.

    Rates with and against others need ten deals together, or --min-deals.
    Example: scorer players anna --from 2026-01-01
    """
    if name.strip():
        _show_player(ctx, read_options(typed, settings(ctx).now()), name)
    else:
        _show(ctx, read_options(typed, settings(ctx).now()), "overview", flat="players")


@app.command()
@takes(*WHICH_MATCHES, "min_deals", "measure", *DEPTH, "shape")
def pairs(
    ctx: typer.Context,
    *,
    beyond: Annotated[bool, flag("--beyond", "With and against, beside what roles and ratings let expect.")] = False,
    typed: Typed,
) -> None:
    """Show callers with their partners; where nobody calls, who plays with and against whom.

    Of at least ten deals together, unless --min-deals says otherwise. --beyond has every two players, all variants of
    a league together, in units / stake.
    Examples: scorer pairs --min-deals 5 | scorer pairs --beyond
    """
    asked = read_options(typed, settings(ctx).now())
    if beyond and asked.measure not in {UNITS, BASE}:
        raise RefusedError(_("--beyond counts in units / stake: leave --measure {measure} out", measure=asked.measure))
    _show(ctx, asked, "beyond" if beyond else "pairs")


@app.command()
@takes("league", "first", "last", *PERIODS, "variant", "shape")
def matches(ctx: typer.Context, *, typed: Typed) -> None:
    """List the matches: their numbers, day, variant, deals, whether they are open, who leads.

    Example: scorer matches --from 2026-01-01
    """
    from scorer.cli import statistics_text
    from scorer.exchange.csv_writer import csv_text
    from scorer.exchange.own.matches_csv import MATCHES, match_rows
    from scorer.frames import whole
    from scorer.scorebook.export_reading import heads, standing
    from scorer.stats.describe.statistic_tables import head, leads, with_leaders

    asked = read_options(typed, settings(ctx).now())
    with book(ctx).reading() as transaction:
        frames, _match = read_frames(transaction, asked)
        chosen = {match: number for number, match in enumerate(frames.matches["match_id"].tolist())}
        chosen_heads = [match for match in heads(transaction) if match.id in chosen]
        standings_of = list(standing(transaction, chosen_heads))
    standings_of.sort(key=lambda match: (match.head.league, chosen[match.head.id]))
    leaders = leads(frames)
    leagues = [head(part, UNITS) for part in whole(frames)]
    if asked.shape == "table":
        players = {player for lead in leaders.values() for player in lead.players}
        rows = with_leaders((match.shown for match in standings_of), leaders)
        shown = statistics_text.matches(rows, {about.league: about.deals for about in leagues}, players)
        say(shown or nothing_words(asked))
        return
    columns = (*MATCHES, "leader", "units", "match_id")
    cells = []
    for match, row in zip(standings_of, match_rows(standings_of), strict=True):
        lead = leaders.get(match.head.id)
        cells.append((*row, ", ".join(lead.players) if lead else "", lead.units if lead else None, match.head.id))
    if asked.shape == "csv":
        write_out(csv_text(columns, cells))
    else:
        listed = [dict(zip(columns, row, strict=True)) for row in cells]
        of_league = [[row for row in listed if row["league"] == about.league] for about in leagues]
        write_json([{**about_table(about), "rows": rows} for about, rows in zip(leagues, of_league, strict=True)])


@app.command()
@takes(*WHICH_MATCHES, "min_deals", *DEPTH, "shape", only_with={"--awards": ("min_deals",)})
def records(
    ctx: typer.Context,
    *,
    awarded: Annotated[
        bool, flag("--awards", "Who is the caller, the partner, the defender, the bold, the careful.")
    ] = False,
    typed: Typed,
) -> None:
    """Show the records of all time: streaks, evenings, bids, slams, finishes, comebacks; or the awards.

    Example: scorer records --league Lega --from 2026-01-01
    """
    asked = read_options(typed, settings(ctx).now())
    if not awarded and asked.min_deals is not None:
        raise RefusedError(_("--min-deals is of the awards; records are of all deals: say --awards, or leave it out"))
    _show(ctx, asked, "awards" if awarded else "all_time")


def _send_standings(ctx: typer.Context, asked: Asked, image: str | None, *, force: bool) -> None:
    """Show the standings as text to be pasted, or write them as a picture."""
    from scorer.cli import statistics_text
    from scorer.stats.describe.columns import Choice
    from scorer.stats.describe.statistic_tables import sections

    with book(ctx).reading() as transaction:
        frames, match = read_frames(transaction, asked)
    shown = sections(frames, "standings", Choice(asked.measure, asked.min_deals, asked.order, asked.min_matches))
    if image is None:
        typer.echo(statistics_text.plain_standings(shown, asked.order, match) or nothing_words(asked))
    elif not shown:
        raise NotFoundError(_("{nothing_played}: there is no picture of that", nothing_played=nothing_played(asked)))
    else:
        from scorer.paper.standings_picture import standings_picture

        done = _("{path}: the standings as a picture.", path=image)
        write_picture(ctx, standings_picture(shown, match), image, force=force, done=done)


def _show(ctx: typer.Context, asked: Asked, name: str, *, flat: str = "", few: Sequence[str] = ()) -> None:
    """Show a statistic by its name, or a `few` of its columns; as CSV or JSON the one called `flat`, where given."""
    from scorer.cli import statistics_text
    from scorer.exchange.csv_writer import csv_text
    from scorer.stats.describe.columns import Choice
    from scorer.stats.describe.statistic_files import described
    from scorer.stats.describe.statistic_tables import flat_tables, kinds_of, sections, without

    with book(ctx).reading() as transaction:
        frames, match = read_frames(transaction, asked)
    choice = Choice(asked.measure, asked.min_deals, asked.order, asked.min_matches)
    if asked.shape == "csv":
        write_out(csv_text(*flat_tables(frames, flat or name, choice)))
        return
    kinds = kinds_of(flat or name if asked.shape == "json" else name)
    with language_of(asked.shape):
        of_kind = {kind: sections(frames, kind, choice) for kind in kinds}
    if asked.shape == "json":
        every = [section for kind in kinds for section in of_kind[kind]]
        order = {"order": asked.order} if name == "gaps" else {}
        write_json(
            [{**about_table(section.head), **order, **_beside_rows(section), "rows": section.rows} for section in every]
        )
        return
    shown = [(kind, of_kind[kind]) for kind in kinds if of_kind[kind]]
    blocks = [statistics_text.statistic(kind, tables, match, few, asked.depth) for kind, tables in shown]
    blocks += statistics_text.silent(name, without(frames, name))
    say("\n\n".join(blocks) or nothing_words(asked))
    if not described(name).measure:
        _hint(*([section.head.league for section in of_kind[kind]] for kind in kinds))


def nothing_words(asked: Asked) -> str:
    """That there is no deal to show, and of which days where days are chosen."""
    return (
        _(NO_DEAL) if asked.everything else _("No deal here: {nothing_played}.", nothing_played=nothing_played(asked))
    )


def nothing_played(asked: Asked) -> str:
    """`nothing was played from 2026-01-01 in what the options choose`."""
    if asked.everything:
        return _("nothing was played yet")
    days = {"day": asked.first} if asked.first and asked.first == asked.last else {}
    if not days:
        days = {name: day for name, day in (("first", asked.first), ("last", asked.last)) if day}
    chosen = bool(asked.league or asked.variant or asked.match) or not days
    return _(NOTHING_PLAYED[tuple(days), chosen], **days)


def _show_player(ctx: typer.Context, asked: Asked, name: str) -> None:
    """Show everything about one player; as CSV their roles."""
    from scorer import scorebook
    from scorer.cli import statistics_text
    from scorer.exchange.csv_writer import csv_text
    from scorer.stats.describe.columns import Choice
    from scorer.stats.describe.statistic_tables import flat_roles, pages

    with book(ctx).reading() as transaction:
        player = scorebook.find_player(transaction, name)
        frames, match = read_frames(transaction, asked)
    if asked.shape == "csv":
        write_out(csv_text(*flat_roles(frames, player, Choice(asked.measure))))
        return
    player_pages = pages(frames, player, Choice(asked.measure, asked.min_deals))
    if asked.shape == "json":
        write_json(
            [
                {**about_table(page.head), "player": player, **page.tables, "records": page.tables["records"][0]}
                for page in player_pages
            ]
        )
    elif player_pages:
        say(statistics_text.player_pages(player_pages, match, asked.depth))
        _hint([page.head.league for page in player_pages])
    else:
        say(wrapped(_("No deal of {player} here.", player=player)))


def _hint(*tables: Sequence[str]) -> None:
    """Say how the tables of one league become one, where one has several of a kind; a list of leagues for each kind."""
    if any(len(set(leagues)) < len(leagues) for leagues in tables):
        notice(_(HINT))


def about_table(head: "Head") -> dict[str, Any]:
    """The head of a table in JSON; money is in cents of its currency."""
    about = {"league": head.league, "variants": head.variants, "measure": head.measure, "deals": head.deals}
    return about | ({"currency": head.currency} if head.currency else {})


def _beside_rows(section: "Section") -> dict[str, Any]:
    """The verdict on the rows; and how many players or pairs are left out for fewer deals than which, where any is."""
    verdict = {"verdict": section.verdict.whole} if section.verdict.whole else {}
    if not section.left_out:
        return verdict
    fewest = {"min_matches": section.fewest_matches} if section.fewest_matches else {}
    return {**verdict, "min_deals": section.fewest, **fewest, "left_out": section.left_out}


def write_json(tables: Any) -> None:
    """A list of tables, null for what has no value."""
    write_out(json.dumps(tables, ensure_ascii=False, indent=1, allow_nan=False, default=str) + "\n")


def write_out(text: str) -> None:
    """Write to stdout: the same bytes whatever the terminal's encoding."""
    stream = output()
    if isinstance(stream, TextIOWrapper):
        stream.flush()
        stream.buffer.write(text.encode())
        stream.buffer.flush()
    else:
        stream.write(text)


def show_made(statistic: "Statistic", frame: Any, asked: Asked, heading: str, about: dict[str, Any]) -> None:
    """Show a statistic that is made already, below a heading; JSON has what it is `about` beside it.

    In CSV the match stands before each row.
    """
    from scorer.cli import statistics_text
    from scorer.exchange.csv_writer import csv_text
    from scorer.stats.describe.statistic_tables import plain_rows

    rows = plain_rows(frame[statistic.names])
    if asked.shape == "csv":
        head = {name: about[key] for name, key in OF_MATCH.items()}
        write_out(csv_text([*head, *statistic.names], [[*head.values(), *row.values()] for row in rows]))
    elif asked.shape == "json":
        with language_of(asked.shape):
            write_json([{**about, "verdict": statistic.verdict(rows).whole, "rows": rows}])
    else:
        say(statistics_text.made(statistic, rows, asked.depth, heading))

"""Results over many evenings: standings, bids, players, pairs, matches; for people, or as CSV and JSON."""

import json
from collections.abc import Sequence
from dataclasses import replace
from io import TextIOWrapper
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

import typer

from scorer.cli.context import book, notice, output, say, settings
from scorer.cli.layout import wrapped
from scorer.cli.options import check_alone
from scorer.cli.pictures import check_picture, write_picture
from scorer.cli.statistics_options import (
    Asked,
    Typed,
    asked_as,
    check_of_table,
    language_of,
    parameter_name,
    read_frames,
    read_options,
)
from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _
from scorer.stats.describe.commands import Command
from scorer.text.numbers import BASE, UNITS

if TYPE_CHECKING:
    from scorer.stats.describe.statistic_tables import Head, Section

MORE: Final = {  # commands that do more than to show a statistic
    **{name: f"scorer.cli.statistics:{name}" for name in ("standings", "players", "matches", "records")},
    **{name: f"scorer.cli.{name}:{name}" for name in ("recount", "ranking", "chances")},
}
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
HINT = N_("--measure base, plain or money puts them in one table")


def built(declared: Command) -> typer.Typer:
    """The command of a statistic as typer has it, made of what its file declares."""
    app, body = typer.Typer(), resolve_name(MORE.get(declared.name, "scorer.cli.statistics:shown"))
    app.command(declared.name)(asked_as(declared, body))
    return app


def shown(ctx: typer.Context, declared: Command, typed: Typed) -> None:
    """Show the statistic that the flags ask for."""
    asked, flags = read_options(typed, settings(ctx).now()), flags_typed(declared, typed)
    if flags and asked.measure not in {UNITS, BASE}:
        from scorer.stats.describe.statistic_files import described

        if described(declared.shows[flags]).measure:
            template = N_("{option} counts in units / stake: leave --measure {measure} out")
            raise RefusedError(_(template, option=flags, measure=asked.measure))
    _show(ctx, asked, declared.shows.get(flags, declared.name), sure_command(declared, flags))


def standings(ctx: typer.Context, declared: Command, typed: Typed) -> None:
    """Show the standings, or a few of their columns, or the gaps; or send them as text or as a picture."""
    asked = read_options(typed, settings(ctx).now())
    image, force, short, gaps = (typed[name] for name in ("image", "force", "short", "gaps"))
    sent = {"plain": typed["plain"], "image": image is not None}
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
        _show(ctx, asked, declared.name, sure_command(declared), few=few)


def players(ctx: typer.Context, declared: Command, typed: Typed) -> None:
    """Show every player, on a terminal with the roles side by side; or everything about one."""
    asked, name = read_options(typed, settings(ctx).now()), typed["player"] or ""
    if name.strip():
        _show_player(ctx, asked, name)
    else:
        _show(ctx, asked, "overview" if asked.shape == "table" else declared.name)


def records(ctx: typer.Context, declared: Command, typed: Typed) -> None:
    """Show the records, or the awards, which alone ask for a minimum of deals."""
    if not typed["awards"] and read_options(typed, settings(ctx).now()).min_deals is not None:
        raise RefusedError(_("--min-deals is of the awards; records are of all deals: say --awards, or leave it out"))
    shown(ctx, declared, typed)


def matches(ctx: typer.Context, _declared: Command, typed: Typed) -> None:
    """List the matches that are chosen."""
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


def flags_typed(declared: Command, typed: Typed) -> str:
    """The flags that ask for another statistic, as the command has them in `shows`; empty where none was typed."""
    typed_flags = {f"--{name}" for name, own in declared.own.items() if not own.metavar and typed[parameter_name(name)]}
    return next((flags for flags in declared.shows if {*flags.split()} == typed_flags), "")


def sure_command(declared: Command, flags: str = "") -> str:
    """The command that says how sure what is shown is."""
    needed = [f"--{name} {own.metavar}" for name, own in declared.own.items() if own.needed]
    return " ".join(filter(None, ["scorer", declared.name, *needed, flags, "--sure"]))


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


def _show(ctx: typer.Context, asked: Asked, name: str, sure: str = "", *, few: Sequence[str] = ()) -> None:
    """Show a statistic by its name, or a `few` of its columns; `sure` is the command that says how sure it is."""
    from scorer.cli import statistics_text
    from scorer.exchange.csv_writer import csv_text
    from scorer.stats.describe.columns import Choice
    from scorer.stats.describe.statistic_files import described
    from scorer.stats.describe.statistic_tables import flat_tables, kinds_of, sections, without

    with book(ctx).reading() as transaction:
        frames, match = read_frames(transaction, asked)
    choice = Choice(asked.measure, asked.min_deals, asked.order, asked.min_matches)
    if asked.shape == "csv":
        write_out(csv_text(*flat_tables(frames, name, choice)))
        return
    kinds = kinds_of(name)
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
    blocks = [statistics_text.statistic(kind, tables, match, few, asked.depth, sure) for kind, tables in shown]
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

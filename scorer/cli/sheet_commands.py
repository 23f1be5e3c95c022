"""Looking: where the evening stands, the sheet, explanations, a seating; and closing a match."""

from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli import complete
from scorer.cli.context import Settings, book, match_meant, notice, or_early, say, settings
from scorer.cli.options import (
    ForceOption,
    FormatOption,
    MatchArgument,
    MatchOption,
    argument,
    check_alone,
    flag,
    option,
)
from scorer.cli.pictures import ImageOption, check_picture, write_picture
from scorer.exchange import FORMATS
from scorer.language import _

if TYPE_CHECKING:
    from scorer.scorebook import Change
    from scorer.scorebook.match_lookup import StruckOut

app = typer.Typer()


def status(shared: Settings) -> None:
    """Say where the evening stands: every open match and tournament, or how to start one."""
    from scorer import scorebook
    from scorer.cli import match_text

    blocks: list[str] = []
    tables: set[int] = set()
    with shared.book.reading() as transaction:
        if scorebook.has_tournaments(transaction):  # or else nothing more is loaded
            from scorer.tournaments.commands.organising import standing_lines
            from scorer.tournaments.keeping import tournaments

            for tournament in tournaments(transaction):
                if not tournament.finished:
                    blocks.append("\n".join(standing_lines(tournament)))
                    tables.update(tournament.matches.values())
        matches = [
            match for match in scorebook.matches(transaction) if not match.sitting.finished and match.id not in tables
        ]
        blocks += [match_text.status(scorebook.sheet_of(transaction, match), shared.now()) for match in matches]
    if not blocks:
        blocks = [_('No match is open. scorer start NAME --players "Anna,Bruno,Carla,Dario,Elena" opens one.')]
    say("\n\n".join(blocks))


@app.command()
def sheet(
    ctx: typer.Context,
    named: MatchArgument = "",
    *,
    plain: Annotated[bool, flag("--plain", "As sentences, to paste into a chat.")] = False,
    image: ImageOption = None,
    force: ForceOption = False,
    player: Annotated[str, option("--player", "NAME", "The evening of one player.", complete.players)] = "",
    match: MatchOption = "",
) -> None:
    """Show the score sheet as on paper: a row a deal, a column a player, running units.

    Examples: scorer sheet --image friday.png | scorer sheet Friday --player bruno
    """
    from scorer import scorebook
    from scorer.cli import match_text
    from scorer.match.names import NOT_IN_THE_MATCH, find
    from scorer.scorebook.payments import settlement_alone
    from scorer.text.plain_sheet import plain_player_sheet, plain_sheet

    has_image = image is not None
    check_alone(plain=plain, image=has_image)
    check_alone(player=bool(player), image=has_image)
    check_picture(image, force=force)
    match = match_meant(ctx, named, match)
    with book(ctx).reading() as transaction:
        shown = scorebook.sheet_of(transaction, scorebook.find_match(transaction, match, last=True))
        settled = settlement_alone(transaction, shown) if image is not None else None
    if image is not None:
        from scorer.paper.picture import sheet_picture

        facts = {"path": image, "match": shown.match.name, "number": shown.match.id}
        done = _("{path}: the sheet of {match} (match {number}) as a picture.", **facts)
        write_picture(ctx, sheet_picture(shown, settled), image, force=force, done=done)
    elif player:
        whose = find(player, shown.players, NOT_IN_THE_MATCH)
        say(plain_player_sheet(shown, whose) if plain else match_text.player_sheet(shown, whose))
    elif plain:
        typer.echo(plain_sheet(shown))  # a chat folds lines by itself
    else:
        say(match_text.score_sheet(shown, settings(ctx).now()))


@app.command()
def finish(ctx: typer.Context, named: MatchArgument = "", match: MatchOption = "") -> None:
    """Close a match: it takes no more deals until it is reopened.

    A table of a tournament is closed before its agreed number of deals only with scorer --yes.
    """
    from scorer import scorebook
    from scorer.cli import match_text
    from scorer.match.deals_left import closed_early
    from scorer.text.deals_left_words import early_words
    from scorer.text.sentences import match_title

    match = match_meant(ctx, named, match)

    shared = settings(ctx)

    def close(early: bool) -> "Change":
        with shared.changing((match, "finish")) as transaction:
            meant = scorebook.find_match(transaction, match, last=True)
            return shared.do(scorebook.finish_match, transaction, meant, early=early)

    words = f'finish "{match}"' if " " in match.strip() else f"finish {match}".strip()
    done = or_early(shared, words, close)
    notice(*done.notices)
    title, early = match_title(done.sheet.match), early_words(**closed_early(done.sheet))
    say(_("Finished {match}.", match=", ".join(filter(None, [title, early]))))
    say(match_text.final(done.sheet))


@app.command()
def reopen(ctx: typer.Context, named: MatchArgument = "", match: MatchOption = "") -> None:
    """Go on with a finished match; the last one when none is named."""
    from scorer import scorebook
    from scorer.cli import match_text
    from scorer.text.sentences import match_title

    match = match_meant(ctx, named, match)
    shared = settings(ctx)
    with shared.changing((match, "reopen")) as transaction:
        done = shared.do(scorebook.reopen_match, transaction, scorebook.find_finished(transaction, match))
    say(_("Reopened {match}.", match=match_title(done.sheet.match)))
    match_text.state(done.sheet, shared.now())


@app.command()
def explain(
    ctx: typer.Context,
    number: Annotated[str, argument("NUMBER", "The number of the record on the sheet.")],
    match: MatchOption = "",
) -> None:
    """Show how a deal came to its units: the band of the bid, the slam, the shares, the carry."""
    from scorer import scorebook
    from scorer.text.explanation import explanation

    with book(ctx).reading() as transaction:
        meant = scorebook.find_match(transaction, match, last=True)
        asked = scorebook.read_record_number(number)
        gone = scorebook.struck_out(transaction, meant, asked)
        record = gone.record if gone else scorebook.sheet_of(transaction, meant).record(asked)
    lines = explanation(record, meant.variant)
    say("\n".join([*lines, _struck_out_words(gone)] if gone else lines))


def _struck_out_words(gone: "StruckOut") -> str:
    """That a record was voided or undone, when and why."""
    when = {"day": f"{gone.at:%Y-%m-%d}", "time": f"{gone.at:%H:%M}"}
    if gone.voided:
        return _("It was voided on {day} at {time} ({reason}) and counts no more.", **when, reason=gone.reason)
    return _("It was undone on {day} at {time} and counts no more.", **when)


@app.command()
def seating(
    counts: Annotated[
        list[str], argument("PLAYERS ROUNDS", "How many play, up to 1000, and how many rounds, up to 50.")
    ],
    *,
    seed: Annotated[str, option("--seed", "N", "Draw the lots from this number; else any.")] = "",
    apart: Annotated[str, option("--apart", "PAIRS", "Who shall never meet, as in 3-7,4-9.")] = "",
    sizes: Annotated[str, option("--sizes", "SIZES", "Players at a table, the preferred number first; else 5,6.")] = "",
    table: Annotated[str, option("--table", "4", "Tables of four with partners, who are others in each round.")] = "",
    pairs: Annotated[
        str,
        option(
            "--pairs",
            "NAMES",
            "Pairs that stay together, Anna+Bruno,Carla+Dario, or a CSV file with a pair in a line.",
            complete.files,
        ),
    ] = "",
    shape: FormatOption = "",
) -> None:
    """Seat so many players for so many rounds, so that few meet twice and byes are shared out.

    Needs no tournament and no scorebook. Players have numbers from 1; who rests has no table and no seat in the CSV.
    The first seat of a table deals first. Example: scorer seating 25 6 --seed 7 --format csv

    --table 4 is for games of two against two: seats 1 and 3 are partners, and 2 and 4; nobody has the same partner
    twice as long as that can be. Where partners do not matter, --sizes 4. With --pairs the partners stay together, and
    ROUNDS alone is said: scorer seating 5 --pairs pairs.csv
    """
    from scorer.match.parsing import read_choice
    from scorer.tournaments.commands.seating_plan import read, shown

    wanted = read_choice(shape, "--format", FORMATS) if shape.strip() else FORMATS[0]
    asked = read(counts, seed, apart, sizes, table, pairs)
    (say if wanted == "table" else typer.echo)(shown(asked, wanted).rstrip("\n"))

"""Looking: where the evening stands, the sheet, explanations; and closing a match."""

from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from scorer import scorebook, wings
from scorer.cli import complete, score_sheet
from scorer.cli.context import Settings, book, match_meant, notice, or_early, say, settings
from scorer.cli.options import (
    ForceOption,
    MatchArgument,
    MatchOption,
    argument,
    check_alone,
    flag,
    option,
)
from scorer.cli.pictures import ImageOption, check_picture, write_picture
from scorer.language import _
from scorer.match import deals_left
from scorer.match.names import NOT_IN_THE_MATCH, find
from scorer.text import deals_left_words, sentences, sheet_to_paste

if TYPE_CHECKING:
    from scorer.scorebook import Change
    from scorer.scorebook.match_lookup import StruckOut

app = typer.Typer()


def status(shared: Settings) -> None:
    """Say where the evening stands: every open match and tournament, or how to start one."""
    blocks: list[str] = []
    tables: set[int] = set()
    with shared.book.reading() as transaction:
        if scorebook.has_tournaments(transaction):  # or else nothing more is loaded
            for standing, matches_of in chain(*wings.answers("evening", transaction)):
                blocks.append(standing)
                tables.update(matches_of)
        matches = [
            match for match in scorebook.matches(transaction) if not match.sitting.finished and match.id not in tables
        ]
        blocks += [score_sheet.status(scorebook.sheet_of(transaction, match), shared.now()) for match in matches]
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
    from scorer.scorebook.payments import settlement_alone

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
        say(sheet_to_paste.plain_player_sheet(shown, whose) if plain else score_sheet.player_sheet(shown, whose))
    elif plain:
        typer.echo(sheet_to_paste.plain_sheet(shown))  # a chat folds lines by itself
    else:
        say(score_sheet.score_sheet(shown, settings(ctx).now()))


@app.command()
def finish(ctx: typer.Context, named: MatchArgument = "", match: MatchOption = "") -> None:
    """Close a match: it takes no more deals until it is reopened.

    A table of a tournament is closed before its agreed number of deals only with scorer --yes.
    """
    match = match_meant(ctx, named, match)

    shared = settings(ctx)

    def close(early: bool) -> "Change":
        with shared.changing((match, "finish")) as transaction:
            meant = scorebook.find_match(transaction, match, last=True)
            return shared.do(scorebook.finish_match, transaction, meant, early=early)

    words = f'finish "{match}"' if " " in match.strip() else f"finish {match}".strip()
    done = or_early(shared, words, close)
    notice(*done.notices)
    title, early = (
        sentences.match_title(done.sheet.match),
        deals_left_words.early_words(**deals_left.closed_early(done.sheet)),
    )
    say(_("Finished {match}.", match=", ".join(filter(None, [title, early]))))
    say(score_sheet.final(done.sheet))


@app.command()
def reopen(ctx: typer.Context, named: MatchArgument = "", match: MatchOption = "") -> None:
    """Go on with a finished match; the last one when none is named."""
    match = match_meant(ctx, named, match)
    shared = settings(ctx)
    with shared.changing((match, "reopen")) as transaction:
        done = shared.do(scorebook.reopen_match, transaction, scorebook.find_finished(transaction, match))
    say(_("Reopened {match}.", match=sentences.match_title(done.sheet.match)))
    score_sheet.state(done.sheet, shared.now())


@app.command()
def explain(
    ctx: typer.Context,
    number: Annotated[str, argument("NUMBER", "The number of the record on the sheet.")],
    match: MatchOption = "",
) -> None:
    """Show how a deal came to its units: the band of the bid, the slam, the shares, the carry."""
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
    when = {"day": gone.at.date(), "time": f"{gone.at:%H:%M}"}
    if gone.voided:
        return _("It was voided on {day} at {time} ({reason}) and counts no more.", **when, reason=gone.reason)
    return _("It was undone on {day} at {time} and counts no more.", **when)

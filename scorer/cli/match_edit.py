"""Putting a match right that was started with a wrong name, day, order, league or agreement: match edit."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from scorer import scorebook
from scorer.cli import complete, score_sheet
from scorer.cli.advice import match_option, notice_lines
from scorer.cli.context import Settings, confirm, match_meant, notice, say, settings, with_reason
from scorer.cli.options import (
    CurrencyOption,
    MatchArgument,
    MatchOption,
    ReasonOption,
    UnitValueOption,
    UntilOption,
    day_option,
    filled,
)
from scorer.errors import RefusedError
from scorer.language import _
from scorer.language.lists_numbers_dates import capitalised
from scorer.match import days
from scorer.text import kind_words, sentences, step_words

if TYPE_CHECKING:
    from scorer.match.sheet import Sheet
    from scorer.scorebook import MatchEdit, MatchWords
    from scorer.scorebook.transaction import Transaction

app = typer.Typer()


@app.command()
def edit(
    ctx: typer.Context,
    named: MatchArgument = "",
    *,
    name: Annotated[str | None, filled("--name", "NAME", "What it is called.")] = None,
    on: Annotated[str, day_option("--on", "Its day, as in 2026-11-20 or 20/11/2026.")] = "",
    league: Annotated[str | None, filled("--league", "NAME", "The league it counts for.", complete.leagues)] = None,
    variant: Annotated[str | None, filled("--variant", "NAME", "The payout table it has.", complete.variants)] = None,
    until: UntilOption = None,
    unit_value: UnitValueOption = None,
    currency: CurrencyOption = None,
    before: Annotated[str, filled("--before", "MATCH", "Just before which match of its day.", complete.any_match)] = "",
    after: Annotated[str, filled("--after", "MATCH", "Just after which match of its day.", complete.any_match)] = "",
    reason: ReasonOption = "",
    match: MatchOption = "",
) -> None:
    """Put right what a match was started with: what is not said stays. undo takes it back.

    Its records stay as they are, and an open match stays open, a finished one finished; --variant, a name or a file,
    reckons every deal anew. Without --reason it only says what would change; on a terminal it asks. The last match
    where none is named.

    Example: scorer match edit Friday --on 2026-11-19 --reason "it was Thursday"
    """
    shared, wanted = settings(ctx), match_meant(ctx, named, match)
    words = scorebook.MatchWords(
        name=name, on=days.read_date(on) if on else None, league=league, variant=variant, until=until,
        unit_value=unit_value, currency=currency, before=before, after=after,
    )  # fmt: skip
    shown = None
    if shared.may_confirm or not reason.strip():  # else nothing is looked up before what an earlier try left is
        with shared.book.reading() as transaction:
            shown = _planned(shared, transaction, wanted, words)
        _say_what_changes(shown)
    if not reason.strip() and not shared.may_ask:
        say(_("Nothing is changed yet; with --reason TEXT it is."))
        return
    if shared.may_confirm:
        confirm(_("Put it right so?"), or_abort=True)
    put_right = partial(_put_right, shared, wanted, words, shown)
    done, sheet, undo = with_reason(shared, reason, kind_words.USUAL_REASONS["match"], put_right)
    if not shown:
        _say_what_changes(done)
    _say_done(shared, sheet, undo)


def _say_done(shared: Settings, sheet: "Sheet", undo: str) -> None:
    """The match as it is by now, how `undo` takes that back, and how the match goes on."""
    say(_("Put right: {match}.", match=sentences.match_title(sheet.match)))
    notice(_("{command} takes it back", command=undo))
    score_sheet.state(sheet, shared.now())


def _say_what_changes(planned: "MatchEdit") -> None:
    say(f"{planned.before.match.name}: {step_words.match_changes(planned.changes)}")
    if "variant" in planned.changes:
        _say_units(planned)
    notice(*notice_lines(planned.notices))


def _say_units(planned: "MatchEdit") -> None:
    """What every deal and every player has by another variant, and had, and the next deal; of what changes alone."""
    deals = zip(planned.before.records, planned.after.records, strict=True)
    say(*filter(None, (sentences.anew_words(old, new) for old, new in deals)))
    before, after = planned.before.running, planned.after.running
    changed = [player for player in after if after[player] != before[player]]
    units = sentences.had_words(changed, before, after) if changed else _("everybody has the same units as before")
    say(f"{capitalised(units)}.")
    match, ahead = planned.after.match, sentences.next_deal_words(planned.after)
    if match.sitting.finished or match.variant.trumps:  # suits that take turns fall to deals that are written
        return
    if ahead != sentences.next_deal_words(planned.before):
        say(_("Next: {ahead}", ahead=ahead))


def _planned(shared: Settings, transaction: "Transaction", match: str, words: "MatchWords") -> "MatchEdit":
    """What changes of the match meant."""
    meant = scorebook.find_match(transaction, match, last=True)
    return scorebook.match_edited(transaction, meant, words, shared.now())


def _put_right(
    shared: Settings, match: str, words: "MatchWords", shown: "MatchEdit | None", reason: str
) -> "tuple[MatchEdit, Sheet, str]":
    """Do it, just as it was shown where it was; RefusedError where something came in between.

    Returns what changed, the sheet, and the command that takes it back.
    """
    with shared.book.writing() as transaction:
        meant = str(shown.before.match.id) if shown else match
        edit = _planned(shared, transaction, meant, words)
        changed = edit.before.match
        if shown and edit != shown:
            raise RefusedError(_("{match} was changed while you were asked; say it again", match=changed.name))
        sheet = scorebook.edit_match(transaction, changed, edit, reason)
        return edit, sheet, "scorer undo" + match_option(scorebook.needed_number(transaction, changed))

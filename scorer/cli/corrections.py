"""Putting things right: void, edit, carry, history."""

from dataclasses import astuple
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorer import scorebook
from scorer.cli import score_sheet
from scorer.cli.advice import match_option, with_advice
from scorer.cli.context import Settings, book, is_typed, match_meant, notice, say, settings, with_reason
from scorer.cli.options import MatchArgument, MatchOption, ReasonOption, argument, flag, with_facts
from scorer.errors import NotFoundError
from scorer.language import _
from scorer.language.lists_numbers_dates import capitalised
from scorer.match import parsing
from scorer.match.deal_options import DealWords
from scorer.match.names import shown
from scorer.rules.errors import LeftOpenError, advice
from scorer.text import kind_words, sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer.match.facts import Match, Outdated
    from scorer.rules.errors import Notice
    from scorer.scorebook import Change
    from scorer.scorebook.transaction import Transaction

app = typer.Typer()

NumberArgument = Annotated[str, argument("NUMBER", "The number of the record on the sheet.")]


def kept_carry(transaction: "Transaction", match: "Match | None", before: "Sequence[Outdated]") -> tuple[str, ...]:
    """A notice of the deals that keep a carry which a correction made outdated; `before` were outdated before it."""
    now = scorebook.outdated(transaction, match) if match else ()
    kept = [deal for deal in now if deal.by_carry and deal not in before]
    if not match or not kept:
        return ()
    recount = advice("recount", match_option=scorebook.needed_number(transaction, match))
    return (with_advice(sentences.outdated_words(kept), [recount]),)


def _match_or_none(transaction: "Transaction", match: str) -> "Match | None":
    """The match meant, the last one when none is open; None where there is none at all, or where it was undone."""
    try:
        return scorebook.find_match(transaction, match, last=True)
    except NotFoundError:
        if (match and not match.isdecimal()) or scorebook.matches(transaction):
            raise
        return None


@app.command()
def void(ctx: typer.Context, number: NumberArgument, reason: ReasonOption = "", match: MatchOption = "") -> None:
    """Strike a record out. It stays in the history, its number is not used again, later records do not change."""
    shared = settings(ctx)

    def strike_out(why: str) -> "tuple[Change, tuple[Notice, ...]]":
        with shared.changing((match, "void", number, why)) as transaction:
            meant = scorebook.find_match(transaction, match, last=True)
            before = scorebook.outdated(transaction, meant)
            done = shared.do(scorebook.void, transaction, meant, scorebook.read_record_number(number), why)
            return done, (*kept_carry(transaction, meant, before), *scorebook.correction_notices(transaction, meant))

    done, notices = with_reason(shared, reason, kind_words.USUAL_REASONS["void"], strike_out)
    gone = done.record
    assert gone is not None
    sentence = sentences.record_sentence(gone, done.sheet.match.variant)
    say(capitalised(_("voided {number}: {record}", number=gone.number, record=sentence)))
    notice(*notices)
    score_sheet.running(done.sheet, shared.now())


@app.command()
@with_facts("recorded")
def edit(
    ctx: typer.Context,
    number: NumberArgument,
    *,
    reason: ReasonOption = "",
    match: MatchOption = "",
    **words: Any,
) -> None:
    """Put a recorded deal right: what is not said stays. It keeps its number, and the old one stays in the history.

    Example: scorer edit 3 --partner dario --reason "it was Dario who held the two"
    """
    shared = settings(ctx)
    done, moved = _put_right(shared, match, number, DealWords(**words), reason)
    ((old, new),) = done.rewritten
    notice(*done.notices)
    say(_("Edited {number}: {difference}", number=number, difference=sentences.difference_words(old, new)))
    say(f"{number}: {sentences.record_sentence(new, done.sheet.match.variant)}")
    notice(*moved)
    score_sheet.running(done.sheet, shared.now())


def _put_right(
    shared: Settings, match: str, number: str, words: DealWords, reason: str
) -> "tuple[Change, tuple[Notice, ...]]":
    """Edit the record in one transaction, with what that changes elsewhere.

    What only the table can say is asked when the transaction is over: nobody else waits for the answer.
    """
    asking = shared.may_confirm

    def put_right(why: str) -> "tuple[Change, tuple[Notice, ...]]":
        """One transaction, or after an answer another."""
        nonlocal words
        try:
            with shared.changing((match, "edit", number, *map(str, astuple(words)), why)) as transaction:
                who = parsing.named_players(words)
                meant, among = scorebook.found_match(transaction, match, who, words.result.split(), last=True)
                before = scorebook.outdated(transaction, meant)
                asked = scorebook.read_record_number(number)
                done = shared.do(scorebook.edit, transaction, meant, asked, words, why, asking=asking)
                return done, (
                    *among,
                    *kept_carry(transaction, meant, before),
                    *scorebook.correction_notices(transaction, meant),
                )
        except LeftOpenError as left_open:
            if not asking:
                raise
            from scorer.cli.questions import answered

            words = answered(words, left_open, meant.variant)
        return put_right(why)

    return with_reason(shared, reason, kind_words.USUAL_REASONS["edit"], put_right)


@app.command()
def carry(ctx: typer.Context, reason: ReasonOption = "", match: MatchOption = "") -> None:
    """Count deals again whose carry a correction has changed; without --reason, only say which.

    Redeals and even deals double what comes after them. When one is put right later, the deals after it stay as
    recorded until this is said. A deal whose factor was said with --times is left alone.
    """
    if not reason.strip():
        with book(ctx).reading() as transaction:
            meant = scorebook.find_match(transaction, match, last=True)
            changes, number = scorebook.recounted(transaction, meant), scorebook.needed_number(transaction, meant)
            typed = [deal for deal in scorebook.outdated(transaction, meant) if not deal.by_carry]
        lines = [sentences.recount_words(old, new) for old, new in changes]
        how = _(
            "Nothing is changed yet; scorer carry --reason TEXT{advised} counts them so.", advised=match_option(number)
        )
        lines.append(how if changes else _("Every deal counts what the deals before it leave."))
        for deal in typed:
            sentence = _(
                "Deal {number} counts {times} where the carry before it is {due}: "
                "it was said with --times, or came in so, and stays.",
                number=deal.number,
                times=sentences.times_words(deal.times),
                due=deal.due,
            )
            lines.append(sentence)
        say("\n".join(lines))
        return
    shared = settings(ctx)
    with shared.changing((match, "carry", reason)) as transaction:
        meant = scorebook.find_match(transaction, match, last=True)
        done = shared.do(scorebook.recount, transaction, meant, reason)
        notices = scorebook.correction_notices(transaction, meant)
    deals = (sentences.recount_words(old, new) for old, new in done.rewritten)
    say("\n".join(capitalised(_("counted again {deals}", deals=deal)) for deal in deals))
    notice(*notices)
    score_sheet.running(done.sheet, shared.now())


@app.command()
def history(
    ctx: typer.Context,
    named: MatchArgument = "",
    match: MatchOption = "",
    everything: Annotated[bool, flag("--all", "Of the whole scorebook, also while one match is open.")] = False,
) -> None:
    """Every step of the match: what was done, when and why, and what was taken back.

    Where no match is named, and none or several are open, it is the whole scorebook: all matches, tournaments, players.
    """
    wanted = match_meant(ctx, named, match)
    if everything and (named or is_typed(ctx, "match")):
        raise typer.BadParameter(_("--all and a match, '{match}': say one of them", match=shown(wanted)))
    wanted = "" if everything else wanted
    with book(ctx).reading() as transaction:
        meant = _match_or_none(transaction, wanted) if wanted else None
        if not wanted and not everything and len(still_open := scorebook.open_matches(transaction)) == 1:
            (meant,) = still_open
        if meant:
            lines = score_sheet.history(scorebook.history(transaction, meant.id), meant)
        else:
            lines = score_sheet.whole_history(scorebook.whole_history(transaction))
    say(lines)

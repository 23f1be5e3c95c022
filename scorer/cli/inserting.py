"""Putting a forgotten deal in between two others: insert."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorer import scorebook
from scorer.cli import complete, score_sheet
from scorer.cli.context import Settings, confirm, notice, settings
from scorer.cli.evening import refuse_options
from scorer.cli.options import MatchOption, argument, filled, option, with_facts
from scorer.errors import DoubtfulError
from scorer.language import _
from scorer.match import parsing
from scorer.match.deal_options import DealWords
from scorer.rules.errors import LeftOpenError, Notice

if TYPE_CHECKING:
    from scorer.scorebook import Change

app = typer.Typer()


@app.command(context_settings={"ignore_unknown_options": True})
@with_facts("new")
def insert(
    ctx: typer.Context,
    number: Annotated[str, argument("NUMBER", "The record before which it was dealt; the new one gets this number.")],
    facts: Annotated[list[str], argument("CALLER BID PARTNER RESULT", "As in deal; or redeal KIND.", complete.deal)],
    *,
    table_of: Annotated[
        str, filled("--table-of", "N", "The record at whose table it was, where the seats changed just there.")
    ] = "",
    reason: Annotated[str, option("--reason", "TEXT", "Why, if there is more to say.", complete.reasons)] = "",
    match: MatchOption = "",
    **words: Any,
) -> None:
    """Put a forgotten deal in before another one, whose number it gets; what comes after it moves up.

    The words are those of deal; `redeal misdeal` puts in a redeal. Later records keep dealer, rest and what was said
    with --times; the carry is counted again. What does not follow any more is said first, and asked.

    Penalties and adjustments count wherever they stand: record them as ever.

    Examples: scorer insert 3 anna 2/71 elena 74 | scorer insert 3 redeal passed-out
    """
    options = DealWords(**words)
    refuse_options(ctx, facts)
    shared = settings(ctx)
    done, moved = _put_in(shared, match, (number, table_of, reason), facts, options, sure=shared.yes)
    score_sheet.recorded(done, shared.now())
    notice(*moved)


def _put_in(
    shared: Settings, match: str, where: tuple[str, str, str], facts: Sequence[str], words: DealWords, *, sure: bool
) -> "tuple[Change, tuple[Notice, ...]]":
    """Put it in, and give what that changes elsewhere; `where` are the number, the record of the table and the reason.

    What only the table can say is asked when the transaction is over: nobody else waits for the answer.
    """
    asking = shared.may_confirm
    number, table_of, reason = where
    at = scorebook.read_record_number(number)
    table = scorebook.read_record_number(table_of) if table_of else None
    try:
        with shared.changing() as transaction:
            meant, among = scorebook.found_match(transaction, match, *parsing.named_in(facts, words), last=True)
            put_in = shared.do(
                scorebook.insert, transaction, meant, at, facts, words, reason, table_of=table, sure=sure, asking=asking
            )
            sheet = scorebook.sheet_of(transaction, meant)  # suits that take turns fall to other deals
            done = replace(put_in, sheet=sheet, record=sheet.record(at))
            return done, (*among, *scorebook.correction_notices(transaction, meant))
    except LeftOpenError as left_open:
        if not asking:
            raise
        from scorer.cli.questions import answered

        words = answered(words, left_open, meant.variant)
    except DoubtfulError as doubtful:
        if not asking:
            raise
        notice(*doubtful.doubts)
        confirm(_("Put it in all the same?"), or_abort=True)
        sure = True
    return _put_in(shared, match, where, facts, words, sure=sure)

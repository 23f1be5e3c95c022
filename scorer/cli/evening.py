"""The evening: call, deal, redeal; and rulings: penalty, adjust."""

import re
from dataclasses import asdict, astuple
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorer import scorebook
from scorer.cli import complete, score_sheet
from scorer.cli.context import Settings, book, choose, notice, say, settings, with_reason
from scorer.cli.options import (
    CalledOption,
    DealerOption,
    MatchOption,
    NoteOption,
    OutOption,
    ReasonOption,
    argument,
    filled,
    option,
    with_facts,
)
from scorer.cli.within_typer import NoSuchOption
from scorer.language import N_, _
from scorer.match import parsing
from scorer.match.deal_options import DealWords
from scorer.match.names import fold
from scorer.match.table_words import ANY_REDEAL, PAYEE_WORDS
from scorer.rules.errors import LeftOpenError
from scorer.rules.kinds import OTHERS, PAYEES, REDEALS
from scorer.text import kind_words, sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer.match.facts import Match
    from scorer.rules.errors import Notice
    from scorer.scorebook import Change
    from scorer.scorebook.transaction import Entry, Transaction

app = typer.Typer()
# That a mark came before, by what has become of its deal since.
_RECORDED = {
    "": N_("'{mark}' is recorded already, as number {number}; nothing is added"),
    "undone": N_("'{mark}' is recorded already, as number {number}, and was undone since; nothing is added"),
    "corrected": N_("'{mark}' is recorded already, as number {number}, and was corrected since; nothing is added"),
    "voided": N_("'{mark}' is recorded already, as number {number}, and was struck out since; nothing is added"),
}


def refuse_options(ctx: typer.Context, words: "Sequence[str]") -> None:
    """Raise NoSuchOption for a word that looks like an option, in a command whose words may begin with a stroke."""
    for word in words:
        if re.match("--[a-z]", word):
            name, known = word.partition("=")[0], [option for param in ctx.command.params for option in param.opts]
            raise NoSuchOption(name, possibilities=get_close_matches(name, known), ctx=ctx)


@app.command()
def call(
    ctx: typer.Context,
    caller: Annotated[str, argument("CALLER", "Who won the auction.", complete.seated)],
    bid: Annotated[list[str], argument("BID", "What won it: K, 2/71, 2 71, 71, carichi.", complete.bids)],
    called: CalledOption = None,
    match: MatchOption = "",
) -> None:
    """Keep who called what while the deal is played; then only PARTNER RESULT is left to say.

    Example: scorer call anna 2/71, and later scorer deal elena 74
    """
    shared = settings(ctx)
    with shared.changing((match, "call", caller, *bid, called or "")) as transaction:
        meant, among = scorebook.found_match(transaction, match, [caller])
        done = shared.do(scorebook.record_call, transaction, meant, caller, " ".join(bid), called or "")
    notice(*among, *done.notices)
    say(sentences.pending_words(done.sheet))


@app.command(context_settings={"ignore_unknown_options": True})
@with_facts("new")
def deal(
    ctx: typer.Context,
    facts: Annotated[
        list[str] | None,
        argument("[CALLER BID] PARTNER RESULT", "Without CALLER BID after a call.", complete.deal, show_default=False),
    ] = None,
    *,
    match: MatchOption = "",
    client_id: Annotated[str, filled("--id", "TEXT", "A mark of your own: a match records the same one once.")] = "",
    **words: Any,
) -> None:
    """Record a deal: who called what, with whom, and the calling side's card points.

    BID is a card (K, re), 71, 2/71 or 2 71. PARTNER is a player, or solo; after a bid that is
    always played alone nobody need say so. RESULT is 74, 74/46, 31+43 (caller and partner), or
    made or failed (won, lost, vinta, persa) when nobody counted.

    Where nobody calls, it is who took how much: anna 74, or anna=50 bruno=40 carla=30; or who won, when
    nobody counted: anna won, even; or what decided it at once, in a game that knows it: killed anna.

    Without facts, on a terminal, it asks for them one by one.

    Examples: scorer deal anna 2/71 elena 74 | scorer deal bruno K solo 58 | after a call: scorer deal elena 74
    | Brisca: scorer deal anna 74 | scorer deal anna 60 --more-cards dario
    | Cinquecento: scorer deal anna 124 --bonus anna=40,bruno=20
    """
    options = DealWords(**words)
    refuse_options(ctx, facts or ())
    of_redeal = DealWords(dealer=options.dealer, note=options.note)
    if parsing.names_redeal(facts or ()) and options == of_redeal and not client_id:
        redeal(ctx, list(facts or ()), options.dealer, options.note, match)
        return
    if not facts:
        facts, options = _facts_asked(ctx, match, options)
    entry = _entry(client_id, facts, options) if client_id.strip() else None
    record_and_show(settings(ctx), facts, options, match, entry)


def _entry(mark: str, facts: "Sequence[str]", options: DealWords) -> "Entry":
    """The deal as an entry that is recorded once; its facts are the words in any case."""
    from scorer.scorebook.entries import new_entry

    said = {name: fold(fact) if isinstance(fact, str) else fact for name, fact in asdict(options).items()}
    return new_entry(mark, ["deal", fold(" ".join(facts)), said])


def _facts_asked(ctx: typer.Context, match: str, options: DealWords) -> tuple[list[str], DealWords]:
    """The facts of the next deal, asked for one by one; without a terminal the command line is wrong."""
    if not settings(ctx).may_ask:
        raise typer.BadParameter(
            _("say the deal, as scorer deal CALLER BID PARTNER RESULT; where nobody calls: scorer deal PLAYER COUNT")
        )
    from scorer.cli.questions import facts_asked

    with book(ctx).reading() as transaction:
        sheet = scorebook.sheet_of(transaction, scorebook.find_match(transaction, match))
    return facts_asked(sheet, options)


def record_and_show(
    shared: Settings, facts: "Sequence[str]", options: DealWords, match: str, entry: "Entry | None" = None
) -> None:
    """Record a deal and say what it did. What only the table can say (a slam, who has more cards) is asked first.

    An entry that was recorded before is answered with what it did then.

    The question is asked when the transaction is over: nobody else waits for the answer.
    """
    mark = () if entry else (match, "deal", *facts, *map(str, astuple(options)))
    asking = shared.may_confirm
    try:
        with shared.book.writing(words=mark) as transaction:
            meant, among = scorebook.found_match(transaction, match, *parsing.named_in(facts, options))
            if entry and (known := _recorded_before(transaction, meant, entry)):
                done = known
            else:
                words = parsing.deal_words(facts, options, meant)
                done = scorebook.record_deal(transaction, meant, words, asking=asking)
    except LeftOpenError as left_open:
        if not asking:
            raise
        from scorer.cli.questions import answered

        notice(*among)
        options = answered(options, left_open, meant.variant)
        record_and_show(shared, facts, options, str(meant.id), entry)
    else:
        notice(*among)
        score_sheet.recorded(done, shared.now())


def _recorded_before(transaction: "Transaction", match: "Match", entry: "Entry") -> "Change | None":
    """What an entry recorded when it came before, on the sheet of now; None for a new one."""
    from scorer.scorebook.entries import answered

    answer = answered(transaction, match, entry)
    if answer is None:
        return None
    sheet = scorebook.sheet_of(transaction, match)
    notice = _(_RECORDED[answer.since], mark=entry.id, number=answer.number)
    return scorebook.Change(
        action=answer.step.action, before=sheet, sheet=sheet, record=answer.step.made[0], notices=(notice,)
    )


@app.command()
def redeal(
    ctx: typer.Context,
    kind: Annotated[
        list[str],
        argument("KIND", "passed-out, thrown-in, misdeal or annulled; the first letters do.", complete.one_of(REDEALS)),
    ],
    dealer: DealerOption = "",
    note: NoteOption = None,
    match: MatchOption = "",
) -> None:
    """Record cards dealt and not played: all passed, a poor hand, a misdeal, annulled by a ruling."""
    shared = settings(ctx)
    typed = " ".join(kind)
    if shared.may_ask and fold(typed) in ANY_REDEAL:
        kinds = dict(enumerate(map(kind_words.kind_name, REDEALS), 1))
        typed = REDEALS[choose(_("Which redeal is it (its number)"), kinds) - 1]
    with shared.changing((match, "redeal", typed, dealer, note or "")) as transaction:
        meant, among = scorebook.found_match(transaction, match, [dealer] if dealer else [])
        read = parsing.read_redeal(typed, meant.variant)
        done = shared.do(scorebook.record_redeal, transaction, meant, read, dealer, note or "")
    notice(*among)
    score_sheet.recorded(done, shared.now())


@app.command(context_settings={"ignore_unknown_options": True})
def penalty(
    ctx: typer.Context,
    player: Annotated[str, argument("PLAYER", "Who pays.", complete.seated)],
    units: Annotated[str, argument("UNITS", "How many units the player loses.")],
    to: Annotated[str, option("--to", "|".join(PAYEES), "Who gets them.", complete.one_of(PAYEES))] = OTHERS,
    out: OutOption = "",
    reason: ReasonOption = "",
    match: MatchOption = "",
) -> None:
    """Take units from a player who erred; the others of the next deal share them, or nobody gets them.

    At a table of a tournament it counts besides the paper sheet, and may come before it or after it.
    """
    refuse_options(ctx, [player, units])
    lost = parsing.read_within(units, _("units"), 1, parsing.MOST_UNITS)
    payee = parsing.meaning(to, PAYEE_WORDS) or parsing.read_choice(to, "--to", PAYEES)

    shared = settings(ctx)

    def punish(why: str) -> "tuple[Change, tuple[Notice, ...]]":
        with shared.changing((match, "penalty", player, units, to, out, why)) as transaction:
            meant, among = scorebook.found_match(transaction, match, [player, *filter(None, [out])])
            late = scorebook.may_come_late(transaction, meant)
            what = (player, lost, payee, why, out)
            done = shared.do(scorebook.record_penalty, transaction, meant, *what, even_finished=late)
            return done, (*among, *(scorebook.correction_notices(transaction, meant) if late else ()))

    done, notices = with_reason(shared, reason, kind_words.USUAL_REASONS["penalty"], punish)
    score_sheet.recorded(done, shared.now())
    notice(*notices)


@app.command(context_settings={"ignore_unknown_options": True})
def adjust(
    ctx: typer.Context,
    units: Annotated[list[str], argument("UNITS", 'Units by player: "Anna=-3,Bruno=1".')],
    reason: ReasonOption = "",
    match: MatchOption = "",
) -> None:
    """Set units by ruling: opening balances, a correction that no deal explains."""
    refuse_options(ctx, units)
    changes = parsing.read_units(",".join(units))

    shared = settings(ctx)

    def rule(why: str) -> "tuple[Change, tuple[Notice, ...]]":
        with shared.changing((match, "adjust", *units, why)) as transaction:
            meant, among = scorebook.found_match(transaction, match, list(changes))
            late = scorebook.may_come_late(transaction, meant)
            done = shared.do(scorebook.record_adjustment, transaction, meant, changes, why, even_finished=late)
            return done, (*among, *(scorebook.correction_notices(transaction, meant) if late else ()))

    usual = (N_("ruling"), N_("opening balance"), N_("agreed at the table"), N_("from a paper sheet"))
    done, notices = with_reason(shared, reason, usual, rule)
    score_sheet.recorded(done, shared.now())
    notice(*notices)

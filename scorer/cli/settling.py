"""`scorer settle`: who pays whom, of matches by their names, or of a season."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from scorer import scorebook
from scorer.cli import complete, score_sheet
from scorer.cli.context import book, is_typed, match_meant, notice, say, settings
from scorer.cli.options import MatchOption, argument, empty_option, option
from scorer.cli.statistics_options import takes
from scorer.errors import NotFoundError, RefusedError
from scorer.exchange.statistics.options import ReadOptions, TypedOptions, read_options
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.stats.describe.commands import PERIODS
from scorer.text import sentences

if TYPE_CHECKING:
    from scorer.match.facts import Match
    from scorer.scorebook.transaction import Transaction

app = typer.Typer()

MOST_NAMED = 5  # matches in one sentence
MatchesArgument = Annotated[
    list[str] | None,
    argument("MATCH", "By number or name; several are settled together; --match says one too.", complete.any_match),
]


PaidOption = Annotated[
    list[str] | None,
    option("--paid", "NAMES", "Who has paid all that they owe in these matches; commas between.", complete.players),
]


@app.command()
@takes("league", "season", "first", "last", *PERIODS)
def settle(
    ctx: typer.Context,
    matches: MatchesArgument = None,
    match: MatchOption = "",
    *,
    paid: PaidOption = None,
    typed: TypedOptions,
) -> None:
    """Say who pays whom, in the fewest payments: of a match, of several together, or of a season.

    With more than twelve people the largest debts are paid first, which may take more payments than need be. Of a
    season, matches that count in no money are left out and named; so are open ones, which count as they stand.
    With --paid it keeps what these people pay here as paid today, to everybody whom they owe: from then on it is said
    and no more due. These matches are settled together from then on, with others or without. undo takes it back.

    Examples: scorer settle Friday Saturday | scorer settle --league Lega --season 2026 --paid bruno,dario
    """
    from scorer.scorebook.payments import pay, settlement

    now, opened = settings(ctx).now(), book(ctx)
    asked = read_options(typed, now)
    payers = [name.strip() for names in paid or [] for name in names.split(",") if name.strip()]
    if paid is not None and not payers:
        raise empty_option("--paid")
    named = matches or ([match] if is_typed(ctx, "match") else [])
    if named and not asked.everything:
        template = N_("'{match}' and --league or days: name the matches, or say which they are")
        raise RefusedError(_(template, match=named[0]))
    with opened.writing() if payers else opened.reading() as transaction:
        if asked.everything:
            first, *others = matches or [""]
            wanted = [match_meant(ctx, first, match), *others]
            meant = [scorebook.find_match(transaction, name, last=True) for name in wanted]
        else:
            meant, left_out = _in_money(transaction, asked)
        once = {match.id: match for match in meant}
        sheets = [scorebook.sheet_of(transaction, match) for match in once.values()]
        settled = pay(transaction, sheets, payers, now.date()) if payers else settlement(transaction, sheets)
    if asked.everything:
        say(*(sentences.match_title(sheet.match) for sheet in sheets), score_sheet.settlement(settled))
    else:
        _say_what_counts(meant, left_out)
        say(_span(meant), score_sheet.settlement(settled))
    if payers:
        notice(_("{command} takes it back", command="scorer undo"))


def _in_money(transaction: "Transaction", asked: ReadOptions) -> "tuple[list[Match], list[Match]]":
    """The matches of a season that count in money, or all where none does; and those that are left out for it.

    Raises NotFoundError where there are none.
    """
    from scorer.cli.statistics import nothing_played

    there = scorebook.matches_within(transaction, asked.league, asked.first, asked.last)
    if not there:
        raise NotFoundError(_("{nothing_played}: there is nothing to settle", nothing_played=nothing_played(asked)))
    settled = [match for match in there if match.terms.money] or there
    return settled, [match for match in there if match not in settled]


def _say_what_counts(settled: "Sequence[Match]", left_out: "Sequence[Match]") -> None:
    """Say which of a season's matches are left out, and which of those that count are open."""
    if left_out:
        template = N_("left out, as nothing was agreed on what a unit is worth: {matches}")
        notice(_(template, matches=scorebook.listed_matches(left_out, MOST_NAMED)))
    if still_open := [match for match in settled if not match.sitting.finished]:
        notice(
            _(
                "open, and settled as they stand now: {matches}",
                matches=scorebook.listed_matches(still_open, MOST_NAMED),
            )
        )


def _span(matches: "Sequence[Match]") -> str:
    """`12 matches of league Lega, 2026-01-09 to 2026-11-20`."""
    template = N_("{matches} of {leagues}, {first} to {last}")
    names = sorted({match.league for match in matches})
    leagues = ngettext("league {leagues}", "leagues {leagues}", len(names), leagues=listed(names))
    days = {"first": min(match.on for match in matches), "last": max(match.on for match in matches)}
    return _(template, matches=counts.matches(len(matches)), leagues=leagues, **days)

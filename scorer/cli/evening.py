"""The evening: start, seats, call, deal, redeal."""

from dataclasses import astuple
from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli import complete
from scorer.cli.context import MatchOption, book, notice, settings
from scorer.cli.options import (
    CalledOption,
    CurrencyOption,
    DealerOption,
    FirstDealerOption,
    NoteOption,
    OutOption,
    PlayersOption,
    SlamOption,
    TimesOption,
    UnitValueOption,
    UntilOption,
    VariantOption,
)

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from sqlmodel import Session

    from scorer.cli.context import Settings
    from scorer.match.parsing import DealWords
    from scorer.scorebook import Recorded

app = typer.Typer()


@app.command()
def start(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call the match, as in Friday.")],
    players: PlayersOption,
    variant: VariantOption = None,
    league: Annotated[str, typer.Option("--league", metavar="NAME", help="The league it counts for; else main.")] = "",
    on: Annotated[str, typer.Option("--on", metavar="DATE", help="The date, as in 2026-11-20; else today.")] = "",
    dealer: FirstDealerOption = None,
    unit_value: UnitValueOption = None,
    currency: CurrencyOption = None,
    until: UntilOption = None,
) -> None:
    """Start a match: who sits where, under which variant, until when.

    Example: scorer start Friday --players "Anna,Bruno,Carla,Dario,Elena" --until deals:20
    """
    from scorer import scorebook
    from scorer.cli import render
    from scorer.match.parsing import read_date
    from scorer.text.sentences import match_title

    new = scorebook.NewMatch(
        name=name,
        players=_listed(players),
        on=read_date(on),
        league=league,
        variant=variant,
        dealer=dealer,
        unit_value_cents=None if unit_value is None else scorebook.read_unit_value(unit_value),
        currency=None if currency is None else scorebook.read_currency(currency),
        until=until,
    )
    scorebook.check_new(new)
    with book(ctx).writing(make=True) if scorebook.is_main(league) else _founding(ctx) as session:
        seated = scorebook.start_match(session, new)
    notice(*seated.notices)
    typer.echo(f"Started {match_title(seated.sheet.match)}: {', '.join(seated.sheet.seats)}.")
    render.state(seated.sheet)


def _founding(ctx: typer.Context) -> "AbstractContextManager[Session]":
    """A transaction that leaves no scorebook behind where there is none yet, nor the league that is named."""
    from scorer.scorebook.book import founding

    return founding(book(ctx))


def _listed(text: str) -> list[str]:
    """The names between commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


@app.command()
def seats(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAMES]", help="All at the table from now on, in playing order, with commas."),
    ] = None,
    *,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="PLAYER", help="Who rests until this changes.", autocompletion=complete.seated),
    ] = None,
    match: MatchOption = "",
) -> None:
    """Change who sits there: late arrivals, leavers, substitutes. What is recorded keeps its players.

    Without names and --out it only says who sits there.
    """
    from scorer import scorebook
    from scorer.cli import render

    players = _listed(" ".join(names or []))
    with book(ctx).writing() if players or out else book(ctx).reading() as session:
        found = scorebook.find_match(session, match, [out] if out and not players else [])
        if players or out:
            seated = scorebook.change_seats(session, found, players, out)
            said = _said_of_seats(session, found.id, found.sitting.seats)
        else:
            seated, said = scorebook.Seated(scorebook.sheet_of(session, found)), ()
    notice(*seated.notices, *said)
    typer.echo(f"At the table: {', '.join(seated.sheet.seats)}.")
    render.state(seated.sheet)


def _said_of_seats(session: "Session", match_id: int, before: tuple[str, ...]) -> tuple[str, ...]:
    """For whom those play who sit down at a table of a tournament, where there is one."""
    from scorer import scorebook

    if not scorebook.has_tournaments(session):  # or else nothing more is loaded
        return ()
    from scorer.scorebook.tournament import said_of_seats

    return said_of_seats(session, match_id, before)


@app.command()
def call(
    ctx: typer.Context,
    caller: Annotated[
        str, typer.Argument(metavar="CALLER", help="Who won the auction.", autocompletion=complete.seated)
    ],
    bid: Annotated[
        str, typer.Argument(metavar="BID", help="What won it: K, 2/71, 71, carichi.", autocompletion=complete.bids)
    ],
    called: CalledOption = None,
    match: MatchOption = "",
) -> None:
    """Keep who called what while the deal is played; then only PARTNER RESULT is left to say.

    Example: scorer call anna 2/71, and later scorer deal elena 74
    """
    from scorer import scorebook
    from scorer.text.sentences import pending_words

    with book(ctx).writing() as session:
        found = scorebook.find_match(session, match, [caller])
        sheet = scorebook.record_call(session, found, caller, bid, called or "")
    if before := found.sitting.call:
        notice(f"the call of {before.caller} ({before.bid}) is replaced")
    typer.echo(pending_words(sheet))


@app.command(context_settings={"ignore_unknown_options": True})
def deal(
    ctx: typer.Context,
    facts: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CALLER BID] PARTNER RESULT", autocompletion=complete.deal, show_default=False),
    ] = None,
    called: CalledOption = None,
    slam: SlamOption = None,
    dealer: DealerOption = "",
    out: OutOption = "",
    times: TimesOption = "",
    note: NoteOption = None,
    match: MatchOption = "",
    client_id: Annotated[
        str, typer.Option("--id", metavar="TEXT", help="A mark of your own: the same one records once only.")
    ] = "",
) -> None:
    """Record a deal: who called what, with whom, and the calling side's card points.

    PARTNER is a player or solo. RESULT is 74, 74/46, or made or failed when nobody counted.
    Without facts, on a terminal, it asks for them one by one.

    Examples: scorer deal anna 2/71 elena 74 | scorer deal bruno K solo 58 | after a call: scorer deal elena 74
    """
    from scorer.match.parsing import DealWords, deal_words

    options = DealWords(called=called, slam=slam, dealer=dealer, out=out, times=times, note=note)
    options = deal_words(facts, options) if facts else _asked(ctx, options, match)
    record_and_show(settings(ctx), options, match, client_id)


def _asked(ctx: typer.Context, words: "DealWords", match: str) -> "DealWords":
    """The facts of a deal, asked for one by one; refused where nobody can answer."""
    from scorer import scorebook
    from scorer.cli.asking import ask_deal

    if not settings(ctx).may_ask:
        raise typer.BadParameter("say the deal: [CALLER BID] PARTNER RESULT, as in: scorer deal anna 2/71 elena 74")
    with book(ctx).reading() as session:
        sheet = scorebook.sheet_of(session, scorebook.find_match(session, match))
    return ask_deal(sheet, words)


def record_and_show(shared: "Settings", words: "DealWords", match: str, client_id: str = "") -> None:
    """Record a deal and say what it did."""
    from scorer import scorebook
    from scorer.cli import render
    from scorer.cli.asking import or_ask
    from scorer.match.parsing import named_players

    def record(words: "DealWords") -> "Recorded":
        """One transaction."""
        said = () if client_id else (match, "deal", *map(str, astuple(words)))
        with shared.book.writing(words=said) as session:
            found = scorebook.find_match(session, match, named_players(words))
            return scorebook.record_deal(session, found, words, asking=shared.may_confirm, client_id=client_id or None)

    render.recorded(or_ask(words, record))


@app.command()
def redeal(
    ctx: typer.Context,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="passed-out, thrown-in, misdeal or annulled.")],
    dealer: DealerOption = "",
    note: NoteOption = None,
    match: MatchOption = "",
) -> None:
    """Record cards dealt and not played: all passed, a poor hand, a misdeal, annulled by a ruling."""
    from scorer import scorebook
    from scorer.cli import render
    from scorer.match.parsing import read_choice
    from scorer.rules.kinds import REDEALS

    with book(ctx).writing(words=(match, "redeal", kind, dealer, note or "")) as session:
        found = scorebook.find_match(session, match, [dealer] if dealer else [])
        done = scorebook.record_redeal(session, found, read_choice(kind, "redeal", REDEALS), dealer, note or "")
    render.recorded(done)

"""The evening: start, seats, call, deal, redeal."""

from dataclasses import replace
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
    from scorer.cli.context import Settings
    from scorer.scorebook import Recorded
    from scorer.words import DealWords

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
    from scorer.sentences import match_title
    from scorer.words import read_date

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
    with book(ctx).writing(make=scorebook.is_main(league)) as session:
        seated = scorebook.start_match(session, new)
    notice(*seated.notices)
    typer.echo(f"Started {match_title(seated.sheet.match)}: {', '.join(seated.sheet.seats)}.")
    render.state(seated.sheet)


def _listed(text: str) -> list[str]:
    """The names between commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


@app.command()
def seats(
    ctx: typer.Context,
    players: Annotated[
        str, typer.Argument(metavar="NAMES", help="Everybody at the table from now on, in playing order.")
    ] = "",
    *,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="PLAYER", help="Who rests until this changes.", autocompletion=complete.seated),
    ] = None,
    match: MatchOption = "",
) -> None:
    """Change the table: late arrivals, leavers, substitutes. What is recorded keeps its players."""
    from scorer import scorebook
    from scorer.cli import render

    with book(ctx).writing() as session:
        seated = scorebook.change_seats(session, scorebook.find_match(session, match), _listed(players), out)
    notice(*seated.notices)
    typer.echo(f"At the table: {', '.join(seated.sheet.seats)}.")
    render.state(seated.sheet)


@app.command()
def call(
    ctx: typer.Context,
    caller: Annotated[
        str, typer.Argument(metavar="CALLER", help="Who won the auction.", autocompletion=complete.seated)
    ],
    bid: Annotated[
        str, typer.Argument(metavar="BID", help="What won it: K, 2/71, 71, carichi.", autocompletion=complete.bids)
    ],
    called: CalledOption = "",
    match: MatchOption = "",
) -> None:
    """Keep who called what while the deal is played; then only PARTNER RESULT is left to say.

    Example: scorer call anna 2/71, and later scorer deal elena 74
    """
    from scorer import scorebook
    from scorer.sentences import pending_words

    with book(ctx).writing() as session:
        sheet = scorebook.record_call(session, scorebook.find_match(session, match, [caller]), caller, bid, called)
    typer.echo(pending_words(sheet))


@app.command()
def deal(
    ctx: typer.Context,
    facts: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CALLER BID] PARTNER RESULT", autocompletion=complete.deal, show_default=False),
    ] = None,
    called: CalledOption = "",
    slam: SlamOption = None,
    dealer: DealerOption = "",
    out: OutOption = "",
    times: TimesOption = "",
    note: NoteOption = "",
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
    from scorer.words import DealWords, deal_words

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
    from scorer.cli import render

    done = record_deal(shared, words, match, client_id)
    notice(*done.notices)
    render.recorded(done)


def record_deal(shared: "Settings", words: "DealWords", match: str, client_id: str = "") -> "Recorded":
    """Record a deal; where only the table can say whether it was a slam, ask outside the transaction and go on."""
    from scorer import scorebook
    from scorer.words import SlamUnclearError

    named = [player for player in (words.caller, words.partner) if player and player.casefold() != "solo"]
    try:
        with shared.book.writing() as session:
            found = scorebook.find_match(session, match, named)
            asking = shared.may_ask and not shared.yes
            return scorebook.record_deal(session, found, words, asking=asking, client_id=client_id or None)
    except SlamUnclearError as question:
        slam = typer.confirm(str(question), default=False, err=True)
        return record_deal(shared, replace(words, slam=slam), match, client_id)


@app.command()
def redeal(
    ctx: typer.Context,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="passed-out, thrown-in, misdeal or annulled.")],
    dealer: DealerOption = "",
    note: NoteOption = "",
    match: MatchOption = "",
) -> None:
    """Record cards dealt and not played: all passed, a poor hand, a misdeal, annulled by a ruling."""
    from scorer import scorebook
    from scorer.cli import render
    from scorer.rules.variant import REDEALS
    from scorer.words import read_choice

    with book(ctx).writing() as session:
        found = scorebook.find_match(session, match, [dealer] if dealer else [])
        done = scorebook.record_redeal(session, found, read_choice(kind, "redeal", REDEALS), dealer, note)
    notice(*done.notices)
    render.recorded(done)

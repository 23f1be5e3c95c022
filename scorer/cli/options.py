"""The options of the commands with many: the facts of a deal, of a new match, of an edit."""

from typing import Annotated, Any

import typer

from scorer.cli import complete
from scorer.cli.context import Settings, is_typed
from scorer.rules.errors import UnreadableError


def not_empty(ctx: typer.Context, param: typer.CallbackParam, value: Any) -> Any:
    """The value of an option, unless it was typed with nothing in it: then nobody knows what was meant."""
    empty = isinstance(value, str) and not value.strip() and not ctx.resilient_parsing
    if empty and is_typed(ctx, str(param.name)):
        raise UnreadableError(f"{param.opts[0]} is empty: say something behind it, or leave it out")
    return value


def match_said(ctx: typer.Context, param: typer.CallbackParam, value: Any) -> Any:
    """The match of --match; where the line has none, that of the pad or the demo goes before SCORER_MATCH."""
    shared = ctx.find_object(Settings)  # none while a shell completes the line
    if not shared or shared.match is None or is_typed(ctx, str(param.name)):
        return value
    return shared.match


def match_not_empty(ctx: typer.Context, param: typer.CallbackParam, value: Any) -> Any:
    """The match of `match_said`, unless an empty one was typed."""
    return match_said(ctx, param, not_empty(ctx, param, value))


CalledOption = Annotated[str | None, typer.Option("--called", metavar="CARD", help="The card called, as in '2 coins'.")]
SlamOption = Annotated[bool | None, typer.Option("--slam/--no-slam", help="One side took everything, or it did not.")]
DealerOption = Annotated[
    str,
    typer.Option(
        "--dealer",
        callback=not_empty,
        metavar="PLAYER",
        help="Who dealt, if not whose turn it was.",
        autocompletion=complete.seated,
    ),
]
OutOption = Annotated[
    str,
    typer.Option(
        "--out",
        callback=not_empty,
        metavar="PLAYER",
        help="Who rests, if not the dealer.",
        autocompletion=complete.seated,
    ),
]
TimesOption = Annotated[
    str, typer.Option("--times", callback=not_empty, metavar="N", help="What the deal counts, if not the carry.")
]
BonusOption = Annotated[
    str,
    typer.Option(
        "--bonus", callback=not_empty, metavar="BONUSES", help="What of the counts is bonuses, as in anna=40."
    ),
]
MoreCardsOption = Annotated[
    str,
    typer.Option(
        "--more-cards",
        callback=not_empty,
        metavar="PLAYER",
        help="At equal counts, whose side has more cards; or nobody.",
        autocompletion=complete.seated,
    ),
]
NoteOption = Annotated[str | None, typer.Option("--note", metavar="TEXT", help="Anything worth remembering.")]
MatchOption = Annotated[
    str,
    typer.Option(
        "--match",
        callback=match_not_empty,
        metavar="MATCH",
        envvar="SCORER_MATCH",
        help="The match meant, by number or name, or name and day.",
        show_envvar=True,
        autocompletion=complete.matches,
    ),
]
MatchArgument = Annotated[
    str,
    typer.Argument(metavar="MATCH", help="By number or name; --match says it too.", autocompletion=complete.any_match),
]
ReasonOption = Annotated[
    str,
    typer.Option(
        "--reason", metavar="TEXT", help="Why; on a terminal it is asked for.", autocompletion=complete.reasons
    ),
]

# A new match
PlayersOption = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="NAMES",
        help="Who sits down, in playing order; commas where a name has several words.",
        autocompletion=complete.who_sits,
    ),
]
VariantOption = Annotated[
    str | None,
    typer.Option(
        "--variant",
        callback=not_empty,
        metavar="NAME",
        help="The payout table; else the league's.",
        autocompletion=complete.variants,
    ),
]
FirstDealerOption = Annotated[
    str | None,
    typer.Option(
        "--dealer",
        callback=not_empty,
        metavar="PLAYER",
        help="Who deals first; else the first named.",
        autocompletion=complete.players,
    ),
]
UnitValueOption = Annotated[
    str | None, typer.Option("--unit-value", callback=not_empty, metavar="MONEY", help="Money per unit: 0.50.")
]
CurrencyOption = Annotated[
    str | None, typer.Option("--currency", callback=not_empty, metavar="CODE", help="Three letters, as in EUR.")
]
UntilOption = Annotated[
    str | None,
    typer.Option(
        "--until",
        callback=not_empty,
        metavar="END",
        help="The agreed end: deals:20, units:15, won:3, taken:500, time:23:30; +round finishes it.",
    ),
]

# An edit
CallerOption = Annotated[
    str,
    typer.Option("--caller", callback=not_empty, metavar="PLAYER", help="Who called.", autocompletion=complete.seated),
]
BidOption = Annotated[
    str,
    typer.Option(
        "--bid", callback=not_empty, metavar="BID", help="What won the auction.", autocompletion=complete.bids
    ),
]
PartnerOption = Annotated[
    str,
    typer.Option(
        "--partner", callback=not_empty, metavar="PLAYER", help="A player, or solo.", autocompletion=complete.partners
    ),
]
DealtOption = Annotated[
    str,
    typer.Option("--dealer", callback=not_empty, metavar="PLAYER", help="Who dealt.", autocompletion=complete.seated),
]
RestedOption = Annotated[
    str, typer.Option("--out", callback=not_empty, metavar="PLAYER", help="Who rested.", autocompletion=complete.seated)
]

"""The options of the commands with many: the facts of a deal, of a new match, of an edit."""

from typing import Annotated

import typer

from scorer.cli import complete

CalledOption = Annotated[str | None, typer.Option("--called", metavar="CARD", help="The card called, as in '2 coins'.")]
SlamOption = Annotated[bool | None, typer.Option("--slam/--no-slam", help="One side took everything, or it did not.")]
DealerOption = Annotated[
    str,
    typer.Option(
        "--dealer", metavar="PLAYER", help="Who dealt, if not whose turn it was.", autocompletion=complete.seated
    ),
]
OutOption = Annotated[
    str, typer.Option("--out", metavar="PLAYER", help="Who rests, if not the dealer.", autocompletion=complete.seated)
]
TimesOption = Annotated[str, typer.Option("--times", metavar="N", help="What the deal counts, if not the carry.")]
BonusOption = Annotated[
    str, typer.Option("--bonus", metavar="BONUSES", help="What of the counts is bonuses, as in anna=40.")
]
MoreCardsOption = Annotated[
    str,
    typer.Option(
        "--more-cards",
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
        "--variant", metavar="NAME", help="The payout table; else the league's.", autocompletion=complete.variants
    ),
]
FirstDealerOption = Annotated[
    str | None,
    typer.Option(
        "--dealer", metavar="PLAYER", help="Who deals first; else the first named.", autocompletion=complete.players
    ),
]
UnitValueOption = Annotated[str | None, typer.Option("--unit-value", metavar="MONEY", help="Money per unit: 0.50.")]
CurrencyOption = Annotated[str | None, typer.Option("--currency", metavar="CODE", help="Three letters, as in EUR.")]
UntilOption = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="END",
        help="The agreed end: deals:20, units:15, won:3, taken:500, time:23:30; +round finishes it.",
    ),
]

# An edit
CallerOption = Annotated[
    str, typer.Option("--caller", metavar="PLAYER", help="Who called.", autocompletion=complete.seated)
]
BidOption = Annotated[
    str, typer.Option("--bid", metavar="BID", help="What won the auction.", autocompletion=complete.bids)
]
PartnerOption = Annotated[
    str, typer.Option("--partner", metavar="PLAYER", help="A player, or solo.", autocompletion=complete.partners)
]
DealtOption = Annotated[
    str, typer.Option("--dealer", metavar="PLAYER", help="Who dealt.", autocompletion=complete.seated)
]
RestedOption = Annotated[
    str, typer.Option("--out", metavar="PLAYER", help="Who rested.", autocompletion=complete.seated)
]

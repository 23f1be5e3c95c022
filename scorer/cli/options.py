"""The options of the commands with many: the facts of a deal, of a new match, of an edit."""

from typing import Annotated, Any, Final

import typer

from scorer.cli import complete
from scorer.cli.context import Settings, choose, is_typed, notice
from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.rules.errors import UnreadableError


def not_empty(ctx: typer.Context, param: typer.CallbackParam, value: Any) -> Any:
    """The value of an option, unless it was typed with nothing in it: then nobody knows what was meant."""
    empty = isinstance(value, str) and not value.strip() and not ctx.resilient_parsing
    if empty and is_typed(ctx, str(param.name)):
        raise UnreadableError(_("{option} is empty: say something behind it, or leave it out", option=param.opts[0]))
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


def day_meant(ctx: typer.Context, param: typer.CallbackParam, value: Any) -> Any:
    """The day of an option, not empty; one that can be two days is asked for, where somebody can answer."""
    typed, shared = not_empty(ctx, param, value), ctx.find_object(Settings)
    if typed and shared and shared.may_ask:
        from scorer.language.lists_numbers_dates import day as day_words
        from scorer.match.days import readings
        from scorer.match.names import shown

        if len(days := readings(typed)) > 1:
            notice(_("{option} {typed} can be two days:", option=param.opts[0], typed=shown(typed)))
            answers = {number: day_words(day) for number, day in enumerate(days, 1)}
            number = choose(_("Which day is meant (its number)"), answers)
            return f"{days[number - 1]}"
    return typed


def option(name: str, metavar: str, about: str, completed: Any = None, **more: Any) -> Any:
    """An option that takes text, which a shell completes as `completed` says."""
    return typer.Option(name, metavar=metavar, help=about, autocompletion=completed, **more)


def filled(name: str, metavar: str, about: str, completed: Any = None) -> Any:
    """An option that is not empty where it is typed."""
    return option(name, metavar, about, completed, callback=not_empty)


def day_option(name: str, about: str) -> Any:
    """An option that takes a day as people write it."""
    return option(name, "DATE", about, callback=day_meant)


def check_alone(**given: bool) -> None:
    """Raise RefusedError where two of these options are given: each shows, or sends, something else."""
    names = [f"--{name}" for name, is_given in given.items() if is_given]
    if len(names) > 1:
        template = N_("{option} and {other} do not go together: leave one of them out")
        raise RefusedError(_(template, option=names[0], other=names[1]))


def flag(name: str, about: str) -> Any:
    """An option that is there or not."""
    return typer.Option(name, help=about)


def argument(metavar: str, about: str, completed: Any = None, **more: Any) -> Any:
    """An argument, which a shell completes as `completed` says."""
    return typer.Argument(metavar=metavar, help=about, autocompletion=completed, **more)


# A deal
CalledOption = Annotated[str | None, option("--called", "CARD", "The card called, as in '2 coins'.")]
SlamOption = Annotated[bool | None, flag("--slam/--no-slam", "One side took everything, or it did not.")]
DealerOption = Annotated[str, filled("--dealer", "PLAYER", "Who dealt, if not whose turn it was.", complete.seated)]
OutOption = Annotated[str, filled("--out", "PLAYER", "Who rests, if not the dealer.", complete.seated)]
TimesOption = Annotated[str, filled("--times", "N", "What the deal counts, if not the carry.")]
BonusOption = Annotated[str, filled("--bonus", "BONUSES", "What of the counts is bonuses, as in anna=40.")]
_MORE_CARDS = "At equal counts, whose side has more cards; or nobody."
MoreCardsOption = Annotated[str, filled("--more-cards", "PLAYER", _MORE_CARDS, complete.seated)]
NoteOption = Annotated[str | None, option("--note", "TEXT", "Anything worth remembering.")]
MatchOption = Annotated[
    str,
    option(
        "--match",
        "MATCH",
        "The match meant, by number or name, or name and day.",
        complete.matches,
        callback=match_not_empty,
        envvar="SCORER_MATCH",
    ),
]
MatchArgument = Annotated[str, argument("MATCH", "By number or name; --match says it too.", complete.any_match)]
ReasonOption = Annotated[str, option("--reason", "TEXT", "Why; on a terminal it is asked for.", complete.reasons)]

# A new match
PlayersOption = Annotated[
    str | None,
    option(
        "--players",
        "NAMES",
        "Who sits down, in playing order; commas where a name has several words.",
        complete.who_sits,
    ),
]
VariantOption = Annotated[
    str | None, filled("--variant", "NAME", "The payout table; else the league's.", complete.variants)
]
FirstDealerOption = Annotated[
    str | None, filled("--dealer", "PLAYER", "Who deals first; else the first named.", complete.players)
]
UnitValueOption = Annotated[str | None, filled("--unit-value", "MONEY", "Money per unit: 0.50; none: no money.")]
CurrencyOption = Annotated[str | None, filled("--currency", "CODE", "Three letters, as in EUR.")]
ENDS: Final = ("deals:20", "units:15", "won:3", "taken:500", "paper:500", "time:23:30")
_UNTIL = f"The agreed end: {', '.join(ENDS)}; +round finishes it; none: no end."
UntilOption = Annotated[str | None, filled("--until", "END", _UNTIL, complete.one_of((*ENDS, "none")))]

# An edit
CallerOption = Annotated[str, filled("--caller", "PLAYER", "Who called.", complete.seated)]
BidOption = Annotated[str, filled("--bid", "BID", "What won the auction.", complete.bids)]
PartnerOption = Annotated[str, filled("--partner", "PLAYER", "A player, or solo.", complete.partners)]
_RESULT = "74, 74/46, 31+43, made or failed; 'anna 74'."
ResultOption = Annotated[str, option("--result", "RESULT", _RESULT, complete.results)]
DealtOption = Annotated[str, filled("--dealer", "PLAYER", "Who dealt.", complete.seated)]
RestedOption = Annotated[str, filled("--out", "PLAYER", "Who rested.", complete.seated)]

# A code for phones
_HOST = "codes: the name or address of this machine for phones; else its own."
HostOption = Annotated[str, option("--host", "HOST", _HOST)]
PortOption = Annotated[str, option("--port", "N", "codes: where scorer serve listens; else 8502.")]

# What is shown
FORMATS: Final = ("table", "csv", "json")
ForceOption = Annotated[bool, flag("--force", "Replace a file, or an export, that is there.")]
FormatOption = Annotated[str, option("--format", "FORMAT", "table, csv or json; else table.", complete.one_of(FORMATS))]

"""The options of the commands with many: the facts of a deal, of a new match."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from operator import attrgetter
from typing import Annotated, Any, Final, TypeVar

import typer

from scorer.cli import complete
from scorer.cli.context import Settings, choose, is_typed, notice
from scorer.errors import RefusedError
from scorer.exchange import FORMATS
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import day as day_words
from scorer.language.lists_numbers_dates import either
from scorer.match.deal_options import FACTS
from scorer.match.names import shown
from scorer.rules.ending import RACES
from scorer.rules.errors import UnreadableError

CommandFunction = TypeVar("CommandFunction", bound=Callable[..., None])


def not_empty(ctx: typer.Context, param: typer.CallbackParam, value: Any) -> Any:
    """The value of an option, unless it was typed with nothing in it: then nobody knows what was meant."""
    empty = isinstance(value, str) and not value.strip() and not ctx.resilient_parsing
    if empty and is_typed(ctx, str(param.name)):
        raise empty_option(param.opts[0])
    return value


def empty_option(name: str) -> UnreadableError:
    """The refusal of an option that was typed with nothing behind it."""
    return UnreadableError(_("{option} is empty: say something behind it, or leave it out", option=name))


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
    """The day of an option, not empty; one that can be two days is asked for, where somebody can answer.

    Where either number may be the month, the answer says it in words.
    """
    typed, shared = not_empty(ctx, param, value), ctx.find_object(Settings)
    if typed and shared:
        from scorer.match.days import may_begin_with_month, near_day, readings

        if near := near_day(typed, shared.today):
            return f"{near}"
        days = readings(typed)
        if len(days) == 1 and may_begin_with_month(typed):
            notice(_("{option} {typed} is {day}", option=param.opts[0], typed=shown(typed), day=day_words(days[0])))
        if len(days) > 1 and shared.may_ask:
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
        first, second, *_others = names
        raise RefusedError(
            _("{option} and {other} do not go together: leave one of them out", option=first, other=second)
        )


def goes_with(name: str, *others: str) -> RefusedError:
    """The refusal of an option that says something only beside one of these others."""
    return RefusedError(
        _("{option} goes with {others} alone: say that too, or leave it out", option=name, others=either(others))
    )


def flag(name: str, about: str) -> Any:
    """An option that is there or not."""
    return typer.Option(name, help=about)


def argument(metavar: str, about: str, completed: Any = None, **more: Any) -> Any:
    """An argument, which a shell completes as `completed` says."""
    return typer.Argument(metavar=metavar, help=about, autocompletion=completed, **more)


def fact_option(name: str, about: str = "new") -> Any:
    """The option of a fact of a deal, with its help for a new deal or a recorded one.

    An empty one is refused, but where that takes the fact away.
    """
    fact, spelled = FACTS[name], name.replace("_", "-")
    metavar = fact.metadata["metavar"]
    return option(
        f"--{spelled}" if metavar else f"--{spelled}/--no-{spelled}",
        metavar,
        fact.metadata[about],
        _COMPLETED.get(name, _COMPLETED.get(metavar)),
        callback=None if fact.default is None else not_empty,
    )


def with_facts(about: str) -> Callable[[CommandFunction], CommandFunction]:
    """Have a command take each fact of a deal that has this help as an option, before those of its own.

    They come as its `**words`.
    """
    options = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=fact.default,
            annotation=Annotated[fact.type, fact_option(name, about)],
        )
        for name, fact in FACTS.items()
        if fact.metadata.get(about)
    ]

    def spread(command: CommandFunction) -> CommandFunction:
        *own, _words = signature(command).parameters.values()
        parameters = sorted([*options, *own], key=attrgetter("kind"))  # arguments first
        command.__signature__ = Signature(parameters)  # type: ignore[attr-defined] # where typer looks
        return command

    return spread


# A deal
_COMPLETED: Final = {
    "partner": complete.partners,
    "PLAYER": complete.seated,
    "BID": complete.bids,
    "RESULT": complete.results,
}
CalledOption = Annotated[str | None, fact_option("called")]
DealerOption = Annotated[str, fact_option("dealer")]
OutOption = Annotated[str, fact_option("out")]
NoteOption = Annotated[str | None, fact_option("note")]
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
ENDS: Final = ("deals:20", *(f"{race}:{kind.usual[0]}" for race, kind in RACES.items()), "time:23:30")
_UNTIL = N_(
    "The agreed end: deals:20, units:15, won:3, taken:500, paper:500, time:23:30; +round finishes it; none: no end."
)
UntilOption = Annotated[str | None, filled("--until", "END", _UNTIL, complete.one_of((*ENDS, "none")))]

# A code for phones
_HOST = N_("codes: the name or address of this machine for phones; else its own.")
HostOption = Annotated[str, option("--host", "HOST", _HOST)]
PortOption = Annotated[str, option("--port", "N", "codes: where scorer serve listens; else 8502.")]

# What is shown
ForceOption = Annotated[bool, flag("--force", "Replace a file, or an export, that is there.")]
FormatOption = Annotated[str, option("--format", "FORMAT", "table, csv or json; else table.", complete.one_of(FORMATS))]

"""The options of the commands of statistics, selection and form, each declared once as typer wants them."""

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args

import typer

from scorer.cli import complete
from scorer.cli.options import ForceOption, FormatOption, argument, day_option, filled, flag, match_said, option
from scorer.cli.pictures import ImageOption
from scorer.exchange.statistics.options import Depth, parameter_name
from scorer.text.numbers import MEASURES, ORDERS

if TYPE_CHECKING:
    from scorer.stats.describe.commands import Command, Own

OPTIONS: Final[dict[str, Any]] = {
    "league": Annotated[
        str, option("--league", "NAME", "One league, by name or its beginning; else all.", complete.leagues)
    ],
    "season": Annotated[str, option("--season", "YEAR", "2026, or 2025/26: September to August.")],
    "first": Annotated[str, day_option("--from", "The first day, as in 2026-01-31 or 31/1/2026.")],
    "last": Annotated[str, day_option("--to", "The last day.")],
    "today": Annotated[bool, flag("--today", "Today; before six in the morning last evening too.")],
    "week": Annotated[bool, flag("--week", "This week, since Monday.")],
    "month": Annotated[bool, flag("--month", "This month, since the first.")],
    "variant": Annotated[str, option("--variant", "NAME", "Matches under this payout table.", complete.played)],
    "match": Annotated[
        str,
        option(
            "--match",
            "MATCH",
            "One match, by number or name.",
            complete.all_matches,
            callback=match_said,
            envvar="SCORER_MATCH",
        ),
    ],
    "measure": Annotated[
        str,
        option(
            "--measure",
            "MEASURE",
            "One table for several variants: base (units / stake), plain (units / times) or money.",
            complete.one_of(MEASURES),
        ),
    ],
    "min_deals": Annotated[str, option("--min-deals", "N", "Leave out who has fewer deals.")],
    "min_matches": Annotated[
        str, option("--min-matches", "N", "Leave out who has fewer matches, paper sheets included.")
    ],
    "order": Annotated[
        str,
        option(
            "--order",
            "ORDER",
            "By units, else per-deal (of who has ten deals or --min-deals) or per-match (three or --min-matches).",
            complete.one_of(ORDERS),
        ),
    ],
    "sure": Annotated[bool, flag("--sure", "How sure it is: errors, intervals, what chance alone does; every column.")],
    "legend": Annotated[bool, flag("--legend", "What every head means.")],
    "shape": FormatOption,
    "image": ImageOption,
    "force": ForceOption,
}


def takes(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command these OPTIONS behind its own ones; its argument `typed` gets what was typed."""

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        own = [parameter for name, parameter in signature(command).parameters.items() if name != "typed"]

        @wraps(command)
        def run(**given: Any) -> None:
            typed = {name: given.pop(name) for name in names}
            command(**given, typed=typed)

        return _signed(run, [*own, *(_parameter(name, OPTIONS[name]) for name in names)])

    return with_options


def asked_as(declared: "Command", body: Callable[..., None]) -> Callable[..., None]:
    """The command of a statistic, with the options that its file declares; its `body` gets what was typed."""

    def run(ctx: typer.Context, **typed: Any) -> None:
        body(ctx, declared, typed)

    run.__doc__ = declared.says
    parameters = [signature(run).parameters["ctx"]]
    for word in (*declared.alone, *declared.options, *(Depth._fields if declared.sure else ()), "format"):
        name, own = parameter_name(word), declared.own.get(word)
        kind = _own_kind(word, own) if own and own.says else OPTIONS[name]
        parameters.append(_parameter(name, kind, needed=own is not None and own.needed))
    return _signed(run, parameters)


def _own_kind(name: str, own: "Own") -> Any:
    """The type of an option that a command alone has, as typer wants it."""
    completed = None
    if own.completed:  # by a name of complete.py, or by that of a kind of rule files
        completed = getattr(complete, own.completed, None) or complete.of_files(own.completed)
    if own.positional:
        return Annotated[str | None, argument(own.metavar, own.says, completed)]
    if own.metavar == "DATE":
        return Annotated[str, day_option(f"--{name}", own.says)]
    if own.metavar:
        return Annotated[str, filled(f"--{name}", own.metavar, own.says, completed)]
    return Annotated[bool, flag(f"--{name}", own.says)]


def _parameter(name: str, kind: Any, *, needed: bool = False) -> Parameter:
    """A parameter with the default of its kind: False of a flag, else nothing; without one where it is `needed`."""
    default = Parameter.empty if needed else {bool: False, str: ""}.get(get_args(kind)[0])
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _signed(run: Callable[..., None], parameters: Sequence[Parameter]) -> Callable[..., None]:
    """A command with these parameters."""
    run.__signature__ = Signature([*parameters])  # type: ignore[attr-defined] # typer reads it, as anybody who asks
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run

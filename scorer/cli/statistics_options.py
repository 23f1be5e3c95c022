"""The options of the commands of statistics, selection and form, each declared once, read and applied."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, get_args

import typer

from scorer.cli import complete
from scorer.cli.options import FORMATS, ForceOption, FormatOption, argument, day_option, flag, match_said, option
from scorer.cli.pictures import ImageOption
from scorer.errors import NotFoundError, RefusedError
from scorer.language import ENGLISH, LANGUAGE, N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.evenings import evening_of
from scorer.stats.describe.commands import PERIODS
from scorer.text.numbers import MEASURES, ORDERS

if TYPE_CHECKING:
    from scorer.frames import Frames
    from scorer.scorebook.transaction import Transaction
    from scorer.stats.describe.commands import Command, Own

MOST_DEALS: Final = 1_000_000
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
DEPTH: Final = ("sure", "legend")
Typed = Mapping[str, Any]  # the options of a command by name, as typed; "" or False for what is not said


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
    for word in (*declared.alone, *declared.options, *(DEPTH if declared.sure else ()), "format"):
        name, own = parameter_name(word), declared.own.get(word)
        kind = _own_kind(word, own) if own and own.says else OPTIONS[name]
        parameters.append(_parameter(name, kind, needed=own is not None and own.needed))
    return _signed(run, parameters)


def parameter_name(option: str) -> str:
    """The name among OPTIONS, and of the parameter, of an option as it is said: `min_deals`."""
    return {"from": "first", "to": "last", "format": "shape"}.get(option, option.replace("-", "_"))


def _own_kind(name: str, own: "Own") -> Any:
    """The type of an option that a command alone has, as typer wants it."""
    completed = getattr(complete, own.completed, None)
    if own.positional:
        return Annotated[str | None, argument(own.metavar, own.says, completed)]
    if own.metavar == "DATE":
        return Annotated[str, day_option(f"--{name}", own.says)]
    if own.metavar:
        return Annotated[str, option(f"--{name}", own.metavar, own.says, completed)]
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


class Depth(NamedTuple):
    """How much a table tells: errors and chance to who asks how `sure` it is, and the `legend` of its heads."""

    sure: bool = False
    legend: bool = False


BRIEF: Final = Depth()


@dataclass(frozen=True)
class Asked:
    """The options, read. `min_deals` None for the statistic's own; `everything` when no match is left out."""

    league: str
    first: date | None
    last: date | None
    variant: str
    match: str
    measure: str
    min_deals: int | None
    min_matches: int | None
    order: str
    shape: str
    depth: Depth = BRIEF

    @property
    def everything(self) -> bool:
        """Whether all matches are meant."""
        return not (self.league or self.first or self.last or self.variant or self.match)


def read_options(typed: Typed, now: datetime) -> Asked:
    """Read the options; raises UnreadableError or RefusedError naming the option and what may be said.

    `now` is the moment that the options of today, this week and this month start from, with a zone.
    """
    from scorer.match.parsing import read_choice, read_within

    words = {name: typed.get(name, "") for name in OPTIONS}
    first, last = _read_days(words, now)
    measure, order, shape = (
        read_choice(words[name], option, among) if words[name].strip() else among[0]
        for name, option, among in (
            ("measure", "--measure", MEASURES), ("order", "--order", ORDERS), ("shape", "--format", FORMATS)
        )
    )  # fmt: skip
    depth = Depth(*(bool(words[name]) for name in DEPTH))
    check_of_table(shape, **depth._asdict())
    fewest, matches = words["min_deals"], words["min_matches"]
    return Asked(
        league=words["league"].strip(),
        first=first,
        last=last,
        variant=words["variant"].strip(),
        match=words["match"] if words["match"].strip() else "",
        measure=measure,
        min_deals=read_within(fewest, "--min-deals", 0, MOST_DEALS) if fewest.strip() else None,
        min_matches=read_within(matches, "--min-matches", 0, MOST_DEALS) if matches.strip() else None,
        order=order,
        shape=shape,
        depth=depth,
    )


def check_of_table(shape: str, **flags: bool) -> None:
    """Raise RefusedError for a flag that is of tables for people, given with another format."""
    for name in (name for name, given in flags.items() if given and shape != FORMATS[0]):
        which = N_("--{flag} is of the table; --format {format} has every column: leave one of them out")
        raise RefusedError(_(which, flag=name, format=shape))


def _read_days(words: Typed, now: datetime) -> tuple[date | None, date | None]:
    """The first and the last day that the options mean; None where there is no such end."""
    from scorer.match.days import read_season
    from scorer.match.parsing import read_date

    first, last = (
        read_date(words[name], option) if words[name].strip() else None
        for name, option in (("first", "--from"), ("last", "--to"))
    )
    if first and last and first > last:
        raise RefusedError(_("--from {first} is after --to {last}: no day lies between them", first=first, last=last))
    if words["season"].strip():
        days = [option for option, day in (("--from", first), ("--to", last)) if day]
        if given := [*days, *(f"--{name}" for name in PERIODS if words[name])]:
            which = N_("--season and {option} each say which days are meant: leave one of them out")
            raise RefusedError(_(which, option=given[0]))
        return read_season(words["season"])
    if periods := [f"--{name}" for name in PERIODS if words[name]]:
        days = [option for option, day in (("--from", first), ("--to", last)) if day]
        if more := [*periods[1:], *days]:
            which = N_("{options} each say which days are meant: leave out {superfluous}")
            raise RefusedError(_(which, options=listed([periods[0], *more]), superfluous=listed(more)))
        return _days(periods[0], now)
    return first, last


def _days(period: str, now: datetime) -> tuple[date, date]:
    """The first and the last day of today, this week since Monday, or this month; a night belongs to its evening."""
    here = now.astimezone()
    evening = evening_of(here)
    before = {"--today": 0, "--week": evening.weekday(), "--month": evening.day - 1}[period]
    return evening - timedelta(days=before), here.date()


@contextmanager
def language_of(shape: str) -> Iterator[None]:
    """The language of what is made for this format: CSV and JSON are English whatever the language in force."""
    if shape == FORMATS[0]:
        yield
        return
    token = LANGUAGE.set(ENGLISH)
    try:
        yield
    finally:
        LANGUAGE.reset(token)


def read_frames(transaction: "Transaction", asked: Asked) -> "tuple[Frames, str]":
    """The frames of what the options choose, and the name of the match where one is chosen.

    Raises NotFoundError for a league, a variant or a match that is not there.
    """
    from scorer import scorebook
    from scorer.frames import Selection, read

    match = scorebook.find_match(transaction, asked.match) if asked.match else None
    if match and asked.league and scorebook.find_league(transaction, asked.league).name != match.league:
        facts = {"match": match.name, "number": match.id, "league": match.league}
        raise NotFoundError(_("{match} (match {number}) was played in league {league}: leave out --league", **facts))
    match_id = match.id if match else None
    frames = read(transaction, Selection(asked.league, asked.first, asked.last, asked.variant, match_id))
    return frames, _("{match} (match {number})", match=match.name, number=match.id) if match else ""

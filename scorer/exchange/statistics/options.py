"""What a statistic is asked for: the options of its command, or the filters of its address, read."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple

from scorer.errors import RefusedError
from scorer.exchange import FORMATS, TABLE
from scorer.language import ENGLISH, LANGUAGE, N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.days import read_date, read_season
from scorer.match.evening_day import evening_of
from scorer.match.parsing import read_choice, read_within
from scorer.stats.describe.commands import PERIODS
from scorer.text.numbers import MEASURES, ORDERS

MOST_DEALS: Final = 1_000_000
TypedOptions = Mapping[str, Any]  # by the names of their parameters; what is not said is empty or not there


def parameter_name(option: str) -> str:
    """The name in what is typed of an option as it is said: `min_deals`."""
    return {"from": "first", "to": "last", "format": "shape"}.get(option, option.replace("-", "_"))


class Depth(NamedTuple):
    """How much a table tells: errors and chance to who asks how `sure` it is, and the `legend` of its heads."""

    sure: bool = False
    legend: bool = False


BRIEF: Final = Depth()


@dataclass(frozen=True)
class ReadOptions:
    """The typed options, read. `min_deals` None for the statistic's own; `everything` when no match is left out."""

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


def read_options(typed: TypedOptions, now: datetime) -> ReadOptions:
    """Read the options; raises UnreadableError or RefusedError naming the option and what may be said.

    `now` is the moment that the options of today, this week and this month start from, with a zone.
    """
    words = defaultdict(str, typed)
    first, last = _read_days(words, now)
    measure, order, shape = (
        read_choice(words[name], option, among) if words[name].strip() else among[0]
        for name, option, among in (
            ("measure", "--measure", MEASURES), ("order", "--order", ORDERS), ("shape", "--format", FORMATS)
        )
    )  # fmt: skip
    fewest, matches = words["min_deals"], words["min_matches"]
    return ReadOptions(
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
        depth=Depth(*(bool(words[name]) for name in Depth._fields)),
    )


def check_of_table(shape: str, **flags: bool) -> None:
    """Raise RefusedError for a flag that is of tables for people, given with this format."""
    for name in (name for name, given in flags.items() if given):
        which = N_("--{flag} is of the table; --format {format} has every column: leave one of them out")
        raise RefusedError(_(which, flag=name, format=shape))


def _read_days(words: TypedOptions, now: datetime) -> tuple[date | None, date | None]:
    """The first and the last day that the options mean; None where there is no such end."""
    first, last = (
        read_date(words[name], option) if words[name].strip() else None
        for name, option in (("first", "--from"), ("last", "--to"))
    )
    if first and last and first > last:
        raise RefusedError(_("--from {first} is after --to {last}: no day lies between them", first=first, last=last))
    ends = [option for option, day in (("--from", first), ("--to", last)) if day]
    periods = [f"--{name}" for name in PERIODS if words[name]]
    season = words["season"]
    if isinstance(season, str) and season.strip():  # a flag of that name chooses no days
        if given := [*ends, *periods]:
            which = N_("--season and {option} each say which days are meant: leave one of them out")
            raise RefusedError(_(which, option=given[0]))
        return read_season(season)
    if periods:
        if more := [*periods[1:], *ends]:
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
    if shape == TABLE:
        yield
        return
    token = LANGUAGE.set(ENGLISH)
    try:
        yield
    finally:
        LANGUAGE.reset(token)

"""Dates without a year, `3/10` or `3 ott`: that of the first is said, and turns where the order of rows turns it."""

from collections.abc import Callable, Sequence
from datetime import date
from itertools import accumulate, pairwise

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.match.days import is_to_come
from scorer.match.names import shown
from scorer.notebooks.date_order import LEAP_YEAR, settled_days, with_year
from scorer.notebooks.table import DAY_FIRST, DoubtfulTableError, TableReading, Wishes, in_words

_HALF_A_YEAR = 183
YEARS_LOOKED_AT, YEARS_PROPOSED = 10, 2


def with_years(cells: Sequence[tuple[str, str]], wishes: Wishes, say: Callable[[str], None]) -> list[str]:
    """The dates of a column with their years; they come with where they stand, and stand as they are where none lacks.

    Rows are taken to stand in the order of their days, forward or back. Raises DoubtfulTableError where the year is
    not said, RefusedError where rows against that order leave it open.
    """
    lacking = _without_year(cells, wishes)
    if not lacking:
        return [cell for _place, cell in cells]
    is_date = settled_days(cells, (DAY_FIRST, *wishes.dates))[0]
    if others := [cell for _place, cell in cells if cell in is_date]:
        place, cell, _day = lacking[0]
        template = N_("{where}: '{cell}' has no year, and '{other}' has: write the year in all of them")
        raise RefusedError(_(template, where=place, cell=shown(cell), other=others[0]))
    turned = list(accumulate(_turns(lacking), initial=0))
    if not wishes.year:
        raise _doubt(lacking, turned)
    first = int(wishes.year)
    says = [_("'{cell}' is of {year}", cell=shown(lacking[0][1]), year=first)]
    for at, (before, after) in enumerate(pairwise(turned), 1):
        if after != before:
            place, cell, _day = lacking[at]
            says.append(_("{where}: '{cell}' is of {year}", where=place, cell=shown(cell), year=first + after))
    say(_("dates without a year: {what}", what=", ".join(says)))
    years = iter(turned)
    places = {place for place, _cell, _day in lacking}
    return [with_year(cell, first + next(years)) if place in places else cell for place, cell in cells]


def _without_year(cells: Sequence[tuple[str, str]], wishes: Wishes) -> list[tuple[str, str, date]]:
    """The dates that lack their year, with where they stand and with their day in a leap year."""
    completed = [(place, with_year(cell, LEAP_YEAR)) for place, cell in cells]
    known = [(place, whole) for place, whole in completed if whole]
    try:
        days, _order = settled_days(known, wishes.dates)
    except DoubtfulTableError:  # of day and month, which is asked for once the year is known
        days, _order = settled_days(known, (DAY_FIRST, *wishes.dates))
    together = zip(cells, completed, strict=True)
    return [(place, cell, days[whole]) for (place, cell), (_place, whole) in together if whole in days]


def _turns(lacking: Sequence[tuple[str, str, date]]) -> list[int]:
    """By how many years each date stands behind the one above: 0, or 1 or -1 where the year turns."""
    steps = [(after[2] - before[2]).days for before, after in pairwise(lacking)]
    near = [step for step in steps if step and abs(step) <= _HALF_A_YEAR]
    down = sum(step < 0 for step in near)
    runs_down = 2 * down > len(near)
    against = [abs(step) <= _HALF_A_YEAR and (step > 0 if runs_down else step < 0) for step in steps]
    if not near:  # nothing shows which of them stands first
        against = [step != 0 for step in steps]
    if any(against):
        at = against.index(True)
        place, cell, _day = lacking[at + 1]
        template = N_(
            "{where}: '{cell}' below '{above}' may be of that year or of another: write the year in all of them"
        )
        raise RefusedError(_(template, where=place, cell=shown(cell), above=shown(lacking[at][1])))
    turns = (step > 0 if runs_down else step < 0 for step in steps)
    return [(-1 if runs_down else 1) if turn else 0 for turn in turns]


def _doubt(lacking: Sequence[tuple[str, str, date]], turned: Sequence[int]) -> DoubtfulTableError:
    """What has to be said: the year of the first, which is likely the last in which all of them have been."""
    place, cell, _day = lacking[0]
    days = [(day, turns) for (_place, _cell, day), turns in zip(lacking, turned, strict=True)]
    newest = date.today().year + 1  # noqa: DTZ011 - the day of whoever sits here
    years = [year for year in range(newest, newest - YEARS_LOOKED_AT, -1) if _have_been(days, year)]
    of_year = N_("it is of {year}")
    if turned[-1]:
        of_year = N_("it is of {year}, and the last, '{last}', of {last_year}")
    last = shown(lacking[-1][1])
    readings = [
        TableReading("year", str(year), _(of_year, year=year, last=last, last_year=year + turned[-1]))
        for year in years[:YEARS_PROPOSED]
    ]
    template = N_("{where}: '{cell}' has no year: {ways}: say which")
    return DoubtfulTableError(_(template, where=place, cell=shown(cell), ways=in_words(readings)), readings)


def _have_been(days: Sequence[tuple[date, int]], year: int) -> bool:
    """Whether all of these days have been, the first in this year and each so many years behind it."""
    try:
        return not any(is_to_come(day.replace(year=year + turns)) for day, turns in days)
    except ValueError:  # the 29th of February
        return False

"""How many evenings a season still has: as somebody says, until a day, or as many as a year would have."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final, Literal, NamedTuple

from scorer.frames import Frames
from scorer.language import ngettext
from scorer.language.lists_numbers_dates import short_day

USUAL_DAYS: Final = 7.0  # between evenings, until there are two
YEAR: Final = 365


class SeasonEnd(NamedTuple):
    """So many more `evenings`, `until` which day, and what says so: somebody the evenings or the day, or the year."""

    evenings: int
    until: date | None
    by: Literal["evenings", "day", "year"]


def season_end(frames: Frames, evenings: int | None = None, until: date | None = None) -> SeasonEnd:
    """The end of the season of these frames: until a day evenings come as often as until now, one alone once a week."""
    days = sorted({moment.date() for moment in frames.payouts["on"].unique()})
    if evenings is not None or not days:
        return SeasonEnd(evenings or 0, None, "evenings")
    first, last = days[0], days[-1]
    between = (last - first).days / (len(days) - 1) if first < last else USUAL_DAYS
    years = (last - first).days // YEAR + 1
    end = until or first + timedelta(days=years * YEAR - 1)
    return SeasonEnd(max(round((end - last).days / between), 1), end, "day" if until else "year")


def end_words(row: Mapping[str, Any]) -> str:
    """Until when a season is reckoned, by a row of its places."""
    count = row["evenings_left"]
    if row["ends_by"] == "evenings":
        return ngettext("After {count} more evening.", "After {count} more evenings.", count)
    day = short_day(row["until"])
    if row["ends_by"] == "day":
        return ngettext(
            "{count} more evening until {day}, as often as until now.",
            "{count} more evenings until {day}, as often as until now.",
            count,
            day=day,
        )
    return ngettext(
        "No end was said: a year from the first evening has {count} more until {day}, as often as until now.",
        "No end was said: a year from the first evening has {count} more until {day}, as often as until now.",
        count,
        day=day,
    )

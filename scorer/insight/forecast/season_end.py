"""How many evenings a season still has: as somebody says, until a day, or as many as a year would have."""

from datetime import date, timedelta
from typing import Final, NamedTuple

from scorer.frames import Frames
from scorer.language import ngettext
from scorer.language.lists_numbers_dates import number, short_day

USUAL_DAYS: Final = 7.0  # between evenings, until there are two
YEAR: Final = 365


class SeasonEnd(NamedTuple):
    """So many more `evenings`; where they were not said, until when, and how many days lie between two.

    Of a `habit` nobody said either.
    """

    evenings: int
    until: date | None = None
    days: float = 0.0
    habit: bool = False

    @property
    def words(self) -> str:
        """Until when a season is reckoned."""
        if self.until is None:
            return ngettext("After {count} more evening.", "After {count} more evenings.", self.evenings)
        facts = {"day": short_day(self.until), "days": number(self.days)}
        if self.habit:
            return ngettext(
                "No end was said: a year from the first evening ends on {day}, which leaves {count} evening at one "
                "in {days} days.",
                "No end was said: a year from the first evening ends on {day}, which leaves {count} evenings at one "
                "in {days} days.",
                self.evenings,
                **facts,
            )
        return ngettext(
            "{count} more evening until {day}, at one in {days} days.",
            "{count} more evenings until {day}, at one in {days} days.",
            self.evenings,
            **facts,
        )


def season_end(frames: Frames, evenings: int | None = None, until: date | None = None) -> SeasonEnd:
    """The end of the season of these frames: after so many `evenings`, `until` a day to come, else after a year."""
    if evenings is not None:
        return SeasonEnd(evenings)
    days = sorted({moment.date() for moment in frames.payouts["on"].unique()})
    first, last = days[0], days[-1]
    between = (last - first).days / (len(days) - 1) if first < last else USUAL_DAYS
    years = (last - first).days // YEAR + 1
    end = until or first + timedelta(days=years * YEAR - 1)
    left = max(round((end - last).days / between), 1)
    return SeasonEnd(left, end, between, habit=until is None)

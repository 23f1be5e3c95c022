"""The time of day of a line, in its date or in a column of its own: of which evening the line is, and when in it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from itertools import pairwise
from typing import Final

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.match.evening_day import NIGHT, evening_of
from scorer.match.names import shown
from scorer.notebooks.table import (
    AS_WRITTEN,
    CALENDAR,
    EVENING,
    HERE,
    DoubtfulTableError,
    Line,
    TableReading,
    Wishes,
    in_words,
)

TIME: Final = "time"  # the column, in our words
_CLOCK: Final = (
    r"(?P<hour>\d{1,2})[:.hH](?P<minute>[0-5]\d)(?:[:.](?P<second>[0-5]\d)(?:[.,]\d+)?)?"
    r"(?:\s*(?P<half>[aApP])\.?\s?[mM]\.?)?\s*(?P<zone>(?:UTC|GMT)?[+-]\d\d?(?::?\d\d)?|[zZ]|UTC|GMT|CEST|CET)?"
)
_BEHIND_A_DAY: Final = re.compile(rf"(?:[T,]\s*|\s+)(?:(?:ore|alle|h)\s+)?{_CLOCK}$", re.ASCII)
_ALONE: Final = re.compile(rf"(?:(?:ore|alle|h)\s+)?{_CLOCK}", re.ASCII | re.IGNORECASE)
_HOUR_ALONE: Final = re.compile(r"(?P<hour>\d{1,2})\s*h?", re.ASCII)
_FRACTION: Final = re.compile(r"(?:[2-6]\d{4}|0)?[.,](?P<part>\d{3,})|[2-6]\d{4}[.,](?P<short>\d{1,2})", re.ASCII)
_AHEAD: Final = re.compile(r"([+-])(\d\d?):?(\d\d)?$", re.ASCII)
_DAY: Final = timedelta(days=1)
_ANY_DAY: Final = date(2000, 1, 1)  # where an option says the day of all lines
_LATEST_HOUR, _NOON = 29, 12  # 25:30 is half past one of the same evening


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """How long after the midnight before a line was played, 25 hours for one that is written so; its zone, if any."""

    since_midnight: timedelta
    zone: tzinfo | None = None


def without_time(cell: str) -> str:
    """A date without the time of day behind it."""
    return _BEHIND_A_DAY.sub("", cell)


def begins_a_day(line: Line, before: str) -> bool:
    """Whether a line has another day than the cell `before`, and is not of the night behind that."""
    cell = line.cells["on"]
    at = time_in(line.cells.get(TIME, ""), alone=True) or time_in(cell)
    return _day_part(cell) != _day_part(before) and not (at and timedelta() < at.since_midnight < NIGHT)


def _day_part(cell: str) -> str:
    return re.split(r"[.,]", cell)[0] if _FRACTION.fullmatch(cell) else without_time(cell)


def time_in(cell: str, *, alone: bool = False) -> TimeOfDay | None:
    """The time of day in a date, or `alone` in a cell; None where there is none."""
    if part := _FRACTION.fullmatch(cell):
        seconds = round(float(f"0.{part['part'] or part['short']}") * _DAY.total_seconds())
        return TimeOfDay(timedelta(seconds=seconds))
    parts = (_ALONE.fullmatch(cell) or _HOUR_ALONE.fullmatch(cell)) if alone else _BEHIND_A_DAY.search(cell)
    if parts is None:
        return None
    said = parts.groupdict()
    hour = int(said["hour"])
    if half := said.get("half"):
        hour = hour % _NOON + _NOON * (half in "pP")
    if hour > _LATEST_HOUR:
        return None
    minutes = timedelta(minutes=int(said.get("minute") or 0), seconds=int(said.get("second") or 0))
    return TimeOfDay(timedelta(hours=hour) + minutes, _zone(said.get("zone") or ""))


def _zone(word: str) -> tzinfo | None:
    """The zone that a word says, as `Z`, `+02:00`, `GMT+2` and `CET`; None for no word."""
    parts = _AHEAD.search(word)
    if parts is None:
        hours = {"CET": 1, "CEST": 2}.get(word.upper(), 0)
        return timezone(timedelta(hours=hours)) if word else None
    ahead = timedelta(hours=int(parts[2]), minutes=int(parts[3] or 0))
    return timezone(ahead if parts[1] == "+" else -ahead)


@dataclass(slots=True)
class Timed:
    """A line with a time: its day as it is written, and the cell in which the time stands."""

    line: Line
    day: date
    at: TimeOfDay
    cell: str
    is_behind_day: bool

    def moment(self, zone: tzinfo | str | None = AS_WRITTEN) -> datetime:
        """When it was played, by a zone, None for that of this machine, or as it is written."""
        written = datetime.combine(self.day, time()) + self.at.since_midnight
        if self.at.zone is None or isinstance(zone, str):
            return written
        return written.replace(tzinfo=self.at.zone).astimezone(zone).replace(tzinfo=None)


class Clock:
    """Puts every line that has a time into its evening, and says what it did.

    `days` are the days of cells, `where` says where a line stands. Raises DoubtfulTableError for what may mean two
    evenings.
    """

    def __init__(self, wishes: Wishes, where: Callable[[Line], str], notice: Callable[[str], None]) -> None:
        self._wishes, self._where, self._notice = wishes, where, notice

    def set(self, lines: Sequence[Line], days: Mapping[str, date]) -> None:
        """Give each line its evening, in `on`, and its time in it; a line without a time keeps its day."""
        timed = [line_with_time for line in lines if (line_with_time := self._timed(line, days))]
        if not any(line.at.since_midnight or line.at.zone for line in timed):
            return  # each at midnight: a program wrote days so
        zone = self._zone(timed)
        moments = {line.line.number: line.moment(zone) for line in timed}
        by_clock = self._goes_by_clock(timed, moments)
        nights: dict[date, Line] = {}  # days of which a line is of the evening before
        for line in timed:
            moment = moments[line.line.number]
            evening = evening_of(moment) if by_clock or _is_late(line, moment) else moment.date()
            if "on" in line.line.cells:
                line.line.cells["on"] = evening.isoformat()
            since = moment - datetime.combine(evening, time())
            line.line.clock = int((since if since >= NIGHT else since + _DAY).total_seconds())
            if evening < line.day:
                nights[line.day] = line.line
        for untimed in lines:
            day = days.get(untimed.cells.get("on", ""))
            if untimed.clock is None and day in nights and not untimed.label:
                template = N_(
                    "{where}: there is no time, and {other}, of {day} too, is of the evening before: "
                    "write it down here too"
                )
                where, other = self._where(untimed), self._where(nights[day])
                raise RefusedError(_(template, where=where, other=other, day=day))

    def _timed(self, line: Line, days: Mapping[str, date]) -> Timed | None:
        """The line with its time, which stands in a column of its own, or behind its own day."""
        cell, in_date = line.cells.get(TIME, ""), line.cells.get("on", "")
        if line.label or (in_date and in_date not in days):
            return None
        day = days.get(in_date, _ANY_DAY)
        behind = time_in(in_date) if line.own_day and in_date else None
        alone = time_in(cell, alone=True)
        if cell and alone is None:
            template = N_("{where}: '{cell}' is no time of day: write it as 22:10")
            raise RefusedError(_(template, where=self._where(line), cell=shown(cell)))
        if alone and behind and behind.since_midnight:
            template = N_("{where}: there is a time in the date, and {cell} beside it")
            raise RefusedError(_(template, where=self._where(line), cell=shown(cell)))
        at = alone or behind
        return Timed(line, day, at, cell or in_date, alone is None) if at else None

    def _zone(self, timed: Sequence[Timed]) -> tzinfo | str | None:
        """The zone by which lines are read that have one; raises DoubtfulTableError where the evening hangs on it."""
        zoned = [line for line in timed if line.at.zone]
        wished = self._wishes.zone
        if not zoned or wished == AS_WRITTEN:
            return AS_WRITTEN
        zone = self._wishes.time_zone()
        first = zoned[0]
        here_now = first.moment(UTC).replace(tzinfo=UTC).astimezone()
        name = wished if zone else _("this computer ({zone})", zone=f"{here_now:%Z}")
        for line in zoned if not wished else ():
            here, written = evening_of(line.moment(zone)), evening_of(line.moment())
            if here != written:
                by_zone = _("the evening of {day} by the clock of {name}", day=here, name=name)
                as_written = _("that of {day} as it is written", day=written)
                readings = [TableReading("zone", HERE, by_zone), TableReading("zone", AS_WRITTEN, as_written)]
                template = N_("{where}: '{cell}' has a time zone, and is of {ways}: say which")
                facts = {"where": self._where(line.line), "cell": shown(line.cell), "ways": in_words(readings)}
                raise DoubtfulTableError(_(template, **facts), readings)
        moment = f"{first.moment(zone):%Y-%m-%d %H:%M}"
        template = N_("times with a zone are read by the clock of {name} (--zone says another): {cell} is {moment}")
        self._notice(_(template, name=name, cell=shown(first.cell), moment=moment))
        return zone

    def _goes_by_clock(self, timed: Sequence[Timed], moments: Mapping[int, datetime]) -> bool:
        """Whether days change at midnight; else a time after midnight stands under the day of its evening."""
        nights = [line for line in timed if not _is_late(line, at := moments[line.line.number]) and _is_night(at)]
        if not nights:
            return True
        first = nights[0]
        moment = moments[first.line.number]
        fits = {
            reading: _fits([_place(moments[line.line.number], line, by_clock=by_clock) for line in timed])
            for reading, by_clock in ((CALENDAR, True), (EVENING, False))
        }
        ways = {CALENDAR: evening_of(moment), EVENING: moment.date()}
        wished = next((word for word in (CALENDAR, EVENING) if word in self._wishes.dates), "")
        if any("on" not in line.line.cells or not line.line.own_day for line in nights):
            wished = EVENING
        if not wished and fits[CALENDAR] != fits[EVENING]:
            chosen = max(fits, key=lambda reading: fits[reading])
            wished = chosen if chosen == CALENDAR or not first.is_behind_day else ""
        elif not wished and first.is_behind_day:
            wished = CALENDAR
        if not wished:
            readings = [
                TableReading("dates", way, _("the evening of {day}", day=evening)) for way, evening in ways.items()
            ]
            template = N_("{where}: {time} under {day} is of {ways}: say which")
            facts = {"where": self._where(first.line), "time": f"{moment:%H:%M}", "day": moment.date()}
            raise DoubtfulTableError(_(template, **facts, ways=in_words(readings)), readings)
        if "on" in first.line.cells:
            template = N_("{time} under {day} is of the evening of {evening}")
            self._notice(_(template, time=f"{moment:%H:%M}", day=moment.date(), evening=ways[wished]))
        return wished == CALENDAR


def _is_night(moment: datetime) -> bool:
    return moment - datetime.combine(moment.date(), time()) < NIGHT


def _is_late(line: Timed, moment: datetime) -> bool:
    """Whether a line is written with an hour past midnight of its own evening, as 25:30."""
    return moment.date() > line.day and not line.at.zone


def _place(moment: datetime, line: Timed, *, by_clock: bool) -> tuple[date, datetime]:
    """The evening of a line and the moment in it, by one of the two ways to write a night."""
    late = by_clock or _is_late(line, moment) or not _is_night(moment)
    return (evening_of(moment), moment) if late else (moment.date(), moment + _DAY)


def _fits(places: Sequence[tuple[date, datetime]]) -> int:
    """How well a way to read nights fits: evenings begin before midnight, and lines run one way."""
    begun = {evening for evening, moment in places if moment.date() == evening}
    begin = all(evening in begun for evening, _moment in places)
    moments = [moment for _evening, moment in places]
    run = all(a <= b for a, b in pairwise(moments)) or all(a >= b for a, b in pairwise(moments))
    return 2 * begin + run


def by_clock(lines: Sequence[Line]) -> list[Line]:
    """The lines of each evening in the order of the clock where all of them have a time; all, where all lines have."""
    if is_timed(lines):
        return sorted(lines, key=lambda line: (line.cells.get("on", ""), line.clock or 0))
    places: dict[tuple[str, str], list[int]] = {}
    for at, line in enumerate(lines):
        places.setdefault(line.evening, []).append(at)
    ordered = list(lines)
    for ats in places.values():
        evening = [lines[at] for at in ats]
        if is_timed(evening):
            for at, line in zip(ats, sorted(evening, key=lambda line: line.clock or 0), strict=True):
                ordered[at] = line
    return ordered


def is_timed(lines: Sequence[Line]) -> bool:
    """Whether every line has a time of day."""
    return all(line.clock is not None for line in lines)

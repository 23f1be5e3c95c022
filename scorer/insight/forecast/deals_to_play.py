"""How much of a match a forecast plays: until its end, as it stands or as it stood at an earlier moment."""

from dataclasses import replace
from datetime import datetime
from math import floor
from typing import Final, Literal, NamedTuple

from scorer.match.deals_left import deals_left, deals_used_up, moment_of_bell, reached_end
from scorer.match.facts import Sitting
from scorer.match.sheet import Sheet
from scorer.rules.ending import RACES, Ending
from scorer.rules.kinds import PLAYED_OR_REDEALT

USUAL_MINUTES: Final = 7.0  # of a deal, until a match has a pace of its own
FASTEST: Final = 2.0  # minutes of a deal: what is written faster was played before
ENOUGH: Final = 3  # deals that show the pace


class Remaining(NamedTuple):
    """A match that ends after some deals or by a race: the ending of `sheet` has no bell.

    `by` names the origin of the end: "said" by the caller of `remaining`, "agreed", the "bell" (in deals of so many
    `minutes`), or, where nothing was agreed, one "round". `left` are the deals until then; None where only a race ends
    the match.
    """

    sheet: Sheet
    by: Literal["said", "agreed", "bell", "round"]
    left: int | None
    minutes: float = 0.0

    @property
    def over(self) -> bool:
        """Whether the end is there."""
        return self.by != "said" and is_over(self.sheet)


def is_over(sheet: Sheet) -> bool:
    """Whether a match whose end has no bell has reached it."""
    end = reached_end(sheet, sheet.match.started_at)
    return end is not None and not end.waits_for


def remaining(sheet: Sheet, now: datetime, deals: int | None = None) -> Remaining:
    """The end of an open match: after so many more `deals` where they are given, else as agreed.

    The pace of the match so far turns a bell into deals, the one that is being dealt included. Where nothing was agreed
    the end is one round away: everybody deals once more. A race that is not won stays the end, also with `deals` given.
    """
    ending, played = sheet.ending, deals_used_up(sheet)
    if deals is not None:
        given = replace(ending, deals=played + deals, bell=None, finish_round=False, play_on=False)
        if is_over(sheet):  # who plays on after a race is won does not play to that race again
            given = Ending(deals=played + deals, first=ending.judged_by)
        return Remaining(_ending(sheet, given), "said", deals)
    if ending.is_open:
        return Remaining(_ending(sheet, replace(ending, deals=played + len(sheet.seats))), "round", len(sheet.seats))
    bell = moment_of_bell(sheet, now)
    if bell is None:
        return Remaining(sheet, "agreed", deals_left(sheet))
    passed = (now - sheet.match.started_at).total_seconds() / 60
    pace = passed / played if played >= ENOUGH else 0.0
    minutes = pace if pace >= FASTEST else USUAL_MINUTES
    to_bell = 0 if now >= bell else floor((bell - now).total_seconds() / 60 / minutes) + 1
    agreed = deals_left(sheet)
    left = to_bell if agreed is None else min(to_bell, agreed)
    by: Literal["bell", "agreed"] = "bell" if left == to_bell else "agreed"
    return Remaining(_ending(sheet, replace(ending, deals=played + left, bell=None)), by, left, minutes)


def as_it_ended(sheet: Sheet) -> Sheet:
    """A finished match with the end that it had: the agreed race or deals where they were reached.

    Elsewhere it ended after as many deals as it has, whatever was agreed.
    """
    ending = sheet.ending
    end = reached_end(sheet, sheet.match.started_at)
    if end and not end.waits_for and end.by in {*RACES, "deals", "slam"}:
        return _ending(sheet, replace(ending, bell=None))
    return _ending(sheet, Ending(deals=deals_used_up(sheet), first=ending.judged_by))


def _ending(sheet: Sheet, ending: Ending) -> Sheet:
    return Sheet(replace(sheet.match, ending=ending), sheet.records)


def as_of(sheet: Sheet, records: int) -> Sheet:
    """A match as it was after so many of its records, with the table of the next deal."""
    sitting = replace(sheet.match.sitting, finished=False)
    following = next((record for record in sheet.records[records:] if record.kind in PLAYED_OR_REDEALT), None)
    if following:
        out = following.out if following.out != following.dealer else None
        sitting = Sitting(following.seats, following.dealer or following.seats[0], out)
    return Sheet(replace(sheet.match, sitting=sitting), sheet.records[:records])

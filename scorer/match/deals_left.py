"""What is left of a match: its end, whether it is reached and how far off it is, now or at an earlier moment."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from math import floor
from typing import Final, Literal, NamedTuple

from scorer.match.facts import Sitting
from scorer.match.sheet import Sheet
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.ending import RACES, End, Ending, uses_up_a_deal
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


def deals_left(sheet: Sheet) -> int | None:
    """Deals to play until the agreed number; None when none was agreed."""
    agreed = sheet.ending.deals
    return None if agreed is None else max(0, agreed - deals_used_up(sheet))


def deals_used_up(sheet: Sheet) -> int:
    """How many records count towards the agreed number of deals."""
    return sum(uses_up_a_deal(record.kind) for record in sheet.records)


def needed_to_win(sheet: Sheet) -> dict[str, int]:
    """How much each at the table still needs to win the race, the least first; empty without a race."""
    if (race := sheet.ending.race) is None:
        return {}
    by, agreed = race
    needs = {seat: agreed - has for seat in sheet.seats if agreed > (has := sheet.tallies[by][seat])}
    return dict(sorted(needs.items(), key=lambda need: need[1]))


def within_reach(sheet: Sheet) -> dict[str, int]:
    """The needs that the next deal can meet if it is a plain one: the lowest bid, made, solo where that pays more.

    A plain deal brings one deal won, or half of the card points in play.
    """
    needs, race = needed_to_win(sheet), sheet.ending.race
    if not needs or race is None:
        return {}
    rests = sheet.resting()
    plain = {"won": 1, "taken": TOTAL_CARD_POINTS // 2}.get(race[0])
    if plain is None:
        plain = sheet.match.variant.plain_win(len(sheet.seats) - (rests is not None)) * sheet.carry
    return {player: need for player, need in needs.items() if need <= plain and player != rests}


def has_end(sheet: Sheet) -> bool:
    """Whether the match can be over before somebody closes it: an end was agreed, or a slam wins it."""
    slam = sheet.match.variant.slam
    return not sheet.match.ending.is_open or bool(slam and slam.wins_match)


def reached_end(sheet: Sheet, now: datetime) -> End | None:
    """The agreed end, where it is reached; the match may wait for more. None while it is not, or where none is."""
    ending, played = sheet.ending, deals_used_up(sheet)
    if sheet.won_by_slam:
        return End("slam", 1, played, sheet.won_by_slam)
    if ending.is_open:
        return None
    bell_rung = (bell := moment_of_bell(sheet, now)) is not None and now >= bell
    round_open = ending.finish_round and _round_end(sheet) < len(sheet.records)
    if round_open:  # it may have been over when the last round ended; when the bell rang is not known
        then = Sheet(sheet.match, sheet.records[: _round_end(sheet)])
        past = ending.end(deals_used_up(then), then.tallies, sides=sheet.sides, bell_rung=False)
        if past and not past.waits_for:
            return replace(past, played=played)
    return ending.end(played, sheet.tallies, sides=sheet.sides, bell_rung=bell_rung, round_open=round_open)


def _round_end(sheet: Sheet) -> int:
    """How many of the records there were when the deal was last about to return to where it began."""
    first, ended, dealt, dealers, due = sheet.round_opener, 0, 0, set(), ""
    for at, record in enumerate(sheet.records, 1):
        if record.kind in PLAYED_OR_REDEALT:
            dealt += record.is_deal
            dealers.add(record.dealer)
            due = sheet.dealer_after(record)
        if dealt and first in dealers and due == first:
            ended = at
    return ended


def moment_of_bell(sheet: Sheet, now: datetime) -> datetime | None:
    """The moment of the agreed time of day, the first after the start, in the zone of `now`; None for none.

    A match that was written down on another day than its own counts as started at noon of its day.
    """
    if sheet.ending.bell is None:
        return None
    hour, minute = map(int, sheet.ending.bell.split(":"))
    started = sheet.match.started_at.astimezone(now.tzinfo)
    if started.date() != sheet.match.on:
        started = datetime.combine(sheet.match.on, time(12), started.tzinfo)
    bell = started.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return bell + timedelta(days=bell < started)


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

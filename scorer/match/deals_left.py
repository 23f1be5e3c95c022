"""What is left of a match: whether its agreed end is reached, and how far off it is."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from scorer.match.sheet import Sheet
from scorer.rules.ending import RACES, End
from scorer.rules.kinds import PLAYED_OR_REDEALT


def deals_left(sheet: Sheet) -> int | None:
    """Deals to play until the agreed number; None when none was agreed."""
    agreed = sheet.ending.deals
    return None if agreed is None else max(0, agreed - deals_used_up(sheet))


def deals_used_up(sheet: Sheet) -> int:
    """How many deals count towards the agreed number: each that was played, also an even one."""
    return len(sheet.deals)


def closed_early(sheet: Sheet) -> dict[str, Any]:
    """How early a match is closed, before what was agreed or before its round of deals was over; empty for any other.

    The facts are how many deals were `played` and `agreed`, or the `race`: what somebody had to reach, and how much of
    it. Of an agreed time of day nothing is kept: whether it has passed is not known here.
    """
    ending, played = sheet.ending, deals_used_up(sheet)
    if end := reached_end(sheet, sheet.match.started_at):  # when no bell has rung
        return {"played": played} if end.waits_for == "round" else {}
    if ending.deals and deals_left(sheet):
        return {"played": played, "agreed": ending.deals}
    return {"race": list(ending.race)} if ending.race and not ending.bell else {}


def needed_to_win(sheet: Sheet) -> dict[str, int]:
    """How much each at the table still needs to win the race, the least first; empty without a race."""
    if (race := sheet.ending.race) is None:
        return {}
    by, agreed = race
    needs = {seat: agreed - has for seat in sheet.seats if agreed > (has := sheet.tallies[by][seat])}
    return dict(sorted(needs.items(), key=lambda need: need[1]))


def within_reach(sheet: Sheet) -> dict[str, int]:
    """The needs that the next deal can meet if it is a plain one: the lowest bid, made, solo where that pays more.

    A plain deal brings one deal won, or half of the card points in play, on paper too.
    """
    needs, race = needed_to_win(sheet), sheet.ending.race
    if not needs or race is None:
        return {}
    rests = sheet.resting()
    plain = RACES[race[0]].plain
    if plain is None:
        plain = sheet.match.variant.plain_win(len(sheet.seats) - (rests is not None)) * sheet.carry
    return {player: need for player, need in needs.items() if need <= plain and player != rests}


def reached_end(sheet: Sheet, now: datetime) -> End | None:
    """The agreed end, where it is reached; the match may wait for more. None while it is not, or where none is."""
    ending, played = sheet.ending, deals_used_up(sheet)
    if sheet.won_by_slam:
        return End("slam", 1, played, sheet.won_by_slam)
    if ending.is_open:
        return None
    bell_rung = (bell := moment_of_bell(sheet, now)) is not None and now >= bell
    round_open = ending.finish_round and (ended := _round_end(sheet)) < len(sheet.records)
    if round_open:  # it may have been over when the last round ended; when the bell rang is not known
        then = Sheet(sheet.match, sheet.records[:ended])
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

"""How far a match is from its agreed end, and that it is reached."""

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import Any

from scorer.language import _, counts, ngettext
from scorer.language.lists_numbers_dates import either, listed
from scorer.match.deals_left import deals_left, moment_of_bell, needed_to_win, reached_end, within_reach
from scorer.match.sheet import Sheet
from scorer.rules.ending import RACES, End, Ending

LAST_MINUTES = 30  # before the agreed time of day they are counted


def left_words(sheet: Sheet, end: End | None, now: datetime) -> str:
    """How far off the agreed end is, or why it is reached and the match goes on; empty when none was agreed.

    `end` is that of the sheet at this moment.
    """
    if end is None:
        return _left(sheet, now)
    reached = _("the agreed deals are played") if end.by == "deals" else str(end)
    if end.waits_for == "round":
        return _("{reached}; the round of deals goes on to its end", reached=reached)
    if end.waits_for == "tie":
        return _("{reached}; it goes on while {players} share the lead", reached=reached, players=listed(end.leaders))
    return reached if end.by == "deals" else ""


def _left(sheet: Sheet, now: datetime) -> str:
    """How many deals, units and minutes are left of what was agreed."""
    left = [_("{deals} left", deals=counts.deals(more))] if (more := deals_left(sheet)) else []
    if race := _race_left(sheet):
        left.append(race)
    if bell := moment_of_bell(sheet, now):
        minutes = ceil((bell - now).total_seconds() / 60)
        time = f"{bell:%H:%M}"
        if minutes <= LAST_MINUTES:
            left.append(_("{minutes} until {time}", minutes=counts.minutes(minutes), time=time))
        else:
            left.append(_("until {time}", time=time))
    return "; ".join(left)


def ending_words(ending: Ending) -> str:
    """What was agreed: `no end`, `12 deals`, `first to 3 wins`, `20 deals or until 23:30`."""
    limits = []
    if ending.race and ending.race[0] == "won":
        limits.append(ngettext("first to {count} win", "first to {count} wins", ending.race[1]))
    elif ending.race:
        limits.append(_("first to {race}", race=race_words(*ending.race)))
    if ending.deals is not None:
        limits.append(counts.deals(ending.deals))
    if ending.bell:
        limits.append(_("until {time}", time=ending.bell))
    if not limits:
        return _("no end")
    return _("{end}, and the round to its end", end=either(limits)) if ending.finish_round else either(limits)


def race_words(by: str, agreed: float) -> str:
    """What a match is played to: `15 units`, `3 deals won`, `500 card points`, `500 on paper`."""
    if by == "won":
        return ngettext("{count} deal won", "{count} deals won", agreed)
    if by == "paper":
        return _("{count} on paper", count=agreed)
    return counts.card_points(agreed) if by == "taken" else counts.units(agreed)


def _race_left(sheet: Sheet) -> str:
    """How far the leader is from what the match is played to; empty where near_words says it."""
    race, needed = sheet.ending.race, needed_to_win(sheet)
    if race is None or not needed or within_reach(sheet):
        return ""
    least = min(needed.values())
    if least >= race[1]:  # nobody has won anything
        return _("played to {race}", race=race_words(*race))
    leaders = [player for player, need in needed.items() if need == least]
    facts = {"players": listed(leaders), "number": least, "race": race_words(*race)}
    return ngettext(
        "{players} needs {number} more for {race}", "{players} need {number} more for {race}", len(leaders), **facts
    )


def near_words(sheet: Sheet, end: End | None) -> str:
    """`Close to 15 units: Anna needs 3 more.`, of players who can have them after the next deal; else empty."""
    near, race = {} if end else within_reach(sheet), sheet.ending.race
    together = {side[0]: side for side in sheet.sides if len({near.get(player) for player in side}) == 1}
    partners = {player for side in together.values() for player in side[1:]}
    needs = []
    for player, need in near.items():
        players = together.get(player, (player,))
        if player not in partners:
            facts = {"players": listed(players), "number": need}
            needs.append(
                ngettext("{players} needs {number} more", "{players} need {number} more", len(players), **facts)
            )
    return _("Close to {race}: {needs}.", race=race_words(*race), needs=", ".join(needs)) if needs and race else ""


def over_words(sheet: Sheet, end: End | None) -> str:
    """That the agreed end is reached; empty while the match goes on. `end` is that of the sheet at this moment."""
    due = due_words(sheet, end)
    return _("The match is over: {reason}.", reason=due) if due else ""


def due_words(sheet: Sheet, end: End | None) -> str:
    """Why the match is over; empty while it goes on. Where a race was played on after it was won, who won it then."""
    if end is None or end.waits_for:
        return ""
    return (_played_on(sheet) if end.by in {*RACES, "slam"} else "") or str(end)


def _played_on(sheet: Sheet) -> str:
    """`Anna won 3 deals, and it was over after deal 7; all 12 deals count`, of a race played on; else empty."""
    played = [at for at, record in enumerate(sheet.records, 1) if record.is_deal]
    if len(played) < 2 or not _won_after(sheet, played[-2]):  # noqa: PLR2004
        return ""
    at, end = next((at, end) for at in played if (end := _won_after(sheet, at)))
    facts = {"reason": str(end), "number": sheet.records[at - 1].number, "deals": len(played)}
    return _("{reason}, and it was over after deal {number}; all {deals} deals count", **facts)


def _won_after(sheet: Sheet, records: int) -> End | None:
    """How the match was over after so many records, whatever the time was; None where it went on."""
    end = reached_end(Sheet(sheet.match, sheet.records[:records]), sheet.match.started_at)
    return end if end and not end.waits_for else None


def early_words(played: int = 0, agreed: int = 0, race: Sequence[Any] = ()) -> str:
    """`after 3 of 10 deals`, of a match that is closed early as `deals_left.closed_early` has it; empty for others."""
    if race:
        return _("before anybody had {race}", race=race_words(*race))
    if agreed:
        return _("after {number} of {deals}", number=played, deals=counts.deals(agreed))
    return _("after {deals}, before the end of the round of deals", deals=counts.deals(played)) if played else ""

"""How far a match is from its agreed end, and that it is reached."""

from datetime import datetime
from math import ceil

from scorer.language import counts
from scorer.language.forms import listed
from scorer.match.sheet import Sheet
from scorer.rules.ending import RACES, End
from scorer.text.sentences import counted, plural

LAST_MINUTES = 30  # before the agreed time of day they are counted


def left_words(sheet: Sheet, end: End | None, now: datetime) -> str:
    """How far off the agreed end is, or why it is reached and the match goes on; empty when none was agreed.

    `end` is that of the sheet at this moment.
    """
    if end is None:
        left = [f"{counts.deals(sheet.deals_left)} left"] if sheet.deals_left else []
        if race := _race_left(sheet):
            left.append(race)
        if bell := sheet.bell(now):
            minutes = ceil((bell - now).total_seconds() / 60)
            soon = f"{counts.minutes(minutes)} " if minutes <= LAST_MINUTES else ""
            left.append(f"{soon}until {bell:%H:%M}")
        return "; ".join(left)
    reached = "the agreed deals are played" if end.by == "deals" else str(end)
    if end.waits_for == "round":
        return f"{reached}; the round of deals goes on to its end"
    if end.waits_for == "tie":
        return f"{reached}; it goes on while {listed(end.leaders)} share the lead"
    return reached if end.by == "deals" else ""


def race_words(by: str, agreed: int) -> str:
    """What a match is played to: `15 units`, `3 deals won`, `500 card points`."""
    if by == "won":
        return f"{counts.deals(agreed)} won"
    return counted(agreed, "card point" if by == "taken" else "unit")


def _race_left(sheet: Sheet) -> str:
    """How far the leader is from what the match is played to; empty where near_words says it."""
    race, needed = sheet.ending.race, sheet.needed
    if race is None or not needed or sheet.within_reach:
        return ""
    least = min(needed.values())
    if least >= race[1]:  # nobody has won anything
        return f"played to {race_words(*race)}"
    leaders = [player for player, need in needed.items() if need == least]
    return f"{listed(leaders)} {plural(len(leaders), 'needs', 'need')} {least} more for {race_words(*race)}"


def near_words(sheet: Sheet, end: End | None) -> str:
    """`Close to 15 units: Anna needs 3 more.`, of who can have them after the next deal; else empty."""
    near = {} if end else sheet.within_reach
    together = {side[0]: side for side in sheet.sides if len({near.get(player) for player in side}) == 1}
    partners = {player for side in together.values() for player in side[1:]}
    needs = []
    for player, need in near.items():
        who = together.get(player, (player,))
        if player not in partners:
            needs.append(f"{listed(who)} {plural(len(who), 'needs', 'need')} {need} more")
    race = sheet.ending.race
    return f"Close to {race_words(*race)}: {', '.join(needs)}." if needs and race else ""


def over_words(sheet: Sheet, end: End | None) -> str:
    """That the agreed end is reached, and what to do then; empty while the match goes on.

    `end` is that of the sheet at this moment.
    """
    due = due_words(sheet, end)
    return f"The match is over: {due}. scorer settle says who pays whom, scorer finish closes it." if due else ""


def due_words(sheet: Sheet, end: End | None) -> str:
    """Why the match is over; empty while it goes on. Where a race was played on after it was won, who won it then."""
    if end is None or end.waits_for:
        return ""
    return (_played_on(sheet) if end.by in {*RACES, "slam"} else "") or str(end)


def _played_on(sheet: Sheet) -> str:
    """`Anna won 3 deals, and it was over after deal 7; all 12 deals count`, of a race played on; else empty."""
    deals = [at for at, record in enumerate(sheet.records, 1) if record.is_deal]
    if len(deals) < 2 or not _won_after(sheet, deals[-2]):  # noqa: PLR2004
        return ""
    at, end = next((at, end) for at in deals if (end := _won_after(sheet, at)))
    return f"{end}, and it was over after deal {sheet.records[at - 1].number}; all {len(deals)} deals count"


def _won_after(sheet: Sheet, records: int) -> End | None:
    """How the match was over after so many records, whatever the time was; None where it went on."""
    end = Sheet(sheet.match, sheet.records[:records]).end(sheet.match.started_at)
    return end if end and not end.waits_for else None


def early_words(sheet: Sheet) -> str:
    """`after 3 of 10 deals`, of a match that is closed before what was agreed, its round too; empty for any other.

    Of an agreed time of day nothing is said: whether it has passed is not known here.
    """
    ending, end = sheet.ending, sheet.end(sheet.match.started_at)  # when no bell has rung
    if end:
        before = "before the end of the round of deals"
        return f"after {counts.deals(len(sheet.deals))}, {before}" if end.waits_for == "round" else ""
    if ending.deals and sheet.deals_left:
        return f"after {len(sheet.deals)} of {counts.deals(ending.deals)}"
    return f"before anybody had {race_words(*ending.race)}" if ending.race and not ending.bell else ""

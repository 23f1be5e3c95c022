"""The story of a match in sentences: who leads, who led how long, where it turned, biggest deals, longest runs.

And the evening of one player: the place, what cost and what brought most, the calls.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from scorer.language import _, counts, ngettext
from scorer.language.lists_numbers_dates import listed, number, signed
from scorer.match.course import Course, PlayerCourse
from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.text.deals_left_words import race_words
from scorer.text.kind_words import record_name, record_number, since_record
from scorer.text.lead_words import Lead, lead_of, led_since_record

MOST_NAMED: Final = 3  # deals or runs in one sentence; where more are equal, none is worth a sentence


def match_lead(sheet: Sheet) -> Lead:
    """Who leads a match by what it is judged by, or won it."""
    tally = sheet.judged_by[0]
    order = {player: sheet.lead[player] for player in sheet.players}
    lead = lead_of(order, sheet.tallies[tally], partial(_lead_words, tally), number)
    one_side = any(set(lead.leaders) <= set(side) for side in sheet.sides)
    return lead._replace(one_side=one_side, is_over=sheet.match.sitting.finished and bool(sheet.records))


def _lead_words(tally: str, count: int) -> str:
    """What somebody leads with: `+13`, `3 deals`, `345 card points`, `345 on paper`."""
    if tally == "units":
        return signed(count)
    return counts.deals(count) if tally == "won" else race_words(tally, count)


def course_words(course: Course, sheet: Sheet) -> Iterator[str]:
    """The sentences; none of a match with a paper sheet, where nothing that is worth one happened."""
    if course.led and course.deals > 1:
        yield _led(course)
    if course.turning is not None and course.deals > 1:
        yield _turned(course, course.turning, sheet)
    if course.biggest and len(course.biggest) <= MOST_NAMED and len(course.biggest) < course.deals:
        yield _biggest(course)
    if course.runs and len(course.runs) <= MOST_NAMED:
        yield _runs(course)


def player_words(course: PlayerCourse, sheet: Sheet) -> Iterator[str]:
    """The evening of a player in sentences: what cost and what brought most, the end, the calls."""
    if moved := _moved(course):
        yield moved
    yield _ended(course, sheet)
    if course.called:
        facts = {"player": course.player, "deals": counts.deals(course.deals), "made": course.made}
        yield ngettext(
            "{player} called {count} of {deals} and made {made}.",
            "{player} called {count} of {deals} and made {made}.",
            course.called,
            **facts,
        )


def _ended(course: PlayerCourse, sheet: Sheet) -> str:
    """`Bruno ended with -4, in place 3 of 5 since deal 12.`; while the match goes on, `Bruno has -4, ...`.

    How much that is, is of what places go by.
    """
    tally = sheet.judged_by[0]
    units = _lead_words(tally, sheet.tallies[tally][course.player])
    facts = {"player": course.player, "units": units, "players": len(sheet.players), "place": course.place}
    words = _("in place {place} of {players}", **facts)
    if course.shared:
        words = _("sharing place {place} of {players}", **facts)
    if course.since:
        words = _("{place} since {record}", place=words, record=since_record(course.since))
    if sheet.match.sitting.finished:
        return _("{player} ended with {units}, {place}.", **facts | {"place": words})
    return _("{player} has {units}, {place}.", **facts | {"place": words})


def _moved(course: PlayerCourse) -> str:
    """`Deal 12 cost Bruno 5 units, deal 3 and deal 7 brought 4 units each.`; empty where nothing stands out."""
    facts = {"player": course.player}
    cost, brought = _some(course.worst), _some(course.best)
    lost, gained = _size(course.worst, course.lost), _size(course.best, course.gained)
    if cost and brought:
        both = {"worst": cost, "lost": lost, "best": brought, "gained": gained}
        return _beginning(_("{worst} cost {player} {lost}, {best} brought {gained}.", **facts, **both))
    if cost:
        return _beginning(_("{records} cost {player} {units}.", **facts, records=cost, units=lost))
    return brought and _beginning(_("{records} brought {player} {units}.", **facts, records=brought, units=gained))


def _some(records: Sequence[Record]) -> str:
    """`deal 3 and deal 7`; empty where there are none or too many."""
    return listed([record_name(record) for record in records]) if len(records) <= MOST_NAMED else ""


def _size(records: Sequence[Record], units: int) -> str:
    """`4 units`, `4 units each`."""
    return counts.units(units) if len(records) == 1 else _("{units} each", units=counts.units(units))


def _beginning(sentence: str) -> str:
    """A sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def _led(course: Course) -> str:
    """Who led after how many deals: `Anna led after 5 of 9 deals, Bruno after 3; the lead changed twice.`."""
    (first, most), *others = course.led.items()
    if most == course.deals:
        return _("{players} led after every one of the {deals} deals.", players=listed(first), deals=course.deals)
    facts = {"players": listed(first), "number": most, "deals": counts.deals(course.deals)}
    led = [_("{players} led after {number} of {deals}", **facts)]
    led += [_("{players} after {number}", players=listed(players), number=deals) for players, deals in others]
    words = ", ".join(led)
    if course.shared:
        words = _("{led}; after {number} the lead was shared", led=words, number=course.shared)
    if course.changes:
        return _("{led}; the lead changed {times}.", led=words, times=times(course.changes))
    return f"{words}."


def times(number: int) -> str:
    """`once`, `twice`, `3 times`."""
    if number in (1, 2):
        return _("once") if number == 1 else _("twice")
    return ngettext("{count} time", "{count} times", number)


def _turned(course: Course, turning: Record, sheet: Sheet) -> str:
    """From which record on the leader led alone to the end, or to now."""
    fields = {"players": listed(course.leaders), "record": record_name(turning)}
    if not sheet.match.sitting.finished:
        return led_since_record(course.leaders, turning)
    if turning == sheet.records[0]:
        return _("{players} led from {record} to the end.", **fields)
    if turning != sheet.records[-1]:
        return _("{players} took the lead for good with {record}.", **fields)
    if course.led.get(course.leaders, 0) > turning.is_deal:  # led alone some time before
        return _("{players} took the lead for good only with the last record, {record}.", **fields)
    return _("{players} took the lead only at the end, with {record}.", **fields)


def _biggest(course: Course) -> str:
    units = counts.units(course.units)
    if course.biggest == (course.turning,):
        return _("That was the biggest deal too: {units} changed hands.", units=units)
    if len(course.biggest) == 1:
        return _("The biggest deal was {number}: {units}.", number=record_number(course.biggest[0].number), units=units)
    numbers = listed([record_number(record.number) for record in course.biggest])
    return _("The biggest deals were {numbers}: {units} each.", numbers=numbers, units=units)


def _runs(course: Course) -> str:
    deals, runs = counts.deals(course.runs[0].deals), []
    for run in course.runs:
        first, last = map(record_number, (run.first, run.last))
        if len(course.runs) == 1:
            facts = {"players": listed(run.players), "deals": deals, "first": first, "last": last}
            return _("{players} won {deals} in a row, {first} to {last}.", **facts)
        runs.append(_("{players} ({first} to {last})", players=listed(run.players), first=first, last=last))
    return _("The longest runs, {deals} won in a row: {runs}.", deals=deals, runs=", ".join(runs))

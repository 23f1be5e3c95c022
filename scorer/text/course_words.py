"""The story of a match in sentences: who leads, who led how long, where it turned, biggest deals, longest runs."""

from collections.abc import Iterator
from typing import Final

from scorer.language import counts
from scorer.language.forms import listed, signed
from scorer.match.course import Course
from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.text.sentences import counted, plural, record_sentence

MOST_NAMED: Final = 3  # deals or runs that are told beside each other; more are alike and tell nothing


def lead_words(sheet: Sheet) -> str:
    """`Adele won with +38, then Furio +25.`: who leads by what the match is judged by, and who is next; or who ties."""
    order: dict[tuple[int, ...], list[str]] = {}
    for player in sorted(sheet.lead, key=sheet.lead.__getitem__, reverse=True):
        order.setdefault(sheet.lead[player], []).append(player)
    first, *others = order.values()
    if not sheet.records or not others:
        return "Everybody ended level." if sheet.records and sheet.match.sitting.finished else "Nobody is ahead."
    over, has = sheet.match.sitting.finished, _has(sheet, first[0], in_full=True)
    if len(first) > 1 and not any(set(first) <= set(side) for side in sheet.sides):
        return f"{listed(first)} {'ended level' if over else 'share the lead'} with {has}."
    does = "won" if over else plural(len(first), "leads", "lead")
    return f"{listed(first)} {does} with {has}, then {listed(others[0])} {_has(sheet, others[0][0])}."


def _has(sheet: Sheet, player: str, *, in_full: bool = False) -> str:
    """What somebody has of what the match is judged by: `+13`, or `3`, `in_full` `3 deals` or `345 card points`."""
    by = sheet.judged_by[0]
    number = sheet.tallies[by][player]
    if by == "units":
        return signed(number)
    return counted(number, "deal" if by == "won" else "card point") if in_full else str(number)


def record_name(record: Record) -> str:
    """`deal 12`, `penalty 17`: a record by its kind and number, a redeal by the word of its own."""
    return f"{record.kind} {record.number}"


def course_words(course: Course, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The sentences, each with a word for what it tells; none of a match of which nothing can be told."""
    if course.led and course.deals > 1:
        yield "lead", _led(course)
    if course.turning is not None and course.deals > 1:
        yield "turn", _turned(course, course.turning, sheet)
    if course.biggest and len(course.biggest) <= MOST_NAMED and len(course.biggest) < course.deals:
        yield "biggest", _biggest(course, sheet)
    if course.runs and len(course.runs) <= MOST_NAMED:
        yield "run", _runs(course)


def _led(course: Course) -> str:
    (first, most), *others = course.led.items()
    if most == course.deals:
        return f"{listed(first)} led after every one of the {course.deals} deals."
    words = [f"{listed(first)} led after {most} of {counts.deals(course.deals)}"]
    words += [f"{listed(who)} after {deals}" for who, deals in others]
    shared = f"; after {course.shared} the lead was shared" if course.shared else ""
    changed = f" The lead changed {times(course.changes)}." if course.changes else ""
    return f"{', '.join(words)}{shared}.{changed}"


def times(number: int) -> str:
    """`once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _turned(course: Course, turning: Record, sheet: Sheet) -> str:
    """From which record on the leader led alone to the end, or to now."""
    who, name = listed(course.leaders), record_name(turning)
    has_led = f"{who} {plural(len(course.leaders), 'has', 'have')} led since {name}"
    happened = record_sentence(turning, sheet.match.variant)
    if not sheet.match.sitting.finished and turning != sheet.records[0]:
        return f"{has_led}, the last." if turning == sheet.records[-1] else f"{has_led}: {happened}."
    if not sheet.match.sitting.finished:
        return f"{has_led}, the first."
    if turning == sheet.records[0]:
        return f"{who} led from {name} to the end."
    if turning != sheet.records[-1]:
        return f"{who} took the lead for good with {name}: {happened}."
    before = course.led.get(course.leaders, 0) > turning.is_deal  # led alone some time before
    when = "for good only with the last record," if before else "only at the end, with"
    return f"{who} took the lead {when} {name}: {happened}."


def _biggest(course: Course, sheet: Sheet) -> str:
    if course.biggest == (course.turning,):
        return f"That was the biggest deal too: {counts.units(course.units)} changed hands."
    if len(course.biggest) == 1:
        (record,) = course.biggest
        happened = record_sentence(record, sheet.match.variant)
        return f"The biggest deal was {record.number}, {counts.units(course.units)}: {happened}."
    numbers = listed([str(record.number) for record in course.biggest])
    return f"The biggest deals were {numbers}: {counts.units(course.units)} each."


def _runs(course: Course) -> str:
    deals = counts.deals(course.runs[0].deals)
    if len(course.runs) == 1:
        (run,) = course.runs
        return f"The longest run: {listed(run.players)} won {deals} in a row, {run.first} to {run.last}."
    said = [f"{listed(run.players)} ({run.first} to {run.last})" for run in course.runs]
    return f"The longest runs, {deals} won in a row: {', '.join(said)}."

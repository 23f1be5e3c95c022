"""The story of a match in sentences: who leads, who led how long, where it turned, biggest deals, longest runs.

And the evening of one player: the place, what brought and what cost most, the calls.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scorer.language import _, counts, ngettext
from scorer.language.lists_numbers_dates import listed, signed
from scorer.match.course import Course, PlayerCourse
from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.text.kind_words import record_name, record_title
from scorer.text.sentences import record_sentence

MOST_NAMED: Final = 3  # deals or runs in one sentence; where more are equal, none is worth a sentence


def lead_words(sheet: Sheet) -> str:
    """`Adele won with +38, then Furio +25.`: who leads by what the match is judged by, and who is next; or who ties."""
    order: dict[tuple[int, ...], list[str]] = {}
    for player in sorted(sheet.lead, key=sheet.lead.__getitem__, reverse=True):
        order.setdefault(sheet.lead[player], []).append(player)
    first, *behind = order.values()
    over = sheet.match.sitting.finished
    if not sheet.records or not behind:
        return _("Everybody ended level.") if sheet.records and over else _("Nobody is ahead.")
    facts = {"players": listed(first), "total": _lead_total(sheet, first[0])}
    if len(first) > 1 and not any(set(first) <= set(side) for side in sheet.sides):
        if over:
            return _("{players} ended level with {total}.", **facts)
        return _("{players} share the lead with {total}.", **facts)
    facts["second"] = f"{listed(behind[0])} {_lead_figure(sheet, behind[0][0])}"
    if over:
        return _("{players} won with {total}, then {second}.", **facts)
    return ngettext(
        "{players} leads with {total}, then {second}.",
        "{players} lead with {total}, then {second}.",
        len(first),
        **facts,
    )


def _lead_figure(sheet: Sheet, player: str) -> str:
    """What a player has of what the match is judged by: units with their sign, `+13`; deals won or card points, `3`."""
    tally = sheet.judged_by[0]
    number = sheet.tallies[tally][player]
    return signed(number) if tally == "units" else str(number)


def _lead_total(sheet: Sheet, player: str) -> str:
    """The same with what it counts: `+13`, `3 deals`, `345 card points`."""
    tally = sheet.judged_by[0]
    number = sheet.tallies[tally][player]
    if tally == "units":
        return signed(number)
    return counts.deals(number) if tally == "won" else counts.card_points(number)


def course_words(course: Course, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The sentences, each with a word for its subject; none of a match with a paper sheet."""
    if course.led and course.deals > 1:
        yield _("lead"), _led(course)
    if course.turning is not None and course.deals > 1:
        yield _("turn"), _turned(course, course.turning, sheet)
    if course.biggest and len(course.biggest) <= MOST_NAMED and len(course.biggest) < course.deals:
        yield _("biggest"), _biggest(course, sheet)
    if course.runs and len(course.runs) <= MOST_NAMED:
        yield _("run"), _runs(course)


def player_words(course: PlayerCourse, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The evening of a player in sentences, each with a word for its subject."""
    yield _("result"), _ended(course, sheet)
    for label, records, units in (
        (_("best"), course.best, course.gained),
        (_("worst"), course.worst, -course.lost),
    ):
        if records and len(records) <= MOST_NAMED:
            yield label, _moved(course.player, records, units, sheet)
    if course.called:
        facts = {"player": course.player, "deals": counts.deals(course.deals), "made": course.made}
        yield (
            _("calls"),
            ngettext(
                "{player} called {count} of {deals} and made {made}.",
                "{player} called {count} of {deals} and made {made}.",
                course.called,
                **facts,
            ),
        )


def _ended(course: PlayerCourse, sheet: Sheet) -> str:
    """`Bruno ended with -4, in place 3 of 5.`; while the match goes on, `Bruno has -4, ...`."""
    facts = {"player": course.player, "units": signed(course.units), "place": course.place}
    facts["players"] = len(sheet.players)
    if sheet.match.sitting.finished:
        if course.shared:
            return _("{player} ended with {units}, sharing place {place} of {players}.", **facts)
        return _("{player} ended with {units}, in place {place} of {players}.", **facts)
    if course.shared:
        return _("{player} has {units}, sharing place {place} of {players}.", **facts)
    return _("{player} has {units}, in place {place} of {players}.", **facts)


def _moved(player: str, records: Sequence[Record], units: int, sheet: Sheet) -> str:
    """`Deal 12 cost Bruno 5 units: ...`, `Deal 3 and deal 7 brought Bruno 4 units each.`."""
    first, *others = records
    facts = {"player": player, "units": counts.units(abs(units))}
    facts["records"] = listed([record_title(first), *map(record_name, others)])
    if others:
        if units > 0:
            return _("{records} brought {player} {units} each.", **facts)
        return _("{records} cost {player} {units} each.", **facts)
    happened = record_sentence(first, sheet.match.variant)
    if units > 0:
        return _("{records} brought {player} {units}: {happened}.", **facts, happened=happened)
    return _("{records} cost {player} {units}: {happened}.", **facts, happened=happened)


def _led(course: Course) -> str:
    """Who led after how many deals: `Anna led after 5 of 9 deals, Bruno after 3. The lead changed twice.`."""
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
        return _("{led}. The lead changed {times}.", led=words, times=times(course.changes))
    return f"{words}."


def times(number: int) -> str:
    """`once`, `twice`, `3 times`."""
    if number in (1, 2):
        return _("once") if number == 1 else _("twice")
    return ngettext("{count} time", "{count} times", number)


def _turned(course: Course, turning: Record, sheet: Sheet) -> str:
    """From which record on the leader led alone to the end, or to now."""
    fields = {
        "players": listed(course.leaders),
        "record": record_name(turning),
        "happened": record_sentence(turning, sheet.match.variant),
    }
    if not sheet.match.sitting.finished:
        return _leads_since(sheet, turning, len(course.leaders), fields)
    if turning == sheet.records[0]:
        return _("{players} led from {record} to the end.", **fields)
    if turning != sheet.records[-1]:
        return _("{players} took the lead for good with {record}: {happened}.", **fields)
    if course.led.get(course.leaders, 0) > turning.is_deal:  # led alone some time before
        return _("{players} took the lead for good only with the last record, {record}: {happened}.", **fields)
    return _("{players} took the lead only at the end, with {record}: {happened}.", **fields)


def _leads_since(sheet: Sheet, turning: Record, leaders: int, fields: Mapping[str, str]) -> str:
    """Since which record so many leaders have led, while the match goes on."""
    if turning == sheet.records[0]:
        return ngettext(
            "{players} has led since {record}, the first.",
            "{players} have led since {record}, the first.",
            leaders,
            **fields,
        )
    if turning == sheet.records[-1]:
        return ngettext(
            "{players} has led since {record}, the last.",
            "{players} have led since {record}, the last.",
            leaders,
            **fields,
        )
    return ngettext(
        "{players} has led since {record}: {happened}.",
        "{players} have led since {record}: {happened}.",
        leaders,
        **fields,
    )


def _biggest(course: Course, sheet: Sheet) -> str:
    units = counts.units(course.units)
    if course.biggest == (course.turning,):
        return _("That was the biggest deal too: {units} changed hands.", units=units)
    if len(course.biggest) == 1:
        (record,) = course.biggest
        happened = record_sentence(record, sheet.match.variant)
        return _(
            "The biggest deal was {number}, {units}: {happened}.", number=record.number, units=units, happened=happened
        )
    numbers = listed([str(record.number) for record in course.biggest])
    return _("The biggest deals were {numbers}: {units} each.", numbers=numbers, units=units)


def _runs(course: Course) -> str:
    deals = counts.deals(course.runs[0].deals)
    if len(course.runs) == 1:
        (run,) = course.runs
        facts = {"players": listed(run.players), "deals": deals, "first": run.first, "last": run.last}
        return _("The longest run: {players} won {deals} in a row, {first} to {last}.", **facts)
    runs = [
        _("{players} ({first} to {last})", players=listed(run.players), first=run.first, last=run.last)
        for run in course.runs
    ]
    return _("The longest runs, {deals} won in a row: {runs}.", deals=deals, runs=", ".join(runs))

"""Deals that were somebody else's: what was written as one player's is put to who was really there.

A record is never changed: it is struck out and written again, with its number, times and note. Whoever is put to each
other's records in one match is exchanged. From a deal on, or the whole match, this concerns who sits there now too.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scorer.errors import NoReasonError, RefusedError
from scorer.language import counts
from scorer.language.forms import listed, signed
from scorer.match.facts import Match, Record, Sitting
from scorer.match.names import find, fold, meant_by, plays_alone, shown
from scorer.match.parsing import clean_note
from scorer.match.sheet import Sheet
from scorer.rules.errors import Notice
from scorer.scorebook import rows
from scorer.scorebook.changes import write
from scorer.scorebook.corrections import read_record_number, reason_missing
from scorer.scorebook.finding import lock, sheet_of
from scorer.scorebook.seats import known_or_new, meant_players
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import REASSIGN

People = Mapping[str, str]  # who was there really, by who is written


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers from which and to which records are put to others; None where there is no such end."""

    first: int | None = None
    last: int | None = None

    def holds(self, number: int) -> bool:
        """Whether a record of this number is meant."""
        return (self.first is None or self.first <= number) and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True)
class Change:
    """One match before it is put right and after, with its `records` old and new.

    `left`: who sits there now is left as it is, though one of them was written wrongly: they have changed seats since.
    """

    before: Sheet
    after: Sheet
    records: tuple[tuple[Record, Record], ...]
    people: People
    left: bool = False

    @property
    def match(self) -> Match:
        """The match as it was."""
        return self.before.match

    def written(self, transaction: Transaction, step: int) -> "Change":
        """The same, written in the name of `step`."""
        return replace(self, after=write(transaction, self.before, self.after, step))


@dataclass(frozen=True, slots=True)
class Reassigned:
    """What was put to others: its matches, what was done in words, and what there is to say of the names."""

    changes: tuple[Change, ...]
    what: str
    notices: tuple[Notice, ...] = ()


def read_span(first: str, last: str) -> Span:
    """Read from which record to which, with no words for no such end; raises ScorerError."""
    span = Span(*(read_record_number(text) if text.strip() else None for text in (first, last)))
    if span.first and span.last and span.first > span.last:
        raise RefusedError(f"--from {span.first} comes after --to {span.last}")
    return span


def read_people(transaction: Transaction, text: str, written: Sequence[str]) -> People:
    """Read `Anna=Bruno`: what is written as Anna's was Bruno's; `written` are the players of the match.

    Raises RefusedError where it says no such thing, or one player twice, NotFoundError for who is not in the match.
    """
    people: dict[str, str] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        typed, equals, really = (word.strip() for word in part.partition("="))
        if not (typed and equals and really) or "=" in really or ";" in really:
            how = 'say who is written and who it was, as in "Anna=Bruno"'
            raise RefusedError(f"'{shown(part)}' does not say whose deals they were: {how}")
        if plays_alone(really):
            raise RefusedError(f"'{shown(really)}' is not a player")
        old = find(typed, written, "in this match")
        there = meant_by(really, written)
        new = there[0] if len(there) == 1 else meant_players(transaction, [really]).players[0]
        if fold(old) == fold(new):
            raise RefusedError(f"{old} is written there already: nothing changes")
        if old in people or fold(new) in map(fold, people.values()):
            raise RefusedError(f"{old if old in people else new} is named twice")
        people[old] = new
    if not people:
        raise RefusedError('say who is written and who it was, as in "Anna=Bruno"')
    return people


def both_ways(people: People, records: Sequence[Record]) -> People:
    """The same, and the other way round where one pair is named and one record has both: they are exchanged."""
    if len(people) > 1:
        return people
    ((old, new),) = people.items()
    both = any({old, new} <= set(record.seats) for record in records)
    return {old: new, new: old} if both else people


def change_of(sheet: Sheet, people: People, span: Span) -> Change:
    """A match as it is when its records are put to these people; raises RefusedError where somebody would sit twice."""
    meant = [record for record in sheet.records if span.holds(record.number)]
    people = both_ways(people, meant)
    records = tuple((old, put_to(old, people)) for old in meant if people.keys() & set(old.seats))
    new = {old.number: put for old, put in records}
    sitting, left = _sitting_after(sheet.match.sitting, people, records, span)
    match = replace(sheet.match, sitting=sitting)
    after = Sheet(match, tuple(new.get(record.number, record) for record in sheet.records))
    return Change(sheet, after, records, people, left)


def put_to(record: Record, people: People) -> Record:
    """A record with these people in the seats of those who are written; raises RefusedError for one in two seats."""
    seats = tuple(people.get(seat, seat) for seat in record.seats)
    if double := next((seat for seat in seats if seats.count(seat) > 1), ""):
        how = f'say too who was written as {double}, as in "{double}=NAME"'
        raise RefusedError(f"{double} would sit twice in {record.number}: {how}")
    facts = {
        what: people.get(who, who) for what in ("dealer", "out", "caller", "partner") if (who := getattr(record, what))
    }
    return replace(record, seats=seats, **facts)


def _sitting_after(
    sitting: Sitting, people: People, records: Sequence[tuple[Record, Record]], span: Span
) -> tuple[Sitting, bool]:
    """Who sits there now, put right where the span goes on until now; and whether that was left, as in Change.

    It stays, too, where who was really there sits there already.
    """
    if span.last is not None or not people.keys() & set(sitting.seats):
        return sitting, False
    anew = sitting.replaced(people)
    doubled = len(set(anew.seats)) < len(anew.seats)
    exchanged = people.keys() & set(people.values()) & set(sitting.seats)
    last = records[-1][0].seats if records else sitting.seats
    moved = any(sitting.seats.index(name) != last.index(name) for name in exchanged if name in last)
    if doubled or moved:
        return sitting, moved
    call = sitting.call and sitting.call._replace(caller=people.get(sitting.call.caller, sitting.call.caller))
    return replace(anew, call=call), False


def reassigned(transaction: Transaction, match: Match, text: str, span: Span) -> Reassigned:
    """What `reassign` would do to a match, and writes nothing; raises ScorerError."""
    sheet = sheet_of(transaction, match)
    change = change_of(sheet, read_people(transaction, text, sheet.players), span)
    if change.records:
        return Reassigned((change,), what_words((change,)))
    who = listed(list(change.people))
    if sheet.records and span != Span():
        numbers = f"{sheet.records[0].number} to {sheet.records[-1].number}"
        raise RefusedError(f"{who} is in none of these records of {match.name}, which has {numbers}")
    how = f"scorer seats NAMES --match {match.id} changes who sits there"
    raise RefusedError(f"nothing is recorded of {who} in {match.name}: {how}")


def reassign(transaction: Transaction, match: Match, text: str, span: Span, reason: str) -> Reassigned:
    """Put the records of a match to who was really there, in one step; raises ScorerError."""
    match = lock(transaction, match)
    planned = reassigned(transaction, match, text, span)
    why = clean_reason(reason)
    notices = make_people(transaction, planned.changes)
    step = rows.add_step(transaction, REASSIGN, match.id, reason=why, detail={"what": planned.what})
    changes = tuple(change.written(transaction, step) for change in planned.changes)
    return replace(planned, changes=changes, notices=notices)


def clean_reason(reason: str) -> str:
    """The reason why deals are put to others, as it is kept; raises NoReasonError where none is given."""
    if missing := reason_missing(reason, "the deals are somebody else's"):
        raise NoReasonError(missing)
    return clean_note(reason)


def make_people(transaction: Transaction, changes: Sequence[Change]) -> tuple[str, ...]:
    """Make the players who are new; returns who that is, with warnings about names that are near."""
    written = [name for change in changes for name in change.before.players]
    new = dict.fromkeys(name for change in changes for name in change.people.values())
    return known_or_new(transaction, list(new), beside=written)[1]


def what_words(changes: Sequence[Change]) -> str:
    """`Anna and Bruno are exchanged in Friday (1 to 3)`, `in Friday (4 to 6) what was Anna's is Bruno's`."""
    where = listed([f"{change.match.name} ({_numbers(change)})" for change in changes])
    people = {old: new for change in changes for old, new in change.people.items()}
    if len(people) == 2 and people.keys() == set(people.values()):  # noqa: PLR2004 - two who are exchanged
        return f"{listed(list(people))} are exchanged in {where}"
    put = [f"what was {old}'s is {new}'s" for old, new in people.items()]
    return f"in {where} {listed(put)}"


def _numbers(change: Change) -> str:
    """The records that were put right: `3`, `1 to 5`, `4 records of 2 to 9`."""
    numbers = [old.number for old, _ in change.records]
    if len(numbers) < 2:  # noqa: PLR2004 - no first and last
        return str(numbers[0]) if numbers else "nothing recorded"
    ends = f"{numbers[0]} to {numbers[-1]}"
    all_of_them = [record.number for record in change.before.records if numbers[0] <= record.number <= numbers[-1]]
    return ends if numbers == all_of_them else f"{counts.records(len(numbers))} of {ends}"


def units_words(changes: Sequence[Change]) -> str:
    """What who is concerned has now, and had: `Anna has 0 (had +4) and Bruno has +4 (had 0)`."""
    concerned = dict.fromkeys(name for change in changes for pair in change.people.items() for name in pair)
    after, before = [change.after for change in changes], [change.before for change in changes]
    words = [f"{name} has {signed(_units(name, after))} (had {signed(_units(name, before))})" for name in concerned]
    return listed(words)


def _units(name: str, sheets: Collection[Sheet]) -> int:
    return sum(sheet.running.get(name, 0) for sheet in sheets)

"""Deals that were somebody else's: records that name the wrong player are put to the one who was really there.

A record is never changed: it is struck out and written again, with its number, times and note. Two who are put to each
other's records in one match are exchanged. From a deal on, or the whole match, this concerns who sits there now too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.errors import NoReasonError, RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.facts import Match, Record, Sitting
from scorer.match.names import NOT_IN_THE_MATCH, find, fold, meant_by, plays_alone, shown
from scorer.match.parsing import clean_note
from scorer.match.sheet import Sheet
from scorer.rules.errors import Notice, advice
from scorer.scorebook import rows
from scorer.scorebook.changes import write
from scorer.scorebook.corrections import read_record_number
from scorer.scorebook.match_lookup import sheet_of
from scorer.scorebook.seats import known_or_new, meant_players
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import REASSIGN
from scorer.text.sentences import had_words
from scorer.text.step_words import did, step_words

People = Mapping[str, str]  # who was there really, by who is written
_AS_IN = "Anna=Bruno"


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers of the first and the last record that are put to others; None where the span is open there."""

    first: int | None = None
    last: int | None = None

    def holds(self, number: int) -> bool:
        """Whether a record of this number is meant."""
        return (self.first is None or self.first <= number) and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True)
class Reassignment:
    """One match before it is put right and after, with its `records` old and new.

    `left`: the players who sit there now stay, though one of them was written wrongly: they changed seats since.
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

    @property
    def place(self) -> dict[str, Any]:
        """The match by its name, with the first and the last record, how many, and whether others stand between."""
        numbers = [old.number for old, _new in self.records]
        if not numbers:
            return {"match": self.match.name}
        first, last = numbers[0], numbers[-1]
        within = [record.number for record in self.before.records if first <= record.number <= last]
        ends = {"match": self.match.name, "first": first, "last": last}
        return {**ends, "records": len(numbers), "gaps": numbers != within}

    def written(self, transaction: Transaction, step: int) -> "Reassignment":
        """The same, written in the name of `step`."""
        return replace(self, after=write(transaction, self.before, self.after, step))


@dataclass(frozen=True, slots=True)
class Reassigned:
    """What was put to others, match by match, and what there is to say of the names."""

    changes: tuple[Reassignment, ...]
    notices: tuple[Notice, ...] = ()

    @property
    def did(self) -> dict[str, Any]:
        """What was done, as the detail of its step keeps it."""
        people = {old: new for change in self.changes for old, new in change.people.items()}
        return did("reassigned", people=people, matches=[change.place for change in self.changes])

    @property
    def what(self) -> str:
        """What was done, in words."""
        return step_words(self.did)


def read_span(first: str, last: str) -> Span:
    """Read the numbers of the first and the last record; an empty text leaves the span open. Raises ScorerError."""
    span = Span(*(read_record_number(text) if text.strip() else None for text in (first, last)))
    if span.first and span.last and span.first > span.last:
        raise RefusedError(
            _("records {first} to {last}: the first comes after the last", first=span.first, last=span.last)
        )
    return span


def read_people(transaction: Transaction, text: str, written: Sequence[str]) -> People:
    """Read `Anna=Bruno`: what is written as Anna's was Bruno's; `written` are the players of the match.

    Raises RefusedError where it says no such thing, or one player twice, NotFoundError for who is not in the match.
    """
    people: dict[str, str] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        typed, equals, really = (word.strip() for word in part.partition("="))
        if not (typed and equals and really) or "=" in really or ";" in really:
            sentence = _(
                "'{text}' does not say whose deals they were: say who is written and who it was, as in \"{example}\"",
                text=shown(part),
                example=_AS_IN,
            )
            raise RefusedError(sentence)
        if plays_alone(really):
            raise RefusedError(_("'{name}' is not a player", name=shown(really)))
        old = find(typed, written, NOT_IN_THE_MATCH)
        there = meant_by(really, written)
        new = there[0] if len(there) == 1 else meant_players(transaction, [really]).players[0]
        if fold(old) == fold(new):
            raise RefusedError(_("{player} is written there already: nothing changes", player=old))
        if old in people or fold(new) in map(fold, people.values()):
            raise RefusedError(_("{player} is named twice", player=old if old in people else new))
        people[old] = new
    if not people:
        raise RefusedError(_('say who is written and who it was, as in "{example}"', example=_AS_IN))
    return people


def both_ways(people: People, records: Sequence[Record]) -> People:
    """The same people; where one pair is named and one record has both, they are exchanged."""
    if len(people) > 1:
        return people
    ((old, new),) = people.items()
    both = any({old, new} <= set(record.seats) for record in records)
    return {old: new, new: old} if both else people


def change_of(sheet: Sheet, people: People, span: Span) -> Reassignment:
    """A match as it is when its records are put to these people; raises RefusedError where somebody would sit twice."""
    meant = [record for record in sheet.records if span.holds(record.number)]
    people = both_ways(people, meant)
    records = tuple((old, put_to(old, people)) for old in meant if people.keys() & set(old.seats))
    new = {old.number: put for old, put in records}
    sitting, left = _sitting_after(sheet.match.sitting, people, records, span)
    match = replace(sheet.match, sitting=sitting)
    after = Sheet(match, tuple(new.get(record.number, record) for record in sheet.records))
    return Reassignment(sheet, after, records, people, left)


def put_to(record: Record, people: People) -> Record:
    """A record with these people in the seats of those who are written; raises RefusedError for one in two seats."""
    seats = tuple(people.get(seat, seat) for seat in record.seats)
    if double := next((seat for seat in seats if seats.count(seat) > 1), ""):
        sentence = _(
            '{player} would sit twice in {number}: say too who was written as {player}, as in "{player}=NAME"',
            player=double,
            number=record.number,
        )
        raise RefusedError(sentence)
    roles = {
        role: people.get(who, who) for role in ("dealer", "out", "caller", "partner") if (who := getattr(record, role))
    }
    return replace(record, seats=seats, **roles)


def _sitting_after(
    sitting: Sitting, people: People, records: Sequence[tuple[Record, Record]], span: Span
) -> tuple[Sitting, bool]:
    """Who sits there now, put right where the span goes on until now; and whether that was left, as in Reassignment.

    The table stays, too, where the real player sits there already.
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
    """What `reassign` would do to a match; nothing is written. Raises ScorerError."""
    sheet = sheet_of(transaction, match)
    change = change_of(sheet, read_people(transaction, text, sheet.players), span)
    if change.records:
        return Reassigned((change,))
    fields: dict[str, object] = {"players": listed(list(change.people)), "match": match.name}
    if sheet.records and span != Span():
        fields |= {"first": sheet.records[0].number, "last": sheet.records[-1].number}
        template = N_("{players} is in none of these records of {match}, which has {first} to {last}")
        raise RefusedError(_(template, **fields))
    raise RefusedError(_("nothing is recorded of {players} in {match}", **fields), advice("reseat", match=match.id))


def reassign(transaction: Transaction, match: Match, text: str, span: Span, reason: str) -> Reassigned:
    """Put the records of a match to who was really there, in one step; raises ScorerError."""
    planned = reassigned(transaction, match, text, span)
    why = clean_reason(reason)
    notices = make_people(transaction, planned.changes)
    step = rows.add_step(transaction, REASSIGN, match.id, reason=why, detail=planned.did)
    changes = tuple(change.written(transaction, step) for change in planned.changes)
    return replace(planned, changes=changes, notices=notices)


def clean_reason(reason: str) -> str:
    """The reason why deals are put to others, as it is kept; raises NoReasonError where none is given."""
    if not reason.strip():
        raise NoReasonError(_("the reason why the deals are somebody else's is missing"), advice("reason"))
    return clean_note(reason)


def make_people(transaction: Transaction, changes: Sequence[Reassignment]) -> tuple[Notice, ...]:
    """Make the players who are new; returns who that is, with warnings about names that are near."""
    written = [name for change in changes for name in change.before.players]
    new = dict.fromkeys(name for change in changes for name in change.people.values())
    return known_or_new(transaction, list(new), together_with=written)[1]


def units_words(changes: Sequence[Reassignment]) -> str:
    """The units that each player concerned has now, and had: `Anna has 0 (had +4) and Bruno has +4 (had 0)`."""
    concerned = dict.fromkeys(name for change in changes for pair in change.people.items() for name in pair)
    before = {name: sum(change.before.running.get(name, 0) for change in changes) for name in concerned}
    after = {name: sum(change.after.running.get(name, 0) for change in changes) for name in concerned}
    return had_words(concerned, before, after)

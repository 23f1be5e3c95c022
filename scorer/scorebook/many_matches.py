"""Many matches at once, for files and lists: a block at a time, so that memory stays flat; and who is in them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from db.connection import Row
from db.laws import IS_KIND, quoted
from db.tables import TABLES
from scorer.errors import DamagedError
from scorer.match.facts import League, Match, Record
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS
from scorer.rules.kinds import DEAL, PLAYED_OR_REDEALT
from scorer.scorebook import rows
from scorer.scorebook.former_variants import former_variants, variant_then
from scorer.scorebook.missing_rows import check_records
from scorer.scorebook.people import find_league
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.variant_labels import variant_labels

BLOCK = 200  # matches
_RECORDS = f"{rows.RECORDS} WHERE match_id IN :matches AND voided_by IS NULL"
# Live and voided rows are asked for one after the other: each has an index of its own, and both together have none.
_EDITIONS = [
    f"SELECT {', '.join(map('record.{}'.format, TABLES['record'].columns))}, maker.at AS recorded_at,"
    " voider.action AS voiding, voider.reason AS reason, voider.undoes AS undoes"
    " FROM record JOIN step AS maker ON maker.id = record.made_by"
    " LEFT JOIN step AS voider ON voider.id = record.voided_by"
    f" WHERE record.match_id IN :matches AND record.voided_by IS {state}"
    for state in ("NULL", "NOT NULL")
]
_HEADS = (
    f'SELECT "match".id, "match".name, "match"."on", {rows.PLACE} AS place, "match".variant, league.name AS league'
    ' FROM "match"'
    f' JOIN league ON league.id = "match".league_id JOIN sitting ON {rows.LIVE_SITTING}'
    " WHERE (league.name = :league OR :league = '')"
    ' AND "match"."on" >= coalesce(:first, \'\') AND ("match"."on" <= :last OR CAST(:last AS TEXT) IS NULL)'
)
_LAST_DEALT = (
    f"{rows.RECORDS} WHERE voided_by IS NULL AND (match_id, number) IN (SELECT match_id, max(number) FROM record"
    f" WHERE match_id IN :matches AND voided_by IS NULL AND kind IN ({quoted(PLAYED_OR_REDEALT)}) GROUP BY match_id)"
)
_DEALS = (
    f"SELECT match_id, sum(CASE kind WHEN '{DEAL}' THEN 1 ELSE 0 END) AS deals,"
    f" sum(CASE WHEN {IS_KIND} THEN 0 ELSE 1 END) AS of_no_kind"
    " FROM record WHERE match_id IN :matches AND voided_by IS NULL GROUP BY match_id"
)
_RECORDED = "SELECT DISTINCT match_id FROM record WHERE voided_by IS NULL"
_EVER_WITH = "SELECT DISTINCT match_id FROM record WHERE {} IS NOT NULL"
_WITH = f"{_EVER_WITH} AND voided_by IS NULL"
_REVERSALS = "SELECT id, undoes FROM step WHERE undoes IS NOT NULL"
_REASON = "SELECT reason FROM step WHERE id = :step"
_PEOPLE = "SELECT id, name, hidden, merged_into FROM player"


@dataclass(frozen=True, slots=True)
class MatchHead:
    """The columns with which every line of a match begins; `variant` is the label of what is frozen in it.

    `place` is where it stands among those of its day; of one place, ids rise in the order in which they were started.
    """

    id: int
    place: int
    league: str
    match: str
    on: date
    variant: str


@dataclass(frozen=True, slots=True)
class ExportedRecord:
    """A record, and what became of it: `status` live, edited, undone or voided.

    `replaces` counts from 1 the edition of its number in whose place it was written; `reason` says why it is not live
    any more; `recorded_at` when it was written down, as it is kept.
    """

    record: Record
    status: str
    replaces: int | None
    reason: str
    recorded_at: str


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match with its number of live deals and who deals next."""

    head: MatchHead
    match: Match
    deals: int
    dealer: str

    @property
    def state(self) -> str:
        """`open` or `finished`."""
        return "finished" if self.match.sitting.finished else "open"

    @property
    def shown(self) -> dict[str, Any]:
        """The cells of this match in a list of matches, by column."""
        about = {"id": self.head.id, "on": self.head.on, "match": self.head.match, "league": self.head.league}
        return about | {"variant": self.head.variant, "deals": self.deals, "state": self.state}


class ExportedPlayer(NamedTuple):
    """A player by their own name, whether `hidden`, and into whom they were merged ("" for nobody)."""

    name: str
    hidden: bool
    merged_into: str


def heads(
    transaction: Transaction, league: str = "", first: date | None = None, last: date | None = None
) -> list[MatchHead]:
    """The matches that exist, by league, date and name; those of one `league`, or from the `first` to the `last` day.

    Raises NotFoundError for an unknown league.
    """
    check_records(transaction)
    meant = find_league(transaction, league).name if league else ""
    chosen = transaction.rows(_HEADS, league=meant, first=first, last=last)
    labels = variant_labels(transaction)
    matches = [MatchHead(row.id, row.place, row.league, row.name, row.on, labels[row.variant]) for row in chosen]
    return sorted(matches, key=lambda head: (head.league, head.on, head.match, head.id))


def recorded(transaction: Transaction, chosen: Iterable[MatchHead]) -> list[MatchHead]:
    """Those of the matches that have a live record."""
    there = set(transaction.values(_RECORDED))
    return [head for head in chosen if head.id in there]


def has(transaction: Transaction, chosen: Iterable[MatchHead], fact: str, *, ever: bool = False) -> bool:
    """Whether a record of these matches has such a fact; with `ever`, one that was struck out counts too."""
    there = set(transaction.values((_EVER_WITH if ever else _WITH).format(fact)))
    return any(head.id in there for head in chosen)


def played_order(chosen: Iterable[MatchHead]) -> dict[int, int]:
    """The order in which the matches of a day were played, from 1, by id; none of days that `chosen` has in it."""
    days: dict[date, list[tuple[int, int]]] = {}
    for head in chosen:
        days.setdefault(head.on, []).append((head.place, head.id))
    mixed = [sorted(places) for places in days.values() if places != sorted(places)]
    return {match: number for places in mixed for number, (_place, match) in enumerate(places, 1)}


def records(transaction: Transaction, chosen: Sequence[MatchHead]) -> Iterator[tuple[MatchHead, Record]]:
    """The live records of these matches, in the order of the matches and by number; names as they are read."""
    names = rows.player_names(transaction)
    for block in _blocks(chosen):
        judges = rows.judges(transaction, block)
        found = _in_order(transaction.raw_rows(_RECORDS, matches=list(block)), block)
        yield from ((block[match], record) for match, record in rows.sound_records(found, names, judges))


def editions(transaction: Transaction, chosen: Sequence[MatchHead]) -> Iterator[tuple[MatchHead, ExportedRecord]]:
    """Every record of these matches, voided ones too, by number and then as they were written; under own names.

    What was struck out before its match was put under another variant has the label of the variant of its time.
    """
    names = rows.own_names(transaction)
    former, labels = former_variants(transaction), variant_labels(transaction)
    reversals = {row.id: row.undoes for row in transaction.rows(_REVERSALS)}
    for block in _blocks(chosen):
        records_of_block = [row for query in _EDITIONS for row in transaction.rows(query, matches=list(block))]
        for key, same in groupby(_in_order(records_of_block, block), lambda row: (row.match_id, row.number)):
            head, changes = block[key[0]], former.get(key[0], ())
            for edition in _editions(transaction, list(same), names, reversals):
                then = variant_then(changes, edition.record)
                yield replace(head, variant=labels[then]) if then else head, edition


def _blocks(chosen: Sequence[MatchHead]) -> Iterator[dict[int, MatchHead]]:
    """The heads by the id of their match, so many at a time as one query asks for."""
    for begin in range(0, len(chosen), BLOCK):
        yield {head.id: head for head in chosen[begin : begin + BLOCK]}


def _in_order(records: Iterable[Row], block: Mapping[int, MatchHead]) -> list[Row]:
    """Rows of records by match, in the order of the block, then by number and as they were written."""
    place = {match: at for at, match in enumerate(block)}
    return sorted(records, key=lambda row: (place[row.match_id], row.number, row.id))


def _editions(
    transaction: Transaction, same: Sequence[Row], names: Mapping[int, str], reversals: Mapping[int, int]
) -> Iterator[ExportedRecord]:
    """The editions of one number, out of its rows in the order of writing."""
    makers = {row.made_by for row in same}
    place = {row.voided_by: at for at, row in enumerate(same, 1) if row.voided_by}
    for row in same:
        status = "live" if row.voided_by is None else "voided"
        if row.voiding == "undo":
            status = "undone"
        elif row.voided_by in makers:
            status = "edited"
        reason = row.reason or ""
        if row.voiding == "redo":
            first = row.voided_by  # the step with which a chain of undoing and doing again began
            while first in reversals:
                first = reversals[first]
            reason = str(transaction.value(_REASON, step=first))
        yield ExportedRecord(rows.to_record(row, names), status, place.get(row.made_by), reason, row.recorded_at)


def standing(transaction: Transaction, chosen: Sequence[MatchHead], *, own: bool = False) -> Iterator[MatchState]:
    """These matches as they stand now, players as they are read, or under their `own` names."""
    names = rows.player_names(transaction)
    shown = rows.own_names(transaction) if own else names
    for block in _blocks(chosen):
        wanted = list(block)
        last = {row.match_id: row for row in transaction.rows(_LAST_DEALT, matches=wanted)}
        counted = transaction.rows(_DEALS, matches=wanted)
        if any(row.of_no_kind for row in counted):
            raise DamagedError
        deals = {row.match_id: row.deals for row in counted}
        read = {match.id: match for match in rows.matches(transaction, names, rows.THESE_MATCHES, matches=wanted)}
        to_show = {match.id: match for match in rows.matches(transaction, shown, rows.THESE_MATCHES, matches=wanted)}
        for match_id, head in block.items():
            # A merged player is one person: who deals next is found among the names as they are read.
            dealt = (rows.to_record(last[match_id], names),) if match_id in last else ()
            match, shown_match = read[match_id], to_show[match_id]
            seat = match.sitting.seats.index(Sheet(match, dealt).next_dealer)
            yield MatchState(head, shown_match, deals.get(match_id, 0), shown_match.sitting.seats[seat])


def people(transaction: Transaction) -> list[ExportedPlayer]:
    """Every player, merged and hidden ones too, by name."""
    players = transaction.rows(_PEOPLE)
    names = {row.id: row.name for row in players}
    persons = [ExportedPlayer(row.name, bool(row.hidden), names.get(row.merged_into, "")) for row in players]
    return sorted(persons, key=lambda person: person.name)


def leagues(transaction: Transaction) -> list[League]:
    """The leagues, the oldest first: it is the one that is meant when none is named."""
    return sorted(rows.leagues(transaction), key=lambda league: league.id)


def variant_texts(transaction: Transaction) -> dict[str, str]:
    """A text for every label of a frozen variant; and those of the house variants that only leagues name."""
    frozen = transaction.rows(rows.VARIANTS_FROZEN)
    texts = {row.digest: row.text for row in frozen}
    unplayed = {league.variant for league in leagues(transaction)} - {row.name for row in frozen}
    house = {
        name: VARIANTS.read_text(name)[1]
        for name in unplayed
        if name in VARIANTS.names() and not VARIANTS.shipped(name)
    }
    kept = {label: texts[key] for key, label in variant_labels(transaction).items()}
    return dict(sorted((house | kept).items()))

"""Finding: which match is meant, and what is in it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Row, select

from scorer.errors import DamagedError, NotFoundError, RefusedError, ReplacedError, SeveralOpenError
from scorer.language import counts
from scorer.language.forms import listed
from scorer.match.deal_reading import Frozen, is_due
from scorer.match.facts import Match, Record
from scorer.match.names import find, fold, is_table, meant_by, shown
from scorer.match.sheet import Sheet, suits_of
from scorer.rules.cards import read_number
from scorer.scorebook import rows
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.whole import check_records
from scorer.text.sentences import NAMED


def matches(transaction: Transaction, *conditions: object) -> list[Match]:
    """The matches that exist, oldest first."""
    return rows.matches(transaction, rows.player_names(transaction), *conditions)


def has_tournaments(transaction: Transaction) -> bool:
    """Whether any tournament was ever opened."""
    return bool(rows.read(transaction, select(rows.TABLES["tournament"].c.id).limit(1)))


def of_tournament(transaction: Transaction, match: Match) -> bool:
    """Whether a match is a table of a tournament, which seated it."""
    seated = rows.SITTING.c.match_id == match.id, rows.STEP.c.tournament_id.is_not(None)
    drawn = select(rows.SITTING.c.id).join(rows.STEP, rows.STEP.c.id == rows.SITTING.c.made_by).where(*seated).limit(1)
    return bool(rows.read(transaction, drawn))


def match_by_id(transaction: Transaction, match_id: int) -> Match:
    """The match of this id; raises NotFoundError."""
    found = rows.existing(transaction, match_id)
    if not found:
        raise NotFoundError(f"no match {match_id}")
    return found


def find_match(
    transaction: Transaction,
    wanted: str = "",
    players: Sequence[str] = (),
    perhaps: Sequence[str] = (),
    *,
    last: bool = False,
) -> Match:
    """The match meant: by id or name; unnamed, the one open match, or of several the one where all `players` sit.

    Of the words in `perhaps` those count that mean somebody at an open table. With `last`, the newest match stands in
    when none is open. Raises NotFoundError, where several can be meant SeveralOpenError; it never guesses among them.
    """
    found = _named(transaction, wanted) if wanted.strip() else _unnamed(transaction, players, perhaps, last=last)
    started = transaction.kept_open.get(found.id)
    if started not in {None, found.started_at}:
        other = f"match {found.id} is another one now ({found.name})"
        raise ReplacedError(
            f"the scorebook was replaced: {other}; nothing was recorded. Begin again, and look what is in it"
        )
    return found


def found_among(transaction: Transaction) -> tuple[str, ...]:
    """That other matches are open too, where who was named told which one is meant; to be said once."""
    open_too, transaction.open_too = transaction.open_too, ""
    return (open_too,) if open_too else ()


def _unnamed(transaction: Transaction, players: Sequence[str], perhaps: Sequence[str], *, last: bool) -> Match:
    """The one open match, or of several the one where all `players` sit; with `last`, of none the newest."""
    open_matches = matches(transaction, rows.SITTING.c.finished == False)  # noqa: E712 - SQL
    if len(open_matches) == 1:
        return open_matches[0]
    if not open_matches:
        newest = _finished_last(transaction)
        if newest and last:
            return newest
        reopen = f", scorer reopen goes on with {newest.name}" if newest else ""
        raise NotFoundError(f"no match is open; scorer start NAME --players ... opens one{reopen}")
    everybody = list(dict.fromkeys(seat for match in open_matches for seat in match.sitting.seats))
    players = [*players, *(word for word in perhaps if meant_by(word, everybody))]
    for player in players:
        if not meant_by(player, everybody):  # more than one is no fault yet
            find(player, everybody, "at an open table")
    candidates = [match for match in open_matches if all(meant_by(player, match.sitting.seats) for player in players)]
    if len(candidates) == 1:
        others = [match for match in open_matches if match is not candidates[0]]
        open_too = _listed(others) if len(others) <= NAMED else counts.others(len(others))
        meant = f"{_listed(candidates)} is meant, the one open match where they sit"
        transaction.open_too = f"{meant}; open too: {open_too}"
        return candidates[0]
    if not candidates:
        raise NotFoundError(
            f"{listed(list(map(shown, players)))} sit at no open match together: {_listed(open_matches)}"
        )
    which = f"several matches are open ({_listed(candidates)}): say which with --match or SCORER_MATCH"
    raise SeveralOpenError(which, {match.id: f"{match.name} of {match.on}" for match in candidates})


def _listed(there: Sequence[Match]) -> str:
    """Matches as each can be named: `1 Friday, 2 Sunday`, with the day where several have a name."""
    names = [fold(match.name) for match in there]
    days = [f" {match.on}" if names.count(fold(match.name)) > 1 else "" for match in there]
    return ", ".join(f"{match.id} {match.name}{day}" for match, day in zip(there, days, strict=True))


def found_by(transaction: Transaction, match: Match) -> str:
    """What an advised command has to say to mean this match: ` --match 2`, or nothing where it is found unnamed."""
    try:
        unnamed: int | None = _unnamed(transaction, (), (), last=True).id
    except NotFoundError:
        unnamed = None
    return "" if unnamed == match.id else f" --match {match.id}"


def _finished_last(transaction: Transaction) -> Match | None:
    closed = rows.SITTING.c.voided_by.is_(None) & (rows.SITTING.c.finished == True)  # noqa: E712 - SQL
    newest = select(rows.SITTING.c.match_id).where(closed).order_by(rows.SITTING.c.made_by.desc()).limit(1)
    return next((match_by_id(transaction, row.match_id) for row in rows.read(transaction, newest)), None)


def find_finished(transaction: Transaction, wanted: str = "") -> Match:
    """The match meant; unnamed, the one that was finished last. Raises NotFoundError."""
    found = find_match(transaction, wanted) if wanted.strip() else _finished_last(transaction)
    if found is None:
        raise NotFoundError("no match is finished")
    return found


def _named(transaction: Transaction, wanted: str) -> Match:
    """By id, or by name: the open one of that name, or the only one; or by name and day, `Friday 2026-11-20`."""
    number = read_number(wanted)
    if number and (match := rows.existing(transaction, number)):
        return match
    names = rows.read(
        transaction, select(rows.MATCH.c.id, rows.MATCH.c.name, rows.MATCH.c.on).order_by(rows.MATCH.c.id)
    )
    meant = [row.id for row in names if fold(row.name) == fold(wanted)]
    meant = meant or [row.id for row in names if fold(f"{row.name} {row.on}") == fold(wanted)]
    others = [row.id for row in names if fold(row.name).endswith(f" {fold(wanted)}")] if is_table(wanted) else []
    there = matches(transaction, rows.MATCH.c.id.in_([*meant, *others]))
    found = [match for match in there if not match.sitting.finished] or there
    if len(found) == 1 and (found[0].id in meant or len(there) == 1):
        return found[0]
    found = found if len(found) > 1 else there
    if found:
        full = "{0.id} {0.name} ({0.on}, {0.league})" if others else "{0.id} ({0.on}, {0.league})"
        dates = ", ".join(full.format(match) for match in found)
        by_day = [match for match in found if [other.on for other in found].count(match.on) == 1]
        how = f', or name and day, as in "{by_day[-1].name} {by_day[-1].on}"' if by_day else ""
        raise NotFoundError(f"several matches are called '{wanted}': {dates}; give the number{how}")
    latest = matches(transaction, rows.MATCH.c.id.in_([row.id for row in names[-5:]]))
    raise NotFoundError(f"no match '{wanted}'; the latest: {_listed(latest) or 'there is none yet'}")


def sheet_of(transaction: Transaction, match: Match) -> Sheet:
    """The match with its live records; raises DamagedError unless all of them follow from their facts.

    Where the suits take turns as trumps, each deal has its suit.
    """
    check_records(transaction)
    records = rows.live_records(transaction, match.id)
    frozen = Frozen(match.digest, match.variant)
    if not all(is_due(record, frozen) for record in records):
        raise DamagedError
    if turns := match.variant.trumps:
        suits = suits_of(rows.all_records(transaction, match.id), turns, undoes(transaction, match))
        records = tuple(replace(record, trumps=suits.get(record.id or 0, "")) for record in records)
    return Sheet(match, records)


def undoes(transaction: Transaction, match: Match) -> dict[int | None, int | None]:
    """Which step each step of a match, or of several, took back, by its id; None where it took none back."""
    return {row.id: row.undoes for row in _steps_of(transaction, match)}


def _steps_of(transaction: Transaction, match: Match) -> Sequence[Row[Any]]:
    """The steps at a match, and those at no single one: a tournament's may be at several of its tables."""
    own = (rows.STEP.c.match_id == match.id) | rows.STEP.c.match_id.is_(None)
    return rows.read(transaction, select(rows.STEP).where(own))


def find_record(transaction: Transaction, sheet: Sheet, number: int) -> Record:
    """The live record of this number; raises NotFoundError, which says what became of one that was struck out."""
    if gone := struck_out(transaction, sheet.match, number):
        how = f"scorer explain {number}{found_by(transaction, sheet.match)} shows it"
        raise NotFoundError(f"record {number} of {sheet.match.name} was {gone[1]}; {how}")
    return sheet.record(number)


def struck_out(transaction: Transaction, match: Match, number: int) -> tuple[Record, str] | None:
    """The last record of a number that is struck out, and how: `voided on 2026-11-20 at 22:00 (wrong table)`.

    None where the number has a live record, or never had any.
    """
    everything = rows.all_records(transaction, match.id)
    editions = [record for record in everything if record.number == number]
    if not editions or any(record.voided_by is None for record in editions):
        return None
    steps = {row.id: row for row in _steps_of(transaction, match)}
    by = began = steps[editions[-1].voided_by]
    while began.undoes:  # a void that was undone and done again
        began = steps[began.undoes]
    at = f"{by.at.astimezone():%Y-%m-%d at %H:%M}"
    return editions[-1], f"voided on {at} ({began.reason})" if began.action == "void" else f"undone on {at}"


def lock(transaction: Transaction, match: Match) -> Match:
    """The match, found in this transaction, as it is now, and held until the transaction ends.

    SQLite has locked the whole file since BEGIN IMMEDIATE: there, what was found is what it is.
    """
    if transaction.get_bind().dialect.name == "sqlite":
        return match
    rows.read(transaction, rows.LOCKED_MATCH, match=match.id)
    return match_by_id(transaction, match.id)


def refuse_finished(match: Match) -> None:
    """Raise RefusedError for a match that is finished."""
    if match.sitting.finished:
        raise RefusedError(f"{match.name} is finished; scorer reopen {match.id} goes on with it")

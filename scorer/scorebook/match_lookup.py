"""Looking up a match: which one is meant, and the records in it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import NamedTuple

from db.connection import Row
from scorer.errors import NotFoundError, RefusedError, ReplacedError, SeveralOpenError
from scorer.language import N_, _, counts, kept_day, numeric_day
from scorer.language.lists_numbers_dates import abridged, listed
from scorer.match.editions import first_done
from scorer.match.facts import Match, Record
from scorer.match.names import find, fold, is_table, meant_by, shown
from scorer.match.sheet import Sheet, suits_of
from scorer.rules.cards import read_number
from scorer.rules.errors import advice
from scorer.scorebook import rows
from scorer.scorebook.missing_rows import check_records
from scorer.scorebook.people import find_league
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import NAMED

_NAMES = 'SELECT id, name, "on" FROM "match" ORDER BY id'
_FINISHED_LAST = "SELECT match_id FROM sitting WHERE voided_by IS NULL AND finished = 1 ORDER BY made_by DESC LIMIT 1"
# A tournament's step may be at several of its tables.
_STEPS = f"{rows.STEPS_AT} UNION ALL SELECT * FROM step WHERE match_id IS NULL AND action <> 'deal'"


class FoundMatch(NamedTuple):
    """A match, and that others are open too, where the players who were named decided which one is meant."""

    match: Match
    notices: tuple[str, ...] = ()


class StruckOut(NamedTuple):
    """A record that counts no more: it was voided for a `reason`, or undone, at a moment of this machine's clock.

    A void that was undone and done again has the moment at which it was said.
    """

    record: Record
    voided: bool
    at: datetime
    reason: str


def matches(transaction: Transaction, chosen: str = rows.ALL_MATCHES, **bound: object) -> list[Match]:
    """The matches that exist and that a statement of rows.py chooses, oldest first."""
    return rows.matches(transaction, rows.player_names(transaction), chosen, **bound)


def matches_within(transaction: Transaction, league: str, first: date | None, last: date | None) -> list[Match]:
    """The matches of a league, or of all where none is named, between two days, both included, oldest first.

    An end that is None leaves nothing out. Raises NotFoundError for a league that is not there.
    """
    name = find_league(transaction, league).name if league else ""
    return [
        match
        for match in matches(transaction)
        if name in {"", match.league} and (first or match.on) <= match.on <= (last or match.on)
    ]


def open_matches(transaction: Transaction) -> list[Match]:
    """The matches that take records, oldest first."""
    return matches(transaction, rows.OPEN_MATCHES)


def match_by_id(transaction: Transaction, match_id: int) -> Match:
    """The match of this id; raises NotFoundError."""
    match = rows.existing(transaction, match_id)
    if not match:
        raise NotFoundError(_("no match {number}", number=match_id))
    return match


def find_match(transaction: Transaction, wanted: str = "", *, last: bool = False) -> Match:
    """The match of `found_match`, where nobody of its table is named."""
    return found_match(transaction, wanted, last=last).match


def found_match(
    transaction: Transaction,
    wanted: str = "",
    players: Sequence[str] = (),
    perhaps: Sequence[str] = (),
    *,
    last: bool = False,
) -> FoundMatch:
    """The match meant: by id or name; unnamed, the one open match, or of several the one where all `players` sit.

    Of the words in `perhaps` those count that mean somebody at an open table. With `last`, the newest match stands in
    when none is open. With it comes what there is to say of others that are open. Raises NotFoundError, where several
    can be meant SeveralOpenError; it never guesses among them.
    """
    if wanted.strip():
        meant = FoundMatch(_named(transaction, wanted))
    else:
        meant = _unnamed(transaction, players, perhaps, last=last)
    match = meant.match
    if transaction.kept_open.get(match.id) not in {None, match.started_at}:
        sentence = _(
            "the scorebook was replaced: match {number} is another one now ({match}); nothing was recorded."
            " Begin again, and look what is in it",
            number=match.id,
            match=match.name,
        )
        raise ReplacedError(sentence)
    return meant


def _unnamed(transaction: Transaction, players: Sequence[str], perhaps: Sequence[str], *, last: bool) -> FoundMatch:
    """The one open match, or of several the one where all `players` sit; with `last`, of none the newest."""
    there = open_matches(transaction)
    if len(there) == 1:
        return FoundMatch(there[0])
    if not there:
        newest = _finished_last(transaction)
        if newest and last:
            return FoundMatch(newest)
        how = advice("start_or_reopen", match=newest.name) if newest else advice("match_start")
        raise NotFoundError(_("no match is open"), how)
    everybody = list(dict.fromkeys(seat for match in there for seat in match.sitting.seats))
    players = [*players, *(word for word in perhaps if meant_by(word, everybody))]
    for player in players:
        if not meant_by(player, everybody):  # more than one is no fault yet
            find(player, everybody, N_("'{typed}' is not at an open table: {known}"))
    candidates = [match for match in there if all(meant_by(player, match.sitting.seats) for player in players)]
    if len(candidates) == 1:
        remaining = [match for match in there if match is not candidates[0]]
        sentence = _(
            "{match} is meant, the one open match where they sit; open too: {matches}",
            match=listed_matches(candidates),
            matches=listed_matches(remaining) if len(remaining) <= NAMED else counts.others(len(remaining)),
        )
        return FoundMatch(candidates[0], (sentence,))
    if not candidates:
        people = listed(list(map(shown, players)))
        raise NotFoundError(
            _("{players} sit at no open match together: {matches}", players=people, matches=listed_matches(there))
        )
    raise SeveralOpenError(
        _("several matches are open ({matches})", matches=listed_matches(candidates)),
        {match.id: _("{match} of {day}", match=match.name, day=match.on) for match in candidates},
        advice("match_named"),
    )


def listed_matches(several: Sequence[Match], most: int = 0) -> str:
    """Matches as each can be named: `1 Friday, 2 Sunday`, with the day where several have a name; so many at `most`."""
    names = [fold(match.name) for match in several]
    days = [f" {numeric_day(match.on)}" if names.count(fold(match.name)) > 1 else "" for match in several]
    phrases = [f"{match.id} {match.name}{day}" for match, day in zip(several, days, strict=True)]
    return ", ".join(abridged(phrases, most or len(phrases)))


def needed_number(transaction: Transaction, match: Match) -> int | None:
    """The number with which a command has to name this match; None where it finds it unnamed."""
    try:
        unnamed = _unnamed(transaction, (), (), last=True).match
    except NotFoundError:
        return match.id
    return None if unnamed.id == match.id else match.id


def _finished_last(transaction: Transaction) -> Match | None:
    newest = transaction.value(_FINISHED_LAST)
    return match_by_id(transaction, newest) if newest else None


def find_finished(transaction: Transaction, wanted: str = "") -> Match:
    """The match meant; unnamed, the one that was finished last. Raises NotFoundError."""
    match = find_match(transaction, wanted) if wanted.strip() else _finished_last(transaction)
    if match is None:
        raise NotFoundError(_("no match is finished"))
    return match


def _named(transaction: Transaction, wanted: str) -> Match:
    """The match of an id, or of a name: the open one, or the only one; or of a name and a day, `Friday 2026-11-20`."""
    number = read_number(wanted)
    if number and (match := rows.existing(transaction, number)):
        return match
    names = transaction.rows(_NAMES)
    meant = [row.id for row in names if fold(row.name) == fold(wanted)]
    meant = meant or [row.id for row in names if fold(wanted) in _with_day(row)]
    tables = [row.id for row in names if fold(row.name).endswith(f" {fold(wanted)}")] if is_table(wanted) else []
    called_so = matches(transaction, rows.THESE_MATCHES, matches=[*meant, *tables])
    candidates = [match for match in called_so if not match.sitting.finished] or called_so
    if len(candidates) == 1 and (candidates[0].id in meant or len(called_so) == 1):
        return candidates[0]
    candidates = candidates if len(candidates) > 1 else called_so
    if candidates:
        raise NotFoundError(_several_words(wanted, candidates, named=bool(tables)))
    latest = matches(transaction, rows.THESE_MATCHES, matches=[row.id for row in names[-5:]])
    if not latest:
        raise NotFoundError(_("no match '{match}'; there is none yet", match=wanted))
    raise NotFoundError(_("no match '{match}'; the latest: {matches}", match=wanted, matches=listed_matches(latest)))


def _with_day(row: Row) -> list[str]:
    """A match as its name and day mean it, the day as it is kept or as it is shown."""
    return [fold(f"{row.name} {day}") for day in (row.on, kept_day(str(row.on)))]


def _several_words(wanted: str, candidates: Sequence[Match], *, named: bool) -> str:
    """That several matches are called so, and how each can be meant; with their names where they are `named`."""
    pattern = "{0.id} {0.name} ({1}, {0.league})" if named else "{0.id} ({1}, {0.league})"
    several = ", ".join(pattern.format(match, numeric_day(match.on)) for match in candidates)
    days = [match.on for match in candidates]
    by_day = [match for match in candidates if days.count(match.on) == 1]
    if not by_day:
        return _("several matches are called '{match}': {matches}; give the number", match=wanted, matches=several)
    return _(
        "several matches are called '{match}': {matches}; give the number, or name and day, as in \"{example}\"",
        match=wanted,
        matches=several,
        example=f"{by_day[-1].name} {numeric_day(by_day[-1].on)}",
    )


def sheet_of(transaction: Transaction, match: Match) -> Sheet:
    """The match with its live records; raises DamagedError unless all of them follow from their facts.

    Where the suits take turns as trumps, each deal has its suit.
    """
    check_records(transaction)
    records = rows.live_records(transaction, match)
    if turns := match.variant.trumps:
        suits = suits_of(rows.all_records(transaction, match.id), turns, undoes(transaction, match))
        records = tuple(replace(record, trumps=suits.get(record.id or 0, "")) for record in records)
    return Sheet(match, records)


def undoes(transaction: Transaction, match: Match) -> dict[int | None, int | None]:
    """Which step each step of a match, or of several, took back, by its id; None where it took none back."""
    return {row.id: row.undoes for row in _steps_of(transaction, match)}


def _steps_of(transaction: Transaction, match: Match) -> Sequence[Row]:
    """The steps at a match, and those at no single one."""
    return transaction.rows(_STEPS, matches=[match.id])


def find_record(transaction: Transaction, sheet: Sheet, number: int) -> Record:
    """The live record of this number; raises NotFoundError, which says what became of one that was struck out."""
    gone = struck_out(transaction, sheet.match, number)
    if not gone:
        return sheet.record(number)
    facts = {"number": number, "match": sheet.match.name, "day": gone.at.date(), "time": f"{gone.at:%H:%M}"}
    if gone.voided:
        sentence = _("record {number} of {match} was voided on {day} at {time} ({reason})", **facts, reason=gone.reason)
    else:
        sentence = _("record {number} of {match} was undone on {day} at {time}", **facts)
    shows_it = advice("explain", number=number, match_option=needed_number(transaction, sheet.match))
    raise NotFoundError(sentence, shows_it)


def struck_out(transaction: Transaction, match: Match, number: int) -> StruckOut | None:
    """The last record of a number that is struck out; None where the number has a live record, or never had any.

    Raises DamagedError for one that does not follow from its facts.
    """
    everything = rows.all_records(transaction, match.id)
    editions = [record for record in everything if record.number == number]
    if not editions or any(record.voided_by is None for record in editions):
        return None
    rows.check_struck_out(transaction, match, editions[-1])
    steps = {row.id: row for row in _steps_of(transaction, match)}
    voider = steps[editions[-1].voided_by]
    first = first_done(voider, steps)  # of a void that was undone and done again
    voided = first.action == "void"
    return StruckOut(editions[-1], voided, (first if voided else voider).at.astimezone(), first.reason)


def refuse_finished(match: Match) -> None:
    """Raise RefusedError for a match that is finished."""
    if match.sitting.finished:
        raise RefusedError(_("{match} is finished", match=match.name), advice("reopen", number=match.id))

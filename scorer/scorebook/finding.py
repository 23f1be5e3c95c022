"""Finding: which match is meant, and what is in it."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlmodel import Session

from scorer.errors import NotFoundError, RefusedError
from scorer.match.names import find, fold, is_table, meant_by
from scorer.match.sheet import Sheet
from scorer.match.values import Match, Record
from scorer.rules.cards import read_number
from scorer.scorebook import rows


def matches(session: Session, *conditions: object) -> list[Match]:
    """The matches that exist, oldest first."""
    return rows.matches(session, rows.player_names(session), *conditions)


def has_tournaments(session: Session) -> bool:
    """Whether any tournament was ever opened."""
    return bool(rows.read(session, select(rows.TABLES["tournament"].c.id).limit(1)))


def of_tournament(session: Session, match: Match) -> bool:
    """Whether a match is a table of a tournament, which seated it."""
    seated = rows.SITTING.c.match_id == match.id, rows.STEP.c.tournament_id.is_not(None)
    drawn = select(rows.SITTING.c.id).join(rows.STEP, rows.STEP.c.id == rows.SITTING.c.made_by).where(*seated).limit(1)
    return bool(rows.read(session, drawn))


def match_by_id(session: Session, match_id: int) -> Match:
    """The match of this id; raises NotFoundError."""
    found = existing(session, match_id)
    if not found:
        raise NotFoundError(f"no match {match_id}")
    return found


def existing(session: Session, match_id: int) -> Match | None:
    """The match of this id; None where there is none, or where its start was undone."""
    return rows.match(session, match_id, rows.player_names(session))


def find_match(
    session: Session, wanted: str = "", players: Sequence[str] = (), perhaps: Sequence[str] = (), *, last: bool = False
) -> Match:
    """The match meant: by id or name; unnamed, the one open match, or the one where all `players` sit.

    Of the words in `perhaps` those count that mean somebody at an open table. With `last`, the newest match stands in
    when none is open. Raises NotFoundError; it never guesses among several.
    """
    found = _named(session, wanted) if wanted.strip() else _unnamed(session, players, perhaps, last=last)
    session.info["found"] = found
    return found


def _unnamed(session: Session, players: Sequence[str], perhaps: Sequence[str], *, last: bool) -> Match:
    """The one open match, or of several the one where all `players` sit; with `last`, of none the newest."""
    open_matches = matches(session, rows.SITTING.c.finished == False)  # noqa: E712 - SQL
    if len(open_matches) == 1:
        return open_matches[0]
    if not open_matches:
        newest = _finished_last(session)
        if newest and last:
            return newest
        reopen = f", scorer reopen goes on with {newest.name}" if newest else ""
        raise NotFoundError(f"no match is open; scorer start NAME --players ... opens one{reopen}")
    everybody = list(dict.fromkeys(seat for match in open_matches for seat in match.sitting.seats))
    players = [*players, *(word for word in perhaps if meant_by(word, everybody))]
    candidates = [match for match in open_matches if players and _all_sit(players, match.sitting.seats)]
    if len(candidates) == 1:
        return candidates[0]
    for player in players:
        if not any(_all_sit([player], [name]) for name in everybody):  # more than one is no fault yet
            find(player, everybody, "at an open table")
    raise NotFoundError(f"several matches are open ({_listed(open_matches)}): say which with --match or SCORER_MATCH")


def _listed(there: Sequence[Match]) -> str:
    """Matches as each can be named: `1 Friday, 2 Sunday`, with the day where several have a name."""
    names = [fold(match.name) for match in there]
    days = [f" {match.on}" if names.count(fold(match.name)) > 1 else "" for match in there]
    return ", ".join(f"{match.id} {match.name}{day}" for match, day in zip(there, days, strict=True))


def found_by(session: Session, match: Match) -> str:
    """What an advised command has to say to mean this match: ` --match 2`, or nothing where it is found unnamed."""
    try:
        unnamed: int | None = find_match(session, last=True).id
    except NotFoundError:
        unnamed = None
    return "" if unnamed == match.id else f" --match {match.id}"


def _finished_last(session: Session) -> Match | None:
    closed = rows.SITTING.c.voided_by.is_(None) & (rows.SITTING.c.finished == True)  # noqa: E712 - SQL
    newest = select(rows.SITTING.c.match_id).where(closed).order_by(rows.SITTING.c.made_by.desc()).limit(1)
    return next((match_by_id(session, row.match_id) for row in rows.read(session, newest)), None)


def find_finished(session: Session, wanted: str = "") -> Match:
    """The match meant; unnamed, the one that was finished last. Raises NotFoundError."""
    found = find_match(session, wanted) if wanted.strip() else _finished_last(session)
    if found is None:
        raise NotFoundError("no match is finished")
    return found


def _all_sit(players: Sequence[str], seats: Sequence[str]) -> bool:
    try:
        return bool([find(player, seats) for player in players])
    except NotFoundError:
        return False


def _named(session: Session, wanted: str) -> Match:
    """By id, or by name: the open one of that name, or the only one; or by name and day, `Friday 2026-11-20`."""
    number = read_number(wanted)
    if number and (match := existing(session, number)):
        return match
    names = rows.read(session, select(rows.MATCH.c.id, rows.MATCH.c.name, rows.MATCH.c.on).order_by(rows.MATCH.c.id))
    meant = [row.id for row in names if fold(row.name) == fold(wanted)]
    meant = meant or [row.id for row in names if fold(f"{row.name} {row.on}") == fold(wanted)]
    others = [row.id for row in names if fold(row.name).endswith(f" {fold(wanted)}")] if is_table(wanted) else []
    there = matches(session, rows.MATCH.c.id.in_([*meant, *others]))
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
    latest = matches(session, rows.MATCH.c.id.in_([row.id for row in names[-5:]]))
    raise NotFoundError(f"no match '{wanted}'; the latest: {_listed(latest) or 'there is none yet'}")


def sheet_of(session: Session, match: Match) -> Sheet:
    """The match with its live records."""
    return Sheet(match, rows.live_records(session, match.id, rows.player_names(session)))


def find_record(session: Session, sheet: Sheet, number: int) -> Record:
    """The live record of this number; raises NotFoundError, which says what became of one that was struck out."""
    if gone := struck_out(session, sheet.match, number):
        how = f"scorer explain {number}{found_by(session, sheet.match)} shows it"
        raise NotFoundError(f"record {number} of {sheet.match.name} was {gone[1]}; {how}")
    return sheet.record(number)


def struck_out(session: Session, match: Match, number: int) -> tuple[Record, str] | None:
    """The last record of a number that is struck out, and how: `voided on 2026-11-20 at 22:00 (wrong table)`.

    None where the number has a live record, or never had any.
    """
    everything = rows.all_records(session, match.id, rows.player_names(session))
    editions = [record for record in everything if record.number == number]
    if not editions or any(record.voided_by is None for record in editions):
        return None
    of = (rows.STEP.c.match_id == match.id) | rows.STEP.c.match_id.is_(None)  # those of a tournament are at several
    steps = {row.id: row for row in rows.read(session, select(rows.STEP).where(of))}
    by = began = steps[editions[-1].voided_by]
    while began.undoes:  # a void that was undone and done again
        began = steps[began.undoes]
    at = f"{by.at.astimezone():%Y-%m-%d at %H:%M}"
    return editions[-1], f"voided on {at} ({began.reason})" if began.action == "void" else f"undone on {at}"


def lock(session: Session, match: Match, *, even_finished: bool = False) -> Match:
    """The match as it is now, held until the transaction ends; raises RefusedError when it is finished.

    SQLite has locked the whole file since BEGIN IMMEDIATE: there, what `find_match` found just before is what it is.
    """
    just_found = session.info.pop("found", None)
    if session.get_bind().dialect.name != "sqlite":
        rows.read(session, rows.LOCKED_MATCH, match=match.id)
        just_found = None
    now = match if match is just_found else match_by_id(session, match.id)
    if not even_finished:
        refuse_finished(now)
    return now


def refuse_finished(match: Match) -> None:
    """Raise RefusedError for a match that is finished."""
    if match.sitting.finished:
        raise RefusedError(f"{match.name} is finished; scorer reopen {match.id} goes on with it")

"""Matches: starting, finding, seating, the pending call, finishing."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy import select, update
from sqlmodel import Session

from db.models import MatchRow, PlayerRow, VariantRow
from scorer.errors import NotFoundError, RefusedError
from scorer.names import clean, clean_player, find, fold, mixed_scripts, near_duplicates
from scorer.rules.bid import read_bid
from scorer.rules.cards import read_card
from scorer.rules.ending import read_ending
from scorer.rules.rotation import next_dealer, resting
from scorer.scorebook import rows
from scorer.scorebook.people import MAIN_LEAGUE, MAIN_VARIANT, find_league, make_main
from scorer.sheet import Sheet
from scorer.values import Call, Match, Sitting
from scorer.variant_files import digest, from_text, read_text

MIN_SEATS, MAX_SEATS = 3, 7


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """What a new match is made of, in words. None takes what the league has; `until` None what the variant says."""

    name: str
    players: Sequence[str]
    on: date
    league: str = ""
    variant: str | None = None
    dealer: str | None = None
    unit_value_cents: int | None = None
    currency: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Seated:
    """A table that was set: the sheet, and what there is to say about the names."""

    sheet: Sheet
    notices: tuple[str, ...]


def check_new(new: NewMatch) -> None:
    """Raise ScorerError for what is wrong with a new match by itself, before a scorebook is made for it."""
    _match_name(new.name)
    variant = from_text(*read_text(new.variant or MAIN_VARIANT))
    seats = _different([clean_player(name) for name in new.players])
    dealer = find(new.dealer, seats) if new.dealer else seats[0]
    if new.variant or fold(new.league) in {"", MAIN_LEAGUE}:
        resting(seats, variant.player_counts, dealer)
    if new.until:
        read_ending(new.until)


def start_match(session: Session, new: NewMatch) -> Seated:
    """Start a match, freezing the variant into it. New names become players; raises ScorerError."""
    make_main(session)
    league = find_league(session, new.league)
    name = _free_name(session, league.id, new)
    variant_name, text = read_text(new.variant or league.variant)
    variant = from_text(variant_name, text)
    seats, notices = seat_players(session, new.players)
    sitting = Sitting(seats, find(new.dealer, seats) if new.dealer else seats[0])
    row = MatchRow(
        league_id=league.id,
        name=name,
        on=new.on,
        variant=_freeze(session, variant_name, text),
        unit_value_cents=league.unit_value_cents if new.unit_value_cents is None else new.unit_value_cents,
        currency=new.currency or league.currency,
        until=str(read_ending(new.until)) if new.until else str(variant.ending),
    )
    session.add(row)
    session.flush()
    match_id = row.id or 0
    rows.add_sitting(session, match_id, rows.add_step(session, "start", match_id), sitting)
    sheet = sheet_of(session, match_by_id(session, match_id))
    sheet.resting()
    return Seated(sheet, notices)


def _free_name(session: Session, league_id: int, new: NewMatch) -> str:
    name = _match_name(new.name)
    same_day = matches(session, rows.MATCH.c.league_id == league_id, rows.MATCH.c.on == new.on)
    if any(fold(match.name) == fold(name) for match in same_day):
        raise RefusedError(f"there is a match '{name}' on {new.on} in this league; choose another name")
    return name


def _match_name(text: str) -> str:
    name = clean(text, "match name")
    if name.isdecimal():
        raise RefusedError(f"'{name}' is no match name: a bare number is the number of a match")
    return name


def _freeze(session: Session, name: str, text: str) -> str:
    """Keep the text of a variant under its digest, and return the digest."""
    key = digest(text)
    if session.get(VariantRow, key) is None:
        session.add(VariantRow(digest=key, name=name, text=text))
        session.flush()
    return key


def seat_players(session: Session, typed: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players named, made where they are new, with warnings about near-duplicates.

    A name is exact (folded) or new; raises RefusedError for what is no name and for a player named twice.
    """
    names = [clean_player(name) for name in typed]
    known = {fold(name): name for name in rows.player_ids(session)} | _merged_keys(session)
    seats: list[str] = []
    notices: list[str] = []
    for name in names:
        if fold(name) not in known:
            notices += _warnings(name, known.values())
            session.add(PlayerRow(name=name, key=fold(name)))
        seats.append(known.setdefault(fold(name), name))
    session.flush()
    return _different(seats), tuple(notices)


def _different(seats: Sequence[str]) -> tuple[str, ...]:
    """The seats, if they are few enough and all different; raises RefusedError."""
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        raise RefusedError(f"{len(seats)} players at the table: {MIN_SEATS} to {MAX_SEATS} can sit at one")
    keys = [fold(name) for name in seats]
    for name, key in zip(seats, keys, strict=True):
        if keys.count(key) > 1:
            raise RefusedError(f"{name} is named twice: a player sits in one seat only")
    return tuple(seats)


def _merged_keys(session: Session) -> dict[str, str]:
    names = rows.player_names(session)
    merged = select(rows.PLAYER.c.id, rows.PLAYER.c.key).where(rows.PLAYER.c.merged_into.is_not(None))
    return {row.key: names[row.id] for row in rows.read(session, merged)}


def _warnings(name: str, known: Iterable[str]) -> list[str]:
    near = [f"{name} is new; if it is {other}: scorer player merge" for other in near_duplicates(name, known)]
    mixed = [f"{name} mixes two alphabets: some letters may only look right"] if mixed_scripts(name) else []
    return near + mixed


def matches(session: Session, *conditions: object) -> list[Match]:
    """The matches that exist, oldest first."""
    return rows.matches(session, rows.player_names(session), *conditions)


def match_by_id(session: Session, match_id: int) -> Match:
    """The match of this id; raises NotFoundError."""
    found = matches(session, rows.MATCH.c.id == match_id)
    if not found:
        raise NotFoundError(f"no match {match_id}; scorer matches lists them")
    return found[0]


def find_match(session: Session, wanted: str = "", players: Sequence[str] = (), *, last: bool = False) -> Match:
    """The match meant: by id or name; unnamed, the one open match, or the one where all `players` sit.

    With `last`, the newest match stands in when none is open. Raises NotFoundError; it never guesses among several.
    """
    known = matches(session)
    if wanted.strip():
        return _named(wanted, known)
    open_matches = [match for match in known if not match.sitting.finished]
    if not open_matches and last and known:
        return known[-1]
    candidates = open_matches if len(open_matches) < 2 else [m for m in open_matches if _all_sit(players, m)]  # noqa: PLR2004
    if len(candidates) == 1:
        return candidates[0]
    if not open_matches:
        raise NotFoundError("no match is open; scorer start NAME --players ... opens one")
    names = ", ".join(f"{match.id} {match.name}" for match in open_matches)
    raise NotFoundError(f"several matches are open ({names}): say which with --match or SCORER_MATCH")


def find_finished(session: Session, wanted: str = "") -> Match:
    """The match meant; unnamed, the finished one that was touched last. Raises NotFoundError."""
    if wanted.strip():
        return find_match(session, wanted)
    finished = {match.id: match for match in matches(session) if match.sitting.finished}
    if not finished:
        raise NotFoundError("no match is finished")
    closed = select(rows.SITTING.c.match_id).where(
        rows.SITTING.c.voided_by.is_(None), rows.SITTING.c.match_id.in_(finished)
    )
    return finished[rows.read(session, closed.order_by(rows.SITTING.c.made_by.desc()))[0].match_id]


def sheets(session: Session, league: str = "", wanted: str = "") -> list[Sheet]:
    """The matches of a league, or the one wanted, oldest first, with their records."""
    if wanted.strip():
        return [sheet_of(session, find_match(session, wanted))]
    name = find_league(session, league).name
    return [sheet_of(session, match) for match in matches(session, rows.LEAGUE.c.name == name)]


def _all_sit(players: Sequence[str], match: Match) -> bool:
    try:
        return bool([find(player, match.sitting.seats) for player in players])
    except NotFoundError:
        return False


def _named(wanted: str, known: Sequence[Match]) -> Match:
    """By id, or by name: the open one of that name, or the only one."""
    found = [match for match in known if wanted.strip() == str(match.id) or fold(match.name) == fold(wanted)]
    found = [match for match in found if not match.sitting.finished] or found
    if len(found) == 1:
        return found[0]
    if found:
        dates = ", ".join(f"{match.id} ({match.on}, {match.league})" for match in found)
        raise NotFoundError(f"several matches are called '{wanted}': {dates}; give the number")
    names = ", ".join(f"{match.id} {match.name}" for match in known[-5:]) or "there is none yet"
    raise NotFoundError(f"no match '{wanted}'; the latest: {names}")


def sheet_of(session: Session, match: Match) -> Sheet:
    """The match with its live records."""
    return Sheet(match, rows.live_records(session, match.id, rows.player_names(session)))


def lock(session: Session, match: Match, *, even_finished: bool = False) -> Match:
    """The match as it is now, held until the transaction ends; raises RefusedError when it is finished."""
    rows.read(session, select(rows.MATCH.c.id).where(rows.MATCH.c.id == match.id).with_for_update())
    now = match_by_id(session, match.id)
    if now.sitting.finished and not even_finished:
        raise RefusedError(f"{now.name} is finished; scorer reopen {now.id} goes on with it")
    return now


def reseat(session: Session, match: Match, step: int, change: Callable[[Sitting], Sitting]) -> Sheet:
    """Replace the sitting of a match, in the name of `step`."""
    live = (rows.SITTING.c.match_id == match.id) & rows.SITTING.c.voided_by.is_(None)
    session.connection().execute(update(rows.SITTING).where(live).values(voided_by=step))
    rows.add_sitting(session, match.id, step, change(match.sitting))
    return sheet_of(session, match_by_id(session, match.id))


def change_seats(session: Session, match: Match, players: Sequence[str], out: str | None) -> Seated:
    """Seat these players from now on, in this order; `out` rests until the next change. The past keeps its players."""
    match = lock(session, match)
    due = sheet_of(session, match).next_dealer
    seats, notices = seat_players(session, players) if players else (match.sitting.seats, ())
    rests = find(out, seats) if out else None
    call = match.sitting.call if match.sitting.call and match.sitting.call.caller in seats else None
    if match.sitting.call and not call:
        notices += (f"the call of {match.sitting.call.caller} is dropped",)
    dealer = next_dealer(seats, match.sitting.seats, due, again=True)
    sitting = Sitting(seats, dealer, rests, call=call)
    sheet = reseat(session, match, rows.add_step(session, "seats", match.id), lambda _: sitting)
    sheet.resting()
    return Seated(sheet, notices)


def record_call(session: Session, match: Match, caller: str, bid: str, called: str) -> Sheet:
    """Keep who called what until the result comes; a later call replaces it. Raises ScorerError."""
    match = lock(session, match)
    sheet = sheet_of(session, match)
    who = find(caller, sheet.seats)
    if who == sheet.resting():
        raise RefusedError(f"{who} rests in this deal and cannot call")
    won = read_bid(bid, match.variant.auction)
    card = read_card(called, match.variant.auction.pack) if called else None
    if card:
        match.variant.auction.check_called(won, card)
    call = Call(who, str(won), str(card) if card else None)
    step = rows.add_step(session, "call", match.id, detail={"caller": who, "bid": call.bid})
    return reseat(session, match, step, lambda sitting: replace(sitting, call=call))


def finish_match(session: Session, match: Match) -> Sheet:
    """Close the match: it takes no more records until it is reopened."""
    match = lock(session, match)
    step = rows.add_step(session, "finish", match.id)
    return reseat(session, match, step, lambda sitting: replace(sitting, finished=True, call=None))


def reopen_match(session: Session, match: Match) -> Sheet:
    """Go on with a finished match."""
    if not match.sitting.finished:
        raise RefusedError(f"{match.name} is open already")
    step = rows.add_step(session, "reopen", match.id)
    return reseat(session, match, step, lambda sitting: replace(sitting, finished=False))

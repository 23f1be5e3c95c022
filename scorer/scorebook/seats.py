"""The table of a match: who sits there, who rests, and the call that waits for its result."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select, update
from sqlmodel import Session

from db.models import PlayerRow
from scorer.errors import EarlyError, RefusedError
from scorer.match.names import clean_player, find, fold, mixed_scripts, near_duplicates
from scorer.match.values import Call, Match, Sheet, Sitting
from scorer.rules.bid import read_bid
from scorer.rules.cards import read_card
from scorer.rules.deal import next_dealer
from scorer.scorebook import rows
from scorer.scorebook.finding import lock, match_by_id, sheet_of
from scorer.text.sentences import counted, plural

MIN_SEATS, MAX_SEATS = 3, 7


@dataclass(frozen=True, slots=True)
class Seated:
    """A table that was set: the sheet, and what there is to say about the names."""

    sheet: Sheet
    notices: tuple[str, ...] = ()


def seat_players(session: Session, typed: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players named for one table, made where they are new, with warnings; raises RefusedError for bad ones."""
    seats, notices = known_or_new(session, typed)
    return different(seats), notices


def known_or_new(session: Session, typed: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players named, made where they are new, with warnings about near-duplicates.

    A name is exact (folded) or new; raises RefusedError for what is no name.
    """
    names = [clean_player(name) for name in typed]
    known = {fold(name): name for name in rows.player_ids(session)}
    shown = rows.player_names(session)
    merged = select(rows.PLAYER.c.id, rows.PLAYER.c.key).where(rows.PLAYER.c.merged_into.is_not(None))
    known |= {row.key: shown[row.id] for row in rows.read(session, merged)}
    seats: list[str] = []
    notices: list[str] = []
    for name in names:
        if fold(name) not in known:
            notices += _warnings(name, known.values())
            session.add(PlayerRow(name=name, key=fold(name)))
        seats.append(known.setdefault(fold(name), name))
    session.flush()
    rows.forget_players(session)
    return tuple(seats), tuple(notices)


def different(seats: Sequence[str]) -> tuple[str, ...]:
    """The seats, if they are few enough and all different; raises RefusedError."""
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        raise RefusedError(f"{counted(len(seats), 'player')} at the table: {MIN_SEATS} to {MAX_SEATS} can sit at one")
    keys = [fold(name) for name in seats]
    for name, key in zip(seats, keys, strict=True):
        if keys.count(key) > 1:
            raise RefusedError(f"{name} is named twice: a player sits in one seat only")
    return tuple(seats)


def _warnings(name: str, known: Iterable[str]) -> list[str]:
    near = [
        f'{name} is new; if it is {other}: scorer player merge "{name}" "{other}"'
        for other in near_duplicates(name, known)
    ]
    mixed = [f"{name} mixes two alphabets: some letters may only look right"] if mixed_scripts(name) else []
    return near + mixed


def reseat(session: Session, match: Match, step: int, change: Callable[[Sitting], Sitting]) -> Sheet:
    """Replace the sitting of a match, in the name of `step`."""
    live = (rows.SITTING.c.match_id == match.id) & rows.SITTING.c.voided_by.is_(None)
    session.connection().execute(update(rows.SITTING).where(live).values(voided_by=step))
    rows.add_sitting(session, match.id, step, change(match.sitting))
    return sheet_of(session, match_by_id(session, match.id))


def refuse_early(sheet: Sheet, where: str) -> None:
    """Raise EarlyError where fewer deals are played than were agreed."""
    if sheet.deals_left:
        agreed, played = counted(sheet.match.ending.deals or 0, "deal"), len(sheet.deals)
        raise EarlyError(f"{played} of {agreed} {plural(played, 'is', 'are')} played {where}")


def dropped_call(match: Match) -> tuple[str, ...]:
    """What there is to say about a call that waited for its result in a match that is closed."""
    call = match.sitting.call
    return (f"the call of {call.caller} ({call.bid}) is dropped",) if call else ()


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
    if (sitting.seats, sitting.out) == (match.sitting.seats, match.sitting.out):
        return Seated(sheet_of(session, match), ("nothing changes: they sit there already",))
    told = f"at the table: {', '.join(seats)}" + (f"; {rests} rests" if rests else "")
    step = rows.add_step(session, "seats", match.id, detail={"what": told})
    sheet = reseat(session, match, step, lambda _: sitting)
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

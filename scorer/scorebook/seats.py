"""The table of a match: who sits there, who rests, and the call that waits for its result."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlalchemy import select

from scorer.errors import EarlyError, RefusedError
from scorer.language import counts
from scorer.language.forms import listed
from scorer.match.facts import Call, Match, Sitting
from scorer.match.names import (
    EXACTLY,
    check_new_player,
    clean_player,
    find,
    fold,
    is_nobody,
    known_or_typed,
    meant_by,
    mixed_scripts,
    namesakes,
    near_duplicates,
    refuse_control,
    shown,
    typed_names,
)
from scorer.match.sheet import Sheet
from scorer.rules.bid import read_bid
from scorer.rules.cards import read_card
from scorer.rules.deal import next_dealer
from scorer.rules.errors import Notice, UnreadableError
from scorer.rules.variant import Variant
from scorer.scorebook import rows
from scorer.scorebook.changes import Change, Verb
from scorer.scorebook.finding import found_by, refuse_finished, sheet_of
from scorer.scorebook.people import make_players, shown_players
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import left_behind
from scorer.text.sentences import new_words, plural

MIN_SEATS, MAX_SEATS = 2, 7  # of any game; what its variant allows is asked where that is known
FEWEST_WITH_CALLER = 3  # a caller, a partner, a defender
MOST_NAMED = 12  # in one line
NOBODY = "nobody"
SIGNS = ("+", "-", "\N{MINUS SIGN}")
_CHANGES = re.compile(r",|; |\s+(?=[+\-\N{MINUS SIGN}])")


class Seated(NamedTuple):
    """A table that was set: the sheet, and what there is to say about the names."""

    sheet: Sheet
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Meant:
    """Who is meant by what was typed: names, known or new; `taken` who was, by what, where it was the first letters.

    Or where it was a name behind a `=` that nobody needed: whoever typed `=1+1` may have meant it so.
    """

    players: tuple[str, ...]
    taken: tuple[tuple[str, str], ...] = ()


def meant_players(
    transaction: Transaction, typed: Sequence[str], there: Collection[str] = (), where: str = "sits there"
) -> Meant:
    """Who is meant by these words: the exact name, the only known one with a word that begins so, or somebody new.

    `=Bru` is exact or new. Raises NotFoundError where several can be meant, RefusedError where first letters mean
    somebody who is named already, or is `there` (`where` says that of them), and where a comma is missing.
    """
    exact = {row.key: row.name for row in rows.read(transaction, select(rows.PLAYER.c.key, rows.PLAYER.c.name))}
    known = shown_players(transaction)
    players: list[str] = []
    taken: list[tuple[str, str]] = []
    bare: list[tuple[str, str]] = []
    for word in typed:
        refuse_control(word)
        same = exact.get(fold(word), "")
        begun = [name for name in known if name != same and meant_by(word, [name])]
        gone = left_behind(transaction, [same, *begun]) if begun else set()
        name = word if same and same not in gone else known_or_typed(word, [name for name in begun if name not in gone])
        if len(parts := word.split()) > 1 and name == word != same and all(_may_be_one(part, known) for part in parts):
            how = f'put commas between them, or say "={shown(word)}" for one'
            raise RefusedError(f"'{shown(word)}' may be one player or {len(parts)}: {how}")
        short = shown(word) if name in begun else next((short for short, one in taken if fold(one) == fold(name)), "")
        if short and fold(name) in map(fold, (*players, *there)):
            already = where if name in there else "is named"
            new = f'a new player of such a name is "={short}"'
            raise RefusedError(f"'{short}' is {exact.get(fold(name), name)}, who {already} already; {new}")
        if name in begun:
            taken.append((shown(word), name))
        if name == word.strip().removeprefix(EXACTLY).strip() != word.strip() and not meant_by(name, known):
            bare.append((shown(word), shown(name)))
        players.append(name)
    return Meant(tuple(players), (*taken, *bare))


def _may_be_one(part: str, known: Sequence[str]) -> bool:
    """Whether a word may be somebody known: the whole name or first letters, but not a surname that others have too."""
    meant = meant_by(part, known)
    return any(fold(name) == fold(part) or fold(part) not in fold(name).split() for name in meant)


def seats_meant(transaction: Transaction, match: Match, words: Sequence[str]) -> Meant:
    """Who sits there from now on: all who are named, or those who do with `+Quirino` and without `-Bruno`.

    Who comes takes the seat of who goes, as both are named, or else the last one. Raises ScorerError.
    """
    seats = match.sitting.seats
    if not any(word.strip().startswith(SIGNS) for word in words):
        return meant_players(transaction, typed_names(words, rows.player_ids(transaction)))
    changes = [part.strip() for word in words for part in _CHANGES.split(word) if part.strip()]
    for change in changes:
        if not change.startswith(SIGNS):
            signed = f'say +{shown(change)} or -{shown(change)}; a name of several words goes in quotes: "+Anna Maria"'
            raise RefusedError(f"'{shown(change)}' has no sign beside names that have one: {signed}")
    go = [find(change[1:].strip(), seats) for change in changes if not change.startswith("+")]
    stay = [seat for seat in seats if seat not in go]
    come = meant_players(transaction, [change[1:].strip() for change in changes if change.startswith("+")], stay)
    if double := [seat for seat in stay if fold(seat) in map(fold, come.players)]:
        raise RefusedError(f"{double[0]} sits there already: {', '.join(seats)}")
    instead = dict(zip(go, come.players, strict=False))
    after = [instead.get(seat, seat) for seat in seats if seat in instead or seat not in go]
    left = (*after, *come.players[len(go) :])
    if len(left) < min(counts := match.variant.player_counts):
        who = f"only {listed(left)}" if left else "nobody"
        played = f"{match.variant.title} is played by {' or '.join(map(str, sorted(counts)))}"
        raise RefusedError(f"{who} would be left at the table, {played}; scorer finish {match.id} closes {match.name}")
    return replace(come, players=left)


def seats_named(
    transaction: Transaction, typed: Sequence[str], variant: Variant
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players named for one table, with what there is to say of the new ones; raises RefusedError for bad ones."""
    seats, notices = players_named(transaction, typed, beside=(), events=tuple(variant.events or ()))
    return different(seats), notices


def known_or_new(
    transaction: Transaction, typed: Sequence[str], *, beside: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players of `players_named`, made where they are new."""
    players, notices = players_named(transaction, typed, beside=beside)
    make_players(transaction, players)
    return players, notices


def players_named(
    transaction: Transaction, typed: Sequence[str], *, beside: Collection[str], events: Collection[str] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players named, known or new, and who is new, with warnings about names that are near.

    Those `beside` and all named now are different people. A name is exact (folded) or new; one that
    only an undone step left behind is written as it is typed now. Raises RefusedError for what is no name, and for
    somebody new who is called as a result or one of the `events` of the game is.
    """
    names = [clean_player(name) for name in typed]
    known = {fold(name): name for name in rows.player_ids(transaction)}
    read_as = rows.player_names(transaction)
    merged = select(rows.PLAYER.c.id, rows.PLAYER.c.key).where(rows.PLAYER.c.merged_into.is_not(None))
    known |= {row.key: read_as[row.id] for row in rows.read(transaction, merged)}
    gone = left_behind(transaction, [known[fold(name)] for name in names if fold(name) in known])
    before = [name for name in known.values() if name not in gone]
    seats: list[str] = []
    new: list[str] = []
    for name in names:
        key = fold(name)
        if key not in known:
            check_new_player(name, events)
        elif known[key] in gone:
            known[key] = name
        if name not in seats and known.get(key, name) not in before:
            new.append(name)
        seats.append(known.setdefault(key, name))
    return tuple(seats), _said_of_new(transaction, new, (*beside, *seats), before)


def _said_of_new(
    transaction: Transaction, new: Sequence[str], beside: Collection[str], known: Collection[str]
) -> tuple[str, ...]:
    """Who is new, unless everybody is, and whom a new name is near; those `beside` are not that person."""
    lines: list[str] = []
    plain: list[str] = []
    for name in new:
        near = namesakes(name, known)
        near += [other for other in near_duplicates(name, new[: new.index(name)]) if other not in near]
        gone = left_behind(transaction, near) if near else set()
        near = [other for other in near if other not in gone]
        lines += [new_words(name, other, together=other in beside) for other in near]
        lines += [f"{name} mixes two alphabets: some letters may only look right"] if mixed_scripts(name) else []
        plain += [] if near else [name]
    few = listed(plain) if len(plain) <= MOST_NAMED else counts.players(len(plain))
    return (*([f"{few} {plural(len(plain), 'is', 'are')} new"] if plain and known else []), *lines)


def different(seats: Sequence[str]) -> tuple[str, ...]:
    """The seats, if they are few enough and all different; raises RefusedError."""
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        raise RefusedError(f"{counts.players(len(seats))} at the table: {MIN_SEATS} to {MAX_SEATS} can sit at one")
    keys = [fold(name) for name in seats]
    for name, key in zip(seats, keys, strict=True):
        if keys.count(key) > 1:
            raise RefusedError(f"{name} is named twice: a player sits in one seat only")
    return tuple(seats)


def refuse_early(sheet: Sheet, where: str) -> None:
    """Raise EarlyError where fewer deals are played than were agreed."""
    if sheet.deals_left:
        agreed, played = counts.deals(sheet.match.ending.deals or 0), len(sheet.deals)
        raise EarlyError(f"{played} of {agreed} {plural(played, 'is', 'are')} played {where}")


@Verb
def change_seats(transaction: Transaction, match: Match, players: Sequence[str], out: str | None) -> Change:
    """Seat these players from now on, in this order; `out` rests until the next change. The past keeps its players.

    No players: the same as now. The words for nobody end a rest.
    """
    refuse_finished(match)
    now = sheet_of(transaction, match)
    seats, notices = seats_named(transaction, players, match.variant) if players else (match.sitting.seats, ())
    # The first dealer is that of the table as it was opened, or whoever has that seat: who rests is passed over as long
    # as that lasts, and a change made by mistake moves nothing on.
    opened = opening_table(transaction, match)
    dealer = next_dealer(seats, opened.seats, opened.first_dealer, again=True)
    call = match.sitting.call if match.sitting.call and match.sitting.call.caller in seats else None
    sitting = Sitting(seats, dealer, _who_rests(out, seats), call=call)
    anew = now.seated(sitting)
    anew.resting()  # raises where they cannot play
    if match.sitting.call and not call:
        notices += (f"the call of {match.sitting.call.caller} is dropped",)
    if (sitting.seats, sitting.out) == (match.sitting.seats, match.sitting.out):
        nothing = ("nothing changes: they sit there already",)
        return Change(action="seats", before=now, sheet=now, notices=nothing)
    if sitting.out:
        after = found_by(transaction, match)
        notices += (f"{sitting.out} rests until this changes: scorer seats --out {NOBODY}{after} ends it",)
    what = f"at the table: {', '.join(seats)}" + (f"; {sitting.out} rests" if sitting.out else "")
    return Change(action="seats", before=now, sheet=anew, detail={"what": what}, notices=notices)


def opening_table(transaction: Transaction, match: Match) -> Sitting:
    """The table as it was when the match began."""
    first = select(rows.SITTING).where(rows.SITTING.c.match_id == match.id).order_by(rows.SITTING.c.id).limit(1)
    return rows.to_sitting(rows.read(transaction, first)[0], rows.player_names(transaction))


def _who_rests(out: str | None, seats: Sequence[str]) -> str | None:
    """Who rests from now on, as said; None for nobody: then whoever deals rests, where one sits too many."""
    if out is None:
        return None
    if not out.strip():
        raise UnreadableError(f"--out '{shown(out)}': say who rests, or {NOBODY}")
    return None if is_nobody(out, seats) else find(out, seats)


@Verb
def record_call(transaction: Transaction, match: Match, caller: str, bid: str, called: str) -> Change:
    """Keep who called what until the result comes; a later call replaces it. Raises ScorerError."""
    refuse_finished(match)
    now = sheet_of(transaction, match)
    variant = now.match.variant
    auction = variant.auction
    if not variant.has_auction:
        raise RefusedError(f"nobody calls in {variant.title}: scorer deal records who took how much")
    who = find(caller, now.seats)
    if who == now.resting():
        raise RefusedError(f"{who} rests in this deal and cannot call")
    won = read_bid(bid, auction)
    card = read_card(called, auction.pack) if called else None
    if card:
        auction.check_called(won, card)
    call, before = Call(who, str(won), str(card) if card else None), match.sitting.call
    return Change(
        action="call",
        before=now,
        sheet=now.seated(replace(match.sitting, call=call)),
        detail={"caller": call.caller, "bid": call.bid},
        notices=(f"the call of {before.caller} ({before.bid}) is replaced",) if before else (),
    )

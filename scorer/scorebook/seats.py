"""The table of a match: who sits there, who rests, and the call that waits for its result."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorer.errors import EarlyError, RefusedError
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import either, listed
from scorer.match.deals_left import deals_left, deals_used_up
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
from scorer.rules.cards import bid_shown, read_card
from scorer.rules.errors import Notice, UnreadableError, advice, advised
from scorer.rules.rotation import next_dealer
from scorer.rules.variant import Variant
from scorer.scorebook import rows
from scorer.scorebook.changes import Change, Verb
from scorer.scorebook.match_lookup import needed_number, refuse_finished, sheet_of
from scorer.scorebook.people import make_players, shown_players
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import left_behind
from scorer.text.sentences import new_words
from scorer.text.step_words import did

MIN_SEATS, MAX_SEATS = 2, 7  # of any game; what its variant allows is asked where that is known
FEWEST_WITH_CALLER = 3  # a caller, a partner, a defender
MOST_NAMED = 12  # in one line
NOBODY = "nobody"
SITS_THERE = N_("'{word}' is {player}, who sits there already; a new player of such a name is \"={word}\"")
IS_ENTERED = N_("'{word}' is {player}, who is entered already; a new player of such a name is \"={word}\"")
PLAYS_THERE = N_(
    "'{word}' is {player}, who plays in the tournament already; a new player of such a name is \"={word}\""
)
_IS_NAMED = N_("'{word}' is {player}, who is named already; a new player of such a name is \"={word}\"")
SIGNS = ("+", "-", "\N{MINUS SIGN}")
_MERGED = "SELECT id, key FROM player WHERE merged_into IS NOT NULL"
_FIRST_SITTING = "SELECT * FROM sitting WHERE match_id = :match ORDER BY id LIMIT 1"
_CHANGES = re.compile(r",|; |\s+(?=[+\-\N{MINUS SIGN}])")


class Seated(NamedTuple):
    """A table that was set: the sheet, and what there is to say about the names."""

    sheet: Sheet
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Meant:
    """The names that the typed words mean, known or new.

    `taken` pairs a word with its player where the word was the first letters only, or a name behind a `=` that nobody
    needed: whoever typed `=1+1` may have meant it so.
    """

    players: tuple[str, ...]
    taken: tuple[tuple[str, str], ...] = ()


def meant_players(
    transaction: Transaction, typed: Sequence[str], there: Collection[str] = (), already: str = SITS_THERE
) -> Meant:
    """Who is meant by these words: the exact name, the only known one with a word that begins so, or somebody new.

    `=Bru` is exact or new. Raises NotFoundError where several can be meant, RefusedError where first letters mean
    somebody who is named already or is `there`, and where a comma is missing. `already` is the refusal of who is there:
    a template with the fields `word` and `player`.
    """
    exact = {row.key: row.name for row in transaction.rows(rows.PLAYERS)}
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
        parts = word.split()
        if len(parts) > 1 and name == word != same and all(_may_be_known(part, known) for part in parts):
            template = N_("'{word}' may be one player or {number}: put commas between them, or say \"={word}\" for one")
            raise RefusedError(_(template, word=shown(word), number=len(parts)))
        short = shown(word) if name in begun else next((short for short, who in taken if fold(who) == fold(name)), "")
        if short and fold(name) in map(fold, (*players, *there)):
            refusal = already if name in there else _IS_NAMED
            raise RefusedError(_(refusal, word=short, player=exact.get(fold(name), name)))
        if name in begun:
            taken.append((shown(word), name))
        if name == word.strip().removeprefix(EXACTLY).strip() != word.strip() and not meant_by(name, known):
            bare.append((shown(word), shown(name)))
        players.append(name)
    return Meant(tuple(players), (*taken, *bare))


def _may_be_known(part: str, known: Sequence[str]) -> bool:
    """Whether a word may be somebody known: the whole name or first letters, but not a surname that others have too."""
    meant = meant_by(part, known)
    return any(fold(name) == fold(part) or fold(part) not in fold(name).split() for name in meant)


def seats_meant(transaction: Transaction, match: Match, words: Sequence[str]) -> Meant:
    """Who sits there from now on: all who are named, or those who sit there now with `+Quirino` and without `-Bruno`.

    The first who comes takes the seat of the first who goes, and so on; newcomers without one sit last. Raises
    ScorerError.
    """
    seats = match.sitting.seats
    if not any(word.strip().startswith(SIGNS) for word in words):
        return meant_players(transaction, typed_names(words, rows.player_ids(transaction)))
    changes = [part.strip() for word in words for part in _CHANGES.split(word) if part.strip()]
    for change in changes:
        if not change.startswith(SIGNS):
            sentence = _(
                "'{player}' has no sign beside names that have one: say +{player} or -{player};"
                ' a name of several words goes in quotes: "+Anna Maria"',
                player=shown(change),
            )
            raise RefusedError(sentence)
    go = [find(change[1:].strip(), seats) for change in changes if not change.startswith("+")]
    stay = [seat for seat in seats if seat not in go]
    come = meant_players(transaction, [change[1:].strip() for change in changes if change.startswith("+")], stay)
    if double := [seat for seat in stay if fold(seat) in map(fold, come.players)]:
        raise RefusedError(_("{player} sits there already: {players}", player=double[0], players=", ".join(seats)))
    instead = dict(zip(go, come.players, strict=False))
    after = [instead.get(seat, seat) for seat in seats if seat in instead or seat not in go]
    left = (*after, *come.players[len(go) :])
    if len(left) < min(match.variant.player_counts):
        raise RefusedError(_too_few_words(left, match.variant), advice("finish", number=match.id))
    return replace(come, players=left)


def _too_few_words(left: Sequence[str], variant: Variant) -> str:
    """That fewer would be left at the table than the variant is played by."""
    played: dict[str, Any] = {
        "variant": _(variant.title),
        "numbers": either(list(map(str, sorted(variant.player_counts)))),
    }
    if not left:
        return _("nobody would be left at the table, {variant} is played by {numbers}", **played)
    template = N_("only {players} would be left at the table, {variant} is played by {numbers}")
    return _(template, players=listed(left), **played)


def seats_named(
    transaction: Transaction, typed: Sequence[str], variant: Variant
) -> tuple[tuple[str, ...], tuple[Notice, ...]]:
    """The players named for one table, with what there is to say of the new ones; raises RefusedError for bad ones."""
    seats, notices = players_named(transaction, typed, together_with=(), events=tuple(variant.events or ()))
    return different(seats), notices


def known_or_new(
    transaction: Transaction, typed: Sequence[str], *, together_with: Collection[str]
) -> tuple[tuple[str, ...], tuple[Notice, ...]]:
    """The players of `players_named`, made where they are new."""
    players, notices = players_named(transaction, typed, together_with=together_with)
    make_players(transaction, players)
    return players, notices


def players_named(
    transaction: Transaction, typed: Sequence[str], *, together_with: Collection[str], events: Collection[str] = ()
) -> tuple[tuple[str, ...], tuple[Notice, ...]]:
    """The players named, known or new, and who is new, with warnings about names that are near.

    Players `together_with` them and all who are named now are different people. A name is exact (folded) or new; one
    that only an undone step left behind is written as it is typed now. Raises RefusedError for what is no name, and
    for a new name that means a result, or one of the `events` of the game.
    """
    names = [clean_player(name) for name in typed]
    known = {fold(name): name for name in rows.player_ids(transaction)}
    read_as = rows.player_names(transaction)
    known |= {row.key: read_as[row.id] for row in transaction.rows(_MERGED)}
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
    return tuple(seats), _new_players_words(transaction, new, (*together_with, *seats), before)


def _new_players_words(
    transaction: Transaction, new: Sequence[str], together: Collection[str], known: Collection[str]
) -> tuple[Notice, ...]:
    """Who is new, unless everybody is, and which known names are near a new one.

    Those who are named `together` with it are other people than the new one.
    """
    warnings: list[Notice] = []
    plain: list[str] = []
    for name in new:
        near = namesakes(name, known)
        near += [earlier for earlier in near_duplicates(name, new[: new.index(name)]) if earlier not in near]
        gone = left_behind(transaction, near) if near else set()
        near = [player for player in near if player not in gone]
        warnings += [new_words(name, player, together=player in together) for player in near]
        if mixed_scripts(name):
            warnings.append(_("{player} mixes two alphabets: some letters may only look right", player=name))
        plain += [] if near else [name]
    if not plain or not known:
        return tuple(warnings)
    players = listed(plain) if len(plain) <= MOST_NAMED else counts.players(len(plain))
    return (ngettext("{players} is new", "{players} are new", len(plain), players=players), *warnings)


def different(seats: Sequence[str]) -> tuple[str, ...]:
    """The seats, if they are few enough and all different; raises RefusedError."""
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        fields = {"players": counts.players(len(seats)), "least": MIN_SEATS, "most": MAX_SEATS}
        raise RefusedError(_("{players} at the table: {least} to {most} can sit at one", **fields))
    keys = [fold(name) for name in seats]
    for name, key in zip(seats, keys, strict=True):
        if keys.count(key) > 1:
            raise RefusedError(_("{player} is named twice: a player sits in one seat only", player=name))
    return tuple(seats)


def refuse_early(sheet: Sheet, table: str = "") -> None:
    """Raise EarlyError where fewer deals are played than were agreed, in the match, or at the `table` that it is of."""
    if not deals_left(sheet):
        return
    played, agreed = deals_used_up(sheet), counts.deals(sheet.match.ending.deals or 0)
    if table:
        facts = {"deals": agreed, "table": table}
        sentence = ngettext(
            "{count} of {deals} is played at {table}", "{count} of {deals} are played at {table}", played, **facts
        )
    else:
        fields = {"deals": agreed, "match": sheet.match.name}
        sentence = ngettext(
            "{count} of {deals} is played in {match}", "{count} of {deals} are played in {match}", played, **fields
        )
    raise EarlyError(sentence)


@Verb
def change_seats(transaction: Transaction, match: Match, players: Sequence[str], out: str | None) -> Change:
    """Seat these players from now on, in this order; `out` rests until the next change. The past keeps its players.

    No players: the same as now. The words for nobody end a rest.
    """
    refuse_finished(match)
    now = sheet_of(transaction, match)
    seats, names = seats_named(transaction, players, match.variant) if players else (match.sitting.seats, ())
    notices: tuple[Notice, ...] = names
    # The first dealer is that of the table as it was opened, or whoever has that seat: who rests is passed over as long
    # as that lasts, and a change made by mistake moves nothing on.
    opened = rows.to_sitting(transaction.rows(_FIRST_SITTING, match=match.id)[0], rows.player_names(transaction))
    dealer = next_dealer(seats, opened.seats, opened.first_dealer, again=True)
    call = match.sitting.call if match.sitting.call and match.sitting.call.caller in seats else None
    sitting = Sitting(seats, dealer, _who_rests(out, seats), call=call)
    anew = now.seated(sitting)
    anew.resting()  # raises where they cannot play
    if match.sitting.call and not call:
        notices += (_("the call of {caller} is dropped", caller=match.sitting.call.caller),)
    if (sitting.seats, sitting.out) == (match.sitting.seats, match.sitting.out):
        return Change(action="seats", before=now, sheet=now, notices=(_("nothing changes: they sit there already"),))
    if sitting.out:
        ends_it = advice("end_rest", match_option=needed_number(transaction, match))
        notices += (advised(_("{player} rests until this changes", player=sitting.out), ends_it),)
    detail = did("seated", players=list(seats), resting=sitting.out)
    return Change(action="seats", before=now, sheet=anew, detail=detail, notices=notices)


def _who_rests(out: str | None, seats: Sequence[str]) -> str | None:
    """Who rests from now on, as typed; None for nobody: then whoever deals rests, where one sits too many."""
    if out is None:
        return None
    if not out.strip():
        raise UnreadableError(_("no player is named: say who rests, or {nobody}", nobody=NOBODY))
    return None if is_nobody(out, seats) else find(out, seats)


@Verb
def record_call(transaction: Transaction, match: Match, caller: str, bid: str, called: str) -> Change:
    """Keep who called what until the result comes; a later call replaces it. Raises ScorerError."""
    refuse_finished(match)
    now = sheet_of(transaction, match)
    variant = now.match.variant
    auction = variant.auction
    if not variant.has_auction:
        raise RefusedError(_("nobody calls in {variant}", variant=_(variant.title)), advice("deal_of_sides"))
    who = find(caller, now.seats)
    if who == now.resting():
        raise RefusedError(_("{player} rests in this deal and cannot call", player=who))
    won = read_bid(bid, auction)
    card = read_card(called, auction.pack) if called else None
    if card:
        auction.check_called(won, card)
    call = Call(who, str(won), str(card) if card else None)
    replaced: tuple[Notice, ...] = ()
    if before := match.sitting.call:
        bid = bid_shown(before.bid, auction.pack)
        replaced = (_("the call of {caller} ({bid}) is replaced", caller=before.caller, bid=bid),)
    return Change(
        action="call",
        before=now,
        sheet=now.seated(replace(match.sitting, call=call)),
        detail={"caller": call.caller, "bid": call.bid},
        notices=replaced,
    )

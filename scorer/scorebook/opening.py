"""Opening and closing a match: start, finish, reopen."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from itertools import chain, count
from typing import Any

from scorer.errors import RefusedError
from scorer.language import _
from scorer.match.days import unlikely_words
from scorer.match.deals_left import closed_early
from scorer.match.facts import League, Match, Sitting, Terms
from scorer.match.names import check_new_player, clean, clean_player, find, fold
from scorer.rule_files import VARIANTS, digest
from scorer.rules.ending import read_agreed
from scorer.rules.errors import Notice, advice
from scorer.rules.kinds import SHEET
from scorer.rules.rotation import resting
from scorer.scorebook import rows
from scorer.scorebook.changes import Change, Verb, dropped_call
from scorer.scorebook.match_lookup import (
    match_by_id,
    matches,
    open_matches,
    refuse_finished,
    sheet_of,
)
from scorer.scorebook.people import MAIN_VARIANT, find_league, is_main, make_main, make_players
from scorer.scorebook.seats import Seated, different, refuse_early, seats_named
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import did

_FREEZE = "INSERT INTO variant (digest, name, text) VALUES (:digest, :name, :text) ON CONFLICT (digest) DO NOTHING"
# Of this league, or of any; no table of a tournament.
_NEWEST_TABLE = (
    f'SELECT "match".id FROM "match" JOIN sitting ON {rows.LIVE_SITTING}'
    " JOIN league ON league.id = \"match\".league_id WHERE (league.key = :league OR :league = '')"
    ' AND "match".id NOT IN (SELECT sitting.match_id FROM sitting JOIN step ON step.id = sitting.made_by'
    " WHERE step.tournament_id IS NOT NULL)"
    f' ORDER BY "match"."on" DESC, {rows.PLACE} DESC, "match".id DESC LIMIT 1'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """What a new match is made of, as it was typed.

    `agreed` has terms by name; where it lacks one, the league says it, or the variant says `until`, which is empty or
    `none` for no end. None: what the league has.
    """

    name: str
    players: Sequence[str]
    on: date
    league: str = ""
    variant: str | None = None
    dealer: str | None = None
    agreed: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Opening:
    """A new match as `start_match` writes it, with what there is to say of it; `variant` is the name and the text."""

    league: League
    name: str
    variant: tuple[str, str]
    terms: Terms
    sitting: Sitting
    notices: tuple[Notice, ...]


def check_new(new: NewMatch, *, players: bool = True) -> None:
    """Raise ScorerError for what is wrong with a new match by itself, before a scorebook is made for it.

    Not for its `players`, where there is one: it alone tells who is meant.
    """
    read_match_name(new.name)
    variant = VARIANTS.load(new.variant or MAIN_VARIANT)
    if players:
        events = tuple(variant.events or ())
        seats = different([check_new_player(clean_player(name.removeprefix("=")), events) for name in new.players])
        dealer = find(new.dealer, seats) if new.dealer else seats[0]
        if new.variant or is_main(new.league):
            resting(seats, variant, dealer)
    if until := new.agreed.get("until"):
        ending = read_agreed(until, variant.ending)
        if new.variant or is_main(new.league):
            variant.check_ending(ending)


def would_start(transaction: Transaction, new: NewMatch) -> Opening:
    """The match that `start_match` would start; nothing is written. Raises ScorerError."""
    league = find_league(transaction, new.league)
    name = read_match_name(new.name)
    if fold(name) in _names_of_day(transaction, league, new.on):
        sentence = _("there is a match '{match}' on {day} in this league; choose another name", match=name, day=new.on)
        raise RefusedError(sentence)
    variant_name, text, variant = VARIANTS.read(new.variant or league.variant)
    seats, notices = seats_named(transaction, new.players, variant)
    until = new.agreed.get("until")
    ending = variant.ending if until is None else read_agreed(until, variant.ending)
    variant.check_ending(ending)
    terms = league.terms({**new.agreed, "until": str(ending)})
    sitting = Sitting(seats, find(new.dealer, seats) if new.dealer else seats[0])
    resting(seats, variant, sitting.first_dealer)
    return Opening(league, name, (variant_name, text), terms, sitting, (*notices, *unlikely_words(new.on)))


def start_match(transaction: Transaction, new: NewMatch) -> Seated:
    """Start a match, freezing the variant into it. New names become players; raises ScorerError."""
    make_main(transaction)
    opening = would_start(transaction, new)
    make_players(transaction, opening.sitting.seats)
    match_id = transaction.insert(
        "match",
        league_id=opening.league.id,
        name=opening.name,
        on=new.on,
        variant=freeze(transaction, *opening.variant),
        uid=rows.new_uid(),
        **asdict(opening.terms),
    )
    rows.add_sitting(transaction, match_id, rows.add_step(transaction, "start", match_id), opening.sitting)
    return Seated(sheet_of(transaction, match_by_id(transaction, match_id)), opening.notices)


def read_match_name(text: str) -> str:
    """A match name as it is kept; raises RefusedError for what is none, as a bare number."""
    name = clean(text, "match name")
    if name.isdecimal():
        raise RefusedError(_("'{name}' is no match name: a bare number is the number of a match", name=name))
    return name


def free_match_name(transaction: Transaction, name: str, league: League, on: date) -> str:
    """The name, or where a match of that league and day has it, with the first number behind it that none has."""
    taken = _names_of_day(transaction, league, on)
    numbered = (f"{name} {number}" for number in count(2))
    return next(free for free in chain([name], numbered) if fold(free) not in taken)


def _names_of_day(transaction: Transaction, league: League, on: date) -> set[str]:
    """The folded names of the matches of a league on a day."""
    return {fold(match.name) for match in matches_of_day(transaction, league, on)}


def matches_of_day(transaction: Transaction, league: League | None, on: date) -> list[Match]:
    """The matches of a league on a day, or of all (None), the oldest first."""
    return matches(transaction, rows.OF_A_DAY, league=league.id if league else 0, day=on)


def freeze(transaction: Transaction, name: str, text: str) -> str:
    """Keep the text of a variant under its digest; returns the digest."""
    key = digest(text)
    transaction.run(_FREEZE, digest=key, name=name, text=text)
    return key


def last_match(transaction: Transaction, league: str = "") -> Match | None:
    """The match that was played last, of this league or any; None where there is none.

    Raises NotFoundError for a league that is not there.
    """
    name = league if is_main(league) else find_league(transaction, league).name
    newest = transaction.value(_NEWEST_TABLE, league=fold(name))
    return match_by_id(transaction, newest) if newest else None


def still_open(transaction: Transaction, match: Match) -> list[Match]:
    """The other open matches that were begun on another day, or whose players sit here; no tables of tournaments."""
    others = [at for at in open_matches(transaction) if at.id != match.id]
    here = set(match.sitting.seats)
    concerned = [at for at in others if at.on != match.on or here & set(at.sitting.seats)]
    return [at for at in concerned if not rows.of_tournament(transaction, at.id)]


@Verb
def finish_match(transaction: Transaction, match: Match, *, early: bool = False) -> Change:
    """Close the match: it takes no more records until it is reopened.

    Raises EarlyError at a table of a tournament where fewer deals are played than were agreed, unless `early`.
    """
    refuse_finished(match)
    sheet = sheet_of(transaction, match)
    if not early and rows.of_tournament(transaction, match.id):
        refuse_early(sheet)
    early_end = closed_early(sheet)
    return Change(
        action="finish",
        before=sheet,
        sheet=sheet.seated(replace(match.sitting, finished=True, call=None)),
        detail=did("match_finished_early", **early_end) if early_end else None,
        notices=dropped_call(match),
    )


@Verb
def reopen_match(transaction: Transaction, match: Match) -> Change:
    """Go on with a finished match."""
    if not match.sitting.finished:
        raise RefusedError(_("{match} is open already", match=match.name))
    sheet = sheet_of(transaction, match)
    on_paper = [record.number for record in sheet.records if record.kind == SHEET]
    if on_paper and rows.of_tournament(transaction, match.id):  # deals would be counted beside their own total
        instead = advice("sheet_of_table", number=match.id, record=on_paper[0])
        raise RefusedError(_("{match} has its paper sheet", match=match.name), instead)
    anew = sheet.seated(replace(match.sitting, finished=False))
    return Change(action="reopen", before=sheet, sheet=anew)

"""Starting an evening on a phone: what can be chosen, and the new match as it was chosen."""

from datetime import datetime, timedelta
from typing import Any, Final

from scorer import scorebook
from scorer.errors import NotFoundError, RefusedError
from scorer.language import _
from scorer.language.lists_numbers_dates import day, listed, weekday
from scorer.match.evening_day import evening_of
from scorer.match.facts import League, Match
from scorer.match.names import fold, shown
from scorer.phones.access import Grant
from scorer.phones.bodies import BadBodyError, Body
from scorer.rule_files import VARIANTS
from scorer.rules.ending import OPEN_END, RACES, Ending
from scorer.rules.variant import Variant
from scorer.scorebook import NewMatch
from scorer.scorebook.transaction import Transaction
from scorer.text.deals_left_words import ending_words
from scorer.text.numbers import money

Json = dict[str, Any]
NOON: Final = 12  # until then an evening may be that of yesterday
DEALS: Final = (10, 20, 30)  # ends to choose, in every game


class BegunError(RefusedError):
    """Somebody else began a `match` with players of the one that is to be begun: one table would be two."""

    def __init__(self, match: Match) -> None:
        self.match = match
        facts = {"match": match.name, "players": listed(match.sitting.seats)}
        super().__init__(_("'{match}' was begun meanwhile, with {players}: go on with it", **facts))


def evening_state(transaction: Transaction, grant: Grant, now: datetime) -> Json:
    """The matches of the evening, and the choices for a new one, whose name is that of the day to begin with.

    In `last` is what a new match takes from the last one of the league; null where there is none.
    """
    league = league_of(transaction, grant)
    matches, last = scorebook.open_matches(transaction), scorebook.last_match(transaction, league.name)
    return {
        "league": league.name,
        "may_start": grant.may_record,
        "may_show_codes": grant.may_record and grant.scope == "all",
        "open": [_line(match) for match in matches if grant.scope == "all" or match.league == league.name],
        "finished": [_line(match) for match in _finished(transaction, league, now)],
        "name": _free_name(transaction, league, now),
        "last": _again(last, league, now) if last else None,
        "players": scorebook.shown_players(transaction),
        "variants": [_choice(VARIANTS.load(name), last) for name in VARIANTS.names()],
        "variant": league.variant,
    }


def _free_name(transaction: Transaction, league: League, now: datetime) -> str:
    """How a match is called that nobody gave a name."""
    return scorebook.free_match_name(transaction, weekday(now.date()), league, now.date())


def _finished(transaction: Transaction, league: League, now: datetime) -> list[Match]:
    """The finished matches of the evening: they have their settlement, and can be reopened."""
    days = [now.date()] if now.hour >= NOON else [now.date() - timedelta(days=1), now.date()]
    matches = (match for on in days for match in scorebook.matches_of_day(transaction, league, on))
    return [match for match in matches if match.sitting.finished]


def _choice(variant: Variant, last: Match | None) -> Json:
    """A payout table to choose, how many players it takes at least, and when a match can end; `until` to begin with."""
    by = variant.ending.judged_by[0]
    races = (Ending(race=(by, most)) for most in sorted(RACES[by].usual))
    ends = [OPEN_END, *(Ending(deals=deals) for deals in DEALS), *races]
    words = {str(ending): ending_words(ending) for ending in [*ends, variant.ending]}
    until = str(variant.ending)
    if last and last.variant.name == variant.name:
        until = last.terms.until
        words[until] = _("{end}, as last time", end=ending_words(last.ending))
    return {
        "name": variant.name,
        "title": _(variant.title),
        "fewest": variant.player_counts[0],
        "until": until,
        "ends": [{"until": notation, "words": said} for notation, said in words.items()],
    }


def _again(last: Match, league: League, now: datetime) -> Json:
    """What a new match takes from the last one; `about` says all but its players in words.

    A unit value that is not said is that of the league: one that was played for nothing is said too. In another
    currency than the league's it is not taken along. Where `goes_on`, it is played this evening.
    """
    terms, known = last.terms, last.variant.name in VARIANTS.names()
    cents = terms.unit_value_cents if terms.currency == league.currency else league.unit_value_cents
    about = [_(last.variant.title), ending_words(last.ending)] if known else []
    return {
        "players": last.sitting.seats,
        "variant": last.variant.name if known else "",
        "unit_value": "" if cents == league.unit_value_cents else f"{cents / 100:.2f}",
        "about": " · ".join([*about, *([money(cents, league.currency)] if cents else [])]),
        "goes_on": not last.sitting.finished and last.on >= evening_of(now),
    }


def new_match(transaction: Transaction, body: Body, league: League, now: datetime) -> NewMatch:
    """The match as it was chosen, for today; names are whole, so that whoever is not known is new.

    Raises BegunError where the page did not know yet that these players play.
    """
    variant = body.text("variant", "") or None
    if variant and variant not in VARIANTS.names():  # a path would be one of this machine's files
        raise BadBodyError(_("'{variant}' is no variant here", variant=shown(variant)))
    agreed: dict[str, Any] = {}
    if body.parts.get("until") is not None:
        agreed["until"] = body.text("until")
    if unit_value := body.text("unit_value", ""):
        agreed["unit_value_cents"] = scorebook.read_unit_value(unit_value)
    players = body.players("players")
    if "shown" in body.parts:
        _check_begun(transaction, players, league, body.matches("shown"))
    return NewMatch(
        name=body.text("name", "") or _free_name(transaction, league, now),
        players=players,
        on=now.date(),
        league=league.name,
        variant=variant,
        agreed=agreed,
    )


def _check_begun(transaction: Transaction, players: list[str], league: League, known: list[int]) -> None:
    """Raise BegunError for a match of the league with one of these players that is open, and not among the known."""
    typed = set(map(fold, players))
    for match in scorebook.open_matches(transaction):
        if match.league == league.name and match.id not in known and typed & set(map(fold, match.sitting.seats)):
            raise BegunError(match)


def league_of(transaction: Transaction, grant: Grant) -> League:
    """The league of an evening, whatever it is called by now; of a grant for everything the oldest.

    Raises NotFoundError where it was removed.
    """
    if grant.scope == "all":
        return scorebook.find_league(transaction)
    for league in scorebook.leagues(transaction):
        if str(league.id) == grant.subject:
            return league
    raise NotFoundError(_("the league of this code is not in the scorebook that is open now"))


def _line(match: Match) -> Json:
    return {"match": match.id, "title": match.name, "about": f"{_(match.variant.title)} · {day(match.on)}"}

"""Starting an evening on a phone: what can be chosen, and the new match as it was chosen."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from scorer import scorebook
from scorer.errors import NotFoundError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import day, weekday
from scorer.match.facts import League, Match
from scorer.match.names import shown
from scorer.rule_files import VARIANTS
from scorer.rules.variant import Variant
from scorer.scorebook import NewMatch
from scorer.scorebook.transaction import Transaction
from scorer.serve.access import Grant
from scorer.serve.bodies import BadBodyError, Body
from scorer.text.numbers import money
from scorer.text.variant_titles import variant_title

Json = dict[str, Any]
NOON: Final = 12  # until then an evening may be that of yesterday
ENDS: Final = {"": N_("no end"), "deals:10": N_("10 deals"), "deals:20": N_("20 deals"), "deals:30": N_("30 deals")}


def evening_state(transaction: Transaction, grant: Grant, now: datetime) -> Json:
    """The matches of the evening, and the choices for a new one, whose name is that of the day to begin with.

    In `last` is what a new match takes from the last one of the league; null where there is none.
    """
    league, today = league_of(transaction, grant), now.date()
    matches, last = scorebook.open_matches(transaction), scorebook.last_match(transaction, league.name)
    ends = {until: _(words) for until, words in ENDS.items()}
    if last:
        ends.setdefault(last.terms.until, _("as last time"))
    return {
        "league": league.name,
        "may_start": grant.may_record,
        "may_show_codes": grant.may_record and grant.scope == "all",
        "open": [_line(match) for match in matches if grant.scope == "all" or match.league == league.name],
        "finished": [_line(match) for match in _finished(transaction, league, now)],
        "name": scorebook.free_match_name(transaction, weekday(today), league, today),
        "last": _again(last, league, ends) if last else None,
        "players": scorebook.shown_players(transaction),
        "variants": [_choice(VARIANTS.load(name)) for name in VARIANTS.names()],
        "variant": league.variant,
        "ends": [{"until": until, "words": words} for until, words in ends.items()],
    }


def _finished(transaction: Transaction, league: League, now: datetime) -> list[Match]:
    """The finished matches of the evening: they have their settlement, and can be reopened."""
    days = [now.date()] if now.hour >= NOON else [now.date() - timedelta(days=1), now.date()]
    matches = (match for on in days for match in scorebook.matches_of_day(transaction, league, on))
    return [match for match in matches if match.sitting.finished]


def _choice(variant: Variant) -> Json:
    """A payout table to choose, and how many players it takes at least."""
    return {"name": variant.name, "title": variant_title(variant), "fewest": variant.player_counts[0]}


def _again(last: Match, league: League, ends: Mapping[str, str]) -> Json:
    """What a new match takes from the last one; `about` says all but its players in words.

    A unit value that is not said is that of the league: one that was played for nothing is said too. In another
    currency than the league's it is not taken along.
    """
    terms, known = last.terms, last.variant.name in VARIANTS.names()
    cents = terms.unit_value_cents if terms.currency == league.currency else league.unit_value_cents
    title = variant_title(last.variant) if known else ""
    about = [title, ends[terms.until], money(cents, league.currency) if cents else ""]
    return {
        "players": last.sitting.seats,
        "variant": last.variant.name if known else "",
        "until": terms.until,
        "unit_value": "" if cents == league.unit_value_cents else f"{cents / 100:.2f}",
        "about": " · ".join(filter(None, about)),
    }


def new_match(body: Body, league: str, now: datetime) -> NewMatch:
    """The match as it was chosen, for today; names are whole, so that whoever is not known is new."""
    variant = body.text("variant", "") or None
    if variant and variant not in VARIANTS.names():  # a path would be one of this machine's files
        raise BadBodyError(_("'{variant}' is no variant here", variant=shown(variant)))
    agreed: dict[str, Any] = {}
    if until := body.text("until", ""):
        agreed["until"] = until
    if unit_value := body.text("unit_value", ""):
        agreed["unit_value_cents"] = scorebook.read_unit_value(unit_value)
    return NewMatch(
        name=body.text("name"),
        players=body.players("players"),
        on=now.date(),
        league=league,
        variant=variant,
        agreed=agreed,
    )


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
    return {"match": match.id, "title": match.name, "about": f"{variant_title(match.variant)} · {day(match.on)}"}

"""Starting an evening on a phone: what can be chosen, and the new match as it was chosen."""

from datetime import date, datetime
from typing import Any, Final

from scorer import scorebook
from scorer.errors import NotFoundError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import day, weekday
from scorer.match.facts import League, Match
from scorer.match.names import shown
from scorer.rule_files import VARIANTS
from scorer.scorebook import NewMatch
from scorer.scorebook.transaction import Transaction
from scorer.serve.access import Grant
from scorer.serve.bodies import BadBodyError, Body
from scorer.text.sentences import taken_words
from scorer.text.variant_titles import variant_title

Json = dict[str, Any]
ENDS: Final = {"": N_("no end"), "deals:10": N_("10 deals"), "deals:20": N_("20 deals"), "deals:30": N_("30 deals")}


def evening_state(transaction: Transaction, grant: Grant, today: date) -> Json:
    """The open matches of the league, and the choices for a new one, whose name is that of the day to begin with."""
    league = league_of(transaction, grant)
    matches = scorebook.open_matches(transaction)
    return {
        "league": league.name,
        "may_start": grant.may_record,
        "may_show_codes": grant.may_record and grant.scope == "all",
        "open": [_line(match) for match in matches if grant.scope == "all" or match.league == league.name],
        "name": scorebook.free_match_name(transaction, weekday(today), league, today),
        "last": scorebook.last_table(transaction, league.name),
        "players": scorebook.shown_players(transaction),
        "variants": [{"name": name, "title": variant_title(VARIANTS.load(name))} for name in VARIANTS.names()],
        "variant": league.variant,
        "ends": [{"until": until, "words": _(words)} for until, words in ENDS.items()],
    }


def new_match(transaction: Transaction, body: Body, league: str, now: datetime) -> tuple[NewMatch, str]:
    """The match as it was chosen, for today, and words about players who were named by the beginning of their names."""
    meant = scorebook.meant_players(transaction, body.names("players"))
    variant = body.text("variant", "") or None
    if variant and variant not in VARIANTS.names():  # a path would be one of this machine's files
        raise BadBodyError(_("'{variant}' is no variant here", variant=shown(variant)))
    agreed: dict[str, Any] = {}
    if until := body.text("until", ""):
        agreed["until"] = until
    if unit_value := body.text("unit_value", ""):
        agreed["unit_value_cents"] = scorebook.read_unit_value(unit_value)
    new = NewMatch(
        name=body.text("name"),
        players=meant.players,
        on=now.date(),
        league=league,
        variant=variant,
        agreed=agreed,
    )
    return new, taken_words(meant.taken)


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

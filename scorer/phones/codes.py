"""Codes for the cameras of phones: what the open matches are to be recorded with, and an address as a drawing."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from io import BytesIO
from typing import Final

from scorer import scorebook
from scorer.dashboard_address import in_address
from scorer.language import _
from scorer.language.lists_numbers_dates import day
from scorer.match.facts import League, Match
from scorer.phones.access import EVENING_CODE, Grant, Key, match_grant
from scorer.scorebook.transaction import Transaction

FIRST_PORT: Final = 8502  # where phones are listened to, unless another is said
QUIET_MODULES: Final = 2  # of white around a code: cameras find its corners by it
MOST_KEPT: Final = 128  # drawings: of all tables of a large tournament


def page_address(host: str, port: int, token: str) -> str:
    """The address of the page, with a token; the part behind # is never sent to any server."""
    return f"http://{in_address(host)}:{port}/t#{token}"


def open_grants(transaction: Transaction, now: datetime) -> list[tuple[Match, Grant]]:
    """Every open match with what records in it; `now` has the zone of this place."""
    return [
        (match, match_grant(scorebook.match_uid(transaction, match), now))
        for match in scorebook.open_matches(transaction)
    ]


def evening_grant(league: League, now: datetime) -> Grant:
    """What starts matches of this evening in a league, and records in them."""
    return Grant("evening", str(league.id), may_record=True, until=now + EVENING_CODE)


def codes_shown(transaction: Transaction, key: Key, page: Callable[[str], str], now: datetime) -> list[dict[str, str]]:
    """The codes that record, as the organiser's page shows them: a drawing each, what it is of, and until when."""
    grants = [(match.name, grant) for match, grant in open_grants(transaction, now)]
    league = scorebook.find_league(transaction)
    evening = _("Starts matches of this evening in league {league}, and records in them", league=league.name)
    shown = []
    for title, grant in (*grants, (evening, evening_grant(league, now))):
        address, until = page(key.token(grant)), grant.until.astimezone()
        words = _("until {day}, {time}", day=day(until), time=f"{until:%H:%M}")
        shown.append({"title": title, "until": words, "address": address, "svg": svg(address)})
    return shown


@lru_cache(MOST_KEPT)
def svg(address: str) -> str:
    """An address as an SVG for cameras, black on white, as large as the place where it stands."""
    import segno  # noqa: PLC0415 - only who shows a code waits for it

    drawn = BytesIO()
    segno.make(address, error="l", micro=False).save(
        drawn, kind="svg", border=QUIET_MODULES, dark="#000", light="#fff",
        omitsize=True, xmldecl=False, nl=False, svgclass=None, lineclass=None,
    )  # fmt: skip
    return drawn.getvalue().decode()

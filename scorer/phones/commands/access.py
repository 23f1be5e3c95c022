"""`scorer access`: the codes with which phones record or look on, shown again, listed, and withdrawn."""

import re
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Annotated, Final

import typer

from scorer import scorebook
from scorer.cli import complete
from scorer.cli.context import confirm, is_typed, match_meant, notice, say, settings
from scorer.cli.options import HostOption, MatchOption, PortOption, argument, filled, flag, goes_with
from scorer.dashboard_address import EVERY_NETWORK, LOOPBACK, check_host
from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either
from scorer.match.facts import Match
from scorer.match.parsing import as_in, read_within
from scorer.phones.access import ANOTHER_DEVICE, EVENING_CODE, EVERYTHING, Grant, Key, key_of, match_grant
from scorer.phones.codes import FIRST_PORT, evening_grant, open_grants
from scorer.phones.commands.phone_codes import Code, Reached, moment, reached_at, show_code
from scorer.rules.errors import UnreadableError
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import match_title

app = typer.Typer()

EVENING, ORGANISER, ALL = "evening", "organiser", "all"
LONGEST_OF_A_MATCH: Final = timedelta(days=31)
LONGEST: Final = timedelta(hours=24)  # for an evening and for the organiser
_SCOPES: Final = {"match": N_("match"), EVENING: N_("evening")}
_UNTIL: Final = re.compile(r"(\d{4}-\d\d-\d\d)?\s*(\d{1,2}:\d\d)?")

LeagueOption = Annotated[str, filled("--league", "NAME", "The league of an evening; else the main one.")]


@app.command("list")
def list_(ctx: typer.Context) -> None:
    """List what codes are good for now, by which names and until when, and what was withdrawn. It shows no code."""
    shared = settings(ctx)
    now = shared.now().astimezone()
    with shared.book.reading() as transaction:
        for match, grant in open_grants(transaction, now):
            facts = {"code": _name(grant), "match": match_title(match), "until": moment(grant.until)}
            say(_("{code}: {match}, until {until}", **facts))
        for league in scorebook.leagues(transaction):
            evening = evening_grant(league, now)
            facts = {"code": _name(evening), "league": league.name}
            say(_("{code}: an evening of league {league}, 18 hours from when it is shown", **facts))
        say(_("all: everything, on this machine, 18 hours from when it is shown"))
        for withdrawal in key_of(shared.book.where).withdrawn:
            what = _whose(transaction, withdrawal.whose)
            say(_("Withdrawn on {moment}: {what}", moment=moment(withdrawal.at.astimezone()), what=what))


def _name(grant: Grant) -> str:
    """What a code is called, with what it is for in the language in force: `evening 1`."""
    return f"{_(_SCOPES[grant.scope])} {grant.subject}"


def _whose(transaction: Transaction, whose: str) -> str:
    """What is withdrawn, in words; the name of the code where its league is there no more."""
    scope, _blank, subject = whose.partition(" ")
    if scope == EVERYTHING:
        return _("all codes")
    if scope == "all":
        return _("the codes of the organiser")
    with suppress(NotFoundError):
        if scope == "match":
            return match_title(scorebook.match_of_uid(transaction, subject))
    if scope == "match":
        return _("a match that is not in the scorebook any more")
    for league in scorebook.leagues(transaction):
        if scope == EVENING and str(league.id) == subject:
            return _("an evening of league {league}", league=league.name)
    return whose


@app.command("show")
def show_(
    ctx: typer.Context,
    what: Annotated[
        str,
        argument("WHAT", "A match, by number or name, evening or organiser; else the open match.", complete.matches),
    ] = "",
    *,
    read: Annotated[bool, flag("--read", "For looking on: it records nothing.")] = False,
    until: Annotated[str, filled("--until", "WHEN", "23:30, 2026-11-22, or both; else as serve has it.")] = "",
    another_device: Annotated[bool, flag("--another-device", "organiser: for another machine than this one.")] = False,
    league: LeagueOption = "",
    match: MatchOption = "",
    host: HostOption = "",
    port: PortOption = "",
) -> None:
    """Show the code of a match, an evening or the organiser again, for one more device.

    A phone opens it where scorer serve runs. A code of a match is good until the end of the next day, at most a month;
    that of an evening or the organiser for 18 hours, at most 24. The organiser's is for this machine alone, unless it
    is given to another device: who is in the same network may read it there, and do everything.

    Example: scorer access show Friday --read
    """
    shared = settings(ctx)
    what = match_meant(ctx, what, match)
    _check_options(ctx, what.strip().casefold(), another_device=another_device)
    reached = reach(host, port)
    now = shared.now().astimezone()
    with shared.book.reading() as transaction:
        subject, grant = _grant(transaction, what, league, now)
    if until:
        grant = replace(grant, until=_read_until(until, now, LONGEST_OF_A_MATCH if grant.scope == "match" else LONGEST))
    grant = replace(grant, may_record=not read, subject=ANOTHER_DEVICE if another_device else grant.subject)
    show_code(Code(subject, grant, Key.beside(shared.book.where).token(grant)), reached)


@app.command("withdraw")
def withdraw(
    ctx: typer.Context,
    what: Annotated[str, argument("WHAT", "A match, by number or name, evening, organiser, or all.", complete.matches)],
    *,
    league: LeagueOption = "",
) -> None:
    """Make all codes void that were given out so far: of a match, of the evenings of a league, the organiser's, or all.

    A server that runs takes them no more from now on, and shows new ones. What was recorded with them stays.

    Example: scorer access withdraw Friday
    """
    shared = settings(ctx)
    meant = what.strip().casefold()
    if not meant:
        raise UnreadableError(_("say what to withdraw: a match, evening, organiser, or all"))
    _check_options(ctx, meant)
    with shared.book.reading() as transaction:
        grant = None if meant == ALL else _grant(transaction, what, league, shared.now().astimezone())[1]
        whose = grant.whose if grant else EVERYTHING
        words = _whose(transaction, whose)
    if not grant and shared.may_confirm:
        confirm(_("Every phone has to scan a new code then. Withdraw all codes?"), or_abort=True)
    Key.beside(shared.book.where).withdraw(whose, shared.now())
    say(_("Withdrawn: {what}. What was given out so far is void.", what=words))
    if grant and grant.scope == "match":
        notice(_("Codes of an evening still record there: scorer access withdraw evening ends these."))


def _check_options(ctx: typer.Context, meant: str, *, another_device: bool = False) -> None:
    """Raise RefusedError for an option that does not go with what is meant."""
    if is_typed(ctx, "league") and meant != EVENING:
        raise goes_with("--league", EVENING)
    if another_device and meant != ORGANISER:
        raise goes_with("--another-device", ORGANISER)


def _grant(transaction: Transaction, what: str, league_name: str, now: datetime) -> tuple[Match | str, Grant]:
    """The match or the name of the league that is meant, with what its usual code allows; raises NotFoundError."""
    meant = what.strip().casefold()
    if meant == ORGANISER:
        return "", Grant("all", "", may_record=True, until=now + EVENING_CODE)
    if meant == EVENING:
        league = scorebook.find_league(transaction, league_name)
        return league.name, evening_grant(league, now)
    match = scorebook.find_match(transaction, what)
    return match, match_grant(scorebook.match_uid(transaction, match), now)


def _read_until(text: str, now: datetime, longest: timedelta) -> datetime:
    """The moment meant: a day is meant with all of its hours, a time the next that comes.

    Raises UnreadableError for words that say none, RefusedError for what is over, or further off than `longest`.
    """
    read = _UNTIL.fullmatch(text.strip())
    until = None
    with suppress(ValueError):
        if read and read[2]:
            at = time.fromisoformat(read[2].zfill(5))
            until = datetime.combine(date.fromisoformat(read[1]) if read[1] else now.date(), at).astimezone()
            if not read[1] and until <= now:
                until = datetime.combine(now.date() + timedelta(days=1), at).astimezone()
        elif read and read[1]:
            until = datetime.combine(date.fromisoformat(read[1]) + timedelta(days=1), time()).astimezone()
    if until is None:
        raise as_in("--until", text, either(["23:30", "2026-11-22", "2026-11-22 23:30"]))
    if until <= now:
        raise RefusedError(_("--until {typed}: that is over", typed=text.strip()))
    if until > now + longest:
        hours = int(longest.total_seconds()) // 3600
        raise RefusedError(
            _("--until {typed}: such a code is good for {hours} hours at most", typed=text.strip(), hours=hours)
        )
    return until


def reach(host: str, port: str) -> Reached:
    """How phones reach the server that listens to this port; raises ScorerError for words that are refused."""
    wanted = read_within(port, "--port", 1, 65535) if port else FIRST_PORT
    if host.strip():
        check_host(host.strip())
    return reached_at(host.strip() or EVERY_NETWORK, wanted, named=False)._replace(host=LOOPBACK)

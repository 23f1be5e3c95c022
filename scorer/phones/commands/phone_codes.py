"""The codes that phones read from a terminal, with their addresses as text, and what each is good for."""

import os
import sys
from datetime import datetime
from typing import Final, NamedTuple

import typer

from scorer.cli.context import say
from scorer.cli.layout import width
from scorer.dashboard_address import EVERY_NETWORK, LOOPBACK, in_address, is_loopback
from scorer.language import _
from scorer.language.lists_numbers_dates import day
from scorer.match.facts import Match
from scorer.phones.access import ANOTHER_DEVICE, Grant
from scorer.phones.addresses import Address, addresses, local_name
from scorer.phones.codes import QUIET_MODULES, page_address
from scorer.text.sentences import match_title

BLOCKS: Final = {(True, True): " ", (False, True): "▀", (True, False): "▄", (False, False): "█"}  # by dark, two rows
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"


class Code(NamedTuple):
    """A token, what it allows, and in what: a match, or the name of a league; empty for everything."""

    subject: Match | str
    grant: Grant
    token: str


class Reached(NamedTuple):
    """How the server is reached: `host` from this machine, `addresses` and a `name` in the network from others.

    `everywhere`: it listens in every network that this machine is in, also those that it joins later.
    """

    host: str
    port: int
    addresses: list[Address]
    name: str = ""
    everywhere: bool = False

    @property
    def best(self) -> str:
        """The likeliest address for phones; where there is none, that from this machine."""
        return self.addresses[0].address if self.addresses else self.host


def reached_at(host: str, port: int, *, named: bool = True) -> Reached:
    """By which addresses and names this machine is reached from here and from others, listening to `host`.

    To look for a name may take a moment.
    """
    if host == EVERY_NETWORK:
        known = addresses()
        return Reached(LOOPBACK, port, known, local_name(known) if named else "", everywhere=True)
    return Reached(host, port, [] if is_loopback(host) else [Address(host)])


def show(codes: list[Code], reached: Reached, organiser: str, scorebook: str) -> None:
    """Print where phones find the page, and every code; the one for this machine itself comes first."""
    own_machine = _("This machine itself may do everything, also start a match:")
    say(_("Phones record in {scorebook}. Ctrl-C ends it.", scorebook=scorebook), "", own_machine)
    typer.echo(page_address(reached.host, reached.port, organiser))  # never folded: it would lead nowhere
    show_codes(codes, reached)


def show_codes(codes: list[Code], reached: Reached) -> None:
    """Print every code with its address, and the other addresses that lead to the same page."""
    if not reached.addresses and reached.everywhere:
        say("")
        say(_("No phone can come: this machine is in no network. Let it join a Wi-Fi, or the hotspot of a phone."))
    elif not reached.addresses:
        say("", _("No phone can come: --host {host} is this machine alone.", host=reached.host))
    if other_addresses := _other_addresses(reached):
        say("", other_addresses)
    for code in codes:
        say("")
        if code.grant.scope == "evening" and len(codes) == 1:
            say(_("No match is open."))
        show_code(code, reached)


def show_code(code: Code, reached: Reached) -> None:
    """Print one code with its address, and what it is good for."""
    here = code.grant.scope == "all" and code.grant.subject != ANOTHER_DEVICE
    say(*what_for(code))
    address = page_address(reached.host if here else reached.best, reached.port, code.token)
    if reached.addresses and not here and (drawn := drawing(address)):
        typer.echo(drawn)
    typer.echo(address)  # never folded: it would lead nowhere


def _other_addresses(reached: Reached) -> str:
    """The further names and addresses, for phones that the first does not lead here; empty where there are none."""
    others = [f"http://{reached.name}:{reached.port}"] if reached.name else []
    for address, interface in reached.addresses[1:]:
        where = f"http://{in_address(address)}:{reached.port}"
        others.append(f"{where} ({interface})" if interface else where)
    if not others:
        return ""
    first = f"http://{in_address(reached.addresses[0].address)}:{reached.port}"
    return _(
        "Where {first} leads a phone nowhere, take {others} in its place, and leave the rest of the address.",
        first=first,
        others=", ".join(others),
    )


def what_for(code: Code) -> list[str]:
    """What a code is good for, in sentences."""
    until = code.grant.until.astimezone()
    facts = {"day": day(until), "time": f"{until:%H:%M}"}
    if isinstance(code.subject, Match):
        if code.grant.may_record:
            rule = _("This code records in this match, until {day}, {time}:", **facts)
        else:
            rule = _("This code is for looking on at this match, until {day}, {time}:", **facts)
        return [match_title(code.subject), rule]
    if code.grant.scope == "all":
        return _for_everything(code.grant, facts)
    facts["league"] = code.subject
    if code.grant.may_record:
        rule = _(
            "This code starts matches of this evening in league {league} and records in them, until {day}, {time}:",
            **facts,
        )
    else:
        rule = _(
            "This code is for looking on at the matches of this evening in league {league}, until {day}, {time}:",
            **facts,
        )
    return [rule]


def _for_everything(grant: Grant, facts: dict[str, str]) -> list[str]:
    """What a code of the organiser is good for; one for another device says what it means to have it there."""
    if grant.subject != ANOTHER_DEVICE:
        if grant.may_record:
            return [_("This machine itself may do everything, until {day}, {time}:", **facts)]
        return [_("This machine itself may look at everything, until {day}, {time}:", **facts)]
    if grant.may_record:
        rule = _("This code may do everything from another device, until {day}, {time}:", **facts)
    else:
        rule = _("This code may look at everything from another device, until {day}, {time}:", **facts)
    warning = _(
        "It goes through the network without encryption: whoever is there and knows how can read it. Let one device"
        " scan it, where nobody else sees it; scorer access withdraw organiser ends it."
    )
    return [warning, rule]


def moment(at: datetime) -> str:
    """`20 November 2026, 21:04`."""
    return f"{day(at)}, {at:%H:%M}"


def drawing(text: str) -> str:
    """A text as a code for cameras, two rows a line; empty where standard output is no terminal that can show it.

    Light is drawn, dark is left out: in white on black, or where colours are not wanted, as on a dark terminal.
    """
    stream = sys.stdout
    if not stream or not stream.isatty():
        return ""
    import segno

    matrix = [
        [bool(module) for module in row]
        for row in segno.make(text, error="l", micro=False).matrix_iter(border=QUIET_MODULES)
    ]
    matrix += [[True] * len(matrix[0])] * (len(matrix) % 2)  # below an odd last row nothing is drawn
    pairs = zip(matrix[::2], matrix[1::2], strict=True)
    lines = ["".join(BLOCKS[two] for two in zip(upper, lower, strict=True)) for upper, lower in pairs]
    try:
        "".join(BLOCKS.values()).encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    if len(lines[0]) > width(stream):
        return ""
    if os.environ.get("NO_COLOR"):
        return "\n".join(lines)
    return "\n".join(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in lines)

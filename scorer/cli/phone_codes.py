"""The codes that phones read from a terminal, with their addresses as text, and what each is good for."""

import os
import sys
from datetime import datetime
from typing import Final, NamedTuple

import typer

from scorer.cli.context import say
from scorer.cli.layout import width
from scorer.dashboard_address import in_address
from scorer.language import _
from scorer.language.lists_numbers_dates import day
from scorer.match.facts import Match
from scorer.serve.addresses import Address
from scorer.text.sentences import match_title

QUIET_MODULES: Final = 2  # of white around a code: cameras find its corners by it
BLOCKS: Final = {(True, True): " ", (False, True): "▀", (True, False): "▄", (False, False): "█"}  # by dark, two rows
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"


class Code(NamedTuple):
    """What a token is good for, a match or the matches of a league, and until when, in local time."""

    what: Match | str
    token: str
    until: datetime


class Reached(NamedTuple):
    """How the server is reached: `host` from this machine, `addresses` and a `name` in the network from others.

    `everywhere`: it listens in every network that this machine is in, also those that it joins later.
    """

    host: str
    port: int
    addresses: list[Address]
    name: str = ""
    everywhere: bool = False

    def page(self, host: str, token: str) -> str:
        """The address of the page, with a token; the part behind # is never sent to any server."""
        return f"http://{in_address(host)}:{self.port}/t#{token}"


def show(codes: list[Code], reached: Reached, organiser: str, scorebook: str) -> None:
    """Print where phones find the page, and every code; the one for this machine itself comes first."""
    own_machine = _("This machine itself may do everything, also start a match:")
    say(_("Phones record in {scorebook}. Ctrl-C ends it.", scorebook=scorebook), "", own_machine)
    typer.echo(reached.page(reached.host, organiser))  # never folded: it would lead nowhere
    show_codes(codes, reached)


def show_codes(codes: list[Code], reached: Reached) -> None:
    """Print every code with its address, and what leads there too."""
    if not reached.addresses:
        say("", _no_network(reached))
    others = _other_ways(reached)
    if others:
        say("", others)
    for code in codes:
        say("", *_what_for(code))
        best = reached.addresses[0].address if reached.addresses else reached.host
        address = reached.page(best, code.token)
        drawn = drawing(address) if reached.addresses else ""
        if drawn:
            typer.echo(drawn)
        typer.echo(address)


def _no_network(reached: Reached) -> str:
    """Why no phone can come."""
    if reached.everywhere:
        return _("No phone can come: this machine is in no network. Let it join a Wi-Fi, or the hotspot of a phone.")
    return _("No phone can come: --host {host} is this machine alone.", host=reached.host)


def _other_ways(reached: Reached) -> str:
    """The further names and addresses, for phones that the first does not lead here; empty where there are none."""
    ways = [f"http://{reached.name}:{reached.port}"] if reached.name else []
    for address, interface in reached.addresses[1:]:
        where = f"http://{in_address(address)}:{reached.port}"
        ways.append(f"{where} ({interface})" if interface else where)
    if not ways:
        return ""
    first = f"http://{in_address(reached.addresses[0].address)}:{reached.port}"
    return _(
        "Where {first} leads a phone nowhere, take {others} in its place, and leave the rest of the address.",
        first=first,
        others=", ".join(ways),
    )


def _what_for(code: Code) -> list[str]:
    """What a code is good for, in sentences."""
    if isinstance(code.what, Match):
        rule = _(
            "This code records in this match, until {day}, {time}:", day=day(code.until), time=f"{code.until:%H:%M}"
        )
        return [match_title(code.what), rule]
    facts = {"league": code.what, "day": day(code.until), "time": f"{code.until:%H:%M}"}
    return [
        _("No match is open."),
        _(
            "This code starts matches of this evening in league {league} and records in them, until {day}, {time}:",
            **facts,
        ),
    ]


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

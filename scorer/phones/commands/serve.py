"""`scorer serve`: phones record at the table. It shows the codes for them, and runs the dashboard too."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from signal import SIGTERM, raise_signal
from threading import Event, Thread
from typing import TYPE_CHECKING, Annotated, Final

import typer

from scorer import dashboard_address, scorebook
from scorer.cli.context import INTERRUPTED, Settings, notice, settings
from scorer.cli.dashboard_process import DashboardProcess, dashboard_process
from scorer.cli.options import MatchOption, flag, goes_with, option
from scorer.cli.serving import complain, end_taken, ending_well, hold_port
from scorer.dashboard_address import EVERY_NETWORK, LOOPBACK, Listening, check_host
from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.match.names import shown
from scorer.match.parsing import read_within
from scorer.phones import resources, server
from scorer.phones.access import EVENING_CODE, Grant
from scorer.phones.addresses import addresses
from scorer.phones.codes import FIRST_PORT, page_address
from scorer.phones.commands.code_watch import CodeWatch, WatchedCodes
from scorer.phones.commands.first_phone import FirstPhone
from scorer.phones.commands.phone_codes import reached_at, show
from scorer.scorebook.new_scorebook import founding
from scorer.scorebook.people import make_main

if TYPE_CHECKING:
    from socket import socket

    from scorer.phones.resources import ClubPage
    from scorer.phones.server import ServerAddress

app = typer.Typer()

DASHBOARD_PORTS: Final = 20  # tried, one after the other
_ORIGIN: Final = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?")


@app.command()
def serve(
    ctx: typer.Context,
    *,
    host: Annotated[
        str, option("--host", "HOST", "Whom to listen to; else every network. 127.0.0.1 is this machine alone.")
    ] = "",
    port: Annotated[str, option("--port", "N", "Where to listen; else 8502.")] = "",
    match: MatchOption = "",
    no_dashboard: Annotated[bool, flag("--no-dashboard", "Start no dashboard beside it.")] = False,
    origin: Annotated[
        str, option("--origin", "URL", "A page elsewhere that may read statistics, as https://club.example.")
    ] = "",
    names: Annotated[bool, flag("--names", "With --origin: it reads names, else players are numbers.")] = False,
) -> None:
    """Let phones record at the table: it shows a code for every open match, for the camera of a phone.

    Where no match is open, the code is good for an evening of the main league: a phone starts a match with it. The
    dashboard runs beside it, on this machine alone. Ctrl-C ends both. What a phone could not send it gives out as a
    text, which scorer import takes in. docs/phone.md has the whole way.

    Example: scorer serve --match Friday
    """
    here = settings(ctx)
    club = _club_page(origin, names=names)
    listening, held = _listening(host, port)
    with held:
        codes = _codes(here, match)
        with ending_well(), _dashboard(here, listening, wanted=not no_dashboard) as dashboard:
            _serve(here, listening, held, codes, dashboard, club)
    raise typer.Exit(INTERRUPTED)


def _listening(host: str, port: str) -> "tuple[ServerAddress, socket]":
    """Where to listen, and a socket that does; raises ScorerError for words that are refused, typer.Exit for a port.

    No other port takes the place of one that is taken: what phones keep belongs to the address.
    """
    host = host.strip() or EVERY_NETWORK
    if host == "::":
        raise RefusedError(_("--host ::: phones ask by addresses such as 192.168.1.5; say 0.0.0.0 for every network"))
    check_host(host)
    wanted = read_within(port, "--port", 1, 65535) if port else FIRST_PORT
    held = hold_port(host, [wanted])
    if held is None:
        end_taken(wanted, wanted)
    return server.ServerAddress(host, wanted), held


def _club_page(origin: str, *, names: bool) -> "ClubPage":
    """The page elsewhere that may read; raises RefusedError for what is no origin."""
    origin = origin.strip().rstrip("/").lower()
    if origin and not _ORIGIN.fullmatch(origin):
        no_origin = N_("--origin {origin}: say how the page begins, as https://club.example, and nothing behind it")
        raise RefusedError(_(no_origin, origin=shown(origin)))
    if names and not origin:
        raise goes_with("--names", "--origin")
    return resources.ClubPage(origin, names)


def _codes(here: Settings, wanted: str) -> WatchedCodes:
    """The codes to show, of the match that is wanted, or of those that are open.

    Makes the scorebook where there is none, unless a match in it is named; what is wrong with it is said now. Raises
    ScorerError.
    """
    with here.book.writing() if wanted else founding(here.book) as transaction:
        make_main(transaction)
    number = None
    if wanted:
        with here.book.reading() as transaction:
            number = scorebook.find_match(transaction, wanted).id
    codes = WatchedCodes(here.book.where, here.now, number)
    with here.book.reading() as transaction:
        codes.look(transaction)
    here.book.close()
    return codes


def _serve(
    here: Settings, listening: "ServerAddress", held: "socket", codes: WatchedCodes, dashboard: str, club: "ClubPage"
) -> None:
    """Answer phones until this is ended; the codes are shown as soon as somebody can be answered."""
    reached = reached_at(listening.host, listening.port)
    organiser = codes.key.token(Grant("all", "", may_record=True, until=here.now() + EVENING_CODE))
    watch = CodeWatch(codes, reached)
    first = FirstPhone(listening.port, addresses)
    closed: list[OSError] = []

    def ready() -> None:
        try:
            show(codes.shown, reached, organiser, here.book.label)
        except OSError as error:  # nobody reads the codes
            closed.append(error)
            raise_signal(SIGTERM)
            return
        if reached.addresses or reached.everywhere:
            first.wait()
        Thread(target=copy_context().run, args=(watch.run,), daemon=True).start()

    def page(token: str) -> str:
        return page_address(watch.reached.best, listening.port, token)

    server.run(
        here.book.where,
        listening,
        held,
        dashboard=dashboard,
        ready=ready,
        arrived=first.arrived,
        page=page,
        club=club,
        notice=notice,
    )
    if closed:
        raise closed[0]


@contextmanager
def _dashboard(here: Settings, phones: "ServerAddress", *, wanted: bool) -> Iterator[str]:
    """The address of the dashboard, which runs for this block, for this machine alone; empty where there is none.

    Phones do not wait for it: it says itself when it is there. It knows where `phones` are listened to.
    """
    first = dashboard_address.FIRST_PORT
    ports = (port for port in range(first, first + DASHBOARD_PORTS) if port != phones.port)
    held = hold_port(LOOPBACK, ports) if wanted else None
    if held is None:
        if wanted:
            notice(_("No port is free for the dashboard: phones record without it."))
        yield ""
        return
    ending = Event()
    listening = Listening(port=held.getsockname()[1])
    with dashboard_process(listening, held, here.book.where, phones=phones, debug=here.debug) as dashboard:
        watch = Thread(target=copy_context().run, args=(_watch, dashboard, ending), daemon=True)  # in the same language
        watch.start()
        try:
            yield dashboard.listening.address
        finally:
            ending.set()


def _watch(dashboard: DashboardProcess, ending: Event) -> None:
    """Say when the dashboard is there, and where it ends before the `ending`."""
    try:
        dashboard.wait_until_it_answers()
        with suppress(OSError):  # nobody reads it
            typer.echo(_("The dashboard is at {address}", address=dashboard.listening.address))
        dashboard.process.wait()
        reason = _("it ended by itself")
    except TimeoutError as error:
        reason = str(error)
    if not ending.is_set():
        complain(_("there is no dashboard: {reason}; phones record all the same", reason=reason))

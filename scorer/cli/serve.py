"""`scorer serve`: phones record at the table. It says with which codes, and has the dashboard beside it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from datetime import datetime, timedelta
from signal import SIGTERM, raise_signal
from threading import Event, Thread
from time import sleep
from typing import TYPE_CHECKING, Annotated, Final

import typer

from scorer.cli.context import INTERRUPTED, Settings, notice, settings
from scorer.cli.options import MatchOption, flag, option
from scorer.cli.serving import FAILED, complain, ending_well, is_free
from scorer.errors import RefusedError
from scorer.language import _

if TYPE_CHECKING:
    from scorer.cli.dashboard_process import DashboardProcess
    from scorer.cli.phone_codes import Code, Reached
    from scorer.match.facts import Match
    from scorer.serve.access import Grant
    from scorer.serve.server import Listening

app = typer.Typer()

EVERY_NETWORK: Final = "0.0.0.0"  # noqa: S104 - phones are other machines
AN_EVENING: Final = timedelta(hours=18)
DASHBOARD_PORTS: Final = 20  # tried, one after the other
LOOK_SECONDS: Final = 3  # from one look at the networks of this machine to the next


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
) -> None:
    """Let phones record at the table: it shows a code for every open match, for the camera of a phone.

    Where no match is open, the code is good for an evening of the main league: a phone starts a match with it. The
    dashboard runs beside it, on this machine alone. Ctrl-C ends both. docs/phone.md has the whole way.

    Example: scorer serve --match Friday
    """
    here = settings(ctx)
    listening = _listening(host, port)
    grants = _grants(here, match)
    with ending_well(), _dashboard(here, listening.port, wanted=not no_dashboard) as dashboard:
        _serve(here, listening, grants, dashboard)
    raise typer.Exit(INTERRUPTED)


def _listening(host: str, port: str) -> "Listening":
    """Where to listen; raises ScorerError for words that are refused, typer.Exit for a port that is taken.

    No other port takes the place of one that is taken: what phones keep belongs to the address.
    """
    from scorer.dashboard_address import check_host
    from scorer.match.parsing import read_within
    from scorer.serve.server import FIRST_PORT, Listening

    host = host.strip() or EVERY_NETWORK
    if host == "::":
        raise RefusedError(_("--host ::: phones ask by addresses such as 192.168.1.5; say 0.0.0.0 for every network"))
    check_host(host)
    wanted = read_within(port, "--port", 1, 65535) if port else FIRST_PORT
    if not is_free(host, wanted):
        complain(_("port {port} is taken, perhaps by another scorer serve; --port says which to use", port=wanted))
        raise typer.Exit(FAILED)
    return Listening(host, wanted)


def _grants(here: Settings, wanted: str) -> "list[tuple[Match | str, Grant]]":
    """What the codes are good for, each with its match or the name of its league.

    Makes the scorebook where there is none, unless a match in it is named; what is wrong with it is said now. Raises
    ScorerError.
    """
    from scorer import scorebook
    from scorer.scorebook.people import make_main
    from scorer.serve.access import Grant

    now = here.now().astimezone()
    tomorrow_night = datetime.combine(now.date() + timedelta(days=2), datetime.min.time()).astimezone()
    with here.book.writing(make=not wanted) as transaction:
        make_main(transaction)
    with here.book.reading() as transaction:
        if wanted:
            meant = [scorebook.find_match(transaction, wanted)]
        else:
            meant = [match for match in scorebook.matches(transaction) if not match.sitting.finished]
        uids = [scorebook.match_uid(transaction, match) for match in meant]
        league = scorebook.find_league(transaction)
    here.book.close()
    if not meant:
        return [(league.name, Grant("evening", str(league.id), may_record=True, until=now + AN_EVENING))]
    return [
        (match, Grant("match", uid, may_record=True, until=tomorrow_night))
        for match, uid in zip(meant, uids, strict=True)
    ]


def _serve(here: Settings, listening: "Listening", grants: "list[tuple[Match | str, Grant]]", dashboard: str) -> None:
    """Answer phones until this is ended; the codes are shown as soon as somebody can be answered."""
    from scorer.cli.first_phone import FirstPhone
    from scorer.cli.phone_codes import Code, show
    from scorer.serve.access import Grant, Key
    from scorer.serve.addresses import addresses
    from scorer.serve.server import run

    key = Key.beside(here.book.where)
    reached = _reached(listening)
    codes = [Code(what, key.token(grant), grant.until.astimezone()) for what, grant in grants]
    organiser = key.token(Grant("all", "", may_record=True, until=here.now() + AN_EVENING))
    first = FirstPhone(listening.port, addresses)

    closed: list[OSError] = []

    def ready() -> None:
        try:
            show(codes, reached, organiser, here.book.label)
        except OSError as error:  # nobody reads the codes
            closed.append(error)
            raise_signal(SIGTERM)
            return
        if reached.addresses or reached.everywhere:
            first.wait()
        if reached.everywhere:
            arguments = _show_again, codes, listening, reached
            Thread(target=copy_context().run, args=arguments, daemon=True).start()

    run(here.book.where, listening, dashboard=dashboard, ready=ready, arrived=first.arrived)
    if closed:
        raise closed[0]


def _show_again(codes: "list[Code]", listening: "Listening", shown: "Reached") -> None:
    """Show the codes again whenever this machine is in another network, with the address that it has there."""
    from scorer.cli.phone_codes import show_codes
    from scorer.serve.addresses import addresses

    while True:
        sleep(LOOK_SECONDS)
        if addresses() != shown.addresses:
            shown = _reached(listening)
            notice(_("This machine is in another network now."))
            show_codes(codes, shown)


def _reached(listening: "Listening") -> "Reached":
    """By which addresses and names this machine is reached from here and from others."""
    from scorer.cli.phone_codes import Reached
    from scorer.dashboard_address import LOOPBACK, is_loopback
    from scorer.serve.addresses import Address, addresses, local_name

    if listening.host == EVERY_NETWORK:
        known = addresses()
        return Reached(LOOPBACK, listening.port, known, local_name(known), everywhere=True)
    others = [] if is_loopback(listening.host) else [Address(listening.host)]
    return Reached(listening.host, listening.port, others)


@contextmanager
def _dashboard(here: Settings, taken: int, *, wanted: bool) -> Iterator[str]:
    """The address of the dashboard, which runs for this block, for this machine alone; empty where there is none.

    Phones do not wait for it: it says itself when it is there.
    """
    from scorer.cli.dashboard_process import dashboard_process
    from scorer.dashboard_address import FIRST_PORT, LOOPBACK, Listening

    ports = (port for port in range(FIRST_PORT, FIRST_PORT + DASHBOARD_PORTS) if port != taken)
    free = next((port for port in ports if is_free(LOOPBACK, port)), None) if wanted else None
    if free is None:
        if wanted:
            notice(_("No port is free for the dashboard: phones record without it."))
        yield ""
        return
    ending = Event()
    with dashboard_process(Listening(port=free), here.book.where, debug=here.debug) as server:
        watch = Thread(target=copy_context().run, args=(_watch, server, ending), daemon=True)  # in the same language
        watch.start()
        try:
            yield server.listening.address
        finally:
            ending.set()


def _watch(server: "DashboardProcess", ending: Event) -> None:
    """Say when the dashboard is there, and where it ends before the `ending`."""
    try:
        server.wait_until_it_answers()
        with suppress(OSError):  # nobody reads it
            typer.echo(_("The dashboard is at {address}", address=server.listening.address))
        server.process.wait()
        reason = _("it ended by itself")
    except TimeoutError as error:
        reason = str(error)
    if not ending.is_set():
        complain(_("there is no dashboard: {reason}; phones record all the same", reason=reason))

"""Connections of a server: how long one may stay without asking for anything, and how many there may be.

A browser sends its request as soon as it is connected. Whoever connects and sends nothing, or half a request, holds one
of the files that the server may have open: it is given some seconds, and the oldest such connection gives way to new
ones. What was asked for is never cut short by that, so neither a proxy nor a house with one address is limited by it.
An answer that goes on, as a stream does, goes on for as long as it is taken.

uvicorn (tried with 0.54) limits the time between requests alone, and answers everybody with 503 where its limit of
connections is reached. `st.App` hands no protocol on to it: so ours takes the place of the one that it takes by itself.
"""

from asyncio import TimerHandle, Transport
from collections import defaultdict
from ipaddress import ip_address, ip_network
from typing import ClassVar

from uvicorn.config import HTTP_PROTOCOLS
from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

REQUEST_SECONDS = 10  # to send a request and its body, from connecting or from the last answer on
ANSWER_SECONDS = 300  # to take an answer: a megabyte through the weakest signal
FILES = 8192  # to have open, where the system lets us: macOS has no more than 10,240
SPARE = 256  # of these, for the scorebook and for what is sent from files


class TimedProtocol(H11Protocol):
    """The protocol of a connection that is closed when no request comes in time, or its answer is not taken."""

    most: ClassVar[int] = 0  # connections at once; set by guard_connections
    waiting: ClassVar[defaultdict[str, dict["TimedProtocol", None]]] = defaultdict(dict)  # by network, oldest first
    timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; where there are too many connections, the oldest that waits too gives way."""
        super().connection_made(transport)
        self.network = network(self.client[0] if self.client else "")
        self._wait()
        if len(self.waiting[self.network]) > self.most // 2:  # no address alone fills the house
            next(iter(self.waiting[self.network])).drop()
        elif len(self.connections) > self.most:
            most_waiting = max(self.waiting.values(), key=len)
            next(iter(most_waiting)).drop()

    def data_received(self, data: bytes) -> None:
        """Take what came; a request that is whole ends the waiting."""
        super().data_received(data)
        if self in self.waiting.get(self.network, {}):
            self._end_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it came already, or a large answer is on its way still."""
        super().on_response_complete()
        if not self.transport.get_write_buffer_size():
            self._wait()
            self._end_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._forget()

    def drop(self) -> None:
        """Close the connection at once: whoever does not read would keep a polite farewell waiting."""
        self._forget()
        self.transport.abort()

    def _wait(self) -> None:
        self._forget()
        self.waiting[self.network][self] = None
        self.timer = self.loop.call_later(REQUEST_SECONDS, self.drop)

    def _end_waiting(self) -> None:
        """Stop waiting where a whole request is answered, or became a websocket, which has limits of its own."""
        if self.transport.get_protocol() is not self:
            self._forget()
        elif self.cycle and not self.cycle.more_body and not self.cycle.response_complete:
            self._forget()
            self.timer = self.loop.call_later(ANSWER_SECONDS, self._look)

    def _look(self) -> None:
        """Drop whoever has not taken what was sent; where all is taken, more is to come, and will be looked at."""
        if self.transport.get_write_buffer_size() or self.cycle.response_complete:
            self.drop()
        else:
            self.timer = self.loop.call_later(ANSWER_SECONDS, self._look)

    def _forget(self) -> None:
        if self.timer:
            self.timer.cancel()
        others = self.waiting[self.network]
        others.pop(self, None)
        if not others:
            del self.waiting[self.network]


def network(host: str) -> str:
    """The network of a client: its address; for IPv6, where everybody has very many, the network of a house."""
    try:
        address = ip_address(host)
    except ValueError:  # a proxy names the client by something that is no address
        return host
    if address.version == 4:  # noqa: PLR2004 - IPv4
        return host
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


def guard_connections() -> None:
    """Have servers of this process use the protocol above, with as many connections as files may be open."""
    files = open_files()
    TimedProtocol.most = max(files - SPARE, files // 2)
    HTTP_PROTOCOLS["auto"] = f"{__name__}:{TimedProtocol.__name__}"


def open_files() -> int:
    """How many files this program may have open at once: FILES, or as many as the system lets it."""
    if resource is None:
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted

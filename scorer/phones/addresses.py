"""Where other machines find this one: the IPv4 addresses of its interfaces, and its name in the network."""

import asyncio
import socket
import struct
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from ipaddress import IPv4Address
from threading import Thread
from typing import Final, NamedTuple

try:
    import fcntl
except ImportError:  # Windows has none; there the name of the machine leads to every address
    fcntl = None  # type: ignore[assignment]

# Destinations in other networks: to connect a datagram socket sends nothing, it only looks up the route.
ELSEWHERE: Final = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")
# SIOCGIFFLAGS and SIOCGIFADDR, as Linux numbers them, and as macOS and the BSDs do
ASK_FLAGS, ASK_ADDRESS = (0x8913, 0x8915) if sys.platform == "linux" else (0xC0206911, 0xC0206921)
INTERFACE_BYTES: Final = 256  # of the request: more than any system reads
FLAGS_BYTES, ADDRESS_BYTES = slice(16, 18), slice(20, 24)  # of the answer: behind the name; family and port too
UP_AND_RUNNING: Final = 0x1 | 0x40  # IFF_UP, IFF_RUNNING: switched on, and a cable or an access point at its end
PATIENCE_SECONDS: Final = 2  # for a name: where nobody answers for it, systems ask for a long time
NAMES_SECONDS: Final = 10  # until the names of this machine are asked for again: it may have joined another network


class Address(NamedTuple):
    """An address of this machine, and the interface that has it; empty where that is not known."""

    address: str
    interface: str = ""


class OwnNames:
    """The names of this machine, in small letters: `asked` for here, and every NAMES_SECONDS while they are `followed`.

    A system may take seconds to say them, and no request waits for that: each goes by those that are known.
    """

    def __init__(self, asked: Callable[[], Iterable[str]]) -> None:
        self._asked = asked
        self.known = self._ask()

    @asynccontextmanager
    async def followed(self) -> AsyncIterator[None]:
        """Ask again and again, in a thread of its own, as long as the context lasts."""
        asking = asyncio.create_task(self._follow())
        try:
            yield
        finally:
            asking.cancel()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(NAMES_SECONDS)
            self.known = await asyncio.to_thread(self._ask)

    def _ask(self) -> frozenset[str]:
        return frozenset(name.lower() for name in self._asked())


def addresses() -> list[Address]:
    """The addresses under which other machines may reach this one, the likeliest first; none without a network.

    First those of private networks, and of these the one from which the route to other networks begins; addresses that
    a machine gives itself where nobody else does come last.
    """
    routed = list(_route_addresses())
    interfaces: dict[str, str] = {}
    for address, interface in _interface_addresses():
        interfaces.setdefault(address, interface)
    by_name: list[str] = []  # to which the name of this machine leads, on this machine
    with suppress(OSError, UnicodeError):
        by_name = [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    for address in (*routed, *by_name):
        interfaces.setdefault(address, "")
    known = {address: IPv4Address(address) for address in interfaces}
    reachable = [
        address for address, ip in known.items() if not (ip.is_loopback or ip.is_unspecified or ip.is_multicast)
    ]

    def order(address: str) -> tuple[bool, bool, bool, int]:
        first = routed.index(address) if address in routed else len(routed)
        return known[address].is_link_local, not known[address].is_private, address not in routed, first

    return [Address(address, interfaces[address]) for address in sorted(reachable, key=order)]


def network_name() -> str:
    """The name `NAME.local` by which networks without a name server may know this machine."""
    return f"{socket.gethostname().partition('.')[0]}.local"


def local_name(known: list[Address]) -> str:
    """The name `NAME.local` where it does lead to one of the known addresses; empty where it leads nowhere."""
    name = network_name()
    named: list[str] = []  # the addresses to which the name leads

    def ask() -> None:
        with suppress(OSError, UnicodeError):
            named.extend(str(info[4][0]) for info in socket.getaddrinfo(name, None, socket.AF_INET))

    asking = Thread(target=ask, daemon=True)
    asking.start()
    asking.join(PATIENCE_SECONDS)
    return name if {address.address for address in known} & set(named) else ""


def _interface_addresses() -> Iterator[tuple[str, str]]:
    """The first address of each interface that is in a network now, and the name of the interface."""
    if fcntl is None:
        return
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asked:
        for _index, name in socket.if_nameindex():
            request = struct.pack(f"{INTERFACE_BYTES}s", name.encode())
            with suppress(OSError):  # of an interface without an address
                answer = fcntl.ioctl(asked.fileno(), ASK_ADDRESS, request)
                flags = int.from_bytes(fcntl.ioctl(asked.fileno(), ASK_FLAGS, request)[FLAGS_BYTES], sys.byteorder)
                if flags & UP_AND_RUNNING == UP_AND_RUNNING:
                    yield socket.inet_ntoa(answer[ADDRESS_BYTES]), name


def _route_addresses() -> Iterator[str]:
    """The addresses that this machine would use towards other networks, whether anybody is there or not."""
    for elsewhere in ELSEWHERE:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asked, suppress(OSError):
            asked.connect((elsewhere, 9))
            yield str(asked.getsockname()[0])

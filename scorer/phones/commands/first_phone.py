"""Whether a phone has come: said once when the first one does, and what may be wrong while none does."""

from collections.abc import Callable
from contextvars import copy_context
from threading import Lock, Timer
from typing import TYPE_CHECKING, Final

from scorer.cli.context import notice
from scorer.language import N_, _

if TYPE_CHECKING:
    from scorer.phones.addresses import Address

PATIENCE_SECONDS: Final = 60
WHAT_IT_MAY_BE: Final = (
    N_("No phone has come yet. What it may be:"),
    N_("- The phone is in another network, or on mobile data: it has to be in the same Wi-Fi as this machine."),
    N_("- The Wi-Fi is one for guests, which lets nobody reach anybody: take the ordinary one."),
    N_("- A firewall on this machine keeps others out: let incoming connections in on port {port}."),
    N_("- The lid is closed, or this machine sleeps: it has to stay open and awake."),
    N_("- The address was typed without http:// before it, or with https://"),
    N_(
        "Without a router: switch on the hotspot of a phone and let this machine and the other phones join it. The"
        " codes are shown again then, with the new address."
    ),
)


class FirstPhone:
    """Waits for the first request of another machine than this one, whose own addresses `addresses` finds."""

    def __init__(
        self,
        port: int,
        addresses: "Callable[[], list[Address]]",
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._port, self._addresses = port, addresses
        self._came = False
        self._asking = Lock()
        self.timer = Timer(patience_seconds, copy_context().run, (self._say_what_it_may_be,))  # in the same language
        self.timer.daemon = True

    def wait(self) -> None:
        """Begin to wait."""
        self.timer.start()

    def arrived(self, address: str) -> None:
        """Take note of who asks; the first that is not this machine itself is said."""
        with self._asking:
            if self._came or address in [own.address for own in self._addresses()]:
                return
            self._came = True
        self.timer.cancel()
        notice(_("The first phone is here: {address}", address=address))

    def _say_what_it_may_be(self) -> None:
        if self._came:
            return
        notice(*(_(line, port=self._port) if "{port}" in line else _(line) for line in WHAT_IT_MAY_BE))

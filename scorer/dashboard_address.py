"""Where the dashboard listens and who may look: agreed between the command that starts it and the server itself."""

import os
import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, Self

from scorer.errors import RefusedError
from scorer.language import _
from scorer.match.names import printable

TOKEN = "SCORER_DASHBOARD_TOKEN"  # noqa: S105 - the name of the variable, which people may set too
# From the command to the server alone
HOST, PORT, HELD = "DASHBOARD_HOST", "DASHBOARD_PORT", "DASHBOARD_HELD"
SOCKET = "DASHBOARD_SOCKET"  # the number of one that listens at that port already; empty where the server makes its own
PHONES = "DASHBOARD_PHONES"  # HOST:PORT where phones are listened to beside it; empty where they are not
LOOPBACK = "127.0.0.1"
EVERY_NETWORK: Final = "0.0.0.0"  # noqa: S104 - phones are other machines
FIRST_PORT: Final = 8501
HEALTH = "/_stcore/health"
_HERE = {"0.0.0.0": LOOPBACK, "::": "::1"}  # noqa: S104 - where this machine reaches what listens everywhere
_HOST = re.compile(r"[A-Za-z0-9._:-]{1,255}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,128}")


@dataclass(frozen=True, slots=True)
class Listening:
    """An address, a port, and the token that a viewer needs; none where it is empty.

    Raises RefusedError for an address that other machines could reach without a token.
    """

    host: str = LOOPBACK
    port: int = FIRST_PORT
    token: str = ""

    def __post_init__(self) -> None:
        check_host(self.host)
        if self.token and not _TOKEN.fullmatch(self.token):
            raise RefusedError(_("--token: say 8 to 128 letters, digits, - or _; or auto, which makes one"))
        if not self.token and not self.loopback:
            raise RefusedError(
                _("--host {host} lets other machines look: give --token auto, or a --token of yours", host=self.host)
            )

    @property
    def loopback(self) -> bool:
        """Whether this machine alone can reach it."""
        return is_loopback(self.host)

    @property
    def nearby(self) -> str:
        """The host by which this machine reaches it."""
        return _HERE.get(self.host, self.host)

    @property
    def address(self) -> str:
        """What to type into a browser on this machine."""
        return f"http://{in_address(self.nearby)}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables by which the server learns it."""
        return {HOST: self.host, PORT: str(self.port), TOKEN: self.token}

    @classmethod
    def agreed(cls) -> Self:
        """The address that the environment variables name."""
        port = os.environ.get(PORT, "")
        return cls(os.environ.get(HOST, LOOPBACK), int(port or FIRST_PORT), os.environ.get(TOKEN, ""))


def check_host(host: str) -> None:
    """Raise RefusedError for what is no address and no name of a machine."""
    if not _HOST.fullmatch(host):
        raise RefusedError(_("--host '{host}': say an address or a name of this machine", host=printable(host)))


def is_loopback(host: str) -> bool:
    """Whether this machine alone can reach what listens there."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def in_address(host: str) -> str:
    """A host as it stands in the address of a page."""
    return f"[{host}]" if ":" in host else host


def cookie_name(port: int) -> str:
    """The cookie that holds the token: one for each port, since browsers do not tell ports apart."""
    return f"scorer_dashboard_{port}"

"""Streamlit listens at the socket of whoever started the dashboard, by which its port was held until then.

No option of Streamlit takes a socket. Without: another program may take the port while the dashboard starts.
"""

from socket import socket
from typing import Any, Final, cast

from streamlit.web.server.starlette import starlette_server

# The function that makes the socket for an address and a port.
BIND: Final = "_bind_server_socket"


def listen_at(number: int) -> None:
    """Have Streamlit listen at the socket of this number, which was inherited."""
    held, server = socket(fileno=number), cast("Any", starlette_server)
    if not can_be_patched():
        held.close()  # and Streamlit makes one
        return

    def the_held_one(_address: str, bind_address: str, _port: int, _backlog: int) -> tuple[socket, str]:
        return held, bind_address

    setattr(server, BIND, the_held_one)


def can_be_patched() -> bool:
    """Whether this Streamlit makes its socket as the patch knows it."""
    return hasattr(starlette_server, BIND)

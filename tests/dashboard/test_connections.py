"""Connections that ask for nothing: the dashboard as it is started, and sockets that say nothing, or half of it."""

import resource
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tests.servers import HALF, ask, free_port, knock, many_files, variables, wait_for

HANDSHAKE = (
    b"GET /_stcore/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING, PONG = b"\x89\x80\0\0\0\0", b"\x8a\0"


def test_a_thousand_connections_that_ask_for_nothing_shut_nobody_out(tmp_path: Path) -> None:
    port = free_port()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with many_files(), subprocess.Popen(
        ["sh", "-c", f'ulimit -Sn 1024; exec "{sys.executable}" -P -m dashboard'], cwd=tmp_path,
        env=variables(tmp_path, port), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as server, ExitStack() as held:  # fmt: skip
        wait_for(port)
        viewer = held.enter_context(knock(port, HANDSHAKE))
        assert viewer.recv(4096).startswith(b"HTTP/1.1 101 ")
        for number in range(min(1100, hard - 200)):  # those that never end by themselves
            held.enter_context(knock(port, HALF[number % 4]))
        assert (ask(port).status, ask(port, "/").status) == (200, 200)
        viewer.sendall(PING)
        assert PONG in viewer.recv(4096)
        assert server.stdin is not None
        server.stdin.close()

"""Connections that ask for nothing: a real server, and sockets that connect and say nothing, or half of something."""

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from socket import create_connection, socket
from threading import Thread

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.config import HTTP_PROTOCOLS

from dashboard.serving.patches import connections
from dashboard.serving.patches.connections import TimedProtocol, guard_connections, network
from tests.servers import ask, free_port, variables, wait_for

HALF = (
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"GET /_stcore/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
    b"GET /_stcore/health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nhalf of a body",
    b"GET /_stcore/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /half of a second request",
)
HANDSHAKE = (
    b"GET /_stcore/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING, PONG = b"\x89\x80\0\0\0\0", b"\x8a\0"


def knock(port: int, words: bytes) -> socket:
    """A connection that has sent these words."""
    connection = create_connection(("127.0.0.1", port), timeout=10)
    connection.sendall(words)
    return connection


def is_closed(connection: socket, seconds: float) -> bool:
    """Whether the server closes the connection within these seconds; what it answers before is left out of account."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        connection.settimeout(left)
        try:
            if not connection.recv(65536):
                return True
        except TimeoutError:
            return False
        except OSError:
            return True
    return False


@pytest.fixture
def many_files() -> Iterator[None]:
    """This process may have as many files open as the system lets it."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[1], 8192), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_thousand_connections_that_ask_for_nothing_shut_nobody_out(tmp_path: Path, many_files: None) -> None:
    port = free_port()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with subprocess.Popen(
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


@pytest.fixture
def small_door(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a server with room for 20 connections, which waits half a second for a request."""
    monkeypatch.setitem(HTTP_PROTOCOLS, "auto", "")
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 1)
    monkeypatch.setattr(TimedProtocol, "most", 0)
    guard_connections()
    assert TimedProtocol.most > 250  # the spare files are few beside what the system allows
    TimedProtocol.most = 20
    port = free_port()
    answer = PlainTextResponse("x" * 20_000_000)  # more than the system keeps for who does not read
    server = uvicorn.Server(uvicorn.Config(answer, port=port, log_level="critical", lifespan="off"))
    thread = Thread(target=server.run)
    thread.start()
    wait_for(port)
    yield port
    server.should_exit = True
    thread.join()


def test_who_sends_half_a_request_or_takes_half_an_answer_is_not_waited_for(small_door: int) -> None:
    with ExitStack() as held:
        halves = [held.enter_context(knock(small_door, words)) for words in HALF]
        reader = held.enter_context(knock(small_door, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
        time.sleep(1.7)  # and reads nothing meanwhile: half a second for a request, one for its answer
        assert [is_closed(connection, 1) for connection in halves] == [True] * len(HALF)
        assert sum(len(part) for part in iter(lambda: _read(reader), b"")) < 20_000_000
    assert not TimedProtocol.waiting


def _read(connection: socket) -> bytes:
    try:
        return connection.recv(65536)
    except OSError:
        return b""


def test_a_header_a_moment_does_not_keep_a_connection(small_door: int) -> None:
    with knock(small_door, b"GET / HTTP/1.1\r\n") as slow:
        began = time.monotonic()
        while not is_closed(slow, 0.1):
            assert time.monotonic() < began + 5
            try:
                slow.sendall(b"X-Slow: yes\r\n")
            except OSError:
                break
    assert ask(small_door).status == 200


def test_the_oldest_that_waits_gives_way_and_whoever_asked_stays(
    small_door: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 60)
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 60)
    with ExitStack() as held:
        asking = held.enter_context(knock(small_door, b"GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"))
        assert asking.recv(1) == b"H"  # the answer begins to come
        waiting = [held.enter_context(knock(small_door, b"")) for _ in range(12)]  # an address may have ten of twenty
        assert ask(small_door).status == 200
        assert [is_closed(connection, 0.05) for connection in waiting] == [True] * 3 + [False] * 9  # the visitor's too
        taken = sum(len(part) for part in iter(lambda: asking.recv(65536), b""))
        assert taken > 20_000_000  # with its head


def test_a_house_is_a_network_of_ipv6_and_an_address_of_ipv4() -> None:
    assert network("192.168.1.7") == "192.168.1.7"
    assert network("::ffff:192.168.1.7") == "192.168.1.7"
    assert network("2001:db8:1:2::7") == network("2001:db8:1:2:a:b:c:d") == "2001:db8:1:2::/64"
    assert network("fe80::1%eth0") == "fe80::/64"

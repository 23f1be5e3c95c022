"""Who connects and asks for nothing, asks by halves, or takes half of an answer: a small server in this process."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, suppress
from socket import socket
from threading import Thread

import pytest
import uvicorn
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.types import Receive, Scope, Send
from uvicorn.config import HTTP_PROTOCOLS

from scorer import connections
from scorer.connections import TimedProtocol, guard_connections, network
from tests.servers import HALF, ask, free_port, is_closed, knock, wait_for

LARGE = PlainTextResponse("x" * 20_000_000)  # more than the system keeps for who does not read


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """A line a moment at /stream; anywhere else something large, once the body is there."""

    async def lines() -> AsyncIterator[str]:
        while True:
            yield "line\n"
            await asyncio.sleep(0.2)

    with suppress(ClientDisconnect):
        await Request(scope, receive).body()
        await (StreamingResponse(lines()) if scope["path"] == "/stream" else LARGE)(scope, receive, send)


@pytest.fixture
def small_door(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a server with room for 20 connections, which waits half a second for a request."""
    monkeypatch.setitem(HTTP_PROTOCOLS, "auto", "")
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.5)
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 1)
    monkeypatch.setattr(TimedProtocol, "most", 0)
    guard_connections()
    assert TimedProtocol.most > 250  # the spare files are few beside what the system allows
    TimedProtocol.most = 20
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(answer, port=port, log_level="critical", lifespan="off"))
    thread = Thread(target=server.run)
    thread.start()
    wait_for(port)
    yield port
    server.should_exit = server.force_exit = True
    thread.join()


def test_who_sends_half_a_request_or_takes_half_an_answer_is_not_waited_for(small_door: int) -> None:
    with ExitStack() as held:
        halves = [held.enter_context(knock(small_door, words)) for words in HALF]
        stream = held.enter_context(knock(small_door, b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
        reader = held.enter_context(knock(small_door, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
        time.sleep(1.7)  # and reads nothing meanwhile: half a second for a request, one for its answer
        assert [is_closed(connection, 1) for connection in halves] == [True] * len(HALF)
        assert sum(len(part) for part in iter(lambda: _read(reader), b"")) < 20_000_000
        while stream.recv(65536).count(b"line") > 1:  # what came meanwhile
            pass
        assert stream.recv(65536)  # an answer that goes on, and is taken
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
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 60)
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

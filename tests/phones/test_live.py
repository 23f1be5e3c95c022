"""What somebody records elsewhere, by a command or another phone, is told to every page of the table."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse

from tests.phones.clients import Phone

Ok = Callable[..., str]


@contextmanager
def listening(phone: Phone) -> Iterator[HTTPResponse]:
    with closing(HTTPConnection("127.0.0.1", phone.port, timeout=20)) as asked:
        asked.request("GET", "/api/stream", headers={"authorization": f"Bearer {phone.token}"})
        yield asked.getresponse()


def next_revision(stream: HTTPResponse) -> str:
    """The next revision that a stream tells; between them it only shows that it lives."""
    while not (line := stream.readline()).startswith(b"data:"):
        assert line, "the stream ended"
    revision: str = json.loads(line[5:])["revision"]
    return revision


def test_forty_pages_hear_of_the_same_deal_that_a_command_recorded(phone: Phone, ok: Callable[..., str]) -> None:
    with ExitStack() as pages:
        streams = [pages.enter_context(listening(phone)) for _page in range(40)]
        before = {next_revision(stream) for stream in streams}
        ok("deal anna K elena made --match Friday")
        after = {next_revision(stream) for stream in streams}
    assert (len(before), after, before & after) == (1, {phone.get("/api/table")[1]["revision"]}, set())

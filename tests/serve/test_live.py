"""What somebody records elsewhere, by a command or another phone, is told to every page of the table."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse

from tests.phones import Phone

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


def test_a_page_hears_of_a_deal_that_a_command_recorded(phone: Phone, ok: Ok) -> None:
    with listening(phone) as stream:
        first = next_revision(stream)
        ok("deal anna K elena made --match Friday")
        second = next_revision(stream)
        assert second != first
        assert phone.get("/api/table")[1]["revision"] == second


def test_forty_pages_hear_of_the_same_deal(phone: Phone) -> None:
    with ExitStack() as pages:
        streams = [pages.enter_context(listening(phone)) for _page in range(40)]
        before = {next_revision(stream) for stream in streams}
        phone.post("redeal", id="a", kind="passed-out")
        after = {next_revision(stream) for stream in streams}
    assert (len(before), len(after), before & after) == (1, 1, set())

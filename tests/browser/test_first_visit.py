"""What a first visit costs and a second does not, what is asked for, and what is sent when a deal comes."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests import browsing
from tests.browsing import PATIENCE, VIEWS, Serving, Window

pytestmark = pytest.mark.xdist_group("browser 2")

MOST = 3_000_000


def carried(page: Page) -> dict[str, int]:
    """What this page loads from now on, by address: the bytes that come over the wire, heads and all."""
    wire, asked, came = page.context.new_cdp_session(page), dict[str, str](), dict[str, int]()
    wire.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    wire.on(
        "Network.loadingFinished", lambda event: came.update({asked[event["requestId"]]: event["encodedDataLength"]})
    )
    wire.send("Network.enable")
    return came


def test_a_first_visit_is_three_megabytes_at_most_and_a_second_is_the_data(browser: Browser, demo: Serving) -> None:
    with browsing.window(browser, demo.address) as visitor:
        first = carried(visitor.page)
        visitor.open("standings").fine()
        assert len(first) > 50
        assert [url for url in first if "/PlotlyChart." in url and "?patched=" in url]  # not one that is held for ever
        assert sum(first.values()) < MOST, sorted(first.items(), key=lambda one: -one[1])[:9]
        visitor.page.wait_for_load_state("networkidle")  # a script that is still on its way is in no cache
        again = Window(visitor.page.context.new_page(), demo.address)
        second = carried(again.page)
        again.open("standings").fine()
        assert sum(second.values()) < 10_000, second  # heads alone: the page is as it was, maybe a script


def test_no_page_asks_for_what_is_not_there(browser: Browser, demo: Serving) -> None:
    with browsing.window(browser, demo.address) as visitor:
        answers: list[tuple[int, str]] = []
        visitor.page.on("response", lambda answer: answers.append((answer.status, answer.url)))
        for name in VIEWS:
            visitor.page.goto(f"{demo.address}{name}?league=")
            visitor.page.locator("[data-test-connection-state=CONNECTED]").wait_for(state="attached")
        visitor.fine()
        assert len(answers) > 10 * len(VIEWS)
        assert [url for status, url in answers if status >= 400] == []


def test_what_is_as_it_was_is_not_sent_again(
    browser: Browser, desk: tuple[Serving, Path], lay: Callable[[Path], None], season: str, folder: Path
) -> None:
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

    drawn, whole = list[int](), list[int]()  # bytes of each piece of the page, and how many had come when it was whole

    def came(message: bytes | str) -> None:
        sent = ForwardMsg.FromString(message)
        match sent.WhichOneof("type"):
            case "delta":  # each look for news opens and closes a run besides: how many fall in between is chance
                drawn.append(len(message))
            case "script_finished" if sent.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                whole.append(len(drawn))

    lay(Path(season))
    with browsing.window(browser, desk[0].address) as window:
        window.page.on("websocket", lambda socket: socket.on("framereceived", came))
        window.open("standings")
        loaded, runs = sum(drawn), len(whole)
        browsing.command(folder, "--db", str(desk[1]), "redeal", "passed-out")  # of which Standings say nothing
        until = time.monotonic() + PATIENCE / 1000
        while len(whole) == runs and time.monotonic() < until:
            window.page.wait_for_timeout(50)
        assert runs < len(whole)
        assert sum(drawn) - loaded < loaded / 4
        window.fine()

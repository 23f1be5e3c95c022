"""What a first visit costs and a second does not, and what is sent when a deal comes."""

import time

from playwright.sync_api import WebSocket

from tests.browser.conftest import Desk
from tests.browsing import PATIENCE, Window, carried

MOST = 3_000_000


def test_a_first_visit_is_three_megabytes_at_most_and_a_second_is_the_data(
    first_visit: tuple[Window, dict[str, int]], league: Window
) -> None:
    first = first_visit[1]
    assert len(first) > 50
    assert [url for url in first if "/PlotlyChart." in url and "?patched=" in url]  # not one that is held for ever
    assert sum(first.values()) < MOST, sorted(first.items(), key=lambda one: -one[1])[:9]
    with carried(league.page) as second:
        league.open("standings")
    assert sum(second.values()) < 10_000, second  # heads alone: the page is as it was, maybe a script


def test_what_is_as_it_was_is_not_sent_again(league: Window, desk: Desk) -> None:
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

    drawn, whole = list[int](), list[int]()  # bytes of each piece of the page, and how many had come when it was whole

    def came(message: bytes | str) -> None:
        sent = ForwardMsg.FromString(message)
        match sent.WhichOneof("type"):
            case "delta":  # each look for news opens and closes a run besides: how many fall in between is chance
                drawn.append(len(message))
            case "script_finished" if sent.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                whole.append(len(drawn))

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", came)

    league.page.on("websocket", opened)
    league.open("standings")
    league.page.remove_listener("websocket", opened)
    loaded, runs = sum(drawn), len(whole)
    desk.record("redeal passed-out")  # of which Standings say nothing
    until = time.monotonic() + PATIENCE / 1000
    while len(whole) == runs and time.monotonic() < until:
        league.page.wait_for_timeout(50)
    assert runs < len(whole)
    assert sum(drawn) - loaded < loaded / 4

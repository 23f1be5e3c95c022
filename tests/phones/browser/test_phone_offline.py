"""Phones that lose the network, and a server that is killed: every deal that was tapped is recorded once, none goes."""

import itertools
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests import browsing
from tests.fixtures import FIVE
from tests.phones import held_phones
from tests.phones.browser.conftest import Sit
from tests.phones.held_phones import Pockets
from tests.servers import free_port


class Server:
    """`scorer serve` as a process of its own at a port that stays, to be killed and started again."""

    def __init__(self, path: Path) -> None:
        self.path, self.port = path, free_port()
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        words = ["--db", str(self.path), "serve", "--no-dashboard", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scorer", *words], env=browsing.own_environment(self.path.parent),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        assert self.process.stdout.readline().startswith("Phones record")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.communicate()


@contextmanager
def killable(path: Path) -> Iterator[Server]:
    server = Server(path)
    try:
        yield server
    finally:
        server.kill()


def test_deals_without_a_network_are_kept_and_sent_in_their_order(sit: Sit) -> None:
    # 74, 61 and 120 of 61 with a partner: 2, 1 and -1 each time
    table, phone = sit()
    anna = phone()
    anna.call("Anna", "Elena", 74)
    anna.away()
    anna.tap("Bruno", "the two", "Carla", "6", "1")
    assert anna.save() == "Bruno +2, Carla +1, the others -1 each"
    anna.waiting(1)
    assert anna.large() == "Bruno, the two, Carla, 61"
    anna.tap("Dario", "the two", "Anna", "1", "2", "0", "no")  # no slam
    assert anna.save() == "reckoned when sent"
    anna.waiting(2)
    assert table.running()["Bruno"] == -1  # nothing of it has come
    anna.back()
    anna.all_sent()
    assert anna.large().startswith("Dario called")
    assert table.card_points() == [74, 61, 120]


def test_what_waits_is_there_after_the_page_was_closed(pockets: Pockets, tmp_path: Path) -> None:
    table = held_phones.table(tmp_path)
    with killable(table.path) as server, pockets.phone(server.port, table.token) as anna:
        anna.page.get_by_role("heading", name="Who called?").wait_for()
        server.kill()
        anna.unanswered = True
        anna.call("Anna", "Elena", 74)
        anna.waiting(1)
        anna.page.goto("about:blank")
        anna.page.goto(f"http://127.0.0.1:{server.port}/t")  # the browser has kept the page itself
        anna.waiting(1)
        server.start()
        anna.all_sent()
        assert table.card_points() == [74]


def test_a_page_that_is_older_than_its_server_is_loaded_anew_and_keeps_what_waits(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    anna.away()
    anna.call("Anna", "Elena", 74)
    anna.waiting(1)
    # the page that the browser had kept is of last week: it names its files by another version
    now = re.search(r"/static/(\w+)/", anna.page.content())
    assert now
    anna.back()
    loads: list[str] = []

    def last_week(route: Route) -> None:
        loads.append(route.request.url)
        answer = route.fetch()
        text = answer.text().replace(now[1], "lastweek") if len(loads) == 1 else answer.text()
        route.fulfill(response=answer, body=text)

    anna.page.route("**/t", last_week)
    anna.page.route("**/static/lastweek/*", lambda route: route.fulfill(
        response=route.fetch(url=route.request.url.replace("lastweek", now[1]))))  # fmt: skip
    anna.page.reload()
    anna.page.locator(f'script[src*="{now[1]}"]').first.wait_for(state="attached")
    anna.page.get_by_role("heading", name="Who called?").wait_for()
    anna.all_sent()
    assert (len(loads), table.card_points()) == (2, [74])
    assert anna.page.locator("#newer").count() == 0


def test_a_page_says_when_its_server_has_a_newer_one(sit: Sit) -> None:
    _table, phone = sit()
    anna = phone()
    anna.page.get_by_role("heading", name="Who called?").wait_for()

    def next_week(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers=answer.headers | {"scorer-page": "nextweek"})

    anna.page.route("**/api/table*", next_week)
    anna.page.evaluate("dispatchEvent(new Event('online'))")
    expect(anna.page.locator("#newer")).to_have_text("There is a newer page. What is not sent yet stays here: Reload")
    anna.page.unroute_all(behavior="ignoreErrors")  # an answer may still be on its way
    anna.tap("Reload")
    anna.page.get_by_role("heading", name="Who called?").wait_for()
    assert anna.page.locator("#newer").count() == 0


def test_a_call_and_other_seats_that_wait_are_known_to_the_next_deal(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    anna.away()
    anna.tap("Seats", "Bruno leaves")
    anna.page.get_by_label("New name").fill("Fabio")
    anna.tap("Add", "Save", "Anna", "the king", "Result later", "Fabio", "7", "4")
    assert anna.save() == "reckoned when sent"
    anna.waiting(3)
    anna.back()
    anna.all_sent()
    assert table.running() == {"Anna": 2, "Fabio": 1, "Carla": -1, "Dario": -1, "Elena": -1}


def test_undo_of_what_was_not_sent_takes_that_back_alone(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    anna.call("Anna", "Elena", 74)
    anna.away()
    anna.call("Bruno", "Carla", 61)
    anna.call("Carla", "Dario", 62)
    anna.tap("Undo the last")
    anna.waiting(3)
    anna.tap("Undo the last")  # and the one before
    anna.waiting(4)
    anna.back()
    anna.all_sent()
    assert table.card_points() == [74]


def test_a_deal_of_another_phone_in_between_is_shown_and_a_person_decides(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    anna.away()
    anna.call("Bruno", "Carla", 61)
    anna.call("Carla", "Dario", 62)
    table.record("deal anna 2 elena 74")
    anna.back()
    anna.page.get_by_text("One was refused").wait_for()
    assert table.card_points() == [74]
    anna.tap("Look at them")
    anna.page.get_by_text("Anna called the two with Elena and made 74").wait_for()
    anna.page.get_by_text("waits behind the one that was refused").wait_for()
    anna.tap("Send it again")
    anna.page.get_by_text("Everything was sent.").wait_for()
    assert table.card_points() == [74, 61, 62]


def test_the_same_deal_by_two_phones_is_asked_and_recorded_once(sit: Sit) -> None:
    table, phone = sit()
    anna, bruno = phone(), phone()
    for holder in (anna, bruno):
        holder.tap("Anna", "the two", "Elena", "7", "4")
        holder.page.locator(".save").wait_for()
    anna.save()
    bruno.page.get_by_text("Recorded meanwhile: 1").wait_for()
    bruno.page.locator(".save").click()
    bruno.page.get_by_text("Is it the same deal?").wait_for()
    bruno.tap("The same: mine goes")
    bruno.page.locator(".last").wait_for()
    assert table.card_points() == [74]


def test_the_same_redeal_by_two_phones_is_asked_and_no_second_tap_records_it(sit: Sit) -> None:
    table, phone = sit()
    anna, bruno = phone(), phone()
    bruno.tap("Redeal")
    anna.tap("Redeal")
    anna.page.get_by_role("button", name="annulled").click()
    anna.page.locator(".last").wait_for()
    annulled = bruno.page.get_by_role("button", name="annulled")
    annulled.click()
    bruno.page.get_by_text("Is it the same deal?").wait_for()
    with bruno.page.expect_response(lambda response: "/api/redeal" in response.url):
        annulled.click()
    assert table.card_points() == [None]
    bruno.tap("Another one: record it")
    bruno.page.locator(".last").wait_for()
    assert table.card_points() == [None, None]


def test_two_redeals_of_one_phone_without_a_network_are_two_and_nobody_is_asked(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    anna.away()
    for caller in ("Anna", "Carla"):
        anna.tap("Redeal")
        anna.page.get_by_role("button", name="annulled").click()
        anna.page.locator(".last").wait_for()
        anna.call(caller, "Elena", 74)
    anna.waiting(4)
    anna.back()
    anna.all_sent()
    assert table.card_points() == [None, 74, None, 74]


def test_an_entry_that_is_opened_keeps_its_place_and_is_not_lost_where_it_is_left(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    anna.away()
    anna.call("Bruno", "Carla", 61)
    anna.call("Carla", "Dario", 62)
    table.record("deal anna 2 elena 74")
    anna.back()
    anna.tap("Look at them", "Open it", "Discard")  # of the form: what was refused waits as before
    anna.waiting(2)
    anna.tap("Look at them", "Open it")
    anna.page.locator(".fact", has_text="Partner").click()
    anna.tap("Elena")
    anna.save()
    anna.all_sent()
    assert table.card_points() == [74, 61, 62]
    assert table.running()["Elena"] == 1  # with Anna +1, with Bruno +1, against Carla -1


def test_two_tabs_of_a_phone_send_the_same_entry_and_one_deal_is_recorded(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    anna.away()
    anna.call("Anna", "Elena", 74)
    anna.waiting(1)
    tab = anna.page.context.new_page()
    anna.back()
    tab.goto(anna.page.url)
    tab.locator(".last").wait_for()
    anna.all_sent()
    tab.get_by_text("Anna called the two with Elena and made 74").wait_for()
    tab.close()
    assert table.card_points() == [74]


def test_a_match_that_was_finished_meanwhile_takes_nothing_and_loses_nothing(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    anna.call("Anna", "Elena", 74)
    anna.away()
    anna.call("Bruno", "Carla", 61)
    table.record("finish")
    anna.back()
    anna.tap("Look at them")
    anna.page.get_by_text("something newer stands in Friday: match finished").wait_for()
    with anna.page.expect_response(lambda response: "/api/table" in response.url):
        table.record("reopen")
    anna.tap("Send it again")
    anna.page.get_by_text("something newer stands in Friday: match reopened").wait_for()  # it was not shown before
    anna.tap("Send it again")
    anna.page.get_by_text("Everything was sent.").wait_for()
    assert table.card_points() == [74, 61]


def test_another_phone_takes_over_what_a_lost_one_did_not_send(sit: Sit) -> None:
    table, phone = sit()
    lost, other = phone(code=table.evening()), phone()
    lost.page.get_by_role("button", name="Friday").click()
    lost.away()
    lost.call("Anna", "Elena", 74)
    lost.call("Bruno", "Carla", 61)
    lost.page.evaluate("document.addEventListener('copy', event => { window.copied = event.target.value; })")
    lost.tap("Look at them", "Copy as text")
    text = lost.page.evaluate("copied")
    other.tap("This phone", "Not sent yet")
    other.page.get_by_text("Take over from another phone").first.click()
    other.page.get_by_label("The text of its entries").fill(text)
    other.page.locator("details button").click()
    other.page.get_by_text("Everything was sent.").wait_for()
    lost.back()  # it is found again, and sends the same
    lost.all_sent()
    assert table.card_points() == [74, 61]


def test_twenty_deals_by_two_phones_and_a_pad_through_five_cuts_and_two_kills(pockets: Pockets, tmp_path: Path) -> None:
    """Each deal has card points of its own, 61 to 80, so that one that is lost, doubled or moved is seen."""
    table = held_phones.table(tmp_path)
    pad = subprocess.Popen(
        [sys.executable, "-m", "scorer", "--db", str(table.path), "pad"], env=browsing.own_environment(tmp_path),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert pad.stdin is not None
    with (
        killable(table.path) as server,
        pockets.phone(server.port, table.token) as anna,
        pockets.phone(server.port, table.token) as bea,
    ):
        anna.unanswered = True  # where the server is killed, nobody answers her either
        for cut, first in enumerate(range(61, 81, 4)):
            anna.call("Anna", "Elena", first)
            bea.page.get_by_text(f"Anna called the two with Elena and made {first}").first.wait_for()
            bea.away()
            if cut in {1, 3}:
                server.kill()
            bea.call("Bruno", "Carla", first + 1)
            bea.call("Carla", "Dario", first + 2)
            if cut in {1, 3}:
                server.start()
            bea.back()
            bea.all_sent()
            print(f"dario 2 elena {first + 3}", file=pad.stdin, flush=True)
            for holder in (anna, bea):
                holder.page.get_by_text(f"Dario called the two with Elena and made {first + 3}").first.wait_for()
    pad.communicate("q\n", timeout=20)
    assert table.card_points() == list(range(61, 81))


LOOKED_UP = """async ({token, deals}) => {
  const page = document.querySelector('script').src;
  const {payoutsOf, loadPayouts} = await import(page.replace('main.js', 'payouts.js'));
  await loadPayouts();
  const headers = {'Authorization': `Bearer ${token}`, 'Content-Type': 'application/json'};
  const differing = [];
  for (const deal of deals) {
    const answer = await fetch('/api/preview', {method: 'POST', headers, body: JSON.stringify({deal})});
    const body = await answer.json();
    const [here, there] = [payoutsOf(deal), body];
    const agree = here.code ? here.code === there.code && (here.question ?? '') === (there.question ?? '') :
      here.payouts === there.payouts;
    if (!agree) differing.push({deal, here, there});
  }
  return differing;
}"""


def contracts() -> Iterator[dict[str, object]]:
    for bid, partner in itertools.product(("2", "A", "2/75", "2/120"), ("Elena", "solo")):
        for result in ("made", "failed", "0", "1", "59", "60", "61", "74", "75", "119", "120"):
            yield {"caller": "Bruno", "bid": bid, "partner": partner, "result": result}
    for result, slam in itertools.product(("0", "120"), (True, False)):
        yield {"caller": "Bruno", "bid": "2", "partner": "Elena", "result": result, "slam": slam}


def counts_of_sides() -> Iterator[dict[str, object]]:
    for name in ("Anna", "Bruno"):
        yield {"sides": [name, "won"]}
        for count in (0, 1, 59, 60, 61, 100, 101, 119, 120):
            yield {"sides": [f"{name}={count}"]}


@pytest.mark.parametrize(
    ("variant", "players", "deals"),
    [
        ("chiamata", FIVE, contracts),
        ("brisca", "Anna,Bruno,Carla,Dario", counts_of_sides),
        ("mexican-pairs", "Anna,Bruno,Carla,Dario", counts_of_sides),
    ],
)
def test_what_the_page_looks_up_is_what_the_server_says(
    variant: str, players: str, deals: Callable[[], Iterator[dict[str, object]]], sit: Sit
) -> None:
    table, phone = sit(players, "--variant", variant)
    anna = phone()
    anna.page.locator(".question").wait_for()
    assert anna.page.evaluate(LOOKED_UP, {"token": table.token, "deals": list(deals())}) == []

"""The page for phones in a real browser: taps that are counted, nothing lost, nothing that moves, no name believed."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from scorer import scorebook
from scorer.scorebook import Book
from tests.fixtures import FIVE
from tests.mounting import small_disk
from tests.phones import held_phones
from tests.phones.browser.conftest import Sit
from tests.phones.clients import grant, match_uid, serving
from tests.phones.held_phones import SHORT, Pockets

NARROW = ViewportSize(width=320, height=568)
CUT_BUTTONS = """[...document.querySelectorAll('button')]
  .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth).map(one => one.textContent)"""
HOSTILE = ["<img src=x onerror=alert(1)>", "Anna & \"Co\" 'x'", "שלום עולם", "W" * 40, "{name}"]


def test_a_counted_deal_takes_six_taps_and_is_saved_in_the_upper_half(sit: Sit) -> None:
    # 74 of 61 with a partner: the caller 2, the partner 1, three defenders -1 each
    table, phone = sit()
    anna = phone()
    anna.tap("Anna", "the king", "Elena", "7", "4")
    last_digit = anna.page.get_by_role("button", name="4", exact=True).bounding_box()
    save = anna.page.locator(".save").bounding_box()
    assert last_digit is not None
    assert save is not None
    assert save["y"] + save["height"] / 2 < SHORT["height"] / 2
    assert save["y"] + save["height"] < last_digit["y"]
    assert anna.save() == "Anna +2, Elena +1, the others -1 each"
    assert anna.taps == 6
    assert anna.large().startswith("Anna called the king with Elena and made 74")
    assert anna.units() == {"Anna": "+2", "Elena": "+1", "Bruno": "-1", "Carla": "-1", "Dario": "-1"}
    assert table.running() == {"Anna": 2, "Elena": 1, "Bruno": -1, "Carla": -1, "Dario": -1}


DEALS = [  # what is tapped, in how many taps with the one that saves; what Save says, and what then is told
    # failed alone at the ace: the caller -4, four defenders +1 each
    (("Bruno", "the ace", "alone", "failed"), 5, "Bruno -4, the others +1 each", "Bruno called the ace"),
    # the others have 21 and 30, 51 together: the callers have 120 - 51 = 69
    (("Anna", "the king", "Elena", "2", "1", "and another pile", "3", "0", "count of the others"), 10,
     "Anna +2, Elena +1, the others -1 each", "Anna called the king with Elena and made 69"),
    # a slam is asked where the count leaves it open; it doubles
    (("Anna", "the king", "Elena", "1", "2", "0", "yes"), 8, "Anna +4, Elena +2, the others -2 each", "and made 120"),
]  # fmt: skip


def test_every_way_to_say_a_result_is_a_few_taps(sit: Sit) -> None:
    _table, phone = sit()
    anna = phone()
    for tapped, taps, says, told in DEALS:
        anna.page.get_by_role("heading", name="Who called?").wait_for()
        anna.taps = 0
        anna.tap(*tapped)
        assert (anna.save(), anna.taps) == (says, taps)
        anna.page.locator(".large", has_text=told).wait_for()


def test_a_count_goes_on_behind_a_plus_when_the_pad_is_opened_again(sit: Sit) -> None:
    _table, phone = sit()
    anna = phone()
    anna.tap("Anna", "the king", "Elena", "7", "5")
    anna.page.locator(".fact", has_text="Bid").click()
    anna.tap("the ace")
    anna.page.locator(".fact", has_text="Card points").click()
    anna.tap("and another pile", "1", "0")
    anna.save()
    assert "made 85" in anna.large()


def test_bonuses_are_said_where_the_count_alone_would_do(sit: Sit) -> None:
    # 95 with 20 in bonuses: 75 card points to 45, 95 - 45 = 50; without bonuses 95 - 25 = 70
    table, phone = sit("Anna,Bruno", "--variant", "cinquecento")
    anna = phone()
    anna.tap("Anna", "9", "5")
    anna.page.get_by_text("Save, no bonuses in it").wait_for()
    anna.tap("with bonuses", "2", "0", "Next", "0")
    assert "+50" in anna.save()
    assert table.running() == {"Anna": 50, "Bruno": -50}


def test_an_evening_of_gingo_asks_for_the_count_of_what_fails_and_shows_paper_beside_the_units(sit: Sit) -> None:
    # Of a bid D and a count M: made, D on paper for the two, and 3D units each, the others -2D. Failed, D - M less on
    # paper for the two and 120 - M more for the others, and with u = D + 120 - 2M units -3u and +2u.
    table, phone = sit(FIVE, "--variant", "gingo")
    anna, bruno = phone(), phone(NARROW, locale="it-IT")
    anna.tap("Anna", "71\N{EN DASH}80", "80", "Elena", "made")
    assert anna.save() == "Anna +240, Elena +240, the others -160 each"

    anna.tap("Bruno", "91\N{EN DASH}100", "100", "Carla")
    anna.page.get_by_text("Made, or the card points of the calling side").wait_for()
    assert anna.page.get_by_role("button", name="failed").count() == 0
    anna.tap("6", "0")  # u = 100 + 120 - 2 * 60 = 100
    assert anna.save() == "Bruno -300, Carla -300, the others +200 each"
    assert anna.tallies() == {
        "Anna": ("140 on paper", "+440"),  # 80 + 60; 240 + 200
        "Elena": ("140 on paper", "+440"),
        "Dario": ("60 on paper", "+40"),
        "Bruno": ("-40 on paper", "-460"),
        "Carla": ("-40 on paper", "-460"),
    }

    # alone, and made: 2D on paper, 8D units, the others -2D
    anna.tap("Dario", "61\N{EN DASH}70", "61", "alone", "made")
    assert anna.save() == "Dario +488, the others -122 each"

    # alone, and failed: D - M less, 120 - M more for the others; u = 90 + 120 - 2 * 50 = 110, so -4u and +u
    bruno.page.get_by_text("Dario ha chiamato 61 in mano").wait_for()
    bruno.tap("Elena", "81\N{EN DASH}90", "90", "in mano")
    bruno.page.get_by_text("Vinta, o i punti carte di chiamante e socio").wait_for()
    assert bruno.page.locator(".word").all_inner_texts() == ["vinta", "conto degli altri"]
    bruno.tap("5", "0")
    assert bruno.save() == "Elena -440, gli altri +110 a testa"
    assert bruno.tallies() == {
        "Dario": ("252 segnati", "+638"),  # 60 + 122 + 70; 40 + 488 + 110
        "Anna": ("210 segnati", "+428"),  # 140 + 70; 440 - 122 + 110
        "Elena": ("100 segnati", "-122"),  # 140 - 40; 440 - 122 - 440
        "Bruno": ("30 segnati", "-472"),  # -40 + 70; -460 - 122 + 110
        "Carla": ("30 segnati", "-472"),
    }
    assert bruno.fits()  # the numbers of the second column stood off the screen
    last_caller = bruno.page.get_by_role("button", name="Elena", exact=True).bounding_box()
    assert last_caller
    assert last_caller["y"] + last_caller["height"] <= NARROW["height"]

    anna.page.get_by_text("Elena called 90 alone").wait_for()
    anna.tap("Undo the last")
    anna.page.get_by_text("Taken back").wait_for()
    anna.page.locator(".record", has_text="1 Anna called 80").click()
    anna.page.locator(".fact", has_text="Card points").click()
    anna.tap("7", "2")  # 80 - 72 = 8 less, 48 more for the others; u = 80 + 120 - 2 * 72 = 56
    anna.page.locator(".fact", has_text="Reason").click()
    anna.tap("counted wrong")
    assert anna.save() == "Anna -168, Elena -168, the others +112 each"
    assert anna.tallies() == {
        "Dario": ("230 on paper", "+800"),  # 48 + 60 + 122; 112 + 200 + 488
        "Anna": ("52 on paper", "-90"),  # -8 + 60; -168 + 200 - 122
        "Elena": ("52 on paper", "-90"),
        "Bruno": ("8 on paper", "-310"),  # 48 - 40; 112 - 300 - 122
        "Carla": ("8 on paper", "-310"),
    }
    assert table.running() == {"Dario": 800, "Anna": -90, "Elena": -90, "Bruno": -310, "Carla": -310}


def test_every_answer_to_a_question_of_the_table_is_in_sight(sit: Sit) -> None:
    # 60 : 60, and 12 cards each: nobody wins
    table, phone = sit("Anna,Bruno,Carla,Dario", "--variant", "brisca")
    anna = phone()
    anna.page.set_viewport_size(NARROW)
    anna.tap("Anna and Carla", "6", "0")
    for name in ("Anna and Carla", "Bruno and Dario", "nobody"):
        box = anna.page.locator(".asks").get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < NARROW["height"]
    anna.page.locator(".asks").get_by_role("button", name="nobody").click()
    assert anna.save() == "nobody pays"
    assert set(table.running().values()) == {0}


def test_a_call_now_and_its_result_later(sit: Sit) -> None:
    _table, phone = sit()
    anna = phone()
    anna.tap("Carla", "71\N{EN DASH}80", "the two at 75", "Result later")
    anna.page.get_by_text("Carla called the two at 75; the result is open").wait_for()
    anna.taps = 0
    anna.tap("Dario", "9", "0")
    anna.save()
    assert anna.taps == 4
    assert anna.large().startswith("Carla called the two at 75 with Dario and made 90")


def test_a_deal_of_sides_takes_four_taps(sit: Sit) -> None:
    # 74 to 46: one unit each way
    table, phone = sit("Anna,Bruno,Carla,Dario", "--variant", "brisca")
    anna = phone()
    anna.tap("Anna and Carla", "7", "4")
    facts = anna.page.locator(".fact")
    names = [fact.get_attribute("aria-label") for fact in facts.all()]
    assert names == ["Result: Anna and Carla", "Card points: 74"]  # both were "Anna and Carla"
    anna.save()
    assert anna.taps == 4
    anna.tap("Bruno and Dario", "6", "0")  # at 60 to 60 more cards decide
    anna.page.get_by_text("Who has more cards?").wait_for()
    anna.tap("Bruno and Dario")
    anna.save()
    assert table.running() == {"Anna": 0, "Carla": 0, "Bruno": 0, "Dario": 0}


def test_a_deal_is_taken_back_recorded_again_and_one_fact_corrected_with_its_reason(sit: Sit) -> None:
    # with Dario instead of Elena: Dario +1, Elena -1
    table, phone = sit()
    anna = phone()
    anna.tap("Anna", "the king", "Elena", "made")
    anna.save()
    anna.tap("Undo the last")
    anna.page.get_by_text("Taken back").wait_for()
    assert set(anna.units().values()) == {"0"}
    anna.tap("Record it again")
    anna.save()
    anna.tap("Correct")  # which is only looked at, and was in the way of all that came
    anna.page.get_by_text("tap what was wrong").wait_for()
    anna.page.go_back()
    anna.page.get_by_role("heading", name="Who called?").wait_for()
    anna.tap("Correct")
    anna.page.locator(".fact", has_text="Partner").click()
    anna.tap("Dario", "typing mistake")
    assert anna.save() == "Anna +2, Dario +1, the others -1 each"
    anna.page.locator(".large", has_text="Dario").wait_for()
    assert table.running() == {"Anna": 2, "Dario": 1, "Bruno": -1, "Carla": -1, "Elena": -1}


def test_a_correction_that_is_taken_back_offers_no_second_deal(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    anna.tap("Anna", "the king", "Elena", "made")
    anna.save()
    anna.tap("Correct")
    anna.page.locator(".fact", has_text="Partner").click()
    anna.tap("Dario", "wrong player named")
    anna.save()
    anna.tap("Undo the last")
    anna.page.get_by_text("Taken back").wait_for()
    assert anna.page.get_by_role("button", name="Record it again").count() == 0
    assert anna.page.locator(".record").all_inner_texts() == [
        "1 Anna called the king with Elena and made it, uncounted: Anna +2, Elena +1, the others -1 each"
    ]
    assert table.running() == {"Anna": 2, "Elena": 1, "Bruno": -1, "Carla": -1, "Dario": -1}


def test_the_same_table_as_last_time_begins_in_one_tap(sit: Sit) -> None:
    table, phone = sit("Anna,Bruno,Carla,Dario", "--variant", "brisca", "--until", "deals:10", before="finish")
    anna = phone(code=table.evening())
    anna.page.get_by_role("button", name="Same table as last time").click()
    anna.page.get_by_role("heading", name="Whose side?").wait_for()
    assert list(anna.units()) == ["Anna", "Bruno", "Carla", "Dario"]
    anna.page.get_by_text("10 deals left").wait_for()


def test_a_table_that_another_phone_begins_is_gone_on_with(sit: Sit) -> None:
    table, phone = sit(FIVE, "--variant", "chiamata", "--until", "deals:12", before="--yes finish")
    anna, bruno, carla = (phone(code=table.evening()) for _ in range(3))
    anna.page.get_by_text("Briscola Chiamata \N{MIDDLE DOT} 12 deals", exact=True).wait_for()
    bruno.tap("Choose the players")
    for name in FIVE.split(","):
        bruno.page.get_by_role("button", name=name, exact=True).click()
    carla.page.get_by_role("button", name="Same table as last time").wait_for()
    anna.page.get_by_role("button", name="Same table as last time").click()
    anna.page.get_by_text("12 deals left").wait_for()
    began = anna.page.locator("#title").inner_text()
    # the page of the evening shows it without a tap, and one tap leads there
    carla.page.get_by_role("heading", name="Go on with").wait_for(timeout=5000)
    assert carla.page.get_by_role("button", name="Same table as last time").count() == 0
    carla.page.wait_for_timeout(600)  # nothing is tapped that has only just moved
    carla.page.locator("main .record").first.click()
    carla.page.get_by_role("heading", name="Who called?").wait_for()
    assert carla.page.locator("#title").inner_text() == began
    # and above Begin, which begins no second one
    go_on = bruno.page.get_by_role("button", name=f"Go on with '{began}'")
    go_on.wait_for(timeout=5000)
    bruno.page.wait_for_timeout(600)
    bruno.tap("Begin")
    bruno.page.get_by_text(f"'{began}' was begun meanwhile, with Anna, Bruno, Carla, Dario and Elena").wait_for()
    bruno.tap("Begin")
    bruno.page.wait_for_timeout(600)
    go_on.last.click()
    bruno.page.get_by_role("heading", name="Who called?").wait_for()
    assert bruno.page.locator("#title").inner_text() == began
    with closing(Book(str(table.path))) as book, book.reading() as transaction:
        assert [match.name for match in scorebook.open_matches(transaction)] == [began]


def test_another_game_ends_as_it_is_played_and_a_phone_that_begins_is_asked_who_holds_it(sit: Sit) -> None:
    table, phone = sit(FIVE, "--until", "deals:12", before="--yes finish")
    anna = phone(code=table.evening())
    anna.page.evaluate("localStorage.removeItem('scorer.name')")
    anna.tap("Choose the players", "Anna", "Bruno", "Carla", "Dario")
    down = anna.page.locator("main [aria-pressed=true]:visible")
    assert down.all_inner_texts()[-1] == "12 deals, as last time"
    anna.page.get_by_label("Variant").select_option("briscola-pairs")
    assert down.all_inner_texts()[-1] == "first to 3 wins"
    anna.tap("no end", "Begin")
    # the question was skipped, as the page was still on its way from the form to the table
    anna.page.get_by_role("heading", name="Who holds this phone?").wait_for()
    anna.tap("Bruno")
    anna.page.get_by_role("heading", name="Whose side?").wait_for()
    assert "played to" not in anna.page.locator("#main").inner_text()


def test_a_full_disk_is_told_on_the_page_and_once_in_the_terminal(pockets: Pockets, tmp_path: Path) -> None:
    # the page said nothing but "sent by itself", and the terminal nothing at all
    disk = tmp_path / "disk"
    told: list[str] = []
    with small_disk(disk, "2m"):
        table = held_phones.table(disk)
        with (
            serving(table.path, trouble=told.append) as port,
            pockets.phone(port, table.token) as anna,
        ):
            anna.unanswered = True
            filler = disk / "filler"
            with suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
            anna.tap("Anna", "the king", "Elena", "made")
            anna.page.locator(".save").click()
            full = anna.page.get_by_text("the disk is full; nothing was written")
            full.wait_for()
            anna.tap("Look at them")
            full.wait_for()
            with anna.page.expect_response(lambda response: response.status == 503, timeout=15_000):
                pass  # it is tried again
            assert [sentence.endswith("the disk is full; nothing was written") for sentence in told] == [True]
            filler.unlink()
            anna.page.get_by_text("Everything was sent").wait_for(timeout=15_000)
            assert full.count() == 0
        assert table.running()["Anna"] == 2


def test_correct_belongs_to_its_record_and_a_slow_server_is_said(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    with closing(sqlite3.connect(table.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        anna.tap("Anna", "the king", "Elena", "made")
        anna.page.locator(".save").click()
        anna.page.get_by_text("sending", exact=True).wait_for(timeout=2000)
        other.execute("ROLLBACK")
    anna.page.locator(".last").wait_for()
    assert not anna.page.locator("#sending").is_visible()
    anna.tap("Bruno", "the ace", "Result later")
    undo = anna.page.locator(".undo", has=anna.page.get_by_role("button", name="Undo the last"))
    undo.get_by_text("Bruno").wait_for()
    # what is taken back is the call; what is corrected is the deal, and stands with its words
    assert undo.get_by_role("button").all_inner_texts() == ["Undo the last"]
    large, correct = anna.page.locator(".large"), anna.page.get_by_role("button", name="Correct", exact=True)
    assert "Anna called the king" in large.inner_text()
    beside = [place.bounding_box() for place in (large, correct, undo)]
    tops = [box["y"] for box in beside if box]
    assert tops == sorted(tops)
    correct.click()
    anna.page.get_by_text("tap what was wrong").wait_for()
    assert "Anna called the king" in anna.page.locator(".slot").inner_text()


def test_five_callers_are_seen_whole_when_a_deal_begins(sit: Sit) -> None:
    # of five callers two were seen, and each deal began with a swipe
    _table, phone = sit(FIVE, "--until", "deals:12")
    size = ViewportSize(width=320, height=560)
    anna = phone(size)
    for caller in ("Anna", "Bruno", "Carla"):
        anna.page.get_by_role("heading", name="Who called?").wait_for()
        seen = [anna.page.get_by_role("button", name=name, exact=True).bounding_box() for name in FIVE.split(",")]
        assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= size["height"] for box in seen), seen
        anna.tap(caller, "the king", "Elena", "7", "4")
        anna.save()


def test_back_keeps_the_form(sit: Sit) -> None:
    _table, phone = sit()
    anna = phone()
    anna.tap("Anna", "the king")
    anna.page.get_by_role("heading", name="With whom?").wait_for()
    anna.page.go_back()
    anna.page.get_by_role("heading", name="What was called?").wait_for()
    anna.page.go_back()
    anna.page.get_by_text("Anna, the king").wait_for()
    anna.page.reload()
    anna.tap("Go on", "Elena", "made")
    assert anna.save() == "Anna +2, Elena +1, the others -1 each"


def test_another_phone_is_heard_and_moves_nothing(sit: Sit) -> None:
    _table, phone = sit()
    anna, bruno = phone(), phone()
    anna.tap("Anna", "the king")
    partner = anna.page.get_by_role("button", name="Elena", exact=True)
    before = partner.bounding_box()
    bruno.tap("Bruno", "the ace", "alone", "failed")
    bruno.save()
    anna.page.get_by_text("Recorded meanwhile: 1").wait_for()
    assert anna.units()["Bruno"] == "-4"
    assert partner.bounding_box() == before


def test_what_another_phone_recorded_stands_above_the_button_that_saves(sit: Sit) -> None:
    # it was said in the label of Save, and what had come stood off the screen
    table, phone = sit()
    anna, bruno = phone(NARROW), phone()
    anna.tap("Anna", "the king", "Elena", "7", "4")
    anna.page.locator(".save").wait_for()
    key = anna.page.get_by_role("button", name="4", exact=True)
    before = key.bounding_box()
    bruno.tap("Bruno", "the ace", "alone", "failed")
    bruno.save()
    came = anna.page.get_by_text("Recorded meanwhile: 1")
    for taps in range(2):  # as it comes, and when it was refused for that
        came.wait_for()
        words, save = came.bounding_box(), anna.page.locator(".save").bounding_box()
        assert words
        assert save
        assert 0 <= words["y"] < words["y"] + words["height"] <= save["y"] + 1
        assert save["y"] + save["height"] <= NARROW["height"]
        assert key.bounding_box() == before
        if not taps:
            anna.page.wait_for_timeout(600)  # a button that has just come takes no tap
            anna.page.locator(".save").click()
            anna.page.get_by_text("Something newer stands at the table, look first.").wait_for()
    anna.save()
    assert table.running()["Anna"] == 2 + 1


def test_who_looks_on_sees_no_button_that_records(sit: Sit) -> None:
    table, phone = sit(before="deal anna K elena 74")
    looker = phone(code=grant(table.path, "match", match_uid(table.path, "Friday"), may_record=False))
    looker.page.get_by_text("Anna called the king with Elena").wait_for()
    assert looker.page.get_by_role("button").all_inner_texts() == ["This phone", "Settlement"]


def test_names_are_text_and_nothing_is_wider_than_320_pixels(sit: Sit) -> None:
    table, phone = sit()
    anna = phone(NARROW, code=table.evening())
    anna.tap("Choose the players")
    typed, add = (anna.page.locator(f".typed {part}").bounding_box() for part in ("input", "button"))
    assert typed
    assert add
    assert (typed["y"], typed["height"]) == (add["y"], add["height"])  # the button stood lower
    for name in HOSTILE:
        anna.page.get_by_label("New name").fill(name)
        anna.tap("Add")
    anna.tap("Begin", HOSTILE[0], "the ace", HOSTILE[3], "made")
    assert anna.fits()
    anna.save()
    assert anna.fits()
    assert set(anna.units()) == set(HOSTILE)
    assert anna.page.locator("main img").count() == 0


@pytest.mark.parametrize(("locale", "king"), [("it-IT", "il re"), ("es-ES", "el rey")])
def test_in_italian_and_spanish_no_button_is_cut_on_320_pixels(locale: str, king: str, sit: Sit) -> None:
    _table, phone = sit(before="deal bruno K carla 74")
    anna = phone(NARROW, locale=locale)
    for button in ("Anna", king, "Elena", "7", "4"):
        anna.tap(button)
        assert anna.fits()
        assert anna.page.evaluate(CUT_BUTTONS) == []


def test_the_token_leaves_the_address(sit: Sit) -> None:
    table, phone = sit()
    anna = phone()
    anna.page.get_by_role("heading", name="Who called?").wait_for()
    assert anna.page.url == f"{anna.window.address}t"
    assert anna.page.evaluate("localStorage['scorer.token']") == table.token
